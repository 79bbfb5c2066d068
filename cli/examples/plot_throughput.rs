//! Draws docs/throughput.svg: what a position costs by the number of positions given at once, a ply
//! by the number of games in a slab, and a random game by the number of games in a call and by that
//! of threads. `cargo run --release -p stonemask-cli --example plot_throughput --
//! docs/throughput.svg`

use plotters::coord::ranged1d::AsRangedCoord;
use plotters::prelude::*;
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use rustix::time::{ClockId, clock_gettime};
use std::error::Error;
use std::hint::black_box;
use std::time::Duration;
use stonemask::game::Game;
use stonemask::slab::{Actions, Slab};
use stonemask::{Random, Tier, gomoku, nogo, othello};

/// Positions measured in each setting; the number of calls follows from it.
const POSITIONS: usize = 1 << 16;
/// Rounds; the least counts, as other programs only add to it.
const ROUNDS: usize = 9;
/// Games that a thread takes at a time, and how often.
const GAMES: u64 = 1 << 16;
const SHARES: u64 = 32;

/// A name and points.
type Line = (&'static str, Vec<(f64, f64)>);

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: plot_throughput FILE.svg")?;
    let image = SVGBackend::new(&path, (1100, 960)).into_drawing_area();
    image.fill(&WHITE)?;
    let panels = image.split_evenly((2, 2));
    let sizes: Vec<usize> = (0..=16).map(|power| 1 << power).collect();
    let batches = [othello_moves(&sizes), gomoku_fives(&sizes), nogo_masks(&sizes)];
    for (name, points) in &batches {
        println!("{name}, ns a position: {}", text(points));
    }
    let title = format!("Cost of a position by batch size, tier {}", Tier::best());
    draw(
        &panels[0],
        &title,
        ("positions in a call", "ns a position"),
        &batches,
        (1.0..POSITIONS as f64).log_scale(),
        0.1,
    )?;
    let slabs = [
        ("Othello 8x8", slab_plies(&othello::Board::<8>::start(), &sizes)?),
        ("Gomoku 15x15", slab_plies(&gomoku_start(), &sizes)?),
        ("NoGo 9x9", slab_plies(&nogo::Board::start(), &sizes)?),
    ];
    for (name, points) in &slabs {
        println!("{name}, ns a random ply of a slab: {}", text(points));
    }
    let axis = (1.0..POSITIONS as f64).log_scale();
    draw(&panels[1], "Cost of a random ply by games in a slab", ("games", "ns a ply"), &slabs, axis, 1.0)?;
    let calls = [
        ("Othello 8x8", calls(&othello::Board::<8>::start(), &sizes)),
        ("Gomoku 15x15", calls(&gomoku_start(), &sizes)),
        ("NoGo 9x9", calls(&nogo::Board::start(), &sizes)),
    ];
    for (name, points) in &calls {
        println!("{name}, ns a random game by games in a call: {}", text(points));
    }
    let axis = (1.0..(1 << 20) as f64).log_scale();
    draw(&panels[2], "Cost of a random game by games in a call", ("games", "ns a game"), &calls, axis, 10.0)?;
    let threads = std::thread::available_parallelism()?.get();
    let games = [
        ("Othello 8x8", playouts(othello::Board::<8>::start(), threads)?),
        ("Gomoku 15x15", playouts(gomoku_start(), threads)?),
        ("NoGo 9x9", playouts(nogo::Board::start(), threads)?),
    ];
    for (name, points) in &games {
        println!("{name}, ns a random game: {}", text(points));
    }
    let title = format!("Cost of a random game by threads, {threads} cores");
    draw(
        &panels[3],
        &title,
        ("threads", "processor ns a game, by the threads"),
        &games,
        0.5..threads as f64 + 0.5,
        10.0,
    )?;
    image.present()?;
    Ok(())
}

