//! The command with Gomoku: what it prints, and what it says of bad input: one line on stderr, exit
//! status 2, nothing else.

mod support;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn stonemask(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_stonemask")).args(arguments).output().expect("the command runs")
}

fn stdout(arguments: &[&str]) -> String {
    let output = stonemask(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty());
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// The one line that a refused command says.
fn refused(arguments: &[&str]) -> String {
    let output = stonemask(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!(text.lines().count(), 1, "{arguments:?}: {text}");
    text.trim_end().trim_start_matches("stonemask: ").to_owned()
}

/// A file of its own for a test.
fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("a temporary file");
    path
}

#[test]
fn perft_counts_ordered_choices() {
    let text = stdout(&["perft", "gomoku", "--rows", "3", "--columns", "7", "--depth", "4"]);
    assert_eq!(text.lines().next(), Some("nodes     143 640"));
    let json = stdout(&["perft", "gomoku", "--rows", "1", "--columns", "6", "--depth", "6", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&report["nodes"], &report["finished"]), (&720.into(), &0.into()));
    let moves = ["--moves", "a1 b1 a2 b2 a3 b3 a4 b4"];
    let text = stdout(&[&["perft", "gomoku", "--rows", "5", "--columns", "2", "--depth", "2"], &moves[..]].concat());
    assert_eq!(text.lines().take(2).collect::<Vec<_>>(), ["nodes     2", "finished  1 of them ended above depth 2"]);
}

#[test]
fn playouts_follow_the_rule() {
    for rule in ["freestyle", "standard", "renju", "caro", "caro-exact"] {
        let json = stdout(&["playout", "gomoku", "--rule", rule, "--rows", "9", "--games", "30", "--json"]);
        let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let sum: u64 = ["first_wins", "draws", "second_wins"].iter().map(|key| report[key].as_u64().unwrap()).sum();
        assert_eq!(sum, 30, "{rule}");
    }
}

#[test]
fn a_check_finds_no_difference() {
    let text = stdout(&["check", "--game", "gomoku", "--seconds", "0.5"]);
    assert!(text.contains("differences  0 in"), "{text}");
    assert!(!cfg!(target_arch = "x86_64") || text.contains("winning_cells"), "{text}");
}

#[test]
fn bad_input_is_refused_in_one_line() {
    let perft = |more: &[&str]| refused(&[&["perft", "gomoku", "--depth", "1"], more].concat());
    for (arguments, reason) in [
        (&["--rows", "0"][..], "--rows 0: expected 1 to 64"),
        (&["--columns", "65"], "--columns 65: expected 1 to 64"),
        (&["--moves", "h8 h8"], "--moves, ply 2: illegal move h8 for white: the point holds a black stone"),
        (&["--moves", "p1"], "--moves, ply 1: illegal move p1 for black: the board is 15x15"),
        (
            &["--moves", "h0"],
            "--moves, ply 1: 'h0' is not a point: expected a column's letters and a row's number, a1 to bl64",
        ),
        (
            &["--rows", "1", "--columns", "20", "--moves", "a1 k1 b1 l1 c1 m1 d1 n1 e1 o1"],
            "--moves, ply 10: illegal move o1 for white: the game is over",
        ),
        (
            &["--rule", "renju", "--moves", "h9 a1 h10 a15 i8 o1 j8 o15 h8"],
            "--moves, ply 9: illegal move h8 for black: renju forbids the double three",
        ),
        (
            &["--position", "1x3 caro --? X"],
            "--position: '1x3 caro --? X' is not a board: '?' on c1, expected X, O or -",
        ),
        (&["--position", "1x3 caro --- X", "--rows", "1"], "--rows: --position says it already"),
    ] {
        assert_eq!(perft(arguments), reason);
    }
    let text = perft(&["--rule", "go"]);
    assert!(
        text.contains(
            "invalid value 'go' for '--rule <RULE>' [possible values: freestyle, standard, renju, caro, caro-exact]"
        ),
        "{text}"
    );
    assert!(perft(&["--rows", "x"]).contains("'x'"));
    assert_eq!(refused(&["perft", "othello6", "--depth", "1", "--rows", "6"]), "--rows does not apply to othello6");
    assert_eq!(
        refused(&["playout", "othello8", "--games", "1", "--rule", "renju"]),
        "--rule does not apply to othello8"
    );
}

#[test]
fn a_game_that_cannot_begin_says_why() {
    let broken = file("broken.sgf", "(;GM[4];B[hh]");
    let illegal = file("illegal.sgf", "(;GM[4];B[hh];W[hh])");
    let go = file("go.sgf", "(;GM[1]SZ[19])");
    let other = file("other.sgf", "something else");
    let trees = file("trees.sgf", &("(".repeat(1_000_000) + &")".repeat(1_000_000)));
    let dangling = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("dangling.sgf");
    let _ = fs::remove_file(&dangling);
    std::os::unix::fs::symlink("nowhere", &dangling).expect("a link");
    let path = |path: &PathBuf| path.to_str().expect("UTF-8").to_owned();
    for (arguments, reason) in [
        (vec!["--load".to_owned(), path(&broken)], "broken SGF, line 1: it ends within the game, ')' is missing"),
        (vec!["--load".to_owned(), path(&illegal)], "move 2: illegal move h8 for white: the point holds a black stone"),
        (vec!["--load".to_owned(), path(&go)], "GM[1] is not Gomoku: expected GM[4]"),
        (vec!["--load".to_owned(), "nowhere.sgf".to_owned()], "No such file"),
        (vec!["--load".to_owned(), "/dev/zero".to_owned()], "it is longer than 64 MiB, the limit for such a file"),
        (vec!["--load".to_owned(), path(&trees)], "broken SGF, line 1: it holds no game"),
        (vec!["--save".to_owned(), "/dev/null".to_owned()], "the file exists already"),
        (["--load", "/dev/stdin", "--save", "/dev/stdin"].map(str::to_owned).to_vec(), "broken SGF"),
        (vec!["--save".to_owned(), path(&dangling)], "it is a symbolic link that leads nowhere"),
        (vec!["--save".to_owned(), path(&other)], "the file exists already"),
        (vec!["--save".to_owned(), "no/such/folder.sgf".to_owned()], "No such file"),
        (
            ["--rows", "53", "--save", "x.sgf"].map(str::to_owned).to_vec(),
            "a board of 53x15 cannot be written as SGF, whose letters end at 52",
        ),
        (vec!["--rows".to_owned(), "0".to_owned()], "--rows 0: expected 1 to 64"),
        // Standard input and output are no terminal here.
        (vec![], "play needs a terminal"),
    ] {
        let words: Vec<&str> = ["play", "gomoku"].into_iter().chain(arguments.iter().map(String::as_str)).collect();
        let text = refused(&words);
        assert!(text.contains(reason), "{words:?}: {text}");
    }
    assert_eq!(fs::read_to_string(&other).unwrap(), "something else");
}

/// Ten megabytes of nodes, variations or values, in at most eight times as much memory, the program
/// itself included.
#[test]
fn a_large_file_takes_little_memory() {
    for (name, text) in [
        ("nodes.sgf", format!("(;GM[4]{})", ";C[x]".repeat(2_000_000))),
        ("variations.sgf", format!("(;GM[4]{})", "(;B[hh];W[ii])".repeat(700_000))),
        ("values.sgf", format!("(;GM[4]C{})", "[x]".repeat(3_000_000))),
        ("trees.sgf", "(;".repeat(1_000_000) + &")".repeat(1_000_000)),
    ] {
        let path = file(name, &text);
        let line = format!(
            "ulimit -v 80000; exec '{}' play gomoku --load '{}'",
            env!("CARGO_BIN_EXE_stonemask"),
            path.display()
        );
        let output = Command::new("sh").args(["-c", &line]).output().expect("a shell");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains("play needs a terminal"), "{name}: {}, {told}", output.status);
    }
}

