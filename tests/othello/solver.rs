//! Promise: the solver's scores are exact, on every tier, with any table, any number of threads and
//! whatever technique is switched off, and its line reaches them.

use crate::on_tiers::{on, on_best_tier};
use crate::{random_board, tiers};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use stonemask::game::Stopped;
use stonemask::othello::{Board, CheckpointError, Colour, Line, Move, Options, Position, Scoring, Solver, Technique};
use stonemask::{Random, Tier, game::Game};

/// A side's value of a finished game.
fn value<const N: usize>(position: Position<N>, scoring: Scoring) -> i32 {
    let difference = position.score();
    match scoring {
        Scoring::Discs => difference,
        Scoring::EmptiesToWinner => difference + difference.signum() * position.empties().len() as i32,
        Scoring::FewestDiscs => -difference,
    }
}

/// Plain alpha-beta over the rules in use: the value for the side to move. Moves that leave the
/// opponent few are tried first, which changes how long it takes and nothing else.
fn plain<const N: usize>(position: Position<N>, mut alpha: i32, beta: i32, scoring: Scoring) -> i32 {
    let mut children = Vec::new();
    Board::new(position, Colour::Black).for_each_child(|_, child| children.push(child.position()));
    if children.is_empty() {
        return value(position, scoring);
    }
    if position.empties().len() > 4 {
        children.sort_by_key(|&child| child.mobility());
    }
    let mut best = i32::MIN;
    for child in children {
        if best < beta {
            best = best.max(-plain(child, -beta, -alpha, scoring));
            alpha = alpha.max(best);
        }
    }
    best
}

/// Black's score of a board by plain alpha-beta over the rules of a tier.
pub(crate) fn expected<const N: usize>(tier: Tier, board: &Board<N>, scoring: Scoring) -> i32 {
    let value = on(tier, || plain(board.position(), -64, 64, scoring));
    let difference = if scoring == Scoring::FewestDiscs { -value } else { value };
    if board.to_move() == Colour::Black { difference } else { -difference }
}

/// Solves a board, and plays the line to the end.
fn check<const N: usize>(board: &Board<N>, solver: &mut Solver<N>, scoring: Scoring, expected: i32) {
    let solution = solver.solve(board);
    assert_eq!(solution.score, expected, "{board}");
    let mut end = *board;
    end.try_play_line(&solution.line).unwrap();
    assert!(end.is_over(), "{board}: the line {} stops before the end", solution.line);
    let mut score = end.score();
    if scoring == Scoring::EmptiesToWinner {
        score += score.signum() * end.empties().len() as i32;
    }
    assert_eq!(score, expected, "{board}: the line {} does not reach the score", solution.line);
}

/// A solver on the best tier.
fn best<const N: usize>(table_bytes: usize, options: Options) -> Solver<N> {
    on_best_tier(|| Solver::with_options(table_bytes, options)).unwrap()
}

fn threads(count: usize) -> Options {
    Options::default().threads(NonZeroUsize::new(count).unwrap())
}

/// Random positions with 12 to 16 empty squares, on every tier, with a table of 64 bytes, a small
/// one and a larger one, on one thread and on three, against plain alpha-beta over the rules of
/// this tier.
fn equals_plain_alpha_beta<const N: usize>(positions: u32, oracle: Tier, scoring: Scoring) {
    let mut random = Random::new(2026);
    let mut solvers: Vec<Solver<N>> = Vec::new();
    for kernels in tiers() {
        for (table, count) in [(0, 1), (1 << 16, 1), (1 << 22, 1), (1 << 16, 3), (1 << 22, 3)] {
            solvers.push(on(kernels.tier(), || Solver::with_options(table, threads(count).scoring(scoring))).unwrap());
        }
    }
    for round in 0..positions {
        let board = random_board(&mut random, 12 + round % 5);
        let score = expected(oracle, &board, scoring);
        let asked = score - 2 + random.below(5) as i32;
        for solver in &mut solvers {
            // Before it is solved and after.
            for _ in 0..2 {
                assert_eq!(solver.is_at_least(&board, asked), score >= asked, "{board}: {score}, {asked}");
                let (lower, upper) = solver.bounds(&board);
                assert!(lower <= score && score <= upper, "{board}: {lower} to {upper}, {score}");
                check(&board, solver, scoring, score);
            }
        }
    }
}

