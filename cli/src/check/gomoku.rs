//! The checks of Gomoku's kernels, and of what the library decides by them.

use super::{Notes, Rounds};
use stonemask::game::Game;
use stonemask::gomoku::reference::{self, Cells};
use stonemask::gomoku::{Board, Colour, Kernels, Point, Rule, Size};
use stonemask::{Random, Tier};

pub(crate) struct Checks {
    /// A random game in progress.
    board: Board,
}

impl Checks {
    pub(crate) fn new() -> Checks {
        Checks { board: Board::new(Size::new(15, 15).expect("a size"), Rule::Freestyle) }
    }
}

impl Rounds for Checks {
    fn round(&mut self, random: &mut Random, tiers: &[Tier], notes: &mut Notes) {
        let reference = Kernels::get(Tier::Reference).expect("the reference is available everywhere");
        if !self.board.play_random(reference, random) {
            self.board = Board::new(size(random), Rule::ALL[random.below(5) as usize]);
        }
        for board in [self.board.clone(), arbitrary(random)] {
            for &tier in tiers {
                compare(&board, tier, reference, random, notes);
            }
        }
        let board = Board::new(size(random), Rule::Freestyle);
        let seed = random.next_u64();
        for &tier in tiers {
            let game = |tier| {
                let kernels = Kernels::get(tier).expect("the tier is available");
                let mut random = Random::new(seed);
                (board.clone().playout(kernels, &mut random), random.next_u64())
            };
            let shown = || format!("{board}, seed {seed}");
            notes.compare("playout", tier, &game(tier), &game(Tier::Reference), shown);
        }
    }
}

/// Any size, the usual ones more often.
fn size(random: &mut Random) -> Size {
    let mut side = |most| random.below(most) as usize + 1;
    let (rows, columns) = match side(8) {
        1 => (15, 15),
        2 => (19, 19),
        3 | 4 => (side(15), side(15)),
        5 | 6 => (side(32), side(32)),
        _ => (side(64), side(64)),
    };
    Size::new(rows, columns).expect("within 64")
}

/// Any stones on any board, from nearly empty to full, the cursor anywhere.
fn arbitrary(random: &mut Random) -> Board {
    let size = size(random);
    let (density, black) = ([2, 8, 16, 24, 30, 32][random.below(6) as usize], 4 + random.below(25));
    let mut rows = Vec::new();
    for _ in 0..size.rows() {
        let mut cell = || match (random.below(32) < density, random.below(32) < black) {
            (false, _) => '-',
            (true, true) => 'X',
            (true, false) => 'O',
        };
        rows.push((0..size.columns()).map(|_| cell()).collect::<String>());
    }
    // A text with two winners is no board; so the stones are set up one by one.
    let mut board = Board::new(size, Rule::Freestyle);
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.chars().enumerate() {
            let point = Point::new(row, column).expect("on the board");
            match cell {
                'X' => board.set_stone(point, Some(Colour::Black)),
                'O' => board.set_stone(point, Some(Colour::White)),
                _ => {}
            }
        }
    }
    board.set_cursor(size.point(random.below(size.points() as u32) as usize));
    board
}

fn compare(board: &Board, tier: Tier, reference: &Kernels, random: &mut Random, notes: &mut Notes) {
    let kernels = Kernels::get(tier).expect("the tier is available");
    let planes = board.planes();
    let shown = || board.to_string();
    notes.compare("any_five", tier, &kernels.any_five(planes), &reference.any_five(planes), shown);
    notes.compare("any_exact_five", tier, &kernels.any_exact_five(planes), &reference.any_exact_five(planes), shown);
    notes.compare("winning_cells", tier, &kernels.winning_cells(planes), &reference.winning_cells(planes), shown);
    for colour in Colour::ALL {
        let shown = || format!("{board}, {colour}");
        notes.compare("threats", tier, &kernels.threats(planes, colour), &reference.threats(planes, colour), shown);
    }
    let cells = cells(board);
    for _ in 0..32 {
        let point = board.size().point(random.below(board.size().points() as u32) as usize);
        let shown = || format!("{board}, {point}");
        for colour in Colour::ALL {
            let result = kernels.five(planes, colour, point);
            notes.compare("five", tier, &result, &reference.five(planes, colour, point), shown);
        }
        let runs = board.stone(point).map(|_| reference::runs(&cells, point));
        notes.compare("runs", tier, &kernels.runs(board, point), &runs, shown);
    }
}

fn cells(board: &Board) -> Cells {
    let mut cells = Cells::new(board.size());
    for point in board.size().all() {
        cells.set(point, board.stone(point));
    }
    cells
}
