//! The process that tries kernels, so that one that crashes ends that process and not the check.
//!
//! This program starts itself as `stonemask check-worker`, sends it orders and reads events, each a
//! line of JSON. When the worker dies, the order is given again to a new one with the wish to
//! announce each call; the call announced last is the culprit.

use crate::error::Failure;
use crate::interrupt;
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};
use stonemask::Tier;
use stonemask_harness::{Comparison, Difference, Subject, Watch, parse_line};

/// How long a worker may be silent before its kernel is considered endless; a round takes a
/// fraction of a second.
const PATIENCE: Duration = Duration::from_secs(300);

/// How soon a wait for a worker ends when the user asks for it.
const WINK: Duration = Duration::from_millis(50);

/// A task for a worker.
#[derive(Clone, Serialize, Deserialize)]
enum Order {
    /// Try the inputs of a round of the subject with this number.
    Round { subject: usize, seed: u64, round: u64, tiers: Vec<String>, announce: bool },
    /// Try the input of a line.
    Compare { line: String },
}

/// A report of a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum Event {
    /// It is there, on a processor with these extensions.
    Ready { processor: String },
    /// A kernel is about to be called.
    Before { line: String },
    /// It returned, with another result than the reference.
    Differs { tier: String, difference: Difference },
    /// The round is over; how many inputs each tier was tried on.
    Tried { inputs: Vec<u64> },
    /// The input of a line was tried.
    Compared(Comparison),
    /// The line is not one.
    Refused { problem: String },
}

impl Event {
    /// Whether it ends the answer to an order.
    fn is_last(&self) -> bool {
        !matches!(self, Event::Before { .. } | Event::Differs { .. })
    }
}

/// Does what an order says.
fn execute(subjects: &[Subject], order: &Order, tell: &mut dyn FnMut(Event)) {
    let last = match order {
        Order::Round { subject, seed, round, tiers, announce } => {
            let tiers: Vec<Tier> = tiers.iter().map(|tier| tier.parse().expect("the name of a tier")).collect();
            let mut notes = Notes { tell, announce: *announce, inputs: vec![0; tiers.len()], tiers: &tiers };
            subjects[*subject].round(*seed, *round, &tiers, &mut notes);
            Event::Tried { inputs: notes.inputs }
        }
        Order::Compare { line } => {
            let compared = parse_line(subjects, line).and_then(|(subject, tier, input)| subject.compare(tier, input));
            compared.map_or_else(|problem| Event::Refused { problem }, Event::Compared)
        }
    };
    tell(last);
}

struct Notes<'a> {
    tell: &'a mut dyn FnMut(Event),
    announce: bool,
    inputs: Vec<u64>,
    tiers: &'a [Tier],
}

impl Watch for Notes<'_> {
    fn before(&mut self, line: &dyn Fn() -> String) {
        if self.announce {
            (self.tell)(Event::Before { line: line() });
        }
    }

    fn after(&mut self, tier: Tier, difference: Option<Difference>) {
        let index = self.tiers.iter().position(|&other| other == tier).expect("one of the tiers asked for");
        self.inputs[index] += 1;
        if let Some(difference) = difference {
            (self.tell)(Event::Differs { tier: tier.name().to_owned(), difference });
        }
    }
}

/// The worker's side: does what standard input says until it ends.
pub(super) fn serve(subjects: &[Subject]) -> Result<(), Failure> {
    // Ctrl-C reaches this process too; the check decides when to end.
    interrupt::watch()?;
    // A panic is a result, not news.
    std::panic::set_hook(Box::new(|_| {}));
    let mut output = io::stdout().lock();
    let mut tell = |event: Event| {
        let line = serde_json::to_string(&event).expect("events are plain data");
        writeln!(output, "{line}").and_then(|()| output.flush())
    };
    let gone = |error| Failure::unfinished(format!("standard output: {error}"));
    tell(Event::Ready { processor: processor() }).map_err(gone)?;
    for line in io::stdin().lock().lines() {
        let order = line.ok().and_then(|line| serde_json::from_str(&line).ok());
        let order =
            order.ok_or_else(|| Failure::bad_input("check-worker: standard input is not an order of a check"))?;
        let mut result = Ok(());
        execute(subjects, &order, &mut |event| {
            if result.is_ok() {
                result = tell(event);
            }
        });
        result.map_err(gone)?;
    }
    Ok(())
}

/// Identifies the processor of this process: its extensions, and some that kernels do not use.
fn processor() -> String {
    #[cfg_attr(not(target_arch = "x86_64"), allow(unused_mut))]
    let mut has: Vec<&str> = Tier::extensions().into_iter().filter_map(|(name, has)| has.then_some(name)).collect();
    #[cfg(target_arch = "x86_64")]
    {
        macro_rules! others {
            ($($name:tt)*) => { [$(($name, std::is_x86_feature_detected!($name))),*] };
        }
        let others = others!("adx" "aes" "fma" "pclmulqdq" "rdrand" "rdseed" "sha" "sse3" "sse4.1" "sse4.2" "sse4a" "ssse3"
            "vaes" "vpclmulqdq" "xsavec" "xsaves");
        has.extend(others.into_iter().filter_map(|(name, has)| has.then_some(name)));
    }
    has.join(" ")
}

