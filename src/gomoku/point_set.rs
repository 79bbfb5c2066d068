//! Sets of points.

use super::lane::Lane;
use super::point::{ParsePointError, Point, Size};
use std::borrow::Borrow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Range, Sub, SubAssign};

/// A set of points of a board.
///
/// The kernels write it as they compute, row by row, each row in a lane of 16, 32 or 64 bits by the
/// board's size. Sets are combined by `|`, `&`, `^`, `-` and `!`, by value or by reference; both
/// must be of boards of the same size.
///
/// ```
/// use stonemask::gomoku::{Board, Colour, PointSet};
///
/// let board: Board = "2x3 freestyle XX-/-O- X".parse()?;
/// assert_eq!(board.stones(Colour::Black).to_string(), "a1 b1");
/// let mut near = PointSet::empty(board.size());
/// near.extend(["a2".parse()?, "b2".parse()?]);
/// assert_eq!((near & board.empties()).to_string(), "a2");
/// let rows: Vec<usize> = board.empties().into_iter().rev().map(|point| point.row()).collect();
/// assert_eq!(rows, [1, 1, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
#[repr(C, align(64))]
pub struct PointSet {
    /// The rows, each in a lane; bits beyond the columns of the board are 0, rows beyond its rows
    /// undetermined.
    words: [u64; Size::MAX],
    size: Size,
}

impl PointSet {
    /// The set without points, of a board of this size.
    pub const fn empty(size: Size) -> PointSet {
        PointSet { words: [0; Size::MAX], size }
    }

    /// The set that a kernel wrote in lanes of 16 bits.
    #[inline(always)]
    pub(super) const fn of_words(size: Size, [a, b, c, d]: [u64; 4]) -> PointSet {
        // One by one, the words are stored where the set is to lie, and not copied there.
        PointSet {
            words: [
                a, b, c, d, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
            ],
            size,
        }
    }

    /// The set of all points of a board of this size.
    pub fn full(size: Size) -> PointSet {
        let mut set = PointSet::empty(size);
        set.extend(size.all());
        set
    }

    /// The set of points that a text names, separated by white space or commas. (The text of a set
    /// does not tell the size of its board, so that [`FromStr`](std::str::FromStr) would not do.)
    ///
    /// ```
    /// use stonemask::gomoku::{PointSet, Size};
    ///
    /// let set = PointSet::parse(Size::new(15, 15)?, "h8, i9 o15")?;
    /// assert_eq!(PointSet::parse(set.size(), &set.to_string()), Ok(set.clone()));
    /// let error = PointSet::parse(Size::new(9, 9)?, "h8 k2").unwrap_err();
    /// assert_eq!(error.to_string(), "k2 is off the 9x9 board");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a word is not a point, or one off the board.
    pub fn parse(size: Size, text: &str) -> Result<PointSet, ParsePointError> {
        let mut set = PointSet::empty(size);
        for word in text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty()) {
            let point = word.parse()?;
            if !size.contains(point) {
                return Err(ParsePointError::off_board(point, size));
            }
            set.insert(point);
        }
        Ok(set)
    }

    /// Room for a kernel to write the set: words, of which it fills those of the board's rows.
    #[inline]
    pub(super) const fn words_mut(&mut self) -> &mut [u64; Size::MAX] {
        &mut self.words
    }

    /// The size of the board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The columns of the set's points in a row: bit c for column c.
    ///
    /// # Panics
    /// When the row is off the board.
    #[inline]
    pub fn row(&self, row: usize) -> u64 {
        assert!(row < self.size.rows(), "row {row} of a board of {}", self.size);
        Lane::of(self.size).get(&self.words, row)
    }

    /// Whether the set holds the point.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        self.size.contains(point) && self.row(point.row()) >> point.column() & 1 == 1
    }

    /// Adds a point; whether it was not there.
    ///
    /// # Panics
    /// When the point is off the board.
    pub fn insert(&mut self, point: Point) -> bool {
        assert!(self.size.contains(point), "{point} is off the board of {}", self.size);
        let new = !self.contains(point);
        Lane::of(self.size).set(&mut self.words, point.row(), point.column());
        new
    }

    /// Takes a point out; whether it was there.
    pub fn remove(&mut self, point: Point) -> bool {
        let there = self.contains(point);
        if there {
            Lane::of(self.size).clear(&mut self.words, point.row(), point.column());
        }
        there
    }

    /// How many points the set holds.
    pub fn len(&self) -> u32 {
        (0..self.size.rows()).map(|row| self.row(row).count_ones()).sum()
    }

    /// Whether the other set, of a board of the same size, holds all that this one holds.
    pub fn is_subset(&self, other: &PointSet) -> bool {
        (self - other).is_empty()
    }

    /// Whether the sets, of boards of the same size, have nothing in common.
    pub fn is_disjoint(&self, other: &PointSet) -> bool {
        (self & other).is_empty()
    }

    /// The first, by rows from the top, each from the left.
    pub fn first(&self) -> Option<Point> {
        self.iter().next()
    }

    /// Whether the set holds no point.
    pub fn is_empty(&self) -> bool {
        (0..self.size.rows()).all(|row| self.row(row) == 0)
    }

    /// The points by rows from the top, each from the left.
    pub fn iter(&self) -> Points<&PointSet> {
        Points::of(self)
    }

    /// Replaces each word by what `combine` makes of it and the other set's.
    fn combine(&mut self, other: &PointSet, combine: impl Fn(u64, u64) -> u64) {
        assert_eq!(self.size, other.size, "sets of points of boards of two sizes");
        for (word, other) in self.words.iter_mut().zip(other.words) {
            *word = combine(*word, other);
        }
    }
}

