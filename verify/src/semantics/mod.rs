//! The effect of each instruction on bits. Written from the processor manuals and tested on the
//! processor (`cosim`).
//!
//! An instruction without semantics is an error. Bits that the architecture leaves undefined become
//! free variables.

mod accepted;
pub(crate) mod bmi;
mod integer;
mod mask;
mod moves;
mod operands;
mod permute;
mod shift;
mod vector;

use crate::bits::Bits;
use crate::graph::{Graph, Lit};
use crate::memory::World;
use crate::refused::{Result, refuse};
use crate::state::State;
use iced_x86::{Instruction, Mnemonic, OpKind, Register};
pub(crate) use operands::alignment;

/// Where execution continues.
pub(crate) enum Flow {
    Next,
    /// To another place if the condition holds.
    Jump(Lit, u64),
    Return,
}

/// One instruction that is about to change a state.
pub(crate) struct Step<'a, 'w> {
    pub(crate) graph: &'a Graph,
    pub(crate) world: &'a mut World<'w>,
    pub(crate) state: &'a mut State,
    pub(crate) instruction: &'a Instruction,
}

/// Executes an instruction.
pub(crate) fn execute(graph: &Graph, world: &mut World, state: &mut State, instruction: &Instruction) -> Result<Flow> {
    has_semantics(instruction)?;
    let mut step = Step { graph, world, state, instruction };
    if let Some(flow) = step.integer()? {
        return Ok(flow);
    }
    if step.bit_manipulation()?
        || step.mask()?
        || step.vector_move()?
        || step.vector_shift()?
        || step.permute()?
        || step.vector()?
    {
        return Ok(Flow::Next);
    }
    refuse!("no semantics")
}

/// Refuses bytes that are no instruction, and forms without semantics.
pub(crate) fn has_semantics(i: &Instruction) -> Result<()> {
    if i.is_invalid() {
        refuse!("bytes that are no instruction");
    }
    let segment = i.segment_prefix() != Register::None && i.mnemonic() != Mnemonic::Nop;
    if i.has_lock_prefix() || i.has_rep_prefix() || i.has_repne_prefix() || segment {
        refuse!("a prefix without semantics");
    }
    if i.mnemonic() == Mnemonic::Xchg && (0..i.op_count()).any(|operand| i.op_kind(operand) == OpKind::Memory) {
        refuse!("an exchange with memory, which is atomic, is without semantics");
    }
    if !accepted::is_accepted(i) {
        let masked = if i.op_mask() == Register::None { "" } else { " under a mask" };
        refuse!("the form {:?}{masked} is without semantics", i.code());
    }
    Ok(())
}

/// Cuts two vectors into lanes, makes a new one of each pair, and joins these.
pub(crate) fn lanes2(a: &[Lit], b: &[Lit], width: usize, mut each: impl FnMut(&[Lit], &[Lit]) -> Bits) -> Bits {
    a.chunks(width).zip(b.chunks(width)).flat_map(|(a, b)| each(a, b)).collect()
}
