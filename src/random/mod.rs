//! Seeded random numbers, the same on every machine and tier.

pub(crate) mod generator;
#[allow(unsafe_code, reason = "kernels are called here and nowhere else")]
pub(crate) mod kernels;
pub(crate) mod source;

pub use generator::{Random, RandomLanes};
pub use source::Source;
