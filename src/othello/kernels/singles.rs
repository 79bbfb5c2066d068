//! The kernels for one 8x8 position as plain functions.

use super::Kernels;
use crate::kernel::field;

/// Kernels that hosts in C call without a wrapper. Their contracts: asm/othello/legal_moves_avx2.S
/// and flips_avx2.S.
#[derive(Clone, Copy, Debug)]
pub struct Singles {
    /// The squares on which the side to move may place a disc.
    pub legal_moves: field!([] (u64, u64) -> u64),
    /// How many squares these are.
    pub mobility: field!([] (u64, u64) -> u32),
    /// The discs that a disc on a square outflanks.
    pub flips: field!([] (u64, u64, u32) -> u64),
    /// Whether a disc on a square outflanks any.
    pub outflanks: field!([] (u64, u64, u32) -> u32),
    /// The positions after a disc on each of some squares.
    pub children: field!([] (u64, u64, u64, *mut [u64; 2])),
}

impl Kernels {
    /// The functions of this table for one position.
    pub(crate) fn singles(&self) -> Singles {
        Singles {
            legal_moves: self.legal_moves_8x8,
            mobility: self.mobility_8x8,
            flips: self.flips,
            outflanks: self.outflanks,
            children: self.children,
        }
    }
}
