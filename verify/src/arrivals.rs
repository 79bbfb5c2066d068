//! Whether the cases that begin at a place cover what is said of the state wherever a case arrives there.
//!
//! A theorem with places is an induction over them: what is shown on arriving at a place is what a case begins with. So for each
//! arrival, and any state that its statement and its case's assumptions allow, some case that begins there must have this state
//! among its own. A case's variables are bound to what the arrival says in the same register, quadword or byte, and to the same
//! argument, content or register on entry. Its further claims, and its assumptions, must then follow for one of the cases:
//! the solver is asked for a state for which it does not. Numbers of digits that it speaks of must be spoken of on arriving, of
//! the same bits and digits.
//!
//! Objects are the same by name and lie where they lay, but for elements of arrays (`ELEMENTS`): a case speaks of one element,
//! and may go on with another. Of the contents of another element is known what the cases at the kernel's entry assume. An element
//! may be several in a row, such as the boards of the moves of one turn.
//!
//! Facts about objects that a part of the kernel leaves alone hold beyond it (`parts.rs`).

use crate::bits::Bits;
use crate::cover::Check;
use crate::graph::{Graph, Lit, Nodes};
use crate::image::{Image, Kernel};
use crate::numbers::Number;
use crate::parts::{self, Arrival, Parts, Stays};
use crate::places::Place;
use crate::proof::Proof;
use crate::report::of_case;
use crate::state::{ARGUMENTS, State};
use crate::theorems::Case;
use crate::word::Word;
use iced_x86::Register;
use rayon::prelude::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::{fmt, iter};

const OF_PLAYOUTS: &str =
    "lists of any lines, each of which the contract describes; results of other parts of a row stay what they are";

/// By family, what of a start is not checked, and why: the contents of objects of which an arrival says nothing, or that they mean
/// nothing; or a register.
const LEFT_OUT: &[(&str, &[&str], &str)] = &[
    ("gomoku_observe", &["rsi"], "a whole number of games is left, each number of which is a case near the end"),
    ("gomoku_step", &["actions", "points"], "the first loop looks at the actions of all games"),
    ("gomoku_playouts", &["lines", "cells", "results"], OF_PLAYOUTS),
    ("gomoku_playouts_exact", &["lines", "cells", "results"], OF_PLAYOUTS),
    (
        "nogo_random_plies",
        &["state", "vector register 1"],
        "a state is again one of these after nogo_play, by its theorem",
    ),
];

/// By family, the objects that are elements of arrays, not whole ones.
const ELEMENTS: &[(&str, &[&str])] = &[
    ("expand_mask", &["words", "bytes"]),
    ("expand_planes", &["words", "floats"]),
    ("gomoku_choose", &["games", "numbers", "actions"]),
    ("gomoku_observe", &["games", "cells"]),
    ("gomoku_playouts", &["lines", "cells"]),
    ("gomoku_playouts_exact", &["lines", "cells"]),
    ("gomoku_step", &["games", "actions", "points"]),
    ("nogo_plays", &["states", "points"]),
    ("othello_batch_children", &["own", "opponent", "squares", "child_own", "child_opponent"]),
    ("othello_evaluate_children_6x6", &["children", "values"]),
    ("othello_evaluate_children_8x8", &["children", "values"]),
];

/// The places at which a case begins and to which it leads, while it is asked for these.
#[derive(Default)]
pub(crate) struct Visits {
    begun: Vec<(Place, State)>,
    reached: Vec<(Place, State)>,
    begins: Vec<Said>,
    arrives: Vec<Arrives>,
}

/// The statement on arriving, the number of the start from which a run arrives, and what stays.
struct Arrives {
    said: Said,
    from: Option<usize>,
    stays: Stays,
}

impl Visits {
    pub(crate) fn join(&mut self, other: Visits) {
        let before = self.begins.len();
        self.begins.extend(other.begins);
        let from = |of: Option<usize>| of.map(|from| before + from);
        self.arrives.extend(other.arrives.into_iter().map(|of| Arrives { from: from(of.from), ..of }));
    }
}

