//! Gomoku's kernels of 32 boards at once: Block of src/gomoku/block.rs.

use super::five::{name, text};
use crate::bits::{Bits, number, resized, zeros};
use crate::graph::Lit;
use crate::proof::Proof;
use crate::refused::Result;
use crate::renaming::Shown;
use crate::rules::gomoku::{self as rules, Field};
use crate::theorem::{Case, Theorem};
use crate::word::{ObjectId, Word};

const BOARDS: usize = 32;
const COLUMNS: usize = 15;
const MOST_ROWS: usize = 15;
/// Bytes of a row of all boards.
const ROW: i64 = 64;
/// Where the colours' rows begin, and how long a block is.
const COLOURS: [i64; 2] = [4 * ROW, 23 * ROW];

pub(super) fn theorems() -> Vec<Theorem> {
    vec![
        Theorem {
            family: "gomoku_batch_fives",
            claim: "which of 32 boards have five or more in a row, for all boards of any number of rows",
            cases: |_| cases(|proof, rows| fives(proof, rows, false)),
            quick_one_of: 15,
            ..Theorem::PLAIN
        },
        Theorem {
            family: "gomoku_batch_exact_fives",
            claim: "which of 32 boards have exactly five in a row, for all boards of any number of rows",
            cases: |_| cases(|proof, rows| fives(proof, rows, true)),
            quick_one_of: 15,
            ..Theorem::PLAIN
        },
        Theorem {
            family: "gomoku_batch_winning_cells",
            claim: "the empty points of 32 boards where each colour makes five, for all boards of any size",
            cases: |_| cases(winning_cells),
            quick_one_of: 15,
            ..Theorem::PLAIN
        },
    ]
}

/// A case for each number of rows.
fn cases(prove: fn(&mut Proof, usize) -> Result<()>) -> Vec<Case> {
    (1..=MOST_ROWS).map(|rows| Case::new(format!("{rows} rows"), move |p| prove(p, rows))).collect()
}

/// Each board's stones, by colour.
struct Block {
    object: ObjectId,
    stones: Vec<[Field<Lit>; 2]>,
}

/// Any boards with stones on `columns`: any two sets, which may overlap.
fn block(proof: &mut Proof, rows: usize, columns: &[Lit]) -> Block {
    let object = proof.array("boards", 1);
    proof.world.fill(object, 0, &zeros(8 * proof.element("boards") as usize));
    let mut cells = vec![[Bits::new(), Bits::new()]; BOARDS];
    for (colour, begin) in COLOURS.into_iter().enumerate() {
        for row in 0..rows {
            for (board, of_board) in cells.iter_mut().enumerate() {
                let stones = proof.graph.any_within(columns);
                let at = begin + ROW * row as i64 + 2 * board as i64;
                proof.world.fill(object, at, &resized(&stones, 16));
                of_board[colour].extend(stones);
            }
        }
    }
    let field = |cells| Field { rows, columns: COLUMNS, cells };
    Block { object, stones: cells.into_iter().map(|of_board| of_board.map(field)).collect() }
}

/// Says that a counterexample is one of the boards, as `stonemask check --replay` reads it; the 0
/// gives all boards this position.
fn describe(proof: &mut Proof, [black, white]: &[Field<Lit>; 2]) {
    proof.prefer(&[proof.graph.is_zero(&proof.graph.and_each(&black.cells, &white.cells))]);
    let (name, rows) = (name(proof), black.rows);
    let lanes = |field: &Field<Lit>| field.cells.chunks(COLUMNS).flat_map(|row| resized(row, 16)).collect::<Bits>();
    let seen = [lanes(black), lanes(white)];
    proof.describe(move |values| format!("{name} {}, 0", text(values, &seen, 16, rows)));
}

fn fives(proof: &mut Proof, rows: usize, exact: bool) -> Result<()> {
    let Block { object, stones } = block(proof, rows, &[Lit::TRUE; COLUMNS]);
    describe(proof, &stones[0]);
    let output = proof.array("found", 1);
    let rows = proof.narrow(&number(rows as u64, 32));
    let entry = proof.entry(&[Word::at(object, 0), rows, Word::at(output, 0)]);
    let state = proof.call(&entry)?;
    let found = proof.stored(&state, output, 0, ROW as usize)?;
    let of_board = |board: usize| &found[16 * board..16 * board + 16];
    for (board, of) in stones.iter().enumerate().skip(1) {
        // Each board's result is the same function of its stones as the first board's.
        let renamed = proof.renamed(of_board(board), &inputs(of), &inputs(&stones[0]))?;
        proof.show_equal(&format!("board {board} is judged as board 0"), &renamed, of_board(0))?;
    }
    for ((stones, &found), colour) in stones[0].iter().zip(of_board(0)).zip(["black", "white"]) {
        let expected = proof.graph.any(&rules::fives(&proof.graph, stones, exact));
        proof.show_same_sum(&format!("whether {colour} has five on board 0"), found, expected)?;
    }
    proof.show_equal("the other bits of board 0", &of_board(0)[2..], &zeros(14))
}

fn inputs(of_board: &[Field<Lit>; 2]) -> Bits {
    of_board.iter().flat_map(|stones| stones.cells.clone()).collect()
}

fn winning_cells(proof: &mut Proof, rows: usize) -> Result<()> {
    let columns = proof.graph.inputs(COLUMNS);
    let Block { object, stones } = block(proof, rows, &columns);
    let sets = ["black", "white"].map(|name| proof.array(name, rows));
    let rows_word = proof.narrow(&number(rows as u64, 32));
    let columns_word = proof.narrow(&resized(&columns, 32));
    let [black, white] = sets.map(|set| Word::at(set, 0));
    let entry = proof.entry(&[Word::at(object, 0), rows_word, columns_word, black, white]);
    let state = proof.call(&entry)?;
    let mut shown = Shown::default();
    for (colour, set) in sets.into_iter().enumerate() {
        for (board, of_board) in stones.iter().enumerate() {
            describe(proof, of_board);
            let taken = proof.graph.or_each(&of_board[0].cells, &of_board[1].cells);
            let empty = proof.graph.without(&columns.repeat(rows), &taken);
            let empty = Field { cells: empty, ..of_board[0].clone() };
            let wins = rules::winning_cells(&proof.graph, &of_board[colour], &empty);
            for (row, wins) in wins.chunks(COLUMNS).enumerate() {
                let found = proof.stored(&state, set, ROW * row as i64 + 2 * board as i64, 2)?;
                let what = format!("board {board}'s points that win in row {row}");
                shown.equal(proof, &what, &found, &resized(wins, 16))?;
            }
        }
    }
    Ok(())
}
