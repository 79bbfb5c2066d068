//! Pattern evaluations of 6x6 and 8x8 positions: a sum of weights, one for what stands on each of
//! some groups of squares (Buro, *Improving heuristic mini-max search by supervised learning*,
//! 2002). They order moves and prove nothing.

use super::coding::{pack, unpack};
use super::position::Position;
use super::scoring::Scoring;
use super::square::Square;
use crate::game::Symmetry;
use std::borrow::Cow;
use std::error::Error;
use std::fmt;
use std::sync::OnceLock;

/// A group of squares, its images on the board, and its own symmetry.
struct Pattern {
    /// Rows and columns from 0; the first is the lowest ternary digit of the index.
    squares: &'static [(usize, usize)],
    /// Which of [`Symmetry::ALL`] give its images.
    images: &'static [usize],
    /// The place that each square goes to when the group is mirrored onto itself.
    mirror: &'static [usize],
}

/// The patterns of a board, and the layout of their weights. Those of a stage: the patterns', a
/// power of three for each, in their order; then those of the number of legal moves of the side to
/// move, then of the other.
pub(crate) struct Patterns {
    groups: &'static [Pattern],
    /// Numbers of legal moves that have weights of their own; more count as this many less one.
    moves: usize,
    /// Empty squares of the first stage's positions; [`EMPTIES_PER_STAGE`] share a stage, and the
    /// last stage has all above too.
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

    /// Where the weights of each image of each pattern begin.
    const fn offsets<const IMAGES: usize>(&self) -> [usize; IMAGES] {
        let mut offsets = [0; IMAGES];
        let (mut pattern, mut lane) = (0, 0);
        while pattern < self.groups.len() {
            let mut image = 0;
            while image < self.groups[pattern].images.len() {
                offsets[lane] = self.offset(pattern);
                image += 1;
                lane += 1;
            }
            pattern += 1;
        }
        offsets
    }

    /// For each image of each pattern, what a disc of the side to move on a square of the frame
    /// adds to the index; the other side's disc adds twice that.
    const fn squares<const LANES: usize, const N: usize>(&self) -> [[u16; LANES]; 64] {
        let mut squares = [[0; LANES]; 64];
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
                image += 1;
                lane += 1;
            }
            pattern += 1;
        }
        squares
    }

    /// Of each image of each pattern, where its weights begin, and the bits of its squares in the
    /// frame, the lowest ternary digit first.
    pub(crate) fn image_squares<const N: usize>(&self) -> Vec<(usize, Vec<u32>)> {
        let mut images = Vec::with_capacity(self.images());
        for (pattern, group) in self.groups.iter().enumerate() {
            for &image in group.images {
                let bit = |&(row, column): &(usize, usize)| {
                    let square = Square::<N>::new(row, column).expect("a square of the board");
                    Symmetry::ALL[image].square(square).bit()
                };
                images.push((self.offset(pattern), group.squares.iter().map(bit).collect()));
            }
        }
        images
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

    /// Where the weights of each pattern image begin.
    #[inline]
    pub(crate) fn image_offsets<const N: usize>() -> std::slice::Iter<'static, usize> {
        match N {
            6 => OFFSETS6.iter(),
            8 => OFFSETS8.iter(),
            _ => panic!("only 6x6 and 8x8 have patterns"),
        }
    }

    /// The weights of a position, before those of the numbers of moves.
    pub(crate) fn indices<const N: usize>(position: Position<N>) -> Vec<usize> {
        let (own, opponent) = (position.own().bits(), position.opponent().bits());
        let within = |indices: &[u16]| {
            Patterns::image_offsets::<N>().zip(indices).map(|(from, &index)| from + usize::from(index)).collect()
        };
        match N {
            6 => within(&TABLES6.indices(own, opponent)),
            8 => within(&TABLES8.indices(own, opponent)),
            _ => panic!("only 6x6 and 8x8 have patterns"),
        }
    }
}

/// Empty squares that share a stage.
pub(crate) const EMPTIES_PER_STAGE: u32 = 2;

/// The stages of the midgame's weights on 8x8, which searches of limited depth use. Whoever has the
/// last move has an advantage that patterns do not show, so a stage has numbers of empty squares of
/// one parity: from the first one on, the even ones upwards, then the odd ones downwards. Each
/// stage is much like the one before, by which its weights are packed.
pub(crate) const MIDGAME_STAGES: usize = 26;
pub(crate) const MIDGAME_FIRST: u32 = 8;
/// How many numbers of empty squares share a stage.
pub(crate) const MIDGAME_WIDTH: u32 = 2;

