//! Gomoku's random games, 32 at once: memory and frame. Contract: asm/gomoku/playouts.inc.

use crate::bits::{Bits, number, resized, zeros};
use crate::graph::{Graph, Lit};
use crate::memory::{Form, ObjectId, Part};
use crate::places::Place;
use crate::proof::Proof;
use crate::refused::Result;
use crate::state::State;
use crate::theorems::{Case, Theorem};
use crate::word::Word;
use iced_x86::{Instruction, Mnemonic, Register};
use stonemask::Tier;

/// Bytes of a cell's keys, as a power of two.
const ROW: usize = 6;
/// Bits of a number of cells: a board has at most 64x64.
const CELLS: usize = 13;
/// The most windows of five cells on a line of 64.
const MOST_WINDOWS: u64 = 60;
const RESULTS: i64 = 192;

pub(super) fn theorems() -> Vec<Theorem> {
    ["gomoku_playouts", "gomoku_playouts_exact"]
        .map(|family| Theorem {
            family,
            claim: "memory and frame, for any keys of up to 4096 cells, any lines of up to 64 of them, any empty ones",
            cases: |_| {
                let others = [Case::new("entry", entry), Case::new("sums", sums), Case::new("a cell", cell)];
                let line = |windows| Case::new(format!("{windows} windows"), move |p: &mut Proof| line(p, windows));
                others.into_iter().chain((0..=MOST_WINDOWS).map(line)).collect()
            },
            quick_one_of: 64,
        })
        .into()
}

/// What does not change during a call: the keys, of any length; the list of lines; and the cells, one of which the current turn
/// may read.
struct Call {
    /// The number of cells with keys.
    cells: Bits,
    keys: ObjectId,
    results: ObjectId,
    lines: ObjectId,
    entry: State,
    count: Bits,
    /// Bytes of a vector.
    vector: u64,
}

fn call(proof: &mut Proof, cells_at: Option<Word>) -> Call {
    let cells = proof.graph.inputs(CELLS);
    let too_many = proof.graph.below(&number(4096, CELLS), &cells);
    proof.assume(!too_many);
    let any = || Form(vec![Lit::TRUE; 8]);
    let length = bytes_of(&cells);
    let keys = proof.world.formed("the keys", length, 1, false, vec![Part { from: 0, form: any() }]);
    let results = proof.output("the results", RESULTS, 1);
    let lines = proof.world.input("the lines", number(12, 64), 1);
    let cells_at = cells_at.unwrap_or_else(|| Word::at(proof.world.input("the cells", number(4, 64), 1), 0));
    let (count, to_move) = (proof.graph.inputs(CELLS), proof.graph.input());
    let (few, many) = (proof.graph.below(&count, &number(2, CELLS)), proof.graph.below(&number(4096, CELLS), &count));
    proof.assume(!few);
    proof.assume(!many);
    let narrow = [proof.narrow(&resized(&count, 32)), proof.narrow(&resized(&[to_move], 32))];
    let [count_word, to_move] = narrow;
    let arguments = [Word::at(keys, 0), Word::at(lines, 0), cells_at, count_word, to_move, Word::at(results, 0)];
    let entry = proof.entry(&arguments);
    let vector = match proof.kernel.tier {
        Tier::Avx512 => 64,
        Tier::Avx2 => 32,
        _ => 16,
    };
    Call { cells, keys, results, lines, entry, count, vector }
}

/// A number of cells in bytes.
fn bytes_of(cells: &[Lit]) -> Bits {
    let mut bytes = zeros(ROW);
    bytes.extend_from_slice(cells);
    resized(&bytes, 64)
}

