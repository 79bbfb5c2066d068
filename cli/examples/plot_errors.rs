//! Draws docs/errors.svg and prints its table: how far the scores of searches of limited depth lie
//! from the exact ones, by the number of empty squares. The positions are those of games of the
//! search against itself after random openings, that no training sees. `cargo run --release -p
//! stonemask-cli --example plot_errors -- docs/errors.svg`

use plotters::prelude::*;
use rayon::prelude::*;
use std::collections::TryReserveError;
use std::error::Error;
use stonemask::Random;
use stonemask::game::Colour;
use stonemask::game::search::Limits;
use stonemask::othello::{Board, Search, Solver};

/// Boards for each number of empty squares.
const BOARDS: u64 = 200;
const FEWEST: u32 = 14;
const MOST: u32 = 24;
/// Plies of the searches, and the colours of their curves.
const DEPTHS: [(u32, RGBColor); 4] =
    [(1, RGBColor(213, 94, 0)), (2, RGBColor(230, 159, 0)), (4, RGBColor(0, 158, 115)), (8, RGBColor(0, 114, 178))];
/// Random plies at the beginning of a game, and the plies of the searches that choose the others.
const OPENING: std::ops::RangeInclusive<u32> = 10..=20;
const PLAYED: u32 = 4;
/// Memory for a table, in bytes.
const TABLE: usize = 64 << 20;

/// Of each depth the errors of the score for the side to move, in discs.
type Errors = [Vec<f64>; DEPTHS.len()];

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: plot_errors FILE.svg")?;
    let depths = DEPTHS.map(|(plies, _)| format!("{plies} plies: mean | root mean square | within 2 discs"));
    println!("| empty squares | {} |\n|---|{}", depths.join(" | "), "---|".repeat(3 * DEPTHS.len()));
    let mut rows = Vec::new();
    for empties in FEWEST..=MOST {
        let errors = errors(empties)?;
        let cells = errors.each_ref().map(|of| {
            let close = of.iter().filter(|error| error.abs() <= 2.0).count() as f64 / of.len() as f64;
            format!("{:+.1} | {:.1} | {:.0} %", mean(of, |error| error), root_mean_square(of), 100.0 * close)
        });
        println!("| {empties} | {} |", cells.join(" | "));
        rows.push((empties, errors.map(|of| root_mean_square(&of))));
    }
    draw(&path, &rows)
}

fn mean(of: &[f64], each: impl Fn(f64) -> f64) -> f64 {
    of.iter().map(|&error| each(error)).sum::<f64>() / of.len() as f64
}

fn root_mean_square(of: &[f64]) -> f64 {
    mean(of, |error| error * error).sqrt()
}

fn errors(empties: u32) -> Result<Errors, TryReserveError> {
    let of_board = |seed| -> Result<[f64; DEPTHS.len()], TryReserveError> {
        let board = board(empties, 1000 * u64::from(empties) + seed)?;
        let exact = Solver::new(TABLE)?.solve(&board).score;
        let sign = if board.to_move() == Colour::Black { 1 } else { -1 };
        let mut found = [0.0; DEPTHS.len()];
        for (error, (plies, _)) in found.iter_mut().zip(DEPTHS) {
            let score = Search::new(1 << 20)?.run(&board, Limits::default().depth(plies)).score();
            *error = f64::from(sign * (score - exact));
        }
        Ok(found)
    };
    let found: Vec<_> = (0..BOARDS).into_par_iter().map(of_board).collect::<Result<_, _>>()?;
    Ok(std::array::from_fn(|place| found.iter().map(|of| of[place]).collect()))
}

/// A board of the game of this seed, or of the first one after it that goes on for so long.
fn board(empties: u32, seed: u64) -> Result<Board<8>, TryReserveError> {
    let (mut random, mut search) = (Random::new(seed), Search::new(1 << 20)?);
    loop {
        let mut board = Board::<8>::start();
        let opening = OPENING.start() + random.below(OPENING.end() - OPENING.start() + 1);
        for _ in 0..opening {
            board.play_random(&mut random);
        }
        while board.empties().len() > empties && !board.is_over() {
            let analysis = search.run(&board, Limits::default().depth(PLAYED));
            board.play(analysis.best().expect("there are moves").ply());
        }
        if board.legal_moves().is_empty() && !board.is_over() {
            board.play(stonemask::othello::Move::Pass);
        }
        if board.empties().len() == empties && !board.is_over() {
            return Ok(board);
        }
    }
}

fn draw(path: &str, rows: &[(u32, [f64; DEPTHS.len()])]) -> Result<(), Box<dyn Error>> {
    let image = SVGBackend::new(path, (640, 400)).into_drawing_area();
    image.fill(&WHITE)?;
    let most = rows.iter().flat_map(|(_, errors)| errors).copied().fold(0.0, f64::max);
    let mut chart = ChartBuilder::on(&image)
        .caption("Scores of Othello's search against exact ones", ("sans-serif", 17))
        .margin(12)
        .x_label_area_size(42)
        .y_label_area_size(60)
        .build_cartesian_2d(FEWEST..MOST, 0.0..1.1 * most)?;
    let mut mesh = chart.configure_mesh();
    mesh.x_desc("empty squares").y_desc("root mean square error (discs)").light_line_style(WHITE);
    mesh.x_labels((MOST - FEWEST + 1) as usize).y_label_formatter(&|discs| format!("{discs:.0}")).draw()?;
    for (place, (plies, colour)) in DEPTHS.into_iter().enumerate() {
        let curve = rows.iter().map(|&(empties, errors)| (empties, errors[place]));
        chart
            .draw_series(LineSeries::new(curve, colour.stroke_width(2)).point_size(3))?
            .label(if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") })
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
    }
    let mut labels = chart.configure_series_labels();
    labels
        .position(SeriesLabelPosition::LowerLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    image.present()?;
    Ok(())
}
