//! How the weights of the 6x6 solver's evaluation are made: by itself, from a seed, the same on every machine.
//!
//! Stage by stage, from the end of the game backwards: positions of random games get a value, exact while few squares are
//! empty, from then on that of a shallow search whose leaves the stages trained before evaluate; then the stage's weights are
//! fitted to them by stochastic gradient descent, which begins at the weights of the stage before: what a stage's positions
//! hardly show keeps the value that it had there. `stonemask train othello6` does it.
//!
//! Games that come near the known line of best play ([`KNOWN_LINE`]) are thrown away, so that the weights know nothing of the
//! game that they are used to solve.

use super::evaluation::{Evaluate, Patterns6, evaluate};
use super::options::Options;
use super::ordering::INFINITE;
use super::table::Table;
use super::worker::{self, Shared, Worker};
use crate::game::Symmetry;
use crate::game::{Game, Stopped, stop};
use crate::othello::board::Board;
use crate::othello::kernels::Kernels;
use crate::othello::moves::Line;
use crate::othello::patterns::{IMAGES, PER_DISC, STAGE, STAGES, Weights, indices, mirrored, moves_indices, stage};
use crate::othello::position::{Children, Position};
use crate::random::Random;
use std::collections::{HashSet, TryReserveError};
use std::error::Error;
use std::fmt;
use std::sync::atomic::AtomicBool;

/// A line of best play from the start (Feinstein 1993). Training keeps away from it.
pub const KNOWN_LINE: &str =
    "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2 e2 b6 a4 c6 a6 a2 b5 a5 e6 e5 a3 a1 f5 f6 pass e1 f1";
/// Plies of the known line that games may follow: every game begins alike.
const COMMON_PLIES: usize = 5;
/// Plies off the known line at which a position still counts as near it.
const NEAR: usize = 2;
/// Empty squares up to which values are exact.
const EXACT: u32 = 13;
/// Plies of the searches that give the other values.
const DEPTH: u32 = 4;
/// How many times as many positions stages have whose values such searches give: these are cheap.
const MORE: usize = 2;
/// Memory for the table of the exact searches, in bytes.
const TABLE: usize = 4 << 20;
/// Passes over the positions of a stage.
const EPOCHS: usize = 30;
/// One position in `HELD_BACK` checks the fit instead of taking part in it.
const HELD_BACK: usize = 20;

/// What training does, all of it: equal plans give equal weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Of everything random.
    pub seed: u64,
    /// Positions for each stage whose values are exact; the others have twice as many.
    pub positions: usize,
}

impl Default for Plan {
    /// The plan of the weights in this crate.
    fn default() -> Plan {
        Plan { seed: 1993, positions: 250_000 }
    }
}

/// A stage that was trained.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Trained {
    /// The fewest empty squares of its positions; the stage has those with one more too.
    pub empties: u32,
    /// Stages still to come.
    pub left: usize,
    /// The standard deviation of the values of positions that took no part in the fit, in discs.
    pub spread: f64,
    /// The root mean square error of the evaluation on them, in discs.
    pub error: f64,
}

/// Why there are no weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrainError {
    /// The memory for the positions, or for the searches' table, could not be allocated.
    Memory(TryReserveError),
    /// Training was stopped.
    Stopped(Stopped),
}

impl From<TryReserveError> for TrainError {
    fn from(error: TryReserveError) -> TrainError {
        TrainError::Memory(error)
    }
}

impl From<Stopped> for TrainError {
    fn from(stopped: Stopped) -> TrainError {
        TrainError::Stopped(stopped)
    }
}

impl fmt::Display for TrainError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrainError::Memory(error) => error.fmt(f),
            TrainError::Stopped(stopped) => stopped.fmt(f),
        }
    }
}

impl Error for TrainError {}

/// The bytes of the weights that a plan gives; `observer` hears of every stage.
///
/// # Errors
/// When there is not enough memory.
pub fn train(plan: Plan, observer: impl FnMut(Trained)) -> Result<Vec<u8>, TryReserveError> {
    train_until(plan, observer, &stop::NEVER).map_err(|error| match error {
        TrainError::Memory(error) => error,
        TrainError::Stopped(_) => unreachable!("the flag is never set"),
    })
}

