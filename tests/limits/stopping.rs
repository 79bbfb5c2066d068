//! Promise: long work ends soon after its flag is set, with the results so far.

use crate::on_tiers::{on_best_tier, on_every_tier};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use stonemask::game::{Game, Stopped};
use stonemask::gomoku::{self, Rule, Size};
use stonemask::nogo;
use stonemask::othello::training::{self, Plan, TrainError};
use stonemask::othello::{self, Solver};
use stonemask::perft::{divide, divide_until, perft_until};
use stonemask::playout::{Tally, playout_share, playouts, playouts_until};

/// How soon is soon. Work asks for its flag every few milliseconds; a busy machine may delay all of
/// that now and then, so one of several attempts is enough.
const SOON: Duration = Duration::from_millis(500);

/// Lets endless work begin in another thread, which works on the tier in use here, sets its flag,
/// and checks that it comes back soon; what it had done by then, which must be something.
fn stopped<T: Send>(what: &str, work: impl Fn(&AtomicBool) -> T + Sync, something: impl Fn(&T) -> bool) -> T {
    let mut latencies = Vec::new();
    // A busy machine may also not have let it begin: it gets more time with each attempt.
    for attempt in 0..7 {
        let stop = AtomicBool::new(false);
        let (result, latency) = std::thread::scope(|scope| {
            let working = scope.spawn(|| work(&stop));
            std::thread::sleep(Duration::from_millis(20 << attempt));
            assert!(!working.is_finished(), "{what} ended by itself");
            stop.store(true, Ordering::Relaxed);
            let set = Instant::now();
            (working.join().unwrap(), set.elapsed())
        });
        if latency < SOON && something(&result) {
            return result;
        }
        latencies.push(latency);
    }
    panic!("{what} ended after {latencies:?}, or had done nothing");
}

/// Counts and plays out without end on every tier.
fn counts_and_games_of<G: Game>(start: &G, depth: u32) {
    on_every_tier(|tier| {
        let count = |stop: &AtomicBool| perft_until(start, depth, stop).unwrap_err().0;
        let count = stopped(&format!("perft of {start}, {tier}"), count, |count| count.nodes > 0);
        assert!(count.finished <= count.nodes, "{tier}: {count:?}");
        let tally = |stop: &AtomicBool| {
            let mut tallies = [Tally::default()];
            let result = playouts_until(std::slice::from_ref(start), u64::MAX, 1, &mut tallies, stop);
            result.map_err(|Stopped(())| tallies[0]).unwrap_err()
        };
        let tally = stopped(&format!("games of {start}, {tier}"), tally, |tally| tally.games() > 0);
        assert!(tally.plies >= tally.games(), "{tier}: {tally:?}");

        // The flag of the beginning: nothing is done. One that stays down changes nothing.
        let (up, down) = (AtomicBool::new(true), AtomicBool::new(false));
        assert_eq!(perft_until(start, depth, &up).map_err(|Stopped(count)| count.nodes), Err(0));
        let mut tallies = [Tally::default(); 2];
        let two = [start.clone(), start.clone()];
        assert_eq!(playouts_until(&two, 5, 1, &mut tallies, &up), Err(Stopped(())));
        assert_eq!(tallies, [Tally::default(); 2]);
        assert_eq!(playouts_until(&two, 5, 1, &mut tallies, &down), Ok(()));
        assert_eq!(tallies.to_vec(), playouts(&two, 5, 1));
        assert_eq!(perft_until(start, 2, &down), Ok(start.perft(2)));
    });
}

#[test]
fn othello_stops() {
    counts_and_games_of(&othello::Board::<8>::start(), 30);
    counts_and_games_of(&othello::Board::<6>::start(), 30);
}

#[test]
fn gomoku_stops() {
    for rule in Rule::ALL {
        counts_and_games_of(&gomoku::Board::with_size(Size::new(15, 15).unwrap(), rule), 9);
        counts_and_games_of(&gomoku::Board::with_size(Size::new(64, 64).unwrap(), rule), 9);
    }
}

