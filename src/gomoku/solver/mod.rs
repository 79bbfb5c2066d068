//! Forced wins: by fours, which leave one answer, and by threes and other threats, which leave few.

pub(super) mod force;
pub(super) mod fours;
mod lines;
mod result;
mod row;
mod search;
mod table;
mod threes;

pub use result::{Means, Progress, Solution, SolveError};
pub use search::Solver;
