//! The games by name, and the state that the options describe.

use crate::error::Failure;
use crate::named;
use crate::numbers::whole;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::fmt;
use stonemask::game::Game;
use stonemask::gomoku;
use stonemask::nogo;
use stonemask::othello::Board;
use stonemask::slab::Actions;

/// A game as users name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Name {
    Othello4,
    Othello6,
    Othello8,
    Gomoku,
    Nogo,
}

impl Name {
    pub(crate) const ALL: [Name; 5] = [Name::Othello4, Name::Othello6, Name::Othello8, Name::Gomoku, Name::Nogo];
}

/// Reads the name of one of these games, and offers no other.
pub(crate) fn among(games: &[Name]) -> impl TypedValueParser<Value = Name> + use<> {
    let names = games.iter().map(|game| game.to_possible_value().expect("no game is hidden"));
    PossibleValuesParser::new(names).map(|name| Name::from_str(&name, false).expect("it is one of them"))
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.to_possible_value().expect("no game is hidden").get_name())
    }
}

/// The game that a command is about, in JSON.
#[derive(Clone, Serialize)]
pub(crate) struct Setting {
    game: String,
    /// Rows and columns.
    size: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    /// The text for `--position`: for NoGo, whose size and rule do not tell which cells are blocked, and where positions are shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
}

impl Setting {
    pub(crate) fn of_othello<const N: usize>() -> Setting {
        Setting { game: format!("othello{N}"), size: format!("{N}x{N}"), rule: None, position: None }
    }

    /// With the position, as `--position` reads it.
    pub(crate) fn at(self, position: String) -> Setting {
        Setting { position: Some(position), ..self }
    }

    pub(crate) fn game(&self) -> &str {
        &self.game
    }

    pub(crate) fn position(&self) -> Option<&str> {
        self.position.as_deref()
    }

    pub(crate) fn of_nogo(board: &nogo::Board) -> Setting {
        let (rows, columns) = (board.shape().rows(), board.shape().columns());
        let (game, size) = (Name::Nogo.to_string(), format!("{rows}x{columns}"));
        Setting { game, size, rule: None, position: Some(board.to_string()) }
    }

    pub(crate) fn of_gomoku(board: &gomoku::Board) -> Setting {
        Setting {
            game: Name::Gomoku.to_string(),
            size: board.size().to_string(),
            rule: Some(board.rule().name()),
            position: None,
        }
    }
}

/// Where a game begins.
#[derive(Args, Clone, Debug)]
pub(crate) struct Start {
    /// The position to begin with. Othello: the cells, top row first, X black, O white, - empty, then the side to move.
    /// Gomoku: the size, the rule, the rows separated by /, the side to move, such as "2x3 renju -X-/O-- X". NoGo: the rows
    /// separated by /, # blocked, the side to move [default: the start position]
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Moves to play first, such as "c2 b4". Of Othello a transcript will do: "f5d6c3"
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
    #[command(flatten)]
    pub(crate) shape: Shape,
}

/// The board, where a game is played on several.
#[derive(Args, Clone, Debug)]
pub(crate) struct Shape {
    /// The number of rows. Gomoku: 1 to 64 [default: 15]. NoGo: 1 to 9 [default: 9]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>(0..=u32::MAX.into()))]
    pub(crate) rows: Option<usize>,
    /// The number of columns, with the same limits. NoGo: a single row may have up to 17; it bends down after the ninth cell:
    /// j1, j2, j3
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>(0..=u32::MAX.into()))]
    pub(crate) cols: Option<usize>,
    /// Gomoku: freestyle, standard, renju, caro or caro-exact [default: freestyle]
    #[arg(long, value_name = "RULE", hide_possible_values = true, value_parser = named(&gomoku::Rule::ALL, gomoku::Rule::name))]
    pub(crate) rule: Option<gomoku::Rule>,
    /// NoGo: blocked cells, such as "e5 d4"
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub(crate) blocked: Option<String>,
    /// NoGo: black's first move may not be at the centre
    #[arg(long)]
    pub(crate) forbid_centre: bool,
}

impl Shape {
    /// Refuses what does not apply to a game.
    pub(crate) fn check(&self, game: Name) -> Result<(), Failure> {
        let applying: &[&str] = match game {
            Name::Othello4 | Name::Othello6 | Name::Othello8 => &[],
            Name::Gomoku => &["--rows", "--cols", "--rule"],
            Name::Nogo => &["--rows", "--cols", "--blocked", "--forbid-centre"],
        };
        self.all_given()
            .find(|option| !applying.contains(option))
            .map_or(Ok(()), |option| Err(Failure::bad_input(format!("{option} does not apply to {game}"))))
    }

