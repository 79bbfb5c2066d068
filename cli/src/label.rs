//! `stonemask label`: positions of Othello with the exact score of every move, for those who train
//! or mark programs.

use crate::error::Failure;
use crate::file;
use crate::games::{Name, Playable, Setting, among};
use crate::interrupt;
use crate::numbers::whole;
use crate::output::{Output, grouped, rate, short};
use crate::progress::bar;
use crate::threads::Threads;
use clap::{Args, ValueHint};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::TryReserveError;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;
use stonemask::game::search::Limits;
use stonemask::othello::{Board, Colour, Move, Options, Scoring, Search, Solver};
use stonemask::{Random, Tier};

/// Random moves with which a game begins, at least and at most.
const fn opening<const N: usize>() -> (u32, u32) {
    if N == 8 { (10, 20) } else { (0, 8) }
}

/// The memory of a thread's solver, and of the search that chooses the moves after the opening.
const SOLVER_BYTES: usize = 16 << 20;
const SEARCH_BYTES: usize = 1 << 16;
/// Positions that a thread labels before they are written.
const BATCH: usize = 4;
/// Empty squares that are asked for at most: more take hours a position.
const MOST_EMPTIES: u32 = 30;

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game
    #[arg(value_parser = among(|game| matches!(game, Name::Othello6 | Name::Othello8)))]
    game: Name,
    /// The file to write, or to go on with: .obf or .jsonl (a JSON object a line)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: PathBuf,
    /// The number of positions
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole::<u64>(1..=1 << 32), allow_negative_numbers = true)]
    positions: u64,
    /// The number of the first position, for parts of a large set: a seed and a number always give
    /// the same position
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole::<u64>(0..=1 << 32), allow_negative_numbers = true)]
    first: u64,
    /// The least and the greatest number of empty squares, such as 16-24 [default: 16-24]
    #[arg(long, value_name = "A-B", value_parser = span)]
    empties: Option<Span>,
    /// The seed of the random games in which the positions come up
    #[arg(long, value_name = "SEED", default_value_t = 1, value_parser = whole::<u64>(0..=u64::MAX), allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
}

/// Numbers of empty squares.
#[derive(Clone, Copy)]
struct Span {
    least: u32,
    most: u32,
}

fn span(text: &str) -> Result<Span, String> {
    let (least, most) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.parse().ok().filter(|number| (1..=MOST_EMPTIES).contains(number));
    match (number(least), number(most)) {
        (Some(least), Some(most)) if least <= most => Ok(Span { least, most }),
        _ => Err(format!("expected two numbers from 1 to {MOST_EMPTIES}, such as 16-24")),
    }
}

/// A line of a `.jsonl` file. Scores are black's, as everywhere in this program; empty squares
/// count for the winner.
#[derive(Serialize, Deserialize)]
struct Line {
    index: u64,
    game: String,
    position: String,
    empties: u32,
    scoring: String,
    score: i32,
    moves: Vec<Scored>,
}

#[derive(Serialize, Deserialize)]
struct Scored {
    #[serde(rename = "move")]
    ply: String,
    score: i32,
}

/// A position and black's score after each of its moves, the best for its side to move first.
struct Labelled<const N: usize> {
    index: u64,
    board: Board<N>,
    scores: Vec<(Move<N>, i32)>,
    nodes: u64,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Obf,
    Json,
}

