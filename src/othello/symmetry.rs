//! The symmetries of Othello's boards.

use super::square::{Square, SquareSet};
use crate::game::Symmetry;

impl Symmetry {
    /// Where a square goes: transposed first, then its row and its column counted from the other
    /// end.
    ///
    /// ```
    /// # use stonemask::othello::{Square, Symmetry};
    /// let d3: Square<8> = "d3".parse().unwrap();
    /// let images: Vec<String> = Symmetry::ALL.iter().map(|symmetry| symmetry.square(d3).to_string()).collect();
    /// assert_eq!(images, ["d3", "e3", "d6", "e6", "c4", "f4", "c5", "f5"]);
    /// ```
    pub const fn square<const N: usize>(self, square: Square<N>) -> Square<N> {
        let (row, column) = self.cell((N, N), (square.row(), square.column()));
        Square::new(row, column).expect("a symmetry keeps the board")
    }

    /// The images of a set's squares.
    pub const fn set<const N: usize>(self, set: SquareSet<N>) -> SquareSet<N> {
        // Smaller boards lie in the middle of the frame, so that the frame's symmetries are theirs.
        let mut bits = set.bits();
        if self.transpose {
            bits = transpose(bits);
        }
        if self.flip_rows {
            bits = bits.swap_bytes();
        }
        if self.flip_columns {
            bits = bits.reverse_bits().swap_bytes();
        }
        SquareSet::within(bits)
    }
}

/// Exchanges rows and columns of the 8x8 frame: blocks of 4x4, then 2x2, then single squares change
/// places across the diagonal.
const fn transpose(bits: u64) -> u64 {
    let mut bits = bits;
    let blocks = [(28, 0x0000_0000_f0f0_f0f0), (14, 0x0000_cccc_0000_cccc), (7, 0x00aa_00aa_00aa_00aa)];
    let mut index = 0;
    while index < blocks.len() {
        let (distance, upper) = blocks[index];
        let change = (bits ^ (bits >> distance)) & upper;
        bits ^= change | change << distance;
        index += 1;
    }
    bits
}
