//! Kernels with nested loops: named places, with a statement about the state at each, however it was reached.
//!
//! From the entry and from each place, the kernel runs until it returns or reaches a place; there that place's statement must
//! hold. By induction over the places of a run, it holds each time. Termination is a separate question: where places have a
//! measure, it falls from each such place to the next.

use crate::arrivals::What;
use crate::bits::{Bits, number};
use crate::course::Bytes;
use crate::cuts::{Cut, THROUGHOUT};
use crate::graph::{Graph, Lit};
use crate::memory::ObjectId;
use crate::numbers::Number;
use crate::proof::{Proof, Statement};
use crate::refused::{Refused, Result, refuse};
use crate::state::{ARGUMENTS, STACK, State};
use crate::word::Word;
use iced_x86::Register;
use rustc_hash::{FxHashMap, FxHashSet};
use std::panic::Location;
use std::sync::Arc;

/// A register's bits, if at most this many differ from one another, are shown at once: those of a small number are about the same
/// terms. Otherwise many small questions are faster than one large one.
const TOGETHER: usize = 8;

/// A place in a kernel and what is known of the state there, in variables of the place's own, whose values the state determines.
/// All else is unknown. Words may also depend on what a call does not change.
#[derive(Clone, Default)]
pub(crate) struct Place {
    /// The instruction's address.
    pub(crate) at: u64,
    pub(crate) general: Vec<(Register, Word)>,
    /// Lowest bits of vector registers, by number.
    pub(crate) vectors: Vec<(usize, Bits)>,
    /// Mask registers, by number.
    pub(crate) masks: Vec<(usize, Bits)>,
    /// Quadwords on the stack, by distance below the return address.
    pub(crate) stack: Vec<(i64, Word)>,
    /// Bytes of other objects from an offset on.
    pub(crate) memory: Vec<(ObjectId, i64, Bits)>,
    /// The conditions that hold of all these.
    pub(crate) conditions: Vec<(&'static str, Lit)>,
    /// Numbers of digits among all these, each with what it is below, if that is one of the conditions.
    pub(crate) numbers: Vec<(Number, Option<(u64, Lit)>)>,
    /// Whether the upper halves of vector registers may be in use; otherwise they are as on entry.
    pub(crate) wide: bool,
    /// The assembly's names of the place and its registers, if it has them.
    cut: Option<Arc<Cut>>,
    own: FxHashSet<usize>,
    /// Those of its variables that stand where nothing is meant.
    unused: FxHashSet<usize>,
}

impl Place {
    pub(crate) fn new(at: u64) -> Place {
        Place { at, ..Place::default() }
    }

    /// A place that the assembly names, of which nothing is said yet.
    pub(crate) fn of_cut(cut: &Arc<Cut>) -> Place {
        Place { cut: Some(cut.clone()), ..Place::new(cut.at) }
    }

    /// Variables of this place.
    pub(crate) fn any(&mut self, graph: &Graph, count: usize) -> Bits {
        let bits = graph.inputs(count);
        self.own.extend(bits.iter().map(|bit| bit.node()));
        bits
    }

    /// Variables of this place for bits that mean nothing.
    pub(crate) fn unused(&mut self, graph: &Graph, count: usize) -> Bits {
        let bits = self.any(graph, count);
        self.unused.extend(bits.iter().map(|bit| bit.node()));
        bits
    }

    /// Whether a variable of this place is for a bit that means nothing.
    pub(crate) fn means_nothing(&self, node: usize) -> bool {
        self.unused.contains(&node)
    }

    /// Takes all that the place leaves open for bits that mean nothing.
    #[cfg(test)]
    pub(crate) fn make_unused(&mut self) {
        self.unused = self.own.clone();
    }

    /// The variables of this place for bits that mean nothing.
    pub(crate) fn unused_bits(&self) -> Bits {
        let mut bits: Bits = self.unused.iter().map(|&node| Lit::of(node)).collect();
        bits.sort_unstable();
        bits
    }

    /// Whether a node is a variable of this place.
    pub(crate) fn owns(&self, node: usize) -> bool {
        self.own.contains(&node)
    }

    /// A register with any number of `width` bits; the bits above are zero.
    pub(crate) fn number(&mut self, graph: &Graph, register: Register, width: usize) -> Bits {
        let mut bits = self.any(graph, width);
        let known = bits.clone();
        bits.resize(64, Lit::FALSE);
        self.is(register, Word::number(bits));
        known
    }

