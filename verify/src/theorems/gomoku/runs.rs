//! The runs through a stone on the cell vector: asm/gomoku/runs.inc.
//!
//! One case is one number of columns. The distances from the stone to the edges are any four
//! numbers that fit a board; the position, the number of rows and all else follow from them. Memory
//! is addressed from the stone, and the edges decide at which byte the vector begins and ends; the
//! bytes beyond may not be read. So the cells on the stone's four lines are at known places. Those
//! on the board are cells of the rule; a cell of another row that lies at the same place in memory
//! is not.
//!
//! The kernels are cut where a walk begins and where it ends. There the results of the walks before
//! it are known in the rule's terms, so each proof is about one walk, or about how two walks are
//! joined. The Avx2 kernel has one more cut, where a run goes on beyond the four cells that are
//! read at once: there it handles any of the remaining directions. A case of its own says what the
//! Avx2 kernel does from where all cells are read at once: there the board has two rows, and at the
//! kernel's entry one is enough.

use super::five::name;
use crate::bits::{Bits, number, resized, zeros};
use crate::cuts::Cut;
use crate::graph::Lit;
use crate::place::Place;
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use crate::rules::gomoku::{self as rules, Field, Walk};
use crate::state::State;
use crate::theorem::{Case, Theorem};
use crate::word::{ObjectId, Word};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use stonemask::Tier;

/// The most rows and columns.
const MOST: usize = 64;

/// How many cells are read at once in each direction.
const AT_ONCE: usize = 4;

pub(super) fn theorems() -> Vec<Theorem> {
    vec![Theorem {
        family: "gomoku_runs",
        claim: "the runs through a stone, for all cells and every place on a board of any size",
        cases: |kernel| {
            let mut cases = Vec::new();
            for columns in 1..=MOST {
                let walks = move |proof: &mut Proof| Runs::new(proof, columns)?.prove_walks(proof);
                cases.push(Case::new(format!("{columns} columns"), walks));
                if kernel.tier != Tier::X64 {
                    let at_once = move |proof: &mut Proof| Runs::new(proof, columns)?.prove_at_once(proof);
                    cases.push(Case::new(format!("{columns} columns, cells read at once"), at_once));
                }
            }
            cases
        },
        quick_one_of: 128,
        ..Theorem::PLAIN
    }]
}

/// A direction's walk by the rule, as numbers.
#[derive(Clone)]
struct Way {
    /// The stones passed, 6 bits.
    count: Bits,
    blocked: Lit,
    /// Whether the walk passes all cells that are read at once, and what comes after these.
    full: Lit,
    more: Bits,
}

/// The state that does not change during a call.
struct Runs {
    columns: usize,
    cells: ObjectId,
    /// Where the stone is in the visible memory.
    stone: i64,
    /// The distances to the edges: up, down, left, right; 6 bits each.
    edges: [Bits; 4],
    colour: Bits,
    /// By axis, before the stone and after it.
    ways: [[Way; 2]; 4],
    /// The ways on a board that ends after the cells that are read at once.
    near: [[Way; 2]; 4],
    entry: State,
}

