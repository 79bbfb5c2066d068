//! Positions of NoGo.

use crate::error::Failure;
use crate::games::grid::{EMPTY, Grid, either, moved, weighted, within};
use crate::games::playable::Playable;
use crate::games::shape::Shape;
use stonemask::nogo::{self, Board, Point, PointSet, Position};
use stonemask::{Colour, Random};

const KINDS: &[(u32, &str)] =
    &[(35, "random"), (20, "tight"), (15, "arbitrary"), (18, "shape"), (8, "wrap"), (3, "finished"), (1, "empty")];

/// Shapes of Go, in which `.` is left as it is: what captures and what would be suicide, with the
/// point in question empty.
const SHAPES: &[(&str, &[&str])] = &[
    ("snapback", &[".XXO.", "XO-OX", ".XXO."]),
    ("snapback", &["-XXO", "XOO-", "XXXO"]),
    ("throw-in", &[".OOO.", "OX-XO", "OXXXO", ".OOO."]),
    ("group suicide", &[".XXXX.", "XOOO-X", ".XXXX."]),
    ("group suicide", &["-OOX", "OXXX", "XX.."]),
    ("two eyes", &[".OOO..", "OXXXXO", "OX-X-O", "OXXXXO", ".OOOO."]),
    ("two eyes in the corner", &["-X-XO", "XXXXO", "OOOO."]),
    ("false eye", &[".XO", "X-X", "OX."]),
    ("one eye", &[".XXX.", "XOOOX", "XO-OX", "XOOOX", ".XXX."]),
    ("ko", &[".XO.", "X-XO", ".XO."]),
    ("mutual atari", &["XXXX", "XOO-", "XXXO"]),
];

/// The setting that all positions of a source have in common.
pub(super) struct Setting {
    /// The empty board, where one is given.
    board: Option<Board>,
}

impl Setting {
    pub(super) fn new(shape: &Shape) -> Result<Setting, Failure> {
        let board = Board::begin(shape)?;
        Ok(Setting { board: shape.given().map(|_| board) })
    }

    pub(super) fn draw(&self, random: &mut Random) -> (&'static str, String) {
        let board = self.board.unwrap_or_else(|| Board::with_shape(any_shape(random)));
        let kind = weighted(KINDS, random);
        let points = board.empties().len();
        match kind {
            "random" => {
                let mut board = board;
                (0..random.below(points + 1)).all(|_| board.play_random(random));
                (kind, board.to_string())
            }
            "finished" => {
                let mut board = board;
                while board.play_random(random) {}
                (kind, board.to_string())
            }
            "tight" => {
                let mut board = board;
                (0..random.below(points + 1)).all(|_| play_tight(&mut board, random));
                (kind, board.to_string())
            }
            "empty" => (kind, board.to_string()),
            _ => composed(&board, kind, random),
        }
    }
}

fn any_shape(random: &mut Random) -> nogo::Shape {
    let side = |random: &mut Random| within(1..=9, random) as usize;
    let (rows, columns) = match random.below(12) {
        0 => (1, side(random)),
        1 => (side(random), 1),
        2..5 => (side(random), side(random)),
        5 => (7, 7),
        _ => (9, 9),
    };
    let all = nogo::Shape::new(rows, columns, PointSet::EMPTY).expect("at most 9");
    // Every eighth board has blocked cells.
    let percent = if random.below(8) == 0 { within(1..=30, random) } else { 0 };
    let blocked: PointSet = all.points().iter().filter(|_| random.below(100) < percent).collect();
    nogo::Shape::new(rows, columns, blocked).expect("the cells are on the board")
}

/// Plays the one of a few moves that leaves the fewest, so that groups have few liberties.
fn play_tight(board: &mut Board, random: &mut Random) -> bool {
    let legal: Vec<Point> = board.legal_moves().iter().collect();
    if legal.is_empty() {
        return false;
    }
    let tried = (0..4).map(|_| legal[random.below(legal.len() as u32) as usize]).map(|point| {
        let mut after = *board;
        after.play(point);
        after
    });
    *board = tried.min_by_key(|after| after.masks().black.len() + after.masks().white.len()).expect("four boards");
    true
}

