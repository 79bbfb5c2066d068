//! A step of NoGo's random games in bit slices for one game, from each cut of the code to the next:
//! `bitslices.rs`.
//!
//! Candidates that are dropped; their numbers up to each row; a random number below that of all;
//! the row and the column of the candidate with this number; the stone on it. Then three passes
//! over the rows, of which each turn keeps every set of stones without a liberty unreached, and
//! leaves nothing unreached beside what is reached, in the row and before it. The fate of the stone
//! is then a function of what is not reached, and of whether the last pass has changed that.

use super::bitslices_pass::{Field, Turn};
use crate::bits::{Bits, number, resized};
use crate::graph::{Graph, Lit};
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use crate::rules::nogo::CELLS;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Planes, or what one game has of them, by name.
pub(super) type Named<T> = BTreeMap<&'static str, Vec<T>>;

/// Bits of the number of plies, and of a number of candidates.
pub(super) const PLIES: usize = 7;
const COUNT: usize = 7;
/// Random bits for a game.
pub(super) const NUMBERS: usize = 3 * COUNT;

/// Bits of the number of candidates up to and with a row.
pub(super) fn prefix_bits(row: usize) -> usize {
    [4, 5, 5, 6, 6, 6, 6, 7, 7][row]
}

/// A step of one game: what is given at its beginning and at each cut, and what the code makes of
/// that until the next.
pub(super) struct Step {
    pub(super) given: Named<Lit>,
    pub(super) found: Named<Lit>,
}

/// The point of a row and a column, one-hot each.
pub(super) fn point(graph: &Graph, rows: &[Lit], columns: &[Lit]) -> Bits {
    rows.iter()
        .flat_map(|&row| columns.iter().map(move |&column| (row, column)))
        .map(|(r, c)| graph.and(r, c))
        .collect()
}

impl Step {
    fn given(&self, name: &str) -> &[Lit] {
        &self.given[name]
    }

    fn found(&self, name: &str) -> &[Lit] {
        &self.found[name]
    }

    fn one(&self, name: &str) -> Lit {
        self.given[name][0]
    }

    /// The last point.
    fn last(&self, graph: &Graph) -> Bits {
        let (rows, columns) = self.given("last").split_at(9);
        point(graph, rows, columns)
    }

    /// The candidates of the side to move that are left.
    fn candidates(&self, graph: &Graph, of: &Named<Lit>) -> Bits {
        graph.choose_each(self.one("side"), &of["white left"], &of["black left"])
    }

    /// How many candidates there are up to each row.
    fn prefixes(&self, of: &[Lit]) -> Vec<Bits> {
        let mut bits = of.iter().copied();
        (0..9).map(|row| resized(&bits.by_ref().take(prefix_bits(row)).collect::<Bits>(), COUNT)).collect()
    }

    pub(super) fn show(&self, proof: &mut Proof) -> Result<()> {
        let name = proof.kernel.name.clone();
        proof.describe(move |_| format!("{name}: bits of a game within a step"));
        self.counted(proof)?;
        self.drawn(proof)?;
        self.row(proof)?;
        self.column(proof)?;
        self.placed(proof)?;
        for (index, pass) in PASSES.into_iter().enumerate() {
            self.passed(proof, index, pass)?;
        }
        for (index, (pass, end)) in PASSES.into_iter().zip(ENDS).enumerate() {
            self.ended(proof, index, pass, end)?;
        }
        Ok(())
    }

    /// The last point is dropped where it should be; the candidates are counted.
    fn counted(&self, proof: &mut Proof) -> Result<()> {
        let last = self.last(&proof.graph);
        for (colour, (before, left)) in [("black", "black left"), ("white", "white left")].into_iter().enumerate() {
            let expected = candidates_left(&proof.graph, self.given(before), self.given("dropped")[colour], &last);
            proof.show_equal("the candidates that are left", self.found(left), &expected)?;
        }

        // For any candidates; then for any numbers of them in the rows.
        let candidates = self.candidates(&proof.graph, &self.found);
        let found = [self.found("prefix"), self.found("mask"), self.found("over")].concat();
        let found = proof.in_terms_of(&found, &candidates)?;
        let (found, candidates) = proof.generalised(&found, &candidates)?;
        let counts: Vec<Bits> = candidates.chunks(9).map(|row| resized(&proof.graph.count(row), 4)).collect();
        let found = proof.in_terms_of(&found, &counts.concat())?;
        let (found, counts) = proof.generalised(&found, &counts.concat())?;
        let few: Bits = counts.chunks(4).map(|count| !proof.graph.below(&number(9, 4), count)).collect();
        let few = proof.graph.all(&few);
        let (found, mask) = found.split_at(found.len() - COUNT - 1);
        let found = self.prefixes(found);
        let mut sum = number(0, COUNT);
        for (found, count) in found.iter().zip(counts.chunks(4)) {
            sum = proof.graph.add(&sum, &resized(count, COUNT));
            proof.show_equal_where(few, "how many candidates there are up to a row", found, &sum)?;
        }
        let are_sums = are_sums(&proof.graph, &found);
        proof.show_where(few, "no fewer candidates than up to the row before, and nine more at most", are_sums)?;
        let mut expected: Bits = (0..COUNT).map(|bit| proof.graph.any(&found[8][bit..])).collect();
        expected.push(proof.graph.is_zero(&found[8]));
        proof.show_equal("as many ones as the number has bits, and whether there is none", mask, &expected)
    }

