//! The border between C and the library: pointers are checked, panics stop here.

use crate::error::{Code, Failure, Result, stonemask_result};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs the body of an exported function. A panic in it, which is a defect of this library, becomes
/// a code.
#[inline]
pub(crate) fn call(body: impl FnOnce() -> Result) -> stonemask_result {
    // Nothing of the body's is looked at after a panic: outputs are written last, and of handles
    // the header says that they can only be freed.
    let result = catch_unwind(AssertUnwindSafe(|| {
        #[cfg(feature = "planted")]
        planted();
        body()
    }));
    match result {
        Ok(Ok(())) => stonemask_result { status: 0, index: 0 },
        Ok(Err(Failure { code, index })) => stonemask_result { status: code as i32, index },
        Err(payload) => {
            // Its destructor could panic again.
            std::mem::forget(payload);
            stonemask_result { status: Code::Internal as i32, index: 0 }
        }
    }
}

#[cfg(feature = "planted")]
thread_local! {
    static PLANTED: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Lets the next exported function that this thread calls panic.
#[cfg(feature = "planted")]
pub fn plant_panic() {
    PLANTED.set(true);
}

#[cfg(feature = "planted")]
fn planted() {
    if PLANTED.replace(false) {
        std::panic::resume_unwind(Box::new("planted"));
    }
}

/// Declares exported functions: those with a status, and (`many`) those that also tell an index.
///
/// Bodies are unsafe: what a caller of the C function owes (the header: pointers that are not null
/// lead to as much as is said, valid for the call, and handles are the library's) is what they rely
/// on.
macro_rules! exports {
    ($($(#[$meta:meta])* $kind:ident fn $name:ident($($argument:ident: $type:ty),* $(,)?) $body:block)*) => {$(
        $(#[$meta])*
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($argument: $type),*) -> exports!(@result $kind) {
            let result = $crate::boundary::call(|| {
                // SAFETY: the contract of the header, which this function's caller keeps; null and
                // misaligned pointers are refused by the functions of `boundary` before anything is
                // read.
                #[allow(unused_unsafe, reason = "some bodies take no pointer")]
                unsafe { $body }
            });
            exports!(@return $kind result)
        }
    )*};
    (@result one) => { $crate::error::stonemask_status };
    (@result many) => { $crate::error::stonemask_result };
    (@return one $result:ident) => { $result.status };
    (@return many $result:ident) => { $result };
}

/// Checks that a pointer may be used.
#[inline]
fn check<T>(pointer: *const T) -> Result {
    if pointer.is_null() {
        return Err(Code::NullPointer.into());
    }
    if !pointer.is_aligned() {
        return Err(Code::Misaligned.into());
    }
    Ok(())
}

/// The value behind a pointer.
///
/// # Safety
/// The pointer is null, misaligned, or leads to a valid `T` that does not change during the call.
#[inline]
pub(crate) unsafe fn read<'a, T>(pointer: *const T) -> Result<&'a T> {
    check(pointer)?;
    // SAFETY: neither null nor misaligned; the rest is the caller's promise.
    Ok(unsafe { &*pointer })
}

/// A handle that the call changes.
///
/// # Safety
/// The pointer is null, misaligned, or leads to a valid `T` that only this call uses.
#[inline]
pub(crate) unsafe fn change<'a, T>(pointer: *mut T) -> Result<&'a mut T> {
    check(pointer)?;
    // SAFETY: neither null nor misaligned; the rest is the caller's promise.
    Ok(unsafe { &mut *pointer })
}

/// A place for a result, which is written last and once.
pub(crate) struct Out<T>(*mut T);

impl<T> Out<T> {
    /// Writes the result.
    #[inline]
    pub(crate) fn write(self, value: T) {
        // SAFETY: `out` has checked the pointer, and its caller has promised the room. The old
        // value is not dropped: it may be uninitialised.
        unsafe { self.0.write(value) }
    }
}

/// The place for a result.
///
/// # Safety
/// The pointer is null, misaligned, or leads to room for a `T` that only this call uses.
#[inline]
pub(crate) unsafe fn out<T>(pointer: *mut T) -> Result<Out<T>> {
    check(pointer)?;
    Ok(Out(pointer))
}

/// Checks an array: no pointer is needed where it has no elements.
#[inline]
fn check_array<T>(pointer: *const T, length: usize) -> Result {
    if length > isize::MAX as usize / size_of::<T>() {
        return Err(Code::BadSize.into());
    }
    check(pointer)
}

/// An array that is read.
///
/// # Safety
/// The pointer is null, misaligned, or leads to `length` elements that do not change during the
/// call.
#[inline]
pub(crate) unsafe fn slice<'a, T>(pointer: *const T, length: usize) -> Result<&'a [T]> {
    if length == 0 {
        return Ok(&[]);
    }
    check_array(pointer, length)?;
    // SAFETY: neither null nor misaligned nor too long; the rest is the caller's promise.
    Ok(unsafe { std::slice::from_raw_parts(pointer, length) })
}

/// An array of numbers that is written; what it held does not matter.
///
/// # Safety
/// The pointer is null, misaligned, or leads to room for `length` elements that only this call
/// uses. `T` is a number or a struct of numbers: memory from C has some bytes in it, and any bytes
/// are a `T`.
#[inline]
pub(crate) unsafe fn slice_mut<'a, T>(pointer: *mut T, length: usize) -> Result<&'a mut [T]> {
    if length == 0 {
        return Ok(&mut []);
    }
    check_array(pointer, length)?;
    // SAFETY: neither null nor misaligned nor too long; the rest is the caller's promise.
    Ok(unsafe { std::slice::from_raw_parts_mut(pointer, length) })
}

/// The bytes of an array, for [`apart`].
#[inline]
pub(crate) fn bytes<T>(pointer: *const T, length: usize) -> (usize, usize) {
    (pointer as usize, length.saturating_mul(size_of::<T>()))
}

/// Checks that an array that is written overlaps none of those that are read or written beside it.
#[inline]
pub(crate) fn apart(written: (usize, usize), others: &[(usize, usize)]) -> Result {
    let absurd = |&(_, length): &(usize, usize)| length > isize::MAX as usize;
    if absurd(&written) || others.iter().any(absurd) {
        return Err(Code::BadSize.into());
    }
    // A null pointer is refused where it is read.
    let overlap = |&(begin, length): &(usize, usize)| {
        length > 0
            && written.1 > 0
            && begin != 0
            && begin < written.0.saturating_add(written.1)
            && written.0 < begin.saturating_add(length)
    };
    if others.iter().any(overlap) { Err(Code::OverlappingBuffers.into()) } else { Ok(()) }
}

/// A struct that grows with the versions of the library begins with its size; this checks it. A
/// host that was built for a later version has a larger one, of which the part that is known here
/// is written.
pub(crate) fn check_struct<T>(struct_size: usize) -> Result {
    if (size_of::<T>()..=4096).contains(&struct_size) { Ok(()) } else { Err(Code::BadStructSize.into()) }
}

/// Checks the size of a struct that is read: of a larger one the part that is not known here must
/// be 0.
///
/// # Safety
/// The pointer leads to as many bytes as are said, if these are a size that [`check_struct`] takes.
pub(crate) unsafe fn check_given<T>(given: *const T, struct_size: usize) -> Result {
    check_struct::<T>(struct_size)?;
    // SAFETY: the caller's promise.
    let bytes = unsafe { slice(given.cast::<u8>(), struct_size)? };
    if bytes[size_of::<T>()..].iter().all(|&byte| byte == 0) { Ok(()) } else { Err(Code::BadStructSize.into()) }
}
