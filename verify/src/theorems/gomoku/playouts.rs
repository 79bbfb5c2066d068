//! Gomoku's random games, 32 at once. Contract: asm/gomoku/playouts.inc.
//!
//! The changes of the best keys are shown for each line, two windows at a time, and those of the
//! counts for each empty cell. Those so far may be any, and so may the keys that are read, one for
//! each cell.

use super::keys::{self, Best, Counts, KEY, Windows};
use crate::apart::Lane;
use crate::bits::{Bits, known, number, resized, zeros};
use crate::cuts::Cut;
use crate::exceptions::Exceptions;
use crate::graph::{Graph, Lit};
use crate::memory::Read;
use crate::place::Place;
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use crate::state::State;
use crate::theorem::{Case, Theorem};
use crate::word::{ObjectId, Word};
use rustc_hash::FxHashMap;
use stonemask::Tier;

/// Bytes of a cell's keys, as a power of two.
const ROW: usize = 6;
/// Bits of a number of cells: a board has at most 64x64.
const CELLS: usize = 13;
/// The most windows of five cells on a line of 64.
const MOST_WINDOWS: u64 = 60;
/// Bytes of the results of all games, after which black's best keys follow, and then white's.
const GAMES: usize = 64;

/// The vectors of the best keys, and those of the counts.
const BEST: [&str; 2] = ["black", "white"];
const COUNTS: [&str; 4] = ["below", "same_black", "above", "same_white"];

pub(super) fn theorems() -> Vec<Theorem> {
    ["gomoku_playouts", "gomoku_playouts_exact"]
        .map(|family| Theorem {
            family,
            claim: "memory, frame, each game's best keys and its result, for any keys of up to 4096 cells, any lines of up to 64 of them, any empty ones",
            cases: |_| {
                let others = [Case::new("entry", entry), Case::new("sums", sums), Case::new("a cell", cell)];
                let line = |windows| Case::new(format!("{windows} windows"), move |p: &mut Proof| line(p, windows));
                others.into_iter().chain((0..=MOST_WINDOWS).map(line)).collect()
            },
            quick_one_of: 64,
            exceptions: Exceptions { elements: &["lines", "cells"], not_held: (&["lines", "cells", "results"], "lists of any lines, each of which the contract describes; results of other parts of a row stay what they are"), ..Exceptions::NONE },
            ..Theorem::PLAIN
        })
        .into()
}

/// The state that does not change during a call: the keys, of any length; the list of lines; and
/// the cells, one of which the current turn may read.
struct Call {
    /// The number of cells with keys.
    cells: Bits,
    /// How many bytes of each row come before the part that is being read: whole vectors, fewer
    /// than a row has.
    before: Bits,
    keys: ObjectId,
    results: ObjectId,
    lines: ObjectId,
    entry: State,
    count: Bits,
    white_begins: Lit,
    exact: bool,
    /// Bytes of a vector.
    vector: u64,
}

/// A call at any part of the rows.
fn call(proof: &mut Proof, cells_at: Option<Word>) -> Call {
    let vector: u64 = match proof.kernel.tier {
        Tier::Avx512 => 64,
        Tier::Avx2 => 32,
        _ => 16,
    };
    let log = vector.trailing_zeros() as usize;
    let before = resized(&[zeros(log), proof.graph.inputs(ROW - log)].concat(), 64);
    let cells = proof.graph.inputs(CELLS);
    proof.assume(!proof.graph.below(&number(4096, CELLS), &cells));
    let keys = proof.unknown_array("keys", &resized(&cells, 64));
    let results = proof.array("results", 1);
    let lines = proof.array("lines", 1);
    let cells_at = cells_at.unwrap_or_else(|| Word::at(proof.array("cells", 1), 0));
    let (count, to_move) = (proof.graph.inputs(CELLS), proof.graph.input());
    proof.assume(!proof.graph.below(&count, &number(2, CELLS)));
    proof.assume(!proof.graph.below(&number(4096, CELLS), &count));
    let narrow = [proof.narrow(&resized(&count, 32)), proof.narrow(&resized(&[to_move], 32))];
    let [count_word, to_move_word] = narrow;
    let arguments = [Word::at(keys, 0), Word::at(lines, 0), cells_at, count_word, to_move_word, Word::at(results, 0)];
    let entry = proof.entry(&arguments);
    let exact = proof.kernel.family().ends_with("exact");
    Call { cells, before, keys, results, lines, entry, count, white_begins: to_move, exact, vector }
}

