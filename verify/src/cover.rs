//! One arrival at a place, held against the cases that begin there (`arrivals.rs`).

use crate::bits::{Bits, known};
use crate::graph::{Copied, Graph, Lit, Node, Nodes};
use crate::proof::visits::{Item, Said};
use crate::refused::Result;
use crate::slot::Slot;
use crate::solver::model_of;
use rustc_hash::{FxHashMap, FxHashSet};

/// The subject of a start's condition, for messages.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Label {
    Item(Slot),
    Argument(usize),
    Contents(usize),
    Condition(&'static str),
}

impl Label {
    fn name(self, start: &Said) -> String {
        match self {
            Label::Item(what) => what.to_string().to_lowercase(),
            Label::Argument(index) => format!("argument {index}"),
            Label::Contents(object) => format!("the contents of {}", start.objects[object].name),
            Label::Condition(what) => what.to_owned(),
        }
    }
}

/// Kinds of variables on which a term depends: those that a start may choose, those of what is left
/// out, and all others.
const CHOSEN: u8 = 1;
const OMITTED: u8 = 2;
const GIVEN: u8 = 4;

/// With more variables to choose, or terms, a start is taken not to cover a state.
const MOST_CHOSEN: usize = 1 << 10;
const MOST_TERMS: usize = 1 << 22;

/// In more steps two terms are not compared.
const MOST_STEPS: usize = 1 << 10;

/// The contents of an element or object: whether of another element, the name, the offset, and
/// whether they are the present ones.
type Byte = (bool, String, i64, bool);

/// One arrival, held against the starts.
pub(crate) struct Check<'a> {
    arrival: &'a Said,
    left_out: &'a [&'a str],
    graph: Graph,
    /// The arrival's terms, by their nodes.
    terms: Copied,
    /// The facts of the arrival's statement and its case's assumptions.
    facts: FxHashSet<Lit>,
    /// The bytes of which the arrival says nothing.
    unsaid: FxHashMap<Byte, Bits>,
    unsaid_items: FxHashMap<Slot, Bits>,
    /// Addresses as numbers.
    opaque: FxHashMap<(Vec<(usize, i64)>, Bits), Bits>,
    kinds: FxHashMap<usize, u8>,
    /// By node, the kinds of its variables.
    depends: Vec<u8>,
}

/// Free variables of a start, and what they are chosen to be.
type Choice = Vec<(usize, Lit)>;

/// A start under way.
struct Bound<'a> {
    start: &'a Said,
    /// By the node of a variable, the term of the check's graph that it is bound to.
    new: Vec<Option<Lit>>,
    /// Terms of the start that must be equal to terms of the check's graph.
    equal: Vec<(Label, Lit, Lit)>,
    /// Further conditions that must hold, in the check's graph.
    conditions: Vec<(Label, Lit)>,
    /// The arrival's object, if it has one, and whether this is another element; `None` as long as
    /// that is not known.
    objects: Vec<Option<(Option<usize>, bool)>>,
    /// How far an element lies behind the arrival's.
    shifts: Vec<Option<Bits>>,
}

