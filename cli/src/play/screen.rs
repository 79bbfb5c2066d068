//! The players' screen.

use super::layout::Layout;
use super::session::Session;
use super::table::Table;
use crate::games::{Mark, Place};
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use stonemask::game::Colour;

/// The least width of the legend and the moves beside the board.
const PANEL: u16 = 24;

/// Lines above the moves: the legend or the analysis.
const PANEL_LINES: usize = 5;

/// All keys, and what the board shows.
const KEYS: &str = "\
Play         type a point such as c4, then Enter; or move the cursor with the
             arrows and press Enter or Space; or click the point
Take back    Ctrl-Z, or u and Enter        Play again   Ctrl-Y, or r and Enter
Hint         h and Enter                   Analysis     Tab, or a and Enter
New game     n and Enter                   Clear what you typed   Esc
Swap2        w, b or m and Enter: play white or black, or put two more stones
Save         Ctrl-S, or s and Enter (start with --save FILE)
Quit         q and Enter, Ctrl-C or Ctrl-D: saves the game, or prints it
Help         ?, or F1

X black      O white      ( ) the last move      [ ] the cursor
*            a legal move (Othello)
!            a point that the side to move may not play
#            a blocked cell (NoGo)
+            a star point, for orientation only

Row 1 is the top row, as in SGF files and in all of stonemask.

Press any key to go back.";

/// Whether a point is one of those that boards mark for orientation.
fn is_star((rows, columns): (usize, usize), (row, column): Place) -> bool {
    // The corner points stand on the third line of small boards, on the fourth of others; the sides
    // have points from 19 on.
    let line = |count: usize, index: usize| {
        let edge = if count >= 13 { 3 } else { 2 };
        let is_middle = count % 2 == 1 && index == count / 2;
        (count >= 9 && (index == edge || index + 1 + edge == count), is_middle)
    };
    let ((on_row, mid_row), (on_column, mid_column)) = (line(rows, row), line(columns, column));
    let is_large = rows.min(columns) >= 19;
    rows.min(columns) >= 9
        && (on_row && on_column || mid_row && mid_column || is_large && (on_row && mid_column || mid_row && on_column))
}

fn bold() -> Style {
    Style::new().add_modifier(Modifier::BOLD)
}

/// A colour, unless the users want none.
fn colour(color: Color) -> Style {
    let is_plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    if is_plain { Style::new() } else { Style::new().fg(color) }
}

impl<T: Table> Session<T> {
    pub(super) fn paint(&mut self, frame: &mut Frame<'_>) {
        self.area = frame.area();
        if let Some(cursor) = self.show(frame.buffer_mut()) {
            frame.set_cursor_position(cursor);
        }
    }

    /// Paints all there is; says where the cursor of the terminal is, if somebody types.
    fn show(&self, buffer: &mut Buffer) -> Option<Position> {
        let area = self.area;
        if self.shows_help {
            for (line, y) in KEYS.lines().zip(area.y..area.bottom()) {
                write(buffer, area, y, line, Style::new());
            }
            return None;
        }
        let Some(layout) = Layout::of(self.table.size(), self.cursor, area) else {
            write(buffer, area, area.y, "too small", Style::new());
            return None;
        };
        write(buffer, area, area.y, &self.title(), bold());
        self.show_names(&layout, buffer);
        self.show_points(&layout, buffer);
        self.show_panel(&layout, buffer);
        write(buffer, area, layout.below(), &self.status(), bold());
        self.show_line(&layout, buffer)
    }

    /// The names of columns and rows.
    fn show_names(&self, layout: &Layout, buffer: &mut Buffer) {
        let style = |is_cursor: bool| if is_cursor { bold() } else { Style::new() };
        for column in layout.columns.clone() {
            let name = format!("{:>width$}", self.table.column_name(column), width = usize::from(layout.width));
            buffer.set_string(layout.x(column), layout.area.y + 1, name, style(column == self.cursor.1));
        }
        for row in layout.rows.clone() {
            let name = format!("{:>2}", row + 1);
            buffer.set_string(layout.area.x, layout.y(row), name, style(row == self.cursor.0));
        }
    }

    fn show_points(&self, layout: &Layout, buffer: &mut Buffer) {
        for place in layout.rows.clone().flat_map(|row| layout.columns.clone().map(move |column| (row, column))) {
            let (symbol, style) = self.symbol(place);
            let at = layout.stone(place);
            buffer.set_string(at.x, at.y, symbol, style);
            if self.table.mark(place) == Some(Mark::Last) {
                enclose(buffer, at, ["(", ")"], Style::new());
            }
        }
        // The cursor's brackets come last, over those of a last move beside it; a column of three
        // is free between its neighbours.
        let style = colour(Color::Green).add_modifier(Modifier::BOLD);
        enclose(buffer, layout.stone(self.cursor), ["[", "]"], style);
    }

