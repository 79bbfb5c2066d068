//! The command started as a user starts it.
#![allow(dead_code, reason = "each program of tests uses some of it")]

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The games, in the order in which the command offers them.
pub(crate) const GAMES: [&str; 5] = ["othello4", "othello6", "othello8", "gomoku", "nogo"];

pub(crate) fn stonemask(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_stonemask")).args(arguments).env_remove("STONEMASK_TIER").output().unwrap()
}

/// A board of Gomoku with eighteen pairs that threaten to become threes, too far from each other to
/// win: no machine tries all orders.
pub(crate) fn endless_gomoku() -> String {
    let row =
        |at: usize| if at % 6 == 1 { "O---XX---O---XX---O---XX---O----" } else { "--------------------------------" };
    format!("32x32 freestyle {} X", (0..32).map(row).collect::<Vec<_>>().join("/"))
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Runs a command that must succeed, silent on stderr, and returns what it printed.
pub(crate) fn good(arguments: &[&str]) -> String {
    let output = stonemask(arguments);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}");
    stdout(&output)
}

pub(crate) fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&good(&[arguments, &["--json"]].concat())).unwrap()
}

/// The one line that a command is told to fail with, as text or as JSON.
pub(crate) fn told(output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let line = text.strip_suffix('\n').filter(|line| !line.contains('\n')).expect(&text);
    let message =
        || serde_json::from_str::<serde_json::Value>(line).ok()?["error"]["message"].as_str().map(str::to_owned);
    line.strip_prefix("stonemask: ").map(str::to_owned).or_else(message).expect(&text)
}

/// Runs a command that must fail with this status and this one line.
pub(crate) fn bad(arguments: &[&str], status: i32, line: &str) {
    let output = stonemask(arguments);
    assert_eq!(told(&output), line, "{arguments:?}");
    assert_eq!(output.stderr.starts_with(b"{"), arguments.contains(&"--json"), "{arguments:?}");
    assert_eq!(output.status.code(), Some(status), "{arguments:?}");
}

pub(crate) fn tiers() -> Vec<String> {
    let report = json(&["cpu"]);
    report["available"].as_array().unwrap().iter().map(|tier| tier.as_str().unwrap().to_owned()).collect()
}

/// Runs a command, interrupts it as Ctrl-C does once it looks out for that, and returns what came
/// of it.
#[cfg(unix)]
pub(crate) fn interrupted(arguments: &[&str]) -> Output {
    signalled(arguments, "-INT", Duration::ZERO).0
}

/// Runs a command, sends it a signal a while after it has begun to look out for that, and returns
/// what came of it and how long that took.
#[cfg(unix)]
pub(crate) fn signalled(arguments: &[&str], signal: &str, after: Duration) -> (Output, Duration) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_stonemask"));
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn().unwrap();
    let begun = Instant::now();
    while !catches_interrupts(child.id()) {
        assert!(begun.elapsed() < Duration::from_secs(20), "{arguments:?} does not look out for interrupts");
        thread::sleep(Duration::from_millis(5));
    }
    thread::sleep(after);
    let sent = Instant::now();
    Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    (output, sent.elapsed())
}

/// Whether a process has a handler of SIGINT. Only Linux tells; elsewhere two seconds are enough.
#[cfg(unix)]
fn catches_interrupts(process: u32) -> bool {
    let Ok(status) = std::fs::read_to_string(format!("/proc/{process}/status")) else {
        thread::sleep(Duration::from_secs(2));
        return true;
    };
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("it is a line of every status");
    u64::from_str_radix(caught.trim(), 16).expect("a mask") >> 1 & 1 == 1
}

/// Says that something is not tried, and why. The harness holds back what tests print, but not
/// this; .ci/run lists it at its end.
pub(crate) fn skipped(reason: &str) {
    let test = thread::current().name().unwrap_or("a test").to_owned();
    std::io::stderr().write_all(format!("skipped: {test}: {reason}\n").as_bytes()).unwrap();
    if let Some(list) = std::env::var_os("STONEMASK_SKIPPED") {
        let mut list = std::fs::File::options().append(true).create(true).open(list).unwrap();
        writeln!(list, "{test}: {reason}").unwrap();
    }
}

/// The folder of real games: see tests/README.md.
pub(crate) fn data() -> Option<PathBuf> {
    let folder = std::env::var_os("STONEMASK_DATA").map(PathBuf::from);
    if folder.is_none() {
        skipped("STONEMASK_DATA is not set: not tried on real games");
    }
    folder
}

/// One of the schemas of docs/.
pub(crate) fn schema(name: &str) -> jsonschema::Validator {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name);
    let schema: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

pub(crate) fn scratch(name: &str, bytes: &[u8]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}
