//! Promise: the engine of the founding document lives on: the flat cell vector, the cursor on it,
//! and the scan that never wraps around an edge.

use crate::on_tiers::on;
use stonemask::founding::{Direction, VectorBoard};
use stonemask::game::Outcome;
use stonemask::gomoku::{Board, Colour, Point, Rule, Size, Undo};
use stonemask::kernels::Gomoku as Kernels;
use stonemask::{Random, Tier};

fn board(rows: usize, columns: usize) -> VectorBoard {
    VectorBoard::new(Size::new(rows, columns).unwrap(), Rule::Freestyle)
}

/// On every size the cursor's 20 is on one cell; a step adds to its place in the vector or, off the
/// vector, is ignored.
#[test]
fn the_cursor_moves_by_vector_addition() {
    for rows in [1, 2, 3, 15, 64] {
        for columns in [1, 2, 5, 15, 64] {
            let mut board = board(rows, columns);
            let mut random = Random::new(5);
            let size = board.board().size();
            let mut place = size.index(board.cursor());
            for _ in 0..200 {
                let (direction, step) = [
                    (Direction::Up, -(columns as isize)),
                    (Direction::Down, columns as isize),
                    (Direction::Left, -1),
                    (Direction::Right, 1),
                ][random.below(4) as usize];
                let next = place as isize + step;
                let inside = (0..(rows * columns) as isize).contains(&next);
                assert_eq!(board.move_cursor(direction), inside);
                if inside {
                    place = next as usize;
                }
                let under: Vec<usize> =
                    (0..rows * columns).filter(|&cell| board.cells().as_slice()[cell] >= 20).collect();
                assert_eq!(under, [place]);
                assert_eq!(size.index(board.cursor()), place);
            }
        }
    }
}

#[test]
fn right_from_the_last_column_enters_the_next_row() {
    let mut board = board(3, 4);
    board.set_cursor("d1".parse().unwrap());
    assert!(board.move_cursor(Direction::Right));
    assert_eq!(board.cursor().to_string(), "a2");
    assert!(board.move_cursor(Direction::Left));
    assert_eq!(board.cursor().to_string(), "d1");
    board.set_cursor("d3".parse().unwrap());
    assert!(!board.move_cursor(Direction::Right));
    assert_eq!(board.cells().as_slice()[11], 20);
}

#[test]
fn stones_are_placed_under_the_cursor_on_empty_cells_only() {
    let mut board = board(2, 3);
    board.set_cursor("b1".parse().unwrap());
    board.place().unwrap();
    assert_eq!(board.cells().as_slice(), [0, 21, 0, 0, 0, 0]);
    let before = board.clone();
    let error = board.place().unwrap_err().to_string();
    assert_eq!(error, "illegal move b1 for white: the point holds a black stone");
    assert_eq!((board.cells(), board.board().to_move()), (before.cells(), Colour::White));
    board.move_cursor(Direction::Down);
    board.place().unwrap();
    assert_eq!(board.cells().as_slice(), [0, 1, 0, 0, 22, 0]);
}

/// Five stones at equal distances in the vector are five in a row only where the line they follow
/// stays on the board.
#[test]
fn no_run_wraps_around_an_edge() {
    let sides = || (1..=8).chain([15, 16, 33, 64]);
    for (rows, columns) in sides().flat_map(|rows| sides().map(move |columns| (rows, columns))) {
        let size = Size::new(rows, columns).unwrap();
        for step in [1, columns - 1, columns, columns + 1] {
            for first in (0..size.points()).filter(|first| step > 0 && first + 4 * step < size.points()) {
                let line: Vec<Point> = (0..5).map(|index| size.point(first + index * step)).collect();
                let way = |pair: &[Point]| {
                    let difference = |a: usize, b: usize| b as isize - a as isize;
                    (difference(pair[0].row(), pair[1].row()), difference(pair[0].column(), pair[1].column()))
                };
                let straight = [(0, 1), (1, 0), (1, 1), (1, -1)].contains(&way(&line));
                let five = straight && line.windows(2).all(|pair| way(pair) == way(&line));
                let mut board = Board::with_size(size, Rule::Freestyle);
                for &point in &line {
                    board.set_stone(point, Some(Colour::Black));
                }
                for tier in Tier::available().filter(|&tier| tier != Tier::Reference) {
                    let kernels = Kernels::get(tier).unwrap();
                    let runs = kernels.runs(board.cells(), line[2]).unwrap();
                    assert_eq!(runs.iter().any(|run| run.length >= 5), five, "{tier}, step {step}, {board}");
                    assert_eq!(kernels.any_five(board.planes())[0], five, "{tier}, step {step}, {board}");
                }
            }
        }
    }
}

#[test]
fn the_scan_is_blind_to_the_cursor() {
    let board: Board = "5x5 freestyle X-O--/-XO--/--O--/--OX-/---X- X".parse().unwrap();
    let point = "c2".parse().unwrap();
    for tier in Tier::available() {
        let kernels = Kernels::get(tier).unwrap();
        let expected = kernels.runs(board.cells(), point).unwrap();
        assert_eq!(expected.map(|run| run.length), [1, 4, 1, 1]);
        assert_eq!(expected.map(|run| run.blocked), [1, 0, 0, 0]);
        let mut vector = VectorBoard::from(board.clone());
        for cursor in board.size().all() {
            vector.set_cursor(cursor);
            assert_eq!(on(tier, || vector.runs(point)), Some(expected), "{tier}, cursor {cursor}");
        }
    }
}

