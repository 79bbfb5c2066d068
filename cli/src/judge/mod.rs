//! `stonemask judge`: foreign engines against the rules.

mod botzone;
pub(crate) mod case;
pub(crate) mod driver;
pub(crate) mod engine;
pub(crate) mod fault;
pub(crate) mod gomocup;
pub(crate) mod gtp;
mod many;
mod marks;
pub(crate) mod nboard;
mod perft;
mod process;
mod regress;
mod results;
pub(crate) mod rounds;
mod shrink;
pub(crate) mod table;
mod versus;

use crate::error::Failure;
use crate::games::{Name, OwnProtocol, Shape};
use crate::interrupt;
use crate::numbers::whole;
use crate::output::{Output, grouped};
use crate::progress::spinner;
use case::{Case, PASS, Protocol, Question, line, read_line};
use clap::Args;
use driver::Driver;
use engine::{Engine, Start};
use fault::{Fault, Kind, Stop};
use indicatif::ProgressBar;
use results::Results;
use serde::Serialize;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use table::State;

#[cfg(unix)]
pub(crate) use process::serve;

#[derive(Args)]
pub(crate) struct Arguments {
    /// How the engine is spoken to
    #[arg(long, required_unless_present_any = ["replay", "tests"])]
    protocol: Option<Protocol>,
    /// The game [default: gomocup: gomoku, nboard: othello8, gtp: none, the protocol alone is
    /// tried]
    #[arg(long)]
    game: Option<Name>,
    /// The number of games
    #[arg(long, value_name = "N", default_value_t = 20, allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    games: u64,
    /// The number of composed positions, those of 'vectors'
    #[arg(long, value_name = "N", default_value_t = 200, allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    positions: u64,
    /// The seed of the games and positions
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// How long the engine may take for an answer, in milliseconds. A later answer is a fault, and
    /// none after ten times as long is a hang; the first answer has ten times as long
    #[arg(long, value_name = "MS", default_value_t = 5000, allow_negative_numbers = true, value_parser = whole::<u64>(1..=86_400_000))]
    time: u64,
    /// GTP: the engine passes by itself where it must, and is not told of passes
    #[arg(long)]
    skip_passes: bool,
    /// A second engine of the same protocol, with its arguments, split at spaces: --games games
    /// between the two, with the judge as the referee
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["positions", "replay"])]
    against: Option<String>,
    /// An engine of several, each with a row in a table of marks: [NAME=]COMMAND, split at spaces.
    /// May be given many times
    #[arg(long, value_name = "ENGINE", conflicts_with_all = ["against", "replay"])]
    engine: Vec<many::Contender>,
    /// A file of such engines, one a line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["against", "replay"])]
    engines: Option<PathBuf>,
    /// GTP: files of regression tests: commands with numbers, each with the answer that is expected
    /// in a line '#? [PATTERN]', or '#? [? PATTERN]' for an error
    #[arg(long, value_name = "FILE", num_args = 1..)]
    #[arg(conflicts_with_all = ["game", "games", "positions", "seed", "skip_passes", "against", "replay"])]
    #[arg(conflicts_with_all = ["rows", "columns", "rule", "blocked", "forbid_centre"])]
    tests: Vec<PathBuf>,
    /// Ask one question again: a line that judge printed
    #[arg(long, value_name = "LINE")]
    #[arg(conflicts_with_all = ["protocol", "game", "games", "positions", "seed", "rows", "columns", "rule", "blocked", "forbid_centre"])]
    replay: Option<String>,
    #[command(flatten)]
    shape: Shape,
    /// The engine, with its arguments
    #[arg(last = true, required_unless_present_any = ["engine", "engines"], value_name = "COMMAND")]
    command: Vec<OsString>,
}

#[derive(Serialize)]
struct Report {
    protocol: String,
    game: Option<String>,
    seed: u64,
    /// Questions that were asked.
    questions: u64,
    games: u64,
    positions: u64,
    fault: Option<Found>,
    #[serde(skip_serializing_if = "Option::is_none")]
    results: Option<Results>,
    complete: bool,
}

/// A fault that was found.
#[derive(Serialize)]
struct Found {
    kind: &'static str,
    told: String,
    /// The line for `--replay`.
    line: String,
    /// Whether a fresh engine shows it again.
    again: bool,
}

