//! Why a move is illegal.

use super::point::{Point, PointSet};
use crate::game::Colour;
use std::fmt;

/// A move that the rules do not allow, and why.
///
/// ```
/// use stonemask::nogo::{Board, Colour, Reason};
///
/// let board: Board = "-X-/X--/--- O".parse()?;
/// let error = board.check("a1".parse()?).unwrap_err();
/// assert_eq!((error.ply(), error.colour(), error.reason()), ("a1".parse()?, Colour::White, Reason::Suicide));
/// assert_eq!(error.to_string(), "illegal move a1 for white: it would be suicide, its group without a liberty");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IllegalMove {
    ply: Point,
    colour: Colour,
    reason: Reason,
}

impl IllegalMove {
    pub(crate) fn new(ply: Point, colour: Colour, reason: Reason) -> IllegalMove {
        IllegalMove { ply, colour, reason }
    }

    /// The move.
    pub fn ply(&self) -> Point {
        self.ply
    }

    /// Whose move it would have been.
    pub fn colour(&self) -> Colour {
        self.colour
    }

    /// Why it is illegal.
    pub fn reason(&self) -> Reason {
        self.reason
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move {} for {}: {}", self.ply, self.colour, self.reason)
    }
}

impl std::error::Error for IllegalMove {}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The cell is blocked or beyond the edge.
    OffBoard,
    /// A stone of this colour stands there.
    Occupied(Colour),
    /// It would capture these stones.
    Capture(PointSet),
    /// Its own group would have no liberty.
    Suicide,
    /// Black may not begin at the centre.
    CentreForbidden,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::OffBoard => write!(f, "the point is off the board or blocked"),
            Reason::Occupied(stone) => write!(f, "a {stone} stone stands there"),
            Reason::Capture(stones) => write!(f, "it would capture {stones}"),
            Reason::Suicide => write!(f, "it would be suicide, its group without a liberty"),
            Reason::CentreForbidden => write!(f, "black may not begin at the centre"),
        }
    }
}
