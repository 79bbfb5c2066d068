//! Promise: every Gomoku kernel of every tier equals the rules on cells: on arbitrary boards from
//! empty to full, of all sizes, and on the positions of random games.

use crate::cases::cases;
use crate::cells;
use proptest::prelude::*;
use stonemask::founding::VectorBoard;
use stonemask::gomoku::reference::{self, Cells};
use stonemask::gomoku::{Board, Colour, Point, PointSet, Rule, Size, Threats};
use stonemask::kernels::Gomoku as Kernels;
use stonemask::{Random, Tier};

/// Any size; those of each lane width equally often, and their limits more often than that.
fn size() -> impl Strategy<Value = Size> {
    let side = |most: usize| prop_oneof![1..=most, Just(most), Just(1), Just(5)];
    let both = move |most| (side(most), side(most));
    prop_oneof![both(15), both(15), both(32), both(64), Just((15, 15)), Just((16, 15)), Just((15, 16)), Just((19, 19))]
        .prop_map(|(rows, columns)| Size::new(rows, columns).unwrap())
}

/// A board with any stones: a share of occupied points, and of black among them, from none to all.
fn board() -> impl Strategy<Value = Board> {
    let share = || prop_oneof![Just(0u32), Just(3), Just(8), Just(13), Just(16)];
    (size(), share(), share(), any::<u64>()).prop_map(|(size, occupied, black, seed)| {
        let mut random = Random::new(seed);
        let mut board = Board::with_size(size, Rule::Freestyle);
        for point in size.all() {
            if random.below(16) < occupied {
                let colour = if random.below(16) < black { Colour::Black } else { Colour::White };
                board.set_stone(point, Some(colour));
            }
        }
        board
    })
}

fn set(size: Size, points: Vec<Point>) -> PointSet {
    let mut set = PointSet::empty(size);
    for point in points {
        set.insert(point);
    }
    set
}

/// Compares everything that is asked of a whole board, by all tiers.
fn compare(board: &Board) {
    let (cells, planes, size) = (cells(board), board.planes(), board.size());
    let any = Colour::ALL.map(|colour| reference::any_five(&cells, colour));
    let exact = Colour::ALL.map(|colour| reference::any_exact_five(&cells, colour));
    let winning = Colour::ALL.map(|colour| set(size, reference::winning_cells(&cells, colour)));
    let threats = Colour::ALL.map(|colour| {
        [reference::fours, reference::open_fours, reference::open_threes].map(|map| set(size, map(&cells, colour)))
    });
    for tier in Tier::available() {
        let kernels = Kernels::get(tier).unwrap();
        assert_eq!(kernels.any_five(planes), any, "any five, {tier}, {board}");
        assert_eq!(kernels.any_exact_five(planes), exact, "exactly five, {tier}, {board}");
        assert_eq!(kernels.winning_cells(planes), winning, "winning cells, {tier}, {board}");
        // Sets that are used again keep nothing of what they held.
        let full = || PointSet::full(size);
        let mut used = Threats { fours: full(), open_fours: full(), open_threes: full() };
        for colour in Colour::ALL {
            let found = kernels.threats(planes, colour);
            kernels.threats_into(planes, colour, &mut used);
            assert_eq!(used, found, "threats of {colour} into used sets, {tier}, {board}");
            let maps = [found.fours, found.open_fours, found.open_threes];
            assert_eq!(maps, threats[colour as usize], "threats of {colour}, {tier}, {board}");
        }
    }
}

/// Compares the answers about a point.
fn compare_point(board: &Board, cells: &Cells, point: Point) {
    let planes = board.planes();
    let runs = board.stone(point).map(|_| reference::runs(cells, point));
    let five = Colour::ALL.map(|colour| {
        let mut placed = cells.clone();
        placed.set(point, Some(colour));
        reference::runs(&placed, point).iter().any(|run| run.length >= 5)
    });
    for tier in Tier::available() {
        let kernels = Kernels::get(tier).unwrap();
        assert_eq!(kernels.runs(board.cells(), point), runs, "runs through {point}, {tier}, {board}");
        for colour in Colour::ALL {
            let found = kernels.five(planes, colour, point);
            assert_eq!(found, five[colour as usize], "five of {colour} on {point}, {tier}, {board}");
        }
    }
}

proptest! {
    #![proptest_config(cases(96))]

    #[test]
    fn whole_boards(board in board()) {
        compare(&board);
    }

    #[test]
    fn points(board in board(), seed in any::<u64>()) {
        let cells = cells(&board);
        let mut random = Random::new(seed);
        for _ in 0..64 {
            compare_point(&board, &cells, board.size().point(random.below(board.size().points() as u32) as usize));
        }
    }
}

