//! Two engines against each other, with the judge as the referee.

use super::case::{Case, PASS, Question, RESIGNS};
use super::engine::Start;
use super::results::Results;
use super::table::State;
use super::{Arguments, Judge, Stop, Wrong, rounds};
use crate::error::Failure;
use crate::games::Name;
use crate::interrupt;
use crate::output::Output;
use stonemask::game::Outcome;
use stonemask::{Colour, Random};

/// Plays the games, in pairs from the same opening with the colours changed, until one ends in a
/// fault.
pub(super) fn run(
    first: &mut Judge,
    game: Name,
    arguments: &Arguments,
    start: Start,
    output: Output,
) -> Result<(), Failure> {
    let mut second = Judge::new(first.protocol, Some(game), start);
    let begin = rounds::start(game, &arguments.shape)?;
    let mut results = Results::default();
    let mut outcome = Ok(());
    let mut by_second = false;
    for number in 0..arguments.games {
        if interrupt::interrupted() {
            break;
        }
        let own = if number % 2 == 0 { Colour::Black } else { Colour::White };
        let mut random = Random::new(Random::new(arguments.seed).next_u64() ^ Random::new(number / 2).next_u64());
        let state = opening(game, &begin, &mut random);
        match play(first, &mut second, own, state) {
            Ok(outcome) => results.count(outcome, own),
            Err((wrong, of_second)) => {
                // Who breaks the rules has lost.
                if matches!(wrong.stop, Stop::Fault(_)) {
                    let loser = if of_second { own.other() } else { own };
                    results.count(Outcome::Win(loser.other()), own);
                    first.games += 1;
                }
                (outcome, by_second) = (Err(*wrong), of_second);
                break;
            }
        }
        first.games += 1;
    }
    if interrupt::interrupted() && outcome.is_ok() {
        let case = Case::once(&begin, &[], Question::Choose);
        outcome = Err(Wrong { case, stop: Stop::Interrupted });
    }
    let judge = if by_second {
        second.games = first.games;
        second.questions += first.questions;
        first.driver = None;
        second
    } else {
        first.questions += second.questions;
        drop(second);
        std::mem::replace(first, Judge::new(first.protocol, None, first.start.clone()))
    };
    judge.finish(outcome, arguments.seed, Some(results), output)
}

/// A few random plies, so that games differ.
fn opening(game: Name, begin: &str, random: &mut Random) -> State {
    let mut state = State::new(game, begin, &[]).expect("a start position");
    for _ in 0..4 {
        let legal = state.now.plies();
        if legal.is_empty() {
            break;
        }
        let ply = legal[random.below(legal.len() as u32) as usize].clone();
        if state.now.after(&ply).is_some_and(|after| after.outcome().is_none()) {
            state.play(&ply);
        }
    }
    state
}

/// Plays a game; a fault comes with whether it is the second engine's.
fn play(first: &mut Judge, second: &mut Judge, own: Colour, mut state: State) -> Result<Outcome, (Box<Wrong>, bool)> {
    loop {
        if let Some(outcome) = state.now.outcome() {
            return Ok(outcome);
        }
        if first.is_skipped(&state) {
            state.play(PASS);
            continue;
        }
        let to_move = state.now.to_move();
        let judge = if to_move == own { &mut *first } else { &mut *second };
        let chosen = judge.ask(&state, Question::Choose).map_err(|wrong| (Box::new(wrong), to_move != own))?;
        match chosen.as_deref() {
            Some(RESIGNS) => return Ok(Outcome::Win(to_move.other())),
            Some(ply) => state.play(ply),
            None => unreachable!("these protocols have moves"),
        }
    }
}
