//! Othello's random plies in bit slices: one ply from any state of the games and of the generator.
//!
//! The code of a ply is cut at its head, at the heads of the loops that draw, and behind these,
//! where each game has any number of at most its limit (`draws.rs`). `ply.rs` shows what the rest
//! of the code does to one game; all other games are the same function of their own bits.

use super::bitslices::{AGE, Games, HEADER};
use super::drawing::{DRAW, Drawing, IN_GAMES, Place, SEQUENCE_WORDS};
use super::ply::{self, Ply};
use crate::bits::{Bits, number, resized, zeros};
use crate::cuts::Cut;
use crate::exceptions::{Exceptions, Mend};
use crate::graph::Lit;
use crate::loop_head::{Known, Moves};
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use crate::state::State;
use crate::theorem::{Case, Theorem};
use crate::word::Word;
use std::collections::BTreeSet;
use std::sync::Arc;
use stonemask::Tier;
use stonemask::internals::othello::PLANES;
use stonemask_harness::{Argument, Call, Memory};

pub(super) fn theorems() -> Vec<Theorem> {
    let claim =
        "in each game the legal move with the number that its generator draws, or a pass; for every state of the games";
    let theorem = |(family, mend): (&'static str, Mend)| Theorem {
        family,
        claim,
        cases: |_| [0, 1].map(|turn| Case::new(format!("side {turn} to move"), move |p| plies(p, turn))).into(),
        quick_one_of: 2,
        exceptions: Exceptions {
            mean_nothing: (&["games"], "planes from MOVES to PASSED are each ply's scratch"),
            mended: Some((mend, "the contract asks for positions; drawn are any planes")),
            ..Exceptions::NONE
        },
        ..Theorem::PLAIN
    };
    let of_sizes: [(&str, Mend); 3] = [
        ("othello_bitslices_plies_4x4", make_positions::<4>),
        ("othello_bitslices_plies_6x6", make_positions::<6>),
        ("othello_bitslices_plies_8x8", make_positions::<8>),
    ];
    of_sizes.map(theorem).into()
}

/// Makes positions of any planes of discs: at most one disc on a square, none beside a board of
/// this size, and zero in planes that must be zero.
fn make_positions<const SIZE: usize>(call: &mut Call, tier: Tier) {
    let Argument::Memory(Memory { bytes, .. }) = &mut call.arguments[0] else { unreachable!("the games are memory") };
    let plane = if tier == Tier::Avx512 { 64 } else { 32 };
    let at = |name: &str, index: usize| {
        let &(_, first) = PLANES.iter().find(|of| of.0 == name).expect("a plane's name");
        HEADER as usize + plane * (first + index)
    };
    let board = ply::board(SIZE);
    for square in 0..64 {
        for byte in 0..plane {
            let [first, second] = [0, 64].map(|side| at("SIDES", side + square) + byte);
            let is_on_board = if board.contains(&square) { u8::MAX } else { 0 };
            bytes[first] &= is_on_board;
            bytes[second] &= is_on_board & !bytes[first];
        }
    }
    for (name, index) in never_written(SIZE) {
        bytes[at(name, index)..][..plane].fill(0);
    }
}

/// A theorem while it is being shown.
pub(super) struct Plies {
    pub(super) games: Games,
    size: usize,
    /// Bits of the number of a move.
    pub(super) bits: usize,
    pub(super) drawing: Drawing,
    zeros: Vec<(&'static str, usize)>,
    /// The variables of the positions.
    position: Vec<Bits>,
}

impl Plies {
    #[track_caller]
    pub(super) fn get(&self, proof: &mut Proof, state: &State, place: Place, count: usize) -> Result<Vec<Bits>> {
        let mut planes = Vec::new();
        for index in 0..count {
            planes.push(match place {
                Place::Vectors(first) => state.vectors[first + index][..self.games.games()].to_vec(),
                Place::Memory(from, apart) => {
                    proof.stored(state, self.games.object, from + apart * index as i64, self.games.bytes)?
                }
            });
        }
        Ok(planes)
    }

    pub(super) fn set(&self, proof: &mut Proof, state: &mut State, place: Place, planes: &[Bits]) {
        for (index, plane) in planes.iter().enumerate() {
            match place {
                Place::Vectors(first) => _ = state.vectors[first + index].splice(..plane.len(), plane.iter().copied()),
                Place::Memory(from, apart) => {
                    state.memory.put(&proof.graph, self.games.object, from + apart * index as i64, plane);
                }
            }
        }
    }

