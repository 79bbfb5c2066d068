//! How many cases a property is tried on.

use proptest::test_runner::Config;

/// This number of cases, times `STONEMASK_CASES` if that is set, as `.ci/long` does.
///
/// # Panics
/// If `STONEMASK_CASES` is not a number from 1 on.
pub(crate) fn cases(count: u32) -> Config {
    let factor = std::env::var("STONEMASK_CASES").map_or(1, |text| match text.parse() {
        Ok(factor @ 1..) => factor,
        _ => panic!("STONEMASK_CASES is '{text}': expected a number from 1 on"),
    });
    // A failing case is printed; a file beside the source would be seen only by the tree in which
    // it failed.
    Config { cases: count.saturating_mul(factor), failure_persistence: None, ..Config::default() }
}
