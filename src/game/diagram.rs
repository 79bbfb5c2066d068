//! Diagrams for people, read back: rows with their numbers, the columns' letters, and who is to
//! move.

use super::colour::Colour;

/// The contents of a diagram.
pub(crate) struct Diagram<'a> {
    /// The cells of each row, from the top; all rows are of one length.
    pub(crate) rows: Vec<String>,
    /// The side to move.
    pub(crate) to_move: Colour,
    /// The text behind the side to move, without white space around it.
    pub(crate) rest: &'a str,
}

/// Reads a diagram. `None` if the text is not one: its rows are not numbered from 1, a cell has
/// more than one character, or a row does not have one cell for each letter.
pub(crate) fn read(text: &str) -> Option<Diagram<'_>> {
    let (board, rest) = text.rsplit_once(" to move")?;
    let (board, colour) = board.rsplit_once(char::is_whitespace)?;
    let to_move = colour.parse().ok()?;
    let (mut rows, mut columns) = (Vec::new(), None);
    for line in board.lines() {
        let mut words = line.split_whitespace().peekable();
        match words.peek() {
            None => {}
            Some(number) if number.parse() == Ok(rows.len() + 1) => {
                rows.push(words.skip(1).map(|word| word.parse::<char>().ok()).collect::<Option<String>>()?);
            }
            Some(_) if columns.is_none() => columns = Some(words.count()),
            Some(_) => return None,
        }
    }
    let whole = rows.iter().all(|row| Some(row.chars().count()) == columns);
    (whole && !rows.is_empty()).then(|| Diagram { rows, to_move, rest: rest.trim() })
}
