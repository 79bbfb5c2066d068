//! A pattern evaluation of 6x6 positions: a sum of weights, one for what stands on each of some groups of squares (Buro,
//! *Improving heuristic mini-max search by supervised learning*, 2002). It orders moves and proves nothing.

use crate::othello::{Position, Square, Symmetry};
use std::borrow::Cow;

/// A group of squares, its images on the board, and its own symmetry.
pub(super) struct Pattern {
    /// Rows and columns from 0; the first is the lowest ternary digit of the index.
    squares: &'static [(usize, usize)],
    /// Which of [`Symmetry::ALL`] give its images.
    images: &'static [usize],
    /// The place that each square goes to when the group is mirrored onto itself.
    mirror: &'static [usize],
}

pub(super) const PATTERNS: [Pattern; 7] = [
    // A corner and the eight squares around it inwards.
    Pattern {
        squares: &[(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)],
        images: &[0, 1, 2, 3],
        mirror: &[0, 3, 6, 1, 4, 7, 2, 5, 8],
    },
    // An edge and the two squares diagonally next to its corners.
    Pattern {
        squares: &[(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (1, 1), (1, 4)],
        images: &[0, 2, 4, 5],
        mirror: &[5, 4, 3, 2, 1, 0, 7, 6],
    },
    // The lines next to the edges, then those in the middle.
    Pattern {
        squares: &[(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (1, 5)],
        images: &[0, 2, 4, 5],
        mirror: &[5, 4, 3, 2, 1, 0],
    },
    Pattern {
        squares: &[(2, 0), (2, 1), (2, 2), (2, 3), (2, 4), (2, 5)],
        images: &[0, 2, 4, 5],
        mirror: &[5, 4, 3, 2, 1, 0],
    },
    // Diagonals of six, five and four squares.
    Pattern {
        squares: &[(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5)],
        images: &[0, 1],
        mirror: &[5, 4, 3, 2, 1, 0],
    },
    Pattern {
        squares: &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)],
        images: &[0, 1, 2, 3],
        mirror: &[4, 3, 2, 1, 0],
    },
    Pattern { squares: &[(0, 2), (1, 3), (2, 4), (3, 5)], images: &[0, 1, 2, 3], mirror: &[3, 2, 1, 0] },
];

