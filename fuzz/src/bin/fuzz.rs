//! libFuzzer's program for the target that STONEMASK_FUZZ_TARGET names; fuzz/run builds and starts
//! it.
#![no_main]

use stonemask_fuzz::{Target, targets};

thread_local! {
    static TARGET: Target = {
        let name = std::env::var("STONEMASK_FUZZ_TARGET").expect("STONEMASK_FUZZ_TARGET names a target");
        let target = targets().into_iter().find(|target| target.name == name);
        target.unwrap_or_else(|| panic!("unknown target {name}"))
    };
}

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| TARGET.with(|target| (target.run)(bytes)));