impl Bound<'_> {
    fn is_free(&self, lit: Lit) -> bool {
        lit.known().is_none()
            && self.new[lit.node()].is_none()
            && matches!(self.start.graph.node(lit.node()), Node::Variable(_))
    }

    fn bind(&mut self, label: Label, said: &[Lit], is: &[Lit]) {
        for (&said, &is) in said.iter().zip(is) {
            if self.is_free(said) {
                self.new[said.node()] = Some(is.negated_if(said.is_negated()));
            } else {
                self.equal.push((label, said, is));
            }
        }
    }

    /// A term in the check's graph, if all its variables are bound.
    fn term(&self, graph: &Graph, bits: &[Lit]) -> Option<Bits> {
        let from = &self.start.graph;
        Some(graph.copied(from, from.cone(bits), |_, node| self.new[node])?.all(bits))
    }

    /// Chooses variables so that terms become equal to what they must be, where a choice is found
    /// by their form. Any choice will do: the conditions must hold with it.
    fn choose(&mut self, graph: &Graph) {
        for (said, is) in self.equal.iter().map(|&(_, said, is)| (said, is)).collect::<Vec<_>>() {
            let mut choice = Choice::new();
            if self.has_form_of(graph, said, is, &mut choice, &mut { MOST_STEPS }) {
                choice.into_iter().for_each(|(variable, value)| self.new[variable] = Some(value));
            }
        }
    }

    /// Whether a term is made as another one is, with some choice of its variables.
    fn has_form_of(&self, graph: &Graph, said: Lit, is: Lit, choice: &mut Choice, steps: &mut usize) -> bool {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        let node = said.node();
        let chosen = choice.iter().find(|(of, _)| *of == node).map(|(_, value)| *value).or(self.new[node]);
        if let Some(value) = chosen {
            return value.negated_if(said.is_negated()) == is;
        }
        match (self.start.graph.node(node), graph.node(is.node())) {
            (Node::Variable(_), _) => {
                choice.push((node, is.negated_if(said.is_negated())));
                true
            }
            (Node::And(a, b), Node::And(c, d)) | (Node::Xor(a, b), Node::Xor(c, d)) => {
                let before = choice.len();
                said.is_negated() == is.is_negated()
                    && [[c, d], [d, c]].into_iter().any(|[c, d]| {
                        choice.truncate(before);
                        self.has_form_of(graph, a, c, choice, steps) && self.has_form_of(graph, b, d, choice, steps)
                    })
            }
            _ => false,
        }
    }
}

/// The conditions of which a conjunction is made.
fn conjuncts(graph: &Graph, condition: Lit) -> Vec<Lit> {
    let (mut found, mut pending) = (Vec::new(), vec![condition]);
    while let Some(lit) = pending.pop() {
        match graph.node(lit.node()) {
            Node::And(a, b) if !lit.is_negated() => pending.extend([a, b]),
            _ => found.push(lit),
        }
    }
    found
}

/// All of a graph in another one; its variables are made by `variable`.
fn moved(from: &Nodes, to: &Graph, mut variable: impl FnMut(&Graph, usize) -> Lit) -> Copied {
    to.copied(from, 0..from.len(), |to, node| Some(variable(to, node))).expect("a variable for each")
}

