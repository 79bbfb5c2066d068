//! Tier Portable: a position's discs as two words, in Rust for any processor.

mod bitslices;
mod packed6;
mod positions;
mod rays;

pub(super) use bitslices::{
    bitslices_finish, bitslices_launch, bitslices_plies_4x4, bitslices_plies_6x6, bitslices_plies_8x8,
};
pub(super) use packed6::{packed6_move, packed6_outflank};
pub(super) use positions::{
    batch_children, batch_flips, batch_mobility_8x8, batch_mobility_inner, batch_moves_8x8, batch_moves_inner,
    children, flips, legal_moves_8x8, legal_moves_inner, mobility_8x8, mobility_inner, outflanks,
};
