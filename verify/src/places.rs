//! Kernels with nested loops: named places, with a statement about the state at each, however it
//! was reached.
//!
//! From the entry and from each place, the kernel runs until it returns or reaches a place; there
//! that place's statement must hold. By induction over the places of a run, it holds each time.
//! Termination is a separate question: where places have a measure, it falls from each such place
//! to the next.

use crate::bits::{Bits, number};
use crate::course::Bytes;
use crate::cuts::{Cut, THROUGHOUT};
use crate::graph::Lit;
use crate::place::{Place, Reached};
use crate::proof::{Proof, Statement};
use crate::refused::{Refused, Result, refuse};
use crate::slot::Slot;
use crate::state::{ARGUMENTS, STACK, State};
use crate::word::Word;
use rustc_hash::{FxHashMap, FxHashSet};
use std::panic::Location;
use std::sync::Arc;

/// A register's bits, if at most this many differ from one another, are shown at once: those of a
/// small number are about the same terms. Otherwise many small questions are faster than one large
/// one.
const TOGETHER: usize = 8;

impl Proof<'_> {
    /// The start of the constant that the assembly calls so, as the kernel names it.
    pub(crate) fn table(&mut self, name: &str) -> Result<Word> {
        self.world.table(self.kernel, name)
    }

    /// The place that the assembly calls so. Pushed registers are on the stack as on entry, and so
    /// is each register that no instruction on a way to the place writes.
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

    /// The content of vector registers from the place named "throughout" on, because nothing behind
    /// it writes them, and their content there is constant where these arguments are, 32 bits each.
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

    /// Runs from the entry to the return or the first place on each path, and shows the statements
    /// there.
    #[track_caller]
    pub(crate) fn enter(&mut self, entry: &State, places: &[Place]) -> Result<Reached> {
        self.note_begun(&Place::new(self.kernel.address), entry);
        self.reach(self.kernel.address, entry.clone(), entry, places)
    }

    /// Runs from any possible state of a place to the return or the next place on each path, and
    /// shows the statements there.
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
        let stack = entry.stack()?;
        for (what, word) in place.words() {
            match what {
                Slot::General(register) => state.set(register, word),
                Slot::Stack(below) => {
                    self.world.set(&self.graph, &mut state.memory, stack, STACK - below, &word);
                }
                Slot::Vector(vector) => _ = state.vectors[vector].splice(..word.width(), word.offset().to_vec()),
                Slot::Mask(mask) => state.masks[mask] = word.offset().to_vec(),
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

    /// Runs from a state to the return or the next place on each path, and shows the statements
    /// there.
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
        for (what, word) in place.words() {
            let found = self.word_at(state, entry, what)?;
            if !found.has_base_of(&word) {
                refuse!("{what} is not in the object that it is said to be in, {name}");
            }
            named.push((what.to_string(), is.len()..is.len() + word.width()));
            is.extend_from_slice(&found.offset()[..word.width()]);
        }
        for (object, offset, bits) in &place.memory {
            let mut found = self.world.now(&self.graph, &state.memory, *object, *offset, bits.len() / 8)?;
            // A bit that may be anything at the place is not claimed, unless it is said elsewhere
            // too.
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