    /// How a point looks.
    fn symbol(&self, place: Place) -> (&'static str, Style) {
        let mark = self.table.mark(place);
        // No colour: some schemes show dark grey as the background.
        let faint = if place == self.cursor { bold() } else { Style::new() };
        let (symbol, style) = match (self.table.stone(place), mark) {
            (Some(Colour::Black), _) => ("X", colour(Color::Cyan).add_modifier(Modifier::BOLD)),
            (Some(Colour::White), _) => ("O", colour(Color::Yellow).add_modifier(Modifier::BOLD)),
            (None, Some(Mark::Legal)) => ("*", colour(Color::Green)),
            (None, Some(Mark::Illegal)) => ("!", colour(Color::Red)),
            (None, Some(Mark::Blocked)) => ("#", faint),
            (None, _) if is_star(self.table.size(), place) => ("+", faint),
            (None, _) => (self.glyphs.empty, faint),
        };
        (symbol, if mark == Some(Mark::Winning) { style.add_modifier(Modifier::REVERSED) } else { style })
    }

    /// The legend and the moves, if there is room for them beside the board.
    fn show_panel(&self, layout: &Layout, buffer: &mut Buffer) {
        let area = Rect { x: layout.right(), width: layout.area.right().saturating_sub(layout.right()), ..layout.area };
        if area.width < PANEL {
            return;
        }
        // The analysis takes the place of the legend: small boards have no room for both.
        let mut lines: Vec<String> = if self.shows_analysis {
            let told = self.analysis.iter().filter(|(moves, _)| *moves == self.table.moves());
            told.flat_map(|(_, told)| told.clone()).collect()
        } else {
            self.table.legend().map(str::to_owned).into()
        };
        lines.resize(lines.len().max(PANEL_LINES), String::new());
        let (first, last) = (area.y + 1, layout.below());
        let room = usize::from(last - first).saturating_sub(lines.len());
        lines.extend(moves(&self.table.moves(), room));
        for (line, y) in lines.iter().zip(first..last) {
            write(buffer, area, y, line, Style::new());
        }
    }

    /// Writes the typed text, or else the message; returns the place of the terminal's cursor.
    fn show_line(&self, layout: &Layout, buffer: &mut Buffer) -> Option<Position> {
        let y = layout.below() + 1;
        if self.entry.is_empty() {
            write(buffer, layout.area, y, &self.message, Style::new());
            return None;
        }
        let typed = format!("> {}", self.entry);
        write(buffer, layout.area, y, &format!("{typed}   (Enter: do it, Esc: clear)"), Style::new());
        let x = layout.area.x + (typed.len() as u16).min(layout.area.width - 1);
        Some(Position::new(x, y))
    }
}

/// Two marks beside a stone.
fn enclose(buffer: &mut Buffer, at: Position, [before, after]: [&str; 2], style: Style) {
    buffer.set_string(at.x - 1, at.y, before, style);
    buffer.set_string(at.x + 1, at.y, after, style);
}

/// The last moves, two a line, as far as there are lines for them.
fn moves(names: &[String], room: usize) -> Vec<String> {
    let lines: Vec<String> = names
        .chunks(2)
        .enumerate()
        .map(|(index, pair)| {
            let second = pair.get(1).map_or("", String::as_str);
            format!("{:>4}. {:<5} {second}", 2 * index + 1, pair[0]).trim_end().to_owned()
        })
        .collect();
    lines[lines.len().saturating_sub(room)..].to_vec()
}

/// Writes a line, cut where the area ends.
fn write(buffer: &mut Buffer, area: Rect, y: u16, text: &str, style: Style) {
    if area.height > 0 {
        buffer.set_stringn(area.x, y, text, area.width.into(), style);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;
    use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

    /// A key: `.` is Enter, `^v<>` are the arrows, `-` is Ctrl-Z.
    fn key(letter: char) -> KeyEvent {
        let code = match letter {
            '.' => KeyCode::Enter,
            '^' => KeyCode::Up,
            'v' => KeyCode::Down,
            '<' => KeyCode::Left,
            '>' => KeyCode::Right,
            '-' => return KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL),
            letter => KeyCode::Char(letter),
        };
        KeyEvent::new(code, KeyModifiers::NONE)
    }

    /// The screen after some keys: its lines, without the spaces at their ends.
    pub(in super::super) fn screen<T: Table>(
        session: &mut Session<T>,
        width: u16,
        height: u16,
        keys: &str,
    ) -> Vec<String> {
        for letter in keys.chars() {
            assert!(!session.press(key(letter)), "{letter} quits");
        }
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a test backend");
        terminal.draw(|frame| session.paint(frame)).expect("painting");
        let buffer = terminal.backend().buffer();
        let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
        (0..height).map(line).collect()
    }

    #[test]
    fn stars_are_where_boards_have_them() {
        let stars = |rows, columns| {
            let all = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            all.filter(|&place| is_star((rows, columns), place)).collect::<Vec<_>>()
        };
        assert_eq!(stars(15, 15), [(3, 3), (3, 11), (7, 7), (11, 3), (11, 11)]);
        assert_eq!(stars(9, 9), [(2, 2), (2, 6), (4, 4), (6, 2), (6, 6)]);
        assert_eq!((stars(19, 19).len(), stars(5, 5).len(), stars(16, 16).len()), (9, 0, 4));
    }

    #[test]
    fn the_texts_fit_eighty_columns() {
        assert!(KEYS.lines().all(|line| line.len() <= 80));
        assert!(KEYS.lines().count() <= 24);
    }
}
