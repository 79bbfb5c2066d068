//! `stonemask show`: a position as text, JSON and a picture.

mod support;

use std::fs;
use support::{bad, good, json, scratch};

#[test]
fn a_position_is_read_back() {
    for (game, moves) in [("othello6", "c2 b4 c5"), ("gomoku", "h8 i9"), ("nogo", "a1 b2")] {
        let shown = json(&["show", game, "--moves", moves]);
        let position = shown["position"].as_str().unwrap();
        assert_eq!(json(&["show", game, "--position", position]), shown);
        assert!(good(&["show", game, "--moves", moves]).contains(position));
    }
}

#[test]
fn moves_of_othello_may_be_a_transcript() {
    let shown = good(&["show", "othello8", "--moves", "f5 d6 c3"]);
    for moves in ["f5d6c3", "F5D6 c3", "f5, d6c3"] {
        assert_eq!(good(&["show", "othello8", "--moves", moves]), shown, "{moves}");
    }
    let over = "f5d6c3d3c4f4f6";
    bad(
        &["show", "othello8", "--moves", &format!("{over}z9")],
        2,
        "--moves, ply 8: 'z9' is not a square: expected a1 to h8, or pass",
    );
    // A pass is one word, and so is a point of Gomoku.
    bad(
        &["show", "othello8", "--moves", "pass"],
        2,
        "--moves, ply 1: illegal move pass for black: cannot pass: legal moves are d3 c4 f5 e6",
    );
    assert_eq!(json(&["show", "gomoku", "--moves", "h8 i10"])["to_move"], "black");
}

#[test]
fn moves_may_be_plain_arguments() {
    let shown = good(&["show", "othello8", "--moves", "f5 d6 c3"]);
    for moves in [&["f5 d6 c3"][..], &["f5", "d6", "c3"], &["f5d6c3"]] {
        assert_eq!(good(&[&["show", "othello8"], moves].concat()), shown, "{moves:?}");
        assert_eq!(good(&[&["show", "othello8"], moves, &["--tier", "portable"]].concat()), shown, "{moves:?}");
    }
    let both = "the argument '[PLY]...' cannot be used with '--moves <MOVES>'";
    bad(&["show", "othello8", "f5", "--moves", "f5"], 2, both);
    bad(&["show", "othello8", "z9"], 2, "--moves, ply 1: 'z9' is not a square: expected a1 to h8, or pass");
    bad(&["analyse", "no.sgf", "f5"], 2, "--moves does not apply to a file");
}

#[test]
fn games_and_commands_have_their_other_names() {
    let shown = good(&["show", "othello8"]);
    assert_eq!([good(&["show", "othello"]), good(&["show", "reversi"])], [shown.clone(), shown]);
    for command in ["analyse", "analyze"] {
        for game in ["othello8", "othello", "reversi"] {
            let found = json(&[command, game, "f5", "--depth", "1"]);
            assert_eq!((&found["command"], &found["game"]), (&"analyse".into(), &"othello8".into()));
        }
    }
}

#[test]
fn legal_moves_and_outcomes_are_told() {
    let text = good(&["show", "othello8", "--moves", "f5 d6 c3"]);
    assert!(text.ends_with("\nlegal moves  d3 f3 f4 g5\n"), "{text}");
    let text = good(&["show", "gomoku", "--moves", "h8"]);
    assert!(text.ends_with("\nlegal moves  224\n"), "{text}");
    let over = json(&["show", "gomoku", "--position", "1x5 freestyle XXXXX O"]);
    assert_eq!((&over["outcome"], &over["legal_moves"]), (&"black".into(), &serde_json::json!([])));
    let text = good(&["show", "gomoku", "--position", "1x3 freestyle XOX O"]);
    assert!(text.ends_with("\noutcome      a draw\n"), "{text}");
}

#[test]
fn a_picture_has_what_was_asked_for() {
    let path = scratch("show.svg", b"");
    let drawn = |options: &[&str]| {
        good(&[&["show", "othello8", "--moves", "f5 d6 c3", "--svg", &path], options].concat());
        fs::read_to_string(&path).unwrap()
    };
    let (plain, legal, numbers) = (drawn(&[]), drawn(&["--legal-moves"]), drawn(&["--numbers"]));
    for (svg, last, dots, third) in [(&plain, 1, 0, 0), (&legal, 1, 4, 0), (&numbers, 0, 0, 1)] {
        let count = |what: &str| svg.matches(what).count();
        assert_eq!((count("r=\"6\""), count("r=\"5\""), count("#d33a2c\">3<")), (last, dots, third), "{svg}");
    }
}

#[test]
fn the_picture_in_the_readme_is_what_its_command_draws() {
    let path = scratch("board.svg", b"");
    good(&["show", "othello6", "--moves", "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5", "--legal-moves", "--svg", &path]);
    let kept = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/board.svg");
    assert_eq!(fs::read_to_string(&path).unwrap(), fs::read_to_string(kept).unwrap(), "cp {path} docs/board.svg");
}

#[test]
fn one_clear_line_each() {
    let required = "the following required arguments were not provided: --svg <FILE>";
    bad(&["show", "nogo", "--numbers"], 2, required);
    bad(&["show", "nogo", "--legal-moves"], 2, required);
    bad(&["show", "nogo", "--svg", "."], 2, "--svg .: it is not a regular file, so it is not replaced");
    bad(
        &["show", "nogo", "--moves", "a1 a1", "--json"],
        2,
        "--moves, ply 2: illegal move a1 for white: the point holds a black stone",
    );
}
