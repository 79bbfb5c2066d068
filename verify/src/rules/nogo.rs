//! NoGo on the 9x9 frame, cells row by row from the top: `9 * row + column`; a cell that is neither
//! a stone nor empty is off the board.
//!
//! Source: docs/FOUNDING.md, and what it leaves out: neither capture nor suicide is allowed, so
//! after a move every group must have a liberty. Liberties are defined without walks. A set of
//! stones is *closed* if it contains each stone beside an empty point and, with a stone, its
//! neighbours of the same colour. The stones of groups with a liberty are the least closed set. So
//! a group has a liberty if every closed set contains it, and none if some closed set does not.

use crate::graph::Logic;

/// Cells of the frame.
pub(crate) const CELLS: usize = 81;

/// The cells left, right, above and below of a cell.
pub(crate) fn neighbours(cell: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (cell / 9, cell % 9);
    let left = (column > 0).then(|| cell - 1);
    let right = (column < 8).then(|| cell + 1);
    let above = (row > 0).then(|| cell - 9);
    let below = (row < 8).then(|| cell + 9);
    [left, right, above, below].into_iter().flatten()
}

/// Whether a neighbour of the cell is in a set.
pub(crate) fn beside<L: Logic>(logic: &L, set: &[L::Bit], cell: usize) -> L::Bit {
    neighbours(cell).fold(logic.constant(false), |any, next| logic.or(any, set[next]))
}

/// A position.
#[derive(Clone)]
pub(crate) struct Position<B> {
    /// Black's stones, white's.
    pub(crate) stones: [Vec<B>; 2],
    pub(crate) empty: Vec<B>,
}

impl<B: Copy> Position<B> {
    /// The position with a stone of a colour on an empty cell.
    pub(crate) fn placed<L: Logic<Bit = B>>(&self, logic: &L, colour: usize, cell: usize) -> Position<B> {
        let mut after = self.clone();
        after.stones[colour][cell] = logic.constant(true);
        after.empty[cell] = logic.constant(false);
        after
    }

    /// The stones beside one of some points.
    pub(crate) fn touching<L: Logic<Bit = B>>(&self, logic: &L, points: &[B]) -> Vec<B> {
        (0..CELLS)
            .map(|cell| {
                let touches = beside(logic, points, cell);
                logic.and(logic.or(self.stones[0][cell], self.stones[1][cell]), touches)
            })
            .collect()
    }

    /// A set of stones and those of their colours beside them.
    pub(crate) fn grown<L: Logic<Bit = B>>(&self, logic: &L, set: &[B]) -> Vec<B> {
        let mut grown = set.to_vec();
        for stones in &self.stones {
            let own: Vec<B> = (0..CELLS).map(|cell| logic.and(stones[cell], set[cell])).collect();
            for cell in 0..CELLS {
                let reached = beside(logic, &own, cell);
                grown[cell] = logic.or(grown[cell], logic.and(stones[cell], reached));
            }
        }
        grown
    }

    /// Whether a colour may play on a cell, given the stones whose groups have a liberty elsewhere.
    pub(crate) fn allows<L: Logic<Bit = B>>(&self, logic: &L, alive: &[B], colour: usize, cell: usize) -> B {
        let own: Vec<B> = (0..CELLS).map(|cell| logic.and(self.stones[colour][cell], alive[cell])).collect();
        let joined = beside(logic, &own, cell);
        let free = beside(logic, &self.empty, cell);
        let allowed = logic.and(self.empty[cell], logic.or(joined, free));
        neighbours(cell).fold(allowed, |allowed, next| {
            let captured = logic.and(self.stones[1 - colour][next], logic.not(alive[next]));
            logic.and(allowed, logic.not(captured))
        })
    }

    /// Whether a set contains each group that includes or touches a stone just placed on a cell: if
    /// the set is the least closed one, whether the move is legal.
    pub(crate) fn permits<L: Logic<Bit = B>>(&self, logic: &L, set: &[B], cell: usize) -> L::Bit {
        neighbours(cell).fold(set[cell], |all, next| {
            let stone = logic.or(self.stones[0][next], self.stones[1][next]);
            logic.and(all, logic.or(logic.not(stone), set[next]))
        })
    }
}

