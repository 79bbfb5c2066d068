//! Opponents of a level.

use super::run::Search;
use crate::game::search::level_methods;
use crate::gomoku::board::Board;
use crate::gomoku::point::Point;

impl Board {
    level_methods!(Search, Point, [100, 100, 100, 1_000, 3_000, 10_000, 30_000, 100_000, 300_000]);
}
