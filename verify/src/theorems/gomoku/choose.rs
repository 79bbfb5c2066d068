//! Gomoku's random empty points for many games: asm/gomoku/choose_avx2.S.

use crate::bits::{Bits, number, resized, zeros};
use crate::exceptions::Exceptions;
use crate::graph::Lit;
use crate::place::{Place, Reached};
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use crate::state::State;
use crate::theorem::{Case, Theorem};
use crate::word::{ObjectId, Word};
use rustc_hash::FxHashMap;

/// Offsets in a SlabGame of src/gomoku/slab_game.rs.
const EMPTY: i64 = 64;
const LEFT: i64 = 100;
const OUTCOME: i64 = 103;

pub(super) fn theorems() -> Vec<Theorem> {
    vec![Theorem {
        family: "gomoku_choose",
        claim: "for any games, the first is told whose number favours some points, and those before it get the empty point that theirs draws",
        cases: |_| {
            let of_game = "the first game";
            let begun = [
                Case::new("entry", entry),
                Case::new("a game that is over", is_over).of_each_call(of_game),
                Case::new("a game's number", of_number).of_each_call(of_game),
            ];
            begun
                .into_iter()
                .chain(
                    (0..4)
                        .map(|word| Case::new(format!("a point in word {word}"), move |p: &mut Proof| chosen(p, word))),
                )
                .collect()
        },
        quick_one_of: 3,
        exceptions: Exceptions { elements: &["games", "numbers", "actions"], ..Exceptions::NONE },
        ..Theorem::PLAIN
    }]
}

/// A turn of the loop over the games: the current game, with its number and action, anywhere in the
/// arrays. The memory objects are those of this turn only.
struct Turn {
    game: ObjectId,
    action: ObjectId,
    index: Bits,
    count: Bits,
    number: Bits,
    over: Lit,
    entry: State,
}

/// A finished game may have any number of points left; an unfinished one has 1 to 256.
fn turn(proof: &mut Proof, left: &[Lit], empty: &[Lit], outcome: &[Lit], index: Bits) -> Turn {
    let count = proof.graph.inputs(64);
    proof.assume(proof.graph.below(&index, &count));
    let game = proof.array("games", 1);
    proof.world.fill(game, EMPTY, empty);
    proof.world.fill(game, LEFT, &resized(left, 16));
    proof.world.fill(game, OUTCOME, outcome);
    let over = proof.graph.any(outcome);
    let [numbers, action] = ["numbers", "actions"].map(|name| proof.array(name, 1));
    let number = proof.graph.inputs(64);
    proof.world.fill(numbers, 0, &number);
    let numbers = proof.start_of("numbers", &Word::at(numbers, 0), &index);
    let actions = proof.start_of("actions", &Word::at(action, 0), &index);
    let entry = proof.entry(&[Word::at(game, 0), Word::number(count.clone()), numbers, actions]);
    Turn { game, action, index, count, number, over, entry }
}

impl Turn {
    /// The facts that hold at a place, in this game's turn or the next one's.
    fn place(&self, proof: &mut Proof, name: &str, next: bool) -> Result<Place> {
        let mut place = proof.place(name, &self.entry)?;
        let index = if next { proof.graph.add(&self.index, &number(1, 64)) } else { self.index.clone() };
        place.conditions.push(("there is such a game", proof.graph.below(&index, &self.count)));
        place.holds("index", Word::number(index))?;
        place.holds("games", Word::at(self.game, if next { proof.element("games") } else { 0 }))?;
        place.holds("numbers", self.entry.argument(2).clone())?;
        Ok(place)
    }

    /// The place where a number turned out to favour no point: the draw k is any number below the
    /// points left, or a given one.
    fn fair(&self, proof: &mut Proof, left: &[Lit], k: Option<&[Lit]>) -> Result<Place> {
        let mut place = self.place(proof, "fair", false)?;
        match k {
            None => _ = place.holds_any(&proof.graph, "k", 8)?,
            Some(k) => place.holds("k", Word::number(k.to_vec()))?,
        }
        let below = proof.graph.below(&place.told_number("k")?, &resized(left, 64));
        place.conditions.push(("the draw is below the points left", below));
        Ok(place)
    }

    /// Shows the result at the end of a turn: the next turn starts if a game is left, else the
    /// number of games is returned.
    fn show_over(
        &self,
        proof: &mut Proof,
        reached: &Reached,
        next: &Place,
        over: Lit,
        action: Option<&[Lit]>,
    ) -> Result<()> {
        let more = proof.graph.below(&proof.graph.add(&self.index, &number(1, 64)), &self.count);
        let ends = [reached.at(next), reached.returned.as_ref()];
        for (end, reached) in ends.into_iter().zip([more, !more]) {
            let expected = proof.graph.and(over, reached);
            let Some(end) = end else {
                proof.show("the turn does not end so", !expected)?;
                continue;
            };
            // It may return here for another reason.
            proof.show("the turn ends", proof.graph.implies(expected, end.path))?;
            let Some(action) = action else { continue };
            let found = proof.stored(end, self.action, 0, 2)?;
            proof.show("the action", proof.graph.implies(expected, proof.graph.equal(&found, action)))?;
        }
        if let Some(end) = &reached.returned {
            let (result, done) = (proof.result(end)?, proof.graph.and(over, !more));
            proof.show("all games are done", proof.graph.implies(done, proof.graph.equal(&result, &self.count)))?;
        }
        Ok(())
    }
}

