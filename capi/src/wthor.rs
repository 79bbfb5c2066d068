//! Recorded games of Othello: WTHOR.

use crate::boundary::{out, slice};
use crate::error::{Code, Result};
use crate::memory::{Users, with_reserve};
use stonemask::othello::wthor;

/// A recorded game of Othello.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct stonemask_wthor_game {
    /// Black's discs at the end; empty squares go to the winner, halved in a draw.
    pub black: u8,
    /// Black's discs with perfect play from some position on.
    pub theoretical: u8,
    /// How many moves there are, passes left out.
    pub moves: u8,
    /// The moves.
    pub squares: [u8; 60],
}

exports! {
    /// Checks that bytes are a WTHOR database, and says how many games it has.
    one fn stonemask_wthor_open(from: *const u8, length: usize, games: *mut usize, depth: *mut u32) {
        let (games, depth) = (out(games)?, out(depth)?);
        let database = database(slice(from, length)?)?;
        games.write(database.games.len());
        depth.write(database.depth);
        Ok(())
    }

    /// Reads one game of a database. Of a move that is not a square the index is its number, from
    /// 0.
    many fn stonemask_wthor_read(from: *const u8, length: usize, index: usize, game: *mut stonemask_wthor_game) {
        let place = out(game)?;
        // The header alone says where a game stands; one game is read as a database of its own.
        let from = slice(from, length)?;
        let (header, games) = from.split_at_checked(16).ok_or(Code::BadFile)?;
        let record = index.checked_mul(68).and_then(|at| games.get(at..)?.get(..68)).ok_or(Code::BadArgument)?;
        let mut one = [0; 16 + 68];
        one[..16].copy_from_slice(header);
        one[4..8].copy_from_slice(&1u32.to_le_bytes());
        one[16..].copy_from_slice(record);
        let database = database(&one)?;
        let [record] = &database.games[..] else { return Err(Code::Internal.into()) };
        let mut game = stonemask_wthor_game {
            black: record.black() as u8,
            theoretical: record.theoretical() as u8,
            moves: 0,
            squares: [0; 60],
        };
        for (number, (place, square)) in game.squares.iter_mut().zip(record.squares()).enumerate() {
            *place = square.map_err(|_| Code::BadFile.at(number))?.bit() as u8;
            game.moves += 1;
        }
        place.write(game);
        Ok(())
    }
}

fn database(bytes: &[u8]) -> Result<wthor::Database> {
    with_reserve(bytes.len().saturating_mul(4).saturating_add(64 << 10), Users::Caller, || {
        Ok(wthor::read(bytes).map_err(|_| Code::BadFile)?)
    })
}
