//! Promise: the tiers offered are those that the processor runs, and `STONEMASK_TIER` lowers the
//! choice and never raises it.
//!
//! `.ci/masked` runs this, and the other tests, on processors that lack something. It says in
//! `STONEMASK_EXPECTED_TIER` what must come out, since a masked processor has no other witness.

use stonemask::{Tier, kernels};

/// The highest tier that can run here.
fn highest() -> Tier {
    Tier::available().next_back().unwrap()
}

#[test]
fn the_highest_tier_is_the_expected_one() {
    if let Ok(name) = std::env::var("STONEMASK_EXPECTED_TIER") {
        assert_eq!(highest(), name.parse().unwrap());
        return;
    }
    // Linux's list of the processor's features, which is not how the library finds out.
    #[cfg(all(target_arch = "x86_64", target_os = "linux"))]
    {
        let text = std::fs::read_to_string("/proc/cpuinfo").unwrap();
        let flags: Vec<&str> = text.lines().find(|line| line.starts_with("flags")).unwrap().split(' ').collect();
        let avx2 = ["popcnt", "abm", "bmi1", "bmi2", "movbe", "avx", "avx2"];
        let avx512 = [
            "avx512f",
            "avx512cd",
            "avx512bw",
            "avx512dq",
            "avx512vl",
            "avx512vbmi",
            "avx512_vbmi2",
            "avx512_bitalg",
            "avx512_vpopcntdq",
            "gfni",
        ];
        let has = |names: &[&str]| names.iter().all(|name| flags.contains(name));
        let expected = match (has(&avx2), has(&avx512)) {
            (true, true) => Tier::Avx512,
            (true, false) => Tier::Avx2,
            _ => Tier::X64,
        };
        assert_eq!(highest(), expected, "{flags:?}");
    }
}

#[test]
fn the_choice_is_the_highest_tier_within_the_cap() {
    let cap = Tier::requested().ok().flatten().unwrap_or(Tier::Avx512);
    assert_eq!(Tier::best(), highest().min(cap));
    assert_eq!(kernels::Othello::in_use().tier(), Tier::best());
    assert_eq!(kernels::Gomoku::in_use().tier(), Tier::best());
    assert_eq!(kernels::NoGo::in_use().tier(), Tier::best());
    assert_eq!(kernels::RandomNumbers::in_use().tier(), Tier::best());
    assert_eq!(kernels::Expand::in_use().tier(), Tier::best());
    assert_eq!(kernels::tier(), Tier::best());
}

#[test]
fn no_table_is_handed_out_above_the_processor() {
    for tier in Tier::ALL {
        let available = tier <= highest();
        assert_eq!(tier.is_available(), available);
        assert_eq!(kernels::Othello::get(tier).map(kernels::Othello::tier), available.then_some(tier));
        assert_eq!(kernels::Gomoku::get(tier).map(kernels::Gomoku::tier), available.then_some(tier));
        assert_eq!(kernels::NoGo::get(tier).map(kernels::NoGo::tier), available.then_some(tier));
        assert_eq!(kernels::RandomNumbers::get(tier).map(kernels::RandomNumbers::tier), available.then_some(tier));
        assert_eq!(kernels::Expand::get(tier).map(kernels::Expand::tier), available.then_some(tier));
    }
}

/// The choice is made once in a process: so each cap has one of its own, which runs the test above.
/// (Under qemu-user a child is no longer masked; .ci/masked sets the variable from outside.)
#[test]
#[cfg(not(miri))]
fn every_value_of_the_variable_is_a_cap_and_no_more() {
    for cap in ["", "reference", "portable", "x64", "avx2", "avx512", "AVX512", "avx1024", " x64"] {
        let child = std::process::Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "the_choice_is_the_highest_tier_within_the_cap"])
            .env(Tier::VARIABLE, cap)
            .output()
            .unwrap();
        let output = String::from_utf8_lossy(&child.stdout);
        assert!(child.status.success() && output.contains("1 passed"), "STONEMASK_TIER='{cap}': {output}");
    }
}
