//! The kernels that draw random numbers.

use super::generator::RandomLanes;

crate::kernel::kernels! {
    /// The random numbers' kernels of one tier.
    pub struct Kernels of "random";

    /// Steps of all sequences. Tier X64 has Reference's: two sequences at a time gain nothing.
    fn fill(random: *mut RandomLanes, numbers: *mut [u64; 8], steps: usize) { avx2: asm; avx512: asm; }
}

impl RandomLanes {
    /// Fills `numbers` with the next steps of the sequences, each step's eight numbers sequence by
    /// sequence.
    #[inline]
    pub fn fill(&mut self, numbers: &mut [[u64; 8]]) {
        Kernels::in_use().fill(self, numbers);
    }
}

impl Kernels {
    /// Fills `numbers` with the next steps of the sequences: each step's eight numbers, sequence by
    /// sequence.
    #[inline]
    pub fn fill(&self, random: &mut RandomLanes, numbers: &mut [[u64; 8]]) {
        // SAFETY: this processor runs the table's tier (`get`). The state is `repr(C)` and aligned
        // to 64 bytes; the kernel writes as many steps as the slice has room for.
        unsafe { (self.fill)(random, numbers.as_mut_ptr(), numbers.len()) }
    }
}

mod reference {
    use super::RandomLanes;

    /// # Safety
    /// The generator is valid, there is room for that many steps, and neither is aliased.
    pub(super) unsafe fn fill(random: *mut RandomLanes, numbers: *mut [u64; 8], steps: usize) {
        // SAFETY: the caller's promise.
        let (random, numbers) = unsafe { (&mut *random, std::slice::from_raw_parts_mut(numbers, steps)) };
        numbers.fill_with(|| random.step());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tier::Tier;

    #[test]
    fn every_tier_draws_the_same_numbers() {
        for tier in Tier::available() {
            for steps in [0, 1, 2, 3, 50] {
                let (mut random, mut same) = (RandomLanes::new(9), RandomLanes::new(9));
                let mut numbers = vec![[0; 8]; steps];
                Kernels::get(tier).unwrap().fill(&mut random, &mut numbers);
                assert!(numbers.iter().all(|numbers| *numbers == same.step()), "{tier}, {steps} steps");
                assert_eq!(random.step(), same.step(), "{tier}, the step after {steps}");
            }
        }
    }
}
