//! Many games of NoGo advanced together.

use super::kernels::Kernels;
use super::point::Point;
use super::state::{Board, DRAWN, NOT_PLAYED};
use crate::game::Colour;
use crate::game::slab::{self, Actions, Ended, IllegalAction, NO_ACTION, Observation, Store, outcome_code};
use crate::random::Random;

/// A point's number is `row * columns + column`; there is no pass.
impl Actions for Board {
    type Store = SlabGames;

    fn action_count(&self) -> usize {
        self.shape().rows() * self.shape().columns()
    }

    fn action(&self, point: Point) -> usize {
        point.row() * self.shape().columns() + point.column()
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

    fn second_to_move(&self) -> bool {
        self.to_move() == Colour::White
    }
}

/// Many games of NoGo advanced together.
pub type Slab = slab::Slab<Board>;

/// The games of a [`Slab`]: an array of boards, through which one kernel goes in each step.
#[derive(Clone, Debug)]
pub struct SlabGames {
    start: Board,
    boards: Vec<Board>,
    plies: Vec<u32>,
    /// What the kernel is to play, as it wants it.
    points: Vec<u8>,
    ended: Ended,
    kernels: &'static Kernels,
    random: Random,
}

impl SlabGames {
    /// Lets the kernel play `points`; games that are over start anew where they are to.
    fn play_points(&mut self) {
        if self.ended == Ended::Restart {
            for (game, board) in self.boards.iter_mut().enumerate() {
                if board.is_over() {
                    (*board, self.plies[game]) = (self.start, 0);
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

impl Store<Board> for SlabGames {
    fn new(start: &Board, games: usize, ended: Ended, kernels: &'static Kernels, seed: u64) -> SlabGames {
        SlabGames {
            start: *start,
            boards: vec![*start; games],
            plies: vec![0; games],
            points: vec![NOT_PLAYED; games],
            ended,
            kernels,
            random: Random::new(seed),
        }
    }

    fn reset(&mut self) {
        self.boards.fill(self.start);
        self.plies.fill(0);
    }

    fn legal_masks(&self, masks: &mut [u64]) {
        let (words, columns) = (self.start.action_count().div_ceil(64), self.start.shape().columns());
        for (board, mask) in self.boards.iter().zip(masks.chunks_exact_mut(words)) {
            let moves = board.legal_moves().bits();
            let five = |rows: u64| (0..5).fold(0, |all, row| all | (rows >> (10 * row) & 0x1ff) << (columns * row));
            let packed = u128::from(five(moves as u64)) | u128::from(five((moves >> 50) as u64)) << (5 * columns);
            mask[0] = packed as u64;
            if let Some(word) = mask.get_mut(1) {
                *word = (packed >> 64) as u64;
            }
        }
    }

    fn step(&mut self, actions: &[u16]) -> Result<(), IllegalAction> {
        for (game, (board, &action)) in self.boards.iter().zip(actions).enumerate() {
            let moves = board.legal_moves();
            self.points[game] = if moves.is_empty() {
                NOT_PLAYED
            } else {
                match self.start.ply(action.into()) {
                    Some(point) if moves.contains(point) => point.bit() as u8,
                    _ => return Err(IllegalAction { game, action }),
                }
            };
        }
        self.play_points();
        Ok(())
    }

    fn step_random(&mut self, actions: &mut [u16]) {
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
        self.play_points();
        for (action, &point) in actions.iter_mut().zip(&self.points) {
            *action = Point::from_bit(point.into()).map_or(NO_ACTION, |point| self.start.action(point) as u16);
        }
    }

    fn board(&self, game: usize) -> Board {
        self.boards[game]
    }

    fn observe(&self, observation: &mut Observation<'_>) {
        let cells = self.start.cell_count();
        for (game, board) in self.boards.iter().enumerate() {
            board.write_cells(&mut observation.cells[game * cells..][..cells]);
            observation.to_move[game] = board.second_to_move().into();
            observation.outcomes[game] = outcome_code(board.outcome());
            observation.plies[game] = self.plies[game];
        }
    }
}
