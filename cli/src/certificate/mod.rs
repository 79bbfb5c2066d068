//! Certificates: a score or a winner with the moves that prove it, for checkers that share nothing
//! with the solver.
//!
//! A certificate has a section for each bound of the score. One side holds a bound: it has one move
//! in each position, and the bound must stand against all moves of the other side. Writer and
//! checker walk through the positions in one order: from the position that is claimed, depth first,
//! the moves in the order of the cells, no position twice under the game's symmetries. At each
//! position where the holder has a move, the section has a byte: the cell, counted along the rows.
//! Positions with few empty cells are leaves, which checkers finish by themselves.
//!
//! A file begins with lines: `stonemask certificate 1`; `game`, `position`, for Othello `scoring`;
//! `score N`, or `winner COLOUR`; `leaves N`, the empty cells of leaves; then for each section
//! `at-least N: B bytes` or `at-most N: B bytes`, of black's score (a win at NoGo is 1 for
//! black, -1 for white), and an empty line. The sections' bytes follow.

mod check;
mod format;
mod write;

pub(crate) use check::Arguments;
pub(crate) use check::run;
pub(crate) use write::{Options, write_nogo, write_othello};
