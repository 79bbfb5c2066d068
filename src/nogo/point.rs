//! Points and sets of points, bit for bit as the founding document has them.

use std::fmt;
use std::iter::FusedIterator;
use std::str::FromStr;

/// Rows and columns of the frame in which every board lies.
pub(crate) const SIDE: usize = 9;
/// Bits from one row to the next: nine columns and a separator.
pub(crate) const ROW: usize = 10;

/// A point of the 9x9 frame. Its bit is `10*row + column`.
///
/// As text it is a column's letter, `a` to `j` without `i`, and a row's number, 1 at the top;
/// smaller boards lie in the upper left corner. (GTP counts rows from the bottom; a program that
/// speaks it turns them around.)
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    bit: u8,
}

impl Point {
    /// The point in this row and column, both from 0; `None` outside 9x9.
    ///
    /// ```
    /// # use stonemask::nogo::Point;
    /// assert_eq!(Point::new(4, 8).unwrap().to_string(), "j5");
    /// assert_eq!(Point::new(9, 0), None);
    /// ```
    pub const fn new(row: usize, column: usize) -> Option<Point> {
        if row < SIDE && column < SIDE { Some(Point { bit: (ROW * row + column) as u8 }) } else { None }
    }

    /// The point of a bit, `10*row + column`; `None` when the bit is a separator, spare, or beyond
    /// the 96.
    ///
    /// ```
    /// # use stonemask::nogo::Point;
    /// assert_eq!(Point::from_bit(11).unwrap().to_string(), "b2");
    /// assert_eq!(Point::from_bit(9), None);
    /// ```
    #[inline]
    pub const fn from_bit(bit: u32) -> Option<Point> {
        if bit < 96 && PointSet::FRAME >> bit & 1 == 1 { Some(Point { bit: bit as u8 }) } else { None }
    }

    /// The row, from 0 at the top.
    pub const fn row(self) -> usize {
        self.bit as usize / ROW
    }

    /// The column, from 0 at the left.
    pub const fn column(self) -> usize {
        self.bit as usize % ROW
    }

    /// The point's bit in the founding document's 96-bit boards: `10*row + column`.
    #[inline]
    pub const fn bit(self) -> u32 {
        self.bit as u32
    }

    /// The set of this point alone.
    #[inline]
    pub const fn set(self) -> PointSet {
        PointSet { bits: 1 << self.bit }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = b'a' + self.column() as u8 + u8::from(self.column() >= 8);
        f.pad(&format!("{}{}", letter as char, self.row() + 1))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Point {
    type Err = ParsePointError;

    /// Reads a column's letter, in either case, and a row's digit.
    fn from_str(text: &str) -> Result<Point, ParsePointError> {
        let point = match text.as_bytes() {
            &[letter, digit] => match letter.to_ascii_lowercase() {
                letter @ b'a'..=b'h' => Point::new(digit.wrapping_sub(b'1').into(), (letter - b'a').into()),
                b'j' => Point::new(digit.wrapping_sub(b'1').into(), SIDE - 1),
                _ => None,
            },
            _ => None,
        };
        point.ok_or_else(|| ParsePointError { text: text.to_owned() })
    }
}

/// A text that names no point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsePointError {
    text: String,
}

impl fmt::Display for ParsePointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not a point: expected a1 to j9, the letters skip i", self.text.escape_debug())
    }
}

impl std::error::Error for ParsePointError {}

/// A set of points of the 9x9 frame.
///
/// Sets combine by `|`, `&`, `^`, `-` (difference) and `!` (complement in the frame).
///
/// ```
/// # use stonemask::nogo::{Point, PointSet};
/// let centre: PointSet = "e5".parse::<Point>().unwrap().set();
/// assert_eq!((!centre).len(), 80);
/// assert_eq!(centre.neighbours().to_string(), "e4 d5 f5 e6");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct PointSet {
    bits: u128,
}

impl PointSet {
    const FRAME: u128 = {
        let mut bits = 0;
        let mut row = 0;
        while row < SIDE {
            bits |= 0x1ff << (ROW * row);
            row += 1;
        }
        bits
    };

