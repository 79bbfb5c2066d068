//! Places in a kernel, and the statement of each about the state there.

use crate::bits::{Bits, number};
use crate::cuts::Cut;
use crate::graph::{Graph, Lit};
use crate::numbers::Number;
use crate::refused::{Refused, Result, refuse};
use crate::slot::Slot;
use crate::state::{STACK, State};
use crate::word::{ObjectId, Word};
use iced_x86::Register;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// A place in a kernel and what is known of the state there, in variables of the place's own, whose
/// values the state determines. All else is unknown. Words may also depend on what a call does not
/// change.
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
    /// Numbers of digits among all these, each with what it is below, if that is one of the
    /// conditions.
    pub(crate) numbers: Vec<(Number, Option<(u64, Lit)>)>,
    /// Whether the upper halves of vector registers may be in use; otherwise they are as on entry.
    pub(crate) wide: bool,
    /// The assembly's names of the place and its registers, if it has them.
    pub(crate) cut: Option<Arc<Cut>>,
    pub(crate) own: FxHashSet<usize>,
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

    /// The register that the assembly calls so here holds any number of `width` bits; the bits
    /// above are zero.
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

    /// All of which the statement speaks, but for memory.
    pub(crate) fn words(&self) -> impl Iterator<Item = (Slot, Word)> {
        let general = self.general.iter().map(|(register, word)| (Slot::General(*register), word.clone()));
        let stack = self.stack.iter().map(|(below, word)| (Slot::Stack(*below), word.clone()));
        let vectors = self.vectors.iter().map(|(vector, bits)| (Slot::Vector(*vector), Word::number(bits.clone())));
        let masks = self.masks.iter().map(|(mask, bits)| (Slot::Mask(*mask), Word::number(bits.clone())));
        general.chain(stack).chain(vectors).chain(masks)
    }

    /// The registers that the first instructions pushed, in this order, are stored as on entry; rsp
    /// is below them.
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

    /// The states in which a turn of a loop comes to the next turn and to the return, if it comes
    /// to both.
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
