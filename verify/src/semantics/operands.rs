//! Operands: registers, immediates and memory; reads and writes.

use super::{Step, lanes2};
use crate::bits::{Bits, number, resized, sign_extended, zeros};
use crate::graph::{Graph, Lit};
use crate::memory::Access;
use crate::refused::{Result, refuse};
use crate::word::Word;
use iced_x86::{CodeSize, EncodingKind, Instruction, Mnemonic as M, OpKind, Register};

impl Step<'_, '_> {
    /// The width of an operand in bits; for a broadcast memory operand, of all the elements that it
    /// becomes.
    pub(super) fn width(&self, operand: u32) -> Result<usize> {
        let register = match self.instruction.op_kind(operand) {
            OpKind::Register => return Ok(8 * self.instruction.op_register(operand).size()),
            OpKind::Memory if self.instruction.is_broadcast() => self.instruction.op_register(0),
            OpKind::Memory => return Ok(8 * self.instruction.memory_size().size()),
            _ => refuse!("the width of an immediate was asked for"),
        };
        // A comparison writes a mask; its operands have the width of the register compared.
        let vector = if register.is_vector_register() { register } else { self.instruction.op_register(1) };
        Ok(8 * vector.size())
    }

    /// The address of the memory operand.
    pub(super) fn address(&mut self) -> Result<Word> {
        let i = self.instruction;
        if i.code_size() != CodeSize::Code64 {
            refuse!("not 64-bit code");
        }
        if i.memory_base() == Register::EIP {
            refuse!("an address of 32 bits");
        }
        if i.is_ip_rel_memory_operand() {
            return self.world.constant(i.ip_rel_memory_address());
        }
        let mut address = Word::constant(i.memory_displacement64());
        for (register, scale) in [(i.memory_base(), 1), (i.memory_index(), i.memory_index_scale())] {
            if register == Register::None {
                continue;
            }
            if !register.is_gpr64() {
                refuse!("an address of {register:?}");
            }
            let word = self.state.get(register).clone();
            let mut scaled = zeros(scale.trailing_zeros() as usize);
            scaled.extend_from_slice(word.offset());
            scaled.truncate(64);
            let sum = self.graph.add(address.offset(), &scaled);
            address = address.joined(&word, i64::from(scale), sum);
        }
        Ok(address)
    }

    pub(super) fn read_memory(&mut self, address: &Word, size: usize, alignment: u64, gate: Lit) -> Result<Word> {
        let access = Access { path: self.state.path, address, size, alignment, gate };
        self.world.read(self.graph, &self.state.memory, access)
    }

    pub(super) fn write_memory(&mut self, address: &Word, value: &Word, alignment: u64, gate: Lit) -> Result<()> {
        let access = Access { path: self.state.path, address, size: value.width() / 8, alignment, gate };
        self.world.write(self.graph, &mut self.state.memory, value, access)
    }

    /// An operand of any kind as bits. An address in a register gives undefined bits.
    pub(super) fn read(&mut self, operand: u32) -> Result<Bits> {
        let word = self.read_word(operand)?;
        Ok(word.into_bits(self.graph))
    }

    /// An operand as bits, or as an address if it is one.
    pub(super) fn read_word(&mut self, operand: u32) -> Result<Word> {
        let i = self.instruction;
        match i.op_kind(operand) {
            OpKind::Register => self.read_register(i.op_register(operand)),
            OpKind::Memory if i.is_broadcast() => {
                let size = i.memory_size().element_size();
                let address = self.address()?;
                let element = self.read_memory(&address, size, 1, Lit::TRUE)?;
                let count = self.width(operand)? / (8 * size);
                Ok(Word::number(element.into_bits(self.graph).repeat(count)))
            }
            OpKind::Memory => {
                let address = self.address()?;
                self.read_memory(&address, i.memory_size().size(), alignment(i), Lit::TRUE)
            }
            OpKind::Immediate8 | OpKind::Immediate8_2nd => Ok(Word::number(number(i.immediate(operand), 8))),
            OpKind::Immediate16 | OpKind::Immediate8to16 => Ok(Word::number(number(i.immediate(operand), 16))),
            OpKind::Immediate32 | OpKind::Immediate8to32 => Ok(Word::number(number(i.immediate(operand), 32))),
            OpKind::Immediate64 | OpKind::Immediate8to64 | OpKind::Immediate32to64 => {
                Ok(Word::number(number(i.immediate(operand), 64)))
            }
            kind => refuse!("an operand {kind:?}"),
        }
    }

