//! `stonemask check`: every kernel of every tier against the reference rules, on reachable and on
//! arbitrary positions.

#[cfg(test)]
mod tests;
mod worker;

use crate::error::Failure;
use crate::games::Name;
use crate::interrupt;
use crate::numbers::whole;
use crate::output::{Output, grouped, rate, short};
use crate::progress::{spinner, time_left};
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use serde::Serialize;
use std::time::{Duration, Instant};
use stonemask::Tier;
use stonemask_harness::{Comparison, Difference, Subject, parse_line, subjects};
use worker::Worker;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game [default: all]
    #[arg(long)]
    game: Option<Name>,
    /// How many seconds to check. The games share them; every kernel is tried at least once
    #[arg(long, value_name = "S", default_value_t = 10.0, value_parser = seconds, allow_negative_numbers = true)]
    seconds: f64,
    /// The seed of the random inputs
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Try one input again: a line that a check printed
    #[arg(long, value_name = "LINE", conflicts_with_all = ["game", "seconds", "seed"])]
    replay: Option<String>,
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=1e9).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds, 0 to 1e9".to_owned()),
    }
}

#[derive(Serialize)]
struct Report {
    /// The game that was asked for.
    game: Option<String>,
    /// The tier that was asked for.
    tier: Option<&'static str>,
    seed: u64,
    seconds: f64,
    /// Whether kernels were tried in a process of their own.
    apart: bool,
    kernels: Vec<Tally>,
    differences: Vec<Difference>,
    /// Whether every kernel was tried, and for as long as was asked.
    complete: bool,
}

/// How often a kernel was tried.
#[derive(Serialize)]
struct Tally {
    game: &'static str,
    kernel: String,
    tier: &'static str,
    inputs: u64,
}

/// How long the search for a smaller input may take.
const SHRINKING: Duration = Duration::from_secs(20);

pub(crate) fn run(arguments: &Arguments, tier: Option<Tier>, output: Output) -> Result<(), Failure> {
    if let Some(line) = &arguments.replay {
        return replay(line, tier, output);
    }
    let tiers: Vec<Tier> =
        Tier::available().filter(|&t| t != Tier::Reference && tier.is_none_or(|only| t == only)).collect();
    if tiers.is_empty() {
        return Err(Failure::bad_input(
            "no tier is left to compare with the reference: --tier names the reference, or this build or processor has no other",
        ));
    }
    interrupt::watch()?;
    let subjects = subjects();
    let worker = Worker::new(&subjects)?;
    let report = Report {
        game: arguments.game.map(|game| game.to_string()),
        tier: tier.map(Tier::name),
        seed: arguments.seed,
        seconds: 0.0,
        apart: worker.is_apart(),
        kernels: Vec::new(),
        differences: Vec::new(),
        complete: false,
    };
    let (seconds, begun) = (arguments.seconds, Instant::now());
    let mut check = Check { worker, report, bar: spinner(), seconds, begun, inputs: 0 };
    // Without --game the random numbers, which belong to no game, come last.
    let all = || Name::all().into_iter().map(Some).chain([None]).collect();
    let games: Vec<Option<Name>> = arguments.game.map_or_else(all, |game| vec![Some(game)]);
    for (index, &game) in games.iter().enumerate() {
        let until = Duration::from_secs_f64(seconds / games.len() as f64 * (index + 1) as f64);
        let of_game = |subject: &Subject| Name::from_str(subject.game(), false).ok() == game;
        let kernels = subjects.iter().enumerate().filter(|(_, subject)| of_game(subject));
        let kernels: Vec<Progress> = kernels.map(|(index, subject)| Progress::new(index, subject, &tiers)).collect();
        if let (Some(game), true) = (arguments.game, kernels.is_empty()) {
            return Err(Failure::bad_input(format!("--game: {game} has no kernels")));
        }
        check.game(kernels, until)?;
    }
    check.finish(output)
}

