//! Othello as a [`Game`].

use super::bitslices::BitslicedGames;
use super::board::{Board, IllegalMove, Undo};
use super::kernels::Kernels;
use super::many;
use super::moves::Move;
use super::position::Children;
use crate::game::{Colour, Game, Outcome, Perft, Stopped, Tally, perft_one_by_one, playout_one_by_one};
use crate::random::Random;
use crate::tier::Tier;
use std::sync::atomic::AtomicBool;

impl<const N: usize> Game for Board<N> {
    type Move = Move<N>;
    type Illegal = IllegalMove<N>;
    type Undo = Undo<N>;
    type Kernels = Kernels;

    fn kernels(tier: Tier) -> Option<&'static Kernels> {
        Kernels::get(tier)
    }

    fn to_move(&self) -> Colour {
        self.to_move()
    }

    fn legal_moves_with(&self, kernels: &'static Kernels) -> impl DoubleEndedIterator<Item = Move<N>> + use<N> {
        let moves = self.legal_moves_with(kernels);
        let pass = moves.is_empty() && self.must_pass_with(kernels);
        moves.into_iter().map(Move::Place).chain(pass.then_some(Move::Pass))
    }

    fn for_each_child(&self, kernels: &'static Kernels, mut visit: impl FnMut(Move<N>, &Board<N>)) {
        let other = self.to_move().other();
        let mut children = Children::new();
        let moves = kernels.children(self.position(), &mut children);
        for (square, &position) in moves.iter().zip(children.as_slice()) {
            visit(Move::Place(square), &Board::new(position, other));
        }
        if moves.is_empty() && kernels.mobility(self.position().pass()) != 0 {
            visit(Move::Pass, &Board::new(self.position().pass(), other));
        }
    }

    fn ply_count(&self, kernels: &'static Kernels) -> u64 {
        match kernels.mobility(self.position()) {
            0 => u64::from(kernels.mobility(self.position().pass()) != 0),
            moves => moves.into(),
        }
    }

    fn try_play_with(&mut self, kernels: &'static Kernels, ply: Move<N>) -> Result<(), IllegalMove<N>> {
        self.try_play_with(kernels, ply)
    }

    fn make_with(&mut self, kernels: &'static Kernels, ply: Move<N>) -> Undo<N> {
        self.make_with(kernels, ply)
    }

    fn undo(&mut self, undo: Undo<N>) {
        self.undo(undo);
    }

    fn play_random(&mut self, kernels: &'static Kernels, random: &mut Random) -> bool {
        let moves = kernels.legal_moves(self.position());
        let ply = if !moves.is_empty() {
            let chosen = random.below(moves.len()) as usize;
            Move::Place(moves.iter().nth(chosen).expect("fewer than the moves there are"))
        } else if kernels.mobility(self.position().pass()) != 0 {
            Move::Pass
        } else {
            return false;
        };
        self.play_unchecked_with(kernels, ply);
        true
    }

    fn outcome_with(&self, kernels: &'static Kernels) -> Option<Outcome> {
        self.outcome_with(kernels)
    }

    /// By the batch kernels, where the registers are wide enough.
    fn perft_until(&self, kernels: &'static Kernels, depth: u32, stop: &AtomicBool) -> Result<Perft, Stopped<Perft>> {
        match kernels.tier() {
            Tier::Reference | Tier::Portable | Tier::X64 => perft_one_by_one(self, kernels, depth, stop),
            _ => many::perft(self.position(), kernels, depth, stop),
        }
    }

    /// Hundreds of games at once, in bit slices, where the registers are wide enough.
    fn playout_many_until(
        positions: &[Self],
        games: u64,
        kernels: &'static Kernels,
        seed: u64,
        tallies: &mut [Tally],
        stop: &AtomicBool,
    ) -> Result<(), Stopped> {
        match kernels.tier() {
            Tier::Reference | Tier::Portable | Tier::X64 => {
                playout_one_by_one(positions, games, kernels, seed, tallies, stop)
            }
            _ => BitslicedGames::new(kernels, seed).playout_many(positions, games, tallies, stop),
        }
    }
}
