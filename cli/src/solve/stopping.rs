//! Searches that are stopped: when, and their results until then.

use crate::games::Setting;
use crate::interrupt;
use serde::Serialize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// The results of an interrupted search: the score's bounds, or with `--all` the moves solved and the bounds of the next one's.
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
