//! The command started as a user starts it.
#![allow(dead_code, reason = "each program of tests uses some of it")]

use std::path::PathBuf;
use std::process::{Command, Output};

pub(crate) fn stonemask(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_stonemask")).args(arguments).env_remove("STONEMASK_TIER").output().unwrap()
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

/// Runs a command that must fail with this status and this one line.
pub(crate) fn bad(arguments: &[&str], status: i32, line: &str) {
    let output = stonemask(arguments);
    assert_eq!(String::from_utf8_lossy(&output.stderr), format!("stonemask: {line}\n"), "{arguments:?}");
    assert_eq!(output.status.code(), Some(status), "{arguments:?}");
}

pub(crate) fn tiers() -> Vec<String> {
    let report = json(&["cpu"]);
    report["available"].as_array().unwrap().iter().map(|tier| tier.as_str().unwrap().to_owned()).collect()
}

/// The folder of real games: see tests/README.md.
pub(crate) fn data() -> Option<PathBuf> {
    let folder = std::env::var_os("STONEMASK_DATA").map(PathBuf::from);
    if folder.is_none() {
        println!("STONEMASK_DATA is not set: not tried on real games");
    }
    folder
}

pub(crate) fn scratch(name: &str, bytes: &[u8]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    path.to_str().unwrap().to_owned()
}
