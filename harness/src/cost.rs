//! What `stonemask bench` measures.

use crate::subject::Table;
use std::time::Instant;
use stonemask::Tier;
use stonemask::measure::spin_cycles;

/// How a kernel's cost becomes known.
pub enum Cost {
    /// Measured for itself, on one board or on several.
    Rows(Vec<Row>),
    /// Part of what the row with this name measures.
    Within(&'static str),
    /// Not measured, for this reason.
    Unmeasured(&'static str),
}

/// A row of `stonemask bench`: what is measured, once a tier.
pub struct Row {
    /// The game, with its size where there are several.
    pub game: &'static str,
    /// The row's name.
    pub name: &'static str,
    measure: Box<dyn Fn(Tier) -> Measurement>,
}

/// What a call, or a part of a larger one, takes.
#[derive(Clone, Copy, Debug)]
pub struct Measurement {
    /// Its time.
    pub nanoseconds: f64,
    /// Its time in core cycles.
    pub cycles: f64,
}

/// A row: inputs, and [`clock`] on what is done with them by the kernels of a tier.
pub(crate) fn row<K: Table>(game: &'static str, name: &'static str, measure: fn(&'static K) -> Measurement) -> Row {
    Row { game, name, measure: Box::new(move |tier| measure(K::of(tier))) }
}

impl Row {
    /// Measures on a tier that is available.
    pub fn measure(&self, tier: Tier) -> Measurement {
        (self.measure)(tier)
    }
}

/// Measures `run`, which makes `calls` calls: the median of several rounds, each held against a chain of as many
/// dependent additions as tell how long a cycle is then.
pub(crate) fn clock(calls: usize, mut run: impl FnMut()) -> Measurement {
    const ROUNDS: usize = 31;
    const CHAIN: u64 = 1 << 18;
    let seconds = |work: &mut dyn FnMut()| {
        let begun = Instant::now();
        work();
        begun.elapsed().as_secs_f64()
    };
    run();
    let mut rounds: Vec<Measurement> = (0..ROUNDS)
        .map(|_| {
            let cycle = seconds(&mut || spin_cycles(CHAIN)) / CHAIN as f64;
            let call = seconds(&mut run) / calls as f64;
            Measurement { nanoseconds: call * 1e9, cycles: call / cycle }
        })
        .collect();
    rounds.sort_by(|a, b| a.cycles.total_cmp(&b.cycles));
    rounds[ROUNDS / 2]
}
