//! `stonemask train`: the weights of the solver's evaluation.

use crate::error::Failure;
use crate::file;
use crate::games::{Name, among};
use crate::interrupt;
use crate::output::Output;
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use std::time::Instant;
use stonemask::Tier;
use stonemask::othello::training::{self, Plan, TrainError, Trained};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game
    #[arg(value_parser = among(&[Name::Othello6]))]
    game: Name,
    /// Where to write the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The seed of everything random
    #[arg(long, value_name = "N", default_value_t = Plan::default().seed)]
    seed: u64,
    /// Positions for each stage of the game whose values are exact; the others have twice as many
    #[arg(long, value_name = "N", default_value_t = Plan::default().positions as u32,
        value_parser = clap::value_parser!(u32).range(20..))]
    positions: u32,
}

#[derive(Serialize)]
struct Report {
    file: String,
    /// Whether the weights were trained and written.
    complete: bool,
    bytes: usize,
    stages: Vec<Stage>,
    seconds: f64,
    tier: &'static str,
}

#[derive(Serialize)]
struct Stage {
    empties: u32,
    spread: f64,
    error: f64,
}

pub(crate) fn run(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
    let file = arguments.out.display().to_string();
    let failure = |error: std::io::Error| Failure::bad_input(format!("{file}: {error}"));
    // Found out now and not after minutes of work; what the file holds stays until there is something to put in its place.
    file::check_write(&arguments.out).map_err(failure)?;
    interrupt::watch()?;
    let bar = crate::solve::spinner();
    let begun = Instant::now();
    let mut stages = Vec::new();
    let plan = Plan { seed: arguments.seed, positions: arguments.positions as usize };
    let observer = |trained: Trained| {
        bar.set_message(format!(
            "{} empty squares: error {:.2} of {:.2} discs, {} stages left",
            trained.empties, trained.error, trained.spread, trained.left
        ));
        stages.push(Stage { empties: trained.empties, spread: trained.spread, error: trained.error });
    };
    let trained = training::train_until(plan, observer, interrupt::flag());
    bar.finish_and_clear();
    let bytes = match trained {
        Ok(bytes) => Some(bytes),
        Err(TrainError::Stopped(_)) => None,
        Err(error @ TrainError::Memory(_)) => return Err(Failure::unfinished(error)),
    };
    if let Some(bytes) = &bytes {
        file::write(&arguments.out, bytes).map_err(failure)?;
    }
    let report = Report {
        complete: bytes.is_some(),
        bytes: bytes.map_or(0, |bytes| bytes.len()),
        stages,
        seconds: begun.elapsed().as_secs_f64(),
        tier: tier.name(),
        file: file.clone(),
    };
    if !report.complete {
        output.print_unfinished(&report)?;
        let stages = report.stages.len();
        return Err(Failure::unfinished(format!("interrupted after {stages} stages: {file} was not written")));
    }
    output.print(&report, || {
        let mut text = String::from("empties  spread  error (discs)\n");
        for Stage { empties, spread, error } in &report.stages {
            text += &format!("{empties:>7}  {spread:>6.2}  {error:>5.2}\n");
        }
        text + &format!("{}: {} bytes in {:.1} s, tier {tier}", report.file, report.bytes, report.seconds)
    })
}
