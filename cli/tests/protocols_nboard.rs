//! Promise: `stonemask nboard` speaks NBoard's protocol as its text has it, in both versions. The
//! transcripts and the viewer here are written from that text.

#[path = "support/engine.rs"]
mod engine;
mod support;

use engine::{Engine, answers};
use std::time::{Duration, Instant};
use stonemask::othello::{Board, Colour, Move, Solver};
use stonemask::random::Random;

/// The game in the protocol's text.
const EXAMPLE: &str = "set game (;GM[Othello]PC[NBoard]DT[2014-02-21 20:52:27 GMT]PB[./mEdax]PW[chris]RE[?]TI[15:00]TY[8]\
    BO[8 ---------------------------O*------*O--------------------------- *]B[F5]W[F6]B[D3]W[C5]B[E6]W[F7]B[E7]W[F4];)";

/// The engine's answers to these lines.
fn said(lines: &[&str]) -> Vec<String> {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    answers(&["nboard", "--player", "greedy", "--table", "8"], &input).lines().map(str::to_owned).collect()
}

/// The move, the value and the time of an answer.
fn answer(line: &str) -> [&str; 3] {
    let answer = line.strip_prefix("=== ").unwrap_or_else(|| panic!("{line}"));
    answer.split('/').collect::<Vec<_>>().try_into().unwrap()
}

fn name(ply: Move<8>) -> String {
    match ply {
        Move::Place(square) => square.to_string().to_uppercase(),
        Move::Pass => "PA".to_owned(),
    }
}

#[test]
fn the_session_of_the_text_goes_as_it_says() {
    for version in ["nboard 1", "nboard 2"] {
        let told =
            said(&[version, EXAMPLE, "set depth 6", "ping 1", "go", "learn", "set contempt 3", "unheard of", "ping 2"]);
        assert_eq!(told[..3], ["set myname stonemask", "pong 1", "status stonemask is thinking"]);
        let [ply, value, time] = answer(&told[3]);
        let mut board = Board::<8>::start();
        board.try_play_line(&"f5f6d3c5e6f7e7f4".parse().unwrap()).unwrap();
        board.try_play(ply.parse::<Move<8>>().unwrap()).unwrap();
        assert!(value.is_empty() && time.parse::<f64>().is_ok(), "{told:?}");
        assert_eq!(told[4..], ["status", "learned", "pong 2"]);
    }
}

#[test]
fn go_does_not_play_the_move() {
    let told = said(&[EXAMPLE, "go", "go"]);
    assert_eq!(answer(&told[1])[0].len(), 2);
    // Whose turn it is stays: another of black's moves is taken.
    let told = said(&[EXAMPLE, "set depth 3", "go", "move G5", "hint 1"]);
    assert!(told.iter().all(|line| !line.contains("illegal")), "{told:?}");
}

#[test]
fn moves_come_in_the_forms_of_both_versions() {
    let legal = |lines: &[&str]| {
        let told = said(&[lines, &["set depth 3", "hint 60"]].concat());
        let mut moves: Vec<String> =
            told.iter().filter_map(|line| line.strip_prefix("search ")).map(|line| line[..2].to_owned()).collect();
        moves.sort();
        // Deeper searches tell of them again.
        moves.dedup();
        moves
    };
    let expected = ["D6", "F4", "F6"];
    for lines in [
        &["move F5"][..],
        &["move f5/1.5/2"],
        &["move F5//0.1"],
        &["move F5 -1.00 0.0"],
        &["F5"],
        &["f5"],
        &["F5//1.2"],
        &["F5/0.50/1.2"],
        &["  move F5  "],
    ] {
        assert_eq!(legal(lines), expected, "{lines:?}");
    }
    assert_eq!(said(&["move A1"]), ["status stonemask: illegal move a1 for black: it flips nothing"]);
    assert_eq!(said(&["move"]), ["status stonemask: '' is no move"]);
    assert_eq!(
        said(&["set game (;GM[Go];)", "set depth x"]),
        ["status stonemask: GM[Go] is not Othello", "status stonemask: set depth takes a number"]
    );
}