    /// The empty set.
    pub const EMPTY: PointSet = PointSet { bits: 0 };
    /// All 81 points.
    pub const ALL: PointSet = PointSet { bits: PointSet::FRAME };

    /// The set whose points are the set bits, `10*row + column`; `None` when a bit is a separator
    /// or spare.
    ///
    /// ```
    /// # use stonemask::nogo::PointSet;
    /// assert_eq!(PointSet::from_bits(1 << 11).unwrap().to_string(), "b2");
    /// assert_eq!(PointSet::from_bits(1 << 9), None);
    /// ```
    pub const fn from_bits(bits: u128) -> Option<PointSet> {
        if bits & !PointSet::FRAME == 0 { Some(PointSet { bits }) } else { None }
    }

    /// The set of those bits that are points; separators and spares are dropped.
    #[inline]
    pub(crate) const fn within_frame(bits: u128) -> PointSet {
        PointSet { bits: bits & PointSet::FRAME }
    }

    /// The points in these rows and columns.
    ///
    /// # Panics
    /// When one is outside the frame.
    pub(crate) fn of_cells(cells: &[(usize, usize)]) -> PointSet {
        cells.iter().map(|&(row, column)| Point::new(row, column).expect("a cell of the frame")).collect()
    }

    /// The set as kernels compute with it.
    #[inline]
    pub(crate) const fn windows(self) -> Windows {
        Windows([self.bits as u64, (self.bits >> 32) as u64])
    }

    /// The set's windows without their overlap: every point once.
    #[inline]
    pub(crate) const fn halves(self) -> Windows {
        let Windows([low, high]) = self.windows();
        Windows([low & HALVES[0], high & HALVES[1]])
    }

    /// The points as bits, `10*row + column`.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.bits
    }

    /// The points as the founding document writes them: 96 bits in three 32-bit words, the least
    /// significant first.
    ///
    /// ```
    /// # use stonemask::nogo::PointSet;
    /// assert_eq!(PointSet::ALL.words(), [-537395713, -134348929, 33521631]);
    /// ```
    pub const fn words(self) -> [i32; 3] {
        [self.bits as i32, (self.bits >> 32) as i32, (self.bits >> 64) as i32]
    }

    /// The set of [`PointSet::words`]; `None` when a bit is a separator or spare.
    pub const fn from_words(words: [i32; 3]) -> Option<PointSet> {
        let [low, middle, high] = words;
        PointSet::from_bits(low as u32 as u128 | (middle as u32 as u128) << 32 | (high as u32 as u128) << 64)
    }

    /// How many points the set holds.
    #[inline]
    pub const fn len(self) -> u32 {
        self.bits.count_ones()
    }

    /// Whether the set holds no point.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Whether the set holds `point`.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        self.bits >> point.bit & 1 == 1
    }

    /// The points next to a point of the set, above, below, left or right of it, within the frame.
    ///
    /// ```
    /// # use stonemask::nogo::{Point, PointSet};
    /// let corner: PointSet = "a1".parse::<Point>().unwrap().set();
    /// assert_eq!(corner.neighbours().to_string(), "b1 a2");
    /// ```
    #[inline]
    pub const fn neighbours(self) -> PointSet {
        PointSet::within_frame(around(self.bits))
    }

    /// The points in ascending order: by rows from the top, each from the left.
    #[inline]
    pub fn iter(self) -> Points {
        Points { left: self }
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> PointSet {
        points.into_iter().fold(PointSet::EMPTY, |set, point| set | point.set())
    }
}

impl From<Point> for PointSet {
    fn from(point: Point) -> PointSet {
        point.set()
    }
}

/// [`PointSet::bits`].
impl From<PointSet> for u128 {
    fn from(set: PointSet) -> u128 {
        set.bits
    }
}

impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        points.into_iter().for_each(|point| *self |= point.set());
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Points;

    fn into_iter(self) -> Points {
        self.iter()
    }
}

/// A set as kernels compute with it: two windows on its 96 bits that overlap by 32, bits 0..=63 and
/// bits 32..=95. A shift by a row or a column then needs no carry from one to the other: the bits
/// that it spoils lie where the other window is right.
///
/// It is always that of some set, whole or without the overlap: only a [`PointSet`] becomes one,
/// and kernels write no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub(crate) struct Windows([u64; 2]);

