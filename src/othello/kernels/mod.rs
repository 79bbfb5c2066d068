//! Othello's kernels: the list. Their contracts stand in `asm/othello/`.

pub(crate) mod last_plies;
pub(crate) mod last_table;
pub(crate) mod plain;
mod portable;
mod reference;
mod safe;
pub(crate) mod singles;

use super::packed6::Packed6;
use super::patterns::{Evaluation, Tables6, Tables8};
use super::planes::Bitslices;
use last_table::{Places, Room};

crate::kernel::kernels! {
    /// The Othello kernels of one tier.
    ///
    /// ```
    /// use stonemask::Tier;
    /// use stonemask::kernels::Othello;
    /// use stonemask::othello::Board;
    ///
    /// let start = Board::<8>::start().position();
    /// for tier in Tier::available() {
    ///     let kernels = Othello::get(tier).unwrap();
    ///     assert_eq!(kernels.mobility(start), 4);
    /// }
    /// ```
    pub struct Kernels of "othello";

    /// The squares on which the side to move may place a disc.
    fn legal_moves_8x8(own: u64, opponent: u64) -> u64 { portable: rust; x64: asm; avx2: asm; avx512: asm; }
    /// How many squares there are on which the side to move may place a disc.
    fn mobility_8x8(own: u64, opponent: u64) -> u32 { portable: rust; x64: asm; avx2: asm; avx512: asm; }
    /// The legal squares of the boards that lie within the frame.
    fn legal_moves_inner(own: u64, opponent: u64, board: u64) -> u64 { portable: rust; x64: asm; avx2: asm; avx512: asm; }
    /// The number of legal squares of the boards that lie within the frame.
    fn mobility_inner(own: u64, opponent: u64, board: u64) -> u32 { portable: rust; x64: asm; avx2: asm; avx512: asm; }
    /// The discs that a disc on a square outflanks.
    fn flips(own: u64, opponent: u64, square: u32) -> u64 { portable: rust; x64: asm; avx2: asm; avx512: asm; }
    /// Whether a disc on a square outflanks any.
    fn outflanks(own: u64, opponent: u64, square: u32) -> u32 { portable: rust; x64: asm; avx2: asm; avx512: asm; }
    /// The positions after a disc on each of some squares.
    fn children(own: u64, opponent: u64, squares: u64, children: *mut [u64; 2]) { portable: rust; x64: asm; avx2: asm; avx512: asm; }

    /// The value of a position with 5 to 10 empty squares.
    fn last_plies_8x8(own: u64, opponent: u64, alpha: i32, scoring: u32, room: *mut Room, table: *mut Places) -> u64 {
        portable: plain; x64: plain; avx2: asm; avx512: asm;
    }
    /// The value of a position with 5 to 10 empty squares on the boards that lie within the frame.
    fn last_plies_inner(own: u64, opponent: u64, alpha: i32, scoring: u32, room: *mut Room, table: *mut Places) -> u64 {
        portable: plain; x64: plain; avx2: asm; avx512: asm;
    }

    /// The positions after each legal move on 6x6, and what the weights of patterns say of them.
    fn evaluate_children_6x6(
        position: *const [u64; 2],
        weights: *const u8,
        tables: *const Tables6,
        children: *mut [u64; 2],
        values: *mut Evaluation,
    ) -> u64 { portable: plain; x64: plain; avx2: asm; avx512: asm; }
    /// The positions after each legal move on 8x8, and what the weights of patterns say of them.
    fn evaluate_children_8x8(
        position: *const [u64; 2],
        weights: *const u8,
        tables: *const Tables8,
        children: *mut [u64; 2],
        values: *mut Evaluation,
    ) -> u64 { portable: plain; x64: plain; avx2: asm; avx512: asm; }
    /// The value of the best legal move on 6x6 by the weights of patterns.
    fn best_reply_6x6(position: *const [u64; 2], weights: *const u8, tables: *const Tables6, beta: i32) -> i32 {
        portable: plain; x64: plain; avx2: asm; avx512: asm;
    }
    /// The value of the best legal move on 8x8 by the weights of patterns.
    fn best_reply_8x8(position: *const [u64; 2], weights: *const u8, tables: *const Tables8, beta: i32) -> i32 {
        portable: plain; x64: plain; avx2: asm; avx512: asm;
    }

    /// Whether a disc encloses another, in the founding document's state of 6x6.
    fn packed6_outflank(state: *const Packed6, colour: u32, cell: u32) -> u32 { portable: rust; x64: asm; avx2: asm; avx512: asm; }
    /// A move in the founding document's state of 6x6, if it encloses a disc.
    fn packed6_move(state: *mut Packed6, colour: u32, cell: u32) -> u64 { portable: rust; x64: asm; avx2: asm; avx512: asm; }

    /// The legal squares of many positions. Tier X64 has Portable's, in all kernels of many:
    /// compilers make SSE2 of them.
    fn batch_moves_8x8(own: *const u64, opponent: *const u64, moves: *mut u64, boards: usize) {
        portable: rust; avx2: asm; avx512: asm;
    }
    /// The legal squares of many positions of the boards that lie within the frame.
    fn batch_moves_inner(own: *const u64, opponent: *const u64, moves: *mut u64, boards: usize, board: u64) {
        portable: rust; avx2: asm; avx512: asm;
    }
    /// The numbers of legal squares of many positions.
    fn batch_mobility_8x8(own: *const u64, opponent: *const u64, counts: *mut u8, boards: usize) {
        portable: rust; avx2: asm; avx512: asm;
    }
    /// The numbers of legal squares of many positions of the boards that lie within the frame.
    fn batch_mobility_inner(own: *const u64, opponent: *const u64, counts: *mut u8, boards: usize, board: u64) {
        portable: rust; avx2: asm; avx512: asm;
    }
    /// The discs that a disc on one square of each of many positions outflanks.
    fn batch_flips(own: *const u64, opponent: *const u64, squares: *const u8, flips: *mut u64, boards: usize) {
        portable: rust; avx2: asm; avx512: asm;
    }
    /// The positions after some moves of each of many positions.
    fn batch_children(
        own: *const u64,
        opponent: *const u64,
        squares: *const u64,
        boards: usize,
        child_own: *mut u64,
        child_opponent: *mut u64,
    ) -> usize { portable: rust; avx2: asm; avx512: asm; }

    /// Random plies of games in bit slices.
    fn bitslices_plies_8x8(games: *mut Bitslices, plies: u64, enough: u64) -> u64 { portable: rust; avx2: asm; avx512: asm; }
    /// Random plies of 6x6 games in bit slices.
    fn bitslices_plies_6x6(games: *mut Bitslices, plies: u64, enough: u64) -> u64 { portable: rust; avx2: asm; avx512: asm; }
    /// Random plies of 4x4 games in bit slices.
    fn bitslices_plies_4x4(games: *mut Bitslices, plies: u64, enough: u64) -> u64 { portable: rust; avx2: asm; avx512: asm; }
    /// The count of games in bit slices that are over.
    fn bitslices_finish(games: *mut Bitslices) { portable: rust; avx2: asm; avx512: asm; }
    /// The beginning of games in bit slices.
    fn bitslices_launch(games: *mut Bitslices, own: u64, opponent: u64) { portable: rust; avx2: asm; avx512: asm; }
}
