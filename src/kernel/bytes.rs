//! A byte among many.

/// Which of the bytes are equal to `byte`: bit i for byte i.
#[inline(always)]
pub(crate) fn equal_bytes(bytes: &[u8; 90], byte: u8) -> u128 {
    let sixteen = |at: usize| u64::from(equal_of_sixteen(&bytes[at..][..16], byte));
    let low = sixteen(0) | sixteen(16) << 16 | sixteen(32) << 32 | sixteen(48) << 48;
    // The last sixteen overlap those before.
    u128::from(low) | u128::from(sixteen(64) | sixteen(74) << 10) << 64
}

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[inline(always)]
fn equal_of_sixteen(bytes: &[u8], byte: u8) -> u16 {
    use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_movemask_epi8, _mm_set_epi64x, _mm_set1_epi8};
    let (words, _) = bytes.as_chunks();
    // SAFETY: the build takes it that the processor has SSE2, by the condition above.
    let equal = unsafe {
        let bytes = _mm_set_epi64x(i64::from_le_bytes(words[1]), i64::from_le_bytes(words[0]));
        _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte.cast_signed())))
    };
    equal as u16
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
#[inline(always)]
fn equal_of_sixteen(bytes: &[u8], byte: u8) -> u16 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    let eight = |bytes: [u8; 8]| {
        let differ = u64::from_le_bytes(bytes) ^ u64::from(byte).wrapping_mul(ONES);
        // The highest bit of each byte that differs, then a bit for each that does not.
        let differ = ((differ & !(ONES << 7)) + !(ONES << 7) | differ) >> 7 & ONES;
        ((differ ^ ONES).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u16
    };
    let (words, _) = bytes.as_chunks();
    eight(words[0]) | eight(words[1]) << 8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_bytes_are_found_each_in_its_place() {
        let mut random = crate::random::Random::new(2);
        for _ in 0..200 {
            let bytes: [u8; 90] = std::array::from_fn(|_| 126 + random.below(4) as u8);
            for byte in [125, 126, 127, 128, 129, 254] {
                let found = equal_bytes(&bytes, byte);
                assert!((0..128).all(|at| (bytes.get(at) == Some(&byte)) == (found >> at & 1 == 1)), "{bytes:?}");
            }
        }
    }
}
