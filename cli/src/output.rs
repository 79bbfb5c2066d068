//! The output of commands: text for people, or one JSON object.

use crate::error::Failure;
use serde::Serialize;
use std::io::{self, Write};

/// Where the results of a command go.
#[derive(Clone, Copy)]
pub(crate) struct Output {
    command: &'static str,
    json: bool,
}

/// The printed JSON object; docs/output.schema.json describes it.
#[derive(Serialize)]
struct Document<'a, T> {
    version: &'static str,
    command: &'static str,
    #[serde(flatten)]
    result: &'a T,
}

impl Output {
    pub(crate) fn new(command: &'static str, json: bool) -> Output {
        Output { command, json }
    }

    /// Whether results are to be JSON.
    pub(crate) fn is_json(self) -> bool {
        self.json
    }

    /// Prints what is known of unfinished work, if that is to be JSON; as text it is part of the
    /// failure's message.
    pub(crate) fn print_unfinished(self, value: &impl Serialize) -> Result<(), Failure> {
        if self.json { self.print(value, String::new) } else { Ok(()) }
    }

    /// Prints a result: the value as JSON, or its text.
    pub(crate) fn print(self, value: &impl Serialize, text: impl FnOnce() -> String) -> Result<(), Failure> {
        let document = Document { version: env!("CARGO_PKG_VERSION"), command: self.command, result: value };
        let line = if self.json { serde_json::to_string(&document).expect("results are plain data") } else { text() };
        write(format!("{}\n", line.trim_end()).as_bytes())
    }
}

/// Writes to standard output.
pub(crate) fn write(bytes: &[u8]) -> Result<(), Failure> {
    told(io::stdout().lock().write_all(bytes))
}

/// Writes to standard output. An error is what becomes of the command: it ends, as a failure unless
/// whoever read has enough.
pub(crate) fn write_or_end(bytes: &[u8]) -> Result<(), Result<(), Failure>> {
    let mut out = io::stdout().lock();
    let written = out.write_all(bytes).and_then(|()| out.flush());
    drop(out);
    match written {
        Ok(()) => Ok(()),
        Err(error) => Err(told(Err(error))),
    }
}

/// The command's result once its output was written, or was not.
pub(crate) fn told(written: io::Result<()>) -> Result<(), Failure> {
    match written.and_then(|()| io::stdout().flush()) {
        // Whoever read the output has enough of it.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        Err(error) => Err(Failure::unfinished(format!("standard output: {error}"))),
        Ok(()) => Ok(()),
    }
}

/// A number with its digits in groups of three.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// How many in a second, `0` for no time at all.
pub(crate) fn rate(count: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { count as f64 / seconds } else { 0.0 }
}

/// A rate with a unit that keeps it short: `12.3 M`.
pub(crate) fn short(rate: f64) -> String {
    match rate {
        1e9.. => format!("{:.2} G", rate / 1e9),
        1e6.. => format!("{:.2} M", rate / 1e6),
        1e3.. => format!("{:.1} k", rate / 1e3),
        _ => format!("{rate:.1} "),
    }
}

/// The line that says what a search took.
pub(crate) fn searched(nodes: u64, seconds: f64, threads: usize, table_mib: f64, tier: &str) -> String {
    let (count, rate) = (grouped(nodes), short(rate(nodes, seconds)));
    format!("nodes  {count} in {seconds:.2} s, {rate}nodes/s, threads {threads}, table {table_mib:.0} MiB, tier {tier}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_stand_in_groups_of_three() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1000), "1 000");
        assert_eq!(grouped(1_939_886_636), "1 939 886 636");
    }

    #[test]
    fn rates_are_short() {
        assert_eq!(short(1.5), "1.5 ");
        assert_eq!(short(1500.0), "1.5 k");
        assert_eq!(short(2.5e9), "2.50 G");
    }
}
