//! How the weights of the solver's evaluations are made: by themselves, from a seed, the same on
//! every machine.
//!
//! Stage by stage, from the end of the game backwards: positions of random games get a value, exact
//! while few squares are empty, from then on that of a shallow search whose leaves the stages
//! trained before evaluate; then the stage's weights are fitted to them by stochastic gradient
//! descent, which begins at the weights of the stage before: what a stage's positions hardly show
//! keeps the value that it had there. `stonemask train` does it, for 6x6 and 8x8.
//!
//! On 8x8 all stages are trained twice. The first weights, of fewer positions, are the *guide* by
//! whose choices half of the games go on from which the second are made: so these see the positions
//! of better play as well.
//!
//! On 6x6, games that come near the known line of best play ([`KNOWN_LINE`]) are thrown away, so
//! that the weights know nothing of the game that they are used to solve.

pub mod midgame;

use super::evaluation::{Evaluate, INFINITE, PatternSums, evaluate};
use super::midgame::Midgame;
use super::options::Options;
use super::table::Table;
use super::worker::{self, Shared, Worker};
use crate::game::Symmetry;
use crate::game::{Game, Stopped, stop};
use crate::othello::board::Board;
use crate::othello::kernels::Kernels;
use crate::othello::moves::Line;
use crate::othello::patterns::{EMPTIES_PER_STAGE, Evaluation, PER_DISC, Patterns, Weights, checksum};
use crate::othello::position::{Children, Position};
use crate::othello::scoring::Scoring;
use crate::random::Random;
use std::collections::{HashSet, TryReserveError};
use std::error::Error;
use std::fmt;
use std::sync::atomic::AtomicBool;

/// A line of best play on 6x6 from the start (Feinstein 1993). Training keeps away from it.
pub const KNOWN_LINE: &str =
    "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2 e2 b6 a4 c6 a6 a2 b5 a5 e6 e5 a3 a1 f5 f6 pass e1 f1";
/// Plies of the known line that games may follow: every game begins alike.
const COMMON_PLIES: usize = 5;
/// Plies off the known line at which a position still counts as near it.
const NEAR: usize = 2;
/// Memory for the table of the exact searches, in bytes.
const TABLE: usize = 4 << 20;
/// Passes over the positions of a stage.
const EPOCHS: usize = 30;
/// One position in `HELD_BACK` checks the fit instead of taking part in it.
const HELD_BACK: usize = 20;
/// How many times fewer positions a stage of the guide has.
const FEWER: usize = 8;
/// Empty squares up to which the guide chooses moves. It is trained for 25 and fewer; on emptier
/// boards half the difference of both sides' sums counts (`Midgame`), and the emptier they are, the
/// less that says.
const GUIDED_FROM: u32 = 44;
/// How far behind the best a move may be that the guide chooses, in discs.
const GUIDE_NOISE: i32 = 4;
/// How often an observer hears of a stage, in positions.
const POSITIONS_PER_REPORT: usize = 1 << 10;

/// The settings that differ from board to board.
struct Course {
    /// Empty squares up to which values are exact.
    exact: u32,
    /// Plies of the searches that give the other values.
    depth: u32,
    /// How many times as many positions stages have whose values such searches give: these are
    /// cheap.
    more: usize,
    /// Of a game's moves one in this number is random; each game has one of these numbers.
    noise: (u32, u32),
    /// Whether all stages are trained for a guide first.
    guided: bool,
}

impl Course {
    const fn of<const N: usize>() -> Course {
        match N {
            6 => Course { exact: 13, depth: 4, more: 2, noise: (2, 2), guided: false },
            _ => Course { exact: 13, depth: 4, more: 2, noise: (2, 8), guided: true },
        }
    }
}

/// The plan of a training: equal plans give equal weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Of everything random.
    pub seed: u64,
    /// Positions for each stage whose values are exact; the others have twice as many.
    pub positions: usize,
    /// How the games are scored.
    pub scoring: Scoring,
}

