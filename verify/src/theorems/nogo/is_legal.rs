//! NoGo's legality of one move, and the growth of sets in the loops of this kernel and of the
//! masks.
//!
//! Induction over the turns of the loop. At its head the set holds the stones beside empty points
//! and lies within every closed set. A turn either adds stones that every closed set has, or leaves
//! the loop. For a legal move the loop ends when every required stone is reached, so every closed
//! set has them; for an illegal move it ends with a closed set that lacks some. The loop ends
//! because a board has 81 points.

use super::four_boards::{COLOURS, any_position_around, cells_of_windows, name, packed, point_name, text, windows};
use crate::bits::{Bits, number, zeros};
use crate::graph::{Graph, Lit};
use crate::place::Place;
use crate::proof::Proof;
use crate::refused::{Refused, Result, refuse};
use crate::rules::nogo::{CELLS, Position};
use crate::theorem::{Case, Theorem};
use crate::word::Word;

pub(super) fn theorems() -> Vec<Theorem> {
    let cases = |_: &_| {
        let moves = (0..CELLS).flat_map(|cell| [0, 1].map(|colour| (cell, colour)));
        let case = |(cell, colour): (usize, usize)| {
            let name = format!("{} {}", COLOURS[colour], point_name(cell));
            Case::new(name, move |proof: &mut Proof| is_legal(proof, colour, cell))
        };
        moves.map(case).collect()
    };
    vec![Theorem {
        family: "nogo_is_legal",
        claim: "whether a move is legal, for every position, empty point and colour",
        cases,
        quick_one_of: 54,
        ..Theorem::PLAIN
    }]
}

/// Any set of stones that contains some, and whether it is closed except for these.
pub(super) fn any_closed_if(graph: &Graph, position: &Position<Lit>, least: &[Lit]) -> (Bits, Lit) {
    let set = graph.any_between(least, &graph.or_each(&position.stones[0], &position.stones[1]));
    let is_closed = graph.within(&position.grown(graph, &set), &set);
    (set, is_closed)
}

/// The set in two windows on a path; shows that both windows agree.
pub(super) fn held(proof: &mut Proof, what: &str, path: Lit, found: &[Lit]) -> Result<Bits> {
    let cells = cells_of_windows(found);
    let conditions: Bits = found.iter().zip(windows(&cells)).map(|(&found, bit)| proof.graph.iff(found, bit)).collect();
    proof.show_all_where(path, &format!("{what}: the windows agree"), &conditions)?;
    Ok(cells)
}

fn is_legal(proof: &mut Proof, colour: usize, cell: usize) -> Result<()> {
    let position = any_position_around(&proof.graph, cell);
    let object = proof.array("position", 1);
    for (at, cells) in [0, 16, 32].into_iter().zip(position.stones.iter().chain([&position.empty])) {
        proof.world.fill(object, at, &packed(cells, 128));
    }
    let (name, seen) = (name(proof), position.clone());
    proof.describe(move |values| format!("{name} {}, {} {}", text(values, &seen), COLOURS[colour], point_name(cell)));

    let after = position.placed(&proof.graph, colour, cell);
    let least = after.touching(&proof.graph, &after.empty);
    let (closed, is_closed) = any_closed_if(&proof.graph, &after, &least);
    proof.assume(is_closed);
    let stones = proof.graph.or_each(&after.stones[0], &after.stones[1]);
    let reached = proof.graph.any_between(&least, &stones);
    let within = proof.graph.implies_each(&reached, &closed);
    proof.assume(proof.graph.all(&within));

    let [colour, point] = [colour, super::four_boards::bit(cell)].map(|value| number(value as u64, 32));
    let (colour, point) = (proof.narrow(&colour), proof.narrow(&point));
    let entry = proof.entry(&[Word::at(object, 0), colour, point]);
    let turn = proof.kernel.cut("turn")?;
    let mut place = Place::of_cut(turn);
    place.holds_vector("reach", windows(&reached))?;
    let (start, sections) = proof.sections(&entry, &[place], &[])?;
    let (Some(first), None) = (start.cuts.get(&turn.at), start.returned) else {
        refuse!("the loop is not always reached")
    };
    let what = "what is reached at first";
    let found = held(proof, what, first.path, &turn.bits(first, "reach", 128)?)?;
    let conditions = [proof.graph.implies_each(&least, &found), proof.graph.implies_each(&found, &closed)].concat();
    proof.show_all_where(first.path, what, &conditions)?;

    let ends = &sections[0];
    let next = ends.cuts.get(&turn.at).ok_or_else(|| Refused::new("the loop has one turn"))?;
    let what = "what is reached after a turn";
    let found = held(proof, what, next.path, &turn.bits(next, "reach", 128)?)?;
    let mut conditions =
        [proof.graph.implies_each(&reached, &found), proof.graph.implies_each(&found, &closed)].concat();
    conditions.push(proof.graph.any(&proof.graph.xor_each(&reached, &found)));
    proof.show_all_where(next.path, what, &conditions)?;

    let last = ends.returned.as_ref().ok_or_else(|| Refused::new("the loop is never left"))?;
    let result = proof.result(last)?;
    proof.show_equal("the result's upper bits", &result[1..], &zeros(31))?;
    let legal = after.permits(&proof.graph, &closed, cell);
    let path = proof.graph.and(last.path, result[0]);
    proof.show_all_where(path, "a move that is called legal leaves each group a liberty", &[legal])?;
    let mut conditions = proof.graph.implies_each(&after.grown(&proof.graph, &reached), &reached);
    conditions.push(!after.permits(&proof.graph, &reached, cell));
    let path = proof.graph.and(last.path, !result[0]);
    proof.show_all_where(path, "a move that is called illegal leaves a group without a liberty", &conditions)
}
