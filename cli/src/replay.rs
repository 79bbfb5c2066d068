//! `stonemask replay`: recorded games through the kernels, and whether their results agree.
//!
//! Three things may part a game from its record, and they are told apart. A record may end before
//! the game is over, as games do that are given up; that is not a fault. A record may be wrong. Or
//! the kernels are wrong: what they find, the rules on cells must find too.

use crate::error::Failure;
use crate::games::{Playable, Recorded, Setting};
use crate::interrupt;
use crate::numbers::whole;
use crate::output::{Output, grouped, rate, short};
use crate::progress::spinner;
use crate::search_options::Memory;
use crate::threads::Threads;
use clap::{Args, ValueHint};
use indicatif::ProgressBar;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fs::File;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Instant;
use stonemask::Tier;
use stonemask::game::Stopped;
use stonemask::kernels::with_tier;
use stonemask::othello::wthor::{self, BadMove, Database, Record};
use stonemask::othello::{Board, Move, Options, Progress, Scoring, Solver};
use stonemask_harness::without_controls;

#[derive(Args)]
#[command(mut_arg("table", |table| table.requires("solve")), mut_arg("threads", |threads| threads.requires("solve")))]
pub(crate) struct Arguments {
    /// WTHOR databases of 8x8 Othello games (.wtb), with up to 4194304 games each
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// Solve the position with N empty squares of each finished game. Compare the score with that
    /// of the record, if it has one for N empty squares
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0..=60), allow_negative_numbers = true)]
    solve: Option<u32>,
    /// Replay only the first K games of each file
    #[arg(long, value_name = "K", value_parser = whole::<usize>(0..=u32::MAX.into()), allow_negative_numbers = true)]
    games: Option<usize>,
    #[command(flatten)]
    memory: Memory,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    setting: Setting,
    games: u64,
    plies: u64,
    seconds: f64,
    games_per_second: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    solved: Option<Solved>,
    #[serde(flatten)]
    found: Found,
    /// Whether every game was replayed.
    complete: bool,
    tier: &'static str,
}

/// Where games and their records part, by whose fault that is.
#[derive(Default, Serialize)]
struct Found {
    /// Records that end before their game is over, by agreement or on time.
    unfinished: Vec<Remark>,
    /// Records that break the rules or miscount, as the reference finds too.
    wrong: Vec<Remark>,
    /// Findings of the kernels that the reference does not share, and scores that differ from the
    /// record's.
    differences: Vec<Remark>,
}

/// The solver's work.
#[derive(Serialize)]
struct Solved {
    empties: u32,
    positions: u64,
    /// Of them, those with a theoretical score in the record.
    compared: u64,
    /// The numbers of empty squares that the records have theoretical scores for.
    theoretical_empties: BTreeSet<u32>,
    nodes: u64,
    nodes_per_second: f64,
    threads: usize,
    table_mib: f64,
}

/// Where a game and its record part.
#[derive(Serialize)]
struct Remark {
    file: String,
    /// From 1.
    game: usize,
    /// The recorded move at fault, from 1, passes not counted; for the end of a game, the last one.
    ply: usize,
    problem: String,
}

pub(crate) fn run(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
    let databases = read(arguments)?;
    let solver = match arguments.solve {
        None => None,
        Some(empties) => Some(Solving::new(arguments, empties)?),
    };
    interrupt::watch()?;
    let mut replay = Replay { begun: Instant::now(), games: 0, plies: 0, solver, found: Found::default() };
    let interrupted = replay.all(&databases).err();
    let report = replay.report(tier, &databases, interrupted.is_none());
    output.print(&report, || report.text())?;
    if let Some(Interruption { within }) = interrupted {
        let total: usize = databases.iter().map(|(_, database)| database.games.len()).sum();
        return Err(Failure::unfinished(format!(
            "interrupted after {} of {} games{within}",
            grouped(report.games),
            grouped(total as u64)
        )));
    }
    let Found { wrong, differences, .. } = &report.found;
    if wrong.is_empty() && differences.is_empty() { Ok(()) } else { Err(Failure::differences()) }
}

/// The databases and the names of their files, no more games of each than are wanted.
fn read(arguments: &Arguments) -> Result<Vec<(String, Database)>, Failure> {
    let read = |path: &PathBuf| {
        let name = without_controls(&path.to_string_lossy());
        let file = File::open(path).map_err(|error| Failure::bad_input(format!("{name}: {error}")))?;
        let mut database = wthor::read(file).map_err(|foreign| Failure::bad_input(format!("{name}: {foreign}")))?;
        database.games.truncate(arguments.games.unwrap_or(usize::MAX));
        Ok((name, database))
    };
    arguments.files.iter().map(read).collect()
}

/// The replay so far.
struct Replay {
    begun: Instant,
    games: u64,
    plies: u64,
    solver: Option<Solving>,
    found: Found,
}

