//! What the statement of a place leaves open, told wrong to a case.
//!
//! A statement has variables, such as how much is left to do. That it holds on arriving says little of them: a case must say what
//! they are, and to which of its ends a run comes. So a case is told that one of a place's variables is another, or that some of the
//! runs come to another end, each in a state that the statements there allow. Its claims must refute that.

use super::Proof;
use super::told::Of;
use crate::arrivals::What;
use crate::bits::Bits;
use crate::execute::Ends;
use crate::graph::{Graph, Lit};
use crate::memory::ObjectId;
use crate::places::{Place, stack_of};
use crate::refused::Result;
use crate::state::{STACK, State};
use crate::word::Word;
use rustc_hash::{FxHashMap, FxHashSet};
use std::panic::Location;

/// Where a bit stands in a state.
#[derive(Clone, Copy)]
enum Stands {
    Item(What, usize),
    /// In the byte of an object.
    Byte(ObjectId, i64, usize),
}

/// What a place says of a state: the bits of its statement, where each stands, and by variable of the place the number of the first
/// of these that is the variable. What the other bits are follows.
pub(crate) struct Statement {
    pub(crate) said: Bits,
    stands: Vec<Stands>,
    first: FxHashMap<usize, usize>,
}

impl Statement {
    /// Registers and the stack first, then memory.
    pub(crate) fn of(place: &Place) -> Statement {
        let (mut said, mut stands, mut first) = (Bits::new(), Vec::new(), FxHashMap::default());
        for (what, word) in What::said(place) {
            said.extend_from_slice(word.offset());
            stands.extend((0..word.width()).map(|bit| Stands::Item(what, bit)));
        }
        for (object, from, bits) in &place.memory {
            said.extend_from_slice(bits);
            stands.extend((0..bits.len()).map(|bit| Stands::Byte(*object, from + (bit / 8) as i64, bit % 8)));
        }
        for (number, bit) in said.iter().enumerate().filter(|(_, bit)| place.owns(bit.node())) {
            first.entry(bit.node()).or_insert(number);
        }
        Statement { said, stands, first }
    }

    /// Whether a bit is the first that is its variable.
    pub(crate) fn is_first(&self, number: usize) -> bool {
        self.first.get(&self.said[number].node()) == Some(&number)
    }

    /// What the place's variables are, if these bits stand where its statement says what they are.
    pub(crate) fn variables(&self, is: &[Lit]) -> FxHashMap<usize, Lit> {
        let value = |number: usize| is[number].negated_if(self.said[number].is_negated());
        self.first.iter().map(|(&variable, &number)| (variable, value(number))).collect()
    }

    /// The bits, by number, that are variables of which the statement does not say all, by where they stand.
    fn open(&self, place: &Place) -> Vec<(Option<What>, Vec<usize>)> {
        // A number's bits follow from its digits, unless these are the bits themselves.
        let mut of_numbers: FxHashSet<usize> = FxHashSet::default();
        for (number, _) in &place.numbers {
            let is_bit = |digit: &Lit| number.bits.iter().any(|bit| bit.node() == digit.node());
            if !number.digits.iter().flat_map(|(bits, _)| bits).any(is_bit) {
                of_numbers.extend(number.bits.iter().map(|bit| bit.node()));
            }
        }
        let mut open: Vec<(Option<What>, Vec<usize>)> = Vec::new();
        for (number, said) in self.said.iter().enumerate() {
            if !self.is_first(number) || place.means_nothing(said.node()) || of_numbers.contains(&said.node()) {
                continue;
            }
            let what = match self.stands[number] {
                Stands::Item(what, _) => Some(what),
                Stands::Byte(..) => None,
            };
            match open.last_mut() {
                Some((last, bits)) if *last == what => bits.push(number),
                _ => open.push((what, vec![number])),
            }
        }
        open
    }

    /// The bits that stand there if some of the variables are others, and the condition that the place allows this.
    fn others(&self, graph: &Graph, place: &Place, is: &[Lit], open: &[usize], values: &[Lit]) -> (Bits, Lit) {
        let mut variables = self.variables(is);
        let new = open.iter().zip(values).map(|(&number, value)| {
            let said = self.said[number];
            (said.node(), value.negated_if(said.is_negated()))
        });
        variables.extend(new);
        let told = graph.substitute(&self.said, &variables);
        let bit = |number: usize| if place.owns(self.said[number].node()) { told[number] } else { is[number] };
        let others: Bits = (0..is.len()).map(bit).collect();
        // What was shown, and is the same, holds.
        let changed = (0..is.len()).filter(|&number| told[number] != self.said[number] || others[number] != is[number]);
        let mut allowed: Bits = changed.map(|number| graph.iff(told[number], others[number])).collect();
        let conditions: Bits = place.conditions.iter().map(|(_, condition)| *condition).collect();
        allowed.extend(graph.substitute(&conditions, &variables));
        (others, graph.all(&allowed))
    }
}

