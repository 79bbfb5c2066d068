//! Memory whose size follows from what users ask for, and the hint that a cache line will be
//! needed.

use std::collections::TryReserveError;
use std::sync::atomic::AtomicU64;

/// `len` times the same value.
///
/// # Errors
/// When there is not that much memory.
pub(crate) fn filled<T: Clone>(value: T, len: usize) -> Result<Vec<T>, TryReserveError> {
    let mut values = reserved(len)?;
    values.resize(len, value);
    Ok(values)
}

/// No values yet, and room for `len`.
///
/// # Errors
/// When there is not that much memory.
pub(crate) fn reserved<T>(len: usize) -> Result<Vec<T>, TryReserveError> {
    let mut values = Vec::new();
    values.try_reserve_exact(len)?;
    Ok(values)
}

/// `len` zeros, as the system gives them: they take memory when they are first written. Where the
/// system can, it is asked for large pages, which spare most of the address translation that random
/// look-ups would need.
///
/// # Errors
/// When the system has less memory than that.
pub(crate) fn zeros(len: usize) -> Result<Vec<AtomicU64>, TryReserveError> {
    // The system is asked first, since `vec!` would abort the program; only `vec!` takes its zeros
    // as they are.
    Vec::<u64>::new().try_reserve_exact(len)?;
    let mut words = std::mem::ManuallyDrop::new(vec![0u64; len]);
    advise_large_pages(&mut words);
    // SAFETY: the vector's parts are given up by `ManuallyDrop` and taken over once. `AtomicU64`
    // has the size and the alignment of `u64` here (asserted), and any bits are valid.
    unsafe {
        const { assert!(align_of::<AtomicU64>() == align_of::<u64>()) };
        Ok(Vec::from_raw_parts(words.as_mut_ptr().cast::<AtomicU64>(), words.len(), words.capacity()))
    }
}

#[cfg(target_os = "linux")]
fn advise_large_pages(words: &mut [u64]) {
    use std::ffi::{c_int, c_void};
    const MADV_HUGEPAGE: c_int = 14;
    const PAGE: usize = 4096;
    unsafe extern "C" {
        fn madvise(address: *mut c_void, length: usize, advice: c_int) -> c_int;
    }
    let begin = words.as_mut_ptr() as usize;
    let end = begin + size_of_val(words);
    let (first, last) = (begin.next_multiple_of(PAGE), end & !(PAGE - 1));
    if first < last {
        // SAFETY: whole pages within the slice, borrowed mutably; the advice changes neither their
        // contents nor who may access them. A refusal leaves ordinary pages, which serve as well.
        unsafe { madvise(first as *mut c_void, last - first, MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn advise_large_pages(_: &mut [u64]) {}

/// Asks for the cache line of a word that will be read soon.
#[inline]
pub(crate) fn prefetch<T>(word: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a hint, part of every x86-64 processor (SSE), that reads nothing the program could
    // notice.
    unsafe {
        std::arch::x86_64::_mm_prefetch::<{ std::arch::x86_64::_MM_HINT_T0 }>(std::ptr::from_ref(word).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = word;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    #[test]
    fn zeros_can_be_written_and_read() {
        for len in [0, 1, 511, 1 << 20] {
            let words = zeros(len).unwrap();
            assert!(words.iter().all(|word| word.load(Ordering::Relaxed) == 0));
            for (index, word) in words.iter().enumerate() {
                word.store(index as u64, Ordering::Relaxed);
                prefetch(word);
            }
            assert!(words.iter().enumerate().all(|(index, word)| word.load(Ordering::Relaxed) == index as u64));
        }
        assert!(zeros(isize::MAX as usize / 4).is_err());
    }

    #[test]
    fn what_there_is_no_memory_for_is_an_error() {
        assert_eq!(filled(7u8, 3).unwrap(), [7; 3]);
        for len in [1 << 50, usize::MAX / 8, usize::MAX] {
            assert!(filled(0u64, len).is_err(), "{len}");
        }
    }
}
