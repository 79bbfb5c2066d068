//! A game in moves.

use super::error::SgfError;
use super::game::{SgfGame, go_on};
use super::main_line;
use super::points::{Notation, are_enough, head, nodes, too_large};
use crate::game::{Colour, Outcome};
use crate::gomoku::board::Board;
use crate::gomoku::illegal_move::IllegalMove;
use crate::gomoku::point::Point;
use crate::sgf::Tree;
use std::str::FromStr;

/// A game as it was played: the board on which it begins, and the moves of both sides in turn.
///
/// ```
/// use stonemask::gomoku::{Board, Record, Rule};
///
/// let mut record = Record::new(Board::new(15, 15, Rule::Renju)?);
/// record.moves.push("h8".parse()?);
/// record.moves.push("i9".parse()?);
/// let text = record.to_sgf()?;
/// assert_eq!(text, "(;FF[4]GM[4]CA[UTF-8]AP[stonemask]SZ[15]RU[renju];B[hh];W[ii])\n");
/// assert_eq!(Record::from_sgf(&text)?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The board before the first move.
    pub start: Board,
    /// The moves of both sides in turn.
    pub moves: Vec<Point>,
}

impl Record {
    /// A game without moves.
    pub const fn new(start: Board) -> Record {
        Record { start, moves: Vec::new() }
    }

    /// The board after the moves.
    ///
    /// # Errors
    /// When a move is illegal: its number, from 1, and the reason.
    pub fn board(&self) -> Result<Board, (usize, IllegalMove)> {
        let mut board = self.start.clone();
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
        let size = self.start.size();
        if !are_enough(size) {
            return Err(too_large(size));
        }
        let moves: Vec<Option<Point>> = self.moves.iter().copied().map(Some).collect();
        written(&self.start, &moves, "UTF-8")
    }

    /// Reads the first game of an SGF file. [`SgfFile`](super::SgfFile) keeps what else is in it.
    ///
    /// # Errors
    /// When the text is not SGF, is of another game, or has a move that is illegal or a pass.
    pub fn from_sgf(text: impl AsRef<[u8]>) -> Result<Record, SgfError> {
        Record::of(main_line::read(text.as_ref())?.played.game)
    }

    /// The game of a tree, whatever number of a game it names.
    ///
    /// # Errors
    /// When it is no game of Gomoku, or a move is illegal or a pass.
    pub fn from_tree(tree: &Tree<'_>) -> Result<Record, SgfError> {
        SgfGame::from_tree(tree).and_then(Record::of)
    }

    /// A game without passes.
    fn of(SgfGame { start, moves }: SgfGame) -> Result<Record, SgfError> {
        let moves = moves.into_iter().enumerate();
        let moves = moves.map(|(index, ply)| ply.ok_or(SgfError::Pass { number: index + 1 }));
        Ok(Record { start, moves: moves.collect::<Result<_, _>>()? })
    }
}

/// [`Record::from_sgf`].
impl FromStr for Record {
    type Err = SgfError;

    fn from_str(text: &str) -> Result<Record, SgfError> {
        Record::from_sgf(text)
    }
}

/// A game as a file in an encoding.
pub(super) fn written(start: &Board, moves: &[Option<Point>], charset: &str) -> Result<String, SgfError> {
    let result = result(start, moves)?.unwrap_or("");
    Ok(format!("{}{result}{})\n", head(start, charset), nodes(moves, start.to_move(), Notation::Letters)))
}

