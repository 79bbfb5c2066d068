//! The searches of all games, as commands see them.

use serde::Serialize;
use std::collections::TryReserveError;
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use stonemask::game::search::{Analysis, Candidate, Certainty, Level, Limits, Score};
use stonemask::game::{Colour, Game};

/// The worth of a position or a move, in any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// Black's discs minus white's.
    Discs(i32),
    /// Who wins, or how often.
    Score(Score),
}

impl Value {
    /// A measure for a colour, more for better.
    pub(crate) const fn rank(self, colour: Colour) -> i64 {
        match (self, colour) {
            (Value::Discs(discs), Colour::Black) => discs as i64,
            (Value::Discs(discs), Colour::White) => -(discs as i64),
            (Value::Score(score), colour) => score.value(colour),
        }
    }

    /// A colour's share of the wins: the chance of more than a draw and half of the chance of a
    /// draw. Of discs, as if the errors of an estimate were spread as the logistic distribution,
    /// with as many within two discs as its confidence says; that of bounds, as if they were the
    /// score.
    pub(crate) fn share(self, certainty: Certainty, colour: Colour) -> f64 {
        let discs = match self {
            Value::Score(score) => return score.share(colour),
            Value::Discs(_) => self.rank(colour) as f64,
        };
        match certainty {
            Certainty::Estimate { confidence } => {
                // Scores are whole numbers: within two discs is less than 2.5 from the middle.
                let spread = 2.5 / (2.0 * (f64::from(confidence) / 100.0).atanh());
                1.0 / (1.0 + (-discs / spread).exp())
            }
            _ if discs == 0.0 => 0.5,
            _ => f64::midpoint(1.0, discs.signum()),
        }
    }
}

/// `+4`, or as scores are told: `black wins in 5`, `black 53.2 %`.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Discs(discs) => write!(f, "{discs:+}"),
            Value::Score(score) => score.fmt(f),
        }
    }
}

/// A number of discs, `{"winner": "black", "plies": 5}`, `{"winner": null}` for a draw, or
/// `{"share": 0.532}`, black's share of the wins.
impl Serialize for Value {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Win {
            winner: &'static str,
            plies: u32,
        }
        #[derive(Serialize)]
        struct Draw {
            winner: (),
        }
        #[derive(Serialize)]
        struct Share {
            share: f64,
        }
        match *self {
            Value::Discs(discs) => discs.serialize(serializer),
            Value::Score(Score::Win { winner: Colour::Black, plies }) => {
                Win { winner: "black", plies }.serialize(serializer)
            }
            Value::Score(Score::Win { winner: Colour::White, plies }) => {
                Win { winner: "white", plies }.serialize(serializer)
            }
            Value::Score(Score::Draw) => Draw { winner: () }.serialize(serializer),
            Value::Score(Score::Share(share)) => Share { share: f64::from(share) / 10_000.0 }.serialize(serializer),
        }
    }
}

/// A move and what is known of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scored<M> {
    pub(crate) value: Value,
    pub(crate) certainty: Certainty,
    /// Plies searched.
    pub(crate) depth: u32,
    /// The move, and how it may go on.
    pub(crate) line: Vec<M>,
}

/// The knowledge of a search about a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Known<M> {
    /// The best moves, the best first; none where the game is over.
    pub(crate) moves: Vec<Scored<M>>,
    pub(crate) lower: Value,
    pub(crate) upper: Value,
    /// Whether all is known that was asked for.
    pub(crate) complete: bool,
    /// How often the moves, or what is known of them, have changed.
    pub(crate) results: u32,
    pub(crate) nodes: u64,
    pub(crate) time: Duration,
}

impl<M> Known<M> {
    pub(crate) fn of<L, S: Copy>(analysis: &Analysis<L, S>, value: fn(S) -> Value, line: fn(&L) -> Vec<M>) -> Known<M> {
        let scored = |candidate: &Candidate<L, S>| Scored {
            value: value(candidate.score),
            certainty: candidate.certainty,
            depth: candidate.depth,
            line: line(&candidate.line),
        };
        Known {
            moves: analysis.moves.iter().map(scored).collect(),
            lower: value(analysis.lower),
            upper: value(analysis.upper),
            complete: analysis.complete,
            results: analysis.results,
            nodes: analysis.nodes,
            time: analysis.time,
        }
    }

    /// Of the best move, or of the finished game.
    pub(crate) fn value(&self) -> Value {
        self.moves.first().map_or(self.lower, |best| best.value)
    }

    /// How sure that is.
    pub(crate) fn certainty(&self) -> Certainty {
        self.moves.first().map_or(Certainty::Exact, |best| best.certainty)
    }
}

/// An observer hears of a search while it goes on, every few milliseconds at least, and may break
/// it off: a player's clock and its stop come to the search by no other way.
pub(crate) type Observer<'a, M> = &'a mut dyn FnMut(&Known<M>) -> ControlFlow<()>;

/// A game that the library searches.
pub(crate) trait Searched: Game {
    /// The library's search.
    type Search: Send;

    /// Whether several threads may search together.
    const HAS_THREADS: bool = false;

    /// A search with a table of this size in bytes.
    fn search(table_bytes: usize, threads: NonZeroUsize) -> Result<Self::Search, TryReserveError>;

    /// Searches within limits for this number of best moves.
    fn look(
        &self,
        search: &mut Self::Search,
        count: usize,
        limits: Limits,
        observer: Observer<'_, Self::Move>,
        stop: &AtomicBool,
    ) -> Known<Self::Move>;

    /// The ply that an opponent of a level plays; `None` when the game is over.
    fn level_move(&self, level: Level, seed: u64, stop: &AtomicBool) -> Result<Option<Self::Move>, TryReserveError>;

    /// Forgets what a search knows of earlier boards, so that its moves do not depend on them.
    fn clear(search: &mut Self::Search);

    /// The memory of its table in bytes.
    fn table_bytes(search: &Self::Search) -> usize;

    /// The depth at which a search has come to the end of the game, where it is known beforehand.
    fn last_depth(&self) -> Option<u32> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_json() {
        let json = |value: Value| serde_json::to_string(&value).unwrap();
        assert_eq!(json(Value::Discs(-4)), "-4");
        assert_eq!(
            json(Value::Score(Score::Win { winner: Colour::White, plies: 3 })),
            r#"{"winner":"white","plies":3}"#
        );
        assert_eq!(json(Value::Score(Score::Draw)), r#"{"winner":null}"#);
        assert_eq!(json(Value::Score(Score::Share(5321))), r#"{"share":0.5321}"#);
    }

    #[test]
    fn a_share_grows_with_the_score_and_with_the_confidence_of_a_lead() {
        let share = |discs, certainty| Value::Discs(discs).share(certainty, Colour::Black);
        for confidence in [26, 50, 87] {
            let certainty = Certainty::Estimate { confidence };
            let shares: Vec<f64> = (-64..=64).map(|discs| share(discs, certainty)).collect();
            assert!(shares.is_sorted() && shares[64] == 0.5, "{shares:?}");
            for (index, &black) in shares.iter().enumerate() {
                let white = Value::Discs(index as i32 - 64).share(certainty, Colour::White);
                assert!((black + white - 1.0).abs() < 1e-12);
            }
        }
        let of = |confidence| share(6, Certainty::Estimate { confidence });
        assert!(0.5 < of(26) && of(26) < of(50) && of(50) < of(87));
        assert_eq!([-2, 0, 2].map(|discs| share(discs, Certainty::Exact)), [0.0, 0.5, 1.0]);
    }
}
