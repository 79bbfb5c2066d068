//! A tree search over the patterns that a stone would make on each point.

mod field;
mod level;
mod patterns;
mod run;
mod tree;

pub use run::Search;
