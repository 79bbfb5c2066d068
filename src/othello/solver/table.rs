//! The transposition table: bounds of the score and the best move found, by position. All threads
//! share it, without locks.

use crate::game::Symmetry;
use crate::kernel::memory;
use crate::othello::position::Position;
use crate::othello::square::{Square, SquareSet};
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The known bounds of a position's score, for its side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known<const N: usize> {
    pub(super) lower: i8,
    pub(super) upper: i8,
    /// The move that was best when the bounds were last narrowed, if there was any.
    pub(super) best: Option<Square<N>>,
    /// How many plies down the search went that found the bounds; as many as there are empty
    /// squares for one to the end.
    pub(super) height: u8,
    /// Its selectivity; bounds are proved only if it is 0 and the search went to the end.
    pub(super) selectivity: u8,
}

/// Empty squares from which on positions are brought to one of their eight symmetric forms.
pub(super) const SYMMETRY_FROM: u32 = 24;
/// Bits of an entry's last byte for the height.
const HEIGHT_BITS: u32 = 6;
/// Words in a cache line. A bucket, the places in which a position may stand, is one.
const LINE: usize = 8;
const CACHE_LINE: usize = LINE * size_of::<u64>();

/// A table of fixed size. Positions are compared whole, so two are never confused.
///
/// An entry is two words for the boards that leave a ring in the frame, three for 8x8: the discs of
/// the side to move and those of the other, and the data: the lower and upper bound plus 65, the
/// best move's bit plus one, and the height with the selectivity above it, a byte each. With a ring
/// the bounds stand in the first and last byte of the first word, move and height in those of the
/// second. Zeros are no entry.
///
/// Another thread may write one word of an entry between two reads of it. So the words of an entry
/// are stored mixed with one another, and what is not one entry's decodes to arbitrary bits, which
/// must then equal both discs that are looked for.
pub(super) struct Table<const N: usize> {
    /// A cache line more than is used, so that buckets can be cache lines.
    words: Vec<AtomicU64>,
    /// The first word of the first bucket.
    start: usize,
    /// The number of buckets, a power of two.
    buckets: usize,
    /// The number of those in use, a power of two, minus 1.
    mask: usize,
    /// The most empty squares of a position for which it was opened.
    opened: u32,
}

/// The memory that a search of a position with this many empty squares fills to its advantage;
/// twice as much for each square more. A larger part of the table would save less time than the
/// system takes to clear it.
fn useful(empties: u32) -> usize {
    1_usize.checked_shl(empties.max(12) + 1).unwrap_or(usize::MAX)
}

/// The mask that hides one word of an entry under another.
#[inline]
fn mix(word: u64) -> u64 {
    let product = word.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product >> 32
}

/// A number that scatters positions over a table.
#[inline]
fn scatter<const N: usize>(position: Position<N>) -> u64 {
    let mixed = position.own().bits().wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ mixed >> 29 ^ position.opponent().bits()).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

impl<const N: usize> Table<N> {
    /// Whether the frame's ring has room for the data.
    const RING: bool = N < 8;
    const WORDS: usize = if Self::RING { 2 } else { 3 };
    /// The ring's bits that hold data.
    const DATA: u64 = if Self::RING { 0xff00_0000_0000_00ff } else { 0 };

    pub(super) fn new(bytes: usize) -> Result<Table<N>, TryReserveError> {
        let buckets = 1 << (bytes / CACHE_LINE).max(1).ilog2();
        let words = memory::zeros(LINE * (buckets + 1))?;
        // Where alignment cannot be told, any start serves.
        let start = match words.as_ptr().align_offset(CACHE_LINE) {
            start if start <= LINE => start,
            _ => 0,
        };
        Ok(Table { words, start, buckets, mask: buckets - 1, opened: 0 })
    }

    /// The bytes of its buckets.
    pub(super) fn bytes(&self) -> usize {
        self.buckets * CACHE_LINE
    }

