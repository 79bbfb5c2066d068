//! A board as its lines: what a search puts stones on and takes them from.
//!
//! Each cell lies on a line of each axis. A stone changes four lines, so what both colours can make
//! on a line is kept beside it, and where no stone was placed nothing is looked at again.

pub(super) use super::row::Map;
use super::row::{FIRST, Made, Win, Windows, Words, spread, spread_twice, threes};
use crate::bits::each;
use crate::game::Colour;
use crate::gomoku::board::Board;
use crate::gomoku::point::{Point, Size};
use crate::gomoku::renju::{self, Around, CENTRE, Tried};
use crate::gomoku::rule::Rule;

/// The most rows and columns of a board that is searched.
pub(super) const MOST: usize = 32;

/// The lines of an axis: on a square board of n rows 2n - 1 diagonals.
const LINES: usize = 2 * MOST;

/// The most cells of lines of which two are looked at together.
const NARROW: usize = 20;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Line {
    board: u64,
    stones: [u64; 2],
    made: [Made; 2],
}

impl Line {
    fn empty(&self) -> u64 {
        self.board & !self.stones[0] & !self.stones[1]
    }

    /// The stones of a colour, and those of the other.
    fn own_and_other(&self, colour: Colour) -> [u64; 2] {
        [self.stones[colour as usize], self.stones[1 - colour as usize]]
    }
}

