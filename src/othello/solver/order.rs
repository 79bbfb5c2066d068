//! Moves in the order of their promise.

use crate::othello::square::Square;

/// The legal moves of a position, and the order in which they are searched.
#[derive(Default)]
pub(super) struct Order {
    /// For each move: its promise (less is better), its square's bit, and the index of its child.
    /// No two are equal, and none is zero.
    entries: Vec<u64>,
    /// The entry that was taken last, or zero.
    taken: u64,
}

impl Order {
    #[inline]
    pub(super) fn clear(&mut self) {
        self.entries.clear();
        self.taken = 0;
    }

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    #[inline]
    pub(super) fn push<const N: usize>(&mut self, promise: i32, square: Square<N>, index: usize) {
        let promise = 1 << 32 | u64::from(promise.wrapping_sub(i32::MIN) as u32);
        self.entries.push(promise << 16 | u64::from(square.bit()) << 8 | index as u64);
    }

    /// The square and the index of the child of the next move. All are looked at each time, which
    /// no branch depends on; most positions are decided by the first.
    #[inline]
    pub(super) fn take<const N: usize>(&mut self) -> (Square<N>, usize) {
        let left = self.entries.iter().map(|&entry| if entry > self.taken { entry } else { u64::MAX });
        self.taken = left.fold(u64::MAX, u64::min);
        let square = Square::from_bit((self.taken >> 8 & 0xff) as u32).expect("a move is left");
        (square, (self.taken & 0xff) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_promises_come_first_and_equal_ones_by_square() {
        let mut order = Order::default();
        for promises in [&[i32::MIN, 5, -7, 5, i32::MAX][..], &[0], &[3, 3, 3]] {
            order.clear();
            let mut expected = Vec::new();
            for (index, &promise) in promises.iter().enumerate() {
                let square = Square::<8>::from_bit(index as u32).unwrap();
                order.push(promise, square, index);
                expected.push((promise, square, index));
            }
            expected.sort_by_key(|&(promise, square, _)| (promise, square.bit()));
            assert_eq!(order.len(), promises.len());
            for (_, square, index) in expected {
                assert_eq!(order.take::<8>(), (square, index));
            }
        }
    }
}
