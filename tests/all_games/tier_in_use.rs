//! Promise: a tier is in use for as long as the work on it, whatever becomes of the work, and one
//! thread at a time chooses it.

use std::panic::catch_unwind;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use stonemask::Tier;
use stonemask::kernels::{self, with_tier};
use stonemask::othello::{Board, Solver};

/// No other test of this module runs at the same time; those of other modules choose no tier.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The tier of each table.
fn in_use() -> [Tier; 5] {
    [
        kernels::Othello::in_use().tier(),
        kernels::Gomoku::in_use().tier(),
        kernels::NoGo::in_use().tier(),
        kernels::RandomNumbers::in_use().tier(),
        kernels::Expand::in_use().tier(),
    ]
}

#[test]
fn every_table_is_of_the_tier_in_use() {
    let _alone = alone();
    for tier in Tier::available() {
        let found = with_tier(tier, || (in_use(), kernels::tier())).unwrap();
        assert_eq!(found, ([tier; 5], tier));
        assert_eq!(in_use(), [Tier::best(); 5], "after {tier}");
    }
}

#[test]
fn work_within_work_gives_the_tier_back() {
    let _alone = alone();
    for outer in Tier::available() {
        with_tier(outer, || {
            for inner in Tier::available() {
                assert_eq!(with_tier(inner, || with_tier(outer, kernels::tier)).unwrap(), Ok(outer));
                assert_eq!(with_tier(inner, in_use), Ok([inner; 5]));
                assert_eq!(in_use(), [outer; 5]);
            }
        })
        .unwrap();
    }
    assert_eq!(in_use(), [Tier::best(); 5]);
}

#[test]
fn a_panic_gives_the_tier_back() {
    let _alone = alone();
    let fail = |tier| catch_unwind(|| with_tier(tier, || -> () { panic!("what a test throws") })).unwrap_err();
    for tier in Tier::available() {
        fail(tier);
        assert_eq!(in_use(), [Tier::best(); 5], "after {tier}");
        let waiting = with_tier(Tier::Portable, || {
            fail(tier);
            assert_eq!(in_use(), [Tier::Portable; 5], "after {tier}");
            // It is still this thread's turn: another waits for it.
            let other = std::thread::spawn(|| with_tier(Tier::Reference, in_use));
            std::thread::sleep(Duration::from_millis(20));
            assert!(!other.is_finished());
            assert_eq!(in_use(), [Tier::Portable; 5]);
            other
        });
        assert_eq!(waiting.unwrap().join().unwrap(), Ok([Tier::Reference; 5]));
        assert_eq!(in_use(), [Tier::best(); 5]);
    }
}

/// One thread at a time: none sees another's tier, also where some panic.
#[test]
fn threads_take_turns() {
    let _alone = alone();
    std::thread::scope(|scope| {
        for (number, tier) in Tier::available().chain(Tier::available()).enumerate() {
            scope.spawn(move || {
                for round in 0..200 {
                    let result = catch_unwind(|| {
                        with_tier(tier, || {
                            assert_eq!(in_use(), [tier; 5]);
                            std::thread::yield_now();
                            assert_eq!(Board::<4>::start().perft(3).nodes, 44);
                            assert_eq!(in_use(), [tier; 5]);
                            if (round + number) % 50 == 0 {
                                std::panic::resume_unwind(Box::new("what a test throws"));
                            }
                        })
                    });
                    assert_eq!(result.is_err(), (round + number) % 50 == 0);
                }
            });
        }
    });
    assert_eq!(in_use(), [Tier::best(); 5]);
}

#[test]
fn threads_that_choose_no_tier_use_the_one_chosen() {
    let _alone = alone();
    for tier in Tier::available() {
        let found = with_tier(tier, || std::thread::scope(|scope| scope.spawn(in_use).join().unwrap()));
        assert_eq!(found, Ok([tier; 5]));
    }
}

#[test]
fn a_tier_that_does_not_run_here_changes_nothing() {
    let _alone = alone();
    for tier in Tier::ALL {
        let mut done = false;
        let result = with_tier(tier, || done = true);
        assert_eq!((result.is_ok(), done), (tier.is_available(), tier.is_available()), "{tier}");
        if let Err(error) = result {
            assert_eq!(error.tier(), tier);
            assert_eq!(
                error.to_string(),
                format!("tier {tier} does not run here: the processor or the build lacks it")
            );
            assert_eq!(kernels::use_tier(tier), Err(error));
        }
        assert_eq!(in_use(), [Tier::best(); 5]);
    }
}

#[test]
fn a_chosen_tier_stays_and_what_was_made_keeps_its_own() {
    let _alone = alone();
    let mut solver = with_tier(Tier::Reference, || Solver::<4>::new(1 << 16)).unwrap().unwrap();
    let shown = format!("{solver:?}");
    for tier in Tier::available() {
        kernels::use_tier(tier).unwrap();
        assert_eq!(in_use(), [tier; 5]);
        assert_eq!(with_tier(Tier::Portable, in_use), Ok([Tier::Portable; 5]));
        assert_eq!(in_use(), [tier; 5]);
        assert_eq!(format!("{solver:?}"), shown);
    }
    kernels::use_tier(Tier::best()).unwrap();
    let late: Board<4> = "OXXXOXXXOXOX---- X".parse().unwrap();
    let mut best = Solver::new(1 << 16).unwrap();
    assert_ne!(format!("{best:?}"), shown);
    assert_eq!(solver.solve(&late).score, best.solve(&late).score);
}
