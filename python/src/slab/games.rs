//! The games of one block: a slab of the library, and buffers for its results.

use crate::game::{Any, Case, value_error};
use crate::observation::Into;
use crate::planes::History;
use crate::rows::{Part, Rows};
use pyo3::exceptions::{PyMemoryError, PyValueError};
use pyo3::prelude::*;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use stonemask::Random;
use stonemask::game::{Colour, Game, Tally};
use stonemask::playout;
use stonemask::slab::{
    Actions, Choose, Ended, Expand, IllegalAction, NO_ACTION, Observation, Options, ScoreError, Slab as Games,
    SlabError,
};

/// The games of a block, whatever the game.
pub(super) trait AnyGames: Send + Sync {
    fn another(&self) -> Box<dyn AnyGames>;
    fn start(&self, game: usize) -> Any;
    /// Begins a game anew, and plays random plies in it.
    fn open(&mut self, game: usize, random_plies: u8, random: &mut Random);
    fn load(&mut self, game: usize, board: &Any) -> PyResult<()>;
    fn stones(&self, games: Range<usize>, black: &mut [u64], white: &mut [u64]);
    fn legal_bytes(&self, bytes: &mut [u8]);
    fn check(&self, actions: &[u16]) -> Result<(), IllegalAction>;
    fn step(&mut self, actions: &[u16]) -> Result<(), IllegalAction>;
    fn step_random(&mut self, actions: &mut [u16]);
    /// Finds the legal action that a number picks in each game.
    fn pick(&self, numbers: &[u64], masks: &mut Vec<u64>, actions: &mut [u16]);
    fn choose(&self, scores: &[f32], choose: Choose, actions: &mut [u16]) -> Result<(), ScoreError>;
    fn search(&self, actions: &mut [u16], playouts: u64, seeds: &[u64], stop: &AtomicBool);
    fn board(&self, game: usize) -> Any;
    fn observe(&self, observation: Observation<'_>);
    fn random_state(&self) -> Vec<u64>;
    /// Whether all of it is this game's.
    fn restore(&mut self, boards: &[Any], plies: &[u32], random: &[u64]) -> PyResult<bool>;
}

impl<G: Case> AnyGames for Games<G> {
    fn another(&self) -> Box<dyn AnyGames> {
        Box::new(self.clone())
    }

    fn start(&self, game: usize) -> Any {
        Games::start(self, game).clone().any()
    }

    fn open(&mut self, game: usize, random_plies: u8, random: &mut Random) {
        if random_plies == 0 {
            return self.reset_games(&[game]);
        }
        let mut board = Games::start(self, game).clone();
        let mut plies = Vec::new();
        for _ in 0..random_plies {
            plies.clear();
            plies.extend(board.plies());
            let Some(last) = (plies.len() as u32).checked_sub(1) else { break };
            let mut after = board.clone();
            _ = after.make(plies[random.below(last + 1) as usize]);
            if Game::is_over(&after) {
                break;
            }
            board = after;
        }
        Games::load(self, &[game], &[board]).expect("a board that follows from the start");
    }

    fn load(&mut self, game: usize, board: &Any) -> PyResult<()> {
        let unlike = || PyValueError::new_err("the board has another size or rule than the slab's");
        let board = G::of(board).ok_or_else(unlike)?;
        Games::load(self, &[game], std::slice::from_ref(board)).map_err(|_| unlike())
    }

    fn stones(&self, games: Range<usize>, black: &mut [u64], white: &mut [u64]) {
        Games::stones(self, games, black, white);
    }

    fn legal_bytes(&self, bytes: &mut [u8]) {
        Games::legal_mask(self, bytes);
    }

    fn check(&self, actions: &[u16]) -> Result<(), IllegalAction> {
        Games::check(self, actions)
    }

    fn step(&mut self, actions: &[u16]) -> Result<(), IllegalAction> {
        Games::step(self, actions)
    }

    fn step_random(&mut self, actions: &mut [u16]) {
        Games::step_random(self, actions);
    }

    fn pick(&self, numbers: &[u64], masks: &mut Vec<u64>, actions: &mut [u16]) {
        let words = self.mask_words();
        masks.resize(words * self.games(), 0);
        self.legal_masks(masks);
        for ((action, &number), mask) in actions.iter_mut().zip(numbers).zip(masks.chunks_exact(words)) {
            let count: u32 = mask.iter().map(|word| word.count_ones()).sum();
            let mut below = (((number >> 32) * u64::from(count)) >> 32) as u32;
            *action = NO_ACTION;
            for (index, &word) in mask.iter().enumerate() {
                let here = word.count_ones();
                if below < here {
                    let mut rest = word;
                    (0..below).for_each(|_| rest &= rest - 1);
                    *action = (64 * index) as u16 + rest.trailing_zeros() as u16;
                    break;
                }
                below -= here;
            }
        }
    }

    fn choose(&self, scores: &[f32], choose: Choose, actions: &mut [u16]) -> Result<(), ScoreError> {
        Games::choose(self, scores, choose, actions)
    }

    fn search(&self, actions: &mut [u16], playouts: u64, seeds: &[u64], stop: &AtomicBool) {
        for (game, (action, &seed)) in actions.iter_mut().zip(seeds).enumerate() {
            if stop.load(Ordering::Relaxed) {
                return;
            }
            *action = best_by_playouts(&Games::board(self, game), playouts, seed, stop).unwrap_or(NO_ACTION);
        }
    }

    fn board(&self, game: usize) -> Any {
        Games::board(self, game).any()
    }

    fn observe(&self, observation: Observation<'_>) {
        Games::observe(self, observation);
    }

    fn random_state(&self) -> Vec<u64> {
        Games::random_state(self)
    }

