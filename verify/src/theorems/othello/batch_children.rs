//! The positions after the moves of many Othello boards, tier Avx2: asm/othello/batch_flips_avx2.S.
//!
//! A loop over the boards contains two over the squares of one board's set: four squares a turn,
//! then one. From each loop head, every possible state is followed to the next head. A turn writes
//! the children of the set's lowest squares at the output pointer, removes these squares from the
//! set, and advances the pointer by the number of children.

use super::batch_child::{Child, Kept, show_children};
use super::batch_children_avx512 as avx512;
use super::moves::{Position, whole_board, with_lowest};
use crate::bits::{Bits, number, resized, zeros};
use crate::exceptions::Exceptions;
use crate::graph::{Graph, Lit};
use crate::place::{Place, Reached};
use crate::proof::Proof;
use crate::refused::Result;
use crate::theorem::{Case, Theorem};
use crate::word::{ObjectId, Word};
use stonemask::Tier;

pub(super) fn theorems() -> Vec<Theorem> {
    vec![Theorem {
        family: "othello_batch_children",
        claim: "the positions after each of a set of squares, set by set, and their number, for any number of boards and any sets",
        cases: |kernel| if kernel.tier == Tier::Avx512 { avx512::cases() } else { cases() },
        quick_one_of: 5,
        exceptions: Exceptions {
            elements: &["own", "opponent", "squares", "child_own", "child_opponent"],
            ..Exceptions::NONE
        },
        ..Theorem::PLAIN
    }]
}

fn cases() -> Vec<Case> {
    vec![
        Case::new("entry", entry),
        Case::new("a board", board),
        Case::new("four squares", |proof| squares(proof, 4)),
        Case::new("a square", |proof| squares(proof, 1)),
        Case::new("a board is done", done),
    ]
}

/// A call at one board: its discs and its set, anywhere in the arrays, and the output with room for
/// the remaining children.
struct Call {
    taken: Bits,
    whose: Bits,
    set: Bits,
    /// How many boards are left.
    boards: Bits,
    /// The own discs, the opponent's, the set.
    board: [ObjectId; 3],
    kept: Kept,
}

fn call(proof: &mut Proof, room: usize) -> Result<Call> {
    let [taken, whose, set, boards] = [(); 4].map(|()| proof.graph.inputs(64));
    let position = Position::of(&proof.graph, &taken, &whose, &whole_board());
    proof.assume(proof.graph.apart(&set, &taken));
    let some = proof.graph.any(&boards);
    let contents = [("own", position.own), ("opponent", position.opponent), ("squares", set.clone())];
    let board = contents.map(|(name, bits)| {
        let object = proof.array(name, 1);
        proof.world.fill(object, 0, &bits);
        proof.world.exists_if(&proof.graph, object, some);
        object
    });
    let children = ["child_own", "child_opponent"].map(|name| proof.array(name, room));
    let [own, opponent, sets] = board.map(|object| Word::at(object, 0));
    let [child_own, child_opponent] = children.map(|object| Word::at(object, 0));
    let entry = proof.entry(&[own, opponent, sets, Word::number(boards.clone()), child_own, child_opponent]);
    Ok(Call { taken, whose, set, boards, board, kept: Kept::new(proof, entry, children)? })
}

impl Call {
    /// The facts that hold at a place in every run: after `boards` boards and `children` children
    /// of this turn, and how many children there will be when the board is finished.
    fn place(&self, proof: &mut Proof, name: &str, boards: i64, children: i64, count: &[Lit]) -> Result<Place> {
        let left = proof.graph.sub(&self.boards, &number(boards.cast_unsigned(), 64));
        let here = self.board.map(|object| Word::at(object, 8 * boards));
        let mut place = self.kept.place(proof, name, &here, &left, children)?;
        place.conditions.push(("boards are left", proof.graph.any(&left)));
        place.holds("count", Word::number(count.to_vec()))?;
        Ok(place)
    }

    /// At the head of the loop over the boards, with `children` children written.
    fn next_board(&self, proof: &mut Proof, boards: i64, count: &[Lit]) -> Result<Place> {
        self.place(proof, "board", boards, 0, count)
    }

    /// Where a board is finished.
    fn board_done(&self, proof: &mut Proof, children: i64, count: &[Lit]) -> Result<Place> {
        let mut place = self.place(proof, "board_done", 0, children, count)?;
        let left = place.holds_any(&proof.graph, "squares", 64)?;
        place.conditions.push(("no squares are left", proof.graph.is_zero(&left)));
        Ok(place)
    }

    /// At the head of the loop over four squares or over one, with these squares left.
    fn next_squares(&self, proof: &mut Proof, per_turn: usize, left: &Left, children: i64) -> Result<Place> {
        let name = if per_turn == 4 { "four_squares" } else { "square" };
        let mut place = self.place(proof, name, 0, children, &left.count)?;
        let Position { own, opponent } = Position::of(&proof.graph, &self.taken, &self.whose, &whole_board());
        place.holds_vector("owns", own.repeat(4))?;
        place.holds_vector("opponents", opponent.repeat(4))?;
        let squares = left.squares.clone().unwrap_or_else(|| place.any(&proof.graph, 64));
        place.holds("squares", Word::number(squares.clone()))?;
        place.conditions.push(("squares are left", proof.graph.any(&squares)));
        place.conditions.push(("they are empty", proof.graph.apart(&squares, &self.taken)));
        if per_turn == 4 {
            // Fewer than 64 squares, minus four.
            let less = place.holds_any(&proof.graph, "left", 6)?;
            let less = proof.graph.add(&resized(&less, 7), &number(4, 7));
            let all = proof.graph.equal(&proof.graph.count(&squares), &less);
            place.conditions.push(("four less than the squares that are left", all));
        }
        Ok(place)
    }
}

