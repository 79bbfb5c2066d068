//! The registers and memory on which an instruction is run.

use super::native::{FLAG_PLACES, ROOM, Registers, has_avx512};
use crate::bits::number;
use crate::graph::Lit;
use crate::memory::Memory;
use crate::semantics::alignment;
use crate::state::{Flags, State};
use crate::word::Word;
use iced_x86::{Instruction, InstructionInfoFactory, Mnemonic, OpKind, Register};
use stonemask::Random;

/// Where rsp points, in the room.
const STACK_AT: i64 = 3072;
/// How much around a memory operand and the top of the stack may change.
const WINDOW: i64 = 128;

/// How an instruction is run: the registers that hold addresses, and those drawn for each run.
pub(crate) struct Plan {
    pub(crate) instruction: Instruction,
    pub(crate) room: u64,
    /// General registers that hold addresses in the room, by offset; the same in all runs.
    pub(crate) addresses: Vec<(usize, i64)>,
    /// The content of registers and memory in all runs, where nothing else is said.
    fixed: Registers,
    /// The registers of these as constants: made once, because every question about the plan begins
    /// with them.
    pub(crate) constants: State,
    pub(crate) general: Vec<usize>,
    pub(crate) vectors: Vec<usize>,
    pub(crate) masks: Vec<usize>,
    /// The parts of the room that are drawn for each run.
    pub(crate) windows: Vec<(i64, i64)>,
    /// Whether data registers hold addresses.
    pub(crate) has_addresses_as_data: bool,
}

impl Plan {
    pub(crate) fn new(instruction: &Instruction, room: u64, random: &mut Random) -> Plan {
        let beyond = if alignment(instruction) > 1 { 0 } else { i64::from(random.below(64)) };
        Plan::with_operand_at(instruction, room, beyond, random)
    }

    /// The memory operand, if any, lies this many bytes behind a multiple of 64.
    pub(crate) fn with_operand_at(instruction: &Instruction, room: u64, beyond: i64, random: &mut Random) -> Plan {
        let mut i = *instruction;
        let mut used = used(&i);
        let mut addresses = Vec::new();
        let mut windows = Vec::new();
        let mut fixed = Registers {
            general: std::array::from_fn(|_| random.next_u64()),
            flags: 0,
            vectors: std::array::from_fn(|_| std::array::from_fn(|_| random.next_u64())),
            masks: std::array::from_fn(|_| random.next_u64()),
            room: vec![0x5a; ROOM],
            taken: true,
            faulted: false,
        };
        if i.mnemonic() == Mnemonic::Lea && i.is_ip_rel_memory_operand() {
            // The instruction with a register in place of rip.
            i.set_memory_base(Register::R11);
            i.set_memory_displacement64(0x123);
            i.set_memory_displ_size(8);
            if !used.contains(&Register::R11) {
                used.push(Register::R11);
            }
        } else if (0..i.op_count()).any(|operand| i.op_kind(operand) == OpKind::Memory) && i.mnemonic() != Mnemonic::Lea
        {
            let offset = 1024 + beyond;
            if i.is_ip_rel_memory_operand() || i.memory_base() == Register::None {
                // A register that the instruction does not name replaces rip, or stands in if it
                // names none.
                let free = [Register::R11, Register::R10, Register::R9, Register::R8];
                let free = free.into_iter().find(|free| !used.contains(free)).expect("at most three general registers");
                i.set_memory_base(free);
                i.set_memory_displacement64(0);
                i.set_memory_displ_size(0);
                used.push(free);
            }
            let mut index_offset = 0;
            if i.memory_index() != Register::None {
                let index = u64::from(random.below(8));
                fixed.general[i.memory_index().number()] = index;
                index_offset = index.cast_signed() * i64::from(i.memory_index_scale());
            }
            let displacement = i.memory_displacement64().cast_signed();
            let base = offset - displacement - if i.memory_index() == i.memory_base() { 0 } else { index_offset };
            addresses.push((i.memory_base().number(), base));
            windows.push((offset - WINDOW, offset + 2 * WINDOW));
        }
        if matches!(i.mnemonic(), Mnemonic::Push | Mnemonic::Pop | Mnemonic::Ret) {
            addresses.push((4, STACK_AT));
            if i.mnemonic() != Mnemonic::Ret {
                windows.push((STACK_AT - 16, STACK_AT + 16));
            }
        } else {
            // Where interrupts of the host find a stack.
            fixed.general[4] = room + STACK_AT.cast_unsigned();
        }
        for &(register, offset) in &addresses {
            fixed.general[register] = room.wrapping_add_signed(offset);
        }
        let index = if i.mnemonic() == Mnemonic::Lea { Register::None } else { i.memory_index() };
        let drawn = |register: &Register| {
            register.is_gpr64() && *register != index && !addresses.iter().any(|&(taken, _)| taken == register.number())
        };
        let general = used.iter().filter(|r| drawn(r) && r.number() != 4).map(|r| r.number()).collect();
        let vectors = used.iter().filter(|r| r.is_zmm()).map(|r| r.number()).collect();
        let masks = used.iter().filter(|r| r.is_k()).map(|r| r.number()).collect();
        if !has_avx512() {
            fixed.clear_what_avx512_adds();
        }
        let constants = fixed.constants();
        Plan {
            instruction: i,
            room,
            addresses,
            fixed,
            constants,
            general,
            vectors,
            masks,
            windows,
            has_addresses_as_data: false,
        }
    }

