//! The cuts in the search of Othello's last plies, from five empty squares up: each level has a
//! frame in the caller's memory.
//!
//! The contents of a frame are known for each child whose key is still listed: in the register for
//! the current level, in the frames for the levels above.

use super::search::{FRAME, Search, at_least, at_most, exactly, known, one};
use crate::bits::{Bits, number, resized};
use crate::graph::{Graph, Lit};
use crate::place::Place;
use crate::proof::Proof;
use crate::refused::Result;
use crate::state::State;
use crate::word::{ObjectId, Word};

/// Offsets in a frame of what does not belong to its children.
pub(super) const KEYS: i64 = 256;
pub(super) const ALPHA: i64 = 280;
pub(super) const PASSED: i64 = 288;
const POSITION: i64 = 296;
const LEFT: i64 = POSITION + 16;
/// As many children of a level are made at once.
pub(super) const CHILDREN: usize = 8;
pub(super) const BYTES_OF_CHILD: i64 = 32;

/// A level: the number of levels above it, and its number of empty squares.
#[derive(Clone, Copy)]
pub(super) struct Level {
    pub(super) above: usize,
    pub(super) empty: usize,
}

impl Level {
    pub(super) fn next(self) -> Level {
        Level { above: self.above + 1, empty: self.empty - 1 }
    }

    pub(super) fn last(self) -> Level {
        Level { above: self.above - 1, empty: self.empty + 1 }
    }

    pub(super) fn frame(self) -> i64 {
        FRAME * self.above as i64
    }

    /// The facts that hold at a place of the level. The frames above it hold what they should, and
    /// nothing changes them meanwhile.
    fn place(self, proof: &mut Proof, search: &Search, name: &str) -> Result<Place> {
        let mut place = search.place(proof, name)?;
        place.holds("frame", Word::at(search.room, self.frame()))?;
        let mut level = self;
        while level.above > 0 {
            level = level.last();
            let keys = place.any(&proof.graph, 128);
            place.memory.push((search.room, level.frame() + KEYS, keys.clone()));
            level.kept_position(proof, search, &mut place);
            level.children(proof, search, &mut place, &keys);
        }
        Ok(place)
    }

    /// The same, and the register that counts the level's empty squares.
    fn counted(self, proof: &mut Proof, search: &Search, name: &str) -> Result<Place> {
        let mut place = self.place(proof, search, name)?;
        place.holds("empties", Word::constant(self.empty as u64))?;
        Ok(place)
    }

    /// How many children of the level are made at once at most.
    pub(super) fn together(self) -> usize {
        self.empty.min(CHILDREN)
    }

    /// The moves whose children are not made yet, according to the frame.
    pub(super) fn left(self, proof: &mut Proof, search: &Search, state: &State) -> Result<Bits> {
        proof.stored(state, search.room, self.frame() + LEFT, 8)
    }

    /// The frame has the level's position, for the table: any two numbers. If the level may have
    /// more than eight moves, it is a position, and beside it are the moves whose children are not
    /// made yet. Returns these.
    fn kept_position(self, proof: &mut Proof, search: &Search, place: &mut Place) -> Bits {
        let [own, opponent, left] = [(); 3].map(|()| place.any(&proof.graph, 64));
        let mut kept = [&own[..], &opponent].concat();
        if self.empty > CHILDREN {
            kept.extend(&left);
            let graph = &proof.graph;
            let empty = search.others(graph, &[&own, &opponent]);
            known(place, "kept discs do not overlap", graph.apart(&own, &opponent));
            known(place, "kept discs lie on the board", search.on_board(graph, &own, &opponent));
            known(place, "the number of empty squares of the kept position", exactly(graph, &empty, self.empty));
            known(place, "moves that are left are on empty squares", graph.within(&left, &empty));
        }
        place.memory.push((search.room, self.frame() + POSITION, kept));
        left
    }

