//! Positions of Gomoku.

use crate::error::Failure;
use crate::games::grid::{DIRECTIONS, EMPTY, Grid, either, moved, weighted, within};
use crate::games::shape::Shape;
use stonemask::gomoku::{AXES, Board, Point, Rule, Size};
use stonemask::{Colour, Random};

const KINDS: &[(u32, &str)] = &[
    (20, "random"),
    (25, "close"),
    (15, "runs"),
    (12, "wrap"),
    (15, "crossing"),
    (8, "recursive"),
    (2, "nearly full"),
    (2, "full"),
    (1, "empty"),
];

/// The setting that all positions of a source have in common.
pub(super) struct Setting {
    size: Option<Size>,
    rule: Rule,
}

impl Setting {
    pub(super) fn new(shape: &Shape) -> Result<Setting, Failure> {
        let given = shape.rows.is_some() || shape.columns.is_some();
        let size = super::size(shape)?;
        Ok(Setting { size: given.then_some(size), rule: shape.rule.unwrap_or_default() })
    }

    pub(super) fn draw(&self, random: &mut Random) -> (&'static str, String) {
        let size = self.size.unwrap_or_else(|| any_size(random));
        let kind = weighted(KINDS, random);
        // A composed board may show two winners, and then is none.
        loop {
            let board = match kind {
                "random" => Some(self.played(size, u32::MAX, random, |board, random| board.play_random(random))),
                "close" => Some(self.played(size, 32, random, play_close)),
                _ => self.composed(size, kind, random),
            };
            match board {
                Some(board) if kind != "recursive" || is_recursive(&board) => return (kind, board.to_string()),
                // Other rules have no such positions, and small boards no room for them.
                None | Some(_) if kind == "recursive" && self.cannot_recur(size) => {
                    return ("empty", Board::with_size(size, self.rule).to_string());
                }
                _ => {}
            }
        }
    }

    fn cannot_recur(&self, size: Size) -> bool {
        self.rule != Rule::Renju || size.rows() < 9 || size.columns() < 9
    }

    /// A game of a random number of plies up to a limit.
    fn played(
        &self,
        size: Size,
        plies: u32,
        random: &mut Random,
        play: impl Fn(&mut Board, &mut Random) -> bool,
    ) -> Board {
        let mut board = Board::with_size(size, self.rule);
        for _ in 0..random.below(plies.min(size.points() as u32) + 1) {
            if !play(&mut board, random) {
                break;
            }
        }
        board
    }

    fn composed(&self, size: Size, kind: &str, random: &mut Random) -> Option<Board> {
        let mut grid = Grid::new(size.rows(), size.columns());
        let colour = either(random);
        match kind {
            "runs" => {
                (0..within(1..=4, random)).for_each(|_| run(&mut grid, random));
                grid.scatter(random.below(8), random);
            }
            // Stones in a row where points are numbered by rows, over the edge of the board.
            "wrap" => {
                let columns = size.columns() as isize;
                for _ in 0..within(1..=3, random) {
                    let (down, right) = AXES[random.below(4) as usize];
                    let step = down * columns + right;
                    let edge = if right < 0 { 0 } else { columns - 1 };
                    let at = random.below(size.rows() as u32) as isize * columns + edge;
                    let (run, gap) = (within(4..=6, random), random.below(7));
                    let from = at - step * random.below(run) as isize;
                    let stones = (0..run).filter(|&number| number != gap);
                    stones.for_each(|number| grid.set_number(from + step * number as isize, colour.letter()));
                }
                grid.scatter(random.below(5), random);
            }
            "crossing" => crossing(&mut grid, colour.letter(), random),
            "recursive" => recursive(&mut grid, random),
            "nearly full" | "full" => {
                // Pairs in checks: no run is longer than two but along some diagonals.
                let shift = random.below(2) as isize;
                for row in 0..size.rows() as isize {
                    for column in 0..size.columns() as isize {
                        let black = (row / 2 + column + shift) % 2 == 0;
                        grid.set((row, column), if black { 'X' } else { 'O' });
                    }
                }
                for _ in 0..random.below(6) {
                    let cell = grid.any(random);
                    grid.set(cell, either(random).letter());
                }
                for _ in 0..if kind == "full" { 0 } else { within(1..=5, random) } {
                    let cell = grid.any(random);
                    grid.set(cell, EMPTY);
                }
            }
            _ => {}
        }
        let to_move = either(random);
        format!("{size} {} {} {}", self.rule, grid.join("/"), to_move.letter()).parse().ok()
    }
}

fn any_size(random: &mut Random) -> Size {
    let side = |random: &mut Random| within(1..=16, random) as usize;
    let (rows, columns) = match random.below(20) {
        0 => (1, within(1..=64, random) as usize),
        1 => (within(1..=64, random) as usize, 1),
        2 => (within(2..=6, random) as usize, 5),
        3..6 => (side(random), side(random)),
        6 => (19, 19),
        7 => (20, 20),
        8 => (within(17..=33, random) as usize, within(17..=33, random) as usize),
        _ => (15, 15),
    };
    Size::new(rows, columns).expect("at most 64")
}

