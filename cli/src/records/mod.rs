//! Recorded games: one form, which every file format is read into and written from.
//!
//! A format says what it can. What it has no place for is refused by name when a record that has it is written; the game itself
//! is never changed, while names, dates, results and the like may be dropped if that was asked for.

mod botzone;
mod ggf;
mod notes;
mod obf;
mod psq;
mod sgf;
mod transcript;
pub(crate) mod tree;
mod wthor;

use notes::Notes;
#[cfg(test)]
use notes::Verdict;

use crate::games::Name;
use clap::ValueEnum;
use std::fmt;
use std::path::Path;
use stonemask::game::{Colour, Outcome};
use stonemask::{gomoku, nogo, othello};

/// A recorded game, or a position: a game without moves.
#[derive(Debug, PartialEq)]
pub(crate) struct Record {
    pub(crate) game: Played,
    pub(crate) notes: Notes,
}

/// Where a game begins and what is played.
#[derive(Debug, PartialEq)]
pub(crate) enum Played {
    Othello {
        start: othello::Board<8>,
        plies: Vec<othello::Move<8>>,
    },
    /// `None` is a pass, which only files have.
    Gomoku {
        start: Box<gomoku::Board>,
        plies: Vec<Option<gomoku::Point>>,
    },
    Nogo {
        start: Box<nogo::Board>,
        plies: Vec<nogo::Point>,
    },
}

impl Played {
    fn gomoku(start: gomoku::Board, plies: Vec<Option<gomoku::Point>>) -> Played {
        Played::Gomoku { start: Box::new(start), plies }
    }

    fn nogo(start: nogo::Board, plies: Vec<nogo::Point>) -> Played {
        Played::Nogo { start: Box::new(start), plies }
    }

    /// The game's name.
    pub(crate) fn name(&self) -> Name {
        match self {
            Played::Othello { .. } => Name::Othello8,
            Played::Gomoku { .. } => Name::Gomoku,
            Played::Nogo { .. } => Name::Nogo,
        }
    }

    /// How many plies are recorded, passes included.
    pub(crate) fn len(&self) -> usize {
        match self {
            Played::Othello { plies, .. } => plies.len(),
            Played::Gomoku { plies, .. } => plies.len(),
            Played::Nogo { plies, .. } => plies.len(),
        }
    }

    /// Whether the game begins as games do, and not from a position that was set up.
    fn begins_as_usual(&self) -> bool {
        match self {
            Played::Othello { start, .. } => *start == othello::Board::start(),
            Played::Gomoku { start, .. } => **start == gomoku::Board::new(start.size(), start.rule()),
            Played::Nogo { start, .. } => **start == nogo::Board::new(start.shape()),
        }
    }

    /// Black's discs less white's at the end of a finished game of Othello, empty squares counted for the winner.
    fn margin(&self) -> Option<i32> {
        let Played::Othello { start, plies } = self else { return None };
        let mut board = *start;
        plies.iter().for_each(|&ply| board.play(ply));
        board.is_over().then(|| final_margin(&board))
    }

    /// Plays the game: how it ended, if it did.
    ///
    /// # Errors
    /// When a move is illegal.
    fn outcome(&self) -> Result<Option<Outcome>, String> {
        let at = |index: usize, why: &dyn fmt::Display| format!("move {}: {why}", index + 1);
        match self {
            Played::Othello { start, plies } => {
                let mut board = *start;
                for (index, &ply) in plies.iter().enumerate() {
                    board.try_play(ply).map_err(|error| at(index, &error))?;
                }
                Ok(board.outcome())
            }
            Played::Gomoku { start, plies } => {
                let mut board = start.clone();
                for (index, &ply) in plies.iter().enumerate() {
                    match ply {
                        Some(point) => board.try_play(point).map_err(|error| at(index, &error))?,
                        None if board.is_over() => return Err(at(index, &"a pass, but the game is over")),
                        None => board.set_to_move(board.to_move().other()),
                    }
                }
                Ok(board.outcome())
            }
            Played::Nogo { start, plies } => {
                let mut board = **start;
                for (index, &point) in plies.iter().enumerate() {
                    board.try_play(point).map_err(|error| at(index, &error))?;
                }
                Ok(board.outcome())
            }
        }
    }
}

/// A format of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Smart Game Format, FF[4]: all three games.
    Sgf,
    /// Generic Game Format, of GGS and NBoard: Othello.
    Ggf,
    /// The database of the French Othello federation.
    Wthor,
    /// A game of Othello a line, such as `f5d6c3`.
    Transcript,
    /// A position of Othello a line: 64 cells and the side to move.
    Obf,
    /// What the Gomocup's manager, Piskvork, saves.
    Psq,
    /// The requests and responses of botzone.org.
    Botzone,
}

