//! Promise: bad input is told in one line that names it, and help is right.

mod support;

use std::process::Command;
use support::{GAMES, bad, good, json, stonemask, tiers};

#[test]
fn bad_input_is_one_line_and_status_2() {
    let tier = "[possible values: reference, portable, x64, avx2, avx512]";
    for (arguments, line) in [
        (&[][..], "no command given (see 'stonemask --help')".to_owned()),
        (&["tune"], "unrecognized subcommand 'tune'".to_owned()),
        (&["solve"], "the following required arguments were not provided: <GAME>".to_owned()),
        (&["perft", "othello6"], "the following required arguments were not provided: --depth <N>".to_owned()),
        (&["perft", "othello6", "--depth", "x"], "invalid value 'x' for '--depth <N>': expected a whole number from 0 to 255".to_owned()),
        (
            &["perft", "othello6", "--depth", "-1"],
            "invalid value '-1' for '--depth <N>': expected a whole number from 0 to 255".to_owned(),
        ),
        (&["cpu", "--tier", "mmx"], format!("invalid value 'mmx' for '--tier <TIER>' {tier}")),
        (
            &["solve", "othello6", "--without", "luck"],
            "invalid value 'luck' for '--without <NAME>' [possible values: patterns, deep-ordering, mobility, first-guess, \
             pre-search, stability, children-lookup, symmetry, parity, leaf-kernel]"
                .to_owned(),
        ),
        (&["solve", "othello6", "--moves", "c2 z9"], "--moves, ply 2: 'z9' is not a square: expected a1 to f6, or pass".to_owned()),
        (
            &["solve", "othello6", "--moves", "c2 c2"],
            "--moves, ply 2: illegal move c2 for white: the square holds a black disc".to_owned(),
        ),
        (&["solve", "othello6", "--moves", "a1"], "--moves, ply 1: illegal move a1 for black: it flips nothing".to_owned()),
        (
            &["solve", "othello6", "--moves", "pass"],
            "--moves, ply 1: illegal move pass for black: cannot pass: legal moves are c2 b3 e4 d5"
                .to_owned(),
        ),
        (
            &["solve", "othello4", "--position", "-----OX--XO---- X"],
            "--position: '-----OX--XO---- X' is not a board: 16 characters, expected 16 cells and the side to move".to_owned(),
        ),
        (
            &["solve", "othello4", "--position", "-----OX--XO---?- X"],
            "--position: '-----OX--XO---?- X' is not a board: '?' on c4, expected X, O or -".to_owned(),
        ),
        (&["solve", "nogo", "--rows", "2", "--columns", "2", "--save", "x"], "--save does not apply to nogo".to_owned()),
        (&["solve", "gomoku", "--resume", "x"], "--resume does not apply to gomoku".to_owned()),
        (&["solve", "gomoku", "--weights", "x"], "--weights does not apply to gomoku".to_owned()),
        (&["solve", "gomoku", "--anti"], "--anti does not apply to gomoku".to_owned()),
        (&["solve", "gomoku", "--certificate", "x", "--leaves", "3"], "--leaves does not apply to gomoku".to_owned()),
        (&["solve", "gomoku", "--blocked", "a1"], "--blocked does not apply to gomoku".to_owned()),
        (&["solve", "othello4", "--weights", "no/such/file"], "--weights does not apply to othello4".to_owned()),
        (&["solve", "othello6", "--weights", "no/such/file"], "no/such/file: No such file or directory".to_owned()),
        (&["solve", "othello6", "--resume", "no/such/file"], "no/such/file: No such file or directory".to_owned()),
        (
            &["solve", "othello6", "--time", "0"],
            "invalid value '0' for '--time <SECONDS>': expected seconds from 0.001 to 31536000, such as 2.5".to_owned(),
        ),
        (&["analyse", "othello8", "--top", "0"], "invalid value '0' for '--top <K>': expected a whole number from 1 to 4096".to_owned()),
        (&["analyse", "othello8", "--moves", "a1"], "--moves, ply 1: illegal move a1 for black: it flips nothing".to_owned()),
        (&["analyse", "nogo", "--threads", "2"], "--threads: nogo is searched by one thread".to_owned()),
        (&["analyse", "nogo", "--weights", "w.bin"], "--weights does not apply to nogo".to_owned()),
        (&["analyse", "othello8", "--rows", "8"], "--rows does not apply to othello8".to_owned()),
        (&["solve", "othello6", "--table", "0"], "invalid value '0' for '--table <MIB>': expected a whole number from 1 to 16384".to_owned()),
        (
            &["check", "--tier", "reference"],
            "no tier is left to compare with the reference: --tier names the reference, or this build or processor has no other"
                .to_owned(),
        ),
        (&["check", "--seconds", "-1"], "invalid value '-1' for '--seconds <S>': expected a number of seconds, 0 to 1e9".to_owned()),
        (&["replay", "no/such/file.wtb"], "no/such/file.wtb: No such file or directory".to_owned()),
    ] {
        bad(arguments, 2, &line);
    }
    if !tiers().contains(&"avx512".to_owned()) {
        let line = "--tier avx512: this processor or this build lacks it (see 'stonemask cpu')";
        bad(&["perft", "othello6", "--depth", "3", "--tier", "avx512"], 2, line);
    }
}

