//! Promise: Othello is played by its rules, on every tier and in every way that the library offers.

mod batch;
mod differential;
#[path = "../support/follow_slab.rs"]
mod follow_slab;
mod laws;
mod oracles;
mod playouts;
mod slab;
mod sliced;
mod solver;
