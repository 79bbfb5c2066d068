//! The search of Othello's last plies, from four empty squares down: here it writes only below the
//! stack pointer.

use super::last_four_places::*;
use super::moves::{board, square_name, squares};
use super::search::{Search, begin, show_more_stable, strictly_within};
use crate::bits::{Bits, zeros};
use crate::graph::Lit;
use crate::place::{Place, Reached};
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use crate::rules::othello as rules;
use crate::state::State;
use crate::theorem::Case;

/// The cases of a board with `side` squares on a side.
pub(super) fn cases(side: usize) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut add = |name: &str, prove: fn(&mut Proof, &Search) -> Result<()>| {
        let prove = move |proof: &mut Proof| begin(proof, side, false).and_then(|search| prove(proof, &search));
        cases.push(Case::new(format!("{side}x{side}: {name}"), prove));
    };
    add("four squares", entered);
    add("four squares, the side to move", to_move);
    add("four squares, stable discs", stable_with_four);
    add("four squares, a move", next_of_four);
    add("three squares", three);
    add("three squares, stable discs", stable_with_three);
    add("three squares, a move", next_of_three);
    add("two squares", |proof, search| turned(proof, search, 0));
    add("two squares after a pass", |proof, search| turned(proof, search, 1));
    add("three squares, a value", value);
    let mut add = |name: &str, prove: fn(&mut Proof, &Search, usize) -> Result<()>| {
        cases.extend(squares(board(side)).map(|square| {
            let name = format!("{side}x{side}: {}, {name}", square_name(square));
            let prove =
                move |proof: &mut Proof| begin(proof, side, false).and_then(|search| prove(proof, &search, square));
            Case::new(name, prove)
        }));
    };
    add("of four", move_of_four);
    add("the first of three", |proof, search, square| move_of_three(proof, search, 0, square));
    add("the second of three", |proof, search, square| move_of_three(proof, search, 1, square));
    add("the third of three", |proof, search, square| move_of_three(proof, search, 2, square));
    add("the lower of two", |proof, search, square| flips(proof, search, 0, Two::Lower, square));
    add("the higher of two", |proof, search, square| flips(proof, search, 0, Two::Higher, square));
    add("the lower of two after a pass", |proof, search, square| flips(proof, search, 1, Two::Lower, square));
    add("the higher of two after a pass", |proof, search, square| flips(proof, search, 1, Two::Higher, square));
    cases.extend(squares(board(side)).map(|square| {
        let name = format!("{side}x{side}: {}, the last", square_name(square));
        Case::new(name, move |proof: &mut Proof| {
            let places = [Two::LastHigher, Two::LastLower, Two::LastAlone].into_iter();
            let mut all = [0, 1].into_iter().flat_map(|passed| places.clone().map(move |at| (passed, at)));
            all.try_for_each(|(passed, at)| proof.aside(|proof| last(proof, side, passed, at, square)))
        })
    }));
    cases
}

/// Runs from one place to given others and checks that no other is reached.
fn leave(proof: &mut Proof, search: &Search, from: &Known, to: &[&Place]) -> Result<Reached> {
    let reached = search.leave(proof, &from.place, to)?;
    if reached.returned.is_some() && !proof.is_outset() {
        refuse!("it returns with fewer than five squares");
    }
    Ok(reached)
}

/// The state at the one place to which another leads.
fn next(proof: &mut Proof, search: &Search, from: &Known, to: &Known) -> Result<State> {
    proof.lead(&from.place, &search.entry, &to.place)
}

/// The halves of what says who has passed, for three squares and for four.
const THREE: usize = 0;
const FOUR: usize = 1;

/// In a given state.
fn passed(proof: &mut Proof, search: &Search, state: &State, half: usize) -> Result<Bits> {
    let stack = search.entry.stack()?;
    proof.stored(state, stack, crate::state::STACK - 48 - 88 + 4 * half as i64, 4)
}

/// Shows that a side's turn starts again only after the first pass.
fn show_first_pass(proof: &mut Proof, search: &Search, from: &Known, state: &State, half: usize) -> Result<()> {
    let after = passed(proof, search, state, half)?;
    let both = proof.graph.and(proof.graph.is_zero(&from.passed[32 * half..][..32]), proof.graph.any(&after));
    proof.show_where(state.path, "no side has passed before, and now one has", both)
}

/// Shows that "who has passed" does not change at these numbers of empty squares.
fn show_passed_stays(proof: &mut Proof, search: &Search, from: &Known, state: &State, halves: &[usize]) -> Result<()> {
    for &half in halves {
        let after = passed(proof, search, state, half)?;
        let same = proof.graph.equal(&from.passed[32 * half..][..32], &after);
        proof.show_where(state.path, "who has passed stays", same)?;
    }
    Ok(())
}

