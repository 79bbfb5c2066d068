//! Gomoku's kernels of one board.

use super::{Case, Theorem};
use crate::bits::{Bits, number, resized, zeros};
use crate::graph::{Lit, Values};
use crate::image::Kernel;
use crate::memory::{ObjectId, Word};
use crate::proof::Proof;
use crate::refused::Result;
use crate::renaming::Shown;
use crate::rules::gomoku::{self as rules, Field};

/// How planes lie in lanes of a width: src/gomoku/planes.rs has the table.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    /// Bits of a lane.
    pub(super) lane: usize,
    /// Rows that a board may have.
    pub(super) rows: usize,
    /// Where black, white and the empty points begin, in bytes, and how much there is of all.
    planes: [i64; 3],
    all: i64,
}

pub(super) fn layout(kernel: &Kernel) -> Layout {
    match kernel.family().rsplit('_').next() {
        Some("16") => Layout { lane: 16, rows: 15, planes: [64, 96, 192], all: 256 },
        Some("32") => Layout { lane: 32, rows: 32, planes: [64, 256, 448], all: 640 },
        _ => Layout { lane: 64, rows: 64, planes: [64, 640, 1216], all: 1792 },
    }
}

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
            quick_one_of: 1,
        });
    }
    for family in ["gomoku_any_five_16", "gomoku_any_five_32", "gomoku_any_five_64"] {
        let claim = "whether each colour has five or more in a row, for every board of any number of rows";
        theorems.push(Theorem {
            family,
            claim,
            cases: |kernel| by_rows(kernel, |p, rows| fives(p, rows, false)),
            quick_one_of: 8,
        });
    }
    for family in ["gomoku_any_exact_five_16", "gomoku_any_exact_five_32", "gomoku_any_exact_five_64"] {
        let claim = "whether each colour has exactly five in a row, for every board of any number of rows";
        theorems.push(Theorem {
            family,
            claim,
            cases: |kernel| by_rows(kernel, |p, rows| fives(p, rows, true)),
            quick_one_of: 8,
        });
    }
    for family in ["gomoku_winning_cells_16", "gomoku_winning_cells_32", "gomoku_winning_cells_64"] {
        let claim = "the empty points where each colour makes five or more, for every board of any number of rows";
        theorems.push(Theorem { family, claim, cases: |kernel| by_eighths(kernel, winning_cells), quick_one_of: 8 });
    }
    theorems
}

/// A case for each number of rows.
fn by_rows(kernel: &Kernel, prove: fn(&mut Proof, usize) -> Result<()>) -> Vec<Case> {
    (1..=layout(kernel).rows).map(|rows| Case::new(format!("{rows} rows"), move |p| prove(p, rows))).collect()
}

/// Cases of every eighth number of rows each: what the rule says is made once for all of them.
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

/// Stones as `stonemask check --replay` reads them.
pub(super) fn text(values: &Values, rows: &[Bits; 2], columns: usize) -> String {
    let cell =
        |index: usize| match rows.each_ref().map(|cells| cells.get(index).is_some_and(|&c| values.of(c) & 1 == 1)) {
            [true, _] => 'X',
            [_, true] => 'O',
            _ => '-',
        };
    let rows =
        (0..rows[0].len() / columns).map(|row| (0..columns).map(|c| cell(row * columns + c)).collect::<String>());
    rows.collect::<Vec<_>>().join("/")
}

/// A stone on the middle one of nine rows. The row's number moves the plane's beginning alone: the rows lie at an address that
/// plane and row together make.
fn five(proof: &mut Proof, column: usize) -> Result<()> {
    let Layout { lane, .. } = layout(proof.kernel);
    let size = (lane / 8) as i64;
    let length = number((9 * size).cast_unsigned(), 64);
    let lanes = proof.world.input("the nine rows", length, size.cast_unsigned());
    let stones = proof.graph.inputs(9 * lane);
    proof.world.fill(lanes, 0, &stones);
    let row = proof.graph.inputs(32);
    let mut before = zeros(size.trailing_zeros() as usize);
    before.extend_from_slice(&row);
    let before = resized(&before, 64);
    let plane = proof.graph.sub(&number((4 * size).cast_unsigned(), 64), &before);
    let plane = Word { base: Word::at(lanes, 0).base, bits: plane };
    let (row, column_word) = (proof.narrow(&row), proof.narrow(&number(column as u64, 32)));
    let entry = proof.entry(&[plane, row, column_word]);
    let (name, seen) = (name(proof), [stones.clone(), Vec::new()]);
    let point = format!("{}5", (b'a' + (column % 26) as u8) as char);
    proof.describe(move |values| format!("{name} {}, black {point}", text(values, &seen, lane)));
    let state = proof.call(&entry)?;
    let field = Field { rows: 9, columns: lane, cells: stones };
    let mut expected = zeros(32);
    expected[0] = rules::makes_five(&mut proof.graph, &field, (4, column as i32));
    let found = proof.result(&state, 32)?;
    proof.show_equal("whether the stone makes five", &found, &expected)
}

