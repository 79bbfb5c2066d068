//! Gomoku as a [`Game`].

use super::board::{Board, Undo};
use super::illegal_move::IllegalMove;
use super::kernels::Kernels;
use super::point::Point;
use super::random_games::{self, RandomGames};
use crate::bits;
use crate::game::growing::{self, Growing};
use crate::game::merge_table::Table;
use crate::game::{
    Bulk, Colour, Game, MergeError, Perft, Playout, Stopped, Symmetry, Tally, game_by_own_methods, perft_by_plies,
    tally_in_turn,
};
use crate::random::Random;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

impl Game for Board {
    game_by_own_methods!(Point, IllegalMove, Undo, use<>);

    fn for_each_child(&self, mut visit: impl FnMut(Point, &Board)) {
        let mut child = self.clone();
        for point in &self.legal_moves() {
            let undo = child.make(point);
            visit(point, &child);
            child.undo(undo);
        }
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
}

/// How many words a packed position may have: enough for boards of so many points, two bits each.
const WIDTHS: [usize; 8] = [2, 4, 8, 12, 14, 32, 64, 128];

/// An expression in which `W` is the width of the board's packed positions.
macro_rules! by_width {
    ($board:expr, $call:expr) => {
        by_width!(@ $board, $call; 2 4 8 12 14 32 64 128)
    };
    (@ $board:expr, $call:expr; $($width:literal)*) => {
        match $board.packed_width() {
            $($width => { const W: usize = $width; $call })*
            width => unreachable!("no board has {width} words"),
        }
    };
}

impl Growing for Board {
    fn bit_of(&self, point: Point) -> usize {
        self.size().index(point)
    }

    fn cell_of(&self, bit: usize) -> Option<(usize, usize)> {
        let point = (bit < self.size().points()).then(|| self.size().point(bit))?;
        Some((point.row(), point.column()))
    }

    fn sides(&self) -> (usize, usize) {
        (self.size().rows(), self.size().columns())
    }

    fn bit_of_cell(&self, (row, column): (usize, usize)) -> usize {
        self.size().index(Point::new(row, column).expect("a cell of the board"))
    }

    fn stones_packed(&self, colour: Colour, words: &mut [u64]) {
        for point in &self.stones(colour) {
            let bit = self.bit_of(point);
            words[bit / 64] |= 1 << (bit % 64);
        }
    }

    fn with_stones_packed(&self, black: &[u64], white: &[u64], to_move: Colour) -> Board {
        let size = self.size();
        let stones = [(black, Colour::Black), (white, Colour::White)].into_iter().flat_map(|(words, colour)| {
            let bits =
                words.iter().enumerate().flat_map(|(word, &bits)| bits::each(bits).map(move |bit| 64 * word + bit));
            bits.map(move |bit| (size.point(bit), colour))
        });
        Board::set_up((size, self.rule()), stones, to_move, None)
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
        let words = 2 * self.size().points().div_ceil(64);
        *WIDTHS.iter().find(|&&width| width >= words).expect("at most 64 rows and columns")
    }

    fn packed(&self, limit: usize) -> Result<Table, MergeError> {
        by_width!(self, growing::packed::<_, W>(self, limit))
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
        by_width!(self, growing::advance::<_, W>(self, plies, symmetries, level, next, stop))
    }

    fn perft_packed(
        &self,
        plies: u32,
        level: &Table,
        slots: Range<usize>,
        depth: u32,
        stop: &AtomicBool,
    ) -> Result<Perft, MergeError> {
        by_width!(self, growing::perft::<_, W>(self, plies, level, slots, depth, stop))
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
