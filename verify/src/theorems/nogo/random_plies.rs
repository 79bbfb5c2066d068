//! NoGo's random plies of one game: asm/nogo/random_plies.inc.
//!
//! A ply starts with a state of the form of `any_state`. Its move makes of the state what `nogo_play` makes of it
//! (`body.rs`). The result has this form again, because `nogo_play` writes windows and halves of sets, slots and groups, as
//! its theorem says.

use super::body::{body, show_as_play};
use super::draw::{self, COUNTER, Moves, Stage, address_of, show_counter, show_first_counter, stages};
use super::play::{ALLOWED, Before, any_state};
use crate::bits::{Bits, number, resized};
use crate::graph::Lit;
use crate::image::Kernel;
use crate::memory::ObjectId;
use crate::places::{Place, Reached};
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use crate::state::{SAVED, State};
use crate::theorems::{Case, Theorem};
use crate::word::Word;
use iced_x86::Register;
use stonemask::Tier;

pub(super) fn theorems() -> Vec<Theorem> {
    vec![Theorem {
        family: "nogo_random_plies",
        claim: "memory, frame, the counter and the game after each ply: nogo_play's, of the legal point that is drawn, as long as there is one and up to the limit",
        cases,
        quick_one_of: 43,
    }]
}

fn cases(kernel: &Kernel) -> Vec<Case> {
    draw::cases(kernel, &[("begins", entry), ("is to move", ply), ("is to move after a ply", after)], draw, played)
}

/// The game at a ply, and the number of plies played.
struct Game {
    /// Which side is to move.
    colour: usize,
    before: Before,
    moves: Moves,
    counter: ObjectId,
    limit: Bits,
    /// Plies played, and plies that may follow this one.
    played: Bits,
    left: Bits,
    entry: State,
}

fn game(proof: &mut Proof, colour: usize) -> Game {
    let before = any_state(proof, colour).with_to_move(proof, colour);
    let moves = Moves::of(&mut proof.graph, &before.sets.allowed[0]);
    let counter = proof.array("random", 1);
    let [limit, played, left] = [(); 3].map(|()| proof.graph.inputs(32));
    let word = proof.narrow(&limit);
    let entry = proof.entry(&[Word::at(before.object, 0), Word::at(counter, 0), word]);
    Game { colour, before, moves, counter, limit, played, left, entry }
}

impl Game {
    /// What holds wherever this many plies are played.
    fn place(&self, proof: &mut Proof, at: u64, (played, left): (&[Lit], &[Lit])) -> Place {
        let mut place = Place::new(at);
        place.wide = proof.kernel.tier != Tier::X64;
        place.pushed(&self.entry, &SAVED);
        place.is(Register::RDI, Word::at(self.before.object, 0));
        place.is(Register::RBP, Word::at(self.counter, 0));
        place.number(&mut proof.graph, COUNTER, 64);
        place.is(Register::R12, Word::number(resized(left, 64)));
        place.is(Register::R13, Word::number(resized(played, 64)));
        let graph = &mut proof.graph;
        let [played, left] = [played, left].map(|plies| resized(plies, 33));
        let plies = graph.add_carries(&played, &left, Lit::TRUE).0;
        let within = graph.equal(&plies, &resized(&self.limit, 33));
        place.conditions.push(("the plies are those of the limit", within));
        place
    }

    /// The same, with the present game and the side to move.
    fn to_move(&self, proof: &mut Proof, at: u64, plies: (&[Lit], &[Lit])) -> Place {
        let mut place = self.place(proof, at, plies);
        place.memory.push((self.before.object, 0, self.before.bytes.clone()));
        place.is(Register::RSI, Word::constant(8 * self.colour as u64));
        place
    }

    /// The same at this ply.
    fn this(&self, proof: &mut Proof, at: u64) -> Place {
        self.to_move(proof, at, (&self.played, &self.left))
    }

    /// Where a ply starts, after `played` plies.
    fn ply(&self, proof: &mut Proof, plies: (&[Lit], &[Lit])) -> Place {
        let head = proof.kernel.loop_heads()[0];
        let mut place = self.to_move(proof, head, plies);
        if proof.kernel.tier != Tier::X64 {
            for (register, half) in [Register::R14, Register::R15].into_iter().zip(&self.moves.halves) {
                place.is(register, Word::number(half.clone()));
            }
        }
        place
    }

    /// At a stage of a draw.
    fn at(&self, proof: &mut Proof, (stage, at): (Stage, u64)) -> Place {
        let mut place = self.this(proof, at);
        self.moves.at(&mut proof.graph, stage, &mut place);
        place
    }

    /// Where a legal point is about to be played: any, or this one.
    fn point(&self, proof: &mut Proof, cell: Option<usize>) -> Result<Place> {
        let at = body(proof)?.start;
        let mut place = self.this(proof, at);
        self.moves.at_point(&mut proof.graph, &mut place, cell);
        Ok(place)
    }

