//! The error from reading and writing games as SGF.

use crate::gomoku::illegal_move::IllegalMove;
use crate::sgf;

/// An error from reading or writing a game as SGF.
pub type SgfError = sgf::SgfError<IllegalMove>;
