//! A ply in each of many Gomoku games: asm/gomoku/step.inc.

use crate::bits::{Bits, number, resized, zeros};
use crate::exceptions::Exceptions;
use crate::graph::{Graph, Lit};
use crate::place::Place;
use crate::proof::Proof;
use crate::refused::{Refused, Result, refuse};
use crate::rules::gomoku::{self as rules, Field};
use crate::state::State;
use crate::theorem::{Case, Theorem};
use crate::word::{ObjectId, Word};

const SIDE: usize = 15;

pub(super) fn theorems() -> Vec<Theorem> {
    vec![Theorem {
        family: "gomoku_step",
        claim: "which game's action is illegal, if any; else memory, frame and each game after its ply, by both rules, for any games",
        cases: |_| {
            let others = [
                Case::new("entry", entry),
                Case::new("an action", action),
                Case::new("a game that is done", done),
                Case::new("a game that is over", |proof| ply(proof, None, Start::Given, true)),
                Case::new("a game that is over, with no start", |proof| ply(proof, None, Start::None, true)),
            ];
            let points = (0..2 * SIDE * SIDE).map(|index| {
                let (point, freestyle) = (index / 2, index % 2 == 0);
                let [row, column] = [point / SIDE, point % SIDE];
                let rule = if freestyle { "five or more" } else { "exactly five" };
                let name = format!("{}{}, {rule}", (b'a' + column as u8) as char, row + 1);
                Case::new(name, move |p: &mut Proof| ply(p, Some((row, column)), Start::Any, freestyle))
            });
            others.into_iter().chain(points).collect()
        },
        quick_one_of: 151,
        exceptions: Exceptions {
            elements: &["games", "actions", "points"],
            not_held: (&["actions", "points"], "the first loop looks at the actions of all games"),
            ..Exceptions::NONE
        },
        ..Theorem::PLAIN
    }]
}

/// A game, as SlabGame of src/gomoku/slab_game.rs has it.
struct Game {
    /// By colour, 15 rows of 15 columns.
    rows: [Bits; 2],
    /// By action.
    empty: Bits,
    plies: Bits,
    left: Bits,
    white_to_move: Lit,
    outcome: Bits,
}

impl Game {
    fn any(proof: &mut Proof) -> Game {
        let graph = &proof.graph;
        let game = Game {
            rows: [(); 2].map(|()| graph.inputs(SIDE * SIDE)),
            empty: graph.inputs(256),
            plies: graph.inputs(32),
            left: graph.inputs(16),
            white_to_move: graph.input(),
            outcome: graph.inputs(2),
        };
        proof.assume(graph.or(graph.any(&game.outcome), !graph.is_zero(&game.left)));
        game
    }

    /// Whether some colour has exactly five in a row.
    fn has_exact_five(&self, graph: &Graph) -> Lit {
        let of_colour = |rows: &Bits| {
            let field = Field { rows: SIDE, columns: SIDE, cells: rows.clone() };
            graph.any(&rules::fives(graph, &field, true))
        };
        let [black, white] = self.rows.each_ref().map(of_colour);
        graph.or(black, white)
    }

    /// Its parts, in the order of its bytes.
    fn parts(&self) -> [(&'static str, Bits); 5] {
        let mut stones = Bits::new();
        for rows in &self.rows {
            rows.chunks(SIDE).for_each(|row| stones.extend(resized(row, 16)));
            stones.extend(zeros(16));
        }
        let plies = [&self.plies[..], &self.left, &resized(&[self.white_to_move], 8)].concat();
        [
            ("the stones", stones),
            ("the empty points", self.empty.clone()),
            ("the plies and who is to move", plies),
            ("the outcome", resized(&self.outcome, 8)),
            ("the bytes after the outcome", zeros(24 * 8)),
        ]
    }

    fn bytes(&self) -> Bits {
        self.parts().into_iter().flat_map(|(_, bits)| bits).collect()
    }
}

/// A turn of either loop: one game, its action and its point, anywhere in the arrays.
struct Turn {
    game: ObjectId,
    /// Bytes.
    zeros_before: i64,
    before: Game,
    index: Bits,
    count: Bits,
    action: Bits,
    over: Lit,
    /// Whether exactly five win, not five or more.
    exact: Lit,
    legal: Lit,
    lines: Word,
    entry: State,
}

/// How a finished game starts again: from a position, not at all, or unspecified where it does not
/// matter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Start {
    Given,
    None,
    Any,
}

