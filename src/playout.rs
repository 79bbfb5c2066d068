//! Random games to the end.

use crate::game::{Game, Outcome};
use crate::random::Random;

/// One finished game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// How it went.
    pub outcome: Outcome,
    /// Plies played from the state given to the end, passes included.
    pub plies: u32,
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
