//! Different positions of one ply, in how many ways each is reached: a table that grows and forgets
//! none.

use super::merge_error::MergeError;
use super::stop;
use crate::kernel::memory;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Positions waiting until their cache lines have come.
const WAITING: usize = 32;
/// The fewest slots.
const LEAST: usize = 1 << 10;

/// A slot holds a position in `width` words, which its game packs, and the number of ways to it, 0
/// while the slot is free.
#[derive(Debug)]
pub struct Table {
    width: usize,
    slots: Vec<AtomicU64>,
    /// How many slots there are.
    capacity: usize,
    /// How many of them hold a position.
    len: usize,
    /// The images of all of them, themselves included, under the symmetries that the positions were
    /// merged by.
    images: u64,
    /// All ways.
    ways: u64,
    /// The most memory to take, in bytes.
    limit: usize,
}

impl Table {
    /// A table for about as many positions.
    ///
    /// # Errors
    /// When there is not enough memory, or the limit is below what it takes.
    pub(crate) fn new(width: usize, positions: usize, limit: usize) -> Result<Table, MergeError> {
        let capacity = (positions.saturating_add(positions / 2)).max(LEAST);
        let slots = slots(width, capacity, limit)?;
        Ok(Table { width, slots, capacity, len: 0, images: 0, ways: 0, limit })
    }

    /// How many slots there are, free ones included.
    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    /// How many positions there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// How many positions there are when images under the symmetries count apart.
    pub(crate) fn images(&self) -> u64 {
        self.images
    }

    /// The ways to all positions together.
    pub(crate) fn ways(&self) -> u64 {
        self.ways
    }

    /// The words of a position.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// The positions in these slots, and the ways to each.
    pub(crate) fn iter<const W: usize>(&self, slots: Range<usize>) -> impl Iterator<Item = ([u64; W], u64)> {
        assert_eq!(W, self.width, "words of a position");
        let slots = &self.slots[slots.start * (W + 1)..slots.end * (W + 1)];
        slots.chunks_exact(W + 1).filter_map(|slot| {
            let ways = slot[W].load(Ordering::Relaxed);
            let position = std::array::from_fn(|word| slot[word].load(Ordering::Relaxed));
            (ways != 0).then_some((position, ways))
        })
    }

    /// Adds ways to a position, which has so many images.
    fn add<const W: usize>(&mut self, waiting: &Waiting<W>) -> Result<(), MergeError> {
        let &Waiting { position, ways, images, hash } = waiting;
        self.ways = self.ways.checked_add(ways).ok_or(MergeError::Overflow)?;
        let mut slot = place(hash, self.capacity);
        loop {
            let words = &mut self.slots[slot * (W + 1)..][..=W];
            let known = words[W].get_mut();
            if *known == 0 {
                *known = ways;
                words.iter_mut().zip(position).for_each(|(word, bits)| *word.get_mut() = bits);
                self.len += 1;
                self.images += u64::from(images);
                break;
            }
            if words.iter_mut().zip(position).all(|(word, bits)| *word.get_mut() == bits) {
                // Not above the sum of all ways, which has not overflowed.
                *words[W].get_mut() += ways;
                return Ok(());
            }
            slot = if slot + 1 == self.capacity { 0 } else { slot + 1 };
        }
        // Three quarters at most are taken, so that searches for a free slot are short and end.
        if self.len > self.capacity / 4 * 3 { self.grow::<W>() } else { Ok(()) }
    }

    /// Twice as many slots.
    fn grow<const W: usize>(&mut self) -> Result<(), MergeError> {
        let capacity = 2 * self.capacity;
        let mut larger = slots(W, capacity, self.limit)?;
        for (position, ways) in self.iter::<W>(0..self.capacity) {
            let mut slot = place(hash(&position), capacity);
            while *larger[slot * (W + 1) + W].get_mut() != 0 {
                slot = if slot + 1 == capacity { 0 } else { slot + 1 };
            }
            let words = &mut larger[slot * (W + 1)..][..=W];
            words.iter_mut().zip(position).for_each(|(word, bits)| *word.get_mut() = bits);
            *words[W].get_mut() = ways;
        }
        (self.slots, self.capacity) = (larger, capacity);
        Ok(())
    }
}

/// Free slots.
fn slots(width: usize, capacity: usize, limit: usize) -> Result<Vec<AtomicU64>, MergeError> {
    let words = capacity.checked_mul(width + 1).ok_or(MergeError::Memory)?;
    if words > limit / size_of::<u64>() {
        return Err(MergeError::Memory);
    }
    memory::zeros(words).map_err(|_| MergeError::Memory)
}

/// The slot where the search for a position begins.
#[inline]
fn place(hash: u64, capacity: usize) -> usize {
    ((u128::from(hash) * capacity as u128) >> 64) as usize
}

#[inline]
fn hash<const W: usize>(position: &[u64; W]) -> u64 {
    // The upper half of a product depends on every bit of its factor; what the lower half adds
    // keeps it from being 0 too often.
    position.iter().fold(0x9e37_79b9_7f4a_7c15, |hash: u64, &word| {
        let product = u128::from(hash ^ word) * 0xa076_1d64_78bd_642f;
        (product as u64 ^ (product >> 64) as u64).wrapping_mul(0xbf58_476d_1ce4_e5b9)
    })
}

/// A position on its way into a table.
#[derive(Clone, Copy, Debug)]
struct Waiting<const W: usize> {
    position: [u64; W],
    ways: u64,
    images: u32,
    hash: u64,
}

/// Fills a table; each position is added some positions after it was given, when its slot has come
/// into the cache.
pub(crate) struct Filler<'a, const W: usize> {
    table: &'a mut Table,
    stop: &'a AtomicBool,
    waiting: [Waiting<W>; WAITING],
    len: usize,
}

impl<'a, const W: usize> Filler<'a, W> {
    pub(crate) fn new(table: &'a mut Table, stop: &'a AtomicBool) -> Filler<'a, W> {
        assert_eq!(W, table.width, "words of a position");
        let nothing = Waiting { position: [0; W], ways: 0, images: 0, hash: 0 };
        Filler { table, stop, waiting: [nothing; WAITING], len: 0 }
    }

    /// Adds ways to a position, which has so many images.
    #[inline]
    pub(crate) fn add(&mut self, position: [u64; W], ways: u64, images: u32) -> Result<(), MergeError> {
        let hash = hash(&position);
        memory::prefetch(&self.table.slots[place(hash, self.table.capacity) * (W + 1)]);
        self.waiting[self.len] = Waiting { position, ways, images, hash };
        self.len += 1;
        if self.len == WAITING { self.finish() } else { Ok(()) }
    }

    /// Adds the positions that wait.
    pub(crate) fn finish(&mut self) -> Result<(), MergeError> {
        if stop::asked(self.stop) {
            return Err(MergeError::Stopped(Default::default()));
        }
        let waiting = self.len;
        self.len = 0;
        self.waiting[..waiting].iter().try_for_each(|position| self.table.add(position))
    }
}
