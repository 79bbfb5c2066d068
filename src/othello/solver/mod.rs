//! Exact scores by search to the end of the game.
//!
//! Null-window negamax with a transposition table. The score is found by a sequence of tests, each of which asks whether it
//! is above some number and narrows the bounds (MTD); then the line of best play is read off by tests along it. Several threads
//! share the table and the moves of positions near the root. `docs/SOLVER.md` says what each technique is worth.

use super::{Board, Colour, Kernels, Line};
use std::collections::TryReserveError;
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::str::FromStr;

mod crew;
mod features;
pub(crate) mod last;
pub(crate) mod patterns;
mod search;
mod table;
pub mod training;

use patterns::Weights;
use search::{Shared, Worker};
use table::Table;

/// How a finished game is scored, for each side the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Scoring {
    /// Own discs minus the opponent's; each side wants many.
    #[default]
    Discs,
    /// The same, with the squares left empty added to the winner's discs, as tournaments and the WTHOR database count.
    EmptiesToWinner,
    /// Own discs minus the opponent's; each side wants few (anti-Othello).
    FewestDiscs,
}

impl Scoring {
    /// What a side aims at, of a finished game with this difference of discs and this many empty squares.
    #[inline]
    pub(crate) const fn value(self, difference: i32, empties: u32) -> i32 {
        match self {
            Scoring::Discs => difference,
            Scoring::EmptiesToWinner => difference + difference.signum() * empties as i32,
            Scoring::FewestDiscs => -difference,
        }
    }

    /// The difference of discs, seen by the same side, from such a value; and the value from the difference.
    const fn difference(self, value: i32) -> i32 {
        if matches!(self, Scoring::FewestDiscs) { -value } else { value }
    }
}

macro_rules! techniques {
    ($($(#[doc = $doc:literal])* $name:ident $text:literal;)*) => {
        /// A part of the search that can be switched off, to measure what it is worth. The score does not depend on any.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Technique {
            $($(#[doc = $doc])* $name,)*
        }

        impl Technique {
            /// All of them.
            pub const ALL: &[Technique] = &[$(Technique::$name),*];

            /// Its name in text.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Technique::$name => $text,)*
                }
            }
        }
    };
}

techniques! {
    /// The trained evaluation of patterns for the order of moves, 6x6 only. Without it: mobility and corners.
    Patterns "patterns";
    /// Shallow searches for the order of moves near the root. Without them: the evaluation of the position after the move.
    DeepOrdering "deep-ordering";
    /// A bonus, in the order of moves, for few replies beyond what the evaluation says of them.
    Mobility "mobility";
    /// A first guess of the score by a shallow search. Without it: 0.
    FirstGuess "first-guess";
    /// Searches that take likely results for granted before the exact ones, for a better first guess and better first moves; 6x6 only.
    PreSearch "pre-search";
    /// Cutoffs by discs that cannot be turned over.
    Stability "stability";
    /// Looking up all children before any is searched (enhanced transposition cutoff).
    ChildrenLookup "children-lookup";
    /// One table entry for the symmetric forms of a position near the root.
    Symmetry "symmetry";
    /// Moves in regions with an odd number of empty squares first, near the leaves.
    Parity "parity";
    /// A small table of each thread's own for positions with few empty squares.
    NearTable "near-table";
    /// The kernel for the last empty squares. Without it, parity or stability: the same search in Rust over smaller kernels.
    LeafKernel "leaf-kernel";
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Technique {
    type Err = ParseTechniqueError;

    fn from_str(text: &str) -> Result<Technique, ParseTechniqueError> {
        let found = Technique::ALL.iter().find(|technique| technique.name() == text);
        found.copied().ok_or_else(|| ParseTechniqueError { text: text.to_owned() })
    }
}

/// A text that names no technique.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseTechniqueError {
    text: String,
}

impl fmt::Display for ParseTechniqueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Technique::ALL.iter().map(|technique| technique.name()).collect();
        write!(f, "'{}' is no technique: expected {}", self.text.escape_debug(), names.join(", "))
    }
}

impl std::error::Error for ParseTechniqueError {}

/// How a [`Solver`] works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    scoring: Scoring,
    threads: NonZeroUsize,
    /// A bit for each technique that is switched off.
    off: u32,
}

/// Most discs win, one thread, every technique.
impl Default for Options {
    fn default() -> Options {
        Options { scoring: Scoring::default(), threads: NonZeroUsize::MIN, off: 0 }
    }
}

impl Options {
    /// The same with finished games scored so.
    #[must_use]
    pub const fn scoring(mut self, scoring: Scoring) -> Options {
        self.scoring = scoring;
        self
    }

