//! Keys of positions: hashes that are the same on every machine and in every version.

/// The key of what a position is told apart by.
pub(crate) fn of(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0x9e37_79b9_7f4a_7c15, |key, word| mix(key.rotate_left(5) ^ mix(word)))
}

/// The finalizer of SplitMix64 (Steele, Lea and Flood, *Fast splittable pseudorandom number
/// generators*, 2014), a bijection.
const fn mix(word: u64) -> u64 {
    let word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}
