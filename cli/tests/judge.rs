//! Promise: the judge finds each of the faults that are planted in an engine, calls it by its name,
//! and prints a line that shows it again on a small board; an engine without faults passes; nothing
//! is left running.
#![cfg(unix)]

mod support;

use jsonschema::Validator;
use serde_json::Value;
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use support::{bad, good, signalled, skipped, stdout, stonemask, told};

static SCHEMA: LazyLock<Validator> = LazyLock::new(|| support::schema("output.schema.json"));

fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok();
    if !found {
        skipped("this machine has no python3, in which the engine is written that is judged");
    }
    found
}

/// The engine for a protocol, a game, a rule and a fault. Python starts in half the time without
/// its site and environment (-SE), and the judge starts hundreds.
fn engine(words: &[&str]) -> Vec<String> {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/judged_engine.py");
    ["--", "python3", "-SE", program].into_iter().chain(words.iter().copied()).map(str::to_owned).collect()
}

/// Judges the engine with some options; the report, which docs/output.schema.json describes, and
/// the exit status.
fn judged(options: &[&str], words: &[&str]) -> (Value, Option<i32>) {
    let engine = engine(words);
    let engine: Vec<&str> = engine.iter().map(String::as_str).collect();
    let output = stonemask(&[&["judge", "--json"], options, &engine].concat());
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap_or_else(|_| panic!("{}", told(&output)));
    assert!(SCHEMA.is_valid(&report), "{report:#}");
    (report, output.status.code())
}

#[test]
fn an_engine_without_faults_passes() {
    if !has_python() {
        return;
    }
    for (protocol, game, rule, options) in [
        ("gtp", "othello8", "-", &["--games", "3"][..]),
        ("gtp", "othello6", "-", &["--games", "6"]),
        ("gtp", "nogo", "-", &["--games", "3", "--positions", "30", "--rows", "7", "--columns", "7"]),
        ("gtp", "nogo", "-", &["--games", "1", "--positions", "10"]),
        (
            "gtp",
            "gomoku",
            "renju",
            &["--rule", "renju", "--games", "1", "--positions", "8", "--rows", "9", "--columns", "9"],
        ),
        (
            "gtp",
            "gomoku",
            "standard",
            &["--rule", "standard", "--games", "3", "--positions", "20", "--rows", "9", "--columns", "9"],
        ),
        ("gomocup", "gomoku", "standard", &["--rule", "standard", "--games", "4", "--positions", "20"]),
        ("nboard", "othello8", "-", &["--games", "4", "--positions", "60"]),
        ("perft", "othello6", "-", &[]),
        ("perft", "nogo", "-", &[]),
        ("botzone", "othello8", "-", &["--games", "1"]),
        ("botzone", "nogo", "-", &["--games", "0", "--positions", "30"]),
        ("perft", "gomoku", "renju", &["--rule", "renju", "--rows", "11", "--columns", "11", "--positions", "40"]),
    ] {
        let (report, status) = judged(
            &[&["--protocol", protocol, "--game", game, "--time", "20000"], options].concat(),
            &[protocol, game, rule],
        );
        assert_eq!((&report["fault"], status), (&Value::Null, Some(0)), "{protocol} {game}: {report}");
        assert!(report["questions"].as_u64().unwrap() > 20 && report["complete"] == true, "{report}");
    }
    let (report, status) = judged(&["--protocol", "gtp"], &["gtp", "nogo", "-"]);
    assert_eq!((&report["fault"], &report["game"], status), (&Value::Null, &Value::Null, Some(0)));
}

