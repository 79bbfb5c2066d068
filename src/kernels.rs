//! The kernels by tier, for benchmarks and differential tests. Nothing else in the library names a
//! kernel or takes a tier.
//!
//! Every kernel gives the same results on every tier, so which one is in use is a matter of speed
//! alone. The library uses the best that the processor runs; `STONEMASK_TIER` in the environment
//! lowers it, and [`use_tier`] changes it while the program runs.
//!
//! ```
//! use stonemask::Tier;
//! use stonemask::kernels::{self, Othello};
//! use stonemask::othello::Board;
//!
//! // One kernel, tier by tier.
//! let position = Board::<8>::start().position();
//! for tier in Tier::available() {
//!     assert_eq!(Othello::get(tier).unwrap().mobility(position), 4, "{tier}");
//! }
//!
//! // Everything above the kernels, on one tier.
//! let count = kernels::with_tier(Tier::Portable, || Board::<8>::start().perft(5))?;
//! assert_eq!(count.nodes, 1396);
//! # Ok::<(), kernels::UnavailableTier>(())
//! ```

pub use crate::expand::kernels::Kernels as Expand;
pub use crate::gomoku::kernels::Kernels as Gomoku;
pub use crate::nogo::kernels::Kernels as NoGo;
pub use crate::othello::kernels::Kernels as Othello;
pub use crate::othello::kernels::last_table::LastTable;
pub use crate::random::kernels::Kernels as RandomNumbers;

use crate::tier::{self, Tier};
use std::cell::Cell;
use std::error::Error;
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The tier in use.
pub fn tier() -> Tier {
    tier::in_use()
}

/// Uses the kernels of `tier` from now on, in all threads of this process. Slabs and solvers keep
/// the kernels that they were made with.
///
/// # Errors
/// When this processor or this build lacks the tier; the tier in use stays.
pub fn use_tier(tier: Tier) -> Result<(), UnavailableTier> {
    let unavailable = UnavailableTier { tier };
    Expand::install(tier).ok_or(unavailable)?;
    Gomoku::install(tier).ok_or(unavailable)?;
    NoGo::install(tier).ok_or(unavailable)?;
    RandomNumbers::install(tier).ok_or(unavailable)?;
    Othello::install(tier).ok_or(unavailable)?;
    tier::set_in_use(tier);
    Ok(())
}

/// Runs `work` with the kernels of `tier` in use; the tier of before is in use afterwards. One
/// thread at a time works so, and others wait; a thread may do it within such work. Threads that
/// call the library without this use the same tier meanwhile.
///
/// ```
/// use stonemask::Tier;
/// use stonemask::kernels::with_tier;
/// use stonemask::othello::Board;
///
/// for tier in Tier::available() {
///     let count = with_tier(tier, || Board::<8>::start().perft(4))?;
///     assert_eq!(count.nodes, 244, "{tier}");
/// }
/// # Ok::<(), stonemask::kernels::UnavailableTier>(())
/// ```
///
/// # Errors
/// When this processor or this build lacks the tier; the work is not done.
pub fn with_tier<T>(tier: Tier, work: impl FnOnce() -> T) -> Result<T, UnavailableTier> {
    let _turn = Turn::take();
    let _before = Before(self::tier());
    use_tier(tier)?;
    Ok(work())
}

/// The turn of this thread to choose a tier; `None` within where it has one already.
struct Turn(Option<MutexGuard<'static, ()>>);

thread_local! {
    /// Whether this thread has its turn.
    static HAS_TURN: Cell<bool> = const { Cell::new(false) };
}

impl Turn {
    fn take() -> Turn {
        static TURN: Mutex<()> = Mutex::new(());
        // A panic elsewhere leaves nothing half done.
        Turn((!HAS_TURN.replace(true)).then(|| TURN.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        if self.0.is_some() {
            HAS_TURN.set(false);
        }
    }
}

/// The tier that is in use again when this is dropped.
struct Before(Tier);

impl Drop for Before {
    fn drop(&mut self) {
        use_tier(self.0).expect("it was in use");
    }
}

/// A tier that this processor or this build lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnavailableTier {
    tier: Tier,
}

impl UnavailableTier {
    /// The tier that was asked for.
    pub fn tier(&self) -> Tier {
        self.tier
    }
}

impl fmt::Display for UnavailableTier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tier {} does not run here: the processor or the build lacks it", self.tier)
    }
}

impl Error for UnavailableTier {}
