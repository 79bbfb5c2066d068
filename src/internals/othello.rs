//! Access to Othello's kernels.

pub use crate::othello::bitslices::BitslicedGames;
pub use crate::othello::kernels::singles::Singles;

use crate::game::{Colour, Tally};
use crate::othello::board::Board;
use crate::othello::kernels::Kernels;
use crate::othello::patterns::{Evaluation, Patterns, TABLES6, TABLES8, Weights, WeightsError, weights_per_stage};
use crate::othello::planes;
use crate::othello::position::{Children, Position};
use crate::othello::scoring::Scoring;
use crate::random::RandomLanes;
use crate::tier::Tier;
use std::fmt;
use std::sync::OnceLock;

/// The weights in two files, such as stand beside this crate's source, for programs that do not
/// hold them. Without the endgame's a solver orders moves by rules of thumb, and a search knows no
/// estimates.
///
/// # Errors
/// When the bytes are no such weights.
pub fn weights_of_files<const N: usize>(
    endgame: Option<&[u8]>,
    midgame: Option<&[u8]>,
) -> Result<Weights<N>, WeightsError> {
    Weights::of_files(endgame, midgame)
}

/// The weights of a stage of Othello's evaluation of a board of this size, in bytes.
pub const fn stage_bytes<const N: usize>() -> usize {
    weights_per_stage::<N>()
}

/// The planes of Othello's games in bit slices: where each begins, by its name in the assembly.
pub const PLANES: &[(&str, usize)] = planes::NAMED;

/// How many planes there are.
pub const PLANE_COUNT: usize = planes::PLANES;

/// The weights of the solver's first stage, laid out once.
fn first_stage<const N: usize>() -> &'static [u8] {
    static STAGES: [OnceLock<Vec<u8>>; 2] = [OnceLock::new(), OnceLock::new()];
    STAGES[usize::from(N == 8)].get_or_init(|| Weights::<N>::built_in(Scoring::Discs).stage(0).to_vec())
}

/// The positions after each legal move, what the solver's evaluation makes of them by the weights
/// of its first stage, and their numbers of moves.
pub fn evaluated_children<const N: usize>(kernels: &Kernels, position: Position<N>) -> Vec<(Position<N>, i32, u32)> {
    let (mut children, mut evaluations) = (Children::new(), Evaluation::NONE);
    kernels.evaluate_children(position, first_stage::<N>(), &mut children, &mut evaluations);
    let found = children.as_slice().iter().zip(evaluations);
    found.map(|(&child, evaluation)| (child, evaluation.value, evaluation.mobility)).collect()
}

/// The tables by which the kernels of the solver's evaluation of a board of this size find their
/// indices, as they lie in memory.
pub fn evaluation_tables<const N: usize>() -> Vec<u16> {
    let (numbers, size): (Vec<u16>, usize) = match N {
        6 => (TABLES6.numbers().collect(), size_of_val(&TABLES6)),
        _ => (TABLES8.numbers().collect(), size_of_val(&TABLES8)),
    };
    assert_eq!(size_of_val(numbers.as_slice()), size, "all of the tables");
    numbers
}

/// Of each image of each pattern of the solver's evaluation of a board of this size: where its
/// weights begin among those of a stage, and the bits of its squares in the frame, the lowest
/// ternary digit first. An own disc on a square is the digit 1, an opponent's 2.
pub fn pattern_images<const N: usize>() -> Vec<(usize, Vec<u32>)> {
    Patterns::of::<N>().image_squares::<N>()
}

/// Which weights of a stage count for these numbers of legal moves of the side to move and the
/// other.
pub fn moves_weights<const N: usize>(own: u32, opponent: u32) -> [usize; 2] {
    Patterns::of::<N>().moves_indices(own, opponent)
}

/// The value of the best reply by the weights of the first stage of the solver's evaluation.
pub fn evaluated_reply<const N: usize>(kernels: &Kernels, position: Position<N>, beta: i32) -> Option<i32> {
    kernels.best_reply(position, first_stage::<N>(), beta)
}

/// The games that `kernels` would play in bit slices, by the rules as they are written.
pub fn reference_bitslices<const N: usize>(kernels: &'static Kernels, seed: u64) -> BitslicedGames<N> {
    let reference = Kernels::get(Tier::Reference).expect("the reference is available everywhere");
    BitslicedGames::in_planes_of(kernels.tier(), reference, RandomLanes::new(seed))
}

/// The first random game from these positions that is not the reference's after `plies` plies, or
/// the count of those that are over by then, if it is not. `None` too for the reference.
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
