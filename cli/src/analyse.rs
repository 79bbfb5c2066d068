//! `stonemask analyse`: what a position is worth, at once and better from moment to moment.

use crate::error::Failure;
use crate::games::{self, Name, Setting, Start};
use crate::interrupt;
use crate::numbers::{seconds, whole};
use crate::output::{self, Output, grouped, rate, searched, short};
use crate::solve::{Memory, OtherWeights};
use crate::threads::Threads;
use clap::Args;
use serde::Serialize;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;
use stonemask::Tier;
use stonemask::othello::{Analysis, Board, Candidate, Certainty, Limits, Options, Scoring, Search};

#[derive(Args)]
#[command(mut_args(games::without_shape))]
pub(crate) struct Arguments {
    /// The game
    #[arg(value_parser = games::among(&[Name::Othello6, Name::Othello8]))]
    game: Name,
    #[command(flatten)]
    start: Start,
    /// The time that it may take, in seconds. Without a limit it goes on until the score is exact
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Search this many plies at most
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=64), allow_negative_numbers = true)]
    depth: Option<u32>,
    /// Search about this many positions at most
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// The number of moves to score, the best ones
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole::<u8>(1..=64), allow_negative_numbers = true)]
    top: u8,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    weights: OtherWeights,
}

impl Arguments {
    /// Sets up the position to begin with.
    pub(crate) fn set_up(&self) -> Result<(), Failure> {
        games::set_up(self.game, &self.start)
    }
}

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    setting: Setting,
    /// Whether a limit was reached or the score is exact.
    complete: bool,
    #[serde(flatten)]
    result: Scored,
    lower: i32,
    upper: i32,
    moves: Vec<Scored>,
    iterations: Vec<Iteration>,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    threads: usize,
    table_mib: f64,
    tier: &'static str,
}

/// A score and how sure it is.
#[derive(Clone, Serialize)]
struct Scored {
    score: i32,
    certainty: &'static str,
    /// Of an estimate, in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<u8>,
    depth: u32,
    line: String,
}

/// What was known at some moment.
#[derive(Serialize)]
struct Iteration {
    nodes: u64,
    seconds: f64,
    moves: Vec<Scored>,
}

impl Scored {
    fn of<const N: usize>(Candidate { score, certainty, depth, line }: &Candidate<N>) -> Scored {
        let (certainty, confidence) = match *certainty {
            Certainty::Exact => ("exact", None),
            Certainty::AtLeast => ("at-least", None),
            Certainty::AtMost => ("at-most", None),
            Certainty::Estimate { confidence } => ("estimate", Some(confidence)),
        };
        Scored { score: *score, certainty, confidence, depth: *depth, line: line.to_string() }
    }
}

pub(crate) fn run(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
    arguments.start.shape.check(arguments.game)?;
    match arguments.game {
        Name::Othello6 => analyse::<6>(arguments, tier, output),
        Name::Othello8 => analyse::<8>(arguments, tier, output),
        _ => unreachable!("the command line does not take it"),
    }
}

fn analyse<const N: usize>(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
    let mut board: Board<N> = games::othello(&arguments.start)?;
    games::play_moves(&mut board, arguments.game, &arguments.start)?;
    let threads = NonZeroUsize::new(arguments.threads.count()).expect("clap checked the range");
    let memory = &arguments.memory;
    let options = Options::default().threads(threads);
    let search = match arguments.weights.read(Scoring::default())? {
        Some(weights) => Search::with_weights(memory.bytes()?, options, weights),
        None => Search::with_options(memory.bytes()?, options),
    };
    let mut search = search.map_err(|_| memory.refused())?.best(arguments.top.into());

    interrupt::watch()?;
    let limits = Limits { depth: arguments.depth, nodes: arguments.nodes, time: arguments.time };
    let (mut written, mut results, mut iterations) = (Ok(()), 0, Vec::new());
    let observer = |analysis: &Analysis<N>| {
        if analysis.results > results {
            results = analysis.results;
            if output.is_json() {
                let moves = analysis.moves.iter().map(Scored::of).collect();
                let seconds = analysis.time.as_secs_f64();
                iterations.push(Iteration { nodes: analysis.nodes, seconds, moves });
            } else {
                written = output::write(told(analysis, board.empties().len()).as_bytes());
            }
        }
        if written.is_ok() { interrupt::flow() } else { ControlFlow::Break(()) }
    };
    let analysis = search.run_until(&board, limits, observer, interrupt::flag());
    written?;
    let complete = !interrupt::interrupted() || analysis.complete;
    let moves: Vec<Scored> = analysis.moves.iter().map(Scored::of).collect();
    let finished =
        || Scored { score: analysis.score(), certainty: "exact", confidence: None, depth: 0, line: String::new() };
    let seconds = analysis.time.as_secs_f64();
    let report = Report {
        setting: Setting::of_othello::<N>().at(board.to_string()),
        complete,
        result: moves.first().cloned().unwrap_or_else(finished),
        lower: analysis.lower,
        upper: analysis.upper,
        moves,
        iterations,
        nodes: analysis.nodes,
        seconds,
        nodes_per_second: rate(analysis.nodes, seconds),
        threads: threads.get(),
        table_mib: search.table_bytes() as f64 / f64::from(1 << 20),
        tier: tier.name(),
    };
    output.print(&report, || text(&analysis, &report, board.empties().len()))?;
    if complete {
        return Ok(());
    }
    Err(Failure::unfinished(format!("interrupted after {} nodes", grouped(analysis.nodes))))
}

/// A score and how sure it is, of a position with this many empty squares.
fn said(score: i32, certainty: Certainty, depth: u32, empties: u32) -> String {
    match certainty {
        Certainty::Exact => format!("{score:+}, exact"),
        Certainty::AtLeast => format!("at least {score:+}"),
        Certainty::AtMost => format!("at most {score:+}"),
        Certainty::Estimate { confidence } if depth == empties => {
            format!("{score:+}, estimate (to the end, {confidence} %)")
        }
        Certainty::Estimate { confidence } => format!("{score:+}, estimate ({depth} plies, {confidence} %)"),
    }
}

/// What is known at a moment, a line a move; the first with the time and the nodes.
fn told<const N: usize>(analysis: &Analysis<N>, empties: u32) -> String {
    let mut text = String::new();
    for (index, Candidate { score, certainty, depth, line }) in analysis.moves.iter().enumerate() {
        let (time, nodes) = match index {
            0 => (format!("{:.2} s", analysis.time.as_secs_f64()), short(analysis.nodes as f64)),
            _ => (String::new(), String::new()),
        };
        let said = said(*score, *certainty, *depth, empties);
        let _ = writeln!(text, "{time:>9}  {nodes:>8}  {said:<33}  {line}");
    }
    text
}

/// What it comes to.
fn text<const N: usize>(analysis: &Analysis<N>, report: &Report, empties: u32) -> String {
    let depth = analysis.moves.first().map_or(0, |best| best.depth);
    let mut text = format!("score  {}\n", said(analysis.score(), analysis.certainty(), depth, empties));
    if !matches!(analysis.certainty(), Certainty::Exact) {
        let _ = writeln!(text, "proved {:+} to {:+}", report.lower, report.upper);
    }
    for (index, Candidate { score, certainty, depth, line }) in analysis.moves.iter().enumerate() {
        if index == 0 {
            let _ = writeln!(text, "line   {line}");
        } else {
            let said = said(*score, *certainty, *depth, empties);
            let _ = writeln!(text, "       {line}: {said}");
        }
    }
    text + &searched(report.nodes, report.seconds, report.threads, report.table_mib, report.tier)
}
