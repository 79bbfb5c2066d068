//! `stonemask train`: the weights of the solver's evaluation.

use crate::error::Failure;
use crate::file;
use crate::games::{Name, Setting, among};
use crate::interrupt;
use crate::numbers::whole;
use crate::output::{Output, grouped};
use crate::progress::spinner;
use crate::solve::scoring_name;
use clap::{Args, ValueHint};
use serde::Serialize;
use std::fmt::Display;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::Instant;
use stonemask::Tier;
use stonemask::othello::Scoring;
use stonemask::othello::training::{Plan, TrainError, Trained, Training};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game
    #[arg(value_parser = among(&[Name::Othello6, Name::Othello8]))]
    game: Name,
    /// The file for the weights
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: PathBuf,
    /// othello6: the weights of anti-Othello, in which fewest discs win
    #[arg(long)]
    anti: bool,
    /// The seed of the random numbers
    #[arg(long, value_name = "N", default_value_t = Plan::of::<6>().seed, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Positions for each stage with exact values; other stages have twice as many [default: 250000, othello8: 1600000]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(20..=u32::MAX.into()))]
    positions: Option<u32>,
}

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    setting: Setting,
    scoring: &'static str,
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
    match arguments.game {
        Name::Othello6 => train::<6>(arguments, tier, output),
        Name::Othello8 if arguments.anti => {
            Err(Failure::bad_input("othello8 has no weights for anti-Othello; othello6 has"))
        }
        Name::Othello8 => train::<8>(arguments, tier, output),
        _ => unreachable!("the command line does not take it"),
    }
}

fn train<const N: usize>(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
    let file = arguments.out.display().to_string();
    let failure = |error: std::io::Error| Failure::bad_input(format!("{file}: {error}"));
    // Found out now and not after minutes of work; what the file holds stays until there is something to put in its place.
    file::check_write(&arguments.out).map_err(failure)?;
    let usual = Plan::of::<N>();
    let scoring = if arguments.anti { Scoring::FewestDiscs } else { usual.scoring };
    let positions = arguments.positions.map_or(usual.positions, |number| number as usize);
    let plan = Plan { seed: arguments.seed, positions, scoring };
    let checkpoint = Checkpoint::beside(&arguments.out);
    let mut training = checkpoint.read::<N>(plan)?.unwrap_or_else(|| Training::new(plan));
    interrupt::watch()?;
    let bar = spinner();
    let begun = Instant::now();
    let mut complete = true;
    while training.left() > 0 {
        let left = training.left();
        let last = training.done().last().map_or_else(String::new, |trained| {
            format!("; {} empty squares: error {:.2} of {:.2} discs", trained.empties, trained.error, trained.spread)
        });
        let observer =
            |percent| bar.set_message(format!("{left} stages left, {percent} % of this one's positions{last}"));
        match training.next_stage(observer, interrupt::flag()) {
            Ok(_) => checkpoint.write(&training)?,
            Err(TrainError::Stopped(_)) => {
                complete = false;
                break;
            }
            Err(error @ TrainError::Memory(_)) => return Err(Failure::unfinished(error)),
        }
    }
    bar.finish_and_clear();
    let weights = if complete { training.weights() } else { Vec::new() };
    if complete {
        file::write(&arguments.out, &weights).map_err(failure)?;
        checkpoint.remove()?;
    }
    let stages = training.done().iter().map(|&Trained { empties, spread, error, .. }| Stage { empties, spread, error });
    let report = Report {
        setting: Setting::of_othello::<N>(),
        scoring: scoring_name(plan.scoring),
        seed: plan.seed,
        positions: plan.positions as u32,
        complete,
        bytes: weights.len(),
        stages: stages.collect(),
        seconds: begun.elapsed().as_secs_f64(),
        tier: tier.name(),
        file: file.clone(),
    };
    if !complete {
        output.print_unfinished(&report)?;
        let stages = Training::<N>::new(plan).left() - training.left();
        let kept = checkpoint.path.display();
        let kept = if stages > 0 { format!("; the same command goes on from {kept}") } else { String::new() };
        return Err(Failure::unfinished(format!("interrupted after {stages} stages: {file} was not written{kept}")));
    }
    output.print(&report, || report.text())
}

/// The file that keeps the stages trained until the weights are written.
struct Checkpoint {
    path: PathBuf,
}

impl Checkpoint {
    /// The longest checkpoint, in MiB.
    const LIMIT: u64 = 16;

    fn beside(out: &Path) -> Checkpoint {
        let mut path = out.as_os_str().to_owned();
        path.push(".checkpoint");
        Checkpoint { path: path.into() }
    }

    fn failure(&self, error: impl Display) -> Failure {
        Failure::bad_input(format!("{}: {error}", self.path.display()))
    }

    /// Training that was begun before, if it was.
    fn read<const N: usize>(&self, plan: Plan) -> Result<Option<Training<N>>, Failure> {
        match file::read(&self.path, Checkpoint::LIMIT) {
            Ok(bytes) => Training::resume(plan, &bytes).map(Some).map_err(|error| self.failure(error)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(self.failure(error)),
        }
    }

    fn write<const N: usize>(&self, training: &Training<N>) -> Result<(), Failure> {
        file::write(&self.path, &training.checkpoint()).map_err(|error| self.failure(error))
    }

    fn remove(&self) -> Result<(), Failure> {
        std::fs::remove_file(&self.path).map_err(|error| self.failure(error))
    }
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
