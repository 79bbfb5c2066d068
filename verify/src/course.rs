//! Where the runs of a theorem's cases begin and end: a run must begin at each place to which another leads.
//!
//! Three checks cover all cases of a theorem together. Some case speaks of what is written or returned. A run begins at each cut that
//! some run reaches. A turn of a loop begins with each value that the turn before can leave in an advancing quantity, as far as
//! sample numbers tell. `arrivals.rs` has what is checked of the states at places.

use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::ops::Range;

/// A quantity that advances in the loop at an address, by its number.
type Quantity = (u64, usize);

/// What is known about some runs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Course {
    /// Where runs begin, and the cuts at which they end, by address.
    pub(crate) starts: BTreeSet<u64>,
    pub(crate) reached: BTreeSet<u64>,
    /// The sample numbers with which turns begin, and those left to the next turn.
    pub(crate) begun: FxHashMap<Quantity, BTreeSet<u64>>,
    pub(crate) left: FxHashMap<Quantity, BTreeSet<u64>>,
    /// The objects that runs have written, by name, and those that a case has looked at after a run.
    pub(crate) written: BTreeSet<String>,
    pub(crate) asked: BTreeSet<String>,
    /// Of the cases that saw a return, at how many bits of the result each looked, at the least.
    pub(crate) told: Option<usize>,
    /// How many statements of places runs may arrive at.
    pub(crate) arrivals: usize,
}

impl Course {
    /// Notes at how many bits of the result a case looked, if it saw a return.
    pub(crate) fn tells(&mut self, bits: Option<usize>) {
        self.told = [self.told, bits].into_iter().flatten().min();
    }

    pub(crate) fn join(&mut self, other: Course) {
        self.starts.extend(other.starts);
        self.reached.extend(other.reached);
        self.tells(other.told);
        self.arrivals += other.arrivals;
        self.written.extend(other.written);
        self.asked.extend(other.asked);
        for (all, of_other) in [(&mut self.begun, other.begun), (&mut self.left, other.left)] {
            for (quantity, numbers) in of_other {
                all.entry(quantity).or_default().extend(numbers);
            }
        }
    }

    /// In words, what no case continues or speaks of, for a kernel at these addresses with a result of some bits. Runs of other
    /// kernels, with which a theorem compares it, may end anywhere.
    pub(crate) fn gap(&self, kernel: &Range<u64>, result_bits: usize) -> Option<String> {
        if let Some(name) = self.written.difference(&self.asked).next() {
            return Some(format!("{name} is written, and no case says what is there then"));
        }
        if let Some(told) = self.told.filter(|&told| told < result_bits) {
            return Some(format!("{result_bits} bits are returned, and a case speaks of {told} of them"));
        }
        if let Some(at) = self.reached.difference(&self.starts).find(|at| kernel.contains(at)) {
            return Some(format!("a run ends at {:#x}, and none begins there", at - kernel.start));
        }
        let none = BTreeSet::new();
        let gap = |(quantity, left): (&Quantity, &BTreeSet<u64>)| {
            let number = *left.difference(self.begun.get(quantity).unwrap_or(&none)).next()?;
            Some((quantity.0, quantity.1, number))
        };
        let (at, quantity, number) = self.left.iter().filter_map(gap).min()?;
        Some(format!(
            "the loop at {:#x} can go on with {number} in quantity {quantity}, and no turn begins so",
            at - kernel.start
        ))
    }
}

/// The sample numbers: small ones, and those next to powers of two.
pub(crate) fn numbers() -> impl Iterator<Item = u64> {
    let powers = [5, 6, 7, 8, 16, 31, 32, 63].into_iter().flat_map(|log| [(1 << log) - 1, 1 << log, (1 << log) + 1]);
    (0..20).chain(powers).chain([u64::MAX - 1, u64::MAX])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_no_run_begins_with_is_a_gap() {
        let mut course = Course::default();
        course.starts.extend([100, 120]);
        course.reached.insert(120);
        assert_eq!(course.gap(&(100..200), 0), None);
        course.left.insert((120, 0), BTreeSet::from([3, 4]));
        course.begun.insert((120, 0), BTreeSet::from([4, 5]));
        let words = "the loop at 0x14 can go on with 3 in quantity 0, and no turn begins so";
        assert_eq!(course.gap(&(100..200), 0).as_deref(), Some(words));
        course.reached.insert(130);
        assert_eq!(course.gap(&(100..200), 0).as_deref(), Some("a run ends at 0x1e, and none begins there"));
    }

    #[test]
    fn what_no_case_speaks_of_is_a_gap() {
        let mut course = Course::default();
        course.written.extend(["the plane", "the map"].map(str::to_owned));
        course.asked.insert("the map".to_owned());
        let gap = |course: &Course| course.gap(&(0..1), 64).unwrap_or_default();
        assert_eq!(gap(&course), "the plane is written, and no case says what is there then");
        course.asked.insert("the plane".to_owned());
        course.tells(Some(64));
        course.tells(None);
        assert_eq!(gap(&course), "");
        course.tells(Some(32));
        assert_eq!(gap(&course), "64 bits are returned, and a case speaks of 32 of them");
    }
}
