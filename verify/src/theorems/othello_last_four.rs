//! The search of Othello's last plies where four squares are empty and fewer: from there on nothing is written but below the stack pointer.
//!
//! A place stands before each use of a table by a square, so that what is read there is shown for each square.

use super::Case;
use super::othello::square_name;
use super::othello_search::{
    Search, any_below, any_spread, apart, below, board, exactly, known, of_memory, of_registers, one, search, show_at,
    site, square, state_at, within, word_of,
};
use crate::bits::{Bits, number, zeros};
use crate::graph::{Graph, Lit};
use crate::memory::Word;
use crate::places::{Place, Reached};
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use crate::rules::othello as rules;
use crate::state::State;
use iced_x86::{Instruction, Mnemonic as M, Register as R};

/// The cases of a board with so many squares on a side.
pub(super) fn cases(side: usize) -> Vec<Case> {
    let squares = || (0..64).filter(move |square| board(side) >> square & 1 == 1);
    let mut cases = Vec::new();
    let mut add = |name: &str, prove: fn(&mut Proof, usize) -> Result<()>| {
        cases.push(Case::new(format!("{side}x{side}: {name}"), move |proof: &mut Proof| prove(proof, side)));
    };
    add("four squares", entered);
    add("four squares, the side to move", to_move);
    add("four squares, a move", next_of_four);
    add("three squares", three);
    add("three squares, a move", next_of_three);
    add("two squares", |proof, side| turned(proof, side, 0));
    add("two squares after a pass", |proof, side| turned(proof, side, 1));
    add("three squares, a value", value);
    let mut add = |name: &str, prove: fn(&mut Proof, usize, usize) -> Result<()>| {
        cases.extend(squares().map(|square| {
            let name = format!("{side}x{side}: {}, {name}", square_name(square));
            Case::new(name, move |proof: &mut Proof| prove(proof, side, square))
        }));
    };
    add("of four", move_of_four);
    add("the first of three", |proof, side, square| move_of_three(proof, side, 0, square));
    add("the second of three", |proof, side, square| move_of_three(proof, side, 1, square));
    add("the third of three", |proof, side, square| move_of_three(proof, side, 2, square));
    add("the lower of two", |proof, side, square| flips(proof, side, 0, false, square));
    add("the higher of two", |proof, side, square| flips(proof, side, 0, true, square));
    add("the lower of two after a pass", |proof, side, square| flips(proof, side, 1, false, square));
    add("the higher of two after a pass", |proof, side, square| flips(proof, side, 1, true, square));
    add("the last", |proof, side, square| (0..6).try_for_each(|index| last(proof, side, index, square)));
    cases
}

/// A place, and what is spoken of there.
#[derive(Clone)]
pub(super) struct Known {
    pub(super) place: Place,
    /// The moves not tried yet.
    moves: Bits,
    /// Whose turn it was: of three squares the lower half, of four the upper.
    passed: Bits,
    own: Bits,
    opponent: Bits,
    squares: [Bits; 2],
}

impl Known {
    fn new(place: Place) -> Known {
        let none = || zeros(64);
        Known { place, moves: none(), passed: none(), own: none(), opponent: none(), squares: [none(), none()] }
    }
}

fn begin(proof: &mut Proof, side: usize) -> Result<Search> {
    proof.nearby = true;
    let discs = [(); 2].map(|()| proof.graph.inputs(64));
    search(proof, side, discs, 0)
}

/// Where a level with four empty squares is entered.
pub(super) fn four(proof: &Proof) -> Result<u64> {
    site(proof, |i| of_memory(i, M::Mov, R::RSP, -48) && i.op1_register() == R::RBP, 0)
}

/// Where the value of a child of the level with five empty squares is known: of this level the frame.
fn done(proof: &mut Proof, search: &Search) -> Result<Place> {
    let at = site(proof, |i| i.mnemonic() == M::Inc && i.op0_register() == R::EBX, 0)?;
    let mut place = search.place(proof, at);
    place.is(R::RBP, Word::number(search.frame.clone()));
    place.is(R::RBX, Word::constant(4));
    place.vectors.push((15, search.keys.clone()));
    Ok(place)
}

