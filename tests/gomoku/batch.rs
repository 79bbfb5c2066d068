//! Promise: slices of boards equal the rules on cells, board by board: every tier, every size up to
//! 15x15, every number of boards.

use crate::cells;
use stonemask::gomoku::reference::{self, Cells};
use stonemask::gomoku::{Board, Colour, Point, Positions, Row, Rows, RowsError, Rule, Size};
use stonemask::kernels::Gomoku as Kernels;
use stonemask::{Random, Tier};

/// Boards of a size, with few stones to many, and runs of one colour here and there.
fn boards(size: Size, count: usize, random: &mut Random) -> Vec<Board> {
    (0..count)
        .map(|_| {
            let mut board = Board::with_size(size, Rule::Freestyle);
            let (occupied, black) =
                ([1, 6, 12, 16][random.below(4) as usize], [0, 3, 8, 13, 16][random.below(5) as usize]);
            for point in size.all() {
                if random.below(16) < occupied {
                    board.set_stone(point, Some(Colour::ALL[usize::from(random.below(16) >= black)]));
                }
            }
            for _ in 0..random.below(3) {
                let (down, right) = [(0, 1), (1, 0), (1, 1), (1, -1)][random.below(4) as usize];
                let colour = Some(Colour::ALL[random.below(2) as usize]);
                let mut at = Some(size.point(random.below(size.points() as u32) as usize));
                for _ in 0..4 + random.below(3) {
                    let Some(point) = at.filter(|&point| size.contains(point)) else { break };
                    board.set_stone(point, colour);
                    at = offset(point, down, right);
                }
            }
            board
        })
        .collect()
}

/// The point some rows and columns further.
fn offset(point: Point, rows: isize, columns: isize) -> Option<Point> {
    Point::new(point.row().checked_add_signed(rows)?, point.column().checked_add_signed(columns)?)
}

fn rows(boards: &[Board], colour: Colour) -> Vec<u16> {
    let size = boards[0].size();
    let row = |row| boards.iter().map(move |board| board.planes().stones(colour, row) as u16);
    (0..size.rows()).flat_map(row).collect()
}

/// Whether each colour has a stone that wins under a rule.
fn winners(cells: &Cells, rule: Rule) -> [bool; 2] {
    let has_won = |colour| {
        let mut points = cells.size().all();
        points.any(|point| cells.get(point) == Some(colour) && reference::wins(cells, rule, point))
    };
    Colour::ALL.map(has_won)
}

fn compare(boards: &[Board], tiers: impl Iterator<Item = Tier>) {
    let size = boards[0].size();
    let cells: Vec<Cells> = boards.iter().map(cells).collect();
    let each = |any: fn(&Cells, Colour) -> bool| -> Vec<[bool; 2]> {
        cells.iter().map(|cells| Colour::ALL.map(|colour| any(cells, colour))).collect()
    };
    let (fives, exact) = (each(reference::any_five), each(reference::any_exact_five));
    let winners = Rule::ALL.map(|rule| cells.iter().map(|cells| winners(cells, rule)).collect::<Vec<_>>());
    let winning = Colour::ALL.map(|colour| {
        let mut words = vec![0u16; size.rows() * boards.len()];
        for (board, cells) in cells.iter().enumerate() {
            for point in reference::winning_cells(cells, colour) {
                words[point.row() * boards.len() + board] |= 1 << point.column();
            }
        }
        words
    });
    let [black, white] = Colour::ALL.map(|colour| rows(boards, colour));
    let batch = Positions::new(size, &black, &white).unwrap();
    assert_eq!((batch.size(), batch.boards()), (size, boards.len()));
    for tier in tiers {
        let kernels = Kernels::get(tier).unwrap();
        let shown = |which: usize| format!("{tier}, {}", boards[which]);
        let mut found = vec![[true; 2]; boards.len()];
        kernels.any_five_many(&batch, &mut found);
        let differs = found.iter().zip(&fives).position(|(found, five)| found != five);
        assert_eq!(differs.map(shown), None, "five, of {} boards", boards.len());
        for (rule, winners) in Rule::ALL.into_iter().zip(&winners) {
            found.fill([true; 2]);
            kernels.winners_many(&batch, rule, &mut found);
            let differs = found.iter().zip(winners).position(|(found, winners)| found != winners);
            assert_eq!(differs.map(shown), None, "winners, {rule}, of {} boards", boards.len());
        }
        found.fill([true; 2]);
        kernels.any_exact_five_many(&batch, &mut found);
        let differs = found.iter().zip(&exact).position(|(found, five)| found != five);
        assert_eq!(differs.map(shown), None, "exactly five, of {} boards", boards.len());
        let mut sets = [vec![0xffff; black.len()], vec![0xffff; black.len()]];
        let [to_black, to_white] = &mut sets;
        kernels.winning_cells_many(&batch, to_black, to_white);
        for (set, expected) in sets.iter().zip(&winning) {
            let differs = set.iter().zip(expected).position(|(word, expected)| word != expected);
            assert_eq!(differs.map(|word| shown(word % boards.len())), None, "winning cells");
        }
    }
}

