//! The mask registers of AVX-512.

use super::Step;
use crate::bits::{Bits, resized, zeros};
use crate::graph::Lit;
use crate::refused::{Result, refuse};
use crate::state::Flags;
use crate::word::Word;
use iced_x86::{Mnemonic as M, OpKind};

impl Step<'_, '_> {
    pub(super) fn mask(&mut self) -> Result<bool> {
        use M::*;
        let mnemonic = self.instruction.mnemonic();
        let width = match mnemonic {
            Kmovb | Kortestb | Kandb | Korb | Kxorb | Knotb | Kandnb | Kxnorb | Ktestb | Kshiftlb | Kshiftrb => 8,
            Kmovw | Kortestw | Kandw | Korw | Kxorw | Knotw | Kandnw | Kxnorw | Ktestw | Kshiftlw | Kshiftrw => 16,
            Kunpckbw => 8,
            Kmovd | Kortestd | Kandd | Kord | Kxord | Knotd | Kandnd | Kxnord | Ktestd | Kshiftld | Kshiftrd => 32,
            Kunpckwd => 16,
            Kmovq | Kortestq | Kandq | Korq | Kxorq | Knotq | Kandnq | Kxnorq | Ktestq | Kshiftlq | Kshiftrq => 64,
            Kunpckdq => 32,
            _ => return Ok(false),
        };
        match mnemonic {
            Kmovb | Kmovw | Kmovd | Kmovq => {
                let value = resized(&self.read(1)?[..width.min(self.width(1)?)], width);
                match self.instruction.op0_kind() {
                    OpKind::Memory => self.write(0, value)?,
                    _ if self.instruction.op0_register().is_gpr() => {
                        let wide = self.width(0)?;
                        self.write_register(self.instruction.op0_register(), Word::number(resized(&value, wide)))?;
                    }
                    _ => self.set_mask(&value)?,
                }
            }
            Kortestb | Kortestw | Kortestd | Kortestq | Ktestb | Ktestw | Ktestd | Ktestq => {
                let (a, b) = (self.low(0, width)?, self.low(1, width)?);
                let (zero, carry) = if matches!(mnemonic, Kortestb | Kortestw | Kortestd | Kortestq) {
                    let or = self.graph.or_each(&a, &b);
                    (self.graph.is_zero(&or), self.graph.all(&or))
                } else {
                    let and = self.graph.and_each(&a, &b);
                    let others = self.graph.not_each(&a);
                    let andn = self.graph.and_each(&others, &b);
                    (self.graph.is_zero(&and), self.graph.is_zero(&andn))
                };
                let no = Lit::FALSE;
                self.state.flags = Flags { carry, zero, parity: no, adjust: no, sign: no, overflow: no };
            }
            Kunpckbw | Kunpckwd | Kunpckdq => {
                let (high, mut low) = (self.low(1, width)?, self.low(2, width)?);
                low.extend(high);
                self.set_mask(&low)?;
            }
            Knotb | Knotw | Knotd | Knotq => {
                let value = self.low(1, width)?;
                let value = self.graph.not_each(&value);
                self.set_mask(&value)?;
            }
            Kshiftlb | Kshiftlw | Kshiftld | Kshiftlq | Kshiftrb | Kshiftrw | Kshiftrd | Kshiftrq => {
                let value = self.low(1, width)?;
                let by = usize::from(self.immediate()).min(width);
                let left = matches!(mnemonic, Kshiftlb | Kshiftlw | Kshiftld | Kshiftlq);
                let value = if left {
                    [zeros(by), value[..width - by].to_vec()].concat()
                } else {
                    [value[by..].to_vec(), zeros(by)].concat()
                };
                self.set_mask(&value)?;
            }
            _ => {
                let (a, b) = (self.low(1, width)?, self.low(2, width)?);
                let value = match mnemonic {
                    Kandb | Kandw | Kandd | Kandq => self.graph.and_each(&a, &b),
                    Korb | Korw | Kord | Korq => self.graph.or_each(&a, &b),
                    Kxorb | Kxorw | Kxord | Kxorq => self.graph.xor_each(&a, &b),
                    Kxnorb | Kxnorw | Kxnord | Kxnorq => {
                        let differ = self.graph.xor_each(&a, &b);
                        self.graph.not_each(&differ)
                    }
                    _ => {
                        let others = self.graph.not_each(&a);
                        self.graph.and_each(&others, &b)
                    }
                };
                self.set_mask(&value)?;
            }
        }
        Ok(true)
    }

    fn low(&mut self, operand: u32, width: usize) -> Result<Bits> {
        Ok(self.read(operand)?[..width].to_vec())
    }

    /// Writes the mask register of the first operand; the bits above are cleared.
    fn set_mask(&mut self, value: &[Lit]) -> Result<()> {
        let register = self.instruction.op0_register();
        if !register.is_k() {
            refuse!("{register:?} as a mask");
        }
        self.state.masks[register.number()] = resized(value, 64);
        Ok(())
    }

    /// Writes the result of a comparison of vectors, a bit an element, under the write mask: masked-out elements give zero.
    pub(super) fn write_compared(&mut self, found: &[Lit]) -> Result<()> {
        let gates = self.gates(found.len());
        let found = self.graph.and_each(found, &gates);
        self.set_mask(&found)
    }

    /// Whether the first operand is a mask register.
    pub(super) fn writes_mask(&self) -> bool {
        self.instruction.op0_kind() == OpKind::Register && self.instruction.op0_register().is_k()
    }
}
