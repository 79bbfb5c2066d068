//! Exact scores by search to the end of the game.
//!
//! Null-window negamax with a transposition table. The score is found by a sequence of tests, each
//! of which asks whether it is above some number and narrows the bounds (MTD); then the line of
//! best play is read off by tests along it. Several threads share the table and the moves of
//! positions near the root. `docs/notes/solver-trials.md` has the gain of each technique.

mod analysis;
mod checkpoint;
mod crew;
mod deepening;
mod evaluation;
mod exact;
mod level;
mod midgame;
mod options;
mod order;
mod ordering;
mod result;
mod root;
mod search;
mod selfplay;
mod sharing;
mod table;
pub mod training;
mod tuning;
mod worker;

pub use super::patterns::{Weights, WeightsError};
pub use super::scoring::Scoring;
pub use analysis::{Analysis, Candidate, Search};
pub use checkpoint::CheckpointError;
pub use exact::Solver;
pub use options::{Options, ParseTechniqueError, Technique};
pub use result::{Progress, Solution};