/// A check while it runs.
struct Check<'s> {
    worker: Worker<'s>,
    report: Report,
    bar: ProgressBar,
    /// How long it is to take.
    seconds: f64,
    begun: Instant,
    /// How many inputs were tried.
    inputs: u64,
}

impl Check<'_> {
    /// Tries the kernels of a game until some time after the beginning.
    fn game(&mut self, mut kernels: Vec<Progress>, until: Duration) -> Result<(), Failure> {
        // The next round is that of the kernel that has had the least time.
        while let Some(kernel) = kernels
            .iter_mut()
            .filter(|kernel| !kernel.tiers.is_empty())
            .min_by_key(|kernel| (kernel.rounds > 0, kernel.time))
        {
            if interrupt::interrupted() || (kernel.rounds > 0 && self.begun.elapsed() >= until) {
                break;
            }
            self.show(kernel.subject);
            let before = kernel.inputs();
            self.report.differences.extend(kernel.round(&mut self.worker, self.report.seed)?);
            self.inputs += kernel.inputs() - before;
        }
        self.report.kernels.extend(kernels.into_iter().flat_map(|kernel| kernel.tallies));
        Ok(())
    }

    /// Shows what is tried next, what was done so far, and the time left.
    fn show(&self, subject: &Subject) {
        let elapsed = self.begun.elapsed().as_secs_f64();
        let (count, speed) = (grouped(self.inputs), short(rate(self.inputs, elapsed)));
        let left = time_left(Duration::from_secs_f64((self.seconds - elapsed).max(0.0)));
        self.bar.set_message(format!(
            "{} {}: {count} inputs, {speed}inputs/s, {} differences, {left} left",
            subject.game(),
            subject.kernel(),
            self.report.differences.len()
        ));
    }

    /// Prints what was found.
    fn finish(mut self, output: Output) -> Result<(), Failure> {
        self.bar.finish_and_clear();
        self.report.seconds = self.begun.elapsed().as_secs_f64();
        self.report.complete = !interrupt::interrupted();
        let report = &self.report;
        output.print(report, || report.text())?;
        if !report.complete {
            return Err(Failure::unfinished(format!(
                "interrupted after {:.1} s: of {} kernels by tier, {} were not tried",
                report.seconds,
                report.kernels.len(),
                report.untried()
            )));
        }
        if report.differences.is_empty() { Ok(()) } else { Err(Failure::differences()) }
    }
}

impl Report {
    /// How many kernels by tier were not tried.
    fn untried(&self) -> usize {
        self.kernels.iter().filter(|tally| tally.inputs == 0).count()
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for Tally { game, kernel, tier, inputs } in &self.kernels {
            let tried = if *inputs == 0 { "not tried".to_owned() } else { format!("{} inputs", grouped(*inputs)) };
            text += &format!("{game:<10} {kernel:<22} {tier:<7} {tried:>22}\n");
        }
        for Difference { line, result, reference } in &self.differences {
            text += &format!("{line}\n    {result}, but the rules say {reference}\n");
        }
        if !self.apart {
            text += "an emulator runs this process alone, so it tried the kernels itself: a crash would have ended the check\n";
        }
        text + &self.summary()
    }

    /// The last lines: what was tried, and what was found.
    fn summary(&self) -> String {
        let (all, untried) = (self.kernels.len(), self.untried());
        let inputs: u64 = self.kernels.iter().map(|tally| tally.inputs).sum();
        let not_tried = if untried == 0 { String::new() } else { format!("not tried    {untried} of {all}\n") };
        format!(
            "\ntried        {} of {all} kernels by tier, on {} inputs, {}inputs/s\n{not_tried}differences  {} in {:.1} s, seed {}",
            all - untried,
            grouped(inputs),
            short(rate(inputs, self.seconds)),
            self.differences.len(),
            self.seconds,
            self.seed
        )
    }
}