    pub(super) fn any_planes(&self, proof: &mut Proof, count: usize) -> Vec<Bits> {
        (0..count).map(|_| proof.graph.inputs(self.games.games())).collect()
    }

    #[track_caller]
    pub(super) fn numbers(&self, proof: &mut Proof, state: &State, place: Place) -> Result<Vec<Bits>> {
        self.get(proof, state, place, self.bits)
    }

    /// Replaces what arrives at a cut by free variables; whether there was anything to replace.
    pub(super) fn forget(
        &self,
        proof: &mut Proof,
        (known, unknown): (&mut Known, &mut BTreeSet<i64>),
        head: &mut State,
        arrival: &State,
    ) -> Result<bool> {
        if let Some(byte) = proof.world.difference(&head.memory, &arrival.memory, &[self.games.object]) {
            refuse!("{byte} changes");
        }
        let registers = known.forget(&proof.graph, head, arrival, &[])?;
        let memory = proof.world.forget(&proof.graph, &mut head.memory, &arrival.memory, self.games.object, unknown)?;
        Ok(registers || memory)
    }
}

/// Planes that no ply writes, by name and number: diagonals shorter than three squares, and the
/// ends of all lines except the row.
fn never_written(size: usize) -> Vec<(&'static str, usize)> {
    let short = [0, 1].into_iter().chain(2 * size - 3..15);
    let diagonals = short.flat_map(|index| [("DIAGONALS", index), ("ANTIDIAGONALS", index)]);
    let ends = |line: usize| [0].into_iter().chain(size - 1..8).map(move |index| ("TURNED", 8 * line + index));
    diagonals.chain([1, 2, 3].into_iter().flat_map(ends)).collect()
}

fn plies(proof: &mut Proof, turn: usize) -> Result<()> {
    let plies = Plies::any(proof, turn)?;
    let (left, enough) = (proof.graph.inputs(64), proof.graph.inputs(64));
    let games = Word::at(plies.games.object, 0);
    let entry = proof.entry(&[games, Word::number(left.clone()), Word::number(enough.clone())]);
    let now = proof.graph.inputs(64);
    let next_left = proof.graph.sub(&now, &number(1, 64));
    let moves = [
        Moves { entry: Word::number(left), now: Word::number(now), next: Word::number(next_left.clone()) },
        Moves {
            entry: Word::constant(turn as u64),
            now: Word::constant(turn as u64),
            next: Word::constant(1 - turn as u64),
        },
    ];
    let ply = plies.ply(proof, &entry, &moves)?;
    plies.show_end(proof, &ply, &next_left, &enough)?;
    plies.show_kept(proof, &entry, &ply)?;
    plies.show_one(proof, turn, &entry, &ply)
}

/// A ply: the states at its head, behind the loops that draw, where each game has any number of
/// these, and at its two ends.
struct Run {
    head: State,
    drawn: State,
    numbers: Vec<Bits>,
    next: State,
    returned: State,
}

impl Plies {
    /// Any games: each square of the board is empty, or taken by either side.
    fn any(proof: &mut Proof, turn: usize) -> Result<Plies> {
        let size = match proof.kernel.family().rsplit('_').next() {
            Some("4x4") => 4,
            Some("6x6") => 6,
            _ => 8,
        };
        let games = Games::any(proof, &number(turn as u64, 64));
        let count = games.games();
        let drawing = Drawing::of(proof.kernel, &games, size)?;
        let never_written = if drawing.keeps_zeros { never_written(size) } else { Vec::new() };
        for &(name, index) in &never_written {
            proof.world.fill(games.object, games.at(name, index), &zeros(count));
        }
        let board = ply::board(size);
        let mut position: Vec<Bits> = Vec::new();
        for square in 0..64 {
            let planes = if board.contains(&square) {
                let (taken, whose) = (proof.graph.inputs(count), proof.graph.inputs(count));
                let planes = [proof.graph.and_each(&taken, &whose), proof.graph.without(&taken, &whose)];
                position.extend([taken, whose]);
                planes
            } else {
                [zeros(count), zeros(count)]
            };
            for (side, plane) in [turn, 1 - turn].into_iter().zip(planes) {
                proof.world.fill(games.object, games.at("SIDES", 64 * side + square), &plane);
            }
        }
        let bits = if size == 4 { 4 } else { 6 };
        Ok(Plies { games, size, bits, drawing, zeros: never_written, position })
    }