/// The stage of the midgame's weights for positions with this many empty squares.
#[inline]
pub(crate) const fn midgame_stage(empties: u32) -> usize {
    let (half, last) = (MIDGAME_STAGES / 2, MIDGAME_STAGES - 1);
    let place = (empties.saturating_sub(MIDGAME_FIRST + empties % 2) / (2 * MIDGAME_WIDTH)) as usize;
    let place = if place < half { place } else { half - 1 };
    if empties.is_multiple_of(2) { place } else { last - place }
}

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

const STAGE6: usize = SIX.stage_len();
const STAGE8: usize = EIGHT.stage_len();
// The numbers that asm/othello/evaluation.inc relies on.
const _: () = assert!(SIX.images() == 26 && SIX.moves == 20 && STAGE6 == 27216 + 2 * 20);
const _: () = assert!(EIGHT.images() == 46 && EIGHT.moves == 28 && STAGE8 == 114777 + 2 * 28);

/// The number of weights of a stage of a board of this size.
#[inline]
pub(crate) const fn weights_per_stage<const N: usize>() -> usize {
    match N {
        6 => STAGE6,
        8 => STAGE8,
        _ => panic!("only 6x6 and 8x8 have patterns"),
    }
}

/// The weights' unit, in parts of a disc.
pub(crate) const PER_DISC: i32 = 8;

/// By what the indices of a board's pattern images are found, each within its pattern, as the
/// kernels read it. Ternary numbers are sums over squares, so over parts of the board.
#[repr(C, align(64))]
pub(crate) struct Tables<const LANES: usize, const ROWS: usize, const SETS: usize> {
    /// The sums of own discs on some squares of a row, or of half a row, by row and by its bits; an
    /// opponent's disc adds twice that.
    rows: [[[u16; LANES]; SETS]; ROWS],
    /// The addend for an own disc on a square of the frame.
    squares: [[u16; LANES]; 64],
}

/// Those of 6x6: rows; 26 images.
pub(crate) type Tables6 = Tables<32, 6, 64>;
/// Those of 8x8: half rows; 46 images.
pub(crate) type Tables8 = Tables<64, 16, 16>;

static OFFSETS6: [usize; SIX.images()] = SIX.offsets();
static OFFSETS8: [usize; EIGHT.images()] = EIGHT.offsets();

pub(crate) static TABLES6: Tables6 = Tables::of::<6>(&SIX);
pub(crate) static TABLES8: Tables8 = Tables::of::<8>(&EIGHT);

impl<const LANES: usize, const ROWS: usize, const SETS: usize> Tables<LANES, ROWS, SETS> {
    /// Those of the patterns of a board of this size.
    const fn of<const N: usize>(patterns: &Patterns) -> Self {
        let mut tables = Tables { rows: [[[0; LANES]; SETS]; ROWS], squares: patterns.squares::<LANES, N>() };
        // The squares of a row, the first square of each row after the one before, and that of the
        // first.
        let (len, apart, first) = if N == 6 { (6, 8, 9) } else { (4, 4, 0) };
        assert!(SETS == 1 << len);
        let mut lane = 0;
        while lane < LANES {
            let mut row = 0;
            while row < ROWS {
                let mut place = 0;
                while place < len {
                    let bit = first + apart * row + place;
                    let mut set = 0;
                    while set < SETS {
                        if set >> place & 1 == 1 {
                            tables.rows[row][set][lane] += tables.squares[bit][lane];
                        }
                        set += 1;
                    }
                    place += 1;
                }
                row += 1;
            }
            lane += 1;
        }
        tables
    }

