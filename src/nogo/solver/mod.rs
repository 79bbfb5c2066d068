//! Who wins on small boards, by search of the whole tree with a table.

mod base;
mod crew;
mod decide;
mod position;
mod result;
mod rows;
pub(crate) mod search;
mod segment;
mod table;
mod values;

pub use result::{Progress, Solution, SolveError};
pub use search::Solver;
