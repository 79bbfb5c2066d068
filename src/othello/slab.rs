//! Othello as a [`Slab`](slab::Slab): one position a lane of the batch kernels.

use super::board::Board;
use super::kernels::Kernels;
use super::moves::Move;
use super::positions::PositionArrays;
use super::square::{Square, SquareSet};
use crate::game::slab::{
    self, Actions, Ended, IllegalAction, NO_ACTION, Observation, Options, Store, outcome_code, start_of,
};
use crate::game::{Colour, Outcome};
use crate::kernel::memory::filled;
use crate::random::kernels::Kernels as RandomKernels;
use crate::random::{Random, RandomLanes};
use std::collections::TryReserveError;
use std::ops::Range;

/// An action is a square, `row * N + column`, or the pass, `N * N`.
impl<const N: usize> Actions for Board<N> {
    type Store = SlabGames<N>;

    fn action_count(&self) -> usize {
        N * N + 1
    }

    fn action(&self, ply: Move<N>) -> usize {
        number(ply)
    }

    fn ply(&self, action: usize) -> Option<Move<N>> {
        numbered(action)
    }

    fn cell_count(&self) -> usize {
        N * N
    }

    fn write_cells(&self, cells: &mut [u8]) {
        write_cells(self.stones(Colour::Black), self.stones(Colour::White), cells);
    }

    fn on_crossings(&self) -> bool {
        false
    }

    fn fits(&self, _: &Board<N>) -> bool {
        true
    }
}

fn write_cells<const N: usize>(black: SquareSet<N>, white: SquareSet<N>, cells: &mut [u8]) {
    assert_eq!(cells.len(), N * N, "cells of a board of {N} rows and columns");
    for (cell, square) in cells.iter_mut().zip(SquareSet::<N>::ALL) {
        *cell = u8::from(black.contains(square)) | u8::from(white.contains(square)) << 1;
    }
}

/// Many games of Othello, advanced together by the batch kernels.
pub type Slab<const N: usize> = slab::Slab<Board<N>>;

/// The games of a [`Slab`].
#[derive(Clone, Debug)]
pub struct SlabGames<const N: usize> {
    ended: Ended,
    kernels: &'static Kernels,
    random: RandomLanes,
    /// For the few games whose number was not low enough.
    again: Random,
    positions: PositionArrays<N>,
    /// The legal squares of the side to move.
    moves: Vec<u64>,
    /// 1 where the second player is to move.
    second: Vec<u8>,
    /// As [`Observation::outcomes`] has them.
    outcomes: Vec<u8>,
    plies: Vec<u32>,
    /// The ply of each game in a step; `None` where it is over.
    turns: Vec<Option<Move<N>>>,
    /// The squares of a step, and what they turn.
    squares: Vec<Square<N>>,
    flips: Vec<u64>,
    numbers: Vec<[u64; 8]>,
}

impl<const N: usize> SlabGames<N> {
    /// Whether a ply is legal in a game that goes on.
    fn is_legal(&self, game: usize, ply: Move<N>) -> bool {
        match ply {
            Move::Place(square) => self.moves[game] & square.set().bits() != 0,
            Move::Pass => self.moves[game] == 0,
        }
    }

    fn put(&mut self, game: usize, board: &Board<N>) {
        self.positions.set(game, board.position());
        self.second[game] = u8::from(board.to_move() == Colour::White);
        self.plies[game] = 0;
    }

    /// Plays the legal plies of `turns`, and lets games that are over restart.
    fn play(&mut self, starts: &[Board<N>]) {
        for (square, turn) in self.squares.iter_mut().zip(&self.turns) {
            // Where no disc is placed, any square serves.
            *square = if let Some(Move::Place(square)) = turn { *square } else { Square::default() };
        }
        self.kernels.flips_many(self.positions.as_positions(), &self.squares, &mut self.flips);
        for game in 0..self.turns.len() {
            let position = self.positions.get(game);
            let after = match self.turns[game] {
                Some(Move::Place(square)) => position.place(square, SquareSet::within(self.flips[game])),
                Some(Move::Pass) => position.pass(),
                None => {
                    if self.ended == Ended::Restart {
                        self.put(game, start_of(starts, game));
                    }
                    continue;
                }
            };
            self.positions.set(game, after);
            self.second[game] ^= 1;
            self.plies[game] += 1;
        }
        self.look();
    }

    /// Finds the moves of every game, and the games that are over.
    fn look(&mut self) {
        let positions = self.positions.as_positions();
        self.kernels.legal_moves_many(positions, &mut self.moves);
        for (game, outcome) in self.outcomes.iter_mut().enumerate() {
            *outcome = 0;
            if self.moves[game] == 0 {
                let position = positions.get(game);
                if self.kernels.mobility(position.pass()) == 0 {
                    let score = if self.second[game] == 0 { position.score() } else { -position.score() };
                    *outcome = outcome_code(Some(Outcome::from_score(score)));
                }
            }
        }
    }
}

/// The number of an action.
fn number<const N: usize>(ply: Move<N>) -> usize {
    match ply {
        Move::Place(square) => square.row() * N + square.column(),
        Move::Pass => N * N,
    }
}

/// The ply of a number.
fn numbered<const N: usize>(action: usize) -> Option<Move<N>> {
    if action == N * N { Some(Move::Pass) } else { Square::new(action / N, action % N).map(Move::Place) }
}

