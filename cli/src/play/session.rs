//! A game and the people at it: what keys and the mouse do.

use super::layout::{Glyphs, Layout};
use super::opponent::{Advice, Ask, Opponent, Seat, Thinking};
use super::rescue::rescue;
use super::table::Table;
use crate::games::gomoku::swap2::Choice;
use crate::games::{Mark, Place};
use crate::store::Store;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use std::path::PathBuf;
use stonemask_harness::without_controls;

/// A question that waits for an answer.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Question {
    NewGame,
    QuitUnsaved,
}

/// The end of the game.
pub(super) enum End {
    /// It is saved, or there was nothing to save; perhaps with something to tell.
    Saved(Option<String>),
    /// It was cut off, and is in a new file: in place of the one where saving failed for a reason,
    /// or of none.
    Rescued { path: PathBuf, reason: Option<String> },
    /// It is not saved in a file, perhaps since that failed for a reason: the players get it in
    /// print. The name is for a new file, where their terminal is gone.
    Printed { reason: Option<String>, name: String, game: Vec<u8> },
}

/// A command that the players type as a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Undo,
    Redo,
    Hint,
    Analysis,
    New,
    Save,
    Quit,
    Help,
}

/// The commands, with the letter and the word of each.
const COMMANDS: [(Command, &str, &str); 8] = [
    (Command::Undo, "u", "undo"),
    (Command::Redo, "r", "redo"),
    (Command::Hint, "h", "hint"),
    (Command::Analysis, "a", "analysis"),
    (Command::New, "n", "new"),
    (Command::Save, "s", "save"),
    (Command::Quit, "q", "quit"),
    (Command::Help, "?", "help"),
];

/// The command that a text names.
fn command(text: &str) -> Option<Command> {
    let is = |name: &str| text.eq_ignore_ascii_case(name);
    COMMANDS.into_iter().find(|(_, letter, word)| is(letter) || is(word)).map(|(command, _, _)| command)
}

/// The name of a file for the moves alone, of a game that its own format cannot hold.
const MOVES: &str = "stonemask-moves.txt";

/// The answer to a person who moves for the computer.
const COMPUTERS_TURN: &str = "it is the computer's turn; u and Enter takes back";

/// The longest text that can be typed.
const LONGEST: usize = 12;

/// A game and the people at it.
pub(super) struct Session<T> {
    pub(super) table: T,
    pub(super) glyphs: Glyphs,
    pub(super) cursor: Place,
    /// The text being typed.
    pub(super) entry: String,
    pub(super) message: String,
    /// Whether the page with all keys is shown.
    pub(super) shows_help: bool,
    /// Where it was painted last.
    pub(super) area: Rect,
    /// The computer as a player.
    opponent: Option<Opponent>,
    thinking: Option<Thinking>,
    /// Whether the analysis is shown.
    pub(super) shows_analysis: bool,
    /// The best moves and what they are worth, of the board after this many moves.
    pub(super) analysis: Option<(Vec<String>, Vec<String>)>,
    question: Option<Question>,
    store: Option<Store>,
    /// Whether the file holds the game as it is.
    is_saved: bool,
    /// A note about a file, for the end of the game.
    note: Option<String>,
    /// The game as it was at first.
    first: Option<Vec<u8>>,
}

impl<T: Table> Session<T> {
    pub(super) fn new(table: T, opponent: Option<Opponent>, store: Option<Store>, glyphs: Glyphs) -> Session<T> {
        let (rows, columns) = table.size();
        let mut session = Session {
            cursor: table.last().unwrap_or((rows / 2, columns / 2)),
            first: table.record().ok(),
            table,
            glyphs,
            entry: String::new(),
            message: String::new(),
            shows_help: false,
            area: Rect::ZERO,
            opponent,
            thinking: None,
            shows_analysis: false,
            analysis: None,
            question: None,
            store,
            is_saved: false,
            note: None,
        };
        session.message = session.help();
        session
    }

