//! Perft: the number of ways to play on, ply by ply; the classical check of a move generator.
//! [`Game::perft`] is the plain count, [`merged_until`] counts below each different position once.

pub use super::counts::Perft;
pub use super::merge_error::MergeError;
pub use super::merged::{Merged, Share, merged_until};

use super::Game;
use super::stop::{self, Stopped};
use std::sync::atomic::AtomicBool;

/// [`Game::perft`], until `stop` is set.
///
/// # Errors
/// When it was [stopped](crate::game::stop) before all positions were counted; with the number of
/// those that were.
pub fn perft_until<G: Game>(game: &G, depth: u32, stop: &AtomicBool) -> Result<Perft, Stopped<Perft>> {
    game.perft_in_bulk(depth, stop)
}

/// The perft of each first ply. Empty when the game is over.
///
/// ```
/// use stonemask::othello::Board;
/// use stonemask::perft::divide;
///
/// let counts = divide(&Board::<8>::start(), 4);
/// assert_eq!(counts.len(), 4);
/// assert_eq!(counts.iter().map(|(_, count)| count.nodes).sum::<u64>(), 244);
/// ```
///
/// # Panics
/// If `depth` is 0, which has no first ply.
pub fn divide<G: Game>(game: &G, depth: u32) -> Vec<(G::Move, Perft)> {
    divide_until(game, depth, &stop::NEVER).expect("the flag is never set")
}

/// [`divide`], until `stop` is set.
///
/// # Errors
/// When it was [stopped](crate::game::stop); with the first plies that it had come to, the last of
/// them counted in part.
///
/// # Panics
/// If `depth` is 0, which has no first ply.
#[expect(clippy::type_complexity, reason = "the counts, whole or in part")]
pub fn divide_until<G: Game>(
    game: &G,
    depth: u32,
    stop: &AtomicBool,
) -> Result<Vec<(G::Move, Perft)>, Stopped<Vec<(G::Move, Perft)>>> {
    assert!(depth > 0, "a perft of depth 0 has no first ply to divide by");
    let mut counts = Vec::new();
    let mut stopped = false;
    game.for_each_child(|ply, child| {
        if !stopped {
            let count = perft_until(child, depth - 1, stop);
            stopped = count.is_err();
            counts.push((ply, count.unwrap_or_else(|Stopped(so_far)| so_far)));
        }
    });
    if stopped { Err(Stopped(counts)) } else { Ok(counts) }
}
