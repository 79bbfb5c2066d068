//! Promise: replay tells records that end early, records that are wrong, and differences apart.

mod support;

#[cfg(unix)]
use std::time::Duration;
#[cfg(unix)]
use support::signalled;
use support::{bad, data, json, scratch, stdout, stonemask, tiers};

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

/// A database with one byte of the game changed.
fn changed(name: &str, byte: usize, value: u8) -> String {
    let mut bytes = shortest_game();
    bytes[byte] = value;
    scratch(name, &bytes)
}

/// Where the bytes of the game stand: black's discs, black's theoretical discs, the moves.
const BLACK: usize = 16 + 6;
const THEORETICAL: usize = 16 + 7;
const MOVES: usize = 16 + 8;
/// Where the header says how many squares are empty where a theoretical score is about.
const DEPTH: usize = 14;

#[test]
fn records_that_end_early_are_no_differences_and_wrong_ones_are_none_of_ours() {
    let report = json(&["replay", &scratch("shortest.wtb", &shortest_game())]);
    assert_eq!((&report["games"], &report["plies"], &report["complete"]), (&1.into(), &9.into(), &true.into()));
    for (name, byte, value, status, kind, ply, problem) in [
        ("short.wtb", MOVES + 8, 0, 0, "unfinished", 8, "the record ends before the game is over"),
        ("count.wtb", BLACK, 63, 1, "wrong", 9, "black has 64 at the end, the record says 63"),
        ("illegal.wtb", MOVES + 3, 11, 1, "wrong", 4, "illegal move a1 for white: it flips nothing"),
        ("square.wtb", MOVES + 4, 99, 1, "wrong", 5, "the move 99 is not a square"),
    ] {
        let file = changed(name, byte, value);
        let output = stonemask(&["replay", &file, "--json"]);
        assert_eq!((output.status.code(), output.stderr.len()), (Some(status), 0), "{name}");
        let report: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
        for other in ["unfinished", "wrong", "differences"] {
            let remark = serde_json::json!({ "file": file, "game": 1, "ply": ply, "problem": problem });
            let expected = if other == kind { vec![remark] } else { Vec::new() };
            assert_eq!(report[other], serde_json::Value::from(expected), "{name}");
        }
        let text = stdout(&stonemask(&["replay", &file]));
        let line = format!("{file}, game 1, ply {ply}: wrong record: {problem}\n");
        assert_eq!(text.starts_with(&line), kind == "wrong", "{text}");
        let count = format!("\n{kind:<12} 1 records ");
        assert!(format!("\n{text}").contains(&count) && text.contains("\ndifferences  0\n"), "{text}");
    }
}

#[test]
fn solved_scores_are_compared_or_said_not_to_be() {
    for (depth, theoretical, status, told) in [
        (51, 64, 0, "1 positions of 51 empty squares, 1 of them compared with the record\n"),
        (51, 63, 1, "game 1, ply 9: difference: black gets 64 discs, the record says 63\n"),
        (22, 63, 0, "empty squares, none compared: the records have scores of positions with 22 empty squares\n"),
    ] {
        let mut bytes = shortest_game();
        (bytes[DEPTH], bytes[THEORETICAL]) = (depth, theoretical);
        let file = scratch("solved.wtb", &bytes);
        let output = stonemask(&["replay", &file, "--solve", "51", "--table", "1"]);
        assert_eq!(output.status.code(), Some(status), "{told}");
        assert!(stdout(&output).contains(told), "{told}: {}", stdout(&output));
    }
}

#[cfg(unix)]
#[test]
fn an_interrupted_replay_tells_what_it_did() {
    let bytes = shortest_game();
    let file = scratch("interrupted.wtb", &bytes);
    // The position after the first move takes years to solve. Within the shortest wait a busy
    // machine may not have begun to.
    let told = [100, 1_000, 10_000].map(Duration::from_millis).into_iter().find_map(|after| {
        let arguments = ["replay", &file, "--solve", "59", "--table", "1", "--json"];
        let (output, _) = signalled(&arguments, "-INT", after);
        let report: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), &report["complete"]), (Some(1), &false.into()), "{told}");
        assert_eq!((&report["games"], &report["plies"]), (&0.into(), &0.into()));
        assert!(told.contains(r#""message":"interrupted after 0 of 1 games"#) && told.lines().count() == 1, "{told}");
        told.contains("; the score of game 1 is between ").then_some(told)
    });
    assert!(told.is_some(), "no bounds are told");
}

#[cfg(unix)]
#[test]
fn replay_reads_no_further_than_a_header_says() {
    let file = changed("huge.wtb", 7, 1);
    bad(&["replay", &file], 2, &format!("{file}: 16777217 games, but at most 4194304 are read of a file"));
    bad(&["replay", "/dev/zero"], 2, "/dev/zero: not a WTHOR database: its header has no date");
}

#[test]
fn replay_refuses_foreign_files_and_plays_nothing() {
    let text = scratch("text.wtb", b"1. f5 d6 2. c3 and so on, which is not a database\n");
    bad(&["replay", &text], 2, &format!("{text}: not a WTHOR database: its header has no date"));
    let empty = scratch("empty.wtb", b"");
    bad(&["replay", &empty], 2, &format!("{empty}: not a WTHOR database: too short for a header"));
}