fn entered(proof: &mut Proof, search: &Search) -> Result<()> {
    let (this, to) = (four(proof, search)?, side_to_move(proof, search)?);
    let state = next(proof, search, &this, &to)?;
    let after = passed(proof, search, &state, FOUR)?;
    proof.show_equal("no side has passed", &after, &zeros(32))
}

fn to_move(proof: &mut Proof, search: &Search) -> Result<()> {
    let this = side_to_move(proof, search)?;
    from_four(proof, search, &this).map(drop)
}

fn stable_with_four(proof: &mut Proof, search: &Search) -> Result<()> {
    let (this, before) = stable_of_four(proof, search)?;
    let reached = from_four(proof, search, &this)?;
    show_more_stable(proof, &this.place, reached.arrival(&this.place)?, &before)
}

/// The ways out of the start of four squares: stable discs, its moves, the other side's turn, or
/// the end.
fn from_four(proof: &mut Proof, search: &Search, from: &Known) -> Result<Reached> {
    let (again, tried, done) = (side_to_move(proof, search)?, four_move(proof, search)?, done(proof, search)?);
    let (stable, _) = stable_of_four(proof, search)?;
    let reached = leave(proof, search, from, &[&again.place, &stable.place, &tried.place, &done])?;
    for place in [&stable.place, &tried.place] {
        show_passed_stays(proof, search, from, reached.arrival(place)?, &[FOUR])?;
    }
    let state = reached.arrival(&again.place)?;
    show_first_pass(proof, search, from, state, FOUR)?;
    // The other side's turn, with its moves.
    let legal = search.legal_moves(&proof.graph, &from.opponent, &from.own);
    let same = proof.graph.equal(&again.place.number_in(state, "moves")?, &legal);
    proof.show_where(state.path, "the other side's legal moves", same)?;
    Ok(reached)
}

fn next_of_four(proof: &mut Proof, search: &Search) -> Result<()> {
    let (this, to) = (four_move(proof, search)?, four_tried(proof, search, None)?);
    let state = next(proof, search, &this, &to)?;
    let bit = to.place.number_in(&state, "bit")?;
    proof.show("the square is one of the moves", proof.graph.within(&bit, &this.moves))?;
    show_passed_stays(proof, search, &this, &state, &[FOUR])?;
    let left = to.place.number_in(&state, "moves")?;
    proof.show_equal("the moves become one less", &proof.graph.or_each(&left, &bit), &this.moves)
}

fn move_of_four(proof: &mut Proof, search: &Search, square: usize) -> Result<()> {
    let (this, to) = (four_tried(proof, search, Some(square))?, three_begun(proof, search)?);
    let state = next(proof, search, &this, &to)?;
    show_passed_stays(proof, search, &this, &state, &[FOUR])?;
    let after = passed(proof, search, &state, THREE)?;
    proof.show_equal("no side has passed with three", &after, &zeros(32))?;
    let (theirs, ours) = rules::child(&proof.graph, &this.own, &this.opponent, square);
    for (discs, expected) in [("owns3", theirs), ("opponents3", ours)] {
        proof.show_equal("the position after the move", &to.place.vector_in(&state, discs)?[..64], &expected)?;
    }
    Ok(())
}

fn three(proof: &mut Proof, search: &Search) -> Result<()> {
    let this = three_begun(proof, search)?;
    from_three(proof, search, &this, &[]).map(drop)
}

fn stable_with_three(proof: &mut Proof, search: &Search) -> Result<()> {
    let (this, before) = stable_of_three(proof, search)?;
    let (four, done) = (four_move(proof, search)?, done(proof, search)?);
    let reached = from_three(proof, search, &this, &[&four.place, &done])?;
    show_passed_stays(proof, search, &this, reached.arrival(&four.place)?, &[FOUR])?;
    show_more_stable(proof, &this.place, reached.arrival(&this.place)?, &before)
}

/// From the start of three squares to stable discs or the first square, or where a cutoff leads.
fn from_three(proof: &mut Proof, search: &Search, from: &Known, cut_off: &[&Place]) -> Result<Reached> {
    let ((stable, _), tried) = (stable_of_three(proof, search)?, three_tried(proof, search, 0, None)?);
    let mut places = vec![&stable.place, &tried.place];
    places.extend(cut_off);
    let reached = leave(proof, search, from, &places)?;
    for place in [&stable.place, &tried.place] {
        show_passed_stays(proof, search, from, reached.arrival(place)?, &[THREE, FOUR])?;
    }
    Ok(reached)
}

