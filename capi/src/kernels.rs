//! Tiers and their kernels.

use crate::boundary::{out, read};
use crate::error::{Code, Result};
use std::ffi::{CStr, c_char};
use std::sync::OnceLock;
use stonemask::{Tier, gomoku, nogo, othello};

/// `STONEMASK_ABI_VERSION` of the header: goes up with every change of a function or a layout that is there already.
pub const ABI_VERSION: u32 = 1;

/// The kernels of one tier, of all games.
pub struct stonemask_kernels {
    tier: Tier,
    othello: &'static othello::Kernels,
    gomoku: &'static gomoku::Kernels,
    nogo: &'static nogo::Kernels,
}

const TIERS: usize = Tier::ALL.len();

/// The table of each tier, once somebody has asked for it.
static TABLES: [OnceLock<stonemask_kernels>; TIERS] = [const { OnceLock::new() }; TIERS];

fn table(tier: Tier) -> Option<&'static stonemask_kernels> {
    let table = stonemask_kernels {
        tier,
        othello: othello::Kernels::get(tier)?,
        gomoku: gomoku::Kernels::get(tier)?,
        nogo: nogo::Kernels::get(tier)?,
    };
    Some(TABLES[tier as usize].get_or_init(|| table))
}

macro_rules! kernels_of {
    ($game:ident) => {
        /// This game's kernels; those of the best tier where C passed null.
        ///
        /// # Safety
        /// The pointer is null, or one that `stonemask_kernels_get` gave.
        #[inline]
        pub(crate) unsafe fn $game(kernels: *const stonemask_kernels) -> Result<&'static $game::Kernels> {
            if kernels.is_null() {
                return Ok($game::Kernels::best());
            }
            // SAFETY: a table of `TABLES`, by the caller's promise.
            Ok(unsafe { read(kernels) }?.$game)
        }
    };
}
kernels_of!(othello);
kernels_of!(gomoku);
kernels_of!(nogo);

/// A tier by its number in C. The numbers leave room for tiers between these.
fn tier_of(number: i32) -> Result<Tier> {
    Tier::ALL.into_iter().find(|&tier| number_of(tier) == number).ok_or(Code::BadArgument.into())
}

fn number_of(tier: Tier) -> i32 {
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

exports! {
    /// The kernels of a tier.
    one fn stonemask_kernels_get(tier: i32, kernels: *mut *const stonemask_kernels) {
        let place = out(kernels)?;
        place.write(table(tier_of(tier)?).ok_or(Code::TierUnavailable)?);
        Ok(())
    }

    /// The tier of kernels; of the best ones where they are null.
    one fn stonemask_kernels_tier(kernels: *const stonemask_kernels, tier: *mut i32) {
        let place = out(tier)?;
        let of = if kernels.is_null() { Tier::best() } else { read(kernels)?.tier };
        place.write(number_of(of));
        Ok(())
    }
}

/// A tier's name, such as "avx2"; null for a number that is no tier.
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