    /// One ply. The parts that it does not change are found by trial.
    fn ply(&self, proof: &mut Proof, entry: &State, moves: &[Moves; 2]) -> Result<Run> {
        let [top, behind] = [proof.kernel.cut("ply")?.at, proof.kernel.cut("drawn")?.at];
        let (first, none) = proof.until(top, entry)?;
        if none.is_some() || first.path != Lit::TRUE {
            refuse!("a ply is not always played");
        }
        let object = self.games.object;
        let mut at_entry = entry.memory.clone();
        if proof.world.forget(&proof.graph, &mut at_entry, &first.memory, object, &mut BTreeSet::new())? {
            refuse!("the games change before the first ply");
        }
        let loops: Vec<&Arc<Cut>> = proof.kernel.cuts.iter().filter(|cut| cut.name.starts_with(DRAW)).collect();
        let cuts: Vec<u64> = loops.iter().map(|cut| cut.at).chain([top, behind]).collect();
        let mut known = Known::new(moves, &first);
        known.forget_untouched(proof.kernel, entry, &first);
        let mut head = known.head(&proof.graph, &first, moves)?;
        let round = proof.round();
        loop {
            let mut ends = proof.run(top, head.clone(), &cuts)?;
            if ends.returned.is_some() || ends.cuts.contains_key(&top) || ends.cuts.contains_key(&behind) {
                refuse!("a ply without a draw");
            }
            let before = self.get(proof, &head, IN_GAMES, SEQUENCE_WORDS)?;
            let mut arrivals = Vec::new();
            for cut in &loops {
                let Some(arrival) = ends.cuts.remove(&cut.at) else { refuse!("a loop that draws is not reached") };
                arrivals.push((&***cut, arrival));
            }
            let mut drawn = self.drawn(proof, behind, arrivals, &before, &cuts)?;
            let numbers = self.any_planes(proof, self.bits);
            self.set(proof, &mut drawn, self.drawing.chosen, &numbers);
            let mut ends = proof.run(behind, drawn.clone(), &cuts)?;
            let (Some(mut next), Some(returned), true) = (ends.cuts.remove(&top), ends.returned, ends.cuts.is_empty())
            else {
                refuse!("a ply does not lead to the next one and to the return");
            };
            if known.forget(&proof.graph, &mut head, &next, moves)? {
                proof.take_back(&round);
                continue;
            }
            returned.check_return(&proof.graph, &mut proof.world, entry)?;
            proof.settle()?;
            if let Some(byte) = proof.world.difference(&head.memory, &next.memory, &[object]) {
                refuse!("{byte} changes in a ply");
            }
            if let Some(lost) = known.lost(&first, &moves[..1]) {
                refuse!("the plies are not counted: {lost}");
            }
            proof.has_memory_of_return(&mut next, &returned)?;
            return Ok(Run { head, drawn, numbers, next, returned });
        }
    }

    /// The state behind the loops that draw, whichever of them is entered.
    fn drawn(
        &self,
        proof: &mut Proof,
        behind: u64,
        arrivals: Vec<(&Cut, State)>,
        before: &[Bits],
        cuts: &[u64],
    ) -> Result<State> {
        let limit = self.drawing.limit;
        let mut drawn: Option<(State, Known, BTreeSet<i64>)> = None;
        for (cut, arrival) in arrivals {
            let limits = self.numbers(proof, &arrival, limit)?;
            let mut left = State { path: Lit::TRUE, ..self.draws(proof, (cut, behind), &arrival, before, cuts)? };
            self.set(proof, &mut left, limit, &limits);
            let (state, known, unknown) =
                drawn.get_or_insert_with(|| (left.clone(), Known::new(&[], &left), BTreeSet::new()));
            self.forget(proof, (known, unknown), state, &left)?;
            let found = self.numbers(proof, state, limit)?.concat();
            proof.show_equal("the limits in each loop that draws", &found, &limits.concat())?;
        }
        let Some((state, ..)) = drawn else { refuse!("no loop draws") };
        Ok(state)
    }

