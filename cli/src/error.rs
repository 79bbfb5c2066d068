//! How a command fails: one line on stderr and an exit status.

use serde::Serialize;
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
        Failure { status: 2, message: Some(cut(&plain(&message.to_string()))) }
    }

    /// The work could not be finished, and the line says why. Exit status 1.
    pub(crate) fn unfinished(message: impl Display) -> Failure {
        Failure { status: 1, message: Some(plain(&message.to_string())) }
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

    /// Tells the user, as JSON if that was asked for.
    pub(crate) fn report(self, json: bool) -> ExitCode {
        let status = self.status;
        if let Some(message) = self.message {
            let line = if json {
                let document = Document { version: env!("CARGO_PKG_VERSION"), error: Told { status, message } };
                serde_json::to_string(&document).expect("errors are plain data")
            } else {
                format!("stonemask: {message}")
            };
            // When standard error is closed, the exit status has to do.
            let _ = writeln!(io::stderr(), "{line}");
        }
        ExitCode::from(status)
    }
}

/// An error as JSON; docs/output.schema.json describes it.
#[derive(Serialize)]
struct Document {
    version: &'static str,
    error: Told,
}

#[derive(Serialize)]
struct Told {
    status: u8,
    message: String,
}

/// A message that a terminal can show, without the numbers of the system's errors, which stand
/// beside their names.
fn plain(message: &str) -> String {
    let mut message = without_controls(message);
    while let Some(begin) = message.find(NUMBER)
        && let Some(length) = message[begin..].find(')')
    {
        message.replace_range(begin..=begin + length, "");
    }
    message
}

/// How the number of a system's error begins.
const NUMBER: &str = " (os error ";

/// A message that may quote a long input, without its middle: it begins with what is wrong and ends
/// with why.
pub(crate) fn cut(message: &str) -> String {
    const LONGEST: usize = 480;
    let length = message.chars().count();
    if length <= LONGEST {
        return message.to_owned();
    }
    let end = |index| message.char_indices().nth(index).map_or(message.len(), |(at, _)| at);
    let dots = " ... ";
    format!("{}{dots}{}", &message[..end(LONGEST / 2)], &message[end(length + dots.len() - LONGEST / 2)..])
}

/// Clap's message about a wrong command line, with its guess at what was meant, but without its
/// other advice.
pub(crate) fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    use clap::error::ErrorKind::{DisplayHelpOnMissingArgumentOrSubcommand, MissingSubcommand};
    if matches!(error.kind(), DisplayHelpOnMissingArgumentOrSubcommand | MissingSubcommand) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_have_no_numbers_of_errors() {
        let failure = Failure::bad_input(format!("a: {}, b", io::Error::from_raw_os_error(2)));
        let message = failure.message().unwrap();
        assert!(message.starts_with("a: ") && message.ends_with(", b") && !message.contains("os error"), "{message}");
        assert_eq!(plain("(os error 2) \u{7} (os error "), "(os error 2) \\u{7} (os error ");
    }
}
