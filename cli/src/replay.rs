//! `stonemask replay`: recorded games through the kernels, and whether their results agree.

use crate::error::Failure;
use crate::interrupt;
use crate::output::{Output, grouped, rate, short};
use crate::wthor::{self, BadMove, Record};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use std::time::Instant;
use stonemask::Tier;
use stonemask::othello::{Board, Colour, Kernels, Move};

#[derive(Args)]
pub(crate) struct Arguments {
    /// WTHOR databases of 8x8 Othello games (.wtb)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Serialize)]
struct Report {
    games: u64,
    plies: u64,
    seconds: f64,
    games_per_second: f64,
    differences: Vec<Difference>,
    tier: &'static str,
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
    for path in &arguments.files {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| Failure::bad_input(format!("{name}: {error}")))?;
        let games = wthor::read(&bytes).map_err(|foreign| Failure::bad_input(format!("{name}: {foreign}")))?;
        databases.push((name, games));
    }

    interrupt::watch()?;
    let begun = Instant::now();
    let (mut games, mut plies) = (0, 0);
    let mut differences = Vec::new();
    for (file, records) in &databases {
        for (index, record) in records.iter().enumerate() {
            if interrupt::interrupted() {
                break;
            }
            games += 1;
            match replay(record, kernels) {
                Ok(played) => plies += played,
                Err((ply, problem)) => {
                    differences.push(Difference { file: file.clone(), game: index + 1, ply, problem });
                }
            }
        }
    }
    let seconds = begun.elapsed().as_secs_f64();

    let report =
        Report { games, plies, seconds, games_per_second: rate(games, seconds), differences, tier: tier.name() };
    output.print(&report, || {
        let mut text = String::new();
        for Difference { file, game, ply, problem } in &report.differences {
            text += &format!("{file}, game {game}, ply {ply}: {problem}\n");
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
    let total: usize = databases.iter().map(|(_, records)| records.len()).sum();
    if games < total as u64 {
        return Err(Failure::unfinished(format!("interrupted after {games} of {total} games")));
    }
    Ok(())
}

/// Plays a recorded game, passing where the side to move must, and returns its plies, passes included. Of a game that
/// differs from its record: the recorded move at which, and how.
fn replay(record: &Record, kernels: &Kernels) -> Result<u64, (usize, String)> {
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
    let black = board.discs(Colour::Black).len();
    let empty = board.empties().len();
    match board.score() {
        1.. => black + empty,
        0 => black + empty / 2,
        _ => black,
    }
}
