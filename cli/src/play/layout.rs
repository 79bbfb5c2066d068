//! The place of the board on the screen.

use crate::games::Place;
use ratatui::layout::{Position, Rect};
use std::ops::Range;

/// Columns of the screen for the numbers of rows.
const MARGIN: u16 = 3;

/// The characters that a terminal can show.
#[derive(Clone, Copy)]
pub(super) struct Glyphs {
    pub(super) empty: &'static str,
}

impl Glyphs {
    pub(super) const ASCII: Glyphs = Glyphs { empty: "." };
    pub(super) const UNICODE: Glyphs = Glyphs { empty: "\u{b7}" };

    /// The glyphs for the terminal, by the environment.
    pub(super) fn of_terminal() -> Glyphs {
        let value = |name: &&str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(value).unwrap_or_default().to_lowercase();
        let is_utf8 = cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8");
        let is_plain = matches!(std::env::var("TERM").as_deref(), Ok("linux" | "dumb"));
        if is_utf8 && !is_plain { Glyphs::UNICODE } else { Glyphs::ASCII }
    }
}

/// Where the board stands on the screen. A screen that is too small for the board shows the part
/// around the cursor.
pub(super) struct Layout {
    pub(super) area: Rect,
    pub(super) rows: Range<usize>,
    pub(super) columns: Range<usize>,
    /// Columns of the screen for a column: its stone and a space before it; two letters need one
    /// more.
    pub(super) width: u16,
}

impl Layout {
    pub(super) fn of((rows, columns): (usize, usize), cursor: Place, area: Rect) -> Option<Layout> {
        let width = if columns > 26 { 3 } else { 2 };
        if area.height < 5 || area.width < MARGIN + width + 1 {
            return None;
        }
        let rows = visible(rows, usize::from(area.height - 4), cursor.0);
        let columns = visible(columns, usize::from((area.width - MARGIN - 1) / width), cursor.1);
        Some(Layout { area, rows, columns, width })
    }

    /// Where a column begins; its stone stands at the end.
    pub(super) fn x(&self, column: usize) -> u16 {
        self.area.x + MARGIN + self.width * (column - self.columns.start) as u16
    }

    pub(super) fn y(&self, row: usize) -> u16 {
        self.area.y + 2 + (row - self.rows.start) as u16
    }

    /// Where a point's stone stands.
    pub(super) fn stone(&self, (row, column): Place) -> Position {
        Position::new(self.x(column) + self.width - 1, self.y(row))
    }

    /// The first column of the screen that is free beside the board.
    pub(super) fn right(&self) -> u16 {
        self.x(self.columns.end - 1) + self.width + 3
    }

    /// The first row below the board.
    pub(super) fn below(&self) -> u16 {
        self.y(self.rows.end - 1) + 1
    }

    /// The point at a place of the screen.
    pub(super) fn at(&self, x: u16, y: u16) -> Option<Place> {
        let column = x.checked_sub(self.area.x + MARGIN)? / self.width;
        let row = y.checked_sub(self.area.y + 2)?;
        let (row, column) = (self.rows.start + usize::from(row), self.columns.start + usize::from(column));
        (self.rows.contains(&row) && self.columns.contains(&column)).then_some((row, column))
    }
}

/// The rows or columns that are shown when there is not room for all: the cursor's among them, in
/// the middle where possible.
fn visible(all: usize, room: usize, cursor: usize) -> Range<usize> {
    if all <= room {
        return 0..all;
    }
    let first = cursor.saturating_sub(room / 2).min(all - room);
    first..first + room
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_is_always_in_view() {
        for all in 1..=64 {
            for room in 1..=64 {
                for cursor in 0..all {
                    let shown = visible(all, room, cursor);
                    assert!(shown.contains(&cursor) && shown.end <= all, "{all} {room} {cursor}");
                    assert_eq!(shown.len(), all.min(room));
                }
            }
        }
    }

    #[test]
    fn a_click_finds_the_point_that_is_painted_there() {
        let area = Rect::new(0, 0, 40, 12);
        for (size, cursor) in [((15, 15), (14, 14)), ((64, 64), (40, 40)), ((3, 3), (0, 0))] {
            let layout = Layout::of(size, cursor, area).unwrap();
            for place in layout.rows.clone().flat_map(|row| layout.columns.clone().map(move |column| (row, column))) {
                let at = layout.stone(place);
                assert_eq!(layout.at(at.x, at.y), Some(place));
            }
            assert_eq!((layout.at(0, 3), layout.at(5, 0), layout.at(5, 11)), (None, None, None));
        }
    }
}
