//! NoGo as a [`Game`].

use super::board::Undo;
use super::illegal_move::IllegalMove;
use super::kernels::Kernels;
use super::point::{Point, PointSet};
use super::random_games;
use super::state::Board;
use crate::game::growing::{self, Growing};
use crate::game::merge_table::Table;
use crate::game::{
    Bulk, Colour, Game, MergeError, Perft, Playout, Stopped, Symmetry, Tally, game_by_own_methods, perft_by_plies,
};
use crate::random::Random;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

impl Game for Board {
    game_by_own_methods!(Point, IllegalMove, Undo, use<>);

    fn for_each_child(&self, visit: impl FnMut(Point, &Board)) {
        Kernels::in_use().for_each_child(self, visit);
    }

    fn play_random(&mut self, random: &mut Random) -> bool {
        self.play_random_plies(random, 1) == 1
    }
}

/// The words of a packed position: two for the 90 bits of each colour.
const WIDTH: usize = 4;

impl Growing for Board {
    fn bit_of(&self, point: Point) -> usize {
        point.bit() as usize
    }

    fn cell_of(&self, bit: usize) -> Option<(usize, usize)> {
        let point = Point::from_bit(bit as u32).filter(|&point| self.shape().points().contains(point))?;
        Some((point.row(), point.column()))
    }

    fn sides(&self) -> (usize, usize) {
        (self.shape().rows(), self.shape().columns())
    }

    fn bit_of_cell(&self, (row, column): (usize, usize)) -> usize {
        Point::new(row, column).expect("a cell of the board").bit() as usize
    }

    fn stones_packed(&self, colour: Colour, words: &mut [u64]) {
        let bits = self.stones(colour).bits();
        words.copy_from_slice(&[bits as u64, (bits >> 64) as u64]);
    }

    fn with_stones_packed(&self, black: &[u64], white: &[u64], to_move: Colour) -> Board {
        let [black, white] = [black, white]
            .map(|words| PointSet::from_bits(u128::from(words[0]) | u128::from(words[1]) << 64).expect("points"));
        Board::from_stones(self.shape(), black, white, to_move).expect("a position that was reached")
    }
}

impl Bulk for Board {
    fn count_plies(&self) -> u64 {
        self.mobility().into()
    }

    fn perft_in_bulk(&self, depth: u32, stop: &AtomicBool) -> Result<Perft, Stopped<Perft>> {
        perft_by_plies(self, depth, stop)
    }

    fn packed_width(&self) -> usize {
        WIDTH
    }

    fn packed(&self, limit: usize) -> Result<Table, MergeError> {
        growing::packed::<_, WIDTH>(self, limit)
    }

    fn is_kept_by(&self, symmetry: Symmetry) -> bool {
        Symmetry::of(self.sides().0, self.sides().1).any(|own| own == symmetry) && self.transform(symmetry) == *self
    }

    fn advance_packed(
        &self,
        plies: u32,
        symmetries: &[Symmetry],
        level: &Table,
        next: (&mut Table, &mut Table),
        stop: &AtomicBool,
    ) -> Result<u64, MergeError> {
        growing::advance::<_, WIDTH>(self, plies, symmetries, level, next, stop)
    }

    fn perft_packed(
        &self,
        plies: u32,
        level: &Table,
        slots: Range<usize>,
        depth: u32,
        stop: &AtomicBool,
    ) -> Result<Perft, MergeError> {
        growing::perft::<_, WIDTH>(self, plies, level, slots, depth, stop)
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
