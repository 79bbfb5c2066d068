//! `stonemask replay`: recorded games through the kernels, and whether their results agree.

use crate::error::Failure;
use crate::interrupt;
use crate::output::{Output, grouped, rate, short};
use crate::solve::{Memory, spinner};
use crate::threads::Threads;
use crate::wthor::{self, BadMove, Database, Record};
use clap::Args;
use serde::Serialize;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;
use stonemask::Tier;
use stonemask::othello::{Board, Colour, Kernels, Move, Options, Progress, Scoring, SolveError, Solver};

#[derive(Args)]
pub(crate) struct Arguments {
    /// WTHOR databases of 8x8 Othello games (.wtb)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Solve the position with N empty squares of each game; where the record has its theoretical score, compare
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=60))]
    solve: Option<u32>,
    /// No more than the first K games of each file
    #[arg(long, value_name = "K")]
    games: Option<usize>,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Serialize)]
struct Report {
    games: u64,
    plies: u64,
    seconds: f64,
    games_per_second: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    solved: Option<Solved>,
    differences: Vec<Difference>,
    tier: &'static str,
}

/// What the solver did.
#[derive(Serialize)]
struct Solved {
    empties: u32,
    positions: u64,
    /// Of them, those with a theoretical score in the record.
    compared: u64,
    nodes: u64,
    nodes_per_second: f64,
    threads: usize,
    table_mib: f64,
}

/// Where a game and its record part.
#[derive(Serialize)]
struct Difference {
    file: String,
    /// From 1.
    game: usize,
    /// The recorded move at fault, from 1, passes not counted; for a wrong result, the last one.
    ply: usize,
    problem: String,
}

pub(crate) fn run(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
    let kernels = Kernels::get(tier).expect("the tier was found available");
    let mut databases = Vec::new();
    let limit = arguments.games.unwrap_or(usize::MAX);
    for path in &arguments.files {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| Failure::bad_input(format!("{name}: {error}")))?;
        let mut database = wthor::read(&bytes).map_err(|foreign| Failure::bad_input(format!("{name}: {foreign}")))?;
        database.games.truncate(limit);
        databases.push((name, database));
    }
    let threads = NonZeroUsize::new(arguments.threads.count()).expect("clap checked the range");
    let options = Options::default().threads(threads).scoring(Scoring::EmptiesToWinner);
    let mut solver = match arguments.solve {
        None => None,
        Some(_) => Some(
            Solver::<8>::with_options(kernels, arguments.memory.bytes()?, options)
                .map_err(|_| arguments.memory.not_to_be_had())?,
        ),
    };

    interrupt::watch()?;
    let begun = Instant::now();
    let (mut games, mut plies) = (0, 0);
    let mut differences = Vec::new();
    let (mut positions, mut compared, mut nodes) = (0, 0, 0);
    let bar = arguments.solve.map(|_| spinner());
    'files: for (file, Database { depth, games: records }) in &databases {
        for (index, record) in records.iter().enumerate() {
            if interrupt::interrupted() {
                break 'files;
            }
            let mut differs = |(ply, problem)| {
                differences.push(Difference { file: file.clone(), game: index + 1, ply, problem });
            };
            match replay(record, kernels) {
                Ok(played) => plies += played,
                Err(difference) => {
                    games += 1;
                    differs(difference);
                    continue;
                }
            }
            if let (Some(empties), Some(solver)) = (arguments.solve, &mut solver)
                && let Some((ply, board)) = position(record, kernels, empties)
            {
                // Each game for itself, whatever came before.
                solver.clear();
                let solution = solver.solve_observed(&board, |Progress { lower, upper, nodes: now, .. }| {
                    let speed = short(rate(nodes + now, begun.elapsed().as_secs_f64()));
                    if let Some(bar) = &bar {
                        bar.set_message(format!("game {}: score {lower} to {upper}, {speed}nodes/s", index + 1));
                    }
                    if interrupt::interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                match solution {
                    Err(SolveError::Interrupted(_)) => break 'files,
                    Ok(solution) => {
                        positions += 1;
                        nodes += solution.nodes;
                        if empties == *depth {
                            compared += 1;
                            let black = (64 + solution.score) / 2;
                            if black != record.theoretical as i32 {
                                let theoretical = record.theoretical;
                                differs((ply, format!("black gets {black} discs, the record says {theoretical}")));
                            }
                        }
                    }
                }
            }
            games += 1;
        }
    }
    if let Some(bar) = bar {
        bar.finish_and_clear();
    }
    let seconds = begun.elapsed().as_secs_f64();

    let solved = solver.map(|solver| Solved {
        empties: arguments.solve.expect("there is a solver"),
        positions,
        compared,
        nodes,
        nodes_per_second: rate(nodes, seconds),
        threads: threads.get(),
        table_mib: solver.table_bytes() as f64 / f64::from(1 << 20),
    });
    let games_per_second = rate(games, seconds);
    let report = Report { games, plies, seconds, games_per_second, solved, differences, tier: tier.name() };
    output.print(&report, || {
        let mut text = String::new();
        for Difference { file, game, ply, problem } in &report.differences {
            text += &format!("{file}, game {game}, ply {ply}: {problem}\n");
        }
        if let Some(Solved { empties, positions, compared, nodes, nodes_per_second, threads, table_mib }) =
            &report.solved
        {
            text += &format!(
                "solved       {} positions of {empties} empty squares, {} of them compared with the record\n\
                 nodes        {} in {seconds:.2} s, {}nodes/s, threads {threads}, table {table_mib} MiB\n",
                grouped(*positions),
                grouped(*compared),
                grouped(*nodes),
                short(*nodes_per_second),
            );
        }
        text + &format!(
            "games        {}\nplies        {}\ndifferences  {}\nspeed        {}games/s, {seconds:.3} s, tier {tier}",
            grouped(games),
            grouped(plies),
            report.differences.len(),
            short(report.games_per_second),
        )
    })?;
    if !report.differences.is_empty() {
        return Err(Failure::differences());
    }
    let total: usize = databases.iter().map(|(_, database)| database.games.len()).sum();
    if games < total as u64 {
        return Err(Failure::unfinished(format!("interrupted after {games} of {total} games")));
    }
    Ok(())
}

