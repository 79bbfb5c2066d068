//! A ply in each of many NoGo games: asm/nogo/plays.inc.

use super::draw::{self, Game, Moves, Plays, Stage};
use super::four_boards::bit;
use super::play::any_state;
use crate::bits::{Bits, number, resized};
use crate::exceptions::Exceptions;
use crate::graph::Lit;
use crate::image::Kernel;
use crate::place::Place;
use crate::proof::Proof;
use crate::refused::{Result, refuse};
use crate::state::State;
use crate::theorem::{Case, Theorem};
use crate::word::{ObjectId, Word};

/// Instead of a point: draw one, or play none.
const DRAWN: u64 = 0x80;
const NOT_PLAYED: u64 = 0xff;

pub(super) fn theorems() -> Vec<Theorem> {
    vec![Theorem {
        family: "nogo_plays",
        claim: "memory, frame, the counter and each game after its ply: nogo_play's, of the given point or the one that is drawn, for any games",
        cases,
        quick_one_of: 43,
        exceptions: Exceptions { elements: &["states", "points"], ..Exceptions::NONE },
        rests_on: Some("nogo_play"),
        ..Theorem::PLAIN
    }]
}

fn cases(kernel: &Kernel) -> Vec<Case> {
    let mut cases = vec![
        Case::new("entry, black is to move", |proof| entry(proof, 0)),
        Case::new("entry, white is to move", |proof| entry(proof, 1)),
        Case::new("a game that is done", done),
    ];
    let draw = |p: &mut Proof, colour, stage| turn(p, colour).show_stage(p, stage);
    cases.extend(draw::cases(kernel, &[("is to move", begin)], draw, ply));
    cases
}

/// A turn of the loop over the games: the current game and its point, anywhere in the arrays.
struct Turn {
    game: Game,
    point: ObjectId,
    given: Bits,
    /// How many games are left, this one included.
    left: Bits,
}

fn turn(proof: &mut Proof, colour: usize) -> Turn {
    let before = any_state(proof, colour).with_to_move(proof, colour);
    let moves = Moves::of(&proof.graph, &before.seen.sets.allowed[0]);
    let [point, counter] = ["points", "random"].map(|name| proof.array(name, 1));
    let (given, left) = (proof.graph.inputs(8), proof.graph.inputs(64));
    proof.world.fill(point, 0, &given);
    let arguments = [Word::at(before.object, 0), Word::at(point, 0), Word::number(left.clone()), Word::at(counter, 0)];
    let entry = proof.entry(&arguments);
    Turn { game: Game { colour, before, moves, counter, entry }, point, given, left }
}

impl Plays for Turn {
    fn game(&self) -> &Game {
        &self.game
    }

    fn to_move(&self, proof: &mut Proof, name: &str) -> Result<Place> {
        let mut place = self.place(proof, name, false)?;
        self.game.is_to_move(&mut place)?;
        Ok(place)
    }

    fn told(&self, point: &[Lit], place: &mut Place) {
        place.memory.push((self.point, 0, resized(point, 8)));
    }
}

impl Turn {
    /// Whether the given point is a legal one, asks for a drawn one, or for none: the contract
    /// allows no other.
    fn wish(&self, proof: &mut Proof) -> [Lit; 3] {
        let is_legal = self.game.moves.has(&proof.graph, &self.given);
        let [draws, keeps] = [DRAWN, NOT_PLAYED].map(|value| proof.graph.equal(&self.given, &number(value, 8)));
        proof.assume(proof.graph.any(&[is_legal, draws, keeps]));
        [is_legal, draws, keeps]
    }

    /// The facts that hold wherever the kernel is at this game, or at the next one.
    fn place(&self, proof: &mut Proof, name: &str, next: bool) -> Result<Place> {
        let mut place = self.game.place(proof, name)?;
        let (games, left) =
            if next { (1, proof.graph.sub(&self.left, &number(1, 64))) } else { (0, self.left.clone()) };
        place.conditions.push(("there is such a game", proof.graph.any(&left)));
        place.holds("state", Word::at(self.game.before.object, proof.element("states") * games))?;
        place.holds("points", Word::at(self.point, games))?;
        place.holds("games_left", Word::number(left))?;
        Ok(place)
    }

