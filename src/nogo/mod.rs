//! NoGo on boards up to 9x9, with blocked cells or without.
//!
//! NoGo is Go without capture: a move that takes the last liberty of a group, the opponent's or its own, is illegal; who has
//! no legal move loses. There is no pass.
//!
//! * [`Board`]: a game in progress: stones, groups, and the legal moves of both colours, all exact after every move.
//! * [`Position`]: stones alone; legal moves from scratch.
//! * [`FourBoards`]: the state as the document that started this project keeps it.
//! * [`Kernels`]: the assembly behind them, by tier.
//! * [`Slab`]: many games advanced together.
//! * [`Solver`]: who wins on small boards.
//! * [`mod@reference`]: the rules on cells, against which all of it is tested.
//!
//! A set of points is 96 bits in the source's layout: bit `10*row + column`, so that every row is followed by a separator that
//! is always 0, and a step to a neighbour is a shift by 1 or by 10.

mod board;
mod four_boards;
mod game;
pub(crate) mod kernels;
mod point;
mod position;
pub mod reference;
mod shape;
mod slab;
pub(crate) mod slices;
mod solver;
mod state;

pub use crate::game::Colour;
pub use board::{Board, Group, IllegalMove, ParseBoardError, Reason};
pub use four_boards::{FourBoards, FourBoardsError};
pub use kernels::Kernels;
pub use point::{ParsePointError, Point, PointSet, Points};
pub use position::{Masks, Position, PositionError};
pub use shape::{Shape, ShapeError};
pub use slab::Slab;
pub use solver::{Interrupted, Progress, Solution, SolveError, Solver};
pub(crate) use state::{State, halves, set, windows};