impl Format {
    fn of(path: &Path) -> Result<Format, Failure> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("obf") => Ok(Format::Obf),
            Some("jsonl") => Ok(Format::Json),
            _ => Err(Failure::bad_input(format!(
                "--out {}: expected a name that ends with .obf or .jsonl",
                path.display()
            ))),
        }
    }

    fn line<const N: usize>(self, of: &Labelled<N>) -> String {
        let Labelled { index, board, scores, .. } = of;
        match self {
            Format::Obf => {
                // A file of this format has the scores of the side to move.
                let sign = if board.to_move() == Colour::Black { 1 } else { -1 };
                let scores: String = scores.iter().map(|(ply, score)| format!(" {ply}:{:+};", sign * score)).collect();
                format!("{board};{scores}\n")
            }
            Format::Json => {
                let moves = scores.iter().map(|(ply, score)| Scored { ply: ply.to_string(), score: *score }).collect();
                let line = Line {
                    index: *index,
                    game: format!("othello{N}"),
                    position: board.to_string(),
                    empties: board.empties().len(),
                    scoring: crate::search_options::scoring_name(Scoring::EmptiesToWinner).to_owned(),
                    score: scores[0].1,
                    moves,
                };
                serde_json::to_string(&line).expect("plain data") + "\n"
            }
        }
    }

    /// The part of a line before the scores.
    fn beginning<const N: usize>(self, index: u64, board: &Board<N>) -> String {
        match self {
            Format::Obf => format!("{board};"),
            Format::Json => format!(r#"{{"index":{index},"game":"othello{N}","position":"{board}","#),
        }
    }

    /// The position of a line.
    fn board<const N: usize>(self, line: &str) -> Option<Board<N>> {
        match self {
            Format::Obf => line.split_once(';')?.0.parse().ok(),
            Format::Json => serde_json::from_str::<Line>(line).ok()?.position.parse().ok(),
        }
    }
}

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    setting: Setting,
    scoring: &'static str,
    seed: u64,
    first: u64,
    positions: u64,
    /// Of these, the ones that the file had before.
    kept: u64,
    complete: bool,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    threads: usize,
    tier: &'static str,
    file: String,
}

pub(crate) fn run(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
    match arguments.game {
        Name::Othello6 => label::<6>(arguments, tier, output),
        Name::Othello8 => label::<8>(arguments, tier, output),
        _ => unreachable!("the command line does not take it"),
    }
}

