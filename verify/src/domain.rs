//! Whether a theorem speaks of all inputs that a kernel's contract allows: it is held against the calls that the kernel's exercise
//! draws, whose memory is exactly as large and no better aligned than the contract says.
//!
//! A case begins with arguments, objects of memory and assumptions. A call is among its inputs if these can have the call's values.
//! Of the cases that begin at the kernel's entry each call must be among one's inputs; so must it be among those of each other part
//! of which a case says that every call comes there.

use crate::bits::number;
use crate::graph::{Graph, Lit};
use crate::image::{Image, Kernel};
use crate::memory::World;
use crate::proof::Proof;
use crate::refused::Result;
use crate::solver::{Answer, satisfiable};
use crate::state::{ARGUMENTS, State};
use crate::theorems::{Case, Theorem};
use crate::word::Word;
use rustc_hash::FxHashMap;
use stonemask::Random;
use stonemask_harness::{Access, Argument, Call, Callee, Memory};

/// How many calls are drawn for each kernel: more where a theorem has a case for each square or the like.
const CALLS: usize = 16;
const CALLS_OF_MANY_CASES: usize = 128;
const MANY_CASES: usize = 8;

/// Families of whose theorems no case speaks of every call that is drawn, as this check sees it. Some begin with objects that are not
/// a call's, such as the memory of one turn, and calls of no elements touch an object that then counts as too long. They were not looked
/// into one by one: a theorem here may be narrower than its contract.
const NOT_HELD: &[&str] = &[
    "gomoku_observe",
    "gomoku_playout_16",
    "gomoku_playout_64",
    "gomoku_step",
    "gomoku_threats_16",
    "gomoku_threats_32",
    "gomoku_threats_64",
    "gomoku_winning_cells_16",
    "gomoku_winning_cells_32",
    "gomoku_winning_cells_64",
    "nogo_plays",
    "othello_batch_children",
    "othello_batch_flips",
    "othello_batch_mobility_8x8",
    "othello_batch_mobility_inner",
    "othello_batch_moves_8x8",
    "othello_batch_moves_inner",
    "othello_best_reply",
    "othello_bitslices_plies_4x4",
    "othello_bitslices_plies_6x6",
    "othello_bitslices_plies_8x8",
    "othello_children",
    "othello_evaluate_children",
    "random_fill",
];

/// What a case begins with.
pub(crate) struct Outset<'a> {
    pub(crate) graph: Graph,
    pub(crate) world: World<'a>,
    pub(crate) assumptions: Vec<Lit>,
    pub(crate) entry: State,
    /// Where its first run begins.
    pub(crate) start: u64,
}

/// The first input that the kernel's exercise draws and a theorem does not speak of, in words.
pub(crate) fn problem(image: &Image, kernel: &Kernel, theorem: &Theorem) -> Option<String> {
    if NOT_HELD.contains(&kernel.family()) {
        return None;
    }
    problem_of_cases(image, kernel, &(theorem.cases)(kernel))
}

fn problem_of_cases(image: &Image, kernel: &Kernel, cases: &[Case]) -> Option<String> {
    let callee = callee(kernel)?;
    let mut parts: FxHashMap<&'static str, Vec<Outset>> = FxHashMap::default();
    for case in cases {
        let Some(outset) = Proof::outset(image, kernel, |proof| (case.prove)(proof)) else { continue };
        match case.part {
            Some(part) => parts.entry(part).or_default().push(outset),
            None if outset.start == kernel.address => parts.entry("").or_default().push(outset),
            None => {}
        }
    }
    if !parts.contains_key("") {
        return Some("no case begins at the kernel's entry".to_owned());
    }
    let mut random = Random::new(7);
    let count = if cases.len() > MANY_CASES { CALLS_OF_MANY_CASES } else { CALLS };
    let calls: Vec<Call> = (0..count).map(|_| callee.call(kernel.tier, &mut random)).collect();
    for (part, outsets) in &mut parts {
        for call in &calls {
            let mut reasons = Vec::new();
            if !outsets.iter_mut().any(|outset| outset.includes(call, &mut reasons)) {
                reasons.dedup();
                let part = if part.is_empty() { String::new() } else { format!(" of {part}") };
                let reason = reasons.first().map_or(String::new(), |reason| format!(": {reason}"));
                return Some(format!(
                    "no case{part} speaks of a call that the exercise draws, {}{reason}",
                    shown(call)
                ));
            }
        }
    }
    None
}

