//! Errors from reading and writing games as SGF.

use super::places::LETTERS;
use crate::game::Colour;
use std::fmt;

/// A text that is not in the format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The line, from 1.
    pub line: usize,
    /// The fault there.
    pub what: &'static str,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl std::error::Error for SyntaxError {}

/// A property that is not where it should be, or says two things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PropertyError {
    /// It stands behind the first node.
    Late {
        /// The property's name.
        name: String,
    },
    /// It has two values.
    Ambiguous {
        /// The property's name.
        name: String,
    },
}

impl fmt::Display for PropertyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PropertyError::Late { name } => write!(f, "{name} stands behind the first node"),
            PropertyError::Ambiguous { name } => write!(f, "{name} says two things"),
        }
    }
}

impl std::error::Error for PropertyError {}

/// An error from reading or writing a game as SGF, whose illegal moves have reasons of type `I`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SgfError<I> {
    /// The text is not in the format.
    Syntax(SyntaxError),
    /// The text holds no game.
    Empty,
    /// A property is not where it should be, or says two things.
    Property(PropertyError),
    /// The game is another one.
    Game {
        /// GM's value.
        game: String,
        /// The name of the game that is read.
        name: &'static str,
        /// The number of the game that is read.
        number: u32,
    },
    /// SZ names no size that a board can have.
    Size {
        /// SZ's value.
        size: String,
        /// Why not.
        why: String,
    },
    /// RU names another rule.
    Rule {
        /// RU's value.
        rule: String,
        /// The rules that are read.
        expected: &'static str,
    },
    /// Stones are set up, or the side to move is named, after a move.
    LateSetup {
        /// The property: AB, AW, AE or PL.
        name: String,
        /// How many moves came before.
        moves: usize,
    },
    /// Stones are set up on something that is not a point of the board.
    SetupPoint {
        /// The property: AB, AW or AE.
        name: String,
        /// Its value.
        value: String,
    },
    /// PL names no colour.
    ToMove {
        /// PL's value.
        value: String,
    },
    /// The stones that are set up are no position of the game.
    Setup {
        /// Why not.
        why: String,
    },
    /// A player passes; [`gomoku::Record`](crate::gomoku::Record) cannot hold that,
    /// [`gomoku::SgfFile`](crate::gomoku::SgfFile) can.
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
        reason: I,
    },
    /// SGF has no words for a part of the start position.
    Unwritable {
        /// That part.
        what: &'static str,
    },
    /// SGF has no letters for that many rows or columns.
    TooLarge {
        /// The board's rows.
        rows: usize,
        /// The board's columns.
        columns: usize,
    },
}

impl<I> From<SyntaxError> for SgfError<I> {
    fn from(error: SyntaxError) -> SgfError<I> {
        SgfError::Syntax(error)
    }
}

impl<I> From<PropertyError> for SgfError<I> {
    fn from(error: PropertyError) -> SgfError<I> {
        SgfError::Property(error)
    }
}

impl<I: fmt::Display> fmt::Display for SgfError<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SgfError::Syntax(error) => write!(f, "broken SGF, {error}"),
            SgfError::Empty => write!(f, "it holds no game"),
            SgfError::Property(error) => error.fmt(f),
            SgfError::Game { game, name, number } => {
                write!(f, "GM[{}] is not {name}: expected GM[{number}]", game.escape_debug())
            }
            SgfError::Size { size, why } => write!(f, "SZ[{}]: {why}", size.escape_debug()),
            SgfError::Rule { rule, expected } => {
                write!(f, "RU[{}] is not a rule: expected {expected}", rule.escape_debug())
            }
            SgfError::LateSetup { name, moves } => {
                let what = if name == "PL" { "the side to move can be named" } else { "stones can be set up" };
                write!(f, "{name} after move {moves}: {what} only before the first move")
            }
            SgfError::SetupPoint { name, value } => {
                write!(f, "{name}[{}] is not a point of the board", value.escape_debug())
            }
            SgfError::ToMove { value } => write!(f, "PL[{}] is not B or W", value.escape_debug()),
            SgfError::Setup { why } => f.write_str(why),
            SgfError::Pass { number } => write!(f, "move {number} is a pass"),
            SgfError::PassAfterEnd { number } => write!(f, "move {number} is a pass, but the game is over"),
            SgfError::Turn { number, colour } => write!(f, "move {number}: {colour} moves out of turn"),
            SgfError::Point { number, value } => {
                let value = value.escape_debug();
                write!(f, "move {number}: '{value}' is not a point: expected two letters or such as h8")
            }
            SgfError::Illegal { number, reason } => write!(f, "move {number}: {reason}"),
            SgfError::Unwritable { what } => write!(f, "SGF has no {what}"),
            SgfError::TooLarge { rows, columns } => {
                write!(f, "a board of {rows}x{columns} cannot be written as SGF, whose letters end at {LETTERS}")
            }
        }
    }
}

impl<I: fmt::Debug + fmt::Display> std::error::Error for SgfError<I> {}
