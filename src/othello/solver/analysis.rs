//! What a board is worth, at once and better from moment to moment.

use super::evaluation::{NoPatterns, PatternSums};
use super::midgame::Midgame;
use super::options::Options;
use super::result::{Begun, Observer, Progress};
use super::{Solver, for_size};
use crate::game::stop;
use crate::othello::board::Board;
use crate::othello::moves::{Line, Move};
use crate::othello::patterns::Weights;
use std::cell::RefCell;
use std::collections::TryReserveError;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// How sure a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Certainty {
    /// It is proved.
    Exact,
    /// It is proved that the score is this or more.
    AtLeast,
    /// It is proved that the score is this or less.
    AtMost,
    /// Nothing is proved. The score is that of a search of the candidate's depth that leaves out what seems decided.
    Estimate {
        /// Of 100 positions, how many had an exact score within two discs of such an estimate. It was measured with 16 to 20 empty squares,
        /// and says how sure the kind of search is, not this position; `docs/SOLVER.md` has the tables.
        confidence: u8,
    },
}

/// A move, what is known of it, and how it may go on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Candidate<const N: usize> {
    /// Black's discs minus white's at the end, scored as the search's options say.
    pub score: i32,
    /// How sure the score is.
    pub certainty: Certainty,
    /// Plies searched, passes not counted: the number of empty squares when the search went to the end of the game.
    pub depth: u32,
    /// The move and what follows it, as far as it is known; to the end of the game where the score is exact.
    pub line: Line<N>,
}

impl<const N: usize> Candidate<N> {
    /// The move.
    pub fn ply(&self) -> Move<N> {
        self.line.0[0]
    }
}

/// What a [`Search`] knows of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis<const N: usize> {
    /// The best moves, as many as were asked for and are legal, the best first; none where the game is over.
    pub moves: Vec<Candidate<N>>,
    /// Black's score is proved to be at least this.
    pub lower: i32,
    /// Black's score is proved to be at most this.
    pub upper: i32,
    /// Whether all is known that was asked for: the limit of depth was reached, or every score is exact.
    pub complete: bool,
    /// How often the moves or what is known of them have changed.
    pub results: u32,
    /// Positions searched.
    pub nodes: u64,
    /// The time since the search began.
    pub time: Duration,
}

impl<const N: usize> Analysis<N> {
    fn new() -> Analysis<N> {
        let most = (N * N) as i32;
        let (moves, time) = (Vec::new(), Duration::ZERO);
        Analysis { moves, lower: -most, upper: most, complete: false, results: 0, nodes: 0, time }
    }

    /// Black's score: that of the best move, or of the finished game.
    pub fn score(&self) -> i32 {
        self.moves.first().map_or(self.lower, |best| best.score)
    }

    /// How sure the score is.
    pub fn certainty(&self) -> Certainty {
        self.moves.first().map_or(Certainty::Exact, |best| best.certainty)
    }

    /// Other moves take the place of these.
    pub(super) fn renew(&mut self, moves: Vec<Candidate<N>>) {
        self.moves = moves;
        self.results += 1;
    }

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

/// How much a [`Search`] does: until the first of these is reached. By default there is none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies of the deepest search; from the number of empty squares on the score is exact.
    pub depth: Option<u32>,
    /// Positions searched: it ends a few thousand later.
    pub nodes: Option<u64>,
    /// Time: it ends a few milliseconds later.
    pub time: Option<Duration>,
}

/// Says what any board is worth, at once, and better the longer it takes.
///
/// It searches to one ply, then to two and so on, over the evaluation by patterns; when the end of the game is near enough it solves the
/// board, first selectively and then exactly. It is the search of the [`Solver`] with a horizon.
///
/// It searches in the library's own code, so that a debug build of a program is fast with `[profile.dev.package.stonemask]`,
/// `opt-level = 3` in its `Cargo.toml`.
///
/// The evaluation is that of 6x6 and 8x8 boards on which many discs win. Of 4x4 boards, and where
/// [fewest discs win](crate::othello::Scoring::FewestDiscs), it gives no estimates: only what the exact search has proved.
///
/// ```
/// use stonemask::othello::{Board, Certainty, Limits, Search};
///
/// let mut search = Search::<8>::new(1 << 20)?;
/// let analysis = search.run(&Board::start(), Limits { depth: Some(5), ..Limits::default() });
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
        Search::with_weights(table_bytes, options, Weights::built_in(options.scoring))
    }

    /// A search with other weights than the crate's; confidences are measured with those of the crate.
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

    /// The same search for this number of best moves; at least one.
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

    /// What a board is worth when a limit is reached; without limits, when its score is proved.
    pub fn run(&mut self, board: &Board<N>, limits: Limits) -> Analysis<N> {
        self.run_until(board, limits, |_| ControlFlow::Continue(()), &stop::NEVER)
    }

    /// [`Search::run`], until `stop` is set or `observer` breaks off. The observer hears of the search every few hundred nodes, near the
    /// end of the game every few thousand, and whenever [`Analysis::results`] grows. The first iteration is done in any case.
    pub fn run_until(
        &mut self,
        board: &Board<N>,
        limits: Limits,
        mut observer: impl FnMut(&Analysis<N>) -> ControlFlow<()>,
        stop: &AtomicBool,
    ) -> Analysis<N> {
        let (begun, analysis) = (Instant::now(), RefCell::new(Analysis::new()));
        self.solver.table.open(board.empties().len());
        let mut observer = |Progress { nodes, .. }| {
            let mut analysis = analysis.borrow_mut();
            (analysis.nodes, analysis.time) = (nodes, begun.elapsed());
            observer(&analysis)?;
            let is_over = limits.nodes.is_some_and(|most| analysis.nodes >= most)
                || limits.time.is_some_and(|most| analysis.time >= most);
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let deepen = for_size::<N, Deepen<N>>([&DEEPEN_4, &DEEPEN_6, &DEEPEN_8]);
        deepen(self, board, limits.depth.unwrap_or(u32::MAX).max(1), &analysis, &mut observer, stop);
        let mut analysis = analysis.into_inner();
        analysis.time = begun.elapsed();
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
            let evaluation = Midgame::new(PatternSums::new(&solver.weights));
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
