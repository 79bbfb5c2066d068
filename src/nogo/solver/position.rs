//! A position as the search has it: the points that matter, by rank, and what groups need to live
//! on.

use super::base::{Base, Ranks};
use crate::game::Colour;
use crate::nogo::point::PointSet;
use crate::nogo::state::Board;

pub(super) fn ranks(mut set: Ranks) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let rank = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        rank
    })
}

fn is_single(set: Ranks) -> bool {
    set & set.wrapping_sub(1) == 0
}

/// Stones and what may still be played, of the side to move (0) and of the other (1).
///
/// Law: a point that a colour may not play on stays so until it is occupied, since no stone ever
/// goes. A point is *live* while one colour may play on it; a dead one stays empty. Three facts
/// follow, on which the rules of moves below rest:
///
/// * A group next to a dead point never loses that liberty: it forbids nothing any more, and a
///   stone that joins it needs no other liberty. It is not kept; the live points next to it, and to
///   dead points, are `safe` for its colour.
/// * Of any other group nothing matters but its live liberties: where these are, stones join it,
///   and no other points give it life. Groups are kept as these sets.
/// * A group with a single liberty forbids that point to the other colour for ever. Joining there,
///   it brings a stone no liberty but the point itself. It is not kept either.
#[derive(Clone, Copy, Debug)]
pub(super) struct Position {
    pub(super) stones: [Ranks; 2],
    pub(super) allowed: [Ranks; 2],
    /// Live points next to a group of the colour that always has a liberty, or to a dead point.
    safe: [Ranks; 2],
    /// Live points next to a stone of the colour.
    pub(super) beside: [Ranks; 2],
    /// Points with a live point next to them. Some that are safe for both may be among them without
    /// one.
    open: Ranks,
    /// Where in the store the groups of side 0 begin; those of side 1 follow.
    groups: usize,
    counts: [usize; 2],
}

impl Position {
    /// A board of the base; its groups go to the end of the store.
    pub(super) fn of(base: &Base, board: &Board, store: &mut Vec<Ranks>) -> Position {
        let live = board.allowed(Colour::Black) | board.allowed(Colour::White);
        let beside_dead = (board.empties() - live).neighbours();
        let colours = [board.to_move(), board.to_move().other()];
        let mut position = Position {
            stones: colours.map(|colour| base.ranks_of(board.stones(colour))),
            allowed: colours.map(|colour| base.ranks_of(board.allowed(colour))),
            safe: [base.ranks_of(beside_dead & live); 2],
            beside: colours.map(|colour| base.ranks_of(board.stones(colour).neighbours() & live)),
            open: base.ranks_of(live.neighbours()),
            groups: store.len(),
            counts: [0; 2],
        };
        for (side, colour) in colours.into_iter().enumerate() {
            let mut left = board.stones(colour);
            while let Some(point) = left.iter().next() {
                let stones: PointSet = board.group_stones(point);
                left -= stones;
                let liberties = stones.neighbours() & board.empties();
                let live_ones = base.ranks_of(liberties & live);
                if !(liberties - live).is_empty() {
                    position.safe[side] |= live_ones;
                } else if !is_single(live_ones) {
                    store.push(live_ones);
                    position.counts[side] += 1;
                }
            }
        }
        position
    }

    /// The position after a move of the side to move; its groups go to the end of the store.
    pub(super) fn after(&self, near: &[Ranks], store: &mut Vec<Ranks>, rank: usize) -> Position {
        let stone = 1 << rank;
        let live = (self.allowed[0] | self.allowed[1]) & !stone;
        let mut allowed = [self.allowed[1] & !stone, self.allowed[0] & !stone];
        let mut safe = [self.safe[1] & live, self.safe[0] & live];
        // The liberties of groups that have two or more.
        let mut several = [0; 2];
        let begin = store.len();
        let (own, others) = (self.groups..self.groups + self.counts[0], self.groups + self.counts[0]);
        for group in others..others + self.counts[1] {
            let liberties = store[group] & !stone;
            if is_single(liberties) {
                allowed[1] &= !liberties;
            } else {
                several[0] |= liberties;
                store.push(liberties);
            }
        }
        let middle = store.len();
        let mut joined = near[rank] & live;
        for group in own {
            let liberties = store[group];
            if liberties & stone == 0 {
                several[1] |= liberties;
                store.push(liberties);
            } else {
                joined |= liberties & live;
            }
        }
        if self.safe[0] & stone != 0 {
            safe[1] |= joined;
        } else if is_single(joined) {
            allowed[0] &= !joined;
        } else {
            several[1] |= joined;
            store.push(joined);
        }

        let mut open = self.open;
        for next in ranks(near[rank] & live) {
            if near[next] & live == 0 {
                open &= !(1 << next);
            }
        }
        // A stone needs an empty point beside it, a group that has another liberty, or one that
        // always has.
        for side in 0..2 {
            allowed[side] &= open | several[side] | safe[side];
        }
        let mut counts = [middle - begin, store.len() - middle];

        let now = allowed[0] | allowed[1];
        let dead = live & !now;
        if dead != 0 {
            let beside_dead = ranks(dead).fold(0, |all, point| all | near[point]);
            let (mut from, mut to) = (begin, begin);
            for side in 0..2 {
                safe[side] |= beside_dead;
                let end = from + counts[side];
                counts[side] = 0;
                while from < end {
                    if store[from] & dead != 0 {
                        safe[side] |= store[from];
                    } else {
                        store[to] = store[from];
                        to += 1;
                        counts[side] += 1;
                    }
                    from += 1;
                }
                safe[side] &= now;
            }
            store.truncate(to);
        }
        let stones = [self.stones[1], self.stones[0] | stone];
        let beside = [self.beside[1] & now, (self.beside[0] | near[rank]) & now];
        Position { stones, allowed, safe, beside, open, groups: begin, counts }
    }

    /// How well the side to move stands: by the points that it may play on and those beside its
    /// stones, less the other's. The weights are those of a logistic fit to solved positions of
    /// small boards, rounded.
    pub(super) fn standing(&self) -> i32 {
        let count = |set: Ranks| set.count_ones() as i32;
        let lead = |[own, other]: [Ranks; 2]| count(own) - count(other);
        let both = |[own, other]: [Ranks; 2]| count(own & other);
        10 * lead(self.allowed) + 5 * lead(self.beside) + 4 * both(self.allowed) + 2 * both(self.beside)
    }
}
