//! Slabs: many games of one kind, advanced together by a ply, with masks, boards and results in plain arrays that the caller
//! owns. Nothing here allocates once a slab is made.
//!
//! Actions are numbers, as in OpenSpiel: a point of a board with `columns` columns is `row * columns + column`, counted from the
//! top left; in Othello one more is the pass. Arrays run game by game: what belongs to game g stands at `g * width ..`.

use super::{Game, Outcome};
use std::error::Error;
use std::fmt;

/// A game whose plies and boards have numbers.
pub trait Actions: Game {
    /// How a [`Slab`] keeps its games.
    type Store: Store<Self>;

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
    /// Checks that there is room for exactly so many games of so many cells.
    fn check(&self, games: usize, cells: usize) {
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

/// What [`Slab::step_random`] tells for a game that was over.
pub const NO_ACTION: u16 = u16::MAX;

/// Many games advanced together by a ply. Actions given lead to the same games on every tier, and so does a seed.
///
/// ```
/// use stonemask::othello::{Board, Kernels};
/// use stonemask::slab::{Ended, Slab};
///
/// let mut slab = Slab::new(&Board::<8>::start(), 100, Ended::Restart, Kernels::best(), 1);
/// let mut actions = [0; 100];
/// slab.step_random(&mut actions);
/// assert!(actions.iter().all(|action| [19, 26, 37, 44].contains(action)));
/// ```
#[derive(Clone)]
pub struct Slab<G: Actions> {
    start: G,
    games: usize,
    store: G::Store,
}

/// How a game keeps the games of a [`Slab`], which has checked the arguments.
pub trait Store<G: Game>: Clone + Send + Sync {
    /// `games` games that begin with `start`; random plies come from `seed`.
    fn new(start: &G, games: usize, ended: Ended, kernels: &'static G::Kernels, seed: u64) -> Self;

    /// Puts every game back to its start.
    fn reset(&mut self);

    /// Writes the legal actions of each game, `mask_words` words a game.
    fn legal_masks(&self, masks: &mut [u64]);

    /// Plays one action in each game.
    ///
    /// # Errors
    /// When one is illegal; no game has moved then.
    fn step(&mut self, actions: &[u16]) -> Result<(), IllegalAction>;

    /// Plays a random action in each game and tells which.
    fn step_random(&mut self, actions: &mut [u16]);

    /// The state of one game.
    fn board(&self, game: usize) -> G;

    /// Writes what the games hold.
    fn observe(&self, observation: &mut Observation<'_>);
}

impl<G: Actions> Slab<G> {
    /// `games` games that begin with `start`; random plies come from `seed`.
    pub fn new(start: &G, games: usize, ended: Ended, kernels: &'static G::Kernels, seed: u64) -> Slab<G> {
        Slab { start: start.clone(), games, store: G::Store::new(start, games, ended, kernels, seed) }
    }

    /// How many games there are.
    pub fn games(&self) -> usize {
        self.games
    }

    /// The state that the games begin with.
    pub fn start(&self) -> &G {
        &self.start
    }

    /// Puts every game back to its start.
    pub fn reset(&mut self) {
        self.store.reset();
    }

    /// 64-bit words of a game's mask: `action_count` bits, lowest first.
    pub fn mask_words(&self) -> usize {
        self.start.action_count().div_ceil(64)
    }

    /// Writes which actions are legal in each game, `mask_words` words a game; none in a game that is over.
    ///
    /// # Panics
    /// When there is not room for exactly that.
    pub fn legal_masks(&self, masks: &mut [u64]) {
        assert_eq!(masks.len(), self.games * self.mask_words(), "words of the masks of {} games", self.games);
        self.store.legal_masks(masks);
    }

    /// Plays one action in each game.
    ///
    /// # Errors
    /// When one is illegal; no game has moved then.
    ///
    /// # Panics
    /// When there is not one action for each game.
    pub fn step(&mut self, actions: &[u16]) -> Result<(), IllegalAction> {
        assert_eq!(actions.len(), self.games, "actions for {} games", self.games);
        self.store.step(actions)
    }

    /// Plays one of the legal actions in each game, each as likely as any other, and tells which; [`NO_ACTION`] for a game
    /// that was over.
    ///
    /// # Panics
    /// When there is not room for one action for each game.
    pub fn step_random(&mut self, actions: &mut [u16]) {
        assert_eq!(actions.len(), self.games, "room for the actions of {} games", self.games);
        self.store.step_random(actions);
    }

    /// The state of one game.
    ///
    /// # Panics
    /// When there is no such game.
    pub fn board(&self, game: usize) -> G {
        assert!(game < self.games, "game {game} of {}", self.games);
        self.store.board(game)
    }

    /// Writes boards, sides to move, outcomes and ply counts.
    ///
    /// # Panics
    /// When there is not room for exactly that.
    pub fn observe(&self, observation: &mut Observation<'_>) {
        observation.check(self.games, self.start.cell_count());
        self.store.observe(observation);
    }
}

impl<G: Actions> fmt::Debug for Slab<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Slab").field("start", &self.start).field("games", &self.games).finish_non_exhaustive()
    }
}