    pub(crate) fn is(&mut self, register: Register, word: Word) {
        self.general.retain(|(other, _)| *other != register);
        self.general.push((register, word));
    }

    /// The assembly's names of the place and its registers.
    pub(crate) fn cut(&self) -> Result<&Cut> {
        self.cut.as_deref().ok_or_else(|| Refused::new("the place has no name"))
    }

    /// The number of the vector register that the assembly calls so here.
    pub(crate) fn vector(&self, name: &str) -> Result<usize> {
        self.cut()?.vector(name)
    }

    /// The general register, as a whole, that the assembly calls so here.
    fn general(&self, name: &str) -> Result<Register> {
        self.cut()?.general(name)
    }

    /// States the content of the register that the assembly calls so here.
    pub(crate) fn holds(&mut self, name: &str, word: Word) -> Result<()> {
        self.is(self.general(name)?, word);
        Ok(())
    }

    /// The same, beside what was already said of it.
    pub(crate) fn holds_too(&mut self, name: &str, word: Word) -> Result<()> {
        self.general.push((self.general(name)?, word));
        Ok(())
    }

    /// The register that the assembly calls so here holds any number of `width` bits; the bits above are zero.
    pub(crate) fn holds_any(&mut self, graph: &Graph, name: &str, width: usize) -> Result<Bits> {
        Ok(self.number(graph, self.general(name)?, width))
    }

    /// The lowest bits of the vector register that the assembly calls so here.
    pub(crate) fn holds_vector(&mut self, name: &str, bits: Bits) -> Result<()> {
        let vector = self.vector(name)?;
        self.vectors.retain(|(other, _)| *other != vector);
        self.vectors.push((vector, bits));
        Ok(())
    }

    /// The content stated of the general register that the assembly calls so here.
    pub(crate) fn told(&self, name: &str) -> Result<&Word> {
        Ok(self.word(self.general(name)?))
    }

    /// The number that it was stated to be.
    pub(crate) fn told_number(&self, name: &str) -> Result<Bits> {
        self.told(name)?.as_number().map(<[Lit]>::to_vec)
    }

    /// The content stated of the vector register that the assembly calls so here.
    pub(crate) fn told_vector(&self, name: &str) -> Result<&[Lit]> {
        let vector = self.vector(name)?;
        let said = self.vectors.iter().find(|(other, _)| *other == vector);
        said.map(|(_, bits)| &bits[..]).ok_or_else(|| Refused::new(format!("nothing is said of {name}")))
    }

    /// The number in the register that the assembly calls so here, in a state at the place.
    pub(crate) fn number_in(&self, state: &State, name: &str) -> Result<Bits> {
        self.cut()?.number(state, name)
    }

    /// The vector register that the assembly calls so here, in a state at the place.
    pub(crate) fn vector_in<'a>(&self, state: &'a State, name: &str) -> Result<&'a Bits> {
        Ok(&state.vectors[self.vector(name)?])
    }

    /// Registers hold what they held in a state, if that is not what they held on entry.
    pub(crate) fn as_in(&mut self, state: &State, entry: &State, registers: &[Register]) {
        for &register in registers {
            let number = register.number();
            if register.is_gpr64() {
                self.is(register, state.general[number].clone());
            } else if register.is_k() && state.masks[number] != entry.masks[number] {
                self.masks.push((number, state.masks[number].clone()));
            } else if register.is_zmm() && state.vectors[number] != entry.vectors[number] {
                self.vectors.push((number, state.vectors[number].clone()));
            }
        }
    }

    /// The stated contents of a register.
    pub(crate) fn word(&self, register: Register) -> &Word {
        &self.general.iter().find(|(other, _)| *other == register).expect("a register of which something is said").1
    }

    /// The registers that the first instructions pushed, in this order, are stored as on entry; rsp is below them.
    pub(crate) fn pushed(&mut self, entry: &State, registers: &[Register]) {
        let mut below = 0;
        for &register in registers {
            below += 8;
            self.stack.push((below, entry.get(register).clone()));
        }
        let rsp = entry.get(Register::RSP).with_offset(number((STACK - below).cast_unsigned(), 64));
        self.is(Register::RSP, rsp);
    }

    /// Registers that are not pushed are still as on entry.
    pub(crate) fn kept(&mut self, entry: &State, registers: &[Register]) {
        registers.iter().for_each(|&register| self.is(register, entry.get(register).clone()));
    }
}

