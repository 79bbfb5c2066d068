//! NoGo's move with groups and both masks, in two steps.
//!
//! This file shows, for every point and colour, that the machine code writes what a model says. The
//! model knows only sets: the groups of the four neighbours may be any sets. `play_rule.rs` shows
//! that the model follows the rules and keeps the invariants of src/nogo/state.rs.

use super::boards::{GROUPS, OnBoards, Seen, Sets};
use super::four_boards::{COLOURS, bit, name, packed, point_name, windows};
use crate::bits::{Bits, number, resized, zeros};
use crate::execute::Ends;
use crate::graph::{Graph, Lit};
use crate::memory::Access;
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use crate::rules::nogo::{CELLS, beside, neighbours};
use crate::state::State;
use crate::word::{ObjectId, Word};
use stonemask::Tier;

/// The parts of a state, as in asm/nogo/state.inc.
const STONES: i64 = 0;
const SAFE: i64 = 32;
pub(super) const ALLOWED: i64 = 64;
const SLOTS: i64 = 96;
const TO_MOVE: i64 = 112;
pub(super) const CENTRE: i64 = 115;
const IDS: i64 = 128;
const HIGH: i64 = 228;
const EMPTY: i64 = 480;
const LOW: i64 = 496;
/// The first and last ids that belong to no point.
const IDS_BEFORE: i64 = 10;
const IDS_LEN: i64 = 110;
impl Sets {
    /// Where a state has them, with this colour to move.
    fn parts(&self, colour: usize) -> Vec<(&'static str, i64, Bits)> {
        let mut parts = vec![("the empty points", EMPTY, windows(&self.empty))];
        for (side, of) in [colour, 1 - colour].into_iter().enumerate() {
            parts.push(("the stones", STONES + 16 * of as i64, windows(&self.stones[side])));
            parts.push(("the safe stones", SAFE + 16 * of as i64, windows(&self.safe[side])));
            parts.push(("the legal moves", ALLOWED + 16 * of as i64, halves(&self.allowed[side])));
        }
        parts
    }
}

/// The neighbours of a set's cells.
fn around(graph: &Graph, set: &[Lit]) -> Bits {
    (0..CELLS).map(|cell| beside(graph, set, cell)).collect()
}

/// Whether a set has at least two cells.
pub(super) fn two(graph: &Graph, set: &[Lit]) -> Lit {
    let (mut one, mut two) = (Lit::FALSE, Lit::FALSE);
    for &cell in set {
        two = graph.or(two, graph.and(one, cell));
        one = graph.or(one, cell);
    }
    two
}

/// Whether a set has two cells, with numbers, as vector kernels have it: a set has at most one cell
/// if it equals its lowest bit. They test this on both halves of the set.
pub(super) fn two_by_numbers(graph: &Graph, set: &[Lit]) -> Lit {
    let halves = halves(set);
    let (mut several, mut some) = (Vec::new(), Vec::new());
    for half in halves.chunks(64) {
        several.push(graph.any(&graph.and_each(&graph.add(half, &[Lit::TRUE; 64]), half)));
        some.push(graph.any(half));
    }
    graph.or(graph.or(several[0], several[1]), graph.and(some[0], some[1]))
}

/// Whether a set has two cells, with the halves as digits of one number, as the lowest tier has it.
pub(super) fn two_by_one_number(graph: &Graph, set: &[Lit]) -> Lit {
    let halves = halves(set);
    let (low, high) = halves.split_at(64);
    let one = number(1, 64);
    let (less_low, borrow) = (graph.sub(low, &one), graph.below(low, &one));
    let (less_high, _) = graph.add_carries(high, &[Lit::TRUE; 64], !borrow);
    !graph.below(&graph.or_each(&graph.and_each(&less_low, low), &graph.and_each(&less_high, high)), &one)
}

/// The liberties of a group.
pub(super) fn liberties(graph: &Graph, group: &[Lit], empty: &[Lit]) -> Bits {
    graph.and_each(&around(graph, group), empty)
}

/// The result of a move, as sets.
pub(super) struct Moved {
    pub(super) sets: Sets,
    /// The stone's group.
    pub(super) merged: Bits,
    /// The liberties of the opponent's groups beside the stone, and of the stone's own group.
    liberties: Vec<Bits>,
}

