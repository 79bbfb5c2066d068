//! Promise: Ctrl-C, SIGTERM and a terminal that closes end every command within half a second, with
//! what is known so far and status 1, whatever the game, the rule and the size.
//!
//! `cargo test --test interrupts -- --nocapture` prints the latencies, in milliseconds, as
//! docs/PERFORMANCE.md has them.
#![cfg(unix)]

mod support;

use serde_json::Value;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use support::{scratch, signalled, stdout};

/// From the signal to the end of the process, the start of `kill` included. A busy machine may hold
/// up any one of them: it is enough that one of several is in time, since a command that asks for
/// its flag too seldom is late each time.
const IN_TIME: Duration = Duration::from_millis(500);
const ATTEMPTS: usize = 6;
/// How long a command works before it is interrupted, and again as long each time that it was late.
const WORK: Duration = Duration::from_millis(200);

/// The tests of this file run side by side, their commands one at a time.
static TURN: Mutex<()> = Mutex::new(());

/// Interrupts a command that would take years; what it prints as JSON.
fn ends_in_time(arguments: &[&str], signal: &str) -> Value {
    let arguments = [arguments, &["--json"]].concat();
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut latencies = Vec::new();
    loop {
        let (output, latency) = signalled(&arguments, signal, WORK * (latencies.len() as u32 + 1));
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {told}");
        let error: Value = serde_json::from_str(&told).unwrap();
        let message = error["error"]["message"].as_str().unwrap();
        assert!(message.starts_with("interrupted"), "{arguments:?}: {told}");
        let mut numbers = message.split(':').next().unwrap().split(|c: char| !c.is_ascii_digit());
        assert!(numbers.all(|digits| digits.len() < 4), "digits stand in groups of three: {told}");
        let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
        assert_eq!(report["complete"], false, "{arguments:?}: {report}");
        latencies.push(latency);
        if latency < IN_TIME {
            println!("| `{}` | {} |", arguments[..arguments.len() - 1].join(" "), latency.as_millis());
            return report;
        }
        assert!(latencies.len() < ATTEMPTS, "{arguments:?} ended after {latencies:?}");
    }
}

const RULES: [&str; 5] = ["freestyle", "standard", "renju", "caro", "caro-exact"];

/// Each game and rule, on its largest boards.
fn each_game(mut test: impl FnMut(&[&str])) {
    for game in ["othello4", "othello6", "othello8", "nogo"] {
        test(&[game]);
    }
    for rule in RULES {
        test(&["gomoku", "--rule", rule]);
        test(&["gomoku", "--rule", rule, "--rows", "64", "--columns", "64"]);
    }
}

#[test]
fn perft() {
    each_game(|game| {
        // 4x4 Othello is counted to its end within a second.
        if game[0] == "othello4" {
            return;
        }
        ends_in_time(&[&["perft"], game, &["--depth", "30"]].concat(), "-INT");
    });
    ends_in_time(&["perft", "nogo", "--depth", "7"], "-INT");
    // The deepest perft on the largest board fits on the stack.
    ends_in_time(&["perft", "gomoku", "--rows", "64", "--columns", "64", "--depth", "255"], "-INT");
    ends_in_time(&["perft", "gomoku", "--depth", "9", "--threads", "3", "--divide"], "-INT");
    ends_in_time(&["perft", "othello8", "--depth", "30", "--tier", "reference"], "-INT");
    ends_in_time(&["perft", "nogo", "--depth", "30", "--tier", "reference"], "-INT");
}

/// No part of this tree is counted within a second.
#[test]
fn perft_tells_of_the_parts_that_are_counted() {
    let output = support::interrupted(&["perft", "gomoku", "--depth", "7"]);
    assert_eq!(support::told(&output), "interrupted after about 0.000 % of the tree");
}