    /// The children of the level whose keys are among these are positions with one empty square
    /// less.
    fn children(self, proof: &mut Proof, search: &Search, place: &mut Place, keys: &[Lit]) {
        for index in 0..CHILDREN {
            let names: Bits = keys
                .chunks(16)
                .map(|key| {
                    proof.graph.and(proof.graph.equal(&key[5..8], &number(index as u64, 3)), !proof.graph.all(key))
                })
                .collect();
            let named = proof.graph.any(&names);
            self.child(proof, search, place, index, named);
        }
    }

    /// Says so of each child that exists.
    fn child(self, proof: &mut Proof, search: &Search, place: &mut Place, index: usize, is_one: Lit) {
        let bits = place.any(&proof.graph, 192);
        place.memory.push((search.room, self.frame() + BYTES_OF_CHILD * index as i64, bits.clone()));
        let [own, opponent, moves] = [0, 64, 128].map(|from| bits[from..from + 64].to_vec());
        let graph = &proof.graph;
        let empty = search.others(graph, &[&own, &opponent]);
        let conditions = [
            ("discs of a child do not overlap", graph.apart(&own, &opponent)),
            ("discs of a child lie on the board", search.on_board(graph, &own, &opponent)),
            ("a child has a square less empty", exactly(graph, &empty, self.empty - 1)),
            ("moves of a child are on empty squares", graph.within(&moves, &empty)),
        ];
        for (what, condition) in conditions {
            known(place, what, graph.implies(is_one, condition));
        }
    }

    /// A position of the level in registers, its moves, and who has passed according to the frame.
    fn position(self, proof: &mut Proof, search: &Search, name: &str) -> Result<(Place, Position)> {
        let mut place = self.counted(proof, search, name)?;
        let [own, opponent, _] = search.position(proof, &mut place, self.empty)?;
        let passed = place.any(&proof.graph, 32);
        place.memory.push((search.room, self.frame() + PASSED, passed.clone()));
        Ok((place, Position { own, opponent, passed }))
    }

    /// Where the level begins.
    pub(super) fn begun(self, proof: &mut Proof, search: &Search) -> Result<(Place, Position)> {
        self.position(proof, search, "level")
    }

    /// The head of the loop over stable discs, and the stable discs found so far.
    pub(super) fn stable(self, proof: &mut Proof, search: &Search) -> Result<(Place, Position, Bits)> {
        let (mut place, position) = self.position(proof, search, "stable_of_level")?;
        let stable = search.growing(proof, &mut place, [&position.own, &position.opponent])?;
        Ok((place, position, stable))
    }

    /// `before` children have been made, and each key names one of them. The least key is one of
    /// these.
    fn made(self, proof: &mut Proof, search: &Search, name: &str, before: usize) -> Result<Place> {
        let mut place = self.counted(proof, search, name)?;
        self.kept_position(proof, search, &mut place);
        place.holds("child", Word::constant(BYTES_OF_CHILD.cast_unsigned() * before as u64))?;
        let keys = place.any(&proof.graph, 16 * before);
        let all = [&keys[..], &[Lit::TRUE; 128][16 * before..]].concat();
        for key in keys.chunks(16) {
            known(&mut place, "a key names a child", proof.graph.below(&key[5..8], &number(before as u64, 3)));
            known(&mut place, "a key is not all ones", !proof.graph.all(key));
        }
        let first = if before == 0 {
            number(u64::from(u32::MAX), 32)
        } else {
            let first = place.any(&proof.graph, 32);
            known(&mut place, "the first key is one of them", is_one_of(&proof.graph, &all, &first[..16]));
            known(&mut place, "the first key is not all ones", !proof.graph.all(&first[..16]));
            first
        };
        place.holds("first_key", Word::number(resized(&first, 64)))?;
        self.alpha(proof, search, &mut place);
        place.holds_vector("keys", all)?;
        (0..before).for_each(|index| self.child(proof, search, &mut place, index, Lit::TRUE));
        Ok(place)
    }

    /// Where child number `before` is about to be made.
    pub(super) fn next_child(self, proof: &mut Proof, search: &Search, before: usize) -> Result<Place> {
        let mut place = self.made(proof, search, "make_child", before)?;
        let of = OfLevel::any(proof, search, &mut place, None)?;
        self.counts(proof, &mut place, &of, before);
        known(&mut place, "there is a move", proof.graph.any(&of.moves));
        Ok(place)
    }

