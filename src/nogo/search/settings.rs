//! How the tree is searched. Nothing but the four operations and roots is used, so that all
//! machines compute the same.

use crate::nogo::state::Board;

/// The settings of a search. The default was found by matches (docs/NOGO.md); others are for those.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Leaves that are looked at together.
    pub leaves: usize,
    /// Random games from each of them.
    pub games: u64,
    /// Whether the games are played by a [`Batch`](crate::nogo::Batch); else one after the other.
    pub batched: bool,
    /// How much a move is tried for its prior.
    pub exploration: f64,
    /// By what a move's prior grows with a point that one may play on more than the opponent. 1:
    /// all have the same.
    pub prior: f64,
    /// The part of a leaf's value that does not come from games, but from the points that each may
    /// play on.
    pub mobility: f64,
    /// By what the odds grow with such a point.
    pub odds: f64,
    /// The value of a move not tried yet is its parent's less this.
    pub reduction: f64,
    /// Leaves with at most this many points to play on are given to the solver.
    pub solver_points: u32,
    /// The solver's nodes for one leaf.
    pub solver_nodes: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            leaves: 8,
            games: 64,
            batched: true,
            exploration: 0.18,
            // e^0.3
            prior: 1.349_858_807_576_003,
            mobility: 0.5,
            odds: 1.349_858_807_576_003,
            reduction: 0.0,
            solver_points: 16,
            solver_nodes: 256,
        }
    }
}

/// Powers of a number, from 0 on.
#[derive(Clone, Debug)]
pub(super) struct Powers([f64; Powers::COUNT]);

impl Powers {
    /// Differences of mobility are less than this, of moves twice as much.
    const COUNT: usize = 2 * 81 + 1;

    pub(super) fn of(base: f64) -> Powers {
        let mut powers = [1.0; Powers::COUNT];
        for exponent in 1..Powers::COUNT {
            powers[exponent] = powers[exponent - 1] * base;
        }
        Powers(powers)
    }

    pub(super) fn get(&self, exponent: u32) -> f64 {
        self.0[exponent as usize]
    }

    /// Whether all of them are 1.
    pub(super) fn are_one(&self) -> bool {
        self.get(1) == 1.0
    }

    /// The share that belongs to odds of this power to 1.
    pub(super) fn share(&self, exponent: i32) -> f64 {
        let odds = self.get(exponent.unsigned_abs());
        if exponent < 0 { 1.0 / (1.0 + odds) } else { odds / (1.0 + odds) }
    }
}

/// On how many points more the side that has just moved may play than the other.
pub(super) fn lead(board: &Board) -> i32 {
    let [theirs, own] = [board.to_move(), board.to_move().other()].map(|colour| board.allowed(colour).len() as i32);
    own - theirs
}
