//! Othello's random plies in bit slices: one ply from any state of the games, for any random numbers.
//!
//! The code of a ply is cut at its head, at the heads of the loops that draw, and behind these. A game that still draws has no
//! number yet; any other has a number of at most its limit. That holds when a loop is entered and after each turn, and a loop is
//! left only when no game draws. So behind the loops each game has any number of at most its limit. `ply.rs` shows what
//! the rest of the code then does to one game; all other games are the same function of their own bits.

use super::bitslices::{AGE, Games};
use super::ply::{self, Ply};
use crate::bits::{Bits, number, resized, zeros};
use crate::graph::Lit;
use crate::image::Kernel;
use crate::induction::{Known, Moves};
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use crate::state::State;
use crate::theorems::{Case, Theorem};
use crate::word::Word;
use iced_x86::Mnemonic;
use std::collections::BTreeSet;
use stonemask::Tier;

pub(super) fn theorems() -> Vec<Theorem> {
    let claim = "a legal move, or a pass, in each game, for every state of the games and any random numbers";
    let theorem = |family| Theorem {
        family,
        claim,
        cases: |_| [0, 1].map(|turn| Case::new(format!("side {turn} to move"), move |p| plies(p, turn))).into(),
        quick_one_of: 2,
    };
    ["othello_bitslices_plies_4x4", "othello_bitslices_plies_6x6", "othello_bitslices_plies_8x8"].map(theorem).into()
}

/// Where a loop keeps planes: in vector registers from one on, or in the games' memory.
#[derive(Clone, Copy)]
enum Place {
    Vectors(usize),
    Planes(&'static str),
}

/// Where the drawing loops keep their data.
struct Drawing {
    /// The games that still draw.
    pending: Place,
    /// The numbers, and the limit of each.
    chosen: Place,
    limit: Place,
    /// The code relies on zeros in planes that no ply writes.
    keeps_zeros: bool,
}

impl Drawing {
    fn of(kernel: &Kernel, size: usize) -> Result<Drawing> {
        let drawn = kernel.cut("drawn")?;
        let from = |name: &str| -> Result<Place> { Ok(Place::Vectors(drawn.vector(name)?)) };
        let pending = from("pending")?;
        if kernel.tier == Tier::Avx512 && size > 4 {
            let (chosen, limit) = (from("first_chosen")?, from("first_limit")?);
            return Ok(Drawing { pending, chosen, limit, keeps_zeros: false });
        }
        let (chosen, limit) = (Place::Planes("CHOSEN"), Place::Planes("LAST"));
        Ok(Drawing { pending, chosen, limit, keeps_zeros: true })
    }
}

/// A theorem while it is being shown.
struct Plies {
    games: Games,
    size: usize,
    /// Bits of the number of a move.
    bits: usize,
    drawing: Drawing,
    zeros: Vec<(&'static str, usize)>,
    /// The variables of the positions.
    position: Vec<Bits>,
}

impl Plies {
    fn get(&self, proof: &mut Proof, state: &State, place: Place, index: usize) -> Result<Bits> {
        match place {
            Place::Vectors(first) => Ok(state.vectors[first + index][..self.games.games()].to_vec()),
            Place::Planes(name) => self.games.plane(proof, state, name, index),
        }
    }

    fn set(&self, proof: &mut Proof, state: &mut State, place: Place, index: usize, plane: &[Lit]) {
        match place {
            Place::Vectors(first) => _ = state.vectors[first + index].splice(..plane.len(), plane.iter().copied()),
            Place::Planes(name) => {
                state.memory.put(&mut proof.graph, self.games.object, self.games.at(name, index), plane);
            }
        }
    }

    fn numbers(&self, proof: &mut Proof, state: &State, place: Place) -> Result<Vec<Bits>> {
        (0..self.bits).map(|bit| self.get(proof, state, place, bit)).collect()
    }

    fn set_numbers(&self, proof: &mut Proof, state: &mut State, place: Place, numbers: &[Bits]) {
        numbers.iter().enumerate().for_each(|(bit, plane)| self.set(proof, state, place, bit, plane));
    }

    fn any_numbers(&self, proof: &mut Proof) -> Vec<Bits> {
        (0..self.bits).map(|_| proof.graph.inputs(self.games.games())).collect()
    }

