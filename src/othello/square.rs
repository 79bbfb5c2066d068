//! Squares and sets of squares.

use crate::bits::{set_methods, set_operators};
use std::fmt;
use std::iter::FusedIterator;
use std::str::FromStr;

/// Rows and columns of the ring of unused squares around an N x N board in the 8x8 frame.
pub(super) const fn ring(n: usize) -> usize {
    assert!(n == 4 || n == 6 || n == 8, "Othello boards here are 4x4, 6x6 or 8x8");
    (8 - n) / 2
}

/// A square of an N x N board, from a1 (top left) by columns a, b, ... and rows 1, 2, ...
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Square<const N: usize> {
    bit: u8,
}

impl<const N: usize> Square<N> {
    /// The square in this row and column, both from 0; `None` off the board.
    ///
    /// ```
    /// # use stonemask::othello::Square;
    /// assert_eq!(Square::<8>::new(2, 3).unwrap().to_string(), "d3");
    /// assert_eq!(Square::<6>::new(6, 0), None);
    /// ```
    pub const fn new(row: usize, column: usize) -> Option<Square<N>> {
        if row < N && column < N { Some(Square { bit: (8 * (row + ring(N)) + column + ring(N)) as u8 }) } else { None }
    }

    /// The square of a bit of the 8x8 frame; `None` off the board.
    ///
    /// ```
    /// # use stonemask::othello::Square;
    /// assert_eq!(Square::<6>::from_bit(9).unwrap().to_string(), "a1");
    /// assert_eq!(Square::<6>::from_bit(8), None);
    /// ```
    #[inline]
    pub const fn from_bit(bit: u32) -> Option<Square<N>> {
        if bit < 64 && SquareSet::<N>::ALL.bits >> bit & 1 == 1 { Some(Square { bit: bit as u8 }) } else { None }
    }

    /// The row, from 0 at the top.
    pub const fn row(self) -> usize {
        self.bit as usize / 8 - ring(N)
    }

    /// The column, from 0 at the left.
    pub const fn column(self) -> usize {
        self.bit as usize % 8 - ring(N)
    }

    /// The square's number, `row * N + column`: its action in a [slab](crate::slab).
    pub const fn index(self) -> usize {
        N * self.row() + self.column()
    }

    /// The square of a number, `row * N + column`; `None` off the board.
    ///
    /// ```
    /// # use stonemask::othello::Square;
    /// assert_eq!(Square::<6>::from_index(14), Some(Square::C3));
    /// assert_eq!(Square::<6>::C3.index(), 14);
    /// ```
    pub const fn from_index(index: usize) -> Option<Square<N>> {
        Square::new(index / N, index % N)
    }

    /// The square's bit in a bitboard: `8*row + column` in the 8x8 frame, in whose middle smaller
    /// boards lie.
    pub const fn bit(self) -> u32 {
        self.bit as u32
    }

    /// The set of this square alone.
    pub const fn set(self) -> SquareSet<N> {
        SquareSet { bits: 1 << self.bit }
    }
}

/// Declares squares by name; the number is `8 * row + column` on any board.
macro_rules! names {
    ($($name:ident = $number:literal,)*) => {
        /// Squares by name. A program that names a square off its board does not compile.
        #[allow(missing_docs, reason = "each is the square that it names")]
        impl<const N: usize> Square<N> {
            $(pub const $name: Square<N> = Square::new($number / 8, $number % 8).expect("a square of the board");)*
        }
    };
}

names! {
    A1 = 0, B1 = 1, C1 = 2, D1 = 3, E1 = 4, F1 = 5, G1 = 6, H1 = 7,
    A2 = 8, B2 = 9, C2 = 10, D2 = 11, E2 = 12, F2 = 13, G2 = 14, H2 = 15,
    A3 = 16, B3 = 17, C3 = 18, D3 = 19, E3 = 20, F3 = 21, G3 = 22, H3 = 23,
    A4 = 24, B4 = 25, C4 = 26, D4 = 27, E4 = 28, F4 = 29, G4 = 30, H4 = 31,
    A5 = 32, B5 = 33, C5 = 34, D5 = 35, E5 = 36, F5 = 37, G5 = 38, H5 = 39,
    A6 = 40, B6 = 41, C6 = 42, D6 = 43, E6 = 44, F6 = 45, G6 = 46, H6 = 47,
    A7 = 48, B7 = 49, C7 = 50, D7 = 51, E7 = 52, F7 = 53, G7 = 54, H7 = 55,
    A8 = 56, B8 = 57, C8 = 58, D8 = 59, E8 = 60, F8 = 61, G8 = 62, H8 = 63,
}