    /// Takes as many of the buckets into use as serve the search of a position with this many empty
    /// squares, and no fewer than before. What is known stays known, as far as there is room.
    pub(super) fn open(&mut self, empties: u32) {
        if empties <= self.opened {
            return;
        }
        let buckets = (useful(empties) / CACHE_LINE).min(self.buckets);
        if buckets != self.mask + 1 {
            // Before it was opened, it knows nothing.
            let known: Vec<_> = if self.opened == 0 { Vec::new() } else { self.entries().collect() };
            self.mask = buckets - 1;
            known.into_iter().for_each(|(position, known)| self.put(position, known));
        }
        self.opened = empties;
    }

    /// A position's bucket.
    #[inline]
    fn bucket(&self, position: Position<N>) -> &[AtomicU64; LINE] {
        let mixed = scatter(position);
        let first = self.start + LINE * ((mixed >> 32 ^ mixed >> 3) as usize & self.mask);
        self.words[first..first + LINE].try_into().expect("a bucket's words")
    }

    /// Says that a position will be looked up soon.
    #[inline]
    pub(super) fn prefetch(&self, position: Position<N>) {
        memory::prefetch(&self.bucket(position)[0]);
    }

    /// An entry's own discs, opponent discs and data, as far as it can be told from the words.
    #[inline]
    fn read(entry: &[AtomicU64]) -> [u64; 3] {
        if Self::RING {
            let own = entry[0].load(Relaxed);
            let opponent = entry[1].load(Relaxed) ^ mix(own);
            let byte = |word: u64, place: u32| word >> (56 * place) & 0xff;
            let data = byte(own, 0) | byte(own, 1) << 8 | byte(opponent, 0) << 16 | byte(opponent, 1) << 24;
            // An entry that was never written has no own word, and nothing is mixed with it.
            if own == 0 { [0; 3] } else { [own & !Self::DATA, opponent & !Self::DATA, data] }
        } else {
            let data = entry[2].load(Relaxed);
            if data == 0 {
                return [0; 3];
            }
            let own = entry[0].load(Relaxed) ^ mix(data);
            [own, entry[1].load(Relaxed) ^ mix(own ^ data), data]
        }
    }

    #[inline]
    fn write(entry: &[AtomicU64], [own, opponent, data]: [u64; 3]) {
        if Self::RING {
            let own = own | data & 0xff | (data >> 8 & 0xff) << 56;
            let opponent = opponent | data >> 16 & 0xff | (data >> 24 & 0xff) << 56;
            entry[0].store(own, Relaxed);
            entry[1].store(opponent ^ mix(own), Relaxed);
        } else {
            entry[0].store(own ^ mix(data), Relaxed);
            entry[1].store(opponent ^ mix(own ^ data), Relaxed);
            entry[2].store(data, Relaxed);
        }
    }

    /// The entry for a position.
    #[inline]
    pub(super) fn get(&self, position: Position<N>) -> Option<Known<N>> {
        let entries = self.bucket(position).chunks_exact(Self::WORDS);
        let data = entries.map(Self::read).find(|entry| holds(entry, position))?[2];
        Some(Self::decode(data))
    }

    fn decode(data: u64) -> Known<N> {
        let byte = |place: u32| (data >> (8 * place) & 0xff) as u8;
        let best = u32::from(byte(2)).checked_sub(1).and_then(Square::from_bit);
        let bound = |byte: u8| byte.wrapping_sub(65) as i8;
        let (height, selectivity) = (byte(3) & ((1 << HEIGHT_BITS) - 1), byte(3) >> HEIGHT_BITS);
        Known { lower: bound(byte(0)), upper: bound(byte(1)), best, height, selectivity }
    }

    /// The entry for a position, and the form under which the table has it: with `symmetric`, the
    /// same for all symmetric positions.
    pub(super) fn look_up(
        &self,
        position: Position<N>,
        empties: u32,
        symmetric: bool,
    ) -> (Option<Known<N>>, Position<N>, Symmetry) {
        if empties < SYMMETRY_FROM || !symmetric {
            return (self.get(position), position, Symmetry::ALL[0]);
        }
        let images = Symmetry::ALL.map(|symmetry| (position.transform(symmetry), symmetry));
        let (image, symmetry) = images
            .into_iter()
            .min_by_key(|(image, _)| (image.own().bits(), image.opponent().bits()))
            .expect("eight images");
        let known = self
            .get(image)
            .map(|known| Known { best: known.best.map(|square| symmetry.inverse().square(square)), ..known });
        (known, image, symmetry)
    }

