//! NoGo's legal moves of both colours, for many positions.
//!
//! The kernels grow nine sets of stones. Each empty point has three of nine codes, and no two
//! points have the same three. Each set starts from the stones beside the empty points with its
//! code. By induction over the turns of the inner loop, as in `is_legal.rs`, each set in the end is
//! closed, contains the stones that touch its empty points, and lies within every closed set that
//! contains these. For a point, the union of the six sets without its codes is the least closed set
//! without that point: the stones of groups with a liberty elsewhere. The result is the rule in
//! these terms (`rule.rs`). The masks use addition: a stone beside the point is in the three sets
//! of the point's codes, so it is in one of the six others if it is in four sets.
//!
//! The outer loops run over positions. A turn's pointers and count are free, and the next turn's
//! have advanced.

use super::four_boards::{any_position, bit, name, packed, point_name, text, windows};
use super::is_legal::{any_closed_if, held};
use super::rule;
use crate::bits::{Bits, number, zeros};
use crate::cuts::{Cut, numbered};
use crate::execute::Ends;
use crate::graph::Lit;
use crate::image::Kernel;
use crate::place::Place;
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use crate::rules::nogo::{CELLS, Position};
use crate::state::State;
use crate::theorem::{Case, Theorem};
use crate::word::{ObjectId, Word};
use std::ops::Range;
use std::sync::Arc;
use stonemask::Tier;

/// The sets that grow.
const SETS: usize = 9;

pub(super) fn theorems() -> Vec<Theorem> {
    vec![Theorem {
        family: "nogo_masks",
        claim: "the legal moves of both colours, for any number of positions, and every position",
        cases,
        quick_one_of: 13,
        ..Theorem::PLAIN
    }]
}

/// How many positions each outer loop takes at once: Avx512 four, then the rest one by one.
fn loops_of(kernel: &Kernel) -> &'static [usize] {
    if kernel.tier == Tier::Avx512 { &[4, 1] } else { &[1] }
}

fn cases(kernel: &Kernel) -> Vec<Case> {
    let mut cases = vec![Case::new("which positions are done", count)];
    for (which, &at_once) in loops_of(kernel).iter().enumerate() {
        cases.push(Case::new(format!("{at_once} at once: growth ends"), move |proof| growth_ends(proof, which)));
        for position in 0..at_once {
            let of = format!("position {} of {at_once}", position + 1);
            cases.push(Case::new(format!("{of}: what grows"), move |proof| growth(proof, which, position)));
            for row in 0..9 {
                let points = move |proof: &mut Proof| points(proof, which, position, 9 * row..9 * row + 9);
                cases.push(Case::new(format!("{of}: row {}", row + 1), points));
            }
        }
    }
    cases.extend(rule::cases());
    cases.push(Case::new("the union of six closed sets", |proof| rule::union_is_closed(proof, SETS - 3)));
    cases
}

/// For each cell the three sets that it is in: the triples in lexicographic order, as
/// asm/nogo/codes.S has them.
fn codes() -> Vec<[usize; 3]> {
    let triples = (0..SETS).flat_map(|a| (a + 1..SETS).flat_map(move |b| (b + 1..SETS).map(move |c| [a, b, c])));
    triples.take(CELLS).collect()
}

/// A loop over positions, one turn of which is run.
struct Loop<'a> {
    at_once: usize,
    /// Where a turn starts; where its nine sets grow; and where they are complete.
    cuts: [&'a Arc<Cut>; 3],
    positions: Vec<Position<Lit>>,
    /// The positions and masks of the turn, and the number of positions left before it.
    input: ObjectId,
    output: ObjectId,
    left: Bits,
    /// The points reached at the second and third cut, by position and set: the least that a set
    /// contains, and a closed set around it if this is the last cut.
    growing: Vec<Vec<Bits>>,
    grown: Vec<Vec<Bits>>,
    least: Vec<Vec<Bits>>,
    closed: Vec<Vec<(Bits, Lit)>>,
}

impl<'a> Loop<'a> {
    /// The registers of the nine sets, and in which lane of one a position's set is: two sets are
    /// in each, or all positions' one.
    fn registers(&self) -> Vec<String> {
        match self.at_once {
            1 => ["reach_a", "reach_b", "reach_c", "reach_d", "reach_e"].map(str::to_owned).into(),
            _ => numbered("reach", SETS),
        }
    }

    fn lane(&self, position: usize, set: usize) -> (usize, usize) {
        if self.at_once == 1 { (set / 2, set % 2) } else { (set, position) }
    }

