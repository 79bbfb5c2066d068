//! `stonemask bench`: the cost of each kernel by tier.

mod compare;
mod gomoku;
mod nogo;
mod othello;

use crate::error::Failure;
use crate::games::Name;
use crate::output::Output;
use clap::Args;
use compare::{Comparison, Ratio, Timed};
use serde::Serialize;
use std::time::Instant;
use stonemask::{Tier, spin_cycles};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game [default: all]
    #[arg(long)]
    game: Option<Name>,
    /// Compare each tier with the one below, run in turns: the ratio of their times, and whether the tier is faster by more than 3 %;
    /// the exit status is 1 if it is slower by as much
    #[arg(long)]
    compare: bool,
}

#[derive(Serialize)]
struct Report {
    kernels: Vec<Cost>,
}

/// What one call costs, through the public API, call included.
#[derive(Serialize)]
pub(crate) struct Cost {
    game: String,
    kernel: &'static str,
    tier: &'static str,
    nanoseconds: f64,
    cycles: f64,
}

/// The measurements of one game, as they come.
pub(crate) struct Costs<'a> {
    game: Name,
    purpose: Purpose<'a>,
}

/// What is measured for.
enum Purpose<'a> {
    /// The cost of every kernel.
    Cost(Vec<Cost>),
    /// Every kernel beside that of the tier below.
    Compare { below: Tier, found: Vec<Comparison> },
    /// Of that tier, the kernel with this name: run in turns with the one above.
    Oppose { kernel: &'static str, above: Timed<'a>, found: Option<Ratio> },
}

impl Costs<'_> {
    /// Measures `run`, which makes `calls` calls.
    pub(crate) fn measure(&mut self, kernel: &'static str, tier: Tier, calls: usize, mut run: impl FnMut()) {
        let game = self.game;
        match &mut self.purpose {
            Purpose::Cost(list) => {
                let (nanoseconds, cycles) = clock(calls, &mut run);
                list.push(Cost { game: game.to_string(), kernel, tier: tier.name(), nanoseconds, cycles });
            }
            Purpose::Compare { below, found } => {
                let below = *below;
                let above = Timed { calls, run: &mut run };
                let mut costs = Costs { game, purpose: Purpose::Oppose { kernel, above, found: None } };
                costs.measure_all(below);
                let Purpose::Oppose { found: Some(ratio), .. } = costs.purpose else { return };
                found.push(Comparison::new(game, kernel, [tier, below], ratio));
            }
            Purpose::Oppose { kernel: wanted, above, found } => {
                if *wanted == kernel {
                    *found = Some(Ratio::of(above, &mut Timed { calls, run: &mut run }));
                }
            }
        }
    }

    /// Measures `run`, in which no kernel takes part: the same for all tiers, and nothing to compare.
    pub(crate) fn measure_alike(&mut self, name: &'static str, tier: Tier, calls: usize, run: impl FnMut()) {
        if let Purpose::Cost(_) = self.purpose {
            self.measure(name, tier, calls, run);
        }
    }

    /// Measures the kernels of the game.
    fn measure_all(&mut self, tier: Tier) {
        match self.game {
            Name::Othello4 => othello::measure::<4>(tier, self),
            Name::Othello6 => othello::measure::<6>(tier, self),
            Name::Othello8 => othello::measure::<8>(tier, self),
            Name::Gomoku => gomoku::measure(tier, self),
            Name::Nogo => nogo::measure(tier, self),
        }
    }
}

/// Nanoseconds and cycles of one of `calls` calls: the median of several rounds, each held against a chain of as many dependent
/// additions as tell how long a cycle is then.
fn clock(calls: usize, mut run: impl FnMut()) -> (f64, f64) {
    const ROUNDS: usize = 31;
    const CHAIN: u64 = 1 << 18;
    let clock = |work: &mut dyn FnMut()| {
        let begun = Instant::now();
        work();
        begun.elapsed().as_secs_f64()
    };
    run();
    let mut rounds: Vec<(f64, f64)> = (0..ROUNDS)
        .map(|_| {
            let cycle = clock(&mut || spin_cycles(CHAIN)) / CHAIN as f64;
            let call = clock(&mut run) / calls as f64;
            (call / cycle, call * 1e9)
        })
        .collect();
    rounds.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (cycles, nanoseconds) = rounds[ROUNDS / 2];
    (nanoseconds, cycles)
}

pub(crate) fn run(arguments: &Arguments, tier: Option<Tier>, output: Output) -> Result<(), Failure> {
    let games: Vec<Name> = arguments.game.map_or(Name::ALL.to_vec(), |game| vec![game]);
    if arguments.compare {
        let mut comparisons = Vec::new();
        let tiers = compare::tiers(tier)?;
        for game in games {
            for &[tier, below] in &tiers {
                let mut costs = Costs { game, purpose: Purpose::Compare { below, found: Vec::new() } };
                costs.measure_all(tier);
                if let Purpose::Compare { mut found, .. } = costs.purpose {
                    comparisons.append(&mut found);
                }
            }
        }
        return compare::report(comparisons, output);
    }
    let tiers: Vec<Tier> = Tier::available().filter(|&t| tier.is_none_or(|only| t == only)).collect();
    let mut report = Report { kernels: Vec::new() };
    for game in games {
        for &tier in &tiers {
            let mut costs = Costs { game, purpose: Purpose::Cost(Vec::new()) };
            costs.measure_all(tier);
            if let Purpose::Cost(mut list) = costs.purpose {
                report.kernels.append(&mut list);
            }
        }
    }
    output.print(&report, || {
        let mut text = format!("{:<10} {:<12} {:<9} {:>10} {:>10}\n", "game", "kernel", "tier", "ns/call", "cycles");
        for Cost { game, kernel, tier, nanoseconds, cycles } in &report.kernels {
            text += &format!("{game:<10} {kernel:<12} {tier:<9} {nanoseconds:>10.2} {cycles:>10.1}\n");
        }
        text
    })
}
