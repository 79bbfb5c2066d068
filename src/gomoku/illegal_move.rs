//! Why a move is illegal.

use super::point::{Point, Size};
use super::rule::Forbidden;
use crate::game::Colour;
use std::error::Error;
use std::fmt;

/// A move that the rules do not allow, and why.
///
/// ```
/// use stonemask::gomoku::{Board, Colour, Reason};
///
/// let mut board: Board = "1x3 freestyle -X- O".parse()?;
/// let error = board.try_play("b1".parse()?).unwrap_err();
/// assert_eq!(error.reason(), Reason::Occupied(Colour::Black));
/// assert_eq!(error.to_string(), "illegal move b1 for white: the point holds a black stone");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IllegalMove {
    ply: Point,
    colour: Colour,
    reason: Reason,
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The point is off the board, which has this size.
    OffBoard(Size),
    /// The point holds a stone of this colour.
    Occupied(Colour),
    /// Renju forbids the point to black.
    Forbidden(Forbidden),
    /// The game is over.
    GameOver,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::OffBoard(size) => write!(f, "the board is {size}"),
            Reason::Occupied(colour) => write!(f, "the point holds a {colour} stone"),
            Reason::Forbidden(forbidden) => write!(f, "renju forbids the {forbidden}"),
            Reason::GameOver => write!(f, "the game is over"),
        }
    }
}

impl IllegalMove {
    /// A move that is illegal for this reason.
    pub(super) const fn new(ply: Point, colour: Colour, reason: Reason) -> IllegalMove {
        IllegalMove { ply, colour, reason }
    }

    /// The move.
    pub const fn ply(&self) -> Point {
        self.ply
    }

    /// The side that was to move.
    pub const fn colour(&self) -> Colour {
        self.colour
    }

    /// Why it is illegal.
    pub const fn reason(&self) -> Reason {
        self.reason
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move {} for {}: {}", self.ply, self.colour, self.reason)
    }
}

impl Error for IllegalMove {}