#[test]
fn help_and_version_are_not_errors() {
    assert!(good(&["--help"]).contains("Usage: stonemask"));
    assert!(good(&["solve", "--help"]).contains("--table"));
    assert!(good(&["--version"]).starts_with("stonemask "));
}

/// The help of a command in one line.
fn unwrapped_help(command: &str) -> String {
    good(&[command, "--help"]).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn commands_offer_the_games_that_they_take() {
    let games = GAMES.join(", ");
    for (command, offered, refused) in [
        (&["solve"][..], games.as_str(), "chess"),
        (&["play"], games.as_str(), "chess"),
        (&["train", "--out", "weights"], "othello6, othello8", "othello4"),
    ] {
        let line = format!("invalid value '{refused}' for '<GAME>' [possible values: {offered}]");
        let output = stonemask(&[command, &[refused]].concat());
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && told.starts_with(&format!("stonemask: {line}")), "{told}");
        assert!(unwrapped_help(command[0]).contains(&format!("[possible values: {offered}]")));
    }
}

#[test]
fn options_without_effect_are_refused() {
    let twice = "the argument '--tier <TIER>' cannot be used multiple times";
    let solve = "the following required arguments were not provided: --solve <N>";
    for (arguments, line) in [
        (&["--tier", "reference", "cpu", "--tier", "reference"][..], twice),
        (&["cpu", "--tier", "reference", "--tier", "reference"], twice),
        (&["--json", "cpu", "--json"], "the argument '--json' cannot be used multiple times"),
        (&["replay", "x.wtb", "--table", "8"], solve),
        (&["replay", "x.wtb", "--threads", "2"], solve),
        (&["--json", "play", "gomoku"], "--json does not apply to play"),
        (&["--tier", "reference", "play", "gomoku"], "--tier does not apply to play"),
    ] {
        bad(arguments, 2, line);
    }
    for option in ["--json", "--tier=reference"] {
        let output = stonemask(&["play", "gomoku", option]);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && told.contains("unexpected argument"), "{told}");
    }
    assert_eq!(json(&["--tier", "reference", "cpu"])["tier"], "reference");
}

#[test]
fn tiers_are_capped_by_the_variable_and_named_by_the_option() {
    let best = tiers().pop().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_stonemask"))
        .args(["cpu", "--tier", &best])
        .env("STONEMASK_TIER", "reference")
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&output.stdout).starts_with(&format!("tier       {best}\n")));
    assert!(unwrapped_help("playout").contains("the same games on every machine and tier"));
    let help = unwrapped_help("perft");
    assert!(help.contains("STONEMASK_TIER does not limit it") && help.contains("up to STONEMASK_TIER"), "{help}");
}

/// Input is told in one line of which a terminal shows every character, and not all of it if it is
/// long.
#[test]
fn names_and_input_are_escaped_and_cut() {
    let long = "X".repeat(120_000);
    let long = long.as_str();
    let position = |game| ["perft", game, "--depth", "1", "--position", long];
    for (arguments, parts) in [
        (&["replay", "a\nb\u{1b}[31m\u{202e}.wtb"][..], &["a\\nb\\u{1b}[31m\\u{202e}.wtb: No such file"][..]),
        (&["play", "gomoku", "--load", "a\u{9b}2J\r.sgf"], &["--load a\\u{9b}2J\\r.sgf: No such file"]),
        (&["play", "nogo", "--save", "no\n/\u{7}"], &["--save no\\n/\\u{7}: No such file"]),
        (&position("othello6"), &["--position: 'XXX", " ... ", "120000 characters, expected 36 cells"]),
        (&position("nogo"), &["--position: 'XXX", " ... ", "on its own"]),
        (&position("gomoku"), &["--position: 'XXX", " ... "]),
        (&["perft", "nogo", "--depth", "1", "--moves", long], &["--moves, ply 1: 'XXX", " ... ", "is not a point"]),
        (&["perft", long, "--depth", "1"], &["invalid value 'XXX", " ... ", "possible values"]),
        (&["check", "--replay", long], &["--replay: "]),
    ] {
        let output = stonemask(arguments);
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), told.lines().count()), (Some(2), 1), "{told}");
        assert!(told.len() < 500 && !told.trim_end().contains(|c: char| c.is_control() || c == '\u{202e}'), "{told}");
        assert!(parts.iter().all(|part| told.contains(part)), "{parts:?} in {told}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_written_is_told() {
    for arguments in [&["--help"][..], &["--version"], &["solve", "--help"], &["cpu"], &["cpu", "--json"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_stonemask")).args(arguments).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert_eq!(support::told(&output), "standard output: No space left on device");
    }
}
