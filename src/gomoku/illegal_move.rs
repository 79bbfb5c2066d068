//! Why a move is illegal.

use super::point::{Point, Size};
use super::rule::Forbidden;
use crate::game::illegal_move::{GAME_OVER, occupied};
use crate::game::{self, Colour};
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
pub type IllegalMove = game::IllegalMove<Point, Reason>;

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
            Reason::Occupied(colour) => occupied(f, ["point", "stone"], *colour),
            Reason::Forbidden(forbidden) => write!(f, "renju forbids the {forbidden}"),
            Reason::GameOver => f.write_str(GAME_OVER),
        }
    }
}
