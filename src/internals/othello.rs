//! What is asked of Othello's kernels.

pub use crate::othello::bitslices::BitslicedGames;
pub use crate::othello::kernels::singles::Singles;

use crate::game::{Colour, Tally};
use crate::othello::Scoring;
use crate::othello::board::Board;
use crate::othello::kernels::Kernels;
use crate::othello::patterns::{Evaluation, STAGE, TABLES, Weights};
use crate::othello::planes;
use crate::othello::position::{Children, Position};
use crate::random::RandomLanes;
use crate::tier::Tier;
use std::fmt;

/// The weights of a stage of Othello's evaluation, in bytes.
pub const STAGE_BYTES: usize = STAGE;

/// The planes of Othello's games in bit slices: where each begins, by its name in the assembly.
pub const PLANES: &[(&str, usize)] = planes::NAMED;

/// How many planes there are.
pub const PLANE_COUNT: usize = planes::PLANES;

/// The positions after each legal move, what the solver's evaluation makes of them by the weights of its first stage, and their
/// numbers of moves.
pub fn evaluated_children(kernels: &Kernels, position: Position<6>) -> Vec<(Position<6>, i32, u32)> {
    let (weights, mut children, mut evaluations) =
        (Weights::built_in::<6>(Scoring::Discs), Children::new(), Evaluation::NONE);
    kernels.evaluate_children(position, weights.stage(0), &mut children, &mut evaluations);
    let found = children.as_slice().iter().zip(evaluations);
    found.map(|(&child, evaluation)| (child, evaluation.value, evaluation.mobility)).collect()
}

/// The tables by which the kernels of the solver's evaluation find their indices, as they lie in memory.
pub fn evaluation_tables() -> Vec<u16> {
    let numbers: Vec<u16> = TABLES.numbers().collect();
    assert_eq!(size_of_val(numbers.as_slice()), size_of_val(&TABLES), "all of the tables");
    numbers
}

/// The value of the best reply by the weights of the first stage of the solver's evaluation.
pub fn evaluated_reply(kernels: &Kernels, position: Position<6>, beta: i32) -> Option<i32> {
    kernels.best_reply(position, Weights::built_in::<6>(Scoring::Discs).stage(0), beta)
}

/// The games that `kernels` would play in bit slices, by the rules as they are written.
pub fn reference_bitslices<const N: usize>(kernels: &'static Kernels, seed: u64) -> BitslicedGames<N> {
    let reference = Kernels::get(Tier::Reference).expect("the reference is available everywhere");
    BitslicedGames::in_planes_of(kernels.tier(), reference, RandomLanes::new(seed))
}

/// The first random game from these positions that is not the reference's after `plies` plies, or the count of those that are over
/// by then, if it is not. `None` too for the reference.
pub fn bitslices_differ<const N: usize>(
    kernels: &'static Kernels,
    positions: &[Position<N>],
    plies: u64,
) -> Option<BitslicesDifference<N>> {
    if kernels.tier() == Tier::Reference {
        return None;
    }
    let seed = positions.iter().fold(plies, |seed, position| seed.rotate_left(7) ^ position.own().bits());
    let (mut games, mut reference) = (BitslicedGames::<N>::new(kernels, seed), reference_bitslices::<N>(kernels, seed));
    for (index, position) in positions.iter().enumerate() {
        let board = Board::new(*position, Colour::ALL[index % 2]);
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
        found: Board<N>,
        /// The reference's.
        expected: Board<N>,
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

/// The functions of a table that hosts in C call without a wrapper.
pub fn singles(kernels: &Kernels) -> Singles {
    kernels.singles()
}
