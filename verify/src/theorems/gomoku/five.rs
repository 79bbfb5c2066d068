//! Gomoku's kernels of one board.

use crate::bits::{Bits, number, zeros};
use crate::exceptions::Exceptions;
use crate::graph::{Lit, Values};
use crate::image::Kernel;
use crate::proof::Proof;
use crate::refused::Result;
use crate::renaming::Shown;
use crate::rules::gomoku::{self as rules, Field};
use crate::theorem::{Case, Theorem};
use crate::word::{ObjectId, Word};
use stonemask::gomoku::Point;

/// How planes lie in lanes of one width; src/gomoku/planes.rs has the table.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    /// Bits of a lane.
    pub(super) lane: usize,
    /// The most rows of a board.
    pub(super) rows: usize,
    /// Offsets of black, white and the empty points, in bytes.
    planes: [i64; 3],
}

pub(super) fn layout(kernel: &Kernel) -> Layout {
    match kernel.family().rsplit('_').next() {
        Some("16") => Layout { lane: 16, rows: 15, planes: [64, 96, 192] },
        Some("32") => Layout { lane: 32, rows: 32, planes: [64, 256, 448] },
        _ => Layout { lane: 64, rows: 64, planes: [64, 640, 1216] },
    }
}

const ROOM: &str = "whole vectors are written, and what is behind the last row is the caller's room";

pub(super) fn theorems() -> Vec<Theorem> {
    let mut theorems = Vec::new();
    for family in ["gomoku_five_16", "gomoku_five_32", "gomoku_five_64"] {
        theorems.push(Theorem {
            family,
            claim: "whether a stone makes five or more, for all stones around, every row and column",
            cases: |kernel| {
                let columns = layout(kernel).lane;
                (0..columns).map(|column| Case::new(format!("column {column}"), move |p| five(p, column))).collect()
            },
            ..Theorem::PLAIN
        });
    }
    for family in ["gomoku_any_five_16", "gomoku_any_five_32", "gomoku_any_five_64"] {
        let claim = "whether each colour has five or more in a row, for every board of any number of rows";
        theorems.push(Theorem {
            family,
            claim,
            cases: |kernel| by_rows(kernel, |p, rows| fives(p, rows, false)),
            quick_one_of: 8,
            ..Theorem::PLAIN
        });
    }
    for family in ["gomoku_any_exact_five_16", "gomoku_any_exact_five_32", "gomoku_any_exact_five_64"] {
        let claim = "whether each colour has exactly five in a row, for every board of any number of rows";
        theorems.push(Theorem {
            family,
            claim,
            cases: |kernel| by_rows(kernel, |p, rows| fives(p, rows, true)),
            quick_one_of: 8,
            ..Theorem::PLAIN
        });
    }
    for family in ["gomoku_winning_cells_16", "gomoku_winning_cells_32", "gomoku_winning_cells_64"] {
        let claim = "the empty points where each colour makes five or more, for every board of any number of rows";
        theorems.push(Theorem {
            family,
            claim,
            cases: |kernel| by_eighths(kernel, winning_cells),
            quick_one_of: 8,
            exceptions: Exceptions { mean_nothing: (&["black", "white"], ROOM), ..Exceptions::NONE },
            ..Theorem::PLAIN
        });
    }
    theorems
}

/// A case for each number of rows.
fn by_rows(kernel: &Kernel, prove: fn(&mut Proof, usize) -> Result<()>) -> Vec<Case> {
    (1..=layout(kernel).rows).map(|rows| Case::new(format!("{rows} rows"), move |p| prove(p, rows))).collect()
}

/// Each case takes every eighth number of rows, so the rule is built once for all of them.
pub(super) fn by_eighths(kernel: &Kernel, prove: fn(&mut Proof, &[usize]) -> Result<()>) -> Vec<Case> {
    let Layout { rows, .. } = layout(kernel);
    let case = |first: usize| {
        let numbers: Vec<usize> = (first..=rows).step_by(8).collect();
        let names: Vec<String> = numbers.iter().map(usize::to_string).collect();
        Case::new(format!("{} rows", names.join(", ")), move |proof| prove(proof, &numbers))
    };
    (1..=8).map(case).collect()
}

pub(super) fn name(proof: &Proof) -> String {
    format!("gomoku {} {}", proof.kernel.family().trim_start_matches("gomoku_"), proof.kernel.tier)
}

/// The first rows of stones, as `stonemask check --replay` reads them.
pub(super) fn text(values: &Values, stones: &[Bits; 2], lane: usize, rows: usize) -> String {
    let cell = |row, column| match stones.each_ref().map(|of| of.get(row * lane + column)) {
        [Some(&black), _] if values.of(black) & 1 == 1 => 'X',
        [_, Some(&white)] if values.of(white) & 1 == 1 => 'O',
        _ => '-',
    };
    let row = |row| (0..columns(lane)).map(|column| cell(row, column)).collect::<String>();
    (0..rows).map(row).collect::<Vec<_>>().join("/")
}

/// The columns of the widest board with such lanes. A board of 16 columns already takes the next
/// wider lanes.
fn columns(lane: usize) -> usize {
    if lane == 16 { 15 } else { lane }
}

/// Whether sets with one bit a lane lie within the widest board of `rows` rows.
pub(super) fn is_on_board(proof: &mut Proof, set: &[Lit], lane: usize, rows: usize) -> Lit {
    let beyond = set.iter().enumerate().filter(|(bit, _)| bit / lane >= rows || bit % lane >= columns(lane));
    let beyond: Bits = beyond.map(|(_, &lit)| lit).collect();
    proof.graph.is_zero(&beyond)
}