/// How a move on a cell changes the sets, given the groups of the cell's neighbours and how two
/// liberties are told from one.
pub(super) fn moved(
    graph: &Graph,
    before: &Sets,
    groups: &[Bits],
    cell: usize,
    two: fn(&Graph, &[Lit]) -> Lit,
) -> Moved {
    let mut after = before.clone();
    after.stones[0][cell] = Lit::TRUE;
    after.empty[cell] = Lit::FALSE;
    let [own, opponents] = &before.stones;
    let (mut beside, mut atari, mut taken) = (zeros(CELLS), zeros(CELLS), zeros(CELLS));
    let mut all_liberties = Vec::new();
    for group in groups {
        beside = graph.or_each(&beside, group);
        let group = graph.and_each(group, opponents);
        let free = liberties(graph, &group, &after.empty);
        all_liberties.push(free.clone());
        let sole = !two(graph, &free);
        taken = graph.or_each(&taken, &graph.gated(sole, &free));
        atari = graph.or_each(&atari, &graph.gated(sole, &group));
    }
    let mut merged = graph.and_each(&beside, own);
    merged[cell] = Lit::TRUE;
    let free = liberties(graph, &merged, &after.empty);
    all_liberties.push(free.clone());
    let sole = !two(graph, &free);
    let no_more = [taken, graph.gated(sole, &free)];
    let in_atari = [graph.gated(sole, &merged), atari];
    after.safe[0] = graph.or_each(&before.safe[0], &merged);
    for side in 0..2 {
        after.safe[side] = graph.without(&after.safe[side], &in_atari[side]);
        let lives = around(graph, &graph.or_each(&after.empty, &after.safe[side]));
        after.allowed[side] = graph.without(&before.allowed[side], &no_more[side]);
        after.allowed[side] = graph.and_each(&after.allowed[side], &lives);
        after.allowed[side][cell] = Lit::FALSE;
    }
    Moved { sets: after, merged, liberties: all_liberties }
}

/// The number of a slot: 0 to 61.
pub(super) fn any_slot(graph: &Graph) -> Bits {
    let mut slot = graph.inputs(6);
    slot[1] = graph.and(slot[1], !graph.all(&slot[2..]));
    slot
}

/// A set as halves: its bits 0-47 and 48-95, in 128.
pub(super) fn halves(cells: &[Lit]) -> Bits {
    let bits = packed(cells, 96);
    [&bits[..48], &zeros(32), &bits[48..]].concat()
}

/// A state before the move.
pub(super) struct Before {
    pub(super) object: ObjectId,
    pub(super) seen: Seen,
    /// All bytes of the state.
    pub(super) bytes: Bits,
}

impl Before {
    /// In bytes.
    pub(super) fn size(&self) -> usize {
        self.bytes.len() / 8
    }

    /// This state, with a colour to move.
    pub(super) fn with_to_move(mut self, proof: &mut Proof, colour: usize) -> Before {
        let byte = number(colour as u64, 8);
        self.bytes.splice(8 * TO_MOVE as usize..8 * TO_MOVE as usize + 8, byte.iter().copied());
        proof.world.fill(self.object, TO_MOVE, &byte);
        self
    }
}

/// Any sets, and any groups in any slots; slot 0 is empty.
pub(super) fn any_state(proof: &mut Proof, colour: usize) -> Before {
    let name = if proof.kernel.family() == "nogo_plays" { "states" } else { "state" };
    let object = proof.array(name, 1);
    let pair = || [proof.graph.inputs(CELLS), proof.graph.inputs(CELLS)];
    let (stones, safe, allowed) = (pair(), pair(), pair());
    let empty = proof.graph.inputs(CELLS);
    let sets = Sets { stones, empty, safe, allowed };
    let slots = [(); 2].map(|()| {
        let mut slots = zeros(64);
        slots[1..GROUPS].copy_from_slice(&proof.graph.inputs(GROUPS - 1));
        slots
    });
    let ids: Vec<Bits> = (0..CELLS).map(|_| any_slot(&proof.graph)).collect();
    let mut groups = vec![zeros(CELLS)];
    groups.extend((1..GROUPS).map(|_| proof.graph.inputs(CELLS)));

    let mut bytes = proof.graph.inputs(8 * proof.element(name) as usize);
    let mut fill = |at: i64, bits: &[Lit]| bytes[8 * at as usize..8 * at as usize + bits.len()].copy_from_slice(bits);
    sets.parts(colour).iter().for_each(|(_, at, bits)| fill(*at, bits));
    for (of, slots) in [colour, 1 - colour].into_iter().zip(&slots) {
        fill(SLOTS + 8 * of as i64, slots);
    }
    fill(IDS - IDS_BEFORE, &zeros(8 * IDS_LEN as usize));
    for (cell, id) in ids.iter().enumerate() {
        fill(IDS + bit(cell) as i64, &resized(id, 8));
    }
    for (slot, group) in groups.iter().enumerate() {
        let group = packed(group, 96);
        fill(LOW + 8 * slot as i64, &group[..64]);
        fill(HIGH + 4 * slot as i64, &group[64..]);
    }
    proof.world.fill(object, 0, &bytes);
    Before { object, seen: Seen { sets, ids, slots, groups }, bytes }
}

