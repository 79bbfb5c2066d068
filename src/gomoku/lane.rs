//! How wide a row's bits are stored.

use super::point::{Point, Size};

/// The width of a row's lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    W16,
    W32,
    W64,
}

impl Lane {
    /// The lanes of a board of this size.
    #[inline]
    pub(super) const fn of(size: Size) -> Lane {
        if size.rows() <= 15 && size.columns() <= 15 {
            Lane::W16
        } else if size.rows() <= 32 && size.columns() <= 32 {
            Lane::W32
        } else {
            Lane::W64
        }
    }

    /// The lanes of 16, 32 or 64 bits.
    pub(super) const fn of_bits(bits: u32) -> Lane {
        match bits {
            16 => Lane::W16,
            32 => Lane::W32,
            64 => Lane::W64,
            _ => panic!("lanes have 16, 32 or 64 bits"),
        }
    }

    /// The bits of a lane.
    #[inline]
    pub(super) const fn bits(self) -> usize {
        16 << self as usize
    }

    /// The bits of a row in a plane that begins with these words.
    #[inline]
    pub(super) fn get(self, words: &[u64], row: usize) -> u64 {
        let at = row * self.bits();
        words[at / 64] >> (at % 64) & u64::MAX >> (64 - self.bits())
    }

    /// Sets a bit.
    #[inline]
    pub(super) fn set(self, words: &mut [u64], row: usize, column: usize) {
        let at = row * self.bits() + column;
        words[at / 64] |= 1 << (at % 64);
    }

    /// Clears a bit.
    #[inline]
    pub(super) fn clear(self, words: &mut [u64], row: usize, column: usize) {
        let at = row * self.bits() + column;
        words[at / 64] &= !(1 << (at % 64));
    }

    /// The bits of a set of points.
    pub(super) fn bits_of(self, points: &[Point]) -> [u64; Size::MAX] {
        let mut words = [0; Size::MAX];
        for point in points {
            self.set(&mut words, point.row(), point.column());
        }
        words
    }
}
