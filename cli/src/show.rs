//! `stonemask show`: a position, its legal moves and how it stands, as text or as a picture.

use crate::error::Failure;
use crate::file;
use crate::games::{Playable, Setting, Setup, Task};
use crate::output::Output;
use clap::{Args, ValueHint};
use serde::Serialize;
use std::path::PathBuf;
use stonemask::game::Outcome;
use stonemask::svg::Drawing;
use stonemask_harness::without_controls;

#[derive(Args)]
#[command(mut_arg("legal_moves", |option| option.requires("svg")), mut_arg("numbers", |option| option.requires("svg")))]
pub(crate) struct Arguments {
    /// Draw the board as an SVG picture, with the last move marked
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    svg: Option<PathBuf>,
    /// Mark the legal moves in the picture
    #[arg(long)]
    legal_moves: bool,
    /// Number the moves in the picture, in the order in which they were played
    #[arg(long)]
    numbers: bool,
    #[command(flatten)]
    pub(crate) setup: Setup,
}

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    setting: Setting,
    to_move: String,
    legal_moves: Vec<String>,
    /// Who won, or a draw; `None` while the game goes on.
    #[serde(skip_serializing_if = "Option::is_none")]
    outcome: Option<String>,
}

pub(crate) fn run(arguments: &Arguments, output: Output) -> Result<(), Failure> {
    arguments.setup.with(Show { arguments, output })
}

struct Show<'a> {
    arguments: &'a Arguments,
    output: Output,
}

impl Task for Show<'_> {
    fn run<G: Playable>(self, state: G, played: &[G::Move], setting: Setting) -> Result<(), Failure> {
        let Show { arguments: Arguments { svg, legal_moves, numbers, .. }, output } = self;
        if let Some(path) = svg {
            let mut drawing = Drawing::of(&state);
            if *legal_moves {
                drawing = drawing.legal_moves();
            }
            drawing = match played.last() {
                _ if *numbers => drawing.numbers(played),
                Some(&last) => drawing.last(last),
                None => drawing,
            };
            file::check_write(path).and_then(|()| file::write(path, drawing.to_string().as_bytes())).map_err(
                |error| Failure::bad_input(format!("--svg {}: {error}", without_controls(&path.to_string_lossy()))),
            )?;
        }
        let report = Report {
            setting: setting.at(state.to_string()),
            to_move: state.to_move().to_string(),
            legal_moves: state.plies().map(|ply| ply.to_string()).collect(),
            outcome: state.outcome().map(|outcome| match outcome {
                Outcome::Win(colour) => colour.to_string(),
                Outcome::Draw => "draw".to_owned(),
            }),
        };
        output.print(&report, || report.text(&format!("{state:#}")))
    }
}

/// As many legal moves are named in text; of more, as on most boards of Gomoku and NoGo, the number
/// says enough.
const MOST_NAMED: usize = 30;

impl Report {
    fn text(&self, diagram: &str) -> String {
        let Report { setting, legal_moves, outcome, .. } = self;
        let position = setting.position().unwrap_or_default();
        let end = match outcome.as_deref() {
            None if legal_moves.len() <= MOST_NAMED => format!("legal moves  {}", legal_moves.join(" ")),
            None => format!("legal moves  {}", legal_moves.len()),
            Some("draw") => "outcome      a draw".to_owned(),
            Some(winner) => format!("outcome      {winner} has won"),
        };
        format!("{diagram}\n\nposition     {position}\n{end}")
    }
}