/// The end that Ctrl-C puts to a replay.
struct Interruption {
    /// The bounds of the game that was being solved.
    within: String,
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
    fn new(arguments: &Arguments, empties: u32) -> Result<Solving, Failure> {
        let threads = NonZeroUsize::new(arguments.threads.count()).expect("clap checked the range");
        let options = Options::default().threads(threads).scoring(Scoring::EmptiesToWinner);
        let solver =
            Solver::<8>::with_options(arguments.memory.bytes()?, options).map_err(|_| arguments.memory.refused())?;
        arguments.threads.check()?;
        let (positions, compared, nodes) = (0, 0, 0);
        Ok(Solving { solver, bar: spinner(), threads: threads.get(), empties, positions, compared, nodes })
    }

    /// The score of a board.
    fn score(&mut self, board: &Board<8>, game: usize, begun: Instant) -> Result<i32, Interruption> {
        // Each game on its own, whatever came before.
        self.solver.clear();
        let (bar, before) = (&self.bar, self.nodes);
        let solution = self.solver.solve_observed(board, |Progress { lower, upper, nodes, .. }| {
            let speed = short(rate(before + nodes, begun.elapsed().as_secs_f64()));
            bar.set_message(format!("game {game}: score {lower} to {upper}, {speed}nodes/s"));
            interrupt::flow()
        });
        match solution {
            Ok(solution) => {
                self.positions += 1;
                self.nodes += solution.nodes;
                Ok(solution.score)
            }
            Err(Stopped(Progress { lower, upper, nodes, .. })) => {
                self.nodes += nodes;
                Err(Interruption { within: format!("; the score of game {game} is between {lower} and {upper}") })
            }
        }
    }
}

impl Replay {
    /// Replays the games of all databases.
    fn all(&mut self, databases: &[(String, Database)]) -> Result<(), Interruption> {
        for (file, Database { depth, games }) in databases {
            for (index, record) in games.iter().enumerate() {
                if interrupt::interrupted() {
                    return Err(Interruption { within: String::new() });
                }
                let remark = |(ply, problem)| Remark { file: file.clone(), game: index + 1, ply, problem };
                let Replayed { plies, verdict } = self.game(record, *depth, index + 1)?;
                match verdict {
                    None => {}
                    Some((Kind::Unfinished, what)) => self.found.unfinished.push(remark(what)),
                    Some((Kind::Wrong, what)) => self.found.wrong.push(remark(what)),
                    Some((Kind::Difference, what)) => self.found.differences.push(remark(what)),
                }
                self.games += 1;
                self.plies += plies;
            }
        }
        Ok(())
    }

    /// Replays a game, and solves its position if that is wanted and the record is whole.
    fn game(&mut self, record: &Record, depth: u32, number: usize) -> Result<Replayed, Interruption> {
        let replayed = judge(record);
        let (Some(solver), None) = (&mut self.solver, &replayed.verdict) else { return Ok(replayed) };
        let Some((ply, board)) = position(record, solver.empties) else { return Ok(replayed) };
        let score = solver.score(&board, number, self.begun)?;
        if solver.empties != depth {
            return Ok(replayed);
        }
        solver.compared += 1;
        let (black, theoretical) = ((64 + score) / 2, record.theoretical());
        let differs = black != theoretical as i32;
        let problem = || format!("black gets {black} discs, the record says {theoretical}");
        Ok(Replayed { verdict: differs.then(|| (Kind::Difference, (ply, problem()))), ..replayed })
    }

    fn report(self, tier: Tier, databases: &[(String, Database)], complete: bool) -> Report {
        let Replay { begun, games, plies, solver, found, .. } = self;
        let seconds = begun.elapsed().as_secs_f64();
        let solved = solver.map(|Solving { solver, bar, threads, empties, positions, compared, nodes }| {
            bar.finish_and_clear();
            let (nodes_per_second, table_mib) =
                (rate(nodes, seconds), solver.table_bytes() as f64 / f64::from(1 << 20));
            let theoretical_empties = databases.iter().map(|(_, database)| database.depth).collect();
            Solved { empties, positions, compared, theoretical_empties, nodes, nodes_per_second, threads, table_mib }
        });
        let games_per_second = rate(games, seconds);
        let setting = Board::<8>::start().setting();
        Report { setting, games, plies, seconds, games_per_second, solved, found, complete, tier: tier.name() }
    }
}

impl Report {
    fn text(&self) -> String {
        let Report { games, plies, seconds, games_per_second, solved, found, tier, .. } = self;
        let Found { unfinished, wrong, differences } = found;
        let mut text = String::new();
        for (kind, remarks) in [("wrong record", wrong), ("difference", differences)] {
            for Remark { file, game, ply, problem } in remarks {
                text += &format!("{file}, game {game}, ply {ply}: {kind}: {problem}\n");
            }
        }
        if let Some(solved) = solved {
            text += &solved.text(*seconds);
        }
        text + &format!(
            "games        {}\nplies        {}\nunfinished   {} records end before their game is over\n\
             wrong        {} records break the rules or miscount\ndifferences  {}\n\
             speed        {}games/s, {seconds:.3} s, tier {tier}",
            grouped(*games),
            grouped(*plies),
            grouped(unfinished.len() as u64),
            grouped(wrong.len() as u64),
            differences.len(),
            short(*games_per_second),
        )
    }
}