/// What draws a kernel's calls.
fn callee(kernel: &Kernel) -> Option<Callee> {
    let (game, entry) = kernel.family().split_once('_')?;
    stonemask_harness::callee(game, entry)
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
    /// Whether a call is among the inputs; if not, a reason may be told.
    fn includes(&mut self, call: &Call, reasons: &mut Vec<String>) -> bool {
        let mut conditions = self.assumptions.clone();
        for (register, argument) in ARGUMENTS.into_iter().zip(&call.arguments) {
            let word = self.entry.get(register).clone();
            match self.has_value(&word, argument) {
                Ok(of_argument) => conditions.extend(of_argument),
                Err(refused) => {
                    reasons.push(format!("{register:?}: {refused}").to_lowercase());
                    return false;
                }
            }
            if conditions.contains(&Lit::FALSE) {
                return false;
            }
        }
        matches!(satisfiable(&self.graph, &conditions), Ok(Answer::Sometimes(_)))
    }

    /// When a word is an argument of a call; an error where it never is.
    fn has_value(&mut self, word: &Word, argument: &Argument) -> Result<Vec<Lit>> {
        let (value, width) = match argument {
            Argument::Wide(value) => (*value, 64),
            Argument::Narrow(value) => (u64::from(*value), 32),
            Argument::Memory(memory) => return self.has_memory(word, memory),
        };
        let same = self.graph.equal(&word.as_number()?[..width], &number(value, width));
        Ok(vec![same])
    }

    /// When an address is a call's memory. One that is a number is never used.
    fn has_memory(&mut self, word: &Word, memory: &Memory) -> Result<Vec<Lit>> {
        let Some(object) = word.object() else { return Ok(Vec::new()) };
        let pointer = memory.pointer as i64;
        // Where the object begins in the call's memory: at its beginning, where the address says no more.
        let (from, mut conditions) = match crate::bits::known(word.offset()) {
            Some(offset) => (pointer - offset.cast_signed(), Vec::new()),
            None => {
                let at_beginning = self.graph.equal(word.offset(), &number(pointer.cast_unsigned(), 64));
                (0, vec![at_beginning])
            }
        };
        let writes = memory.access != Access::Read;
        let bytes = (memory.access != Access::Write).then_some(&memory.bytes[..]);
        let room = memory.bytes.len() as i64;
        conditions.extend(self.world.lies_in(
            &mut self.graph,
            object,
            from,
            room,
            memory.align as u64,
            writes,
            bytes,
        )?);
        Ok(conditions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorems;

    fn narrowed(kernel: &str, narrow: impl Fn(Case) -> Option<Case>) -> Option<String> {
        let image = Image::of_this_program().unwrap();
        let kernel = image.kernel(kernel).unwrap();
        let theorems = theorems::all();
        let theorem = theorems.iter().find(|theorem| theorem.family == kernel.family()).unwrap();
        assert_eq!(problem(&image, kernel, theorem), None);
        let cases: Vec<Case> = (theorem.cases)(kernel).into_iter().filter_map(narrow).collect();
        problem_of_cases(&image, kernel, &cases)
    }

    #[test]
    fn a_theorem_without_one_of_its_cases_is_too_narrow() {
        // Full boards and boards without empty points are drawn, and each square and column.
        let dropped = |name: &'static str| move |case: Case| (case.name != name).then_some(case);
        for (kernel, case) in [
            ("gomoku_choose_avx2", "a game that is over"),
            ("gomoku_choose_avx2", "a game's number"),
            ("gomoku_five_16_x64", "column 3"),
            ("othello_flips_avx2", "d3"),
        ] {
            let problem = narrowed(kernel, dropped(case));
            assert!(
                problem.as_ref().is_some_and(|problem| problem.contains("speaks of a call")),
                "{case}: {problem:?}"
            );
        }
    }
}
