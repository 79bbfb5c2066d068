//! Promise: `stonemask gomocup` speaks the protocol of Gomocup and Piskvork as its text has it, and
//! keeps to the rules, renju's too. The transcripts and the manager here are written from that
//! text.

#[path = "support/engine.rs"]
mod engine;
mod support;

use engine::{Engine, answers};
use std::time::{Duration, Instant};
use stonemask::gomoku::{Board, Colour, Point, Rule, Size};
use stonemask::random::Random;

/// The brain's answers to these lines.
fn said(lines: &[&str]) -> Vec<String> {
    let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
    answers(&["gomocup"], &input).lines().map(str::to_owned).collect()
}

#[test]
fn every_command_has_the_answer_of_the_text() {
    let about = format!(
        "name=\"stonemask\", version=\"{}\", author=\"the authors of stonemask\", country=\"-\"",
        env!("CARGO_PKG_VERSION")
    );
    for (lines, expected) in [
        (&["ABOUT"][..], &[&about[..]][..]),
        (&["START 20\r", "begin\r"], &["OK", "10,10"]),
        (&["  start 20", "", "Begin"], &["OK", "10,10"]),
        (&["RECTSTART 30,20", "BEGIN"], &["OK", "15,10"]),
        (
            &["START 4", "START 65", "START", "START x", "START 5"],
            &[
                "ERROR the board has 5 to 64 rows and columns",
                "ERROR the board has 5 to 64 rows and columns",
                "ERROR START takes the size of the board",
                "ERROR START takes the size of the board",
                "OK",
            ],
        ),
        (&["RECTSTART 30", "RECTSTART 30,x"], &["ERROR two numbers with a comma between them are wanted"; 2]),
        (&["SWAP3BOARD", "YXHASHCLEAR", "PLAY 1,1", "\x01\u{fffd}"], &["UNKNOWN command"; 4]),
        (&["BEGIN", "TURN 1,1", "RESTART"], &["ERROR no board: START comes first"; 3]),
        (
            &["START 15", "BEGIN", "BEGIN", "RESTART", "BEGIN"],
            &["OK", "7,7", "ERROR BEGIN needs an empty board", "OK", "7,7"],
        ),
        (
            &["START 15", "BEGIN", "TURN 7,7", "TURN 15,0", "TURN 64,0", "TURN 3", "TURN -1,0"],
            &[
                "OK",
                "7,7",
                "ERROR the point holds a black stone",
                "ERROR the board is 15x15",
                "ERROR 64,0 is off the board",
                "ERROR two numbers with a comma between them are wanted",
                "ERROR two numbers with a comma between them are wanted",
            ],
        ),
        (
            &["START 15", "BEGIN", "TAKEBACK 0,0", "TAKEBACK 7,7", "BEGIN"],
            &["OK", "7,7", "ERROR no stone is there", "OK", "7,7"],
        ),
        (&["END", "START 15"], &[]),
        (&["START 15", "BEGIN", "END", "ABOUT"], &["OK", "7,7"]),
        (&["START 15", "BOARD", "1,1,1"], &["OK", "ERROR BOARD without DONE"]),
        (&["BOARD", "1,1,1", "DONE"], &["ERROR no board: START comes first"]),
    ] {
        assert_eq!(said(lines), expected, "{lines:?}");
    }
}

#[test]
fn a_board_is_played_on_as_it_is() {
    let board = |lines: &[&str]| said(&[&["START 15", "BOARD"], lines, &["done", "ABOUT"]].concat())[1].clone();
    // Own stones are completed to five, the opponent's four is blocked; blanks and the order do not
    // matter.
    assert_eq!(board(&["0,0,1", "1,0,1", "2,0,1", "3,0,1", "0,5,2", "2,5,2", "4,5,2", "3,9,2"]), "4,0");
    assert_eq!(board(&["3,0,2", "0,0,2", " 1 , 0 , 2 ", "2,0,2", "0,5,1", "9,5,1", "4,5,1"]), "4,0");
    assert_eq!(board(&[]), "7,7");
    for (lines, problem) in [
        (&["1,1"][..], "BOARD takes lines of X,Y,field"),
        (&["1,1,1,1"], "BOARD takes lines of X,Y,field"),
        (&["1,1,x"], "BOARD takes lines of X,Y,field"),
        (&["1,1,3"], "field 3 is not 1 or 2"),
        (&["1,1,1", "1,1,2"], "two stones on 1,1"),
        (&["15,0,1"], "15,0 is off the board"),
        (&["0,99,1"], "0,99 is off the board"),
        (&["0,0,1", "1,0,1", "2,0,1", "3,0,1", "4,0,1"], "the game is over"),
    ] {
        assert_eq!(board(lines), format!("ERROR {problem}"), "{lines:?}");
    }
}

