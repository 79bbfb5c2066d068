//! `stonemask solve`: exact score and a line of best play.

use crate::error::Failure;
use crate::games::{self, Name, Start};
use crate::interrupt;
use crate::output::{Output, grouped, rate, short};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use stonemask::Tier;
use stonemask::game::Game;
use stonemask::nogo;
use stonemask::othello::{Board, Colour, Solver};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game: othello6, othello4 or nogo
    game: Name,
    #[command(flatten)]
    start: Start,
    /// Memory for the transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    table: u32,
}

impl Arguments {
    /// Sets up the position to begin with.
    pub(crate) fn set_up(&self) -> Result<(), Failure> {
        games::set_up(self.game, &self.start)
    }
}

#[derive(Serialize)]
struct Report {
    game: String,
    score: i32,
    line: String,
    nodes: u64,
    seconds: f64,
    tier: &'static str,
}

pub(crate) fn run(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
    arguments.start.shape.check(arguments.game)?;
    match arguments.game {
        Name::Othello4 => solve::<4>(arguments, tier, output),
        Name::Othello6 => solve::<6>(arguments, tier, output),
        game @ (Name::Othello8 | Name::Gomoku) => {
            Err(Failure::bad_input(format!("{game} is not solved here: expected othello6, othello4 or nogo")))
        }
        Name::Nogo => solve_nogo(arguments, tier, output),
    }
}

#[derive(Serialize)]
struct Won {
    game: String,
    winner: String,
    line: String,
    nodes: u64,
    seconds: f64,
    tier: &'static str,
}

fn solve_nogo(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
    let mut board = games::nogo(&arguments.start)?;
    let kernels = nogo::Board::kernels(tier).expect("the tier was found available");
    games::play_moves(&mut board, kernels, arguments.start.moves.as_deref().unwrap_or(""))?;
    let mut solver = nogo::Solver::new(kernels, table_bytes(arguments)?).map_err(|_| no_memory(arguments))?;

    interrupt::watch()?;
    let bar = spinner();
    let begun = Instant::now();
    let result = solver.solve_observed(&board, |progress| {
        let speed = short(rate(progress.nodes, begun.elapsed().as_secs_f64()));
        bar.set_message(format!("{} nodes, {speed}nodes/s", grouped(progress.nodes)));
        if interrupt::interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    let seconds = begun.elapsed().as_secs_f64();
    let solution = result.map_err(|error| match error {
        nogo::SolveError::TooLarge { .. } => Failure::bad_input(error),
        nogo::SolveError::Interrupted(_) => Failure::unfinished(error),
    })?;
    let line: Vec<String> = solution.line.iter().map(|point| point.to_string()).collect();
    let report = Won {
        game: arguments.game.to_string(),
        winner: solution.winner.to_string(),
        line: line.join(" "),
        nodes: solution.nodes,
        seconds,
        tier: tier.name(),
    };
    output.print(&report, || {
        format!(
            "winner {}\nline   {}\nnodes  {} in {seconds:.2} s, {}nodes/s, tier {tier}",
            report.winner,
            report.line,
            grouped(report.nodes),
            short(rate(report.nodes, seconds)),
        )
    })
}

/// What `--table` asks for.
fn table_bytes(arguments: &Arguments) -> Result<usize, Failure> {
    usize::try_from(u64::from(arguments.table) << 20)
        .map_err(|_| Failure::bad_input(format!("--table {}: more than this machine addresses", arguments.table)))
}

fn no_memory(arguments: &Arguments) -> Failure {
    Failure::bad_input(format!("--table {}: that much memory is not to be had", arguments.table))
}

pub(crate) fn spinner() -> ProgressBar {
    let bar = ProgressBar::new_spinner()
        .with_style(ProgressStyle::with_template("{spinner} {elapsed} {msg}").expect("a template"));
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

fn solve<const N: usize>(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
    let mut board: Board<N> = games::othello(&arguments.start)?;
    let kernels = Board::<N>::kernels(tier).expect("the tier was found available");
    games::play_moves(&mut board, kernels, arguments.start.moves.as_deref().unwrap_or(""))?;
    let mut solver = Solver::new(kernels, table_bytes(arguments)?).map_err(|_| no_memory(arguments))?;

    interrupt::watch()?;
    let bar = spinner();
    let begun = Instant::now();
    let result = solver.solve_observed(&board, |progress| {
        let speed = short(rate(progress.nodes, begun.elapsed().as_secs_f64()));
        bar.set_message(format!(
            "score {} to {}, {} nodes, {speed}nodes/s",
            progress.lower,
            progress.upper,
            grouped(progress.nodes)
        ));
        if interrupt::interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    bar.finish_and_clear();
    let seconds = begun.elapsed().as_secs_f64();
    let solution = result.map_err(Failure::unfinished)?;

    let report = Report {
        game: arguments.game.to_string(),
        score: solution.score,
        line: solution.line.to_string(),
        nodes: solution.nodes,
        seconds,
        tier: tier.name(),
    };
    output.print(&report, || {
        let mut end = board;
        end.try_play_line(kernels, &solution.line).expect("the solver plays legal moves");
        let [black, white] = [Colour::Black, Colour::White].map(|colour| end.discs(colour).len());
        format!(
            "score  {:+} (black {black}, white {white})\nline   {}\nnodes  {} in {seconds:.2} s, {}nodes/s, tier {tier}",
            report.score,
            report.line,
            grouped(report.nodes),
            short(rate(report.nodes, seconds)),
        )
    })
}
