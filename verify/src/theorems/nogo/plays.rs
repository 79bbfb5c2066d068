//! A ply in each of many NoGo games: asm/nogo/plays.inc.

use super::body::{body, show_as_play};
use super::draw::{self, COUNTER, Moves, Stage, address_of, show_counter, show_first_counter, stages};
use super::four_boards::bit;
use super::play::{Before, any_state};
use crate::bits::{Bits, number, resized};
use crate::graph::Lit;
use crate::image::Kernel;
use crate::memory::ObjectId;
use crate::places::Place;
use crate::proof::Proof;
use crate::refused::{Refused, Result, refuse};
use crate::state::{SAVED, State};
use crate::theorems::{Case, Theorem};
use crate::word::Word;
use iced_x86::Register;
use stonemask::Tier;

/// Instead of a point: draw one, or play none.
const DRAWN: u64 = 0x80;
const NOT_PLAYED: u64 = 0xff;

pub(super) fn theorems() -> Vec<Theorem> {
    vec![Theorem {
        family: "nogo_plays",
        claim: "memory, frame, the counter and each game after its ply: nogo_play's, of the given point or the one that is drawn, for any games",
        cases,
        quick_one_of: 43,
    }]
}

fn cases(kernel: &Kernel) -> Vec<Case> {
    let mut cases = vec![
        Case::new("entry, black is to move", |proof| entry(proof, 0)),
        Case::new("entry, white is to move", |proof| entry(proof, 1)),
        Case::new("a game that is done", done),
    ];
    cases.extend(draw::cases(kernel, &[("is to move", begin)], draw, ply));
    cases
}

/// A turn of the loop over the games: the current game and its point, anywhere in the arrays.
struct Turn {
    colour: usize,
    before: Before,
    moves: Moves,
    point: ObjectId,
    given: Bits,
    counter: ObjectId,
    /// How many games are left, this one included.
    left: Bits,
    entry: State,
    heads: [u64; 3],
}

fn turn(proof: &mut Proof, colour: usize) -> Result<Turn> {
    let before = any_state(proof, colour).with_to_move(proof, colour);
    let moves = Moves::of(&mut proof.graph, &before.sets.allowed[0]);
    let [point, counter] = ["points", "random"].map(|name| proof.array(name, 1));
    let (given, left) = (proof.graph.inputs(8), proof.graph.inputs(64));
    proof.world.fill(point, 0, &given);
    let arguments = [Word::at(before.object, 0), Word::at(point, 0), Word::number(left.clone()), Word::at(counter, 0)];
    let entry = proof.entry(&arguments);
    let heads = proof.kernel.loop_heads();
    let heads = heads.first_chunk().ok_or_else(|| Refused::new("fewer than three heads"))?;
    Ok(Turn { colour, before, moves, point, given, counter, left, entry, heads: *heads })
}

impl Turn {
    /// Whether the given point is a legal one, asks for a drawn one, or for none: the contract allows no other.
    fn wish(&self, proof: &mut Proof) -> [Lit; 3] {
        let graph = &mut proof.graph;
        let is_legal = self.moves.has(graph, &self.given);
        let [draws, keeps] = [DRAWN, NOT_PLAYED].map(|value| graph.equal(&self.given, &number(value, 8)));
        let contract = graph.any(&[is_legal, draws, keeps]);
        proof.assume(contract);
        [is_legal, draws, keeps]
    }

    /// What holds wherever the kernel is at this game, or at the next one.
    fn place(&self, proof: &mut Proof, at: u64, next: bool) -> Place {
        let mut place = Place::new(at);
        place.wide = proof.kernel.tier != Tier::X64;
        place.pushed(&self.entry, &SAVED);
        let (games, left) =
            if next { (1, proof.graph.sub(&self.left, &number(1, 64))) } else { (0, self.left.clone()) };
        let more = proof.graph.any(&left);
        place.conditions.push(("there is such a game", more));
        place.is(Register::RDI, Word::at(self.before.object, proof.element("states") * games));
        place.is(Register::R13, Word::at(self.point, games));
        place.is(Register::R12, Word::number(left));
        place.is(Register::RBP, Word::at(self.counter, 0));
        place.number(&mut proof.graph, COUNTER, 64);
        place
    }

    /// Where the current game is read.
    fn this(&self, proof: &mut Proof) -> Place {
        let mut place = self.place(proof, self.heads[0], false);
        place.memory.push((self.before.object, 0, self.before.bytes.clone()));
        place.memory.push((self.point, 0, self.given.clone()));
        place
    }

    /// At a stage of a draw.
    fn at(&self, proof: &mut Proof, (stage, at): (Stage, u64)) -> Place {
        let mut place = self.place(proof, at, false);
        place.memory.push((self.before.object, 0, self.before.bytes.clone()));
        place.is(Register::RSI, Word::constant(8 * self.colour as u64));
        self.moves.at(&mut proof.graph, stage, &mut place);
        place
    }

    /// Where a legal point is about to be played: any, or this one.
    fn played(&self, proof: &mut Proof, cell: Option<usize>) -> Place {
        let mut place = self.place(proof, self.heads[1], false);
        place.memory.push((self.before.object, 0, self.before.bytes.clone()));
        place.is(Register::RSI, Word::constant(8 * self.colour as u64));
        let point = self.moves.at_point(&mut proof.graph, &mut place, cell);
        place.memory.push((self.point, 0, resized(&point, 8)));
        place
    }