/// The moves of a random game up to a position that is wanted.
fn moves_until(seed: u64, is_wanted: impl Fn(&Board<8>) -> bool) -> (Board<8>, Vec<String>) {
    let mut random = Random::new(seed);
    loop {
        let (mut board, mut moves) = (Board::<8>::start(), Vec::new());
        while !board.is_over() && !is_wanted(&board) {
            let plies: Vec<_> = board.plies().collect();
            let ply = plies[random.below(plies.len() as u32) as usize];
            moves.push(format!("move {}", name(ply)));
            board.play(ply);
        }
        if is_wanted(&board) {
            return (board, moves);
        }
    }
}

#[test]
fn a_pass_is_pa_and_may_be_left_out() {
    let (board, moves) = moves_until(1, |board| board.must_pass() && board.empties().len() > 12);
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let told = said(&[&moves[..], &["set depth 1", "go", "hint 1"]].concat());
    assert_eq!(answer(&told[1])[0], "PA");
    assert!(told[4].starts_with("search PA "), "{told:?}");
    let mut after = board;
    after.pass();
    let reply = after.plies().next().unwrap();
    let [with, without] = [&["move PA"][..], &[]].map(|pass| {
        let next = format!("move {}", name(reply));
        said(&[&moves[..], pass, &[&next, "set depth 1", "hint 9"]].concat())
    });
    assert_eq!(with, without);
}

#[test]
fn hints_get_deeper_up_to_the_depth_that_is_set() {
    let told = said(&[EXAMPLE, "set depth 4", "hint 2"]);
    let hints: Vec<Vec<&str>> =
        told.iter().filter(|line| line.starts_with("search ")).map(|line| line.split(' ').collect()).collect();
    let depths: Vec<u32> = hints.iter().map(|words| words[4].parse().unwrap()).collect();
    // Two moves a ply, the best first; a line is as long as the search is deep, or shorter.
    assert_eq!(depths, [1, 1, 2, 2, 3, 3, 4, 4], "{told:?}");
    for pair in hints.chunks(2) {
        let values = [&pair[0], &pair[1]].map(|words| words[2].parse::<f64>().unwrap());
        assert!(values[0] >= values[1] && pair[0][1][..2] != pair[1][1][..2], "{told:?}");
        assert!(pair.iter().all(|words| words[1].len() <= 2 * words[4].parse::<usize>().unwrap()), "{told:?}");
    }
    assert_eq!(said(&[EXAMPLE, "set depth 4", "hint 2"]), told);
}

#[test]
fn go_searches_to_the_depth_that_is_set() {
    let play = |depth: &str| {
        let input = format!("{EXAMPLE}\nset depth {depth}\ngo\n");
        let told = answers(&["nboard", "--table", "8", "--seconds", "600"], &input);
        let [ply, value, _] = answer(told.lines().nth(1).unwrap());
        (ply.to_owned(), value.to_owned())
    };
    for depth in ["1", "5"] {
        let (ply, value) = play(depth);
        let hints = said(&[EXAMPLE, &format!("set depth {depth}"), "hint 1"]);
        let words: Vec<&str> = hints[hints.len() - 2].split(' ').collect();
        assert_eq!((&ply[..], &value[..], depth), (&words[1][..2], words[2], words[4]));
    }
}

