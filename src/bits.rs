//! Bits of words: the lowest of them, each of them, and sets whose operators are those of bits.

use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// Words, or several of them side by side, with the operators of bits.
pub(crate) trait Bits:
    Copy
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
}

impl Bits for u16 {}
impl Bits for u32 {}
impl Bits for u64 {}

/// The lowest `most` bits that are set; all of them if there are fewer.
pub(crate) const fn lowest(word: u64, most: u64) -> u64 {
    if word.count_ones() as u64 <= most {
        return word;
    }
    let mut rest = word;
    let mut taken = 0;
    while taken < most {
        rest &= rest - 1;
        taken += 1;
    }
    word & !rest
}

/// The number of the bit with `below` set bits below it.
///
/// There must be more bits than that.
pub(crate) const fn nth(word: u64, below: u32) -> u32 {
    nth_by_counts(word, counts(word), below)
}

/// [`nth`] of a low word and a high one, whose bits follow. `choose` is told how many bits there
/// are.
#[inline(always)]
pub(crate) fn nth_of_two([low, high]: [u64; 2], choose: impl FnOnce(u32) -> u32) -> u32 {
    let [low_counts, high_counts] = [counts(low), counts(high)];
    let in_low = (low_counts >> 56) as u32;
    let below = choose(in_low + (high_counts >> 56) as u32);
    let is_high = below >= in_low;
    let (word, counts) = if is_high { (high, high_counts) } else { (low, low_counts) };
    64 * u32::from(is_high) + nth_by_counts(word, counts, below - if is_high { in_low } else { 0 })
}

const ONES: u64 = 0x0101_0101_0101_0101;

/// How many bits there are in each byte and those below it.
#[inline(always)]
const fn counts(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    ((nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).wrapping_mul(ONES)
}

#[inline(always)]
const fn nth_by_counts(word: u64, counts: u64, below: u32) -> u32 {
    // The bytes in which they do not suffice.
    let short = ((below as u64).wrapping_mul(ONES) | ONES << 7).wrapping_sub(counts) & ONES << 7;
    let first = 8 * ((short >> 7).wrapping_mul(ONES) >> 56) as u32;
    let left = below - (counts << 8 >> (first % 64)) as u32 % 256;
    // The bits of that byte as bytes, then how many there are up to each; again those that do not
    // suffice.
    let kept = (word >> (first % 64) & 0xff).wrapping_mul(ONES) & 0x8040_2010_0804_0201;
    let counts = ((kept + 0x7f7f_7f7f_7f7f_7f7f) >> 7 & ONES).wrapping_mul(ONES);
    let short = ((left as u64).wrapping_mul(ONES) | ONES << 7).wrapping_sub(counts) & ONES << 7;
    first + ((short >> 7).wrapping_mul(ONES) >> 56) as u32
}

/// Bit `b` of word `w` becomes bit `w` of word `b`.
pub(crate) fn transpose(words: &mut [u64; 64]) {
    if words.iter().all(|word| *word == words[0]) {
        let word = words[0];
        *words = std::array::from_fn(|bit| (word >> bit & 1).wrapping_neg());
        return;
    }
    // Blocks of half the size change places across the diagonal, in blocks of 64 bits, of 32, and
    // so on.
    let mut mask = u64::MAX >> 32;
    let mut half = 32;
    while half > 0 {
        for block in words.chunks_exact_mut(2 * half) {
            let (upper, lower) = block.split_at_mut(half);
            for (upper, lower) in upper.iter_mut().zip(lower) {
                let differ = (*upper >> half ^ *lower) & mask;
                *upper ^= differ << half;
                *lower ^= differ;
            }
        }
        half /= 2;
        mask ^= mask << half;
    }
}

/// The numbers of the bits that are set, ascending.
pub(crate) fn each(word: u64) -> impl Iterator<Item = usize> {
    let nonzero = |word: u64| (word != 0).then_some(word);
    std::iter::successors(nonzero(word), move |word| nonzero(word & (word - 1)))
        .map(|word| word.trailing_zeros() as usize)
}

/// Gives a set its operators: `|`, `&`, `^`, `-` (difference), their assignments, and `!`, the
/// complement in the set's `ALL`. The set is a struct of one field, `bits`, which only these
/// operators and its own file see.
macro_rules! set_operators {
    ($set:ident $(<const $size:ident: usize>)?) => {
        $crate::bits::set_operators!(@ $set $(<const $size>)? BitOr bitor BitOrAssign bitor_assign a b a | b);
        $crate::bits::set_operators!(@ $set $(<const $size>)? BitAnd bitand BitAndAssign bitand_assign a b a & b);
        $crate::bits::set_operators!(@ $set $(<const $size>)? BitXor bitxor BitXorAssign bitxor_assign a b a ^ b);
        $crate::bits::set_operators!(@ $set $(<const $size>)? Sub sub SubAssign sub_assign a b a & !b);

        impl $(<const $size: usize>)? std::ops::Not for $set $(<$size>)? {
            type Output = Self;

            #[inline]
            fn not(self) -> Self {
                Self::ALL - self
            }
        }
    };
    (
        @ $set:ident $(<const $size:ident>)?
        $trait:ident $method:ident $assign_trait:ident $assign:ident $left:ident $right:ident $bits:expr
    ) => {
        impl $(<const $size: usize>)? std::ops::$trait for $set $(<$size>)? {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                let ($left, $right) = (self.bits, other.bits);
                Self { bits: $bits }
            }
        }

        impl $(<const $size: usize>)? std::ops::$assign_trait for $set $(<$size>)? {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = std::ops::$trait::$method(*self, other);
            }
        }
    };
}

