//! Recorded games: one form, which every file format is read into and written from.
//!
//! A format says what it can. A property that it has no place for is refused by name when a record
//! that has it is written; the game itself is never changed, while names, dates, results and the
//! like may be dropped if that was asked for.

pub(crate) mod botzone;
pub(crate) mod encoding;
pub(crate) mod ggf;
mod notes;
mod obf;
mod played;
mod psq;
pub(crate) mod sgf;
mod transcript;
mod wthor;

use notes::{Cause, Ending, Notes, Style, Verdict};
pub(crate) use played::Played;

use crate::games::{Name, Plays};
use clap::ValueEnum;
use encoding_rs::Encoding;
use std::borrow::Cow;
use std::fmt;
use std::path::Path;
use stonemask::game::Colour;
use stonemask::sgf::{Tree, Trees};
use stonemask::{gomoku, othello};

/// A recorded game, or a position: a game without moves.
#[derive(Debug, PartialEq)]
pub(crate) struct Record {
    pub(crate) game: Played,
    pub(crate) notes: Notes,
}

/// A format of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Smart Game Format, FF[4]: all games.
    Sgf,
    /// Generic Game Format, of GGS and NBoard: Othello.
    Ggf,
    /// The database of the French Othello federation.
    Wthor,
    /// A game of Othello a line, such as `f5d6c3`.
    Transcript,
    /// A position of Othello a line: 64 cells and the side to move.
    Obf,
    /// The files of Piskvork, the Gomocup's manager.
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

    /// The contents of a file of this format.
    ///
    /// # Errors
    /// When it is not text where it should be.
    pub(crate) fn contents(self, bytes: &[u8], hints: Hints) -> Result<Contents<'_>, String> {
        let text = match self {
            Format::Wthor if hints.encoding.is_some() => {
                return Err("--encoding does not apply to WTHOR, which is no text".to_owned());
            }
            Format::Wthor => None,
            // Each game may name an encoding of its own.
            Format::Sgf if hints.encoding.is_none() && !encoding::has_mark(bytes) => None,
            _ => Some(encoding::decoded(bytes, hints.encoding)?),
        };
        Ok(Contents { format: self, hints, bytes, text })
    }

    /// Reads the games of a file, and plays them.
    ///
    /// # Errors
    /// When it is not one of this format, or a game breaks the rules.
    pub(crate) fn read(self, bytes: &[u8], hints: Hints) -> Result<Vec<Record>, String> {
        self.contents(bytes, hints)?.games()?.collect()
    }

    /// Writes games as a file; see [`Writer`].
    ///
    /// # Errors
    /// When the format cannot say what a record has.
    pub(crate) fn write(self, records: &[Record], drop: bool, dropped: &mut Vec<String>) -> Result<Vec<u8>, String> {
        let mut writer = Writer::new(self, drop);
        records.iter().try_for_each(|record| writer.add(record))?;
        let (bytes, left_out) = writer.finish();
        *dropped = left_out;
        Ok(bytes)
    }

    /// Refuses a game that the format cannot say: "no ..." or "only ...".
    fn check_game(self, record: &Record) -> Result<(), String> {
        let game = &record.game;
        let name = game.name();
        let has = match self {
            Format::Sgf => name.is_recorded(),
            Format::Botzone => name.on_botzone().is_some(),
            Format::Psq => name == Name::Gomoku,
            _ => name == Name::Othello8,
        };
        if !has {
            return Err(format!("no games of {name}"));
        }
        if !matches!(self, Format::Sgf | Format::Ggf | Format::Obf) && !game.begins_as_usual() {
            return Err("no place for a position that was set up".to_owned());
        }
        match self {
            Format::Transcript if game.len() == 0 => Err("no place for a game without moves".to_owned()),
            Format::Obf if game.len() > 0 => Err("positions only, no moves".to_owned()),
            Format::Psq | Format::Botzone if game.has_file_passes() => Err(format!("no passes in {name}")),
            Format::Botzone if !game.is_on_usual_board() => {
                Err(format!("only {}", name.on_botzone().expect("the site has it")))
            }
            Format::Sgf => game.sgf_lacks().map_or(Ok(()), |what| Err(format!("no {what}"))),
            Format::Wthor if wthor::discs(record).is_none() => Err("no place for a game that is not over".to_owned()),
            _ => Ok(()),
        }
    }

    /// The properties that a record has beside its game, and this format has not.
    fn has_no_place_for(self, record: &Record) -> Vec<String> {
        let Notes { black, white, event, place, date, opening, verdict, kind, .. } = &record.notes;
        let has_names = matches!(self, Format::Sgf | Format::Ggf | Format::Psq);
        let has_place = matches!(self, Format::Sgf | Format::Ggf);
        let lost_date = date.as_ref().and_then(|date| match self {
            Format::Sgf => date.written(Style::Sgf).1,
            Format::Ggf => date.written(Style::Ggf).1,
            _ => Some("the date"),
        });
        let lost_result = verdict.and_then(|verdict| match self {
            Format::Sgf => verdict.to_sgf().1,
            Format::Ggf => ggf::scored(verdict, &record.game).to_ggf().1,
            _ if verdict == Verdict::Unknown || record.game.tells(verdict) => None,
            _ if record.game.ending().is_some() => Some("a result that the moves do not tell"),
            Format::Wthor => None,
            _ => Some("the result of a game that was not played out"),
        });
        let have = [
            (!has_names && (black.is_some() || white.is_some())).then_some("the players' names"),
            (!matches!(self, Format::Sgf | Format::Psq) && event.is_some()).then_some("the event"),
            (!has_place && place.is_some()).then_some("the place"),
            lost_date,
            (self != Format::Sgf && opening.is_some()).then_some("the name of the opening"),
            lost_result,
            (self != Format::Ggf && kind.is_some()).then_some("the type of the game"),
        ];
        let own = if self == Format::Psq { psq::has_no_place_for(record) } else { Vec::new() };
        have.into_iter().flatten().map(str::to_owned).chain(own).collect()
    }
}

