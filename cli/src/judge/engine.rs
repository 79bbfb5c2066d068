//! A foreign engine: a process that is spoken to by lines, and that is gone with all it started
//! when this is dropped.

use super::fault::{Kind, Stop};
use super::process::{Ending, Pipes, Process};
use crate::interrupt;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

/// How soon a wait for an engine ends when the user asks for it.
const WINK: Duration = Duration::from_millis(50);
/// How long an engine has to end by itself once it is told so.
const PARTING: Duration = Duration::from_millis(300);
/// How many times its time an engine may be silent until it is taken to hang.
const PATIENCE: u32 = 10;
/// How long a line may be, or an answer of several.
pub(crate) const LONGEST: usize = 1 << 20;
/// How many lines of an engine wait to be heard; an engine that writes more has to wait itself.
const MOST_LINES: usize = 16;
/// How many orders wait for an engine that does not read.
const MOST_ORDERS: usize = 256;

/// How an engine is started, and what it may do.
#[derive(Clone)]
pub(crate) struct Start {
    pub(crate) command: Vec<OsString>,
    /// How long it may take for an answer.
    pub(crate) time: Duration,
    /// How long it may be silent until it is taken to hang.
    pub(crate) patience: Duration,
    /// Whether an answer that takes longer than its time is a fault; if not, who asks keeps the
    /// clock.
    pub(crate) is_strict: bool,
    /// Whether it passes by itself where it must, and is not told.
    pub(crate) skips_passes: bool,
}

impl Start {
    /// An engine under judgement, every answer of which is to come in time.
    pub(crate) fn judged(command: Vec<OsString>, time: Duration, skips_passes: bool) -> Start {
        Start { command, time, patience: time * PATIENCE, is_strict: true, skips_passes }
    }
}

pub(crate) struct Engine {
    process: Process,
    /// Lines that a thread writes to it, so that an engine that does not read holds up nothing.
    orders: Option<SyncSender<String>>,
    lines: Receiver<Vec<u8>>,
    time: Duration,
    patience: Duration,
    is_strict: bool,
    /// Since when an answer is due, and whether to what it was told first, for which it may take
    /// longer.
    asked: Instant,
    first: bool,
    /// Whether it has left too many orders unread.
    is_deaf: bool,
}

impl Engine {
    /// Starts it.
    ///
    /// # Errors
    /// When there is no such program.
    pub(crate) fn start(start: &Start) -> Result<Engine, Stop> {
        let program = start.command.first().expect("clap asks for it");
        let failed = |error| Stop::NotStarted(format!("cannot start '{}': {error}", program.to_string_lossy()));
        let (process, Pipes { mut input, output }) = Process::start(&start.command).map_err(failed)?;
        let mut output = BufReader::new(output);
        let (orders, to_write) = mpsc::sync_channel::<String>(MOST_ORDERS);
        let (heard, lines) = mpsc::sync_channel(MOST_LINES);
        let writer = move || {
            // Whether it still reads shows in its answers.
            _ = to_write.iter().all(|order| input.write_all(order.as_bytes()).and_then(|()| input.flush()).is_ok());
        };
        let reader = move || {
            loop {
                let mut line = Vec::new();
                match output.by_ref().take(LONGEST as u64).read_until(b'\n', &mut line) {
                    Ok(1..) if heard.send(line).is_ok() => {}
                    _ => return,
                }
            }
        };
        std::thread::Builder::new().spawn(writer).map_err(failed)?;
        std::thread::Builder::new().spawn(reader).map_err(failed)?;
        let orders = Some(orders);
        let Start { time, patience, is_strict, .. } = *start;
        let asked = Instant::now();
        Ok(Engine { process, orders, lines, time, patience, is_strict, asked, first: true, is_deaf: false })
    }

    /// Sends a line, or several. An answer is due from now on.
    pub(crate) fn say(&mut self, lines: &str) {
        self.asked = Instant::now();
        let orders = self.orders.as_ref().expect("the engine was not told to end");
        // An engine that is gone is found out about when its answer is missing.
        self.is_deaf |= matches!(orders.try_send(format!("{lines}\n")), Err(mpsc::TrySendError::Full(_)));
    }

    /// Sends the last lines that it is sent, after which its input ends.
    pub(crate) fn say_all(&mut self, lines: &str) {
        self.say(lines);
        self.orders = None;
    }

    /// It has answered in another process before, so that its first answer has no more time than
    /// others.
    pub(crate) fn has_begun(&mut self) {
        self.first = false;
    }

    /// The next line, without its end. However much an engine writes, an interrupt and the end of
    /// its time are not missed.
    pub(crate) fn hear(&mut self, about: &str) -> Result<String, Stop> {
        let patience = self.patience;
        loop {
            if interrupt::interrupted() {
                return Err(Stop::Interrupted);
            }
            if self.is_deaf {
                let told = format!("before '{about}': it has not read the last {MOST_ORDERS} commands");
                return Err(Kind::Hang.because(told));
            }
            let left = patience.saturating_sub(self.asked.elapsed());
            if left.is_zero() {
                return Err(Kind::Hang.because(format!("no answer to '{about}' within {} ms", patience.as_millis())));
            }
            match self.lines.recv_timeout(WINK.min(left)) {
                Ok(line) if line.len() == LONGEST => {
                    return Err(Kind::BrokenProtocol.because(format!("after '{about}': a line longer than 1 MiB")));
                }
                Ok(line) => return Ok(String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Kind::Crash.because(format!("after '{about}': {}", self.ending())));
                }
            }
        }
    }

    /// Checks the time of an answer; to be called when it is complete.
    pub(crate) fn on_time(&mut self, about: &str) -> Result<(), Stop> {
        let (taken, first) = (self.asked.elapsed(), std::mem::take(&mut self.first));
        if taken <= self.time || first || !self.is_strict {
            return Ok(());
        }
        let (taken, time) = (taken.as_millis(), self.time.as_millis());
        Err(Kind::LateAnswer.because(format!("the answer to '{about}' took {taken} ms, the limit is {time} ms")))
    }

    /// How long it may take for an answer.
    pub(crate) fn time(&self) -> Duration {
        self.time
    }

    /// From now on it may be silent for this long until it is taken to hang.
    pub(crate) fn set_patience(&mut self, patience: Duration) {
        self.patience = patience;
    }

    /// The processor time that it has used, with all that it started; `None` where the system does
    /// not tell.
    pub(crate) fn processor_time(&self) -> Option<Duration> {
        self.process.processor_time()
    }

    /// How the engine ended, whose output has.
    fn ending(&mut self) -> String {
        match self.process.ending(PARTING) {
            Some(Ending::Status(status)) => format!("it ended with status {status}"),
            Some(Ending::Signal(signal)) => format!("it was ended by signal {signal}"),
            None => "it closed its output".to_owned(),
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // Its input ends; what it still says does not matter. The process's own drop ends it.
        self.orders = None;
        let begun = Instant::now();
        while begun.elapsed() < PARTING
            && !matches!(self.lines.recv_timeout(Duration::from_millis(5)), Err(RecvTimeoutError::Disconnected))
        {
        }
    }
}