/// A stone on the middle one of nine rows. The row's number only moves the start of the plane: the
/// rows lie at an address that plane and row give together.
fn five(proof: &mut Proof, column: usize) -> Result<()> {
    let Layout { lane, .. } = layout(proof.kernel);
    let lanes = proof.array("plane", 9);
    let stones = proof.graph.inputs(9 * lane);
    proof.world.fill(lanes, 0, &stones);
    let row = proof.graph.inputs(32);
    let plane = proof.start_of("plane", &Word::at(lanes, 4 * proof.element("plane")), &row);
    let (row, column_word) = (proof.narrow(&row), proof.narrow(&number(column as u64, 32)));
    let entry = proof.entry(&[plane, row, column_word]);
    let (name, seen) = (name(proof), [stones.clone(), Vec::new()]);
    let point = Point::new(4, column).expect("a column of 64");
    proof.describe(move |values| format!("{name} {}, black {point}", text(values, &seen, lane, 9)));
    let on_board = is_on_board(proof, &stones, lane, 9);
    proof.prefer(&[on_board]);
    let state = proof.call(&entry)?;
    let field = Field { rows: 9, columns: lane, cells: stones };
    let mut expected = zeros(32);
    expected[0] = rules::makes_five(&proof.graph, &field, (4, column as i32));
    proof.show_result("whether the stone makes five", &state, &expected)
}

/// The planes of a board with any stones, on as many columns as a lane has.
struct Board {
    object: ObjectId,
    stones: [Field<Lit>; 2],
    empty: Field<Lit>,
}

fn board(proof: &mut Proof, rows: usize) -> Board {
    let Layout { lane, planes, .. } = layout(proof.kernel);
    let object = proof.array("planes", 1);
    proof.world.fill(object, 0, &zeros(8 * proof.element("planes") as usize));
    // Any three sets, which includes sets that no board has.
    let [black, white, empty] = [(); 3].map(|()| proof.graph.inputs(rows * lane));
    for (place, cells) in planes.into_iter().zip([&black, &white, &empty]) {
        proof.world.fill(object, place, cells);
    }
    let field = |cells| Field { rows, columns: lane, cells };
    Board { object, stones: [field(black), field(white)], empty: field(empty) }
}

impl Board {
    /// Says that a counterexample is a board of `rows` rows, if one exists.
    fn describe(&self, proof: &mut Proof, rows: usize) {
        let [Field { cells: black, columns: lane, .. }, Field { cells: white, .. }] = &self.stones;
        let taken = proof.graph.or_each(black, white);
        let none_on_another = proof.graph.is_zero(&proof.graph.and_each(black, white));
        let on_board = is_on_board(proof, &taken, *lane, rows);
        let of_board = (0..black.len()).map(|bit| Lit::constant(bit / lane < rows && bit % lane < columns(*lane)));
        let rest = proof.graph.without(&of_board.collect::<Bits>(), &taken);
        proof.prefer(&[none_on_another, on_board, proof.graph.equal(&rest, &self.empty.cells)]);
        let (name, seen, lane) = (name(proof), [black.clone(), white.clone()], *lane);
        proof.describe(move |values| format!("{name} {}", text(values, &seen, lane, rows)));
    }
}

fn fives(proof: &mut Proof, rows: usize, exact: bool) -> Result<()> {
    let board = board(proof, rows);
    board.describe(proof, rows);
    let Board { object, stones, .. } = board;
    let rows = proof.narrow(&number(rows as u64, 32));
    let entry = proof.entry(&[Word::at(object, 0), rows]);
    let state = proof.call(&entry)?;
    let found = proof.result(&state)?;
    for ((stones, &found), colour) in stones.iter().zip(&found).zip(["black", "white"]) {
        let expected = proof.graph.any(&rules::fives(&proof.graph, stones, exact));
        proof.show_same_sum(&format!("whether {colour} has five"), found, expected)?;
    }
    proof.show_equal("the other bits", &found[2..], &zeros(30))
}

/// The planes always have the most rows that a board can have, whatever number of rows the kernel
/// is given. In each row that it looks at, the kernel must find what the rule finds on all of them;
/// a smaller board leaves some rows empty.
fn winning_cells(proof: &mut Proof, numbers: &[usize]) -> Result<()> {
    let Layout { lane, rows: most_rows, .. } = layout(proof.kernel);
    let board = board(proof, most_rows);
    let winning_cells = |stones| rules::winning_cells(&proof.graph, stones, &board.empty);
    let expected = board.stones.each_ref().map(winning_cells);
    let mut shown = Shown::default();
    for &rows in numbers {
        board.describe(proof, rows);
        // The lanes of the rows, rounded up to whole vectors.
        let room = (rows * lane / 8).next_multiple_of(64);
        let sets = ["black", "white"].map(|name| proof.array(name, room));
        let rows_word = proof.narrow(&number(rows as u64, 32));
        let [black, white] = sets.map(|set| Word::at(set, 0));
        let entry = proof.entry(&[Word::at(board.object, 0), rows_word, black, white]);
        let state = proof.call(&entry)?;
        for (set, expected) in sets.into_iter().zip(&expected) {
            let found = proof.stored(&state, set, 0, rows * lane / 8)?;
            proof.mean_nothing(set, rows * lane / 8..room)?;
            let what = format!("the points that win on {rows} rows");
            shown.equal(proof, &what, &found, &expected[..rows * lane])?;
        }
    }
    Ok(())
}
