//! Scores of boards of Othello.

use super::saving::{Kept, Saving, Scored};
use super::stopping::{Deadline, Unfinished};
use super::{Arguments, Reported};
use crate::certificate;
use crate::error::Failure;
use crate::games::{self, Playable, Setting};
use crate::interrupt;
use crate::output::{Output, grouped, rate, searched, short};
use crate::progress::spinner;
use crate::search_options::scoring_name;
use indicatif::ProgressBar;
use serde::Serialize;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use stonemask::Tier;
use stonemask::game::Stopped;
use stonemask::othello::{Board, Colour, Move, Options, Progress, Scoring, Solution, Solver};
use stonemask_harness::without_controls;

/// From this number of empty squares on, a search of an 8x8 board takes years.
const HOPELESS: u32 = 32;

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    setting: Setting,
    scoring: &'static str,
    complete: bool,
    score: i32,
    line: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Scored>>,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    threads: usize,
    table_mib: f64,
    tier: &'static str,
}

/// The task of solving an Othello board.
struct Task<'a, const N: usize> {
    arguments: &'a Arguments,
    board: Board<N>,
    scoring: Scoring,
    /// Whether each move is solved.
    all: bool,
    threads: NonZeroUsize,
    tier: Tier,
    output: Output,
    saving: Option<Saving<'a, N>>,
}

impl<const N: usize> Reported for Board<N> {
    const OPTIONS: &'static [&'static str] = &[
        "--all",
        "--time",
        "--certificate",
        "--threads",
        "--anti",
        "--winner-takes-empties",
        "--without",
        "--save",
        "--resume",
        "--weights",
    ];

    fn report(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
        let mut board: Board<N> = games::start(&arguments.start)?;
        games::play_moves(&mut board, &arguments.start)?;
        let threads = NonZeroUsize::new(arguments.threads.count()).expect("clap checked the range");
        let scoring = match (arguments.anti, arguments.winner_takes_empties) {
            (true, _) => Scoring::FewestDiscs,
            (_, true) => Scoring::EmptiesToWinner,
            _ => Scoring::Discs,
        };
        // A finished game has no moves.
        let all = arguments.all && !board.is_over();
        let file = arguments.save.as_ref().or(arguments.resume.as_ref());
        let resumes = arguments.resume.is_some();
        let saving = file.map(|file| Saving::new(file, resumes, all, board, scoring));
        Task { arguments, board, scoring, all, threads, tier, output, saving }.run()
    }
}

