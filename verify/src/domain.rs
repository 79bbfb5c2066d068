//! Checks that a theorem covers all inputs that a kernel's contract allows. It is compared with
//! random calls from the kernel's exercise, whose memory is exactly as large and only as aligned as
//! the contract says.
//!
//! A case begins with arguments, memory objects and assumptions. It covers a call if these can take
//! the call's values. Some case that begins at the kernel's entry must cover each call; so must a
//! case of each other part that every call is said to pass. Each bit of a number that the contract
//! lets be set is set in some case, and clear in some.

use crate::bits::{known, number};
use crate::contract::callee;
use crate::course::{Bytes, Course};
use crate::graph::{Graph, Lit, Node};
use crate::image::{Image, Kernel};
use crate::memory::Given;
use crate::proof::{Outset, Proof};
use crate::refused::{Result, refuse};
use crate::solver::{Model, model_of};
use crate::state::{ARGUMENTS, State};
use crate::theorem::{Case, Theorem, of_case};
use crate::word::Word;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;
use stonemask::Random;
use stonemask_harness::{Access, Argument, Call, Callee, Contract, Memory, Parameter};

/// The number of calls drawn for each kernel: more for theorems with a case for each square or the
/// like.
const CALLS: usize = 16;
const CALLS_OF_MANY_CASES: usize = 128;
const MANY_CASES: usize = 8;

/// From how many more calls those are taken whose small numbers, such as squares, no call has yet,
/// and how many there are at most.
const MORE_CALLS: usize = 1 << 12;
const MOST_CALLS: usize = 1 << 9;

/// The result of comparing a theorem with calls.
#[derive(Default)]
pub(crate) struct Held {
    /// The first input that the kernel's exercise draws and the theorem does not cover, in words.
    pub(crate) problem: Option<String>,
    /// How many runs from the kernel's start the theorem is expected to have; a proof must make
    /// that many.
    pub(crate) calls: usize,
}

/// Holds a theorem against calls of its kernel; `courses` are those of its cases.
pub(crate) fn held(image: &Image, kernel: &Kernel, theorem: &Theorem, courses: &[&Course]) -> Held {
    held_by(image, kernel, theorem, &theorem.cases_of(kernel), courses)
}

fn held_by(image: &Image, kernel: &Kernel, theorem: &Theorem, cases: &[Case], courses: &[&Course]) -> Held {
    let Some(callee) = callee(kernel) else { return Held::default() };
    let mut parts: FxHashMap<&'static str, Vec<(Outset, Option<&Course>)>> = FxHashMap::default();
    for (number, case) in cases.iter().enumerate() {
        let Some(outset) = Proof::outset(image, kernel, &case.prove) else { continue };
        if outset.assumes_results {
            let problem = format!("{}something is assumed of what a run leaves", of_case(&case.name));
            return Held { problem: Some(problem), calls: 0 };
        }
        let course = courses.get(number).copied();
        match case.part {
            Some(part) => parts.entry(part).or_default().push((outset, course)),
            None if !outset.calls.is_empty() => parts.entry("").or_default().push((outset, course)),
            None => {}
        }
    }
    let calls = parts.values().flatten().map(|(outset, _)| outset.calls.len()).sum();
    if !parts.contains_key("") {
        return Held { problem: Some("no case begins at the kernel's entry".to_owned()), calls };
    }
    Held { problem: problem(kernel, theorem, callee, &mut parts, cases.len() > MANY_CASES), calls }
}

