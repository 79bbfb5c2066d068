//! Pattern evaluations of 6x6 and 8x8 positions: a sum of weights, one for what stands on each of some groups of squares (Buro,
//! *Improving heuristic mini-max search by supervised learning*, 2002). They order moves and prove nothing.

use super::position::Position;
use super::scoring::Scoring;
use super::square::Square;
use crate::game::Symmetry;

/// A group of squares, its images on the board, and its own symmetry.
struct Pattern {
    /// Rows and columns from 0; the first is the lowest ternary digit of the index.
    squares: &'static [(usize, usize)],
    /// Which of [`Symmetry::ALL`] give its images.
    images: &'static [usize],
    /// The place that each square goes to when the group is mirrored onto itself.
    mirror: &'static [usize],
}

/// The patterns of a board, and the layout of their weights. Those of a stage: the patterns', a power of three for each, in their
/// order; then those of the number of legal moves of the side to move, then of the other.
pub(crate) struct Patterns {
    groups: &'static [Pattern],
    /// Numbers of legal moves that have weights of their own; more count as this many less one.
    moves: usize,
    /// Empty squares of the first stage's positions; [`EMPTIES_PER_STAGE`] share a stage, and the last stage has all above too.
    pub(crate) first: u32,
    pub(crate) stages: usize,
}

impl Patterns {
    /// Those of a board.
    ///
    /// # Panics
    /// When a board of this size has none.
    pub(crate) const fn of<const N: usize>() -> &'static Patterns {
        match N {
            6 => &SIX,
            8 => &EIGHT,
            _ => panic!("only 6x6 and 8x8 have patterns"),
        }
    }

    /// Where a pattern's weights begin among a stage's; after the last, the number of all.
    const fn offset(&self, pattern: usize) -> usize {
        let (mut offset, mut index) = (0, 0);
        while index < pattern {
            offset += power_of_three(self.groups[index].squares.len());
            index += 1;
        }
        offset
    }

    /// The number of images of all patterns.
    pub(crate) const fn images(&self) -> usize {
        let (mut images, mut pattern) = (0, 0);
        while pattern < self.groups.len() {
            images += self.groups[pattern].images.len();
            pattern += 1;
        }
        images
    }

    /// The number of weights of a stage.
    pub(crate) const fn stage_len(&self) -> usize {
        self.offset(self.groups.len()) + 2 * self.moves
    }

    /// The stage of positions with this many empty squares.
    #[inline]
    pub(crate) const fn stage(&self, empties: u32) -> usize {
        let stage = (empties.saturating_sub(self.first) / EMPTIES_PER_STAGE) as usize;
        if stage < self.stages { stage } else { self.stages - 1 }
    }

    /// The weights' indices for the numbers of legal moves of both sides.
    #[inline]
    pub(crate) const fn moves_indices(&self, own: u32, opponent: u32) -> [usize; 2] {
        let (base, most) = (self.stage_len() - 2 * self.moves, self.moves - 1);
        let (own, opponent) = (own as usize, opponent as usize);
        [base + if own < most { own } else { most }, base + self.moves + if opponent < most { opponent } else { most }]
    }

    /// For each image of each pattern the pattern's offset, and what a disc of the side to move on a square of the frame adds to
    /// the index; the other side's disc adds twice that.
    const fn lanes<const LANES: usize, const N: usize>(&self) -> ([usize; LANES], [[u16; LANES]; 64]) {
        let (mut offsets, mut squares) = ([0; LANES], [[0; LANES]; 64]);
        let (mut pattern, mut lane) = (0, 0);
        while pattern < self.groups.len() {
            let group = &self.groups[pattern];
            let mut image = 0;
            while image < group.images.len() {
                let mut digit = 0;
                while digit < group.squares.len() {
                    let (row, column) = group.squares[digit];
                    let square = Square::<N>::new(row, column).expect("a square of the board");
                    let square = Symmetry::ALL[group.images[image]].square(square);
                    squares[square.bit() as usize][lane] = power_of_three(digit) as u16;
                    digit += 1;
                }
                offsets[lane] = self.offset(pattern);
                image += 1;
                lane += 1;
            }
            pattern += 1;
        }
        (offsets, squares)
    }

    /// For each index the other one with the same weight: that of the mirrored pattern.
    pub(crate) fn mirrors(&self) -> Vec<usize> {
        let mut mirrors = Vec::with_capacity(self.stage_len());
        for group in self.groups {
            // Digit by digit: what is there for the lower ones once more for either colour.
            let first = mirrors.len();
            mirrors.push(first);
            for &place in group.mirror {
                let shorter = first..mirrors.len();
                for digit in [1, 2] {
                    for index in shorter.clone() {
                        mirrors.push(mirrors[index] + digit * power_of_three(place));
                    }
                }
            }
        }
        mirrors.extend(mirrors.len()..self.stage_len());
        mirrors
    }

    /// The weights of a position, before those of the numbers of moves.
    pub(crate) fn indices<const N: usize>(position: Position<N>) -> Vec<usize> {
        let (own, opponent) = (position.own().bits(), position.opponent().bits());
        match N {
            6 => TABLES.indices(own, opponent).map(usize::from).to_vec(),
            8 => {
                let indices = TABLES8.indices(own, opponent);
                TABLES8
                    .offsets
                    .iter()
                    .zip(indices)
                    .map(|(offset, index)| offset + usize::from(index))
                    .take(IMAGES8)
                    .collect()
            }
            _ => panic!("only 6x6 and 8x8 have patterns"),
        }
    }
}

