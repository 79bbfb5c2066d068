//! The cells of a slab's games: asm/gomoku/observe_avx2.S.
//!
//! The kernel has two loops. In the first, a game may write beyond its cells into those of later
//! games; the second does the last games. A turn of either is shown at any game. The cells that are
//! left are those of a whole number of games; near the end, each number is a case.

use super::five::{name, text};
use crate::bits::{Bits, number, resized, zeros};
use crate::exceptions::Exceptions;
use crate::graph::Lit;
use crate::place::{Place, Reached};
use crate::proof::Proof;
use crate::refused::Result;
use crate::state::State;
use crate::theorem::{Case, Theorem};
use crate::word::{ObjectId, Word};
use stonemask::Tier;

/// A SlabGame of src/gomoku/slab_game.rs: sixteen rows of each colour come first.
const BYTES_OF_COLOUR: usize = 32;

pub(super) fn theorems() -> Vec<Theorem> {
    vec![Theorem {
        family: "gomoku_observe",
        claim: "what stands on each point, for all boards of any size, of any number of games",
        cases: |_| {
            let sizes = (1..=15).flat_map(|rows| (1..=15).map(move |columns| (rows, columns)));
            sizes
                .map(|(rows, columns)| Case::new(format!("{rows}x{columns}"), move |p| observe(p, rows, columns)))
                .collect()
        },
        quick_one_of: 112,
        exceptions: Exceptions {
            elements: &["games", "cells"],
            not_held: (&["rsi"], "a whole number of games is left, each number of which is a case near the end"),
            mean_nothing: (
                &["cells"],
                "a game's last rows may be written beyond its cells, which the next game's turn writes",
            ),
            ..Exceptions::NONE
        },
        ..Theorem::PLAIN
    }]
}

fn observe(proof: &mut Proof, rows: usize, columns: usize) -> Result<()> {
    // At least this many bytes are left in the first loop.
    let reach = if proof.kernel.tier == Tier::Avx2 { 256 } else { 255 };
    let constants = proof.constants(&[(2, rows as u64), (3, columns as u64)])?;
    let fixed = Fixed { rows, columns, reach, constants };
    entry(proof, &fixed)?;
    let left = proof.graph.inputs(64);
    proof.assume(!proof.graph.below(&left, &number(reach, 64)));
    turn(proof, &fixed, false, &left, reach as usize)?;
    let points = (rows * columns) as u64;
    for left in (points..reach).step_by(points as usize) {
        proof.aside(|proof| turn(proof, &fixed, true, &number(left, 64), left as usize))?;
    }
    Ok(())
}

/// The state that neither loop changes, for boards of one size: these, and the content of vector
/// registers throughout.
struct Fixed {
    rows: usize,
    columns: usize,
    reach: u64,
    constants: Vec<(usize, Bits)>,
}

/// One game, the cells from its first on, and the state on entry.
struct Game {
    game: ObjectId,
    cells: ObjectId,
    expected: Bits,
    entry: State,
}

fn any_game(proof: &mut Proof, rows: usize, columns: usize, count: &[Lit], room: usize) -> Game {
    let game = proof.array("games", 1);
    proof.world.fill(game, 0, &zeros(8 * 2 * BYTES_OF_COLOUR));
    let (mut expected, mut all) = (Bits::new(), [Bits::new(), Bits::new()]);
    for row in 0..rows {
        let black = proof.graph.inputs(columns);
        let white = proof.graph.inputs(columns);
        let both = proof.graph.and_each(&black, &white);
        both.into_iter().for_each(|both| proof.assume(!both));
        for (colour, stones) in [&black, &white].into_iter().enumerate() {
            proof.world.fill(game, (BYTES_OF_COLOUR * colour + 2 * row) as i64, &resized(stones, 16));
            all[colour].extend_from_slice(stones);
        }
        expected.extend(black.into_iter().zip(white).flat_map(|(black, white)| resized(&[black, white], 8)));
    }
    let name = name(proof);
    proof.describe(move |values| format!("{name} {}, black, 0", text(values, &all, columns, rows)));
    let cells = proof.array("cells", room);
    let [rows, columns] = [rows, columns].map(|side| proof.narrow(&number(side as u64, 32)));
    let entry = proof.entry(&[Word::at(game, 0), Word::number(count.to_vec()), rows, columns, Word::at(cells, 0)]);
    Game { game, cells, expected, entry }
}