impl Report {
    fn text(&self) -> String {
        let Report { questions, games, positions, .. } = self;
        let mut text = match &self.results {
            Some(results) => results.text(),
            None => format!(
                "asked  {} questions in {} games and {} positions",
                grouped(*questions),
                grouped(*games),
                grouped(*positions)
            ),
        };
        if let Some(Found { kind, told, line, again }) = &self.fault {
            let once = if *again { "" } else { "\nnote   a fresh engine did not show it again" };
            text += &format!("\nfault  {kind}: {told}\nline   {line}{once}");
        } else if self.results.is_none() && self.complete {
            text += "\nfault  none found";
        }
        text
    }
}

pub(crate) fn run(arguments: &Arguments, output: Output) -> Result<(), Failure> {
    let time = Duration::from_millis(arguments.time);
    let start = Start::judged(arguments.command.clone(), time, arguments.skip_passes);
    if let Some(text) = &arguments.replay {
        return replay(text, start, output);
    }
    if !arguments.tests.is_empty() {
        if let Some(other) = arguments.protocol.filter(|protocol| *protocol != Protocol::Gtp) {
            return Err(Failure::bad_input(format!("--tests: its commands are GTP's, not those of {other}")));
        }
        return regress::run(&many::contenders(arguments)?, arguments, output);
    }
    let protocol = arguments.protocol.expect("clap asks for it");
    let game = game(protocol, arguments.game)?;
    if let Some(game) = game {
        game.check(&arguments.shape)?;
    } else if let Some(option) = arguments.shape.given() {
        return Err(Failure::bad_input(format!("{option}: --game is missing")));
    }
    interrupt::watch()?;
    if !arguments.engine.is_empty() || arguments.engines.is_some() {
        let all = many::contenders(arguments)?;
        return many::run(game, &rounds::Plan::new(protocol, game, arguments)?, &all, arguments, output);
    }
    let mut judge = Judge::new(protocol, game, start);
    if let Some(against) = &arguments.against {
        let command: Vec<OsString> = against.split_whitespace().map(OsString::from).collect();
        let game = game.filter(|_| protocol != Protocol::Perft && !command.is_empty());
        let game =
            game.ok_or_else(|| Failure::bad_input("--against: it takes a game, a protocol with moves, and a command"))?;
        return versus::run(&mut judge, game, arguments, Start::judged(command, time, arguments.skip_passes), output);
    }
    let outcome = rounds::run(&mut judge, &rounds::Plan::new(protocol, game, arguments)?);
    judge.finish(outcome, arguments.seed, None, output)
}

/// The game that is judged.
fn game(protocol: Protocol, given: Option<Name>) -> Result<Option<Name>, Failure> {
    let game = match (protocol, given) {
        (Protocol::Gomocup, None) => Some(Name::Gomoku),
        (Protocol::Nboard, None) => Some(Name::Othello8),
        (Protocol::Perft | Protocol::Botzone, None) => {
            return Err(Failure::bad_input(format!("--game is missing, which the protocol {protocol} asks about")));
        }
        (_, given) => given,
    };
    let own = game.and_then(Name::own_protocol);
    let fits = match protocol {
        Protocol::Gomocup => own == Some(OwnProtocol::Gomocup),
        Protocol::Nboard => own == Some(OwnProtocol::Nboard),
        Protocol::Gtp | Protocol::Perft | Protocol::Botzone => true,
    };
    match game {
        Some(game) if !fits => {
            Err(Failure::bad_input(format!("--game {game}: the protocol {protocol} has another game")))
        }
        _ => Ok(game),
    }
}

/// An engine under judgement.
struct Judge {
    protocol: Protocol,
    game: Option<Name>,
    start: Start,
    driver: Option<Box<dyn Driver>>,
    questions: u64,
    games: u64,
    positions: u64,
    bar: ProgressBar,
}

/// A wrong answer, and to what.
struct Wrong {
    case: Case,
    stop: Stop,
}

impl Judge {
    fn new(protocol: Protocol, game: Option<Name>, start: Start) -> Judge {
        Judge { protocol, game, start, driver: None, questions: 0, games: 0, positions: 0, bar: spinner() }
    }

    /// The engine, started if it does not run.
    fn driver(&mut self) -> Result<&mut dyn Driver, Stop> {
        if self.driver.is_none() {
            let engine = || Engine::start(&self.start);
            let game = || self.game.unwrap_or(Name::Othello8);
            self.driver = Some(match self.protocol {
                Protocol::Gtp => Box::new(gtp::Gtp::new(engine()?, self.start.skips_passes)),
                Protocol::Gomocup => Box::new(gomocup::Gomocup::new(engine()?)),
                Protocol::Nboard => Box::new(nboard::Nboard::new(engine()?)),
                Protocol::Perft => Box::new(perft::Perft::new(engine()?, game())),
                Protocol::Botzone => Box::new(botzone::Botzone::new(self.start.clone(), game())),
            });
        }
        Ok(self.driver.as_mut().expect("just started").as_mut())
    }

