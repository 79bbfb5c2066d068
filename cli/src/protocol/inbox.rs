//! Lines of input, which are read while the engine thinks.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read};
use std::sync::mpsc::{self, Receiver, TryRecvError};
use std::thread;

/// A longer line is cut.
const LONGEST: u64 = 1 << 16;

/// The most lines that wait; the sender of more has to wait itself.
const MOST: usize = 1 << 12;

/// The lines that are still to be dealt with.
pub(crate) struct Inbox {
    coming: Receiver<String>,
    waiting: VecDeque<String>,
    /// Whether no line will come any more.
    is_at_end: bool,
}

impl Inbox {
    /// Standard input, read by a thread of its own from now on.
    pub(crate) fn of_standard_input() -> io::Result<Inbox> {
        let (sender, coming) = mpsc::sync_channel(MOST);
        thread::Builder::new().spawn(move || {
            let mut input = io::stdin().lock();
            // An error is an end, and nobody reads on once the engine has ended.
            while let Ok(Some(line)) = next_line(&mut input) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        })?;
        Ok(Inbox { coming, waiting: VecDeque::new(), is_at_end: false })
    }

    /// Input that is there as a whole.
    pub(crate) fn of(mut bytes: &[u8]) -> Inbox {
        let waiting = std::iter::from_fn(|| next_line(&mut bytes).ok().flatten()).collect();
        Inbox { coming: mpsc::channel().1, waiting, is_at_end: true }
    }

    /// The next line, without what ends it; `None` at the end of the input.
    pub(crate) fn next(&mut self) -> Option<String> {
        self.waiting.pop_front().or_else(|| self.coming.recv().ok())
    }

    /// Whether one of the lines that have come is such a line.
    pub(crate) fn has(&mut self, is_wanted: impl Fn(&str) -> bool) -> bool {
        self.collect();
        self.waiting.iter().any(|line| is_wanted(line))
    }

    /// Whether a line has come, or the end of the input.
    pub(crate) fn has_any(&mut self) -> bool {
        self.collect();
        self.is_at_end || !self.waiting.is_empty()
    }

    fn collect(&mut self) {
        while !self.is_at_end && self.waiting.len() < MOST {
            match self.coming.try_recv() {
                Ok(line) => self.waiting.push_back(line),
                Err(TryRecvError::Empty) => break,
                Err(TryRecvError::Disconnected) => self.is_at_end = true,
            }
        }
    }
}

/// Reads a line, without its end; `None` at the end of the input. Bytes that are no UTF-8 are
/// replaced, a long line cut.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if input.take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else {
        input.skip_until(b'\n')?;
    }
    if bytes.last() == Some(&b'\r') {
        bytes.pop();
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_either_way_and_long_ones_are_cut() {
        let long = "x".repeat(LONGEST as usize + 7);
        let mut inbox = Inbox::of(format!("a\r\n\nbÿ\n{long}\nlast").as_bytes());
        assert!(inbox.has_any() && inbox.has(|line| line == "last") && !inbox.has(|line| line == "x"));
        let lines: Vec<String> = std::iter::from_fn(|| inbox.next()).collect();
        assert_eq!(
            (&lines[..3], lines[3].len(), &lines[4][..]),
            (&["a", "", "bÿ"].map(String::from)[..], 1 << 16, "last")
        );
        assert!(inbox.has_any(), "the end of the input");
        assert_eq!(Inbox::of(b"\xff\xfe\n").next().unwrap(), "\u{fffd}\u{fffd}");
    }
}
