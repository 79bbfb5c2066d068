//! A line of the board as sets of bits, and where a colour makes fives, fours and threes on it.

use crate::game::Colour;
use crate::gomoku::rule::Rule;

/// The bit of a line's first cell. There are as many free bits before it as a look around a cell needs.
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

/// The patterns that a stone of a colour on an empty cell would make, each a set of cells of one line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Maps {
    /// A five that wins.
    pub(super) fives: u64,
    /// A four: one stone more makes a five that wins.
    pub(super) fours: u64,
    /// A straight four, which two stones can complete.
    pub(super) straights: u64,
    /// A three: one stone more makes a straight four.
    pub(super) threes: u64,
}

impl Maps {
    /// The four sets.
    pub(super) const fn all(self) -> [u64; 4] {
        [self.fives, self.fours, self.straights, self.threes]
    }
}

/// The five cells from each on: which of them a colour can still win in, and how many stones it has there.
#[derive(Clone, Copy)]
pub(super) struct Windows {
    /// By first cell: five cells in which the colour may win.
    pub(super) open: u64,
    /// Whether the number of stones is odd; the pairs; whether it is four or more.
    counts: [u64; 3],
}

impl Windows {
    #[inline]
    pub(super) fn new(win: Win, own: u64, other: u64, board: u64) -> Windows {
        let free = board & !other;
        let pairs = free & free >> 1;
        let mut open = pairs & pairs >> 2 & free >> 4;
        if matches!(win, Win::Exact | Win::ExactUnblocked) {
            open &= !(own << 1 | own >> 5);
        }
        if win.counts_blocks() {
            open &= !(other << 1 & other >> 5);
        }
        let (b, c, d, e) = (own >> 1, own >> 2, own >> 3, own >> 4);
        let (first, carry) = (own ^ b ^ c, own & b | c & (own | b));
        let (odd, other_carry) = (first ^ d ^ e, first & d | e & (first | d));
        Windows { open, counts: [odd, carry ^ other_carry, carry & other_carry] }
    }

    /// By first cell: where four stones stand and one cell is empty.
    #[inline]
    pub(super) fn of_four(self) -> u64 {
        self.open & self.counts[2] & !self.counts[0]
    }

    /// By first cell: where two stones stand.
    #[inline]
    pub(super) fn of_two(self) -> u64 {
        self.open & self.counts[1] & !self.counts[0]
    }

    #[inline]
    fn of_three(self) -> u64 {
        self.open & self.counts[1] & self.counts[0]
    }
}

/// The cells of the windows of five that begin at these.
#[inline]
pub(super) const fn spread(first: u64) -> u64 {
    let pairs = first | first << 1;
    pairs | pairs << 2 | first << 4
}

/// The maps of a colour on a line.
#[inline]
pub(super) fn maps(win: Win, own: u64, other: u64, board: u64) -> Maps {
    // Two stones are the least that a third makes a three with.
    if own & own.wrapping_sub(1) == 0 {
        return Maps::default();
    }
    let empty = board & !own & !other;
    let windows = Windows::new(win, own, other, board);
    // Six cells from each on: the outer two empty, and both windows of five in them open.
    let mut six = windows.open & windows.open >> 1 & empty & empty >> 5;
    if win.counts_blocks() {
        // A stone of the other colour beyond would let one stone at the far end stop both.
        six &= !(other << 1 | other >> 6);
    }
    let (a, b, c, d) = (own >> 1, own >> 2, own >> 3, own >> 4);
    let (odd, carry) = (a ^ b, a & b);
    let (other_odd, other_carry) = (c ^ d, c & d);
    let (odd, last_carry) = (odd ^ other_odd, odd & other_odd);
    let pair = carry ^ other_carry ^ last_carry;
    let inner = |six: u64| {
        let pairs = six << 1 | six << 2;
        pairs | pairs << 2
    };
    Maps {
        fives: spread(windows.of_four()) & empty,
        fours: spread(windows.of_three()) & empty,
        straights: inner(six & odd & pair) & empty,
        threes: inner(six & pair & !odd) & empty,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
                let found = maps(win, own, other, board);
                let case = format!("{win:?} {own:b} {other:b}");
                let five = fives(win, own, other, board);
                assert_eq!(found.fives, five, "{case}");
                // A stone makes a four if a second then makes a five that it would not have made alone.
                let four: u64 =
                    cells(empty).filter(|&cell| fives(win, own | cell, other, board) & !five & !cell != 0).sum();
                assert_eq!(four & !five & !found.fours, 0, "{case}");
                // Where a five can be made, stones that leave it count too.
                if five == 0 {
                    assert_eq!(found.fours, four, "{case}");
                }
                // A straight four stands against any one stone.
                for cell in cells(found.straights) {
                    let rest = empty & !cell;
                    for answer in cells(rest) {
                        assert_ne!(fives(win, own | cell, other | answer, board), 0, "{case} {cell:b}");
                    }
                }
                for cell in cells(found.threes) {
                    assert_ne!(maps(win, own | cell, other, board).straights, 0, "{case} {cell:b}");
                }
            }
        }
    }
}