impl Game {
    /// The place where one of the loops starts a game: this one or the next. `left` bytes of cells
    /// are left then.
    fn head(&self, proof: &mut Proof, fixed: &Fixed, last: bool, next: bool, left: &[Lit]) -> Result<Place> {
        let mut place = proof.place(if last { "last_game" } else { "game" }, &self.entry)?;
        let points = (fixed.rows * fixed.columns) as u64;
        place.holds("games", Word::at(self.game, if next { proof.element("games") } else { 0 }))?;
        place.holds("cells", Word::at(self.cells, if next { points as i64 } else { 0 }))?;
        place.holds("left", Word::number(left.to_vec()))?;
        place.holds("points", Word::constant(points))?;
        // The rows that are stored at once.
        let step = fixed.columns as u64 * if proof.kernel.tier == Tier::Avx2 { 2 } else { 4 };
        place.holds("step", Word::constant(step))?;
        if !last {
            place.holds("thrice", Word::constant(3 * step))?;
        }
        place.vectors.extend(fixed.constants.iter().cloned());
        place.conditions.push(("cells are left", proof.graph.any(left)));
        let many = !proof.graph.below(left, &number(fixed.reach, 64));
        place.conditions.push(("how many bytes of cells are left", many.negated_if(last)));
        Ok(place)
    }
}

/// From the entry to the first game in either loop.
fn entry(proof: &mut Proof, fixed: &Fixed) -> Result<()> {
    // No cell is written before a loop.
    let count = proof.graph.inputs(64);
    proof.assume(proof.graph.any(&count));
    // Few enough that their cells can be counted.
    proof.assume(proof.graph.is_zero(&count[56..]));
    let game = any_game(proof, fixed.rows, fixed.columns, &count, 0);
    let left = proof.graph.multiply(&count, &number((fixed.rows * fixed.columns) as u64, 64), 64);
    let places = [false, true].map(|last| game.head(proof, fixed, last, false, &left));
    let [first, last] = places;
    let reached = proof.enter(&game.entry, &[first?, last?])?;
    proof.show("a loop is reached", Lit::constant(reached.returned.is_none()))
}

/// A turn of one of the loops with `left` bytes of cells left. The next turn starts, in the same
/// loop or in the one for the last games, or the kernel returns. The bytes that may be written are
/// known.
fn turn(proof: &mut Proof, fixed: &Fixed, last: bool, left: &[Lit], room: usize) -> Result<()> {
    let points = fixed.rows * fixed.columns;
    let count = proof.graph.inputs(64);
    let game = any_game(proof, fixed.rows, fixed.columns, &count, room);
    let this = game.head(proof, fixed, last, false, left)?;
    let after = proof.graph.sub(left, &number(points as u64, 64));
    let mut next = vec![game.head(proof, fixed, true, true, &after)?];
    if !last {
        next.push(game.head(proof, fixed, false, true, &after)?);
    }
    let Reached { places, returned } = proof.leave(&this, &game.entry, &next)?;
    let some_left = proof.graph.any(&after);
    // A game's last rows may be written beyond its own cells, which are the next game's.
    proof.mean_nothing(game.cells, points..room.max(points))?;
    for end in places.values() {
        proof.show_stored("the cells", end, (game.cells, 0), &game.expected)?;
        proof.show_where(end.path, "it goes on while cells are left", some_left)?;
    }
    if let Some(end) = returned {
        proof.show_stored("the last cells", &end, (game.cells, 0), &game.expected)?;
        // The first loop leaves the last games to the other one; on most boards it never returns
        // itself.
        let what = "it returns when no cells are left";
        if last {
            proof.show_where(end.path, what, !some_left)?;
        } else {
            proof.show(what, proof.graph.implies(end.path, !some_left))?;
        }
    }
    Ok(())
}
