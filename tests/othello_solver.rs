//! Promise: the solver's scores are exact, on every tier and with any table, and its line reaches them.

use std::ops::ControlFlow;
use stonemask::othello::{Board, Kernels, Move, Position, Solver};
use stonemask::{Random, Tier, game::Game};

/// Plain alpha-beta over the reference, moves in the order of squares: the score for the side to move.
fn plain<const N: usize>(position: Position<N>, mut alpha: i32, beta: i32) -> i32 {
    let kernels = Kernels::get(Tier::Reference).unwrap();
    let board = Board::new(position, stonemask::othello::Colour::Black);
    let mut best = i32::MIN;
    board.for_each_child(kernels, |_, child| {
        if best < beta {
            best = best.max(-plain(child.position(), -beta, -alpha));
            alpha = alpha.max(best);
        }
    });
    if best == i32::MIN { position.score() } else { best }
}

/// A position of a random game with this many empty squares; `None` when the game ended before.
fn random_board<const N: usize>(random: &mut Random, empties: u32) -> Option<Board<N>> {
    let mut board = Board::start();
    while board.empties().len() > empties {
        if !board.play_random(Kernels::best(), random) {
            return None;
        }
    }
    Some(board)
}

fn check<const N: usize>(board: &Board<N>, solver: &mut Solver<N>, expected: i32) {
    let solution = solver.solve(board);
    assert_eq!(solution.score, expected, "{board}");
    let mut end = *board;
    end.try_play_line(Kernels::best(), &solution.line).unwrap();
    assert!(end.is_over(), "{board}: the line {} stops before the end", solution.line);
    assert_eq!(end.score(), expected, "{board}: the line {} does not reach the score", solution.line);
}

fn expected<const N: usize>(board: &Board<N>) -> i32 {
    let score = plain(board.position(), -64, 64);
    if board.to_move() == stonemask::othello::Colour::Black { score } else { -score }
}

#[test]
fn equals_plain_search_on_random_6x6_positions() {
    let mut random = Random::new(2026);
    let mut solvers: Vec<(Solver<6>, Solver<6>)> = Tier::available()
        .filter_map(Kernels::get)
        .map(|kernels| (Solver::new(kernels, 0).unwrap(), Solver::new(kernels, 1 << 20).unwrap()))
        .collect();
    let mut solved = 0;
    for round in 0.. {
        if solved == 60 {
            break;
        }
        let Some(board) = random_board::<6>(&mut random, round % 9) else { continue };
        let score = expected(&board);
        for (tiny, large) in &mut solvers {
            check(&board, tiny, score);
            check(&board, large, score);
        }
        solved += 1;
    }
}

#[test]
fn equals_plain_search_on_random_4x4_positions() {
    let mut random = Random::new(7);
    let mut solver = Solver::<4>::new(Kernels::best(), 1 << 16).unwrap();
    for round in 0..200 {
        if let Some(board) = random_board::<4>(&mut random, 2 + round % 8) {
            check(&board, &mut solver, expected(&board));
        }
    }
}

#[test]
fn a_tiny_table_and_a_large_one_agree_deeper_down() {
    let mut random = Random::new(99);
    let mut tiny = Solver::<6>::new(Kernels::best(), 0).unwrap();
    let mut large = Solver::<6>::new(Kernels::best(), 16 << 20).unwrap();
    for _ in 0..12 {
        let Some(board) = random_board::<6>(&mut random, 13) else { continue };
        let score = large.solve(&board).score;
        check(&board, &mut tiny, score);
        // What the table remembers of one board does not spoil another's score.
        check(&board, &mut large, score);
    }
}

#[test]
fn the_parallel_start_and_boards_that_no_game_reaches() {
    let mut solver = Solver::<4>::new(Kernels::best(), 1 << 16).unwrap();
    for text in [
        "-----OX--XO----- O", // white to move at the start
        "-----OO--XX----- X", // the parallel start
        "---------------- X", // no disc at all
        "XXXXXXXXXXXXXXXX X",
        "OOOO-OOOOOOOOOOX X",
        "X-------O------- X",
    ] {
        let board: Board<4> = text.parse().unwrap();
        check(&board, &mut solver, expected(&board));
    }
}

#[test]
fn the_line_passes_where_the_rules_want_it() {
    // Black cannot place a disc, white can on c1 and then has all: the line begins with a pass.
    let board: Board<4> = "OX-------------- X".parse().unwrap();
    assert!(board.must_pass());
    let mut solver = Solver::<4>::new(Kernels::best(), 0).unwrap();
    let solution = solver.solve(&board);
    assert_eq!((solution.score, solution.line.0), (-3, vec![Move::Pass, "c1".parse().unwrap()]));
}

#[test]
fn an_observer_can_stop_the_search_and_hears_true_bounds() {
    let board: Board<6> = {
        let mut board = Board::start();
        board.try_play_line(Kernels::best(), &"c2 b4 c5 d2 e4 e3 d1 c1".parse().unwrap()).unwrap();
        board
    };
    let mut solver = Solver::<6>::new(Kernels::best(), 1 << 20).unwrap();
    let mut reports = 0;
    let interrupted = solver
        .solve_observed(&board, |progress| {
            reports += 1;
            assert!(progress.lower <= -4 && -4 <= progress.upper, "{progress:?}");
            if reports == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .unwrap_err();
    assert!(interrupted.0.nodes > 0);
    assert!(interrupted.to_string().starts_with("interrupted after "));
}
