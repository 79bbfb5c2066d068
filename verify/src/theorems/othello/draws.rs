//! The numbers that Othello's random plies in bit slices draw: `plies.rs`.
//!
//! A game that still draws has no number yet; any other has a number of at most its limit. That
//! holds where a loop is entered and after each turn, and a loop is left only when no game draws. A
//! turn's work on a game is shown to be the rule, by the generator's next numbers: xoshiro256++, of
//! which each word of a plane has a sequence. A sequence steps as often as its games need bits, and
//! only while one of them draws.

use super::drawing::{DRAW, Drawing, SEQUENCE_WORDS};
use super::plies::Plies;
use crate::apart::Lane;
use crate::bits::{Bits, resized, zeros};
use crate::cuts::Cut;
use crate::graph::{Graph, Lit};
use crate::loop_head::Known;
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use crate::state::State;
use crate::theorems::random;
use std::collections::BTreeSet;

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
fn ones(graph: &Graph, numbers: &[Bits]) -> Vec<Bits> {
    let mut ones = numbers.to_vec();
    for bit in (1..ones.len()).rev() {
        ones[bit - 1] = graph.or_each(&ones[bit - 1], &ones[bit]);
    }
    ones
}

/// For each word of a plane whether any of its bits is set.
fn any_of_words(graph: &Graph, plane: &[Lit]) -> Bits {
    plane.chunks(64).map(|word| graph.any(word)).collect()
}

impl Plies {
    #[track_caller]
    fn pending(&self, proof: &mut Proof, state: &State) -> Result<Bits> {
        Ok(self.get(proof, state, self.drawing.pending, 1)?.remove(0))
    }

    /// The words that mask registers should have where a game draws and where one needs a sixth
    /// bit.
    fn words(&self, proof: &mut Proof, pending: &[Lit], limits: &[Bits]) -> Vec<(usize, Bits)> {
        let of = self.drawing.words.into_iter().flatten().zip([pending, &limits[self.bits - 1]]);
        of.map(|(mask, plane)| (mask, resized(&any_of_words(&proof.graph, plane), 64))).collect()
    }

    /// Shows the state where a drawing loop is entered: each game draws, none has a number, and the
    /// generator is as it was.
    fn begins(&self, proof: &mut Proof, bits: usize, first: &State, before: &[Bits]) -> Result<()> {
        let Drawing { chosen, limit, sequences, .. } = self.drawing;
        let pending = self.pending(proof, first)?;
        proof.show_equal("each game draws", &pending, &vec![Lit::TRUE; self.games.games()])?;
        let numbers = self.numbers(proof, first, chosen)?.concat();
        proof.show_equal("no game has a number yet", &numbers, &zeros(numbers.len()))?;
        let found = self.get(proof, first, sequences, SEQUENCE_WORDS)?.concat();
        proof.show_equal("the generator is as it was before the ply", &found, &before.concat())?;
        let limits = self.numbers(proof, first, limit)?;
        let found = self.numbers(proof, first, self.drawing.ones)?.concat();
        let expected = ones(&proof.graph, &limits).concat();
        proof.show_equal("as many ones as the limit has bits", &found, &expected)?;
        // That there are such games the solver would seek for minutes.
        let more = proof.graph.any(&limits[bits..].concat());
        proof.show("no limit has more bits than are drawn", proof.graph.implies(first.path, !more))?;
        for (mask, expected) in self.words(proof, &pending, &limits) {
            let [found, expected] = [&first.masks[mask], &expected].map(|bits| proof.graph.gated(first.path, bits));
            proof.show_equal("the words that draw", &found, &expected)?;
        }
        Ok(())
    }

