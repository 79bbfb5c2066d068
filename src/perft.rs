//! Perft: the number of ways to play on, ply by ply; the classical check of a move generator.

use crate::game::Game;
use std::ops::AddAssign;

/// What a perft counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Perft {
    /// Positions at the depth, plus the games that ended above it, each once. A pass is a ply.
    pub nodes: u64,
    /// The games among `nodes` that ended above the depth.
    pub finished: u64,
}

impl AddAssign for Perft {
    fn add_assign(&mut self, other: Perft) {
        self.nodes += other.nodes;
        self.finished += other.finished;
    }
}

/// Counts the positions `depth` plies below `game`, without hashing.
///
/// ```
/// use stonemask::othello::{Board, Kernels};
/// use stonemask::perft::perft;
///
/// assert_eq!(perft(&Board::<8>::start(), Kernels::best(), 6).nodes, 8200);
/// ```
pub fn perft<G: Game>(game: &G, kernels: &G::Kernels, depth: u32) -> Perft {
    game.perft(kernels, depth)
}

/// [`Game::perft`] without kernels for many positions at once.
pub(crate) fn one_by_one<G: Game>(game: &G, kernels: &G::Kernels, depth: u32) -> Perft {
    if depth == 0 {
        return Perft { nodes: 1, finished: 0 };
    }
    if depth == 1 {
        return match game.ply_count(kernels) {
            0 => Perft { nodes: 1, finished: 1 },
            plies => Perft { nodes: plies, finished: 0 },
        };
    }
    let mut count = Perft::default();
    game.for_each_child(kernels, |_, child| count += one_by_one(child, kernels, depth - 1));
    if count.nodes == 0 { Perft { nodes: 1, finished: 1 } } else { count }
}

/// The same, apart for each first ply. Empty when the game is over.
///
/// # Panics
/// When `depth` is 0: there is no first ply.
pub fn divide<G: Game>(game: &G, kernels: &G::Kernels, depth: u32) -> Vec<(G::Move, Perft)> {
    assert!(depth > 0, "a perft of depth 0 has no first ply to divide by");
    let mut counts = Vec::new();
    game.for_each_child(kernels, |ply, child| counts.push((ply, perft(child, kernels, depth - 1))));
    counts
}