    /// All numbers, in the order in which they lie in memory.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u16> {
        self.rows.as_flattened().iter().chain(&self.squares).flatten().copied()
    }

    /// The indices of the pattern images of a position: own discs count once, the opponent's twice.
    #[inline]
    pub(crate) fn indices(&self, own: u64, opponent: u64) -> [u16; LANES] {
        self.add(self.add([0; LANES], opponent).map(|sum| 2 * sum), own)
    }

    /// The indices after a move, for the side to move then, of those of the position before for the
    /// same side: the new disc on the square with this bit counts twice, and a disc that turns once
    /// more.
    #[inline]
    pub(crate) fn after_move(&self, before: &[u16; LANES], bit: u32, flips: u64) -> [u16; LANES] {
        let (mut indices, lanes) = (*before, &self.squares[bit as usize]);
        for lane in 0..LANES {
            indices[lane] += 2 * lanes[lane];
        }
        self.add(indices, flips)
    }

    /// Sums with what own discs on some squares add. Inlined, so that they stay in registers.
    #[inline(always)]
    fn add(&self, mut sums: [u16; LANES], mut squares: u64) -> [u16; LANES] {
        while squares != 0 {
            let lanes = &self.squares[squares.trailing_zeros() as usize];
            for lane in 0..LANES {
                sums[lane] += lanes[lane];
            }
            squares &= squares - 1;
        }
        sums
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

/// The first line of files of the midgame's weights.
const MIDGAME_TITLE: &[u8] = b"stonemask midgame weights 3, othello8\n";

/// The weights by which a [`Solver`](super::Solver) orders moves and a [`Search`](super::Search)
/// values positions of 6x6 and 8x8 boards. The crate has its own; `stonemask train`, or
/// [`training`](super::training), makes others. A file of the midgame's weights stands beside the
/// crate's weights of the endgame; with a file of the endgame's, a search values the midgame by
/// these as well.
///
/// ```
/// use stonemask::othello::training::{Plan, train};
/// use stonemask::othello::{Board, Options, Solver, Weights};
///
/// let plan = Plan { positions: 40, ..Plan::of::<6>() };
/// let file = train::<6>(plan, |_| ())?;
/// let weights = Weights::read(&file, plan.scoring)?;
/// let mut solver = Solver::<6>::with_weights(1 << 20, Options::default(), weights)?;
/// # let mut board = Board::<6>::start();
/// # let mut random = stonemask::Random::new(1);
/// # while board.empties().len() > 8 { board.play_random(&mut random); }
/// # assert_eq!(solver.solve(&board).score, Solver::new(1 << 20)?.solve(&board).score);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Weights<const N: usize> {
    /// Those of all stages, [`Patterns::stage_len`] bytes each, in parts of a disc.
    bytes: Vec<u8>,
    /// Those of the midgame, if there are any.
    midgame: Vec<u8>,
}

/// Why bytes are not the weights that were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// They are no weights for boards of this size, or those of another version.
    Foreign,
    /// They are cut or damaged.
    Damaged,
    /// They are for the game in which most discs win, and not for that in which fewest do, or the
    /// other way round.
    OtherScoring,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WeightsError::Foreign => "not weights for this game, or those of another version",
            WeightsError::Damaged => "weights that are cut or damaged",
            WeightsError::OtherScoring => {
                "weights for the other scoring: anti-Othello, in which fewest discs win, has its own"
            }
        })
    }
}

impl Error for WeightsError {}

impl<const N: usize> Weights<N> {
    /// Those that `stonemask train` made for games that are scored like this; none where it made
    /// none.
    pub(crate) fn built_in(scoring: Scoring) -> Weights<N> {
        static KEPT: [OnceLock<Vec<u8>>; 3] = [const { OnceLock::new() }; 3];
        // A program that solves boards of one size holds the weights of that size alone.
        let (file, kept): (&[u8], _) = match (N, scoring) {
            (6, Scoring::FewestDiscs) => (include_bytes!("weights6_anti.bin"), &KEPT[0]),
            (6, _) => (include_bytes!("weights6.bin"), &KEPT[1]),
            (8, Scoring::Discs | Scoring::EmptiesToWinner) => (include_bytes!("weights8.bin"), &KEPT[2]),
            _ => return Weights { bytes: Vec::new(), midgame: Vec::new() },
        };
        let kept = kept.get_or_init(|| {
            let (contents, _) = contents::<N>(file, scoring).expect("a file of weights");
            contents.kept::<N>(Patterns::of::<N>().stages).expect("weights of these patterns").into_owned()
        });
        Weights::unfold(kept).expect("the weights of these patterns")
    }

    /// These with the weights of the midgame, for a search of limited depth. A program without one
    /// does not hold these.
    pub(crate) fn of_search(scoring: Scoring) -> Weights<N> {
        let weights = Weights::built_in(scoring);
        if N != 8 || scoring == Scoring::FewestDiscs {
            return weights;
        }
        static MIDGAME: OnceLock<Vec<u8>> = OnceLock::new();
        let file = include_bytes!("midgame8.bin");
        let midgame = MIDGAME.get_or_init(|| read_midgame::<N>(file).expect("the midgame's weights"));
        Weights { midgame: midgame.clone(), ..weights }
    }

