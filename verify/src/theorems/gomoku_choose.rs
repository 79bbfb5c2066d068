//! Gomoku's random empty points for many games: asm/gomoku/choose_avx2.S.

use super::{Case, Theorem};
use crate::bits::{Bits, number, resized, zeros};
use crate::graph::Lit;
use crate::memory::{ObjectId, Word};
use crate::places::{Place, Reached};
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use crate::state::State;
use iced_x86::Register;

/// Where a SlabGame of src/gomoku/slab_game.rs has its parts, and its length.
const EMPTY: i64 = 64;
const LEFT: i64 = 100;
const OUTCOME: i64 = 103;
const BYTES_OF_GAME: i64 = 128;

pub(super) fn theorems() -> Vec<Theorem> {
    vec![Theorem {
        family: "gomoku_choose",
        claim: "memory and frame, for any games; the first game is told whose number favours some points, else the draw is below the points left",
        cases: |_| {
            [
                Case::new("entry", |proof| begin(proof, true)),
                Case::new("a game's number", |proof| begin(proof, false)),
                Case::new("a game's point", chosen),
            ]
            .into()
        },
        quick_one_of: 1,
    }]
}

/// A turn of the loop over the games: the game at hand, with its number and action. The objects are those of this turn alone,
/// wherever it is in the arrays.
struct Turn {
    game: ObjectId,
    action: ObjectId,
    index: Bits,
    count: Bits,
    number: Bits,
    over: Lit,
    entry: State,
}

fn turn(proof: &mut Proof, left: &[Lit], empty: &[Lit], first: bool) -> Turn {
    let (index, count) =
        if first { (zeros(64), proof.graph.inputs(64)) } else { (proof.graph.inputs(64), proof.graph.inputs(64)) };
    let is_one = proof.graph.below(&index, &count);
    proof.assume(is_one);
    let game = proof.world.input("the game", number(BYTES_OF_GAME.cast_unsigned(), 64), 64);
    proof.world.fill(game, EMPTY, empty);
    proof.world.fill(game, LEFT, &resized(left, 16));
    let outcome = proof.graph.inputs(8);
    proof.world.fill(game, OUTCOME, &outcome);
    let over = proof.graph.any(&outcome);
    let numbers = proof.world.input("the number", number(8, 64), 8);
    let number = proof.graph.inputs(64);
    proof.world.fill(numbers, 0, &number);
    let action = proof.output("the action", 2, 2);
    let numbers = element(proof, numbers, &index, 3);
    let actions = element(proof, action, &index, 1);
    let entry = proof.entry(&[Word::at(game, 0), Word::number(count.clone()), numbers, actions]);
    Turn { game, action, index, count, number, over, entry }
}

/// The address of an array whose element at `index`, of so many bytes as a power of two, is an object.
fn element(proof: &mut Proof, object: ObjectId, index: &[Lit], log: usize) -> Word {
    let mut before = zeros(log);
    before.extend_from_slice(&index[..64 - log]);
    Word { base: Word::at(object, 0).base, bits: proof.graph.neg(&before) }
}

impl Turn {
    /// What is known at the beginning of a turn, of this or the next one.
    fn head(&self, proof: &mut Proof, next: bool) -> Result<Place> {
        let [head, _] = proof.kernel.loop_heads()[..] else { refuse!("not two places that are come back to") };
        let mut place = self.anywhere(head);
        let index = if next { proof.graph.add(&self.index, &number(1, 64)) } else { self.index.clone() };
        let is_one = proof.graph.below(&index, &self.count);
        place.conditions.push(("there is such a game", is_one));
        place.is(Register::R9, Word::number(index));
        place.is(Register::RDI, Word::at(self.game, if next { BYTES_OF_GAME } else { 0 }));
        Ok(place)
    }

    /// What is known where a number is found to favour no point: the draw k is any below the points left, or this one.
    fn fair(&self, proof: &mut Proof, left: &[Lit], k: Option<&[Lit]>) -> Result<Place> {
        let [_, fair] = proof.kernel.loop_heads()[..] else { refuse!("not two places that are come back to") };
        let mut place = self.anywhere(fair);
        place.is(Register::R9, Word::number(self.index.clone()));
        place.is(Register::RDI, Word::at(self.game, 0));
        let k = match k {
            None => place.number(&mut proof.graph, Register::RDX, 8),
            Some(k) => {
                place.is(Register::RDX, Word::number(k.to_vec()));
                k.to_vec()
            }
        };
        let below = proof.graph.below(&resized(&k, 64), &resized(left, 64));
        place.conditions.push(("the draw is below the points left", below));
        Ok(place)
    }

