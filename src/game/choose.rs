//! One legal action in each of many games, by scores: the best, or one drawn.

use super::key;
use crate::bits;
use std::error::Error;
use std::fmt;

/// The action that [`Slab::step_random`](super::slab::Slab::step_random) and
/// [`Slab::choose`](super::slab::Slab::choose) tell for a game that is over.
pub const NO_ACTION: u16 = u16::MAX;

/// How [`Slab::choose`](super::slab::Slab::choose) chooses among the legal actions of a game, each
/// of which has a score. The scores of illegal actions are not looked at.
///
/// The draws follow from the seed, the game's number and its scores alone, on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choose {
    how: How,
    seed: u64,
    first: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum How {
    Best,
    Weights,
    Logits,
}

impl Choose {
    /// The action with the highest score, of equal ones the lowest.
    pub const fn best() -> Choose {
        Choose { how: How::Best, seed: 0, first: 0 }
    }

    /// An action drawn with a probability proportional to its score.
    pub const fn by_weights(seed: u64) -> Choose {
        Choose { how: How::Weights, seed, first: 0 }
    }

    /// An action drawn with a probability proportional to the exponential of its score: what the
    /// highest score has after Gumbel noise is added to each.
    #[doc(alias = "gumbel")]
    #[doc(alias = "softmax")]
    pub const fn by_logits(seed: u64) -> Choose {
        Choose { how: How::Logits, seed, first: 0 }
    }

    /// Lets the slab's games have the numbers from `first` on, where games are spread over several
    /// slabs; from 0 unless this says otherwise.
    pub const fn first_game(self, first: usize) -> Choose {
        Choose { first, ..self }
    }

    /// An action among those of the mask, [`NO_ACTION`] if there is none. `weights` is room for as
    /// many as there are scores.
    pub(crate) fn action(
        &self,
        game: usize,
        mask: &[u64],
        scores: &[f32],
        weights: &mut Vec<f64>,
    ) -> Result<u16, ScoreError> {
        let wrong = |action| ScoreError { game: self.first + game, action, how: self.how };
        if mask.iter().all(|&word| word == 0) {
            return Ok(NO_ACTION);
        }
        weights.clear();
        let mut bad = None;
        match self.how {
            How::Best => {
                let (mut best, mut highest) = (NO_ACTION, f32::NEG_INFINITY);
                each(mask, |action| {
                    let score = scores[action];
                    if score.is_nan() {
                        bad = bad.or(Some(action as u16));
                    }
                    if score > highest {
                        (best, highest) = (action as u16, score);
                    }
                });
                if bad.is_none() && best == NO_ACTION {
                    // All scores are minus infinity, and so equal.
                    best = nth(mask, 0);
                }
                return bad.map_or(Ok(best), |bad| Err(wrong(Some(bad))));
            }
            How::Weights => each(mask, |action| {
                let weight = scores[action];
                if !(0.0..f32::INFINITY).contains(&weight) {
                    bad = bad.or(Some(action as u16));
                }
                weights.push(weight.into());
            }),
            How::Logits => {
                let mut highest = f32::NEG_INFINITY;
                each(mask, |action| {
                    let score = scores[action];
                    if score.is_nan() || score == f32::INFINITY {
                        bad = bad.or(Some(action as u16));
                    }
                    highest = highest.max(score);
                    weights.push(score.into());
                });
                if bad.is_none() && highest == f32::NEG_INFINITY {
                    return Err(wrong(None));
                }
                weights.iter_mut().for_each(|logit| *logit = exponential(*logit - f64::from(highest)));
            }
        }
        if bad.is_some() {
            return Err(wrong(bad));
        }
        let sum: f64 = weights.iter().sum();
        if sum <= 0.0 {
            return Err(wrong(None));
        }
        // 53 bits of the key of seed and game: a number from 0 on and below 1.
        let number = key::of([self.seed, (self.first + game) as u64].into_iter()) >> 11;
        let drawn = number as f64 / (1_u64 << 53) as f64 * sum;
        let mut below = 0.0;
        let reached = weights.iter().position(|weight| {
            below += weight;
            below > drawn
        });
        // Sums in one order are equal, so that the last is reached at the latest; one whose weight
        // is 0 never is.
        let place = reached.expect("the sum of all weights is above what was drawn");
        Ok(nth(mask, place as u32))
    }
}