    /// The line below the board when there is nothing else to say.
    pub(super) fn help(&self) -> String {
        if !self.table.choices().is_empty() {
            return format!("{}, each with Enter; ? shows all keys", self.choices());
        }
        let legal = self.table.legal();
        let (rows, columns) = self.table.size();
        let centre = (rows / 2, columns / 2);
        let example = if legal.contains(&centre) { Some(&centre) } else { legal.first() };
        match example {
            Some(&example) => format!(
                "type {} and Enter, or use the arrows and Space, or click; ? shows all keys",
                self.table.point_name(example)
            ),
            None => "n: a new game, u: take back, q: quit, each with Enter; ? shows all keys".to_owned(),
        }
    }

    /// The choices that are open, with the letters that make them.
    fn choices(&self) -> String {
        let told = |choice: &Choice| {
            let (letter, _, meaning) = choice.told();
            format!("{letter}: {meaning}")
        };
        self.table.choices().iter().map(told).collect::<Vec<_>>().join(", ")
    }

    /// The choice that a text names, if it is open.
    fn choice(&self, text: &str) -> Option<Choice> {
        let is = |name: &str| text.eq_ignore_ascii_case(name);
        let is_named = |choice: &Choice| {
            let (letter, word, _) = choice.told();
            is(letter) || is(word)
        };
        self.table.choices().iter().copied().find(is_named)
    }

    /// The game; after an opening in which colours are chosen, with the person's against the
    /// computer.
    pub(super) fn title(&self) -> String {
        let chosen = self.opponent.map(|opponent| opponent.seat).filter(|seat| matches!(seat, Seat::Swap2(_)));
        let own = chosen.and_then(|seat| self.table.colour(seat)).map(|colour| colour.other());
        self.table.title() + &own.map_or(String::new(), |own| format!("; you play {own}"))
    }

    /// Whether it is the computer's turn.
    pub(super) fn is_computers_turn(&self) -> bool {
        !self.table.is_over() && self.opponent.is_some_and(|opponent| opponent.seat == self.table.seat())
    }

    /// Takes what the computer has found, and lets it go on with what there is to find.
    pub(super) fn attend(&mut self) {
        if let Some((ask, answer)) = self.thinking.as_ref().and_then(|of| Some((of.ask, of.answer()?))) {
            self.thinking = None;
            match answer {
                Ok(advice) => self.take(ask, advice),
                Err(()) => {
                    self.message = "the computer found nothing: the system has no thread or memory for it".to_owned();
                }
            }
        }
        if self.thinking.is_none() {
            let is_analysed = self.analysis.as_ref().is_some_and(|(moves, _)| *moves == self.table.moves());
            let next = match self.opponent.filter(|_| self.is_computers_turn()) {
                Some(opponent) => Some(Ask::Move(opponent)),
                None if self.shows_analysis && !is_analysed && !self.table.is_over() => Some(Ask::Analysis),
                None => None,
            };
            self.thinking = next.map(|ask| Thinking::begin(ask, self.table.ask(ask)));
        }
    }

    /// Does what an answer asks for.
    fn take(&mut self, ask: Ask, Advice { places, choice, told }: Advice) {
        match ask {
            Ask::Move(_) => {
                places.iter().for_each(|&place| self.place(place));
                if let Some(choice) = choice {
                    self.choose(choice);
                }
                if !places.is_empty() {
                    self.message = self.help();
                }
            }
            Ask::Hint => {
                self.cursor = places.first().copied().unwrap_or(self.cursor);
                self.message = told.into_iter().next().unwrap_or_else(|| "no hint: the game is over".to_owned());
            }
            Ask::Analysis => self.analysis = Some((self.table.moves(), told)),
        }
    }

