//! The kernels for one point of a plane as plain functions.

use super::Kernels;
use crate::kernel::field;

/// Kernels that hosts in C call without a wrapper. The contract: asm/gomoku/five_x64.S.
#[derive(Clone, Copy, Debug)]
pub struct Singles {
    /// Whether a stone on a point is in a run of five or more: in lanes of 16, 32 and 64 bits.
    pub five: field!([16 32 64] (*const u64, u32, u32) -> u32),
}

impl Kernels {
    /// The functions of this table for one point.
    pub(crate) fn singles(&self) -> Singles {
        Singles { five: self.five }
    }
}
