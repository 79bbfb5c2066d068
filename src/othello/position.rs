//! Positions as the kernels see them: the discs of the side to move and those of the other side.

use super::square::{Square, SquareSet};
use crate::game::Symmetry;
use std::fmt;

/// The discs of the side to move and of its opponent on an N x N board, N = 4, 6 or 8.
///
/// Any two sets that do not overlap make a position, reachable or not.
///
/// ```
/// use stonemask::othello::{Board, Position, SquareSet};
///
/// let start = Board::<8>::start().position();
/// assert_eq!(Position::new(start.own(), start.opponent()), Ok(start));
/// assert_eq!(start.pass().own(), start.opponent());
/// assert!(Position::<8>::new(SquareSet::ALL, start.opponent()).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[repr(C)]
pub struct Position<const N: usize> {
    own: SquareSet<N>,
    opponent: SquareSet<N>,
}

impl<const N: usize> Position<N> {
    /// The position with these discs.
    ///
    /// # Errors
    /// When a square would hold a disc of both sides.
    pub const fn new(own: SquareSet<N>, opponent: SquareSet<N>) -> Result<Position<N>, PositionError<N>> {
        let squares = SquareSet::within(own.bits() & opponent.bits());
        if squares.is_empty() { Ok(Position { own, opponent }) } else { Err(PositionError::Overlap { squares }) }
    }

    /// The position with these discs, as bits of the 8x8 frame.
    ///
    /// # Errors
    /// When a bit is off the board, or a square would hold a disc of both sides.
    pub const fn from_bits(own: u64, opponent: u64) -> Result<Position<N>, PositionError<N>> {
        match (SquareSet::from_bits(own), SquareSet::from_bits(opponent)) {
            (Some(own), Some(opponent)) => Position::new(own, opponent),
            _ => Err(PositionError::OffBoard { bits: (own | opponent) & !SquareSet::<N>::ALL.bits() }),
        }
    }

    /// The position with these discs; on squares where there would be both, the side to move has
    /// one.
    #[inline]
    pub(crate) fn without_overlap(own: SquareSet<N>, opponent: SquareSet<N>) -> Position<N> {
        Position { own, opponent: opponent - own }
    }

    /// The discs of the side to move.
    #[inline]
    pub const fn own(self) -> SquareSet<N> {
        self.own
    }

    /// The discs of the other side.
    #[inline]
    pub const fn opponent(self) -> SquareSet<N> {
        self.opponent
    }

    /// The squares without a disc.
    #[inline]
    pub fn empties(self) -> SquareSet<N> {
        !(self.own | self.opponent)
    }

    /// Own discs minus the opponent's.
    #[inline]
    pub const fn score(self) -> i32 {
        self.own.len() as i32 - self.opponent.len() as i32
    }

    /// These discs seen by the other side: the position after a pass.
    #[inline]
    pub const fn pass(self) -> Position<N> {
        Position { own: self.opponent, opponent: self.own }
    }

    /// The position, seen by the other side, after a disc on `square` that turns `flips`. Whatever
    /// stood there is replaced.
    #[inline]
    pub(crate) fn place(self, square: Square<N>, flips: SquareSet<N>) -> Position<N> {
        let turned = flips | square.set();
        Position { own: self.opponent - turned, opponent: self.own | turned }
    }

    /// The position turned or reflected.
    pub fn transform(self, symmetry: Symmetry) -> Position<N> {
        Position { own: symmetry.set(self.own), opponent: symmetry.set(self.opponent) }
    }
}

/// Discs that make no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PositionError<const N: usize> {
    /// Squares that would hold a disc of both sides.
    Overlap {
        /// The squares.
        squares: SquareSet<N>,
    },
    /// Discs off the board.
    OffBoard {
        /// Their bits in the 8x8 frame.
        bits: u64,
    },
}

impl<const N: usize> fmt::Display for PositionError<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Overlap { squares } => write!(f, "both sides have a disc on {squares}"),
            PositionError::OffBoard { bits } => write!(f, "the bits {bits:#x} are off the {N}x{N} board"),
        }
    }
}

impl<const N: usize> std::error::Error for PositionError<N> {}

/// Room for the positions after every legal move of one position; kept and filled again by
/// [`Position::children`].
///
/// ```
/// # use stonemask::othello::{Board, Children};
/// let mut children = Children::new();
/// let moves = Board::<8>::start().position().children(&mut children);
/// assert_eq!(children.as_slice().len() as u32, moves.len());
/// for child in &children {
///     assert_eq!(child.score(), -3);
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Children<const N: usize> {
    positions: [Position<N>; 64],
    len: usize,
}

impl<const N: usize> Children<N> {
    /// Room with no positions yet.
    pub const fn new() -> Children<N> {
        Children { positions: [Position { own: SquareSet::EMPTY, opponent: SquareSet::EMPTY }; 64], len: 0 }
    }

    /// The positions that were filled in last.
    #[inline]
    pub fn as_slice(&self) -> &[Position<N>] {
        &self.positions[..self.len]
    }

    /// Lets `fill` write one position for each of the moves that it returns. Whatever it writes
    /// must be positions of the board, which is its promise when it writes through the pointer.
    #[inline]
    pub(crate) fn expand(&mut self, fill: impl FnOnce(*mut [u64; 2]) -> SquareSet<N>) -> SquareSet<N> {
        let moves = fill(self.positions.as_mut_ptr().cast());
        self.len = moves.len() as usize;
        moves
    }
}

impl<'a, const N: usize> IntoIterator for &'a Children<N> {
    type Item = &'a Position<N>;
    type IntoIter = std::slice::Iter<'a, Position<N>>;

    fn into_iter(self) -> Self::IntoIter {
        self.as_slice().iter()
    }
}

impl<const N: usize> Default for Children<N> {
    fn default() -> Children<N> {
        Children::new()
    }
}