/// Own, opponent and moves of a position with four empty squares.
pub(super) fn position(proof: &mut Proof, search: &Search, place: &mut Place) -> [Bits; 3] {
    let own = any_spread(proof, place, 0);
    let opponent = any_spread(proof, place, 1);
    place.is(R::RDI, Word::number(own.clone()));
    place.is(R::RSI, Word::number(opponent.clone()));
    let moves = place.number(&mut proof.graph, R::R8, 64);
    let graph = &mut proof.graph;
    let empty = search.others(graph, &[&own, &opponent]);
    known(place, "discs do not overlap", apart(graph, &own, &opponent));
    known(place, "four squares are empty", exactly(graph, &empty, 4));
    known(place, "moves are on empty squares", within(graph, &moves, &empty));
    [own, opponent, moves]
}

/// Where it is looked at whether the side to move has a move.
fn side_to_move(proof: &mut Proof, search: &Search) -> Result<Known> {
    let at = site(proof, |i| i.mnemonic() == M::Inc && i.op0_register() == R::R15, 1)?;
    let mut place = search.place(proof, at);
    below(&mut place, 48, Word::number(search.frame.clone()));
    place.vectors.push((15, search.keys.clone()));
    let passed = any_below(proof, &mut place, 88);
    let [own, opponent, moves] = position(proof, search, &mut place);
    Ok(Known { moves, passed, own, opponent, ..Known::new(place) })
}

