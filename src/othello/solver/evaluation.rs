//! The evaluations that order moves and guess scores. They prove nothing.

use crate::othello::features::{around, corners};
use crate::othello::kernels::{Kernels, plain};
use crate::othello::patterns::{Evaluations, Weights, stage};
use crate::othello::position::{Children, Position};
use crate::othello::scoring::Scoring;
use crate::othello::square::SquareSet;

/// An evaluation, as a search uses it.
pub(super) trait Evaluate<const N: usize>: Copy + Send + Sync {
    /// Whether it is that of patterns.
    const PATTERNS: bool;

    /// The value of a position with this many empty squares, for its side to move.
    fn value(self, kernels: &Kernels, position: Position<N>, empties: u32) -> i32;

    /// Fills `children`, and of patterns `evaluations` too, with those of a position with this many empty squares; returns its
    /// moves.
    fn children(
        self,
        kernels: &Kernels,
        position: Position<N>,
        empties: u32,
        children: &mut Children<N>,
        evaluations: &mut Evaluations,
    ) -> SquareSet<N>;

    /// The value of the best move of a position with this many empty squares, if a kernel computes it. It may skip moves once one
    /// is not below `beta`.
    fn best_reply(self, kernels: &Kernels, position: Position<N>, empties: u32, beta: i32) -> Option<i32>;
}

/// The evaluation by moves and corners, of boards of any size.
#[derive(Clone, Copy)]
pub(super) struct NoPatterns {
    scoring: Scoring,
}

impl NoPatterns {
    pub(super) const fn new(scoring: Scoring) -> NoPatterns {
        NoPatterns { scoring }
    }
}

impl<const N: usize> Evaluate<N> for NoPatterns {
    const PATTERNS: bool = false;

    fn value(self, kernels: &Kernels, position: Position<N>, _empties: u32) -> i32 {
        self.scoring.difference(evaluate(kernels, position))
    }

    #[inline]
    fn children(
        self,
        kernels: &Kernels,
        position: Position<N>,
        _empties: u32,
        children: &mut Children<N>,
        _evaluations: &mut Evaluations,
    ) -> SquareSet<N> {
        kernels.children(position, children)
    }

    #[inline]
    fn best_reply(self, _kernels: &Kernels, _position: Position<N>, _empties: u32, _beta: i32) -> Option<i32> {
        None
    }
}

/// The evaluation by patterns, of 6x6 boards alone.
#[derive(Clone, Copy)]
pub(super) struct Patterns6<'a> {
    weights: &'a Weights,
}

impl<'a> Patterns6<'a> {
    pub(super) const fn new(weights: &'a Weights) -> Patterns6<'a> {
        Patterns6 { weights }
    }
}

impl<const N: usize> Evaluate<N> for Patterns6<'_> {
    const PATTERNS: bool = true;

    fn value(self, kernels: &Kernels, position: Position<N>, empties: u32) -> i32 {
        plain::evaluate(kernels, position, self.weights.stage(stage(empties))).value
    }

    #[inline]
    fn children(
        self,
        kernels: &Kernels,
        position: Position<N>,
        empties: u32,
        children: &mut Children<N>,
        evaluations: &mut Evaluations,
    ) -> SquareSet<N> {
        kernels.evaluate_children(position, self.weights.stage(stage(empties - 1)), children, evaluations)
    }

    #[inline]
    fn best_reply(self, kernels: &Kernels, position: Position<N>, empties: u32, beta: i32) -> Option<i32> {
        kernels.best_reply(position, self.weights.stage(stage(empties - 1)), beta)
    }
}

const fn count(bits: u64) -> i32 {
    bits.count_ones() as i32
}

/// A guess of the score for the side to move, in no particular unit.
#[inline]
pub(super) fn evaluate<const N: usize>(kernels: &Kernels, position: Position<N>) -> i32 {
    let own_moves = kernels.legal_moves(position).bits();
    let opponent_moves = kernels.legal_moves(position.pass()).bits();
    side::<N>(position, own_moves) - side::<N>(position.pass(), opponent_moves)
}

/// One side's part of the evaluation: its moves, most of all to corners; the squares where it may yet get moves; its corners;
/// its discs diagonally next to empty corners.
#[inline]
fn side<const N: usize>(position: Position<N>, moves: u64) -> i32 {
    let own = position.own().bits();
    let empty = position.empties().bits();
    let corners = corners::<N>();
    let open = corners & empty;
    // Corners lie in the outer columns, so shifts move them only off the board, never into another row.
    let diagonal = around::<N>(open) & !(open << 1 | open >> 1 | open << 8 | open >> 8);
    10 * count(moves)
        + 12 * count(moves & corners)
        + 3 * count(around::<N>(position.opponent().bits()) & empty)
        + 40 * count(own & corners)
        - 10 * count(own & diagonal)
}

/// The mobility of the side to move; a cheaper guess than [`evaluate`]. After a good move the opponent has little of it.
#[inline]
pub(super) fn freedom<const N: usize>(kernels: &Kernels, position: Position<N>) -> i32 {
    let moves = kernels.legal_moves(position).bits();
    let empty = position.empties().bits();
    let corners = corners::<N>();
    8 * (count(moves) + count(moves & corners))
        + 3 * count(around::<N>(position.opponent().bits()) & empty)
        + 8 * (count(position.own().bits() & corners) - count(position.opponent().bits() & corners))
}
