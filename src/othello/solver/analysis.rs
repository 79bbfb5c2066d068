//! Estimates of a board, at once and better from moment to moment.

use super::evaluation::NoPatterns;
use super::exact::{Solver, for_size};
use super::midgame::Midgame;
use super::options::Options;
use super::result::{Begun, Observer, Progress};
use crate::game::search::{self, Certainty, Limits};
use crate::game::{Clock, stop};
use crate::othello::board::Board;
use crate::othello::moves::{Line, Move};
use crate::othello::patterns::Weights;
use std::cell::RefCell;
use std::collections::TryReserveError;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// A move, what is known of it, and how it may go on.
pub type Candidate<const N: usize> = search::Candidate<Line<N>, i32>;

/// The knowledge of a [`Search`] about a board.
pub type Analysis<const N: usize> = search::Analysis<Line<N>, i32>;

impl<const N: usize> search::Candidate<Line<N>, i32> {
    /// The move.
    pub fn ply(&self) -> Move<N> {
        self.line.0[0]
    }
}

impl<const N: usize> search::Analysis<Line<N>, i32> {
    /// Puts what is proved of a move at its place. Those that were better than thought move down.
    pub(super) fn put(&mut self, place: usize, candidate: Candidate<N>) {
        let count = self.moves.len();
        let same = self.moves.iter().position(|other| other.ply() == candidate.ply());
        // It stands at its place or behind it, or a move behind it gives way.
        self.moves.remove(same.unwrap_or(count - 1));
        if place == 0 {
            let score = candidate.score;
            match candidate.certainty {
                Certainty::Exact => (self.lower, self.upper) = (score, score),
                Certainty::AtLeast => self.lower = score,
                Certainty::AtMost => self.upper = score,
                Certainty::Estimate { .. } => {}
            }
        }
        self.moves.insert(place, candidate);
        self.results += 1;
    }
}

/// Says what any board is worth, at once, and better the longer it takes.
///
/// It searches to one ply, then to two and so on, over the evaluation by patterns; when the end of
/// the game is near enough it solves the board, first selectively and then exactly. It is the
/// search of the [`Solver`] with a horizon.
///
/// It searches in the library's own code, so that a debug build of a program is fast with
/// `[profile.dev.package.stonemask]`, `opt-level = 3` in its `Cargo.toml`.
///
/// The evaluation is that of 6x6 and 8x8 boards on which many discs win. Of 4x4 boards, and where
/// [fewest discs win](crate::othello::Scoring::FewestDiscs), it gives no estimates: only what the
/// exact search has proved.
///
/// ```
/// use stonemask::othello::{Board, Certainty, Limits, Search};
///
/// let mut search = Search::<8>::new(1 << 20)?;
/// let analysis = search.run(&Board::start(), Limits::default().depth(5));
/// assert!(matches!(analysis.certainty(), Certainty::Estimate { .. }));
/// assert!(analysis.score().abs() < 10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[doc(alias = "analyse")]
pub struct Search<const N: usize> {
    solver: Solver<N>,
    count: usize,
}

impl<const N: usize> Search<N> {
    /// A search for the best move, with a table as [`Solver::new`] has it.
    ///
    /// # Errors
    /// If the allocation fails.
    pub fn new(table_bytes: usize) -> Result<Search<N>, TryReserveError> {
        Search::with_options(table_bytes, Options::default())
    }

    /// A search with chosen options.
    ///
    /// # Errors
    /// If the allocation fails.
    pub fn with_options(table_bytes: usize, options: Options) -> Result<Search<N>, TryReserveError> {
        Search::with_weights(table_bytes, options, Weights::of_search(options.scoring))
    }

    /// A search with other weights than the crate's; confidences are measured with those of the
    /// crate.
    ///
    /// # Errors
    /// If the allocation fails.
    pub fn with_weights(
        table_bytes: usize,
        options: Options,
        weights: Weights<N>,
    ) -> Result<Search<N>, TryReserveError> {
        Ok(Search { solver: Solver::with_weights(table_bytes, options, weights)?, count: 1 })
    }

    /// Searches for this number of best moves; at least one.
    #[must_use]
    pub fn best(mut self, count: usize) -> Search<N> {
        self.set_best(count);
        self
    }

    /// From now on, the search is for this number of best moves; at least one.
    pub fn set_best(&mut self, count: usize) {
        self.count = count.max(1);
    }

    /// The memory of the table, in bytes.
    pub fn table_bytes(&self) -> usize {
        self.solver.table_bytes()
    }

    /// Forgets what it knows of the boards searched so far.
    pub fn clear(&mut self) {
        self.solver.clear();
    }

    /// Analyses a board until a limit is reached; without limits, until its score is proved.
    pub fn run(&mut self, board: &Board<N>, limits: Limits) -> Analysis<N> {
        self.run_until(board, limits, |_| ControlFlow::Continue(()), &stop::NEVER)
    }

    /// [`Search::run`], until `stop` is set or `observer` breaks off. The observer hears of the
    /// search every few hundred nodes, near the end of the game every few thousand, and whenever
    /// [`Analysis::results`] grows. The first iteration is done in any case.
    pub fn run_until(
        &mut self,
        board: &Board<N>,
        limits: Limits,
        mut observer: impl FnMut(&Analysis<N>) -> ControlFlow<()>,
        stop: &AtomicBool,
    ) -> Analysis<N> {
        let most = (N * N) as i32;
        let (clock, analysis) = (Clock::start(), RefCell::new(Analysis::<N>::new(-most, most)));
        self.solver.table.open(board.empties().len());
        let mut observer = |Progress { nodes, .. }| {
            let mut analysis = analysis.borrow_mut();
            (analysis.nodes, analysis.time) = (nodes, clock.elapsed());
            observer(&analysis)?;
            let is_over = limits.nodes.is_some_and(|most| analysis.nodes >= most) || clock.has_reached(limits.time);
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let deepen = for_size::<N, Deepen<N>>([&DEEPEN_4, &DEEPEN_6, &DEEPEN_8]);
        deepen(self, board, limits.depth.unwrap_or(u32::MAX).max(1), &analysis, &mut observer, stop);
        let mut analysis = analysis.into_inner();
        analysis.time = clock.elapsed();
        analysis
    }

    /// Iterations up to this depth. Where they are stopped, the analysis holds what is known.
    fn deepen(
        &self,
        board: &Board<N>,
        depth: u32,
        analysis: &RefCell<Analysis<N>>,
        observer: Observer<'_>,
        stop: &AtomicBool,
    ) {
        let (solver, position, nothing) = (&self.solver, board.position(), Begun::new(board));
        let _ = if solver.has_patterns() {
            let evaluation = Midgame::new(&solver.weights);
            solver.with_crew(nothing, observer, evaluation, stop, |mut worker| {
                worker.deepen(position, self.count, depth, analysis)
            })
        } else {
            let evaluation = NoPatterns::new(solver.options.scoring);
            solver.with_crew(nothing, observer, evaluation, stop, |mut worker| {
                worker.deepen(position, self.count, depth, analysis)
            })
        };
    }
}

type Deepen<const N: usize> = fn(&Search<N>, &Board<N>, u32, &RefCell<Analysis<N>>, Observer<'_>, &AtomicBool);

static DEEPEN_4: Deepen<4> = Search::deepen;
static DEEPEN_6: Deepen<6> = Search::deepen;
static DEEPEN_8: Deepen<8> = Search::deepen;