impl Solved {
    fn text(&self, seconds: f64) -> String {
        let Solved { empties, positions, compared, theoretical_empties, nodes, nodes_per_second, threads, table_mib } =
            self;
        let compared = match compared {
            0 => {
                let depths: Vec<String> = theoretical_empties.iter().map(u32::to_string).collect();
                let depths = depths.join(" or ");
                format!("none compared: the records have scores of positions with {depths} empty squares")
            }
            compared => format!("{} of them compared with the record", grouped(*compared)),
        };
        format!(
            "solved       {} positions of {empties} empty squares, {compared}\n\
             nodes        {} in {seconds:.2} s, {}nodes/s, threads {threads}, table {table_mib} MiB\n",
            grouped(*positions),
            grouped(*nodes),
            short(*nodes_per_second),
        )
    }
}

/// The position of a recorded game with this many empty squares, and how many recorded moves lead
/// there; `None` when the game ended before.
fn position(record: &Record, empties: u32) -> Option<(usize, Board<8>)> {
    let mut board = Board::<8>::start();
    let mut squares = record.squares();
    let mut ply = 0;
    while board.empties().len() > empties {
        let square = squares.next()?.ok()?;
        // An illegal pass leaves the board as it is.
        let _ = board.try_play(Move::Pass);
        board.try_play(square).ok()?;
        ply += 1;
    }
    Some((ply, board))
}

/// A game that was replayed.
#[derive(Debug, PartialEq, Eq)]
struct Replayed {
    /// Passes included.
    plies: u64,
    /// How it and its record part, if they do: the recorded move, and what is the matter.
    verdict: Option<(Kind, (usize, String))>,
}

/// Whose fault it is that a game and its record part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Unfinished,
    Wrong,
    Difference,
}

/// Replays a game by the kernels in use. The reference must find the same faults of the record.
fn judge(record: &Record) -> Replayed {
    let replayed = replay(record);
    match replayed.verdict {
        None => replayed,
        Some(_) => {
            let by_rules = with_tier(Tier::Reference, || replay(record)).expect("every build has the tier");
            agreed(replayed, by_rules)
        }
    }
}

/// The result of a game, where the rules on cells find the same; else that they do not.
fn agreed(replayed: Replayed, rules: Replayed) -> Replayed {
    if replayed == rules {
        return replayed;
    }
    let told = |verdict: Option<(Kind, (usize, String))>| {
        verdict.map_or((0, "nothing is wrong".to_owned()), |(_, (ply, problem))| (ply, format!("ply {ply}: {problem}")))
    };
    let ((ply, problem), (_, by_rules)) = (told(replayed.verdict), told(rules.verdict));
    let problem = format!("{problem}; by the rules, {by_rules}");
    Replayed { plies: replayed.plies, verdict: Some((Kind::Difference, (ply, problem))) }
}

/// Plays a recorded game, passing where the side to move must, as far as the record is right.
fn replay(record: &Record) -> Replayed {
    let mut board = Board::<8>::start();
    let mut plies = 0;
    let mut moves = 0;
    let mut wrong = None;
    for square in record.squares() {
        moves += 1;
        if board.mobility() == 0 && board.try_play(Move::Pass).is_ok() {
            plies += 1;
        }
        let played = match square {
            Ok(square) => board.try_play(square).map_err(|error| error.to_string()),
            Err(BadMove { byte }) => Err(format!("the move {byte} is not a square")),
        };
        if let Err(problem) = played {
            wrong = Some((Kind::Wrong, (moves, problem)));
            break;
        }
        plies += 1;
    }
    let verdict = wrong.or_else(|| {
        if !board.is_over() {
            return Some((Kind::Unfinished, (moves, "the record ends before the game is over".to_owned())));
        }
        let (black, recorded) = (final_count(&board), record.black());
        let problem = || format!("black has {black} at the end, the record says {recorded}");
        (black != recorded).then(|| (Kind::Wrong, (moves, problem())))
    });
    Replayed { plies, verdict }
}

/// Black's discs at the end as WTHOR counts them: empty squares go to the winner, halved in a draw.
fn final_count(board: &Board<8>) -> u32 {
    ((64 + board.lead().expect("discs are counted")) / 2) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_rules_do_not_find_is_a_difference_of_ours() {
        let found = |kind, ply, problem: &str| Replayed { plies: 9, verdict: Some((kind, (ply, problem.to_owned()))) };
        let illegal = || found(Kind::Wrong, 4, "illegal");
        assert_eq!(agreed(illegal(), illegal()), illegal());
        let rules = || Replayed { plies: 60, verdict: None };
        assert_eq!(
            agreed(illegal(), rules()),
            found(Kind::Difference, 4, "ply 4: illegal; by the rules, nothing is wrong")
        );
        let early = agreed(found(Kind::Unfinished, 9, "early"), found(Kind::Wrong, 8, "late"));
        assert_eq!(early, found(Kind::Difference, 9, "ply 9: early; by the rules, ply 8: late"));
    }
}