/// The result of a round for one tier.
pub(super) struct Tried {
    pub(super) tier: Tier,
    pub(super) inputs: u64,
    /// The first difference, or the crash.
    pub(super) failure: Option<Difference>,
}

/// The check's side: a worker, replaced when it dies.
pub(super) struct Worker<'s> {
    subjects: &'s [Subject],
    /// How to start one; `None` to try kernels in this process.
    start: Option<Box<dyn Fn() -> io::Result<Command>>>,
    running: Option<Running>,
    patience: Duration,
}

struct Running {
    child: Child,
    orders: ChildStdin,
    events: Receiver<Event>,
}

/// How a worker ended.
enum Death {
    /// By itself, or for want of a result.
    Crash(String),
    /// Because the user interrupted the check.
    Interrupted,
}

impl<'s> Worker<'s> {
    /// This program once more, if that runs on the same processor. Under an emulator of processors
    /// that only looks after its own process it does not; then kernels are tried in this one, and a
    /// crash ends the check.
    pub(super) fn new(subjects: &'s [Subject]) -> Result<Worker<'s>, Failure> {
        let start = || {
            let mut command = Command::new(std::env::current_exe()?);
            command.arg("check-worker");
            Ok(command)
        };
        let mut worker = Worker::started_by(subjects, start);
        let failure = |error| Failure::unfinished(format!("cannot start a process that tries the kernels: {error}"));
        if worker.start().map_err(failure)? != processor() {
            worker = Worker { subjects, start: None, running: None, patience: PATIENCE };
        }
        Ok(worker)
    }

    pub(super) fn started_by(subjects: &'s [Subject], start: impl Fn() -> io::Result<Command> + 'static) -> Worker<'s> {
        Worker { subjects, start: Some(Box::new(start)), running: None, patience: PATIENCE }
    }

    /// Whether kernels are tried in a process of their own.
    pub(super) fn is_apart(&self) -> bool {
        self.start.is_some()
    }

