//! Promise: perft with equal positions merged counts as perft does, and the different positions are
//! all that there are.

use crate::{gomoku_board, nogo_board, othello_board};
use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::Hash;
use std::sync::atomic::AtomicBool;
use stonemask::game::stop::NEVER;
use stonemask::perft::{MergeError, Merged, merged_until};
use stonemask::{Game, Random, gomoku, nogo, othello};

const ROOM: usize = 1 << 28;

/// Holds the merged plies against every way to them.
fn holds<G: Game + Eq + Hash + Debug>(game: &G, plies: u32, images: impl Fn(&G) -> Vec<G>) {
    let mut merged = Merged::new(game).unwrap();
    let mut level = HashSet::from([game.clone()]);
    let own: usize = images(game).iter().filter(|image| *image == game).count();
    for depth in 0..=plies {
        assert_eq!(merged.plies(), depth);
        assert_eq!(merged.perft(), game.perft(depth), "{game}, depth {depth}");
        assert_eq!(merged.positions(), level.len() as u64, "{game}, depth {depth}");
        assert!(merged.classes() <= merged.positions() && merged.positions() <= own as u64 * merged.classes());
        for below in 0..=2 {
            let count = merged.perft_below(below, &NEVER).unwrap();
            assert_eq!(count, game.perft(depth + below), "{game}, {below} plies below {depth}");
            let parts = merged.shares(3).map(|share| share.perft_below(below, &NEVER).unwrap());
            assert_eq!(parts.fold(merged.ended(below), |sum, part| sum.plus(part).unwrap()), count, "{game}");
        }
        merged.advance(ROOM, &NEVER).unwrap();
        level = level.iter().flat_map(|board| board.children().map(|(_, child)| child).collect::<Vec<_>>()).collect();
    }
    for depth in 0..=plies + 1 {
        assert_eq!(merged_until(game, depth, ROOM, &NEVER).unwrap(), game.perft(depth), "{game}, depth {depth}");
        // Without the memory for more than some plies the rest is counted way by way.
        assert_eq!(merged_until(game, depth, 1 << 17, &NEVER).unwrap(), game.perft(depth), "{game}, depth {depth}");
    }
}

#[test]
fn starts_and_positions_of_random_games() {
    holds(&othello::Board::<8>::start(), 5, |board| board.symmetries().collect());
    holds(&othello::Board::<4>::start(), 12, |board| board.symmetries().collect());
    holds(&gomoku::Board::start(), 1, |board| board.symmetries().collect());
    holds(&nogo::Board::start(), 1, |board| board.symmetries().collect());
    for (rows, columns) in [(1, 7), (2, 5), (3, 3)] {
        let size = gomoku::Size::new(rows, columns).unwrap();
        for rule in gomoku::Rule::ALL {
            holds(&gomoku::Board::with_size(size, rule), 4, |board| board.symmetries().collect());
        }
        let shape = nogo::Shape::new(rows, columns, nogo::PointSet::EMPTY).unwrap();
        holds(&nogo::Board::with_shape(shape), 5, |board| board.symmetries().collect());
    }
    let shape = nogo::Shape::new(3, 3, nogo::PointSet::EMPTY).unwrap();
    holds(&nogo::Board::with_centre_forbidden(shape).unwrap(), 9, |board| board.symmetries().collect());
    let bent = nogo::Shape::new(1, 12, nogo::PointSet::EMPTY).unwrap();
    holds(&nogo::Board::with_shape(bent), 3, |board| board.symmetries().collect());
    for seed in 0..12 {
        let random = &mut Random::new(seed);
        holds(&othello_board::<6>(random), 3, |board| board.symmetries().collect());
        holds(&gomoku_board(4, 6, random), 2, |board| board.symmetries().collect());
        holds(&gomoku_board(6, 6, random), 2, |board| board.symmetries().collect());
        holds(&nogo_board(4, 4, random), 3, |board| board.symmetries().collect());
    }
}

/// Wins above the depth: some ways to a set of stones end earlier than others.
#[test]
fn games_that_end_on_the_way() {
    for text in
        ["3x6 freestyle XXXX--/OOOO--/------ X", "3x6 standard XXXX--/OOOO--/------ X", "2x6 caro OXXX--/XOOO-- O"]
    {
        let board: gomoku::Board = text.parse().unwrap();
        holds(&board, 5, |board| board.symmetries().collect());
    }
    // Five that were set up and have not won.
    let mut board: gomoku::Board = "2x7 freestyle XXXX---/------- X".parse().unwrap();
    board.set_stone("e1".parse().unwrap(), Some(gomoku::Colour::Black));
    holds(&board, 5, |board| board.symmetries().collect());
    let last: othello::Board<4> = "XXXXXOOXXOOXX--- O".parse().unwrap();
    holds(&last, 6, |board| board.symmetries().collect());
}

#[test]
fn boards_of_many_points_take_several_words() {
    for (rows, columns) in [(1, 64), (13, 5), (20, 20), (64, 64)] {
        let board = gomoku::Board::with_size(gomoku::Size::new(rows, columns).unwrap(), gomoku::Rule::Freestyle);
        let mut merged = Merged::new(&board).unwrap();
        let points = (rows * columns) as u64;
        merged.advance(ROOM, &NEVER).unwrap();
        assert_eq!((merged.positions(), merged.perft().nodes), (points, points));
        if points <= 400 {
            merged.advance(ROOM, &NEVER).unwrap();
            assert_eq!((merged.positions(), merged.perft().nodes), (points * (points - 1), points * (points - 1)));
        }
    }
}

#[test]
fn errors_leave_the_plies_as_they_are() {
    let board = othello::Board::<8>::start();
    let mut merged = Merged::new(&board).unwrap();
    merged.advance_to(8, 1 << 17, &NEVER).unwrap();
    let (plies, positions) = (merged.plies(), merged.positions());
    assert!((2..8).contains(&plies), "{plies} plies in so little memory");
    assert_eq!(merged.advance(1 << 17, &NEVER), Err(MergeError::Memory));
    assert_eq!(merged.advance(0, &NEVER), Err(MergeError::Memory));
    let stop = AtomicBool::new(true);
    assert_eq!(merged.advance(ROOM, &stop), Err(MergeError::Stopped(Default::default())));
    assert!(matches!(merged.perft_below(3, &stop), Err(MergeError::Stopped(_))));
    assert_eq!((merged.plies(), merged.positions()), (plies, positions));
    assert_eq!(merged.perft_below(8 - plies, &NEVER).unwrap(), board.perft(8));
}
