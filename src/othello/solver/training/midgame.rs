//! How the weights of the midgame are made: by games of the search against itself, from a seed, the
//! same on every machine.
//!
//! The games of the first generation are played with the weights of the endgame alone, those of
//! each later one with what all games before it taught. A generation's weights are fitted stage by
//! stage, from the end of the game backwards, to all games so far: while few squares are empty to
//! the exact score, from then on to a mixture of the game's score and what the stages fitted before
//! say of the positions that followed. `stonemask train othello8 --midgame` does it.

use super::{HELD_BACK, ResumeError, Samples, TrainError, Trained};
use crate::game::{Colour, Stopped, stop};
use crate::othello::board::Board;
use crate::othello::kernels::{Kernels, plain};
use crate::othello::patterns::{
    EMPTIES_PER_STAGE, MIDGAME_FIRST, MIDGAME_STAGES, MIDGAME_WIDTH, PER_DISC, Patterns, Weights, checksum,
    midgame_stage,
};
use crate::othello::position::Position;
use crate::othello::scoring::Scoring;
use crate::othello::solver::selfplay::{Player, Record};
use crate::random::Random;
use std::fmt;
use std::sync::atomic::AtomicBool;

/// Generations of games.
const GENERATIONS: usize = 4;
/// Games that a thread plays at a time.
const ROUND: usize = 64;
/// How far positions lie behind one whose value they help to guess, in plies.
const AHEAD: std::ops::RangeInclusive<u32> = 6..=9;
/// The part of such guesses in the value that a position should have.
const GUESSED: f32 = 0.5;
/// Empty squares more or fewer than a stage has, of positions that take part in its fit: the next
/// number of equal parity.
const NEIGHBOURS: u32 = 2;
/// Passes over the positions of a stage.
const EPOCHS: usize = 8;
/// The first steps: the part of an error that one of them takes away.
const RATE: f32 = 0.1;

/// The plan of a training: equal plans give equal weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MidgamePlan {
    /// Of everything random.
    pub seed: u64,
    /// Games of each generation.
    pub games: usize,
}

/// The plan of the weights in this crate.
impl Default for MidgamePlan {
    fn default() -> MidgamePlan {
        MidgamePlan { seed: 61, games: 60_000 }
    }
}

/// The beginning of a checkpoint; the number is the version of training and of this form.
const MAGIC: &[u8] = b"stonemask midgame training 2, othello8\n";

/// Why training cannot go on from a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MidgameResumeError {
    /// The bytes are no checkpoint of this training, or one of another version.
    Foreign,
    /// The checkpoint is cut or damaged.
    Damaged,
    /// The checkpoint is of another plan.
    OtherPlan(MidgamePlan),
}

impl fmt::Display for MidgameResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MidgameResumeError::Foreign => ResumeError::Foreign.fmt(f),
            MidgameResumeError::Damaged => ResumeError::Damaged.fmt(f),
            MidgameResumeError::OtherPlan(MidgamePlan { seed, games }) => {
                write!(f, "a checkpoint of other training: seed {seed}, {games} games")
            }
        }
    }
}

impl std::error::Error for MidgameResumeError {}

/// Training that goes on game by game.
pub struct MidgameTraining {
    plan: MidgamePlan,
    records: Vec<Record>,
    weights: Weights<8>,
    /// The stages of the last fit.
    done: Vec<Trained>,
}

impl fmt::Debug for MidgameTraining {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MidgameTraining").field("plan", &self.plan).field("left", &self.left()).finish_non_exhaustive()
    }
}

impl MidgameTraining {
    /// Training that has not begun.
    pub fn new(plan: MidgamePlan) -> MidgameTraining {
        MidgameTraining { plan, records: Vec::new(), weights: Weights::built_in(Scoring::Discs), done: Vec::new() }
    }

    /// The stages of the last fit.
    pub fn done(&self) -> &[Trained] {
        &self.done
    }

    /// Games still to come. Where none are, the weights are those of the plan.
    pub fn left(&self) -> usize {
        GENERATIONS * self.plan.games - self.records.len()
    }

