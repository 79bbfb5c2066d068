//! Othello's random plies in bit slices: one ply from any state of the games and of the generator.
//!
//! The code of a ply is cut at its head, at the heads of the loops that draw, and behind these. A game that still draws has no
//! number yet; any other has a number of at most its limit. That holds when a loop is entered and after each turn, and a loop is
//! left only when no game draws. What a turn makes of a game is shown to be the rule, by the generator's next numbers. Behind the
//! loops each game then has any number of at most its limit. `ply.rs` shows what the rest of the code does to one game; all other
//! games are the same function of their own bits.

use super::bitslices::{AGE, Games};
use super::ply::{self, Ply};
use crate::apart::Lane;
use crate::bits::{Bits, number, resized, zeros};
use crate::cuts::Cut;
use crate::graph::{Graph, Lit};
use crate::image::Kernel;
use crate::induction::{Known, Moves};
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use crate::state::State;
use crate::theorems::random::step_of_code;
use crate::theorems::{Case, Theorem};
use crate::word::Word;
use std::collections::BTreeSet;
use std::sync::Arc;
use stonemask::Tier;

pub(super) fn theorems() -> Vec<Theorem> {
    let claim =
        "a legal move, or a pass, in each game, the one with the generator's number, for every state of the games";
    let theorem = |family| Theorem {
        family,
        claim,
        cases: |_| [0, 1].map(|turn| Case::new(format!("side {turn} to move"), move |p| plies(p, turn))).into(),
        quick_one_of: 2,
    };
    ["othello_bitslices_plies_4x4", "othello_bitslices_plies_6x6", "othello_bitslices_plies_8x8"].map(theorem).into()
}

/// The words of a generator's state, and where they are in the games' memory.
const SEQUENCE_WORDS: usize = 4;
const SEQUENCES: i64 = 64;
const IN_GAMES: Place = Place::Memory(SEQUENCES, 64);

/// Where planes are kept: in vector registers from one on, or in the games' memory from an offset on, so many bytes apart.
#[derive(Clone, Copy)]
enum Place {
    Vectors(usize),
    Memory(i64, i64),
}

/// Where the drawing loops keep their data.
struct Drawing {
    /// The games that still draw.
    pending: Place,
    /// The numbers, the limit of each, and as many ones as that has bits.
    chosen: Place,
    limit: Place,
    ones: Place,
    sequences: Place,
    /// The mask registers, if there are such, with the words in which a game draws and with those in which one needs a sixth bit.
    words: Option<[usize; 2]>,
    /// The code relies on zeros in planes that no ply writes.
    keeps_zeros: bool,
}

impl Drawing {
    fn of(kernel: &Kernel, games: &Games, size: usize) -> Result<Drawing> {
        let drawn = kernel.cut("drawn")?;
        let from = |name: &str| -> Result<Place> { Ok(Place::Vectors(drawn.vector(name)?)) };
        let pending = from("pending")?;
        let is_avx512 = kernel.tier == Tier::Avx512;
        let sequences = if is_avx512 { from("sequences")? } else { IN_GAMES };
        if is_avx512 && size > 4 {
            let (chosen, limit, ones) = (from("first_chosen")?, from("first_limit")?, from("first_ones")?);
            let words = Some([drawn.mask("drawing")?, drawn.mask("sixth")?]);
            return Ok(Drawing { pending, chosen, limit, ones, sequences, words, keeps_zeros: false });
        }
        let [chosen, limit, ones] =
            ["CHOSEN", "LAST", "SMEAR"].map(|name| Place::Memory(games.at(name, 0), games.bytes as i64));
        Ok(Drawing { pending, chosen, limit, ones, sequences, words: None, keeps_zeros: true })
    }
}

/// The games and the generator where a turn of a loop that draws begins.
struct Round {
    /// Random bits for a game, at most.
    bits: usize,
    pending: Bits,
    /// Variables, and the numbers: none where a game draws.
    any_numbers: Vec<Bits>,
    numbers: Vec<Bits>,
    limits: Vec<Bits>,
    sequences: Vec<Bits>,
}

/// As many ones as each number has bits.
fn ones(graph: &mut Graph, numbers: &[Bits]) -> Vec<Bits> {
    let mut ones = numbers.to_vec();
    for bit in (1..ones.len()).rev() {
        ones[bit - 1] = graph.or_each(&ones[bit - 1], &ones[bit]);
    }
    ones
}