/// From the entry to the first turn.
fn entry(proof: &mut Proof) -> Result<()> {
    let (left, empty, outcome) = (proof.graph.inputs(16), proof.graph.inputs(256), proof.graph.inputs(8));
    let turn = turn(proof, &left, &empty, &outcome, zeros(64));
    // The contract: a game that goes on has points left, and they are its empty points.
    let count = Words::of(proof, &empty).before[4].clone();
    let goes_on = proof.graph.and(proof.graph.equal(&count, &resized(&left, 64)), !proof.graph.is_zero(&left));
    proof.assume(proof.graph.or(turn.over, goes_on));
    let this = turn.place(proof, "game", false)?;
    let reached = proof.enter(&turn.entry, &[this])?;
    proof.show("the first turn begins", Lit::constant(reached.returned.is_none() && reached.places.len() == 1))
}

/// From the start of a turn whose game is over, whatever else the game holds, to the next turn or
/// the return.
fn is_over(proof: &mut Proof) -> Result<()> {
    proof.decides = true;
    let (left, empty, outcome) = (proof.graph.inputs(16), proof.graph.inputs(256), proof.graph.inputs(8));
    let index = proof.graph.inputs(64);
    let turn = turn(proof, &left, &empty, &outcome, index);
    proof.assume(turn.over);
    let (this, next) = (turn.place(proof, "game", false)?, turn.place(proof, "game", true)?);
    let reached = proof.leave(&this, &turn.entry, std::slice::from_ref(&next))?;
    turn.show_over(proof, &reached, &next, turn.over, Some(&[Lit::TRUE; 16]))
}

/// From the start of a turn whose game goes on to where its number is rejected, or accepted as
/// fair.
fn of_number(proof: &mut Proof) -> Result<()> {
    let (left, empty) = (proof.graph.inputs(9), proof.graph.inputs(256));
    proof.assume(!proof.graph.is_zero(&left));
    proof.assume(!proof.graph.below(&number(256, 9), &left));
    Words::of(proof, &empty).are_left(proof, &left);
    let index = proof.graph.inputs(64);
    let turn = turn(proof, &left, &empty, &zeros(8), index);
    let (this, next) = (turn.place(proof, "game", false)?, turn.place(proof, "game", true)?);
    let number = turn.number.clone();
    let product = proof.graph.multiply(&resized(&left, 128), &resized(&number, 128), 128);
    let (low, k) = product.split_at(64);
    let fair = turn.fair(proof, &left, Some(k))?;
    let reached = proof.leave(&this, &turn.entry, &[next.clone(), fair.clone()])?;
    proof.show("no turn ends without a point", Lit::constant(reached.at(&next).is_none()))?;
    // One of the first 2^64 mod left low halves, which are below `left` in any case.
    let left = resized(&left, 64);
    let first = proof.graph.divide(&resized(&proof.graph.neg(&left), 128), &left).1;
    let favours = proof.graph.and(proof.graph.below(low, &left), proof.graph.below(low, &first));
    let Some(returned) = &reached.returned else { refuse!("the kernel does not return") };
    let is_index = {
        let result = proof.result(returned)?;
        proof.graph.equal(&result, &turn.index)
    };
    let told = proof.graph.implies(favours, proof.graph.and(returned.path, is_index));
    proof.show("the game's number is returned if its draw favours some points", told)?;
    proof.show("a point is chosen in all other games that are not over", proof.graph.iff(reached.path(&fair), !favours))
}

/// From where a number is accepted to the next turn or the return, with the point in one of the
/// four words.
fn chosen(proof: &mut Proof, word: usize) -> Result<()> {
    let (left, empty) = (proof.graph.inputs(9), proof.graph.inputs(256));
    let index = proof.graph.inputs(64);
    let turn = turn(proof, &left, &empty, &zeros(8), index);
    let (next, fair) = (turn.place(proof, "game", true)?, turn.fair(proof, &left, None)?);
    let reached = proof.leave(&fair, &turn.entry, std::slice::from_ref(&next))?;
    turn.show_over(proof, &reached, &next, Lit::TRUE, None)?;

    let draw = fair.told_number("k")?;
    let mut words = Words::of(proof, &empty);
    let known = words.hold_draw(proof, &left, &draw, word)?;
    let n = proof.graph.sub(&draw, &words.before[word]);
    let (place, is_place) = proof.know_place_of_set_bit(&words.words[word], &n[..6])?;
    let expected = [&place[..6], &number(word as u64, 10)].concat();
    for end in reached.ends() {
        let found = proof.stored(end, turn.action, 0, 2)?;
        let found = proof.graph.substitute(&found, &words.decided(word));
        for (place, (found, expected)) in found.into_iter().zip(&expected).enumerate() {
            proof.show(&format!("the action, bit {place}"), proof.graph.iff(found, *expected))?;
        }
    }

    // The rule for this action: the point is empty, and the number of empty points before it is the
    // draw.
    let ranks = proof.graph.ranks(&empty);
    let within = proof.graph.ranks(&words.words[word]);
    let is_rank = words.show_ranks(proof, &ranks, word)?;
    let action = &expected[..8];
    let is_nth = proof.graph.equal(&proof.graph.element(&ranks[..256].concat(), 9, action), &draw[..9]);
    let parts = [&ranks.concat()[..], &within.concat(), &words.counts[word], &words.before[word], &place].concat();
    proof.show_whatever(
        "the action is the empty point that the draw names",
        &[&known[..], &is_rank, &[is_place]].concat(),
        proof.graph.and(proof.graph.element(&empty, 1, action)[0], is_nth),
        &parts,
    )
}

