//! Othello on 4x4, 6x6 and 8x8 boards.
//!
//! * [`Board`]: black, white and the side to move; what people and protocols use.
//! * [`Position`]: the discs of the side to move and of its opponent; what search uses.
//! * [`Kernels`]: the assembly behind both, by tier.
//! * [`Packed6`]: the 6x6 state of the document that started this project, with its own kernels.
//! * [`Positions`]: many positions in arrays, for the batch kernels.
//! * [`Slab`]: many games in step, with masks and boards in plain arrays.
//! * [`SlicedGames`]: hundreds of random games at once.
//! * [`Solver`]: exact scores of small boards.
//! * [`mod@reference`]: the rules on cells, against which all of it is tested.
//!
//! Bitboards stand in an 8x8 frame: bit `8*row + column`, a1 first. The 4x4 and 6x6 boards lie in its middle, so that an
//! empty ring stops every ray.

mod batch;
mod board;
mod game;
pub(crate) mod kernels;
mod packed6;
mod position;
pub mod reference;
mod slab;
pub(crate) mod sliced;
mod solver;
mod square;
mod symmetry;

pub use crate::game::Colour;
pub use batch::{Positions, PositionsError};
pub use board::{Board, IllegalMove, Line, Move, ParseBoardError};
pub use kernels::Kernels;
pub use packed6::{IllegalCell, Packed6, Packed6Error};
pub use position::{Children, OverlapError, Position};
pub use slab::Slab;
pub use sliced::SlicedGames;
pub(crate) use solver::last::{LAST_PLIES, LastPlies};
pub(crate) use solver::patterns;
pub use solver::{Interrupted, Options, ParseTechniqueError, Progress, Scoring, Solution, Solver, Technique, training};
pub use square::{ParseSquareError, Square, SquareSet, Squares};
pub use symmetry::Symmetry;