    /// Plays some games, on this number of threads.
    ///
    /// # Errors
    /// When there is not enough memory, or it was [stopped](crate::game::stop): then these games
    /// are lost.
    ///
    /// # Panics
    /// When no games are left.
    pub fn next_games(&mut self, threads: usize, stop: &AtomicBool) -> Result<(), TrainError> {
        let (first, games) = (self.records.len(), self.plan.games);
        assert!(self.left() > 0, "no games are left");
        let generation = first / games;
        let seed = Random::new(self.plan.seed.wrapping_add(generation as u64)).next_u64();
        let end = (generation + 1) * games;
        let player = Player { kernels: Kernels::in_use(), weights: &self.weights, stop };
        let at = |round: usize| ((first + round * ROUND).min(end) - generation * games) as u64;
        let played: Vec<_> = std::thread::scope(|scope| {
            let player = &player;
            let play = |thread| scope.spawn(move || player.games(seed, at(thread)..at(thread + 1)));
            let threads: Vec<_> = (0..threads).map(play).collect();
            threads.into_iter().map(|thread| thread.join().expect("no thread panics")).collect()
        });
        let mut found = Vec::new();
        for records in played {
            found.extend(records?.ok_or(Stopped(()))?);
        }
        self.records.extend(found);
        if self.records.len() == end {
            self.fit(stop)?;
        }
        Ok(())
    }

    /// The file of the weights.
    pub fn weights(&self) -> Vec<u8> {
        self.weights.midgame_to_bytes()
    }

    /// The positions with this many empty squares of the games that no fit sees, and black's scores
    /// at the ends of these games.
    pub fn held_back(&self, empties: u32) -> Vec<(Board<8>, i32)> {
        let games = Games::of(&self.records, Kernels::in_use());
        let held_back = (0..games.games.len()).step_by(HELD_BACK);
        let with_score = |game: usize| {
            let place = games.place(game, empties)?;
            let to_move = if games.black[place] { Colour::Black } else { Colour::White };
            Some((Board::new(games.positions[place], to_move), games.games[game].1 as i32))
        };
        held_back.filter_map(with_score).collect()
    }

    /// All that is needed to go on later, or elsewhere.
    pub fn checkpoint(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(self.plan.seed.to_le_bytes());
        bytes.extend((self.plan.games as u64).to_le_bytes());
        for record in &self.records {
            bytes.extend(record.to_bytes());
        }
        let sum = checksum(&bytes);
        bytes.extend(sum.to_le_bytes());
        bytes
    }

    /// Training of this plan from a checkpoint on. [`MidgameTraining::fit_again`] comes next.
    ///
    /// # Errors
    /// When the bytes are not a checkpoint of it.
    pub fn resume(plan: MidgamePlan, bytes: &[u8]) -> Result<MidgameTraining, MidgameResumeError> {
        let rest = bytes.strip_prefix(MAGIC).ok_or(MidgameResumeError::Foreign)?;
        let (told, sum) = bytes.split_last_chunk().ok_or(MidgameResumeError::Damaged)?;
        if checksum(told) != u64::from_le_bytes(*sum) {
            return Err(MidgameResumeError::Damaged);
        }
        let rest = rest.strip_suffix(sum).ok_or(MidgameResumeError::Damaged)?;
        let (seed, rest) = rest.split_first_chunk().ok_or(MidgameResumeError::Damaged)?;
        let (games, rest) = rest.split_first_chunk().ok_or(MidgameResumeError::Damaged)?;
        let other = MidgamePlan { seed: u64::from_le_bytes(*seed), games: u64::from_le_bytes(*games) as usize };
        if other != plan {
            return Err(MidgameResumeError::OtherPlan(other));
        }
        let (records, rest) = rest.as_chunks::<{ Record::BYTES }>();
        if !rest.is_empty() || records.len() > GENERATIONS * plan.games {
            return Err(MidgameResumeError::Damaged);
        }
        let records = records.iter().map(Record::from_bytes).collect();
        Ok(MidgameTraining { records, ..MidgameTraining::new(plan) })
    }

    /// Fits the weights of the generations that were over at a checkpoint: it holds games alone.
    ///
    /// # Errors
    /// When there is not enough memory, or it was [stopped](crate::game::stop).
    pub fn fit_again(&mut self, stop: &AtomicBool) -> Result<(), TrainError> {
        let over = self.records.len() / self.plan.games * self.plan.games;
        if over == 0 {
            return Ok(());
        }
        let going_on = self.records.split_off(over);
        let result = self.fit(stop);
        self.records.extend(going_on);
        result
    }

