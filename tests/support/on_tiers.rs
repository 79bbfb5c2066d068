//! Work with a tier in use that no other test of the program can change.
//!
//! Tests run beside each other, and some change the tier in use. Hence what depends on it (the
//! random games of a seed, how long something takes) is done in here.

use stonemask::Tier;
use stonemask::kernels::with_tier;

/// Does it once on every tier that this processor runs, the reference first.
pub(crate) fn on_every_tier(mut work: impl FnMut(Tier)) {
    Tier::available().for_each(|tier| on(tier, || work(tier)));
}

/// Does it on the best tier.
pub(crate) fn on_best_tier<T>(work: impl FnOnce() -> T) -> T {
    on(Tier::best(), work)
}

/// Does it on a tier.
pub(crate) fn on<T>(tier: Tier, work: impl FnOnce() -> T) -> T {
    with_tier(tier, work).unwrap()
}
