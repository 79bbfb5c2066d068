//! Promise: the examples run, hold what they assert, and print the same whenever they are run.

use std::path::PathBuf;
use std::process::Command;

/// The folder of the programs that `cargo test` builds, beside that of the tests.
fn programs() -> PathBuf {
    let here = std::env::current_exe().unwrap();
    here.parent().and_then(|folder| folder.parent()).unwrap().join("examples")
}

#[test]
fn each_runs_and_prints_the_same_twice() {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/examples")).unwrap() {
        names.push(entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned());
    }
    assert!(names.len() >= 6, "{names:?}");
    for name in names {
        let program = programs().join(&name).with_extension(std::env::consts::EXE_EXTENSION);
        if !program.exists() {
            eprintln!("not tried: {name}, which `cargo test` builds, but not `cargo test --test`");
            continue;
        }
        let run = || {
            let output = Command::new(&program).output().unwrap();
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success() && errors.is_empty(), "{name}: {errors}");
            String::from_utf8(output.stdout).unwrap()
        };
        let text = run();
        assert!(text.lines().count() >= 2, "{name} prints {text:?}");
        assert_eq!(run(), text, "{name} prints another text the second time");
    }
}
