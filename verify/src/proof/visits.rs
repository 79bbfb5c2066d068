//! Places at which a case begins and to which it leads, and its statements there.

use super::Proof;
use crate::bits::Bits;
use crate::exceptions::Exceptions;
use crate::graph::{Graph, Lit, Nodes};
use crate::numbers::Number;
use crate::place::Place;
use crate::slot::Slot;
use crate::state::{ARGUMENTS, State};
use crate::word::Word;
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// The places at which a case begins and to which it leads, while it is asked for these.
#[derive(Default)]
pub(crate) struct Visits {
    pub(crate) begun: Vec<(Place, State)>,
    pub(crate) reached: Vec<(Place, State)>,
    pub(crate) begins: Vec<Said>,
    pub(crate) arrives: Vec<Arrives>,
}

/// The statement on arriving, the number of the start from which a run arrives, and what stays.
pub(crate) struct Arrives {
    pub(crate) said: Said,
    pub(crate) from: Option<usize>,
    pub(crate) stays: Stays,
}

impl Visits {
    pub(crate) fn join(&mut self, other: Visits) {
        let before = self.begins.len();
        self.begins.extend(other.begins);
        let from = |of: Option<usize>| of.map(|from| before + from);
        self.arrives.extend(other.arrives.into_iter().map(|of| Arrives { from: from(of.from), ..of }));
    }
}

/// The content of a statement: the addresses of objects, each with how often it is counted, plus an
/// offset; or any bits.
#[derive(Clone, PartialEq)]
pub(crate) struct Item {
    pub(crate) what: Slot,
    pub(crate) base: Vec<(usize, i64)>,
    pub(crate) bits: Bits,
}

#[derive(Clone, PartialEq)]
pub(crate) struct Object {
    pub(crate) name: String,
    pub(crate) is_element: bool,
}

/// A case's statement about the state at a place: in a graph of its own, which has nothing else.
pub(crate) struct Said {
    pub(crate) case: String,
    pub(crate) at: u64,
    pub(crate) graph: Nodes,
    pub(crate) wide: bool,
    /// Whether the case begins within the kernel and has no byte of an object that parts leave
    /// alone (`parts.rs`).
    pub(crate) is_part: bool,
    pub(crate) objects: Vec<Object>,
    pub(crate) items: Vec<Item>,
    /// The arguments on entry.
    pub(crate) arguments: Vec<Item>,
    /// By object and offset: the present contents, or if an object is written those on entry.
    pub(crate) bytes: BTreeMap<(usize, i64, bool), Bits>,
    pub(crate) conditions: Vec<(&'static str, Lit)>,
    pub(crate) numbers: Vec<Number>,
    /// The variables that mean nothing there.
    pub(crate) unused: Bits,
    /// Of arguments and registers that are numbers, which bits are known, and these.
    pub(crate) fixed: [[u64; 2]; 22],
}

impl Said {
    /// The content of a place's statement, and its case's assumptions; if these are left out, of
    /// each register once.
    fn of(proof: &Proof, place: &Place, entry: &State, assumed: Option<&[Lit]>) -> Said {
        let Exceptions { elements, aside, .. } = proof.exceptions();
        let mut objects = Vec::new();
        let mut bytes = BTreeMap::new();
        let mut lacks = 0;
        for (index, (name, is_written, has_contents, of)) in proof.world.contents().enumerate() {
            objects.push(Object { name: name.to_owned(), is_element: elements.contains(&name) });
            lacks += usize::from(aside.contains(&name) && proof.world.is_empty(index));
            // A large table is the same in all cases.
            let is_table = of.len() > 1024 && of.values().flatten().all(|bit| bit.known().is_some());
            if has_contents && !is_table {
                bytes.extend(of.iter().map(|(&at, bits)| ((index, at, !is_written), bits.clone())));
            }
        }
        for (object, from, bits) in &place.memory {
            bytes.extend(bits.chunks(8).zip(*from..).map(|(bits, at)| ((object.index(), at, true), bits.to_vec())));
        }
        let of_word = |what: Slot, word: &Word| Item {
            what,
            base: word.objects().iter().map(|&(object, count)| (object.index(), count)).collect(),
            bits: word.offset().to_vec(),
        };
        let mut items: Vec<Item> = place.words().map(|(what, word)| of_word(what, &word)).collect();
        if assumed.is_none() {
            let mut named = FxHashSet::default();
            items.retain(|item| named.insert(item.what));
        }
        let arguments = ARGUMENTS.map(|register| of_word(Slot::General(register), entry.get(register))).into();
        let mut conditions = place.conditions.clone();
        let named: FxHashSet<Lit> = conditions.iter().map(|(_, condition)| *condition).collect();
        let assumed = assumed.unwrap_or_default();
        conditions.extend(assumed.iter().filter(|lit| !named.contains(lit)).map(|&lit| ("what the case assumes", lit)));
        let mut said = Said {
            case: String::new(),
            at: place.at,
            graph: Graph::new().into_nodes(),
            wide: place.wide,
            is_part: lacks > 0 && lacks == aside.len() && place.at != proof.kernel.address,
            objects,
            items,
            arguments,
            bytes,
            conditions,
            numbers: place.numbers.iter().map(|(number, _)| number.clone()).collect(),
            unused: place.unused_bits(),
            fixed: [[0; 2]; 22],
        };
        said.settle(&proof.graph);
        said
    }

