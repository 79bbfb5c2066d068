//! The samples on which Othello's kernels are measured, and from which raw calls are drawn.

use crate::cost::once;
use stonemask::Random;
use stonemask::othello::{Board, Position, Square, SquareSet};

/// Positions measured on: more than a branch predictor learns, fewer than the first-level cache
/// holds.
pub(super) const POSITIONS: usize = 2048;

/// Positions of random games, each with a legal square.
pub(super) fn positions<const N: usize>() -> &'static [(Position<N>, Square<N>)] {
    once(draw_positions::<N>)
}

fn draw_positions<const N: usize>() -> Vec<(Position<N>, Square<N>)> {
    let mut random = Random::new(1);
    let mut positions = Vec::with_capacity(POSITIONS);
    let mut board = Board::<N>::start();
    while positions.len() < POSITIONS {
        let moves = board.legal_moves();
        if !moves.is_empty() {
            let chosen = random.below(moves.len()) as usize;
            positions.push((board.position(), moves.iter().nth(chosen).expect("fewer than the moves there are")));
        }
        if !board.play_random(&mut random) {
            board = Board::start();
        }
    }
    positions
}

/// Positions of random games with 8 empty squares.
pub(super) fn endings<const N: usize>() -> &'static [Position<N>] {
    once(draw_endings::<N>)
}

fn draw_endings<const N: usize>() -> Vec<Position<N>> {
    let mut random = Random::new(2);
    let mut endings = Vec::with_capacity(POSITIONS);
    while endings.len() < POSITIONS {
        let mut board = Board::<N>::start();
        while board.empties().len() > 8 && board.play_random(&mut random) {}
        if board.empties().len() == 8 {
            endings.push(board.position());
        }
    }
    endings
}

/// The squares of the boards that lie within the frame.
pub(super) const INNER: u64 = SquareSet::<6>::ALL.bits();

/// The start of a raw call: a position of a random game, a square, and the arguments of the
/// founding document's kernels.
pub(super) struct Drawn {
    pub(super) board: Board<8>,
    pub(super) own: u64,
    pub(super) opponent: u64,
    pub(super) square: u32,
    pub(super) colour: u32,
    pub(super) cell: u32,
}

/// Every call draws this first, so that a new kernel leaves the calls of the others, and their
/// counts of instructions, as they are.
pub(super) fn draw(random: &mut Random) -> Drawn {
    let mut board = Board::<8>::start();
    for _ in 0..random.below(60) {
        board.play_random(random);
    }
    let (own, opponent) = (board.position().own().bits(), board.position().opponent().bits());
    Drawn { board, own, opponent, square: random.below(64), colour: random.below(2), cell: 4 + random.below(32) }
}
