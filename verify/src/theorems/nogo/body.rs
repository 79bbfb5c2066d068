//! NoGo's move inside the kernels that play many moves does what `nogo_play` does (theorem in `play.rs`).

use super::four_boards::bit;
use super::play::{Before, CENTRE, any_slot, group_store};
use crate::bits::{Bits, number, resized};
use crate::image::Kernel;
use crate::places::Place;
use crate::proof::Proof;
use crate::refused::{Refused, Result, refuse};
use crate::state::State;
use crate::word::Word;
use iced_x86::{Instruction, Mnemonic, OpKind, Register};

/// Where the move begins and ends in a kernel.
pub(super) struct Body {
    pub(super) start: u64,
    pub(super) end: u64,
}

/// The kernel of one move.
fn play<'a>(proof: &Proof<'a>) -> Result<&'a Kernel> {
    let name = format!("nogo_play_{}", proof.kernel.tier);
    proof.world.kernel(&name).ok_or_else(|| Refused::new(format!("there is no {name}")))
}

/// In `nogo_play` the move begins where the point has been widened to a whole register; elsewhere its first instruction tells.
pub(super) fn body(proof: &Proof) -> Result<Body> {
    let widens = |i: &&Instruction| i.mnemonic() == Mnemonic::Mov && i.op1_register() == Register::EDX;
    let (kernel, play) = (proof.kernel, play(proof)?);
    let first = play.instructions.values().skip_while(|i| !widens(i)).nth(1);
    let first = first.ok_or_else(|| Refused::new("the kernel of one move begins otherwise"))?;
    let start = kernel.instructions.values().find(|i| *i == first);
    let start = start.ok_or_else(|| Refused::new("no move begins"))?.ip();
    Ok(Body { start, end: end(kernel)? })
}

/// A move ends with its last store.
fn end(kernel: &Kernel) -> Result<u64> {
    let is_last = |i: &&Instruction| i.op0_kind() == OpKind::Memory && i.memory_displacement64() == CENTRE as u64;
    let last = kernel.instructions.values().find(is_last);
    Ok(last.ok_or_else(|| Refused::new("no move ends"))?.next_ip())
}

/// Shows that the move, from its start to the place `done`, changes a state as `nogo_play` does, for any slot of the stone's
/// group; returns the state after it.
pub(super) fn show_as_play(
    proof: &mut Proof,
    before: &Before,
    (colour, cell): (usize, usize),
    begin: &Place,
    done: &Place,
    entry: &State,
) -> Result<State> {
    let [colour, point] = [colour, bit(cell)].map(|value| number(value as u64, 32));
    let (colour, point) = (proof.narrow(&colour), proof.narrow(&point));
    let of_one = proof.entry(&[Word::at(before.object, 0), colour, point]);
    let (this, play) = (proof.kernel, play(proof)?);

    let state = proof.any_state(begin, entry)?;
    if proof.is_outset() {
        proof.reach(begin.at, state.clone(), entry, std::slice::from_ref(done))?;
        return Ok(state);
    }
    let (mut state, index) = until_stored(proof, begin.at, state)?;
    proof.kernel = play;
    let (mut of_one, index_of_one) = until_stored(proof, play.address, of_one)?;
    proof.kernel = this;
    proof.show_equal("the slot of the stone's group is the one that nogo_play takes", &index, &index_of_one)?;
    let slot = Word::number(resized(&any_slot(&mut proof.graph), 64));

    proof.kernel = play;
    let store = group_store(play)?;
    of_one.set(store.memory_index(), slot.clone());
    let mut ends = proof.run(store.ip(), of_one, &[end(play)?])?;
    proof.kernel = this;
    let (Some(of_one), None) = (ends.cuts.remove(&end(play)?), ends.returned) else {
        refuse!("nogo_play does not end where its move does");
    };
    let store = group_store(this)?;
    state.set(store.memory_index(), slot);
    let mut reached = proof.reach(store.ip(), state, entry, std::slice::from_ref(done))?;
    let (Some(state), None) = (reached.places.remove(&done.at), reached.returned) else {
        refuse!("the move does not end where it should");
    };
    let [found, expected] = [
        proof.stored(&state, before.object, 0, before.size())?,
        proof.stored(&of_one, before.object, 0, before.size())?,
    ];
    proof.show_equal("the game is as nogo_play leaves it", &found, &expected)?;
    Ok(state)
}

/// Runs from the start of a move until the stone's group is stored; returns its slot.
fn until_stored(proof: &mut Proof, start: u64, state: State) -> Result<(State, Bits)> {
    let store = group_store(proof.kernel)?;
    let (at, index) = (store.ip(), store.memory_index());
    let mut ends = proof.run(start, state, &[at])?;
    let (Some(state), None) = (ends.cuts.remove(&at), ends.returned) else {
        refuse!("no group is stored, or not on every path");
    };
    let slot = state.number(index)?;
    Ok((state, slot))
}