impl Runs {
    fn new(proof: &mut Proof, columns: usize) -> Result<Runs> {
        let graph = &proof.graph;
        let edges: [Bits; 4] = std::array::from_fn(|_| graph.inputs(6));
        let [up, down, left, right] = edges.each_ref().map(|edge| resized(edge, 64));
        let one = number(1, 64);
        let rows = graph.add(&graph.add(&up, &down), &one);
        let beside = graph.add(&left, &right);
        let position = graph.add(&graph.multiply(&number(columns as u64, 64), &up, 64), &left);
        let after = graph.add(&graph.multiply(&number(columns as u64, 64), &down, 64), &right);
        proof.assume(!proof.graph.below(&number(MOST as u64, 64), &rows));
        proof.assume(proof.graph.equal(&beside, &number(columns as u64 - 1, 64)));

        // As much as the farthest edges need.
        let reach = (columns * (MOST - 1) + MOST - 1) as i64;
        let cells = proof.array("cells", 2 * reach as usize + 1);
        let (stone, middle) = (reach, number(reach.cast_unsigned(), 64));
        let begin = proof.graph.sub(&middle, &position);
        proof.world.limit(cells, begin.clone(), proof.graph.add(&proof.graph.add(&middle, &after), &one));

        let black = proof.graph.input();
        let colour = vec![black, !black];
        let [same, other] = lines(proof, cells, stone, columns, &edges, black);
        let centre = MOST - 1;
        let [ways, near] = [centre, AT_ONCE].map(|reach| {
            let [same, other] = [&same, &other].map(|field| inner(field, reach));
            let walks = rules::walks(&proof.graph, &same, &other, (reach as i32, reach as i32));
            walks.map(|both| both.map(|walk| way(proof, &walk)))
        });

        let pointer = Word::beside(cells, begin);
        let [rows, columns_word, position] =
            [&rows, &number(columns as u64, 64), &position].map(|bits| proof.narrow(&bits[..32]));
        let entry = proof.entry(&[pointer, rows, columns_word, position]);
        let name = name(proof);
        let seen = edges.clone();
        proof.describe(move |values| {
            let [up, down, left, right] = seen.each_ref().map(|edge| values.number(edge));
            format!("{name}, a stone {up} rows from the top, {down} from the bottom, {left} columns from the left, {right} from the right")
        });
        Ok(Runs { columns, cells, stone, edges, colour, ways, near, entry })
    }

    /// Where a walk begins ("walk") or ends ("walked"), in their order.
    fn at_walks(&self, proof: &mut Proof, name: &str) -> Result<Vec<Place>> {
        let walks = proof.kernel.cuts_of(name, 8)?;
        walks.into_iter().enumerate().map(|(walk, at)| self.at_walk(proof, walk, at)).collect()
    }

    /// The result by the rule.
    fn expected(&self, proof: &mut Proof) -> Bits {
        self.ways.iter().flat_map(|[before, after]| word(proof, before, after)).collect()
    }

    /// From the entry to where the cells are read at once or the walks begin, through each walk,
    /// and from walk to walk.
    fn prove_walks(&self, proof: &mut Proof) -> Result<()> {
        let (begun, ended) = (self.at_walks(proof, "walk")?, self.at_walks(proof, "walked")?);
        let expected = self.expected(proof);
        let mut first = begun[..1].to_vec();
        if proof.kernel.tier != Tier::X64 {
            first.push(self.before_loads(proof)?);
        }
        let reached = proof.enter(&self.entry, &first)?;
        proof.show("the stone's place is known", Lit::constant(reached.returned.is_none()))?;
        if let [_, two_rows] = &first[..] {
            let [up, down, ..] = &self.edges;
            let are_two = proof.graph.any(&proof.graph.or_each(up, down));
            proof.show_equal("cells are read at once if there are two rows", &[reached.path(two_rows)], &[are_two])?;
        }
        for (walk, (begins, ends)) in begun.iter().zip(&ended).enumerate() {
            proof.lead(begins, &self.entry, ends)?;
            if let Some(next) = begun.get(walk + 1) {
                proof.lead(ends, &self.entry, next)?;
            } else {
                let reached = proof.leave(ends, &self.entry, &[])?;
                let Some(end) = reached.returned else { refuse!("the last walk does not lead to the return") };
                proof.show_result("the runs", &end, &expected)?;
            }
        }
        Ok(())
    }

    /// States the registers with the stone's place, at all cuts except the one for the remaining
    /// directions.
    fn is_placed(&self, place: &mut Place) -> Result<()> {
        place.holds("stone", Word::at(self.cells, self.stone))?;
        for (name, edge) in ["up", "down", "left", "right"].into_iter().zip(&self.edges) {
            place.holds(name, Word::number(resized(edge, 64)))?;
        }
        Ok(())
    }

    /// The number of cells in a direction: before the stone or after it on an axis.
    fn limit(&self, proof: &mut Proof, axis: usize, after: bool) -> Bits {
        let [up, down, left, right] = &self.edges;
        let (vertical, beside, opposite) = if after { (down, right, left) } else { (up, left, right) };
        match axis {
            0 => beside.clone(),
            1 => vertical.clone(),
            _ => {
                let other = if axis == 2 { beside } else { opposite };
                proof.graph.choose_each(proof.graph.below(other, vertical), other, vertical)
            }
        }
    }

