//! The rules of Othello as a rule book states them, on rows of cells: slow and obviously right.
//! Everything else is tested against this.
//!
//! > A move consists of *outflanking* your opponent's disc(s), then flipping the outflanked disc(s)
//! > to your colour. To outflank means to place a disc on the board so that your opponent's row (or
//! > rows) of disc(s) is bordered at each end by a disc of your colour. — World Othello Federation,
//! > official rules

use crate::game::Colour;

/// The cells of a board, top row first; `None` is empty.
pub type Cells<const N: usize> = [[Option<Colour>; N]; N];

/// The eight directions as steps of (row, column).
const DIRECTIONS: [(isize, isize); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// The discs, as (row, column), that a disc of `colour` on the given cell outflanks; what stands on
/// that cell does not matter.
pub fn flips<const N: usize>(cells: &Cells<N>, colour: Colour, row: usize, column: usize) -> Vec<(usize, usize)> {
    let mut flips = Vec::new();
    for (row_step, column_step) in DIRECTIONS {
        let mut passed = Vec::new();
        let (mut row, mut column) = (row, column);
        loop {
            let next = (row.checked_add_signed(row_step), column.checked_add_signed(column_step));
            let (Some(next_row), Some(next_column)) = next else { break };
            if next_row >= N || next_column >= N {
                break;
            }
            (row, column) = (next_row, next_column);
            match cells[row][column] {
                None => break,
                Some(disc) if disc == colour => {
                    flips.append(&mut passed);
                    break;
                }
                Some(_) => passed.push((row, column)),
            }
        }
    }
    flips
}

/// The cells, top row first, on which `colour` may place a disc: the empty ones from which it
/// outflanks.
pub fn legal_moves<const N: usize>(cells: &Cells<N>, colour: Colour) -> Vec<(usize, usize)> {
    let mut moves = Vec::new();
    for row in 0..N {
        for column in 0..N {
            if cells[row][column].is_none() && !flips(cells, colour, row, column).is_empty() {
                moves.push((row, column));
            }
        }
    }
    moves
}
