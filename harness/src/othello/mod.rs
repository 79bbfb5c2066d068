//! Othello's kernels.

/// A trial or a row for boards of some sizes, a constant by whose name the closure knows its size:
/// `on!([4, 6, 8], N, trial(|k: &Kernels, p: &Position<N>| k.mobility(*p)))`.
macro_rules! on {
    ([$($size:literal),*], $n:ident, $make:ident $arguments:tt) => {
        vec![$({
            const $n: usize = $size;
            on!(@ $make concat!("othello", $size), $arguments)
        }),*]
    };
    (@ $make:ident $game:expr, ($($argument:expr),*)) => { $make($game, $($argument),*) };
}

mod inputs;
mod many;
mod samples;
mod single;
mod solver;

use crate::{Exercise, Table};
use stonemask::Tier;
use stonemask::kernels::Othello as Kernels;

impl Table for Kernels {
    fn of(tier: Tier) -> &'static Kernels {
        Kernels::get(tier).expect("the tier is available")
    }
}

pub(crate) fn exercises() -> Vec<Exercise> {
    [single::exercises(), solver::exercises(), many::exercises()].into_iter().flatten().collect()
}
