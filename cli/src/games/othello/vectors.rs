//! Positions of Othello.

use crate::games::grid::{DIRECTIONS, Grid, either, moved, weighted, within};
use stonemask::othello::Board;
use stonemask::{Colour, Random};

const KINDS: &[(u32, &str)] = &[
    (40, "random"),
    (10, "finished"),
    (12, "arbitrary"),
    (12, "rays"),
    (12, "wrap"),
    (8, "pass"),
    (3, "nearly full"),
    (2, "full"),
    (1, "one colour"),
    (1, "empty"),
];

pub(super) fn draw<const N: usize>(random: &mut Random) -> (&'static str, String) {
    let kind = weighted(KINDS, random);
    let board = match kind {
        "random" => {
            let plies = random.below((N * N - 3) as u32);
            played::<N>(random, |board, ply| ply == plies || board.is_over())
        }
        "finished" => played(random, |board, _| board.is_over()),
        // Most games have a pass; without one the game is played again.
        "pass" => loop {
            let board = played::<N>(random, |board, _| board.must_pass() || board.is_over());
            if board.must_pass() {
                break board;
            }
        },
        _ => {
            let (grid, to_move) = composed::<N>(kind, random);
            format!("{} {}", grid.join(""), to_move.letter()).parse().expect("any cells are a board")
        }
    };
    (kind, board.to_string())
}

/// A random game as far as a condition on the board and the number of plies.
fn played<const N: usize>(random: &mut Random, ends: impl Fn(&Board<N>, u32) -> bool) -> Board<N> {
    let mut board = Board::start();
    for ply in 0.. {
        if ends(&board, ply) {
            break;
        }
        board.play_random(random);
    }
    board
}

fn composed<const N: usize>(kind: &str, random: &mut Random) -> (Grid, Colour) {
    let own = either(random);
    let opponent = own.other().letter();
    let mut grid = Grid::new(N, N);
    match kind {
        "arbitrary" => grid = Grid::scattered(N, N, within(5..=95, random), random),
        // From one empty square opponents run in all directions, mostly as far as one's own disc.
        "rays" => {
            let from = grid.any(random);
            grid.scatter(30, random);
            grid.set(from, '-');
            for direction in DIRECTIONS {
                let run = random.below(N as u32) as isize;
                (1..=run).for_each(|steps| grid.set(moved(from, direction, steps), opponent));
                let end = weighted(&[(6, own.letter()), (1, '-')], random);
                grid.set(moved(from, direction, run + 1), end);
            }
        }
        // Runs that go over an edge and end in one's own disc on the other side, where squares are
        // numbered by rows. By the rules they end at the edge.
        "wrap" => {
            grid.scatter(10, random);
            for _ in 0..within(1..=3, random) {
                let (down, right) = DIRECTIONS[random.below(8) as usize];
                let step = down * N as isize + right;
                let run = within(2..=N as u32 - 1, random) as isize;
                // The edge is among the opponents.
                let edge = if right < 0 { 0 } else { N as isize - 1 };
                let at = random.below(N as u32) as isize * N as isize + edge;
                let from = at - step * random.below(run as u32) as isize;
                grid.set_number(from, '-');
                (1..=run).for_each(|steps| grid.set_number(from + steps * step, opponent));
                grid.set_number(from + (run + 1) * step, own.letter());
            }
        }
        "nearly full" => {
            grid.scatter(100, random);
            for _ in 0..within(1..=4, random) {
                let cell = grid.any(random);
                grid.set(cell, '-');
            }
        }
        "full" => grid.scatter(100, random),
        "one colour" => {
            grid.scatter(within(1..=100, random), random);
            let cells = grid.join("").replace(opponent, &own.letter().to_string());
            cells.chars().enumerate().for_each(|(number, cell)| grid.set_number(number as isize, cell));
        }
        _ => {}
    }
    (grid, if kind == "one colour" { either(random) } else { own })
}
