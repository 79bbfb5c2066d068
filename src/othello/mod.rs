//! Othello on 4x4, 6x6 and 8x8 boards.
//!
//! * [`Board`]: black, white and the side to move; what people and protocols use.
//! * [`Position`]: the discs of the side to move and of its opponent; what search uses.
//! * [`Positions`]: many positions in arrays, for work on all of them at once.
//! * [`Slab`]: many games in step, with masks and boards in plain arrays.
//! * [`Solver`]: exact scores of small boards; [`Search`]: what any board is worth, better the
//!   longer it takes.
//! * [`wthor`]: recorded tournament games.
//! * [`mod@reference`]: the rules on cells, against which all of it is tested.
//!
//! Bitboards stand in an 8x8 frame: bit `8*row + column`, a1 first. The 4x4 and 6x6 boards lie in
//! its middle, so that an empty ring stops every ray.

#[cfg(feature = "arbitrary")]
mod arbitrary;
pub(crate) mod bitslices;
pub(crate) mod board;
mod coding;
mod features;
pub(crate) mod founding;
mod frame;
mod game;
#[allow(unsafe_code, reason = "kernels are called here and nowhere else")]
pub(crate) mod kernels;
mod many;
mod merging;
mod moves;
pub(crate) mod packed6;
mod packed6_walk;
pub(crate) mod patterns;
pub(crate) mod planes;
pub(crate) mod position;
mod positions;
pub mod reference;
pub(crate) mod scoring;
#[cfg(feature = "serde")]
mod serde;
mod sgf;
mod slab;
pub mod solver;
mod square;
mod symmetry;
mod text;
pub mod wthor;

pub use crate::game::search::{Certainty, Level, Limits};
pub use crate::game::{Colour, Symmetry};
pub use board::{Board, IllegalMove, Reason, Undo};
pub use moves::{Line, Move};
pub use position::{Children, Position, PositionError};
pub use positions::{Positions, PositionsError};
pub use sgf::{Record, SgfError};
pub use slab::{Slab, SlabGames};
#[doc(no_inline)]
pub use solver::{
    Analysis, Candidate, CheckpointError, Options, ParseTechniqueError, Progress, Scoring, Solution, Technique,
    Weights, WeightsError, training,
};
pub use solver::{Search, Solver};
pub use square::{ParseSquareError, Square, SquareSet, Squares};
pub use text::ParseBoardError;
