//! `stonemask match`: engines against each other, and how much stronger one is.

mod engine;
mod game;
mod record;
mod score;

use crate::error::Failure;
use crate::games::{Name, Shape};
use crate::interrupt;
use crate::judge::rounds;
use crate::judge::table::{self, State};
use crate::numbers::{seconds, whole};
use crate::output::{Output, grouped};
use crate::progress::spinner;
use clap::{Args, ValueEnum, ValueHint};
use engine::Spec;
use game::{Clock, Game, NOT_STARTED, RULES, Seat, Timing};
use record::{Record, Records};
use score::{Estimate, Sprt, Tally, Verdict};
use serde::Serialize;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use stonemask::Random;
use stonemask::game::{Colour, Outcome};

#[derive(Args)]
pub(crate) struct Arguments {
    /// The game
    game: Name,
    /// [NAME=]KIND, twice or more often. level:N, nodes:N, time:SECONDS, greedy and random are
    /// players of stonemask; gtp:COMMAND, gtp-skip-passes:COMMAND (it passes by itself),
    /// gomocup:COMMAND and nboard:COMMAND are programs with their arguments, split at spaces
    #[arg(long = "engine", value_name = "ENGINE", required = true, num_args = 1)]
    engines: Vec<Spec>,
    /// Which engines meet, where there are more than two
    #[arg(long, value_name = "WHICH", value_enum, default_value_t = Schedule::RoundRobin)]
    schedule: Schedule,
    /// The number of pairs of games, each from one opening with the colours changed; with --sprt
    /// the most [default: 50]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole::<u64>(1..=1_000_000_000))]
    pairs: Option<u64>,
    /// Play until it is likely that the first of two engines is stronger by ELO0 or by ELO1
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true, value_parser = elo)]
    sprt: Option<Vec<f64>>,
    /// SPRT: how often ELO1 may be accepted where ELO0 is true
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = risk)]
    alpha: f64,
    /// SPRT: how often ELO0 may be accepted where ELO1 is true
    #[arg(long, value_name = "P", default_value = "0.05", value_parser = risk)]
    beta: f64,
    #[arg(long, help = opening_help(), value_name = "PLIES", allow_negative_numbers = true, value_parser = whole::<u32>(0..=20))]
    opening: Option<u32>,
    /// The seed of the openings and of random moves
    #[arg(long, value_name = "S", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// How long a program may take for a move, in milliseconds. Its first move may take ten times
    /// as long
    #[arg(long, value_name = "MS", default_value_t = 5000, allow_negative_numbers = true, value_parser = whole::<u64>(1..=86_400_000))]
    time: u64,
    /// How long a program may take for a game, in seconds, instead of --time
    #[arg(long, value_name = "SECONDS", conflicts_with = "time", allow_negative_numbers = true, value_parser = seconds)]
    game_time: Option<Duration>,
    /// The time that each move adds to --game-time, in seconds
    #[arg(long, value_name = "SECONDS", requires = "game_time", allow_negative_numbers = true, value_parser = seconds)]
    increment: Option<Duration>,
    /// How much later an answer may come, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 100, allow_negative_numbers = true, value_parser = whole::<u64>(0..=60_000))]
    margin: u64,
    /// Which time counts
    #[arg(long, value_name = "CLOCK", value_enum, default_value_t = Clock::Wall)]
    clock: Clock,
    /// The depth that engines of NBoard are told
    #[arg(long, value_name = "N", default_value_t = 12, allow_negative_numbers = true, value_parser = whole::<u32>(1..=60))]
    depth: u32,
    /// Othello: solve each game from the first position with at most this many empty squares, and
    /// count the discs that were lost before and after; 0 for none [default: 18, or 0 between
    /// players of stonemask that take less time than that]
    #[arg(long, value_name = "EMPTIES", allow_negative_numbers = true, value_parser = whole::<u32>(0..=24))]
    exact: Option<u32>,
    /// The number of games at once
    #[arg(long, value_name = "K", default_value_t = 1, allow_negative_numbers = true, value_parser = whole::<u16>(1..=256))]
    concurrency: u16,
    /// Append each game to this file, as SGF
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    records: Option<PathBuf>,
    /// Go on with the match in the file of --records
    #[arg(long, requires = "records")]
    resume: bool,
    #[command(flatten)]
    shape: Shape,
}

