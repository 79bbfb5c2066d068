//! Who can force a win on a board of Gomoku.

use super::stopping::{Unfinished, Watch, text_of, took};
use super::{Arguments, Reported};
use crate::certificate;
use crate::error::Failure;
use crate::games::{self, Playable, Setting};
use crate::interrupt;
use crate::output::{Output, grouped};
use serde::Serialize;
use stonemask::Tier;
use stonemask::game::Stopped;
use stonemask::gomoku::{Board, Colour, Means, Point, Solution, SolveError, Solver};

#[derive(Serialize)]
struct Forced {
    #[serde(flatten)]
    setting: Setting,
    complete: bool,
    /// `None` when nothing is proved, and when the game is drawn.
    winner: Option<String>,
    /// Plies of the line.
    plies: usize,
    line: String,
    /// By which moves the win is forced, or was looked for in vain; `None` when the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    means: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Settled>>,
    nodes: u64,
    seconds: f64,
    threads: usize,
    tier: &'static str,
}

/// A legal move of the board, and who wins after it.
#[derive(Clone, Serialize)]
struct Settled {
    #[serde(rename = "move")]
    ply: String,
    winner: Option<String>,
    line: String,
    nodes: u64,
}

impl Reported for Board {
    const OPTIONS: &'static [&'static str] = &["--all", "--time", "--certificate"];

    fn report(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
        let mut board: Board = games::start(&arguments.start)?;
        games::play_moves(&mut board, &arguments.start)?;
        let solver = Solver::new(arguments.memory.bytes()?).map_err(|_| arguments.memory.refused())?;

        if arguments.certificate.is_given() {
            return certificate::write_gomoku(&arguments.certificate, &board, solver, tier.name(), output);
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
            Ok(Found { winner, line, means }) => {
                let report = Forced {
                    setting,
                    complete: true,
                    winner: winner.map(|winner| winner.to_string()),
                    plies: line.len(),
                    line: text_of(&line),
                    means: (!board.is_over()).then(|| means.name()),
                    moves: arguments.all.then_some(settled),
                    nodes,
                    seconds,
                    threads: 1,
                    tier: tier.name(),
                };
                output.print(&report, || report.text(winner == Some(board.to_move())))
            }
            Err(error @ SolveError::TooLarge { .. }) => Err(Failure::bad_input(error)),
            Err(SolveError::Stopped(Stopped(progress))) => {
                let known: Vec<String> = settled.iter().map(Settled::short).collect();
                let moves = all.then_some(settled);
                output.print_unfinished(&Unfinished::new(setting, moves, &search.watch, seconds, tier))?;
                let (cause, nodes) = (search.watch.deadline.cause(), grouped(nodes));
                let told = match known.is_empty() {
                    true => format!("no win by {} is known", progress.means),
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

/// Who wins, how, and by which moves.
struct Found {
    winner: Option<Colour>,
    line: Vec<Point>,
    means: Means,
}

impl Search {
    /// Solves a board and shows the progress; `what` names it on the terminal.
    fn one(&mut self, board: &Board, what: &str) -> Result<Found, SolveError> {
        let Search { solver, watch } = self;
        let result = solver.solve_observed(board, |progress| {
            watch.flow(progress.nodes, |said| format!("{what}{said}, by {}", progress.means))
        });
        match result {
            Ok(Solution { winner, line, means, nodes: searched }) => {
                watch.nodes += searched;
                Ok(Found { winner, line, means })
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
    /// win first, and those that lose last.
    fn all(&mut self, board: &Board, settled: &mut Vec<Settled>) -> Result<Found, SolveError> {
        let mut moves: Vec<(Found, Settled)> = Vec::new();
        for (point, child) in board.children() {
            let before = self.watch.nodes;
            let Found { winner, line, means } = self.one(&child, &format!("{point}: "))?;
            let told = winner.map(|winner| winner.to_string());
            let child = Settled {
                ply: point.to_string(),
                winner: told,
                line: text_of(&line),
                nodes: self.watch.nodes - before,
            };
            settled.push(child.clone());
            moves.push((Found { winner, line: [vec![point], line].concat(), means }, child));
        }
        // The shortest win first, the longest loss last but one that is open before it.
        moves.sort_by_key(|(found, _)| match found.winner {
            Some(winner) if winner == board.to_move() => (0, found.line.len()),
            None => (1, 0),
            Some(_) => (2, usize::MAX - found.line.len()),
        });
        settled.clear();
        settled.extend(moves.iter().map(|(_, child)| child.clone()));
        let (best, _) = moves.swap_remove(0);
        Ok(if best.winner.is_some() { best } else { Found { line: Vec::new(), ..best } })
    }
}

impl Settled {
    fn short(&self) -> String {
        format!("{} {}", self.ply, self.winner.as_deref().unwrap_or("open"))
    }
}

impl Forced {
    fn text(&self, moves_first: bool) -> String {
        let Forced { winner, plies, line, means, nodes, seconds, tier, .. } = self;
        let mut text = match (winner, means) {
            (Some(winner), None) => format!("winner {winner}, who has won\n"),
            (None, None) => "winner none: the game is drawn\n".to_owned(),
            (Some(winner), Some(means)) => {
                let moves = if moves_first { plies.div_ceil(2) } else { plies / 2 };
                let plural = if moves == 1 { "" } else { "s" };
                format!("winner {winner} in {moves} move{plural}, by {means}\nline   {line}\n")
            }
            (None, Some(_)) => {
                "winner not proved: no win is forced by threats of fours, but one may be by quieter moves\n".to_owned()
            }
        };
        for Settled { ply, winner, line, .. } in self.moves.iter().flatten() {
            text += format!("{ply:<5}  {}  {line}", winner.as_deref().unwrap_or("open")).trim_end();
            text += "\n";
        }
        text + &took(*nodes, *seconds, tier)
    }
}