#[test]
fn swap2_is_answered_at_each_of_its_three_steps() {
    let swap2 = |stones: &[&str], seed: &str| {
        let lines = [&["INFO timeout_turn 500", "START 15", "SWAP2BOARD"], stones, &["DONE"]].concat();
        let input: String = lines.iter().map(|line| format!("{line}\n")).collect();
        answers(&["gomocup", "--table", "1", "--seed", seed], &input).lines().nth(1).unwrap().to_owned()
    };
    let points = |text: &str| -> Vec<(usize, usize)> {
        let point = |word: &str| word.split_once(',').map(|(x, y)| (x.parse().unwrap(), y.parse().unwrap()));
        text.split(' ').filter_map(point).collect()
    };
    let placed = [swap2(&[], "1"), swap2(&[], "1"), swap2(&[], "2")];
    assert!(placed[0] == placed[1] && placed[1] != placed[2], "{placed:?}");
    for text in &placed {
        let placed = points(text);
        assert_eq!(placed.len(), 3, "{text}");
        assert!((0..3).all(|index| !placed[..index].contains(&placed[index])), "{text}");
    }
    // Black has an open two and three stones that meet it, or stands in the corners.
    assert_eq!(swap2(&["7,7", "0,0", "8,8"], "1"), "SWAP");
    assert_eq!(swap2(&["7,7", "0,0", "8,8", "14,0", "7,9"], "1"), "SWAP");
    let far = ["0,0", "7,7", "14,14", "8,8", "0,14"];
    for stones in [&far[..3], &far] {
        let stays = points(&swap2(stones, "1"));
        assert_eq!(stays.len(), 1);
        assert!(!stones.contains(&format!("{},{}", stays[0].0, stays[0].1).as_str()));
    }
    for (stones, problem) in [
        (&["7,7"][..], "SWAP2BOARD has 1 stones: 0, 3 or 5 are expected"),
        (&["7,7", "7,7", "8,8"], "the point holds a black stone"),
        (&["7,7", "99,7", "8,8"], "99,7 is off the board"),
        (&["7", "8,8", "9,9"], "SWAP2BOARD takes lines of X,Y"),
    ] {
        assert!(swap2(stones, "1").ends_with(problem), "{}", swap2(stones, "1"));
    }
    assert_eq!(
        said(&["SWAP2BOARD", "DONE", "START 15", "SWAP2BOARD"]),
        ["ERROR no board: START comes first", "OK", "ERROR SWAP2BOARD without DONE"]
    );
}

#[test]
fn yixinboard_is_told_of_good_moves_and_forbidden_points() {
    let told = said(&[
        "INFO rule 4",
        "START 15",
        "YXBOARD",
        "7,8,2",
        "0,0,1",
        "7,9,2",
        "14,0,1",
        "8,7,2",
        "0,14,1",
        "9,7,2",
        "DONE",
        "YXSHOWFORBID",
    ]);
    assert_eq!(told, ["OK", "FORBID 0707."]);
    assert_eq!(said(&["START 15", "YXSHOWFORBID", "YXSTOP"]), ["OK", "FORBID ."]);
    let four = ["0,0,1", "1,0,1", "2,0,1", "3,0,1", "0,5,2", "2,5,2", "4,5,2", "6,5,2"];
    let told = said(&[&["INFO timeout_turn 300", "START 15", "YXBOARD"], &four[..], &["DONE", "YXNBEST 2"]].concat());
    assert!(told[1].starts_with("MESSAGE 4,0 ") && told[2].starts_with("MESSAGE "), "{told:?}");
    assert_eq!(told[3..], ["4,0"]);
    assert_eq!(said(&["START 15", "YXNBEST", "YXNBEST 0"])[1..], ["ERROR YXNBEST takes how many moves"; 2]);
    assert!(said(&["YXSHOWINFO"])[0].starts_with("MESSAGE "));
}

