//! Promise: every tier gives the numbers that can be worked out by hand.

use crate::on_tiers::{on_best_tier, on_every_tier};
use crate::start;
use stonemask::gomoku::Rule;

/// Where no five can end a game early the count is that of ordered choices.
#[test]
fn perft_counts() {
    on_every_tier(|tier| {
        let nodes = |rows, columns, depth| {
            let count = start(rows, columns, Rule::Freestyle).perft(depth);
            (count.nodes, count.finished)
        };
        assert_eq!(nodes(3, 4, 4), (12 * 11 * 10 * 9, 0), "{tier}");
        assert_eq!(nodes(1, 5, 5), (120, 0), "{tier}");
        assert_eq!(nodes(2, 2, 6), (24, 24), "{tier}");
        assert_eq!(nodes(1, 1, 1), (1, 0), "{tier}");
    });
    // A row of ten: black's five moves are five in a row in 6 ways to choose their points, in any
    // order, while white takes four of the other five points; each of these games ends with the
    // ninth ply and has no tenth.
    let count = on_best_tier(|| start(1, 10, Rule::Freestyle).perft(10));
    assert_eq!((count.nodes, count.finished), (3_628_800, 6 * 120 * (5 * 4 * 3 * 2)));
}
