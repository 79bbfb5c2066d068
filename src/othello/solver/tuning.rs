//! The numbers of the search for each size of board. They were chosen by node counts and times on random openings, never on the
//! start position or on positions that are published, but for one number; see docs/notes/solver-trials.md.

use super::evaluation::INFINITE;
use crate::othello::patterns::PER_DISC;
use crate::othello::scoring::Scoring;

/// Heights (plies down to the horizon, or empty squares where the search goes to the end of the game) from which on something is
/// done, and values in the evaluation's unit.
pub(super) struct Tuning {
    /// Positions are remembered in the table that all threads share. Below, the search of the last plies has a table of its own, and one
    /// of limited depth has none: a cache miss costs more than it saves.
    pub(super) table_from: u32,
    /// The order is that of a search of one ply more.
    pub(super) deeper_from: &'static [u32],
    /// How many moves are searched so; the others follow in the order by the patterns.
    pub(super) deeper_moves: usize,
    /// How many plies fewer where the table's move was searched and did not decide the position.
    pub(super) undecided_plies: u32,
    /// The cost of each opponent's reply, on top of the evaluation; the same after a deeper search, and while ordering for one.
    pub(super) mobility: i32,
    pub(super) mobility_deep: i32,
    pub(super) mobility_before: i32,
    /// Searches of an even number of plies value the side to move too high by `optimism`, those of an odd number too low by `pessimism`.
    pub(super) optimism: i32,
    pub(super) pessimism: i32,
    /// A position may count as decided in a selective search.
    pub(super) selective_from: u32,
    /// Margin by level of selectivity: a position counts as decided if its shallow value lies at least this far outside the window.
    /// Level 0 is the exact search. With 12 to 20 empty squares, shallow values are off by 4 to 5 discs on 6x6 (standard
    /// deviation).
    pub(super) certain: [i32; 4],
}

impl Tuning {
    pub(super) fn of<const N: usize>(scoring: Scoring) -> &'static Tuning {
        match (N, scoring) {
            (8, _) => &EIGHT,
            (_, Scoring::FewestDiscs) => &SIX_ANTI,
            _ => &SIX,
        }
    }

    /// Those of searches of limited depth, whatever the board; what is not about heights is taken from the board's.
    pub(super) const LIMITED: Tuning = Tuning {
        table_from: 4,
        deeper_from: &[6, 8, 10, 12, 14],
        deeper_moves: usize::MAX,
        selective_from: 6,
        certain: EIGHT.certain,
        ..EIGHT
    };
}

/// By how much searches of an even number of plies, and those of an odd one, value the side to move too high by the midgame's weights.
/// Measured on played games: docs/notes/solver-trials.md.
pub(super) const MIDGAME_BIAS: [i32; 2] = [-PER_DISC / 2, 17 * PER_DISC / 8];

const SIX: Tuning = Tuning {
    table_from: 11,
    deeper_from: &[16, 18, 20, 22],
    deeper_moves: usize::MAX,
    undecided_plies: 0,
    mobility: 3 * PER_DISC,
    mobility_deep: 3 * PER_DISC / 2,
    mobility_before: 2 * PER_DISC,
    optimism: PER_DISC,
    pessimism: 2 * PER_DISC,
    selective_from: 12,
    certain: [INFINITE, 15 * PER_DISC, 8 * PER_DISC, 4 * PER_DISC],
};

const SIX_ANTI: Tuning = Tuning {
    deeper_from: &[15, 17, 19, 21],
    mobility: 2 * PER_DISC,
    mobility_deep: PER_DISC,
    pessimism: PER_DISC,
    selective_from: 13,
    certain: [INFINITE, 7 * PER_DISC, 9 * PER_DISC / 2, 9 * PER_DISC / 4],
    ..SIX
};

const EIGHT: Tuning = Tuning {
    table_from: 11,
    deeper_from: &[15, 17, 19, 21, 23],
    deeper_moves: 4,
    undecided_plies: 1,
    mobility: 11 * PER_DISC / 2,
    mobility_deep: 2 * PER_DISC,
    mobility_before: 2 * PER_DISC,
    optimism: 5 * PER_DISC / 4,
    pessimism: 9 * PER_DISC / 4,
    selective_from: 12,
    certain: [INFINITE, 13 * PER_DISC, 33 * PER_DISC / 4, 17 * PER_DISC / 4],
};
