//! A tree search with random games at its leaves.

mod run;
mod settings;
mod tree;

pub use run::Search;
pub use settings::Settings;
