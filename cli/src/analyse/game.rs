//! A recorded game: what each move is worth, and what it lost.

use super::{Arguments, Told};
use crate::error::Failure;
use crate::file;
use crate::games::{Playable, Plays, each};
use crate::interrupt;
use crate::output::{Output, grouped};
use crate::progress::spinner;
use crate::records::{Format, Hints, Record};
use crate::search::{Known, Searched, Value};
use plotters::prelude::*;
use serde::Serialize;
use std::ops::ControlFlow;
use std::path::Path;
use stonemask::game::Colour;
use stonemask::game::search::{Certainty, Limits};

/// Nodes for a position, where no limit is given.
const NODES: u64 = 100_000;

/// The longest file that is read, in MiB.
const LIMIT_MIB: u64 = 64;

#[derive(Serialize)]
pub(super) struct Report {
    file: String,
    /// The number of the game in its file.
    number: usize,
    game: String,
    complete: bool,
    moves: Vec<Move>,
    /// The sum and the mean of what each side lost, in discs or in games of a hundred.
    lost: Sides,
    nodes: u64,
    seconds: f64,
    tier: &'static str,
}

#[derive(Serialize)]
struct Sides {
    black: Lost,
    white: Lost,
}

#[derive(Serialize)]
struct Lost {
    moves: usize,
    sum: f64,
    mean: f64,
}

/// A move of the game.
#[derive(Serialize)]
struct Move {
    ply: usize,
    colour: &'static str,
    #[serde(rename = "move")]
    name: String,
    /// The best move before it, and what that is worth.
    best: Told,
    /// The worth of the move itself.
    score: Value,
    certainty: &'static str,
    /// How much less than the best move, for its side: discs, or games of a hundred.
    lost: f64,
}

/// How much a value is for black: discs, or games of a hundred.
fn measure(value: Value, certainty: Certainty) -> f64 {
    match value {
        Value::Discs(discs) => f64::from(discs),
        Value::Score(_) => 100.0 * value.share(certainty, Colour::Black),
    }
}

/// Analyses the games of a file, or its positions with scores.
pub(super) fn run(path: &Path, arguments: &Arguments, tier: &'static str, output: Output) -> Result<(), Failure> {
    let name = stonemask_harness::without_controls(&path.to_string_lossy());
    let of = |error: &dyn std::fmt::Display| Failure::bad_input(format!("{name}: {error}"));
    let format = Format::of(path).ok_or_else(|| of(&"the name does not end with a format that is known"))?;
    let bytes = file::read(path, LIMIT_MIB).map_err(|error| of(&error))?;
    if format == Format::Obf {
        return super::set::run(&name, &bytes, arguments, tier, output);
    }
    let hints = Hints { game: None, rule: None, encoding: None };
    let contents = format.contents(&bytes, hints).map_err(|error| of(&error))?;
    let number = arguments.number;
    let record = contents.games().map_err(|error| of(&error))?.nth(number - 1);
    let record = record.ok_or_else(|| of(&format!("there is no game {number}")))?.map_err(|error| of(&error))?;
    interrupt::watch()?;
    let report = analysed(&record, arguments).map(|(moves, nodes, seconds, complete)| {
        let lost = |colour: Colour| {
            let lost: Vec<f64> =
                moves.iter().filter(|of: &&Move| of.colour == colour.to_string()).map(|of| of.lost).collect();
            let sum: f64 = lost.iter().sum();
            Lost { moves: lost.len(), sum, mean: if lost.is_empty() { 0.0 } else { sum / lost.len() as f64 } }
        };
        let lost = Sides { black: lost(Colour::Black), white: lost(Colour::White) };
        let game = record.game.name().to_string();
        Report { file: name.clone(), number, game, complete, moves, lost, nodes, seconds, tier }
    })?;
    if let Some(svg) = &arguments.svg {
        let drawn = plot(&report).map_err(|error| of(&format!("--svg: {error}")))?;
        let written = file::check_write(svg).and_then(|()| file::write(svg, drawn.as_bytes()));
        written.map_err(|error| Failure::bad_input(format!("--svg {}: {error}", svg.display())))?;
    }
    output.print(&report, || report.text())?;
    if report.complete {
        return Ok(());
    }
    Err(Failure::unfinished(format!("interrupted after {} moves", report.moves.len())))
}

type Analysed = (Vec<Move>, u64, f64, bool);

fn analysed(record: &Record, arguments: &Arguments) -> Result<Analysed, Failure> {
    fn of<G: Playable>(Plays { start, plies }: &Plays<G>, arguments: &Arguments) -> Result<Analysed, Failure> {
        let passes = || Failure::bad_input("a game with passes is not analysed");
        let plies: Vec<_> = plies.iter().copied().collect::<Option<_>>().ok_or_else(passes)?;
        moves(start.clone(), &plies, arguments.search::<G>()?, arguments)
    }
    each!(record.game.name(), G => of(record.game.get::<G>().expect("the game of this name"), arguments))
}

