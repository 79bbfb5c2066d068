//! Promise: the command does what its help says; started as a user starts it.

mod support;

use std::io::{BufRead, BufReader, Read};
use std::process::Command;
use support::{bad, good, json, stdout, stonemask, tiers};

#[test]
fn solve_prints_score_and_line() {
    let text = good(&["solve", "othello4"]);
    assert!(text.starts_with("score  -8 (black 3, white 11)\nline   "), "{text}");
    let line = "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2";
    for tier in tiers().iter().filter(|tier| *tier != "reference") {
        let report = json(&["solve", "othello6", "--moves", line, "--table", "8", "--tier", tier]);
        assert_eq!((&report["score"], &report["tier"]), (&(-4).into(), &tier.as_str().into()));
        assert!(report["line"].as_str().unwrap().starts_with("e2 "));
        assert!(report["nodes"].as_u64().unwrap() > 0 && report["seconds"].as_f64().unwrap() > 0.0);
    }
    // A position in text, with white to move: the score stays black's.
    let report = json(&["solve", "othello4", "--position", "-----OX--XO----- O"]);
    assert_eq!(report["score"], 8);
}

#[test]
fn solve_scores_every_move_as_it_scores_the_board_after_it() {
    let line = "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2";
    for options in [&[][..], &["--anti"], &["--winner-takes-empties"], &["--threads", "2"]] {
        let solve = |moves: &str, more: &[&str]| {
            json(&[&["solve", "othello6", "--table", "8", "--moves", moves], options, more].concat())
        };
        let all = solve(line, &["--all"]);
        assert_eq!(all["score"], solve(line, &[])["score"]);
        let moves = all["moves"].as_array().unwrap();
        assert_eq!(moves.len(), 6, "{moves:?}");
        for scored in moves {
            let after = solve(&format!("{line} {}", scored["move"].as_str().unwrap()), &[]);
            assert_eq!(scored["score"], after["score"]);
        }
        assert_eq!(moves[0]["score"], all["score"], "the best comes first");
    }
    let text = good(&["solve", "othello4", "--anti", "--all", "--table", "1"]);
    assert!(text.starts_with("score  -3 (black 6, white 9)\n") && text.contains("\nb1     -3  a1 "), "{text}");
    assert!(text.ends_with(&format!("threads 1, table 1 MiB, tier {}\n", tiers().last().unwrap())), "{text}");
}

#[test]
fn solve_takes_8x8_boards_with_few_empty_squares() {
    let board = "--OOOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXXXXXOOOOXXXXOXXOXXXXXXXXX X";
    let report = json(&["solve", "othello8", "--table", "8", "--position", board]);
    let all = json(&["solve", "othello8", "--table", "8", "--position", board, "--all", "--threads", "3"]);
    assert_eq!(report["score"], all["score"]);
}

