//! Uniformly random games to the end: the Monte-Carlo value of positions.
//!
//! A board plays one game by `playout` and many by `playouts`; the functions here play many games
//! from each of several positions.

pub use super::counts::{Playout, Tally};

use super::Game;
use super::stop::{self, Stopped};
use crate::random::Random;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// Plays `games` random games from each of `positions`, many at once where the kernels can. A seed
/// gives the same games on every [tier](crate::Tier).
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
    playouts_until(positions, games, seed, &mut tallies, &stop::NEVER).expect("the flag is never set");
    tallies
}

/// [`playouts`], until `stop` is set. Each position's tally is written to its place in `tallies`.
///
/// # Errors
/// When it was [stopped](crate::game::stop) before all games were begun. Those that had begun are
/// played to their end and counted, so that short games are counted no more often than they occur.
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
    play_shares(positions, games, 0..games.div_ceil(SHARE), seed, tallies, stop)
}

/// The games of each position that have a seed of their own: share `i` of [`playouts`] is games
/// `i * SHARE ..` of each, whatever was played before.
pub const SHARE: u64 = 1 << 16;

/// Share `index` of what [`playouts_until`] plays, so that threads and machines can play the games
/// of one seed together, and work that broke off can go on. Nothing is played where the games have
/// fewer shares.
///
/// # Errors
/// When it was stopped.
///
/// # Panics
/// When there is not one tally for each position.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use stonemask::gomoku::Board;
/// use stonemask::playout::{SHARE, Tally, playout_share, playouts};
///
/// let (board, games, mut sum) = ([Board::start()], SHARE + 1000, Tally::default());
/// let stop = AtomicBool::new(false);
/// for index in [1, 0] {
///     let mut tally = [Tally::default()];
///     playout_share(&board, games, index, 7, &mut tally, &stop)?;
///     sum += tally[0];
/// }
/// assert_eq!(sum, playouts(&board, games, 7)[0]);
/// # Ok::<(), stonemask::game::Stopped>(())
/// ```
pub fn playout_share<G: Game>(
    positions: &[G],
    games: u64,
    index: u64,
    seed: u64,
    tallies: &mut [Tally],
    stop: &AtomicBool,
) -> Result<(), Stopped> {
    play_shares(positions, games, index..index.saturating_add(1).min(games.div_ceil(SHARE)), seed, tallies, stop)
}

fn play_shares<G: Game>(
    positions: &[G],
    games: u64,
    shares: Range<u64>,
    seed: u64,
    tallies: &mut [Tally],
    stop: &AtomicBool,
) -> Result<(), Stopped> {
    assert_eq!(tallies.len(), positions.len(), "tallies of {} positions", positions.len());
    tallies.fill(Tally::default());
    // No positions have no games, however many each of them would have.
    if positions.is_empty() {
        return Ok(());
    }
    for index in shares {
        if stop::asked(stop) {
            return Err(Stopped(()));
        }
        let games = SHARE.min(games - index * SHARE);
        G::random_games(positions, games, seed_of_share(seed, index), tallies, stop)?;
    }
    Ok(())
}

/// The seed of share `index` of what is made from `seed`.
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