    /// A vector in memory, element by element: elements with an open gate must lie in bounds; the
    /// others read as zero.
    pub(super) fn read_gated(&mut self, element: usize, gates: &[Lit]) -> Result<Bits> {
        let address = self.aligned_address()?;
        let mut bits = Vec::new();
        for (index, &gate) in gates.iter().enumerate() {
            if gate == Lit::FALSE {
                bits.extend(zeros(element));
                continue;
            }
            let place = self.offset(&address, index * element / 8);
            let value = self.read_memory(&place, element / 8, 1, gate)?.into_bits(self.graph);
            bits.extend(self.graph.gated(gate, &value));
        }
        Ok(bits)
    }

    /// Writes the elements with an open gate.
    pub(super) fn write_gated(&mut self, value: &[Lit], element: usize, gates: &[Lit]) -> Result<()> {
        let address = self.aligned_address()?;
        for (index, (&gate, bits)) in gates.iter().zip(value.chunks(element)).enumerate() {
            if gate != Lit::FALSE {
                let place = self.offset(&address, index * element / 8);
                self.write_memory(&place, &Word::number(bits.to_vec()), 1, gate)?;
            }
        }
        Ok(())
    }

    /// The address of a memory operand with gated elements: its alignment is demanded whatever the
    /// gates are.
    fn aligned_address(&mut self) -> Result<Word> {
        let (address, alignment) = (self.address()?, alignment(self.instruction));
        if alignment > 1 {
            self.world.align(self.graph, self.state.path, &address, alignment)?;
        }
        Ok(address)
    }

    fn offset(&mut self, address: &Word, bytes: usize) -> Word {
        let bytes = number(bytes as u64, 64);
        address.with_offset(self.graph.add(address.offset(), &bytes))
    }

    fn read_register(&mut self, register: Register) -> Result<Word> {
        if register.is_vector_register() {
            return Ok(Word::number(self.state.vectors[register.number()][..8 * register.size()].to_vec()));
        }
        if register.is_k() {
            return Ok(Word::number(self.state.masks[register.number()].clone()));
        }
        if !register.is_gpr() {
            refuse!("the register {register:?}");
        }
        let word = self.state.get(register.full_register()).clone();
        if register.is_gpr64() {
            return Ok(word);
        }
        let bits = word.into_bits(self.graph);
        let (start, size) = (low_byte(register), 8 * register.size());
        Ok(Word::number(bits[start..start + size].to_vec()))
    }

    /// Writes a general register or memory, at the operand's width; 32-bit registers clear the
    /// upper half.
    pub(super) fn write(&mut self, operand: u32, bits: Bits) -> Result<()> {
        self.write_word(operand, Word::number(bits))
    }

    pub(super) fn write_word(&mut self, operand: u32, value: Word) -> Result<()> {
        let i = self.instruction;
        match i.op_kind(operand) {
            OpKind::Memory => {
                let address = self.address()?;
                self.write_memory(&address, &value, alignment(i), Lit::TRUE)
            }
            OpKind::Register => self.write_register(i.op_register(operand), value),
            kind => refuse!("an operand {kind:?} is written"),
        }
    }

    pub(super) fn write_register(&mut self, register: Register, value: Word) -> Result<()> {
        if !register.is_gpr() {
            refuse!("{register:?} is written");
        }
        if value.width() != 8 * register.size() {
            refuse!("{} bits for {register:?}", value.width());
        }
        let full = register.full_register();
        let value = match register.size() {
            8 => value,
            4 => Word::number(resized(&value.into_bits(self.graph), 64)),
            _ => {
                let old = self.state.get(full).clone();
                let mut bits = old.into_bits(self.graph);
                let (start, value) = (low_byte(register), value.into_bits(self.graph));
                bits.splice(start..start + value.len(), value);
                Word::number(bits)
            }
        };
        self.state.set(full, value);
        Ok(())
    }

