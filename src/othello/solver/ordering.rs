//! The order in which moves are searched, and the shallow searches behind it.

use super::evaluation::{Evaluate, INFINITE, freedom};
use super::options::Technique;
use super::order::Order;
use super::tuning::{MIDGAME_BIAS, ODD_BIAS};
use super::worker::{Ply, Stopped, Worker};
use crate::othello::features::Parity;
use crate::othello::patterns::PER_DISC;
use crate::othello::position::Position;
use crate::othello::square::{Square, SquareSet};

/// Empty squares from which on moves are ordered by the evaluation where there are no patterns.
const EVALUATION_FROM: u32 = 12;
/// In the evaluation's unit: the gain of a move into an odd region.
const ODD: i32 = PER_DISC / 2;
/// A move that is further behind the best than this need not be ranked among the rest.
const MARGIN: i32 = 4 * PER_DISC;

/// The input of the order of a position's moves.
#[derive(Clone, Copy)]
pub(super) struct Wanted<const N: usize> {
    /// The legal moves.
    pub(super) moves: SquareSet<N>,
    /// The table's move: left out, since it was searched, or in a selective search the first.
    pub(super) first: Option<Square<N>>,
    pub(super) empties: u32,
    pub(super) height: u32,
    pub(super) parity: Parity,
    pub(super) selective: bool,
    /// Whether the table's move was searched and did not decide the position: then others seldom
    /// do.
    pub(super) undecided: bool,
}

