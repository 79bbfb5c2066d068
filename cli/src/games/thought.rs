//! Thinking within limits, and its results.

use crate::search::{Known, Scored, Searched, Value};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use stonemask::game::Colour;
use stonemask::game::search::{self, Certainty, Score};

/// Longer than anything takes: ten years.
pub(crate) const FOREVER: Duration = Duration::from_secs(315_360_000);

/// The limits of a player while it thinks.
pub(crate) struct Limits<'a> {
    due: Instant,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// Asks whether to stop.
    stop: &'a mut dyn FnMut() -> bool,
    is_stopped: bool,
}

impl<'a> Limits<'a> {
    /// A move that is due after this time, and is given up when `stop` says so.
    pub(crate) fn new(time: Duration, stop: &'a mut dyn FnMut() -> bool) -> Limits<'a> {
        Limits { due: Instant::now() + time, depth: None, nodes: None, stop, is_stopped: false }
    }

    /// The same, and no search goes deeper than this number of plies.
    pub(crate) fn no_deeper_than(self, plies: u32) -> Limits<'a> {
        Limits { depth: Some(plies), ..self }
    }

    /// A clock under which no search takes many more nodes than these.
    pub(crate) fn no_more_than(self, nodes: u64) -> Limits<'a> {
        Limits { nodes: Some(nodes), ..self }
    }

    /// The limits of the library's searches, apart from time and stop.
    pub(crate) fn of_search(&self) -> search::Limits {
        search::Limits { depth: self.depth, nodes: self.nodes, time: None }
    }

    /// Whether to go on. Who thinks asks this every few milliseconds at least.
    pub(crate) fn flow(&mut self) -> ControlFlow<()> {
        self.is_stopped = self.is_stopped || (self.stop)();
        if self.is_stopped || Instant::now() >= self.due { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Whether it was given up, rather than that time ran out.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped
    }
}

/// Is told what a search has found.
pub(crate) type Hear<'a, M> = dyn FnMut(&[Found<M>]) + 'a;

/// A search's result for a ply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Found<M> {
    pub(crate) worth: Worth,
    /// The ply, and how it may go on; to the end where the worth is exact.
    pub(crate) line: Vec<M>,
    /// Positions searched until then, for all plies together.
    pub(crate) nodes: u64,
}

/// The value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Solved<M> {
    /// `None` for a draw.
    pub(crate) winner: Option<Colour>,
    /// A ply of the side to move that wins, or draws where none wins.
    pub(crate) ply: Option<M>,
}

/// The worth of a ply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Worth {
    pub(crate) value: Value,
    pub(crate) certainty: Certainty,
    /// Plies searched; `None` where the search went to the end of the game.
    pub(crate) depth: Option<u32>,
}

impl Worth {
    /// In a few words, with discs for this side.
    pub(crate) fn told(self, own: Colour) -> String {
        let value = match self.value {
            Value::Discs(_) => format!("{:+}", self.value.rank(own)),
            Value::Score(Score::Share(_)) => format!("{:.1} %", 100.0 * self.value.share(self.certainty, own)),
            Value::Score(score) => return score.to_string(),
        };
        match (self.certainty, self.depth, own) {
            (Certainty::Exact, ..) => format!("{value} exact"),
            (Certainty::AtLeast, _, Colour::Black) | (Certainty::AtMost, _, Colour::White) => {
                format!("at least {value}")
            }
            (Certainty::AtMost, ..) | (Certainty::AtLeast, ..) => format!("at most {value}"),
            (Certainty::Estimate { .. }, Some(depth), _) => format!("{value} ({depth} plies)"),
            (Certainty::Estimate { confidence }, None, _) => format!("{value} ({confidence} %)"),
        }
    }

    /// Whether it is worth about as much to one side as to the other: up to three discs, or six in
    /// a hundred games.
    pub(crate) fn is_balanced(self) -> bool {
        self.advantage() <= 3.0
    }

    /// How far one side is ahead, in discs or in games of a hundred more than half.
    pub(crate) fn advantage(self) -> f64 {
        match self.value {
            Value::Discs(discs) => f64::from(discs).abs(),
            Value::Score(score) => 100.0 * (score.share(Colour::Black) - 0.5).abs(),
        }
    }
}

/// The best moves of a board, as far as they are known.
pub(super) fn found<G: Searched>(board: &G, known: &Known<G::Move>) -> Vec<Found<G::Move>> {
    let last = board.last_depth();
    // Of moves that were not searched yet nothing is known.
    let searched = known.moves.iter().take_while(|scored| scored.depth > 0);
    let of = |scored: &Scored<G::Move>| {
        let depth = Some(scored.depth).filter(|&depth| Some(depth) != last);
        let worth = Worth { value: scored.value, certainty: scored.certainty, depth };
        Found { worth, line: scored.line.clone(), nodes: known.nodes }
    };
    searched.map(of).collect()
}
