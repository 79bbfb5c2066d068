//! `stonemask play`: a game for two people at one keyboard, in the terminal.
//!
//! Here is what every game shares: the keys, the painting, the terminal's comings and goings. A game brings a [`Table`].

mod gomoku;
mod nogo;

use crate::error::Failure;
use crate::file;
use crate::games::{Name, Shape, among};
use crate::interrupt;
use clap::Args;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use std::io::{self, IsTerminal, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::Duration;
use stonemask_harness::without_controls;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game
    #[arg(value_parser = among(&[Name::Gomoku, Name::Nogo]))]
    game: Name,
    #[command(flatten)]
    shape: Shape,
    /// Where the game is saved: on quitting, and whenever s is pressed
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// A saved game to go on with: Gomoku an SGF file (64 MiB at most), of which all but its moves is saved as it was; NoGo a
    /// file of its own kind
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
}

/// A stone on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stone {
    Black,
    White,
}

/// What a point is shown to be, besides what stands on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    /// The last move was there.
    Last,
    /// A stone of the winning line.
    Winning,
    /// The side to move may not play there.
    Illegal,
    /// The cell is blocked.
    Blocked,
}

/// A step of the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Up,
    Down,
    Left,
    Right,
}

/// A game on the table: what the terminal shows of it, and what the players can do.
pub(crate) trait Table {
    /// The game, its board and its rule.
    fn title(&self) -> String;
    /// Rows and columns.
    fn size(&self) -> (usize, usize);
    /// A column's letters.
    fn column_name(&self, column: usize) -> String;
    /// What stands on a point.
    fn stone(&self, row: usize, column: usize) -> Option<Stone>;
    /// What else there is to show of a point.
    fn mark(&self, row: usize, column: usize) -> Option<Mark>;
    /// The row and the column that the cursor is on.
    fn cursor(&self) -> (usize, usize);
    /// Moves the cursor, if there is room.
    fn step(&mut self, step: Step);
    /// Plays on the cursor's point, or says why that is illegal.
    fn place(&mut self) -> Result<(), String>;
    /// Takes back a move; false when there is none.
    fn undo(&mut self) -> bool;
    /// Plays a move again that was taken back; false when there is none.
    fn redo(&mut self) -> bool;
    /// Whether there are moves that a new game would lose.
    fn has_moves(&self) -> bool;
    /// Begins a new game.
    fn restart(&mut self);
    /// Whose turn it is, or how the game ended.
    fn status(&self) -> String;
    /// The game as it is saved, or why it cannot be.
    fn record(&self) -> Result<String, String>;
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let Arguments { game, shape, save, load } = arguments;
    shape.check(*game)?;
    match game {
        Name::Gomoku => open(gomoku::table(shape, load.as_deref())?, save.as_deref(), load.as_deref()),
        Name::Nogo => open(nogo::table(shape, load.as_deref())?, save.as_deref(), load.as_deref()),
        Name::Othello4 | Name::Othello6 | Name::Othello8 => unreachable!("the command line takes none of them"),
    }
}

/// Sees that the game can be saved and shown, and begins it.
fn open(mut table: impl Table, save: Option<&Path>, load: Option<&Path>) -> Result<(), Failure> {
    if let Some(path) = save {
        check_save(path, load, &table)?;
    }
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(Failure::bad_input("a game needs a terminal: standard input or standard output is none"));
    }
    sit_down(&mut table, save)
}

/// Whether a game can be saved there, as far as one can tell before it is played.
fn check_save(path: &Path, load: Option<&Path>, table: &impl Table) -> Result<(), Failure> {
    let failure = |reason: &dyn std::fmt::Display| Failure::bad_input(format!("--save {}: {reason}", path.display()));
    table.record().map_err(|reason| failure(&reason))?;
    if path.exists() && load.is_none_or(|load| !same_file(load, path)) {
        return Err(failure(&"there is such a file already (go on with it by --load, or name another)"));
    }
    file::check_write(path).map_err(|error| failure(&error))
}

