//! The cuts in the search of Othello's last plies, from four empty squares down: what holds of the
//! state at each.
//!
//! One cut stands before each table lookup by a square, so the lookup is shown once for each
//! square.

use super::search::{Search, any_below, below, exactly, known, one, square};
use crate::bits::{Bits, number, resized, zeros};
use crate::graph::Lit;
use crate::place::Place;
use crate::proof::Proof;
use crate::refused::Result;
use crate::word::Word;
use std::ops::RangeInclusive;

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
}

/// Where a level with four empty squares begins, in the frame of the level above.
pub(super) fn four(proof: &mut Proof, search: &Search) -> Result<Known> {
    let mut place = search.place(proof, "four")?;
    place.holds("frame", Word::number(search.frame.clone()))?;
    place.holds_vector("keys", search.keys.clone())?;
    let [own, opponent, moves] = search.position(proof, &mut place, 4)?;
    Ok(Known { place, moves, passed: zeros(64), own, opponent })
}

/// Where the value of a child of the five-square level is known, in that level's frame.
pub(super) fn done(proof: &Proof, search: &Search) -> Result<Place> {
    let mut place = search.place(proof, "child_known")?;
    place.holds("frame", Word::number(search.frame.clone()))?;
    place.holds("empties", Word::constant(4))?;
    place.holds_vector("keys", search.keys.clone())?;
    Ok(place)
}

/// The facts that hold below the level with five empty squares, and who has passed.
fn below_five(proof: &mut Proof, search: &Search, name: &str) -> Result<(Place, Bits)> {
    let mut place = search.place(proof, name)?;
    below(&mut place, 48, Word::number(search.frame.clone()));
    place.holds_vector("keys", search.keys.clone())?;
    let passed = any_below(proof, &mut place, 88);
    Ok((place, passed))
}

/// Where a position with four empty squares is in registers.
fn with_four(proof: &mut Proof, search: &Search, name: &str) -> Result<Known> {
    let (mut place, passed) = below_five(proof, search, name)?;
    let [own, opponent, moves] = search.position(proof, &mut place, 4)?;
    Ok(Known { place, moves, passed, own, opponent })
}

/// Where the code tests whether the side to move has a move.
pub(super) fn side_to_move(proof: &mut Proof, search: &Search) -> Result<Known> {
    with_four(proof, search, "four_to_move")
}

/// Where stable discs of a position with four empty squares are sought, and those found so far.
pub(super) fn stable_of_four(proof: &mut Proof, search: &Search) -> Result<(Known, Bits)> {
    let mut it = with_four(proof, search, "stable_of_four")?;
    let stable = search.growing(proof, &mut it.place, [&it.own, &it.opponent])?;
    Ok((it, stable))
}

/// The facts that hold wherever the moves of a position with four empty squares are tried, and
/// these squares.
fn of_four(proof: &mut Proof, search: &Search, name: &str) -> Result<(Known, Bits)> {
    let (mut place, passed) = below_five(proof, search, name)?;
    let [own, opponent] = search.discs(proof, &mut place, ["owns4", "opponents4"])?;
    let empty = any_below(proof, &mut place, 16);
    let graph = &proof.graph;
    known(&mut place, "the empty squares of four", graph.equal(&empty, &search.others(graph, &[&own, &opponent])));
    known(&mut place, "four squares are empty", exactly(graph, &empty, 4));
    Ok((Known { place, moves: zeros(64), passed, own, opponent }, empty))
}

/// Where the next move of four is taken.
pub(super) fn four_move(proof: &mut Proof, search: &Search) -> Result<Known> {
    let (mut it, empty) = of_four(proof, search, "four_move")?;
    it.moves = it.place.holds_any(&proof.graph, "moves", 64)?;
    known(&mut it.place, "moves are on empty squares", proof.graph.within(&it.moves, &empty));
    known(&mut it.place, "there is a move", proof.graph.any(&it.moves));
    Ok(it)
}

/// The square being tried, and its set.
fn tried(proof: &mut Proof, place: &mut Place, given: Option<usize>) -> Result<Bits> {
    let square = square(proof, place, "at", given)?;
    if let Some(square) = given {
        place.holds("bit", Word::constant(1 << square))?;
        return Ok(number(1 << square, 64));
    }
    let bit = place.holds_any(&proof.graph, "bit", 64)?;
    known(place, "the set of the square", proof.graph.equal(&bit, &one(&proof.graph, &square)));
    Ok(bit)
}

/// Where the rays of a move of four are looked up.
pub(super) fn four_tried(proof: &mut Proof, search: &Search, given: Option<usize>) -> Result<Known> {
    let (mut it, empty) = of_four(proof, search, "four_tried")?;
    it.moves = any_below(proof, &mut it.place, 8);
    let bit = tried(proof, &mut it.place, given)?;
    known(&mut it.place, "the other moves are on empty squares", proof.graph.within(&it.moves, &empty));
    known(&mut it.place, "the move is on an empty square", proof.graph.within(&bit, &empty));
    known(&mut it.place, "it is tried no more", proof.graph.apart(&bit, &it.moves));
    Ok(it)
}

/// The facts that hold wherever three squares are empty, and the squares.
fn of_three(proof: &mut Proof, search: &Search, name: &str) -> Result<(Known, Bits)> {
    let (Known { mut place, passed, .. }, empty4) = of_four(proof, search, name)?;
    let moves = any_below(proof, &mut place, 8);
    known(&mut place, "the other moves of four are on empty squares", proof.graph.within(&moves, &empty4));
    let [own, opponent] = search.discs(proof, &mut place, ["owns3", "opponents3"])?;
    let empty = any_below(proof, &mut place, 40);
    let graph = &proof.graph;
    known(&mut place, "the empty squares of three", graph.equal(&empty, &search.others(graph, &[&own, &opponent])));
    known(&mut place, "three squares are empty", exactly(graph, &empty, 3));
    Ok((Known { place, moves: zeros(64), passed, own, opponent }, empty))
}

