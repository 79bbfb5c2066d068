//! Gomoku's kernels: each declared once, with the tiers that have it in assembly.

mod portable;
mod reference;
mod safe;
pub(crate) mod singles;

use super::block::{Block, Found, Row};
use super::keys::{KeyLine, Results};
use super::single_game::{Playout16, Playout64};
use super::slab_game::SlabGame;
use super::threats::{Scratch, Threats};

crate::kernel::kernels! {
    /// The Gomoku kernels of one tier.
    ///
    /// ```
    /// use stonemask::Tier;
    /// use stonemask::kernels::Gomoku;
    /// use stonemask::gomoku::{Board, Colour};
    ///
    /// let board: Board = "3x7 freestyle XX-XX--/OOOOO--/------- X".parse()?;
    /// for tier in Tier::available() {
    ///     let kernels = Gomoku::get(tier).unwrap();
    ///     assert_eq!(kernels.any_five(board.planes()), [false, true]);
    ///     assert_eq!(kernels.winning_cells(board.planes())[0].to_string(), "c1");
    ///     assert!(kernels.five(board.planes(), Colour::White, "c2".parse()?));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub struct Kernels of "gomoku";

    /// The runs through a stone on the cell vector: asm/gomoku/runs.inc.
    fn runs(cells: *const u8, rows: u32, columns: u32, position: u32) -> u64 { portable: rust; x64: asm; avx2: asm; }

    /// Whether a stone on a point is in a run of five or more: asm/gomoku/five_x64.S.
    fn five[16, 32, 64](plane: *const u64, row: u32, column: u32) -> u32 { portable: rust; x64: asm; avx2: asm; avx512: asm; }

    /// Whether each colour has five or more in a row: asm/gomoku/fives.inc.
    fn any_five[16, 32, 64](planes: *const u64, rows: u32) -> u32 { portable: rust; x64: asm[32, 64]; avx2: asm; avx512: asm; }

    /// Whether each colour has exactly five in a row: asm/gomoku/fives.inc.
    fn any_exact_five[16, 32, 64](planes: *const u64, rows: u32) -> u32 { portable: rust; x64: asm[32, 64]; avx2: asm; avx512: asm; }

    /// The empty points where each colour makes five: asm/gomoku/winning_cells.inc.
    fn winning_cells[16, 32, 64](planes: *const u64, rows: u32, black: *mut u64, white: *mut u64) {
        portable: rust; x64: asm[32]; avx2: asm; avx512: asm;
    }

    /// The empty points where a colour makes fours and threes: asm/gomoku/threats.inc.
    fn threats[16, 32, 64](
        own: *const u64, empty: *const u64, rows: u32, threats: *mut Threats, scratch: *mut Scratch,
    ) {
        portable: rust; x64: asm[32, 64]; avx2: asm; avx512: asm[16, 64];
    }

    /// A random game to its end on a board up to 15x15. Assembly gained a hundredth on it.
    fn playout_16(game: *mut Playout16) -> u32 { portable: rust; }

    /// A random game to its end on any board.
    fn playout_64(game: *mut Playout64) -> u32 { portable: rust; }

    /// Thirty-two random freestyle games to their ends: asm/gomoku/playouts.inc.
    fn playouts(
        keys: *const [u64; 8], lines: *const KeyLine, cells: *const u32, count: u32, to_move: u32, results: *mut Results,
    ) {
        portable: rust; x64: asm; avx2: asm; avx512: asm;
    }

    /// Thirty-two random standard games to their ends: asm/gomoku/playouts.inc.
    fn playouts_exact(
        keys: *const [u64; 8], lines: *const KeyLine, cells: *const u32, count: u32, to_move: u32, results: *mut Results,
    ) {
        portable: rust; x64: asm; avx2: asm; avx512: asm;
    }

    /// Which of 32 boards have five or more in a row: asm/gomoku/batch.inc.
    fn batch_fives(boards: *const Block, rows: u32, found: *mut Found) { portable: rust; avx2: asm; avx512: asm; }

    /// Which of 32 boards have exactly five in a row: asm/gomoku/batch.inc.
    fn batch_exact_fives(boards: *const Block, rows: u32, found: *mut Found) { portable: rust; avx2: asm; avx512: asm; }

    /// The empty points of 32 boards where each colour makes five: asm/gomoku/batch.inc.
    fn batch_winning_cells(
        boards: *const Block, rows: u32, columns: u32, black: *mut [Row; 15], white: *mut [Row; 15],
    ) {
        portable: rust; avx2: asm; avx512: asm;
    }

    /// A ply in each game of a slab: asm/gomoku/step.inc.
    fn step(
        games: *mut SlabGame, count: usize, actions: *const u16, points: *const [u8; 2], start: *const SlabGame, exact: u32,
    ) -> usize {
        portable: rust; x64: asm; avx2: asm;
    }

    /// An empty point in each game of a slab: asm/gomoku/choose_avx2.S. Lower tiers have
    /// Reference's, which is of words already: without popcnt and pdep there is nothing to gain.
    fn choose(games: *const SlabGame, count: usize, numbers: *const u64, actions: *mut u16) -> usize { avx2: asm; }

    /// The stones on the points of each game of a slab: asm/gomoku/observe_avx2.S.
    fn observe(games: *const SlabGame, count: usize, rows: u32, columns: u32, cells: *mut u8) {
        portable: rust; avx2: asm; avx512: asm;
    }
}
