//! Access to Gomoku's kernels.

pub use crate::gomoku::kernels::singles::Singles;
pub use crate::gomoku::random_games::RandomGames;

use crate::gomoku::kernels::Kernels;

/// The functions of a table that hosts in C call without a wrapper.
pub fn singles(kernels: &Kernels) -> Singles {
    kernels.singles()
}