impl<const N: usize, E: Evaluate<N>> Worker<'_, N, E> {
    /// Orders the moves of the position at hand. In a selective search, also what the moves' values
    /// say of the position's, in the evaluation's unit.
    pub(super) fn order(&mut self, wanted: Wanted<N>) -> Result<i32, Stopped> {
        let mut order = std::mem::take(&mut self.plies[wanted.empties as usize].order);
        order.clear();
        let expected = if E::PATTERNS {
            self.order_by_patterns(&mut order, wanted)
        } else {
            self.order_by_mobility(&mut order, wanted).map(|()| 0)
        };
        self.plies[wanted.empties as usize].order = order;
        expected
    }

    /// Plies of the searches by which moves are ordered at this height.
    fn depth(&self, height: u32) -> u32 {
        let deeper = self.tuning().deeper_from.iter().filter(|&&from| height >= from).count() as u32;
        if self.uses(Technique::DeepOrdering) { deeper } else { 0 }
    }

    /// By how much a shallow search of this many plies of a position with this many empty squares
    /// values it too high for the side to move, on average.
    pub(super) fn bias(&self, empties: u32, plies: u32) -> i32 {
        let (evaluation, leaf) = (self.evaluation(), empties.saturating_sub(plies));
        if evaluation.is_midgame(leaf) {
            MIDGAME_BIAS[plies as usize % 2] - if empties.is_multiple_of(2) { 0 } else { ODD_BIAS }
        } else if !evaluation.is_trained(leaf) {
            0
        } else if plies.is_multiple_of(2) {
            self.tuning.optimism
        } else {
            -self.tuning.pessimism
        }
    }

    /// The squares that parity recommends.
    fn odd(&self, parity: Parity) -> SquareSet<N> {
        if self.uses(Technique::Parity) { parity.odd() } else { SquareSet::EMPTY }
    }

    fn order_by_patterns(&mut self, order: &mut Order, wanted: Wanted<N>) -> Result<i32, Stopped> {
        let Wanted { moves, first, empties, height, parity, selective, undecided } = wanted;
        let less = u32::from(undecided) * self.tuning.undecided_plies;
        let (depth, odd) = (self.depth(height).saturating_sub(less), self.odd(parity));
        let each = if depth > 0 { self.tuning.mobility_before } else { self.tuning.mobility };
        for (index, (square, found)) in moves.iter().zip(&self.plies[empties as usize].evaluations).enumerate() {
            if !selective && Some(square) == first {
                continue;
            }
            let promise = if Some(square) == first {
                i32::MIN
            } else {
                found.value + self.mobility_term(each, found.mobility) - ODD * i32::from(odd.contains(square))
            };
            order.push(promise, square, index);
        }
        let mut best = INFINITE;
        if depth > 0 {
            best = self.order_deeper(order, depth, wanted)?;
        } else if selective {
            let evaluations = &self.plies[empties as usize].evaluations[..moves.len() as usize];
            best = evaluations.iter().map(|found| found.value).min().expect("there are moves");
        }
        Ok(-best - self.bias(empties, depth + 1))
    }

    /// Orders moves by searches of this depth, in their present order; those behind the first few
    /// stay where they are. For a move far behind the best only that is found out. Returns the
    /// least value, seen by the other side.
    fn order_deeper(&mut self, order: &mut Order, depth: u32, wanted: Wanted<N>) -> Result<i32, Stopped> {
        let Wanted { first, empties, .. } = wanted;
        let mut shallow = std::mem::replace(order, std::mem::take(&mut self.deep));
        order.clear();
        let mut best = INFINITE;
        for place in 0..shallow.len() {
            let (square, index) = shallow.take::<N>();
            if place >= self.tuning().deeper_moves {
                order.push(INFINITE + place as i32, square, index);
                continue;
            }
            let child = self.child(empties, index);
            let value = self.guess(child, depth, empties - 1, -INFINITE, (best + MARGIN).min(INFINITE))?;
            best = best.min(value);
            let promise = if Some(square) == first {
                i32::MIN
            } else {
                let mobility = self.plies[empties as usize].evaluations[index].mobility;
                value + self.mobility_term(self.tuning.mobility_deep, mobility)
            };
            order.push(promise, square, index);
        }
        self.deep = shallow;
        Ok(best)
    }

    fn order_by_mobility(&mut self, order: &mut Order, wanted: Wanted<N>) -> Result<(), Stopped> {
        let Wanted { moves, first, empties, height, parity, .. } = wanted;
        let (kernels, odd) = (self.kernels(), self.odd(parity));
        for (index, square) in moves.iter().enumerate() {
            if Some(square) == first {
                continue;
            }
            let child = self.child(empties, index);
            let promise = if empties >= EVALUATION_FROM {
                self.guess(child, self.depth(height), empties - 1, -INFINITE, INFINITE)?
            } else {
                freedom(kernels, child) - 4 * i32::from(odd.contains(square))
            };
            order.push(promise, square, index);
        }
        Ok(())
    }

    /// The opponent's replies, as part of a move's promise.
    #[inline]
    fn mobility_term(&self, each: i32, mobility: u32) -> i32 {
        if self.uses(Technique::Mobility) { each * mobility as i32 } else { 0 }
    }

    /// The evaluation for the side to move after a shallow search of a position with this many
    /// empty squares.
    pub(super) fn guess(
        &mut self,
        position: Position<N>,
        depth: u32,
        empties: u32,
        mut alpha: i32,
        beta: i32,
    ) -> Result<i32, Stopped> {
        self.nodes += 1;
        if depth == 0 {
            return Ok(self.evaluation().value(self.kernels(), position, empties));
        }
        let (kernels, evaluation) = (self.kernels(), self.evaluation());
        if depth == 1
            && let Some(best) = evaluation.best_reply(kernels, position, empties, beta)
        {
            return Ok(best);
        }
        self.report_in_time()?;
        let ply = depth as usize;
        let Ply { children, evaluations, .. } = &mut self.guesses[ply];
        let moves = evaluation.children(kernels, position, empties, children, evaluations);
        if moves.is_empty() {
            return Ok(if kernels.mobility(position.pass()) == 0 {
                PER_DISC * self.end(position, empties)
            } else {
                -self.guess(position.pass(), depth, empties, -beta, -alpha)?
            });
        }
        let mut order = std::mem::take(&mut self.guesses[ply].order);
        order.clear();
        for (index, square) in moves.iter().enumerate() {
            order.push(if E::PATTERNS { self.guesses[ply].evaluations[index].value } else { 0 }, square, index);
        }
        let mut best = -INFINITE;
        for _ in 0..order.len() {
            let (_, index) = order.take::<N>();
            let child = self.guesses[ply].children.as_slice()[index];
            best = best.max(-self.guess(child, depth - 1, empties - 1, -beta, -alpha)?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.guesses[ply].order = order;
        Ok(best)
    }
}