fn same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// The game from its first painting to its last key. The terminal is as it was afterwards, on a panic too.
fn sit_down(table: &mut impl Table, save: Option<&Path>) -> Result<(), Failure> {
    interrupt::watch()?;
    let mut terminal = ratatui::try_init().map_err(|error| Failure::bad_input(format!("the terminal: {error}")))?;
    let mut session = Session::new(table, save);
    let result = loop {
        if let Err(error) = terminal.draw(|frame| session.paint(frame)) {
            break Err(error);
        }
        if interrupt::interrupted() {
            break Ok(());
        }
        match event::poll(Duration::from_millis(100))
            .and_then(|ready| if ready { event::read().map(Some) } else { Ok(None) })
        {
            Err(error) => break Err(error),
            Ok(Some(Event::Key(key))) if key.kind != KeyEventKind::Release => {
                if session.press(key) {
                    break Ok(());
                }
            }
            Ok(_) => {}
        }
    };
    // Whatever ended the game, it is saved; quitting by key has done so. The terminal may be gone, so this comes first.
    let saved = if session.saved { Ok(()) } else { session.save() };
    let restored = ratatui::try_restore();
    if let Err(reason) = saved {
        // Nobody is left to tell when this fails.
        let _ = write!(io::stderr(), "{}", table.record().unwrap_or_default());
        return Err(Failure::bad_input(format!("not saved: {reason} (the game is printed above)")));
    }
    result.and(restored).map_err(|error| Failure::unfinished(format!("the terminal: {error}")))
}

/// What waits for an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    NewGame,
    QuitUnsaved,
}

const HELP: &str = "arrows or hjkl move, enter places, u undo, r redo, n new, s save, q quit";

/// A game and the people at it.
struct Session<'a, T> {
    table: &'a mut T,
    save: Option<&'a Path>,
    message: String,
    question: Option<Question>,
    /// Whether the file holds the game as it is.
    saved: bool,
}

impl<'a, T: Table> Session<'a, T> {
    fn new(table: &'a mut T, save: Option<&'a Path>) -> Session<'a, T> {
        Session { table, save, message: HELP.to_owned(), question: None, saved: save.is_none() }
    }

    /// Does what a key asks for; true when it is to quit.
    fn press(&mut self, key: KeyEvent) -> bool {
        let question = self.question.take();
        self.message = HELP.to_owned();
        let control_c = key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL);
        if let Some(question) = question
            && !control_c
        {
            if !matches!(key.code, KeyCode::Char('y' | 'Y')) {
                return false;
            }
            match question {
                Question::NewGame => {
                    self.table.restart();
                    self.changed();
                    return false;
                }
                Question::QuitUnsaved => {
                    self.saved = true;
                    return true;
                }
            }
        }
        match key.code {
            _ if control_c => return true,
            KeyCode::Up | KeyCode::Char('k') => self.table.step(Step::Up),
            KeyCode::Down | KeyCode::Char('j') => self.table.step(Step::Down),
            KeyCode::Left | KeyCode::Char('h') => self.table.step(Step::Left),
            KeyCode::Right | KeyCode::Char('l') => self.table.step(Step::Right),
            KeyCode::Enter | KeyCode::Char(' ') => match self.table.place() {
                Ok(()) => self.changed(),
                Err(reason) => self.message = reason,
            },
            KeyCode::Char('u') => {
                if self.table.undo() {
                    self.changed();
                } else {
                    self.message = "no move to take back".to_owned();
                }
            }
            KeyCode::Char('r') => {
                if self.table.redo() {
                    self.changed();
                } else {
                    self.message = "no move to play again".to_owned();
                }
            }
            KeyCode::Char('n') if self.table.has_moves() => {
                self.message = "a new game, and this one is lost? y or n".to_owned();
                self.question = Some(Question::NewGame);
            }
            KeyCode::Char('n') => self.table.restart(),
            KeyCode::Char('s') => match (self.save, self.save()) {
                (None, _) => self.message = "nowhere to save: start with --save FILE".to_owned(),
                (Some(path), Ok(())) => {
                    self.message = format!("saved to {}", without_controls(&path.to_string_lossy()));
                }
                (Some(_), Err(reason)) => self.message = format!("not saved: {reason}"),
            },
            KeyCode::Char('q') => match self.save() {
                Ok(()) => return true,
                Err(reason) => {
                    self.message = format!("not saved: {reason}; quit all the same? y or n");
                    self.question = Some(Question::QuitUnsaved);
                }
            },
            _ => {}
        }
        false
    }

    /// The game is no longer what the file holds.
    fn changed(&mut self) {
        self.saved = self.save.is_none();
    }

    /// Saves the game, if there is a file for it.
    fn save(&mut self) -> Result<(), String> {
        if let Some(path) = self.save {
            let record = self.table.record()?;
            file::write(path, record.as_bytes()).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        self.saved = true;
        Ok(())
    }

    fn paint(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if let Some(cursor) = paint(self.table, &self.message, area, frame.buffer_mut()) {
            frame.set_cursor_position(cursor);
        }
    }
}