    /// Weights that say nothing.
    pub(crate) fn zero() -> Weights<N> {
        let patterns = Patterns::of::<N>();
        Weights { bytes: vec![0; patterns.stages * patterns.stage_len()], midgame: Vec::new() }
    }

    /// Weights for games that are scored like this, of a file that `stonemask train` wrote.
    ///
    /// # Errors
    /// When the bytes are anything else.
    pub fn read(file: &[u8], scoring: Scoring) -> Result<Weights<N>, WeightsError> {
        if N == 8 && scoring != Scoring::FewestDiscs && file.starts_with(MIDGAME_TITLE) {
            let midgame = read_midgame::<N>(file)?;
            return Ok(Weights { midgame, ..Weights::built_in(scoring) });
        }
        Weights::read_endgame(file, scoring)
    }

    /// The weights of two files, of the endgame and of the midgame, for a program that does not
    /// hold the crate's.
    pub(crate) fn of_files(endgame: Option<&[u8]>, midgame: Option<&[u8]>) -> Result<Weights<N>, WeightsError> {
        let none = Weights { bytes: Vec::new(), midgame: Vec::new() };
        let weights = endgame.map_or(Ok(none), |file| Weights::read_endgame(file, Scoring::Discs))?;
        Ok(Weights { midgame: midgame.map_or(Ok(Vec::new()), read_midgame::<N>)?, ..weights })
    }

    fn read_endgame(file: &[u8], scoring: Scoring) -> Result<Weights<N>, WeightsError> {
        let (contents, sum) = contents::<N>(file, scoring)?;
        if checksum(&file[..file.len() - size_of_val(&sum)]) != u64::from_le_bytes(sum) {
            return Err(WeightsError::Damaged);
        }
        let kept = contents.kept::<N>(Patterns::of::<N>().stages).ok_or(WeightsError::Damaged)?;
        Weights::unfold(&kept).ok_or(WeightsError::Damaged)
    }

    /// The weights of a file, for games that are scored like this.
    pub(crate) fn to_bytes(&self, scoring: Scoring) -> Vec<u8> {
        let mut file = title::<N>(2, scoring);
        file.extend(pack(&self.fold().collect::<Vec<_>>(), kept_len::<N>()));
        let sum = checksum(&file);
        file.extend(sum.to_le_bytes());
        file
    }

    /// All weights, stage by stage; of a pattern and its mirror image, which have the same weight,
    /// that of the lower index.
    pub(crate) fn fold(&self) -> impl Iterator<Item = u8> {
        fold::<N>(&self.bytes)
    }