    /// The same, with addresses of the room in some of the data registers, if the instruction has
    /// any.
    pub(crate) fn with_addresses_as_data(mut self, random: &mut Random) -> Option<Plan> {
        // After a divisor is drawn, it is made large enough for the quotient.
        if self.instruction.mnemonic() == Mnemonic::Div {
            return None;
        }
        let all = std::mem::take(&mut self.general);
        let sure = *all.get(random.below(all.len().max(1) as u32) as usize)?;
        for register in all {
            if register == sure || random.below(2) == 0 {
                let offset = i64::from(random.below(ROOM as u32 + 1));
                self.addresses.push((register, offset));
                self.fixed.general[register] = self.room.wrapping_add_signed(offset);
            } else {
                self.general.push(register);
            }
        }
        Some(Plan { has_addresses_as_data: true, ..self })
    }

    /// Registers, flags and memory for one run.
    pub(crate) fn draw(&self, random: &mut Random) -> Registers {
        let mut registers = self.fixed.clone();
        let mut previous = random.next_u64();
        for &register in &self.general {
            registers.general[register] = word(random, previous);
            previous = registers.general[register];
        }
        let mut before = [0; 8];
        for &register in &self.vectors {
            registers.vectors[register] = vector(random, &before);
            before = registers.vectors[register];
        }
        for &register in &self.masks {
            registers.masks[register] = if random.below(4) == 0 { u64::MAX } else { word(random, previous) };
        }
        let drawn = random.next_u64();
        registers.flags = 0x202 | FLAG_PLACES.iter().fold(0, |flags, &place| flags | (drawn & 1 << place));
        for &(from, to) in &self.windows {
            let near = vector(random, &before);
            let bytes: Vec<u8> = (from..to)
                .step_by(64)
                .flat_map(|_| if random.below(2) == 0 { near } else { vector(random, &before) })
                .flat_map(u64::to_le_bytes)
                .collect();
            let length = (to - from) as usize;
            registers.room[from as usize..to as usize].copy_from_slice(&bytes[..length]);
        }
        if !has_avx512() {
            registers.clear_what_avx512_adds();
        }
        if self.instruction.mnemonic() == Mnemonic::Div {
            // The quotient must fit: a large divisor, a dividend below it.
            let divisor = self.instruction.op0_register().full_register();
            let half = if self.instruction.op0_register().is_gpr32() { 1 << 31 } else { 1 << 63 };
            if divisor.is_gpr64() {
                registers.general[divisor.number()] |= half;
                registers.general[2] &= half - 1;
            } else {
                registers.general[2] = 0;
                registers.room.iter_mut().for_each(|byte| *byte |= 1);
            }
        }
        registers
    }
}

impl Registers {
    fn clear_what_avx512_adds(&mut self) {
        self.vectors[..16].iter_mut().for_each(|vector| vector[4..].fill(0));
        self.vectors[16..].fill([0; 8]);
        self.masks.fill(0);
    }

    /// As constants, without the memory.
    fn constants(&self) -> State {
        State {
            path: Lit::TRUE,
            general: self.general.map(Word::constant).to_vec(),
            flags: Flags::CLEAR,
            vectors: self.vectors.map(|vector| vector.map(|part| number(part, 64)).concat()).to_vec(),
            wide: [false; 16],
            masks: self.masks.map(|mask| number(mask, 64)).to_vec(),
            memory: Memory::default(),
        }
    }
}

/// The registers that an instruction names or changes, each as a whole.
fn used(i: &Instruction) -> Vec<Register> {
    let mut factory = InstructionInfoFactory::new();
    let mut used: Vec<Register> =
        factory.info(i).used_registers().iter().map(|used| used.register().full_register()).collect();
    used.retain(|register| register.is_gpr64() || register.is_zmm() || register.is_k());
    used.sort_unstable();
    used.dedup();
    used
}

/// A number of one of several kinds.
fn word(random: &mut Random, previous: u64) -> u64 {
    match random.below(10) {
        0 => 0,
        1 => u64::MAX,
        2 => u64::from(random.below(72)),
        3 => 1 << random.below(64),
        4 => random.next_u64() & random.next_u64() & random.next_u64(),
        5 => random.next_u64() | random.next_u64() | random.next_u64(),
        6 => previous,
        7 => previous ^ 1 << random.below(64),
        _ => random.next_u64(),
    }
}

/// A vector of one of several kinds: random lanes, small numbers in lanes of each width, or almost
/// a copy of another.
fn vector(random: &mut Random, other: &[u64; 8]) -> [u64; 8] {
    let small = |random: &mut Random, width: u32| {
        (0..64 / width).fold(0, |word, lane| word | u64::from(random.below(width + 4)) << (lane * width))
    };
    match random.below(9) {
        0 => std::array::from_fn(|_| small(random, 8)),
        1 => std::array::from_fn(|_| small(random, 16)),
        2 => std::array::from_fn(|_| small(random, 32)),
        3 => std::array::from_fn(|_| small(random, 64)),
        4 => std::array::from_fn(|lane| {
            other[lane] ^ if random.below(2) == 0 { 0 } else { 0xff << (8 * random.below(8)) }
        }),
        5 => std::array::from_fn(|_| if random.below(2) == 0 { 0 } else { u64::MAX }),
        _ => std::array::from_fn(|lane| word(random, other[lane])),
    }
}
