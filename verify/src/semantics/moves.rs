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
            Movdqa | Movdqu | Movaps | Movups | Movapd | Movupd | Vmovdqa | Vmovdqu | Vmovaps | Vmovups | Lddqu
            | Vlddqu => {
                self.whole_move(64)?;
            }
            Vmovdqa64 | Vmovdqu64 => self.whole_move(64)?,
            Vmovdqa32 | Vmovdqu32 => self.whole_move(32)?,
            Vmovdqu16 => self.whole_move(16)?,
            Vmovdqu8 => self.whole_move(8)?,
            Movd | Movq | Vmovd | Vmovq => self.low_move()?,
            Movhps | Movhpd | Vmovhps | Vmovhpd => {
                if i.op0_kind() == OpKind::Memory {
                    let high = self.state.vectors[i.op1_register().number()][64..128].to_vec();
                    self.write(0, high)?;
                } else if self.is_legacy() {
                    let high = self.read(1)?;
                    self.state.vectors[i.op0_register().number()].splice(64..128, high);
                } else {
                    let mut value = self.read(1)?[..64].to_vec();
                    value.extend(self.read(2)?);
                    self.write_vector(0, value, 64)?;
                }
            }
            Movlps | Movlpd if i.op0_kind() == OpKind::Memory => {
                let low = self.state.vectors[i.op1_register().number()][..64].to_vec();
                self.write(0, low)?;
            }
            Vpmaskmovq | Vpmaskmovd => {
                let element = if i.mnemonic() == Vpmaskmovq { 64 } else { 32 };
                let mask = self.read(1)?;
                let gates: Bits = mask.chunks(element).map(|lane| lane[element - 1]).collect();
                if i.op0_kind() == OpKind::Memory {
                    let value = self.read(2)?;
                    self.write_gated(&value, element, &gates)?;
                } else {
                    let value = self.read_gated(element, &gates)?;
                    self.write_vector(0, value, element)?;
                }
            }
            Pinsrw | Vpinsrw | Pinsrd | Vpinsrd | Pinsrq | Vpinsrq | Pinsrb | Vpinsrb => {
                let width = match i.mnemonic() {
                    Pinsrb | Vpinsrb => 8,
                    Pinsrw | Vpinsrw => 16,
                    Pinsrd | Vpinsrd => 32,
                    _ => 64,
                };
                let first = u32::from(!self.is_legacy());
                let mut value = self.read(first)?[..128].to_vec();
                let new = self.read(first + 1)?[..width].to_vec();
                let place = usize::from(self.immediate()) % (128 / width) * width;
                value.splice(place..place + width, new);
                self.write_vector(0, value, 64)?;
            }
            Pextrw | Vpextrw | Pextrd | Vpextrd | Pextrq | Vpextrq | Pextrb | Vpextrb => {
                let width = match i.mnemonic() {
                    Pextrb | Vpextrb => 8,
                    Pextrw | Vpextrw => 16,
                    Pextrd | Vpextrd => 32,
                    _ => 64,
                };
                let value = self.read(1)?;
                let place = usize::from(self.immediate()) % (128 / width) * width;
                let value = resized(&value[place..place + width], self.width(0)?);
                self.write(0, value)?;
            }
            Pmovmskb | Vpmovmskb | Movmskpd | Vmovmskpd | Movmskps | Vmovmskps => {
                let element = match i.mnemonic() {
                    Pmovmskb | Vpmovmskb => 8,
                    Movmskps | Vmovmskps => 32,
                    _ => 64,
                };
                let signs: Bits = self.read(1)?.chunks(element).map(|lane| lane[element - 1]).collect();
                let width = self.width(0)?;
                self.write(0, resized(&signs, width))?;
            }
            Vpmovm2b | Vpmovm2w | Vpmovm2d | Vpmovm2q => {
                let element = match i.mnemonic() {
                    Vpmovm2b => 8,
                    Vpmovm2w => 16,
                    Vpmovm2d => 32,
                    _ => 64,
                };
                let count = self.width(0)? / element;
                let mask = self.state.masks[i.op1_register().number()][..count].to_vec();
                let value = mask.iter().flat_map(|&bit| vec![bit; element]).collect();
                self.write_vector(0, value, element)?;
            }
            Vpmovb2m | Vpmovw2m | Vpmovd2m | Vpmovq2m => {
                let element = match i.mnemonic() {
                    Vpmovb2m => 8,
                    Vpmovw2m => 16,
                    Vpmovd2m => 32,
                    _ => 64,
                };
                let signs: Bits = self.read(1)?.chunks(element).map(|lane| lane[element - 1]).collect();
                self.write_compared(&signs)?;
            }
            Vpmovqb | Vpmovqw | Vpmovqd | Vpmovdb | Vpmovdw | Vpmovwb => self.narrowed()?,
            Pmovzxbw | Vpmovzxbw => self.widened(8, 16)?,
            Pmovzxbd | Vpmovzxbd => self.widened(8, 32)?,
            Pmovzxbq | Vpmovzxbq => self.widened(8, 64)?,
            Pmovzxwd | Vpmovzxwd => self.widened(16, 32)?,
            Pmovzxwq | Vpmovzxwq => self.widened(16, 64)?,
            Pmovzxdq | Vpmovzxdq => self.widened(32, 64)?,
            _ => return Ok(false),
        }
        Ok(true)
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
                self.write_vector(0, value, element)
            }
            _ => {
                let value = self.read(1)?;
                self.write_vector(0, value, element)
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
        if target_is_vector { self.write_vector(0, resized(&value, 128), 64) } else { self.write(0, value) }
    }

    /// Truncates each element; the rest of the register is cleared.
    fn narrowed(&mut self) -> Result<()> {
        use M::*;
        let i = self.instruction;
        let (from, to) = match i.mnemonic() {
            Vpmovqb => (64, 8),
            Vpmovqw => (64, 16),
            Vpmovqd => (64, 32),
            Vpmovdb => (32, 8),
            Vpmovdw => (32, 16),
            _ => (16, 8),
        };
        let value = self.read(1)?;
        let count = value.len() / from;
        let value: Bits = value.chunks(from).flat_map(|lane| lane[..to].to_vec()).collect();
        if i.op0_kind() == OpKind::Memory {
            let gates = self.gates(count);
            return self.write_gated(&value, to, &gates);
        }
        if i.op_mask() != Register::None {
            refuse!("no semantics under a mask");
        }
        let width = value.len().max(128);
        self.write_vector(0, resized(&value, width), to)
    }

    fn widened(&mut self, from: usize, to: usize) -> Result<()> {
        let width = self.width(0)?;
        let value = self.read(1)?;
        let value = value[..width / to * from].chunks(from).flat_map(|lane| resized(lane, to)).collect();
        self.write_vector(0, value, to)
    }
}