    /// Weights that were [folded](Weights::fold), if there are as many bytes as there should be.
    pub(crate) fn unfold(kept: &[u8]) -> Option<Weights<N>> {
        unfold::<N>(kept, Patterns::of::<N>().stages).map(|bytes| Weights { bytes, midgame: Vec::new() })
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    pub(crate) fn stage_mut(&mut self, stage: usize) -> &mut [u8] {
        let len = weights_per_stage::<N>();
        &mut self.bytes[stage * len..][..len]
    }

    /// The weights of a stage.
    #[inline]
    pub(crate) fn stage(&self, stage: usize) -> &[u8] {
        let len = weights_per_stage::<N>();
        &self.bytes[stage * len..][..len]
    }
}

/// The midgame's weights of a file that begins with their title.
fn read_midgame<const N: usize>(file: &[u8]) -> Result<Vec<u8>, WeightsError> {
    let (told, sum) = file.split_last_chunk().ok_or(WeightsError::Damaged)?;
    if checksum(told) != u64::from_le_bytes(*sum) {
        return Err(WeightsError::Damaged);
    }
    let packed = told.strip_prefix(MIDGAME_TITLE).ok_or(WeightsError::Foreign)?;
    let len = kept_len::<N>();
    let kept = unpack(packed, len, MIDGAME_STAGES * len).ok_or(WeightsError::Damaged)?;
    unfold::<N>(&kept, MIDGAME_STAGES).ok_or(WeightsError::Damaged)
}

/// The weights of a file, between its first line and its checksum.
enum Contents<'a> {
    /// As version 1 of the form had them.
    Plain(&'a [u8]),
    Packed(&'a [u8]),
}

impl<'a> Contents<'a> {
    /// Those that are kept, of this many stages; none where there are others.
    fn kept<const N: usize>(self, stages: usize) -> Option<Cow<'a, [u8]>> {
        let len = kept_len::<N>();
        match self {
            Contents::Plain(kept) => Some(Cow::Borrowed(kept)),
            Contents::Packed(packed) => unpack(packed, len, stages * len).map(Cow::Owned),
        }
    }
}

/// How many weights of a stage are kept.
fn kept_len<const N: usize>() -> usize {
    Patterns::of::<N>().mirrors().iter().enumerate().filter(|&(index, &mirror)| index <= mirror).count()
}

/// Of the weights of stages, those that are kept.
fn fold<const N: usize>(bytes: &[u8]) -> impl Iterator<Item = u8> {
    let patterns = Patterns::of::<N>();
    let mirrors = patterns.mirrors();
    let kept: Vec<usize> = (0..mirrors.len()).filter(|&index| index <= mirrors[index]).collect();
    let stages = bytes.chunks_exact(patterns.stage_len());
    stages.flat_map(move |stage| kept.iter().map(|&index| stage[index]).collect::<Vec<_>>())
}

/// The weights of this many stages of which these were kept.
fn unfold<const N: usize>(mut kept: &[u8], stages: usize) -> Option<Vec<u8>> {
    let mirrors = Patterns::of::<N>().mirrors();
    let mut bytes = vec![0; stages * mirrors.len()];
    for stage in bytes.chunks_exact_mut(mirrors.len()) {
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
    kept.is_empty().then_some(bytes)
}

/// The midgame's weights.
impl<const N: usize> Weights<N> {
    /// Whether there are any.
    #[inline]
    pub(crate) fn has_midgame(&self) -> bool {
        !self.midgame.is_empty()
    }

    /// Those for positions with this many empty squares.
    #[inline]
    pub(crate) fn midgame(&self, empties: u32) -> &[u8] {
        let len = weights_per_stage::<N>();
        &self.midgame[midgame_stage(empties) * len..][..len]
    }

    /// A stage's, of which there are some from now on.
    pub(crate) fn midgame_stage_mut(&mut self, stage: usize) -> &mut [u8] {
        let len = weights_per_stage::<N>();
        self.midgame.resize(MIDGAME_STAGES * len, 0);
        &mut self.midgame[stage * len..][..len]
    }

    /// A file of them.
    pub(crate) fn midgame_to_bytes(&self) -> Vec<u8> {
        let mut file = MIDGAME_TITLE.to_vec();
        file.extend(pack(&fold::<N>(&self.midgame).collect::<Vec<_>>(), kept_len::<N>()));
        let sum = checksum(&file);
        file.extend(sum.to_le_bytes());
        file
    }
}

impl<const N: usize> fmt::Debug for Weights<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Weights").finish_non_exhaustive()
    }
}

/// The first line of a file of weights; the number is the version of its form, and of the patterns.
fn title<const N: usize>(version: u8, scoring: Scoring) -> Vec<u8> {
    let anti = if scoring == Scoring::FewestDiscs { " anti" } else { "" };
    format!("stonemask weights {version}, othello{N}{anti}\n").into_bytes()
}

/// The contents of a file of weights, and the checksum.
fn contents<const N: usize>(file: &[u8], scoring: Scoring) -> Result<(Contents<'_>, [u8; 8]), WeightsError> {
    let is_anti = scoring == Scoring::FewestDiscs;
    let other = if is_anti { Scoring::Discs } else { Scoring::FewestDiscs };
    for (version, contents) in [(2, Contents::Packed as fn(_) -> _), (1, Contents::Plain as fn(_) -> _)] {
        if file.starts_with(&title::<N>(version, other)) {
            return Err(WeightsError::OtherScoring);
        }
        if let Some(rest) = file.strip_prefix(&title::<N>(version, scoring)[..]) {
            let (kept, sum) = rest.split_last_chunk().ok_or(WeightsError::Damaged)?;
            return Ok((contents(kept), *sum));
        }
    }
    Err(WeightsError::Foreign)
}

