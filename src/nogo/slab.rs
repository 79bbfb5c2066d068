//! Many games of NoGo advanced together.

use super::kernels::Kernels;
use super::point::{Point, PointSet};
use super::state::{Board, DRAWN, NOT_PLAYED};
use crate::game::Colour;
use crate::game::slab::{
    self, Actions, Ended, IllegalAction, NO_ACTION, Observation, Options, Store, outcome_code, start_of,
};
use crate::kernel::memory::filled;
use crate::random::Random;
use std::collections::TryReserveError;
use std::ops::Range;

/// A point's number is `row * columns + column`; NoGo has no pass.
impl Actions for Board {
    type Store = SlabGames;

    fn action_count(&self) -> usize {
        self.shape().rows() * self.shape().columns()
    }

    fn action(&self, point: Point) -> usize {
        let (rows, columns) = (self.shape().rows(), self.shape().columns());
        assert!(point.row() < rows && point.column() < columns, "{point} is off the {rows}x{columns} board");
        point.row() * columns + point.column()
    }

    fn ply(&self, action: usize) -> Option<Point> {
        if action >= self.action_count() {
            return None;
        }
        let columns = self.shape().columns();
        Point::new(action / columns, action % columns)
    }

    fn cell_count(&self) -> usize {
        self.action_count()
    }

    fn write_cells(&self, cells: &mut [u8]) {
        assert_eq!(cells.len(), self.cell_count(), "a cell for each point");
        let [black, white] = Colour::ALL.map(|colour| self.stones(colour));
        let (empty, columns) = (self.empties(), self.shape().columns());
        for (number, cell) in cells.iter_mut().enumerate() {
            let point = Point::new(number / columns, number % columns).expect("in the frame");
            *cell = if empty.contains(point) {
                0
            } else if black.contains(point) {
                Colour::Black.cell()
            } else if white.contains(point) {
                Colour::White.cell()
            } else {
                3
            };
        }
    }

    fn fits(&self, other: &Board) -> bool {
        let (shape, other) = (self.shape(), other.shape());
        (shape.rows(), shape.columns()) == (other.rows(), other.columns())
    }
}

/// Many games of NoGo advanced together.
pub type Slab = slab::Slab<Board>;

/// The games of a [`Slab`]: an array of boards, through which one kernel goes in each step.
#[derive(Clone, Debug)]
pub struct SlabGames {
    /// Rows and columns of every board.
    size: (usize, usize),
    boards: Vec<Board>,
    plies: Vec<u32>,
    /// The points to play, as the kernel takes them.
    points: Vec<u8>,
    ended: Ended,
    kernels: &'static Kernels,
    random: Random,
}

impl SlabGames {
    /// Lets the kernel play `points`; games that are over start anew where they are to.
    fn play_points(&mut self, starts: &[Board]) {
        if self.ended == Ended::Restart {
            for (game, board) in self.boards.iter_mut().enumerate() {
                if board.is_over() {
                    (*board, self.plies[game]) = (*start_of(starts, game), 0);
                    self.points[game] = NOT_PLAYED;
                }
            }
        }
        self.kernels.plays(&mut self.boards, &mut self.points, &mut self.random);
        for (plies, &point) in self.plies.iter_mut().zip(&self.points) {
            *plies += u32::from(point != NOT_PLAYED);
        }
    }
}

/// Writes points by their numbers on a board with this number of columns.
fn pack(points: PointSet, columns: usize, words: &mut [u64]) {
    let bits = points.bits();
    let five = |rows: u64| (0..5).fold(0, |all, row| all | (rows >> (10 * row) & 0x1ff) << (columns * row));
    let packed = u128::from(five(bits as u64)) | u128::from(five((bits >> 50) as u64)) << (5 * columns);
    words[0] = packed as u64;
    if let Some(word) = words.get_mut(1) {
        *word = (packed >> 64) as u64;
    }
}

impl Store<Board> for SlabGames {
    fn new(starts: &[Board], games: usize, options: Options) -> Result<SlabGames, TryReserveError> {
        let (Options { ended, seed }, kernels) = (options, Kernels::in_use());
        let shape = starts[0].shape();
        let mut boards = filled(starts[0], games)?;
        if starts.len() > 1 {
            boards.copy_from_slice(starts);
        }
        Ok(SlabGames {
            size: (shape.rows(), shape.columns()),
            boards,
            plies: filled(0, games)?,
            points: filled(NOT_PLAYED, games)?,
            ended,
            kernels,
            random: Random::new(seed),
        })
    }

