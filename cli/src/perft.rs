//! `stonemask perft`: count the positions at a depth.

use crate::error::Failure;
use crate::games::{Name, Start, Task, set_up, with_game};
use crate::interrupt;
use crate::output::{Output, grouped, rate, short};
use crate::threads::Threads;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::Serialize;
use std::time::Instant;
use stonemask::Tier;
use stonemask::game::Game;
use stonemask::perft::{Perft, perft};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game
    game: Name,
    /// How many plies deep
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    depth: u32,
    /// Show the count below each first ply
    #[arg(long)]
    divide: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    start: Start,
}

impl Arguments {
    /// Sets up the position to begin with.
    pub(crate) fn set_up(&self) -> Result<(), Failure> {
        set_up(self.game, &self.start)
    }
}

#[derive(Serialize)]
struct Report {
    game: String,
    depth: u32,
    nodes: u64,
    finished: u64,
    seconds: f64,
    nodes_per_second: f64,
    threads: usize,
    tier: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<Divided>>,
}

#[derive(Serialize)]
struct Divided {
    #[serde(rename = "move")]
    ply: String,
    nodes: u64,
    finished: u64,
}

pub(crate) fn run(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
    with_game(arguments.game, &arguments.start, tier, Count { arguments, tier, output })
}

struct Count<'a> {
    arguments: &'a Arguments,
    tier: Tier,
    output: Output,
}

/// A part of the tree: a state, the plies left below it, and the first ply that leads there.
struct Part<G> {
    state: G,
    depth: u32,
    first: Option<usize>,
}

impl Task for Count<'_> {
    fn run<G: Game>(self, state: G, kernels: &'static G::Kernels) -> Result<(), Failure> {
        let Count { arguments: Arguments { game, depth, divide, threads, .. }, tier, output } = self;
        interrupt::watch()?;
        let begun = Instant::now();

        let mut first = Vec::new();
        state.for_each_child(kernels, |ply, _| first.push((ply, Perft::default())));
        let parts = split(state, *depth, kernels);
        let style = ProgressStyle::with_template("{elapsed} {wide_bar} {pos}/{len} parts").expect("a template");
        let bar = ProgressBar::new(parts.len() as u64).with_style(style);
        let count = |part: &Part<G>| {
            (!interrupt::interrupted()).then(|| {
                let count = perft(&part.state, kernels, part.depth);
                bar.inc(1);
                count
            })
        };
        let counts: Vec<Option<Perft>> = threads.pool()?.install(|| parts.par_iter().map(count).collect());
        let mut total = Perft::default();
        let mut done = 0;
        for (part, count) in parts.iter().zip(counts) {
            let Some(count) = count else { continue };
            total += count;
            if let Some(index) = part.first {
                first[index].1 += count;
            }
            done += 1;
        }
        bar.finish_and_clear();

        let seconds = begun.elapsed().as_secs_f64();
        let report = Report {
            game: game.to_string(),
            depth: *depth,
            nodes: total.nodes,
            finished: total.finished,
            seconds,
            nodes_per_second: rate(total.nodes, seconds),
            threads: threads.count(),
            tier: tier.name(),
            divide: (*divide && *depth > 0).then(|| {
                let divided = |(ply, count): &(G::Move, Perft)| Divided {
                    ply: ply.to_string(),
                    nodes: count.nodes,
                    finished: count.finished,
                };
                first.iter().map(divided).collect()
            }),
        };
        output.print(&report, || {
            let mut text = String::new();
            for Divided { ply, nodes, .. } in report.divide.iter().flatten() {
                text += &format!("{ply:<6} {}\n", grouped(*nodes));
            }
            text + &format!(
                "nodes     {}\nfinished  {} of them ended above depth {depth}\nspeed     {}nodes/s, {seconds:.3} s, tier {tier}, threads {}",
                grouped(report.nodes),
                grouped(report.finished),
                short(report.nodes_per_second),
                report.threads,
            )
        })?;
        if done < parts.len() {
            return Err(Failure::unfinished(format!(
                "interrupted: counted {done} of {} parts of the tree",
                parts.len()
            )));
        }
        Ok(())
    }
}

/// The tree in parts small enough to report progress by; below each of them at least six plies, if there are more than that.
fn split<G: Game>(state: G, depth: u32, kernels: &'static G::Kernels) -> Vec<Part<G>> {
    let mut parts = vec![Part { state, depth, first: None }];
    for _ in 0..depth.saturating_sub(6).clamp(1, 4).min(depth) {
        let mut below = Vec::new();
        for part in parts {
            let before = below.len();
            part.state.for_each_child(kernels, |_, child| {
                let first = part.first.or(Some(below.len() - before));
                below.push(Part { state: child.clone(), depth: part.depth - 1, first });
            });
            if below.len() == before {
                // The game is over above the depth; it stays a part, and counts as finished.
                below.push(part);
            }
        }
        parts = below;
    }
    parts
}
