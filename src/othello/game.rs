//! Othello as a [`Game`].

use super::bitslices::BitslicedGames;
use super::board::{Board, IllegalMove, Undo};
use super::kernels::Kernels;
use super::many;
use super::merging;
use super::moves::Move;
use super::position::Children;
use crate::game::merge_table::Table;
use crate::game::{
    Bulk, Game, MergeError, Perft, Playout, Stopped, Symmetry, Tally, game_by_own_methods, perft_by_plies, streams,
};
use crate::random::{Random, RandomLanes};
use std::ops::Range;
use std::sync::atomic::AtomicBool;

impl<const N: usize> Game for Board<N> {
    game_by_own_methods!(Move<N>, IllegalMove<N>, Undo<N>, use<N>);

    fn for_each_child(&self, mut visit: impl FnMut(Move<N>, &Board<N>)) {
        let (kernels, other) = (Kernels::in_use(), self.to_move().other());
        let mut children = Children::new();
        let moves = kernels.children(self.position(), &mut children);
        for (square, &position) in moves.iter().zip(children.as_slice()) {
            visit(Move::Place(square), &Board::new(position, other));
        }
        if moves.is_empty() && kernels.mobility(self.position().pass()) != 0 {
            visit(Move::Pass, &Board::new(self.position().pass(), other));
        }
    }

    fn play_random(&mut self, random: &mut Random) -> bool {
        let kernels = Kernels::in_use();
        let moves = kernels.legal_moves(self.position());
        let ply = if !moves.is_empty() {
            let chosen = random.below(moves.len()) as usize;
            Move::Place(moves.iter().nth(chosen).expect("fewer than the moves there are"))
        } else if kernels.mobility(self.position().pass()) != 0 {
            Move::Pass
        } else {
            return false;
        };
        self.play_by(kernels, ply);
        true
    }
}

impl<const N: usize> Bulk for Board<N> {
    fn count_plies(&self) -> u64 {
        match self.mobility() {
            0 => u64::from(self.must_pass()),
            moves => moves.into(),
        }
    }

    /// By the batch kernels, where the registers are wide enough.
    fn perft_in_bulk(&self, depth: u32, stop: &AtomicBool) -> Result<Perft, Stopped<Perft>> {
        let kernels = Kernels::in_use();
        if kernels.tier().is_wide() {
            many::perft(self.position(), kernels, depth, stop)
        } else {
            perft_by_plies(self, depth, stop)
        }
    }

    fn packed_width(&self) -> usize {
        merging::WIDTH
    }

    fn packed(&self, limit: usize) -> Result<Table, MergeError> {
        merging::packed(self.position(), limit)
    }

    fn is_kept_by(&self, symmetry: Symmetry) -> bool {
        self.transform(symmetry) == *self
    }

    fn advance_packed(
        &self,
        _: u32,
        symmetries: &[Symmetry],
        level: &Table,
        (next, _): (&mut Table, &mut Table),
        stop: &AtomicBool,
    ) -> Result<u64, MergeError> {
        merging::advance::<N>(symmetries, level, next, stop)
    }

    fn perft_packed(
        &self,
        _: u32,
        level: &Table,
        slots: Range<usize>,
        depth: u32,
        stop: &AtomicBool,
    ) -> Result<Perft, MergeError> {
        merging::perft::<N>(level, slots, depth, stop)
    }

    fn random_game(&self, random: &mut Random) -> Playout {
        let (mut board, mut plies) = (*self, 0);
        while Game::play_random(&mut board, random) {
            plies += 1;
        }
        Playout { outcome: board.outcome().expect("a game without plies left is over"), plies }
    }

    /// Hundreds of games at once, in bit slices.
    fn random_games(
        positions: &[Self],
        games: u64,
        seed: u64,
        tallies: &mut [Tally],
        stop: &AtomicBool,
    ) -> Result<(), Stopped> {
        let (kernels, random) = (Kernels::in_use(), RandomLanes::new(seed));
        let places =
            |first| BitslicedGames::in_planes_of(kernels.tier(), kernels, random.clone().beginning_with(first));
        streams::playouts(places, positions, games, tallies, stop)
    }
}
