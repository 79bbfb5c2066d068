//! `stonemask certificate`: a certificate is checked by the rules, without the solver.

use super::format::{Bound, Certificate, Claim, End, Othello, Position};
use super::gomoku;
use crate::error::Failure;
use crate::file;
use crate::interrupt;
use crate::output::{Output, grouped};
use crate::progress::{TICK, spinner};
use crate::threads::Threads;
use clap::{Args, ValueEnum, ValueHint};
use indicatif::ProgressBar;
use rayon::{Scope, ThreadPool, Yield};
use serde::Serialize;
use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};
use stonemask::game::Colour;
use stonemask::{Tier, nogo};

/// Leaves that one thread finishes.
const BATCH: usize = 1 << 10;
/// Empty cells from which on the moves of a leaf are sorted: chosen by time.
const SORTED_FROM: u32 = 6;
/// Batches of them that wait while the walk goes on.
const WAITING: usize = 64;
/// The longest file, in MiB.
const LIMIT_MIB: u64 = 4096;

#[derive(Args)]
pub(crate) struct Arguments {
    #[arg(value_name = "ACTION")]
    action: Action,
    /// The file that `solve --certificate` wrote
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,
    #[command(flatten)]
    threads: Threads,
}

#[derive(Clone, Copy, ValueEnum)]
enum Action {
    /// Check it: by the rules alone, without the solver; with --tier reference, by the rules on
    /// cells
    Check,
}

#[derive(Serialize)]
struct Report {
    game: String,
    position: String,
    claim: String,
    proved: bool,
    /// Different positions, leaves not among them.
    positions: usize,
    leaves: usize,
    seconds: f64,
    threads: usize,
    tier: &'static str,
    file: String,
}

pub(crate) fn run(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
    let Action::Check = arguments.action;
    let name = arguments.file.display().to_string();
    let of = |error: &dyn std::fmt::Display| Failure::bad_input(format!("{name}: {error}"));
    let bytes = file::read(&arguments.file, LIMIT_MIB).map_err(|error| of(&error))?;
    let certificate = Certificate::read(&bytes).map_err(|error| of(&error))?;
    let (pool, threads) = (arguments.threads.pool()?, arguments.threads.count());
    interrupt::watch()?;
    let begun = Instant::now();
    let bar = spinner();
    let scoring = certificate.scoring.unwrap_or_default();
    let parsed = |error: &dyn std::fmt::Display| of(&format!("position: {error}"));
    macro_rules! othello {
        ($n:literal) => {{
            let board = certificate.position.parse().map_err(|error| parsed(&error))?;
            check(&certificate, &Othello::<$n> { board, scoring }, &pool, &bar)
        }};
    }
    let checked = match certificate.game.as_str() {
        "othello4" => othello!(4),
        "othello6" => othello!(6),
        "othello8" => othello!(8),
        "nogo" => {
            let board: nogo::Board = certificate.position.parse().map_err(|error| parsed(&error))?;
            check(&certificate, &board, &pool, &bar)
        }
        "gomoku" => {
            let board: stonemask::gomoku::Board = certificate.position.parse().map_err(|error| parsed(&error))?;
            check_gomoku(&certificate, &board)
        }
        other => return Err(of(&format!("'{other}' is no game that has certificates"))),
    };
    bar.finish_and_clear();
    let (positions, leaves) = checked.map_err(|end| match end {
        End::Interrupted => Failure::unfinished("interrupted: nothing is proved"),
        End::Wrong(reason) => Failure::unfinished(format!("{name}: not proved: {reason}")),
    })?;
    let report = Report {
        game: certificate.game,
        position: certificate.position,
        claim: certificate.claim.to_string(),
        proved: true,
        positions,
        leaves,
        seconds: begun.elapsed().as_secs_f64(),
        threads,
        tier: tier.name(),
        file: name.clone(),
    };
    output.print(&report, || {
        let Report { game, position, claim, seconds, tier, .. } = &report;
        let (positions, leaves) = (grouped(positions as u64), grouped(leaves as u64));
        format!("proved  {game}, {position}: {claim}\nby      {positions} positions and {leaves} leaves in {seconds:.2} s, tier {tier}")
    })
}

/// Whether the sections are those that prove the claim.
fn check_bounds(certificate: &Certificate) -> Result<(), End> {
    let bounds: Vec<Bound> = certificate.sections.iter().map(|&(bound, _)| bound).collect();
    let expected = certificate.claim.bounds();
    if bounds == expected {
        return Ok(());
    }
    let expected: Vec<String> = expected.iter().map(Bound::to_string).collect();
    Err(End::Wrong(format!("'{}' needs the sections {}", certificate.claim, expected.join(", "))))
}

/// [`check`] for Gomoku, whose sections are trees.
fn check_gomoku(certificate: &Certificate, board: &stonemask::gomoku::Board) -> Result<(usize, usize), End> {
    check_bounds(certificate)?;
    let (bound, section) = &certificate.sections[0];
    let Claim::Winner(winner) = certificate.claim else { unreachable!("Gomoku's claims are winners") };
    gomoku::check(board, winner, section).map_err(|end| match end {
        End::Wrong(reason) => End::Wrong(format!("{bound}: {reason}")),
        end @ End::Interrupted => end,
    })
}