fn label<const N: usize>(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
    let span = arguments.empties.unwrap_or(Span { least: 16, most: 24 });
    let (path, format) = (&arguments.out, Format::of(&arguments.out)?);
    let drawn = Drawn { seed: arguments.seed, span };
    let failure = |error: io::Error| Failure::bad_input(format!("{}: {error}", path.display()));
    file::check_write(path).map_err(failure)?;
    let mut out = File::options().create(true).read(true).append(true).open(path).map_err(failure)?;
    let kept = drawn.kept::<N>(&mut out, format, arguments)?;
    let pool = arguments.threads.pool()?;
    interrupt::watch()?;
    let begun = Instant::now();
    let (mut done, mut nodes) = (kept, 0);
    let bar = bar(arguments.positions, "positions");
    bar.set_position(done);
    while done < arguments.positions && !interrupt::interrupted() {
        let count = (arguments.positions - done).min((BATCH * arguments.threads.count()) as u64);
        let first = arguments.first + done;
        let labelled: Result<Vec<Option<Labelled<N>>>, Failure> = pool.install(|| {
            let numbers = (first..first + count).into_par_iter();
            numbers
                .map_init(Labeller::new, |labeller, index| {
                    Ok(labeller.as_mut().map_err(|_| no_memory())?.label(drawn, index))
                })
                .collect()
        });
        // In order, up to the first that was interrupted.
        for labelled in labelled?.into_iter().map_while(|labelled| labelled) {
            out.write_all(format.line(&labelled).as_bytes())
                .map_err(|error| Failure::unfinished(format!("{}: {error}", path.display())))?;
            nodes += labelled.nodes;
            done += 1;
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    let seconds = begun.elapsed().as_secs_f64();
    let report = Report {
        setting: Board::<N>::start().setting(),
        scoring: crate::search_options::scoring_name(Scoring::EmptiesToWinner),
        seed: arguments.seed,
        first: arguments.first,
        positions: done,
        kept,
        complete: done == arguments.positions,
        nodes,
        seconds,
        nodes_per_second: rate(nodes, seconds),
        threads: arguments.threads.count(),
        tier: tier.name(),
        file: path.display().to_string(),
    };
    if !report.complete {
        output.print_unfinished(&report)?;
        return Err(Failure::unfinished(format!(
            "interrupted after {} positions; the same command goes on with {}",
            grouped(done),
            path.display()
        )));
    }
    output.print(&report, || report.text())
}

fn no_memory() -> Failure {
    Failure::bad_input(format!("this machine does not give each thread {} MiB", SOLVER_BYTES >> 20))
}

impl Report {
    fn text(&self) -> String {
        let Report { positions, kept, nodes, seconds, nodes_per_second, threads, tier, file, .. } = self;
        let before = if *kept > 0 { format!(", {} of them before", grouped(*kept)) } else { String::new() };
        format!(
            "{file}: {} positions{before}\nnodes  {} in {seconds:.2} s, {}nodes/s, threads {threads}, tier {tier}",
            grouped(*positions),
            grouped(*nodes),
            short(*nodes_per_second)
        )
    }
}

/// Positions of random games: a seed and a number give one.
#[derive(Clone, Copy)]
struct Drawn {
    seed: u64,
    span: Span,
}

impl Drawn {
    /// The position of this number. Its game begins with random moves and goes on with the best
    /// moves of a search of one ply.
    fn board<const N: usize>(self, index: u64, search: &mut Search<N>) -> Board<N> {
        let mut random = Random::new(Random::new(self.seed).next_u64() ^ Random::new(index).next_u64());
        let of = |random: &mut Random, least: u32, most: u32| least + random.below(most - least + 1);
        loop {
            let empties = of(&mut random, self.span.least, self.span.most);
            let (fewest, most) = opening::<N>();
            let opening = of(&mut random, fewest, most);
            let mut board = Board::<N>::start();
            let mut plies = 0;
            while !board.is_over() && (board.empties().len() > empties || board.must_pass()) {
                let children: Vec<Board<N>> = board.children().map(|(_, child)| child).collect();
                if plies < opening {
                    board = children[random.below(children.len() as u32) as usize];
                } else {
                    search.clear();
                    let best = search.run(&board, Limits { depth: Some(1), ..Limits::default() }).moves[0].ply();
                    board.play(best);
                }
                plies += 1;
            }
            if !board.is_over() && board.empties().len() == empties {
                return board;
            }
        }
    }

    /// The number of positions that a file has already. A line that was cut is taken away.
    fn kept<const N: usize>(self, out: &mut File, format: Format, arguments: &Arguments) -> Result<u64, Failure> {
        let name = arguments.out.display();
        let failure = |error: io::Error| Failure::bad_input(format!("{name}: {error}"));
        let mut search = Search::<N>::new(SEARCH_BYTES).map_err(|_| no_memory())?;
        let (mut lines, mut bytes, mut line) = (0, 0, String::new());
        let mut reader = BufReader::new(&mut *out);
        reader.rewind().map_err(failure)?;
        while reader.read_line(&mut line).map_err(failure)? > 0 && line.ends_with('\n') {
            let foreign = || {
                Failure::bad_input(format!(
                    "{name}: line {} is not position {} of this game, seed and these numbers of empty squares",
                    lines + 1,
                    arguments.first + lines
                ))
            };
            let board = format.board::<N>(&line).ok_or_else(foreign)?;
            // Drawing takes a thousandth of the time of labelling.
            if board != self.board(arguments.first + lines, &mut search) {
                return Err(foreign());
            }
            (lines, bytes) = (lines + 1, bytes + line.len() as u64);
            line.clear();
        }
        if lines > arguments.positions {
            return Err(Failure::bad_input(format!("{name}: it has {lines} positions already, more than --positions")));
        }
        if !line.is_empty() {
            // The beginning of the next line, which was cut when the command was killed.
            let begun =
                format.beginning(arguments.first + lines, &self.board::<N>(arguments.first + lines, &mut search));
            if lines == arguments.positions || !(line.starts_with(&begun) || begun.starts_with(&line)) {
                return Err(Failure::bad_input(format!("{name}: line {} is no position of this set", lines + 1)));
            }
        }
        out.set_len(bytes).map_err(failure)?;
        Ok(lines)
    }
}

/// A thread's tools.
struct Labeller<const N: usize> {
    search: Search<N>,
    solver: Solver<N>,
}

impl<const N: usize> Labeller<N> {
    fn new() -> Result<Labeller<N>, TryReserveError> {
        let options = Options::default().scoring(Scoring::EmptiesToWinner);
        Ok(Labeller { search: Search::new(SEARCH_BYTES)?, solver: Solver::with_options(SOLVER_BYTES, options)? })
    }

    /// Draws and solves a position; nothing where it is interrupted.
    fn label(&mut self, drawn: Drawn, index: u64) -> Option<Labelled<N>> {
        let board = drawn.board(index, &mut self.search);
        self.solver.clear();
        let mut labelled = Labelled { index, board, scores: Vec::new(), nodes: 0 };
        for (ply, child) in board.children() {
            let solution = self.solver.solve_until(&child, interrupt::flag()).ok()?;
            labelled.scores.push((ply, solution.score));
            labelled.nodes += solution.nodes;
        }
        let sign = if board.to_move() == Colour::Black { 1 } else { -1 };
        labelled.scores.sort_by_key(|&(_, score)| -sign * score);
        Some(labelled)
    }
}
