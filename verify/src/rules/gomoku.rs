//! Gomoku's rows of five, on cells: row by row from the top.
//!
//! Five stones of a colour in an unbroken row, column or diagonal win; exactly five where a rule says so.

use crate::graph::Logic;

/// The four axes, rows down and columns to the right.
const AXES: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// A set of points on a board.
#[derive(Clone)]
pub(crate) struct Field<B> {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    /// `columns * row + column`.
    pub(crate) cells: Vec<B>,
}

impl<B: Copy> Field<B> {
    /// A cell; none off the board.
    fn at(&self, row: i32, column: i32) -> Option<B> {
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        (row < self.rows && column < self.columns).then(|| self.cells[self.columns * row + column])
    }

    /// The cells from `first` to `last` steps from a point; none if any is off the board.
    fn line(&self, (row, column): (i32, i32), (down, right): (i32, i32), first: i32, last: i32) -> Option<Vec<B>> {
        (first..=last).map(|step| self.at(row + step * down, column + step * right)).collect()
    }
}

fn all<L: Logic>(logic: &mut L, bits: &[L::Bit]) -> L::Bit {
    let yes = logic.constant(true);
    bits.iter().fold(yes, |all, &bit| logic.and(all, bit))
}

fn points(rows: usize, columns: usize) -> impl Iterator<Item = (i32, i32)> {
    (0..rows as i32).flat_map(move |row| (0..columns as i32).map(move |column| (row, column)))
}

/// Whether a stone on a point would stand in a run of five or more, whatever stands there now.
pub(crate) fn makes_five<L: Logic>(logic: &mut L, stones: &Field<L::Bit>, point: (i32, i32)) -> L::Bit {
    let mut any = logic.constant(false);
    for axis in AXES {
        for first in -4..=0 {
            if let Some(mut window) = stones.line(point, axis, first, first + 4) {
                window.remove((-first) as usize);
                let others = all(logic, &window);
                any = logic.or(any, others);
            }
        }
    }
    any
}

/// For each five in a row that there is room for, whether it is there; `exact`: and no sixth beside it.
pub(crate) fn fives<L: Logic>(logic: &mut L, stones: &Field<L::Bit>, exact: bool) -> Vec<L::Bit> {
    let mut found = Vec::new();
    for point in points(stones.rows, stones.columns) {
        for axis in AXES {
            let Some(window) = stones.line(point, axis, 0, 4) else { continue };
            let mut five = all(logic, &window);
            if exact {
                for step in [-1, 5] {
                    if let Some(beside) = stones.at(point.0 + step * axis.0, point.1 + step * axis.1) {
                        let free = logic.not(beside);
                        five = logic.and(five, free);
                    }
                }
            }
            found.push(five);
        }
    }
    found
}

/// The empty points where a stone makes five or more in a row.
pub(crate) fn winning_cells<L: Logic>(logic: &mut L, stones: &Field<L::Bit>, empty: &Field<L::Bit>) -> Vec<L::Bit> {
    points(stones.rows, stones.columns)
        .zip(&empty.cells)
        .map(|(point, &empty)| {
            let wins = makes_five(logic, stones, point);
            logic.and(empty, wins)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Plain;

    fn any_five(logic: &mut Plain, stones: &Field<bool>) -> bool {
        fives(logic, stones, false).contains(&true)
    }

    fn field(text: &str) -> Field<bool> {
        let rows: Vec<&str> = text.split('/').collect();
        let cells = rows.concat().chars().map(|cell| cell == 'X').collect();
        Field { rows: rows.len(), columns: rows[0].len(), cells }
    }

    #[test]
    fn a_five_is_one_with_room_for_it_alone() {
        assert!(any_five(&mut Plain, &field("XXXXX")));
        assert!(!any_five(&mut Plain, &field("XXXX-X")));
        assert!(any_five(&mut Plain, &field("----X/---X-/--X--/-X---/X----")));
        // A row does not go on in the next one.
        assert!(!any_five(&mut Plain, &field("---XX/XXX--")));
        let exact = |text| fives(&mut Plain, &field(text), true).contains(&true);
        assert!(exact("XXXXX-") && exact("XXXXX") && !exact("XXXXXX"));
    }

    #[test]
    fn winning_cells_are_those_that_make_a_five() {
        // Every pattern of a row of nine: a cell wins if and only if the row with a stone there has five.
        for pattern in 0..1 << 9u32 {
            let stones = Field { rows: 1, columns: 9, cells: (0..9).map(|cell| pattern >> cell & 1 == 1).collect() };
            let empty = Field { cells: stones.cells.iter().map(|stone| !stone).collect(), ..stones.clone() };
            let found = winning_cells(&mut Plain, &stones, &empty);
            for cell in (0..9).filter(|&cell| empty.cells[cell]) {
                let mut with = stones.clone();
                with.cells[cell] = true;
                let before = any_five(&mut Plain, &stones);
                assert!(found[cell] == any_five(&mut Plain, &with) || before, "{pattern:#b}, cell {cell}");
            }
        }
    }
}
