//! The exact search, and the selective one that comes before it.

use super::evaluation::Evaluate;
use super::options::Technique;
use super::ordering::Wanted;
use super::table::{Known, SYMMETRY_FROM};
use super::tuning::{PROBE_FROM, Probe};
use super::worker::{Ply, Stopped, Worker};
use crate::game::Symmetry;
use crate::othello::features::{Parity, bound_by_stability};
use crate::othello::kernels::last_plies::{LAST_PLIES, LastPlies};
use crate::othello::patterns::PER_DISC;
use crate::othello::position::Position;
use crate::othello::square::{Square, SquareSet};
use std::sync::atomic::Ordering::Relaxed;

// Such numbers were chosen by node counts and times on random openings:
// docs/notes/solver-trials.md.

/// The height from which on the moves of a position are shared among threads.
pub(super) const SPLIT_FROM: u32 = 14;

/// The result of searching moves.
enum Found<const N: usize> {
    /// The position's value; nothing that the table should remember.
    Value(i32),
    /// The value of the best move searched, and that move.
    Best(i32, Option<Square<N>>),
}

impl<const N: usize, E: Evaluate<N>> Worker<'_, N, E> {
    /// The table's entry for a position, and the symmetric form under which the table has it.
    pub(super) fn look_up(&self, position: Position<N>, empties: u32) -> (Option<Known<N>>, Position<N>, Symmetry) {
        self.shared.table.look_up(position, empties, self.uses(Technique::Symmetry))
    }

    /// Whether bounds hold in a search of this height and selectivity of a position with this many
    /// empty squares.
    #[inline]
    fn holds(known: &Known<N>, height: u32, selectivity: u8, empties: u32) -> bool {
        known.selectivity <= selectivity && [height, empties].contains(&known.height.into())
    }

    /// The value of a finished game.
    #[inline]
    pub(super) fn end(&self, position: Position<N>, empties: u32) -> i32 {
        self.shared.options.scoring.value(position.score(), empties)
    }

    /// [`Worker::test`] of a position with this many empty squares.
    pub(super) fn search(
        &mut self,
        position: Position<N>,
        alpha: i32,
        empties: u32,
        parity: Parity,
    ) -> Result<i32, Stopped> {
        let height = self.height(empties);
        if height < self.tuning().table_from {
            return if height == empties {
                Ok(self.finish(position, alpha, empties))
            } else {
                self.estimate(position, alpha, empties)
            };
        }
        self.nodes += 1;
        self.report_in_time()?;
        if self.split.as_ref().is_some_and(|split| split.is_moot()) {
            return Err(Stopped);
        }

        if self.uses(Technique::Stability)
            && let Some(most) = bound_by_stability(position, alpha, self.shared.options.scoring)
        {
            return Ok(most);
        }

        let (known, image, symmetry) = self.look_up(position, empties);
        let (mut lower, mut upper, mut first) = (-((N * N) as i32), (N * N) as i32, None);
        let selectivity = self.selectivity(height);
        if let Some(known) = known {
            first = known.best;
            if Self::holds(&known, height, selectivity, empties) {
                (lower, upper) = (known.lower.into(), known.upper.into());
            }
            if lower > alpha {
                return Ok(lower);
            }
            if upper <= alpha {
                return Ok(upper);
            }
        }

        let limited = height < empties;
        if limited
            && selectivity > 0
            && let Some(value) = self.probe(position, alpha, empties, parity)?
        {
            return Ok(value);
        }

        let (mut best, mut best_square) = (i32::MIN, None);
        // The table's move is searched before the others are generated; a selective search to the
        // end generates all first.
        if (selectivity == 0 || limited)
            && let Some(square) = first
        {
            let child = position.place(square, self.kernels().flips(position, square));
            best = -self.search(child, -alpha - 1, empties - 1, parity.without(square))?;
            best_square = first;
        }
        if best <= alpha {
            let so_far = (best, best_square);
            match self.search_moves(position, alpha, empties, parity, first, so_far)? {
                Found::Value(value) => return Ok(value),
                Found::Best(value, square) => (best, best_square) = (value, square),
            }
        }
        if best > alpha {
            lower = best;
        } else {
            upper = best;
        }
        let best_square = best_square.map(|square| symmetry.square(square));
        let (lower, upper, height) = (lower as i8, upper as i8, height as u8);
        self.shared.table.put(image, Known { lower, upper, best: best_square, height, selectivity });
        Ok(best)
    }

    /// How selective the search is of positions of this height.
    #[inline]
    fn selectivity(&self, height: u32) -> u8 {
        if height >= self.tuning().selective_from { self.shared.selectivity.load(Relaxed) } else { 0 }
    }

    /// The answer of a search of limited depth, if a shallower one leaves little doubt of it
    /// (multi-prob-cut): its value lies on the side of the window where the evaluation expects it,
    /// and farther away than the two searches' values usually differ.
    fn probe(
        &mut self,
        position: Position<N>,
        alpha: i32,
        empties: u32,
        parity: Parity,
    ) -> Result<Option<i32>, Stopped> {
        let (height, most) = (self.height(empties), (N * N) as i32);
        let Probe { plies, margin } = Probe::of(height);
        let bias = self.bias(empties, height);
        let expected = self.evaluation().value(self.kernels(), position, empties) + bias;
        // The window lies between alpha and alpha + 1.
        let middle = PER_DISC * alpha + PER_DISC / 2;
        let is_above = expected > middle;
        if (expected - middle).abs() <= PROBE_FROM {
            return Ok(None);
        }
        let bound = if is_above { middle + margin } else { middle - margin };
        if bound.abs() >= PER_DISC * most {
            return Ok(None);
        }
        // This bound, as the shallower search would say it.
        let bound = bound + self.bias(empties, plies) - bias;
        let found_above = if plies < self.tuning().table_from {
            self.guess(position, plies, empties, bound, bound + 1)? > bound
        } else {
            let bound = bound.div_euclid(PER_DISC);
            self.raised += height - plies;
            let value = self.search(position, bound, empties, parity);
            self.raised -= height - plies;
            value? > bound
        };
        Ok((found_above == is_above).then_some(if is_above { alpha + 1 } else { alpha }))
    }

    /// Searches the moves of a position, except the table's move if `so_far`, the best result so
    /// far, is of that move.
    fn search_moves(
        &mut self,
        position: Position<N>,
        alpha: i32,
        empties: u32,
        parity: Parity,
        first: Option<Square<N>>,
        so_far: (i32, Option<Square<N>>),
    ) -> Result<Found<N>, Stopped> {
        let (kernels, evaluation) = (self.kernels(), self.evaluation());
        let (height, tuning) = (self.height(empties), self.tuning());
        let selectivity = self.selectivity(height);
        // Whether the table has children.
        let looks_up = height > tuning.table_from && self.uses(Technique::ChildrenLookup);
        let ply = &mut self.plies[empties as usize];
        let mut moves = SquareSet::EMPTY;
        if looks_up || !E::PATTERNS {
            moves = kernels.children(position, &mut ply.children);
        }
        if looks_up && empties <= SYMMETRY_FROM {
            // The table's entries for them are prefetched while they are evaluated.
            ply.children.as_slice().iter().for_each(|&child| self.shared.table.prefetch(child));
        }
        if E::PATTERNS {
            let Ply { children, evaluations, .. } = ply;
            moves = evaluation.children(kernels, position, empties, children, evaluations);
        }
        if moves.is_empty() {
            return Ok(Found::Value(if kernels.mobility(position.pass()) == 0 {
                self.end(position, empties)
            } else {
                -self.search(position.pass(), -alpha - 1, empties, parity)?
            }));
        }

        // A child whose known upper bound is low enough answers at once.
        if looks_up {
            for index in 0..moves.len() as usize {
                let child = self.child(empties, index);
                if let Some(known) = self.look_up(child, empties - 1).0
                    && Self::holds(&known, height - 1, selectivity, empties - 1)
                    && -i32::from(known.upper) > alpha
                {
                    return Ok(Found::Value((-known.upper).into()));
                }
            }
        }

        let undecided = so_far.1.is_some();
        // One of limited depth was probed before.
        let selective = selectivity > 0 && height == empties;
        let expected = self.order(Wanted { moves, first, empties, height, parity, selective, undecided })?;
        if selective {
            let above = expected - PER_DISC * alpha - PER_DISC / 2;
            if above.abs() > tuning.certain[usize::from(selectivity)] {
                return Ok(Found::Value(if above > 0 { alpha + 1 } else { alpha }));
            }
        }
        let (mut best, mut best_square) = so_far;
        let count = self.plies[empties as usize].order.len();
        for place in 0..count {
            let (square, index) = self.plies[empties as usize].order.take::<N>();
            if best_square.is_some() && place + 1 < count && height >= SPLIT_FROM && self.shared.crew.is_idle() {
                let mut choices = vec![(square, self.child(empties, index))];
                for _ in place + 1..count {
                    let (square, index) = self.plies[empties as usize].order.take::<N>();
                    choices.push((square, self.child(empties, index)));
                }
                let (shared, square) = self.share(choices, best, alpha, empties - 1, parity)?;
                best = shared;
                best_square = square.or(best_square);
                break;
            }
            let child = self.child(empties, index);
            let value = -self.search(child, -alpha - 1, empties - 1, parity.without(square))?;
            if value > best {
                (best, best_square) = (value, Some(square));
                if best > alpha {
                    break;
                }
            }
        }
        Ok(Found::Best(best, best_square))
    }

    /// The position after a move of the position at hand with this many empty squares.
    #[inline]
    pub(super) fn child(&self, empties: u32, index: usize) -> Position<N> {
        self.plies[empties as usize].children.as_slice()[index]
    }

    /// The search of the last plies.
    fn finish(&mut self, position: Position<N>, alpha: i32, empties: u32) -> i32 {
        let options = self.shared.options;
        let as_kernel = [Technique::LeafKernel, Technique::Parity, Technique::Stability];
        let (value, nodes) = if LAST_PLIES.contains(&empties) && as_kernel.iter().all(|&name| options.uses(name)) {
            self.kernels().last_plies(position, alpha, &mut self.last)
        } else {
            let search = LastPlies::new(self.kernels(), options.scoring, &mut self.last.places);
            let search = search.parity(options.uses(Technique::Parity)).stability(options.uses(Technique::Stability));
            search.search(position, alpha)
        };
        self.nodes += nodes;
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::stop;
    use crate::othello::board::Board;
    use crate::othello::kernels::Kernels;
    use crate::othello::patterns::Weights;
    use crate::othello::position::Children;
    use crate::othello::scoring::Scoring;
    use crate::othello::solver::evaluation::PatternSums;
    use crate::othello::solver::options::Options;
    use crate::othello::solver::table::Table;
    use crate::othello::solver::worker::Shared;
    use crate::random::Random;
    use std::ops::Range;

    /// Positions of random games with as many empty squares.
    fn positions(seed: u64, count: usize, empties: Range<u32>) -> Vec<Position<6>> {
        let mut random = Random::new(seed);
        let mut board = Board::<6>::start();
        let mut positions = Vec::new();
        while positions.len() < count {
            if !board.play_random(&mut random) || board.empties().len() < empties.start {
                board = Board::start();
            }
            if empties.contains(&board.empties().len()) && !board.legal_moves().is_empty() {
                positions.push(board.position());
            }
        }
        positions
    }

    /// The worst that selective or shallow searches may leave: false bounds of all positions two
    /// plies deep.
    #[test]
    fn likely_bounds_prove_nothing() {
        let (kernels, weights) = (Kernels::in_use(), Weights::<6>::built_in(Scoring::Discs));
        for position in positions(2, 12, 14..17) {
            let value = |lies: &dyn Fn(&Table<6>)| {
                let table = Table::new(1 << 20).unwrap();
                lies(&table);
                let shared = Shared::new(kernels, &table, PatternSums::new(&weights), Options::default(), &stop::NEVER);
                Worker::new(&shared, None).value(position).unwrap()
            };
            let expected = value(&|_| ());
            // By selectivity, and by how many plies too shallow.
            let lies = [(1, 0), (3, 0), (0, 1), (0, 2), (0, 6), (2, 1)];
            for (bound, (selectivity, missing)) in [-36, 36].into_iter().flat_map(|bound| lies.map(|lie| (bound, lie)))
            {
                let lie = |table: &Table<6>, position: Position<6>| {
                    let height = position.empties().len() as u8 - missing;
                    table.put(position, Known { lower: bound, upper: bound, best: None, height, selectivity });
                };
                let found = value(&|table| {
                    lie(table, position);
                    let (mut children, mut others) = (Children::new(), Children::new());
                    kernels.children(position, &mut children);
                    for &child in children.as_slice() {
                        lie(table, child);
                        kernels.children(child, &mut others);
                        others.as_slice().iter().for_each(|&other| lie(table, other));
                    }
                });
                assert_eq!(found, expected);
            }
        }
    }

    /// A search to a horizon takes bounds from a search to the same horizon or to the end of the
    /// game, and from no other.
    #[test]
    fn bounds_hold_for_one_height_and_no_looser_selectivity() {
        let holds = |height, selectivity| {
            let known = Known { lower: 0, upper: 0, best: None, height, selectivity };
            Worker::<6, PatternSums<6>>::holds(&known, 8, 1, 20)
        };
        for height in 0..=20 {
            for selectivity in 0..4 {
                assert_eq!(
                    holds(height, selectivity),
                    [8, 20].contains(&height) && selectivity <= 1,
                    "{height} {selectivity}"
                );
            }
        }
    }

    /// Where the table has one image of each position, its move is turned there and back: it is a
    /// move of the position at hand, and reaches the bound that is known.
    #[test]
    fn the_move_of_a_symmetric_position_is_turned_back() {
        let (kernels, weights) = (Kernels::in_use(), Weights::<6>::built_in(Scoring::Discs));
        let mut reached = 0;
        for position in positions(5, 12, SYMMETRY_FROM..SYMMETRY_FROM + 6) {
            for image in Symmetry::ALL.map(|symmetry| position.transform(symmetry)) {
                let table = Table::new(1 << 20).unwrap();
                let shared = Shared::new(kernels, &table, PatternSums::new(&weights), Options::default(), &stop::NEVER);
                let mut worker = Worker::new(&shared, None);
                let (empties, parity) = (image.empties().len(), Parity::of(image.empties()));
                shared.horizon.store(empties as u8 - 6, Relaxed);
                let alpha = -10;
                let value = worker.search(image, alpha, empties, parity).unwrap();
                for other in Symmetry::ALL.map(|symmetry| image.transform(symmetry)) {
                    let known = worker.look_up(other, empties).0.expect("it was searched");
                    let best = known.best.expect("it has moves");
                    assert!(kernels.legal_moves(other).contains(best), "{best} in {other:?}");
                    if value > alpha {
                        let child = other.place(best, kernels.flips(other, best));
                        let below = Parity::of(child.empties());
                        assert!(
                            -worker.search(child, -alpha - 1, empties - 1, below).unwrap() > alpha,
                            "{best} in {other:?}"
                        );
                        reached += 1;
                    }
                }
            }
        }
        assert!(reached > 0, "no position was worth more");
    }
}
