//! `stonemask bench`: the cost of each kernel by tier.

mod gomoku;
mod nogo;
mod othello;

use crate::error::Failure;
use crate::games::Name;
use crate::output::Output;
use clap::Args;
use serde::Serialize;
use std::time::Instant;
use stonemask::Tier;
use stonemask::measure::spin_cycles;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game [default: all]
    #[arg(long)]
    game: Option<Name>,
}

#[derive(Serialize)]
struct Report {
    kernels: Vec<Cost>,
}

/// What one call costs, through the public API, call included.
#[derive(Serialize)]
pub(crate) struct Cost {
    game: String,
    kernel: String,
    tier: &'static str,
    nanoseconds: f64,
    cycles: f64,
}

/// Measurements of one game.
pub(crate) struct Costs {
    game: Name,
    list: Vec<Cost>,
}

impl Costs {
    /// Measures `run`, which makes `calls` calls: the median of several rounds, each held against a chain of as many
    /// dependent additions as tell how long a cycle is then.
    pub(crate) fn measure(&mut self, kernel: impl Into<String>, tier: Tier, calls: usize, mut run: impl FnMut()) {
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
        let kernel = kernel.into();
        self.list.push(Cost { game: self.game.to_string(), kernel, tier: tier.name(), nanoseconds, cycles });
    }
}

pub(crate) fn run(arguments: &Arguments, tier: Option<Tier>, output: Output) -> Result<(), Failure> {
    let tiers: Vec<Tier> = Tier::available().filter(|&t| tier.is_none_or(|only| t == only)).collect();
    let games: Vec<Name> = arguments.game.map_or(Name::ALL.to_vec(), |game| vec![game]);
    let mut report = Report { kernels: Vec::new() };
    for game in games {
        let mut costs = Costs { game, list: Vec::new() };
        for &tier in &tiers {
            match game {
                Name::Othello4 => othello::measure::<4>(tier, &mut costs),
                Name::Othello6 => othello::measure::<6>(tier, &mut costs),
                Name::Othello8 => othello::measure::<8>(tier, &mut costs),
                Name::Gomoku => gomoku::measure(tier, &mut costs),
                Name::Nogo => nogo::measure(tier, &mut costs),
            }
        }
        report.kernels.append(&mut costs.list);
    }
    output.print(&report, || {
        let mut text = format!("{:<10} {:<12} {:<9} {:>10} {:>10}\n", "game", "kernel", "tier", "ns/call", "cycles");
        for Cost { game, kernel, tier, nanoseconds, cycles } in &report.kernels {
            text += &format!("{game:<10} {kernel:<12} {tier:<9} {nanoseconds:>10.2} {cycles:>10.1}\n");
        }
        text
    })
}
