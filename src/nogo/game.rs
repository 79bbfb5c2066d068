//! NoGo as a [`Game`].

use super::board::Undo;
use super::illegal_move::IllegalMove;
use super::kernels::Kernels;
use super::point::Point;
use super::random_games;
use super::state::Board;
use crate::game::{Colour, Game, Outcome, Playout, Stopped, Tally};
use crate::random::Random;
use crate::tier::Tier;
use std::sync::atomic::AtomicBool;

impl Game for Board {
    type Move = Point;
    type Illegal = IllegalMove;
    type Undo = Undo;
    type Kernels = Kernels;

    fn kernels(tier: Tier) -> Option<&'static Kernels> {
        Kernels::get(tier)
    }

    fn to_move(&self) -> Colour {
        self.to_move()
    }

    fn legal_moves_with(&self, _: &'static Kernels) -> impl DoubleEndedIterator<Item = Point> + use<> {
        self.legal_moves().into_iter()
    }

    fn for_each_child(&self, kernels: &'static Kernels, visit: impl FnMut(Point, &Board)) {
        kernels.for_each_child(self, visit);
    }

    fn ply_count(&self, _: &'static Kernels) -> u64 {
        self.legal_moves().len().into()
    }

    fn try_play_with(&mut self, kernels: &'static Kernels, point: Point) -> Result<(), IllegalMove> {
        Board::try_play_with(self, kernels, point)
    }

    fn make_with(&mut self, kernels: &'static Kernels, point: Point) -> Undo {
        Board::make_with(self, kernels, point)
    }

    fn undo(&mut self, undo: Undo) {
        Board::undo(self, undo);
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

    fn playout_many_until(
        positions: &[Board],
        games: u64,
        kernels: &'static Kernels,
        seed: u64,
        tallies: &mut [Tally],
        stop: &AtomicBool,
    ) -> Result<(), Stopped> {
        random_games::playout_many_until(positions, games, kernels, seed, tallies, stop)
    }
}