/// Gives a set that [`set_operators`] gave its operators the methods that change it and compare it
/// with another.
macro_rules! set_methods {
    ($set:ident $(<const $size:ident: usize>)? of $item:ty) => {
        impl $(<const $size: usize>)? $set $(<$size>)? {
            /// Adds one; whether it was not there.
            #[inline]
            pub const fn insert(&mut self, item: $item) -> bool {
                let new = !self.contains(item);
                self.bits |= item.set().bits;
                new
            }

            /// Removes an item. Returns whether it was in the set.
            #[inline]
            pub const fn remove(&mut self, item: $item) -> bool {
                let there = self.contains(item);
                self.bits &= !item.set().bits;
                there
            }

            /// Whether the other set holds all that this one holds.
            #[inline]
            pub const fn is_subset(self, other: Self) -> bool {
                self.bits & !other.bits == 0
            }

            /// Whether the sets have nothing in common.
            #[inline]
            pub const fn is_disjoint(self, other: Self) -> bool {
                self.bits & other.bits == 0
            }

            /// The first, by rows from the top, each from the left.
            #[inline]
            pub fn first(self) -> Option<$item> {
                self.iter().next()
            }
        }
    };
}

pub(crate) use {set_methods, set_operators};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transpose_is_bit_by_bit() {
        let mut random = crate::random::Random::new(1);
        let mut words: [u64; 64] = std::array::from_fn(|_| random.next_u64());
        for _ in 0..2 {
            let before = words;
            transpose(&mut words);
            for (index, word) in before.into_iter().enumerate() {
                assert!((0..64).all(|bit| word >> bit & 1 == words[bit] >> index & 1), "word {index}");
            }
            words = [0x0123_4567_89ab_cdef; 64];
        }
    }

    #[test]
    fn the_lowest_bits_are_the_first_of_each() {
        for word in [0, 1, 1 << 63, 0b1011_0100, u64::MAX, 0x8000_0001_0000_0010] {
            let places: Vec<usize> = each(word).collect();
            assert_eq!(places, (0..64).filter(|place| word >> place & 1 == 1).collect::<Vec<_>>());
            for (below, &place) in places.iter().enumerate() {
                assert_eq!(nth(word, below as u32) as usize, place, "{below} of {word:#x}");
                for (pair, first) in [([word, 0], 0), ([0, word], 0), ([0b101, word], 2), ([word, 0b11], 0)] {
                    let all = pair[0].count_ones() + pair[1].count_ones();
                    let choose = |count| {
                        assert_eq!(count, all);
                        below as u32 + first
                    };
                    let high = if pair[0] == word { 0 } else { 64 };
                    assert_eq!(nth_of_two(pair, choose) as usize, place + high, "{below} of {pair:x?}");
                }
            }
            for most in 0..66 {
                let expected = places.iter().take(most).fold(0, |bits, place| bits | 1 << place);
                assert_eq!(lowest(word, most as u64), expected, "{most} of {word:#x}");
            }
        }
    }
}
