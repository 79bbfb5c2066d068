//! The command `stonemask`: see `stonemask --help`.
//!
//! It is a library with a small program on top, because what `stonemask check` tries, and what the
//! command line reads, is also what the fuzz targets try (package `fuzz`). No part of it is an
//! interface for others.

mod analyse;
mod bench;
mod certificate;
pub mod check;
mod completions;
mod convert;
mod cpu;
mod error;
mod file;
mod games;
mod interrupt;
mod judge;
mod label;
mod man;
mod matches;
mod named;
mod numbers;
mod output;
mod perft;
mod play;
mod playout;
mod progress;
mod protocol;
mod records;
mod replay;
mod search;
mod search_options;
mod serve;
mod show;
mod solve;
mod store;
mod thread_time;
mod threads;
mod train;
mod vectors;

use clap::builder::Styles;
use clap::builder::styling::AnsiColor::{Cyan, Green};
use clap::{Args, CommandFactory, Parser, Subcommand};
use error::{Failure, one_line};
use named::named;
use output::Output;
use std::process::ExitCode;
use stonemask::{Tier, kernels};

/// The colours of cargo's help, on a terminal that shows them.
const STYLES: Styles = Styles::styled()
    .header(Green.on_default().bold())
    .usage(Green.on_default().bold())
    .literal(Cyan.on_default().bold())
    .placeholder(Cyan.on_default());

/// Solve, count, play and check games of Othello, Gomoku and NoGo
#[derive(Parser)]
#[command(name = "stonemask", version, arg_required_else_help = true, styles = STYLES, max_term_width = 120)]
#[command(after_help = "Exit status: 0 done, 1 a check found a difference or work was not finished, 2 bad input.")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    common: Common,
}

#[derive(Subcommand)]
enum Command {
    /// Find the exact score and best play
    Solve(With<solve::Arguments>),
    /// Check the proof of a score that `solve --certificate` wrote
    Certificate(With<certificate::Arguments>),
    /// Say what a position is worth, better the longer it takes
    #[command(alias = "analyze")]
    Analyse(With<analyse::Arguments>),
    /// Count the positions at a depth
    Perft(With<perft::Arguments>),
    /// Replay recorded games and check their results
    Replay(With<replay::Arguments>),
    /// Convert recorded games from one file format to another
    Convert(With<convert::Arguments>),
    /// Train the weights by which 6x6 and 8x8 Othello are evaluated
    Train(With<train::Arguments>),
    /// Write positions of Othello with the exact score of every move
    Label(With<label::Arguments>),
    /// Play a game for two people in the terminal
    Play(play::Arguments),
    /// Show a position, its legal moves and how it stands; as a picture, too
    Show(With<show::Arguments>),
    /// Play random games and show speed and outcomes
    // In one line it would be wider than a narrow terminal.
    #[command(override_usage = "stonemask playout [OPTIONS] --games <N> <GAME>\n       [PLY]...")]
    Playout(With<playout::Arguments>),
    /// Speak the Go Text Protocol with a controller, about any of the games
    Gtp(protocol::gtp::Arguments),
    /// Play Gomoku for a manager that speaks the protocol of Gomocup and Piskvork
    Gomocup(protocol::gomocup::Arguments),
    /// Play and judge Othello for a viewer that speaks the NBoard protocol
    Nboard(protocol::nboard::Arguments),
    /// Compare every tier with the reference rules
    Check(With<check::Arguments>),
    /// Tries kernels for `check`, in a process that they may break
    #[command(hide = true)]
    CheckWorker,
    /// Starts an engine for `judge`, and ends it when the judge is gone
    #[cfg(unix)]
    #[command(hide = true)]
    EngineGuard,
    /// Print test vectors as JSON lines, or check somebody's answers to them
    Vectors(With<vectors::Arguments>),
    /// Try a foreign engine against the rules, in games and positions
    Judge(With<judge::Arguments>),
    /// Play engines against each other, and say how much stronger one is
    Match(With<matches::Arguments>),
    /// Show the page in a browser on this machine, with this command's searches behind it
    Serve(With<serve::Arguments>),
    /// Measure the cost of each kernel by tier
    Bench(With<bench::Arguments>),
    /// Show what this machine has and which tier is chosen
    Cpu(Common),
    /// Print the completion script of a shell
    Completions(completions::Arguments),
    /// Write the manual pages into a folder
    Man(man::Arguments),
}

/// Options of most commands, before the command's name or after it.
#[derive(Args, Clone, Copy)]
struct Common {
    /// The kernels to use: reference, portable, x64, avx2 or avx512. STONEMASK_TIER does not limit
    /// it [default: the best tier of this processor up to STONEMASK_TIER; check and bench: all]
    #[arg(long, value_name = "TIER", hide_possible_values = true, value_parser = named(&Tier::ALL, Tier::name))]
    tier: Option<Tier>,
    /// Print one JSON object, and an error as another on standard error; docs/output.schema.json
    /// describes both
    #[arg(long)]
    json: bool,
}

