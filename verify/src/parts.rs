//! Parts of a kernel whose cases have no byte of some object: what was known of it where a run
//! entered the part still holds where the run leaves it.
//!
//! A case cannot read or write an object of which its world has no byte, as each access is shown to
//! be within its object's bytes (`memory.rs`), and objects lie apart. So the object stays as it is
//! from an arrival with which a run enters such cases to the next place from which a case with the
//! object goes on. The arrival states conditions on values of that moment; they hold for ever. For
//! the start of a case beyond the part they must be tied to the state there. That is done by what
//! registers and quadwords of the stack hold of those of that moment, which is followed from case
//! to case:
//!
//! * On entering the part, each holds what it holds.
//! * From the start of a case to where it arrives: where both statements name the same word, in
//!   terms that are not the arrival's own variables, the one holds there what the other held. For
//!   each run a variable of the case has one value.
//! * From an arrival to the start of the next case: it is the same state.
//!
//! Of a start in the part is known what is so on all ways that lead there, and with which
//! statements the part may have been entered. A way that constants exclude is none. Each arrival at
//! the end of the part then also says what each of these statements says, with these words equal.

use crate::graph::{Graph, Lit, Node};
use crate::proof::visits::{Item, Object, Said, Stays};
use crate::slot::Slot;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// A statement with which a case arrives, by its number, the start of the case, and what stays.
pub(crate) struct Arrival {
    pub(crate) statement: usize,
    pub(crate) from: Option<usize>,
    pub(crate) stays: Stays,
}

/// The facts known in a part.
#[derive(Clone)]
struct Within {
    /// The registers and quadwords where the part was entered, by those that hold their content
    /// here.
    held: BTreeMap<Slot, Slot>,
    /// The statements with which it may have been entered.
    entered: BTreeSet<usize>,
}

impl Within {
    /// Keeps what another way has too; whether that changes anything.
    fn meet(&mut self, other: Within) -> bool {
        let size = |of: &Within| (of.held.len(), of.entered.len());
        let before = size(self);
        self.held.retain(|here, there| other.held.get(here) == Some(there));
        self.entered.extend(other.entered);
        size(self) != before
    }
}

/// The parts of a kernel.
pub(crate) struct Parts(Vec<Option<Within>>);

impl Parts {
    /// Follows all ways through parts.
    pub(crate) fn new(begins: &[Said], statements: &[Said], arrivals: &[Arrival]) -> Parts {
        let mut of_place: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        for (index, _) in begins.iter().enumerate().filter(|(_, begin)| begin.is_part) {
            of_place.entry(begins[index].at).or_default().push(index);
        }
        let mut parts = Parts(begins.iter().map(|_| None).collect());
        let mut changes = !of_place.is_empty();
        while std::mem::take(&mut changes) {
            for arrival in arrivals {
                let statement = &statements[arrival.statement];
                for &next in of_place.get(&statement.at).into_iter().flatten() {
                    if begins[next].is_other(statement) {
                        continue;
                    }
                    let new = if arrival.from.is_some_and(|from| begins[from].is_part) {
                        let Some(new) = parts.on(arrival) else { continue };
                        new
                    } else {
                        let held = begins[next].items.iter().map(|item| (item.what, item.what)).collect();
                        Within { held, entered: [arrival.statement].into() }
                    };
                    match &mut parts.0[next] {
                        Some(known) => changes |= known.meet(new),
                        unknown @ None => (*unknown, changes) = (Some(new), true),
                    }
                }
            }
        }
        parts
    }

    /// The facts known where a case of a part arrives; `None` if nothing enters it.
    fn on(&self, arrival: &Arrival) -> Option<Within> {
        let Within { held, entered } = self.0[arrival.from?].as_ref()?;
        let held = arrival.stays.iter().filter_map(|(here, there)| Some((*here, *held.get(there)?))).collect();
        Some(Within { held, entered: entered.clone() })
    }

    /// If a part may end with an arrival, by each statement with which it may have been entered:
    /// that one's number, and what is held of it.
    pub(crate) fn ended(&self, arrival: &Arrival, starts: &[&Said], said: &Said) -> Vec<(usize, BTreeMap<Slot, Slot>)> {
        if starts.iter().all(|start| start.is_part || start.is_other(said)) {
            return Vec::new();
        }
        let Some(Within { held, entered }) = self.on(arrival) else { return Vec::new() };
        entered.into_iter().map(|of| (of, held.clone())).collect()
    }
}

