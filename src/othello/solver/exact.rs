//! The solver: its table and options, from one board to the next.

use super::evaluation::{Evaluate, NoPatterns, PatternSums};
use super::options::{Options, Technique};
use super::result::{self, Begun, Observer, Progress, Solution, State};
use super::search::SPLIT_FROM;
use super::table::Table;
use super::worker::{Shared, Worker};
use crate::game::{Colour, Stopped, stop};
use crate::othello::board::Board;
use crate::othello::kernels::Kernels;
use crate::othello::moves::Move;
use crate::othello::patterns::Weights;
use std::any::Any;
use std::collections::TryReserveError;
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// Empty squares from which on other threads help with a single test: with fewer, one thread is
/// done before they begin.
const HELPED_FROM: u32 = SPLIT_FROM + 3;

/// [`Solver::run`].
type Run<const N: usize> =
    fn(&mut Solver<N>, &Board<N>, Option<Window>, Observer<'_>, &AtomicBool) -> Result<Solution<N>, Stopped<Progress>>;

/// Values of the side to move; a search in a window is for the nearest of them.
type Window = (i32, i32);

static RUN_4: Run<4> = Solver::run;
static RUN_6: Run<6> = Solver::run;
static RUN_8: Run<8> = Solver::run;

fn run_for_size<const N: usize>() -> Run<N> {
    for_size::<N, _>([&RUN_4, &RUN_6, &RUN_8])
}

/// The function for boards of this size among those for 4x4, 6x6 and 8x8. They are kept in statics:
/// so they are compiled in this crate, once and optimized, and not in each program that calls them.
pub(super) fn for_size<const N: usize, F: Copy + 'static>(functions: [&'static dyn Any; 3]) -> F {
    *functions[N / 2 - 2].downcast_ref().expect("the function of this size")
}

/// Solves boards; keeps its table from one board to the next.
///
/// Every 4x4 board is solved at once and every 6x6 board within about a minute; 8x8 boards while
/// about 24 squares or fewer are empty.
///
/// ```
/// use stonemask::othello::{Board, Solver};
///
/// let mut solver = Solver::<4>::new(1 << 20)?;
/// assert_eq!(solver.solve(&Board::start()).score, -8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver<const N: usize> {
    pub(super) kernels: &'static Kernels,
    pub(super) table: Table<N>,
    pub(super) weights: Weights<N>,
    pub(super) options: Options,
    /// The board at which the last call was stopped.
    pub(super) begun: Option<Begun<N>>,
}

