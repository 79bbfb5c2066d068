//! The result of a search, and its progress reports.

use crate::game::{Colour, Stopped};
use crate::nogo::point::Point;
use std::fmt;

/// The most points on which stones may still come: 2 * 3^39, which counts their stones and the side
/// to move, is below 2^63, which an entry of the table holds beside the winner.
pub(super) const MOST_POINTS: u32 = 39;

/// Who wins with best play.
///
/// ```
/// use stonemask::nogo::{Board, Colour, Solver};
///
/// let solution = Solver::new(1 << 20)?.solve(&"--/-- X".parse::<Board>()?)?;
/// assert_eq!(solution.winner, Colour::Black);
/// assert_eq!(solution.line.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Solution {
    /// The winner.
    pub winner: Colour,
    /// One line of play to the end, in which the winner plays moves that win.
    pub line: Vec<Point>,
    /// Positions searched.
    pub nodes: u64,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Progress {
    /// Positions searched.
    pub nodes: u64,
}

/// How far it is: `100 nodes: the winner is not known`.
impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes: the winner is not known", self.nodes)
    }
}

/// Why a board was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SolveError {
    /// More points may still be played than the solver takes. Of a board with at most 39 points, or
    /// of rows of at most 48, any position is solved.
    TooLarge {
        /// On how many a colour may still play.
        points: u32,
    },
    /// The search was [stopped](crate::game::stop), by its flag or its observer.
    Stopped(Stopped<Progress>),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::TooLarge { points } => {
                write!(f, "a board with {points} points to play is too large to solve: expected at most {MOST_POINTS}")
            }
            SolveError::Stopped(Stopped(progress)) => write!(f, "stopped after {progress}"),
        }
    }
}

impl std::error::Error for SolveError {}
