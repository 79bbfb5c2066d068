//! Draws reports of the command, and prints the tables of the pages that show them.
//!
//! docs/tiers.svg, the cycles of each kernel on each tier, of one run of `stonemask bench --json >
//! bench.json`: `cargo run --release -p stonemask-cli --example plot_reports -- bench.json
//! docs/tiers.svg`
//!
//! docs/ladder.svg, the points of each level against the one below, of ladders by `stonemask
//! match --json`, a panel for all those under the same conditions: `cargo run --release -p
//! stonemask-cli --example plot_reports -- othello8.json gomoku.json nogo.json docs/ladder.svg`

use plotters::coord::Shift;
use plotters::prelude::*;
use serde::Deserialize;
use std::error::Error;

/// A report of `bench` or of `match`.
#[derive(Deserialize)]
#[serde(untagged)]
enum Report {
    Bench { kernels: Vec<Cost> },
    Match { settings: String, results: Vec<Step> },
}

#[derive(Deserialize)]
struct Cost {
    game: String,
    kernel: String,
    tier: String,
    cycles: f64,
}

/// An engine of a ladder against the one below.
#[derive(Deserialize)]
struct Step {
    first: String,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    score: Option<Interval>,
    elo: Option<Interval>,
}

/// A number with its interval of 95 %; `None` is infinite.
#[derive(Clone, Copy, Deserialize)]
struct Interval {
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

/// The tiers that are drawn, with their colours. The reference is not written for speed.
const TIERS: [(&str, RGBColor); 4] = [
    ("portable", RGBColor(120, 120, 120)),
    ("x64", RGBColor(230, 159, 0)),
    ("avx2", RGBColor(0, 114, 178)),
    ("avx512", RGBColor(213, 94, 0)),
];
/// The width of the picture, and the height of the line of tiers, in pixels.
const WIDTH: u32 = 640;
const LEGEND: u32 = 34;
const PANELS: [(&str, &[&str]); 3] =
    [("Othello", &["othello8", "othello6"]), ("Gomoku", &["gomoku"]), ("NoGo", &["nogo", "random"])];

/// A kernel's name, and its cycles by tier, where it was measured.
type Row = (String, [Option<f64>; TIERS.len()]);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let usage = "usage: plot_reports BENCH.json FILE.svg, or plot_reports MATCH.json ... FILE.svg";
    let (to, from) = arguments.split_last().filter(|(_, from)| !from.is_empty()).ok_or(usage)?;
    let (mut costs, mut ladders): (Vec<Cost>, Vec<(String, Vec<Step>)>) = (Vec::new(), Vec::new());
    for path in from {
        match serde_json::from_str(&std::fs::read_to_string(path)?).map_err(|error| format!("{path}: {error}"))? {
            Report::Bench { kernels } => costs.extend(kernels),
            Report::Match { settings, results } => match ladders.iter_mut().find(|(of, _)| *of == settings) {
                Some((_, steps)) => steps.extend(results),
                None => ladders.push((settings, results)),
            },
        }
    }
    match (&costs[..], &ladders[..]) {
        ([_, ..], []) => tiers(&costs, to),
        ([], [_, ..]) => draw_ladders(&ladders, to),
        _ => Err(usage.into()),
    }
}

/// The cycles of kernels by tier, a panel a game, one below the other; the colours' names stand
/// above all.
fn tiers(costs: &[Cost], to: &str) -> Result<(), Box<dyn Error>> {
    let panels = PANELS.map(|(title, games)| (title, games.iter().flat_map(|game| rows(costs, game)).collect()));
    let heights = panels.each_ref().map(|(_, rows): &(&str, Vec<Row>)| 70 + 17 * rows.len() as u32);
    let image = SVGBackend::new(to, (WIDTH, LEGEND + heights.iter().sum::<u32>())).into_drawing_area();
    image.fill(&WHITE)?;
    let (head, mut rest) = image.split_vertically(LEGEND);
    for (index, (tier, colour)) in TIERS.into_iter().enumerate() {
        let (x, y) = (170 + 110 * index as i32, LEGEND as i32 / 2);
        head.draw(&Circle::new((x, y), 4, colour.filled()))?;
        head.draw(&Text::new(tier, (x + 10, y - 6), ("sans-serif", 13)))?;
    }
    for ((title, rows), height) in panels.iter().zip(heights) {
        println!("\n| {title} | {} |\n|---|{}", TIERS.map(|(tier, _)| tier).join(" | "), "---|".repeat(TIERS.len()));
        for (name, cycles) in rows {
            println!("| {name} | {} |", cycles.map(|cycles| cycles.map_or("-".to_owned(), text)).join(" | "));
        }
        let (area, below) = rest.split_vertically(height);
        draw(&area, title, rows)?;
        rest = below;
    }
    image.present()?;
    Ok(())
}

