//! Where the choices in an input come from.

use stonemask::Random;

/// A seeded generator, or bytes that a fuzzer makes up, zeros after their end.
pub enum Source<'a> {
    /// The generator.
    Random(Random),
    /// The bytes that are left.
    Bytes(&'a [u8]),
}

impl Source<'_> {
    /// The generator of one round of a kernel. It depends on nothing else: neither on other
    /// kernels, nor on the tiers that this processor has, nor on how fast it is.
    pub(crate) fn of_round(seed: u64, game: &str, kernel: &str, round: u64) -> Source<'static> {
        // FNV-1a.
        let hash = format!("{seed} {game} {kernel} {round}")
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
        Source::Random(Random::new(hash))
    }

    /// Any 64 bits.
    pub fn bits(&mut self) -> u64 {
        match self {
            Source::Random(random) => random.next_u64(),
            Source::Bytes(bytes) => {
                let taken = bytes.len().min(8);
                let (first, rest) = bytes.split_at(taken);
                *bytes = rest;
                let mut word = [0; 8];
                word[..taken].copy_from_slice(first);
                u64::from_le_bytes(word)
            }
        }
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: u32) -> u32 {
        match self {
            Source::Random(random) => random.below(bound),
            Source::Bytes(bytes) if bound <= 256 => {
                let Some((first, rest)) = bytes.split_first() else { return 0 };
                *bytes = rest;
                u32::from(*first) % bound
            }
            Source::Bytes(_) => (self.bits() % u64::from(bound)) as u32,
        }
    }

    /// A number from `least` to `most`.
    pub fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below((most - least + 1) as u32) as usize
    }

    /// One of some things.
    pub fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u32) as usize]
    }
}