/// A kernel in a check, tier by tier.
struct Progress<'s> {
    index: usize,
    subject: &'s Subject,
    tallies: Vec<Tally>,
    /// The tiers on which it has not failed; one failure is enough.
    tiers: Vec<Tier>,
    rounds: u64,
    time: Duration,
}

impl<'s> Progress<'s> {
    fn new(index: usize, subject: &'s Subject, tiers: &[Tier]) -> Progress<'s> {
        let tally = |tier: &Tier| Tally {
            game: subject.game(),
            kernel: subject.kernel().to_owned(),
            tier: tier.name(),
            inputs: 0,
        };
        Progress {
            index,
            subject,
            tallies: tiers.iter().map(tally).collect(),
            tiers: tiers.to_vec(),
            rounds: 0,
            time: Duration::ZERO,
        }
    }

    /// How many inputs it was tried on so far, on all tiers.
    fn inputs(&self) -> u64 {
        self.tallies.iter().map(|tally| tally.inputs).sum()
    }

    /// Tries the inputs of the next round; returns what went wrong, on small inputs.
    fn round(&mut self, worker: &mut Worker, seed: u64) -> Result<Vec<Difference>, Failure> {
        let mut differences = Vec::new();
        let begun = Instant::now();
        let Some(tried) = worker.round(self.index, seed, self.rounds, &self.tiers)? else { return Ok(differences) };
        self.rounds += 1;
        self.time += begun.elapsed();
        for tried in tried {
            let tally = self.tallies.iter_mut().find(|tally| tally.tier == tried.tier.name());
            tally.expect("a tier of the check").inputs += tried.inputs;
            if let Some(failure) = tried.failure {
                self.tiers.retain(|&tier| tier != tried.tier);
                let begun = Instant::now();
                let enough = || begun.elapsed() >= SHRINKING || interrupt::interrupted();
                differences.push(worker.shrink(failure, &enough)?);
            }
        }
        Ok(differences)
    }
}

#[derive(Serialize)]
struct Replay<'a> {
    line: &'a str,
    #[serde(flatten)]
    comparison: Comparison,
}

/// Tries the input of one line.
fn replay(line: &str, tier: Option<Tier>, output: Output) -> Result<(), Failure> {
    let wrong = |problem: String| Failure::bad_input(format!("--replay: {problem}"));
    if tier.is_some() {
        return Err(Failure::bad_input("--tier: the line of --replay names the tier"));
    }
    let subjects = subjects();
    let (_, tier, _) = parse_line(&subjects, line).map_err(wrong)?;
    if tier == Tier::Reference {
        return Err(wrong("reference is what the tiers are compared with".to_owned()));
    }
    if !tier.is_available() {
        return Err(wrong(format!("this processor or this build lacks {tier} (see 'stonemask cpu')")));
    }
    interrupt::watch()?;
    match Worker::new(&subjects)?.compare(line)? {
        Some(comparison) => show(line, comparison.map_err(wrong)?, output),
        None => Err(Failure::unfinished("interrupted before the kernel returned")),
    }
}

/// Prints the result of a replay.
fn show(line: &str, comparison: Comparison, output: Output) -> Result<(), Failure> {
    let differs = comparison.differs;
    let replay = Replay { line: line.trim(), comparison };
    output.print(&replay, || {
        let Comparison { result, reference, .. } = &replay.comparison;
        let verdict = if differs { "they differ" } else { "they agree" };
        format!("result     {result}\nreference  {reference}\n{verdict}")
    })?;
    if differs { Err(Failure::differences()) } else { Ok(()) }
}

/// Reads the line of a replay and tries its input on the reference; for fuzzing.
///
/// # Errors
/// If it is not one: the message for the user.
pub fn understand(line: &str) -> Result<(), String> {
    let subjects = subjects();
    parse_line(&subjects, line).and_then(|(subject, _, input)| subject.compare(Tier::Reference, input)).map(|_| ())
}

/// The worker's side of a check.
pub(crate) fn serve() -> Result<(), Failure> {
    worker::serve(&subjects())
}
