//! Tables of kernels for single calls, which C calls without a wrapper.

#![allow(
    clippy::missing_transmute_annotations,
    clippy::useless_transmute,
    reason = "the tables' fields have the types"
)]

#[cfg(feature = "nogo")]
use crate::nogo::{stonemask_nogo_masks, stonemask_nogo_position};
#[cfg(feature = "othello")]
use crate::othello::stonemask_othello;
use crate::tiers::number_of;
use std::mem::transmute;
use std::sync::OnceLock;
use stonemask::internals;
use stonemask::{Tier, kernels};

/// A kernel's type: System V calling convention on every operating system; C's own where there are
/// no kernels.
#[cfg(target_arch = "x86_64")]
macro_rules! kernel {
    ($($signature:tt)*) => { unsafe extern "sysv64" fn $($signature)* };
}
#[cfg(not(target_arch = "x86_64"))]
macro_rules! kernel {
    ($($signature:tt)*) => { unsafe extern "C" fn $($signature)* };
}

/// Othello's kernels for one 8x8 position.
#[cfg(feature = "othello")]
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct stonemask_othello_table {
    /// The size of this struct in the library that is running.
    pub struct_size: usize,
    /// `enum stonemask_tier`.
    pub tier: i32,
    /// 0.
    pub reserved: i32,
    /// The squares on which the side to move may place a disc.
    pub legal_moves: kernel!((u64, u64) -> u64),
    /// How many squares these are.
    pub mobility: kernel!((u64, u64) -> u32),
    /// The discs that a disc on a square outflanks.
    pub flips: kernel!((u64, u64, u32) -> u64),
    /// Whether a disc on a square outflanks any.
    pub outflanks: kernel!((u64, u64, u32) -> u32),
    /// The positions after a disc on each of some squares.
    pub children: kernel!((u64, u64, u64, *mut stonemask_othello)),
}

/// Gomoku's kernels for one point.
#[cfg(feature = "gomoku")]
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct stonemask_gomoku_table {
    /// The size of this struct in the library that is running.
    pub struct_size: usize,
    /// `enum stonemask_tier`.
    pub tier: i32,
    /// 0.
    pub reserved: i32,
    /// Whether a stone on a point is, or would be, in a run of five or more, with rows of 16 bits.
    pub five16: kernel!((*const u16, u32, u32) -> u32),
    /// With rows of 32 bits.
    pub five32: kernel!((*const u32, u32, u32) -> u32),
    /// With rows of 64 bits.
    pub five64: kernel!((*const u64, u32, u32) -> u32),
}

/// NoGo's kernels for positions.
#[cfg(feature = "nogo")]
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct stonemask_nogo_table {
    /// The size of this struct in the library that is running.
    pub struct_size: usize,
    /// `enum stonemask_tier`.
    pub tier: i32,
    /// 0.
    pub reserved: i32,
    /// Whether a colour may play on an empty point.
    pub is_legal: kernel!((*const stonemask_nogo_position, u32, u32) -> u32),
    /// The legal moves of both colours in one position or more.
    pub find_masks: kernel!((*const stonemask_nogo_position, *mut stonemask_nogo_masks, usize)),
}

/// The table of the tier in use, from a static that has those of all tiers that run here.
macro_rules! table_in_use {
    ($table:ident, $kernels:ident, $game:ident, $singles:ident => { $($field:ident: $value:expr),* $(,)? }) => {{
        static TABLES: OnceLock<[Option<$table>; Tier::ALL.len()]> = OnceLock::new();
        let tables = TABLES.get_or_init(|| {
            Tier::ALL.map(|tier| {
                let $singles = internals::$game::singles(kernels::$kernels::get(tier)?);
                Some($table {
                    struct_size: size_of::<$table>(),
                    tier: number_of(tier),
                    reserved: 0,
                    // SAFETY: the same function, of which a pointer leads to the same bytes by the
                    // name that they have in C; both types of a struct begin and end alike (the
                    // header asks for the alignment of Rust's).
                    $($field: unsafe { transmute($value) },)*
                })
            })
        });
        let in_use = kernels::tier();
        let index = Tier::ALL.iter().position(|&tier| tier == in_use).unwrap_or(0);
        tables[index].as_ref().or(tables[0].as_ref()).map_or(std::ptr::null(), std::ptr::from_ref)
    }};
}

/// Othello's kernels of the tier in use.
#[cfg(feature = "othello")]
#[unsafe(no_mangle)]
pub extern "C" fn stonemask_othello_kernels() -> *const stonemask_othello_table {
    table_in_use!(stonemask_othello_table, Othello, othello, of => {
        legal_moves: of.legal_moves,
        mobility: of.mobility,
        flips: of.flips,
        outflanks: of.outflanks,
        children: of.children,
    })
}

/// Gomoku's kernels of the tier in use.
#[cfg(feature = "gomoku")]
#[unsafe(no_mangle)]
pub extern "C" fn stonemask_gomoku_kernels() -> *const stonemask_gomoku_table {
    table_in_use!(stonemask_gomoku_table, Gomoku, gomoku, of => {
        five16: of.five[0],
        five32: of.five[1],
        five64: of.five[2],
    })
}

/// NoGo's kernels of the tier in use.
#[cfg(feature = "nogo")]
#[unsafe(no_mangle)]
pub extern "C" fn stonemask_nogo_kernels() -> *const stonemask_nogo_table {
    table_in_use!(stonemask_nogo_table, NoGo, nogo, of => {
        is_legal: of.is_legal,
        find_masks: of.masks,
    })
}
