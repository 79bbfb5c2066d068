//! Many positions at once, as a structure of arrays.

use super::{Kernels, Position, SquareSet};
use crate::game::Perft;
use std::fmt;

/// Positions in two arrays that the caller owns: the discs of each side to move, and those of each opponent, as bits of the
/// 8x8 frame.
///
/// ```
/// use stonemask::othello::{Kernels, Positions};
///
/// let positions = Positions::<8>::new(&[0x0810000000; 3], &[0x1008000000; 3])?;
/// let mut counts = [0; 3];
/// Kernels::best().mobility_many(positions, &mut counts);
/// assert_eq!(counts, [4; 3]);
/// # Ok::<(), stonemask::othello::PositionsError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Positions<'a, const N: usize> {
    own: &'a [u64],
    opponent: &'a [u64],
}

impl<'a, const N: usize> Positions<'a, N> {
    /// Positions with these discs.
    ///
    /// # Errors
    /// When the arrays are of different lengths, or a position has discs of both sides on a square or discs off its board; the
    /// first such position is named.
    pub fn new(own: &'a [u64], opponent: &'a [u64]) -> Result<Positions<'a, N>, PositionsError> {
        if own.len() != opponent.len() {
            return Err(PositionsError::Lengths { own: own.len(), opponent: opponent.len() });
        }
        let off_board = !SquareSet::<N>::ALL.bits();
        // All at once first, which is quick; one by one only to say what is wrong.
        let wrong = |(&own, &opponent): (&u64, &u64)| own & opponent | (own | opponent) & off_board;
        if own.iter().zip(opponent).fold(0, |all, discs| all | wrong(discs)) != 0 {
            let index = own.iter().zip(opponent).position(|discs| wrong(discs) != 0).expect("one of them is wrong");
            let both = own[index] & opponent[index];
            return Err(if both != 0 {
                PositionsError::Overlap { index, squares: both }
            } else {
                PositionsError::OffBoard { index, squares: (own[index] | opponent[index]) & off_board }
            });
        }
        Ok(Positions { own, opponent })
    }

    /// Positions of which every one is known to be valid.
    pub(crate) fn known(own: &'a [u64], opponent: &'a [u64]) -> Positions<'a, N> {
        debug_assert!(Positions::<N>::new(own, opponent).is_ok());
        assert_eq!(own.len(), opponent.len());
        Positions { own, opponent }
    }

    /// How many there are.
    pub fn len(self) -> usize {
        self.own.len()
    }

    /// Whether there are none.
    pub fn is_empty(self) -> bool {
        self.own.is_empty()
    }

    /// The discs of the sides to move.
    pub fn own(self) -> &'a [u64] {
        self.own
    }

    /// The discs of the other sides.
    pub fn opponent(self) -> &'a [u64] {
        self.opponent
    }

    /// One of them.
    ///
    /// # Panics
    /// When there are not so many.
    pub fn get(self, index: usize) -> Position<N> {
        let set = |bits: u64| SquareSet::from_bits_on_board(bits);
        Position::new(set(self.own[index]), set(self.opponent[index])).expect("checked")
    }
}

/// Why two arrays are no positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionsError {
    /// The arrays are of different lengths.
    Lengths {
        /// How many sides to move there are.
        own: usize,
        /// How many opponents.
        opponent: usize,
    },
    /// Both sides have discs on the same squares.
    Overlap {
        /// The position.
        index: usize,
        /// The squares, as bits of the 8x8 frame.
        squares: u64,
    },
    /// There are discs that are on no square of the board.
    OffBoard {
        /// The position.
        index: usize,
        /// Where, as bits of the 8x8 frame.
        squares: u64,
    },
}

impl fmt::Display for PositionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionsError::Lengths { own, opponent } => {
                write!(f, "{own} sides to move, but {opponent} opponents")
            }
            PositionsError::Overlap { index, squares } => {
                write!(f, "position {index}: both sides have discs on {squares:#018x}")
            }
            PositionsError::OffBoard { index, squares } => {
                write!(f, "position {index}: discs off the board, {squares:#018x}")
            }
        }
    }
}

impl std::error::Error for PositionsError {}

/// Room for the positions at one depth of a perft.
#[derive(Default)]
struct Room {
    moves: Vec<u64>,
    own: Vec<u64>,
    opponent: Vec<u64>,
    counts: Vec<u8>,
}

/// Positions whose children are expanded together: enough to fill the batch kernels, few enough for the first-level cache.
const TOGETHER: usize = 32;

/// [`perft`](crate::perft::perft) by the batch kernels: at each depth the children of some positions are expanded into arrays;
/// at the last one their moves are only counted.
pub(crate) fn perft<const N: usize>(position: Position<N>, kernels: &Kernels, depth: u32) -> Perft {
    if depth == 0 {
        return Perft { nodes: 1, finished: 0 };
    }
    let mut rooms: Vec<Room> = (0..depth).map(|_| Room::default()).collect();
    let (own, opponent) = ([position.own().bits()], [position.opponent().bits()]);
    perft_of(Positions::<N>::known(&own, &opponent), kernels, &mut rooms)
}

/// The sum over `positions`, to the depth of as many plies as there are `rooms`.
fn perft_of<const N: usize>(positions: Positions<'_, N>, kernels: &Kernels, rooms: &mut [Room]) -> Perft {
    let (Room { moves, own, opponent, counts }, below) = rooms.split_first_mut().expect("at least one ply");
    let mut sum = Perft::default();
    let chunks = positions.own.chunks(TOGETHER).zip(positions.opponent.chunks(TOGETHER));
    for positions in chunks.map(|(own, opponent)| Positions::<N>::known(own, opponent)) {
        if below.is_empty() {
            counts.resize(TOGETHER, 0);
            let counts = &mut counts[..positions.len()];
            kernels.mobility_many(positions, counts);
            sum.nodes += counts.iter().map(|&count| u64::from(count)).sum::<u64>();
            for (index, _) in counts.iter().enumerate().filter(|&(_, &count)| count == 0) {
                // A pass, or the end of the game: one position either way.
                sum.nodes += 1;
                sum.finished += u64::from(kernels.mobility(positions.get(index).pass()) == 0);
            }
            continue;
        }
        moves.resize(TOGETHER, 0);
        // Room for a child on every square.
        own.resize(TOGETHER * 64, 0);
        opponent.resize(TOGETHER * 64, 0);
        let moves = &mut moves[..positions.len()];
        kernels.legal_moves_many(positions, moves);
        let mut children = kernels.children_many(positions, moves, own, opponent);
        for (index, _) in moves.iter().enumerate().filter(|&(_, &moves)| moves == 0) {
            let passed = positions.get(index).pass();
            if kernels.mobility(passed) == 0 {
                sum += Perft { nodes: 1, finished: 1 };
            } else {
                (own[children], opponent[children]) = (passed.own().bits(), passed.opponent().bits());
                children += 1;
            }
        }
        if children > 0 {
            sum += perft_of(Positions::<N>::known(&own[..children], &opponent[..children]), kernels, below);
        }
    }
    sum
}
