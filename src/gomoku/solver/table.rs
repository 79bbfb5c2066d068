//! Knowledge of positions: proof and disproof numbers.

use crate::kernel::memory;
use std::collections::TryReserveError;

/// Entries that a position may stand in.
const BUCKET: usize = 4;

/// How many positions more have to be looked at, at the least, until the attack is proved, and
/// until it is disproved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

/// More than any number that a search reaches.
pub(super) const INFINITE: u32 = 1 << 30;

impl Numbers {
    /// The attack wins.
    pub(super) const WON: Numbers = Numbers { proof: 0, disproof: INFINITE };
    /// It does not win.
    pub(super) const LOST: Numbers = Numbers { proof: INFINITE, disproof: 0 };
    /// Until one of both is known.
    pub(super) const KNOWN: Numbers = Numbers { proof: INFINITE, disproof: INFINITE };
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    key: u64,
    numbers: Numbers,
    /// Positions searched for it.
    work: u32,
}

/// Numbers by key of a position. Of those that share a full bucket, that which took the least work
/// gives way.
pub(super) struct Table {
    entries: Vec<Entry>,
}

impl Table {
    /// An empty table of at most `bytes`; at least one bucket, and otherwise a power of two of
    /// them.
    pub(super) fn new(bytes: usize) -> Result<Table, TryReserveError> {
        let buckets = 1usize << (bytes / (BUCKET * size_of::<Entry>())).max(1).ilog2();
        Ok(Table { entries: memory::filled(Entry::default(), buckets * BUCKET)? })
    }

    /// The memory that it takes, in bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.entries.as_slice())
    }

    /// Forgets all positions.
    pub(super) fn clear(&mut self) {
        self.entries.fill(Entry::default());
    }

    fn bucket(&self, key: u64) -> usize {
        BUCKET * (key as usize & (self.entries.len() / BUCKET - 1))
    }

    pub(super) fn look_up(&self, key: u64) -> Option<Numbers> {
        let bucket = self.bucket(key);
        let entry = self.entries[bucket..bucket + BUCKET].iter().find(|entry| entry.key == key)?;
        (entry.numbers != Numbers::default()).then_some(entry.numbers)
    }

    pub(super) fn store(&mut self, key: u64, numbers: Numbers, work: u64) {
        let bucket = self.bucket(key);
        let entries = &mut self.entries[bucket..bucket + BUCKET];
        let work = u32::try_from(work).unwrap_or(u32::MAX);
        let place = entries.iter().position(|entry| entry.key == key).unwrap_or_else(|| {
            let least = entries.iter().enumerate().min_by_key(|(_, entry)| entry.work);
            least.expect("a bucket has entries").0
        });
        entries[place] = Entry { key, numbers, work };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_that_took_work_stay() {
        let mut table = Table::new(0).unwrap();
        for key in 1..=100 {
            table.store(key, Numbers { proof: key as u32, disproof: 1 }, if key < 4 { 1000 } else { 1 });
        }
        for key in (1..4).chain([100]) {
            assert_eq!(table.look_up(key), Some(Numbers { proof: key as u32, disproof: 1 }));
        }
        assert_eq!(table.look_up(50), None);
        table.clear();
        assert_eq!(table.look_up(0), None);
        assert_eq!(table.look_up(1), None);
    }
}
