//! The simple interaction of botzone.org: a program is started for each of its moves, reads one
//! line of JSON and answers with one.

use super::driver::Driver;
use super::engine::{Engine, Start};
use super::fault::{Kind, Stop};
use super::table::State;
use crate::games::Name;
use crate::records::botzone::{self, Answer};

pub(super) struct Botzone {
    start: Start,
    game: Name,
    /// Whether it has answered before.
    is_known: bool,
    /// The last answer, and the moves before it.
    last: Option<(Vec<String>, Answer)>,
}

impl Botzone {
    pub(super) fn new(start: Start, game: Name) -> Botzone {
        Botzone { start, game, is_known: false, last: None }
    }
}

/// Refuses boards other than the site's.
pub(super) fn check(game: Name, start: &str) -> Result<(), String> {
    if !botzone::has(game) {
        return Err(format!("botzone has no {game}"));
    }
    if start == game.usual_start() { Ok(()) } else { Err(format!("botzone has {game} on its usual board alone")) }
}

impl Driver for Botzone {
    fn speak(&mut self) -> Result<(), Stop> {
        let state = State::new(self.game, &self.game.usual_start(), &[]).map_err(Stop::NotStarted)?;
        self.choose(&state).map(drop)
    }

    fn choose(&mut self, state: &State) -> Result<Option<String>, Stop> {
        check(state.game, &state.start).map_err(Stop::NotStarted)?;
        let places: Vec<_> = state.moves.iter().map(|ply| state.game.place(ply)).collect();
        let goes_on = |moves: &[String]| !moves.is_empty() && state.moves.starts_with(moves);
        let before = self.last.as_ref().map(|(moves, answer)| (answer, goes_on(moves)));
        let order = botzone::request(&places, before);
        let mut engine = Engine::start(&self.start)?;
        if self.is_known {
            engine.has_begun();
        }
        engine.say_all(&order);
        let about = format!("move {}", state.moves.len() + 1);
        let mut line = engine.hear(&about)?;
        while line.trim().is_empty() {
            line = engine.hear(&about)?;
        }
        engine.on_time(&about)?;
        self.is_known = true;
        let broken = |problem| Kind::BrokenProtocol.because(format!("at {about}: '{line}': {problem}"));
        let answer = Answer::read(&line).map_err(broken)?;
        let chosen = match answer.place {
            (-1, -1) if state.game.has_passes() => super::case::PASS.to_owned(),
            (x, y) => {
                let on_board = |number: i64| usize::try_from(number).ok().filter(|&number| number < 64);
                let place = on_board(y).zip(on_board(x));
                let place =
                    place.ok_or_else(|| Kind::IllegalMove.because(format!("at {about}: {x}, {y} is off the board")))?;
                state.game.place_name(place)
            }
        };
        self.last = Some(([&state.moves[..], std::slice::from_ref(&chosen)].concat(), answer));
        Ok(Some(chosen))
    }
}
