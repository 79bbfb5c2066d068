//! Transcripts: a game of 8x8 Othello a line, its squares one after the other, such as `f5d6c3`.
//! Passes may be left out, and are when one is written. Case and white space do not matter, nor
//! does what follows `#`.

use super::notes::Notes;
use super::{Played, Record, of_othello, squares, with_passes};
use stonemask::othello::{Board, Move};

pub(super) fn games(text: &str) -> impl Iterator<Item = Result<Record, String>> {
    super::lines(text).map(|line| {
        let mut notes = Notes::default();
        if line.has_comment {
            notes.also("comments");
        }
        let start = Board::start();
        Ok(Record { game: Played::new(start, with_passes(start, plies(line.text)?)?), notes })
    })
}

fn plies(line: &str) -> Result<Vec<Move<8>>, String> {
    let compact: String =
        line.chars().filter(|letter| !letter.is_whitespace()).collect::<String>().to_ascii_lowercase();
    let (mut rest, mut read) = (compact.as_str(), Vec::new());
    while !rest.is_empty() {
        let length = if rest.starts_with("pass") { 4 } else { 2 };
        let word = rest.get(..length).unwrap_or(rest);
        read.push(word.parse().map_err(|error| format!("move {}: {error}", read.len() + 1))?);
        rest = &rest[word.len()..];
    }
    Ok(read)
}

pub(super) fn write(record: &Record) -> String {
    squares(&of_othello(&record.game).plies).map(|square| square.to_string()).collect::<String>() + "\n"
}
