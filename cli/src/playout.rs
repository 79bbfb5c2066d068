//! `stonemask playout`: random games to the end.

use crate::error::Failure;
use crate::games::{Name, Start, Task, set_up, with_game};
use crate::interrupt;
use crate::output::{Output, grouped, rate, short};
use crate::threads::Threads;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::prelude::*;
use serde::Serialize;
use std::slice;
use std::time::Instant;
use stonemask::Tier;
use stonemask::game::Game;
use stonemask::playout::{SHARE, Tally, playouts_until, seed_of_share};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game
    game: Name,
    /// How many games
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    games: u64,
    /// The seed of the random numbers; on another tier it may give other games
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,
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

pub(crate) fn run(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
    with_game(arguments.game, &arguments.start, Games { arguments, tier, output })
}

struct Games<'a> {
    arguments: &'a Arguments,
    tier: Tier,
    output: Output,
}

impl Task for Games<'_> {
    fn run<G: Game>(self, state: G) -> Result<(), Failure> {
        let Games { arguments: Arguments { game, games, seed, threads, .. }, tier, output } = self;
        interrupt::watch()?;
        let style = ProgressStyle::with_template("{elapsed} {wide_bar} {pos}/{len} games").expect("a template");
        let bar = ProgressBar::new(*games).with_style(style);
        let begun = Instant::now();
        let play = |index: u64| {
            let count = SHARE.min(games - index * SHARE);
            let seed = seed_of_share(*seed, index);
            let mut tally = [Tally::default()];
            // Stopped or not, the tally says how many were played.
            let _ = playouts_until(slice::from_ref(&state), count, seed, &mut tally, interrupt::flag());
            bar.inc(tally[0].games());
            tally[0]
        };
        let shares = (0..games.div_ceil(SHARE)).into_par_iter().take_any_while(|_| !interrupt::interrupted());
        let tally: Tally = threads.pool()?.install(|| shares.map(play).sum());
        bar.finish_and_clear();

        let seconds = begun.elapsed().as_secs_f64();
        let report = Report {
            game: game.to_string(),
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
        output.print(&report, || {
            let &Report { games, plies, threads, .. } = &report;
            let part = |count: u64| format!("{} ({:.2} %)", grouped(count), 100.0 * count as f64 / games.max(1) as f64);
            format!(
                "games   {}, {:.2} plies each\nfirst   {}\ndraws   {}\nsecond  {}\nspeed   {}games/s, {}plies/s, {seconds:.3} s, tier {tier}, threads {threads}",
                grouped(games),
                plies as f64 / games.max(1) as f64,
                part(tally.wins[0]),
                part(tally.draws),
                part(tally.wins[1]),
                short(report.games_per_second),
                short(report.plies_per_second),
            )
        })?;
        if !report.complete {
            return Err(Failure::unfinished(format!("interrupted after {} of {games} games", tally.games())));
        }
        Ok(())
    }
}
