//! The search of Othello's last plies where five squares are empty and more: a frame of the room a level.
//!
//! What a frame holds is known for each child whose key stands among the keys, in the register or, of the levels above, in their frames.

use super::Case;
use super::othello::square_name;
use super::othello_last_four::{four, position};
use super::othello_search::{
    FRAME, ROOM, Search, any_spread, apart, at_least, at_most, board, exactly, known, of_memory, one, search, show_at,
    site, state_at, within,
};
use crate::bits::{Bits, number};
use crate::graph::{Graph, Lit};
use crate::memory::Word;
use crate::places::{Place, Reached};
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use crate::rules::othello as rules;
use crate::state::State;
use iced_x86::{Instruction, Mnemonic as M, Register as R};

/// Where a frame has what is not of its children.
const KEYS: i64 = 256;
const PASSED: i64 = 288;
const CHILDREN: usize = 8;
const BYTES_OF_CHILD: i64 = 32;

/// A level: how many levels are above it, and how many squares are empty; and the board's squares on a side.
#[derive(Clone, Copy)]
struct Level {
    side: usize,
    above: usize,
    empty: usize,
}

/// The cases of a board with so many squares on a side.
pub(super) fn cases(side: usize) -> Vec<Case> {
    let mut cases = Vec::new();
    for root in 5..=8 {
        cases.push(Case::new(format!("{side}x{side}: {root} squares, entry"), move |p: &mut Proof| {
            entry(p, side, root)
        }));
        for above in 0..=root - 5 {
            let level = Level { side, above, empty: root - above };
            let mut add = |name: String, prove: Box<dyn Fn(&mut Proof) -> Result<()> + Send + Sync>| {
                cases.push(Case::new(format!("{side}x{side}: {} of {root} squares, {name}", level.empty), prove));
            };
            add("the level".to_owned(), Box::new(move |p| begun(p, level)));
            add("stable discs".to_owned(), Box::new(move |p| stable(p, level)));
            add("the least key".to_owned(), Box::new(move |p| least(p, level)));
            add("the best child".to_owned(), Box::new(move |p| best(p, level)));
            add("a child's value".to_owned(), Box::new(move |p| child_known(p, level)));
            add("its value".to_owned(), Box::new(move |p| over(p, level)));
            for before in 0..level.empty {
                add(format!("child {}", before + 1), Box::new(move |p| child(p, level, before)));
            }
        }
    }
    let squares = (0..64).filter(|square| board(side) >> square & 1 == 1);
    cases.extend(squares.map(|square| {
        let name = format!("{side}x{side}: {}, a child", square_name(square));
        Case::new(name, move |p: &mut Proof| move_of_level(p, side, square))
    }));
    cases
}

fn begin(proof: &mut Proof, side: usize) -> Result<Search> {
    proof.nearby = true;
    let discs = [(); 2].map(|()| proof.graph.inputs(64));
    search(proof, side, discs, ROOM)
}

impl Level {
    fn next(self) -> Level {
        Level { above: self.above + 1, empty: self.empty - 1, ..self }
    }

    fn last(self) -> Level {
        Level { above: self.above - 1, empty: self.empty + 1, ..self }
    }

    fn frame(self) -> i64 {
        FRAME * self.above as i64
    }

    /// What is known at a place of the level: the frames above it hold what they should, which nothing changes meanwhile.
    fn place(self, proof: &mut Proof, search: &Search, at: u64) -> Place {
        let mut place = search.place(proof, at);
        place.is(R::RBP, Word::at(search.room, self.frame()));
        let mut level = self;
        while level.above > 0 {
            level = level.last();
            let keys = place.any(&mut proof.graph, 128);
            place.memory.push((search.room, level.frame() + KEYS, keys.clone()));
            level.children(proof, search, &mut place, &keys);
        }
        place
    }

    /// The squares that are empty at the level, in rbx.
    fn count(self, place: &mut Place) {
        place.is(R::RBX, Word::constant(self.empty as u64));
    }

