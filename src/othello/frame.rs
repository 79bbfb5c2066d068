//! Bits of the 8x8 frame and bits of the board alone, one set at a time and in bulk.

use super::square::{SquareSet, ring};

impl<const N: usize> SquareSet<N> {
    /// The squares as bits of the board alone, `N*row + column`, where [`SquareSet::bits`] has gaps
    /// for the frame. On 8x8 both are the same.
    ///
    /// ```
    /// # use stonemask::othello::SquareSet;
    /// let set: SquareSet<6> = "a1 a2 f6".parse().unwrap();
    /// assert_eq!(set.board_bits(), 1 | 1 << 6 | 1 << 35);
    /// assert_eq!(SquareSet::from_board_bits(set.board_bits()), Some(set));
    /// ```
    #[inline]
    pub const fn board_bits(self) -> u64 {
        let (mut bits, mut row) = (0, 0);
        while row < N {
            bits |= (self.bits() >> (8 * (row + ring(N)) + ring(N)) & ROW >> (8 - N)) << (N * row);
            row += 1;
        }
        bits
    }

    /// The set of [`SquareSet::board_bits`]; `None` when a bit is beyond the last square.
    #[inline]
    pub const fn from_board_bits(bits: u64) -> Option<SquareSet<N>> {
        match bits.checked_shr((N * N) as u32) {
            None | Some(0) => Some(SquareSet::within_board(bits)),
            Some(_) => None,
        }
    }

    /// The set of [`SquareSet::board_bits`]; bits beyond the last square are dropped.
    #[inline]
    const fn within_board(bits: u64) -> SquareSet<N> {
        let (mut frame, mut row) = (0, 0);
        while row < N {
            frame |= (bits >> (N * row) & ROW >> (8 - N)) << (8 * (row + ring(N)) + ring(N));
            row += 1;
        }
        SquareSet::within(frame)
    }

    /// [`SquareSet::board_bits`] of many sets, such as the batch kernels write. Bits that are off
    /// the board are dropped.
    ///
    /// ```
    /// use stonemask::othello::{Positions, SquareSet};
    ///
    /// let positions = Positions::<6>::new(&[0x0810000000; 2], &[0x1008000000; 2])?;
    /// let (mut moves, mut packed, mut again) = ([0; 2], [0; 2], [0; 2]);
    /// positions.legal_moves(&mut moves);
    /// SquareSet::<6>::board_bits_many(&moves, &mut packed);
    /// SquareSet::<6>::frame_bits_many(&packed, &mut again);
    /// assert_eq!((packed, again), ([1 << 8 | 1 << 13 | 1 << 22 | 1 << 27; 2], moves));
    /// # Ok::<(), stonemask::othello::PositionsError>(())
    /// ```
    ///
    /// # Panics
    /// When the slices are of different lengths.
    pub fn board_bits_many(frame: &[u64], board: &mut [u64]) {
        assert_eq!(frame.len(), board.len(), "sets as bits of the board");
        board.iter_mut().zip(frame).for_each(|(board, &frame)| *board = SquareSet::<N>::within(frame).board_bits());
    }

    /// [`SquareSet::bits`] of many sets that are bits of the board alone. Bits beyond the last
    /// square are dropped.
    ///
    /// # Panics
    /// When the slices are of different lengths.
    pub fn frame_bits_many(board: &[u64], frame: &mut [u64]) {
        assert_eq!(board.len(), frame.len(), "sets as bits of the frame");
        frame.iter_mut().zip(board).for_each(|(frame, &board)| *frame = SquareSet::<N>::within_board(board).bits());
    }
}

/// A row of the frame.
const ROW: u64 = 0xff;
