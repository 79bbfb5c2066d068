//! Transcripts: a game of 8x8 Othello a line, its squares one after the other, such as `f5d6c3`. Passes may be left out, and are
//! when one is written. Case and white space do not matter, nor does what follows `#`.

use super::notes::Notes;
use super::{Played, Record, of_game, squares, with_passes};
use stonemask::othello::{Board, Move};

pub(super) fn read(text: &str) -> Result<Vec<Record>, String> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let games = lines.filter(|line| !line.trim().is_empty()).enumerate();
    games.map(|(index, line)| record(line).map_err(|error| of_game(index, &error))).collect()
}

fn record(line: &str) -> Result<Record, String> {
    let compact: String =
        line.chars().filter(|letter| !letter.is_whitespace()).collect::<String>().to_ascii_lowercase();
    let (mut rest, mut read) = (compact.as_str(), Vec::new());
    while !rest.is_empty() {
        let length = if rest.starts_with("pass") { 4 } else { 2 };
        let word = rest.get(..length).unwrap_or(rest);
        // The moves around a pass say so too.
        if let Move::Place(square) = word.parse().map_err(|error| format!("move {}: {error}", read.len() + 1))? {
            read.push(square);
        }
        rest = &rest[word.len()..];
    }
    let start = Board::start();
    Ok(Record { game: Played::Othello { start, plies: with_passes(start, read)? }, notes: Notes::default() })
}

pub(super) fn write(record: &Record) -> String {
    let Played::Othello { plies, .. } = &record.game else { unreachable!("only Othello is written") };
    squares(plies).map(|square| square.to_string()).collect::<String>() + "\n"
}