/// The subject of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum What {
    General(Register),
    Stack(i64),
    Vector(usize),
    Mask(usize),
}

impl What {
    /// All of which a place's statement speaks, but for memory.
    pub(crate) fn said(place: &Place) -> impl Iterator<Item = (What, Word)> {
        let general = place.general.iter().map(|(register, word)| (What::General(*register), word.clone()));
        let stack = place.stack.iter().map(|(below, word)| (What::Stack(*below), word.clone()));
        let vectors = place.vectors.iter().map(|(vector, bits)| (What::Vector(*vector), Word::number(bits.clone())));
        let masks = place.masks.iter().map(|(mask, bits)| (What::Mask(*mask), Word::number(bits.clone())));
        general.chain(stack).chain(vectors).chain(masks)
    }
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::General(register) => write!(f, "{register:?}"),
            What::Stack(below) => write!(f, "the quadword {below} bytes down the stack"),
            What::Vector(vector) => write!(f, "vector register {vector}"),
            What::Mask(mask) => write!(f, "mask register {mask}"),
        }
    }
}

/// The content of a statement: the addresses of objects, each with how often it is counted, plus an offset; or any bits.
#[derive(Clone, PartialEq)]
pub(crate) struct Item {
    pub(crate) what: What,
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
    /// Whether the case begins within the kernel and has no byte of an object that parts leave alone (`parts.rs`).
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
    /// The content of a place's statement, and its case's assumptions; if these are left out, of each register once.
    fn of(proof: &Proof, place: &Place, entry: &State, assumed: Option<&[Lit]>) -> Said {
        let family = proof.kernel.family();
        let elements = ELEMENTS.iter().find(|(of, _)| *of == family).map_or(&[][..], |(_, names)| names);
        let mut objects = Vec::new();
        let mut bytes = BTreeMap::new();
        let aside = parts::aside(family);
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
        let of_word = |what: What, word: &Word| Item {
            what,
            base: word.objects().iter().map(|&(object, count)| (object.index(), count)).collect(),
            bits: word.offset().to_vec(),
        };
        let mut items: Vec<Item> = What::said(place).map(|(what, word)| of_word(what, &word)).collect();
        if assumed.is_none() {
            let mut named = FxHashSet::default();
            items.retain(|item| named.insert(item.what));
        }
        let arguments = ARGUMENTS.map(|register| of_word(What::General(register), entry.get(register))).into();
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
            if let What::General(register) = item.what {
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
    /// Notes that the case begins at a place, or at the kernel's entry. The assumptions until then are all that the runs before may
    /// use.
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
        let has_parts = !parts::aside(self.kernel.family()).is_empty();
        for (place, entry) in std::mem::take(&mut visits.reached) {
            let begun = begun.last().filter(|_| has_parts);
            // Where there are parts, what cases assume is no help, and without it many say the same.
            let said = Said::of(self, &place, &entry, begun.is_none().then_some(&assumed[..]));
            let from = begun.map(|_| visits.begins.len() - 1);
            let stays = begun.map_or_else(Stays::new, |(from, _)| parts::stays(&self.graph, from, &place));
            visits.arrives.push(Arrives { said, from, stays });
        }
        self.visits = Some(visits);
    }
}

/// The result of comparing what cases leave at places with those that begin there.
pub(crate) struct Covered {
    /// In words, the first state that is left and from which no case goes on.
    pub(crate) gap: Option<String>,
    /// How many statements there are at which runs may arrive; a proof must have as many.
    pub(crate) arrivals: usize,
}

/// How many cases are asked for their places at a time.
const TOGETHER: usize = 32;

/// Holds what the cases of a theorem leave at places against those that begin there.
pub(crate) fn covered(image: &Image, kernel: &Kernel, cases: &[Case]) -> Covered {
    let mut begins: Vec<Said> = Vec::new();
    let mut statements: Vec<Said> = Vec::new();
    let mut arrivals = Vec::new();
    // The first case of a theorem with places has one.
    let (first, others) = cases.split_at(1.min(cases.len()));
    for cases in iter::once(first).chain(others.chunks(TOGETHER)) {
        let visits: Vec<Visits> = cases.par_iter().map(|case| Proof::visits(image, kernel, &case.prove)).collect();
        for (case, visits) in cases.iter().zip(visits) {
            for Arrives { said, from, stays } in visits.arrives {
                let found = statements.iter().position(|other| other.says_what(&said));
                let statement = found.unwrap_or_else(|| {
                    statements.push(Said { case: case.name.clone(), ..said });
                    statements.len() - 1
                });
                arrivals.push(Arrival { statement, from: from.map(|from| begins.len() + from), stays });
            }
            begins.extend(visits.begins);
        }
        if arrivals.is_empty() {
            return Covered { gap: None, arrivals: 0 };
        }
    }
    let count = arrivals.len();
    let mut starts: FxHashMap<u64, Vec<&Said>> = FxHashMap::default();
    for begin in &begins {
        starts.entry(begin.at).or_default().push(begin);
    }
    let entries = starts.remove(&kernel.address).unwrap_or_default();
    let left_out = LEFT_OUT.iter().find(|(of, ..)| *of == kernel.family()).map_or(&[][..], |(_, what, _)| what);
    let gap_of = |said: &Said| {
        let of_place = starts.get(&said.at).map_or(&[][..], |starts| starts);
        let what = match Check::new(said, left_out).gap(of_place, &entries) {
            Ok(gap) => gap?,
            Err(refused) => refused.to_string(),
        };
        let of_case = of_case(&said.case);
        let at = said.at - kernel.address;
        Some(format!("{of_case}of the states at the place {at:#x} there is one from which no case goes on: {what}"))
    };
    let parts = Parts::new(&begins, &statements, &arrivals);
    // Each arrival once, as it is or with each statement with which the part may have been entered that it ends.
    let mut asked = BTreeSet::new();
    for arrival in &arrivals {
        let of_place = starts.get(&statements[arrival.statement].at).map_or(&[][..], |starts| starts);
        let ended = parts.ended(arrival, of_place, &statements[arrival.statement]);
        if ended.is_empty() {
            asked.insert((arrival.statement, None));
        }
        asked.extend(ended.into_iter().map(|of| (arrival.statement, Some(of))));
    }
    let asked: Vec<_> = asked.into_iter().collect();
    let gap = asked.par_iter().find_map_first(|(statement, ended)| {
        let said = &statements[*statement];
        match ended {
            None => gap_of(said),
            Some((entered, held)) => gap_of(&said.after(&statements[*entered], held, parts::aside(kernel.family()))),
        }
    });
    Covered { gap, arrivals: count }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::theorems;

    /// The gap's text, if a case is left out or may not be the one that goes on.
    const NONE_GOES_ON: &str = "there is one from which no case goes on: ";

    /// A state is left from which no case goes on, once a theorem's cases are changed or left out.
    #[track_caller]
    fn assert_gap(kernel: &str, what: &str, narrow: impl Fn(Case) -> Option<Case>) {
        let image = Image::of_this_program().unwrap();
        let kernel = image.kernel(kernel).unwrap();
        let cases = (theorems::about(kernel).unwrap().cases)(kernel);
        let cases: Vec<Case> = cases.into_iter().filter_map(narrow).collect();
        let gap = covered(&image, kernel, &cases).gap;
        assert!(gap.as_ref().is_some_and(|gap| gap.contains(what)), "{}: {gap:?}", kernel.name);
    }

    #[test]
    fn the_cases_of_every_theorem_cover_what_its_cases_leave() {
        let image = Image::of_this_program().unwrap();
        let mut gaps = Vec::new();
        for kernel in &image.kernels {
            let Some(theorem) = theorems::about(kernel) else { continue };
            let gap = covered(&image, kernel, &(theorem.cases)(kernel)).gap;
            gaps.extend(gap.map(|gap| format!("{}: {gap}", kernel.name)));
        }
        assert!(gaps.is_empty(), "{gaps:#?}");
    }

    /// The same, once what is noted of one case's places is changed.
    #[track_caller]
    fn assert_gap_with(
        kernel: &str,
        name: &str,
        what: &str,
        change: impl Fn(&mut Proof) + Copy + Send + Sync + 'static,
    ) {
        println!("{kernel}, {name}");
        assert_gap(kernel, what, |case| Some(if case.name == name { case.then(change) } else { case }));
    }

    fn visits<'a>(proof: &'a mut Proof) -> &'a mut Visits {
        proof.visits.as_mut().expect("the places are asked for")
    }

    /// The same, once what is said of the places to which a case leads is changed.
    #[track_caller]
    fn assert_gap_with_arrivals(kernel: &str, name: &str, what: &str, change: fn(&mut Place)) {
        assert_gap_with(kernel, name, what, move |proof| {
            visits(proof).reached.iter_mut().for_each(|(place, _)| change(place));
        });
    }

    #[test]
    fn a_case_of_a_part_that_loses_what_was_known_before_leaves_a_gap() {
        let keys = |place: &mut Place| place.vectors.retain(|(vector, _)| *vector != 15);
        let frame = |place: &mut Place| {
            place.general.retain(|(register, _)| *register != Register::RBP);
            place.stack.retain(|(below, _)| *below != 48 + 48);
        };
        let moves = |place: &mut Place| {
            let first = place.general.iter().position(|(register, _)| *register == Register::R8).expect("moves");
            let mut index = 0;
            place.general.retain(|(register, _)| {
                index += 1;
                *register != Register::R8 || index <= first + 1
            });
        };
        let of = |name: &str, change: fn(&mut Place), what: &str| {
            assert_gap_with_arrivals("othello_last_plies_inner_avx2", name, what, change);
        };
        of("4x4: three squares, a value", keys, "a child");
        of("4x4: d3, the first of three", keys, "a child");
        of("4x4: four squares, the side to move", frame, "rbp");
        of("4x4: d3, of four", frame, "rbp");
        of("4x4: d3, a child", keys, "vector register 15");
        of("4x4: d3, a child", moves, "the number of moves left");
    }

    #[test]
    fn a_number_of_which_an_arrival_does_not_speak_leaves_a_gap() {
        for arrives in ["the first square's indices", "the second square's indices"] {
            let what = "an index is the number of its discs";
            assert_gap_with_arrivals("othello_best_reply_6x6_avx512", arrives, what, |place| _ = place.numbers.pop());
        }
    }

    #[test]
    fn what_means_nothing_on_arriving_and_something_there_leaves_a_gap() {
        let what = "something that means nothing on arriving";
        assert_gap_with_arrivals("othello_batch_children_avx2", "a board", what, Place::make_unused);
    }

    #[test]
    fn a_case_that_assumes_more_at_a_place_than_is_shown_leaves_a_gap() {
        for (kernel, case, register, bit) in [
            ("othello_best_reply_6x6_avx2", "the weights", Register::R11, 9),
            ("othello_batch_children_avx2", "a square", Register::R11, 63),
            ("othello_batch_children_avx512", "a group", Register::RCX, 0),
            ("othello_batch_children_avx512", "another board", Register::RBX, 6),
            ("othello_batch_children_avx512", "squares join 5", Register::R11, 6),
            ("othello_batch_children_avx512", "the list is done", Register::RBX, 7),
            ("othello_batch_children_avx512", "a group is done", Register::R12, 40),
            ("gomoku_step_x64", "a game that is done", Register::RBX, 0),
            ("gomoku_choose_avx2", "a point in word 2", Register::RDX, 7),
            ("nogo_plays_x64", "black draws a number", Register::RBX, 5),
            ("nogo_random_plies_avx2", "white is to move", Register::R13, 31),
            ("othello_last_plies_inner_avx2", "4x4: three squares, a move", Register::R8, 20),
            ("othello_last_plies_inner_avx2", "4x4: d3, a child", Register::R8, 27),
        ] {
            assert_gap_with(kernel, case, NONE_GOES_ON, move |proof| {
                let (place, _) = visits(proof).begun.last().expect("a place");
                let bit = place.word(register).as_number().expect("a number")[bit];
                proof.assume(!bit);
            });
        }
    }

    /// The same, once it is changed what the turns of a case begin with that plays the moves from the ninth of a list on: a turn from
    /// the first move, then four moves, by which of them are marked, then 0 to 3 moves.
    #[track_caller]
    fn assert_gap_with_turns(what: &str, change: impl Fn(&mut Vec<Said>) + Copy + Send + Sync + 'static) {
        assert_gap_with("othello_batch_children_avx512", "moves from 8 on", what, move |proof| {
            let turns = &mut visits(proof).begins;
            assert_eq!(turns.len(), 17);
            change(turns);
        });
    }

    #[test]
    fn a_case_without_one_of_its_turns_leaves_a_gap() {
        for turn in [1, 8, 9, 16] {
            println!("turn {turn}");
            assert_gap_with_turns(NONE_GOES_ON, move |turns| _ = turns.remove(turn));
        }
    }

    #[test]
    fn a_turn_that_assumes_more_of_a_number_or_another_element_leaves_a_gap() {
        let number = |turn: &Said| {
            let item = turn.items.iter().find(|item| item.what == What::General(Register::R11)).expect("r11");
            item.bits[3]
        };
        let disc = |turn: &Said| {
            let own = turn.objects.iter().position(|object| object.name == "own").expect("discs");
            turn.bytes[&(own, 7, true)][2]
        };
        for bit in [number, disc] {
            assert_gap_with_turns("a test's", move |turns| {
                let bit = bit(&turns[1]);
                turns[1].conditions.push(("a test's", !bit));
            });
        }
    }

    /// Beyond the part that searches four squares, of a frame's memory.
    #[test]
    fn a_case_that_assumes_more_of_what_a_part_leaves_alone_leaves_a_gap() {
        for name in ["4x4: 5 of 6 squares, a child's value", "4x4: 6 of 6 squares, child 2"] {
            assert_gap_with("othello_last_plies_inner_avx2", name, "what the case assumes", |proof| {
                let (place, _) = visits(proof).begun.last().expect("a place");
                let (_, _, bits) = place.memory.last().expect("a child");
                let bit = bits[100];
                proof.assume(!bit);
            });
        }
    }

    #[test]
    fn a_theorem_without_one_of_the_cases_at_a_place_leaves_a_gap() {
        for (kernel, dropped) in [
            ("othello_evaluate_children_6x6_avx2", "d3 first"),
            ("othello_evaluate_children_8x8_avx2", "d3 second"),
            ("othello_batch_children_avx512", "the first board"),
            ("othello_batch_children_avx512", "another board"),
            ("othello_batch_children_avx512", "squares join 0"),
            ("othello_batch_children_avx512", "squares join 5"),
            ("othello_batch_children_avx512", "moves from 8 on"),
            ("othello_batch_children_avx512", "moves from 128 on"),
            ("othello_batch_children_avx512", "a group is done"),
            ("gomoku_choose_avx2", "a point in word 2"),
            ("gomoku_choose_avx2", "a game that is over"),
            ("nogo_plays_x64", "white e5"),
            ("nogo_plays_avx2", "white is to move"),
            ("nogo_random_plies_x64", "black a1"),
            ("nogo_random_plies_avx512", "white is to move after a ply"),
            ("nogo_bitslices_plies_avx2", "full boards, the last point in half 1"),
            ("othello_last_plies_inner_avx2", "4x4: 5 of 6 squares, a child's value"),
            ("othello_last_plies_inner_avx2", "4x4: 6 of 8 squares, child 3"),
            ("othello_last_plies_inner_avx2", "4x4: d3, a child"),
            ("othello_last_plies_inner_avx2", "4x4: four squares"),
            ("othello_last_plies_inner_avx2", "4x4: d3, of four"),
            ("othello_last_plies_inner_avx2", "4x4: d3, the higher of two after a pass"),
        ] {
            println!("{dropped}");
            assert_gap(kernel, NONE_GOES_ON, |of| (of.name != dropped).then_some(of));
        }
    }
}
