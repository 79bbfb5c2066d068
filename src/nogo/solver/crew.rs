//! Threads that search one board together. All of them search it from the start and share the
//! table; each leaves to last the moves that another is searching, and gives up what another has
//! decided.

use std::array;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The fewest points to play on of positions that the crew tells each other about.
pub(super) const LEAST_POINTS: u32 = 9;

const PLACES: usize = 1 << 10;

/// The state that the threads share beside the table.
pub(super) struct Crew {
    /// The keys of positions that are being searched, each at the place that it names; lost when
    /// another comes there.
    busy: [AtomicU64; PLACES],
    pub(super) ended: AtomicBool,
    /// Nodes of the helpers.
    pub(super) nodes: AtomicU64,
}

impl Crew {
    pub(super) fn new() -> Crew {
        let busy = array::from_fn(|_| AtomicU64::new(0));
        Crew { busy, ended: AtomicBool::new(false), nodes: AtomicU64::new(0) }
    }

    /// Ends the helpers' search when it is dropped, also by a panic of the observer.
    pub(super) fn end_of_scope(&self) -> impl Drop {
        struct End<'a>(&'a AtomicBool);
        impl Drop for End<'_> {
            fn drop(&mut self) {
                self.0.store(true, Ordering::Relaxed);
            }
        }
        End(&self.ended)
    }

    fn place(&self, key: u64) -> &AtomicU64 {
        &self.busy[(key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 54) as usize]
    }

    pub(super) fn begin(&self, key: u64) {
        self.place(key).store(key, Ordering::Relaxed);
    }

    pub(super) fn end(&self, key: u64) {
        let place = self.place(key);
        if place.load(Ordering::Relaxed) == key {
            place.store(0, Ordering::Relaxed);
        }
    }

    pub(super) fn is_busy(&self, key: u64) -> bool {
        self.place(key).load(Ordering::Relaxed) == key
    }
}
