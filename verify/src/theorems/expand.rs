//! Bits as entries of arrays: asm/expand.
//!
//! The kernels have one loop, a turn of which does a word of a row. A turn is shown at any word of
//! any row: its entries are the only memory that it may write there. The bits that are left of a
//! row are at least a word's, or each smaller number is a case.

use crate::bits::{Bits, number};
use crate::exceptions::Exceptions;
use crate::graph::Lit;
use crate::place::Place;
use crate::proof::Proof;
use crate::refused::Result;
use crate::state::State;
use crate::theorem::{Case, Theorem};
use crate::word::{ObjectId, Word};

/// Where entries are written, and 1 as one.
#[derive(Clone, Copy)]
struct Entries {
    name: &'static str,
    one: u64,
}

const BYTES: Entries = Entries { name: "bytes", one: 1 };
const FLOATS: Entries = Entries { name: "floats", one: 0x3f80_0000 };

pub(super) fn theorems() -> Vec<Theorem> {
    vec![
        Theorem {
            family: "expand_mask",
            claim: "each bit of any number of rows of any length as a byte, 0 or 1, and no other byte",
            cases: |_| vec![Case::new("", |proof| expand(proof, BYTES))],
            exceptions: Exceptions { elements: &["words", "bytes"], ..Exceptions::NONE },
            ..Theorem::PLAIN
        },
        Theorem {
            family: "expand_planes",
            claim: "each bit of any number of rows of any length as a float, 0.0 or 1.0, and no other byte",
            cases: |_| vec![Case::new("", |proof| expand(proof, FLOATS))],
            exceptions: Exceptions { elements: &["words", "floats"], ..Exceptions::NONE },
            ..Theorem::PLAIN
        },
    ]
}

fn expand(proof: &mut Proof, entries: Entries) -> Result<()> {
    // A loop over the eights of a row's last word has no end where a whole word is left.
    proof.decides = true;
    entry(proof, entries)?;
    let left = proof.graph.inputs(64);
    proof.assume(!proof.graph.below(&left, &number(64, 64)));
    turn(proof, entries, &left, 64)?;
    for left in 1..64 {
        proof.aside(|proof| turn(proof, entries, &number(left, 64), left as usize))?;
    }
    Ok(())
}

/// A word of a row, the entries of its bits, and the numbers that change from turn to turn.
struct Turn {
    words: ObjectId,
    entries: ObjectId,
    word: Bits,
    rows: Bits,
    bits: Bits,
    entry: State,
}

fn any_turn(proof: &mut Proof, entries: Entries, count: usize) -> Turn {
    let words = proof.array("words", 1);
    let word = proof.graph.inputs(64);
    proof.world.fill(words, 0, &word);
    let entries = proof.array(entries.name, count);
    let [rows, bits] = [(); 2].map(|()| proof.graph.inputs(64));
    let entry = proof.entry(&[
        Word::at(words, 0),
        Word::number(rows.clone()),
        Word::number(bits.clone()),
        Word::at(entries, 0),
    ]);
    Turn { words, entries, word, rows, bits, entry }
}

impl Turn {
    /// The place where a turn begins, at these distances from this turn's word and entries, with
    /// this number of rows left and this number of bits of the first of them.
    fn head(
        &self,
        proof: &mut Proof,
        name: &str,
        (word, entry): (i64, i64),
        [rows, left]: [&[Lit]; 2],
    ) -> Result<Place> {
        let mut place = proof.place("word", &self.entry)?;
        place.holds("words", Word::at(self.words, word))?;
        place.holds(name, Word::at(self.entries, entry))?;
        place.holds("rows", Word::number(rows.to_vec()))?;
        place.holds("left", Word::number(left.to_vec()))?;
        place.vectors.extend(proof.constants(&[])?);
        let [some_rows, some_left] = [rows, left].map(|number| proof.graph.any(number));
        place.conditions.push(("a row is left", some_rows));
        place.conditions.push(("a bit is left", some_left));
        place.conditions.push(("no more bits are left than a row has", !proof.graph.below(&self.bits, left)));
        Ok(place)
    }
}

/// From the entry to the first turn.
fn entry(proof: &mut Proof, entries: Entries) -> Result<()> {
    // No entry is written before the loop.
    let turn = any_turn(proof, entries, 0);
    for number in [&turn.rows, &turn.bits] {
        proof.assume(proof.graph.any(number));
    }
    let place = turn.head(proof, entries.name, (0, 0), [&turn.rows, &turn.bits])?;
    let reached = proof.enter(&turn.entry, &[place])?;
    proof.show("the loop is reached", Lit::constant(reached.returned.is_none()))
}

/// A turn with `left` bits of the row left, of which it does `count`.
fn turn(proof: &mut Proof, entries: Entries, left: &[Lit], count: usize) -> Result<()> {
    let turn = any_turn(proof, entries, count);
    let this = turn.head(proof, entries.name, (0, 0), [&turn.rows, left])?;
    let after = proof.graph.sub(left, &number(count as u64, 64));
    let row_ends = proof.graph.is_zero(&after);
    let rows = proof.graph.choose_each(row_ends, &proof.graph.sub(&turn.rows, &number(1, 64)), &turn.rows);
    let left = proof.graph.choose_each(row_ends, &turn.bits, &after);
    let size = proof.element(entries.name) as usize;
    let written = (size * count) as i64;
    let next = turn.head(proof, entries.name, (8, written), [&rows, &left])?;
    let reached = proof.leave(&this, &turn.entry, std::slice::from_ref(&next))?;
    let [next, returned] = reached.both(&next)?;
    let goes_on = proof.graph.any(&rows);
    proof.show_equal("it ends when no rows are left", &[returned.path, next.path], &[!goes_on, goes_on])?;
    let one = number(entries.one, 8 * size);
    let expected: Bits = turn.word[..count].iter().flat_map(|&bit| proof.graph.gated(bit, &one)).collect();
    for end in [next, returned] {
        proof.show_stored("the entries", end, (turn.entries, 0), &expected)?;
    }
    Ok(())
}
