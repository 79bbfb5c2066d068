//! Promise: `analyse --stream` answers each line once, whatever stands in it, in any order; it can
//! be told to give up, and ends when its input does; an analysis depends on its line alone.

mod support;

use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};
use support::{GAMES, bad, stonemask};

static SCHEMA: LazyLock<Validator> = LazyLock::new(|| support::schema("output.schema.json"));

fn start(options: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stonemask"));
    command.args(["analyse", "--stream", "--table", "1"]).args(options).env_remove("STONEMASK_TIER");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn valid(line: &str) -> Value {
    let value: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error} in {line:?}"));
    assert!(SCHEMA.is_valid(&value), "{value:#} is not what the schema describes");
    value
}

/// The answers to lines, by id, without what depends on the machine's speed.
fn answered(options: &[&str], lines: &[Value]) -> BTreeMap<String, Value> {
    let mut child = start(options);
    let mut input = child.stdin.take().unwrap();
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{output:?}");
    let answers: Vec<Value> = String::from_utf8(output.stdout).unwrap().lines().map(valid).collect();
    let by_id = answers.iter().cloned().map(|mut answer| {
        answer.as_object_mut().unwrap().remove("seconds");
        (answer["id"].as_str().unwrap_or("null").to_owned(), answer)
    });
    let by_id: BTreeMap<String, Value> = by_id.collect();
    assert_eq!(by_id.len(), answers.len(), "one answer for each: {answers:?}");
    by_id
}

#[test]
fn each_line_is_answered_as_the_command_alone_answers_it() {
    let lines = [
        json!({"id": "a", "game": "othello8", "moves": "f5d6", "nodes": 20000, "top": 3}),
        json!({"id": "b", "game": "othello6", "depth": 6}),
        json!({"id": "c", "game": "gomoku", "rule": "renju", "rows": 13, "columns": 13, "moves": ["g7", "h8"], "nodes": 3000}),
        json!({"id": "d", "game": "nogo", "rows": 5, "cols": 5, "nodes": 20000}),
        json!({"id": "e", "game": "gomoku", "position": "1x5 freestyle XXXXX O"}),
        json!({"id": "f", "game": "othello8", "moves": "f5d6", "nodes": 20000, "top": 3, "priority": 5}),
    ];
    let one = answered(&[], &lines);
    assert_eq!(one.keys().map(String::as_str).collect::<Vec<_>>(), ["a", "b", "c", "d", "e", "f"]);
    assert_eq!(one, answered(&["--threads", "3"], &lines), "an analysis depends on its line alone");
    let alone =
        support::json(&["analyse", "othello8", "--moves", "f5d6", "--nodes", "20000", "--top", "3", "--table", "1"]);
    for field in ["score", "moves", "line", "nodes", "position", "size", "game", "lower", "upper"] {
        assert_eq!(one["a"][field], alone[field], "{field}");
        assert_eq!(one["a"][field], one["f"][field], "{field}");
    }
    assert_eq!((&one["c"]["rule"], &one["c"]["size"]), (&json!("renju"), &json!("13x13")));
    assert_eq!((&one["e"]["score"]["winner"], &one["e"]["moves"]), (&json!("black"), &json!([])));
    assert!(one.values().all(|answer| answer["complete"] == true));
}

#[test]
fn errors_name_the_line_they_are_about_and_cost_nothing_else() {
    let lines = [
        json!({"id": "1", "game": "chess"}),
        json!({"id": "2"}),
        json!({"id": "3", "game": "othello8", "moves": "a1"}),
        json!({"id": "4", "game": "othello8", "rows": 8}),
        json!({"id": "5", "game": "othello8", "nodse": 8}),
        json!({"id": "6", "game": "nogo", "rows": 99}),
        json!({"id": "7", "game": "gomoku", "time": -1}),
        json!({"id": "8", "game": "gomoku", "nodes": 0}),
        json!({"id": "9", "game": "gomoku", "rule": "chinese"}),
        json!({"id": "good", "game": "othello6", "depth": 2}),
    ];
    let answers = answered(&[], &lines);
    // 4x4 is solved at once.
    let unknown = format!("game 'chess': expected {}", GAMES[1..].join(", "));
    for (id, told) in [
        ("1", unknown.as_str()),
        ("2", "game is missing"),
        ("4", "rows does not apply to othello8"),
        ("7", "time: expected seconds from 0.001 to 31536000"),
        ("8", "nodes: expected 1 or more"),
        ("9", "rule 'chinese': expected freestyle, standard, renju, caro or caro-exact"),
    ] {
        assert_eq!(answers[id]["error"], told);
    }
    for (id, begin) in [("3", "moves, ply 1: "), ("5", "unknown field `nodse`"), ("6", "rows, columns, blocked: ")] {
        let error = answers[id]["error"].as_str().unwrap();
        assert!(error.starts_with(begin), "{error}");
    }
    assert_eq!(answers["good"]["complete"], true);
    // No JSON, no object, no id, a line that never ends: none has an id.
    for line in ["{", "[1]", "7", "\"x\"", "{\"game\":\"nogo\"}", "\u{0}", &"x".repeat(3 << 20)] {
        let mut child = start(&[]);
        let mut input = child.stdin.take().unwrap();
        input.write_all(format!("{line}\n{{\"id\":\"good\",\"game\":\"othello6\",\"depth\":1}}\n").as_bytes()).unwrap();
        drop(input);
        let output = child.wait_with_output().unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let answers: Vec<Value> = text.lines().map(valid).collect();
        assert_eq!(answers.len(), 2, "{text}");
        assert!(answers.iter().any(|answer| answer["id"].is_null() && answer["error"].is_string()), "{text}");
        assert!(answers.iter().any(|answer| answer["id"] == "good"), "{text}");
        assert_eq!(output.status.code(), Some(0));
    }
}