impl Plan {
    /// The plan of the weights in this crate for the board of this size.
    pub const fn of<const N: usize>() -> Plan {
        Plan { seed: 1993, positions: if N == 6 { 250_000 } else { 1_600_000 }, scoring: Scoring::Discs }
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

/// The first words of a checkpoint, before the board's size; the number is the version of training
/// and of this form.
const MAGIC: &str = "stonemask training 3, othello";

/// Why training cannot go on from a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResumeError {
    /// The bytes are no checkpoint of the training of this board, or one of another version.
    Foreign,
    /// The checkpoint is cut or damaged.
    Damaged,
    /// The checkpoint is of another plan.
    OtherPlan(Plan),
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResumeError::Foreign => f.write_str("not a checkpoint of this training, or one of another version"),
            ResumeError::Damaged => f.write_str("a checkpoint that is cut or damaged"),
            ResumeError::OtherPlan(Plan { seed, positions, scoring }) => {
                let anti = if *scoring == Scoring::FewestDiscs { ", anti-Othello" } else { "" };
                write!(f, "a checkpoint of other training: seed {seed}, {positions} positions{anti}")
            }
        }
    }
}

impl Error for ResumeError {}

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

/// The file of the weights that a plan gives; `observer` hears of every stage.
///
/// # Errors
/// When there is not enough memory.
pub fn train<const N: usize>(plan: Plan, observer: impl FnMut(Trained)) -> Result<Vec<u8>, TryReserveError> {
    train_until::<N>(plan, observer, &stop::NEVER).map_err(|error| match error {
        TrainError::Memory(error) => error,
        TrainError::Stopped(_) => unreachable!("the flag is never set"),
    })
}

/// [`train`], until `stop` is set.
///
/// # Errors
/// When there is not enough memory, or it was [stopped](crate::game::stop).
pub fn train_until<const N: usize>(
    plan: Plan,
    mut observer: impl FnMut(Trained),
    stop: &AtomicBool,
) -> Result<Vec<u8>, TrainError> {
    let mut training = Training::<N>::new(plan);
    while training.left() > 0 {
        observer(training.next_stage(|_| (), stop)?);
    }
    Ok(training.weights())
}

/// Training that goes on stage by stage, and of which a [checkpoint](Training::checkpoint) can be
/// kept after each.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use stonemask::othello::training::{Plan, Training, train};
///
/// let (plan, never) = (Plan { positions: 20, ..Plan::of::<6>() }, AtomicBool::new(false));
/// let mut training = Training::<6>::new(plan);
/// training.next_stage(|_| (), &never)?;
/// let kept = training.checkpoint();
/// drop(training);
///
/// let mut training = Training::<6>::resume(plan, &kept)?;
/// while training.left() > 0 {
///     training.next_stage(|_| (), &never)?;
/// }
/// assert_eq!(training.weights(), train::<6>(plan, |_| ())?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Training<const N: usize> {
    plan: Plan,
    random: Random,
    /// The weights that choose moves, once they are trained where there are any.
    guide: Option<Weights<N>>,
    /// The stages that are trained, of the guide while it is not.
    done: Vec<Trained>,
    weights: Weights<N>,
    /// The weights of the last of them, as fitted.
    fitted: Vec<f32>,
}

impl<const N: usize> Training<N> {
    /// Training that has not begun.
    ///
    /// # Panics
    /// When boards of this size have no patterns.
    pub fn new(plan: Plan) -> Training<N> {
        let patterns = Patterns::of::<N>();
        let (weights, fitted) = (Weights::zero(), vec![0.0; patterns.stage_len()]);
        Training { plan, random: Random::new(plan.seed), guide: None, done: Vec::new(), weights, fitted }
    }

    /// The stages that are trained, those with the fewest empty squares first: the guide's until
    /// all of these are, then the weights'.
    pub fn done(&self) -> &[Trained] {
        &self.done
    }

    /// Stages still to come, those of the guide among them.
    pub fn left(&self) -> usize {
        let stages = Patterns::of::<N>().stages;
        stages - self.done.len() + if self.is_of_guide() { stages } else { 0 }
    }

    /// Whether the stages that are trained now are the guide's.
    fn is_of_guide(&self) -> bool {
        Course::of::<N>().guided && self.guide.is_none()
    }

    /// The guide is trained: all begins again, with it.
    fn take_guide(&mut self) {
        let Training { weights, fitted, .. } = Training::<N>::new(self.plan);
        self.guide = Some(std::mem::replace(&mut self.weights, weights));
        self.fitted = fitted;
        self.done.clear();
    }

