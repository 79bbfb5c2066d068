//! A game in moves.

use super::error::SgfError;
use super::main_line::{self, MainLine};
use super::points::{are_enough, nodes};
use crate::game::{Colour, Outcome};
use crate::gomoku::board::Board;
use crate::gomoku::illegal_move::IllegalMove;
use crate::gomoku::point::{Point, Size};
use crate::gomoku::rule::Rule;

/// A game as it was played: the board, the rule and the moves, black's and white's in turn.
///
/// ```
/// use stonemask::gomoku::{Record, Rule, Size};
///
/// let mut record = Record::new(Size::new(15, 15)?, Rule::Renju);
/// record.moves.push("h8".parse()?);
/// record.moves.push("i9".parse()?);
/// let text = record.to_sgf()?;
/// assert_eq!(text, "(;FF[4]GM[4]CA[UTF-8]AP[stonemask]SZ[15]RU[renju];B[hh];W[ii])\n");
/// assert_eq!(Record::from_sgf(&text)?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The size of the board.
    pub size: Size,
    /// The rule.
    pub rule: Rule,
    /// The moves, black's first.
    pub moves: Vec<Point>,
}

impl Record {
    /// A game without moves.
    pub fn new(size: Size, rule: Rule) -> Record {
        Record { size, rule, moves: Vec::new() }
    }

    /// The board after the moves.
    ///
    /// # Errors
    /// When a move is illegal: its number, from 1, and the reason.
    pub fn board(&self) -> Result<Board, (usize, IllegalMove)> {
        let mut board = Board::new(self.size, self.rule);
        for (index, &point) in self.moves.iter().enumerate() {
            board.try_play(point).map_err(|reason| (index + 1, reason))?;
        }
        Ok(board)
    }

    /// The game as an SGF file.
    ///
    /// # Errors
    /// When the board has more than 52 rows or columns, or a move is illegal.
    pub fn to_sgf(&self) -> Result<String, SgfError> {
        if !are_enough(self.size) {
            return Err(SgfError::TooLarge(self.size));
        }
        let (rows, columns) = (self.size.rows(), self.size.columns());
        let size = if rows == columns { rows.to_string() } else { format!("{columns}:{rows}") };
        let (rule, result, nodes) = (self.rule, self.result()?.unwrap_or(""), nodes(&self.moves, 0));
        Ok(format!("(;FF[4]GM[4]CA[UTF-8]AP[stonemask]SZ[{size}]RU[{rule}]{result}{nodes})\n"))
    }

    /// Reads the first game of an SGF file. [`SgfFile`](super::SgfFile) keeps what else is in it.
    ///
    /// # Errors
    /// When the text is no SGF, is of another game, or a move in it is illegal.
    pub fn from_sgf(text: &str) -> Result<Record, SgfError> {
        main_line::read(text).map(Record::from)
    }

    /// What SGF says of the end, where there is one.
    pub(super) fn result(&self) -> Result<Option<&'static str>, SgfError> {
        let board = self.board().map_err(|(number, reason)| SgfError::Illegal { number, reason })?;
        Ok(board.outcome().map(|outcome| match outcome {
            Outcome::Win(Colour::Black) => "RE[B+]",
            Outcome::Win(Colour::White) => "RE[W+]",
            Outcome::Draw => "RE[0]",
        }))
    }
}

impl From<MainLine> for Record {
    fn from(line: MainLine) -> Record {
        Record { size: line.board.size(), rule: line.board.rule(), moves: line.moves }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> String {
        Record::from_sgf(text).expect_err(text).to_string()
    }

    #[test]
    fn says_what_is_broken() {
        for (text, expected) in [
            ("", "broken SGF, line 1: there is no game in it"),
            ("hello", "broken SGF, line 1: it does not begin with '('"),
            ("()", "broken SGF, line 1: there is a tree without a node"),
            ("(())", "broken SGF, line 1: there is a tree without a node"),
            ("(;GM[4]())", "broken SGF, line 1: there is a tree without a node"),
            ("(;GM[4]\n;B[hh]", "broken SGF, line 2: it ends within the game, ')' is missing"),
            ("(;GM[4];B[hh", "broken SGF, line 1: it ends within a value, ']' is missing"),
            ("(;GM[4];B)", "broken SGF, line 1: there is a property without a value"),
            ("(GM[4])", "broken SGF, line 1: there is a property outside a node"),
            ("(;GM[4]) x", "broken SGF, line 1: there is something after the game"),
            ("(;GM[4]!)", "broken SGF, line 1: there is a character that belongs nowhere"),
            ("(;GM[1])", "GM[1] is no Gomoku: expected GM[4]"),
            ("(;GM[4]SZ[65])", "SZ[65] is no size: expected 1 to 64, or columns:rows"),
            ("(;GM[4]SZ[0:3])", "SZ[0:3] is no size: expected 1 to 64, or columns:rows"),
            ("(;RU[go])", "RU[go] is no rule: expected freestyle, standard, renju, caro or caro-exact"),
            ("(;AB[hh])", "AB: games with stones set up are not read"),
            ("(;GM[4];W[hh])", "move 1: white moves out of turn"),
            ("(;GM[4];B[hh];W[])", "move 2: '' is no point: expected two letters"),
            ("(;GM[4];B[h8])", "move 1: 'h8' is no point: expected two letters"),
            ("(;GM[4];B[hh];W[hh])", "move 2: illegal move h8 for white: the point holds a black stone"),
            ("(;GM[4]SZ[9];B[hj])", "move 1: illegal move h10 for black: the board is 9x9"),
        ] {
            assert_eq!(problem(text), expected, "{text}");
        }
    }

    #[test]
    fn reads_the_main_line_of_a_real_file() {
        let text = "\u{feff}(;FF[4]GM[4]SZ[19:15]\nC[a comment \\] with a bracket]\n\
                    ;B[aa](;W[sa]C[first];B[AA:])(;W[bb];B[cc]))\n";
        assert_eq!(problem(text), "move 3: 'AA:' is no point: expected two letters");
        let text = text.replace("AA:", "so");
        let record = Record::from_sgf(&text).unwrap();
        assert_eq!((record.size.rows(), record.size.columns()), (15, 19));
        let moves: Vec<String> = record.moves.iter().map(Point::to_string).collect();
        assert_eq!(moves, ["a1", "s1", "s15"]);
    }

    #[test]
    fn every_point_of_the_largest_board_round_trips() {
        let size = Size::new(52, 52).unwrap();
        for point in size.all() {
            let mut record = Record::new(size, Rule::Freestyle);
            record.moves.push(point);
            assert_eq!(Record::from_sgf(&record.to_sgf().unwrap()), Ok(record));
        }
        let large = Record::new(Size::new(1, 53).unwrap(), Rule::Freestyle);
        assert_eq!(
            large.to_sgf().unwrap_err().to_string(),
            "a board of 1x53 cannot be written as SGF, whose letters end at 52"
        );
    }
}