impl Call {
    /// What holds at a place whenever it is reached: which part of each row is being read, and how many parts are left.
    fn place(&self, proof: &mut Proof, at: u64) -> Place {
        let graph = &mut proof.graph;
        let mut place = Place::new(at);
        place.wide = self.vector > 16;
        place.pushed(&self.entry, &[Register::RBX, Register::RBP, Register::R12, Register::R13]);
        let kept = [Register::R14, Register::R15, Register::RSI, Register::RDX, Register::RCX, Register::R8];
        place.kept(&self.entry, &kept);
        // Whole vectors come before it, fewer than a row has.
        let log = self.vector.trailing_zeros() as usize;
        let mut before = zeros(log);
        before.extend(place.any(graph, ROW - log));
        let before = resized(&before, 64);
        for (register, object) in [(Register::RDI, self.keys), (Register::R9, self.results)] {
            place.is(register, Word::beside(object, before.clone()));
        }
        let left = graph.sub(&number(1 << ROW, 64), &before);
        let mut left = left[log..].to_vec();
        left.resize(64, Lit::FALSE);
        // In the place's own variables: the parts left are the rest of the row.
        let parts = place.number(graph, Register::R13, ROW - log + 1);
        let all = graph.equal(&resized(&parts, 64), &left);
        place.conditions.push(("the parts that are left are the rest of a row", all));
        place
    }

    /// Where the next line is read, from a given address.
    fn line_known(&self, proof: &mut Proof, line: Word) -> Result<Place> {
        let reads = |i: &Instruction| i.memory_base() == Register::R12 && i.memory_displacement64() == 8;
        let at = proof.the_address(reads)?;
        let mut place = self.place(proof, at);
        place.is(Register::R12, line);
        Ok(place)
    }

    /// Where the next cell is read: the last of the `left` cells.
    fn next_cell(&self, proof: &mut Proof, left: Option<&[Lit]>) -> Result<Place> {
        let reads = |i: &Instruction| i.mnemonic() == Mnemonic::Mov && i.memory_base() == Register::RDX;
        let at = proof.the_address(reads)?;
        let mut place = self.place(proof, at);
        let left = match left {
            None => resized(&self.count, 64),
            Some(left) => left.to_vec(),
        };
        let (none, more) = (proof.graph.is_zero(&left), proof.graph.below(&resized(&self.count, 64), &left));
        place.is(Register::RBP, Word::number(left));
        place.conditions.push(("cells are left", !none));
        place.conditions.push(("no more than there were", !more));
        Ok(place)
    }
}

fn entry(proof: &mut Proof) -> Result<()> {
    let call = call(proof, None);
    let line = call.line_known(proof, Word::at(call.lines, 0))?;
    let reached = proof.enter(&call.entry, &[line])?;
    proof.show("the first line is looked at", Lit::constant(reached.returned.is_none()))
}

/// A line of `windows` windows; with none, the end of the list.
fn line(proof: &mut Proof, windows: u64) -> Result<()> {
    let call = call(proof, None);
    // The cells from the first to the last, as rows from the start of the keys.
    let (first, step) = (proof.graph.inputs(CELLS - 1), proof.graph.inputs(CELLS - 1));
    let line = proof.world.input("the lines", number(12, 64), 1);
    for (offset, value) in [(0, bytes_of(&first)), (4, bytes_of(&step)), (8, number(windows, 32))] {
        proof.world.fill(line, offset, &value[..32]);
    }
    if windows > 0 {
        lies_within(proof, &first, &step, windows as usize + 4, &call.cells);
    }
    let this = call.line_known(proof, Word::at(line, 0))?;
    let (next, cell) = (call.line_known(proof, Word::at(line, 12))?, call.next_cell(proof, None)?);
    let expected = if windows == 0 { cell.at } else { next.at };
    let reached = proof.leave(&this, &call.entry, &[next, cell])?;
    let only = reached.returned.is_none() && reached.places.len() == 1 && reached.places.contains_key(&expected);
    proof.show("the list ends with a line without windows, and not before", Lit::constant(only))
}

/// Bits of sums of cells: wide enough that none overflows.
const SUM: usize = 64 - ROW;

/// The longest jump of the kernels: this many steps from an even cell.
const FURTHEST: usize = 6;

