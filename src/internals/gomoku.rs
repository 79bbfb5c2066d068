//! What is asked of Gomoku's kernels.

pub use crate::gomoku::random_games::RandomGames;
