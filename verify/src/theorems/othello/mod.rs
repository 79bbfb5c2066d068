//! The theorems of Othello's kernels.

mod batch;
mod batch_child;
mod batch_children;
mod batch_children_avx512;
mod batch_children_list;
mod bitslices;
mod drawing;
mod draws;
mod evaluation;
mod last_four;
mod last_four_places;
mod last_levels;
mod last_levels_places;
mod last_plies;
mod moves;
mod packed6;
mod plies;
mod ply;
mod search;

use crate::theorem::Theorem;

pub(super) fn theorems() -> Vec<Theorem> {
    [
        moves::theorems(),
        batch::theorems(),
        batch_children::theorems(),
        bitslices::theorems(),
        evaluation::theorems(),
        last_plies::theorems(),
        packed6::theorems(),
        plies::theorems(),
    ]
    .concat()
}
