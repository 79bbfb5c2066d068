//! The tables of kernels, one a game and tier, as they should be and as other files have them.
//!
//! A table is a byte, its tier, and behind it, from the eighth byte on, a pointer for each declared
//! kernel, in the order of the declarations (`kernels!` in src/kernel/mod.rs). An entry is the
//! kernel of the highest tier up to the table's own that has one in assembly; any other is Rust's,
//! of which nothing is proved.

use crate::other::Other;
use std::collections::{BTreeMap, HashMap, HashSet};
use stonemask::Tier;
use stonemask::internals::TABLES;

/// A table as it should be.
#[derive(Clone)]
pub(crate) struct Table {
    game: &'static str,
    tier: Tier,
    /// The kernels' names, and of each the entry's; the latter is missing if the entry is none of
    /// the kernels.
    entries: Vec<(String, Option<String>)>,
}

impl Table {
    /// A table of the entries that are asked for alone.
    pub(crate) fn with(self, is_asked: &impl Fn(&String) -> bool) -> Table {
        let entries = self.entries.into_iter().map(|(name, entry)| (name, entry.filter(is_asked))).collect();
        Table { entries, ..self }
    }

    pub(crate) fn has_kernels(&self) -> bool {
        self.entries.iter().any(|(_, entry)| entry.is_some())
    }

    pub(crate) fn name(&self) -> String {
        format!("the table of {} on {}", self.game, self.tier)
    }
}

/// The address of an entry.
fn address_of(base: u64, index: usize) -> u64 {
    base + 8 + 8 * index as u64
}

/// All tables that have entries in assembly.
pub(crate) fn all() -> Vec<Table> {
    let of_tier = |tier: Tier| {
        TABLES.iter().map(move |table| {
            let names = table.declarations.iter().flat_map(|declaration| declaration.assembly_tiers());
            let entry = |(name, tiers): (String, Vec<Tier>)| {
                let highest = tiers.into_iter().filter(|&of| of <= tier).max();
                let entry = highest.map(|highest| format!("{}_{name}_{highest}", table.game));
                (name, entry)
            };
            Table { game: table.game, tier, entries: names.map(entry).collect() }
        })
    };
    [Tier::X64, Tier::Avx2, Tier::Avx512].into_iter().flat_map(of_tier).filter(Table::has_kernels).collect()
}

/// How each table that a file has differs from what it should be, in words; nothing where the file
/// lacks it. `places` has the kernels' names by their addresses.
pub(crate) fn find(tables: &[Table], other: &Other, places: &HashMap<u64, String>) -> Vec<Option<Vec<String>>> {
    let pointers = other.pointers(places);
    // Each address at which a table may begin, with how many of its entries would be right, and
    // whether its tier would.
    let mut likely: Vec<(usize, bool, usize, u64)> = Vec::new();
    for (number, table) in tables.iter().enumerate() {
        let mut right: BTreeMap<u64, usize> = BTreeMap::new();
        for (index, (_, entry)) in table.entries.iter().enumerate() {
            for (&at, &name) in &pointers {
                if entry.as_deref() == Some(name)
                    && let Some(base) = at.checked_sub(address_of(0, index))
                {
                    *right.entry(base).or_default() += 1;
                }
            }
        }
        let of_tier = |base| other.byte(base) == Some(table.tier as u8);
        likely.extend(right.into_iter().map(|(base, count)| (count, of_tier(base), number, base)));
    }
    // The likeliest first; what is one table is no other.
    likely.sort_unstable_by_key(|&(count, of_tier, number, base)| (2 * count + usize::from(of_tier), number, base));
    let mut found = vec![None; tables.len()];
    let mut taken = HashSet::new();
    for (_, of_tier, number, base) in likely.into_iter().rev() {
        let table = &tables[number];
        if found[number].is_some() || taken.contains(&base) {
            continue;
        }
        taken.insert(base);
        let mut differences = Vec::new();
        if !of_tier {
            differences.push(format!("{}: its first byte is not its tier", table.name()));
        }
        for (index, (name, entry)) in table.entries.iter().enumerate() {
            let there = pointers.get(&address_of(base, index)).copied();
            if there != entry.as_deref() {
                let text = |of: Option<&str>| of.map_or("none of these kernels".to_owned(), str::to_owned);
                differences.push(format!(
                    "{}: its entry {name} is {}, and should be {}",
                    table.name(),
                    text(there),
                    text(entry.as_deref())
                ));
            }
        }
        found[number] = Some(differences);
    }
    found
}
