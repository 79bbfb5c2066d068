//! Random games in bulk.

use super::bitslices::BitslicedGames;
use super::board::Board;
use super::kernels::Kernels;
use crate::game::{Game, Stopped, Tally, stop, tally_one_by_one};
use crate::random::Random;
use crate::tier::Tier;
use std::sync::atomic::AtomicBool;

/// Random games from one start, as many as are wanted and counted: hundreds at once in bit slices where the registers are wide
/// enough, else one after the other. They depend on the seed, the tier and the counts that were asked for.
///
/// ```
/// use stonemask::othello::{Board, Kernels, RandomGames};
///
/// let mut games = RandomGames::new(&Board::<8>::start(), Kernels::best(), 1);
/// assert_eq!(games.tally(1000).games(), 1000);
/// assert_eq!(games.tally(10).games(), 10);
/// ```
#[derive(Clone, Debug)]
pub struct RandomGames<const N: usize> {
    start: Board<N>,
    kernels: &'static Kernels,
    way: Way<N>,
}

#[derive(Clone, Debug)]
enum Way<const N: usize> {
    OneByOne(Random),
    Bitsliced(Box<BitslicedGames<N>>),
}

impl<const N: usize> RandomGames<N> {
    /// Games that begin with `start`; random plies come from `seed`.
    pub fn new(start: &Board<N>, kernels: &'static Kernels, seed: u64) -> RandomGames<N> {
        let way = match kernels.tier() {
            Tier::Reference | Tier::Portable | Tier::X64 => Way::OneByOne(Random::new(seed)),
            Tier::Avx2 | Tier::Avx512 => Way::Bitsliced(Box::new(BitslicedGames::new(kernels, seed))),
        };
        RandomGames { start: *start, kernels, way }
    }

    /// Plays so many further games to the end and counts them.
    pub fn tally(&mut self, games: u64) -> Tally {
        self.tally_until(games, &stop::NEVER).expect("nobody stops these games")
    }

    /// [`RandomGames::tally`], until `stop` is set.
    ///
    /// # Errors
    /// When it was [stopped](crate::game::stop) before all games were begun; with the tally of those that were, each played to
    /// its end.
    pub fn tally_until(&mut self, games: u64, stop: &AtomicBool) -> Result<Tally, Stopped<Tally>> {
        match &mut self.way {
            Way::OneByOne(random) => tally_one_by_one(games, stop, || self.start.playout(self.kernels, random)),
            Way::Bitsliced(bitsliced) => {
                let mut tally = [Tally::default()];
                let result = bitsliced.playout_many(&[self.start], games, &mut tally, stop);
                result.map(|()| tally[0]).map_err(|Stopped(())| Stopped(tally[0]))
            }
        }
    }
}
