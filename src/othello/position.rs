//! Positions as the kernels see them: the discs of the side to move and those of the other side.

use super::{Kernels, Square, SquareSet, Symmetry};
use std::fmt;

/// The discs of the side to move and of its opponent on an N x N board, N = 4, 6 or 8.
///
/// Any two sets that do not overlap make a position, reachable or not.
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
    pub const fn new(own: SquareSet<N>, opponent: SquareSet<N>) -> Result<Position<N>, OverlapError<N>> {
        let both = own.bits() & opponent.bits();
        if both == 0 {
            Ok(Position { own, opponent })
        } else {
            Err(OverlapError { squares: SquareSet::from_bits_on_board(both) })
        }
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

    /// The same discs seen by the other side: the position after a pass.
    #[inline]
    pub const fn pass(self) -> Position<N> {
        Position { own: self.opponent, opponent: self.own }
    }

    /// The position, seen by the other side, after a disc on `square` that turns `flips`.
    #[inline]
    pub(crate) fn place(self, square: Square<N>, flips: SquareSet<N>) -> Position<N> {
        Position { own: self.opponent - flips, opponent: self.own | flips | square.set() }
    }

    /// The squares on which the side to move may place a disc.
    #[inline]
    pub fn legal_moves(self) -> SquareSet<N> {
        Kernels::best().legal_moves(self)
    }

    /// The opponent's discs that a disc on `square` outflanks, whatever stands there.
    #[inline]
    pub fn flips(self, square: Square<N>) -> SquareSet<N> {
        Kernels::best().flips(self, square)
    }

    /// Whether neither side has a legal move, by these kernels.
    pub(crate) fn is_over(self, kernels: &Kernels) -> bool {
        kernels.mobility(self) == 0 && kernels.mobility(self.pass()) == 0
    }

    /// The position turned or reflected.
    pub fn transform(self, symmetry: Symmetry) -> Position<N> {
        Position { own: symmetry.set(self.own), opponent: symmetry.set(self.opponent) }
    }
}

/// Squares that would hold a disc of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlapError<const N: usize> {
    squares: SquareSet<N>,
}

impl<const N: usize> fmt::Display for OverlapError<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "both sides have a disc on {}", self.squares)
    }
}

impl<const N: usize> std::error::Error for OverlapError<N> {}

/// Room for the positions after every legal move of one position; kept and filled again by
/// [`Kernels::children`](super::Kernels::children).
///
/// ```
/// # use stonemask::othello::{Board, Children, Kernels};
/// let mut children = Children::new();
/// let moves = Kernels::best().children(Board::<8>::start().position(), &mut children);
/// assert_eq!(children.as_slice().len() as u32, moves.len());
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

    /// Lets `fill` write one position for each of the moves that it returns.
    #[inline]
    pub(crate) fn expand(&mut self, fill: impl FnOnce(*mut [u64; 2]) -> SquareSet<N>) -> SquareSet<N> {
        let moves = fill(self.positions.as_mut_ptr().cast());
        self.len = moves.len() as usize;
        moves
    }
}

impl<const N: usize> Default for Children<N> {
    fn default() -> Children<N> {
        Children::new()
    }
}
