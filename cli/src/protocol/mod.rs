//! The protocols by which other programs speak with engines: GTP, Gomocup's and NBoard's.
//!
//! A protocol is a session over a board, a [`player`] who chooses moves within a [`clock`]'s
//! limits, and an [`inbox`] that reads on while the player thinks.

pub(crate) mod clock;
pub(crate) mod gomocup;
pub(crate) mod gtp;
mod inbox;
pub(crate) mod nboard;
pub(crate) mod player;

use crate::error::Failure;
use crate::games::Name;
use crate::output;
use inbox::Inbox;
use std::io::{self, BufWriter, Write};

/// Speaks over standard input and output, until either ends.
fn converse(session: impl FnOnce(&mut Inbox, &mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut inbox =
        Inbox::of_standard_input().map_err(|error| Failure::unfinished(format!("cannot start a thread: {error}")))?;
    let mut out = BufWriter::new(io::stdout().lock());
    output::told(session(&mut inbox, &mut out))
}

/// Holds what an engine answers to these bytes against the form of its protocol; for fuzzing.
pub(crate) fn answer_in_form(engine: &str, input: &[u8]) -> Result<(), String> {
    let (answer, has_form): (Vec<u8>, fn(&str) -> bool) = match engine {
        "gomocup" => (gomocup::answer(input), is_of_gomocup),
        "nboard" => (nboard::answer(input), is_of_nboard),
        _ => {
            let game = Name::all().into_iter().find(|game| engine == format!("gtp-{game}")).expect("an engine");
            (gtp::answer(game, input), is_of_gtp)
        }
    };
    let text = String::from_utf8(answer).map_err(|error| error.to_string())?;
    // GTP's answers may have several lines, and an empty one ends each.
    let parts: Vec<&str> =
        if engine.starts_with("gtp") { text.split_terminator("\n\n").collect() } else { text.lines().collect() };
    match parts.into_iter().find(|part| !has_form(part) || part.contains(|c: char| c.is_control() && c != '\n')) {
        Some(part) => Err(format!("{part:?} in {text:?}")),
        None => Ok(()),
    }
}

fn is_of_gtp(answer: &str) -> bool {
    let digits = answer.strip_prefix(['=', '?']).unwrap_or(".");
    digits.trim_start_matches(|c: char| c.is_ascii_digit()).starts_with([' ', '\n'])
}

fn is_of_gomocup(line: &str) -> bool {
    let is_move = || line.split(',').filter(|word| word.parse::<u8>().is_ok()).count() == 2;
    line == "OK" || ["ERROR ", "UNKNOWN ", "name="].iter().any(|word| line.starts_with(word)) || is_move()
}

fn is_of_nboard(line: &str) -> bool {
    let words = ["set myname ", "status", "=== ", "search ", "pong ", "learned", "analysis "];
    words.iter().any(|word| line.starts_with(word))
}