    fn load(&mut self, game: usize, board: &Board) {
        (self.boards[game], self.plies[game]) = (*board, 0);
    }

    fn legal_masks(&self, games: Range<usize>, masks: &mut [u64]) {
        let (rows, columns) = self.size;
        let words = (rows * columns).div_ceil(64);
        for (board, mask) in self.boards[games].iter().zip(masks.chunks_exact_mut(words)) {
            pack(board.legal_moves(), columns, mask);
        }
    }

    fn stones(&self, games: Range<usize>, black: &mut [u64], white: &mut [u64]) {
        let (rows, columns) = self.size;
        let words = (rows * columns).div_ceil(64);
        let room = black.chunks_exact_mut(words).zip(white.chunks_exact_mut(words));
        for (board, (black, white)) in self.boards[games].iter().zip(room) {
            pack(board.stones(Colour::Black), columns, black);
            pack(board.stones(Colour::White), columns, white);
        }
    }

    fn check(&self, actions: &[u16]) -> Result<(), IllegalAction> {
        let (_, columns) = self.size;
        for (game, (board, &action)) in self.boards.iter().zip(actions).enumerate() {
            let point = Point::new(usize::from(action) / columns, usize::from(action) % columns);
            if !point.is_some_and(|point| board.legal_moves().contains(point)) && !board.is_over() {
                return Err(IllegalAction { game, action });
            }
        }
        Ok(())
    }

    fn random_state(&self) -> Vec<u64> {
        vec![self.random.position()]
    }

    fn set_random_state(&mut self, state: &[u64]) -> Result<bool, TryReserveError> {
        let &[state] = state else { return Ok(false) };
        self.random = Random::new(state);
        Ok(true)
    }

    fn set_plies(&mut self, game: usize, plies: u32) {
        self.plies[game] = plies;
    }

    fn step(&mut self, starts: &[Board], actions: &[u16]) -> Result<(), IllegalAction> {
        let (_, columns) = self.size;
        for (game, (board, &action)) in self.boards.iter().zip(actions).enumerate() {
            let moves = board.legal_moves();
            self.points[game] = if moves.is_empty() {
                NOT_PLAYED
            } else {
                match Point::new(usize::from(action) / columns, usize::from(action) % columns) {
                    Some(point) if moves.contains(point) => point.bit() as u8,
                    _ => return Err(IllegalAction { game, action }),
                }
            };
        }
        self.play_points(starts);
        Ok(())
    }

    fn step_random(&mut self, starts: &[Board], actions: &mut [u16]) {
        let (_, columns) = self.size;
        for (board, point) in self.boards.iter().zip(&mut self.points) {
            // The kernel knows nothing of the centre that black may not begin at; it is drawn around here.
            *point = if board.centre_is_forbidden() {
                let moves = board.legal_moves();
                let drawn = moves.len().checked_sub(1).map(|last| self.random.below(last + 1) as usize);
                drawn.and_then(|index| moves.iter().nth(index)).map_or(NOT_PLAYED, |point| point.bit() as u8)
            } else {
                DRAWN
            };
        }
        self.play_points(starts);
        for (action, &point) in actions.iter_mut().zip(&self.points) {
            let number = |point: Point| (point.row() * columns + point.column()) as u16;
            *action = Point::from_bit(point.into()).map_or(NO_ACTION, number);
        }
    }

    fn board(&self, game: usize) -> Board {
        self.boards[game]
    }

    fn observe(&self, observation: Observation<'_>) {
        let Observation { cells, to_move, outcomes, plies } = observation;
        let (rows, columns) = self.size;
        if let Some(cells) = cells {
            for (cells, board) in cells.chunks_exact_mut(rows * columns).zip(&self.boards) {
                board.write_cells(cells);
            }
        }
        for (to_move, board) in to_move.into_iter().flatten().zip(&self.boards) {
            *to_move = board.to_move().cell();
        }
        for (outcome, board) in outcomes.into_iter().flatten().zip(&self.boards) {
            *outcome = outcome_code(board.outcome());
        }
        plies.into_iter().for_each(|plies| plies.copy_from_slice(&self.plies));
    }
}
