//! Matches of NoGo's search against other players, at equal processor time a move.
//!
//!     cargo bench --bench nogo_matches -- [PAIRS [MILLISECONDS [PLAYER PLAYER]]]
//!
//! A player is `flat` (Monte Carlo on the moves, 512 games a batch), `greedy` (one ply of
//! mobility), `tree`, or `plain`: the tree without prior, batches and mobility. Settings follow:
//! `tree:exploration=0.5,prior=1.2,leaves=16`. A pair is two games from 4 random plies, one with
//! each colour.

use std::env;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use stonemask::Random;
use stonemask::game::search::Limits;
use stonemask::internals::nogo::{Settings, search_with};
use stonemask::nogo::{Batch, Board, Colour, Point, Search};
use stonemask::playout::Tally;

/// Plies of an opening.
const OPENING: u32 = 4;
const TABLE: usize = 1 << 28;

enum Player {
    Tree(Box<Search>),
    Flat(Batch),
    Greedy,
}

impl Player {
    fn new(text: &str) -> Player {
        let (name, changes) = text.split_once(':').unwrap_or((text, ""));
        let mut settings = match name {
            "flat" => return Player::Flat(Batch::new(1)),
            "greedy" => return Player::Greedy,
            "tree" => Settings::default(),
            "plain" => {
                Settings { leaves: 1, games: 1, batched: false, prior: 1.0, mobility: 0.0, ..Settings::default() }
            }
            _ => panic!("no player {name}"),
        };
        for change in changes.split(',').filter(|change| !change.is_empty()) {
            let (name, value) = change.split_once('=').expect("a setting and its value");
            let value: f64 = value.parse().expect("a number");
            match name {
                "leaves" => settings.leaves = value as usize,
                "games" => settings.games = value as u64,
                "batched" => settings.batched = value != 0.0,
                "exploration" => settings.exploration = value,
                "prior" => settings.prior = value.exp(),
                "mobility" => settings.mobility = value,
                "odds" => settings.odds = value.exp(),
                "reduction" => settings.reduction = value,
                "points" => settings.solver_points = value as u32,
                "nodes" => settings.solver_nodes = value as u64,
                _ => panic!("no setting {name}"),
            }
        }
        Player::Tree(Box::new(search_with(TABLE, settings).expect("memory")))
    }

    fn choose(&mut self, board: &Board, time: Duration, count: &mut Count) -> Point {
        let begun = processor_time();
        count.moves += 1;
        match self {
            Player::Tree(search) => {
                let flow = |_: &_| {
                    if processor_time() - begun < time { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                };
                let analysis = search.run_until(board, Limits::default(), flow, &AtomicBool::new(false));
                count.games += analysis.nodes;
                // The moves told last may be some batches old.
                analysis.moves[0].ply()
            }
            Player::Flat(batch) => {
                let (moves, boards): (Vec<Point>, Vec<Board>) = board.children().unzip();
                let mut tallies = vec![Tally::default(); moves.len()];
                let mut next = 0;
                while processor_time() - begun < time {
                    let chosen: Vec<usize> = (0..8).map(|index| (next + index) % moves.len()).collect();
                    next += 8;
                    let leaves: Vec<Board> = chosen.iter().map(|&index| boards[index]).collect();
                    for (index, tally) in chosen.into_iter().zip(batch.run(&leaves, 64)) {
                        tallies[index] += tally;
                        count.games += tally.games();
                    }
                }
                let share = |tally: &Tally| tally.wins(board.to_move()) as f64 / (tally.games().max(1)) as f64;
                let best = (0..moves.len()).max_by(|&a, &b| share(&tallies[a]).total_cmp(&share(&tallies[b])));
                moves[best.expect("a move")]
            }
            Player::Greedy => {
                let lead = |(_, child): &(Point, Board)| {
                    child.allowed(board.to_move()).len() as i32 - child.allowed(child.to_move()).len() as i32
                };
                board.children().max_by_key(lead).expect("a move").0
            }
        }
    }
}

#[derive(Default)]
struct Count {
    moves: u64,
    games: u64,
}

/// This thread's, where the system tells it.
fn processor_time() -> Duration {
    #[cfg(unix)]
    {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the call writes the time given.
        unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut time) };
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    }
    #[cfg(not(unix))]
    {
        static BEGUN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
        BEGUN.get_or_init(Instant::now).elapsed()
    }
}

/// Whether the first player wins.
fn play(mut board: Board, players: &mut [Player; 2], first: Colour, time: Duration, counts: &mut [Count; 2]) -> bool {
    while !board.is_over() {
        let index = usize::from(board.to_move() != first);
        let point = players[index].choose(&board, time, &mut counts[index]);
        board.play(point);
    }
    board.winner() == Some(first)
}

/// The 95 % interval of a share.
fn wilson(wins: f64, games: f64) -> [f64; 2] {
    let z = 1.96;
    let (share, spread) = (wins / games, z * z / games);
    let middle = share + spread / 2.0;
    let half = z * (share * (1.0 - share) / games + spread / (4.0 * games)).sqrt();
    [(middle - half) / (1.0 + spread), (middle + half) / (1.0 + spread)]
}

fn main() {
    let arguments: Vec<String> = env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let number =
        |index: usize, default: u64| arguments.get(index).map_or(default, |text| text.parse().expect("a number"));
    let (pairs, time) = (number(0, 10), Duration::from_millis(number(1, 5)));
    let names: Vec<&str> = [(2, "tree"), (3, "flat")]
        .map(|(index, default)| arguments.get(index).map_or(default, String::as_str))
        .to_vec();
    let mut players = [Player::new(names[0]), Player::new(names[1])];
    let (mut wins, mut counts, begun) = (0, [Count::default(), Count::default()], Instant::now());
    for pair in 0..pairs {
        let mut board = Board::start();
        board.play_random_plies(&mut Random::new(pair), OPENING);
        for first in Colour::ALL {
            wins += u32::from(play(board, &mut players, first, time, &mut counts));
        }
    }
    let games = 2 * pairs;
    let [low, high] = wilson(wins.into(), games as f64).map(|share| 100.0 * share);
    let per_move = counts.map(|count| count.games / count.moves.max(1));
    println!(
        "{} {wins}-{} {} at {time:?}: {:.0} % [{low:.0}, {high:.0}], games a move {per_move:?}, {:.0?}",
        names[0],
        games - u64::from(wins),
        names[1],
        f64::from(wins) * 100.0 / games as f64,
        begun.elapsed()
    );
}