/// The game's end in SGF's words, if it has ended.
pub(super) fn result(start: &Board, moves: &[Option<Point>]) -> Result<Option<&'static str>, SgfError> {
    let mut board = start.clone();
    for (index, &ply) in moves.iter().enumerate() {
        go_on(&mut board, ply, index + 1)?;
    }
    Ok(board.outcome().map(|outcome| match outcome {
        Outcome::Win(Colour::Black) => "RE[B+]",
        Outcome::Win(Colour::White) => "RE[W+]",
        Outcome::Draw => "RE[0]",
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gomoku::point::Size;
    use crate::gomoku::rule::Rule;

    fn problem(text: &str) -> String {
        Record::from_sgf(text).expect_err(text).to_string()
    }

    #[test]
    fn says_what_is_broken() {
        for (text, expected) in [
            ("", "broken SGF, line 1: it holds no game"),
            ("hello", "broken SGF, line 1: it holds no game"),
            ("()", "broken SGF, line 1: it holds no game"),
            ("(())", "broken SGF, line 1: it holds no game"),
            ("(;GM[4]())", "broken SGF, line 1: there is a tree without a node"),
            ("(;GM[4]\n;B[hh]", "broken SGF, line 2: it ends within the game, ')' is missing"),
            ("(;GM[4];B[hh", "broken SGF, line 1: it ends within a value, ']' is missing"),
            ("(;GM[4];B)", "broken SGF, line 1: there is a property without a value"),
            ("(;GM[4](GM[4]))", "broken SGF, line 1: there is a property outside a node"),
            ("(GM[4])", "broken SGF, line 1: there is a property outside a game"),
            ("(;GM[4]);B[hh])", "broken SGF, line 1: there is a property outside a game"),
            ("(;GM[4];SZ[19])", "broken SGF, line 1: GM, SZ and RU belong into the first node"),
            ("(;\n;GM[2])", "broken SGF, line 2: GM, SZ and RU belong into the first node"),
            ("(;SZ[15]SZ[19])", "broken SGF, line 1: there is a second SZ or RU"),
            ("(;GM[4]!)", "broken SGF, line 1: there is a character that belongs nowhere"),
            ("(;GM[1])", "GM[1] is not Gomoku: expected GM[4]"),
            ("(;GM[4]SZ[65])", "SZ[65]: expected 1 to 64, or columns:rows"),
            ("(;GM[4]SZ[0:3])", "SZ[0:3]: expected 1 to 64, or columns:rows"),
            (
                "(;RU[2])",
                "RU[2] is not a rule: expected freestyle, standard, renju, caro or caro-exact, or Gomocup's number 0, 1, 4, 8 or 9",
            ),
            ("(;AB[zz])", "AB[zz] is not a point of the board"),
            ("(;AW[h8:])", "AW[h8:] is not a point of the board"),
            ("(;B[hh];AE[hh])", "AE after move 1: stones can be set up only before the first move"),
            ("\u{feff}(;B[hh]W[ii]AB[hh])", "AB after move 2: stones can be set up only before the first move"),
            ("(;GM[4];W[hh])", "move 1: white moves out of turn"),
            ("(;GM[4];B[hh];W[])", "move 2 is a pass"),
            ("(;GM[4];B[tt])", "move 1 is a pass"),
            ("(;SZ[1];B[aa];W[])", "move 2 is a pass, but the game is over"),
            ("(;GM[4];B[h0])", "move 1: 'h0' is not a point: expected two letters or such as h8"),
            ("(;GM[4];B[hh];W[hh])", "move 2: illegal move h8 for white: the point holds a black stone"),
            ("(;GM[4]SZ[9];B[hj])", "move 1: illegal move h10 for black: the board is 9x9"),
        ] {
            assert_eq!(problem(text), expected, "{text}");
        }
    }

    #[test]
    fn a_position_that_is_set_up_is_kept() {
        for text in
            ["(;SZ[9]AB[aa][bb]AW[cc]PL[W];W[dd];B[ee])", "(;SZ[5:9]AW[aa:ee])", "(;PL[W];W[hh])", "(;RU[renju]AB[hh])"]
        {
            let record = Record::from_sgf(text).unwrap();
            assert_ne!(record.start, Board::with_size(record.start.size(), record.start.rule()), "{text}");
            assert_eq!(record.to_sgf().unwrap().parse(), Ok(record), "{text}");
        }
    }

    #[test]
    fn utf_16_is_named() {
        let text: Vec<u8> = "\u{feff}(;B[hh])".encode_utf16().flat_map(u16::to_le_bytes).collect();
        let problem = Record::from_sgf(text).unwrap_err().to_string();
        assert_eq!(problem, "broken SGF, line 1: it is UTF-16, which is not read; save it as UTF-8");
        let problem = Record::from_sgf(b"(;C[\x95]CA[gbk])").unwrap_err().to_string();
        assert_eq!(problem, "broken SGF, line 1: CA names the encoding, but text in it comes before");
    }

    #[test]
    fn rules_have_the_numbers_of_gomocup() {
        for (number, rule) in [
            ("0", Rule::Freestyle),
            ("1", Rule::Standard),
            ("4", Rule::Renju),
            ("8", Rule::Caro),
            ("9", Rule::CaroExact),
        ] {
            assert_eq!(Record::from_sgf(format!("(;RU[{number}])")).unwrap().start.rule(), rule);
        }
    }

    #[test]
    fn text_around_games_does_not_matter() {
        for text in [
            "Subject: (a) game\n\n(;B[hh])\n-- \nAnn :)\n",
            "1 (\n;B[hh])\x1a",
            "(;b[hh])2(;w[aa]B[bb])",
            "(;B[h\\\r\nh])",
        ] {
            let moves = Record::from_sgf(text).unwrap().moves;
            assert_eq!(moves.iter().map(Point::to_string).collect::<Vec<_>>(), ["h8"], "{text}");
        }
    }

    #[test]
    fn reads_the_main_line_of_a_real_file() {
        let text = "\u{feff}(;FF[4]GM[4]SZ[19:15]\nC[a comment \\] with a bracket]\n\
                    ;B[aa](;W[sa]C[first];B[AA:])(;W[bb];B[cc]))\n";
        assert_eq!(problem(text), "move 3: 'AA:' is not a point: expected two letters or such as h8");
        let text = text.replace("AA:", "so");
        let record = Record::from_sgf(&text).unwrap();
        assert_eq!(record.start.size(), Size::new(15, 19).unwrap());
        let moves: Vec<String> = record.moves.iter().map(Point::to_string).collect();
        assert_eq!(moves, ["a1", "s1", "s15"]);
    }

    #[test]
    fn every_point_of_the_largest_board_round_trips() {
        let size = Size::new(52, 52).unwrap();
        for point in size.all() {
            let mut record = Record::new(Board::with_size(size, Rule::Freestyle));
            record.moves.push(point);
            assert_eq!(Record::from_sgf(record.to_sgf().unwrap()), Ok(record));
        }
        let large = Record::new(Board::new(1, 53, Rule::Freestyle).unwrap());
        assert_eq!(
            large.to_sgf().unwrap_err().to_string(),
            "a board of 1x53 cannot be written as SGF, whose letters end at 52"
        );
    }
}
