//! The enumerations and named tuples of `stonemask._types`, which are written in Python.

use crate::long;
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;
use std::collections::TryReserveError;
use std::sync::atomic::AtomicBool;
use stonemask::game::search::{Analysis, Candidate, Certainty};
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
    value!(py, "Colour", (colour.cell(),))
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

/// A group of NoGo.
pub(crate) fn group(
    py: Python<'_>,
    of: Colour,
    stones: Vec<String>,
    liberties: Vec<String>,
) -> PyResult<Bound<'_, PyAny>> {
    value!(py, "Group", (colour(py, of)?, stones, liberties))
}

/// A solver's result: the score or the winner first.
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

/// Who can force a win at Gomoku.
pub(crate) fn forced_win<'py>(
    py: Python<'py>,
    winner: Option<Colour>,
    means: &str,
    line: Vec<String>,
    nodes: u64,
    complete: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let winner = winner.map(|winner| colour(py, winner)).transpose()?;
    value!(py, "ForcedWin", (winner, means, PyTuple::new(py, line)?, nodes, complete))
}

/// How sure a score is, and how often an estimate of its kind is good.
fn certainty(py: Python<'_>, certainty: Certainty) -> PyResult<(Bound<'_, PyAny>, Option<u8>)> {
    let (name, confidence) = match certainty {
        Certainty::Exact => ("exact", None),
        Certainty::AtLeast => ("at least", None),
        Certainty::AtMost => ("at most", None),
        Certainty::Estimate { confidence } => ("estimate", Some(confidence).filter(|&confidence| confidence > 0)),
    };
    Ok((value!(py, "Certainty", (name,))?, confidence))
}

/// A search's knowledge of a board, with its scores and lines as Python has them.
pub(crate) fn analysis<'py, L, S: Copy, T: IntoPyObject<'py>>(
    py: Python<'py>,
    analysis: &Analysis<L, S>,
    score: fn(S) -> T,
    line: fn(&L) -> Vec<String>,
) -> PyResult<Bound<'py, PyAny>> {
    let candidate = |of: &Candidate<L, S>| {
        let (certainty, confidence) = certainty(py, of.certainty)?;
        let line = PyTuple::new(py, line(&of.line))?;
        value!(py, "Candidate", (score(of.score), certainty, confidence, of.depth, line))
    };
    let moves: Vec<Bound<'py, PyAny>> = analysis.moves.iter().map(candidate).collect::<PyResult<_>>()?;
    let (sure, confidence) = certainty(py, analysis.certainty())?;
    let Analysis { lower, upper, complete, nodes, time, .. } = analysis;
    let moves = PyTuple::new(py, moves)?;
    let (lower, upper, seconds) = (score(*lower), score(*upper), time.as_secs_f64());
    value!(py, "Analysis", (score(analysis.score()), sure, confidence, lower, upper, moves, complete, nodes, seconds))
}

/// The knowledge of a search of Gomoku or NoGo, which ends when its flag is set: scores are black's
/// share of the wins.
///
/// # Errors
/// When there is no memory for its table, and as [`long::run`].
pub(crate) fn shares<'py, M: ToString + Send>(
    py: Python<'py>,
    table_bytes: usize,
    search: impl FnOnce(&AtomicBool) -> Result<Analysis<Vec<M>>, TryReserveError> + Send,
) -> PyResult<Bound<'py, PyAny>> {
    let found = long::run(py, search)?.map_err(|_| no_memory(table_bytes))?;
    analysis(py, &found, |score| score.share(Colour::Black), |line| line.iter().map(M::to_string).collect())
}

/// The error of a table that is larger than the memory.
pub(crate) fn no_memory(table_bytes: usize) -> PyErr {
    PyMemoryError::new_err(format!("there are no {table_bytes} bytes for the table"))
}
