//! Perft: the number of ways to play on. Move generators are tested by such counts, and compared by
//! the time that they take.
//!
//! ```sh
//! cargo run --release --example perft
//! ```

use stonemask::perft::divide;
use stonemask::{gomoku, nogo, othello};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Published counts of Othello; a pass is a ply.
    let board = othello::Board::<8>::start();
    for (depth, known) in [4, 12, 56, 244, 1396, 8200, 55092].into_iter().enumerate() {
        let count = board.perft(depth as u32 + 1);
        println!("Othello 8x8, depth {}: {} positions", depth + 1, count.nodes);
        assert_eq!(count.nodes, known);
    }

    // The count apart for each first move, by which a difference to another program is tracked
    // down.
    let board: nogo::Board = "-----/--X--/-----/-----/----- O".parse()?;
    let mut sum = 0;
    for (mv, count) in divide(&board, 3) {
        println!("NoGo 5x5 after c2, {mv}: {}", count.nodes);
        sum += count.nodes;
    }
    assert_eq!(sum, board.perft(3).nodes);

    // Games that end above the depth are counted once, and told apart.
    let board: gomoku::Board = "3x5 freestyle XXXX-/OOOO-/----- X".parse()?;
    let count = board.perft(3);
    println!("Gomoku 3x5 with fours: {} positions, {} of them games that ended before", count.nodes, count.finished);
    // One of black's seven moves wins. After each of the six others one of white's six wins, but
    // where black took that point.
    assert_eq!(count.finished, 1 + 5);
    Ok(())
}
