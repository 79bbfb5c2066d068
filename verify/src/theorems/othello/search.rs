//! The search of Othello's last plies: what holds throughout, and where its parts are. Body: asm/othello/last_plies.inc.

use crate::bits::{Bits, number, resized, zeros};
use crate::graph::{Graph, Lit};
use crate::memory::ObjectId;
use crate::places::Place;
use crate::proof::Proof;
use crate::refused::{Refused, Result, refuse};
use crate::state::{SAVED, State};
use crate::word::Word;
use iced_x86::{Instruction, Mnemonic as M, OpKind, Register as R};
use stonemask::Tier;

/// Bytes of one of the four frames.
pub(super) const FRAME: i64 = 320;
/// Where the table of lines holds square a1 of the frame, for each side of a board.
const LINES: [(usize, i64); 3] = [(8, 0), (6, (64 - 9) * 64), (4, (64 + 46 - 18) * 64)];
/// Pushed bytes.
const PUSHES: i64 = 8 * SAVED.len() as i64;

/// What does not change during a search.
pub(super) struct Search {
    pub(super) board: u64,
    pub(super) entry: State,
    pub(super) room: ObjectId,
    table: ObjectId,
    lines: Word,
    /// Where the five-square level keeps its children and its keys: lower levels leave these alone.
    pub(super) frame: Bits,
    pub(super) keys: Bits,
}

/// The squares of the centred board with `side` squares on a side.
pub(super) fn board(side: usize) -> u64 {
    let lines = (8 - side) / 2..(8 + side) / 2;
    lines.clone().flat_map(|row| lines.clone().map(move |column| 1 << (8 * row + column))).sum()
}

/// A search on that board, with or without its room, and whatever the table knows.
pub(super) fn search(proof: &mut Proof, side: usize, discs: [Bits; 2], has_room: bool) -> Result<Search> {
    let board = board(side);
    let room = proof.array("room", usize::from(has_room));
    let table = proof.unknown_array("table", &number(1, 64));
    let [alpha, scoring] = [(); 2].map(|()| proof.graph.inputs(32));
    let [own, opponent] = discs.map(Word::number);
    let [alpha, scoring] = [proof.narrow(&alpha), proof.narrow(&scoring)];
    let entry = proof.entry(&[own, opponent, alpha, scoring, Word::at(room, 0), Word::at(table, 0)]);
    let names = |i: &&Instruction| i.mnemonic() == M::Lea && i.op0_register() == R::R14;
    let names = proof.kernel.instructions.values().find(names).map(Instruction::ip_rel_memory_address);
    let mut lines = proof.world.constant(names.ok_or_else(|| Refused::new("the table of lines is not named"))?)?;
    let (_, offset) = LINES.into_iter().find(|&(of, _)| of == side).expect("a board's side");
    lines = lines.with_offset(proof.graph.add(lines.offset(), &number(offset.cast_unsigned(), 64)));
    let (frame, keys) = (proof.graph.inputs(64), proof.graph.inputs(128));
    Ok(Search { board, entry, room, table, lines, frame, keys })
}

impl Search {
    /// What holds everywhere after the first instructions.
    pub(super) fn place(&self, proof: &Proof, at: u64) -> Place {
        let mut place = Place::new(at);
        place.wide = true;
        place.pushed(&self.entry, &SAVED);
        place.is(R::R14, self.lines.clone());
        below(&mut place, 56, Word::at(self.room, 0));
        if is_inner(proof) {
            below(&mut place, 64, Word::constant(self.board));
        }
        below(&mut place, 120, Word::at(self.table, 0));
        let four = |quads: [u64; 4]| -> Bits { quads.into_iter().flat_map(|quad| number(quad, 64)).collect() };
        place.vectors.push((5, four([u64::MAX; 4])));
        if proof.kernel.tier == Tier::Avx512 {
            place.vectors.extend([(6, four([1 << 63; 4])), (16, four([1, 8, 9, 7])), (17, four([2, 16, 18, 14]))]);
        } else {
            place.vectors.push((4, zeros(256)));
        }
        place
    }

    /// Whether discs lie on the board.
    pub(super) fn on_board(&self, graph: &mut Graph, own: &[Lit], opponent: &[Lit]) -> Lit {
        let discs = graph.or_each(own, opponent);
        within(graph, &discs, &number(self.board, 64))
    }

    /// The squares of the board that are in none of some sets.
    pub(super) fn others(&self, graph: &mut Graph, sets: &[&[Lit]]) -> Bits {
        let mut others = number(self.board, 64);
        for set in sets {
            others = others.iter().zip(*set).map(|(&other, &in_set)| graph.and(other, !in_set)).collect();
        }
        others
    }
}

/// Whether the kernel is for the boards inside the frame; its name says so.
pub(super) fn is_inner(proof: &Proof) -> bool {
    proof.kernel.family().ends_with("_inner")
}

