//! Moves, random games and exact scores of Othello, Gomoku and NoGo, by hand-written x86-64
//! assembly that a SAT-based prover checks against the rules: for engines, Monte-Carlo search and
//! self-play data.
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
//! All three games have the same names:
//!
//! | to | call |
//! |---|---|
//! | begin | `othello::Board::<8>::start()`, `gomoku::Board::new(15, 15, Rule::Renju)?`, `nogo::Board::new(9, 9)?` |
//! | read, write, show a board | `text.parse()?`, `board.to_string()`, `{board:#}`, `board.to_svg()` |
//! | list the moves | `board.moves()`, a pass among them; `board.legal_moves()`, a set of points |
//! | play | `board.play(ply)`, which panics where it is illegal; `board.try_play(ply)?`; `board.try_play_line(&line)?`; `board.after(ply)`, another board |
//! | read a move | `let ply: othello::Move<8> = "f5".parse()?;`, `let ply: gomoku::Point = "h8".parse()?;` |
//! | play and take back | `let undo = board.make(ply);`, `board.undo(undo)` |
//! | look at the board | `board.stone(point)`, `black()`, `white()`, `empty()`, `count(colour)`, `to_move()` |
//! | know how it ended | `board.is_over()`, `board.winner()`, `board.outcome()`, such as `Some(Outcome::Win(colour))`; Othello: `board.score()` |
//! | walk the tree | `board.child_boards()`; with the plies `board.children()` |
//! | count the tree | `board.perft(6)`, `perft::divide(&board, 6)` |
//! | make random positions | `Board::random(20, seed)`, `board.play_random(&mut random)` |
//! | play random games | `board.playouts(1000, seed)`, whose `wins(colour)` and `share(colour)` count; `board.playout(&mut random).winner()` |
//! | find a good move | `Search::new(bytes)?.run(&board, Limits::default().nodes(10_000)).best()`: its `ply()`, `score`, `depth`, `line`; `board.level_move(Level::ALL[2], seed)?` |
//! | prove the best one | `Solver::new(bytes)?.solve(&board)`, in Gomoku and NoGo with `?`: `score` or `winner`, `line`, `nodes` |
//! | keep boards in a table | `board.key()`, `board.canonical()`, `board.symmetries()`; `board.transform(symmetry)` for each of `Symmetry::ALL` |
//! | keep games as SGF | `Record::new(board)` with its `moves`, `record.to_sgf()`, `Record::from_sgf(text)?`, `record.board()`; any game's: `sgf::parse(text)?` |
//! | feed a network | `board.legal_mask()`, `board.observe()`, `board.action(ply)`, `board.ply(action)`; many games: `Slab::new(&board, games)?` with `legal_mask(&mut bytes)`, `step(&actions)?` |
//! | do it for any game | `fn f<G: Game>(game: G)` |
//! | Othello alone | `board.flips(square)`, `board.flips_of(ply)`, `must_pass()`, `pass()`, `from_bits(black, white, to_move)?` |
//! | Gomoku alone | `board.winning_line()`, `forbidden()`, `why_forbidden(point)`, `planes()` with fours and threes |
//! | NoGo alone | `board.allowed(colour)`, `group(point)`, `from_stones(...)`; blocked cells: `Board::with_shape(Shape::new(9, 9, "d4 c7".parse()?)?)`; playouts of many boards: `Batch::new(seed).run(&boards, games)` |
//!
//! The fastest kernels that the processor runs are chosen once, at the first use. Every kernel
//! gives the same results on every tier, [`Tier::Reference`] (plain rules in plain Rust) included.
//!
//! Features, none of them on by default, so that the library has no dependencies: `serde` (boards,
//! moves and results are serialized, and checked when they are read), `arbitrary` (valid values for
//! fuzzing) and `rand` (playouts draw from any generator of `rand` 0.10).

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

pub use game::search::{Level, Limits};
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