    /// Starts a process and returns what it says of its processor.
    fn start(&mut self) -> io::Result<String> {
        let start = self.start.as_ref().expect("kernels are tried in a process of their own");
        let mut child = start()?.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        let orders = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, events) = mpsc::channel();
        std::thread::spawn(move || {
            // Other lines that a process prints are not events.
            for event in output.lines().map_while(Result::ok).filter_map(|line| serde_json::from_str(&line).ok()) {
                if sender.send(event).is_err() {
                    return;
                }
            }
        });
        let running = self.running.insert(Running { child, orders, events });
        match running.events.recv_timeout(self.patience) {
            Ok(Event::Ready { processor }) => Ok(processor),
            _ => Err(io::Error::other("it does not answer")),
        }
    }

    /// Gives an order and hands on the events of the answer, the last of them as the result.
    fn give(&mut self, order: &Order, tell: &mut dyn FnMut(Event)) -> Result<Result<Event, Death>, Failure> {
        if self.start.is_none() {
            let mut last = None;
            execute(self.subjects, order, &mut |event| if event.is_last() { last = Some(event) } else { tell(event) });
            return Ok(Ok(last.expect("an answer has a last event")));
        }
        let failure = |error| Failure::unfinished(format!("cannot start a process that tries the kernels: {error}"));
        if self.running.is_none() {
            self.start().map_err(failure)?;
        }
        let running = self.running.as_mut().expect("just started");
        let line = serde_json::to_string(order).expect("orders are plain data");
        // If it is dead already, the events have ended.
        let _ = writeln!(running.orders, "{line}").and_then(|()| running.orders.flush());
        let mut heard = Instant::now();
        loop {
            match running.events.recv_timeout(WINK) {
                Ok(event) if event.is_last() => return Ok(Ok(event)),
                Ok(event) => {
                    heard = Instant::now();
                    tell(event);
                }
                Err(RecvTimeoutError::Timeout) => {
                    let death = if interrupt::interrupted() {
                        Death::Interrupted
                    } else if heard.elapsed() >= self.patience {
                        Death::Crash(format!("no result within {} s", self.patience.as_secs()))
                    } else {
                        continue;
                    };
                    // Dropping it ends it.
                    self.running = None;
                    return Ok(Err(death));
                }
                Err(RecvTimeoutError::Disconnected) => {
                    let mut running = self.running.take().expect("it was running");
                    return Ok(Err(Death::Crash(ending(running.child.wait().map_err(failure)?))));
                }
            }
        }
    }

    /// Tries the inputs of a round on these tiers. A tier whose kernel crashes has no further
    /// inputs in the round. `None` when the user interrupts it.
    pub(super) fn round(
        &mut self,
        subject: usize,
        seed: u64,
        round: u64,
        tiers: &[Tier],
    ) -> Result<Option<Vec<Tried>>, Failure> {
        let mut left = tiers.to_vec();
        let mut tried = Vec::new();
        while !left.is_empty() {
            let names: Vec<String> = left.iter().map(|tier| tier.name().to_owned()).collect();
            let order = |announce| Order::Round { subject, seed, round, tiers: names.clone(), announce };
            let mut differences: Vec<(String, Difference)> = Vec::new();
            let answer = self.give(&order(false), &mut |event| {
                if let Event::Differs { tier, difference } = event
                    && differences.iter().all(|(other, _)| *other != tier)
                {
                    differences.push((tier, difference));
                }
            })?;
            if let Ok(Event::Tried { inputs }) = answer {
                for (tier, inputs) in left.drain(..).zip(inputs) {
                    let failure = differences.iter().find(|(other, _)| other == tier.name());
                    tried.push(Tried { tier, inputs, failure: failure.map(|(_, difference)| difference.clone()) });
                }
                break;
            }
            if matches!(answer, Err(Death::Interrupted)) {
                return Ok(None);
            }
            // Once more, to see which call it was.
            let mut calls: Vec<String> = Vec::new();
            let again = self.give(&order(true), &mut |event| {
                if let Event::Before { line } = event {
                    calls.push(line);
                }
            })?;
            if matches!(again, Err(Death::Interrupted)) {
                return Ok(None);
            }
            let (Some(line), Err(Death::Crash(death))) = (calls.last(), again) else {
                let subject = &self.subjects[subject];
                return Err(Failure::unfinished(format!(
                    "the process that tried {} {} in round {round} of seed {seed} crashed, but not when it tried the same again",
                    subject.game(),
                    subject.kernel()
                )));
            };
            let (of, tier, input) = parse_line(self.subjects, line).expect("the worker's own line");
            let inputs = calls.iter().filter(|call| parse_line(self.subjects, call).is_ok_and(|(_, at, _)| at == tier));
            let reference = of.compare(Tier::Reference, input).expect("the worker's own input").result;
            let failure = Difference { line: line.clone(), result: death, reference };
            tried.push(Tried { tier, inputs: inputs.count() as u64, failure: Some(failure) });
            left.retain(|&other| other != tier);
        }
        Ok(Some(tried))
    }

    /// Tries the input of a line; a crash is a result. `None` when the user interrupts it.
    ///
    /// # Errors
    /// When the line is none, as a message; the failure is for when no process can be started.
    pub(super) fn compare(&mut self, line: &str) -> Result<Option<Result<Comparison, String>>, Failure> {
        let order = Order::Compare { line: line.to_owned() };
        Ok(Some(match self.give(&order, &mut |_| {})? {
            Ok(Event::Compared(comparison)) => Ok(comparison),
            Ok(Event::Refused { problem }) => Err(problem),
            Ok(event) => unreachable!("{event:?} is not an answer to a line"),
            Err(Death::Interrupted) => return Ok(None),
            Err(Death::Crash(result)) => parse_line(self.subjects, line)
                .and_then(|(subject, _, input)| subject.compare(Tier::Reference, input))
                .map(|reference| Comparison { result, reference: reference.result, differs: true }),
        }))
    }

    /// The smallest input that still fails, found by leaving out what can be left out; the search
    /// ends with the time.
    pub(super) fn shrink(&mut self, mut failure: Difference, enough: &dyn Fn() -> bool) -> Result<Difference, Failure> {
        loop {
            let line = failure.line.clone();
            let (subject, tier, input) = parse_line(self.subjects, &line).expect("a line of this check");
            let mut broken = None;
            let smaller = subject.smaller(input, &mut |input| {
                let line = subject.line(tier, input);
                match self.compare(&line) {
                    Ok(Some(Ok(Comparison { result, reference, differs: true }))) => {
                        failure = Difference { line, result, reference };
                        true
                    }
                    Ok(_) => enough(),
                    Err(failure) => {
                        broken = Some(failure);
                        true
                    }
                }
            });
            if let Some(broken) = broken {
                return Err(broken);
            }
            if !smaller.expect("an input of this check") || enough() {
                return Ok(failure);
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It has nothing to lose.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How a process ended, in a few words.
fn ending(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return match signal {
            4 => "a crash: SIGILL, an illegal instruction".to_owned(),
            5 => "a crash: SIGTRAP".to_owned(),
            6 => "a crash: SIGABRT".to_owned(),
            7 => "a crash: SIGBUS, a bad access".to_owned(),
            8 => "a crash: SIGFPE, a division".to_owned(),
            11 => "a crash: SIGSEGV, a bad access".to_owned(),
            _ => format!("a crash: signal {signal}"),
        };
    }
    format!("a crash: {status}")
}
