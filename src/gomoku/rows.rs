//! Boards that somebody else keeps, as rows of bits: who has won, and does a stone win?

use super::near::Near;
use super::planes::{Planes, RowsError, first_wrong};
use super::point::{Point, Size};
use super::rule::{AXES, Rule, Run};
use crate::game::Colour;
use std::ops::{BitAnd, BitOr};

/// A word that holds a row of a board, bit c for column c: `u16`, `u32` or `u64`.
#[allow(private_bounds, reason = "no other words hold rows")]
pub trait Row: Word {}

impl Row for u16 {}
impl Row for u32 {}
impl Row for u64 {}

/// How a word is read.
trait Word: Copy + Into<u64> + BitAnd<Output = Self> + BitOr<Output = Self> {
    const NONE: Self;

    /// All columns beyond the board's.
    fn beyond(size: Size) -> Self;

    /// The rows around a point, and its column in them.
    fn near(rows: &[Self], point: Point) -> (Near, u32);
}

/// All columns beyond the board's in a word of 64 bits.
#[inline(always)]
fn beyond(size: Size) -> u64 {
    !(u64::MAX >> (64 - size.columns()))
}

/// The rows around a point, of words of any width: the nine columns around it become rows of 16
/// bits, its column the fourth.
#[inline(always)]
fn near<T: Copy + Into<u64>>(rows: &[T], point: Point) -> (Near, u32) {
    let (row, column) = (point.row(), point.column());
    let (right, left) = (column.saturating_sub(4), 4 - column.min(4));
    let cells = |row: T| (row.into() >> right << left) as u16;
    let four = |rows: &[T]| rows.iter().rev().fold(0, |packed, &row| packed << 16 | u64::from(cells(row)));
    let first = row.saturating_sub(4);
    let (above, below) = (four(&rows[first..row]), four(&rows[row + 1..rows.len().min(row + 5)]));
    // Rows off the board are shifted in as zeros; by up to 64 bits, in two steps.
    let over = 8 * (4 - (row - first));
    (Near { above: above << over << over, middle: cells(rows[row]), below }, 4)
}

impl Word for u16 {
    const NONE: u16 = 0;

    #[inline(always)]
    fn beyond(size: Size) -> u16 {
        beyond(size) as u16
    }

    #[inline(always)]
    fn near(rows: &[u16], point: Point) -> (Near, u32) {
        let (row, column) = (point.row(), point.column());
        if rows.len() < 4 || column >= 16 {
            return few_or_wide(rows, point);
        }
        let last = rows.len() - 4;
        // Rows off the board are shifted in as zeros; by up to 64 bits, in two steps.
        let (over, under) = (8 * 4usize.saturating_sub(row), 8 * (row + 1).saturating_sub(last));
        let above = four(rows, row.saturating_sub(4)) << over << over;
        let below = four(rows, (row + 1).min(last)) >> under >> under;
        (Near { above, middle: rows[row], below }, column as u32)
    }
}

/// [`near`] where rows are fewer than four, or narrower than the board.
#[cold]
#[inline(never)]
fn few_or_wide(rows: &[u16], point: Point) -> (Near, u32) {
    near(rows, point)
}

/// Four rows in a word, the first in the lowest bits.
#[inline(always)]
fn four(rows: &[u16], first: usize) -> u64 {
    let rows = &rows[first..first + 4];
    u64::from(rows[0]) | u64::from(rows[1]) << 16 | u64::from(rows[2]) << 32 | u64::from(rows[3]) << 48
}

impl Word for u32 {
    const NONE: u32 = 0;

    #[inline(always)]
    fn beyond(size: Size) -> u32 {
        beyond(size) as u32
    }

    #[inline(always)]
    fn near(rows: &[u32], point: Point) -> (Near, u32) {
        near(rows, point)
    }
}

impl Word for u64 {
    const NONE: u64 = 0;

    #[inline(always)]
    fn beyond(size: Size) -> u64 {
        beyond(size)
    }

    #[inline(always)]
    fn near(rows: &[u64], point: Point) -> (Near, u32) {
        near(rows, point)
    }
}

