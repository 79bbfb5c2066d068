//! The results of the solver, and its progress reports.

use crate::othello::board::Board;
use crate::othello::moves::Line;
use crate::othello::scoring::Scoring;
use std::fmt;
use std::ops::ControlFlow;

/// The bounds of the score so far, black's discs minus white's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Solution<const N: usize> {
    /// Black's discs minus white's at the end; [with the empty squares](Scoring::EmptiesToWinner)
    /// where they count.
    pub score: i32,
    /// One line of best play to the end.
    pub line: Line<N>,
    /// Positions searched.
    pub nodes: u64,
}

/// The proved bounds: `100 nodes: the score is between -4 and 8`.
impl fmt::Display for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Progress { lower, upper, nodes, .. } = self;
        write!(f, "{nodes} nodes: the score is between {lower} and {upper}")
    }
}

/// Hears of a search now and then, and may break it off.
pub(super) type Observer<'a> = &'a mut dyn FnMut(Progress) -> ControlFlow<()>;

/// How far the solving of a root has come.
#[derive(Clone, Copy, Debug)]
pub(super) struct State {
    /// The proved bounds of its value, for its side to move.
    pub(super) bounds: (i32, i32),
    /// Where the next exact test begins; none before the first.
    pub(super) guess: Option<i32>,
}

impl State {
    /// Nothing is known.
    pub(super) const fn new<const N: usize>() -> State {
        State { bounds: (-((N * N) as i32), (N * N) as i32), guess: None }
    }
}

/// A board whose solving was stopped, and what was proved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Begun<const N: usize> {
    pub(super) board: Board<N>,
    pub(super) state: State,
}

impl<const N: usize> Begun<N> {
    /// A board of which nothing is known.
    pub(super) const fn new(board: &Board<N>) -> Begun<N> {
        Begun { board: *board, state: State::new::<N>() }
    }
}

/// The task of one call of the solver, and its observer.
pub(super) struct Run<'a> {
    pub(super) depth: u32,
    pub(super) scoring: Scoring,
    /// Whether black is to move.
    pub(super) black: bool,
    pub(super) state: State,
    pub(super) observer: Observer<'a>,
}

impl Run<'_> {
    /// Black's score when the side to move at the root gets this value.
    pub(super) fn score(&self, value: i32) -> i32 {
        let difference = self.scoring.difference(value);
        if self.black { difference } else { -difference }
    }

    pub(super) fn progress(&self, nodes: u64) -> Progress {
        let (one, other) = (self.score(self.state.bounds.0), self.score(self.state.bounds.1));
        Progress { depth: self.depth, lower: one.min(other), upper: one.max(other), nodes }
    }

    pub(super) fn report(&mut self, nodes: u64) -> ControlFlow<()> {
        let progress = self.progress(nodes);
        (self.observer)(progress)
    }
}
