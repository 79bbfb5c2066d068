//! What stands on the points of a slab's games: asm/gomoku/observe_avx2.S.

use super::{Case, Theorem};
use crate::bits::{Bits, number, resized, zeros};
use crate::graph::Lit;
use crate::memory::Word;
use crate::proof::Proof;
use crate::refused::Result;

/// A SlabGame of src/gomoku/slab_game.rs: sixteen rows of each colour come first.
const BYTES_OF_GAME: usize = 128;
const BYTES_OF_COLOUR: usize = 32;

pub(super) fn theorems() -> Vec<Theorem> {
    vec![Theorem {
        family: "gomoku_observe",
        claim: "what stands on each point, for all boards of any size, of so many games that the last few are those near the end",
        cases: |_| {
            let sizes = (1..=15).flat_map(|rows| (1..=15).map(move |columns| (rows, columns)));
            sizes
                .map(|(rows, columns)| Case::new(format!("{rows}x{columns}"), move |p| observe(p, rows, columns)))
                .collect()
        },
        quick_one_of: 45,
    }]
}

fn observe(proof: &mut Proof, rows: usize, columns: usize) -> Result<()> {
    let points = rows * columns;
    // Fewer than 256 cells are written in another way: three games more.
    let count = 255 / points + 3;
    let games = proof.world.input("the games", number((BYTES_OF_GAME * count) as u64, 64), 64);
    let mut expected = Bits::new();
    for game in 0..count {
        let at = (BYTES_OF_GAME * game) as i64;
        proof.world.fill(games, at, &zeros(8 * 2 * BYTES_OF_COLOUR));
        for row in 0..rows {
            let black = proof.graph.inputs(columns);
            let free = proof.graph.not_each(&black);
            let white = proof.graph.inputs(columns);
            let white = proof.graph.and_each(&white, &free);
            for (colour, stones) in [&black, &white].into_iter().enumerate() {
                proof.world.fill(games, at + (BYTES_OF_COLOUR * colour + 2 * row) as i64, &resized(stones, 16));
            }
            expected.extend(black.into_iter().zip(white).flat_map(|(black, white)| {
                let mut cell = vec![Lit::FALSE; 8];
                (cell[0], cell[1]) = (black, white);
                cell
            }));
        }
    }
    let cells = proof.output("the cells", (count * points) as i64, 1);
    let sides = [rows, columns].map(|side| proof.narrow(&number(side as u64, 32)));
    let [rows, columns] = sides;
    let entry = proof.entry(&[Word::at(games, 0), Word::constant(count as u64), rows, columns, Word::at(cells, 0)]);
    let state = proof.call(&entry)?;
    let found = proof.stored(&state, cells, 0, count * points)?;
    proof.show_equal("the cells", &found, &expected)
}