    /// The first of three masked random numbers that is below that of the candidates.
    fn drawn(&self, proof: &mut Proof) -> Result<()> {
        let total = self.prefixes(self.given("prefix")).remove(8);
        let masked = self.given("numbers").chunks(COUNT).map(|random| proof.graph.and_each(random, self.given("mask")));
        let masked: Vec<Bits> = masked.collect();
        let (chosen, any) = first_below(&proof.graph, &masked, &total);
        let pending = self.one("pending");
        let fresh = proof.graph.and(any, !pending);
        let expected = [&chosen[..], &[fresh, proof.graph.or(fresh, pending)]].concat();
        let found = [self.found("number"), self.found("fresh"), self.found("tried")].concat();
        proof.show_equal("the number that is drawn, and in which games", &found, &expected)?;
        let within = proof.graph.below(&found[..COUNT], &total);
        proof.show_where(fresh, "a number that is drawn is below that of the candidates", within)?;
        self.fair(proof, &masked, &total)
    }

    /// No candidate is preferred: where two of their numbers change places in all random numbers,
    /// they do in what is drawn. Both have no more bits than the mask, so this leads from as many
    /// random numbers to the one candidate as to the other.
    fn fair(&self, proof: &mut Proof, masked: &[Bits], total: &[Lit]) -> Result<()> {
        let graph = &proof.graph;
        let pair = [graph.inputs(COUNT), graph.inputs(COUNT)];
        let exchanged = |graph: &Graph, number: &[Lit]| {
            let [first, second] = pair.each_ref().map(|one| graph.equal(number, one));
            graph.choose_each(first, &pair[1], &graph.choose_each(second, &pair[0], number))
        };
        let others: Vec<Bits> = masked.iter().map(|number| exchanged(graph, number)).collect();
        let (chosen, any) = first_below(graph, masked, total);
        let (found, any_found) = first_below(graph, &others, total);
        let expected = graph.gated(any, &exchanged(graph, &chosen));
        let candidates = pair.each_ref().map(|one| graph.below(one, total));
        let (found, expected) = ([&found[..], &[any_found]].concat(), [&expected[..], &[any]].concat());
        proof.show_equal_where(graph.all(&candidates), "two numbers that change places", &found, &expected)
    }

    /// The row in which the candidate with the number is, and how many of the row's candidates are
    /// before it.
    fn row(&self, proof: &mut Proof) -> Result<()> {
        let prefixes = self.prefixes(self.given("prefix"));
        let (wanted, fresh, pending) = (self.given("number"), self.one("fresh"), self.one("pending"));
        let known = [are_sums(&proof.graph, &prefixes), proof.graph.below(wanted, &prefixes[8])];
        let is_drawn = proof.graph.all(&known);
        let known = proof.graph.implies(fresh, is_drawn);
        let mut before = number(0, COUNT);
        let mut rows = Bits::new();
        for (row, prefix) in prefixes.iter().enumerate() {
            let graph = &proof.graph;
            let here = graph.and(!graph.below(wanted, &before), graph.below(wanted, prefix));
            let expected = under_trial(graph, [fresh, pending], &[here], &self.given("last")[row..=row]);
            proof.show_equal_where(known, "the row", &[self.found("row")[row]], &expected)?;
            let graph = &proof.graph;
            let (rest, candidates) = (graph.sub(wanted, &before), graph.sub(prefix, &before));
            let drawn = graph.all(&[is_drawn, fresh, here]);
            proof.show_where(drawn, "the row has a candidate with the number", graph.below(&rest, &candidates))?;
            proof.show_equal_where(drawn, "how many candidates are before it", self.found("rest"), &rest[..4])?;
            rows.push(here);
            before = prefix.clone();
        }
        proof.show_where(is_drawn, "the number is in one row", exactly_one(&proof.graph, &rows))
    }

