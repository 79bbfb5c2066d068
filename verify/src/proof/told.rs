//! The results of a kernel that a case is told, and whether these are all.
//!
//! A case must look at each bit of memory and of rax that a run leaves at a return, and say what it
//! is, and so what a run leaves at a place where the place's statement leaves it open (`open.rs`),
//! and to which of its ends it comes (`marks.rs`).

use super::Proof;
use super::looked::Of;
use super::marks::Marks;
use crate::bits::Bits;
use crate::course::Bytes;
use crate::execute::Ends;
use crate::graph::Lit;
use crate::memory::Memory;
use crate::refused::{Result, refuse};
use crate::state::State;
use crate::word::ObjectId;
use iced_x86::Register;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Range;
use std::panic::Location;
use std::rc::Rc;

/// The results that a case was told.
#[derive(Default)]
pub(super) struct Told {
    /// The results that each run has left at its return, and those that arrive at places there, in
    /// memory and as the result; without what the case has looked at.
    unseen: Vec<Bytes>,
    /// If nothing is to be proved, but seen whether claims are about each bit.
    pub(super) marks: Option<Rc<RefCell<Marks>>>,
    /// The marks of this proof's own looks, and its claims.
    pub(super) own: Vec<(u32, Lit)>,
    pub(super) claims: Vec<Bits>,
    /// The start of its runs.
    pub(super) begun: Bits,
    /// The bytes that are said to mean nothing after a run.
    nothing: Bytes,
    /// The returns among what is unseen, by number.
    returns: Vec<usize>,
    /// Where runs began, and where those did that were taken back and not run again.
    starts: Vec<u64>,
    taken_back: BTreeSet<u64>,
}

/// Where a round of trial began: how many obligations there were, and returns.
#[derive(Clone, Copy)]
pub(crate) struct Round {
    obligations: usize,
    unseen: usize,
    starts: usize,
}

/// The name of rax among objects.
const RESULT: &str = "the result";

/// Whole bytes.
fn whole(bytes: Range<i64>) -> impl Iterator<Item = (i64, u8)> {
    bytes.map(|at| (at, 0xff))
}

impl Told {
    pub(super) fn marked() -> Told {
        Told { marks: Some(Rc::default()), ..Told::default() }
    }

    pub(super) fn is_marked(&self) -> bool {
        self.marks.is_some()
    }

    /// For a separate proof of the same case.
    pub(super) fn apart(&self) -> Told {
        Told { marks: self.marks.clone(), ..Told::default() }
    }

    /// Takes note of what a run begins with.
    pub(super) fn begins(&mut self, start: u64, state: &State) {
        self.starts.push(start);
        self.taken_back.remove(&start);
        if self.is_marked() {
            self.begun.extend(state.nodes().map(Lit::of));
        }
    }

    /// Takes note that a case says what is in some bytes after the return that a memory is behind.
    fn saw(&mut self, memory: &Memory, object: &str, bytes: impl Iterator<Item = (i64, u8)>) {
        if let Some(unseen) = memory.behind.and_then(|number| self.unseen.get_mut(number)) {
            unseen.remove(object, bytes);
        }
    }
}

