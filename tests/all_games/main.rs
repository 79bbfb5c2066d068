//! Promise: what all boards have in common holds for all of them: images and keys, sums, merged
//! positions, and the tier in use.

#[path = "../support/cases.rs"]
mod cases;
mod choose;
mod games_of_a_seed;
mod images;
mod merged;
#[path = "../support/on_tiers.rs"]
mod on_tiers;
mod sums;
mod tier_in_use;

use stonemask::gomoku::{self, Rule, Size};
use stonemask::nogo::{self, PointSet, Shape};
use stonemask::{Random, othello};

/// Does the same with the starts of every game, as different ones as it has.
macro_rules! starts {
    ($board:ident => $body:expr) => {{
        use stonemask::gomoku::{self, Rule, Size};
        $crate::of!($board => $body;
            stonemask::othello::Board::<4>::start(),
            stonemask::othello::Board::<8>::start(),
            gomoku::Board::start(),
            gomoku::Board::with_size(Size::new(3, 20).unwrap(), Rule::Renju),
            stonemask::nogo::Board::start(),
        )
    }};
}
use starts;

/// Does the same with positions of random games of every game, on small boards.
macro_rules! small_boards {
    ($random:expr, $board:ident => $body:expr) => {
        $crate::of!($board => $body;
            $crate::othello_board::<6>($random),
            $crate::othello_board::<4>($random),
            $crate::gomoku_board(3, 6, $random),
            $crate::gomoku_board(7, 7, $random),
            $crate::nogo_board(3, 6, $random),
            $crate::nogo_board(5, 5, $random),
        )
    };
}
use small_boards;

/// Does the same with each of these boards.
macro_rules! of {
    ($board:ident => $body:expr; $($one:expr,)*) => {{ $( { let $board = $one; $body; } )* }};
}
use of;

/// A position of a random game of Othello.
fn othello_board<const N: usize>(random: &mut Random) -> othello::Board<N> {
    let mut board = othello::Board::start();
    for _ in 0..random.below((N * N) as u32) {
        board.play_random(random);
    }
    board
}

/// A position of a random game of Gomoku under any rule, at its end or not.
fn gomoku_board(rows: usize, columns: usize, random: &mut Random) -> gomoku::Board {
    let rule = Rule::ALL[random.below(Rule::ALL.len() as u32) as usize];
    let mut board = gomoku::Board::with_size(Size::new(rows, columns).unwrap(), rule);
    for _ in 0..random.below((rows * columns) as u32 + 1) {
        board.play_random(random);
    }
    board
}

/// A position of a random game of NoGo; one board in two has blocked cells.
fn nogo_board(rows: usize, columns: usize, random: &mut Random) -> nogo::Board {
    let blocked = if random.below(2) == 0 { 0 } else { random.below(4) };
    let cells = rows * columns;
    let any = |_| nogo::Point::new(random.below(rows as u32) as usize, random.below(columns as u32) as usize).unwrap();
    let blocked: PointSet = if blocked as usize >= cells { PointSet::EMPTY } else { (0..blocked).map(any).collect() };
    let mut board = nogo::Board::with_shape(Shape::new(rows, columns, blocked).unwrap());
    let plies = random.below(cells as u32 + 1);
    board.play_random_plies(random, plies);
    board
}