/// Which engines meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Schedule {
    /// Each meets each
    RoundRobin,
    /// The first meets each of the others
    Gauntlet,
    /// Each meets the one named before it
    Ladder,
}

fn opening_help() -> String {
    let usual: Vec<String> = Name::all().iter().map(|game| format!("{game}: {}", game.match_opening())).collect();
    format!("Random plies that an opening has, which leave both sides about equal [default: {}]", usual.join(", "))
}

fn elo(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|elo| (-1000.0..=1000.0).contains(elo)).ok_or_else(|| "expected -1000 to 1000".to_owned())
}

fn risk(text: &str) -> Result<f64, String> {
    let within = |risk: &f64| (0.0001..=0.4999).contains(risk);
    text.parse().ok().filter(within).ok_or_else(|| "expected 0.0001 to 0.4999".to_owned())
}

#[derive(Serialize)]
struct Report {
    game: String,
    /// The conditions under which the games were played.
    settings: String,
    engines: Vec<Engine>,
    results: Vec<Pairing>,
    sprt: Option<Test>,
    /// Games of this run and those that were read from the records.
    games: u64,
    seconds: f64,
    complete: bool,
}

#[derive(Serialize)]
struct Engine {
    name: String,
    engine: String,
    games: u64,
    points: f64,
    /// Games that it lost otherwise than by the rules or by resignation.
    faults: u64,
    /// The time that it used for a game.
    seconds_per_game: f64,
}

/// Two engines, from the side of the first.
#[derive(Serialize)]
struct Pairing {
    first: String,
    second: String,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    black_wins: u64,
    white_wins: u64,
    /// Finished pairs by the points of the first engine: 0, 1/2, 1, 3/2, 2.
    pairs: [u64; 5],
    score: Option<Interval>,
    elo: Option<Interval>,
    ends: BTreeMap<&'static str, u64>,
    discs: Option<Discs>,
}

/// A number, and its interval of 95 %; null where it is infinite.
#[derive(Serialize)]
struct Interval {
    value: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

/// Discs of Othello, means of the games that the rules ended.
#[derive(Serialize)]
struct Discs {
    games: u64,
    empties: u32,
    /// How far the first engine was ahead with best play from there on: as many discs more the
    /// second lost before.
    lead: f64,
    lead_error: f64,
    /// How many the first and the second engine lost from there on.
    first_lost: f64,
    second_lost: f64,
}

#[derive(Serialize)]
struct Test {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    /// The logarithm of the likelihood ratio, and between which bounds it is undecided.
    ratio: f64,
    lower: f64,
    upper: f64,
    verdict: Verdict,
}

/// All that is known of two engines.
#[derive(Default)]
struct Sum {
    tally: Tally,
    ends: BTreeMap<&'static str, u64>,
    /// The points of the first engine in pairs that miss a game, in halves.
    open: HashMap<u64, usize>,
    /// Leads of the first engine, and the discs lost by both.
    leads: Vec<f64>,
    lost: [f64; 2],
}

/// A game to be played: pairing, pair, and whether the first engine has white.
type Task = (usize, u64, bool);

/// A message of a worker.
enum News {
    Over(Task, Box<Game>),
    /// There is no such program, or it does not play this game.
    NotStarted(usize, String),
    Stopped,
}

/// A match as it was asked for.
struct Match<'a> {
    game: Name,
    start: String,
    engines: &'a [Spec],
    pairings: Vec<(usize, usize)>,
    pairs: u64,
    opening: u32,
    seed: u64,
    timing: Timing,
    exact: u32,
    sprt: Option<Sprt>,
    settings: String,
}

