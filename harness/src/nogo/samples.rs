//! The samples on which NoGo's kernels are measured: games on the 9x9 board.

use crate::cost::once;
use stonemask::Random;
use stonemask::nogo::{Board, Point, Position};

/// Positions measured on: more than a branch predictor learns.
pub(super) const POSITIONS: usize = 2048;

/// The positions without what a board knows.
pub(super) fn positions() -> &'static [Position] {
    once(|| games().1.iter().map(Board::position).collect::<Vec<_>>())
}

/// Random games with `POSITIONS` positions before a move, and these.
pub(super) fn games() -> &'static (Vec<Vec<Point>>, Vec<Board>) {
    once(draw_games)
}

fn draw_games() -> (Vec<Vec<Point>>, Vec<Board>) {
    let mut random = Random::new(1);
    let (mut games, mut boards) = (vec![Vec::new()], Vec::new());
    let mut board = Board::start();
    while boards.len() < POSITIONS {
        let moves = board.legal_moves();
        if moves.is_empty() {
            board = Board::start();
            games.push(Vec::new());
            continue;
        }
        let point = moves.iter().nth(random.below(moves.len()) as usize).expect("fewer than the moves there are");
        boards.push(board);
        games.last_mut().expect("a game has begun").push(point);
        board.play(point);
    }
    (games, boards)
}