/// A number of cells in bytes.
fn bytes_of(cells: &[Lit]) -> Bits {
    let mut bytes = zeros(ROW);
    bytes.extend_from_slice(cells);
    resized(&bytes, 64)
}

impl Call {
    /// The facts that hold at a place whenever it is reached, where a number of bytes of each row
    /// come before the part that is being read.
    fn place(&self, proof: &mut Proof, name: &str, before: &[Lit]) -> Result<Place> {
        let mut place = proof.place(name, &self.entry)?;
        let results = 8 * proof.element("results") as usize;
        let graph = &proof.graph;
        place.holds("keys", Word::beside(self.keys, before.to_vec()))?;
        place.holds("results", Word::beside(self.results, before.to_vec()))?;
        place.holds("parts", Word::number(self.parts_left(graph, before)))?;
        place.conditions.push(("a part is left", graph.below(before, &number(1 << ROW, 64))));
        if self.vector == 64 {
            place.holds_vector("ones", vec![Lit::TRUE; 512])?;
        }
        // Before the first part they are anything.
        let is_first = known(before) == Some(0);
        let results = if is_first { place.unused(graph, results) } else { place.any(graph, results) };
        place.memory.push((self.results, 0, results));
        for name in BEST {
            self.any_vector(graph, &mut place, name)?;
        }
        Ok(place)
    }

    /// How many parts are left of a row after the bytes read.
    fn parts_left(&self, graph: &Graph, before: &[Lit]) -> Bits {
        let bytes = graph.sub(&number(1 << ROW, 64), before);
        resized(&bytes[self.vector.trailing_zeros() as usize..=ROW], 64)
    }

    /// Says that a vector register has anything.
    fn any_vector(&self, graph: &Graph, place: &mut Place, name: &str) -> Result<()> {
        let bits = place.any(graph, self.bits());
        place.holds_vector(name, bits)
    }

    /// Bits of a vector, and how many keys these are.
    fn bits(&self) -> usize {
        8 * self.vector as usize
    }

    fn keys(&self) -> usize {
        self.bits() / KEY
    }

    /// A key for each game.
    fn spread(&self, key: u64) -> Bits {
        number(key, KEY).repeat(self.keys())
    }

    /// The content of the vectors of these names in a state at a place.
    fn vectors<const N: usize>(&self, at: &Cut, state: &State, names: [&str; N]) -> Result<[Bits; N]> {
        let mut vectors = [const { Bits::new() }; N];
        for (vector, name) in vectors.iter_mut().zip(names) {
            *vector = at.bits(state, name, self.bits())?;
        }
        Ok(vectors)
    }

    /// Shows that nothing is better than any key where a part of the rows is begun.
    fn show_none_yet(&self, proof: &mut Proof, line: &Place, state: &State) -> Result<()> {
        let [black, white] = self.vectors(line.cut()?, state, BEST)?;
        proof.show_equal("black's best key at first", &black, &self.spread(HIGHEST_KEY))?;
        proof.show_equal("white's best key at first", &white, &self.spread(LOWEST_KEY))
    }

    /// The parts of a row: for each, a number of bytes that come before it.
    fn parts(&self) -> impl Iterator<Item = usize> {
        (0..GAMES).step_by(self.vector as usize)
    }

    /// Terms at a part of the rows: this number of bytes is before it.
    fn at_part(&self, proof: &mut Proof, part: usize, terms: &[Lit]) -> Bits {
        let known = self.before.iter().enumerate().filter(|(_, bit)| bit.known().is_none());
        let known = known.map(|(at, bit)| (bit.node(), Lit::constant(part >> at & 1 == 1))).collect();
        proof.graph.substitute(terms, &known)
    }

