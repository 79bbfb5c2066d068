//! NoGo's random games in bit slices: a step from any state of the games. Contract and layout:
//! asm/nogo/bitslices.inc.
//!
//! The code of a step is cut at its head and at eight places within, three of which are the heads
//! of the loops over rows in which sets of stones grow. At each cut what was made since the last
//! one is named, and then taken for anything. The code's work between two cuts is shown for one
//! game in `bitslices_step.rs`, as all games are the same function of their own bits; that a step
//! made of these parts keeps to the rules is shown in `bitslices_rule.rs`.
//!
//! The games of a step share two things beside the random numbers: how many of them are over, and
//! whether any of them needs one pass more over its rows. So a step has three ends, after one pass,
//! two or three.

use super::bitslices_cuts::{Cutting, only};
use super::bitslices_rule;
use super::bitslices_state::*;
use super::bitslices_step::{self as step, Named, Step};
use crate::apart::Lane;
use crate::bits::{Bits, number, resized, zeros};
use crate::cuts::numbered;
use crate::graph::Lit;
use crate::image::Kernel;
use crate::place::Place;
use crate::proof::Proof;
use crate::refused::{Refused, Result, refuse};
use crate::rules::nogo::CELLS;
use crate::state::State;
use crate::theorem::{Case, Theorem};
use crate::theorems::random;
use crate::word::Word;
use stonemask::Tier;

pub(super) fn theorems() -> Vec<Theorem> {
    vec![Theorem {
        family: "nogo_bitslices_plies",
        claim: "a legal move in each game, or a candidate refused that is none, and the random numbers, for every state of the games",
        cases,
        quick_one_of: 17,
        ..Theorem::PLAIN
    }]
}

fn cases(kernel: &Kernel) -> Vec<Case> {
    let mut cases = Vec::new();
    for shaped in [false, true] {
        for half in [0, 1] {
            let boards = if shaped { "any boards" } else { "full boards" };
            let name = format!("{boards}, the last point in half {half}");
            cases.push(Case::new(name, move |proof: &mut Proof| steps(proof, half, shaped)));
        }
    }
    // Once for all tiers.
    if kernel.tier == Tier::Avx2 {
        cases.extend(bitslices_rule::cases());
    }
    cases
}

fn steps(proof: &mut Proof, half: usize, shaped: bool) -> Result<()> {
    let bytes = if proof.kernel.tier == Tier::Avx512 { 64 } else { 32 };
    let object = proof.array("state", 1);
    let (least, limit) = (proof.graph.inputs(32), proof.graph.inputs(32));
    let arguments = [Word::at(object, 0), proof.narrow(&least), proof.narrow(&limit)];
    let entry = proof.entry(&arguments);
    let (is_shaped, inside) = if shaped {
        (proof.graph.inputs(64), (0..CELLS).map(|_| proof.graph.inputs(8 * bytes)).collect())
    } else {
        (zeros(64), Vec::new())
    };
    let slices = Slices { object, bytes, shaped: is_shaped, inside, least, limit, entry };
    proof.world.fill(object, slices.last_at(), &number(slices.half(half).cast_unsigned(), 64));
    proof.world.fill(object, slices.last_at() + 8, &slices.shaped);
    if let Some(planes) = slices.of_boards(proof) {
        proof.world.fill(object, slices.plane_at(EDGES), &planes);
    }
    let head = slices.head(proof, half)?;
    let reached = proof.enter(&slices.entry, std::slice::from_ref(&head))?;
    let next = slices.head(proof, 1 - half)?;
    if proof.is_outset() {
        proof.any_state(&head, &slices.entry)?;
        proof.note_reached(&next, &slices.entry);
        return Ok(());
    }
    let (Some(first), None) = (reached.at(&head), &reached.returned) else {
        refuse!("a step is not always begun");
    };
    proof.show("a step is begun", first.path)?;
    let length = proof.element("state") as usize;
    let before = proof.stored(&slices.entry, object, 0, length)?;
    proof.show_stored("the games before the first step", first, (object, 0), &before)?;

    let state = proof.any_state(&head, &slices.entry)?;
    let (given, found) = (Named::new(), Named::new());
    let mut cutting =
        Cutting { slices: &slices, head: &head, next: 1 - half, shaped, sequences: Bits::new(), given, found };
    let planes = [
        ("occupied", OCCUPIED, CELLS),
        ("colour", COLOUR, CELLS),
        ("unreached", UNREACHED, CELLS),
        ("black", CANDIDATES, CELLS),
        ("white", CANDIDATES + CELLS, CELLS),
        ("last", DRAWN + half * ROWS_AND_COLUMNS, ROWS_AND_COLUMNS),
        ("side", SIDE, 1),
        ("pending", PENDING, 1),
        ("refused", REFUSED, 1),
        ("dropped", DROPPED, 2),
        ("plies", PLIES, step::PLIES),
    ];
    for (name, first, count) in planes {
        cutting.given.insert(name, slices.planes(proof, &state, first, count)?);
    }
    if shaped {
        cutting.given.insert("inside", slices.inside.clone());
    }

    let state = counted(proof, &mut cutting, state)?;
    let state = made(proof, &mut cutting, &head, state, half)?;
    let state = chosen(proof, &mut cutting, state)?;
    let state = placed(proof, &mut cutting, state)?;
    flooded(proof, &mut cutting, state, &next)?;
    proof.settle()?;
    proof.effort.course.arrivals += 1;

    let Cutting { given, found, .. } = cutting;
    let of = |named: &Named<Bits>, game: usize| named.values().flatten().map(|plane| plane[game]).collect::<Bits>();
    let named = |planes: &Named<Bits>, bits: &[Lit]| -> Named<Lit> {
        let mut bits = bits.iter().copied();
        planes.iter().map(|(&name, planes)| (name, bits.by_ref().take(planes.len()).collect())).collect()
    };
    let lane = |game: usize| (of(&given, game), of(&found, game));
    proof.one_lane(slices.games(), lane, |apart, Lane { inputs, terms }| {
        Step { given: named(&given, &inputs), found: named(&found, &terms) }.show(apart)
    })
}