/// The points of each engine against the one below, a panel a ladder.
fn draw_ladders(ladders: &[(String, Vec<Step>)], to: &str) -> Result<(), Box<dyn Error>> {
    let image = SVGBackend::new(to, (340 * ladders.len() as u32, 320)).into_drawing_area();
    image.fill(&WHITE)?;
    for (area, (settings, steps)) in image.split_evenly((1, ladders.len())).iter().zip(ladders) {
        println!("\n{settings}\n\n| level | games | won, drawn, lost | points | Elo |\n|---|---|---|---|---|");
        for Step { first, games, wins, draws, losses, score, elo } in steps {
            let points =
                score.map_or(String::new(), |score| told(score, |share| format!("{:.1}", 100.0 * share), " %"));
            let elo = elo.filter(|elo| elo.value.is_some());
            let elo = elo.map_or(String::new(), |elo| told(elo, |elo| format!("{elo:+.0}"), ""));
            println!("| {} | {games} | {wins}, {draws}, {losses} | {points} | {elo} |", level(first));
        }
        draw_ladder(area, settings.split(',').next().unwrap_or_default(), steps)?;
    }
    image.present()?;
    Ok(())
}

/// A number with its unit, and its interval.
fn told(Interval { value, low, high }: Interval, text: impl Fn(f64) -> String, unit: &str) -> String {
    let [value, low, high] = [value, low, high].map(|number| number.map_or("infinity".to_owned(), &text));
    format!("{value}{unit} ({low} to {high})")
}

/// The number of a level.
fn level(engine: &str) -> &str {
    engine.strip_prefix("level:").unwrap_or(engine)
}

/// A dot for each step, with its interval.
fn draw_ladder(area: &DrawingArea<SVGBackend, Shift>, title: &str, steps: &[Step]) -> Result<(), Box<dyn Error>> {
    let name = |place: &f64| {
        let step = if (place - place.round()).abs() < 1e-6 { steps.get(place.round() as usize) } else { None };
        step.map_or(String::new(), |step| level(&step.first).to_owned())
    };
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 16))
        .margin(8)
        .x_label_area_size(38)
        .y_label_area_size(48)
        .build_cartesian_2d(-0.6..steps.len() as f64 - 0.4, 0.0..100.0)?;
    chart
        .configure_mesh()
        .x_desc("level")
        .y_desc("% of the points against the level below")
        .x_labels(2 * steps.len())
        .x_label_formatter(&name)
        .y_label_formatter(&|points| format!("{points:.0}"))
        .y_max_light_lines(1)
        .light_line_style(WHITE)
        .disable_x_mesh()
        .draw()?;
    let ends = [-0.6, steps.len() as f64 - 0.4];
    chart.draw_series([PathElement::new(ends.map(|end| (end, 50.0)), BLACK.mix(0.5))])?;
    let colour = RGBColor(0, 114, 178);
    for (place, step) in steps.iter().enumerate() {
        let Some(Interval { value: Some(value), low: Some(low), high: Some(high) }) = step.score else { continue };
        let at = |share: f64| (place as f64, 100.0 * share);
        chart.draw_series([PathElement::new([at(low), at(high)], colour.stroke_width(2))])?;
        chart.draw_series([Circle::new(at(value), 4, colour.filled())])?;
    }
    Ok(())
}

/// The kernels of a game in the order of the report. Of several sizes of board the name tells
/// which.
fn rows(costs: &[Cost], game: &str) -> Vec<Row> {
    let of_game = || costs.iter().filter(move |cost| cost.game == game);
    let mut names: Vec<&str> = Vec::new();
    for cost in of_game() {
        if !names.contains(&cost.kernel.as_str()) {
            names.push(&cost.kernel);
        }
    }
    let cycles = |name: &str, tier: &str| {
        of_game().find(|cost| cost.kernel == name && cost.tier == tier).map(|cost| cost.cycles)
    };
    let size = game.strip_prefix("othello").map_or(String::new(), |side| format!(" {side}x{side}"));
    names.iter().map(|name| (format!("{name}{size}"), TIERS.map(|(tier, _)| cycles(name, tier)))).collect()
}

/// Three digits, or all of a whole number.
fn text(cycles: f64) -> String {
    match cycles {
        ..10.0 => format!("{cycles:.1}"),
        _ => format!("{cycles:.0}"),
    }
}

/// A line for each kernel, a dot for each tier: cycles on a logarithmic axis.
fn draw(area: &DrawingArea<SVGBackend, Shift>, title: &str, rows: &[Row]) -> Result<(), Box<dyn Error>> {
    let dots = || rows.iter().flat_map(|(_, cycles)| cycles.iter().flatten());
    let (least, most) = dots().fold((f64::MAX, 1.0), |(least, most), &dot| (least.min(dot), f64::max(most, dot)));
    let name = |place: &f64| rows.get(place.round() as usize).map_or(String::new(), |(name, _)| name.clone());
    let mut chart = ChartBuilder::on(area)
        .caption(format!("{title}, cycles a call"), ("sans-serif", 16))
        .margin(8)
        .x_label_area_size(28)
        .y_label_area_size(150)
        .build_cartesian_2d((least / 1.5..most * 1.5).log_scale(), rows.len() as f64 - 0.4..-0.6)?;
    chart
        .configure_mesh()
        .y_labels(2 * rows.len())
        .y_label_formatter(&|place| if (place - place.round()).abs() < 1e-6 { name(place) } else { String::new() })
        .x_label_formatter(&|cycles| format!("{cycles:.0}"))
        .light_line_style(WHITE)
        .disable_y_mesh()
        .draw()?;
    for (index, (_, colour)) in TIERS.into_iter().enumerate() {
        let measured = rows.iter().enumerate().filter_map(|(row, (_, cycles))| Some((cycles[index]?, row as f64)));
        chart.draw_series(measured.map(|dot| Circle::new(dot, 4, colour.filled())))?;
    }
    Ok(())
}
