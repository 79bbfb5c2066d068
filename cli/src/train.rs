//! `stonemask train`: the weights of the solver's evaluation.

use crate::error::Failure;
use crate::file;
use crate::games::{Name, Setting, among};
use crate::interrupt;
use crate::numbers::whole;
use crate::output::{Output, grouped};
use crate::progress::spinner;
use clap::{Args, ValueHint};
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
    /// The file for the weights
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: PathBuf,
    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = Plan::default().seed, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Positions for each stage with exact values; other stages have twice as many
    #[arg(long, value_name = "N", default_value_t = Plan::default().positions as u32,
        value_parser = whole::<u32>(20..=u32::MAX.into()))]
    positions: u32,
}

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    setting: Setting,
    seed: u64,
    positions: u32,
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
    let bar = spinner();
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
        setting: Setting::of_othello::<6>(),
        seed: arguments.seed,
        positions: arguments.positions,
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
    output.print(&report, || report.text())
}

impl Report {
    fn text(&self) -> String {
        let mut text = String::from("empties  spread  error (discs)\n");
        for Stage { empties, spread, error } in &self.stages {
            text += &format!("{empties:>7}  {spread:>6.2}  {error:>5.2}\n");
        }
        let (bytes, tier) = (grouped(self.bytes as u64), self.tier);
        text + &format!("{}: {bytes} bytes in {:.1} s, tier {tier}", self.file, self.seconds)
    }
}
