//! Claims and assumptions of theorems, counted.

use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Display;

/// How many conditions are claimed, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(crate) struct Claims(pub(crate) BTreeMap<String, usize>);

impl Claims {
    pub(crate) fn add(&mut self, what: &str, conditions: usize) {
        *self.0.entry(name_of(what)).or_default() += conditions;
    }

    pub(crate) fn join(&mut self, other: Claims) {
        other.0.into_iter().for_each(|(name, conditions)| *self.0.entry(name).or_default() += conditions);
    }
}

/// How many conditions on their inputs cases assume, and on how many variables these depend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub(crate) struct Assumptions {
    pub(crate) number: usize,
    pub(crate) variables: usize,
}

impl Assumptions {
    pub(crate) fn join(&mut self, other: Assumptions) {
        self.number += other.number;
        self.variables += other.variables;
    }
}

impl Display for Assumptions {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{} assumptions about {} variables", self.number, self.variables)
    }
}

/// A claim's name on record: its text with N for each number.
fn name_of(claim: &str) -> String {
    let mut name = String::with_capacity(claim.len());
    for letter in claim.chars() {
        match letter {
            '0'..='9' if name.ends_with('N') => {}
            '0'..='9' => name.push('N'),
            _ => name.push(letter),
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_names_do_not_matter() {
        for (claim, name) in [("board 12 is as 0", "board N is as N"), ("32 bits", "N bits"), ("the end", "the end")] {
            assert_eq!(name_of(claim), name);
        }
    }
}