/// Where a side with three empty squares begins.
pub(super) fn three_begun(proof: &mut Proof, search: &Search) -> Result<Known> {
    let (mut it, empty) = of_three(proof, search, "three")?;
    it.place.holds("moves", Word::number(empty))?;
    Ok(it)
}

/// Where stable discs of a position with three empty squares are sought, and those found so far.
pub(super) fn stable_of_three(proof: &mut Proof, search: &Search) -> Result<(Known, Bits)> {
    let (mut it, empty) = of_three(proof, search, "stable_of_three")?;
    it.place.holds("moves", Word::number(empty))?;
    let stable = search.growing(proof, &mut it.place, [&it.own, &it.opponent])?;
    Ok((it, stable))
}

/// The flips of the three squares, in the order in which they are tried.
pub(super) const TURNED: [&str; 3] = ["turned", "turned_b", "turned_c"];

/// The flips of the first of the three squares: anything.
fn any_turned(proof: &mut Proof, place: &mut Place, count: usize) -> Result<()> {
    TURNED[..count].iter().try_for_each(|name| {
        let turned = place.any(&proof.graph, 64);
        place.holds_vector(name, turned.repeat(4))
    })
}

/// Where the rays of one of three squares are looked up, after `before` others.
pub(super) fn three_tried(proof: &mut Proof, search: &Search, before: usize, given: Option<usize>) -> Result<Known> {
    let (mut it, empty) = of_three(proof, search, &format!("three_tried_{before}"))?;
    let place = &mut it.place;
    let bit = tried(proof, place, given)?;
    let rest = place.holds_any(&proof.graph, "moves", 64)?;
    let done: Vec<Bits> = (0..before).map(|_| place.any(&proof.graph, 6)).collect();
    let bytes: Bits = done.iter().rev().flat_map(|square| resized(square, 8)).collect();
    place.holds("squares3", Word::number(resized(&bytes, 64)))?;
    any_turned(proof, place, before)?;
    let graph = &proof.graph;
    let mut union = graph.or_each(&rest, &bit);
    known(place, "the square is not among the rest", graph.apart(&rest, &bit));
    known(place, "squares are left", exactly(graph, &union, 3 - before));
    for square in &done {
        let set = one(graph, square);
        known(place, "squares differ", graph.apart(&union, &set));
        union = graph.or_each(&union, &set);
    }
    known(place, "they are the empty squares", graph.equal(&union, &empty));
    Ok(it)
}

/// Three squares are empty and some of them untried: the queue has their numbers, as many as one of
/// the counts.
fn queued(proof: &mut Proof, search: &Search, name: &str, counts: RangeInclusive<usize>) -> Result<Known> {
    let (mut it, empty) = of_three(proof, search, name)?;
    let place = &mut it.place;
    it.moves = place.holds_any(&proof.graph, "moves", 64)?;
    let queue = place.holds_any(&proof.graph, "queue", 64)?;
    any_turned(proof, place, 3)?;
    let graph = &proof.graph;
    let squares = [16, 8, 0].map(|from| one(graph, &queue[from..]));
    let ways: Bits = counts
        .map(|count| {
            let (mut union, mut differ) = (zeros(64), Lit::TRUE);
            for square in &squares[..count] {
                differ = graph.and(differ, graph.apart(&union, square));
                union = graph.or_each(&union, square);
            }
            graph.and(graph.equal(&union, &it.moves), differ)
        })
        .collect();
    known(place, "the queue has the moves", graph.any(&ways));
    known(place, "moves are on empty squares", graph.within(&it.moves, &empty));
    Ok(it)
}

/// Where the next move of three is taken.
pub(super) fn three_move(proof: &mut Proof, search: &Search) -> Result<Known> {
    queued(proof, search, "three_move", 1..=3)
}

/// Where the value of two squares is known.
pub(super) fn two_known(proof: &mut Proof, search: &Search) -> Result<Known> {
    queued(proof, search, "two_known", 0..=2)
}

/// A place where two squares are empty.
#[derive(Clone, Copy)]
pub(super) enum Two {
    /// The rays of the lower or the higher square are looked up.
    Lower,
    Higher,
    /// Both squares' flips are known.
    Both,
    /// The lines through the last square are looked up: the lower one after the higher or the other
    /// way round, or after neither.
    LastHigher,
    LastLower,
    LastAlone,
}

/// There, before or after a pass: the discs of both sides, the side to move first. The square that
/// is looked up may be given.
pub(super) fn two(proof: &mut Proof, search: &Search, at: Two, passed: usize, given: Option<usize>) -> Result<Known> {
    let (name, given) = match at {
        Two::Lower => ("lower", [given, None]),
        Two::Higher => ("higher", [None, given]),
        Two::Both => ("both", [None, None]),
        Two::LastHigher => ("last_higher", [None, given]),
        Two::LastLower => ("last_lower", [given, None]),
        Two::LastAlone => ("last_alone", [given, None]),
    };
    let mut it = queued(proof, search, &format!("{name}_{passed}"), 0..=2)?;
    let mut sides = search.discs(proof, &mut it.place, ["owns", "opponents"])?;
    sides.rotate_left(passed);
    [it.own, it.opponent] = sides;
    for (register, given) in ["square_a", "square_b"].into_iter().zip(given) {
        let number = square(proof, &mut it.place, register, given)?;
        let on_board = proof.graph.within(&one(&proof.graph, &number), &crate::bits::number(search.board, 64));
        known(&mut it.place, "the square is on the board", on_board);
    }
    Ok(it)
}
