//! Promise: no work and no size is too large: long work can be stopped, and a size that does not
//! fit in memory is an error.

mod memory;
#[path = "../support/on_tiers.rs"]
mod on_tiers;
mod stopping;
