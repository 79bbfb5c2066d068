//! The clock that counts core cycles.

use crate::tier::Tier;

crate::kernel::kernels! {
    /// The clock's kernels of one tier.
    pub struct Kernels of "cpu";

    /// Additions that wait for one another. An assembler is all that it takes: one form serves
    /// every tier.
    fn chain(additions: u64) { portable: rust; x64: asm; }
}

impl Kernels {
    /// Runs `additions` additions, rounded up to a multiple of 16, that wait for one another.
    pub(crate) fn chain(&self, additions: u64) {
        // SAFETY: this processor runs the table's tier (`get`). The kernel takes any count and
        // touches no memory.
        unsafe { (self.chain)(additions) }
    }
}

mod portable {
    use std::hint::black_box;

    /// Every other addition is an exclusive or, which takes as long: sums alone a compiler would
    /// make into one.
    pub(super) fn chain(additions: u64) {
        let (mut sum, step) = (0_u64, black_box(1));
        for _ in 0..additions.div_ceil(16) {
            for _ in 0..8 {
                sum = sum.wrapping_add(step);
                sum ^= step;
            }
        }
        black_box(sum);
    }
}

mod reference {
    pub(super) fn chain(additions: u64) {
        for addition in 0..additions {
            std::hint::black_box(addition);
        }
    }
}

/// Runs `additions` additions that wait for one another: as many core cycles, rounded up to a
/// multiple of 16.
///
/// Where no cycle counter can be read (virtual machines), the time of a kernel over the time of
/// this chain in the same run is its cost in cycles. Without assembly the chain is Rust's: as long,
/// where it is compiled with optimisations.
pub fn spin_cycles(additions: u64) {
    let tier = if Tier::X64.is_available() { Tier::X64 } else { Tier::Portable };
    Kernels::get(tier).expect("the tier is available").chain(additions);
}
