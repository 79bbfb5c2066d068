//! Perft: the number of ways to play on, ply by ply; the classical check of a move generator.

pub use super::Perft;

use super::Game;
use super::stop::{self, Stopped};
use std::sync::atomic::AtomicBool;

/// Counts the positions `depth` plies below `game`, without hashing.
///
/// ```
/// use stonemask::othello::{Board, Kernels};
/// use stonemask::perft::perft;
///
/// assert_eq!(perft(&Board::<8>::start(), Kernels::best(), 6).nodes, 8200);
/// ```
pub fn perft<G: Game>(game: &G, kernels: &'static G::Kernels, depth: u32) -> Perft {
    game.perft(kernels, depth)
}

/// [`perft`], until `stop` is set.
///
/// # Errors
/// When it was [stopped](crate::game::stop) before all positions were counted; with the number of those that were.
pub fn perft_until<G: Game>(
    game: &G,
    kernels: &'static G::Kernels,
    depth: u32,
    stop: &AtomicBool,
) -> Result<Perft, Stopped<Perft>> {
    game.perft_until(kernels, depth, stop)
}

/// Counts the positions `depth` plies below `game` apart for each first ply. Empty when the game is over.
///
/// # Panics
/// When `depth` is 0: there is no first ply.
pub fn divide<G: Game>(game: &G, kernels: &'static G::Kernels, depth: u32) -> Vec<(G::Move, Perft)> {
    divide_until(game, kernels, depth, &stop::NEVER).expect("nobody stops this count")
}

/// [`divide`], until `stop` is set.
///
/// # Errors
/// When it was [stopped](crate::game::stop); with the first plies that it had come to, the last of them counted in part.
///
/// # Panics
/// When `depth` is 0: there is no first ply.
#[expect(clippy::type_complexity, reason = "the counts, whole or in part")]
pub fn divide_until<G: Game>(
    game: &G,
    kernels: &'static G::Kernels,
    depth: u32,
    stop: &AtomicBool,
) -> Result<Vec<(G::Move, Perft)>, Stopped<Vec<(G::Move, Perft)>>> {
    assert!(depth > 0, "a perft of depth 0 has no first ply to divide by");
    let mut counts = Vec::new();
    let mut stopped = false;
    game.for_each_child(kernels, |ply, child| {
        if !stopped {
            let count = perft_until(child, kernels, depth - 1, stop);
            stopped = count.is_err();
            counts.push((ply, count.unwrap_or_else(|Stopped(so_far)| so_far)));
        }
    });
    if stopped { Err(Stopped(counts)) } else { Ok(counts) }
}
