//! NoGo on the table.

use crate::play::layout::Glyphs;
use crate::play::plain::Plain;
use crate::play::screen::tests::screen;
use crate::play::session::Session;
use crate::play::table::Table;
use stonemask::nogo::Board;

fn game(board: &str) -> Session<Plain<Board>> {
    Session::new(Plain::new(board.parse().unwrap()), None, None, Glyphs::UNICODE)
}

#[test]
fn illegal_points_blocked_cells_and_the_last_move_are_shown() {
    let mut session = game("-X-/X--/--# O");
    let lines = screen(&mut session, 30, 8, ">.");
    let expected = [
        "NoGo 3x3",
        "    a b c",
        " 1  · X ·",
        " 2  X ·[O]",
        " 3  · · #",
        "move 2: black (X) to play, cur",
        "type b2 and Enter, or use the",
        "",
    ];
    assert_eq!(lines, expected);
    let lines = screen(&mut session, 70, 8, "c3");
    assert!(lines[4].starts_with(" 3  · ·[#]"), "{lines:?}");
    assert_eq!(lines[5], "move 2: black (X) to play, cursor c3 (blocked), last c2");
    let lines = screen(&mut session, 30, 8, ".b1");
    assert_eq!(lines[2], " 1  ·[X]·");
    // White to move: a1 would be suicide.
    let lines = screen(&mut game("-X-/X--/--- O"), 90, 8, "A1.");
    assert!(lines[2].starts_with(" 1 [!]X ·"), "{lines:?}");
    assert_eq!(lines[6], "illegal move a1 for white: it would be suicide, its group without a liberty");
}

#[test]
fn a_player_without_a_legal_move_has_lost() {
    let mut session = game("--/-# X");
    // Black takes a2; a1 would be white's capture, and b1 white's last.
    let lines = screen(&mut session, 70, 8, "a2.b1.");
    assert_eq!(lines[4], "white wins after 2 moves: black has no legal move, last b1");
    let lines = screen(&mut session, 70, 8, "a1.");
    assert_eq!(lines[5], "the game is over");
}

#[test]
fn moves_are_taken_back_and_played_again_and_saved() {
    let mut session = game("---/-+-/--- X");
    screen(&mut session, 70, 8, ".>.<.");
    let table = &mut session.table;
    let record = String::from_utf8(table.record().unwrap()).unwrap();
    assert_eq!(record, "nogo\n---/-+-/--- X\nc2 b2\n");
    let again = Plain::<Board>::from_bytes(record.clone().into_bytes()).unwrap();
    assert_eq!((again.board(), again.record().unwrap()), (table.board(), record.clone().into_bytes()));
    assert!(table.undo() && table.undo() && !table.undo());
    assert_eq!(table.record().unwrap(), b"nogo\n---/-+-/--- X\n\n");
    assert!(table.redo() && table.redo() && !table.redo());
    assert_eq!(table.record().unwrap(), record.into_bytes());
    for (text, reason) in [
        ("", "the first line is not 'nogo', so this is not a saved game of nogo"),
        ("nogo\n", "the file ends before the board"),
        ("nogo\n--- X\na1 a1", "move 2: illegal move a1 for white: the point holds a black stone"),
        ("nogo\n--- X\nz9", "move 1: 'z9' is not a point: expected a1 to j9, the letters skip i"),
    ] {
        assert_eq!(Plain::<Board>::from_bytes(text.into()).err().as_deref(), Some(reason));
    }
}
