//! Errors from reading and writing SGF.

use super::points::LETTERS;
use crate::game::Colour;
use crate::gomoku::illegal_move::IllegalMove;
use crate::gomoku::point::Size;
use crate::sgf::SyntaxError;
use std::fmt;

/// An error from reading or writing SGF.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SgfError {
    /// The text is not in the format.
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The fault there.
        what: &'static str,
    },
    /// The game is another one: GM is not 4.
    Game {
        /// GM's value.
        game: String,
    },
    /// SZ names no size that a board can have.
    Size {
        /// SZ's value.
        size: String,
    },
    /// RU names no rule.
    Rule {
        /// RU's value.
        rule: String,
    },
    /// Stones are set up after a move.
    LateSetup {
        /// The property: AB, AW or AE.
        name: &'static str,
        /// How many moves came before.
        moves: usize,
    },
    /// Stones are set up on something that is not a point of the board.
    SetupPoint {
        /// The property: AB, AW or AE.
        name: &'static str,
        /// Its value in the file.
        value: String,
    },
    /// The game begins with stones, or with white's move; a [`Record`](super::Record) cannot hold that, an
    /// [`SgfFile`](super::SgfFile) can.
    Setup,
    /// A player passes; a [`Record`](super::Record) cannot hold that, an [`SgfFile`](super::SgfFile) can.
    Pass {
        /// The move, from 1.
        number: usize,
    },
    /// A player passes after the end of the game.
    PassAfterEnd {
        /// The move, from 1.
        number: usize,
    },
    /// A colour moves out of turn.
    Turn {
        /// The move, from 1.
        number: usize,
        /// The colour.
        colour: Colour,
    },
    /// A move names no point.
    Point {
        /// The move, from 1.
        number: usize,
        /// The move's value.
        value: String,
    },
    /// A move is illegal.
    Illegal {
        /// The move, from 1.
        number: usize,
        /// Why.
        reason: IllegalMove,
    },
    /// SGF has no letters for that many rows or columns.
    TooLarge(Size),
}

impl fmt::Display for SgfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SgfError::Syntax { line, what } => write!(f, "broken SGF, line {line}: {what}"),
            SgfError::Game { game } => write!(f, "GM[{}] is not Gomoku: expected GM[4]", game.escape_debug()),
            SgfError::Size { size } => {
                write!(f, "SZ[{}] is not a size: expected 1 to {}, or columns:rows", size.escape_debug(), Size::MAX)
            }
            SgfError::Rule { rule } => {
                let rule = rule.escape_debug();
                let expected = "freestyle, standard, renju, caro or caro-exact, or Gomocup's number 0, 1, 4, 8 or 9";
                write!(f, "RU[{rule}] is not a rule: expected {expected}")
            }
            SgfError::LateSetup { name, moves } => {
                write!(f, "{name} after move {moves}: stones can be set up only before the first move")
            }
            SgfError::SetupPoint { name, value } => {
                write!(f, "{name}[{}] is not a point of the board", value.escape_debug())
            }
            SgfError::Setup => write!(f, "the game does not begin on an empty board with black to move"),
            SgfError::Pass { number } => write!(f, "move {number} is a pass"),
            SgfError::PassAfterEnd { number } => write!(f, "move {number} is a pass, but the game is over"),
            SgfError::Turn { number, colour } => write!(f, "move {number}: {colour} moves out of turn"),
            SgfError::Point { number, value } => {
                write!(
                    f,
                    "move {number}: '{}' is not a point: expected two letters or such as h8",
                    value.escape_debug()
                )
            }
            SgfError::Illegal { number, reason } => write!(f, "move {number}: {reason}"),
            SgfError::TooLarge(size) => {
                write!(f, "a board of {size} cannot be written as SGF, whose letters end at {LETTERS}")
            }
        }
    }
}

impl std::error::Error for SgfError {}

impl From<SyntaxError> for SgfError {
    fn from(SyntaxError { line, what }: SyntaxError) -> SgfError {
        SgfError::Syntax { line, what }
    }
}
