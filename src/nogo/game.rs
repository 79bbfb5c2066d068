//! NoGo as a [`Game`].

use super::board::Undo;
use super::illegal_move::IllegalMove;
use super::kernels::Kernels;
use super::point::Point;
use super::random_games;
use super::state::Board;
use crate::game::{Bulk, Colour, Game, Outcome, Perft, Playout, Stopped, Tally, perft_by_plies};
use crate::random::Random;
use std::sync::atomic::AtomicBool;

impl Game for Board {
    type Move = Point;
    type Illegal = IllegalMove;
    type Undo = Undo;

    fn to_move(&self) -> Colour {
        self.to_move()
    }

    fn plies(&self) -> impl DoubleEndedIterator<Item = Point> + use<> {
        self.plies()
    }

    fn for_each_child(&self, visit: impl FnMut(Point, &Board)) {
        Kernels::in_use().for_each_child(self, visit);
    }

    fn check(&self, point: Point) -> Result<(), IllegalMove> {
        self.check(point)
    }

    fn make(&mut self, point: Point) -> Undo {
        self.make(point)
    }

    fn undo(&mut self, undo: Undo) {
        self.undo(undo);
    }

    fn play_random(&mut self, random: &mut Random) -> bool {
        self.play_random_plies(random, 1) == 1
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome()
    }
}

impl Bulk for Board {
    fn count_plies(&self) -> u64 {
        self.mobility().into()
    }

    fn perft_in_bulk(&self, depth: u32, stop: &AtomicBool) -> Result<Perft, Stopped<Perft>> {
        perft_by_plies(self, depth, stop)
    }

    fn random_game(&self, random: &mut Random) -> Playout {
        let mut board = *self;
        let plies = board.play_random_plies(random, u32::MAX);
        Playout { outcome: board.outcome().expect("the side to move has no legal move"), plies }
    }

    fn random_games(
        positions: &[Board],
        games: u64,
        seed: u64,
        tallies: &mut [Tally],
        stop: &AtomicBool,
    ) -> Result<(), Stopped> {
        random_games::playouts(positions, games, seed, tallies, stop)
    }
}
