//! Features of positions: corners, the parity of empty regions, discs that stay.

use super::position::Position;
use super::scoring::Scoring;
use super::square::{Square, SquareSet};

/// The four corners, as bits of the frame.
pub(crate) const fn corners<const N: usize>() -> u64 {
    let (low, high) = ((8 - N) / 2, (8 + N) / 2 - 1);
    1 << (9 * low) | 1 << (8 * low + high) | 1 << (8 * high + low) | 1 << (9 * high)
}

/// The squares at the edge of the board, as bits of the frame.
pub(crate) const fn edge<const N: usize>() -> u64 {
    let all = SquareSet::<N>::ALL.bits();
    // The squares with a neighbour to the left, and to the right.
    let (left, right) = (all << 1 & !0x0101_0101_0101_0101, all >> 1 & !0x8080_8080_8080_8080);
    all & !(left & right & all << 8 & all >> 8)
}

/// The squares around `bits` in the frame, as far as they are on the board.
#[inline]
pub(crate) const fn around<const N: usize>(bits: u64) -> u64 {
    let (left, right) = (!0x0101_0101_0101_0101, !0x8080_8080_8080_8080);
    let row = bits | (bits & right) << 1 | (bits & left) >> 1;
    (row | row << 8 | row >> 8) & SquareSet::<N>::ALL.bits()
}

/// The first quadrant of the frame.
const QUADRANT: u64 = 0x0f0f_0f0f;

/// Which quadrants of the board have an odd number of empty squares, a bit each. The player who
/// moves first in an odd region tends to move last in it, which is worth much near the end.
#[derive(Clone, Copy)]
pub(crate) struct Parity(u32);

impl Parity {
    pub(crate) fn of<const N: usize>(empties: SquareSet<N>) -> Parity {
        empties.iter().fold(Parity(0), |parity, square| parity.without(square))
    }

    /// The parity when one empty square more, or fewer, is in the square's quadrant. The frame's
    /// quadrants are the board's.
    #[inline]
    pub(crate) fn without<const N: usize>(self, square: Square<N>) -> Parity {
        let bit = square.bit();
        Parity(self.0 ^ 1 << (bit >> 4 & 2 | bit >> 2 & 1))
    }

    /// The squares of the odd quadrants.
    #[inline]
    pub(crate) fn odd<const N: usize>(self) -> SquareSet<N> {
        const ODD: [u64; 16] = {
            let mut odd = [0; 16];
            let mut parity = 0;
            while parity < 16 {
                let mut quadrant = 0;
                while quadrant < 4 {
                    if parity >> quadrant & 1 == 1 {
                        odd[parity] |= QUADRANT << (4 * (quadrant & 1) + 32 * (quadrant >> 1));
                    }
                    quadrant += 1;
                }
                parity += 1;
            }
            odd
        };
        SquareSet::within(ODD[self.0 as usize & 15])
    }
}

/// The squares of the frame that are on a line of one axis, that of this step, with any of
/// `squares`. `up` and `down`: the columns into which one, two and four steps lead, to higher and
/// to lower bits.
#[inline]
fn lines(squares: u64, step: u32, up: [u64; 3], down: [u64; 3]) -> u64 {
    let (mut above, mut below) = (squares, squares);
    for (turn, steps) in [1, 2, 4].into_iter().enumerate() {
        above |= above << (steps * step) & up[turn];
        below |= below >> (steps * step) & down[turn];
    }
    above | below
}

/// Discs of `discs` that can never be turned over: those that on each of the four axes are on a
/// line without an empty square, or have the edge or another such disc on one side.
#[inline]
pub(crate) fn stable<const N: usize>(discs: SquareSet<N>, empties: SquareSet<N>) -> SquareSet<N> {
    const ROWS: u64 = 0x0101_0101_0101_0101;
    // The columns from the second, the third and the fifth on; and their mirror images.
    const RIGHT: [u64; 3] = [0xfe * ROWS, 0xfc * ROWS, 0xf0 * ROWS];
    const LEFT: [u64; 3] = [0x7f * ROWS, 0x3f * ROWS, 0x0f * ROWS];
    const ALL: [u64; 3] = [!0; 3];
    let (edges, empties, outside) = ((0xff | 0xff << 56, 0x81 * ROWS), empties.bits(), !SquareSet::<N>::ALL.bits());
    // The squares that nothing beside them must hold on an axis. Beyond the frame is outside, too.
    let held = [
        (1, !lines(empties, 1, RIGHT, LEFT) | edges.1),
        (8, !lines(empties, 8, ALL, ALL) | edges.0),
        (9, !lines(empties, 9, RIGHT, LEFT) | edges.0 | edges.1),
        (7, !lines(empties, 7, LEFT, RIGHT) | edges.0 | edges.1),
    ];
    let mut stable = 0;
    loop {
        let safe: u64 = stable | outside;
        let next = held.iter().fold(discs.bits(), |next, (step, held)| next & (held | safe << step | safe >> step));
        if next == stable {
            return SquareSet::within(stable);
        }
        stable = next;
    }
}