    /// The level's children whose keys are among these are positions with a square less empty.
    fn children(self, proof: &mut Proof, search: &Search, place: &mut Place, keys: &[Lit]) {
        for index in 0..CHILDREN {
            let names: Bits = keys
                .chunks(16)
                .map(|key| {
                    let this = proof.graph.equal(&key[6..9], &number(index as u64, 3));
                    let none = proof.graph.all(key);
                    proof.graph.and(this, !none)
                })
                .collect();
            let named = proof.graph.any(&names);
            self.child(proof, search, place, index, named);
        }
    }

    /// A child is such a position if it is one at all.
    fn child(self, proof: &mut Proof, search: &Search, place: &mut Place, index: usize, is_one: Lit) {
        let bits = place.any(&mut proof.graph, 192);
        place.memory.push((search.room, self.frame() + BYTES_OF_CHILD * index as i64, bits.clone()));
        let [own, opponent, moves] = [0, 64, 128].map(|from| bits[from..from + 64].to_vec());
        let graph = &mut proof.graph;
        let empty = search.others(graph, &[&own, &opponent]);
        let conditions = [
            ("discs of a child do not overlap", apart(graph, &own, &opponent)),
            ("a child has a square less empty", exactly(graph, &empty, self.empty - 1)),
            ("moves of a child are on empty squares", within(graph, &moves, &empty)),
        ];
        for (what, condition) in conditions {
            known(place, what, graph.or(!is_one, condition));
        }
    }

    /// A position of the level in registers, and its moves; and where the frame says who has passed.
    fn position(self, proof: &mut Proof, search: &Search, place: &mut Place) -> Position {
        self.count(place);
        let own = any_spread(proof, place, 0);
        let opponent = any_spread(proof, place, 1);
        place.is(R::RDI, Word::number(own.clone()));
        place.is(R::RSI, Word::number(opponent.clone()));
        let moves = place.number(&mut proof.graph, R::R8, 64);
        let passed = place.any(&mut proof.graph, 32);
        place.memory.push((search.room, self.frame() + PASSED, passed.clone()));
        let graph = &mut proof.graph;
        let empty = search.others(graph, &[&own, &opponent]);
        known(place, "discs do not overlap", apart(graph, &own, &opponent));
        known(place, "so many squares are empty", exactly(graph, &empty, self.empty));
        known(place, "moves are on empty squares", within(graph, &moves, &empty));
        Position { own, opponent, passed }
    }

    /// Where the level begins.
    fn begun(self, proof: &mut Proof, search: &Search) -> Result<(Place, Position)> {
        let at = site(proof, |i| i.mnemonic() == M::Inc && i.op0_register() == R::R15, 0)?;
        let mut place = self.place(proof, search, at);
        let position = self.position(proof, search, &mut place);
        Ok((place, position))
    }

    /// The head of the loop over stable discs, and these, which grow.
    fn stable(self, proof: &mut Proof, search: &Search) -> Result<(Place, Position, Bits)> {
        let at = site(proof, |i| i.mnemonic() == M::Rorx && i.op0_register() == R::R10 && i.immediate8() == 8, 0)?;
        let mut place = self.place(proof, search, at);
        let position = self.position(proof, search, &mut place);
        let stable = place.number(&mut proof.graph, R::RAX, 64);
        let discs = place.number(&mut proof.graph, R::RCX, 64);
        let graph = &mut proof.graph;
        let next = held(graph, self.side, &stable, &discs);
        known(&mut place, "what is stable stays so", within(graph, &stable, &next));
        Ok((place, position, stable))
    }

    /// Where the next child is made, of which there are so many.
    fn next_child(self, proof: &mut Proof, search: &Search, before: usize) -> Result<Place> {
        let at = site(proof, is_next_child, 0)?;
        let mut place = self.place(proof, search, at);
        self.made(proof, search, &mut place, before);
        let (moves, empty) = of_level(proof, search, &mut place, None);
        let graph = &mut proof.graph;
        known(&mut place, "so many squares are empty", exactly(graph, &empty, self.empty));
        known(&mut place, "so many moves are left", at_most(graph, &moves, self.empty - before));
        known(&mut place, "there is a move", graph.any(&moves));
        Ok(place)
    }

