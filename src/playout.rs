//! Random games to the end.

use crate::game::{Game, Outcome};
use crate::random::Random;
use std::iter::Sum;
use std::ops::AddAssign;

/// One finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// How it went.
    pub outcome: Outcome,
    /// Plies played from the state given to the end, passes included.
    pub plies: u32,
}

/// How many games went: counts of finished games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games that the first player won.
    pub first_wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that the second player won.
    pub second_wins: u64,
    /// Plies of all games together, passes included.
    pub plies: u64,
}

impl Tally {
    /// The games counted.
    pub fn games(&self) -> u64 {
        self.first_wins + self.draws + self.second_wins
    }

    /// Counts one game more.
    pub fn count(&mut self, game: Playout) {
        *match game.outcome {
            Outcome::First => &mut self.first_wins,
            Outcome::Draw => &mut self.draws,
            Outcome::Second => &mut self.second_wins,
        } += 1;
        self.plies += u64::from(game.plies);
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.first_wins += other.first_wins;
        self.draws += other.draws;
        self.second_wins += other.second_wins;
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

/// Plays uniformly random legal plies until the game is over.
///
/// ```
/// use stonemask::Random;
/// use stonemask::othello::{Board, Kernels};
/// use stonemask::playout::playout;
///
/// let game = playout(Board::<8>::start(), Kernels::best(), &mut Random::new(1));
/// assert!(game.plies >= 9);
/// ```
pub fn playout<G: Game>(game: G, kernels: &G::Kernels, random: &mut Random) -> Playout {
    game.playout(kernels, random)
}

/// Plays `games` random games from each of `positions`, many at once where the tier's kernels can: the Monte-Carlo value of
/// each position. The result depends on the seed and the tier alone.
///
/// ```
/// use stonemask::othello::{Board, Kernels};
/// use stonemask::playout::playout_many;
///
/// let tallies = playout_many(&[Board::<8>::start()], 1000, Kernels::best(), 1);
/// assert_eq!(tallies[0].games(), 1000);
/// ```
pub fn playout_many<G: Game>(positions: &[G], games: u64, kernels: &G::Kernels, seed: u64) -> Vec<Tally> {
    G::playout_many(positions, games, kernels, seed)
}

/// [`playout_many`] by games that are played one after the other.
pub(crate) fn one_at_a_time<G: Game>(positions: &[G], games: u64, kernels: &G::Kernels, seed: u64) -> Vec<Tally> {
    let mut random = Random::new(seed);
    let mut tally = |position: &G| {
        let mut tally = Tally::default();
        for _ in 0..games {
            tally.count(position.clone().playout(kernels, &mut random));
        }
        tally
    };
    positions.iter().map(&mut tally).collect()
}