/// What is known wherever moves of a position with four empty squares are tried, and these.
fn of_four(proof: &mut Proof, search: &Search, at: u64) -> (Known, Bits) {
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
fn four_move(proof: &mut Proof, search: &Search) -> Result<Known> {
    let at = site(proof, |i| of_memory(i, M::Mov, R::RSP, -24) && i.op0_register() == R::RCX, 0)?;
    let (mut it, empty) = of_four(proof, search, at);
    it.moves = it.place.number(&mut proof.graph, R::R8, 64);
    let graph = &mut proof.graph;
    known(&mut it.place, "moves are on empty squares", within(graph, &it.moves, &empty));
    known(&mut it.place, "there is a move", graph.any(&it.moves));
    Ok(it)
}

/// A square that is tried, in r10, and the set of it in r11.
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

/// Where the rays of a square are looked up, the first time or later.
pub(super) fn rays(proof: &Proof, index: usize) -> Result<u64> {
    site(proof, |i| of_registers(i, M::Mov, R::EDX, R::R10D), index)
}

fn four_tried(proof: &mut Proof, search: &Search, given: Option<usize>) -> Result<Known> {
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

/// What is known wherever three squares are empty; and these.
fn of_three(proof: &mut Proof, search: &Search, at: u64) -> (Known, Bits) {
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
fn three_begun(proof: &mut Proof, search: &Search) -> Result<Known> {
    let at = site(proof, |i| i.mnemonic() == M::Inc && i.op0_register() == R::R15, 2)?;
    let (mut it, empty) = of_three(proof, search, at);
    it.place.is(R::R8, Word::number(empty));
    Ok(it)
}

/// Where the rays of one of three squares are looked up, after so many of them.
fn three_tried(proof: &mut Proof, search: &Search, before: usize, given: Option<usize>) -> Result<Known> {
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

/// Adds the moves of three squares that are not tried, of which the queue has the numbers: so many of them.
fn queued(proof: &mut Proof, it: &mut Known, empty: &[Lit], counts: std::ops::RangeInclusive<usize>) {
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
fn three_move(proof: &mut Proof, search: &Search) -> Result<Known> {
    let at = site(proof, |i| i.mnemonic() == M::Rorx && i.op1_register() == R::R10 && i.immediate8() == 16, 0)?;
    let (mut it, empty) = of_three(proof, search, at);
    queued(proof, &mut it, &empty, 1..=3);
    Ok(it)
}

/// Where two squares are empty, at so named a place: the sides' discs, the first of which is to move, and the squares.
fn of_two(proof: &mut Proof, search: &Search, at: u64, passed: usize, given: [Option<usize>; 2]) -> Known {
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

fn two_tried(proof: &mut Proof, search: &Search, passed: usize, given: Option<usize>) -> Result<Known> {
    let at = site(proof, |i| of_registers(i, M::Mov, R::EDX, R::EBP), passed)?;
    Ok(of_two(proof, search, at, passed, [given, None]))
}

fn higher_tried(proof: &mut Proof, search: &Search, passed: usize, given: Option<usize>) -> Result<Known> {
    let at = site(proof, |i| of_registers(i, M::Mov, R::EDX, R::R13D), passed)?;
    Ok(of_two(proof, search, at, passed, [None, given]))
}

/// Where both squares' flips are known.
fn both_known(proof: &mut Proof, search: &Search, passed: usize) -> Result<Known> {
    let swaps = |i: &Instruction| i.mnemonic() == M::Xchg && i.op_register(0).full_register() != R::RDI;
    let at = site(proof, |i| swaps(i) && [R::RBX, R::RAX].contains(&i.op0_register()), passed)?;
    Ok(of_two(proof, search, at, passed, [None, None]))
}

/// Where the lines through the last square are looked up, of the six places the one with this index.
fn last_tried(proof: &mut Proof, search: &Search, index: usize, given: Option<usize>) -> Result<Known> {
    let is = |i: &Instruction| i.mnemonic() == M::Andn && i.op0_register() == R::RAX && i.op2_register() == R::R11;
    let at = site(proof, is, index)?;
    let given = if index % 3 == 0 { [None, given] } else { [given, None] };
    Ok(of_two(proof, search, at, index / 3, given))
}

/// Where the value of two squares is known.
fn two_known(proof: &mut Proof, search: &Search) -> Result<Known> {
    let at = site(proof, |i| of_memory(i, M::Cmp, R::RSP, -92) && i.op0_register() == R::EAX, 0)?;
    let (mut it, empty) = of_three(proof, search, at);
    queued(proof, &mut it, &empty, 0..=2);
    Ok(it)
}

/// Runs from a place to some others, and nowhere else.
fn leave(proof: &mut Proof, search: &Search, from: &Known, to: &[&Place]) -> Result<Reached> {
    let places: Vec<Place> = to.iter().map(|&place| place.clone()).collect();
    let reached = proof.leave(&from.place, &search.entry, &places)?;
    if reached.returned.is_some() {
        refuse!("it returns with fewer than five squares");
    }
    Ok(reached)
}

/// The quadword that says who has passed, as it is in a state.
fn passed(proof: &mut Proof, search: &Search, state: &State) -> Result<Bits> {
    let [(stack, _)] = search.entry.get(R::RSP).base[..] else { refuse!("rsp is not on the stack") };
    proof.stored(state, stack, crate::state::STACK - 48 - 88, 8)
}

/// Shows that a side begins anew only after the first pass.
fn show_first_pass(proof: &mut Proof, search: &Search, from: &Known, state: &State, half: usize) -> Result<()> {
    let after = passed(proof, search, state)?;
    let half = 32 * half..32 * half + 32;
    let before = proof.graph.is_zero(&from.passed[half.clone()]);
    let after = proof.graph.any(&after[half]);
    let both = proof.graph.and(before, after);
    show_at(proof, state, "nobody has passed before, and now one has", both)
}

/// Shows that who has passed with so many squares stays as it was.
fn show_passed_stays(proof: &mut Proof, search: &Search, from: &Known, state: &State, half: usize) -> Result<()> {
    let after = passed(proof, search, state)?;
    let half = 32 * half..32 * half + 32;
    let same = proof.graph.equal(&from.passed[half.clone()], &after[half]);
    show_at(proof, state, "who has passed stays", same)
}

fn entered(proof: &mut Proof, side: usize) -> Result<()> {
    let search = begin(proof, side)?;
    let mut this = Known::new(search.place(proof, four(proof)?));
    this.place.is(R::RBP, Word::number(search.frame.clone()));
    this.place.vectors.push((15, search.keys.clone()));
    position(proof, &search, &mut this.place);
    let next = side_to_move(proof, &search)?;
    let reached = leave(proof, &search, &this, &[&next.place])?;
    let state = state_at(&reached, next.place.at)?;
    let after = passed(proof, &search, state)?;
    proof.show_equal("nobody has passed", &after[32..], &zeros(32))
}

fn to_move(proof: &mut Proof, side: usize) -> Result<()> {
    let search = begin(proof, side)?;
    let this = side_to_move(proof, &search)?;
    let (again, tried, done) = (side_to_move(proof, &search)?, four_move(proof, &search)?, done(proof, &search)?);
    let mut reached = leave(proof, &search, &this, &[&again.place, &tried.place, &done])?;
    let again = reached.places.remove(&again.place.at);
    let Some(again) = again else { refuse!("nobody passes") };
    show_first_pass(proof, &search, &this, &again, 1)?;
    // The other side's turn, with its moves.
    let legal = rules::legal_moves(&mut proof.graph, &this.opponent, &this.own);
    let legal = proof.graph.and_each(&legal, &number(search.board, 64));
    let found = again.get(R::R8).bits.clone();
    let same = proof.graph.equal(&found, &legal);
    show_at(proof, &again, "the other side's legal moves", same)
}

fn next_of_four(proof: &mut Proof, side: usize) -> Result<()> {
    let search = begin(proof, side)?;
    let this = four_move(proof, &search)?;
    let next = four_tried(proof, &search, None)?;
    let reached = leave(proof, &search, &this, &[&next.place])?;
    let state = state_at(&reached, next.place.at)?;
    let bit = state.get(R::R11).bits.clone();
    let was = within(&mut proof.graph, &bit, &this.moves);
    proof.show("the square is one of the moves", was)?;
    show_passed_stays(proof, &search, &this, state, 1)?;
    let left = state.get(R::R8).bits.clone();
    let all = proof.graph.or_each(&left, &bit);
    proof.show_equal("the moves become one less", &all, &this.moves)
}

fn move_of_four(proof: &mut Proof, side: usize, square: usize) -> Result<()> {
    let search = begin(proof, side)?;
    let this = four_tried(proof, &search, Some(square))?;
    let next = three_begun(proof, &search)?;
    let reached = leave(proof, &search, &this, &[&next.place])?;
    let state = state_at(&reached, next.place.at)?.clone();
    show_passed_stays(proof, &search, &this, &state, 1)?;
    let after = passed(proof, &search, &state)?;
    proof.show_equal("nobody has passed with three", &after[..32], &zeros(32))?;
    let (theirs, ours) = rules::child(&mut proof.graph, &this.own, &this.opponent, square);
    for (vector, expected) in [(10, theirs), (11, ours)] {
        proof.show_equal("the position after the move", &state.vectors[vector][..64], &expected)?;
    }
    Ok(())
}

fn three(proof: &mut Proof, side: usize) -> Result<()> {
    let search = begin(proof, side)?;
    let this = three_begun(proof, &search)?;
    let next = three_tried(proof, &search, 0, None)?;
    let reached = leave(proof, &search, &this, &[&next.place])?;
    let state = state_at(&reached, next.place.at)?;
    [0, 1].into_iter().try_for_each(|half| show_passed_stays(proof, &search, &this, state, half))
}

/// What a square turns that is the first of three, or a later one.
fn move_of_three(proof: &mut Proof, side: usize, before: usize, square: usize) -> Result<()> {
    let search = begin(proof, side)?;
    let this = three_tried(proof, &search, before, Some(square))?;
    let next = if before < 2 { three_tried(proof, &search, before + 1, None)? } else { three_move(proof, &search)? };
    let reached = leave(proof, &search, &this, &[&next.place])?;
    let state = state_at(&reached, next.place.at)?.clone();
    [0, 1].into_iter().try_for_each(|half| show_passed_stays(proof, &search, &this, &state, half))?;
    let turned = rules::flips(&mut proof.graph, &this.own, &this.opponent, square);
    proof.show_equal("what the square turns", &state.vectors[12 + before][..64], &turned)
}

fn next_of_three(proof: &mut Proof, side: usize) -> Result<()> {
    let search = begin(proof, side)?;
    let this = three_move(proof, &search)?;
    let two = two_tried(proof, &search, 0, None)?;
    let reached = after_three(proof, &search, &this, Some(&two.place))?;
    for at in [this.place.at, two.place.at] {
        let state = state_at(&reached, at)?.clone();
        let left = state.get(R::R8).bits.clone();
        let fewer = strictly_within(&mut proof.graph, &left, &this.moves);
        show_at(proof, &state, "a move less is left", fewer)?;
    }
    let state = state_at(&reached, two.place.at)?;
    [0, 1].into_iter().try_for_each(|half| show_passed_stays(proof, &search, &this, state, half))
}

fn strictly_within(graph: &mut Graph, inner: &[Lit], outer: &[Lit]) -> Lit {
    let (inside, same) = (within(graph, inner, outer), graph.equal(inner, outer));
    graph.and(inside, !same)
}

/// From where a move of three is done, or before, to wherever that may lead.
fn after_three(proof: &mut Proof, search: &Search, from: &Known, two: Option<&Place>) -> Result<Reached> {
    let (next, again) = (three_move(proof, search)?, three_begun(proof, search)?);
    let (four, done) = (four_move(proof, search)?, done(proof, search)?);
    let mut places = vec![&next.place, &again.place, &four.place, &done];
    places.extend(two);
    let reached = leave(proof, search, from, &places)?;
    let state = state_at(&reached, again.place.at)?.clone();
    show_first_pass(proof, search, from, &state, 0)?;
    for (at, halves) in [(next.place.at, 0..=1), (again.place.at, 1..=1), (four.place.at, 1..=1)] {
        let state = state_at(&reached, at)?.clone();
        halves.into_iter().try_for_each(|half| show_passed_stays(proof, search, from, &state, half))?;
    }
    Ok(reached)
}

fn value(proof: &mut Proof, side: usize) -> Result<()> {
    let search = begin(proof, side)?;
    let this = two_known(proof, &search)?;
    let reached = after_three(proof, &search, &this, None)?;
    let next = three_move(proof, &search)?;
    let state = state_at(&reached, next.place.at)?.clone();
    let left = state.get(R::R8).bits.clone();
    let same = proof.graph.equal(&left, &this.moves);
    show_at(proof, &state, "the moves that are left stay", same)
}

/// Shows that the moves of three that are left, and who has passed, stay as they are wherever a run ends.
fn show_stays(proof: &mut Proof, search: &Search, from: &Known, reached: &Reached) -> Result<()> {
    for state in reached.places.values() {
        let same = proof.graph.equal(&state.get(R::R8).bits, &from.moves);
        show_at(proof, state, "the moves that are left stay", same)?;
        [0, 1].into_iter().try_for_each(|half| show_passed_stays(proof, search, from, state, half))?;
    }
    Ok(())
}

/// What the lower or the higher of two squares turns.
fn flips(proof: &mut Proof, side: usize, passed: usize, higher: bool, square: usize) -> Result<()> {
    let search = begin(proof, side)?;
    let (this, next, register) = if higher {
        (higher_tried(proof, &search, passed, Some(square))?, both_known(proof, &search, passed)?, R::RAX)
    } else {
        (two_tried(proof, &search, passed, Some(square))?, higher_tried(proof, &search, passed, None)?, R::RBX)
    };
    let reached = leave(proof, &search, &this, &[&next.place])?;
    show_stays(proof, &search, &this, &reached)?;
    let turned = rules::flips(&mut proof.graph, &this.own, &this.opponent, square);
    let found = state_at(&reached, next.place.at)?.get(register).bits.clone();
    proof.show_equal("what the square turns", &found, &turned)
}

/// From where both are known to the last square, or the other side's turn, or the end.
fn turned(proof: &mut Proof, side: usize, passed: usize) -> Result<()> {
    let search = begin(proof, side)?;
    let this = both_known(proof, &search, passed)?;
    let mut places = Vec::new();
    for index in [3 * passed, 3 * passed + 2] {
        places.push(last_tried(proof, &search, index, None)?);
    }
    places.push(if passed == 0 { two_tried(proof, &search, 1, None)? } else { two_known(proof, &search)? });
    let places: Vec<&Place> = places.iter().map(|known| &known.place).collect();
    let reached = leave(proof, &search, &this, &places)?;
    proof.show("each is reached", Lit::constant(reached.places.len() == places.len()))?;
    show_stays(proof, &search, &this, &reached)
}

/// What the last square turns, and the value.
fn last(proof: &mut Proof, side: usize, index: usize, square: usize) -> Result<()> {
    let mut apart = proof.apart();
    let outcome = (|| {
        let proof = &mut apart;
        let search = begin(proof, side)?;
        let this = last_tried(proof, &search, index, Some(square))?;
        let mut places = vec![two_known(proof, &search)?.place];
        if index % 3 == 0 {
            places.push(last_tried(proof, &search, index + 1, None)?.place);
        }
        let places: Vec<&Place> = places.iter().collect();
        let reached = leave(proof, &search, &this, &places)?;
        show_stays(proof, &search, &this, &reached)
    })();
    proof.join(apart, outcome)
}