/// The offset of each part of a slot.
fn slot_address(graph: &Graph, part: i64, size: i64, slot: &[Lit]) -> Bits {
    let mut scaled = zeros(size.trailing_zeros() as usize);
    scaled.extend(resized(slot, 64));
    scaled.truncate(64);
    graph.add(&number(part.cast_unsigned(), 64), &scaled)
}

/// The slot of the stone's group (the lowest one that is free or given up), and the slots that its
/// colour then has. Given: the slots in use and, 64 bits for each neighbour, those of the
/// neighbouring groups.
pub(super) fn model_slots(graph: &Graph, slots: &[Bits; 2], beside: &[Lit]) -> (Bits, Bits) {
    let mut given_up = zeros(64);
    for one in beside.chunks(64) {
        given_up = graph.or_each(&given_up, one);
    }
    let given_up = graph.and_each(&given_up, &slots[0]);
    let mut choice = graph.or_each(&graph.not_each(&graph.or_each(&slots[0], &slots[1])), &given_up);
    choice[0] = Lit::FALSE;
    let (chosen, _) = graph.lowest(&choice);
    (graph.place(&chosen, 6), graph.or_each(&graph.without(&slots[0], &given_up), &chosen))
}

/// The group that a slot holds, as the kernel reads it.
fn in_slot(proof: &mut Proof, before: &Before, id: &[Lit]) -> Result<Bits> {
    let mut read = |part: i64, size: usize| {
        let address = &Word::beside(before.object, slot_address(&proof.graph, part, size as i64, id));
        let access = Access { path: Lit::TRUE, address, size, alignment: 1, gate: Lit::TRUE };
        let memory = crate::memory::Memory::default();
        let word = proof.world.read(&proof.graph, &memory, access)?;
        word.as_number().map(<[Lit]>::to_vec)
    };
    let bits = [read(LOW, 8)?, read(HIGH, 4)?].concat();
    Ok((0..CELLS).map(|cell| bits[bit(cell)]).collect())
}

/// Runs from the start of a move to where the stone's group is stored; returns its slot.
pub(super) fn until_stored(proof: &mut Proof, start: u64, state: State) -> Result<(State, Bits)> {
    let stored = proof.kernel.cut("slot")?;
    let mut ends = proof.run(start, state, &[stored.at])?;
    let (Some(state), None) = (ends.cuts.remove(&stored.at), ends.returned) else {
        refuse!("no group is stored, or not on every path");
    };
    let slot = stored.number(&state, "slot")?;
    Ok((state, slot))
}

/// From where the stone's group is stored, in another slot, to the return or a cut.
pub(super) fn stored_in(proof: &mut Proof, mut state: State, slot: &[Lit], cuts: &[u64]) -> Result<Ends> {
    let stored = proof.kernel.cut("slot")?;
    stored.set(&mut state, "slot", Word::number(resized(slot, 64)))?;
    proof.run(stored.at, state, cuts)
}