/// The rest of a board's set (any squares if `None`), and the number of children when the board is
/// finished.
struct Left {
    squares: Option<Bits>,
    count: Bits,
}

fn entry(proof: &mut Proof) -> Result<()> {
    let call = call(proof, 0)?;
    let none = proof.graph.is_zero(&call.boards);
    let first = call.next_board(proof, 0, &zeros(64))?;
    call.kept.show_entry(proof, first, none)
}

/// From the head of the loop over boards to a loop over its squares, or past it.
fn board(proof: &mut Proof) -> Result<()> {
    let written = proof.graph.inputs(64);
    let call = call(proof, 0)?;
    let this = call.next_board(proof, 0, &written)?;
    let count = proof.graph.add(&written, &resized(&proof.graph.count(&call.set), 64));
    let left = Left { squares: Some(call.set.clone()), count };
    let four = call.next_squares(proof, 4, &left, 0)?;
    let one = call.next_squares(proof, 1, &left, 0)?;
    let done = call.board_done(proof, 0, &written)?;
    let reached = proof.leave(&this, &call.kept.entry, &[four.clone(), one, done.clone()])?;
    proof.show("it does not return", Lit::constant(reached.returned.is_none() && reached.places.len() == 3))?;
    let few = proof.graph.below(&proof.graph.count(&call.set), &number(4, 7));
    proof.show_equal("four squares at once, if there are four", &[reached.path(&four)], &[!few])?;
    show_when_done(proof, &reached, &done, &call.set)
}

/// Shows that a board is done if and only if no squares are left.
fn show_when_done(proof: &mut Proof, reached: &Reached, done: &Place, left: &[Lit]) -> Result<()> {
    let none = proof.graph.is_zero(left);
    proof.show_equal("a board is done when no squares are left", &[reached.path(done)], &[none])
}

/// A set without its lowest square, as the kernel's instruction computes it, so that both are the
/// same term.
fn without_lowest(graph: &Graph, set: &[Lit]) -> Bits {
    let (lowest, _) = graph.lowest(set);
    graph.xor_each(set, &lowest)
}

/// Shows that a non-empty set has one square more than the set without its lowest one; and the
/// condition for it.
fn has_one_more(proof: &mut Proof, set: &[Lit]) -> Result<Lit> {
    for square in 0..64 {
        let holds = one_more(&proof.graph, &with_lowest(&proof.graph, square));
        proof.show("a set has one square more than without its lowest one", holds)?;
    }
    Ok(proof.graph.or(proof.graph.is_zero(set), one_more(&proof.graph, set)))
}

/// Whether a set has one square more than without its lowest one.
fn one_more(graph: &Graph, set: &[Lit]) -> Lit {
    let rest = without_lowest(graph, set);
    graph.equal(&resized(&graph.count(set), 8), &graph.add(&resized(&graph.count(&rest), 8), &number(1, 8)))
}

/// A turn of the loop over four squares, or over one.
fn squares(proof: &mut Proof, per_turn: usize) -> Result<()> {
    let count = proof.graph.inputs(64);
    let call = call(proof, per_turn)?;
    let any = Left { squares: None, count: count.clone() };
    let this = call.next_squares(proof, per_turn, &any, 0)?;
    // The rest of the set before each of the turn's squares, and after.
    let mut sets = vec![this.told_number("squares")?];
    for index in 0..per_turn {
        proof.know_of_any(&[&sets[index][..]], has_one_more)?;
        sets.push(without_lowest(&proof.graph, &sets[index]));
    }
    let left = Left { squares: sets.last().cloned(), count: count.clone() };
    let done = call.board_done(proof, per_turn as i64, &count)?;
    let mut next = vec![call.next_squares(proof, 1, &left, per_turn as i64)?, done.clone()];
    if per_turn == 4 {
        next.push(call.next_squares(proof, 4, &left, 4)?);
    }
    let reached = proof.leave(&this, &call.kept.entry, &next)?;
    proof.show(
        "it goes on, with the next squares or past the last",
        Lit::constant(reached.returned.is_none() && reached.places.len() == next.len()),
    )?;
    show_when_done(proof, &reached, &done, &sets[per_turn])?;
    let mut children = Vec::new();
    for end in reached.places.values() {
        for (lower, set) in sets[..per_turn].iter().enumerate() {
            let [own, opponent] = call.kept.children.map(|object| proof.stored(end, object, 8 * lower as i64, 8));
            let (found, set) = proof.free(&[own?, opponent?].concat(), set);
            let inputs = [&call.taken[..], &call.whose, &set].concat();
            children.push(Child { lower, inputs, found });
        }
    }
    let mut apart = proof.apart();
    let shown = show_children(&mut apart, &proof.graph, &children, with_lowest);
    proof.join(apart, shown)
}

/// From the end of one board to the next board or the return.
fn done(proof: &mut Proof) -> Result<()> {
    let count = proof.graph.inputs(64);
    let call = call(proof, 0)?;
    let this = call.board_done(proof, 0, &count)?;
    let next = call.next_board(proof, 1, &count)?;
    let last = proof.graph.equal(&call.boards, &number(1, 64));
    call.kept.show_done(proof, &this, next, last, &count)
}
