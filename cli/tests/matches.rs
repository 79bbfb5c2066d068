//! Promise: a match counts every game, also those of engines that crash, are silent or break the
//! rules; its records are games that other commands read; killed at any moment it goes on from
//! them, and ends as if nothing had happened.

mod support;

use jsonschema::Validator;
use serde_json::{Value, json};
use std::fs;
use std::sync::LazyLock;
use support::{bad, good, stdout, stonemask, told};

static SCHEMA: LazyLock<Validator> = LazyLock::new(|| support::schema("output.schema.json"));

/// A match whose report docs/output.schema.json describes.
fn played(arguments: &[&str]) -> Value {
    let output = stonemask(&[&["match", "--json"], arguments].concat());
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap_or_else(|_| panic!("{}", told(&output)));
    assert!(SCHEMA.is_valid(&report), "{report:#}");
    report
}

/// The parts of a report that a machine's speed does not change.
fn result(report: &Value) -> Value {
    let mut results = report["results"].clone();
    results.as_array_mut().unwrap().iter_mut().for_each(|pairing| _ = pairing.as_object_mut().unwrap().remove("ends"));
    results
}

fn scratch(name: &str) -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name).to_str().unwrap().to_owned();
    (folder, path)
}

#[test]
fn a_match_is_counted_from_both_sides_and_the_same_with_several_games_at_once() {
    let engines = ["--engine", "level:3", "--engine", "random", "--pairs", "6", "--exact", "10"];
    let one = played(&[&["othello6"], &engines[..]].concat());
    let pairing = &one["results"][0];
    assert_eq!((&pairing["games"], &one["games"], &one["complete"]), (&json!(12), &json!(12), &json!(true)));
    let of = |name: &str| pairing[name].as_u64().unwrap();
    assert_eq!(of("wins") + of("draws") + of("losses"), 12);
    assert_eq!(of("black_wins") + of("white_wins") + of("draws"), 12);
    let pairs: Vec<u64> = pairing["pairs"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).collect();
    let halves: u64 = pairs.iter().enumerate().map(|(halves, count)| halves as u64 * count).sum();
    assert_eq!((pairs.iter().sum::<u64>(), halves), (6, 2 * of("wins") + of("draws")));
    assert!(of("wins") >= 9, "level 3 against chance: {pairing}");
    assert_eq!(pairing["discs"]["games"], 12);
    assert!(pairing["discs"]["second_lost"].as_f64() > pairing["discs"]["first_lost"].as_f64(), "{pairing}");
    let many = played(&[&["othello6", "--concurrency", "3"], &engines[..]].concat());
    assert_eq!(result(&one), result(&many));
    let swapped = played(&["othello6", "--engine", "random", "--engine", "level:3", "--pairs", "6"]);
    assert_eq!(swapped["results"][0]["games"], 12);
}

#[test]
fn the_discs_of_a_game_are_those_lost_before_and_after() {
    // The lead with best play, less what the first lost, and what the second lost, is the result.
    let (_folder, path) = scratch("games.sgf");
    let report = played(&[
        "othello6",
        "--engine",
        "greedy",
        "--engine",
        "random",
        "--pairs",
        "3",
        "--exact",
        "12",
        "--records",
        &path,
    ]);
    let discs = &report["results"][0]["discs"];
    let of = |name: &str| discs[name].as_f64().unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let margins: Vec<f64> = text
        .split("(;")
        .skip(1)
        .map(|game| {
            let between = |begin: &str| game.split_once(begin).unwrap().1.split(']').next().unwrap();
            let result = between("RE[");
            let margin = result.split_once('+').map_or(0.0, |(_, margin)| margin.parse().unwrap());
            let is_first = (between("PB[") == "greedy") == result.starts_with('B');
            if is_first { margin } else { -margin }
        })
        .collect();
    let mean = margins.iter().sum::<f64>() / margins.len() as f64;
    assert!((of("lead") - of("first_lost") + of("second_lost") - mean).abs() < 1e-9, "{discs} {margins:?}");
}

#[test]
fn records_are_games_that_other_commands_read() {
    for (game, engines) in
        [("othello8", ["level:1", "greedy"]), ("nogo", ["random", "greedy"]), ("gomoku", ["greedy", "level:1"])]
    {
        let (folder, path) = scratch("games.sgf");
        let report =
            played(&[game, "--engine", engines[0], "--engine", engines[1], "--pairs", "2", "--records", &path]);
        assert_eq!(report["games"], 4, "{game}");
        let copy = folder.path().join("copy.sgf").to_str().unwrap().to_owned();
        let told = good(&["convert", &path, &copy, "--drop", "--json"]);
        let told: Value = serde_json::from_str(&told).unwrap();
        assert_eq!(told["games"], 4, "{told}");
    }
}

