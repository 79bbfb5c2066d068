//! The mask registers of AVX-512.

use super::Step;
use crate::bits::{Bits, resized};
use crate::graph::Lit;
use crate::refused::{Result, refuse};
use crate::state::Flags;
use iced_x86::{Mnemonic as M, OpKind};

impl Step<'_, '_> {
    pub(super) fn mask(&mut self) -> Result<bool> {
        use M::*;
        let mnemonic = self.instruction.mnemonic();
        let width = match mnemonic {
            Kmovb | Kortestb | Kandb | Kxnorb | Kunpckbw => 8,
            Kortestw | Kunpckwd => 16,
            Kmovd => 32,
            Kmovq => 64,
            _ => return Ok(false),
        };
        match mnemonic {
            Kmovb | Kmovd | Kmovq => {
                let value = self.low(1, width)?;
                if self.writes_mask() { self.set_mask(&value)? } else { self.write(0, value)? }
            }
            Kortestb | Kortestw => {
                let (a, b) = (self.low(0, width)?, self.low(1, width)?);
                let or = self.graph.or_each(&a, &b);
                let (zero, carry) = (self.graph.is_zero(&or), self.graph.all(&or));
                self.state.flags = Flags { carry, zero, ..Flags::CLEAR };
            }
            _ => {
                let (a, b) = (self.low(1, width)?, self.low(2, width)?);
                let value = match mnemonic {
                    Kandb => self.graph.and_each(&a, &b),
                    Kxnorb => {
                        let differ = self.graph.xor_each(&a, &b);
                        self.graph.not_each(&differ)
                    }
                    _ => [b, a].concat(),
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

    /// Writes the result of a comparison of vectors, a bit an element, under the write mask:
    /// masked-out elements give zero.
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
