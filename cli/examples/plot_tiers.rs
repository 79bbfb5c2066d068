//! Draws docs/tiers.svg and prints the tables of docs/PERFORMANCE.md: the cycles of each kernel on each tier, from one run of
//! `stonemask bench --json > bench.json`.
//! `cargo run --release -p stonemask-cli --example plot_tiers -- bench.json docs/tiers.svg`

use plotters::coord::Shift;
use plotters::prelude::*;
use serde::Deserialize;
use std::error::Error;

#[derive(Deserialize)]
struct Report {
    kernels: Vec<Cost>,
}

#[derive(Deserialize)]
struct Cost {
    game: String,
    kernel: String,
    tier: String,
    cycles: f64,
}

/// The tiers that are drawn, with their colours. The reference is not written for speed.
const TIERS: [(&str, RGBColor); 4] = [
    ("portable", RGBColor(120, 120, 120)),
    ("x64", RGBColor(230, 159, 0)),
    ("avx2", RGBColor(0, 114, 178)),
    ("avx512", RGBColor(213, 94, 0)),
];
const PANELS: [(&str, &[&str]); 3] =
    [("Othello", &["othello8", "othello6"]), ("Gomoku", &["gomoku"]), ("NoGo", &["nogo", "random"])];

/// A kernel's name, and its cycles by tier, where it was measured.
type Row = (String, [Option<f64>; TIERS.len()]);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, from, to] = &arguments[..] else { return Err("usage: plot_tiers BENCH.json FILE.svg".into()) };
    let report: Report = serde_json::from_str(&std::fs::read_to_string(from)?)?;
    let panels = PANELS.map(|(title, games)| (title, games.iter().flat_map(|game| rows(&report, game)).collect()));
    let most = panels.iter().map(|(_, rows): &(&str, Vec<Row>)| rows.len()).max().unwrap_or(0);
    let image = SVGBackend::new(to, (1260, 130 + 17 * most as u32)).into_drawing_area();
    image.fill(&WHITE)?;
    for (area, (title, rows)) in image.split_evenly((1, PANELS.len())).iter().zip(&panels) {
        println!("\n| {title} | {} |\n|---|{}", TIERS.map(|(tier, _)| tier).join(" | "), "---|".repeat(TIERS.len()));
        for (name, cycles) in rows {
            println!("| {name} | {} |", cycles.map(|cycles| cycles.map_or("-".to_owned(), text)).join(" | "));
        }
        draw(area, title, rows)?;
    }
    image.present()?;
    Ok(())
}

/// The kernels of a game in the order of the report. Of several sizes of board the name tells which.
fn rows(report: &Report, game: &str) -> Vec<Row> {
    let of_game = || report.kernels.iter().filter(move |cost| cost.game == game);
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
    for (index, (tier, colour)) in TIERS.into_iter().enumerate() {
        let measured = rows.iter().enumerate().filter_map(|(row, (_, cycles))| Some((cycles[index]?, row as f64)));
        chart
            .draw_series(measured.map(|dot| Circle::new(dot, 4, colour.filled())))?
            .label(tier)
            .legend(move |at| Circle::new(at, 4, colour.filled()));
    }
    chart.configure_series_labels().border_style(BLACK.mix(0.3)).background_style(WHITE.filled()).draw()?;
    Ok(())
}