/// A number that tells bytes from damaged ones (FNV-1a).
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
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
        let weights = Weights::<N>::unfold(&bytes).unwrap();
        for stage in weights.bytes.chunks_exact(patterns.stage_len()) {
            assert!((0..mirrors.len()).all(|index| stage[index] == stage[mirrors[index]]));
        }
        assert_eq!(weights.fold().collect::<Vec<_>>(), bytes);
        assert!(Weights::<N>::unfold(&bytes[1..]).is_none());
        bytes.push(0);
        assert!(Weights::<N>::unfold(&bytes).is_none());
    }

    #[test]
    fn a_pattern_and_its_mirror_image_are_kept_once() {
        kept_weights::<6>();
        kept_weights::<8>();
    }

    fn files_of_weights<const N: usize, const OTHER: usize>(scoring: Scoring, other: Scoring) {
        let (mut random, mut weights) = (Random::new(9), Weights::<N>::zero());
        // Mirror images have the same weight: one for all of a stage.
        for stage in 0..Patterns::of::<N>().stages {
            weights.stage_mut(stage).fill(random.next_u64() as u8);
        }
        let file = weights.to_bytes(scoring);
        assert_eq!(Weights::<N>::read(&file, scoring).unwrap().bytes, weights.bytes);
        let mut plain = title::<N>(1, scoring);
        plain.extend(weights.fold());
        plain.extend(checksum(&plain).to_le_bytes());
        assert_eq!(Weights::<N>::read(&plain, scoring).unwrap().bytes, weights.bytes);
        assert_eq!(Weights::<N>::read(&plain, other).err(), Some(WeightsError::OtherScoring));
        assert_eq!(Weights::<N>::read(&plain[1..], scoring).err(), Some(WeightsError::Foreign));
        assert_eq!(Weights::<N>::read(&file, other).err(), Some(WeightsError::OtherScoring));
        assert_eq!(Weights::<OTHER>::read(&file, scoring).err(), Some(WeightsError::Foreign));
        for _ in 0..100 {
            let place = random.below(file.len() as u32) as usize;
            assert!(Weights::<N>::read(&file[..place], scoring).is_err());
            let mut damaged = file.clone();
            damaged[place] ^= 1 << random.below(8);
            assert!(Weights::<N>::read(&damaged, scoring).is_err());
        }
        let longer = [&file[..], &[0]].concat();
        assert_eq!(Weights::<N>::read(&longer, scoring).err(), Some(WeightsError::Damaged));
        assert_eq!(Weights::<N>::read(b"something else", scoring).err(), Some(WeightsError::Foreign));
    }

    #[test]
    fn a_file_of_weights_is_read_again_and_no_other() {
        files_of_weights::<6, 8>(Scoring::Discs, Scoring::FewestDiscs);
        files_of_weights::<6, 8>(Scoring::FewestDiscs, Scoring::EmptiesToWinner);
        files_of_weights::<8, 6>(Scoring::EmptiesToWinner, Scoring::FewestDiscs);
    }

    #[test]
    fn a_file_of_the_midgames_weights_is_read_again_and_no_other() {
        let scoring = Scoring::Discs;
        let weights = Weights::<8>::of_search(scoring);
        let file = weights.midgame_to_bytes();
        let again = Weights::<8>::read(&file, scoring).unwrap();
        assert!((again.midgame, again.bytes) == (weights.midgame.clone(), weights.bytes.clone()));
        assert_eq!(Weights::<8>::read(&file, Scoring::FewestDiscs).err(), Some(WeightsError::Foreign));
        assert_eq!(Weights::<6>::read(&file, scoring).err(), Some(WeightsError::Foreign));
        let mut random = Random::new(12);
        for _ in 0..20 {
            let place = random.below(file.len() as u32) as usize;
            assert!(Weights::<8>::read(&file[..place], scoring).is_err());
            let mut damaged = file.clone();
            damaged[place] ^= 1 << random.below(8);
            assert!(Weights::<8>::read(&damaged, scoring).is_err());
        }
        assert!(!Weights::<6>::of_search(scoring).has_midgame());
        assert!(!Weights::<8>::of_search(Scoring::FewestDiscs).has_midgame());
        assert_eq!([0, 8, 10, 12, 14, 56, 58, 60].map(midgame_stage), [0, 0, 0, 1, 1, 12, 12, 12]);
        assert_eq!([1, 9, 11, 13, 15, 57, 59].map(midgame_stage), [25, 25, 25, 24, 24, 13, 13]);
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