    /// The column of the candidate with the number, in a row that was chosen.
    fn column(&self, proof: &mut Proof) -> Result<()> {
        let candidates = self.candidates(&proof.graph, &self.given);
        let (rest, fresh, pending) = (self.given("rest"), self.one("fresh"), self.one("pending"));
        let last = &self.given("last")[9..];
        let no_draw: FxHashMap<usize, Lit> = FxHashMap::from_iter([(fresh.node(), Lit::FALSE)]);
        let found = proof.graph.substitute(self.found("column"), &no_draw);
        proof.show_equal("the column where none is drawn", &found, &proof.graph.gated(pending, last))?;
        for row in 0..9 {
            let chosen = self.given("row").iter().enumerate().map(|(at, lit)| (lit.node(), Lit::constant(at == row)));
            let found = proof.graph.substitute(self.found("column"), &chosen.collect());
            let candidates = &candidates[9 * row..9 * row + 9];
            let columns: Bits = (0..9)
                .map(|column| {
                    let wanted = proof.graph.equal(&resized(&proof.graph.count(&candidates[..column]), 4), rest);
                    proof.graph.and(wanted, candidates[column])
                })
                .collect();
            proof.show_equal("the column", &found, &under_trial(&proof.graph, [fresh, pending], &columns, last))?;
            let enough = proof.graph.below(rest, &resized(&proof.graph.count(candidates), 4));
            proof.show_where(enough, "the number is in one column", exactly_one(&proof.graph, &columns))?;
        }
        Ok(())
    }

    /// A refused stone is taken away, and the one that is drawn is placed.
    fn placed(&self, proof: &mut Proof) -> Result<()> {
        let graph = &proof.graph;
        let (last, new) = (self.last(graph), point(graph, self.given("row"), self.given("column")));
        let stones = stones_with(graph, self.given("occupied"), self.one("refused"), &last, &new);
        let colours = colours_with(graph, self.given("colour"), &new, self.one("side"));
        proof.show_equal("the stones", self.found("stones"), &stones)?;
        proof.show_equal("the colours", self.found("colours"), &colours)?;
        if !self.given.contains_key("walls right") {
            return Ok(());
        }
        let field = Field { occupied: self.found("stones").to_vec(), ..self.field() };
        let field = Field { white: self.found("colours").to_vec(), ..field };
        let [right, above] = field.walls(&proof.graph);
        proof.show_equal("the walls on the right", self.found("walls right"), &right)?;
        proof.show_equal("the walls above", &self.found("walls above")[9..], &above)
    }

    /// The board with the stone.
    fn field(&self) -> Field {
        let inside = self.given.get("inside").cloned().unwrap_or_else(|| vec![Lit::TRUE; CELLS]);
        Field { occupied: self.given("stones").to_vec(), white: self.given("colours").to_vec(), inside }
    }

    /// The stones that are not reached before a pass.
    fn before(&self, graph: &Graph, index: usize) -> Bits {
        if index > 0 {
            return self.given(PASSES[index - 1]).to_vec();
        }
        let pending = self.one("pending");
        self.given("unreached").iter().map(|&unreached| graph.implies(pending, unreached)).collect()
    }

    /// A pass: what each turn leaves, whatever the one before it has left; and what is told of it
    /// at its end.
    fn passed(&self, proof: &mut Proof, index: usize, pass: &str) -> Result<()> {
        let field = self.field();
        // Walls are what they were shown to be.
        let mut walls = FxHashMap::default();
        if let (Some(right), Some(above)) = (self.given.get("walls right"), self.given.get("walls above")) {
            let expected = field.walls(&proof.graph);
            let given = right.iter().chain(&above[9..]);
            walls.extend(given.map(|wall| wall.node()).zip(expected.concat()));
        }
        let found = proof.graph.substitute(self.found(pass), &walls);
        let before = self.before(&proof.graph, index);
        let dead = proof.graph.inputs(CELLS);
        for turn in Turn::of_pass(index) {
            let mut after = self.given(pass).to_vec();
            after[9 * turn.row..9 * turn.row + 9].copy_from_slice(&found[9 * turn.row..9 * turn.row + 9]);
            for (what, condition) in turn.leaves(&proof.graph, &field, &before, &after, &dead) {
                proof.show(what, condition)?;
            }
        }

        // The results of each row are gathered before the next turn.
        let after = self.found(pass);
        let missing = proof.graph.any(&proof.graph.and_each(after, &field.inside));
        proof.show_equal("whether a stone is not reached", self.found(MISSING[index]), &[missing])?;
        if index == 2 {
            let changed = proof.graph.any(&proof.graph.xor_each(after, &before));
            proof.show_equal("whether the last pass has changed anything", self.found("changed"), &[changed])?;
        }
        Ok(())
    }