/// Scores that no board has, boards that are over and those on which the side to move passes.
#[test]
fn any_score_can_be_asked_for_on_any_board() {
    let mut random = Random::new(65);
    for scoring in Scoring::ALL {
        let mut solver = best::<6>(1 << 16, Options::default().scoring(scoring));
        let (mut over, mut passes) = (0, 0);
        while over < 20 || passes < 20 {
            let mut board = random_board(&mut random, 8);
            while !board.is_over() {
                let is_pass = board.legal_moves().is_empty();
                passes += i32::from(is_pass);
                if is_pass || board.empties().len() == 8 {
                    let score = expected(Tier::best(), &board, scoring);
                    for asked in [i32::MIN + 1, -37, score - 1, score, score + 1, 37, i32::MAX] {
                        assert_eq!(solver.is_at_least(&board, asked), score >= asked, "{board}: {score}, {asked}");
                    }
                }
                board.play_random(&mut random);
            }
            over += 1;
            let score = expected(Tier::best(), &board, scoring);
            for asked in score - 1..=score + 1 {
                assert_eq!(solver.is_at_least(&board, asked), score >= asked, "{board}: {score}, {asked}");
            }
        }
    }
}

/// Bounds that were asked for stay known, and prove no more than they are.
#[test]
fn a_test_remembers_the_bounds_that_it_proved() {
    let mut random = Random::new(66);
    for _ in 0..20 {
        let board = random_board::<8>(&mut random, 14);
        let score = expected(Tier::best(), &board, Scoring::Discs);
        let mut solver = best::<8>(1 << 20, Options::default());
        assert_eq!(solver.bounds(&board), (-64, 64));
        assert!(solver.is_at_least(&board, score - 1));
        assert!((score - 1..=score).contains(&solver.bounds(&board).0));
        assert!(!solver.is_at_least(&board, score + 1));
        assert!((score..=score + 1).contains(&solver.bounds(&board).1), "{:?}", solver.bounds(&board));
    }
}

#[test]
fn equals_plain_alpha_beta_on_200_random_positions() {
    equals_plain_alpha_beta::<6>(200, Tier::best(), Scoring::Discs);
}

#[test]
fn equals_plain_alpha_beta_on_200_random_positions_of_8x8() {
    equals_plain_alpha_beta::<8>(200, Tier::best(), Scoring::Discs);
}

#[test]
fn equals_plain_alpha_beta_on_60_random_positions_of_anti_othello() {
    equals_plain_alpha_beta::<6>(60, Tier::best(), Scoring::FewestDiscs);
}

#[test]
#[ignore = "plain alpha-beta over rules on cells takes many minutes"]
fn equals_plain_alpha_beta_over_the_reference_on_200_random_positions() {
    equals_plain_alpha_beta::<6>(200, Tier::Reference, Scoring::Discs);
}

/// Compares over the reference for fewer empty squares, on all tiers, the reference too.
#[test]
fn equals_plain_alpha_beta_over_the_reference() {
    let mut random = Random::new(6);
    let mut solvers: Vec<Solver<6>> =
        Tier::available().flat_map(|tier| [0, 1 << 20].map(|table| on(tier, || Solver::new(table).unwrap()))).collect();
    for round in 0..60 {
        let board = random_board(&mut random, round % 11);
        let score = expected(Tier::Reference, &board, Scoring::Discs);
        for solver in &mut solvers {
            check(&board, solver, Scoring::Discs, score);
        }
    }
}

#[test]
fn every_scoring_on_every_board() {
    fn try_boards<const N: usize>(rounds: u32, empties: u32) {
        let mut random = Random::new(8);
        for scoring in [Scoring::Discs, Scoring::EmptiesToWinner, Scoring::FewestDiscs] {
            for count in [1, 2] {
                let mut solver = best::<N>(1 << 18, threads(count).scoring(scoring));
                for round in 0..rounds {
                    let board = random_board(&mut random, round % (empties + 1));
                    check(&board, &mut solver, scoring, expected(Tier::best(), &board, scoring));
                }
            }
        }
    }
    try_boards::<4>(40, 9);
    try_boards::<6>(40, 13);
    try_boards::<8>(40, 13);
}

