//! Moves of vectors, and between vectors and general registers.

use super::Step;
use crate::bits::{Bits, resized};
use crate::graph::Lit;
use crate::refused::{Result, refuse};
use iced_x86::{Mnemonic as M, OpKind, Register};

impl Step<'_, '_> {
    pub(super) fn vector_move(&mut self) -> Result<bool> {
        use M::*;
        let i = self.instruction;
        match i.mnemonic() {
            Vzeroupper => {
                for register in 0..16 {
                    self.state.vectors[register].truncate(128);
                    self.state.vectors[register].resize(512, Lit::FALSE);
                }
                self.state.wide = [false; 16];
            }
            // A hint: it changes nothing, and does not fault at any address.
            Prefetcht0 => {}
            Movdqa | Movdqu | Vmovdqa | Vmovdqu | Vmovdqa64 | Vmovdqu64 => self.whole_move(64)?,
            Vmovdqu8 => self.whole_move(8)?,
            Movd | Movq | Vmovd | Vmovq => self.low_move()?,
            Movhps => {
                let high = self.read(1)?;
                self.state.vectors[i.op0_register().number()].splice(64..128, high);
            }
            Vmovhps => {
                let mut value = self.read(1)?[..64].to_vec();
                value.extend(self.read(2)?);
                self.write_vector(value, 64)?;
            }
            Vpmaskmovq => {
                let gates = signs(&self.read(1)?, 64);
                if i.op0_kind() == OpKind::Memory {
                    let value = self.read(2)?;
                    self.write_gated(&value, 64, &gates)?;
                } else {
                    let value = self.read_gated(64, &gates)?;
                    self.write_vector(value, 64)?;
                }
            }
            Vpinsrw | Vpinsrd => {
                let width = if i.mnemonic() == Vpinsrw { 16 } else { 32 };
                let (mut value, new) = (self.read(1)?, self.read(2)?[..width].to_vec());
                let place = usize::from(self.immediate()) % (128 / width) * width;
                value.splice(place..place + width, new);
                self.write_vector(value, 64)?;
            }
            Vpextrb | Vpextrw | Vpextrd | Vpextrq => {
                let width = match i.mnemonic() {
                    Vpextrb => 8,
                    Vpextrw => 16,
                    Vpextrd => 32,
                    _ => 64,
                };
                let value = self.read(1)?;
                let place = usize::from(self.immediate()) % (128 / width) * width;
                let value = resized(&value[place..place + width], self.width(0)?);
                self.write(0, value)?;
            }
            Pmovmskb | Vpmovmskb => self.signs_moved(8)?,
            Vmovmskps => self.signs_moved(32)?,
            Vmovmskpd => self.signs_moved(64)?,
            Vpmovm2w => {
                let count = self.width(0)? / 16;
                let mask = self.state.masks[i.op1_register().number()][..count].to_vec();
                let value = mask.iter().flat_map(|&bit| [bit; 16]).collect();
                self.write_vector(value, 16)?;
            }
            Vpmovqb => self.narrowed()?,
            Vpmovzxbq => {
                let width = self.width(0)?;
                let value = self.read(1)?[..width / 8].chunks(8).flat_map(|lane| resized(lane, 64)).collect();
                self.write_vector(value, 64)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The highest bit of each element, in a general register.
    fn signs_moved(&mut self, element: usize) -> Result<()> {
        let signs = signs(&self.read(1)?, element);
        let width = self.width(0)?;
        self.write(0, resized(&signs, width))
    }

    /// A vector from a register or memory to a register or memory, under a mask of elements.
    fn whole_move(&mut self, element: usize) -> Result<()> {
        let i = self.instruction;
        let masked = i.op_mask() != Register::None;
        match (i.op0_kind(), i.op1_kind()) {
            (OpKind::Memory, _) if masked => {
                let value = self.read(1)?;
                let gates = self.gates(value.len() / element);
                self.write_gated(&value, element, &gates)
            }
            (OpKind::Memory, _) => {
                let value = self.read(1)?;
                self.write(0, value)
            }
            (_, OpKind::Memory) if masked => {
                let gates = self.gates(8 * i.op0_register().size() / element);
                let value = self.read_gated(element, &gates)?;
                self.write_vector(value, element)
            }
            _ => {
                let value = self.read(1)?;
                self.write_vector(value, element)
            }
        }
    }

    /// movd and movq: the lowest element; the rest of a vector register becomes zero.
    fn low_move(&mut self) -> Result<()> {
        let i = self.instruction;
        let source_is_vector = i.op1_kind() == OpKind::Register && i.op1_register().is_vector_register();
        let target_is_vector = i.op0_kind() == OpKind::Register && i.op0_register().is_vector_register();
        let width = match (source_is_vector, target_is_vector) {
            (true, true) => 64,
            (true, false) => self.width(0)?,
            (false, true) => self.width(1)?,
            (false, false) => refuse!("mmx"),
        };
        let value = self.read(1)?[..width].to_vec();
        if target_is_vector { self.write_vector(resized(&value, 128), 64) } else { self.write(0, value) }
    }

    /// Truncates each quadword to a byte; the rest of the register is cleared.
    fn narrowed(&mut self) -> Result<()> {
        let i = self.instruction;
        let value: Bits = self.read(1)?.chunks(64).flat_map(|lane| lane[..8].to_vec()).collect();
        if i.op0_kind() == OpKind::Memory {
            let gates = self.gates(value.len() / 8);
            return self.write_gated(&value, 8, &gates);
        }
        if i.op_mask() != Register::None {
            refuse!("no semantics under a mask");
        }
        self.write_vector(resized(&value, 128), 8)
    }
}

/// The highest bit of each element.
fn signs(value: &[Lit], element: usize) -> Bits {
    value.chunks(element).map(|lane| lane[element - 1]).collect()
}