/// The planes of a board, with any stones, on as many columns as a lane has.
struct Board {
    object: ObjectId,
    stones: [Field<Lit>; 2],
    empty: Field<Lit>,
}

fn board(proof: &mut Proof, rows: usize) -> Board {
    let Layout { lane, planes, all, .. } = layout(proof.kernel);
    let object = proof.world.input("the planes", number(all.cast_unsigned(), 64), 64);
    proof.world.fill(object, 0, &zeros(8 * all as usize));
    // Any three sets: more than there are boards. A counterexample is a board where one exists.
    let [black, white, empty] = [(); 3].map(|()| proof.graph.inputs(rows * lane));
    let both = proof.graph.and_each(&black, &white);
    let taken = proof.graph.or_each(&black, &white);
    let none_on_another = proof.graph.is_zero(&both);
    let rest = proof.graph.not_each(&taken);
    let rest_is_empty = proof.graph.equal(&rest, &empty);
    proof.prefer(&[none_on_another, rest_is_empty]);
    for (place, cells) in planes.into_iter().zip([&black, &white, &empty]) {
        proof.world.fill(object, place, cells);
    }
    let (name, seen) = (name(proof), [black.clone(), white.clone()]);
    proof.describe(move |values| format!("{name} {}", text(values, &seen, lane)));
    let field = |cells| Field { rows, columns: lane, cells };
    Board { object, stones: [field(black), field(white)], empty: field(empty) }
}

fn fives(proof: &mut Proof, rows: usize, exact: bool) -> Result<()> {
    let Board { object, stones, .. } = board(proof, rows);
    let rows = proof.narrow(&number(rows as u64, 32));
    let entry = proof.entry(&[Word::at(object, 0), rows]);
    let state = proof.call(&entry)?;
    let found = proof.result(&state, 32)?;
    for ((stones, &found), colour) in stones.iter().zip(&found).zip(["black", "white"]) {
        let fives = rules::fives(&mut proof.graph, stones, exact);
        let expected = proof.graph.any(&fives);
        proof.show_same_sum(&format!("whether {colour} has five"), found, expected)?;
    }
    proof.show_equal("the other bits", &found[2..], &zeros(30))
}

/// The planes hold as many rows as a board can have, whatever number the kernel is told: what it finds in each row that it looks
/// at is what the rule says with all of them, of which a smaller board leaves some empty.
fn winning_cells(proof: &mut Proof, numbers: &[usize]) -> Result<()> {
    let Layout { lane, rows: most_rows, .. } = layout(proof.kernel);
    let Board { object, stones, empty } = board(proof, most_rows);
    let expected = stones.each_ref().map(|stones| rules::winning_cells(&mut proof.graph, stones, &empty));
    let mut shown = Shown::default();
    for &rows in numbers {
        // The rows' lanes, rounded up to whole vectors.
        let room = (rows * lane / 8).next_multiple_of(64) as i64;
        let sets = ["black's set", "white's set"].map(|name| proof.output(name, room, 1));
        let rows_word = proof.narrow(&number(rows as u64, 32));
        let [black, white] = sets.map(|set| Word::at(set, 0));
        let entry = proof.entry(&[Word::at(object, 0), rows_word, black, white]);
        let state = proof.call(&entry)?;
        for (set, expected) in sets.into_iter().zip(&expected) {
            let found = proof.stored(&state, set, 0, rows * lane / 8)?;
            let what = format!("the points that win on {rows} rows");
            shown.equal(proof, &what, &found, &expected[..rows * lane])?;
        }
    }
    Ok(())
}