/// Boards that end early in most lines: few discs of one colour, so that passes and wipe-outs are
/// common.
#[test]
fn every_scoring_on_boards_that_no_game_reaches() {
    let mut random = Random::new(12);
    for scoring in [Scoring::Discs, Scoring::EmptiesToWinner, Scoring::FewestDiscs] {
        let mut solver = best::<6>(1 << 18, threads(1).scoring(scoring));
        for _ in 0..60 {
            let board = random_board::<6>(&mut random, 11);
            let few = stonemask::othello::SquareSet::from_bits(
                board.position().own().bits() & random.next_u64() & random.next_u64(),
            );
            let few = few.unwrap();
            let rest = !board.empties() - few;
            let board = Board::new(Position::new(few, rest).unwrap(), Colour::White);
            check(&board, &mut solver, scoring, expected(Tier::best(), &board, scoring));
        }
    }
}

#[test]
fn no_technique_changes_the_score() {
    fn try_boards<const N: usize>(empties: u32) {
        let mut random = Random::new(3);
        let boards: Vec<Board<N>> = (0..12).map(|round| random_board(&mut random, empties + round % 4)).collect();
        let scores: Vec<i32> = boards.iter().map(|board| expected(Tier::best(), board, Scoring::Discs)).collect();
        for &technique in Technique::ALL {
            let options = Options::default().without(technique);
            assert!(!options.uses(technique) && Options::default().uses(technique));
            assert_eq!(technique.name().parse(), Ok(technique));
            let mut solver = best(1 << 20, options);
            for (board, &score) in boards.iter().zip(&scores) {
                check(board, &mut solver, Scoring::Discs, score);
            }
        }
        let none = Technique::ALL.iter().fold(Options::default(), |options, &technique| options.without(technique));
        let mut solver = best(1 << 20, none);
        for (board, &score) in boards.iter().zip(&scores) {
            check(board, &mut solver, Scoring::Discs, score);
        }
    }
    try_boards::<6>(14);
    try_boards::<8>(11);
}

/// Deep enough for splits within splits; what the table remembers of one board does not spoil
/// another's score.
#[test]
fn one_thread_and_several_agree_deeper_down() {
    let mut random = Random::new(99);
    let mut one = best::<6>(16 << 20, Options::default());
    let mut others = [2, 4, 7].map(|count| best::<6>(1 << 20, threads(count)));
    for _ in 0..6 {
        let board = random_board(&mut random, 19);
        let score = one.solve(&board).score;
        for solver in &mut others {
            assert!(solver.is_at_least(&board, score) && !solver.is_at_least(&board, score + 1), "{board}: {score}");
            check(&board, solver, Scoring::Discs, score);
        }
    }
}

/// Likely bounds must never pass for proved ones, in whatever order a table meets both.
#[test]
fn selective_searches_before_the_exact_ones_change_no_score() {
    selective_searches_change_no_score::<6>(24, Scoring::Discs);
    selective_searches_change_no_score::<6>(9, Scoring::FewestDiscs);
    selective_searches_change_no_score::<8>(9, Scoring::Discs);
}

fn selective_searches_change_no_score<const N: usize>(rounds: u32, scoring: Scoring) {
    let mut random = Random::new(18);
    let mut without = best::<N>(1 << 22, Options::default().scoring(scoring).without(Technique::PreSearch));
    let solvers = [(0, 1), (1 << 16, 1), (1 << 22, 1), (1 << 22, 3)];
    let mut solvers = solvers.map(|(table, count)| best::<N>(table, threads(count).scoring(scoring)));
    let mut differ = 0;
    for round in 0..rounds {
        let board = random_board(&mut random, 18 + round % 3);
        let score = without.solve(&board).score;
        for solver in &mut solvers {
            // Then what follows it, with a table that has seen more.
            check(&board, solver, scoring, score);
            check(&board, solver, scoring, score);
        }
        differ += u32::from(without.solve(&board).nodes != solvers[2].solve(&board).nodes);
    }
    assert!(differ > 0, "the technique was never used");
}