/// An operator of two sets, by value and by reference, and what assigns.
macro_rules! operator {
    ($operator:ident $function:ident $assign:ident $assign_function:ident $combine:expr) => {
        impl $assign<&PointSet> for PointSet {
            fn $assign_function(&mut self, other: &PointSet) {
                self.combine(other, $combine);
            }
        }

        impl $assign for PointSet {
            fn $assign_function(&mut self, other: PointSet) {
                self.combine(&other, $combine);
            }
        }

        impl $operator<&PointSet> for PointSet {
            type Output = PointSet;

            fn $function(mut self, other: &PointSet) -> PointSet {
                self.combine(other, $combine);
                self
            }
        }

        impl $operator for PointSet {
            type Output = PointSet;

            fn $function(self, other: PointSet) -> PointSet {
                $operator::$function(self, &other)
            }
        }

        impl $operator for &PointSet {
            type Output = PointSet;

            fn $function(self, other: &PointSet) -> PointSet {
                $operator::$function(self.clone(), other)
            }
        }
    };
}

operator!(BitOr bitor BitOrAssign bitor_assign |a, b| a | b);
operator!(BitAnd bitand BitAndAssign bitand_assign |a, b| a & b);
operator!(BitXor bitxor BitXorAssign bitxor_assign |a, b| a ^ b);
operator!(Sub sub SubAssign sub_assign |a, b| a & !b);

/// The other points of the board.
impl Not for PointSet {
    type Output = PointSet;

    fn not(self) -> PointSet {
        PointSet::full(self.size) - self
    }
}

/// The other points of the board.
impl Not for &PointSet {
    type Output = PointSet;

    fn not(self) -> PointSet {
        PointSet::full(self.size) - self
    }
}

/// Adds points.
///
/// # Panics
/// When a point is off the board.
impl Extend<Point> for PointSet {
    fn extend<I: IntoIterator<Item = Point>>(&mut self, points: I) {
        for point in points {
            self.insert(point);
        }
    }
}

impl PartialEq for PointSet {
    fn eq(&self, other: &PointSet) -> bool {
        self.size == other.size && (0..self.size.rows()).all(|row| self.row(row) == other.row(row))
    }
}

impl Eq for PointSet {}

impl Hash for PointSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.size.hash(state);
        (0..self.size.rows()).for_each(|row| self.row(row).hash(state));
    }
}

/// The points in order, separated by spaces.
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

impl<'a> IntoIterator for &'a PointSet {
    type Item = Point;
    type IntoIter = Points<&'a PointSet>;

