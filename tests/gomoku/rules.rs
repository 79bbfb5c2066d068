//! Promise: a board knows what wins and what is forbidden, under every rule: cases from rule books,
//! and every decision of a board against the rules on cells.

use crate::cases::cases;
use crate::{cells, game_laws};
use proptest::prelude::*;
use stonemask::Random;
use stonemask::game::Outcome;
use stonemask::gomoku::reference;
use stonemask::gomoku::{Board, Colour, Forbidden, Point, PointSet, Rule, Size};

/// A row of cells with `*` for the move to make, and the rules by which it wins.
#[test]
fn rows_that_win_and_rows_that_do_not() {
    use Rule::{Caro, CaroExact, Freestyle, Renju, Standard};
    for (row, winners) in [
        ("--XX*XX--", &[Freestyle, Standard, Renju, Caro, CaroExact][..]),
        ("-XXX*XX--", &[Freestyle, Caro]),
        ("-XXX*XXX-", &[Freestyle, Caro]),
        ("--XX*X---", &[]),
        ("-OXX*XX--", &[Freestyle, Standard, Renju, Caro, CaroExact]),
        ("-OXX*XXO-", &[Freestyle, Standard, Renju]),
        ("OXXX*XXO-", &[Freestyle, Caro]),
        ("XX*XX", &[Freestyle, Standard, Renju, Caro, CaroExact]),
        ("XX*XXO", &[Freestyle, Standard, Renju, Caro, CaroExact]),
        ("O*XXXX", &[Freestyle, Standard, Renju, Caro, CaroExact]),
        ("O*XXXXO", &[Freestyle, Standard, Renju]),
        ("XX*X", &[]),
        ("XX*OXX", &[]),
    ] {
        for rule in Rule::ALL {
            let before = row.replace('*', "-");
            let mut board: Board = format!("1x{} {rule} {before} X", row.len()).parse().unwrap();
            let point = Point::new(0, row.find('*').unwrap()).unwrap();
            board.play_unchecked(point);
            let expected = winners.contains(&rule).then_some(Outcome::Win(Colour::Black));
            let full = board.stone_count() == row.len();
            assert_eq!(board.outcome(), expected.or(full.then_some(Outcome::Draw)), "{rule}, {row}");
            assert_eq!(reference::wins(&cells(&board), rule, point), expected.is_some(), "{rule}, {row}");
            let line = board.winning_line();
            assert_eq!(line.is_empty(), expected.is_none(), "{rule}, {row}");
            assert!(expected.is_none() || line.len() >= 5 && line.contains(&point));
        }
    }
}

/// White wins with an overline under renju; black does not, and may not make one.
#[test]
fn overlines_under_renju() {
    let mut board: Board = "2x7 renju XXX-XX-/OOO-OO- X".parse().unwrap();
    assert_eq!(board.why_forbidden("d1".parse().unwrap()), Some(Forbidden::Overline));
    let error = board.try_play("d1".parse().unwrap()).unwrap_err().to_string();
    assert_eq!(error, "illegal move d1 for black: renju forbids the overline");
    board.play("g2".parse().unwrap());
    board.play("d2".parse().unwrap());
    assert_eq!(board.outcome(), Some(Outcome::Win(Colour::White)));
}

