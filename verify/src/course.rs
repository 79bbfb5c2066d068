//! Where the runs of a theorem's cases begin and end: a run must begin at each place to which
//! another leads.
//!
//! Three checks cover all cases of a theorem together. Some case speaks of what is written. A run
//! begins at each cut that some run reaches. A turn of a loop begins with all numbers that the turn
//! before can leave (`turns.rs`). `arrivals.rs` has what is checked of the states at places.

use crate::turns::Turns;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Bits of bytes of objects, by the objects' names.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bytes(FxHashMap<String, BTreeMap<i64, u8>>);

impl Bytes {
    pub(crate) fn add(&mut self, object: &str, bytes: impl Iterator<Item = (i64, u8)>) {
        if !self.0.contains_key(object) {
            self.0.insert(object.to_owned(), BTreeMap::new());
        }
        let of_object = self.0.get_mut(object).expect("there is one");
        bytes.for_each(|(at, bits)| *of_object.entry(at).or_default() |= bits);
    }

    pub(crate) fn remove(&mut self, object: &str, bytes: impl Iterator<Item = (i64, u8)>) {
        let Some(of_object) = self.0.get_mut(object) else { return };
        for (at, bits) in bytes {
            if let Some(left) = of_object.get_mut(&at) {
                *left &= !bits;
            }
        }
    }

    pub(crate) fn join(&mut self, other: Bytes) {
        other.0.into_iter().for_each(|(object, bytes)| self.add(&object, bytes.into_iter()));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// An object of which it has all bits that others have.
    pub(crate) fn holds_an_object_of<'a>(&self, others: &'a Bytes) -> Option<&'a str> {
        let has = |bytes: &BTreeMap<i64, u8>, (at, bits): (&i64, &u8)| bits & !bytes.get(at).unwrap_or(&0) == 0;
        let held = others
            .0
            .iter()
            .find(|(object, bits)| self.0.get(*object).is_some_and(|bytes| bits.iter().all(|of| has(bytes, of))));
        held.map(|(object, _)| object.as_str())
    }

    /// In words, the first bit that is not among others.
    pub(crate) fn first_beyond(&self, others: &Bytes) -> Option<String> {
        let none = BTreeMap::new();
        let bits = self.0.iter().flat_map(|(object, bytes)| {
            let of_others = others.0.get(object).unwrap_or(&none);
            bytes.iter().map(move |(at, bits)| (object, at, bits & !of_others.get(at).unwrap_or(&0)))
        });
        let (object, at, bits) = bits.filter(|(.., bits)| *bits != 0).min()?;
        Some(if bits == 0xff {
            format!("byte {at} of {object}")
        } else {
            format!("bit {} of byte {at} of {object}", bits.trailing_zeros())
        })
    }
}

/// The facts known about some runs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Course {
    /// Where runs begin, and the cuts at which they end, by address.
    pub(crate) starts: BTreeSet<u64>,
    pub(crate) reached: BTreeSet<u64>,
    /// With which numbers turns of loops begin, and what they leave to the next.
    pub(crate) turns: Turns,
    /// The bits that runs have written, and those that a case has looked at after a run.
    pub(crate) written: Bytes,
    pub(crate) asked: Bytes,
    /// Those of which a case says that others are about them.
    pub(crate) of_others: Bytes,
    /// How many statements of places runs may arrive at.
    pub(crate) arrivals: usize,
}

impl Course {
    pub(crate) fn join(&mut self, other: Course) {
        self.starts.extend(other.starts);
        self.reached.extend(other.reached);
        self.arrivals += other.arrivals;
        self.written.join(other.written);
        self.asked.join(other.asked);
        self.of_others.join(other.of_others);
        self.turns.join(other.turns);
    }

    /// In words, what no case continues or speaks of, for a kernel at these addresses. Runs of
    /// other kernels, with which a theorem compares it, may end anywhere.
    pub(crate) fn gap(&self, kernel: &Range<u64>) -> Option<String> {
        if let Some(place) = self.written.first_beyond(&self.asked) {
            return Some(format!("{place} is written, and no case says what is there then"));
        }
        if let Some(at) = self.reached.difference(&self.starts).find(|at| kernel.contains(at)) {
            return Some(format!("a run ends at {:#x}, and none begins there", at - kernel.start));
        }
        self.turns.gap(kernel.start).unwrap_or_else(|refused| Some(refused.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_where_no_run_begins_is_a_gap() {
        let mut course = Course::default();
        course.starts.extend([100, 120]);
        course.reached.insert(120);
        assert_eq!(course.gap(&(100..200)), None);
        course.reached.insert(130);
        assert_eq!(course.gap(&(100..200)).as_deref(), Some("a run ends at 0x1e, and none begins there"));
    }

    #[test]
    fn what_no_case_speaks_of_is_a_gap() {
        let mut course = Course::default();
        let bytes = |all: &mut Bytes, name: &str, at: Range<i64>, bits: u8| all.add(name, at.map(|at| (at, bits)));
        bytes(&mut course.written, "the plane", 0..8, 0xff);
        bytes(&mut course.written, "the map", 0..8, 0xff);
        bytes(&mut course.asked, "the map", 0..8, 0xff);
        let gap = |course: &Course| course.gap(&(0..1)).unwrap_or_default();
        assert_eq!(gap(&course), "byte 0 of the plane is written, and no case says what is there then");
        bytes(&mut course.asked, "the plane", 0..7, 0xff);
        bytes(&mut course.asked, "the plane", 7..8, 0x7f);
        assert_eq!(gap(&course), "bit 7 of byte 7 of the plane is written, and no case says what is there then");
        bytes(&mut course.asked, "the plane", 7..9, 0x80);
        assert_eq!(gap(&course), "");
    }
}
