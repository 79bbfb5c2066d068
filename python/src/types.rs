//! The enumerations and named tuples of `stonemask._types`, which are written in Python.

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;
use stonemask::game::{Colour, Outcome, Perft, Playout, Tally};
use stonemask::slab::outcome_code;

/// A class of `stonemask._types`.
fn class<'py>(
    py: Python<'py>,
    lock: &'static PyOnceLock<Py<PyAny>>,
    name: &'static str,
) -> PyResult<Bound<'py, PyAny>> {
    let class = lock.get_or_try_init(py, || Ok::<_, PyErr>(py.import("stonemask._types")?.getattr(name)?.unbind()))?;
    Ok(class.bind(py).clone())
}

/// A value of such a class.
macro_rules! value {
    ($py:expr, $name:literal, $arguments:expr) => {{
        static CLASS: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
        class($py, &CLASS, $name)?.call1($arguments)
    }};
}

pub(crate) fn colour(py: Python<'_>, colour: Colour) -> PyResult<Bound<'_, PyAny>> {
    value!(py, "Colour", (colour as u8,))
}

pub(crate) fn outcome(py: Python<'_>, outcome: Option<Outcome>) -> PyResult<Option<Bound<'_, PyAny>>> {
    outcome.map(|outcome| value!(py, "Outcome", (outcome_code(Some(outcome)),))).transpose()
}

pub(crate) fn perft(py: Python<'_>, count: Perft) -> PyResult<Bound<'_, PyAny>> {
    value!(py, "Perft", (count.nodes, count.finished))
}

pub(crate) fn playout(py: Python<'_>, playout: Playout) -> PyResult<Bound<'_, PyAny>> {
    value!(py, "Playout", (outcome(py, Some(playout.outcome))?, playout.plies))
}

pub(crate) fn tally(py: Python<'_>, tally: Tally) -> PyResult<Bound<'_, PyAny>> {
    value!(py, "Tally", (tally.wins[0], tally.draws, tally.wins[1], tally.plies))
}

/// What a solver found: the score or the winner first.
pub(crate) fn solution<'py>(
    py: Python<'py>,
    score: Option<i32>,
    winner: Option<Colour>,
    line: Vec<String>,
    nodes: u64,
) -> PyResult<Bound<'py, PyAny>> {
    let winner = winner.map(|winner| colour(py, winner)).transpose()?;
    let line = PyTuple::new(py, line)?;
    match score {
        Some(score) => value!(py, "Score", (score, line, nodes)),
        None => value!(py, "Winner", (winner, line, nodes)),
    }
}
