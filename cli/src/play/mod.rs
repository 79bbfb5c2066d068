//! `stonemask play`: a game in the terminal, against the computer or for two people at one
//! keyboard.
//!
//! A game brings a [`Table`]. `session` has what the players do, `opponent` how the computer
//! thinks, `screen` what is shown, `rescue` where a game is saved for which no file was named, and
//! `terminal` brings them together.

mod gomoku;
mod layout;
pub(crate) mod opponent;
mod plain;
mod rescue;
mod screen;
mod session;
mod table;
mod terminal;

use crate::error::Failure;
use crate::file;
use crate::games::gomoku::swap2::{self, Player, Swap2};
use crate::games::{Name, Playable, Shape, each, opening};
use crate::named::named;
use crate::numbers::whole;
use crate::store::Store;
use clap::{Args, ValueHint};
use opponent::{Opponent, Seat};
use plain::Plain;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use stonemask::game::Colour;
use stonemask::game::search::Level;
use stonemask::gomoku::Board;
use table::Table;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game
    game: Name,
    /// Play against the computer: 1, which a child beats, to 9. Its moves are the same on every
    /// machine [default: two people play]
    #[arg(long, value_name = "LEVEL", allow_negative_numbers = true)]
    opponent: Option<Level>,
    /// The colour that you play against the computer [default: black, who moves first; swap2
    /// decides it by itself]
    #[arg(long, value_name = "COLOUR", requires = "opponent", hide_possible_values = true, value_parser = named(&Colour::ALL, colour_name))]
    colour: Option<Colour>,
    /// You move first, whatever the colour to move; with swap2 you put the first three stones, and
    /// else the computer does
    #[arg(long, requires = "opponent", conflicts_with = "colour")]
    first: bool,
    /// The seed of the computer's random moves, on levels 1 and 2, and of --opening
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// Begin after this many random moves, by --seed, that leave both sides about equal. Gomoku: or
    /// by swap2, where one player puts three stones, and the other takes white, takes black, or
    /// puts two more and leaves the choice to the first
    #[arg(long, value_name = "PLIES", conflicts_with = "load", allow_negative_numbers = true, value_parser = Opening::read)]
    opening: Option<Opening>,
    #[command(flatten)]
    shape: Shape,
    /// Save the game in this file, when you quit and on the command s. A file that exists is
    /// written only if --load names it too [default: print the game when you quit]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    save: Option<PathBuf>,
    /// Continue a saved game. Gomoku: an SGF file of at most 64 MiB; saving changes its moves and
    /// keeps the rest. NoGo: a file that this command saved
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    load: Option<PathBuf>,
}

/// How a new game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Opening {
    Random(u32),
    Swap2,
}

impl Opening {
    fn read(text: &str) -> Result<Opening, String> {
        if text == swap2::NAME {
            return Ok(Opening::Swap2);
        }
        let plies = whole::<u32>(0..=20)(text).map_err(|expected| format!("{expected}, or {}", swap2::NAME))?;
        Ok(Opening::Random(plies))
    }
}

const fn colour_name(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "black",
        Colour::White => "white",
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let shape = &arguments.shape;
    arguments.game.check(shape)?;
    if arguments.game == Name::Gomoku {
        return of_sgf(arguments);
    }
    if arguments.opening == Some(Opening::Swap2) {
        return Err(Failure::bad_input(format!("--opening swap2: Gomoku begins so, and {} does not", arguments.game)));
    }
    each!(arguments.game, G => plain(arguments, G::begin(shape)?))
}

/// Begins or continues a game that is saved as SGF.
fn of_sgf(arguments: &Arguments) -> Result<(), Failure> {
    match arguments.loaded(gomoku::LIMIT_MIB)? {
        None => {
            let start: Board = Playable::begin(&arguments.shape)?;
            if arguments.opening != Some(Opening::Swap2) {
                return open(gomoku::Gomoku::new(arguments.opened(start)), arguments, None);
            }
            if !Swap2::fits(start.size()) {
                return Err(Failure::bad_input(format!(
                    "--opening swap2: a board of {} is too small, it takes 5 rows and columns",
                    start.size()
                )));
            }
            open(gomoku::Gomoku::with_swap2(start), arguments, None)
        }
        Some(bytes) => {
            let table = gomoku::Gomoku::from_sgf(bytes.clone()).map_err(|reason| arguments.cannot_load(&reason))?;
            open(table, arguments, Some(bytes))
        }
    }
}

