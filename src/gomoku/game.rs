//! Gomoku as a [`Game`].

use super::board::{Board, Undo};
use super::illegal_move::IllegalMove;
use super::kernels::Kernels;
use super::point::Point;
use super::random_games::{self, RandomGames};
use super::rule::Rule;
use crate::game::{Colour, Game, Outcome, Playout, Stopped, Tally, tally_in_turn};
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

    fn for_each_child(&self, kernels: &'static Kernels, mut visit: impl FnMut(Point, &Board)) {
        let mut child = self.clone();
        for point in &self.legal_moves() {
            let undo = child.make_with(kernels, point);
            visit(point, &child);
            child.undo(undo);
        }
    }

    fn ply_count(&self, _: &'static Kernels) -> u64 {
        if self.is_over() {
            0
        } else if self.rule() == Rule::Renju {
            self.legal_moves().len() as u64
        } else {
            (self.size().points() - self.stone_count()) as u64
        }
    }

    fn try_play_with(&mut self, kernels: &'static Kernels, ply: Point) -> Result<(), IllegalMove> {
        self.try_play_with(kernels, ply)
    }

    fn make_with(&mut self, kernels: &'static Kernels, ply: Point) -> Undo {
        self.make_with(kernels, ply)
    }

    fn undo(&mut self, undo: Undo) {
        self.undo(undo);
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

    fn playout(self, kernels: &'static Kernels, random: &mut Random) -> Playout {
        random_games::playout(self, kernels, random)
    }

    /// The games of [`RandomGames`], from one position after the other.
    fn playout_many_until(
        positions: &[Board],
        games: u64,
        kernels: &'static Kernels,
        seed: u64,
        tallies: &mut [Tally],
        stop: &AtomicBool,
    ) -> Result<(), Stopped> {
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
