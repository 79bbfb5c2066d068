//! Bad input to the commands about NoGo: one line on stderr that names it and the reason, exit
//! status 2, nothing else.

use std::process::{Command, Output};

fn stonemask(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_stonemask")).args(arguments).output().unwrap()
}

#[test]
fn one_clear_line_each() {
    let perft = ["perft", "nogo", "--depth", "1"];
    let cases: [(&[&str], &str); 24] = [
        (&["--moves", "e5 e5"], "--moves, ply 2: illegal move e5 for white: the point holds a black stone"),
        (&["--moves", "i5"], "--moves, ply 1: 'i5' is not a point: expected a1 to j9, the letters skip i"),
        (
            &["--rows", "3", "--moves", "a4"],
            "--moves, ply 1: illegal move a4 for black: the point is off the board or blocked",
        ),
        (
            &["--blocked", "e5", "--moves", "e5"],
            "--moves, ply 1: illegal move e5 for black: the point is off the board or blocked",
        ),
        (
            &["--position", "-X-/X--/--- O", "--moves", "a1"],
            "--moves, ply 1: illegal move a1 for white: it would be suicide, its group without a liberty",
        ),
        (
            &["--position", "OX-/---/--- X", "--moves", "a2"],
            "--moves, ply 1: illegal move a2 for black: it would capture a1",
        ),
        (
            &["--forbid-centre", "--moves", "e5"],
            "--moves, ply 1: illegal move e5 for black: black may not begin at the centre",
        ),
        (&["--forbid-centre", "--rows", "4"], "--forbid-centre: this 4x9 board has no centre to forbid"),
        (&["--rows", "0"], "0x9 is not a board: expected 1 to 9 rows"),
        (&["--columns", "10"], "9x10 is not a board: expected 1 to 9 rows"),
        (&["--rows", "1", "--columns", "18"], "1x18 is not a board: expected 1 to 9 rows"),
        (&["--position", "------------------ X"], "1x18 is not a board: expected 1 to 9 rows"),
        (&["--rows", "1", "--columns", "12", "--blocked", "c1 a2"], "blocked cell a2 is off the 1x12 board"),
        (&["--rows", "-1"], "'-1'"),
        (&["--rows", "3", "--blocked", "a4"], "blocked cell a4 is off the 3x9 board"),
        (&["--blocked", "e5 zz"], "--blocked: 'zz' is not a point"),
        (&["--position", "OX-/X--/--- X"], "the white group a1 has no liberty, which no game reaches"),
        (&["--position", "O?- X"], "'?' on b1, expected X, O, -, # or +"),
        (&["--position", "---/-- X"], "row 2 has 2 cells, but the first has 3"),
        (&["--position", "---/---"], "it ends in '-', expected the side to move, X or O, on its own"),
        (&["--position", "+--/---/--- X"], "'+' on a1, which is not the centre of an empty board with black to move"),
        (&["--position", ""], "it is empty, expected rows and the side to move"),
        (&["--position", "--- X", "--rows", "1"], "--rows: --position says it already"),
        (&["--depth", "x"], "'x'"),
    ];
    for (arguments, reason) in cases {
        let output = stonemask(&[&perft[..if arguments[0] == "--depth" { 2 } else { 4 }], arguments].concat());
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(stderr.contains(reason), "{arguments:?}: {stderr}");
        assert_eq!(stderr.lines().count(), 1, "{arguments:?}: {stderr}");
        assert!(stderr.starts_with("stonemask: "), "{stderr}");
    }
}

#[test]
fn options_that_do_not_apply_are_refused() {
    for (arguments, reason) in [
        (&["perft", "othello6", "--depth", "1", "--blocked", "a1"][..], "--blocked does not apply to othello6"),
        (&["solve", "othello4", "--rows", "4"][..], "--rows does not apply to othello4"),
        (&["solve", "nogo"][..], "a board with 81 points to play is too large to solve: expected at most 39"),
        (&["play", "nogo"][..], "play needs a terminal"),
        (&["play", "nogo", "--load", "/nonexistent/game"][..], "--load /nonexistent/game"),
    ] {
        let output = stonemask(arguments);
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!((output.status.code(), output.stdout.len(), stderr.lines().count()), (Some(2), 0, 1), "{stderr}");
        assert!(stderr.contains(reason), "{arguments:?}: {stderr}");
    }
}

#[test]
fn commands_do_what_they_say() {
    let text = |arguments: &[&str]| {
        let output = stonemask(arguments);
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(text(&["perft", "nogo", "--depth", "1", "--forbid-centre", "--json"]).contains("\"nodes\":80,"));
    assert!(text(&["perft", "nogo", "--depth", "2", "--blocked", "e5,a1", "--json"]).contains("\"nodes\":6162,"));
    assert!(
        text(&["perft", "nogo", "--depth", "4", "--rows", "3", "--columns", "3", "--json"]).contains("\"nodes\":2832,")
    );
    assert!(
        text(&["solve", "nogo", "--rows", "2", "--columns", "3", "--table", "1", "--json"])
            .contains("\"winner\":\"white\"")
    );
    assert!(text(&["solve", "nogo", "--rows", "1", "--columns", "12", "--table", "1"]).contains("winner "));
    let together = text(&["solve", "nogo", "--rows", "3", "--columns", "4", "--threads", "2", "--json"]);
    assert!(together.contains("\"winner\":\"white\"") && together.contains("\"threads\":2,"), "{together}");
    // A single row may have up to 17 cells, however it is described; the tenth is j2.
    for (row, cells) in [
        (&["--rows", "1", "--columns", "12"][..], 12),
        (&["--rows", "12", "--columns", "1", "--blocked", "c1 j4"], 10),
        (&["--position", "---------- X"], 10),
        (&["--position", "--#-----------#-- X", "--moves", "j2"], 14),
    ] {
        let counted = text(&[&["perft", "nogo", "--depth", "1", "--json"], row].concat());
        assert!(counted.contains(&format!("\"nodes\":{cells},")), "{row:?}: {counted}");
    }
    assert!(text(&["playout", "nogo", "--games", "10", "--json"]).contains("\"draws\":0,"));
}
