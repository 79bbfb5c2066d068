//! What unsafe code promises to safe code.

/// A value with a promise about it: what the function that takes it asks for. Only unsafe code makes one, so that the function
/// can be safe.
pub(crate) struct Vouched<T>(T);

impl<T> Vouched<T> {
    /// # Safety
    /// What the function that takes the value asks for holds until it returns.
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
