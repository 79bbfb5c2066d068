//! Promise: what commands print as JSON is what docs/output.schema.json describes, errors included.

mod support;

use jsonschema::Validator;
use serde_json::Value;
use std::sync::LazyLock;
#[cfg(unix)]
use support::interrupted;
use support::{scratch, stdout, stonemask, tiers};

static SCHEMA: LazyLock<Validator> = LazyLock::new(|| support::schema("output.schema.json"));

/// Reads an object and holds it against the schema.
fn valid(text: &str) -> Value {
    let value: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text:?}"));
    assert!(SCHEMA.is_valid(&value), "{value:#} is not what the schema describes");
    value
}

/// The output of a command that succeeds.
fn printed(arguments: &[&str]) -> Value {
    let output = stonemask(&[arguments, &["--json"]].concat());
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{arguments:?}");
    let value = valid(&stdout(&output));
    assert_eq!((&value["version"], &value["command"]), (&env!("CARGO_PKG_VERSION").into(), &arguments[0].into()));
    value
}

/// A database of one game, the shortest.
fn database() -> String {
    let mut bytes = vec![20, 18, 12, 31, 1, 0, 0, 0, 0, 0, 0xe2, 7, 8, 0, 51, 0];
    bytes.extend([0, 0, 0, 0, 0, 0, 64, 64, 65, 46, 35, 66, 57, 64, 75, 56, 53]);
    bytes.resize(16 + 68, 0);
    scratch("json.wtb", &bytes)
}

