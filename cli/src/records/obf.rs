//! Positions of 8x8 Othello, one a line: 64 cells, the side to move, and behind `;` scores of moves. What follows `%` or `#` does
//! not matter.

use super::notes::Notes;
use super::{Played, Record};
use stonemask::othello::Board;

pub(super) fn read(text: &str) -> Result<Vec<Record>, String> {
    let lines =
        text.lines().enumerate().map(|(index, line)| (index, line.split(['#', '%']).next().unwrap_or_default()));
    let read = |(index, line): (usize, &str)| {
        let (position, scores) = line.split_once(';').unwrap_or((line, ""));
        let start: Board<8> = position.parse().map_err(|error| format!("line {}: {error}", index + 1))?;
        let mut notes = Notes::default();
        if !scores.trim().is_empty() {
            notes.also("scores");
        }
        Ok(Record { game: Played::Othello { start, plies: Vec::new() }, notes })
    };
    lines.filter(|(_, line)| !line.trim().is_empty()).map(read).collect()
}

pub(super) fn write(record: &Record) -> String {
    let Played::Othello { start, .. } = &record.game else { unreachable!("only Othello is written") };
    format!("{start};\n")
}