/// Judges an engine with a fault. Its line has no more moves than this, and shows the fault again,
/// but not to an engine without it.
fn finds(fault: &str, kind: &str, [protocol, game, rule]: [&str; 3], options: &[&str], moves: usize) {
    let words = [protocol, game, rule, fault];
    let time: &[&str] = if options.contains(&"--time") { &[] } else { &["--time", "20000"] };
    let rules: &[&str] = if rule == "-" { &[] } else { &["--rule", rule] };
    let asked = [&["--protocol", protocol, "--game", game], time, rules, options].concat();
    let (report, status) = judged(&asked, &words);
    let found = &report["fault"];
    assert_eq!((status, &found["kind"], &found["again"]), (Some(1), &kind.into(), &true.into()), "{fault}: {report}");
    let line = found["line"].as_str().unwrap();
    let played = line.split(';').nth(2).map_or(0, |moves| moves.split_whitespace().count());
    assert!(played <= moves, "{fault}: {line}");

    let limit = options.iter().position(|option| *option == "--time").map_or("20000", |at| options[at + 1]);
    let replay = ["--replay", line, "--time", limit];
    let (report, status) = judged(&replay, &words);
    assert_eq!((status, &report["fault"]["kind"]), (Some(1), &kind.into()), "{fault}: {line}: {report}");
    let (report, status) = judged(&replay, &words[..3]);
    assert_eq!((status, &report["fault"]), (Some(0), &Value::Null), "{fault}: {line}: {report}");
}

const OTHELLO: [&str; 3] = ["gtp", "othello6", "-"];
const NOGO: [&str; 3] = ["gtp", "nogo", "-"];

#[test]
fn a_missed_diagonal_is_found() {
    if has_python() {
        finds("missed diagonal", "wrong legal moves", OTHELLO, &[], 6);
        finds("missed diagonal", "wrong legal moves", ["perft", "othello8", "-"], &[], 0);
        finds("missed diagonal", "illegal move", ["nboard", "othello8", "-"], &[], 60);
    }
}

#[test]
fn a_wrapped_row_is_found() {
    if has_python() {
        finds("wrapped row", "wrong legal moves", ["gtp", "othello8", "-"], &[], 12);
        finds("wrapped row", "wrong legal moves", ["perft", "othello8", "-"], &[], 0);
    }
}

#[test]
fn a_wrong_double_three_is_found() {
    if has_python() {
        let options = ["--rows", "11", "--columns", "11", "--games", "0"];
        finds("wrong double three", "wrong legal moves", ["gtp", "gomoku", "renju"], &options, 40);
        finds("wrong double three", "wrong legal moves", ["perft", "gomoku", "renju"], &options, 0);
    }
}

#[test]
fn an_overline_taken_for_a_win_is_found() {
    if has_python() {
        let options = ["--rows", "9", "--columns", "9", "--games", "0"];
        finds("overline wins", "wrong count", ["perft", "gomoku", "standard"], &options, 0);
        let (report, _) = judged(
            &[&["--protocol", "gtp", "--game", "gomoku", "--rule", "standard", "--time", "20000"], &options[..]]
                .concat(),
            &["gtp", "gomoku", "standard", "overline wins"],
        );
        // The first finding depends on who is to move: the engine takes the game for over.
        let kind = report["fault"]["kind"].as_str().unwrap();
        assert!(["wrong legal moves", "legal move refused"].contains(&kind), "{report}");
    }
}

#[test]
fn suicide_allowed_is_found() {
    if has_python() {
        finds("suicide allowed", "wrong legal moves", NOGO, &[], 6);
        finds("suicide allowed", "wrong legal moves", ["perft", "nogo", "-"], &[], 0);
    }
}

/// Without a list of legal moves the engine is tried with moves that it must refuse.
#[test]
fn illegal_moves_are_tried_where_there_is_no_list() {
    if has_python() {
        // The engine has one fault at a time: here it lists nothing, and is right otherwise.
        let (report, status) = judged(
            &["--protocol", "gtp", "--game", "nogo", "--games", "2", "--positions", "20", "--time", "20000"],
            &["gtp", "nogo", "-", "no list"],
        );
        assert_eq!((&report["fault"], status), (&Value::Null, Some(0)), "{report}");
        finds("no list, suicide", "illegal move accepted", NOGO, &["--rows", "7", "--columns", "7"], 8);
    }
}

