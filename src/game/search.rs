//! Searches: how much they do, and what they say of a board.
//!
//! Each game has a `Search` of its own, `othello::Search`, `gomoku::Search` and `nogo::Search`: a
//! board and [`Limits`] in, an [`Analysis`] out. All of them find the same moves on every machine
//! and tier as long as they are limited by depth or nodes, and not by time, and have one thread.
//!
//! Processors without a clock of their own, `wasm32-unknown-unknown` for one, search by depth and
//! nodes; [`set_clock`] gives them a clock.

use super::{Colour, Game, clock, key};
use crate::random::Random;
use std::collections::TryReserveError;
use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

pub use clock::set_clock;

/// How much a search does: until the first of these is reached. By default there is none.
///
/// ```
/// use std::time::Duration;
/// use stonemask::game::search::Limits;
///
/// let limits = Limits::default().nodes(100_000).time(Duration::from_secs(1));
/// assert_eq!((limits.nodes, limits.depth), (Some(100_000), None));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies of the deepest search. Othello: from the number of empty squares on the score is
    /// exact.
    pub depth: Option<u32>,
    /// Positions searched, or random games played in NoGo: it ends a few thousand later.
    pub nodes: Option<u64>,
    /// Time: it ends a few milliseconds later. Without a clock a limit of time ends the search at
    /// once.
    pub time: Option<Duration>,
}

impl Limits {
    /// These limits, and at most this many plies.
    #[must_use]
    pub const fn depth(self, plies: u32) -> Limits {
        Limits { depth: Some(plies), ..self }
    }

    /// These limits, and at most about this many nodes.
    #[must_use]
    pub const fn nodes(self, nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..self }
    }

    /// These limits, and at most about this time.
    #[must_use]
    pub const fn time(self, time: Duration) -> Limits {
        Limits { time: Some(time), ..self }
    }
}

/// How strong an opponent plays, from 1, which a child beats, to 9. A level is a number of nodes,
/// and on the lowest two a share of random moves, so its moves are the same on every machine and
/// tier.
///
/// ```
/// use stonemask::game::search::Level;
///
/// let level: Level = "3".parse()?;
/// assert_eq!((level.number(), Level::ALL.len()), (3, 9));
/// assert!(Level::new(10).is_none());
///
/// let mut board = stonemask::othello::Board::<6>::start();
/// while let Some(ply) = board.level_move(level, 7)? {
///     board.play(ply);
/// }
/// assert!(board.is_over());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// All levels, the weakest first.
    pub const ALL: [Level; 9] =
        [Level(1), Level(2), Level(3), Level(4), Level(5), Level(6), Level(7), Level(8), Level(9)];

    /// The level of this number, 1 to 9.
    pub const fn new(number: u8) -> Option<Level> {
        if 1 <= number && number <= 9 { Some(Level(number)) } else { None }
    }

    /// Its number, 1 to 9.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The memory of the search by which a level plays, in bytes.
    pub const TABLE_BYTES: usize = 32 << 20;

    /// Of 100 moves, how many are random.
    pub const fn random_moves(self) -> u32 {
        match self.0 {
            1 => 50,
            2 => 20,
            _ => 0,
        }
    }

    /// A random ply, where this level plays one: that depends on the board and the seed alone.
    pub fn random_ply<G: Game>(self, board: &G, seed: u64) -> Option<G::Move> {
        let mut random = Random::new(seed ^ key::of(board.to_string().bytes().map(u64::from)));
        let count = board.plies().count() as u32;
        let is_random = count > 0 && random.below(100) < self.random_moves();
        is_random.then(|| board.plies().nth(random.below(count) as usize)).flatten()
    }

    /// The ply of this level: a random one, or what a search finds; `None` when the game is over.
    pub(crate) fn ply<G: Game>(
        self,
        board: &G,
        seed: u64,
        best: impl FnOnce() -> Result<Option<G::Move>, TryReserveError>,
    ) -> Result<Option<G::Move>, TryReserveError> {
        let legal = board.plies().next();
        if let ply @ Some(_) = legal.and_then(|_| self.random_ply(board, seed)) {
            return Ok(ply);
        }
        // A search that is stopped at once may know nothing.
        if legal.is_some() { best().map(|ply| ply.or(legal)) } else { Ok(None) }
    }
}