/// Each step of a game: legality, the board's two forms, its text, the end and the way back.
#[test]
fn games_are_played_and_taken_back() {
    let mut random = Random::new(8);
    for (rows, columns, rule) in [
        (15, 15, Rule::Freestyle),
        (15, 15, Rule::Renju),
        (7, 40, Rule::Caro),
        (6, 6, Rule::Standard),
        (40, 7, Rule::CaroExact),
    ] {
        let mut board = Board::with_size(Size::new(rows, columns).unwrap(), rule);
        let mut before = Vec::new();
        while !board.is_over() {
            let point = board.size().point(random.below((rows * columns) as u32) as usize);
            let legal = board.legal_moves().contains(point);
            let mut copy = board.clone();
            assert_eq!(copy.try_play(point).is_ok(), legal);
            if legal {
                let earlier = board.clone();
                before.push((earlier, board.make(point)));
            }
            assert_eq!(board, copy);
            let stones = Colour::ALL.map(|colour| board.stones(colour));
            for at in board.size().all() {
                let [black, white] = [0, 1].map(|colour| stones[colour].contains(at));
                assert_eq!([black, white], Colour::ALL.map(|colour| board.stone(at) == Some(colour)));
                assert_eq!(board.empties().contains(at), !black && !white);
            }
            assert_eq!((stones[0].len() + stones[1].len()) as usize, board.stone_count());
            let again: Board = board.to_string().parse().unwrap();
            assert_eq!(again, board);
        }
        assert!(board.legal_moves().is_empty());
        let full = board.stone_count() == rows * columns;
        assert!(full || board.outcome() != Some(Outcome::Draw));
        for (earlier, undo) in before.into_iter().rev() {
            board.undo(undo);
            assert_eq!((board.cells(), board.planes(), &board), (earlier.cells(), earlier.planes(), &earlier));
            assert_eq!(board.outcome(), None);
        }
    }
}

#[test]
fn the_cursor_and_its_board_go_together() {
    let mut vector = board(2, 3);
    vector.set_cursor("b1".parse().unwrap());
    let first = vector.place().unwrap();
    vector.move_cursor(Direction::Right);
    let second = vector.place().unwrap();
    assert_eq!((first.ply().to_string(), second.ply().to_string()), ("b1".to_owned(), "c1".to_owned()));
    assert_eq!(vector.cells().as_slice(), [0, 1, 22, 0, 0, 0]);
    vector.undo(second);
    assert_eq!((vector.cells().as_slice(), vector.cursor().to_string()), (&[0, 1, 20, 0, 0, 0][..], "c1".to_owned()));
    vector.undo(first);
    assert_eq!(vector.cells().as_slice(), [0, 0, 20, 0, 0, 0]);
    assert_eq!(vector.board(), &Board::with_size(Size::new(2, 3).unwrap(), Rule::Freestyle));
}

/// Any ply but the last one, even of the right colour on its point.
#[test]
fn only_the_last_ply_is_taken_back() {
    let refused = |mut board: Board, undo: Undo| {
        std::panic::catch_unwind(move || board.undo(undo)).expect_err("another ply was taken back");
    };
    let point = |text: &str| text.parse::<Point>().unwrap();
    let mut board = Board::with_size(Size::new(3, 3).unwrap(), Rule::Freestyle);
    let first = board.make(point("a1"));
    let second = board.make(point("b1"));
    refused(board.clone(), first.clone());
    let third = board.make(point("c1"));
    refused(board.clone(), first.clone());
    refused(board.clone(), second.clone());
    board.undo(third.clone());
    refused(board.clone(), third.clone());
    let mut set_up = board.clone();
    set_up.set_stone(point("c3"), Some(Colour::Black));
    refused(set_up, second.clone());
    board.undo(second);
    board.undo(first);
    assert_eq!(board, Board::with_size(board.size(), board.rule()));
}

#[test]
fn places_beyond_a_board_are_no_points() {
    let size = Size::new(3, 7).unwrap();
    assert_eq!(size.point(20), "g3".parse().unwrap());
    assert_eq!(size.centre(), "d2".parse().unwrap());
    std::panic::catch_unwind(|| size.point(21)).expect_err("a place beyond the vector");
    std::panic::catch_unwind(|| size.index("h1".parse().unwrap())).expect_err("a point off the board");
}

#[test]
fn sizes_beyond_one_to_sixty_four_are_refused() {
    for (rows, columns) in [(0, 5), (5, 0), (65, 5), (5, 65)] {
        let error = Size::new(rows, columns).unwrap_err().to_string();
        assert_eq!(error, format!("{rows} rows and {columns} columns: a board has 1 to 64 of each"));
    }
    assert!(Size::new(1, 64).is_ok());
}

#[test]
fn texts_that_are_no_board_say_why() {
    for (text, reason) in [
        ("", "0 words, expected the size, the rule, the rows and the side to move"),
        ("3 freestyle --- X", "'3' as the size, expected such as 15x15"),
        ("0x3 freestyle --- X", "0 rows and 3 columns: a board has 1 to 64 of each"),
        ("1x3 go --- X", "'go' is not a rule: expected freestyle, standard, renju, caro or caro-exact"),
        ("2x3 caro --- X", "1 rows, expected 2"),
        ("1x3 caro ---- X", "4 cells in row 1, expected 3"),
        ("1x3 caro -?- X", "'?' on b1, expected X, O or -"),
        ("1x3 caro --- Z", "'Z' as the side to move, expected X or O"),
        ("2x5 freestyle XXXXX/OOOOO X", "both colours have won"),
    ] {
        assert_eq!(text.parse::<Board>().unwrap_err().to_string(), format!("'{text}' is not a board: {reason}"));
    }
}
