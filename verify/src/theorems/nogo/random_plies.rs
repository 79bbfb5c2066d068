//! NoGo's random plies of one game: asm/nogo/random_plies.inc.
//!
//! A ply starts with a state of the form of `any_state`. Its move makes of the state what
//! `nogo_play` makes of it (`draw.rs`). The result has this form again, because `nogo_play` writes
//! windows and halves of sets, slots and groups, as its theorem says.

use super::draw::{self, Game, Moves, Plays, Stage};
use super::play::{ALLOWED, any_state};
use crate::bits::{Bits, number, resized};
use crate::exceptions::Exceptions;
use crate::graph::Lit;
use crate::image::Kernel;
use crate::place::{Place, Reached};
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use crate::theorem::{Case, Theorem};
use crate::word::Word;
use stonemask::Tier;

pub(super) fn theorems() -> Vec<Theorem> {
    vec![Theorem {
        family: "nogo_random_plies",
        claim: "memory, frame, the counter and the game after each ply: nogo_play's, of the legal point that is drawn, as long as there is one and up to the limit",
        cases,
        quick_one_of: 43,
        exceptions: Exceptions {
            not_held: (
                &["state", "vector register 1"],
                "a state is again one of these after nogo_play, by its theorem",
            ),
            ..Exceptions::NONE
        },
        rests_on: Some("nogo_play"),
        ..Theorem::PLAIN
    }]
}

fn cases(kernel: &Kernel) -> Vec<Case> {
    let draw = |p: &mut Proof, colour, stage| ply(p, colour).show_stage(p, stage);
    draw::cases(kernel, &[("begins", entry), ("is to move", begins), ("is to move after a ply", after)], draw, played)
}

/// The game at a ply, and the number of plies played.
struct Ply {
    game: Game,
    limit: Bits,
    /// Plies played, and plies that may follow this one.
    played: Bits,
    left: Bits,
}

fn ply(proof: &mut Proof, colour: usize) -> Ply {
    let before = any_state(proof, colour).with_to_move(proof, colour);
    let moves = Moves::of(&proof.graph, &before.seen.sets.allowed[0]);
    let counter = proof.array("random", 1);
    let [limit, played, left] = [(); 3].map(|()| proof.graph.inputs(32));
    let word = proof.narrow(&limit);
    let entry = proof.entry(&[Word::at(before.object, 0), Word::at(counter, 0), word]);
    Ply { game: Game { colour, before, moves, counter, entry }, limit, played, left }
}

impl Plays for Ply {
    fn game(&self) -> &Game {
        &self.game
    }

    fn to_move(&self, proof: &mut Proof, name: &str) -> Result<Place> {
        self.to_move_after(proof, name, (&self.played, &self.left))
    }
}

impl Ply {
    /// The facts that hold wherever this many plies are played.
    fn place(&self, proof: &mut Proof, name: &str, (played, left): (&[Lit], &[Lit])) -> Result<Place> {
        let mut place = self.game.place(proof, name)?;
        place.holds("state", Word::at(self.game.before.object, 0))?;
        place.holds("left", Word::number(resized(left, 64)))?;
        place.holds("played", Word::number(resized(played, 64)))?;
        let graph = &proof.graph;
        let [played, left] = [played, left].map(|plies| resized(plies, 33));
        let plies = graph.add_carries(&played, &left, Lit::TRUE).0;
        place.conditions.push(("the plies are those of the limit", graph.equal(&plies, &resized(&self.limit, 33))));
        Ok(place)
    }

    /// The same, with the present game and the side to move.
    fn to_move_after(&self, proof: &mut Proof, name: &str, plies: (&[Lit], &[Lit])) -> Result<Place> {
        let mut place = self.place(proof, name, plies)?;
        self.game.is_to_move(&mut place)?;
        Ok(place)
    }

    /// Where a ply starts, after `played` plies.
    fn begun(&self, proof: &mut Proof, plies: (&[Lit], &[Lit])) -> Result<Place> {
        let mut place = self.to_move_after(proof, "ply", plies)?;
        if keeps_moves(proof) {
            self.game.moves.held(&mut place)?;
        }
        Ok(place)
    }