/// A command's own arguments, and the common ones.
#[derive(Args)]
struct With<A: Args> {
    #[command(flatten)]
    arguments: A,
    #[command(flatten)]
    common: Common,
}

impl<A: Args> With<A> {
    /// Runs the command, with what stood before its name.
    fn run(
        self,
        name: &'static str,
        before: Common,
        run: impl FnOnce(&A, Chosen) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        run(&self.arguments, before.and(self.common)?.chosen(name)?)
    }
}

/// The options of all commands, evaluated.
struct Chosen {
    tier: Tier,
    /// The tier that was asked for.
    only: Option<Tier>,
    output: Output,
}

impl Common {
    /// Together with what stands after the command's name.
    fn and(self, after: Common) -> Result<Common, Failure> {
        for (option, both) in
            [("--tier <TIER>", self.tier.is_some() && after.tier.is_some()), ("--json", self.json && after.json)]
        {
            if both {
                return Err(Failure::bad_input(format!("the argument '{option}' cannot be used multiple times")));
            }
        }
        Ok(Common { tier: self.tier.or(after.tier), json: self.json || after.json })
    }

    fn chosen(self, command: &'static str) -> Result<Chosen, Failure> {
        let Common { tier: only, json } = self;
        match only {
            Some(tier) if !tier.is_available() => Err(Failure::bad_input(format!(
                "--tier {tier}: this processor or this build lacks it (see 'stonemask cpu')"
            ))),
            _ => {
                let tier = only.unwrap_or_else(Tier::best);
                kernels::use_tier(tier).expect("the tier is available");
                Ok(Chosen { tier, only, output: Output::new(command, json) })
            }
        }
    }

    /// For a command on which neither has an effect.
    fn refuse(self, command: &str) -> Result<(), Failure> {
        let given = [("--tier", self.tier.is_some()), ("--json", self.json)];
        match given.into_iter().find(|&(_, given)| given) {
            Some((option, _)) => Err(Failure::bad_input(format!("{option} does not apply to {command}"))),
            None => Ok(()),
        }
    }
}

/// The program.
pub fn main() -> ExitCode {
    // Where a file may not grow longer, writing fails, and the command says so.
    #[cfg(unix)]
    let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Default::default());
    // A command line that cannot be read may still say in which form it wants the error.
    let json = std::env::args_os().any(|word| word == "--json");
    let done = match Arguments::try_parse_from(protocol::gomocup::by_name(std::env::args_os())) {
        Ok(arguments) => run(arguments),
        // Help or version, asked for.
        Err(error) if !error.use_stderr() => output::told(error.print()),
        Err(error) => Err(Failure::bad_input(one_line(&error))),
    };
    done.map_or_else(|failure| failure.report(json), |()| ExitCode::SUCCESS)
}

/// The command line as users see it, for shells and manual pages, which would show what is hidden.
fn command_line() -> clap::Command {
    shown(&Arguments::command()).version(env!("CARGO_PKG_VERSION"))
}

fn shown(all: &clap::Command) -> clap::Command {
    clap::Command::new(all.get_name().to_owned())
        .about(all.get_about().cloned().unwrap_or_default())
        .after_help(all.get_after_help().cloned().unwrap_or_default())
        .args(all.get_arguments().filter(|argument| !argument.is_hide_set()))
        .subcommands(all.get_subcommands().filter(|command| !command.is_hide_set()).map(shown))
}

/// Reads a command line and sets up the position that it describes, but does nothing with it; for
/// fuzzing.
///
/// # Errors
/// If it is not valid: the message for the user.
pub fn understand(words: &[&str]) -> Result<(), String> {
    let arguments = match Arguments::try_parse_from(std::iter::once("stonemask").chain(words.iter().copied())) {
        Ok(arguments) => arguments,
        Err(error) if !error.use_stderr() => return Ok(()),
        Err(error) => return Err(one_line(&error)),
    };
    match arguments.command {
        Command::Solve(command) => command.arguments.set_up(),
        Command::Analyse(command) => command.arguments.set_up(),
        Command::Perft(command) => command.arguments.setup.set_up(),
        Command::Playout(command) => command.arguments.setup.set_up(),
        Command::Show(command) => command.arguments.setup.set_up(),
        _ => Ok(()),
    }
    .map_err(|failure| failure.message().unwrap_or_default())
}

/// Reads a WTHOR database; for fuzzing.
///
/// # Errors
/// If it is not one: the message for the user.
pub fn understand_wthor(bytes: &[u8]) -> Result<(), String> {
    let records = stonemask::othello::wthor::read(bytes).map_err(|foreign| foreign.to_string())?.games;
    // A record has at most as many moves as a game.
    assert!(records.iter().all(|record| record.squares().count() <= 60));
    Ok(())
}

