//! Where observations go: the caller's arrays, those that are given.

use crate::arrays;
use crate::rows::{Rows, Split};
use numpy::PyReadwriteArrayDyn;
use pyo3::prelude::*;

/// An array that may be left out.
pub(crate) fn optional<'py, T: numpy::Element>(
    value: Option<&Bound<'py, PyAny>>,
    name: &str,
    shape: &[usize],
) -> PyResult<Option<PyReadwriteArrayDyn<'py, T>>> {
    value.map(|value| arrays::write::<T>(value, name, shape)).transpose()
}

/// Writable rows of an array that may be left out.
macro_rules! lend {
    ($array:expr, $width:expr) => {
        match $array.as_mut() {
            None => None,
            Some(array) => Some(Rows { items: array.as_slice_mut()?, width: $width }),
        }
    };
}

/// Where an observation goes.
pub(crate) struct Into<'a> {
    pub(crate) planes: Option<Rows<'a, u8>>,
    pub(crate) float_planes: Option<Rows<'a, f32>>,
    pub(crate) cells: Option<Rows<'a, u8>>,
    pub(crate) to_move: Option<Rows<'a, u8>>,
    pub(crate) outcomes: Option<Rows<'a, u8>>,
    pub(crate) plies: Option<Rows<'a, u32>>,
    pub(crate) rewards: Option<Rows<'a, f32>>,
}

impl Into<'_> {
    /// Borrows the arrays that the caller gives: games x boards of history x rows x columns.
    #[allow(clippy::too_many_arguments, reason = "keywords, each of them optional")]
    pub(crate) fn lend<'py>(
        (games, history, rows, columns): (usize, usize, usize, usize),
        planes: Option<&Bound<'py, PyAny>>,
        cells: Option<&Bound<'py, PyAny>>,
        to_move: Option<&Bound<'py, PyAny>>,
        outcomes: Option<&Bound<'py, PyAny>>,
        plies: Option<&Bound<'py, PyAny>>,
        rewards: Option<&Bound<'py, PyAny>>,
        work: impl FnOnce(Into<'_>) -> PyResult<()>,
    ) -> PyResult<()> {
        let shape = [games, 2 * history, rows, columns];
        let floats = planes.filter(|planes| arrays::holds::<f32>(planes));
        let bytes = if floats.is_none() { planes } else { None };
        let mut bytes = optional::<u8>(bytes, "planes", &shape)?;
        let mut floats = optional::<f32>(floats, "planes", &shape)?;
        let mut cells = optional::<u8>(cells, "cells", &[games, rows, columns])?;
        let mut to_move = optional::<u8>(to_move, "to_move", &[games])?;
        let mut outcomes = optional::<u8>(outcomes, "outcomes", &[games])?;
        let mut plies = optional::<u32>(plies, "plies", &[games])?;
        let mut rewards = optional::<f32>(rewards, "rewards", &[games, 2])?;
        work(Into {
            planes: lend!(bytes, 2 * history * rows * columns),
            float_planes: lend!(floats, 2 * history * rows * columns),
            cells: lend!(cells, rows * columns),
            to_move: lend!(to_move, 1),
            outcomes: lend!(outcomes, 1),
            plies: lend!(plies, 1),
            rewards: lend!(rewards, 2),
        })
    }
}

impl Split for Into<'_> {
    fn split(self, games: usize) -> (Self, Self) {
        let (planes, planes_) = self.planes.split(games);
        let (float_planes, float_planes_) = self.float_planes.split(games);
        let (cells, cells_) = self.cells.split(games);
        let (to_move, to_move_) = self.to_move.split(games);
        let (outcomes, outcomes_) = self.outcomes.split(games);
        let (plies, plies_) = self.plies.split(games);
        let (rewards, rewards_) = self.rewards.split(games);
        (
            Into { planes, float_planes, cells, to_move, outcomes, plies, rewards },
            Into {
                planes: planes_,
                float_planes: float_planes_,
                cells: cells_,
                to_move: to_move_,
                outcomes: outcomes_,
                plies: plies_,
                rewards: rewards_,
            },
        )
    }
}
