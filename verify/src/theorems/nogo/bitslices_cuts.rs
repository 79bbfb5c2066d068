//! Where the code of a step of NoGo's random games in bit slices is cut, and what is known there.

use super::bitslices_state::*;
use super::bitslices_step::{self as step, Named};
use crate::bits::Bits;
use crate::graph::Lit;
use crate::image::Kernel;
use crate::places::Place;
use crate::proof::Proof;
use crate::refused::{Refused, Result, refuse};
use crate::rules::nogo::CELLS;
use crate::state::State;
use crate::word::Word;
use iced_x86::{Instruction, OpKind, Register};

/// Where the code is cut within a step.
pub(super) struct Cuts {
    pub(super) head: u64,
    /// The candidates are counted; numbers are made; one is drawn; its row is chosen; and its column.
    pub(super) counted: u64,
    pub(super) numbered: u64,
    pub(super) drawn: u64,
    pub(super) row: u64,
    pub(super) column: u64,
    /// For full boards and for others: the heads of the three passes over the rows, and where they end.
    pub(super) passes: [[(u64, u64); 3]; 2],
}

impl Cuts {
    pub(super) fn of(proof: &Proof, slices: &Slices) -> Result<Cuts> {
        let kernel = proof.kernel;
        let [head, _, _, row, _, first, up, second, _, shaped_first, shaped_up, shaped_second] =
            kernel.loop_heads()[..]
        else {
            refuse!("there are not twelve loops");
        };
        let last_random = slices.random_at() + 3 * 64;
        let stores = |i: &Instruction, at: i64| {
            i.op0_kind() == OpKind::Memory
                && i.memory_base() == Register::RDI
                && i.memory_displacement64().cast_signed() == at
                && i.op1_register().is_vector_register()
        };
        let tried = slices.plane_at(TRIED);
        let counted = |i: &Instruction| i.op0_register() == Register::EAX && i.op1_register() == Register::ESI;
        let column = |i: &Instruction| {
            i.op0_kind() == OpKind::Memory && i.memory_displacement64().cast_signed() == slices.last_at() + 8
        };
        let [first, up, second, shaped_first, shaped_up, shaped_second] =
            [first, up, second, shaped_first, shaped_up, shaped_second].map(|head| (head, kernel.after_loop(head)));
        Ok(Cuts {
            head,
            counted: the_one(kernel, counted)?.ip(),
            numbered: the_one(kernel, |i| stores(i, last_random))?.next_ip(),
            drawn: the_one(kernel, |i| stores(i, tried))?.next_ip(),
            row,
            column: the_one(kernel, column)?.ip(),
            passes: [[first, up, second], [shaped_first, shaped_up, shaped_second]],
        })
    }
}

/// The one instruction that is so.
pub(super) fn the_one(kernel: &Kernel, is: impl Fn(&Instruction) -> bool) -> Result<Instruction> {
    let mut found = kernel.instructions.values().filter(|i| is(i));
    match (found.next(), found.next()) {
        (Some(one), None) => Ok(*one),
        (None, _) => Err(Refused::new("an instruction that names a cut is not there")),
        _ => refuse!("an instruction that names a cut is there more than once"),
    }
}

/// A step under way: what is known at its cuts.
pub(super) struct Cutting<'a> {
    pub(super) slices: &'a Slices,
    /// By name, planes that are anything from a cut on, and what the code made of them before it.
    pub(super) given: Named<Bits>,
    pub(super) found: Named<Bits>,
}

impl Cutting<'_> {
    /// Names planes, which are anything from here on.
    pub(super) fn cut(
        &mut self,
        proof: &mut Proof,
        state: &mut State,
        name: &'static str,
        places: &[At],
    ) -> Result<()> {
        for &at in places {
            let found = self.slices.get(proof, state, at)?;
            let given = proof.graph.inputs(self.slices.games());
            self.slices.set(proof, state, at, &given);
            self.found.entry(name).or_default().push(found);
            self.given.entry(name).or_default().push(given);
        }
        Ok(())
    }

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

    /// A pass over the rows in an order, in each of which what is not reached is anything from there on.
    pub(super) fn pass(
        &mut self,
        proof: &mut Proof,
        name: &'static str,
        mut state: State,
        (head, done): (u64, u64),
        rows: &[usize],
    ) -> Result<State> {
        let mut by_cell = (vec![Bits::new(); CELLS], vec![Bits::new(); CELLS]);
        for (turn, row) in rows.iter().enumerate() {
            let to = if turn + 1 < rows.len() { head } else { done };
            state = only(proof, head, state, &[head, done], to)?;
            for column in 0..9 {
                let cell = 9 * row + column;
                let (register, memory) = (At::Vector(column), At::Plane(UNREACHED + cell));
                let found = self.slices.get(proof, &state, register)?;
                if self.slices.get(proof, &state, memory)? != found {
                    refuse!("a row is not stored as it is in registers");
                }
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

    /// Where a pass has ended: the state at the next pass, and at the step's end if no game needs that.
    pub(super) fn next_pass(
        &mut self,
        proof: &mut Proof,
        state: State,
        missing: &[Lit],
        [from, next, settled]: [u64; 3],
    ) -> Result<[State; 2]> {
        let mut ends = proof.run(from, state, &[next, settled])?;
        let (Some(on), Some(settled), None) = (ends.cuts.remove(&next), ends.cuts.remove(&settled), ends.returned)
        else {
            refuse!("a pass does not lead to the next one and to the end of a step");
        };
        let tried = &self.given["tried"][0];
        let needs_more = proof.graph.and_each(missing, tried);
        let more = proof.graph.any(&needs_more);
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
        from: u64,
        state: State,
        next: &Place,
    ) -> Result<()> {
        let state = only(proof, from, state, &[next.at], next.at)?;
        proof.show_place(next, &state, &self.slices.entry)?;
        // What the step has made before is as it was.
        let half = next_half(next, self.slices);
        let kept = [
            ("stones", OCCUPIED),
            ("colours", COLOUR),
            (pass, UNREACHED),
            ("black left", CANDIDATES),
            ("white left", CANDIDATES + CELLS),
            ("row", DRAWN + half * ROWS_AND_COLUMNS),
            ("column", DRAWN + half * ROWS_AND_COLUMNS + 9),
        ];
        for (name, first) in kept {
            let planes = &self.given[name];
            if self.slices.planes(proof, &state, first, planes.len())? != *planes {
                refuse!("{name}: others at the next step's head than before");
            }
        }
        let made = [PENDING, REFUSED, DROPPED, DROPPED + 1, SIDE].into_iter().chain(PLIES..PLIES + step::PLIES);
        let mut planes = Vec::new();
        for plane in made {
            planes.push(self.slices.get(proof, &state, At::Plane(plane))?);
        }
        self.found.insert(name, planes);
        Ok(())
    }
}

/// Which half of the points drawn a step begins with.
pub(super) fn next_half(head: &Place, slices: &Slices) -> usize {
    let (_, word) = head.general.iter().find(|(register, _)| *register == Register::R8).expect("the last point");
    usize::from(*word != Word::at(slices.object, slices.plane_at(DRAWN)))
}

/// Runs from a place to another, where every path leads.
pub(super) fn only(proof: &mut Proof, from: u64, state: State, cuts: &[u64], to: u64) -> Result<State> {
    let mut ends = proof.run(from, state, cuts)?;
    match (ends.cuts.remove(&to), ends.cuts.is_empty(), ends.returned) {
        (Some(state), true, None) if state.path == Lit::TRUE => Ok(state),
        _ => refuse!("a path does not lead from {:#x} to {:#x}", from, to),
    }
}