impl<const N: usize> Task<'_, N> {
    fn run(&self) -> Result<(), Failure> {
        let mut solver = self.solver()?;
        self.arguments.threads.check()?;
        if self.arguments.certificate.is_given() {
            let (options, tier) = (&self.arguments.certificate, self.tier.name());
            return certificate::write_othello(options, self.board, self.scoring, solver, tier, self.output);
        }
        let solved = match &self.saving {
            Some(saving) => saving.begin(&mut solver)?,
            None => Vec::new(),
        };
        interrupt::watch()?;
        self.warn();
        let deadline = Deadline::new(self.arguments.time);
        let saving = self.saving.as_ref();
        let keep_at = saving.and_then(|_| Instant::now().checked_add(KEPT_EVERY));
        let mut search = Search { bar: spinner(), begun: Instant::now(), nodes: 0, deadline, saving, keep_at, solved };
        let (score, line, moves) = if self.all {
            self.score_moves(&mut solver, &mut search)?
        } else {
            let Solution { score, line, .. } = self.score(&mut solver, &mut search)?;
            (score, line.to_string(), Vec::new())
        };
        search.bar.finish_and_clear();
        let seconds = search.begun.elapsed().as_secs_f64();

        let report = Report {
            setting: self.board.setting(),
            scoring: scoring_name(self.scoring),
            complete: true,
            score,
            line,
            moves: self.arguments.all.then_some(moves),
            nodes: search.nodes,
            seconds,
            nodes_per_second: rate(search.nodes, seconds),
            threads: self.threads.get(),
            table_mib: solver.table_bytes() as f64 / f64::from(1 << 20),
            tier: self.tier.name(),
        };
        self.output.print(&report, || self.text(&report))
    }

    fn solver(&self) -> Result<Solver<N>, Failure> {
        let options = Options::default().threads(self.threads).scoring(self.scoring);
        let without = &self.arguments.without;
        let options = without.iter().fold(options, |options, &technique| options.without(technique));
        let memory = &self.arguments.memory;
        let solver = match self.arguments.weights.read(self.scoring)? {
            Some(weights) => Solver::with_weights(memory.bytes()?, options, weights),
            None => Solver::with_options(memory.bytes()?, options),
        };
        solver.map_err(|_| memory.refused())
    }

    /// Says so when the search will not finish.
    fn warn(&self) {
        let empties = self.board.empties().len();
        if N == 8 && empties >= HOPELESS && !self.board.is_over() && !self.output.is_json() {
            // The search goes on where standard error is closed.
            let _ = writeln!(
                io::stderr(),
                "stonemask: with {empties} empty squares this search takes years; Ctrl-C prints the bounds proved so far"
            );
        }
    }

    /// Solves the board.
    fn score(&self, solver: &mut Solver<N>, search: &mut Search<'_, N>) -> Result<Solution<N>, Failure> {
        let found = search.one(solver, &self.board, "");
        found.or_else(|Stopped(progress)| {
            let progress = Progress { nodes: search.nodes + progress.nodes, ..progress };
            let best = solver.best_so_far(&self.board).map(|ply| ply.to_string());
            let told = best.as_ref().map_or(String::new(), |best| format!(", the best move so far {best}"));
            let kept = search.keep_last(solver);
            self.print_unfinished(progress, progress.nodes, best, None, search)?;
            let (cause, Progress { lower, upper, .. }) = (search.deadline.cause(), progress);
            let nodes = grouped(progress.nodes);
            Err(Failure::unfinished(format!(
                "{cause} after {nodes} nodes: the score is between {lower} and {upper}{told}{kept}"
            )))
        })
    }

    /// Solves the board after each move: the best score, best play, and all moves, the best first.
    fn score_moves(
        &self,
        solver: &mut Solver<N>,
        search: &mut Search<'_, N>,
    ) -> Result<(i32, String, Vec<Scored>), Failure> {
        if let Err((ply, Stopped(progress))) = search.all(solver, &self.board) {
            let Progress { lower, upper, .. } = progress;
            let nodes = search.nodes + progress.nodes;
            let solved = &search.solved;
            let known: Vec<String> = solved.iter().map(|scored| format!("{} {:+}", scored.ply, scored.score)).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            let kept = search.keep_last(solver);
            self.print_unfinished(progress, nodes, None, Some(solved.clone()), search)?;
            return Err(Failure::unfinished(format!(
                "{} after {} nodes: solved {known}; {ply} is between {lower} and {upper}{kept}",
                search.deadline.cause(),
                grouped(nodes)
            )));
        }
        let mut moves = std::mem::take(&mut search.solved);
        let sign = if (self.board.to_move() == Colour::White) ^ self.arguments.anti { -1 } else { 1 };
        moves.sort_by_key(|scored| -sign * scored.score);
        let best = &moves[0];
        Ok((best.score, format!("{} {}", best.ply, best.line).trim_end().to_owned(), moves))
    }

    fn print_unfinished(
        &self,
        Progress { lower, upper, .. }: Progress,
        nodes: u64,
        best: Option<String>,
        moves: Option<Vec<Scored>>,
        search: &Search<'_, N>,
    ) -> Result<(), Failure> {
        self.output.print_unfinished(&Unfinished {
            setting: self.board.setting(),
            scoring: Some(scoring_name(self.scoring)),
            complete: false,
            lower: Some(lower),
            upper: Some(upper),
            best,
            moves,
            nodes,
            seconds: search.begun.elapsed().as_secs_f64(),
            threads: self.threads.get(),
            tier: self.tier.name(),
        })
    }

    fn text(&self, report: &Report) -> String {
        let mut end = self.board;
        let line = report.line.parse().expect("a line");
        end.try_play_line(&line).expect("the solver plays legal moves");
        let [black, white] = [Colour::Black, Colour::White].map(|colour| end.stones(colour).len());
        let mut text = format!("score  {:+} (black {black}, white {white})\nline   {}\n", report.score, report.line);
        for Scored { ply, score, line, .. } in report.moves.iter().flatten() {
            text += &format!("{ply:<5}  {score:+}  {line}\n");
        }
        text + &searched(report.nodes, report.seconds, report.threads, report.table_mib, report.tier)
    }
}

