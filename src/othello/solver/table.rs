//! The transposition table: bounds of the score and the best move found, by position.

use crate::othello::{Position, Square};
use std::collections::TryReserveError;

/// What is known of a position's score, for its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known<const N: usize> {
    pub(super) lower: i32,
    pub(super) upper: i32,
    /// The move that was best when the bounds were last narrowed, if there was any.
    pub(super) best: Option<Square<N>>,
}

/// A position and what is known of it: the discs of the side to move and those of the other. The ring around the board
/// leaves the first and last byte of each free. There stand: in the first quadword, the lower and the upper bound, plus
/// 64; in the second, the best move's bit (or [`NO_MOVE`]) and the number of empty squares. Zeros are no entry.
type Entry = [u64; 2];

const NO_MOVE: u8 = 0xff;
const FIRST_AND_LAST: u64 = 0xff00_0000_0000_00ff;

/// Entries that a position may stand in; together one cache line.
const BUCKET: usize = 4;
const CACHE_LINE: usize = 64;

/// A table of fixed size. Positions are compared whole: two never pass for one another.
pub(super) struct Table<const N: usize> {
    /// A cache line more than is used, so that buckets can be cache lines. The zeros are the system's own, which take memory
    /// when they are first written.
    entries: Vec<Entry>,
    /// The first entry of the first bucket.
    start: usize,
    /// The number of buckets, a power of two, minus 1.
    mask: usize,
}

impl<const N: usize> Table<N> {
    pub(super) fn new(bytes: usize) -> Result<Table<N>, TryReserveError> {
        const { assert!(N <= 6, "the entries need the ring around the board") };
        let buckets = 1 << (bytes / CACHE_LINE).max(1).ilog2();
        let len = BUCKET * (buckets + 1);
        // The system is asked first, since `vec!` would abort the program; only `vec!` takes its zeros as they are.
        Vec::<Entry>::new().try_reserve_exact(len)?;
        let entries = vec![[0; 2]; len];
        // Where alignment cannot be told, any start serves.
        let start = match entries.as_ptr().align_offset(CACHE_LINE) {
            start if start <= BUCKET => start,
            _ => 0,
        };
        Ok(Table { entries, start, mask: buckets - 1 })
    }

    /// The first entry of a position's bucket.
    #[inline]
    fn bucket(&self, position: Position<N>) -> usize {
        let mixed = position.own().bits().wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 29 ^ position.opponent().bits()).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        self.start + BUCKET * ((mixed >> 32 ^ mixed >> 3) as usize & self.mask)
    }

    /// What is known of a position.
    #[inline]
    pub(super) fn get(&self, position: Position<N>) -> Option<Known<N>> {
        let bucket = self.bucket(position);
        let &[own, opponent] = self.entries[bucket..bucket + BUCKET].iter().find(|entry| holds(entry, position))?;
        let [lower, .., upper] = own.to_le_bytes();
        let best = opponent as u8;
        let best = (best != NO_MOVE).then(|| Square::from_bit_on_board(best.into()));
        Some(Known { lower: i32::from(lower) - 64, upper: i32::from(upper) - 64, best })
    }

    /// Remembers a position of `empties` empty squares; of those that share a full bucket, the one with the fewest gives way.
    #[inline]
    pub(super) fn put(&mut self, position: Position<N>, empties: u32, known: Known<N>) {
        let bucket = self.bucket(position);
        let entries = &mut self.entries[bucket..bucket + BUCKET];
        let place = entries.iter().position(|entry| holds(entry, position)).unwrap_or_else(|| {
            let fewest = entries.iter().enumerate().min_by_key(|(_, [_, opponent])| opponent >> 56);
            fewest.expect("a bucket has entries").0
        });
        let best = known.best.map_or(NO_MOVE, |square| square.bit() as u8);
        let byte = |bound: i32| (bound + 64) as u64;
        entries[place] = [
            position.own().bits() | byte(known.lower) | byte(known.upper) << 56,
            position.opponent().bits() | u64::from(best) | u64::from(empties) << 56,
        ];
    }
}

#[inline]
fn holds<const N: usize>(&[own, opponent]: &Entry, position: Position<N>) -> bool {
    (own ^ position.own().bits() | opponent ^ position.opponent().bits()) & !FIRST_AND_LAST == 0 && own != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::{Board, SquareSet};

    #[test]
    fn remembers_what_it_was_told_and_prefers_more_empty_squares() {
        let mut table = Table::<6>::new(64).unwrap();
        let deep = Board::<6>::start().position();
        let known = Known { lower: -36, upper: 36, best: "c2".parse().ok() };
        table.put(deep, 32, known);
        for square in SquareSet::<6>::ALL {
            let other = Position::new(square.set(), SquareSet::EMPTY).unwrap();
            table.put(other, 7, Known { lower: 0, upper: 0, best: None });
            assert_eq!(table.get(other), Some(Known { lower: 0, upper: 0, best: None }));
        }
        assert_eq!(table.get(deep), Some(known));
        assert_eq!(table.get(deep.pass()), None);
    }

    #[test]
    fn an_empty_table_knows_nothing() {
        assert_eq!(Table::<4>::new(1 << 12).unwrap().get(Position::default()), None);
    }

    #[test]
    fn more_memory_than_there_is_is_an_error() {
        assert!(Table::<6>::new(isize::MAX as usize / 2).is_err());
    }

    #[test]
    fn takes_no_more_than_it_may() {
        for (bytes, buckets) in [(0, 1), (64, 1), (127, 1), (128, 2), (1 << 20, 1 << 14), ((1 << 20) - 1, 1 << 13)] {
            assert_eq!(Table::<4>::new(bytes).unwrap().mask + 1, buckets);
        }
    }
}
