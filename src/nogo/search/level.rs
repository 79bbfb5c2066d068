//! Opponents of a level.

use super::run::Search;
use crate::game::search::level_methods;
use crate::nogo::point::Point;
use crate::nogo::state::Board;

impl Board {
    level_methods!(Search, Point, [100, 100, 100, 1_000, 10_000, 100_000, 300_000, 1_000_000, 3_000_000]);
}
