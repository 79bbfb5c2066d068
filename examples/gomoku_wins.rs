//! Makes positions in which the side to move forces a win, from games that a casual player plays
//! against itself: under each rule so many by fours and so many by threes, `cargo run --release
//! --example gomoku_wins -- 30 > tests/data/gomoku_wins.txt`.
//!
//! A line is a board as text, the means, and how many moves the winner's line has; it need not be
//! the shortest.

use std::ops::ControlFlow;
use stonemask::Random;
use stonemask::gomoku::{Board, Means, Point, Rule, Solver};

const SEED: u64 = 59;
/// How many moves the winner has at least and at most, by the means.
const MOVES: [(usize, usize); 2] = [(4, 18), (6, 20)];
/// A win that takes longer to find is left out.
const NODES: u64 = 10_000;

/// Whether the stone just put on a point wins.
fn wins(board: &Board, point: Point) -> bool {
    let mut next = board.clone();
    next.try_play(point).is_ok() && next.winner() == Some(board.to_move())
}

/// A move beside a stone: a five, or a stone on the other's five, or any.
fn casual(board: &Board, random: &mut Random) -> Option<Point> {
    let mut other = board.clone();
    other.set_to_move(board.to_move().other());
    let is_near = |&point: &Point| {
        let distance = |stone: Point| stone.row().abs_diff(point.row()).max(stone.column().abs_diff(point.column()));
        board.size().all().any(|stone| board.stone(stone).is_some() && distance(stone) <= 2)
    };
    let near: Vec<Point> = board.plies().filter(is_near).collect();
    let five = near.iter().find(|&&point| wins(board, point));
    let block = || near.iter().find(|&&point| wins(&other, point));
    let any = || near.get(random.below(near.len().max(1) as u32) as usize);
    five.or_else(block).or_else(any).copied()
}

fn main() {
    let each = std::env::args().nth(1).map_or(1, |count| count.parse().expect("a number of wins"));
    println!("# Made by examples/gomoku_wins.rs with seed {SEED}: board, means, moves of the winner.");
    let mut solver = Solver::new(1 << 20).expect("a megabyte").by(Means::Threes);
    for rule in Rule::ALL {
        let mut random = Random::new(SEED);
        let mut found = [0; 2];
        while found != [each; 2] {
            let mut board = Board::new(15, 15, rule).expect("a size");
            board.play(board.size().centre());
            while let Some(point) = casual(&board, &mut random) {
                board.play(point);
                if board.is_over() {
                    break;
                }
                solver.clear();
                let watch = |progress: stonemask::gomoku::Progress| {
                    if progress.nodes < NODES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                };
                let Ok(solution) = solver.solve_observed(&board, watch) else { continue };
                if solution.winner.is_none() {
                    continue;
                }
                let (kind, moves) = (solution.means as usize, solution.line.len().div_ceil(2));
                let (least, most) = MOVES[kind];
                if solution.winner == Some(board.to_move()) && (least..=most).contains(&moves) && found[kind] < each {
                    found[kind] += 1;
                    println!("{board} {} {moves}", solution.means);
                    // One position a game.
                    break;
                }
            }
        }
    }
}