#[test]
fn nogo_stops() {
    counts_and_games_of(&nogo::Board::start(), 12);
}

#[test]
fn a_divided_count_says_what_it_came_to() {
    let start = othello::Board::<8>::start();
    let stop = AtomicBool::new(false);
    on_best_tier(|| assert_eq!(divide_until(&start, 5, &stop).unwrap(), divide(&start, 5)));
    stop.store(true, Ordering::Relaxed);
    let Err(Stopped(counts)) = divide_until(&start, 5, &stop) else { panic!("it was stopped") };
    assert_eq!(counts, [("d3".parse().unwrap(), Default::default())]);
}

#[test]
fn solvers_stop() {
    on_every_tier(|tier| {
        let solve = |stop: &AtomicBool| {
            let mut solver = Solver::<8>::new(1 << 20).unwrap();
            let Stopped(progress) = solver.solve_until(&othello::Board::start(), stop).unwrap_err();
            progress
        };
        let progress = stopped(&format!("solver of Othello, {tier}"), solve, |progress| progress.nodes > 1000);
        assert_eq!((progress.lower, progress.upper), (-64, 64));
        let test = |stop: &AtomicBool| {
            let mut solver = Solver::<8>::new(1 << 20).unwrap();
            let Stopped(progress) = solver.is_at_least_until(&othello::Board::start(), 0, stop).unwrap_err();
            progress
        };
        let progress = stopped(&format!("test of Othello, {tier}"), test, |progress| progress.nodes > 1000);
        assert_eq!((progress.lower, progress.upper), (-64, 64));
        let board = nogo::Board::with_shape(nogo::Shape::new(5, 6, Default::default()).unwrap());
        let solver = || nogo::Solver::new(1 << 20).unwrap();
        let nodes = |error| match error {
            nogo::SolveError::Stopped(Stopped(progress)) => progress.nodes,
            error => panic!("{error}"),
        };
        let solve = |stop: &AtomicBool| nodes(solver().solve_until(&board, stop).unwrap_err());
        stopped(&format!("solver of NoGo, {tier}"), solve, |&nodes| nodes > 1000);
        let winner = |stop: &AtomicBool| nodes(solver().winner_until(&board, stop).unwrap_err());
        stopped(&format!("winner of NoGo, {tier}"), winner, |&nodes| nodes > 1000);
    });
}

#[test]
fn training_stops() {
    on_every_tier(|tier| {
        let plan = Plan { positions: 10_000_000, ..Plan::of::<6>() };
        let train = |stop: &AtomicBool| training::train_until::<6>(plan, |_| (), stop);
        let result = stopped(&format!("training, {tier}"), train, |_| true);
        assert_eq!(result, Err(TrainError::Stopped(Stopped(()))));
    });
}

/// No positions have no games, whatever the number and the flag; positions that are over have
/// theirs at once, but not 2^44.
#[test]
fn games_that_take_no_time_end_too() {
    on_every_tier(|tier| {
        let begun = Instant::now();
        for stop in [AtomicBool::new(false), AtomicBool::new(true)] {
            assert_eq!(playouts_until::<nogo::Board>(&[], 1 << 44, 1, &mut [], &stop), Ok(()), "{tier}");
            assert_eq!(playout_share::<nogo::Board>(&[], u64::MAX, u64::MAX, 1, &mut [], &stop), Ok(()), "{tier}");
        }
        assert!(playouts::<othello::Board<8>>(&[], u64::MAX, 1).is_empty());
        let over = ["X- O".parse::<nogo::Board>().expect("a board without a move for white")];
        assert!(over[0].is_over());
        let (up, mut tallies) = (AtomicBool::new(true), [Tally::default()]);
        assert_eq!(playouts_until(&over, 1 << 44, 1, &mut tallies, &up), Err(Stopped(())), "{tier}");
        assert!(begun.elapsed() < Duration::from_secs(10), "{tier}");
    });
}