    /// Shows that each game's terms are the same function of its own words of some vectors and of
    /// what all games share; `show` shows what it is, given these terms, words and what is shared.
    fn show_games(
        &self,
        proof: &mut Proof,
        terms: &[Bits],
        (vectors, shared): (&[Bits], &[Lit]),
        show: impl FnOnce(&mut Proof, &[Lit], &[Bits], &[Lit]) -> Result<()>,
    ) -> Result<()> {
        if proof.is_outset() {
            return Ok(());
        }
        let words = |vectors: &[Bits], lane: usize| -> Bits {
            vectors.iter().flat_map(|vector| vector[KEY * lane..KEY * (lane + 1)].to_vec()).collect()
        };
        let lane = |lane: usize| ([&words(vectors, lane)[..], shared].concat(), words(terms, lane));
        proof.one_lane(self.keys(), lane, |apart, Lane { inputs, terms }| {
            let (of_lane, shared) = inputs.split_at(KEY * vectors.len());
            show(apart, &terms, &of_lane.chunks(KEY).map(<[Lit]>::to_vec).collect::<Vec<_>>(), shared)
        })
    }

    /// Where the next line is read, from a given address, at a part of the rows.
    fn line_known(&self, proof: &mut Proof, line: Word, before: &[Lit]) -> Result<Place> {
        let mut place = self.place(proof, "line", before)?;
        place.holds("line", line)?;
        place.holds_vector("lowest", self.spread(LOWEST_KEY))?;
        place.holds_vector("highest", self.spread(HIGHEST_KEY))?;
        Ok(place)
    }

    /// Where the next cell is read: the last of the `left` cells.
    fn next_cell(&self, proof: &mut Proof, left: Option<&[Lit]>) -> Result<Place> {
        let mut place = self.place(proof, "cell", &self.before)?;
        let left = match left {
            None => resized(&self.count, 64),
            Some(left) => left.to_vec(),
        };
        place.holds("left", Word::number(left.clone()))?;
        place.conditions.push(("cells are left", !proof.graph.is_zero(&left)));
        place.conditions.push(("no more than there were", !proof.graph.below(&resized(&self.count, 64), &left)));
        for name in COUNTS {
            self.any_vector(&proof.graph, &mut place, name)?;
            for count in place.told_vector(name)?.to_vec().chunks(KEY) {
                let is_possible = keys::is_possible(&proof.graph, count, &self.count, &left);
                place.conditions.push(("no more are counted than there were, and a stone", is_possible));
            }
        }
        Ok(place)
    }
}

/// The least and the greatest key.
const LOWEST_KEY: u64 = 0x8000;
const HIGHEST_KEY: u64 = 0x7fff;

/// The content stated of vectors.
fn said_of<const N: usize>(place: &Place, names: [&str; N]) -> Result<[Bits; N]> {
    let mut said = [const { Bits::new() }; N];
    for (said, name) in said.iter_mut().zip(names) {
        *said = place.told_vector(name)?.to_vec();
    }
    Ok(said)
}

/// The content stated of the results.
fn results_of(place: &Place) -> Bits {
    place.memory[0].2.clone()
}

fn entry(proof: &mut Proof) -> Result<()> {
    let of_any = call(proof, None);
    let call = Call { before: zeros(64), ..of_any };
    let line = call.line_known(proof, Word::at(call.lines, 0), &call.before)?;
    let reached = proof.enter(&call.entry, std::slice::from_ref(&line))?;
    proof.show("the first line is looked at", Lit::constant(reached.returned.is_none()))?;
    reached.at(&line).map_or(Ok(()), |state| call.show_none_yet(proof, &line, state))
}

