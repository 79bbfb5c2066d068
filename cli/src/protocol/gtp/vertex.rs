//! Vertices: letters for columns, without I, and numbers for rows.

use crate::games::{Cell, Place, Playable};
use stonemask::game::Colour;

const LETTERS: &[u8; 25] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The most rows and columns that GTP has names for.
pub(super) const MOST: usize = LETTERS.len();

/// The number of a row.
fn number<T: Playable>(board: &T, row: usize) -> usize {
    if T::FROM_THE_TOP { row + 1 } else { board.extent().0 - row }
}

/// The name of a ply.
pub(super) fn name<T: Playable>(board: &T, ply: T::Move) -> String {
    match T::place_of(ply) {
        Some((row, column)) => format!("{}{}", char::from(LETTERS[column]), number(board, row)),
        None => "pass".to_owned(),
    }
}

/// Reads a vertex in either case: a place of the board, or `None` within for a pass; `None` for
/// anything else.
pub(super) fn parse<T: Playable>(board: &T, text: &str) -> Option<Option<Place>> {
    if text.eq_ignore_ascii_case("pass") {
        return Some(None);
    }
    let (rows, columns) = board.extent();
    let (letter, digits) = (text.bytes().next()?.to_ascii_uppercase(), text.get(1..)?);
    let column = LETTERS[..columns].iter().position(|&known| known == letter)?;
    let is_number = digits.bytes().all(|digit| digit.is_ascii_digit()) && !digits.starts_with('0');
    let number = digits.parse::<usize>().ok().filter(|number| is_number && (1..=rows).contains(number))?;
    let row = if T::FROM_THE_TOP { number - 1 } else { rows - number };
    Some(Some((row, column)))
}

/// The board with its vertices, for people.
pub(super) fn diagram<T: Playable>(board: &T) -> String {
    let (rows, columns) = board.extent();
    let letters: Vec<String> = LETTERS[..columns].iter().map(|&letter| char::from(letter).to_string()).collect();
    let letters = format!("   {}", letters.join(" "));
    let row = |row: usize| {
        let cells: Vec<&str> = (0..columns)
            .map(|column| match board.cell((row, column)) {
                Cell::Empty => ".",
                Cell::Stone(Colour::Black) => "X",
                Cell::Stone(Colour::White) => "O",
                Cell::Blocked => "#",
            })
            .collect();
        let number = number(board, row);
        format!("{number:2} {} {number}", cells.join(" "))
    };
    let lines: Vec<String> = [letters.clone()].into_iter().chain((0..rows).map(row)).chain([letters]).collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Name, Recorded, each};
    use stonemask::gomoku;

    /// Each ply has one name, in either case; anything else is rejected.
    fn are_read_as_named<T: Playable>(board: &T) {
        for ply in board.plies() {
            let name = name(board, ply);
            for text in [name.to_lowercase(), name.clone()] {
                assert_eq!(parse(board, &text), Some(T::place_of(ply)), "{text}");
            }
            assert!(!name.starts_with('I'), "{name}");
        }
        for text in
            ["", "A", "A0", "A01", "I5", "Z1", "A26", "A+1", "A1 ", "1A", "AA1", "ä1", "A99999999999999999999", "pas"]
        {
            assert_eq!(parse(board, text), None, "{text}");
        }
    }

    #[test]
    fn every_ply_is_read_as_it_is_named() {
        for game in Name::all() {
            each!(game, G => are_read_as_named(&G::usual()));
        }
        are_read_as_named(&gomoku::Board::with_size(gomoku::Size::new(20, 24).unwrap(), gomoku::Rule::Freestyle));
    }

    #[test]
    fn rows_count_from_the_bottom_as_in_go_and_from_the_top_in_othello() {
        for game in Name::all() {
            let (rows, first) = each!(game, G => (G::usual().extent().0, parse(&G::usual(), "a1")));
            let row = if game.to_string().starts_with("othello") { 0 } else { rows - 1 };
            assert_eq!(first, Some(Some((row, 0))), "{game}");
        }
        let gomoku = gomoku::Board::start();
        assert_eq!(name(&gomoku, gomoku::Point::new(14, 8).unwrap()), "J1");
        let blocked = "X-#/-O- X".parse::<stonemask::nogo::Board>().unwrap();
        assert_eq!(diagram(&blocked), "   A B C\n 2 X . # 2\n 1 . O . 1\n   A B C");
    }
}
