//! The games by name, and the state that the options describe.

use crate::error::Failure;
use clap::{Args, ValueEnum};
use std::fmt;
use stonemask::Tier;
use stonemask::game::Game;
use stonemask::othello::Board;

/// A game as users name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Name {
    Othello4,
    Othello6,
    Othello8,
}

impl Name {
    pub(crate) const ALL: [Name; 3] = [Name::Othello4, Name::Othello6, Name::Othello8];
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.to_possible_value().expect("no game is hidden").get_name())
    }
}

/// Where a game begins.
#[derive(Args, Clone, Debug)]
pub(crate) struct Start {
    /// The position to begin with; Othello: the cells, top row first, X black, O white, - empty, then the side to move
    /// [default: the start position]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Moves to play first, such as "c2 b4"
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
}

/// Something done with a game's state, whatever the game.
pub(crate) trait Task {
    fn run<G: Game>(self, state: G, kernels: &'static G::Kernels) -> Result<(), Failure>;
}

/// Sets up the game and does the task with it.
pub(crate) fn with_game(name: Name, start: &Start, tier: Tier, task: impl Task) -> Result<(), Failure> {
    match name {
        Name::Othello4 => with_state(othello::<4>(start)?, start, tier, task),
        Name::Othello6 => with_state(othello::<6>(start)?, start, tier, task),
        Name::Othello8 => with_state(othello::<8>(start)?, start, tier, task),
    }
}

fn with_state<G: Game>(mut state: G, start: &Start, tier: Tier, task: impl Task) -> Result<(), Failure> {
    let kernels = G::kernels(tier).expect("the tier was found available");
    play_moves(&mut state, kernels, start.moves.as_deref().unwrap_or(""))?;
    task.run(state, kernels)
}

/// The Othello board that `--position` describes.
pub(crate) fn othello<const N: usize>(start: &Start) -> Result<Board<N>, Failure> {
    start.position.as_ref().map_or(Ok(Board::start()), |text| {
        text.parse().map_err(|error| Failure::bad_input(format!("--position: {error}")))
    })
}

/// Plays what `--moves` lists.
pub(crate) fn play_moves<G: Game>(state: &mut G, kernels: &G::Kernels, text: &str) -> Result<(), Failure> {
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    for (index, word) in words.enumerate() {
        let failure = |error: &dyn fmt::Display| Failure::bad_input(format!("--moves, ply {}: {error}", index + 1));
        let ply = word.parse().map_err(|error| failure(&error))?;
        state.try_play(kernels, ply).map_err(|error| failure(&error))?;
    }
    Ok(())
}
