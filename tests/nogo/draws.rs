//! Promise: the kernels that play random games draw what [`Random`] draws, to the last bit, where a
//! bit decides: on both sides of the border between two moves, and of what Lemire's method draws
//! anew.

use crate::draws_at_borders::borders;
use crate::on_tiers::on;
use stonemask::Tier;
use stonemask::nogo::{Board, Shape};

#[test]
fn first_draws_at_every_border() {
    for blocked in [0, 1, 2, 5] {
        let points = Shape::FULL.points().iter().take(blocked).collect();
        let board = Board::with_shape(Shape::new(9, 9, points).unwrap());
        for random in borders(board.allowed(board.to_move()).len()) {
            let plies: Vec<_> = Tier::available()
                .map(|tier| {
                    let (mut board, mut random) = (board, random.clone());
                    on(tier, || board.play_random_plies(&mut random, 1));
                    (board, random.next_u64())
                })
                .collect();
            assert!(plies.iter().all(|ply| *ply == plies[0]), "{random:?}: {plies:?}");
        }
    }
}
