//! Promise: the kernels that play random games draw what [`Random`] draws, to the last bit, where a
//! bit decides: on both sides of the border between two moves, and of what Lemire's method draws
//! anew.

use crate::draws_at_borders::borders;
use crate::on_tiers::on;
use stonemask::gomoku::{Board, Colour, Rule, Size};
use stonemask::kernels::Gomoku as Kernels;
use stonemask::{Random, Tier};

#[test]
fn first_draws_at_every_border() {
    // Odd numbers of points, whose products have any low half, and even ones; 16-bit lanes and the
    // others.
    for (rows, columns) in [(15, 15), (9, 9), (5, 7), (6, 6), (19, 19), (1, 33), (20, 20), (63, 63)] {
        let board = Board::with_size(Size::new(rows, columns).unwrap(), Rule::Freestyle);
        let bound = (rows * columns) as u32;
        for random in borders(bound) {
            let games: Vec<_> = Tier::available()
                .map(|tier| {
                    let mut random = random.clone();
                    (on(tier, || board.playout(&mut random)), random.next_u64())
                })
                .collect();
            assert!(games.iter().all(|game| *game == games[0]), "{rows}x{columns}, {random:?}: {games:?}");
        }
    }
}

/// Random games over the last points of boards without a five: where the kernels pack lines side by
/// side, a run that goes on in its neighbour would show.
#[test]
fn the_last_points_of_full_boards() {
    let mut random = Random::new(5);
    for (rows, columns) in [(15, 15), (15, 15), (15, 15), (14, 15), (15, 14), (16, 16), (32, 20), (64, 7), (7, 64)] {
        for _ in 0..150 {
            let mut board = Board::with_size(Size::new(rows, columns).unwrap(), Rule::Freestyle);
            let kernels = Kernels::get(Tier::best()).unwrap();
            for point in board.size().all() {
                let first = Colour::ALL[random.below(2) as usize];
                let other = Colour::ALL[usize::from(first == Colour::ALL[0])];
                let colour = [first, other].into_iter().find(|&colour| !kernels.five(board.planes(), colour, point));
                if random.below(24) > 0 {
                    board.set_stone(point, colour);
                }
            }
            if board.is_over() {
                continue;
            }
            let seed = random.next_u64();
            let games: Vec<_> =
                Tier::available().map(|tier| on(tier, || board.playout(&mut Random::new(seed)))).collect();
            assert!(games.iter().all(|game| *game == games[0]), "{board}, seed {seed}: {games:?}");
        }
    }
}
