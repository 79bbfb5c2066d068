//! Who wins a board of NoGo.

use super::stopping::{Unfinished, Watch, text_of, took};
use super::{Arguments, Reported};
use crate::certificate;
use crate::error::Failure;
use crate::games::{self, Playable, Setting};
use crate::interrupt;
use crate::output::{Output, grouped};
use serde::Serialize;
use std::num::NonZeroUsize;
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

impl Reported for Board {
    const OPTIONS: &'static [&'static str] = &["--all", "--time", "--certificate", "--threads"];

    fn report(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
        let mut board: Board = games::start(&arguments.start)?;
        games::play_moves(&mut board, &arguments.start)?;
        let solver = Solver::new(arguments.memory.bytes()?).map_err(|_| arguments.memory.refused())?;
        arguments.threads.check()?;
        let threads = NonZeroUsize::new(arguments.threads.count()).expect("clap checked the range");
        let solver = solver.threads(threads);

        if arguments.certificate.is_given() {
            return certificate::write_nogo(&arguments.certificate, board, solver, tier.name(), output);
        }
        interrupt::watch()?;
        let mut search = Search { solver, watch: Watch::new(arguments.time) };
        let mut settled = Vec::new();
        // A finished game has no moves.
        let all = arguments.all && !board.is_over();
        let result = if all { search.all(&board, &mut settled) } else { search.one(&board, "") };
        let (seconds, nodes) = (search.watch.end(), search.watch.nodes);
        let setting = board.setting();
        match result {
            Ok((winner, line)) => {
                let (winner, line, complete) = (winner.to_string(), text_of(&line), true);
                let moves = arguments.all.then_some(settled);
                let (threads, tier) = (threads.get(), tier.name());
                let report = Won { setting, complete, winner, line, moves, nodes, seconds, threads, tier };
                output.print(&report, || report.text())
            }
            Err(error @ SolveError::TooLarge { .. }) => Err(Failure::bad_input(error)),
            Err(SolveError::Stopped(_)) => {
                let known: Vec<String> =
                    settled.iter().map(|settled| format!("{} {}", settled.ply, settled.winner)).collect();
                let moves = all.then_some(settled);
                let unfinished = Unfinished::new(setting, moves, &search.watch, seconds, tier);
                output.print_unfinished(&Unfinished { threads: threads.get(), ..unfinished })?;
                let (cause, nodes) = (search.watch.deadline.cause(), grouped(nodes));
                let told = match known.is_empty() {
                    true => "the winner is not known".to_owned(),
                    false => format!("solved {}; the others are not known", known.join(", ")),
                };
                Err(Failure::unfinished(format!("{cause} after {nodes} nodes: {told}")))
            }
        }
    }
}

/// The searches of one command.
struct Search {
    solver: Solver,
    watch: Watch,
}

/// The winner and a line of best play.
type Solved = Result<(Colour, Vec<Point>), SolveError>;

impl Search {
    /// Solves a board and shows the progress; `what` names it on the terminal.
    fn one(&mut self, board: &Board, what: &str) -> Solved {
        let Search { solver, watch } = self;
        let result =
            solver.solve_observed(board, |progress| watch.flow(progress.nodes, |said| format!("{what}{said}")));
        match result {
            Ok(Solution { winner, line, nodes: searched }) => {
                watch.nodes += searched;
                Ok((winner, line))
            }
            Err(error) => {
                if let SolveError::Stopped(Stopped(progress)) = error {
                    watch.nodes += progress.nodes;
                }
                Err(error)
            }
        }
    }

    /// Solves the board after each legal move, and writes them to `settled`: in the end those that
    /// win first.
    fn all(&mut self, board: &Board, settled: &mut Vec<Settled>) -> Solved {
        let mut best: Option<(Colour, Vec<Point>)> = None;
        for (point, child) in board.children() {
            let before = self.watch.nodes;
            let (winner, line) = self.one(&child, &format!("{point}: "))?;
            let (text, nodes) = (text_of(&line), self.watch.nodes - before);
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
        text + &took(*nodes, *seconds, tier)
    }
}
