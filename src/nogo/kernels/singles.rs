//! The kernels for positions as plain functions.

use super::Kernels;
use crate::kernel::field;
use crate::nogo::position::{Masks, Position};

/// Kernels that hosts in C call without a wrapper. Their contracts: asm/nogo/masks.inc and
/// is_legal_x64.S.
#[derive(Clone, Copy, Debug)]
pub struct Singles {
    /// Whether a move is legal.
    pub is_legal: field!([] (*const Position, u32, u32) -> u32),
    /// The legal moves of both colours in one position or more.
    pub masks: field!([] (*const Position, *mut Masks, usize)),
}

impl Kernels {
    /// The functions of this table for positions.
    pub(crate) fn singles(&self) -> Singles {
        Singles { is_legal: self.is_legal, masks: self.masks }
    }
}
