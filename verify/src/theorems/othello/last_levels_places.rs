//! The cuts in the search of Othello's last plies, from five empty squares up: each level has a frame in the caller's memory.
//!
//! The contents of a frame are known for each child whose key is still listed: in the register for the current level, in the
//! frames for the levels above.

use super::last_four_places::{four, position};
use super::search::{
    FRAME, Search, any_spread, apart, at_least, at_most, board, exactly, known, of_memory, one, site, within,
};
use crate::bits::{Bits, number};
use crate::graph::{Graph, Lit};
use crate::places::Place;
use crate::proof::Proof;
use crate::refused::Result;
use crate::word::Word;
use iced_x86::{Instruction, Mnemonic as M, Register as R};

/// Offsets in a frame of what does not belong to its children.
pub(super) const KEYS: i64 = 256;
pub(super) const PASSED: i64 = 288;
const POSITION: i64 = 296;
pub(super) const CHILDREN: usize = 8;
pub(super) const BYTES_OF_CHILD: i64 = 32;

/// A level: the number of levels above it, its number of empty squares, and the side of the board.
#[derive(Clone, Copy)]
pub(super) struct Level {
    pub(super) side: usize,
    pub(super) above: usize,
    pub(super) empty: usize,
}

impl Level {
    pub(super) fn next(self) -> Level {
        Level { above: self.above + 1, empty: self.empty - 1, ..self }
    }

    pub(super) fn last(self) -> Level {
        Level { above: self.above - 1, empty: self.empty + 1, ..self }
    }

    pub(super) fn frame(self) -> i64 {
        FRAME * self.above as i64
    }

    /// What holds at a place of the level. The frames above it hold what they should, and nothing changes them meanwhile.
    pub(super) fn place(self, proof: &mut Proof, search: &Search, at: u64) -> Place {
        let mut place = search.place(proof, at);
        place.is(R::RBP, Word::at(search.room, self.frame()));
        let mut level = self;
        while level.above > 0 {
            level = level.last();
            let keys = place.any(&mut proof.graph, 128);
            place.memory.push((search.room, level.frame() + KEYS, keys.clone()));
            level.kept_position(proof, search, &mut place);
            level.children(proof, search, &mut place, &keys);
        }
        place
    }

    /// The level's empty squares, in rbx.
    pub(super) fn count(self, place: &mut Place) {
        place.is(R::RBX, Word::constant(self.empty as u64));
    }

    /// The frame has the level's position, for the table: any two numbers.
    fn kept_position(self, proof: &mut Proof, search: &Search, place: &mut Place) {
        let position = place.any(&mut proof.graph, 128);
        place.memory.push((search.room, self.frame() + POSITION, position));
    }