/// A quadword at an offset below rsp.
pub(super) fn below(place: &mut Place, bytes: i64, word: Word) {
    place.stack.push((PUSHES + bytes, word));
}

/// The same, with free contents.
pub(super) fn any_below(proof: &mut Proof, place: &mut Place, bytes: i64) -> Bits {
    let bits = place.any(&mut proof.graph, 64);
    below(place, bytes, Word::number(bits.clone()));
    bits
}

/// A free quadword that a vector register holds four times.
pub(super) fn any_spread(proof: &mut Proof, place: &mut Place, vector: usize) -> Bits {
    let bits = place.any(&mut proof.graph, 64);
    place.vectors.push((vector, bits.repeat(4)));
    bits
}

/// Adds what is known about a state.
pub(super) fn known(place: &mut Place, what: &'static str, condition: Lit) {
    place.conditions.push((what, condition));
}

/// Whether one set contains another.
pub(super) fn within(graph: &mut Graph, inner: &[Lit], outer: &[Lit]) -> Lit {
    let beyond: Bits = inner.iter().zip(outer).map(|(&inner, &outer)| graph.and(inner, !outer)).collect();
    graph.is_zero(&beyond)
}

/// Whether sets share no square.
pub(super) fn apart(graph: &mut Graph, a: &[Lit], b: &[Lit]) -> Lit {
    let both = graph.and_each(a, b);
    graph.is_zero(&both)
}

/// The set of the one square with this six-bit number.
pub(super) fn one(graph: &mut Graph, square: &[Lit]) -> Bits {
    graph.shift_left(&number(1, 64), &square[..6], Lit::FALSE)
}

/// More squares than any count here distinguishes.
const MOST: usize = 10;

/// For each number up to nine, whether a set has at least that many squares: n in one half and the rest in the other.
pub(super) fn at_least(graph: &mut Graph, set: &[Lit]) -> Bits {
    if let &[square] = set {
        return vec![Lit::TRUE, square];
    }
    let (a, b) = set.split_at(set.len() / 2);
    let (a, b) = (at_least(graph, a), at_least(graph, b));
    (0..(a.len() + b.len() - 1).min(MOST))
        .map(|count| {
            let ways = (0..=count).filter(|&of_a| of_a < a.len() && count - of_a < b.len());
            let ways: Bits = ways.map(|of_a| graph.and(a[of_a], b[count - of_a])).collect();
            graph.any(&ways)
        })
        .collect()
}

/// Whether a set has exactly `count` squares.
pub(super) fn exactly(graph: &mut Graph, set: &[Lit], count: usize) -> Lit {
    let at_least = at_least(graph, set);
    graph.and(at_least[count], !at_least[count + 1])
}

/// Whether a set has at most `count` squares.
pub(super) fn at_most(graph: &mut Graph, set: &[Lit], count: usize) -> Lit {
    !at_least(graph, set)[count + 1]
}

/// The state at a reached place.
pub(super) fn state_at(reached: &crate::places::Reached, at: u64) -> Result<&State> {
    reached.places.get(&at).ok_or_else(|| Refused::new("a place is not reached"))
}

/// An instruction that marks a place: the one with this index among those with the property.
pub(super) fn site(proof: &Proof, is: impl Fn(&Instruction) -> bool, index: usize) -> Result<u64> {
    match proof.kernel.instructions.values().filter(|i| is(i)).nth(index) {
        Some(i) => Ok(i.ip()),
        None => refuse!("an instruction that names a place is not there"),
    }
}

/// Whether an instruction is an operation on two registers.
pub(super) fn of_registers(i: &Instruction, mnemonic: M, to: R, from: R) -> bool {
    let registers = i.op0_kind() == OpKind::Register && i.op1_kind() == OpKind::Register;
    i.mnemonic() == mnemonic && registers && i.op0_register() == to && i.op1_register() == from
}

/// Whether an instruction reads or writes memory at an offset from a register.
pub(super) fn of_memory(i: &Instruction, mnemonic: M, base: R, offset: i64) -> bool {
    i.mnemonic() == mnemonic
        && i.memory_base() == base
        && i.memory_index() == R::None
        && i.memory_displacement64().cast_signed() == offset
}

/// A square's number in a register: the given one, or any.
pub(super) fn square(proof: &mut Proof, place: &mut Place, register: R, square: Option<usize>) -> Bits {
    match square {
        None => place.number(&mut proof.graph, register, 6),
        Some(square) => {
            place.is(register, Word::constant(square as u64));
            number(square as u64, 6)
        }
    }
}

/// Sets bits of a quadword from a position on.
pub(super) fn word_of(parts: &[&[Lit]]) -> Word {
    Word::number(resized(&parts.concat(), 64))
}

/// Shows a property of a state, if that state is reachable.
pub(super) fn show_at(proof: &mut Proof, state: &State, what: &str, condition: Lit) -> Result<()> {
    proof.show_on(state.path, what, condition)
}