    /// So many children have been made: each key names one of them.
    fn made(self, proof: &mut Proof, search: &Search, place: &mut Place, before: usize) {
        self.count(place);
        place.is(R::R9, Word::constant(BYTES_OF_CHILD.cast_unsigned() * before as u64));
        let mut keys = place.any(&mut proof.graph, 16 * before);
        for key in keys.chunks(16) {
            known(place, "a key names a child", proof.graph.below(&key[6..9], &number(before as u64, 3)));
        }
        keys.resize(128, Lit::TRUE);
        place.vectors.push((15, keys));
        for index in 0..before {
            self.child(proof, search, place, index, Lit::TRUE);
        }
    }

    /// Where a child is known, but not its moves.
    fn child_made(self, proof: &mut Proof, search: &Search, before: usize) -> Result<(Place, [Bits; 2])> {
        let mut place = self.place(proof, search, site(proof, is_child_made, 0)?);
        self.made(proof, search, &mut place, before);
        let (moves, empty, child) = child_of_level(proof, search, &mut place);
        let graph = &mut proof.graph;
        known(&mut place, "so many squares are empty", exactly(graph, &empty, self.empty));
        known(&mut place, "so many moves are left", at_most(graph, &moves, self.empty - before));
        Ok((place, child))
    }

    /// Where the best child is looked for, by the keys of those not tried.
    fn best(self, proof: &mut Proof, search: &Search) -> Result<Place> {
        let at = site(proof, |i| i.mnemonic() == M::Vphminposuw, 0)?;
        let mut place = self.place(proof, search, at);
        self.count(&mut place);
        self.by_keys(proof, search, &mut place);
        Ok(place)
    }

    /// Where its key is known; all keys.
    fn least(self, proof: &mut Proof, search: &Search) -> Result<(Place, Bits)> {
        let at = site(proof, |i| i.mnemonic() == M::Vmovd && i.op0_register() == R::EAX, 0)?;
        let mut place = self.place(proof, search, at);
        self.count(&mut place);
        let keys = self.by_keys(proof, search, &mut place);
        let (least, which) = (place.any(&mut proof.graph, 16), place.any(&mut proof.graph, 3));
        place.vectors.push((0, [&least[..], &which].concat()));
        for (key, index) in keys.chunks(16).zip(0..) {
            let (it, same) = (proof.graph.equal(&which, &number(index, 3)), proof.graph.equal(key, &least));
            known(&mut place, "the least key is the one that is told", proof.graph.or(!it, same));
        }
        Ok((place, keys))
    }

    fn by_keys(self, proof: &mut Proof, search: &Search, place: &mut Place) -> Bits {
        let keys = place.any(&mut proof.graph, 128);
        place.vectors.push((15, keys.clone()));
        self.children(proof, search, place, &keys);
        keys
    }

    /// Where the value of a child is known.
    fn child_known(self, proof: &mut Proof, search: &Search) -> Result<Place> {
        let at = site(proof, |i| i.mnemonic() == M::Inc && i.op0_register() == R::EBX, 0)?;
        let mut place = self.place(proof, search, at);
        place.is(R::RBX, Word::constant(self.empty as u64 - 1));
        self.by_keys(proof, search, &mut place);
        Ok(place)
    }

    /// Where the level's value is known.
    fn over(self, proof: &mut Proof, search: &Search) -> Result<Place> {
        let at = site(proof, |i| of_memory(i, M::Xor, R::RBP, PASSED), 0)?;
        let mut place = self.place(proof, search, at);
        self.count(&mut place);
        Ok(place)
    }

    /// A child with four empty squares.
    fn four(self, proof: &mut Proof, search: &Search) -> Result<Place> {
        let mut place = self.place(proof, search, four(proof)?);
        self.by_keys(proof, search, &mut place);
        position(proof, search, &mut place);
        Ok(place)
    }
}

/// A position of which a place speaks.
struct Position {
    own: Bits,
    opponent: Bits,
    passed: Bits,
}

fn is_next_child(i: &Instruction) -> bool {
    i.mnemonic() == M::Tzcnt && i.op0_register() == R::R10 && i.op1_register() == R::R8
}