impl Arguments {
    fn contest(&self) -> Result<Match<'_>, Failure> {
        let game = self.game;
        game.check(&self.shape)?;
        if self.engines.len() < 2 {
            return Err(Failure::bad_input("--engine: a match takes two engines or more"));
        }
        if self.engines.len() > 64 {
            return Err(Failure::bad_input("--engine: a match takes 64 engines at most"));
        }
        let mut names = HashSet::new();
        for Spec { name, text, kind } in &self.engines {
            kind.check(game).map_err(|problem| Failure::bad_input(format!("--engine {text}: {problem}")))?;
            if !names.insert(name) {
                return Err(Failure::bad_input(format!(
                    "--engine: two are called '{name}'; NAME= before one tells them apart"
                )));
            }
        }
        let start = rounds::start(game, &self.shape)?;
        let board = table::read(game, &start).expect("a start position");
        if let Some(what) = board.sgf_lacks().filter(|_| self.records.is_some()) {
            return Err(Failure::bad_input(format!("--records: SGF has no {what}")));
        }
        let count = self.engines.len();
        let pairings: Vec<(usize, usize)> = match self.schedule {
            Schedule::RoundRobin => {
                (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other))).collect()
            }
            Schedule::Gauntlet => (1..count).map(|other| (0, other)).collect(),
            Schedule::Ladder => (1..count).map(|one| (one, one - 1)).collect(),
        };
        let sprt = match self.sprt.as_deref() {
            Some(&[elo0, elo1]) => {
                if elo0 >= elo1 {
                    return Err(Failure::bad_input("--sprt: ELO0 has to be less than ELO1"));
                }
                if pairings.len() != 1 {
                    return Err(Failure::bad_input("--sprt: it takes two engines"));
                }
                Some(Sprt { elo0, elo1, alpha: self.alpha, beta: self.beta })
            }
            _ => None,
        };
        if self.clock == Clock::Processor && !cfg!(target_os = "linux") {
            return Err(Failure::bad_input("--clock processor: only Linux tells the time of other processes"));
        }
        if !game.counts_discs() && self.exact.is_some_and(|empties| empties > 0) {
            return Err(Failure::bad_input(format!("--exact does not apply to {game}")));
        }
        let is_quick = self.engines.iter().all(|spec| spec.kind.is_quick());
        let opening = self.opening.unwrap_or_else(|| game.match_opening());
        let timing = Timing {
            clock: self.clock,
            per_move: Duration::from_millis(self.time),
            per_game: self.game_time.map(|main| (main, self.increment.unwrap_or_default())),
            margin: Duration::from_millis(self.margin),
            depth: self.depth,
        };
        let time = match timing.per_game {
            Some((main, increment)) => {
                format!("{} s a game and {} s a move", main.as_secs_f64(), increment.as_secs_f64())
            }
            None => format!("{} ms a move", self.time),
        };
        let clock = if self.clock == Clock::Wall { "" } else { " of the processor" };
        Ok(Match {
            game,
            engines: &self.engines,
            pairs: self.pairs.unwrap_or(if sprt.is_some() { 1_000_000 } else { 50 }),
            pairings,
            opening,
            seed: self.seed,
            timing,
            exact: if game.counts_discs() { self.exact.unwrap_or(if is_quick { 0 } else { 18 }) } else { 0 },
            sprt,
            settings: format!(
                "{game}{}, {opening} random plies of seed {}, {time}{clock} and {} ms more, NBoard depth {}",
                board.match_board(),
                self.seed,
                self.margin,
                self.depth
            ),
            start,
        })
    }
}

