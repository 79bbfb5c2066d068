//! `stonemask playout`: random games to the end.

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
use std::slice;
use std::time::Instant;
use stonemask::Tier;
use stonemask::playout::{SHARE, Tally, playout_share};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The number of games
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    games: u64,
    /// The seed of the random numbers: the same games on every machine and tier, with any number of
    /// threads
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    pub(crate) setup: Setup,
}

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    setting: Setting,
    seed: u64,
    games: u64,
    /// Whether all games were played.
    complete: bool,
    plies: u64,
    seconds: f64,
    games_per_second: f64,
    plies_per_second: f64,
    first_wins: u64,
    draws: u64,
    second_wins: u64,
    threads: usize,
    tier: &'static str,
}

impl Report {
    fn text(&self) -> String {
        let &Report { games, plies, seconds, tier, threads, .. } = self;
        let games_or_one = games.max(1) as f64;
        let part = |count: u64| format!("{} ({:.2} %)", grouped(count), 100.0 * count as f64 / games_or_one);
        format!(
            "games   {}, {:.2} plies each\nfirst   {}\ndraws   {}\nsecond  {}\n\
             speed   {}games/s, {}plies/s, {seconds:.3} s, tier {tier}, threads {threads}",
            grouped(games),
            plies as f64 / games_or_one,
            part(self.first_wins),
            part(self.draws),
            part(self.second_wins),
            short(self.games_per_second),
            short(self.plies_per_second),
        )
    }
}

pub(crate) fn run(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
    arguments.setup.with(Games { arguments, tier, output })
}

struct Games<'a> {
    arguments: &'a Arguments,
    tier: Tier,
    output: Output,
}

impl Task for Games<'_> {
    fn run<G: Playable>(self, state: G, _: &[G::Move], setting: Setting) -> Result<(), Failure> {
        let Games { arguments: Arguments { games, seed, threads, .. }, tier, output } = self;
        interrupt::watch()?;
        let bar = progress::bar(*games, "games");
        let begun = Instant::now();
        let play = |index: u64| {
            let mut tally = [Tally::default()];
            // Stopped or not, the tally says how many were played.
            let _ = playout_share(slice::from_ref(&state), *games, index, *seed, &mut tally, interrupt::flag());
            bar.inc(tally[0].games());
            tally[0]
        };
        let shares = (0..games.div_ceil(SHARE)).into_par_iter().take_any_while(|_| !interrupt::interrupted());
        let tally: Tally = threads.pool()?.install(|| shares.map(play).sum());
        bar.finish_and_clear();

        let seconds = begun.elapsed().as_secs_f64();
        let report = Report {
            setting,
            seed: *seed,
            games: tally.games(),
            complete: tally.games() == *games,
            plies: tally.plies,
            seconds,
            games_per_second: rate(tally.games(), seconds),
            plies_per_second: rate(tally.plies, seconds),
            first_wins: tally.wins[0],
            draws: tally.draws,
            second_wins: tally.wins[1],
            threads: threads.count(),
            tier: tier.name(),
        };
        output.print(&report, || report.text())?;
        if !report.complete {
            return Err(Failure::unfinished(format!(
                "interrupted after {} of {} games",
                grouped(tally.games()),
                grouped(*games)
            )));
        }
        Ok(())
    }
}