impl<const N: usize> Store<Board<N>> for SlabGames<N> {
    fn new(starts: &[Board<N>], games: usize, options: Options) -> Result<SlabGames<N>, TryReserveError> {
        let (Options { ended, seed }, kernels) = (options, Kernels::in_use());
        let mut seeds = Random::new(seed);
        let mut slab = SlabGames {
            ended,
            kernels,
            random: RandomLanes::new(seeds.next_u64()),
            again: Random::new(seeds.next_u64()),
            positions: PositionArrays::new(games)?,
            moves: filled(0, games)?,
            second: filled(0, games)?,
            outcomes: filled(0, games)?,
            plies: filled(0, games)?,
            turns: filled(None, games)?,
            squares: filled(Square::default(), games)?,
            flips: filled(0, games)?,
            numbers: filled([0; 8], games.div_ceil(8))?,
        };
        (0..games).for_each(|game| slab.put(game, start_of(starts, game)));
        slab.look();
        Ok(slab)
    }

    fn load(&mut self, game: usize, board: &Board<N>) {
        self.put(game, board);
        self.moves[game] = self.kernels.legal_moves(board.position()).bits();
        self.outcomes[game] = outcome_code(board.outcome());
    }

    fn legal_masks(&self, games: Range<usize>, masks: &mut [u64]) {
        let words = (N * N + 1).div_ceil(64);
        masks.fill(0);
        for (game, mask) in games.zip(masks.chunks_exact_mut(words)) {
            if self.moves[game] != 0 {
                mask[0] = SquareSet::<N>::within(self.moves[game]).board_bits();
            } else if self.outcomes[game] == 0 {
                mask[N * N / 64] |= 1 << (N * N % 64);
            }
        }
    }

    fn stones(&self, games: Range<usize>, black: &mut [u64], white: &mut [u64]) {
        for (game, (black, white)) in games.zip(black.iter_mut().zip(white)) {
            let position = self.positions.get(game);
            let (own, opponent) = (position.own().board_bits(), position.opponent().board_bits());
            (*black, *white) = if self.second[game] == 0 { (own, opponent) } else { (opponent, own) };
        }
    }

    fn check(&self, actions: &[u16]) -> Result<(), IllegalAction> {
        let legal = |game: usize, action: u16| numbered(action.into()).is_some_and(|ply| self.is_legal(game, ply));
        match (actions.iter().enumerate()).find(|&(game, &action)| self.outcomes[game] == 0 && !legal(game, action)) {
            Some((game, &action)) => Err(IllegalAction { game, action }),
            None => Ok(()),
        }
    }

    fn random_state(&self) -> Vec<u64> {
        let again = self.again.position();
        self.random.state().as_flattened().iter().copied().chain([again]).collect()
    }

    fn set_random_state(&mut self, state: &[u64]) -> Result<bool, TryReserveError> {
        let Some((&again, lanes)) = state.split_last() else { return Ok(false) };
        let Some(lanes) = RandomLanes::from_words(lanes) else { return Ok(false) };
        (self.random, self.again) = (lanes, Random::new(again));
        Ok(true)
    }

    fn set_plies(&mut self, game: usize, plies: u32) {
        self.plies[game] = plies;
    }

    fn step(&mut self, starts: &[Board<N>], actions: &[u16]) -> Result<(), IllegalAction> {
        for (game, &action) in actions.iter().enumerate() {
            self.turns[game] = None;
            if self.outcomes[game] == 0 {
                let ply = numbered(action.into()).filter(|&ply| self.is_legal(game, ply));
                self.turns[game] = Some(ply.ok_or(IllegalAction { game, action })?);
            }
        }
        self.play(starts);
        Ok(())
    }

    fn step_random(&mut self, starts: &[Board<N>], actions: &mut [u16]) {
        let lanes = RandomKernels::get(self.kernels.tier()).expect("the tier is available");
        lanes.fill(&mut self.random, &mut self.numbers);
        for (game, action) in actions.iter_mut().enumerate() {
            let moves = SquareSet::<N>::within(self.moves[game]);
            self.turns[game] = if self.outcomes[game] != 0 {
                None
            } else if moves.is_empty() {
                Some(Move::Pass)
            } else {
                let number = self.numbers[game / 8][game % 8] >> 32;
                let chosen = below(number as u32, moves.len(), &mut self.again) as usize;
                Some(Move::Place(moves.iter().nth(chosen).expect("fewer than the moves there are")))
            };
            *action = self.turns[game].map_or(NO_ACTION, |ply| number(ply) as u16);
        }
        self.play(starts);
    }

    fn board(&self, game: usize) -> Board<N> {
        let to_move = if self.second[game] == 0 { Colour::Black } else { Colour::White };
        Board::new(self.positions.get(game), to_move)
    }

    fn observe(&self, observation: Observation<'_>) {
        let Observation { cells, to_move, outcomes, plies } = observation;
        if let Some(cells) = cells {
            for (game, cells) in cells.chunks_exact_mut(N * N).enumerate() {
                let board = self.board(game);
                write_cells(board.stones(Colour::Black), board.stones(Colour::White), cells);
            }
        }
        let to_move = to_move.into_iter().flatten().zip(&self.second);
        to_move.for_each(|(to_move, second)| *to_move = Colour::Black.cell() + second);
        outcomes.into_iter().for_each(|outcomes| outcomes.copy_from_slice(&self.outcomes));
        plies.into_iter().for_each(|plies| plies.copy_from_slice(&self.plies));
    }
}

/// [`Random::below`] from a number that is there already; only where that is one too many, another
/// is drawn.
fn below(number: u32, bound: u32, again: &mut Random) -> u32 {
    let product = u64::from(number) * u64::from(bound);
    let low = product as u32;
    if low >= bound || low >= bound.wrapping_neg() % bound { (product >> 32) as u32 } else { again.below(bound) }
}
