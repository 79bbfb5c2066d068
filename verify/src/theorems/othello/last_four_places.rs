//! The cuts in the search of Othello's last plies, from four empty squares down: what holds of the state at each.
//!
//! One cut stands before each table lookup by a square, so the lookup is shown once for each square.

use super::search::{
    Search, any_below, any_spread, apart, below, exactly, known, of_memory, of_registers, one, search, site, square,
    within, word_of,
};
use crate::bits::{Bits, number, zeros};
use crate::graph::Lit;
use crate::places::Place;
use crate::proof::Proof;
use crate::refused::Result;
use crate::word::Word;
use iced_x86::{Instruction, Mnemonic as M, Register as R};

/// A cut, and the values that its statement names.
#[derive(Clone)]
pub(super) struct Known {
    pub(super) place: Place,
    /// The moves not tried yet.
    pub(super) moves: Bits,
    /// Whose turn it was: in the lower half for three squares, in the upper half for four.
    pub(super) passed: Bits,
    pub(super) own: Bits,
    pub(super) opponent: Bits,
    pub(super) squares: [Bits; 2],
}

impl Known {
    pub(super) fn new(place: Place) -> Known {
        let none = || zeros(64);
        Known { place, moves: none(), passed: none(), own: none(), opponent: none(), squares: [none(), none()] }
    }
}

pub(super) fn begin(proof: &mut Proof, side: usize) -> Result<Search> {
    proof.nearby = true;
    let discs = [(); 2].map(|()| proof.graph.inputs(64));
    search(proof, side, discs, false)
}

/// Entry of a level with four empty squares.
pub(super) fn four(proof: &Proof) -> Result<u64> {
    site(proof, |i| of_memory(i, M::Mov, R::RSP, -48) && i.op1_register() == R::RBP, 0)
}

/// Where the value of a child of the five-square level is known, in that level's frame.
pub(super) fn done(proof: &mut Proof, search: &Search) -> Result<Place> {
    let at = site(proof, |i| i.mnemonic() == M::Inc && i.op0_register() == R::EBX, 0)?;
    let mut place = search.place(proof, at);
    place.is(R::RBP, Word::number(search.frame.clone()));
    place.is(R::RBX, Word::constant(4));
    place.vectors.push((15, search.keys.clone()));
    Ok(place)
}

/// Own discs, opponent discs and moves of a position with four empty squares.
pub(super) fn position(proof: &mut Proof, search: &Search, place: &mut Place) -> [Bits; 3] {
    let own = any_spread(proof, place, 0);
    let opponent = any_spread(proof, place, 1);
    place.is(R::RDI, Word::number(own.clone()));
    place.is(R::RSI, Word::number(opponent.clone()));
    let moves = place.number(&mut proof.graph, R::R8, 64);
    let graph = &mut proof.graph;
    let empty = search.others(graph, &[&own, &opponent]);
    known(place, "discs do not overlap", apart(graph, &own, &opponent));
    known(place, "discs lie on the board", search.on_board(graph, &own, &opponent));
    known(place, "four squares are empty", exactly(graph, &empty, 4));
    known(place, "moves are on empty squares", within(graph, &moves, &empty));
    [own, opponent, moves]
}

/// Where the code tests whether the side to move has a move.
pub(super) fn side_to_move(proof: &mut Proof, search: &Search) -> Result<Known> {
    let at = site(proof, |i| i.mnemonic() == M::Inc && i.op0_register() == R::R15, 1)?;
    let mut place = search.place(proof, at);
    below(&mut place, 48, Word::number(search.frame.clone()));
    place.vectors.push((15, search.keys.clone()));
    let passed = any_below(proof, &mut place, 88);
    let [own, opponent, moves] = position(proof, search, &mut place);
    Ok(Known { moves, passed, own, opponent, ..Known::new(place) })
}

/// What holds wherever the moves of a position with four empty squares are tried, and the moves.
pub(super) fn of_four(proof: &mut Proof, search: &Search, at: u64) -> (Known, Bits) {
    let mut place = search.place(proof, at);
    below(&mut place, 48, Word::number(search.frame.clone()));
    place.vectors.push((15, search.keys.clone()));
    let passed = any_below(proof, &mut place, 88);
    let own = any_spread(proof, &mut place, 8);
    let opponent = any_spread(proof, &mut place, 9);
    let empty = any_below(proof, &mut place, 16);
    let graph = &mut proof.graph;
    let others = search.others(graph, &[&own, &opponent]);
    known(&mut place, "discs do not overlap", apart(graph, &own, &opponent));
    known(&mut place, "the empty squares of four", graph.equal(&empty, &others));
    known(&mut place, "four squares are empty", exactly(graph, &empty, 4));
    (Known { passed, own, opponent, ..Known::new(place) }, empty)
}

