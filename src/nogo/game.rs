//! NoGo as a [`Game`].

use super::{Board, IllegalMove, Kernels, Point, slices};
use crate::game::{Game, Outcome};
use crate::game::{Playout, Tally};
use crate::random::Random;
use crate::tier::Tier;

impl Game for Board {
    type Move = Point;
    type Illegal = IllegalMove;
    type Undo = (Board, Point);
    type Kernels = Kernels;

    fn kernels(tier: Tier) -> Option<&'static Kernels> {
        Kernels::get(tier)
    }

    fn for_each_child(&self, kernels: &'static Kernels, mut visit: impl FnMut(Point, &Board)) {
        let mut child = *self;
        for point in self.legal_moves() {
            child.play_unchecked_with(kernels, point);
            visit(point, &child);
            child.take_back(self, point);
        }
    }

    fn ply_count(&self, _: &'static Kernels) -> u64 {
        self.legal_moves().len().into()
    }

    fn try_play_with(&mut self, kernels: &'static Kernels, point: Point) -> Result<(), IllegalMove> {
        self.try_play_with(kernels, point)
    }

    fn make_with(&mut self, kernels: &'static Kernels, point: Point) -> (Board, Point) {
        let before = *self;
        self.play_unchecked_with(kernels, point);
        (before, point)
    }

    fn undo(&mut self, (before, point): (Board, Point)) {
        self.take_back(&before, point);
    }

    fn play_random(&mut self, kernels: &'static Kernels, random: &mut Random) -> bool {
        self.play_random_plies(kernels, random, 1) == 1
    }

    fn outcome_with(&self, _: &'static Kernels) -> Option<Outcome> {
        self.outcome()
    }

    fn playout(mut self, kernels: &'static Kernels, random: &mut Random) -> Playout {
        let plies = self.play_random_plies(kernels, random, u32::MAX);
        Playout { outcome: self.outcome().expect("the side to move has no legal move"), plies }
    }

    fn playout_many(positions: &[Board], games: u64, kernels: &'static Kernels, seed: u64) -> Vec<Tally> {
        match kernels.tier() {
            Tier::Reference | Tier::X64 => crate::game::playout_one_by_one(positions, games, kernels, seed),
            Tier::Avx2 => slices::playout_many::<4>(positions, games, kernels, seed),
            Tier::Avx512 => slices::playout_many::<8>(positions, games, kernels, seed),
        }
    }
}