    /// Where a move is made, and this colour is next.
    fn moved(&self, proof: &mut Proof, next: usize) -> Result<Place> {
        let mut place = self.place(proof, "moved", (&self.played, &self.left))?;
        place.holds("other", Word::constant(8 * next as u64))?;
        Ok(place)
    }

    /// Shows when a run goes on to a place, and else that it returns the number of plies played, at
    /// most the limit, with the game as it is.
    fn show_ends(
        &self,
        proof: &mut Proof,
        what: &str,
        place: &Place,
        reached: &Reached,
        goes_on: Lit,
        played: &[Lit],
    ) -> Result<()> {
        let paths = [reached.path(place), reached.path_of_return()];
        proof.show_equal(what, &paths, &[goes_on, !goes_on])?;
        let Some(end) = &reached.returned else { refuse!("it does not return") };
        let result = proof.result(end)?;
        let told = proof.graph.equal(&result, played);
        let many = proof.graph.below(&self.limit, &result);
        for (what, holds) in [("the plies played are returned", told), ("no more than the limit", !many)] {
            proof.show_where(end.path, what, holds)?;
        }
        proof.show_stored("the game stays as it is", end, (self.game.before.object, 0), &self.game.before.bytes)
    }
}

/// Whether the legal moves of the side to move are in registers from ply to ply, as they are on
/// tiers above X64.
fn keeps_moves(proof: &Proof) -> bool {
    proof.kernel.tier != Tier::X64
}

fn entry(proof: &mut Proof, colour: usize) -> Result<()> {
    let ply = ply(proof, colour);
    let none = proof.graph.is_zero(&ply.limit);
    let left = proof.graph.sub(&ply.limit, &number(1, 32));
    let zero = number(0, 32);
    let first = [ply.begun(proof, (&zero, &left))?];
    let reached = proof.enter(&ply.game.entry, &first)?;
    ply.game.show_first_counter(proof, &first, &reached)?;
    ply.show_ends(proof, "the first ply, if any is wanted", &first[0], &reached, !none, &zero)
}

/// From the start of a ply to its draw, or the end of the game.
fn begins(proof: &mut Proof, colour: usize) -> Result<()> {
    let ply = ply(proof, colour);
    let this = ply.begun(proof, (&ply.played, &ply.left))?;
    let draw = [ply.at(proof, Stage::Draw)?];
    let reached = proof.leave(&this, &ply.game.entry, &draw)?;
    ply.game.show_counter(proof, &this, &draw, &reached)?;
    let some = ply.game.moves.some(&proof.graph);
    ply.show_ends(proof, "a point is drawn if there is any", &draw[0], &reached, some, &ply.played)
}

/// A point is played.
fn played(proof: &mut Proof, colour: usize, cell: usize) -> Result<()> {
    let (ply, other) = (ply(proof, colour), 1 - colour);
    let done = ply.moved(proof, other)?;
    let after = ply.show_played(proof, cell, &done)?;
    if keeps_moves(proof) {
        let stored = proof.stored(&after, ply.game.before.object, ALLOWED + 16 * other as i64, 16)?;
        proof.show_equal("its legal moves", &done.cut()?.bits(&after, "allowed_next", 128)?, &stored)?;
    }
    Ok(())
}

/// From the end of a move to the next ply, by the side now to move, or the return.
fn after(proof: &mut Proof, colour: usize) -> Result<()> {
    let ply = ply(proof, colour);
    let mut this = ply.moved(proof, colour)?;
    this.memory.push((ply.game.before.object, 0, ply.game.before.bytes.clone()));
    if keeps_moves(proof) {
        this.holds_vector("allowed_next", ply.game.moves.halves.concat())?;
    }
    let one = number(1, 32);
    let [played, left] = [proof.graph.add(&ply.played, &one), proof.graph.sub(&ply.left, &one)];
    let next = [ply.begun(proof, (&played, &left))?];
    let reached = proof.leave(&this, &ply.game.entry, &next)?;
    ply.game.show_counter(proof, &this, &next, &reached)?;
    let more = proof.graph.any(&ply.left);
    ply.show_ends(proof, "the next ply, up to the limit", &next[0], &reached, more, &played)
}
