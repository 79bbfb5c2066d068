//! Recorded games and sets of positions, analysed.

mod support;

use std::path::PathBuf;
use support::{good, json, stonemask};

/// A file of the tests' own.
fn written(name: &str, text: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_move_that_loses_discs_is_found_and_drawn() {
    // The shortest game: black wins 13 to 0 with the ninth move.
    let game = written("analysed.txt", "e6f4e3f6g5d6e7f5c5\n");
    let plot = game.replace(".txt", ".svg");
    let report = json(&["analyse", &game, "--depth", "4", "--svg", &plot]);
    assert_eq!((report["complete"].as_bool(), report["game"].as_str()), (Some(true), Some("othello8")));
    let moves = report["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 9);
    assert_eq!(moves.iter().map(|of| of["move"].as_str().unwrap()).collect::<String>(), "e6f4e3f6g5d6e7f5c5");
    for of in moves {
        let (best, score, lost) = (of["best"]["score"].as_i64().unwrap(), of["score"].as_i64().unwrap(), &of["lost"]);
        let more = if of["colour"] == "black" { best - score } else { score - best };
        assert_eq!(lost.as_f64(), Some(more.max(0) as f64), "{of}");
    }
    // The last move wins all there is.
    assert_eq!((moves[8]["score"].as_i64(), moves[8]["lost"].as_f64()), (Some(13), Some(0.0)));
    assert!(moves.iter().any(|of| of["colour"] == "white" && of["lost"].as_f64().unwrap() >= 10.0), "{moves:?}");
    let sides = &report["lost"];
    assert!(sides["white"]["sum"].as_f64() > sides["black"]["sum"].as_f64());
    let drawn = std::fs::read_to_string(&plot).unwrap();
    assert!(drawn.starts_with("<svg") && drawn.contains("discs for black"));
    assert!(good(&["analyse", &game, "--nodes", "200"]).contains("white  lost "));
}

#[test]
fn a_set_of_positions_is_marked() {
    // Exact scores, by the solver: the search finds the best move of the first, whatever it does;
    // those of the second are wrong on purpose, with one move best that is not.
    let board = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXOOX- O";
    let none = "XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXO- X";
    let set = written("marked.obf", &format!("% two\n{board}; H8:-58;\n{none}; H8:+64;\n"));
    let report = json(&["analyse", &set]);
    assert_eq!((report["positions"].as_u64(), report["best"].as_u64()), (Some(2), Some(2)));
    assert_eq!(report["mean_error"].as_f64(), Some(0.0));
    assert!(good(&["analyse", &set]).contains("best move   2 (100.0 %)"));
}

#[test]
fn what_cannot_be_analysed_is_one_line() {
    let set = written("unmarked.obf", &format!("{}XO------OX{} X;\n", "-".repeat(27), "-".repeat(27)));
    let gomoku = written("gomoku.sgf", "(;FF[4]GM[4]SZ[15];B[hh])");
    let none = written("none.txt", "");
    for (arguments, reason) in [
        (&["analyse", &set][..], "no move has a score"),
        (&["analyse", "missing.sgf"], "missing.sgf: No such file"),
        (&["analyse", "missing"], "expected othello6, othello8"),
        (&["analyse", &none], "it holds no game"),
        (&["analyse", &gomoku, "--number", "2"], "there is no game 2"),
        (&["analyse", &gomoku, "--moves", "h8"], "--moves does not apply to a file"),
        (&["analyse", "othello8", "--svg", "x.svg"], "--svg does not apply to a game without a file"),
    ] {
        let output = stonemask(arguments);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), told.lines().count()), (Some(2), 1), "{arguments:?}: {told}");
        assert!(told.contains(reason), "{arguments:?}: {told}");
    }
}
