//! `stonemask bench`: the cost of each kernel by tier.

mod compare;

use crate::error::Failure;
use crate::games::Name;
use crate::interrupt;
use crate::output::Output;
use clap::Args;
use serde::Serialize;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;
use stonemask::Tier;
use stonemask_harness::{Measurement, Row, rows};

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
    /// Whether all were measured.
    complete: bool,
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

/// How long an interrupt may go unnoticed.
const WINK: Duration = Duration::from_millis(20);

pub(crate) fn run(arguments: &Arguments, tier: Option<Tier>, output: Output) -> Result<(), Failure> {
    let asked = arguments.game.map(|game| game.to_string());
    if arguments.compare {
        return compare::run(&rows_of(asked.as_deref()), tier, output);
    }
    let tiers: Vec<Tier> = Tier::available().filter(|&t| tier.is_none_or(|only| t == only)).collect();
    interrupt::watch()?;
    // Nothing stops a measurement; so it has a thread of its own, which ends with the program.
    let (sender, costs) = mpsc::channel();
    thread::Builder::new()
        .spawn(move || measure(&tiers, asked.as_deref(), &sender))
        .map_err(|error| Failure::unfinished(format!("cannot start a thread that measures: {error}")))?;
    let mut report = Report { kernels: Vec::new(), complete: false };
    while !interrupt::interrupted() {
        match costs.recv_timeout(WINK) {
            Ok(cost) => report.kernels.push(cost),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                report.complete = true;
                break;
            }
        }
    }
    output.print(&report, || {
        let mut text = format!("{:<10} {:<15} {:<9} {:>10} {:>10}\n", "game", "kernel", "tier", "ns/call", "cycles");
        for Cost { game, kernel, tier, nanoseconds, cycles } in &report.kernels {
            text += &format!("{game:<10} {kernel:<15} {tier:<9} {nanoseconds:>10.2} {cycles:>10.1}\n");
        }
        text
    })?;
    if !report.complete {
        return Err(Failure::unfinished(format!("interrupted after {} measurements", report.kernels.len())));
    }
    Ok(())
}

/// Measures kernels on each tier until nobody listens.
fn measure(tiers: &[Tier], game: Option<&str>, costs: &Sender<Cost>) {
    for of_one in rows_of(game).chunk_by(|a, b| a.game == b.game) {
        for tier in tiers {
            for row in of_one {
                let Measurement { nanoseconds, cycles } = row.measure(*tier);
                let cost = Cost { game: row.game, kernel: row.name, tier: tier.name(), nanoseconds, cycles };
                if costs.send(cost).is_err() {
                    return;
                }
            }
        }
    }
}

/// What there is to measure of a game, or of all.
fn rows_of(game: Option<&str>) -> Vec<Row> {
    let mut rows = rows();
    rows.retain(|row| game.is_none_or(|game| game == row.game));
    // Without --game those that are no game's, the random numbers, come last.
    rows.sort_by_key(|row| Name::ALL.iter().position(|game| game.to_string() == row.game).unwrap_or(usize::MAX));
    rows
}
