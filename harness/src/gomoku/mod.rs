//! Gomoku's kernels.

/// A trial for each width of lanes, a constant by whose name the closure knows its width.
macro_rules! by_lane {
    ($lane:ident, $run:expr) => {
        by_lane!(@ $lane, $run, 16 32 64)
    };
    (@ $lane:ident, $run:expr, $($width:literal)*) => {
        vec![$({
            const $lane: usize = $width;
            trial("gomoku", $run).lane($lane)
        }),*]
    };
}

/// A row for a board of each width of lanes, a constant by whose name the closure knows its side:
/// `five 15`, `five 19`, `five 40`.
macro_rules! by_side {
    ($name:literal, $side:ident, $measure:expr) => {
        by_side!(@ $name, $side, $measure, 15 19 40)
    };
    (@ $name:literal, $side:ident, $measure:expr, $($length:literal)*) => {
        vec![$({
            const $side: usize = $length;
            row("gomoku", concat!($name, " ", $length), $measure).of_lane(super::samples::lane($side))
        }),*]
    };
}

mod boards;
mod calls;
mod games;
mod inputs;
mod many;
mod samples;

use crate::{Exercise, Table};
pub(crate) use games::operations;
use stonemask::Tier;
use stonemask::kernels::Gomoku as Kernels;

impl Table for Kernels {
    fn of(tier: Tier) -> &'static Kernels {
        Kernels::get(tier).expect("the tier is available")
    }
}

pub(crate) fn exercises() -> Vec<Exercise> {
    [boards::exercises(), games::exercises(), many::exercises()].into_iter().flatten().collect()
}