#[test]
fn playout() {
    each_game(|game| {
        let report = ends_in_time(&[&["playout"], game, &["--games", "18446744073709551615"]].concat(), "-INT");
        let games: u64 = ["first_wins", "draws", "second_wins"].iter().map(|name| report[name].as_u64().unwrap()).sum();
        assert!(games > 0 && report["games"] == games, "{report}");
    });
    ends_in_time(&["playout", "othello8", "--games", "18446744073709551615", "--threads", "3"], "-INT");
    let renju = ["playout", "gomoku", "--rule", "renju", "--rows", "64", "--columns", "64", "--games", "1000000000000"];
    ends_in_time(&[&renju[..], &["--tier", "reference"]].concat(), "-INT");
    ends_in_time(&["playout", "nogo", "--games", "1000000000000", "--tier", "reference"], "-INT");
}

#[test]
fn solve() {
    let report = ends_in_time(&["solve", "othello8"], "-INT");
    assert_eq!((&report["lower"], &report["upper"]), (&(-64).into(), &64.into()));
    assert!(report["nodes"].as_u64().unwrap() > 0);
    let report = ends_in_time(&["solve", "othello8", "--all", "--threads", "3"], "-INT");
    assert_eq!(report["moves"], serde_json::json!([]));
    ends_in_time(&["solve", "othello8", "--tier", "reference"], "-INT");
    ends_in_time(&["solve", "othello6", "--tier", "reference"], "-INT");
    ends_in_time(&["solve", "nogo", "--rows", "5", "--columns", "6"], "-INT");
    ends_in_time(&["solve", "nogo", "--rows", "5", "--columns", "6", "--tier", "reference"], "-INT");
    ends_in_time(&["solve", "gomoku", "--position", &support::endless_gomoku()], "-INT");
}

#[test]
fn analyse() {
    for report in [
        ends_in_time(&["analyse", "othello8"], "-INT"),
        ends_in_time(&["analyse", "othello8", "--threads", "3", "--top", "64"], "-TERM"),
        ends_in_time(&["analyse", "othello6", "--tier", "reference"], "-INT"),
    ] {
        assert!(report["depth"].as_u64() > Some(0) && report["certainty"] == "estimate", "{report}");
        assert!(!report["line"].as_str().unwrap().is_empty() && !report["iterations"].as_array().unwrap().is_empty());
    }
}

#[test]
fn check_bench_train_and_replay() {
    ends_in_time(&["check", "--seconds", "1000000"], "-INT");
    ends_in_time(&["bench"], "-INT");
    ends_in_time(&["bench", "--game", "nogo", "--tier", "reference"], "-INT");
    if support::tiers().len() > 2 {
        ends_in_time(&["bench", "--compare"], "-INT");
        ends_in_time(&["bench", "--compare", "--game", "nogo"], "-INT");
    } else {
        support::skipped("bench --compare: this processor or build has not two tiers above the reference");
    }
    let weights = scratch("interrupted-weights", b"as before");
    ends_in_time(&["train", "othello6", "--out", &weights, "--positions", "4000000"], "-INT");
    ends_in_time(&["train", "othello6", "--out", &weights, "--positions", "4000000", "--tier", "reference"], "-INT");
    assert_eq!(std::fs::read(&weights).unwrap(), b"as before");
    // The shortest game there is, its second position solved.
    let mut game = vec![20, 18, 12, 31, 1, 0, 0, 0, 0, 0, 0xe2, 7, 8, 0, 0, 0];
    game.extend([0, 0, 0, 0, 0, 0, 64, 64, 65, 46, 35, 66, 57, 64, 75, 56, 53]);
    game.resize(16 + 68, 0);
    ends_in_time(&["replay", &scratch("one-game.wtb", &game), "--solve", "59"], "-INT");
}

/// SIGTERM, and what a terminal sends that closes.
#[test]
fn other_signals() {
    for signal in ["-TERM", "-HUP"] {
        ends_in_time(&["playout", "othello8", "--games", "18446744073709551615"], signal);
    }
}

/// Work that comes to its end says that it did.
#[test]
fn what_is_done_is_complete() {
    for arguments in [
        &["perft", "othello6", "--depth", "5"][..],
        &["perft", "othello6", "--depth", "0"],
        &["playout", "nogo", "--games", "10"],
        &["solve", "othello4"],
        &["solve", "othello4", "--all"],
        &["solve", "nogo", "--rows", "2", "--columns", "2"],
        &["bench", "--game", "othello4", "--tier", "x64"],
    ] {
        assert_eq!(support::json(arguments)["complete"], true, "{arguments:?}");
    }
}
