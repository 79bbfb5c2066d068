//! Writing certificates, by the solvers.

use super::format::{Bound, Certificate, Claim, Othello, Position};
use super::gomoku;
use crate::error::Failure;
use crate::file;
use crate::games::{Playable, Setting};
use crate::interrupt;
use crate::numbers::whole;
use crate::output::{Output, grouped};
use crate::progress::{TICK, spinner};
use clap::{Args, ValueHint};
use indicatif::ProgressBar;
use serde::Serialize;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use stonemask::game::Colour;
use stonemask::gomoku::SolveError;
use stonemask::nogo;
use stonemask::othello::{Board, Scoring, Solver};

/// `--certificate` and what belongs to it.
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// Write a proof of the result to a new file, which `stonemask certificate` checks
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["all", "time", "save", "resume"])]
    certificate: Option<PathBuf>,
    /// With --certificate: leave positions with this many empty cells or fewer to the checker
    /// [default: 8]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0..=16), allow_negative_numbers = true, requires = "certificate")]
    leaves: Option<u32>,
}

impl Options {
    pub(crate) fn is_given(&self) -> bool {
        self.certificate.is_some()
    }

    fn leaves(&self) -> u32 {
        self.leaves.unwrap_or(8)
    }

    /// The new file, when none of its name exists and one can be written.
    fn new_file(&self) -> Result<&Path, Failure> {
        let path = self.certificate.as_deref().expect("asked for");
        let failure = |error: &dyn std::fmt::Display| Failure::bad_input(format!("{}: {error}", path.display()));
        if path.exists() {
            return Err(failure(&"the file exists"));
        }
        file::check_write(path).map_err(|error| failure(&error))?;
        Ok(path)
    }
}

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    setting: Setting,
    #[serde(skip_serializing_if = "Option::is_none")]
    scoring: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    winner: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    leaves: Option<u32>,
    /// Moves of the holders.
    moves: usize,
    /// Different positions of both walks, leaves not among them.
    positions: usize,
    bytes: usize,
    file: String,
    seconds: f64,
    tier: &'static str,
}

/// Knows about black's score of a position; nothing when it is interrupted.
trait Solve<P> {
    fn score(&mut self, position: &P) -> Option<i32>;

    fn holds(&mut self, position: &P, bound: Bound) -> Option<bool> {
        self.score(position).map(|score| bound.holds(score))
    }

    /// Whether it has proved the bound and still remembers it.
    fn remembers(&self, _position: &P, _bound: Bound) -> bool {
        false
    }
}

impl<const N: usize> Solve<Othello<N>> for Solver<N> {
    fn score(&mut self, position: &Othello<N>) -> Option<i32> {
        self.solve_until(&position.board, interrupt::flag()).ok().map(|solution| solution.score)
    }

    fn holds(&mut self, position: &Othello<N>, bound: Bound) -> Option<bool> {
        let (Bound::AtLeast(score) | Bound::AtMost(score)) = bound;
        let beyond = score + i32::from(matches!(bound, Bound::AtMost(_)));
        let is_at_least = self.is_at_least_until(&position.board, beyond, interrupt::flag()).ok()?;
        Some(is_at_least == matches!(bound, Bound::AtLeast(_)))
    }

    fn remembers(&self, position: &Othello<N>, bound: Bound) -> bool {
        let (lower, upper) = self.bounds(&position.board);
        match bound {
            Bound::AtLeast(score) => lower >= score,
            Bound::AtMost(score) => upper <= score,
        }
    }
}

impl Solve<nogo::Board> for nogo::Solver {
    fn score(&mut self, position: &nogo::Board) -> Option<i32> {
        let watch = |_| if interrupt::interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let winner = self.solve_observed(position, watch).ok()?.winner;
        Some(if winner == Colour::Black { 1 } else { -1 })
    }

    fn holds(&mut self, position: &nogo::Board, bound: Bound) -> Option<bool> {
        let winner = self.winner_until(position, interrupt::flag()).ok()?;
        Some(bound.holds(if winner == Colour::Black { 1 } else { -1 }))
    }
}

/// Solves a board of Othello and writes its certificate.
pub(crate) fn write_othello<const N: usize>(
    options: &Options,
    board: Board<N>,
    scoring: Scoring,
    mut solver: Solver<N>,
    tier: &'static str,
    output: Output,
) -> Result<(), Failure> {
    let position = Othello { board, scoring };
    let claimed = |score| (Claim::Score(score), Some(score), None);
    let setting = board.setting().at(board.to_string());
    write(options, &position, &mut solver, &claimed, setting, Some(scoring), tier, output)
}

/// Solves a board of NoGo and writes its certificate.
pub(crate) fn write_nogo(
    options: &Options,
    board: nogo::Board,
    mut solver: nogo::Solver,
    tier: &'static str,
    output: Output,
) -> Result<(), Failure> {
    let winner = |score| if score == 1 { Colour::Black } else { Colour::White };
    let claimed = |score| (Claim::Winner(winner(score)), None, Some(winner(score).to_string()));
    write(options, &board, &mut solver, &claimed, board.setting(), None, tier, output)
}