/// Assumes that the cells of a line lie within the keys, each one step after the one before: the even ones directly, and, as
/// `sums` shows, those added up from these.
fn lies_within(proof: &mut Proof, first: &[Lit], step: &[Lit], length: usize, cells: &[Lit]) {
    let [first, step, cells] = [first, step, cells].map(|bits| resized(bits, SUM));
    let mut even = first;
    for cell in (0..length).step_by(2) {
        for further in 0..=FURTHEST.min(length - 1 - cell) {
            let at = at_once(&mut proof.graph, &even, &step, further);
            let within = proof.graph.below(&at, &cells);
            proof.assume(within);
        }
        even = at_once(&mut proof.graph, &even, &step, 2);
        proof.whatever(&even);
    }
}

/// The cell a number of steps away, by a product of the step.
fn at_once(graph: &mut Graph, cell: &[Lit], step: &[Lit], steps: usize) -> Bits {
    let times = |graph: &mut Graph, even: usize| {
        let more = shifted(step, even.trailing_zeros() as usize);
        graph.add(step, &more)
    };
    let product = match steps {
        0 => return cell.to_vec(),
        1 => step.to_vec(),
        2 => shifted(step, 1),
        4 => shifted(step, 2),
        // The step, and twice or four times it.
        3 => times(graph, 2),
        5 => times(graph, 4),
        _ => shifted(&times(graph, 2), 1),
    };
    graph.add(cell, &product)
}

fn shifted(bits: &[Lit], places: usize) -> Bits {
    let mut shifted = zeros(places);
    shifted.extend_from_slice(&bits[..bits.len() - places]);
    shifted
}

/// A cell found by a product of the step is the one found by single steps: shown two steps at a time and, at last, one.
fn sums(proof: &mut Proof) -> Result<()> {
    let (cell, step) = (proof.graph.inputs(SUM), resized(&proof.graph.inputs(CELLS - 1), SUM));
    for steps in 3..=FURTHEST {
        let mut by_steps = cell.clone();
        for _ in 0..steps / 2 {
            by_steps = at_once(&mut proof.graph, &by_steps, &step, 2);
        }
        by_steps = at_once(&mut proof.graph, &by_steps, &step, steps % 2);
        let found = at_once(&mut proof.graph, &cell, &step, steps);
        proof.show_equal("a sum", &found, &by_steps)?;
    }
    Ok(())
}

/// An empty cell: the next one follows, or after the last the next part of each row, or the return.
fn cell(proof: &mut Proof) -> Result<()> {
    let left = resized(&proof.graph.inputs(CELLS), 64);
    let row = proof.graph.inputs(CELLS - 1);
    let object = proof.world.input("the cells", number(4, 64), 1);
    let bytes = bytes_of(&row);
    proof.world.fill(object, 0, &bytes[..32]);
    // It is the last of the remaining ones, wherever the list starts.
    let fewer = proof.graph.sub(&left, &number(1, 64));
    let before = before(&mut proof.graph, &fewer);
    let call = call(proof, Some(Word::beside(object, before)));
    let within = proof.graph.below(&resized(&row, CELLS), &call.cells);
    proof.assume(within);
    let this = call.next_cell(proof, Some(&left))?;
    let next = call.next_cell(proof, Some(&fewer))?;
    let line = call.line_known(proof, Word::at(call.lines, 0))?;
    let (next_at, line_at) = (next.at, line.at);
    let reached = proof.leave(&this, &call.entry, &[next, line])?;
    let all = reached.places.contains_key(&next_at)
        && (call.vector == 64 || reached.places.contains_key(&line_at))
        && reached.returned.is_some();
    proof.show("cells follow, parts of rows follow, and it returns", Lit::constant(all))
}

/// Minus four times a number.
fn before(graph: &mut Graph, times: &[Lit]) -> Bits {
    let mut bytes = zeros(2);
    bytes.extend_from_slice(&times[..62]);
    graph.neg(&bytes)
}
