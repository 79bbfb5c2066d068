//! `stonemask perft`: count the positions at a depth.

use crate::error::Failure;
use crate::games::{Playable, Setting, Setup, Task};
use crate::interrupt;
use crate::numbers::whole;
use crate::output::{Output, grouped, rate, short};
use crate::progress;
use crate::threads::Threads;
use clap::Args;
use rayon::prelude::*;
use serde::Serialize;
use std::fmt::Display;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use stonemask::Tier;
use stonemask::game::{Game, Stopped};
use stonemask::perft::{MergeError, Merged, Perft, Share, perft_until};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The depth in plies, up to 255
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u32>(0..=255))]
    depth: u32,
    /// Show the count below each first move
    #[arg(long)]
    divide: bool,
    /// Merge equal positions, ply by ply down to two plies above the depth, and count below each
    /// once
    #[arg(long, conflicts_with = "divide")]
    merge: bool,
    /// Merge down to the depth and say how many different positions there are
    #[arg(long, requires = "merge")]
    positions: bool,
    /// Memory for merged positions, in MiB, at most 1048576
    #[arg(long, value_name = "MIB", default_value_t = 1024, requires = "merge", value_parser = whole::<u32>(1..=1 << 20), allow_negative_numbers = true)]
    table: u32,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    pub(crate) setup: Setup,
}

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    setting: Setting,
    depth: u32,
    nodes: u64,
    finished: u64,
    /// Whether all positions were counted.
    complete: bool,
    seconds: f64,
    nodes_per_second: f64,
    threads: usize,
    tier: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Divided>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    merged: Option<MergedAt>,
}

/// The different positions that were counted below.
#[derive(Serialize)]
struct MergedAt {
    plies: u32,
    positions: u64,
    /// Those that are no images of each other.
    up_to_symmetry: u64,
}

impl Report {
    /// A count that has taken the time since `begun`.
    fn new(
        Arguments { depth, threads, .. }: &Arguments,
        setting: Setting,
        Perft { nodes, finished }: Perft,
        complete: bool,
        begun: Instant,
        tier: Tier,
    ) -> Report {
        let seconds = begun.elapsed().as_secs_f64();
        Report {
            setting,
            depth: *depth,
            nodes,
            finished,
            complete,
            seconds,
            nodes_per_second: rate(nodes, seconds),
            threads: threads.count(),
            tier: tier.name(),
            divide: None,
            merged: None,
        }
    }

    fn text(&self) -> String {
        let Report { depth, seconds, tier, threads, .. } = self;
        let mut text = String::new();
        for Divided { ply, nodes, .. } in self.divide.iter().flatten() {
            text += &format!("{ply:<6} {}\n", grouped(*nodes));
        }
        if let Some(MergedAt { plies, positions, up_to_symmetry }) = &self.merged {
            text += &format!(
                "merged    {} different positions after {plies} plies, {} up to symmetry\n",
                grouped(*positions),
                grouped(*up_to_symmetry),
            );
        }
        text + &format!(
            "nodes     {}\nfinished  {} of them ended above depth {depth}\n\
             speed     {}nodes/s, {seconds:.3} s, tier {tier}, threads {threads}",
            grouped(self.nodes),
            grouped(self.finished),
            short(self.nodes_per_second),
        )
    }
}

#[derive(Serialize)]
struct Divided {
    #[serde(rename = "move")]
    ply: String,
    nodes: u64,
    finished: u64,
}

pub(crate) fn run(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
    arguments.setup.with(Count { arguments, tier, output })
}

struct Count<'a> {
    arguments: &'a Arguments,
    tier: Tier,
    output: Output,
}