/// Where the next move of four is taken.
pub(super) fn four_move(proof: &mut Proof, search: &Search) -> Result<Known> {
    let at = site(proof, |i| of_memory(i, M::Mov, R::RSP, -24) && i.op0_register() == R::RCX, 0)?;
    let (mut it, empty) = of_four(proof, search, at);
    it.moves = it.place.number(&mut proof.graph, R::R8, 64);
    let graph = &mut proof.graph;
    known(&mut it.place, "moves are on empty squares", within(graph, &it.moves, &empty));
    known(&mut it.place, "there is a move", graph.any(&it.moves));
    Ok(it)
}

/// The square being tried, in r10, and its set in r11.
pub(super) fn tried(proof: &mut Proof, place: &mut Place, given: Option<usize>) -> Bits {
    let square = square(proof, place, R::R10, given);
    match given {
        Some(square) => {
            place.is(R::R11, Word::constant(1 << square));
            number(1 << square, 64)
        }
        None => {
            let bit = place.number(&mut proof.graph, R::R11, 64);
            let expected = one(&mut proof.graph, &square);
            known(place, "the set of the square", proof.graph.equal(&bit, &expected));
            bit
        }
    }
}

/// Where the rays of a square are looked up, for the first time or later.
pub(super) fn rays(proof: &Proof, index: usize) -> Result<u64> {
    site(proof, |i| of_registers(i, M::Mov, R::EDX, R::R10D), index)
}

pub(super) fn four_tried(proof: &mut Proof, search: &Search, given: Option<usize>) -> Result<Known> {
    let (mut it, empty) = of_four(proof, search, rays(proof, 1)?);
    it.moves = any_below(proof, &mut it.place, 8);
    let bit = tried(proof, &mut it.place, given);
    let graph = &mut proof.graph;
    known(&mut it.place, "the other moves are on empty squares", within(graph, &it.moves, &empty));
    known(&mut it.place, "the move is on an empty square", within(graph, &bit, &empty));
    known(&mut it.place, "it is tried no more", apart(graph, &bit, &it.moves));
    it.squares[0] = bit;
    Ok(it)
}

/// What holds wherever three squares are empty, and the squares.
pub(super) fn of_three(proof: &mut Proof, search: &Search, at: u64) -> (Known, Bits) {
    let (mut it, empty4) = of_four(proof, search, at);
    let moves = any_below(proof, &mut it.place, 8);
    known(&mut it.place, "the other moves of four are on empty squares", within(&mut proof.graph, &moves, &empty4));
    it.own = any_spread(proof, &mut it.place, 10);
    it.opponent = any_spread(proof, &mut it.place, 11);
    let empty = any_below(proof, &mut it.place, 40);
    let graph = &mut proof.graph;
    let others = search.others(graph, &[&it.own, &it.opponent]);
    known(&mut it.place, "discs do not overlap", apart(graph, &it.own, &it.opponent));
    known(&mut it.place, "the empty squares of three", graph.equal(&empty, &others));
    known(&mut it.place, "three squares are empty", exactly(graph, &empty, 3));
    (it, empty)
}

/// Where a side with three empty squares begins.
pub(super) fn three_begun(proof: &mut Proof, search: &Search) -> Result<Known> {
    let at = site(proof, |i| i.mnemonic() == M::Inc && i.op0_register() == R::R15, 2)?;
    let (mut it, empty) = of_three(proof, search, at);
    it.place.is(R::R8, Word::number(empty));
    Ok(it)
}

/// Where the rays of one of three squares are looked up, after `tried` others.
pub(super) fn three_tried(proof: &mut Proof, search: &Search, before: usize, given: Option<usize>) -> Result<Known> {
    let (mut it, empty) = of_three(proof, search, rays(proof, 2 + before)?);
    let place = &mut it.place;
    let bit = tried(proof, place, given);
    let rest = place.number(&mut proof.graph, R::R8, 64);
    let done: Vec<Bits> = (0..before).map(|_| place.any(&mut proof.graph, 6)).collect();
    let low = zeros(2);
    match &done[..] {
        [] => place.is(R::RBX, Word::constant(0)),
        [first] => place.is(R::RBX, word_of(&[first])),
        [first, second, ..] => place.is(R::RBX, word_of(&[second, &low, first])),
    }
    for vector in 12..12 + before {
        any_spread(proof, place, vector);
    }
    let graph = &mut proof.graph;
    let mut union = graph.or_each(&rest, &bit);
    known(place, "the square is not among the rest", apart(graph, &rest, &bit));
    known(place, "squares are left", exactly(graph, &union, 3 - before));
    for square in &done {
        let set = one(graph, square);
        known(place, "squares differ", apart(graph, &union, &set));
        union = graph.or_each(&union, &set);
    }
    known(place, "they are the empty squares", graph.equal(&union, &empty));
    Ok(it)
}

