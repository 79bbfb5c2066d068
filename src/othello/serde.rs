//! Serialization of Othello's boards and their parts.

use super::board::Board;
use super::moves::{Line, Move};
use super::packed6::Packed6;
use super::position::Position;
use super::square::{Square, SquareSet};
use crate::serde::{as_parts, as_text};
use ::serde::{Deserialize, Serialize};

as_text!(const N => Square<N>, const N => SquareSet<N>, const N => Move<N>, const N => Line<N>, const N => Board<N>);

/// A position as it is written.
#[derive(Serialize, Deserialize)]
struct PositionParts<const N: usize> {
    own: SquareSet<N>,
    opponent: SquareSet<N>,
}

as_parts!(
    const N => Position<N>,
    PositionParts<N>,
    |position| PositionParts { own: position.own(), opponent: position.opponent() },
    |parts: PositionParts<N>| Position::new(parts.own, parts.opponent)
);

/// A packed state as it is written.
#[derive(Serialize, Deserialize)]
struct PackedParts {
    t: u8,
    free: u32,
    pos: u32,
}

as_parts!(
    Packed6,
    PackedParts,
    |state| PackedParts { t: state.t(), free: state.free(), pos: state.pos() },
    |PackedParts { t, free, pos }| Packed6::new(t, free, pos)
);