/// To where the candidates are counted: those that are left, how many there are up to each row, and
/// which games are over. A call that returns there leaves all else as it was.
fn counted(proof: &mut Proof, cutting: &mut Cutting, head: State) -> Result<State> {
    let [step, counted] = [proof.kernel.cut("step")?, proof.kernel.cut("counted")?];
    let mut state = only(proof, step, head.clone(), &[counted], counted)?;
    let (object, at) = (cutting.slices.object, |plane| cutting.slices.plane_at(plane));
    let end = proof.element("state");
    for (from, to) in [(0, at(CANDIDATES)), (at(DRAWN), at(OVER)), (at(PENDING), at(SCRATCH)), (at(EDGES), end)] {
        let before = proof.stored(&head, object, from, (to - from) as usize)?;
        proof.show_stored("what is not counted is as at the step's head", &state, (object, from), &before)?;
    }
    let over = cutting.slices.get(proof, &state, At::Plane(OVER))?;
    cutting.found.insert("over", vec![over.clone()]);
    let mut ended = zeros(64);
    for word in over.chunks(64) {
        ended = proof.graph.add(&ended, &resized(&proof.graph.count(word), 64));
    }
    proof.show_equal("how many games are over", &counted.number(&state, "ended")?, &ended)?;
    // From here on that is any number of them.
    let ended = resized(&proof.graph.inputs(10), 64);
    counted.set(&mut state, "ended", Word::number(ended))?;
    cutting.cut_planes(proof, &mut state, "black left", CANDIDATES, CELLS)?;
    cutting.cut_planes(proof, &mut state, "white left", CANDIDATES + CELLS, CELLS)?;
    for row in 0..9 {
        cutting.cut_planes(proof, &mut state, "prefix", PREFIX + 7 * row, step::prefix_bits(row))?;
    }
    cutting.cut_planes(proof, &mut state, "mask", MASK, 7)?;
    Ok(state)
}

/// To where random numbers are made, or the return.
fn made(proof: &mut Proof, cutting: &mut Cutting, head: &Place, state: State, half: usize) -> Result<State> {
    let slices = cutting.slices;
    let [counted, made] = [proof.kernel.cut("counted")?, proof.kernel.cut("numbers_made")?];
    let mut ends = proof.run(counted.at, state.clone(), &[made.at])?;
    let (Some(on), Some(returned)) = (ends.cuts.remove(&made.at), ends.returned) else {
        refuse!("a step does not lead to random numbers and to the return");
    };
    let ended = &counted.number(&state, "ended")?[..32];
    let no_more = !proof.graph.below(&number(slices.games() as u64, 32), ended);
    let (steps, left) = (head.told_number("steps")?, head.told_number("left")?);
    let goes_on = proof.graph.and(proof.graph.below(ended, &slices.least), !proof.graph.is_zero(&left[..32]));
    proof.show_equal("when it ends", &[on.path, returned.path], &[goes_on, !goes_on])?;
    for (path, what) in [(on.path, "the way to a step"), (returned.path, "the way to the return")] {
        proof.can_be(proof.graph.and(no_more, path), what)?;
    }
    returned.check_return(&proof.graph, &mut proof.world, &slices.entry)?;
    proof.settle()?;
    proof.show_result("how many steps were made", &returned, &steps[..32])?;
    proof.show_stored(
        "where the last point is",
        &returned,
        (slices.object, slices.last_at()),
        &number(slices.half(half).cast_unsigned(), 64),
    )?;
    for (at, size) in [(0, slices.last_at()), (slices.last_at() + 8, proof.element("state") - slices.last_at() - 8)] {
        let before = proof.stored(&state, slices.object, at, size as usize)?;
        proof.show_stored("the games as they were counted", &returned, (slices.object, at), &before)?;
    }

    // Eight sequences. A plane has a number of as many of them as it has words; the others stay as
    // they are.
    let before = slices.sequences(proof, &state)?;
    let mut words: Vec<Bits> = before.chunks(64).map(<[Lit]>::to_vec).collect();
    for plane in 0..step::NUMBERS {
        let numbers = random::plane(proof, &mut words, 8, slices.bytes / 8)?;
        let found = slices.get(proof, &on, At::Plane(SCRATCH + plane))?;
        proof.show_equal("the random numbers", &found, &numbers)?;
    }
    cutting.sequences = slices.sequences(proof, &on)?;
    proof.show_equal("the sequences after these numbers", &cutting.sequences, &words.concat())?;
    let mut on = State { path: Lit::TRUE, ..on };
    cutting.forget(proof, &mut on, "numbers", (SCRATCH..SCRATCH + step::NUMBERS).map(At::Plane));
    Ok(on)
}

