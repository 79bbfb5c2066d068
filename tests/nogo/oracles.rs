//! Promise: every tier gives the published and independently computed numbers of NoGo: perft,
//! winners of small boards, random play.

use crate::on_tiers::{on, on_best_tier, on_every_tier};
use crate::random_shape;
use stonemask::game::Outcome;
use stonemask::nogo::{Board, Colour, PointSet, Shape, Solver};
use stonemask::perft::Perft;
use stonemask::{Random, Tier};

fn square(side: usize) -> Board {
    Board::with_shape(Shape::new(side, side, PointSet::EMPTY).unwrap())
}

/// Positions at exactly each depth from 1, as the tables count them.
#[test]
fn perft_of_every_table_by_every_tier() {
    let tables: [(usize, &[u64]); 5] = [
        (9, &[81, 6480, 511_912, 39_927_264]),
        (7, &[49, 2352, 110_536, 5_083_552]),
        (5, &[25, 600, 13_792, 302_896, 6_339_312]),
        (4, &[16, 240, 3352, 43_264, 511_776]),
        (3, &[9, 72, 496, 2832, 12_768, 41_328, 80_352, 43_776]),
    ];
    on_every_tier(|tier| {
        for (side, counts) in tables {
            // A count takes as many moves as there are positions one ply above; the rules on cells
            // take 0.2 ms for each.
            let budget = if tier == Tier::Reference { 3000 } else { u64::MAX };
            for (depth, &count) in (1..).zip(counts) {
                if depth > 1 && counts[depth as usize - 2] > budget {
                    break;
                }
                let Perft { nodes, finished } = square(side).perft(depth);
                assert_eq!(nodes - finished, count, "{tier}, {side}x{side}, depth {depth}");
            }
        }
    });
}

#[test]
fn the_whole_tree_of_3x3_ends_with_the_eighth_ply() {
    for tier in Tier::available().filter(|&tier| tier != Tier::Reference) {
        let [count, deeper] = on(tier, || [9, 20].map(|depth| square(3).perft(depth)));
        assert_eq!(count.nodes, count.finished);
        assert_eq!(count.nodes, deeper.nodes);
    }
}

#[test]
fn winners_of_small_boards_by_every_tier() {
    let winners = [
        (2, 2, Colour::Black),
        (2, 3, Colour::White),
        (3, 3, Colour::Black),
        (3, 4, Colour::White),
        (4, 4, Colour::White),
    ];
    for tier in Tier::available().filter(|&tier| tier != Tier::Reference) {
        let mut solver = on(tier, || Solver::new(1 << 26)).unwrap();
        for (rows, columns, winner) in winners {
            let board = Board::with_shape(Shape::new(rows, columns, PointSet::EMPTY).unwrap());
            assert_eq!(solver.solve(&board).unwrap().winner, winner, "{tier}, {rows}x{columns}");
        }
    }
}

/// A row of n cells on its own: colours by cell, the rules by scanning runs. Shares nothing with
/// the kernels.
fn row_wins(cells: &mut Vec<Option<Colour>>, colour: Colour) -> bool {
    fn legal(cells: &[Option<Colour>]) -> bool {
        (0..cells.len()).all(|cell| {
            let Some(colour) = cells[cell] else { return true };
            let end = |way: isize| {
                let mut at = cell as isize;
                while (0..cells.len() as isize).contains(&at) && cells[at as usize] == Some(colour) {
                    at += way;
                }
                (0..cells.len() as isize).contains(&at) && cells[at as usize].is_none()
            };
            end(-1) || end(1)
        })
    }
    (0..cells.len()).any(|cell| {
        if cells[cell].is_some() {
            return false;
        }
        cells[cell] = Some(colour);
        let wins = legal(cells) && !row_wins(cells, colour.other());
        cells[cell] = None;
        wins
    })
}

#[test]
fn winners_of_rows() {
    let mut solver = on_best_tier(|| Solver::new(1 << 22)).unwrap();
    for cells in 1..=12 {
        let found = solver.solve(&Board::with_shape(Shape::row(cells).unwrap())).unwrap().winner;
        if cells <= 9 {
            let standing = Shape::new(cells, 1, PointSet::EMPTY).unwrap();
            assert_eq!(solver.solve(&Board::with_shape(standing)).unwrap().winner, found);
        }
        if cells <= 10 {
            let black_wins = row_wins(&mut vec![None; cells], Colour::Black);
            assert_eq!(found == Colour::Black, black_wins, "1x{cells}");
        }
        if cells <= 6 {
            let mut by_reference = on(Tier::Reference, || Solver::new(1 << 16)).unwrap();
            let solution = by_reference.solve(&Board::with_shape(Shape::row(cells).unwrap()));
            assert_eq!(solution.unwrap().winner, found);
        }
    }
}

#[test]
fn random_play_has_its_length_and_its_winners() {
    const GAMES: u32 = 40_000;
    for tier in Tier::available().filter(|&tier| tier != Tier::Reference) {
        let (mut plies, mut squares, mut first) = (0u64, 0u64, 0u32);
        let mut random = Random::new(2);
        on(tier, || {
            for _ in 0..GAMES {
                let end = Board::start().playout(&mut random);
                plies += u64::from(end.plies);
                squares += u64::from(end.plies) * u64::from(end.plies);
                first += u32::from(end.outcome == Outcome::Win(Colour::Black));
                assert_eq!(end.outcome == Outcome::Win(Colour::Black), end.plies % 2 == 1);
            }
        });
        let games = f64::from(GAMES);
        let mean = plies as f64 / games;
        let deviation = (squares as f64 / games - mean * mean).sqrt();
        // Five standard errors.
        assert!((mean - 74.399).abs() < 5.0 * deviation / games.sqrt(), "{tier}: {mean} plies");
        assert!((f64::from(first) / games - 0.5016).abs() < 5.0 * 0.5 / games.sqrt(), "{tier}: {first} wins");
    }
}

#[test]
fn the_drawn_move_is_uniform_over_the_legal_ones() {
    // From random positions with few legal moves: each is drawn about as often as any other.
    let mut random = Random::new(3);
    for tier in Tier::available().filter(|&tier| tier != Tier::Reference) {
        for _ in 0..6 {
            let mut board = Board::with_shape(random_shape(&mut random));
            let empties = board.empties().len();
            let played = random.below(empties + 1);
            on(tier, || board.play_random_plies(&mut random, played));
            let moves = board.legal_moves();
            let mut counts = vec![0u32; 96];
            const EACH: u32 = 2000;
            for _ in 0..EACH * moves.len() {
                let mut child = board;
                on(tier, || child.play_random_plies(&mut random, 1));
                let drawn = board.empties() - child.empties();
                assert_eq!((drawn - moves).len(), 0);
                counts[drawn.bits().trailing_zeros() as usize] += 1;
            }
            // Six standard deviations of a binomial count with mean 2000.
            assert!(moves.iter().all(|point| counts[point.bit() as usize].abs_diff(EACH) < 270), "{tier}: {board}");
        }
    }
}
