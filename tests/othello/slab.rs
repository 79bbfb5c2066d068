//! Promise: Othello's slab plays as single boards do (tests/support/follow_slab.rs).

use crate::follow_slab::{follow, follow_starts};
use stonemask::othello::Board;

#[test]
fn a_slab_plays_as_single_boards_do() {
    follow::<Board<8>>(&Board::start(), 60, 150);
    follow::<Board<6>>(&Board::start(), 33, 90);
    follow::<Board<4>>(&Board::start(), 33, 60);
}

#[test]
fn games_may_start_anywhere() {
    // White to move; from here games pass and end early.
    let board: Board<4> = "XOX--OX--XO---O- O".parse().unwrap();
    follow::<Board<4>>(&board, 17, 40);
    // Over from the beginning.
    let over: Board<4> = "XXXXXXXXXXXXXXX- X".parse().unwrap();
    follow::<Board<4>>(&over, 3, 4);
}

#[test]
fn games_have_starts_of_their_own() {
    let starts: Vec<Board<4>> =
        ["-----XO--OX----- X", "XOX--OX--XO---O- O", "XXXXXXXXXXXXXXX- X", "X--------------- O", "-XO------------- O"]
            .map(|text| text.parse().unwrap())
            .into();
    follow_starts(&starts, 60);
}
