//! Promise: a forced win that the solver claims is one, against every reply and under every rule;
//! it misses no win by fours, and it ends when it should.

use crate::forced_wins::{Checker, Doubt, empties, is_allowed, replays, wins_at};
use crate::{cells, start};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use stonemask::Random;
use stonemask::gomoku::reference::Cells;
use stonemask::gomoku::{Board, Colour, Means, Point, Rule, Solution, SolveError, Solver};

fn solver() -> Solver {
    Solver::new(1 << 22).unwrap()
}

/// A position after some moves beside stones, with nobody's five.
fn casual(rows: usize, columns: usize, rule: Rule, plies: usize, random: &mut Random) -> Board {
    let mut board = start(rows, columns, rule);
    board.play(board.size().centre());
    for _ in 0..plies {
        let is_near = |&point: &Point| {
            let mut stones = board.size().all().filter(|&other| board.stone(other).is_some());
            stones.any(|other| other.row().abs_diff(point.row()).max(other.column().abs_diff(point.column())) <= 2)
        };
        let near: Vec<Point> = board.plies().filter(is_near).collect();
        let Some(&point) = near.get(random.below(near.len().max(1) as u32) as usize) else { break };
        let mut next = board.clone();
        next.play(point);
        if next.is_over() {
            break;
        }
        board = next;
    }
    board
}

