//! The options that describe where a game begins.

use super::name::{Name, each};
use super::playable::Playable;
use super::setting::Setting;
use super::shape::Shape;
use crate::error::Failure;
use clap::Args;
use std::fmt;

/// Where a game begins.
#[derive(Args, Clone, Debug)]
pub(crate) struct Start {
    /// The position to begin with. Othello: the cells, top row first, X black, O white, - empty,
    /// then the side to move. Gomoku: the size, the rule, the rows separated by /, the side to
    /// move, such as "2x3 renju -X-/O-- X". NoGo: the rows separated by /, # blocked, the side to
    /// move [default: the start position]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Moves to play first, such as "c2 b4". Of Othello a transcript will do: "f5d6c3"
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
    /// Moves to play first, as --moves has them
    #[arg(value_name = "PLY", conflicts_with = "moves")]
    pub(crate) plain_moves: Vec<String>,
    #[command(flatten)]
    pub(crate) shape: Shape,
}

impl Start {
    /// The moves to play first, as an option or as plain arguments; empty where there are none.
    fn moves(&self) -> String {
        self.moves.clone().unwrap_or_else(|| self.plain_moves.join(" "))
    }
}

/// A game and where it begins.
#[derive(Args)]
pub(crate) struct Setup {
    /// The game
    game: Name,
    #[command(flatten)]
    start: Start,
}

impl Setup {
    /// Sets up the game and does nothing with it.
    pub(crate) fn set_up(&self) -> Result<(), Failure> {
        set_up(self.game, &self.start)
    }

    /// Sets up the game and does the task with it.
    pub(crate) fn with(&self, task: impl Task) -> Result<(), Failure> {
        with_game(self.game, &self.start, task)
    }
}

/// Something done with a game's state, whatever the game.
pub(crate) trait Task {
    /// `played` leads from the start to the state: the plies of `--moves`.
    fn run<G: Playable>(self, state: G, played: &[G::Move], setting: Setting) -> Result<(), Failure>;
}

/// Sets up the game and does nothing with it.
pub(crate) fn set_up(name: Name, start: &Start) -> Result<(), Failure> {
    struct Nothing;
    impl Task for Nothing {
        fn run<G: Playable>(self, _: G, _: &[G::Move], _: Setting) -> Result<(), Failure> {
            Ok(())
        }
    }
    with_game(name, start, Nothing)
}

/// Sets up the game and does the task with it.
fn with_game(name: Name, start: &Start, task: impl Task) -> Result<(), Failure> {
    name.check(&start.shape)?;
    each!(name, G => with_state::<G>(start, task))
}

fn with_state<G: Playable>(start: &Start, task: impl Task) -> Result<(), Failure> {
    let mut state: G = self::start(start)?;
    let played = play_moves(&mut state, start)?;
    let setting = state.setting();
    task.run(state, &played, setting)
}

/// The board that `--position`, or the options of the board, describe.
pub(crate) fn start<G: Playable>(start: &Start) -> Result<G, Failure> {
    match (&start.position, start.shape.given()) {
        (Some(_), Some(option)) => Err(Failure::bad_input(format!("{option}: --position says it already"))),
        (Some(text), None) => text.parse().map_err(|error| Failure::bad_input(format!("--position: {error}"))),
        (None, _) => G::begin(&start.shape),
    }
}

/// Plays what `--moves` lists, and returns the plies.
pub(crate) fn play_moves<G: Playable>(state: &mut G, start: &Start) -> Result<Vec<G::Move>, Failure> {
    let text = start.moves();
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let words = words.flat_map(|word| {
        let squares = G::JOINS_MOVES && word.is_ascii() && word.len() % 2 == 0 && !word.eq_ignore_ascii_case("pass");
        let length = if squares { 2 } else { word.len() };
        (0..word.len()).step_by(length).map(move |at| &word[at..at + length])
    });
    let play = |(index, word): (usize, &str)| {
        let failure = |error: &dyn fmt::Display| Failure::bad_input(format!("--moves, ply {}: {error}", index + 1));
        let ply = word.parse().map_err(|error| failure(&error))?;
        state.try_play(ply).map_err(|error| failure(&error))?;
        Ok(ply)
    };
    words.enumerate().map(play).collect()
}
