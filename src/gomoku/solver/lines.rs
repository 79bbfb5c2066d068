//! A board as its lines: what a search puts stones on and takes them from.
//!
//! Each cell lies on a line of each axis. A stone changes four lines, so what both colours can make on a line is kept beside it, and where
//! no stone was placed nothing is looked at again.

use super::row::{FIRST, Maps, Win, Windows, maps, spread};
use crate::game::Colour;
use crate::gomoku::board::Board;
use crate::gomoku::point::{Point, Size};
use crate::gomoku::renju::{self, Around, CENTRE, Tried};
use crate::gomoku::rule::Rule;

/// The most rows and columns of a board that is searched.
pub(super) const MOST: usize = 32;

/// The lines of an axis: on a square board of n rows 2n - 1 diagonals.
const LINES: usize = 2 * MOST;

/// The sets of [`Maps`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Map {
    Fives,
    Fours,
    Straights,
    Threes,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Line {
    board: u64,
    stones: [u64; 2],
    maps: [Maps; 2],
}

/// A stone and the lines as they were without it.
#[derive(Clone, Debug)]
struct Placed {
    point: Point,
    colour: Colour,
    before: [Line; 4],
}

/// The cells on which one stone stops every five that a colour threatens to make: at most two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stops {
    points: [Point; 2],
    count: usize,
}

impl Stops {
    pub(super) fn points(&self) -> &[Point] {
        &self.points[..self.count]
    }

    fn one(point: Point) -> Stops {
        Stops { points: [point; 2], count: 1 }
    }
}

/// A set of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cells(pub(super) [u32; MOST]);

impl Cells {
    pub(super) const NONE: Cells = Cells([0; MOST]);

    /// Adds a point; whether it was not there.
    pub(super) fn insert(&mut self, point: Point) -> bool {
        let row = &mut self.0[point.row()];
        let is_new = *row >> point.column() & 1 == 0;
        *row |= 1 << point.column();
        is_new
    }

    pub(super) fn has(&self, point: Point) -> bool {
        self.0[point.row()] >> point.column() & 1 != 0
    }
}

#[derive(Clone, Debug)]
pub(super) struct Lines {
    size: Size,
    rule: Rule,
    wins: [Win; 2],
    lines: Box<[[Line; LINES]; 4]>,
    /// By colour, map and axis: the lines on which the map has a cell.
    any: [[[u64; 4]; 4]; 2],
    key: u64,
    empties: u32,
    placed: Vec<Placed>,
}

/// The bit of the cell at this place of its line.
const fn bit(place: usize) -> u64 {
    1 << (FIRST + place as u32)
}

