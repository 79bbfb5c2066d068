//! Promise: a search says what a board is worth at any moment, plainly how sure that is, and ends
//! at the solver's score.

use crate::on_tiers::{on, on_best_tier};
use crate::random_board;
use crate::solver::expected;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use stonemask::game::Symmetry;
use stonemask::othello::{Analysis, Board, Certainty, Colour, Limits, Move, Options, Scoring, Search};
use stonemask::{Random, Tier};

static NEVER: AtomicBool = AtomicBool::new(false);

fn new<const N: usize>() -> Search<N> {
    on_best_tier(|| Search::new(1 << 20)).unwrap()
}

/// Every result on the way, and the last.
fn results<const N: usize>(search: &mut Search<N>, board: &Board<N>, limits: Limits) -> Vec<Analysis<N>> {
    let mut results: Vec<Analysis<N>> = Vec::new();
    let observer = |analysis: &Analysis<N>| {
        if analysis.results > results.last().map_or(0, |last| last.results) {
            results.push(analysis.clone());
        }
        ControlFlow::Continue(())
    };
    let last = search.run_until(board, limits, observer, &NEVER);
    results.push(last);
    results
}

/// Checks that hold for all results, whatever the board.
fn check_result<const N: usize>(board: &Board<N>, analysis: &Analysis<N>) {
    assert!(analysis.lower <= analysis.upper, "{board}");
    assert_eq!(analysis.moves.is_empty(), board.is_over(), "{board}");
    for (index, candidate) in analysis.moves.iter().enumerate() {
        let mut end = *board;
        end.try_play_line(&candidate.line).unwrap_or_else(|error| panic!("{board}: {}: {error}", candidate.line));
        assert_eq!(candidate.ply(), candidate.line.0[0]);
        assert!(analysis.moves[..index].iter().all(|other| other.ply() != candidate.ply()), "{board}: a move twice");
        if let Certainty::Estimate { confidence } = candidate.certainty {
            assert!(confidence < 100 && candidate.depth > 0);
        }
        assert!(candidate.depth <= board.empties().len());
    }
    if analysis.certainty() == Certainty::Exact {
        assert_eq!((analysis.lower, analysis.upper), (analysis.score(), analysis.score()), "{board}");
    }
}

/// Without limits a search ends at what plain alpha-beta says, of every move.
fn ends_at_the_exact_scores<const N: usize>(rounds: u32, empties: impl Fn(Tier, u32) -> u32) {
    for tier in Tier::available() {
        let mut random = Random::new(40);
        let searches = [(0, 1), (1 << 20, 1), (1 << 16, 3)].map(|(table, threads)| {
            let options = Options::default().threads(NonZeroUsize::new(threads).unwrap());
            on(tier, || Search::<N>::with_options(table, options)).unwrap()
        });
        for (index, search) in searches.into_iter().enumerate() {
            let mut search = search.best(if index == 1 { 64 } else { 1 });
            for round in 0..rounds {
                let board = random_board::<N>(&mut random, empties(tier, round));
                let analysis = search.run(&board, Limits::default());
                check_result(&board, &analysis);
                assert!(analysis.complete);
                assert_eq!(
                    (analysis.certainty(), analysis.score()),
                    (Certainty::Exact, expected(tier, &board, Scoring::Discs))
                );
                for candidate in &analysis.moves {
                    let (mut end, mut child) = (board, board);
                    child.play(candidate.ply());
                    end.try_play_line(&candidate.line).unwrap();
                    assert!(end.is_over() && end.score() == candidate.score, "{board}: {}", candidate.line);
                    assert_eq!(candidate.certainty, Certainty::Exact);
                    assert_eq!(candidate.score, expected(tier, &child, Scoring::Discs), "{board}: {}", candidate.ply());
                }
                assert_eq!(
                    analysis.moves.len(),
                    if index == 1 { board.plies().count() } else { board.plies().count().min(1) }
                );
                let sign = if board.to_move() == Colour::Black { 1 } else { -1 };
                assert!(analysis.moves.is_sorted_by_key(|candidate| -sign * candidate.score));
            }
        }
    }
}

#[test]
fn it_ends_at_the_exact_scores() {
    let empties = |most: u32| move |tier, round: u32| round % (if tier == Tier::Reference { 7 } else { most + 1 });
    ends_at_the_exact_scores::<4>(12, empties(8));
    ends_at_the_exact_scores::<6>(14, empties(12));
    ends_at_the_exact_scores::<8>(14, empties(12));
}

#[test]
fn fewest_discs_have_no_estimates_but_exact_scores() {
    let options = Options::default().scoring(Scoring::FewestDiscs);
    let mut search = on_best_tier(|| Search::<6>::with_options(1 << 20, options)).unwrap().best(3);
    let mut random = Random::new(41);
    for round in 0..10 {
        let board = random_board(&mut random, round);
        for analysis in results(&mut search, &board, Limits::default()) {
            check_result(&board, &analysis);
            assert!(analysis.moves.iter().all(|found| !matches!(found.certainty, Certainty::Estimate { .. })));
        }
        let analysis = search.run(&board, Limits::default());
        assert_eq!(analysis.score(), expected(Tier::best(), &board, Scoring::FewestDiscs));
    }
}

