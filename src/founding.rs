//! The forms in which the project's three founding documents keep their games, and their rules on
//! them. `docs/FOUNDING.md` has the documents' text beside this.
//!
//! * [`Packed6`]: 6x6 Othello in two bits a cell, with the document's `outflank` and `move`.
//! * [`VectorBoard`]: Gomoku on a flat vector of cells, with a cursor, and the scan from a stone.
//! * [`FourBoards`]: NoGo as four boards of three integers, and its move generation.

pub use crate::gomoku::founding::{Direction, VectorBoard};
pub use crate::nogo::founding::{FourBoards, FourBoardsError};
pub use crate::othello::founding::{CellReason, IllegalCell};
pub use crate::othello::packed6::{Packed6, Packed6Error};
