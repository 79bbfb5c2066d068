//! `stonemask play`: a game for two people at one keyboard, in the terminal.
//!
//! A game brings a [`Table`]. `session` has what the players do, `screen` what they see, `store` where the game is saved, and
//! `terminal` brings them together.

mod gomoku;
mod nogo;
mod screen;
mod session;
mod store;
mod terminal;

use crate::error::Failure;
use crate::file;
use crate::games::{Name, Shape, among};
use clap::{Args, ValueHint};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use store::Store;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game
    #[arg(value_parser = among(&[Name::Gomoku, Name::Nogo]))]
    game: Name,
    #[command(flatten)]
    shape: Shape,
    /// Save the game in this file, when you quit and on the command s. A file that exists is written only if --load names it
    /// too [default: print the game when you quit]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    save: Option<PathBuf>,
    /// Continue a saved game. Gomoku: an SGF file of at most 64 MiB; saving changes its moves and keeps the rest. NoGo: a file
    /// that this command saved
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    load: Option<PathBuf>,
}

/// A row and a column, both from 0.
pub(crate) type Place = (usize, usize);

/// A stone on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stone {
    Black,
    White,
}

/// What a point is shown to be, besides what stands on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// The last move was there.
    Last,
    /// A stone of the winning line.
    Winning,
    /// The side to move may not play there.
    Illegal,
    /// The cell is blocked.
    Blocked,
}

/// A game on the table: what the terminal shows of it, and what the players can do.
pub(crate) trait Table {
    /// The game, its board and its rule.
    fn title(&self) -> String;
    /// Rows and columns.
    fn size(&self) -> (usize, usize);
    /// A column's letters.
    fn column_name(&self, column: usize) -> String;
    /// The point of this name, if the board has it.
    fn find(&self, name: &str) -> Option<Place>;
    /// What stands on a point.
    fn stone(&self, at: Place) -> Option<Stone>;
    /// What else there is to show of a point.
    fn mark(&self, at: Place) -> Option<Mark>;
    /// Plays on a point, or says why that is illegal.
    fn place(&mut self, at: Place) -> Result<(), String>;
    /// Takes back a move; false if none was played.
    fn undo(&mut self) -> bool;
    /// Plays a move again that was taken back; false if none was.
    fn redo(&mut self) -> bool;
    /// Where the last move was.
    fn last(&self) -> Option<Place>;
    /// The names of the moves that are on the board.
    fn moves(&self) -> Vec<String>;
    /// Whether there are moves that a new game would lose.
    fn has_moves(&self) -> bool;
    /// Begins a new game.
    fn restart(&mut self);
    /// Whose turn it is, or how the game ended.
    fn status(&self) -> String;
    /// Whether the game has ended.
    fn is_over(&self) -> bool;
    /// The name of a file for a game that was cut off before the players named one.
    fn file_name(&self) -> &'static str;
    /// The game as it is saved, or why it cannot be.
    fn record(&self) -> Result<Vec<u8>, String>;

    /// A point's name.
    fn point_name(&self, (row, column): Place) -> String {
        format!("{}{}", self.column_name(column), row + 1)
    }
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { game, shape, save, load } = arguments;
    shape.check(*game)?;
    let loaded = load.as_deref().map(|path| loaded(path, shape, *game)).transpose()?;
    let wrong = |reason: String| {
        let path = load.as_deref().unwrap_or(Path::new(""));
        Failure::bad_input(format!("--load {}: {reason}", path.display()))
    };
    let store = || save.as_deref().map(|path| opened(path, load.as_deref(), loaded.clone())).transpose();
    match (game, loaded.clone()) {
        (Name::Gomoku, None) => open(gomoku::Gomoku::described(shape)?, store()?),
        (Name::Gomoku, Some(bytes)) => open(gomoku::Gomoku::from_sgf(bytes).map_err(wrong)?, store()?),
        (Name::Nogo, None) => open(nogo::Nogo::described(shape)?, store()?),
        (Name::Nogo, Some(bytes)) => open(nogo::Nogo::from_bytes(bytes).map_err(wrong)?, store()?),
        (Name::Othello4 | Name::Othello6 | Name::Othello8, _) => unreachable!("the command line takes none of them"),
    }
}

/// The contents of the file to go on with.
fn loaded(path: &Path, shape: &Shape, game: Name) -> Result<Vec<u8>, Failure> {
    if let Some(option) = shape.given() {
        return Err(Failure::bad_input(format!("{option}: the file of --load says it already")));
    }
    let limit_mib = if game == Name::Gomoku { gomoku::LIMIT_MIB } else { nogo::LIMIT_MIB };
    file::read(path, limit_mib).map_err(|error| Failure::bad_input(format!("--load {}: {error}", path.display())))
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
fn open(table: impl Table, store: Option<Store>) -> Result<(), Failure> {
    if let Some(store) = &store {
        table.record().map_err(|reason| Failure::bad_input(format!("--save {}: {reason}", store.path().display())))?;
    }
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Failure::bad_input("play needs a terminal: standard input or standard output is not one"));
    }
    terminal::sit_down(table, store)
}
