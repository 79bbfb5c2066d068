//! Whether random results follow a law: Pearson's chi-square, in one place and with one bound.
//!
//! Policy: seeds are fixed, so that a test passes always or never. With a seed drawn anew, a right
//! program fails one test in 300 000: chi-square, taken for a normal deviation by Wilson and
//! Hilferty's approximation, must stay below 4.5 deviations. Events expected fewer than ten times
//! (in the smaller sample, where there are two) are counted together, since the approximation is
//! poor there; nothing is left out.

use std::fmt::{self, Display};

/// Deviations that a standard normal number exceeds once in 300 000 times.
const LIMIT: f64 = 4.5;

/// The least expected number of an event that is counted on its own.
const RARE: f64 = 10.0;

/// Fails unless events come as often as expected. Of each: how often it came, and how often it
/// should.
pub(crate) fn assert_follows(what: impl Display, events: impl IntoIterator<Item = (u64, f64)>) {
    let (common, rare): (Vec<_>, Vec<_>) =
        events.into_iter().map(|(count, expected)| (count as f64, expected)).partition(|event| event.1 >= RARE);
    let mut test = ChiSquare::new();
    for &(count, expected) in &common {
        test.add((count - expected).powi(2) / expected, format_args!("{count} of {expected:.1}"));
    }
    if !rare.is_empty() {
        let (count, expected) = sum(&rare);
        // The least that can be seen is one event.
        test.add((count - expected).powi(2) / expected.max(1.0), format_args!("{count} of {expected:.1} (rare ones)"));
    }
    test.assert(what);
}

/// Fails unless two samples follow one law. Of each event: how often it came in one sample and in
/// the other.
pub(crate) fn assert_same_law(what: impl Display, events: impl IntoIterator<Item = (u64, u64)>) {
    let events: Vec<(f64, f64)> = events.into_iter().map(|(one, other)| (one as f64, other as f64)).collect();
    let (ones, others) = sum(&events);
    let part = ones / (ones + others);
    let smaller = part.min(1.0 - part);
    let (common, rare): (Vec<_>, Vec<_>) = events.into_iter().partition(|event| (event.0 + event.1) * smaller >= RARE);
    let mut test = ChiSquare::new();
    let of = |(one, other): (f64, f64)| {
        let (in_one, in_other) = (part * (one + other), (1.0 - part) * (one + other));
        (one - in_one).powi(2) / in_one + (other - in_other).powi(2) / in_other
    };
    for &event in &common {
        test.add(of(event), format_args!("{} and {}", event.0, event.1));
    }
    let rare = sum(&rare);
    if rare != (0.0, 0.0) {
        test.add(of(rare), format_args!("{} and {} (rare ones)", rare.0, rare.1));
    }
    test.assert(what);
}

fn sum(events: &[(f64, f64)]) -> (f64, f64) {
    events.iter().fold((0.0, 0.0), |sum, event| (sum.0 + event.0, sum.1 + event.1))
}

/// The sum so far, and what it is made of.
struct ChiSquare {
    statistic: f64,
    events: Vec<(f64, String)>,
}

impl ChiSquare {
    fn new() -> ChiSquare {
        ChiSquare { statistic: 0.0, events: Vec::new() }
    }

    fn add(&mut self, term: f64, event: fmt::Arguments) {
        self.statistic += term;
        self.events.push((term, event.to_string()));
    }

    fn assert(mut self, what: impl Display) {
        let (statistic, degrees) = (self.statistic, self.events.len() as f64 - 1.0);
        assert!(degrees >= 0.0, "{what}: no events");
        if degrees == 0.0 {
            return; // One event alone comes always.
        }
        // The cube root of chi-square over its degrees is nearly normal.
        let variance = 2.0 / (9.0 * degrees);
        let deviation = ((statistic / degrees).cbrt() - (1.0 - variance)) / variance.sqrt();
        self.events.sort_by(|a, b| b.0.total_cmp(&a.0));
        let worst: Vec<String> =
            self.events.iter().take(5).map(|(term, event)| format!("{event} ({term:.1})")).collect();
        assert!(
            deviation < LIMIT,
            "{what}: chi-square {statistic:.1} with {degrees} degrees of freedom, a deviation of {deviation:.2}, \
             expected below {LIMIT}; most of it from {}",
            worst.join(", ")
        );
    }
}