    /// Where a child is known, but not its moves.
    pub(super) fn child_made(self, proof: &mut Proof, search: &Search, before: usize) -> Result<(Place, [Bits; 2])> {
        let mut place = self.made(proof, search, "child_made", before)?;
        let (of, child) = OfLevel::with_child(proof, search, &mut place)?;
        self.counts(proof, &mut place, &of, before);
        Ok((place, child))
    }

    fn counts(self, proof: &mut Proof, place: &mut Place, of: &OfLevel, before: usize) {
        known(place, "the number of empty squares", exactly(&proof.graph, &of.empty, self.empty));
        known(place, "the number of moves left", at_most(&proof.graph, &of.moves, self.together() - before));
    }

    /// Where the best child is selected, by the keys of the untried ones: these, and the moves
    /// whose children are not made yet.
    pub(super) fn best(self, proof: &mut Proof, search: &Search) -> Result<(Place, Bits, Bits)> {
        self.chosen(proof, search, "best_child")
    }

    /// Where the best child's key is known, whether the children have just been made or some are
    /// tried. One place for both.
    pub(super) fn least(self, proof: &mut Proof, search: &Search) -> Result<(Place, Bits, Bits)> {
        let (mut place, keys, left) = self.chosen(proof, search, "best_known")?;
        let least = place.any(&proof.graph, 32);
        place.holds_vector("least", least.clone())?;
        place.holds("key", Word::number(resized(&least, 64)))?;
        let least = &least[..16];
        known(&mut place, "the least key is one of the keys", is_one_of(&proof.graph, &keys, least));
        known(&mut place, "the least key names a child", !proof.graph.all(least));
        Ok((place, keys, left))
    }

    /// The facts that hold at both: all keys, the moves whose children are not made yet, and alpha,
    /// which is the frame's.
    fn chosen(self, proof: &mut Proof, search: &Search, name: &str) -> Result<(Place, Bits, Bits)> {
        let mut place = self.counted(proof, search, name)?;
        let (keys, left) = self.by_keys(proof, search, &mut place)?;
        let alpha = self.alpha(proof, search, &mut place);
        place.holds("alpha", Word::number(resized(&alpha, 64)))?;
        Ok((place, keys, left))
    }

    /// A place's statement about the frame from an offset on.
    fn told_at(self, search: &Search, place: &Place, at: i64) -> Option<Bits> {
        let is_it = |(object, from, _): &&(ObjectId, i64, Bits)| *object == search.room && *from == self.frame() + at;
        place.memory.iter().find(is_it).map(|(_, _, bits)| bits.clone())
    }

    /// A place's statement about alpha in the frame.
    pub(super) fn alpha_of(self, search: &Search, place: &Place) -> Bits {
        self.told_at(search, place, ALPHA).expect("alpha in the frame")
    }

    /// Of the keys there.
    pub(super) fn keys_of(self, search: &Search, place: &Place) -> Bits {
        self.told_at(search, place, KEYS).expect("keys in the frame")
    }

    /// Of the moves whose children are not made yet, if it may have some.
    pub(super) fn left_of(self, search: &Search, place: &Place) -> Option<Bits> {
        let kept = self.told_at(search, place, POSITION).filter(|_| self.empty > CHILDREN);
        kept.map(|kept| kept[8 * (LEFT - POSITION) as usize..].to_vec())
    }

    /// The frame has alpha: any number.
    fn alpha(self, proof: &mut Proof, search: &Search, place: &mut Place) -> Bits {
        let alpha = place.any(&proof.graph, 32);
        place.memory.push((search.room, self.frame() + ALPHA, alpha.clone()));
        alpha
    }

    fn by_keys(self, proof: &mut Proof, search: &Search, place: &mut Place) -> Result<(Bits, Bits)> {
        let keys = place.any(&proof.graph, 128);
        place.holds_vector("keys", keys.clone())?;
        let left = self.kept_position(proof, search, place);
        self.children(proof, search, place, &keys);
        Ok((keys, left))
    }