/// The contents of a file.
pub(crate) struct Contents<'a> {
    format: Format,
    hints: Hints,
    bytes: &'a [u8],
    /// As UTF-8, where the file is in one encoding.
    text: Option<Cow<'a, str>>,
}

impl Contents<'_> {
    /// The games, one after the other, each played by the rules.
    ///
    /// # Errors
    /// When the file as a whole is not of its format; each game for itself when it breaks the
    /// rules, or they its result.
    pub(crate) fn games(&self) -> Result<impl Iterator<Item = Result<Record, String>>, String> {
        let is_ggf = self.format == Format::Ggf;
        Ok(self.recorded()?.enumerate().map(move |(index, record)| {
            let judge = |record: Record| record.judged(is_ggf).map_err(|error| of_game(index, &error));
            record.and_then(judge)
        }))
    }

    /// The games as they are recorded, whatever is said of their ends.
    ///
    /// # Errors
    /// As of [`games`](Contents::games).
    pub(crate) fn recorded(&self) -> Result<impl Iterator<Item = Result<Record, String>>, String> {
        let Contents { format, hints, bytes, text } = self;
        let (hints, text) = (*hints, text.as_deref());
        let whole = text.unwrap_or_default();
        let games: Box<dyn Iterator<Item = Result<Record, String>> + '_> = match format {
            Format::Sgf => match text {
                None => {
                    let mut trees = Trees::new(bytes);
                    Box::new(std::iter::from_fn(move || sgf::next(&mut trees, hints)))
                }
                Some(text) => {
                    let mut trees = Trees::utf8(text);
                    let read = move || {
                        let tree = trees.next().transpose()?.map_err(|error| error.to_string());
                        Some(tree.and_then(|tree| sgf::record(&tree, hints)))
                    };
                    Box::new(std::iter::from_fn(read))
                }
            },
            Format::Ggf => {
                let mut trees = Trees::utf8(whole);
                Box::new(std::iter::from_fn(move || ggf::next(&mut trees)))
            }
            Format::Wthor => Box::new(wthor::games(bytes)?),
            Format::Transcript => Box::new(transcript::games(whole)),
            Format::Obf => Box::new(obf::games(whole)),
            Format::Psq => Box::new(std::iter::once(psq::read(whole, hints))),
            Format::Botzone => Box::new(std::iter::once(botzone::read(whole, hints))),
        };
        let mut games = games.enumerate().peekable();
        if games.peek().is_none() {
            return Err("it holds no game".to_owned());
        }
        // Lines have their number, and a file of Botzone is one game.
        let is_one = *format == Format::Botzone;
        let place = move |index: usize, error: String| {
            if is_one || error.starts_with("line ") { error } else { of_game(index, &error) }
        };
        Ok(games.map(move |(index, record)| record.map_err(|error| place(index, error))))
    }
}