/// An analysis that goes on while lines are sent.
struct Talk {
    child: Child,
    lines: std::io::Lines<BufReader<std::process::ChildStdout>>,
}

impl Talk {
    fn new(options: &[&str]) -> Talk {
        let mut child = start(options);
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Talk { child, lines }
    }

    fn say(&mut self, line: &Value) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    fn hear(&mut self) -> Value {
        valid(&self.lines.next().expect("an answer").unwrap())
    }
}

#[test]
fn what_is_not_wanted_any_more_is_given_up_whether_it_has_begun_or_not() {
    let begun = Instant::now();
    let mut talk = Talk::new(&[]);
    let long = |id: &str| json!({"id": id, "game": "nogo", "nodes": u64::MAX, "report": 0.1});
    talk.say(&long("begun"));
    let interim = talk.hear();
    assert_eq!(
        (&interim["id"], &interim["interim"], &interim["complete"]),
        (&json!("begun"), &json!(true), &json!(false))
    );
    for id in ["waits", "low"] {
        talk.say(&long(id));
    }
    talk.say(&json!({"id": "high", "game": "othello6", "depth": 2, "priority": 1}));
    talk.say(&long("begun"));
    let hear = |talk: &mut Talk| loop {
        let answer = talk.hear();
        if answer["interim"] != true {
            return answer;
        }
    };
    assert_eq!(hear(&mut talk)["error"], "an analysis of this id is not done yet");
    talk.say(&json!({"terminate": "waits"}));
    assert_eq!(hear(&mut talk), json!({"id": "waits", "terminated": true}));
    talk.say(&json!({"id": "t", "terminate": "nothing"}));
    assert_eq!(hear(&mut talk), json!({"id": "t", "terminate": "nothing", "found": false}));
    talk.say(&json!({"terminate": "begun"}));
    let answer = hear(&mut talk);
    assert_eq!(
        (&answer["id"], &answer["terminated"], &answer["complete"]),
        (&json!("begun"), &json!(true), &json!(false))
    );
    assert!(answer["nodes"].as_u64() > Some(0));
    assert_eq!(hear(&mut talk)["id"], "high", "the higher priority comes first");
    talk.say(&json!({"id": "u", "terminate": "low"}));
    let last = [hear(&mut talk), hear(&mut talk)];
    assert!(last.iter().any(|answer| answer["found"] == true) && last.iter().any(|answer| answer["id"] == "low"));
    drop(talk.child.stdin.take());
    assert!(talk.lines.next().is_none() && talk.child.wait().unwrap().success());
    assert!(begun.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_reader_that_has_gone_ends_the_work() {
    let mut talk = Talk::new(&["--threads", "2"]);
    talk.say(&json!({"id": "a", "game": "nogo", "nodes": u64::MAX, "report": 0.05}));
    talk.hear();
    let Talk { mut child, lines } = talk;
    drop(lines);
    assert!(child.wait().unwrap().success());
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_though_its_input_does_not() {
    let mut talk = Talk::new(&[]);
    talk.say(&json!({"id": "a", "game": "nogo", "nodes": u64::MAX, "report": 0.05}));
    talk.hear();
    Command::new("kill").args(["-INT", &talk.child.id().to_string()]).status().unwrap();
    let last = loop {
        let answer = talk.hear();
        if answer["interim"] != true {
            break answer;
        }
    };
    assert_eq!((&last["id"], &last["terminated"]), (&json!("a"), &json!(true)));
    assert_eq!(talk.child.wait().unwrap().code(), Some(1));
}

#[test]
fn what_does_not_go_together_is_refused() {
    bad(&["analyse"], 2, "the following required arguments were not provided: <GAME|FILE>");
    let output = stonemask(&["analyse", "--stream", "nogo"]);
    assert_eq!(output.status.code(), Some(2));
}