    /// Two walks an axis, onwards and back: before or after one.
    fn at_walk(&self, proof: &mut Proof, walk: usize, at: &Arc<Cut>) -> Result<Place> {
        let (axis, back) = (walk / 2, walk % 2 == 1);
        let mut place = proof.place_at(at, &self.entry)?;
        self.is_placed(&mut place)?;
        let step = [self.columns, self.columns, self.columns + 1, self.columns - 1][axis];
        place.holds("step", Word::constant(step as u64))?;
        place.holds("colour", Word::number(resized(&self.colour, 64)))?;
        let [before, onward] = &self.ways[axis];
        let mut blocked = if back { vec![onward.blocked] } else { Vec::new() };
        if at.name == "walk" {
            let limit = self.limit(proof, axis, !back);
            place.holds("limit", Word::number(resized(&limit, 64)))?;
        } else {
            let walked = if back { before } else { onward };
            place.holds("count", Word::number(resized(&walked.count, 64)))?;
            blocked = if back { ends(proof, before, onward).to_vec() } else { vec![onward.blocked] };
        }
        place.holds("blocked", Word::number(resized(&blocked, 64)))?;
        if back {
            place.holds("onward", Word::number(resized(&onward.count, 64)))?;
        }
        // The content on entry is shifted out by the end.
        let mut runs = place.unused(&proof.graph, 64 - 16 * axis);
        for [before, after] in &self.ways[..axis] {
            runs.extend(word(proof, before, after));
        }
        place.holds("runs", Word::number(runs))?;
        Ok(place)
    }

    /// The directions in the kernel's order: by axis those before the stone, then those after it.
    fn directions() -> impl Iterator<Item = (usize, bool)> {
        [false, true].into_iter().flat_map(|after| (0..4).map(move |axis| (axis, after)))
    }

    fn way(&self, (axis, after): (usize, bool)) -> &Way {
        &self.ways[axis][usize::from(after)]
    }

    fn near(&self, (axis, after): (usize, bool)) -> &Way {
        &self.near[axis][usize::from(after)]
    }

    /// Where a run goes on, or adds what a direction comes to: some directions remain, and `first`
    /// is the first of them if it is known.
    fn at_directions(&self, proof: &mut Proof, name: &str, first: Option<usize>) -> Result<Place> {
        let mut place = proof.place(name, &self.entry)?;
        place.holds("stone", Word::at(self.cells, self.stone))?;
        place.holds("columns", Word::constant(self.columns as u64))?;
        place.holds("its_colour", Word::number(resized(&self.colour, 64)))?;
        place.holds("ways", proof.table("WAYS")?)?;
        place.holds_any(&proof.graph, "result", 64)?;
        let known = first.map_or(0, |first| first + 1);
        let mut left = number(first.map_or(0, |first| 1 << first), known);
        left.extend(place.any(&proof.graph, 8 - known));
        if name == "direction" {
            place.conditions.push(("a direction is left", proof.graph.any(&left)));
        }
        place.holds("full", Word::number(resized(&left, 64)))?;
        // Below what was pushed: a doubleword for each direction, with the limit in each of its
        // bytes.
        let mut limits = Bits::new();
        for (axis, after) in Runs::directions() {
            limits.extend(resized(&self.limit(proof, axis, after), 8).repeat(4));
        }
        for (limits, below) in limits.chunks(64).zip((0..).map(|index| 24 + 32 - 8 * index)) {
            place.stack.push((below, Word::number(limits.to_vec())));
        }
        Ok(place)
    }

    /// Where the stone's place is known and the board has at least two rows.
    fn before_loads(&self, proof: &mut Proof) -> Result<Place> {
        let mut place = proof.place("two_rows", &self.entry)?;
        self.is_placed(&mut place)?;
        place.holds("columns", Word::constant(self.columns as u64))?;
        let [up, down, ..] = &self.edges;
        place.conditions.push(("there are two rows", proof.graph.any(&proof.graph.or_each(up, down))));
        Ok(place)
    }