/// For each word of a plane whether any of its bits is set.
fn any_of_words(graph: &mut Graph, plane: &[Lit]) -> Bits {
    plane.chunks(64).map(|word| graph.any(word)).collect()
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
    fn get(&self, proof: &mut Proof, state: &State, place: Place, count: usize) -> Result<Vec<Bits>> {
        let plane = |index: usize| match place {
            Place::Vectors(first) => Ok(state.vectors[first + index][..self.games.games()].to_vec()),
            Place::Memory(from, apart) => {
                proof.stored(state, self.games.object, from + apart * index as i64, self.games.bytes)
            }
        };
        (0..count).map(plane).collect()
    }

    fn set(&self, proof: &mut Proof, state: &mut State, place: Place, planes: &[Bits]) {
        for (index, plane) in planes.iter().enumerate() {
            match place {
                Place::Vectors(first) => _ = state.vectors[first + index].splice(..plane.len(), plane.iter().copied()),
                Place::Memory(from, apart) => {
                    state.memory.put(&mut proof.graph, self.games.object, from + apart * index as i64, plane);
                }
            }
        }
    }

    fn any(&self, proof: &mut Proof, count: usize) -> Vec<Bits> {
        (0..count).map(|_| proof.graph.inputs(self.games.games())).collect()
    }

    fn pending(&self, proof: &mut Proof, state: &State) -> Result<Bits> {
        Ok(self.get(proof, state, self.drawing.pending, 1)?.remove(0))
    }

    fn numbers(&self, proof: &mut Proof, state: &State, place: Place) -> Result<Vec<Bits>> {
        self.get(proof, state, place, self.bits)
    }

    /// The words that mask registers should have where a game draws and where one needs a sixth bit.
    fn words(&self, proof: &mut Proof, pending: &[Lit], limits: &[Bits]) -> Vec<(usize, Bits)> {
        let of = self.drawing.words.into_iter().flatten().zip([pending, &limits[self.bits - 1]]);
        of.map(|(mask, plane)| (mask, resized(&any_of_words(&mut proof.graph, plane), 64))).collect()
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

    /// What holds where a drawing loop is entered: each game draws, none has a number, and the generator is as it was.
    fn begins(&self, proof: &mut Proof, bits: usize, first: &State, before: &[Bits]) -> Result<()> {
        let Drawing { chosen, limit, sequences, .. } = self.drawing;
        let pending = self.pending(proof, first)?;
        let none_yet = self.numbers(proof, first, chosen)?.iter().flatten().all(|&bit| bit == Lit::FALSE);
        if !none_yet || pending != vec![Lit::TRUE; self.games.games()] {
            refuse!("a game has a number before any is drawn");
        }
        if self.get(proof, first, sequences, SEQUENCE_WORDS)? != before {
            refuse!("the generator is not as it was before the ply");
        }
        let limits = self.numbers(proof, first, limit)?;
        let found = self.numbers(proof, first, self.drawing.ones)?.concat();
        let expected = ones(&mut proof.graph, &limits).concat();
        proof.show_equal("as many ones as the limit has bits", &found, &expected)?;
        let more = proof.graph.any(&limits[bits..].concat());
        proof.show_where(first.path, "no limit has more bits than are drawn", !more)?;
        for (mask, expected) in self.words(proof, &pending, &limits) {
            proof.show_equal_where(first.path, "the words that draw", &first.masks[mask], &expected)?;
        }
        Ok(())
    }

    /// The state behind a drawing loop that is entered in state `first`: each game has a number of at most its limit. `before`:
    /// the generator before the ply.
    fn draws(
        &self,
        proof: &mut Proof,
        (cut, after): (&Cut, u64),
        first: &State,
        before: &[Bits],
        cuts: &[u64],
    ) -> Result<State> {
        let bits = cut.name.bytes().last().map_or(0, |digit| usize::from(digit - b'0'));
        self.begins(proof, bits, first, before)?;
        // From here on all of these are free, but that a game that draws has no number.
        let (pending, mut limits) = (proof.graph.inputs(self.games.games()), self.any(proof, bits));
        limits.resize(self.bits, zeros(self.games.games()));
        let any_numbers = self.any(proof, self.bits);
        let numbers: Vec<Bits> = any_numbers.iter().map(|plane| proof.graph.without(plane, &pending)).collect();
        let sequences = self.any(proof, SEQUENCE_WORDS);
        let round = Round { bits, pending, any_numbers, numbers, limits, sequences };
        let all_ones = ones(&mut proof.graph, &round.limits);
        let words = self.words(proof, &round.pending, &round.limits);
        let own = |proof: &mut Proof, state: &mut State| {
            let Drawing { pending, chosen, limit, ones, sequences, .. } = self.drawing;
            self.set(proof, state, pending, std::slice::from_ref(&round.pending));
            self.set(proof, state, chosen, &round.numbers);
            self.set(proof, state, limit, &round.limits);
            self.set(proof, state, ones, &all_ones);
            self.set(proof, state, sequences, &round.sequences);
            words.iter().for_each(|(mask, bits)| state.masks[*mask].clone_from(bits));
        };
        let mut head = State { path: Lit::TRUE, ..first.clone() };
        own(proof, &mut head);
        let mut known = (Known::new(&[], first), BTreeSet::new());
        let (next, left) = loop {
            let mut ends = proof.run(cut.at, head.clone(), cuts)?;
            let (next, left) = (ends.cuts.remove(&cut.at), ends.cuts.remove(&after));
            let (Some(next), Some(left), true) = (next, left, ends.cuts.is_empty() && ends.returned.is_none()) else {
                refuse!("a loop that draws does not lead to itself and to what follows");
            };
            let mut like_head = next.clone();
            own(proof, &mut like_head);
            if !self.forget(proof, (&mut known.0, &mut known.1), &mut head, &like_head)? {
                break (next, left);
            }
            own(proof, &mut head);
        };
        let still = self.pending(proof, &left)?;
        let any = proof.graph.any(&still);
        proof.show_equal("the loop is left when no game draws", &[left.path], &[!any])?;
        let [found, at_end] = [&next, &left].map(|state| -> Result<[Vec<Bits>; 3]> {
            let Drawing { chosen, limit, ones, sequences, .. } = self.drawing;
            let games = [vec![self.pending(proof, state)?], self.numbers(proof, state, chosen)?].concat();
            let kept = [self.numbers(proof, state, limit)?, self.numbers(proof, state, ones)?].concat();
            Ok([games, self.get(proof, state, sequences, SEQUENCE_WORDS)?, kept])
        });
        let [games, sequences, kept] = found?;
        if [&games, &sequences, &kept] != at_end?.each_ref() || kept != [&round.limits[..], &all_ones].concat() {
            refuse!("a limit changes while numbers are drawn, or the last turn of a loop is another one");
        }
        for (mask, expected) in self.words(proof, &still, &round.limits) {
            proof.show_equal("the words that still draw", &next.masks[mask], &expected)?;
        }
        self.round(proof, &round, 0, &games, &sequences)?;
        if bits == 6 {
            self.round(proof, &round, 5, &games, &sequences)?;
        }
        self.round(proof, &round, bits, &games, &sequences)?;
        Ok(left)
    }

    /// What a turn makes of the games and of the generator in words that need so many random bits a game: none where no game draws,
    /// and no sixth where no limit has one.
    fn round(&self, proof: &mut Proof, round: &Round, bits: usize, games: &[Bits], sequences: &[Bits]) -> Result<()> {
        let count = self.games.games();
        let graph = &mut proof.graph;
        let mut known: Vec<(Lit, Lit)> = Vec::new();
        let mut say = |plane: &[Lit], any: bool| {
            if any {
                known.extend(any_of_words(graph, plane).into_iter().map(|any| (any, Lit::TRUE)));
            } else {
                known.extend(plane.iter().map(|&bit| (bit, Lit::FALSE)));
            }
        };
        say(&round.pending, bits > 0);
        if round.bits == 6 && bits > 0 {
            say(&round.limits[5], bits == 6);
        }
        let sequences = proof.with(&sequences.concat(), &known);
        let games = proof.with(&games.concat(), &known);
        let mut words: Vec<Bits> = round.sequences.concat().chunks(64).map(<[Lit]>::to_vec).collect();
        let lanes = count / 64;
        let mut drawn = Vec::new();
        for _ in 0..bits {
            let mut plane = Bits::new();
            for lane in 0..lanes {
                let state = [0, 1, 2, 3].map(|word| words[lanes * word + lane].clone());
                let (numbers, next) = step_of_code(proof, state.each_ref().map(|word| &word[..]))?;
                plane.extend(numbers);
                next.into_iter().enumerate().for_each(|(word, bits)| words[lanes * word + lane] = bits);
            }
            drawn.push(plane);
        }
        proof.show_equal("the sequences, as many steps on as bits are drawn", &sequences, &words.concat())?;
        let numbers = proof.with(&round.numbers.concat(), &known);
        if bits == 0 {
            let none = [zeros(count), numbers].concat();
            return proof.show_equal("what is drawn where no game draws", &games, &none);
        }
        // For any random numbers.
        let (terms, drawn) = proof.free(&[numbers, games].concat(), &drawn.concat());
        let inputs = [std::slice::from_ref(&round.pending), &round.any_numbers, &round.limits].concat();
        let inputs = [proof.with(&inputs.concat(), &known), drawn].concat();
        let of = |planes: &[Lit], game: usize| planes.iter().skip(game).step_by(count).copied().collect::<Bits>();
        let (mut apart, lane) = proof.one_lane(count, |game| (of(&inputs, game), of(&terms, game)))?;
        let outcome = self.round_of_one(&mut apart, &lane);
        proof.join(apart, outcome)
    }

    /// The same for one game: its first random number that is at most the limit. So the number stays within it.
    fn round_of_one(&self, proof: &mut Proof, Lane { inputs, terms }: &Lane) -> Result<()> {
        let (pending, limit, drawn) = (inputs[0], &inputs[1 + self.bits..][..self.bits], &inputs[1 + 2 * self.bits..]);
        let (before, after) = terms.split_at(self.bits);
        let limits: Vec<Bits> = limit.iter().map(|&bit| vec![bit]).collect();
        let graph = &mut proof.graph;
        let ones = ones(graph, &limits).concat();
        let number = resized(&graph.and_each(drawn, &ones), self.bits);
        let over = graph.below(limit, &number);
        let accepted = graph.gated(!over, &number);
        let expected = [vec![graph.and(pending, over)], graph.choose_each(pending, &accepted, before)].concat();
        proof.show_equal("the first random number that is at most the limit", after, &expected)?;
        let mut holds = |draws: Lit, number: &[Lit]| {
            let (none, within) = (proof.graph.is_zero(number), !proof.graph.below(limit, number));
            proof.graph.choose(draws, none, within)
        };
        let (held, stays) = (holds(pending, before), holds(after[0], &after[1..]));
        proof.show_where(held, "a game that still draws has no number, and any other one within its limit", stays)
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
    let drawing = Drawing::of(proof.kernel, &games, size)?;
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
    let loops: Vec<&Arc<Cut>> = proof.kernel.cuts.iter().filter(|cut| cut.name.starts_with("draw_")).collect();
    let cuts: Vec<u64> = loops.iter().map(|cut| cut.at).chain([top, behind]).collect();
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
        let sequences = plies.get(proof, &head, IN_GAMES, SEQUENCE_WORDS)?;
        for cut in &loops {
            let Some(arrival) = ends.cuts.remove(&cut.at) else { refuse!("a loop that draws is not reached") };
            let limits = plies.numbers(proof, &arrival, limit)?;
            let mut left = plies.draws(proof, (cut, behind), &arrival, &sequences, &cuts)?;
            plies.set(proof, &mut left, limit, &limits);
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
        let numbers = plies.any(proof, plies.bits);
        plies.set(proof, &mut choice, chosen, &numbers);
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
    let drawn = plies.get(proof, &choice, plies.drawing.sequences, SEQUENCE_WORDS)?.concat();
    let kept = plies.get(proof, &next, IN_GAMES, SEQUENCE_WORDS)?.concat();
    proof.show_equal("the generator after the ply", &kept, &drawn)?;
    // A narrower tier leaves the other sequences as they are.
    let [before, after, at_return] =
        [&head, &next, &returned].map(|state| proof.stored(state, games.object, SEQUENCES, 256));
    let (before, after) = (before?, after?);
    for (before, after) in before.chunks(512).zip(after.chunks(512)) {
        proof.show_equal("the sequences of no game", &after[count..], &before[count..])?;
    }
    if after != at_return? {
        refuse!("the generator is another at the return than at the next ply");
    }
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
