//! Opponents of a level.

use crate::boundary::out;
#[cfg(any(feature = "gomoku", feature = "nogo"))]
use crate::boundary::read;
use crate::error::{Code, Result};
use crate::memory::{Users, with_reserve};
use crate::solver::THREAD;
use crate::stop::{self, stonemask_stop};
use std::collections::TryReserveError;
use stonemask::game::Game;
use stonemask::game::search::Level;

/// How many levels there are.
pub const LEVELS: u32 = Level::ALL.len() as u32;

/// The most that a search allocates: its table, its nodes' moves and lines, and the weights of
/// Othello's.
const NEED: usize = Level::TABLE_BYTES + (16 << 20);

fn level(number: u32) -> Result<Level> {
    u8::try_from(number).ok().and_then(Level::new).ok_or(Code::BadArgument.into())
}

/// The ply of a level, which allocates.
fn ply<G: Game>(
    board: &G,
    find: impl FnOnce() -> std::result::Result<Option<G::Move>, TryReserveError>,
) -> Result<G::Move> {
    if board.outcome().is_some() {
        return Err(Code::GameOver.into());
    }
    let found = with_reserve(NEED + 2 * THREAD, Users::Helpers, || Ok(find().map_err(|_| Code::OutOfMemory)?))?;
    found.ok_or(Code::Internal.into())
}

#[cfg(feature = "othello")]
mod othello {
    use super::*;
    use crate::othello::{by_side, number, stonemask_othello};
    use stonemask::othello::Board;

    exports! {
        /// The positions that a level spends on a move of Othello.
        one fn stonemask_othello_level_nodes(side: u32, of: u32, nodes: *mut u64) {
            let (place, level) = (out(nodes)?, level(of)?);
            by_side!([side] N => {
                place.write(Board::<N>::level_nodes(level));
                Ok(())
            })
        }

        /// The move of a level in Othello.
        one fn stonemask_othello_level_move(
            side: u32,
            position: stonemask_othello,
            to_move: i32,
            of: u32,
            seed: u64,
            stop: *const stonemask_stop,
            square: *mut u8,
        ) {
            let (place, level, stop) = (out(square)?, level(of)?, stop::stop(stop)?);
            by_side!([side] N => {
                let board: Board<N> = position.board(to_move)?;
                place.write(number(ply(&board, || board.level_move_until(level, seed, stop.flag()))?));
                Ok(())
            })
        }
    }
}

#[cfg(feature = "gomoku")]
mod gomoku {
    use super::*;
    use crate::gomoku::stonemask_gomoku;
    use stonemask::gomoku::Board;

    exports! {
        /// The positions that a level spends on a move of Gomoku.
        one fn stonemask_gomoku_level_nodes(of: u32, nodes: *mut u64) {
            let (place, level) = (out(nodes)?, level(of)?);
            place.write(Board::level_nodes(level));
            Ok(())
        }

        /// The move of a level in Gomoku.
        one fn stonemask_gomoku_level_move(
            board: *const stonemask_gomoku,
            of: u32,
            seed: u64,
            stop: *const stonemask_stop,
            row: *mut u32,
            column: *mut u32,
        ) {
            let (row, column) = (out(row)?, out(column)?);
            let (board, level, stop) = (&read(board)?.board, level(of)?, stop::stop(stop)?);
            let found = ply(board, || board.level_move_until(level, seed, stop.flag()))?;
            row.write(found.row() as u32);
            column.write(found.column() as u32);
            Ok(())
        }
    }
}

#[cfg(feature = "nogo")]
mod nogo {
    use super::*;
    use crate::nogo::stonemask_nogo;
    use stonemask::nogo::Board;

    exports! {
        /// The random games that a level spends on a move of NoGo.
        one fn stonemask_nogo_level_nodes(of: u32, nodes: *mut u64) {
            let (place, level) = (out(nodes)?, level(of)?);
            place.write(Board::level_nodes(level));
            Ok(())
        }

        /// The move of a level in NoGo.
        one fn stonemask_nogo_level_move(
            board: *const stonemask_nogo,
            of: u32,
            seed: u64,
            stop: *const stonemask_stop,
            bit: *mut u8,
        ) {
            let place = out(bit)?;
            let (board, level, stop) = (&read(board)?.board, level(of)?, stop::stop(stop)?);
            let found = ply(board, || board.level_move_until(level, seed, stop.flag()))?;
            place.write(found.bit() as u8);
            Ok(())
        }
    }
}

#[cfg(feature = "gomoku")]
pub use gomoku::*;
#[cfg(feature = "nogo")]
pub use nogo::*;
#[cfg(feature = "othello")]
pub use othello::*;
