//! `stonemask analyse`: what a position is worth, at once and better from moment to moment; what
//! the moves of a recorded game lost; how good the search is on positions with known scores.

pub(crate) mod desk;
mod game;
mod set;
mod stream;

use crate::error::Failure;
use crate::games::{self, Name, Playable, Setting, Start, each};
use crate::interrupt;
use crate::numbers::{seconds, whole};
use crate::output::{self, Output, grouped, rate, searched, short};
use crate::search::{Known, Scored, Value};
use crate::search_options::{Memory, OtherWeights};
use crate::threads::Threads;
use clap::{Args, ValueEnum, ValueHint};
use serde::Serialize;
use std::fmt::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use stonemask::Tier;
use stonemask::game::search::{Certainty, Limits};

#[derive(Args)]
pub(crate) struct Arguments {
    #[arg(help = subject_help(), value_name = "GAME|FILE", value_hint = ValueHint::AnyPath, required_unless_present = "stream")]
    subject: Option<Subject>,
    /// Analyse positions that come as JSON lines on standard input; docs/PROTOCOLS.md says what a
    /// line has. --threads is how many at once, each of which takes one; other limits hold where a
    /// line has none
    #[arg(long, conflicts_with_all = ["subject", "position", "moves", "rows", "columns", "rule", "blocked", "forbid_centre", "svg", "number", "weights"])]
    stream: bool,
    #[command(flatten)]
    start: Start,
    /// The time that it may take, in seconds. Without a limit it goes on until the score is exact
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Search this many plies at most
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=4096), allow_negative_numbers = true)]
    depth: Option<u32>,
    /// Search about this many positions at most; NoGo: play this many random games
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1..=u64::MAX), allow_negative_numbers = true)]
    nodes: Option<u64>,
    /// The number of moves to score, the best ones
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole::<u16>(1..=4096), allow_negative_numbers = true)]
    top: u16,
    /// A file: draw the value after each move
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    svg: Option<PathBuf>,
    /// A file: the number of the game in it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1..=u32::MAX.into()), allow_negative_numbers = true)]
    number: usize,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    weights: OtherWeights,
}

/// The subject: a game's board, or a file.
#[derive(Clone, Debug)]
enum Subject {
    Game(Name),
    File(PathBuf),
}

impl FromStr for Subject {
    type Err = String;

    fn from_str(text: &str) -> Result<Subject, String> {
        if let Some(game) = Name::from_str(text, false).ok().filter(|game| games().contains(game)) {
            return Ok(Subject::Game(game));
        }
        if text.contains(['.', '/']) {
            return Ok(Subject::File(text.into()));
        }
        Err(format!("expected {}, or a file of games", names()))
    }
}

/// The help of `GAME|FILE`.
fn subject_help() -> String {
    format!(
        "{}; or a file: a recorded game, as `convert` reads them, whose every move is looked at, or a set of positions \
         with scores (.obf), which is marked",
        Name::listed(&games())
    )
}

/// The names of the games.
fn names() -> String {
    games().iter().map(Name::to_string).collect::<Vec<_>>().join(", ")
}

/// The games that are searched at any position.
fn games() -> Vec<Name> {
    Name::those(Name::is_analysed)
}

impl Arguments {
    /// Sets up the position to begin with.
    pub(crate) fn set_up(&self) -> Result<(), Failure> {
        match self.subject {
            Some(Subject::Game(game)) => games::set_up(game, &self.start),
            Some(Subject::File(_)) | None => Ok(()),
        }
    }

    /// The subject by name.
    fn name(&self) -> String {
        match &self.subject {
            Some(Subject::Game(game)) => game.to_string(),
            Some(Subject::File(_)) | None => "this file's game".to_owned(),
        }
    }