/// [`train`], until `stop` is set.
///
/// # Errors
/// When there is not enough memory, or it was [stopped](crate::game::stop).
pub fn train_until(plan: Plan, mut observer: impl FnMut(Trained), stop: &AtomicBool) -> Result<Vec<u8>, TrainError> {
    let table = Table::<6>::new(TABLE)?;
    let (kernels, near) = (Kernels::in_use(), near_known_line());
    let mut random = Random::new(plan.seed);
    let mut weights = Weights::zero();
    let mut fitted = vec![0f32; STAGE];
    for index in 0..STAGES {
        let empties = 6 + 2 * index as u32;
        debug_assert_eq!(stage(empties), index);
        let positions = if empties <= EXACT { plan.positions } else { plan.positions.saturating_mul(MORE) };
        let mut samples = Vec::new();
        samples.try_reserve_exact(positions)?;
        {
            let shared = Shared::new(kernels, &table, Patterns6::new(&weights), Options::default(), stop);
            let mut worker = Worker::new(&shared, None);
            while samples.len() < positions {
                if stop::asked(stop) {
                    return Err(Stopped(()).into());
                }
                let wanted = empties + (samples.len() % 2) as u32;
                if let Some(position) = random_position(kernels, &mut random, wanted, &near) {
                    samples.push(Sample::new(
                        kernels,
                        position,
                        worker.label(position, wanted).map_err(|_| Stopped(()))?,
                    ));
                }
            }
        }
        let (spread, error) = fit(&samples, &mut fitted, stop)?;
        for (weight, value) in weights.stage_mut(index).iter_mut().zip(&fitted) {
            *weight = ((value * PER_DISC as f32).round_ties_even().clamp(-127.0, 127.0) as i8) as u8;
        }
        observer(Trained { empties, left: STAGES - 1 - index, spread, error });
    }
    Ok(weights.bytes().to_vec())
}

/// A random position with this many empty squares that the training may use: of a game in which the better of two moves by a
/// simple evaluation, or any move, is played, and which keeps away from the known line.
fn random_position(
    kernels: &'static Kernels,
    random: &mut Random,
    empties: u32,
    near: &HashSet<Position<6>>,
) -> Option<Position<6>> {
    let mut board = Board::<6>::start();
    let mut children = Children::new();
    for ply in 0.. {
        if ply > COMMON_PLIES && near.contains(&canonical(board.position())) {
            return None;
        }
        if board.empties().len() == empties {
            break;
        }
        let moves = kernels.children(board.position(), &mut children);
        if moves.is_empty() || random.below(2) == 0 {
            if !board.play_random(random) {
                return None;
            }
            continue;
        }
        // A little noise, so that equal positions do not always go on alike.
        let promise = |child: &Position<6>| evaluate(kernels, *child);
        let noisy = moves.iter().zip(children.as_slice()).map(|(square, child)| (promise(child), square));
        let (_, square) =
            noisy.map(|(promise, square)| (promise + random.below(20) as i32, square)).min().expect("there are moves");
        board.play_unchecked(square);
    }
    (kernels.mobility(board.position()) > 0).then(|| board.position())
}

/// The form that all symmetric positions share.
fn canonical(position: Position<6>) -> Position<6> {
    let images = Symmetry::ALL.map(|symmetry| position.transform(symmetry));
    images.into_iter().min_by_key(|image| (image.own().bits(), image.opponent().bits())).expect("eight images")
}

/// The canonical forms of the positions of the known line and of those a few plies off it.
fn near_known_line() -> HashSet<Position<6>> {
    let line: Line<6> = KNOWN_LINE.parse().expect("a line");
    let mut board = Board::start();
    let mut near = vec![];
    for (ply, &mv) in line.0.iter().enumerate() {
        board.try_play(mv).expect("a game");
        if ply >= COMMON_PLIES {
            near.push(board);
        }
    }
    let mut last = near.clone();
    for _ in 0..NEAR {
        let mut next = vec![];
        for board in &last {
            board.for_each_child(|_, child| next.push(*child));
        }
        near.extend(&next);
        last = next;
    }
    near.iter().map(|board| canonical(board.position())).collect()
}

