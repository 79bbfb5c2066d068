//! Othello on the table.

use crate::play::layout::Glyphs;
use crate::play::opponent::{Opponent, Seat};
use crate::play::plain::Plain;
use crate::play::screen::tests::screen;
use crate::play::session::Session;
use crate::play::table::Table;
use std::time::{Duration, Instant};
use stonemask::game::Colour;
use stonemask::game::search::Level;
use stonemask::othello::Board;

#[test]
fn legal_moves_discs_and_the_last_move_are_shown() {
    let mut session = Session::new(Plain::new(Board::<4>::start()), None, None, Glyphs::UNICODE);
    let lines = screen(&mut session, 80, 9, "");
    assert!(lines[0].starts_with("Othello 4x4") && lines[1].starts_with("    a b c d"), "{lines:?}");
    assert!(lines[2].starts_with(" 1  · * · ·") && lines[3].starts_with(" 2  * O X ·"), "{lines:?}");
    assert_eq!(lines[6], "move 1: black (X) to play, discs 2-2, cursor c3");
    let lines = screen(&mut session, 80, 9, "b1.");
    assert!(lines[2].starts_with(" 1  *[X]*") && lines[3].starts_with(" 2  · X X ·"), "{lines:?}");
    assert_eq!(lines[6], "move 2: white (O) to play, discs 4-1, cursor b1, last b1");
    let lines = screen(&mut session, 80, 9, "d4.");
    assert_eq!(lines[7], "illegal move d4 for white: it flips nothing");
}

#[test]
fn a_side_without_a_move_passes_by_itself_and_undo_takes_that_back() {
    // White has no move after a1.
    let board: Board<4> = "-OX------------- X".parse().unwrap();
    let mut session = Session::new(Plain::new(board), None, None, Glyphs::ASCII);
    let lines = screen(&mut session, 80, 9, "a1.");
    assert!(lines[6].starts_with("black wins after 1 moves: discs 3-0"), "{lines:?}");
    let board: Board<4> = "-OX----XO------- X".parse().unwrap();
    let mut session = Session::new(Plain::new(board), None, None, Glyphs::ASCII);
    let before = session.table.board().to_string();
    screen(&mut session, 80, 9, "a1.");
    assert!(session.table.undo());
    assert_eq!(session.table.board().to_string(), before);
    let saved = session.table.record().unwrap();
    assert_eq!(Plain::<Board<4>>::from_bytes(saved).unwrap().board().to_string(), before);
}

/// Waits until the computer has nothing to do.
fn settle<const N: usize>(session: &mut Session<Plain<Board<N>>>, is_done: impl Fn(&Session<Plain<Board<N>>>) -> bool) {
    let end = Instant::now() + Duration::from_secs(60);
    while !is_done(session) {
        assert!(Instant::now() < end, "the computer does not answer");
        session.attend();
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_computer_answers_moves_and_undo_takes_back_a_whole_turn() {
    let level = Level::new(3).unwrap();
    let opponent = Opponent { seat: Seat::Colour(Colour::White), level, seed: 1 };
    let mut session = Session::new(Plain::new(Board::<8>::start()), Some(opponent), None, Glyphs::ASCII);
    session.attend();
    assert!(!session.is_computers_turn());
    let lines = screen(&mut session, 90, 14, "d3.");
    assert_eq!(lines[10], "move 2: white (O) to play, discs 4-1, the computer is thinking, last d3");
    let lines = screen(&mut session, 90, 14, "c3.");
    assert_eq!(lines[11], "it is the computer's turn; u and Enter takes back");
    settle(&mut session, |session| !session.is_computers_turn());
    let answer = session.table.moves();
    assert_eq!(answer.len(), 2);
    screen(&mut session, 80, 14, "u.");
    assert!(session.table.moves().is_empty(), "a turn is both moves");
    screen(&mut session, 80, 14, "r.");
    assert_eq!(session.table.moves(), answer);
    // The question is dropped with the move that it was about.
    screen(&mut session, 80, 14, "u.d3.u.");
    session.attend();
    assert!(session.table.moves().is_empty());
    screen(&mut session, 80, 14, "d3.");
    settle(&mut session, |session| !session.is_computers_turn());
    assert_eq!(session.table.moves(), answer, "its moves are the same again");
}

#[test]
fn a_hint_and_an_analysis_name_moves_and_what_they_are_worth() {
    // Twelve empty squares: everything is exact.
    let board: Board<4> = Board::start();
    let mut session = Session::new(Plain::new(board), None, None, Glyphs::ASCII);
    screen(&mut session, 80, 16, "h.");
    settle(&mut session, |session| session.message.starts_with("hint: "));
    assert!(session.message.ends_with(" -8 exact"), "{}", session.message);
    let lines = screen(&mut session, 80, 16, "a.");
    assert!(!lines.iter().any(|line| line.contains("-8 exact") && line.starts_with(" ")), "{lines:?}");
    settle(&mut session, |session| session.analysis.is_some());
    let lines = screen(&mut session, 80, 16, "");
    let (_, told) = session.analysis.clone().unwrap();
    assert_eq!(told.len(), 4);
    assert!(told.iter().all(|line| line.ends_with(" -8 exact")), "the four moves are images of one another: {told:?}");
    assert!(lines.iter().filter(|line| line.ends_with("-8 exact")).count() >= 1, "{lines:?}");
    let lines = screen(&mut session, 80, 16, "a.");
    assert!(!lines[3..].iter().any(|line| line.ends_with("-8 exact")), "hidden again: {lines:?}");
}
