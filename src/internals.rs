//! What the project's own tests and tools ask of the kernels. No part of the interface: it changes without notice.

pub use crate::kernel::Declaration;
pub use crate::kernel::cycles::Kernels as CycleKernels;

use crate::game::Tally;
use crate::kernel::cycles;
use crate::othello::bitslices::BitslicedGames;
use crate::othello::patterns::{Evaluation, STAGE, Weights};
use crate::othello::planes;
use crate::othello::position::{Children, Position};
use crate::tier::Tier;
use crate::{gomoku, nogo, othello, random};
use std::fmt;

/// The kernels of a game: how they are declared, and the table of a tier.
#[derive(Clone, Copy, Debug)]
pub struct KernelTable {
    /// The game's name, as symbols begin with it; `random` for the kernels of random numbers, `cpu` for the clock.
    pub game: &'static str,
    /// The kernels, each once.
    pub declarations: &'static [Declaration],
    /// The name and the address of each kernel in the table of a tier; `None` when it is not available.
    pub entries: fn(Tier) -> Option<Vec<(String, *const ())>>,
}

/// Every game's kernels.
pub const TABLES: [KernelTable; 5] = [
    KernelTable {
        game: "othello",
        declarations: othello::kernels::DECLARATIONS,
        entries: |tier| Some(othello::Kernels::get(tier)?.entries()),
    },
    KernelTable {
        game: "gomoku",
        declarations: &[],
        entries: |tier| Some(owned(gomoku::Kernels::get(tier)?.entries())),
    },
    KernelTable { game: "nogo", declarations: &[], entries: |tier| Some(owned(nogo::Kernels::get(tier)?.entries())) },
    KernelTable {
        game: "random",
        declarations: random::kernels::DECLARATIONS,
        entries: |tier| Some(random::kernels::Kernels::get(tier)?.entries()),
    },
    KernelTable {
        game: "cpu",
        declarations: cycles::DECLARATIONS,
        entries: |tier| Some(cycles::Kernels::get(tier)?.entries()),
    },
];

fn owned(entries: Vec<(&'static str, *const ())>) -> Vec<(String, *const ())> {
    entries.into_iter().map(|(name, address)| (name.to_owned(), address)).collect()
}

/// The weights of a stage of Othello's evaluation, in bytes.
pub const OTHELLO_STAGE: usize = STAGE;

/// The planes of Othello's games in bit slices: where each begins, by its name in the assembly.
pub const OTHELLO_PLANES: &[(&str, usize)] = planes::NAMED;

/// How many planes there are.
pub const OTHELLO_PLANE_COUNT: usize = planes::PLANES;

/// The positions after each legal move, what the solver's evaluation makes of them by the weights of its first stage, and their
/// numbers of moves.
pub fn evaluated_children(kernels: &othello::Kernels, position: Position<6>) -> Vec<(Position<6>, i32, u32)> {
    let (weights, mut children, mut evaluations) = (Weights::built_in(), Children::new(), Evaluation::NONE);
    kernels.evaluate_children(position, weights.stage(0), &mut children, &mut evaluations);
    let found = children.as_slice().iter().zip(evaluations);
    found.map(|(&child, evaluation)| (child, evaluation.value, evaluation.mobility)).collect()
}

/// The value of the best reply by the weights of the first stage of the solver's evaluation.
pub fn evaluated_reply(kernels: &othello::Kernels, position: Position<6>, beta: i32) -> Option<i32> {
    kernels.best_reply(position, Weights::built_in().stage(0), beta)
}

/// The games that `kernels` would play in bit slices, by the rules as they are written.
pub fn reference_bitslices<const N: usize>(kernels: &'static othello::Kernels, seed: u64) -> BitslicedGames<N> {
    let reference = othello::Kernels::get(Tier::Reference).expect("the reference is available everywhere");
    BitslicedGames::in_planes_of(kernels.tier(), reference, seed)
}

/// The first random game from these positions that is not the reference's after so many plies, or the count of those that are over
/// by then, if it is not. `None` too for tiers without kernels of their own.
pub fn othello_bitslices_differ<const N: usize>(
    kernels: &'static othello::Kernels,
    positions: &[Position<N>],
    plies: u64,
) -> Option<BitslicesDifference<N>> {
    if kernels.tier() < Tier::Avx2 {
        return None;
    }
    let seed = positions.iter().fold(plies, |seed, position| seed.rotate_left(7) ^ position.own().bits());
    let (mut games, mut reference) = (BitslicedGames::<N>::new(kernels, seed), reference_bitslices::<N>(kernels, seed));
    for (index, position) in positions.iter().enumerate() {
        let board = othello::Board::new(*position, othello::Colour::ALL[index % 2]);
        games.launch(29 * index, &board);
        reference.launch(29 * index, &board);
    }
    games.play(plies);
    reference.play(plies);
    let differs = (0..positions.len()).map(|index| 29 * index).find(|&game| games.board(game) != reference.board(game));
    if let Some(game) = differs {
        return Some(BitslicesDifference::Game { game, found: games.board(game), expected: reference.board(game) });
    }
    let (found, expected) = (games.tally(), reference.tally());
    (found != expected).then_some(BitslicesDifference::Tally { found, expected })
}

/// Where random games in bit slices part from the reference's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitslicesDifference<const N: usize> {
    /// A game has another board.
    Game {
        /// Its place.
        game: usize,
        /// The kernels' board.
        found: othello::Board<N>,
        /// The reference's.
        expected: othello::Board<N>,
    },
    /// The count of games that are over is another.
    Tally {
        /// The kernels' count.
        found: Tally,
        /// The reference's.
        expected: Tally,
    },
}

impl<const N: usize> fmt::Display for BitslicesDifference<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BitslicesDifference::Game { game, found, expected } => {
                write!(f, "game {game}: {found}, the reference's {expected}")
            }
            BitslicesDifference::Tally { found, expected } => write!(f, "{found:?}, the reference's {expected:?}"),
        }
    }
}