#[test]
fn a_pass_refused_is_found() {
    if has_python() {
        finds("pass refused", "legal move refused", OTHELLO, &[], 24);
    }
}

#[test]
fn a_late_answer_is_found_and_a_hang_is_another_fault() {
    if has_python() {
        finds("late", "late answer", OTHELLO, &["--time", "800"], 0);
        finds("hang", "hang", OTHELLO, &["--time", "400"], 0);
    }
}

#[test]
fn what_breaks_a_protocol_is_found() {
    if has_python() {
        finds("lost id", "broken protocol", OTHELLO, &[], 40);
        finds("lost id", "broken protocol", ["nboard", "othello8", "-"], &[], 40);
        finds("garbage", "broken protocol", OTHELLO, &[], 40);
        finds("no empty line", "broken protocol", OTHELLO, &["--time", "400"], 40);
        finds("garbage", "broken protocol", ["gomocup", "gomoku", "-"], &[], 0);
        finds("garbage", "broken protocol", ["perft", "nogo", "-"], &[], 0);
        finds("garbage", "broken protocol", ["botzone", "nogo", "-"], &[], 0);
    }
}

#[test]
fn crashes_wrong_results_and_illegal_moves_have_their_names() {
    if has_python() {
        finds("crash", "crash", OTHELLO, &[], 0);
        finds("status", "crash", OTHELLO, &[], 0);
        finds("wrong result", "wrong result", OTHELLO, &[], 36);
        finds("illegal", "illegal move", ["gomocup", "gomoku", "-"], &[], 2);
        finds("status", "crash", ["botzone", "gomoku", "-"], &[], 0);
        finds("illegal", "illegal move", ["botzone", "othello8", "-"], &[], 0);
        let (report, _) = judged(&["--protocol", "gtp", "--game", "othello8"], &["gtp", "othello8", "-", "crash"]);
        assert_eq!(report["fault"]["told"], "after 'genmove b': it was ended by signal 11");
        let (report, _) = judged(&["--protocol", "gtp", "--game", "othello8"], &["gtp", "othello8", "-", "status"]);
        assert_eq!(report["fault"]["told"], "after 'genmove b': it ended with status 3");
    }
}

#[test]
fn two_engines_play_and_the_judge_is_the_referee() {
    if !has_python() {
        return;
    }
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/judged_engine.py");
    for (protocol, game, rule) in
        [("gtp", "othello6", "-"), ("nboard", "othello8", "-"), ("gomocup", "gomoku", "freestyle")]
    {
        let other = format!("python3 -SE {program} {protocol} {game} {rule}");
        let options = ["--protocol", protocol, "--game", game, "--games", "4", "--against", &other, "--time", "20000"];
        let (report, status) = judged(&options, &[protocol, game, rule]);
        let sum: u64 = ["wins", "draws", "losses"].iter().map(|name| report["results"][name].as_u64().unwrap()).sum();
        assert_eq!((sum, &report["fault"], status), (4, &Value::Null, Some(0)), "{report}");
    }
    let other = format!("python3 -SE {program} gtp othello6 - illegal");
    let options = ["--protocol", "gtp", "--game", "othello6", "--games", "4", "--against", &other, "--time", "20000"];
    let (report, status) = judged(&options, &["gtp", "othello6", "-"]);
    assert_eq!((&report["results"]["wins"], status), (&1.into(), Some(1)), "{report}");
    assert_eq!(report["fault"]["kind"], "illegal move");
}

