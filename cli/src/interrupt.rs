//! Ctrl-C: long work stops and prints what it has.

use crate::error::Failure;
use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C (or SIGTERM) asks for an orderly end; a second one ends the program at once.
pub(crate) fn watch() -> Result<(), Failure> {
    ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
    })
    .map_err(|error| Failure::unfinished(format!("cannot watch for Ctrl-C: {error}")))
}

/// Whether an end was asked for.
pub(crate) fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}
