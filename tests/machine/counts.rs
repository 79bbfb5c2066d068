//! Promise: no kernel takes more instructions than it took.
//!
//! Callgrind counts the instructions of every kernel that it can run (up to Avx2) on the calls of
//! the harness, exactly and whatever else the machine does. tests/data/instruction_counts.txt holds
//! what they were; `STONEMASK_UPDATE=1 cargo test --test machine counts` writes it anew. Without
//! valgrind nothing is counted, and the test says so.

use crate::symbols;
use crate::trampoline::{call_here, loaded_at};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use stonemask::internals::SYMBOL_PREFIX;
use stonemask::{Random, Tier};
use stonemask_harness::callee;

/// Calls of each kernel.
const CALLS: u64 = 64;

/// A count may exceed the recorded one by this part of it; one that is smaller by more is to be
/// recorded.
const SLACK: f64 = 0.02;

#[test]
fn no_kernel_takes_more_instructions_than_it_took() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("SKIPPED: this machine has no valgrind; no instructions were counted");
        return;
    }
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/instruction_counts.txt");
    let counts = counts();
    if std::env::var_os("STONEMASK_UPDATE").is_some() {
        let mut text = String::from("# Instructions a call, by tests/machine/counts.rs\n");
        for (kernel, count) in &counts {
            writeln!(text, "{kernel} {count:.2}").unwrap();
        }
        std::fs::write(&data, text).unwrap();
        return;
    }
    let recorded = std::fs::read_to_string(&data).unwrap();
    let recorded: BTreeMap<&str, f64> = recorded
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(kernel, count)| Some((kernel, count.parse().ok()?)))
        .collect();
    let mut changes = Vec::new();
    for (kernel, &count) in &counts {
        match recorded.get(kernel.as_str()) {
            None => changes.push(format!("{kernel}: {count:.2}, not recorded")),
            Some(&before) if (count - before).abs() > SLACK * before + 0.01 => {
                changes.push(format!("{kernel}: {count:.2}, recorded {before:.2}"));
            }
            Some(_) => {}
        }
    }
    changes.extend(
        recorded.keys().filter(|&&kernel| !counts.contains_key(kernel)).map(|kernel| format!("{kernel}: gone")),
    );
    assert!(changes.is_empty(), "instructions a call; STONEMASK_UPDATE=1 records them\n{}", changes.join("\n"));
}

/// The instructions a call of each kernel that callgrind can run, counted in a process of its own.
fn counts() -> BTreeMap<String, f64> {
    let out = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("callgrind.{}", std::process::id()));
    let valgrind = Command::new("valgrind")
        .args(["--tool=callgrind", "--toggle-collect=*call_here*", "--dump-line=no"])
        .args(["--compress-strings=no", "--compress-pos=no"])
        .arg(format!("--callgrind-out-file={}", out.display()))
        .arg(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "counts::call_every_kernel", "--test-threads=1"])
        .output()
        .unwrap();
    assert!(valgrind.status.success(), "{}", String::from_utf8_lossy(&valgrind.stderr));
    let profile = std::fs::read_to_string(&out).unwrap();
    std::fs::remove_file(&out).unwrap();
    let mut totals = BTreeMap::new();
    let (mut function, mut of_a_call) = (String::new(), false);
    for line in profile.lines() {
        if let Some(name) = line.strip_prefix("fn=") {
            function = name.to_owned();
        } else if line.starts_with("calls=") {
            of_a_call = true;
        } else if line.starts_with(|c: char| c.is_ascii_digit()) {
            // A position and a cost; after calls=, the cost of the function called.
            if let (false, Some(kernel)) = (of_a_call, function.strip_prefix(SYMBOL_PREFIX)) {
                let cost: u64 = line.split(' ').nth(1).unwrap().parse().unwrap();
                *totals.entry(kernel.to_owned()).or_insert(0) += cost;
            }
            of_a_call = false;
        }
    }
    assert!(!totals.is_empty() || !Tier::X64.is_available(), "callgrind counted nothing");
    totals.into_iter().map(|(kernel, total)| (kernel, total as f64 / CALLS as f64)).collect()
}

#[test]
#[ignore = "callgrind runs it"]
fn call_every_kernel() {
    let ahead = loaded_at();
    for kernel in symbols::kernels().into_iter().filter(|kernel| kernel.tier.is_available()) {
        let (game, rest) = kernel.name.split_once('_').unwrap();
        let name = rest.strip_suffix(&format!("_{}", kernel.tier)).unwrap();
        let callee = callee(game, name).unwrap();
        let mut random = Random::new(2026);
        for _ in 0..CALLS {
            let call = callee.call(kernel.tier, &mut random);
            call_here(ahead + kernel.address as usize, &call);
        }
    }
}