impl Task for Count<'_> {
    fn run<G: Playable>(self, state: G, _: &[G::Move], setting: Setting) -> Result<(), Failure> {
        let Count { arguments: Arguments { depth, divide, threads, .. }, tier, output } = self;
        interrupt::watch()?;
        let begun = Instant::now();
        if self.arguments.merge {
            return merged(self.arguments, &state, setting, tier, output);
        }

        let counted = Arc::new(AtomicU64::new(0));
        let bar = progress::bar_counting(BAR, "nodes", Arc::clone(&counted));
        let mut parts = Parts::new(state, *depth);
        let plies = parts.first_plies();
        let nothing = || Sum { counts: vec![Perft::default(); plies.len().max(1)], stopped: false };
        let sum = threads.pool()?.install(|| {
            (&mut parts)
                .par_bridge()
                .fold(nothing, |mut sum, part| {
                    let count = perft_until(&part.state, part.depth, interrupt::flag());
                    match count {
                        Ok(_) => bar.inc(part.weight),
                        Err(_) => sum.stopped = true,
                    }
                    let count = count.unwrap_or_else(|Stopped(so_far)| so_far);
                    counted.fetch_add(count.nodes, Ordering::Relaxed);
                    sum.counts[part.first] += count;
                    sum
                })
                .reduce(nothing, Sum::with)
        });
        let complete = parts.is_exhausted() && !sum.stopped;
        let covered = bar.position() as f64 / BAR as f64;
        bar.finish_and_clear();

        let total: Perft = sum.counts.iter().copied().sum();
        let report = Report {
            divide: (*divide && *depth > 0).then(|| {
                let divided = |(ply, count): (&G::Move, &Perft)| Divided {
                    ply: ply.to_string(),
                    nodes: count.nodes,
                    finished: count.finished,
                };
                plies.iter().zip(&sum.counts).map(divided).collect()
            }),
            ..Report::new(self.arguments, setting, total, complete, begun, tier)
        };
        output.print(&report, || report.text())?;
        if !complete {
            return Err(Failure::unfinished(format!("interrupted after about {:.3} % of the tree", 100.0 * covered)));
        }
        Ok(())
    }
}

/// Counts with equal positions merged.
fn merged<G: Game>(
    arguments: &Arguments,
    state: &G,
    setting: Setting,
    tier: Tier,
    output: Output,
) -> Result<(), Failure> {
    let Arguments { depth, threads, table, positions, .. } = arguments;
    let begun = Instant::now();
    let refused = |error: &dyn Display| Failure::unfinished(format!("--table {table}: {error}"));
    // Two plies are in memory at once, and half of the second again while its table grows.
    let bytes = usize::try_from(u64::from(*table) << 20).unwrap_or(usize::MAX) / 3;
    let mut merged = Merged::new(state).map_err(|error| refused(&error))?;
    let plies = if *positions { *depth } else { depth.saturating_sub(2) };
    let advanced = merged.advance_to(plies, bytes, interrupt::flag());
    if *positions && advanced.is_ok() && merged.plies() < plies && merged.classes() > 0 {
        let plies = merged.plies() + 1;
        return Err(refused(&format!("the different positions after {plies} plies do not fit in the memory")));
    }

    let below = depth - merged.plies();
    let counts: Vec<Result<Perft, MergeError>> = match advanced {
        Err(error) => vec![Err(error)],
        Ok(()) => {
            let shares: Vec<_> = merged.shares(64 * threads.count()).collect();
            let count = |share: Share<'_, G>| share.perft_below(below, interrupt::flag());
            threads.pool()?.install(|| shares.into_par_iter().map(count).collect())
        }
    };
    let (mut total, mut complete) = (merged.ended(below), true);
    for count in counts {
        let count = match count {
            Err(MergeError::Stopped(so_far)) => {
                complete = false;
                so_far
            }
            count => count.map_err(|error| Failure::unfinished(format!("--merge: {error}")))?,
        };
        total = total.plus(count).ok_or_else(|| Failure::unfinished(format!("--merge: {}", MergeError::Overflow)))?;
    }
    let report = Report {
        merged: Some(MergedAt {
            plies: merged.plies(),
            positions: merged.positions(),
            up_to_symmetry: merged.classes(),
        }),
        ..Report::new(arguments, setting, total, complete, begun, tier)
    };
    output.print(&report, || report.text())?;
    if complete { Ok(()) } else { Err(Failure::unfinished("interrupted before all positions were counted")) }
}