/// The results of a run from a place.
pub(crate) struct Reached {
    pub(crate) places: FxHashMap<u64, State>,
    pub(crate) returned: Option<State>,
}

impl Reached {
    /// The state in which the run comes to a place, if it does.
    pub(crate) fn at(&self, place: &Place) -> Option<&State> {
        self.places.get(&place.at)
    }

    /// When it comes to a place.
    pub(crate) fn path(&self, place: &Place) -> Lit {
        self.at(place).map_or(Lit::FALSE, |state| state.path)
    }

    /// When it returns.
    pub(crate) fn path_of_return(&self) -> Lit {
        self.returned.as_ref().map_or(Lit::FALSE, |state| state.path)
    }

    /// The states in which a turn of a loop comes to the next turn and to the return, if it comes to both.
    pub(crate) fn both(&self, next: &Place) -> Result<[&State; 2]> {
        match (self.at(next), &self.returned) {
            (Some(next), Some(returned)) => Ok([next, returned]),
            _ => refuse!("the loop does not both go on and end"),
        }
    }

    /// Every state that it comes to.
    pub(crate) fn ends(&self) -> impl Iterator<Item = &State> {
        self.places.values().chain(&self.returned)
    }

    /// The state in which it comes to a place that it must come to.
    pub(crate) fn arrival(&self, place: &Place) -> Result<&State> {
        self.at(place).ok_or_else(|| Refused::new("a place is not reached"))
    }
}

