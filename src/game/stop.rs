//! Stopping long work.
//!
//! Long work has a form that ends in `_until` and takes a flag: [`perft_until`],
//! [`playouts_until`], the `solve_until` of each `Solver`, [`Search::run_until`], and
//! [`train_until`]. Whoever sets the flag, from another thread or from a signal handler, gets the
//! call back within milliseconds, with what it has done so far as a [`Stopped`]. The flag is read
//! at every step of the work, tens of thousands of times a second on any tier, and never written;
//! one flag may stop any number of calls. Random games that had begun are played to their end,
//! which on [tier](crate::Tier) Reference takes a fraction of a second.
//!
//! [`perft_until`]: super::perft::perft_until
//! [`playouts_until`]: super::playout::playouts_until
//! [`Search::run_until`]: crate::othello::Search::run_until
//! [`train_until`]: crate::othello::training::train_until
//!
//! ```
//! use std::sync::atomic::{AtomicBool, Ordering};
//! use std::time::Duration;
//! use stonemask::game::Stopped;
//! use stonemask::gomoku::Board;
//! use stonemask::perft::perft_until;
//!
//! let stop = AtomicBool::new(false);
//! let result = std::thread::scope(|scope| {
//!     let counting = scope.spawn(|| perft_until(&Board::start(), 9, &stop));
//!     std::thread::sleep(Duration::from_millis(20));
//!     stop.store(true, Ordering::Relaxed);
//!     counting.join().expect("no panic")
//! });
//! let Err(Stopped(so_far)) = result else { panic!("a count that takes years") };
//! assert!(so_far.nodes > 0);
//! ```

use std::error::Error;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

/// Long work was stopped before its end, by the flag that it was given; with what it had done until
/// then.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Stopped<T = ()>(
    /// The part that was done until then.
    pub T,
);

impl<T> fmt::Display for Stopped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("stopped before the end")
    }
}

impl<T: fmt::Debug> Error for Stopped<T> {}

/// A flag that is never set.
pub static NEVER: AtomicBool = AtomicBool::new(false);

/// Whether work is to stop.
#[inline]
pub(crate) fn asked(stop: &AtomicBool) -> bool {
    stop.load(Ordering::Relaxed)
}

/// `Break` once `stop` is set, `Continue` until then.
#[inline]
pub(crate) fn flow(stop: &AtomicBool) -> ControlFlow<()> {
    if asked(stop) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}