    /// Does what a key asks for; true when it is to quit.
    pub(super) fn press(&mut self, key: KeyEvent) -> bool {
        self.message = self.help();
        let question = self.question.take();
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            self.shows_help = false;
            return self.control(key.code);
        }
        if std::mem::take(&mut self.shows_help) {
            return false;
        }
        match question {
            Some(question) => matches!(key.code, KeyCode::Char('y' | 'Y')) && self.agreed(question),
            None => self.key(key.code),
        }
    }

    /// A key with Control.
    fn control(&mut self, code: KeyCode) -> bool {
        self.entry.clear();
        match code {
            KeyCode::Char('c' | 'd') => return true,
            KeyCode::Char('z') => self.undo(),
            KeyCode::Char('y' | 'r') => self.redo(),
            KeyCode::Char('s') => self.save_now(),
            _ => {}
        }
        false
    }

    /// A key alone.
    fn key(&mut self, code: KeyCode) -> bool {
        match code {
            KeyCode::Up | KeyCode::Down | KeyCode::Left | KeyCode::Right => self.step(code),
            KeyCode::Esc => self.entry.clear(),
            KeyCode::Backspace => _ = self.entry.pop(),
            KeyCode::F(1) => self.shows_help = true,
            KeyCode::Tab => self.show_analysis(),
            KeyCode::Enter | KeyCode::Char(' ') => return self.enter(),
            KeyCode::Char('?') => self.shows_help = true,
            KeyCode::Char(letter) if letter.is_ascii_alphanumeric() => self.typed(letter),
            _ => {}
        }
        false
    }

    /// Moves the cursor, if there is room.
    fn step(&mut self, code: KeyCode) {
        let ((rows, columns), (row, column)) = (self.table.size(), self.cursor);
        self.entry.clear();
        self.cursor = match code {
            KeyCode::Up => (row.saturating_sub(1), column),
            KeyCode::Down => ((row + 1).min(rows - 1), column),
            KeyCode::Left => (row, column.saturating_sub(1)),
            _ => (row, (column + 1).min(columns - 1)),
        };
    }

    /// Takes a letter or a digit; the cursor goes where it names a point.
    fn typed(&mut self, letter: char) {
        if self.entry.len() < LONGEST {
            self.entry.push(letter);
        }
        self.cursor = self.table.find(&self.entry).unwrap_or(self.cursor);
    }

    /// Does what was typed, or plays at the cursor; true when it is to quit.
    fn enter(&mut self) -> bool {
        let entry = std::mem::take(&mut self.entry);
        if let Some(choice) = self.choice(&entry) {
            self.prefer(choice);
            return false;
        }
        if let Some(command) = command(&entry) {
            return self.command(command);
        }
        match self.table.find(&entry) {
            _ if entry.is_empty() => self.put(self.cursor),
            Some(place) => self.put(place),
            None => self.message = format!("'{entry}' is not a point of this board or a command; ? shows all keys"),
        }
        false
    }

    fn command(&mut self, command: Command) -> bool {
        match command {
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::New if self.table.has_moves() => {
                self.message = "New game? This one is lost. y/n".to_owned();
                self.question = Some(Question::NewGame);
            }
            Command::Hint => self.hint(),
            Command::Analysis => self.show_analysis(),
            Command::New => self.restart(),
            Command::Save => self.save_now(),
            Command::Quit => return self.quit(),
            Command::Help => self.shows_help = true,
        }
        false
    }

    /// Does what was asked about; true when it is to quit.
    fn agreed(&mut self, question: Question) -> bool {
        if question == Question::NewGame {
            self.restart();
        }
        question == Question::QuitUnsaved
    }

    /// A click plays on the point below it.
    pub(super) fn point(&mut self, mouse: MouseEvent) {
        if mouse.kind != MouseEventKind::Down(MouseButton::Left) || self.question.is_some() {
            return;
        }
        self.message = self.help();
        self.entry.clear();
        let layout = Layout::of(self.table.size(), self.cursor, self.area);
        if std::mem::take(&mut self.shows_help) {
            return;
        }
        if let Some(place) = layout.and_then(|layout| layout.at(mouse.column, mouse.row)) {
            self.put(place);
        }
    }

    /// Plays for a person.
    fn put(&mut self, place: Place) {
        if self.is_computers_turn() {
            self.message = COMPUTERS_TURN.to_owned();
        } else if !self.table.choices().is_empty() {
            self.message = format!("choose first; {}, each with Enter", self.choices());
        } else {
            self.place(place);
        }
    }

    /// Chooses for a person.
    fn prefer(&mut self, choice: Choice) {
        if self.is_computers_turn() {
            self.message = COMPUTERS_TURN.to_owned();
        } else {
            self.choose(choice);
        }
    }

    fn choose(&mut self, choice: Choice) {
        self.table.choose(choice);
        self.changed();
    }

    fn hint(&mut self) {
        if self.table.is_over() {
            self.message = "no hint: the game is over".to_owned();
        } else if !self.is_computers_turn() {
            self.message = "thinking of a hint ...".to_owned();
            self.thinking = Some(Thinking::begin(Ask::Hint, self.table.ask(Ask::Hint)));
        }
    }

    fn show_analysis(&mut self) {
        self.shows_analysis = !self.shows_analysis;
    }

    fn place(&mut self, place: Place) {
        self.cursor = place;
        match self.table.place(place) {
            Ok(()) => self.changed(),
            Err(reason) => self.message = reason,
        }
    }

    /// Takes back a move; against the computer, as many as it takes until it is a person's turn
    /// again.
    fn undo(&mut self) {
        let last = self.table.last();
        if self.table.undo() {
            while self.is_computers_turn() && self.table.undo() {}
            self.cursor = last.unwrap_or(self.cursor);
            self.changed();
        } else {
            self.message = "no move to take back".to_owned();
        }
    }

    fn redo(&mut self) {
        if self.table.redo() {
            while self.is_computers_turn() && self.table.redo() {}
            self.cursor = self.table.last().unwrap_or(self.cursor);
            self.changed();
        } else {
            self.message = "no move to play again".to_owned();
        }
    }

    fn restart(&mut self) {
        self.table.restart();
        self.changed();
        self.message = self.help();
    }

    /// The game differs from the file now, and what the computer thinks of is not on the board.
    fn changed(&mut self) {
        self.thinking = None;
        self.message = self.help();
        self.is_saved = false;
    }

    fn save_now(&mut self) {
        self.message = match self.save() {
            Ok(()) => match (&self.note, &self.store) {
                (Some(note), _) => note.clone(),
                (None, Some(store)) => format!("saved to {}", without_controls(&store.path().to_string_lossy())),
                (None, None) => "start with --save FILE to save; without it the game is printed at the end".to_owned(),
            },
            Err(reason) => format!("not saved: {reason}"),
        }
    }

    /// Quits once the game is saved, or asks.
    fn quit(&mut self) -> bool {
        if let Err(reason) = self.save() {
            self.message = format!("Quit without saving and print the game? y/n  ({reason})");
            self.question = Some(Question::QuitUnsaved);
            return false;
        }
        true
    }

    /// Saves the game, if there is a file for it.
    fn save(&mut self) -> Result<(), String> {
        let Some(store) = &mut self.store else { return Ok(()) };
        if !self.is_saved {
            if let Some(foreign) = store.save(self.table.record()?)? {
                let [new, old] = [store.path(), &foreign].map(|path| without_controls(&path.to_string_lossy()));
                self.note = Some(format!("saved to {new}: another program wrote {old}"));
            }
            self.is_saved = true;
        }
        Ok(())
    }

    /// Saves the game and says what became of it. If the players did not quit themselves, and the
    /// game has no file, it goes into a new one: their terminal may be gone.
    pub(super) fn end(mut self, is_cut_off: bool) -> End {
        let reason = self.save().err();
        let is_as_found = || self.table.moves().is_empty() || self.table.record().ok() == self.first;
        if reason.is_none() && (self.store.is_some() || is_as_found()) {
            return End::Saved(self.note);
        }
        let (name, game) = match self.table.record() {
            Ok(record) => (self.table.file_name(), record),
            Err(_) => {
                (MOVES.to_owned(), format!("{}\n{}\n", self.table.title(), self.table.moves().join(" ")).into_bytes())
            }
        };
        if is_cut_off && let Ok(path) = rescue(&name, &game) {
            return End::Rescued { path, reason };
        }
        End::Printed { reason, name, game }
    }

    /// Whose turn it is or how the game ended, where the cursor is, and the last move.
    pub(super) fn status(&self) -> String {
        let mut status = self.table.status();
        if self.is_computers_turn() {
            status += ", the computer is thinking";
        } else if !self.table.is_over() {
            let note = match self.table.mark(self.cursor) {
                Some(Mark::Illegal) => " (not allowed)",
                Some(Mark::Blocked) => " (blocked)",
                _ => "",
            };
            status += &format!(", cursor {}{note}", self.table.point_name(self.cursor));
        }
        let last = self.table.moves().pop();
        status + &last.map_or(String::new(), |last| format!(", last {last}"))
    }
}
