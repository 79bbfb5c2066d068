//! Promise: vectors are what docs/vectors.schema.json describes, the same from one seed on every
//! tier, right by checkers that share nothing with this project, and answers that are wrong are
//! found.

mod support;

use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;
use support::{bad, good, scratch, skipped, stdout, stonemask, tiers};

static SCHEMA: LazyLock<Validator> = LazyLock::new(|| support::schema("vectors.schema.json"));

const GAMES: [&[&str]; 9] = [
    &["othello4"],
    &["othello6"],
    &["othello8"],
    &["nogo"],
    &["gomoku"],
    &["gomoku", "--rule", "standard"],
    &["gomoku", "--rule", "renju"],
    &["gomoku", "--rule", "caro"],
    &["gomoku", "--rule", "caro-exact"],
];

fn vectors(words: &[&str]) -> String {
    good(&[&["vectors"], words].concat())
}

fn read(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Runs a program with a text for its input.
fn fed(command: &mut Command, text: &str) -> Output {
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let text = text.to_owned();
    // A checker that finds something stops reading.
    let writer = std::thread::spawn(move || _ = input.write_all(text.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// The report of `--check`, as docs/output.schema.json describes it.
fn checked(text: &str) -> Output {
    static REPORT: LazyLock<Validator> = LazyLock::new(|| support::schema("output.schema.json"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_stonemask"));
    let output = fed(command.args(["vectors", "--check", "-", "--json"]), text);
    assert!(REPORT.is_valid(&serde_json::from_slice(&output.stdout).unwrap()), "{}", stdout(&output));
    output
}

#[test]
fn lines_are_what_the_schema_describes() {
    for game in GAMES {
        for vector in read(&vectors(&[game, &["--count", "120"]].concat())) {
            assert!(SCHEMA.is_valid(&vector), "{vector:#}");
        }
        for question in read(&vectors(&[game, &["--count", "20", "--questions"]].concat())) {
            assert!(SCHEMA.is_valid(&question) && question.get("legal").is_none(), "{question:#}");
        }
    }
}

#[test]
fn a_seed_gives_the_same_bytes_on_every_tier_and_a_shorter_run_is_its_beginning() {
    for game in GAMES {
        let words = [game, &["--count", "150", "--seed", "7"]].concat();
        let text = vectors(&words);
        for tier in tiers() {
            assert_eq!(vectors(&[&words[..], &["--tier", &tier]].concat()), text, "{game:?} on {tier}");
        }
        assert!(text.starts_with(&vectors(&[game, &["--count", "40", "--seed", "7"]].concat())));
        assert_ne!(vectors(&[game, &["--count", "150", "--seed", "8"]].concat()), text);
    }
}

#[test]
fn every_kind_appears_and_boards_have_the_size_that_is_asked_for() {
    let kinds = |words: &[&str]| -> BTreeSet<String> {
        read(&vectors(words)).iter().map(|vector| vector["kind"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(kinds(&["othello4", "--count", "2000"]).len(), 10);
    assert_eq!(kinds(&["gomoku", "--count", "1000", "--rule", "renju", "--rows", "11", "--columns", "11"]).len(), 9);
    assert_eq!(kinds(&["nogo", "--count", "2000"]).len(), 15);
    for (words, size) in [
        (&["gomoku", "--rows", "1", "--columns", "64"][..], "1x64"),
        (&["gomoku", "--rows", "9"], "9x15"),
        (&["nogo", "--rows", "9", "--columns", "1"], "9x1"),
        (&["nogo", "--rows", "1", "--columns", "1"], "1x1"),
    ] {
        for vector in read(&vectors(&[words, &["--count", "60"]].concat())) {
            assert_eq!(vector["size"], size, "{vector}");
        }
    }
}

/// Renju's forbidden points are there with each reason, and recursion is what the kind says: black
/// may play a point with two apparent threes.
#[test]
fn renju_vectors_have_every_reason() {
    let all = read(&vectors(&["gomoku", "--rule", "renju", "--count", "300"]));
    let reasons: BTreeSet<String> = all
        .iter()
        .flat_map(|vector| vector["forbidden"].as_object().unwrap().values())
        .map(|reason| reason.as_str().unwrap().to_owned())
        .collect();
    assert_eq!(reasons.into_iter().collect::<Vec<_>>(), ["double four", "double three", "overline"]);
    assert!(all.iter().any(|vector| vector["kind"] == "recursive"));
}

#[test]
fn right_answers_are_right_in_any_order_and_in_part() {
    for game in GAMES {
        let text = vectors(&[game, &["--count", "60"]].concat());
        assert_eq!(checked(&text).status.code(), Some(0));
        let mut turned = String::new();
        for mut vector in read(&text) {
            vector["legal"].as_array_mut().unwrap().reverse();
            vector.as_object_mut().unwrap().remove("outcome");
            turned += &format!("{vector}\r\n");
        }
        let report: Value = serde_json::from_slice(&checked(&turned).stdout).unwrap();
        assert_eq!((&report["lines"], &report["wrong"], &report["first"]), (&60.into(), &0.into(), &Value::Null));
    }
}

#[test]
fn every_tampered_answer_is_found() {
    for game in GAMES {
        let all = read(&vectors(&[game, &["--count", "30", "--seed", "3"]].concat()));
        let answers: BTreeSet<&String> = all.iter().flat_map(|vector| vector.as_object().unwrap().keys()).collect();
        let question = ["id", "kind", "game", "size", "rule", "position", "rows", "to_move", "depth"];
        for answer in answers.into_iter().filter(|name| !question.contains(&name.as_str())) {
            let mut lines = all.clone();
            for line in &mut lines[20..22] {
                line[answer] = match &line[answer] {
                    Value::Number(number) => json!(number.as_i64().unwrap() + 1),
                    Value::Array(points) => json!([&points[..], &["a1".into(), "a1".into()]].concat()),
                    Value::Object(fields) if fields.contains_key("black") => {
                        json!({"black": ["a1", "a1"], "white": []})
                    }
                    Value::Object(_) => json!({"a1": "nothing"}),
                    _ => "nobody".into(),
                };
            }
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            let output = checked(&text);
            let report: Value = serde_json::from_slice(&output.stdout).unwrap();
            assert_eq!((output.status.code(), &report["wrong"]), (Some(1), &2.into()), "{answer}: {report}");
            assert_eq!((&report["first"]["line"], &report["first"]["field"]), (&21.into(), &answer.as_str().into()));
        }
    }
    let line = r#"{"game":"othello4","position":"-----OX--XO----- X","legal":["b1"],"score":0}"#;
    let output = stonemask(&["vectors", "--check", &scratch("wrong-answer", line.as_bytes())]);
    let text =
        "lines  1, 2 answers\nwrong  1\nfirst  line 1, legal: [\"b1\"], expected [\"b1\",\"a2\",\"d3\",\"c4\"]\n";
    assert_eq!((stdout(&output).as_str(), output.status.code()), (text, Some(1)));
}

#[test]
fn malformed_lines_are_refused_by_their_number() {
    let good_line = r#"{"game":"othello4","position":"-----OX--XO----- X","depth":1,"nodes":4}"#;
    let [first @ .., last] = support::GAMES;
    let unknown = format!("game 'chess': expected {} or {last}", first.join(", "));
    for (line, problem) in [
        ("", "not a JSON object: EOF while parsing a value at column 0"),
        ("[]", "not a JSON object: invalid type: sequence, expected a map at column 0"),
        ("{}", "'game' is missing or is not a text"),
        (r#"{"game":"chess"}"#, unknown.as_str()),
        (r#"{"game":"nogo","position":5}"#, "'position' is missing or is not a text"),
        (
            r#"{"game":"nogo","position":"--/-"}"#,
            "'--/-' is not a board: it ends in '-', expected the side to move, X or O, on its own",
        ),
        (
            r#"{"game":"nogo","position":"-- X","nodes":2}"#,
            "'depth' is missing, to which 'nodes' and 'finished' are counted",
        ),
        (r#"{"game":"nogo","position":"-- X","depth":99}"#, "'depth' is 99: expected 0 to 30"),
        (r#"{"game":"nogo","position":"-- X","rows":["-X"]}"#, "'rows' is not what 'position' says"),
        (r#"{"game":"nogo","position":"-- X","legals":[]}"#, "'legals' is not a field of a vector of this game"),
        (r#"{"game":"nogo","position":"-- X","score":0}"#, "'score' is not a field of a vector of this game"),
    ] {
        let file = scratch("malformed-vectors", format!("{good_line}\n{line}\n").as_bytes());
        bad(&["vectors", "--check", &file], 2, &format!("{file}: line 2: {problem}"));
    }
    let long = scratch("long-vectors", &vec![b' '; 1 << 21]);
    bad(&["vectors", "--check", &long], 2, &format!("{long}: line 1: it is longer than 1 MiB"));
    let empty = scratch("no-vectors", b"");
    let problem = format!("{empty}: it is empty, expected lines of 'stonemask vectors'");
    bad(&["vectors", "--check", &empty, "--json"], 2, &problem);
    bad(&["vectors", "--check", "no/such/file"], 2, "no/such/file: No such file or directory");
    bad(&["vectors"], 2, "the following required arguments were not provided: <GAME>");
    bad(&["vectors", "othello8", "--rule", "renju"], 2, "--rule does not apply to othello8");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_them() {
    let output = support::interrupted(&["vectors", "nogo", "--count", "1000000000000"]);
    let told = support::told(&output);
    let done =
        told.strip_prefix("interrupted after ").and_then(|told| told.strip_suffix(" of 1 000 000 000 000 vectors"));
    assert_eq!(output.status.code(), Some(1));
    let lines = stdout(&output);
    assert!(lines.ends_with("}\n") && read(&lines).len().to_string() == done.expect(&told).replace(' ', ""));
}

/// A line of Othello in which a disc that is turned over is left out.
fn tampered(text: &str) -> String {
    let at = text.find("\"flips\":{\"").unwrap();
    let list = at + text[at..].find(":[\"").unwrap();
    format!("{}:[]{}", &text[..list], &text[list + text[list..].find(']').unwrap() + 1..])
}

fn example(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").join(name).to_str().unwrap().to_owned()
}

#[test]
fn a_checker_in_python_agrees() {
    if Command::new("python3").arg("--version").output().is_err() {
        skipped("this machine has no python3");
        return;
    }
    let run = |text: &str| fed(Command::new("python3").arg(example("check_vectors.py")), text);
    for game in ["othello4", "othello6", "othello8", "gomoku", "nogo"] {
        let output = run(&vectors(&[game, "--count", "500", "--seed", "5"]));
        assert_eq!(stdout(&output), "500 vectors agree\n", "{game}: {}", String::from_utf8_lossy(&output.stderr));
    }
    let output = run(&tampered(&vectors(&["othello8", "--count", "3"])));
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && told.contains(", flips: "), "{told}");
}

#[cfg(unix)]
#[test]
fn a_checker_in_c_agrees() {
    if Command::new("cc").arg("--version").output().is_err() {
        skipped("this machine has no C compiler");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("check_vectors");
    let flags = ["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-pedantic"];
    let compiled = Command::new("cc").args(flags).arg(example("check_vectors.c")).arg("-o").arg(&program).status();
    assert!(compiled.unwrap().success());
    let output = fed(&mut Command::new(&program), &vectors(&["othello8", "--count", "10000", "--seed", "5"]));
    assert_eq!(stdout(&output), "10000 vectors agree\n");
    let output = fed(&mut Command::new(&program), &tampered(&vectors(&["othello8", "--count", "3"])));
    let told = stdout(&output);
    assert!(output.status.code() == Some(1) && told.contains(", flips: "), "{told}");
}
