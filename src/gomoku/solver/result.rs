//! The result of a search for a forced win, and its progress reports.

use super::lines::MOST;
use crate::game::{Colour, Stopped};
use crate::gomoku::point::{Point, Size};
use std::fmt;

/// By which moves a win is forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Means {
    /// Continuous fours: each move threatens a five.
    Fours,
    /// Fours, and threes, which threaten to make a four with two completions.
    Threes,
    /// All moves that threaten to win by fours.
    Threats,
}

impl Means {
    /// All means, the weaker first.
    pub const ALL: [Means; 3] = [Means::Fours, Means::Threes, Means::Threats];

    /// `fours`, `threes` or `threats`.
    pub const fn name(self) -> &'static str {
        match self {
            Means::Fours => "fours",
            Means::Threes => "threes",
            Means::Threats => "threats",
        }
    }
}

impl fmt::Display for Means {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Who can force a win, and how.
///
/// ```
/// use stonemask::gomoku::{Board, Colour, Means, Solver};
///
/// let board: Board = "7x9 freestyle ---------/---------/---XX----/-----X---/-----X---/O--------/O-------O X".parse()?;
/// let solution = Solver::new(1 << 20)?.solve(&board)?;
/// assert_eq!((solution.winner, solution.means), (Some(Colour::Black), Means::Threes));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Solution {
    /// Who wins, whatever the other plays. `None` when the game is drawn, and when neither colour
    /// can force a win by these means: it may still win by quieter moves.
    pub winner: Option<Colour>,
    /// By which moves; without a winner, those that were tried to the end.
    pub means: Means,
    /// One line of play up to the five, in which the loser resists for long; empty without a
    /// winner.
    pub line: Vec<Point>,
    /// Positions searched.
    pub nodes: u64,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Progress {
    /// By which moves a win is looked for; what is weaker has been tried to the end.
    pub means: Means,
    /// Positions searched.
    pub nodes: u64,
}

/// How far it is: `100 nodes: no win by fours is known`.
impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes: no win by {} is known", self.nodes, self.means)
    }
}

/// Why a board was not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SolveError {
    /// It has more rows or columns than the solver takes.
    TooLarge {
        /// How many it has.
        size: Size,
    },
    /// The search was [stopped](crate::game::stop), by its flag or its observer.
    Stopped(Stopped<Progress>),
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::TooLarge { size } => {
                write!(f, "a board of {size} is too large to solve: expected at most {MOST} rows and columns")
            }
            SolveError::Stopped(Stopped(progress)) => write!(f, "stopped after {progress}"),
        }
    }
}

impl std::error::Error for SolveError {}
