//! Promise: Gomoku is played by its rules, on every tier and in every way that the library offers.

mod batch;
mod bulk_playouts;
#[path = "../support/cases.rs"]
mod cases;
#[path = "../support/chi_square.rs"]
mod chi_square;
mod differential;
mod draws;
#[path = "../support/draws_at_borders.rs"]
mod draws_at_borders;
#[path = "../support/follow_slab.rs"]
mod follow_slab;
mod forced_wins;
mod founding;
#[path = "../support/game_laws.rs"]
mod game_laws;
#[path = "../support/on_tiers.rs"]
mod on_tiers;
mod oracles;
mod rules;
mod search;
mod single_playouts;
mod slab;
mod solver;

use stonemask::gomoku::reference::Cells;
use stonemask::gomoku::{Board, Rule, Size};

/// An empty board.
fn start(rows: usize, columns: usize, rule: Rule) -> Board {
    Board::with_size(Size::new(rows, columns).unwrap(), rule)
}

/// The cells of a board.
fn cells(board: &Board) -> Cells {
    let mut cells = Cells::new(board.size());
    for point in board.size().all() {
        cells.set(point, board.stone(point));
    }
    cells
}
