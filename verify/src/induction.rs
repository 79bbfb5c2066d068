//! Unbounded loops: one turn from any possible state at the loop's head, by induction over the
//! turns.

use crate::bits::Bits;
use crate::course::Bytes;
use crate::execute::Ends;
use crate::graph::{Graph, Lit, Node};
use crate::loop_head::{Known, Moves};
use crate::place::Place;
use crate::proof::Proof;
use crate::refused::{Refused, Result, refuse};
use crate::state::{ARGUMENTS, State};
use crate::turns::Numbers;
use crate::word::{ObjectId, Word};
use iced_x86::Register;
use std::panic::Location;
use std::sync::Arc;

/// A turn of a loop, from its head.
pub(crate) struct Turn {
    /// The state at the head. Everything that the loop does not change is as at its entry; all else
    /// is unknown, except for the quantities that advance.
    pub(crate) head: State,
    /// The state at the next turn's head, if there is one.
    pub(crate) next: Option<State>,
    /// The state after the return, if the loop is left.
    pub(crate) returned: Option<State>,
    /// The facts known at the head.
    pub(crate) known: Known,
}

/// A longer condition of what is left is taken to hold.
const MOST_TERMS: usize = 1 << 14;

/// More rounds than registers.
const ROUNDS: usize = 100;