/// The stone some steps from a point; `None` off the board.
fn stone(board: &Board, point: Point, direction: (isize, isize), steps: isize) -> Option<Option<Colour>> {
    let (row, column) = moved((point.row() as isize, point.column() as isize), direction, steps);
    let next = Point::new(row.try_into().ok()?, column.try_into().ok()?).filter(|&next| board.size().contains(next))?;
    Some(board.stone(next))
}

/// Plays next to stones, so that there are runs before the board is full.
fn play_close(board: &mut Board, random: &mut Random) -> bool {
    let near = |&point: &Point| {
        DIRECTIONS.into_iter().any(|direction| matches!(stone(board, point, direction, 1), Some(Some(_))))
    };
    let legal = board.legal_moves();
    let close: Vec<Point> = legal.iter().filter(near).collect();
    match close.len() {
        0 => board.play_random(random),
        count => {
            board.play(close[random.below(count as u32) as usize]);
            true
        }
    }
}

/// A long run with or without a gap, each end at the edge, at a stone or open.
fn run(grid: &mut Grid, random: &mut Random) {
    let axis = AXES[random.below(4) as usize];
    let (length, gap) = (within(4..=9, random) as isize, random.below(12) as isize);
    let mut from = grid.any(random);
    if random.below(2) == 0 {
        // From the edge on.
        while grid.get(moved(from, axis, -1)).is_some() {
            from = moved(from, axis, -1);
        }
    }
    let colour = either(random);
    (0..length).for_each(|steps| grid.set(moved(from, axis, steps), colour.letter()));
    if gap < length {
        grid.set(moved(from, axis, gap), EMPTY);
    }
    for end in [-1, length] {
        let beyond = weighted(&[(3, EMPTY), (2, colour.other().letter()), (1, colour.letter())], random);
        grid.set(moved(from, axis, end), beyond);
    }
}

/// Stones of a colour on all lines through an empty point.
fn crossing(grid: &mut Grid, colour: char, random: &mut Random) {
    let centre = (grid.rows as isize / 2, grid.columns as isize / 2);
    let shift = |random: &mut Random, side: usize| random.below(side as u32) as isize - side as isize / 2;
    let centre = match random.below(3) {
        0 => grid.any(random),
        _ => (centre.0 + shift(random, 5), centre.1 + shift(random, 5)),
    };
    cross(grid, centre, colour, random);
    grid.scatter(random.below(4), random);
    grid.set(centre, EMPTY);
}

fn cross(grid: &mut Grid, centre: (isize, isize), colour: char, random: &mut Random) {
    let other = Colour::from_letter(colour).expect("a colour").other().letter();
    for direction in DIRECTIONS {
        for steps in 1..=4 {
            let cell = weighted(&[(22, colour), (3, other), (40, EMPTY)], random);
            if cell != EMPTY {
                grid.set(moved(centre, direction, steps), cell);
            }
        }
    }
}

/// Black crosses at a point and at another beside it, which a three of the first may need.
fn recursive(grid: &mut Grid, random: &mut Random) {
    let shift = |random: &mut Random| random.below(5) as isize - 2;
    let centre = (grid.rows as isize / 2 + shift(random), grid.columns as isize / 2 + shift(random));
    let beside = moved(centre, DIRECTIONS[random.below(8) as usize], within(1..=3, random) as isize);
    cross(grid, centre, 'X', random);
    cross(grid, beside, 'X', random);
    grid.set(centre, EMPTY);
    grid.set(beside, EMPTY);
}

/// Whether black may play some point only because a three there cannot become a straight four:
/// black may not play the point that it needs for that, or makes another five on it.
fn is_recursive(board: &Board) -> bool {
    let mut black = board.clone();
    black.set_to_move(Colour::Black);
    if board.is_over() {
        return false;
    }
    let mut apparent = board.empties().into_iter().filter(|&point| apparent_threes(board, point) >= 2);
    apparent.any(|point| black.why_forbidden(point).is_none())
}

/// In how many directions a black stone would make three that one more could make a straight four,
/// whatever is forbidden.
fn apparent_threes(board: &Board, point: Point) -> usize {
    let cell = |axis: (isize, isize), steps: isize| {
        let there = stone(board, point, axis, steps);
        if steps == 0 { Some(Some(Colour::Black)) } else { there }
    };
    let three = |axis: &(isize, isize)| {
        (-4..0).any(|first| {
            let inner = (1..5).map(|step| cell(*axis, first + step));
            let (mut stones, mut empty) = (0, 0);
            inner.for_each(|cell| match cell {
                Some(Some(Colour::Black)) => stones += 1,
                Some(None) => empty += 1,
                _ => {}
            });
            let open = [0, 5].into_iter().all(|end| cell(*axis, first + end) == Some(None));
            let long = [-1, 6].into_iter().any(|end| cell(*axis, first + end) == Some(Some(Colour::Black)));
            stones == 3 && empty == 1 && open && !long
        })
    };
    AXES.iter().filter(|axis| three(axis)).count()
}
