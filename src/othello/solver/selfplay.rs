//! Games that the search plays against itself: the data of the midgame's weights.
//!
//! A game begins with some random moves; then both sides play the best move of a shallow search,
//! and near the end the solver says the score of best play and how it goes on. Each game has random
//! numbers of its own, so that any number of threads play the same games.

use super::evaluation::{Evaluate, INFINITE, evaluate};
use super::exact::Solver;
use super::midgame::Midgame;
use super::options::Options;
use super::table::Table;
use super::worker::{Ply, Shared, Stopped, Worker};
use crate::game::stop;
use crate::othello::board::Board;
use crate::othello::kernels::Kernels;
use crate::othello::moves::Move;
use crate::othello::patterns::Weights;
use crate::othello::position::{Children, Position};
use crate::othello::scoring::Scoring;
use crate::othello::square::Square;
use crate::random::Random;
use std::collections::TryReserveError;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Empty squares from which on the solver plays.
const EXACT_FROM: u32 = 18;
/// Plies of the search that chooses a move before; where no weights were trained, which takes
/// longer and says less, one ply fewer.
const DEPTH: u32 = 4;
/// Memory of the solver's table, in bytes.
const TABLE: usize = 1 << 20;
/// Noise in the choices of random openings, in the simple evaluation's unit.
const NOISE: u32 = 20;

/// A game, as it is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Record {
    /// Its first moves, which are random.
    pub(super) random: u8,
    /// The positions with this many empty squares or fewer have the exact score.
    pub(super) exact: u8,
    /// Black's discs minus white's at the end.
    pub(super) score: i8,
    /// The squares in the order in which they were taken; 64 after the last.
    pub(super) squares: [u8; 60],
}

/// No square.
const NONE: u8 = 64;

impl Record {
    pub(super) const BYTES: usize = 63;

    pub(super) fn to_bytes(self) -> [u8; Record::BYTES] {
        let mut bytes = [0; Record::BYTES];
        (bytes[0], bytes[1], bytes[2]) = (self.random, self.exact, self.score as u8);
        bytes[3..].copy_from_slice(&self.squares);
        bytes
    }

    pub(super) fn from_bytes(bytes: &[u8; Record::BYTES]) -> Record {
        let squares = bytes[3..].try_into().expect("sixty squares");
        Record { random: bytes[0], exact: bytes[1], score: bytes[2] as i8, squares }
    }

    /// The positions after the random moves in which a move was made, and whether black is to move;
    /// the one with most empty squares first. Nothing of bytes that are no game.
    pub(super) fn positions(&self, kernels: &Kernels) -> Vec<(Position<8>, bool)> {
        let (mut position, mut black) = (Board::<8>::start().position(), true);
        let mut positions = Vec::with_capacity(60);
        for (place, &square) in self.squares.iter().enumerate().take_while(|&(_, &square)| square != NONE) {
            let mut moves = kernels.legal_moves(position);
            if moves.is_empty() {
                (position, black) = (position.pass(), !black);
                moves = kernels.legal_moves(position);
            }
            let Some(square) = moves.iter().find(|of| of.bit() == u32::from(square)) else { return Vec::new() };
            if place >= usize::from(self.random) {
                positions.push((position, black));
            }
            position = position.place(square, kernels.flips(position, square));
            black = !black;
        }
        positions
    }
}

/// Who plays: both sides by the same weights.
pub(super) struct Player<'a> {
    pub(super) kernels: &'static Kernels,
    pub(super) weights: &'a Weights<8>,
    pub(super) stop: &'a AtomicBool,
}