    /// The stone's fate at a step's end.
    fn ended(&self, proof: &mut Proof, index: usize, pass: &str, end: &str) -> Result<()> {
        if self.given(pass).len() != CELLS {
            refuse!("{pass}: not all points");
        }
        let graph = &proof.graph;
        let (tried, missing) = (self.one("tried"), self.one(MISSING[index]));
        let lacks = graph.and(tried, missing);
        let goes_on = if index < 2 { Lit::FALSE } else { self.one("changed") };
        // After the first two passes the step ends if no game lacks anything.
        let known = if index < 2 { !lacks } else { Lit::TRUE };
        let fate = Fate::of(graph, tried, missing, goes_on);
        let [black, white] = fate.dropped(graph, self.one("side"));
        let mut expected = vec![fate.pending, fate.refused, black, white, fate.side_after(graph, self.one("side"))];
        expected.extend(graph.add(self.given("plies"), &resized(&[fate.legal], PLIES)));
        proof.show_equal_where(known, "what becomes of the stone", self.found(end), &expected)
    }
}

/// The first of some numbers that is below a total, or zero, and whether there is one.
fn first_below(graph: &Graph, numbers: &[Bits], total: &[Lit]) -> (Bits, Lit) {
    let (mut chosen, mut any) = (number(0, COUNT), Lit::FALSE);
    for number in numbers {
        let fits = graph.below(number, total);
        chosen = graph.choose_each(graph.and(fits, !any), number, &chosen);
        any = graph.or(any, fits);
    }
    (chosen, any)
}

/// Whether the numbers of candidates up to each row grow by at most nine a row.
fn are_sums(graph: &Graph, prefixes: &[Bits]) -> Lit {
    let mut conditions = Bits::new();
    let mut before = number(0, COUNT);
    for prefix in prefixes {
        conditions.push(!graph.below(prefix, &before));
        conditions.push(!graph.below(&number(9, COUNT), &graph.sub(prefix, &before)));
        before.clone_from(prefix);
    }
    graph.all(&conditions)
}

/// The passes, whether a stone is not reached after each, and the ends of a step after each.
const PASSES: [&str; 3] = ["first", "up", "second"];
const MISSING: [&str; 3] = ["missing first", "missing up", "missing second"];
const ENDS: [&str; 3] = ["end first", "end up", "end second"];

/// The fate of a stone under trial.
pub(super) struct Fate {
    pub(super) legal: Lit,
    pub(super) pending: Lit,
    pub(super) refused: Lit,
}

impl Fate {
    /// By whether there is one, whether a stone is not reached, and whether more may be reached by
    /// another pass.
    pub(super) fn of(graph: &Graph, tried: Lit, missing: Lit, goes_on: Lit) -> Fate {
        let lacks = graph.and(tried, missing);
        Fate {
            legal: graph.and(tried, !missing),
            pending: graph.and(lacks, goes_on),
            refused: graph.and(lacks, !goes_on),
        }
    }

    /// Whether the point is no longer a candidate of black and of white.
    pub(super) fn dropped(&self, graph: &Graph, side: Lit) -> [Lit; 2] {
        [!side, side].map(|to_move| graph.or(self.legal, graph.and(self.refused, to_move)))
    }

    /// Whose turn it is then.
    pub(super) fn side_after(&self, graph: &Graph, side: Lit) -> Lit {
        graph.xor(side, self.legal)
    }
}

// The other parts of a step of which the rules are shown (`bitslices_rule.rs`).

/// The candidates of a colour that are left if the last point is dropped.
pub(super) fn candidates_left(graph: &Graph, candidates: &[Lit], dropped: Lit, last: &[Lit]) -> Bits {
    graph.without(candidates, &graph.gated(dropped, last))
}

/// The rows or columns of the stone under trial: those drawn, or the last ones of a pending stone.
pub(super) fn under_trial(graph: &Graph, [fresh, pending]: [Lit; 2], drawn: &[Lit], last: &[Lit]) -> Bits {
    graph.or_each(&graph.gated(fresh, drawn), &graph.gated(pending, last))
}

/// The stones with the new one, and without one that was refused.
pub(super) fn stones_with(graph: &Graph, occupied: &[Lit], refused: Lit, last: &[Lit], new: &[Lit]) -> Bits {
    graph.or_each(&graph.without(occupied, &graph.gated(refused, last)), new)
}

/// Which points are white with the new stone.
pub(super) fn colours_with(graph: &Graph, white: &[Lit], new: &[Lit], side: Lit) -> Bits {
    new.iter().zip(white).map(|(&new, &white)| graph.choose(new, side, white)).collect()
}

/// Whether one of some bits is set, and no more.
pub(super) fn exactly_one(graph: &Graph, bits: &[Lit]) -> Lit {
    let (mut one, mut more) = (Lit::FALSE, Lit::FALSE);
    for &bit in bits {
        more = graph.or(more, graph.and(one, bit));
        one = graph.or(one, bit);
    }
    graph.and(one, !more)
}