impl Match<'_> {
    /// The games in the order in which they begin: all pairings have as many, give or take one
    /// pair.
    fn task(&self, index: u64) -> Option<Task> {
        let pairings = self.pairings.len() as u64;
        let (pair, rest) = (index / (2 * pairings), index % (2 * pairings));
        (pair < self.pairs).then_some(((rest / 2) as usize, pair, rest % 2 == 1))
    }

    /// Black's and white's engine.
    fn sides(&self, (pairing, _, swapped): Task) -> [usize; 2] {
        let (one, other) = self.pairings[pairing];
        if swapped { [other, one] } else { [one, other] }
    }

    /// The seed of something with a number.
    fn seed(&self, number: u64) -> u64 {
        Random::new(self.seed).next_u64() ^ Random::new(number).next_u64()
    }

    /// Plays games until there are no more, or none are wanted.
    fn work(&self, next: &AtomicU64, done: &HashSet<Task>, enough: &AtomicBool, send: &mpsc::Sender<News>) {
        let mut seats: Vec<Seat<'_>> = self.engines.iter().map(Seat::new).collect();
        let mut losses = if self.exact > 0 { self.game.losses(32 << 20) } else { None };
        let mut opening: Option<(u64, Vec<String>)> = None;
        while !enough.load(Ordering::Relaxed) && !interrupt::interrupted() {
            let Some(task) = self.task(next.fetch_add(1, Ordering::Relaxed)) else { return };
            if done.contains(&task) {
                continue;
            }
            let (_, pair, swapped) = task;
            if opening.as_ref().is_none_or(|(of, _)| *of != pair) {
                opening = Some((pair, game::opening(self.game, &self.start, self.opening, self.seed(pair))));
            }
            let moves = &opening.as_ref().expect("just chosen").1;
            let state = State::new(self.game, &self.start, moves).expect("legal moves");
            let [black, white] = self.sides(task);
            let Ok([black_seat, white_seat]) = seats.get_disjoint_mut([black, white]) else { return };
            let seed = self.seed(!(2 * pair + u64::from(swapped)));
            let news = match game::play([black_seat, white_seat], state, &self.timing, seed) {
                Ok(mut game) => {
                    if let (RULES, Some(losses)) = (game.reason, &mut losses) {
                        game.exact = losses.exact(&self.start, &game.moves, self.exact, interrupt::flag());
                        if game.exact.is_none() && interrupt::interrupted() {
                            let _ = send.send(News::Stopped);
                            return;
                        }
                    }
                    if game.reason == NOT_STARTED {
                        let loser = if game.outcome == Outcome::Win(Colour::White) { black } else { white };
                        let told = News::NotStarted(loser, game.told.clone().unwrap_or_default());
                        if send.send(told).is_err() {
                            return;
                        }
                    }
                    News::Over(task, Box::new(game))
                }
                Err(_) => News::Stopped,
            };
            if send.send(news).is_err() {
                return;
            }
        }
    }
}

impl Sum {
    /// Counts a game of a pair.
    fn add(&mut self, (_, pair, swapped): Task, game: &Game) {
        let own = if swapped { Colour::White } else { Colour::Black };
        let tally = &mut self.tally;
        let halves = match game.outcome {
            Outcome::Draw => {
                tally.draws += 1;
                1
            }
            Outcome::Win(winner) => {
                *if winner == Colour::Black { &mut tally.black_wins } else { &mut tally.white_wins } += 1;
                *if winner == own { &mut tally.wins } else { &mut tally.losses } += 1;
                2 * usize::from(winner == own)
            }
        };
        match self.open.remove(&pair) {
            Some(before) => tally.pairs[before + halves] += 1,
            None => _ = self.open.insert(pair, halves),
        }
        *self.ends.entry(game.reason).or_default() += 1;
        if let Some(exact) = game.exact {
            let side = usize::from(own == Colour::White);
            self.leads.push(f64::from(if swapped { -exact.lead } else { exact.lead }));
            self.lost[0] += f64::from(exact.lost[side]);
            self.lost[1] += f64::from(exact.lost[1 - side]);
        }
    }

