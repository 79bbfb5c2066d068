//! A foreign engine: a process that is spoken to by lines, and that is gone with all it started when this is dropped.

use super::fault::{Kind, Stop};
use crate::interrupt;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// How soon a wait for an engine ends when the user asks for it.
const WINK: Duration = Duration::from_millis(50);
/// How long an engine has to end by itself once it is told so.
const PARTING: Duration = Duration::from_millis(300);
/// How many times its time an engine may be silent until it is taken to hang.
const PATIENCE: u32 = 10;
/// How long a line may be.
const LONGEST: u64 = 1 << 20;

/// How an engine is started, and what it may do.
#[derive(Clone)]
pub(super) struct Start {
    pub(super) command: Vec<OsString>,
    /// How long it may take for an answer.
    pub(super) time: Duration,
    /// Whether it passes by itself where it must, and is not told.
    pub(super) skips_passes: bool,
}

pub(super) struct Engine {
    child: Child,
    /// What a thread writes to it, so that an engine that does not read holds up nothing.
    orders: Option<Sender<String>>,
    lines: Receiver<Vec<u8>>,
    time: Duration,
    /// Since when an answer is due, and whether to what it was told first, for which it may take longer.
    asked: Instant,
    first: bool,
}

impl Engine {
    /// Starts it.
    ///
    /// # Errors
    /// When there is no such program.
    pub(super) fn start(start: &Start) -> Result<Engine, Stop> {
        let (program, arguments) = start.command.split_first().expect("clap asks for it");
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C is for the judge, which ends the engine.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let failed = |error| Stop::NotStarted(format!("cannot start '{}': {error}", program.to_string_lossy()));
        let mut child = command.spawn().map_err(failed)?;
        let mut input = child.stdin.take().expect("a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (orders, to_write) = mpsc::channel::<String>();
        let (heard, lines) = mpsc::channel();
        std::thread::spawn(move || {
            // Whether it still reads shows in its answers.
            to_write.iter().all(|order| input.write_all(order.as_bytes()).and_then(|()| input.flush()).is_ok())
        });
        std::thread::spawn(move || {
            loop {
                let mut line = Vec::new();
                match output.by_ref().take(LONGEST).read_until(b'\n', &mut line) {
                    Ok(1..) if heard.send(line).is_ok() => {}
                    _ => return,
                }
            }
        });
        Ok(Engine { child, orders: Some(orders), lines, time: start.time, asked: Instant::now(), first: true })
    }

    /// Sends a line, or several. An answer is due from now on.
    pub(super) fn say(&mut self, lines: &str) {
        self.asked = Instant::now();
        // An engine that is gone is found out about when its answer is missing.
        _ = self.orders.as_ref().expect("the engine was not told to end").send(format!("{lines}\n"));
    }

    /// The next line, without its end.
    pub(super) fn hear(&mut self, about: &str) -> Result<String, Stop> {
        let patience = self.time * PATIENCE;
        loop {
            match self.lines.recv_timeout(WINK) {
                Ok(line) if line.len() as u64 == LONGEST => {
                    return Err(Kind::BrokenProtocol.because(format!("after '{about}': a line longer than 1 MiB")));
                }
                Ok(line) => return Ok(String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned()),
                Err(RecvTimeoutError::Timeout) if interrupt::interrupted() => return Err(Stop::Interrupted),
                Err(RecvTimeoutError::Timeout) if self.asked.elapsed() < patience => {}
                Err(RecvTimeoutError::Timeout) => {
                    return Err(
                        Kind::Hang.because(format!("no answer to '{about}' within {} ms", patience.as_millis()))
                    );
                }
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Kind::Crash.because(format!("after '{about}': {}", self.ending())));
                }
            }
        }
    }

    /// What is to be called when an answer is complete: it may have come too late.
    pub(super) fn on_time(&mut self, about: &str) -> Result<(), Stop> {
        let (taken, first) = (self.asked.elapsed(), std::mem::take(&mut self.first));
        if taken <= self.time || first {
            return Ok(());
        }
        let (taken, time) = (taken.as_millis(), self.time.as_millis());
        Err(Kind::LateAnswer.because(format!("the answer to '{about}' took {taken} ms, the limit is {time} ms")))
    }

    /// How long it may take for an answer.
    pub(super) fn time(&self) -> Duration {
        self.time
    }

    /// How the engine ended, whose output has.
    fn ending(&mut self) -> String {
        let begun = Instant::now();
        while begun.elapsed() < PARTING {
            if let Ok(Some(status)) = self.child.try_wait() {
                return told(status);
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        "it closed its output".to_owned()
    }
}

/// How a process ended.
fn told(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return format!("it was ended by signal {signal}");
    }
    status.code().map_or("it ended".to_owned(), |code| format!("it ended with status {code}"))
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Its input ends; what it still says does not matter.
        self.orders = None;
        let begun = Instant::now();
        while begun.elapsed() < PARTING
            && !matches!(self.lines.recv_timeout(Duration::from_millis(5)), Err(RecvTimeoutError::Disconnected))
        {
        }
        // The group is there as long as the engine was not waited for, so its number is no other's.
        #[cfg(unix)]
        if let Some(group) = rustix::process::Pid::from_raw(self.child.id() as i32) {
            _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        _ = self.child.kill();
        _ = self.child.wait();
    }
}
