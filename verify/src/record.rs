//! Claims and assumptions of each theorem, on record: record.txt has its number of cases, the
//! number of its assumptions and of the variables on which they depend, and its claims, by name,
//! each with its number of conditions in all cases. So a theorem that loses a claim is refused,
//! even if it is about rules alone or about what a loop carries, where no other check misses it;
//! and so is one that assumes more, even if no drawn input meets the difference.

use crate::claims::{Assumptions, Claims};
use crate::refused::{Refused, Result};
use crate::row::Row;
use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::path::Path;

const RECORD: &str = include_str!("record.txt");

/// A theorem's number of cases, what they assume, and its claims.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    cases: usize,
    assumptions: Assumptions,
    claims: Claims,
}

/// By kernel and tier.
struct Record(BTreeMap<(String, String), Entry>);

/// In words, what theorems lack of what is on record, or claim beyond it, by the rows' numbers. The
/// claims of a sample of cases are not compared.
pub(crate) fn gaps(rows: &[Row]) -> Vec<(usize, String)> {
    let record = Record::parsed(RECORD);
    let with_theorem = rows.iter().enumerate().filter(|(_, row)| row.theorem.is_some());
    with_theorem.filter_map(|(index, row)| Some((index, record.gap(row)?))).collect()
}

/// Puts theorems on record in a file; what it has of other kernels stays, and so do the claims of
/// theorems of which a sample was run.
pub(crate) fn write(path: &Path, rows: &[Row]) -> Result<()> {
    let failed = |error: &dyn Display| Refused::new(format!("no record can be written to {}: {error}", path.display()));
    let before = if path.exists() { std::fs::read_to_string(path).map_err(|e| failed(&e))? } else { String::new() };
    let mut record = Record::parsed(&before);
    if record.text() != before {
        return Err(failed(&"it is another file"));
    }
    for row in rows.iter().filter(|row| row.theorem.is_some()) {
        let entry = record.0.entry((row.kernel.clone(), row.tier.clone())).or_default();
        (entry.cases, entry.assumptions) = (row.of_cases, row.assumptions);
        if row.is_whole() {
            entry.claims = row.claims.clone();
        }
    }
    std::fs::write(path, record.text()).map_err(|e| failed(&e))
}

impl Record {
    fn gap(&self, row: &Row) -> Option<String> {
        let Some(entry) = self.0.get(&(row.kernel.clone(), row.tier.clone())) else {
            return Some("the theorem is not on record (verify/src/record.txt)".to_owned());
        };
        if row.of_cases != entry.cases {
            return Some(format!("{} cases, {} on record (verify/src/record.txt)", row.of_cases, entry.cases));
        }
        if row.assumptions != entry.assumptions {
            return Some(format!("{}, {} on record (verify/src/record.txt)", row.assumptions, entry.assumptions));
        }
        if !row.is_whole() {
            return None;
        }
        let (Claims(claims), Claims(on_record)) = (&row.claims, &entry.claims);
        let count = |name| claims.get(name).copied().unwrap_or_default();
        if let Some((name, conditions)) = on_record.iter().find(|(name, conditions)| count(*name) < **conditions) {
            return Some(format!("{} claims of '{name}', {conditions} on record (verify/src/record.txt)", count(name)));
        }
        let new = claims.keys().find(|name| !on_record.contains_key(*name))?;
        Some(format!("'{new}' is claimed and not on record (verify/src/record.txt)"))
    }

    /// A line for each kernel, with the tiers whose theorem is this one and the numbers of cases,
    /// assumptions and variables, and an indented line for each claim.
    fn text(&self) -> String {
        let mut tiers: BTreeMap<(&str, &Entry), Vec<&str>> = BTreeMap::new();
        for ((kernel, tier), entry) in &self.0 {
            tiers.entry((kernel, entry)).or_default().push(tier);
        }
        let mut text = String::new();
        for ((kernel, Entry { cases, assumptions, claims }), tiers) in tiers {
            let Assumptions { number, variables } = assumptions;
            writeln!(text, "{kernel} {}: {cases} {number} {variables}", tiers.join(" ")).expect("text");
            claims.0.iter().for_each(|(name, count)| writeln!(text, "    {count} {name}").expect("text"));
        }
        text
    }

    /// Without lines that are neither.
    fn parsed(text: &str) -> Record {
        let mut record = BTreeMap::new();
        let mut tiers: Vec<(String, String)> = Vec::new();
        for line in text.lines() {
            if let Some((count, name)) = line.strip_prefix("    ").and_then(|line| line.split_once(' ')) {
                for tier in &tiers {
                    let Entry { claims, .. } = record.entry(tier.clone()).or_default();
                    claims.0.insert(name.to_owned(), count.parse().unwrap_or_default());
                }
            } else if let Some((names, numbers)) = line.split_once(": ") {
                let mut names = names.split(' ').map(str::to_owned);
                let kernel = names.next().unwrap_or_default();
                tiers = names.map(|tier| (kernel.clone(), tier)).collect();
                let mut numbers = numbers.split(' ').map(|number| number.parse().unwrap_or_default());
                let mut next = || numbers.next().unwrap_or_default();
                let (cases, assumptions) = (next(), Assumptions { number: next(), variables: next() });
                for tier in &tiers {
                    record.insert(tier.clone(), Entry { cases, assumptions, ..Entry::default() });
                }
            }
        }
        Record(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(Record::parsed(RECORD).text(), RECORD);
    }

    #[test]
    fn a_theorem_that_loses_a_case_or_a_claim_is_refused() {
        let record = Record::parsed("game x64 avx2: 3 2 9\n    64 the flips\n    2 the moves\ngame avx512: 1 2 9\n");
        let row = |tier: &str, cases: usize, of_cases: usize, claims: &[(&str, usize)]| {
            let assumptions = Assumptions { number: 2, variables: 9 };
            let (kernel, tier) = ("game".to_owned(), tier.to_owned());
            let mut row = Row { kernel, tier, cases, of_cases, assumptions, ..Row::default() };
            claims.iter().for_each(|&(name, count)| row.claims.add(name, count));
            row
        };
        let all = [("the flips", 64), ("the moves", 2)];
        for held in [row("avx2", 3, 3, &all), row("x64", 1, 3, &[]), row("x64", 3, 3, &[all[0], ("the moves", 3)])] {
            assert_eq!(record.gap(&held), None);
        }
        let gaps = [
            (row("avx2", 2, 2, &all), "2 cases, 3 on record"),
            (row("x64", 1, 2, &[]), "2 cases, 3 on record"),
            (row("x64", 3, 3, &all[..1]), "0 claims of 'the moves', 2 on record"),
            (row("x64", 3, 3, &[("the flips", 63), all[1]]), "63 claims of 'the flips', 64 on record"),
            (row("avx512", 1, 1, &all), "'the flips' is claimed and not on record"),
            (row("portable", 1, 1, &[]), "not on record"),
        ];
        for (row, expected) in gaps {
            let gap = record.gap(&row).expect("a gap");
            assert!(gap.contains(expected), "{gap}");
        }
        // Quick runs see these too.
        for (number, variables) in [(3, 9), (1, 9), (2, 17)] {
            let more = Row { assumptions: Assumptions { number, variables }, ..row("avx2", 1, 3, &[]) };
            let expected =
                format!("{number} assumptions about {variables} variables, 2 assumptions about 9 variables on");
            assert!(record.gap(&more).is_some_and(|gap| gap.starts_with(&expected)));
        }
    }
}
