//! The theorems of Gomoku's kernels.

mod batch;
mod choose;
mod five;
mod keys;
mod observe;
mod playouts;
mod runs;
mod step;
mod threats;

use crate::theorem::Theorem;

pub(super) fn theorems() -> Vec<Theorem> {
    [
        five::theorems(),
        batch::theorems(),
        choose::theorems(),
        observe::theorems(),
        playouts::theorems(),
        runs::theorems(),
        step::theorems(),
        threats::theorems(),
    ]
    .concat()
}
