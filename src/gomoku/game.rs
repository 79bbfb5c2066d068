//! Gomoku as a [`Game`].

use super::{Board, IllegalMove, Kernels, Playouts, Point, Rule};
use crate::game::{Game, Outcome};
use crate::game::{Playout, Tally};
use crate::random::Random;
use crate::tier::Tier;

impl Game for Board {
    type Move = Point;
    type Illegal = IllegalMove;
    type Undo = Point;
    type Kernels = Kernels;

    fn kernels(tier: Tier) -> Option<&'static Kernels> {
        Kernels::get(tier)
    }

    fn for_each_child(&self, kernels: &'static Kernels, mut visit: impl FnMut(Point, &Board)) {
        let mut child = self.clone();
        for point in self.legal_moves().iter() {
            child.play_unchecked_with(kernels, point);
            visit(point, &child);
            child.undo(point);
        }
    }

    fn ply_count(&self, _: &'static Kernels) -> u64 {
        if self.is_over() {
            0
        } else if self.rule() == Rule::Renju {
            self.legal_moves().len() as u64
        } else {
            (self.size().points() - self.stones()) as u64
        }
    }

    fn try_play_with(&mut self, kernels: &'static Kernels, ply: Point) -> Result<(), IllegalMove> {
        self.try_play_with(kernels, ply)
    }

    fn make_with(&mut self, kernels: &'static Kernels, ply: Point) -> Point {
        self.play_unchecked_with(kernels, ply);
        ply
    }

    fn undo(&mut self, point: Point) {
        Board::undo(self, point);
    }

    fn play_random(&mut self, kernels: &'static Kernels, random: &mut Random) -> bool {
        let plies = self.ply_count(kernels) as u32;
        if plies == 0 {
            return false;
        }
        let chosen = random.below(plies) as usize;
        let point = self.legal_moves().iter().nth(chosen).expect("fewer than the moves there are");
        self.play_unchecked_with(kernels, point);
        true
    }

    fn outcome_with(&self, _: &'static Kernels) -> Option<Outcome> {
        self.outcome()
    }

    /// One list of the empty points serves the whole game: a point is drawn from it, and the last takes its place. In freestyle
    /// a kernel plays the game; every tier draws the same numbers.
    fn playout(mut self, kernels: &'static Kernels, random: &mut Random) -> Playout {
        if let Some(outcome) = self.outcome() {
            return Playout { outcome, plies: 0 };
        }
        if self.rule() == Rule::Freestyle {
            return kernels.playout(&self, random);
        }
        let mut empties: Vec<Point> = self.size().all().filter(|&point| self.stone(point).is_none()).collect();
        let mut plies = 0;
        loop {
            if let Some(outcome) = self.outcome() {
                return Playout { outcome, plies };
            }
            // A forbidden point is drawn in vain and stays; there is one that is not, or the game would be over.
            let chosen = random.below(empties.len() as u32) as usize;
            if self.why_forbidden(empties[chosen]).is_none() {
                self.play_unchecked_with(kernels, empties.swap_remove(chosen));
                plies += 1;
            }
        }
    }

    /// Freestyle and standard games by [`Playouts`], on the Reference tier and where those do not apply ply by ply.
    fn playout_many(positions: &[Board], games: u64, kernels: &'static Kernels, seed: u64) -> Vec<Tally> {
        let mut random = Random::new(seed);
        let mut playouts: Option<Playouts> = None;
        let mut tally = |board: &Board| {
            let ready = kernels.tier() != Tier::Reference
                && match &mut playouts {
                    Some(playouts) => playouts.restart(board),
                    None => {
                        playouts = Playouts::new(board, kernels, seed);
                        playouts.is_some()
                    }
                };
            match &mut playouts {
                Some(playouts) if ready => playouts.tally(games),
                _ => {
                    let mut tally = Tally::default();
                    (0..games).for_each(|_| tally.count(board.clone().playout(kernels, &mut random)));
                    tally
                }
            }
        };
        positions.iter().map(&mut tally).collect()
    }
}
