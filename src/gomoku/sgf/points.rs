//! Points and moves as SGF writes them.

use crate::game::Colour;
use crate::gomoku::point::{Point, Size};

/// Rows or columns that a letter can name.
pub(super) const LETTERS: usize = 52;

/// Whether every point of a board has letters.
pub(super) fn are_enough(size: Size) -> bool {
    size.rows() <= LETTERS && size.columns() <= LETTERS
}

/// The point that a move's value names, if it is one.
pub(super) fn point(value: &str) -> Option<Point> {
    let index = |letter: u8| match letter {
        b'a'..=b'z' => Some(usize::from(letter - b'a')),
        b'A'..=b'Z' => Some(usize::from(letter - b'A') + 26),
        _ => None,
    };
    match value.trim().as_bytes() {
        &[column, row] => Point::new(index(row)?, index(column)?),
        _ => None,
    }
}

/// The nodes of these moves, ten a line, with the number of moves before them.
pub(super) fn nodes(moves: &[Point], before: usize) -> String {
    let mut text = String::new();
    for (index, point) in moves.iter().enumerate() {
        if index > 0 && index % 10 == 0 {
            text.push('\n');
        }
        let colour = if to_move(before + index) == Colour::Black { 'B' } else { 'W' };
        text += &format!(";{colour}[{}{}]", letter(point.column()), letter(point.row()));
    }
    text
}

/// The colour to move after `moves` moves.
pub(super) fn to_move(moves: usize) -> Colour {
    Colour::ALL[moves % 2]
}

fn letter(index: usize) -> char {
    let first = if index < 26 { b'a' } else { b'A' };
    char::from(first + (index % 26) as u8)
}
