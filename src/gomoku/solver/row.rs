//! A line of the board as sets of bits, and where a colour makes fives, fours and threes on it.

use crate::bits::Bits;
use crate::game::Colour;
use crate::gomoku::rule::Rule;
use std::ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr};

/// The bit of a line's first cell. There are as many free bits before it as a look around a cell
/// needs.
pub(super) const FIRST: u32 = 6;

/// Which five cells in a row win when all hold stones of a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Win {
    /// Any.
    FiveOrMore,
    /// Those that no stone of the colour touches at an end.
    Exact,
    /// Those that are not blocked by stones of the other colour at both ends.
    Unblocked,
    /// Those to which both applies.
    ExactUnblocked,
}

impl Win {
    pub(super) const fn of(rule: Rule, colour: Colour) -> Win {
        match (rule, colour) {
            (Rule::Freestyle, _) | (Rule::Renju, Colour::White) => Win::FiveOrMore,
            (Rule::Standard, _) | (Rule::Renju, Colour::Black) => Win::Exact,
            (Rule::Caro, _) => Win::Unblocked,
            (Rule::CaroExact, _) => Win::ExactUnblocked,
        }
    }

    /// Whether stones at the ends of a row take part in the win.
    pub(super) const fn counts_blocks(self) -> bool {
        matches!(self, Win::Unblocked | Win::ExactUnblocked)
    }
}

/// A shape that a stone of a colour on an empty cell would make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Map {
    /// A five that wins.
    Fives,
    /// A four: one stone more makes a five that wins.
    Fours,
    /// A four in more than one way: the straight fours, which two stones can complete, are among
    /// them.
    Doubles,
    /// A three: one stone more makes a straight four.
    Threes,
}

/// The windows of five cells in which a colour may win and has so many stones, by first cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Made<B = u64> {
    pub(super) threes: B,
    pub(super) fours: B,
}

/// Two words, each of two lines, the second of them 32 bits after the first, neither with more than
/// 20 cells: vector registers hold them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words(pub(super) [u64; 2]);

impl Bits for Words {}

macro_rules! by_word {
    ($($operator:ident $method:ident),*) => {$(
        impl $operator for Words {
            type Output = Words;

            #[inline(always)]
            fn $method(self, Words([a, b]): Words) -> Words {
                let Words([c, d]) = self;
                Words([c.$method(a), d.$method(b)])
            }
        }
    )*};
}
by_word!(BitAnd bitand, BitOr bitor, BitXor bitxor);

impl Not for Words {
    type Output = Words;

    #[inline(always)]
    fn not(self) -> Words {
        let Words([a, b]) = self;
        Words([!a, !b])
    }
}

impl Shl<u32> for Words {
    type Output = Words;

    #[inline(always)]
    fn shl(self, by: u32) -> Words {
        let Words([a, b]) = self;
        Words([a << by, b << by])
    }
}

impl Shr<u32> for Words {
    type Output = Words;

    #[inline(always)]
    fn shr(self, by: u32) -> Words {
        let Words([a, b]) = self;
        Words([a >> by, b >> by])
    }
}

/// The five cells from each on: which of them a colour can still win in, and how many stones it has
/// there.
#[derive(Clone, Copy)]
pub(super) struct Windows<B> {
    /// By first cell: five cells in which the colour may win.
    pub(super) open: B,
    /// Whether the number of stones is odd; the pairs; whether it is four or more.
    counts: [B; 3],
}

impl<B: Bits> Windows<B> {
    #[inline(always)]
    pub(super) fn new(win: Win, own: B, other: B, board: B) -> Windows<B> {
        let free = board & !other;
        let pairs = free & free >> 1;
        let mut open = pairs & pairs >> 2 & free >> 4;
        if matches!(win, Win::Exact | Win::ExactUnblocked) {
            open = open & !(own << 1 | own >> 5);
        }
        if win.counts_blocks() {
            open = open & !(other << 1 & other >> 5);
        }
        let (b, c, d, e) = (own >> 1, own >> 2, own >> 3, own >> 4);
        let (first, carry) = (own ^ b ^ c, own & b | c & (own | b));
        let (odd, other_carry) = (first ^ d ^ e, first & d | e & (first | d));
        Windows { open, counts: [odd, carry ^ other_carry, carry & other_carry] }
    }

    /// Where three stones stand, and where four.
    #[inline(always)]
    pub(super) fn made(self) -> Made<B> {
        let [odd, pair, four] = self.counts;
        Made { threes: self.open & pair & odd, fours: self.open & four & !odd }
    }

    /// By first cell: where two stones stand.
    #[inline]
    pub(super) fn of_two(self) -> B {
        self.open & self.counts[1] & !self.counts[0]
    }
}

/// The cells of the windows of five that begin at these.
#[inline]
pub(super) const fn spread(first: u64) -> u64 {
    let pairs = first | first << 1;
    pairs | pairs << 2 | first << 4
}

/// The cells of two or more of the windows of five that begin at these.
#[inline]
pub(super) const fn spread_twice(first: u64) -> u64 {
    let pairs = first | first << 1;
    let both = first & first << 1;
    both | both << 2 | pairs & pairs << 2 | (pairs | pairs << 2) & first << 4
}