fn text(points: &[(f64, f64)]) -> String {
    points.iter().map(|(x, y)| format!("{x}: {y:.2}  ")).collect()
}

/// The least time of `run` in ns, over `count`: that of the processor for this thread, or for all.
fn cost(clock: impl Fn() -> Duration, count: usize, mut run: impl FnMut()) -> f64 {
    run();
    let rounds = (0..ROUNDS).map(|_| {
        let begun = clock();
        run();
        (clock() - begun).as_secs_f64() * 1e9 / count as f64
    });
    rounds.fold(f64::INFINITY, f64::min)
}

fn processor() -> Duration {
    time(ClockId::ThreadCPUTime)
}

fn all_processors() -> Duration {
    time(ClockId::ProcessCPUTime)
}

fn time(clock: ClockId) -> Duration {
    let time = clock_gettime(clock);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Boards of random games at random plies.
fn boards<G: Game>(start: &G, most_plies: u32) -> Vec<G> {
    let mut random = Random::new(1);
    let mut board = || {
        let mut board = start.clone();
        for _ in 0..random.below(most_plies) {
            let before = board.clone();
            if !board.play_random(&mut random) {
                return before;
            }
        }
        board
    };
    (0..POSITIONS).map(|_| board()).collect()
}

fn othello_moves(sizes: &[usize]) -> Line {
    let boards = boards(&othello::Board::<8>::start(), 60);
    let own: Vec<u64> = boards.iter().map(|board| board.position().own().bits()).collect();
    let opponent: Vec<u64> = boards.iter().map(|board| board.position().opponent().bits()).collect();
    let mut moves = vec![0; POSITIONS];
    let mut point = |&size: &usize| {
        let cost = cost(processor, POSITIONS, || {
            for ((own, opponent), moves) in own.chunks(size).zip(opponent.chunks(size)).zip(moves.chunks_mut(size)) {
                let positions = othello::Positions::<8>::new(own, opponent).expect("positions of games");
                positions.legal_moves(moves);
            }
            black_box(&moves);
        });
        (size as f64, cost)
    };
    ("Othello 8x8, legal moves", sizes.iter().map(&mut point).collect())
}

fn gomoku_start() -> gomoku::Board {
    gomoku::Board::with_size(gomoku::Size::new(15, 15).expect("a size"), gomoku::Rule::Freestyle)
}

fn gomoku_fives(sizes: &[usize]) -> Line {
    let start = gomoku_start();
    let boards = boards(&start, 100);
    let mut fives = vec![[false; 2]; POSITIONS];
    let mut point = |&size: &usize| {
        // Row by row, the boards of a call side by side.
        let words = |colour: gomoku::Colour| -> Vec<u16> {
            let rows = |chunk: &[gomoku::Board]| {
                (0..15)
                    .flat_map(|row| chunk.iter().map(move |board| board.planes().stones(colour, row) as u16))
                    .collect()
            };
            boards.chunks(size).flat_map(|chunk| -> Vec<u16> { rows(chunk) }).collect()
        };
        let (black, white) = (words(gomoku::Colour::Black), words(gomoku::Colour::White));
        let cost = cost(processor, POSITIONS, || {
            let words = 15 * size;
            for ((black, white), fives) in black.chunks(words).zip(white.chunks(words)).zip(fives.chunks_mut(size)) {
                let boards = gomoku::Positions::new(start.size(), black, white).expect("boards of games");
                boards.any_five(fives);
            }
            black_box(&fives);
        });
        (size as f64, cost)
    };
    ("Gomoku 15x15, fives of both colours", sizes.iter().map(&mut point).collect())
}

fn nogo_masks(sizes: &[usize]) -> Line {
    let positions: Vec<_> = boards(&nogo::Board::start(), 60).iter().map(nogo::Board::position).collect();
    let mut masks = vec![nogo::Masks::default(); POSITIONS];
    let mut point = |&size: &usize| {
        let cost = cost(processor, POSITIONS, || {
            for (positions, masks) in positions.chunks(size).zip(masks.chunks_mut(size)) {
                nogo::Positions::new(positions).masks(masks);
            }
            black_box(&masks);
        });
        (size as f64, cost)
    };
    ("NoGo 9x9, legal moves of both colours", sizes.iter().map(&mut point).collect())
}

/// The cost of a random ply in slabs of these sizes, once their games are in their middle.
fn slab_plies<G: Actions>(start: &G, sizes: &[usize]) -> Result<Vec<(f64, f64)>, Box<dyn Error>> {
    let point = |&size: &usize| {
        let (mut slab, mut actions) = (Slab::new(start, size)?, vec![0; size]);
        (0..100).for_each(|_| slab.step_random(&mut actions));
        let plies = POSITIONS / size;
        Ok((
            size as f64,
            cost(processor, POSITIONS, || (0..plies).for_each(|_| slab.step_random(black_box(&mut actions)))),
        ))
    };
    sizes.iter().map(point).collect()
}

/// The cost of a random game in calls of so many, and of a million.
fn calls<G: Game>(start: &G, sizes: &[usize]) -> Vec<(f64, f64)> {
    let point = |size: usize| {
        let calls = (POSITIONS / size).clamp(1, 64);
        let call = |seed| _ = black_box(start.playouts(size as u64, seed as u64));
        (size as f64, cost(processor, calls * size, || (0..calls).for_each(call)))
    };
    sizes.iter().copied().chain([1 << 20]).map(point).collect()
}

/// The cost of a random game on 1 thread, on 2, and so on: the processors' time by the number of
/// threads, so that other programs on the machine do not count.
fn playouts<G: Game>(start: G, threads: usize) -> Result<Vec<(f64, f64)>, Box<dyn Error>> {
    let point = |threads: usize| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
        let play = |seed| start.playouts(GAMES, seed).games();
        let cost = cost(all_processors, threads * (GAMES * SHARES) as usize, || {
            let games: u64 = pool.install(|| (0..SHARES).into_par_iter().map(play).sum());
            assert_eq!(games, GAMES * SHARES);
        });
        Ok((threads as f64, cost))
    };
    (1..=threads).map(point).collect()
}

