//! What positions show at a glance: freedom to move, parity of empty regions, discs that stay.

use crate::othello::{Kernels, Position, Square, SquareSet};

pub(super) const fn corners<const N: usize>() -> u64 {
    let (low, high) = ((8 - N) / 2, (8 + N) / 2 - 1);
    1 << (9 * low) | 1 << (8 * low + high) | 1 << (8 * high + low) | 1 << (9 * high)
}

/// The squares around `bits` in the frame, as far as they are on the board.
#[inline]
const fn around<const N: usize>(bits: u64) -> u64 {
    let (left, right) = (!0x0101_0101_0101_0101, !0x8080_8080_8080_8080);
    let row = bits | (bits & right) << 1 | (bits & left) >> 1;
    (row | row << 8 | row >> 8) & SquareSet::<N>::ALL.bits()
}

const fn count(bits: u64) -> i32 {
    bits.count_ones() as i32
}

/// A guess of the score for the side to move, in no particular unit.
#[inline]
pub(super) fn evaluate<const N: usize>(kernels: &Kernels, position: Position<N>) -> i32 {
    let own_moves = kernels.legal_moves(position).bits();
    let opponent_moves = kernels.legal_moves(position.pass()).bits();
    side::<N>(position, own_moves) - side::<N>(position.pass(), opponent_moves)
}

/// One side's part of the evaluation: its moves, most of all to corners; the squares where it may yet get moves; its corners;
/// its discs diagonally next to empty corners.
#[inline]
fn side<const N: usize>(position: Position<N>, moves: u64) -> i32 {
    let own = position.own().bits();
    let empty = position.empties().bits();
    let corners = corners::<N>();
    let open = corners & empty;
    // Corners lie in the outer columns, so that nothing of this wraps around but off the board.
    let diagonal = around::<N>(open) & !(open << 1 | open >> 1 | open << 8 | open >> 8);
    10 * count(moves)
        + 12 * count(moves & corners)
        + 3 * count(around::<N>(position.opponent().bits()) & empty)
        + 40 * count(own & corners)
        - 10 * count(own & diagonal)
}

/// How free the side to move is; a cheaper guess than [`evaluate`]. A good move leaves the opponent little of it.
#[inline]
pub(super) fn freedom<const N: usize>(kernels: &Kernels, position: Position<N>) -> i32 {
    let moves = kernels.legal_moves(position).bits();
    let empty = position.empties().bits();
    let corners = corners::<N>();
    8 * (count(moves) + count(moves & corners))
        + 3 * count(around::<N>(position.opponent().bits()) & empty)
        + 8 * (count(position.own().bits() & corners) - count(position.opponent().bits() & corners))
}

/// The first quadrant of the frame.
const QUADRANT: u64 = 0x0f0f_0f0f;

/// Which quadrants of the board have an odd number of empty squares, a bit each. The player who moves first in an odd region
/// tends to move last in it, which is worth much near the end.
#[derive(Clone, Copy)]
pub(super) struct Parity(u32);

impl Parity {
    pub(super) fn of<const N: usize>(empties: SquareSet<N>) -> Parity {
        empties.iter().fold(Parity(0), |parity, square| parity.without(square))
    }

    /// The parity when one empty square more, or fewer, is in the square's quadrant. The frame's quadrants are the board's.
    #[inline]
    pub(super) fn without<const N: usize>(self, square: Square<N>) -> Parity {
        let bit = square.bit();
        Parity(self.0 ^ 1 << (bit >> 4 & 2 | bit >> 2 & 1))
    }

    /// The squares of the odd quadrants.
    #[inline]
    pub(super) fn odd<const N: usize>(self) -> SquareSet<N> {
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
        SquareSet::from_bits_on_board(ODD[self.0 as usize & 15] & SquareSet::<N>::ALL.bits())
    }
}

/// Discs of `discs` that can never be turned over: those with, on each of the four axes, the edge or another such disc on one
/// side. (There are more: this does not see full lines.)
#[inline]
pub(super) fn stable<const N: usize>(discs: SquareSet<N>) -> SquareSet<N> {
    let outside = !SquareSet::<N>::ALL.bits();
    // Beyond the frame is outside too.
    let (first_row, last_row) = (0xff, 0xff << 56);
    let (first_column, last_column) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080);
    let mut stable = 0;
    loop {
        let safe = stable | outside;
        let next = discs.bits()
            & ((safe << 1 | first_column) | (safe >> 1 | last_column))
            & ((safe << 8 | first_row) | (safe >> 8 | last_row))
            & ((safe << 9 | first_row | first_column) | (safe >> 9 | last_row | last_column))
            & ((safe << 7 | first_row | last_column) | (safe >> 7 | last_row | first_column));
        if next == stable {
            return SquareSet::from_bits_on_board(stable);
        }
        stable = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::othello::{Board, Colour};
    use crate::random::Random;
    use crate::tier::Tier;

    fn stable_discs_stay<const N: usize>() {
        let kernels = Kernels::get(Tier::Reference).expect("the reference is available everywhere");
        let mut random = Random::new(5);
        let mut held = 0;
        for _ in 0..200 {
            let mut board = Board::<N>::start();
            let mut before = [SquareSet::EMPTY; 2];
            loop {
                let after = [Colour::Black, Colour::White].map(|colour| board.discs(colour));
                for (before, after) in before.iter_mut().zip(after) {
                    assert!((*before - after).is_empty(), "{board:#}");
                    *before = stable(after);
                    held += before.len();
                }
                if !board.play_random(kernels, &mut random) {
                    break;
                }
            }
        }
        assert!(held > 0);
        assert_eq!(stable(SquareSet::<N>::ALL), SquareSet::ALL);
        let corner = Square::<N>::new(0, 0).unwrap().set();
        assert_eq!(stable(corner), corner);
        assert_eq!(stable(SquareSet::<N>::ALL - corner).len() as usize, N * N - 1);
    }

    #[test]
    fn stable_discs_are_never_turned() {
        stable_discs_stay::<4>();
        stable_discs_stay::<6>();
        stable_discs_stay::<8>();
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
