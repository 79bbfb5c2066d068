//! Draws docs/nodes.svg and prints its table: the nodes that 8x8 endgames take, by the number of
//! empty squares, with all techniques and without some. `cargo run --release -p
//! stonemask-cli --example plot_nodes -- docs/nodes.svg`

use plotters::prelude::*;
use rayon::prelude::*;
use std::error::Error;
use stonemask::Random;
use stonemask::othello::{Board, Move, Options, Solver, Technique};

/// Boards for each number of empty squares.
const BOARDS: u64 = 20;
const FEWEST: u32 = 10;
/// The techniques left out, and the most empty squares up to which that is measured.
const CURVES: [(&str, &[Technique], u32); 4] = [
    ("all techniques", &[], 23),
    ("without selective searches first", &[Technique::PreSearch], 21),
    ("without ordering by searches", &[Technique::DeepOrdering], 21),
    ("without patterns", &[Technique::Patterns], 20),
];
const COLOURS: [RGBColor; 4] =
    [RGBColor(0, 114, 178), RGBColor(0, 158, 115), RGBColor(230, 159, 0), RGBColor(213, 94, 0)];
/// Memory for a table, in bytes.
const TABLE: usize = 128 << 20;

/// The number of empty squares, and the geometric mean of the nodes.
type Points = Vec<(u32, f64)>;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: plot_nodes FILE.svg")?;
    let measure = |(_, without, most): &(&str, &[Technique], u32)| -> Result<Points, Box<dyn Error>> {
        (FEWEST..=*most).map(|empties| Ok((empties, nodes(empties, without)?))).collect()
    };
    let curves: Vec<Points> = CURVES.iter().map(measure).collect::<Result<_, _>>()?;
    println!("| empty squares | {} |", CURVES.map(|(name, ..)| name).join(" | "));
    println!("|---{}|", "|---".repeat(CURVES.len()));
    for place in 0..curves[0].len() {
        let nodes = curves.iter().map(|curve| curve.get(place).map_or(String::new(), |&(_, nodes)| text(nodes)));
        println!("| {} | {} |", curves[0][place].0, nodes.collect::<Vec<_>>().join(" | "));
    }
    draw(&path, &curves)
}

fn text(nodes: f64) -> String {
    if nodes < 1e6 { format!("{:.1} k", nodes / 1e3) } else { format!("{:.1} M", nodes / 1e6) }
}

/// The geometric mean of the nodes that boards with this many empty squares take.
fn nodes(empties: u32, without: &[Technique]) -> Result<f64, Box<dyn Error>> {
    let options = without.iter().fold(Options::default(), |options, &technique| options.without(technique));
    let logarithm = |seed| {
        let mut solver = Solver::with_options(TABLE, options)?;
        Ok((solver.solve(&board(empties, seed)).nodes as f64).ln())
    };
    let sum: Result<f64, std::collections::TryReserveError> = (0..BOARDS).into_par_iter().map(logarithm).sum();
    Ok((sum? / BOARDS as f64).exp())
}

/// A board of a game in which one move in four is random, and the others leave few replies.
fn board(empties: u32, seed: u64) -> Board<8> {
    let mut random = Random::new(seed);
    let mut board = Board::start();
    while board.empties().len() > empties || board.legal_moves().is_empty() {
        if board.is_over() || board.empties().len() <= empties {
            board = Board::start();
        } else if random.below(4) == 0 || board.legal_moves().is_empty() {
            board.play_random(&mut random);
        } else {
            let replies = |square| {
                let mut after = board;
                after.try_play(Move::Place(square)).expect("a legal move");
                (4 * after.legal_moves().len() + random.below(12), square)
            };
            let (_, square) = board.legal_moves().iter().map(replies).min().expect("there are moves");
            board.try_play(Move::Place(square)).expect("a legal move");
        }
    }
    board
}

fn draw(path: &str, curves: &[Points]) -> Result<(), Box<dyn Error>> {
    let image = SVGBackend::new(path, (760, 460)).into_drawing_area();
    image.fill(&WHITE)?;
    let all = || curves.iter().flatten();
    let nodes = all().fold((f64::MAX, 1.0), |(least, most), &(_, nodes)| (nodes.min(least), nodes.max(most)));
    let most = all().map(|&(empties, _)| empties).max().unwrap_or(FEWEST);
    let mut chart = ChartBuilder::on(&image)
        .caption("Nodes to solve an 8x8 endgame, one thread", ("sans-serif", 17))
        .margin(12)
        .x_label_area_size(42)
        .y_label_area_size(80)
        .build_cartesian_2d(FEWEST..most, (nodes.0 / 2.0..nodes.1 * 2.0).log_scale())?;
    let mut mesh = chart.configure_mesh();
    mesh.x_desc("empty squares").y_desc("nodes (geometric mean)").light_line_style(WHITE);
    mesh.x_labels((most - FEWEST + 1) as usize).y_label_formatter(&|&nodes| text(nodes).replace(".0", "")).draw()?;
    for ((curve, (name, ..)), colour) in curves.iter().zip(CURVES).zip(COLOURS) {
        chart
            .draw_series(LineSeries::new(curve.iter().copied(), colour.stroke_width(2)).point_size(3))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
    }
    let mut labels = chart.configure_series_labels();
    labels
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    image.present()?;
    Ok(())
}