    /// When the kernel returns, and what: games that are over are counted.
    fn show_end(&self, proof: &mut Proof, ply: &Run, next_left: &[Lit], enough: &[Lit]) -> Result<()> {
        let mut ended = zeros(64);
        for word in self.games.plane(proof, &ply.returned, "OVER", 0)?.chunks(64) {
            ended = proof.graph.add(&ended, &resized(&proof.graph.count(word), 64));
        }
        proof.show_result("how many games are over", &ply.returned, &ended)?;
        let goes_on = proof.graph.and(proof.graph.below(&ended, enough), !proof.graph.is_zero(next_left));
        proof.show_equal("when it ends", &[ply.next.path, ply.returned.path], &[goes_on, !goes_on])
    }

    /// The bytes that no game owns: the header, the generator, and planes that no ply writes; and
    /// that the games are at the return what they are at the next ply.
    fn show_kept(&self, proof: &mut Proof, entry: &State, ply: &Run) -> Result<()> {
        let Run { head, drawn, next, .. } = ply;
        let (games, count) = (&self.games, self.games.games());
        // From MOVES to PASSED it is each ply's scratch.
        let scratch = games.at("PASSED", 0) - games.at("MOVES", 0);
        games.mean_nothing(proof, "MOVES", scratch as usize / games.bytes)?;
        let header = proof.stored(next, games.object, 0, 64)?;
        let mut expected = proof.stored(entry, games.object, 0, 64)?;
        expected[0] = !expected[0];
        proof.show_equal("the next side to move, and what was counted", &header, &expected)?;
        games.show_kept(proof, entry, next, &[("BLACK", 1), ("MASK", 1), ("WON", 1), ("EVEN", 1)])?;
        let drawn = self.get(proof, drawn, self.drawing.sequences, SEQUENCE_WORDS)?.concat();
        let kept = self.get(proof, next, IN_GAMES, SEQUENCE_WORDS)?.concat();
        proof.show_equal("the generator after the ply", &kept, &drawn)?;
        // A narrower tier leaves the other sequences as they are.
        let Place::Memory(from, apart) = IN_GAMES else { refuse!("the generator is not among the games") };
        for word in 0..SEQUENCE_WORDS as i64 {
            let (at, others) = (from + apart * word + games.bytes as i64, apart as usize - games.bytes);
            let before = proof.stored(head, games.object, at, others)?;
            proof.show_stored("the sequences of no game", next, (games.object, at), &before)?;
        }
        for &(name, index) in &self.zeros {
            let plane = games.plane(proof, next, name, index)?;
            proof.show_equal("a plane that no ply writes", &plane, &zeros(count))?;
        }
        Ok(())
    }

    /// A ply's work on one game.
    fn show_one(&self, proof: &mut Proof, turn: usize, entry: &State, ply: &Run) -> Result<()> {
        let (games, count, board) = (&self.games, self.games.games(), ply::board(self.size));
        let mut inputs = self.position.clone();
        inputs.push(games.plane(proof, entry, "PASSED", 0)?);
        inputs.extend(games.planes(proof, entry, "AGE", AGE)?);
        inputs.extend_from_slice(&ply.numbers);
        let mut terms = Vec::new();
        for &square in &board {
            terms.push(games.plane(proof, &ply.drawn, "MOVES", square)?);
        }
        terms.extend(self.numbers(proof, &ply.drawn, self.drawing.limit)?);
        for side in [turn, 1 - turn] {
            for square in 0..64 {
                let plane = games.plane(proof, &ply.next, "SIDES", 64 * side + square)?;
                if board.contains(&square) {
                    terms.push(plane);
                } else {
                    proof.show_equal("squares beside the board", &plane, &zeros(count))?;
                }
            }
        }
        for (name, planes) in [("PASSED", 1), ("OVER", 1), ("AGE", AGE)] {
            terms.extend(games.planes(proof, &ply.next, name, planes)?);
        }
        let of = |planes: &[Bits], game: usize| planes.iter().map(|plane| plane[game]).collect::<Bits>();
        let lane = |game: usize| (of(&inputs, game), of(&terms, game));
        proof.one_lane(count, lane, |apart, lane| ply::show(apart, &Ply::new(self.size, self.bits, &lane)))
    }
}
