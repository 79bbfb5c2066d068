//! Bits of words as entries of arrays, 0 and 1: what learners read masks and planes as.

#[allow(unsafe_code, reason = "kernels are called here and nowhere else")]
pub(crate) mod kernels;
