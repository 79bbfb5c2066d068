//! `stonemask playout`: random games to the end.

use crate::error::Failure;
use crate::games::{Name, Start, Task, with_game};
use crate::interrupt;
use crate::output::{Output, grouped, rate, short};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::time::Instant;
use stonemask::game::{Game, Outcome};
use stonemask::playout::playout;
use stonemask::{Random, Tier};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game
    game: Name,
    /// How many games
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    games: u64,
    /// The seed of the random numbers
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,
    #[command(flatten)]
    start: Start,
}

#[derive(Serialize)]
struct Report {
    game: String,
    games: u64,
    plies: u64,
    seconds: f64,
    games_per_second: f64,
    plies_per_second: f64,
    first_wins: u64,
    draws: u64,
    second_wins: u64,
    tier: &'static str,
}

pub(crate) fn run(arguments: &Arguments, tier: Tier, output: Output) -> Result<(), Failure> {
    with_game(arguments.game, &arguments.start, tier, Games { arguments, tier, output })
}

struct Games<'a> {
    arguments: &'a Arguments,
    tier: Tier,
    output: Output,
}

/// Games between two looks at the clock.
const BATCH: u64 = 1000;

impl Task for Games<'_> {
    fn run<G: Game>(self, state: G, kernels: &'static G::Kernels) -> Result<(), Failure> {
        let Games { arguments: Arguments { game, games, seed, .. }, tier, output } = self;
        interrupt::watch()?;
        let style = ProgressStyle::with_template("{elapsed} {wide_bar} {pos}/{len} games").expect("a template");
        let bar = ProgressBar::new(*games).with_style(style);
        let mut random = Random::new(*seed);
        let begun = Instant::now();
        let (mut played, mut plies) = (0, 0);
        let (mut first_wins, mut draws, mut second_wins) = (0, 0, 0);
        while played < *games && !interrupt::interrupted() {
            let batch = BATCH.min(games - played);
            for _ in 0..batch {
                let end = playout(state.clone(), kernels, &mut random);
                plies += u64::from(end.plies);
                match end.outcome {
                    Outcome::First => first_wins += 1,
                    Outcome::Draw => draws += 1,
                    Outcome::Second => second_wins += 1,
                }
            }
            played += batch;
            bar.inc(batch);
        }
        bar.finish_and_clear();

        let seconds = begun.elapsed().as_secs_f64();
        let report = Report {
            game: game.to_string(),
            games: played,
            plies,
            seconds,
            games_per_second: rate(played, seconds),
            plies_per_second: rate(plies, seconds),
            first_wins,
            draws,
            second_wins,
            tier: tier.name(),
        };
        output.print(&report, || {
            let share = |count: u64| format!("{} ({:.2} %)", grouped(count), 100.0 * count as f64 / played.max(1) as f64);
            format!(
                "games   {}, {:.2} plies each\nfirst   {}\ndraws   {}\nsecond  {}\nspeed   {}games/s, {}plies/s, {seconds:.3} s, tier {tier}",
                grouped(played),
                plies as f64 / played.max(1) as f64,
                share(first_wins),
                share(draws),
                share(second_wins),
                short(report.games_per_second),
                short(report.plies_per_second),
            )
        })?;
        if played < *games {
            return Err(Failure::unfinished(format!("interrupted after {played} of {games} games")));
        }
        Ok(())
    }
}