/// The methods of a board that plays as an opponent of a level, by its game's search.
macro_rules! level_methods {
    ($search:ty, $ply:ty, $nodes:expr) => {
        /// How much a level spends on a move: positions, or random games in NoGo.
        pub const fn level_nodes(level: $crate::game::search::Level) -> u64 {
            const NODES: [u64; 9] = $nodes;
            NODES[level.number() as usize - 1]
        }

        /// The ply that an opponent of a level plays; `None` when the game is over. It depends on
        /// the board, the level and the seed of the random moves of low levels alone.
        ///
        /// # Errors
        /// If there is no memory for the search,
        /// [`Level::TABLE_BYTES`]($crate::game::search::Level::TABLE_BYTES).
        #[doc(alias = "opponent")]
        pub fn level_move(
            &self,
            level: $crate::game::search::Level,
            seed: u64,
        ) -> Result<Option<$ply>, std::collections::TryReserveError> {
            self.level_move_until(level, seed, &$crate::game::stop::NEVER)
        }

        /// [`Board::level_move`], which returns the best ply known soon after `stop` is set.
        ///
        /// # Errors
        /// If there is no memory for the search.
        pub fn level_move_until(
            &self,
            level: $crate::game::search::Level,
            seed: u64,
            stop: &std::sync::atomic::AtomicBool,
        ) -> Result<Option<$ply>, std::collections::TryReserveError> {
            level.ply(self, seed, || {
                let mut search = <$search>::new($crate::game::search::Level::TABLE_BYTES)?;
                let limits = $crate::game::search::Limits::default().nodes(Self::level_nodes(level));
                let analysis = search.run_until(self, limits, |_| std::ops::ControlFlow::Continue(()), stop);
                Ok(analysis.best().map(|best| best.ply()))
            })
        }
    };
}
pub(crate) use level_methods;

/// Its number.
impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = ParseLevelError;

    /// Reads a level's number.
    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        let level = text.parse().ok().and_then(Level::new);
        level.ok_or_else(|| ParseLevelError { text: text.to_owned() })
    }
}

/// A text that names no level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseLevelError {
    text: String,
}

impl fmt::Display for ParseLevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not a level: expected 1 to 9", self.text.escape_debug())
    }
}

impl Error for ParseLevelError {}

/// How sure a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Certainty {
    /// It is proved.
    Exact,
    /// It is proved that black's score is this or more.
    AtLeast,
    /// It is proved that black's score is this or less.
    AtMost,
    /// Nothing is proved.
    Estimate {
        /// Of 100 positions, how many have an exact score near such an estimate. It says how sure
        /// the kind of search is, not this position. Othello: within two discs, measured with 16 to
        /// 24 empty squares (`docs/SOLVER.md`). Gomoku and NoGo: on the side of the winner; 0 where
        /// it was not measured.
        confidence: u8,
    },
}

/// The worth of a position or a move, in games without a count of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// A colour wins with the last of this many plies, if the winner plays the line and the other
    /// resists.
    Win {
        /// The winner.
        winner: Colour,
        /// Plies until the game is over; 0 if it is.
        plies: u32,
    },
    /// Nobody wins.
    Draw,
    /// Black's share of the wins, in ten-thousandths: 5000 where both sides have the same
    /// prospects.
    Share(u16),
}

impl Score {
    /// A measure of a score for a colour: more is better; sooner wins and later losses are better.
    /// Between 0 and 10 000 lie shares, with a draw at 5000.
    pub const fn value(self, colour: Colour) -> i64 {
        let black = match self {
            Score::Win { winner: Colour::Black, plies } => (1 << 33) - plies as i64,
            Score::Win { winner: Colour::White, plies } => 10_000 - (1 << 33) + plies as i64,
            Score::Draw => 5000,
            Score::Share(share) => share as i64,
        };
        match colour {
            Colour::Black => black,
            Colour::White => 10_000 - black,
        }
    }

    /// A colour's share of the wins, from 0 to 1.
    pub fn share(self, colour: Colour) -> f64 {
        self.value(colour).clamp(0, 10_000) as f64 / 10_000.0
    }
}