    /// The file of the weights; zeros where they are still to come.
    pub fn weights(&self) -> Vec<u8> {
        self.weights.to_bytes(self.plan.scoring)
    }

    /// All that is needed to go on later, or elsewhere.
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut bytes = format!("{MAGIC}{N}\n").into_bytes();
        let Plan { seed, positions, scoring } = self.plan;
        let (guides, done) = (u64::from(self.guide.is_some()), self.done.len() as u64);
        for number in [seed, positions as u64, scoring as u64, self.random.position(), guides, done] {
            bytes.extend(number.to_le_bytes());
        }
        for trained in &self.done {
            bytes.extend([trained.spread, trained.error].into_iter().flat_map(f64::to_le_bytes));
        }
        bytes.extend(self.fitted.iter().copied().flat_map(f32::to_le_bytes));
        for weights in self.guide.iter().chain([&self.weights]) {
            bytes.extend(weights.fold());
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Training of this plan from a checkpoint on.
    ///
    /// # Errors
    /// When the bytes are not a checkpoint of it.
    ///
    /// # Panics
    /// When boards of this size have no patterns.
    pub fn resume(plan: Plan, bytes: &[u8]) -> Result<Training<N>, ResumeError> {
        let mut rest = bytes.strip_prefix(format!("{MAGIC}{N}\n").as_bytes()).ok_or(ResumeError::Foreign)?;
        let (told, sum) = bytes.split_last_chunk().ok_or(ResumeError::Damaged)?;
        if checksum(told) != u64::from_le_bytes(*sum) {
            return Err(ResumeError::Damaged);
        }
        let mut training = Training::new(plan);
        let mut number = || -> Result<[u8; 8], ResumeError> {
            let (first, after) = rest.split_first_chunk().ok_or(ResumeError::Damaged)?;
            rest = after;
            Ok(*first)
        };
        let [seed, positions, scoring, random, guides, done] =
            [number()?, number()?, number()?, number()?, number()?, number()?].map(u64::from_le_bytes);
        let scoring = *Scoring::ALL.get(scoring as usize).ok_or(ResumeError::Damaged)?;
        let other = Plan { seed, positions: positions as usize, scoring };
        if other != plan {
            return Err(ResumeError::OtherPlan(other));
        }
        training.random = Random::new(random);
        if guides > u64::from(training.is_of_guide()) {
            return Err(ResumeError::Damaged);
        }
        if guides > 0 {
            training.take_guide();
        }
        let patterns = Patterns::of::<N>();
        for _ in 0..done {
            if training.done.len() == patterns.stages {
                return Err(ResumeError::Damaged);
            }
            let (empties, left) =
                (patterns.first + EMPTIES_PER_STAGE * training.done.len() as u32, training.left() - 1);
            let [spread, error] = [number()?, number()?].map(f64::from_le_bytes);
            training.done.push(Trained { empties, left, spread, error });
        }
        let (fitted, weights) =
            rest.split_at_checked(size_of_val(training.fitted.as_slice())).ok_or(ResumeError::Damaged)?;
        for (weight, bytes) in training.fitted.iter_mut().zip(fitted.chunks_exact(4)) {
            *weight = f32::from_le_bytes(bytes.try_into().expect("four bytes"));
        }
        let mut weights = weights.strip_suffix(sum).ok_or(ResumeError::Damaged)?;
        if let Some(guide) = &mut training.guide {
            let (first, rest) = weights.split_at(weights.len() / 2);
            *guide = Weights::unfold(first).ok_or(ResumeError::Damaged)?;
            weights = rest;
        }
        training.weights = Weights::unfold(weights).ok_or(ResumeError::Damaged)?;
        Ok(training)
    }

    /// The positions of a stage with this many empty squares.
    fn positions(&self, empties: u32) -> usize {
        let course = Course::of::<N>();
        let positions = self.plan.positions.saturating_mul(if empties <= course.exact { 1 } else { course.more });
        if self.is_of_guide() { positions.div_ceil(FEWER) } else { positions }
    }

    /// Trains the next stage. `observer` hears now and then how many of its positions have a value,
    /// in percent.
    ///
    /// # Errors
    /// When there is not enough memory, or it was [stopped](crate::game::stop): then this stage
    /// begins anew.
    ///
    /// # Panics
    /// When no stage is left.
    pub fn next_stage(&mut self, mut observer: impl FnMut(u32), stop: &AtomicBool) -> Result<Trained, TrainError> {
        let (index, patterns, course) = (self.done.len(), Patterns::of::<N>(), Course::of::<N>());
        assert!(index < patterns.stages, "no stage is left");
        let scoring = self.plan.scoring;
        let (table, kernels, near) = (Table::<N>::new(TABLE)?, Kernels::in_use(), near_known_line(scoring));
        let mut random = self.random.clone();
        let empties = patterns.first + EMPTIES_PER_STAGE * index as u32;
        debug_assert_eq!(patterns.stage(empties), index);
        let positions = self.positions(empties);
        let guide = self.guide.as_ref().map(Midgame::new);
        let mut samples = Samples::<N>::with_room(positions)?;
        {
            let shared = Shared::new(
                kernels,
                &table,
                PatternSums::new(&self.weights),
                Options::default().scoring(scoring),
                stop,
            );
            let mut worker = Worker::new(&shared, None);
            while samples.len() < positions {
                if stop::asked(stop) {
                    return Err(Stopped(()).into());
                }
                let wanted = empties + (samples.len() % EMPTIES_PER_STAGE as usize) as u32;
                if let Some(position) = random_position(kernels, &mut random, wanted, scoring, &near, guide) {
                    let value = worker.label(position, wanted, &course).map_err(|_| Stopped(()))?;
                    samples.push(kernels, position, value);
                    if samples.len() % POSITIONS_PER_REPORT == 0 {
                        observer((100 * samples.len() / positions) as u32);
                    }
                }
            }
        }
        // Where it is stopped here, all is as it was.
        let mut fitted = self.fitted.clone();
        let (spread, error) = samples.fit(&mut fitted, stop)?;
        for (weight, value) in self.weights.stage_mut(index).iter_mut().zip(&fitted) {
            *weight = ((value * PER_DISC as f32).round_ties_even().clamp(-127.0, 127.0) as i8) as u8;
        }
        (self.fitted, self.random) = (fitted, random);
        let trained = Trained { empties, left: self.left() - 1, spread, error };
        self.done.push(trained);
        if self.done.len() == patterns.stages && self.is_of_guide() {
            self.take_guide();
        }
        Ok(trained)
    }
}

/// A random position with this many empty squares that the training may use: of a game in which
/// some moves are random and the others the best by a simple evaluation, or in every second game by
/// the guide if there is one, and which keeps away from the known line.
fn random_position<const N: usize>(
    kernels: &'static Kernels,
    random: &mut Random,
    empties: u32,
    scoring: Scoring,
    near: &HashSet<Position<N>>,
    guide: Option<Midgame<N>>,
) -> Option<Position<N>> {
    let mut board = Board::<N>::start();
    let (least, most) = Course::of::<N>().noise;
    let noise = if least < most { least + random.below(most - least + 1) } else { least };
    let guide = guide.filter(|_| random.below(2) == 0);
    let (mut children, mut evaluations) = (Children::new(), Evaluation::NONE);
    for ply in 0.. {
        if ply > COMMON_PLIES && !near.is_empty() && near.contains(&canonical(board.position())) {
            return None;
        }
        if board.empties().len() == empties {
            break;
        }
        let moves = kernels.children(board.position(), &mut children);
        if moves.is_empty() || random.below(noise) == 0 {
            if !board.play_random(random) {
                return None;
            }
            continue;
        }
        // A little noise, so that equal positions do not always go on alike. Whatever is good for
        // the other side is bad.
        let empties = board.empties().len();
        let (promises, noise): (Vec<i32>, _) = match guide {
            Some(guide) if empties <= GUIDED_FROM => {
                guide.children(kernels, board.position(), empties, &mut children, &mut evaluations);
                (
                    evaluations.iter().take(children.as_slice().len()).map(|found| found.value).collect(),
                    GUIDE_NOISE * PER_DISC,
                )
            }
            _ => {
                let promise = |child: &Position<N>| scoring.difference(evaluate(kernels, *child));
                (children.as_slice().iter().map(promise).collect(), 20)
            }
        };
        let noisy = promises.into_iter().map(|promise| promise + random.below(noise as u32) as i32);
        let (_, square) = noisy.zip(moves.iter()).min().expect("there are moves");
        board.play_unchecked(square);
    }
    (kernels.mobility(board.position()) > 0).then(|| board.position())
}

/// The form that all symmetric positions share.
fn canonical<const N: usize>(position: Position<N>) -> Position<N> {
    let images = Symmetry::ALL.map(|symmetry| position.transform(symmetry));
    images.into_iter().min_by_key(|image| (image.own().bits(), image.opponent().bits())).expect("eight images")
}

/// The canonical forms of the positions of the known line and of those a few plies off it; of other
/// games none.
fn near_known_line<const N: usize>(scoring: Scoring) -> HashSet<Position<N>> {
    if N != 6 || scoring == Scoring::FewestDiscs {
        return HashSet::new();
    }
    let line: Line<N> = KNOWN_LINE.parse().expect("a line");
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

impl<const N: usize, E: Evaluate<N>> Worker<'_, N, E> {
    /// The value that the evaluation should give a position, in discs.
    fn label(&mut self, position: Position<N>, empties: u32, course: &Course) -> Result<f32, worker::Stopped> {
        if empties <= course.exact {
            return Ok(self.value(position)? as f32);
        }
        Ok(self.guess(position, course.depth, empties, -INFINITE, INFINITE)? as f32 / PER_DISC as f32)
    }
}

/// Positions' weights and the values that they should add up to, in discs.
struct Samples<const N: usize> {
    /// Weights of a position.
    width: usize,
    /// For each of them where its pattern's weights begin.
    offsets: Vec<usize>,
    /// Their places from there, position by position.
    places: Vec<u16>,
    values: Vec<f32>,
    /// By index, that of the weight that counts: one for a pattern and its mirror image.
    folded: Vec<usize>,
}

impl<const N: usize> Samples<N> {
    fn with_room(positions: usize) -> Result<Samples<N>, TryReserveError> {
        let patterns = Patterns::of::<N>();
        let mut offsets = Patterns::indices(Position::<N>::default());
        offsets.extend(patterns.moves_indices(0, 0));
        let folded = patterns.mirrors().into_iter().enumerate().map(|(index, mirror)| index.min(mirror)).collect();
        let (mut places, mut values) = (Vec::new(), Vec::new());
        places.try_reserve_exact(positions.saturating_mul(offsets.len()))?;
        values.try_reserve_exact(positions)?;
        Ok(Samples { width: offsets.len(), offsets, places, values, folded })
    }

