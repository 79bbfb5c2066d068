//! Five in a row through a stone.

use super::word::Word;
use crate::gomoku::near::Near;

/// # Safety
/// As asm/gomoku/five_x64.S says.
#[inline(always)]
pub(in crate::gomoku::kernels) unsafe fn five<const LANE: u32>(plane: *const u64, row: u32, column: u32) -> u32 {
    // SAFETY: the caller's plane can be read four rows before and after the point's.
    unsafe {
        u32::from(match LANE {
            16 => through(&*plane.cast::<u16>().add(row as usize).sub(4).cast(), column),
            32 => through_wide::<u32>(&*plane.cast::<u32>().add(row as usize).sub(4).cast(), column),
            _ => through_wide::<u64>(&*plane.add(row as usize).sub(4).cast(), column),
        })
    }
}

/// Whether a stone in the middle row, in this column, is in a run of five or more.
#[inline(always)]
pub(super) fn through(rows: &[u16; 9], column: u32) -> bool {
    let pack = |rows: &[u16]| rows.iter().rev().fold(0, |packed, &row| packed << 16 | u64::from(row));
    Near { above: pack(&rows[..4]), middle: rows[4], below: pack(&rows[5..]) }.five(column)
}

/// `through` for wider rows: the nine columns around the stone's become rows of 16 bits, the
/// stone's column the fourth.
#[inline(always)]
fn through_wide<W: Word>(rows: &[W; 9], column: u32) -> bool {
    let (right, left) = (column.saturating_sub(4), 4 - column.min(4));
    let near = rows.map(|row| (row.into() >> right << left) as u16);
    through(&near, 4)
}
