//! Exact scores by search to the end of the game.
//!
//! Null-window negamax with a transposition table. The score is found by a sequence of tests, each of which asks whether it
//! is above some number and narrows the bounds (MTD); then the line of best play is read off by tests along it. Several threads
//! share the table and the moves of positions near the root. `docs/SOLVER.md` says what each technique is worth.

mod crew;
mod evaluation;
pub(super) mod options;
mod order;
mod ordering;
pub(super) mod result;
mod root;
mod search;
mod sharing;
mod table;
pub mod training;
mod tuning;
mod worker;

use super::board::Board;
use super::kernels::Kernels;
use super::patterns::Weights;
use crate::game::{Colour, Stopped, stop};
use evaluation::{Evaluate, NoPatterns, PatternSums};
use options::{Options, Technique};
use result::{Progress, Run, Solution};
use std::collections::TryReserveError;
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use table::Table;
use worker::{Shared, Worker};

/// Solves boards; keeps its table from one board to the next.
///
/// Every 4x4 board is solved at once and every 6x6 board within about a minute; 8x8 boards while about 24 squares or fewer are
/// empty.
///
/// ```
/// use stonemask::othello::{Board, Solver};
///
/// let mut solver = Solver::<4>::new(1 << 20)?;
/// assert_eq!(solver.solve(&Board::start()).score, -8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver<const N: usize> {
    kernels: &'static Kernels,
    table: Table<N>,
    weights: Weights,
    options: Options,
}

impl<const N: usize> Solver<N> {
    /// A solver with a table of at most `table_bytes`; at least one bucket of 64 bytes, and otherwise
    /// rounded down to a power of two.
    ///
    /// # Errors
    /// If the allocation fails.
    pub fn new(table_bytes: usize) -> Result<Solver<N>, TryReserveError> {
        Solver::with_options(table_bytes, Options::default())
    }

    /// A solver with chosen options; the table is as for [`Solver::new`].
    ///
    /// # Errors
    /// If the allocation fails.
    pub fn with_options(table_bytes: usize, options: Options) -> Result<Solver<N>, TryReserveError> {
        let (kernels, weights) = (Kernels::in_use(), Weights::built_in::<N>(options.scoring));
        Ok(Solver { kernels, table: Table::new(table_bytes)?, weights, options })
    }

    /// The memory of the table, in bytes.
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Forgets what it knows of the boards solved so far.
    pub fn clear(&mut self) {
        self.table.clear();
    }

    /// The score of a board and a line of best play.
    pub fn solve(&mut self, board: &Board<N>) -> Solution<N> {
        self.solve_until(board, &stop::NEVER).expect("the flag is never set")
    }

    /// [`Solver::solve`], until `stop` is set.
    ///
    /// # Errors
    /// When it was [stopped](crate::game::stop); with what was proved until then.
    pub fn solve_until(&mut self, board: &Board<N>, stop: &AtomicBool) -> Result<Solution<N>, Stopped<Progress>> {
        self.run(board, &mut |_| ControlFlow::Continue(()), stop)
    }

    /// The score of a board and a line of best play. `observer` hears of the search every few thousand nodes, which is
    /// several times in a millisecond (on tier Reference fifty times in a second), and whenever the bounds narrow.
    ///
    /// # Errors
    /// When the observer breaks off; with what was proved until then.
    pub fn solve_observed(
        &mut self,
        board: &Board<N>,
        mut observer: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Solution<N>, Stopped<Progress>> {
        self.run(board, &mut observer, &stop::NEVER)
    }

    fn run(
        &mut self,
        board: &Board<N>,
        observer: &mut dyn FnMut(Progress) -> ControlFlow<()>,
        stop: &AtomicBool,
    ) -> Result<Solution<N>, Stopped<Progress>> {
        if self.options.uses(Technique::Patterns) && !self.weights.is_empty() {
            self.search(board, observer, PatternSums::new(&self.weights), stop)
        } else {
            self.search(board, observer, NoPatterns::new(self.options.scoring), stop)
        }
    }

    /// Searches with the number of threads in the options.
    fn search<'a, E: Evaluate<N> + 'a>(
        &'a self,
        board: &Board<N>,
        observer: &mut dyn FnMut(Progress) -> ControlFlow<()>,
        evaluation: E,
        stop: &'a AtomicBool,
    ) -> Result<Solution<N>, Stopped<Progress>> {
        let run = Run {
            depth: board.empties().len(),
            scoring: self.options.scoring,
            black: board.to_move() == Colour::Black,
            bounds: (-((N * N) as i32), (N * N) as i32),
            observer,
        };
        let shared = Shared::new(self.kernels, &self.table, evaluation, self.options, stop);
        // A scope asks the system for memory, and ends the process where it has none.
        if self.options.threads == NonZeroUsize::MIN {
            return Worker::new(&shared, Some(run)).solve(board.position());
        }
        std::thread::scope(|scope| {
            for _ in 1..self.options.threads.get() {
                // Fewer threads than wanted find the same score.
                let _ = std::thread::Builder::new().spawn_scoped(scope, || Worker::new(&shared, None).help());
            }
            // However this ends, the helpers must go home: the scope waits for them.
            let _dismissal = shared.crew.dismiss_at_the_end();
            Worker::new(&shared, Some(run)).solve(board.position())
        })
    }
}

impl<const N: usize> fmt::Debug for Solver<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Solver { kernels, options, .. } = self;
        f.debug_struct("Solver").field("kernels", kernels).field("options", options).finish_non_exhaustive()
    }
}