    /// Moves all terms to the graph of its own.
    fn settle(&mut self, from: &Graph) {
        let mut terms: Vec<&mut Lit> = Vec::new();
        terms.extend(self.items.iter_mut().chain(&mut self.arguments).flat_map(|item| &mut item.bits));
        terms.extend(self.bytes.values_mut().flatten());
        terms.extend(self.conditions.iter_mut().map(|(_, condition)| condition));
        terms.extend(&mut self.unused);
        let of_numbers = self.numbers.iter().flat_map(Number::terms);
        let all: Bits = terms.iter().map(|term| **term).chain(of_numbers).collect();
        let graph = Graph::new();
        let new = graph.copied(&from.nodes(), from.cone(&all), |graph, _| Some(graph.input()));
        let new = new.expect("a variable for each");
        terms.into_iter().for_each(|term| *term = new.of(*term));
        self.numbers.iter_mut().for_each(|number| *number = number.with(|terms| new.all(terms)));
        self.graph = graph.into_nodes();
        self.fix();
    }

    /// Finds which bits are known.
    pub(crate) fn fix(&mut self) {
        let fixed = |item: &Item| {
            let of = |value: bool| (0..64).filter(move |&place| item.bits[place].known() == Some(value));
            let [clear, set] = [false, true].map(|value| of(value).fold(0, |all, place| all | 1u64 << place));
            if item.base.is_empty() { [clear | set, set] } else { [0; 2] }
        };
        for (index, argument) in self.arguments.iter().enumerate() {
            self.fixed[index] = fixed(argument);
        }
        for item in &self.items {
            if let Slot::General(register) = item.what {
                self.fixed[6 + register.number()] = fixed(item);
            }
        }
    }

    /// Whether constants in registers or arguments tell at once that a start is another.
    pub(crate) fn is_other(&self, arrival: &Said) -> bool {
        self.fixed.iter().zip(&arrival.fixed).any(|(a, b)| a[0] & b[0] & (a[1] ^ b[1]) != 0)
            || self.items.iter().any(|item| self.is_elsewhere(item, arrival))
    }

    /// Whether a start's address is at another place of the same object, which is no element.
    fn is_elsewhere(&self, item: &Item, arrival: &Said) -> bool {
        if item.base.is_empty() || item.base.iter().any(|&(object, _)| self.objects[object].is_element) {
            return false;
        }
        let differs = |(a, b): (&Lit, &Lit)| a.known().is_some_and(|a| b.known() == Some(!a));
        arrival.items.iter().find(|other| other.what == item.what).is_some_and(|other| {
            item.bits.iter().zip(&other.bits).any(differs) && self.names(&item.base) == arrival.names(&other.base)
        })
    }

    pub(crate) fn names(&self, base: &[(usize, i64)]) -> Vec<(&str, i64)> {
        base.iter().map(|&(object, count)| (self.objects[object].name.as_str(), count)).collect()
    }
}

impl Proof<'_> {
    /// Notes that the case begins at a place, or at the kernel's entry. The assumptions until then
    /// are all that the runs before may use.
    pub(crate) fn note_begun(&mut self, place: &Place, entry: &State) {
        self.finish_visits();
        if let Some(visits) = &mut self.visits {
            visits.begun.push((place.clone(), entry.clone()));
        }
    }

    pub(crate) fn note_reached(&mut self, place: &Place, entry: &State) {
        if let Some(visits) = &mut self.visits {
            visits.reached.push((place.clone(), entry.clone()));
        }
    }

    /// Settles what the places were said to be that were noted so far.
    pub(crate) fn finish_visits(&mut self) {
        let Some(mut visits) = self.visits.take() else { return };
        let assumed = self.assumed().to_vec();
        let begun = std::mem::take(&mut visits.begun);
        for (place, entry) in &begun {
            visits.begins.push(Said::of(self, place, entry, Some(&assumed)));
        }
        let has_parts = !self.exceptions().aside.is_empty();
        for (place, entry) in std::mem::take(&mut visits.reached) {
            let begun = begun.last().filter(|_| has_parts);
            // Where there are parts, what cases assume is no help, and without it many say the
            // same.
            let said = Said::of(self, &place, &entry, begun.is_none().then_some(&assumed[..]));
            let from = begun.map(|_| visits.begins.len() - 1);
            let stays = begun.map_or_else(Stays::new, |(from, _)| stays(&self.graph, from, &place));
            visits.arrives.push(Arrives { said, from, stays });
        }
        self.visits = Some(visits);
    }
}

/// The arrival's registers and quadwords that hold those at the start of its case.
pub(crate) type Stays = Vec<(Slot, Slot)>;

/// Where both statements name the same word, in terms other than the second place's own variables.
pub(crate) fn stays(graph: &Graph, from: &Place, to: &Place) -> Stays {
    let before: Vec<(Slot, Word)> = from.words().collect();
    let same = |(here, word): (Slot, Word)| {
        let is_same = before.iter().filter(|(_, of)| *of == word).map(|(there, _)| *there);
        let there = is_same.clone().find(|there| *there == here).or_else(|| is_same.clone().next())?;
        graph.cone(word.offset()).into_iter().all(|node| !to.owns(node)).then_some((here, there))
    };
    to.words().filter_map(same).collect()
}
