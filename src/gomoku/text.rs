//! Boards as text.

use super::board::Board;
use super::point::{Point, Size, SizeError};
use super::rule::ParseRuleError;
use crate::game::Colour;
use crate::game::diagram::{self, Diagram};
use std::error::Error;
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |point| self.stone(point).map_or('-', Colour::letter);
        let row = |row| (0..self.size().columns()).map(move |column| Point::new(row, column).expect("on the board"));
        if !f.alternate() {
            write!(f, "{} {} ", self.size(), self.rule())?;
            for index in 0..self.size().rows() {
                let cells: String = row(index).map(letter).collect();
                write!(f, "{}{cells}", if index == 0 { "" } else { "/" })?;
            }
            return write!(f, " {}", self.to_move().letter());
        }
        let width = if self.size().columns() > 26 { 3 } else { 2 };
        write!(f, "  ")?;
        for column in 0..self.size().columns() {
            write!(f, "{:>width$}", Point::column_name(column))?;
        }
        writeln!(f)?;
        for index in 0..self.size().rows() {
            write!(f, "{:>2}", index + 1)?;
            for point in row(index) {
                write!(f, "{:>width$}", letter(point))?;
            }
            writeln!(f)?;
        }
        write!(f, "{} to move, {}", self.to_move(), self.rule())
    }
}

impl FromStr for Board {
    type Err = ParseBoardError;

    /// Reads a size, a rule, the rows separated by `/`, and the side to move, in either case; or a
    /// diagram. Stones may stand as they like, except that not both colours can have won.
    ///
    /// ```
    /// use stonemask::gomoku::Board;
    ///
    /// let diagram = "
    ///        a b c
    ///      1 - X -
    ///      2 O - -
    ///     black to move, freestyle";
    /// let board: Board = diagram.parse()?;
    /// assert_eq!(board.to_string(), "2x3 freestyle -X-/O-- X");
    /// assert_eq!(format!("{board:#}").parse(), Ok(board));
    /// # Ok::<(), stonemask::gomoku::ParseBoardError>(())
    /// ```
    fn from_str(text: &str) -> Result<Board, ParseBoardError> {
        let error = |problem| ParseBoardError { text: text.to_owned(), problem };
        let mut compact = text.to_owned();
        if let Some(Diagram { rows, to_move, rest }) = diagram::read(text)
            && let Some(rule) = rest.strip_prefix(',')
        {
            let (columns, side) = (rows[0].chars().count(), to_move.letter());
            compact = format!("{}x{columns} {rule} {} {side}", rows.len(), rows.join("/"));
        }
        let words: Vec<&str> = compact.split_whitespace().collect();
        let &[size, rule, rows, side] = words.as_slice() else {
            return Err(error(Problem::Words(words.len())));
        };
        let number = |text: &str| text.parse().ok();
        let (height, width) = size
            .split_once(['x', 'X'])
            .and_then(|(rows, columns)| Some((number(rows)?, number(columns)?)))
            .ok_or_else(|| error(Problem::Size(size.to_owned())))?;
        let size = Size::new(height, width).map_err(|reason| error(Problem::BadSize(reason)))?;
        let rule = rule.parse().map_err(|reason| error(Problem::Rule(reason)))?;
        let rows: Vec<&str> = rows.split('/').collect();
        if rows.len() != size.rows() {
            return Err(error(Problem::Rows { found: rows.len(), wanted: size.rows() }));
        }
        let mut stones = Vec::new();
        for (row, cells) in rows.iter().enumerate() {
            let found = cells.chars().count();
            if found != size.columns() {
                return Err(error(Problem::Columns { row, found, wanted: size.columns() }));
            }
            for (column, character) in cells.chars().enumerate() {
                let point = Point::new(row, column).expect("on the board");
                match Colour::from_letter(character) {
                    Some(colour) => stones.push((point, colour)),
                    None if character == '-' || character == '.' => {}
                    None => return Err(error(Problem::Foreign { character, point })),
                }
            }
        }
        let mut letters = side.chars();
        let to_move = match (letters.next().and_then(Colour::from_letter), letters.next()) {
            (Some(colour), None) => colour,
            _ => return Err(error(Problem::Side(side.to_owned()))),
        };
        let board = Board::set_up((size, rule), stones, to_move, None);
        board.judged().ok_or_else(|| error(Problem::BothWon))
    }
}

/// A text that is not a board, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseBoardError {
    text: String,
    problem: Problem,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Problem {
    Words(usize),
    Size(String),
    BadSize(SizeError),
    Rule(ParseRuleError),
    Rows { found: usize, wanted: usize },
    Columns { row: usize, found: usize, wanted: usize },
    Foreign { character: char, point: Point },
    Side(String),
    BothWon,
}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not a board: ", self.text.escape_debug())?;
        match &self.problem {
            Problem::Words(found) => {
                write!(f, "{found} words, expected the size, the rule, the rows and the side to move")
            }
            Problem::Size(found) => write!(f, "'{}' as the size, expected such as 15x15", found.escape_debug()),
            Problem::BadSize(reason) => write!(f, "{reason}"),
            Problem::Rule(reason) => write!(f, "{reason}"),
            Problem::Rows { found, wanted } => write!(f, "{found} rows, expected {wanted}"),
            Problem::Columns { row, found, wanted } => {
                write!(f, "{found} cells in row {}, expected {wanted}", row + 1)
            }
            Problem::Foreign { character, point } => write!(f, "{character:?} on {point}, expected X, O or -"),
            Problem::Side(found) => write!(f, "'{}' as the side to move, expected X or O", found.escape_debug()),
            Problem::BothWon => write!(f, "both colours have won"),
        }
    }
}

impl Error for ParseBoardError {}