    /// The first of these options that is given.
    pub(crate) fn given(&self) -> Option<&'static str> {
        self.all_given().next()
    }

    fn all_given(&self) -> impl Iterator<Item = &'static str> {
        let given = [
            ("--rows", self.rows.is_some()),
            ("--cols", self.cols.is_some()),
            ("--rule", self.rule.is_some()),
            ("--blocked", self.blocked.is_some()),
            ("--forbid-centre", self.forbid_centre),
        ];
        given.into_iter().filter_map(|(option, given)| given.then_some(option))
    }

    /// The size that the options describe.
    pub(crate) fn gomoku_size(&self) -> Result<gomoku::Size, Failure> {
        let side = |option: &str, count: Option<usize>| match count.unwrap_or(15) {
            count @ 1..=gomoku::Size::MAX => Ok(count),
            count => Err(Failure::bad_input(format!("--{option} {count}: expected 1 to {}", gomoku::Size::MAX))),
        };
        let (rows, columns) = (side("rows", self.rows)?, side("cols", self.cols)?);
        gomoku::Size::new(rows, columns).map_err(Failure::bad_input)
    }

    /// The empty Gomoku board that the options describe.
    pub(crate) fn gomoku_board(&self) -> Result<gomoku::Board, Failure> {
        Ok(gomoku::Board::new(self.gomoku_size()?, self.rule.unwrap_or(gomoku::Rule::Freestyle)))
    }

    /// The empty NoGo board that the options describe.
    pub(crate) fn nogo_board(&self) -> Result<nogo::Board, Failure> {
        let blocked: nogo::PointSet = match &self.blocked {
            None => nogo::PointSet::EMPTY,
            Some(text) => text.parse().map_err(|error| Failure::bad_input(format!("--blocked: {error}")))?,
        };
        let shape = match (self.rows.unwrap_or(9), self.cols.unwrap_or(9)) {
            (cells @ 10.., 1) => nogo::Shape::new(1, cells, blocked),
            (rows, columns) => nogo::Shape::new(rows, columns, blocked),
        };
        let shape = shape.map_err(|error| Failure::bad_input(format!("--rows, --cols, --blocked: {error}")))?;
        if self.forbid_centre {
            return nogo::Board::with_centre_forbidden(shape).map_err(|error| {
                let centre = nogo::Point::new(shape.rows() / 2, shape.columns() / 2);
                let reason = match centre.filter(|&centre| blocked.contains(centre)) {
                    Some(centre) => format!("the centre {centre} is blocked"),
                    None => error.to_string(),
                };
                Failure::bad_input(format!("--forbid-centre: {reason}"))
            });
        }
        Ok(nogo::Board::new(shape))
    }
}

/// Something done with a game's state, whatever the game.
pub(crate) trait Task {
    /// `played` leads from the start to the state: the plies of `--moves`.
    fn run<G: Actions>(self, state: G, played: &[G::Move], setting: Setting) -> Result<(), Failure>;
}

/// Sets up the game and does nothing with it.
pub(crate) fn set_up(name: Name, start: &Start) -> Result<(), Failure> {
    struct Nothing;
    impl Task for Nothing {
        fn run<G: Actions>(self, _: G, _: &[G::Move], _: Setting) -> Result<(), Failure> {
            Ok(())
        }
    }
    with_game(name, start, Nothing)
}

/// Sets up the game and does the task with it.
pub(crate) fn with_game(name: Name, start: &Start, task: impl Task) -> Result<(), Failure> {
    start.shape.check(name)?;
    match name {
        Name::Othello4 => with_state(name, othello::<4>(start)?, |_| Setting::of_othello::<4>(), start, task),
        Name::Othello6 => with_state(name, othello::<6>(start)?, |_| Setting::of_othello::<6>(), start, task),
        Name::Othello8 => with_state(name, othello::<8>(start)?, |_| Setting::of_othello::<8>(), start, task),
        Name::Gomoku => with_state(name, gomoku(start)?, Setting::of_gomoku, start, task),
        Name::Nogo => with_state(name, nogo(start)?, Setting::of_nogo, start, task),
    }
}

fn with_state<G: Actions>(
    name: Name,
    mut state: G,
    setting: impl FnOnce(&G) -> Setting,
    start: &Start,
    task: impl Task,
) -> Result<(), Failure> {
    let played = play_moves(&mut state, name, start)?;
    let setting = setting(&state);
    task.run(state, &played, setting)
}

/// The Othello board that `--position` describes.
pub(crate) fn othello<const N: usize>(start: &Start) -> Result<Board<N>, Failure> {
    start.position.as_ref().map_or(Ok(Board::start()), |text| {
        text.parse().map_err(|error| Failure::bad_input(format!("--position: {error}")))
    })
}

/// The Gomoku board that `--position`, or the size and the rule, describe.
pub(crate) fn gomoku(start: &Start) -> Result<gomoku::Board, Failure> {
    match (&start.position, start.shape.given()) {
        (Some(_), Some(option)) => Err(Failure::bad_input(format!("{option}: --position says it already"))),
        (Some(text), None) => text.parse().map_err(|error| Failure::bad_input(format!("--position: {error}"))),
        (None, _) => {
            Ok(gomoku::Board::new(start.shape.gomoku_size()?, start.shape.rule.unwrap_or(gomoku::Rule::Freestyle)))
        }
    }
}

/// The NoGo board that `--position`, or the options of the board, describe.
pub(crate) fn nogo(start: &Start) -> Result<nogo::Board, Failure> {
    match (&start.position, start.shape.given()) {
        (Some(_), Some(option)) => Err(Failure::bad_input(format!("{option}: --position says it already"))),
        (Some(text), None) => text.parse().map_err(|error| Failure::bad_input(format!("--position: {error}"))),
        (None, _) => start.shape.nogo_board(),
    }
}

/// Plays what `--moves` lists, and returns the plies. Othello's may be written without anything between squares.
pub(crate) fn play_moves<G: Game>(state: &mut G, name: Name, start: &Start) -> Result<Vec<G::Move>, Failure> {
    let text = start.moves.as_deref().unwrap_or("");
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    let is_othello = !matches!(name, Name::Gomoku | Name::Nogo);
    let words = words.flat_map(|word| {
        let squares = is_othello && word.is_ascii() && word.len() % 2 == 0 && !word.eq_ignore_ascii_case("pass");
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
