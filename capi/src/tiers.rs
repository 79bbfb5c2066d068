//! Versions and tiers.

use crate::error::{Code, Result};
use std::ffi::{CStr, c_char};
use stonemask::{Tier, kernels};

/// `STONEMASK_ABI_VERSION` of the header: goes up with every change of a function or a layout that
/// is there already.
pub const ABI_VERSION: u32 = 1;

/// A tier by its number in C. The numbers leave room for tiers between these.
fn tier_of(number: i32) -> Result<Tier> {
    Tier::ALL.into_iter().find(|&tier| number_of(tier) == number).ok_or(Code::BadArgument.into())
}

pub(crate) fn number_of(tier: Tier) -> i32 {
    match tier {
        Tier::Reference => 0,
        Tier::Portable => 10,
        Tier::X64 => 20,
        Tier::Avx2 => 30,
        Tier::Avx512 => 40,
    }
}

/// The library's version, such as "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn stonemask_version() -> *const c_char {
    const VERSION: &CStr = match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("a version has no zeros"),
    };
    VERSION.as_ptr()
}

/// `STONEMASK_ABI_VERSION` of the library that is running.
#[unsafe(no_mangle)]
pub extern "C" fn stonemask_abi_version() -> u32 {
    ABI_VERSION
}

/// The tier whose kernels are in use.
#[unsafe(no_mangle)]
pub extern "C" fn stonemask_tier_in_use() -> i32 {
    number_of(kernels::tier())
}

exports! {
    /// Uses the kernels of a tier from now on.
    one fn stonemask_use_tier(tier: i32) {
        kernels::use_tier(tier_of(tier)?).map_err(|_| Code::TierUnavailable.into())
    }
}

/// A tier's name, such as "avx2"; null for a number that is not a tier.
#[unsafe(no_mangle)]
pub extern "C" fn stonemask_tier_name(tier: i32) -> *const c_char {
    let name = match tier_of(tier) {
        Ok(Tier::Reference) => c"reference",
        Ok(Tier::Portable) => c"portable",
        Ok(Tier::X64) => c"x64",
        Ok(Tier::Avx2) => c"avx2",
        Ok(Tier::Avx512) => c"avx512",
        Err(_) => return std::ptr::null(),
    };
    name.as_ptr()
}
