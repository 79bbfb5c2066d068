//! Promise: replay tells records that end early, records that are wrong, and differences apart.

mod support;

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
