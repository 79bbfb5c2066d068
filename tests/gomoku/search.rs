//! Promise: the search plays by the rules, misses no five and no four, proves what it calls exact,
//! ends when it should, and finds the same on every tier.

use crate::cases::cases;
use crate::on_tiers::{on_best_tier, on_every_tier};
use crate::start;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use stonemask::Random;
use stonemask::game::Outcome;
use stonemask::game::search::{Analysis, Certainty, Limits, Score};
use stonemask::gomoku::{Board, Colour, Means, Point, Progress, Rule, Search, Solver};

fn search() -> Search {
    Search::new(1 << 18).unwrap()
}

/// Whether a move of the side to move ends the game with its win.
fn wins(board: &Board, point: Point) -> bool {
    let mut end = board.clone();
    end.try_play(point).is_ok() && end.winner() == Some(board.to_move())
}

fn winning_moves(board: &Board) -> Vec<Point> {
    board.plies().filter(|&point| wins(board, point)).collect()
}

/// The moves with which the other colour would win if it were its turn.
fn threats(board: &Board) -> Vec<Point> {
    let mut turned = board.clone();
    turned.set_to_move(board.to_move().other());
    winning_moves(&turned)
}

/// A move near others that somebody plays: often a five, seldom a good one.
fn casual(board: &Board, random: &mut Random) -> Point {
    let near: Vec<Point> = board
        .plies()
        .filter(|&point| {
            board.size().all().any(|other| {
                board.stone(other).is_some()
                    && other.row().abs_diff(point.row()) <= 2
                    && other.column().abs_diff(point.column()) <= 2
            })
        })
        .collect();
    if near.is_empty() {
        return board.plies().next().unwrap();
    }
    near[random.below(near.len() as u32) as usize]
}

/// A position after some casual moves.
fn position(rows: usize, columns: usize, rule: Rule, plies: usize, random: &mut Random) -> Board {
    let mut board = start(rows, columns, rule);
    board.play_random(random);
    for _ in 0..plies {
        let point = casual(&board, random);
        let mut next = board.clone();
        next.play(point);
        if next.is_over() {
            break;
        }
        board = next;
    }
    board
}

/// Holds what an analysis says against the rules.
fn check(board: &Board, analysis: &Analysis<Vec<Point>>) {
    assert!(!analysis.moves.is_empty(), "{board}");
    for candidate in &analysis.moves {
        let mut end = board.clone();
        for &point in &candidate.line {
            end.try_play(point).unwrap_or_else(|error| panic!("{board}: {candidate:?}: {error}"));
        }
        match (candidate.score, candidate.certainty) {
            (Score::Win { winner, plies }, Certainty::Exact) => {
                assert_eq!(
                    (end.winner(), candidate.line.len()),
                    (Some(winner), plies as usize),
                    "{board}: {candidate:?}"
                );
            }
            (Score::Draw, Certainty::Exact) => assert_eq!(end.outcome(), Some(Outcome::Draw), "{board}"),
            (Score::Share(share), Certainty::Estimate { .. }) => assert!(share <= 10_000),
            _ => panic!("{board}: {candidate:?}"),
        }
    }
}

#[test]
fn fives_are_made_and_stopped_under_every_rule() {
    on_best_tier(|| {
        let (mut made, mut stopped) = (0, 0);
        for rule in Rule::ALL {
            let (mut random, mut search) = (Random::new(5), search());
            for game in 0..160 {
                let (rows, columns) = [(15, 15), (7, 11), (20, 17), (33, 6)][game % 4];
                let board = position(rows, columns, rule, 10 + game % 50, &mut random);
                let (winning, threats) = (winning_moves(&board), threats(&board));
                if winning.is_empty() && threats.is_empty() {
                    continue;
                }
                let analysis = search.run(&board, Limits::default().nodes(1));
                check(&board, &analysis);
                let ply = analysis.moves[0].ply();
                if !winning.is_empty() {
                    assert!(winning.contains(&ply), "{board}: {ply}");
                    assert_eq!(analysis.score(), Score::Win { winner: board.to_move(), plies: 1 }, "{board}");
                    made += 1;
                } else {
                    let is_stopped = |point: Point| {
                        let mut next = board.clone();
                        next.play(point);
                        winning_moves(&next).is_empty()
                    };
                    if board.plies().any(is_stopped) {
                        assert!(is_stopped(ply), "{board}: {ply}");
                        stopped += 1;
                    }
                }
            }
        }
        assert!(made > 50 && stopped > 50, "{made} made, {stopped} stopped");
    });
}