/// A single line of five cells or six, wherever it can lie or hang over the edge, on boards of
/// every lane width.
#[test]
fn every_line_of_five() {
    for (rows, columns) in [(5, 5), (1, 5), (5, 1), (6, 7), (15, 15), (16, 16), (32, 32), (33, 9), (9, 33), (64, 64)] {
        let size = Size::new(rows, columns).unwrap();
        let lines =
            [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().flat_map(|direction| [(5, direction), (6, direction)]);
        for first in size.all() {
            for (length, (down, right)) in lines.clone() {
                let step = |steps: isize| {
                    let row = first.row().checked_add_signed(down * steps)?;
                    Point::new(row, first.column().checked_add_signed(right * steps)?)
                };
                let line: Vec<Point> = (0..length).filter_map(step).filter(|&point| size.contains(point)).collect();
                let mut board = Board::with_size(size, Rule::Freestyle);
                for &point in &line {
                    board.set_stone(point, Some(Colour::White));
                }
                for tier in Tier::available().filter(|&tier| tier != Tier::Reference) {
                    let kernels = Kernels::get(tier).unwrap();
                    let (five, exact) = (line.len() >= 5, line.len() == 5);
                    assert_eq!(kernels.any_five(board.planes()), [false, five], "{tier}, {board}");
                    assert_eq!(kernels.any_exact_five(board.planes()), [false, exact], "{tier}, {board}");
                    for &point in &line {
                        let found = kernels.five(board.planes(), Colour::White, point);
                        assert_eq!(found, five, "{tier}, {point}, {board}");
                    }
                }
            }
        }
    }
}

#[test]
fn positions_of_random_games() {
    let mut random = Random::new(3);
    for (rows, columns) in [(15, 15), (9, 9), (3, 7), (7, 3), (1, 64), (64, 1), (20, 20), (5, 40)] {
        let mut board = Board::with_size(Size::new(rows, columns).unwrap(), Rule::Freestyle);
        while board.play_random(&mut random) {
            if random.below(8) == 0 || board.is_over() {
                compare(&board);
                let cells = cells(&board);
                for point in board.size().all() {
                    compare_point(&board, &cells, point);
                }
            }
        }
    }
}

/// From a stone in each direction a run of each length, closed by the other colour or by an empty
/// cell, among empty cells, stones of its own colour and stones of the other: on boards with edges
/// everywhere, from every square; on larger ones from those within five of an edge, where the cells
/// that a kernel reads at once reach beyond it, and a few in the middle. With a cursor on the
/// stones of the run.
#[test]
fn runs_of_every_length() {
    let all = [(1, 1), (1, 7), (7, 1), (2, 2), (2, 13), (3, 11), (6, 10), (9, 12), (12, 9), (11, 11), (15, 15)];
    let large = [(1, 64), (64, 1), (2, 64), (64, 2), (17, 30), (64, 11), (64, 64)];
    let mut random = Random::new(7);
    for (rows, columns) in all.into_iter().chain(large) {
        let size = Size::new(rows, columns).unwrap();
        let near_edge = |at: usize, side: usize| at < 5 || side - at <= 5 || at == side / 2;
        let every = rows * columns <= 225;
        for on in size.all() {
            let looked_at = near_edge(on.row(), rows) && near_edge(on.column(), columns);
            if every || looked_at && random.below(3) == 0 {
                runs_from(size, on, every, &mut random);
            }
        }
    }
}

/// Those from one stone.
fn runs_from(size: Size, on: Point, every: bool, random: &mut Random) {
    let own = Colour::ALL[random.below(2) as usize];
    for around in [None, Some(own), Some(own.other())] {
        let mut board = Board::with_size(size, Rule::Freestyle);
        size.all().for_each(|point| board.set_stone(point, around));
        for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1), (0, -1), (-1, 0), (-1, -1), (-1, 1)] {
            let step = |steps: isize| {
                let row = on.row().checked_add_signed(down * steps)?;
                Point::new(row, on.column().checked_add_signed(right * steps)?).filter(|&point| size.contains(point))
            };
            let line: Vec<Point> = (0..).map_while(step).collect();
            for length in 1..=line.len() {
                if !every && length > 7 && length + 2 < line.len() && random.below(16) != 0 {
                    continue;
                }
                for end in [None, Some(own.other())] {
                    let mut board = board.clone();
                    line[..length].iter().for_each(|&point| board.set_stone(point, Some(own)));
                    if let Some(&beyond) = line.get(length) {
                        board.set_stone(beyond, end);
                    }
                    let expected = reference::runs(&cells(&board), on);
                    let mut vector = VectorBoard::from(board);
                    vector.set_cursor(line[random.below(length as u32) as usize]);
                    for tier in Tier::available().filter(|&tier| tier != Tier::Reference) {
                        let found = Kernels::get(tier).unwrap().runs(vector.cells(), on);
                        assert_eq!(found, Some(expected), "runs through {on}, {tier}, {}", vector.board());
                    }
                }
            }
        }
    }
}