/// The first square, a1.
impl<const N: usize> Default for Square<N> {
    fn default() -> Square<N> {
        Square::new(0, 0).expect("a board has a first square")
    }
}

impl<const N: usize> fmt::Display for Square<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.column() as u8) as char, self.row() + 1)
    }
}

impl<const N: usize> fmt::Debug for Square<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<const N: usize> FromStr for Square<N> {
    type Err = ParseSquareError<N>;

    /// Reads a column's letter, in either case, and a row's digit.
    fn from_str(text: &str) -> Result<Square<N>, ParseSquareError<N>> {
        let square = match text.as_bytes() {
            &[letter, digit] => {
                let column = letter.to_ascii_lowercase().wrapping_sub(b'a');
                let row = digit.wrapping_sub(b'1');
                Square::new(row.into(), column.into())
            }
            _ => None,
        };
        square.ok_or_else(|| ParseSquareError { text: text.to_owned(), pass: false })
    }
}

/// A text that names no square of an N x N board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSquareError<const N: usize> {
    text: String,
    /// Whether it could have been a pass.
    pass: bool,
}

impl<const N: usize> ParseSquareError<N> {
    /// Of a text that is no pass either.
    pub(super) fn or_a_pass(self) -> ParseSquareError<N> {
        ParseSquareError { pass: true, ..self }
    }
}

impl<const N: usize> fmt::Display for ParseSquareError<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = Square::<N>::new(N - 1, N - 1).expect("a board has a last square");
        let pass = if self.pass { ", or pass" } else { "" };
        write!(f, "'{}' is not a square: expected a1 to {last}{pass}", self.text.escape_debug())
    }
}

impl<const N: usize> std::error::Error for ParseSquareError<N> {}

/// A set of squares of an N x N board.
///
/// Sets combine by `|`, `&`, `^`, `-` (difference) and `!` (complement on the board).
///
/// ```
/// # use stonemask::othello::{Square, SquareSet};
/// let corner: SquareSet<8> = "a1".parse::<Square<8>>().unwrap().set();
/// assert_eq!((!corner).len(), 63);
/// assert_eq!((SquareSet::<8>::ALL - corner) | corner, SquareSet::ALL);
/// assert_eq!("d3 c4, f5 e6".parse(), Ok(stonemask::othello::Board::<8>::start().legal_moves()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct SquareSet<const N: usize> {
    bits: u64,
}

impl<const N: usize> SquareSet<N> {
    /// The empty set.
    pub const EMPTY: SquareSet<N> = SquareSet { bits: 0 };

    /// All squares of the board.
    pub const ALL: SquareSet<N> = {
        let mut bits = 0u64;
        let mut row = 0;
        while row < N {
            bits |= (u64::MAX >> (64 - N)) << (8 * (row + ring(N)) + ring(N));
            row += 1;
        }
        SquareSet { bits }
    };

    /// The set whose squares are the set bits, `8*row + column` in the 8x8 frame; `None` when a bit
    /// is off the board.
    ///
    /// ```
    /// # use stonemask::othello::SquareSet;
    /// assert_eq!(SquareSet::<6>::from_bits(1 << 9).unwrap().to_string(), "a1");
    /// assert_eq!(SquareSet::<6>::from_bits(1), None);
    /// ```
    pub const fn from_bits(bits: u64) -> Option<SquareSet<N>> {
        if bits & !SquareSet::<N>::ALL.bits == 0 { Some(SquareSet { bits }) } else { None }
    }

    /// The squares of the board among bits of the 8x8 frame.
    ///
    /// ```
    /// # use stonemask::othello::SquareSet;
    /// assert_eq!(SquareSet::<6>::within(u64::MAX), SquareSet::ALL);
    /// ```
    #[inline]
    pub const fn within(bits: u64) -> SquareSet<N> {
        SquareSet { bits: bits & SquareSet::<N>::ALL.bits }
    }

