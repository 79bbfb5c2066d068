//! An engine behind pipes: the other side of a protocol.
#![allow(dead_code, reason = "each program of tests uses some of it")]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// Longer than any answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A process that answers lines with lines.
pub(crate) struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    /// Starts `stonemask` with these words.
    pub(crate) fn start(words: &[&str]) -> Engine {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stonemask"));
        command.args(words).env_remove("STONEMASK_TIER");
        Engine::of(command)
    }

    pub(crate) fn of(mut command: Command) -> Engine {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the engine starts");
        let (input, output) = (child.stdin.take(), child.stdout.take().expect("it is a pipe"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Engine { child, input, lines }
    }

    /// Sends text as it is.
    pub(crate) fn send(&mut self, text: &str) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(text.as_bytes()).and_then(|()| input.flush()).expect("the engine reads");
    }

    /// The next line.
    pub(crate) fn line(&mut self) -> String {
        self.line_within(PATIENCE).expect("the engine answers")
    }

    /// The next line, if it comes within this time.
    pub(crate) fn line_within(&mut self, time: Duration) -> Option<String> {
        match self.lines.recv_timeout(time) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => panic!("the engine has ended: {:?}", self.child.wait()),
        }
    }

    /// Closes the input, and returns how the engine ended and what it said until then.
    pub(crate) fn end(mut self) -> (ExitStatus, Vec<String>) {
        self.input = None;
        let begun = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("it is a child of ours") {
                break status;
            }
            assert!(begun.elapsed() < PATIENCE, "the engine does not end");
            thread::sleep(Duration::from_millis(5));
        };
        (status, self.lines.iter().collect())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // A test that failed leaves no process behind.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The engine's answers to all this input, which ends then; it must end well and quietly.
pub(crate) fn answers(words: &[&str], input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stonemask"));
    command.args(words).env_remove("STONEMASK_TIER");
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut pipe = child.stdin.take().expect("it is a pipe");
    let text = input.to_owned();
    let writer = thread::spawn(move || {
        // An engine that was told to quit reads no more.
        let _ = pipe.write_all(text.as_bytes());
    });
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("the writer does not panic");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{words:?}");
    assert_eq!(output.status.code(), Some(0), "{words:?}");
    String::from_utf8(output.stdout).expect("answers are text")
}
