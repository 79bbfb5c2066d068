//! Searches that are stopped: when, and their results until then.

use crate::games::Setting;
use crate::interrupt;
use crate::output::{grouped, rate, short};
use crate::progress::{TICK, spinner};
use indicatif::ProgressBar;
use serde::Serialize;
use std::fmt::Display;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use stonemask::Tier;

/// The results of an interrupted search: the score's bounds, or with `--all` the moves solved and
/// the bounds of the next one's.
#[derive(Serialize)]
pub(super) struct Unfinished<M> {
    #[serde(flatten)]
    pub(super) setting: Setting,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) scoring: Option<&'static str>,
    pub(super) complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lower: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) upper: Option<i32>,
    /// The best move so far.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) best: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) moves: Option<Vec<M>>,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    pub(super) threads: usize,
    pub(super) tier: &'static str,
}

/// When a search is to stop: at a signal, or when its time is over.
#[derive(Clone, Copy)]
pub(super) struct Deadline(Option<Instant>);

impl Deadline {
    pub(super) fn new(time: Option<Duration>) -> Deadline {
        // A time that the clock does not reach is none.
        Deadline(time.and_then(|time| Instant::now().checked_add(time)))
    }

    fn is_over(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }

    pub(super) fn flow(self) -> ControlFlow<()> {
        if self.is_over() { ControlFlow::Break(()) } else { interrupt::flow() }
    }

    /// Why a search was stopped.
    pub(super) fn cause(self) -> &'static str {
        if interrupt::interrupted() { "interrupted" } else { "stopped by --time" }
    }
}

/// The searches of one command: their nodes and their time, on the terminal too.
pub(super) struct Watch {
    bar: ProgressBar,
    begun: Instant,
    /// When the bar was last written.
    shown: Duration,
    /// Of the searches that are done.
    pub(super) nodes: u64,
    pub(super) deadline: Deadline,
}

impl Watch {
    /// A command that may take this time.
    pub(super) fn new(time: Option<Duration>) -> Watch {
        let (bar, deadline) = (spinner(), Deadline::new(time));
        Watch { bar, begun: Instant::now(), shown: Duration::ZERO, nodes: 0, deadline }
    }

    /// Takes note of a search that has come to so many nodes, and says whether it is to go on.
    /// `tell` makes a line of them.
    pub(super) fn flow(&mut self, searched: u64, tell: impl FnOnce(&str) -> String) -> ControlFlow<()> {
        let elapsed = self.begun.elapsed();
        if elapsed - self.shown >= TICK {
            self.shown = elapsed;
            let nodes = self.nodes + searched;
            let speed = short(rate(nodes, elapsed.as_secs_f64()));
            self.bar.set_message(tell(&format!("{} nodes, {speed}nodes/s", grouped(nodes))));
        }
        self.deadline.flow()
    }

    /// The end of the searches: the seconds that they took.
    pub(super) fn end(&self) -> f64 {
        self.bar.finish_and_clear();
        self.begun.elapsed().as_secs_f64()
    }
}

impl<M> Unfinished<M> {
    /// A search of one thread that was stopped, and with `--all` the moves that are solved.
    pub(super) fn new(
        setting: Setting,
        moves: Option<Vec<M>>,
        watch: &Watch,
        seconds: f64,
        tier: Tier,
    ) -> Unfinished<M> {
        Unfinished {
            setting,
            scoring: None,
            complete: false,
            lower: None,
            upper: None,
            best: None,
            moves,
            nodes: watch.nodes,
            seconds,
            threads: 1,
            tier: tier.name(),
        }
    }
}

/// The line that says what searches took.
pub(super) fn took(nodes: u64, seconds: f64, tier: &str) -> String {
    let (count, speed) = (grouped(nodes), short(rate(nodes, seconds)));
    format!("nodes  {count} in {seconds:.2} s, {speed}nodes/s, tier {tier}")
}

/// The points with spaces between them.
pub(super) fn text_of<P: Display>(line: &[P]) -> String {
    line.iter().map(P::to_string).collect::<Vec<_>>().join(" ")
}