    /// The squares as bits, `8*row + column` in the 8x8 frame.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// How many squares the set holds.
    ///
    /// ```
    /// # use stonemask::othello::SquareSet;
    /// assert_eq!(SquareSet::<6>::ALL.len(), 36);
    /// ```
    #[doc(alias = "count")]
    #[doc(alias = "popcount")]
    #[inline]
    pub const fn len(self) -> u32 {
        self.bits.count_ones()
    }

    /// Whether the set holds no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.bits == 0
    }

    /// Whether the set holds `square`.
    ///
    /// ```
    /// # use stonemask::othello::{Board, Square};
    /// let d3: Square<8> = "d3".parse().unwrap();
    /// assert!(Board::<8>::start().legal_moves().contains(d3));
    /// ```
    #[inline]
    pub const fn contains(self, square: Square<N>) -> bool {
        self.bits >> square.bit & 1 == 1
    }

    /// The squares in ascending order: by rows from the top, each from the left.
    ///
    /// ```
    /// # use stonemask::othello::Board;
    /// let moves: Vec<String> = Board::<8>::start().legal_moves().iter().map(|square| square.to_string()).collect();
    /// assert_eq!(moves, ["d3", "c4", "f5", "e6"]);
    /// ```
    #[inline]
    pub fn iter(self) -> Squares<N> {
        Squares { left: self }
    }
}

impl<const N: usize> From<Square<N>> for SquareSet<N> {
    fn from(square: Square<N>) -> SquareSet<N> {
        square.set()
    }
}

/// [`SquareSet::bits`].
impl<const N: usize> From<SquareSet<N>> for u64 {
    fn from(set: SquareSet<N>) -> u64 {
        set.bits
    }
}

/// The set whose squares are the set bits: every bit is a square of an 8x8 board. Smaller boards
/// have [`SquareSet::from_bits`].
impl From<u64> for SquareSet<8> {
    fn from(bits: u64) -> SquareSet<8> {
        SquareSet { bits }
    }
}

impl<const N: usize> Extend<Square<N>> for SquareSet<N> {
    fn extend<I: IntoIterator<Item = Square<N>>>(&mut self, squares: I) {
        squares.into_iter().for_each(|square| *self |= square.set());
    }
}

impl<const N: usize> FromIterator<Square<N>> for SquareSet<N> {
    fn from_iter<I: IntoIterator<Item = Square<N>>>(squares: I) -> SquareSet<N> {
        squares.into_iter().fold(SquareSet::EMPTY, |set, square| set | square.set())
    }
}

impl<const N: usize> IntoIterator for SquareSet<N> {
    type Item = Square<N>;
    type IntoIter = Squares<N>;

    fn into_iter(self) -> Squares<N> {
        self.iter()
    }
}

/// The squares of a set in ascending order.
#[derive(Clone, Debug)]
pub struct Squares<const N: usize> {
    left: SquareSet<N>,
}

impl<const N: usize> Iterator for Squares<N> {
    type Item = Square<N>;

    #[inline]
    fn next(&mut self) -> Option<Square<N>> {
        if self.left.is_empty() {
            return None;
        }
        let bit = self.left.bits.trailing_zeros() as u8;
        self.left.bits &= self.left.bits - 1;
        Some(Square { bit })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.left.len() as usize;
        (len, Some(len))
    }
}

impl<const N: usize> DoubleEndedIterator for Squares<N> {
    #[inline]
    fn next_back(&mut self) -> Option<Square<N>> {
        if self.left.is_empty() {
            return None;
        }
        let bit = self.left.bits.ilog2() as u8;
        self.left.bits ^= 1 << bit;
        Some(Square { bit })
    }
}

impl<const N: usize> ExactSizeIterator for Squares<N> {}

impl<const N: usize> FusedIterator for Squares<N> {}

/// The squares in ascending order, separated by spaces.
impl<const N: usize> fmt::Display for SquareSet<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, square) in self.iter().enumerate() {
            let separator = if index == 0 { "" } else { " " };
            write!(f, "{separator}{square}")?;
        }
        Ok(())
    }
}

impl<const N: usize> fmt::Debug for SquareSet<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl<const N: usize> FromStr for SquareSet<N> {
    type Err = ParseSquareError<N>;

    /// Reads squares separated by white space or commas.
    fn from_str(text: &str) -> Result<SquareSet<N>, ParseSquareError<N>> {
        text.split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .map(str::parse::<Square<N>>)
            .collect()
    }
}

set_operators!(SquareSet<const N: usize>);
set_methods!(SquareSet<const N: usize> of Square<N>);
