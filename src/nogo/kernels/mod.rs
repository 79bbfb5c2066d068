//! NoGo's kernels, each declared once.

pub(crate) mod plain;
mod portable;
mod reference;
mod safe;
pub(crate) mod singles;

use super::planes::Planes;
use super::position::{Masks, Position};
use super::state::Board;

crate::kernel::kernels! {
    /// The NoGo kernels of one tier.
    ///
    /// ```
    /// use stonemask::Tier;
    /// use stonemask::kernels::NoGo;
    /// use stonemask::nogo::Board;
    ///
    /// let board: Board = "-X-/X-O/--O X".parse().unwrap();
    /// for tier in Tier::available() {
    ///     let kernels = NoGo::get(tier).unwrap();
    ///     assert_eq!(kernels.masks(&board.position()), board.masks());
    /// }
    /// ```
    pub struct Kernels of "nogo";

    /// Places a stone of a colour, whoever is to move.
    fn play(state: *mut Board, colour: u32, point: u32) { portable: rust; x64: asm; avx2: asm; avx512: asm; }
    /// Random moves, at most `limit`; how many were played.
    fn random_plies(state: *mut Board, random: *mut u64, limit: u32) -> u32 { portable: rust; x64: asm; avx2: asm; avx512: asm; }
    /// A ply in each of many games, given or drawn.
    fn plays(states: *mut Board, points: *mut u8, count: usize, random: *mut u64) { portable: rust; x64: asm; avx2: asm; avx512: asm; }
    /// The legal moves of both colours in many positions. Words of 128 bits beat SSE2, so tier X64
    /// has Portable's.
    fn masks(positions: *const Position, masks: *mut Masks, count: usize) { portable: rust; avx2: asm; avx512: asm; }
    /// Whether a move is legal.
    fn is_legal(position: *const Position, colour: u32, point: u32) -> u32 { portable: rust; x64: asm; avx2: asm; avx512: asm; }
    /// Steps of many random games at once. Lower tiers have the plain form.
    fn bitslices_plies(state: *mut Planes, least: u32, limit: u32) -> u32 { avx2: asm; avx512: asm; }
    /// The founding document's move generation. It fits three words, which Reference has too:
    /// wider registers gain nothing.
    fn four_boards_moves(state: *const [[i32; 3]; 4], colour: u32, moves: *mut [i32; 3]) { x64: asm; }
    /// The first phase of the founding document's update.
    fn four_boards_surrounded(state: *const [[i32; 3]; 4], colour: u32, points: *mut [i32; 3]) {
        portable: rust; x64: asm; avx2: asm;
    }
}