/// Adds the untried moves of three squares: the queue has their numbers, `count` of them.
pub(super) fn queued(proof: &mut Proof, it: &mut Known, empty: &[Lit], counts: std::ops::RangeInclusive<usize>) {
    let place = &mut it.place;
    it.moves = place.number(&mut proof.graph, R::R8, 64);
    let queue = place.number(&mut proof.graph, R::R10, 64);
    for vector in 12..15 {
        any_spread(proof, place, vector);
    }
    let graph = &mut proof.graph;
    let squares = [16, 8, 0].map(|from| one(graph, &queue[from..]));
    let ways: Bits = counts
        .map(|count| {
            let (mut union, mut differ) = (zeros(64), Lit::TRUE);
            for square in &squares[..count] {
                let new = apart(graph, &union, square);
                differ = graph.and(differ, new);
                union = graph.or_each(&union, square);
            }
            let same = graph.equal(&union, &it.moves);
            graph.and(same, differ)
        })
        .collect();
    known(place, "the queue has the moves", graph.any(&ways));
    known(place, "moves are on empty squares", within(graph, &it.moves, empty));
}

/// Where the next move of three is taken.
pub(super) fn three_move(proof: &mut Proof, search: &Search) -> Result<Known> {
    let at = site(proof, |i| i.mnemonic() == M::Rorx && i.op1_register() == R::R10 && i.immediate8() == 16, 0)?;
    let (mut it, empty) = of_three(proof, search, at);
    queued(proof, &mut it, &empty, 1..=3);
    Ok(it)
}

/// Where two squares are empty, at the place of this name: the discs of both sides, the side to move first, and the squares.
pub(super) fn of_two(proof: &mut Proof, search: &Search, at: u64, passed: usize, given: [Option<usize>; 2]) -> Known {
    let (mut it, empty) = of_three(proof, search, at);
    queued(proof, &mut it, &empty, 0..=2);
    let sides = [0, 1].map(|vector| any_spread(proof, &mut it.place, vector));
    let [own, opponent] = if passed == 0 {
        sides
    } else {
        let [a, b] = sides;
        [b, a]
    };
    known(&mut it.place, "discs of two squares do not overlap", apart(&mut proof.graph, &own, &opponent));
    (it.own, it.opponent) = (own, opponent);
    let squares = [(R::RBP, given[0]), (R::R13, given[1])];
    it.squares = squares.map(|(register, given)| {
        let number = square(proof, &mut it.place, register, given);
        let set = one(&mut proof.graph, &number);
        let on_board = within(&mut proof.graph, &set, &crate::bits::number(search.board, 64));
        known(&mut it.place, "the square is on the board", on_board);
        number
    });
    it
}

pub(super) fn two_tried(proof: &mut Proof, search: &Search, passed: usize, given: Option<usize>) -> Result<Known> {
    let at = site(proof, |i| of_registers(i, M::Mov, R::EDX, R::EBP), passed)?;
    Ok(of_two(proof, search, at, passed, [given, None]))
}

pub(super) fn higher_tried(proof: &mut Proof, search: &Search, passed: usize, given: Option<usize>) -> Result<Known> {
    let at = site(proof, |i| of_registers(i, M::Mov, R::EDX, R::R13D), passed)?;
    Ok(of_two(proof, search, at, passed, [None, given]))
}

/// Where both squares' flips are known.
pub(super) fn both_known(proof: &mut Proof, search: &Search, passed: usize) -> Result<Known> {
    let swaps = |i: &Instruction| i.mnemonic() == M::Xchg && i.op_register(0).full_register() != R::RDI;
    let at = site(proof, |i| swaps(i) && [R::RBX, R::RAX].contains(&i.op0_register()), passed)?;
    Ok(of_two(proof, search, at, passed, [None, None]))
}

/// Where the lines through the last square are looked up: place `index` of six.
pub(super) fn last_tried(proof: &mut Proof, search: &Search, index: usize, given: Option<usize>) -> Result<Known> {
    let is = |i: &Instruction| i.mnemonic() == M::Andn && i.op0_register() == R::RAX && i.op2_register() == R::R11;
    let at = site(proof, is, index)?;
    let given = if index.is_multiple_of(3) { [None, given] } else { [given, None] };
    Ok(of_two(proof, search, at, index / 3, given))
}

/// Where the value of two squares is known.
pub(super) fn two_known(proof: &mut Proof, search: &Search) -> Result<Known> {
    let at = site(proof, |i| of_memory(i, M::Cmp, R::RSP, -92) && i.op0_register() == R::EAX, 0)?;
    let (mut it, empty) = of_three(proof, search, at);
    queued(proof, &mut it, &empty, 0..=2);
    Ok(it)
}