#[test]
fn rules_are_a_sum_and_those_that_are_not_played_are_told_when_a_move_is_due() {
    // The opponent adds a sixth stone to five with a gap: a win unless five must be exact.
    let opponent: Vec<String> = [0, 1, 2, 4, 5].iter().map(|column| format!("{column},0,2")).collect();
    let own = ["0,14,1", "2,14,1", "4,14,1", "6,14,1"];
    for (rule, wins) in [(0, true), (1, false), (8, true), (9, false)] {
        let mut lines = vec!["START 15".to_owned(), format!("INFO rule {rule}"), "BOARD".to_owned()];
        lines.extend(opponent.iter().cloned().chain(own.map(str::to_owned)));
        lines.push("DONE".to_owned());
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        // The brain's own moves are taken back.
        let reply = said(&lines)[1].clone();
        if reply == "3,0" {
            assert!(wins, "rule {rule}: no five to block");
            continue;
        }
        assert!(!wins, "rule {rule}: {reply} does not block");
        let last = said(&[&lines[..], &["TURN 3,0"]].concat()).pop().unwrap();
        assert!(last.split_once(',').is_some_and(|(column, _)| column.parse::<u32>().is_ok()), "rule {rule}: {last}");
    }
    for rule in ["2", "3", "5", "x", "-1"] {
        let told = said(&["START 15", &format!("INFO rule {rule}"), "BEGIN", "info RULE 0", "BEGIN"]);
        let problem = format!("ERROR rule {rule} is not played here: 0, 1, 4, 8 and 9 are");
        assert_eq!(told, ["OK", &problem, "7,7"]);
    }
}

#[test]
fn renju_s_forbidden_points_are_not_played_by_either() {
    // Two threes meet on 7,7, for the black opponent; the brain's stone is far away by its seed.
    let lines =
        "INFO rule 4\nSTART 15\nBOARD\n7,8,2\n0,0,1\n7,9,2\n14,0,1\n8,7,2\n0,14,1\n9,7,2\nDONE\nTURN 7,7\nTURN 7,7\n";
    let told = (1..20).map(|seed| answers(&["gomocup", "--player", "random", "--seed", &seed.to_string()], lines));
    let refused = "ERROR renju forbids the double three";
    assert!(told.clone().any(|told| told.lines().skip(2).eq([refused; 2])), "{:?}", told.collect::<Vec<_>>());
    // Stones out of balance tell nothing about whose turn it is.
    let told = said(&["INFO rule 4", "START 15", "BOARD", "0,0,1", "1,5,1", "DONE", "BOARD", "7,7,2", "3,3,3", "DONE"]);
    assert_eq!(told[1], "ERROR 2 own stones and 0 of the opponent: renju needs as many, or one more");
    assert!(!told[2].starts_with("ERROR"), "{told:?}");
}

