//! A board of any game, and the operations that all games share.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use stonemask::slab::Actions;
use stonemask::{gomoku, nogo, othello};

/// A board of one of the games.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(clippy::large_enum_variant, reason = "one of them an object of Python")]
pub(crate) enum Any {
    Othello4(othello::Board<4>),
    Othello6(othello::Board<6>),
    Othello8(othello::Board<8>),
    Gomoku(gomoku::Board),
    Nogo(nogo::Board),
}

/// One expression for a board of any game.
macro_rules! each {
    ($any:expr, $board:pat => $body:expr) => {
        match $any {
            $crate::game::Any::Othello4($board) => $body,
            $crate::game::Any::Othello6($board) => $body,
            $crate::game::Any::Othello8($board) => $body,
            $crate::game::Any::Gomoku($board) => $body,
            $crate::game::Any::Nogo($board) => $body,
        }
    };
}
pub(crate) use each;

/// A game whose boards are one case of [`Any`].
pub(crate) trait Case: Actions<Move: Send, Illegal: Send> + PartialEq + 'static {
    /// The board as any.
    fn any(self) -> Any;

    /// The board, if it is of this game and size.
    fn of(any: &Any) -> Option<&Self>;
}

macro_rules! case {
    ($board:ty, $case:ident) => {
        impl Case for $board {
            fn any(self) -> Any {
                Any::$case(self)
            }

            fn of(any: &Any) -> Option<&Self> {
                match any {
                    Any::$case(board) => Some(board),
                    _ => None,
                }
            }
        }
    };
}
case!(othello::Board<4>, Othello4);
case!(othello::Board<6>, Othello6);
case!(othello::Board<8>, Othello8);
case!(gomoku::Board, Gomoku);
case!(nogo::Board, Nogo);

impl Any {
    /// The game's name as the command has it.
    pub(crate) fn name(&self) -> &'static str {
        match self {
            Any::Othello4(_) => "othello4",
            Any::Othello6(_) => "othello6",
            Any::Othello8(_) => "othello8",
            Any::Gomoku(_) => "gomoku",
            Any::Nogo(_) => "nogo",
        }
    }

    /// The rows and columns of the board.
    pub(crate) fn size(&self) -> (usize, usize) {
        match self {
            Any::Othello4(_) => (4, 4),
            Any::Othello6(_) => (6, 6),
            Any::Othello8(_) => (8, 8),
            Any::Gomoku(board) => (board.size().rows(), board.size().columns()),
            Any::Nogo(board) => (board.shape().rows(), board.shape().columns()),
        }
    }

    /// Reads a board of the game with this name.
    pub(crate) fn read(name: &str, text: &str) -> PyResult<Any> {
        fn board<G: Case + std::str::FromStr<Err: std::error::Error>>(text: &str) -> PyResult<Any> {
            text.parse().map(G::any).map_err(value_error)
        }
        match name {
            "othello4" => board::<othello::Board<4>>(text),
            "othello6" => board::<othello::Board<6>>(text),
            "othello8" => board::<othello::Board<8>>(text),
            "gomoku" => board::<gomoku::Board>(text),
            "nogo" => board::<nogo::Board>(text),
            _ => Err(PyValueError::new_err(format!(
                "'{}' is not a game: expected othello4, othello6, othello8, gomoku or nogo",
                name.escape_debug()
            ))),
        }
    }
}

/// An error of the library as `ValueError`.
pub(crate) fn value_error(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
