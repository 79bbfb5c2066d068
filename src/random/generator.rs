//! The generators behind everything random here: seeded, the same on every machine and tier.

/// SplitMix64 (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014): a
/// counter and a mixing function; period 2^64, every 64-bit value once.
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

    /// The seed whose sequence is what is left of this one.
    ///
    /// ```
    /// use stonemask::Random;
    ///
    /// let mut random = Random::new(1);
    /// random.next_u64();
    /// assert_eq!(Random::new(random.position()).next_u64(), random.next_u64());
    /// ```
    #[inline]
    pub const fn position(&self) -> u64 {
        self.state
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

    /// A number below `bound`, each exactly as likely as any other (Lemire, *Fast random integer
    /// generation in an interval*, 2019).
    ///
    /// # Panics
    /// When `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "no number is below 0");
        loop {
            let product = (self.next_u64() >> 32) * u64::from(bound);
            let low = product as u32;
            // Of the 2^32 low parts the first (2^32 mod bound) are one too many; that number is
            // below bound.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return (product >> 32) as u32;
            }
        }
    }
}

/// Eight sequences of xoshiro256++ side by side (Blackman and Vigna, *Scrambled linear pseudorandom
/// number generators*, 2021; period 2^256 - 1 each), for kernels that play many games at once.
/// Their states are successive numbers of [`Random`], as the authors of xoshiro advise.
///
/// ```
/// use stonemask::random::RandomLanes;
///
/// let mut random = RandomLanes::new(1);
/// let mut numbers = [[0; 8]; 100];
/// random.fill(&mut numbers);
/// assert_eq!(numbers[0], RandomLanes::new(1).step());
/// ```
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct RandomLanes {
    /// Word w of sequence l is `state[w][l]`.
    state: [[u64; 8]; 4],
}

impl RandomLanes {
    /// The sequences of a seed.
    pub fn new(seed: u64) -> RandomLanes {
        let mut random = Random::new(seed);
        let mut state = [[0; 8]; 4];
        for lane in 0..8 {
            for word in &mut state {
                word[lane] = random.next_u64();
            }
        }
        RandomLanes { state }
    }

    /// The sequences in this state.
    pub(crate) const fn from_state(state: [[u64; 8]; 4]) -> RandomLanes {
        RandomLanes { state }
    }

    /// The sequences in a state that was written word by word.
    pub(crate) fn from_words(words: &[u64]) -> Option<RandomLanes> {
        let state: &[[u64; 8]; 4] = words.as_chunks().0.try_into().ok()?;
        (words.len() == 32).then(|| RandomLanes::from_state(*state))
    }

    /// The state, for kernels that draw numbers themselves: word by word, of all sequences.
    pub(crate) const fn state(&self) -> &[[u64; 8]; 4] {
        &self.state
    }

    /// The next number of each sequence.
    pub fn step(&mut self) -> [u64; 8] {
        std::array::from_fn(|lane| self.step_one(lane))
    }

    /// These sequences in another order: the one numbered `first` comes first, and those before it
    /// last.
    pub(crate) fn beginning_with(mut self, first: usize) -> RandomLanes {
        self.state.iter_mut().for_each(|word| word.rotate_left(first));
        self
    }

    /// The next number of one sequence; the others stay as they are.
    #[inline]
    pub(crate) fn step_one(&mut self, lane: usize) -> u64 {
        let [s0, s1, s2, s3] = &mut self.state;
        let (s0, s1, s2, s3) = (&mut s0[lane], &mut s1[lane], &mut s2[lane], &mut s3[lane]);
        let number = s0.wrapping_add(*s3).rotate_left(23).wrapping_add(*s0);
        let shifted = *s1 << 17;
        *s2 ^= *s0;
        *s3 ^= *s1;
        *s1 ^= *s2;
        *s0 ^= *s3;
        *s2 ^= shifted;
        *s3 = s3.rotate_left(45);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_begin_as_the_published_generator_does() {
        // The authors' xoshiro256plusplus.c from the state 1, 2, 3, 4.
        let mut random = RandomLanes { state: [[1; 8], [2; 8], [3; 8], [4; 8]] };
        let numbers: Vec<u64> = (0..3).map(|_| random.step()[5]).collect();
        assert_eq!(numbers, [41_943_041, 58_720_359, 3_588_806_011_781_223]);
    }

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
