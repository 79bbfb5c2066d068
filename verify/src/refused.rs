//! Why something could not be shown.

use std::fmt;

pub(crate) type Result<T> = std::result::Result<T, Refused>;

/// Why a kernel was refused, or could not be read: no statement about its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Refused(String);

impl Refused {
    pub(crate) fn new(reason: impl Into<String>) -> Refused {
        Refused(reason.into())
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Ends the function with a [`Refused`].
macro_rules! refuse {
    ($($argument:tt)*) => { return Err($crate::refused::Refused::new(format!($($argument)*))) };
}
pub(crate) use refuse;