    /// From where the cells are read at once to the first walk, a direction in which the run goes
    /// on, or the return.
    fn prove_at_once(&self, proof: &mut Proof) -> Result<()> {
        let placed = self.before_loads(proof)?;
        let first_walk = self.at_walks(proof, "walk")?.swap_remove(0);
        let more = self.at_directions(proof, "direction", None)?;
        let reached = proof.leave(&placed, &self.entry, &[first_walk, more.clone()])?;
        let full: Bits = Runs::directions().map(|of| self.near(of).full).collect();
        let near: Bits = self.near.clone().iter().flat_map(|[before, after]| word(proof, before, after)).collect();
        let what = "what the cells that are read at once come to";
        if let Some(end) = &reached.returned {
            let found = proof.result(end)?;
            proof.show_equal_where(end.path, what, &found, &near)?;
            proof.show_equal_where(end.path, "no direction goes on", &full, &zeros(8))?;
        }
        if let Some(at) = reached.at(&more) {
            let [result, left] = found(at, &more)?;
            proof.show_equal_where(at.path, what, &result, &near)?;
            proof.show_equal_where(at.path, "those that go on", &left, &resized(&full, 64))?;
        }

        // The result is that plus what each direction adds.
        let mut sum = near;
        for of in Runs::directions() {
            // Of the rule alone, on both boards.
            proof.show("whether it goes on", proof.graph.iff(self.near(of).full, self.way(of).full))?;
            let beyond = self.beyond(proof, of);
            sum = proof.graph.add(&sum, &proof.graph.gated(self.way(of).full, &beyond));
        }
        let expected = self.expected(proof);
        proof.show_equal("the sum over the directions", &sum, &expected)?;
        for (first, of) in Runs::directions().enumerate() {
            self.prove_direction(proof, first, of, &more)?;
        }
        Ok(())
    }

    /// The cells beyond those read at once, added to the result, in a direction with `passed`
    /// cells.
    fn beyond(&self, proof: &mut Proof, (axis, after): (usize, bool)) -> Bits {
        let way = self.way((axis, after)).clone();
        let mut beyond = zeros(16 * axis);
        let run = resized(&way.more, 16);
        let mut before = zeros(7);
        before.extend(if after { Bits::new() } else { way.more });
        let mut word = proof.graph.add(&run, &resized(&before, 16));
        word[13] = way.blocked;
        beyond.extend(word);
        resized(&beyond, 64)
    }

    /// One of the remaining directions: it adds the cells beyond the first ones and is removed from
    /// the set.
    fn prove_direction(&self, proof: &mut Proof, first: usize, of: (usize, bool), next: &Place) -> Result<()> {
        let this = self.at_directions(proof, "direction", Some(first))?;
        let mut left = this.told_number("full")?;
        left[first] = Lit::FALSE;

        // Up to the addition, the remaining directions and the result so far are those at the
        // start.
        let mut adding = self.at_directions(proof, "adding", None)?;
        let (so_far, rest) = (adding.told_number("result")?, adding.told_number("full")?);
        let added = adding.holds_any(&proof.graph, "added", 64)?;
        let reached = proof.leave(&this, &self.entry, std::slice::from_ref(&adding))?;
        let Some(at) = reached.at(&adding) else { refuse!("nothing is added") };
        let beyond = self.beyond(proof, of);
        // On narrow boards no direction is full.
        let full = proof.graph.and(at.path, self.way(of).full);
        let [found_there, beyond] =
            [&adding.number_in(at, "added")?, &beyond].map(|bits| proof.graph.gated(full, bits));
        proof.show_equal("what the direction adds", &found_there, &beyond)?;
        let [result, full] = found(at, &adding)?;
        proof.show_equal_where(at.path, "the directions that are left", &full, &left)?;
        proof.show_equal_where(at.path, "the result so far", &result, &this.told_number("result")?)?;
        proof.show("nothing returns before", Lit::constant(reached.returned.is_none()))?;

        // From the addition to the next direction, or the return if none is left.
        let sum = proof.graph.add(&so_far, &added);
        let reached = proof.leave(&adding, &self.entry, std::slice::from_ref(next))?;
        if let Some(at) = reached.at(next) {
            let [result, full] = found(at, next)?;
            proof.show_equal_where(at.path, "the sum", &result, &sum)?;
            proof.show_equal_where(at.path, "the directions that are still left", &full, &rest)?;
        }
        let Some(end) = reached.returned else { refuse!("it does not return after the last direction") };
        let found = proof.result(&end)?;
        proof.show_equal_where(end.path, "the last sum", &found, &sum)?;
        proof.show_where(end.path, "no direction is left at the return", proof.graph.is_zero(&rest))
    }
}