    /// The weights that all games so far teach.
    fn fit(&mut self, stop: &AtomicBool) -> Result<(), TrainError> {
        let kernels = Kernels::in_use();
        let mut games = Games::of(&self.records, kernels);
        let mut weights = Weights::built_in(Scoring::Discs);
        let mut done = Vec::new();
        let mut by_parity = [0, 1].map(|_| vec![0.0; Patterns::of::<8>().stage_len()]);
        for number in 0..MIDGAME_STAGES {
            let empties = stage_empties(number);
            let lowest = empties[0];
            let fitted = &mut by_parity[lowest as usize % 2];
            // It begins with what the endgame's weights know of rare patterns; beyond them, where
            // the stage before of equal parity ended.
            if trained_for(lowest) {
                let late = weights.stage(Patterns::of::<8>().stage(lowest + 1));
                for (weight, &byte) in fitted.iter_mut().zip(late) {
                    *weight = f32::from(byte as i8) / PER_DISC as f32;
                }
            }
            let (spread, error) = games.fit(empties, fitted, kernels, stop)?;
            done.push(Trained { empties: lowest, left: MIDGAME_STAGES - 1 - number, spread, error });
            for (weight, value) in weights.midgame_stage_mut(midgame_stage(lowest)).iter_mut().zip(fitted) {
                *weight = ((*value * PER_DISC as f32).round_ties_even().clamp(-127.0, 127.0) as i8) as u8;
            }
            games.evaluate(empties, &weights, kernels);
        }
        (self.weights, self.done) = (weights, done);
        Ok(())
    }
}

/// The numbers of empty squares of the stage that is fitted at this place.
fn stage_empties(number: usize) -> [u32; MIDGAME_WIDTH as usize] {
    let number = number as u32;
    let lowest = MIDGAME_FIRST + number / 2 * 2 * MIDGAME_WIDTH + number % 2;
    std::array::from_fn(|place| lowest + 2 * place as u32)
}

/// Whether the endgame's weights were.
fn trained_for(empties: u32) -> bool {
    let patterns = Patterns::of::<8>();
    empties < patterns.first + EMPTIES_PER_STAGE * patterns.stages as u32
}

/// Positions of games, game by game, with most empty squares first.
struct Games {
    positions: Vec<Position<8>>,
    /// Whether black is to move.
    black: Vec<bool>,
    /// The value by the stages fitted so far, for black, in discs.
    values: Vec<f32>,
    /// Of each game where it begins, black's score, and from how many empty squares on that is
    /// exact.
    games: Vec<(usize, f32, u32)>,
}

impl Games {
    fn of(records: &[Record], kernels: &Kernels) -> Games {
        let (mut positions, mut black, mut games) = (Vec::new(), Vec::new(), Vec::new());
        for record in records {
            games.push((positions.len(), f32::from(record.score), u32::from(record.exact)));
            for (position, is_black) in record.positions(kernels) {
                positions.push(position);
                black.push(is_black);
            }
        }
        let values = vec![0.0; positions.len()];
        Games { positions, black, values, games }
    }

    /// The places of a game's positions.
    fn places(&self, game: usize) -> std::ops::Range<usize> {
        self.games[game].0..self.games.get(game + 1).map_or(self.positions.len(), |next| next.0)
    }

    /// The place of a game's position with this many empty squares.
    fn place(&self, game: usize, empties: u32) -> Option<usize> {
        let places = self.places(game);
        let most = self.positions.get(places.start)?.empties().len();
        // A move fills a square.
        let place = places.start + most.checked_sub(empties)? as usize;
        (place < places.end).then_some(place)
    }

    /// The value that the evaluation should give a position, for its side to move.
    fn wanted(&self, game: usize, place: usize, empties: u32) -> f32 {
        let (_, score, exact) = self.games[game];
        let mut value = score;
        if empties > exact {
            let (mut sum, mut count) = (0.0, 0.0);
            for ahead in AHEAD {
                let known = empties.checked_sub(ahead).filter(|&empties| empties > exact);
                let later = known.and_then(|empties| self.place(game, empties));
                sum += later.map_or(score, |place| self.values[place]);
                count += 1.0;
            }
            value += GUESSED * (sum / count - score);
        }
        if self.black[place] { value } else { -value }
    }

    fn evaluate(&mut self, empties: [u32; MIDGAME_WIDTH as usize], weights: &Weights<8>, kernels: &Kernels) {
        for game in 0..self.games.len() {
            for empties in empties {
                if let Some(place) = self.place(game, empties) {
                    let value = plain::evaluate(kernels, self.positions[place], weights.midgame(empties)).value as f32
                        / PER_DISC as f32;
                    self.values[place] = if self.black[place] { value } else { -value };
                }
            }
        }
    }