    /// Replaces what arrives at a cut by free variables; whether there was anything to replace.
    fn forget(
        &self,
        proof: &mut Proof,
        (known, unknown): (&mut Known, &mut BTreeSet<i64>),
        head: &mut State,
        arrival: &State,
    ) -> Result<bool> {
        if let Some(byte) = proof.world.difference(&head.memory, &arrival.memory, &[self.games.object]) {
            refuse!("{byte} changes");
        }
        let registers = known.forget(&mut proof.graph, head, arrival, &[])?;
        let memory =
            proof.world.forget(&mut proof.graph, &mut head.memory, &arrival.memory, self.games.object, unknown)?;
        Ok(registers || memory)
    }

    /// The states behind a drawing loop that is entered in state `first`: each game has a number of at most its limit.
    fn draws(&self, proof: &mut Proof, (at, after): (u64, u64), first: &State, cuts: &[u64]) -> Result<State> {
        let Drawing { pending, chosen, limit, .. } = self.drawing;
        let games = self.games.games();
        let none_yet = self.numbers(proof, first, chosen)?.iter().flatten().all(|&bit| bit == Lit::FALSE);
        if !none_yet || self.get(proof, first, pending, 0)? != vec![Lit::TRUE; games] {
            refuse!("a game has a number before any is drawn");
        }
        // From here on the limits are free.
        let (draws, limits) = (proof.graph.inputs(games), self.any_numbers(proof));
        let any_numbers = self.any_numbers(proof);
        let numbers: Vec<Bits> = any_numbers
            .iter()
            .map(|plane| plane.iter().zip(&draws).map(|(&bit, &draws)| proof.graph.and(bit, !draws)).collect())
            .collect();
        let own = |proof: &mut Proof, state: &mut State| {
            self.set(proof, state, pending, 0, &draws);
            self.set_numbers(proof, state, chosen, &numbers);
            self.set_numbers(proof, state, limit, &limits);
        };
        let mut head = State { path: Lit::TRUE, ..first.clone() };
        own(proof, &mut head);
        let mut known = (Known::new(&[], first), BTreeSet::new());
        let (next, left, drawn) = loop {
            proof.world.free.clear();
            let mut ends = proof.run(at, head.clone(), cuts)?;
            let (next, left) = (ends.cuts.remove(&at), ends.cuts.remove(&after));
            let (Some(next), Some(left), true) = (next, left, ends.cuts.is_empty() && ends.returned.is_none()) else {
                refuse!("a loop that draws does not lead to itself and to what follows");
            };
            let mut like_head = next.clone();
            own(proof, &mut like_head);
            if !self.forget(proof, (&mut known.0, &mut known.1), &mut head, &like_head)? {
                break (next, left, std::mem::take(&mut proof.world.free));
            }
            own(proof, &mut head);
        };
        let still = self.get(proof, &left, pending, 0)?;
        let any = proof.graph.any(&still);
        proof.show_equal("the loop is left when no game draws", &[left.path], &[!any])?;

        let mut planes = vec![draws.clone()];
        planes.extend(numbers.clone());
        planes.extend(limits.clone());
        let mut terms = Vec::new();
        for state in [&next, &left] {
            terms.push(self.get(proof, state, pending, 0)?);
            terms.extend(self.numbers(proof, state, chosen)?);
            if self.numbers(proof, state, limit)? != limits {
                refuse!("a limit changes while numbers are drawn");
            }
        }
        // A number has as many bits as its limit, and that depends on the position.
        let free = [vec![draws.clone()], any_numbers, limits.clone(), drawn, self.position.clone()].concat();
        let (mut apart, lane) = proof.one_lane(games, |game| {
            let of = |planes: &[Bits]| planes.iter().map(|plane| plane[game]).collect::<Bits>();
            (of(&free), of(&[&planes[..], &terms].concat()))
        })?;
        let outcome = self.draw_of_one(&mut apart, &lane.terms);
        proof.join(apart, outcome)?;
        Ok(left)
    }

