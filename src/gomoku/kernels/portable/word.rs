//! Words that hold a row.

use crate::bits::Bits;

/// A row's bits: 16, 32 or 64.
pub(super) trait Word: Bits + Default + PartialEq + Into<u64> {}

impl Word for u16 {}
impl Word for u32 {}
impl Word for u64 {}

/// A row in which the cells some columns on, or back, have come into place.
#[inline(always)]
pub(super) fn onward<W: Word>(row: W, columns: i32) -> W {
    if columns < 0 { row << columns.unsigned_abs() } else { row >> columns.unsigned_abs() }
}

/// Calls a function with the word of a lane.
macro_rules! by_lane {
    ($lane:expr, $function:ident($($argument:expr),*)) => {
        match $lane {
            16 => $function::<u16>($($argument),*),
            32 => $function::<u32>($($argument),*),
            _ => $function::<u64>($($argument),*),
        }
    };
}
pub(super) use by_lane;
