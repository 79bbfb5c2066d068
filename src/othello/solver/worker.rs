//! A thread's part of a search, and what the threads share.

use super::crew::{Crew, Split};
use super::evaluation::Evaluate;
use super::options::{Options, Technique};
use super::order::Order;
use super::result::Run;
use super::table::Table;
use super::tuning::Tuning;
use crate::game::stop;
use crate::othello::kernels::Kernels;
use crate::othello::kernels::last_table::LastTable;
use crate::othello::patterns::{Evaluation, Evaluations};
use crate::othello::position::Children;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

/// How often an observer hears of the search, in nodes of the first thread: several times in a
/// millisecond, and fifty times in a second by the rules on cells.
const NODES_PER_REPORT: u64 = 1 << 12;
/// Nodes between reports in searches of limited depth, whose nodes take longer: most have a shallow
/// search of their own.
const NODES_PER_LIMITED_REPORT: u64 = 1 << 9;
/// Plies of the search whose value is the first guess of the score: the deepest of the shallow
/// ones.
pub(super) const FIRST_GUESS_DEPTH: u32 = 8;

/// The search ended before it had a result: the observer broke off, or another thread made the
/// result needless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// The state that the threads of one search share.
pub(super) struct Shared<'a, const N: usize, E> {
    pub(super) kernels: &'static Kernels,
    pub(super) table: &'a Table<N>,
    pub(super) evaluation: E,
    pub(super) options: Options,
    /// Whether the observer broke off.
    stopped: AtomicBool,
    /// Whoever sets this stops the search too.
    stop: &'a AtomicBool,
    /// How selective the search is; changes only between searches, when no thread helps. So does
    /// the next.
    pub(super) selectivity: AtomicU8,
    /// The number of empty squares at which the search ends and evaluates; 0 for one to the end of
    /// the game.
    pub(super) horizon: AtomicU8,
    /// Nodes that helpers have told of.
    nodes: AtomicU64,
    pub(super) crew: Crew<N>,
}

impl<'a, const N: usize, E: Evaluate<N>> Shared<'a, N, E> {
    pub(super) fn new(
        kernels: &'static Kernels,
        table: &'a Table<N>,
        evaluation: E,
        options: Options,
        stop: &'a AtomicBool,
    ) -> Shared<'a, N, E> {
        let (stopped, nodes, crew) = (AtomicBool::new(false), AtomicU64::new(0), Crew::new());
        let (selectivity, horizon) = (AtomicU8::new(0), AtomicU8::new(0));
        Shared { kernels, table, evaluation, options, stopped, stop, selectivity, horizon, nodes, crew }
    }

    #[inline]
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed) || stop::asked(self.stop)
    }
}

/// Room for what a position's search needs until it is done, kept from one position to the next.
pub(super) struct Ply<const N: usize> {
    pub(super) children: Children<N>,
    /// The patterns' values of the children.
    pub(super) evaluations: Evaluations,
    pub(super) order: Order,
}

/// A thread's part of the search. Values are those of the side to move, as
/// [`Scoring`](crate::othello::scoring::Scoring) has them.
pub(super) struct Worker<'a, const N: usize, E> {
    pub(super) shared: &'a Shared<'a, N, E>,
    pub(super) tuning: &'static Tuning,
    /// Searched by this thread, and those of them that the others know of.
    pub(super) nodes: u64,
    told: u64,
    report_at: u64,
    /// By the number of empty squares.
    pub(super) plies: Vec<Ply<N>>,
    /// By the depth of a shallow search.
    pub(super) guesses: Vec<Ply<N>>,
    pub(super) last: LastTable,
    /// Room for an order.
    pub(super) deep: Order,
    /// The split that this thread works for.
    pub(super) split: Option<Arc<Split<N>>>,
    /// Plies by which the search at hand, a probe of another, ends above the horizon.
    pub(super) raised: u32,
    /// The run for which the first thread works.
    pub(super) run: Option<Run<'a>>,
}

impl<'a, const N: usize, E: Evaluate<N>> Worker<'a, N, E> {
    pub(super) fn new(shared: &'a Shared<'a, N, E>, run: Option<Run<'a>>) -> Worker<'a, N, E> {
        let tuning = Tuning::of::<N>(shared.options.scoring);
        let ply = || Ply { children: Children::new(), evaluations: Evaluation::NONE, order: Order::default() };
        let plies = |count: usize| (0..count).map(|_| ply()).collect();
        Worker {
            shared,
            tuning,
            nodes: 0,
            told: 0,
            report_at: NODES_PER_LIMITED_REPORT,
            plies: plies(N * N + 1),
            guesses: plies(FIRST_GUESS_DEPTH as usize + 1),
            last: LastTable::new(shared.options.scoring),
            deep: Order::default(),
            split: None,
            raised: 0,
            run,
        }
    }

    /// How many plies the search goes on from a position with this many empty squares.
    #[inline]
    pub(super) fn height(&self, empties: u32) -> u32 {
        empties - u32::from(self.shared.horizon.load(Relaxed)) - self.raised
    }

    /// The numbers of the search as it is now.
    #[inline]
    pub(super) fn tuning(&self) -> &'static Tuning {
        if self.shared.horizon.load(Relaxed) == 0 { self.tuning } else { &Tuning::LIMITED }
    }

    /// The evaluation of the search as it is now.
    #[inline]
    pub(super) fn evaluation(&self) -> E {
        self.shared.evaluation.of_search(self.shared.horizon.load(Relaxed) > 0)
    }

    #[inline]
    pub(super) fn uses(&self, technique: Technique) -> bool {
        self.shared.options.uses(technique)
    }

    #[inline]
    pub(super) fn kernels(&self) -> &'static Kernels {
        self.shared.kernels
    }

    /// Nodes of this thread and those that others have told of.
    pub(super) fn all_nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed) + self.nodes - self.told
    }

    /// Tells the others of this thread's nodes.
    pub(super) fn tell_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.told, Relaxed);
        self.told = self.nodes;
    }

    /// Lets the others and the observer know when it is time.
    #[inline]
    pub(super) fn report_in_time(&mut self) -> Result<(), Stopped> {
        if self.nodes < self.report_at {
            return Ok(());
        }
        let is_limited = self.shared.horizon.load(Relaxed) > 0;
        self.report_at = self.nodes + if is_limited { NODES_PER_LIMITED_REPORT } else { NODES_PER_REPORT };
        self.tell_nodes();
        self.report()
    }

    /// Lets the observer know, if this is the first thread.
    pub(super) fn report(&mut self) -> Result<(), Stopped> {
        let nodes = self.all_nodes();
        if let Some(run) = &mut self.run
            && run.report(nodes).is_break()
        {
            self.shared.stopped.store(true, Relaxed);
        }
        if self.shared.is_stopped() { Err(Stopped) } else { Ok(()) }
    }
}
