//! The random numbers.

use crate::bits::{Bits, number, zeros};
use crate::graph::{Graph, Lit};
use crate::loop_head::Moves;
use crate::proof::Proof;
use crate::refused::{Refused, Result, refuse};
use crate::rules::random as rules;
use crate::state::State;
use crate::theorem::{Case, Theorem};
use crate::word::Word;
use stonemask::Tier;

pub(super) fn theorems() -> Vec<Theorem> {
    vec![Theorem {
        family: "random_fill",
        claim: "the numbers of eight sequences and these after them, for every state and any number of steps",
        cases: |_| vec![Case::new("", fill)],
        ..Theorem::PLAIN
    }]
}

/// The registers of a quadword of the state.
type Place = (usize, usize);

/// The quadword of a vector register.
fn part(state: &State, (register, part): Place) -> &[Lit] {
    &state.vectors[register][64 * part..64 * part + 64]
}

/// Induction over the steps: at the loop's head the sequences are in registers; a turn writes the
/// next numbers; at the next head, or in memory after the return, the sequences are one step
/// further.
fn fill(proof: &mut Proof) -> Result<()> {
    let [random, numbers] = ["random", "numbers"].map(|name| proof.array(name, 1));
    let steps = proof.graph.inputs(64);
    let some = proof.graph.any(&steps);
    proof.world.exists_if(&proof.graph, numbers, some);
    let (of, to) = (Word::at(random, 0), Word::at(numbers, 0));
    let entry = proof.entry(&[of, to.clone(), Word::number(steps.clone())]);
    let before = proof.stored(&entry, random, 0, 256)?;
    let head = proof.kernel.cut("step")?.at;
    let (first, none) = proof.until(head, &entry)?;
    let none = none.ok_or_else(|| Refused::new("it does not return for no steps"))?;
    proof.show_stored("the sequences after no step", &none, (random, 0), &before)?;
    let zero = proof.graph.is_zero(&steps);
    proof.show_equal(
        "it returns at once if and only if there are no steps",
        &[none.path, first.path],
        &[zero, !zero],
    )?;

    let left = proof.graph.inputs(64);
    let next_left = proof.graph.sub(&left, &number(1, 64));
    let moves = [
        Moves { entry: to.clone(), now: to, next: Word::at(numbers, 64) },
        Moves { entry: Word::number(steps), now: Word::number(left), next: Word::number(next_left.clone()) },
    ];
    let turn = proof.turn(head, &first, &moves, some, &[numbers], &entry)?;
    let places: Vec<Place> = before.chunks(64).map(|word| place(&first, word)).collect::<Result<_>>()?;
    let mut words: Vec<Bits> = places.iter().map(|&place| part(&turn.head, place).to_vec()).collect();
    let drawn = plane(proof, &mut words, 8, 8)?;
    let expected = words.concat();
    let over = proof.graph.is_zero(&next_left);
    let (Some(next), Some(returned)) = (turn.next, turn.returned) else {
        refuse!("the loop does not both go on and end");
    };
    let [ends, goes_on] = [over, !over].map(|how| proof.graph.and(some, how));
    proof.show_equal("it ends when no steps are left", &[returned.path, next.path], &[ends, goes_on])?;
    let found: Bits = places.iter().flat_map(|&place| part(&next, place).to_vec()).collect();
    proof.show_equal("the sequences at the next turn", &found, &expected)?;
    proof.show_stored("the sequences at the end", &returned, (random, 0), &expected)?;
    for end in [&next, &returned] {
        proof.show_stored("the numbers", end, (numbers, 0), &drawn)?;
    }
    Ok(())
}

/// Where a loaded quadword is.
fn place(state: &State, word: &[Lit]) -> Result<Place> {
    let places = (0..32).flat_map(|register| (0..8).map(move |part| (register, part)));
    let mut places = places.filter(|&place| part(state, place) == word);
    places.next().ok_or_else(|| Refused::new("a sequence is not in a register where the loop begins"))
}

/// A plane of the next numbers of some sequences, the lowest of those whose four words stand
/// `apart` words apart; these are a step on.
pub(super) fn plane(proof: &mut Proof, words: &mut [Bits], apart: usize, sequences: usize) -> Result<Bits> {
    let mut plane = Bits::new();
    for sequence in 0..sequences {
        let state = [0, 1, 2, 3].map(|word| words[apart * word + sequence].clone());
        let (number, next) = step_of_code(proof, state.each_ref().map(|word| &word[..]))?;
        plane.extend(number);
        next.into_iter().enumerate().for_each(|(word, bits)| words[apart * word + sequence] = bits);
    }
    Ok(plane)
}

/// A step of a sequence. Avx512 adds three terms up in another order than the rule does, which is
/// shown to be no matter.
fn step_of_code(proof: &mut Proof, state: [&[Lit]; 4]) -> Result<(Bits, [Bits; 4])> {
    let (drawn, mut next) = rules::step(&proof.graph, state);
    if proof.kernel.tier == Tier::Avx512 {
        let [a, b, c] = [(); 3].map(|()| proof.graph.input());
        let orders = |graph: &Graph, a, b, c| (graph.xor(graph.xor(a, b), c), graph.xor(a, graph.xor(b, c)));
        let (by_rule, by_code) = orders(&proof.graph, a, b, c);
        proof.show_equal("three terms in another order", &[by_code], &[by_rule])?;
        let shifted = [&zeros(17), &state[1][..47]].concat();
        for (place, bit) in next[2].iter_mut().enumerate() {
            let (by_rule, by_code) = orders(&proof.graph, state[2][place], state[0][place], shifted[place]);
            if *bit != by_rule {
                refuse!("the rule's step has another form");
            }
            *bit = by_code;
        }
    }
    Ok((drawn, next))
}
