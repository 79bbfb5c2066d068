//! The generator behind everything random here: seeded, the same on every machine and tier.

/// SplitMix64 (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014): a counter and a mixing
/// function; period 2^64, every 64-bit value once.
///
/// ```
/// let mut random = stonemask::Random::new(0);
/// assert_eq!(random.next_u64(), 0xe220_a839_7b1d_cdaf);
/// ```
#[derive(Clone, Debug)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The sequence of a seed.
    pub const fn new(seed: u64) -> Random {
        Random { state: seed }
    }

    /// The counter, for kernels that draw numbers themselves.
    #[inline]
    pub(crate) fn state(&mut self) -> &mut u64 {
        &mut self.state
    }

    /// The next 64 bits.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number below `bound`, each exactly as likely as any other (Lemire, *Fast random integer generation in an interval*,
    /// 2019).
    ///
    /// # Panics
    /// When `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "there is no number below 0");
        loop {
            let product = (self.next_u64() >> 32) * u64::from(bound);
            let low = product as u32;
            // Of the 2^32 low parts the first (2^32 mod bound) are one too many; that number is below bound.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn below_reaches_every_number_about_equally() {
        let mut random = Random::new(7);
        for bound in [1, 2, 3, 10, 33] {
            let mut counts = vec![0u32; bound as usize];
            for _ in 0..10_000 * bound {
                counts[random.below(bound) as usize] += 1;
            }
            // Six standard deviations of a binomial count with mean 10 000.
            assert!(counts.iter().all(|&count| count.abs_diff(10_000) < 600), "{counts:?}");
        }
    }
}
