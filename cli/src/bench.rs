//! `stonemask bench`: the cost of each kernel by tier.

use crate::error::Failure;
use crate::games::Name;
use crate::output::Output;
use clap::Args;
use serde::Serialize;
use stonemask::Tier;
use stonemask_harness::{Measurement, Row, rows};

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
struct Cost {
    game: &'static str,
    kernel: &'static str,
    tier: &'static str,
    nanoseconds: f64,
    cycles: f64,
}

pub(crate) fn run(arguments: &Arguments, tier: Option<Tier>, output: Output) -> Result<(), Failure> {
    let tiers: Vec<Tier> = Tier::available().filter(|&t| tier.is_none_or(|only| t == only)).collect();
    let asked = arguments.game.map(|game| game.to_string());
    let mut report = Report { kernels: Vec::new() };
    let mut add = |game, tier: Tier, kernel, Measurement { nanoseconds, cycles }| {
        report.kernels.push(Cost { game, kernel, tier: tier.name(), nanoseconds, cycles });
    };
    for &tier in &tiers {
        for game in ["gomoku", "nogo"] {
            if asked.as_deref().is_none_or(|asked| asked == game) {
                for (kernel, measured) in stonemask_harness::measure_others(game, tier) {
                    add(game, tier, kernel, measured);
                }
            }
        }
    }
    let rows: Vec<Row> =
        rows().into_iter().filter(|row| asked.as_ref().is_none_or(|asked| asked == row.game)).collect();
    for of_one in rows.chunk_by(|a, b| a.game == b.game) {
        for &tier in &tiers {
            for row in of_one {
                add(row.game, tier, row.name, row.measure(tier));
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
