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
//! A win at Gomoku is a tree. A section is numbers of one byte each, or of two (the high one first)
//! on boards of more than 254 cells: a cell counted along the rows; the number of cells, END; one
//! more, REST. A *win* is the winner's cell, then for each reply that needs it the reply's cell and
//! a win, or REST and a win for replies that are not listed, then END. The winner must have no five
//! at once, and its move must be legal and leave the loser none; a reply after which the winner has
//! a five needs nothing. For other replies the listed win must stand, or one of those of REST,
//! tried in order; a win under REST has no REST in it, so that the work stays bounded. The section
//! is a win; no byte when the winner has a five at once or has won; when the loser is to move, a
//! win without its cell.
//!
//! A file begins with lines: `stonemask certificate 1`; `game`, `position`, for Othello `scoring`;
//! `score N`, or `winner COLOUR`; but for Gomoku `leaves N`, the empty cells of leaves; then for
//! each section `at-least N: B bytes` or `at-most N: B bytes`, of black's score (a win is 1 for
//! black, -1 for white), and an empty line. The sections' bytes follow.

mod check;
mod format;
mod gomoku;
mod write;

pub(crate) use check::Arguments;
pub(crate) use check::run;
pub(crate) use write::{Options, write_gomoku, write_nogo, write_othello};