/// The first random call that no case of some part covers, or of whose results the cases that cover
/// it do not look at all, in words.
fn problem(
    kernel: &Kernel,
    theorem: &Theorem,
    callee: Callee,
    parts: &mut FxHashMap<&'static str, Vec<(Outset, Option<&Course>)>>,
    has_many_cases: bool,
) -> Option<String> {
    let mut random = Random::new(7);
    let count = if has_many_cases { CALLS_OF_MANY_CASES } else { CALLS };
    let mut calls: Vec<Call> = (0..count).map(|_| callee.call(kernel.tier, &mut random)).collect();
    let mut drawn: FxHashSet<Vec<u32>> = calls.iter().map(small_numbers).collect();
    for _ in 0..MORE_CALLS {
        let call = callee.call(kernel.tier, &mut random);
        if calls.len() < MOST_CALLS && drawn.insert(small_numbers(&call)) {
            calls.push(call);
        }
    }
    if let Some((mend, _)) = theorem.exceptions.mended {
        calls.iter_mut().for_each(|call| mend(call, kernel.tier));
    }
    for (part, outsets) in &mut *parts {
        let are_all_asked = outsets.iter().flat_map(|(_, course)| course).any(|course| !course.of_others.is_empty());
        for call in &calls {
            let (mut reasons, mut covering) = (Vec::new(), Vec::new());
            for (outset, course) in &mut *outsets {
                if (are_all_asked || covering.is_empty()) && outset.includes(call, &mut reasons) {
                    covering.push(*course);
                }
            }
            let mut asked = Bytes::default();
            covering.iter().flatten().for_each(|course| asked.join(course.asked.clone()));
            let unasked = covering.iter().flatten().find_map(|course| course.of_others.first_beyond(&asked));
            if let Some(place) = unasked {
                return Some(format!(
                    "no case says what {place} is after a call that the exercise draws: {}",
                    shown(call)
                ));
            }
            if covering.is_empty() {
                reasons.sort();
                reasons.dedup();
                let part = if part.is_empty() { String::new() } else { format!(" of {part}") };
                return Some(format!(
                    "no case{part} speaks of a call that the exercise draws ({}): {}",
                    reasons.join("; "),
                    shown(call)
                ));
            }
        }
    }
    left_out(theorem, &callee.contract(kernel.tier), &parts[""], &calls)
}

/// The arguments of a call that are squares, colours, rows and the like.
fn small_numbers(call: &Call) -> Vec<u32> {
    let small = |argument: &Argument| match argument {
        Argument::Narrow(value) if *value < 1 << 7 => Some(*value),
        _ => None,
    };
    call.arguments.iter().filter_map(small).collect()
}

/// In words, a bit of a number that is set in no input of any case, or clear in none, though the
/// contract allows it.
fn left_out(
    theorem: &Theorem,
    contract: &Contract,
    outsets: &[(Outset, Option<&Course>)],
    calls: &[Call],
) -> Option<String> {
    for (argument, (name, parameter)) in contract.parameters.iter().enumerate() {
        let may_be_set = theorem.numbers.iter().find(|(of, _)| of == name).map_or(u64::MAX, |&(_, bits)| bits);
        let may_be_set = match parameter {
            Parameter::Wide => may_be_set,
            // A caller may leave anything above.
            Parameter::Narrow => may_be_set | u64::MAX << 32,
            Parameter::Array(_) => continue,
        };
        // Bits that no drawn call has.
        let (mut clear, mut set) = (u64::MAX, may_be_set);
        for call in calls {
            let value = match call.arguments[argument] {
                Argument::Wide(value) => value,
                Argument::Narrow(value) => u64::from(value),
                Argument::Memory(_) => continue,
            };
            clear &= value;
            set &= !value;
        }
        for (bits, is_set, what) in [(clear, false, "clear"), (set, true, "set")] {
            let is_left = |&place: &usize| {
                bits >> place & 1 == 1 && !outsets.iter().any(|(outset, _)| outset.can_have(argument, place, is_set))
            };
            if let Some(place) = (0..64).find(is_left) {
                return Some(format!("bit {place} of {name} is {what} in no case"));
            }
        }
        // A number of which the contract says nothing, but perhaps that there is one at least, and
        // of which cases say something alone.
        if may_be_set == u64::MAX {
            let graph = Graph::new();
            let value = graph.inputs(64);
            let is_zero = |call: &Call| matches!(call.arguments[argument], Argument::Wide(0));
            let is_allowed = if calls.iter().any(is_zero) { Lit::TRUE } else { graph.any(&value) };
            let calls = outsets.iter().flat_map(|(outset, _)| outset.calls.iter().map(move |entry| (outset, entry)));
            let has: Vec<Lit> =
                calls.filter_map(|(outset, entry)| outset.has_number(entry, argument, &graph, &value)).collect();
            let none = !graph.any(&has);
            if let (false, Some(model)) = (has.is_empty(), model_of(&graph, &[is_allowed, none]).ok().flatten()) {
                return Some(format!("{name} is {:#x} in no case", graph.values_in(&model).number(&value)));
            }
        }
    }
    None
}