    /// Asks, and gives back what is wrong. After that the engine's state is unknown, and the next
    /// question goes to a fresh one.
    fn ask(&mut self, state: &State, question: Question) -> Result<Option<String>, Wrong> {
        self.questions += 1;
        self.bar.set_message(format!(
            "{} questions, {} games, {} positions",
            grouped(self.questions),
            grouped(self.games),
            grouped(self.positions)
        ));
        let asked = self.driver().and_then(|driver| case::ask(driver, state, &question));
        asked.map_err(|stop| {
            self.driver = None;
            Wrong { case: Case::once(&state.start, &state.moves, question), stop }
        })
    }

    /// Whether the engine has nothing to say in a position: it passes by itself.
    fn is_skipped(&self, state: &State) -> bool {
        self.start.skips_passes && state.now.plies() == [PASS]
    }

    /// Asks a case; the answer says how many times it was asked when an answer was wrong.
    fn try_case(&mut self, case: &Case) -> Result<(), (u32, Stop)> {
        let game = self.game.unwrap_or(Name::Othello8);
        let start = if case.start.is_empty() { game.usual_start() } else { case.start.clone() };
        let state = State::new(game, &start, &case.moves).map_err(|problem| (0, Stop::NotStarted(problem)))?;
        (1..=case.times)
            .try_for_each(|time| self.ask(&state, case.question.clone()).map(drop).map_err(|wrong| (time, wrong.stop)))
    }

    /// Prints what was found, and in how much work.
    fn finish(
        mut self,
        outcome: Result<(), Wrong>,
        seed: u64,
        results: Option<Results>,
        output: Output,
    ) -> Result<(), Failure> {
        let mut complete = true;
        let fault = match outcome {
            Ok(()) => None,
            Err(Wrong { stop: Stop::NotStarted(problem), .. }) => return Err(Failure::bad_input(problem)),
            Err(Wrong { stop: Stop::Interrupted, .. }) => {
                complete = false;
                None
            }
            Err(Wrong { case, stop: Stop::Fault(fault) }) => Some(self.found(case, fault)),
        };
        self.bar.finish_and_clear();
        let wrong = fault.is_some();
        let report = Report {
            protocol: self.protocol.to_string(),
            game: self.game.map(|game| game.to_string()),
            seed,
            questions: self.questions,
            games: self.games,
            positions: self.positions,
            fault,
            results,
            complete,
        };
        output.print(&report, || report.text())?;
        match (complete, wrong) {
            (false, _) => Err(Failure::unfinished(format!("interrupted after {} questions", grouped(self.questions)))),
            (_, true) => Err(Failure::differences()),
            _ => Ok(()),
        }
    }

    /// The fault in its smallest case.
    fn found(&mut self, case: Case, fault: Fault) -> Found {
        let asked = self.questions;
        let (case, fault, again) = shrink::shrink(self, case, fault);
        self.questions = asked;
        Found { kind: fault.kind.name(), told: fault.told, line: line(self.protocol, self.game, &case), again }
    }
}

/// The report of `--replay`.
#[derive(Serialize)]
struct Replayed {
    line: String,
    fault: Option<Told>,
}

#[derive(Serialize)]
struct Told {
    kind: &'static str,
    told: String,
}

fn replay(text: &str, start: Start, output: Output) -> Result<(), Failure> {
    let (protocol, game, case) =
        read_line(text).map_err(|problem| Failure::bad_input(format!("--replay: {problem}")))?;
    interrupt::watch()?;
    let mut judge = Judge::new(protocol, game, start);
    let asked = judge.try_case(&case);
    judge.bar.finish_and_clear();
    let fault = match asked {
        Ok(()) => None,
        Err((_, Stop::Fault(fault))) => Some(Told { kind: fault.kind.name(), told: fault.told }),
        Err((_, Stop::NotStarted(problem))) => return Err(Failure::bad_input(problem)),
        Err((_, Stop::Interrupted)) => return Err(Failure::unfinished("interrupted before the engine had answered")),
    };
    let report = Replayed { line: text.to_owned(), fault };
    output.print(&report, || match &report.fault {
        Some(Told { kind, told }) => format!("fault  {kind}: {told}"),
        None => "fault  none".to_owned(),
    })?;
    if report.fault.is_some() { Err(Failure::differences()) } else { Ok(()) }
}
