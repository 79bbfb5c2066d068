//! Random generators whose next draw lies at a border between two moves, or of what Lemire's method
//! draws anew.

use stonemask::Random;

/// The inverse of an odd number modulo 2^64.
fn inverse(odd: u64) -> u64 {
    // Newton's iteration doubles the number of right bits, three at first.
    (0..5).fold(odd, |inverse, _| inverse.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(inverse))))
}

/// The generator whose next number is `number`: SplitMix64 backwards.
fn about_to_draw(number: u64) -> Random {
    // x ^ x >> s undone: bits more than 2s from the top are shifted out.
    let unshift = |mixed: u64, by: u32| mixed ^ mixed >> by ^ mixed.checked_shr(2 * by).unwrap_or(0);
    let mixed = unshift(number, 31).wrapping_mul(inverse(0x94d0_49bb_1331_11eb));
    let mixed = unshift(mixed, 27).wrapping_mul(inverse(0xbf58_476d_1ce4_e5b9));
    let random = Random::new(unshift(mixed, 30).wrapping_sub(0x9e37_79b9_7f4a_7c15));
    assert_eq!(random.clone().next_u64(), number);
    random
}

/// Generators whose first draw below `bound` lies at a border.
pub(crate) fn borders(bound: u32) -> impl Iterator<Item = Random> {
    let one = 1u64 << 32;
    let again = one % u64::from(bound); // the low halves below this are one too many
    // Upper halves at the borders of the moves, and upper halves whose product has a certain low
    // half.
    let moves =
        (0..=u64::from(bound)).step_by(1 + bound as usize / 80).map(move |k| (k * one).div_ceil(u64::from(bound)));
    let lows =
        [0, again.wrapping_sub(1), again, again + 1, u64::from(bound) - 1, u64::from(bound), u64::from(bound) + 1];
    let lows = lows.into_iter().map(move |low| low.wrapping_mul(inverse(u64::from(bound | 1))) % one);
    let uppers = moves.chain(lows).flat_map(move |upper| [upper.wrapping_sub(1) % one, upper % one]);
    uppers.flat_map(move |upper| [0, 0x9e37_79b9, one - 1].map(|low| about_to_draw(upper << 32 | low)))
}