/// The cells of a line on which a stone would make a three.
#[inline]
pub(super) fn threes(win: Win, own: u64, other: u64, board: u64) -> u64 {
    // Two stones are the least that a third makes a three with.
    if own & own.wrapping_sub(1) == 0 {
        return 0;
    }
    let empty = board & !own & !other;
    let open = Windows::new(win, own, other, board).open;
    // Six cells from each on: the outer two empty, and both windows of five in them open.
    let mut six = open & open >> 1 & empty & empty >> 5;
    if win.counts_blocks() {
        // A stone of the other colour beyond would let one stone at the far end stop both.
        six &= !(other << 1 | other >> 6);
    }
    let (a, b, c, d) = (own >> 1, own >> 2, own >> 3, own >> 4);
    let (odd, carry) = (a ^ b, a & b);
    let (other_odd, other_carry) = (c ^ d, c & d);
    let two = six & (carry ^ other_carry ^ odd & other_odd) & !(odd ^ other_odd);
    let pairs = two << 1 | two << 2;
    (pairs | pairs << 2) & empty
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Maps {
        fives: u64,
        fours: u64,
        doubles: u64,
        threes: u64,
    }

    impl Maps {
        fn new(win: Win, own: u64, other: u64, board: u64) -> Maps {
            let (empty, made) = (board & !own & !other, Windows::new(win, own, other, board).made());
            Maps {
                fives: spread(made.fours) & empty,
                fours: spread(made.threes) & empty,
                doubles: spread_twice(made.threes) & empty,
                threes: threes(win, own, other, board),
            }
        }
    }

    /// Whether the cell, just filled, wins along the line; by walking.
    fn wins(win: Win, own: u64, other: u64, cell: u32) -> bool {
        let has = |set: u64, at: u32| set >> at & 1 != 0;
        let (mut first, mut last) = (cell, cell);
        while has(own, first - 1) {
            first -= 1;
        }
        while has(own, last + 1) {
            last += 1;
        }
        let blocked = has(other, first - 1) && has(other, last + 1);
        match (win, last - first + 1) {
            (_, 0..=4) => false,
            (Win::FiveOrMore, _) => true,
            (Win::Exact, length) => length == 5,
            (Win::Unblocked, length) => length > 5 || !blocked,
            (Win::ExactUnblocked, length) => length == 5 && !blocked,
        }
    }

    fn cells(set: u64) -> impl Iterator<Item = u64> {
        (0..64).map(|bit| 1 << bit).filter(move |bit| set & bit != 0)
    }

    fn fives(win: Win, own: u64, other: u64, board: u64) -> u64 {
        let empty = board & !own & !other;
        cells(empty).filter(|&cell| wins(win, own | cell, other, cell.trailing_zeros())).sum()
    }

    #[test]
    fn the_maps_of_every_line_of_nine_cells_are_those_of_trying() {
        let board = 0x1ffu64 << FIRST;
        for number in 0..3u32.pow(9) {
            let (mut own, mut other) = (0, 0);
            for cell in 0..9 {
                match number / 3u32.pow(cell) % 3 {
                    1 => own |= 1 << (FIRST + cell),
                    2 => other |= 1 << (FIRST + cell),
                    _ => {}
                }
            }
            for win in [Win::FiveOrMore, Win::Exact, Win::Unblocked, Win::ExactUnblocked] {
                let empty = board & !own & !other;
                let found = Maps::new(win, own, other, board);
                let case = format!("{win:?} {own:b} {other:b}");
                let five = fives(win, own, other, board);
                assert_eq!(found.fives, five, "{case}");
                // A stone makes a four if a second then makes a five that it would not have made
                // alone.
                let four: u64 =
                    cells(empty).filter(|&cell| fives(win, own | cell, other, board) & !five & !cell != 0).sum();
                assert_eq!(four & !five & !found.fours, 0, "{case}");
                // Where a five can be made, stones that leave it count too.
                if five == 0 {
                    assert_eq!(found.fours, four, "{case}");
                }
                // Against such a four no one stone helps.
                let is_sure = |own: u64, cell: u64| {
                    let answers = || cells(empty & !own & !cell);
                    let is_left = |answer: u64| fives(win, own | cell, other | answer, board) != 0;
                    fives(win, own | cell, other, board) != 0 && answers().all(is_left)
                };
                assert_eq!(found.doubles & !found.fours, 0, "{case}");
                for cell in cells(if five == 0 { empty & !found.doubles } else { 0 }) {
                    assert!(!is_sure(own, cell), "{case} {cell:b}");
                }
                for cell in cells(found.threes) {
                    assert!(cells(empty & !cell).any(|next| is_sure(own | cell, next)), "{case} {cell:b}");
                }
                let lines = [(own, other), (other, own)];
                let [low, high] = lines.map(|(own, other)| Windows::new(win, own, other, board).made());
                let both = |low, high| Words([low | high << 32, high]);
                let made = Windows::new(win, both(own, other), both(other, own), both(board, board)).made();
                assert_eq!(made.threes.0, [low.threes | high.threes << 32, high.threes], "{case}");
                assert_eq!(made.fours.0, [low.fours | high.fours << 32, high.fours], "{case}");
            }
        }
    }
}