/// The command line of the engine with these words.
fn command(words: &[&str]) -> String {
    format!("python3 -SE {} {}", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/judged_engine.py"), words.join(" "))
}

/// A row of the table has these marks: correct, illegal, wrong, crashed, timed out, broken
/// protocol, not asked.
fn assert_marks(row: &Value, name: &str, marks: [u64; 7]) {
    let columns = ["correct", "illegal", "wrong", "crashed", "timed_out", "broken_protocol", "not_asked"];
    assert_eq!((&row["name"], columns.map(|column| row[column].as_u64().unwrap())), (&name.into(), marks), "{row}");
}

/// Each engine has a row, whatever the others do, and the first fault of each kind has a line that
/// shows it again.
#[test]
fn many_engines_are_marked_in_one_table() {
    if !has_python() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("engines.txt");
    let engines = [
        "# of the course".to_owned(),
        format!("good = {}", command(&["gtp", "othello6", "-"])),
        String::new(),
        format!("crash={}", command(&["gtp", "othello6", "-", "crash"])),
        "nowhere=/no/such/engine --x".to_owned(),
    ];
    std::fs::write(&list, engines.join("\n")).unwrap();
    let illegal = format!("illegal={}", command(&["gtp", "othello6", "-", "illegal"]));
    let options = ["--protocol", "gtp", "--game", "othello6", "--games", "5", "--time", "20000"];
    let words = [&["judge"], &options[..], &["--engines", list.to_str().unwrap(), "--engine", &illegal]].concat();
    let output = stonemask(&[&words[..], &["--json"]].concat());
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap_or_else(|_| panic!("{}", told(&output)));
    assert!(SCHEMA.is_valid(&report), "{report:#}");
    assert_eq!((output.status.code(), &report["complete"]), (Some(1), &true.into()));
    // In every third game the engine does not play.
    let rows = report["engines"].as_array().unwrap();
    assert_marks(&rows[0], "illegal", [2, 4, 0, 0, 0, 0, 0]);
    assert_marks(&rows[1], "good", [6, 0, 0, 0, 0, 0, 0]);
    assert_marks(&rows[2], "crash", [2, 0, 0, 4, 0, 0, 0]);
    assert_marks(&rows[3], "nowhere", [0, 0, 0, 0, 0, 0, 6]);
    assert_eq!(rows[3]["problem"], "cannot start '/no/such/engine': No such file or directory");
    let fault = &rows[0]["faults"][0];
    assert_eq!((&fault["test"], &fault["kind"]), (&"game 1".into(), &"illegal move".into()));
    let words = ["gtp", "othello6", "-", "illegal"];
    let (replayed, _) = judged(&["--replay", fault["line"].as_str().unwrap(), "--time", "20000"], &words);
    assert_eq!(replayed["fault"]["kind"], "illegal move");

    let silent = ["judge", "--protocol", "gtp", "--game", "othello6", "--games", "5", "--time", "20", "--json"];
    let output = stonemask(&[&silent[..], &["--engine", "silent=sleep 77.5"]].concat());
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_marks(&report["engines"][0], "silent", [0, 0, 0, 0, 3, 0, 3]);
    assert_eq!((output.status.code(), &report["engines"][0]["problem"]), (Some(1), &"given up after 3 hangs".into()));

    let two = ["judge", "--protocol", "gtp", "--game", "othello6", "--games", "1", "--time", "20000"];
    let engine = command(&["gtp", "othello6", "-"]);
    let (ann, ben) = (format!("ann={engine}"), format!("benjamin={engine}"));
    let table = good(&[&two[..], &["--engine", &ann, "--engine", &ben]].concat());
    assert_eq!(
        table,
        "engine    correct  illegal  wrong  crashed  timed out  total\n\
         ann             2        0      0        0          0      2\n\
         benjamin        2        0      0        0          0      2\n"
    );
}

/// Files of GTP tests are marked; a bad line is named before any engine is started.
#[test]
fn files_of_gtp_tests_are_marked() {
    if !has_python() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.tst");
    let path = file.to_str().unwrap();
    let text = "# on 6x6\nboardsize 6\n10 gogui-rules_legal_moves\n#? [c2 b3 e4 d5]\nplay b b3\n\
                20 gogui-rules_legal_moves\n#? [!.*e4.*]\n30 name\n#? [other]*\n40 version\n#? [judged|x]*\n\
                komi\n50 no-such-command\n#? [!x]\n60 name\n#? [gnugo]\n70 genmove w\n#? [.*]\n80 name\n#? [judged]\n";
    std::fs::write(&file, text).unwrap();
    let marked = |fault: &str| {
        let words = [
            "--",
            "python3",
            "-SE",
            concat!(env!("CARGO_MANIFEST_DIR"), "/tests/judged_engine.py"),
            "gtp",
            "othello6",
            "-",
            fault,
        ];
        let output = stonemask(&[&["judge", "--json", "--time", "20000", "--tests", path][..], &words].concat());
        let report: Value = serde_json::from_str(&stdout(&output)).unwrap_or_else(|_| panic!("{}", told(&output)));
        assert!(SCHEMA.is_valid(&report), "{report:#}");
        assert_eq!(output.status.code(), Some(1));
        report["engines"][0].clone()
    };
    let row = marked("");
    let counts =
        ["correct", "expected_fails", "unexpected_passes", "wrong", "total"].map(|name| row[name].as_u64().unwrap());
    assert_eq!(counts, [4, 1, 1, 2, 8], "{row}");
    let faults: Vec<_> =
        row["faults"].as_array().unwrap().iter().map(|fault| fault["told"].as_str().unwrap()).collect();
    assert_eq!(
        faults,
        [
            "'komi' fails: unknown command",
            "'no-such-command' fails: unknown command, expected [!x]",
            "'name' answers 'judged', expected [gnugo]"
        ]
    );
    assert_eq!(row["faults"][2]["test"], format!("{path}:15"));
    // After a crash a fresh engine goes on.
    let row = marked("crash");
    assert_eq!((&row["correct"], &row["crashed"], &row["wrong"]), (&3.into(), &1.into(), &2.into()), "{row}");

    std::fs::write(&file, "1 name\n#? [a\n").unwrap();
    let problem = format!("{path}, line 2: '#? [a': expected #? [PATTERN] or #? [PATTERN]*");
    bad(&["judge", "--tests", path, "--", "/no/such/engine"], 2, &problem);
}

/// A test may expect that a command fails, with a message or any.
#[test]
fn files_of_gtp_tests_expect_errors() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("errors.tst");
    let path = file.to_str().unwrap();
    let text = "10 play black a1\n#? [? illegal move: .*]\n20 play black f5\n#? [? .*]\n30 no-such-command\n\
                #? [!? unknown command]\n40 no-such-command\n#? [!? illegal move.*]\n50 name\n#? [?]*\n";
    std::fs::write(&file, text).unwrap();
    let engine = format!("mine={} gtp othello8 --level 1", env!("CARGO_BIN_EXE_stonemask"));
    let output = stonemask(&["judge", "--json", "--time", "20000", "--tests", path, "--engine", &engine]);
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap_or_else(|_| panic!("{}", told(&output)));
    let row = &report["engines"][0];
    let counts = ["correct", "expected_fails", "wrong", "total"].map(|name| row[name].as_u64().unwrap());
    assert_eq!((counts, output.status.code()), ([2, 1, 2, 5], Some(1)), "{row}");
    let faults: Vec<_> =
        row["faults"].as_array().unwrap().iter().map(|fault| fault["told"].as_str().unwrap()).collect();
    assert_eq!(
        faults,
        [
            "'play black f5' answers '', expected [? .*]",
            "'no-such-command' fails: unknown command, expected [!? unknown command]"
        ]
    );
}

