//! Moves in the order of their promise.

use crate::othello::square::Square;

/// The legal moves of a position, and the order in which they are searched.
#[derive(Default)]
pub(super) struct Order {
    /// For each move: its promise (less is better), its square's bit, and the index of its child.
    entries: Vec<u64>,
}

impl Order {
    #[inline]
    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    #[inline]
    pub(super) fn push<const N: usize>(&mut self, promise: i32, square: Square<N>, index: usize) {
        let promise = u64::from(promise.wrapping_sub(i32::MIN) as u32);
        self.entries.push(promise << 16 | u64::from(square.bit()) << 8 | index as u64);
    }

    /// The square and the index of the child of the move at a place, when those at the places before were taken in turn.
    #[inline]
    pub(super) fn take<const N: usize>(&mut self, place: usize) -> (Square<N>, usize) {
        let left = &mut self.entries[place..];
        let mut least = 0;
        for index in 1..left.len() {
            if left[index] < left[least] {
                least = index;
            }
        }
        left.swap(0, least);
        let entry = left[0];
        let square = Square::from_bit((entry >> 8 & 0xff) as u32).expect("a square was pushed");
        (square, (entry & 0xff) as usize)
    }
}
