//! Points, moves and the first node as SGF writes them.

use super::error::SgfError;
use crate::game::Colour;
use crate::gomoku::board::Board;
use crate::gomoku::point::{Point, Size};
use crate::sgf::LETTERS;

/// Whether every point of a board has letters.
pub(super) fn are_enough(size: Size) -> bool {
    size.rows() <= LETTERS && size.columns() <= LETTERS
}

/// The error of a board whose points have no letters.
pub(super) fn too_large(size: Size) -> SgfError {
    SgfError::TooLarge { rows: size.rows(), columns: size.columns() }
}

/// How a file writes points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    /// Two letters, column and row, as SGF has it: `hh`.
    Letters,
    /// A column's letter and a row's number, as some programs have it: `h8`.
    Numbers,
}

/// The point that a value names, if it names one, and how.
pub(super) fn point(value: &str) -> Option<(Point, Notation)> {
    let value = value.trim();
    if let &[column, row] = value.as_bytes()
        && let (Some(column), Some(row)) = (index(column), index(row))
    {
        return Point::new(row, column).map(|point| (point, Notation::Letters));
    }
    value.parse().ok().map(|point| (point, Notation::Numbers))
}

/// The points of a value that names one, or the rectangle between two of its corners.
pub(super) fn points(value: &str) -> Option<Vec<Point>> {
    let Some((first, last)) = value.split_once(':') else {
        return point(value).map(|(point, _)| vec![point]);
    };
    let ((first, _), (last, _)) = (point(first)?, point(last)?);
    let between = |one: usize, other: usize| one.min(other)..=one.max(other);
    let columns = between(first.column(), last.column());
    let rows = between(first.row(), last.row());
    Some(rows.flat_map(|row| columns.clone().filter_map(move |column| Point::new(row, column))).collect())
}

/// The row or column that a letter names.
fn index(letter: u8) -> Option<usize> {
    match letter {
        b'a'..=b'z' => Some(usize::from(letter - b'a')),
        b'A'..=b'Z' => Some(usize::from(letter - b'A') + 26),
        _ => None,
    }
}

/// The nodes of these moves, the first of them by this colour, ten a line. `None` is a pass.
pub(super) fn nodes(moves: &[Option<Point>], first: Colour, notation: Notation) -> String {
    let mut text = String::new();
    let colours = [first, first.other()].into_iter().cycle();
    for (index, (ply, colour)) in moves.iter().zip(colours).enumerate() {
        if index > 0 && index % 10 == 0 {
            text.push('\n');
        }
        let point = ply.map_or(String::new(), |point| written(point, notation));
        text += &format!(";{}[{point}]", name(colour));
    }
    text
}

/// The first node up to where it says how the game ended: the encoding, the board, the rule, and
/// what was set up.
pub(super) fn head(start: &Board, charset: &str) -> String {
    let (rule, size) = (start.rule(), start.size());
    let (rows, columns) = (size.rows(), size.columns());
    let size = if rows == columns { rows.to_string() } else { format!("{columns}:{rows}") };
    format!("(;FF[4]GM[4]CA[{charset}]AP[stonemask]SZ[{size}]RU[{rule}]{}", set_up(start))
}

/// The stones of a board and the side to move, where they are not those of an empty board.
fn set_up(start: &Board) -> String {
    let mut text = String::new();
    for colour in Colour::ALL.into_iter().filter(|&colour| !start.stones(colour).is_empty()) {
        let stones: String =
            start.stones(colour).iter().map(|point| format!("[{}]", written(point, Notation::Letters))).collect();
        text += &format!("A{}{stones}", name(colour));
    }
    if !text.is_empty() || start.to_move() == Colour::White {
        text += &format!("PL[{}]", name(start.to_move()));
    }
    text
}

fn name(colour: Colour) -> char {
    if colour == Colour::Black { 'B' } else { 'W' }
}

fn written(point: Point, notation: Notation) -> String {
    match notation {
        Notation::Letters => [letter(point.column()), letter(point.row())].iter().collect(),
        Notation::Numbers => point.to_string(),
    }
}

fn letter(index: usize) -> char {
    let first = if index < 26 { b'a' } else { b'A' };
    char::from(first + (index % 26) as u8)
}
