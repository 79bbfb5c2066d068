//! The evaluations that order moves and guess scores. They prove nothing.

use crate::othello::features::{around, corners};
use crate::othello::kernels::{Kernels, plain};
use crate::othello::patterns::{Evaluations, Patterns, Weights};
use crate::othello::position::{Children, Position};
use crate::othello::scoring::Scoring;
use crate::othello::square::SquareSet;

/// Beyond all values of the evaluations.
pub(super) const INFINITE: i32 = 1 << 24;

/// An evaluation, as a search uses it.
pub(super) trait Evaluate<const N: usize>: Copy + Send + Sync {
    /// Whether it is that of patterns.
    const PATTERNS: bool;

    /// The one for searches of limited depth, or for those to the end of the game.
    #[inline]
    fn of_search(self, _limited: bool) -> Self {
        self
    }

    /// Whether its weights were trained for positions with this many empty squares.
    fn is_trained(self, _empties: u32) -> bool {
        true
    }

    /// Whether it has the midgame's weights for positions with this many empty squares.
    fn is_midgame(self, _empties: u32) -> bool {
        false
    }

    /// The value of a position with this many empty squares, for its side to move.
    fn value(self, kernels: &Kernels, position: Position<N>, empties: u32) -> i32;

    /// Fills `children`, and of patterns `evaluations` too, with those of a position with this many
    /// empty squares; returns its moves.
    fn children(
        self,
        kernels: &Kernels,
        position: Position<N>,
        empties: u32,
        children: &mut Children<N>,
        evaluations: &mut Evaluations,
    ) -> SquareSet<N>;

    /// The value of the best move of a position with this many empty squares, if a kernel computes
    /// it. It may skip moves once one is not below `beta`.
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

/// The evaluation by patterns, of 6x6 and 8x8 boards.
#[derive(Clone, Copy)]
pub(super) struct PatternSums<'a, const N: usize> {
    weights: &'a Weights<N>,
}

impl<'a, const N: usize> PatternSums<'a, N> {
    pub(super) const fn new(weights: &'a Weights<N>) -> PatternSums<'a, N> {
        PatternSums { weights }
    }

    /// The weights for positions with this many empty squares.
    #[inline]
    fn stage(self, empties: u32) -> &'a [u8] {
        self.weights.stage(Patterns::of::<N>().stage(empties))
    }
}

impl<const N: usize> Evaluate<N> for PatternSums<'_, N> {
    const PATTERNS: bool = true;

    fn value(self, kernels: &Kernels, position: Position<N>, empties: u32) -> i32 {
        plain::evaluate(kernels, position, self.stage(empties)).value
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
        kernels.evaluate_children(position, self.stage(empties.saturating_sub(1)), children, evaluations)
    }

    #[inline]
    fn best_reply(self, kernels: &Kernels, position: Position<N>, empties: u32, beta: i32) -> Option<i32> {
        kernels.best_reply(position, self.stage(empties.saturating_sub(1)), beta)
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

/// One side's part of the evaluation: its moves, most of all to corners; the squares where it may
/// yet get moves; its corners; its discs diagonally next to empty corners.
#[inline]
fn side<const N: usize>(position: Position<N>, moves: u64) -> i32 {
    let own = position.own().bits();
    let empty = position.empties().bits();
    let corners = corners::<N>();
    let open = corners & empty;
    // Corners lie in the outer columns, so shifts move them only off the board, never into another
    // row.
    let diagonal = around::<N>(open) & !(open << 1 | open >> 1 | open << 8 | open >> 8);
    10 * count(moves)
        + 12 * count(moves & corners)
        + 3 * count(around::<N>(position.opponent().bits()) & empty)
        + 40 * count(own & corners)
        - 10 * count(own & diagonal)
}

/// The mobility of the side to move; a cheaper guess than [`evaluate`]. After a good move the
/// opponent has little of it.
#[inline]
pub(super) fn freedom<const N: usize>(kernels: &Kernels, position: Position<N>) -> i32 {
    let moves = kernels.legal_moves(position).bits();
    let empty = position.empties().bits();
    let corners = corners::<N>();
    8 * (count(moves) + count(moves & corners))
        + 3 * count(around::<N>(position.opponent().bits()) & empty)
        + 8 * (count(position.own().bits() & corners) - count(position.opponent().bits() & corners))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::board::Board;
    use crate::othello::patterns::Evaluation;
    use crate::random::Random;
    use crate::tier::Tier;

    /// Of children and of replies it says what it says of the positions themselves, on every tier.
    fn agrees<const N: usize>() {
        let weights = Weights::<N>::built_in(Scoring::Discs);
        let sums = PatternSums::new(&weights);
        let mut random = Random::new(4);
        let mut board = Board::<N>::start();
        for _ in 0..300 {
            if !board.play_random(&mut random) {
                board = Board::start();
            }
            let (position, empties) = (board.position(), board.empties().len());
            if empties == 0 {
                continue;
            }
            for kernels in Tier::available().filter_map(Kernels::get) {
                let (mut children, mut evaluations) = (Children::new(), Evaluation::NONE);
                let moves = sums.children(kernels, position, empties, &mut children, &mut evaluations);
                assert_eq!(moves, position.legal_moves());
                for (child, found) in children.as_slice().iter().zip(&evaluations) {
                    assert_eq!(found.value, sums.value(kernels, *child, empties - 1), "{}", kernels.tier());
                    assert_eq!(found.mobility, child.mobility());
                }
                let best = evaluations[..moves.len() as usize].iter().map(|found| -found.value).max();
                assert_eq!(sums.best_reply(kernels, position, empties, i32::MAX), best, "{}", kernels.tier());
            }
        }
    }

    #[test]
    fn children_are_evaluated_as_positions_are() {
        agrees::<6>();
        agrees::<8>();
    }
}
