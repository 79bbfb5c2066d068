//! Shifts and rotations of vectors.

use super::{Step, lanes, lanes2};
use crate::bits::{Bits, number, zeros};
use crate::graph::{Graph, Lit};
use crate::refused::Result;
use iced_x86::{Mnemonic as M, OpKind};

/// The ways to shift a lane.
#[derive(Clone, Copy, PartialEq)]
enum Way {
    Left,
    Right,
    Signed,
}

impl Step<'_, '_> {
    pub(super) fn vector_shift(&mut self) -> Result<bool> {
        use M::*;
        let (way, width) = match self.instruction.mnemonic() {
            Psllw | Vpsllw | Vpsllvw => (Way::Left, 16),
            Pslld | Vpslld | Vpsllvd => (Way::Left, 32),
            Psllq | Vpsllq | Vpsllvq => (Way::Left, 64),
            Psrlw | Vpsrlw | Vpsrlvw => (Way::Right, 16),
            Psrld | Vpsrld | Vpsrlvd => (Way::Right, 32),
            Psrlq | Vpsrlq | Vpsrlvq => (Way::Right, 64),
            Psraw | Vpsraw | Vpsravw => (Way::Signed, 16),
            Psrad | Vpsrad | Vpsravd => (Way::Signed, 32),
            Vpsraq | Vpsravq => (Way::Signed, 64),
            Pslldq | Vpslldq | Psrldq | Vpsrldq => {
                self.byte_shift()?;
                return Ok(true);
            }
            Vprolvq | Vprolvd => {
                let width = if self.instruction.mnemonic() == Vprolvq { 64 } else { 32 };
                let (a, counts) = (self.read(1)?, self.read(2)?);
                let value = lanes2(&a, &counts, width, |lane, count| self.graph.rotate_left(lane, count));
                self.write_vector(0, value, width)?;
                return Ok(true);
            }
            Vprolq | Vprold | Vprorq | Vprord => {
                self.rotation()?;
                return Ok(true);
            }
            _ => return Ok(false),
        };
        let last = self.instruction.op_count() - 1;
        let first = last - 1;
        let a = self.read(if self.is_legacy() { 0 } else { first })?;
        let variable = matches!(
            self.instruction.mnemonic(),
            Vpsllvw | Vpsllvd | Vpsllvq | Vpsrlvw | Vpsrlvd | Vpsrlvq | Vpsravw | Vpsravd | Vpsravq
        );
        let result = if variable {
            let counts = self.read(last)?;
            lanes2(&a, &counts, width, |lane, count| shifted(self.graph, way, lane, count))
        } else {
            // One count for all lanes: an immediate, or the lower half of a register.
            let count = match self.instruction.op_kind(last) {
                OpKind::Immediate8 => number(u64::from(self.immediate()), 64),
                _ => self.read(last)?[..64].to_vec(),
            };
            lanes(&a, width, |lane| shifted(self.graph, way, lane, &count))
        };
        self.write_vector(0, result, width)?;
        Ok(true)
    }

    /// Shifts each half of 128 bits by bytes.
    fn byte_shift(&mut self) -> Result<()> {
        let a = self.read(if self.is_legacy() { 0 } else { 1 })?;
        let by = 8 * usize::from(self.immediate().min(16));
        let left = matches!(self.instruction.mnemonic(), M::Pslldq | M::Vpslldq);
        let result = lanes(&a, 128, |lane| {
            if left {
                [zeros(by), lane[..128 - by].to_vec()].concat()
            } else {
                [lane[by..].to_vec(), zeros(by)].concat()
            }
        });
        self.write_vector(0, result, 8)
    }

    fn rotation(&mut self) -> Result<()> {
        let width = if matches!(self.instruction.mnemonic(), M::Vprolq | M::Vprorq) { 64 } else { 32 };
        let left = matches!(self.instruction.mnemonic(), M::Vprolq | M::Vprold);
        let by = usize::from(self.immediate()) % width;
        let a = self.read(1)?;
        let result = lanes(&a, width, |lane| {
            let mut lane = lane.to_vec();
            lane.rotate_right(if left { by } else { width - by });
            lane
        });
        self.write_vector(0, result, width)
    }
}

/// A lane shifted by a count of any width; counts beyond the lane's width shift everything out.
fn shifted(graph: &mut Graph, way: Way, lane: &[Lit], count: &[Lit]) -> Bits {
    let digits = lane.len().trailing_zeros() as usize;
    let fill = if way == Way::Signed { lane[lane.len() - 1] } else { Lit::FALSE };
    let result = match way {
        Way::Left => graph.shift_left(lane, &count[..digits], fill),
        _ => graph.shift_right(lane, &count[..digits], fill),
    };
    let beyond = graph.any(&count[digits..]);
    let out = vec![fill; lane.len()];
    graph.choose_each(beyond, &out, &result)
}
