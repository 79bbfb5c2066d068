//! Ctrl-C, SIGTERM and a terminal that closes: long work stops and prints what it has.
//!
//! A command calls [`watch`] when it has read its input and its work begins; before, there is nothing to lose, and a signal ends it
//! as it ends any program. All work takes [`flag`], or asks [`interrupted`], every few milliseconds.

use crate::error::Failure;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on a signal asks for an orderly end; a second one ends the program at once.
pub(crate) fn watch() -> Result<(), Failure> {
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .map_err(|error| Failure::unfinished(format!("cannot watch for Ctrl-C: {error}")))
}

/// What is set once an end is asked for.
pub(crate) fn flag() -> &'static AtomicBool {
    &INTERRUPTED
}

/// Whether an end was asked for.
pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// What an observer answers: to go on until an end is asked for.
pub(crate) fn flow() -> ControlFlow<()> {
    if interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}
