//! Slabs: many games of one kind, advanced together by a ply, with masks, boards and results in plain arrays that the caller
//! owns. Nothing here allocates once a slab is made.
//!
//! Actions are numbers, as in OpenSpiel: a point of a board with `columns` columns is `row * columns + column`, counted from the
//! top left; in Othello one more is the pass. Arrays run game by game: what belongs to game g stands at `g * width ..`.

use crate::game::{Game, Outcome};
use std::error::Error;
use std::fmt;

/// A game whose plies and boards have numbers.
pub trait Actions: Game {
    /// How many actions there are on this board, legal or not.
    fn action_count(&self) -> usize;

    /// The number of a ply.
    fn action(&self, ply: Self::Move) -> usize;

    /// The ply with this number; `None` when there is none.
    fn ply(&self, action: usize) -> Option<Self::Move>;

    /// How many cells the board has.
    fn cell_count(&self) -> usize;

    /// Writes the board, row by row from the top left: 0 empty, 1 black, 2 white, 3 blocked.
    ///
    /// # Panics
    /// When there is not room for exactly [`Actions::cell_count`] cells.
    fn write_cells(&self, cells: &mut [u8]);

    /// Whether the second player is to move.
    fn second_to_move(&self) -> bool;
}

/// What becomes of a game that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// It starts anew with the next step; the action given for it in that step is not looked at.
    Restart,
    /// It stays as it is; actions given for it are not looked at.
    Freeze,
}

/// An action that is not legal in its game. Nothing has been played in any game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalAction {
    /// The game's index in the slab.
    pub game: usize,
    /// The action given.
    pub action: u16,
}

impl fmt::Display for IllegalAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: action {} is illegal", self.game, self.action)
    }
}

impl Error for IllegalAction {}

/// Where a slab writes what it holds: one entry a game, `cell_count` of them for the cells.
#[derive(Debug)]
pub struct Observation<'a> {
    /// The boards, as [`Actions::write_cells`] has them.
    pub cells: &'a mut [u8],
    /// 0 when the first player is to move, 1 when the second is.
    pub to_move: &'a mut [u8],
    /// 0 while the game goes on, 1 when the first player won, 2 when it was drawn, 3 when the second player won.
    pub outcomes: &'a mut [u8],
    /// Plies played since the game's start, passes included.
    pub plies: &'a mut [u32],
}

impl Observation<'_> {
    /// Checks that there is room for so many games of so many cells.
    ///
    /// # Panics
    /// When there is not exactly that.
    pub fn check(&self, games: usize, cells: usize) {
        assert_eq!(self.cells.len(), games * cells, "cells for {games} games");
        assert_eq!(self.to_move.len(), games, "sides to move for {games} games");
        assert_eq!(self.outcomes.len(), games, "outcomes for {games} games");
        assert_eq!(self.plies.len(), games, "plies for {games} games");
    }
}

/// An outcome as [`Observation::outcomes`] has it.
pub fn outcome_code(outcome: Option<Outcome>) -> u8 {
    match outcome {
        None => 0,
        Some(Outcome::First) => 1,
        Some(Outcome::Draw) => 2,
        Some(Outcome::Second) => 3,
    }
}

/// Many games advanced together. Actions given lead to the same games on every tier, and so does a seed.
pub trait Slab: Sized {
    /// One of the games.
    type Board: Actions;

    /// `games` games that begin with `start`; random plies come from `seed`.
    fn new(
        start: &Self::Board,
        games: usize,
        ended: Ended,
        kernels: &'static <Self::Board as Game>::Kernels,
        seed: u64,
    ) -> Self;

    /// How many games there are.
    fn games(&self) -> usize;

    /// Puts every game back to its start.
    fn reset(&mut self);

    /// 64-bit words of a game's mask: `action_count` bits, lowest first.
    fn mask_words(&self) -> usize;

    /// Writes which actions are legal in each game, `mask_words` words a game; none in a game that is over.
    ///
    /// # Panics
    /// When there is not room for exactly that.
    fn legal_masks(&self, masks: &mut [u64]);

    /// Plays one action in each game.
    ///
    /// # Errors
    /// When one is illegal; no game has moved then.
    ///
    /// # Panics
    /// When there is not one action for each game.
    fn step(&mut self, actions: &[u16]) -> Result<(), IllegalAction>;

    /// Plays one of the legal actions in each game, each as likely as any other, and tells which; [`NO_ACTION`] for a game
    /// that was over.
    ///
    /// # Panics
    /// When there is not room for one action for each game.
    fn step_random(&mut self, actions: &mut [u16]);

    /// Writes boards, sides to move, outcomes and ply counts.
    ///
    /// # Panics
    /// When there is not room for exactly that.
    fn observe(&self, observation: &mut Observation<'_>);
}

/// What [`Slab::step_random`] tells for a game that was over.
pub const NO_ACTION: u16 = u16::MAX;
