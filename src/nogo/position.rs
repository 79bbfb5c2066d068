//! Positions without history or groups: what the from-scratch kernels read and write.

use super::point::{Point, PointSet};
use super::reference::{Cell, Cells};
use super::shape::Shape;
use crate::game::Colour;
use std::fmt;

/// The stones of both colours on a board, whoever is to move.
///
/// Any two sets that do not overlap make a position. In a legal one every group has a liberty.
///
/// ```
/// use stonemask::nogo::{Colour, Position, Shape};
///
/// let position = Position::new(Shape::FULL, "a2 b1".parse()?, "e5".parse()?)?;
/// assert!(!position.is_legal(Colour::White, "a1".parse()?));
/// assert_eq!(position.masks().of(Colour::White).len(), 77);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[repr(C)]
pub struct Position {
    stones: [PointSet; 2],
    empty: PointSet,
}

impl Position {
    /// The position with these stones.
    ///
    /// # Errors
    /// When a point would hold two stones, or a stone would stand off the board.
    pub fn new(shape: Shape, black: PointSet, white: PointSet) -> Result<Position, PositionError> {
        if let Some(point) = (black & white).iter().next() {
            return Err(PositionError::Overlap { point });
        }
        if let Some(point) = ((black | white) - shape.points()).iter().next() {
            return Err(PositionError::OffBoard { point });
        }
        Ok(Position { stones: [black, white], empty: shape.points() - black - white })
    }

    /// The position of these sets; what is in none of them is off the board.
    ///
    /// ```
    /// use stonemask::nogo::{PointSet, Position};
    ///
    /// let (black, white): (PointSet, PointSet) = ("a1".parse()?, "b1".parse()?);
    /// let position = Position::with_empties(black, white, PointSet::ALL - black - white)?;
    /// assert!(position.dead_group().is_none());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a point is in two of them.
    #[inline]
    pub fn with_empties(black: PointSet, white: PointSet, empties: PointSet) -> Result<Position, PositionError> {
        match (black & white | (black | white) & empties).iter().next() {
            None => Ok(Position { stones: [black, white], empty: empties }),
            Some(point) => Err(PositionError::Overlap { point }),
        }
    }

    /// The position of these sets. Where they overlap, black's stone counts before white's, and a
    /// stone before an empty point.
    #[inline]
    pub(crate) fn from_sets(black: PointSet, white: PointSet, empty: PointSet) -> Position {
        Position { stones: [black, white - black], empty: empty - black - white }
    }

    /// The stones of a colour.
    #[inline]
    pub const fn stones(&self, colour: Colour) -> PointSet {
        self.stones[colour as usize]
    }

    /// The colour of the stone on a point; `None` without one.
    #[inline]
    pub fn stone(&self, point: Point) -> Option<Colour> {
        Colour::ALL.into_iter().find(|&colour| self.stones(colour).contains(point))
    }

    /// The points of the board without a stone.
    #[inline]
    pub const fn empties(&self) -> PointSet {
        self.empty
    }

    /// The points of the board.
    pub fn points(&self) -> PointSet {
        self.empty | self.stones[0] | self.stones[1]
    }

    /// The cells that the rules speak of.
    pub(crate) fn cells(&self) -> Cells {
        let cell = |row, column| {
            let point = Point::new(row, column).expect("a cell of the frame");
            match self.stone(point) {
                Some(colour) => Cell::Stone(colour),
                None if self.empty.contains(point) => Cell::Empty,
                None => Cell::Off,
            }
        };
        std::array::from_fn(|row| std::array::from_fn(|column| cell(row, column)))
    }

    /// A group without liberties, if there is one: the position is then illegal.
    pub fn dead_group(&self) -> Option<PointSet> {
        let dead = self.stones.map(|own| {
            let mut alive = self.empty.neighbours() & own;
            loop {
                let grown = (alive | alive.neighbours()) & own;
                if grown == alive {
                    return own - alive;
                }
                alive = grown;
            }
        });
        (dead[0] | dead[1]).iter().next().map(|stone| self.group(stone))
    }

    /// The group at a point; empty without a stone there.
    fn group(&self, point: Point) -> PointSet {
        let own = self.stones.into_iter().find(|stones| stones.contains(point)).unwrap_or_default();
        let mut group = point.set() & own;
        loop {
            let grown = (group | group.neighbours()) & own;
            if grown == group {
                return group;
            }
            group = grown;
        }
    }
}

/// The legal moves of both colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[repr(C)]
#[cfg_attr(feature = "serde", derive(::serde::Serialize, ::serde::Deserialize))]
pub struct Masks {
    /// Where black may play.
    pub black: PointSet,
    /// Where white may play.
    pub white: PointSet,
}

impl Masks {
    /// Where a colour may play.
    pub const fn of(&self, colour: Colour) -> PointSet {
        match colour {
            Colour::Black => self.black,
            Colour::White => self.white,
        }
    }
}

/// Stones that make no position, or none that a game reaches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionError {
    /// A point would hold two stones, or a stone and none.
    Overlap {
        /// The point.
        point: Point,
    },
    /// A stone would stand off the board or on a blocked cell.
    OffBoard {
        /// Where.
        point: Point,
    },
    /// A group has no liberty.
    NoLiberty {
        /// Whose group.
        colour: Colour,
        /// Its stones.
        stones: PointSet,
    },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Overlap { point } => write!(f, "both a black and a white stone on {point}"),
            PositionError::OffBoard { point } => write!(f, "a stone on {point}, off the board"),
            PositionError::NoLiberty { colour, stones } => {
                write!(f, "the {colour} group {stones} has no liberty, which no game reaches")
            }
        }
    }
}

impl std::error::Error for PositionError {}
