//! Arbitrary points, sets and boards for fuzzing. Boards are those of games.

use super::board::Board;
use super::point::{Point, Size};
use super::point_set::PointSet;
use super::rule::Rule;
use crate::game::arbitrary::played;
use ::arbitrary::{Arbitrary, Result, Unstructured};

impl<'a> Arbitrary<'a> for Size {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<Size> {
        let (rows, columns) = (source.int_in_range(1..=Size::MAX)?, source.int_in_range(1..=Size::MAX)?);
        Ok(Size::new(rows, columns).expect("a size"))
    }
}

impl<'a> Arbitrary<'a> for Point {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<Point> {
        let (row, column) = (source.int_in_range(0..=Size::MAX - 1)?, source.int_in_range(0..=Size::MAX - 1)?);
        Ok(Point::new(row, column).expect("a point of the largest board"))
    }
}

impl<'a> Arbitrary<'a> for Rule {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<Rule> {
        Ok(*source.choose(&Rule::ALL)?)
    }
}

impl<'a> Arbitrary<'a> for PointSet {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<PointSet> {
        let size: Size = source.arbitrary()?;
        let mut set = PointSet::empty(size);
        for row in 0..size.rows() {
            let columns: u64 = source.arbitrary()?;
            let chosen = (0..size.columns()).filter(|column| columns >> column & 1 == 1);
            set.extend(chosen.map(|column| Point::new(row, column).expect("a point of the board")));
        }
        Ok(set)
    }
}

impl<'a> Arbitrary<'a> for Board {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<Board> {
        let start = Board::with_size(source.arbitrary()?, source.arbitrary()?);
        played(source, start)
    }
}
