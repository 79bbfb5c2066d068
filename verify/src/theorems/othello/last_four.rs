//! The search of Othello's last plies, from four empty squares down: here it writes only below the stack pointer.

use super::last_four_places::*;
use super::moves::square_name;
use super::search::{Search, board, show_at, state_at, within};
use crate::bits::{Bits, number, zeros};
use crate::graph::{Graph, Lit};
use crate::places::{Place, Reached};
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use crate::rules::othello as rules;
use crate::state::State;
use crate::theorems::Case;
use crate::word::Word;
use iced_x86::Register as R;

/// The cases of a board with `side` squares on a side.
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

/// Runs from one place to given others and checks that no other is reached.
fn leave(proof: &mut Proof, search: &Search, from: &Known, to: &[&Place]) -> Result<Reached> {
    let places: Vec<Place> = to.iter().map(|&place| place.clone()).collect();
    let reached = proof.leave(&from.place, &search.entry, &places)?;
    if reached.returned.is_some() && !proof.is_outset() {
        refuse!("it returns with fewer than five squares");
    }
    Ok(reached)
}

/// The quadword that says who has passed, in a given state.
fn passed(proof: &mut Proof, search: &Search, state: &State) -> Result<Bits> {
    let stack = crate::places::stack_of(&search.entry)?;
    proof.stored(state, stack, crate::state::STACK - 48 - 88, 8)
}

/// Shows that a side's turn starts again only after the first pass.
fn show_first_pass(proof: &mut Proof, search: &Search, from: &Known, state: &State, half: usize) -> Result<()> {
    let after = passed(proof, search, state)?;
    let half = 32 * half..32 * half + 32;
    let before = proof.graph.is_zero(&from.passed[half.clone()]);
    let after = proof.graph.any(&after[half]);
    let both = proof.graph.and(before, after);
    show_at(proof, state, "no side has passed before, and now one has", both)
}

/// Shows that "who has passed" does not change at this number of empty squares.
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
    proof.show_equal("no side has passed", &after[32..], &zeros(32))
}

fn to_move(proof: &mut Proof, side: usize) -> Result<()> {
    let search = begin(proof, side)?;
    let this = side_to_move(proof, &search)?;
    let (again, tried, done) = (side_to_move(proof, &search)?, four_move(proof, &search)?, done(proof, &search)?);
    let mut reached = leave(proof, &search, &this, &[&again.place, &tried.place, &done])?;
    let again = reached.places.remove(&again.place.at);
    let Some(again) = again else { refuse!("no side passes") };
    show_first_pass(proof, &search, &this, &again, 1)?;
    // The other side's turn, with its moves.
    let legal = rules::legal_moves(&mut proof.graph, &this.opponent, &this.own);
    let legal = proof.graph.and_each(&legal, &number(search.board, 64));
    let found = again.number(R::R8)?;
    let same = proof.graph.equal(&found, &legal);
    show_at(proof, &again, "the other side's legal moves", same)
}

fn next_of_four(proof: &mut Proof, side: usize) -> Result<()> {
    let search = begin(proof, side)?;
    let this = four_move(proof, &search)?;
    let next = four_tried(proof, &search, None)?;
    let reached = leave(proof, &search, &this, &[&next.place])?;
    let state = state_at(&reached, next.place.at)?;
    let bit = state.number(R::R11)?;
    let was = within(&mut proof.graph, &bit, &this.moves);
    proof.show("the square is one of the moves", was)?;
    show_passed_stays(proof, &search, &this, state, 1)?;
    let left = state.number(R::R8)?;
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
    proof.show_equal("no side has passed with three", &after[..32], &zeros(32))?;
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

/// What a square turns: the first of three, or a later one.
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
        let left = state.number(R::R8)?;
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

/// From the end of a move of three, or the start, to every place it can lead to.
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
    let left = state.number(R::R8)?;
    let same = proof.graph.equal(&left, &this.moves);
    show_at(proof, &state, "the moves that are left stay", same)
}

/// Shows that the remaining moves of three, and who has passed, are unchanged at every end of a run.
fn show_stays(proof: &mut Proof, search: &Search, from: &Known, reached: &Reached) -> Result<()> {
    for state in reached.places.values() {
        let same = proof.graph.equal(&state.number(R::R8)?, &from.moves);
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
    let found = state_at(&reached, next.place.at)?.number(register)?;
    proof.show_equal("what the square turns", &found, &turned)
}

/// From where both flips are known to the last square, the other side's turn, or the end.
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
        if index.is_multiple_of(3) {
            places.push(last_tried(proof, &search, index + 1, None)?.place);
        }
        let places: Vec<&Place> = places.iter().collect();
        let reached = leave(proof, &search, &this, &places)?;
        show_stays(proof, &search, &this, &reached)
    })();
    proof.join(apart, outcome)
}
