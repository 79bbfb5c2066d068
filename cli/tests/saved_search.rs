//! Promise: `solve --time` says what is proved, and `--save` and `--resume` lose nothing.

mod support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use support::{bad, good, json, scratch, stdout, stonemask, told};

/// Position 42 of the FFO test suite: 22 empty squares, +6 for black.
const BOARD: &str = "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X";

/// Position 45 of the suite: 24 empty squares, 118 million nodes.
const LONG: &str = "---XXXX-X-XXXO--XXOXOO--XXXOXO--XXOXXO---OXXXOO-O-OOOO------OO-- X";

/// A file that does not exist.
fn fresh(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path.to_str().unwrap().to_owned()
}

fn solve(more: &[&str]) -> Vec<String> {
    let arguments = [&["solve", "othello8", "--position", BOARD, "--table", "16"][..], more].concat();
    arguments.into_iter().map(str::to_owned).collect()
}

/// `solve` of a position that no machine solves within a second.
fn solve_long(more: &[&str]) -> Vec<String> {
    let arguments = solve(more);
    arguments.into_iter().map(|argument| if argument == BOARD { LONG.to_owned() } else { argument }).collect()
}

/// Runs it with a time that is too short, and the report as JSON.
fn stopped(arguments: &[String]) -> Value {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).chain(["--json"]).collect();
    let output = stonemask(&arguments);
    assert_eq!(output.status.code(), Some(1), "{}", told(&output));
    assert!(told(&output).starts_with("stopped by --time after "), "{}", told(&output));
    serde_json::from_str(&stdout(&output)).unwrap()
}

