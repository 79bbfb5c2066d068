//! One case of a theorem about a kernel: the run, the conditions that must hold after it, and the
//! verdict.

use crate::bits::{Bits, number, resized, zeros};
use crate::claims::{Assumptions, Claims};
use crate::contract;
use crate::course::Course;
use crate::exceptions::Exceptions;
use crate::execute::{self, Ends};
use crate::graph::{Graph, Lit, Node, Origin, Values};
use crate::image::{Image, Kernel};
use crate::memory::World;
use crate::numbers::Known;
use crate::proofs;
use crate::refused::{Refused, Result, refuse};
use crate::solver::{Model, model_of};
use crate::state::{ARGUMENTS, State};
use crate::word::{ObjectId, Word};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::rc::Rc;
use stonemask::Random;
use stonemask_harness::{Array, Contract};

mod assumed;
mod looked;
mod marks;
mod numbers;
mod open;
mod outset;
mod told;
mod unused;
pub(crate) mod visits;

use assumed::Assumed;
pub(crate) use looked::{Looked, Of};
use marks::Said;
pub(crate) use open::Statement;
pub(crate) use outset::Outset;
use told::Told;
use unused::Unused;
use visits::Visits;

/// How a case ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Proved,
    /// Some input makes a condition fail: the condition and the input.
    Refuted {
        condition: String,
        input: String,
    },
    /// Not shown, and why.
    Refused(String),
}

/// Counts of the questions.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effort {
    /// Conditions that held by the structure of terms alone.
    pub(crate) by_structure: usize,
    /// Conditions that went to the solver.
    pub(crate) by_solver: usize,
    /// Preconditions that some input was shown to meet: the assumptions of the case, and each path
    /// that it speaks about.
    pub(crate) preconditions: usize,
    /// How often the kernel was run from its start.
    pub(crate) calls: usize,
    /// Where runs of it began and ended.
    pub(crate) course: Course,
    /// The claims.
    pub(crate) claims: Claims,
    /// How much was assumed.
    pub(crate) assumptions: Assumptions,
    /// Its assumptions.
    assumed: Assumed,
}

/// Writes the input that an assignment stands for.
type Describe = Box<dyn Fn(&Values) -> String>;

/// Makes inputs readable: for each, the condition that an input is this one, and its text.
type Examples = Box<dyn Fn(&Graph) -> Vec<(Lit, String)>>;

/// One case in progress.
pub(crate) struct Proof<'a> {
    pub(crate) graph: Graph,
    pub(crate) world: World<'a>,
    pub(crate) kernel: &'a Kernel,
    /// The promises of a caller; a kernel that is made for a test has none.
    contract: Option<Rc<Contract>>,
    /// The theorem's exceptions, once it has handed them over.
    exceptions: Option<Exceptions>,
    /// The theorem's assumptions about its inputs, beyond how they are constructed.
    assumptions: Vec<Lit>,
    /// Whether a condition is first tried case by case, and then from the assumptions about its own
    /// variables alone.
    pub(crate) nearby: bool,
    /// Conditions are first tried with these terms left free.
    whatever: FxHashMap<usize, Lit>,
    /// Conditions that a counterexample should satisfy if possible, to be readable.
    preferences: Vec<Lit>,
    /// The next claim is negated, to see that its proof fails.
    falsified: bool,
    describe: Describe,
    examples: Option<Examples>,
    /// Whether the solver decides at branches which ways are possible.
    pub(crate) decides: bool,
    pub(crate) effort: Effort,
    refuted: Option<Verdict>,
    /// Nothing is run or shown: only the start of the case is asked for.
    begins_only: bool,
    /// Where nothing is run: the variables that stand for what runs leave.
    results: Vec<Range<usize>>,
    /// The states on entry.
    entered: Vec<State>,
    /// The variables above narrow arguments.
    above: FxHashSet<usize>,
    /// The variables that inputs were renamed to: what is claimed of them is claimed of the inputs,
    /// so nothing may be assumed.
    names: FxHashSet<usize>,
    /// How many assumptions there were when the runs of a loop began.
    assumed_of_loop: Option<usize>,
    /// Facts that are assumed because a separate proof has shown them.
    lemmas: FxHashSet<Lit>,
    /// Whether it is about the results of another proof's runs.
    is_apart: bool,
    told: Told,
    unused: Unused,
    /// The terms that runs have stored in registers and memory.
    made: FxHashSet<usize>,
    /// The paths that some input was shown to take.
    paths: FxHashSet<Lit>,
    /// The conditions that the solver has shown. Assumptions are only added, so they stay true.
    shown: FxHashSet<Lit>,
    /// The states from which the kernel is run from its start, if only these are asked for.
    calls: Vec<State>,
    /// The places at which the case begins and to which it leads, if these are asked for.
    pub(crate) visits: Option<Visits>,
    /// Where the last run began, and its state there.
    begun: Option<(u64, State)>,
    /// The states in which runs may go on: any of the last place's statement, and those in which
    /// loops were entered.
    pub(crate) any: Option<(u64, State)>,
    pub(crate) loops: Vec<State>,
    /// The facts known of numbers of digits.
    pub(crate) known: Known,
}

