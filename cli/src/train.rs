//! `stonemask train`: the weights of the solver's evaluation.

use crate::error::Failure;
use crate::file;
use crate::games::{Name, Playable, Setting, among};
use crate::interrupt;
use crate::numbers::whole;
use crate::output::{Output, grouped};
use crate::progress::spinner;
use crate::search_options::scoring_name;
use crate::threads::Threads;
use clap::{Args, ValueHint};
use serde::Serialize;
use std::fmt::Display;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use stonemask::Tier;
use stonemask::othello::training::midgame::{MidgamePlan, MidgameTraining};
use stonemask::othello::training::{Plan, TrainError, Trained, Training};
use stonemask::othello::{Board, Scoring};

#[derive(Args)]
#[command(mut_arg("threads", |threads| threads.requires("midgame")))]
pub(crate) struct Arguments {
    /// The game
    #[arg(value_parser = among(|game| matches!(game, Name::Othello6 | Name::Othello8)))]
    game: Name,
    /// The file for the weights
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: PathBuf,
    /// othello6: the weights of anti-Othello, in which fewest discs win
    #[arg(long)]
    anti: bool,
    /// The seed of the random numbers [default: 1993, with --midgame 61]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=u64::MAX))]
    seed: Option<u64>,
    /// Positions for each stage with exact values; other stages have twice as many [default:
    /// 250000, othello8: 1600000]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(20..=u32::MAX.into()))]
    positions: Option<u32>,
    /// othello8: the weights of the midgame, from games of the search with itself
    #[arg(long, conflicts_with_all = ["anti", "positions"])]
    midgame: bool,
    /// Games of each of the four generations [default: 40000]
    #[arg(long, value_name = "N", requires = "midgame", value_parser = whole::<u32>(20..=1_000_000))]
    games: Option<u32>,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    setting: Setting,
    scoring: &'static str,
    seed: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    positions: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    games: Option<u32>,
    file: String,
    /// Whether the weights were trained and written.
    complete: bool,
    bytes: usize,
    stages: Vec<Stage>,
    seconds: f64,
    tier: &'static str,
}

impl Report {
    /// The stages that are trained, and the time since `begun`.
    fn new<const N: usize>(scoring: Scoring, done: &[Trained], bytes: usize, begun: Instant) -> Report {
        let stages = done.iter().map(|&Trained { empties, spread, error, .. }| Stage { empties, spread, error });
        Report {
            setting: Board::<N>::start().setting(),
            scoring: scoring_name(scoring),
            seed: 0,
            positions: None,
            games: None,
            file: String::new(),
            complete: false,
            bytes,
            stages: stages.collect(),
            seconds: begun.elapsed().as_secs_f64(),
            tier: "",
        }
    }
}

#[derive(Serialize)]
struct Stage {
    empties: u32,
    spread: f64,
    error: f64,
}

pub(crate) fn run(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
    match arguments.game {
        Name::Othello6 if arguments.midgame => {
            Err(Failure::bad_input("othello6 has no weights for the midgame; othello8 has"))
        }
        Name::Othello8 if arguments.midgame => train_midgame(arguments, tier, output),
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
    // Found out now and not after minutes of work; what the file holds stays until there is
    // something to put in its place.
    file::check_write(&arguments.out).map_err(failure)?;
    let usual = Plan::of::<N>();
    let scoring = if arguments.anti { Scoring::FewestDiscs } else { usual.scoring };
    let positions = arguments.positions.map_or(usual.positions, |number| number as usize);
    let plan = Plan { seed: arguments.seed.unwrap_or(usual.seed), positions, scoring };
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
            Ok(_) => checkpoint.write(&training.checkpoint())?,
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
    let report = Report {
        seed: plan.seed,
        positions: Some(plan.positions as u32),
        complete,
        tier: tier.name(),
        file: file.clone(),
        ..Report::new::<N>(plan.scoring, training.done(), weights.len(), begun)
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

fn train_midgame(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
    let file = arguments.out.display().to_string();
    let failure = |error: std::io::Error| Failure::bad_input(format!("{file}: {error}"));
    file::check_write(&arguments.out).map_err(failure)?;
    let usual = MidgamePlan::default();
    let games = arguments.games.unwrap_or(usual.games as u32);
    let plan = MidgamePlan { seed: arguments.seed.unwrap_or(usual.seed), games: games as usize };
    let checkpoint = Checkpoint::beside(&arguments.out);
    interrupt::watch()?;
    let stopped = |error| match error {
        TrainError::Stopped(_) => None,
        error @ TrainError::Memory(_) => Some(Failure::unfinished(error)),
    };
    let bar = spinner();
    let (begun, mut written) = (Instant::now(), Instant::now());
    let mut training = checkpoint.read_midgame(plan)?;
    let all = training.left();
    let mut complete = match training.fit_again(interrupt::flag()) {
        Ok(()) => true,
        Err(error) => stopped(error).map_or(Ok(false), Err)?,
    };
    while complete && training.left() > 0 {
        bar.set_message(format!("{} games left", grouped(training.left() as u64)));
        match training.next_games(arguments.threads.count(), interrupt::flag()) {
            Ok(()) if written.elapsed() >= BETWEEN_CHECKPOINTS => {
                checkpoint.write(&training.checkpoint())?;
                written = Instant::now();
            }
            Ok(()) => {}
            Err(error) => complete = stopped(error).map_or(Ok(false), Err)?,
        }
    }
    bar.finish_and_clear();
    let weights = if complete { training.weights() } else { Vec::new() };
    if complete {
        file::write(&arguments.out, &weights).map_err(failure)?;
        checkpoint.remove()?;
    } else {
        checkpoint.write(&training.checkpoint())?;
    }
    let report = Report {
        seed: plan.seed,
        games: Some(games),
        complete,
        tier: tier.name(),
        file: file.clone(),
        ..Report::new::<8>(Scoring::Discs, training.done(), weights.len(), begun)
    };
    if !complete {
        output.print_unfinished(&report)?;
        let (played, kept) = (all - training.left(), checkpoint.path.display());
        return Err(Failure::unfinished(format!(
            "interrupted after {played} games: {file} was not written; the same command goes on from {kept}"
        )));
    }
    output.print(&report, || report.text())
}

/// How often the games of the midgame's training are kept.
const BETWEEN_CHECKPOINTS: Duration = Duration::from_secs(20);

/// The file that keeps the stages trained until the weights are written.
struct Checkpoint {
    path: PathBuf,
}

impl Checkpoint {
    /// The longest checkpoint, in MiB.
    const LIMIT: u64 = 16;
    /// The longest of the midgame's training.
    const MIDGAME_LIMIT: u64 = 128;

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

    /// The midgame's, as far as it has come.
    fn read_midgame(&self, plan: MidgamePlan) -> Result<MidgameTraining, Failure> {
        match file::read(&self.path, Checkpoint::MIDGAME_LIMIT) {
            Ok(bytes) => MidgameTraining::resume(plan, &bytes).map_err(|error| self.failure(error)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(MidgameTraining::new(plan)),
            Err(error) => Err(self.failure(error)),
        }
    }

    fn write(&self, training: &[u8]) -> Result<(), Failure> {
        file::write(&self.path, training).map_err(|error| self.failure(error))
    }

    fn remove(&self) -> Result<(), Failure> {
        match std::fs::remove_file(&self.path) {
            // A short training ends before there is one.
            Err(error) if error.kind() != ErrorKind::NotFound => Err(self.failure(error)),
            _ => Ok(()),
        }
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
