//! What orders the moves: no score, only a guess of which move is worth searching first.

use crate::othello::{Kernels, Position, Square, SquareSet};

const fn corners<const N: usize>() -> u64 {
    let (low, high) = ((8 - N) / 2, (8 + N) / 2 - 1);
    1 << (9 * low) | 1 << (8 * low + high) | 1 << (8 * high + low) | 1 << (9 * high)
}

/// The squares around `bits` in the frame; the ring keeps rows apart.
#[inline]
const fn around(bits: u64) -> u64 {
    let row = bits | bits << 1 | bits >> 1;
    row | row << 8 | row >> 8
}

/// A guess of the score for the side to move, in no particular unit.
#[inline]
pub(super) fn evaluate<const N: usize>(kernels: &Kernels, position: Position<N>) -> i32 {
    let own_moves = kernels.legal_moves(position).bits();
    let opponent_moves = kernels.legal_moves(position.pass()).bits();
    let own_side = side::<N>(position, own_moves);
    let opponent_side = side::<N>(position.pass(), opponent_moves);
    own_side - opponent_side
}

/// One side's part of the evaluation.
#[inline]
fn side<const N: usize>(position: Position<N>, moves: u64) -> i32 {
    let own = position.own().bits();
    let opponent = position.opponent().bits();
    let empty = position.empties().bits();
    let corners = corners::<N>();
    let near = around(corners & empty) & !corners;
    let diagonal = (corners & empty) << 9 | (corners & empty) >> 9 | (corners & empty) << 7 | (corners & empty) >> 7;
    let count = |bits: u64| bits.count_ones() as i32;
    10 * count(moves) + 10 * count(moves & corners) + 4 * count(around(opponent) & empty) + 40 * count(own & corners)
        - 6 * count(own & near)
        - 10 * count(own & near & diagonal)
}

/// How little a position promises its side to move, by mobility alone: the fewer moves the opponent has, the better a move.
#[inline]
pub(super) fn mobility<const N: usize>(kernels: &Kernels, position: Position<N>) -> i32 {
    let moves = kernels.legal_moves(position).bits();
    let empty = position.empties().bits();
    let corners = corners::<N>();
    8 * (moves.count_ones() + (moves & corners).count_ones()) as i32
        + 2 * (around(position.opponent().bits()) & empty).count_ones() as i32
        + 20 * (position.own().bits() & corners).count_ones() as i32
        - 20 * (position.opponent().bits() & corners).count_ones() as i32
}

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
        const QUADRANT: u64 = 0x0f0f_0f0f;
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
        SquareSet::from_bits_on_board(ODD[self.0 as usize] & SquareSet::<N>::ALL.bits())
    }
}
