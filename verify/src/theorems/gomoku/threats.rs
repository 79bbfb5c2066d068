//! Gomoku's threats: Threats and Scratch of src/gomoku/threats.rs.

use super::five::{Layout, by_eighths, is_on_board, layout, name, text};
use crate::bits::{number, zeros};
use crate::graph::Lit;
use crate::memory::Memory;
use crate::proof::Proof;
use crate::refused::Result;
use crate::renaming::Shown;
use crate::rules::gomoku::{self as rules, Field};
use crate::theorem::Theorem;
use crate::word::Word;

/// From one set to the next, and the size of a set's buffer, in bytes.
const MAP: i64 = 576;
const SET: i64 = 512;

pub(super) fn theorems() -> Vec<Theorem> {
    ["gomoku_threats_16", "gomoku_threats_32", "gomoku_threats_64"]
        .into_iter()
        .map(|family| Theorem {
            family,
            claim: "the fours, open fours and open threes, for every board of any number of rows",
            cases: |kernel| by_eighths(kernel, threats),
            quick_one_of: 8,
            ..Theorem::PLAIN
        })
        .collect()
}

/// The planes always have the most rows that a board can have, whatever number of rows the kernel
/// is given. In each row that it looks at, the kernel must find what the rule finds on all of them;
/// a smaller board leaves some rows without points. Right next to the planes lie no points; what
/// lies further away does not matter.
fn threats(proof: &mut Proof, numbers: &[usize]) -> Result<()> {
    let Layout { lane, rows, .. } = layout(proof.kernel);
    let (on_board, taken) = (proof.graph.inputs(rows * lane), proof.graph.inputs(rows * lane));
    let (own, empty) = (proof.graph.and_each(&on_board, &taken), proof.graph.without(&on_board, &taken));
    // In bytes.
    let after = if lane == 16 { [64, 32] } else { [64, 64] };
    let size = (lane / 8) as i64;
    let [own_plane, empty_plane] =
        [("own", &own, after[0]), ("empty", &empty, after[1])].map(|(name, cells, after)| {
            let plane = proof.array(name, rows.next_power_of_two() + after / size as usize);
            let (beside, before) = (zeros(lane), proof.contract(name).before as i64);
            proof.world.fill(plane, before - size, &[&beside[..], cells, &beside].concat());
            Word::at(plane, before)
        });
    let field = |cells: &[Lit]| Field { rows, columns: lane, cells: cells.to_vec() };
    let expected = rules::threats(&proof.graph, &field(&own), &field(&empty));
    // A point that is neither belongs to the other colour.
    let (kernel, seen) = (name(proof), [own, proof.graph.not_each(&on_board)]);
    let mut shown = Shown::default();
    for &rows in numbers {
        let is_board = is_on_board(proof, &on_board, lane, rows);
        proof.prefer(&[is_board]);
        let (kernel, seen) = (kernel.clone(), seen.clone());
        proof.describe(move |values| format!("{kernel} {}, black", text(values, &seen, lane, rows)));
        let [sets, scratch] = ["threats", "scratch"].map(|name| proof.array(name, 1));
        let rows_word = proof.narrow(&number(rows as u64, 32));
        let [sets_word, scratch] = [sets, scratch].map(|object| Word::at(object, 0));
        let entry = proof.entry(&[own_plane.clone(), empty_plane.clone(), rows_word, sets_word, scratch]);
        let state = proof.call(&entry)?;
        for (expected, map) in expected.iter().zip(0..) {
            for row in 0..SET / size {
                let at = map * MAP + row * size;
                let of = |proof: &mut Proof, memory| proof.world.now(&proof.graph, memory, sets, at, size as usize);
                let is_written = of(proof, &state.memory)? != of(proof, &Memory::default())?;
                if row < rows as i64 || is_written {
                    let found = proof.stored(&state, sets, at, size as usize)?;
                    let none = zeros(lane);
                    let expected = expected.chunks(lane).nth(row as usize).unwrap_or(&none);
                    shown.equal(proof, &format!("map {map}, row {row} of {rows}"), &found, expected)?;
                }
            }
        }
    }
    Ok(())
}