/// Places for the images of all patterns: their number, rounded up to whole vectors.
const LANES: usize = 32;
/// The images of all patterns.
pub(super) const IMAGES: usize = {
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
pub(super) const OFFSETS: [usize; PATTERNS.len() + 1] = {
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
pub(super) const STAGE: usize = OFFSETS[PATTERNS.len()] + 2 * MOVES;
/// Empty squares of the first stage's positions.
const FIRST: u32 = 6;
/// Empty squares that share a stage.
const EMPTIES_PER_STAGE: u32 = 2;
pub(super) const STAGES: usize = 12;
/// The weights' unit, in parts of a disc.
pub(super) const PER_DISC: i32 = 8;

/// The stage of positions with this many empty squares.
#[inline]
pub(super) const fn stage(empties: u32) -> usize {
    let stage = empties.saturating_sub(FIRST) / EMPTIES_PER_STAGE;
    if stage < STAGES as u32 { stage as usize } else { STAGES - 1 }
}

/// The index of every pattern image, its offset included.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub(super) struct Indices([u16; LANES]);

/// What an own disc on each square of the frame adds to the indices; an opponent's disc adds twice that.
static SQUARES: [Indices; 64] = SQUARES_CONST;
const SQUARES_CONST: [Indices; 64] = {
    let mut squares = [Indices([0; LANES]); 64];
    let (mut pattern, mut lane) = (0, 0);
    while pattern < PATTERNS.len() {
        let Pattern { squares: places, images, .. } = &PATTERNS[pattern];
        let mut image = 0;
        while image < images.len() {
            let mut digit = 0;
            while digit < places.len() {
                let square = Square::<6>::new(places[digit].0, places[digit].1).expect("a square of the board");
                let square = Symmetry::ALL[images[image]].square(square);
                squares[square.bit() as usize].0[lane] = power_of_three(digit) as u16;
                digit += 1;
            }
            image += 1;
            lane += 1;
        }
        pattern += 1;
    }
    squares
};

/// What own discs on some squares of a row add, by row and by the row's bits.
static ROWS: [[Indices; 64]; 6] = {
    let mut rows = [[Indices([0; LANES]); 64]; 6];
    let mut row = 0;
    while row < 6 {
        let mut bits = 1usize;
        while bits < 64 {
            let lowest = bits.trailing_zeros() as usize;
            let square = &SQUARES_CONST[8 * (row + 1) + 1 + lowest].0;
            let mut lane = 0;
            while lane < LANES {
                rows[row][bits].0[lane] = rows[row][bits & (bits - 1)].0[lane] + square[lane];
                lane += 1;
            }
            bits += 1;
        }
        row += 1;
    }
    rows
};

/// The indices of an empty board: the offsets.
static EMPTY: Indices = {
    let mut indices = Indices([0; LANES]);
    let (mut pattern, mut lane) = (0, 0);
    while pattern < PATTERNS.len() {
        let mut image = 0;
        while image < PATTERNS[pattern].images.len() {
            indices.0[lane] = OFFSETS[pattern] as u16;
            lane += 1;
            image += 1;
        }
        pattern += 1;
    }
    indices
};

impl Indices {
    /// The sum with what own discs on these squares add, `TIMES` times.
    #[inline]
    fn plus<const TIMES: u16>(mut self, bits: u64) -> Indices {
        for (row, sums) in ROWS.iter().enumerate() {
            let added = &sums[(bits >> (8 * row + 9) & 63) as usize].0;
            for lane in 0..LANES {
                self.0[lane] += TIMES * added[lane];
            }
        }
        self
    }

    /// Those of a position.
    #[inline]
    pub(super) fn of(position: Position<6>) -> Indices {
        EMPTY.plus::<1>(position.own().bits()).plus::<2>(position.opponent().bits())
    }

    /// Those of the position after a disc on `square` that turns `flips`, given those of the parent as the other side sees it.
    #[inline]
    pub(super) fn child(self, square: u32, flips: u64) -> Indices {
        // The opponent, who sees it, has lost the flips: one less each. We have won them, two more each, and the square.
        let mut child = self.plus::<1>(flips);
        for lane in 0..LANES {
            child.0[lane] += 2 * SQUARES[square as usize].0[lane];
        }
        child
    }

    /// The index of each pattern image.
    #[inline]
    pub(super) fn images(&self) -> &[u16; IMAGES] {
        self.0[..IMAGES].try_into().expect("fewer than the lanes")
    }
}

/// The weights' indices for the numbers of legal moves of both sides.
#[inline]
pub(super) fn moves_indices(own: u32, opponent: u32) -> [usize; 2] {
    let most = MOVES as u32 - 1;
    let base = OFFSETS[PATTERNS.len()];
    [base + own.min(most) as usize, base + MOVES + opponent.min(most) as usize]
}

/// The other index with the same weight: that of the mirrored pattern.
pub(super) fn mirrored(index: usize) -> usize {
    let Some(pattern) = (0..PATTERNS.len()).find(|&pattern| (OFFSETS[pattern]..OFFSETS[pattern + 1]).contains(&index))
    else {
        return index;
    };
    let digits = index - OFFSETS[pattern];
    let mirror = PATTERNS[pattern].mirror;
    let places = mirror.iter().enumerate();
    OFFSETS[pattern]
        + places.map(|(from, &to)| digits / power_of_three(from) % 3 * power_of_three(to)).sum::<usize>()
}

/// The weights of all stages, [`STAGE`] bytes each, in parts of a disc.
#[derive(Clone)]
pub(super) struct Weights(Cow<'static, [u8]>);

impl Weights {
    /// Those that `stonemask train othello6` made.
    pub(super) fn built_in() -> Weights {
        static BYTES: &[u8; STAGES * STAGE] = include_bytes!("weights6.bin");
        Weights(Cow::Borrowed(BYTES))
    }

    /// Weights that say nothing.
    pub(super) fn zero() -> Weights {
        Weights(Cow::Owned(vec![0; STAGES * STAGE]))
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }

    pub(super) fn stage_mut(&mut self, stage: usize) -> &mut [u8] {
        &mut self.0.to_mut()[stage * STAGE..][..STAGE]
    }

    #[inline]
    pub(super) fn stage(&self, stage: usize) -> &[u8; STAGE] {
        self.0[stage * STAGE..][..STAGE].try_into().expect("a stage's weights")
    }
}

/// The sum of the weights at some indices.
#[inline]
pub(super) fn sum(weights: &[u8; STAGE], indices: &[u16; IMAGES]) -> i32 {
    indices.iter().map(|&index| i32::from(weights[usize::from(index)] as i8)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::othello::{Board, Children, Kernels, SquareSet};
    use crate::random::Random;

    #[test]
    fn a_childs_indices_follow_from_its_parents() {
        let mut random = Random::new(1);
        let mut board = Board::<6>::start();
        let mut children = Children::new();
        for _ in 0..500 {
            if !board.play_random(Kernels::best(), &mut random) {
                board = Board::start();
            }
            let parent = board.position();
            let base = Indices::of(parent.pass());
            let moves = Kernels::best().children(parent, &mut children);
            for (square, &child) in moves.iter().zip(children.as_slice()) {
                let flips = parent.opponent() - child.own();
                assert_eq!(base.child(square.bit(), flips.bits()).0, Indices::of(child).0);
            }
        }
    }

    #[test]
    fn symmetric_positions_have_the_same_weights() {
        let mut random = Random::new(2);
        let mut board = Board::<6>::start();
        let canonical = |position| {
            let indices = Indices::of(position);
            let mut all: Vec<usize> =
                indices.images().iter().map(|&index| mirrored(index.into()).min(index.into())).collect();
            all.sort_unstable();
            all
        };
        for _ in 0..100 {
            if !board.play_random(Kernels::best(), &mut random) {
                board = Board::start();
            }
            for symmetry in Symmetry::ALL {
                assert_eq!(canonical(board.position()), canonical(board.position().transform(symmetry)));
            }
        }
    }

    #[test]
    fn indices_are_the_digits_of_the_squares() {
        for square in SquareSet::<6>::ALL {
            let own = Indices::of(Position::new(square.set(), SquareSet::EMPTY).unwrap());
            let opponent = Indices::of(Position::new(SquareSet::EMPTY, square.set()).unwrap());
            let held = own.images().iter().zip(EMPTY.images()).filter(|(own, empty)| own != empty).count();
            assert!(held >= 4, "{square} is in {held} patterns");
            for ((&own, &opponent), &empty) in own.images().iter().zip(opponent.images()).zip(EMPTY.images()) {
                assert_eq!(opponent - empty, 2 * (own - empty));
            }
        }
        for index in 0..STAGE {
            assert_eq!(mirrored(mirrored(index)), index);
        }
    }
}
