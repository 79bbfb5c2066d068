//! How a command fails: one line on stderr and an exit status.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;
use stonemask_harness::without_controls;

/// A failure with what the user is told.
#[derive(Debug)]
pub(crate) struct Failure {
    status: u8,
    message: Option<String>,
}

impl Failure {
    /// The input is wrong: the line names it and the reason. Exit status 2.
    pub(crate) fn bad_input(message: impl Display) -> Failure {
        Failure { status: 2, message: Some(cut(&without_controls(&message.to_string()))) }
    }

    /// The work could not be finished, and the line says why. Exit status 1.
    pub(crate) fn unfinished(message: impl Display) -> Failure {
        Failure { status: 1, message: Some(without_controls(&message.to_string())) }
    }

    /// Differences were found; the output has named them. Exit status 1.
    pub(crate) fn differences() -> Failure {
        Failure { status: 1, message: None }
    }

    #[cfg(test)]
    pub(crate) fn status(&self) -> u8 {
        self.status
    }

    /// The line that the user is told, if any.
    pub(crate) fn message(self) -> Option<String> {
        self.message
    }

    /// Tells the user.
    pub(crate) fn report(self) -> ExitCode {
        if let Some(message) = self.message {
            // Nobody is left to tell when stderr is closed.
            let _ = writeln!(io::stderr(), "stonemask: {message}");
        }
        ExitCode::from(self.status)
    }
}

/// A message that may quote a long input, without its middle: it begins with what is wrong and ends with why.
fn cut(message: &str) -> String {
    const LONGEST: usize = 480;
    let length = message.chars().count();
    if length <= LONGEST {
        return message.to_owned();
    }
    let end = |index| message.char_indices().nth(index).map_or(message.len(), |(at, _)| at);
    let dots = " ... ";
    format!("{}{dots}{}", &message[..end(LONGEST / 2)], &message[end(length + dots.len() - LONGEST / 2)..])
}

/// What clap says of a wrong command line, with its guess at what was meant, but without its other advice.
pub(crate) fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    if error.kind() == clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return "no command given (see 'stonemask --help')".to_owned();
    }
    // A missing argument is named on a line of its own below the first.
    let paragraph: Vec<&str> = text.lines().take_while(|line| !line.trim().is_empty()).map(str::trim).collect();
    let mut line = paragraph.join(" ").trim_start_matches("error: ").to_owned();
    let mut tips = text.lines().filter_map(|line| line.trim().strip_prefix("tip: "));
    if let Some(guess) = tips.find(|tip| tip.contains("similar")) {
        line += &format!(" ({guess})");
    }
    without_controls(&line)
}