/// Begins or continues a game that is saved as its first board and its moves.
fn plain<G: Playable>(arguments: &Arguments, start: G) -> Result<(), Failure> {
    match arguments.loaded(plain::LIMIT_MIB)? {
        None => open(Plain::new(arguments.opened(start)), arguments, None),
        Some(bytes) => {
            let table = Plain::<G>::from_bytes(bytes.clone()).map_err(|reason| arguments.cannot_load(&reason))?;
            open(table, arguments, Some(bytes))
        }
    }
}

impl Arguments {
    /// The board after the random moves of the opening, if one is asked for.
    fn opened<G: Playable>(&self, start: G) -> G {
        match self.opening {
            Some(Opening::Random(plies)) => opening::balanced(&start, plies, self.seed).1,
            Some(Opening::Swap2) | None => start,
        }
    }

    fn cannot_load(&self, reason: &str) -> Failure {
        let path = self.load.as_deref().unwrap_or(Path::new(""));
        Failure::bad_input(format!("--load {}: {reason}", path.display()))
    }

    /// The contents of the file to go on with.
    fn loaded(&self, limit_mib: u64) -> Result<Option<Vec<u8>>, Failure> {
        let Some(path) = &self.load else { return Ok(None) };
        if let Some(option) = self.shape.given() {
            return Err(Failure::bad_input(format!("{option}: the file of --load says it already")));
        }
        file::read(path, limit_mib).map(Some).map_err(|error| self.cannot_load(&error.to_string()))
    }

    /// The computer's seat at a table.
    fn opponent(&self, table: &impl Table) -> Result<Option<Opponent>, Failure> {
        let seat = match table.seat() {
            Seat::Colour(to_move) => {
                let own = if self.first { to_move } else { self.colour.unwrap_or(Colour::Black) };
                Seat::Colour(own.other())
            }
            Seat::Swap2(_) if self.colour.is_some() => {
                let told = "--colour: swap2 decides who has which colour (with --first you put the first three stones)";
                return Err(Failure::bad_input(told));
            }
            Seat::Swap2(_) => Seat::Swap2(if self.first { Player::Second } else { Player::First }),
        };
        Ok(self.opponent.map(|level| Opponent { seat, level, seed: self.seed }))
    }
}

/// Where the game is saved, which is a new file or the one that was loaded.
fn opened(path: &Path, load: Option<&Path>, loaded: Option<Vec<u8>>) -> Result<Store, Failure> {
    let failure = |reason: &dyn std::fmt::Display| Failure::bad_input(format!("--save {}: {reason}", path.display()));
    let is_loaded = load.is_some_and(|load| same_file(load, path));
    if path.exists() && !is_loaded {
        return Err(failure(&"the file exists already (continue that game with --load, or name another file)"));
    }
    file::check_write(path).map_err(|error| failure(&error))?;
    Ok(Store::new(path.to_owned(), loaded.filter(|_| is_loaded)))
}

fn same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// Sees that the game can be saved and shown, and begins it.
fn open(table: impl Table, arguments: &Arguments, loaded: Option<Vec<u8>>) -> Result<(), Failure> {
    let store = arguments.save.as_deref().map(|path| opened(path, arguments.load.as_deref(), loaded)).transpose()?;
    if let Some(store) = &store {
        table.record().map_err(|reason| Failure::bad_input(format!("--save {}: {reason}", store.path().display())))?;
    }
    let opponent = arguments.opponent(&table)?;
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Failure::bad_input("play needs a terminal: standard input or standard output is not one"));
    }
    terminal::sit_down(table, opponent, store)
}