    /// The state behind a drawing loop that is entered in state `first`: each game has a number of
    /// at most its limit. `before`: the generator before the ply.
    pub(super) fn draws(
        &self,
        proof: &mut Proof,
        (cut, after): (&Cut, u64),
        first: &State,
        before: &[Bits],
        cuts: &[u64],
    ) -> Result<State> {
        let Some(bits) = cut.name.strip_prefix(DRAW).and_then(|bits| bits.parse().ok()) else {
            refuse!("'{}' does not say how many bits are drawn", cut.name);
        };
        self.begins(proof, bits, first, before)?;
        // From here on all of these are free, but that a game that draws has no number.
        let (pending, mut limits) = (proof.graph.inputs(self.games.games()), self.any_planes(proof, bits));
        limits.resize(self.bits, zeros(self.games.games()));
        let any_numbers = self.any_planes(proof, self.bits);
        let numbers: Vec<Bits> = any_numbers.iter().map(|plane| proof.graph.without(plane, &pending)).collect();
        let sequences = self.any_planes(proof, SEQUENCE_WORDS);
        let round = Round { bits, pending, any_numbers, numbers, limits, sequences };
        let all_ones = ones(&proof.graph, &round.limits);
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
        proof.show_equal("the loop is left when no game draws", &[left.path], &[!proof.graph.any(&still)])?;
        let [found, at_end] = [&next, &left].map(|state| -> Result<[Vec<Bits>; 3]> {
            let Drawing { chosen, limit, ones, sequences, .. } = self.drawing;
            let games = [vec![self.pending(proof, state)?], self.numbers(proof, state, chosen)?].concat();
            let kept = [self.numbers(proof, state, limit)?, self.numbers(proof, state, ones)?].concat();
            Ok([games, self.get(proof, state, sequences, SEQUENCE_WORDS)?, kept])
        });
        let ([games, sequences, kept], at_end) = (found?, at_end?.map(|planes| planes.concat()));
        proof.show_equal("the limits", &kept.concat(), &[&round.limits[..], &all_ones].concat().concat())?;
        for (at_end, found) in at_end.iter().zip([&games, &sequences, &kept]) {
            proof.show_equal("the last turn of the loop is like the others", at_end, &found.concat())?;
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

    /// A turn's work on the games and the generator in a word that needs `bits` random bits a game,
    /// whatever other words need: none where no game draws, and no sixth where no limit has one.
    fn round(&self, proof: &mut Proof, round: &Round, bits: usize, games: &[Bits], sequences: &[Bits]) -> Result<()> {
        (0..self.games.games() / 64).try_for_each(|word| {
            let of_word = |planes: &[Bits]| -> Bits {
                planes.iter().flat_map(|plane| &plane[64 * word..][..64]).copied().collect()
            };
            self.round_of_word(proof, round, bits, &of_word, [&of_word(games), &of_word(sequences)])
        })
    }

    fn round_of_word(
        &self,
        proof: &mut Proof,
        round: &Round,
        bits: usize,
        of_word: &impl Fn(&[Bits]) -> Bits,
        [games, sequences]: [&[Lit]; 2],
    ) -> Result<()> {
        let mut known: Vec<(Lit, Lit)> = Vec::new();
        let mut say = |plane: &Bits, any: bool| {
            let bits = of_word(std::slice::from_ref(plane));
            if any {
                known.push((proof.graph.any(&bits), Lit::TRUE));
            } else {
                known.extend(bits.into_iter().map(|bit| (bit, Lit::FALSE)));
            }
        };
        say(&round.pending, bits > 0);
        if round.bits == 6 && bits > 0 {
            say(&round.limits[5], bits == 6);
        }
        let sequences = proof.with(sequences, &known);
        let games = proof.with(games, &known);
        let mut words: Vec<Bits> = of_word(&round.sequences).chunks(64).map(<[Lit]>::to_vec).collect();
        let mut drawn = Vec::new();
        for _ in 0..bits {
            drawn.push(random::plane(proof, &mut words, 1, 1)?);
        }
        proof.show_equal("the sequences, as many steps on as bits are drawn", &sequences, &words.concat())?;
        let numbers = proof.with(&of_word(&round.numbers), &known);
        if bits == 0 {
            let none = [zeros(64), numbers].concat();
            return proof.show_equal("what is drawn where no game draws", &games, &none);
        }
        // For any random numbers.
        let (terms, drawn) = proof.free(&[numbers, games].concat(), &drawn.concat());
        let inputs = [std::slice::from_ref(&round.pending), &round.any_numbers, &round.limits].concat();
        let inputs = [proof.with(&of_word(&inputs), &known), drawn].concat();
        let of = |planes: &[Lit], game: usize| planes.iter().skip(game).step_by(64).copied().collect::<Bits>();
        let lane = |game: usize| (of(&inputs, game), of(&terms, game));
        proof.one_lane(64, lane, |apart, lane| self.round_of_one(apart, &lane))
    }

    /// A turn's work on one game: its first random number that is at most the limit. So the number
    /// stays within it.
    fn round_of_one(&self, proof: &mut Proof, Lane { inputs, terms }: &Lane) -> Result<()> {
        let (pending, limit, drawn) = (inputs[0], &inputs[1 + self.bits..][..self.bits], &inputs[1 + 2 * self.bits..]);
        let (before, after) = terms.split_at(self.bits);
        let limits: Vec<Bits> = limit.iter().map(|&bit| vec![bit]).collect();
        let graph = &proof.graph;
        let number = resized(&graph.and_each(drawn, &ones(graph, &limits).concat()), self.bits);
        let over = graph.below(limit, &number);
        let accepted = graph.gated(!over, &number);
        let expected = [vec![graph.and(pending, over)], graph.choose_each(pending, &accepted, before)].concat();
        proof.show_equal("the first random number that is at most the limit", after, &expected)?;
        let holds = |draws: Lit, number: &[Lit]| {
            proof.graph.choose(draws, proof.graph.is_zero(number), !proof.graph.below(limit, number))
        };
        let (held, stays) = (holds(pending, before), holds(after[0], &after[1..]));
        proof.show_where(held, "a game that still draws has no number, and any other one within its limit", stays)
    }
}