/// The founding document's moves, bit by bit from three of its four boards of 96 bits.
pub(crate) fn four_boards_moves<L: Logic>(logic: &L, boards: [&[L::Bit]; 3]) -> Vec<L::Bit> {
    (0..96)
        .map(|bit| {
            let [black, white, allowed] = boards.map(|board| board[bit]);
            logic.and(logic.and(black, white), allowed)
        })
        .collect()
}

/// The first phase of its update: the points that are 1 in both colours' boards and none of whose
/// neighbours, one step or a row of ten away, is 1 in the opponent's board.
pub(crate) fn four_boards_surrounded<L: Logic>(logic: &L, own: &[L::Bit], opponent: &[L::Bit]) -> Vec<L::Bit> {
    (0..96usize)
        .map(|bit| {
            let next = [bit.checked_sub(10), bit.checked_sub(1), Some(bit + 1), Some(bit + 10)];
            let mut surrounded = logic.and(own[bit], opponent[bit]);
            for next in next.into_iter().flatten().filter(|&next| next < 96) {
                surrounded = logic.and(surrounded, logic.not(opponent[next]));
            }
            surrounded
        })
        .collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::graph::Plain;

    /// The stones of groups that have a liberty: the least closed set.
    pub(in crate::rules) fn alive(position: &Position<bool>) -> Vec<bool> {
        let mut set = position.touching(&Plain, &position.empty);
        loop {
            let grown = position.grown(&Plain, &set);
            if grown == set {
                return set;
            }
            set = grown;
        }
    }

    fn perft(position: &Position<bool>, colour: usize, depth: u32) -> u64 {
        let moves = (0..CELLS).filter(|&cell| position.empty[cell]).filter_map(|cell| {
            let after = position.placed(&Plain, colour, cell);
            after.permits(&Plain, &alive(&after), cell).then_some(after)
        });
        moves.map(|after| if depth == 1 { 1 } else { perft(&after, 1 - colour, depth - 1) }).sum()
    }

    /// The library's table, tests/nogo/oracles.rs: each number is also the number of legal
    /// colourings of the board times the orders in which the stones can have been placed.
    #[test]
    fn perft_of_small_boards() {
        let tables: [(usize, &[u64]); 4] = [
            (9, &[81, 6480]),
            (5, &[25, 600, 13_792]),
            (4, &[16, 240, 3352, 43_264]),
            (3, &[9, 72, 496, 2832, 12_768, 41_328, 80_352, 43_776, 0]),
        ];
        for (side, counts) in tables {
            let empty = (0..CELLS).map(|cell| cell / 9 < side && cell % 9 < side).collect();
            let start = Position { stones: [vec![false; CELLS], vec![false; CELLS]], empty };
            for (depth, &count) in (1..).zip(counts) {
                assert_eq!(perft(&start, 0, depth), count, "{side}x{side}, depth {depth}");
            }
        }
    }

    /// The diagram of the founding document: its five points, for black.
    #[test]
    fn surrounded_points_of_the_diagram() {
        let rows = ["-O-----O-", "O-O-----O", "-O-----O-", "--------O", "", "", "", "--------O", "-------O-"];
        let bits = |free: &dyn Fn(usize, usize) -> bool| -> Vec<bool> {
            (0..96).map(|bit| bit < 90 && bit % 10 < 9 && free(bit / 10, bit % 10)).collect()
        };
        let own = bits(&|_, _| true);
        let opponent = bits(&|row, column| rows[row].as_bytes().get(column) != Some(&b'O'));
        let found = four_boards_surrounded(&Plain, &own, &opponent);
        let found: Vec<usize> = (0..96).filter(|&bit| found[bit]).collect();
        assert_eq!(found, [0, 8, 11, 28, 88]);
    }
}