/// A stone, and by axis and colour the windows as they were without it.
#[derive(Clone, Debug)]
struct Placed {
    point: Point,
    colour: Colour,
    before: [[Made; 2]; 4],
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
    /// Whether the maps of two lines are found at once.
    is_narrow: bool,
    lines: Box<[[Line; LINES]; 4]>,
    /// By axis and colour: the lines on which there are windows.
    any: [[Made; 2]; 4],
    /// By axis: the lines with cells.
    all: [u64; 4],
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
            is_narrow: size.rows().max(size.columns()) <= NARROW,
            lines: Box::new([[Line::default(); LINES]; 4]),
            any: [[Made::default(); 2]; 4],
            all: [0; 4],
            key: mixed((rule as u64) << 16 | (size.rows() as u64) << 8 | size.columns() as u64),
            empties: size.points() as u32,
            placed: Vec::with_capacity(64),
        };
        for point in size.all() {
            for axis in 0..4 {
                let (line, place) = lines.place(point, axis);
                lines.lines[axis][line].board |= bit(place);
                lines.all[axis] |= 1 << line;
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
        let at: [(usize, usize); 4] = std::array::from_fn(|axis| self.place(point, axis));
        for (axis, (line, place)) in at.into_iter().enumerate() {
            self.lines[axis][line].stones[colour as usize] |= bit(place);
        }
        let mut before = [[Made::default(); 2]; 4];
        for of in Colour::ALL {
            let after = self.made(of, at.map(|(line, _)| line));
            for axis in 0..4 {
                before[axis][of as usize] = self.set(axis, at[axis].0, of, after[axis]);
            }
        }
        self.key ^= stone_key(point, colour);
        self.empties -= 1;
        self.placed.push(Placed { point, colour, before });
    }

    /// Takes the stone away that was placed last.
    pub(super) fn take(&mut self) {
        let Placed { point, colour, before } = self.placed.pop().expect("a stone to take away");
        for (axis, before) in before.into_iter().enumerate() {
            let (line, place) = self.place(point, axis);
            self.lines[axis][line].stones[colour as usize] ^= bit(place);
            for of in Colour::ALL {
                self.set(axis, line, of, before[of as usize]);
            }
        }
        self.key ^= stone_key(point, colour);
        self.empties += 1;
    }

    /// How many stones were placed and not taken away.
    pub(super) fn placed(&self) -> usize {
        self.placed.len()
    }

    /// The windows of a colour on a line of each axis.
    #[inline]
    fn made(&self, of: Colour, at: [usize; 4]) -> [Made; 4] {
        let win = self.wins[of as usize];
        let line = |axis: usize| &self.lines[axis][at[axis]];
        if !self.is_narrow {
            return std::array::from_fn(|axis| {
                let [own, other] = line(axis).own_and_other(of);
                Windows::new(win, own, other, line(axis).board).made()
            });
        }
        let words = |set: fn(&Line) -> u64| {
            let word = |axis| set(line(axis)) | set(line(axis + 1)) << 32;
            Words([word(0), word(2)])
        };
        let (black, white) = (words(|line| line.stones[0]), words(|line| line.stones[1]));
        let (own, other) = if of == Colour::Black { (black, white) } else { (white, black) };
        let Made { threes, fours } = Windows::new(win, own, other, words(|line| line.board)).made();
        std::array::from_fn(|axis| {
            let part = |words: Words| words.0[axis / 2] >> (32 * (axis % 2)) & u64::from(u32::MAX);
            Made { threes: part(threes), fours: part(fours) }
        })
    }

    /// Changes the windows of a colour on a line; returns those before.
    #[inline]
    fn set(&mut self, axis: usize, line: usize, colour: Colour, to: Made) -> Made {
        let from = std::mem::replace(&mut self.lines[axis][line].made[colour as usize], to);
        if from.threes | from.fours | to.threes | to.fours != 0 {
            let any = &mut self.any[axis][colour as usize];
            any.threes = any.threes & !(1 << line) | u64::from(to.threes != 0) << line;
            any.fours = any.fours & !(1 << line) | u64::from(to.fours != 0) << line;
        }
        from
    }

    /// The lines of an axis on which a map may have a cell.
    #[inline]
    fn lines_with(&self, colour: Colour, map: Map, axis: usize) -> u64 {
        let any = self.any[axis][colour as usize];
        match map {
            Map::Fives => any.fours,
            Map::Fours | Map::Doubles => any.threes,
            Map::Threes => self.all[axis],
        }
    }

    /// The cells of a map on a line.
    #[inline]
    fn cells(&self, colour: Colour, map: Map, axis: usize, line: usize) -> u64 {
        let line = &self.lines[axis][line];
        let made = line.made[colour as usize];
        match map {
            Map::Fives => spread(made.fours) & line.empty(),
            Map::Fours => spread(made.threes) & line.empty(),
            Map::Doubles => spread_twice(made.threes) & line.empty(),
            Map::Threes => {
                let [own, other] = line.own_and_other(colour);
                threes(self.wins[colour as usize], own, other, line.board)
            }
        }
    }

    /// Whether a colour could make a five.
    #[inline]
    pub(super) fn any_five(&self, colour: Colour) -> bool {
        self.any.iter().fold(0, |all, any| all | any[colour as usize].fours) != 0
    }

    /// Whether a colour could make a four.
    #[inline]
    pub(super) fn any_four(&self, colour: Colour) -> bool {
        self.any.iter().fold(0, |all, any| all | any[colour as usize].threes) != 0
    }

    /// Calls for each cell of a map, by axis, line and place; for a cell on several lines several
    /// times.
    #[inline]
    pub(super) fn each(&self, colour: Colour, map: Map, mut call: impl FnMut(Point)) {
        for axis in 0..4 {
            for line in each(self.lines_with(colour, map, axis)) {
                for cell in each(self.cells(colour, map, axis, line)) {
                    call(self.point(axis, line, cell - FIRST as usize));
                }
            }
        }
    }

    /// The first cell on which a colour makes a five.
    pub(super) fn first_five(&self, colour: Colour) -> Option<Point> {
        let axis = (0..4).find(|&axis| self.any[axis][colour as usize].fours != 0)?;
        let line = self.any[axis][colour as usize].fours.trailing_zeros() as usize;
        let cells = self.cells(colour, Map::Fives, axis, line);
        Some(self.point(axis, line, (cells.trailing_zeros() - FIRST) as usize))
    }

    /// Adds the cells of a map to a list, each once; `seen` are those that it holds.
    pub(super) fn add(&self, colour: Colour, map: Map, seen: &mut Cells, list: &mut Vec<Point>) {
        self.each(colour, map, |point| {
            if seen.insert(point) {
                list.push(point);
            }
        });
    }

    /// Adds the cells of fours after which one answer may not be enough: a colour makes two of them
    /// at once, or the other may not play on the answer.
    pub(super) fn add_strong_fours(&self, colour: Colour, seen: &mut Cells, list: &mut Vec<Point>) {
        self.add(colour, Map::Doubles, seen, list);
        let mut once = Cells::NONE;
        self.each(colour, Map::Fours, |point| {
            if !once.insert(point) && seen.insert(point) {
                list.push(point);
            }
        });
        if !self.forbids(colour.other()) {
            return;
        }
        self.each_window(
            colour,
            |made| made.threes,
            |axis, at, window| {
                let cells = 0x1f << window & self.lines[axis][at].empty();
                let [four, answer] = [cells.trailing_zeros(), 63 - cells.leading_zeros()]
                    .map(|cell| self.point(axis, at, (cell - FIRST) as usize));
                for (four, answer) in [(four, answer), (answer, four)] {
                    if !seen.has(four) && self.may_be_forbidden(answer) {
                        seen.insert(four);
                        list.push(four);
                    }
                }
            },
        );
    }

    /// Adds the cells on which a stone would be the third of five cells in which the colour may
    /// win.
    pub(super) fn add_closed_threes(&self, colour: Colour, seen: &mut Cells, list: &mut Vec<Point>) {
        let win = self.wins[colour as usize];
        for (axis, lines) in self.lines.iter().enumerate() {
            for (at, line) in lines.iter().enumerate() {
                let (own, other) = (line.stones[colour as usize], line.stones[1 - colour as usize]);
                if own & own.wrapping_sub(1) == 0 {
                    continue;
                }
                let empty = line.board & !own & !other;
                for cell in each(spread(Windows::new(win, own, other, line.board).of_two()) & empty) {
                    let point = self.point(axis, at, cell - FIRST as usize);
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
            self.cells(colour, map, axis, line) & bit(place) != 0
        })
    }

    /// Whether the rule lets a colour play on an empty point.
    pub(super) fn allows(&mut self, colour: Colour, point: Point) -> bool {
        !self.forbids(colour) || !self.may_be_forbidden(point) || renju::forbidden(self, point).is_none()
    }

    /// Whether black, whom the rule forbids points, makes enough on an empty point that it may be
    /// one, now or with more white stones.
    fn may_be_forbidden(&self, point: Point) -> bool {
        let at: [(usize, usize); 4] = std::array::from_fn(|axis| self.place(point, axis));
        let around: [u64; 4] = std::array::from_fn(|axis| {
            let (line, place) = at[axis];
            self.lines[axis][line].stones[0] >> (FIRST as usize + place - CENTRE) & 0x7ff
        });
        let without_one = |stones: u64| stones & stones.wrapping_sub(1);
        // An overline and two fours on one line take four stones besides; each of two fours or
        // threes takes two.
        if around.iter().any(|&stones| without_one(without_one(without_one(stones))) != 0) {
            return true;
        }
        let two = around.map(|stones| without_one(stones) != 0);
        if two.iter().filter(|&&two| two).count() < 2 {
            return false;
        }
        let (mut fours, mut open) = (0, 0);
        for axis in (0..4).filter(|&axis| two[axis]) {
            let (line, place) = at[axis];
            let Line { board, stones: [black, white], made: [made, _] } = self.lines[axis][line];
            fours += spread(made.threes) >> (FIRST as usize + place) & 1;
            open += threes(self.wins[0], black, white, board) >> (FIRST as usize + place) & 1;
        }
        fours >= 2 || open >= 2
    }

    /// Whether the rule forbids a colour any points.
    pub(super) fn forbids(&self, colour: Colour) -> bool {
        self.rule == Rule::Renju && colour == Colour::Black
    }

    /// Whether a colour may play on an empty point, and could whatever stones the other placed
    /// elsewhere.
    pub(super) fn stays_allowed(&mut self, colour: Colour, point: Point) -> bool {
        !self.forbids(colour) || !self.may_be_forbidden(point) || renju::stays_allowed(self, point)
    }

    /// Whether a colour has a point to play on.
    pub(super) fn can_move(&mut self, colour: Colour) -> bool {
        if !self.forbids(colour) {
            return self.empties > 0;
        }
        let size = self.size;
        size.all().any(|point| self.is_empty(point) && self.allows(colour, point))
    }

    /// Whether the other colour, which is to move, can do nothing against a five that this colour
    /// threatens.
    pub(super) fn is_sure_of_five(&mut self, colour: Colour) -> bool {
        let other = colour.other();
        let Some(stops) = self.stops(colour) else { return false };
        !stops.points().iter().any(|&stop| self.allows(other, stop)) && self.can_move(other)
    }

    /// Whether black could play on three points or more, whatever one black stone and any white
    /// ones were added elsewhere.
    pub(super) fn has_quiet_points(&self) -> bool {
        // No rule forbids a point with fewer than four black stones around.
        let is_quiet =
            |&point: &Point| (0..4).map(|axis| self.around(point, axis).black.count_ones()).sum::<u32>() <= 2;
        self.empty_points().filter(is_quiet).nth(2).is_some()
    }

    /// Where one stone of the other colour stops every five that a colour threatens; `None` when it
    /// threatens none.
    pub(super) fn stops(&self, colour: Colour) -> Option<Stops> {
        if self.wins[colour as usize].counts_blocks() {
            return self.stops_with_blocks(colour);
        }
        let first = self.first_five(colour)?;
        let mut stops = Stops::one(first);
        self.each(colour, Map::Fives, |point| {
            if point != first {
                stops.count = 0;
            }
        });
        Some(stops)
    }

    /// Calls for each five that a colour threatens: its empty cell, and the end at which a stone of
    /// the other colour would block the second of both ends.
    fn each_threat(&self, colour: Colour, mut call: impl FnMut(Point, Option<Point>)) {
        let win = self.wins[colour as usize];
        self.each_window(
            colour,
            |made| made.fours,
            |axis, at, window| {
                let line = &self.lines[axis][at];
                let (empty, other) = (line.empty(), line.stones[1 - colour as usize]);
                let first = 1 << window;
                let point = |cell: u64| self.point(axis, at, (cell.trailing_zeros() - FIRST) as usize);
                let ends = [first >> 1, first << 5];
                let open = ends.into_iter().find(|end| empty & end != 0);
                let is_blocked = ends.into_iter().any(|end| other & end != 0);
                let end = open.filter(|_| is_blocked && win.counts_blocks()).map(point);
                call(point((0x1f * first) & empty), end);
            },
        );
    }

    /// Calls for each window of a colour of one kind, by axis, line and its first cell's bit.
    #[inline]
    fn each_window(&self, colour: Colour, kind: fn(Made) -> u64, mut call: impl FnMut(usize, usize, usize)) {
        for axis in 0..4 {
            for line in each(kind(self.any[axis][colour as usize])) {
                for window in each(kind(self.lines[axis][line].made[colour as usize])) {
                    call(axis, line, window);
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

    /// Adds every cell that has to do with the fives that a colour threatens: those that complete
    /// them, and where ends count, those.
    pub(super) fn add_answers(&self, colour: Colour, cells: &mut Cells) {
        let counts_blocks = self.wins[colour as usize].counts_blocks();
        for axis in 0..4 {
            for at in each(self.any[axis][colour as usize].fours) {
                let line = &self.lines[axis][at];
                let windows = line.made[colour as usize].fours;
                let ends = if counts_blocks { windows >> 1 | windows << 5 } else { 0 };
                for cell in each((spread(windows) | ends) & line.empty()) {
                    cells.insert(self.point(axis, at, cell - FIRST as usize));
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
