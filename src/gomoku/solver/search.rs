//! The solver: fours first, then threes, then other threats.

use super::fours::{Fours, Halted, Look, Work};
use super::lines::Lines;
use super::result::{Means, Progress, Solution, SolveError};
use super::table::{Numbers, Table};
use super::threes::Threes;
use crate::game::{self, Colour, stop};
use crate::gomoku::board::Board;
use crate::gomoku::point::Point;
use std::cell::Cell;
use std::collections::TryReserveError;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// Finds forced wins on boards of up to 32 rows and columns, under all rules: by continuous fours,
/// then by fours and threes, then by all moves that threaten to win by up to three fours.
///
/// Such a move leaves the other colour no choice but to answer where the fours would be, or to make
/// a four of its own. The winner may be the side to move, or the other one when it has such a
/// threat on the board already. Renju's forbidden points are exact in every position of a line. The
/// table is kept from board to board.
///
/// ```
/// use stonemask::gomoku::{Board, Colour, Solver};
///
/// let board: Board = "1x9 freestyle --XXX---- X".parse()?;
/// let solution = Solver::new(1 << 20)?.solve(&board)?;
/// assert_eq!(solution.winner, Some(Colour::Black));
/// assert_eq!(solution.line.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    table: Table,
    fours: Fours,
    means: Means,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver").field("means", &self.means).finish_non_exhaustive()
    }
}

impl Solver {
    /// A solver with a table of at most `table_bytes`, rounded down to a power of two of its
    /// entries.
    ///
    /// # Errors
    /// If the allocation fails.
    pub fn new(table_bytes: usize) -> Result<Solver, TryReserveError> {
        Ok(Solver { table: Table::new(table_bytes)?, fours: Fours::new(), means: Means::Threats })
    }

    /// The solver for wins by these means, and weaker ones.
    #[must_use]
    pub fn by(mut self, means: Means) -> Solver {
        self.means = means;
        self
    }

    /// The memory of the table, in bytes.
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Forgets what it knows of the boards searched so far.
    pub fn clear(&mut self) {
        self.table.clear();
        self.fours.clear();
    }

    /// Who can force a win from here, and a line of it.
    ///
    /// # Errors
    /// When the board has more than 32 rows or columns.
    pub fn solve(&mut self, board: &Board) -> Result<Solution, SolveError> {
        self.solve_observed(board, |_| ControlFlow::Continue(()))
    }

    /// [`Solver::solve`], until `stop` is set.
    ///
    /// # Errors
    /// When the board has more than 32 rows or columns, or it was [stopped](crate::game::stop).
    pub fn solve_until(&mut self, board: &Board, stop: &AtomicBool) -> Result<Solution, SolveError> {
        self.solve_observed(board, |_| stop::flow(stop))
    }

    /// [`Solver::solve`], with `observer` called every hundred nodes or so: several times in a
    /// millisecond.
    ///
    /// # Errors
    /// When the board has more than 32 rows or columns, or the observer breaks off.
    pub fn solve_observed(
        &mut self,
        board: &Board,
        mut observer: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Solution, SolveError> {
        let Some(mut lines) = Lines::new(board) else { return Err(SolveError::TooLarge { size: board.size() }) };
        if board.is_over() {
            let (winner, means) = (board.winner(), Means::Fours);
            return Ok(Solution { winner, means, line: Vec::new(), nodes: 0 });
        }
        let means = Cell::new(Means::Fours);
        let mut report = |nodes| observer(Progress { means: means.get(), nodes });
        let mut work = Work { nodes: 0, end: u64::MAX, observer: &mut report };
        let found = self.search(&mut lines, board.to_move(), &means, &mut work);
        let (nodes, means) = (work.nodes, means.get());
        match found {
            Ok(Some((winner, line))) => Ok(Solution { winner: Some(winner), means, line, nodes }),
            Ok(None) => Ok(Solution { winner: None, means, line: Vec::new(), nodes }),
            Err(Halted) => Err(SolveError::Stopped(game::Stopped(Progress { means, nodes }))),
        }
    }

    fn search(
        &mut self,
        lines: &mut Lines,
        to_move: Colour,
        means: &Cell<Means>,
        work: &mut Work<'_>,
    ) -> Result<Option<(Colour, Vec<Point>)>, Halted> {
        let look = self.fours.look(lines, to_move, u64::MAX, work)?;
        let Solver { table, fours, .. } = self;
        if let Look::Win(most) = look {
            return Ok(Some((to_move, fours.line(lines, to_move, most, work)?)));
        }
        if lines.is_sure_of_five(to_move.other()) {
            let mut threes = Threes { lines, attacker: to_move.other(), is_wide: false, table, fours };
            return Ok(Some((to_move.other(), threes.line(false, work)?)));
        }
        for stage in [Means::Threes, Means::Threats] {
            if self.means < stage {
                break;
            }
            means.set(stage);
            let is_wide = stage == Means::Threats;
            let mut threes = Threes { lines, attacker: to_move, is_wide, table, fours };
            if threes.attack(Numbers::KNOWN, work)?.proof == 0 {
                return Ok(Some((to_move, threes.line(true, work)?)));
            }
            threes.attacker = to_move.other();
            if threes.defend(Numbers::KNOWN, work)?.proof == 0 {
                return Ok(Some((to_move.other(), threes.line(false, work)?)));
            }
        }
        Ok(None)
    }
}
