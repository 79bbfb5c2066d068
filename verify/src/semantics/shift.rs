//! Shifts and rotations of vectors.

use super::Step;
use crate::bits::{Bits, number, zeros};
use crate::graph::{Graph, Lit};
use crate::refused::Result;
use iced_x86::{Mnemonic as M, OpKind};

impl Step<'_, '_> {
    pub(super) fn vector_shift(&mut self) -> Result<bool> {
        use M::*;
        let (left, width) = match self.instruction.mnemonic() {
            Psllw | Vpsllw => (true, 16),
            Pslld | Vpslld => (true, 32),
            Psllq | Vpsllq | Vpsllvq => (true, 64),
            Psrlw | Vpsrlw => (false, 16),
            Psrld | Vpsrld => (false, 32),
            Psrlq | Vpsrlq | Vpsrlvq => (false, 64),
            Vpslldq => {
                self.byte_shift(true)?;
                return Ok(true);
            }
            Psrldq | Vpsrldq => {
                self.byte_shift(false)?;
                return Ok(true);
            }
            Vprolvq => {
                self.each_pair(64, 64, Graph::rotate_left)?;
                return Ok(true);
            }
            Vprolq => {
                let by = usize::from(self.immediate()) % 64;
                self.each_lane(64, 64, |_, lane| [&lane[64 - by..], &lane[..64 - by]].concat())?;
                return Ok(true);
            }
            _ => return Ok(false),
        };
        if matches!(self.instruction.mnemonic(), Vpsllvq | Vpsrlvq) {
            self.each_pair(width, width, |graph, lane, count| shifted(graph, left, lane, count))?;
            return Ok(true);
        }
        let last = self.instruction.op_count() - 1;
        let a = self.read(last - 1)?;
        // One count for all lanes: an immediate, or the lower half of a register.
        let count = match self.instruction.op_kind(last) {
            OpKind::Immediate8 => number(u64::from(self.immediate()), 64),
            _ => self.read(last)?[..64].to_vec(),
        };
        let result = a.chunks(width).flat_map(|lane| shifted(self.graph, left, lane, &count)).collect();
        self.write_vector(result, width)?;
        Ok(true)
    }

    /// Shifts each half of 128 bits by bytes.
    fn byte_shift(&mut self, left: bool) -> Result<()> {
        let a = self.read(if self.is_legacy() { 0 } else { 1 })?;
        let by = 8 * usize::from(self.immediate().min(16));
        let zeros = &zeros(by)[..];
        let shifted = |lane: &[Lit]| {
            if left { [zeros, &lane[..128 - by]].concat() } else { [&lane[by..], zeros].concat() }
        };
        self.write_vector(a.chunks(128).flat_map(shifted).collect(), 8)
    }
}

/// A lane shifted by a count of any width; counts beyond the lane's width shift everything out.
fn shifted(graph: &Graph, left: bool, lane: &[Lit], count: &[Lit]) -> Bits {
    let digits = lane.len().trailing_zeros() as usize;
    let shift = if left { Graph::shift_left } else { Graph::shift_right };
    let result = shift(graph, lane, &count[..digits], Lit::FALSE);
    let beyond = graph.any(&count[digits..]);
    graph.gated(!beyond, &result)
}
