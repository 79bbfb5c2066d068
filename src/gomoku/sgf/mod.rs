//! Games as SGF files, the format of Go servers and editors: FF[4], and GM[4], which its registry
//! calls "Gomoku+Renju".
//!
//! A move is two letters, column and row, a to z for 1 to 26 and A to Z for 27 to 52, from the top
//! left; so a board with more rows or columns than 52 cannot be written. The rule stands in RU by
//! its name here; without RU it is freestyle. Of a file with variations the main line is read, the
//! first at every fork. A [`Record`] has no passes; an [`SgfGame`]
//! and an [`SgfFile`] may. Stones may be set up before
//! the first move; later ones are refused.

mod error;
mod file;
mod game;
mod main_line;
mod points;
mod record;

pub use error::SgfError;
pub use file::SgfFile;
pub use game::SgfGame;
pub use record::Record;
