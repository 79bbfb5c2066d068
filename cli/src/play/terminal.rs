//! A game from its first painting to its last key.

use super::layout::Glyphs;
use super::opponent::Opponent;
use super::rescue::rescue;
use super::session::{End, Session};
use super::table::Table;
use crate::error::Failure;
use crate::interrupt;
use crate::output;
use crate::store::Store;
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind};
use ratatui::crossterm::execute;
use std::io::{self, Write};
use std::mem;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::thread;
use std::time::Duration;
use stonemask_harness::without_controls;

/// How long an interrupt, or an answer of the computer, may go unnoticed.
const WINK: Duration = Duration::from_millis(50);

/// How long saving may take after a second signal.
const GRACE: Duration = Duration::from_secs(5);

/// Plays the game. The terminal is as it was afterwards, on a panic too.
pub(super) fn sit_down(table: impl Table, opponent: Option<Opponent>, store: Option<Store>) -> Result<(), Failure> {
    interrupt::watch_with_grace(GRACE)?;
    let session = Session::new(table, opponent, store, Glyphs::of_terminal());
    let mut terminal = ratatui::try_init().map_err(|error| Failure::bad_input(format!("the terminal: {error}")))?;
    let mouse = Mouse::capture();
    // The terminal may be gone, so saving comes first.
    let (played, end) = ended(session, |session| play(&mut terminal, session));
    drop(mouse);
    let restored = ratatui::try_restore();
    if terminal.show_cursor().is_err() {
        // Dropping it would say so on standard error, and panic where that is gone too.
        mem::forget(terminal);
    }
    tell(end, output::write)?;
    let played = played.unwrap_or_else(|panic| panic::resume_unwind(panic)).map(|_| ());
    played.and(restored).map_err(|error| Failure::unfinished(format!("the terminal: {error}")))
}

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reason {
    /// The players quit.
    Quit,
    /// A signal asked for the end.
    Signal,
}

/// Plays the game and saves it, however it ends: also when playing fails, or panics.
fn ended<T: Table>(
    mut session: Session<T>,
    play: impl FnOnce(&mut Session<T>) -> io::Result<Reason>,
) -> (thread::Result<io::Result<Reason>>, End) {
    // Painting does not change the moves, so the session is intact.
    let played = panic::catch_unwind(AssertUnwindSafe(|| play(&mut session)));
    let has_quit = matches!(played, Ok(Ok(Reason::Quit)));
    (played, session.end(!has_quit))
}

/// Paints and takes what the players do until they quit.
fn play(terminal: &mut DefaultTerminal, session: &mut Session<impl Table>) -> io::Result<Reason> {
    loop {
        session.attend();
        terminal.draw(|frame| session.paint(frame))?;
        if interrupt::interrupted() {
            return Ok(Reason::Signal);
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
            return Ok(Reason::Quit);
        }
    }
}

/// Tells what became of the game, once the terminal is as it was; a game that is not in a file is
/// printed.
fn tell(end: End, print: impl FnOnce(&[u8]) -> Result<(), Failure>) -> Result<(), Failure> {
    match end {
        End::Saved(None) => Ok(()),
        End::Saved(Some(note)) => {
            note_to_players(&note);
            Ok(())
        }
        End::Rescued { path, reason } => rescued(&path, reason),
        End::Printed { reason, name, game } => match (print(&game), reason) {
            (Ok(()), None) => Ok(()),
            (Ok(()), Some(reason)) => {
                Err(Failure::bad_input(format!("not saved: {reason} (the game is printed above)")))
            }
            // The players quit, and their terminal went with them.
            (Err(failure), reason) => rescue(&name, &game).map_or(Err(failure), |path| rescued(&path, reason)),
        },
    }
}

/// Tells where a game is that has no file of its own, or a reason why it is not in that one.
fn rescued(path: &Path, reason: Option<String>) -> Result<(), Failure> {
    let saved = format!("the game is saved in {} (continue it with --load)", path.display());
    match reason {
        Some(reason) => Err(Failure::bad_input(format!("not saved: {reason}; {saved}"))),
        None => {
            note_to_players(&without_controls(&saved));
            Ok(())
        }
    }
}

/// Says a line on standard error, which may be gone together with the terminal.
fn note_to_players(line: &str) {
    let _ = writeln!(io::stderr(), "stonemask: {line}");
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::plain::Plain;
    use stonemask::nogo::Board;

    #[test]
    fn a_panic_keeps_the_game() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        let table = Plain::<Board>::from_bytes(b"nogo\n---/---/--- X\n\n".to_vec()).unwrap();
        let session = Session::new(table, None, Some(Store::new(path.clone(), None)), Glyphs::ASCII);
        let (played, end) = ended(session, |session| {
            session.table.place((1, 1)).unwrap();
            panic!("a defect")
        });
        assert!(played.is_err() && matches!(end, End::Saved(None)));
        assert_eq!(std::fs::read_to_string(path).unwrap(), "nogo\n---/---/--- X\nb2\n");
    }

    #[test]
    fn a_game_that_cannot_be_printed_is_saved() {
        let folder = tempfile::tempdir().unwrap();
        // A name with its folder is taken as it is.
        let name = folder.path().join("game.txt").to_str().unwrap().to_owned();
        let printed = |reason: Option<&str>| End::Printed {
            reason: reason.map(str::to_owned),
            name: name.clone(),
            game: b"a game".to_vec(),
        };
        let gone = |_: &[u8]| Err(Failure::unfinished("the terminal is gone"));
        assert!(tell(printed(None), |_| Ok(())).is_ok() && !Path::new(&name).exists());
        assert!(tell(printed(None), gone).is_ok());
        assert_eq!(std::fs::read_to_string(&name).unwrap(), "a game");
        let told = tell(printed(Some("the disk is full")), gone).unwrap_err().message().unwrap();
        assert!(told.contains("the disk is full; the game is saved in ") && told.contains("game-2.txt"), "{told}");
    }
}
