//! Unbounded loops: one turn from any possible state at the loop's head, by induction over the turns.

use crate::arrivals::What;
use crate::bits::known;
use crate::course::Bytes;
use crate::execute::Ends;
use crate::graph::{Graph, Lit, Node};
use crate::image::Kernel;
use crate::memory::ObjectId;
use crate::places::Place;
use crate::proof::Proof;
use crate::refused::{Refused, Result, refuse};
use crate::state::{Flags, State};
use crate::turns::of_numbers;
use crate::word::Word;
use iced_x86::{Instruction, Mnemonic as M, Register};
use std::panic::Location;

/// A quantity that a loop counts or advances. Wherever a register holds it at the entry of the loop, a turn begins with any such
/// quantity there and the next turn with the next one.
pub(crate) struct Moves {
    /// When the loop is entered.
    pub(crate) entry: Word,
    /// At the start of a turn: in its own variables.
    pub(crate) now: Word,
    /// At the beginning of the next.
    pub(crate) next: Word,
}

/// A turn of a loop, from its head.
pub(crate) struct Turn {
    /// The state at the head. Everything that the loop does not change is as at its entry; all else is unknown, except for the
    /// quantities that advance.
    pub(crate) head: State,
    /// The state at the next turn's head, if there is one.
    pub(crate) next: Option<State>,
    /// The state after the return, if the loop is left.
    pub(crate) returned: Option<State>,
    /// The facts known at the head.
    pub(crate) known: Known,
}

/// More rounds than registers.
const ROUNDS: usize = 100;

impl Proof<'_> {
    /// The state in which a call enters the loop at `head`, and what the call returned if it does not enter.
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

    /// Runs from the entry and from each place to the next ones. A run from a place begins with what is said of its registers, in
    /// variables of its own; the theorem must show that each arrival has this form. Other facts there are found by trial:
    /// at first, everything that the first arrival brings is assumed to hold always; what another arrival brings differently is
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

    /// A turn of the loop at `head`, entered in the state `first`, on `path`. The parts that the turn does not change
    /// are found by trial: at first everything is assumed unchanged; what did change is forgotten, until the assumption
    /// holds. `outputs` are written in each turn, so what they hold at its start is undefined.
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

    /// The last turn of a loop entered in the state `first`, from what is `known` at its head after the turns that go on; returns
    /// the state after its return.
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

/// The facts known of each register at a loop's head.
pub(crate) struct Known {
    /// The quantities that general registers hold.
    roles: [Option<usize>; 16],
    /// Unknown bits of general registers; for vectors, how many of the lowest; masks and flags as a whole.
    general: [u64; 16],
    vectors: [usize; 32],
    masks: [bool; 8],
    flags: bool,
    /// The vector registers whose upper halves may be in use.
    wide: [bool; 16],
    /// In words: how registers moved that held a quantity and lost it.
    moved: Vec<(usize, String)>,
}

impl Known {
    pub(crate) fn new(moves: &[Moves], first: &State) -> Known {
        let role = |register: usize| moves.iter().position(|of| of.entry == first.general[register]);
        let roles = std::array::from_fn(role);
        let (general, vectors, masks) = ([0; 16], [0; 32], [false; 8]);
        Known { roles, general, vectors, masks, flags: false, wide: first.wide, moved: Vec::new() }
    }

    /// The bits of registers that are unknown, by register.
    pub(crate) fn bits(&self) -> Vec<(What, Vec<usize>)> {
        let general = (0..16).map(|register| {
            let bits = (0..64).filter(|bit| self.general[register] >> bit & 1 == 1).collect();
            (What::General(Register::RAX + register as u32), bits)
        });
        let vectors =
            self.vectors.iter().enumerate().map(|(vector, &unknown)| (What::Vector(vector), (0..unknown).collect()));
        let masks = self.masks.iter().enumerate().filter(|(_, unknown)| **unknown);
        let masks = masks.map(|(mask, _)| (What::Mask(mask), (0..64).collect()));
        general.chain(vectors).chain(masks).collect()
    }

    /// A state at the head of a loop that is entered in the state `first`.
    pub(crate) fn head(&self, graph: &Graph, first: &State, moves: &[Moves]) -> Result<State> {
        let mut state = State { path: Lit::TRUE, wide: self.wide, ..first.clone() };
        for (register, word) in state.general.iter_mut().enumerate() {
            if self.general[register] != 0 {
                forget_bits(graph, word, self.general[register]);
            } else if let Some(role) = self.roles[register] {
                if *word != moves[role].entry {
                    refuse!("the loop is not always entered with quantity {role} in the same register");
                }
                *word = moves[role].now.clone();
            }
        }
        for (vector, unknown) in state.vectors.iter_mut().zip(self.vectors) {
            vector.splice(..unknown, graph.inputs(unknown));
        }
        for (mask, _) in state.masks.iter_mut().zip(self.masks).filter(|(_, unknown)| *unknown) {
            *mask = graph.inputs(64);
        }
        if self.flags {
            state.flags = Flags::from_lits([(); 6].map(|()| graph.input()));
        }
        Ok(state)
    }

