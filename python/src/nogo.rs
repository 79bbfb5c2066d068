//! `stonemask.nogo.Board`.

use crate::board::{Board, ply, texts, wrap};
use crate::game::{Any, value_error};
use crate::limits::limits;
use crate::{long, numbers, types};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use stonemask::game::Colour;
use stonemask::nogo::{Board as Rules, PointSet, Search, Shape, SolveError, Solver};

/// A NoGo board without stones, black to move. ``blocked`` lists cells that are off the board, such
/// as "e5 d4"; with ``forbid_centre`` black's first move may not be at the centre.
#[pyclass(module = "stonemask.nogo", name = "Board", extends = Board, subclass)]
pub(crate) struct NogoBoard;

fn rules<'a>(self_: &'a PyRef<'_, NogoBoard>) -> &'a Rules {
    match &*self_.as_super().any {
        Any::Nogo(board) => board,
        _ => unreachable!("a board of another class"),
    }
}

#[pymethods]
impl NogoBoard {
    #[new]
    #[pyo3(signature = (rows = 9, columns = 9, blocked = "", forbid_centre = false))]
    fn new(
        #[pyo3(from_py_with = numbers::nogo::rows)] rows: usize,
        #[pyo3(from_py_with = numbers::nogo::columns)] columns: usize,
        blocked: &str,
        forbid_centre: bool,
    ) -> PyResult<PyClassInitializer<NogoBoard>> {
        let blocked: PointSet = blocked.parse().map_err(value_error)?;
        let shape = Shape::new(rows, columns, blocked).map_err(value_error)?;
        let board = if forbid_centre {
            Rules::with_centre_forbidden(shape).map_err(value_error)?
        } else {
            Rules::with_shape(shape)
        };
        Ok(PyClassInitializer::from(Board { any: Box::new(Any::Nogo(board)) }).add_subclass(NogoBoard))
    }

    /// The 9x9 board after random plies, or the end of the game where it comes first.
    #[staticmethod]
    fn random<'py>(
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::plies)] plies: u32,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        wrap(py, Any::Nogo(Rules::random(plies, seed)))
    }

    /// Reads a board as `str` writes it: the rows from the top, # blocked, + the forbidden centre,
    /// then the side to move.
    #[staticmethod]
    fn parse<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        wrap(py, Any::read("nogo", text)?)
    }

    /// The cells that are blocked.
    #[getter]
    fn blocked(self_: PyRef<'_, Self>) -> Vec<String> {
        let shape = rules(&self_).shape();
        let all = Shape::new(shape.rows(), shape.columns(), PointSet::EMPTY).expect("the board's own size");
        (all.points() - shape.points()).iter().map(|point| point.to_string()).collect()
    }

    /// The points on which a colour's stone would neither capture nor be without a liberty, whoever
    /// is to move.
    fn allowed(self_: PyRef<'_, Self>, #[pyo3(from_py_with = numbers::colour)] colour: Colour) -> Vec<String> {
        texts(rules(&self_).allowed(colour))
    }

    /// The group at a point; None without a stone there.
    fn group<'py>(self_: PyRef<'py, Self>, point: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (py, board) = (self_.py(), rules(&self_));
        let group = board.group(ply(board, point)?);
        group.map(|group| types::group(py, group.colour, texts(group.stones), texts(group.liberties))).transpose()
    }

    /// The winner with best play and a line of it, on boards of up to 39 points.
    #[pyo3(signature = (*, table_bytes = 64 << 20))]
    fn solve<'py>(
        self_: PyRef<'py, Self>,
        #[pyo3(from_py_with = numbers::table_bytes)] table_bytes: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, board) = (self_.py(), *rules(&self_));
        drop(self_);
        let solution = long::run(py, |stop: &AtomicBool| {
            let mut solver = Solver::new(table_bytes).map_err(|_| types::no_memory(table_bytes))?;
            let watch =
                |_| if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            solver.solve_observed(&board, watch).map_err(|error| match error {
                // The exception that the signal raised is on its way.
                SolveError::Stopped(_) => PyKeyboardInterrupt::new_err(error.to_string()),
                _ => value_error(error),
            })
        })??;
        let line = solution.line.iter().map(ToString::to_string).collect();
        types::solution(py, None, Some(solution.winner), line, solution.nodes)
    }

    /// The worth of the board, at once, and better the longer it takes.
    ///
    /// It stops at the first limit that it reaches, of which there must be one: ``time`` in
    /// seconds, ``depth`` in plies, ``nodes`` in random games; or when it is proved who wins.
    /// ``top`` moves get a score, the best ones. By nodes the result is the same on every machine.
    /// Ctrl-C raises `KeyboardInterrupt`.
    ///
    /// Scores are black's share of the wins, 0 to 1: `Certainty.EXACT` where the winner is proved.
    #[pyo3(signature = (*, time = None, depth = None, nodes = None, top = 1, table_bytes = 64 << 20))]
    fn analyse<'py>(
        self_: PyRef<'py, Self>,
        time: Option<f64>,
        depth: Option<&Bound<'py, PyAny>>,
        nodes: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = numbers::top)] top: usize,
        #[pyo3(from_py_with = numbers::table_bytes)] table_bytes: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = limits(time, depth, nodes)?;
        let (py, board) = (self_.py(), *rules(&self_));
        drop(self_);
        types::shares(py, table_bytes, |stop| {
            Ok(Search::new(table_bytes)?.best(top).run_until(&board, limits, |_| ControlFlow::Continue(()), stop))
        })
    }
}