#[test]
fn boards_of_every_size_and_number() {
    let mut random = Random::new(1);
    for count in [1, 2, 5, 31, 32, 33, 64, 100] {
        for _ in 0..6 {
            let side = |random: &mut Random| [1 + random.below(15) as usize, 15, 5][random.below(3) as usize];
            let size = Size::new(side(&mut random), side(&mut random)).unwrap();
            compare(
                &boards(size, count, &mut random),
                Tier::available().filter(|&tier| count < 33 || tier != Tier::Reference),
            );
        }
    }
}

/// A line of five and one of six, wherever it can lie or hang over the edge, in each of the 32
/// places.
#[test]
fn every_line_of_five_and_six() {
    for (rows, columns) in [(5, 5), (1, 5), (6, 1), (7, 6), (8, 15), (15, 15)] {
        let size = Size::new(rows, columns).unwrap();
        let mut boards = Vec::new();
        for first in size.all() {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                for length in [5, 6] {
                    let mut board = Board::with_size(size, Rule::Freestyle);
                    let colour = Colour::ALL[boards.len() / 3 % 2];
                    for steps in 0..length {
                        if let Some(point) =
                            offset(first, down * steps, right * steps).filter(|&point| size.contains(point))
                        {
                            board.set_stone(point, Some(colour));
                        }
                    }
                    boards.push(board);
                }
            }
        }
        compare(&boards, Tier::available().filter(|&tier| tier != Tier::Reference));
    }
}

#[test]
fn no_boards_are_a_batch_too() {
    let batch = Positions::new(Size::new(15, 15).unwrap(), &[], &[]).unwrap();
    batch.any_five(&mut []);
    batch.winning_cells(&mut [], &mut []);
}

#[test]
fn what_is_no_batch_is_refused() {
    let refused = |rows, columns, black: &[u16], white: &[u16]| {
        Positions::new(Size::new(rows, columns).unwrap(), black, white).unwrap_err().to_string()
    };
    assert_eq!(refused(16, 15, &[], &[]), "boards of 16x15: expected up to 15x15");
    assert_eq!(
        refused(2, 2, &[0, 0, 0], &[0, 0]),
        "3 rows of black stones and 2 of white ones: expected equal numbers, multiples of 2"
    );
    assert_eq!(
        refused(2, 2, &[0, 0, 0], &[0, 0, 0]),
        "3 rows of black stones and 3 of white ones: expected equal numbers, multiples of 2"
    );
    assert_eq!(refused(2, 3, &[0, 0, 0, 0], &[0, 0, 0, 8]), "board 1, row 1: a stone is off the board");
    assert_eq!(refused(2, 3, &[0, 2, 0, 0], &[0, 3, 0, 0]), "board 1, row 0: two stones on one point");
}