/// The threads' counts, below each first ply; in the first place when there is none.
struct Sum {
    counts: Vec<Perft>,
    /// Whether a part was left unfinished.
    stopped: bool,
}

impl Sum {
    fn with(mut self, other: Sum) -> Sum {
        self.counts.iter_mut().zip(other.counts).for_each(|(count, more)| *count += more);
        self.stopped |= other.stopped;
        self
    }
}

/// The length of the bar: the weights of the smallest parts are whole numbers, or nearly.
const BAR: u64 = 1 << 53;

/// A part of the tree: a state, the plies left below it, which of the first plies leads there, and
/// its part of the bar, if every state's plies are taken to share its tree alike.
struct Part<G> {
    state: G,
    depth: u32,
    first: usize,
    weight: u64,
}

/// The tree in parts small enough to show progress by and to share out; below each of them at least
/// six plies, if there are more than that. They come about one by one, so that they take no memory
/// to speak of; none comes about after an interrupt.
struct Parts<G: Game> {
    depth: u32,
    /// How many plies above the parts.
    above: usize,
    /// The whole tree, when that is the one part.
    whole: Option<G>,
    /// The states on the way to the next part.
    way: Vec<Fork<G>>,
}

/// A state below which some plies remain.
struct Fork<G: Game> {
    state: G,
    plies: Vec<G::Move>,
    next: usize,
    /// Its part of the tree.
    weight: f64,
}

impl<G: Game> Parts<G> {
    fn new(state: G, depth: u32) -> Parts<G> {
        let above = depth.saturating_sub(6).clamp(1, 4).min(depth) as usize;
        let mut parts = Parts { depth, above, whole: None, way: Vec::new() };
        match parts.fork(state.clone(), 1.0) {
            Some(fork) if above > 0 => parts.way.push(fork),
            _ => parts.whole = Some(state),
        }
        parts
    }

    /// A state's plies; `None` when its game is over.
    fn fork(&self, state: G, weight: f64) -> Option<Fork<G>> {
        let mut plies = Vec::new();
        state.for_each_child(|ply, _| plies.push(ply));
        (!plies.is_empty()).then_some(Fork { state, plies, next: 0, weight })
    }

    /// The plies that the tree begins with.
    fn first_plies(&self) -> Vec<G::Move> {
        self.way.first().map_or(Vec::new(), |root| root.plies.clone())
    }

    /// Whether all parts have come about.
    fn is_exhausted(&self) -> bool {
        self.whole.is_none() && self.way.iter().all(|fork| fork.next == fork.plies.len())
    }

    fn part(&self, state: G, plies: usize, weight: f64) -> Part<G> {
        let first = self.way.first().map_or(0, |root| root.next - 1);
        Part { state, depth: self.depth - plies as u32, first, weight: (weight * BAR as f64) as u64 }
    }
}

impl<G: Game> Iterator for Parts<G> {
    type Item = Part<G>;

    fn next(&mut self) -> Option<Part<G>> {
        if interrupt::interrupted() {
            return None;
        }
        if let Some(whole) = self.whole.take() {
            return Some(self.part(whole, 0, 1.0));
        }
        loop {
            let plies = self.way.len();
            let fork = self.way.last_mut()?;
            let Some(&ply) = fork.plies.get(fork.next) else {
                self.way.pop();
                continue;
            };
            fork.next += 1;
            let weight = fork.weight / fork.plies.len() as f64;
            let mut state = fork.state.clone();
            _ = state.make(ply);
            if plies == self.above {
                return Some(self.part(state, plies, weight));
            }
            match self.fork(state.clone(), weight) {
                Some(fork) => self.way.push(fork),
                // The game is over above the depth; it is a part, and counts as finished.
                None => return Some(self.part(state, plies, weight)),
            }
        }
    }
}
