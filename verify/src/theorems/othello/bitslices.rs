//! Othello's games in bit slices: how they start, and how finished ones are counted.

use crate::bits::{Bits, number, resized};
use crate::exceptions::Exceptions;
use crate::graph::{Graph, Lit};
use crate::proof::Proof;
use crate::refused::Result;
use crate::rules::othello as rules;
use crate::state::State;
use crate::theorem::{Case, Theorem};
use crate::word::{ObjectId, Word};
use stonemask::Tier;
use stonemask::internals::othello::{PLANE_COUNT, PLANES};

pub(super) fn theorems() -> Vec<Theorem> {
    vec![
        Theorem {
            family: "othello_bitslices_launch",
            claim: "a position in the games of a mask, all else but CHOICE as it was, for every state of the games",
            cases: |_| [0, 1].map(|turn| Case::new(format!("side {turn} to move"), move |p| launch(p, turn))).into(),
            exceptions: Exceptions {
                mean_nothing: (&["games"], "the planes of CHOICE are the next ply's scratch"),
                ..Exceptions::NONE
            },
            ..Theorem::PLAIN
        },
        Theorem {
            family: "othello_bitslices_finish",
            claim: "which games of a mask are won and which drawn, and their numbers, for every state of the games",
            cases: |_| vec![Case::new("", finish)],
            ..Theorem::PLAIN
        },
    ]
}

/// The games' memory: `Bitslices` of src/othello/planes.rs, up to the width of the tier's planes.
pub(super) struct Games {
    pub(super) object: ObjectId,
    /// Bytes of a plane.
    pub(super) bytes: usize,
}

/// Offsets in the header: the side to move, and the counters; then the planes.
const TURN: i64 = 0;
const TALLY: i64 = 8;
pub(super) const HEADER: i64 = 320;
/// Bits of the number of plies.
pub(super) const AGE: usize = 7;

impl Games {
    /// Any games with a side to move.
    pub(super) fn any(proof: &mut Proof, turn: &[Lit]) -> Games {
        let bytes = if proof.kernel.tier == Tier::Avx512 { 64 } else { 32 };
        let object = proof.array("games", 1);
        proof.world.fill(object, TURN, turn);
        Games { object, bytes }
    }

    /// How many there are.
    pub(super) fn games(&self) -> usize {
        8 * self.bytes
    }

    /// Where a plane begins.
    pub(super) fn at(&self, name: &str, index: usize) -> i64 {
        let &(_, first) = PLANES.iter().find(|plane| plane.0 == name).expect("a plane's name");
        HEADER + (self.bytes * (first + index)) as i64
    }

    #[track_caller]
    pub(super) fn plane(&self, proof: &mut Proof, state: &State, name: &str, index: usize) -> Result<Bits> {
        proof.stored(state, self.object, self.at(name, index), self.bytes)
    }

    /// Takes note that planes are scratch.
    pub(super) fn mean_nothing(&self, proof: &mut Proof, name: &str, count: usize) -> Result<()> {
        let [from, to] = [0, count].map(|index| self.at(name, index) as usize);
        proof.mean_nothing(self.object, from..to)
    }

    /// Planes from one on.
    #[track_caller]
    pub(super) fn planes(&self, proof: &mut Proof, state: &State, name: &str, count: usize) -> Result<Vec<Bits>> {
        let planes = proof.stored(state, self.object, self.at(name, 0), count * self.bytes)?;
        Ok(planes.chunks(self.games()).map(<[Lit]>::to_vec).collect())
    }

    /// Shows that planes are unchanged, each with those behind it, by their number.
    pub(super) fn show_kept(
        &self,
        proof: &mut Proof,
        before: &State,
        after: &State,
        of: &[(&str, usize)],
    ) -> Result<()> {
        for &(name, count) in of {
            let [old, new] =
                [before, after].map(|state| proof.stored(state, self.object, self.at(name, 0), self.bytes * count));
            proof.show_equal(name, &new?, &old?)?;
        }
        Ok(())
    }

    /// Shows that the header is unchanged but for its first bytes.
    fn show_header_kept(&self, proof: &mut Proof, before: &State, after: &State, but: i64) -> Result<()> {
        let [old, new] = [before, after].map(|state| proof.stored(state, self.object, but, (HEADER - but) as usize));
        proof.show_equal("what the caller set", &new?, &old?)
    }
}

/// The new plane in the games of a mask, the old one in the others.
fn within(graph: &Graph, mask: &[Lit], new: Lit, old: &[Lit]) -> Bits {
    mask.iter().zip(old).map(|(&mask, &old)| graph.choose(mask, new, old)).collect()
}

