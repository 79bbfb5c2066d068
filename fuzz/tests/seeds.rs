//! Promise: every target has seeds, and none of them breaks it.

use std::collections::BTreeSet;
use std::path::Path;

#[test]
fn every_target_takes_its_seeds() {
    for target in stonemask_fuzz::targets() {
        let seeds = stonemask_fuzz::seeds(&target.name);
        assert!(!seeds.is_empty(), "fuzz/seeds/{}.txt is empty", target.name);
        for seed in seeds {
            // Also cut short, and with a byte changed.
            (target.run)(&seed);
            let places = if target.is_parser { 200 } else { 3 };
            for at in (0..seed.len()).step_by(seed.len().div_ceil(places).max(1)) {
                (target.run)(&seed[..at]);
                let mut other = seed.clone();
                other[at] ^= 1 << (at % 7);
                (target.run)(&other);
            }
        }
    }
}

#[test]
fn every_file_of_seeds_has_a_target() {
    let names: BTreeSet<String> = stonemask_fuzz::targets().into_iter().map(|target| target.name).collect();
    for file in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("seeds")).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(names.contains(&name), "{}: unknown target", path.display());
    }
}