/// The position of a recorded game with this many empty squares, and how many recorded moves lead there; `None` when the game
/// ended before.
fn position(record: &Record, kernels: &'static Kernels, empties: u32) -> Option<(usize, Board<8>)> {
    let mut board = Board::<8>::start();
    let mut squares = record.squares.as_ref().ok()?.iter();
    let mut ply = 0;
    while board.empties().len() > empties {
        let &square = squares.next()?;
        // A pass that is none leaves the board as it is.
        let _ = board.try_play_with(kernels, Move::Pass);
        board.try_play_with(kernels, Move::Place(square)).ok()?;
        ply += 1;
    }
    Some((ply, board))
}

/// Plays a recorded game, passing where the side to move must, and returns its plies, passes included. Of a game that
/// differs from its record: the recorded move at which, and how.
fn replay(record: &Record, kernels: &'static Kernels) -> Result<u64, (usize, String)> {
    let squares =
        record.squares.as_ref().map_err(|&BadMove { ply, byte }| (ply, format!("the move {byte} is no square")))?;
    let mut board = Board::<8>::start();
    let mut plies = 0;
    for (index, &square) in squares.iter().enumerate() {
        if kernels.mobility(board.position()) == 0 && board.try_play_with(kernels, Move::Pass).is_ok() {
            plies += 1;
        }
        board.try_play_with(kernels, Move::Place(square)).map_err(|error| (index + 1, error.to_string()))?;
        plies += 1;
    }
    let position = board.position();
    if kernels.mobility(position) != 0 || kernels.mobility(position.pass()) != 0 {
        return Err((squares.len(), "the record ends before the game is over".to_owned()));
    }
    let black = final_count(&board);
    if black != record.black {
        return Err((squares.len(), format!("black has {black} at the end, the record says {}", record.black)));
    }
    Ok(plies)
}

/// Black's discs at the end as WTHOR counts them: empty squares go to the winner, halved in a draw.
fn final_count(board: &Board<8>) -> u32 {
    let black = board.stones(Colour::Black).len();
    let empty = board.empties().len();
    match board.score() {
        1.. => black + empty,
        0 => black + empty / 2,
        _ => black,
    }
}