fn turn(proof: &mut Proof, first: bool, point: Option<(usize, usize)>, start: Start, exact: &[Lit]) -> Result<Turn> {
    let count = proof.graph.inputs(64);
    let index = if first { zeros(64) } else { proof.graph.inputs(64) };
    proof.assume(proof.graph.below(&index, &count));
    let before = Game::any(proof);
    let game = proof.array("games", 1);
    let zeros_before = proof.contract("games").before as i64;
    proof.world.fill(game, 0, &[zeros(8 * zeros_before as usize), before.bytes()].concat());
    // One of 256 numbers at a legal ply; any number otherwise.
    let action = resized(&proof.graph.inputs(if point.is_some() { 8 } else { 16 }), 16);
    let element = |proof: &mut Proof, name, index: &[Lit], content: &[Lit]| {
        let object = proof.array(name, 1);
        proof.world.fill(object, 0, content);
        (object, proof.start_of(name, &Word::at(object, 0), index))
    };
    let (_, actions) = element(proof, "actions", &index, &action);
    let coordinates = match point {
        Some((row, column)) => [number(row as u64, 8), number(column as u64, 8)].concat(),
        None => proof.graph.inputs(16),
    };
    let (at_point, points) = element(proof, "points", &action, &coordinates);
    let start = match start {
        Start::Given => Word::at(proof.array("start", 1), 0),
        Start::None => Word::constant(0),
        Start::Any => Word::number(proof.graph.inputs(64)),
    };
    let (is_exact, exact) = (proof.graph.any(exact), proof.narrow(exact));
    // The first game is as many games before this one.
    let games = proof.start_of("games", &Word::at(game, zeros_before), &index);
    let arguments = [games, Word::number(count.clone()), actions, points, start, exact];
    let entry = proof.entry(&arguments);
    let lines = proof.table("gomoku_lines_16")?;
    let over = proof.graph.any(&before.outcome);
    let bit = proof.graph.shift_left(&resized(&number(1, 1), 256), &action[..8], Lit::FALSE);
    let (empty, large) = (proof.graph.any(&proof.graph.and_each(&bit, &before.empty)), proof.graph.any(&action[8..]));
    let legal = proof.graph.and(empty, !large);
    // An illegal action may have no point.
    proof.world.exists_if(&proof.graph, at_point, legal);
    Ok(Turn { game, zeros_before, before, index, count, action, over, exact: is_exact, legal, lines, entry })
}

impl Turn {
    fn behind_zeros(&self, game: &[Lit]) -> Bits {
        [&zeros(8 * self.zeros_before as usize), game].concat()
    }

    /// Assumes that no colour has won by exactly five in a game that is not over; that none has by
    /// five or more is not needed.
    fn assume_not_won(&self, proof: &mut Proof) {
        let won = self.before.has_exact_five(&proof.graph);
        proof.assume(!proof.graph.all(&[won, self.exact, !self.over]));
    }

    /// The place where the first or the second loop is at a game, or where the second has finished
    /// it: at `address`, one of `count` games.
    fn place(&self, proof: &mut Proof, name: &str, address: Word, index: &[Lit]) -> Result<Place> {
        let mut place = proof.place(name, &self.entry)?;
        place.holds("game", address)?;
        place.holds("index", Word::number(index.to_vec()))?;
        place.holds("lines", self.lines.clone())?;
        place.conditions.push(("there is such a game", proof.graph.below(index, &self.count)));
        Ok(place)
    }

    /// The place in this turn, with the game as it is.
    fn this(&self, proof: &mut Proof, name: &str) -> Result<Place> {
        let mut place = self.place(proof, name, Word::at(self.game, self.zeros_before), &self.index)?;
        place.memory.push((self.game, 0, self.behind_zeros(&self.before.bytes())));
        Ok(place)
    }

    fn next(&self, proof: &mut Proof, name: &str) -> Result<(Place, Lit)> {
        let index = proof.graph.add(&self.index, &number(1, 64));
        let more = proof.graph.below(&index, &self.count);
        let next = Word::at(self.game, self.zeros_before + proof.element("games"));
        Ok((self.place(proof, name, next, &index)?, more))
    }

    /// Shows that the game is as expected at every end of the run.
    fn show_game(&self, proof: &mut Proof, end: &State, expected: &[Lit]) -> Result<()> {
        let expected = self.behind_zeros(expected);
        let found = proof.stored(end, self.game, 0, expected.len() / 8)?;
        let sizes = self.before.parts().map(|(what, bits)| (what, bits.len()));
        let mut from = 0;
        for (what, size) in [("the zeros before the game", 8 * self.zeros_before as usize)].into_iter().chain(sizes) {
            let part = from..from + size;
            proof.show_equal_on(end.path, what, &found[part.clone()], &expected[part])?;
            from += size;
        }
        Ok(())
    }
}

fn entry(proof: &mut Proof) -> Result<()> {
    let any = proof.graph.inputs(32);
    let turn = turn(proof, true, None, Start::Any, &any)?;
    turn.assume_not_won(proof);
    let this = turn.this(proof, "action")?;
    let reached = proof.enter(&turn.entry, &[this])?;
    proof.show("the first action is looked at", Lit::constant(reached.returned.is_none()))
}