#[test]
fn what_is_printed_is_what_the_schema_describes() {
    let file = database();
    let (weights, transcript) = (scratch("json-weights", b""), scratch("json.txt", b""));
    let labels = scratch("json.jsonl", b"");
    let proofs = ["json-othello.cert", "json-nogo.cert", "json-gomoku.cert"].map(|name| scratch(name, b""));
    let [proof, proof_of_nogo, proof_of_gomoku] = &proofs;
    for file in &proofs {
        std::fs::remove_file(file).unwrap();
    }
    for arguments in [
        &["solve", "othello4"][..],
        &["solve", "othello4", "--all", "--anti", "--threads", "2"],
        &["solve", "nogo", "--rows", "2", "--columns", "2"],
        &["solve", "nogo", "--rows", "2", "--columns", "3", "--all"],
        &["solve", "gomoku"],
        &["solve", "gomoku", "--position", "1x9 caro --XXX---- X", "--all"],
        &["solve", "gomoku", "--position", "1x5 renju XXXXX O"],
        &["analyse", "othello6", "--depth", "4"],
        &["analyse", "nogo", "--nodes", "20000", "--top", "5"],
        &["analyse", "gomoku", "--moves", "h8 i9 h9", "--nodes", "2000", "--top", "3"],
        &["analyse", concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/shortest_game.wtb"), "--nodes", "500"],
        &["analyse", "nogo", "--rows", "3", "--columns", "3"],
        &["analyse", "othello8", "--moves", "f5 d6", "--nodes", "20000", "--top", "3"],
        &["analyse", "othello8", "--position", &format!("{} X", "X".repeat(64))],
        &["perft", "othello6", "--depth", "3", "--divide"],
        &["perft", "othello6", "--depth", "5", "--merge", "--positions"],
        &["playout", "nogo", "--games", "10", "--rows", "3", "--columns", "4", "--seed", "5"],
        &["show", "othello6", "--moves", "c2 b4"],
        &["show", "gomoku", "--position", "1x5 renju XXXXX O"],
        &["replay", &file],
        &["convert", &file, &transcript, "--drop"],
        &["replay", &file, "--solve", "51", "--table", "1"],
        &["train", "othello6", "--out", &weights, "--positions", "40"],
        &["solve", "othello4", "--certificate", proof],
        &["certificate", "check", proof],
        &["solve", "nogo", "--rows", "2", "--columns", "3", "--certificate", proof_of_nogo],
        &["certificate", "check", proof_of_nogo],
        &["solve", "gomoku", "--position", "1x9 freestyle --XXX---- X", "--certificate", proof_of_gomoku],
        &["certificate", "check", proof_of_gomoku],
        &["label", "othello6", "--out", &labels, "--positions", "3", "--empties", "8"],
        &["check", "--game", "othello4", "--seconds", "0"],
        &["bench", "--game", "othello4", "--tier", "portable"],
        &["cpu"],
    ] {
        if arguments[0] == "check" && tiers().len() == 1 {
            support::skipped("check: this processor or build has the reference alone");
            continue;
        }
        printed(arguments);
    }
}

#[test]
fn the_game_its_size_its_rule_and_the_seed_are_told() {
    let report = printed(&["playout", "gomoku", "--rule", "renju", "--rows", "7", "--columns", "9", "--games", "3"]);
    for (name, value) in [("game", "gomoku"), ("size", "7x9"), ("rule", "renju")] {
        assert_eq!(report[name], value, "{report}");
    }
    assert_eq!((&report["seed"], &report["threads"]), (&1.into(), &1.into()));
    let report = printed(&["perft", "gomoku", "--position", "2x3 caro -X-/O-- X", "--depth", "1"]);
    assert_eq!((&report["size"], &report["rule"]), (&"2x3".into(), &"caro".into()));
    let nogo = ["playout", "nogo", "--rows", "3", "--columns", "3", "--games", "3"];
    let report = printed(&[&nogo[..], &["--blocked", "a1", "--forbid-centre", "--moves", "c3"]].concat());
    assert_eq!((&report["size"], &report["position"]), (&"3x3".into(), &"#--/---/--X O".into()));
    let report = printed(&["playout", "nogo", "--games", "3", "--position", "#--/-+-/--- X"]);
    assert_eq!(report["position"], "#--/-+-/--- X");
    let report = printed(&["solve", "othello4", "--winner-takes-empties"]);
    assert_eq!((&report["size"], &report["scoring"]), (&"4x4".into(), &"winner-takes-empties".into()));
}

#[test]
fn errors_are_json_too() {
    for (arguments, message) in [
        (&["perft", "othello6", "--depth", "x"][..], "invalid value 'x' for '--depth <N>': expected a whole number"),
        (&["solve", "othello6", "--moves", "a1"], "--moves, ply 1: illegal move a1"),
        (&["replay", "no/such/file.wtb"], "no/such/file.wtb: No such file or directory"),
        (&["nonsense"], "unrecognized subcommand 'nonsense'"),
        (&[], "no command given (see 'stonemask --help')"),
    ] {
        let output = stonemask(&[arguments, &["--json"]].concat());
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
        let told = valid(&String::from_utf8(output.stderr).unwrap());
        assert!(told["error"]["message"].as_str().unwrap().starts_with(message), "{told}");
        assert_eq!(told["error"]["status"], 2);
    }
}

#[cfg(unix)]
#[test]
fn what_is_interrupted_is_json_too() {
    for arguments in [
        &["solve", "othello8"][..],
        &["solve", "othello8", "--all"],
        &["solve", "nogo", "--rows", "5", "--columns", "6"],
        &["solve", "nogo", "--rows", "5", "--columns", "6", "--all"],
        &["solve", "gomoku", "--position", &support::endless_gomoku()],
        &["solve", "gomoku", "--position", &support::endless_gomoku(), "--all"],
        &["analyse", "othello8", "--top", "2"],
        &["perft", "gomoku", "--depth", "30"],
        &["perft", "gomoku", "--depth", "30", "--merge"],
        &["bench"],
        &["bench", "--compare"],
    ] {
        if arguments == ["bench", "--compare"] && tiers().len() < 3 {
            support::skipped("bench --compare: this processor or build has not two tiers above the reference");
            continue;
        }
        let output = interrupted(&[arguments, &["--json"]].concat());
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert_eq!(valid(&stdout(&output))["complete"], false, "{arguments:?}");
        let told = valid(&String::from_utf8(output.stderr).unwrap());
        assert!(told["error"]["message"].as_str().unwrap().starts_with("interrupted"), "{told}");
    }
}