/// Reads recorded games in every format, and what it read once more from every format that they can
/// be written in; for fuzzing. Returns the messages for the user.
///
/// # Panics
/// When a game is not read as it was written.
pub fn understand_records(bytes: &[u8]) -> Vec<String> {
    use clap::ValueEnum;
    use games::Name;
    use records::{Format, Hints, Record};

    let games_of = |records: &[Record]| format!("{:?}", records.iter().map(|record| &record.game).collect::<Vec<_>>());
    let mut messages = Vec::new();
    for &from in Format::value_variants() {
        for game in Name::those(Name::is_recorded) {
            let hints = Hints { game: Some(game), ..Hints::default() };
            let records = match from.read(bytes, hints) {
                Ok(records) => records,
                Err(message) => {
                    messages.push(message);
                    continue;
                }
            };
            for &to in Format::value_variants() {
                match to.write(&records, true, &mut Vec::new()) {
                    Ok(written) => {
                        // The file's game comes before the hint.
                        let hints = Hints { game: Some(records[0].game.name()), ..hints };
                        let again = to.read(&written, hints).unwrap_or_else(|error| panic!("{from} to {to}: {error}"));
                        assert_eq!(games_of(&again), games_of(&records), "{from} to {to}");
                    }
                    Err(message) => messages.push(message),
                }
            }
        }
    }
    messages
}

/// Lets an engine of this name answer to all this input: `gtp-othello4` and so on, `gomocup`,
/// `nboard`; for fuzzing. Its player is greedy and has no time.
///
/// # Errors
/// When it says what its protocol does not have.
///
/// # Panics
/// When there is no such engine.
pub fn converse(engine: &str, input: &[u8]) -> Result<(), String> {
    protocol::answer_in_form(engine, input)
}

fn run(Arguments { command, common }: Arguments) -> Result<(), Failure> {
    let requested = Tier::requested().map_err(|error| Failure::bad_input(format!("{}: {error}", Tier::VARIABLE)))?;
    match command {
        Command::Solve(command) => {
            command.run("solve", common, |own, Chosen { tier, output, .. }| solve::run(own, tier, output))
        }
        Command::Analyse(command) => {
            command.run("analyse", common, |own, Chosen { tier, output, .. }| analyse::run(own, tier, output))
        }
        Command::Perft(command) => {
            command.run("perft", common, |own, Chosen { tier, output, .. }| perft::run(own, tier, output))
        }
        Command::Replay(command) => {
            command.run("replay", common, |own, Chosen { tier, output, .. }| replay::run(own, tier, output))
        }
        Command::Convert(command) => {
            command.run("convert", common, |own, Chosen { output, .. }| convert::run(own, output))
        }
        Command::Certificate(command) => {
            command.run("certificate", common, |own, Chosen { tier, output, .. }| certificate::run(own, tier, output))
        }
        Command::Label(command) => {
            command.run("label", common, |own, Chosen { tier, output, .. }| label::run(own, tier, output))
        }
        Command::Train(command) => {
            command.run("train", common, |own, Chosen { tier, output, .. }| train::run(own, tier, output))
        }
        Command::Show(command) => command.run("show", common, |own, Chosen { output, .. }| show::run(own, output)),
        Command::Playout(command) => {
            command.run("playout", common, |own, Chosen { tier, output, .. }| playout::run(own, tier, output))
        }
        Command::Check(command) => {
            command.run("check", common, |own, Chosen { only, output, .. }| check::run(own, only, output))
        }
        Command::Vectors(command) => {
            command.run("vectors", common, |own, Chosen { output, .. }| vectors::run(own, output))
        }
        Command::Judge(command) => command.run("judge", common, |own, Chosen { output, .. }| judge::run(own, output)),
        Command::Match(command) => command.run("match", common, |own, Chosen { output, .. }| matches::run(own, output)),
        Command::Serve(command) => command.run("serve", common, |own, Chosen { output, .. }| serve::run(own, output)),
        Command::Bench(command) => {
            command.run("bench", common, |own, Chosen { only, output, .. }| bench::run(own, only, output))
        }
        Command::Play(arguments) => {
            common.refuse("play")?;
            play::run(&arguments)
        }
        Command::Gtp(arguments) => {
            common.refuse("gtp")?;
            protocol::gtp::run(&arguments)
        }
        Command::Gomocup(arguments) => {
            common.refuse("gomocup")?;
            protocol::gomocup::run(&arguments)
        }
        Command::Nboard(arguments) => {
            common.refuse("nboard")?;
            protocol::nboard::run(&arguments)
        }
        Command::CheckWorker => check::serve(),
        #[cfg(unix)]
        Command::EngineGuard => judge::serve(),
        Command::Cpu(after) => {
            let Chosen { tier, output, .. } = common.and(after)?.chosen("cpu")?;
            cpu::run(tier, requested, output)
        }
        Command::Completions(arguments) => {
            common.refuse("completions")?;
            completions::run(&arguments, command_line())
        }
        Command::Man(arguments) => {
            common.refuse("man")?;
            man::run(&arguments, command_line())
        }
    }
}
