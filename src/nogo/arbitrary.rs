//! Arbitrary points, sets, shapes, positions and boards for fuzzing. Boards are those of games;
//! positions are any stones.

use super::point::{Point, PointSet};
use super::position::Position;
use super::shape::Shape;
use super::state::Board;
use crate::game::arbitrary::played;
use ::arbitrary::{Arbitrary, Result, Unstructured};

impl<'a> Arbitrary<'a> for Point {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<Point> {
        let (row, column) = (source.int_in_range(0..=8)?, source.int_in_range(0..=8)?);
        Ok(Point::new(row, column).expect("a point of the frame"))
    }
}

impl<'a> Arbitrary<'a> for PointSet {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<PointSet> {
        Ok(PointSet::within_frame(source.arbitrary()?))
    }
}

/// One cell in four is blocked, or none.
impl<'a> Arbitrary<'a> for Shape {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<Shape> {
        let (rows, columns) = (source.int_in_range(1..=9)?, source.int_in_range(1..=9)?);
        let shape = |blocked| Shape::new(rows, columns, blocked).expect("a size, and cells of it");
        let all = shape(PointSet::EMPTY);
        if source.arbitrary()? {
            return Ok(all);
        }
        let (some, others): (PointSet, PointSet) = (source.arbitrary()?, source.arbitrary()?);
        Ok(shape(all.points() & some & others))
    }
}

impl<'a> Arbitrary<'a> for Position {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<Position> {
        let points = source.arbitrary::<Shape>()?.points();
        let (occupied, black): (PointSet, PointSet) = (source.arbitrary()?, source.arbitrary()?);
        Ok(Position::from_sets(points & occupied & black, (points & occupied) - black, points - occupied))
    }
}

impl<'a> Arbitrary<'a> for Board {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<Board> {
        let shape = source.arbitrary()?;
        let forbidden = source.arbitrary()?;
        let start = if forbidden { Board::with_centre_forbidden(shape).ok() } else { None };
        played(source, start.unwrap_or_else(|| Board::with_shape(shape)))
    }
}
