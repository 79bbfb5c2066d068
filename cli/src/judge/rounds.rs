//! The questions that an engine is asked: games, and composed positions.

use super::case::{Case, PASS, Protocol, Question, RESIGNS};
use super::table::{Cells, State, read};
use super::{Arguments, Judge, Stop, Wrong};
use crate::games::{Name, Shape};
use crate::interrupt;
use crate::vectors::Source;
use stonemask::{Colour, Random};

/// A perft has at most this many nodes, for engines that are slow.
const NODES: u64 = 200;
/// How deep a perft goes that has few.
const DEEPEST: u32 = 5;

/// Asks all of them, until an answer is wrong.
pub(super) fn run(judge: &mut Judge, arguments: &Arguments) -> Result<(), Wrong> {
    let any = judge.game.unwrap_or(Name::Othello8);
    judge.ask(&State::new(any, &any.usual_start(), &[]).expect("the start position"), Question::Speak)?;
    let Some(game) = judge.game else { return Ok(()) };
    let stop = |stop| Wrong { case: Case::once("", &[], Question::Speak), stop };
    let problem = |failure: crate::error::Failure| stop(Stop::NotStarted(failure.message().unwrap_or_default()));
    let start = start(game, &arguments.shape).map_err(problem)?;
    let source = Source::new(game, &sized(game, judge.protocol, &arguments.shape)).map_err(problem)?;
    for number in 0..arguments.games.max(arguments.positions) {
        let mut random = Random::new(Random::new(arguments.seed).next_u64() ^ Random::new(number).next_u64());
        if number < arguments.games && judge.protocol != Protocol::Perft {
            play(judge, game, &start, number, &mut random)?;
            judge.games += 1;
        }
        if number < arguments.positions {
            let (_, text) = source.draw(arguments.seed, number);
            judge.positions += u64::from(position(judge, game, &start, &text, &mut random)?);
        }
        if interrupt::interrupted() {
            return Err(stop(Stop::Interrupted));
        }
    }
    Ok(())
}

/// The start position that the options describe.
pub(crate) fn start(game: Name, shape: &Shape) -> Result<String, crate::error::Failure> {
    game.start(shape)
}

/// The shape of composed positions: where an engine keeps one board, that of the games.
fn sized(game: Name, protocol: Protocol, shape: &Shape) -> Shape {
    let mut shape = shape.clone();
    let Some(usual) = game.usual_side() else { return shape };
    if protocol != Protocol::Perft {
        shape.rows = shape.rows.or(Some(usual));
        shape.cols = shape.cols.or(Some(usual));
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

/// Asks about a composed position, if the protocol can say it.
fn position(judge: &mut Judge, game: Name, start: &str, text: &str, random: &mut Random) -> Result<bool, Wrong> {
    match judge.protocol {
        Protocol::Perft => {
            let state = State::new(game, text, &[]).expect("a position of the game");
            let mut depth = 1;
            while depth < DEEPEST && state.now.perft(depth + 1) <= NODES {
                depth += 1;
            }
            judge.ask(&state, Question::Count(depth))?;
        }
        Protocol::Nboard => {
            let state = State::new(game, text, &[]).expect("a position of the game");
            if !state.is_over() {
                judge.ask(&state, Question::Choose)?;
            }
        }
        Protocol::Gtp | Protocol::Gomocup => {
            // Positions that no game reaches cannot be told.
            if !game.keeps_stones() {
                return Ok(false);
            }
            let Some(state) = (0..8).find_map(|_| in_order(game, start, text, random)) else { return Ok(false) };
            if judge.protocol == Protocol::Gtp {
                judge.ask(&state, Question::Moves)?;
                refusals(judge, &state, 6, random)?;
            }
            if !state.is_over() {
                if judge.protocol == Protocol::Gtp {
                    judge.ask(&state, Question::Accept(pick(&state.now.plies(), random)))?;
                }
                judge.ask(&state, Question::Choose)?;
            }
        }
    }
    Ok(true)
}

/// A game that leads to the stones of a position, with some more where a colour has too few; `None` when it would end before, or a
/// ply would be illegal.
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
