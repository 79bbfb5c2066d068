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
use crate::graph::Lit;
use crate::memory::ObjectId;
use crate::places::{Place, stack_of};
use crate::refused::Result;
use crate::state::{STACK, State};
use crate::word::Word;
use rustc_hash::FxHashMap;
use std::panic::Location;

/// Where a bit stands in a state.
#[derive(Clone, Copy)]
enum Stands {
    Item(What, usize),
    /// In the byte of an object.
    Byte(ObjectId, i64, usize),
}

/// What a place says of a bit.
struct Bit {
    said: Lit,
    stands: Stands,
}

/// The bits of a place's statement, and by variable of the place the number of the first of these that is the variable.
struct Statement {
    bits: Vec<Bit>,
    first: FxHashMap<usize, usize>,
}

impl Statement {
    fn of(place: &Place) -> Statement {
        let mut bits = Vec::new();
        for (what, word) in What::said(place) {
            let of_word = word.offset().iter().enumerate();
            bits.extend(of_word.map(|(bit, &said)| Bit { said, stands: Stands::Item(what, bit) }));
        }
        for (object, from, said) in &place.memory {
            let at = |bit: usize| Stands::Byte(*object, from + (bit / 8) as i64, bit % 8);
            bits.extend(said.iter().enumerate().map(|(bit, &said)| Bit { said, stands: at(bit) }));
        }
        let mut first = FxHashMap::default();
        for (number, bit) in bits.iter().enumerate().filter(|(_, bit)| place.owns(bit.said.node())) {
            first.entry(bit.said.node()).or_insert(number);
        }
        Statement { bits, first }
    }

