//! Perft and random games, which may take longer than a host waits; and what stops them.

use crate::boundary::{Out, out, read};
use crate::error::{Code, Result};
use crate::memory::{Users, with_reserve};
use crate::shared::stonemask_perft;
use std::sync::atomic::{AtomicBool, Ordering};
use stonemask::game::{Game, Stopped, Tally};
use stonemask::{perft, playout};

/// Stops the calls that it is given to, from any thread.
pub struct stonemask_stop(AtomicBool);

#[cfg(feature = "solvers")]
impl stonemask_stop {
    /// Whether it is set.
    pub(crate) fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag that searches look at.
    pub(crate) fn flag(&self) -> &AtomicBool {
        &self.0
    }
}

/// The stop that a call was given; one that is never set where that is null.
///
/// # Safety
/// As for [`read`], or null.
pub(crate) unsafe fn stop<'a>(stop: *const stonemask_stop) -> Result<&'a stonemask_stop> {
    static NEVER: stonemask_stop = stonemask_stop(AtomicBool::new(false));
    // SAFETY: the caller's promise.
    if stop.is_null() { Ok(&NEVER) } else { unsafe { read(stop) } }
}

/// Counts positions, and writes how many before it says that it was stopped.
pub(crate) fn count<G: Game>(
    game: &G,
    plies: u32,
    stop: &stonemask_stop,
    need: usize,
    place: Out<stonemask_perft>,
) -> Result {
    let counted = with_reserve(need, Users::Caller, || Ok(perft::perft_until(game, plies, &stop.0)))?;
    match counted {
        Ok(count) => place.write(count.into()),
        Err(Stopped(so_far)) => {
            place.write(so_far.into());
            return Err(Code::Interrupted.into());
        }
    }
    Ok(())
}

/// Plays random games from each of the boards: the tallies, and whether it was stopped.
pub(crate) fn tallies<G: Game>(boards: &[G], games: u64, seed: u64, stop: &stonemask_stop) -> (Vec<Tally>, Result) {
    let mut tallies = vec![Tally::default(); boards.len()];
    let played = playout::playouts_until(boards, games, seed, &mut tallies, &stop.0);
    (tallies, played.map_err(|Stopped(())| Code::Interrupted.into()))
}

/// Frees a stop.
///
/// # Safety
/// Null, or a stop of this library that is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn stonemask_stop_free(stop: *mut stonemask_stop) {
    if !stop.is_null() {
        // SAFETY: a box of `stonemask_stop_new`, given back once.
        drop(unsafe { Box::from_raw(stop) });
    }
}

exports! {
    /// A stop that is not set.
    one fn stonemask_stop_new(stop: *mut *mut stonemask_stop) {
        let place = out(stop)?;
        let made = with_reserve(64, Users::Caller, || Ok(Box::new(stonemask_stop(AtomicBool::new(false)))))?;
        place.write(Box::into_raw(made));
        Ok(())
    }

    /// Stops the calls that were given it.
    one fn stonemask_stop_set(stop: *mut stonemask_stop) {
        // Shared, not `change`: other threads read it at the same time.
        read(stop)?.0.store(true, Ordering::Relaxed);
        Ok(())
    }

    /// Makes it one that is not set, for further calls.
    one fn stonemask_stop_clear(stop: *mut stonemask_stop) {
        read(stop)?.0.store(false, Ordering::Relaxed);
        Ok(())
    }
}