/// A turn of the loop over the actions.
fn action(proof: &mut Proof) -> Result<()> {
    let any = proof.graph.inputs(32);
    let turn = turn(proof, false, None, Start::Any, &any)?;
    let this = turn.this(proof, "action")?;
    let (next, more) = turn.next(proof, "action")?;
    let games = turn.place(proof, "ply", turn.entry.argument(0).clone(), &zeros(64))?;
    let reached = proof.leave(&this, &turn.entry, &[next.clone(), games.clone()])?;
    let fine = proof.graph.or(turn.over, turn.legal);
    let paths = [reached.path(&next), reached.path(&games)];
    let expected = [proof.graph.and(fine, more), proof.graph.and(fine, !more)];
    proof.show_equal("the next action, or the first game, if the action is legal", &paths, &expected)?;
    let returned = reached.returned.as_ref().ok_or_else(|| Refused::new("no action is illegal"))?;
    proof.show_equal("the return, if not", &[returned.path], &[!fine])?;
    let result = proof.result(returned)?;
    proof.show("the game's number", proof.graph.or(fine, proof.graph.equal(&result, &turn.index)))?;
    let unchanged = turn.before.bytes();
    for state in reached.ends() {
        turn.show_game(proof, state, &unchanged)?;
    }
    Ok(())
}

/// A turn of the loop over the games: a stone on a point, or a finished game.
fn ply(proof: &mut Proof, point: Option<(usize, usize)>, start: Start, freestyle: bool) -> Result<()> {
    proof.decides = true;
    let mut exact = if freestyle && point.is_some() { zeros(32) } else { proof.graph.inputs(32) };
    if !freestyle {
        // Any number except zero, by its lowest bits.
        exact[0] = proof.graph.or(exact[0], proof.graph.is_zero(&exact[1..]));
    }
    let turn = turn(proof, false, point, start, &exact)?;
    proof.assume(turn.over.negated_if(point.is_some()));
    if !freestyle {
        turn.assume_not_won(proof);
        // That is much, and most of what is shown does not need it.
        proof.nearby = true;
    }
    proof.assume(proof.graph.or(turn.over, turn.legal));
    let this = turn.this(proof, "ply")?;
    let mut done = turn.place(proof, "done", Word::at(turn.game, turn.zeros_before), &turn.index)?;
    done.memory.push((turn.game, 0, turn.behind_zeros(&[])));
    let done_at = done.at;
    let mut reached = proof.leave(&this, &turn.entry, &[done])?;
    let (Some(done), None) = (reached.places.remove(&done_at), reached.returned) else {
        refuse!("a game is not done before the loop goes on")
    };
    proof.show("the game is done", done.path)?;
    let after = match point {
        Some(point) => after(proof, &turn, point, freestyle),
        None if start == Start::Given => {
            let object = turn.entry.argument(4).object().expect("an address");
            proof.stored(&turn.entry, object, 0, proof.element("start") as usize)?
        }
        None => turn.before.bytes(),
    };
    turn.show_game(proof, &State { path: Lit::TRUE, ..done }, &after)
}

/// From the end of a game to the next one or the return.
fn done(proof: &mut Proof) -> Result<()> {
    let any = proof.graph.inputs(32);
    let turn = turn(proof, false, None, Start::Any, &any)?;
    let mut this = turn.place(proof, "done", Word::at(turn.game, turn.zeros_before), &turn.index)?;
    let bytes = proof.graph.inputs(8 * proof.element("games") as usize);
    this.memory.push((turn.game, 0, turn.behind_zeros(&bytes)));
    let (next, more) = turn.next(proof, "ply")?;
    let reached = proof.leave(&this, &turn.entry, std::slice::from_ref(&next))?;
    let [next, returned] = reached.both(&next)?;
    proof.show_equal("it ends after the last game", &[next.path, returned.path], &[more, !more])?;
    for end in [next, returned] {
        turn.show_game(proof, end, &bytes)?;
    }
    let result = proof.result(returned)?;
    proof.show_where(returned.path, "the number of games", proof.graph.equal(&result, &turn.count))
}

/// The game after a stone of the side to move, which wins in a run of five or more, or of exactly
/// five.
fn after(proof: &mut Proof, turn: &Turn, (row, column): (usize, usize), freestyle: bool) -> Bits {
    let (before, graph) = (&turn.before, &proof.graph);
    let white = before.white_to_move;
    let own = graph.choose_each(white, &before.rows[1], &before.rows[0]);
    let field = Field { rows: SIDE, columns: SIDE, cells: own };
    let makes = if freestyle { rules::makes_five } else { rules::makes_exact_five };
    let five = makes(graph, &field, (row as i32, column as i32));
    let mut rows = before.rows.clone();
    for (rows, moves) in rows.iter_mut().zip([!white, white]) {
        let cell = &mut rows[SIDE * row + column];
        *cell = graph.or(*cell, moves);
    }
    let bit = graph.shift_left(&resized(&number(1, 1), 256), &turn.action[..8], Lit::FALSE);
    let left = graph.sub(&before.left, &number(1, 16));
    // 1 black has won, 2 a draw, 3 white has won.
    let drawn = graph.and(graph.is_zero(&left), !five);
    let white_won = graph.and(five, white);
    Game {
        rows,
        empty: graph.without(&before.empty, &bit),
        plies: graph.add(&before.plies, &number(1, 32)),
        left,
        white_to_move: !white,
        outcome: vec![five, graph.or(drawn, white_won)],
    }
    .bytes()
}