/// Bounds that are called proved hold, on the way to the exact score too.
#[test]
fn every_result_is_legal_and_every_bound_true() {
    fn try_boards<const N: usize>(boards: &[Board<N>], limits: Limits) {
        for count in [1, 4] {
            let mut search = new::<N>().best(count);
            for board in boards {
                let all = results(&mut search, board, limits);
                assert!(all.windows(2).all(|pair| pair[0].nodes <= pair[1].nodes && pair[0].time <= pair[1].time));
                let last = all.last().unwrap();
                for analysis in &all {
                    check_result(board, analysis);
                    if last.certainty() == Certainty::Exact {
                        assert!((analysis.lower..=analysis.upper).contains(&last.score()), "{board}");
                    }
                }
            }
        }
    }
    let mut random = Random::new(42);
    let mut boards: Vec<Board<8>> = (0..10).map(|round| random_board(&mut random, 10 + round % 6)).collect();
    // No disc, one side's discs alone, a pass, and any number of empty squares.
    for text in ["-".repeat(64), "X".repeat(64), format!("OX{}", "-".repeat(62)), format!("{}-XO", "X".repeat(61))] {
        boards.extend(["X", "O"].map(|side| format!("{text} {side}").parse::<Board<8>>().unwrap()));
    }
    try_boards(&boards, Limits::default());
    let boards: Vec<Board<8>> = (0..10).map(|round| random_board(&mut random, 60 - 4 * round)).collect();
    try_boards(&boards, Limits { depth: Some(7), ..Limits::default() });
    let boards: Vec<Board<6>> = (0..10).map(|round| random_board(&mut random, 32 - 3 * round)).collect();
    try_boards(&boards, Limits { depth: Some(9), ..Limits::default() });
}

#[test]
fn symmetric_boards_get_equal_exact_scores() {
    let mut random = Random::new(43);
    for round in 0..6 {
        let board = random_board::<8>(&mut random, 10 + round % 4);
        let position = board.position();
        let scores = Symmetry::ALL.map(|symmetry| {
            let [same, other] = [board.to_move(), board.to_move().other()]
                .map(|colour| new().run(&Board::new(position.transform(symmetry), colour), Limits::default()));
            assert_eq!(same.score(), -other.score(), "{board}");
            same.score()
        });
        assert!(scores.iter().all(|&score| score == scores[0]), "{board}: {scores:?}");
    }
}

#[test]
fn limits_are_kept() {
    let mut search = new::<8>();
    for depth in [1, 2, 5, 8] {
        let analysis = search.run(&Board::start(), Limits { depth: Some(depth), ..Limits::default() });
        assert_eq!((analysis.moves[0].depth, analysis.complete), (depth, true));
        assert!(matches!(analysis.certainty(), Certainty::Estimate { .. }));
    }
    for most in [1, 1000, 100_000] {
        search.clear();
        let analysis = search.run(&Board::start(), Limits { nodes: Some(most), ..Limits::default() });
        assert!(analysis.nodes <= most + 10_000 && !analysis.complete, "{} of {most} nodes", analysis.nodes);
        assert!(analysis.moves[0].depth > 0);
    }
    // A busy machine may delay any one of them.
    let late = |milliseconds: u64| {
        let (begun, time) = (Instant::now(), Duration::from_millis(milliseconds));
        let analysis = new::<8>().run(&Board::start(), Limits { time: Some(time), ..Limits::default() });
        assert!(analysis.moves[0].depth > 0 && !analysis.complete);
        assert!(begun.elapsed() >= time);
        begun.elapsed() - time
    };
    let latest: Vec<Duration> = [1, 50, 100, 200, 300].map(late).into();
    assert!(latest.iter().any(|&late| late < Duration::from_millis(50)), "{latest:?}");
}

#[test]
fn a_flag_stops_it_within_50_milliseconds() {
    let mut latencies = Vec::new();
    for threads in [1, 3, 1, 3, 1, 3] {
        let (stop, begun) = (AtomicBool::new(false), Instant::now());
        let options = Options::default().threads(NonZeroUsize::new(threads).unwrap());
        let mut search = on_best_tier(|| Search::<8>::with_options(1 << 20, options)).unwrap();
        let set_after = Duration::from_millis(100);
        let analysis = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(set_after);
                stop.store(true, Ordering::Relaxed);
            });
            search.run_until(&Board::start(), Limits::default(), |_| ControlFlow::Continue(()), &stop)
        });
        assert!(!analysis.complete && analysis.moves[0].depth > 0);
        latencies.push(begun.elapsed().saturating_sub(set_after));
    }
    assert!(latencies.iter().any(|&latency| latency < Duration::from_millis(50)), "{latencies:?}");
    // One that is set already leaves the first iteration.
    let stop = AtomicBool::new(true);
    let analysis = new::<8>().run_until(&Board::start(), Limits::default(), |_| ControlFlow::Continue(()), &stop);
    assert_eq!((analysis.moves[0].depth, analysis.complete), (1, false));
}

#[test]
fn one_thread_repeats_itself_and_an_observer_breaks_off() {
    let board = random_board::<8>(&mut Random::new(44), 18);
    let mut search = new();
    let limits = Limits { nodes: Some(200_000), ..Limits::default() };
    let mut run = || {
        search.clear();
        let Analysis { moves, nodes, results, .. } = search.run(&board, limits);
        (moves, nodes, results)
    };
    assert_eq!(run(), run());
    let analysis = search.run_until(
        &board,
        Limits::default(),
        |analysis| if analysis.results == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) },
        &NEVER,
    );
    assert_eq!((analysis.results, analysis.complete), (3, false));
}

#[test]
fn what_can_only_pass_passes() {
    let mut random = Random::new(45);
    let (mut board, mut seen) = (Board::<8>::start(), 0);
    while seen < 5 {
        if !board.play_random(&mut random) {
            board = Board::start();
        }
        if board.legal_moves().is_empty() && !board.is_over() {
            for analysis in results(&mut new(), &board, Limits { depth: Some(6), ..Limits::default() }) {
                check_result(&board, &analysis);
                assert_eq!(analysis.moves[0].ply(), Move::Pass);
            }
            seen += 1;
        }
    }
}
