//! Children of many Othello boards on both tiers: what does not change during a call, and what a
//! written child must be.

use super::moves::{Position, square_name, whole_board};
use crate::bits::{Bits, zeros};
use crate::graph::{Graph, Lit};
use crate::place::Place;
use crate::proof::Proof;
use crate::refused::Result;
use crate::rules::othello as rules;
use crate::state::State;
use crate::word::{ObjectId, Word};
use rustc_hash::FxHashSet;

/// The state that does not change during a call, on either tier.
pub(super) struct Kept {
    pub(super) entry: State,
    pub(super) children: [ObjectId; 2],
    table: Word,
    /// The content of vector registers throughout.
    constants: Vec<(usize, Bits)>,
}

impl Kept {
    pub(super) fn new(proof: &mut Proof, entry: State, children: [ObjectId; 2]) -> Result<Kept> {
        Ok(Kept { entry, children, table: proof.table("othello_rays")?, constants: proof.constants(&[])? })
    }

    /// The facts that hold at a place, with `left` boards left from these on, after `children`
    /// children of this turn.
    pub(super) fn place(
        &self,
        proof: &Proof,
        name: &str,
        boards: &[Word; 3],
        left: &[Lit],
        children: i64,
    ) -> Result<Place> {
        let mut place = proof.place(name, &self.entry)?;
        for (register, word) in ["own_boards", "opponent_boards", "sets"].into_iter().zip(boards) {
            place.holds(register, word.clone())?;
        }
        for (register, object) in ["child_own", "child_opponent"].into_iter().zip(self.children) {
            place.holds(register, Word::at(object, 8 * children))?;
        }
        place.holds("boards", Word::number(left.to_vec()))?;
        place.holds("table", self.table.clone())?;
        place.vectors.extend(self.constants.iter().cloned());
        Ok(place)
    }

    /// Shows that from the entry a call goes on to the first place if there are boards, and returns
    /// if there are none.
    pub(super) fn show_entry(&self, proof: &mut Proof, first: Place, none: Lit) -> Result<()> {
        let reached = proof.enter(&self.entry, std::slice::from_ref(&first))?;
        let [first, returned] = reached.both(&first)?;
        proof.show_equal("it returns without boards", &[returned.path, first.path], &[none, !none])?;
        let result = proof.result(returned)?;
        proof.show_equal("no children", &proof.graph.gated(returned.path, &result), &zeros(64))
    }

    /// Shows that from where boards are done it goes on to the next, or returns after the last one
    /// the number of children.
    pub(super) fn show_done(
        &self,
        proof: &mut Proof,
        this: &Place,
        next: Place,
        last: Lit,
        count: &[Lit],
    ) -> Result<()> {
        let reached = proof.leave(this, &self.entry, std::slice::from_ref(&next))?;
        let [_, returned] = reached.both(&next)?;
        proof.show_equal("it returns after the last board", &[returned.path], &[last])?;
        proof.show_result("the number of children", returned, count)
    }
}

/// A written child as a function: of the position ("is taken", "by whom"), and of what selects the
/// square.
pub(super) struct Child {
    /// How many squares are below this one.
    pub(super) lower: usize,
    pub(super) inputs: Bits,
    pub(super) found: Bits,
}

/// Shows that each child is the position after its square, if no disc stands there; `tells` makes
/// what selects a square.
pub(super) fn show_children(
    proof: &mut Proof,
    graph: &Graph,
    children: &[Child],
    tells: impl Fn(&Graph, usize) -> Bits,
) -> Result<()> {
    let mut shown = FxHashSet::default();
    for square in 0..64 {
        let [mut taken, whose] = [(); 2].map(|()| proof.graph.inputs(64));
        taken[square] = Lit::FALSE;
        let Position { own, opponent } = Position::of(&proof.graph, &taken, &whose, &whole_board());
        let (theirs, ours) = rules::child(&proof.graph, &own, &opponent, square);
        let expected = [theirs, ours].concat();
        // `check` asks for the children after all legal moves, so the square must be legal.
        let is_move = rules::outflanks(&proof.graph, &own, &opponent, square);
        proof.prefer(&[is_move]);
        let (seen, tier) = (Position { own, opponent }, proof.kernel.tier);
        proof.describe(move |values| match values.of(is_move) & 1 {
            1 => format!("othello8 batch_children {tier} {}", seen.text(values, 8)),
            _ => format!("batch_children {tier}, {}: {}", square_name(square), seen.text(values, 8)),
        });
        let names = [taken, whose, tells(&proof.graph, square)].concat();
        for Child { inputs, found, .. } in children.iter().filter(|child| child.lower <= square) {
            let found = proof.graph.renamed(graph, found, inputs, &names)?;
            if shown.contains(&found) {
                proof.effort.by_structure += found.len();
                continue;
            }
            proof.show_equal(&format!("the position after square {square}"), &found, &expected)?;
            shown.insert(found);
        }
    }
    Ok(())
}