/// The solution, unless it takes too long.
fn solve(solver: &mut Solver, board: &Board, nodes: u64) -> Option<Solution> {
    let most = |progress: stonemask::gomoku::Progress| {
        if progress.nodes < nodes { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    match solver.solve_observed(board, most) {
        Ok(solution) => Some(solution),
        Err(SolveError::Stopped(_)) => None,
        Err(error) => panic!("{board}: {error}"),
    }
}

fn board_of(cells: &Cells, rule: Rule, to_move: Colour) -> Board {
    let mut board = start(cells.size().rows(), cells.size().columns(), rule);
    for point in cells.size().all() {
        board.set_stone(point, cells.get(point));
    }
    board.set_to_move(to_move);
    board
}

/// Holds a solution against the rules; whether all of it was looked at.
fn check(solver: &mut Solver, board: &Board, solution: &Solution, most: u32) -> bool {
    let Some(winner) = solution.winner else {
        assert!(solution.line.is_empty(), "{board}: {solution:?}");
        return true;
    };
    let (rule, cells) = (board.rule(), cells(board));
    assert!(replays(&cells, rule, board.to_move(), winner, &solution.line), "{board}: {solution:?}");
    let mut next = |cells: &Cells| {
        let board = board_of(cells, rule, winner);
        solver.solve(&board).unwrap().line.first().copied()
    };
    let mut checker = Checker::new(&cells, rule, winner, most, &mut next);
    let result = if board.to_move() == winner { checker.attack() } else { checker.defend() };
    match result {
        Ok(()) => true,
        Err(Doubt::TooMany) => false,
        Err(Doubt::Refuted(why)) => panic!("{board}: {solution:?}: {why}"),
    }
}

#[test]
fn every_win_that_is_claimed_holds_against_all_replies() {
    let per_rule: usize = std::env::var("STONEMASK_POSITIONS").map_or(24, |count| count.parse().unwrap());
    for rule in Rule::ALL {
        let (mut random, mut solver) = (Random::new(7), solver());
        let (mut by, mut others, mut unchecked, mut longest) = ([0; 3], 0, 0, 0);
        for game in 0..per_rule {
            let (rows, columns) = [(15, 15), (9, 9), (7, 11), (13, 20)][game % 4];
            let board = casual(rows, columns, rule, 6 + game * 7 % 40, &mut random);
            let Some(solution) = solve(&mut solver, &board, 10_000) else { continue };
            let Some(winner) = solution.winner else { continue };
            by[solution.means as usize] += 1;
            others += u32::from(winner != board.to_move());
            longest = longest.max(solution.line.len());
            unchecked += u32::from(!check(&mut solver, &board, &solution, 400));
        }
        println!(
            "{rule}: {by:?} by fours, threes, threats, {others} not to move, {unchecked} unchecked, longest {longest}"
        );
        assert!(by[0] >= 5 && by[1] >= 3 && unchecked * 10 <= by.iter().sum(), "{rule}: {by:?}, {unchecked}");
    }
}

/// Positions that `examples/gomoku_wins.rs` made.
const WINS: &str = include_str!("../data/gomoku_wins.txt");

#[test]
fn wins_that_are_shipped_are_found_and_hold() {
    let (mut solver, mut checked, mut tried) = (Solver::new(1 << 20).unwrap().by(Means::Threes), 0, 0);
    for line in WINS.lines().filter(|line| !line.starts_with('#')).step_by(15) {
        let words: Vec<&str> = line.split(' ').collect();
        let [board @ .., means, moves] = &words[..] else { panic!("{line}") };
        let board: Board = board.join(" ").parse().unwrap();
        solver.clear();
        let solution = solver.solve(&board).unwrap();
        assert_eq!((solution.winner, solution.means.name()), (Some(board.to_move()), *means), "{line}: {solution:?}");
        let (found, told) = (solution.line.len().div_ceil(2), moves.parse::<usize>().unwrap());
        assert!((4..=20).contains(&told) && found <= 2 * told, "{line}: {solution:?}");
        checked += u32::from(check(&mut solver, &board, &solution, 150));
        tried += 1;
    }
    println!("{checked} of {tried} against all replies");
    assert!(tried >= 20 && checked * 4 >= tried * 3, "{checked} of {tried}");
}

/// Whether the colour to move wins by continuous fours, by every move and every reply there is.
fn wins_by_fours(
    cells: &mut Cells,
    rule: Rule,
    colour: Colour,
    known: &mut HashMap<Vec<Option<Colour>>, bool>,
) -> bool {
    let other = colour.other();
    let points = empties(cells);
    let fives = |cells: &mut Cells, colour: Colour| -> Vec<Point> {
        points
            .iter()
            .copied()
            .filter(|&point| cells.get(point).is_none() && wins_at(cells, rule, colour, point))
            .collect()
    };
    if !fives(cells, colour).is_empty() {
        return true;
    }
    let key: Vec<Option<Colour>> = cells.size().all().map(|point| cells.get(point)).collect();
    if let Some(&wins) = known.get(&key) {
        return wins;
    }
    let mut wins = false;
    for &point in &points {
        if !is_allowed(cells, rule, colour, point) {
            continue;
        }
        cells.set(point, Some(colour));
        let threats = fives(cells, colour);
        if !threats.is_empty() && fives(cells, other).is_empty() {
            let mut has_moved = false;
            wins = points.iter().filter(|&&reply| reply != point).all(|&reply| {
                if !is_allowed(cells, rule, other, reply) {
                    return true;
                }
                has_moved = true;
                cells.set(reply, Some(other));
                let wins = wins_by_fours(cells, rule, colour, known);
                cells.set(reply, None);
                wins
            });
            wins &= has_moved;
        }
        cells.set(point, None);
        if wins {
            break;
        }
    }
    known.insert(key, wins);
    wins
}

#[test]
fn no_win_by_fours_is_missed() {
    for rule in Rule::ALL {
        let (mut random, mut won, mut lost) = (Random::new(15), 0, 0);
        let mut solver = Solver::new(0).unwrap().by(Means::Fours);
        for game in 0..90 {
            let (rows, columns) = [(6, 6), (7, 7), (1, 12), (5, 9)][game % 4];
            let board = casual(rows, columns, rule, 5 + game % 17, &mut random);
            if board.is_over() {
                continue;
            }
            let mut cells = cells(&board);
            let wins = wins_by_fours(&mut cells, rule, board.to_move(), &mut HashMap::new());
            let solution = solver.solve(&board).unwrap();
            assert_eq!(solution.winner == Some(board.to_move()), wins, "{board}: {solution:?}");
            check(&mut solver, &board, &solution, u32::MAX);
            won += u32::from(wins);
            lost += u32::from(!wins);
        }
        assert!(won > 10 && lost > 10, "{rule}: {won} won, {lost} not");
    }
}

#[test]
fn finished_boards_large_boards_and_searches_that_are_stopped() {
    let mut solver = solver().by(Means::Threes);
    let drawn: Board = "1x2 freestyle XO X".parse().unwrap();
    let solution = solver.solve(&drawn).unwrap();
    assert_eq!((solution.winner, solution.nodes, solution.line.len()), (None, 0, 0));
    let mut over: Board = "2x5 freestyle XXXX-/OOOO- X".parse().unwrap();
    over.play("e1".parse().unwrap());
    let solution = solver.solve(&over).unwrap();
    assert_eq!((solution.winner, solution.nodes, solution.line.len()), (Some(Colour::Black), 0, 0));
    for (rows, columns) in [(33, 15), (15, 33), (64, 64)] {
        let error = solver.solve(&start(rows, columns, Rule::Caro)).unwrap_err();
        assert!(matches!(error, SolveError::TooLarge { .. }));
        assert!(error.to_string().contains(&format!("{rows}x{columns} is too large")), "{error}");
    }
    for rule in Rule::ALL {
        for (rows, columns) in [(1, 1), (4, 4), (32, 32), (15, 15)] {
            assert_eq!(solver.solve(&start(rows, columns, rule)).unwrap().winner, None);
        }
    }
    let mut random = Random::new(2);
    let (mut stopped, mut same) = (0, 0);
    for plies in 0..40 {
        let board = casual(15, 15, Rule::Freestyle, 10 + plies, &mut random);
        solver.clear();
        let whole = solver.solve(&board).unwrap();
        solver.clear();
        assert_eq!(solver.solve(&board).unwrap(), whole, "{board}: cleared");
        let again = solver.solve(&board).unwrap();
        assert_eq!((again.winner, again.means), (whole.winner, whole.means), "{board}: once more");
        same += 1;
        solver.clear();
        if whole.nodes < 1000 {
            continue;
        }
        let error = solver.solve_until(&board, &AtomicBool::new(true)).unwrap_err();
        let SolveError::Stopped(progress) = error else { panic!("{error}") };
        assert!(progress.0.nodes < 1000, "{progress:?}");
        // It goes on from what it knows.
        assert_eq!(solver.solve(&board).unwrap().winner, whole.winner, "{board}");
        stopped += 1;
    }
    assert!(stopped > 3 && same == 40, "{stopped}");
    assert!(Solver::new(usize::MAX).is_err());
}
