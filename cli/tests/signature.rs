//! Promise: a build has one signature, whatever the tier.

mod support;

use support::{json, tiers};

#[test]
fn the_signature_is_the_same_on_two_tiers() {
    let tiers = tiers();
    // The reference takes minutes for it.
    let fast: Vec<&String> = tiers.iter().filter(|tier| *tier != "reference").collect();
    let (Some(first), Some(last)) = (fast.first(), fast.last()) else {
        support::skipped("this build has the reference alone");
        return;
    };
    let of = |tier: &str| json(&["bench", "--signature", "--tier", tier]);
    let [one, other] = [of(first), of(last)];
    assert_eq!((&one["signature"], &one["hash"]), (&other["signature"], &other["hash"]), "{first} {last}");
    let nodes = |report: &serde_json::Value| -> Vec<u64> {
        report["searches"].as_array().unwrap().iter().map(|of| of["nodes"].as_u64().unwrap()).collect()
    };
    assert_eq!(nodes(&one), nodes(&other));
    assert_eq!(nodes(&one).iter().sum::<u64>(), one["signature"].as_u64().unwrap());
    assert!(nodes(&one).iter().all(|&nodes| nodes > 10_000), "{one}");
}