/// Shows that the machine code does what the model says.
pub(super) fn machine(proof: &mut Proof, colour: usize, cell: usize) -> Result<()> {
    let before = any_state(proof, colour);
    let (colour_word, point) = (proof.narrow(&number(colour as u64, 32)), proof.narrow(&number(bit(cell) as u64, 32)));
    let entry = proof.entry(&[Word::at(before.object, 0), colour_word, point]);

    let name = name(proof);
    proof.describe({
        let name = name.clone();
        move |_| format!("{name}: {} {} on some state", COLOURS[colour], point_name(cell))
    });
    // From here on these are free numbers and sets; a board gives each of them a value.
    let board = OnBoards { name, seen: before.seen.clone(), colour, cell };
    proof.examples(board.with(&[], &[]));

    // Up to the store of the group into its slot: first which slot, then any slot.
    let (state, slot_found) = until_stored(proof, proof.kernel.address, entry.clone())?;
    let beside: Vec<Bits> = neighbours(cell)
        .map(|next| proof.graph.shift_left(&number(1, 64), &before.seen.ids[next], Lit::FALSE))
        .collect();
    let (found, beside_any) = proof.generalised(&slot_found, &beside.concat())?;
    proof.examples(board.with(&beside_any, &beside.concat()));
    let (expected, _) = model_slots(&proof.graph, &before.seen.slots, &beside_any);
    let same: Bits = found.iter().zip(resized(&expected, 64)).map(|(&a, b)| proof.graph.iff(a, b)).collect();
    proof.show_all("the slot", &same)?;
    let slot = any_slot(&proof.graph);
    let slot_any = resized(&slot, 64);
    proof.examples(board.with(&slot_any, &slot_found));
    let ends = stored_in(proof, state, &slot, &[])?;
    let state = proof.returned(ends, &entry)?;

    // For any groups of the neighbours.
    let mut parts = Vec::new();
    for next in neighbours(cell) {
        parts.push(in_slot(proof, &before, &before.seen.ids[next])?);
    }
    let found = proof.stored(&state, before.object, 0, before.size())?;
    let own_parts = [parts.concat(), beside.concat()].concat();
    let (found, parts) = proof.generalised(&found, &own_parts)?;
    proof.examples(board.with(&[&slot_any[..], &parts].concat(), &[&slot_found[..], &own_parts].concat()));
    let (groups, beside) = parts.split_at(CELLS * beside.len());
    let groups: Vec<Bits> = groups.chunks(CELLS).map(<[Lit]>::to_vec).collect();
    let two = if proof.kernel.tier == Tier::X64 { two_by_one_number } else { two_by_numbers };
    let Moved { sets: after, merged, liberties } = moved(&proof.graph, &before.seen.sets, &groups, cell, two);
    let found = proof.in_terms_of(&found, &merged)?;
    let found = proof.in_terms_of(&found, &liberties.concat())?;

    let mut expected = before.bytes.clone();
    let mut parts = after.parts(colour);
    let (_, slots) = model_slots(&proof.graph, &before.seen.slots, beside);
    parts.push(("the slots in use", SLOTS + 8 * colour as i64, slots));
    parts.push(("who is to move", TO_MOVE, number(1 - colour as u64, 8)));
    parts.push(("the centre", CENTRE, zeros(8)));
    for (number_of, group) in before.seen.groups.iter().enumerate() {
        let (group, new) = (packed(group, 96), packed(&merged, 96));
        for (part, size, bits) in [(LOW, 8, 0..64), (HIGH, 4, 64..96)] {
            let here = number((part + size * number_of as i64).cast_unsigned(), 64);
            let address = slot_address(&proof.graph, part, size, &slot);
            let bits = proof.graph.choose_each(proof.graph.equal(&address, &here), &new[bits.clone()], &group[bits]);
            parts.push(("a group", part + size * number_of as i64, bits));
        }
    }
    for (cell, id) in before.seen.ids.iter().enumerate() {
        let id = proof.graph.choose_each(merged[cell], &slot, id);
        parts.push(("a stone's group", IDS + bit(cell) as i64, resized(&id, 8)));
    }
    for (_, at, bits) in &parts {
        expected[8 * *at as usize..8 * *at as usize + bits.len()].copy_from_slice(bits);
    }
    let same: Bits = found.iter().zip(&expected).map(|(&a, &b)| proof.graph.iff(a, b)).collect();
    let mut shown = vec![false; same.len()];
    for same_parts in parts.chunk_by(|a, b| a.0 == b.0) {
        let mut conditions = Bits::new();
        for (_, at, bits) in same_parts {
            let range = 8 * *at as usize..8 * *at as usize + bits.len();
            conditions.extend_from_slice(&same[range.clone()]);
            shown[range].fill(true);
        }
        proof.show_all(same_parts[0].0, &conditions)?;
    }
    let rest: Bits = same.iter().zip(shown).filter(|(_, shown)| !shown).map(|(&same, _)| same).collect();
    proof.show_all("all other bytes are as before", &rest)
}
