//! Why a ply is illegal, and how that is said.

use super::colour::Colour;
use std::error::Error;
use std::fmt;

/// A ply that the rules do not allow, and why: each game's `IllegalMove`, with its own plies and
/// reasons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IllegalMove<Ply, Reason> {
    ply: Ply,
    colour: Colour,
    reason: Reason,
}

impl<Ply: Copy, Reason: Copy> IllegalMove<Ply, Reason> {
    /// A ply that is illegal for this reason.
    pub(crate) const fn new(ply: Ply, colour: Colour, reason: Reason) -> IllegalMove<Ply, Reason> {
        IllegalMove { ply, colour, reason }
    }

    /// The ply.
    pub const fn ply(&self) -> Ply {
        self.ply
    }

    /// The side that was to move.
    pub const fn colour(&self) -> Colour {
        self.colour
    }

    /// Why it is illegal.
    pub const fn reason(&self) -> Reason {
        self.reason
    }
}

impl<Ply: fmt::Display, Reason: fmt::Display> fmt::Display for IllegalMove<Ply, Reason> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move {} for {}: {}", self.ply, self.colour, self.reason)
    }
}

impl<Ply: fmt::Debug + fmt::Display, Reason: fmt::Debug + fmt::Display> Error for IllegalMove<Ply, Reason> {}

/// Says that a stone of this colour is in the way; a square holds a disc, and a point a stone.
pub(crate) fn occupied(f: &mut fmt::Formatter<'_>, [place, piece]: [&str; 2], colour: Colour) -> fmt::Result {
    write!(f, "the {place} holds a {colour} {piece}")
}

/// Says that no ply is legal any more.
pub(crate) const GAME_OVER: &str = "the game is over";
