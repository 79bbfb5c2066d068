//! The positions whose winner is known.

use super::base::stones;
use crate::kernel::memory;
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering};

/// Entries that a position may stand in; together one cache line.
const BUCKET: usize = 8;
/// The top bit of an entry: the side to move wins.
const WINS: u64 = 1 << 63;

/// Entries of two words that a position of rows may stand in.
const WIDE_BUCKET: usize = BUCKET / 2;

/// A key of 127 bits: all but the lowest bit of the second word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Wide(pub(super) [u64; 2]);

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

    fn wide_bucket(&self, key: Wide) -> &[AtomicU64] {
        let bucket = key.0[0] as usize & (self.entries.len() / BUCKET - 1);
        &self.entries[BUCKET * bucket..BUCKET * (bucket + 1)]
    }

    /// [`Table::look_up`], of a table with wide keys alone.
    pub(super) fn look_up_wide(&self, Wide([first, second]): Wide) -> Option<bool> {
        let bucket = self.wide_bucket(Wide([first, second]));
        let mut entries = bucket.chunks_exact(2).map(|words| [0, 1].map(|word| words[word].load(Ordering::Relaxed)));
        let [_, entry] = entries.find(|entry| [entry[0], entry[1] | 1] == [first, second | 1])?;
        Some(entry & 1 != 0)
    }

    /// Remembers a position of a table with wide keys alone; in a full bucket, in a place that the
    /// key names.
    pub(super) fn store_wide(&self, Wide([first, second]): Wide, wins: bool) {
        let bucket = self.wide_bucket(Wide([first, second]));
        let free = (0..WIDE_BUCKET).find(|place| bucket[2 * place].load(Ordering::Relaxed) == 0);
        let place = free.unwrap_or(second as usize / 2 % WIDE_BUCKET);
        bucket[2 * place].store(first, Ordering::Relaxed);
        bucket[2 * place + 1].store(second & !1 | u64::from(wins), Ordering::Relaxed);
    }
}