    /// A place at which the registers hold these sets.
    fn place(&self, cut: &Arc<Cut>, sets: &[Vec<Bits>]) -> Result<Place> {
        let registers = self.registers();
        let mut vectors = vec![Bits::new(); registers.len()];
        // By lanes, from the lowest on.
        for (position, sets) in sets.iter().enumerate() {
            for (set, cells) in sets.iter().enumerate() {
                let (register, lane) = self.lane(position, set);
                debug_assert_eq!(vectors[register].len(), 128 * lane);
                vectors[register].extend(windows(cells));
            }
        }
        let mut place = Place::of_cut(cut);
        for (name, bits) in registers.iter().zip(vectors) {
            place.holds_vector(name, bits)?;
        }
        Ok(place)
    }

    /// The set that a state holds where the sets grow, or are complete.
    fn held(
        &self,
        proof: &mut Proof,
        what: &str,
        (cut, state): (&Arc<Cut>, &State),
        position: usize,
        set: usize,
    ) -> Result<Bits> {
        let (register, lane) = self.lane(position, set);
        let bits = cut.bits(state, &self.registers()[register], 128 * lane + 128)?;
        held(proof, what, state.path, &bits[128 * lane..])
    }

    /// Words at the start of a turn.
    fn words(&self) -> [(&'static str, Word); 3] {
        let left = Word::number(self.left.clone());
        [("positions", Word::at(self.input, 0)), ("masks", Word::at(self.output, 0)), ("count", left)]
    }
}

fn any_loop<'a>(proof: &mut Proof, at_once: usize, cuts: [&'a Arc<Cut>; 3]) -> Loop<'a> {
    let positions: Vec<Position<Lit>> = (0..at_once).map(|_| any_position(&proof.graph)).collect();
    let [input, output] = ["positions", "masks"].map(|name| proof.array(name, at_once));
    for (position, at) in positions.iter().zip((0..).step_by(proof.element("positions") as usize)) {
        for (cells, at) in position.stones.iter().chain([&position.empty]).zip((at..).step_by(16)) {
            proof.world.fill(input, at, &packed(cells, 128));
        }
    }
    let left = proof.graph.inputs(64);
    proof.assume(!proof.graph.below(&left, &number(at_once as u64, 64)));
    let (mut growing, mut grown, mut least, mut closed) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for position in &positions {
        let stones = proof.graph.or_each(&position.stones[0], &position.stones[1]);
        let codes = codes();
        let touching: Vec<Bits> = (0..SETS)
            .map(|set| {
                let coded = |cell: usize| if codes[cell].contains(&set) { position.empty[cell] } else { Lit::FALSE };
                let points: Bits = (0..CELLS).map(coded).collect();
                position.touching(&proof.graph, &points)
            })
            .collect();
        let around: Vec<_> = touching.iter().map(|touching| any_closed_if(&proof.graph, position, touching)).collect();
        let between = touching.iter().zip(&around).map(|(least, (most, _))| proof.graph.any_between(least, most));
        growing.push(between.collect());
        grown.push(touching.iter().map(|least| proof.graph.any_between(least, &stones)).collect());
        least.push(touching);
        closed.push(around);
    }
    Loop { at_once, cuts, positions, input, output, left, growing, grown, least, closed }
}

/// The loops of a kernel, the run up to the first of them, and the runs from each of their cuts.
struct Runs<'a> {
    loops: Vec<Loop<'a>>,
    /// How many positions there are.
    count: Bits,
    entry: State,
    first: Ends,
    sections: Vec<Ends>,
}

