//! Uniformly random games to the end: the Monte-Carlo value of positions.
//!
//! A board plays one game by `playout` and many by `playouts`; the functions here play many games from each of several positions.

pub use super::counts::{Playout, Tally};

use super::Game;
use super::stop::{self, Stopped};
use crate::random::Random;
use crate::tier;
use std::sync::atomic::AtomicBool;

/// Plays `games` random games from each of `positions`, many at once where the kernels can. The result depends on the seed and, but
/// for Gomoku, on the [tier](crate::Tier). The tallies are all that it allocates; [`playouts_until`] takes memory that the caller
/// owns.
///
/// ```
/// use stonemask::othello::Board;
/// use stonemask::playout::playouts;
///
/// let tallies = playouts(&[Board::<8>::start()], 1000, 1);
/// assert_eq!(tallies[0].games(), 1000);
/// ```
pub fn playouts<G: Game>(positions: &[G], games: u64, seed: u64) -> Vec<Tally> {
    let mut tallies = vec![Tally::default(); positions.len()];
    G::random_games(tier::in_use(), positions, games, seed, &mut tallies, &stop::NEVER).expect("the flag is never set");
    tallies
}

/// [`playouts`], until `stop` is set. Each position's tally is written to its place in `tallies`; nothing is allocated that
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
/// use stonemask::nogo::Board;
/// use stonemask::playout::{Tally, playouts_until};
///
/// let (mut tallies, stop) = ([Tally::default()], AtomicBool::new(true));
/// assert!(playouts_until(&[Board::start()], u64::MAX, 1, &mut tallies, &stop).is_err());
/// assert_eq!(tallies[0].games(), 0);
/// ```
pub fn playouts_until<G: Game>(
    positions: &[G],
    games: u64,
    seed: u64,
    tallies: &mut [Tally],
    stop: &AtomicBool,
) -> Result<(), Stopped> {
    G::random_games(tier::in_use(), positions, games, seed, tallies, stop)
}

/// How many of a large number of random games are played on one seed, so that any number of threads or machines can play them and
/// find the same: share `i` is games `i * SHARE ..`, and its seed is [`seed_of_share`].
pub const SHARE: u64 = 1 << 16;

/// The seed of share `index` of the games of `seed`.
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
