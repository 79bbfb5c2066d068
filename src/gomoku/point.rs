//! Board sizes and points.

use std::fmt;
use std::str::FromStr;

/// How many rows and columns a board has: 1 to 64 of each.
///
/// ```
/// use stonemask::gomoku::Size;
///
/// assert_eq!(Size::new(15, 15)?.to_string(), "15x15");
/// assert!(Size::new(0, 65).is_err());
/// # Ok::<(), stonemask::gomoku::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Size {
    rows: u8,
    columns: u8,
}

/// 15x15, the usual board.
impl Default for Size {
    fn default() -> Size {
        Size { rows: 15, columns: 15 }
    }
}

impl Size {
    /// The most rows, and the most columns, that a board can have.
    pub const MAX: usize = 64;

    /// A board of `rows` rows and `columns` columns.
    ///
    /// # Errors
    /// When there are fewer than 1 or more than 64 of either.
    pub const fn new(rows: usize, columns: usize) -> Result<Size, SizeError> {
        if rows == 0 || rows > Size::MAX || columns == 0 || columns > Size::MAX {
            return Err(SizeError { rows, columns });
        }
        Ok(Size { rows: rows as u8, columns: columns as u8 })
    }

    /// The number of rows.
    #[inline]
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// The number of columns.
    #[inline]
    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// The number of points.
    #[inline]
    pub const fn points(self) -> usize {
        self.rows() * self.columns()
    }

    /// Whether the point is on a board of this size.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        point.row < self.rows && point.column < self.columns
    }

    /// The point in the middle; of an even number the second of the middle rows and columns.
    pub const fn centre(self) -> Point {
        Point { row: self.rows / 2, column: self.columns / 2 }
    }

    /// The point's place in the cell vector: `row * columns + column`.
    ///
    /// # Panics
    /// When the point is off the board.
    #[inline]
    pub const fn index(self, point: Point) -> usize {
        assert!(self.contains(point), "the point is off the board");
        point.row() * self.columns() + point.column()
    }

    /// The point at a place in the cell vector.
    ///
    /// # Panics
    /// When the vector ends before that place.
    #[inline]
    pub const fn point(self, index: usize) -> Point {
        assert!(index < self.points(), "the place is beyond the cell vector");
        Point { row: (index / self.columns()) as u8, column: (index % self.columns()) as u8 }
    }

    /// All points in the order of the cell vector: by rows from the top, each from the left.
    pub fn all(self) -> impl DoubleEndedIterator<Item = Point> + ExactSizeIterator {
        (0..self.points()).map(move |index| self.point(index))
    }
}

/// `rows x columns`, such as `15x15`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

/// A size that no board has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SizeError {
    rows: usize,
    columns: usize,
}

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rows and {} columns: a board has 1 to {} of each", self.rows, self.columns, Size::MAX)
    }
}

impl std::error::Error for SizeError {}

/// A point of a board: columns by letters from the left (a to z, then aa, ab, ...), rows by numbers
/// from the top. No letter is left out: h8, i9.
///
/// ```
/// use stonemask::gomoku::Point;
///
/// let point: Point = "i9".parse()?;
/// assert_eq!((point.row(), point.column()), (8, 8));
/// assert_eq!(Point::new(63, 63).unwrap().to_string(), "bl64");
/// # Ok::<(), stonemask::gomoku::ParsePointError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    row: u8,
    column: u8,
}

impl Point {
    /// The point in this row and column, both from 0; `None` beyond the largest board.
    pub const fn new(row: usize, column: usize) -> Option<Point> {
        if row < Size::MAX && column < Size::MAX { Some(Point { row: row as u8, column: column as u8 }) } else { None }
    }

    /// The row, from 0 at the top.
    #[inline]
    pub const fn row(self) -> usize {
        self.row as usize
    }

    /// The column, from 0 at the left.
    #[inline]
    pub const fn column(self) -> usize {
        self.column as usize
    }

    /// The point `rows` down and `columns` to the right; `None` beyond the largest board.
    pub(super) fn offset(self, rows: isize, columns: isize) -> Option<Point> {
        Point::new(self.row().checked_add_signed(rows)?, self.column().checked_add_signed(columns)?)
    }

    /// A column's letters: `a` for 0, `z` for 25, `aa` for 26.
    pub fn column_name(column: usize) -> String {
        let letter = |index: usize| char::from(b'a' + (index % 26) as u8);
        match column / 26 {
            0 => letter(column).to_string(),
            more => format!("{}{}", letter(more - 1), letter(column)),
        }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}{}", Point::column_name(self.column()), self.row + 1))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Point {
    type Err = ParsePointError;

    /// Reads a column's letters, in either case, and a row's number.
    fn from_str(text: &str) -> Result<Point, ParsePointError> {
        let parse = || {
            let digits = text.find(|c: char| c.is_ascii_digit())?;
            let (letters, number) = text.split_at(digits);
            if !(1..=2).contains(&letters.len()) || number.starts_with('0') || number.len() > 2 {
                return None;
            }
            let mut column = 0;
            for letter in letters.bytes() {
                if !letter.is_ascii_alphabetic() {
                    return None;
                }
                column = 26 * column + usize::from(letter.to_ascii_lowercase() - b'a') + 1;
            }
            Point::new(number.parse::<usize>().ok()? - 1, column - 1)
        };
        parse().ok_or_else(|| ParsePointError { text: text.to_owned(), size: None })
    }
}

/// A text that names no point.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ParsePointError {
    text: String,
    /// The board that the point is not on, where one is known.
    size: Option<Size>,
}

impl ParsePointError {
    /// A point that is off its board.
    pub(super) fn off_board(point: Point, size: Size) -> ParsePointError {
        ParsePointError { text: point.to_string(), size: Some(size) }
    }
}

impl fmt::Display for ParsePointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.text.escape_debug();
        match self.size {
            None => write!(f, "'{text}' is not a point: expected a column's letters and a row's number, a1 to bl64"),
            Some(size) => write!(f, "{text} is off the {size} board"),
        }
    }
}

impl std::error::Error for ParsePointError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_survives_its_text() {
        for point in Size::new(64, 64).unwrap().all() {
            assert_eq!(point.to_string().parse(), Ok(point));
            assert_eq!(point.to_string().to_uppercase().parse(), Ok(point));
        }
        for text in ["", "a", "1", "a0", "a01", "a65", "bm1", "aaa1", "1a", "a-1", "a+1", "ä1", "a1 ", "h8h9"] {
            assert!(text.parse::<Point>().is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_off_the_board_panics_and_is_no_other_point() {
        let size = Size::new(15, 15).unwrap();
        for index in [225, 3855, usize::MAX] {
            assert!(std::panic::catch_unwind(|| size.point(index)).is_err(), "place {index}");
        }
        for text in ["p1", "a16", "bl64"] {
            let point = text.parse().unwrap();
            assert!(std::panic::catch_unwind(|| size.index(point)).is_err(), "{text}");
        }
    }

    #[test]
    fn indices_go_by_rows() {
        let size = Size::new(2, 5).unwrap();
        let all: Vec<String> = size.all().map(|point| point.to_string()).collect();
        assert_eq!(all.join(" "), "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2");
        for (index, point) in size.all().enumerate() {
            assert_eq!(size.index(point), index);
        }
    }
}