fn is_child_made(i: &Instruction) -> bool {
    i.memory_base() == R::RBP && i.memory_index() == R::R9 && i.memory_displacement64() == 0
}

/// A position whose children are made: the moves without one, of which the lowest may be given, and the empty squares.
fn of_level(proof: &mut Proof, search: &Search, place: &mut Place, lowest: Option<usize>) -> (Bits, Bits) {
    let own = any_spread(proof, place, 0);
    let opponent = any_spread(proof, place, 1);
    let empty = place.number(&mut proof.graph, R::RSI, 64);
    let moves = match lowest {
        None => place.number(&mut proof.graph, R::R8, 64),
        Some(square) => {
            let mut moves = number(1 << square, 64);
            moves[square + 1..].copy_from_slice(&place.any(&mut proof.graph, 63 - square));
            place.is(R::R8, Word::number(moves.clone()));
            moves
        }
    };
    let graph = &mut proof.graph;
    let others = search.others(graph, &[&own, &opponent]);
    known(place, "discs do not overlap", apart(graph, &own, &opponent));
    known(place, "the empty squares", graph.equal(&empty, &others));
    known(place, "moves are on empty squares", within(graph, &moves, &empty));
    (moves, empty)
}

/// The same with the lowest move's square, and the child after it.
fn child_of_level(proof: &mut Proof, search: &Search, place: &mut Place) -> (Bits, Bits, [Bits; 2]) {
    let (moves, empty) = of_level(proof, search, place, None);
    let square = place.number(&mut proof.graph, R::R10, 6);
    let bit = place.number(&mut proof.graph, R::R11, 64);
    let child = [8, 9].map(|vector| any_spread(proof, place, vector));
    let graph = &mut proof.graph;
    let (set, (lowest, none)) = (one(graph, &square), graph.lowest(&moves));
    let rest = graph.xor_each(&moves, &lowest);
    let left = search.others(graph, &[&child[0], &child[1]]);
    let others = graph.xor_each(&empty, &bit);
    known(place, "there is a move", !none);
    known(place, "the set of the square", graph.equal(&bit, &set));
    known(place, "the lowest move", graph.equal(&bit, &lowest));
    known(place, "discs of the child do not overlap", apart(graph, &child[0], &child[1]));
    known(place, "the child's empty squares are those but for this", graph.equal(&left, &others));
    for (what, all, fewer) in
        [("the child has a square less empty", &empty, &left), ("a move less is left", &moves, &rest)]
    {
        let (all, fewer) = (at_least(graph, all), at_least(graph, fewer));
        let same = graph.equal(&all[1..], &fewer[..all.len() - 1]);
        known(place, what, same);
    }
    (moves, empty, child)
}

/// Which of some discs are held on all four axes by discs that are, or by the edge.
fn held(graph: &mut Graph, side: usize, stable: &[Lit], discs: &[Lit]) -> Bits {
    const EDGES: u64 = 0xff81_8181_8181_81ff;
    let mut all = vec![Lit::TRUE; 64];
    for (step, edge) in [(8, 0xff00_0000_0000_00ff), (1, 0x8181_8181_8181_8181), (7, EDGES), (9, EDGES)] {
        let turned = |places: usize| -> Bits { (0..64).map(|place| stable[(place + places) % 64]).collect() };
        let mut axis = graph.or_each(&turned(step), &turned(64 - step));
        if side == 8 {
            axis = graph.or_each(&axis, &number(edge, 64));
        }
        all = graph.and_each(&all, &axis);
    }
    all = graph.and_each(&all, discs);
    if side < 8 { graph.or_each(&all, &number(!board(side), 64)) } else { all }
}

