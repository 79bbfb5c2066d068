//! Gomoku as a [`Game`].

use super::board::{Board, Undo};
use super::illegal_move::IllegalMove;
use super::kernels::Kernels;
use super::point::Point;
use super::random_games::{self, RandomGames};
use crate::game::{Bulk, Colour, Game, Outcome, Perft, Playout, Stopped, Tally, perft_by_plies, tally_in_turn};
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

    fn for_each_child(&self, mut visit: impl FnMut(Point, &Board)) {
        let mut child = self.clone();
        for point in &self.legal_moves() {
            let undo = child.make(point);
            visit(point, &child);
            child.undo(undo);
        }
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
        let moves = self.mobility();
        if moves == 0 {
            return false;
        }
        let chosen = random.below(moves) as usize;
        let point = self.legal_moves().iter().nth(chosen).expect("fewer than the moves there are");
        self.play_unchecked(point);
        true
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
        random_games::random_game(self, random)
    }

    /// The games of [`RandomGames`], from one position after the other.
    fn random_games(
        positions: &[Board],
        games: u64,
        seed: u64,
        tallies: &mut [Tally],
        stop: &AtomicBool,
    ) -> Result<(), Stopped> {
        let kernels = Kernels::in_use();
        let mut random_games: Option<RandomGames> = None;
        tally_in_turn(positions, tallies, |board| {
            let random_games = match &mut random_games {
                Some(random_games) => {
                    random_games.restart(board);
                    random_games
                }
                None => random_games.insert(RandomGames::new(board, kernels, seed)),
            };
            random_games.tally_until(games, stop)
        })
    }
}
