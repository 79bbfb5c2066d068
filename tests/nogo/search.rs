//! Promise: the tree search says of a board what is true of it, proves what it calls exact, ends
//! when it should, and finds the same on every tier.

use crate::on_tiers::{on_best_tier, on_every_tier};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use stonemask::Random;
use stonemask::game::search::{Analysis, Candidate, Certainty, Limits, Score};
use stonemask::nogo::{Board, Colour, Point, PointSet, Search, Shape, Solver};

fn shape(rows: usize, columns: usize, blocked: &str) -> Shape {
    Shape::new(rows, columns, blocked.parse().unwrap()).unwrap()
}

/// The board after some random plies.
fn after(mut board: Board, plies: u32, seed: u64) -> Board {
    board.play_random_plies(&mut Random::new(seed), plies);
    board
}

/// Holds what is called exact against the solver.
fn check(board: &Board, candidate: &Candidate<Vec<Point>>, solver: &mut Solver) {
    let Score::Win { winner, plies } = candidate.score else {
        assert!(matches!(candidate.certainty, Certainty::Estimate { .. }), "{board}: {candidate:?}");
        return;
    };
    assert_eq!(
        (candidate.certainty, plies as usize),
        (Certainty::Exact, candidate.line.len()),
        "{board}: {candidate:?}"
    );
    let mut end = *board;
    end.play(candidate.ply());
    assert_eq!(solver.solve(&end).unwrap().winner, winner, "{board}: {candidate:?}");
    candidate.line[1..].iter().for_each(|&point| end.play(point));
    assert_eq!(end.winner(), Some(winner), "{board}: {candidate:?}");
}

#[test]
fn who_wins_small_boards_is_found_as_the_solver_finds_it() {
    on_best_tier(small_boards);
}

fn small_boards() {
    let mut solver = Solver::new(1 << 22).unwrap();
    let mut boards: Vec<Board> = ["", "a1", "b2"].map(|blocked| Board::with_shape(shape(3, 3, blocked))).to_vec();
    boards.push(Board::with_centre_forbidden(shape(3, 3, "")).unwrap());
    boards.push(Board::with_shape(shape(3, 4, "")));
    boards.push(Board::with_shape(Shape::row(11).unwrap()));
    boards.extend((0..30).map(|seed| after(Board::with_shape(shape(4, 4, "")), 4 + seed as u32 % 8, seed)));
    let mut proved = 0;
    for board in boards.iter().filter(|board| !board.is_over()) {
        let winner = solver.solve(board).unwrap().winner;
        for count in [1, 20] {
            let mut search = Search::new(1 << 22).unwrap().best(count);
            let analysis = search.run(board, Limits::default());
            let Score::Win { winner: found, .. } = analysis.score() else { panic!("{board}: {analysis:?}") };
            assert_eq!(found, winner, "{board}");
            assert_eq!((analysis.lower, analysis.upper), (analysis.score(), analysis.score()));
            assert_eq!(analysis.moves.len(), count.min(board.mobility() as usize), "{board}");
            for candidate in &analysis.moves {
                check(board, candidate, &mut solver);
                proved += u32::from(candidate.certainty == Certainty::Exact);
            }
        }
    }
    assert!(proved > 100, "{proved}");
}

/// Whether the side to move wins, by search without order.
fn wins(board: &Board, seen: &mut HashMap<Board, bool>) -> bool {
    if let Some(&known) = seen.get(board) {
        return known;
    }
    let wins = board.children().any(|(_, child)| !wins(&child, seen));
    seen.insert(*board, wins);
    wins
}

#[test]
fn the_ends_of_games_on_large_boards_are_solved() {
    on_best_tier(|| {
        let mut solver = Solver::new(1 << 16).unwrap();
        let mut only = 0;
        for seed in 0..40 {
            let start = if seed % 2 == 0 { Board::start() } else { Board::with_shape(shape(6, 7, "b2 c4")) };
            let mut board = start;
            let mut random = Random::new(seed);
            while (board.allowed(Colour::Black) | board.allowed(Colour::White)).len() > 11 {
                board.play_random_plies(&mut random, 1);
            }
            if board.is_over() {
                continue;
            }
            let mut seen = HashMap::new();
            let first = wins(&board, &mut seen);
            let solution = solver.solve(&board).unwrap();
            assert_eq!(solution.winner == board.to_move(), first, "{board}");
            let mut end = board;
            solution.line.iter().for_each(|&point| end.play(point));
            assert_eq!(end.winner(), Some(solution.winner), "{board}");

            let analysis = Search::new(1 << 20).unwrap().run(&board, Limits::default());
            check(&board, &analysis.moves[0], &mut solver);
            let winning: Vec<Point> =
                board.children().filter(|(_, child)| !wins(child, &mut seen)).map(|(point, _)| point).collect();
            if let [move_] = winning[..] {
                assert_eq!(analysis.moves[0].ply(), move_, "{board}");
                only += 1;
            }
        }
        assert!(only >= 3, "{only} boards with one move that wins");
    });
}