/// Empty squares that share a stage.
pub(crate) const EMPTIES_PER_STAGE: u32 = 2;

/// The 26 images of 6x6.
const SIX: Patterns = Patterns {
    moves: 20,
    first: 6,
    stages: 12,
    groups: &[
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
    ],
};

/// The 46 images of 8x8.
const EIGHT: Patterns = Patterns {
    moves: 28,
    first: 8,
    stages: 9,
    groups: &[
        // An edge and the two squares diagonally next to its corners.
        Pattern {
            squares: &[(0, 0), (0, 1), (0, 2), (0, 3), (0, 4), (0, 5), (0, 6), (0, 7), (1, 1), (1, 6)],
            images: &[0, 2, 4, 5],
            mirror: &[7, 6, 5, 4, 3, 2, 1, 0, 9, 8],
        },
        // A corner and the eight squares around it inwards.
        Pattern {
            squares: &[(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)],
            images: &[0, 1, 2, 3],
            mirror: &[0, 3, 6, 1, 4, 7, 2, 5, 8],
        },
        // Two rows by four columns at a corner.
        Pattern {
            squares: &[(0, 0), (0, 1), (0, 2), (0, 3), (1, 0), (1, 1), (1, 2), (1, 3)],
            images: &[0, 1, 2, 3, 4, 5, 6, 7],
            mirror: &[0, 1, 2, 3, 4, 5, 6, 7],
        },
        // The second to fourth line.
        Pattern {
            squares: &[(1, 0), (1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (1, 7)],
            images: &[0, 2, 4, 5],
            mirror: &[7, 6, 5, 4, 3, 2, 1, 0],
        },
        Pattern {
            squares: &[(2, 0), (2, 1), (2, 2), (2, 3), (2, 4), (2, 5), (2, 6), (2, 7)],
            images: &[0, 2, 4, 5],
            mirror: &[7, 6, 5, 4, 3, 2, 1, 0],
        },
        Pattern {
            squares: &[(3, 0), (3, 1), (3, 2), (3, 3), (3, 4), (3, 5), (3, 6), (3, 7)],
            images: &[0, 2, 4, 5],
            mirror: &[7, 6, 5, 4, 3, 2, 1, 0],
        },
        // Diagonals of eight to four squares.
        Pattern {
            squares: &[(0, 0), (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6), (7, 7)],
            images: &[0, 1],
            mirror: &[7, 6, 5, 4, 3, 2, 1, 0],
        },
        Pattern {
            squares: &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7)],
            images: &[0, 1, 2, 3],
            mirror: &[6, 5, 4, 3, 2, 1, 0],
        },
        Pattern {
            squares: &[(0, 2), (1, 3), (2, 4), (3, 5), (4, 6), (5, 7)],
            images: &[0, 1, 2, 3],
            mirror: &[5, 4, 3, 2, 1, 0],
        },
        Pattern { squares: &[(0, 3), (1, 4), (2, 5), (3, 6), (4, 7)], images: &[0, 1, 2, 3], mirror: &[4, 3, 2, 1, 0] },
        Pattern { squares: &[(0, 4), (1, 5), (2, 6), (3, 7)], images: &[0, 1, 2, 3], mirror: &[3, 2, 1, 0] },
    ],
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