#[test]
fn the_search_of_one_thread_repeats_itself() {
    let board = random_board::<6>(&mut Random::new(17), 17);
    let mut solver = best(1 << 20, Options::default());
    let first = solver.solve(&board);
    solver.clear();
    assert_eq!(solver.solve(&board), first);
}

/// Stopped again and again, and each time gone on with by another solver from what the last one
/// kept.
#[test]
fn a_solve_that_is_stopped_goes_on_from_a_checkpoint() {
    fn try_boards<const N: usize>(empties: u32, scoring: Scoring) {
        let mut random = Random::new(51);
        for count in [1, 3] {
            let options = threads(count).scoring(scoring);
            for _ in 0..3 {
                let board = random_board::<N>(&mut random, empties);
                let whole = best::<N>(1 << 22, options).solve(&board);
                let (mut kept, mut last) = (None::<Vec<u8>>, 0);
                let solution = loop {
                    let mut solver = best::<N>(1 << 22, options);
                    if let Some(bytes) = &kept {
                        solver.resume(&board, bytes).unwrap();
                    }
                    let mut least = u64::MAX;
                    let result = solver.solve_observed(&board, |progress| {
                        least = least.min(progress.nodes);
                        assert!((progress.lower..=progress.upper).contains(&whole.score), "{board}: {progress}");
                        let is_enough = progress.nodes > whole.nodes / 3 + 5000;
                        if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                    });
                    match result {
                        Ok(solution) => break solution,
                        Err(Stopped(progress)) => {
                            kept = Some(solver.checkpoint().expect("it was stopped"));
                            last = progress.nodes;
                            let best = solver.best_so_far(&board);
                            assert!(best.is_none_or(|ply| board.plies().any(|other| other == ply)));
                        }
                    }
                };
                assert!(kept.is_some() && last > 0, "{board}: too easy");
                assert_eq!(solution.score, whole.score, "{board}");
                if count == 1 {
                    assert!(solution.nodes < whole.nodes, "{board}: {} after {}", solution.nodes, whole.nodes);
                }
                let mut solver = best::<N>(1 << 22, options);
                solver.resume(&board, &kept.unwrap()).unwrap();
                check(&board, &mut solver, scoring, whole.score);
                assert_eq!(solver.checkpoint(), None, "it is solved");
            }
        }
    }
    try_boards::<6>(21, Scoring::Discs);
    try_boards::<6>(18, Scoring::FewestDiscs);
    try_boards::<8>(18, Scoring::Discs);
    try_boards::<8>(17, Scoring::EmptiesToWinner);
}