/// `black wins in 5`, `draw`, `black 53.2 %`.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match self {
            Score::Win { winner, plies: 0 } => format!("{winner} has won"),
            Score::Win { winner, plies } => format!("{winner} wins in {plies}"),
            Score::Draw => "draw".to_owned(),
            Score::Share(share) => format!("black {}.{} %", share / 100, share / 10 % 10),
        })
    }
}

/// A move, what is known of it, and how it may go on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Candidate<L, S = Score> {
    /// The worth of the move. Othello: black's discs minus white's at the end, as the search's
    /// options count them.
    pub score: S,
    /// How sure the score is.
    pub certainty: Certainty,
    /// Plies searched, passes not counted. Othello: the number of empty squares when the search
    /// went to the end of the game.
    pub depth: u32,
    /// The move and what follows it, as far as it is known; to the end of the game where the score
    /// is exact.
    pub line: L,
}

impl<M: Copy> Candidate<Vec<M>> {
    /// The move.
    pub fn ply(&self) -> M {
        self.line[0]
    }
}

/// The knowledge of a search about a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis<L, S = Score> {
    /// The best moves, as many as were asked for and are legal, the best first; none where the game
    /// is over.
    pub moves: Vec<Candidate<L, S>>,
    /// Black's score is proved to be at least this.
    pub lower: S,
    /// Black's score is proved to be at most this.
    pub upper: S,
    /// Whether all is known that was asked for: the limit of depth was reached, or every score is
    /// exact.
    pub complete: bool,
    /// How often the moves or what is known of them have changed.
    pub results: u32,
    /// Positions searched, or random games played in NoGo.
    pub nodes: u64,
    /// The time since the search began; 0 without a clock.
    pub time: Duration,
}

impl<L, S: Copy> Analysis<L, S> {
    /// Nothing is known but the least and the greatest score.
    pub(crate) const fn new(lower: S, upper: S) -> Analysis<L, S> {
        Analysis { moves: Vec::new(), lower, upper, complete: false, results: 0, nodes: 0, time: Duration::ZERO }
    }

    /// The best move, and what is known of it; `None` where the game is over.
    pub fn best(&self) -> Option<&Candidate<L, S>> {
        self.moves.first()
    }

    /// Black's score: that of the best move, or of the finished game.
    pub fn score(&self) -> S {
        self.best().map_or(self.lower, |best| best.score)
    }

    /// How sure the score is.
    pub fn certainty(&self) -> Certainty {
        self.best().map_or(Certainty::Exact, |best| best.certainty)
    }

    /// Other moves take the place of these.
    pub(crate) fn renew(&mut self, moves: Vec<Candidate<L, S>>) {
        self.moves = moves;
        self.results += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_ordered_for_both_sides() {
        let win = |winner, plies| Score::Win { winner, plies };
        let by_worth = [
            win(Colour::White, 0),
            win(Colour::White, 1),
            win(Colour::White, u32::MAX),
            Score::Share(0),
            Score::Share(4999),
            Score::Draw,
            Score::Share(10_000),
            win(Colour::Black, u32::MAX),
            win(Colour::Black, 3),
            win(Colour::Black, 0),
        ];
        assert!(by_worth.is_sorted_by_key(|score| score.value(Colour::Black)));
        assert!(by_worth.iter().rev().is_sorted_by_key(|score| score.value(Colour::White)));
        for pair in by_worth.windows(2).filter(|pair| pair[1] != Score::Draw || pair[0] != Score::Share(5000)) {
            assert!(pair[0].value(Colour::Black) < pair[1].value(Colour::Black), "{pair:?}");
        }
        for score in by_worth {
            assert_eq!(score.share(Colour::Black) + score.share(Colour::White), 1.0, "{score}");
        }
    }

    #[test]
    fn scores_read_as_sentences() {
        let told = [
            (Score::Win { winner: Colour::White, plies: 0 }, "white has won"),
            (Score::Win { winner: Colour::Black, plies: 5 }, "black wins in 5"),
            (Score::Draw, "draw"),
            (Score::Share(5321), "black 53.2 %"),
            (Score::Share(10_000), "black 100.0 %"),
        ];
        for (score, text) in told {
            assert_eq!(score.to_string(), text);
        }
    }
}
