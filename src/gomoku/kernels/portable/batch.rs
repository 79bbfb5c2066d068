//! Fives and winning cells of 32 boards, row by row.

use super::rows::completes;
use super::word::onward;
use crate::gomoku::block::{BOARDS, Block, Found, Row};

/// The rows of a block: margins, black's rows, a margin, white's rows, a margin.
type Rows = [Row; 42];
const _: () = assert!(size_of::<Block>() == size_of::<Rows>());
/// Where black's rows begin, and white's.
const COLOURS: [usize; 2] = [4, 23];

/// # Safety
/// As asm/gomoku/batch.inc says.
pub(in crate::gomoku::kernels) unsafe fn batch_fives(boards: *const Block, rows: u32, found: *mut Found) {
    // SAFETY: both are the caller's and valid; a block is its rows (`repr(C)`).
    let (boards, found) = unsafe { (&*boards.cast::<Rows>(), &mut *found) };
    found.0 = pair(COLOURS.map(|first| fives(boards, first, rows as usize)));
}

/// # Safety
/// As asm/gomoku/batch.inc says.
pub(in crate::gomoku::kernels) unsafe fn batch_exact_fives(boards: *const Block, rows: u32, found: *mut Found) {
    // SAFETY: both are the caller's and valid; a block is its rows (`repr(C)`).
    let (boards, found) = unsafe { (&*boards.cast::<Rows>(), &mut *found) };
    found.0 = pair(COLOURS.map(|first| exact_fives(boards, first, rows as usize)));
}

/// # Safety
/// As asm/gomoku/batch.inc says.
pub(in crate::gomoku::kernels) unsafe fn batch_winning_cells(
    boards: *const Block,
    rows: u32,
    columns: u32,
    black: *mut [Row; 15],
    white: *mut [Row; 15],
) {
    // SAFETY: all are the caller's and valid, but for rows of the sets after that many; a block is
    // its rows (`repr(C)`).
    let boards = unsafe { &*boards.cast::<Rows>() };
    let columns = columns as u16;
    for (first, set) in COLOURS.into_iter().zip([black, white]) {
        for row in 0..(rows as usize).min(15) {
            let mut wins = [0; BOARDS];
            for (board, wins) in wins.iter_mut().enumerate() {
                let at = |rows: i32, columns: i32| {
                    onward(boards[(first + row).wrapping_add_signed(rows as isize)][board], columns)
                };
                let taken = boards[COLOURS[0] + row][board] | boards[COLOURS[1] + row][board];
                let any = completes(|steps| at(0, steps))
                    | completes(|steps| at(steps, 0))
                    | completes(|steps| at(steps, steps))
                    | completes(|steps| at(steps, -steps));
                *wins = any & columns & !taken;
            }
            // SAFETY: the caller's set has that many rows.
            unsafe { set.cast::<Row>().add(row).write(wins) };
        }
    }
}

/// Where fives of one colour begin on each board, rows upon one another.
#[inline(always)]
fn fives(boards: &Rows, first: usize, rows: usize) -> Row {
    let mut found = [0; BOARDS];
    for row in &boards[first..first + rows.min(15)] {
        for (found, &stones) in found.iter_mut().zip(row) {
            let two = stones & stones >> 1;
            *found |= two & two >> 2 & stones >> 4;
        }
    }
    // Two windows of five rows share four: (a & X) | (X & b) = X & (a | b).
    for row in (first..first + rows.saturating_sub(4).min(11)).step_by(2) {
        let near: &[Row; 6] = boards[row..].first_chunk().expect("a margin after the rows");
        for (board, found) in found.iter_mut().enumerate() {
            let (a, b, c) = (near[0][board], near[1][board], near[2][board]);
            let (d, e, f) = (near[3][board], near[4][board], near[5][board]);
            *found |= b & c & d & e & (a | f);
            *found |= b & c >> 1 & d >> 2 & e >> 3 & (a << 1 | f >> 4);
            *found |= b & c << 1 & d << 2 & e << 3 & (a >> 1 | f << 4);
        }
    }
    found
}

/// Where rows of exactly five of one colour begin on each board, rows upon one another.
#[inline(always)]
fn exact_fives(boards: &Rows, first: usize, rows: usize) -> Row {
    let mut found = [0; BOARDS];
    for row in &boards[first..first + rows.min(15)] {
        for (found, &stones) in found.iter_mut().zip(row) {
            let two = stones & stones >> 1;
            *found |= two & two >> 2 & stones >> 4 & !(stones >> 5 | stones << 1);
        }
    }
    for row in first..first + rows.saturating_sub(4).min(11) {
        let near: &[Row; 7] = boards[row - 1..].first_chunk().expect("margins around the rows");
        for (board, found) in found.iter_mut().enumerate() {
            let (before, a, b, c) = (near[0][board], near[1][board], near[2][board], near[3][board]);
            let (d, e, after) = (near[4][board], near[5][board], near[6][board]);
            *found |= a & b & c & d & e & !(before | after);
            *found |= a & b >> 1 & c >> 2 & d >> 3 & e >> 4 & !(before << 1 | after >> 5);
            *found |= a & b << 1 & c << 2 & d << 3 & e << 4 & !(before >> 1 | after << 5);
        }
    }
    found
}

/// Bit 0 where black's row is not empty, bit 1 where white's is not.
fn pair([black, white]: [Row; 2]) -> Row {
    std::array::from_fn(|board| u16::from(black[board] != 0) | u16::from(white[board] != 0) << 1)
}
