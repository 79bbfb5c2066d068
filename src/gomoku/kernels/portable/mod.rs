//! Tier Portable: rows of bits, many rows or boards at a time, in Rust for any processor. Loops
//! over arrays are written so that compilers make vector instructions of them.

mod batch;
mod five;
mod games;
mod keys;
mod rows;
mod threats;
mod walk;
mod word;

pub(super) use batch::{batch_exact_fives, batch_fives, batch_winning_cells};
pub(super) use five::five;
pub(super) use games::{observe, playout_16, playout_64, step};
pub(super) use keys::{playouts, playouts_exact};
pub(super) use rows::{any_exact_five, any_five, winning_cells};
pub(super) use threats::threats;
pub(super) use walk::runs;