impl<const N: usize> Solver<N> {
    /// A solver with a table of at most `table_bytes`; at least one bucket of 64 bytes, and
    /// otherwise rounded down to a power of two. Of that it uses what serves the board: 8 KiB with
    /// up to 12 empty squares, and twice as much for each square more.
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
        Solver::with_weights(table_bytes, options, Weights::built_in(options.scoring))
    }

    /// A solver with other weights than the crate's. The score does not depend on them; how long it
    /// takes does.
    ///
    /// # Errors
    /// If the allocation fails.
    pub fn with_weights(
        table_bytes: usize,
        options: Options,
        weights: Weights<N>,
    ) -> Result<Solver<N>, TryReserveError> {
        Ok(Solver { kernels: Kernels::in_use(), table: Table::new(table_bytes)?, weights, options, begun: None })
    }

    /// The memory of the table, in bytes.
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// The best move so far of a board at which a call was stopped, as far as the table has it.
    pub fn best_so_far(&self, board: &Board<N>) -> Option<Move<N>> {
        if board.legal_moves().is_empty() {
            return (!board.is_over()).then_some(Move::Pass);
        }
        let symmetric = self.options.uses(Technique::Symmetry);
        let (known, ..) = self.table.look_up(board.position(), board.empties().len(), symmetric);
        known?.best.filter(|&square| board.legal_moves().contains(square)).map(Move::Place)
    }

    /// Forgets what it knows of the boards solved so far.
    pub fn clear(&mut self) {
        self.table.clear();
        self.begun = None;
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
        run_for_size()(self, board, None, &mut |_| ControlFlow::Continue(()), stop)
    }

    /// Whether black's score is at least this, by a single test: fewer nodes than
    /// [`Solver::solve`].
    ///
    /// ```
    /// use stonemask::othello::{Board, Solver};
    ///
    /// let mut solver = Solver::<6>::new(1 << 20)?;
    /// let board: Board<6> = "-XXX----XO----OOO--OXOX---XO-------- X".parse()?;
    /// assert!(!solver.is_at_least(&board, 0));
    /// assert_eq!(solver.bounds(&board).1, -1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_at_least(&mut self, board: &Board<N>, score: i32) -> bool {
        self.is_at_least_until(board, score, &stop::NEVER).expect("the flag is never set")
    }

    /// [`Solver::is_at_least`], until `stop` is set.
    ///
    /// # Errors
    /// When it was [stopped](crate::game::stop); with what was proved until then.
    pub fn is_at_least_until(
        &mut self,
        board: &Board<N>,
        score: i32,
        stop: &AtomicBool,
    ) -> Result<bool, Stopped<Progress>> {
        let (lower, upper) = self.bounds(board);
        if lower >= score || upper < score {
            return Ok(lower >= score);
        }
        let (one, other) = (self.value(board, score), self.value(board, score - 1));
        let window = Some((one.min(other), one.max(other)));
        match run_for_size()(self, board, window, &mut |_| ControlFlow::Continue(()), stop) {
            Ok(solution) => Ok(solution.score >= score),
            Err(Stopped(progress)) => Err(Stopped(Progress { lower, upper, ..progress })),
        }
    }

    /// The bounds of black's score that are proved, as far as the table has them.
    pub fn bounds(&self, board: &Board<N>) -> (i32, i32) {
        let (most, empties) = ((N * N) as i32, board.empties().len());
        let (known, ..) = self.table.look_up(board.position(), empties, self.options.uses(Technique::Symmetry));
        match known.filter(|known| known.selectivity == 0 && u32::from(known.height) == empties) {
            Some(known) => {
                let [one, other] = [known.lower, known.upper].map(|value| self.value(board, value.into()));
                (one.min(other), one.max(other))
            }
            None => (-most, most),
        }
    }

    /// The value for the side to move when black's score is this; and the score from the value.
    fn value(&self, board: &Board<N>, score: i32) -> i32 {
        self.options.scoring.difference(if board.to_move() == Colour::Black { score } else { -score })
    }

    /// The score of a board and a line of best play. `observer` hears of the search every few
    /// thousand nodes, which is several times in a millisecond (on tier Reference fifty times in a
    /// second), and whenever the bounds narrow.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use std::time::{Duration, Instant};
    /// use stonemask::othello::{Board, Solver};
    ///
    /// let (mut solver, board) = (Solver::<6>::new(1 << 24)?, Board::start());
    /// let end = Instant::now() + Duration::from_millis(20);
    /// let in_time = |_| if Instant::now() < end { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
    /// match solver.solve_observed(&board, in_time) {
    ///     Ok(solution) => println!("{} {}", solution.score, solution.line),
    ///     Err(stopped) => println!("{}, best so far {:?}", stopped.0, solver.best_so_far(&board)),
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the observer breaks off; with what was proved until then.
    pub fn solve_observed(
        &mut self,
        board: &Board<N>,
        mut observer: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Solution<N>, Stopped<Progress>> {
        run_for_size()(self, board, None, &mut observer, &stop::NEVER)
    }

    /// The solution of a board; its score in a window, and no line then.
    fn run(
        &mut self,
        board: &Board<N>,
        window: Option<Window>,
        observer: Observer<'_>,
        stop: &AtomicBool,
    ) -> Result<Solution<N>, Stopped<Progress>> {
        let position = board.position();
        self.table.open(position.empties().len());
        let begun = match window {
            Some(bounds) => Begun { board: *board, state: State { bounds, guess: None } },
            None => self.begun.filter(|begun| begun.board == *board).unwrap_or_else(|| Begun::new(board)),
        };
        let (result, state) = if self.has_patterns() && self.options.uses(Technique::Patterns) {
            let evaluation = PatternSums::new(&self.weights);
            self.with_crew(begun, observer, evaluation, stop, |worker| worker.solve(position, window.is_none()))
        } else {
            let evaluation = NoPatterns::new(self.options.scoring);
            self.with_crew(begun, observer, evaluation, stop, |worker| worker.solve(position, window.is_none()))
        };
        if window.is_none() {
            self.begun = result.is_err().then_some(Begun { board: *board, state });
        }
        result
    }

    /// Whether there are weights for these boards.
    pub(super) fn has_patterns(&self) -> bool {
        !self.weights.is_empty()
    }

    /// Lets the first of the threads in the options work, while the others help it.
    pub(super) fn with_crew<'a, E: Evaluate<N> + 'a, R>(
        &'a self,
        Begun { board, state }: Begun<N>,
        observer: Observer<'_>,
        evaluation: E,
        stop: &'a AtomicBool,
        work: impl FnOnce(Worker<'_, N, E>) -> R,
    ) -> R {
        let (depth, black) = (board.empties().len(), board.to_move() == Colour::Black);
        let run = result::Run { depth, scoring: self.options.scoring, black, state, observer };
        let shared = Shared::new(self.kernels, &self.table, evaluation, self.options, stop);
        // A scope asks the system for memory, and ends the process where it has none.
        let is_short = state.bounds.1 - state.bounds.0 == 1 && depth < HELPED_FROM;
        if self.options.threads == NonZeroUsize::MIN || is_short {
            return work(Worker::new(&shared, Some(run)));
        }
        std::thread::scope(|scope| {
            for _ in 1..self.options.threads.get() {
                // Fewer threads than wanted find the same score.
                let _ = std::thread::Builder::new().spawn_scoped(scope, || Worker::new(&shared, None).help());
            }
            // However this ends, the helpers must go home: the scope waits for them.
            let _dismissal = shared.crew.dismiss_at_the_end();
            work(Worker::new(&shared, Some(run)))
        })
    }
}

impl<const N: usize> fmt::Debug for Solver<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Solver { kernels, options, .. } = self;
        f.debug_struct("Solver").field("kernels", kernels).field("options", options).finish_non_exhaustive()
    }
}