fn composed(empty: &Board, kind: &'static str, random: &mut Random) -> (&'static str, String) {
    let (rows, columns) = (empty.shape().rows(), empty.shape().columns());
    let mut kind = kind;
    let mut grid = Grid::new(rows, columns);
    match kind {
        "arbitrary" => grid.scatter(within(10..=90, random), random),
        "shape" => {
            grid.scatter(random.below(30), random);
            kind = shape(&mut grid, random);
        }
        // A group at the right edge, and the other colour about it; where points are numbered by
        // rows without a gap, the left edge would be beside it.
        _ => {
            let colour = either(random);
            let last = columns as isize - 1;
            let top = random.below(rows as u32) as isize;
            let height = within(1..=3, random) as isize;
            for row in top..top + height {
                grid.set((row, last), colour.letter());
                grid.set((row, last - 1), colour.other().letter());
                let beside = weighted(&[(2, colour.letter()), (2, colour.other().letter()), (3, EMPTY)], random);
                grid.set((row + 1, 0), beside);
            }
            grid.set((top - 1, last), colour.other().letter());
            grid.scatter(random.below(30), random);
            grid.set((top + height, last), EMPTY);
        }
    }
    (kind, legal(empty.shape(), &grid, either(random)).to_string())
}

/// The board of these cells, without the groups that have no liberty.
fn legal(shape: nogo::Shape, grid: &Grid, to_move: Colour) -> Board {
    let of = |colour: Colour| -> PointSet {
        let stone = |point: &Point| grid.get((point.row() as isize, point.column() as isize)) == Some(colour.letter());
        shape.points().iter().filter(stone).collect()
    };
    let (mut black, mut white) = (of(Colour::Black), of(Colour::White));
    loop {
        let position = Position::new(shape, black, white).expect("a point has one stone at most");
        let Some(dead) = position.dead_group() else {
            return Board::from_stones(shape, black, white, to_move).expect("every group has a liberty");
        };
        (black, white) = (black - dead, white - dead);
    }
}

/// A shape at any place, turned, with either colour.
fn shape(grid: &mut Grid, random: &mut Random) -> &'static str {
    let (name, rows) = SHAPES[random.below(SHAPES.len() as u32) as usize];
    let [down, right] = match random.below(8) {
        0 => [(1, 0), (0, 1)],
        1 => [(1, 0), (0, -1)],
        2 => [(-1, 0), (0, 1)],
        3 => [(-1, 0), (0, -1)],
        4 => [(0, 1), (1, 0)],
        5 => [(0, 1), (-1, 0)],
        6 => [(0, -1), (1, 0)],
        _ => [(0, -1), (-1, 0)],
    };
    // A corner of the shape is a corner of the board half of the time.
    let from = if random.below(2) == 0 {
        let far = |step: isize, side: usize| if step < 0 { side as isize - 1 } else { 0 };
        (far(down.0 + right.0, grid.rows), far(down.1 + right.1, grid.columns))
    } else {
        grid.any(random)
    };
    for (row, cells) in rows.iter().enumerate() {
        for (column, cell) in cells.chars().enumerate().filter(|(_, cell)| *cell != '.') {
            grid.set(moved(moved(from, down, row as isize), right, column as isize), cell);
        }
    }
    if random.below(2) == 0 {
        grid.swap_colours();
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A shape with a group that has no liberty would be taken apart.
    #[test]
    fn every_shape_is_legal() {
        for (name, rows) in SHAPES {
            let mut grid = Grid::new(9, 9);
            for (row, cells) in rows.iter().enumerate() {
                let cells = cells.chars().enumerate().filter(|(_, cell)| *cell != '.');
                // Those of a corner stand in one.
                let at = if name.contains("corner") { 0 } else { 2 };
                cells.for_each(|(column, cell)| grid.set((row as isize + at, column as isize + at), cell));
            }
            let board = legal(nogo::Shape::FULL, &grid, Colour::Black);
            assert_eq!(board.to_string(), format!("{} X", grid.join("/")), "{name}");
        }
    }
}