#[test]
fn hints_near_the_end_are_exact_and_sorted() {
    let (board, moves) = moves_until(2, |board| board.empties().len() == 8 && board.mobility() > 2);
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let told = said(&[&moves[..], &["set depth 8", "hint 2"]].concat());
    let exact: Vec<Vec<&str>> = told
        .iter()
        .map(|line| line.split(' ').collect())
        .filter(|words: &Vec<&str>| words.last() == Some(&"100%"))
        .collect();
    assert_eq!((exact.len(), &told[0][..], &told.last().unwrap()[..]), (2, "status stonemask is analyzing", "status"));
    let mut solver = Solver::new(1 << 20).unwrap();
    let mut scores: Vec<f64> = board
        .children()
        .map(|(_, after)| {
            f64::from(solver.solve(&after).score) * if board.to_move() == Colour::Black { 1.0 } else { -1.0 }
        })
        .collect();
    scores.sort_by(|one, other| other.total_cmp(one));
    for (words, score) in exact.iter().zip(scores) {
        assert_eq!((words[0], words[2].parse::<f64>().unwrap(), words[3]), ("search", score, "0"), "{told:?}");
        // The line is one that can be played, to that score.
        let (mut end, mut line) = (board, words[1]);
        while !line.is_empty() {
            let ply = if line.starts_with("PA") { Move::Pass } else { line[..2].parse().unwrap() };
            end.try_play(ply).unwrap();
            line = &line[2..];
        }
        let sign = if board.to_move() == Colour::Black { 1.0 } else { -1.0 };
        assert!(end.is_over() && f64::from(end.score()) * sign == score, "{words:?}");
    }
}

#[test]
fn a_game_is_analyzed_back_to_its_start() {
    let (board, moves) = moves_until(3, Board::is_over);
    let moves: Vec<&str> = moves.iter().map(String::as_str).collect();
    let told = said(&[&moves[..], &["set depth 6", "analyze"]].concat());
    let numbers: Vec<usize> = told
        .iter()
        .filter_map(|line| line.strip_prefix("analysis "))
        .map(|line| line.split_once(' ').unwrap().0.parse().unwrap())
        .collect();
    assert_eq!(numbers, (0..=moves.len()).rev().collect::<Vec<_>>());
    let score = if board.to_move() == Colour::Black { board.score() } else { -board.score() };
    assert_eq!(told[1], format!("analysis {} {score}.00", moves.len()));
    let told = said(&[&moves[..], &["go", "hint 1"]].concat());
    assert_eq!(told, ["status stonemask: the game is over"; 2]);
}

#[test]
fn a_ping_stops_thinking_and_its_answer_is_the_last_word() {
    let (_, moves) = moves_until(4, |board| board.empties().len() == 24);
    for command in ["go", "hint 4", "analyze"] {
        let mut engine = Engine::start(&["nboard", "--seconds", "600", "--table", "8"]);
        engine.send(&format!("nboard 2\nset depth 60\n{}\n{command}\n", moves.join("\n")));
        assert_eq!(engine.line(), "set myname stonemask");
        assert!(engine.line().starts_with("status stonemask is "), "{command}");
        std::thread::sleep(Duration::from_millis(200));
        let sent = Instant::now();
        engine.send("ping 7\n");
        let mut lines = Vec::new();
        while lines.last().is_none_or(|line| line != "pong 7") {
            lines.push(engine.line());
        }
        assert!(sent.elapsed() < Duration::from_secs(2), "{command}: {:?}", sent.elapsed());
        assert!(!lines.iter().any(|line| line.starts_with("===") || line.ends_with("100%")), "{command}: {lines:?}");
        let (status, rest) = engine.end();
        assert!(status.success() && rest.is_empty(), "{command}: {rest:?}");
    }
}

#[test]
fn the_clock_of_the_game_is_kept() {
    let (_, moves) = moves_until(5, |board| board.empties().len() == 24);
    // Six seconds for twelve moves.
    let mut latencies = Vec::new();
    for _ in 0..4 {
        let mut engine = Engine::start(&["nboard", "--table", "8", "--seconds", "600"]);
        let cells = moves.iter().fold(String::new(), |all, text| {
            let colour = if all.matches('[').count().is_multiple_of(2) { "B" } else { "W" };
            format!("{all}{colour}[{}]", text.trim_start_matches("move "))
        });
        engine.send(&format!("set depth 60\nset game (;GM[Othello]TY[8]TI[00:06]{cells};)\n"));
        let begun = Instant::now();
        engine.send("go\n");
        engine.line();
        assert!(engine.line().starts_with("==="));
        latencies.push(begun.elapsed());
    }
    let in_time = |time: &Duration| (450..550).contains(&time.as_millis());
    assert!(latencies.iter().any(in_time), "{latencies:?}");
}
