//! Moves, flips and children of positions, one and many.

use super::rays::{RAYS, turned};
use crate::othello::kernels::plain::each;
use std::slice::from_raw_parts;

/// The columns that a run of the opponent's along a row or a diagonal may reach, so that it does
/// not go around the edge.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

#[inline(always)]
pub(in crate::othello::kernels) fn legal_moves_8x8(own: u64, opponent: u64) -> u64 {
    let inner = opponent & INNER_COLUMNS;
    let steps = [(1, inner), (7, inner), (8, opponent), (9, inner)];
    let moves = steps.into_iter().fold(0, |moves, (step, between)| {
        // Runs of up to six: one, then two, then twice two more.
        let (up, down) = (between & between << step, between & between >> step);
        let (mut above, mut below) = (between & own << step, between & own >> step);
        (above, below) = (above | between & above << step, below | between & below >> step);
        (above, below) = (above | up & above << (2 * step), below | down & below >> (2 * step));
        (above, below) = (above | up & above << (2 * step), below | down & below >> (2 * step));
        moves | above << step | below >> step
    });
    moves & !(own | opponent)
}

#[inline(always)]
pub(in crate::othello::kernels) fn mobility_8x8(own: u64, opponent: u64) -> u32 {
    legal_moves_8x8(own, opponent).count_ones()
}

/// The ring around the board ends every run, and runs are of up to four.
#[inline(always)]
pub(in crate::othello::kernels) fn legal_moves_inner(own: u64, opponent: u64, board: u64) -> u64 {
    let moves = [1, 7, 8, 9].into_iter().fold(0, |moves, step| {
        let (up, down) = (opponent & opponent << step, opponent & opponent >> step);
        let (mut above, mut below) = (opponent & own << step, opponent & own >> step);
        (above, below) = (above | opponent & above << step, below | opponent & below >> step);
        (above, below) = (above | up & above << (2 * step), below | down & below >> (2 * step));
        moves | above << step | below >> step
    });
    moves & board & !(own | opponent)
}

#[inline(always)]
pub(in crate::othello::kernels) fn mobility_inner(own: u64, opponent: u64, board: u64) -> u32 {
    legal_moves_inner(own, opponent, board).count_ones()
}

#[inline(always)]
pub(in crate::othello::kernels) fn flips(own: u64, opponent: u64, square: u32) -> u64 {
    turned(own, opponent, &RAYS[square as usize % 64])
}

pub(in crate::othello::kernels) fn outflanks(own: u64, opponent: u64, square: u32) -> u32 {
    u32::from(flips(own, opponent, square) != 0)
}

/// # Safety
/// There is room for one child for each of `squares`.
pub(in crate::othello::kernels) unsafe fn children(own: u64, opponent: u64, squares: u64, children: *mut [u64; 2]) {
    let (mut left, mut index) = (squares, 0);
    while left != 0 {
        let flips = flips(own, opponent, left.trailing_zeros());
        let square = left & left.wrapping_neg();
        // SAFETY: the caller has room for one child for each of the squares.
        unsafe { children.add(index).write([opponent & !flips, own | flips | square]) };
        left ^= square;
        index += 1;
    }
}

/// # Safety
/// `own`, `opponent` and `moves` are of that many boards, whose discs do not overlap.
pub(in crate::othello::kernels) unsafe fn batch_moves_8x8(
    own: *const u64,
    opponent: *const u64,
    moves: *mut u64,
    boards: usize,
) {
    // SAFETY: the caller's arrays.
    unsafe { each(own, opponent, moves, boards, legal_moves_8x8) }
}

/// # Safety
/// As for [`batch_moves_8x8`]; the discs lie on `board`, a smaller one.
pub(in crate::othello::kernels) unsafe fn batch_moves_inner(
    own: *const u64,
    opponent: *const u64,
    moves: *mut u64,
    boards: usize,
    board: u64,
) {
    // SAFETY: the caller's arrays.
    unsafe { each(own, opponent, moves, boards, |own, opponent| legal_moves_inner(own, opponent, board)) }
}

/// # Safety
/// `own`, `opponent` and `counts` are of that many boards, whose discs do not overlap.
pub(in crate::othello::kernels) unsafe fn batch_mobility_8x8(
    own: *const u64,
    opponent: *const u64,
    counts: *mut u8,
    boards: usize,
) {
    // SAFETY: the caller's arrays.
    unsafe { each(own, opponent, counts, boards, |own, opponent| mobility_8x8(own, opponent) as u8) }
}

/// # Safety
/// As for [`batch_mobility_8x8`]; the discs lie on `board`, a smaller one.
pub(in crate::othello::kernels) unsafe fn batch_mobility_inner(
    own: *const u64,
    opponent: *const u64,
    counts: *mut u8,
    boards: usize,
    board: u64,
) {
    // SAFETY: the caller's arrays.
    unsafe { each(own, opponent, counts, boards, |own, opponent| mobility_inner(own, opponent, board) as u8) }
}

/// # Safety
/// The arrays have that many elements; discs do not overlap, and the flips are not aliased.
pub(in crate::othello::kernels) unsafe fn batch_flips(
    own: *const u64,
    opponent: *const u64,
    squares: *const u8,
    flips: *mut u64,
    boards: usize,
) {
    // SAFETY: the caller's arrays have that many elements.
    let squares = unsafe { from_raw_parts(squares, boards) };
    let mut square = squares.iter();
    let one = |own, opponent| self::flips(own, opponent, square.next().copied().map_or(0, u32::from));
    // SAFETY: the caller's arrays.
    unsafe { each(own, opponent, flips, boards, one) }
}

/// # Safety
/// The first three arrays have that many elements; discs do not overlap, and the squares are empty.
/// There is room for a child for each of the squares, and it is not aliased.
pub(in crate::othello::kernels) unsafe fn batch_children(
    own: *const u64,
    opponent: *const u64,
    squares: *const u64,
    boards: usize,
    child_own: *mut u64,
    child_opponent: *mut u64,
) -> usize {
    // SAFETY: the caller's arrays have that many elements.
    let (own, opponent, squares) =
        unsafe { (from_raw_parts(own, boards), from_raw_parts(opponent, boards), from_raw_parts(squares, boards)) };
    let mut count = 0;
    for ((&own, &opponent), &squares) in own.iter().zip(opponent).zip(squares) {
        let mut left = squares;
        while left != 0 {
            let flips = flips(own, opponent, left.trailing_zeros());
            let square = left & left.wrapping_neg();
            // SAFETY: the caller has room for a child for each of the squares.
            unsafe {
                child_own.add(count).write(opponent & !flips);
                child_opponent.add(count).write(own | flips | square);
            }
            left ^= square;
            count += 1;
        }
    }
    count
}