    /// The immediate, in the last operand.
    pub(super) fn immediate(&self) -> u8 {
        self.instruction.immediate8()
    }

    /// The write mask of an EVEX instruction with `count` elements; all open without a mask.
    pub(super) fn gates(&self, count: usize) -> Bits {
        match self.instruction.op_mask() {
            Register::None => vec![Lit::TRUE; count],
            mask => self.state.masks[mask.number()][..count].to_vec(),
        }
    }

    /// Writes the vector register of the first operand as its encoding demands: legacy encodings
    /// keep the bits above, VEX and EVEX clear them; EVEX writes elements of `element` bits under
    /// the mask.
    pub(super) fn write_vector(&mut self, mut bits: Bits, element: usize) -> Result<()> {
        let i = self.instruction;
        let register = i.op0_register();
        if !register.is_vector_register() {
            refuse!("{register:?} as a vector");
        }
        if i.op_mask() != Register::None {
            let gates = self.gates(bits.len() / element);
            let old = self.state.vectors[register.number()].clone();
            for (index, gate) in gates.into_iter().enumerate() {
                for place in index * element..(index + 1) * element {
                    let kept = if i.zeroing_masking() { Lit::FALSE } else { old[place] };
                    bits[place] = self.graph.choose(gate, bits[place], kept);
                }
            }
        }
        self.set_vector(bits)
    }

    /// Writes the vector without a write mask.
    pub(super) fn set_vector(&mut self, bits: Bits) -> Result<()> {
        let number = self.instruction.op0_register().number();
        if self.is_legacy() {
            self.state.vectors[number].splice(..bits.len(), bits);
            return Ok(());
        }
        if number < 16 && bits.len() > 128 {
            self.state.wide[number] = true;
        }
        self.state.vectors[number] = resized(&bits, 512);
        Ok(())
    }

    /// Whether the form has a destination separate from its first source.
    pub(super) fn is_legacy(&self) -> bool {
        self.instruction.encoding() == EncodingKind::Legacy
    }

    /// The two sources of an operation on vectors: operands 0 and 1 of legacy forms, 1 and 2 of
    /// others.
    pub(super) fn sources(&mut self) -> Result<(Bits, Bits)> {
        let first = u32::from(!self.is_legacy());
        Ok((self.read(first)?, self.read(first + 1)?))
    }

    /// Writes what is made of the lanes of two sources, with elements of `element` bits.
    pub(super) fn each_pair(
        &mut self,
        width: usize,
        element: usize,
        mut each: impl FnMut(&Graph, &[Lit], &[Lit]) -> Bits,
    ) -> Result<()> {
        let (a, b) = self.sources()?;
        let value = lanes2(&a, &b, width, |a, b| each(self.graph, a, b));
        self.write_vector(value, element)
    }

    /// `each_pair` for the lanes of one source.
    pub(super) fn each_lane(
        &mut self,
        width: usize,
        element: usize,
        mut each: impl FnMut(&Graph, &[Lit]) -> Bits,
    ) -> Result<()> {
        let value = self.read(1)?.chunks(width).flat_map(|lane| each(self.graph, lane)).collect();
        self.write_vector(value, element)
    }

    /// Sign-extends an immediate or a narrow operand to a width.
    pub(super) fn extended(&self, bits: &[Lit], width: usize) -> Bits {
        if bits.len() < width { sign_extended(bits, width) } else { bits.to_vec() }
    }
}

/// The alignment that an instruction demands of its memory operand.
pub(crate) fn alignment(i: &Instruction) -> u64 {
    let size = i.memory_size().size() as u64;
    match i.mnemonic() {
        M::Movdqa | M::Vmovdqa | M::Vmovdqa64 => size,
        M::Movdqu => 1,
        // Operands of legacy SSE instructions in memory are aligned.
        _ if i.encoding() == EncodingKind::Legacy && size == 16 => 16,
        _ => 1,
    }
}

/// The first bit of a general register within its 64 bits.
fn low_byte(register: Register) -> usize {
    match register {
        Register::AH | Register::BH | Register::CH | Register::DH => 8,
        _ => 0,
    }
}