    /// Where the game is finished.
    fn done(&self, proof: &mut Proof) -> Place {
        self.place(proof, self.heads[2], false)
    }

    /// Shows that the game and its point are as expected at every end of the run.
    fn show_game(&self, proof: &mut Proof, end: &State, bytes: &[Lit], point: &[Lit]) -> Result<()> {
        let found =
            [proof.stored(end, self.before.object, 0, self.before.size())?, proof.stored(end, self.point, 0, 1)?];
        let expected = [bytes, point].concat();
        for (place, (found, expected)) in found.concat().into_iter().zip(expected).enumerate() {
            let same = !proof.graph.xor(found, expected);
            proof.show_on(end.path, &format!("the game and its point, bit {place}"), same)?;
        }
        Ok(())
    }
}

/// If a first game exists, the entry knows only who is to move in it.
fn entry(proof: &mut Proof, colour: usize) -> Result<()> {
    let turn = turn(proof, colour)?;
    turn.wish(proof);
    let some = proof.graph.any(&turn.left);
    for object in [turn.before.object, turn.point] {
        proof.world.exists_if(&mut proof.graph, object, some);
    }
    let this = turn.this(proof);
    let at = this.at;
    let reached = proof.enter(&turn.entry, &[this])?;
    show_first_counter(proof, &turn.entry, &reached, turn.counter)?;
    let none = proof.graph.is_zero(&turn.left);
    let paths = [reached.places.get(&at), reached.returned.as_ref()].map(|end| end.map_or(Lit::FALSE, |end| end.path));
    proof.show_equal("the first game, if there is any", &paths, &[!none, none])
}

/// From the start of a turn to where a point is about to be played, a number to be drawn, or the game is finished.
fn begin(proof: &mut Proof, colour: usize) -> Result<()> {
    let turn = turn(proof, colour)?;
    let [is_legal, draws, keeps] = turn.wish(proof);
    let graph = &mut proof.graph;
    let some = turn.moves.some(graph);
    let (drawing, none) = (graph.and(draws, some), graph.and(draws, !some));
    let over = graph.or(keeps, none);
    let (this, played, done) = (turn.this(proof), turn.played(proof, None), turn.done(proof));
    let at = address_of(proof, Stage::Draw)?;
    let draw = turn.at(proof, (Stage::Draw, at));
    let ats = [&played, &draw, &done].map(|place| place.at);
    let reached = proof.leave(&this, &turn.entry, &[played, draw, done])?;
    show_counter(proof, &this, &reached, turn.counter)?;
    proof.show("a turn begins", Lit::constant(reached.returned.is_none()))?;
    let paths = ats.map(|at| reached.places.get(&at).map_or(Lit::FALSE, |state| state.path));
    proof.show_equal("the point is played, or one is drawn, or none is played", &paths, &[is_legal, drawing, over])?;
    let Some(done) = reached.places.get(&ats[2]) else { refuse!("every game is played") };
    turn.show_game(proof, done, &turn.before.bytes, &number(NOT_PLAYED, 8))
}

/// From one stage of a draw to the next, or to where its point is about to be played.
fn draw(proof: &mut Proof, colour: usize, stage: Stage) -> Result<()> {
    let turn = turn(proof, colour)?;
    let played = turn.played(proof, None);
    let stages = stages(proof)?.into_iter().map(|stage| turn.at(proof, stage)).collect();
    turn.moves.show_stage(proof, stage, played, stages, &turn.entry, turn.counter)
}

/// A point is played.
fn ply(proof: &mut Proof, colour: usize, cell: usize) -> Result<()> {
    let turn = turn(proof, colour)?;
    let (this, done) = (turn.played(proof, Some(cell)), turn.done(proof));
    let body = body(proof)?;
    if [this.at, done.at] != [body.start, body.end] {
        refuse!("a point is not played where it is given");
    }
    let after = show_as_play(proof, &turn.before, (colour, cell), &this, &done, &turn.entry)?;
    proof.show_equal("the counter stays as it is", &after.number(COUNTER)?, &this.said(COUNTER)?)?;
    let point = proof.stored(&after, turn.point, 0, 1)?;
    proof.show_equal("the point is told", &point, &number(bit(cell) as u64, 8))
}

/// From the end of a game to the next one or the return.
fn done(proof: &mut Proof) -> Result<()> {
    let turn = turn(proof, 0)?;
    let mut this = turn.done(proof);
    let (bytes, point) = (proof.graph.inputs(8 * turn.before.size()), proof.graph.inputs(8));
    this.memory.push((turn.before.object, 0, bytes.clone()));
    this.memory.push((turn.point, 0, point.clone()));
    let next = turn.place(proof, turn.heads[0], true);
    let at = next.at;
    let reached = proof.leave(&this, &turn.entry, &[next])?;
    show_counter(proof, &this, &reached, turn.counter)?;
    let (Some(next), Some(returned)) = (reached.places.get(&at), &reached.returned) else {
        refuse!("the loop does not both go on and end")
    };
    let last = proof.graph.equal(&turn.left, &number(1, 64));
    proof.show_equal("it ends after the last game", &[next.path, returned.path], &[!last, last])?;
    for end in [next, returned] {
        turn.show_game(proof, end, &bytes, &point)?;
    }
    Ok(())
}