/// How often a search is kept at most, and which part of the time that may take.
const KEPT_EVERY: Duration = Duration::from_secs(60);
const KEPT_FOR: u32 = 50;

/// The searches of one command.
struct Search<'a, const N: usize> {
    bar: ProgressBar,
    begun: Instant,
    /// Of the searches that are done.
    nodes: u64,
    deadline: Deadline,
    saving: Option<&'a Saving<'a, N>>,
    /// When the search is kept next.
    keep_at: Option<Instant>,
    /// With `--all` the moves that are solved, in the order of the board's moves.
    solved: Vec<Scored>,
}

impl<const N: usize> Search<'_, N> {
    /// Solves a board; `what` names it on the terminal.
    fn one(&mut self, solver: &mut Solver<N>, board: &Board<N>, what: &str) -> Result<Solution<N>, Stopped<Progress>> {
        loop {
            let keep_at = self.keep_at;
            let result = solver.solve_observed(board, |Progress { depth, lower, upper, nodes }| {
                let nodes = self.nodes + nodes;
                let speed = short(rate(nodes, self.begun.elapsed().as_secs_f64()));
                self.bar.set_message(format!(
                    "{what}depth {depth}, score {lower} to {upper}, {} nodes, {speed}nodes/s",
                    grouped(nodes)
                ));
                if keep_at.is_some_and(|at| Instant::now() >= at) {
                    ControlFlow::Break(())
                } else {
                    self.deadline.flow()
                }
            });
            let progress = match result {
                Ok(solution) => {
                    self.nodes += solution.nodes;
                    return Ok(solution);
                }
                Err(stopped) if self.deadline.flow().is_break() => return Err(stopped),
                Err(Stopped(progress)) => progress,
            };
            // It was stopped only to be kept, and goes on where it was.
            self.nodes += progress.nodes;
            let begun = Instant::now();
            let told = match self.keep(solver) {
                Ok(Some(Kept { path, foreign: Some(foreign) })) => Some(format!(
                    "{}: another program wrote it; the search is kept in {}",
                    foreign.display(),
                    path.display()
                )),
                Ok(_) => None,
                Err(why) => Some(format!("{why}; the search goes on")),
            };
            if let Some(told) = told {
                let told = without_controls(&told);
                self.bar.suspend(|| _ = writeln!(io::stderr(), "stonemask: {told}"));
            }
            self.keep_at = Instant::now().checked_add(KEPT_EVERY.max(begun.elapsed() * KEPT_FOR));
        }
    }

    /// Keeps the search that was stopped, where it was asked for.
    fn keep(&self, solver: &Solver<N>) -> Result<Option<Kept>, String> {
        self.saving.map(|saving| saving.keep(solver, &self.solved)).transpose()
    }

    /// A line for the end: how to go on, or why that is not possible, for the line that tells what
    /// is known.
    fn keep_last(&self, solver: &Solver<N>) -> String {
        match self.keep(solver) {
            Ok(None) => String::new(),
            Ok(Some(Kept { path, foreign: None })) => format!("; --resume {} goes on", path.display()),
            Ok(Some(Kept { path, foreign: Some(foreign) })) => {
                format!("; another program wrote {}, --resume {} goes on", foreign.display(), path.display())
            }
            Err(why) => format!("; the search is not kept: {why}"),
        }
    }

    /// Solves the board after each legal move that is not solved; when it is interrupted: at which
    /// move, and what is proved of that.
    fn all(&mut self, solver: &mut Solver<N>, board: &Board<N>) -> Result<(), (Move<N>, Stopped<Progress>)> {
        for (ply, child) in board.children().skip(self.solved.len()) {
            let solution = self.one(solver, &child, &format!("{ply}: "));
            let Solution { score, line, nodes } = solution.map_err(|stopped| (ply, stopped))?;
            self.solved.push(Scored { ply: ply.to_string(), score, line: line.to_string(), nodes });
        }
        Ok(())
    }
}
