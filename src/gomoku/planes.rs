//! Row bits: the form in which the fast kernels see a board.
//!
//! Three planes: black stones, white stones, empty points. A plane has one lane a row, from the
//! top; bit c of a lane is column c. Lanes are 16 bits wide on boards up to 15x15, 32 bits up to
//! 32x32, 64 bits above. In bytes from the start:
//!
//! | lane | black | white | empty | all |
//! |---|---|---|---|---|
//! | 16 | 64, room for 16 rows | 96 | 192 | 256 |
//! | 32 | 64, room for 32 rows | 256 | 448 | 640 |
//! | 64 | 64, room for 64 rows | 640 | 1216 | 1792 |
//!
//! Everything else is zero and stays so: a cache line before and after each plane, and the rows of
//! its room that the board does not have. Of 16-bit lanes black and white share a cache line, and
//! row 15, which such a board does not have, parts them: five cells in a column or on a diagonal
//! that pass from one plane into the other pass through it. So kernels read neighbouring rows at
//! fixed distances without a test for the edge.

use super::lane::Lane;
use super::point::{Point, Size};
use super::point_set::PointSet;
use crate::game::Colour;
use std::fmt;

/// Where the planes stand.
impl Lane {
    /// Where the planes of black, white and the empty points begin, in words.
    pub(super) const fn planes(self) -> [usize; 3] {
        match self {
            Lane::W16 => [8, 12, 24],
            Lane::W32 => [8, 32, 56],
            Lane::W64 => [8, 80, 152],
        }
    }

    /// All planes together, in cache lines.
    const fn lines(self) -> usize {
        match self {
            Lane::W16 => 4,
            Lane::W32 => 10,
            Lane::W64 => 28,
        }
    }
}

/// A cache line.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C, align(64))]
struct CacheLine([u64; 8]);

/// The stones and empty points of a board as row bits: what whole-board questions read.
///
/// ```
/// use stonemask::gomoku::{Board, Colour, Rule};
///
/// let mut board = Board::new(15, 15, Rule::Freestyle)?;
/// for point in "h8 a1 h9 a2 h10 a3 h11".split(' ') {
///     board.play(point.parse()?);
/// }
/// let [black, white] = board.planes().winning_cells();
/// assert_eq!(black.to_string(), "h7 h12");
/// assert!(white.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Planes {
    size: Size,
    lines: Lines,
}

/// The planes of a small board are part of it, so that copies of it need no memory of their own.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, PartialEq, Eq, Hash)]
enum Lines {
    Small([CacheLine; Lane::W16.lines()]),
    Large(Box<[CacheLine]>),
}

impl Lines {
    #[inline]
    fn as_slice(&self) -> &[CacheLine] {
        match self {
            Lines::Small(lines) => lines,
            Lines::Large(lines) => lines,
        }
    }

    #[inline]
    fn as_mut_slice(&mut self) -> &mut [CacheLine] {
        match self {
            Lines::Small(lines) => lines,
            Lines::Large(lines) => lines,
        }
    }
}

impl Planes {
    /// The planes of a board without stones.
    pub fn new(size: Size) -> Planes {
        let lane = Lane::of(size);
        let lines = match lane {
            Lane::W16 => Lines::Small([CacheLine([0; 8]); Lane::W16.lines()]),
            Lane::W32 | Lane::W64 => Lines::Large(vec![CacheLine([0; 8]); lane.lines()].into()),
        };
        let mut planes = Planes { size, lines };
        let lines = planes.lines.as_mut_slice();
        let all = u64::MAX >> (64 - size.columns());
        for row in 0..size.rows() {
            let at = 64 * lane.planes()[2] + row * lane.bits();
            lines[at / 512].0[at / 64 % 8] |= all << (at % 64);
        }
        planes
    }

    /// The planes of a board with these stones, rows from the top: bit c of a row for column c.
    ///
    /// ```
    /// use stonemask::gomoku::{Planes, Size};
    ///
    /// let planes = Planes::from_rows(Size::new(2, 6)?, &[0b011111u16, 0], &[0, 0b010110])?;
    /// assert_eq!(planes.any_five(), [true, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is not one word for each row, a stone is off the board, or two stones are on one
    /// point.
    #[inline]
    pub fn from_rows<T: Copy + Into<u64>>(size: Size, black: &[T], white: &[T]) -> Result<Planes, RowsError> {
        if black.len() != size.rows() || white.len() != size.rows() {
            return Err(first_wrong(size, black, white));
        }
        let all = u64::MAX >> (64 - size.columns());
        let wrong = |(&black, &white): (&T, &T)| -> u64 {
            let (black, white) = (black.into(), white.into());
            (black | white) & !all | black & white
        };
        if black.iter().zip(white).fold(0, |any, rows| any | wrong(rows)) != 0 {
            return Err(first_wrong(size, black, white));
        }
        Ok(Planes::of_rows(size, black, white))
    }

    /// The planes of rows that were checked.
    #[inline]
    pub(super) fn of_rows<T: Copy + Into<u64>>(size: Size, black: &[T], white: &[T]) -> Planes {
        let lane = Lane::of(size);
        match lane {
            Lane::W16 => {
                let mut lines = [CacheLine([0; 8]); Lane::W16.lines()];
                fill(&mut lines, Lane::W16, size, [black, white]);
                Planes { size, lines: Lines::Small(lines) }
            }
            Lane::W32 | Lane::W64 => {
                let mut lines: Box<[CacheLine]> = vec![CacheLine([0; 8]); lane.lines()].into();
                fill(&mut lines, lane, size, [black, white]);
                Planes { size, lines: Lines::Large(lines) }
            }
        }
    }

