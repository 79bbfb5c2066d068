//! A board as its lines, with the patterns on every empty point kept beside them.

use super::patterns::{CENTRE, Class, Pattern, Patterns};
use crate::game::Colour;
use crate::gomoku::board::Board;
use crate::gomoku::point::{Point, Size};
use crate::gomoku::renju::Trial;
use crate::gomoku::rule::{AXES, Rule};
use crate::gomoku::vector::CellVector;

/// Off the board there are as many cells as a pattern reaches, and more.
const FIRST: usize = 16;
/// The lines of an axis: on the largest board 127 diagonals.
const LINES: usize = 2 * Size::MAX;

/// The patterns that a stone on a point makes along all axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Quiet,
    OpenThree,
    DoubleThree,
    Four,
    FourThree,
    /// Two points win afterwards.
    DoubleFour,
    Five,
}

/// The worth of a pattern in the order of moves: nothing without another stone.
const WEIGHTS: [i32; 10] = [0, 0, 0, 4, 10, 12, 36, 40, 80, 100];

/// The worth of a kind of point in the order of moves, beside its patterns.
const BONUSES: [i32; 7] = [0, 40, 300, 30, 800, 2000, 5000];

/// The worth of a pattern to the colour that is to move, and to the other; of a kind of point to
/// both: 400 for odds of e to 1. Fitted to the ends of games of the search with itself
/// (`docs/GOMOKU.md`).
const PATTERN_WORTHS: [[i32; 10]; 2] = [[0, -3, -4, 0, 5, 16, 36, 51, 0, 0], [0, 3, 4, -1, -2, -17, -12, -46, 0, 0]];
const KIND_WORTHS: [[i32; 7]; 2] = [[0, 44, 269, 51, 0, 0, 0], [0, -30, -10, -44, -320, 0, 0]];

/// The patterns that a colour may make on a point.
#[derive(Clone, Copy, Debug)]
struct Spot {
    patterns: [Pattern; 4],
    kind: Kind,
    /// In the order of moves.
    weight: i32,
    /// If the colour is to move, and if the other is.
    worths: [i32; 2],
}

pub(super) struct Field {
    size: Size,
    rule: Rule,
    cells: CellVector,
    /// By axis and line: the stones of both colours. A cell off the board counts as both.
    lines: Vec<[u128; 2]>,
    spots: [Vec<Spot>; 2],
    /// How many stones are within two points.
    near: Vec<u8>,
    /// How many empty points of each kind there are.
    kinds: [[u32; 7]; 2],
    worths: [[i32; 2]; 2],
    empties: usize,
    key: u64,
    keys: Vec<[u64; 2]>,
}