/// From the entry to the first level.
fn entry(proof: &mut Proof, side: usize, empty: usize) -> Result<()> {
    let discs = [(); 2].map(|()| proof.graph.inputs(64));
    let search = search(proof, side, discs.clone(), ROOM)?;
    let graph = &mut proof.graph;
    let [own, opponent] = &discs;
    let free = search.others(graph, &[own, opponent]);
    let all = graph.or_each(own, opponent);
    let on_board = within(graph, &all, &number(search.board, 64));
    let conditions = [apart(graph, own, opponent), on_board, exactly(graph, &free, empty)];
    conditions.into_iter().for_each(|condition| proof.assume(condition));
    let level = Level { side, above: 0, empty };
    let (first, _) = level.begun(proof, &search)?;
    let reached = proof.enter(&search.entry, std::slice::from_ref(&first))?;
    let state = state_at(&reached, first.at)?.clone();
    let legal = rules::legal_moves(&mut proof.graph, own, opponent);
    let legal = proof.graph.and_each(&legal, &number(search.board, 64));
    proof.show_equal("the legal moves", &state.get(R::R8).bits, &legal)
}

fn leave(proof: &mut Proof, search: &Search, from: &Place, to: &[&Place]) -> Result<Reached> {
    let places: Vec<Place> = to.iter().map(|&place| place.clone()).collect();
    proof.leave(from, &search.entry, &places)
}

/// What comes of a level's beginning: a cut, its children, the other side's turn, or the end.
fn from_begun(proof: &mut Proof, search: &Search, level: Level, from: &Place, position: &Position) -> Result<Reached> {
    let (again, _) = level.begun(proof, search)?;
    let (stable, ..) = level.stable(proof, search)?;
    let (children, over) = (level.next_child(proof, search, 0)?, level.over(proof, search)?);
    let reached = leave(proof, search, from, &[&again, &stable, &children, &over])?;
    let state = state_at(&reached, again.at)?.clone();
    let after = proof.stored(&state, search.room, level.frame() + PASSED, 4)?;
    let graph = &mut proof.graph;
    let (before, after) = (graph.is_zero(&position.passed), graph.any(&after));
    let first = graph.and(before, after);
    show_at(proof, &state, "nobody has passed before, and now one has", first)?;
    let legal = rules::legal_moves(&mut proof.graph, &position.opponent, &position.own);
    let legal = proof.graph.and_each(&legal, &number(search.board, 64));
    let found = state.get(R::R8).bits.clone();
    let same = proof.graph.equal(&found, &legal);
    show_at(proof, &state, "the other side's legal moves", same)?;
    Ok(reached)
}

fn begun(proof: &mut Proof, level: Level) -> Result<()> {
    let search = begin(proof, level.side)?;
    let (this, position) = level.begun(proof, &search)?;
    from_begun(proof, &search, level, &this, &position).map(drop)
}

fn stable(proof: &mut Proof, level: Level) -> Result<()> {
    let search = begin(proof, level.side)?;
    let (this, position, before) = level.stable(proof, &search)?;
    let reached = from_begun(proof, &search, level, &this, &position)?;
    let state = state_at(&reached, this.at)?.clone();
    let after = state.get(R::RAX).bits.clone();
    let (grows, same) = (within(&mut proof.graph, &before, &after), proof.graph.equal(&before, &after));
    let more = proof.graph.and(grows, !same);
    show_at(proof, &state, "more discs are stable", more)
}

/// The flips of a child's square, and nothing else: no memory is used but the table of rays.
fn move_of_level(proof: &mut Proof, side: usize, square: usize) -> Result<()> {
    let discs = [(); 2].map(|()| proof.graph.inputs(64));
    let search = search(proof, side, discs, 0)?;
    let stays = [R::RBP, R::RBX, R::R9, R::R12, R::R13, R::R15];
    let values: Vec<Bits> = stays.iter().map(|_| proof.graph.inputs(64)).collect();
    let same = |place: &mut Place| {
        stays.iter().zip(&values).for_each(|(&register, bits)| place.is(register, Word::number(bits.clone())));
        place.vectors.push((15, search.keys.clone()));
    };
    let mut this = search.place(proof, site(proof, is_next_child, 0)?);
    same(&mut this);
    of_level(proof, &search, &mut this, Some(square));
    let [(_, own), (_, opponent)] =
        [0, 1].map(|vector| this.vectors.iter().find(|(of, _)| *of == vector).expect("said of the place").clone());
    let mut next = search.place(proof, site(proof, is_child_made, 0)?);
    same(&mut next);
    child_of_level(proof, &search, &mut next);
    let reached = leave(proof, &search, &this, &[&next])?;
    let state = state_at(&reached, next.at)?.clone();
    let (theirs, ours) = rules::child(&mut proof.graph, &own[..64], &opponent[..64], square);
    for (vector, expected) in [(8, theirs), (9, ours)] {
        proof.show_equal("the position after the move", &state.vectors[vector][..64], &expected)?;
    }
    for register in [R::RSI, R::R8] {
        let (_, before) = this.general.iter().find(|(of, _)| *of == register).expect("said of the place");
        proof.show_equal("it stays", &state.get(register).bits, &before.bits)?;
    }
    Ok(())
}

