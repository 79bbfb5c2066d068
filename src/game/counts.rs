//! The counts of perfts and random games.

use super::colour::{Colour, Outcome};
use std::fmt;
use std::iter::Sum;
use std::ops::AddAssign;

/// The counts of a perft.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(::serde::Serialize, ::serde::Deserialize))]
pub struct Perft {
    /// Positions at the depth, plus the games that ended above it, each once. A pass is a ply.
    pub nodes: u64,
    /// The games among `nodes` that ended above the depth.
    pub finished: u64,
}

impl Perft {
    /// One position at the depth.
    pub(crate) const LEAF: Perft = Perft { nodes: 1, finished: 0 };
    /// One game that ended above the depth.
    pub(crate) const FINISHED: Perft = Perft { nodes: 1, finished: 1 };

    /// So many times the counts; `None` from 2^64 on.
    pub(crate) fn times(self, ways: u64) -> Option<Perft> {
        Some(Perft { nodes: self.nodes.checked_mul(ways)?, finished: self.finished.checked_mul(ways)? })
    }

    /// The sum; `None` from 2^64 on.
    pub fn plus(self, other: Perft) -> Option<Perft> {
        let nodes = self.nodes.checked_add(other.nodes)?;
        Some(Perft { nodes, finished: self.finished.checked_add(other.finished)? })
    }
}

/// The number of positions.
impl fmt::Display for Perft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.nodes.fmt(f)
    }
}

impl AddAssign for Perft {
    fn add_assign(&mut self, other: Perft) {
        self.nodes += other.nodes;
        self.finished += other.finished;
    }
}

impl Sum for Perft {
    fn sum<I: Iterator<Item = Perft>>(counts: I) -> Perft {
        counts.fold(Perft::default(), |mut sum, count| {
            sum += count;
            sum
        })
    }
}

/// One finished random game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(::serde::Serialize, ::serde::Deserialize))]
pub struct Playout {
    /// How it went.
    pub outcome: Outcome,
    /// Plies played from the state given to the end, passes included.
    pub plies: u32,
}

impl Playout {
    /// Who won; `None` for a draw.
    pub const fn winner(self) -> Option<Colour> {
        self.outcome.winner()
    }
}

/// Counts of finished games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(::serde::Serialize, ::serde::Deserialize))]
pub struct Tally {
    /// Games that black won, and games that white won.
    pub wins: [u64; 2],
    /// Drawn games.
    pub draws: u64,
    /// Plies of all games together, passes included.
    pub plies: u64,
}

impl Tally {
    /// The games counted.
    pub const fn games(&self) -> u64 {
        self.wins[0] + self.draws + self.wins[1]
    }

    /// The games that a colour won.
    pub const fn wins(&self, colour: Colour) -> u64 {
        self.wins[colour as usize]
    }

    /// The games that black won.
    pub const fn black_wins(&self) -> u64 {
        self.wins(Colour::Black)
    }

    /// The games that white won.
    pub const fn white_wins(&self) -> u64 {
        self.wins(Colour::White)
    }

    /// A colour's share of the wins, from 0 to 1, where a draw is half a win; one half of no games.
    ///
    /// ```
    /// use stonemask::game::{Colour, Tally};
    ///
    /// let tally = Tally { wins: [2, 1], draws: 1, plies: 0 };
    /// assert_eq!((tally.share(Colour::Black), tally.share(Colour::White)), (0.625, 0.375));
    /// assert_eq!(Tally::default().share(Colour::Black), 0.5);
    /// ```
    #[doc(alias = "win_rate")]
    pub fn share(&self, colour: Colour) -> f64 {
        if self.games() == 0 {
            return 0.5;
        }
        (self.wins(colour) as f64 + self.draws as f64 / 2.0) / self.games() as f64
    }

    /// Counts one game more.
    ///
    /// ```
    /// use stonemask::game::{Colour, Outcome, Playout, Tally};
    ///
    /// let mut tally = Tally::default();
    /// tally.count(Playout { outcome: Outcome::Win(Colour::White), plies: 9 });
    /// assert_eq!((tally.games(), tally.wins(Colour::White), tally.wins(Colour::Black)), (1, 1, 0));
    /// ```
    pub const fn count(&mut self, game: Playout) {
        match game.outcome {
            Outcome::Win(colour) => self.wins[colour as usize] += 1,
            Outcome::Draw => self.draws += 1,
        }
        self.plies += game.plies as u64;
    }
}

/// `1000 games: black won 440, white won 520, 40 drawn`.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [black, white] = self.wins;
        f.pad(&format!("{} games: black won {black}, white won {white}, {} drawn", self.games(), self.draws))
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.wins[0] += other.wins[0];
        self.wins[1] += other.wins[1];
        self.draws += other.draws;
        self.plies += other.plies;
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Tally>>(tallies: I) -> Tally {
        tallies.fold(Tally::default(), |mut sum, tally| {
            sum += tally;
            sum
        })
    }
}
