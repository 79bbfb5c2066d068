//! Promise: no work and no size is too large: what takes long can be stopped, what there is no memory for is an error.

mod memory;
#[path = "../support/on_tiers.rs"]
mod on_tiers;
mod stopping;
