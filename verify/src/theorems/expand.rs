//! Bits as entries of arrays: asm/expand.
//!
//! The kernels have one loop, a turn of which does a word of a row. A turn is shown at any word of any row: its entries are the only
//! memory that it may write there. The bits that are left of a row are at least a word's, or each smaller number is a case.

use super::{Case, Theorem};
use crate::bits::{Bits, number};
use crate::graph::Lit;
use crate::memory::ObjectId;
use crate::places::{Place, Reached};
use crate::proof::Proof;
use crate::refused::{Refused, Result, refuse};
use crate::state::{SAVED, State};
use crate::word::Word;
use iced_x86::Register;

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
            quick_one_of: 1,
        },
        Theorem {
            family: "expand_planes",
            claim: "each bit of any number of rows of any length as a float, 0.0 or 1.0, and no other byte",
            cases: |_| vec![Case::new("", |proof| expand(proof, FLOATS))],
            quick_one_of: 1,
        },
    ]
}

fn expand(proof: &mut Proof, entries: Entries) -> Result<()> {
    // A loop over the eights of a row's last word has no end where a whole word is left.
    proof.decides = true;
    let constants = entry(proof, entries)?;
    let left = proof.graph.inputs(64);
    let few = proof.graph.below(&left, &number(64, 64));
    proof.assume(!few);
    turn(proof, entries, &constants, &left, 64)?;
    for left in 1..64 {
        let mut apart = proof.apart();
        let outcome = turn(&mut apart, entries, &constants, &number(left, 64), left as usize);
        proof.join(apart, outcome)?;
    }
    Ok(())
}

/// Vector registers that no turn changes, by number.
type Constants = Vec<(usize, Bits)>;

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
    /// What holds where a turn begins, at these distances from this turn's word and entries, with this number of rows left and this
    /// number of bits of the first of them.
    fn head(
        &self,
        proof: &mut Proof,
        constants: &Constants,
        (word, entry): (i64, i64),
        [rows, left]: [&[Lit]; 2],
    ) -> Result<Place> {
        let &[head, ..] = &proof.kernel.loop_heads()[..] else { refuse!("no loop") };
        let mut place = Place::new(head);
        place.wide = true;
        place.pushed(&self.entry, &[]);
        place.kept(&self.entry, &SAVED);
        place.kept(&self.entry, &[Register::RDX]);
        place.is(Register::RDI, Word::at(self.words, word));
        place.is(Register::RCX, Word::at(self.entries, entry));
        place.is(Register::RSI, Word::number(rows.to_vec()));
        place.is(Register::R8, Word::number(left.to_vec()));
        place.vectors.clone_from(constants);
        let [some_rows, some_left] = [rows, left].map(|number| proof.graph.any(number));
        let too_many = proof.graph.below(&self.bits, left);
        place.conditions.push(("a row is left", some_rows));
        place.conditions.push(("a bit is left", some_left));
        place.conditions.push(("no more bits are left than a row has", !too_many));
        Ok(place)
    }
}

/// From the entry to the first turn; returns the constants.
fn entry(proof: &mut Proof, entries: Entries) -> Result<Constants> {
    // No entry is written before the loop.
    let turn = any_turn(proof, entries, 0);
    for number in [&turn.rows, &turn.bits] {
        let any = proof.graph.any(number);
        proof.assume(any);
    }
    let &[head, ..] = &proof.kernel.loop_heads()[..] else { refuse!("no loop") };
    let ends = proof.run(proof.kernel.address, turn.entry.clone(), &[head])?;
    let first = ends.cuts.get(&head).ok_or_else(|| Refused::new("the loop is not reached"))?;
    let known = |(vector, bits): (usize, &Bits)| {
        let constant = bits.iter().take_while(|bit| bit.known().is_some()).count();
        (constant > 0).then(|| (vector, bits[..constant].to_vec()))
    };
    let constants: Constants = first.vectors.iter().enumerate().filter_map(known).collect();
    let (rows, bits) = (turn.rows.clone(), turn.bits.clone());
    let place = turn.head(proof, &constants, (0, 0), [&rows, &bits])?;
    let reached = proof.enter(&turn.entry, &[place])?;
    proof.show("the loop is reached", Lit::constant(reached.returned.is_none()))?;
    Ok(constants)
}

/// A turn with `left` bits of the row left, of which it does `count`.
fn turn(proof: &mut Proof, entries: Entries, constants: &Constants, left: &[Lit], count: usize) -> Result<()> {
    let turn = any_turn(proof, entries, count);
    let this = turn.head(proof, constants, (0, 0), [&turn.rows.clone(), left])?;
    let after = proof.graph.sub(left, &number(count as u64, 64));
    let row_ends = proof.graph.is_zero(&after);
    let fewer = proof.graph.sub(&turn.rows, &number(1, 64));
    let rows = proof.graph.choose_each(row_ends, &fewer, &turn.rows);
    let left = proof.graph.choose_each(row_ends, &turn.bits, &after);
    let size = proof.element(entries.name) as usize;
    let next = turn.head(proof, constants, (8, (size * count) as i64), [&rows, &left])?;
    let at = next.at;
    let Reached { places, returned } = proof.leave(&this, &turn.entry, &[next])?;
    let (Some(next), Some(returned)) = (places.get(&at), returned) else {
        refuse!("the loop does not both go on and end");
    };
    let goes_on = proof.graph.any(&rows);
    proof.show_equal("it ends when no rows are left", &[returned.path, next.path], &[!goes_on, goes_on])?;
    let one = number(entries.one, 8 * size);
    let expected: Bits = turn.word[..count].iter().flat_map(|&bit| proof.graph.gated(bit, &one)).collect();
    for end in [next, &returned] {
        let found = proof.stored(end, turn.entries, 0, size * count)?;
        proof.show_equal("the entries", &found, &expected)?;
    }
    Ok(())
}
