//! The questions that an engine is asked: games, and composed positions.

use super::case::{Case, PASS, Protocol, Question, RESIGNS};
use super::table::{Cells, State, read};
use super::{Arguments, Judge, Stop, Wrong, botzone, gtp};
use crate::error::Failure;
use crate::games::{Name, Shape};
use crate::interrupt;
use crate::vectors::Source;
use std::{fmt, iter};
use stonemask::{Colour, Random};

/// A perft has at most this many nodes, for engines that are slow.
const NODES: u64 = 200;
/// How deep a perft goes that has few.
const DEEPEST: u32 = 5;

/// One of the tests that an engine is put to.
pub(super) enum Test {
    /// The protocol itself.
    Protocol,
    /// A random game.
    Game(u64),
    /// A composed position.
    Position(u64, State),
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Test::Protocol => write!(f, "protocol"),
            Test::Game(number) => write!(f, "game {}", number + 1),
            Test::Position(number, _) => write!(f, "position {}", number + 1),
        }
    }
}

/// All that an engine is asked.
pub(super) struct Plan {
    protocol: Protocol,
    /// The game, its start position and where its composed positions come from.
    game: Option<(Name, String, Source)>,
    games: u64,
    positions: u64,
    seed: u64,
}

impl Plan {
    /// # Errors
    /// When the options describe no board, or one that the protocol does not have.
    pub(super) fn new(protocol: Protocol, game: Option<Name>, arguments: &Arguments) -> Result<Plan, Failure> {
        let of = |game: Name| {
            let start = start(game, &arguments.shape)?;
            let source = Source::new(game, &sized(game, protocol, &arguments.shape))?;
            match protocol {
                Protocol::Gtp => gtp::check_size(Cells::of(game, &start).size()),
                Protocol::Botzone => botzone::check(game, &start),
                _ => Ok(()),
            }
            .map_err(Failure::bad_input)?;
            Ok((game, start, source))
        };
        let &Arguments { games, positions, seed, .. } = arguments;
        Ok(Plan { protocol, game: game.map(of).transpose()?, games, positions, seed })
    }

    pub(super) fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// The tests, in their order.
    pub(super) fn tests(&self) -> impl Iterator<Item = Test> + '_ {
        let numbers = if self.game.is_some() { self.games.max(self.positions) } else { 0 };
        let both = |number| {
            let game = (number < self.games && self.protocol != Protocol::Perft).then_some(Test::Game(number));
            let position = if number < self.positions { self.position(number) } else { None };
            game.into_iter().chain(position.map(|state| Test::Position(number, state)))
        };
        iter::once(Test::Protocol).chain((0..numbers).flat_map(both))
    }

    /// The composed position of a number, if the protocol can say it, and there is something to
    /// ask.
    fn position(&self, number: u64) -> Option<State> {
        let (game, start, source) = self.game.as_ref()?;
        let (_, text) = source.draw(self.seed, number);
        let state = match self.protocol {
            Protocol::Perft | Protocol::Nboard => State::new(*game, &text, &[]).expect("a position of the game"),
            // Positions that no game reaches cannot be told.
            _ if !game.keeps_stones() => return None,
            Protocol::Gtp | Protocol::Gomocup | Protocol::Botzone => {
                let mut random = self.random(number, 1);
                (0..8).find_map(|_| in_order(*game, start, &text, &mut random))?
            }
        };
        let asks_at_the_end = matches!(self.protocol, Protocol::Perft | Protocol::Gtp);
        (asks_at_the_end || !state.is_over()).then_some(state)
    }

    /// The random choices of a part of the tests with a number.
    fn random(&self, number: u64, part: u64) -> Random {
        let mut random = Random::new(Random::new(self.seed).next_u64() ^ Random::new(number).next_u64());
        for _ in 0..part {
            random = Random::new(random.next_u64());
        }
        random
    }

    /// Asks, until an answer is wrong.
    pub(super) fn ask(&self, judge: &mut Judge, test: &Test) -> Result<(), Wrong> {
        match (test, &self.game) {
            (Test::Game(number), Some((game, start, _))) => {
                play(judge, *game, start, *number, &mut self.random(*number, 0))?;
                judge.games += 1;
            }
            (Test::Position(number, state), _) => {
                position(judge, state, &mut self.random(*number, 2))?;
                judge.positions += 1;
            }
            _ => {
                let any = judge.game.unwrap_or(Name::Othello8);
                judge.ask(&State::new(any, &any.usual_start(), &[]).expect("the start position"), Question::Speak)?;
            }
        }
        if interrupt::interrupted() {
            return Err(Wrong { case: Case::once("", &[], Question::Speak), stop: Stop::Interrupted });
        }
        Ok(())
    }
}

/// Asks all of them, until an answer is wrong.
pub(super) fn run(judge: &mut Judge, plan: &Plan) -> Result<(), Wrong> {
    plan.tests().try_for_each(|test| plan.ask(judge, &test))
}