/// Writes games as a file of a format, one after the other.
pub(crate) struct Writer {
    format: Format,
    drop: bool,
    bytes: Vec<u8>,
    /// The games of WTHOR, whose number stands before them.
    games: Vec<stonemask::othello::wthor::Record>,
    dropped: Vec<String>,
    written: usize,
}

impl Writer {
    /// With `drop`, what the format has no place for is left out, as far as it is not the game
    /// itself.
    pub(crate) fn new(format: Format, drop: bool) -> Writer {
        Writer { format, drop, bytes: Vec::new(), games: Vec::new(), dropped: Vec::new(), written: 0 }
    }

    /// Writes a game.
    ///
    /// # Errors
    /// When the format cannot say what the record has.
    pub(crate) fn add(&mut self, record: &Record) -> Result<(), String> {
        let (format, index) = (self.format, self.written);
        if index == 1 && matches!(format, Format::Psq | Format::Botzone) {
            return Err(format!("{} has one game a file, and there are more", format.name()));
        }
        format.check_game(record).map_err(|what| of_game(index, &format!("{} has {what}", format.name())))?;
        let lost = format.has_no_place_for(record).into_iter();
        let lost = lost.map(|what| (format!("{} has no place for {what}", format.name()), what));
        let others = record.notes.others.iter().map(|what| (format!("convert does not keep {what}"), what.clone()));
        for (line, what) in lost.chain(others) {
            if !self.drop {
                return Err(of_game(index, &format!("{line} (--drop leaves out what is not the game)")));
            }
            if !self.dropped.contains(&what) {
                self.dropped.push(what);
            }
        }
        let text = match format {
            Format::Sgf => sgf::write(record),
            Format::Ggf => ggf::write(record),
            Format::Wthor => {
                self.games.push(wthor::game(record).map_err(|error| of_game(index, &error))?);
                String::new()
            }
            Format::Transcript => transcript::write(record),
            Format::Obf => obf::write(record),
            Format::Psq => psq::write(record),
            Format::Botzone => botzone::write(record),
        };
        self.bytes.extend(text.into_bytes());
        self.written += 1;
        Ok(())
    }

    /// The file, and what was left out.
    pub(crate) fn finish(self) -> (Vec<u8>, Vec<String>) {
        let bytes = if self.format == Format::Wthor { wthor::file(self.games) } else { self.bytes };
        (bytes, self.dropped)
    }
}

impl Record {
    /// The record, unless its result contradicts the moves. A result that says no more than the
    /// moves is forgotten.
    fn judged(mut self, is_ggf: bool) -> Result<Record, String> {
        let ending = self.game.judged()?;
        match (self.notes.verdict, ending) {
            (Some(verdict @ Verdict::Ended(said)), Some(board)) => {
                let is_counted = matches!(said.cause, None | Some(Cause::Agreed));
                let is_score = is_counted && said.margin.is_some() && board.margin.is_some();
                if said.winner != board.winner || is_score && said.margin != board.margin {
                    let [said, board] = [verdict, Verdict::Ended(board)].map(|verdict| verdict.to_sgf().0);
                    return Err(format!("its result is {said}, but its moves end with {board}"));
                }
                if self.game.tells(verdict) {
                    self.notes.verdict = None;
                }
            }
            // GGF has to say something.
            (Some(Verdict::Unknown), None) if is_ggf => self.notes.verdict = None,
            _ => {}
        }
        Ok(self)
    }
}

