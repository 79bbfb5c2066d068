//! Promise: `label` writes positions with the exact score of every move, the same ones whatever
//! happens meanwhile.

mod support;

use serde_json::Value;
use std::path::PathBuf;
use support::{bad, good, json, scratch, stdout, stonemask};

/// A file that does not exist.
fn fresh(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path.to_str().unwrap().to_owned()
}

/// Six positions of few empty squares, in a file of this name.
fn label(file: &str, more: &[&str]) -> Value {
    json(&[&["label", "othello8", "--out", file, "--empties", "7-9", "--seed", "5"][..], more].concat())
}

#[test]
fn scores_are_those_of_the_solver() {
    let (lines, set) = (fresh("labels.jsonl"), fresh("labels.obf"));
    assert_eq!(label(&lines, &["--positions", "6"])["positions"], 6);
    label(&set, &["--positions", "6"]);
    let (lines, text) = (std::fs::read_to_string(lines).unwrap(), std::fs::read_to_string(&set).unwrap());
    assert_eq!((lines.lines().count(), text.lines().count()), (6, 6));
    for (index, (line, obf)) in lines.lines().zip(text.lines()).enumerate() {
        let line: Value = serde_json::from_str(line).unwrap();
        let position = line["position"].as_str().unwrap();
        let solved = json(&["solve", "othello8", "--position", position, "--all", "--winner-takes-empties"]);
        let moves = line["moves"].as_array().unwrap();
        assert_eq!((&line["index"], &line["score"]), (&index.into(), &solved["score"]));
        assert!((7..=9).contains(&line["empties"].as_u64().unwrap()));
        assert_eq!(moves.len(), solved["moves"].as_array().unwrap().len());
        let sign = if position.ends_with('X') { 1 } else { -1 };
        let mut expected = format!("{position};");
        for one in moves {
            let same = |other: &&Value| other["move"] == one["move"] && other["score"] == one["score"];
            assert!(solved["moves"].as_array().unwrap().iter().any(|other| same(&other)), "{line} {solved}");
            expected += &format!(" {}:{:+};", one["move"].as_str().unwrap(), sign * one["score"].as_i64().unwrap());
        }
        assert_eq!(obf, expected);
    }
    // A search that sees the end makes no mistakes in it.
    let marked = json(&["analyse", &set, "--nodes", "100000000"]);
    assert_eq!((&marked["positions"], &marked["best"], &marked["mean_error"]), (&6.into(), &6.into(), &0.0.into()));
}

#[test]
fn parts_threads_and_killed_runs_make_one_set() {
    for name in ["whole.obf", "whole.jsonl"] {
        let (whole, part) = (fresh(name), fresh(&format!("part-{name}")));
        label(&whole, &["--positions", "6", "--threads", "2"]);
        let whole = std::fs::read(whole).unwrap();
        // Wherever it was cut, it goes on.
        let ends = whole.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').map(|(place, _)| place + 1);
        for cut in ends.chain([1, 30, 90, whole.len() - 2]) {
            std::fs::write(&part, &whole[..cut]).unwrap();
            let kept = whole[..cut].iter().filter(|&&byte| byte == b'\n').count();
            assert_eq!(label(&part, &["--positions", "6"])["kept"], kept);
            assert_eq!(std::fs::read(&part).unwrap(), whole, "cut at {cut}");
        }
        let _ = std::fs::remove_file(&part);
        label(&part, &["--positions", "2", "--first", "4"]);
        assert!(whole.ends_with(&std::fs::read(&part).unwrap()));
    }
}

#[test]
fn other_files_are_refused_and_stay() {
    let obf = fresh("seed-5.obf");
    label(&obf, &["--positions", "2"]);
    let ours = std::fs::read(&obf).unwrap();
    let foreign = "is not position 0 of this game, seed and these numbers of empty squares";
    for (name, bytes, line) in [
        ("another-game.obf", &b"a text\n"[..], format!("line 1 {foreign}")),
        ("another-text.obf", b"a text", "line 1 is no position of this set".to_owned()),
        ("longer.obf", &[&ours[..], b"x"].concat(), "line 3 is no position of this set".to_owned()),
        ("no-text.obf", b"\xff\n", "stream did not contain valid UTF-8".to_owned()),
    ] {
        let file = scratch(name, bytes);
        let command = ["label", "othello8", "--out", &file, "--empties", "7-9", "--seed", "5", "--positions", "2"];
        bad(&command, 2, &format!("{file}: {line}"));
        assert_eq!(std::fs::read(&file).unwrap(), bytes);
    }
    for (options, line) in [
        (["--seed", "6", "--positions", "2"], format!("line 1 {foreign}")),
        (["--seed", "5", "--positions", "1"], "it has 2 positions already, more than --positions".to_owned()),
    ] {
        bad(
            &[&["label", "othello8", "--out", &obf, "--empties", "7-9"][..], &options].concat(),
            2,
            &format!("{obf}: {line}"),
        );
    }
    assert_eq!(std::fs::read(&obf).unwrap(), ours);
    let line = "--out labels.txt: expected a name that ends with .obf or .jsonl";
    bad(&["label", "othello6", "--out", "labels.txt"], 2, line);
    for span in ["0-9", "9-8", "16-31", "x", "8-", ""] {
        let line =
            format!("invalid value '{span}' for '--empties <A-B>': expected two numbers from 1 to 30, such as 16-24");
        let output = stonemask(&["label", "othello6", "--out", "labels.obf", "--empties", span]);
        assert_eq!((output.status.code(), stdout(&output).as_str()), (Some(2), ""), "{line}");
    }
    good(&["label", "othello6", "--out", &fresh("one.obf"), "--empties", "6", "--positions", "1"]);
}

/// `examples/othello8.obf`: a thousand positions, each once, with all of their moves; the scores of
/// those that are soon solved.
#[test]
fn the_set_of_the_crate_is_exact() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../examples/othello8.obf");
    let text = std::fs::read_to_string(&path).unwrap();
    let positions: std::collections::HashSet<&str> = text.lines().map(|line| line.split_once(';').unwrap().0).collect();
    assert_eq!((positions.len(), text.lines().count()), (1000, 1000));
    let marked = json(&["analyse", path.to_str().unwrap(), "--depth", "1"]);
    assert_eq!(marked["positions"], 1000);
    let empties = |line: &str| line.split(' ').next().unwrap().matches('-').count();
    assert!(text.lines().all(|line| (16..=22).contains(&empties(line))));
    for line in text.lines().filter(|line| empties(line) == 16).step_by(20) {
        let (position, scores) = line.split_once("; ").unwrap();
        let solved = json(&["solve", "othello8", "--position", position, "--all", "--winner-takes-empties"]);
        let sign = if position.ends_with('X') { 1 } else { -1 };
        let moves = solved["moves"].as_array().unwrap();
        let one = |of: &Value| format!("{}:{:+};", of["move"].as_str().unwrap(), sign * of["score"].as_i64().unwrap());
        let mut expected: Vec<String> = moves.iter().map(one).collect();
        let mut found: Vec<String> = scores.split(' ').map(str::to_owned).collect();
        expected.sort();
        found.sort();
        assert_eq!(found, expected, "{position}");
    }
}
