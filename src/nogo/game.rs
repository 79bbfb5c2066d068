//! NoGo as a [`Game`].

use super::{Board, IllegalMove, Kernels, Point};
use crate::cpu::Tier;
use crate::game::{Game, Outcome};
use crate::random::Random;

impl Game for Board {
    type Move = Point;
    type Illegal = IllegalMove;
    type Kernels = Kernels;

    fn kernels(tier: Tier) -> Option<&'static Kernels> {
        Kernels::get(tier)
    }

    fn for_each_child(&self, kernels: &Kernels, mut visit: impl FnMut(Point, &Board)) {
        for point in self.legal_moves() {
            let mut child = *self;
            child.play_unchecked_with(kernels, point);
            visit(point, &child);
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

    fn play_to_the_end(&mut self, kernels: &Kernels, random: &mut Random) -> u32 {
        self.play_random_plies(kernels, random, u32::MAX)
    }

    fn outcome(&self, _: &Kernels) -> Option<Outcome> {
        self.outcome()
    }
}