#[test]
fn a_match_that_was_cut_off_anywhere_goes_on_to_the_same_end() {
    let (_folder, path) = scratch("games.sgf");
    let arguments = [
        "nogo",
        "--rows",
        "5",
        "--columns",
        "5",
        "--engine",
        "greedy",
        "--engine",
        "A=random",
        "--pairs",
        "3",
        "--records",
        &path,
    ];
    let whole = played(&arguments);
    let text = fs::read(&path).unwrap();
    bad(
        &[&["match"], &arguments[..]].concat(),
        2,
        &format!("--records {path}: it exists; --resume goes on with its match"),
    );
    let resumed = [&arguments[..], &["--resume"]].concat();
    for length in (0..=text.len()).step_by(97).chain([1, text.len() - 1, text.len()]) {
        fs::write(&path, &text[..length]).unwrap();
        let report = played(&resumed);
        assert_eq!(result(&report), result(&whole), "after {length} bytes");
        let written = fs::read_to_string(&path).unwrap();
        assert_eq!(written.matches("(;FF[4]").count(), 6, "after {length} bytes");
    }
    // More pairs extend it; other conditions and other engines do not.
    let mut more = resumed.clone();
    *more.iter_mut().find(|word| **word == "3").unwrap() = "4";
    assert_eq!(played(&more)["games"], 8);
    for (change, problem) in [(["--seed", "2"], "it was played as"), (["--opening", "3"], "it was played as")] {
        let output = stonemask(&[&["match"], &resumed[..], &change].concat());
        assert!(told(&output).contains(problem), "{}", told(&output));
        assert_eq!(output.status.code(), Some(2));
    }
    let mut other = resumed.clone();
    *other.iter_mut().find(|word| **word == "A=random").unwrap() = "A=greedy";
    assert!(told(&stonemask(&[&["match"], &other[..]].concat())).contains("'A' was the engine 'random' there"));
    for foreign in ["hello", "(;GM[4]SZ[9];B[aa])", "(;FF[4]CA[UTF-8]AP[stonemask]GM[1]SZ[5]RU[NoGo];B[aa])"] {
        fs::write(&path, foreign).unwrap();
        let output = stonemask(&[&["match"], &resumed[..]].concat());
        assert_eq!(output.status.code(), Some(2), "{foreign}: {}", told(&output));
        assert_eq!(fs::read_to_string(&path).unwrap(), foreign, "a foreign file stays as it is");
    }
}

#[test]
fn several_engines_meet_as_the_schedule_says() {
    let engines = ["--engine", "A=random", "--engine", "B=random", "--engine", "C=greedy", "--pairs", "1"];
    for (schedule, meetings) in [
        ("round-robin", &[("A", "B"), ("A", "C"), ("B", "C")][..]),
        ("gauntlet", &[("A", "B"), ("A", "C")]),
        ("ladder", &[("B", "A"), ("C", "B")]),
    ] {
        let report = played(&[&["othello4", "--schedule", schedule], &engines[..]].concat());
        let met: Vec<(&str, &str)> = report["results"]
            .as_array()
            .unwrap()
            .iter()
            .map(|pairing| (pairing["first"].as_str().unwrap(), pairing["second"].as_str().unwrap()))
            .collect();
        assert_eq!(met, meetings, "{schedule}");
    }
}

#[test]
fn the_sequential_test_ends_a_match() {
    let report = played(&["othello6", "--engine", "level:4", "--engine", "random", "--sprt", "0", "200"]);
    assert_eq!((&report["sprt"]["verdict"], &report["complete"]), (&json!("elo1"), &json!(true)), "{report}");
    assert!(report["games"].as_u64().unwrap() < 60, "{report}");
    let report =
        played(&["othello6", "--engine", "random", "--engine", "level:4", "--sprt", "-50", "0", "--pairs", "1"]);
    assert_eq!((&report["sprt"]["verdict"], &report["games"]), (&json!("undecided"), &json!(2)), "{report}");
}