    /// Where the value of a child is known.
    pub(super) fn child_known(self, proof: &mut Proof, search: &Search) -> Result<Place> {
        let mut place = self.place(proof, search, "child_known")?;
        place.holds("empties", Word::constant(self.empty as u64 - 1))?;
        self.by_keys(proof, search, &mut place)?;
        Ok(place)
    }

    /// Where the level's value is known.
    pub(super) fn over(self, proof: &mut Proof, search: &Search) -> Result<Place> {
        self.counted(proof, search, "level_known")
    }

    /// A child with four empty squares.
    pub(super) fn four(self, proof: &mut Proof, search: &Search) -> Result<Place> {
        let mut place = self.place(proof, search, "four")?;
        self.by_keys(proof, search, &mut place)?;
        search.position(proof, &mut place, 4)?;
        Ok(place)
    }
}

/// Whether a key is one of a list, in words of which most stay when a key is put before the others.
fn is_one_of(graph: &Graph, keys: &[Lit], key: &[Lit]) -> Lit {
    keys.rchunks(16).fold(Lit::FALSE, |is_one, other| graph.or(is_one, graph.equal(other, key)))
}

/// A position that a cut's statement names.
pub(super) struct Position {
    pub(super) own: Bits,
    pub(super) opponent: Bits,
    pub(super) passed: Bits,
}

/// A position whose children are being made: the discs of both sides, the moves but those made, and
/// the empty squares.
pub(super) struct OfLevel {
    pub(super) discs: [Bits; 2],
    pub(super) moves: Bits,
    pub(super) empty: Bits,
}

impl OfLevel {
    /// Any position; the lowest of the moves may be given.
    pub(super) fn any(proof: &mut Proof, search: &Search, place: &mut Place, lowest: Option<usize>) -> Result<OfLevel> {
        let discs = search.discs(proof, place, ["owns", "opponents"])?;
        let graph = &proof.graph;
        let empty = place.holds_any(graph, "empty", 64)?;
        let moves = match lowest {
            None => place.any(graph, 64),
            Some(square) => [number(1 << square, square + 1), place.any(graph, 63 - square)].concat(),
        };
        place.holds("moves", Word::number(moves.clone()))?;
        let [own, opponent] = &discs;
        known(place, "discs lie on the board", search.on_board(graph, own, opponent));
        known(place, "the empty squares", graph.equal(&empty, &search.others(graph, &[own, opponent])));
        known(place, "moves are on empty squares", graph.within(&moves, &empty));
        Ok(OfLevel { discs, moves, empty })
    }

    /// The level with the lowest move's square, and the child after it.
    pub(super) fn with_child(proof: &mut Proof, search: &Search, place: &mut Place) -> Result<(OfLevel, [Bits; 2])> {
        let of = OfLevel::any(proof, search, place, None)?;
        let square = place.holds_any(&proof.graph, "at", 6)?;
        let bit = place.holds_any(&proof.graph, "bit", 64)?;
        let child = search.discs(proof, place, ["movers", "inner"])?;
        let graph = &proof.graph;
        let (set, (lowest, none)) = (one(graph, &square), graph.lowest(&of.moves));
        let rest = graph.xor_each(&of.moves, &lowest);
        let left = search.others(graph, &[&child[0], &child[1]]);
        let others = graph.xor_each(&of.empty, &bit);
        known(place, "there is a move", !none);
        known(place, "the set of the square", graph.equal(&bit, &set));
        known(place, "the lowest move", graph.equal(&bit, &lowest));
        known(place, "discs of the child lie on the board", search.on_board(graph, &child[0], &child[1]));
        known(place, "the child's empty squares are those but for this", graph.equal(&left, &others));
        for (what, all, fewer) in
            [("the child has a square less empty", &of.empty, &left), ("a move less is left", &of.moves, &rest)]
        {
            let (all, fewer) = (at_least(graph, all), at_least(graph, fewer));
            known(place, what, graph.equal(&all[1..], &fewer[..all.len() - 1]));
        }
        Ok((of, child))
    }
}