fn moves<G: Searched>(
    start: G,
    plies: &[G::Move],
    mut search: G::Search,
    arguments: &Arguments,
) -> Result<Analysed, Failure> {
    let mut limits = arguments.limits();
    if limits == Limits::default() {
        limits.nodes = Some(NODES);
    }
    let bar = spinner();
    let (mut board, mut moves, mut nodes, mut seconds) = (start, Vec::new(), 0, 0.0);
    for (index, &ply) in plies.iter().enumerate() {
        bar.set_message(format!("{} of {} moves", index, plies.len()));
        let mut look = |board: &G| {
            let mut flow = |_: &Known<G::Move>| -> ControlFlow<()> { interrupt::flow() };
            let known = board.look(&mut search, 1, limits, &mut flow, interrupt::flag());
            (nodes, seconds) = (nodes + known.nodes, seconds + known.time.as_secs_f64());
            known
        };
        let before = look(&board);
        let own = board.to_move();
        let mut after = board.clone();
        after.try_play(ply).map_err(|error| Failure::bad_input(format!("ply {}: {error}", index + 1)))?;
        let (best, (value, certainty)) = match before.moves.first() {
            Some(best) if best.line.first() == Some(&ply) => (best.clone(), (best.value, best.certainty)),
            Some(best) => {
                let known = look(&after);
                (best.clone(), (known.value(), known.certainty()))
            }
            None => return Err(Failure::bad_input(format!("ply {}: the game is over", index + 1))),
        };
        if interrupt::interrupted() {
            bar.finish_and_clear();
            return Ok((moves, nodes, seconds, false));
        }
        let sign = if own == Colour::Black { 1.0 } else { -1.0 };
        // A look at the position after a move may find that it is better than the best one was
        // thought to be.
        let lost = (sign * (measure(best.value, best.certainty) - measure(value, certainty))).max(0.0);
        let colour = if own == Colour::Black { "black" } else { "white" };
        let certainty = Told::name(certainty);
        moves.push(Move {
            ply: index + 1,
            colour,
            name: ply.to_string(),
            best: Told::of(&best),
            score: value,
            certainty,
            lost,
        });
        board = after;
    }
    bar.finish_and_clear();
    Ok((moves, nodes, seconds, true))
}

impl Report {
    fn text(&self) -> String {
        let mut text = String::from(" ply  side   move  value              lost   best\n");
        for Move { ply, colour, name, best, score, lost, .. } in &self.moves {
            let first = best.line.split(' ').next().unwrap_or_default();
            let better = if first == name { String::new() } else { format!("{first} {}", best.score) };
            let lost = if *lost > 0.0 { format!("{lost:.1}") } else { String::new() };
            let line = format!("{ply:>4}  {colour}  {name:<5} {:<18} {lost:>5}   {better}", score.to_string());
            text += line.trim_end();
            text.push('\n');
        }
        for (colour, Lost { moves, sum, mean }) in [("black", &self.lost.black), ("white", &self.lost.white)] {
            text += &format!("{colour}  lost {sum:.1} with {moves} moves, {mean:.2} a move\n");
        }
        text + &format!("nodes  {} in {:.2} s, tier {}", grouped(self.nodes), self.seconds, self.tier)
    }
}

/// The value after each move, as a picture.
fn plot(report: &Report) -> Result<String, Box<dyn std::error::Error>> {
    let values: Vec<(i32, f64)> = report
        .moves
        .iter()
        .map(|of| {
            let value = match of.score {
                Value::Discs(discs) => f64::from(discs),
                Value::Score(score) => 100.0 * score.share(Colour::Black),
            };
            (of.ply as i32, value)
        })
        .collect();
    let is_discs = !report.moves.iter().any(|of| matches!(of.score, Value::Score(_)));
    let most = values.iter().map(|&(_, value)| value.abs()).fold(8.0, f64::max);
    let range = if is_discs { -most..most } else { 0.0..100.0 };
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (800, 320)).into_drawing_area();
        area.fill(&WHITE)?;
        let last = values.len().max(1) as i32;
        let mut chart = ChartBuilder::on(&area)
            .margin(12)
            .x_label_area_size(32)
            .y_label_area_size(48)
            .build_cartesian_2d(0..last, range)?;
        let label = if is_discs { "discs for black" } else { "black's wins in 100" };
        chart.configure_mesh().x_desc("ply").y_desc(label).draw()?;
        chart.draw_series(LineSeries::new(values.iter().copied(), &BLUE))?;
        area.present()?;
    }
    Ok(text)
}