#[test]
fn bad_input_is_told_in_a_line() {
    for (arguments, line) in [
        (&["othello8", "--engine", "random"][..], "--engine: a match takes two engines or more"),
        (
            &["othello8", "--engine", "random", "--engine", "random"],
            "--engine: two are called 'random'; NAME= before one tells them apart",
        ),
        (&["nogo", "--engine", "random", "--engine", "nboard:x"], "--engine nboard:x: nboard has no nogo"),
        (
            &["nogo", "--engine", "random", "--engine", "level:0"],
            "invalid value 'level:0' for '--engine <ENGINE>': 'level:0' is not a level",
        ),
        (&["nogo", "--engine", "random", "--engine", "greedy", "--exact", "9"], "--exact does not apply to nogo"),
        (
            &["nogo", "--engine", "random", "--engine", "greedy", "--sprt", "5", "0"],
            "--sprt: ELO0 has to be less than ELO1",
        ),
        (
            &["nogo", "--engine", "random", "--engine", "greedy", "--blocked", "a1", "--records", "/nowhere/none.sgf"],
            "--records: SGF has no blocked cells",
        ),
        (
            &["nogo", "--engine", "random", "--engine", "greedy", "--records", "/nowhere/x.sgf"],
            "--records /nowhere/x.sgf: No such file or directory",
        ),
        (
            &["gomoku", "--engine", "random", "--engine", "x=gtp:/nowhere/engine"],
            "--engine x: cannot start '/nowhere/engine': No such file or directory",
        ),
    ] {
        let output = stonemask(&[&["match"], arguments].concat());
        let said = told(&output);
        assert!(said.starts_with(line) || said.contains("is not a level"), "{arguments:?}: {said}");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
    }
}

/// The engine of `judge`'s tests, good or with a fault, in a protocol.
#[cfg(unix)]
fn engine(name: &str, protocol: &str, game: &str, rule: &str, fault: &str) -> String {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/judged_engine.py");
    format!("{name}={protocol}:python3 -SE {program} {protocol} {game} {rule} {fault}").trim_end().to_owned()
}

#[cfg(unix)]
#[test]
fn engines_of_all_protocols_play_and_this_program_s_own_too() {
    let own = env!("CARGO_BIN_EXE_stonemask");
    for (game, engines) in [
        ("othello8", vec![format!("A=gtp:{own} gtp othello8 --level 2"), format!("B=nboard:{own} nboard --level 1")]),
        ("gomoku", vec![format!("A=gomocup:{own} gomocup --level 1"), format!("B=gtp:{own} gtp gomoku --level 1")]),
        ("nogo", vec![format!("A=gtp:{own} gtp nogo --player random"), "B=random".to_owned()]),
        ("othello4", vec![format!("A=gtp:{own} gtp othello4 --player greedy"), "B=greedy".to_owned()]),
    ] {
        let engines: Vec<&str> = engines.iter().flat_map(|engine| ["--engine", engine]).collect();
        let exact = if game.starts_with("othello") { &["--exact", "0"][..] } else { &[] };
        let report = played(&[&[game, "--pairs", "2"], exact, &engines].concat());
        assert_eq!(report["results"][0]["ends"], json!({"rules": 4}), "{game}: {report}");
    }
}

#[cfg(unix)]
#[test]
fn engines_that_fail_lose_the_game_and_the_match_goes_on() {
    if std::process::Command::new("python3").arg("--version").output().is_err() {
        support::skipped("this machine has no python3, in which the engines are written");
        return;
    }
    let match_of = |(fault, end): (&str, &str)| {
        let (_folder, path) = scratch("games.sgf");
        let engine = engine("bad", "gtp", "othello6", "-", fault);
        // Ten times as long is waited for an answer that never comes.
        let time = if fault == "hang" { "200" } else { "1000" };
        let options = ["--pairs", "2", "--time", time, "--exact", "0", "--records", &path];
        let report = played(&[&["othello6", "--engine", &engine, "--engine", "random"][..], &options].concat());
        let pairing = &report["results"][0];
        assert_eq!((&pairing["games"], &report["complete"]), (&json!(4), &json!(true)), "{fault}: {report}");
        assert!(pairing["ends"][end].as_u64() >= Some(1), "{fault}: {report}");
        assert_eq!(report["engines"][0]["faults"], pairing["ends"][end], "{fault}: {report}");
        assert!(fs::read_to_string(&path).unwrap().contains(&format!("C[end: {end}; ")), "{fault}");
    };
    // They wait most of the time, so all wait at once.
    std::thread::scope(|scope| {
        for fault in
            [("crash", "crash"), ("status", "crash"), ("hang", "time"), ("late", "time"), ("illegal", "illegal move")]
        {
            scope.spawn(move || match_of(fault));
        }
    });
}
