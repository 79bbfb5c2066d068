//! Serialization of NoGo's boards and their parts.

use super::point::{Point, PointSet};
use super::position::Position;
use super::shape::Shape;
use super::state::Board;
use crate::game::Colour;
use crate::serde::{as_parts, as_text};
use ::serde::{Deserialize, Serialize};

as_text!(Point, PointSet, Board);

/// A shape as it is written.
#[derive(Serialize, Deserialize)]
struct ShapeParts {
    rows: usize,
    columns: usize,
    blocked: PointSet,
}

as_parts!(
    Shape,
    ShapeParts,
    |shape| {
        let (rows, columns) = (shape.rows(), shape.columns());
        let all = Shape::new(rows, columns, PointSet::EMPTY).expect("the size of a board").points();
        ShapeParts { rows, columns, blocked: all - shape.points() }
    },
    |ShapeParts { rows, columns, blocked }| Shape::new(rows, columns, blocked)
);

/// A position as it is written.
#[derive(Serialize, Deserialize)]
struct PositionParts {
    black: PointSet,
    white: PointSet,
    empty: PointSet,
}

as_parts!(
    Position,
    PositionParts,
    |position| PositionParts {
        black: position.stones(Colour::Black),
        white: position.stones(Colour::White),
        empty: position.empties(),
    },
    |PositionParts { black, white, empty }| {
        match (black & white | black & empty | white & empty).iter().next() {
            Some(point) => Err(format!("{point} is in two of the sets of black, white and empty points")),
            None => Ok(Position::from_sets(black, white, empty)),
        }
    }
);
