//! Where a stone makes fours and threes.

use super::word::{Word, by_lane, onward};
use crate::gomoku::threats::{Scratch, Threats};

/// Rows looked at together, as in the planes.
const BLOCK: usize = 16;
/// Rows above a block, where windows begin that reach into it; whole vectors of them.
const ABOVE: usize = 8;
/// Rows in which windows begin.
const FIRST: usize = ABOVE + BLOCK;
/// Rows that windows reach: six cells.
const NEAR: usize = FIRST + 5;

/// # Safety
/// As asm/gomoku/threats.inc says.
pub(in crate::gomoku::kernels) unsafe fn threats<const LANE: u32>(
    own: *const u64,
    empty: *const u64,
    rows: u32,
    threats: *mut Threats,
    _scratch: *mut Scratch,
) {
    // SAFETY: the caller's threats are valid and not aliased.
    let Threats { fours, open_fours, open_threes } = unsafe { &mut *threats };
    let sets = [fours, open_fours, open_threes].map(|set| set.words_mut().as_mut_ptr());
    // SAFETY: the caller's promise; a set has room for 64 words.
    unsafe { by_lane!(LANE, find(own, empty, rows, sets)) }
}

/// # Safety
/// `own` and `empty` can be read for whole blocks, eight rows before them and five after; the sets
/// have room for whole blocks.
#[inline(always)]
unsafe fn find<W: Word>(own: *const u64, empty: *const u64, rows: u32, sets: [*mut u64; 3]) {
    for first in (0..rows as usize).step_by(BLOCK) {
        // SAFETY: the caller's promise.
        let [own, empty] =
            [own, empty].map(|plane| unsafe { &*plane.cast::<W>().add(first).sub(ABOVE).cast::<[W; NEAR]>() });
        let mut found = [[W::default(); BLOCK]; 3];
        axis::<W, 0, 1>(own, empty, &mut found);
        axis::<W, 1, 0>(own, empty, &mut found);
        axis::<W, 1, 1>(own, empty, &mut found);
        axis::<W, 1, -1>(own, empty, &mut found);
        for (set, found) in sets.into_iter().zip(&found) {
            let found: [W; BLOCK] = std::array::from_fn(|row| found[row] & empty[ABOVE + row]);
            // SAFETY: the caller's promise.
            unsafe { set.cast::<W>().add(first).cast::<[W; BLOCK]>().write(found) };
        }
    }
}

/// Adds the cells of an axis's windows: of five cells for fours, the inner four of six for open
/// fours and open threes.
#[inline(always)]
fn axis<W: Word, const FALL: usize, const COLUMNS: i32>(
    own: &[W; NEAR],
    empty: &[W; NEAR],
    [fours, open_fours, open_threes]: &mut [[W; BLOCK]; 3],
) {
    // The windows by their first cells: four and three stones with what fits around them, open and
    // not.
    let (mut five, mut open_four, mut open_three) =
        ([W::default(); FIRST], [W::default(); FIRST], [W::default(); FIRST]);
    for row in 0..FIRST {
        let (a, b) = (cell::<W, FALL, COLUMNS>(own, row, 1), cell::<W, FALL, COLUMNS>(own, row, 2));
        let (c, d) = (cell::<W, FALL, COLUMNS>(own, row, 3), cell::<W, FALL, COLUMNS>(own, row, 4));
        let inner = (a | cell::<W, FALL, COLUMNS>(empty, row, 1))
            & (b | cell::<W, FALL, COLUMNS>(empty, row, 2))
            & (c | cell::<W, FALL, COLUMNS>(empty, row, 3))
            & (d | cell::<W, FALL, COLUMNS>(empty, row, 4));
        // Stones of the inner four, by pairs: one of two, both.
        let (one, both) = (a ^ b, a & b);
        let (other_one, other_both) = (c ^ d, c & d);
        let three = inner & (one & other_both | both & other_one);
        let two = inner & (one & other_one | (both ^ other_both) & !(one | other_one));
        let open = empty[row] & cell::<W, FALL, COLUMNS>(empty, row, 5);
        five[row] = three & empty[row] | two & own[row];
        open_four[row] = three & open;
        open_three[row] = two & open;
    }
    for row in 0..BLOCK {
        let at = ABOVE + row;
        fours[row] = fours[row] | five[at] | inner_cells::<W, FALL, COLUMNS>(&five, at);
        open_fours[row] = open_fours[row] | inner_cells::<W, FALL, COLUMNS>(&open_four, at);
        open_threes[row] = open_threes[row] | inner_cells::<W, FALL, COLUMNS>(&open_three, at);
    }
}

/// The cells some steps on from a row's.
#[inline(always)]
fn cell<W: Word, const FALL: usize, const COLUMNS: i32>(plane: &[W; NEAR], row: usize, steps: usize) -> W {
    onward(plane[row + steps * FALL], steps as i32 * COLUMNS)
}

/// The second to the fifth cells of windows, in a row.
#[inline(always)]
fn inner_cells<W: Word, const FALL: usize, const COLUMNS: i32>(windows: &[W; FIRST], row: usize) -> W {
    onward(windows[row - FALL], -COLUMNS)
        | onward(windows[row - 2 * FALL], -2 * COLUMNS)
        | onward(windows[row - 3 * FALL], -3 * COLUMNS)
        | onward(windows[row - 4 * FALL], -4 * COLUMNS)
}
