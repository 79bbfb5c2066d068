//! Boards as text.

use super::point::{Point, PointSet};
use super::position::PositionError;
use super::shape::{Shape, ShapeError};
use super::state::Board;
use crate::game::Colour;
use crate::game::diagram::{self, Diagram};
use std::fmt;
use std::str::FromStr;

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape = self.shape();
        let cell = |row, column| {
            let point = Point::new(row, column).expect("in the frame");
            match self.stone(point) {
                Some(colour) => colour.letter(),
                None if self.forbidden_centre().contains(point) => '+',
                None if self.empties().contains(point) => '-',
                None => '#',
            }
        };
        if f.alternate() {
            for row in 0..shape.rows() {
                write!(f, "{} ", row + 1)?;
                for column in 0..shape.columns() {
                    write!(f, " {}", cell(row, column))?;
                }
                writeln!(f)?;
            }
            write!(f, "  ")?;
            for column in 0..shape.columns() {
                write!(f, " {}", (b'a' + column as u8 + u8::from(column >= 8)) as char)?;
            }
            write!(f, "   {} to move", self.to_move())
        } else {
            for row in 0..shape.rows() {
                if row > 0 {
                    write!(f, "/")?;
                }
                for column in 0..shape.columns() {
                    write!(f, "{}", cell(row, column))?;
                }
            }
            write!(f, " {}", self.to_move().letter())
        }
    }
}

impl FromStr for Board {
    type Err = ParseBoardError;

    /// Reads rows separated by `/` or white space, then the side to move. Case does not matter; `.`
    /// is empty too. A single row of 10 to 17 cells is bent, as [`Shape::row`] says. Reads diagrams
    /// as well.
    ///
    /// ```
    /// use stonemask::nogo::Board;
    ///
    /// let diagram = "
    ///     1  - X -
    ///     2  O - #
    ///        a b c   black to move";
    /// let board: Board = diagram.parse()?;
    /// assert_eq!(board.to_string(), "-X-/O-# X");
    /// assert_eq!(format!("{board:#}").parse(), Ok(board));
    /// # Ok::<(), stonemask::nogo::ParseBoardError>(())
    /// ```
    fn from_str(text: &str) -> Result<Board, ParseBoardError> {
        let error = |problem| ParseBoardError { text: text.to_owned(), problem };
        let compact = match diagram::read(text) {
            Some(Diagram { rows, to_move, rest: "" }) => format!("{} {}", rows.join("/"), to_move.letter()),
            _ => text.to_owned(),
        };
        let trimmed = compact.trim_end();
        let side = trimmed.chars().next_back().ok_or_else(|| error(Problem::Empty))?;
        let to_move = Colour::from_letter(side);
        let cells = &trimmed[..trimmed.len() - side.len_utf8()];
        // The side to move stands alone: what is before it ends a row.
        let to_move = to_move.filter(|_| cells.is_empty() || cells.ends_with(|c: char| c.is_whitespace()));
        let to_move = to_move.ok_or_else(|| error(Problem::Side { found: side }))?;

        let rows: Vec<&str> =
            if cells.trim().is_empty() { Vec::new() } else { cells.split('/').flat_map(lines).collect() };
        let columns = rows.first().map_or(0, |row| row.chars().count());
        let (mut blocked, mut forbidden) = (PointSet::EMPTY, PointSet::EMPTY);
        let mut stones = [PointSet::EMPTY; 2];
        Shape::new(rows.len(), columns, PointSet::EMPTY).map_err(|wrong| error(Problem::Shape(wrong)))?;
        for (row, line) in rows.iter().enumerate() {
            let found = line.chars().count();
            if found != columns {
                return Err(error(Problem::Row { row: row + 1, found, wanted: columns }));
            }
            for (column, character) in line.chars().enumerate() {
                let point = if rows.len() == 1 { Some(Shape::cell_of_row(column)) } else { Point::new(row, column) };
                let point = point.expect("in the frame");
                match (Colour::from_letter(character), character) {
                    (Some(colour), _) => stones[colour as usize] |= point.set(),
                    (None, '-' | '.') => {}
                    (None, '#') => blocked |= point.set(),
                    (None, '+') => forbidden |= point.set(),
                    (None, character) => return Err(error(Problem::Foreign { character, point })),
                }
            }
        }
        let shape = Shape::new(rows.len(), columns, blocked).expect("a board's size, and cells of it");
        if forbidden.is_empty() {
            let [black, white] = stones;
            return Board::from_stones(shape, black, white, to_move).map_err(|wrong| error(Problem::Position(wrong)));
        }
        let begins = stones == [PointSet::EMPTY; 2] && to_move == Colour::Black;
        if !begins || shape.centre().map(Point::set) != Some(forbidden) {
            return Err(error(Problem::Forbidden { points: forbidden }));
        }
        Board::with_centre_forbidden(shape).map_err(|wrong| error(Problem::Shape(wrong)))
    }
}

/// The rows of what stands between two slashes, separated by white space; an empty one where there
/// is nothing.
fn lines(part: &str) -> impl Iterator<Item = &str> {
    let empty = part.trim().is_empty().then_some("");
    part.split_whitespace().chain(empty)
}

/// A text that is not a board, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseBoardError {
    text: String,
    problem: Problem,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Problem {
    Empty,
    Side { found: char },
    Shape(ShapeError),
    Row { row: usize, found: usize, wanted: usize },
    Foreign { character: char, point: Point },
    Forbidden { points: PointSet },
    Position(PositionError),
}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not a board: ", self.text.escape_debug())?;
        match &self.problem {
            Problem::Empty => write!(f, "it is empty, expected rows and the side to move"),
            Problem::Side { found } => {
                write!(f, "it ends in {found:?}, expected the side to move, X or O, on its own")
            }
            Problem::Shape(error) => error.fmt(f),
            Problem::Row { row, found, wanted } => {
                write!(f, "row {row} has {found} cells, but the first has {wanted}")
            }
            Problem::Foreign { character, point } => write!(f, "{character:?} on {point}, expected X, O, -, # or +"),
            Problem::Forbidden { points } => {
                write!(f, "'+' on {points}, which is not the centre of an empty board with black to move")
            }
            Problem::Position(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ParseBoardError {}

impl ParseBoardError {
    /// The fault of the stones, where the text is in its form.
    pub fn position(&self) -> Option<&PositionError> {
        if let Problem::Position(error) = &self.problem { Some(error) } else { None }
    }
}
