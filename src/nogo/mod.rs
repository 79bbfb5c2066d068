//! NoGo on boards up to 9x9, with blocked cells or without.
//!
//! NoGo is Go without capture: a move that takes the last liberty of a group, the opponent's or its
//! own, is illegal; who has no legal move loses. Passing is not allowed.
//!
//! * [`Board`]: a game in progress: stones, groups, and the legal moves of both colours, all exact
//!   after every move.
//! * [`Position`]: stones alone; legal moves from scratch.
//! * [`Positions`]: many of them, for work on all at once.
//! * [`Slab`]: many games advanced together.
//! * [`Batch`]: random games from many boards at once, and where stones stand at their end.
//! * [`Solver`]: who wins on small boards and near the end of the game.
//! * [`Search`]: the best moves of any board, by a tree search with random games at its leaves.
//! * [`mod@reference`]: the rules on cells, against which all of it is tested.
//!
//! A set of points is 96 bits as in the founding document: bit `10*row + column`, so that every row
//! is followed by a separator that is always 0, and a step to a neighbour is a shift by 1 or by 10.

#[cfg(feature = "arbitrary")]
mod arbitrary;
mod batch;
mod board;
pub(crate) mod founding;
mod game;
mod illegal_move;
#[allow(unsafe_code, reason = "kernels are called here and nowhere else")]
pub(crate) mod kernels;
mod many;
pub(crate) mod planes;
mod point;
mod position;
mod random_games;
pub mod reference;
pub(crate) mod search;
#[cfg(feature = "serde")]
mod serde;
mod sgf;
pub(crate) mod shape;
mod slab;
pub mod solver;
pub(crate) mod state;
mod text;

pub use crate::game::search::{Certainty, Level, Limits, Score};
pub use crate::game::{Colour, Symmetry};
pub use batch::{Batch, Ends};
pub use board::{Group, Undo};
pub use illegal_move::{IllegalMove, Reason};
pub use many::Positions;
pub use point::{ParsePointError, Point, PointSet, Points};
pub use position::{Masks, Position, PositionError};
pub use search::Search;
pub use sgf::{Record, SgfError};
pub use shape::{Shape, ShapeError};
pub use slab::{Slab, SlabGames};
pub use solver::Solver;
#[doc(no_inline)]
pub use solver::{Progress, Solution, SolveError};
pub use state::Board;
pub use text::ParseBoardError;