/// Black to play on `*`; why that is forbidden, if it is.
#[test]
fn forbidden_points_of_rule_books() {
    use Forbidden::{DoubleFour, DoubleThree, Overline};
    let cases: &[(&str, Option<Forbidden>)] = &[
        // Two threes; with a stone or the edge too close, one of them is not a three.
        ("------- ---X--- ---X--- -XX*--- ------- ------- -------", Some(DoubleThree)),
        ("---O--- ---X--- ---X--- -XX*--- ---O--- ------- -------", None),
        ("---X--- ---X--- -XX*--- ---O--- ------- ------- -------", None),
        // A three with a gap; and one that white holds apart.
        ("-------- ----X--- ----X--- -X-X*--- -------- -------- --------", Some(DoubleThree)),
        ("-------- ----X--- ----X--- OX-X*O-- -------- -------- --------", None),
        // A row that could only become six is not a three.
        ("--------- ----X---- ----X---- X-XX*--X- --------- --------- ---------", None),
        // Double fours, on one line and on two.
        ("X-X*X-X", Some(DoubleFour)),
        ("XX-*X-XX", Some(DoubleFour)),
        ("XXX-*-XXX", Some(DoubleFour)),
        ("---X--- ---X--- ---X--- XXX*--- ------- ------- -------", Some(DoubleFour)),
        ("-XX*X-", None),
        // Five goes before everything, six does not.
        ("---X--- ---X--- -XX*XX- ---X--- ---O--- ------- -------", None),
        ("XXX*XX-", Some(Overline)),
        ("---X--- ---X--- XXX*XX- ---X--- ---X--- ------- -------", None),
        // Four and three is how black wins.
        ("------- ---X--- ---X--- XXX*--- ------- ------- -------", None),
    ];
    for &(diagram, expected) in cases {
        let rows: Vec<&str> = diagram.split(' ').collect();
        let text = format!("{}x{} renju {} X", rows.len(), rows[0].len(), rows.join("/").replace('*', "-"));
        let board: Board = text.parse().unwrap();
        let (row, column) =
            rows.iter().enumerate().find_map(|(row, cells)| Some((row, cells.find('*')?))).expect("a point to play on");
        let point = Point::new(row, column).unwrap();
        assert_eq!(reference::forbidden(&cells(&board), point), expected, "reference, {diagram}");
        assert_eq!(board.why_forbidden(point), expected, "{diagram}");
    }
}

/// Section 9: black on f8 makes two threes by their looks. But the column's can become a straight
/// four in one way only, on f5; and with three stones beside it in its row black would make two
/// fours there once f8 is black, though not now. So it is no three, and f8 is allowed; without
/// these stones it is a double three.
#[test]
fn a_three_whose_completion_is_forbidden_is_none() {
    let board = |row5: &str| -> Board {
        let text = format!(
            "11x11 renju -----------/-----------/-----O-----/-----------/{row5}/-----X-----/-----X-----/---XX------/\
             -----------/-----O-----/----------- X"
        );
        text.parse().unwrap()
    };
    let (f5, f8): (Point, Point) = ("f5".parse().unwrap(), "f8".parse().unwrap());
    let open = board("-----------");
    let chained = board("--XXX------");
    assert_eq!((open.why_forbidden(f5), open.why_forbidden(f8)), (None, Some(Forbidden::DoubleThree)));
    assert_eq!((chained.why_forbidden(f5), chained.why_forbidden(f8)), (None, None));
    let mut later = chained.clone();
    later.set_stone(f8, Some(Colour::Black));
    assert_eq!(later.why_forbidden(f5), Some(Forbidden::DoubleFour));
    for board in [open, chained, later] {
        let cells = cells(&board);
        for point in board.size().all().filter(|&point| board.stone(point).is_none()) {
            assert_eq!(board.why_forbidden(point), reference::forbidden(&cells, point), "{point}, {board}");
        }
    }
}

