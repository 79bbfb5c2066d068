//! Perft: the number of ways to play on, ply by ply; the classical check of a move generator.

pub use super::Perft;

use super::Game;

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

/// Counts the positions `depth` plies below `game` apart for each first ply. Empty when the game is over.
///
/// # Panics
/// When `depth` is 0: there is no first ply.
pub fn divide<G: Game>(game: &G, kernels: &'static G::Kernels, depth: u32) -> Vec<(G::Move, Perft)> {
    assert!(depth > 0, "a perft of depth 0 has no first ply to divide by");
    let mut counts = Vec::new();
    game.for_each_child(kernels, |ply, child| counts.push((ply, perft(child, kernels, depth - 1))));
    counts
}