/// The empty points by words of 64 actions.
struct Words {
    words: Vec<Bits>,
    counts: Vec<Bits>,
    /// The number of empty points before each word, and at the end in all; in the width that the
    /// kernel uses.
    before: Vec<Bits>,
    /// For each word, whether at most as many points lie before it as the draw says.
    reached: Bits,
}

impl Words {
    fn of(proof: &mut Proof, empty: &[Lit]) -> Words {
        let words: Vec<Bits> = empty.chunks(64).map(<[Lit]>::to_vec).collect();
        let counts: Vec<Bits> = words.iter().map(|word| proof.graph.count(word)).collect();
        let mut before = vec![zeros(64)];
        for (word, count) in counts.iter().enumerate() {
            before.push(proof.graph.add(&before[word], &resized(count, 64)));
        }
        Words { words, counts, before, reached: Bits::new() }
    }

    /// Assumes that the number of points left is that of the empty ones.
    fn are_left(&self, proof: &mut Proof, left: &[Lit]) -> Lit {
        let all_left = proof.graph.equal(&self.before[4], &resized(left, 64));
        proof.assume(all_left);
        all_left
    }

    /// Assumes that the number of points left is that of the empty ones, and that the draw falls
    /// into this word (it always falls into one). Returns what is known then.
    fn hold_draw(&mut self, proof: &mut Proof, left: &[Lit], draw: &[Lit], word: usize) -> Result<Bits> {
        let all_left = self.are_left(proof, left);
        let below_left = proof.graph.below(draw, &resized(left, 64));
        self.reached = self.before[..4].iter().map(|before| !proof.graph.below(draw, before)).collect();
        let held = (0..4).map(|word| {
            let decided: Bits = (0..4).map(|at| self.reached[at].negated_if(at > word)).collect();
            proof.graph.all(&decided)
        });
        let held: Bits = held.collect();
        let counts = self.counts.concat();
        proof.show_whatever("the draw is of some word", &[all_left, below_left], proof.graph.any(&held), &counts)?;
        proof.assume(held[word]);
        let is_count = proof.know_count(&self.words[word])?;
        let beyond = if word < 3 { !self.reached[word + 1] } else { proof.graph.and(all_left, below_left) };
        Ok(vec![held[word], beyond, is_count])
    }

    /// The facts that hold if the draw falls into a word.
    fn decided(&self, word: usize) -> FxHashMap<usize, Lit> {
        let of = |(at, lit): (usize, &Lit)| (lit.node(), Lit::constant(at <= word).negated_if(lit.is_negated()));
        self.reached.iter().enumerate().filter(|(_, lit)| lit.known().is_none()).map(of).collect()
    }

    /// Shows that the rank of a word's point among all points is its rank within the word plus the
    /// number of points before it. Returns the conditions that say so.
    fn show_ranks(&self, proof: &mut Proof, all: &[Bits], word: usize) -> Result<Bits> {
        let mut is_before = Lit::TRUE;
        for at in 0.. {
            let within = proof.graph.ranks(&self.words[at]);
            let (all, before) = (&all[64 * at..], &self.before[at][..9]);
            let mut is_rank = vec![is_before];
            for place in 0..64 {
                let sum = proof.graph.add(before, &resized(&within[place + 1], 9));
                let same = proof.graph.equal(&all[place + 1], &sum);
                let then = proof.graph.and(same, !proof.graph.below(&number(place as u64 + 1, 7), &within[place + 1]));
                let parts = [&all[place], &within[place], before].concat();
                proof.show_whatever("the rank among all", &is_rank[place..], then, &parts)?;
                is_rank.push(then);
            }
            if at == word {
                return Ok(is_rank);
            }
            let is_count = proof.know_count(&self.words[at])?;
            let then = proof.graph.equal(&all[64], &self.before[at + 1][..9]);
            let parts = [&all[64], &within[64], before, &self.counts[at]].concat();
            proof.show_whatever("how many are before a word", &[is_rank[64], is_count], then, &parts)?;
            is_before = then;
        }
        unreachable!("the word is one of four")
    }
}