#[test]
fn the_engine_of_the_page_passes() {
    if has_python() {
        let program = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/perft_engine.py");
        let words =
            ["judge", "--protocol", "perft", "--game", "othello6", "--time", "20000", "--", "python3", "-SE", program];
        assert_eq!(good(&words), "asked  201 questions in 0 games and 200 positions\nfault  none found\n");
    }
}

/// An engine that passes by itself is not told of passes.
#[test]
fn passes_are_skipped_where_that_is_asked_for() {
    if has_python() {
        let options = ["--protocol", "gtp", "--game", "othello6", "--games", "12", "--time", "20000", "--skip-passes"];
        let (report, status) = judged(&options, &["gtp", "othello6", "-", "passes by itself"]);
        assert_eq!((&report["fault"], status), (&Value::Null, Some(0)), "{report}");
        finds("passes by itself", "wrong legal moves", OTHELLO, &[], 40);
    }
}

#[test]
fn bad_usage_has_one_line() {
    let missing = "cannot start '/no/such/engine': No such file or directory";
    bad(&["judge", "--protocol", "gtp", "--", "/no/such/engine"], 2, missing);
    bad(&["judge", "--protocol", "gtp", "--json", "--", "/no/such/engine"], 2, missing);
    for (options, line) in [
        (&["--protocol", "perft"][..], "--game is missing, which the protocol perft asks about"),
        (&["--protocol", "botzone"], "--game is missing, which the protocol botzone asks about"),
        (&["--protocol", "botzone", "--game", "othello6"], "botzone has no othello6"),
        (
            &["--protocol", "botzone", "--game", "gomoku", "--rule", "renju"],
            "botzone has gomoku on its usual board alone",
        ),
        (&["--protocol", "gtp", "--game", "nogo", "--rows", "3"], "GTP has square boards of up to 25 rows, not 3x9"),
        (&["--protocol", "perft", "--tests", "none.tst"], "--tests: its commands are GTP's, not those of perft"),
        (&["--tests", "/no/such/file"], "/no/such/file: No such file or directory"),
        (&["--engines", "/no/such/file", "--protocol", "gtp"], "/no/such/file: No such file or directory"),
        (
            &["--engine", "a=cat", "--engine", "a=cat", "--protocol", "gtp"],
            "two engines are called 'a': NAME=COMMAND names one",
        ),
        (&["--protocol", "gtp", "--rows", "9"], "--rows: --game is missing"),
        (&["--protocol", "nboard", "--game", "nogo"], "--game nogo: the protocol nboard has another game"),
        (&["--protocol", "gtp", "--game", "othello8", "--rule", "renju"], "--rule does not apply to othello8"),
        (&["--protocol", "gtp", "--against", "x"], "--against: it takes a game, a protocol with moves, and a command"),
        (
            &["--replay", "x"],
            "--replay: expected a protocol and a game, a position, moves and a question with '; ' between, as stonemask judge prints them",
        ),
        (
            &["--replay", "chess; speak"],
            "--replay: 'chess' is not a protocol: expected gtp, gomocup, nboard, perft or botzone",
        ),
        (
            &["--replay", "gtp nogo; -- X; b1 b1; moves"],
            "--replay: ply 2: illegal move b1 for white: the point holds a black stone",
        ),
        (
            &["--replay", "gtp nogo; -- X; ; play"],
            "--replay: 'play': expected speak, moves, accept MOVE, refuse MOVE, choose, result or perft DEPTH",
        ),
    ] {
        bad(&[&["judge"], options, &["--", "cat"]].concat(), 2, line);
    }
}