    fn len(&self) -> usize {
        self.values.len()
    }

    fn push(&mut self, kernels: &'static Kernels, position: Position<N>, value: f32) {
        let (own, opponent) = (kernels.mobility(position), kernels.mobility(position.pass()));
        let moves = Patterns::of::<N>().moves_indices(own, opponent);
        let all = Patterns::indices(position).into_iter().chain(moves);
        self.places.extend(all.zip(&self.offsets).map(|(index, offset)| (self.folded[index] - offset) as u16));
        self.values.push(value);
    }

    /// The indices of the weights of a position.
    #[inline]
    fn indices(&self, sample: usize) -> impl Iterator<Item = usize> {
        let places = &self.places[sample * self.width..][..self.width];
        places.iter().zip(&self.offsets).map(|(&place, offset)| offset + usize::from(place))
    }

    /// The amount by which the weights' sum is too low.
    #[inline]
    fn error(&self, sample: usize, weights: &[f32]) -> f32 {
        self.values[sample] - self.indices(sample).map(|index| weights[index]).sum::<f32>()
    }

    /// Makes the weights fit the samples. Returns, of the samples held back, the spread of their
    /// values and the error.
    fn fit(&self, weights: &mut [f32], stop: &AtomicBool) -> Result<(f64, f64), Stopped> {
        // The first of each group is held back.
        let held_back = || (0..self.len()).step_by(HELD_BACK);
        for epoch in 0..EPOCHS {
            // From large steps to small ones.
            let rate = 0.6 / self.width as f32 / (1.0 + 0.5 * epoch as f32);
            for sample in (0..self.len()).filter(|sample| sample % HELD_BACK > 0) {
                if stop::asked(stop) {
                    return Err(Stopped(()));
                }
                let step = rate * self.error(sample, weights);
                self.indices(sample).for_each(|index| weights[index] += step);
            }
        }
        let count = held_back().len() as f64;
        let value = |sample: usize| f64::from(self.values[sample]);
        let mean = held_back().map(value).sum::<f64>() / count;
        let spread = held_back().map(|sample| (value(sample) - mean).powi(2)).sum::<f64>() / count;
        let error = held_back().map(|sample| f64::from(self.error(sample, weights)).powi(2)).sum::<f64>() / count;
        self.unfold(weights);
        Ok((spread.sqrt(), error.sqrt()))
    }