    fn anywhere(&self, at: u64) -> Place {
        let mut place = Place::new(at);
        place.pushed(&self.entry, &[Register::RBX, Register::RBP, Register::R12]);
        place.kept(&self.entry, &[Register::R13, Register::R14, Register::R15, Register::RSI, Register::RCX]);
        // The numbers' address is where the fourth argument was not.
        place.is(Register::R8, self.entry.get(Register::RDX).clone());
        place
    }

    /// Shows what the turn has left behind where it is over: the next begins if there is one, else the number of games is returned.
    fn show_over(
        &self,
        proof: &mut Proof,
        reached: &Reached,
        next: u64,
        over: Lit,
        action: Option<&[Lit]>,
    ) -> Result<()> {
        let after = proof.graph.add(&self.index, &number(1, 64));
        let more = proof.graph.below(&after, &self.count);
        let ends = [reached.places.get(&next), reached.returned.as_ref()];
        for (end, reached) in ends.into_iter().zip([more, !more]) {
            let expected = proof.graph.and(over, reached);
            let Some(end) = end else {
                proof.show("the turn does not end so", !expected)?;
                continue;
            };
            // Where it returns, it may be for another reason.
            let taken = proof.graph.or(!expected, end.path);
            proof.show("the turn ends", taken)?;
            let Some(action) = action else { continue };
            let found = proof.stored(end, self.action, 0, 2)?;
            let same = proof.graph.equal(&found, action);
            let same = proof.graph.or(!expected, same);
            proof.show("the action", same)?;
        }
        if let Some(end) = &reached.returned {
            let (result, done) = (proof.result(end, 64)?, proof.graph.and(over, !more));
            let all = proof.graph.equal(&result, &self.count);
            let all = proof.graph.or(!done, all);
            proof.show("all games are done", all)?;
        }
        Ok(())
    }
}

/// From the entry, or from the beginning of a turn, to where the game is done, its number is refused, or found to be fair.
fn begin(proof: &mut Proof, entered: bool) -> Result<()> {
    let (left, empty) = (proof.graph.inputs(9), proof.graph.inputs(256));
    let (none, many) = (proof.graph.is_zero(&left), proof.graph.below(&number(256, 9), &left));
    proof.assume(!none);
    proof.assume(!many);
    let turn = turn(proof, &left, &empty, entered);
    let (this, next) = (turn.head(proof, false)?, turn.head(proof, true)?);
    let number = turn.number.clone();
    let product = proof.graph.multiply(&resized(&left, 128), &resized(&number, 128), 128);
    let (low, k) = product.split_at(64);
    let fair = turn.fair(proof, &left, Some(k))?;
    if entered {
        let reached = proof.enter(&turn.entry, &[this])?;
        return proof
            .show("the first turn begins", Lit::constant(reached.returned.is_none() && reached.places.len() == 1));
    }
    let reached = proof.leave(&this, &turn.entry, &[next.clone(), fair.clone()])?;
    turn.show_over(proof, &reached, next.at, turn.over, Some(&[Lit::TRUE; 16]))?;
    // One of the first 2^64 mod left low halves: below left in any case.
    let left = resized(&left, 64);
    let few = proof.graph.neg(&left);
    let first = proof.graph.divide(&resized(&few, 128), &left).1;
    let (below_left, below_first) = (proof.graph.below(low, &left), proof.graph.below(low, &first));
    let favours = proof.graph.all(&[!turn.over, below_left, below_first]);
    let Reached { places, returned: Some(returned) } = &reached else { refuse!("the kernel does not return") };
    let is_index = {
        let result = proof.result(returned, 64)?;
        proof.graph.equal(&result, &turn.index)
    };
    let refused = proof.graph.and(returned.path, is_index);
    let told = proof.graph.or(!favours, refused);
    proof.show("the game's number is returned if its draw favours some points", told)?;
    let goes_on = places.get(&fair.at).map_or(Lit::FALSE, |state| state.path);
    let expected = proof.graph.and(!turn.over, !favours);
    let same = !proof.graph.xor(goes_on, expected);
    proof.show("a point is chosen in all other games that are not over", same)
}

/// From where a number is fair, to the next turn or the return.
fn chosen(proof: &mut Proof) -> Result<()> {
    let (left, empty) = (proof.graph.inputs(9), proof.graph.inputs(256));
    let turn = turn(proof, &left, &empty, false);
    let (next, fair) = (turn.head(proof, true)?, turn.fair(proof, &left, None)?);
    let reached = proof.leave(&fair, &turn.entry, std::slice::from_ref(&next))?;
    turn.show_over(proof, &reached, next.at, Lit::TRUE, None)
}
