//! Games of NoGo as SGF: those of Go, GM 1, with the rule NoGo.

use super::illegal_move::IllegalMove;
use super::point::{Point, PointSet};
use super::shape::Shape;
use super::state::Board;
use super::text::ParseBoardError;
use crate::game::{Colour, Outcome};
use crate::sgf::{self, Outline, SetUp, Tree, Trees};
use std::str::FromStr;

/// An error from reading or writing a game as SGF.
pub type SgfError = sgf::SgfError<IllegalMove>;

/// A game of NoGo: the board on which it begins, and the moves.
///
/// ```
/// use stonemask::nogo::{Board, Record};
///
/// let mut record = Record::new(Board::start());
/// record.moves = vec!["e5".parse()?, "a1".parse()?];
/// let text = record.to_sgf()?;
/// assert_eq!(text, "(;FF[4]CA[UTF-8]AP[stonemask]GM[1]SZ[9]RU[NoGo];B[ee];W[aa])\n");
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

    /// Reads the first game of a text, and plays it.
    ///
    /// # Errors
    /// When the text is not SGF, holds no game of NoGo, or a move is illegal.
    pub fn from_sgf(text: impl AsRef<[u8]>) -> Result<Record, SgfError> {
        let tree = Trees::new(text.as_ref()).next()?.ok_or(SgfError::Empty)?;
        if let Some(game) = tree.root("GM")?
            && game != "1"
        {
            return Err(SgfError::Game { game, name: "NoGo", number: 1 });
        }
        match tree.root("RU")? {
            Some(rule) if rule.eq_ignore_ascii_case("nogo") => Record::from_tree(&tree),
            rule => Err(SgfError::Rule { rule: rule.unwrap_or_default(), expected: "NoGo" }),
        }
    }

    /// The game of a tree, whatever number of a game and rule it names.
    ///
    /// # Errors
    /// When it is no game of NoGo, or a move is illegal.
    pub fn from_tree(tree: &Tree<'_>) -> Result<Record, SgfError> {
        let size = tree.root("SZ")?.unwrap_or_else(|| "9".to_owned());
        let Some((rows, columns)) = sgf::sides(&size) else {
            return Err(SgfError::Size { size, why: "expected 1 to 9, or columns:rows".to_owned() });
        };
        let shape = match Shape::new(rows, columns, PointSet::EMPTY) {
            Ok(shape) => shape,
            Err(error) => return Err(SgfError::Size { size, why: error.to_string() }),
        };
        let extent = (shape.rows(), shape.columns());
        let SetUp { cells, to_move } = sgf::set_up(tree, extent, sgf::place)?;
        let cells = cells.unwrap_or_else(|| vec!["-".repeat(extent.1); extent.0]);
        let text = format!("{} {}", cells.join("/"), to_move.unwrap_or(Colour::Black).letter());
        let start: Board = text.parse().map_err(|error: ParseBoardError| SgfError::Setup { why: error.to_string() })?;
        let (mut board, mut moves) = (start, Vec::new());
        for (index, (colour, value)) in tree.moves().enumerate() {
            let number = index + 1;
            if colour != board.to_move() {
                return Err(SgfError::Turn { number, colour });
            }
            let Some(point) = sgf::place(&value).and_then(|(row, column)| Point::new(row, column)) else {
                return Err(SgfError::Point { number, value });
            };
            board.try_play(point).map_err(|reason| SgfError::Illegal { number, reason })?;
            moves.push(point);
        }
        Ok(Record { start, moves })
    }

    /// The board after the moves.
    ///
    /// # Errors
    /// When a move is illegal: its number, from 1, and the reason.
    pub fn board(&self) -> Result<Board, (usize, IllegalMove)> {
        let mut board = self.start;
        for (index, &point) in self.moves.iter().enumerate() {
            board.try_play(point).map_err(|reason| (index + 1, reason))?;
        }
        Ok(board)
    }

    /// The game as a text of SGF, with its winner if it is over.
    ///
    /// # Errors
    /// When the board has blocked cells, a centre where black may not begin, or a row that bends,
    /// for which SGF has no words.
    pub fn to_sgf(&self) -> Result<String, SgfError> {
        let result = self.board().ok().and_then(|board| board.outcome()).map(|outcome| match outcome {
            Outcome::Win(Colour::Black) => "B+",
            Outcome::Win(Colour::White) => "W+",
            Outcome::Draw => "0",
        });
        Ok(self.outline()?.text(&[], result))
    }

    /// The game's parts as SGF has them.
    ///
    /// # Errors
    /// As of [`Record::to_sgf`].
    pub fn outline(&self) -> Result<Outline, SgfError> {
        let shape = self.start.shape();
        let size = (shape.rows(), shape.columns());
        let unwritable = |what| Err(SgfError::Unwritable { what });
        if self.start.centre_is_forbidden() {
            return unwritable("forbidden centre");
        }
        let cells = shape.points().len() as usize;
        if cells > 9 && Shape::row(cells) == Ok(shape) {
            return unwritable("bent rows");
        }
        if cells != size.0 * size.1 {
            return unwritable("blocked cells");
        }
        let places = |colour| self.start.stones(colour).into_iter().map(|point| (point.row(), point.column()));
        let set_up =
            (self.start != Board::with_shape(shape)).then(|| Colour::ALL.map(|colour| places(colour).collect()));
        let moves = self.moves.iter().map(|point| Some((point.row(), point.column()))).collect();
        Ok(Outline { number: 1, size, rule: Some("NoGo"), set_up, to_move: self.start.to_move(), moves })
    }
}