    /// The size of the board.
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The width of the lanes.
    #[inline]
    pub(super) const fn lane(&self) -> Lane {
        Lane::of(self.size)
    }

    /// The columns of a colour's stones in a row: bit c for column c.
    ///
    /// # Panics
    /// When the row is off the board.
    pub fn stones(&self, colour: Colour, row: usize) -> u64 {
        self.bits(colour as usize, row)
    }

    /// The empty columns of a row: bit c for column c.
    ///
    /// # Panics
    /// When the row is off the board.
    pub fn empty(&self, row: usize) -> u64 {
        self.bits(2, row)
    }

    /// A plane as a set of points: its rows lie in the same lanes.
    pub(super) fn points(&self, plane: usize) -> PointSet {
        let (lane, mut set) = (self.lane(), PointSet::empty(self.size));
        let words = (self.size.rows() * lane.bits()).div_ceil(64);
        for (index, word) in set.words_mut()[..words].iter_mut().enumerate() {
            let at = lane.planes()[plane] + index;
            *word = self.lines.as_slice()[at / 8].0[at % 8];
        }
        set
    }

    fn bits(&self, plane: usize, row: usize) -> u64 {
        assert!(row < self.size.rows(), "row {row} of a board of {}", self.size);
        let lane = self.lane();
        let at = 64 * lane.planes()[plane] + row * lane.bits();
        self.lines.as_slice()[at / 512].0[at / 64 % 8] >> (at % 64) & u64::MAX >> (64 - lane.bits())
    }

    /// Puts a stone on an empty point, or takes it away again.
    ///
    /// # Panics
    /// When the point is off the board.
    #[inline(always)]
    pub(super) fn toggle(&mut self, colour: Colour, point: Point) {
        assert!(self.size.contains(point), "{point} is off the board of {}", self.size);
        let lane = self.lane();
        for plane in [colour as usize, 2] {
            let at = 64 * lane.planes()[plane] + point.row() * lane.bits() + point.column();
            self.lines.as_mut_slice()[at / 512].0[at / 64 % 8] ^= 1 << (at % 64);
        }
    }

    /// The first byte, as the kernels take it.
    #[inline]
    pub(super) fn as_ptr(&self) -> *const u64 {
        self.lines.as_slice().as_ptr().cast()
    }

    /// The first byte of a plane: a colour's (0 black, 1 white) or that of the empty points (2).
    #[inline]
    pub(super) fn plane(&self, plane: usize) -> *const u64 {
        self.as_ptr().wrapping_add(self.lane().planes()[plane])
    }
}

/// Writes rows into planes of zeros, a word at a time.
#[inline(always)]
fn fill<T: Copy + Into<u64>>(lines: &mut [CacheLine], lane: Lane, size: Size, [black, white]: [&[T]; 2]) {
    let all = u64::MAX >> (64 - size.columns());
    let (bits, a_word) = (lane.bits(), 64 / lane.bits());
    for (index, (black, white)) in black.chunks(a_word).zip(white.chunks(a_word)).enumerate() {
        let mut words = [0; 3];
        for (row, (&black, &white)) in black.iter().zip(white).enumerate() {
            let (black, white) = (black.into(), white.into());
            for (word, cells) in words.iter_mut().zip([black, white, all & !(black | white)]) {
                *word |= cells << (row * bits);
            }
        }
        for (plane, word) in lane.planes().into_iter().zip(words) {
            lines[(plane + index) / 8].0[(plane + index) % 8] = word;
        }
    }
}

/// The first thing that is wrong with rows.
#[cold]
pub(super) fn first_wrong<T: Copy + Into<u64>>(size: Size, black: &[T], white: &[T]) -> RowsError {
    if black.len() != size.rows() || white.len() != size.rows() {
        return RowsError::Lengths { black: black.len(), white: white.len(), rows: size.rows() };
    }
    let all = u64::MAX >> (64 - size.columns());
    for (row, (&black, &white)) in black.iter().zip(white).enumerate() {
        let (black, white) = (black.into(), white.into());
        if (black | white) & !all != 0 {
            return RowsError::OffBoard { row };
        }
        if black & white != 0 {
            return RowsError::Overlap { row };
        }
    }
    unreachable!("something is wrong with the rows")
}

/// Rows that are no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RowsError {
    /// There is not one word for each row.
    Lengths {
        /// Black's words.
        black: usize,
        /// White's words.
        white: usize,
        /// The rows of the board.
        rows: usize,
    },
    /// A stone is off the board.
    OffBoard {
        /// The row, from 0.
        row: usize,
    },
    /// Two stones are on one point.
    Overlap {
        /// The row, from 0.
        row: usize,
    },
}

impl fmt::Display for RowsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RowsError::Lengths { black, white, rows } => {
                write!(f, "{black} rows of black stones and {white} of white ones, expected {rows}")
            }
            RowsError::OffBoard { row } => write!(f, "row {}: a stone is off the board", row + 1),
            RowsError::Overlap { row } => write!(f, "row {}: two stones on one point", row + 1),
        }
    }
}

impl std::error::Error for RowsError {}

impl fmt::Debug for Planes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Planes {}", self.size)?;
        for row in 0..self.size.rows() {
            f.write_str(if row == 0 { " " } else { "/" })?;
            let [black, white] = [Colour::Black, Colour::White].map(|colour| self.stones(colour, row));
            for column in 0..self.size.columns() {
                f.write_str(match (black >> column & 1, white >> column & 1) {
                    (1, _) => "X",
                    (_, 1) => "O",
                    _ => "-",
                })?;
            }
        }
        Ok(())
    }
}
