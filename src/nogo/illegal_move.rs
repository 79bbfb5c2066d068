//! Why a move is illegal.

use super::point::{Point, PointSet};
use crate::game::illegal_move::occupied;
use crate::game::{self, Colour};
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
pub type IllegalMove = game::IllegalMove<Point, Reason>;

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reason {
    /// The cell is blocked or beyond the edge.
    OffBoard,
    /// The point holds a stone of this colour.
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
            Reason::Occupied(colour) => occupied(f, ["point", "stone"], *colour),
            Reason::Capture(stones) => write!(f, "it would capture {stones}"),
            Reason::Suicide => write!(f, "it would be suicide, its group without a liberty"),
            Reason::CentreForbidden => write!(f, "black may not begin at the centre"),
        }
    }
}
