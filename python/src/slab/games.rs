//! The games of one thread: a slab of the library, and buffers for its results.

use crate::game::{Any, Case, value_error};
use crate::observation::Into;
use crate::planes::History;
use crate::rows::{Part, Rows};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use stonemask::game::{Colour, Game, Tally};
use stonemask::playout;
use stonemask::slab::{Ended, IllegalAction, NO_ACTION, Observation, Options, Slab as Games, SlabError};

/// The games of one thread, whatever the game.
pub(super) trait AnyGames: Send + Sync {
    fn load_start(&mut self, game: usize);
    fn load(&mut self, game: usize, board: &Any) -> PyResult<()>;
    fn legal_bytes(&self, bytes: &mut [u8]);
    fn step(&mut self, actions: &[u16]) -> Result<(), IllegalAction>;
    fn step_random(&mut self, actions: &mut [u16]);
    fn search(&self, actions: &mut [u16], playouts: u64, seeds: &[u64]) -> PyResult<()>;
    fn board(&self, game: usize) -> Any;
    fn observe(&self, observation: Observation<'_>);
}

impl<G: Case> AnyGames for Games<G> {
    fn load_start(&mut self, game: usize) {
        self.reset_games(&[game]);
    }

    fn load(&mut self, game: usize, board: &Any) -> PyResult<()> {
        let unlike = || PyValueError::new_err("the board has another size or rule than the slab's");
        let board = G::of(board).ok_or_else(unlike)?;
        Games::load(self, &[game], std::slice::from_ref(board)).map_err(|_| unlike())
    }

    fn legal_bytes(&self, bytes: &mut [u8]) {
        Games::legal_bytes(self, bytes);
    }

    fn step(&mut self, actions: &[u16]) -> Result<(), IllegalAction> {
        Games::step(self, actions)
    }

    fn step_random(&mut self, actions: &mut [u16]) {
        Games::step_random(self, actions);
    }

    fn search(&self, actions: &mut [u16], playouts: u64, seeds: &[u64]) -> PyResult<()> {
        for (game, (action, &seed)) in actions.iter_mut().zip(seeds).enumerate() {
            *action = best_by_playouts(&Games::board(self, game), playouts, seed).unwrap_or(NO_ACTION);
        }
        Ok(())
    }

    fn board(&self, game: usize) -> Any {
        Games::board(self, game).any()
    }

    fn observe(&self, observation: Observation<'_>) {
        Games::observe(self, observation);
    }
}

/// The action after which the side to move wins most of `playouts` random games, less those it loses; the first of equal ones.
fn best_by_playouts<G: Case>(board: &G, playouts: u64, seed: u64) -> Option<u16> {
    let (mut actions, mut children) = (Vec::new(), Vec::new());
    board.for_each_child(|ply, child| {
        actions.push(board.action(ply) as u16);
        children.push(child.clone());
    });
    let sign = if Game::to_move(board) == Colour::Black { 1 } else { -1 };
    let value = |tally: &Tally| sign * (tally.wins[0] as i64 - tally.wins[1] as i64);
    let tallies = playout::playouts(&children, playouts, seed);
    let best = tallies.iter().map(value).max()?;
    tallies.iter().position(|tally| value(tally) == best).map(|index| actions[index])
}

/// The games of one thread, and buffers for their results.
pub(super) struct Share {
    pub(super) first: usize,
    pub(super) games: usize,
    pub(super) slab: Box<dyn AnyGames>,
    /// Room for masks: to check actions by before any part steps.
    pub(super) legal: Vec<u8>,
    pub(super) to_move: Vec<u8>,
    pub(super) outcomes: Vec<u8>,
    pub(super) plies: Vec<u32>,
    pub(super) history: History,
}

impl Part for Share {
    fn games(&self) -> usize {
        self.games
    }
}

impl Share {
    /// Looks at the boards after a step, where boards before the last are wanted too.
    pub(super) fn remember(&mut self) {
        if self.history.length() > 1 {
            self.history.advance();
            self.look();
            for game in 0..self.games {
                if self.plies[game] == 0 {
                    self.history.forget(game);
                }
            }
        }
    }

    /// Reads the boards as they are.
    pub(super) fn look(&mut self) {
        let Share { history, plies, slab, .. } = self;
        slab.observe(Observation { cells: Some(history.newest()), plies: Some(plies), ..Observation::default() });
    }

    /// The first action that is not legal in a game that goes on.
    pub(super) fn check(&mut self, actions: &[u16]) -> Result<(), IllegalAction> {
        self.slab.legal_bytes(&mut self.legal);
        let width = self.legal.len() / self.games.max(1);
        for (game, (legal, &action)) in self.legal.chunks_exact(width).zip(actions).enumerate() {
            if legal.get(usize::from(action)) != Some(&1) && legal.contains(&1) {
                return Err(IllegalAction { game, action });
            }
        }
        Ok(())
    }

    pub(super) fn planes<T: From<bool>>(&self, planes: Rows<'_, T>) {
        for (game, planes) in planes.items.chunks_exact_mut(planes.width).enumerate() {
            self.history.write(game, self.to_move[game], planes);
        }
    }
}

/// The games of a part.
pub(super) fn make<G: Case>(
    _: &G,
    starts: &[Any],
    one_each: bool,
    games: usize,
    ended: Ended,
    seed: u64,
) -> PyResult<Box<dyn AnyGames>> {
    let options = Options::default().ended(ended).seed(seed);
    let boards: Option<Vec<G>> = starts.iter().map(|start| G::of(start).cloned()).collect();
    let boards = boards.ok_or_else(|| PyValueError::new_err("start: boards of more than one game or size"))?;
    Ok(if one_each {
        Box::new(Games::with_starts(&boards, options).map_err(|error| match error {
            SlabError::Memory(error) => memory(&error),
            _ => value_error(error),
        })?)
    } else {
        Box::new(Games::with_options(&boards[0], games, options).map_err(|error| memory(&error))?)
    })
}

/// Too many games, as an exception.
fn memory(error: &impl std::fmt::Display) -> PyErr {
    PyMemoryError::new_err(format!("games: {error}"))
}

/// Writes what the games of a part hold.
pub(super) fn observe(part: &mut Share, into: Into<'_>) {
    let wants_planes = into.planes.is_some() || into.float_planes.is_some();
    if wants_planes {
        let Share { history, slab, to_move, .. } = &mut *part;
        let cells = (history.length() == 1).then(|| history.newest());
        slab.observe(Observation { cells, to_move: Some(to_move), ..Observation::default() });
    }
    if let Some(planes) = into.planes {
        part.planes(planes);
    }
    if let Some(planes) = into.float_planes {
        part.planes(planes);
    }
    part.slab.observe(Observation {
        cells: into.cells.map(|rows| rows.items),
        to_move: into.to_move.map(|rows| rows.items),
        outcomes: into.outcomes.map(|rows| rows.items),
        plies: into.plies.map(|rows| rows.items),
    });
    if let Some(rewards) = into.rewards {
        let outcomes = &mut part.outcomes;
        part.slab.observe(Observation { outcomes: Some(outcomes), ..Observation::default() });
        for (rewards, outcome) in rewards.items.chunks_exact_mut(2).zip(outcomes) {
            rewards.copy_from_slice(&crate::states::rewards(*outcome));
        }
    }
}