/// The bits of each window that count when the overlap must not count twice: 0..=47 and 48..=95.
const HALVES: [u64; 2] = [0x0000_ffff_ffff_ffff, 0xffff_ffff_ffff_0000];

impl Windows {
    /// No point.
    pub(crate) const EMPTY: Windows = PointSet::EMPTY.windows();

    /// The set.
    #[inline]
    pub(crate) const fn set(self) -> PointSet {
        let Windows([low, high]) = self;
        PointSet { bits: low as u128 | (high as u128) << 32 }
    }
}

/// The bits one step from those given, separators and spares included.
#[inline(always)]
pub(crate) const fn around(bits: u128) -> u128 {
    bits << 1 | bits >> 1 | bits << ROW | bits >> ROW
}

/// Whether one bit is set, or none.
#[inline(always)]
pub(crate) const fn is_single(bits: u128) -> bool {
    bits & bits.wrapping_sub(1) == 0
}

/// The points of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Points {
    left: PointSet,
}

impl Iterator for Points {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        if self.left.is_empty() {
            return None;
        }
        let bit = self.left.bits.trailing_zeros();
        self.left.bits &= self.left.bits - 1;
        Some(Point { bit: bit as u8 })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.left.len() as usize;
        (len, Some(len))
    }
}

impl DoubleEndedIterator for Points {
    #[inline]
    fn next_back(&mut self) -> Option<Point> {
        let bit = self.left.bits.checked_ilog2()?;
        self.left.bits ^= 1 << bit;
        Some(Point { bit: bit as u8 })
    }
}

impl ExactSizeIterator for Points {}

impl FusedIterator for Points {}

/// The points in ascending order, separated by spaces.
impl fmt::Display for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, point) in self.iter().enumerate() {
            let separator = if index == 0 { "" } else { " " };
            write!(f, "{separator}{point}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl FromStr for PointSet {
    type Err = ParsePointError;

    /// Reads points separated by white space or commas.
    fn from_str(text: &str) -> Result<PointSet, ParsePointError> {
        text.split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .map(str::parse::<Point>)
            .collect()
    }
}

crate::bits::set_operators!(PointSet);
crate::bits::set_methods!(PointSet of Point);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_round_trips_through_text_and_bit() {
        for row in 0..SIDE {
            for column in 0..SIDE {
                let point = Point::new(row, column).unwrap();
                assert_eq!((point.row(), point.column(), point.bit()), (row, column, (10 * row + column) as u32));
                assert_eq!(point.to_string().parse(), Ok(point));
                assert_eq!(point.to_string().to_uppercase().parse(), Ok(point));
            }
        }
        for text in ["", "a", "a0", "i5", "k1", "a10", "5a", "é1"] {
            assert!(text.parse::<Point>().is_err(), "{text}");
        }
    }

    #[test]
    fn every_bit_is_a_point_or_none_and_sets_keep_only_points() {
        for bit in 0..200 {
            let set = 1u128.checked_shl(bit).map_or(PointSet::EMPTY, PointSet::within_frame);
            assert_eq!(Point::from_bit(bit).map(Point::set), set.iter().next().map(Point::set), "{bit}");
            assert!(Point::from_bit(bit).is_none_or(|point| point.bit() == bit));
        }
        let all: Vec<Point> = PointSet::ALL.iter().collect();
        assert!(PointSet::ALL.iter().rev().eq(all.iter().rev().copied()));
    }

    #[test]
    fn windows_and_halves_are_those_of_their_set() {
        for set in PointSet::ALL.iter().map(Point::set).chain([PointSet::EMPTY, PointSet::ALL]) {
            assert_eq!((set.windows().set(), set.halves().set()), (set, set));
            let Windows([low, high]) = set.halves();
            assert_eq!(low.count_ones() + high.count_ones(), set.len());
        }
    }

    #[test]
    fn words_round_trip_and_refuse_separators() {
        for point in PointSet::ALL {
            assert_eq!(PointSet::from_words(point.set().words()), Some(point.set()));
        }
        assert_eq!(PointSet::from_words([0, 0, i32::MIN]), None);
        assert_eq!(PointSet::from_words([1 << 9, 0, 0]), None);
    }
}
