//! Who wins a board of NoGo.

use super::Arguments;
use super::stopping::{Deadline, Unfinished};
use crate::certificate;
use crate::error::Failure;
use crate::games::{self, Playable, Setting};
use crate::interrupt;
use crate::output::{Output, grouped, rate, short};
use crate::progress::{TICK, spinner};
use indicatif::ProgressBar;
use serde::Serialize;
use std::time::{Duration, Instant};
use stonemask::Tier;
use stonemask::game::Stopped;
use stonemask::nogo::{Board, Colour, Point, Solution, SolveError, Solver};

#[derive(Serialize)]
struct Won {
    #[serde(flatten)]
    setting: Setting,
    complete: bool,
    winner: String,
    line: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Settled>>,
    nodes: u64,
    seconds: f64,
    threads: usize,
    tier: &'static str,
}

/// A legal move of the board, and its result.
#[derive(Clone, Serialize)]
struct Settled {
    #[serde(rename = "move")]
    ply: String,
    winner: String,
    line: String,
    nodes: u64,
}

pub(super) fn solve(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
    arguments.refuse_options_of_othello()?;
    let mut board: Board = games::start(&arguments.start)?;
    games::play_moves(&mut board, &arguments.start)?;
    let solver = Solver::new(arguments.memory.bytes()?).map_err(|_| arguments.memory.refused())?;

    if arguments.certificate.is_given() {
        return certificate::write_nogo(&arguments.certificate, board, solver, tier.name(), output);
    }
    interrupt::watch()?;
    let deadline = Deadline::new(arguments.time);
    let bar = spinner();
    let mut search = Search { solver, bar, begun: Instant::now(), shown: Duration::ZERO, nodes: 0, deadline };
    let mut settled = Vec::new();
    // A finished game has no moves.
    let all = arguments.all && !board.is_over();
    let result = if all { search.all(&board, &mut settled) } else { search.one(&board, "") };
    search.bar.finish_and_clear();
    let (seconds, nodes) = (search.begun.elapsed().as_secs_f64(), search.nodes);
    let (setting, threads, tier) = (board.setting(), 1, tier.name());
    match result {
        Ok((winner, line)) => {
            let (winner, line, complete) = (winner.to_string(), text_of(&line), true);
            let moves = arguments.all.then_some(settled);
            let report = Won { setting, complete, winner, line, moves, nodes, seconds, threads, tier };
            output.print(&report, || report.text())
        }
        Err(error @ SolveError::TooLarge { .. }) => Err(Failure::bad_input(error)),
        Err(SolveError::Stopped(_)) => {
            let known: Vec<String> =
                settled.iter().map(|settled| format!("{} {}", settled.ply, settled.winner)).collect();
            output.print_unfinished(&Unfinished {
                setting,
                scoring: None,
                complete: false,
                lower: None,
                upper: None,
                best: None,
                moves: all.then_some(settled),
                nodes,
                seconds,
                threads,
                tier,
            })?;
            let (cause, nodes) = (deadline.cause(), grouped(nodes));
            let told = match known.is_empty() {
                true => "the winner is not known".to_owned(),
                false => format!("solved {}; the others are not known", known.join(", ")),
            };
            Err(Failure::unfinished(format!("{cause} after {nodes} nodes: {told}")))
        }
    }
}

/// The searches of one command.
struct Search {
    solver: Solver,
    bar: ProgressBar,
    begun: Instant,
    /// When the bar was last written.
    shown: Duration,
    /// Of the searches that are done.
    nodes: u64,
    deadline: Deadline,
}

/// The winner and a line of best play.
type Solved = Result<(Colour, Vec<Point>), SolveError>;

impl Search {
    /// Solves a board and shows the progress; `what` names it on the terminal.
    fn one(&mut self, board: &Board, what: &str) -> Solved {
        let Search { solver, bar, begun, shown, nodes, deadline } = self;
        let result = solver.solve_observed(board, |progress| {
            let elapsed = begun.elapsed();
            if elapsed - *shown >= TICK {
                *shown = elapsed;
                let nodes = *nodes + progress.nodes;
                let speed = short(rate(nodes, elapsed.as_secs_f64()));
                bar.set_message(format!("{what}{} nodes, {speed}nodes/s", grouped(nodes)));
            }
            deadline.flow()
        });
        match result {
            Ok(Solution { winner, line, nodes: searched }) => {
                *nodes += searched;
                Ok((winner, line))
            }
            Err(error) => {
                if let SolveError::Stopped(Stopped(progress)) = error {
                    *nodes += progress.nodes;
                }
                Err(error)
            }
        }
    }

    /// Solves the board after each legal move, and writes them to `settled`: in the end those that win first.
    fn all(&mut self, board: &Board, settled: &mut Vec<Settled>) -> Solved {
        let mut best: Option<(Colour, Vec<Point>)> = None;
        for (point, child) in board.children() {
            let before = self.nodes;
            let (winner, line) = self.one(&child, &format!("{point}: "))?;
            let (text, nodes) = (text_of(&line), self.nodes - before);
            settled.push(Settled { ply: point.to_string(), winner: winner.to_string(), line: text, nodes });
            let wins = winner == board.to_move();
            if best.as_ref().is_none_or(|(before, _)| wins && *before != winner) {
                best = Some((winner, [vec![point], line].concat()));
            }
        }
        let to_move = board.to_move().to_string();
        settled.sort_by_key(|settled| settled.winner != to_move);
        Ok(best.expect("the game goes on"))
    }
}

impl Won {
    fn text(&self) -> String {
        let Won { winner, line, nodes, seconds, tier, .. } = self;
        let mut text = format!("winner {winner}\nline   {line}\n");
        for Settled { ply, winner, line, .. } in self.moves.iter().flatten() {
            text += &format!("{ply:<5}  {winner}  {line}\n");
        }
        let speed = short(rate(*nodes, *seconds));
        let nodes = grouped(*nodes);
        text + &format!("nodes  {nodes} in {seconds:.2} s, {speed}nodes/s, tier {tier}")
    }
}

/// The points with spaces between them.
fn text_of(line: &[Point]) -> String {
    line.iter().map(|point| point.to_string()).collect::<Vec<_>>().join(" ")
}
