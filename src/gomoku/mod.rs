//! Gomoku: five in a row, on boards of 1 to 64 rows and columns, under five rules.
//!
//! * [`Board`]: stones, placing, winning, forbidden points.
//! * [`Rule`]: freestyle, standard, renju, caro, caro-exact.
//! * [`Planes`]: a board as row bits, for whole-board questions: fives, winning cells, fours and
//!   threes.
//! * [`Rows`]: a board that somebody else keeps: does a stone win, has a colour won?
//! * [`Positions`]: slices of small boards, for work on 32 at once.
//! * [`Slab`]: many games advanced together by a ply.
//! * [`Search`]: good moves, and wins by fours.
//! * [`Solver`]: forced wins, by fours and by other threats.
//! * [`Record`]: a game as it was played, read and written as SGF.
//! * [`mod@reference`]: the rules on cells, against which all of it is tested.
//!
//! Two forms of a board stand side by side. The cell vector is what people see and what the scan
//! from a stone walks; row bits are what whole-board questions need. A vector register over the
//! bytes loses to the plain walk; over row bits it wins.

// Plain types.
mod illegal_move;
mod lane;
mod point;
mod point_set;
pub mod reference;
mod rule;
// Layouts that kernels read and write.
mod block;
mod keys;
mod near;
mod planes;
mod single_game;
mod slab_game;
mod threats;
mod vector;
// The kernels, and the rules over them.
#[cfg(feature = "arbitrary")]
mod arbitrary;
mod board;
pub(crate) mod founding;
mod game;
#[allow(unsafe_code, reason = "kernels are called here and nowhere else")]
pub(crate) mod kernels;
mod many;
mod open_games;
pub(crate) mod random_games;
mod renju;
mod rows;
mod search;
#[cfg(feature = "serde")]
mod serde;
mod sgf;
mod slab;
pub mod solver;
mod text;

pub use crate::game::search::{Certainty, Level, Limits, Score};
pub use crate::game::{Colour, Symmetry};
pub use board::{Board, Undo};
pub use illegal_move::{IllegalMove, Reason};
pub use many::{Positions, PositionsError};
pub use planes::{Planes, RowsError};
pub use point::{ParsePointError, Point, Size, SizeError};
pub use point_set::{PointSet, Points};
pub use rows::{Row, Rows};
pub use rule::{AXES, Forbidden, ParseRuleError, Rule, Run};
pub use search::Search;
pub use sgf::{Record, SgfError, SgfFile, SgfGame};
pub use slab::{Slab, SlabGames};
pub use solver::Solver;
#[doc(no_inline)]
pub use solver::{Means, Progress, Solution, SolveError};
pub use text::ParseBoardError;
pub use threats::Threats;
pub use vector::CellVector;
