//! The samples on which Gomoku's kernels are measured.

use std::sync::LazyLock;
use stonemask::gomoku::{Board, Colour, Planes, Point, Rule, Size};
use stonemask::kernels::Gomoku as Kernels;
use stonemask::{Random, Tier};

/// Positions measured on: more than a predictor of branches learns in most kernels. Their planes
/// take 0.5 MB on 15x15, 1.3 MB on 19x19, 3.7 MB on 40x40.
const POSITIONS: usize = 2048;

/// How many of them have `STONES` stones chosen, for kernels that are asked about a stone: few
/// enough for the caches, where a search has its board.
const BOARDS: usize = 128;
pub(super) const STONES: usize = 16;

/// Stones on a board.
pub(super) type Chosen = [(Colour, Point); STONES];

/// Positions on a square board, each with the last stone and its colour, and the same as the
/// kernels take them.
struct Sample {
    boards: Vec<(Board, Colour, Point)>,
    planes: Vec<(Planes, Colour)>,
    with_stones: Vec<(Board, Chosen)>,
}

/// By side: a board of each width of lanes.
static SAMPLES: [(usize, LazyLock<Sample>); 3] = [
    (15, LazyLock::new(|| Sample::of(15))),
    (19, LazyLock::new(|| Sample::of(19))),
    (40, LazyLock::new(|| Sample::of(40))),
];

impl Sample {
    fn of(side: usize) -> Sample {
        let boards = clustered(square(side));
        let planes = boards.iter().map(|(board, colour, _)| (board.planes().clone(), *colour)).collect();
        let mut random = Random::new(2);
        let some = boards[..BOARDS].iter();
        let with_stones = some.map(|(board, ..)| (board.clone(), chosen(board, &mut random))).collect();
        Sample { boards, planes, with_stones }
    }

    fn on(side: usize) -> &'static Sample {
        let sample = SAMPLES.iter().find(|(of, _)| *of == side);
        &sample.unwrap_or_else(|| panic!("no positions on {side}x{side}")).1
    }
}

/// Positions on a square board.
pub(super) fn boards(side: usize) -> &'static [(Board, Colour, Point)] {
    &Sample::on(side).boards
}

/// The sample's boards as the kernels take them.
pub(super) fn planes(side: usize, kernels: &Kernels) -> &'static [(Planes, Colour)] {
    of_tier(&Sample::on(side).planes, kernels)
}

/// Some of the positions, each with stones on it.
pub(super) fn with_stones(side: usize, kernels: &Kernels) -> &'static [(Board, Chosen)] {
    of_tier(&Sample::on(side).with_stones, kernels)
}

/// Fewer for the slow reference.
fn of_tier<T>(positions: &'static [T], kernels: &Kernels) -> &'static [T] {
    if kernels.tier() == Tier::Reference { &positions[..16] } else { positions }
}

/// Any stones of a board.
fn chosen(board: &Board, random: &mut Random) -> Chosen {
    let stones = |colour| board.stones(colour).iter().map(move |point| (colour, point)).collect::<Vec<_>>();
    let all = [stones(Colour::Black), stones(Colour::White)].concat();
    [(); STONES].map(|()| all[random.below(all.len() as u32) as usize])
}

/// The lanes that the planes of a square board have, as `stonemask::gomoku::Planes` says.
pub(super) const fn lane(side: usize) -> u32 {
    match side {
        ..=15 => 16,
        16..=32 => 32,
        _ => 64,
    }
}

/// A square board's size.
pub(super) fn square(side: usize) -> Size {
    Size::new(side, side).expect("a size")
}

/// Clustered positions: each stone next to those that stand already, 10 to 65 of them; with the
/// last stone.
fn clustered(size: Size) -> Vec<(Board, Colour, Point)> {
    let mut random = Random::new(1);
    let mut boards = Vec::with_capacity(POSITIONS);
    while boards.len() < POSITIONS {
        let mut board = Board::with_size(size, Rule::Freestyle);
        let mut last = size.centre();
        board.play(last);
        let stones = 10 + random.below(56) as usize;
        while board.stone_count() < stones && !board.is_over() {
            let near = size.point(random.below(size.points() as u32) as usize);
            let beside = (0..9).any(|cell| {
                let row = near.row().checked_add_signed(cell / 3 - 1);
                let column = near.column().checked_add_signed(cell % 3 - 1);
                let point = row.zip(column).and_then(|(row, column)| Point::new(row, column));
                point.is_some_and(|point| size.contains(point) && board.stone(point).is_some())
            });
            if beside && board.try_play(near).is_ok() {
                last = near;
            }
        }
        boards.push((board.clone(), board.to_move().other(), last));
    }
    boards
}