/// A line of `windows` windows; with none, the end of the list.
fn line(proof: &mut Proof, windows: u64) -> Result<()> {
    let call = call(proof, None);
    // The cells from the first to the last, as rows from the start of the keys.
    let (first, step) = (proof.graph.inputs(CELLS - 1), proof.graph.inputs(CELLS - 1));
    let line = proof.array("lines", 1);
    for (offset, value) in [(0, bytes_of(&first)), (4, bytes_of(&step)), (8, number(windows, 32))] {
        proof.world.fill(line, offset, &value[..32]);
    }
    let length = windows as usize + 4;
    let evens = match windows {
        0 => Vec::new(),
        _ => lies_within(proof, &first, &step, length, &call.cells),
    };
    let this = call.line_known(proof, Word::at(line, 0), &call.before)?;
    let next = call.line_known(proof, Word::at(line, proof.element("lines")), &call.before)?;
    let cell = call.next_cell(proof, None)?;
    let expected = if windows == 0 { &cell } else { &next }.clone();
    let mut state = proof.any_state(&this, &call.entry)?;
    let mut keys = Line::new(proof, &call, &this, length, &evens, &step)?;
    let mut at = this.at;
    if !proof.is_outset() {
        let head = proof.kernel.cut("windows")?;
        for _ in 0..pairs(windows as usize, call.exact) {
            let mut ends = proof.run(at, state, &[head.at])?;
            proof.settle()?;
            let (Some(end), None) = (ends.cuts.remove(&head.at), ends.returned) else {
                refuse!("two windows do not follow two windows")
            };
            proof.show("two windows follow", end.path)?;
            // None was looked at on the way to the first two.
            let seen = if at == head.at { 2 } else { 0 };
            state = keys.show_best(proof, &call, (head, end), seen)?;
            at = head.at;
        }
    }
    let mut reached = proof.reach(at, state, &call.entry, &[next, cell])?;
    proof.show(
        "the list ends with a line without windows, and not before",
        Lit::constant(reached.returned.is_none() && reached.places.len() == 1 && reached.at(&expected).is_some()),
    )?;
    let Some(end) = reached.places.remove(&expected.at) else { return Ok(()) };
    let found = proof.stored(&end, call.results, 0, proof.element("results") as usize)?;
    if windows > 0 {
        proof.show_equal("no result is written", &found, &results_of(&this))?;
        let left = windows as usize - keys.seen;
        return keys.show_best(proof, &call, (expected.cut()?, end), left).map(|_| ());
    }
    let at = expected.cut()?;
    let best = call.vectors(at, &end, BEST)?;
    for part in call.parts() {
        let found = call.at_part(proof, part, &found);
        let mut expected = results_of(&this);
        for (bits, side) in best.iter().zip([1, 2]) {
            let from = 8 * (side * GAMES + part);
            expected.splice(from..from + bits.len(), bits.iter().copied());
        }
        proof.show_equal("the best keys are told", &found, &expected)?;
    }
    let of_line = said_of(&this, BEST)?;
    proof.show_equal("the best keys stay", &best.concat(), &of_line.concat())?;
    let counts = call.vectors(at, &end, COUNTS)?;
    call.show_games(proof, &counts, (&of_line, &[]), |apart, found, best, _| {
        let best = Best { black: best[0].clone(), white: best[1].clone() };
        let expected = keys::no_cells(&apart.graph, &best).concat();
        apart.show_equal("the counts at first", found, &expected)
    })
}

/// How often the loop over two windows of a line begins: not for a last one, and exactly five not
/// for the last two.
fn pairs(windows: usize, exact: bool) -> usize {
    if exact { windows.saturating_sub(1) / 2 } else { windows / 2 }
}

/// The keys of a line.
struct Line {
    /// By cell, a key for each game.
    rows: Vec<Bits>,
    /// By the address that a cell's row is read at, the cell.
    cells: FxHashMap<Bits, usize>,
    /// Of what was read, the keys that it is.
    read: FxHashMap<usize, Lit>,
    /// The best keys before the windows that come next, the first of which is the one with this
    /// number.
    best: [Bits; 2],
    seen: usize,
}

impl Line {
    fn new(proof: &mut Proof, call: &Call, this: &Place, length: usize, evens: &[Bits], step: &[Lit]) -> Result<Line> {
        let rows = (0..length).map(|_| proof.graph.inputs(call.bits())).collect();
        let before = this.told("keys")?.offset()[..ROW].to_vec();
        let step = resized(step, SUM);
        let mut cells = FxHashMap::default();
        for (index, even) in evens.iter().enumerate() {
            for further in 0..=FURTHEST.min(length - 1 - 2 * index) {
                cells.insert([&before[..], &at_once(&proof.graph, even, &step, further)].concat(), 2 * index + further);
            }
        }
        Ok(Line { rows, cells, read: FxHashMap::default(), best: said_of(this, BEST)?, seen: 0 })
    }