impl Proof<'_> {
    /// The state in which a call enters the loop at `head`, and what the call returned if it does
    /// not enter.
    #[track_caller]
    pub(crate) fn until(&mut self, head: u64, entry: &State) -> Result<(State, Option<State>)> {
        let mut ends = self.run(self.kernel.address, entry.clone(), &[head])?;
        let mut cut = ends.cuts.remove(&head).ok_or_else(|| Refused::new("the loop is not reached"))?;
        self.can_be(cut.path, "the way to the loop")?;
        if let Some(state) = &ends.returned {
            self.leaves_alone(state, entry)?;
        }
        self.settle()?;
        self.mark_ways(Location::caller(), self.kernel.address, [(head, &mut cut)], &mut ends.returned);
        self.loops.push(cut.clone());
        Ok((cut, ends.returned))
    }

    /// Runs from the entry and from each place to the next ones. A run from a place begins with
    /// what is said of its registers, in variables of its own; the theorem must show that each
    /// arrival has this form. Other facts there are found by trial: at first, everything that the
    /// first arrival brings is assumed to hold always; what another arrival brings differently is
    /// then forgotten. `outputs` are written meanwhile, so what they hold at a place is undefined.
    #[track_caller]
    pub(crate) fn sections(
        &mut self,
        entry: &State,
        cuts: &[Place],
        outputs: &[ObjectId],
    ) -> Result<(Ends, Vec<Ends>)> {
        if cuts.iter().any(|cut| cut.general.iter().any(|(register, _)| *register == Register::RSP)) {
            refuse!("what is said of the stack pointer at a place would not be shown");
        }
        self.begin_loop();
        let places: Vec<u64> = cuts.iter().map(|cut| cut.at).collect();
        // The reached cuts, in order: what is known at one may depend on earlier ones.
        let mut reached: Vec<(u64, Known, State)> = Vec::new();
        let round = self.round();
        'rounds: for _ in 0..ROUNDS {
            self.take_back(&round);
            let start = self.run(self.kernel.address, entry.clone(), &places)?;
            let mut sections: Vec<Ends> = Vec::new();
            loop {
                let arrivals = &sections.last().unwrap_or(&start).cuts;
                for (at, arrival) in arrivals {
                    let cut = cuts.iter().find(|cut| cut.at == *at).expect("a run ends at cuts");
                    match reached.iter_mut().position(|(other, ..)| other == at) {
                        None => {
                            let (at, known, mut head) = begun(cut, arrival);
                            self.world.forget_all(&self.graph, &mut head.memory, outputs)?;
                            reached.push((at, known, head));
                        }
                        Some(index) => {
                            let (_, known, head) = &mut reached[index];
                            if let Some(byte) = self.world.difference(&head.memory, &arrival.memory, outputs) {
                                let at = at - self.kernel.address;
                                refuse!("{byte}, which a later turn may read, changes on the way to {at:#x}");
                            }
                            if known.forget(&self.graph, head, arrival, &[])? {
                                reached.truncate(index + 1);
                                continue 'rounds;
                            }
                        }
                    }
                }
                let Some((at, _, head)) = reached.get(sections.len()) else { break };
                let (at, head) = (*at, head.clone());
                sections.push(self.run(at, head, &places)?);
            }
            if let Some(cut) = cuts.iter().find(|cut| !reached.iter().any(|(at, ..)| *at == cut.at)) {
                refuse!("nothing leads to {:#x}", cut.at - self.kernel.address);
            }
            for ends in std::iter::once(&start).chain(&sections) {
                if let Some(returned) = &ends.returned {
                    self.leaves_alone(returned, entry)?;
                }
            }
            self.settle()?;
            let mut start = start;
            self.mark_forms(Location::caller(), cuts, self.kernel.address, &mut start);
            for ((at, ..), ends) in reached.iter().zip(&mut sections) {
                self.mark_forms(Location::caller(), cuts, *at, ends);
                let Ends { cuts, returned } = ends;
                let cuts = cuts.iter_mut().map(|(at, state)| (*at, state));
                self.mark_ways(Location::caller(), *at, cuts, returned);
            }
            let mut ordered: Vec<_> = reached.into_iter().map(|(at, ..)| at).zip(sections).collect();
            ordered.sort_by_key(|(at, _)| places.iter().position(|place| place == at));
            return Ok((start, ordered.into_iter().map(|(_, section)| section).collect()));
        }
        refuse!("the loops have no states of their own")
    }

    /// A turn of the loop at `head`, entered in the state `first`, on `path`. The parts that the
    /// turn does not change are found by trial: at first everything is assumed unchanged; what did
    /// change is forgotten, until the assumption holds. `outputs` are written in each turn, so what
    /// they hold at its start is undefined.
    #[track_caller]
    pub(crate) fn turn(
        &mut self,
        head: u64,
        first: &State,
        moves: &[Moves],
        path: Lit,
        outputs: &[ObjectId],
        entry: &State,
    ) -> Result<Turn> {
        self.begin_loop();
        self.must_be_entered(first)?;
        self.can_be(path, "what a turn of the loop assumes")?;
        let counts = moves.iter().flat_map(|of| [&of.entry, &of.now]).flat_map(|word| word.offset());
        let of_counts = self.graph.cone(&counts.copied().collect::<Vec<_>>());
        let is_other = |node: &usize| {
            matches!(self.graph.node(*node), Node::Variable(_)) && of_counts.binary_search(node).is_err()
        };
        if self.graph.cone(&[path]).iter().any(is_other) {
            refuse!("a turn of a loop assumes something of more than what moves on");
        }
        self.note_left(head, of_numbers(moves, |of| &of.entry), first.path, entry);
        self.note_begun_turn(head, moves, path, entry);
        let mut state = State { path, ..first.clone() };
        self.world.forget_all(&self.graph, &mut state.memory, outputs)?;
        let mut known = Known::new(moves, first);
        for (register, role) in known.roles.iter().enumerate() {
            if let Some(role) = role {
                state.general[register] = moves[*role].now.clone();
            }
        }
        for _ in 0..ROUNDS {
            let round = self.round();
            let Ends { mut returned, mut cuts } = self.run(head, state.clone(), &[head])?;
            let mut next = cuts.remove(&head);
            if let Some(next) = &next {
                if let Some(byte) = self.world.difference(&state.memory, &next.memory, outputs) {
                    refuse!(
                        "a turn from {:#x} changes {byte}, which the next turn may read",
                        head - self.kernel.address
                    );
                }
                if known.forget(&self.graph, &mut state, next, moves)? {
                    self.take_back(&round);
                    continue;
                }
            }
            if let Some(returned) = &returned {
                self.leaves_alone(returned, entry)?;
            }
            if let Some(lost) = known.lost(first, moves) {
                refuse!("in the loop at {:#x} {lost}", head - self.kernel.address);
            }
            self.settle()?;
            if let Some(next) = &mut next {
                self.must_be_seen(next, &state.memory, Bytes::default());
                let path = self.graph.and(first.path, next.path);
                self.note_left(head, of_numbers(moves, |of| &of.next), path, entry);
            }
            if let Some(next) = &mut next {
                self.mark_carried(Location::caller(), head, (&state, &known), next, returned.as_ref())?;
            }
            self.mark_ways(Location::caller(), head, next.iter_mut().map(|next| (head, next)), &mut returned);
            return Ok(Turn { head: state, next, returned, known });
        }
        refuse!("the loop at {:#x} has no state of its own", head - self.kernel.address)
    }

    /// The last turn of a loop entered in the state `first`, from what is `known` at its head after
    /// the turns that go on; returns the state after its return.
    pub(crate) fn last_turn(
        &mut self,
        head: u64,
        first: &State,
        known: &Known,
        moves: &[Moves],
        outputs: &[ObjectId],
        entry: &State,
    ) -> Result<State> {
        self.must_be_entered(first)?;
        self.note_begun_turn(head, moves, first.path, entry);
        let mut state = known.head(&self.graph, first, moves)?;
        self.world.forget_all(&self.graph, &mut state.memory, outputs)?;
        let ends = self.run(head, state, &[head])?;
        self.returned(ends, entry)
    }
}

