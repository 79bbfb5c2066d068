//! Where the code of a step of NoGo's random games in bit slices is cut, and what is known there.

use super::bitslices_state::*;
use super::bitslices_step::{self as step, Named};
use crate::bits::{Bits, number};
use crate::cuts::Cut;
use crate::graph::Lit;
use crate::place::Place;
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use crate::rules::nogo::CELLS;
use crate::state::State;

/// A step under way: what is known at its cuts.
pub(super) struct Cutting<'a> {
    pub(super) slices: &'a Slices,
    /// Where the step begins.
    pub(super) head: &'a Place,
    /// Which half of the points drawn the next step begins with, and whether there are other boards
    /// than full ones.
    pub(super) next: usize,
    pub(super) shaped: bool,
    /// The sequences of random numbers after those of this step.
    pub(super) sequences: Bits,
    /// By name, planes that are anything from a cut on, and what the code made of them before it.
    pub(super) given: Named<Bits>,
    pub(super) found: Named<Bits>,
}

impl Cutting<'_> {
    /// Names planes, which are anything from here on.
    #[track_caller]
    pub(super) fn cut(
        &mut self,
        proof: &mut Proof,
        state: &mut State,
        name: &'static str,
        places: &[At],
    ) -> Result<()> {
        for &at in places {
            let found = self.slices.get(proof, state, at)?;
            self.found.entry(name).or_default().push(found);
        }
        self.forget(proof, state, name, places.iter().copied());
        Ok(())
    }

    /// Forgets planes that are no function of one game.
    pub(super) fn forget(
        &mut self,
        proof: &mut Proof,
        state: &mut State,
        name: &'static str,
        places: impl Iterator<Item = At>,
    ) {
        for at in places {
            let given = proof.graph.inputs(self.slices.games());
            self.slices.set(proof, state, at, &given);
            self.given.entry(name).or_default().push(given);
        }
    }

    /// Forgets the vectors that have these names at a place.
    #[track_caller]
    pub(super) fn cut_vectors(
        &mut self,
        proof: &mut Proof,
        state: &mut State,
        name: &'static str,
        at: &Cut,
        vectors: &[impl AsRef<str>],
    ) -> Result<()> {
        let vectors = vectors.iter().map(|vector| Ok(At::Vector(at.vector(vector.as_ref())?)));
        self.cut(proof, state, name, &vectors.collect::<Result<Vec<_>>>()?)
    }

    #[track_caller]
    pub(super) fn cut_planes(
        &mut self,
        proof: &mut Proof,
        state: &mut State,
        name: &'static str,
        first: usize,
        count: usize,
    ) -> Result<()> {
        let places: Vec<At> = (first..first + count).map(At::Plane).collect();
        self.cut(proof, state, name, &places)
    }

    /// The place of this name in the passes over the rows, which are there once for full boards and
    /// once for others.
    pub(super) fn in_passes<'k>(&self, proof: &Proof<'k>, name: &str) -> Result<&'k Cut> {
        Ok(proof.kernel.cuts_of(name, 2)?[usize::from(self.shaped)])
    }

    /// A pass over the rows in an order, from its head to where it is done, in each of which what
    /// is not reached is anything from there on.
    pub(super) fn pass(
        &mut self,
        proof: &mut Proof,
        name: &'static str,
        mut state: State,
        done: &str,
        rows: &[usize],
    ) -> Result<State> {
        let [head, done] = [self.in_passes(proof, name)?, self.in_passes(proof, done)?];
        let mut by_cell = (vec![Bits::new(); CELLS], vec![Bits::new(); CELLS]);
        for (turn, row) in rows.iter().enumerate() {
            let to = if turn + 1 < rows.len() { head } else { done };
            state = only(proof, head, state, &[head, done], to)?;
            for column in 0..9 {
                let cell = 9 * row + column;
                let register = At::Vector(to.vector(&format!("unreached{column}"))?);
                let memory = At::Plane(UNREACHED + cell);
                let found = self.slices.get(proof, &state, register)?;
                let stored = self.slices.get(proof, &state, memory)?;
                proof.show_equal("a row is stored as it is in registers", &stored, &found)?;
                let given = proof.graph.inputs(self.slices.games());
                self.slices.set(proof, &mut state, register, &given);
                self.slices.set(proof, &mut state, memory, &given);
                (by_cell.0[cell], by_cell.1[cell]) = (given, found);
            }
        }
        self.given.insert(name, by_cell.0);
        self.found.insert(name, by_cell.1);
        Ok(state)
    }

    /// Where a pass has ended: the state at the next pass, and at the step's end if no game needs
    /// that.
    pub(super) fn next_pass(
        &mut self,
        proof: &mut Proof,
        mut state: State,
        missing: &'static str,
        [from, next]: [&str; 2],
    ) -> Result<[State; 2]> {
        let [from, next, settled] = [from, next, "settled"].map(|name| self.in_passes(proof, name));
        let (from, next, settled) = (from?, next?, settled?);
        self.cut_vectors(proof, &mut state, missing, from, &["missing"])?;
        let mut ends = proof.run(from.at, state, &[next.at, settled.at])?;
        let (Some(on), Some(settled), None) =
            (ends.cuts.remove(&next.at), ends.cuts.remove(&settled.at), ends.returned)
        else {
            refuse!("a pass does not lead to the next one and to the end of a step");
        };
        let more = proof.graph.any(&proof.graph.and_each(&self.given[missing][0], &self.given["tried"][0]));
        proof.show_equal("another pass is made if some game needs it", &[on.path, settled.path], &[more, !more])?;
        proof.can_be(on.path, "the way to another pass")?;
        proof.can_be(settled.path, "the way past another pass")?;
        Ok([on, settled].map(|state| State { path: Lit::TRUE, ..state }))
    }

    /// From where a step's passes end to the next step, of which everything is known.
    pub(super) fn end(
        &mut self,
        proof: &mut Proof,
        name: &'static str,
        pass: &str,
        state: State,
        next: &Place,
    ) -> Result<()> {
        let (settled, head) = (self.in_passes(proof, "settled")?, next.cut()?);
        let state = only(proof, settled, state, &[head], head)?;
        proof.show_place(next, &state, &self.slices.entry)?;
        let one = number(1, 32);
        let steps = proof.graph.add(&self.head.told_number("steps")?[..32], &one);
        let left = proof.graph.sub(&self.head.told_number("left")?[..32], &one);
        for (name, expected) in [("steps", steps), ("left", left)] {
            proof.show_equal("one step is counted", &next.number_in(&state, name)?[..32], &expected)?;
        }
        // The step's earlier results are as they were.
        let kept = [
            ("stones", OCCUPIED),
            ("colours", COLOUR),
            (pass, UNREACHED),
            ("black left", CANDIDATES),
            ("white left", CANDIDATES + CELLS),
            ("row", DRAWN + self.next * ROWS_AND_COLUMNS),
            ("column", DRAWN + self.next * ROWS_AND_COLUMNS + 9),
        ];
        for (name, first) in kept {
            let planes = &self.given[name];
            let found = self.slices.planes(proof, &state, first, planes.len())?.concat();
            proof.show_equal(&format!("{name} as before at the next step's head"), &found, &planes.concat())?;
        }
        let found = self.slices.sequences(proof, &state)?;
        proof.show_equal("the sequences at the next step's head, as after the numbers", &found, &self.sequences)?;
        let made = [PENDING, REFUSED, DROPPED, DROPPED + 1, SIDE].into_iter().chain(PLIES..PLIES + step::PLIES);
        let mut planes = Vec::new();
        for plane in made {
            planes.push(self.slices.get(proof, &state, At::Plane(plane))?);
        }
        self.found.insert(name, planes);
        Ok(())
    }
}

/// Runs from a place to another, where every path leads.
pub(super) fn only(proof: &mut Proof, from: &Cut, state: State, cuts: &[&Cut], to: &Cut) -> Result<State> {
    let places: Vec<u64> = cuts.iter().map(|cut| cut.at).collect();
    let mut ends = proof.run(from.at, state, &places)?;
    match (ends.cuts.remove(&to.at), ends.cuts.is_empty(), ends.returned) {
        (Some(state), true, None) if state.path == Lit::TRUE => Ok(state),
        _ => refuse!("a path does not lead from '{}' to '{}'", from.name, to.name),
    }
}