/// Whether no process runs, or soon none will, whose command line has a word.
fn ends(word: &str) -> bool {
    let begun = Instant::now();
    while begun.elapsed() < Duration::from_secs(5) {
        if !runs(word, 0) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    false
}

/// Whether a process other than this one has a word in its command line.
fn runs(word: &str, but: u32) -> bool {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    processes
        .filter(|entry| entry.file_name().to_str() != Some(but.to_string().as_str()))
        .filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok())
        .any(|line| String::from_utf8_lossy(&line).contains(word))
}

/// An engine that does not listen, and what it has started, are gone when the judge is, whether it
/// came to its end or was interrupted.
#[test]
fn nothing_is_left_running() {
    if !std::path::Path::new("/proc/self/cmdline").exists() {
        skipped("this system does not show its processes in /proc");
        return;
    }
    let deaf = |seconds: &str| format!("trap '' TERM HUP INT PIPE; sleep {seconds} & sleep {seconds}; wait");
    let output = stonemask(&["judge", "--protocol", "gtp", "--time", "20", "--json", "--", "sh", "-c", &deaf("71.25")]);
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((output.status.code(), &report["fault"]["kind"]), (Some(1), &"hang".into()));
    assert!(ends("71.25"));
    for json in [&[][..], &["--json"]] {
        let script = deaf("72.75");
        let words = [&["judge", "--protocol", "gtp"], json, &["--", "sh", "-c", &script]].concat();
        let (output, latency) = signalled(&words, "-INT", Duration::from_millis(300));
        assert_eq!(told(&output), "interrupted after 1 questions");
        assert_eq!(output.status.code(), Some(1));
        assert!(latency < Duration::from_secs(5), "{latency:?}");
        assert!(ends("72.75"));
    }
}