impl Proof<'_> {
    /// The bytes of an object after a run.
    #[track_caller]
    pub(crate) fn stored(&mut self, state: &State, object: ObjectId, offset: i64, size: usize) -> Result<Bits> {
        self.stored_bits(state, object, offset, 0..8 * size)
    }

    /// Some bits of an object after a run, by their numbers from an offset on.
    #[track_caller]
    pub(crate) fn stored_bits(
        &mut self,
        state: &State,
        object: ObjectId,
        offset: i64,
        numbers: impl Iterator<Item = usize> + Clone,
    ) -> Result<Bits> {
        let size = numbers.clone().max().map_or(0, |last| last / 8 + 1);
        let all = self.world.now(&self.graph, &state.memory, object, offset, size)?;
        let bits: Bits = numbers.clone().map(|number| all[number]).collect();
        // Memory that no run has written is as before.
        if self.effort.course.starts.is_empty() || self.is_entry(state) {
            return Ok(bits);
        }
        self.made.extend(bits.iter().map(|bit| bit.node()));
        let name = self.world.name(object);
        let places = numbers.map(|number| (offset + (number / 8).cast_signed() as i64, 1 << (number % 8)));
        self.told.saw(&state.memory, name, places.clone());
        self.effort.course.asked.add(name, places);
        // Where a theorem cuts a run it goes on with what is there.
        if state.memory.behind.is_none() {
            return Ok(bits);
        }
        Ok(self.marked((Location::caller(), Of::Results), state.path, bits))
    }

    /// The result in rax: as many bits as the kernel's has.
    #[track_caller]
    pub(crate) fn result(&mut self, state: &State) -> Result<Bits> {
        let width = self.result_bits();
        self.told.saw(&state.memory, RESULT, whole(0..width as i64 / 8));
        let bits = state.number(Register::RAX)?[..width].to_vec();
        Ok(self.marked((Location::caller(), Of::Results), state.path, bits))
    }

    /// How many bits the kernel's result has.
    pub(super) fn result_bits(&self) -> usize {
        self.contract.as_ref().map_or(64, |contract| contract.result_bits as usize)
    }

    /// Shows what is in an object after a run, from an offset on.
    #[track_caller]
    pub(crate) fn show_stored(
        &mut self,
        what: &str,
        state: &State,
        (object, offset): (ObjectId, i64),
        expected: &[Lit],
    ) -> Result<()> {
        let found = self.stored(state, object, offset, expected.len() / 8)?;
        self.show_equal(what, &found, expected)
    }

    /// Shows what the result is.
    #[track_caller]
    pub(crate) fn show_result(&mut self, what: &str, state: &State, expected: &[Lit]) -> Result<()> {
        let found = self.result(state)?;
        self.show_equal(what, &found, expected)
    }

    /// Takes note that bytes of an object mean nothing after a run: a later turn writes them again,
    /// or they are a kernel's scratch.
    pub(crate) fn mean_nothing(&mut self, object: ObjectId, bytes: Range<usize>) -> Result<()> {
        let name = self.world.name(object);
        if !self.exceptions().mean_nothing.0.contains(&name) {
            refuse!("bytes of {name} are said to mean nothing, and it is not listed why");
        }
        for all in [&mut self.effort.course.asked, &mut self.told.nothing] {
            all.add(name, whole(bytes.start as i64..bytes.end as i64));
        }
        self.need_not_be_seen(object, bytes);
        Ok(())
    }

    /// Takes note that other cases say what is in bytes of an object after the runs so far
    /// (`domain.rs`).
    pub(crate) fn is_about_others_than(&mut self, object: ObjectId, bytes: Range<usize>) {
        self.effort.course.of_others.add(self.world.name(object), whole(bytes.start as i64..bytes.end as i64));
        self.need_not_be_seen(object, bytes);
    }

    fn need_not_be_seen(&mut self, object: ObjectId, bytes: Range<usize>) {
        for unseen in &mut self.told.unseen {
            unseen.remove(self.world.name(object), whole(bytes.start as i64..bytes.end as i64));
        }
    }

    /// Refuses a state whose memory is not what it is at a return: what is in the one is in the
    /// other.
    pub(crate) fn has_memory_of_return(&self, state: &mut State, returned: &State) -> Result<()> {
        if let Some(byte) = self.world.difference(&state.memory, &returned.memory, &[]) {
            refuse!("{byte} is another at the return");
        }
        state.memory.behind = returned.memory.behind;
        Ok(())
    }

    /// Where a round of trial begins, which may have to be taken back.
    pub(crate) fn round(&self) -> Round {
        let (obligations, unseen) = (self.world.obligations.len(), self.told.unseen.len());
        Round { obligations, unseen, starts: self.told.starts.len() }
    }

    /// Takes back what runs have to show, and at what the case has looked, since a round began.
    pub(crate) fn take_back(&mut self, round: &Round) {
        self.world.obligations.truncate(round.obligations);
        self.told.unseen.truncate(round.unseen);
        self.told.returns.retain(|&number| number < round.unseen);
        self.world.kept_returns.retain(|&number| number < round.unseen);
        self.told.taken_back.extend(self.told.starts.drain(round.starts..));
    }

    /// Notes what a run has written, and what it returns.
    pub(super) fn note_results(&mut self, begun: &Memory, ends: &mut Ends) -> Result<()> {
        for end in ends.returned.iter().chain(ends.cuts.values()) {
            if let Some(problem) = self.world.not_kept(&end.memory, begun) {
                refuse!("{problem}");
            }
            for (name, at) in self.world.results(&end.memory, begun) {
                self.effort.course.written.add(name, whole(at..at + 1));
            }
        }
        let width = self.contract.as_ref().map_or(0, |contract| contract.result_bits as usize);
        if let (Some(end), 1..) = (&ends.returned, width) {
            self.must_mean_something(RESULT, &end.get(Register::RAX).offset()[..width])?;
        }
        if let (Some(end), Some(contract)) = (&mut ends.returned, &self.contract) {
            let mut result = Bytes::default();
            result.add(RESULT, whole(0..i64::from(contract.result_bits / 8)));
            self.told.returns.push(self.told.unseen.len());
            self.must_be_seen(end, begun, result);
        }
        Ok(())
    }

    /// Takes note that a case must say what a run has written where it ends, and these bytes.
    pub(crate) fn must_be_seen(&mut self, end: &mut State, begun: &Memory, mut unseen: Bytes) {
        for (name, at) in self.world.results(&end.memory, begun) {
            unseen.add(name, whole(at..at + 1));
        }
        end.memory.behind = Some(self.told.unseen.len());
        self.told.unseen.push(unseen);
    }

    /// Shows what a theorem has left of its runs' obligations. Refuses a case that does not look at
    /// all that there is at a return, unless the theorem leaves results out.
    pub(super) fn finish(&mut self) -> Result<()> {
        self.settle()?;
        self.evaluate_claims()?;
        if self.assumes_of_names() {
            refuse!("something is assumed of the names that inputs were given");
        }
        if self.assumed_of_loop.is_some_and(|before| self.assumptions.len() > before) {
            refuse!("something is assumed behind the runs of a loop");
        }
        if self.told.returns.iter().any(|number| !self.world.kept_returns.contains(number)) {
            refuse!("a return is not held against the calling convention");
        }
        if !self.told.taken_back.is_empty() {
            refuse!("what a run has to show is taken back, and it is not run again");
        }
        let unseen = self.told.unseen.iter().find_map(|unseen| unseen.first_beyond(&Bytes::default()));
        if let Some(place) = unseen.filter(|_| self.exceptions().leaves_out.is_none()) {
            refuse!("the case does not say what {place} is where a run ends");
        }
        if let Some(object) = self.told.nothing.holds_an_object_of(&self.effort.course.written) {
            refuse!("all that is written of {object} is said to mean nothing");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::{number, zeros};
    use crate::image::Image;
    use crate::proof::Verdict;
    use crate::theorems;
    use crate::word::Word;

    #[test]
    fn what_a_return_and_a_run_have_to_show_is_shown() {
        let image = Image::of_this_program().unwrap();
        let kernel = image.kernel("othello_legal_moves_8x8_x64").unwrap();
        let verdict = |checks: bool, takes_back: bool, again: bool| {
            let case = |proof: &mut Proof| {
                let arguments = [(); 2].map(|()| Word::number(proof.graph.inputs(64)));
                let entry = proof.entry(&arguments);
                let round = proof.round();
                let mut returned = proof.run(kernel.address, entry.clone(), &[])?.returned.expect("a return");
                if takes_back {
                    proof.take_back(&round);
                }
                if again {
                    returned = proof.run(kernel.address, entry.clone(), &[])?.returned.expect("a return");
                }
                if checks {
                    proof.leaves_alone(&returned, &entry)?;
                }
                proof.result(&returned).map(drop)
            };
            match Proof::verdict(&image, kernel, case).0 {
                Verdict::Proved => String::new(),
                Verdict::Refused(reason) => reason,
                refuted => panic!("{refuted:?}"),
            }
        };
        assert_eq!(verdict(true, false, false), "");
        assert_eq!(verdict(false, false, false), "a return is not held against the calling convention");
        assert_eq!(verdict(true, true, true), "");
        assert_eq!(verdict(true, true, false), "what a run has to show is taken back, and it is not run again");
    }

    #[test]
    fn a_case_looks_at_all_that_there_is_at_a_return() {
        let image = Image::of_this_program().unwrap();
        let kernel = image.kernel("othello_packed6_move_x64").unwrap();
        let verdict = |looks: &[(i64, usize)], returns: bool| {
            let case = |proof: &mut Proof| {
                let object = proof.array("state", 1);
                let [colour, cell] = [proof.narrow(&zeros(32)), proof.narrow(&number(4, 32))];
                let entry = proof.entry(&[Word::at(object, 0), colour, cell]);
                let end = proof.call(&entry)?;
                for &(offset, size) in looks {
                    proof.stored(&end, object, offset, size)?;
                }
                if returns {
                    proof.result(&end)?;
                }
                Ok(())
            };
            Proof::verdict(&image, kernel, case).0
        };
        assert_eq!(verdict(&[(0, 1), (4, 8)], true), Verdict::Proved);
        let missing = |place: &str| Verdict::Refused(format!("the case does not say what {place} is where a run ends"));
        assert_eq!(verdict(&[(0, 1), (4, 8)], false), missing("byte 0 of the result"));
        assert_eq!(verdict(&[(0, 1), (4, 7)], true), missing("byte 11 of state"));
        assert_eq!(verdict(&[(4, 8)], true), missing("byte 0 of state"));
    }

    #[test]
    fn what_means_nothing_is_listed_and_not_all_of_an_object() {
        let image = Image::of_this_program().unwrap();
        let reason = |name: &str, object: &str, nothing: Range<usize>| {
            let kernel = image.kernel(name).unwrap();
            let mut proof = Proof::new(&image, kernel);
            proof.take_exceptions(theorems::about(kernel).unwrap().exceptions);
            let of = proof.array(object, 1);
            proof.effort.course.written.add(object, whole(0..12));
            let outcome = proof.mean_nothing(of, nothing).and_then(|()| proof.finish());
            outcome.err().map(|refused| refused.to_string()).unwrap_or_default()
        };
        let unlisted = "bytes of state are said to mean nothing, and it is not listed why";
        assert_eq!(reason("othello_packed6_move_x64", "state", 11..12), unlisted);
        assert_eq!(reason("othello_bitslices_launch_avx2", "games", 1..12), "");
        let all = "all that is written of games is said to mean nothing";
        assert_eq!(reason("othello_bitslices_launch_avx2", "games", 0..12), all);
    }
}
