//! A bit of each of 256 games: four words at a time, which compilers make vectors of.

use std::array;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// Words of a plane.
pub(crate) const WORDS: usize = 4;

/// A bit of each game.
#[derive(Clone, Copy)]
pub(crate) struct Plane(pub(crate) [u64; WORDS]);

impl Plane {
    pub(crate) const NONE: Plane = Plane([0; WORDS]);
    pub(crate) const ALL: Plane = Plane([u64::MAX; WORDS]);

    /// The first words of a slice.
    #[inline(always)]
    pub(crate) fn of(words: &[u64]) -> Plane {
        Plane(array::from_fn(|word| words[word]))
    }

    /// Puts it into the first words of a slice.
    #[inline(always)]
    pub(crate) fn store(self, words: &mut [u64]) {
        words[..WORDS].copy_from_slice(&self.0);
    }
}

/// Adds a bit to each game's number, whose bits are the planes of `number`, lowest first.
#[inline(always)]
pub(crate) fn add(number: &mut [Plane], mut carry: Plane) {
    for bit in number {
        (*bit, carry) = (*bit ^ carry, *bit & carry);
    }
}

/// Takes a bit from each game's number.
#[inline(always)]
pub(crate) fn subtract(number: &mut [Plane], mut borrow: Plane) {
    for bit in number {
        *bit ^= borrow;
        borrow &= *bit;
    }
}

/// The games whose number is not 0.
#[inline(always)]
pub(crate) fn any(number: &[Plane]) -> Plane {
    number.iter().fold(Plane::NONE, |any, &bit| any | bit)
}

/// As many ones as each game's number has bits.
#[inline(always)]
pub(crate) fn smeared<const BITS: usize>(mut number: [Plane; BITS]) -> [Plane; BITS] {
    let mut ones = Plane::NONE;
    for bit in number.iter_mut().rev() {
        ones |= *bit;
        *bit = ones;
    }
    number
}

/// The operators of bits.
macro_rules! operators {
    ($($trait:ident $method:ident $operator:tt $assign:ident $assigned:ident;)*) => {
        $(
            impl $trait for Plane {
                type Output = Plane;

                #[inline(always)]
                fn $method(self, other: Plane) -> Plane {
                    Plane(array::from_fn(|word| self.0[word] $operator other.0[word]))
                }
            }

            impl $assign for Plane {
                #[inline(always)]
                fn $assigned(&mut self, other: Plane) {
                    *self = *self $operator other;
                }
            }
        )*
    };
}
operators! {
    BitAnd bitand & BitAndAssign bitand_assign;
    BitOr bitor | BitOrAssign bitor_assign;
    BitXor bitxor ^ BitXorAssign bitxor_assign;
}

impl Not for Plane {
    type Output = Plane;

    #[inline(always)]
    fn not(self) -> Plane {
        self ^ Plane::ALL
    }
}