impl<'a> Check<'a> {
    pub(crate) fn new(arrival: &'a Said, left_out: &'a [&'a str]) -> Check<'a> {
        let graph = Graph::new();
        let terms = moved(&arrival.graph, &graph, |graph, _| graph.input());
        let conditions: Bits = arrival.conditions.iter().map(|(_, condition)| *condition).collect();
        let facts = terms.all(&conditions).into_iter().flat_map(|fact| conjuncts(&graph, fact)).collect();
        Check {
            arrival,
            left_out,
            graph,
            terms,
            facts,
            unsaid: FxHashMap::default(),
            unsaid_items: FxHashMap::default(),
            opaque: FxHashMap::default(),
            kinds: FxHashMap::default(),
            depends: Vec::new(),
        }
    }

    /// In words, what is not covered.
    pub(crate) fn gap(&mut self, starts: &[&Said], entries: &[&Said]) -> Result<Option<String>> {
        if self.facts.contains(&Lit::FALSE) {
            return Ok(None);
        }
        let mut others = Vec::new();
        let mut needed: Vec<(&Said, Vec<(Label, Lit)>)> = Vec::new();
        for &start in starts {
            if start.is_other(self.arrival) {
                continue;
            }
            match self.needed(start) {
                Ok(conditions) if conditions.is_empty() => return Ok(None),
                Ok(conditions) => needed.push((start, conditions)),
                Err(label) => others.push((label, start)),
            }
        }
        let mut question: Bits = self.facts.iter().copied().collect();
        question.sort_unstable();
        if needed.is_empty() {
            if model_of(&self.graph, &question)?.is_none() {
                return Ok(None);
            }
            let mut others: Vec<String> = others.into_iter().map(|(label, start)| label.name(start)).collect();
            others.sort();
            others.dedup();
            let none = if starts.is_empty() { "none begins there" } else { "a constant in a register or argument" };
            return Ok(Some(if others.is_empty() { none.to_owned() } else { others.join(", or ") }));
        }
        let mut asked = Bits::new();
        for (_, conditions) in &needed {
            let all: Bits = conditions.iter().map(|(_, condition)| *condition).collect();
            asked.push(!self.graph.all(&all));
        }
        // Assumptions at the entry are about other elements; about those with the same arguments.
        let speaks_of_others = self.unsaid.keys().any(|(is_other_element, ..)| *is_other_element);
        let entries = entries.iter().copied().filter(|of| speaks_of_others && !of.is_other(self.arrival));
        let of_entries: Bits = entries.map(|entry| self.of_entry(entry)).collect();
        if !of_entries.is_empty() {
            asked.push(self.graph.any(&of_entries));
        }
        // Most of what the arrival says is about other variables.
        let near = self.graph.near(&question, &asked);
        if model_of(&self.graph, &[near, asked.clone()].concat())?.is_none() {
            return Ok(None);
        }
        question.extend(asked);
        let Some(model) = model_of(&self.graph, &question)? else { return Ok(None) };
        let values = self.graph.values_in(&model);
        let failing = needed.iter().map(|(start, conditions)| {
            let failing = conditions.iter().filter(|(_, condition)| values.of(*condition) == 0);
            let mut names: Vec<String> = failing.map(|(label, _)| label.name(start)).collect();
            names.dedup();
            names
        });
        Ok(Some(failing.min_by_key(Vec::len).expect("a start").join("; ")))
    }

    /// The arrival's statement about an item, or free variables if it says nothing.
    fn said_of(&mut self, item: &Item) -> (Vec<(usize, i64)>, Bits) {
        let found = self.arrival.items.iter().find(|other| other.what == item.what);
        let (base, mut bits) =
            found.map_or_else(Default::default, |found| (found.base.clone(), self.terms.all(&found.bits)));
        if bits.len() < item.bits.len() {
            let graph = &self.graph;
            let more = self.unsaid_items.entry(item.what).or_insert_with(|| graph.inputs(512));
            bits.extend_from_slice(&more[bits.len()..item.bits.len()]);
        }
        (base, bits)
    }

    /// An address as any number.
    fn as_number(&mut self, base: Vec<(usize, i64)>, bits: Bits) -> Bits {
        if base.is_empty() {
            return bits;
        }
        let graph = &self.graph;
        self.opaque.entry((base, bits)).or_insert_with(|| graph.inputs(64)).clone()
    }

    /// Whether a start speaks of something that means nothing on arriving.
    fn means_more(&self, start: &Said) -> bool {
        let is_unused = |said: &Said, bit: &Lit| said.unused.iter().any(|unused| unused.node() == bit.node());
        let differs = |said: &[Lit], is: &[Lit]| {
            said.iter().zip(is).any(|(said, is)| is_unused(self.arrival, is) && !is_unused(start, said))
        };
        let of_items = |item: &Item| {
            let mut found = self.arrival.items.iter().filter(|other| other.what == item.what);
            found.any(|found| differs(&item.bits, &found.bits))
        };
        let of_bytes = |(&(object, at, is_now), bits): (&(usize, i64, bool), &Bits)| {
            let name = &start.objects[object].name;
            let of = self.object(name).filter(|_| !self.left_out.contains(&name.as_str()));
            let found = of.and_then(|of| self.arrival.bytes.get(&(of, at, is_now)));
            found.is_some_and(|found| differs(bits, found))
        };
        !self.arrival.unused.is_empty() && (start.items.iter().any(of_items) || start.bytes.iter().any(of_bytes))
    }

    /// The conditions for a start to cover the arrival's states; an error if it does not.
    fn needed(&mut self, start: &Said) -> std::result::Result<Vec<(Label, Lit)>, Label> {
        let mut bound = Bound {
            start,
            new: vec![None; start.graph.len()],
            equal: Vec::new(),
            conditions: Vec::new(),
            objects: start.objects.iter().map(|of| (!of.is_element).then(|| (self.object(&of.name), false))).collect(),
            shifts: start.objects.iter().map(|_| None).collect(),
        };
        bound.new[0] = Some(Lit::FALSE);
        if self.arrival.wide && !start.wide {
            return Err(Label::Condition("no upper half of a vector register is in use"));
        }
        if self.means_more(start) {
            return Err(Label::Condition("something that means nothing on arriving"));
        }
        let mut elements = Vec::new();
        for item in &start.items {
            let (base, bits) = self.said_of(item);
            let label = Label::Item(item.what);
            if item.base.is_empty() {
                let bits = self.as_number(base, bits);
                bound.bind(label, &item.bits, &bits);
            } else if base.is_empty() {
                let address = self.given_address(start, item).ok_or(label)?;
                bound.conditions.push((label, address));
            } else if start.names(&item.base) != self.arrival.names(&base) {
                return Err(label);
            } else if !item.base.iter().any(|&(object, _)| start.objects[object].is_element) {
                bound.bind(label, &item.bits, &bits);
            } else if let [(object, 1)] = item.base[..] {
                elements.push((label, object, base[0].0, &item.bits, bits));
            } else {
                return Err(label);
            }
        }
        for (index, (argument, other)) in start.arguments.iter().zip(&self.arrival.arguments).enumerate() {
            if argument.base.is_empty() {
                let bits = self.terms.all(&other.bits);
                let is_number = other.base.is_empty();
                let bits = self.as_number(other.base.clone(), bits);
                for (&said, is) in argument.bits.iter().zip(bits) {
                    let is_variable =
                        said.known().is_none() && matches!(start.graph.node(said.node()), Node::Variable(_));
                    // A theorem may have a number of its own where a register is changed; then a
                    // place says so.
                    if bound.is_free(said) || is_number && !is_variable {
                        bound.bind(Label::Argument(index), &[said], &[is]);
                    }
                }
            }
        }
        // Which element of an array is meant may depend on the contents of another.
        let mut is_bound = vec![false; start.objects.len()];
        loop {
            for (object, is_bound) in is_bound.iter_mut().enumerate() {
                if bound.objects[object].is_some() && !std::mem::replace(is_bound, true) {
                    self.bind_contents(&mut bound, object);
                }
            }
            let ready = elements
                .iter()
                .enumerate()
                .find_map(|(index, element)| Some((index, bound.term(&self.graph, element.3)?)));
            let Some((index, offset)) = ready else { break };
            let (label, object, of_arrival, _, bits) = elements.remove(index);
            match &bound.shifts[object] {
                None => {
                    let shift = self.graph.sub(&bits, &offset);
                    bound.objects[object] = Some((Some(of_arrival), known(&shift) != Some(0)));
                    bound.shifts[object] = Some(shift);
                }
                Some(shift) => {
                    let here = self.graph.add(&offset, shift);
                    bound.conditions.push((label, self.graph.equal(&here, &bits)));
                }
            }
        }
        for (label, object, _, said, bits) in elements {
            let Some(shift) = &bound.shifts[object] else { return Err(label) };
            let offset = self.graph.sub(&bits, shift);
            bound.bind(label, said, &offset);
        }
        for object in 0..start.objects.len() {
            if bound.objects[object].is_none() {
                bound.objects[object] = Some((None, true));
                self.bind_contents(&mut bound, object);
            }
        }
        bound.choose(&self.graph);
        let Bound { new, equal, mut conditions, .. } = bound;
        let kinds = &mut self.kinds;
        let terms = moved(&start.graph, &self.graph, |graph, node| {
            new[node].unwrap_or_else(|| {
                let chosen = graph.input();
                kinds.insert(chosen.node(), CHOSEN);
                chosen
            })
        });
        for (label, said, is) in equal {
            conditions.push((label, !self.graph.xor(terms.of(said), is)));
        }
        for number in &start.numbers {
            let number = number.with(|bits| terms.all(bits));
            let mut of_arrival = self.arrival.numbers.iter().map(|of| of.with(|bits| self.terms.all(bits)));
            if !of_arrival.any(|of| of.bits == number.bits && of.digits == number.digits) {
                return Err(Label::Condition(number.what));
            }
        }
        for &(what, condition) in &start.conditions {
            conditions.extend(
                conjuncts(&self.graph, terms.of(condition)).into_iter().map(|lit| (Label::Condition(what), lit)),
            );
        }
        self.reduced(start, conditions)
    }

    fn object(&self, name: &str) -> Option<usize> {
        self.arrival.objects.iter().position(|object| object.name == name)
    }

    /// If an argument is an address to a start and any number to the arrival, which both say to be
    /// in a register: that it is one.
    fn given_address(&mut self, start: &Said, item: &Item) -> Option<Lit> {
        let other = self.arrival.items.iter().find(|other| other.what == item.what)?;
        let same = |a: &Item, b: &Item| a.base == b.base && a.bits == b.bits;
        let is_argument = start.arguments.iter().zip(&self.arrival.arguments);
        let is_argument =
            is_argument.into_iter().any(|(of_start, of_arrival)| same(of_start, item) && same(of_arrival, other));
        let is_variable = |bit: &Lit| matches!(self.arrival.graph.node(bit.node()), Node::Variable(_));
        let bits = self.terms.all(&other.bits);
        let different: FxHashSet<usize> = bits.iter().map(|bit| bit.node()).collect();
        let is_any = other.bits.iter().all(is_variable) && different.len() == 64;
        (is_argument && is_any).then(|| self.graph.any(&bits))
    }

    /// Binds the contents of an object to those of which the arrival speaks, or to anything.
    fn bind_contents(&mut self, bound: &mut Bound, object: usize) {
        let start = bound.start;
        let (of_arrival, is_other) = bound.objects[object].expect("an object that is bound");
        let name = &start.objects[object].name;
        for (&(_, at, is_now), bits) in start.bytes.range((object, i64::MIN, false)..=(object, i64::MAX, true)) {
            let found = of_arrival.filter(|_| !is_other).and_then(|of| self.arrival.bytes.get(&(of, at, is_now)));
            let is = match found {
                Some(found) => self.terms.all(found),
                None => self.unsaid(is_other, name, at, is_now),
            };
            if found.is_none() && self.left_out.contains(&name.as_str()) {
                for &bit in bits.iter().filter(|bit| bit.known().is_none()) {
                    if bound.is_free(bit) {
                        let omitted = self.graph.input();
                        self.kinds.insert(omitted.node(), OMITTED);
                        bound.new[bit.node()] = Some(omitted);
                    }
                }
            } else if is_now || is_other {
                bound.bind(Label::Contents(object), bits, &is);
            } else {
                // The content on entry is no more there.
                for (&bit, &is) in bits.iter().zip(&is) {
                    if bound.is_free(bit) {
                        bound.bind(Label::Contents(object), &[bit], &[is]);
                    }
                }
            }
        }
    }

    fn unsaid(&mut self, is_other: bool, name: &str, at: i64, is_now: bool) -> Bits {
        let graph = &self.graph;
        // Another element is as it was on entry.
        let key = (is_other, name.to_owned(), at, is_now || is_other);
        self.unsaid.entry(key).or_insert_with(|| graph.inputs(8)).clone()
    }

    /// The assumptions of a case at the kernel's entry about elements and arguments, for another
    /// element and the same arguments.
    fn of_entry(&mut self, entry: &Said) -> Lit {
        let mut new: FxHashMap<usize, Lit> = FxHashMap::default();
        let mut equal = Vec::new();
        let arguments = entry.arguments.iter().zip(&self.arrival.arguments);
        let numbers = arguments.filter(|(said, is)| said.base.is_empty() && is.base.is_empty());
        let of_arguments = numbers.map(|(said, is)| (&said.bits, self.terms.all(&is.bits)));
        let of_contents = entry.bytes.iter().filter_map(|(&(object, at, _), bits)| {
            let name = entry.objects[object].name.clone();
            Some((bits, self.unsaid.get(&(true, name, at, true))?.clone()))
        });
        for (said, is) in of_arguments.chain(of_contents) {
            for (&bit, is) in said.iter().zip(is) {
                let is_variable = matches!(entry.graph.node(bit.node()), Node::Variable(_));
                if is_variable && !new.contains_key(&bit.node()) {
                    new.insert(bit.node(), is.negated_if(bit.is_negated()));
                } else {
                    equal.push((bit, is));
                }
            }
        }
        let variable = |graph: &Graph, node: usize| new.get(&node).copied().unwrap_or_else(|| graph.input());
        let terms = moved(&entry.graph, &self.graph, variable);
        let conditions: Bits = entry.conditions.iter().map(|(_, condition)| *condition).collect();
        let mut all = terms.all(&conditions);
        for (said, is) in equal {
            let said = terms.of(said);
            all.push(!self.graph.xor(said, is));
        }
        self.graph.all(&all)
    }

    /// The conditions that are not known to hold, without the variables that the start may choose.
    fn reduced(
        &mut self,
        start: &Said,
        conditions: Vec<(Label, Lit)>,
    ) -> std::result::Result<Vec<(Label, Lit)>, Label> {
        let (mut given, mut chosen) = (Vec::new(), Vec::new());
        for (label, condition) in conditions {
            let is_left_out = self.left_out.iter().any(|what| *what == label.name(start));
            let kinds = self.depends_on(condition);
            if condition == Lit::FALSE && !is_left_out {
                return Err(label);
            }
            if condition == Lit::TRUE || is_left_out || self.facts.contains(&condition) || kinds & OMITTED != 0 {
                continue;
            }
            if kinds & CHOSEN == 0 { given.push((label, condition)) } else { chosen.push((label, condition)) }
        }
        while let Some(first) = chosen.pop() {
            // All conditions with variables in common.
            let mut group = vec![first];
            let mut variables = self.chosen_of(first.1);
            loop {
                let of = |check: &Check, lit: Lit| check.chosen_of(lit).iter().any(|v| variables.contains(v));
                let (more, others): (Vec<_>, Vec<_>) = chosen.into_iter().partition(|(_, lit)| of(self, *lit));
                chosen = others;
                if more.is_empty() {
                    break;
                }
                more.iter().for_each(|(_, lit)| variables.extend(self.chosen_of(*lit)));
                group.extend(more);
            }
            // About nothing else: the case's proof shows that they can hold.
            if group.iter().all(|(_, lit)| self.depends_on(*lit) & GIVEN == 0) {
                continue;
            }
            if variables.len() > MOST_CHOSEN {
                return Err(first.0);
            }
            let mut variables: Vec<usize> = variables.into_iter().collect();
            variables.sort_unstable();
            for variable in variables {
                let (with, without): (Vec<_>, Vec<_>) =
                    group.into_iter().partition(|(_, lit)| self.chosen_of(*lit).contains(&variable));
                group = without;
                let Some(&(label, _)) = with.first() else { continue };
                let all: Bits = with.iter().map(|(_, lit)| *lit).collect();
                let all = self.graph.all(&all);
                let [no, yes] = [Lit::FALSE, Lit::TRUE]
                    .map(|value| self.graph.substitute(&[all], &FxHashMap::from_iter([(variable, value)]))[0]);
                let either = self.graph.or(no, yes);
                if either == Lit::FALSE || self.graph.len() > MOST_TERMS {
                    return Err(label);
                }
                group.extend(conjuncts(&self.graph, either).into_iter().map(|lit| (label, lit)));
            }
            given.extend(group.into_iter().filter(|(_, lit)| *lit != Lit::TRUE && !self.facts.contains(lit)));
        }
        Ok(given)
    }

    /// The kinds of variables on which a term depends.
    fn depends_on(&mut self, lit: Lit) -> u8 {
        for node in self.depends.len()..self.graph.len() {
            let kinds = match self.graph.node(node) {
                Node::False => 0,
                Node::Variable(_) => self.kinds.get(&node).copied().unwrap_or(GIVEN),
                Node::And(a, b) | Node::Xor(a, b) => self.depends[a.node()] | self.depends[b.node()],
            };
            self.depends.push(kinds);
        }
        self.depends[lit.node()]
    }

    /// The variables of a term that a start may choose.
    fn chosen_of(&self, lit: Lit) -> FxHashSet<usize> {
        let (mut seen, mut found) = (FxHashSet::default(), FxHashSet::default());
        let mut pending = vec![lit.node()];
        while let Some(node) = pending.pop() {
            if self.depends.get(node).is_some_and(|kinds| kinds & CHOSEN == 0) || !seen.insert(node) {
                continue;
            }
            match self.graph.node(node) {
                Node::Variable(_) if self.kinds.get(&node) == Some(&CHOSEN) => _ = found.insert(node),
                Node::And(a, b) | Node::Xor(a, b) => pending.extend([a.node(), b.node()]),
                _ => {}
            }
        }
        found
    }
}