    fn restore(&mut self, boards: &[Any], plies: &[u32], random: &[u64]) -> PyResult<bool> {
        let boards: Option<Vec<G>> = boards.iter().map(|board| G::of(board).cloned()).collect();
        let Some(boards) = boards.filter(|boards| boards.len() == self.games() && plies.len() == self.games()) else {
            return Ok(false);
        };
        Games::restore(self, &boards, plies, random).map_err(|error| error_of(&error))
    }
}

/// The action after which the side to move wins most of `playouts` random games, less those it
/// loses; the first of equal ones.
fn best_by_playouts<G: Case>(board: &G, playouts: u64, seed: u64, stop: &AtomicBool) -> Option<u16> {
    let (mut actions, mut children) = (Vec::new(), Vec::new());
    board.for_each_child(|ply, child| {
        actions.push(board.action(ply) as u16);
        children.push(child.clone());
    });
    let sign = if Game::to_move(board) == Colour::Black { 1 } else { -1 };
    let value = |tally: &Tally| sign * (tally.wins[0] as i64 - tally.wins[1] as i64);
    let mut tallies = vec![Tally::default(); children.len()];
    // Once it is stopped, what was found is dropped.
    _ = playout::playouts_until(&children, playouts, seed, &mut tallies, stop);
    let best = tallies.iter().map(value).max()?;
    tallies.iter().position(|tally| value(tally) == best).map(|index| actions[index])
}

/// The games of a block, and buffers for their results.
pub(super) struct Share {
    pub(super) games: usize,
    pub(super) slab: Box<dyn AnyGames>,
    /// The generator of openings.
    pub(super) openings: Random,
    pub(super) to_move: Vec<u8>,
    pub(super) outcomes: Vec<u8>,
    pub(super) plies: Vec<u32>,
    /// Room for the masks that numbers pick from; none until they do.
    pub(super) masks: Vec<u64>,
    pub(super) history: History,
}

impl Clone for Share {
    fn clone(&self) -> Share {
        Share {
            games: self.games,
            slab: self.slab.another(),
            openings: self.openings.clone(),
            to_move: self.to_move.clone(),
            outcomes: self.outcomes.clone(),
            plies: self.plies.clone(),
            masks: Vec::new(),
            history: self.history.clone(),
        }
    }
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
            self.slab.observe(Observation { plies: Some(&mut self.plies), ..Observation::default() });
            for game in 0..self.games {
                if self.plies[game] == 0 {
                    self.history.forget(game);
                }
            }
        }
    }

    /// Reads the boards as they are.
    pub(super) fn look(&mut self) {
        let [black, white] = self.history.newest();
        self.slab.stones(0..self.games, black, white);
    }

    /// Reads the board of a game that begins.
    pub(super) fn begin(&mut self, game: usize) {
        if self.history.length() > 1 {
            self.history.forget(game);
            let [black, white] = self.history.newest_of(game);
            self.slab.stones(game..game + 1, black, white);
        }
    }

    fn planes<T: Expand>(&self, planes: Rows<'_, T>) {
        let cells = planes.width / (2 * self.history.length());
        self.history.write(cells, &self.to_move, planes.items);
    }

    /// Writes what the games hold.
    pub(super) fn observe(&mut self, into: Into<'_>) {
        if into.planes.is_some() || into.float_planes.is_some() {
            if self.history.length() == 1 {
                self.look();
            }
            self.slab.observe(Observation { to_move: Some(&mut self.to_move), ..Observation::default() });
        }
        into.planes.into_iter().for_each(|planes| self.planes(planes));
        into.float_planes.into_iter().for_each(|planes| self.planes(planes));
        if (into.mask.is_some() && into.all) || into.rewards.is_some() || into.ended.is_some() {
            self.slab.observe(Observation { outcomes: Some(&mut self.outcomes), ..Observation::default() });
        }
        if let Some(mask) = into.mask {
            self.slab.legal_bytes(mask.items);
            let masks = mask.items.chunks_exact_mut(mask.width).zip(&self.outcomes);
            masks.filter(|&(_, &outcome)| into.all && outcome != 0).for_each(|(mask, _)| mask.fill(1));
        }
        if into.cells.is_some() || into.to_move.is_some() || into.outcomes.is_some() || into.plies.is_some() {
            self.slab.observe(Observation {
                cells: into.cells.map(|rows| rows.items),
                to_move: into.to_move.map(|rows| rows.items),
                outcomes: into.outcomes.map(|rows| rows.items),
                plies: into.plies.map(|rows| rows.items),
            });
        }
        if let Some(rewards) = into.rewards {
            for (rewards, &outcome) in rewards.items.chunks_exact_mut(2).zip(&self.outcomes) {
                rewards.copy_from_slice(&crate::states::rewards(outcome));
            }
        }
        if let Some(ended) = into.ended {
            ended.items.iter_mut().zip(&self.outcomes).for_each(|(ended, &outcome)| *ended = outcome != 0);
        }
    }
}

/// The games of a block.
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
        Box::new(Games::with_starts(&boards, options).map_err(|error| error_of(&error))?)
    } else {
        Box::new(Games::with_options(&boards[0], games, options).map_err(|error| memory(&error))?)
    })
}

/// The least bytes of a game.
pub(super) fn bytes_of<G: Actions>(like: &G, history: usize) -> usize {
    size_of::<G>().max(64) + history * 2 * 8 * like.cell_count().div_ceil(64) + 8
}

/// Too many games, as an exception.
pub(super) fn memory(error: &impl std::fmt::Display) -> PyErr {
    PyMemoryError::new_err(format!("games: {error}"))
}

fn error_of(error: &SlabError) -> PyErr {
    match error {
        SlabError::Memory(error) => memory(error),
        _ => value_error(error),
    }
}
