//! Serialization of Gomoku's boards and their parts.

use super::board::Board;
use super::point::{Point, Size};
use super::point_set::PointSet;
use super::rule::Rule;
use crate::serde::{as_parts, as_text};
use ::serde::{Deserialize, Serialize};

as_text!(Point, Rule, Board);

/// A size as it is written.
#[derive(Serialize, Deserialize)]
struct SizeParts {
    rows: usize,
    columns: usize,
}

as_parts!(
    Size,
    SizeParts,
    |size| SizeParts { rows: size.rows(), columns: size.columns() },
    |SizeParts { rows, columns }| Size::new(rows, columns)
);

/// A set of points as it is written.
#[derive(Serialize, Deserialize)]
struct PointSetParts {
    size: Size,
    points: String,
}

as_parts!(
    PointSet,
    PointSetParts,
    |set| PointSetParts { size: set.size(), points: set.to_string() },
    |PointSetParts { size, points }| PointSet::parse(size, &points)
);
