//! Promise: a slab of NoGo games plays by the rules of the single boards, on every tier, and its
//! random plies are uniform.

use crate::follow_slab::{follow, follow_starts};
use crate::on_tiers::on_every_tier;
use stonemask::Tier;
use stonemask::nogo::{Board, Shape, Slab};
use stonemask::slab::{Ended, Options, SlabError};

fn follow_board(board: Board, games: usize, steps: usize) {
    follow::<Board>(&board, games, steps);
}

#[test]
fn full_boards_ply_by_ply() {
    // The rules on cells take 20 ms a game.
    follow_board(Board::start(), 7, 100);
}

#[test]
fn small_and_hollow_boards_ply_by_ply() {
    let boards = ["-- X", "--- O", "---/-+-/--- X", "X--#/----/#--- O", "----/-O--/----/----/---- X", "# X"];
    for text in boards {
        follow_board(text.parse().unwrap(), 40, 50);
    }
    follow_board(Board::with_shape(Shape::row(17).unwrap()), 9, 40);
}

/// Blocked cells, a forbidden centre, a game that is over: all on one size.
#[test]
fn games_have_starts_of_their_own() {
    let texts = ["---/---/--- X", "---/-+-/--- X", "#--/-#-/--- O", "###/#-#/### X", "-XO/---/XO- O"];
    let starts: Vec<Board> = texts.map(|text| text.parse().unwrap()).into();
    follow_starts(&starts, 40);
    let error = Slab::with_starts(&[starts[0], Board::start()], Options::default()).unwrap_err();
    assert_eq!(error, SlabError::Unlike { board: 1 });
}

#[test]
fn actions_number_the_points_of_the_board_and_no_others() {
    let board = Board::with_shape(Shape::new(3, 4, "b2".parse().unwrap()).unwrap());
    for action in 0..board.action_count() {
        assert_eq!(board.action(board.ply(action).unwrap()), action);
    }
    assert_eq!(board.ply(12), None);
    for off in ["e1", "a4", "j9"] {
        let point = off.parse().unwrap();
        let panic = std::panic::catch_unwind(|| board.action(point)).unwrap_err();
        assert_eq!(panic.downcast_ref(), Some(&format!("{off} is off the 3x4 board")));
    }
}

#[test]
fn random_plies_are_uniform() {
    on_every_tier(|tier| {
        let games = if tier == Tier::Reference { 2000 } else { 100_000 };
        let start: Board = "---/-#-/X-- O".parse().unwrap();
        let mut slab = Slab::with_options(&start, games, Options::default().ended(Ended::Freeze).seed(3)).unwrap();
        let mut actions = vec![0; games];
        slab.step_random(&mut actions);
        let mut counts = [0u32; 9];
        actions.iter().for_each(|&action| counts[usize::from(action)] += 1);
        let moves = start.legal_moves().len() as usize;
        let expected = games as f64 / moves as f64;
        assert_eq!(counts.iter().filter(|&&count| count > 0).count(), moves);
        // Five standard deviations of a count; fails with new seeds once in 200 000 tests.
        let far = |count: u32| (f64::from(count) - expected).abs() > 5.0 * expected.sqrt();
        assert!(!counts.into_iter().any(|count| count > 0 && far(count)), "{tier}: {counts:?}");
    });
}
