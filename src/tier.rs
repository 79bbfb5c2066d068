//! Which kernels this processor can run: the tiers, their detection, and the override.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

/// A level of instruction sets that kernels are written for, in ascending order.
///
/// Every kernel gives the same results on every tier, random games of a seed included; tiers differ
/// in speed alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// The rules in plain Rust, as a rule book states them; slow, on any processor.
    Reference,
    /// Bit-parallel Rust without intrinsics; on any processor, and all there is where nothing is
    /// assembled.
    Portable,
    /// Assembly for any x86-64 processor (SSE2).
    X64,
    /// Assembly for x86-64-v3: AVX2, BMI1, BMI2, LZCNT, POPCNT, MOVBE (Haswell, Zen and later).
    Avx2,
    /// Assembly for AVX-512 F, CD, BW, DQ, VL, VBMI, VBMI2, BITALG, VPOPCNTDQ and GFNI (Ice Lake,
    /// Zen 4 and later).
    Avx512,
}

impl Tier {
    /// All tiers, ascending.
    pub const ALL: [Tier; 5] = [Tier::Reference, Tier::Portable, Tier::X64, Tier::Avx2, Tier::Avx512];

    /// The environment variable that caps [`Tier::best`]: `reference`, `portable`, `x64`, `avx2` or
    /// `avx512`.
    pub const VARIABLE: &'static str = "STONEMASK_TIER";

    /// Whether this processor, its operating system and this build can run the tier.
    ///
    /// The environment does not matter here; it caps [`Tier::best`] alone.
    pub fn is_available(self) -> bool {
        static HIGHEST: OnceLock<Tier> = OnceLock::new();
        self <= *HIGHEST.get_or_init(detect)
    }

    /// The tiers that can run here, ascending: what tests, benches and fuzzers iterate over.
    ///
    /// ```
    /// use stonemask::Tier;
    /// assert_eq!(Tier::available().next(), Some(Tier::Reference));
    /// ```
    pub fn available() -> impl DoubleEndedIterator<Item = Tier> {
        Tier::ALL.into_iter().filter(|tier| tier.is_available())
    }

    /// The highest tier that can run here, capped by `STONEMASK_TIER`; decided once.
    ///
    /// The variable can lower the tier, never raise it, and a value that names no tier has no
    /// effect; [`Tier::requested`] reports such a value.
    pub fn best() -> Tier {
        static BEST: OnceLock<Tier> = OnceLock::new();
        *BEST.get_or_init(|| {
            let cap = Tier::requested().ok().flatten().unwrap_or(Tier::Avx512);
            Tier::available().rfind(|&tier| tier <= cap).unwrap_or(Tier::Reference)
        })
    }

    /// The tier that `STONEMASK_TIER` asks for: `None` when it is unset or empty.
    ///
    /// # Errors
    /// When its value names no tier.
    pub fn requested() -> Result<Option<Tier>, ParseTierError> {
        match std::env::var_os(Tier::VARIABLE) {
            Some(value) if !value.is_empty() => value.to_string_lossy().parse().map(Some),
            _ => Ok(None),
        }
    }

    /// Whether the tier has registers wide enough for the kernels of many positions to pay.
    pub(crate) const fn is_wide(self) -> bool {
        matches!(self, Tier::Avx2 | Tier::Avx512)
    }

    /// 64-bit words of a plane in bit slices: as wide as the tier's widest registers, and as four
    /// words on tiers that have no kernels for them.
    pub(crate) const fn words(self) -> usize {
        match self {
            Tier::Reference | Tier::Portable | Tier::X64 | Tier::Avx2 => 4,
            Tier::Avx512 => 8,
        }
    }

    /// The tier's name as users write it: `reference`, `portable`, `x64`, `avx2` or `avx512`.
    pub fn name(self) -> &'static str {
        match self {
            Tier::Reference => "reference",
            Tier::Portable => "portable",
            Tier::X64 => "x64",
            Tier::Avx2 => "avx2",
            Tier::Avx512 => "avx512",
        }
    }
}

/// The tier in use, by its place among all; more than all of them before the first use.
static IN_USE: AtomicU8 = AtomicU8::new(u8::MAX);

/// The tier in use.
pub(crate) fn in_use() -> Tier {
    Tier::ALL.get(usize::from(IN_USE.load(Ordering::Relaxed))).copied().unwrap_or_else(Tier::best)
}

/// Notes that a tier is in use.
pub(crate) fn set_in_use(tier: Tier) {
    IN_USE.store(tier as u8, Ordering::Relaxed);
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Tier {
    type Err = ParseTierError;

    /// Reads a tier's name, in either case.
    fn from_str(text: &str) -> Result<Tier, ParseTierError> {
        Tier::ALL
            .into_iter()
            .find(|tier| tier.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| ParseTierError { text: text.to_owned() })
    }
}

/// A text that names no [`Tier`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseTierError {
    text: String,
}

impl fmt::Display for ParseTierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not a tier: expected reference, portable, x64, avx2 or avx512", self.text.escape_debug())
    }
}

impl std::error::Error for ParseTierError {}

impl Tier {
    /// The instruction-set extensions that matter to the tiers, by name, and whether this processor
    /// and its operating system offer them. Empty on other architectures.
    pub fn extensions() -> Vec<(&'static str, bool)> {
        #[cfg(target_arch = "x86_64")]
        {
            macro_rules! list {
                ($($name:tt)*) => { vec![$(($name, is_x86_feature_detected!($name))),*] };
            }
            list!(
                "sse2" "popcnt" "lzcnt" "bmi1" "bmi2" "movbe" "avx" "avx2"
                "avx512f" "avx512cd" "avx512bw" "avx512dq" "avx512vl"
                "avx512vbmi" "avx512vbmi2" "avx512bitalg" "avx512vpopcntdq" "gfni"
            )
        }
        #[cfg(not(target_arch = "x86_64"))]
        Vec::new()
    }
}

/// The highest tier that is built in and whose every extension this processor has, with those of
/// all tiers below it.
fn detect() -> Tier {
    let has = |names: &[&str]| Tier::extensions().iter().all(|&(name, present)| present || !names.contains(&name));
    if !cfg!(stonemask_asm) {
        Tier::Portable
    } else if !has(&["popcnt", "lzcnt", "bmi1", "bmi2", "movbe", "avx", "avx2"]) {
        Tier::X64
    } else if cfg!(stonemask_avx512) && Tier::extensions().iter().all(|&(_, present)| present) {
        Tier::Avx512
    } else {
        Tier::Avx2
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for tier in Tier::ALL {
            assert_eq!(tier.name().parse(), Ok(tier));
            assert_eq!(tier.name().to_uppercase().parse(), Ok(tier));
        }
        assert_eq!(
            "avx3".parse::<Tier>().unwrap_err().to_string(),
            "'avx3' is not a tier: expected reference, portable, x64, avx2 or avx512"
        );
    }

    #[test]
    fn available_tiers_ascend_from_reference_without_gaps() {
        let tiers: Vec<Tier> = Tier::available().collect();
        assert_eq!(tiers, Tier::ALL[..tiers.len()]);
        assert!(tiers.contains(&Tier::best()));
    }
}
