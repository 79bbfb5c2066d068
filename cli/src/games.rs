//! The games by name, and the state that the options describe.

use crate::error::Failure;
use clap::{Args, ValueEnum};
use std::fmt;
use stonemask::Tier;
use stonemask::game::Game;
use stonemask::nogo::{self, PointSet};
use stonemask::othello::Board;

/// A game as users name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Name {
    Othello4,
    Othello6,
    Othello8,
    Nogo,
}

impl Name {
    pub(crate) const ALL: [Name; 4] = [Name::Othello4, Name::Othello6, Name::Othello8, Name::Nogo];
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.to_possible_value().expect("no game is hidden").get_name())
    }
}

/// Where a game begins.
#[derive(Args, Clone, Debug)]
pub(crate) struct Start {
    /// The position to begin with: the cells, top row first, X black, O white, - empty, then the side to move; NoGo: rows
    /// separated by /, # blocked [default: the start position]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Moves to play first, such as "c2 b4"
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
    /// NoGo: rows of the board, 1 to 9 [default: 9]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) rows: Option<usize>,
    /// NoGo: columns of the board, 1 to 9, or up to 17 of a single row [default: 9]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub(crate) cols: Option<usize>,
    /// NoGo: blocked cells, such as "e5 d4"
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub(crate) blocked: Option<String>,
    /// NoGo: black's first move may not be at the centre
    #[arg(long)]
    pub(crate) forbid_centre: bool,
}

impl Start {
    /// The options given that say what board is played on.
    fn board_options(&self) -> impl Iterator<Item = &'static str> {
        let given = [
            ("--rows", self.rows.is_some()),
            ("--cols", self.cols.is_some()),
            ("--blocked", self.blocked.is_some()),
            ("--forbid-centre", self.forbid_centre),
        ];
        given.into_iter().filter_map(|(option, given)| given.then_some(option))
    }
}

/// Something done with a game's state, whatever the game.
pub(crate) trait Task {
    fn run<G: Game>(self, state: G, kernels: &'static G::Kernels) -> Result<(), Failure>;
}

/// Sets up the game and does the task with it.
pub(crate) fn with_game(name: Name, start: &Start, tier: Tier, task: impl Task) -> Result<(), Failure> {
    if name != Name::Nogo {
        refuse_board_options(name, start)?;
    }
    match name {
        Name::Othello4 => with_state(othello::<4>(start)?, start, tier, task),
        Name::Othello6 => with_state(othello::<6>(start)?, start, tier, task),
        Name::Othello8 => with_state(othello::<8>(start)?, start, tier, task),
        Name::Nogo => with_state(nogo(start)?, start, tier, task),
    }
}

/// For the games whose board is always the same.
pub(crate) fn refuse_board_options(name: Name, start: &Start) -> Result<(), Failure> {
    start
        .board_options()
        .next()
        .map_or(Ok(()), |option| Err(Failure::bad_input(format!("{option} does not apply to {name}"))))
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

/// The NoGo board that `--position` describes, or the options of the board.
pub(crate) fn nogo(start: &Start) -> Result<nogo::Board, Failure> {
    if let Some(text) = &start.position {
        if let Some(option) = start.board_options().next() {
            return Err(Failure::bad_input(format!("{option} does not go with --position, which shows the board")));
        }
        return text.parse().map_err(|error| Failure::bad_input(format!("--position: {error}")));
    }
    let blocked: PointSet = match &start.blocked {
        None => PointSet::EMPTY,
        Some(text) => text.parse().map_err(|error| Failure::bad_input(format!("--blocked: {error}")))?,
    };
    let (rows, cols) = (start.rows.unwrap_or(9), start.cols.unwrap_or(9));
    let shape = match (rows, cols) {
        (1, cells @ 10..) | (cells @ 10.., 1) if blocked.is_empty() => nogo::Shape::row(cells),
        _ => nogo::Shape::new(rows, cols, blocked),
    };
    let shape = shape.map_err(Failure::bad_input)?;
    if start.forbid_centre {
        return nogo::Board::with_centre_forbidden(shape)
            .map_err(|error| Failure::bad_input(format!("--forbid-centre: {error}")));
    }
    Ok(nogo::Board::new(shape))
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