fn mixed(number: u64) -> u64 {
    let a = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let b = (a ^ a >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let c = (b ^ b >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    c ^ c >> 31
}

impl Field {
    pub(super) fn new(board: &Board, patterns: &mut [Patterns; 2]) -> Field {
        let size = board.size();
        let spot = Spot { patterns: [Pattern::NONE; 4], kind: Kind::Quiet, weight: 0, worths: [0; 2] };
        let mut field = Field {
            size,
            rule: board.rule(),
            cells: CellVector::new(size),
            lines: vec![[u128::MAX; 2]; 4 * LINES],
            spots: [vec![spot; size.points()], vec![spot; size.points()]],
            near: vec![0; size.points()],
            kinds: [[0; 7]; 2],
            worths: [[0; 2]; 2],
            empties: size.points(),
            key: mixed(1),
            keys: (0..size.points() as u64).map(|at| [mixed(2 * at + 2), mixed(2 * at + 3)]).collect(),
        };
        for point in size.all() {
            for axis in 0..4 {
                let (line, place) = field.place(point, axis);
                field.lines[line].iter_mut().for_each(|set| *set &= !(1 << place));
            }
        }
        field.kinds = [[size.points() as u32, 0, 0, 0, 0, 0, 0]; 2];
        for point in size.all() {
            (0..4).for_each(|axis| field.look(point, axis, patterns));
            field.judge(point);
        }
        for point in size.all() {
            if let Some(colour) = board.stone(point) {
                field.put(point, colour, patterns);
            }
        }
        field
    }

    pub(super) fn size(&self) -> Size {
        self.size
    }

    pub(super) fn empties(&self) -> usize {
        self.empties
    }

    pub(super) fn key(&self) -> u64 {
        self.key
    }

    /// How many empty points of a kind a colour has.
    pub(super) fn count(&self, colour: Colour, kind: Kind) -> u32 {
        self.kinds[colour as usize][kind as usize]
    }

    pub(super) fn kind(&self, colour: Colour, point: Point) -> Kind {
        self.spots[colour as usize][self.size.index(point)].kind
    }

    pub(super) fn is_empty(&self, point: Point) -> bool {
        self.cells.stone(point).is_none()
    }

    pub(super) fn is_near(&self, point: Point) -> bool {
        self.near[self.size.index(point)] > 0
    }

    /// The empty points.
    pub(super) fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.all().filter(|&point| self.is_empty(point))
    }

    /// The empty points on which a colour makes a kind or more.
    pub(super) fn points(&self, colour: Colour, least: Kind) -> impl Iterator<Item = Point> + '_ {
        let any = self.kinds[colour as usize][least as usize..].iter().any(|&count| count > 0);
        let all = any.then(|| self.empty_points());
        all.into_iter().flatten().filter(move |&point| self.kind(colour, point) >= least)
    }

    /// How good a move looks: what it makes, and what it takes from the other colour.
    pub(super) fn promise(&self, colour: Colour, point: Point) -> i32 {
        let at = self.size.index(point);
        let worth = |colour: Colour| {
            let spot = &self.spots[colour as usize][at];
            spot.weight + BONUSES[spot.kind as usize]
        };
        5 * worth(colour) + 4 * worth(colour.other())
    }

    /// The prospects of the colour to move, by the patterns of both: 100 for odds of e to 1.
    pub(super) fn lead(&self, colour: Colour) -> i32 {
        (self.worths[colour as usize][0] + self.worths[colour.other() as usize][1]) / 4
    }

    /// Whether the rule allows a stone on an empty point.
    pub(super) fn allows(&self, colour: Colour, point: Point) -> bool {
        if self.rule != Rule::Renju || colour == Colour::White {
            return true;
        }
        let spot = &self.spots[0][self.size.index(point)];
        if spot.kind == Kind::Five {
            return true;
        }
        let threes = spot.patterns.iter().filter(|pattern| pattern.class() >= Class::OpenThree).count();
        let is_safe = threes < 2
            && !spot.patterns.iter().any(|pattern| pattern.is_overline() || pattern.class() == Class::OpenFour);
        is_safe || Trial::new(&self.cells).forbidden(point).is_none()
    }

    /// The empty points beyond the ends of the fives that a stone makes: where two blocked ends
    /// count, a stone there may stop it.
    pub(super) fn ends(&self, colour: Colour, five: Point) -> Vec<Point> {
        let mut ends = vec![five];
        if !matches!(self.rule, Rule::Caro | Rule::CaroExact) {
            return ends;
        }
        for (axis, (rows, columns)) in AXES.into_iter().enumerate() {
            if self.spots[colour as usize][self.size.index(five)].patterns[axis].class() != Class::Five {
                continue;
            }
            for sign in [-1, 1] {
                let end = (1..=5)
                    .map_while(|steps| five.offset(sign * steps * rows, sign * steps * columns))
                    .take_while(|&point| self.size.contains(point))
                    .find(|&point| self.cells.stone(point) != Some(colour));
                ends.extend(end.filter(|&point| self.is_empty(point)));
            }
        }
        ends
    }

    pub(super) fn put(&mut self, point: Point, colour: Colour, patterns: &mut [Patterns; 2]) {
        self.leave(point);
        self.cells.put(point, colour);
        self.empties -= 1;
        self.change(point, colour, patterns);
    }

    pub(super) fn take(&mut self, point: Point, patterns: &mut [Patterns; 2]) {
        let colour = self.cells.take(point).expect("a stone");
        self.empties += 1;
        let at = self.size.index(point);
        for (spots, (kinds, worths)) in self.spots.iter().zip(self.kinds.iter_mut().zip(&mut self.worths)) {
            kinds[spots[at].kind as usize] += 1;
            worths.iter_mut().zip(spots[at].worths).for_each(|(sum, worth)| *sum += worth);
        }
        self.change(point, colour, patterns);
    }

    /// An empty point no longer counts.
    fn leave(&mut self, point: Point) {
        let at = self.size.index(point);
        for (spots, (kinds, worths)) in self.spots.iter().zip(self.kinds.iter_mut().zip(&mut self.worths)) {
            kinds[spots[at].kind as usize] -= 1;
            worths.iter_mut().zip(spots[at].worths).for_each(|(sum, worth)| *sum -= worth);
        }
    }

    /// Everything that a stone put or taken changes.
    fn change(&mut self, point: Point, colour: Colour, patterns: &mut [Patterns; 2]) {
        let is_there = !self.is_empty(point);
        self.key ^= self.keys[self.size.index(point)][colour as usize];
        let (rows, columns) = (self.size.rows(), self.size.columns());
        for row in point.row().saturating_sub(2)..(point.row() + 3).min(rows) {
            for column in point.column().saturating_sub(2)..(point.column() + 3).min(columns) {
                let near = &mut self.near[row * columns + column];
                *near = if is_there { *near + 1 } else { *near - 1 };
            }
        }
        for (axis, (down, right)) in AXES.into_iter().enumerate() {
            let (line, place) = self.place(point, axis);
            self.lines[line][colour as usize] ^= 1 << place;
            for steps in -(CENTRE as isize)..=CENTRE as isize {
                let cell = point.offset(steps * down, steps * right).filter(|&cell| self.size.contains(cell));
                if let Some(cell) = cell.filter(|&cell| self.is_empty(cell)) {
                    self.look(cell, axis, patterns);
                    if steps != 0 {
                        self.judge(cell);
                    }
                }
            }
        }
        if !is_there {
            self.judge(point);
        }
    }

    /// The line of an axis that goes through a point, and the point's place on it.
    #[inline]
    fn place(&self, point: Point, axis: usize) -> (usize, usize) {
        let (row, column) = (point.row(), point.column());
        let (line, place) = match axis {
            0 => (row, column),
            1 => (column, row),
            2 => (row + Size::MAX - 1 - column, row),
            _ => (row + column, row),
        };
        (axis * LINES + line, FIRST + place)
    }

    /// Finds the patterns on an empty point along an axis.
    fn look(&mut self, point: Point, axis: usize, patterns: &mut [Patterns; 2]) {
        let (line, place) = self.place(point, axis);
        let around = self.lines[line].map(|set| (set >> (place - CENTRE)) as u32);
        let at = self.size.index(point);
        for (colour, patterns) in patterns.iter_mut().enumerate() {
            self.spots[colour][at].patterns[axis] = patterns.get(around[colour], around[1 - colour]);
        }
    }

    /// Finds what an empty point is worth by its patterns.
    fn judge(&mut self, point: Point) {
        let at = self.size.index(point);
        for (spots, (kinds, worths)) in self.spots.iter_mut().zip(self.kinds.iter_mut().zip(&mut self.worths)) {
            let spot = &mut spots[at];
            let mut counts = [0; 10];
            let mut weight = 0;
            for pattern in spot.patterns {
                counts[pattern.class() as usize] += 1;
                weight += WEIGHTS[pattern.class() as usize];
            }
            let count = |class: Class| counts[class as usize];
            let kind = if count(Class::Five) > 0 {
                Kind::Five
            } else if count(Class::OpenFour) > 0 || count(Class::Four) > 1 {
                Kind::DoubleFour
            } else if count(Class::Four) > 0 {
                if count(Class::OpenThree) > 0 { Kind::FourThree } else { Kind::Four }
            } else {
                [Kind::Quiet, Kind::OpenThree, Kind::DoubleThree][count(Class::OpenThree).min(2)]
            };
            kinds[spot.kind as usize] -= 1;
            kinds[kind as usize] += 1;
            for role in 0..2 {
                let worth =
                    spot.patterns.iter().map(|pattern| PATTERN_WORTHS[role][pattern.class() as usize]).sum::<i32>()
                        + KIND_WORTHS[role][kind as usize];
                worths[role] += worth - spot.worths[role];
                spot.worths[role] = worth;
            }
            (spot.kind, spot.weight) = (kind, weight);
        }
    }
}
