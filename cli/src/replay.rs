//! `stonemask replay`: recorded games through the kernels, and whether their results agree.

use crate::error::Failure;
use crate::interrupt;
use crate::output::{Output, grouped, rate, short};
use crate::solve::{Memory, spinner};
use crate::threads::Threads;
use crate::wthor::{self, BadMove, Database, Record};
use clap::Args;
use indicatif::ProgressBar;
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
    let databases = read(arguments)?;
    let solver = match arguments.solve {
        None => None,
        Some(empties) => Some(Solving::new(arguments, kernels, empties)?),
    };
    interrupt::watch()?;
    let mut replay = Replay { kernels, begun: Instant::now(), games: 0, plies: 0, solver, differences: Vec::new() };
    replay.all(&databases);
    let report = replay.report(tier);
    output.print(&report, || report.text())?;
    if !report.differences.is_empty() {
        return Err(Failure::differences());
    }
    let total: usize = databases.iter().map(|(_, database)| database.games.len()).sum();
    if report.games < total as u64 {
        return Err(Failure::unfinished(format!("interrupted after {} of {total} games", report.games)));
    }
    Ok(())
}

/// The databases and the names of their files, no more games of each than are wanted.
fn read(arguments: &Arguments) -> Result<Vec<(String, Database)>, Failure> {
    let read = |path: &PathBuf| {
        let name = path.display().to_string();
        let bytes = std::fs::read(path).map_err(|error| Failure::bad_input(format!("{name}: {error}")))?;
        let mut database = wthor::read(&bytes).map_err(|foreign| Failure::bad_input(format!("{name}: {foreign}")))?;
        database.games.truncate(arguments.games.unwrap_or(usize::MAX));
        Ok((name, database))
    };
    arguments.files.iter().map(read).collect()
}

/// What has been replayed so far.
struct Replay {
    kernels: &'static Kernels,
    begun: Instant,
    games: u64,
    plies: u64,
    solver: Option<Solving>,
    differences: Vec<Difference>,
}

/// The positions that are solved.
struct Solving {
    solver: Solver<8>,
    bar: ProgressBar,
    threads: usize,
    /// Empty squares.
    empties: u32,
    positions: u64,
    compared: u64,
    nodes: u64,
}

impl Solving {
    fn new(arguments: &Arguments, kernels: &'static Kernels, empties: u32) -> Result<Solving, Failure> {
        let threads = NonZeroUsize::new(arguments.threads.count()).expect("clap checked the range");
        let options = Options::default().threads(threads).scoring(Scoring::EmptiesToWinner);
        let solver = Solver::<8>::with_options(kernels, arguments.memory.bytes()?, options)
            .map_err(|_| arguments.memory.not_to_be_had())?;
        let (positions, compared, nodes) = (0, 0, 0);
        Ok(Solving { solver, bar: spinner(), threads: threads.get(), empties, positions, compared, nodes })
    }

    /// The score of a board.
    fn score(&mut self, board: &Board<8>, game: usize, begun: Instant) -> Result<i32, SolveError> {
        // Each game for itself, whatever came before.
        self.solver.clear();
        let (bar, before) = (&self.bar, self.nodes);
        let solution = self.solver.solve_observed(board, |Progress { lower, upper, nodes, .. }| {
            let speed = short(rate(before + nodes, begun.elapsed().as_secs_f64()));
            bar.set_message(format!("game {game}: score {lower} to {upper}, {speed}nodes/s"));
            if interrupt::interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        self.positions += 1;
        self.nodes += solution.nodes;
        Ok(solution.score)
    }
}

impl Replay {
    /// Replays the games of all databases, or those before an interrupt.
    fn all(&mut self, databases: &[(String, Database)]) {
        for (file, Database { depth, games }) in databases {
            for (index, record) in games.iter().enumerate() {
                if interrupt::interrupted() {
                    return;
                }
                match self.game(record, *depth, index + 1) {
                    Ok(None) => {}
                    Ok(Some((ply, problem))) => {
                        self.differences.push(Difference { file: file.clone(), game: index + 1, ply, problem });
                    }
                    Err(SolveError::Interrupted(_)) => return,
                }
                self.games += 1;
            }
        }
    }

    /// Replays a game, and solves its position if that is wanted; where it differs from its record, and how.
    fn game(&mut self, record: &Record, depth: u32, number: usize) -> Result<Option<(usize, String)>, SolveError> {
        match replay(record, self.kernels) {
            Ok(played) => self.plies += played,
            Err(difference) => return Ok(Some(difference)),
        }
        let Some(solver) = &mut self.solver else { return Ok(None) };
        let Some((ply, board)) = position(record, self.kernels, solver.empties) else { return Ok(None) };
        let score = solver.score(&board, number, self.begun)?;
        if solver.empties != depth {
            return Ok(None);
        }
        solver.compared += 1;
        let (black, theoretical) = ((64 + score) / 2, record.theoretical);
        let differs = black != theoretical as i32;
        Ok(differs.then(|| (ply, format!("black gets {black} discs, the record says {theoretical}"))))
    }

    fn report(self, tier: Tier) -> Report {
        let Replay { begun, games, plies, solver, differences, .. } = self;
        let seconds = begun.elapsed().as_secs_f64();
        let solved = solver.map(|Solving { solver, bar, threads, empties, positions, compared, nodes }| {
            bar.finish_and_clear();
            let (nodes_per_second, table_mib) =
                (rate(nodes, seconds), solver.table_bytes() as f64 / f64::from(1 << 20));
            Solved { empties, positions, compared, nodes, nodes_per_second, threads, table_mib }
        });
        let games_per_second = rate(games, seconds);
        Report { games, plies, seconds, games_per_second, solved, differences, tier: tier.name() }
    }
}

impl Report {
    fn text(&self) -> String {
        let Report { games, plies, seconds, games_per_second, solved, differences, tier } = self;
        let mut text = String::new();
        for Difference { file, game, ply, problem } in differences {
            text += &format!("{file}, game {game}, ply {ply}: {problem}\n");
        }
        if let Some(Solved { empties, positions, compared, nodes, nodes_per_second, threads, table_mib }) = solved {
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
            grouped(*games),
            grouped(*plies),
            differences.len(),
            short(*games_per_second),
        )
    }
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
