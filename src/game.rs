//! What perft, playouts, protocols and terminals need of a game.

use crate::cpu::Tier;
use crate::playout::{self, Playout, Tally};
use crate::random::Random;
use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// How a finished game went. The first player is the one who moves first from the start: black.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The first player won.
    First,
    /// Nobody won.
    Draw,
    /// The second player won.
    Second,
}

impl Outcome {
    /// The outcome of a game by the first player's points minus the second's.
    pub fn from_score(score: i32) -> Outcome {
        match score {
            1.. => Outcome::First,
            0 => Outcome::Draw,
            _ => Outcome::Second,
        }
    }
}

/// A state of a two-player game without chance or hidden information.
///
/// The kernels are an argument, so that tests and measurements run any tier; `Kernels::best()` is the one to use otherwise.
pub trait Game: Clone + fmt::Display + Send + Sync {
    /// A ply: a move, or a pass where the game has passes.
    type Move: Copy + Eq + fmt::Debug + fmt::Display + FromStr<Err: Error>;
    /// Why a ply is illegal.
    type Illegal: Error;
    /// The table of kernels.
    type Kernels: Sync + 'static;

    /// The kernels of a tier; `None` when this processor or this build lacks it.
    fn kernels(tier: Tier) -> Option<&'static Self::Kernels>;

    /// Calls `visit` with each legal ply and the state after it. A state without one is the end of a game.
    fn for_each_child(&self, kernels: &Self::Kernels, visit: impl FnMut(Self::Move, &Self));

    /// How many legal plies there are; 0 when the game is over.
    fn ply_count(&self, kernels: &Self::Kernels) -> u64;

    /// Plays a ply if it is legal.
    ///
    /// # Errors
    /// When it is not; the state is as before.
    fn try_play(&mut self, kernels: &Self::Kernels, ply: Self::Move) -> Result<(), Self::Illegal>;

    /// Plays one of the legal plies, each as likely as any other; false, and nothing played, when the game is over.
    fn play_random(&mut self, kernels: &Self::Kernels, random: &mut Random) -> bool;

    /// How the game went; `None` while it goes on.
    fn outcome(&self, kernels: &Self::Kernels) -> Option<Outcome>;

    /// Plays uniformly random legal plies until the game is over.
    fn playout(mut self, kernels: &Self::Kernels, random: &mut Random) -> Playout {
        let mut plies = 0;
        while self.play_random(kernels, random) {
            plies += 1;
        }
        Playout { outcome: self.outcome(kernels).expect("a game without plies left is over"), plies }
    }

    /// Plays `games` random games from each of `positions`; the result depends on the seed and the tier alone.
    fn playout_many(positions: &[Self], games: u64, kernels: &Self::Kernels, seed: u64) -> Vec<Tally> {
        playout::one_at_a_time(positions, games, kernels, seed)
    }
}
