//! The founding document's state of 6x6, as words of six bits a row.

use super::rays::{Rays, rays, turned};
use crate::othello::packed6::Packed6;

static RAYS: [Rays; 36] = rays::<6, 36>();

/// # Safety
/// The state is valid, and the cell is one of 4 to 35.
pub(in crate::othello::kernels) unsafe fn packed6_outflank(state: *const Packed6, colour: u32, cell: u32) -> u32 {
    // SAFETY: the caller's state is valid.
    u32::from(flips(unsafe { &*state }, colour, cell) != 0)
}

/// # Safety
/// The state is valid and not aliased; the cell is one of 4 to 35.
pub(in crate::othello::kernels) unsafe fn packed6_move(state: *mut Packed6, colour: u32, cell: u32) -> u64 {
    // SAFETY: the caller's state is valid and not aliased.
    let state = unsafe { &mut *state };
    let flips = flips(state, colour, cell);
    if flips == 0 {
        return 0;
    }
    let (centre, others) = by_cell(flips);
    let placed = 1 << (cell - 4);
    let (mut black_centre, mut black) = (state.t() | centre, state.pos() | others | placed);
    if colour == 0 {
        (black_centre, black) = (black_centre & !centre, black & !(others | placed));
    }
    *state = Packed6::new(black_centre, state.free() | placed, black).expect("black discs lie on occupied cells");
    u64::from(others) << 4 | u64::from(centre)
}

/// The discs that a disc of a colour, 0 white and 1 black, on a cell turns, by row and column.
#[inline(always)]
fn flips(state: &Packed6, colour: u32, cell: u32) -> u64 {
    let black = by_row(state.t(), state.pos());
    let white = by_row(15, state.free()) & !black;
    let (own, opponent) = if colour == 0 { (white, black) } else { (black, white) };
    let square = by_row(0, 1 << (cell - 4)).trailing_zeros();
    turned(own, opponent, &RAYS[square as usize % 36])
}

/// The bits of the four cells in the centre and of the 32 others, put where the rows have them: bit
/// 6*row + column.
#[inline(always)]
fn by_row(centre: u8, others: u32) -> u64 {
    let (centre, others) = (u64::from(centre), u64::from(others));
    others & 0x3fff | (others & 0x3_c000) << 2 | (others & 0xfffc_0000) << 4 | (centre & 3) << 14 | (centre & 12) << 18
}

/// The inverse of [`by_row`].
#[inline(always)]
fn by_cell(squares: u64) -> (u8, u32) {
    let centre = squares >> 14 & 3 | squares >> 18 & 12;
    let others = squares & 0x3fff | squares >> 2 & 0x3_c000 | squares >> 4 & 0xfffc_0000;
    (centre as u8, others as u32)
}
