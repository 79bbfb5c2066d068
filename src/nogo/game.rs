//! NoGo as a [`Game`].

use super::{Board, IllegalMove, Kernels, Point, slices};
use crate::cpu::Tier;
use crate::game::{Game, Outcome};
use crate::playout::{self, Playout, Tally};
use crate::random::Random;

impl Game for Board {
    type Move = Point;
    type Illegal = IllegalMove;
    type Kernels = Kernels;

    fn kernels(tier: Tier) -> Option<&'static Kernels> {
        Kernels::get(tier)
    }

    fn for_each_child(&self, kernels: &Kernels, mut visit: impl FnMut(Point, &Board)) {
        let mut child = *self;
        for point in self.legal_moves() {
            child.play_unchecked_with(kernels, point);
            visit(point, &child);
            child.take_back(self, point);
        }
    }

    fn ply_count(&self, _: &Kernels) -> u64 {
        self.legal_moves().len().into()
    }

    fn try_play(&mut self, kernels: &Kernels, point: Point) -> Result<(), IllegalMove> {
        self.try_play_with(kernels, point)
    }

    fn play_random(&mut self, kernels: &Kernels, random: &mut Random) -> bool {
        self.play_random_plies(kernels, random, 1) == 1
    }

    fn outcome(&self, _: &Kernels) -> Option<Outcome> {
        self.outcome()
    }

    fn playout(mut self, kernels: &Kernels, random: &mut Random) -> Playout {
        let plies = self.play_random_plies(kernels, random, u32::MAX);
        Playout { outcome: self.outcome().expect("the side to move has no legal move"), plies }
    }

    fn playout_many(positions: &[Board], games: u64, kernels: &Kernels, seed: u64) -> Vec<Tally> {
        match kernels.tier() {
            Tier::Reference | Tier::X64 => playout::one_by_one(positions, games, kernels, seed),
            Tier::Avx2 => slices::playout_many::<4>(positions, games, kernels, seed),
            Tier::Avx512 => slices::playout_many::<8>(positions, games, kernels, seed),
        }
    }
}