/// Whether a stone is off the board or two are on one point. The slices have one length.
#[inline(always)]
fn is_bad<T: Row>(black: &[T], white: &[T], beyond: T) -> bool {
    let bad = |black: T, white: T| (black | white) & beyond | black & white;
    let mut all = [T::NONE; 8];
    // Eight rows at a time; the last eight overlap those before them.
    if let (Some(last_black), Some(last_white)) = (black.last_chunk::<8>(), white.last_chunk::<8>()) {
        for row in 0..8 {
            all[row] = bad(black[row], white[row]) | bad(last_black[row], last_white[row]);
        }
        for first in (8..black.len() - 8).step_by(8) {
            for row in 0..8 {
                all[row] = all[row] | bad(black[first + row], white[first + row]);
            }
        }
    } else {
        for row in 0..black.len() {
            all[0] = all[0] | bad(black[row], white[row]);
        }
    }
    all.into_iter().fold(T::NONE, |all, bad| all | bad).into() != 0
}

/// The stones of a board that somebody else keeps: a word a row from the top for each colour, bit c
/// for column c.
///
/// ```
/// use stonemask::gomoku::{Colour, Point, Rows, Rule, Size};
///
/// // OXXXX-O
/// let (black, white) = ([0b0011110u16], [0b1000001]);
/// let rows = Rows::new(Size::new(1, 7)?, &black, &white)?;
/// let wins = |rule| rows.wins(rule, Colour::Black, Point::new(0, 5).unwrap());
/// assert_eq!(Rule::ALL.map(wins), [true, true, true, false, false]);
/// assert_eq!(rows.winners(Rule::Freestyle), [false; 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a, T> {
    size: Size,
    black: &'a [T],
    white: &'a [T],
}

impl<'a, T: Row> Rows<'a, T> {
    /// A board of this size, with these stones.
    ///
    /// # Errors
    /// When there is not one word for each row, a stone is off the board, or two stones are on one
    /// point.
    // In one piece with its caller: what passes through memory in parts is slow to read as a whole.
    #[inline(always)]
    pub fn new(size: Size, black: &'a [T], white: &'a [T]) -> Result<Rows<'a, T>, RowsError> {
        if black.len() != size.rows() || white.len() != size.rows() {
            return Err(first_wrong(size, black, white));
        }
        if is_bad(black, white, T::beyond(size)) {
            return Err(first_wrong(size, black, white));
        }
        Ok(Rows { size, black, white })
    }

    /// The size of the board.
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The board as [`Planes`], which whole-board questions read.
    #[inline]
    pub fn planes(&self) -> Planes {
        Planes::of_rows(self.size, self.black, self.white)
    }

    /// [`Planes::wins`], without planes: of the board the rows around the point are read.
    ///
    /// # Panics
    /// When the point is off the board.
    #[inline(always)]
    pub fn wins(&self, rule: Rule, colour: Colour, point: Point) -> bool {
        assert!(self.size.contains(point), "{point} is off the board of {}", self.size);
        let own = if colour == Colour::Black { self.black } else { self.white };
        let (near, column) = T::near(own, point);
        near.five(column)
            && (rule == Rule::Freestyle || is_won_by(self.size, [self.black, self.white], rule, colour, point))
    }

    /// [`Planes::winners`].
    #[inline]
    pub fn winners(&self, rule: Rule) -> [bool; 2] {
        self.planes().winners(rule)
    }
}

/// Whether one of the runs through a point wins.
#[cold]
#[inline(never)]
fn is_won_by<T: Row>(size: Size, [black, white]: [&[T]; 2], rule: Rule, colour: Colour, point: Point) -> bool {
    let stones = if colour == Colour::Black { [black, white] } else { [white, black] };
    AXES.into_iter().any(|axis| rule.wins(colour, run(size, stones, point, axis)))
}

/// The run of stones of the first colour through a point, whatever stands there.
fn run<T: Row>(size: Size, [own, other]: [&[T]; 2], point: Point, (down, right): (isize, isize)) -> Run {
    let line = |down: isize, right: isize| {
        let (mut row, mut column) = (point.row(), point.column());
        for length in 0.. {
            (row, column) = (row.wrapping_add_signed(down), column.wrapping_add_signed(right));
            if row >= size.rows() || column >= size.columns() {
                return (length, 0);
            }
            if own[row].into() >> column & 1 == 0 {
                return (length, (other[row].into() >> column & 1) as u8);
            }
        }
        unreachable!("a row ends at the edge")
    };
    let ((after, end), (before, start)) = (line(down, right), line(-down, -right));
    Run { length: 1 + after + before, before, blocked: end + start }
}
