//! Reports of a search.

use std::ffi::c_void;
use std::ops::ControlFlow;

/// The most bytes that a thread of a search allocates beside the common table: the table of its
/// last plies (96 KB), moves, a line.
pub(crate) const THREAD: usize = 1 << 20;

/// How far a search is.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct stonemask_progress {
    /// Positions searched.
    pub nodes: u64,
    /// Othello: black's score is at least this.
    pub lower: i32,
    /// Othello: black's score is at most this.
    pub upper: i32,
}

/// The observer of a search; anything but 0 stops it.
pub type stonemask_observer =
    Option<unsafe extern "C" fn(progress: *const stonemask_progress, user: *mut c_void) -> i32>;

/// Tells the observer, if there is one.
pub(crate) fn report(observer: stonemask_observer, user: *mut c_void, progress: stonemask_progress) -> ControlFlow<()> {
    let Some(observer) = observer else { return ControlFlow::Continue(()) };
    // SAFETY: the caller gave a function that takes these, and lets no exception out.
    if unsafe { observer(&raw const progress, user) } == 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
}
