//! The kernels that write bits as entries of arrays. Words hold row by row the bits of a row,
//! lowest first, in as few words as hold them; what is above in the last is not looked at.

crate::kernel::kernels! {
    /// The kernels of one tier that write bits as entries of arrays.
    pub struct Kernels of "expand";

    /// Bits as bytes. Tier X64 has Portable's, a table's look-ups.
    fn mask(words: *const u64, rows: usize, bits: usize, bytes: *mut u8) { portable: rust; avx2: asm; }
    /// Bits as floats. Tier X64 has Portable's.
    fn planes(words: *const u64, rows: usize, bits: usize, floats: *mut f32) { portable: rust; avx2: asm; }
}

impl Kernels {
    /// Writes rows of bits, each row of the same length, as bytes, 0 or 1.
    ///
    /// # Panics
    /// When the bytes are not those of whole rows, or the words not theirs.
    #[inline]
    pub fn mask(&self, words: &[u64], bits: usize, bytes: &mut [u8]) {
        if let Some(rows) = rows(words, bits, bytes) {
            // SAFETY: this processor runs the table's tier (`get`), and `rows` has looked at the
            // lengths.
            unsafe { (self.mask)(words.as_ptr(), rows, bits, bytes.as_mut_ptr()) }
        }
    }

    /// Writes rows of bits, each row of the same length, as floats, 0.0 or 1.0.
    ///
    /// # Panics
    /// When the floats are not those of whole rows, or the words not theirs.
    #[inline]
    pub fn planes(&self, words: &[u64], bits: usize, floats: &mut [f32]) {
        if let Some(rows) = rows(words, bits, floats) {
            // SAFETY: as in `mask`.
            unsafe { (self.planes)(words.as_ptr(), rows, bits, floats.as_mut_ptr()) }
        }
    }
}

/// How many rows there are, if any.
fn rows<T>(words: &[u64], bits: usize, entries: &[T]) -> Option<usize> {
    let rows = entries.len().checked_div(bits).unwrap_or(0);
    let expected = (rows * bits, rows * bits.div_ceil(64));
    assert_eq!((entries.len(), words.len()), expected, "entries and words of {rows} rows of {bits} bits");
    (rows > 0).then_some(rows)
}

mod reference {
    /// # Safety
    /// As asm/expand/mask_avx2.S says.
    pub(super) unsafe fn mask(words: *const u64, rows: usize, bits: usize, bytes: *mut u8) {
        // SAFETY: the caller's promise.
        unsafe { super::each_row(words, rows, bits, bytes, each_bit) }
    }

    /// # Safety
    /// As asm/expand/planes_avx2.S says.
    pub(super) unsafe fn planes(words: *const u64, rows: usize, bits: usize, floats: *mut f32) {
        // SAFETY: the caller's promise.
        unsafe { super::each_row(words, rows, bits, floats, each_bit) }
    }

    fn each_bit<T: From<bool>>(words: &[u64], entries: &mut [T]) {
        for (bit, entry) in entries.iter_mut().enumerate() {
            *entry = T::from(words[bit / 64] >> (bit % 64) & 1 == 1);
        }
    }
}

mod portable {
    /// # Safety
    /// As asm/expand/mask_avx2.S says.
    pub(super) unsafe fn mask(words: *const u64, rows: usize, bits: usize, bytes: *mut u8) {
        static EIGHT: [[u8; 8]; 256] = eights!(0, 1);
        // SAFETY: the caller's promise.
        unsafe { super::each_row(words, rows, bits, bytes, |words, bytes| look_up(&EIGHT, words, bytes)) }
    }

    /// # Safety
    /// As asm/expand/planes_avx2.S says.
    pub(super) unsafe fn planes(words: *const u64, rows: usize, bits: usize, floats: *mut f32) {
        static EIGHT: [[f32; 8]; 256] = eights!(0.0, 1.0);
        // SAFETY: the caller's promise.
        unsafe { super::each_row(words, rows, bits, floats, |words, floats| look_up(&EIGHT, words, floats)) }
    }

    /// The bits of each byte as entries.
    macro_rules! eights {
        ($zero:literal, $one:literal) => {{
            let (mut table, mut at) = ([[$zero; 8]; 256], 0);
            while at < 8 * 256 {
                if at / 8 >> (at % 8) & 1 == 1 {
                    table[at / 8][at % 8] = $one;
                }
                at += 1;
            }
            table
        }};
    }
    use eights;

    /// Byte by byte from a table: faster here than arithmetic.
    #[inline]
    fn look_up<T: Copy>(table: &[[T; 8]; 256], words: &[u64], entries: &mut [T]) {
        for (word, entries) in words.iter().zip(entries.chunks_mut(64)) {
            let bytes = word.to_le_bytes();
            let (eights, rest) = entries.as_chunks_mut::<8>();
            let last = bytes.get(eights.len()).copied().unwrap_or(0);
            for (&byte, entries) in bytes.iter().zip(eights) {
                *entries = table[usize::from(byte)];
            }
            rest.iter_mut().zip(table[usize::from(last)]).for_each(|(entry, value)| *entry = value);
        }
    }
}

/// Writes row by row.
///
/// # Safety
/// There is at least one bit a row. There are the words of that many rows and room for their
/// entries, none of them aliased.
#[inline]
unsafe fn each_row<T>(words: *const u64, rows: usize, bits: usize, entries: *mut T, write: impl Fn(&[u64], &mut [T])) {
    let of_row = bits.div_ceil(64);
    // SAFETY: the caller's promise.
    let (words, entries) = unsafe {
        (std::slice::from_raw_parts(words, rows * of_row), std::slice::from_raw_parts_mut(entries, rows * bits))
    };
    words.chunks_exact(of_row).zip(entries.chunks_exact_mut(bits)).for_each(|(words, entries)| write(words, entries));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::tier::Tier;

    /// Rows of every length up to three words, at every distance from a multiple of a vector's
    /// length, between bytes that stay.
    #[test]
    fn every_tier_writes_each_bit_and_nothing_else() {
        let mut random = Random::new(1);
        for tier in Tier::available() {
            let kernels = Kernels::get(tier).unwrap();
            for bits in 1..=192_usize {
                for rows in [1, 2, 3, 5] {
                    let words: Vec<u64> = (0..rows * bits.div_ceil(64)).map(|_| random.next_u64()).collect();
                    let before = random.below(33) as usize;
                    let mut bytes = vec![9_u8; before + rows * bits + 40];
                    let mut floats = vec![9_f32; bytes.len()];
                    kernels.mask(&words, bits, &mut bytes[before..][..rows * bits]);
                    kernels.planes(&words, bits, &mut floats[before..][..rows * bits]);
                    for at in 0..bytes.len() {
                        let entry = at.checked_sub(before).filter(|&entry| entry < rows * bits);
                        let expected = entry.map_or(9, |entry| {
                            let (row, bit) = (entry / bits, entry % bits);
                            (words[row * bits.div_ceil(64) + bit / 64] >> (bit % 64) & 1) as u8
                        });
                        let found = (bytes[at], floats[at]);
                        assert_eq!(found, (expected, f32::from(expected)), "{tier}, {rows} rows of {bits} bits, {at}");
                    }
                }
            }
            kernels.mask(&[], 5, &mut []);
            kernels.planes(&[], 0, &mut []);
        }
    }
}
