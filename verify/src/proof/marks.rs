//! Whether a case's claims say what each bit of a kernel's results is.
//!
//! To look at a bit is not to claim what it is. So each case is run once more with *marks*: beside
//! each bit at which it looks stands a variable which says that the bit is told wrong. Nothing is
//! proved then. Each bit must stand in a claim; and at inputs that meet what is assumed, some claim
//! must fail where a bit is told wrong, or the same bit of all elements: a claim that compares one
//! board with another holds where both are wrong.

use super::Proof;
use super::looked::{Looked, Of};
use crate::bits::Bits;
use crate::execute::Ends;
use crate::graph::{Lit, Node, Origin};
use crate::loop_head::Known;
use crate::place::Place;
use crate::refused::Result;
use crate::slot::Slot;
use crate::solver::{Model, model_of};
use crate::state::State;
use iced_x86::Register;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::panic::Location;

/// Of some bits, whether the claims say what each is, and in words what they do not say.
pub(crate) type Said = BTreeMap<(Looked, usize), Option<String>>;

/// The bits at which a case looks, in separate proofs too.
#[derive(Default)]
pub(super) struct Marks {
    /// By mark.
    bits: Vec<Marked>,
    wrongs: Vec<Wrong>,
    groups: FxHashMap<(Looked, Lit, Option<usize>, usize, usize), usize>,
    looks: usize,
}

struct Marked {
    looked: Looked,
    number: usize,
    is_claimed: bool,
    /// Those that it is part of.
    wrongs: Vec<usize>,
}

/// Bits that are told wrong together: one, or all whose numbers leave the same remainder.
struct Wrong {
    looked: Looked,
    number: usize,
    period: Option<usize>,
    marks: FxHashSet<u32>,
    /// The way to the state that was looked at.
    path: Lit,
    /// The condition on what is told, if not all may be.
    allowed: Option<Lit>,
    /// Whether some input is known at which this may be told.
    is_possible: bool,
    /// The inputs at which claims were evaluated, and those at which one has failed.
    told: u64,
    seen: u64,
}

impl Wrong {
    /// Whether claims may leave it open at some inputs: of a set between two others.
    fn may_be_open(&self) -> bool {
        matches!(self.looked.1, Of::Form { .. })
    }

    fn is_missed(&self) -> bool {
        if self.may_be_open() { self.told != 0 && self.seen == 0 } else { self.told & !self.seen != 0 }
    }
}

/// The numbers of bits after which copies of a bit may stand: lanes, elements, boards.
const PERIODS: [usize; 7] = [1, 8, 16, 32, 64, 128, 256];

/// How many bits of a look are told wrong alone, and how many remainders of a period.
const ALONE: usize = 64;
const REMAINDERS: usize = 4;

/// How many inputs are drawn, 64 at once.
const INPUTS: usize = 4;

/// Of how many bits of a look that cannot be told wrong alone, and not at these inputs, the solver
/// is asked for others.
const WITH_OTHERS: usize = 2;

/// About how many of the bits that are told wrong from one place of a theorem the solver is asked,
/// where claims did not fail.
const ASKED: usize = 4;

impl Marks {
    /// The marks of some bits.
    fn add(&mut self, looked: Looked, path: Lit, count: usize) -> Vec<u32> {
        let look = self.looks;
        self.looks += 1;
        (0..count).map(|number| self.add_bit(looked, path, (look, count), number)).collect()
    }

    fn add_bit(&mut self, looked: Looked, path: Lit, (look, count): (usize, usize), number: usize) -> u32 {
        let mark = u32::try_from(self.bits.len()).expect("fewer than 2^32 marks");
        let wrong = |number, period| {
            let marks = FxHashSet::default();
            Wrong { looked, number, period, marks, path, allowed: None, is_possible: true, told: 0, seen: 0 }
        };
        let mut wrongs = Vec::new();
        if is_chosen(number + look, count, ALONE) {
            wrongs.push(self.wrongs.len());
            self.wrongs.push(wrong(number, None));
        }
        let is_way = matches!(looked.1, Of::Way { .. });
        for period in PERIODS.into_iter().filter(|&period| !is_way && is_chosen(number, period, REMAINDERS)) {
            // In this look, and in all from the same place.
            for of in [Some(look), None].into_iter().filter(|of| of.is_none() || period < count) {
                let group = *self.groups.entry((looked, path, of, period, number % period)).or_insert_with(|| {
                    self.wrongs.push(wrong(number % period, Some(period)));
                    self.wrongs.len() - 1
                });
                wrongs.push(group);
            }
        }
        wrongs.iter().for_each(|&wrong| _ = self.wrongs[wrong].marks.insert(mark));
        self.bits.push(Marked { looked, number, is_claimed: false, wrongs });
        mark
    }
}

