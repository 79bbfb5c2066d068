//! Who wins on small boards, by search of the whole tree with a table.

mod base;
mod position;
mod result;
pub(crate) mod search;
mod table;

pub use result::{Progress, Solution, SolveError};
pub use search::Solver;