    /// From one game's state to the next: no number while it draws, then a number of at most its limit.
    fn draw_of_one(&self, proof: &mut Proof, terms: &[Lit]) -> Result<()> {
        let (before, after) = terms.split_at(1 + 2 * self.bits);
        let limit = &before[1 + self.bits..];
        let holds = |proof: &mut Proof, draws: Lit, number: &[Lit]| {
            let none = proof.graph.is_zero(number);
            let within = !proof.graph.below(limit, number);
            proof.graph.choose(draws, none, within)
        };
        let held = holds(proof, before[0], &before[1..=self.bits]);
        let (next, left) = after.split_at(1 + self.bits);
        let stays = holds(proof, next[0], &next[1..]);
        // Behind the loop no game draws.
        let ends = holds(proof, Lit::FALSE, &left[1..]);
        let stays = proof.graph.implies(held, stays);
        let ends = proof.graph.implies(held, ends);
        let ends = proof.graph.or(left[0], ends);
        proof.show("a game that still draws has no number, and any other one within its limit", stays)?;
        proof.show("behind the loop each game has a number within its limit", ends)
    }
}

/// Planes that no ply writes, by name and number: diagonals shorter than three squares, and the ends of all lines except the row.
pub(crate) fn never_written(size: usize) -> Vec<(&'static str, usize)> {
    let short = [0, 1].into_iter().chain(2 * size - 3..15);
    let diagonals = short.flat_map(|index| [("DIAGONALS", index), ("ANTIDIAGONALS", index)]);
    let ends = |line: usize| [0].into_iter().chain(size - 1..8).map(move |index| ("TURNED", 8 * line + index));
    diagonals.chain([1, 2, 3].into_iter().flat_map(ends)).collect()
}

fn plies(proof: &mut Proof, turn: usize) -> Result<()> {
    let size = match proof.kernel.family().rsplit('_').next() {
        Some("4x4") => 4,
        Some("6x6") => 6,
        _ => 8,
    };
    let games = Games::any(proof, &number(turn as u64, 64));
    let count = games.games();
    let drawing = Drawing::of(proof.kernel, size)?;
    let bits = if size == 4 { 4 } else { 6 };
    let never_written = if drawing.keeps_zeros { never_written(size) } else { Vec::new() };
    let mut plies = Plies { games, size, bits, drawing, zeros: never_written, position: Vec::new() };
    let games = &plies.games;
    for &(name, index) in &plies.zeros {
        proof.world.fill(games.object, games.at(name, index), &zeros(count));
    }
    // Each square of the board is empty, or taken by either side.
    let board = ply::board(size);
    let mut position: Vec<Bits> = Vec::new();
    for square in 0..64 {
        let planes = if board.contains(&square) {
            let (taken, whose) = (proof.graph.inputs(count), proof.graph.inputs(count));
            let others = proof.graph.not_each(&whose);
            let planes = [proof.graph.and_each(&taken, &whose), proof.graph.and_each(&taken, &others)];
            position.extend([taken, whose]);
            planes
        } else {
            [zeros(count), zeros(count)]
        };
        for (side, plane) in [turn, 1 - turn].into_iter().zip(planes) {
            proof.world.fill(games.object, games.at("SIDES", 64 * side + square), &plane);
        }
    }

    plies.position = position;
    let games = &plies.games;

    // Random numbers are sums of quadwords, so they are free.
    proof.world.freed = vec![Mnemonic::Vpaddq];
    let (left, enough) = (proof.graph.inputs(64), proof.graph.inputs(64));
    let entry = proof.entry(&[Word::at(games.object, 0), Word::number(left.clone()), Word::number(enough.clone())]);
    let top = proof.kernel.cut("ply")?.at;
    let (first, none) = proof.until(top, &entry)?;
    if none.is_some() || first.path != Lit::TRUE {
        refuse!("a ply is not always played");
    }
    let mut at_entry = entry.memory.clone();
    if proof.world.forget(&mut proof.graph, &mut at_entry, &first.memory, games.object, &mut BTreeSet::new())? {
        refuse!("the games change before the first ply");
    }
    let behind = proof.kernel.cut("drawn")?.at;
    let loops = proof.kernel.cuts.iter().filter(|cut| cut.name.starts_with("draw_"));
    let loops: Vec<u64> = loops.map(|cut| cut.at).collect();
    let cuts = [&loops[..], &[top, behind]].concat();
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
    let mut known = Known::new(&moves, &first);
    known.forget_untouched(proof.kernel, &entry, &first);
    let mut head = known.head(&mut proof.graph, &first, &moves)?;
    let (chosen, limit) = (plies.drawing.chosen, plies.drawing.limit);
    let (choice, over, next, returned) = loop {
        let mut ends = proof.run(top, head.clone(), &cuts)?;
        if ends.returned.is_some() || ends.cuts.contains_key(&top) || ends.cuts.contains_key(&behind) {
            refuse!("a ply without a draw");
        }
        let mut choice: Option<(State, Known, BTreeSet<i64>)> = None;
        for &at in &loops {
            let Some(arrival) = ends.cuts.remove(&at) else { refuse!("a loop that draws is not reached") };
            let limits = plies.numbers(proof, &arrival, limit)?;
            let mut left = plies.draws(proof, (at, behind), &arrival, &cuts)?;
            plies.set_numbers(proof, &mut left, limit, &limits);
            match &mut choice {
                None => {
                    choice = Some((State { path: Lit::TRUE, ..left.clone() }, Known::new(&[], &left), BTreeSet::new()));
                }
                Some((state, known, unknown)) => _ = plies.forget(proof, (known, unknown), state, &left)?,
            }
            let (state, ..) = choice.as_ref().expect("just made");
            if plies.numbers(proof, state, limit)? != limits {
                refuse!("the limits depend on the loop that draws");
            }
        }
        let Some((mut choice, ..)) = choice else { refuse!("no loop draws") };
        let numbers = plies.any_numbers(proof);
        plies.set_numbers(proof, &mut choice, chosen, &numbers);
        let mut ends = proof.run(behind, choice.clone(), &cuts)?;
        let (Some(next), Some(returned), true) = (ends.cuts.remove(&top), ends.returned, ends.cuts.is_empty()) else {
            refuse!("a ply does not lead to the next one and to the return");
        };
        if known.forget(&mut proof.graph, &mut head, &next, &moves)? {
            proof.world.obligations.clear();
            continue;
        }
        returned.check_return(&mut proof.graph, &mut proof.world, &entry)?;
        proof.settle()?;
        break (choice, numbers, next, returned);
    };
    if let Some(byte) = proof.world.difference(&head.memory, &next.memory, &[games.object]) {
        refuse!("{byte} changes in a ply");
    }
    if let Some(lost) = known.lost(&first, &moves[..1]) {
        refuse!("the plies are not counted: {lost}");
    }

    // What happens at the end, and the games' memory then.
    let planes_over = games.plane(proof, &returned, "OVER", 0)?;
    let mut ended = zeros(64);
    for word in planes_over.chunks(64) {
        let here = resized(&proof.graph.count(word), 64);
        ended = proof.graph.add(&ended, &here);
    }
    let found = proof.result(&returned)?;
    proof.show_equal("how many games are over", &found, &ended)?;
    let too_few = proof.graph.below(&ended, &enough);
    let last = proof.graph.is_zero(&next_left);
    let goes_on = proof.graph.and(too_few, !last);
    proof.show_equal("when it ends", &[next.path, returned.path], &[goes_on, !goes_on])?;
    let header = proof.stored(&next, games.object, 0, 64)?;
    let mut expected = proof.stored(&entry, games.object, 0, 64)?;
    expected[0] = !expected[0];
    proof.show_equal("the next side to move, and what was counted", &header, &expected)?;
    games.show_kept(proof, &entry, &next, &[("BLACK", 1), ("MASK", 1), ("WON", 1), ("EVEN", 1)])?;
    for &(name, index) in &plies.zeros {
        let plane = games.plane(proof, &next, name, index)?;
        proof.show_equal("a plane that no ply writes", &plane, &zeros(count))?;
    }

    let mut inputs = plies.position.clone();
    inputs.push(games.plane(proof, &entry, "PASSED", 0)?);
    inputs.extend(games.planes(proof, &entry, "AGE", AGE)?);
    inputs.extend(over);
    let mut terms = Vec::new();
    for &square in &board {
        terms.push(games.plane(proof, &choice, "MOVES", square)?);
    }
    terms.extend(plies.numbers(proof, &choice, limit)?);
    for side in [turn, 1 - turn] {
        for square in 0..64 {
            let plane = games.plane(proof, &next, "SIDES", 64 * side + square)?;
            if board.contains(&square) {
                terms.push(plane);
            } else {
                proof.show_equal("squares beside the board", &plane, &zeros(count))?;
            }
        }
    }
    for (name, planes) in [("PASSED", 1), ("OVER", 1), ("AGE", AGE)] {
        terms.extend(games.planes(proof, &next, name, planes)?);
    }
    for (name, planes) in [("SIDES", 128), ("PASSED", 1), ("OVER", 1), ("AGE", AGE)] {
        if games.planes(proof, &next, name, planes)? != games.planes(proof, &returned, name, planes)? {
            refuse!("the games are others at the return than at the next ply");
        }
    }
    let (mut apart, lane) = proof.one_lane(count, |game| {
        let of = |planes: &[Bits]| planes.iter().map(|plane| plane[game]).collect::<Bits>();
        (of(&inputs), of(&terms))
    })?;
    let outcome = ply::show(&mut apart, &Ply::new(plies.size, plies.bits, &lane));
    proof.join(apart, outcome)
}