/// The numbers of positions and leaves, if all is as the certificate says.
fn check<P: Position>(
    certificate: &Certificate,
    position: &P,
    pool: &ThreadPool,
    bar: &ProgressBar,
) -> Result<(usize, usize), End> {
    check_bounds(certificate)?;
    let (mut positions, mut leaves) = (0, 0);
    for (bound, moves) in &certificate.sections {
        let (holder, most) = (bound.holder(position), certificate.leaves.unwrap_or_default());
        let finished = Finished { first_wrong: AtomicUsize::new(usize::MAX), waiting: AtomicUsize::new(0) };
        let (ended, walk) = pool.scope(|scope| {
            let mut walk = Walk {
                bound: *bound,
                holder,
                leaves: most,
                moves,
                used: 0,
                seen: HashSet::new(),
                ends: HashSet::new(),
                batch: Vec::new(),
                finished: &finished,
                scope,
                bar,
                begun: Instant::now(),
                shown: Duration::ZERO,
            };
            let ended = walk.visit(position);
            walk.finish();
            (ended, (walk.used, walk.seen.len(), walk.ends.len()))
        });
        if interrupt::interrupted() {
            return Err(End::Interrupted);
        }
        let wrong = |reason: String| Err(End::Wrong(format!("{bound}: {reason}")));
        let first_wrong = finished.first_wrong.into_inner();
        if first_wrong < usize::MAX {
            return wrong(format!(
                "before byte {first_wrong}: a position with few empty cells is worth something else"
            ));
        }
        ended?;
        let (used, seen, ends) = walk;
        if used < moves.len() {
            return wrong(format!("{} bytes are left over", moves.len() - used));
        }
        positions += seen;
        leaves += ends;
    }
    Ok((positions, leaves))
}

/// The batches of leaves that the threads finish while the walk goes on.
struct Finished {
    /// Bytes used when the first wrong batch was full.
    first_wrong: AtomicUsize,
    /// Batches that are not finished.
    waiting: AtomicUsize,
}

struct Walk<'a, 'scope, P: Position> {
    bound: Bound,
    holder: Colour,
    leaves: u32,
    moves: &'a [u8],
    used: usize,
    seen: HashSet<P::Key>,
    /// Leaves, and those of them that are to be finished.
    ends: HashSet<P::Key>,
    batch: Vec<P>,
    finished: &'scope Finished,
    scope: &'a Scope<'scope>,
    bar: &'a ProgressBar,
    begun: Instant,
    shown: Duration,
}

impl<'scope, P: Position + 'scope> Walk<'_, 'scope, P> {
    fn wrong<T>(&self, reason: impl std::fmt::Display) -> Result<T, End> {
        Err(End::Wrong(format!("{}: {reason}", self.bound)))
    }

    fn visit(&mut self, position: &P) -> Result<(), End> {
        if let Some(score) = position.result() {
            let reason = || format!("byte {}: a game ends with {score}", self.used);
            return if self.bound.holds(score) { Ok(()) } else { self.wrong(reason()) };
        }
        if position.empties() <= self.leaves {
            if self.ends.insert(position.key()) {
                self.batch.push(position.clone());
            }
            if self.batch.len() == BATCH {
                self.finish();
            }
            return Ok(());
        }
        if !self.seen.insert(position.key()) {
            return Ok(());
        }
        if interrupt::interrupted() || self.finished.first_wrong.load(Relaxed) < usize::MAX {
            return Err(End::Interrupted);
        }
        if self.begun.elapsed() > self.shown {
            self.shown = self.begun.elapsed() + TICK;
            self.bar.set_message(format!("{}: {} of {} bytes", self.bound, self.used, self.moves.len()));
        }
        if position.to_move() != self.holder {
            return position.replies().try_for_each(|(_, reply)| self.visit(&reply));
        }
        let mut replies = position.replies();
        let reply = if let Some((None, reply)) = replies.next().filter(|(cell, _)| cell.is_none()) {
            Some(reply)
        } else {
            drop(replies);
            let Some(&byte) = self.moves.get(self.used) else { return self.wrong("it ends before the proof does") };
            let reply = position.replies().find(|(cell, _)| *cell == Some(byte));
            if reply.is_none() {
                return self.wrong(format!("byte {}: cell {byte} is no legal move there", self.used));
            }
            self.used += 1;
            reply.map(|(_, reply)| reply)
        };
        self.visit(&reply.expect("found above"))
    }

    /// Leaves the batch to the threads. Where they are behind, this one helps.
    fn finish(&mut self) {
        let (bound, holder, used, finished) = (self.bound, self.holder, self.used, self.finished);
        let batch = std::mem::take(&mut self.batch);
        finished.waiting.fetch_add(1, Relaxed);
        self.scope.spawn(move |_| {
            if !batch.iter().all(|leaf| interrupt::interrupted() || holds(leaf, bound, holder)) {
                finished.first_wrong.fetch_min(used, Relaxed);
            }
            finished.waiting.fetch_sub(1, Relaxed);
        });
        while finished.waiting.load(Relaxed) > WAITING && rayon::yield_now() == Some(Yield::Executed) {}
    }
}

/// Whether a bound holds in a position, found by trying all moves; with many empty cells those
/// first that leave the other side few.
fn holds<P: Position>(position: &P, bound: Bound, holder: Colour) -> bool {
    if let Some(score) = position.result() {
        return bound.holds(score);
    }
    let is_holder = position.to_move() == holder;
    // The bound is decided by a reply after which it holds, or by one after which it does not.
    let decides = |reply: &P| holds(reply, bound, holder) == is_holder;
    if position.empties() < SORTED_FROM {
        return position.replies().any(|(_, reply)| decides(&reply)) == is_holder;
    }
    let mut replies: Vec<P> = position.replies().map(|(_, reply)| reply).collect();
    replies.sort_by_cached_key(|reply| reply.replies().count());
    replies.iter().any(decides) == is_holder
}
