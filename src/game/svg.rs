//! Boards as pictures.

use super::Game;
use super::slab::Actions;
use std::fmt;

/// A cell's side; the picture has half of it more on each side for the letters and numbers.
const CELL: usize = 40;
const MARGIN: usize = 28;

/// A board as an SVG picture, which its [`Display`](fmt::Display) writes: stones, letters and
/// numbers, and what is asked for.
///
/// ```
/// use stonemask::othello::{Board, Square};
/// use stonemask::svg::Drawing;
///
/// let mut board = Board::<8>::start();
/// board.play(Square::F5);
/// let svg = Drawing::of(&board).last(stonemask::othello::Move::Place(Square::F5)).legal_moves().to_string();
/// assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
/// assert_eq!(board.to_svg(), Drawing::of(&board).to_string());
/// ```
#[derive(Clone, Debug)]
pub struct Drawing<'a, G: Game> {
    board: &'a G,
    last: Option<G::Move>,
    legal_moves: bool,
    values: &'a [f32],
    played: &'a [G::Move],
}

impl<'a, G: Actions> Drawing<'a, G> {
    /// The board alone.
    pub fn of(board: &'a G) -> Drawing<'a, G> {
        Drawing { board, last: None, legal_moves: false, values: &[], played: &[] }
    }

    /// Marks the stone of the last ply; a pass has none.
    pub fn last(self, ply: G::Move) -> Drawing<'a, G> {
        Drawing { last: Some(ply), ..self }
    }

    /// Marks the legal moves.
    pub fn legal_moves(self) -> Drawing<'a, G> {
        Drawing { legal_moves: true, ..self }
    }

    /// Writes a number on each point whose value is finite: one value for each action, in their
    /// order. Where there are fewer, the rest is left out.
    pub fn values(self, values: &'a [f32]) -> Drawing<'a, G> {
        Drawing { values, ..self }
    }

    /// Writes on each stone the number of the ply that put it there, from 1: `played` are the plies
    /// that led to the board. Passes count. The last one's number is red.
    pub fn numbers(self, played: &'a [G::Move]) -> Drawing<'a, G> {
        Drawing { played, ..self }
    }
}

impl<G: Actions> fmt::Display for Drawing<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Drawing { board, last, legal_moves, values, played } = self;
        let count = board.cell_count();
        let mut cells = vec![0; count];
        board.write_cells(&mut cells);
        // Points are numbered row by row, so that the second row begins where the text says so.
        let name = |action: usize| board.ply(action).map(|ply| ply.to_string()).unwrap_or_default();
        let split = |text: &str| text.find(|c: char| c.is_ascii_digit()).unwrap_or(text.len());
        let row_of = |action: usize| name(action).split_off(split(&name(action)));
        let columns = (1..count).find(|&action| row_of(action) != row_of(0)).unwrap_or(count);
        let rows = count / columns;
        let (width, height) = (2 * MARGIN + columns * CELL, 2 * MARGIN + rows * CELL);
        let middle =
            |action: usize| (MARGIN + action % columns * CELL + CELL / 2, MARGIN + action / columns * CELL + CELL / 2);
        writeln!(
            f,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"sans-serif\" text-anchor=\"middle\">"
        )?;
        let to_move = if board.to_move() == super::Colour::Black { "black" } else { "white" };
        writeln!(f, "<title>{rows}x{columns}, {to_move} to move</title>")?;
        let lines = board.on_crossings();
        let (ground, line) = if lines { ("#dcb35c", "#5c4418") } else { ("#2f7d4f", "#1a4d2e") };
        writeln!(f, "<rect width=\"{width}\" height=\"{height}\" fill=\"#f4efe4\"/>")?;
        let (board_width, board_height) = (columns * CELL, rows * CELL);
        writeln!(
            f,
            "<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{board_width}\" height=\"{board_height}\" fill=\"{ground}\"/>"
        )?;
        // Lines through the crossings, or between the squares.
        let mut path = String::new();
        let inset = if lines { CELL / 2 } else { 0 };
        let (left, top) = (MARGIN + inset, MARGIN + inset);
        let (right, bottom) = (MARGIN + board_width - inset, MARGIN + board_height - inset);
        for row in 0..rows + usize::from(!lines) {
            path += &format!("M{left} {}H{right}", top + row * CELL);
        }
        for column in 0..columns + usize::from(!lines) {
            path += &format!("M{} {top}V{bottom}", left + column * CELL);
        }
        writeln!(f, "<path d=\"{path}\" stroke=\"{line}\" fill=\"none\"/>")?;
        writeln!(f, "<g font-size=\"14\" fill=\"#444\">")?;
        for column in 0..columns {
            let text = name(column);
            let x = middle(column).0;
            writeln!(f, "<text x=\"{x}\" y=\"{}\">{}</text>", MARGIN - 9, &text[..split(&text)])?;
        }
        for row in 0..rows {
            let y = middle(row * columns).1 + 5;
            writeln!(f, "<text x=\"{}\" y=\"{y}\">{}</text>", MARGIN / 2, row_of(row * columns))?;
        }
        writeln!(f, "</g>")?;
        for (action, &cell) in cells.iter().enumerate() {
            let (x, y) = middle(action);
            match cell {
                1 => writeln!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"17\" fill=\"#151515\"/>")?,
                2 => writeln!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"17\" fill=\"#fbfbf8\" stroke=\"#444\"/>")?,
                3 => {
                    let (x, y) = (x - CELL / 2, y - CELL / 2);
                    writeln!(f, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#6b6257\"/>")?;
                }
                _ => {}
            }
        }
        if *legal_moves {
            for action in board.plies().map(|ply| board.action(ply)).filter(|&action| action < count) {
                let (x, y) = middle(action);
                writeln!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"5\" fill=\"#202020\" fill-opacity=\"0.35\"/>")?;
            }
        }
        if let Some(action) = last.map(|ply| board.action(ply)).filter(|&action| action < count) {
            let (x, y) = middle(action);
            writeln!(f, "<circle cx=\"{x}\" cy=\"{y}\" r=\"6\" fill=\"#d33a2c\"/>")?;
        }
        for (action, value) in values.iter().take(count).enumerate().filter(|(_, value)| value.is_finite()) {
            let (x, y) = middle(action);
            let colour = if cells[action] == 1 { "#fff" } else { "#000" };
            writeln!(f, "<text x=\"{x}\" y=\"{}\" font-size=\"12\" fill=\"{colour}\">{value:.2}</text>", y + 4)?;
        }
        for (number, action) in (1..).zip(played.iter().map(|&ply| board.action(ply))).filter(|&(_, at)| at < count) {
            let (x, y) = middle(action);
            let colour = match cells[action] {
                _ if number == played.len() => "#d33a2c",
                1 => "#fff",
                _ => "#000",
            };
            writeln!(f, "<text x=\"{x}\" y=\"{}\" font-size=\"14\" fill=\"{colour}\">{number}</text>", y + 5)?;
        }
        writeln!(f, "</svg>")
    }
}