/// To where a point is chosen.
fn chosen(proof: &mut Proof, cutting: &mut Cutting, state: State) -> Result<State> {
    let kernel = proof.kernel;
    let [made, drawn] = [kernel.cut("numbers_made")?, kernel.cut("drawn")?];
    let [row, column] = [kernel.cut("row_chosen")?, kernel.cut("column_chosen")?];
    let mut state = only(proof, made, state, &[drawn], drawn)?;
    cutting.cut_vectors(proof, &mut state, "number", drawn, &numbered("number", 7))?;
    cutting.cut_planes(proof, &mut state, "fresh", FRESH, 1)?;
    cutting.cut_planes(proof, &mut state, "tried", TRIED, 1)?;
    let mut state = only(proof, drawn, state, &[row], row)?;
    let rows = DRAWN + cutting.next * ROWS_AND_COLUMNS;
    cutting.cut_planes(proof, &mut state, "row", rows, 9)?;
    cutting.cut_vectors(proof, &mut state, "rest", row, &numbered("rest", 4))?;
    let mut state = only(proof, row, state, &[column], column)?;
    cutting.cut_planes(proof, &mut state, "column", rows + 9, 9)?;
    Ok(state)
}

/// To where the stone is on the board.
fn placed(proof: &mut Proof, cutting: &mut Cutting, state: State) -> Result<State> {
    let column = proof.kernel.cut("column_chosen")?;
    let firsts: Vec<u64> = proof.kernel.cuts_of("first", 2)?.into_iter().map(|first| first.at).collect();
    let mut ends = proof.run(column.at, state, &firsts)?;
    if ends.returned.is_some() {
        refuse!("a step is not ended");
    }
    let state = ends.cuts.remove(&cutting.in_passes(proof, "first")?.at);
    let state = state.ok_or_else(|| Refused::new("no stone is placed"))?;
    proof.show_equal(
        "whether there are boards of any shape",
        &[state.path],
        &[proof.graph.any(&cutting.slices.shaped).negated_if(!cutting.shaped)],
    )?;
    let mut state = State { path: Lit::TRUE, ..state };
    cutting.cut_planes(proof, &mut state, "stones", OCCUPIED, CELLS)?;
    cutting.cut_planes(proof, &mut state, "colours", COLOUR, CELLS)?;
    if proof.kernel.tier == Tier::Avx2 {
        for row in 0..9 {
            cutting.cut_planes(proof, &mut state, "walls right", WALL_RIGHT + 9 * row, 8)?;
        }
        cutting.cut_planes(proof, &mut state, "walls above", WALL_ABOVE, CELLS)?;
    }
    Ok(state)
}

/// To the next step, after one pass over the rows, two or three.
fn flooded(proof: &mut Proof, cutting: &mut Cutting, state: State, next: &Place) -> Result<()> {
    let downwards: Vec<usize> = (0..9).collect();
    let upwards: Vec<usize> = (0..9).rev().collect();

    let state = cutting.pass(proof, "first", state, "first_done", &downwards)?;
    let [state, end] = cutting.next_pass(proof, state, "missing first", ["first_done", "up"])?;
    cutting.end(proof, "end first", "first", end, next)?;

    let state = cutting.pass(proof, "up", state, "up_done", &upwards)?;
    let [state, end] = cutting.next_pass(proof, state, "missing up", ["up_done", "second"])?;
    cutting.end(proof, "end up", "up", end, next)?;

    let mut state = cutting.pass(proof, "second", state, "settled", &downwards)?;
    let settled = cutting.in_passes(proof, "settled")?;
    cutting.cut_vectors(proof, &mut state, "missing second", settled, &["missing"])?;
    cutting.cut_vectors(proof, &mut state, "changed", settled, &["changed"])?;
    cutting.end(proof, "end second", "second", state, next)
}
