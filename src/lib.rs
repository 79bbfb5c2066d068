//! Moves, random games and exact scores of Othello, Gomoku and NoGo, by hand-written x86-64 assembly that a SAT-based prover checks against
//! the rules: for engines, Monte-Carlo search and self-play data.
//!
//! ```
//! use stonemask::othello::{Board, Solver, Square};
//!
//! let mut board = Board::<8>::start();
//! assert_eq!(board.legal_moves().to_string(), "d3 c4 f5 e6");
//! board.play(Square::F5);
//! assert_eq!((board.score(), board.mobility()), (3, 3));
//!
//! // Positions by depth, without hashing.
//! assert_eq!(board.perft(6).nodes, 13_773);
//! // Random games in bulk, from a seed.
//! assert_eq!(board.playouts(1000, 1).games(), 1000);
//! // Exact scores: 4x4 and 6x6 boards, and 8x8 boards near the end.
//! assert_eq!(Solver::<4>::new(1 << 20)?.solve(&Board::start()).score, -8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | where | what |
//! |---|---|
//! | [`othello`] | 4x4, 6x6 and 8x8 boards, positions in arrays, an exact [`Solver`](othello::Solver), and a [`Search`](othello::Search) that values any position |
//! | [`gomoku`] | boards of 1 to 64 rows and columns, five rules |
//! | [`nogo`] | boards up to 9x9 with blocked cells, groups and exact masks after every move, a [`Search`](nogo::Search) for good moves, a [`Solver`](nogo::Solver) of small boards and of endings |
//! | [`game`] | what every game offers: the trait that perft and its like are written over |
//! | [`perft`] | counts of positions by depth |
//! | [`playout`] | random games to the end |
//! | [`sgf`] | recorded games as SGF: the trees of a text, which each game reads its `Record` from |
//! | [`slab`] | many games advanced together, for learning and for datasets |
//! | [`svg`] | boards as pictures |
//! | [`random`] | the seeded generators behind everything random here |
//! | [`founding`] | the boards of the three documents that the project began with, and their rules |
//! | [`kernels`] | the assembly by tier, for benchmarks and differential tests |
//! | [`Tier`] | the instruction sets that kernels are written for, and which of them this processor has |
//! | [`measure`] | a clock for measurements: core cycles |
//!
//! The fastest kernels that the processor runs are chosen once, at the first use. Every kernel gives the same results on
//! every tier, [`Tier::Reference`] (plain rules in plain Rust) included.
//!
//! Features, none of them on by default, so that the library has no dependencies: `serde` (boards, moves and results are
//! serialized, and checked when they are read), `arbitrary` (valid values for fuzzing) and `rand` (playouts draw from any
//! generator of `rand` 0.10).

#![cfg_attr(docsrs, feature(doc_cfg))]
#![deny(unsafe_code)]

mod bits;
mod expand;
pub mod founding;
pub mod game;
pub mod gomoku;
#[doc(hidden)]
pub mod internals;
#[allow(unsafe_code, reason = "memory for tables, and the macros that declare kernels")]
mod kernel;
pub mod kernels;
pub mod nogo;
pub mod othello;
mod plane;
pub mod random;
#[cfg(feature = "serde")]
mod serde;
pub mod sgf;
mod tier;

pub use game::slab::Slab;
pub use game::{Colour, Game, Outcome, perft, playout, slab, svg};
pub use random::Random;
pub use tier::{ParseTierError, Tier};

/// Measuring kernels in cycles of the core.
pub mod measure {
    pub use crate::kernel::cycles::spin_cycles;
}

/// The examples of the README are tests too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
