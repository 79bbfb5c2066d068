//! The kernels that draw random numbers, and their tables.

use crate::cpu::Tier;
use crate::random::RandomLanes;
use std::sync::atomic::{AtomicPtr, Ordering};

table! {
    /// The random numbers' kernels of one tier.
    pub struct Kernels {
        fill: fn(*mut RandomLanes, *mut [u64; 8], usize),
    }
}

choice!();

impl Kernels {
    /// Fills `numbers` with the next steps of the sequences: each step's eight numbers, sequence by sequence.
    #[inline]
    pub fn fill(&self, random: &mut RandomLanes, numbers: &mut [[u64; 8]]) {
        // SAFETY: this processor runs the table's tier (`get`). The state is `repr(C)` and aligned to 64 bytes; the kernel
        // writes as many steps as the slice has room for.
        unsafe { (self.fill)(random, numbers.as_mut_ptr(), numbers.len()) }
    }
}

static REFERENCE: Kernels = Kernels { tier: Tier::Reference, fill: reference_fill };

// Nothing to gain from two sequences at a time.
#[cfg(stonemask_asm)]
static X64: Kernels = Kernels { tier: Tier::X64, ..REFERENCE };

#[cfg(stonemask_asm)]
static AVX2: Kernels = Kernels { tier: Tier::Avx2, fill: random_fill_avx2 };

#[cfg(stonemask_avx512)]
static AVX512: Kernels = Kernels { tier: Tier::Avx512, fill: random_fill_avx512 };

#[cfg(stonemask_asm)]
super::assembly! {
    fn random_fill_avx2(random: *mut RandomLanes, numbers: *mut [u64; 8], steps: usize);
}

#[cfg(stonemask_avx512)]
super::assembly! {
    fn random_fill_avx512(random: *mut RandomLanes, numbers: *mut [u64; 8], steps: usize);
}

reference! {
    fn reference_fill(random: *mut RandomLanes, numbers: *mut [u64; 8], steps: usize) {
        // SAFETY: both are the caller's, valid, and nobody else has them.
        let (random, numbers) = unsafe { (&mut *random, std::slice::from_raw_parts_mut(numbers, steps)) };
        numbers.fill_with(|| random.step());
    }
}