#[test]
fn solve_tells_who_forces_a_win_and_how() {
    let told = |arguments: &[&str]| stdout(&[&["solve", "gomoku"], arguments].concat());
    let first = |arguments: &[&str]| told(arguments).lines().next().unwrap().to_owned();
    let position = |text| ["--position", text];
    assert_eq!(first(&position("1x9 freestyle --XXX---- X")), "winner black in 2 moves, by fours");
    assert_eq!(first(&position("1x9 standard -XXXX---- X")), "winner black in 1 move, by fours");
    assert_eq!(first(&position("1x9 freestyle -XXXX---- O")), "winner black in 1 move, by fours");
    let text = told(&["--rule", "renju", "--moves", "h8 h9 i8 a1 j8 a2"]);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines[0], lines.len()), ("winner black in 2 moves, by fours", 3), "{text}");
    assert!(lines[1].starts_with("line   ") && lines[1].split_whitespace().count() == 4, "{text}");
    assert!(lines[2].starts_with("nodes  "), "{text}");
    // Nothing is proved, and the command says so.
    let nothing = "winner not proved: no win is forced by threats of fours, but one may be by quieter moves";
    assert_eq!(first(&[]), nothing);
    assert_eq!(first(&position("1x9 standard XXX-XX--- X")), nothing);
    assert_eq!(first(&position("1x9 renju XXX-XX--- X")), nothing);
    assert_eq!(first(&position("1x9 caro XXX-XX--- X")), "winner black in 1 move, by fours");
    // Finished games.
    assert_eq!(first(&position("1x5 renju XXXXX O")), "winner black, who has won");
    assert_eq!(first(&position("1x2 caro XO X")), "winner none: the game is drawn");
}

#[test]
fn solve_all_judges_every_move() {
    let json = stdout(&["solve", "gomoku", "--position", "1x8 freestyle --XXX--- X", "--all", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&report["winner"], &report["plies"]), (&"black".into(), &3.into()));
    let winners: Vec<&serde_json::Value> =
        report["moves"].as_array().unwrap().iter().map(|ply| &ply["winner"]).collect();
    assert_eq!(winners.len(), 5);
    assert_eq!(winners.iter().filter(|winner| **winner == "black").count(), 2, "{json}");
    assert!(winners[..2].iter().all(|winner| *winner == "black") && winners[2..].iter().all(|winner| winner.is_null()));
    // Every move loses.
    let json = stdout(&["solve", "gomoku", "--position", "1x9 freestyle --XXXX--- O", "--all", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!((&report["winner"], &report["plies"]), (&"black".into(), &2.into()), "{json}");
    assert!(report["moves"].as_array().unwrap().iter().all(|ply| ply["winner"] == "black"), "{json}");
}

#[test]
fn solve_refuses_what_it_cannot_do() {
    assert_eq!(
        refused(&["solve", "gomoku", "--rows", "33"]),
        "a board of 33x15 is too large to solve: expected at most 32 rows and columns"
    );
    assert!(refused(&["solve", "gomoku", "--position", "1x5 renju"]).starts_with("--position: "));
    let output = stonemask(&["solve", "gomoku", "--position", &support::endless_gomoku(), "--time", "0.3"]);
    let text = String::from_utf8(output.stderr).expect("UTF-8");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(1), 0), "{text}");
    assert!(text.starts_with("stonemask: stopped by --time after "), "{text}");
    assert!(text.ends_with(" nodes: no win by threes is known\n"), "{text}");
}
