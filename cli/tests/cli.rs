//! Promise: the command does what its help says, on good and on bad input; started as a user starts it.

use std::path::PathBuf;
use std::process::{Command, Output};

fn stonemask(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_stonemask")).args(arguments).env_remove("STONEMASK_TIER").output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Runs a command that must succeed, silent on stderr, and returns what it printed.
fn good(arguments: &[&str]) -> String {
    let output = stonemask(arguments);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    stdout(&output)
}

fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&good(&[arguments, &["--json"]].concat())).unwrap()
}

/// Runs a command that must fail with this status and this one line.
fn bad(arguments: &[&str], status: i32, line: &str) {
    let output = stonemask(arguments);
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("stonemask: {line}\n"), "{arguments:?}");
    assert_eq!(output.status.code(), Some(status), "{arguments:?}");
}

fn tiers() -> Vec<String> {
    let report = json(&["cpu"]);
    report["available"].as_array().unwrap().iter().map(|tier| tier.as_str().unwrap().to_owned()).collect()
}

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

/// Ctrl-C: the bounds proved so far, in one line, and exit status 1.
#[cfg(unix)]
#[test]
fn solve_tells_its_bounds_when_interrupted() {
    for more in [&[][..], &["--threads", "2"], &["--all"]] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_stonemask"))
            .args(["solve", "othello8", "--table", "8", "--position"])
            .args(["--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O"])
            .args(more)
            .stderr(std::process::Stdio::piped())
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(700));
        Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(1));
        let output = child.wait_with_output().unwrap();
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.starts_with("stonemask: interrupted after ") && told.lines().count() == 1, "{told}");
        assert!(told.contains(" between "), "{told}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn training_repeats_itself() {
    let folder = std::env::temp_dir().join(format!("stonemask-train-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let weights = |name: &str, seed: &str| {
        let file = folder.join(name);
        let out = file.to_str().unwrap();
        let report = json(&["train", "othello6", "--out", out, "--positions", "40", "--seed", seed]);
        assert_eq!(report["stages"].as_array().unwrap().len(), 12);
        std::fs::read(file).unwrap()
    };
    let first = weights("first", "1");
    assert!(first == weights("second", "1") && first != weights("third", "2"));
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
fn check_finds_no_difference() {
    for game in ["othello4", "othello6", "othello8"] {
        let report = json(&["check", "--game", game, "--seconds", "0.2"]);
        assert_eq!(report["differences"], serde_json::json!([]));
        let kernels = report["kernels"].as_array().unwrap();
        assert!(!kernels.is_empty() && kernels.iter().all(|tally| tally["inputs"].as_u64().unwrap() > 0));
    }
}

#[test]
fn a_line_of_a_check_is_replayed() {
    let tiers = tiers();
    for tier in tiers.iter().filter(|tier| *tier != "reference") {
        let line = format!("othello4 flips {tier} -----OX--XO----- X, b1");
        let text = good(&["check", "--replay", &line]);
        assert_eq!(text, "result     {b2}\nreference  {b2}\nthey agree\n");
        let report = json(&["check", "--replay", &line]);
        assert_eq!(
            report,
            serde_json::json!({ "line": line, "result": "{b2}", "reference": "{b2}", "differs": false })
        );
    }
    for (line, problem) in [
        ("", "expected a game, a kernel, a tier and an input, as stonemask check prints them"),
        ("othello4 flop x64 -----OX--XO----- X, b1", "othello4 has no kernel 'flop'"),
        ("othello4 flips x86 -----OX--XO----- X, b1", "'x86' is no tier: expected reference, x64, avx2 or avx512"),
        ("othello4 flips reference -----OX--XO----- X, b1", "reference is what the tiers are compared with"),
    ] {
        bad(&["check", "--replay", line], 2, &format!("--replay: {problem}"));
    }
    if tiers.len() > 1 {
        let problem = "--replay: '-----OX--XO----- X': expected two parts with ', ' between";
        bad(&["check", "--replay", "othello4 flips x64 -----OX--XO----- X"], 2, problem);
        let tier = "--tier: the line of --replay names the tier";
        bad(&["check", "--replay", "othello4 flips x64 -----OX--XO----- X, b1", "--tier", "x64"], 2, tier);
    }
    let both = "the argument '--replay <LINE>' cannot be used with '--seed <N>'";
    bad(&["check", "--replay", "x", "--seed", "1"], 2, both);
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
    let line = "stonemask: STONEMASK_TIER: 'mmx' is no tier: expected reference, x64, avx2 or avx512\n";
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

#[test]
fn bench_compares_tiers_and_ends_with_1_if_one_is_slower_than_the_tier_below() {
    let tiers = tiers();
    if !tiers.contains(&"avx2".to_owned()) {
        bad(&["bench", "--compare"], 2, "--compare: there is no tier with another tier of assembly below it");
        return;
    }
    // Which tier wins is the machine's affair; the status is what the report says.
    let output = stonemask(&["bench", "--compare", "--game", "othello4", "--tier", "avx2", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    let comparisons = report["comparisons"].as_array().unwrap();
    let costs = json(&["bench", "--game", "othello4", "--tier", "avx2"]);
    let names = |list: &[serde_json::Value]| list.iter().map(|of| of["kernel"].clone()).collect::<Vec<_>>();
    assert_eq!(names(comparisons), names(costs["kernels"].as_array().unwrap()));
    for comparison in comparisons {
        assert_eq!((&comparison["tier"], &comparison["below"]), (&"avx2".into(), &"x64".into()));
        let number = |value: &serde_json::Value| value.as_f64().unwrap();
        let [low, ratio, high] =
            [&comparison["interval"][0], &comparison["ratio"], &comparison["interval"][1]].map(number);
        assert!(0.0 < low && low <= ratio && ratio <= high, "{comparison}");
        let verdict = if high < 0.97 {
            "faster"
        } else if low > 1.03 {
            "slower"
        } else {
            "no gain"
        };
        assert_eq!(comparison["verdict"], verdict, "{comparison}");
    }
    let slower = comparisons.iter().any(|comparison| comparison["verdict"] == "slower");
    assert_eq!(output.status.code(), Some(slower.into()));
    bad(
        &["bench", "--compare", "--tier", "x64"],
        2,
        "--compare: there is no tier with another tier of assembly below it",
    );
}

#[test]
fn bad_input_is_one_line_and_status_2() {
    let tier = "expected reference, x64, avx2 or avx512";
    for (arguments, line) in [
        (&[][..], "no command given (see 'stonemask --help')".to_owned()),
        (&["tune"], "unrecognized subcommand 'tune'".to_owned()),
        (&["solve"], "the following required arguments were not provided: <GAME>".to_owned()),
        (&["perft", "othello6"], "the following required arguments were not provided: --depth <N>".to_owned()),
        (&["perft", "othello6", "--depth", "x"], "invalid value 'x' for '--depth <N>': invalid digit found in string".to_owned()),
        (
            &["perft", "othello6", "--depth", "-1"],
            "invalid value '-1' for '--depth <N>': -1 is not in 0..=4294967295".to_owned(),
        ),
        (&["cpu", "--tier", "mmx"], format!("invalid value 'mmx' for '--tier <TIER>': 'mmx' is no tier: {tier}")),
        (
            &["solve", "othello6", "--without", "luck"],
            "invalid value 'luck' for '--without <NAME>': 'luck' is no technique: expected patterns, deep-ordering, mobility, \
             first-guess, pre-search, stability, children-lookup, symmetry, parity, near-table, leaf-kernel"
                .to_owned(),
        ),
        (&["solve", "nogo", "--rows", "2", "--cols", "2", "--all"], "--all does not apply to nogo".to_owned()),
        (&["train", "othello8", "--out", "weights"], "othello8 has no weights to train: expected othello6".to_owned()),
        (&["solve", "othello6", "--moves", "c2 z9"], "--moves, ply 2: 'z9' is no square: expected a1 to f6".to_owned()),
        (
            &["solve", "othello6", "--moves", "c2 c2"],
            "--moves, ply 2: illegal move c2 for white: the square holds a black disc".to_owned(),
        ),
        (&["solve", "othello6", "--moves", "a1"], "--moves, ply 1: illegal move a1 for black: it flips nothing".to_owned()),
        (
            &["solve", "othello6", "--moves", "pass"],
            "--moves, ply 1: illegal move pass for black: a pass needs that no disc can be placed, but there is c2 b3 e4 d5"
                .to_owned(),
        ),
        (
            &["solve", "othello4", "--position", "-----OX--XO---- X"],
            "--position: '-----OX--XO---- X' is no board: 16 characters, expected 16 cells and the side to move".to_owned(),
        ),
        (
            &["solve", "othello4", "--position", "-----OX--XO---?- X"],
            "--position: '-----OX--XO---?- X' is no board: '?' on c4, expected X, O or -".to_owned(),
        ),
        (&["solve", "othello6", "--table", "0"], "invalid value '0' for '--table <MIB>': 0 is not in 1..=1048576".to_owned()),
        (
            &["check", "--tier", "reference"],
            "there is no tier to compare with the reference: this build or processor has none, or --tier names it".to_owned(),
        ),
        (&["check", "--seconds", "-1"], "invalid value '-1' for '--seconds <S>': expected a number of seconds, 0 to 1e9".to_owned()),
        (&["replay", "no/such/file.wtb"], "no/such/file.wtb: No such file or directory (os error 2)".to_owned()),
    ] {
        bad(arguments, 2, &line);
    }
    if !tiers().contains(&"avx512".to_owned()) {
        let line = "--tier avx512: this processor or this build lacks it (see 'stonemask cpu')";
        bad(&["perft", "othello6", "--depth", "3", "--tier", "avx512"], 2, line);
    }
}

/// The folder of real games: see tests/README.md.
fn data() -> Option<PathBuf> {
    let folder = std::env::var_os("STONEMASK_DATA").map(PathBuf::from);
    if folder.is_none() {
        println!("STONEMASK_DATA is not set: not tried on real games");
    }
    folder
}

fn scratch(name: &str, bytes: &[u8]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn replay_agrees_with_a_year_of_real_games() {
    let Some(folder) = data() else { return };
    let file = folder.join("WTH_2018.wtb").to_str().unwrap().to_owned();
    for tier in tiers() {
        let report = json(&["replay", &file, "--tier", &tier]);
        assert_eq!((&report["games"], &report["differences"]), (&2429.into(), &serde_json::json!([])), "{tier}");
        assert!(report["plies"].as_u64().unwrap() > 2429 * 55);
    }
    let bytes = std::fs::read(&file).unwrap();
    let cut = scratch("cut.wtb", &bytes[..1000]);
    bad(&["replay", &file, &cut], 2, &format!("{cut}: truncated: 1000 bytes, but its 2429 games take 165188"));
}

/// A database of one game: the shortest there is, black has 13 discs and so all 64.
fn shortest_game() -> Vec<u8> {
    let mut bytes = vec![20, 18, 12, 31, 1, 0, 0, 0, 0, 0, 0xe2, 7, 8, 0, 0, 0];
    bytes.extend([0, 0, 0, 0, 0, 0, 64, 64]);
    bytes.extend([65, 46, 35, 66, 57, 64, 75, 56, 53]);
    bytes.resize(16 + 68, 0);
    bytes
}

#[test]
fn replay_names_each_difference() {
    let whole = shortest_game();
    let report = json(&["replay", &scratch("shortest.wtb", &whole)]);
    assert_eq!((&report["games"], &report["plies"]), (&1.into(), &9.into()));
    let differences = |name: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = whole.clone();
        change(&mut bytes);
        let file = scratch(name, &bytes);
        let output = stonemask(&["replay", &file]);
        assert_eq!((output.status.code(), output.stderr.len()), (Some(1), 0));
        stdout(&output).lines().next().unwrap().replace(&file, "FILE")
    };
    let wrong_count = differences("count.wtb", &|bytes| bytes[16 + 6] = 63);
    assert_eq!(wrong_count, "FILE, game 1, ply 9: black has 64 at the end, the record says 63");
    let illegal = differences("illegal.wtb", &|bytes| bytes[16 + 8 + 3] = 11);
    assert_eq!(illegal, "FILE, game 1, ply 4: illegal move a1 for white: it flips nothing");
    let no_square = differences("square.wtb", &|bytes| bytes[16 + 8 + 4] = 99);
    assert_eq!(no_square, "FILE, game 1, ply 5: the move 99 is no square");
    let short = differences("short.wtb", &|bytes| bytes[16 + 8 + 8] = 0);
    assert_eq!(short, "FILE, game 1, ply 8: the record ends before the game is over");
}

#[test]
fn replay_refuses_foreign_files_and_plays_nothing() {
    let text = scratch("text.wtb", b"1. f5 d6 2. c3 and so on, which is no database\n");
    bad(&["replay", &text], 2, &format!("{text}: no WTHOR database: its header has no date"));
    let empty = scratch("empty.wtb", b"");
    bad(&["replay", &empty], 2, &format!("{empty}: no WTHOR database: too short for a header"));
}

#[test]
fn help_and_version_are_not_errors() {
    assert!(good(&["--help"]).contains("Usage: stonemask"));
    assert!(good(&["solve", "--help"]).contains("--table"));
    assert!(good(&["--version"]).starts_with("stonemask "));
}