impl Format {
    const ALL: [(Format, &'static str, &'static str); 7] = [
        (Format::Sgf, "sgf", "SGF"),
        (Format::Ggf, "ggf", "GGF"),
        (Format::Wthor, "wtb", "WTHOR"),
        (Format::Transcript, "txt", "a transcript"),
        (Format::Obf, "obf", ".obf"),
        (Format::Psq, "psq", ".psq"),
        (Format::Botzone, "json", "Botzone's JSON"),
    ];

    /// The format that a file's name ends with.
    pub(crate) fn of(path: &Path) -> Option<Format> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Format::ALL.into_iter().find(|(_, other, _)| *other == extension).map(|(format, ..)| format)
    }

    /// As messages name it.
    fn name(self) -> &'static str {
        Format::ALL.iter().find(|(format, ..)| *format == self).expect("all are there").2
    }

    /// Reads the games of a file, and plays them.
    ///
    /// # Errors
    /// When it is not one of this format, or a game breaks the rules.
    pub(crate) fn read(self, bytes: &[u8], hints: Hints) -> Result<Vec<Record>, String> {
        let records = match self {
            Format::Sgf => sgf::read(bytes, hints),
            Format::Ggf => ggf::read(bytes),
            Format::Wthor => wthor::read(bytes),
            Format::Transcript => transcript::read(text(bytes)?),
            Format::Obf => obf::read(text(bytes)?),
            Format::Psq => psq::read(text(bytes)?, hints),
            Format::Botzone => botzone::read(bytes, hints),
        }?;
        let played = |(index, mut record): (usize, Record)| {
            let over = record.game.outcome().map_err(|error| of_game(index, &error))?.is_some();
            if over {
                // The moves say it.
                record.notes.verdict = None;
            }
            Ok(record)
        };
        let records: Vec<Record> = records.into_iter().enumerate().map(played).collect::<Result<_, String>>()?;
        if records.is_empty() { Err("it holds no game".to_owned()) } else { Ok(records) }
    }

    /// Writes games as a file. With `drop`, what the format has no place for is left out, as far as it is not the game itself;
    /// what was left out is put into the list.
    ///
    /// # Errors
    /// When the format cannot say what a record has.
    pub(crate) fn write(self, records: &[Record], drop: bool, dropped: &mut Vec<String>) -> Result<Vec<u8>, String> {
        let one_game = matches!(self, Format::Psq | Format::Botzone);
        if one_game && records.len() > 1 {
            return Err(format!("{} has one game a file, not {}", self.name(), records.len()));
        }
        for (index, record) in records.iter().enumerate() {
            self.check_game(&record.game).map_err(|what| of_game(index, &format!("{} has {what}", self.name())))?;
            for what in self.has_no_place_for(record) {
                if !drop {
                    let line =
                        format!("{} has no place for {what} (--drop leaves out what is not the game)", self.name());
                    return Err(of_game(index, &line));
                }
                if !dropped.contains(&what) {
                    dropped.push(what);
                }
            }
        }
        let mut bytes = Vec::new();
        if self == Format::Wthor {
            return wthor::write(records);
        }
        for record in records {
            let text = match self {
                Format::Sgf => sgf::write(record),
                Format::Ggf => ggf::write(record),
                Format::Wthor => unreachable!("written as a whole"),
                Format::Transcript => transcript::write(record),
                Format::Obf => obf::write(record),
                Format::Psq => psq::write(record),
                Format::Botzone => botzone::write(record),
            };
            bytes.extend(text.into_bytes());
        }
        Ok(bytes)
    }

    /// Refuses a game that the format cannot say: "no ..." or "only ...".
    fn check_game(self, game: &Played) -> Result<(), String> {
        let games: &[Name] = match self {
            Format::Sgf | Format::Botzone => &[Name::Othello8, Name::Gomoku, Name::Nogo],
            Format::Psq => &[Name::Gomoku],
            _ => &[Name::Othello8],
        };
        if !games.contains(&game.name()) {
            return Err(format!("no games of {}", game.name()));
        }
        if !matches!(self, Format::Sgf | Format::Ggf | Format::Obf) && !game.begins_as_usual() {
            return Err("no place for a position that was set up".to_owned());
        }
        match (self, game) {
            (Format::Transcript, _) if game.len() == 0 => Err("no place for a game without moves".to_owned()),
            (Format::Obf, _) if game.len() > 0 => Err("positions only, no moves".to_owned()),
            (Format::Psq | Format::Botzone, Played::Gomoku { plies, .. }) if plies.contains(&None) => {
                Err("no passes in Gomoku".to_owned())
            }
            (Format::Botzone, Played::Gomoku { start, .. })
                if (start.size().rows(), start.size().columns(), start.rule()) != (15, 15, gomoku::Rule::Freestyle) =>
            {
                Err("only Gomoku 15x15 freestyle".to_owned())
            }
            (Format::Botzone, Played::Nogo { start, .. })
                if start.shape() != nogo::Shape::new(9, 9, nogo::PointSet::EMPTY).expect("a shape") =>
            {
                Err("only NoGo 9x9 without blocked cells".to_owned())
            }
            (Format::Sgf, Played::Gomoku { start, .. }) if start.size().rows().max(start.size().columns()) > 52 => {
                Err("letters for 52 rows and columns alone".to_owned())
            }
            (Format::Sgf, Played::Nogo { start, .. }) => {
                let (text, shape) = (start.to_string(), start.shape());
                match text.chars().find(|cell| "#+".contains(*cell)) {
                    Some('#') => Err("no blocked cells".to_owned()),
                    Some(_) => Err("no forbidden centre".to_owned()),
                    None if shape.columns() > 9 => Err("no bent rows".to_owned()),
                    None => Ok(()),
                }
            }
            (Format::Wthor, _) if game.outcome().is_ok_and(|outcome| outcome.is_none()) => {
                Err("no place for a game that is not over".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// What a record has beside its game, and this format has not.
    fn has_no_place_for(self, record: &Record) -> Vec<String> {
        let (names, place, verdict) = match self {
            Format::Sgf | Format::Ggf => (true, true, true),
            Format::Psq => (true, false, false),
            _ => (false, false, false),
        };
        let Notes { black, white, event, date, verdict: ending, others } = &record.notes;
        let have = [
            ("the players' names", !names && (black.is_some() || white.is_some())),
            ("the event", !place && event.is_some()),
            ("the date", !place && date.is_some()),
            ("the result of a game that was not played out", !verdict && ending.is_some()),
        ];
        let notes = have.into_iter().filter(|&(_, has)| has).map(|(what, _)| what.to_owned());
        notes.chain(others.iter().cloned()).collect()
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.to_possible_value().expect("no format is hidden").get_name())
    }
}

/// What the command line says of games where the file may not.
#[derive(Clone, Copy, Default)]
pub(crate) struct Hints {
    pub(crate) game: Option<Name>,
    pub(crate) rule: Option<gomoku::Rule>,
}

/// Black's discs less white's, empty squares counted for the winner, as tournaments count.
pub(crate) fn final_margin(board: &othello::Board<8>) -> i32 {
    let score = board.score();
    score + score.signum() * board.empties().len() as i32
}

fn of_game(index: usize, what: &str) -> String {
    format!("game {}: {what}", index + 1)
}

fn text(bytes: &[u8]) -> Result<&str, String> {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    std::str::from_utf8(bytes).map_err(|_| "the text is not UTF-8".to_owned())
}

/// A board of Othello with these cells, row by row: `X` black, `O` white, `-` empty.
fn othello_board(cells: &str, to_move: Colour) -> Result<othello::Board<8>, String> {
    format!("{cells} {}", to_move.letter()).parse().map_err(|error: othello::ParseBoardError| error.to_string())
}

/// The plies of an Othello game whose record leaves passes out.
fn with_passes(
    start: othello::Board<8>,
    squares: impl IntoIterator<Item = othello::Square<8>>,
) -> Result<Vec<othello::Move<8>>, String> {
    let (mut board, mut plies) = (start, Vec::new());
    for (index, square) in squares.into_iter().enumerate() {
        if board.mobility() == 0 && board.try_play(othello::Move::Pass).is_ok() {
            plies.push(othello::Move::Pass);
        }
        board.try_play(square).map_err(|error| format!("move {}: {error}", index + 1))?;
        plies.push(square.into());
    }
    Ok(plies)
}

/// The squares of a game of Othello, passes left out.
fn squares(plies: &[othello::Move<8>]) -> impl Iterator<Item = othello::Square<8>> {
    plies.iter().filter_map(|ply| match ply {
        othello::Move::Place(square) => Some(*square),
        othello::Move::Pass => None,
    })
}

#[cfg(test)]
mod tests;
