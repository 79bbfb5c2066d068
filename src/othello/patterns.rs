//! A pattern evaluation of 6x6 positions: a sum of weights, one for what stands on each of some groups of squares (Buro,
//! *Improving heuristic mini-max search by supervised learning*, 2002). It orders moves and proves nothing.

use super::position::Position;
use super::square::Square;
use crate::game::Symmetry;
use std::borrow::Cow;

/// A group of squares, its images on the board, and its own symmetry.
pub(crate) struct Pattern {
    /// Rows and columns from 0; the first is the lowest ternary digit of the index.
    squares: &'static [(usize, usize)],
    /// Which of [`Symmetry::ALL`] give its images.
    images: &'static [usize],
    /// The place that each square goes to when the group is mirrored onto itself.
    mirror: &'static [usize],
}

pub(crate) const PATTERNS: [Pattern; 6] = [
    // A corner and seven squares around it inwards.
    Pattern {
        squares: &[(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1)],
        images: &[0, 1, 2, 3],
        mirror: &[0, 3, 6, 1, 4, 7, 2, 5],
    },
    // An edge and the two squares diagonally next to its corners.
    Pattern {
        squares: &[(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 1), (1, 4)],
        images: &[0, 2, 4, 5],
        mirror: &[5, 4, 3, 2, 1, 0, 7, 6],
    },
    // Two rows by four columns at a corner.
    Pattern {
        squares: &[(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (1, 3)],
        images: &[0, 1, 2, 3, 4, 5, 6, 7],
        mirror: &[0, 1, 2, 3, 4, 5, 6, 7],
    },
    // A line in the middle and the two squares that lie outwards of its middle.
    Pattern {
        squares: &[(2, 0), (2, 1), (2, 2), (2, 3), (2, 4), (2, 5), (1, 2), (1, 3)],
        images: &[0, 2, 4, 5],
        mirror: &[5, 4, 3, 2, 1, 0, 7, 6],
    },
    // Diagonals of six and five squares.
    Pattern {
        squares: &[(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5)],
        images: &[0, 1],
        mirror: &[5, 4, 3, 2, 1, 0],
    },
    Pattern { squares: &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)], images: &[0, 1, 2, 3], mirror: &[4, 3, 2, 1, 0] },
];

/// Places for the images of all patterns: their number, rounded up to whole vectors.
const LANES: usize = 32;
/// The images of all patterns.
pub(crate) const IMAGES: usize = {
    let mut images = 0;
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        images += PATTERNS[pattern].images.len();
        pattern += 1;
    }
    assert!(images <= LANES);
    images
};

const fn power_of_three(exponent: usize) -> usize {
    let mut power = 1;
    let mut index = 0;
    while index < exponent {
        power *= 3;
        index += 1;
    }
    power
}

/// Where each pattern's weights begin among a stage's; then the number of all.
pub(crate) const OFFSETS: [usize; PATTERNS.len() + 1] = {
    let mut offsets = [0; PATTERNS.len() + 1];
    let mut pattern = 0;
    while pattern < PATTERNS.len() {
        offsets[pattern + 1] = offsets[pattern] + power_of_three(PATTERNS[pattern].squares.len());
        pattern += 1;
    }
    offsets
};

/// Numbers of legal moves that have weights of their own; more count as this many less one.
const MOVES: usize = 20;
/// The weights of a stage: the patterns', then those of the number of legal moves of the side to move, then of the other.
pub(crate) const STAGE: usize = OFFSETS[PATTERNS.len()] + 2 * MOVES;
/// Empty squares of the first stage's positions.
const FIRST: u32 = 6;
/// Empty squares that share a stage.
const EMPTIES_PER_STAGE: u32 = 2;
pub(crate) const STAGES: usize = 12;
// What asm/othello/evaluation_avx2.S takes for granted.
const _: () = assert!(IMAGES == 26 && MOVES == 20 && STAGE == 27216 + 2 * MOVES && align_of::<Tables>() == 64);
/// The weights' unit, in parts of a disc.
pub(crate) const PER_DISC: i32 = 8;

/// The stage of positions with this many empty squares.
#[inline]
pub(crate) const fn stage(empties: u32) -> usize {
    let stage = empties.saturating_sub(FIRST) / EMPTIES_PER_STAGE;
    if stage < STAGES as u32 { stage as usize } else { STAGES - 1 }
}

/// A number for each pattern image.
type Lanes = [u16; LANES];

/// By what the indices of the pattern images are found, as the kernels read it. Every position has indices below
/// `OFFSETS[PATTERNS.len()]`.
#[repr(C, align(64))]
pub(crate) struct Tables {
    /// What own discs on some squares of a row add to the indices, by row and by the row's bits; an opponent's disc adds twice
    /// that. Ternary numbers are sums over squares.
    rows: [[Lanes; 64]; 6],
    /// The indices of an empty board: each pattern's offset.
    none: Lanes,
    /// What an opponent's disc on a square of the frame adds.
    squares: [Lanes; 64],
}

pub(crate) static TABLES: Tables = {
    let mut tables = Tables { rows: [[[0; LANES]; 64]; 6], none: [0; LANES], squares: [[0; LANES]; 64] };
    let (mut pattern, mut lane) = (0, 0);
    while pattern < PATTERNS.len() {
        let Pattern { squares, images, .. } = &PATTERNS[pattern];
        let mut image = 0;
        while image < images.len() {
            let mut digit = 0;
            while digit < squares.len() {
                let square = Square::<6>::new(squares[digit].0, squares[digit].1).expect("a square of the board");
                let square = Symmetry::ALL[images[image]].square(square);
                let mut bits = 0;
                while bits < 64 {
                    if bits >> square.column() & 1 == 1 {
                        tables.rows[square.row()][bits][lane] += power_of_three(digit) as u16;
                    }
                    bits += 1;
                }
                tables.squares[square.bit() as usize][lane] = 2 * power_of_three(digit) as u16;
                digit += 1;
            }
            tables.none[lane] = OFFSETS[pattern] as u16;
            image += 1;
            lane += 1;
        }
        pattern += 1;
    }
    tables
};

