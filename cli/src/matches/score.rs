//! The score of a match: percent and Elo with their intervals, and the sequential test.

use serde::Serialize;

/// Two-sided, 95 %.
const DEVIATIONS: f64 = 1.959_963_985;

/// Games that were counted, from the side of the first engine.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Tally {
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
    pub(super) black_wins: u64,
    pub(super) white_wins: u64,
    /// Pairs of games from one opening, by the points of the first engine: 0, 1/2, 1, 3/2, 2.
    pub(super) pairs: [u64; 5],
}

/// A share of the points, from 0 to 1, or a difference of ratings, with an interval of 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Estimate {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Tally {
    pub(super) const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    const fn pair_count(&self) -> u64 {
        self.pairs[0] + self.pairs[1] + self.pairs[2] + self.pairs[3] + self.pairs[4]
    }

    /// The first engine's share of the points of finished pairs: Wilson's interval, for as many
    /// games of win or loss as would make the mean as sure as the pairs make it. Where all pairs
    /// are alike, each counts as one game. `None` without a finished pair.
    pub(super) fn score(&self) -> Option<Estimate> {
        let pairs = self.pair_count() as f64;
        if pairs == 0.0 {
            return None;
        }
        let (value, variance) = moments(&self.pairs.map(|count| count as f64));
        let of_games = value * (1.0 - value);
        let count = if variance > 0.0 && of_games > 0.0 { (pairs * of_games / variance).max(pairs) } else { pairs };
        let z = DEVIATIONS * DEVIATIONS / count;
        let middle = (value + z / 2.0) / (1.0 + z);
        let half = (z * of_games + z * z / 4.0).sqrt() / (1.0 + z);
        Some(Estimate { value, low: (middle - half).max(0.0), high: (middle + half).min(1.0) })
    }

    /// The difference of ratings that goes with the score. Of all points or none it is infinite.
    pub(super) fn elo(&self) -> Option<Estimate> {
        let Estimate { value, low, high } = self.score()?;
        Some(Estimate { value: elo(value), low: elo(low), high: elo(high) })
    }
}

/// The mean and the variance of a pair's share of its two points.
fn moments(counts: &[f64; 5]) -> (f64, f64) {
    let total: f64 = counts.iter().sum();
    let mean = |of: &dyn Fn(f64) -> f64| {
        counts.iter().enumerate().map(|(index, count)| count * of(index as f64 / 4.0)).sum::<f64>() / total
    };
    let middle = mean(&|share| share);
    (middle, mean(&|share| (share - middle).powi(2)))
}

/// The difference of ratings of a share of the points.
pub(super) fn elo(share: f64) -> f64 {
    -400.0 * (1.0 / share - 1.0).log10()
}

/// The share of the points of a difference of ratings.
fn share(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test: the first engine is stronger by `elo0`, or by `elo1`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sprt {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    /// How often `elo1` is accepted where `elo0` is true, and the other way round.
    pub(super) alpha: f64,
    pub(super) beta: f64,
}

/// The state of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Verdict {
    Elo0,
    Elo1,
    Undecided,
}

impl Sprt {
    /// Where the logarithm of the likelihood ratio has to come to.
    pub(super) fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio of finished pairs, each hypothesis with the
    /// distribution of pairs that suits it best.
    pub(super) fn ratio(&self, tally: &Tally) -> f64 {
        if tally.pair_count() == 0 {
            return 0.0;
        }
        // Results that have not come yet are rare, but not impossible.
        let counts = tally.pairs.map(|count| (count as f64).max(1e-3));
        let [none, one] = [self.elo0, self.elo1].map(|elo| likeliest(&counts, share(elo)));
        (0..5).map(|index| counts[index] * (one[index] / none[index]).ln()).sum()
    }

    pub(super) fn verdict(&self, tally: &Tally) -> Verdict {
        let (ratio, (low, high)) = (self.ratio(tally), self.bounds());
        match ratio {
            _ if ratio <= low => Verdict::Elo0,
            _ if ratio >= high => Verdict::Elo1,
            _ => Verdict::Undecided,
        }
    }
}