impl Proof<'_> {
    /// The start of the constant that the assembly calls so, as the kernel names it.
    pub(crate) fn table(&mut self, name: &str) -> Result<Word> {
        self.world.table(self.kernel, name)
    }

    /// The place that the assembly calls so. Pushed registers are on the stack as on entry, and so is each register that no
    /// instruction on a way to the place writes.
    pub(crate) fn place(&self, name: &str, entry: &State) -> Result<Place> {
        self.place_at(self.kernel.cut(name)?, entry)
    }

    /// `place` for a place that shares its name with others.
    pub(crate) fn place_at(&self, cut: &Arc<Cut>, entry: &State) -> Result<Place> {
        let mut place = Place::of_cut(cut);
        let before = self.kernel.before(place.at)?;
        place.wide = before.wide;
        place.pushed(entry, &before.pushed);
        place.kept(entry, &before.kept().collect::<Vec<_>>());
        Ok(place)
    }

    /// The content of vector registers from the place named "throughout" on, because nothing behind it writes them, and their content
    /// there is constant where these arguments are, 32 bits each.
    pub(crate) fn constants(&self, known: &[(usize, u64)]) -> Result<Vec<(usize, Bits)>> {
        let at = self.kernel.cut(THROUGHOUT)?.at;
        let mut apart = self.apart_to_run();
        let mut entry = apart.entry(&[]);
        for &(argument, value) in known {
            entry.set(ARGUMENTS[argument], apart.narrow(&number(value, 32)));
        }
        let ends = apart.run(self.kernel.address, entry, &[at])?;
        let Some(state) = ends.cuts.get(&at) else { refuse!("the constants are not reached") };
        let vectors = self.kernel.steady(at).into_iter().filter(|register| register.is_zmm());
        let held = vectors.map(|register| (register.number(), state.vectors[register.number()].clone()));
        Ok(held.filter(|(_, bits)| bits.iter().all(|bit| bit.known().is_some())).collect())
    }

    /// Runs from the entry to the return or the first place on each path, and shows the statements there.
    #[track_caller]
    pub(crate) fn enter(&mut self, entry: &State, places: &[Place]) -> Result<Reached> {
        self.note_begun(&Place::new(self.kernel.address), entry);
        self.reach(self.kernel.address, entry.clone(), entry, places)
    }

    /// Runs from any possible state of a place to the return or the next place on each path, and shows the statements there.
    #[track_caller]
    pub(crate) fn leave(&mut self, place: &Place, entry: &State, places: &[Place]) -> Result<Reached> {
        let state = self.any_state(place, entry)?;
        self.reach(place.at, state, entry, places)
    }

    /// Runs from any state of a place to another one, where nothing else may be reached.
    #[track_caller]
    pub(crate) fn lead(&mut self, place: &Place, entry: &State, to: &Place) -> Result<State> {
        let state = self.any_state(place, entry)?;
        self.lead_on(place, state, entry, to)
    }

    /// Runs from a given state of the place to another one.
    #[track_caller]
    pub(crate) fn lead_on(&mut self, place: &Place, state: State, entry: &State, to: &Place) -> Result<State> {
        let mut reached = self.reach(place.at, state, entry, std::slice::from_ref(to))?;
        if reached.returned.is_some() && !self.is_outset() {
            refuse!("it returns too early");
        }
        reached.places.remove(&to.at).ok_or_else(|| Refused::new("the next place is not reached"))
    }

    /// A state of which only a place's statement is known.
    pub(crate) fn any_state(&mut self, place: &Place, entry: &State) -> Result<State> {
        self.note_begun(place, entry);
        let mut state = State::anything(&self.graph);
        state.memory = self.world.anything(&self.graph)?;
        for (vector, above) in entry.vectors.iter().enumerate().take(16) {
            if place.wide {
                state.wide[vector] = true;
            } else {
                state.vectors[vector].splice(128.., above[128..].iter().copied());
            }
        }
        let stack = stack_of(entry)?;
        for (what, word) in What::said(place) {
            match what {
                What::General(register) => state.set(register, word),
                What::Stack(below) => {
                    self.world.set(&self.graph, &mut state.memory, stack, STACK - below, &word);
                }
                What::Vector(vector) => _ = state.vectors[vector].splice(..word.width(), word.offset().to_vec()),
                What::Mask(mask) => state.masks[mask] = word.offset().to_vec(),
            }
        }
        for (object, offset, bits) in &place.memory {
            for (bits, at) in bits.chunks(64).zip((*offset..).step_by(8)) {
                self.world.set(&self.graph, &mut state.memory, *object, at, &Word::number(bits.to_vec()));
            }
        }
        self.means_nothing(&place.unused_bits());
        for (what, condition) in &place.conditions {
            self.must_mean_something(what, &[*condition])?;
            self.assume(*condition);
        }
        place.numbers.iter().for_each(|(number, _)| self.know_number(number));
        self.any = Some((place.at, state.clone()));
        Ok(state)
    }

    /// Runs from a state to the return or the next place on each path, and shows the statements there.
    #[track_caller]
    pub(crate) fn reach(&mut self, start: u64, state: State, entry: &State, places: &[Place]) -> Result<Reached> {
        for place in places {
            let words = place.general.iter().map(|(_, word)| word).chain(place.stack.iter().map(|(_, word)| word));
            let said: Bits = words
                .flat_map(|word| word.offset().to_vec())
                .chain(place.conditions.iter().map(|(_, condition)| *condition))
                .chain(place.numbers.iter().flat_map(|(number, _)| number.terms()))
                .collect();
            let others = places.iter().filter(|other| other.at != place.at);
            let cone = self.graph.cone(&said);
            if others.flat_map(|other| &other.own).any(|node| cone.binary_search(node).is_ok()) {
                refuse!("what is said of a place stands on another's variables");
            }
        }
        places.iter().for_each(|place| self.note_reached(place, entry));
        self.effort.course.arrivals += places.len();
        let cuts: Vec<u64> = places.iter().map(|place| place.at).collect();
        let is_other = |(at, any): &(u64, State)| *at == start && !state.has_registers_of(any);
        if self.any.as_ref().is_some_and(is_other) && !self.is_outset() {
            refuse!("a run begins with something else than the place's statement allows");
        }
        let begun = state.memory.clone();
        let mut ends = self.run(start, state, &cuts)?;
        if self.is_outset() {
            return Ok(Reached { places: ends.cuts.into_iter().collect(), returned: ends.returned });
        }
        if let Some(returned) = &ends.returned {
            self.leaves_alone(returned, entry)?;
        }
        self.settle()?;
        let paths: Bits = ends.cuts.values().chain(&ends.returned).map(|state| state.path).collect();
        self.must_mean_something("to which end a run comes", &paths)?;
        for state in ends.cuts.values_mut() {
            self.must_be_seen(state, &begun, Bytes::default());
        }
        for (at, state) in &ends.cuts {
            let place = places.iter().find(|place| place.at == *at).expect("one of the cuts");
            self.show_place(place, state, entry)?;
        }
        self.mark_ends(Location::caller(), start, places, entry, &mut ends)?;
        Ok(Reached { places: ends.cuts.into_iter().collect(), returned: ends.returned })
    }

    /// Shows that a place's statement holds of a state.
    pub(crate) fn show_place(&mut self, place: &Place, state: &State, entry: &State) -> Result<()> {
        let name = match &place.cut {
            Some(cut) => format!("at {}", cut.name),
            None => format!("at {:#x}", place.at - self.kernel.address),
        };
        let statement = Statement::of(place);
        // The content there, bit by bit, and a message's names of these bits.
        let (mut is, mut named) = (Bits::new(), Vec::new());
        for (what, word) in What::said(place) {
            let found = self.word_at(state, entry, what)?;
            if !found.has_base_of(&word) {
                refuse!("{what} is not in the object that it is said to be in, {name}");
            }
            named.push((what.to_string(), is.len()..is.len() + word.width()));
            is.extend_from_slice(&found.offset()[..word.width()]);
        }
        for (object, offset, bits) in &place.memory {
            let mut found = self.world.now(&self.graph, &state.memory, *object, *offset, bits.len() / 8)?;
            // A bit that may be anything at the place is not claimed, unless it is said elsewhere too.
            let claimed = || (0..bits.len()).filter(|&bit| !statement.is_first(is.len() + bit));
            let told = self.stored_bits(state, *object, *offset, claimed())?;
            claimed().zip(told).for_each(|(bit, told)| found[bit] = told);
            named.push((format!("memory from byte {offset} on"), is.len()..is.len() + bits.len()));
            is.extend(found);
        }
        if !place.wide {
            for (vector, above) in entry.vectors.iter().enumerate().take(16) {
                if state.wide[vector] || state.vectors[vector][128..] != above[128..] {
                    refuse!("the upper half of vector register {vector} may be in use, {name}");
                }
            }
        }
        let values = statement.variables(&is);
        let conditions: Bits = place.conditions.iter().map(|(_, condition)| *condition).collect();
        let of_numbers = place.numbers.iter().flat_map(|(number, _)| number.terms());
        let all: Bits = statement.said.iter().chain(&conditions).copied().chain(of_numbers).collect();
        for node in self.graph.cone(&all) {
            if place.own.contains(&node) && !values.contains_key(&node) {
                refuse!("a condition {name} is about more than the state there");
            }
        }
        let new = self.graph.substitute(&all, &values);
        for (what, bits) in named {
            let follow = bits.filter(|&bit| !statement.is_first(bit));
            let mut goals: Bits = follow.map(|bit| self.graph.iff(new[bit], is[bit])).collect();
            goals.sort_unstable();
            goals.dedup();
            goals.retain(|&goal| !self.is_assumed(goal));
            if (1..=TOGETHER).contains(&goals.len()) {
                let goals: Bits = goals.into_iter().map(|goal| self.graph.implies(state.path, goal)).collect();
                self.show_parts(&format!("{what}, {name}"), &goals)?;
            } else {
                goals.into_iter().try_for_each(|goal| self.show_there(&what, &name, state, goal))?;
            }
        }
        let terms: FxHashMap<Lit, Lit> = all.into_iter().zip(new).collect();
        let mut shown = FxHashSet::default();
        for (number, below) in &place.numbers {
            let number = number.with(|bits| bits.iter().map(|bit| terms[bit]).collect());
            let (most, condition) = below.unwrap_or((0, Lit::TRUE));
            if self.show_number(&name, state.path, &number, most)? {
                shown.insert(condition);
            }
        }
        let conditions = place.conditions.iter().filter(|(_, condition)| !shown.contains(condition));
        for (what, condition) in conditions {
            self.show_there(what, &name, state, terms[condition])?;
        }
        Ok(())
    }

    fn show_there(&mut self, what: &str, name: &str, state: &State, goal: Lit) -> Result<()> {
        // An assumption at the place that was left, which is unchanged here.
        if self.is_assumed(goal) {
            return Ok(());
        }
        let goal = self.graph.or(!state.path, goal);
        self.show_part(&format!("{what}, {name}"), goal)
    }
}

/// The stack's object.
pub(crate) fn stack_of(entry: &State) -> Result<ObjectId> {
    entry.get(Register::RSP).object().ok_or_else(|| Refused::new("rsp is not on the stack"))
}