    /// The same with so many threads that search together.
    #[must_use]
    pub const fn threads(mut self, threads: NonZeroUsize) -> Options {
        self.threads = threads;
        self
    }

    /// The same with a technique switched off.
    #[must_use]
    pub const fn without(mut self, technique: Technique) -> Options {
        self.off |= 1 << technique as u32;
        self
    }

    /// Whether a technique is in use.
    #[inline]
    pub const fn uses(&self, technique: Technique) -> bool {
        self.off >> technique as u32 & 1 == 0
    }
}

/// What the search knows so far of the score, black's discs minus white's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Empty squares of the board that is solved: the depth of the search.
    pub depth: u32,
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
    /// Positions searched.
    pub nodes: u64,
}

/// The outcome of best play from a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<const N: usize> {
    /// Black's discs minus white's at the end; [with the empty squares](Scoring::EmptiesToWinner) where they count.
    pub score: i32,
    /// One line of best play to the end.
    pub line: Line<N>,
    /// Positions searched.
    pub nodes: u64,
}

/// A search that its observer stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted(
    /// What was proved until then.
    pub Progress,
);

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Progress { lower, upper, nodes, .. } = self.0;
        write!(f, "interrupted after {nodes} nodes: the score is between {lower} and {upper}")
    }
}

impl std::error::Error for Interrupted {}

/// Solves boards; keeps its table from one board to the next.
///
/// Every 4x4 board is solved at once and every 6x6 board within about a minute; 8x8 boards while about 24 squares or fewer are
/// empty.
///
/// ```
/// use stonemask::othello::{Board, Kernels, Solver};
///
/// let mut solver = Solver::<4>::new(Kernels::best(), 1 << 20)?;
/// let solution = solver.solve(&Board::start());
/// assert_eq!(solution.score, -8);
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
pub struct Solver<const N: usize> {
    kernels: &'static Kernels,
    table: Table<N>,
    weights: Weights,
    options: Options,
}

impl<const N: usize> Solver<N> {
    /// A solver over these kernels, with a table of at most `table_bytes`; at least one bucket of 64 bytes, and otherwise
    /// rounded down to a power of two.
    ///
    /// # Errors
    /// When that much memory is not to be had.
    pub fn new(kernels: &'static Kernels, table_bytes: usize) -> Result<Solver<N>, TryReserveError> {
        Solver::with_options(kernels, table_bytes, Options::default())
    }

    /// The same with chosen options.
    ///
    /// # Errors
    /// When that much memory is not to be had.
    pub fn with_options(
        kernels: &'static Kernels,
        table_bytes: usize,
        options: Options,
    ) -> Result<Solver<N>, TryReserveError> {
        Solver::with_weights(kernels, table_bytes, options, Weights::built_in())
    }

    fn with_weights(
        kernels: &'static Kernels,
        table_bytes: usize,
        options: Options,
        weights: Weights,
    ) -> Result<Solver<N>, TryReserveError> {
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
        self.solve_observed(board, |_| ControlFlow::Continue(()))
            .unwrap_or_else(|Interrupted(progress)| unreachable!("nobody stopped the search: {progress:?}"))
    }

    /// The same, calling `observer` every few million nodes and whenever the bounds narrow.
    ///
    /// # Errors
    /// When the observer breaks off; with what was proved until then.
    pub fn solve_observed(
        &mut self,
        board: &Board<N>,
        mut observer: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Solution<N>, Interrupted> {
        let shared = Shared::new(self.kernels, &self.table, &self.weights, self.options);
        let run = Run {
            depth: board.empties().len(),
            scoring: self.options.scoring,
            black: board.to_move() == Colour::Black,
            bounds: (-((N * N) as i32), (N * N) as i32),
            observer: &mut observer,
        };
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

/// What one call of the solver is about, and whoever watches.
struct Run<'a> {
    depth: u32,
    scoring: Scoring,
    /// Whether black is to move.
    black: bool,
    /// What is proved of the root's value, for its side to move.
    bounds: (i32, i32),
    observer: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
}

impl Run<'_> {
    /// Black's score when the side to move at the root gets this value.
    fn score(&self, value: i32) -> i32 {
        let difference = self.scoring.difference(value);
        if self.black { difference } else { -difference }
    }

    fn progress(&self, nodes: u64) -> Progress {
        let (one, other) = (self.score(self.bounds.0), self.score(self.bounds.1));
        Progress { depth: self.depth, lower: one.min(other), upper: one.max(other), nodes }
    }

    fn report(&mut self, nodes: u64) -> ControlFlow<()> {
        let progress = self.progress(nodes);
        (self.observer)(progress)
    }
}