/// The result so far, and the directions that are left, where a run comes to a place.
fn found(at: &State, place: &Place) -> Result<[Bits; 2]> {
    Ok([place.number_in(at, "result")?, place.number_in(at, "full")?])
}

/// The cells on the stone's four lines, with the stone in the middle: the stones of its colour, and
/// those of the other.
fn lines(
    proof: &mut Proof,
    cells: ObjectId,
    stone: i64,
    columns: usize,
    edges: &[Bits; 4],
    black: Lit,
) -> [Field<Lit>; 2] {
    let side = 2 * MOST - 1;
    let mut fields = [(); 2].map(|()| Field { rows: side, columns: side, cells: zeros(side * side) });
    let mut made: FxHashMap<i64, [Lit; 2]> = FxHashMap::default();
    let [up, down, left, right] = edges;
    let put = |proof: &mut Proof, at: i64, [black, white]: [Lit; 2]| {
        // 20 more below a cursor.
        let (cursor, no) = (proof.graph.input(), Lit::FALSE);
        proof.world.fill(cells, at, &[black, white, cursor, no, cursor, no, no, no]);
    };
    put(proof, stone, [black, !black]);
    for (down_by, right_by) in [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)] {
        for steps in 1..MOST as i64 {
            if right_by != 0 && steps >= columns as i64 {
                continue;
            }
            let at = stone + steps * (down_by * columns as i64 + right_by);
            let colours = *made.entry(at).or_insert_with(|| {
                let (black, any) = (proof.graph.input(), proof.graph.input());
                let white = proof.graph.and(!black, any);
                put(proof, at, [black, white]);
                [black, white]
            });
            let within = |proof: &mut Proof, by: i64, less: &Bits, more: &Bits| match by {
                0 => Lit::TRUE,
                _ => !proof.graph.below(if by < 0 { less } else { more }, &number(steps.cast_unsigned(), 6)),
            };
            let (vertical, horizontal) = (within(proof, down_by, up, down), within(proof, right_by, left, right));
            let on_board = proof.graph.and(vertical, horizontal);
            let [black_cell, white_cell] = colours.map(|cell| proof.graph.and(on_board, cell));
            let middle = MOST as i64 - 1;
            let place = side as i64 * (middle + steps * down_by) + middle + steps * right_by;
            fields[0].cells[place as usize] = proof.graph.choose(black, black_cell, white_cell);
            fields[1].cells[place as usize] = proof.graph.choose(black, white_cell, black_cell);
        }
    }
    fields
}

/// A walk in numbers.
fn way(proof: &mut Proof, walk: &Walk<Lit>) -> Way {
    let count = proof.graph.place(&walk.passes, 6);
    let full = proof.graph.any(&walk.passes[AT_ONCE..]);
    let more = proof.graph.place(&walk.passes[AT_ONCE..], 6);
    Way { count, blocked: walk.blocked, full, more }
}

/// The middle of a field, `reach` to each side.
fn inner(field: &Field<Lit>, reach: usize) -> Field<Lit> {
    let (side, from) = (2 * reach + 1, field.rows / 2 - reach);
    let row = |row: usize| field.cells[field.columns * (from + row) + from..][..side].to_vec();
    Field { rows: side, columns: side, cells: (0..side).flat_map(row).collect() }
}

/// The sixteen bits of an axis.
fn word(proof: &mut Proof, before: &Way, after: &Way) -> Bits {
    let [before_count, after_count] = [before, after].map(|way| resized(&way.count, 7));
    let (both, _) = proof.graph.add_carries(&before_count, &after_count, Lit::TRUE);
    let mut word = both;
    word.extend_from_slice(&before.count);
    word.extend(ends(proof, before, after));
    word.push(Lit::FALSE);
    word
}

/// How many ends of a run touch a stone of the other colour, as a number.
fn ends(proof: &mut Proof, before: &Way, after: &Way) -> [Lit; 2] {
    [proof.graph.xor(before.blocked, after.blocked), proof.graph.and(before.blocked, after.blocked)]
}