/// The words that start an engine that misbehaves.
fn bad_engine<'a>(fault: &'a str, mark: &'a str) -> [&'a str; 6] {
    ["--", "python3", "-SE", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bad_engine.py"), fault, mark]
}

/// However an engine misbehaves, the judge comes to its end, says what is wrong in one short line,
/// and takes no more memory than a line and an answer have.
#[test]
fn the_judge_ends_whatever_an_engine_does() {
    if !has_python() {
        return;
    }
    let cases = [
        ("gtp", "silent", "hang"),
        ("nboard", "deaf and silent", "hang"),
        ("gtp", "chatters", "broken protocol"),
        ("gomocup", "chatters", "hang"),
        ("nboard", "chatters", "hang"),
        ("perft", "chatters", "broken protocol"),
        ("nboard", "status lines", "hang"),
        ("gomocup", "floods", "hang"),
        ("nboard", "floods", "hang"),
        ("gtp", "empty lines", "hang"),
        ("gomocup", "empty lines", "hang"),
        ("nboard", "empty lines", "hang"),
        ("gtp", "an endless line", "broken protocol"),
        ("nboard", "an endless line", "broken protocol"),
        ("gomocup", "a slow endless line", "hang"),
        ("gomocup", "a long line", "broken protocol"),
        ("gtp", "an endless answer", "broken protocol"),
        ("gtp", "a slow endless answer", "broken protocol"),
        ("gtp", "binary", "broken protocol"),
        ("nboard", "binary", "hang"),
        ("nboard", "zeros", "broken protocol"),
        ("gtp", "closes its output", "crash"),
        ("gtp", "closes all", "crash"),
        ("gtp", "exits", "crash"),
        ("nboard", "is killed", "crash"),
        ("gomocup", "stops itself", "hang"),
        ("gtp", "ends its group", "crash"),
        ("nboard", "answers at once", "hang"),
        ("gomocup", "answers and never reads", "broken protocol"),
        ("gtp", "ignores signals", "hang"),
        ("gtp", "errors to all", "broken protocol"),
        ("gtp", "an answer of binary", "broken protocol"),
    ];
    let judge = |&(protocol, fault, kind): &(&str, &str, &str)| {
        let game: &[&str] = if protocol == "perft" { &["--game", "othello8"] } else { &[] };
        // A tenth of what it takes to call it a hang. The others show their fault as soon as Python
        // has started.
        let time = match kind {
            "hang" => "100",
            _ if fault.contains("slow") => "400",
            _ => "3000",
        };
        let options = [&["judge", "--json", "--protocol", protocol, "--time", time][..], game].concat();
        let script = r#"ulimit -v 4000000; exec "$0" "$@""#;
        let mut command = Command::new("sh");
        command.args(["-c", script, env!("CARGO_BIN_EXE_stonemask")]).args(&options).args(bad_engine(fault, "77"));
        let begun = Instant::now();
        let output = command.output().unwrap();
        let taken = begun.elapsed();
        let report: Value =
            serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{fault}: {}", told(&output)));
        assert!(SCHEMA.is_valid(&report), "{report:#}");
        assert_eq!((output.status.code(), &report["fault"]["kind"]), (Some(1), &kind.into()), "{fault}: {report}");
        assert!(report["fault"]["told"].as_str().unwrap().chars().count() < 500, "{fault}: {report}");
        // Some tries, and ten seconds for the smallest case.
        assert!(taken < Duration::from_secs(60), "{fault}: {taken:?}");
    };
    for some in cases.chunks(8) {
        std::thread::scope(|scope| some.iter().for_each(|case| _ = scope.spawn(|| judge(case))));
    }
}

/// Interrupts are heard while an engine talks.
#[test]
fn engines_that_talk_do_not_hide_an_interrupt() {
    if !has_python() {
        return;
    }
    for (protocol, fault) in [
        ("gtp", "empty lines"),
        ("gtp", "a slow endless answer"),
        ("gomocup", "chatters"),
        ("gomocup", "floods"),
        ("nboard", "status lines"),
        ("nboard", "binary"),
    ] {
        let words = [&["judge", "--protocol", protocol][..], &bad_engine(fault, "78")].concat();
        let (output, latency) = signalled(&words, "-INT", Duration::from_millis(700));
        assert_eq!(
            (told(&output), output.status.code()),
            ("interrupted after 1 questions".to_owned(), Some(1)),
            "{fault}"
        );
        assert!(latency < Duration::from_secs(3), "{fault}: {latency:?}");
    }
}

/// No engine, and nothing that one has started, outlives the judge: not even one that is killed.
#[test]
fn no_engine_outlives_the_judge() {
    if !has_python() {
        return;
    }
    if !cfg!(target_os = "linux") {
        skipped("only Linux hands orphans to a process that wants them, and shows processes in /proc");
        return;
    }
    let faults = [
        "forks",
        "forks and exits",
        "forks into a session",
        "leaves a daemon",
        "forks all the time",
        "ignores signals",
    ];
    let ways: [(&str, &[&str]); 3] = [("ended", &[]), ("killed", &["-KILL"]), ("interrupted twice", &["-INT", "-INT"])];
    let outlives = |fault: &str, mark: &str, signals: &[&str]| {
        let time = if signals.is_empty() { "300" } else { "60000" };
        let mut command = Command::new(env!("CARGO_BIN_EXE_stonemask"));
        command.args(["judge", "--protocol", "gomocup", "--time", time]).args(bad_engine(fault, mark));
        let mut judge = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        // The judge's own command line has the mark as well, but not in this form.
        let started =
            if fault == "ignores signals" { format!("{fault}\0{mark}\0") } else { format!("sleep\0{mark}\0") };
        let begun = Instant::now();
        while !runs(&started, judge.id()) && begun.elapsed() < Duration::from_secs(20) && !signals.is_empty() {
            std::thread::sleep(Duration::from_millis(20));
        }
        for signal in signals {
            Command::new("kill").args([signal, judge.id().to_string().as_str()]).status().unwrap();
            std::thread::sleep(Duration::from_millis(20));
        }
        judge.wait().unwrap();
        !ends(mark)
    };
    for (number, fault) in faults.into_iter().enumerate() {
        std::thread::scope(|scope| {
            for (way, (name, signals)) in ways.iter().enumerate() {
                // A time that no other process sleeps.
                let mark = format!("{}.{}", 4000 + 10 * number + way, std::process::id());
                scope.spawn(move || {
                    assert!(!outlives(fault, &mark, signals), "{fault}, {name}: a process of the engine runs on");
                });
            }
        });
    }
}

/// The guard is not for users.
#[test]
fn a_guard_without_a_judge_refuses() {
    let output = stonemask(&["engine-guard"]);
    assert_eq!((told(&output), output.status.code()), ("engine-guard is for stonemask judge".to_owned(), Some(2)));
}
