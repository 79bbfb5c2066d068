//! Promise: bad input is told in one line that names it, and help is right.

mod support;

use support::{bad, good, tiers};

#[test]
fn bad_input_is_one_line_and_status_2() {
    let tier = "expected reference, portable, x64, avx2 or avx512";
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

#[test]
fn help_and_version_are_not_errors() {
    assert!(good(&["--help"]).contains("Usage: stonemask"));
    assert!(good(&["solve", "--help"]).contains("--table"));
    assert!(good(&["--version"]).starts_with("stonemask "));
}
