//! The bits that the statement of a place leaves open.
//!
//! A statement has variables, such as how much is left to do. That it holds on arriving says little
//! of them: a case must say what they are, and to which of its ends a run comes. So these are
//! marked like results (`marks.rs`), and told wrong where the statement there allows it.

use super::Proof;
use super::looked::Of;
use crate::bits::Bits;
use crate::execute::Ends;
use crate::graph::{Graph, Lit};
use crate::place::Place;
use crate::refused::Result;
use crate::slot::Slot;
use crate::state::{STACK, State};
use crate::word::{ObjectId, Word};
use rustc_hash::{FxHashMap, FxHashSet};
use std::panic::Location;

/// Where a bit stands in a state.
#[derive(Clone, Copy)]
enum Stands {
    Item(Slot, usize),
    /// In the byte of an object.
    Byte(ObjectId, i64, usize),
}

/// A place's statement about a state: its bits, where each stands, and by variable of the place the
/// number of the first of these that is the variable. The other bits follow.
pub(crate) struct Statement {
    pub(crate) said: Bits,
    stands: Vec<Stands>,
    first: FxHashMap<usize, usize>,
}

impl Statement {
    /// Registers and the stack first, then memory.
    pub(crate) fn of(place: &Place) -> Statement {
        let (mut said, mut stands, mut first) = (Bits::new(), Vec::new(), FxHashMap::default());
        for (what, word) in place.words() {
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

    /// The values of the place's variables, if these bits stand where its statement says what they
    /// are.
    pub(crate) fn variables(&self, is: &[Lit]) -> FxHashMap<usize, Lit> {
        let value = |number: usize| is[number].negated_if(self.said[number].is_negated());
        self.first.iter().map(|(&variable, &number)| (variable, value(number))).collect()
    }

    /// The bits, by number, that are variables of which the statement does not say all, by where
    /// they stand.
    fn open(&self, place: &Place) -> Vec<(Option<Slot>, Vec<usize>)> {
        // A number's bits follow from its digits, unless these are the bits themselves.
        let mut of_numbers: FxHashSet<usize> = FxHashSet::default();
        for (number, _) in &place.numbers {
            let is_bit = |digit: &Lit| number.bits.iter().any(|bit| bit.node() == digit.node());
            if !number.digits.iter().flat_map(|(bits, _)| bits).any(is_bit) {
                of_numbers.extend(number.bits.iter().map(|bit| bit.node()));
            }
        }
        let mut open: Vec<(Option<Slot>, Vec<usize>)> = Vec::new();
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

    /// The bits there if some of the variables are others, where `is` stands now; the statement's
    /// bits then, and its conditions.
    fn others(&self, graph: &Graph, place: &Place, is: &[Lit], wrong: &FxHashMap<usize, Lit>) -> Others {
        let told = |node: usize| wrong.get(&node).copied().unwrap_or(Lit::FALSE);
        let found = is.iter().zip(&self.said).map(|(&is, said)| graph.xor(is, told(said.node()))).collect();
        let variables = self.variables(is).into_iter();
        let variables = variables.map(|(variable, is)| (variable, graph.xor(is, told(variable)))).collect();
        let conditions: Bits = place.conditions.iter().map(|(_, condition)| *condition).collect();
        let conditions = graph.all(&graph.substitute(&conditions, &variables));
        Others { found, said: graph.substitute(&self.said, &variables), conditions }
    }
}

/// The bits at a place, those of its statement, and whether its conditions hold.
struct Others {
    found: Bits,
    said: Bits,
    conditions: Lit,
}

impl Proof<'_> {
    /// Marks what a run leaves at places where their statements leave it open, and to which of its
    /// ends it comes, in any state that the statement there allows.
    pub(crate) fn mark_ends(
        &mut self,
        by: &'static Location,
        start: u64,
        places: &[Place],
        entry: &State,
        ends: &mut Ends,
    ) -> Result<()> {
        if !self.told.is_marked() {
            return Ok(());
        }
        for place in places {
            let Some(state) = ends.cuts.get_mut(&place.at) else { continue };
            let (statement, is) = self.said_at(place, state, entry)?;
            let (mut wrong, first) = (FxHashMap::default(), self.next_mark());
            for (what, open) in statement.open(place) {
                let mark = self.next_mark();
                let bits = open.iter().map(|&number| is[number]).collect();
                self.marked((by, Of::Arrival(place.at, what)), state.path, bits);
                let marks = (mark..).map(|mark| self.graph.mark(mark as u32));
                wrong.extend(open.iter().map(|&number| statement.said[number].node()).zip(marks));
            }
            let Others { found, said, conditions } = statement.others(&self.graph, place, &is, &wrong);
            // A claim that was shown, and is the same, holds.
            let follow = (0..is.len()).filter(|&number| !place.owns(statement.said[number].node()));
            let changed = follow.filter(|&number| said[number] != statement.said[number]);
            let mut allowed: Bits = changed.map(|number| self.graph.iff(said[number], found[number])).collect();
            allowed.push(conditions);
            self.allow_only(first..self.next_mark(), self.graph.all(&allowed));
            self.put_bits(place, state, entry, &found)?;
        }
        let Ends { cuts, returned } = ends;
        let of_cuts = cuts.iter_mut().map(|(at, state)| (*at, state));
        for (to, mark) in self.mark_ways(by, start, of_cuts, returned) {
            let Some(place) = places.iter().find(|place| Some(place.at) == to) else { continue };
            let state = cuts.get_mut(&place.at).expect("a place to which the run comes");
            let (statement, is) = self.said_at(place, state, entry)?;
            let variables: Vec<usize> = statement.first.keys().copied().collect();
            let (moved, beside) = (self.graph.mark(mark as u32), self.marks_beside(mark, variables.len()));
            let wrong = variables.into_iter().zip(self.graph.gated(moved, &beside)).collect();
            let Others { mut found, said, conditions } = statement.others(&self.graph, place, &is, &wrong);
            for number in (0..is.len()).filter(|&number| !place.owns(statement.said[number].node())) {
                found[number] = self.graph.choose(moved, said[number], found[number]);
            }
            // A run may go to any place that leaves nothing open, where its statement holds.
            let is_open = !statement.open(place).is_empty();
            self.allow_only(mark..mark + 1, self.graph.implies(moved, if is_open { conditions } else { Lit::FALSE }));
            self.put_bits(place, state, entry, &found)?;
        }
        Ok(())
    }

    /// The word of which a statement speaks.
    pub(crate) fn word_at(&mut self, state: &State, entry: &State, what: Slot) -> Result<Word> {
        Ok(match what {
            Slot::General(register) => state.get(register).clone(),
            Slot::Stack(below) => self.world.get(&self.graph, &state.memory, entry.stack()?, STACK - below)?,
            Slot::Vector(vector) => Word::number(state.vectors[vector].clone()),
            Slot::Mask(mask) => Word::number(state.masks[mask].clone()),
        })
    }

    /// A place's statement, and the bits that stand where it says what they are.
    fn said_at(&mut self, place: &Place, state: &State, entry: &State) -> Result<(Statement, Bits)> {
        let statement = Statement::of(place);
        let bit = |stands: &Stands| match *stands {
            Stands::Item(what @ Slot::Stack(_), bit) => Ok(self.word_at(state, entry, what)?.offset()[bit]),
            Stands::Item(what, bit) => Ok(state.bits_of(what)[bit]),
            Stands::Byte(object, at, bit) => Ok(self.world.now(&self.graph, &state.memory, object, at, 1)?[bit]),
        };
        let is = statement.stands.iter().map(bit).collect::<Result<_>>()?;
        Ok((statement, is))
    }

    /// Puts bits there.
    fn put_bits(&mut self, place: &Place, state: &mut State, entry: &State, bits: &[Lit]) -> Result<()> {
        let mut rest = bits;
        for (what, word) in place.words() {
            let new;
            (new, rest) = rest.split_at(word.width());
            if let Slot::Stack(below) = what {
                let word = self.word_at(state, entry, what)?.with_offset(new.to_vec());
                self.world.set(&self.graph, &mut state.memory, entry.stack()?, STACK - below, &word);
            } else {
                state.set_bits(what, new.iter().copied().enumerate());
            }
        }
        for (object, from, said) in &place.memory {
            let new;
            (new, rest) = rest.split_at(said.len());
            for (bits, at) in new.chunks(64).zip((*from..).step_by(8)) {
                self.world.set(&self.graph, &mut state.memory, *object, at, &Word::number(bits.to_vec()));
            }
        }
        Ok(())
    }
}
