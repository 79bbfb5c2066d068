//! The clock of searches, which some targets lack.

use std::time::Duration;

/// The time since some work began.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock(source::Moment);

impl Clock {
    pub(crate) fn start() -> Clock {
        Clock(source::now())
    }

    /// The time since the start; 0 without a clock.
    pub(crate) fn elapsed(self) -> Duration {
        source::since(self.0)
    }

    /// Whether a limit of time is reached. Without a clock every limit is.
    pub(crate) fn has_reached(self, limit: Option<Duration>) -> bool {
        limit.is_some_and(|most| !source::is_there() || self.elapsed() >= most)
    }
}

/// Gives searches a clock, on targets whose standard library has none (`wasm32-unknown-unknown`): a
/// function that returns the time since any fixed moment. The first one stays. On other targets it
/// has no effect.
pub fn set_clock(now: fn() -> Duration) {
    source::set(now);
}

#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod source {
    use std::time::{Duration, Instant};

    pub(super) type Moment = Instant;

    pub(super) fn now() -> Moment {
        Instant::now()
    }

    pub(super) fn since(begun: Moment) -> Duration {
        begun.elapsed()
    }

    pub(super) const fn is_there() -> bool {
        true
    }

    pub(super) fn set(_now: fn() -> Duration) {}
}

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod source {
    use std::sync::OnceLock;
    use std::time::Duration;

    pub(super) type Moment = Duration;

    static CLOCK: OnceLock<fn() -> Duration> = OnceLock::new();

    pub(super) fn now() -> Moment {
        CLOCK.get().map_or(Duration::ZERO, |now| now())
    }

    pub(super) fn since(begun: Moment) -> Duration {
        now().saturating_sub(begun)
    }

    pub(super) fn is_there() -> bool {
        CLOCK.get().is_some()
    }

    pub(super) fn set(now: fn() -> Duration) {
        let _ = CLOCK.set(now);
    }
}