/// Draws lines over an axis of `x`, cost on a logarithmic one from `least` up.
fn draw<X: AsRangedCoord<Value = f64>>(
    area: &DrawingArea<SVGBackend, plotters::coord::Shift>,
    title: &str,
    (x_name, y_name): (&str, &str),
    lines: &[Line],
    x: X,
    least: f64,
) -> Result<(), Box<dyn Error>>
where
    X::CoordDescType: Ranged<ValueType = f64> + plotters::coord::ranged1d::ValueFormatter<f64>,
{
    let most = lines.iter().flat_map(|(_, points)| points).map(|&(_, y)| y).fold(least, f64::max) * 3.0;
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 17))
        .margin(12)
        .x_label_area_size(42)
        .y_label_area_size(56)
        .build_cartesian_2d(x, (least..most).log_scale())?;
    let whole = |x: &f64| if x.fract() == 0.0 { x.to_string() } else { String::new() };
    let mut mesh = chart.configure_mesh();
    mesh.x_desc(x_name)
        .y_desc(y_name)
        .light_line_style(WHITE)
        .x_label_formatter(&whole)
        .y_label_formatter(&|y| y.to_string())
        .draw()?;
    for (index, (name, points)) in lines.iter().enumerate() {
        let colour = [RGBColor(0, 114, 178), RGBColor(213, 94, 0), RGBColor(0, 158, 115)][index];
        chart
            .draw_series(LineSeries::new(points.iter().copied(), colour.stroke_width(2)).point_size(3))?
            .label(*name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
    }
    let mut labels = chart.configure_series_labels();
    labels
        .position(SeriesLabelPosition::UpperRight)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .draw()?;
    Ok(())
}
