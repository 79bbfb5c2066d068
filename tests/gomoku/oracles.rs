//! Promise: every tier gives the numbers that can be worked out by hand.

use crate::start;
use stonemask::Tier;
use stonemask::gomoku::{Kernels, Rule};
use stonemask::perft::perft;

/// Where no five can end a game early the count is that of ordered choices.
#[test]
fn perft_counts() {
    for tier in Tier::available() {
        let nodes = |rows, columns, depth| {
            let count = perft(&start(rows, columns, Rule::Freestyle), Kernels::get(tier).unwrap(), depth);
            (count.nodes, count.finished)
        };
        assert_eq!(nodes(3, 4, 4), (12 * 11 * 10 * 9, 0));
        assert_eq!(nodes(1, 5, 5), (120, 0));
        assert_eq!(nodes(2, 2, 6), (24, 24));
        assert_eq!(nodes(1, 1, 1), (1, 0));
    }
    // A row of ten: black's five moves are five in a row in 6 ways to choose their points, in any order, while white takes four of
    // the other five points; each of these games ends with the ninth ply and has no tenth.
    let count = perft(&start(1, 10, Rule::Freestyle), Kernels::best(), 10);
    assert_eq!((count.nodes, count.finished), (3_628_800, 6 * 120 * (5 * 4 * 3 * 2)));
}