/// No byte of a checkpoint can be missing or changed, and none is taken for that of another board,
/// game or scoring.
#[test]
fn a_checkpoint_that_is_not_whole_is_refused() {
    let board = random_board::<8>(&mut Random::new(52), 16);
    let mut solver = best::<8>(1 << 10, Options::default());
    let stopped = solver.solve_observed(&board, |progress| {
        if progress.nodes > 20_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(stopped.is_err(), "too easy");
    let bytes = solver.checkpoint().unwrap();
    let mut other = best::<8>(1 << 10, Options::default());
    let line = bytes.iter().position(|&byte| byte == b'\n').unwrap();
    for index in 0..bytes.len() {
        let refused = if index <= line { CheckpointError::Foreign } else { CheckpointError::Damaged };
        assert_eq!(other.resume(&board, &bytes[..index]), Err(refused));
        for flip in [1, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[index] ^= flip;
            assert_eq!(other.resume(&board, &changed), Err(refused), "byte {index}");
        }
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert_eq!(other.resume(&board, &longer), Err(CheckpointError::Damaged));
    assert_eq!(other.resume(&Board::start(), &bytes), Err(CheckpointError::OtherBoard));
    let passed = Board::new(board.position(), board.to_move().other());
    assert_eq!(other.resume(&passed, &bytes), Err(CheckpointError::OtherBoard));
    let mut anti = best::<8>(1 << 10, Options::default().scoring(Scoring::FewestDiscs));
    assert_eq!(anti.resume(&board, &bytes), Err(CheckpointError::OtherScoring(Scoring::Discs)));
    let mut smaller = best::<6>(1 << 10, Options::default());
    assert_eq!(smaller.resume(&Board::start(), &bytes), Err(CheckpointError::Foreign));
    assert_eq!(other.resume(&board, &bytes), Ok(()));
}

#[test]
fn the_parallel_start_and_boards_that_no_game_reaches() {
    let mut solver = best::<4>(1 << 16, Options::default());
    for text in [
        "-----OX--XO----- O", // white to move at the start
        "-----OO--XX----- X", // the parallel start
        "---------------- X", // no disc at all
        "XXXXXXXXXXXXXXXX X",
        "OOOO-OOOOOOOOOOX X",
        "X-------O------- X",
    ] {
        let board: Board<4> = text.parse().unwrap();
        check(&board, &mut solver, Scoring::Discs, expected(Tier::best(), &board, Scoring::Discs));
    }
}

#[test]
fn the_line_passes_where_the_rules_want_it() {
    // Black cannot place a disc, white can on c1 and then has all: the line begins with a pass.
    let board: Board<4> = "OX-------------- X".parse().unwrap();
    assert!(board.must_pass());
    let mut solver = best::<4>(0, Options::default());
    let solution = solver.solve(&board);
    assert_eq!((solution.score, solution.line.0), (-3, vec![Move::Pass, "c1".parse().unwrap()]));
}

/// The known game of perfect play (Feinstein 1993) from a middle position on.
#[test]
fn the_known_game_has_the_known_score() {
    let mut board = Board::<6>::start();
    let line: Line<6> = "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5".parse().unwrap();
    board.try_play_line(&line).unwrap();
    for count in [1, 2] {
        let mut solver = best(16 << 20, threads(count));
        check(&board, &mut solver, Scoring::Discs, -4);
    }
}

/// A line of best play of a won game asks whether a value is above the whole board.
#[test]
fn a_won_board_takes_as_many_nodes_without_the_kernel_of_the_last_plies() {
    let board: Board<8> = "XXXXXXXXXXXXXXX-XXXXXXOOXXXXXO-O--OXXXXO---OXXXO--O-OOOO---OOO-X X".parse().unwrap();
    let nodes = |options: Options| {
        let solution = Solver::<8>::with_options(1 << 20, options).unwrap().solve(&board);
        assert_eq!(solution.score, 64);
        solution.nodes
    };
    assert_eq!(nodes(Options::default()), nodes(Options::default().without(Technique::LeafKernel)));
}

fn ffo(numbers: std::ops::RangeInclusive<usize>) {
    let mut solver = best::<8>(64 << 20, threads(1).scoring(Scoring::EmptiesToWinner));
    let text = include_str!("../data/ffo.txt");
    let mut tried = 0;
    for (number, line) in (40..).zip(text.lines().filter(|line| !line.starts_with('#'))) {
        let (board, score) = line.split_once("; ").unwrap();
        let (board, score): (Board<8>, i32) = (board.parse().unwrap(), score.parse().unwrap());
        if numbers.contains(&number) {
            let score = if board.to_move() == Colour::Black { score } else { -score };
            check(&board, &mut solver, Scoring::EmptiesToWinner, score);
            tried += 1;
        }
    }
    assert_eq!(tried, numbers.count());
}

/// 20 empty squares.
#[test]
fn ffo_40() {
    ffo(40..=40);
}

/// 22 and 23 empty squares.
#[test]
#[ignore = "a minute or two"]
fn ffo_41_to_44() {
    ffo(41..=44);
}

#[test]
fn an_observer_can_stop_the_search_and_hears_true_bounds() {
    let board: Board<6> = {
        let mut board = Board::start();
        board.try_play_line(&"c2 b4 c5 d2 e4 e3 d1 c1".parse().unwrap()).unwrap();
        board
    };
    for count in [1, 3] {
        let mut solver = best::<6>(1 << 20, threads(count));
        let mut reports = 0;
        let Stopped(progress) = solver
            .solve_observed(&board, |progress| {
                reports += 1;
                assert!(progress.lower <= -4 && -4 <= progress.upper && progress.depth == 24, "{progress:?}");
                if reports == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
            .unwrap_err();
        assert!(progress.nodes > 0);
        assert!(progress.to_string().contains(" nodes: the score is between "), "{progress}");
    }
}
