//! Gomoku: five in a row, on boards of 1 to 64 rows and columns, under five rules.
//!
//! * [`Board`]: the flat cell vector of the document that started this project, with its cursor; placing, winning, forbidden points.
//! * [`Rule`]: freestyle, standard, renju, caro, caro-exact.
//! * [`Planes`]: the same board as row bits, for the fast [`Kernels`]: fives, winning cells, fours and threes.
//! * [`Batch`]: slices of small boards, for kernels that take 32 at once.
//! * [`Slab`]: many games advanced together by a ply.
//! * [`Playouts`]: random games to the end, many at once.
//! * [`Record`]: a game as it was played, read and written as SGF.
//! * [`mod@reference`]: the rules on cells, against which all of it is tested.
//!
//! Two forms of a board stand side by side. The cell vector is what people see and what the scan from a stone walks; row bits
//! are what whole-board questions need. A vector register over the bytes loses to the plain walk; over row bits it wins.

pub(crate) mod batch;
mod board;
mod game;
pub(crate) mod kernels;
mod planes;
pub(crate) mod playouts;
mod point;
pub mod reference;
mod renju;
mod rule;
mod sgf;
pub(crate) mod slab;

pub use crate::game::Colour;
pub use batch::{Batch, BatchError};
pub use board::{Board, Direction, IllegalMove, ParseBoardError};
pub use kernels::{Kernels, Threats};
pub(crate) use planes::Lane;
pub use planes::Planes;
pub use playouts::Playouts;
pub use point::{ParsePointError, Point, PointSet, Size, SizeError};
pub use rule::{AXES, Forbidden, ParseRuleError, Rule, Run};
pub use sgf::{Record, SgfError};
pub use slab::Slab;