/// Places for the images of 6x6: their number, rounded up to whole vectors.
const LANES: usize = 32;
const IMAGES: usize = SIX.images();
/// The weights of a stage of 6x6.
pub(crate) const STAGE: usize = SIX.stage_len();
/// Places for the images of 8x8.
pub(crate) const LANES8: usize = 48;
pub(crate) const IMAGES8: usize = EIGHT.images();
/// The weights of a stage of 8x8.
pub(crate) const STAGE8: usize = EIGHT.stage_len();
// What asm/othello/evaluation_avx2.S takes for granted.
const _: () = assert!(IMAGES == 26 && SIX.moves == 20 && STAGE == 27216 + 2 * 20 && align_of::<Tables>() == 64);
const _: () = assert!(IMAGES <= LANES && IMAGES8 <= LANES8);
/// The weights' unit, in parts of a disc.
pub(crate) const PER_DISC: i32 = 8;

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
    let (offsets, squares) = SIX.lanes::<LANES, 6>();
    let mut lane = 0;
    while lane < LANES {
        tables.none[lane] = offsets[lane] as u16;
        let mut bit = 9;
        while bit < 55 {
            tables.squares[bit][lane] = 2 * squares[bit][lane];
            let mut bits = 0;
            while bits < 64 && bit % 8 > 0 && bit % 8 < 7 {
                if bits >> (bit % 8 - 1) & 1 == 1 {
                    tables.rows[bit / 8 - 1][bits][lane] += squares[bit][lane];
                }
                bits += 1;
            }
            bit += 1;
        }
        lane += 1;
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

/// By what the indices of the pattern images of 8x8 are found, each within its pattern.
#[repr(align(64))]
pub(crate) struct Tables8 {
    /// What an own disc on a square adds.
    squares: [[u16; LANES8]; 64],
    /// Where the weights of each image begin.
    pub(crate) offsets: [usize; LANES8],
}

pub(crate) static TABLES8: Tables8 = {
    let (offsets, squares) = EIGHT.lanes::<LANES8, 8>();
    Tables8 { squares, offsets }
};

impl Tables8 {
    /// The sums over some squares of what an own disc there adds. Inlined, so that they stay in registers.
    #[inline(always)]
    fn add(&self, mut sums: [u16; LANES8], mut squares: u64) -> [u16; LANES8] {
        while squares != 0 {
            let lanes = &self.squares[squares.trailing_zeros() as usize];
            for lane in 0..LANES8 {
                sums[lane] += lanes[lane];
            }
            squares &= squares - 1;
        }
        sums
    }

    /// The indices of the pattern images of a position: own discs count once, the opponent's twice.
    #[inline]
    pub(crate) fn indices(&self, own: u64, opponent: u64) -> [u16; LANES8] {
        self.add(self.add([0; LANES8], opponent).map(|sum| 2 * sum), own)
    }

    /// The indices after a move, for the side to move then, of those of the position before for the same side: the new disc on
    /// the square with this bit counts twice, and a disc that turns once more.
    #[inline]
    pub(crate) fn after_move(&self, before: &[u16; LANES8], bit: u32, flips: u64) -> [u16; LANES8] {
        let (mut indices, lanes) = (*before, &self.squares[bit as usize]);
        for lane in 0..LANES8 {
            indices[lane] += 2 * lanes[lane];
        }
        self.add(indices, flips)
    }
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
pub(crate) type Evaluations = [Evaluation; 64];

impl Evaluation {
    /// Room for the evaluations of children.
    pub(crate) const NONE: Evaluations = [Evaluation { value: 0, mobility: 0 }; 64];
}

/// The weights of all stages of a board, [`Patterns::stage_len`] bytes each, in parts of a disc.
#[derive(Clone)]
pub(crate) struct Weights {
    stage_len: usize,
    bytes: Vec<u8>,
}

impl Weights {
    /// Those that `stonemask train` made for games that are scored like this; none where it made none.
    pub(crate) fn built_in<const N: usize>(scoring: Scoring) -> Weights {
        // A program that solves boards of one size holds the weights of that size alone.
        let (patterns, kept): (&Patterns, &[u8]) = match (N, scoring) {
            (6, Scoring::FewestDiscs) => (&SIX, include_bytes!("weights6_anti.bin")),
            (6, _) => (&SIX, include_bytes!("weights6.bin")),
            (8, Scoring::Discs | Scoring::EmptiesToWinner) => (&EIGHT, include_bytes!("weights8.bin")),
            _ => return Weights { stage_len: 0, bytes: Vec::new() },
        };
        Weights::read(patterns, kept).expect("the weights of a board with these patterns")
    }

    /// Weights that say nothing.
    pub(crate) fn zero(patterns: &Patterns) -> Weights {
        let stage_len = patterns.stage_len();
        Weights { stage_len, bytes: vec![0; patterns.stages * stage_len] }
    }

    /// Weights that were [written](Weights::to_bytes), if there are as many bytes as there should be.
    pub(crate) fn read(patterns: &Patterns, mut kept: &[u8]) -> Option<Weights> {
        let (mirrors, mut weights) = (patterns.mirrors(), Weights::zero(patterns));
        for stage in weights.bytes.chunks_exact_mut(weights.stage_len) {
            for (index, &mirror) in mirrors.iter().enumerate() {
                stage[index] = if mirror < index {
                    stage[mirror]
                } else {
                    let (&weight, rest) = kept.split_first()?;
                    kept = rest;
                    weight
                };
            }
        }
        kept.is_empty().then_some(weights)
    }

    /// All weights, stage by stage; of a pattern and its mirror image, which have the same weight, that of the lower index.
    pub(crate) fn to_bytes(&self, patterns: &Patterns) -> Vec<u8> {
        let mirrors = patterns.mirrors();
        let kept: Vec<usize> = (0..mirrors.len()).filter(|&index| index <= mirrors[index]).collect();
        self.bytes.chunks_exact(self.stage_len).flat_map(|stage| kept.iter().map(|&index| stage[index])).collect()
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    pub(crate) fn stage_mut(&mut self, stage: usize) -> &mut [u8] {
        &mut self.bytes[stage * self.stage_len..][..self.stage_len]
    }

    /// The weights of a stage, for the board whose stages have this length.
    ///
    /// # Panics
    /// When they are another board's.
    #[inline]
    pub(crate) fn stage<const LEN: usize>(&self, stage: usize) -> &[u8; LEN] {
        self.bytes[stage * LEN..][..LEN].try_into().expect("a stage's weights")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::board::Board;
    use crate::random::Random;

    fn symmetric_positions<const N: usize>() {
        let patterns = Patterns::of::<N>();
        let mut random = Random::new(2);
        let mut board = Board::<N>::start();
        let mirrors = patterns.mirrors();
        let canonical = |position| {
            let indices = Patterns::indices::<N>(position).into_iter();
            let mut all: Vec<usize> = indices.map(|index| mirrors[index].min(index)).collect();
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
    fn symmetric_positions_have_the_same_weights() {
        symmetric_positions::<6>();
        symmetric_positions::<8>();
    }

    fn kept_weights<const N: usize>() {
        let (patterns, mut random) = (Patterns::of::<N>(), Random::new(4));
        let mirrors = patterns.mirrors();
        let len = patterns.stages * (0..mirrors.len()).filter(|&index| index <= mirrors[index]).count();
        let mut bytes: Vec<u8> = (0..len).map(|_| random.next_u64() as u8).collect();
        let weights = Weights::read(patterns, &bytes).unwrap();
        for stage in weights.bytes.chunks_exact(patterns.stage_len()) {
            assert!((0..mirrors.len()).all(|index| stage[index] == stage[mirrors[index]]));
        }
        assert_eq!(weights.to_bytes(patterns), bytes);
        assert!(Weights::read(patterns, &bytes[1..]).is_none());
        bytes.push(0);
        assert!(Weights::read(patterns, &bytes).is_none());
    }

    #[test]
    fn a_pattern_and_its_mirror_image_are_kept_once() {
        kept_weights::<6>();
        kept_weights::<8>();
    }

    fn digits<const N: usize>() {
        let patterns = Patterns::of::<N>();
        let mut random = Random::new(3);
        let mut board = Board::<N>::start();
        for _ in 0..200 {
            if !board.play_random(&mut random) {
                board = Board::start();
            }
            let position = board.position();
            let mut expected = Vec::new();
            for (number, group) in patterns.groups.iter().enumerate() {
                for &image in group.images {
                    let digit = |&(row, column): &(usize, usize)| {
                        let square = Symmetry::ALL[image].square(Square::new(row, column).unwrap());
                        usize::from(position.own().contains(square))
                            + 2 * usize::from(position.opponent().contains(square))
                    };
                    let index = group.squares.iter().rev().fold(0, |index, square| 3 * index + digit(square));
                    expected.push(patterns.offset(number) + index);
                }
            }
            assert_eq!(Patterns::indices(position), expected);
            assert_eq!(expected.len(), patterns.images());
        }
        let mirrors = patterns.mirrors();
        assert_eq!(mirrors.len(), patterns.stage_len());
        assert!((0..mirrors.len()).all(|index| mirrors[mirrors[index]] == index));
    }

    #[test]
    fn indices_are_the_digits_of_the_squares() {
        digits::<6>();
        digits::<8>();
    }
}
