//! The rules of Gomoku as rule books state them, on cells, by walking: slow and obviously right.
//! Everything else is tested against this.
//!
//! Renju follows the Renju International Federation's *The International Rules of Renju*: section 2
//! and 3 for rows, fours and threes, section 9 for the threes that count.

use super::point::{Point, Size};
use super::rule::{AXES, Forbidden, Rule, Run};
use crate::game::Colour;

/// The cells of a board; `None` is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells {
    size: Size,
    cells: Vec<Option<Colour>>,
}

/// A step along an axis.
type Axis = (isize, isize);

impl Cells {
    /// A board without stones.
    pub fn new(size: Size) -> Cells {
        Cells { size, cells: vec![None; size.points()] }
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point of the board, if there is one.
    ///
    /// # Panics
    /// When the point is off the board.
    pub fn get(&self, point: Point) -> Option<Colour> {
        assert!(self.size.contains(point), "{point} is off the board");
        self.cells[self.size.index(point)]
    }

    /// Puts a stone on a point, or takes it away.
    ///
    /// # Panics
    /// When the point is off the board.
    pub fn set(&mut self, point: Point, stone: Option<Colour>) {
        assert!(self.size.contains(point), "{point} is off the board");
        self.cells[self.size.index(point)] = stone;
    }

    /// This board with one more stone.
    fn with(&self, point: Point, colour: Colour) -> Cells {
        let mut cells = self.clone();
        cells.set(point, Some(colour));
        cells
    }

    /// The point some steps along an axis; `None` off the board.
    fn step(&self, point: Point, axis: Axis, steps: isize) -> Option<Point> {
        point.offset(axis.0 * steps, axis.1 * steps).filter(|&point| self.size.contains(point))
    }

    fn is(&self, point: Option<Point>, stone: Option<Colour>) -> bool {
        point.is_some_and(|point| self.get(point) == stone)
    }

    /// The unbroken row of one colour through a stone along an axis: its points, first to last.
    fn row(&self, point: Point, axis: Axis) -> Vec<Point> {
        let colour = self.get(point);
        let mut row = vec![point];
        for direction in [-1, 1] {
            let mut steps = direction;
            while let Some(next) = self.step(point, axis, steps).filter(|&next| self.get(next) == colour) {
                if direction < 0 {
                    row.insert(0, next);
                } else {
                    row.push(next);
                }
                steps += direction;
            }
        }
        row
    }

    /// Cells in a row along an axis, from a first one; `None` when some are off the board.
    fn window(&self, first: Point, axis: Axis, cells: isize) -> Option<Vec<Point>> {
        (0..cells).map(|steps| self.step(first, axis, steps)).collect()
    }

    /// Every window of `length` cells, along every axis.
    fn windows(&self, cells: isize) -> Vec<Vec<Point>> {
        let from = |first| AXES.into_iter().filter_map(move |axis| self.window(first, axis, cells));
        self.size.all().flat_map(from).collect()
    }

    fn count(&self, points: &[Point], stone: Option<Colour>) -> usize {
        points.iter().filter(|&&point| self.get(point) == stone).count()
    }
}

/// The runs through the stone on `point`, by [`AXES`].
///
/// # Panics
/// When the point holds no stone.
pub fn runs(cells: &Cells, point: Point) -> [Run; 4] {
    let colour = cells.get(point).expect("a stone to count from");
    AXES.map(|axis| {
        let row = cells.row(point, axis);
        let before = row.iter().position(|&other| other == point).expect("the row goes through the point");
        let ends = [cells.step(row[0], axis, -1), cells.step(row[row.len() - 1], axis, 1)];
        let blocked = ends.into_iter().filter(|&end| cells.is(end, Some(colour.other()))).count();
        Run { length: row.len() as u8, before: before as u8, blocked: blocked as u8 }
    })
}

/// Whether the stone on `point`, just placed, wins.
///
/// # Panics
/// When the point holds no stone.
pub fn wins(cells: &Cells, rule: Rule, point: Point) -> bool {
    let colour = cells.get(point).expect("a stone just placed");
    runs(cells, point).into_iter().any(|Run { length, blocked, .. }| match rule {
        Rule::Freestyle => length >= 5,
        Rule::Standard => length == 5,
        Rule::Renju if colour == Colour::Black => length == 5,
        Rule::Renju => length >= 5,
        Rule::Caro => length > 5 || length == 5 && blocked < 2,
        Rule::CaroExact => length == 5 && blocked < 2,
    })
}

/// Whether a colour has five or more stones in a row anywhere.
pub fn any_five(cells: &Cells, colour: Colour) -> bool {
    cells.windows(5).iter().any(|window| cells.count(window, Some(colour)) == 5)
}

/// Whether a colour has a row of exactly five stones anywhere.
pub fn any_exact_five(cells: &Cells, colour: Colour) -> bool {
    let stones = cells.size.all().filter(|&point| cells.get(point) == Some(colour));
    stones.into_iter().any(|point| AXES.into_iter().any(|axis| cells.row(point, axis).len() == 5))
}

/// The empty points on which a stone of the colour makes five or more in a row.
pub fn winning_cells(cells: &Cells, colour: Colour) -> Vec<Point> {
    let five = |&point: &Point| {
        let placed = cells.with(point, colour);
        AXES.into_iter().any(|axis| placed.row(point, axis).len() >= 5)
    };
    cells.size.all().filter(|&point| cells.get(point).is_none()).filter(five).collect()
}

/// The empty points on which a stone of the colour makes a four: it is then one of five cells in a
/// row that hold four stones of the colour and one empty point.
pub fn fours(cells: &Cells, colour: Colour) -> Vec<Point> {
    within(cells, 5, |window| cells.count(window, Some(colour)) == 3 && cells.count(window, None) == 2, 0)
}

/// The empty points on which a stone of the colour makes an open four: it is then one of four
/// stones in an unbroken row with an empty point at each end.
pub fn open_fours(cells: &Cells, colour: Colour) -> Vec<Point> {
    within(cells, 6, |window| open(cells, colour, window, 3), 1)
}

/// The empty points on which a stone of the colour makes an open three: it is then one of three
/// stones that one stone more can make an open four, which is to say that of six cells in a row the
/// outer two are empty, and the inner four hold the three stones and an empty point.
pub fn open_threes(cells: &Cells, colour: Colour) -> Vec<Point> {
    within(cells, 6, |window| open(cells, colour, window, 2), 1)
}

/// Whether the outer two of six cells are empty, and the inner four hold `stones` stones of the
/// colour and are empty otherwise.
fn open(cells: &Cells, colour: Colour, window: &[Point], stones: usize) -> bool {
    let inner = &window[1..5];
    cells.get(window[0]).is_none()
        && cells.get(window[5]).is_none()
        && cells.count(inner, Some(colour)) == stones
        && cells.count(inner, None) == 4 - stones
}

/// The empty points that some window with a property holds, not counting a margin at both of its
/// ends.
fn within(cells: &Cells, length: isize, property: impl Fn(&[Point]) -> bool, margin: usize) -> Vec<Point> {
    let mut found = vec![false; cells.size.points()];
    for window in cells.windows(length).iter().filter(|window| property(window)) {
        for &point in &window[margin..window.len() - margin] {
            found[cells.size.index(point)] |= cells.get(point).is_none();
        }
    }
    cells.size.all().filter(|&point| found[cells.size.index(point)]).collect()
}

/// Why renju forbids black the empty point; `None` when black may play there.
///
/// A move that makes exactly five is never forbidden. Otherwise it is when it makes two fours or
/// more, two threes or more, or six or more in a row.
///
/// # Panics
/// When the point is occupied.
pub fn forbidden(cells: &Cells, point: Point) -> Option<Forbidden> {
    assert!(cells.get(point).is_none(), "{point} is occupied");
    let placed = cells.with(point, Colour::Black);
    if makes_five(&placed, point) {
        None
    } else if AXES.into_iter().map(|axis| fours_through(&placed, point, axis)).sum::<usize>() >= 2 {
        Some(Forbidden::DoubleFour)
    } else if AXES.into_iter().filter(|&axis| has_three(&placed, point, axis)).count() >= 2 {
        Some(Forbidden::DoubleThree)
    } else if AXES.into_iter().any(|axis| placed.row(point, axis).len() >= 6) {
        Some(Forbidden::Overline)
    } else {
        None
    }
}

/// Whether the black stone is in a row of exactly five.
fn makes_five(cells: &Cells, point: Point) -> bool {
    AXES.into_iter().any(|axis| cells.row(point, axis).len() == 5)
}

/// Black's fours along an axis that the stone belongs to. A four is four stones that one more makes
/// a row of exactly five; a straight four, which either of two stones completes, is one four.
fn fours_through(cells: &Cells, point: Point, axis: Axis) -> usize {
    let mut fours: Vec<Vec<Point>> = Vec::new();
    for completion in empties(cells, point, axis, 4) {
        let mut row = cells.with(completion, Colour::Black).row(completion, axis);
        if row.len() == 5 && row.contains(&point) {
            row.retain(|&stone| stone != completion);
            if !fours.contains(&row) {
                fours.push(row);
            }
        }
    }
    fours.len()
}

/// Whether the stone is part of a three along an axis: three stones to which one can be added,
/// without making five in a row at the same time, so that they are a straight four; and black may
/// play there (section 9).
fn has_three(cells: &Cells, point: Point, axis: Axis) -> bool {
    empties(cells, point, axis, 3).into_iter().any(|completion| {
        let placed = cells.with(completion, Colour::Black);
        is_straight_four(&placed, point, completion, axis)
            && !makes_five(&placed, completion)
            && forbidden(cells, completion).is_none()
    })
}

/// Whether both stones are in an unbroken row of four, and a stone at either end makes it exactly
/// five.
fn is_straight_four(cells: &Cells, point: Point, other: Point, axis: Axis) -> bool {
    let row = cells.row(point, axis);
    row.len() == 4
        && row.contains(&other)
        && [cells.step(row[0], axis, -1), cells.step(row[3], axis, 1)].into_iter().all(|end| {
            end.is_some_and(|end| cells.get(end).is_none() && cells.with(end, Colour::Black).row(end, axis).len() == 5)
        })
}

/// The empty points of an axis within some steps of a point.
fn empties(cells: &Cells, point: Point, axis: Axis, steps: isize) -> Vec<Point> {
    let near = (-steps..=steps).filter_map(|step| cells.step(point, axis, step));
    near.filter(|&point| cells.get(point).is_none()).collect()
}
