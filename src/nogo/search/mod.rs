//! A tree search with random games at its leaves.

pub(crate) mod run;
pub(crate) mod settings;
mod tree;

pub use run::Search;
