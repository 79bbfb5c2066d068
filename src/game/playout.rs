//! Random games to the end.

pub use super::{Playout, Tally};

use super::{Game, Stopped};
use crate::random::Random;
use crate::tier::Tier;
use std::sync::atomic::AtomicBool;

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
pub fn playout<G: Game>(game: G, kernels: &'static G::Kernels, random: &mut Random) -> Playout {
    game.playout(kernels, random)
}

/// Plays `games` random games from each of `positions`, many at once where the tier's kernels can: the Monte-Carlo value of
/// each position. The result depends on the seed and, but for Gomoku, the [`Tier`] alone. The tallies are what it
/// allocates; [`playout_many_until`] takes memory that the caller owns.
///
/// ```
/// use stonemask::othello::{Board, Kernels};
/// use stonemask::playout::playout_many;
///
/// let tallies = playout_many(&[Board::<8>::start()], 1000, Kernels::best(), 1);
/// assert_eq!(tallies[0].games(), 1000);
/// ```
pub fn playout_many<G: Game>(positions: &[G], games: u64, kernels: &'static G::Kernels, seed: u64) -> Vec<Tally> {
    G::playout_many(positions, games, kernels, seed)
}

/// [`playout_many`], until `stop` is set. Each position's tally is written to its place in `tallies`; nothing is allocated that
/// grows with the input.
///
/// # Errors
/// When it was [stopped](crate::game::stop) before all games were begun. Those that had begun are played to their end and counted,
/// so that short games are counted no more often than they occur.
///
/// # Panics
/// When there is not one tally for each position.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use stonemask::nogo::{Board, Kernels};
/// use stonemask::playout::{Tally, playout_many_until};
///
/// let (mut tallies, stop) = ([Tally::default()], AtomicBool::new(true));
/// assert!(playout_many_until(&[Board::start()], u64::MAX, Kernels::best(), 1, &mut tallies, &stop).is_err());
/// assert_eq!(tallies[0].games(), 0);
/// ```
pub fn playout_many_until<G: Game>(
    positions: &[G],
    games: u64,
    kernels: &'static G::Kernels,
    seed: u64,
    tallies: &mut [Tally],
    stop: &AtomicBool,
) -> Result<(), Stopped> {
    G::playout_many_until(positions, games, kernels, seed, tallies, stop)
}

/// How many of a large number of random games are played on one seed, so that any number of threads or machines can play them and
/// find the same: share `i` is games `i * share ..`, and its seed is [`seed_of_share`].
pub fn share(tier: Tier) -> u64 {
    if tier == Tier::Reference { 1 << 6 } else { 1 << 16 }
}

/// The seed of a [`share`] of the games of `seed`.
///
/// ```
/// use stonemask::playout::seed_of_share;
///
/// assert_ne!(seed_of_share(1, 1), seed_of_share(2, 0));
/// ```
pub fn seed_of_share(seed: u64, index: u64) -> u64 {
    // Mixed twice, so that the shares of neighbouring seeds are not the same games.
    Random::new(Random::new(seed).next_u64().wrapping_add(index)).next_u64()
}
