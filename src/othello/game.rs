//! Othello as a [`Game`].

use super::{Board, Children, IllegalMove, Kernels, Move, SlicedGames, batch};
use crate::game::Perft;
use crate::game::Tally;
use crate::game::{Game, Outcome};
use crate::random::Random;
use crate::tier::Tier;

impl<const N: usize> Game for Board<N> {
    type Move = Move<N>;
    type Illegal = IllegalMove<N>;
    type Undo = Board<N>;
    type Kernels = Kernels;

    fn kernels(tier: Tier) -> Option<&'static Kernels> {
        Kernels::get(tier)
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

    fn make_with(&mut self, kernels: &'static Kernels, ply: Move<N>) -> Board<N> {
        let before = *self;
        self.play_unchecked_with(kernels, ply);
        before
    }

    fn undo(&mut self, before: Board<N>) {
        *self = before;
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
        self.position().is_over(kernels).then(|| Outcome::from_score(self.score()))
    }

    /// By the batch kernels, where the registers are wide enough.
    fn perft(&self, kernels: &'static Kernels, depth: u32) -> Perft {
        match kernels.tier() {
            Tier::Reference | Tier::X64 => crate::game::perft_one_by_one(self, kernels, depth),
            _ => batch::perft(self.position(), kernels, depth),
        }
    }

    /// Hundreds of games at once, in bit slices, where the registers are wide enough.
    fn playout_many(positions: &[Self], games: u64, kernels: &'static Kernels, seed: u64) -> Vec<Tally> {
        match kernels.tier() {
            Tier::Reference | Tier::X64 => crate::game::playout_one_by_one(positions, games, kernels, seed),
            _ => SlicedGames::new(kernels, seed).playout_many(positions, games),
        }
    }
}
