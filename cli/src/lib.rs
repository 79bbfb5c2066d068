//! The command `stonemask`: see `stonemask --help`.
//!
//! It is a library with a small program on top, because what `stonemask check` tries, and what the command line reads, is also what
//! the fuzz targets try (package `fuzz`). No part of it is an interface for others.

mod bench;
pub mod check;
mod completions;
mod cpu;
mod error;
mod file;
mod games;
mod interrupt;
mod man;
mod output;
mod perft;
mod play;
mod playout;
mod replay;
mod solve;
mod threads;
mod train;

use clap::builder::Styles;
use clap::builder::styling::AnsiColor::{Cyan, Green};
use clap::{Args, CommandFactory, Parser, Subcommand};
use error::{Failure, one_line};
use output::Output;
use std::process::ExitCode;
use stonemask::Tier;

/// The colours of cargo's help, on a terminal that shows them.
const STYLES: Styles = Styles::styled()
    .header(Green.on_default().bold())
    .usage(Green.on_default().bold())
    .literal(Cyan.on_default().bold())
    .placeholder(Cyan.on_default());

/// The rules of Othello, Gomoku and NoGo in x86-64 assembly: solver, perft, playouts, checks and measurements
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
    /// Exact scores and lines of best play
    Solve(solve::Arguments),
    /// Count the positions at a depth
    Perft(perft::Arguments),
    /// Replay recorded games through the kernels and check their results
    Replay(replay::Arguments),
    /// Train the weights by which the solver of 6x6 Othello orders moves
    Train(train::Arguments),
    /// A game for two people in the terminal
    Play(play::Arguments),
    /// Random games to the end: speed and outcomes
    Playout(playout::Arguments),
    /// Compare every tier with the reference rules
    Check(check::Arguments),
    /// Tries kernels for `check`, in a process that they may break
    #[command(hide = true)]
    CheckWorker,
    /// The cost of each kernel by tier
    Bench(bench::Arguments),
    /// What this machine has and which tier is chosen
    Cpu,
    /// Print the script by which a shell completes the command line
    Completions(completions::Arguments),
    /// Write the manual pages into a folder
    Man(man::Arguments),
}

/// What every command takes.
#[derive(Args)]
struct Common {
    /// The kernels to use: reference, portable, x64, avx2 or avx512 [default: the best that this processor has]
    #[arg(long, global = true, value_name = "TIER")]
    tier: Option<Tier>,
    /// Print one JSON object
    #[arg(long, global = true)]
    json: bool,
}

/// The program.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) if !error.use_stderr() => {
            // Help or version, asked for. Nothing is left to do when nobody reads it.
            let _ = error.print();
            return ExitCode::SUCCESS;
        }
        Err(error) => return Failure::bad_input(one_line(&error)).report(),
    };
    match run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}

/// The command line as users see it, for shells and manual pages, which would show what is hidden.
fn command_line() -> clap::Command {
    let all = Arguments::command();
    let shown = all.get_subcommands().filter(|command| !command.is_hide_set());
    clap::Command::new("stonemask")
        .version(env!("CARGO_PKG_VERSION"))
        .about(all.get_about().cloned().unwrap_or_default())
        .after_help(all.get_after_help().cloned().unwrap_or_default())
        .args(all.get_arguments())
        .subcommands(shown)
}

/// Reads a command line and sets up the position that it describes, but does nothing with it; for fuzzing.
///
/// # Errors
/// When it is none: what the user is told.
pub fn understand(words: &[&str]) -> Result<(), String> {
    let arguments = match Arguments::try_parse_from(std::iter::once("stonemask").chain(words.iter().copied())) {
        Ok(arguments) => arguments,
        Err(error) if !error.use_stderr() => return Ok(()),
        Err(error) => return Err(one_line(&error)),
    };
    match arguments.command {
        Command::Solve(arguments) => arguments.set_up(),
        Command::Perft(arguments) => arguments.set_up(),
        Command::Playout(arguments) => arguments.set_up(),
        _ => Ok(()),
    }
    .map_err(|failure| failure.message().unwrap_or_default())
}

/// Reads a WTHOR database; for fuzzing.
///
/// # Errors
/// When it is none: what the user is told.
pub fn understand_wthor(bytes: &[u8]) -> Result<(), String> {
    let records = stonemask::othello::wthor::read(bytes).map_err(|foreign| foreign.to_string())?.games;
    // A record's moves are at most as many as a game has.
    assert!(records.iter().all(|record| record.squares().count() <= 60));
    Ok(())
}

fn run(Arguments { command, common }: Arguments) -> Result<(), Failure> {
    let requested = Tier::requested().map_err(|error| Failure::bad_input(format!("{}: {error}", Tier::VARIABLE)))?;
    if let Some(tier) = common.tier
        && !tier.is_available()
    {
        return Err(Failure::bad_input(format!(
            "--tier {tier}: this processor or this build lacks it (see 'stonemask cpu')"
        )));
    }
    let tier = common.tier.unwrap_or_else(Tier::best);
    let output = Output::new(common.json);
    match command {
        Command::Solve(arguments) => solve::run(&arguments, tier, output),
        Command::Perft(arguments) => perft::run(&arguments, tier, output),
        Command::Replay(arguments) => replay::run(&arguments, tier, output),
        Command::Train(arguments) => train::run(&arguments, tier, output),
        Command::Play(arguments) => play::run(&arguments),
        Command::Playout(arguments) => playout::run(&arguments, tier, output),
        Command::Check(arguments) => check::run(&arguments, common.tier, output),
        Command::CheckWorker => check::serve(),
        Command::Bench(arguments) => bench::run(&arguments, common.tier, output),
        Command::Cpu => cpu::run(tier, requested, output),
        Command::Completions(arguments) => completions::run(&arguments, command_line()),
        Command::Man(arguments) => man::run(&arguments, command_line()),
    }
}