    /// Its entries of the greatest height, `most` of them at most.
    pub(super) fn highest(&self, most: usize) -> Vec<(Position<N>, Known<N>)> {
        let mut counts = [0; 1 << HEIGHT_BITS];
        self.entries().for_each(|(_, known)| counts[usize::from(known.height)] += 1);
        let (mut least, mut count) = (counts.len(), 0);
        while least > 0 && count + counts[least - 1] <= most {
            least -= 1;
            count += counts[least];
        }
        self.entries().filter(|(_, known)| usize::from(known.height) >= least).collect()
    }

    /// Its entries, as far as they make sense: two threads may have written one at once.
    fn entries(&self) -> impl Iterator<Item = (Position<N>, Known<N>)> {
        let words = &self.words[self.start..][..LINE * (self.mask + 1)];
        let entries = words.chunks_exact(LINE).flat_map(|bucket| bucket.chunks_exact(Self::WORDS));
        entries.filter_map(|entry| {
            let [own, opponent, data] = Self::read(entry);
            let position = Position::new(SquareSet::from_bits(own)?, SquareSet::from_bits(opponent)?).ok()?;
            let known = self.get(position).filter(|&known| known == Self::decode(data))?;
            let most = (N * N) as i8;
            let is_known = -most <= known.lower && known.lower <= known.upper && known.upper <= most;
            let is_legal = known.best.is_none_or(|square| position.legal_moves().contains(square));
            let is_high = u32::from(known.height) <= position.empties().len();
            (data != 0 && is_known && is_legal && is_high).then_some((position, known))
        })
    }

    /// Remembers a position; of those that share a full bucket, the one with the least height gives
    /// way.
    #[inline]
    pub(super) fn put(&self, position: Position<N>, known: Known<N>) {
        let bucket = self.bucket(position);
        let (mut place, mut least) = (0, u64::MAX);
        for (index, entry) in bucket.chunks_exact(Self::WORDS).enumerate() {
            let entry = Self::read(entry);
            if holds(&entry, position) {
                place = index;
                break;
            }
            let height = entry[2] >> 24 & ((1 << HEIGHT_BITS) - 1);
            if height < least {
                (place, least) = (index, height);
            }
        }
        let best = known.best.map_or(0, |square| square.bit() + 1);
        let byte = |bound: i8| u64::from(bound.wrapping_add(65) as u8);
        let last = u64::from(known.height) | u64::from(known.selectivity) << HEIGHT_BITS;
        let data = byte(known.lower) | byte(known.upper) << 8 | u64::from(best) << 16 | last << 24;
        let entry = &bucket[Self::WORDS * place..][..Self::WORDS];
        Self::write(entry, [position.own().bits(), position.opponent().bits(), data]);
    }

    /// Forgets everything. Pages that were never in use are not touched: that alone would make the
    /// system give them.
    pub(super) fn clear(&mut self) {
        let in_use = if self.opened == 0 { 0 } else { LINE * (self.mask + 1) };
        self.words[self.start..][..in_use].iter_mut().for_each(|word| *word.get_mut() = 0);
    }
}

