//! Promise: where the system gives no more memory, a command says so in one line, or does its work;
//! nothing aborts.
#![cfg(target_os = "linux")]

mod support;

use std::process::Command;
use support::told;

/// Each command that takes threads, with many of them, under limits from almost nothing to almost
/// enough.
#[test]
fn many_threads_under_a_limit_are_refused_in_one_line() {
    let mut refused = 0;
    for words in [
        &["solve", "othello4", "--table", "1"][..],
        &["solve", "othello4", "--table", "1", "--all"],
        &["analyse", "othello6", "--table", "1", "--depth", "3"],
        &["perft", "othello8", "--depth", "6"],
        &["playout", "othello8", "--games", "1000000"],
    ] {
        for kib in [150_000, 400_000, 640_000, 700_000, 1_000_000, 2_000_000] {
            for threads in ["3", "256", "1024"] {
                let script = format!(r#"ulimit -v {kib}; exec "$0" "$@""#);
                let mut command = Command::new("sh");
                command.args(["-c", &script, env!("CARGO_BIN_EXE_stonemask")]).args(words);
                let output = command.args(["--threads", threads]).output().unwrap();
                match output.status.code() {
                    Some(0) => assert!(output.stderr.is_empty(), "{words:?}, {kib} KiB: {output:?}"),
                    Some(2) => {
                        let line = format!("--threads {threads}: this machine does not give that much memory");
                        assert_eq!(told(&output), line, "{words:?}, {kib} KiB");
                        refused += 1;
                    }
                    other => panic!("{words:?}, {kib} KiB, {threads} threads: {other:?}, {output:?}"),
                }
            }
        }
    }
    // A thousand stacks alone are two gigabytes.
    assert!(refused >= 5 * 6, "{refused}");
}
