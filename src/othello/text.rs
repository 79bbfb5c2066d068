//! Boards as text.

use super::board::Board;
use super::position::Position;
use super::square::{Square, SquareSet};
use crate::game::Colour;
use crate::game::diagram::{self, Diagram};
use std::fmt;
use std::str::FromStr;

impl<const N: usize> fmt::Display for Board<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |square: Square<N>| self.stone(square).map_or('-', Colour::letter);
        if f.alternate() {
            for row in 0..N {
                write!(f, "{} ", row + 1)?;
                for column in 0..N {
                    write!(f, " {}", cell(Square::new(row, column).expect("a square of the board")))?;
                }
                writeln!(f)?;
            }
            write!(f, "  ")?;
            for column in 0..N {
                write!(f, " {}", (b'a' + column as u8) as char)?;
            }
            write!(f, "   {} to move", self.to_move())
        } else {
            for square in SquareSet::<N>::ALL {
                write!(f, "{}", cell(square))?;
            }
            write!(f, " {}", self.to_move().letter())
        }
    }
}

impl<const N: usize> FromStr for Board<N> {
    type Err = ParseBoardError;

    /// Reads the .obf form: N*N cells, then the side to move. White space does not matter, nor
    /// case, nor what follows a `;`, as moves and scores do in files; `.` is empty too. Reads
    /// diagrams as well.
    ///
    /// ```
    /// use stonemask::othello::Board;
    ///
    /// let diagram = "
    ///     1  - - - -
    ///     2  - O X -
    ///     3  - X X X
    ///     4  - - - -
    ///        a b c d   white to move";
    /// let board: Board<4> = diagram.parse()?;
    /// assert_eq!(board.to_string(), "-----OX--XXX---- O");
    /// assert_eq!("-----OX--XXX---- O; a1:+2;".parse(), Ok(board));
    /// assert_eq!(format!("{board:#}").parse(), Ok(board));
    /// # Ok::<(), stonemask::othello::ParseBoardError>(())
    /// ```
    fn from_str(text: &str) -> Result<Board<N>, ParseBoardError> {
        let error = |problem| ParseBoardError { text: text.to_owned(), problem };
        let wanted = N * N + 1;
        let mut compact = text.to_owned();
        if let Some(Diagram { rows, to_move, rest: "" }) = diagram::read(text) {
            let columns = rows[0].chars().count();
            if (rows.len(), columns) != (N, N) {
                return Err(error(Problem::Size { rows: rows.len(), columns, wanted: N }));
            }
            compact = format!("{} {}", rows.concat(), to_move.letter());
        }
        let characters: Vec<char> = compact.chars().take_while(|&c| c != ';').filter(|c| !c.is_whitespace()).collect();

        let mut stones = [SquareSet::EMPTY; 2];
        for (&character, square) in characters.iter().zip(SquareSet::<N>::ALL) {
            match Colour::from_letter(character) {
                Some(colour) => stones[colour as usize] |= square.set(),
                None if character == '-' || character == '.' => {}
                None => return Err(error(Problem::Foreign { character, square: square.to_string() })),
            }
        }
        if characters.len() != wanted {
            return Err(error(Problem::Length { found: characters.len(), wanted }));
        }
        let side = characters[N * N];
        let to_move = Colour::from_letter(side).ok_or_else(|| error(Problem::Side { found: side }))?;
        let [black, white] = stones;
        let (own, opponent) = if to_move == Colour::Black { (black, white) } else { (white, black) };
        let position = Position::new(own, opponent).expect("a cell holds one character");
        Ok(Board::new(position, to_move))
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
    Length { found: usize, wanted: usize },
    Size { rows: usize, columns: usize, wanted: usize },
    Foreign { character: char, square: String },
    Side { found: char },
}

impl fmt::Display for ParseBoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not a board: ", self.text.escape_debug())?;
        match &self.problem {
            Problem::Length { found, wanted } => {
                write!(f, "{found} characters, expected {} cells and the side to move", wanted - 1)
            }
            Problem::Size { rows, columns, wanted } => {
                write!(f, "a diagram of {rows}x{columns} squares, expected {wanted}x{wanted}")
            }
            Problem::Foreign { character, square } => {
                write!(f, "{character:?} on {square}, expected X, O or -")
            }
            Problem::Side { found } => write!(f, "{found:?} as the side to move, expected X or O"),
        }
    }
}

impl std::error::Error for ParseBoardError {}