/// Calls `visit` with the number of each bit, ascending.
#[inline(always)]
fn each(mask: &[u64], mut visit: impl FnMut(usize)) {
    for (word, &bits) in mask.iter().enumerate() {
        let mut rest = bits;
        while rest != 0 {
            visit(64 * word + rest.trailing_zeros() as usize);
            rest &= rest - 1;
        }
    }
}

/// The number of the bit with so many set bits below it, of which there are more.
fn nth(mask: &[u64], mut below: u32) -> u16 {
    for (word, &word_bits) in mask.iter().enumerate() {
        let here = word_bits.count_ones();
        if below < here {
            return (64 * word) as u16 + bits::nth(word_bits, below) as u16;
        }
        below -= here;
    }
    unreachable!("more bits than are set")
}

/// The exponential of a number that is not above 0, by operations that every machine rounds alike;
/// 0 far below.
#[inline]
fn exponential(x: f64) -> f64 {
    const LN_2_HIGH: f64 = 6.931_471_803_691_238e-1;
    const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;
    // Added to a small number, it leaves the nearest whole number in the lowest bits, with the bias
    // of exponents.
    const ROUND: f64 = 6_755_399_441_055_744.0 + 1023.0;
    // The series of the exponential to the twelfth power, whose rest is below 2^-52 here.
    const SERIES: [f64; 12] = {
        let mut series = [1.0; 12];
        let mut power = 1;
        while power < 12 {
            series[power] = series[power - 1] / (power + 1) as f64;
            power += 1;
        }
        series
    };
    let within = x.max(-700.0);
    let rounded = within * std::f64::consts::LOG2_E + ROUND;
    let power = rounded - ROUND;
    let rest = within - power * LN_2_HIGH - power * LN_2_LOW;
    let sum = 1.0 + rest * SERIES.into_iter().rev().fold(0.0, |sum, factor| sum * rest + factor);
    let value = sum * f64::from_bits(rounded.to_bits() << 52);
    if x < -700.0 { 0.0 } else { value }
}

/// Scores by which no action can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScoreError {
    game: usize,
    action: Option<u16>,
    how: How,
}

impl ScoreError {
    /// The game's number.
    pub const fn game(&self) -> usize {
        self.game
    }

    /// The legal action whose score is wrong; `None` where none of them can be drawn.
    pub const fn action(&self) -> Option<u16> {
        self.action
    }
}

impl fmt::Display for ScoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}: ", self.game)?;
        match (self.action, self.how) {
            (Some(action), How::Best) => write!(f, "the score of action {action} is NaN"),
            (Some(action), How::Weights) => write!(f, "the weight of action {action} is negative, infinite or NaN"),
            (Some(action), How::Logits) => write!(f, "the logit of action {action} is infinite or NaN"),
            (None, How::Logits) => f.write_str("the logits of all legal actions are minus infinity"),
            (None, _) => f.write_str("the weights of all legal actions are 0"),
        }
    }
}

impl Error for ScoreError {}

#[cfg(test)]
mod tests {
    use super::exponential;

    #[test]
    fn exponentials_are_right_to_the_last_bits() {
        for step in 0..70_000 {
            let x = -f64::from(step) / 100.0;
            let (found, expected) = (exponential(x), x.exp());
            assert!((found - expected).abs() <= 1e-14 * expected, "{x}: {found} {expected}");
        }
        assert_eq!((exponential(0.0), exponential(f64::NEG_INFINITY)), (1.0, 0.0));
    }
}