fn runs<'a>(proof: &mut Proof<'a>) -> Result<Runs<'a>> {
    let kernel = proof.kernel;
    let all = loops_of(kernel);
    let [turns, growing, grown] = ["turn", "growing", "grown"].map(|name| kernel.cuts_of(name, all.len()));
    let cuts = turns?.into_iter().zip(growing?).zip(grown?).map(|((turn, growing), grown)| [turn, growing, grown]);
    let loops: Vec<Loop> = cuts.zip(all).map(|(cuts, &at_once)| any_loop(proof, at_once, cuts)).collect();
    let (name, seen): (String, Vec<_>) = (name(proof), loops.iter().map(|of| of.positions.clone()).collect());
    proof.describe(move |values| {
        let texts = |positions: &Vec<Position<Lit>>| positions.iter().map(|one| text(values, one)).collect::<Vec<_>>();
        format!("{name} {}", seen.iter().flat_map(texts).collect::<Vec<_>>().join("; "))
    });
    let count = proof.graph.inputs(64);
    proof.assume(!proof.graph.is_zero(&count));
    let mut cuts = Vec::new();
    for of in &loops {
        let [turn, growing, grown] = of.cuts;
        let mut place = Place::of_cut(turn);
        for (name, word) in of.words() {
            place.holds(name, word)?;
        }
        cuts.extend([place, of.place(growing, &of.growing)?, of.place(grown, &of.grown)?]);
    }
    let all = ["positions", "masks"].map(|name| proof.array(name, 0));
    let entry = proof.entry(&[Word::at(all[0], 0), Word::at(all[1], 0), Word::number(count.clone())]);
    let outputs: Vec<ObjectId> = loops.iter().map(|of| of.output).collect();
    let (first, sections) = proof.sections(&entry, &cuts, &outputs)?;
    for of in &loops {
        proof.is_about_others_than(of.output, 0..proof.element("masks") as usize * of.at_once);
    }
    Ok(Runs { loops, count, entry, first, sections })
}

/// Each position is handled once, with its masks: a turn starts with the first pointers or with
/// those after the turn before, and with the number of remaining positions; the kernel returns when
/// none is left.
fn count(proof: &mut Proof) -> Result<()> {
    let runs = runs(proof)?;
    let first = [0, 1].map(|argument| runs.entry.argument(argument).clone());
    arrives(proof, &runs, &runs.first, first, &runs.count)?;
    for (of, sections) in runs.loops.iter().zip(runs.sections.chunks(3)) {
        // From the turn's head to the growth, back there or out of it, and to the next turn.
        let [turn, growing, grown] = sections else { refuse!("a loop without its cuts") };
        for (section, cuts) in [(turn, &of.cuts[1..2]), (growing, &of.cuts[1..])] {
            let leads_elsewhere =
                section.returned.is_some() || section.cuts.keys().any(|at| !cuts.iter().any(|cut| cut.at == *at));
            if leads_elsewhere {
                refuse!("a turn ends before its sets have grown");
            }
        }
        let behind = [(of.input, "positions"), (of.output, "masks")];
        let behind = behind.map(|(object, name)| Word::at(object, proof.element(name) * of.at_once as i64));
        let left = proof.graph.sub(&of.left, &number(of.at_once as u64, 64));
        arrives(proof, &runs, grown, behind, &left)?;
    }
    Ok(())
}

/// Shows that a turn of any loop starts with these pointers and with `left` positions, enough for
/// the turn; and that the kernel returns if and only if none is left.
fn arrives(proof: &mut Proof, runs: &Runs, ends: &Ends, at: [Word; 2], left: &[Lit]) -> Result<()> {
    let returns = ends.returned.as_ref().map_or(Lit::FALSE, |state| state.path);
    proof.show_equal("it returns if no position is left", &[returns], &[proof.graph.is_zero(left)])?;
    for (cut, state) in &ends.cuts {
        let Some(of) = runs.loops.iter().find(|of| of.cuts[0].at == *cut) else { refuse!("it leads into a loop") };
        let expected = [at[0].clone(), at[1].clone(), Word::number(left.to_vec())];
        for ((name, _), expected) in of.words().into_iter().zip(expected) {
            let found = of.cuts[0].word(state, name)?;
            if !found.has_base_of(&expected) {
                refuse!("{name} is another object's address");
            }
            let same = proof.graph.equal(found.offset(), expected.offset());
            proof.show_all_where(state.path, &format!("{name} moves on"), &[same])?;
        }
        let fewer = proof.graph.below(left, &number(of.at_once as u64, 64));
        proof.show_all_where(state.path, "there are enough positions left", &[!fewer])?;
    }
    Ok(())
}

/// The states after a turn in which sets grow: back at the head, and where they are complete.
fn ends_of_turn<'a>(of: &Loop, growing: &'a Ends) -> Result<[&'a State; 2]> {
    let [_, at_growing, at_grown] = of.cuts;
    match [at_growing, at_grown].map(|cut| growing.cuts.get(&cut.at)) {
        [Some(next), Some(last)] => Ok([next, last]),
        _ => refuse!("nothing grows"),
    }
}

