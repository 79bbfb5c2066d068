//! The theorems of NoGo's kernels.

mod bitslices;
mod bitslices_cuts;
mod bitslices_pass;
mod bitslices_rule;
mod bitslices_state;
mod bitslices_step;
mod boards;
mod draw;
mod four_boards;
mod is_legal;
mod masks;
mod play;
mod play_rule;
mod plays;
mod random_plies;
mod rule;

use crate::theorem::Theorem;

pub(super) fn theorems() -> Vec<Theorem> {
    [
        four_boards::theorems(),
        bitslices::theorems(),
        is_legal::theorems(),
        masks::theorems(),
        play_rule::theorems(),
        plays::theorems(),
        random_plies::theorems(),
    ]
    .concat()
}
