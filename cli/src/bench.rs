//! `stonemask bench`: the cost of each kernel by tier.

mod compare;

use crate::error::Failure;
use crate::games::Name;
use crate::output::Output;
use clap::Args;
use serde::Serialize;
use stonemask::Tier;
use stonemask_harness::{Measurement, rows};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game [default: all]
    #[arg(long)]
    game: Option<Name>,
    /// Compare each tier with the one below, run in turns: the ratio of their times and whether the tier is faster by more than 3 %;
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
struct Cost {
    game: &'static str,
    kernel: &'static str,
    tier: &'static str,
    nanoseconds: f64,
    cycles: f64,
}

pub(crate) fn run(arguments: &Arguments, tier: Option<Tier>, output: Output) -> Result<(), Failure> {
    let asked = arguments.game.map(|game| game.to_string());
    let mut rows = rows();
    rows.retain(|row| asked.as_ref().is_none_or(|asked| asked == row.game));
    // Without --game those that are no game's, the random numbers, come last.
    rows.sort_by_key(|row| Name::ALL.iter().position(|game| game.to_string() == row.game).unwrap_or(usize::MAX));
    if arguments.compare {
        return compare::run(&rows, tier, output);
    }
    let tiers: Vec<Tier> = Tier::available().filter(|&t| tier.is_none_or(|only| t == only)).collect();
    let mut report = Report { kernels: Vec::new() };
    for of_one in rows.chunk_by(|a, b| a.game == b.game) {
        for tier in &tiers {
            for row in of_one {
                let Measurement { nanoseconds, cycles } = row.measure(*tier);
                report.kernels.push(Cost { game: row.game, kernel: row.name, tier: tier.name(), nanoseconds, cycles });
            }
        }
    }
    output.print(&report, || {
        let mut text = format!("{:<10} {:<15} {:<9} {:>10} {:>10}\n", "game", "kernel", "tier", "ns/call", "cycles");
        for Cost { game, kernel, tier, nanoseconds, cycles } in &report.kernels {
            text += &format!("{game:<10} {kernel:<15} {tier:<9} {nanoseconds:>10.2} {cycles:>10.1}\n");
        }
        text
    })
}
