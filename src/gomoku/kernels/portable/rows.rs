//! Fives and winning cells of a board.

use super::word::{Word, by_lane, onward};
use crate::gomoku::lane::Lane;

/// Rows looked at together: what the planes of every lane have room for is a multiple of it.
const BLOCK: usize = 16;
/// Rows before and after a block that matter to it.
const MARGIN: usize = 5;
/// A block with both margins.
type Near<W> = [W; BLOCK + 2 * MARGIN];

/// # Safety
/// As asm/gomoku/fives.inc says.
pub(in crate::gomoku::kernels) unsafe fn any_five<const LANE: u32>(planes: *const u64, rows: u32) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { by_lane!(LANE, any(planes, LANE, rows, begins)) }
}

/// # Safety
/// As asm/gomoku/fives.inc says.
pub(in crate::gomoku::kernels) unsafe fn any_exact_five<const LANE: u32>(planes: *const u64, rows: u32) -> u32 {
    // SAFETY: the caller's promise.
    unsafe { by_lane!(LANE, any(planes, LANE, rows, begins_exactly)) }
}

/// # Safety
/// As asm/gomoku/winning_cells.inc says.
pub(in crate::gomoku::kernels) unsafe fn winning_cells<const LANE: u32>(
    planes: *const u64,
    rows: u32,
    black: *mut u64,
    white: *mut u64,
) {
    // SAFETY: the caller's promise.
    unsafe { by_lane!(LANE, winning(planes, LANE, rows, [black, white])) }
}

/// Bit 0: some block of black's rows has what is looked for; bit 1: of white's.
///
/// # Safety
/// The planes have the layout of the lane, whose word is `W`.
#[inline(always)]
unsafe fn any<W: Word>(planes: *const u64, lane: u32, rows: u32, begins: impl Fn(&Near<W>, usize) -> W) -> u32 {
    let [black, white, _] = Lane::of_bits(lane).planes();
    let mut result = 0;
    for (colour, plane) in [black, white].into_iter().enumerate() {
        let mut found = [W::default(); BLOCK];
        for block in 0..(rows as usize).div_ceil(BLOCK) {
            // SAFETY: the caller's promise: the plane has room for whole blocks, and more than the
            // margin around it.
            let near = unsafe { &*planes.add(plane).cast::<W>().add(BLOCK * block).sub(MARGIN).cast::<Near<W>>() };
            for (row, found) in found.iter_mut().enumerate() {
                *found = *found | begins(near, row);
            }
        }
        let any = found.into_iter().fold(W::default(), |all, found| all | found);
        result |= u32::from(any != W::default()) << colour;
    }
    result
}

/// A row some rows on, or back, its cells as many columns on.
#[inline(always)]
fn cell<W: Word>(near: &Near<W>, row: usize, rows: i32, columns: i32) -> W {
    onward(near[(row + MARGIN).wrapping_add_signed(rows as isize)], columns)
}

/// Where fives of an axis begin in a row: five cells, each some rows and columns after the one
/// before it.
#[inline(always)]
fn five<W: Word>(near: &Near<W>, row: usize, fall: i32, columns: i32) -> W {
    let at = |steps: i32| cell(near, row, steps * fall, steps * columns);
    at(0) & at(1) & at(2) & at(3) & at(4)
}

/// Where fives begin in a row.
#[inline(always)]
fn begins<W: Word>(near: &Near<W>, row: usize) -> W {
    let stones = cell(near, row, 0, 0);
    let two = stones & stones >> 1;
    two & two >> 2 & stones >> 4 | five(near, row, 1, 0) | five(near, row, 1, 1) | five(near, row, 1, -1)
}

/// Where rows of exactly five begin.
#[inline(always)]
fn begins_exactly<W: Word>(near: &Near<W>, row: usize) -> W {
    five_exactly(near, row, 0, 1)
        | five_exactly(near, row, 1, 0)
        | five_exactly(near, row, 1, 1)
        | five_exactly(near, row, 1, -1)
}

#[inline(always)]
fn five_exactly<W: Word>(near: &Near<W>, row: usize, fall: i32, columns: i32) -> W {
    let more = cell(near, row, -fall, -columns) | cell(near, row, 5 * fall, 5 * columns);
    five(near, row, fall, columns) & !more
}

/// # Safety
/// The planes have the layout of the lane, whose word is `W`; a set has room for whole blocks of
/// rows.
#[inline(always)]
unsafe fn winning<W: Word>(planes: *const u64, lane: u32, rows: u32, sets: [*mut u64; 2]) {
    let [black, white, empty] = Lane::of_bits(lane).planes();
    for (set, plane) in sets.into_iter().zip([black, white]) {
        for block in 0..(rows as usize).div_ceil(BLOCK) {
            // SAFETY: the caller's promise: the planes have room for whole blocks, and more than
            // the margin around them.
            let (near, empties) = unsafe {
                let at = |plane: usize| planes.add(plane).cast::<W>().add(BLOCK * block);
                (&*at(plane).sub(MARGIN).cast::<Near<W>>(), &*at(empty).cast::<[W; BLOCK]>())
            };
            let mut wins = [W::default(); BLOCK];
            for (row, (wins, &empty)) in wins.iter_mut().zip(empties).enumerate() {
                *wins = empty & completes(|steps| cell(near, row, 0, steps))
                    | empty & completes(|steps| cell(near, row, steps, 0))
                    | empty & completes(|steps| cell(near, row, steps, steps))
                    | empty & completes(|steps| cell(near, row, steps, -steps));
            }
            // SAFETY: the set has room for whole blocks.
            unsafe { set.cast::<W>().add(BLOCK * block).cast::<[W; BLOCK]>().write_unaligned(wins) };
        }
    }
}

/// Where a stone is in a run of five or more along an axis, of which `at` gives the stones some
/// steps on or back.
#[inline(always)]
pub(super) fn completes<W: Word>(at: impl Fn(i32) -> W) -> W {
    let (after1, before1) = (at(1), at(-1));
    let (after2, before2) = (after1 & at(2), before1 & at(-2));
    let (after3, before3) = (after2 & at(3), before2 & at(-3));
    after3 & at(4) | before1 & after3 | before2 & after2 | before3 & after1 | before3 & at(-4)
}

/// Whether there is a row of exactly five among the first rows.
#[cold]
pub(super) fn has_exact_five(rows: &[u16; BLOCK]) -> bool {
    let mut near = [0; BLOCK + 2 * MARGIN];
    near[MARGIN..][..BLOCK].copy_from_slice(rows);
    (0..BLOCK).any(|row| begins_exactly(&near, row) != 0)
}
