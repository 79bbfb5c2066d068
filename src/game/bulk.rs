//! Work that a game's kernels do faster than ply by ply. Users call it through `perft` and the
//! playouts.

use super::counts::{Perft, Playout, Tally};
use super::merge_error::MergeError;
use super::merge_table::Table;
use super::stop::{self, Stopped};
use super::symmetry::Symmetry;
use crate::random::Random;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// The kernels' side of a game's `perft` and playouts. Programs outside the library cannot name it,
/// and so cannot add a game.
pub trait Bulk: Sized {
    /// How many legal plies there are; 0 when the game is over.
    fn count_plies(&self) -> u64;

    /// The perft of [`perft_until`](super::perft::perft_until).
    ///
    /// # Errors
    /// When it was stopped; with the positions counted until then.
    fn perft_in_bulk(&self, depth: u32, stop: &AtomicBool) -> Result<Perft, Stopped<Perft>>;

    /// How many words a position takes in a [`Table`].
    fn packed_width(&self) -> usize;

    /// A table that holds this position.
    ///
    /// # Errors
    /// When the memory does not suffice.
    fn packed(&self, limit: usize) -> Result<Table, MergeError>;

    /// Whether the board, turned or reflected, is as before.
    fn is_kept_by(&self, symmetry: Symmetry) -> bool;

    /// Adds the positions a ply below those of `level`, which are `plies` below this one, to `next`
    /// where games go on, and to `over` where they have ended, of images under the symmetries one.
    /// Positions of `level` whose games are over may be found only now: returns the ways to them.
    ///
    /// # Errors
    /// When it was stopped, the memory does not suffice, or a count is too large.
    fn advance_packed(
        &self,
        plies: u32,
        symmetries: &[Symmetry],
        level: &Table,
        next: (&mut Table, &mut Table),
        stop: &AtomicBool,
    ) -> Result<u64, MergeError>;

    /// The perft over the positions in these slots, `plies` below this one, each as often as there
    /// are ways to it.
    ///
    /// # Errors
    /// When it was stopped or a count is too large.
    fn perft_packed(
        &self,
        plies: u32,
        level: &Table,
        slots: Range<usize>,
        depth: u32,
        stop: &AtomicBool,
    ) -> Result<Perft, MergeError>;

    /// A random game from here to its end.
    fn random_game(&self, random: &mut Random) -> Playout;

    /// Random games from each of the positions, added to their tallies.
    ///
    /// # Errors
    /// When it was stopped; the tallies have the games played until then.
    fn random_games(
        positions: &[Self],
        games: u64,
        seed: u64,
        tallies: &mut [Tally],
        stop: &AtomicBool,
    ) -> Result<(), Stopped>;
}

/// Adds to the tallies of positions whose games are played one position after the other.
pub(crate) fn tally_in_turn<G>(
    positions: &[G],
    tallies: &mut [Tally],
    mut tally: impl FnMut(&G) -> Result<Tally, Stopped<Tally>>,
) -> Result<(), Stopped> {
    for (position, sum) in positions.iter().zip(tallies) {
        match tally(position) {
            Ok(tally) => *sum += tally,
            Err(Stopped(so_far)) => {
                *sum += so_far;
                return Err(Stopped(()));
            }
        }
    }
    Ok(())
}

/// Counts games that are played one after the other.
pub(crate) fn tally_one_by_one(
    games: u64,
    stop: &AtomicBool,
    mut play: impl FnMut() -> Playout,
) -> Result<Tally, Stopped<Tally>> {
    let mut tally = Tally::default();
    for _ in 0..games {
        if stop::asked(stop) {
            return Err(Stopped(tally));
        }
        tally.count(play());
    }
    Ok(tally)
}
