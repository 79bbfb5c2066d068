//! Many positions at once: what the rules say of each, and perft.

use super::kernels::Kernels;
use super::position::Position;
use super::positions::{PositionArrays, Positions};
use super::square::Square;
use crate::game::{Perft, Stopped, stop};
use std::sync::atomic::AtomicBool;

/// The rules, by the kernels in use.
impl<const N: usize> Positions<'_, N> {
    /// Writes the legal moves of each position, as bits of the 8x8 frame.
    ///
    /// # Panics
    /// When `moves` is not as long as the positions.
    pub fn legal_moves(self, moves: &mut [u64]) {
        Kernels::in_use().legal_moves_many(self, moves);
    }

    /// Writes how many legal moves each position has.
    ///
    /// # Panics
    /// When `counts` is not as long as the positions.
    pub fn mobility(self, counts: &mut [u8]) {
        Kernels::in_use().mobility_many(self, counts);
    }

    /// Writes what a disc on one square of each position turns over, as bits of the 8x8 frame.
    ///
    /// # Panics
    /// When `squares` or `flips` is not as long as the positions.
    pub fn flips(self, squares: &[Square<N>], flips: &mut [u64]) {
        Kernels::in_use().flips_many(self, squares, flips);
    }

    /// Writes the positions after `moves` of each position, as the other side sees them: position
    /// by position, lowest square first, into the beginning of `own` and `opponent`. Returns how
    /// many there are. Moves that are not legal are played all the same and give positions that no
    /// game reaches.
    ///
    /// # Panics
    /// When there is not one set of moves for each position, or a move is on an occupied square or
    /// off the board, or the room is too small.
    pub fn children(self, moves: &[u64], own: &mut [u64], opponent: &mut [u64]) -> usize {
        Kernels::in_use().children_many(self, moves, own, opponent)
    }
}

/// Room for the positions at one depth of a perft.
#[derive(Default)]
struct Room<const N: usize> {
    moves: Vec<u64>,
    children: PositionArrays<N>,
    counts: Vec<u8>,
}

/// Positions whose children are expanded together: enough to fill the batch kernels, few enough for
/// the first-level cache.
const TOGETHER: usize = 32;

/// [`perft_until`](crate::game::perft::perft_until) by the batch kernels: at each depth the
/// children of some positions are expanded into arrays; at the last one their moves are only
/// counted.
pub(crate) fn perft<const N: usize>(
    position: Position<N>,
    kernels: &Kernels,
    depth: u32,
    stop: &AtomicBool,
) -> Result<Perft, Stopped<Perft>> {
    if depth == 0 {
        return Ok(Perft::LEAF);
    }
    // No game has more plies than a move and a pass for each square; deeper down nothing is left to
    // count.
    let depth = depth.min(2 * (N * N) as u32 + 1);
    let mut rooms: Vec<Room<N>> = (0..depth).map(|_| Room::default()).collect();
    let mut root = PositionArrays::default();
    root.clear(1);
    root.push(position);
    let mut walk = Walk { kernels, stop, stopped: false };
    let count = walk.perft(root.as_positions(), &mut rooms);
    if walk.stopped { Err(Stopped(count)) } else { Ok(count) }
}

struct Walk<'a> {
    kernels: &'a Kernels,
    stop: &'a AtomicBool,
    /// Whether positions were left out.
    stopped: bool,
}

impl Walk<'_> {
    /// The sum over `positions`, to the depth of as many plies as there are `rooms`.
    fn perft<const N: usize>(&mut self, positions: Positions<'_, N>, rooms: &mut [Room<N>]) -> Perft {
        let kernels = self.kernels;
        let (Room { moves, children, counts }, below) = rooms.split_first_mut().expect("at least one ply");
        if below.is_empty() {
            return leaves(positions, kernels, counts);
        }
        let mut sum = Perft::default();
        for positions in positions.chunks(TOGETHER) {
            if stop::asked(self.stop) {
                self.stopped = true;
                break;
            }
            moves.resize(TOGETHER, 0);
            let moves = &mut moves[..positions.len()];
            kernels.legal_moves_many(positions, moves);
            // Room for a child on every square.
            children.clear(TOGETHER * 64);
            kernels.expand_many(positions, moves, children);
            for (index, _) in moves.iter().enumerate().filter(|&(_, &moves)| moves == 0) {
                let passed = positions.get(index).pass();
                if kernels.mobility(passed) == 0 {
                    sum += Perft::FINISHED;
                } else {
                    children.push(passed);
                }
            }
            if children.len() > 0 {
                sum += self.perft(children.as_positions(), below);
            }
        }
        sum
    }
}

/// The sum over `positions`, one ply deep: their moves are only counted.
fn leaves<const N: usize>(positions: Positions<'_, N>, kernels: &Kernels, counts: &mut Vec<u8>) -> Perft {
    if counts.len() < positions.len() {
        counts.resize(positions.len(), 0);
    }
    let counts = &mut counts[..positions.len()];
    kernels.mobility_many(positions, counts);
    let mut sum = Perft { nodes: counts.iter().map(|&count| u64::from(count)).sum(), finished: 0 };
    // Looked for only where there is one: most positions have moves, and the least of many counts
    // is found many at a time.
    if counts.iter().copied().min() == Some(0) {
        for (index, _) in counts.iter().enumerate().filter(|&(_, &count)| count == 0) {
            // A pass, or the end of the game: one position either way.
            let over = kernels.mobility(positions.get(index).pass()) == 0;
            sum += if over { Perft::FINISHED } else { Perft::LEAF };
        }
    }
    sum
}
