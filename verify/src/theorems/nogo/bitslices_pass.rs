//! How sets of stones are reached on a board of NoGo's random games in bit slices: what each turn
//! of a pass over the rows leaves.

use crate::bits::Bits;
use crate::graph::{Graph, Lit};
use crate::rules::nogo::{CELLS, neighbours};

/// A board while sets of stones are reached on it, with the stone under trial.
pub(super) struct Field {
    /// Stones, and cells off the board.
    pub(super) occupied: Bits,
    /// White stones; of other points it means nothing.
    pub(super) white: Bits,
    pub(super) inside: Bits,
}

impl Field {
    /// Whether nothing flows between two neighbours: two stones of two colours, or the board's
    /// edge.
    fn wall(&self, graph: &Graph, a: usize, b: usize) -> Lit {
        let apart = graph.all(&[self.occupied[a], self.occupied[b], graph.xor(self.white[a], self.white[b])]);
        graph.or(apart, !graph.and(self.inside[a], self.inside[b]))
    }

    /// The walls on the right of all points but those of the last column, and above all but the
    /// first row's.
    pub(super) fn walls(&self, graph: &Graph) -> [Bits; 2] {
        let right = (0..CELLS).filter(|cell| cell % 9 < 8).map(|cell| self.wall(graph, cell, cell + 1)).collect();
        let above = (9..CELLS).map(|cell| self.wall(graph, cell, cell - 9)).collect();
        [right, above]
    }

    /// The condition on a point of a set of stones that has no liberty.
    fn is_dead(&self, graph: &Graph, set: &[Lit], cell: usize) -> Lit {
        let mut conditions = vec![self.occupied[cell], self.inside[cell]];
        for next in neighbours(cell) {
            conditions.push(self.occupied[next]);
            let other = graph.or(graph.xor(self.white[cell], self.white[next]), !self.inside[next]);
            conditions.push(graph.or(other, set[next]));
        }
        graph.implies(set[cell], graph.all(&conditions))
    }
}

/// A turn of a pass over the rows.
pub(super) struct Turn {
    pub(super) row: usize,
    /// The row before it.
    from: Option<usize>,
    /// It is of the first pass.
    first: bool,
}

impl Turn {
    /// Those of a pass: down, up, down again.
    pub(super) fn of_pass(index: usize) -> impl Iterator<Item = Turn> {
        (0..9).map(move |turn| {
            let row = if index == 1 { 8 - turn } else { turn };
            let from = (turn > 0).then(|| if index == 1 { row + 1 } else { row - 1 });
            Turn { row, from, first: index == 0 }
        })
    }

    /// The condition after it on the stones that are not reached, by those that were not before the
    /// pass, and on those of any `dead` set.
    pub(super) fn leaves(
        &self,
        graph: &Graph,
        field: &Field,
        before: &[Lit],
        after: &[Lit],
        dead: &[Lit],
    ) -> Vec<(&'static str, Lit)> {
        let cells = 9 * self.row..9 * self.row + 9;
        let mut all = Vec::new();
        let flows = |graph: &Graph, from: usize, to: usize| {
            let wall = field.wall(graph, from, to);
            // Empty points and what is beside them are reached in the first pass.
            let stones = graph.and(field.occupied[from], field.occupied[to]);
            let empty = if self.first { Lit::FALSE } else { !stones };
            ("what is reached reaches its neighbours", graph.implies(after[to], graph.any(&[after[from], wall, empty])))
        };
        for cell in cells.clone() {
            all.push(("what is not reached was not before", graph.implies(after[cell], before[cell])));
            if self.first {
                // From above and from the sides they are reached as any others are.
                let below = if self.row < 8 { field.occupied[cell + 9] } else { Lit::TRUE };
                let closed = graph.and(field.occupied[cell], below);
                all.push(("empty points and stones above these are reached", graph.implies(after[cell], closed)));
            }
            if cell % 9 < 8 {
                all.push(flows(graph, cell, cell + 1));
                all.push(flows(graph, cell + 1, cell));
            }
            if let Some(from) = self.from {
                all.push(flows(graph, 9 * from + cell % 9, cell));
            }
        }
        let mut known: Bits = cells.clone().map(|cell| field.is_dead(graph, dead, cell)).collect();
        known.extend(cells.clone().map(|cell| graph.implies(dead[cell], before[cell])));
        if let Some(from) = self.from {
            known.extend((9 * from..9 * from + 9).map(|cell| graph.implies(dead[cell], after[cell])));
        }
        let known = graph.all(&known);
        let stay: Bits = cells.map(|cell| graph.implies(dead[cell], after[cell])).collect();
        all.push(("a group without a liberty is not reached", graph.implies(known, graph.all(&stay))));
        all
    }
}
