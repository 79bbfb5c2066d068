//! A tree search with random games at its leaves.

mod level;
pub(crate) mod run;
pub(crate) mod settings;
mod tree;

pub use run::Search;
