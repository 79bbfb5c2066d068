//! `stonemask convert`: games from one file to another, and what is told when that cannot be.

mod support;

use std::fs;
use support::{bad, good, json, scratch, stdout, stonemask, told};

const SHORTEST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/shortest_game.wtb");

/// The shortest game through every format of Othello that has games.
#[test]
fn a_game_goes_through_all_formats() {
    let steps = ["one.txt", "two.sgf", "three.ggf", "four.json", "five.wtb", "six.txt"].map(|name| scratch(name, b""));
    let mut from = SHORTEST.to_owned();
    for (index, to) in steps.iter().enumerate() {
        let drop: &[&str] = if index == 0 || from.ends_with(".wtb") { &["--drop"] } else { &[] };
        let report = json(&[&["convert", &from, to, "--game", "othello8"], drop].concat());
        assert_eq!((&report["games"], &report["plies"]), (&1.into(), &9.into()), "{from} to {to}");
        from.clone_from(to);
    }
    let text = fs::read_to_string(&from).unwrap();
    assert_eq!(text, fs::read_to_string(&steps[0]).unwrap());
    assert_eq!(good(&["convert", &from, &steps[1]]), "games    1\nplies    9\n");
    assert!(good(&["replay", &steps[4]]).contains("wrong        0"));
}

#[test]
fn a_file_is_not_replaced_by_less() {
    let bytes = fs::read(SHORTEST).unwrap();
    let file = scratch("itself.wtb", &bytes);
    let line = "IN is not replaced by what lacks the numbers of players and tournaments, the year";
    bad(&["convert", &file, &file, "--drop"], 2, &format!("{file}: {line}"));
    assert_eq!(fs::read(&file).unwrap(), bytes);
    // With nothing to lose it may be.
    let text = scratch("itself.txt", b"f5d6c3\n");
    good(&["convert", &text, &text]);
}

#[test]
fn the_games_go_to_standard_output() {
    let text = "f5d6c3\n";
    let file = scratch("stdout.txt", text.as_bytes());
    assert_eq!(good(&["convert", &file, "-", "--to", "transcript"]), text);
    let line = "--json: the games go to standard output, where the report would go";
    bad(&["convert", &file, "-", "--to", "transcript", "--json"], 2, line);
    bad(&["convert", &file, "-"], 2, "-: the name does not end with a format that is known; --to names one");
    assert!(!std::path::Path::new("-").exists());
}

/// The encoding is that of the file, unless the command line names another.
#[test]
fn an_encoding_is_named() {
    let file = scratch("latin.sgf", b"(;GM[4]PB[J\xf6rg];B[hh])");
    let line = "game 1: it is not UTF-8, and no CA names its encoding; --encoding NAME does";
    bad(&["convert", &file, "-", "--to", "sgf"], 2, &format!("{file}: {line}"));
    let text = good(&["convert", &file, "-", "--to", "sgf", "--encoding", "latin1"]);
    assert!(text.contains("CA[UTF-8]") && text.contains("PB[J\u{f6}rg]"), "{text}");
    let line = "invalid value 'klingon' for '--encoding <NAME>': no encoding of that name is known";
    bad(&["convert", &file, "-", "--to", "sgf", "--encoding", "klingon"], 2, line);
}

/// Parts that are left out of games on standard output are named on standard error.
#[test]
fn nothing_is_left_out_in_silence() {
    let file = scratch("comments.sgf", b"(;GM[2]PB[Ada];B[fe]C[good];W[df])");
    let output = stonemask(&["convert", &file, "-", "--to", "transcript", "--drop"]);
    assert_eq!((stdout(&output), output.status.code()), ("f5d6\n".to_owned(), Some(0)));
    assert_eq!(told(&output), "left out: the players' names, comments");
    let file = scratch("opening.sgf", b"(;GM[4]ON[swap2];B[hh])");
    let line = ".psq has no place for the name of the opening (--drop leaves out what is not the game)";
    bad(&["convert", &file, "-", "--to", "psq"], 2, &format!("{file}: game 1: {line}"));
}

#[test]
fn one_clear_line_each() {
    let (unknown, broken, out) =
        (scratch("games.xyz", b""), scratch("broken.sgf", b"(;GM[2];B[a1])"), scratch("out.txt", b"kept"));
    bad(
        &["convert", &unknown, &out],
        2,
        &format!("{unknown}: the name does not end with a format that is known; --from names one"),
    );
    bad(
        &["convert", &broken, &unknown],
        2,
        &format!("{unknown}: the name does not end with a format that is known; --to names one"),
    );
    bad(
        &["convert", &broken, &out],
        2,
        &format!("{broken}: game 1: move 1: illegal move a1 for black: it flips nothing"),
    );
    let line =
        "game 1: convert does not keep the numbers of players and tournaments (--drop leaves out what is not the game)";
    bad(&["convert", SHORTEST, &out, "--json"], 2, &format!("{SHORTEST}: {line}"));
    assert_eq!(fs::read(&out).unwrap(), b"kept");
    bad(&["convert", SHORTEST, ".", "--to", "sgf", "--drop"], 2, ".: it is not a regular file, so it is not replaced");
}
