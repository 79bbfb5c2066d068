//! Opponents of a level.

use super::analysis::Search;
use crate::game::search::level_methods;
use crate::othello::board::Board;
use crate::othello::moves::Move;

impl<const N: usize> Board<N> {
    level_methods!(Search<N>, Move<N>, [10, 20, 50, 300, 2_000, 10_000, 50_000, 300_000, 2_000_000]);
}
