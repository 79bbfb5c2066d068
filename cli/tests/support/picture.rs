//! A screen of the terminal as an image.

use vt100::{Color, Screen};

/// Width and height of a character, in the image's units.
const CELL: (u16, u16) = (9, 19);
const MARGIN: u16 = 10;

/// The screen as SVG: text in the terminal's colours, each run of one style where it stands.
pub(crate) fn svg(screen: &Screen) -> String {
    let (rows, columns) = screen.size();
    let (rows, columns) = (rows.get(), columns.get());
    let (width, height) = (columns * CELL.0 + 2 * MARGIN, rows * CELL.1 + 2 * MARGIN);
    let texts: String = (0..rows).flat_map(|row| runs(screen, row, columns).map(move |run| text(row, &run))).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"monospace\" font-size=\"15\">\n\
         <title>A game in the terminal</title>\n\
         <rect width=\"100%\" height=\"100%\" rx=\"6\" fill=\"#1c1c1c\"/>\n\
         {texts}</svg>\n"
    )
}

/// Characters of one style, with at most one space between them.
struct Run {
    column: u16,
    text: String,
    colour: Color,
    bold: bool,
}

fn runs(screen: &Screen, row: u16, columns: u16) -> impl Iterator<Item = Run> {
    let mut runs: Vec<Run> = Vec::new();
    for column in 0..columns {
        let Some(cell) = screen.cell(row, column).filter(|cell| !cell.contents().trim().is_empty()) else { continue };
        let (text, colour, bold) = (cell.contents().to_string(), cell.fgcolor(), cell.bold());
        let last = runs.last_mut().filter(|run| (run.colour, run.bold) == (colour, bold));
        match last.map(|run| (column - run.column - run.text.chars().count() as u16, run)) {
            Some((spaces @ 0..=1, run)) => run.text += &(" ".repeat(spaces.into()) + &text),
            _ => runs.push(Run { column, text, colour, bold }),
        }
    }
    runs.into_iter()
}

fn text(row: u16, Run { column, text, colour, bold }: &Run) -> String {
    let (x, y) = (MARGIN + column * CELL.0, MARGIN + row * CELL.1 + 14);
    let fill = match colour {
        Color::Idx(1) => "#ff5f5f",
        Color::Idx(2) => "#5fd75f",
        Color::Idx(3) => "#ffd75f",
        Color::Idx(6) => "#5fd7ff",
        Color::Idx(8) => "#8a8a8a",
        _ => "#e4e4e4",
    };
    let weight = if *bold { " font-weight=\"bold\"" } else { "" };
    let length = text.chars().count() as u16 * CELL.0;
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    format!("<text x=\"{x}\" y=\"{y}\" textLength=\"{length}\" fill=\"{fill}\"{weight}>{text}</text>\n")
}