#[test]
fn what_is_stopped_goes_on_where_it_was() {
    let file = fresh("saved-search");
    let whole = json(&solve(&[]).iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(whole["score"], 6);
    let mut report = stopped(&solve(&["--time", "0.02", "--save", &file]));
    let mut nodes = report["nodes"].as_u64().unwrap();
    // A busy machine takes more of them.
    for _ in 0..200 {
        assert_eq!(report["complete"], false);
        assert!(report["lower"].as_i64() <= Some(6) && report["upper"].as_i64() >= Some(6), "{report}");
        let line = ["show", "othello8", "--position", BOARD, "--moves", report["best"].as_str().unwrap_or("")];
        good(&line);
        if nodes * 2 > whole["nodes"].as_u64().unwrap() {
            break;
        }
        report = stopped(&solve(&["--time", "0.02", "--resume", &file]));
        nodes += report["nodes"].as_u64().unwrap();
    }
    let rest = json(&solve(&["--resume", &file]).iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!((&rest["score"], &rest["complete"]), (&6.into(), &true.into()));
    assert!(rest["nodes"].as_u64() < whole["nodes"].as_u64(), "{rest} after {nodes} nodes");
}

#[test]
fn all_moves_go_on_where_they_were() {
    let file = fresh("saved-moves");
    let whole = json(&solve(&["--all"]).iter().map(String::as_str).collect::<Vec<_>>());
    let mut report = stopped(&solve(&["--all", "--time", "0.1", "--save", &file]));
    let mut solved = 0;
    for _ in 0..200 {
        let moves = report["moves"].as_array().unwrap();
        assert!(moves.len() >= solved, "{report} after {solved} moves");
        solved = moves.len();
        let rest = whole["moves"].as_array().unwrap();
        assert!(
            moves
                .iter()
                .all(|one| rest.iter().any(|other| other["move"] == one["move"] && other["score"] == one["score"]))
        );
        if solved >= 3 {
            break;
        }
        report = stopped(&solve(&["--all", "--time", "0.1", "--resume", &file]));
    }
    assert!(solved >= 3);
    let bytes = std::fs::read(&file).unwrap();
    let one_score = "the saved search of all moves, with --all";
    bad(
        &solve(&["--resume", &file]).iter().map(String::as_str).collect::<Vec<_>>(),
        2,
        &format!("{file}: {one_score}"),
    );
    let rest = json(&solve(&["--all", "--resume", &file]).iter().map(String::as_str).collect::<Vec<_>>());
    let scores = |report: &Value| -> Vec<(String, i64)> {
        let moves = report["moves"].as_array().unwrap().iter();
        let mut scores: Vec<_> =
            moves.map(|one| (one["move"].as_str().unwrap().to_owned(), one["score"].as_i64().unwrap())).collect();
        scores.sort();
        scores
    };
    assert_eq!((rest["score"].as_i64(), scores(&rest)), (Some(6), scores(&whole)));
    assert!(rest["nodes"].as_u64() < whole["nodes"].as_u64(), "{rest}");

    // A byte that is another, anywhere in what it says of the moves and here and there behind it.
    let lines = bytes.iter().enumerate().filter(|&(_, &byte)| byte == b'\n').nth(1).unwrap().0;
    for place in (0..lines).step_by(97).chain((lines..bytes.len()).step_by(bytes.len() / 5)) {
        let mut other = bytes.clone();
        other[place] ^= 1;
        let file = scratch("damaged-moves", &other);
        let line = if place < 24 {
            "not a saved search of this game, or one of another version"
        } else {
            "a saved search that is cut or damaged"
        };
        bad(
            &solve(&["--all", "--resume", &file]).iter().map(String::as_str).collect::<Vec<_>>(),
            2,
            &format!("{file}: {line}"),
        );
    }
}

#[test]
fn what_is_no_saved_search_of_this_is_refused_and_stays() {
    let file = fresh("another-search");
    stopped(&solve(&["--time", "0.05", "--save", &file]));
    let bytes = std::fs::read(&file).unwrap();
    let again = solve(&["--save", &file]);
    let again: Vec<&str> = again.iter().map(String::as_str).collect();
    bad(&again, 2, &format!("{file}: the file exists; --resume goes on from a saved search"));
    for (more, line) in [
        (&["othello8"][..], "the saved search of another position"),
        (&["othello6"], "not a saved search of this game, or one of another version"),
        (&["othello8", "--position", BOARD, "--anti"], "a saved search in which empty squares do not count"),
    ] {
        bad(&[&["solve", "--resume", &file][..], more].concat(), 2, &format!("{file}: {line}"));
    }
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
    let foreign = "not a saved search of this game, or one of another version";
    for (name, bytes, line) in [
        ("cut-search", &bytes[..bytes.len() - 1], "a saved search that is cut or damaged"),
        ("empty-search", b"", foreign),
        ("foreign-search", b"(;GM[2])", foreign),
    ] {
        let file = scratch(name, bytes);
        bad(&["solve", "othello8", "--position", BOARD, "--resume", &file], 2, &format!("{file}: {line}"));
        assert_eq!(std::fs::read(&file).unwrap(), bytes);
    }
    let help = "the argument '--save <FILE>' cannot be used with '--resume <FILE>'";
    bad(&["solve", "othello8", "--save", "a", "--resume", "b"], 2, help);
}

#[test]
fn all_moves_and_nogo_take_a_time_too() {
    let output = stonemask(&["solve", "othello8", "--all", "--time", "0.05", "--json"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(told(&output).starts_with("stopped by --time after "), "{}", told(&output));
    let output = stonemask(&["solve", "nogo", "--rows", "5", "--columns", "6", "--time", "0.05"]);
    assert_eq!(output.status.code(), Some(1));
    let told = told(&output);
    assert!(
        told.starts_with("stopped by --time after ") && told.ends_with(" nodes: the winner is not known"),
        "{told}"
    );
    assert_eq!(json(&["solve", "othello4", "--time", "60"])["score"], -8);
}

/// The names in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.collect();
    names.sort();
    names
}

/// Searches that keep themselves in one file at the same time: each can be gone on with afterwards.
#[test]
fn of_searches_on_one_file_none_is_lost() {
    let folder = PathBuf::from(fresh("searches.d"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir(&folder).unwrap();
    let stopped_after = |position: &str, time, option, file: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stonemask"));
        command.args(["solve", "othello8", "--position", position, "--time", time, option, file]);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    };
    // The file that it says it kept itself in.
    let kept = |search: Child| {
        let output = search.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{output:?}");
        let line = told(&output);
        assert!(line.contains("the score is between ") && line.ends_with(" goes on"), "{line}");
        line.rsplit_once("--resume ").unwrap().1.strip_suffix(" goes on").unwrap().to_owned()
    };
    let file = folder.join("search.saved").to_str().unwrap().to_owned();
    let (squares, side) = LONG.split_at(64);
    let turned: String = squares.chars().rev().chain(side.chars()).collect();
    let reflected: String = (0..8).rev().flat_map(|row| squares[8 * row..][..8].chars()).chain(side.chars()).collect();
    let positions = [LONG, &turned, &reflected];
    let files = positions.map(|position| stopped_after(position, "0.4", "--save", &file)).map(kept);
    assert_eq!(names(&folder).len(), 3, "{files:?}");
    for (position, file) in positions.iter().zip(&files) {
        assert_eq!(&kept(stopped_after(position, "0.1", "--resume", file)), file);
    }
    // Those that found as much share a file.
    let mut files = [(); 3].map(|()| stopped_after(LONG, "0.4", "--resume", &files[0])).map(kept).to_vec();
    files.sort();
    files.dedup();
    assert_eq!(names(&folder).len(), 2 + files.len(), "{files:?}");
    for file in &files {
        kept(stopped_after(LONG, "0.1", "--resume", file));
    }
}

/// A search that cannot be kept says so, together with its bounds.
#[cfg(unix)]
#[test]
fn where_a_search_cannot_be_kept_its_bounds_are_told_nevertheless() {
    // Before the search, where that can be known.
    let nowhere = "/proc/stonemask.saved";
    for option in ["--save", "--resume"] {
        let output = stonemask(&["solve", "othello8", option, nowhere]);
        let line = told(&output);
        assert_eq!(output.status.code(), Some(2));
        assert!(line.starts_with(&format!("{nowhere}: ")) && !line.contains(".stonemask-"), "{line}");
    }
    // Else after it. Files that may not grow stand for a disk that is full.
    let folder = PathBuf::from(fresh("full-disk.d"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir(&folder).unwrap();
    let path = folder.join("search.saved");
    let file = path.to_str().unwrap();
    for all in [&[][..], &["--all"]] {
        for json in [&[][..], &["--json"]] {
            let mut command = Command::new("sh");
            command.args(["-c", r#"ulimit -f 0; exec "$0" "$@""#, env!("CARGO_BIN_EXE_stonemask")]);
            let output =
                command.args(solve_long(&["--time", "0.1", "--save", file])).args(all).args(json).output().unwrap();
            assert_eq!(output.status.code(), Some(1), "{output:?}");
            let line = told(&output);
            assert!(line.contains(" between ") && line.contains(&format!("{file}: File too large")), "{line}");
            assert!(!line.contains(".stonemask-"), "{line}");
            if !json.is_empty() {
                let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
                assert!(
                    report["lower"].is_i64() && report["upper"].is_i64() && report["complete"] == false,
                    "{report}"
                );
            }
            assert_eq!(names(&folder), [""; 0]);
        }
    }
}