/// The arguments of a call, for people.
fn shown(call: &Call) -> String {
    let registers = ARGUMENTS.iter().map(|register| format!("{register:?}").to_lowercase());
    let arguments = call.arguments.iter().map(|argument| match argument {
        Argument::Wide(value) => format!("{value:#x}"),
        Argument::Narrow(value) => format!("{value:#x}"),
        Argument::Memory(memory) => {
            let bytes: String = memory.bytes.iter().take(128).map(|byte| format!("{byte:02x}")).collect();
            let more = if memory.bytes.len() > 128 { "..." } else { "" };
            format!("{} bytes {bytes}{more}", memory.bytes.len())
        }
    });
    registers
        .zip(arguments)
        .map(|(register, argument)| format!("{register} = {argument}"))
        .collect::<Vec<_>>()
        .join(", ")
}

impl Outset<'_> {
    /// Whether a call is covered; if not, perhaps a reason.
    fn includes(&mut self, call: &Call, reasons: &mut Vec<String>) -> bool {
        // A part without a run from the kernel's entry still names the arguments.
        let entries = if self.calls.is_empty() { vec![self.entry.clone()] } else { self.calls.clone() };
        entries.iter().any(|entry| self.begins_with(entry, call, reasons))
    }

    /// Whether a call is among the inputs that a state on entry stands for.
    fn begins_with(&mut self, entry: &State, call: &Call, reasons: &mut Vec<String>) -> bool {
        let mut conditions = [&self.assumptions[..], &[entry.path]].concat();
        // Where an object begins may depend on the other arguments, so these come first.
        let mut arguments: Vec<_> = ARGUMENTS.into_iter().zip(&call.arguments).collect();
        arguments.sort_by_key(|(register, argument)| match argument {
            Argument::Memory(_) => 1 + usize::from(known(entry.get(*register).offset()).is_none()),
            _ => 0,
        });
        for (register, argument) in arguments {
            match self.has_value(entry.get(register), argument, &conditions) {
                Ok(of_argument) if of_argument.contains(&Lit::FALSE) => {
                    reasons.push(format!("{register:?} is another").to_lowercase());
                    return false;
                }
                Ok(of_argument) => conditions.extend(of_argument),
                Err(refused) => {
                    reasons.push(format!("{register:?}: {refused}").to_lowercase());
                    return false;
                }
            }
        }
        let includes = self.can_be(&conditions).is_some();
        if !includes {
            reasons.push("these arguments together belong to no input of the case".to_owned());
        }
        includes
    }

    /// Whether a bit of an argument is set in some input, or clear.
    fn can_have(&self, argument: usize, place: usize, is_set: bool) -> bool {
        self.calls.iter().any(|entry| {
            entry.get(ARGUMENTS[argument]).as_number().is_ok_and(|bits| {
                let is = bits[place].negated_if(!is_set);
                is != Lit::FALSE && self.can_be(&[&self.assumptions[..], &[entry.path, is]].concat()).is_some()
            })
        })
    }

    /// A case's statement about an argument alone, for a value in another graph; `None` if it is an
    /// address.
    fn has_number(&self, entry: &State, argument: usize, graph: &Graph, value: &[Lit]) -> Option<Lit> {
        let mut of_bit: FxHashMap<usize, Lit> = FxHashMap::default();
        let mut all = Vec::new();
        for (&bit, &is) in entry.get(ARGUMENTS[argument]).as_number().ok()?.iter().zip(value) {
            match (bit.known(), self.graph.node(bit.node())) {
                (Some(known), _) => all.push(is.negated_if(!known)),
                (None, Node::Variable(_)) => match of_bit.entry(bit.node()) {
                    Entry::Vacant(free) => _ = free.insert(is.negated_if(bit.is_negated())),
                    Entry::Occupied(bound) => all.push(graph.iff(bound.get().negated_if(bit.is_negated()), is)),
                },
                _ => {}
            }
        }
        for condition in self.assumptions.iter().chain([&entry.path]) {
            let cone = self.graph.cone(&[*condition]);
            let alone = graph.copied(&self.graph.nodes(), cone, |_, node| of_bit.get(&node).copied());
            all.extend(alone.map(|alone| alone.of(*condition)));
        }
        Some(graph.all(&all))
    }

    /// An assignment that satisfies the conditions.
    fn can_be(&self, conditions: &[Lit]) -> Option<Model> {
        model_of(&self.graph, conditions).ok().flatten()
    }

    /// The condition that a word is an argument of a call; an error if it cannot be.
    fn has_value(&mut self, word: &Word, argument: &Argument, conditions: &[Lit]) -> Result<Vec<Lit>> {
        let value = match argument {
            Argument::Wide(value) => *value,
            // A caller may leave anything above: each bit is set in some call, and clear in
            // another.
            Argument::Narrow(value) => {
                let above = if value.count_ones() % 2 == 0 { 0xa5c3_9617_u64 } else { 0x5a3c_69e8 };
                above << 32 | u64::from(*value)
            }
            Argument::Memory(memory) => return self.has_memory(word, memory, conditions),
        };
        let same = self.graph.equal(word.as_number()?, &number(value, 64));
        Ok(vec![same])
    }

    /// The condition that an address is a call's memory. A numeric one is never used.
    fn has_memory(&mut self, word: &Word, memory: &Memory, conditions: &[Lit]) -> Result<Vec<Lit>> {
        let Some(object) = word.object() else {
            // It is never used as an address; so it may be any, and must.
            if !word.is_number() || word.offset().iter().any(|bit| bit.known().is_some()) {
                refuse!("it is not in memory");
            }
            return Ok(Vec::new());
        };
        // The offset of the address, where the conditions leave a choice one that they allow.
        let offset = match known(word.offset()) {
            Some(offset) => offset,
            None => {
                let settled = self.settled(word.offset());
                let Some(model) = self.can_be(&[conditions, &[settled]].concat()) else {
                    refuse!("the memory before it belongs to no input of the case");
                };
                self.graph.values_in(&model).number(word.offset())
            }
        };
        let mut found = vec![self.graph.equal(word.offset(), &number(offset, 64))];
        // Memory that is only written may hold anything before.
        let garbage: Vec<u8> = (0..memory.bytes.len()).map(|at| (151 * at + 77) as u8).collect();
        let given = Given {
            length: memory.bytes.len() as i64,
            // Of the first byte; it is the argument that is aligned.
            alignment: (memory.align as u64).min(1 << memory.ahead().trailing_zeros().min(12)),
            is_written: memory.access != Access::Read,
            is_room: memory.room.contains(&(0..memory.bytes.len())),
            bytes: if memory.access == Access::Write { &garbage } else { &memory.bytes },
        };
        let first = offset.cast_signed() - memory.pointer as i64;
        found.extend(self.world.lies_in(&self.graph, object, first, &given)?);
        Ok(found)
    }

    /// A condition that always holds, and names a vector's bits, so that an assignment has them.
    fn settled(&mut self, bits: &[Lit]) -> Lit {
        let free = self.graph.inputs(bits.len());
        self.graph.equal(bits, &free)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proof::Verdict;
    use crate::theorems;
    use iced_x86::Register;
    use rayon::prelude::*;

    /// A theorem about a kernel is refused once its cases are changed or left out.
    #[track_caller]
    fn assert_narrow(kernel: &str, what: &str, narrow: impl Fn(Case) -> Option<Case>) {
        let image = Image::of_this_program().unwrap();
        let kernel = image.kernel(kernel).unwrap();
        let theorem = theorems::about(kernel).unwrap();
        assert_eq!(held(&image, kernel, &theorem, &[]).problem, None);
        let cases: Vec<Case> = theorem.cases_of(kernel).into_iter().filter_map(narrow).collect();
        let problem = held_by(&image, kernel, &theorem, &cases, &[]).problem;
        assert!(problem.as_ref().is_some_and(|problem| problem.contains(what)), "{}: {problem:?}", kernel.name);
    }

    #[test]
    fn nothing_is_assumed_of_what_a_run_leaves() {
        let image = Image::of_this_program().unwrap();
        for kernel in &image.kernels {
            let Some(theorem) = theorems::about(kernel) else { continue };
            theorem.cases_of(kernel).par_iter().for_each(|case| {
                let outset = Proof::outset(&image, kernel, &case.prove);
                assert!(outset.is_none_or(|outset| !outset.assumes_results), "{}, {}", kernel.name, case.name);
            });
        }
        assert_narrow("gomoku_five_16_x64", "something is assumed of what a run leaves", |case| {
            Some(case.then(|proof| {
                let entry = proof.entry(&[]);
                let end = proof.run(proof.kernel.address, entry, &[]).unwrap().returned.unwrap();
                let bit = end.get(Register::RAX).offset()[3];
                proof.assume(!bit);
            }))
        });
    }

    #[test]
    fn a_theorem_without_one_of_its_cases_is_too_narrow() {
        // Full boards and boards without empty points are drawn, and each square and column.
        for (kernel, dropped) in [
            ("gomoku_choose_avx2", "a game that is over"),
            ("gomoku_choose_avx2", "a game's number"),
            ("gomoku_five_16_x64", "column 3"),
            ("othello_flips_avx2", "d3"),
            // In none of the first calls.
            ("othello_outflanks_x64", "c3"),
            ("nogo_is_legal_x64", "black a1"),
        ] {
            assert_narrow(kernel, "speaks of a call", |case| (case.name != dropped).then_some(case));
        }
    }

    #[test]
    fn what_a_case_leaves_to_others_they_say_of_the_same_calls() {
        let image = Image::of_this_program().unwrap();
        let kernel = image.kernel("othello_packed6_move_x64").unwrap();
        let theorem = theorems::about(kernel).unwrap();
        let cases = theorem.cases_of(kernel);
        let mut whole = Bytes::default();
        whole.add("state", (0..12).map(|at| (at, 0xff)));
        let [looks, leaves] = [(whole.clone(), Bytes::default()), (Bytes::default(), whole)]
            .map(|(asked, of_others)| Course { asked, of_others, ..Course::default() });
        // Each case is about a cell, so no other one speaks of its calls.
        let mut courses = vec![&looks; cases.len()];
        assert_eq!(held_by(&image, kernel, &theorem, &cases, &courses).problem, None);
        courses[9] = &leaves;
        let problem = held_by(&image, kernel, &theorem, &cases, &courses).problem.unwrap();
        assert!(problem.starts_with("no case says what byte 0 of state is after a call"), "{problem}");
        // Twice.
        let cases: Vec<Case> = cases.into_iter().chain(theorem.cases_of(kernel)).collect();
        courses.extend(vec![&looks; courses.len()]);
        assert_eq!(held_by(&image, kernel, &theorem, &cases, &courses).problem, None);
    }

    #[test]
    fn a_theorem_without_a_case_from_a_place_is_not_complete() {
        let image = Image::of_this_program().unwrap();
        let kernel = image.kernel("othello_batch_children_avx2").unwrap();
        let theorem = theorems::about(kernel).unwrap();
        let gap = |without: &str| {
            let mut course = Course::default();
            for case in theorem.cases_of(kernel).iter().filter(|case| case.name != without) {
                let (verdict, effort) = Proof::verdict(&image, kernel, &case.prove);
                assert_eq!(verdict, Verdict::Proved, "{}", case.name);
                course.join(effort.course);
            }
            course.gap(&kernel.addresses())
        };
        assert_eq!(gap(""), None);
        for without in ["a board", "a square", "a board is done"] {
            let gap = gap(without);
            assert!(gap.as_ref().is_some_and(|gap| gap.contains("and none begins there")), "{without}: {gap:?}");
        }
    }

    #[test]
    fn an_assumption_that_the_contract_does_not_make_is_too_narrow() {
        // Of an argument's lowest bit, and of the least byte of memory that an argument points to.
        for kernel in ["othello_outflanks_x64", "gomoku_choose_avx2", "random_fill_avx2", "nogo_plays_x64"] {
            assert_narrow(kernel, "no case speaks of a call", |case| {
                Some(case.then(|proof| proof.assume_of_first_argument()))
            });
        }
    }

    #[test]
    fn an_upper_half_of_a_narrow_argument_that_is_taken_for_zero_is_too_narrow() {
        for kernel in ["othello_outflanks_x64", "gomoku_five_16_avx2", "nogo_is_legal_x64"] {
            assert_narrow(kernel, "no case speaks of a call", |case| {
                Some(case.then(|proof| proof.assume_clear_above(2)))
            });
        }
    }

    #[test]
    fn a_number_that_is_taken_to_be_small_is_too_narrow() {
        for (kernel, argument, number) in [("expand_mask_avx2", 2, "bits"), ("expand_planes_avx2", 1, "rows")] {
            assert_narrow(kernel, &format!("bit 32 of {number} is set in no case"), |case| {
                Some(case.then(move |proof| proof.assume_clear_above(argument)))
            });
        }
    }

    #[test]
    fn a_number_two_bits_of_which_are_taken_to_differ_is_too_narrow() {
        for (kernel, argument, number) in [("random_fill_avx2", 2, "steps"), ("expand_mask_avx2", 1, "rows")] {
            assert_narrow(kernel, &format!("{number} is 0x"), |case| {
                Some(case.then(move |proof| proof.assume_not_both(argument, [20, 21])))
            });
        }
    }

    #[test]
    fn an_object_that_is_longer_than_the_call_s_is_too_narrow() {
        assert_narrow("random_fill_avx2", "has no more than", |case| {
            Some(case.then(|proof| proof.world.make_longer()))
        });
    }
}
