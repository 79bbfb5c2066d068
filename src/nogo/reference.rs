//! The rules of NoGo as stated, on cells: slow and obviously right. Everything else is tested
//! against this.
//!
//! > Two players, Black and White, take turns placing stones on the points of a Go board; Black
//! > begins. Neither capture nor suicide is allowed: a move after which some group has no liberty
//! > is illegal. Passing is not allowed. A player who has no legal move loses.

use crate::game::Colour;

/// The content of a cell of the 9x9 frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Nothing: blocked, or beyond a smaller board's edge.
    Off,
    /// No stone.
    Empty,
    /// A stone.
    Stone(Colour),
}

/// The cells of the frame, top row first.
pub type Cells = [[Cell; 9]; 9];

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// The cell is blocked or beyond the edge.
    Off,
    /// A stone stands there.
    Occupied(Colour),
    /// It would take the last liberty of a group of the opponent's.
    Capture,
    /// It would leave its own group without a liberty.
    Suicide,
}

/// The cells above, below, left and right of a cell.
fn neighbours(row: usize, column: usize) -> impl Iterator<Item = (usize, usize)> {
    [(-1, 0), (1, 0), (0, -1), (0, 1)].into_iter().filter_map(move |(down, right)| {
        let (row, column) = (row.checked_add_signed(down)?, column.checked_add_signed(right)?);
        (row < 9 && column < 9).then_some((row, column))
    })
}

/// The stones of the group at a cell: those of its colour that are reached from it by steps between
/// neighbours. Empty when no stone stands there.
pub fn group(cells: &Cells, row: usize, column: usize) -> Vec<(usize, usize)> {
    let mut group = Vec::new();
    if matches!(cells[row][column], Cell::Stone(_)) {
        group.push((row, column));
    }
    let mut walked = 0;
    while walked < group.len() {
        let (from_row, from_column) = group[walked];
        for (row, column) in neighbours(from_row, from_column) {
            if cells[row][column] == cells[from_row][from_column] && !group.contains(&(row, column)) {
                group.push((row, column));
            }
        }
        walked += 1;
    }
    group
}

/// The empty cells next to a stone of the group.
pub fn liberties(cells: &Cells, group: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut liberties = Vec::new();
    for &(row, column) in group {
        for (row, column) in neighbours(row, column) {
            if cells[row][column] == Cell::Empty && !liberties.contains(&(row, column)) {
                liberties.push((row, column));
            }
        }
    }
    liberties
}

/// Whether `colour` may play on a cell: the stone is placed, and the groups that it touches are
/// looked at.
///
/// # Errors
/// When it may not, with the reason; a capture comes before a suicide.
pub fn check(cells: &Cells, colour: Colour, row: usize, column: usize) -> Result<(), Illegal> {
    match cells[row][column] {
        Cell::Off => return Err(Illegal::Off),
        Cell::Stone(stone) => return Err(Illegal::Occupied(stone)),
        Cell::Empty => {}
    }
    let mut after = *cells;
    after[row][column] = Cell::Stone(colour);
    let dies = |row, column| liberties(&after, &group(&after, row, column)).is_empty();
    let captures =
        |(row, column): (usize, usize)| after[row][column] == Cell::Stone(colour.other()) && dies(row, column);
    if neighbours(row, column).any(captures) {
        Err(Illegal::Capture)
    } else if dies(row, column) {
        Err(Illegal::Suicide)
    } else {
        Ok(())
    }
}

/// The cells, top row first, on which `colour` may play.
pub fn legal_moves(cells: &Cells, colour: Colour) -> Vec<(usize, usize)> {
    let all = (0..9).flat_map(|row| (0..9).map(move |column| (row, column)));
    all.filter(|&(row, column)| check(cells, colour, row, column).is_ok()).collect()
}

/// The stone of a group without liberties, if there is one: the position is then illegal.
pub fn dead(cells: &Cells) -> Option<(usize, usize)> {
    let mut all = (0..9).flat_map(|row| (0..9).map(move |column| (row, column)));
    all.find(|&(row, column)| {
        let group = group(cells, row, column);
        !group.is_empty() && liberties(cells, &group).is_empty()
    })
}
