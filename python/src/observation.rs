//! Where observations go: the caller's arrays, those that are given.

use crate::arrays;
use crate::rows::{Rows, Split};
use numpy::PyReadwriteArrayDyn;
use pyo3::exceptions::PyValueError;
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

/// The arrays that the caller gives, each of which may be left out.
#[derive(Clone, Copy, Default)]
pub(crate) struct Wanted<'a, 'py> {
    pub(crate) mask: Option<&'a Bound<'py, PyAny>>,
    /// Whether all actions of a game that is over are in its mask.
    pub(crate) all: bool,
    pub(crate) planes: Option<&'a Bound<'py, PyAny>>,
    pub(crate) cells: Option<&'a Bound<'py, PyAny>>,
    pub(crate) to_move: Option<&'a Bound<'py, PyAny>>,
    pub(crate) outcomes: Option<&'a Bound<'py, PyAny>>,
    pub(crate) plies: Option<&'a Bound<'py, PyAny>>,
    pub(crate) rewards: Option<&'a Bound<'py, PyAny>>,
    pub(crate) ended: Option<&'a Bound<'py, PyAny>>,
}

/// Whether the masks of games that are over hold all actions: "none" or "all".
pub(crate) fn all(finished: &str) -> PyResult<bool> {
    match finished {
        "none" => Ok(false),
        "all" => Ok(true),
        other => {
            let other = other.escape_debug();
            Err(PyValueError::new_err(format!("finished='{other}': expected 'none' or 'all'")))
        }
    }
}

/// Where an observation goes.
#[derive(Default)]
pub(crate) struct Into<'a> {
    pub(crate) mask: Option<Rows<'a, u8>>,
    pub(crate) all: bool,
    pub(crate) planes: Option<Rows<'a, u8>>,
    pub(crate) float_planes: Option<Rows<'a, f32>>,
    pub(crate) cells: Option<Rows<'a, u8>>,
    pub(crate) to_move: Option<Rows<'a, u8>>,
    pub(crate) outcomes: Option<Rows<'a, u8>>,
    pub(crate) plies: Option<Rows<'a, u32>>,
    pub(crate) rewards: Option<Rows<'a, f32>>,
    pub(crate) ended: Option<Rows<'a, bool>>,
}

/// The sizes of the arrays.
#[derive(Clone, Copy)]
pub(crate) struct Sizes {
    pub(crate) games: usize,
    pub(crate) history: usize,
    pub(crate) size: (usize, usize),
    pub(crate) actions: usize,
}

impl Wanted<'_, '_> {
    /// Borrows the arrays, and does something with them.
    pub(crate) fn lend<T>(self, sizes: Sizes, work: impl FnOnce(Into<'_>) -> PyResult<T>) -> PyResult<T> {
        let Sizes { games, history, size: (rows, columns), actions } = sizes;
        let shape = [games, 2 * history, rows, columns];
        let (floats, bytes) = match self.planes {
            Some(planes) if arrays::are_floats(planes)? => (Some(planes), None),
            planes => (None, planes),
        };
        let mask = self.mask.map(|mask| arrays::as_bytes(mask, "mask")).transpose()?;
        let mut mask = optional::<u8>(mask.as_ref(), "mask", &[games, actions])?;
        let mut bytes = optional::<u8>(bytes, "planes", &shape)?;
        let mut floats = optional::<f32>(floats, "planes", &shape)?;
        let mut cells = optional::<u8>(self.cells, "cells", &[games, rows, columns])?;
        let mut to_move = optional::<u8>(self.to_move, "to_move", &[games])?;
        let mut outcomes = optional::<u8>(self.outcomes, "outcomes", &[games])?;
        let mut plies = optional::<u32>(self.plies, "plies", &[games])?;
        let mut rewards = optional::<f32>(self.rewards, "rewards", &[games, 2])?;
        let mut ended = optional::<bool>(self.ended, "ended", &[games])?;
        work(Into {
            mask: lend!(mask, actions),
            all: self.all,
            planes: lend!(bytes, 2 * history * rows * columns),
            float_planes: lend!(floats, 2 * history * rows * columns),
            cells: lend!(cells, rows * columns),
            to_move: lend!(to_move, 1),
            outcomes: lend!(outcomes, 1),
            plies: lend!(plies, 1),
            rewards: lend!(rewards, 2),
            ended: lend!(ended, 1),
        })
    }
}

impl Split for Into<'_> {
    fn split(self, games: usize) -> (Self, Self) {
        let all = self.all;
        let (mask, mask_) = self.mask.split(games);
        let (planes, planes_) = self.planes.split(games);
        let (float_planes, float_planes_) = self.float_planes.split(games);
        let (cells, cells_) = self.cells.split(games);
        let (to_move, to_move_) = self.to_move.split(games);
        let (outcomes, outcomes_) = self.outcomes.split(games);
        let (plies, plies_) = self.plies.split(games);
        let (rewards, rewards_) = self.rewards.split(games);
        let (ended, ended_) = self.ended.split(games);
        (
            Into { mask, all, planes, float_planes, cells, to_move, outcomes, plies, rewards, ended },
            Into {
                mask: mask_,
                all,
                planes: planes_,
                float_planes: float_planes_,
                cells: cells_,
                to_move: to_move_,
                outcomes: outcomes_,
                plies: plies_,
                rewards: rewards_,
                ended: ended_,
            },
        )
    }
}