    /// Refuses what applies to a file alone, or to a game alone.
    fn check(&self) -> Result<(), Failure> {
        let (file, game) = (
            [("--svg", self.svg.is_some()), ("--number", self.number != 1)],
            [
                ("--position", self.start.position.is_some()),
                ("--moves", self.start.moves.is_some() || !self.start.plain_moves.is_empty()),
                ("--top", self.top != 1),
            ],
        );
        let given = |options: &[(&'static str, bool)]| options.iter().find(|(_, given)| *given).map(|(name, _)| *name);
        let (refused, subject) = match self.subject {
            Some(Subject::Game(_)) | None => (given(&file), "a game without a file"),
            Some(Subject::File(_)) => (given(&game).or_else(|| self.start.shape.given()), "a file"),
        };
        refused.map_or(Ok(()), |option| Err(Failure::bad_input(format!("{option} does not apply to {subject}"))))
    }

    fn threads(&self) -> NonZeroUsize {
        NonZeroUsize::new(self.threads.count()).expect("clap checked the range")
    }

    fn limits(&self) -> Limits {
        Limits { depth: self.depth, nodes: self.nodes, time: self.time }
    }

    /// A search of a game, by other weights if some are named.
    fn search<G: Playable>(&self) -> Result<G::Search, Failure> {
        let search = G::searching(&self.name(), self.memory.bytes()?, self.threads(), &self.weights)?;
        search.map_err(|_| self.memory.refused())
    }
}

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    setting: Setting,
    /// Whether a limit was reached or the score is exact.
    complete: bool,
    #[serde(flatten)]
    result: Told,
    lower: Value,
    upper: Value,
    moves: Vec<Told>,
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
struct Told {
    score: Value,
    certainty: &'static str,
    /// Of an estimate, in percent.
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<u8>,
    depth: u32,
    line: String,
}

/// The moves known at some moment.
#[derive(Serialize)]
struct Iteration {
    nodes: u64,
    seconds: f64,
    moves: Vec<Told>,
}

impl Told {
    const fn name(certainty: Certainty) -> &'static str {
        match certainty {
            Certainty::Exact => "exact",
            Certainty::AtLeast => "at-least",
            Certainty::AtMost => "at-most",
            Certainty::Estimate { .. } => "estimate",
        }
    }

    /// Of a game that is over.
    const fn finished(score: Value) -> Told {
        Told { score, certainty: "exact", confidence: None, depth: 0, line: String::new() }
    }

    fn of<M: fmt::Display>(Scored { value, certainty, depth, line }: &Scored<M>) -> Told {
        let confidence = match *certainty {
            Certainty::Estimate { confidence } => Some(confidence).filter(|&confidence| confidence > 0),
            _ => None,
        };
        Told { score: *value, certainty: Told::name(*certainty), confidence, depth: *depth, line: text_of(line) }
    }
}

/// Plies in the order in which they are played.
fn text_of<M: fmt::Display>(line: &[M]) -> String {
    line.iter().map(M::to_string).collect::<Vec<String>>().join(" ")
}

pub(crate) fn run(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
    arguments.check()?;
    let (game, start) = match &arguments.subject {
        None => return stream::run(arguments),
        Some(Subject::Game(game)) => (*game, &arguments.start),
        Some(Subject::File(path)) => return game::run(path, arguments, tier.name(), output),
    };
    game.check(&start.shape)?;
    each!(game, G => analyse::<G>(start, arguments, tier, output))
}

fn analyse<G: Playable>(start: &Start, arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
    let mut board: G = games::start(start)?;
    let mut search = arguments.search::<G>()?;
    games::play_moves(&mut board, start)?;
    arguments.threads.check()?;
    interrupt::watch()?;
    let (mut written, mut results, mut due, mut iterations) = (Ok(()), 0, 0, Vec::new());
    let observer = &mut |known: &Known<G::Move>| {
        // A search by random games learns something at every moment: it tells of it when it has
        // twice as much.
        let is_news = known.results > results && (board.last_depth().is_some() || known.nodes >= due || known.complete);
        if is_news {
            (results, due) = (known.results, 2 * known.nodes);
            if output.is_json() {
                let moves = known.moves.iter().map(Told::of).collect();
                iterations.push(Iteration { nodes: known.nodes, seconds: known.time.as_secs_f64(), moves });
            } else {
                written = output::write(told(known, board.last_depth()).as_bytes());
            }
        }
        if written.is_ok() { interrupt::flow() } else { ControlFlow::Break(()) }
    };
    let known = board.look(&mut search, arguments.top.into(), arguments.limits(), observer, interrupt::flag());
    written?;
    let complete = !interrupt::interrupted() || known.complete;
    let moves: Vec<Told> = known.moves.iter().map(Told::of).collect();
    let finished = || Told::finished(known.value());
    let seconds = known.time.as_secs_f64();
    let report = Report {
        setting: board.setting().at(board.to_string()),
        complete,
        result: moves.first().cloned().unwrap_or_else(finished),
        lower: known.lower,
        upper: known.upper,
        moves,
        iterations,
        nodes: known.nodes,
        seconds,
        nodes_per_second: rate(known.nodes, seconds),
        threads: arguments.threads().get(),
        table_mib: G::table_bytes(&search) as f64 / f64::from(1 << 20),
        tier: tier.name(),
    };
    output.print(&report, || text(&known, &report, board.last_depth()))?;
    if complete {
        return Ok(());
    }
    Err(Failure::unfinished(format!("interrupted after {} nodes", grouped(known.nodes))))
}

/// A score and how sure it is, of a position whose game is over at this depth.
fn said(value: Value, certainty: Certainty, depth: u32, last: Option<u32>) -> String {
    match certainty {
        Certainty::Exact => format!("{value}, exact"),
        Certainty::AtLeast => format!("at least {value}"),
        Certainty::AtMost => format!("at most {value}"),
        Certainty::Estimate { confidence: 0 } => format!("{value}, estimate ({depth} plies)"),
        Certainty::Estimate { confidence } if Some(depth) == last => {
            format!("{value}, estimate (to the end, {confidence} %)")
        }
        Certainty::Estimate { confidence } => format!("{value}, estimate ({depth} plies, {confidence} %)"),
    }
}

/// The moves known at a moment, a line each; the first with the time and the nodes.
fn told<M: fmt::Display>(known: &Known<M>, last: Option<u32>) -> String {
    let mut text = String::new();
    for (index, Scored { value, certainty, depth, line }) in known.moves.iter().enumerate() {
        let (time, nodes) = match index {
            0 => (format!("{:.2} s", known.time.as_secs_f64()), short(known.nodes as f64)),
            _ => (String::new(), String::new()),
        };
        let said = said(*value, *certainty, *depth, last);
        let _ = writeln!(text, "{time:>9}  {nodes:>8}  {said:<33}  {}", text_of(line));
    }
    text
}

/// The result in text.
fn text<M: fmt::Display>(known: &Known<M>, report: &Report, last: Option<u32>) -> String {
    let depth = known.moves.first().map_or(0, |best| best.depth);
    let mut text = format!("score  {}\n", said(known.value(), known.certainty(), depth, last));
    // Only of discs is there something between all and nothing to prove.
    if let (false, Value::Discs(_)) = (matches!(known.certainty(), Certainty::Exact), known.value()) {
        let _ = writeln!(text, "proved {} to {}", report.lower, report.upper);
    }
    for (index, Scored { value, certainty, depth, line }) in known.moves.iter().enumerate() {
        let line = text_of(line);
        if index == 0 {
            let _ = writeln!(text, "line   {line}");
        } else {
            let said = said(*value, *certainty, *depth, last);
            let _ = writeln!(text, "       {line}: {said}");
        }
    }
    text + &searched(report.nodes, report.seconds, report.threads, report.table_mib, report.tier)
}
