//! Which points belong to a board.

use super::point::{Point, PointSet, SIDE};
use std::fmt;

/// The size of a board and its blocked cells.
///
/// A blocked cell is off the board: no stone stands there, and no group has a liberty there (Hollow
/// NoGo). Boards up to 9x9 lie in the upper left corner of the frame.
///
/// ```
/// # use stonemask::nogo::Shape;
/// let shape = Shape::new(4, 3, "b2".parse().unwrap()).unwrap();
/// assert_eq!(shape.points().len(), 11);
/// assert!(Shape::new(10, 9, "".parse().unwrap()).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    rows: u8,
    columns: u8,
    points: PointSet,
}

impl Shape {
    /// 9x9, nothing blocked.
    pub const FULL: Shape = Shape { rows: SIDE as u8, columns: SIDE as u8, points: PointSet::ALL };

    /// The longest board of one row.
    pub const LONGEST_ROW: usize = 2 * SIDE - 1;

    /// A board of `rows` x `columns` cells, 1 to 9 each, without the blocked ones. A single row may
    /// have up to 17 cells, which lie as those of [`Shape::row`] do.
    ///
    /// # Errors
    /// When the size is wrong or a blocked cell lies outside it.
    pub fn new(rows: usize, columns: usize, blocked: PointSet) -> Result<Shape, ShapeError> {
        let shape = if rows == 1 && columns > SIDE {
            Shape::row(columns)?
        } else if (1..=SIDE).contains(&rows) && (1..=SIDE).contains(&columns) {
            let points = (0..rows)
                .flat_map(|row| (0..columns).map(move |column| Point::new(row, column).expect("in the frame")))
                .collect();
            Shape { rows: rows as u8, columns: columns as u8, points }
        } else {
            return Err(ShapeError::Size { rows, columns });
        };
        match (blocked - shape.points).iter().next() {
            Some(point) => Err(ShapeError::Outside { point, rows, columns }),
            None => Ok(Shape { points: shape.points - blocked, ..shape }),
        }
    }

    /// A board of one row of `cells`, 1 to 17. From the tenth on they go down the last column: the
    /// row is bent, since the rules know neighbours alone. The cells beside it are blocked.
    ///
    /// ```
    /// # use stonemask::nogo::Shape;
    /// assert_eq!(Shape::row(11).unwrap().points().to_string(), "a1 b1 c1 d1 e1 f1 g1 h1 j1 j2 j3");
    /// ```
    ///
    /// # Errors
    /// When there are fewer or more cells.
    pub fn row(cells: usize) -> Result<Shape, ShapeError> {
        if !(1..=Shape::LONGEST_ROW).contains(&cells) {
            return Err(ShapeError::Size { rows: 1, columns: cells });
        }
        let rows = 1 + cells.saturating_sub(SIDE);
        let points = (0..cells).map(Shape::cell_of_row).collect();
        Ok(Shape { rows: rows as u8, columns: cells.min(SIDE) as u8, points })
    }

    /// Where a cell of a single row lies, from 0.
    pub(crate) fn cell_of_row(cell: usize) -> Point {
        Point::new(cell.saturating_sub(SIDE - 1), cell.min(SIDE - 1)).expect("in the frame")
    }

    /// The shape of these parts, which belong to one.
    pub(crate) const fn from_parts(rows: u8, columns: u8, points: PointSet) -> Shape {
        Shape { rows, columns, points }
    }

    /// The board's rows, blocked cells included.
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// The board's columns, blocked cells included.
    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// The points of the board: the cells that are not blocked.
    pub const fn points(self) -> PointSet {
        self.points
    }

    /// The cell in the middle, if the board has one.
    pub fn centre(self) -> Option<Point> {
        let odd = self.rows % 2 == 1 && self.columns % 2 == 1;
        let centre = Point::new(self.rows() / 2, self.columns() / 2).expect("in the frame");
        (odd && self.points.contains(centre)).then_some(centre)
    }
}

impl Default for Shape {
    fn default() -> Shape {
        Shape::FULL
    }
}

/// A shape that no board has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShapeError {
    /// The rows or columns are too few or too many.
    Size {
        /// The rows asked for.
        rows: usize,
        /// The columns asked for.
        columns: usize,
    },
    /// A blocked cell lies outside the board.
    Outside {
        /// The cell.
        point: Point,
        /// The board's rows.
        rows: usize,
        /// The board's columns.
        columns: usize,
    },
    /// The board has no middle cell, or it is blocked.
    NoCentre {
        /// The board's rows.
        rows: usize,
        /// The board's columns.
        columns: usize,
    },
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShapeError::Size { rows, columns } => write!(
                f,
                "{rows}x{columns} is not a board: expected 1 to 9 rows and 1 to 9 columns, or one row of up to {} cells",
                Shape::LONGEST_ROW
            ),
            ShapeError::Outside { point, rows, columns } => {
                write!(f, "blocked cell {point} is off the {rows}x{columns} board")
            }
            ShapeError::NoCentre { rows, columns } => {
                write!(f, "this {rows}x{columns} board has no centre to forbid")
            }
        }
    }
}

impl std::error::Error for ShapeError {}