/// [`Record::from_sgf`].
impl FromStr for Record {
    type Err = SgfError;

    fn from_str(text: &str) -> Result<Record, SgfError> {
        Record::from_sgf(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn random_games_round_trip() {
        let mut random = Random::new(1);
        for (rows, columns) in [(9, 9), (3, 5), (1, 4)] {
            let start = Board::with_shape(Shape::new(rows, columns, PointSet::EMPTY).expect("a shape"));
            for _ in 0..10 {
                let (mut board, mut record) = (start, Record::new(start));
                while !board.is_over() {
                    let legal: Vec<Point> = board.legal_moves().iter().collect();
                    let point = legal[random.below(legal.len() as u32) as usize];
                    board.play(point);
                    record.moves.push(point);
                }
                let text = record.to_sgf().expect("no blocked cells");
                assert!(text.contains("RE["), "{text}");
                assert_eq!(Record::from_sgf(&text), Ok(record), "{text}");
            }
        }
    }

    #[test]
    fn a_position_that_is_set_up_is_read_and_one_without_words_is_refused() {
        let record = Record::from_sgf("(;GM[1]RU[NoGo]SZ[3]AB[aa:ba]AW[cc]PL[W];W[bc])").expect("a game");
        assert_eq!(record.start.to_string(), "XX-/---/--O O");
        assert_eq!(Record::from_sgf(record.to_sgf().expect("plain")), Ok(record));
        for (start, expected) in [
            ("--#/---/--- X", "SGF has no blocked cells"),
            ("---/-+-/--- X", "SGF has no forbidden centre"),
            ("------------ X", "SGF has no bent rows"),
        ] {
            let record = Record::new(start.parse().expect("a board"));
            assert_eq!(record.to_sgf().map_err(|error| error.to_string()), Err(expected.to_owned()));
        }
    }

    #[test]
    fn says_what_is_wrong() {
        for (text, expected) in [
            ("(;GM[2])", "GM[2] is not NoGo: expected GM[1]"),
            ("(;GM[1])", "RU[] is not a rule: expected NoGo"),
            ("(;GM[1]RU[NoGo]SZ[x])", "SZ[x]: expected 1 to 9, or columns:rows"),
            ("(;GM[1]RU[NoGo];B[zz])", "move 1: 'zz' is not a point: expected two letters or such as h8"),
            ("(;GM[1]RU[NoGo];B[aa];W[aa])", "move 2: illegal move a1 for white: the point holds a black stone"),
        ] {
            assert_eq!(Record::from_sgf(text).map_err(|error| error.to_string()), Err(expected.to_owned()), "{text}");
        }
    }
}