impl Tables {
    /// All numbers, in the order in which they lie in memory.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u16> {
        let lanes = self.rows.as_flattened().iter().chain([&self.none]).chain(&self.squares);
        lanes.flatten().copied()
    }

    /// The indices of the pattern images of a position: own discs count once, the opponent's twice.
    #[inline]
    pub(crate) fn indices(&self, own: u64, opponent: u64) -> [u16; IMAGES] {
        let mut indices = self.none;
        for (row, sums) in self.rows.iter().enumerate() {
            let bits = |discs: u64| (discs >> (8 * row + 9) & 63) as usize;
            let (own, opponent) = (&sums[bits(own)], &sums[bits(opponent)]);
            for lane in 0..LANES {
                indices[lane] += own[lane] + 2 * opponent[lane];
            }
        }
        indices[..IMAGES].try_into().expect("fewer than the lanes")
    }
}

/// The indices of the pattern images of a 6x6 position.
pub(crate) fn indices<const N: usize>(position: Position<N>) -> [u16; IMAGES] {
    TABLES.indices(position.own().bits(), position.opponent().bits())
}

/// A position, evaluated, as the kernels write it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Evaluation {
    /// For the side to move, in parts of a disc.
    pub(crate) value: i32,
    /// The number of its legal moves.
    pub(crate) mobility: u32,
}

/// Those of the positions after each move of one position.
pub(crate) type Evaluations = [Evaluation; 36];

impl Evaluation {
    /// Room for the evaluations of children.
    pub(crate) const NONE: Evaluations = [Evaluation { value: 0, mobility: 0 }; 36];
}

/// The weights' indices for the numbers of legal moves of both sides.
#[inline]
pub(crate) fn moves_indices(own: u32, opponent: u32) -> [usize; 2] {
    let most = MOVES as u32 - 1;
    let base = OFFSETS[PATTERNS.len()];
    [base + own.min(most) as usize, base + MOVES + opponent.min(most) as usize]
}

/// The other index with the same weight: that of the mirrored pattern.
pub(crate) fn mirrored(index: usize) -> usize {
    let Some(pattern) = (0..PATTERNS.len()).find(|&pattern| (OFFSETS[pattern]..OFFSETS[pattern + 1]).contains(&index))
    else {
        return index;
    };
    let digits = index - OFFSETS[pattern];
    let mirror = PATTERNS[pattern].mirror;
    let places = mirror.iter().enumerate();
    OFFSETS[pattern] + places.map(|(from, &to)| digits / power_of_three(from) % 3 * power_of_three(to)).sum::<usize>()
}

/// The weights of all stages, [`STAGE`] bytes each, in parts of a disc.
#[derive(Clone)]
pub(crate) struct Weights(Cow<'static, [u8]>);

impl Weights {
    /// Those that `stonemask train othello6` made.
    pub(crate) fn built_in() -> Weights {
        static BYTES: &[u8; STAGES * STAGE] = include_bytes!("weights6.bin");
        Weights(Cow::Borrowed(BYTES))
    }

    /// Weights that say nothing.
    pub(crate) fn zero() -> Weights {
        Weights(Cow::Owned(vec![0; STAGES * STAGE]))
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }

    pub(crate) fn stage_mut(&mut self, stage: usize) -> &mut [u8] {
        &mut self.0.to_mut()[stage * STAGE..][..STAGE]
    }

    #[inline]
    pub(crate) fn stage(&self, stage: usize) -> &[u8; STAGE] {
        self.0[stage * STAGE..][..STAGE].try_into().expect("a stage's weights")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::board::Board;
    use crate::random::Random;

    #[test]
    fn symmetric_positions_have_the_same_weights() {
        let mut random = Random::new(2);
        let mut board = Board::<6>::start();
        let canonical = |position| {
            let mut all: Vec<usize> =
                indices(position).iter().map(|&index| mirrored(index.into()).min(index.into())).collect();
            all.sort_unstable();
            all
        };
        for _ in 0..100 {
            if !board.play_random(&mut random) {
                board = Board::start();
            }
            for symmetry in Symmetry::ALL {
                assert_eq!(canonical(board.position()), canonical(board.position().transform(symmetry)));
            }
        }
    }

    #[test]
    fn indices_are_the_digits_of_the_squares() {
        let mut random = Random::new(3);
        let mut board = Board::<6>::start();
        for _ in 0..200 {
            if !board.play_random(&mut random) {
                board = Board::start();
            }
            let position = board.position();
            let mut expected = Vec::new();
            for (pattern, &offset) in PATTERNS.iter().zip(&OFFSETS) {
                for &image in pattern.images {
                    let digit = |&(row, column): &(usize, usize)| {
                        let square = Symmetry::ALL[image].square(Square::new(row, column).unwrap());
                        usize::from(position.own().contains(square))
                            + 2 * usize::from(position.opponent().contains(square))
                    };
                    let number = pattern.squares.iter().rev().fold(0, |number, square| 3 * number + digit(square));
                    expected.push((offset + number) as u16);
                }
            }
            assert_eq!(indices(position)[..], expected);
        }
        for index in 0..STAGE {
            assert_eq!(mirrored(mirrored(index)), index);
        }
    }
}