/// A side's discs are seldom all stable: they are looked at if the bound does not need the last few
/// of them. Chosen by nodes and time (docs/notes/solver-trials.md).
const fn slack<const N: usize>() -> i32 {
    if N == 8 { 10 } else { 6 }
}

/// An upper bound of the value that is not above `alpha`, if the discs that one side can never lose
/// give one.
#[inline]
pub(crate) fn bound_by_stability<const N: usize>(position: Position<N>, alpha: i32, scoring: Scoring) -> Option<i32> {
    // Most discs that the one side can have against the other; in anti-Othello, fewest that we can
    // have.
    let discs = match scoring {
        Scoring::FewestDiscs => position.own(),
        _ => position.opponent(),
    };
    let most = |discs: SquareSet<N>| (N * N) as i32 - 2 * discs.len() as i32;
    if most(discs) + 2 * slack::<N>() > alpha {
        return None;
    }
    Some(most(stable(discs, position.empties()))).filter(|&most| most <= alpha)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Colour;
    use crate::othello::board::Board;
    use crate::random::Random;

    fn stable_discs_stay<const N: usize>() {
        let mut random = Random::new(5);
        let mut held = 0;
        for _ in 0..200 {
            let mut board = Board::<N>::start();
            let mut before = [SquareSet::EMPTY; 2];
            loop {
                let after = [Colour::Black, Colour::White].map(|colour| board.stones(colour));
                for (before, after) in before.iter_mut().zip(after) {
                    assert!((*before - after).is_empty(), "{board:#}");
                    *before = stable(after, board.empties());
                    held += before.len();
                }
                if !board.play_random(&mut random) {
                    break;
                }
            }
        }
        assert!(held > 0);
        let all = SquareSet::<N>::ALL;
        assert_eq!(stable(all, SquareSet::EMPTY), all);
        let corner = Square::<N>::new(0, 0).unwrap().set();
        assert_eq!(stable(corner, all - corner), corner);
        assert_eq!(stable(all - corner, corner), all - corner);
    }

    /// Whatever discs stand there, no move on the one empty square turns one that is on no line
    /// with it.
    fn full_lines_hold_their_discs<const N: usize>() {
        let mut random = Random::new(6);
        for square in SquareSet::<N>::ALL {
            let discs = SquareSet::<N>::within(random.next_u64()) - square.set();
            let apart = |other: &Square<N>| {
                let (rows, columns) = (square.row().abs_diff(other.row()), square.column().abs_diff(other.column()));
                rows != 0 && columns != 0 && rows != columns
            };
            let on_full_lines: SquareSet<N> = discs.iter().filter(apart).collect();
            assert!((on_full_lines - stable(discs, square.set())).is_empty(), "{square}");
        }
    }

    #[test]
    fn stable_discs_are_never_turned() {
        stable_discs_stay::<4>();
        stable_discs_stay::<6>();
        stable_discs_stay::<8>();
    }

    #[test]
    fn discs_on_full_lines_are_stable() {
        full_lines_hold_their_discs::<4>();
        full_lines_hold_their_discs::<6>();
        full_lines_hold_their_discs::<8>();
    }

    #[test]
    fn around_is_each_square_within_one_step() {
        fn check<const N: usize>() {
            for square in SquareSet::<N>::ALL {
                let near = |other: &Square<N>| {
                    square.row().abs_diff(other.row()) <= 1 && square.column().abs_diff(other.column()) <= 1
                };
                let expected: SquareSet<N> = SquareSet::<N>::ALL.iter().filter(near).collect();
                assert_eq!(around::<N>(square.set().bits()), expected.bits());
            }
        }
        check::<4>();
        check::<6>();
        check::<8>();
    }

    #[test]
    fn parity_is_that_of_the_quadrants() {
        let all = SquareSet::<6>::ALL;
        assert_eq!(Parity::of(all).odd::<6>(), all, "each quadrant has nine squares");
        let a1: Square<6> = "a1".parse().unwrap();
        let f6: Square<6> = "f6".parse().unwrap();
        let odd = Parity::of(a1.set()).odd::<6>();
        assert!(odd.contains(a1) && !odd.contains(f6) && odd.len() == 9);
        assert!(Parity::of(SquareSet::<6>::EMPTY).odd::<6>().is_empty());
    }
}