/// The flips of a square: the first of three, or a later one.
fn move_of_three(proof: &mut Proof, search: &Search, before: usize, square: usize) -> Result<()> {
    let this = three_tried(proof, search, before, Some(square))?;
    let to = if before < 2 { three_tried(proof, search, before + 1, None)? } else { three_move(proof, search)? };
    let state = next(proof, search, &this, &to)?;
    show_passed_stays(proof, search, &this, &state, &[THREE, FOUR])?;
    let turned = rules::flips(&proof.graph, &this.own, &this.opponent, square);
    proof.show_equal("what the square turns", &to.place.vector_in(&state, TURNED[before])?[..64], &turned)
}

fn next_of_three(proof: &mut Proof, search: &Search) -> Result<()> {
    let this = three_move(proof, search)?;
    let two = two(proof, search, Two::Lower, 0, None)?;
    let reached = after_three(proof, search, &this, Some(&two.place))?;
    for place in [&this.place, &two.place] {
        let state = reached.arrival(place)?;
        let fewer = strictly_within(&proof.graph, &place.number_in(state, "moves")?, &this.moves);
        proof.show_where(state.path, "a move less is left", fewer)?;
    }
    show_passed_stays(proof, search, &this, reached.arrival(&two.place)?, &[THREE, FOUR])
}

/// From the end of a move of three, or the start, to every place it can lead to.
fn after_three(proof: &mut Proof, search: &Search, from: &Known, two: Option<&Place>) -> Result<Reached> {
    let (next, again) = (three_move(proof, search)?, three_begun(proof, search)?);
    let (four, done) = (four_move(proof, search)?, done(proof, search)?);
    let mut places = vec![&next.place, &again.place, &four.place, &done];
    places.extend(two);
    let reached = leave(proof, search, from, &places)?;
    show_first_pass(proof, search, from, reached.arrival(&again.place)?, THREE)?;
    for (to, part) in [(next, &[THREE, FOUR][..]), (again, &[FOUR]), (four, &[FOUR])] {
        show_passed_stays(proof, search, from, reached.arrival(&to.place)?, part)?;
    }
    Ok(reached)
}

fn value(proof: &mut Proof, search: &Search) -> Result<()> {
    let this = two_known(proof, search)?;
    let reached = after_three(proof, search, &this, None)?;
    let next = three_move(proof, search)?.place;
    show_moves_stay(proof, &this, &next, reached.arrival(&next)?)
}

fn show_moves_stay(proof: &mut Proof, from: &Known, to: &Place, state: &State) -> Result<()> {
    let same = proof.graph.equal(&to.number_in(state, "moves")?, &from.moves);
    proof.show_where(state.path, "the moves that are left stay", same)
}

/// Shows that the remaining moves of three, and who has passed, are unchanged at every end of a
/// run.
fn show_stays(proof: &mut Proof, search: &Search, from: &Known, reached: &Reached) -> Result<()> {
    for state in reached.places.values() {
        show_moves_stay(proof, from, &from.place, state)?;
        show_passed_stays(proof, search, from, state, &[THREE, FOUR])?;
    }
    Ok(())
}

/// The flips of the lower or the higher of two squares.
fn flips(proof: &mut Proof, search: &Search, passed: usize, at: Two, square: usize) -> Result<()> {
    let this = two(proof, search, at, passed, Some(square))?;
    let (to, found) = if matches!(at, Two::Lower) { (Two::Higher, "flips_b") } else { (Two::Both, "flips") };
    let to = two(proof, search, to, passed, None)?;
    let reached = leave(proof, search, &this, &[&to.place])?;
    show_stays(proof, search, &this, &reached)?;
    let turned = rules::flips(&proof.graph, &this.own, &this.opponent, square);
    proof.show_equal("what the square turns", &to.place.number_in(reached.arrival(&to.place)?, found)?, &turned)
}

/// From where both flips are known to the last square, the other side's turn, or the end.
fn turned(proof: &mut Proof, search: &Search, passed: usize) -> Result<()> {
    let this = two(proof, search, Two::Both, passed, None)?;
    let [higher, alone] = [Two::LastHigher, Two::LastAlone].map(|at| two(proof, search, at, passed, None));
    let over = if passed == 0 { two(proof, search, Two::Lower, 1, None)? } else { two_known(proof, search)? };
    let reached = leave(proof, search, &this, &[&higher?.place, &alone?.place, &over.place])?;
    proof.show("each is reached", Lit::constant(reached.places.len() == 3))?;
    show_stays(proof, search, &this, &reached)
}

/// The flips of the last square, and the value.
fn last(proof: &mut Proof, side: usize, passed: usize, at: Two, square: usize) -> Result<()> {
    let search = begin(proof, side, false)?;
    let this = two(proof, &search, at, passed, Some(square))?;
    let mut places = vec![two_known(proof, &search)?.place];
    if matches!(at, Two::LastHigher) {
        places.push(two(proof, &search, Two::LastLower, passed, None)?.place);
    }
    let reached = leave(proof, &search, &this, &places.iter().collect::<Vec<_>>())?;
    show_stays(proof, &search, &this, &reached)
}