/// The manager's side of a game against random moves; the rules are the library's.
fn game(words: &[&str], rule: Rule, mask: u32, size: Size, seed: u64) {
    let mut brain = Engine::start(&[&["gomocup"], words].concat());
    brain.send(&format!(
        "INFO timeout_turn 100\r\nINFO timeout_match 10000\r\nINFO max_memory 83886080\r\nINFO game_type 1\r\nINFO rule {mask}\r\n\
         INFO folder /tmp\r\nINFO unheard_of 5\r\nRECTSTART {},{}\r\n",
        size.columns(),
        size.rows()
    ));
    assert_eq!(brain.line(), "OK");
    let (mut board, mut random, mut played) = (Board::with_size(size, rule), Random::new(seed), Vec::new());
    let own = if seed.is_multiple_of(2) { Colour::Black } else { Colour::White };
    let mut begins = own == Colour::Black;
    while !board.is_over() {
        if board.to_move() == own {
            let limit = if random.below(2) == 0 { "INFO time_left 2147483647" } else { "INFO time_left -7" };
            let command = match played.last() {
                _ if begins => "BEGIN".to_owned(),
                Some(&(column, row)) if random.below(3) > 0 => format!("TURN {column},{row}"),
                _ => {
                    // The whole game, from the brain's side.
                    let black = if own == Colour::Black { [1, 2] } else { [2, 1] };
                    let line = |(ply, (column, row)): (usize, &(usize, usize))| {
                        format!("{column},{row},{}\r\n", black[ply % 2])
                    };
                    format!("RESTART\r\nBOARD\r\n{}DONE", played.iter().enumerate().map(line).collect::<String>())
                }
            };
            brain.send(&format!("{limit}\r\n{command}\r\n"));
            if command.starts_with("RESTART") {
                assert_eq!(brain.line(), "OK");
            }
            begins = false;
            let reply = brain.line();
            let (column, row) = reply.split_once(',').unwrap_or_else(|| panic!("{command}: {reply}"));
            let (column, row) = (column.parse().unwrap(), row.parse().unwrap());
            let point = Point::new(row, column).unwrap();
            board.try_play(point).unwrap_or_else(|error| panic!("{error} on {board}"));
            played.push((column, row));
        } else {
            let plies: Vec<Point> = board.plies().collect();
            let point = plies[random.below(plies.len() as u32) as usize];
            board.play(point);
            played.push((point.column(), point.row()));
        }
    }
    let ended = Instant::now();
    brain.send("END\r\n");
    let (status, rest) = brain.end();
    assert!(status.success() && rest.is_empty() && ended.elapsed() < Duration::from_secs(1), "{rest:?}");
}

#[test]
fn whole_games_are_legal() {
    for (rule, mask) in
        [(Rule::Freestyle, 0), (Rule::Standard, 1), (Rule::Renju, 4), (Rule::Caro, 8), (Rule::CaroExact, 9)]
    {
        for seed in 1..=2 {
            game(&["--player", "greedy"], rule, mask, Size::new(15, 15).unwrap(), seed);
            game(&["--player", "random"], rule, mask, Size::new(7, 9).unwrap(), seed);
        }
    }
    // Black plays on among the points that renju leaves it.
    for seed in [4, 6, 8] {
        game(&["--player", "random", "--seed", "5"], Rule::Renju, 4, Size::new(15, 15).unwrap(), seed);
    }
}

#[cfg(unix)]
#[test]
fn a_program_called_pbrain_needs_no_words() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pbrain-stonemask");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_stonemask"), &path).unwrap();
    let mut brain = Engine::of(std::process::Command::new(path));
    brain.send("START 20\n");
    assert_eq!(brain.line(), "OK");
    assert!(brain.end().0.success());
}

/// A manager that never says DONE makes the brain keep no more lines than a board has points, and
/// no more of each than a stone takes.
#[test]
#[cfg(target_os = "linux")]
fn lines_of_a_board_without_an_end_are_not_kept() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};

    let mut command = Command::new(env!("CARGO_BIN_EXE_stonemask"));
    let mut brain =
        command.args(["gomocup", "--table", "1"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let (mut input, mut output) = (brain.stdin.take().unwrap(), BufReader::new(brain.stdout.take().unwrap()));
    let mut told = || {
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    };
    input.write_all(b"START 15\n").unwrap();
    assert_eq!(told(), "OK");
    // The most memory that it has had, in KiB.
    let peak = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", brain.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap()
    };
    let before = peak();
    // Long lines, and many short ones: tens of megabytes in either way.
    let long = format!("0,0,1{}x\n", " ".repeat(60_000));
    for (lines, times) in [(long.as_str(), 700), (&"0,0,1\n".repeat(1000), 700)] {
        input.write_all(b"BOARD\n").unwrap();
        for _ in 0..times {
            input.write_all(lines.as_bytes()).unwrap();
        }
        input.write_all(b"DONE\n").unwrap();
        told();
    }
    let after = peak();
    assert!(after < before + 16 * 1024, "{before} KiB before, {after} KiB after");
    // A board with too many lines is none, and the next command has its answer.
    input.write_all(format!("BOARD\n{}DONE\nTURN 7,7\nEND\n", "0,0,1\n".repeat(4097)).as_bytes()).unwrap();
    assert_eq!(told(), "ERROR BOARD has more than 4096 lines, one for each point of the largest board");
    assert!(told().contains(','));
    assert!(brain.wait().unwrap().success());
}
