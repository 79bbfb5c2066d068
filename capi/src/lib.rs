//! stonemask for C and C++. `include/stonemask.h` says what each function promises; this crate
//! keeps it.
//!
//! One file a subject: [`error`] codes, `boundary` pointers and panics, [`memory`] failing
//! allocations, then a file for each part of the header. Every function with a result runs in
//! `boundary::call`, which lets no panic out.

#![allow(non_camel_case_types, reason = "the names are those of the C header")]
#![allow(
    clippy::missing_safety_doc,
    reason = "what a caller owes is the same everywhere: pointers are null or lead to what the header says"
)]
#![cfg_attr(
    not(all(feature = "othello", feature = "gomoku", feature = "nogo")),
    allow(dead_code, irrefutable_let_patterns, reason = "what only the games that are left out use")
)]

#[cfg(not(any(feature = "othello", feature = "gomoku", feature = "nogo")))]
compile_error!("a library without any game: enable one of the features othello, gomoku and nogo");

#[macro_use]
mod boundary;
pub mod error;
#[cfg(feature = "gomoku")]
pub mod gomoku;
#[cfg(feature = "gomoku")]
pub mod gomoku_rows;
#[cfg(all(feature = "gomoku", feature = "solvers"))]
pub mod gomoku_search;
#[cfg(all(feature = "gomoku", feature = "solvers"))]
pub mod gomoku_solver;
pub mod kernels;
#[cfg(feature = "solvers")]
pub mod levels;
pub mod memory;
#[cfg(feature = "nogo")]
pub mod nogo;
#[cfg(all(feature = "nogo", feature = "solvers"))]
pub mod nogo_search;
#[cfg(all(feature = "nogo", feature = "solvers"))]
pub mod nogo_solver;
#[cfg(feature = "othello")]
pub mod othello;
#[cfg(feature = "othello")]
pub mod othello_many;
#[cfg(all(feature = "othello", feature = "solvers"))]
pub mod othello_search;
#[cfg(all(feature = "othello", feature = "solvers"))]
pub mod othello_solver;
#[cfg(feature = "solvers")]
pub mod search;
#[cfg(feature = "planted")]
pub mod sequences;
#[cfg(feature = "gomoku")]
pub mod sgf;
pub mod shared;
pub mod slab;
pub mod slab_starts;
#[cfg(feature = "solvers")]
pub mod solver;
pub mod stop;
pub mod text;
pub mod tiers;
#[cfg(feature = "othello")]
pub mod wthor;

#[cfg(feature = "planted")]
pub use boundary::plant_panic;