/// Ctrl-C: the bounds proved so far, in one line, and exit status 1. No machine solves the
/// position, and the warning that says so comes once Ctrl-C is watched for.
#[cfg(unix)]
#[test]
fn solve_tells_its_bounds_when_interrupted() {
    for more in [&[][..], &["--threads", "2"], &["--all"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_stonemask"))
            .args(["solve", "othello8", "--table", "8"])
            .args(more)
            .stderr(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let mut warning = String::new();
        stderr.read_line(&mut warning).unwrap();
        assert!(warning.contains("60 empty squares") && warning.contains("Ctrl-C"), "{warning}");
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        let mut told = String::new();
        stderr.read_to_string(&mut told).unwrap();
        assert!(told.starts_with("stonemask: interrupted after ") && told.lines().count() == 1, "{told}");
        assert!(told.contains(" between "), "{told}");
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn training_repeats_itself() {
    let folder = std::env::temp_dir().join(format!("stonemask-train-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for (game, stages) in [(&["othello6"][..], 12), (&["othello6", "--anti"], 12), (&["othello8"], 9)] {
        let weights = |name: &str, seed: &str| {
            let file = folder.join(name);
            let out = file.to_str().unwrap();
            let report = json(&[&["train"], game, &["--out", out, "--positions", "40", "--seed", seed]].concat());
            assert_eq!(report["stages"].as_array().unwrap().len(), stages);
            std::fs::read(file).unwrap()
        };
        let first = weights("first", "1");
        assert!(first == weights("second", "1") && first != weights("third", "2"));
    }
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 3, "no checkpoint is left");
    let midgame = |name: &str, threads: &str| {
        let out = folder.join(name);
        let out = out.to_str().unwrap();
        let report = json(&["train", "othello8", "--midgame", "--out", out, "--games", "20", "--threads", threads]);
        assert_eq!((report["games"].as_u64(), report["stages"].as_array().unwrap().len()), (Some(20), 26));
        let depth = ["analyse", "othello8", "--depth", "4"];
        assert_ne!(json(&depth)["nodes"], json(&[&depth[..], &["--weights", out]].concat())["nodes"]);
        std::fs::read(out).unwrap()
    };
    assert!(midgame("first", "1") == midgame("second", "3"));
    let line = "othello6 has no weights for the midgame; othello8 has";
    bad(&["train", "othello6", "--midgame", "--out", folder.join("fourth").to_str().unwrap()], 2, line);
    let line = "othello8 has no weights for anti-Othello; othello6 has";
    bad(&["train", "othello8", "--anti", "--out", folder.join("fourth").to_str().unwrap()], 2, line);
    std::fs::remove_dir_all(folder).unwrap();
}

/// Weights of another training find the same score by other nodes; what is no file of weights of
/// this game is refused.
#[test]
fn weights_are_read_from_a_file() {
    let folder = std::env::temp_dir().join(format!("stonemask-weights-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let [six, anti, eight] = ["six", "anti", "eight"].map(file);
    json(&["train", "othello6", "--out", &six, "--positions", "40"]);
    json(&["train", "othello6", "--anti", "--out", &anti, "--positions", "40"]);
    json(&["train", "othello8", "--out", &eight, "--positions", "40"]);

    let line = "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2";
    for (options, weights) in [(&[][..], &six), (&["--anti"], &anti)] {
        let solve = [&["solve", "othello6", "--moves", line], options].concat();
        let (usual, other) = (json(&solve), json(&[&solve[..], &["--weights", weights]].concat()));
        assert_eq!(usual["score"], other["score"]);
        assert_ne!(usual["nodes"], other["nodes"], "other weights, other orders");
    }
    let analyse = ["analyse", "othello8", "--depth", "4"];
    let nodes = |options: &[&str]| json(&[&analyse, options].concat())["nodes"].clone();
    assert_ne!(nodes(&[]), nodes(&["--weights", &eight]));

    let (bytes, cut, longer, flipped) = (std::fs::read(&six).unwrap(), file("cut"), file("longer"), file("flipped"));
    std::fs::write(&cut, &bytes[..bytes.len() / 2]).unwrap();
    std::fs::write(&longer, [&bytes[..], b"x"].concat()).unwrap();
    let mut one_bit = bytes.clone();
    one_bit[1000] ^= 1;
    std::fs::write(&flipped, one_bit).unwrap();
    let (foreign, damaged) =
        ("not weights for this game, or those of another version", "weights that are cut or damaged");
    let other = "weights for the other scoring: anti-Othello, in which fewest discs win, has its own";
    for (arguments, path, problem) in [
        (&["solve", "othello6"][..], &cut, damaged),
        (&["solve", "othello6"], &longer, damaged),
        (&["solve", "othello6"], &flipped, damaged),
        (&["solve", "othello6"], &eight, foreign),
        (&["solve", "othello6"], &anti, other),
        (&["solve", "othello6", "--anti"], &six, other),
        (&["analyse", "othello8"], &six, foreign),
        (&["analyse", "othello6"], &cut, damaged),
        (&["solve", "othello8"], &file("none"), "No such file or directory"),
    ] {
        bad(&[arguments, &["--weights", path]].concat(), 2, &format!("{path}: {problem}"));
    }
    for game in ["othello4", "nogo"] {
        bad(&["solve", game, "--weights", &six], 2, &format!("--weights does not apply to {game}"));
    }
    assert!(std::fs::read(&six).unwrap() == bytes, "a file that is read stays as it was");
    std::fs::remove_dir_all(folder).unwrap();
}

/// Whatever moment training is killed at, the same command goes on and makes the same weights; and
/// it goes on from no other checkpoint.
#[test]
fn training_goes_on_after_a_kill() {
    let folder = std::env::temp_dir().join(format!("stonemask-resume-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let train = |out: &str, seed: &str| {
        ["train", "othello8", "--out", out, "--positions", "100", "--seed", seed].map(str::to_owned)
    };
    let (whole, killed) = (file("whole"), file("killed"));
    json(&train(&whole, "1").each_ref().map(String::as_str));
    let checkpoint = killed.clone() + ".checkpoint";
    let mut child = Command::new(env!("CARGO_BIN_EXE_stonemask")).args(train(&killed, "1")).spawn().unwrap();
    while std::fs::metadata(&checkpoint).is_err() {
        assert!(child.try_wait().unwrap().is_none(), "it ended without a checkpoint");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!std::fs::exists(&killed).unwrap(), "killed before it was done");
    let kept = std::fs::read(&checkpoint).unwrap();

    let refused = |seed: &str, problem: &str| {
        let line = format!("{checkpoint}: {problem}");
        bad(&train(&killed, seed).each_ref().map(String::as_str), 2, &line);
    };
    refused("2", "a checkpoint of other training: seed 1, 100 positions");
    for (bytes, problem) in [
        (&kept[..kept.len() / 2], "a checkpoint that is cut or damaged"),
        (b"something else", "not a checkpoint of this training, or one of another version"),
    ] {
        std::fs::write(&checkpoint, bytes).unwrap();
        refused("1", problem);
        assert!(std::fs::read(&checkpoint).unwrap() == bytes, "what was there is lost");
    }

    std::fs::write(&checkpoint, kept).unwrap();
    json(&train(&killed, "1").each_ref().map(String::as_str));
    assert!(std::fs::read(&killed).unwrap() == std::fs::read(&whole).unwrap());
    assert!(!std::fs::exists(&checkpoint).unwrap(), "the checkpoint is left");
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn perft_counts() {
    for tier in tiers() {
        let report = json(&["perft", "othello8", "--depth", "6", "--tier", &tier]);
        assert_eq!((&report["nodes"], &report["finished"], &report["depth"]), (&8200.into(), &0.into(), &6.into()));
        assert_eq!((&report["game"], &report["tier"]), (&"othello8".into(), &tier.as_str().into()));
        assert!(report["nodes_per_second"].as_f64().unwrap() > 0.0);
    }
    assert_eq!(json(&["perft", "othello4", "--depth", "10"])["nodes"], 36540);
    assert_eq!(json(&["perft", "othello6", "--depth", "0"])["nodes"], 1);
    assert_eq!(json(&["perft", "othello8", "--depth", "5", "--moves", "f5"])["nodes"], 8200 / 4);
    let text = good(&["perft", "othello8", "--depth", "7", "--divide"]);
    assert!(
        text.starts_with("d3     13 773\nc4     13 773\nf5     13 773\ne6     13 773\nnodes     55 092\n"),
        "{text}"
    );
    let divided = json(&[
        "perft",
        "othello6",
        "--depth",
        "4",
        "--divide",
        "--position",
        "--------------OX----XO-------------- X",
    ]);
    assert_eq!(divided["divide"][0]["move"], "c2");
    assert_eq!(divided["divide"][0]["nodes"], 61);
    // A finished game.
    let report = json(&["perft", "othello4", "--depth", "3", "--position", "XXXXXXXXXXXXXXX- X"]);
    assert_eq!((&report["nodes"], &report["finished"]), (&1.into(), &1.into()));
}

#[test]
fn perft_counts_the_same_on_any_number_of_threads() {
    let report = |threads: &str| json(&["perft", "othello6", "--depth", "9", "--divide", "--threads", threads]);
    let (one, three) = (report("1"), report("3"));
    assert_eq!((&one["nodes"], &one["threads"], &three["threads"]), (&2_114_912.into(), &1.into(), &3.into()));
    assert_eq!(
        (&one["nodes"], &one["finished"], &one["divide"]),
        (&three["nodes"], &three["finished"], &three["divide"])
    );
}

#[test]
fn playouts_are_reproducible_and_add_up() {
    // Of more than one share, so that threads have something to share.
    let arguments = ["playout", "othello8", "--games", "70000", "--seed", "5"];
    for tier in tiers().iter().filter(|tier| *tier != "reference") {
        let report = |threads| json(&[&arguments[..], &["--tier", tier, "--threads", threads]].concat());
        let (one, again, two) = (report("1"), report("1"), report("2"));
        let ended: u64 = ["first_wins", "draws", "second_wins"].iter().map(|name| one[name].as_u64().unwrap()).sum();
        assert_eq!((ended, &one["games"]), (70_000, &70_000.into()));
        for field in ["plies", "first_wins", "draws", "second_wins"] {
            assert_eq!((&one[field], &one[field]), (&again[field], &two[field]), "{field}, {tier}");
        }
    }
    assert_eq!(json(&["playout", "othello6", "--games", "0"])["plies"], 0);
}

#[test]
fn cpu_tells_tiers() {
    assert_eq!(tiers()[0], "reference");
    for tier in tiers() {
        let output =
            Command::new(env!("CARGO_BIN_EXE_stonemask")).arg("cpu").env("STONEMASK_TIER", &tier).output().unwrap();
        assert!(stdout(&output).starts_with(&format!("tier       {tier}\n")), "the variable lowers the tier");
    }
    let output =
        Command::new(env!("CARGO_BIN_EXE_stonemask")).args(["cpu", "--json"]).env("STONEMASK_TIER", "avx512").output();
    let report: serde_json::Value = serde_json::from_slice(&output.unwrap().stdout).unwrap();
    assert_eq!(report["tier"], *tiers().last().unwrap().as_str(), "the variable never raises the tier");
    let output =
        Command::new(env!("CARGO_BIN_EXE_stonemask")).arg("cpu").env("STONEMASK_TIER", "mmx").output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let line = "stonemask: STONEMASK_TIER: 'mmx' is not a tier: expected reference, portable, x64, avx2 or avx512\n";
    assert_eq!(String::from_utf8_lossy(&output.stderr), line);
}

#[test]
fn bench_measures_every_kernel() {
    let report = json(&["bench", "--game", "othello4", "--tier", "x64"]);
    let kernels: Vec<&str> =
        report["kernels"].as_array().unwrap().iter().map(|k| k["kernel"].as_str().unwrap()).collect();
    let one = ["legal_moves", "mobility", "flips", "outflanks", "children", "last plies"];
    let many = ["moves, many", "count, many", "flips, many", "child, many", "random game"];
    assert_eq!(kernels, [&one[..], &many].concat());
    assert!(report["kernels"].as_array().unwrap().iter().all(|k| k["cycles"].as_f64().unwrap() > 0.0));
}

/// Which tier is faster is for a quiet machine to say (`.ci/long compare`); here, that each is
/// compared with the one below.
#[test]
fn bench_compares_each_tier_with_the_one_below() {
    let tiers: Vec<String> = tiers().into_iter().filter(|tier| tier != "reference").collect();
    let compare = |game: &str, more: &[&str]| {
        let output = stonemask(&[&["bench", "--compare", "--json", "--game", game], more].concat());
        let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let is_failure = |one: &serde_json::Value| one["verdict"] == "slower" && one["founding"] == false;
        let slower = report["comparisons"].as_array().unwrap().iter().any(is_failure);
        assert_eq!(output.status.code(), Some(i32::from(slower)), "{report}");
        assert_eq!(report["complete"], true);
        report
    };
    if let [.., below, tier] = &tiers[..] {
        let report = compare("othello4", &["--tier", tier]);
        let comparisons = report["comparisons"].as_array().unwrap();
        assert!(comparisons.iter().any(|one| one["kernel"] == "legal_moves"), "{report}");
        for one in comparisons {
            assert_eq!((&one["tier"], &one["below"]), (&tier.as_str().into(), &below.as_str().into()));
            let [low, high] = [0, 1].map(|end| one["interval"][end].as_f64().unwrap());
            let ratio = one["ratio"].as_f64().unwrap();
            assert!(0.0 < low && low <= ratio && ratio <= high && one["turns"].as_u64().unwrap() >= 21, "{one}");
        }
        // A kernel that a tier has from the one below is not compared with itself.
        let all = json(&["bench", "--game", "othello4", "--tier", tier])["kernels"].as_array().unwrap().len();
        assert_eq!(comparisons.len() as u64 + report["same"].as_u64().unwrap(), all as u64);
    }
    let alone = "--compare: it needs two tiers above the reference, and this selection has fewer";
    for tier in ["reference", &tiers[0]] {
        bad(&["bench", "--compare", "--tier", tier], 2, alone);
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_comparison_is_not_complete() {
    let output = support::interrupted(&["bench", "--compare", "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((output.status.code(), &report["complete"]), (Some(1), &false.into()));
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("interrupted after ") && told.contains(" comparisons"), "{told}");
}
