//! Promises of unsafe code to safe code.

/// A value with a promise about it: what the function that takes it asks for. Only unsafe code
/// makes one, so that the function can be safe.
pub(crate) struct Vouched<T>(T);

impl<T> Vouched<T> {
    /// # Safety
    /// The caller keeps the promise that the function taking the value asks for, until that
    /// function returns.
    #[inline]
    pub(crate) unsafe fn new(value: T) -> Vouched<T> {
        Vouched(value)
    }

    /// The value.
    #[inline]
    pub(crate) fn into_inner(self) -> T {
        self.0
    }
}