    /// The children of the level whose keys are among these are positions with one empty square less.
    pub(super) fn children(self, proof: &mut Proof, search: &Search, place: &mut Place, keys: &[Lit]) {
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

    /// Says so of each child that exists.
    pub(super) fn child(self, proof: &mut Proof, search: &Search, place: &mut Place, index: usize, is_one: Lit) {
        let bits = place.any(&mut proof.graph, 192);
        place.memory.push((search.room, self.frame() + BYTES_OF_CHILD * index as i64, bits.clone()));
        let [own, opponent, moves] = [0, 64, 128].map(|from| bits[from..from + 64].to_vec());
        let graph = &mut proof.graph;
        let empty = search.others(graph, &[&own, &opponent]);
        let conditions = [
            ("discs of a child do not overlap", apart(graph, &own, &opponent)),
            ("discs of a child lie on the board", search.on_board(graph, &own, &opponent)),
            ("a child has a square less empty", exactly(graph, &empty, self.empty - 1)),
            ("moves of a child are on empty squares", within(graph, &moves, &empty)),
        ];
        for (what, condition) in conditions {
            known(place, what, graph.or(!is_one, condition));
        }
    }

    /// A position of the level in registers, its moves, and who has passed according to the frame.
    pub(super) fn position(self, proof: &mut Proof, search: &Search, place: &mut Place) -> Position {
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
        known(place, "discs lie on the board", search.on_board(graph, &own, &opponent));
        known(place, "the number of empty squares", exactly(graph, &empty, self.empty));
        known(place, "moves are on empty squares", within(graph, &moves, &empty));
        Position { own, opponent, passed }
    }

    /// Where the level begins.
    pub(super) fn begun(self, proof: &mut Proof, search: &Search) -> Result<(Place, Position)> {
        let at = site(proof, |i| i.mnemonic() == M::Inc && i.op0_register() == R::R15, 0)?;
        let mut place = self.place(proof, search, at);
        let position = self.position(proof, search, &mut place);
        Ok((place, position))
    }

    /// The head of the loop over stable discs, and the stable discs found so far.
    pub(super) fn stable(self, proof: &mut Proof, search: &Search) -> Result<(Place, Position, Bits)> {
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

    /// Where child number `before` is about to be made.
    pub(super) fn next_child(self, proof: &mut Proof, search: &Search, before: usize) -> Result<Place> {
        let at = site(proof, is_next_child, 0)?;
        let mut place = self.place(proof, search, at);
        self.made(proof, search, &mut place, before);
        let (moves, empty) = of_level(proof, search, &mut place, None);
        let graph = &mut proof.graph;
        known(&mut place, "the number of empty squares", exactly(graph, &empty, self.empty));
        known(&mut place, "the number of moves left", at_most(graph, &moves, self.empty - before));
        known(&mut place, "there is a move", graph.any(&moves));
        Ok(place)
    }

    /// `before` children have been made, and each key names one of them.
    pub(super) fn made(self, proof: &mut Proof, search: &Search, place: &mut Place, before: usize) {
        self.count(place);
        self.kept_position(proof, search, place);
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
    pub(super) fn child_made(self, proof: &mut Proof, search: &Search, before: usize) -> Result<(Place, [Bits; 2])> {
        let mut place = self.place(proof, search, site(proof, is_child_made, 0)?);
        self.made(proof, search, &mut place, before);
        let (moves, empty, child) = child_of_level(proof, search, &mut place);
        let graph = &mut proof.graph;
        known(&mut place, "the number of empty squares", exactly(graph, &empty, self.empty));
        known(&mut place, "the number of moves left", at_most(graph, &moves, self.empty - before));
        Ok((place, child))
    }

    /// Where the best child is selected, by the keys of the untried ones.
    pub(super) fn best(self, proof: &mut Proof, search: &Search) -> Result<Place> {
        let at = site(proof, |i| i.mnemonic() == M::Vphminposuw, 0)?;
        let mut place = self.place(proof, search, at);
        self.count(&mut place);
        self.by_keys(proof, search, &mut place);
        Ok(place)
    }

    /// Where the best child's key is known; all keys.
    pub(super) fn least(self, proof: &mut Proof, search: &Search) -> Result<(Place, Bits)> {
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

    pub(super) fn by_keys(self, proof: &mut Proof, search: &Search, place: &mut Place) -> Bits {
        let keys = place.any(&mut proof.graph, 128);
        place.vectors.push((15, keys.clone()));
        self.kept_position(proof, search, place);
        self.children(proof, search, place, &keys);
        keys
    }

    /// Where the value of a child is known.
    pub(super) fn child_known(self, proof: &mut Proof, search: &Search) -> Result<Place> {
        let at = site(proof, |i| i.mnemonic() == M::Inc && i.op0_register() == R::EBX, 0)?;
        let mut place = self.place(proof, search, at);
        place.is(R::RBX, Word::constant(self.empty as u64 - 1));
        self.by_keys(proof, search, &mut place);
        Ok(place)
    }

    /// Where the level's value is known.
    pub(super) fn over(self, proof: &mut Proof, search: &Search) -> Result<Place> {
        let at = site(proof, |i| of_memory(i, M::Xor, R::RBP, PASSED), 0)?;
        let mut place = self.place(proof, search, at);
        self.count(&mut place);
        Ok(place)
    }

    /// A child with four empty squares.
    pub(super) fn four(self, proof: &mut Proof, search: &Search) -> Result<Place> {
        let mut place = self.place(proof, search, four(proof)?);
        self.by_keys(proof, search, &mut place);
        position(proof, search, &mut place);
        Ok(place)
    }
}

/// A position that a cut's statement names.
pub(super) struct Position {
    pub(super) own: Bits,
    pub(super) opponent: Bits,
    pub(super) passed: Bits,
}

pub(super) fn is_next_child(i: &Instruction) -> bool {
    i.mnemonic() == M::Tzcnt && i.op0_register() == R::R10 && i.op1_register() == R::R8
}

pub(super) fn is_child_made(i: &Instruction) -> bool {
    i.memory_base() == R::RBP && i.memory_index() == R::R9 && i.memory_displacement64() == 0
}

/// A position whose children are being made: the moves but one, whose lowest may be given, and the empty squares.
pub(super) fn of_level(proof: &mut Proof, search: &Search, place: &mut Place, lowest: Option<usize>) -> (Bits, Bits) {
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
    known(place, "discs lie on the board", search.on_board(graph, &own, &opponent));
    known(place, "the empty squares", graph.equal(&empty, &others));
    known(place, "moves are on empty squares", within(graph, &moves, &empty));
    (moves, empty)
}

/// The same with the lowest move's square, and the child after it.
pub(super) fn child_of_level(proof: &mut Proof, search: &Search, place: &mut Place) -> (Bits, Bits, [Bits; 2]) {
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
    known(place, "discs of the child lie on the board", search.on_board(graph, &child[0], &child[1]));
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

/// Those discs that are held on all four axes, by stable discs or by the edge.
pub(super) fn held(graph: &mut Graph, side: usize, stable: &[Lit], discs: &[Lit]) -> Bits {
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