/// Columns of the screen for the numbers of rows.
const MARGIN: u16 = 3;

/// Paints title, board, status and message; says where the cursor is. When there is no room for the whole board the part around
/// the cursor is shown.
fn paint(table: &impl Table, message: &str, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    let (rows, columns) = table.size();
    // A column takes its stone and a space before it; two letters need one more.
    let width = if columns > 26 { 3 } else { 2 };
    if area.height < 5 || area.width < MARGIN + width + 1 {
        write(buffer, area, area.y, "too small", Style::new());
        return None;
    }
    let plain = Style::new();
    let colour =
        |color| if std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty()) { plain } else { plain.fg(color) };
    let (cursor_row, cursor_column) = table.cursor();
    let shown_rows = visible(rows, usize::from(area.height - 4), cursor_row);
    let shown_columns = visible(columns, usize::from((area.width - MARGIN - 1) / width), cursor_column);
    write(buffer, area, area.y, &table.title(), plain.add_modifier(Modifier::BOLD));

    let x = |column: usize| area.x + MARGIN + width * (column - shown_columns.start) as u16;
    let y = |row: usize| area.y + 2 + (row - shown_rows.start) as u16;
    for column in shown_columns.clone() {
        let name = format!("{:>width$}", table.column_name(column), width = usize::from(width));
        let style = if column == cursor_column { plain.add_modifier(Modifier::BOLD) } else { colour(Color::DarkGray) };
        buffer.set_string(x(column), area.y + 1, name, style);
    }
    for row in shown_rows.clone() {
        let style = if row == cursor_row { plain.add_modifier(Modifier::BOLD) } else { colour(Color::DarkGray) };
        buffer.set_string(area.x, y(row), format!("{:>2}", row + 1), style);
        for column in shown_columns.clone() {
            let mark = table.mark(row, column);
            let (symbol, style) = match (table.stone(row, column), mark) {
                (Some(Stone::Black), _) => ("X", colour(Color::Cyan).add_modifier(Modifier::BOLD)),
                (Some(Stone::White), _) => ("O", colour(Color::Yellow).add_modifier(Modifier::BOLD)),
                (None, Some(Mark::Illegal)) => ("!", colour(Color::Red)),
                (None, Some(Mark::Blocked)) => ("#", colour(Color::DarkGray)),
                (None, _) => ("\u{b7}", colour(Color::DarkGray)),
            };
            let style = if mark == Some(Mark::Winning) { style.add_modifier(Modifier::REVERSED) } else { style };
            let at = x(column) + width - 1;
            buffer.set_string(at, y(row), symbol, style);
            if mark == Some(Mark::Last) {
                buffer.set_string(at - 1, y(row), "(", plain);
                buffer.set_string(at + 1, y(row), ")", plain);
            }
        }
    }
    // The cursor's brackets come last, over those of a last move beside it; a column of three is free between its neighbours.
    let cursor = Position::new(x(cursor_column) + width - 1, y(cursor_row));
    let style = colour(Color::Green).add_modifier(Modifier::BOLD);
    buffer.set_string(cursor.x - 1, cursor.y, "[", style);
    buffer.set_string(cursor.x + 1, cursor.y, "]", style);

    let below = y(shown_rows.end - 1) + 1;
    write(buffer, area, below, &table.status(), plain.add_modifier(Modifier::BOLD));
    write(buffer, area, below + 1, message, plain);
    Some(cursor)
}

/// Writes a line, cut where the area ends.
fn write(buffer: &mut Buffer, area: Rect, y: u16, text: &str, style: Style) {
    if area.height > 0 {
        buffer.set_stringn(area.x, y, text, area.width.into(), style);
    }
}

/// Of so many rows or columns those that are shown where there is room for some, the cursor's among them, in the middle where
/// possible.
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
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    /// What the screen shows after some keys: its lines, without the spaces at their ends.
    pub(super) fn screen(table: &mut impl Table, width: u16, height: u16, keys: &str) -> Vec<String> {
        let mut session = Session::new(table, None);
        for key in keys.chars() {
            let code = if key == '.' { KeyCode::Enter } else { KeyCode::Char(key) };
            assert!(!session.press(KeyEvent::new(code, KeyModifiers::NONE)), "{key} quits");
        }
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a test backend");
        terminal.draw(|frame| session.paint(frame)).expect("painting");
        let buffer = terminal.backend().buffer();
        let line = |y| (0..width).map(|x| buffer[(x, y)].symbol()).collect::<String>().trim_end().to_owned();
        (0..height).map(line).collect()
    }

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
}
