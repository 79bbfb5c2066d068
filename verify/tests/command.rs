//! The command as a user starts it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_stonemask-verify")).args(arguments).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The output of a command that must end with 0, silent on stderr.
fn good(arguments: &[&str]) -> String {
    let output = run(arguments);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", stdout(&output));
    stdout(&output)
}

#[test]
fn a_kernel_is_proved_on_the_tiers_that_are_asked_for() {
    let tiers = |arguments: &[&str]| -> Vec<String> {
        let table = good(arguments);
        let rows = table.lines().filter(|line| line.starts_with("othello_outflanks "));
        rows.map(|row| row.split_whitespace().take(3).collect::<Vec<_>>().join(" ")).collect()
    };
    let all = ["x64", "avx2", "avx512"].map(|tier| format!("othello_outflanks {tier} proved"));
    assert_eq!(tiers(&["--kernel", "othello_outflanks"]), all);
    assert_eq!(tiers(&["--kernel", "othello_outflanks", "--tier", "avx2"]), all[1..2]);
    assert_eq!(tiers(&["--kernel", "othello_outflanks_avx512"]), all[2..]);
}

#[test]
fn json_says_what_the_table_says() {
    let report: serde_json::Value =
        serde_json::from_str(&good(&["--kernel", "othello_outflanks_x64", "--json"])).unwrap();
    let row = &report["rows"][0];
    assert_eq!((&row["kernel"], &row["tier"]), (&"othello_outflanks".into(), &"x64".into()));
    assert_eq!((&row["outcome"], &row["cases"], &row["of_cases"]), (&"proved".into(), &64.into(), &64.into()));
    // Each case's inputs, and its way to the return.
    assert_eq!(row["preconditions"], 128);
    assert!(row["solved"].as_u64() >= Some(64) && row["seconds"].as_f64() > Some(0.0), "{row}");
}

#[test]
fn proofs_are_written_for_other_programs() {
    let directory = std::env::temp_dir().join(format!("stonemask-proofs-{}", std::process::id()));
    good(&["--kernel", "othello_outflanks_x64", "--proofs", directory.to_str().unwrap()]);
    let files: Vec<_> = std::fs::read_dir(&directory).unwrap().map(|file| file.unwrap().path()).collect();
    let with = |ending: &str| files.iter().filter(|file| file.extension().is_some_and(|of| of == ending)).count();
    assert!(with("cnf") > 0 && with("cnf") == with("drat"), "{files:?}");
    let question = files.iter().find(|file| file.extension().is_some_and(|of| of == "cnf")).unwrap();
    let text = std::fs::read_to_string(question).unwrap();
    assert!(text.starts_with("c othello_outflanks_x64\np cnf "), "{text}");
    std::fs::remove_dir_all(directory).unwrap();
}

#[test]
fn this_program_has_the_code_that_is_proved() {
    let program = env!("CARGO_BIN_EXE_stonemask-verify");
    let text = good(&["--same-code", program]);
    assert!(text.contains("kernels have the code and constants that are proved"), "{text}");
}

/// Rust's archive of the library has kernels, constants and tables in objects that no linker has
/// joined; the kernels' own has no tables.
#[test]
fn archives_have_the_code_that_is_proved() {
    let prefix = stonemask::internals::SYMBOL_PREFIX;
    let program = Path::new(env!("CARGO_BIN_EXE_stonemask-verify"));
    let deps = program.parent().unwrap().join("deps");
    let is_ours = |path: &PathBuf| {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let has = || std::fs::read(path).unwrap().windows(prefix.len()).any(|window| window == prefix.as_bytes());
        name.starts_with("libstonemask-") && name.ends_with(".rlib") && has()
    };
    let mut files = std::fs::read_dir(deps).unwrap().map(|file| file.unwrap().path());
    let archive = files.find(is_ours).expect("the library was built");
    let text = good(&["--same-code", archive.to_str().unwrap(), "--whole"]);
    assert!(text.contains("kernels have the code and constants that are proved"), "{text}");
    assert!(!text.contains("not in it"), "{text}");
}

#[test]
fn what_makes_no_sense_is_one_clear_error() {
    let bad = |arguments: &[&str], error: &str| {
        let output = run(arguments);
        assert_eq!(String::from_utf8_lossy(&output.stderr), format!("error: {error}\n"), "{arguments:?}");
        assert_eq!((output.status.code(), stdout(&output)), (Some(2), String::new()), "{arguments:?}");
    };
    let none = "no kernel is called 'othello_flop': without --kernel all are listed";
    bad(&["--kernel", "othello_flop"], none);
    bad(&["--kernel", "othello_flop", "--tier", "x64"], none);
    bad(
        &["--kernel", "othello_batch_flips", "--tier", "x64"],
        "othello_batch_flips is not written for x64, but for avx2, avx512",
    );
    bad(&["--tier", "portable"], "no kernel is written for portable");
    bad(&["--mutants", "--kernel", "cpu_chain"], "nothing is proved of cpu_chain, so it has no mutants");
    // A file in the way of the directory, and a directory that is not empty.
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    for (place, why) in [(manifest, "File exists (os error 17)"), (env!("CARGO_MANIFEST_DIR"), "it is not empty")] {
        let error = format!("no proofs can be written to {place}: {why}");
        bad(&["--kernel", "othello_outflanks_x64", "--proofs", place], &error);
    }
    // Neither is changed, before anything is proved.
    for (place, why) in
        [(manifest, "it is another file"), ("/nowhere/record", "No such file or directory (os error 2)")]
    {
        bad(&["--record", place], &format!("no record can be written to {place}: {why}"));
    }
    bad(
        &["--tier", "x65"],
        "invalid value 'x65' for '--tier <TIER>': 'x65' is not a tier: expected reference, portable, x64, avx2 or avx512",
    );
    bad(&["--kernels"], "unexpected argument '--kernels' found");
    bad(&["--mutants", "--same-code", "x"], "the argument '--mutants' cannot be used with '--same-code <FILE>...'");
    bad(&["--same-code"], "a value is required for '--same-code <FILE>...' but none was supplied");
}

/// Every kernel that is proved fast: three mutants of each are refuted, and differ on this
/// processor.
#[test]
fn mutants_are_refuted_and_differ_on_the_processor() {
    let report: serde_json::Value = serde_json::from_str(&good(&["--mutants", "--quick", "--json"])).unwrap();
    let rows = report.as_array().unwrap();
    assert!(rows.len() >= 20, "{} kernels", rows.len());
    let by_counterexample = |row: &serde_json::Value| {
        let tried = row["tried"].as_array().unwrap();
        tried.iter().filter(|tried| tried["by_counterexample"] == true).count()
    };
    for row in rows {
        let (kernel, tier) = (row["kernel"].as_str().unwrap(), row["tier"].as_str().unwrap());
        let runs = row["runs"] == true;
        // The counterexamples of these are lines for stonemask check --replay.
        if runs && ["othello_flips", "othello_legal_moves_8x8", "gomoku_five_32", "gomoku_five_64"].contains(&kernel) {
            assert!(by_counterexample(row) > 0, "{kernel} {tier}: {row}");
        }
    }
}
