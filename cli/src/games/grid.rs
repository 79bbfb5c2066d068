//! Cells of a board while a position is composed.

use std::ops::RangeInclusive;
use stonemask::{Colour, Random};

pub(super) const EMPTY: char = '-';

/// Rows of cells: `X`, `O`, `-` and `#`, as boards are written.
#[derive(Clone, PartialEq)]
pub(super) struct Grid {
    pub(super) rows: usize,
    pub(super) columns: usize,
    cells: Vec<char>,
}

impl Grid {
    pub(super) fn new(rows: usize, columns: usize) -> Grid {
        Grid { rows, columns, cells: vec![EMPTY; rows * columns] }
    }

    /// Stones of both colours on about this percentage of the cells.
    pub(super) fn scattered(rows: usize, columns: usize, percent: u32, random: &mut Random) -> Grid {
        let mut grid = Grid::new(rows, columns);
        grid.scatter(percent, random);
        grid
    }

    /// Puts stones on about this percentage of the empty cells.
    pub(super) fn scatter(&mut self, percent: u32, random: &mut Random) {
        for cell in self.cells.iter_mut().filter(|cell| **cell == EMPTY) {
            if random.below(100) < percent {
                *cell = either(random).letter();
            }
        }
    }

    pub(super) fn get(&self, (row, column): (isize, isize)) -> Option<char> {
        self.index((row, column)).map(|index| self.cells[index])
    }

    /// Changes a cell, if it is on the board.
    pub(super) fn set(&mut self, cell: (isize, isize), to: char) {
        if let Some(index) = self.index(cell) {
            self.cells[index] = to;
        }
    }

    /// Changes the cell with a number, counted by rows from the top, if there is one.
    pub(super) fn set_number(&mut self, number: isize, to: char) {
        if let Some(cell) = usize::try_from(number).ok().and_then(|number| self.cells.get_mut(number)) {
            *cell = to;
        }
    }

    fn index(&self, (row, column): (isize, isize)) -> Option<usize> {
        let (row, column) = (usize::try_from(row).ok()?, usize::try_from(column).ok()?);
        (row < self.rows && column < self.columns).then_some(row * self.columns + column)
    }

    /// Any cell.
    pub(super) fn any(&self, random: &mut Random) -> (isize, isize) {
        (random.below(self.rows as u32) as isize, random.below(self.columns as u32) as isize)
    }

    /// The colours changed.
    pub(super) fn swap_colours(&mut self) {
        for cell in &mut self.cells {
            if let Some(colour) = Colour::from_letter(*cell) {
                *cell = colour.other().letter();
            }
        }
    }

    /// The rows, with something between them.
    pub(super) fn join(&self, separator: &str) -> String {
        let rows: Vec<String> = self.cells.chunks(self.columns).map(|row| row.iter().collect()).collect();
        rows.join(separator)
    }
}

/// Steps in the eight directions.
pub(super) const DIRECTIONS: [(isize, isize); 8] =
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

pub(super) fn moved(from: (isize, isize), direction: (isize, isize), steps: isize) -> (isize, isize) {
    (from.0 + steps * direction.0, from.1 + steps * direction.1)
}

pub(super) fn either(random: &mut Random) -> Colour {
    Colour::ALL[random.below(2) as usize]
}

/// A number of a range.
pub(super) fn within(range: RangeInclusive<u32>, random: &mut Random) -> u32 {
    range.start() + random.below(range.end() - range.start() + 1)
}

/// One of these, each as often as its weight says.
pub(super) fn weighted<T: Copy>(choices: &[(u32, T)], random: &mut Random) -> T {
    let mut number = random.below(choices.iter().map(|(weight, _)| weight).sum());
    for &(weight, choice) in choices {
        if number < weight {
            return choice;
        }
        number -= weight;
    }
    unreachable!("the number is below the sum of the weights")
}
