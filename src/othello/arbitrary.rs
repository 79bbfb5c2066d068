//! Arbitrary squares, moves, positions and boards for fuzzing. Positions are any two sets that do
//! not overlap, reachable or not.

use super::board::Board;
use super::moves::{Line, Move};
use super::position::Position;
use super::square::{Square, SquareSet};
use crate::game::Symmetry;
use ::arbitrary::{Arbitrary, Result, Unstructured};

impl<'a, const N: usize> Arbitrary<'a> for Square<N> {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<Square<N>> {
        let (row, column) = (source.int_in_range(0..=N - 1)?, source.int_in_range(0..=N - 1)?);
        Ok(Square::new(row, column).expect("a row and a column of the board"))
    }
}

impl<'a, const N: usize> Arbitrary<'a> for SquareSet<N> {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<SquareSet<N>> {
        Ok(SquareSet::within(source.arbitrary()?))
    }
}

impl<'a, const N: usize> Arbitrary<'a> for Move<N> {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<Move<N>> {
        if source.ratio(1, 8)? { Ok(Move::Pass) } else { source.arbitrary().map(Move::Place) }
    }
}

impl<'a, const N: usize> Arbitrary<'a> for Line<N> {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<Line<N>> {
        source.arbitrary().map(Line)
    }
}

impl<'a, const N: usize> Arbitrary<'a> for Position<N> {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<Position<N>> {
        Ok(Position::without_overlap(source.arbitrary()?, source.arbitrary()?))
    }
}

impl<'a, const N: usize> Arbitrary<'a> for Board<N> {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<Board<N>> {
        Ok(Board::new(source.arbitrary()?, source.arbitrary()?))
    }
}

impl<'a> Arbitrary<'a> for Symmetry {
    fn arbitrary(source: &mut Unstructured<'a>) -> Result<Symmetry> {
        Ok(*source.choose(&Symmetry::ALL)?)
    }
}