impl<E: Evaluate<6>> Worker<'_, 6, E> {
    /// The value that the evaluation should give a position, in discs.
    fn label(&mut self, position: Position<6>, empties: u32) -> Result<f32, worker::Stopped> {
        if empties <= EXACT {
            return Ok(self.value(position)? as f32);
        }
        Ok(self.guess(position, DEPTH, empties, -INFINITE, INFINITE)? as f32 / PER_DISC as f32)
    }
}

/// A position's weights and the value that they should add up to, in discs.
struct Sample {
    indices: [u16; IMAGES + 2],
    value: f32,
}

impl Sample {
    fn new(kernels: &'static Kernels, position: Position<6>, value: f32) -> Sample {
        let mut places = [0; IMAGES + 2];
        let moves = moves_indices(kernels.mobility(position), kernels.mobility(position.pass()));
        let images = indices(position);
        let all = images.iter().map(|&index| usize::from(index)).chain(moves);
        for (place, index) in places.iter_mut().zip(all) {
            *place = index.min(mirrored(index)) as u16;
        }
        Sample { indices: places, value }
    }

    fn predict(&self, weights: &[f32]) -> f32 {
        self.indices.iter().map(|&index| weights[usize::from(index)]).sum()
    }
}

/// Makes the weights fit the samples. Returns, of the samples held back, the spread of their values and the error.
fn fit(samples: &[Sample], weights: &mut [f32], stop: &AtomicBool) -> Result<(f64, f64), Stopped> {
    let held_back = || samples.iter().step_by(HELD_BACK);
    // The first of each group is held back.
    let taking_part = || samples.chunks(HELD_BACK).flat_map(|group| &group[1..]);
    for epoch in 0..EPOCHS {
        // From large steps to small ones.
        let rate = 0.6 / (IMAGES as f32 + 2.0) / (1.0 + 0.5 * epoch as f32);
        for sample in taking_part() {
            if stop::asked(stop) {
                return Err(Stopped(()));
            }
            let step = rate * (sample.value - sample.predict(weights));
            for &index in &sample.indices {
                weights[usize::from(index)] += step;
            }
        }
    }
    let count = held_back().len() as f64;
    let mean = held_back().map(|sample| f64::from(sample.value)).sum::<f64>() / count;
    let spread = held_back().map(|sample| (f64::from(sample.value) - mean).powi(2)).sum::<f64>() / count;
    let error = held_back().map(|sample| f64::from(sample.value - sample.predict(weights)).powi(2));
    let error = error.sum::<f64>() / count;
    for index in 0..STAGE {
        weights[index] = weights[index.min(mirrored(index))];
    }
    Ok((spread.sqrt(), error.sqrt()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::with_tier;
    use crate::tier::Tier;

    #[test]
    fn the_known_line_and_its_neighbours_are_kept_out() {
        let (kernels, near) = (Kernels::in_use(), near_known_line());
        let mut board = Board::<6>::start();
        let line: Line<6> = KNOWN_LINE.parse().unwrap();
        for (ply, &mv) in line.0.iter().enumerate() {
            board.try_play(mv).unwrap();
            for symmetry in Symmetry::ALL {
                let position = board.position().transform(symmetry);
                assert_eq!(near.contains(&canonical(position)), ply >= COMMON_PLIES);
            }
        }
        assert!(board.is_over());
        let mut random = Random::new(3);
        let mut found = 0;
        for round in 0..300 {
            if let Some(position) = random_position(kernels, &mut random, 6 + round % 20, &near) {
                assert!(!near.contains(&canonical(position)));
                assert_eq!(position.empties().len(), 6 + round % 20);
                found += 1;
            }
        }
        assert!(found > 200);
    }

    #[test]
    fn equal_plans_give_equal_weights_on_every_tier() {
        let plan = Plan { seed: 5, positions: 40 };
        // The rules on cells would take minutes; that their sums are the others' is tested apart.
        let fast = Tier::available().filter(|&tier| tier != Tier::Reference);
        let weights: Vec<Vec<u8>> =
            fast.map(|tier| with_tier(tier, || train(plan, |_| ()).unwrap()).unwrap()).collect();
        let again = train(plan, |_| ()).unwrap();
        assert_eq!(again, weights[0], "the same plan again");
        assert!(weights.iter().all(|bytes| bytes == &weights[0] && bytes.len() == STAGES * STAGE));
        assert_ne!(train(Plan { seed: 6, positions: 40 }, |_| ()).unwrap(), weights[0]);
    }
}
