//! Shared by the games: counts, random games, colours, outcomes and symmetries.

use crate::error::{Code, Result};
use stonemask::game::{Colour, Outcome, Playout, Symmetry, Tally};
use stonemask::slab::outcome_code;

/// The counts of a perft.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct stonemask_perft {
    /// Positions at the depth and games that ended above it.
    pub nodes: u64,
    /// Those that ended above it.
    pub finished: u64,
}

impl From<stonemask::game::Perft> for stonemask_perft {
    fn from(count: stonemask::game::Perft) -> stonemask_perft {
        stonemask_perft { nodes: count.nodes, finished: count.finished }
    }
}

/// One finished random game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct stonemask_playout {
    /// How it went: `enum stonemask_outcome`.
    pub outcome: i32,
    /// Plies played, passes included.
    pub plies: u32,
}

impl From<Playout> for stonemask_playout {
    fn from(game: Playout) -> stonemask_playout {
        stonemask_playout { outcome: outcome_number(Some(game.outcome)), plies: game.plies }
    }
}

/// How many random games went how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct stonemask_tally {
    /// Games that black won.
    pub black_wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that white won.
    pub white_wins: u64,
    /// Plies of all games together.
    pub plies: u64,
}

impl From<Tally> for stonemask_tally {
    fn from(tally: Tally) -> stonemask_tally {
        let Tally { wins: [black_wins, white_wins], draws, plies } = tally;
        stonemask_tally { black_wins, draws, white_wins, plies }
    }
}

pub(crate) fn outcome_number(outcome: Option<Outcome>) -> i32 {
    outcome_code(outcome).into()
}

pub(crate) fn colour(number: i32) -> Result<Colour> {
    match number {
        1 => Ok(Colour::Black),
        2 => Ok(Colour::White),
        _ => Err(Code::BadArgument.into()),
    }
}

/// A colour's number: `enum stonemask_colour`.
pub(crate) fn colour_number(colour: Colour) -> i32 {
    colour as i32 + 1
}

/// A symmetry by its number; one that exchanges rows and columns only where there are as many of
/// both.
pub(crate) fn symmetry(number: u32, (rows, columns): (usize, usize)) -> Result<Symmetry> {
    let symmetry = Symmetry::ALL.get(number as usize).copied().ok_or(Code::BadArgument)?;
    if symmetry.size((rows, columns)) == (rows, columns) { Ok(symmetry) } else { Err(Code::BadArgument.into()) }
}