    /// Shows what the best keys are at a place, after some more windows, and makes them any from
    /// here on.
    fn show_best(
        &mut self,
        proof: &mut Proof,
        call: &Call,
        (at, mut end): (&Cut, State),
        windows: usize,
    ) -> Result<State> {
        for Read { object, offset, bits } in std::mem::take(&mut proof.world.reads) {
            let Some(&cell) = self.cells.get(&offset).filter(|_| object == call.keys) else {
                refuse!("what is read is no cell of the line")
            };
            self.read.extend(bits.iter().zip(&self.rows[cell]).map(|(bit, &key)| (bit.node(), key)));
        }
        let [from, to] = [self.seen, self.seen + windows];
        self.seen = to;
        let found = call.vectors(at, &end, BEST)?.map(|best| proof.graph.substitute(&best, &self.read));
        if windows == 0 {
            proof.show_equal("the best keys stay", &found.concat(), &self.best.concat())?;
            return Ok(end);
        }
        // Those of the windows, and the neighbours at their ends.
        let cells = from.saturating_sub(1)..(to + 5).min(self.rows.len());
        let vectors = [&self.best[..], &self.rows[cells]].concat();
        let are_last = to + 4 == self.rows.len();
        call.show_games(proof, &found, (&vectors, &[]), |apart, found, vectors, _| {
            let (best, line) = vectors.split_at(2);
            let best = Best { black: best[0].clone(), white: best[1].clone() };
            let first = from - from.saturating_sub(1);
            let windows = Windows { line, first: first..first + windows, are_last, exact: call.exact };
            keys::show_best(apart, found, best, &windows)
        })?;
        for (name, best) in BEST.into_iter().zip(&mut self.best) {
            *best = proof.graph.inputs(call.bits());
            end.vectors[at.vector(name)?].splice(..best.len(), best.iter().copied());
        }
        Ok(end)
    }
}

/// Bits of sums of cells: wide enough that none overflows.
const SUM: usize = 64 - ROW;

/// The longest jump of the kernels: this many steps from an even cell.
const FURTHEST: usize = 6;

/// Assumes that the cells of a line lie within the keys, each one step after the one before: the
/// even ones directly, and, as `sums` shows, those added up from these. Returns the even ones.
fn lies_within(proof: &mut Proof, first: &[Lit], step: &[Lit], length: usize, cells: &[Lit]) -> Vec<Bits> {
    let [first, step, cells] = [first, step, cells].map(|bits| resized(bits, SUM));
    let mut even = first;
    let mut evens = Vec::new();
    for cell in (0..length).step_by(2) {
        for further in 0..=FURTHEST.min(length - 1 - cell) {
            proof.assume(proof.graph.below(&at_once(&proof.graph, &even, &step, further), &cells));
        }
        let next = at_once(&proof.graph, &even, &step, 2);
        proof.whatever(&next);
        evens.push(std::mem::replace(&mut even, next));
    }
    evens
}