    /// Shows that a return gives the number of plies played, at most the limit, and that the game is unchanged since.
    fn show_return(&self, proof: &mut Proof, end: &State, played: &[Lit]) -> Result<()> {
        let result = proof.result(end)?;
        let told = proof.graph.equal(&result, played);
        let many = proof.graph.below(&self.limit, &result);
        for (what, holds) in [("the plies played are returned", told), ("no more than the limit", !many)] {
            proof.show_on(end.path, what, holds)?;
        }
        let found = proof.stored(end, self.before.object, 0, self.before.size())?;
        proof.show_equal("the game stays as it is", &found, &self.before.bytes)
    }
}

/// The paths to a place, and those to the return.
fn paths(reached: &Reached, at: u64) -> [Lit; 2] {
    [reached.places.get(&at), reached.returned.as_ref()].map(|end| end.map_or(Lit::FALSE, |end| end.path))
}

fn entry(proof: &mut Proof, colour: usize) -> Result<()> {
    let game = game(proof, colour);
    let none = proof.graph.is_zero(&game.limit);
    let left = proof.graph.sub(&game.limit, &number(1, 32));
    let zero = number(0, 32);
    let first = game.ply(proof, (&zero, &left));
    let at = first.at;
    let reached = proof.enter(&game.entry, &[first])?;
    show_first_counter(proof, &game.entry, &reached, game.counter)?;
    proof.show_equal("the first ply, if any is wanted", &paths(&reached, at), &[!none, none])?;
    let Some(end) = &reached.returned else { refuse!("it does not return at once") };
    game.show_return(proof, end, &zero)
}

/// From the start of a ply to its draw, or the end of the game.
fn ply(proof: &mut Proof, colour: usize) -> Result<()> {
    let game = game(proof, colour);
    let this = game.ply(proof, (&game.played, &game.left));
    let draw = address_of(proof, Stage::Draw)?;
    let place = game.at(proof, (Stage::Draw, draw));
    let reached = proof.leave(&this, &game.entry, &[place])?;
    show_counter(proof, &this, &reached, game.counter)?;
    let some = game.moves.some(&mut proof.graph);
    proof.show_equal("a point is drawn if there is any", &paths(&reached, draw), &[some, !some])?;
    let Some(end) = &reached.returned else { refuse!("the game does not end") };
    game.show_return(proof, end, &game.played)
}

/// From one stage of a draw to the next, or to where its point is about to be played.
fn draw(proof: &mut Proof, colour: usize, stage: Stage) -> Result<()> {
    let game = game(proof, colour);
    let played = game.point(proof, None)?;
    let stages = stages(proof)?.into_iter().map(|stage| game.at(proof, stage)).collect();
    game.moves.show_stage(proof, stage, played, stages, &game.entry, game.counter)
}

/// A point is played.
fn played(proof: &mut Proof, colour: usize, cell: usize) -> Result<()> {
    let game = game(proof, colour);
    let begin = game.point(proof, Some(cell))?;
    let end = body(proof)?.end;
    let mut done = game.place(proof, end, (&game.played, &game.left));
    // The other side is next.
    let other = 1 - colour;
    done.is(Register::R10, Word::constant(8 * other as u64));
    let after = show_as_play(proof, &game.before, (colour, cell), &begin, &done, &game.entry)?;
    proof.show_equal("the counter stays as it is", &after.number(COUNTER)?, &begin.said(COUNTER)?)?;
    if proof.kernel.tier != Tier::X64 {
        let stored = proof.stored(&after, game.before.object, ALLOWED + 16 * other as i64, 16)?;
        proof.show_equal("its legal moves", &after.vectors[ALLOWED_NEXT][..128], &stored)?;
    }
    Ok(())
}

/// Where tiers above X64 keep the legal moves of the side that is next.
const ALLOWED_NEXT: usize = 1;

/// From the end of a move to the next ply, by the side now to move, or the return.
fn after(proof: &mut Proof, colour: usize) -> Result<()> {
    let game = game(proof, colour);
    let end = body(proof)?.end;
    let mut this = game.place(proof, end, (&game.played, &game.left));
    this.memory.push((game.before.object, 0, game.before.bytes.clone()));
    this.is(Register::R10, Word::constant(8 * colour as u64));
    if proof.kernel.tier != Tier::X64 {
        this.vectors.push((ALLOWED_NEXT, game.moves.halves.concat()));
    }
    let one = number(1, 32);
    let [played, left] = [proof.graph.add(&game.played, &one), proof.graph.sub(&game.left, &one)];
    let next = game.ply(proof, (&played, &left));
    let at = next.at;
    let reached = proof.leave(&this, &game.entry, &[next])?;
    show_counter(proof, &this, &reached, game.counter)?;
    let last = proof.graph.is_zero(&game.left);
    proof.show_equal("the next ply, up to the limit", &paths(&reached, at), &[!last, last])?;
    let Some(end) = &reached.returned else { refuse!("the limit is not reached") };
    game.show_return(proof, end, &played)
}
