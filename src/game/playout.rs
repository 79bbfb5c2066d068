//! Random games to the end.

pub use super::{Playout, Tally};

use super::Game;
use crate::random::Random;

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
/// each position. The result depends on the seed and the tier alone.
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