/// The cell a number of steps away, by a product of the step.
fn at_once(graph: &Graph, cell: &[Lit], step: &[Lit], steps: usize) -> Bits {
    let times = |graph: &Graph, even: usize| {
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

/// A cell found by a product of the step is the one found by single steps: shown two steps at a
/// time and, at last, one.
fn sums(proof: &mut Proof) -> Result<()> {
    let (cell, step) = (proof.graph.inputs(SUM), resized(&proof.graph.inputs(CELLS - 1), SUM));
    for steps in 3..=FURTHEST {
        let mut by_steps = cell.clone();
        for _ in 0..steps / 2 {
            by_steps = at_once(&proof.graph, &by_steps, &step, 2);
        }
        by_steps = at_once(&proof.graph, &by_steps, &step, steps % 2);
        proof.show_equal("a sum", &at_once(&proof.graph, &cell, &step, steps), &by_steps)?;
    }
    Ok(())
}

/// An empty cell: the next one follows, or after the last the next part of each row, or the return.
fn cell(proof: &mut Proof) -> Result<()> {
    let left = resized(&proof.graph.inputs(CELLS), 64);
    let row = proof.graph.inputs(CELLS - 1);
    let object = proof.array("cells", 1);
    let bytes = bytes_of(&row);
    proof.world.fill(object, 0, &bytes[..32]);
    // It is the last of the remaining ones, wherever the list starts.
    let fewer = proof.graph.sub(&left, &number(1, 64));
    let before = before(&proof.graph, &fewer);
    let call = call(proof, Some(Word::beside(object, before)));
    proof.assume(proof.graph.below(&resized(&row, CELLS), &call.cells));
    let this = call.next_cell(proof, Some(&left))?;
    let next = call.next_cell(proof, Some(&fewer))?;
    // The next part of the rows.
    let further = proof.graph.add(&call.before, &number(call.vector, 64));
    let line = call.line_known(proof, Word::at(call.lines, 0), &further)?;
    let (counts, best, old) = (said_of(&this, COUNTS)?, said_of(&this, BEST)?, results_of(&this));
    let reached = proof.leave(&this, &call.entry, &[next.clone(), line.clone()])?;
    let is_last = proof.graph.is_zero(&fewer);
    let is_last_part = proof.graph.equal(&call.parts_left(&proof.graph, &call.before), &number(1, 64));
    let paths = [reached.path(&next), reached.path(&line), reached.path_of_return()];
    let expected = [!is_last, proof.graph.and(is_last, !is_last_part), proof.graph.and(is_last, is_last_part)];
    proof.show_equal("the next cell, the next part of the rows or the return", &paths, &expected)?;
    if proof.is_outset() {
        return Ok(());
    }
    let mut reads = std::mem::take(&mut proof.world.reads);
    let (Some(Read { object, offset, bits: key }), true) = (reads.pop(), reads.is_empty()) else {
        refuse!("not one row of keys is read")
    };
    let expected = [&this.told("keys")?.offset()[..ROW], &resized(&row, SUM)].concat();
    if object != call.keys || offset != expected {
        refuse!("what is read are not the cell's keys")
    }
    let vectors = [&counts[..], &best, &[key]].concat();
    let shared = [&call.count[..], &left[..CELLS], &[call.white_begins]].concat();
    let counted = |graph: &Graph, of: &[Bits]| -> Counts {
        let counts = [0, 1, 2, 3].map(|count| of[count].clone());
        keys::with_cell(graph, &counts, &of[6], &Best { black: of[4].clone(), white: of[5].clone() })
    };
    let at = next.cut()?;
    if let Some(next) = reached.at(&next) {
        let counts = call.vectors(at, next, COUNTS)?;
        call.show_games(proof, &counts, (&vectors, &shared), |apart, found, of, _| {
            let expected = counted(&apart.graph, of).concat();
            apart.show_equal("the counts", found, &expected)
        })?;
        proof.show_equal("the best keys stay", &call.vectors(at, next, BEST)?.concat(), &best.concat())?;
        proof.show_stored("no result is written", next, (call.results, 0), &old)?;
    }
    for end in reached.at(&line).into_iter().chain(&reached.returned) {
        let found = proof.stored(end, call.results, 0, proof.element("results") as usize)?;
        for part in call.parts() {
            let mut found = call.at_part(proof, part, &found);
            let games = 8 * part..8 * part + call.bits();
            let results: Bits = found.splice(games.clone(), old[games].iter().copied()).collect();
            proof.show_equal("the results of other games stay", &found, &old)?;
            call.show_games(proof, &[results], (&vectors, &shared), |apart, found, of, shared| {
                let (count, rest) = shared.split_at(CELLS);
                let (left, white_begins) = (&rest[..CELLS], rest[CELLS]);
                for counted in &of[..4] {
                    let is_possible = keys::is_possible(&apart.graph, counted, count, left);
                    apart.assume(is_possible);
                }
                assume_cells(apart, count, left);
                let counts = counted(&apart.graph, of);
                let expected = keys::result(&apart.graph, &counts, count, white_begins);
                apart.show_equal("the result", found, &expected)
            })?;
        }
    }
    reached.at(&line).map_or(Ok(()), |state| call.show_none_yet(proof, &line, state))
}

/// Assumes the known facts about the number of cells, and of those that are left.
fn assume_cells(proof: &mut Proof, count: &[Lit], left: &[Lit]) {
    let known = [
        !proof.graph.below(count, &number(2, CELLS)),
        !proof.graph.below(&number(4096, CELLS), count),
        proof.graph.any(left),
        !proof.graph.below(count, left),
    ];
    known.into_iter().for_each(|condition| proof.assume(condition));
}

/// Minus four times a number.
fn before(graph: &Graph, times: &[Lit]) -> Bits {
    let mut bytes = zeros(2);
    bytes.extend_from_slice(&times[..62]);
    graph.neg(&bytes)
}