impl Said {
    /// The statement where a part ends that was entered with another one, of which this one's state
    /// holds some words.
    pub(crate) fn after(&self, entered: &Said, held: &BTreeMap<Slot, Slot>, aside: &[&str]) -> Said {
        let graph = Graph::new();
        let before = graph.copied(&entered.graph, 0..entered.graph.len(), |graph, _| Some(graph.input()));
        let before = before.expect("a variable for each");
        let of_item = |item: &Item| {
            let there = held.get(&item.what)?;
            entered.items.iter().find(|other| other.what == *there).filter(|_| item.base.is_empty())
        };
        let mut bound: FxHashMap<usize, Lit> = FxHashMap::default();
        let mut equal = Vec::new();
        for item in &self.items {
            let Some(other) = of_item(item).filter(|other| other.base.is_empty()) else { continue };
            for (&here, &there) in item.bits.iter().zip(&other.bits) {
                let there = before.of(there);
                let is_variable = matches!(self.graph.node(here.node()), Node::Variable(_));
                if is_variable && !bound.contains_key(&here.node()) {
                    bound.insert(here.node(), there.negated_if(here.is_negated()));
                } else {
                    equal.push((here, there));
                }
            }
        }
        let variable = |graph: &Graph, node| Some(bound.get(&node).copied().unwrap_or_else(|| graph.input()));
        let now = graph.copied(&self.graph, 0..self.graph.len(), variable).expect("a variable for each");

        let mut objects: Vec<Object> = self.objects.clone();
        let mut number = |of: usize| {
            let object = &entered.objects[of];
            objects.iter().position(|other| other.name == object.name).unwrap_or_else(|| {
                objects.push(object.clone());
                objects.len() - 1
            })
        };
        let mut items = Vec::new();
        for item in &self.items {
            // Equal addresses.
            let address = of_item(item).filter(|other| !other.base.is_empty());
            items.push(match address {
                Some(other) => Item {
                    what: item.what,
                    base: other.base.iter().map(|&(object, count)| (number(object), count)).collect(),
                    bits: before.all(&other.bits),
                },
                None => Item { bits: now.all(&item.bits), ..item.clone() },
            });
        }
        let mut bytes: BTreeMap<(usize, i64, bool), _> =
            self.bytes.iter().map(|(&place, bits)| (place, now.all(bits))).collect();
        for (&(object, at, is_now), bits) in &entered.bytes {
            if is_now && aside.contains(&entered.objects[object].name.as_str()) {
                bytes.insert((number(object), at, true), before.all(bits));
            }
        }
        let mut conditions: Vec<(&'static str, Lit)> =
            entered.conditions.iter().map(|&(what, condition)| (what, before.of(condition))).collect();
        conditions.extend(self.conditions.iter().map(|&(what, condition)| (what, now.of(condition))));
        for (here, there) in equal {
            conditions.push(("it stays", !graph.xor(now.of(here), there)));
        }
        let of_argument = |item: &Item| Item { bits: now.all(&item.bits), ..item.clone() };
        let mut said = Said {
            case: self.case.clone(),
            at: self.at,
            graph: graph.into_nodes(),
            wide: self.wide,
            is_part: self.is_part,
            objects,
            items,
            arguments: self.arguments.iter().map(of_argument).collect(),
            bytes,
            conditions,
            numbers: self.numbers.iter().map(|number| number.with(|bits| now.all(bits))).collect(),
            unused: now.all(&self.unused),
            fixed: [[0; 2]; 22],
        };
        said.fix();
        said
    }

    /// Whether another statement is the same but for the case that makes it.
    pub(crate) fn says_what(&self, other: &Said) -> bool {
        self.at == other.at
            && self.wide == other.wide
            && self.graph.len() == other.graph.len()
            && self.numbers.is_empty()
            && other.numbers.is_empty()
            && self.conditions == other.conditions
            && self.objects == other.objects
            && self.items == other.items
            && self.arguments == other.arguments
            && self.bytes == other.bytes
            && self.unused == other.unused
            && (0..self.graph.len()).all(|node| self.graph.node(node) == other.graph.node(node))
    }
}
