//! The state of NoGo's random games in bit slices, as src/nogo/planes.rs and asm/nogo/bitslices.inc
//! have it.

use crate::bits::Bits;
use crate::graph::Lit;
use crate::place::Place;
use crate::proof::Proof;
use crate::refused::Result;
use crate::rules::nogo::CELLS;
use crate::state::State;
use crate::word::{ObjectId, Word};

// The planes by number, as in asm/nogo/bitslices.inc.
pub(super) const OCCUPIED: usize = 0;
pub(super) const COLOUR: usize = 81;
pub(super) const UNREACHED: usize = 162;
pub(super) const CANDIDATES: usize = 243;
pub(super) const DRAWN: usize = 405;
/// Of each half of the points drawn.
pub(super) const ROWS_AND_COLUMNS: usize = 18;
pub(super) const SIDE: usize = 441;
pub(super) const OVER: usize = 442;
pub(super) const PENDING: usize = 443;
pub(super) const REFUSED: usize = 444;
pub(super) const DROPPED: usize = 445;
pub(super) const PLIES: usize = 447;
pub(super) const SCRATCH: usize = 454;
pub(super) const PREFIX: usize = SCRATCH + 36;
pub(super) const MASK: usize = SCRATCH + 99;
pub(super) const FRESH: usize = SCRATCH + 107;
pub(super) const TRIED: usize = SCRATCH + 108;
/// The edges on the right, those above, and the points on the board.
pub(super) const EDGES: usize = 566;
pub(super) const WALL_RIGHT: usize = 809;
pub(super) const WALL_ABOVE: usize = 890;
/// Bytes between the planes: the half of the last point, whether boards are shaped, and the random
/// numbers.
pub(super) const NUMBERS: i64 = 320;
const RANDOM_BYTES: i64 = 256;

/// The games, and what stays the same in a call.
pub(super) struct Slices {
    pub(super) object: ObjectId,
    /// Bytes of a plane.
    pub(super) bytes: usize,
    /// Whether there are boards other than the full one; the points on the board.
    pub(super) shaped: Bits,
    pub(super) inside: Vec<Bits>,
    pub(super) least: Bits,
    pub(super) limit: Bits,
    pub(super) entry: State,
}

/// Where a plane is.
#[derive(Clone, Copy)]
pub(super) enum At {
    Plane(usize),
    Vector(usize),
}

impl Slices {
    pub(super) fn games(&self) -> usize {
        8 * self.bytes
    }

    pub(super) fn plane_at(&self, plane: usize) -> i64 {
        (plane * self.bytes) as i64 + if plane < SCRATCH { 0 } else { NUMBERS }
    }

    /// Where the offset of the last point's half is, then whether boards are shaped; and the random
    /// numbers' state.
    pub(super) fn last_at(&self) -> i64 {
        (SCRATCH * self.bytes) as i64
    }

    fn random_at(&self) -> i64 {
        self.last_at() + 64
    }

    /// The offset of a half of the points drawn from the first half.
    pub(super) fn half(&self, half: usize) -> i64 {
        (half * ROWS_AND_COLUMNS * self.bytes) as i64
    }

    #[track_caller]
    pub(super) fn get(&self, proof: &mut Proof, state: &State, at: At) -> Result<Bits> {
        match at {
            At::Plane(plane) => proof.stored(state, self.object, self.plane_at(plane), self.bytes),
            At::Vector(vector) => Ok(state.vectors[vector][..self.games()].to_vec()),
        }
    }

    pub(super) fn set(&self, proof: &mut Proof, state: &mut State, at: At, plane: &[Lit]) {
        match at {
            At::Plane(index) => state.memory.put(&proof.graph, self.object, self.plane_at(index), plane),
            At::Vector(vector) => _ = state.vectors[vector].splice(..plane.len(), plane.iter().copied()),
        }
    }

    /// The sequences of random numbers.
    #[track_caller]
    pub(super) fn sequences(&self, proof: &mut Proof, state: &State) -> Result<Bits> {
        proof.stored(state, self.object, self.random_at(), RANDOM_BYTES as usize)
    }

    #[track_caller]
    pub(super) fn planes(&self, proof: &mut Proof, state: &State, first: usize, count: usize) -> Result<Vec<Bits>> {
        let mut planes = Vec::new();
        for plane in first..first + count {
            planes.push(self.get(proof, state, At::Plane(plane))?);
        }
        Ok(planes)
    }

    /// The place at a step's head, where the last point is in a half.
    pub(super) fn head(&self, proof: &mut Proof, half: usize) -> Result<Place> {
        let mut place = proof.place("step", &self.entry)?;
        place.holds("last", Word::at(self.object, self.plane_at(DRAWN) + self.half(half)))?;
        // The upper half is the caller's.
        let left = [place.any(&proof.graph, 32), place.unused(&proof.graph, 32)].concat();
        place.holds("left", Word::number(left.clone()))?;
        let steps = place.holds_any(&proof.graph, "steps", 32)?;
        let all = proof.graph.equal(&proof.graph.add(&steps, &left[..32]), &self.limit);
        place.conditions.push(("the steps made and those left are the limit", all));
        place.memory.push((self.object, self.last_at() + 8, self.shaped.clone()));
        if let Some(planes) = self.of_boards(proof) {
            place.memory.push((self.object, self.plane_at(EDGES), planes));
        }
        Ok(place)
    }

    /// The planes of the boards' edges and points, where there may be others than the full board.
    pub(super) fn of_boards(&self, proof: &mut Proof) -> Option<Bits> {
        let inside = (!self.inside.is_empty()).then_some(&self.inside)?;
        let games = self.games();
        let edge = |a: Option<usize>, b: usize| -> Bits {
            let Some(a) = a else { return vec![Lit::TRUE; games] };
            proof.graph.not_each(&proof.graph.and_each(&inside[a], &inside[b]))
        };
        let right: Vec<Bits> = (0..CELLS).map(|cell| edge((cell % 9 < 8).then_some(cell + 1), cell)).collect();
        let above: Vec<Bits> = (0..CELLS).map(|cell| edge(cell.checked_sub(9), cell)).collect();
        Some([right, above, inside.clone()].concat().concat())
    }
}