/// Whether a number, modulo `of`, is one of `some` that are spread over all.
fn is_chosen(number: usize, of: usize, some: usize) -> bool {
    of <= some || number % of * some % of < some
}

/// In which of the assignments at hand bits are told wrong: always in the same one.
fn lane_of(lanes: u64, wrong: usize) -> u32 {
    let before = wrong % lanes.count_ones() as usize;
    (0..before).fold(lanes, |rest, _| rest & (rest - 1)).trailing_zeros()
}

/// 64 inputs that are drawn, or near one that meets what is assumed.
struct Inputs {
    number: usize,
    near: Option<Model>,
}

impl Inputs {
    /// The values of a variable.
    fn word(&self, node: usize) -> u64 {
        let drawn = |salt: u64| {
            let mut word = (node as u64 ^ salt << 32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
                ^ (self.number as u64).wrapping_mul(0xd1b5_4a32_d192_ed03);
            for shift in [31, 29] {
                word = (word ^ (word >> shift)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            }
            word ^ (word >> 32)
        };
        match (self.near.as_ref().and_then(|model| model.get(&node)), self.number) {
            // The first is the model itself.
            (Some(&value), _) => (drawn(0) & drawn(1) & drawn(2) & !1) ^ if value { u64::MAX } else { 0 },
            // Many ones, or few, so that full boards and large counts occur.
            (None, 1) => drawn(0) | drawn(1),
            (None, 2) => drawn(0) & drawn(1),
            _ => drawn(0),
        }
    }
}

/// The inputs of a proof, and by way those that take it: the number, and in which of the 64
/// assignments.
#[derive(Default)]
struct Drawn {
    inputs: Vec<Inputs>,
    on: FxHashMap<Lit, Vec<(usize, u64)>>,
    /// The conditions by what is told wrong, if not all may be.
    allowed: FxHashMap<usize, Vec<(usize, u64)>>,
}

impl Drawn {
    /// An input and others near it.
    fn add(&mut self, model: Model) -> usize {
        let number = self.inputs.len();
        self.inputs.push(Inputs { number, near: Some(model) });
        number
    }

    /// Where something may be told wrong on a path.
    fn of(&self, wrong: usize, path: Lit) -> &[(usize, u64)] {
        self.allowed.get(&wrong).unwrap_or_else(|| &self.on[&path])
    }
}

impl Proof<'_> {
    /// The bits of a result, marked.
    pub(super) fn marked(&mut self, looked: Looked, path: Lit, bits: Bits) -> Bits {
        let Some(marks) = &self.told.marks else { return bits };
        let new = marks.borrow_mut().add(looked, path, bits.len());
        self.told.own.extend(new.iter().copied().zip(bits.iter().copied()));
        bits.iter().zip(new).map(|(&bit, mark)| self.graph.xor(bit, self.graph.mark(mark))).collect()
    }

    /// Says that the theorem's own code compares what this separate proof looks at, term by term.
    /// Marks would make all terms differ.
    pub(crate) fn is_compared_by_form(&mut self) {
        self.told.marks = None;
    }

    /// The marks in some terms whose variables get names. If a name is a constant, only what is
    /// told wrong where the variable has this value is told of the names.
    pub(super) fn marks_of_names(&self, terms: &[Lit], names: &FxHashMap<usize, Lit>) -> Vec<(usize, Lit)> {
        let marks = self.nothing_wrong(terms);
        let is = |(&input, name): (&usize, &Lit)| name.known().map(|value| Lit::of(input).negated_if(!value));
        let is: Bits = if marks.is_empty() { Bits::new() } else { names.iter().filter_map(is).collect() };
        let is = self.graph.all(&is);
        marks.into_iter().map(|right| (right.node(), self.graph.and(!right, is))).collect()
    }

    /// The number of the next mark.
    pub(super) fn next_mark(&self) -> usize {
        self.told.marks.as_ref().map_or(0, |marks| marks.borrow().bits.len())
    }

    /// More marks of a look: bits that may be wrong where one mark tells so, and of which nothing
    /// need be said.
    pub(super) fn marks_beside(&self, mark: usize, count: usize) -> Bits {
        let Some(marks) = &self.told.marks else { return Bits::new() };
        let bits = &mut marks.borrow_mut().bits;
        let beside = |number| Marked { looked: bits[mark].looked, number, is_claimed: true, wrongs: Vec::new() };
        let new: Vec<Marked> = (1..=count).map(beside).collect();
        let first = bits.len();
        bits.extend(new);
        (first..bits.len()).map(|mark| self.graph.mark(mark as u32)).collect()
    }

    /// Says that what some marks tell wrong must meet a condition.
    pub(super) fn allow_only(&mut self, of: Range<usize>, condition: Lit) {
        let Some(marks) = self.told.marks.clone() else { return };
        let Marks { bits, wrongs, .. } = &mut *marks.borrow_mut();
        for &wrong in bits[of].iter().flat_map(|bit| &bit.wrongs) {
            let allowed = &mut wrongs[wrong].allowed;
            *allowed = Some(self.graph.and(allowed.unwrap_or(Lit::TRUE), condition));
        }
    }

    /// Marks to which of its ends a run from an address comes. Returns for each end the number of
    /// the mark that moves runs to it.
    pub(crate) fn mark_ways<'s>(
        &mut self,
        by: &'static Location,
        from: u64,
        cuts: impl IntoIterator<Item = (u64, &'s mut State)>,
        returned: &'s mut Option<State>,
    ) -> Vec<(Option<u64>, usize)> {
        let cuts = cuts.into_iter().map(|(at, state)| (Some(at), state));
        let mut ends: Vec<_> = cuts.chain(returned.as_mut().map(|state| (None, state))).collect();
        ends.retain(|(_, end)| end.path != Lit::FALSE);
        if ends.len() < 2 || !self.told.is_marked() {
            return Vec::new();
        }
        let first = self.next_mark();
        let mut moves = Bits::new();
        for (to, end) in &ends {
            let mark = self.marked((by, Of::Way { from, to: *to }), end.path, vec![Lit::FALSE])[0];
            moves.push(self.graph.and(end.path, mark));
        }
        let moved = ends.iter_mut().enumerate().map(|(number, (to, end))| {
            let from = (number + 1) % moves.len();
            end.path = self.graph.or(self.graph.and(end.path, !moves[number]), moves[from]);
            (*to, first + from)
        });
        moved.collect()
    }

    /// Marks what registers carry to the next turn of a loop: bits that are unknown at its head and
    /// on which something depends that a turn leaves: its ends, what it writes and returns, and
    /// such bits.
    pub(crate) fn mark_carried(
        &mut self,
        by: &'static Location,
        at: u64,
        (head, unknown): (&State, &Known),
        next: &mut State,
        returned: Option<&State>,
    ) -> Result<()> {
        if !self.told.is_marked() {
            return Ok(());
        }
        let mut meant = vec![next.path];
        meant.extend(self.world.new_bits(&next.memory, &head.memory));
        if let Some(returned) = returned {
            meant.push(returned.path);
            meant.extend(self.world.new_bits(&returned.memory, &head.memory));
            if let Ok(result) = returned.number(Register::RAX) {
                meant.extend(&result[..self.result_bits()]);
            }
        }
        let mut live: FxHashSet<(Slot, usize)> = FxHashSet::default();
        loop {
            let (cone, before) = (self.graph.cone(&meant), live.len());
            for (what, places) in unknown.bits() {
                for place in places {
                    let is_meant = cone.binary_search(&head.bits_of(what)[place].node()).is_ok();
                    if is_meant && live.insert((what, place)) {
                        meant.push(next.bits_of(what)[place]);
                    }
                }
            }
            if live.len() == before {
                break;
            }
        }
        for (what, places) in unknown.bits() {
            let places: Vec<usize> = places.into_iter().filter(|&place| live.contains(&(what, place))).collect();
            let bits = places.iter().map(|&place| next.bits_of(what)[place]).collect();
            let told = self.marked((by, Of::Carried { from: at, at, what }), next.path, bits);
            next.set_bits(what, places.into_iter().zip(told));
        }
        Ok(())
    }

    /// Marks what a run leaves where a place says which form registers have: the theorem shows that
    /// they have it.
    pub(crate) fn mark_forms(&mut self, by: &'static Location, places: &[Place], from: u64, ends: &mut Ends) {
        for place in places {
            let Some(state) = ends.cuts.get_mut(&place.at) else { continue };
            for (what, word) in place.words() {
                let open: Vec<usize> = (0..word.width()).filter(|&bit| word.offset()[bit].known().is_none()).collect();
                let bits = open.iter().map(|&bit| state.bits_of(what)[bit]).collect();
                let told = self.marked((by, Of::Form { from, at: place.at, what }), state.path, bits);
                state.set_bits(what, open.into_iter().zip(told));
            }
        }
    }

    /// Whether claims are not proved but noted, to see what they say; then these are.
    pub(crate) fn only_notes(&mut self, claims: &[Lit]) -> bool {
        if self.told.is_marked() {
            self.told.claims.push(claims.to_vec());
        }
        self.told.is_marked()
    }

    /// That none of the bits of which some conditions speak is told wrong.
    pub(super) fn nothing_wrong(&self, conditions: &[Lit]) -> Bits {
        if !self.told.is_marked() {
            return Bits::new();
        }
        let is_mark = |node: &usize| matches!(self.graph.node(*node), Node::Variable(Origin::Mark(_)));
        self.graph.cone(conditions).into_iter().filter(is_mark).map(|node| !Lit::of(node)).collect()
    }

    /// Evaluates this proof's claims where bits are told wrong.
    pub(crate) fn evaluate_claims(&mut self) -> Result<()> {
        let Some(marks) = self.told.marks.clone() else { return Ok(()) };
        let mut marks = marks.borrow_mut();
        let own: FxHashMap<u32, Lit> = self.told.own.iter().copied().collect();
        // Another proof's paths are none here.
        let is_own = |wrong: &Wrong| wrong.marks.iter().any(|mark| own.contains_key(mark));
        let path_of = |wrong: &Wrong| if is_own(wrong) { wrong.path } else { Lit::TRUE };
        let all = std::mem::take(&mut self.told.claims);
        let mut drawn = Drawn::default();
        drawn.inputs.extend((0..INPUTS).map(|number| Inputs { number, near: None }));
        self.draw_allowed(&mut marks, &mut drawn)?;
        let mut about: BTreeMap<usize, Vec<&[Lit]>> = BTreeMap::new();
        for claims in &all {
            let cone = self.graph.cone(claims);
            let mut open: Vec<usize> = Vec::new();
            for &node in &cone {
                if let Node::Variable(Origin::Mark(mark)) = self.graph.node(node) {
                    marks.bits[mark as usize].is_claimed = true;
                    open.extend(&marks.bits[mark as usize].wrongs);
                }
            }
            open.sort_unstable();
            open.dedup();
            let mut at: BTreeMap<usize, Vec<(usize, u64)>> = BTreeMap::new();
            for wrong in open {
                let of = &marks.wrongs[wrong];
                let is_here = is_own(of) || !matches!(of.looked.1, Of::Way { .. });
                if is_here && (of.told == 0 || of.is_missed()) {
                    about.entry(wrong).or_default().push(claims);
                    self.draw_on(path_of(of), &mut drawn)?;
                    for &(number, lanes) in drawn.of(wrong, path_of(of)) {
                        at.entry(number).or_default().push((wrong, lanes));
                    }
                }
            }
            for (number, wrongs) in at {
                self.evaluate_told(&mut marks, (claims, &cone), &wrongs, &drawn.inputs[number]);
            }
        }
        // By place and whether copies are told wrong, how many the solver was asked about, and
        // whether it has seen all.
        let mut asked: FxHashMap<(Looked, bool), (usize, bool)> = FxHashMap::default();
        for (number, claims) in about {
            let wrong = &marks.wrongs[number];
            let at = drawn.of(number, path_of(wrong)).iter();
            let missed = at.copied().find(|(input, _)| (wrong.told & !wrong.seen) >> input & 1 == 1);
            let Some((input, lanes)) = missed.filter(|_| wrong.is_missed()) else { continue };
            let (count, all_seen) = asked.entry((wrong.looked, wrong.period.is_some())).or_insert((0, true));
            *count += 1;
            if *count <= ASKED {
                let allowed = wrong.allowed.filter(|_| is_own(wrong));
                let path_and_allowed = allowed.into_iter().chain([path_of(wrong)]);
                let input = if wrong.may_be_open() {
                    path_and_allowed.collect()
                } else {
                    let terms = wrong.marks.iter().filter_map(|mark| own.get(mark).copied()).chain(path_and_allowed);
                    let terms: Bits = terms.chain(self.told.begun.iter().copied()).collect();
                    self.input_of(&terms, &drawn.inputs[input], lane_of(lanes, number))
                };
                *all_seen &= self.fails_somewhere(&wrong.marks, &claims, &input)?;
            }
            if *all_seen {
                marks.wrongs[number].seen = u64::MAX;
            }
        }
        Ok(())
    }

    /// Finds inputs that meet what is assumed and take a path.
    fn draw_on(&self, path: Lit, drawn: &mut Drawn) -> Result<()> {
        if drawn.on.contains_key(&path) {
            return Ok(());
        }
        let roots = [self.assumed(), &[path]].concat();
        let cone = self.graph.cone(&roots);
        let lanes = |inputs: &Inputs| self.evaluate_marked(&roots, &cone, inputs, &FxHashMap::default());
        let mut on: Vec<(usize, u64)> = drawn.inputs.iter().map(lanes).enumerate().collect();
        on.retain(|(_, lanes)| *lanes != 0);
        if on.is_empty()
            && drawn.inputs.len() < u64::BITS as usize
            && let Some(model) = self.input_with(&[path])?
        {
            let number = drawn.add(model);
            on.push((number, lanes(&drawn.inputs[number])));
        }
        drawn.on.insert(path, on);
        Ok(())
    }

    /// Finds inputs at which this proof's marks may tell what must meet a condition: as they are,
    /// or with others of the same look.
    fn draw_allowed(&self, marks: &mut Marks, drawn: &mut Drawn) -> Result<()> {
        let mut asked: FxHashMap<(Looked, Lit), usize> = FxHashMap::default();
        let mut cones: FxHashMap<Lit, Vec<usize>> = FxHashMap::default();
        let own = self.told.own.iter().flat_map(|(mark, _)| marks.bits[*mark as usize].wrongs.clone());
        for number in own.collect::<BTreeSet<usize>>() {
            let wrong = &marks.wrongs[number];
            let Some(allowed) = wrong.allowed else { continue };
            self.draw_on(wrong.path, drawn)?;
            let cone = &*cones.entry(allowed).or_insert_with(|| self.graph.cone(&[allowed]));
            let at = |(input, lanes): (usize, u64), told: &FxHashSet<u32>, drawn: &Drawn| {
                let told = told.iter().map(|&mark| (mark, u64::MAX)).collect();
                (input, lanes & self.evaluate_marked(&[allowed], cone, &drawn.inputs[input], &told))
            };
            let mut on: Vec<_> = drawn.on[&wrong.path].iter().map(|&on| at(on, &wrong.marks, drawn)).collect();
            on.retain(|(_, lanes)| *lanes != 0);
            let count = asked.entry((wrong.looked, wrong.path)).or_default();
            let may_ask = *count < WITH_OTHERS && drawn.inputs.len() < u64::BITS as usize;
            if on.is_empty() && wrong.period.is_none() && may_ask {
                *count += 1;
                if let Some((model, told)) = self.with_others(marks, number, allowed)? {
                    let input = drawn.add(model);
                    // The first of them is the model.
                    on.push(at((input, 1), &told, drawn));
                    told.iter().for_each(|&mark| marks.bits[mark as usize].wrongs.push(number));
                    marks.wrongs[number].marks = told;
                }
            }
            marks.wrongs[number].is_possible = !on.is_empty();
            drawn.allowed.insert(number, on);
        }
        Ok(())
    }

    /// An input at which a bit may be told wrong with others of its look, and these.
    fn with_others(&self, marks: &Marks, wrong: usize, allowed: Lit) -> Result<Option<(Model, FxHashSet<u32>)>> {
        let wrong = &marks.wrongs[wrong];
        let mut asked = [self.assumed(), &[wrong.path, allowed]].concat();
        let cone = self.graph.cone(&asked);
        let in_cone = cone.iter().filter_map(|&node| match self.graph.node(node) {
            Node::Variable(Origin::Mark(mark)) => Some((node, mark)),
            _ => None,
        });
        for (node, mark) in in_cone.clone() {
            if wrong.marks.contains(&mark) {
                asked.push(Lit::of(node));
            } else if marks.bits[mark as usize].looked != wrong.looked {
                asked.push(!Lit::of(node));
            }
        }
        let Some(model) = model_of(&self.graph, &asked)? else { return Ok(None) };
        let told = in_cone.filter(|(node, _)| model.get(node) == Some(&true)).map(|(_, mark)| mark).collect();
        Ok(Some((model, told)))
    }

    /// At which of some inputs conditions hold, with marks set in some of the assignments.
    fn evaluate_marked(&self, conditions: &[Lit], cone: &[usize], inputs: &Inputs, set: &FxHashMap<u32, u64>) -> u64 {
        let values = self.graph.evaluate_nodes(cone.iter().copied(), |node, origin| match origin {
            Origin::Mark(mark) => set.get(&mark).copied().unwrap_or(0),
            _ => inputs.word(node),
        });
        let hold = conditions.iter().fold(u64::MAX, |all, &condition| all & values.of(condition));
        values.give_back(cone);
        hold
    }

    /// Evaluates claims with each of some wrongs, at an input of its own.
    fn evaluate_told(
        &self,
        marks: &mut Marks,
        (claims, cone): (&[Lit], &[usize]),
        wrongs: &[(usize, u64)],
        inputs: &Inputs,
    ) {
        let hold = self.evaluate_marked(claims, cone, inputs, &FxHashMap::default());
        let mut rest = wrongs.to_vec();
        while !rest.is_empty() {
            let mut now: BTreeMap<u32, usize> = BTreeMap::new();
            rest.retain(|&(wrong, lanes)| match now.entry(lane_of(lanes, wrong)) {
                Entry::Occupied(_) => true,
                Entry::Vacant(lane) => {
                    lane.insert(wrong);
                    false
                }
            });
            let mut set: FxHashMap<u32, u64> = FxHashMap::default();
            for (&lane, &wrong) in &now {
                for &mark in &marks.wrongs[wrong].marks {
                    *set.entry(mark).or_default() |= 1 << lane;
                }
            }
            let fail = hold & !self.evaluate_marked(claims, cone, inputs, &set);
            for (lane, wrong) in now {
                let wrong = &mut marks.wrongs[wrong];
                wrong.told |= 1 << inputs.number;
                wrong.seen |= (fail >> lane & 1) << inputs.number;
            }
        }
    }

    /// That the variables on which some terms depend are what they are in one of the assignments at
    /// hand.
    fn input_of(&self, terms: &[Lit], inputs: &Inputs, lane: u32) -> Bits {
        let mut input = Bits::new();
        for node in self.graph.cone(terms) {
            if let Node::Variable(Origin::Input(_) | Origin::Undefined(_)) = self.graph.node(node) {
                input.push(Lit::of(node).negated_if(inputs.word(node) >> lane & 1 == 0));
            }
        }
        input
    }

    /// Whether some claims fail where bits are told wrong, at an input that meets some conditions.
    fn fails_somewhere(&self, wrong: &FxHashSet<u32>, claims: &[&[Lit]], conditions: &[Lit]) -> Result<bool> {
        for claims in claims {
            let told = self.graph.cone(claims).into_iter().filter_map(|node| match self.graph.node(node) {
                Node::Variable(Origin::Mark(mark)) => Some((node, Lit::constant(wrong.contains(&mark)))),
                _ => None,
            });
            let hold = self.graph.all(&self.graph.substitute(claims, &told.collect()));
            if self.input_with(&[conditions, &[!hold]].concat())?.is_some() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The claims about each bit that was told wrong.
    pub(super) fn said_of_marks(&self) -> Said {
        let mut said = Said::new();
        let Some(marks) = &self.told.marks else { return said };
        let marks = marks.borrow();
        for bit in &marks.bits {
            let problem = || Some(format!("no claim is about bit {}", bit.number));
            let is_said = bit.is_claimed || !bit.wrongs.iter().any(|&wrong| marks.wrongs[wrong].is_possible);
            let of_bit = said.entry((bit.looked, bit.number)).or_default();
            *of_bit = of_bit.take().or_else(|| if is_said { None } else { problem() });
        }
        for wrong in marks.wrongs.iter().filter(|wrong| wrong.is_missed()) {
            let of = wrong.period.map_or_else(String::new, |period| format!(" of each {period}"));
            let problem = format!("claims hold where bit {}{of} is another", wrong.number);
            said.entry((wrong.looked, wrong.number)).or_default().get_or_insert(problem);
        }
        said
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::zeros;
    use crate::image::Image;
    use crate::proof::Verdict;
    use crate::rules;
    use crate::word::Word;

    /// The numbers of the bits of which a theorem about the discs that a move to a1 turns does not
    /// say what they are.
    fn unsaid(claim: impl Fn(&mut Proof, &[Lit], &[Lit], &[Lit]) -> Result<()>) -> Vec<usize> {
        let image = Image::of_this_program().unwrap();
        let kernel = image.kernel("othello_flips_avx2").unwrap();
        let case = |proof: &mut Proof| {
            let [own, any] = [(); 2].map(|()| proof.graph.inputs(64));
            let opponent = proof.graph.without(&any, &own);
            let flips = rules::othello::flips(&proof.graph, &own, &opponent, 0);
            let square = proof.narrow(&zeros(32));
            let inputs = [&own[..], &any].concat();
            let entry = proof.entry(&[Word::number(own), Word::number(opponent), square]);
            let end = proof.call(&entry)?;
            let found = proof.result(&end)?;
            claim(proof, &found, &flips, &inputs)
        };
        assert_eq!(Proof::verdict(&image, kernel, case).0, Verdict::Proved);
        let said = Proof::said(&image, kernel, case).unwrap();
        said.into_iter().filter_map(|((_, number), problem)| problem.map(|_| number)).collect()
    }

    #[test]
    fn what_no_claim_says_of_a_result_is_seen() {
        let all: Vec<usize> = (0..64).collect();
        assert!(unsaid(|proof, found, flips, _| proof.show_equal("flips", found, flips)).is_empty());
        assert_eq!(unsaid(|proof, found, flips, _| proof.show_equal("flips", &found[..63], &flips[..63])), [63]);
        assert_eq!(unsaid(|proof, found, _, _| proof.show_equal("flips", found, found)), all);
    }

    #[test]
    fn a_claim_about_some_inputs_or_one_that_holds_of_copies_is_seen() {
        // Where the square a2 is the own side's; of a name that stands for it there; and that all
        // bits are right or all are wrong.
        let some = |proof: &mut Proof, found: &[Lit], flips: &[Lit], inputs: &[Lit]| {
            proof.show_equal_where(inputs[8], "flips", found, flips)
        };
        let named = |proof: &mut Proof, found: &[Lit], flips: &[Lit], inputs: &[Lit]| {
            let names: Bits = (0..128).map(|input| if input == 8 { Lit::TRUE } else { inputs[input] }).collect();
            let [found, flips] = [proof.renamed(found, inputs, &names)?, proof.renamed(flips, inputs, &names)?];
            proof.show_equal("flips", &found, &flips)
        };
        let alike = |proof: &mut Proof, found: &[Lit], flips: &[Lit], _: &[Lit]| {
            let wrong = proof.graph.xor_each(found, flips);
            proof.show_equal("flips", &wrong, &[wrong[0]; 64])
        };
        assert!(!unsaid(some).is_empty());
        assert!(!unsaid(named).is_empty());
        assert!(!unsaid(alike).is_empty());
    }
}
