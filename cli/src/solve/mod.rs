//! `stonemask solve`: exact scores and lines of best play.

mod gomoku;
mod nogo;
mod othello;
mod saving;
mod stopping;

use crate::certificate;
use crate::error::Failure;
use crate::games::{self, Name, Playable, Start, each};
use crate::named::named;
use crate::numbers::seconds;
use crate::output::Output;
use crate::search_options::{Memory, OtherWeights};
use crate::threads::Threads;
use clap::{Args, ValueHint};
use std::path::PathBuf;
use std::time::Duration;
use stonemask::Tier;
use stonemask::othello::Technique;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game. othello8: about 24 empty squares or fewer. gomoku: wins that threats of fours
    /// force, on up to 32 rows and columns. nogo: up to 39 points to play on; rows of up to 48,
    /// bent by blocked cells, by one thread
    game: Name,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    weights: OtherWeights,
    /// Solve every legal move
    #[arg(long)]
    all: bool,
    /// Stop after this time, in seconds, and print what is proved by then
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Othello: keep what it takes to go on later in a new file, every minute and when the search
    /// is stopped
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    save: Option<PathBuf>,
    /// Othello: go on from such a file, and keep it up to date
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "save")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    certificate: certificate::Options,
    /// Othello: fewest discs win
    #[arg(long, conflicts_with = "winner_takes_empties")]
    anti: bool,
    /// Othello: count empty squares for the winner, as in tournaments
    #[arg(long)]
    winner_takes_empties: bool,
    /// Othello, for measurements: search without these parts. The score stays the same
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = named(Technique::ALL, Technique::name))]
    without: Vec<Technique>,
}

impl Arguments {
    /// Sets up the position to begin with.
    pub(crate) fn set_up(&self) -> Result<(), Failure> {
        games::set_up(self.game, &self.start)
    }

    /// Refuses options that a game's report does not know.
    fn refuse_all_but(&self, known: &[&str]) -> Result<(), Failure> {
        let given = [
            ("--all", self.all),
            ("--time", self.time.is_some()),
            ("--certificate", self.certificate.is_given()),
            ("--threads", self.threads.count() > 1),
            ("--anti", self.anti),
            ("--winner-takes-empties", self.winner_takes_empties),
            ("--without", !self.without.is_empty()),
            ("--save", self.save.is_some()),
            ("--resume", self.resume.is_some()),
            ("--weights", self.weights.is_given()),
        ];
        match given.into_iter().find(|(option, given)| *given && !known.contains(option)) {
            Some((option, _)) => Err(Failure::bad_input(format!("{option} does not apply to {}", self.game))),
            None => Ok(()),
        }
    }
}

/// A game that `solve` has a report for.
trait Reported: Playable {
    /// The options that its report knows, apart from the board's and the table's.
    const OPTIONS: &'static [&'static str];

    /// Solves the position, and prints what is found.
    fn report(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure>;
}

pub(crate) fn run(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
    arguments.game.check(&arguments.start.shape)?;
    each!(arguments.game, G => {
        arguments.refuse_all_but(<G as Reported>::OPTIONS)?;
        G::report(arguments, tier, output)
    })
}
