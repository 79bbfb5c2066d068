//! Smart Game Format, `FF[4]`: texts of games as trees of nodes, a syntax that GGF shares.
//!
//! [`Trees`] reads the games of a text one after the other, whatever game they are of; a [`Tree`]
//! has the properties of a game's main line. Each game reads its moves from one:
//! [`othello::Record`](crate::othello::Record), [`gomoku::Record`](crate::gomoku::Record) and
//! [`nogo::Record`](crate::nogo::Record). [`Outline`] writes a game.
//!
//! A place is two letters, column and row, a to z for 1 to 26 and A to Z for 27 to 52, from the top
//! left.

mod error;
mod grammar;
mod outline;
mod places;
mod scanner;
mod set_up;
mod tree;

pub use error::{PropertyError, SgfError, SyntaxError};
pub use outline::Outline;
pub use places::{Place, escaped, is_pass, letters, place, sides, size};
pub use scanner::Property;
pub use set_up::{SetUp, set_up};
pub use tree::{Tree, Trees, parse};

pub(crate) use grammar::Grammar;
pub(crate) use places::LETTERS;
pub(crate) use scanner::{Scanner, Word, charset, mark_length};
pub(crate) use tree::joined;