/// Whether the side to move wins within so many fours, by every move and every answer there is.
fn wins_by_fours(board: &mut Board, fours: u32) -> bool {
    if !winning_moves(board).is_empty() {
        return true;
    }
    if fours == 0 {
        return false;
    }
    board.plies().any(|point| {
        let undo = board.make(point);
        let is_four = !board.is_over() && winning_moves(board).is_empty() && !threats(board).is_empty();
        let all = is_four
            && board.plies().all(|answer| {
                let undo = board.make(answer);
                let wins = !board.is_over() && wins_by_fours(board, fours - 1);
                board.undo(undo);
                wins
            });
        board.undo(undo);
        all
    })
}

#[test]
fn wins_by_fours_are_found() {
    on_best_tier(|| {
        for rule in Rule::ALL {
            let (mut random, mut search, mut won) = (Random::new(11), search(), 0);
            for plies in 0..60 {
                let mut board = position(8, 8, rule, 12 + plies % 14, &mut random);
                let analysis = search.run(&board, Limits::default().nodes(2000));
                check(&board, &analysis);
                if !wins_by_fours(&mut board, 1) {
                    continue;
                }
                let Score::Win { winner, .. } = analysis.score() else { panic!("{board}: {analysis:?}") };
                assert_eq!((winner, analysis.certainty()), (board.to_move(), Certainty::Exact), "{board}");
                won += 1;
            }
            assert!(won > 3, "{rule}: {won}");
        }
    });
}

#[test]
fn wins_by_threes_are_exact() {
    on_best_tier(|| {
        for rule in Rule::ALL {
            let (mut random, mut search, mut won) = (Random::new(31), search(), 0);
            let mut solver = Solver::new(1 << 16).unwrap().by(Means::Threes);
            for plies in 0..24 {
                let board = position(11, 11, rule, 8 + plies % 9, &mut random);
                let limit = |progress: Progress| match progress.nodes {
                    0..500 => ControlFlow::Continue(()),
                    _ => ControlFlow::Break(()),
                };
                let Ok(solution) = solver.solve_observed(&board, limit) else { continue };
                if (solution.winner, solution.means) != (Some(board.to_move()), Means::Threes) {
                    continue;
                }
                let analysis = search.run(&board, Limits::default().nodes(5000));
                check(&board, &analysis);
                let Score::Win { winner, .. } = analysis.score() else { panic!("{board}: {analysis:?}") };
                assert_eq!((winner, analysis.certainty()), (board.to_move(), Certainty::Exact), "{board}");
                won += 1;
            }
            assert!(won > 1, "{rule}: {won}");
        }
    });
}

#[test]
fn wins_by_fours_of_the_other_colour_are_stopped() {
    on_best_tier(|| {
        for rule in Rule::ALL {
            let (mut random, mut search, mut stopped) = (Random::new(17), search(), 0);
            let mut solver = Solver::new(1 << 10).unwrap().by(Means::Fours);
            let mut winner = |board: &Board| solver.solve(board).unwrap().winner;
            for plies in 0..40 {
                let board = position(9, 9, rule, 12 + plies % 14, &mut random);
                let (own, other) = (board.to_move(), board.to_move().other());
                let mut turned = board.clone();
                turned.set_to_move(other);
                if winner(&board).is_some() || winner(&turned) != Some(other) {
                    continue;
                }
                let mut stops = |point: Point| {
                    let mut next = board.clone();
                    next.play(point);
                    winner(&next) != Some(other)
                };
                let analysis = search.run(&board, Limits::default().nodes(2000));
                check(&board, &analysis);
                // Where every move loses, it plays the one that resists for long.
                let is_lost = matches!(analysis.score(), Score::Win { winner, .. } if winner == other);
                if !is_lost && board.plies().any(&mut stops) {
                    let ply = analysis.moves[0].ply();
                    assert!(stops(ply), "{board}: {own} plays {ply}: {analysis:?}");
                    stopped += 1;
                }
            }
            assert!(stopped > 3, "{rule}: {stopped}");
        }
    });
}

