//! The positions whose winner is known.

use super::base::stones;
use crate::kernel::memory;
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering};

/// Entries that a position may stand in; together one cache line.
const BUCKET: usize = 8;
/// The top bit of an entry: the side to move wins.
const WINS: u64 = 1 << 63;

/// Keys of positions, numbers below 2^63 and not 0, and whether their side to move wins (the top
/// bit); 0 marks an empty entry.
pub(super) struct Table {
    entries: Vec<AtomicU64>,
}

impl Table {
    /// An empty table of at most `bytes`; at least one bucket of 64 bytes, and otherwise rounded
    /// down to a power of two.
    pub(super) fn new(bytes: usize) -> Result<Table, TryReserveError> {
        let buckets = 1usize << (bytes / (BUCKET * size_of::<u64>())).max(1).ilog2();
        Ok(Table { entries: memory::zeros(buckets * BUCKET)? })
    }

    /// Forgets all positions.
    pub(super) fn clear(&mut self) {
        self.entries.iter_mut().for_each(|entry| *entry.get_mut() = 0);
    }

    fn bucket(&self, key: u64) -> &[AtomicU64] {
        let mixed = (key ^ key >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let bucket = (mixed >> 20) as usize & (self.entries.len() / BUCKET - 1);
        &self.entries[BUCKET * bucket..BUCKET * (bucket + 1)]
    }

    /// Fetches the bucket of a position that will be looked up.
    pub(super) fn prefetch(&self, key: u64) {
        memory::prefetch(&self.bucket(key)[0]);
    }

    /// Whether the side to move wins; `None` when it is not known.
    pub(super) fn look_up(&self, key: u64) -> Option<bool> {
        let mut entries = self.bucket(key).iter().map(|entry| entry.load(Ordering::Relaxed));
        let entry = entries.find(|entry| entry & !WINS == key && key != 0)?;
        Some(entry & WINS != 0)
    }

    /// Remembers a position; of those that share a full bucket, the one with the most stones gives
    /// way.
    pub(super) fn store(&self, key: u64, wins: bool) {
        if key == 0 {
            return;
        }
        let bucket = self.bucket(key);
        let load = |entry: &AtomicU64| entry.load(Ordering::Relaxed);
        let place = bucket.iter().find(|entry| load(entry) == 0).unwrap_or_else(|| {
            bucket.iter().max_by_key(|entry| stones(load(entry) & !WINS)).expect("a bucket has entries")
        });
        place.store(key | if wins { WINS } else { 0 }, Ordering::Relaxed);
    }
}