    /// Fits the weights of the stage with these numbers of empty squares. Gives the standard
    /// deviation of the values held back, and the root mean square error on them.
    fn fit(
        &self,
        stage: [u32; MIDGAME_WIDTH as usize],
        weights: &mut [f32],
        kernels: &'static Kernels,
        stop: &AtomicBool,
    ) -> Result<(f64, f64), TrainError> {
        let (least, most) = (stage[0] - NEIGHBOURS, stage[stage.len() - 1] + NEIGHBOURS);
        let span = ((most - least) / 2 + 1) as usize;
        let mut samples = Samples::<8>::with_room(self.games.len() * span)?;
        let mut rates = Vec::new();
        // Positions of one game lie far apart.
        for pass in 0..span {
            for game in (0..self.games.len()).filter(|game| game % HELD_BACK > 0) {
                let empties = least + 2 * ((pass + game) % span) as u32;
                if let Some(place) = self.place(game, empties) {
                    samples.push(kernels, self.positions[place], self.wanted(game, place, empties));
                    rates.push(if stage.contains(&empties) { 1.0 } else { 0.5 });
                }
            }
        }
        let mut held_back = Samples::<8>::with_room(self.games.len().div_ceil(HELD_BACK) * stage.len())?;
        for game in (0..self.games.len()).step_by(HELD_BACK) {
            for empties in stage {
                if let Some(place) = self.place(game, empties) {
                    let score = self.games[game].1;
                    let score = if self.black[place] { score } else { -score };
                    held_back.push(kernels, self.positions[place], score);
                }
            }
        }
        for epoch in 0..EPOCHS {
            let rate = RATE / samples.width as f32 / (1.0 + 0.5 * epoch as f32);
            for (sample, each) in rates.iter().enumerate() {
                if stop::asked(stop) {
                    return Err(Stopped(()).into());
                }
                let step = each * rate * samples.error(sample, weights);
                samples.indices(sample).for_each(|index| weights[index] += step);
            }
        }
        let count = held_back.len().max(1) as f64;
        let mean = |each: &dyn Fn(usize) -> f64| (0..held_back.len()).map(each).sum::<f64>() / count;
        let spread = mean(&|sample| f64::from(held_back.values[sample]).powi(2)).sqrt();
        let error = mean(&|sample| f64::from(held_back.error(sample, weights)).powi(2)).sqrt();
        samples.unfold(weights);
        Ok((spread, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::with_tier;
    use crate::tier::Tier;

    /// Whatever tier and however many threads play, and whether or not it begins from a checkpoint.
    #[test]
    fn equal_plans_give_equal_weights() {
        let (plan, never) = (MidgamePlan { seed: 3, games: 24 }, &stop::NEVER);
        let mut whole = MidgameTraining::new(plan);
        while whole.left() > 0 {
            whole.next_games(1, never).unwrap();
        }
        let tiers: Vec<Tier> = Tier::available().filter(|&tier| tier != Tier::Reference).collect();
        let mut training = MidgameTraining::new(plan);
        for round in 0.. {
            let kept = training.checkpoint();
            for cut in [0, 10, 45, kept.len() / 2, kept.len() - 1] {
                assert!(MidgameTraining::resume(plan, &kept[..cut]).is_err());
            }
            let mut damaged = kept.clone();
            damaged[kept.len() - 3] ^= 1;
            assert_eq!(MidgameTraining::resume(plan, &damaged).err(), Some(MidgameResumeError::Damaged));
            let other = MidgamePlan { seed: 4, ..plan };
            assert_eq!(MidgameTraining::resume(other, &kept).err(), Some(MidgameResumeError::OtherPlan(plan)));
            training = MidgameTraining::resume(plan, &kept).unwrap();
            assert_eq!(training.checkpoint(), kept);
            let tier = tiers[round % tiers.len()];
            with_tier(tier, || training.fit_again(never).unwrap()).unwrap();
            if training.left() == 0 {
                break;
            }
            with_tier(tier, || training.next_games(3, never).unwrap()).unwrap();
        }
        assert!(training.checkpoint() == whole.checkpoint() && training.weights() == whole.weights());
        let kernels = Kernels::in_use();
        for record in &training.records {
            assert_eq!(Record::from_bytes(&record.to_bytes()), *record);
            let positions = record.positions(kernels);
            assert!(positions.windows(2).all(|two| two[0].0.empties().len() == two[1].0.empties().len() + 1));
        }
    }
}