#[test]
fn points_have_the_bits_of_their_columns() {
    let size = Size::new(3, 7).unwrap();
    let board: Board = "3x7 freestyle XXXX---/-------/--OOOO- X".parse().unwrap();
    let [black, white] = Colour::ALL.map(|colour| rows(std::slice::from_ref(&board), colour));
    let (mut to_black, mut to_white) = ([0; 3], [0; 3]);
    Positions::new(size, &black, &white).unwrap().winning_cells(&mut to_black, &mut to_white);
    let bit = |text: &str| 1 << text.parse::<Point>().unwrap().column();
    assert_eq!((to_black, to_white), ([bit("e1"), 0, 0], [0, 0, bit("b3") | bit("g3")]));
}

/// Asks of a board in rows of a word what the rules on cells say of each point and each rule.
fn rows_agree<T: Row + TryFrom<u64>>(board: &Board) {
    let (size, cells) = (board.size(), cells(board));
    let row = |colour, row| T::try_from(board.planes().stones(colour, row)).ok().expect("a row fits");
    let [black, white] = Colour::ALL.map(|colour| (0..size.rows()).map(|at| row(colour, at)).collect::<Vec<T>>());
    let rows = Rows::new(size, &black, &white).unwrap();
    assert_eq!((rows.size(), &rows.planes()), (size, board.planes()));
    for rule in Rule::ALL {
        let expected = winners(&cells, rule);
        assert_eq!(rows.winners(rule), expected, "{rule}, {board}");
        assert_eq!(board.planes().winners(rule), expected, "{rule}, {board}");
        for (point, colour) in size.all().flat_map(|point| Colour::ALL.map(|colour| (point, colour))) {
            let mut placed = cells.clone();
            placed.set(point, Some(colour));
            let expected = reference::wins(&placed, rule, point);
            assert_eq!(rows.wins(rule, colour, point), expected, "{rule}, {colour} on {point}, {board}");
        }
    }
}

#[test]
fn rows_of_all_widths_say_who_wins() {
    let mut random = Random::new(4);
    for (rows, columns) in [(15, 15), (9, 14), (4, 15), (3, 8), (5, 6), (1, 9), (9, 1), (2, 16), (12, 16)] {
        for board in boards(Size::new(rows, columns).unwrap(), 12, &mut random) {
            rows_agree::<u16>(&board);
            rows_agree::<u32>(&board);
            rows_agree::<u64>(&board);
        }
    }
    for (rows, columns) in [(32, 7), (7, 32), (20, 20)] {
        let board = &boards(Size::new(rows, columns).unwrap(), 1, &mut random)[0];
        rows_agree::<u32>(board);
        rows_agree::<u64>(board);
    }
    rows_agree::<u64>(&boards(Size::new(8, 64).unwrap(), 1, &mut random)[0]);
}

#[test]
fn rows_may_be_narrower_than_the_board() {
    let (size, black, white) = (Size::new(2, 20).unwrap(), [0xf000_u16, 0], [0, 0x8000]);
    let rows = Rows::new(size, &black, &white).unwrap();
    let wins = |column| rows.wins(Rule::Freestyle, Colour::Black, Point::new(0, column).unwrap());
    assert_eq!([11, 16, 17].map(wins), [true, true, false]);
}

#[test]
fn rows_that_are_no_board_are_refused() {
    for rows in [3, 8, 15] {
        let size = Size::new(rows, 9).unwrap();
        let none = vec![0u16; rows];
        let lengths = |black, white| RowsError::Lengths { black, white, rows };
        assert_eq!(Rows::new(size, &none[1..], &none).err(), Some(lengths(rows - 1, rows)));
        assert_eq!(Rows::new(size, &none, &none[1..]).err(), Some(lengths(rows, rows - 1)));
        for row in 0..rows {
            let mut one = none.clone();
            one[row] = 1 << 9;
            assert_eq!(Rows::new(size, &one, &none).err(), Some(RowsError::OffBoard { row }));
            assert_eq!(Rows::new(size, &none, &one).err(), Some(RowsError::OffBoard { row }));
            one[row] = 1 << 8;
            assert_eq!(Rows::new(size, &one, &one).err(), Some(RowsError::Overlap { row }));
        }
    }
}