    /// Where the current game is read.
    fn this(&self, proof: &mut Proof) -> Result<Place> {
        let mut place = self.place(proof, "game", false)?;
        place.memory.push((self.game.before.object, 0, self.game.before.bytes.clone()));
        place.memory.push((self.point, 0, self.given.clone()));
        Ok(place)
    }

    /// Where it is finished.
    fn done(&self, proof: &mut Proof) -> Result<Place> {
        self.place(proof, "done", false)
    }

    /// Shows that the game and its point are as expected at every end of the run.
    fn show_game(&self, proof: &mut Proof, end: &State, bytes: &[Lit], point: &[Lit]) -> Result<()> {
        let found = [
            proof.stored(end, self.game.before.object, 0, self.game.before.size())?,
            proof.stored(end, self.point, 0, 1)?,
        ];
        proof.show_equal_on(end.path, "the game and its point", &found.concat(), &[bytes, point].concat())
    }
}

/// If a first game exists, the entry knows only who is to move in it.
fn entry(proof: &mut Proof, colour: usize) -> Result<()> {
    let turn = turn(proof, colour);
    turn.wish(proof);
    let some = proof.graph.any(&turn.left);
    for object in [turn.game.before.object, turn.point] {
        proof.world.exists_if(&proof.graph, object, some);
    }
    let first = [turn.this(proof)?];
    let reached = proof.enter(&turn.game.entry, &first)?;
    turn.game.show_first_counter(proof, &first, &reached)?;
    let paths = [reached.path(&first[0]), reached.path_of_return()];
    proof.show_equal("the first game, if there is any", &paths, &[some, !some])
}

/// From the start of a turn to where a point is about to be played, a number to be drawn, or the
/// game is finished.
fn begin(proof: &mut Proof, colour: usize) -> Result<()> {
    let turn = turn(proof, colour);
    let [is_legal, draws, keeps] = turn.wish(proof);
    let some = turn.game.moves.some(&proof.graph);
    let (drawing, none) = (proof.graph.and(draws, some), proof.graph.and(draws, !some));
    let over = proof.graph.or(keeps, none);
    let this = turn.this(proof)?;
    let next = [turn.chosen(proof, None)?, turn.at(proof, Stage::Draw)?, turn.done(proof)?];
    let reached = proof.leave(&this, &turn.game.entry, &next)?;
    turn.game.show_counter(proof, &this, &next, &reached)?;
    proof.show("a turn begins", Lit::constant(reached.returned.is_none()))?;
    let paths = next.each_ref().map(|place| reached.path(place));
    proof.show_equal("the point is played, or one is drawn, or none is played", &paths, &[is_legal, drawing, over])?;
    let (Some(chosen), Some(done)) = (reached.at(&next[0]), reached.at(&next[2])) else {
        refuse!("every game is played, or none");
    };
    let point = next[0].number_in(chosen, "point")?;
    proof.show_equal_on(chosen.path, "the point is the given one", &point, &resized(&turn.given, 64))?;
    turn.show_game(proof, done, &turn.game.before.bytes, &number(NOT_PLAYED, 8))
}

/// A point is played.
fn ply(proof: &mut Proof, colour: usize, cell: usize) -> Result<()> {
    let turn = turn(proof, colour);
    let done = turn.done(proof)?;
    let after = turn.show_played(proof, cell, &done)?;
    proof.show_stored("the point is told", &after, (turn.point, 0), &number(bit(cell) as u64, 8))
}

/// From the end of a game to the next one or the return.
fn done(proof: &mut Proof) -> Result<()> {
    let turn = turn(proof, 0);
    let mut this = turn.done(proof)?;
    let (bytes, point) = (proof.graph.inputs(8 * turn.game.before.size()), proof.graph.inputs(8));
    this.memory.push((turn.game.before.object, 0, bytes.clone()));
    this.memory.push((turn.point, 0, point.clone()));
    let next = [turn.place(proof, "game", true)?];
    let reached = proof.leave(&this, &turn.game.entry, &next)?;
    turn.game.show_counter(proof, &this, &next, &reached)?;
    let [next, returned] = reached.both(&next[0])?;
    let last = proof.graph.equal(&turn.left, &number(1, 64));
    proof.show_equal("it ends after the last game", &[next.path, returned.path], &[!last, last])?;
    for end in [next, returned] {
        turn.show_game(proof, end, &bytes, &point)?;
    }
    Ok(())
}