/// After a turn in which sets grow, growth goes on or is complete; it goes on only if the turn has
/// added to a set of some position, so it comes to an end.
fn growth_ends(proof: &mut Proof, which: usize) -> Result<()> {
    let runs = runs(proof)?;
    let of = &runs.loops[which];
    let [next, last] = ends_of_turn(of, &runs.sections[3 * which + 1])?;
    proof.show("sets that have grown go on to grow, or are closed", proof.graph.xor(next.path, last.path))?;
    let mut new = Bits::new();
    for position in 0..of.at_once {
        for set in 0..SETS {
            let found = of.held(proof, "what is reached after a turn", (of.cuts[1], next), position, set)?;
            new.extend(proof.graph.xor_each(&found, &of.growing[position][set]));
        }
    }
    proof.show_all_where(next.path, "it goes on if some set has grown", &[proof.graph.any(&new)])
}

/// The growth for one position: from the least it contains, within every closed set, until it is
/// closed.
fn growth(proof: &mut Proof, which: usize, position: usize) -> Result<()> {
    let runs = runs(proof)?;
    let of = &runs.loops[which];
    let [turn, growing, _] = &runs.sections[3 * which..3 * which + 3] else { refuse!("a loop without its cuts") };
    let [_, at_growing, at_grown] = of.cuts;
    let Some(first) = turn.cuts.get(&at_growing.at) else { refuse!("nothing grows") };
    let [next, last] = ends_of_turn(of, growing)?;
    let [first, next, last] = [(at_growing, first), (at_growing, next), (at_grown, last)];
    for set in 0..SETS {
        let (least, before) = (&of.least[position][set], &of.growing[position][set]);
        let (closed, is_closed) = &of.closed[position][set];
        let found = of.held(proof, "what is reached at first", first, position, set)?;
        let conditions = [proof.graph.implies_each(least, &found), proof.graph.implies_each(&found, closed)].concat();
        proof.show_all_where(proof.graph.and(first.1.path, *is_closed), "what is reached at first", &conditions)?;
        // Without the paths: whether all sets of all positions have grown is nothing to the one at
        // hand.
        for (end, what) in [(next, "what is reached after a turn"), (last, "what is reached at the end")] {
            let found = of.held(proof, what, end, position, set)?;
            let conditions =
                [proof.graph.implies_each(before, &found), proof.graph.implies_each(&found, closed)].concat();
            proof.show_all_where(*is_closed, what, &conditions)?;
        }
        let found = of.held(proof, "what is reached at the end", last, position, set)?;
        let grew = proof.graph.any(&proof.graph.xor_each(&found, before));
        proof.show_all_where(last.1.path, "what is reached at the end has not grown", &[!grew])?;
        let grown = of.positions[position].grown(&proof.graph, &found);
        proof.show_all_where(!grew, "what has not grown is closed", &proof.graph.implies_each(&grown, &found))?;
    }
    Ok(())
}

/// The result for some points of a position: legality by the stones reached from the sets without
/// the point. The groups of these stones are those with a liberty elsewhere: any other point is in
/// one of these sets, since no two points have the same three codes.
fn points(proof: &mut Proof, which: usize, position: usize, cells: Range<usize>) -> Result<()> {
    let runs = runs(proof)?;
    let of = &runs.loops[which];
    let (before, sets) = (&of.positions[position], &of.grown[position]);
    let codes = codes();
    let mut expected = Vec::new();
    for cell in cells {
        let elsewhere = |set: &usize| !codes[cell].contains(set);
        let covered = (0..CELLS).all(|other| other == cell || codes[other].iter().any(elsewhere));
        if !covered {
            refuse!("{} has the codes of another point", point_name(cell));
        }
        let mut alive = zeros(CELLS);
        for set in (0..SETS).filter(elsewhere) {
            alive = proof.graph.or_each(&alive, &sets[set]);
        }
        let legal = [0, 1].map(|colour| before.allows(&proof.graph, &alive, colour, cell));
        expected.push((bit(cell), legal));
    }
    let mut conditions = Bits::new();
    let grown = &runs.sections[3 * which + 2];
    let size = proof.element("masks");
    for end in grown.cuts.values().chain(&grown.returned) {
        for colour in [0, 1] {
            let mask = size * position as i64 + 16 * colour as i64;
            let beside = (0..128).filter(|bit| bit % 10 == 9 || *bit >= 90);
            conditions.extend(proof.stored_bits(end, of.output, mask, beside)?.into_iter().map(|bit| !bit));
            let found = proof.stored_bits(end, of.output, mask, expected.iter().map(|(bit, _)| *bit))?;
            conditions
                .extend(found.iter().zip(&expected).map(|(bit, (_, legal))| proof.graph.iff(*bit, legal[colour])));
        }
    }
    proof.show_all("a point is called legal if and only if it is", &conditions)
}