    /// Forgets what registers still hold as on entry if it is written somewhere: a turn would be found to change it.
    pub(crate) fn forget_untouched(&mut self, kernel: &Kernel, entry: &State, first: &State) {
        let written = |register: usize| {
            let of =
                |i: &Instruction| i.op0_register().is_gpr() && i.op0_register().full_register().number() == register;
            kernel.instructions.values().any(|i| of(i) && !matches!(i.mnemonic(), M::Push | M::Cmp | M::Test))
        };
        for register in 0..16 {
            let same = first.general[register] == entry.general[register];
            let unknown = same && self.roles[register].is_none() && written(register);
            self.general[register] = if unknown { u64::MAX } else { 0 };
        }
        for (vector, unknown) in self.vectors.iter_mut().enumerate() {
            *unknown = if first.vectors[vector] == entry.vectors[vector] { 512 } else { 0 };
        }
        for (mask, unknown) in self.masks.iter_mut().enumerate() {
            *unknown = first.masks[mask] == entry.masks[mask];
        }
        for (wide, unknown) in self.wide.iter_mut().zip(self.vectors) {
            *wide |= unknown > 128;
        }
        self.flags = true;
    }

    /// In words, a quantity that no register holds any more: the registers that held it on entry of the loop, and how these move.
    pub(crate) fn lost(&self, first: &State, moves: &[Moves]) -> Option<String> {
        let role = (0..moves.len()).find(|&role| !self.roles.contains(&Some(role)))?;
        let held = |(_, word): &(usize, &Word)| **word == moves[role].entry;
        let registers = first.general.iter().enumerate().filter(held).map(|(register, _)| name(register));
        let registers: Vec<String> = registers.collect();
        if registers.is_empty() {
            return Some(format!("no register holds quantity {role} of those that move on"));
        }
        let how: Vec<&str> = self.moved.iter().filter(|(of, _)| *of == role).map(|(_, how)| how.as_str()).collect();
        Some(format!("{} does not move on as it should: {}", registers.join(" or "), how.join("; ")))
    }

    /// Forgets what differs between this head and the next and does not advance; whether anything did.
    pub(crate) fn forget(&mut self, graph: &Graph, state: &mut State, next: &State, moves: &[Moves]) -> Result<bool> {
        let mut any = false;
        for register in 0..16 {
            let expected = self.roles[register].map_or(&state.general[register], |role| &moves[role].next);
            let differing = differing(expected, &next.general[register]) & !self.general[register];
            if differing == 0 {
                continue;
            }
            if register == Register::RSP.number() {
                refuse!("rsp moves in the loop: {}", step(graph, &state.general[register], &next.general[register]));
            }
            if let Some(role) = self.roles[register] {
                let found = step(graph, &state.general[register], &next.general[register]);
                let wanted = step(graph, &moves[role].now, &moves[role].next);
                self.moved.push((role, format!("{} moves {found}, and should {wanted}", name(register))));
            }
            // Of a constant, the bits that differ; of everything else, all.
            let constant = |word: &Word, place: usize| word.is_number() && word.offset()[place].known().is_some();
            let constants = (0..64)
                .filter(|place| self.general[register] >> place & 1 == 0)
                .all(|place| constant(expected, place) && constant(&next.general[register], place));
            let bits = if constants && self.roles[register].is_none() { differing } else { u64::MAX };
            (self.roles[register], any) = (None, true);
            self.general[register] |= bits;
            forget_bits(graph, &mut state.general[register], bits);
        }
        for (vector, unknown) in self.vectors.iter_mut().enumerate() {
            let (bits, next) = (&mut state.vectors[vector], &next.vectors[vector]);
            if bits[*unknown..] != next[*unknown..] {
                // Legacy instructions leave the bits above 127 as they are.
                let more = if *unknown < 128 && bits[128..] == next[128..] { 128 } else { 512 };
                bits.splice(*unknown..more, graph.inputs(more - *unknown));
                (*unknown, any) = (more, true);
            }
        }
        for (mask, known) in self.masks.iter_mut().enumerate() {
            if !*known && state.masks[mask] != next.masks[mask] {
                (*known, any) = (true, true);
                state.masks[mask] = graph.inputs(64);
            }
        }
        if !self.flags && state.flags != next.flags {
            (self.flags, any) = (true, true);
            state.flags = Flags::from_lits([(); 6].map(|()| graph.input()));
        }
        for (wide, next) in state.wide.iter_mut().zip(next.wide) {
            any |= next && !*wide;
            *wide |= next;
        }
        self.wide = state.wide;
        Ok(any)
    }
}

/// A general register's name.
fn name(register: usize) -> String {
    format!("{:?}", Register::RAX + register as u32).to_lowercase()
}

/// How a word becomes another, in words.
fn step(graph: &Graph, from: &Word, to: &Word) -> String {
    if !to.has_base_of(from) {
        return "to another object".to_owned();
    }
    let by = graph.sub(to.offset(), from.offset());
    match known(&by) {
        Some(by) => format!("by {}", by.cast_signed()),
        None => "by no constant".to_owned(),
    }
}

/// The bits in which two words differ.
fn differing(a: &Word, b: &Word) -> u64 {
    if !a.has_base_of(b) {
        return u64::MAX;
    }
    a.offset().iter().zip(b.offset()).enumerate().fold(0, |all, (place, (a, b))| all | u64::from(a != b) << place)
}

/// Replaces some bits of a word by free variables.
fn forget_bits(graph: &Graph, word: &mut Word, bits: u64) {
    if bits == u64::MAX {
        *word = Word::number(graph.inputs(64));
        return;
    }
    let mut offset = word.offset().to_vec();
    for (place, bit) in offset.iter_mut().enumerate() {
        if bits >> place & 1 == 1 {
            *bit = graph.input();
        }
    }
    *word = word.with_offset(offset);
}