/// An analysis without its time, and whose the points are.
fn told(analysis: Analysis<Vec<Point>>, search: &Search) -> impl PartialEq + std::fmt::Debug + Clone + use<> {
    (Analysis { time: Duration::ZERO, ..analysis }, search.ends().clone())
}

#[test]
fn every_tier_finds_the_same() {
    let boards = [
        Board::start(),
        Board::with_centre_forbidden(Shape::FULL).unwrap(),
        after(Board::start(), 44, 61),
        after(Board::with_shape(shape(7, 5, "c3 e7")), 6, 62),
        Board::with_shape(shape(4, 4, "")),
    ];
    let mut expected: Vec<Option<_>> = vec![None; boards.len()];
    on_every_tier(|tier| {
        for (board, expected) in boards.iter().zip(&mut expected) {
            let mut search = Search::new(1 << 20).unwrap().best(9);
            let found = search.run(board, Limits::default().nodes(9000));
            assert!(found.nodes >= 9000 || found.complete, "{tier}: {board}: {found:?}");
            let found = told(found, &search);
            assert_eq!(&found, expected.get_or_insert_with(|| found.clone()), "{tier}: {board}");
            let again = search.run(board, Limits::default().nodes(9000));
            assert_eq!(told(again, &search), found, "{tier}: {board}, once more");
        }
    });
}

#[test]
fn finished_boards_and_limits_that_are_reached_at_once() {
    on_best_tier(limits);
}

fn limits() {
    let over: Board = "-X-/X-X/-X- O".parse().unwrap();
    assert!(over.is_over());
    let mut search = Search::new(0).unwrap();
    let analysis = search.run(&over, Limits::default());
    let won = Score::Win { winner: Colour::Black, plies: 0 };
    assert_eq!(
        (analysis.score(), analysis.lower, analysis.upper, analysis.certainty()),
        (won, won, won, Certainty::Exact)
    );
    assert!(analysis.complete && analysis.moves.is_empty() && analysis.nodes == 0);

    let start = Board::start();
    let none = Limits::default();
    for limits in [none.nodes(0), none.depth(0), none.time(Duration::ZERO), none.nodes(1).depth(1)] {
        let analysis = search.run(&start, limits);
        assert!(start.is_legal(analysis.moves[0].ply()) && analysis.nodes < 2000, "{limits:?}: {analysis:?}");
    }
    let analysis = search.run_until(&start, none, |_| ControlFlow::Continue(()), &AtomicBool::new(true));
    assert_eq!((analysis.moves.len(), analysis.complete), (1, false));
    let analysis = search.run_until(&start, none, |_| ControlFlow::Break(()), &AtomicBool::new(false));
    assert_eq!((analysis.moves.len(), analysis.complete), (1, false));

    let mut search = Search::new(1 << 22).unwrap();
    let analysis = search.run(&start, none.depth(3));
    assert!(analysis.moves[0].line.len() >= 3 && analysis.complete, "{analysis:?}");
}

#[test]
fn the_memory_is_as_large_as_asked_or_refused_and_a_full_tree_goes_on() {
    for bytes in [1 << 16, 1 << 20, 3_000_000] {
        let found = Search::new(bytes).unwrap().table_bytes();
        assert!(found <= bytes && found > bytes * 9 / 10, "{found} of {bytes}");
    }
    assert!(Search::new(0).unwrap().table_bytes() < 1 << 14);
    for bytes in [usize::MAX, usize::MAX / 4, 1 << 47] {
        assert!(Search::new(bytes).is_err(), "{bytes}");
    }
    let mut small = Search::new(0).unwrap().best(81);
    let analysis = on_best_tier(|| small.run(&Board::start(), Limits::default().nodes(300_000)));
    assert_eq!(analysis.moves.len(), 81);
    let moves: PointSet = analysis.moves.iter().map(|candidate| candidate.ply()).collect();
    assert_eq!(moves, Board::start().legal_moves());
}
