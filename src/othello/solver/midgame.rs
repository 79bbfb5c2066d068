//! The evaluation of positions with any number of empty squares.

use super::evaluation::{Evaluate, PatternSums};
use crate::othello::kernels::Kernels;
use crate::othello::patterns::{EMPTIES_PER_STAGE, Evaluations, Patterns};
use crate::othello::position::{Children, Position};
use crate::othello::square::SquareSet;

/// The evaluation by patterns, also of positions with more empty squares than the weights were trained for. There, the weights' sum
/// favours the side to move the more the emptier the board is. So the same for the other side is taken away, and half is left.
#[derive(Clone, Copy)]
pub(super) struct Midgame<'a, const N: usize> {
    sums: PatternSums<'a, N>,
}

impl<'a, const N: usize> Midgame<'a, N> {
    pub(super) const fn new(sums: PatternSums<'a, N>) -> Midgame<'a, N> {
        Midgame { sums }
    }
}

impl<const N: usize> Evaluate<N> for Midgame<'_, N> {
    const PATTERNS: bool = true;

    #[inline]
    fn is_trained(self, empties: u32) -> bool {
        let patterns = Patterns::of::<N>();
        empties < patterns.first + EMPTIES_PER_STAGE * patterns.stages as u32
    }

    fn value(self, kernels: &Kernels, position: Position<N>, empties: u32) -> i32 {
        let value = self.sums.value(kernels, position, empties);
        if self.is_trained(empties) { value } else { (value - self.sums.value(kernels, position.pass(), empties)) / 2 }
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
        let moves = self.sums.children(kernels, position, empties, children, evaluations);
        if !moves.is_empty() && !self.is_trained(empties - 1) {
            for (child, evaluation) in children.as_slice().iter().zip(evaluations) {
                evaluation.value = (evaluation.value - self.sums.value(kernels, child.pass(), empties - 1)) / 2;
            }
        }
        moves
    }

    #[inline]
    fn best_reply(self, kernels: &Kernels, position: Position<N>, empties: u32, beta: i32) -> Option<i32> {
        if empties > 0 && self.is_trained(empties - 1) {
            self.sums.best_reply(kernels, position, empties, beta)
        } else {
            None
        }
    }
}