/// The start position that the options describe.
pub(crate) fn start(game: Name, shape: &Shape) -> Result<String, Failure> {
    game.start(shape)
}

/// The shape of composed positions: where an engine keeps one board, that of the games.
fn sized(game: Name, protocol: Protocol, shape: &Shape) -> Shape {
    let mut shape = shape.clone();
    let Some(usual) = game.usual_side() else { return shape };
    if protocol != Protocol::Perft {
        shape.rows = shape.rows.or(Some(usual));
        shape.columns = shape.columns.or(Some(usual));
    }
    shape
}

/// A random game, in two of three with an engine for one of the sides.
fn play(judge: &mut Judge, game: Name, start: &str, number: u64, random: &mut Random) -> Result<(), Wrong> {
    let mut state = State::new(game, start, &[]).expect("a start position");
    let gtp = judge.protocol == Protocol::Gtp;
    // Only GTP can be asked about a game in which the engine does not play.
    let plays = match (number % if gtp { 3 } else { 2 }, gtp) {
        (0, _) => Some(Colour::Black),
        (1, _) => Some(Colour::White),
        _ => None,
    };
    while !state.is_over() {
        if judge.is_skipped(&state) {
            state.play(PASS);
            continue;
        }
        if gtp {
            judge.ask(&state, Question::Moves)?;
            refusals(judge, &state, 1, random)?;
        }
        let own = plays == Some(state.now.to_move());
        let chosen = if own { judge.ask(&state, Question::Choose)? } else { None };
        if chosen.as_deref() == Some(RESIGNS) {
            return Ok(());
        }
        let ply = chosen.unwrap_or_else(|| pick(&state.now.plies(), random));
        if gtp && !own {
            judge.ask(&state, Question::Accept(ply.clone()))?;
        }
        state.play(&ply);
    }
    if gtp {
        judge.ask(&state, Question::Moves)?;
        judge.ask(&state, Question::Result)?;
    }
    Ok(())
}

/// Tries illegal moves: some that look legal, and one on a stone.
fn refusals(judge: &mut Judge, state: &State, some: usize, random: &mut Random) -> Result<(), Wrong> {
    let illegal = state.illegal();
    let occupied = state.occupied();
    for _ in 0..some.min(illegal.len()) {
        judge.ask(state, Question::Refuse(pick(&illegal, random)))?;
    }
    if !occupied.is_empty() && random.below(4) == 0 {
        judge.ask(state, Question::Refuse(pick(&occupied, random)))?;
    }
    Ok(())
}

fn pick(plies: &[String], random: &mut Random) -> String {
    plies[random.below(plies.len() as u32) as usize].clone()
}

/// Asks about a composed position.
fn position(judge: &mut Judge, state: &State, random: &mut Random) -> Result<(), Wrong> {
    match judge.protocol {
        Protocol::Perft => {
            let mut depth = 1;
            while depth < DEEPEST && state.now.perft(depth + 1) <= NODES {
                depth += 1;
            }
            judge.ask(state, Question::Count(depth))?;
        }
        Protocol::Gtp => {
            judge.ask(state, Question::Moves)?;
            refusals(judge, state, 6, random)?;
            if !state.is_over() {
                judge.ask(state, Question::Accept(pick(&state.now.plies(), random)))?;
                judge.ask(state, Question::Choose)?;
            }
        }
        Protocol::Nboard | Protocol::Gomocup | Protocol::Botzone => _ = judge.ask(state, Question::Choose)?,
    }
    Ok(())
}

/// A game that leads to the stones of a position, with some more where a colour has too few; `None`
/// when it would end before, or a ply would be illegal.
fn in_order(game: Name, start: &str, text: &str, random: &mut Random) -> Option<State> {
    let cells = Cells::of(game, text);
    let of = |letter: char| -> Vec<String> {
        cells.each().filter(|(_, cell)| *cell == letter).map(|(at, _)| game.place_name(at)).collect()
    };
    let (mut black, mut white) = (of('X'), of('O'));
    let mut spare: Vec<String> = of('-');
    let target = cells.side;
    // Black has played as often as white, or once more when white is to move.
    let more = usize::from(target == 'O');
    while black.len() != white.len() + more {
        let short = if black.len() < white.len() + more { &mut black } else { &mut white };
        if spare.is_empty() {
            return None;
        }
        short.push(spare.swap_remove(random.below(spare.len() as u32) as usize));
    }
    let mut state = State::new(game, start, &[]).ok()?;
    let mut now = read(game, start).ok()?;
    while !black.is_empty() || !white.is_empty() {
        let left = if now.to_move() == Colour::Black { &mut black } else { &mut white };
        let ply = left.swap_remove(random.below(left.len() as u32) as usize);
        now.play(&ply).ok()?;
        state.moves.push(ply);
    }
    state.now = now;
    Some(state)
}