/// Proves a forced win of Gomoku and writes its certificate.
pub(crate) fn write_gomoku(
    options: &Options,
    board: &stonemask::gomoku::Board,
    mut solver: stonemask::gomoku::Solver,
    tier: &'static str,
    output: Output,
) -> Result<(), Failure> {
    if options.leaves.is_some() {
        return Err(Failure::bad_input("--leaves does not apply to gomoku"));
    }
    let path = options.new_file()?;
    interrupt::watch()?;
    let begun = Instant::now();
    let not_written = |why| Failure::unfinished(format!("{why}: {} was not written", path.display()));
    let winner = match solver.solve_until(board, interrupt::flag()) {
        Ok(solution) => solution.winner.ok_or_else(|| not_written("no win is proved"))?,
        Err(error @ SolveError::TooLarge { .. }) => return Err(Failure::bad_input(error)),
        Err(SolveError::Stopped(_)) => return Err(not_written("interrupted")),
    };
    let (section, moves) = gomoku::write(board, winner, &mut solver).ok_or_else(|| not_written("interrupted"))?;
    let claim = Claim::Winner(winner);
    let sections = vec![(claim.bounds()[0], section)];
    let setting = board.setting().at(board.to_string());
    let claimed = (claim, None, Some(winner.to_string()));
    save(path, claimed, None, sections, (moves, moves), setting, None, begun, tier, output)
}

#[expect(clippy::too_many_arguments, reason = "two games come together here")]
fn write<P: Position>(
    options: &Options,
    position: &P,
    solver: &mut impl Solve<P>,
    claimed: &dyn Fn(i32) -> (Claim, Option<i32>, Option<String>),
    setting: Setting,
    scoring: Option<Scoring>,
    tier: &'static str,
    output: Output,
) -> Result<(), Failure> {
    let path = options.new_file()?;
    interrupt::watch()?;
    let begun = Instant::now();
    let bar = spinner();
    let interrupted = || Failure::unfinished(format!("interrupted: {} was not written", path.display()));
    let (claim, score, winner) = claimed(solver.score(position).ok_or_else(interrupted)?);
    let (mut sections, mut positions) = (Vec::new(), 0);
    for bound in claim.bounds() {
        let holder = bound.holder(position);
        let mut walk = Walk {
            bound,
            holder,
            leaves: options.leaves(),
            seen: HashSet::new(),
            moves: Vec::new(),
            solver,
            bar: &bar,
            begun,
            shown: Duration::ZERO,
        };
        walk.visit(position).ok_or_else(interrupted)?;
        positions += walk.seen.len();
        sections.push((bound, walk.moves));
    }
    bar.finish_and_clear();
    let moves = sections.iter().map(|(_, moves)| moves.len()).sum();
    let leaves = Some(options.leaves());
    let counts = (moves, positions);
    save(path, (claim, score, winner), leaves, sections, counts, setting, scoring, begun, tier, output)
}

/// Writes a certificate and says so.
#[expect(clippy::too_many_arguments, reason = "it makes two records of them")]
fn save(
    path: &Path,
    (claim, score, winner): (Claim, Option<i32>, Option<String>),
    leaves: Option<u32>,
    sections: Vec<(Bound, Vec<u8>)>,
    (moves, positions): (usize, usize),
    setting: Setting,
    scoring: Option<Scoring>,
    begun: Instant,
    tier: &'static str,
    output: Output,
) -> Result<(), Failure> {
    let certificate = Certificate {
        game: setting.game().to_owned(),
        position: setting.position().expect("given above").to_owned(),
        scoring,
        claim,
        leaves,
        sections,
    };
    let bytes = certificate.bytes();
    file::write_new(path, &bytes).map_err(|error| Failure::unfinished(format!("{}: {error}", path.display())))?;
    let report = Report {
        setting,
        scoring: scoring.map(crate::search_options::scoring_name),
        score,
        winner,
        leaves,
        moves,
        positions,
        bytes: bytes.len(),
        file: path.display().to_string(),
        seconds: begun.elapsed().as_secs_f64(),
        tier,
    };
    output.print(&report, || {
        let Report { positions, bytes, file, seconds, .. } = &report;
        let (positions, bytes) = (grouped(*positions as u64), grouped(*bytes as u64));
        format!("{claim}\n{file}: {positions} positions, {bytes} bytes, in {seconds:.2} s")
    })
}

/// The walk through the positions of a section.
struct Walk<'a, P: Position, S> {
    bound: Bound,
    holder: Colour,
    leaves: u32,
    seen: HashSet<P::Key>,
    moves: Vec<u8>,
    solver: &'a mut S,
    bar: &'a ProgressBar,
    begun: Instant,
    shown: Duration,
}

impl<P: Position, S: Solve<P>> Walk<'_, P, S> {
    /// Nothing when it is interrupted.
    fn visit(&mut self, position: &P) -> Option<()> {
        if position.result().is_some() || position.empties() <= self.leaves || !self.seen.insert(position.key()) {
            return Some(());
        }
        if self.begun.elapsed() > self.shown {
            self.shown = self.begun.elapsed() + TICK;
            self.bar.set_message(format!("{}: {} positions", self.bound, grouped(self.seen.len() as u64)));
        }
        if position.to_move() != self.holder {
            return position.replies().try_for_each(|(_, reply)| self.visit(&reply));
        }
        let (cell, reply) = self.choice(position)?;
        self.moves.extend(cell);
        self.visit(&reply)
    }

    /// The holder's move, which must hold: one to a position that is proved already, else one whose
    /// proof the solver remembers; of those, one after which the other side has few moves.
    fn choice(&mut self, position: &P) -> Option<(Option<u8>, P)> {
        let mut replies: Vec<(Option<u8>, P)> = position.replies().collect();
        if let Some(seen) = replies.iter().position(|(_, reply)| self.seen.contains(&reply.key())) {
            return Some(replies.swap_remove(seen));
        }
        // Where it was forgotten, it is remembered now.
        self.solver.holds(position, self.bound)?;
        let bound = self.bound;
        replies.sort_by_cached_key(|(_, reply)| (!self.solver.remembers(reply, bound), reply.replies().count()));
        for (cell, reply) in replies {
            if self.solver.holds(&reply, bound)? {
                return Some((cell, reply));
            }
        }
        unreachable!("the solver proved that one holds")
    }
}
