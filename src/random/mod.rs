//! Seeded random numbers, the same on every machine and tier.

pub(crate) mod generator;
pub(crate) mod kernels;

pub use generator::{Random, RandomLanes};
pub use kernels::Kernels;