    /// Gives mirror images of patterns the weights that were fitted.
    fn unfold(&self, weights: &mut [f32]) {
        for (index, &folded) in self.folded.iter().enumerate() {
            weights[index] = weights[folded];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::with_tier;
    use crate::tier::Tier;

    #[test]
    fn the_known_line_and_its_neighbours_are_kept_out() {
        let (kernels, near) = (Kernels::in_use(), near_known_line::<6>(Scoring::Discs));
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
            if let Some(position) = random_position(kernels, &mut random, 6 + round % 20, Scoring::Discs, &near, None) {
                assert!(!near.contains(&canonical(position)));
                assert_eq!(position.empties().len(), 6 + round % 20);
                found += 1;
            }
        }
        assert!(found > 200);
    }

    #[test]
    fn equal_plans_give_equal_weights_on_every_tier() {
        let plan = Plan { seed: 5, positions: 40, scoring: Scoring::Discs };
        // The rules on cells would take minutes; that their sums are the others' is tested apart.
        let fast = Tier::available().filter(|&tier| tier != Tier::Reference);
        let weights: Vec<Vec<u8>> =
            fast.map(|tier| with_tier(tier, || train::<6>(plan, |_| ()).unwrap()).unwrap()).collect();
        let again = train::<6>(plan, |_| ()).unwrap();
        assert_eq!(again, weights[0], "the same plan again");
        assert!(weights.iter().all(|bytes| bytes == &weights[0]));
        assert!(Weights::<6>::read(&again, Scoring::Discs).is_ok(), "all stages");
        assert_ne!(train::<6>(Plan { seed: 6, ..plan }, |_| ()).unwrap(), weights[0]);
        let anti = Plan { scoring: Scoring::FewestDiscs, ..plan };
        assert_ne!(train::<6>(anti, |_| ()).unwrap(), weights[0]);
        assert_eq!(
            Training::<6>::resume(anti, &Training::<6>::new(plan).checkpoint()).err(),
            Some(ResumeError::OtherPlan(plan))
        );
    }

    /// Whatever tier a stage is trained on, and whether or not it begins from a checkpoint.
    #[test]
    fn training_of_8x8_goes_on_from_any_stage() {
        let plan = Plan { seed: 5, positions: 20, scoring: Scoring::Discs };
        let whole = train::<8>(plan, |_| ()).unwrap();
        let tiers: Vec<Tier> = Tier::available().filter(|&tier| tier != Tier::Reference).collect();
        let mut training = Training::<8>::new(plan);
        while training.left() > 0 {
            let kept = training.checkpoint();
            for cut in [0, 10, 40, kept.len() / 2, kept.len() - 1] {
                assert!(Training::<8>::resume(plan, &kept[..cut]).is_err());
            }
            let mut damaged = kept.clone();
            damaged[kept.len() / 3] ^= 1;
            assert_eq!(Training::<8>::resume(plan, &damaged).err(), Some(ResumeError::Damaged));
            assert_eq!(Training::<6>::resume(plan, &kept).err(), Some(ResumeError::Foreign));
            let other = Plan { seed: 6, ..plan };
            assert_eq!(Training::<8>::resume(other, &kept).err(), Some(ResumeError::OtherPlan(plan)));
            training = Training::resume(plan, &kept).unwrap();
            assert_eq!(training.checkpoint(), kept);
            let tier = tiers[training.done().len() % tiers.len()];
            with_tier(tier, || training.next_stage(|_| (), &stop::NEVER).unwrap()).unwrap();
        }
        assert_eq!(training.weights(), whole);
    }
}