/// Whether the colour to move wins, by the solver or by a longer search.
fn is_won(board: &Board, solver: &mut Solver, search: &mut Search) -> bool {
    let limit = |progress: Progress| match progress.nodes {
        0..20_000 => ControlFlow::Continue(()),
        _ => ControlFlow::Break(()),
    };
    if solver.solve_observed(board, limit).is_ok_and(|solution| solution.winner == Some(board.to_move())) {
        return true;
    }
    let score = search.run(board, Limits::default().nodes(20_000)).score();
    matches!(score, Score::Win { winner, .. } if winner == board.to_move())
}

#[test]
fn a_loss_that_is_exact_has_no_answer() {
    on_best_tier(|| {
        let mut solver = Solver::new(1 << 20).unwrap().by(Means::Threes);
        for rule in Rule::ALL {
            let (mut random, mut search, mut longer, mut lost) = (Random::new(23), search(), search(), 0);
            for plies in 0..cases(60).cases as usize {
                let board = position(9, 9, rule, 8 + plies % 15, &mut random);
                let analysis = search.run(&board, Limits::default().nodes(1000));
                let Score::Win { winner, .. } = analysis.score() else { continue };
                if winner == board.to_move() || analysis.certainty() != Certainty::Exact {
                    continue;
                }
                for reply in board.plies() {
                    let mut next = board.clone();
                    next.play(reply);
                    let falls = if next.is_over() {
                        next.winner() == Some(winner)
                    } else {
                        is_won(&next, &mut solver, &mut longer)
                    };
                    assert!(falls, "{rule}: {board}: {reply}: {analysis:?}");
                }
                lost += 1;
            }
            assert!(lost > 2, "{rule}: {lost}");
        }
    });
}

#[test]
fn analyses_are_legal_and_the_same_on_every_tier() {
    let mut random = Random::new(3);
    let mut boards =
        vec![Board::start(), start(1, 1, Rule::Renju), start(64, 64, Rule::Caro), start(4, 4, Rule::Standard)];
    for rule in Rule::ALL {
        boards.extend((0..4).map(|plies| position(15, 15, rule, 4 + 9 * plies, &mut random)));
        boards.push(position(5, 5, rule, 20, &mut random));
    }
    let mut expected: Vec<Option<Analysis<Vec<Point>>>> = vec![None; boards.len()];
    on_every_tier(|tier| {
        let mut search = search().best(3);
        for (board, expected) in boards.iter().zip(&mut expected) {
            let run = |search: &mut Search| Analysis {
                time: Duration::ZERO,
                ..search.run(board, Limits::default().nodes(500))
            };
            let found = run(&mut search);
            check(board, &found);
            assert_eq!(found.moves.len(), 3.min(board.mobility() as usize), "{board}");
            assert_eq!(&found, expected.get_or_insert_with(|| found.clone()), "{tier}: {board}");
            assert_eq!(run(&mut search), found, "{tier}: {board}, once more");
        }
    });
    assert_eq!(expected[0].as_ref().unwrap().moves[0].ply(), Board::start().size().centre());
}

#[test]
fn renju_forbids_black_what_the_search_leaves_out() {
    on_best_tier(|| {
        let (mut random, mut search, mut forbidden) = (Random::new(9), search(), 0);
        for plies in 0..60 {
            let board = position(15, 15, Rule::Renju, 20 + plies, &mut random);
            forbidden += board.forbidden().len();
            search.set_best(225);
            let analysis = search.run(&board, Limits::default().nodes(1));
            let mut moves: Vec<Point> = analysis.moves.iter().map(|candidate| candidate.ply()).collect();
            moves.sort();
            assert_eq!(moves, board.plies().collect::<Vec<_>>(), "{board}");
            search.set_best(1);
            check(&board, &search.run(&board, Limits::default().nodes(800)));
        }
        assert!(forbidden > 10, "{forbidden}");
    });
}

