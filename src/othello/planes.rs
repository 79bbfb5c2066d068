//! The state of random games in bit slices, as the kernels of bit slices have it
//! (`asm/othello/bitslices_state.inc`): planes of one bit a game.

use crate::random::RandomLanes;
use crate::tier::Tier;
use std::ops::Range;

/// The state: a header, then planes. A plane is `words` quadwords wide, so that a tier with four
/// uses the first half of the memory.
// The kernels take any planes, but a turn that is 0 or 1 and the width of their registers: only
// this file sets these two.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Bitslices {
    turn: u64,
    /// First wins, draws, second wins and plies of the games that were finished.
    pub(crate) tally: [u64; 4],
    words: u64,
    unused: [u64; 2],
    pub(crate) random: RandomLanes,
    planes: [u64; 8 * PLANES],
}

/// Declares planes, each where the ones before it end, and the number of all of them.
macro_rules! planes {
    ($($(#[$doc:meta])* $name:ident: $count:expr;)*) => {
        planes!(@ 0; $($(#[$doc])* $name: $count;)*);
        /// The planes by their names in `bitslices_state.inc`: where each begins.
        pub(crate) const NAMED: &[(&str, usize)] = &[$((stringify!($name), $name)),*];
    };
    (@ $from:expr; $(#[$doc:meta])* $name:ident: $count:expr; $($rest:tt)*) => {
        $(#[$doc])*
        pub(crate) const $name: usize = $from;
        planes!(@ $name + $count; $($rest)*);
    };
    (@ $from:expr;) => {
        /// How many planes there are.
        pub(crate) const PLANES: usize = $from;
    };
}

planes! {
    /// The two sides' discs, by bit of the 8x8 frame.
    SIDES: 128;
    /// The moves; after the choice, the lines through the chosen square.
    MOVES: 64;
    /// The chosen square's row and column, one-hot.
    ROWS: 8;
    COLUMNS: 8;
    /// Each column's number of moves, in four bits; then those of two columns and of four, in five
    /// bits and in six.
    COUNTS: 32;
    PAIRS: 20;
    HALVES: 12;
    /// The number of moves less one, as many ones as that has bits, and the number of the chosen
    /// move.
    LAST: 6;
    SMEAR: 6;
    CHOSEN: 6;
    /// The choices on the way to the chosen move, and those of them that led to its column.
    LEFTS: 3;
    COLUMN_LEFTS: 3;
    /// The chosen square's diagonals, one-hot.
    DIAGONALS: 15;
    ANTIDIAGONALS: 15;
    /// The discs that turn on each line.
    TURNED: 32;
    /// Games that had no move in the last ply.
    PASSED: 1;
    /// Games that are over.
    OVER: 1;
    /// Plies played since the launch.
    AGE: AGE_BITS;
    /// Games in which side 0 is black.
    BLACK: 1;
    /// Games to finish or to launch.
    MASK: 1;
    /// Of the games to finish, those that black won, and those that were drawn.
    WON: 1;
    EVEN: 1;
    /// For launching: zero, then the mask.
    CHOICE: 2;
}

/// Bits of the number of plies.
const AGE_BITS: usize = 7;
/// The planes of the number of plies, lowest bit first.
pub(crate) const AGE_PLANES: Range<usize> = AGE..AGE + AGE_BITS;

// The layout that bitslices_state.inc relies on.
const _: () = {
    use std::mem::offset_of;
    assert!(
        offset_of!(Bitslices, turn) == 0 && offset_of!(Bitslices, tally) == 8 && offset_of!(Bitslices, words) == 40
    );
    assert!(offset_of!(Bitslices, random) == 64 && offset_of!(Bitslices, planes) == 320);
};

impl Bitslices {
    /// No games, in planes as wide as the tier's. Each word of a plane draws from a sequence of its
    /// own.
    pub(crate) fn new(tier: Tier, random: RandomLanes) -> Box<Bitslices> {
        Box::new(Bitslices {
            turn: 0,
            tally: [0; 4],
            words: tier.words() as u64,
            unused: [0; 2],
            random,
            planes: [0; 8 * PLANES],
        })
    }

    /// Quadwords of a plane: 4 or 8.
    pub(crate) fn words(&self) -> usize {
        self.words as usize
    }

    /// How many games there is room for.
    pub(crate) fn games(&self) -> usize {
        64 * self.words()
    }

    /// The side, 0 or 1, that is to move in every game.
    pub(crate) fn turn(&self) -> usize {
        self.turn as usize
    }

    /// Makes the other side the one to move.
    pub(crate) fn pass_turn(&mut self) {
        self.turn ^= 1;
    }

    pub(crate) fn plane(&self, plane: usize) -> &[u64] {
        &self.planes[plane * self.words()..][..self.words()]
    }

    pub(crate) fn plane_mut(&mut self, plane: usize) -> &mut [u64] {
        let words = self.words();
        &mut self.planes[plane * words..][..words]
    }

    pub(crate) fn bit(&self, plane: usize, game: usize) -> bool {
        self.plane(plane)[game / 64] >> (game % 64) & 1 == 1
    }

    pub(crate) fn set_bit(&mut self, plane: usize, game: usize, bit: bool) {
        let word = &mut self.plane_mut(plane)[game / 64];
        *word = *word & !(1 << (game % 64)) | u64::from(bit) << (game % 64);
    }

    /// The discs of a side in one game, as bits of the 8x8 frame.
    pub(crate) fn side(&self, side: usize, game: usize) -> u64 {
        (0..64).map(|square| u64::from(self.bit(SIDES + 64 * side + square, game)) << square).sum()
    }

    pub(crate) fn set_side(&mut self, side: usize, game: usize, discs: u64) {
        (0..64).for_each(|square| self.set_bit(SIDES + 64 * side + square, game, discs >> square & 1 == 1));
    }

    /// Plies played in a game since its launch.
    pub(crate) fn age(&self, game: usize) -> u32 {
        (0..AGE_BITS).map(|bit| u32::from(self.bit(AGE + bit, game)) << bit).sum()
    }

    pub(crate) fn set_age(&mut self, game: usize, age: u32) {
        (0..AGE_BITS).for_each(|bit| self.set_bit(AGE + bit, game, age >> bit & 1 == 1));
    }

    /// How many games are over.
    pub(crate) fn count_over(&self) -> u64 {
        self.plane(OVER).iter().map(|word| u64::from(word.count_ones())).sum()
    }
}