fn launch(proof: &mut Proof, turn: usize) -> Result<()> {
    let games = Games::any(proof, &number(turn as u64, 64));
    let discs = [proof.graph.inputs(64), proof.graph.inputs(64)];
    let [own, opponent] = discs.each_ref().map(|side| Word::number(side.clone()));
    let entry = proof.entry(&[Word::at(games.object, 0), own, opponent]);
    let state = proof.call(&entry)?;
    let mask = games.plane(proof, &entry, "MASK", 0)?;
    for (side, discs) in [turn, 1 - turn].into_iter().zip(&discs) {
        for (square, &disc) in discs.iter().enumerate() {
            let before = games.plane(proof, &entry, "SIDES", 64 * side + square)?;
            let after = games.plane(proof, &state, "SIDES", 64 * side + square)?;
            let expected = within(&proof.graph, &mask, disc, &before);
            proof.show_equal(&format!("square {square} of side {side}"), &after, &expected)?;
        }
    }
    let begun = (0..AGE).map(|bit| ("AGE", bit)).chain([("PASSED", 0), ("OVER", 0)]);
    for (name, index) in begun {
        let before = games.plane(proof, &entry, name, index)?;
        let after = games.plane(proof, &state, name, index)?;
        proof.show_equal(name, &after, &within(&proof.graph, &mask, Lit::FALSE, &before))?;
    }
    games.show_header_kept(proof, &entry, &state, TURN)?;
    games.mean_nothing(proof, "CHOICE", 2)?;
    // Every plane but these.
    let ours = [("SIDES", 128), ("AGE", AGE), ("PASSED", 1), ("OVER", 1), ("CHOICE", 2)];
    let ours = ours.map(|(name, count)| games.at(name, 0)..games.at(name, count));
    for at in (0..PLANE_COUNT).map(|plane| HEADER + (games.bytes * plane) as i64) {
        if !ours.iter().any(|ours| ours.contains(&at)) {
            let [old, new] = [&entry, &state].map(|state| proof.stored(state, games.object, at, games.bytes));
            proof.show_equal("a plane of no concern", &new?, &old?)?;
        }
    }
    Ok(())
}

/// Which games are won and drawn is shown for one game: all are the same function of their bits.
/// The counters are population counts of planes: of games, and of the plies bit by bit. Games
/// neither won nor drawn are lost.
fn finish(proof: &mut Proof) -> Result<()> {
    let turn = proof.graph.inputs(64);
    let games = Games::any(proof, &turn);
    let entry = proof.entry(&[Word::at(games.object, 0)]);
    let state = proof.call(&entry)?;
    let sides = games.planes(proof, &entry, "SIDES", 128)?;
    let (mask, black) = (games.plane(proof, &entry, "MASK", 0)?, games.plane(proof, &entry, "BLACK", 0)?);
    let (won, even) = (games.plane(proof, &state, "WON", 0)?, games.plane(proof, &state, "EVEN", 0)?);
    let lane = |game: usize| {
        let inputs = sides.iter().chain([&mask, &black]).map(|plane| plane[game]).collect();
        (inputs, vec![won[game], even[game]])
    };
    proof.one_lane(games.games(), lane, |apart, lane| result_of_one(apart, &lane.inputs, &lane.terms))?;

    // Word by word, in the order of the words.
    let mut tally = Vec::new();
    for counted in 0..4 {
        tally.push(proof.stored(&entry, games.object, TALLY + 8 * counted, 8)?);
    }
    let ages = games.planes(proof, &entry, "AGE", AGE)?;
    let graph = &proof.graph;
    let count = |graph: &Graph, bits: &[Lit]| -> Bits { resized(&graph.count(bits), 64) };
    for word in 0..games.bytes / 8 {
        let of = |plane: &Bits| plane[64 * word..64 * word + 64].to_vec();
        let [of_won, of_even, of_mask] = [&won, &even, &mask].map(of);
        let [won, even, all] = [of_won, of_even, of_mask.clone()].map(|bits| count(graph, &bits));
        let lost = graph.sub(&all, &graph.add(&won, &even));
        let mut plies = number(0, 64);
        for plane in ages.iter().rev() {
            plies.pop();
            plies.insert(0, Lit::FALSE);
            plies = graph.add(&count(graph, &graph.and_each(&of(plane), &of_mask)), &plies);
        }
        for (tally, more) in tally.iter_mut().zip([won, even, lost, plies]) {
            *tally = graph.add(tally, &more);
        }
    }
    for (index, (tally, what)) in tally.iter().zip(["first wins", "draws", "second wins", "plies"]).enumerate() {
        proof.show_stored(what, &state, (games.object, TALLY + 8 * index as i64), tally)?;
    }
    proof.show_stored("the side to move", &state, (games.object, TURN), &turn)?;
    games.show_header_kept(proof, &entry, &state, TALLY + 32)?;
    let kept = [("BLACK", 1), ("MASK", 1), ("SIDES", 128), ("PASSED", 1), ("OVER", 1), ("AGE", AGE)];
    games.show_kept(proof, &entry, &state, &kept)
}

/// Whether black has won a game and whether it is drawn: first as functions of the lead after each
/// row, then for any lead.
fn result_of_one(proof: &mut Proof, inputs: &[Lit], found: &[Lit]) -> Result<()> {
    let [sides @ .., mask, black] = inputs else { unreachable!("a mask and a colour") };
    let rows = rules::lead_rows(&proof.graph, &sides[..64], &sides[64..]);
    let mut lead = number(0, rules::LEAD);
    let (mut any_lead, mut by_lead) = (lead.clone(), found.to_vec());
    for row in rows {
        lead = rules::plus(&proof.graph, &lead, &row);
        let next = rules::plus(&proof.graph, &any_lead, &row);
        let in_terms = proof.in_terms_of(&by_lead, &next)?;
        (by_lead, any_lead) = proof.generalised(&in_terms, &next)?;
    }
    let expected = |graph: &Graph, lead: &[Lit]| {
        let (more, even) = rules::result(graph, lead);
        vec![graph.and(*mask, graph.and(graph.iff(more, *black), !even)), graph.and(*mask, even)]
    };
    // A lead is a number of bits among 128.
    let impossible = proof.graph.below(&number(128, rules::LEAD), &any_lead);
    let by_rule = expected(&proof.graph, &any_lead);
    let [found_where, expected_where] = [by_lead, by_rule].map(|bits| proof.graph.gated(!impossible, &bits));
    const NAME: &str = "whether black has won, and whether it is a draw";
    if proof.are_equal(&found_where, &expected_where)? {
        proof.claims(NAME, found.len());
        return Ok(());
    }
    proof.show_equal(NAME, found, &expected(&proof.graph, &lead))
}