#[test]
fn finished_boards_and_limits_that_are_reached_at_once() {
    on_best_tier(|| {
        let mut search = Search::new(0).unwrap();
        let mut over: Board = "2x5 freestyle XXXX-/OOOO- X".parse().unwrap();
        over.play("e1".parse().unwrap());
        let won = Score::Win { winner: Colour::Black, plies: 0 };
        let drawn: Board = "1x2 freestyle XO X".parse().unwrap();
        for (board, score) in [(over, won), (drawn, Score::Draw)] {
            let analysis = search.run(&board, Limits::default());
            assert_eq!((analysis.score(), analysis.lower, analysis.upper), (score, score, score));
            assert!(analysis.complete && analysis.moves.is_empty() && analysis.nodes == 0);
        }
        let (board, none) = (position(15, 15, Rule::Freestyle, 20, &mut Random::new(1)), Limits::default());
        for limits in [none.nodes(0), none.depth(0), none.time(Duration::ZERO), none.nodes(1).depth(1)] {
            let analysis = search.run(&board, limits);
            check(&board, &analysis);
            assert!(analysis.nodes < 5000, "{limits:?}: {analysis:?}");
        }
        let analysis = search.run_until(&board, none, |_| ControlFlow::Continue(()), &AtomicBool::new(true));
        assert_eq!(analysis.moves.len(), 1);
        let analysis = search.run_until(&board, none, |_| ControlFlow::Break(()), &AtomicBool::new(false));
        assert_eq!(analysis.moves.len(), 1);
        let analysis = search.run(&Board::start(), none.depth(3));
        assert!(analysis.complete, "{analysis:?}");
        // Without limits small boards end.
        for size in [(1, 1), (2, 2), (1, 6)] {
            check(&start(size.0, size.1, Rule::Renju), &search.run(&start(size.0, size.1, Rule::Renju), none));
        }
        for bytes in [1 << 16, 1 << 20, 3_000_000] {
            let found = Search::new(bytes).unwrap().table_bytes();
            assert!(found <= bytes && found > bytes * 9 / 10, "{found} of {bytes}");
        }
        assert!(Search::new(usize::MAX).is_err() && Search::new(1 << 47).is_err());
    });
}

/// A player that looks one ply ahead: five, no five, open four, no open four, open three, beside
/// stones.
fn glance(board: &Board, random: &mut Random) -> Point {
    let (own, other) = (board.to_move(), board.to_move().other());
    let fives = board.planes().winning_cells();
    let [mine, theirs] = [own, other].map(|colour| board.planes().threats(colour));
    let sets = [
        &fives[own as usize],
        &fives[other as usize],
        &mine.open_fours,
        &theirs.open_fours,
        &mine.open_threes,
        &mine.fours,
        &theirs.open_threes,
    ];
    sets.into_iter()
        .find_map(|set| set.iter().find(|&point| board.is_legal(point)))
        .unwrap_or_else(|| casual(board, random))
}

#[test]
fn at_two_thousand_nodes_it_beats_a_glance() {
    on_best_tier(|| {
        let (mut random, mut search, mut won) = (Random::new(20), search(), 0);
        for game in 0..20 {
            let mut board = position(15, 15, Rule::Freestyle, 3, &mut Random::new(game / 2));
            let colour = Colour::ALL[game as usize % 2];
            while !board.is_over() {
                let ply = if board.to_move() == colour {
                    search.run(&board, Limits::default().nodes(2000)).moves[0].ply()
                } else {
                    glance(&board, &mut random)
                };
                board.play(ply);
            }
            won += u32::from(board.winner() == Some(colour));
        }
        assert!(won >= 16, "{won} of 20");
    });
}
