//! Ctrl-C, SIGTERM and a terminal that closes: long work stops and prints what it has.
//!
//! A command calls [`watch`] when it has read its input and its work begins; before, there is
//! nothing to lose, and a signal ends it as it ends any program. All work takes [`flag`], or asks
//! [`interrupted`], every few milliseconds.

use crate::error::Failure;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on a signal asks for an orderly end; a second one ends the program at once.
pub(crate) fn watch() -> Result<(), Failure> {
    watch_with_grace(Duration::ZERO)
}

/// The same, but after a second signal the work still has this long to finish. A terminal that
/// closes may send two: one comes from the system, the other from the shell.
pub(crate) fn watch_with_grace(grace: Duration) -> Result<(), Failure> {
    // The handler runs on a thread of its own, so waiting here delays nothing else.
    ctrlc::set_handler(move || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            thread::sleep(grace);
            std::process::exit(130);
        }
    })
    .map_err(|error| Failure::unfinished(format!("cannot watch for Ctrl-C: {error}")))
}

/// The flag that is set once an end is asked for.
pub(crate) fn flag() -> &'static AtomicBool {
    &INTERRUPTED
}

/// Whether an end was asked for.
pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// An observer's answer: to go on until an end is asked for.
pub(crate) fn flow() -> ControlFlow<()> {
    if interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}