proptest! {
    #![proptest_config(cases(400))]

    /// Crowded boards with few white stones, where threes and fours meet and forbid one another.
    #[test]
    fn forbidden_points_are_those_of_the_rules(
        rows in 1usize..=15, columns in 1usize..=15, black in 2u32..=12, white in 0u32..=4, seed in any::<u64>()
    ) {
        let size = Size::new(rows, columns).unwrap();
        let mut random = Random::new(seed);
        let mut board = Board::with_size(size, Rule::Renju);
        for point in size.all() {
            match random.below(32) {
                n if n < black => board.set_stone(point, Some(Colour::Black)),
                n if n < black + white => board.set_stone(point, Some(Colour::White)),
                _ => {}
            }
        }
        let cells = cells(&board);
        let mut forbidden = 0;
        for point in size.all().filter(|&point| board.stone(point).is_none()) {
            let expected = reference::forbidden(&cells, point);
            prop_assert_eq!(board.why_forbidden(point), expected, "{} on {}", point, board);
            if board.outcome().is_none() {
                prop_assert_eq!(board.forbidden().contains(point), expected.is_some());
                prop_assert_eq!(board.legal_moves().contains(point), expected.is_none());
            }
            forbidden += usize::from(expected.is_some());
        }
        let stuck = forbidden + board.stone_count() == size.points();
        prop_assert_eq!(board.outcome(), stuck.then_some(Outcome::Draw));
    }

    /// A move wins exactly when the rules say so, on any board under any rule.
    #[test]
    fn moves_win_as_the_rules_say(
        rows in 1usize..=20, columns in 1usize..=20, rule in 0usize..5, share in 4u32..=15, seed in any::<u64>()
    ) {
        let (size, rule) = (Size::new(rows, columns).unwrap(), Rule::ALL[rule]);
        let mut random = Random::new(seed);
        let mut board = Board::with_size(size, rule);
        for point in size.all() {
            if random.below(16) < share {
                board.set_stone(point, Some(Colour::ALL[usize::from(random.below(4) == 0)]));
            }
        }
        for point in size.all().filter(|&point| board.stone(point).is_none()) {
            let mut played = board.clone();
            played.play_unchecked(point);
            let won = reference::wins(&cells(&played), rule, point);
            let decided = played.outcome().is_some_and(|outcome| outcome != Outcome::Draw);
            prop_assert_eq!(decided, won, "{} on {}", point, board);
            prop_assert_eq!(played.winning_line().is_empty(), !won);
        }
    }
}

#[test]
fn a_full_board_is_a_draw() {
    let mut board: Board = "2x2 freestyle XO/X- O".parse().unwrap();
    board.play("b2".parse().unwrap());
    assert_eq!(board.outcome(), Some(Outcome::Draw));
    let error = board.try_play("a1".parse().unwrap()).unwrap_err().to_string();
    assert_eq!(error, "illegal move a1 for black: the game is over");
}

proptest! {
    #![proptest_config(cases(100))]

    /// Games some way on, under every rule: texts, diagrams, sets of points, and what all games
    /// promise.
    #[test]
    fn boards_and_sets_are_read_as_they_are_written(rows in 1usize..=20, columns in 1usize..=20, seed in any::<u64>()) {
        let size = Size::new(rows, columns).unwrap();
        let mut random = Random::new(seed);
        for rule in Rule::ALL {
            let mut board = Board::with_size(size, rule);
            for _ in 0..random.below(60) {
                board.play_random(&mut random);
            }
            for text in [board.to_string(), format!("{board:#}"), format!("\n{board:#}\n").to_lowercase()] {
                let read: Board = text.parse().unwrap();
                prop_assert_eq!(&read, &board, "{}", text);
            }
            prop_assert_eq!(PointSet::parse(size, &board.empties().to_string()), Ok(board.empties()));
            prop_assert!(board.empties().into_iter().eq(board.empties().iter()));
            prop_assert!(board.empties().into_iter().rev().eq(board.empties().iter().rev()));
            if size.points() < 100 {
                game_laws::hold(&board);
            }
        }
    }

    #[test]
    fn no_text_panics(text in "[-XO./ xo0-9a-d]{0,60}( to move)?|\\PC{0,30}( to move)?") {
        for text in [text.clone(), format!("{text}, renju"), format!("3x3 renju {text}")] {
            if let Ok(board) = text.parse::<Board>() {
                prop_assert_eq!(board.to_string().parse(), Ok(board));
            }
        }
    }
}

/// A text that is almost a diagram is refused; it is never read as another board.
#[test]
fn damaged_diagrams_are_refused() {
    let board = Board::with_size(Size::new(11, 12).unwrap(), Rule::Renju);
    let diagram = format!("{board:#}");
    assert_eq!(diagram.parse(), Ok(board));
    for (whole, damaged) in [
        ("black to move", "nothing to move"),
        (", renju", ""),
        ("renju", "checkers"),
        (" 5 - -", " 6 - -"),
        (" 5 - -", " 5 - X-"),
        (" 5 - -", " 5 -"),
        (" 1 - -", " - -"),
        ("a b c", "a b"),
        ("a b c", "a b b c"),
        ("11 -", "x -"),
    ] {
        assert!(diagram.contains(whole), "{whole}");
        let damaged = diagram.replacen(whole, damaged, 1);
        assert!(damaged.parse::<Board>().is_err(), "{damaged}");
    }
}