impl Proof<'_> {
    /// What a run leaves at places, as a case is told of it: one variable of a place may be another, or some of the runs may come to
    /// another end than they do.
    pub(crate) fn tell_arrivals(
        &mut self,
        by: &'static Location,
        places: &[Place],
        entry: &State,
        ends: &mut Ends,
    ) -> Result<()> {
        for place in places {
            let Some(state) = ends.cuts.get_mut(&place.at) else { continue };
            let statement = Statement::of(place);
            let all = self.bits_at(&statement, state, entry)?;
            for (what, open) in statement.open(place) {
                let is: Bits = open.iter().map(|&number| all[number]).collect();
                let Some(wrong) = self.told.look(by, Of::Arrival(place.at, what), state.path, &is) else { continue };
                let mut values = is.clone();
                values[wrong] = !is[wrong];
                let (mut others, mut allowed) = statement.others(&self.graph, place, &all, &open, &values);
                if self.input_with(&[state.path, allowed])?.is_none() {
                    // Not alone.
                    values = self.graph.inputs(is.len());
                    values[wrong] = !is[wrong];
                    (others, allowed) = statement.others(&self.graph, place, &all, &open, &values);
                }
                self.assume(self.graph.implies(state.path, allowed));
                self.put_bits(&statement, state, entry, &all, &others)?;
            }
        }
        self.tell_ways(by, places, entry, ends)
    }

    /// To which ends runs come, as a case is told of it.
    fn tell_ways(&mut self, by: &'static Location, places: &[Place], entry: &State, ends: &mut Ends) -> Result<()> {
        let cuts = ends.cuts.iter_mut().map(|(at, state)| (Some(*at), state));
        let mut ends: Vec<_> = cuts.chain(ends.returned.as_mut().map(|state| (None, state))).collect();
        ends.retain(|(_, state)| state.path != Lit::FALSE);
        let paths: Bits = ends.iter().map(|(_, state)| state.path).collect();
        if paths.len() < 2 {
            return Ok(());
        }
        let Some(from) = self.told.look(by, Of::Ways, Lit::TRUE, &paths) else { return Ok(()) };
        let to = (from + 1) % paths.len();
        let moves = self.graph.and(paths[from], self.graph.input());
        self.told.path_of_wrong = Some(moves);
        ends[from].1.path = self.graph.and(paths[from], !moves);
        let (at, state) = &mut ends[to];
        state.path = self.graph.or(paths[to], moves);
        let Some(place) = places.iter().find(|place| Some(place.at) == *at) else { return Ok(()) };
        // In any of the states that the statement there allows.
        let statement = Statement::of(place);
        let all = self.bits_at(&statement, state, entry)?;
        let own: Vec<usize> = (0..all.len()).filter(|&number| statement.is_first(number)).collect();
        let is: Bits = own.iter().map(|&number| all[number]).collect();
        let any = self.graph.choose_each(moves, &self.graph.inputs(is.len()), &is);
        let (others, allowed) = statement.others(&self.graph, place, &all, &own, &any);
        self.assume(self.graph.implies(moves, allowed));
        self.put_bits(&statement, state, entry, &all, &others)
    }

    /// The word of which a statement speaks.
    pub(crate) fn word_at(&mut self, state: &State, entry: &State, what: What) -> Result<Word> {
        Ok(match what {
            What::General(register) => state.get(register).clone(),
            What::Stack(below) => self.world.get(&self.graph, &state.memory, stack_of(entry)?, STACK - below)?,
            What::Vector(vector) => Word::number(state.vectors[vector].clone()),
            What::Mask(mask) => Word::number(state.masks[mask].clone()),
        })
    }

    /// The bits that stand where a statement says what they are.
    fn bits_at(&mut self, statement: &Statement, state: &State, entry: &State) -> Result<Bits> {
        let bit = |stands: &Stands| match *stands {
            Stands::Item(what @ What::Stack(_), bit) => Ok(self.word_at(state, entry, what)?.offset()[bit]),
            Stands::Item(what, bit) => Ok(state.bits_of(what)[bit]),
            Stands::Byte(object, at, bit) => Ok(self.world.now(&self.graph, &state.memory, object, at, 1)?[bit]),
        };
        statement.stands.iter().map(bit).collect()
    }

    /// Puts bits there, where they are others than these.
    fn put_bits(
        &mut self,
        statement: &Statement,
        state: &mut State,
        entry: &State,
        is: &[Lit],
        others: &[Lit],
    ) -> Result<()> {
        let with = |bits: &[Lit], bit: usize, other: Lit| {
            let mut bits = bits.to_vec();
            bits[bit] = other;
            bits
        };
        for number in (0..is.len()).filter(|&number| is[number] != others[number]) {
            let other = others[number];
            match statement.stands[number] {
                Stands::Item(what @ What::Stack(below), bit) => {
                    let word = self.word_at(state, entry, what)?;
                    let word = word.with_offset(with(word.offset(), bit, other));
                    self.world.set(&self.graph, &mut state.memory, stack_of(entry)?, STACK - below, &word);
                }
                Stands::Item(what, bit) => state.set_bits(what, [(bit, other)]),
                Stands::Byte(object, at, bit) => {
                    let byte = self.world.now(&self.graph, &state.memory, object, at, 1)?;
                    let byte = Word::number(with(&byte, bit, other));
                    self.world.set(&self.graph, &mut state.memory, object, at, &byte);
                }
            }
        }
        Ok(())
    }
}