    fn discs(&self, empties: u32) -> Option<Discs> {
        let games = self.leads.len();
        if games == 0 {
            return None;
        }
        let count = games as f64;
        let lead = self.leads.iter().sum::<f64>() / count;
        let variance = self.leads.iter().map(|of| (of - lead).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        Some(Discs {
            games: games as u64,
            empties,
            lead,
            lead_error: (variance / count).sqrt(),
            first_lost: self.lost[0] / count,
            second_lost: self.lost[1] / count,
        })
    }
}

pub(crate) fn run(arguments: &Arguments, output: Output) -> Result<(), Failure> {
    let contest = arguments.contest()?;
    let begun = Instant::now();
    let mut sums: Vec<Sum> = contest.pairings.iter().map(|_| Sum::default()).collect();
    let mut engines: Vec<(u64, u64, f64, f64)> = vec![(0, 0, 0.0, 0.0); contest.engines.len()];
    let mut count = |sums: &mut Vec<Sum>, task: Task, game: &Game| {
        sums[task.0].add(task, game);
        for (side, index) in contest.sides(task).into_iter().enumerate() {
            let colour = if side == 0 { Colour::Black } else { Colour::White };
            let (games, faults, points, seconds) = &mut engines[index];
            *games += 1;
            *seconds += game.used[side].as_secs_f64();
            *points += match game.outcome {
                Outcome::Draw => 0.5,
                Outcome::Win(winner) => f64::from(winner == colour),
            };
            let is_fault = game.reason != RULES && game.reason != game::RESIGNATION;
            *faults += u64::from(is_fault && game.outcome == Outcome::Win(colour.other()));
        }
    };
    let mut done = HashSet::new();
    let mut records = match &arguments.records {
        None => None,
        Some(path) => {
            let problem = |problem: String| Failure::bad_input(format!("--records {}: {problem}", path.display()));
            let (file, games) = Records::open(path, &contest.settings, arguments.resume).map_err(problem)?;
            for record in games {
                let task = task_of(&contest, &record).map_err(problem)?;
                if let Some(task) = task
                    && done.insert(task)
                {
                    count(&mut sums, task, &record.game);
                }
            }
            Some(file)
        }
    };
    interrupt::watch()?;
    let bar = spinner();
    let (next, enough) = (AtomicU64::new(0), AtomicBool::new(false));
    let decided = |sums: &[Sum]| contest.sprt.is_some_and(|sprt| sprt.verdict(&sums[0].tally) != Verdict::Undecided);
    enough.store(decided(&sums), Ordering::Relaxed);
    let mut known_to_start = vec![false; contest.engines.len()];
    let mut failure = None;
    std::thread::scope(|scope| {
        let (send, news) = mpsc::channel();
        for _ in 0..arguments.concurrency {
            let (send, contest, next, done, enough) = (send.clone(), &contest, &next, &done, &enough);
            let worker = std::thread::Builder::new();
            if let Err(error) = worker.spawn_scoped(scope, move || contest.work(next, done, enough, &send)) {
                failure = Some(Failure::unfinished(format!("cannot start a thread: {error}")));
                break;
            }
        }
        drop(send);
        for news in news {
            if failure.is_some() {
                enough.store(true, Ordering::Relaxed);
            }
            match news {
                News::NotStarted(index, told) if !known_to_start[index] => {
                    failure = Some(Failure::bad_input(format!("--engine {}: {told}", contest.engines[index].name)));
                }
                News::Over(task, game) if failure.is_none() => {
                    for (side, index) in contest.sides(task).into_iter().enumerate() {
                        let colour = if side == 0 { Colour::Black } else { Colour::White };
                        known_to_start[index] |=
                            game.reason != NOT_STARTED || game.outcome != Outcome::Win(colour.other());
                    }
                    count(&mut sums, task, &game);
                    if let (Some(file), Some(path)) = (&mut records, &arguments.records) {
                        let [names, texts] = [|spec: &Spec| spec.name.clone(), |spec: &Spec| record::plain(&spec.text)]
                            .map(|of| contest.sides(task).map(|index| of(&contest.engines[index])));
                        let record = Record { names, texts, pair: task.1, game: *game };
                        let text = record::text(contest.game, &contest.start, &contest.settings, &record);
                        if let Err(error) = file.add(&text) {
                            failure = Some(Failure::unfinished(format!("--records {}: {error}", path.display())));
                        }
                    }
                    bar.set_message(progress(&contest, &sums));
                    if decided(&sums) {
                        enough.store(true, Ordering::Relaxed);
                    }
                }
                News::NotStarted(..) | News::Over(..) | News::Stopped => {}
            }
        }
    });
    bar.finish_and_clear();
    if let Some(failure) = failure {
        return Err(failure);
    }
    let complete = !interrupt::interrupted() || decided(&sums);
    let report = report(&contest, &sums, &engines, begun.elapsed(), complete);
    output.print(&report, || report.text())?;
    if complete {
        return Ok(());
    }
    let how = if records.is_some() { "; --resume goes on" } else { "" };
    Err(Failure::unfinished(format!("interrupted after {} games{how}", grouped(report.games))))
}

/// The task that a record is the game of; `None` where these engines do not meet in this match.
///
/// # Errors
/// When an engine of the name was another.
fn task_of(contest: &Match<'_>, record: &Record) -> Result<Option<Task>, String> {
    let mut sides = [None; 2];
    for ((name, text), side) in record.names.iter().zip(&record.texts).zip(&mut sides) {
        *side = contest.engines.iter().position(|spec| record::plain(&spec.name) == record::plain(name));
        if let Some(index) = *side
            && record::plain(&contest.engines[index].text) != *text
        {
            let now = &contest.engines[index].text;
            return Err(format!("'{name}' was the engine '{text}' there, and is '{now}' now"));
        }
    }
    let [Some(black), Some(white)] = sides else { return Ok(None) };
    let found = contest.pairings.iter().enumerate().find_map(|(index, &(one, other))| match (black, white) {
        _ if (one, other) == (black, white) => Some((index, record.pair, false)),
        _ if (other, one) == (black, white) => Some((index, record.pair, true)),
        _ => None,
    });
    Ok(found)
}

fn progress(contest: &Match<'_>, sums: &[Sum]) -> String {
    let games: u64 = sums.iter().map(|sum| sum.tally.games()).sum();
    let mut text = format!("{} games", grouped(games));
    if let [Sum { tally, .. }] = sums {
        _ = write!(text, ", +{} ={} -{}", tally.wins, tally.draws, tally.losses);
        if let Some(sprt) = contest.sprt {
            _ = write!(text, ", likelihood ratio {:.2}", sprt.ratio(tally));
        }
    }
    text
}

fn report(
    contest: &Match<'_>,
    sums: &[Sum],
    engines: &[(u64, u64, f64, f64)],
    time: Duration,
    complete: bool,
) -> Report {
    let finite = |number: f64| Some(number).filter(|number| number.is_finite());
    let interval =
        |Estimate { value, low, high }| Interval { value: finite(value), low: finite(low), high: finite(high) };
    let results = contest.pairings.iter().zip(sums).map(|(&(one, other), sum)| {
        let Tally { wins, draws, losses, black_wins, white_wins, pairs } = sum.tally;
        Pairing {
            first: contest.engines[one].name.clone(),
            second: contest.engines[other].name.clone(),
            games: sum.tally.games(),
            wins,
            draws,
            losses,
            black_wins,
            white_wins,
            pairs,
            score: sum.tally.score().map(interval),
            elo: sum.tally.elo().map(interval),
            ends: sum.ends.clone(),
            discs: sum.discs(contest.exact),
        }
    });
    let engines = contest.engines.iter().zip(engines).map(|(spec, &(games, faults, points, seconds))| Engine {
        name: spec.name.clone(),
        engine: spec.text.clone(),
        games,
        points,
        faults,
        seconds_per_game: if games > 0 { seconds / games as f64 } else { 0.0 },
    });
    let sprt = contest.sprt.map(|sprt| {
        let Sprt { elo0, elo1, alpha, beta } = sprt;
        let (lower, upper) = sprt.bounds();
        let tally = &sums[0].tally;
        Test { elo0, elo1, alpha, beta, ratio: sprt.ratio(tally), lower, upper, verdict: sprt.verdict(tally) }
    });
    Report {
        game: contest.game.to_string(),
        settings: contest.settings.clone(),
        engines: engines.collect(),
        results: results.collect(),
        sprt,
        games: sums.iter().map(|sum| sum.tally.games()).sum(),
        seconds: time.as_secs_f64(),
        complete,
    }
}

impl Report {
    fn text(&self) -> String {
        let mut text = String::new();
        for Pairing { first, second, games, wins, draws, losses, pairs, score, elo, ends, discs, .. } in &self.results {
            _ = writeln!(text, "{first} - {second}\n  games  {}: +{wins} ={draws} -{losses}", grouped(*games));
            if let (Some(score), Some(elo)) = (score, elo) {
                let percent = |share: Option<f64>| share.map_or(String::new(), |share| format!("{:.1}", 100.0 * share));
                let [value, low, high] = [score.value, score.low, score.high].map(percent);
                _ = writeln!(text, "  score  {value} % ({low} to {high})");
                let of = |elo: Option<f64>, infinite: &str| elo.map_or(infinite.to_owned(), |elo| format!("{elo:+.0}"));
                let value = of(elo.value, if wins > losses { "+infinity" } else { "-infinity" });
                let (low, high) = (of(elo.low, "-infinity"), of(elo.high, "+infinity"));
                _ = writeln!(text, "  Elo    {value} ({low} to {high})");
                let [none, half, one, more, two] = pairs;
                _ = writeln!(text, "  pairs  2: {two}, 1 1/2: {more}, 1: {one}, 1/2: {half}, 0: {none}");
            }
            let ends: Vec<String> = ends.iter().map(|(end, count)| format!("{end} {count}")).collect();
            _ = writeln!(text, "  ended  {}", ends.join(", "));
            if let Some(Discs { games, empties, lead, lead_error, first_lost, second_lost }) = discs {
                _ = writeln!(
                    text,
                    "  discs  lead {lead:+.2} (error {lead_error:.2}) at {empties} empty squares; lost after that {first_lost:.2} \
                     and {second_lost:.2}; of {} games",
                    grouped(*games)
                );
            }
        }
        if let Some(Test { elo0, elo1, ratio, lower, upper, verdict, .. }) = &self.sprt {
            let verdict = match verdict {
                Verdict::Elo0 => format!("{elo0:+} accepted"),
                Verdict::Elo1 => format!("{elo1:+} accepted"),
                Verdict::Undecided => "undecided".to_owned(),
            };
            _ = writeln!(
                text,
                "SPRT     Elo {elo0:+} or {elo1:+}: {verdict}, ratio {ratio:.2} ({lower:.2} to {upper:.2})"
            );
        }
        let width = self.engines.iter().map(|engine| engine.name.chars().count()).max().unwrap_or(0);
        for Engine { name, games, points, faults, seconds_per_game, .. } in &self.engines {
            let faults = if *faults == 0 { String::new() } else { format!(", {faults} lost by faults") };
            _ = writeln!(
                text,
                "{name:<width$}  {points} of {} points, {seconds_per_game:.2} s a game{faults}",
                grouped(*games)
            );
        }
        text + &format!("played   {}", self.settings)
    }
}
