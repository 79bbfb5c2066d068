//! Games of 8x8 Othello as SGF, GM 2.

use super::board::{Board, IllegalMove};
use super::moves::Move;
use super::square::Square;
use crate::game::Colour;
use crate::sgf::{self, Outline, SetUp, Tree, Trees};
use std::str::FromStr;

/// An error from reading a game as SGF.
pub type SgfError = sgf::SgfError<IllegalMove<8>>;

/// A game of 8x8 Othello: the board on which it begins, and the moves.
///
/// ```
/// use stonemask::othello::{Board, Move, Record, Square};
///
/// let mut record = Record::new(Board::start());
/// record.moves.extend([Square::F5, Square::D6].map(Move::from));
/// let text = record.to_sgf();
/// assert_eq!(text, "(;FF[4]CA[UTF-8]AP[stonemask]GM[2]SZ[8];B[fe];W[df])\n");
/// assert_eq!(Record::from_sgf(&text)?, record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The board before the first move.
    pub start: Board<8>,
    /// The moves of both sides in turn, passes included.
    pub moves: Vec<Move<8>>,
}

impl Record {
    /// A game without moves.
    pub const fn new(start: Board<8>) -> Record {
        Record { start, moves: Vec::new() }
    }

    /// Reads the first game of a text, and plays it. Files may leave passes out.
    ///
    /// # Errors
    /// When the text is not SGF, holds no game of 8x8 Othello, or a move is illegal.
    pub fn from_sgf(text: impl AsRef<[u8]>) -> Result<Record, SgfError> {
        let tree = Trees::new(text.as_ref()).next()?.ok_or(SgfError::Empty)?;
        match tree.root("GM")? {
            Some(game) if game != "2" => Err(SgfError::Game { game, name: "Othello", number: 2 }),
            _ => Record::from_tree(&tree),
        }
    }

    /// The game of a tree, whatever number of a game it names.
    ///
    /// # Errors
    /// When it is no game of 8x8 Othello, or a move is illegal.
    pub fn from_tree(tree: &Tree<'_>) -> Result<Record, SgfError> {
        if let Some(size) = tree.root("SZ")?
            && !["8", "8:8"].contains(&size.as_str())
        {
            return Err(SgfError::Size { size, why: "Othello is read on 8x8".to_owned() });
        }
        let rule = tree.root("RU")?.unwrap_or_default();
        if !["", "othello", "reversi", "standard"].contains(&rule.to_ascii_lowercase().as_str()) {
            return Err(SgfError::Rule { rule, expected: "othello, reversi or standard" });
        }
        let SetUp { cells, to_move } = sgf::set_up(tree, (8, 8), sgf::place)?;
        let mut start = Board::start();
        if cells.is_some() || to_move.is_some() {
            let cells = cells.map_or_else(|| start.to_string()[..64].to_owned(), |rows| rows.concat());
            let text = format!("{cells} {}", to_move.unwrap_or(Colour::Black).letter());
            start = text.parse().expect("any cells are a board");
        }
        let (mut board, mut moves) = (start, Vec::new());
        for (index, (colour, value)) in tree.moves().enumerate() {
            let number = index + 1;
            // Some files leave passes out.
            if colour != board.to_move() && board.try_play(Move::Pass).is_ok() {
                moves.push(Move::Pass);
            }
            if colour != board.to_move() {
                return Err(SgfError::Turn { number, colour });
            }
            let ply = match sgf::place(&value).and_then(|(row, column)| Square::new(row, column)) {
                _ if sgf::is_pass(&value) || value.parse() == Ok(Move::<8>::Pass) => Move::Pass,
                Some(square) => square.into(),
                None => return Err(SgfError::Point { number, value }),
            };
            board.try_play(ply).map_err(|reason| SgfError::Illegal { number, reason })?;
            moves.push(ply);
        }
        Ok(Record { start, moves })
    }

    /// The board after the moves.
    ///
    /// # Errors
    /// When a move is illegal: its number, from 1, and the reason.
    pub fn board(&self) -> Result<Board<8>, (usize, IllegalMove<8>)> {
        let mut board = self.start;
        for (index, &ply) in self.moves.iter().enumerate() {
            board.try_play(ply).map_err(|reason| (index + 1, reason))?;
        }
        Ok(board)
    }

    /// The game as a text of SGF, with its result if it is over, in which empty squares count for
    /// the winner.
    pub fn to_sgf(&self) -> String {
        let result = self.board().ok().filter(Board::is_over).map(|board| {
            let margin = board.score().unsigned_abs() + board.empties().len();
            match board.score().signum() {
                1 => format!("B+{margin}"),
                -1 => format!("W+{margin}"),
                _ => "0".to_owned(),
            }
        });
        self.outline().text(&[], result.as_deref())
    }

    /// The game's parts as SGF has them.
    pub fn outline(&self) -> Outline {
        let places = |colour| self.start.stones(colour).into_iter().map(|square| (square.row(), square.column()));
        Outline {
            number: 2,
            size: (8, 8),
            rule: None,
            set_up: (self.start != Board::start()).then(|| Colour::ALL.map(|colour| places(colour).collect())),
            to_move: self.start.to_move(),
            moves: self
                .moves
                .iter()
                .map(|ply| match ply {
                    Move::Place(square) => Some((square.row(), square.column())),
                    Move::Pass => None,
                })
                .collect(),
        }
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
        for _ in 0..20 {
            let (mut board, mut record) = (Board::start(), Record::new(Board::start()));
            while !board.is_over() {
                let legal: Vec<_> = board.plies().collect();
                let ply = legal[random.below(legal.len() as u32) as usize];
                board.play(ply);
                record.moves.push(ply);
            }
            let text = record.to_sgf();
            assert!(text.contains("RE["), "{text}");
            assert_eq!(Record::from_sgf(&text), Ok(record), "{text}");
        }
    }

    #[test]
    fn says_what_is_wrong() {
        for (text, expected) in [
            ("", "it holds no game"),
            ("(;GM[2]", "broken SGF, line 1: it ends within the game, ')' is missing"),
            ("(;GM[4])", "GM[4] is not Othello: expected GM[2]"),
            ("(;GM[2]SZ[6])", "SZ[6]: Othello is read on 8x8"),
            ("(;GM[2]RU[anti])", "RU[anti] is not a rule: expected othello, reversi or standard"),
            ("(;GM[2];W[fe])", "move 1: white moves out of turn"),
            ("(;GM[2];B[fz])", "move 1: 'fz' is not a point: expected two letters or such as h8"),
            ("(;GM[2];B[aa])", "move 1: illegal move a1 for black: it flips nothing"),
            ("(;GM[2];B[fe];PL[B])", "PL after move 1: the side to move can be named only before the first move"),
            ("(;GM[2]AB[zz])", "AB[zz] is not a point of the board"),
        ] {
            assert_eq!(Record::from_sgf(text).map_err(|error| error.to_string()), Err(expected.to_owned()), "{text}");
        }
    }

    #[test]
    fn a_position_that_is_set_up_and_a_pass_left_out_are_read() {
        let text = "(;GM[2]SZ[8]AB[aa][da][ea]AW[ba][fa]PL[B];B[ca];B[ga])";
        let record = Record::from_sgf(text).expect("a game");
        assert_eq!(record.moves.len(), 3);
        assert_eq!(record.moves[1], Move::Pass);
        let again = Record::from_sgf(record.to_sgf());
        assert_eq!(again, Ok(record));
    }
}
