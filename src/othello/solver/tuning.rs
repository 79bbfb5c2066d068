//! The numbers of the search for each size of board. They were chosen by node counts and times on
//! random openings, never on the start position or on positions that are published, but for one
//! number; see docs/notes/solver-trials.md.

use super::evaluation::INFINITE;
use crate::othello::patterns::PER_DISC;
use crate::othello::scoring::Scoring;

/// Heights (plies down to the horizon, or empty squares where the search goes to the end of the
/// game) from which on something is done, and values in the evaluation's unit.
pub(super) struct Tuning {
    /// Positions are remembered in the table that all threads share. Below, the search of the last
    /// plies has a table of its own, and one of limited depth has none: a cache miss costs more
    /// than it saves.
    pub(super) table_from: u32,
    /// The order is that of a search of one ply more.
    pub(super) deeper_from: &'static [u32],
    /// How many moves are searched so; the others follow in the order by the patterns.
    pub(super) deeper_moves: usize,
    /// How many plies fewer where the table's move was searched and did not decide the position.
    pub(super) undecided_plies: u32,
    /// The cost of each opponent's reply, on top of the evaluation; the same after a deeper search,
    /// and while ordering for one.
    pub(super) mobility: i32,
    pub(super) mobility_deep: i32,
    pub(super) mobility_before: i32,
    /// Searches of an even number of plies value the side to move too high by `optimism`, those of
    /// an odd number too low by `pessimism`.
    pub(super) optimism: i32,
    pub(super) pessimism: i32,
    /// A position may count as decided in a selective search.
    pub(super) selective_from: u32,
    /// Margin by level of selectivity: a position counts as decided if its shallow value lies at
    /// least this far outside the window. Level 0 is the exact search. With 12 to 20 empty squares,
    /// shallow values are off by 4 to 5 discs on 6x6 (standard deviation).
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

    /// Those of searches of limited depth, whatever the board; what is not about heights is taken
    /// from the board's.
    pub(super) const LIMITED: Tuning = Tuning {
        table_from: 4,
        deeper_from: &[6, 8, 10, 12, 14],
        deeper_moves: usize::MAX,
        selective_from: 4,
        ..EIGHT
    };
}

/// In searches of limited depth a position counts as decided if a search of fewer plies values it
/// outside the window by `margin` or more.
#[derive(Clone, Copy)]
pub(super) struct Probe {
    pub(super) plies: u32,
    pub(super) margin: i32,
}

/// How near the window, by the evaluation, a position is not probed.
pub(super) const PROBE_FROM: i32 = 2 * PER_DISC;

impl Probe {
    /// The plies of probes by height; farther up, the last two by turns. A probe
    /// and its search are both of odd or both of even numbers of plies, whose values differ less.
    const PLIES: [u32; 15] = [0, 0, 0, 0, 2, 3, 2, 3, 4, 3, 4, 5, 6, 7, 8];
    /// By how much the values of a probe and of a search of as many plies would differ, by the
    /// probe's plies, and for each ply between them: hundredths of a disc, the standard deviation.
    /// The margin is 1.75 times as much. docs/notes/solver-trials.md.
    const SPREAD: [i32; 9] = [0, 0, 360, 220, 230, 185, 175, 150, 140];
    const SPREAD_PER_PLY: i32 = 28;

    /// That of searches of this height, which is [`Tuning::selective_from`] or more.
    #[inline]
    pub(super) const fn of(height: u32) -> Probe {
        let highest = Probe::PLIES.len() as u32 - 1;
        let place = if height <= highest { height } else { highest - (height - highest) % 2 };
        let plies = Probe::PLIES[place as usize];
        let spread = Probe::SPREAD[plies as usize] + Probe::SPREAD_PER_PLY * (height - plies) as i32;
        Probe { plies, margin: 7 * PER_DISC * spread / 400 }
    }
}

/// By how much searches of an even number of plies, and those of an odd one, value the side to move
/// too high by the midgame's weights. Measured on played games: docs/notes/solver-trials.md.
pub(super) const MIDGAME_BIAS: [i32; 2] = [-PER_DISC / 2, 17 * PER_DISC / 8];
/// By how much all of them value it too low where an odd number of squares is empty.
pub(super) const ODD_BIAS: i32 = 2 * PER_DISC;

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
