//! The search of the last plies: a plain statement of what the kernel `last_plies` does, node for
//! node, and what is searched where that does not serve.

use crate::othello::features::{Parity, bound_by_stability, corners, edge};
use crate::othello::kernels::Kernels;
use crate::othello::kernels::last_table::Places;
use crate::othello::position::Position;
use crate::othello::scoring::Scoring;
use crate::othello::square::{Square, SquareSet};
use std::ops::RangeInclusive;

/// How many empty squares the kernel takes.
pub(crate) const LAST_PLIES: RangeInclusive<u32> = 5..=10;
/// How many moves of a position are ordered at once: as many as a vector register of the kernel has
/// keys.
const TOGETHER: usize = 8;

/// A search of positions with few empty squares.
pub(crate) struct LastPlies<'a> {
    kernels: &'a Kernels,
    scoring: Scoring,
    table: &'a mut Places,
    parity: bool,
    stability: bool,
    nodes: u64,
}

impl<'a> LastPlies<'a> {
    /// As the kernel searches.
    pub(crate) fn new(kernels: &'a Kernels, scoring: Scoring, table: &'a mut Places) -> LastPlies<'a> {
        LastPlies { kernels, scoring, table, parity: true, stability: true, nodes: 0 }
    }

    /// Whether moves into regions with an odd number of empty squares come first.
    pub(crate) fn parity(self, parity: bool) -> LastPlies<'a> {
        LastPlies { parity, ..self }
    }

    /// Whether discs that cannot be turned over cut the search short.
    pub(crate) fn stability(self, stability: bool) -> LastPlies<'a> {
        LastPlies { stability, ..self }
    }

    /// The value for the side to move, and how many positions were searched. A value above `alpha`
    /// is a lower bound of the true one, another an upper bound.
    pub(crate) fn search<const N: usize>(mut self, position: Position<N>, alpha: i32) -> (i32, u64) {
        let (empties, moves) = (position.empties(), self.kernels.legal_moves(position));
        let value = self.level(position, moves, alpha, empties.len(), Parity::of(empties), false);
        (value, self.nodes)
    }

    /// `moves`: the legal moves; with four empty squares and fewer perhaps others of these too.
    /// `passed`: whether the other side has just passed.
    fn level<const N: usize>(
        &mut self,
        position: Position<N>,
        moves: SquareSet<N>,
        alpha: i32,
        empties: u32,
        parity: Parity,
        passed: bool,
    ) -> i32 {
        if empties == 0 {
            return self.end(position, empties);
        }
        // The last square is one position, whoever plays it.
        self.nodes += u64::from(empties > 1 || !passed);
        if empties > 2
            && self.stability
            && let Some(most) = bound_by_stability(position, alpha, self.scoring)
        {
            return most;
        }
        let odd = if self.parity { parity.odd() } else { SquareSet::EMPTY };
        let best = if empties > 4 {
            self.by_mobility(position, moves, alpha, empties, parity, odd)
        } else {
            self.by_parity(position, moves, alpha, empties, parity, odd)
        };
        match best {
            Some(best) => best,
            None if passed => self.end(position, empties),
            None => {
                let position = position.pass();
                let moves = if empties > 4 { self.kernels.legal_moves(position) } else { position.empties() };
                -self.level(position, moves, -alpha - 1, empties, parity, true)
            }
        }
    }

    /// The best of the moves, if there are any, or a bound that the table knows. From 9 empty
    /// squares up there may be more than eight: then the lowest eight are searched before the
    /// others are looked at.
    fn by_mobility<const N: usize>(
        &mut self,
        position: Position<N>,
        moves: SquareSet<N>,
        alpha: i32,
        empties: u32,
        parity: Parity,
        odd: SquareSet<N>,
    ) -> Option<i32> {
        if moves.is_empty() {
            return None;
        }
        if let Some(bound) = self.table.bound(position, alpha) {
            return Some(bound);
        }
        let (mut best, mut left) = (i32::MIN, moves);
        while best <= alpha && !left.is_empty() {
            let some: SquareSet<N> = left.iter().take(TOGETHER).collect();
            left -= some;
            best = best.max(self.best_of(some, position, alpha, empties, parity, odd));
        }
        self.table.remember(position, alpha, best);
        Some(best)
    }

    /// The best of up to eight moves, searched from the lowest rank up.
    fn best_of<const N: usize>(
        &mut self,
        moves: SquareSet<N>,
        position: Position<N>,
        alpha: i32,
        empties: u32,
        parity: Parity,
        odd: SquareSet<N>,
    ) -> i32 {
        let mut order = [(0, Square::default(), position, moves); TOGETHER];
        let mut count = 0;
        for square in moves {
            let child = position.place(square, self.kernels.flips(position, square));
            let replies = self.kernels.legal_moves(child);
            let rank = self.rank(square, child, replies, odd.contains(square));
            // Of equals the lowest square first.
            let place = order[..count].partition_point(|&(other, ..)| other <= rank);
            order[place..=count].rotate_right(1);
            order[place] = (rank, square, child, replies);
            count += 1;
        }
        let mut best = i32::MIN;
        for &(_, square, child, replies) in &order[..count] {
            best = best.max(-self.level(child, replies, -alpha - 1, empties - 1, parity.without(square), false));
            if best > alpha {
                break;
            }
        }
        best
    }

    /// Eight for each reply, four less for a move into an odd quadrant. Where most discs win, also
    /// four for each reply on a corner, four less for a move there, and one less for each own disc
    /// at the edge; where fewest win, these with the other sign.
    fn rank<const N: usize>(&self, square: Square<N>, child: Position<N>, replies: SquareSet<N>, is_odd: bool) -> i32 {
        let count = |squares: SquareSet<N>, of: u64| (squares.bits() & of).count_ones() as i32;
        let corners = 4 * count(square.set(), corners::<N>()) - 4 * count(replies, corners::<N>());
        let places = corners + count(child.opponent(), edge::<N>());
        let sign = if self.scoring == Scoring::FewestDiscs { -1 } else { 1 };
        8 * replies.len() as i32 - 4 * i32::from(is_odd) - sign * places
    }

    /// The best of the moves, if there are any, those into odd quadrants first.
    fn by_parity<const N: usize>(
        &mut self,
        position: Position<N>,
        moves: SquareSet<N>,
        alpha: i32,
        empties: u32,
        parity: Parity,
        odd: SquareSet<N>,
    ) -> Option<i32> {
        let left = position.empties();
        let mut best = None;
        for square in (moves & odd).iter().chain(moves - odd) {
            let flips = self.kernels.flips(position, square);
            if flips.is_empty() {
                continue;
            }
            let child = position.place(square, flips);
            let (rest, parity) = (left - square.set(), parity.without(square));
            let value = -self.level(child, rest, -alpha - 1, empties - 1, parity, false);
            best = best.max(Some(value));
            if value > alpha {
                break;
            }
        }
        best
    }

    /// The value of a finished game.
    fn end<const N: usize>(&self, position: Position<N>, empties: u32) -> i32 {
        self.scoring.value(position.score(), empties)
    }
}