/// From where a child is known, and there are so many before it, to the next child or the choice.
fn child(proof: &mut Proof, level: Level, before: usize) -> Result<()> {
    let search = begin(proof, level.side)?;
    let (this, [own, opponent]) = level.child_made(proof, &search, before)?;
    let best = level.best(proof, &search)?;
    let mut places = vec![best.clone()];
    if before + 1 < level.empty {
        places.push(level.next_child(proof, &search, before + 1)?);
    } else {
        // No move is left then.
        proof.decides = true;
    }
    let reached = leave(proof, &search, &this, &places.iter().collect::<Vec<_>>())?;
    let state = state_at(&reached, best.at)?.clone();
    let at = level.frame() + BYTES_OF_CHILD * before as i64 + 16;
    let found = proof.stored(&state, search.room, at, 8)?;
    let legal = rules::legal_moves(&mut proof.graph, &own, &opponent);
    let legal = proof.graph.and_each(&legal, &number(search.board, 64));
    proof.show_equal("the child's legal moves", &found, &legal)
}

fn least(proof: &mut Proof, level: Level) -> Result<()> {
    let search = begin(proof, level.side)?;
    let (this, (next, _)) = (level.best(proof, &search)?, level.least(proof, &search)?);
    let reached = leave(proof, &search, &this, &[&next])?;
    proof.show("the least key is known", Lit::constant(reached.returned.is_none()))
}

fn best(proof: &mut Proof, level: Level) -> Result<()> {
    let search = begin(proof, level.side)?;
    let (this, keys) = level.least(proof, &search)?;
    let over = level.over(proof, &search)?;
    let next = if level.empty == 5 { level.four(proof, &search)? } else { level.next().begun(proof, &search)?.0 };
    let reached = leave(proof, &search, &this, &[&over, &next])?;
    let state = state_at(&reached, next.at)?.clone();
    let left = if level.empty == 5 {
        state.vectors[15][..128].to_vec()
    } else {
        proof.stored(&state, search.room, level.frame() + KEYS, 16)?
    };
    // A key that is taken out becomes ones.
    let (fewer, same) = (within(&mut proof.graph, &keys, &left), proof.graph.equal(&keys, &left));
    let taken = proof.graph.and(fewer, !same);
    show_at(proof, &state, "a key less is left", taken)
}

fn child_known(proof: &mut Proof, level: Level) -> Result<()> {
    let search = begin(proof, level.side)?;
    let this = level.child_known(proof, &search)?;
    let (best, over) = (level.best(proof, &search)?, level.over(proof, &search)?);
    let reached = leave(proof, &search, &this, &[&best, &over])?;
    proof.show("either is reached", Lit::constant(reached.places.len() == 2 && reached.returned.is_none()))
}

/// From where a level's value is known to the level above, or the return.
fn over(proof: &mut Proof, level: Level) -> Result<()> {
    let search = begin(proof, level.side)?;
    let this = level.over(proof, &search)?;
    if level.above == 0 {
        let reached = leave(proof, &search, &this, &[])?;
        return proof.show("it returns", Lit::constant(reached.returned.is_some()));
    }
    let above = level.last().child_known(proof, &search)?;
    let reached = leave(proof, &search, &this, &[&above])?;
    let state: &State = state_at(&reached, above.at)?;
    let always = state.path;
    if reached.returned.is_some() {
        refuse!("it returns before the first level's value is known");
    }
    proof.show("the level above goes on", always)
}
