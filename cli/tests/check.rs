//! Promise: a check tries every kernel, and says which it did not try.

mod support;

#[cfg(unix)]
use support::interrupted;
use support::{bad, good, json, stdout, tiers};

#[test]
fn check_finds_no_difference() {
    for game in ["othello4", "othello6", "othello8"] {
        let report = json(&["check", "--game", game, "--seconds", "0.2"]);
        assert_eq!((&report["differences"], &report["complete"]), (&serde_json::json!([]), &true.into()));
        let kernels = report["kernels"].as_array().unwrap();
        assert!(!kernels.is_empty() && kernels.iter().all(|tally| tally["inputs"].as_u64().unwrap() > 0));
    }
}

/// An interrupted check lists the kernels that it did not try, and does not end as if all were
/// well.
#[cfg(unix)]
#[test]
fn an_interrupted_check_tells_what_it_did_not_try() {
    if tiers().len() == 1 {
        support::skipped("this processor or build has the reference alone");
        return;
    }
    let output = interrupted(&["check", "--seconds", "1000"]);
    let (text, told) = (stdout(&output), String::from_utf8_lossy(&output.stderr));
    assert_eq!(output.status.code(), Some(1), "{told}");
    let untried = text.lines().filter(|line| line.ends_with("not tried")).count();
    assert!(untried > 0 && text.contains(&format!("\nnot tried    {untried} of ")), "{text}");
    assert!(told.starts_with("stonemask: interrupted after "), "{told}");
    assert!(told.ends_with(&format!("kernels by tier, {untried} were not tried\n")), "{told}");
    let output = interrupted(&["check", "--seconds", "1000", "--game", "othello4", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&stdout(&output)).unwrap();
    assert_eq!((output.status.code(), &report["complete"]), (Some(1), &false.into()));
}

#[test]
fn a_line_of_a_check_is_replayed() {
    let tiers = tiers();
    for tier in tiers.iter().filter(|tier| *tier != "reference") {
        let line = format!("othello4 flips {tier} -----OX--XO----- X, b1");
        let text = good(&["check", "--replay", &line]);
        assert_eq!(text, "result     {b2}\nreference  {b2}\nthey agree\n");
        let report = json(&["check", "--replay", &line]);
        assert_eq!(
            report,
            serde_json::json!({
                "version": env!("CARGO_PKG_VERSION"), "command": "check",
                "line": line, "result": "{b2}", "reference": "{b2}", "differs": false
            })
        );
    }
    for (line, problem) in [
        ("", "expected a game, a kernel, a tier and an input, as stonemask check prints them"),
        ("othello4 flop x64 -----OX--XO----- X, b1", "othello4 has no kernel 'flop'"),
        (
            "othello4 flips x86 -----OX--XO----- X, b1",
            "'x86' is not a tier: expected reference, portable, x64, avx2 or avx512",
        ),
        ("othello4 flips reference -----OX--XO----- X, b1", "reference is what the tiers are compared with"),
    ] {
        bad(&["check", "--replay", line], 2, &format!("--replay: {problem}"));
    }
    if tiers.len() > 1 {
        let problem = "--replay: '-----OX--XO----- X': expected two parts with ', ' between";
        bad(&["check", "--replay", "othello4 flips x64 -----OX--XO----- X"], 2, problem);
        let tier = "--tier: the line of --replay names the tier";
        bad(&["check", "--replay", "othello4 flips x64 -----OX--XO----- X, b1", "--tier", "x64"], 2, tier);
    }
    let both = "the argument '--replay <LINE>' cannot be used with '--seed <N>'";
    bad(&["check", "--replay", "x", "--seed", "1"], 2, both);
}
