//! The founding document's walk (`docs/FOUNDING.md`), cell by cell along its tables of lines: the
//! reference of its `outflank` and its `move`.

use super::packed6::Packed6;
use crate::game::Colour;

/// A line of cells as the document lists it, ended by -1.
type Line = [i8; 7];

/// The document's tables, by cell - 4: the line through each cell of the 32 that are not the
/// centre's.
static ROWS: [Line; 32] = table(0, 1);
static COLUMNS: [Line; 32] = table(1, 0);
static FALLING: [Line; 32] = table(1, 1);
static RISING: [Line; 32] = table(-1, 1);

/// The lines with this step in rows and columns, each from its left end, or from its upper one.
const fn table(down: isize, right: isize) -> [Line; 32] {
    let mut lines = [[-1; 7]; 32];
    let mut place = 0;
    while place < 36 {
        let (mut row, mut column) = ((place / 6) as isize, (place % 6) as isize);
        let cell = Packed6::cell(row as usize, column as usize);
        place += 1;
        if cell < 4 {
            continue;
        }
        while on_board(row - down, column - right) {
            (row, column) = (row - down, column - right);
        }
        let mut length = 0;
        while on_board(row, column) {
            lines[cell as usize - 4][length] = Packed6::cell(row as usize, column as usize) as i8;
            (row, column) = (row + down, column + right);
            length += 1;
        }
    }
    lines
}

const fn on_board(row: isize, column: isize) -> bool {
    row >= 0 && row < 6 && column >= 0 && column < 6
}

/// The cells that a disc of `colour` on `cell`, one of 4..=35, encloses.
pub(super) fn enclosed(state: &Packed6, colour: Colour, cell: u8) -> Vec<u8> {
    let lines = [&ROWS, &COLUMNS, &FALLING, &RISING].map(|table| &table[cell as usize - 4]);
    lines.into_iter().flat_map(|line| on_line(state, colour, cell, line)).collect()
}

/// The cells of a line that a disc encloses: first to its right, then to its left.
fn on_line(state: &Packed6, colour: Colour, cell: u8, line: &Line) -> Vec<u8> {
    let cells: Vec<u8> = line.iter().take_while(|&&cell| cell >= 0).map(|&cell| cell as u8).collect();
    let place = cells.iter().position(|&at| at == cell).expect("the line leads through the cell");
    let right = on_ray(state, colour, cells[place + 1..].iter().copied());
    let left = on_ray(state, colour, cells[..place].iter().rev().copied());
    [right, left].concat()
}

/// The opponent's discs that a ray meets before an own disc; none where it meets an empty cell or
/// ends.
fn on_ray(state: &Packed6, colour: Colour, ray: impl Iterator<Item = u8>) -> Vec<u8> {
    let mut met = Vec::new();
    for cell in ray {
        match state.colour_at(cell) {
            Some(disc) if disc == colour => return met,
            Some(_) => met.push(cell),
            None => break,
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_the_documents() {
        // The first cells of rows 1 and 3, a corner, and cells beside the centre.
        assert_eq!(ROWS[0], [4, 5, 6, 7, 8, 9, -1]);
        assert_eq!(ROWS[16 - 4], [16, 17, 0, 1, 18, 19, -1]);
        assert_eq!(COLUMNS[6 - 4], [6, 12, 0, 2, 26, 32, -1]);
        assert_eq!(FALLING[35 - 4], [4, 11, 0, 3, 28, 35, -1]);
        assert_eq!(RISING[13 - 4], [24, 21, 0, 13, 8, -1, -1]);
        assert_eq!(RISING[4 - 4], [4, -1, -1, -1, -1, -1, -1]);
    }
}
