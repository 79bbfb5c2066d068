//! Many positions as a structure of arrays: borrowed, and in arrays of their own that kernels fill.

use super::position::Position;
use super::square::SquareSet;
use crate::kernel::memory::filled;
use std::collections::TryReserveError;
use std::fmt;

/// Positions in two arrays that the caller owns: the discs of each side to move, and those of each
/// opponent, as bits of the 8x8 frame.
///
/// ```
/// use stonemask::othello::Positions;
///
/// let positions = Positions::<8>::new(&[0x0810000000; 3], &[0x1008000000; 3])?;
/// let mut counts = [0; 3];
/// positions.mobility(&mut counts);
/// assert_eq!(counts, [4; 3]);
/// # Ok::<(), stonemask::othello::PositionsError>(())
/// ```
// Both arrays are of the same length, and no position has discs of both sides on a square or discs
// off its board: only this file makes any, and the kernels rely on it.
#[derive(Clone, Copy, Debug)]
pub struct Positions<'a, const N: usize> {
    own: &'a [u64],
    opponent: &'a [u64],
}

impl<'a, const N: usize> Positions<'a, N> {
    /// Positions with these discs.
    ///
    /// # Errors
    /// When the arrays are of different lengths, or a position has discs of both sides on a square
    /// or discs off its board; the first such position is named.
    pub fn new(own: &'a [u64], opponent: &'a [u64]) -> Result<Positions<'a, N>, PositionsError> {
        if own.len() != opponent.len() {
            return Err(PositionsError::Lengths { own: own.len(), opponent: opponent.len() });
        }
        let off_board = !SquareSet::<N>::ALL.bits();
        // All at once first, which is quick; one by one only to say what is wrong.
        let wrong = |(&own, &opponent): (&u64, &u64)| own & opponent | (own | opponent) & off_board;
        if own.iter().zip(opponent).fold(0, |all, discs| all | wrong(discs)) != 0 {
            let index = own.iter().zip(opponent).position(|discs| wrong(discs) != 0).expect("one of them is wrong");
            let both = own[index] & opponent[index];
            return Err(if both != 0 {
                PositionsError::Overlap { index, squares: both }
            } else {
                PositionsError::OffBoard { index, squares: (own[index] | opponent[index]) & off_board }
            });
        }
        Ok(Positions { own, opponent })
    }

    /// How many there are.
    #[inline]
    pub fn len(self) -> usize {
        self.own.len()
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.own.is_empty()
    }

    /// The discs of the sides to move.
    #[inline]
    pub fn own(self) -> &'a [u64] {
        self.own
    }

    /// The discs of the other sides.
    #[inline]
    pub fn opponent(self) -> &'a [u64] {
        self.opponent
    }

    /// One of them.
    ///
    /// # Panics
    /// When the index is too large.
    #[inline]
    pub fn get(self, index: usize) -> Position<N> {
        Position::without_overlap(SquareSet::within(self.own[index]), SquareSet::within(self.opponent[index]))
    }

    /// One after the other.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Position<N>> + ExactSizeIterator + use<'a, N> {
        (0..self.len()).map(move |index| self.get(index))
    }

    /// Groups of `size`, in order; the last may be smaller.
    pub(crate) fn chunks(self, size: usize) -> impl Iterator<Item = Positions<'a, N>> {
        self.own.chunks(size).zip(self.opponent.chunks(size)).map(|(own, opponent)| Positions { own, opponent })
    }
}

/// Positions in arrays of their own.
// Every element, used or not, is a position as [`Positions`] may have it.
#[derive(Clone, Debug, Default)]
pub(crate) struct PositionArrays<const N: usize> {
    own: Vec<u64>,
    opponent: Vec<u64>,
    len: usize,
}

impl<const N: usize> PositionArrays<N> {
    /// `len` empty boards.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub(crate) fn new(len: usize) -> Result<PositionArrays<N>, TryReserveError> {
        Ok(PositionArrays { own: filled(0, len)?, opponent: filled(0, len)?, len })
    }

    /// How many positions there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Clears the arrays, keeping capacity for `room` positions.
    pub(crate) fn clear(&mut self, room: usize) {
        if self.own.len() < room {
            self.own.resize(room, 0);
            self.opponent.resize(room, 0);
        }
        self.len = 0;
    }

    /// Adds a position.
    ///
    /// # Panics
    /// If no room is left.
    #[inline]
    pub(crate) fn push(&mut self, position: Position<N>) {
        let index = self.len;
        self.len += 1;
        self.set(index, position);
    }

    /// Replaces a position.
    #[inline]
    pub(crate) fn set(&mut self, index: usize, position: Position<N>) {
        (self.own[index], self.opponent[index]) = (position.own().bits(), position.opponent().bits());
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> Position<N> {
        self.as_positions().get(index)
    }

    /// All of them.
    #[inline]
    pub(crate) fn as_positions(&self) -> Positions<'_, N> {
        Positions { own: &self.own[..self.len], opponent: &self.opponent[..self.len] }
    }

    /// Lets `fill` write positions, one for each that it says it did, from the first on, with as
    /// much room as it is told. Whatever it writes must be positions of the board, which is its
    /// promise when it writes through the pointers.
    #[inline]
    pub(crate) fn fill(&mut self, fill: impl FnOnce(*mut u64, *mut u64, usize) -> usize) {
        let len = fill(self.own.as_mut_ptr(), self.opponent.as_mut_ptr(), self.own.len());
        assert!(len <= self.own.len());
        self.len = len;
    }
}

/// Why two arrays are no positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PositionsError {
    /// The arrays are of different lengths.
    Lengths {
        /// How many sides to move there are.
        own: usize,
        /// How many opponents.
        opponent: usize,
    },
    /// Both sides have discs on the same squares.
    Overlap {
        /// The position.
        index: usize,
        /// The squares, as bits of the 8x8 frame.
        squares: u64,
    },
    /// There are discs that are on no square of the board.
    OffBoard {
        /// The position.
        index: usize,
        /// Where, as bits of the 8x8 frame.
        squares: u64,
    },
}

impl fmt::Display for PositionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionsError::Lengths { own, opponent } => {
                write!(f, "{own} sides to move, but {opponent} opponents")
            }
            PositionsError::Overlap { index, squares } => {
                write!(f, "position {index}: both sides have discs on {squares:#018x}")
            }
            PositionsError::OffBoard { index, squares } => {
                write!(f, "position {index}: discs off the board, {squares:#018x}")
            }
        }
    }
}

impl std::error::Error for PositionsError {}
