//! `stonemask check`: every kernel of every tier against the reference rules, on reachable and on arbitrary positions.

mod gomoku;
mod nogo;
mod othello;

use crate::error::Failure;
use crate::games::Name;
use crate::interrupt;
use crate::output::{Output, grouped};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::time::{Duration, Instant};
use stonemask::{Random, Tier};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game [default: all]
    #[arg(long)]
    game: Option<Name>,
    /// How long, shared by the games
    #[arg(long, value_name = "S", default_value_t = 10.0, value_parser = seconds, allow_negative_numbers = true)]
    seconds: f64,
    /// The seed of the random positions
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=1e9).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds, 0 to 1e9".to_owned()),
    }
}

#[derive(Serialize)]
struct Report {
    seed: u64,
    seconds: f64,
    kernels: Vec<Tally>,
    differences: Vec<String>,
}

/// How often a kernel was tried.
#[derive(Serialize)]
struct Tally {
    game: String,
    kernel: &'static str,
    tier: &'static str,
    inputs: u64,
}

/// What a round of checks notes down.
pub(crate) struct Notes {
    game: Name,
    tally: Vec<Tally>,
    differences: Vec<String>,
}

impl Notes {
    /// Compares a kernel's result with the reference's; `input` says what both were given.
    pub(crate) fn compare<T: PartialEq + std::fmt::Debug>(
        &mut self,
        kernel: &'static str,
        tier: Tier,
        result: &T,
        reference: &T,
        input: impl FnOnce() -> String,
    ) {
        let tier = tier.name();
        match self.tally.iter_mut().find(|tally| tally.kernel == kernel && tally.tier == tier) {
            Some(tally) => tally.inputs += 1,
            None => self.tally.push(Tally { game: self.game.to_string(), kernel, tier, inputs: 1 }),
        }
        if result != reference {
            let line =
                format!("{} {kernel} {tier} of {}: {result:?}, but the rules say {reference:?}", self.game, input());
            self.differences.push(line);
        }
    }
}

/// Checks of one game; every round draws new positions.
pub(crate) trait Rounds {
    fn round(&mut self, random: &mut Random, tiers: &[Tier], notes: &mut Notes);
}

/// Differences after which a check stops.
const ENOUGH: usize = 10;

pub(crate) fn run(arguments: &Arguments, tier: Option<Tier>, output: Output) -> Result<(), Failure> {
    let tiers: Vec<Tier> =
        Tier::available().filter(|&t| t != Tier::Reference && tier.is_none_or(|only| t == only)).collect();
    if tiers.is_empty() {
        return Err(Failure::bad_input(
            "there is no tier to compare with the reference: this build or processor has none, or --tier names it",
        ));
    }
    let games: Vec<Name> = arguments.game.map_or(Name::ALL.to_vec(), |game| vec![game]);
    interrupt::watch()?;
    let bar = ProgressBar::new_spinner()
        .with_style(ProgressStyle::with_template("{spinner} {elapsed} {msg}").expect("a template"));
    let begun = Instant::now();
    let mut report = Report { seed: arguments.seed, seconds: 0.0, kernels: Vec::new(), differences: Vec::new() };
    for (index, &game) in games.iter().enumerate() {
        let share = arguments.seconds / games.len() as f64;
        let until = Duration::from_secs_f64(share * (index + 1) as f64);
        let mut notes = Notes { game, tally: Vec::new(), differences: Vec::new() };
        let mut rounds = rounds(game);
        let mut random = Random::new(arguments.seed);
        loop {
            rounds.round(&mut random, &tiers, &mut notes);
            bar.set_message(format!("{game}, {} differences", notes.differences.len()));
            bar.tick();
            if begun.elapsed() >= until || notes.differences.len() >= ENOUGH || interrupt::interrupted() {
                break;
            }
        }
        report.kernels.append(&mut notes.tally);
        report.differences.append(&mut notes.differences);
    }
    bar.finish_and_clear();
    report.seconds = begun.elapsed().as_secs_f64();

    output.print(&report, || {
        let mut text = String::new();
        for Tally { game, kernel, tier, inputs } in &report.kernels {
            text += &format!("{game:<10} {kernel:<22} {tier:<7} {:>15} inputs\n", grouped(*inputs));
        }
        for difference in &report.differences {
            text += &format!("{difference}\n");
        }
        text + &format!("differences  {} in {:.1} s, seed {}", report.differences.len(), report.seconds, report.seed)
    })?;
    if report.differences.is_empty() { Ok(()) } else { Err(Failure::differences()) }
}

fn rounds(game: Name) -> Box<dyn Rounds> {
    match game {
        Name::Othello4 => Box::new(othello::Checks::<4>::new()),
        Name::Othello6 => Box::new(othello::Checks::<6>::new()),
        Name::Othello8 => Box::new(othello::Checks::<8>::new()),
        Name::Gomoku => Box::new(gomoku::Checks::new()),
        Name::Nogo => Box::new(nogo::Checks::new()),
    }
}