/// The distribution of pairs that makes these counts likeliest among those whose mean share is
/// given: each frequency divided by 1 + t (share - mean), with the t that makes the mean right.
fn likeliest(counts: &[f64; 5], mean: f64) -> [f64; 5] {
    let total: f64 = counts.iter().sum();
    let off = |index: usize| index as f64 / 4.0 - mean;
    // All divisors are positive within these.
    let (mut low, mut high) = (-1.0 / off(4), -1.0 / off(0));
    let excess = |t: f64| (0..5).map(|index| counts[index] * off(index) / (1.0 + t * off(index))).sum::<f64>();
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if excess(middle) > 0.0 { low = middle } else { high = middle }
    }
    let t = f64::midpoint(low, high);
    std::array::from_fn(|index| counts[index] / total / (1.0 + t * off(index)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pairs: [u64; 5]) -> Tally {
        Tally { pairs, ..Tally::default() }
    }

    #[test]
    fn intervals_hold_the_score_and_shrink_with_games() {
        assert_eq!(Tally::default().score(), None);
        for pairs in [[1, 2, 3, 4, 5], [0, 0, 10, 0, 0], [0, 0, 0, 0, 7], [9, 0, 0, 0, 0], [1, 0, 0, 0, 1]] {
            let few = of(pairs).score().unwrap();
            let many = of(pairs.map(|count| 16 * count)).score().unwrap();
            for Estimate { value, low, high } in [few, many] {
                assert!(0.0 <= low && low <= value && value <= high && high <= 1.0, "{pairs:?}");
            }
            let ratio = (few.high - few.low) / (many.high - many.low);
            assert!((2.0..16.1).contains(&ratio), "{pairs:?}: {ratio}");
        }
        // Where the games of a pair are independent, as many games of win or loss: Wilson's
        // interval of 60 of 100.
        let Estimate { value, low, high } = of([8, 0, 24, 0, 18]).score().unwrap();
        assert!((value - 0.6).abs() < 1e-9 && (low - 0.502).abs() < 0.006 && (high - 0.691).abs() < 0.006);
    }

    #[test]
    fn elo_and_share_are_inverse() {
        for difference in [-400.0, -35.0, 0.0, 12.5, 300.0] {
            assert!((elo(share(difference)) - difference).abs() < 1e-9);
        }
        assert_eq!((elo(1.0), elo(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
        assert!((elo(0.75) - 190.848).abs() < 1e-3);
    }

    #[test]
    fn the_likeliest_distribution_has_the_mean() {
        for counts in [[1.0, 2.0, 3.0, 4.0, 5.0], [1e-3, 1e-3, 40.0, 1e-3, 1e-3], [1e-3, 1e-3, 1e-3, 1e-3, 9.0]] {
            for mean in [0.2, 0.5, 0.56] {
                let found = likeliest(&counts, mean);
                let sum: f64 = found.iter().sum();
                let middle: f64 = found.iter().enumerate().map(|(index, part)| part * index as f64 / 4.0).sum();
                assert!((sum - 1.0).abs() < 1e-6 && (middle - mean).abs() < 1e-6, "{counts:?} {mean}: {found:?}");
            }
        }
    }

    #[test]
    fn the_test_accepts_what_is_true_and_is_in_no_hurry() {
        let test = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
        assert_eq!(test.verdict(&Tally::default()), Verdict::Undecided);
        for pairs in [[0, 0, 0, 0, 1], [1, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 1, 1, 1, 0]] {
            assert_eq!(test.verdict(&of(pairs)), Verdict::Undecided, "{pairs:?}");
        }
        assert_eq!(test.verdict(&of([20, 10, 60, 10, 20])), Verdict::Elo0);
        assert_eq!(test.verdict(&of([10, 10, 40, 40, 60])), Verdict::Elo1);
        // The hypotheses change places with the engines.
        let other = Sprt { elo0: -50.0, elo1: 0.0, ..test };
        let (one, two) = (test.ratio(&of([1, 2, 3, 4, 5])), other.ratio(&of([5, 4, 3, 2, 1])));
        assert!((one + two).abs() < 1e-6, "{one} {two}");
    }

    /// Of matches between engines that are equal, or that far apart, a test is wrong as seldom as
    /// it promises.
    #[test]
    fn the_test_keeps_its_promise() {
        let test = Sprt { elo0: 0.0, elo1: 60.0, alpha: 0.1, beta: 0.1 };
        let mut random = stonemask::Random::new(5);
        for (elo, right) in [(0.0, Verdict::Elo0), (60.0, Verdict::Elo1)] {
            let mut wrong = 0;
            for _ in 0..300 {
                let mut tally = Tally::default();
                let verdict = loop {
                    let won = |random: &mut stonemask::Random| {
                        usize::from(f64::from(random.below(1_000_000)) < 1e6 * share(elo))
                    };
                    tally.pairs[2 * (won(&mut random) + won(&mut random))] += 1;
                    let verdict = test.verdict(&tally);
                    if verdict != Verdict::Undecided {
                        break verdict;
                    }
                };
                wrong += u32::from(verdict != right);
            }
            assert!(wrong <= 45, "{elo}: {wrong} of 300");
        }
    }
}