    /// The numbers of the bits that are variables of which the statement does not say all, by where they stand: each variable once.
    fn open(&self, place: &Place) -> Vec<(Option<What>, Vec<usize>)> {
        let of_numbers: Bits = place.numbers.iter().flat_map(|(number, _)| number.bits.clone()).collect();
        let mut open: Vec<(Option<What>, Vec<usize>)> = Vec::new();
        for (number, Bit { said, stands }) in self.bits.iter().enumerate() {
            let is_open = self.first.get(&said.node()) == Some(&number)
                && !place.means_nothing(said.node())
                && of_numbers.iter().all(|of| of.node() != said.node());
            if !is_open {
                continue;
            }
            let what = match stands {
                Stands::Item(what, _) => Some(*what),
                Stands::Byte(..) => None,
            };
            match open.last_mut() {
                Some((last, bits)) if *last == what => bits.push(number),
                _ => open.push((what, vec![number])),
            }
        }
        open
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
            for (what, open) in statement.open(place) {
                let is: Bits =
                    open.iter().map(|&bit| self.bit(state, entry, &statement.bits[bit])).collect::<Result<_>>()?;
                let Some(wrong) = self.told.look(by, Of::Arrival(place.at, what), state.path, &is) else { continue };
                let mut values = is.clone();
                values[wrong] = !is[wrong];
                let (mut other, mut allowed) = self.other(place, &statement, (state, entry), &open, &values)?;
                if self.input_with(&[state.path, allowed])?.is_none() {
                    // Not without others.
                    values = self.graph.inputs(is.len());
                    values[wrong] = !is[wrong];
                    (other, allowed) = self.other(place, &statement, (state, entry), &open, &values)?;
                }
                let path = state.path;
                self.assume(self.graph.implies(path, allowed));
                *state = other;
            }
        }
        let mut paths: Vec<&mut Lit> =
            ends.cuts.values_mut().chain(&mut ends.returned).map(|end| &mut end.path).collect();
        paths.retain(|path| **path != Lit::FALSE);
        let taken: Bits = paths.iter().map(|path| **path).collect();
        if taken.len() > 1
            && let Some(from) = self.told.look(by, Of::Ways, Lit::TRUE, &taken)
        {
            let to = (from + 1) % taken.len();
            let moves = self.graph.and(taken[from], self.graph.input());
            self.told.path_of_wrong = Some(moves);
            *paths[from] = self.graph.and(taken[from], !moves);
            *paths[to] = self.graph.or(taken[to], moves);
            let joined = *paths[to];
            let end = ends.cuts.iter_mut().find(|(_, end)| end.path == joined);
            let (Some(place), Some((_, state))) =
                (end.as_ref().and_then(|(at, _)| places.iter().find(|of| of.at == **at)), end)
            else {
                return Ok(());
            };
            // Any of the states that the statement there allows.
            let statement = Statement::of(place);
            let own: Vec<usize> = statement.first.values().copied().collect();
            let is: Bits =
                own.iter().map(|&bit| self.bit(state, entry, &statement.bits[bit])).collect::<Result<_>>()?;
            let any = self.graph.choose_each(moves, &self.graph.inputs(is.len()), &is);
            let (other, allowed) = self.other(place, &statement, (state, entry), &own, &any)?;
            self.assume(self.graph.implies(moves, allowed));
            *state = other;
        }
        Ok(())
    }

    /// A state of a place in which some bits are others, and whether the place's statement allows what these come to.
    fn other(
        &mut self,
        place: &Place,
        statement: &Statement,
        (state, entry): (&State, &State),
        open: &[usize],
        values: &[Lit],
    ) -> Result<(State, Lit)> {
        let mut other = state.clone();
        let of_open: FxHashMap<usize, Lit> = open.iter().copied().zip(values.iter().copied()).collect();
        let mut of_variable = FxHashMap::default();
        for (&variable, first) in &statement.first {
            let bit = &statement.bits[*first];
            let value = match of_open.get(first) {
                Some(value) => *value,
                None => self.bit(state, entry, bit)?,
            };
            of_variable.insert(variable, value.negated_if(bit.said.is_negated()));
        }
        for bit in &statement.bits {
            let Some(first) = statement.first.get(&bit.said.node()).filter(|first| of_open.contains_key(first)) else {
                continue;
            };
            let flipped = bit.said.is_negated() != statement.bits[*first].said.is_negated();
            self.put(&mut other, entry, bit, of_open[first].negated_if(flipped))?;
        }
        let said: Bits = statement.bits.iter().map(|bit| bit.said).collect();
        let new = self.graph.substitute(&said, &of_variable);
        let mut allowed = Bits::new();
        for (bit, new) in statement.bits.iter().zip(new) {
            let is = self.bit(&other, entry, bit)?;
            if new != bit.said || is != self.bit(state, entry, bit)? {
                allowed.push(self.graph.iff(new, is));
            }
        }
        let conditions: Bits = place.conditions.iter().map(|(_, condition)| *condition).collect();
        allowed.extend(self.graph.substitute(&conditions, &of_variable));
        Ok((other, self.graph.all(&allowed)))
    }

    /// What stands there.
    pub(crate) fn word_at(&mut self, state: &State, entry: &State, what: What) -> Result<Word> {
        Ok(match what {
            What::General(register) => state.get(register).clone(),
            What::Stack(below) => self.world.get(&self.graph, &state.memory, stack_of(entry)?, STACK - below)?,
            What::Vector(vector) => Word::number(state.vectors[vector].clone()),
            What::Mask(mask) => Word::number(state.masks[mask].clone()),
        })
    }

    fn bit(&mut self, state: &State, entry: &State, bit: &Bit) -> Result<Lit> {
        match bit.stands {
            Stands::Item(what, bit) => Ok(self.word_at(state, entry, what)?.offset()[bit]),
            Stands::Byte(object, at, bit) => Ok(self.world.now(&self.graph, &state.memory, object, at, 1)?[bit]),
        }
    }

    fn put(&mut self, state: &mut State, entry: &State, bit: &Bit, value: Lit) -> Result<()> {
        match bit.stands {
            Stands::Item(what, bit) => {
                let word = self.word_at(state, entry, what)?;
                let mut bits = word.offset().to_vec();
                bits[bit] = value;
                match what {
                    What::General(register) => state.set(register, word.with_offset(bits)),
                    What::Stack(below) => {
                        let (stack, word) = (stack_of(entry)?, word.with_offset(bits));
                        self.world.set(&self.graph, &mut state.memory, stack, STACK - below, &word);
                    }
                    What::Vector(vector) => state.vectors[vector] = bits,
                    What::Mask(mask) => state.masks[mask] = bits,
                }
            }
            Stands::Byte(object, at, bit) => {
                let mut bits = self.world.now(&self.graph, &state.memory, object, at, 1)?;
                bits[bit] = value;
                self.world.set(&self.graph, &mut state.memory, object, at, &Word::number(bits));
            }
        }
        Ok(())
    }
}