impl Proof<'_> {
    /// Refuses a state in which no run has entered a loop.
    fn must_be_entered(&self, first: &State) -> Result<()> {
        if !self.is_outset() && !self.loops.iter().any(|entered| first.has_registers_of(entered)) {
            refuse!("a loop's turns begin with something else than what a run has left at its head");
        }
        Ok(())
    }
}

/// The facts known at a cut after its first arrival.
fn begun(cut: &Place, arrival: &State) -> (u64, Known, State) {
    let mut head = State { path: Lit::TRUE, ..arrival.clone() };
    let mut known = Known::new(&[], arrival);
    for (register, word) in &cut.general {
        known.general[register.number()] = u64::MAX;
        head.set(*register, word.clone());
    }
    for (vector, bits) in &cut.vectors {
        known.vectors[*vector] = bits.len();
        head.vectors[*vector].splice(..bits.len(), bits.iter().copied());
    }
    (cut.at, known, head)
}

impl Proof<'_> {
    /// Notes with which numbers a turn of the loop at `head` begins on a path. Assumptions about
    /// them are part of that.
    pub(crate) fn note_begun_turn(&mut self, head: u64, moves: &[Moves], path: Lit, entry: &State) {
        let now = of_numbers(moves, |of| &of.now);
        let known = [self.graph.near(self.assumed(), &now), vec![path]].concat();
        if let Some(numbers) = self.numbers(now, &known, entry) {
            self.effort.course.turns.begun.entry(head).or_default().push(numbers);
        }
    }

    /// Notes which numbers are left on a path.
    pub(crate) fn note_left(&mut self, head: u64, left: Bits, path: Lit, entry: &State) {
        let mut known = [self.assumed(), &[path]].concat();
        known.retain(|&condition| self.graph.cone(&[condition]).len() < MOST_TERMS);
        if let Some(numbers) = self.numbers(left, &known, entry) {
            self.effort.course.turns.left.entry(head).or_default().push(numbers);
        }
    }

    fn numbers(&self, now: Bits, known: &[Lit], entry: &State) -> Option<Numbers> {
        if self.is_outset() || now.is_empty() {
            return None;
        }
        let arguments = ARGUMENTS.iter().map(|&register| entry.get(register)).filter(|word| word.is_number());
        let arguments: Bits = arguments.flat_map(|word| word.offset().iter().copied()).collect();
        let when = self.graph.all(known);
        let graph = Graph::new();
        let terms = [&arguments[..], &now, &[when]].concat();
        let new = graph.copied(&self.graph.nodes(), self.graph.cone(&terms), |graph, _| Some(graph.input()))?;
        let (arguments, now, when) = (new.all(&arguments), new.all(&now), new.of(when));
        Some(Numbers { graph: Arc::new(graph.into_nodes()), arguments, now, when })
    }
}

/// The bits of a word of each quantity that is a number.
pub(crate) fn of_numbers<'a>(moves: &'a [Moves], word: impl Fn(&'a Moves) -> &'a Word) -> Bits {
    moves.iter().filter(|of| of.now.is_number()).flat_map(|of| word(of).offset().iter().copied()).collect()
}
