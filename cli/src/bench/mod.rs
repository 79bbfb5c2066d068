//! `stonemask bench`: the cost of each kernel by tier.

mod compare;
mod signature;

use crate::error::Failure;
use crate::games::Name;
use crate::interrupt;
use crate::output::Output;
use crate::progress;
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
    /// Only the rows of this name
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,
    /// Compare each tier with the one below, run in turns by processor time. A tier is faster or
    /// slower if the whole 99 % interval of the ratio of their times is beyond 3 %, and undecided
    /// if the interval spans 1. The exit status is 1 if a tier is slower in this process and in
    /// two more
    #[arg(long)]
    compare: bool,
    /// Let no other process look again at what is slower
    #[arg(long, hide = true, requires = "compare")]
    once: bool,
    /// Search a fixed set of positions of all games, and print the number of nodes: builds and
    /// tiers that search alike have the same
    #[arg(long, conflicts_with_all = ["game", "kernel", "compare"])]
    signature: bool,
}

#[derive(Serialize)]
struct Report {
    /// The game that was asked for.
    game: Option<String>,
    /// The tier that was asked for.
    tier: Option<&'static str>,
    kernels: Vec<Cost>,
    /// Whether all were measured.
    complete: bool,
}

/// The cost of one call, through the public API, call included.
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
    if arguments.signature {
        return signature::run(tier, output);
    }
    let game = arguments.game.map(|game| game.to_string());
    let selection = Selection { game, kernel: arguments.kernel.clone() };
    if arguments.compare {
        return compare::run(&selection, tier, output, arguments.once);
    }
    let tiers: Vec<Tier> = Tier::available().filter(|&t| tier.is_none_or(|only| t == only)).collect();
    let (of, total) = (selection.clone(), selection.rows()?.len() * tiers.len());
    let mut kernels = Vec::new();
    let work = move |costs: &_| measure(&tiers, &of.rows().expect("as before"), costs);
    let complete = gather(total, work, |cost| kernels.push(cost))?;
    let report = Report { game: selection.game, tier: tier.map(Tier::name), kernels, complete };
    output.print(&report, || text(&report))?;
    if !report.complete {
        let done = report.kernels.len();
        return Err(Failure::unfinished(format!("interrupted after {done} of {total} measurements")));
    }
    Ok(())
}

fn text(report: &Report) -> String {
    let mut text = format!("{:<10} {:<15} {:<9} {:>10} {:>10}\n", "game", "kernel", "tier", "ns/call", "cycles");
    for Cost { game, kernel, tier, nanoseconds, cycles } in &report.kernels {
        text += &format!("{game:<10} {kernel:<15} {tier:<9} {nanoseconds:>10.2} {cycles:>10.1}\n");
    }
    text + "\nns/call  nanoseconds for one call of the library; less is better. Kernels that work on several boards,\n         \
            points or games at once: for one of them\n\
            cycles   the same time in clock cycles of the core, which depends less on the processor's clock\n"
}

/// Has work done that nothing stops, in a thread of its own that ends with the program, and takes
/// what it sends; shows how many of all came. Whether all did: an interrupt does not wait for the
/// rest.
fn gather<T: Send + 'static>(
    total: usize,
    work: impl FnOnce(&Sender<T>) + Send + 'static,
    mut take: impl FnMut(T),
) -> Result<bool, Failure> {
    interrupt::watch()?;
    let (sender, results) = mpsc::channel();
    thread::Builder::new()
        .spawn(move || work(&sender))
        .map_err(|error| Failure::unfinished(format!("cannot start a thread that measures: {error}")))?;
    let bar = progress::bar(total as u64, "measurements");
    bar.tick();
    let mut complete = false;
    while !interrupt::interrupted() && !complete {
        match results.recv_timeout(WINK) {
            Ok(result) => {
                take(result);
                bar.inc(1);
            }
            Err(RecvTimeoutError::Timeout) => bar.tick(),
            Err(RecvTimeoutError::Disconnected) => complete = true,
        }
    }
    bar.finish_and_clear();
    Ok(complete)
}

/// Measures kernels on each tier as long as the results are taken.
fn measure(tiers: &[Tier], rows: &[Row], costs: &Sender<Cost>) {
    for of_one in rows.chunk_by(|a, b| a.game == b.game) {
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

/// Which measurements are asked for.
#[derive(Clone)]
struct Selection {
    game: Option<String>,
    kernel: Option<String>,
}

impl Selection {
    /// The rows, in order.
    fn rows(&self) -> Result<Vec<Row>, Failure> {
        let mut rows = rows();
        rows.retain(|row| self.game.as_deref().is_none_or(|game| game == row.game));
        if let Some(game) = self.game.as_deref().filter(|_| rows.is_empty()) {
            return Err(Failure::bad_input(format!("--game: {game} has no kernels")));
        }
        if let Some(kernel) = &self.kernel {
            rows.retain(|row| row.name == kernel);
            if rows.is_empty() {
                return Err(Failure::bad_input(format!("--kernel {kernel}: no row has this name; bench lists them")));
            }
        }
        // Without --game the random numbers, which belong to no game, come last.
        let games = Name::all();
        rows.sort_by_key(|row| games.iter().position(|game| game.to_string() == row.game).unwrap_or(usize::MAX));
        Ok(rows)
    }
}
