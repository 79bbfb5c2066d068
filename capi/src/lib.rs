//! stonemask for C and C++. `include/stonemask.h` says what each function promises; this crate keeps it.
//!
//! One file a subject: [`error`] codes, `boundary` pointers and panics, [`memory`] failing allocations, then a file for each part
//! of the header. Every function with a result runs in `boundary::call`, which lets no panic out.

#![allow(non_camel_case_types, reason = "the names are those of the C header")]
#![allow(
    clippy::missing_safety_doc,
    reason = "what a caller owes is the same everywhere: pointers are null or lead to what the header says"
)]

#[macro_use]
mod boundary;
pub mod error;
pub mod files;
pub mod gomoku;
pub mod gomoku_rows;
pub mod kernels;
pub mod memory;
pub mod nogo;
pub mod othello;
pub mod othello_many;
#[cfg(feature = "planted")]
pub mod sequences;
pub mod slab;
pub mod slab_starts;
#[cfg(feature = "solvers")]
pub mod solver;
pub mod stop;
pub mod symmetry;
pub mod text;
pub mod tiers;

#[cfg(feature = "planted")]
pub use boundary::plant_panic;
