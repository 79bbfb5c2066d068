//! Promise: a batch plays the games of its boards, each as often as asked, the same on every tier,
//! and counts stones as they stand at the end.

use crate::on_tiers::{on, on_every_tier};
use crate::{random_position, random_shape};
use stonemask::nogo::{Batch, Board, Colour, Ends, PointSet, Shape};
use stonemask::playout::Tally;
use stonemask::{Random, Tier};

/// Boards of every kind: full and others, begun and over, and with a centre that is forbidden.
fn boards() -> Vec<Board> {
    let mut random = Random::new(51);
    let mut boards = vec![Board::start(), Board::with_centre_forbidden(Shape::FULL).unwrap()];
    for plies in [0, 10, 40, 100] {
        let mut board = Board::with_shape(random_shape(&mut random));
        board.play_random_plies(&mut random, plies);
        boards.push(board);
        let mut board = Board::start();
        board.play_random_plies(&mut random, plies);
        boards.push(board);
        let shape = random_shape(&mut random);
        let [black, white] =
            Colour::ALL.map(|colour| random_position(&mut Random::new(plies.into()), shape).stones(colour));
        boards.push(Board::from_stones(shape, black, white, Colour::White).unwrap());
    }
    let small = Shape::new(3, 3, PointSet::EMPTY).unwrap();
    boards.push(Board::with_centre_forbidden(small).unwrap());
    boards.push(Board::with_centre_forbidden(Shape::new(1, 1, PointSet::EMPTY).unwrap()).unwrap());
    boards
}

fn check(board: &Board, games: u64, tally: &Tally, ends: &Ends) {
    assert_eq!((tally.games(), ends.games(), tally.draws), (games, games, 0), "{board}");
    let mut all = 0;
    for colour in Colour::ALL {
        for point in PointSet::ALL {
            let stones = ends.stones(colour, point);
            all += stones;
            assert!(stones + ends.stones(colour.other(), point) <= games, "{point} of {board}");
            if board.stones(colour).contains(point) {
                assert_eq!(stones, games, "{point} of {board}");
            }
            if !board.shape().points().contains(point) {
                assert_eq!(stones, 0, "{point} of {board}");
            }
        }
    }
    assert_eq!(all, tally.plies + games * board.stone_count() as u64, "{board}");
    if let Some(winner) = board.winner() {
        assert_eq!((tally.wins(winner), tally.plies), (games, 0), "{board}");
    }
}

#[test]
fn every_tier_plays_the_same_games_call_after_call() {
    let (all, full) = (boards(), [Board::start()]);
    let calls: [(&[Board], u64); 7] =
        [(&all, 1), (&all, 64), (&full, 1), (&all[..3], 100), (&[], 5), (&all, 0), (&full, 513)];
    let mut expected = None;
    on_every_tier(|tier| {
        let mut batch = Batch::new(52);
        let results: Vec<_> = calls
            .iter()
            .map(|(boards, games)| {
                let (tallies, ends) = batch.run_with_ends(boards, *games);
                assert_eq!((tallies.len(), ends.len()), (boards.len(), boards.len()));
                for ((board, tally), ends) in boards.iter().zip(&tallies).zip(&ends) {
                    check(board, *games, tally, ends);
                }
                (tallies, ends)
            })
            .collect();
        assert_eq!(&results, expected.get_or_insert_with(|| results.clone()), "{tier}");
    });
}

#[test]
fn a_tier_may_change_between_calls_and_each_call_plays_other_games() {
    let board = [Board::start()];
    let run = |tiers: [Tier; 2]| {
        let mut batch = Batch::new(53);
        tiers.map(|tier| on(tier, || batch.run(&board, 64)))
    };
    let expected = run([Tier::best(); 2]);
    assert_ne!(expected[0], expected[1]);
    assert_eq!(run([Tier::Portable, Tier::best()]), expected);
    assert_eq!(run([Tier::best(), Tier::Portable]), expected);
}
