//! A game from its first painting to its last key.

use super::Table;
use super::screen::Glyphs;
use super::session::{End, Session};
use super::store::Store;
use crate::error::Failure;
use crate::interrupt;
use crate::output;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind};
use ratatui::crossterm::execute;
use std::io;
use std::time::Duration;

/// How long an interrupt may go unnoticed.
const WINK: Duration = Duration::from_millis(100);

/// Plays the game. The terminal is as it was afterwards, on a panic too.
pub(super) fn sit_down(table: impl Table, store: Option<Store>) -> Result<(), Failure> {
    interrupt::watch()?;
    let mut session = Session::new(table, store, Glyphs::of_terminal());
    let mut terminal = ratatui::try_init().map_err(|error| Failure::bad_input(format!("the terminal: {error}")))?;
    let mouse = Mouse::capture();
    let played = play(&mut terminal, &mut session);
    // The terminal may be gone, so saving comes first.
    let end = session.end();
    drop(mouse);
    let restored = ratatui::try_restore();
    drop(terminal);
    tell(end)?;
    played.and(restored).map_err(|error| Failure::unfinished(format!("the terminal: {error}")))
}

/// Paints and takes what the players do until they quit.
fn play(terminal: &mut DefaultTerminal, session: &mut Session<impl Table>) -> io::Result<()> {
    loop {
        terminal.draw(|frame| session.paint(frame))?;
        if interrupt::interrupted() {
            return Ok(());
        }
        if !event::poll(WINK)? {
            continue;
        }
        let quits = match event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => session.press(key),
            Event::Mouse(mouse) => {
                session.point(mouse);
                false
            }
            _ => false,
        };
        if quits {
            return Ok(());
        }
    }
}

/// Tells what became of the game, once the terminal is as it was.
fn tell(end: End) -> Result<(), Failure> {
    match end {
        End::Saved(None) => Ok(()),
        End::Saved(Some(note)) => {
            eprintln!("stonemask: {note}");
            Ok(())
        }
        End::Printed(game) => output::write(&game),
        End::NotSaved { reason, game } => {
            output::write(&game)?;
            Err(Failure::bad_input(format!("not saved: {reason} (the game is printed above)")))
        }
    }
}

/// The mouse, for as long as this lives.
struct Mouse;

impl Mouse {
    fn capture() -> Mouse {
        // A terminal without a mouse is played on by keys.
        let _ = execute!(io::stdout(), EnableMouseCapture);
        Mouse
    }
}

impl Drop for Mouse {
    fn drop(&mut self) {
        let _ = execute!(io::stdout(), DisableMouseCapture);
    }
}
