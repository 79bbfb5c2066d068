//! The lowest tier whose processors have an instruction.

use iced_x86::{CpuidFeature as F, Instruction};
use stonemask::Tier;

/// The extensions that a tier adds to the one below.
fn added(tier: Tier) -> &'static [F] {
    match tier {
        Tier::Reference | Tier::Portable => &[],
        Tier::X64 => &[
            F::INTEL8086,
            F::INTEL186,
            F::INTEL286,
            F::INTEL386,
            F::INTEL486,
            F::X64,
            F::CMOV,
            F::MULTIBYTENOP,
            F::SSE,
            F::SSE2,
            F::CET_IBT,
        ],
        Tier::Avx2 => {
            &[F::SSE3, F::SSSE3, F::SSE4_1, F::SSE4_2, F::AVX, F::AVX2, F::BMI1, F::BMI2, F::LZCNT, F::POPCNT, F::MOVBE]
        }
        Tier::Avx512 => &[
            F::AVX512F,
            F::AVX512CD,
            F::AVX512BW,
            F::AVX512DQ,
            F::AVX512VL,
            F::AVX512_VBMI,
            F::AVX512_VBMI2,
            F::AVX512_BITALG,
            F::AVX512_VPOPCNTDQ,
            F::GFNI,
        ],
    }
}

/// The lowest tier that has all that an instruction needs; an extension that no tier has is an
/// error.
pub(crate) fn lowest_tier(instruction: &Instruction) -> Result<Tier, F> {
    let of = |&feature: &F| Tier::ALL.into_iter().find(|&tier| added(tier).contains(&feature)).ok_or(feature);
    instruction.cpuid_features().iter().map(of).try_fold(Tier::X64, |lowest, tier| Ok(lowest.max(tier?)))
}