    fn into_iter(self) -> Points<&'a PointSet> {
        self.iter()
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Points<PointSet>;

    fn into_iter(self) -> Points<PointSet> {
        Points::of(self)
    }
}

/// The points of a [`PointSet`], its own or borrowed, by rows from the top, each from the left.
#[derive(Clone, Debug)]
pub struct Points<S> {
    set: S,
    left: usize,
    /// The rows that neither end has begun.
    rows: Range<usize>,
    /// The row that the front is in, and its columns that are left; the same for the back.
    first: (usize, u64),
    last: (usize, u64),
}

impl<S: Borrow<PointSet>> Points<S> {
    fn of(set: S) -> Points<S> {
        let (left, rows) = (set.borrow().len() as usize, 0..set.borrow().size.rows());
        Points { set, left, rows, first: (0, 0), last: (0, 0) }
    }
}

impl<S: Borrow<PointSet>> Iterator for Points<S> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.first.1 == 0 {
            self.first = match self.rows.next() {
                Some(row) => (row, self.set.borrow().row(row)),
                None if self.last.1 != 0 => std::mem::take(&mut self.last),
                None => return None,
            };
        }
        let (row, columns) = self.first;
        self.first.1 &= columns - 1;
        self.left -= 1;
        Point::new(row, columns.trailing_zeros() as usize)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl<S: Borrow<PointSet>> DoubleEndedIterator for Points<S> {
    fn next_back(&mut self) -> Option<Point> {
        while self.last.1 == 0 {
            self.last = match self.rows.next_back() {
                Some(row) => (row, self.set.borrow().row(row)),
                None if self.first.1 != 0 => std::mem::take(&mut self.first),
                None => return None,
            };
        }
        let (row, columns) = self.last;
        let column = columns.ilog2();
        self.last.1 ^= 1 << column;
        self.left -= 1;
        Point::new(row, column as usize)
    }
}

impl<S: Borrow<PointSet>> ExactSizeIterator for Points<S> {}
impl<S: Borrow<PointSet>> FusedIterator for Points<S> {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn sets_are_those_of_their_points() {
        let mut random = Random::new(1);
        for (rows, columns) in [(1, 1), (15, 15), (3, 7), (16, 2), (32, 32), (33, 5), (64, 64)] {
            let size = Size::new(rows, columns).unwrap();
            let any = |random: &mut Random| -> Vec<Point> { size.all().filter(|_| random.below(3) == 0).collect() };
            let (a, b) = (any(&mut random), any(&mut random));
            let set = |points: &[Point]| {
                let mut set = PointSet::empty(size);
                set.extend(points.iter().copied());
                set
            };
            let filtered = |keep: &dyn Fn(bool, bool) -> bool| -> Vec<Point> {
                size.all().filter(|point| keep(a.contains(point), b.contains(point))).collect()
            };
            let (left, right) = (set(&a), set(&b));
            assert_eq!((&left | &right).iter().collect::<Vec<_>>(), filtered(&|a, b| a || b));
            assert_eq!((&left & &right).iter().collect::<Vec<_>>(), filtered(&|a, b| a && b));
            assert_eq!((&left ^ &right).iter().collect::<Vec<_>>(), filtered(&|a, b| a != b));
            assert_eq!((&left - &right).iter().collect::<Vec<_>>(), filtered(&|a, b| a && !b));
            assert_eq!((!&left).iter().collect::<Vec<_>>(), filtered(&|a, _| !a));
            assert_eq!(left.iter().len(), a.len());
            assert!(left.iter().rev().eq(a.iter().rev().copied()));
            let (mut both, mut found, mut back) = (left.iter(), Vec::new(), Vec::new());
            while let Some(point) = both.next() {
                found.push(point);
                back.extend(both.next_back());
            }
            assert_eq!((both.next(), both.next_back(), both.len()), (None, None, 0));
            found.extend(back.into_iter().rev());
            assert_eq!(found, a);
            let mut less = left.clone();
            for &point in &a {
                assert!(!less.insert(point) && less.remove(point) && !less.remove(point));
            }
            assert!(less.is_empty());
            assert_eq!(less, PointSet::empty(size));
        }
    }
}