impl<'a> Proof<'a> {
    pub(crate) fn new(image: &'a Image, kernel: &'a Kernel) -> Proof<'a> {
        Proof::in_world(World::new(image), kernel, contract::contract(kernel).map(Rc::new))
    }

    fn in_world(world: World<'a>, kernel: &'a Kernel, contract: Option<Rc<Contract>>) -> Proof<'a> {
        Proof {
            graph: Graph::new(),
            world,
            kernel,
            contract,
            exceptions: None,
            assumptions: Vec::new(),
            nearby: false,
            whatever: FxHashMap::default(),
            preferences: Vec::new(),
            falsified: false,
            describe: Box::new(|_| String::new()),
            examples: None,
            decides: false,
            effort: Effort::default(),
            refuted: None,
            begins_only: false,
            results: Vec::new(),
            entered: Vec::new(),
            above: FxHashSet::default(),
            names: FxHashSet::default(),
            assumed_of_loop: None,
            lemmas: FxHashSet::default(),
            is_apart: false,
            told: Told::default(),
            unused: Unused::default(),
            made: FxHashSet::default(),
            paths: FxHashSet::default(),
            shown: FxHashSet::default(),
            calls: Vec::new(),
            visits: None,
            begun: None,
            any: None,
            loops: Vec::new(),
            known: Known::default(),
        }
    }

    /// Takes over the exceptions of the theorem, which a case cannot change.
    pub(crate) fn take_exceptions(&mut self, exceptions: Exceptions) {
        assert!(self.exceptions.replace(exceptions).is_none(), "the exceptions are those of the theorem");
    }

    /// The exceptions of the theorem.
    fn exceptions(&self) -> Exceptions {
        self.exceptions.unwrap_or(Exceptions::NONE)
    }

    /// A proof about the same kernel in which nothing is known yet.
    pub(crate) fn apart(&self) -> Proof<'a> {
        Proof {
            begins_only: self.begins_only,
            exceptions: self.exceptions,
            is_apart: true,
            told: self.told.apart(),
            visits: self.visits.as_ref().map(|_| Visits::default()),
            ..Proof::in_world(self.world.apart(), self.kernel, self.contract.clone())
        }
    }

    /// The same, to run the kernel even if this proof does not, whatever its arguments.
    pub(crate) fn apart_to_run(&self) -> Proof<'a> {
        Proof::in_world(self.world.apart(), self.kernel, None)
    }

    /// Takes over the results of another proof.
    pub(crate) fn join<T>(&mut self, mut other: Proof<'a>, outcome: Result<T>) -> Result<T> {
        other.finish_visits();
        let outcome = outcome.and_then(|found| {
            other.can_be(Lit::TRUE, "what a separate proof assumes")?;
            other.finish().map(|()| found)
        });
        self.effort.by_structure += other.effort.by_structure;
        self.effort.by_solver += other.effort.by_solver;
        self.effort.calls += other.effort.calls;
        self.effort.preconditions += other.effort.preconditions;
        let of_other = other.all_assumed();
        self.effort.assumed.join(of_other);
        self.effort.course.join(other.effort.course);
        self.effort.claims.join(other.effort.claims);
        self.effort.assumptions.join(other.effort.assumptions);
        if let (Some(visits), Some(of_other)) = (&mut self.visits, other.visits.take()) {
            visits.join(of_other);
        }
        self.refuted = self.refuted.take().or(other.refuted);
        outcome
    }

    /// Shows something in a separate proof.
    pub(crate) fn aside(&mut self, show: impl FnOnce(&mut Proof<'a>) -> Result<()>) -> Result<()> {
        let mut apart = self.apart();
        let outcome = show(&mut apart);
        self.join(apart, outcome)
    }

    /// Runs a case to its verdict.
    pub(crate) fn verdict(
        image: &Image,
        kernel: &Kernel,
        case: impl FnOnce(&mut Proof) -> Result<()>,
    ) -> (Verdict, Effort) {
        Proof::new(image, kernel).judged(case)
    }

    /// The places at which a case begins and to which it leads.
    pub(crate) fn visits(
        image: &'a Image,
        kernel: &'a Kernel,
        case: impl FnOnce(&mut Proof<'a>) -> Result<()>,
    ) -> Visits {
        let mut proof = Proof { begins_only: true, visits: Some(Visits::default()), ..Proof::new(image, kernel) };
        _ = case(&mut proof);
        proof.finish_visits();
        proof.visits.unwrap_or_default()
    }

    /// Runs a case with its first claim made false: one bit of a result is negated. It must be
    /// refuted. `None` if the case claims nothing beyond the obligations of its run.
    pub(crate) fn verdict_of_a_false_claim(
        image: &Image,
        kernel: &Kernel,
        case: impl FnOnce(&mut Proof) -> Result<()>,
    ) -> Option<Verdict> {
        let mut claims = false;
        let falsified = Proof { falsified: true, ..Proof::new(image, kernel) };
        let (verdict, _) = falsified.judged(|proof| {
            let outcome = case(proof);
            claims = !proof.is_falsified();
            outcome
        });
        (claims || verdict != Verdict::Proved).then_some(verdict)
    }

    /// Runs a case to see what its claims say of the bits at which it looks.
    pub(crate) fn said(image: &Image, kernel: &Kernel, case: impl FnOnce(&mut Proof) -> Result<()>) -> Result<Said> {
        let mut proof = Proof { told: Told::marked(), ..Proof::new(image, kernel) };
        case(&mut proof)?;
        proof.evaluate_claims()?;
        Ok(proof.said_of_marks())
    }

    fn judged(mut self, case: impl FnOnce(&mut Proof) -> Result<()>) -> (Verdict, Effort) {
        proofs::are_about(&self.kernel.name);
        // A case without inputs would hold for any kernel.
        let kernel = self.kernel;
        let outcome = case(&mut self)
            .and_then(|()| self.can_be(Lit::TRUE, "what the theorem assumes"))
            .and_then(
                |()| if std::ptr::eq(kernel, self.kernel) { Ok(()) } else { refuse!("it is about another kernel") },
            )
            .and_then(|()| self.finish());
        self.effort.assumed = self.all_assumed();
        let verdict = match (self.refuted.take(), outcome) {
            (Some(refuted), _) => refuted,
            (None, Ok(())) => Verdict::Proved,
            (None, Err(refused)) => Verdict::Refused(refused.to_string()),
        };
        (verdict, self.effort)
    }

    /// Shows that some covered input meets a condition.
    pub(crate) fn can_be(&mut self, condition: Lit, what: &str) -> Result<()> {
        if self.begins_only || self.told.is_marked() {
            return Ok(());
        }
        self.effort.preconditions += 1;
        if self.input_with(&[condition])?.is_some() { Ok(()) } else { refuse!("no input meets {what}") }
    }

    /// An input that meets what is assumed, and these conditions.
    fn input_with(&self, conditions: &[Lit]) -> Result<Option<Model>> {
        let all = [&self.assumptions[..], conditions].concat();
        model_of(&self.graph, &[self.nothing_wrong(&all), all].concat())
    }

    /// Assumes a condition on the inputs. At the end it is shown to be satisfiable.
    pub(crate) fn assume(&mut self, condition: Lit) {
        self.assumptions.push(condition);
    }

    /// From here on conditions are first tried with each of these terms replaced by a free
    /// variable, so that the solver does not look into them.
    pub(crate) fn whatever(&mut self, terms: &[Lit]) {
        for term in terms.iter().filter(|term| term.known().is_none()) {
            let variable = self.graph.input();
            self.whatever.entry(term.node()).or_insert(variable);
        }
    }

    /// The assumptions about the inputs, beyond how they are constructed.
    pub(crate) fn assumed(&self) -> &[Lit] {
        &self.assumptions
    }

    /// Whether a condition is assumed; then it need not be shown, unless it is to be negated.
    pub(crate) fn is_assumed(&mut self, condition: Lit) -> bool {
        let assumed = !self.falsified && self.assumptions.contains(&condition);
        self.effort.by_structure += usize::from(assumed);
        assumed
    }

    /// Assumes that the lowest bit of the first argument, or of what it points to, is zero.
    #[cfg(test)]
    pub(crate) fn assume_of_first_argument(&mut self) {
        let first = self.calls.first().or(self.entered.first()).expect("an entry").clone();
        let word = first.get(ARGUMENTS[0]).clone();
        let bit = match word.object() {
            Some(object) => self.stored(&first, object, 0, 1).expect("a byte")[0],
            None => word.offset()[0],
        };
        self.assume(!bit);
    }

    /// Assumes that two bits of an argument are not both set.
    #[cfg(test)]
    pub(crate) fn assume_not_both(&mut self, argument: usize, [a, b]: [usize; 2]) {
        let word = self.calls.first().or(self.entered.first()).expect("an entry").get(ARGUMENTS[argument]).clone();
        let both = self.graph.and(word.offset()[a], word.offset()[b]);
        self.assume(!both);
    }

    /// Assumes that an argument's upper half is zero.
    #[cfg(test)]
    pub(crate) fn assume_clear_above(&mut self, argument: usize) {
        let word = self.calls.first().or(self.entered.first()).expect("an entry").get(ARGUMENTS[argument]).clone();
        let clear = self.graph.is_zero(&word.offset()[32..]);
        self.assume(clear);
    }

    /// Whether only the start of the case is asked for, and nothing is run or shown.
    pub(crate) fn is_outset(&self) -> bool {
        self.begins_only
    }

    /// Sets how an input is printed.
    pub(crate) fn describe(&mut self, describe: impl Fn(&Values) -> String + 'static) {
        self.describe = Box::new(describe);
    }

    /// Sets the inputs that a counterexample should come from, if possible; they are made only if
    /// something fails.
    pub(crate) fn examples(&mut self, make: impl Fn(&Graph) -> Vec<(Lit, String)> + 'static) {
        self.examples = Some(Box::new(make));
    }

    /// Sets what a counterexample should satisfy beyond the assumptions, the most important first.
    pub(crate) fn prefer(&mut self, conditions: &[Lit]) {
        self.preferences = conditions.to_vec();
    }

    /// An array in the kernel's contract.
    pub(crate) fn contract(&self, parameter: &str) -> Array {
        self.contract.as_ref().expect("a kernel with a contract").array(parameter)
    }

    /// The bytes from one element of an argument's array to the next.
    pub(crate) fn element(&self, parameter: &str) -> i64 {
        self.contract(parameter).element as i64
    }

    /// An argument's array with this many elements, and what its contract has before them.
    pub(crate) fn array(&mut self, parameter: &str, elements: usize) -> ObjectId {
        let array = self.contract(parameter);
        self.world.array(parameter, &array, number((array.before + array.element * elements) as u64, 64))
    }

    /// An array of unknown bytes, and of as many elements as a number says.
    pub(crate) fn unknown_array(&mut self, parameter: &str, elements: &[Lit]) -> ObjectId {
        let array = self.contract(parameter);
        let length = self.graph.multiply(&number(array.element as u64, 64), elements, 64);
        self.world.unknown(parameter, &array, length)
    }

    /// The address of an argument's array whose element number `index` is at this word's place.
    pub(crate) fn start_of(&mut self, parameter: &str, element: &Word, index: &[Lit]) -> Word {
        let size = self.contract(parameter).element;
        assert!(size.is_power_of_two());
        let before = resized(&[&zeros(size.trailing_zeros() as usize), index].concat(), 64);
        element.with_offset(self.graph.sub(element.offset(), &before))
    }

    /// The state on entry with these arguments, whole registers each.
    pub(crate) fn entry(&mut self, arguments: &[Word]) -> State {
        if let (Some(contract), None) = (&self.contract, self.entered.first()) {
            assert_eq!(arguments.len(), contract.parameters.len(), "arguments of {}", self.kernel.name);
        }
        let (mut state, _) = State::entry(&self.graph, &mut self.world);
        for (register, argument) in ARGUMENTS.into_iter().zip(arguments) {
            state.set(register, argument.clone());
        }
        self.entered.push(state.clone());
        state
    }

    /// Whether a state is one on entry, but for the arguments and the path.
    fn is_entry(&self, state: &State) -> bool {
        self.entered.iter().any(|entry| state.is_entered_as(entry))
    }

    /// A 32-bit argument: the upper half of its register is free.
    pub(crate) fn narrow(&mut self, bits: &[Lit]) -> Word {
        let above = self.graph.inputs(64 - bits.len());
        self.above.extend(above.iter().map(|bit| bit.node()));
        Word::number([bits, &above].concat())
    }

    /// Runs the kernel from its entry until it returns, and shows everything except its result.
    pub(crate) fn call(&mut self, entry: &State) -> Result<State> {
        let ends = self.run(self.kernel.address, entry.clone(), &[])?;
        self.returned(ends, entry)
    }

    pub(crate) fn run(&mut self, start: u64, state: State, cuts: &[u64]) -> Result<Ends> {
        let is_call = start == self.kernel.address;
        self.effort.calls += usize::from(is_call);
        if is_call && !self.is_entry(&state) {
            refuse!("a run from the entry begins with something that no caller promises");
        }
        self.note_assumed();
        if self.begins_only {
            if is_call {
                self.calls.push(state);
            } else if self.calls.is_empty() && self.visits.is_none() {
                refuse!("the kernel is not run from its entry");
            }
            return self.any_ends(cuts);
        }
        let begun = state.memory.clone();
        self.begun = Some((start, state.clone()));
        self.told.begins(start, &state);
        let mut feasible = |graph: &Graph, path: Lit| {
            if !self.decides {
                return Ok(true);
            }
            Ok(model_of(graph, &[&self.assumptions[..], &[path]].concat())?.is_some())
        };
        let mut ends = execute::run(&self.graph, &mut self.world, self.kernel, start, state, cuts, &mut feasible)?;
        self.note_results(&begun, &mut ends)?;
        self.effort.course.starts.insert(start);
        self.effort.course.reached.extend(ends.cuts.keys());
        for state in ends.returned.iter().chain(ends.cuts.values()) {
            self.made.extend(state.nodes());
        }
        Ok(ends)
    }

    /// Refuses to compare the rule with itself: terms that share nothing with the registers and
    /// memory after a run. A separate proof is about terms of another proof's runs, so it is not
    /// checked.
    pub(crate) fn has_computed(&self, what: &str, found: &[Lit], expected: &[Lit]) -> Result<()> {
        let unknown: Bits = found.iter().copied().filter(|lit| lit.known().is_none()).collect();
        if found != expected || unknown.is_empty() || self.begins_only || self.is_apart {
            return Ok(());
        }
        let is_made = |node: &usize| self.made.contains(node);
        let is_term = |node: &usize| !matches!(self.graph.node(*node), Node::Variable(_));
        let stands_there = unknown.iter().any(|lit| is_made(&lit.node()));
        if stands_there || self.graph.cone(&unknown).iter().any(|node| is_term(node) && is_made(node)) {
            return Ok(());
        }
        refuse!("{what}: what the kernel computes is not compared with the rule, but the rule with itself");
    }

    /// Treats what was made from a run's terms like the terms themselves.
    fn derived(&mut self, from: &[Lit], to: Bits) -> Bits {
        if from.iter().all(|lit| lit.known().is_some() || self.made.contains(&lit.node())) {
            self.made.extend(to.iter().map(|lit| lit.node()));
        }
        to
    }

    /// Shows a condition where another holds, such as the way to a state, and that it does for some
    /// input.
    pub(crate) fn show_where(&mut self, given: Lit, what: &str, condition: Lit) -> Result<()> {
        self.show_reached(given, what)?;
        let condition = self.graph.implies(given, condition);
        self.show(what, condition)
    }

    /// Shows conditions, all at once, where another holds.
    pub(crate) fn show_all_where(&mut self, given: Lit, what: &str, conditions: &[Lit]) -> Result<()> {
        self.show_reached(given, what)?;
        let conditions: Bits = conditions.iter().map(|&condition| self.graph.implies(given, condition)).collect();
        self.show_all(what, &conditions)
    }

    /// Shows that two vectors are equal where a condition holds.
    pub(crate) fn show_equal_where(&mut self, given: Lit, what: &str, found: &[Lit], expected: &[Lit]) -> Result<()> {
        self.show_reached(given, what)?;
        let [found, expected] = [found, expected].map(|bits| self.graph.gated(given, bits));
        self.show_equal(what, &found, &expected)
    }

    /// Shows that two vectors are equal, all bits at once, wherever a path is taken, and that some
    /// input takes it.
    pub(crate) fn show_equal_on(&mut self, path: Lit, what: &str, found: &[Lit], expected: &[Lit]) -> Result<()> {
        let same: Bits =
            found.iter().zip(expected).map(|(&found, &expected)| self.graph.iff(found, expected)).collect();
        self.show_all_where(path, what, &same)
    }

    /// Shows that what a claim is shown under holds for some input.
    pub(crate) fn show_reached(&mut self, given: Lit, what: &str) -> Result<()> {
        if given == Lit::TRUE || !self.paths.insert(given) {
            return Ok(());
        }
        if !self.told.is_marked() && self.drawn(&[!given]).is_some() {
            self.effort.preconditions += 1;
            return Ok(());
        }
        self.can_be(given, &format!("the way to where this is shown: {what}"))
    }

    /// The possible results of a run without running it: anything, everywhere.
    fn any_ends(&mut self, cuts: &[u64]) -> Result<Ends> {
        let before = self.graph.len();
        let any = State { memory: self.world.anything(&self.graph)?, ..State::anything(&self.graph) };
        self.results.push(before..self.graph.len());
        Ok(Ends { returned: Some(any.clone()), cuts: cuts.iter().map(|&cut| (cut, any.clone())).collect() })
    }

    /// The state after the return, which is the only end; what must be unchanged is unchanged.
    pub(crate) fn returned(&mut self, ends: Ends, entry: &State) -> Result<State> {
        if let (true, Some(state)) = (self.begins_only, &ends.returned) {
            return Ok(state.clone());
        }
        if let Some((cut, _)) = ends.cuts.first_key_value() {
            refuse!("the cut point {cut:#x} is reached where only a return may be");
        }
        let state = ends.returned.ok_or_else(|| Refused::new("the kernel does not return"))?;
        self.can_be(state.path, "the way to the return")?;
        self.leaves_alone(&state, entry)?;
        self.settle()?;
        Ok(state)
    }

    /// Records what a caller may rely on after the return.
    pub(crate) fn leaves_alone(&mut self, state: &State, entry: &State) -> Result<()> {
        if self.begins_only { Ok(()) } else { state.check_return(&self.graph, &mut self.world, entry) }
    }

    /// Shows the obligations of the run itself: bounds, alignment, the frame.
    pub(crate) fn settle(&mut self) -> Result<()> {
        let obligations = std::mem::take(&mut self.world.obligations);
        if obligations.is_empty() || self.told.is_marked() {
            return Ok(());
        }
        let conditions: Bits = obligations.iter().map(|obligation| obligation.condition).collect();
        // All at once, unless each one depends on few terms.
        if self.whatever.is_empty() {
            let all = self.graph.all(&conditions);
            if self.holds(all)?.is_none() {
                return Ok(());
            }
        }
        for obligation in obligations {
            self.judge(&obligation.what, obligation.condition)?;
        }
        if self.whatever.is_empty() { refuse!("obligations that hold one by one and not together") } else { Ok(()) }
    }

    /// Shows a claim of the theorem: a condition that holds for every input. If it fails, the case
    /// ends.
    pub(crate) fn show(&mut self, what: &str, condition: Lit) -> Result<()> {
        self.claims(what, 1);
        self.show_part(what, condition)
    }

    /// Notes how many conditions are claimed under a name.
    pub(crate) fn claims(&mut self, what: &str, conditions: usize) {
        if !self.begins_only {
            self.effort.claims.add(what, conditions);
        }
    }

    /// Shows a part of what is claimed, or what a place says by itself.
    pub(crate) fn show_part(&mut self, what: &str, condition: Lit) -> Result<()> {
        let falsified = std::mem::take(&mut self.falsified);
        self.judge(what, condition.negated_if(falsified))
    }

    /// Whether the next claim is negated; then only the solver may decide it.
    pub(crate) fn is_falsified(&self) -> bool {
        self.falsified
    }

    fn judge(&mut self, what: &str, condition: Lit) -> Result<()> {
        if self.begins_only {
            return Ok(());
        }
        if self.only_notes(&[condition]) {
            return Ok(());
        }
        let Some(model) = self.holds(condition)? else { return Ok(()) };
        if let Some((_, input)) = self.example(condition)? {
            return self.refute(what.to_owned(), input);
        }
        let model = self.preferred(condition, model)?;
        let values = self.graph.values_in(&model);
        if values.of(condition) != 0 || self.assumptions.iter().any(|&assumed| values.of(assumed) == 0) {
            refuse!("the solver's model does not satisfy the question");
        }
        let undefined = self
            .graph
            .cone(&[condition])
            .into_iter()
            .any(|node| matches!(self.graph.node(node), Node::Variable(Origin::Undefined(_))));
        let note = if undefined { " (it may depend on something undefined)" } else { "" };
        let input = self.described(&values, condition);
        self.refute(format!("{what}{note}"), input)
    }

    /// Ends the case.
    fn refute(&mut self, condition: String, input: String) -> Result<()> {
        self.refuted = Some(Verdict::Refuted { condition, input });
        refuse!("refuted")
    }

    /// A readable input: as the theorem prints it, with what a caller left above arguments if that
    /// matters; or the registers and bytes at the start of the run that a condition is about.
    fn described(&self, values: &Values, condition: Lit) -> String {
        let mut about = self.graph.cone(&[condition]);
        about.retain(|&node| matches!(self.graph.node(node), Node::Variable(_)));
        let is_about = |lit: Lit| about.binary_search(&lit.node()).is_ok();
        let text = (self.describe)(values);
        let Some((start, begun)) = &self.begun else {
            return if text.is_empty() { self.bits_of(values, &about) } else { text };
        };
        if !text.is_empty() {
            let is_above = |lit: Lit| is_about(lit) && self.above.contains(&lit.node());
            let above = begun.shown(&self.world, values, &is_above);
            return if above.is_empty() { text } else { format!("{text} (with {})", above.join(", ")) };
        }
        let parts = [begun.shown(&self.world, values, &is_about), self.world.shown(values, &is_about)].concat();
        let place = match start - self.kernel.address {
            0 => String::new(),
            at => format!("at {at:#x}: "),
        };
        if parts.is_empty() { place + &self.bits_of(values, &about) } else { place + &parts.join(", ") }
    }

    /// The bits of a condition that are in no register and no byte, in the order in which the
    /// theorem made them.
    fn bits_of(&self, values: &Values, about: &[usize]) -> String {
        if about.is_empty() {
            return "any input".to_owned();
        }
        let bits = about.iter().take(256).map(|&node| if values.of(Lit::of(node)) & 1 == 1 { '1' } else { '0' });
        let more = if about.len() > 256 { "..." } else { "" };
        format!("bits that the theorem has made, in order: {}{more}", bits.collect::<String>())
    }

    /// An example for which a condition fails.
    fn example(&mut self, condition: Lit) -> Result<Option<(Values, String)>> {
        let Some(make) = &self.examples else { return Ok(None) };
        let made = make(&self.graph);
        let is: Bits = made.iter().map(|(is, _)| *is).collect();
        let is_one = self.graph.any(&is);
        let Some(model) = self.input_with(&[is_one, !condition])? else { return Ok(None) };
        let values = self.graph.values_in(&model);
        let found = made.into_iter().find(|(is, _)| values.of(*is) != 0);
        let (_, text) = found.ok_or_else(|| Refused::new("the solver's model does not satisfy the question"))?;
        Ok(Some((values, text)))
    }

    /// Shows that two vectors are equal for every input.
    pub(crate) fn show_equal(&mut self, what: &str, found: &[Lit], expected: &[Lit]) -> Result<()> {
        if found.len() != expected.len() {
            refuse!("{what}: {} bits against {}", found.len(), expected.len());
        }
        self.claims(what, found.len());
        self.has_computed(what, found, expected)?;
        // A variable that is still where it was says nothing of what it is.
        let is_term = |bit: &Lit| !matches!(self.graph.node(bit.node()), Node::Variable(_));
        let made: Bits = found.iter().copied().filter(is_term).collect();
        self.must_mean_something(what, &made)?;
        if self.begins_only {
            return Ok(());
        }
        let pairs = found.iter().zip(expected);
        let same: Bits = pairs.map(|(&found, &expected)| !self.graph.xor(found, expected)).collect();
        if self.only_notes(&same) {
            return Ok(());
        }
        // Bit by bit: many small questions are faster than one large one.
        // If a random input refutes a bit, the bits before it need not be shown.
        let first = self.first_drawn_apart(&same).unwrap_or(0);
        for place in (first..same.len()).chain(0..first) {
            self.show_part(&format!("{what}, bit {place}"), same[place])?;
        }
        Ok(())
    }

    /// Shows that conditions hold for every input: all together and, if that fails, one by one.
    pub(crate) fn show_all(&mut self, what: &str, conditions: &[Lit]) -> Result<()> {
        self.claims(what, conditions.len());
        self.show_parts(what, conditions)
    }

    /// Shows parts of a claim.
    pub(crate) fn show_parts(&mut self, what: &str, conditions: &[Lit]) -> Result<()> {
        if self.begins_only {
            return Ok(());
        }
        if self.only_notes(conditions) {
            return Ok(());
        }
        let all = self.graph.all(conditions);
        if !self.falsified && self.holds(all)?.is_none() {
            return Ok(());
        }
        if let (false, Some((values, input))) = (self.falsified, self.example(all)?) {
            let place = conditions.iter().position(|&condition| values.of(condition) == 0).unwrap_or_default();
            return self.refute(format!("{what}, place {place}"), input);
        }
        for (place, &condition) in conditions.iter().enumerate() {
            self.show_part(&format!("{what}, place {place}"), condition)?;
        }
        refuse!("{what}: conditions that hold one by one and not together")
    }

    /// Whether a few random inputs show a difference between two vectors.
    pub(crate) fn are_drawn_apart(&mut self, a: &[Lit], b: &[Lit]) -> bool {
        let same = self.graph.equal(a, b);
        self.drawn(&[same]).is_some()
    }

    /// The first condition that fails for one of a few random inputs.
    pub(crate) fn first_drawn_apart(&self, conditions: &[Lit]) -> Option<usize> {
        self.drawn(conditions).map(|(place, _)| place)
    }

    /// `None` if the condition always holds, else an assignment under which it fails.
    fn holds(&mut self, condition: Lit) -> Result<Option<Model>> {
        if condition == Lit::TRUE || self.begins_only || self.shown.contains(&condition) {
            self.effort.by_structure += 1;
            return Ok(None);
        }
        self.must_mean_something("a claim", &[condition])?;
        self.effort.by_solver += 1;
        if let Some((_, model)) = self.drawn(&[condition]) {
            return Ok(Some(model));
        }
        let failing = self.fails(condition)?;
        if failing.is_none() {
            self.shown.insert(condition);
        }
        Ok(failing)
    }

    /// Decides by the solver alone.
    fn fails(&mut self, condition: Lit) -> Result<Option<Model>> {
        if self.begins_only {
            return Ok(None);
        }
        if !self.whatever.is_empty() && self.follows_whatever(condition)? {
            return Ok(None);
        }
        if self.nearby && (self.follows_by_cases(condition) || self.follows_nearby(condition)?) {
            return Ok(None);
        }
        self.input_with(&[!condition])
    }

    /// Whether a condition is plain from the assumptions in every case of what the kernel chooses
    /// between two words by. The solver would look into how each choice is made.
    fn follows_by_cases(&mut self, condition: Lit) -> bool {
        let constant = |assumed: &Lit| (assumed.node(), Lit::constant(!assumed.is_negated()));
        let assumed: FxHashMap<usize, Lit> = self.assumptions.iter().map(constant).collect();
        let (mut cases, mut count) = (self.graph.substitute(&[condition], &assumed), 0);
        while let Some(case) = cases.pop() {
            if case == Lit::TRUE {
                continue;
            }
            count += 1;
            let Some(choice) = self.graph.choice(case).filter(|_| count <= MOST_CASES) else { return false };
            for value in [Lit::FALSE, Lit::TRUE] {
                // An assumption may come to light only here.
                let case = self.graph.substitute(&[case], &FxHashMap::from_iter([(choice, value)]));
                cases.extend(self.graph.substitute(&case, &assumed));
            }
        }
        true
    }

    /// Whether a condition follows from the assumptions about some of its variables.
    fn follows_nearby(&mut self, condition: Lit) -> Result<bool> {
        let mut conditions = self.graph.near(&self.assumptions, &[condition]);
        conditions.push(!condition);
        Ok(model_of(&self.graph, &conditions)?.is_none())
    }

    /// Whether a condition follows from the assumptions with the given terms left free. Only those
    /// are used that share all their terms with it.
    fn follows_whatever(&mut self, condition: Lit) -> Result<bool> {
        let variables: FxHashSet<usize> = self.whatever.values().map(|variable| variable.node()).collect();
        let conditions = [&self.assumptions[..], &[!condition]].concat();
        let conditions = self.graph.substitute(&conditions, &self.whatever);
        let about = |condition: &Lit| -> FxHashSet<usize> {
            self.graph.cone(&[*condition]).into_iter().filter(|node| variables.contains(node)).collect()
        };
        let goal = about(conditions.last().expect("a goal"));
        let near: Bits = conditions.iter().copied().filter(|condition| about(condition).is_subset(&goal)).collect();
        Ok(model_of(&self.graph, &near)?.is_none())
    }

    /// An assignment under which a condition fails, as under this one, and that satisfies as many
    /// preferences as possible.
    fn preferred(&self, condition: Lit, mut model: Model) -> Result<Model> {
        let mut conditions = vec![!condition];
        for &preference in &self.preferences {
            conditions.push(preference);
            match self.input_with(&conditions)? {
                Some(better) => model = better,
                None => _ = conditions.pop(),
            }
        }
        Ok(model)
    }

    /// The first condition that fails under a random assignment, and the assignment, if a few tries
    /// find one.
    fn drawn(&self, conditions: &[Lit]) -> Option<(usize, Model)> {
        if self.begins_only || conditions.iter().all(|&condition| condition == Lit::TRUE) {
            return None;
        }
        let cone = self.graph.cone(&[conditions, &self.assumptions].concat());
        let mut random = Random::new(1);
        let values = self.graph.evaluate_nodes(cone.iter().copied(), |_, origin| match origin {
            Origin::Mark(_) => 0,
            _ => random.next_u64(),
        });
        let assumed = self.assumptions.iter().fold(u64::MAX, |all, &assumed| all & values.of(assumed));
        let failing = |&condition: &Lit| assumed & !values.of(condition);
        let first = conditions.iter().position(|condition| failing(condition) != 0);
        let found = first.map(|first| {
            let place = failing(&conditions[first]).trailing_zeros();
            let value = |&node: &usize| (node, values.of(Lit::of(node)) >> place & 1 == 1);
            (first, cone.iter().map(value).collect())
        });
        values.give_back(&cone);
        found
    }

    /// `found` with each part replaced that equals one of `parts`, or its negation, for every
    /// input. This makes a proof of two steps, where the parts are a known result before the last
    /// step of a computation.
    pub(crate) fn in_terms_of(&mut self, found: &[Lit], parts: &[Lit]) -> Result<Bits> {
        if self.begins_only {
            return Ok(found.to_vec());
        }
        let signatures = self.signatures();
        let mut of_signature: FxHashMap<[u64; DRAWS], Vec<usize>> = FxHashMap::default();
        let own: Vec<usize> = self.graph.cone(parts);
        for node in self.graph.cone(found) {
            if own.binary_search(&node).is_err() {
                of_signature.entry(normal(signatures[node]).0).or_default().push(node);
            }
        }
        let mut replaced = FxHashMap::default();
        // Values that told two terms apart once often tell others apart, too.
        let mut telling: Vec<(u64, Values)> = Vec::new();
        for part in parts.iter().filter(|part| part.known().is_none()) {
            let (signature, flipped) = normal(signatures[part.node()]);
            for &node in of_signature.get(&signature).into_iter().flatten() {
                let literal = Lit::of(part.node()).negated_if(normal(signatures[node]).1 != flipped);
                let differs =
                    |(assumed, values): &(u64, Values)| assumed & (values.of(Lit::of(node)) ^ values.of(literal)) != 0;
                if replaced.contains_key(&node) || telling.iter().any(differs) {
                    continue;
                }
                let same = !self.graph.xor(Lit::of(node), literal);
                let failing = if same == Lit::TRUE { None } else { self.fails(same)? };
                match failing {
                    None => _ = replaced.insert(node, literal),
                    Some(model) => telling.push(self.assignments_near(&model)),
                }
            }
        }
        let replaced = self.graph.substitute(found, &replaced);
        Ok(self.derived(found, replaced))
    }

    /// A vector with each of `parts` replaced by a free variable, and these variables. A fact about
    /// it is one about the original, whatever the parts are. A part that never holds stays.
    pub(crate) fn generalised(&mut self, found: &[Lit], parts: &[Lit]) -> Result<(Bits, Bits)> {
        let mut free = FxHashMap::default();
        for part in parts.iter().filter(|part| part.known().is_none()) {
            let new = if self.holds(!*part)?.is_none() { Lit::FALSE } else { self.graph.input() };
            free.insert(part.node(), new.negated_if(part.is_negated()));
        }
        let parts = parts.iter().map(|part| free.get(&part.node()).map_or(*part, |v| v.negated_if(part.is_negated())));
        let parts = parts.collect();
        let replaced = self.graph.substitute(found, &free);
        Ok((self.derived(found, replaced), parts))
    }

    /// A vector with each of `parts` replaced by a free variable, and these variables.
    pub(crate) fn free(&mut self, found: &[Lit], parts: &[Lit]) -> (Bits, Bits) {
        let variables = self.graph.inputs(parts.len());
        let of_part = parts.iter().zip(&variables).filter(|(part, _)| part.known().is_none());
        let free = of_part.map(|(part, variable)| (part.node(), variable.negated_if(part.is_negated()))).collect();
        let replaced = self.graph.substitute(found, &free);
        (self.derived(found, replaced), variables)
    }

    /// A vector with some of its parts replaced, each by the value that it has in the case at hand.
    pub(crate) fn with(&mut self, found: &[Lit], values: &[(Lit, Lit)]) -> Bits {
        let values = values.iter().map(|&(part, value)| (part.node(), value.negated_if(part.is_negated()))).collect();
        let replaced = self.graph.substitute(found, &values);
        self.derived(found, replaced)
    }

    /// A vector with its inputs renamed; it must depend on no others.
    pub(crate) fn renamed(&mut self, found: &[Lit], inputs: &[Lit], names: &[Lit]) -> Result<Bits> {
        if self.begins_only {
            return Ok(found.to_vec());
        }
        let map: FxHashMap<usize, Lit> = inputs.iter().map(|input| input.node()).zip(names.iter().copied()).collect();
        let is_other = |node: &usize| {
            let of_input = |origin| !matches!(origin, Origin::Mark(_)) && !map.contains_key(node);
            matches!(self.graph.node(*node), Node::Variable(origin) if of_input(origin))
        };
        if self.graph.cone(found).iter().any(is_other) {
            let depends = |bit: &Lit| self.graph.cone(&[*bit]).iter().any(is_other);
            let bit = found.iter().position(depends).unwrap_or_default();
            refuse!("bit {bit} of a result depends on more than its own input");
        }
        let new = map.iter().filter(|&(&input, name)| name.known().is_none() && name.node() != input);
        self.names.extend(new.map(|(_, name)| name.node()));
        let mut map = map;
        map.extend(self.marks_of_names(found, &map));
        let replaced = self.graph.substitute(found, &map);
        Ok(self.derived(found, replaced))
    }

    /// From here on nothing more may be assumed: it might not hold at the head of a loop whose runs
    /// begin, where it would not be seen.
    pub(crate) fn begin_loop(&mut self) {
        self.assumed_of_loop.get_or_insert(self.assumptions.len());
    }

    /// Whether something is assumed of a variable that inputs were renamed to.
    fn assumes_of_names(&self) -> bool {
        !self.names.is_empty() && self.graph.cone(&self.assumptions).iter().any(|node| self.names.contains(node))
    }

    /// Whether two vectors are always equal.
    pub(crate) fn are_equal(&mut self, a: &[Lit], b: &[Lit]) -> Result<bool> {
        if self.is_falsified() || self.begins_only {
            return Ok(!self.is_falsified());
        }
        let same: Bits = a.iter().zip(b).map(|(&a, &b)| self.graph.iff(a, b)).collect();
        for &same in &same {
            if self.holds(same)?.is_some() {
                return Ok(false);
            }
        }
        self.only_notes(&same);
        Ok(a.len() == b.len())
    }

    /// Assignments near one that satisfies the assumptions, and which of them do: the first is the
    /// given one, in the others some variables differ.
    fn assignments_near(&self, model: &Model) -> (u64, Values) {
        let mut random = Random::new(3);
        let values = self.graph.evaluate(|node, _| match model.get(&node) {
            Some(&value) => {
                let other = (0..3).fold(!1, |other, _| other & random.next_u64());
                if value { !other } else { other }
            }
            None => random.next_u64(),
        });
        let assumed = self.assumptions.iter().fold(u64::MAX, |all, &assumed| all & values.of(assumed));
        (assumed, values)
    }

    fn signatures(&self) -> Vec<[u64; DRAWS]> {
        let mut random = Random::new(2);
        let mut signatures = vec![[0; DRAWS]; self.graph.len()];
        for draw in 0..DRAWS {
            // Variables that are mostly set, or seldom, so that rare conditions occur.
            let values = self.graph.evaluate(|_, _| {
                let drawn = random.next_u64();
                match random.below(3) {
                    0 => drawn,
                    1 => drawn | random.next_u64(),
                    _ => drawn & random.next_u64(),
                }
            });
            for (node, signature) in signatures.iter_mut().enumerate() {
                signature[draw] = values.of(Lit::of(node));
            }
        }
        signatures
    }
}

/// How many cases of a condition are looked at before the solver is asked.
const MOST_CASES: usize = 32;
/// How many rounds of 64 assignments try to tell terms apart before the solver is asked.
const DRAWS: usize = 16;

/// A signature up to negation, and whether it was negated.
fn normal(signature: [u64; DRAWS]) -> ([u64; DRAWS], bool) {
    if signature[0] & 1 == 1 { (signature.map(|word| !word), true) } else { (signature, false) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A theorem that nothing can break: it has no inputs.
    fn about_none(proof: &mut Proof) -> Result<()> {
        let [a, b] = [(); 2].map(|()| proof.graph.input());
        let (both, neither) = (proof.graph.and(a, b), proof.graph.and(!a, !b));
        proof.assumptions = vec![both, neither];
        proof.show("one is the other's contrary", !b)
    }

    #[test]
    fn a_theorem_about_no_input_is_refused() {
        let image = Image::of_this_program().unwrap();
        let verdict = Proof::verdict(&image, &image.kernels[0], about_none).0;
        assert_eq!(verdict, Verdict::Refused("no input meets what the theorem assumes".to_owned()));
    }

    #[test]
    fn a_false_claim_is_refuted_by_every_way_to_show_one() {
        let image = Image::of_this_program().unwrap();
        let ways: [fn(&mut Proof, Lit) -> Result<()>; 4] = [
            |proof, a| proof.show_equal("itself", &[a, a], &[a, a]),
            |proof, a| proof.show_equal_on(Lit::TRUE, "itself", &[a, a], &[a, a]),
            |proof, a| proof.show_same_sum("itself", a, a),
            |proof, a| crate::renaming::Shown::default().equal(proof, "itself", &[a], &[a]),
        ];
        for way in ways {
            let case = |proof: &mut Proof| {
                let a = proof.graph.input();
                // As if a run had produced it.
                proof.made.insert(a.node());
                proof.effort.course.starts.insert(0);
                way(proof, a)
            };
            assert_eq!(Proof::verdict(&image, &image.kernels[0], case).0, Verdict::Proved);
            let verdict = Proof::verdict_of_a_false_claim(&image, &image.kernels[0], case);
            assert!(matches!(verdict, Some(Verdict::Refuted { .. })), "{verdict:?}");
        }
    }

    #[test]
    fn a_condition_that_is_shown_is_not_asked_again_and_its_contrary_is() {
        let image = Image::of_this_program().unwrap();
        let mut proof = Proof::new(&image, &image.kernels[0]);
        let [a, b] = [(); 2].map(|()| proof.graph.inputs(4));
        let (both, either) = (proof.graph.and_each(&a, &b), proof.graph.or_each(&a, &b));
        let (sum, same_sum) = (proof.graph.add(&a, &b), proof.graph.add(&both, &either));
        let same = proof.graph.equal(&sum, &same_sum);
        for asked in [1, 1] {
            proof.show("the sums", same).unwrap();
            assert_eq!(proof.effort.by_solver, asked);
        }
        assert!(proof.show("not the sums", !same).is_err());
        assert_eq!(proof.effort.by_solver, 2);
    }

    #[test]
    fn a_condition_follows_by_cases_only_if_it_does_in_each() {
        let image = Image::of_this_program().unwrap();
        let mut proof = Proof::new(&image, &image.kernels[0]);
        let [a, b, c] = [(); 3].map(|()| proof.graph.inputs(16));
        let least = |graph: &Graph, a: &Bits, b: &Bits| {
            let below = graph.below(b, a);
            graph.choose_each(below, b, a)
        };
        let of_two = least(&proof.graph, &a, &b);
        let of_three = least(&proof.graph, &of_two, &c);
        let is_one = |graph: &Graph, words: &[&Bits]| {
            let same: Bits = words.iter().map(|word| graph.equal(word, &of_three)).collect();
            graph.any(&same)
        };
        let all = is_one(&proof.graph, &[&a, &b, &c]);
        assert!(proof.follows_by_cases(all) && !proof.follows_by_cases(!all));
        for some in [[&a, &b], [&a, &c], [&b, &c]] {
            let some = is_one(&proof.graph, &some);
            assert!(!proof.follows_by_cases(some));
        }
        // An assumption counts, once the case is one of it.
        let of_the_others = proof.graph.equal(&of_two, &c);
        proof.assume(of_the_others);
        let other = proof.graph.equal(&of_three, &c);
        assert!(proof.follows_by_cases(other));
    }

    #[test]
    fn a_result_compared_with_itself_is_refused() {
        let image = Image::of_this_program().unwrap();
        let kernel = image.kernel("othello_legal_moves_8x8_x64").unwrap();
        // Once without a run, and once with a run unrelated to the comparison.
        for runs in [false, true] {
            let case = |proof: &mut Proof| {
                let [own, opponent] = [(); 2].map(|()| Word::number(proof.graph.inputs(64)));
                if runs {
                    let entry = proof.entry(&[own.clone(), opponent.clone()]);
                    proof.call(&entry)?;
                }
                let (own, opponent) = (own.as_number()?.to_vec(), opponent.as_number()?.to_vec());
                let rule = proof.graph.sub(&own, &opponent);
                proof.show_equal("the difference", &rule.clone(), &rule)
            };
            let Verdict::Refused(reason) = Proof::verdict(&image, kernel, case).0 else { panic!("not refused") };
            assert!(reason.contains("the rule with itself"), "{reason}");
        }
    }

    #[test]
    fn a_separate_proof_about_no_input_is_refused() {
        let image = Image::of_this_program().unwrap();
        let about = |both: bool| {
            let case = move |proof: &mut Proof| {
                proof.aside(|apart| {
                    let [a, b] = [(); 2].map(|()| apart.graph.input());
                    let either = apart.graph.or(a, b);
                    apart.assume(either);
                    apart.assume(!a);
                    if both {
                        apart.assume(!b);
                    }
                    apart.show("the other", b)
                })
            };
            Proof::verdict(&image, &image.kernels[0], case).0
        };
        assert_eq!(about(false), Verdict::Proved);
        assert_eq!(about(true), Verdict::Refused("no input meets what a separate proof assumes".to_owned()));
    }

    #[test]
    fn what_is_assumed_of_the_names_of_inputs_is_refused() {
        let image = Image::of_this_program().unwrap();
        // Of no name, of one before and after the inputs have it, and of a variable that keeps its
        // name.
        for (assumed, early, refused) in [(2, true, false), (1, true, true), (1, false, true), (0, true, false)] {
            let case = |proof: &mut Proof| {
                let [kept, name, input] = [(); 3].map(|()| proof.graph.input());
                let of = [kept, name, input][assumed];
                if early {
                    proof.assume(of);
                }
                let renamed = proof.renamed(&[proof.graph.and(kept, input)], &[kept, input], &[kept, name])?;
                if !early {
                    proof.assume(of);
                }
                proof.show("both", proof.graph.implies(proof.graph.and(kept, name), renamed[0]))
            };
            let verdict = Proof::verdict(&image, &image.kernels[0], case).0;
            let reason = "something is assumed of the names that inputs were given";
            let expected = if refused { Verdict::Refused(reason.to_owned()) } else { Verdict::Proved };
            assert_eq!(verdict, expected, "{assumed}, {early}");
        }
    }

    #[test]
    fn a_counterexample_says_what_a_separate_proof_is_about_and_what_stands_above_arguments() {
        let image = Image::of_this_program().unwrap();
        let input_of = |case: fn(&mut Proof) -> Result<()>| {
            let kernel = image.kernel("othello_flips_x64").unwrap();
            match Proof::verdict(&image, kernel, case).0 {
                Verdict::Refuted { input, .. } => input,
                other => panic!("{other:?}"),
            }
        };
        let apart = input_of(|proof| {
            proof.aside(|apart| {
                let [a, b] = [(); 2].map(|()| apart.graph.input());
                let either = apart.graph.or(a, b);
                apart.show("one of two", either)
            })
        });
        assert_eq!(apart, "bits that the theorem has made, in order: 00");
        let above = input_of(|proof| {
            proof.describe(|_| "the empty board".to_owned());
            let square = proof.narrow(&number(9, 32));
            let entry = proof.entry(&[Word::constant(0), Word::constant(0), square.clone()]);
            proof.call(&entry)?;
            proof.show("bit 40 is clear", !square.offset()[40])
        });
        assert!(above.starts_with("the empty board (with rdx = 0x") && above.ends_with("00000009)"), "{above}");
    }

    #[test]
    fn a_claim_about_a_path_that_no_input_takes_is_refused() {
        let image = Image::of_this_program().unwrap();
        let case = |proof: &mut Proof| {
            let [a, b] = [(); 2].map(|()| proof.graph.input());
            let (both, neither) = (proof.graph.and(a, b), proof.graph.and(!a, !b));
            let (never, claim) = (proof.graph.and(both, neither), proof.graph.input());
            // Not by structure, so that the solver must decide that it is never taken.
            let path = proof.graph.input();
            let same = !proof.graph.xor(path, never);
            proof.assume(same);
            proof.show_where(path, "anything", claim)
        };
        let verdict = Proof::verdict(&image, &image.kernels[0], case).0;
        let reason = "no input meets the way to where this is shown: anything";
        assert_eq!(verdict, Verdict::Refused(reason.to_owned()));
    }
}