impl Played {
    /// Whether the moves tell all that a verdict says, and it all that they tell.
    fn tells(&self, verdict: Verdict) -> bool {
        let Some(board) = self.ending() else { return false };
        // The score of a draw needs no number.
        let plain =
            |Ending { winner, margin, cause }| Ending { winner, margin: margin.filter(|_| winner.is_some()), cause };
        matches!(verdict, Verdict::Ended(said) if plain(said) == plain(board))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.to_possible_value().expect("no format is hidden").get_name())
    }
}

/// The command line's facts about games, for files that lack them.
#[derive(Clone, Copy, Default)]
pub(crate) struct Hints {
    pub(crate) game: Option<Name>,
    pub(crate) rule: Option<gomoku::Rule>,
    /// Of the whole file, whatever it says.
    pub(crate) encoding: Option<&'static Encoding>,
}

/// The value of a property of the first node of a tree, unless it is empty.
fn root(tree: &Tree<'_>, name: &str) -> Result<Option<String>, String> {
    tree.root(name).map_err(|error| error.to_string())
}

/// The value of a property of any node of a tree, unless it is empty.
fn info(tree: &Tree<'_>, name: &str) -> Result<Option<String>, String> {
    tree.info(name).map_err(|error| error.to_string())
}

fn of_game(index: usize, what: &str) -> String {
    format!("game {}: {what}", index + 1)
}

/// A line of a text, without its comment.
struct Line<'a> {
    /// From 1.
    number: usize,
    text: &'a str,
    /// Whether this line, or one before it that has nothing else, says more behind `#` or `%`.
    has_comment: bool,
}

/// The lines of a text that are more than comments.
fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut has_comment = false;
    (1..).zip(text.lines()).filter_map(move |(number, line)| {
        let text = line.split(['#', '%']).next().unwrap_or_default();
        has_comment |= !line[text.len()..].trim_matches(['#', '%', ' ', '\r']).is_empty();
        (!text.trim().is_empty()).then(|| Line { number, text, has_comment: std::mem::take(&mut has_comment) })
    })
}

/// A board of Othello with these cells, row by row: `X` black, `O` white, `-` empty.
fn othello_board(cells: &str, to_move: Colour) -> Result<othello::Board<8>, String> {
    format!("{cells} {}", to_move.letter()).parse().map_err(|error: othello::ParseBoardError| error.to_string())
}

/// The plies of an Othello game whose record may leave passes out.
fn with_passes(
    start: othello::Board<8>,
    recorded: impl IntoIterator<Item = othello::Move<8>>,
) -> Result<Vec<othello::Move<8>>, String> {
    let (mut board, mut plies) = (start, Vec::new());
    for (index, ply) in recorded.into_iter().enumerate() {
        if ply != othello::Move::Pass && board.mobility() == 0 && board.try_play(othello::Move::Pass).is_ok() {
            plies.push(othello::Move::Pass);
        }
        board.try_play(ply).map_err(|error| format!("move {}: {error}", index + 1))?;
        plies.push(ply);
    }
    Ok(plies)
}

/// The squares of a game of Othello, passes left out.
fn squares(plies: &[Option<othello::Move<8>>]) -> impl Iterator<Item = othello::Square<8>> {
    plies.iter().filter_map(|ply| match ply {
        Some(othello::Move::Place(square)) => Some(*square),
        _ => None,
    })
}

/// A game of 8x8 Othello, in the formats that have no other.
fn of_othello(game: &Played) -> &Plays<othello::Board<8>> {
    game.get().expect("only Othello is written")
}

#[cfg(test)]
mod tests;