#[inline]
fn holds<const N: usize>(&[own, opponent, data]: &[u64; 3], position: Position<N>) -> bool {
    (own ^ position.own().bits() | opponent ^ position.opponent().bits()) == 0 && data != 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::board::Board;
    use crate::othello::moves::Move;

    fn remembers<const N: usize>() {
        let table = Table::<N>::new(64).unwrap();
        let deep = Board::<N>::start().position();
        let known = Known {
            lower: -((N * N) as i8),
            upper: (N * N) as i8,
            best: deep.legal_moves().iter().next(),
            height: deep.empties().len() as u8,
            selectivity: 2,
        };
        table.put(deep, known);
        for square in SquareSet::<N>::ALL {
            let other = Position::new(square.set(), SquareSet::EMPTY).unwrap();
            let known = Known { lower: 0, upper: 0, best: None, height: 7, selectivity: 0 };
            table.put(other, known);
            assert_eq!(table.get(other), Some(known));
        }
        assert_eq!(table.get(deep), Some(known));
        assert_eq!(table.get(deep.pass()), None);
    }

    #[test]
    fn remembers_what_it_was_told_and_prefers_height() {
        remembers::<4>();
        remembers::<6>();
        remembers::<8>();
    }

    #[test]
    fn an_empty_table_knows_nothing() {
        assert_eq!(Table::<4>::new(1 << 12).unwrap().get(Position::default()), None);
        assert_eq!(Table::<8>::new(1 << 12).unwrap().get(Position::default()), None);
    }

    #[test]
    fn forgets_when_told() {
        let mut table = Table::<6>::new(1 << 12).unwrap();
        table.clear();
        table.open(32);
        let position = Board::<6>::start().position();
        table.put(position, Known { lower: 0, upper: 0, best: None, height: 32, selectivity: 0 });
        table.clear();
        assert_eq!(table.get(position), None);
    }

    /// Whatever two words of two entries stand beside one another: they are no entry of a third
    /// position.
    #[test]
    fn halves_of_two_entries_are_none() {
        fn check<const N: usize>(positions: &[Position<N>]) {
            let stored = |position: &Position<N>| {
                let table = Table::<N>::new(0).unwrap();
                table.put(*position, Known { lower: -2, upper: 2, best: None, height: 9, selectivity: 0 });
                table.bucket(*position)[..Table::<N>::WORDS].iter().map(|word| word.load(Relaxed)).collect::<Vec<_>>()
            };
            for first in positions {
                for second in positions.iter().filter(|&second| second != first) {
                    let (first_words, second_words) = (stored(first), stored(second));
                    for cut in 1..first_words.len() {
                        let torn = [&first_words[..cut], &second_words[cut..]].concat();
                        if torn == first_words || torn == second_words {
                            // Equal data makes it one of the two.
                            continue;
                        }
                        let torn: Vec<AtomicU64> = torn.into_iter().map(AtomicU64::from).collect();
                        let read = Table::<N>::read(&torn);
                        for own in positions {
                            for opponent in positions {
                                let mixed = Position::<N>::new(own.own() - opponent.opponent(), opponent.opponent());
                                assert!(!holds(&read, mixed.unwrap()));
                            }
                        }
                    }
                }
            }
        }
        fn positions<const N: usize>() -> Vec<Position<N>> {
            let mut board = Board::<N>::start();
            let mut positions = vec![board.position()];
            while let Some(square) = board.legal_moves().iter().next().filter(|_| positions.len() < 8) {
                board.play(Move::Place(square));
                positions.push(board.position());
            }
            positions
        }
        check::<6>(&positions());
        check::<8>(&positions());
    }

    #[test]
    fn what_it_knows_stays_when_more_is_used() {
        let mut table = Table::<8>::new(1 << 20).unwrap();
        table.open(13);
        assert_eq!((table.mask + 1) * CACHE_LINE, 1 << 14);
        let mut board = Board::<8>::start();
        let mut told = Vec::new();
        while let Some(square) = board.legal_moves().iter().next() {
            let known = Known { lower: -3, upper: 7, best: Some(square), height: 4, selectivity: 0 };
            table.put(board.position(), known);
            told.push((board.position(), known));
            board.play(Move::Place(square));
        }
        for empties in [12, 14, 17, 60] {
            table.open(empties);
            for (position, known) in &told {
                assert_eq!(table.get(*position), Some(*known));
            }
        }
        assert_eq!((table.mask + 1) * CACHE_LINE, 1 << 20);
        table.clear();
        assert!(told.iter().all(|(position, _)| table.get(*position).is_none()));
    }

    #[test]
    fn more_memory_than_there_is_is_an_error() {
        assert!(Table::<6>::new(isize::MAX as usize / 2).is_err());
    }

    #[test]
    fn takes_no_more_than_it_may() {
        for (bytes, buckets) in [(0, 1), (64, 1), (127, 1), (128, 2), (1 << 20, 1 << 14), ((1 << 20) - 1, 1 << 13)] {
            assert_eq!(Table::<4>::new(bytes).unwrap().buckets, buckets);
        }
    }
}
