//! NoGo's rule by liberties elsewhere, which the kernels with groups use, is the rule of closed
//! sets.
//!
//! A stone on a point is legal under two conditions. Each neighbouring opponent stone is of a group
//! with a liberty elsewhere. And a neighbour is empty, or an own stone of a group with a liberty
//! elsewhere. The stones of these groups are the least closed set, where the point counts as off
//! the board.

use super::four_boards::{any_position, any_position_around, point_name};
use super::is_legal::any_closed_if;
use crate::bits::Bits;
use crate::graph::Lit;
use crate::proof::Proof;
use crate::refused::Result;
use crate::rules::nogo::{CELLS, Position, neighbours};
use crate::theorem::Case;

/// That both rules agree: one case for each row of points.
pub(super) fn cases() -> impl Iterator<Item = Case> {
    (0..9).map(|row| {
        let prove = move |proof: &mut Proof| (9 * row..9 * row + 9).try_for_each(|cell| same(proof, cell));
        Case::new(
            format!("the rule by liberties elsewhere: {} to {}", point_name(9 * row), point_name(9 * row + 8)),
            prove,
        )
    })
}

/// All empty points except one.
fn elsewhere(position: &Position<Lit>, cell: usize) -> Bits {
    (0..CELLS).map(|other| if other == cell { Lit::FALSE } else { position.empty[other] }).collect()
}

/// For a point and both colours: whatever the set of stones with a liberty elsewhere is, if it is
/// closed and lies within all closed sets.
fn same(proof: &mut Proof, cell: usize) -> Result<()> {
    let position = any_position_around(&proof.graph, cell);
    let points = elsewhere(&position, cell);
    let least = position.touching(&proof.graph, &points);
    let (alive, alive_is_closed) = any_closed_if(&proof.graph, &position, &least);
    for colour in [0, 1] {
        let after = position.placed(&proof.graph, colour, cell);
        let touching = after.touching(&proof.graph, &after.empty);
        let (closed, is_closed) = any_closed_if(&proof.graph, &after, &touching);
        let legal = position.allows(&proof.graph, &alive, colour, cell);

        // A closed set after the move, without the stone, was closed before it, and so contains all
        // stones with a liberty elsewhere.
        let mut without = closed.clone();
        without[cell] = Lit::FALSE;
        let grown = position.grown(&proof.graph, &without);
        let conditions =
            [proof.graph.implies_each(&grown, &without), proof.graph.implies_each(&least, &without)].concat();
        proof.show_all_where(is_closed, "without the stone a closed set is closed before the move", &conditions)?;
        let mut known = proof.graph.implies_each(&alive, &closed);
        known.extend([is_closed, legal]);
        let permits = after.permits(&proof.graph, &closed, cell);
        proof.show_all_where(proof.graph.all(&known), "a legal move leaves each group a liberty", &[permits])?;

        // The stones with a liberty elsewhere, and all stones of the colour that the group without
        // a liberty does not have.
        let captured = neighbours(cell).map(|next| proof.graph.and(after.stones[1 - colour][next], !alive[next]));
        let captured: Bits = captured.collect();
        let captures = proof.graph.any(&captured);
        let [with_own, with_opponents] =
            [colour, 1 - colour].map(|colour| proof.graph.or_each(&alive, &after.stones[colour]));
        let lacks = proof.graph.choose_each(captures, &with_own, &with_opponents);
        let grown = after.grown(&proof.graph, &lacks);
        let mut conditions =
            [proof.graph.implies_each(&grown, &lacks), proof.graph.implies_each(&touching, &lacks)].concat();
        conditions.push(!after.permits(&proof.graph, &lacks, cell));
        let known = proof.graph.and(alive_is_closed, !legal);
        proof.show_all_where(known, "an illegal move leaves a group without a liberty", &conditions)?;
    }
    Ok(())
}

/// The union of closed sets, each around what touches its own points, is closed around what touches
/// any of them.
pub(super) fn union_is_closed(proof: &mut Proof, sets: usize) -> Result<()> {
    let position = any_position(&proof.graph);
    let stones = proof.graph.or_each(&position.stones[0], &position.stones[1]);
    let none = vec![Lit::FALSE; CELLS];
    let mut union = none.clone();
    let mut known = Bits::new();
    for _ in 0..sets {
        let set = proof.graph.any_between(&none, &stones);
        known.extend(proof.graph.implies_each(&position.grown(&proof.graph, &set), &set));
        union = proof.graph.or_each(&union, &set);
    }
    let conditions = proof.graph.implies_each(&position.grown(&proof.graph, &union), &union);
    proof.show_all_where(proof.graph.all(&known), "the union is closed", &conditions)
}
