//! The rules, written once more: on cells, without bit tricks, shared with neither the kernels nor the library's Reference.
//!
//! They are generic over the logic: on `bool` they are played and counted against published numbers (`tests` of each file), on
//! terms they are what a kernel is compared with.

pub(crate) mod gomoku;
pub(crate) mod nogo;
pub(crate) mod othello;
pub(crate) mod random;
