//! Which byte of a kernel is changed, and to what: drawn by the kernel's name, so that each kernel
//! has mutants of its own and always the same.

use crate::graph::{Graph, Lit, Node, Origin};
use crate::image::{Image, Kernel};
use crate::memory::World;
use crate::semantics;
use crate::state::State;
use iced_x86::{Code, Decoder, DecoderOptions, FlowControl, Instruction, OpKind};
use rustc_hash::FxHashSet;
use serde::Serialize;
use stonemask::Random;

/// A byte with another value.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Mutant {
    /// The byte's offset in the program's file.
    pub(crate) address: u64,
    pub(crate) before: u8,
    pub(crate) after: u8,
    /// The place in the kernel, and the effect of the byte.
    pub(crate) text: String,
}

/// The role of the byte in the kernel.
#[derive(Clone, Copy)]
enum Kind {
    /// Part of an immediate number.
    Immediate,
    /// Part of the opcode, or of the choice of registers.
    Opcode,
    /// Part of a number that is read from the program's constants.
    Constant,
    /// Part of a displacement.
    Offset,
}

const KINDS: [Kind; 4] = [Kind::Immediate, Kind::Opcode, Kind::Constant, Kind::Offset];

/// How often a kind is tried before the kernel is taken to have none of it.
const DRAWS: usize = 64;

/// An endless sequence of a kernel's mutants; the kinds in turn, as far as the kernel has them.
pub(crate) struct Mutants<'a> {
    image: &'a Image,
    kernel: &'a Kernel,
    instructions: Vec<Instruction>,
    /// The instructions that may replace another: those that some kernel has.
    known: &'a FxHashSet<Code>,
    random: Random,
    next: usize,
}

impl<'a> Mutants<'a> {
    pub(crate) fn of(image: &'a Image, kernel: &'a Kernel, known: &'a FxHashSet<Code>) -> Mutants<'a> {
        let seed = kernel.name.bytes().fold(0, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte)));
        let instructions = kernel.instructions.values().copied().collect();
        Mutants { image, kernel, instructions, known, random: Random::new(seed), next: 0 }
    }

    /// A mutant of a kind, if the draw finds one.
    fn drawn(&mut self, kind: Kind) -> Option<Mutant> {
        let index = self.random.below(self.instructions.len() as u32) as usize;
        let instruction = self.instructions[index];
        let at = (instruction.ip() - self.kernel.address) as usize;
        let bytes = &self.kernel.code[at..at + instruction.len()];
        let mut decoder = Decoder::with_ip(64, bytes, instruction.ip(), DecoderOptions::NONE);
        let decoded = decoder.decode();
        let offsets = decoder.get_constant_offsets(&decoded);
        let (immediate, displacement) = (
            offsets.immediate_offset()..offsets.immediate_offset() + offsets.immediate_size(),
            offsets.displacement_offset()..offsets.displacement_offset() + offsets.displacement_size(),
        );
        let jumps = instruction.flow_control() != FlowControl::Next;
        let from_constants = instruction.is_ip_rel_memory_operand();
        let place = match kind {
            Kind::Immediate if offsets.has_immediate() && !jumps => immediate.start + self.below(immediate.len()),
            Kind::Offset if offsets.has_displacement() && !from_constants => {
                displacement.start + self.below(displacement.len())
            }
            Kind::Opcode => {
                let place = self.below(instruction.len());
                if immediate.contains(&place) || displacement.contains(&place) {
                    return None;
                }
                place
            }
            Kind::Constant if from_constants && reads_memory(&instruction) => return self.constant(&instruction),
            _ => return None,
        };
        let before = bytes[place];
        let after = match kind {
            Kind::Opcode => before ^ (1 + self.below(255)) as u8,
            _ => before ^ 1 << self.below(8),
        };
        let mut changed = bytes.to_vec();
        changed[place] = after;
        let new = Decoder::with_ip(64, &changed, instruction.ip(), DecoderOptions::NONE).decode();
        // One instruction for another, among those that the processor may safely run.
        if new.len() != instruction.len() || !self.known.contains(&new.code()) || are_the_same(&instruction, &new) {
            return None;
        }
        let text = format!("at {at:#x} {new} for {instruction}");
        Some(Mutant { address: instruction.ip() + place as u64, before, after, text })
    }

    /// A byte of the constant that an instruction reads.
    fn constant(&mut self, instruction: &Instruction) -> Option<Mutant> {
        let size = instruction.memory_size().size();
        let address = instruction.ip_rel_memory_address() + self.below(size) as u64;
        let before = self.image.constant(address)?;
        let after = before ^ 1 << self.below(8);
        let place = instruction.ip() - self.kernel.address;
        let byte = address - instruction.ip_rel_memory_address();
        let text = format!("at {place:#x} {instruction} reads {after:#04x} for {before:#04x} in byte {byte}");
        Some(Mutant { address, before, after, text })
    }

    fn below(&mut self, bound: usize) -> usize {
        self.random.below(bound.max(1) as u32) as usize
    }
}

/// Whether an instruction reads its operand in memory; `lea` does not.
fn reads_memory(instruction: &Instruction) -> bool {
    let memory = (0..instruction.op_count()).any(|operand| instruction.op_kind(operand) == OpKind::Memory);
    memory && instruction.memory_size().size() > 0
}

/// Whether two instructions always have the same effect: the processor ignores some bits of
/// immediates. Those that need memory are not compared.
fn are_the_same(a: &Instruction, b: &Instruction) -> bool {
    let graph = Graph::new();
    let before = State::anything(&graph);
    let image = Image::default();
    let after = |instruction: &Instruction| {
        let (mut world, mut state) = (World::new(&image), before.clone());
        semantics::execute(&graph, &mut world, &mut state, instruction).ok().map(|_| state)
    };
    let (Some(a), Some(b)) = (after(a), after(b)) else { return false };
    let undefined =
        |lits: &[Lit]| lits.iter().all(|&lit| matches!(graph.node(lit.node()), Node::Variable(Origin::Undefined(_))));
    let flags = a.flags.lits().into_iter().zip(b.flags.lits());
    let same_flags = flags.into_iter().all(|(a, b)| a == b || undefined(&[a, b]));
    a.general == b.general && a.vectors == b.vectors && a.wide == b.wide && a.masks == b.masks && same_flags
}

impl Iterator for Mutants<'_> {
    type Item = Mutant;

    fn next(&mut self) -> Option<Mutant> {
        for _ in 0..KINDS.len() {
            let kind = KINDS[self.next % KINDS.len()];
            self.next += 1;
            if let Some(mutant) = (0..DRAWS).find_map(|_| self.drawn(kind)) {
                return Some(mutant);
            }
        }
        None
    }
}