impl Player<'_> {
    /// The games of these numbers; none where it is stopped.
    pub(super) fn games(
        &self,
        seed: u64,
        numbers: std::ops::Range<u64>,
    ) -> Result<Option<Vec<Record>>, TryReserveError> {
        let table = Table::<8>::new(64)?;
        let evaluation = Midgame::new(self.weights);
        let shared = Shared::new(self.kernels, &table, evaluation, Options::default(), self.stop);
        // The weights are those of searches of limited depth.
        shared.horizon.store(1, Relaxed);
        let mut worker = Worker::new(&shared, None);
        let mut solver = Solver::<8>::with_weights(TABLE, Options::default(), self.weights.clone())?;
        let mut records = Vec::with_capacity(numbers.clone().count());
        for number in numbers {
            let mut random = Random::new(Random::new(seed.wrapping_add(number)).next_u64());
            let record = loop {
                match self.game(&mut random, &mut worker, &mut solver) {
                    Ok(Some(record)) => break record,
                    Ok(None) => {}
                    Err(Stopped) => return Ok(None),
                }
            };
            records.push(record);
        }
        Ok(Some(records))
    }

    /// A game; none if it ends among the random moves.
    fn game(
        &self,
        random: &mut Random,
        worker: &mut Worker<'_, 8, Midgame<'_, 8>>,
        solver: &mut Solver<8>,
    ) -> Result<Option<Record>, Stopped> {
        let opening = match random.below(8) {
            0..=4 => 2 + random.below(21),
            5 | 6 => 23 + random.below(16),
            _ => 39 + random.below(14),
        };
        // Of the opening's moves one in this number is random; the others are good ones, by a
        // simple evaluation.
        let one_in = 1 + random.below(3);
        let mut board = Board::<8>::start();
        let (mut squares, mut count) = ([NONE; 60], 0);
        let mut play = |board: &mut Board<8>, square: Square<8>| {
            squares[count] = square.bit() as u8;
            count += 1;
            board.play_by(self.kernels, Move::Place(square));
        };
        for _ in 0..opening {
            if self.pass_if_needed(&mut board) {
                return Ok(None);
            }
            let square = self.random_move(&board, random, one_in);
            play(&mut board, square);
        }
        if self.pass_if_needed(&mut board) {
            return Ok(None);
        }
        while board.empties().len() > EXACT_FROM {
            if self.pass_if_needed(&mut board) {
                break;
            }
            let is_trained = worker.evaluation().is_trained(board.empties().len() - DEPTH);
            let square = worker.best_move(board.position(), if is_trained { DEPTH } else { DEPTH - 1 })?;
            play(&mut board, square);
        }
        let exact = board.empties().len();
        let over = self.pass_if_needed(&mut board);
        let mut score = board.score();
        if !over {
            solver.clear();
            let solution = solver.solve_until(&board, self.stop).map_err(|_| Stopped)?;
            score = solution.score;
            for ply in solution.line.0 {
                match ply {
                    Move::Place(square) => play(&mut board, square),
                    Move::Pass => board.play_by(self.kernels, Move::Pass),
                }
            }
        }
        if stop::asked(self.stop) {
            return Err(Stopped);
        }
        Ok(Some(Record { random: opening as u8, exact: exact as u8, score: score as i8, squares }))
    }

    /// Whether the game is over; the side to move passes if it has to.
    fn pass_if_needed(&self, board: &mut Board<8>) -> bool {
        let position = board.position();
        if self.kernels.mobility(position) > 0 {
            return false;
        }
        if self.kernels.mobility(position.pass()) == 0 {
            return true;
        }
        board.play_by(self.kernels, Move::Pass);
        false
    }

    fn random_move(&self, board: &Board<8>, random: &mut Random, one_in: u32) -> Square<8> {
        let mut children = Children::new();
        let moves = self.kernels.children(board.position(), &mut children);
        if random.below(one_in) == 0 {
            let chosen = random.below(moves.len()) as usize;
            return moves.iter().nth(chosen).expect("one of the moves");
        }
        let noisy = children
            .as_slice()
            .iter()
            .map(|&child| Scoring::Discs.difference(evaluate(self.kernels, child)) + random.below(NOISE) as i32);
        noisy.zip(moves.iter()).min().expect("there are moves").1
    }
}

impl<const N: usize, E: Evaluate<N>> Worker<'_, N, E> {
    /// The best move of a position that has moves, by a plain search of this many plies.
    fn best_move(&mut self, position: Position<N>, depth: u32) -> Result<Square<N>, Stopped> {
        let (kernels, evaluation, empties) = (self.kernels(), self.evaluation(), position.empties().len());
        let Ply { children, evaluations, order } = &mut self.plies[empties as usize];
        let moves = evaluation.children(kernels, position, empties, children, evaluations);
        order.clear();
        for (index, (square, found)) in moves.iter().zip(evaluations.iter()).enumerate() {
            order.push(found.value, square, index);
        }
        let (mut best, mut chosen) = (-INFINITE, None);
        for _ in 0..moves.len() {
            let (square, index) = self.plies[empties as usize].order.take::<N>();
            let child = self.child(empties, index);
            let value = -self.guess(child, depth - 1, empties - 1, -INFINITE, -best)?;
            if value > best {
                (best, chosen) = (value, Some(square));
            }
        }
        Ok(chosen.expect("there are moves"))
    }
}