fn mixed(number: u64) -> u64 {
    let a = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let b = (a ^ a >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    b ^ b >> 31
}

/// The part of a stone in the key.
fn stone_key(point: Point, colour: Colour) -> u64 {
    let number = 1 + colour as u64 + 2 * (point.row() * MOST + point.column()) as u64;
    mixed(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

impl Lines {
    /// The stones of a board; `None` when it has more than 32 rows or columns.
    pub(super) fn new(board: &Board) -> Option<Lines> {
        let (size, rule) = (board.size(), board.rule());
        if size.rows() > MOST || size.columns() > MOST {
            return None;
        }
        let mut lines = Lines {
            size,
            rule,
            wins: Colour::ALL.map(|colour| Win::of(rule, colour)),
            lines: Box::new([[Line::default(); LINES]; 4]),
            any: [[[0; 4]; 4]; 2],
            key: mixed((rule as u64) << 16 | (size.rows() as u64) << 8 | size.columns() as u64),
            empties: size.points() as u32,
            placed: Vec::with_capacity(64),
        };
        for point in size.all() {
            for axis in 0..4 {
                let (line, place) = lines.place(point, axis);
                lines.lines[axis][line].board |= bit(place);
            }
        }
        for point in size.all() {
            if let Some(colour) = board.stone(point) {
                lines.put(point, colour);
            }
        }
        lines.placed.clear();
        Some(lines)
    }

    /// A number for the stones, whoever placed them in which order.
    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// The key with one stone more.
    pub(super) fn key_after(&self, point: Point, colour: Colour) -> u64 {
        self.key ^ stone_key(point, colour)
    }

    /// The line of an axis that goes through a point, and the point's place on it.
    #[inline]
    fn place(&self, point: Point, axis: usize) -> (usize, usize) {
        let (row, column) = (point.row(), point.column());
        match axis {
            0 => (row, column),
            1 => (column, row),
            2 => (row + self.size.columns() - 1 - column, row),
            _ => (row + column, row),
        }
    }

    /// The point at a place of a line.
    #[inline]
    fn point(&self, axis: usize, line: usize, place: usize) -> Point {
        let (row, column) = match axis {
            0 => (line, place),
            1 => (place, line),
            2 => (place, place + self.size.columns() - 1 - line),
            _ => (place, line - place),
        };
        Point::new(row, column).expect("a cell of the board")
    }

    pub(super) fn is_empty(&self, point: Point) -> bool {
        let Line { stones: [black, white], .. } = self.lines[0][point.row()];
        (black | white) & bit(point.column()) == 0
    }

    /// The empty points by rows.
    pub(super) fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.all().filter(|&point| self.is_empty(point))
    }

    /// Places a stone on an empty point.
    pub(super) fn put(&mut self, point: Point, colour: Colour) {
        let mut before = [Line::default(); 4];
        for (axis, before) in before.iter_mut().enumerate() {
            let (line, place) = self.place(point, axis);
            *before = self.lines[axis][line];
            let mut after = *before;
            after.stones[colour as usize] |= bit(place);
            let [black, white] = after.stones;
            after.maps = [maps(self.wins[0], black, white, after.board), maps(self.wins[1], white, black, after.board)];
            self.set(axis, line, &after);
        }
        self.key ^= stone_key(point, colour);
        self.empties -= 1;
        self.placed.push(Placed { point, colour, before });
    }

    /// Takes the stone away that was placed last.
    pub(super) fn take(&mut self) {
        let Placed { point, colour, before } = self.placed.pop().expect("a stone to take away");
        for (axis, before) in before.iter().enumerate() {
            let (line, _) = self.place(point, axis);
            self.set(axis, line, before);
        }
        self.key ^= stone_key(point, colour);
        self.empties += 1;
    }

    /// How many stones were placed and not taken away.
    pub(super) fn placed(&self) -> usize {
        self.placed.len()
    }

    #[inline]
    fn set(&mut self, axis: usize, line: usize, to: &Line) {
        let at = &mut self.lines[axis][line];
        let changed = at.maps != to.maps;
        *at = *to;
        if changed {
            for (any, maps) in self.any.iter_mut().zip(to.maps) {
                for (any, map) in any.iter_mut().zip(maps.all()) {
                    any[axis] = any[axis] & !(1 << line) | u64::from(map != 0) << line;
                }
            }
        }
    }

    /// Whether a map has a cell.
    #[inline]
    pub(super) fn any(&self, colour: Colour, map: Map) -> bool {
        self.any[colour as usize][map as usize].into_iter().any(|lines| lines != 0)
    }

    /// Calls for each cell of a map, by axis, line and place; for a cell on several lines several times.
    #[inline]
    pub(super) fn each(&self, colour: Colour, map: Map, mut call: impl FnMut(Point)) {
        for axis in 0..4 {
            let mut lines = self.any[colour as usize][map as usize][axis];
            while lines != 0 {
                let line = lines.trailing_zeros() as usize;
                lines &= lines - 1;
                let mut cells = self.lines[axis][line].maps[colour as usize].all()[map as usize];
                while cells != 0 {
                    call(self.point(axis, line, (cells.trailing_zeros() - FIRST) as usize));
                    cells &= cells - 1;
                }
            }
        }
    }

    /// The first cell of a map.
    pub(super) fn first(&self, colour: Colour, map: Map) -> Option<Point> {
        for axis in 0..4 {
            let lines = self.any[colour as usize][map as usize][axis];
            if lines != 0 {
                let line = lines.trailing_zeros() as usize;
                let cells = self.lines[axis][line].maps[colour as usize].all()[map as usize];
                return Some(self.point(axis, line, (cells.trailing_zeros() - FIRST) as usize));
            }
        }
        None
    }

    /// Adds the cells of a map to a list, each once; `seen` are those that it holds.
    pub(super) fn add(&self, colour: Colour, map: Map, seen: &mut Cells, list: &mut Vec<Point>) {
        self.each(colour, map, |point| {
            if seen.insert(point) {
                list.push(point);
            }
        });
    }

    /// Adds the cells on which a stone would be the third of five cells in which the colour may win.
    pub(super) fn add_closed_threes(&self, colour: Colour, seen: &mut Cells, list: &mut Vec<Point>) {
        let win = self.wins[colour as usize];
        for (axis, lines) in self.lines.iter().enumerate() {
            for (at, line) in lines.iter().enumerate() {
                let (own, other) = (line.stones[colour as usize], line.stones[1 - colour as usize]);
                if own & own.wrapping_sub(1) == 0 {
                    continue;
                }
                let empty = line.board & !own & !other;
                let mut cells = spread(Windows::new(win, own, other, line.board).of_two()) & empty;
                while cells != 0 {
                    let point = self.point(axis, at, (cells.trailing_zeros() - FIRST) as usize);
                    cells &= cells - 1;
                    if seen.insert(point) {
                        list.push(point);
                    }
                }
            }
        }
    }

    /// Whether a point is in a map on some line.
    pub(super) fn has(&self, colour: Colour, map: Map, point: Point) -> bool {
        (0..4).any(|axis| {
            let (line, place) = self.place(point, axis);
            self.lines[axis][line].maps[colour as usize].all()[map as usize] & bit(place) != 0
        })
    }

    /// Whether the rule lets a colour play on an empty point.
    pub(super) fn allows(&mut self, colour: Colour, point: Point) -> bool {
        !self.forbids(colour) || renju::forbidden(self, point).is_none()
    }

    /// Whether the rule forbids a colour any points.
    pub(super) fn forbids(&self, colour: Colour) -> bool {
        self.rule == Rule::Renju && colour == Colour::Black
    }

    /// Whether a colour may play on an empty point, and could whatever stones the other placed elsewhere.
    pub(super) fn stays_allowed(&mut self, colour: Colour, point: Point) -> bool {
        !self.forbids(colour) || renju::stays_allowed(self, point)
    }

    /// Whether a colour has a point to play on.
    pub(super) fn can_move(&mut self, colour: Colour) -> bool {
        if !self.forbids(colour) {
            return self.empties > 0;
        }
        let size = self.size;
        size.all().any(|point| self.is_empty(point) && self.allows(colour, point))
    }

    /// Whether the other colour, which is to move, can do nothing against a five that this colour threatens.
    pub(super) fn is_sure_of_five(&mut self, colour: Colour) -> bool {
        let other = colour.other();
        let Some(stops) = self.stops(colour) else { return false };
        !stops.points().iter().any(|&stop| self.allows(other, stop)) && self.can_move(other)
    }

    /// Whether black could play on three points or more, whatever one black stone and any white ones were added elsewhere.
    pub(super) fn has_quiet_points(&self) -> bool {
        // No rule forbids a point with fewer than four black stones around.
        let is_quiet =
            |&point: &Point| (0..4).map(|axis| self.around(point, axis).black.count_ones()).sum::<u32>() <= 2;
        self.empty_points().filter(is_quiet).nth(2).is_some()
    }

    /// Where one stone of the other colour stops every five that a colour threatens; `None` when it threatens none.
    pub(super) fn stops(&self, colour: Colour) -> Option<Stops> {
        if self.wins[colour as usize].counts_blocks() {
            return self.stops_with_blocks(colour);
        }
        let first = self.first(colour, Map::Fives)?;
        let mut stops = Stops::one(first);
        self.each(colour, Map::Fives, |point| {
            if point != first {
                stops.count = 0;
            }
        });
        Some(stops)
    }

    /// Calls for each five that a colour threatens: its empty cell, and the end at which a stone of the other colour would block the
    /// second of both ends.
    fn each_threat(&self, colour: Colour, mut call: impl FnMut(Point, Option<Point>)) {
        let win = self.wins[colour as usize];
        for axis in 0..4 {
            let mut lines = self.any[colour as usize][Map::Fives as usize][axis];
            while lines != 0 {
                let at = lines.trailing_zeros() as usize;
                lines &= lines - 1;
                let line = &self.lines[axis][at];
                let (own, other) = (line.stones[colour as usize], line.stones[1 - colour as usize]);
                let empty = line.board & !own & !other;
                let mut windows = Windows::new(win, own, other, line.board).of_four();
                while windows != 0 {
                    let first = windows & windows.wrapping_neg();
                    windows ^= first;
                    let point = |cell: u64| self.point(axis, at, (cell.trailing_zeros() - FIRST) as usize);
                    let ends = [first >> 1, first << 5];
                    let open = ends.into_iter().find(|end| empty & end != 0);
                    let is_blocked = ends.into_iter().any(|end| other & end != 0);
                    let end = open.filter(|_| is_blocked && win.counts_blocks()).map(point);
                    call(point((0x1f * first) & empty), end);
                }
            }
        }
    }

    fn stops_with_blocks(&self, colour: Colour) -> Option<Stops> {
        let mut stops: Option<Stops> = None;
        self.each_threat(colour, |cell, end| {
            let all = Stops { points: [cell, end.unwrap_or(cell)], count: 1 + usize::from(end.is_some()) };
            stops = Some(match stops {
                None => all,
                Some(before) => {
                    let mut both = Stops { points: all.points, count: 0 };
                    for &point in before.points().iter().filter(|point| all.points().contains(point)) {
                        both.points[both.count] = point;
                        both.count += 1;
                    }
                    both
                }
            });
        });
        stops
    }

    /// Adds every cell that has to do with the fives that a colour threatens: those that complete them, and where ends count, those.
    pub(super) fn add_answers(&self, colour: Colour, cells: &mut Cells) {
        let counts_blocks = self.wins[colour as usize].counts_blocks();
        for axis in 0..4 {
            let mut lines = self.any[colour as usize][Map::Fives as usize][axis];
            while lines != 0 {
                let at = lines.trailing_zeros() as usize;
                lines &= lines - 1;
                let line = &self.lines[axis][at];
                let empty = line.board & !line.stones[0] & !line.stones[1];
                let mut near = line.maps[colour as usize].fives;
                if counts_blocks {
                    let (own, other) = (line.stones[colour as usize], line.stones[1 - colour as usize]);
                    let windows = Windows::new(self.wins[colour as usize], own, other, line.board).of_four();
                    near |= (windows >> 1 | windows << 5) & empty;
                }
                while near != 0 {
                    cells.insert(self.point(axis, at, (near.trailing_zeros() - FIRST) as usize));
                    near &= near - 1;
                }
            }
        }
    }
}

/// Black stones are tried without a look at what they make.
impl Tried for Lines {
    fn put(&mut self, point: Point) {
        for axis in 0..4 {
            let (line, place) = self.place(point, axis);
            self.lines[axis][line].stones[0] |= bit(place);
        }
    }

    fn take(&mut self, point: Point) {
        for axis in 0..4 {
            let (line, place) = self.place(point, axis);
            self.lines[axis][line].stones[0] &= !bit(place);
        }
    }

    fn around(&self, point: Point, axis: usize) -> Around {
        let (line, place) = self.place(point, axis);
        let Line { board, stones: [black, white], .. } = self.lines[axis][line];
        // On the last axis a line's cells go down to the left, as `AXES` has it.
        let from = FIRST as usize + place - CENTRE;
        let look = |set: u64| (set >> from & 0x7ff) as u32;
        Around { black: look(black), empty: look(board & !black & !white) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn stones_come_and_go_without_a_trace() {
        let mut random = Random::new(3);
        for rule in Rule::ALL {
            for (rows, columns) in [(15, 15), (6, 9), (1, 32), (32, 32), (20, 5)] {
                let board = Board::with_size(Size::new(rows, columns).unwrap(), rule);
                let mut lines = Lines::new(&board).unwrap();
                let mut boards = vec![lines.clone()];
                while lines.empties > 0 && boards.len() < 60 {
                    let place = random.below(lines.empties) as usize;
                    let point = lines.empty_points().nth(place).unwrap();
                    let colour = Colour::ALL[random.below(2) as usize];
                    assert_eq!(lines.key_after(point, colour), {
                        lines.put(point, colour);
                        lines.key()
                    });
                    boards.push(lines.clone());
                }
                while let Some(before) = boards.pop() {
                    assert_eq!((&lines.lines, lines.any, lines.key), (&before.lines, before.any, before.key));
                    if !boards.is_empty() {
                        lines.take();
                    }
                }
            }
        }
    }

    #[test]
    fn fives_and_forbidden_points_are_those_of_the_board() {
        let mut random = Random::new(8);
        for _ in 0..400 {
            let rule = Rule::ALL[random.below(5) as usize];
            let size = Size::new(7 + random.below(9) as usize, 7 + random.below(9) as usize).unwrap();
            let mut board = Board::with_size(size, rule);
            for _ in 0..random.below(size.points() as u32 / 2) {
                let point = size.point(random.below(size.points() as u32) as usize);
                board.set_stone(point, Some(Colour::ALL[random.below(2) as usize]));
            }
            let mut lines = Lines::new(&board).unwrap();
            for point in board.empties().iter() {
                for colour in Colour::ALL {
                    let mut after = board.clone();
                    after.set_to_move(colour);
                    assert_eq!(lines.allows(colour, point), after.is_legal(point), "{board} {point} {colour}");
                    if after.is_legal(point) {
                        after.play(point);
                        assert_eq!(
                            lines.has(colour, Map::Fives, point),
                            after.winner() == Some(colour),
                            "{board} {point}"
                        );
                    }
                }
            }
        }
    }
}
