//! Positions of 8x8 Othello, one a line: 64 cells, the side to move, and behind `;` scores of
//! moves. Text behind `%` or `#` does not matter.

use super::notes::Notes;
use super::{Played, Record, of_othello};
use stonemask::othello::Board;

pub(super) fn games(text: &str) -> impl Iterator<Item = Result<Record, String>> {
    super::lines(text).map(|line| {
        let (position, scores) = line.text.split_once(';').unwrap_or((line.text, ""));
        let start: Board<8> = position.parse().map_err(|error| format!("line {}: {error}", line.number))?;
        let mut notes = Notes::default();
        if line.has_comment {
            notes.also("comments");
        }
        if !scores.trim().is_empty() {
            notes.also("scores");
        }
        Ok(Record { game: Played::new(start, []), notes })
    })
}

pub(super) fn write(record: &Record) -> String {
    format!("{};\n", of_othello(&record.game).start)
}
