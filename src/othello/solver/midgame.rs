//! The evaluation of positions with any number of empty squares.

use super::evaluation::{Evaluate, PatternSums};
use crate::othello::kernels::{Kernels, plain};
use crate::othello::patterns::{EMPTIES_PER_STAGE, Evaluations, Patterns, Weights};
use crate::othello::position::{Children, Position};
use crate::othello::square::SquareSet;

/// The evaluation by patterns, also of positions with more empty squares than the endgame's weights
/// were trained for. Searches of limited depth use the midgame's weights, those to the end only
/// there.
///
/// Where there are none, the endgame's count. Far from the end their sum favours the side to move
/// the more the emptier the board is. So the same for the other side is taken away, and half is
/// left.
#[derive(Clone, Copy)]
pub(super) struct Midgame<'a, const N: usize> {
    weights: &'a Weights<N>,
    limited: bool,
}

impl<'a, const N: usize> Midgame<'a, N> {
    pub(super) const fn new(weights: &'a Weights<N>) -> Midgame<'a, N> {
        Midgame { weights, limited: true }
    }

    /// Whether the endgame's weights were trained for positions with this many empty squares.
    #[inline]
    fn is_late(empties: u32) -> bool {
        let patterns = Patterns::of::<N>();
        empties < patterns.first + EMPTIES_PER_STAGE * patterns.stages as u32
    }

    /// The midgame's weights, if they count.
    #[inline]
    fn midgame(self, empties: u32) -> Option<&'a [u8]> {
        let wanted = self.weights.has_midgame() && (self.limited || !Self::is_late(empties));
        wanted.then(|| self.weights.midgame(empties))
    }

    #[inline]
    fn sums(self) -> PatternSums<'a, N> {
        PatternSums::new(self.weights)
    }
}

impl<const N: usize> Evaluate<N> for Midgame<'_, N> {
    const PATTERNS: bool = true;

    #[inline]
    fn of_search(self, limited: bool) -> Self {
        Midgame { limited, ..self }
    }

    #[inline]
    fn is_trained(self, empties: u32) -> bool {
        self.weights.has_midgame() || Self::is_late(empties)
    }

    #[inline]
    fn is_midgame(self, empties: u32) -> bool {
        self.midgame(empties).is_some()
    }

    fn value(self, kernels: &Kernels, position: Position<N>, empties: u32) -> i32 {
        if let Some(weights) = self.midgame(empties) {
            return plain::evaluate(kernels, position, weights).value;
        }
        let value = self.sums().value(kernels, position, empties);
        if Self::is_late(empties) { value } else { (value - self.sums().value(kernels, position.pass(), empties)) / 2 }
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
        let after = empties.saturating_sub(1);
        if let Some(weights) = self.midgame(after) {
            return kernels.evaluate_children(position, weights, children, evaluations);
        }
        let moves = self.sums().children(kernels, position, empties, children, evaluations);
        if !moves.is_empty() && !Self::is_late(after) {
            for (child, evaluation) in children.as_slice().iter().zip(evaluations) {
                evaluation.value = (evaluation.value - self.sums().value(kernels, child.pass(), after)) / 2;
            }
        }
        moves
    }

    #[inline]
    fn best_reply(self, kernels: &Kernels, position: Position<N>, empties: u32, beta: i32) -> Option<i32> {
        let after = empties.saturating_sub(1);
        if let Some(weights) = self.midgame(after) {
            return kernels.best_reply(position, weights, beta);
        }
        if empties > 0 && Self::is_late(after) {
            self.sums().best_reply(kernels, position, empties, beta)
        } else {
            None
        }
    }
}