/// The method of every board that draws it.
macro_rules! to_svg {
    () => {
        /// The board as an SVG picture; [`Drawing`](crate::svg::Drawing) has the last move, the
        /// legal moves and values too.
        pub fn to_svg(&self) -> String {
            $crate::game::svg::Drawing::of(self).to_string()
        }
    };
}
pub(crate) use to_svg;

#[cfg(test)]
mod tests {
    use super::Drawing;
    use crate::{gomoku, nogo, othello};

    fn count(svg: &str, what: &str) -> usize {
        svg.matches(what).count()
    }

    #[test]
    fn a_picture_has_what_the_board_has() {
        let board = othello::Board::<6>::start();
        let svg = Drawing::of(&board).legal_moves().values(&[0.5, f32::NAN, -1.0]).to_string();
        assert_eq!(count(&svg, "r=\"17\" fill=\"#151515\""), 2);
        assert_eq!(count(&svg, "r=\"17\" fill=\"#fbfbf8\""), 2);
        assert_eq!(count(&svg, "r=\"5\""), 4);
        assert_eq!((count(&svg, ">0.50<"), count(&svg, ">-1.00<"), count(&svg, "NaN")), (1, 1, 0));
        for label in ["a", "f", "1", "6"] {
            assert_eq!(count(&svg, &format!(">{label}</text>")), 1, "{label}");
        }
        assert_eq!(count(&svg, "M"), 14);

        let (mut board, played) = (othello::Board::<8>::start(), ["f5", "d6", "c3"].map(|text| text.parse().unwrap()));
        for ply in played {
            board.play(ply);
        }
        let svg = Drawing::of(&board).numbers(&played).to_string();
        for (number, colour) in [(1, "#fff"), (2, "#000"), (3, "#d33a2c")] {
            assert_eq!(count(&svg, &format!("font-size=\"14\" fill=\"{colour}\">{number}<")), 1, "{svg}");
        }

        let blocked: nogo::Board = "-X#/---/--O X".parse().unwrap();
        let svg = Drawing::of(&blocked).last("b1".parse().unwrap()).to_string();
        assert_eq!((count(&svg, "#6b6257"), count(&svg, "r=\"6\""), count(&svg, "M")), (1, 1, 6));

        let wide = gomoku::Board::with_size(gomoku::Size::new(2, 64).unwrap(), gomoku::Rule::Freestyle);
        let svg = wide.to_svg();
        assert!(svg.contains(&format!("width=\"{}\"", 56 + 64 * 40)), "{svg}");
        // Tags that are opened are closed.
        assert_eq!(count(&svg, "<text"), count(&svg, "</text>"));
        assert_eq!((count(&svg, "<svg"), count(&svg, "</svg>"), count(&svg, "<g "), count(&svg, "</g>")), (1, 1, 1, 1));
    }

    /// A board of one column, where every point is in another row, and one of one row.
    #[test]
    fn boards_of_one_row_or_column() {
        for (rows, columns) in [(1, 1), (1, 7), (7, 1)] {
            let board = gomoku::Board::with_size(gomoku::Size::new(rows, columns).unwrap(), gomoku::Rule::Freestyle);
            let size = format!("<title>{rows}x{columns}, black to move</title>");
            assert!(board.to_svg().contains(&size), "{size}");
        }
    }
}
