//! `stonemask.gomoku.Board`.

use crate::board::{Board, ply, wrap};
use crate::game::{Any, value_error};
use crate::limits::{duration, limits};
use crate::{long, numbers, types};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::Instant;
use stonemask::gomoku::{Board as Rules, Means, Search, Size, Solution, SolveError, Solver};

/// A Gomoku board without stones, black to move. ``rule`` is "freestyle", "standard", "renju",
/// "caro" or "caro-exact".
#[pyclass(module = "stonemask.gomoku", name = "Board", extends = Board, subclass)]
pub(crate) struct GomokuBoard;

fn rules<'a>(self_: &'a PyRef<'_, GomokuBoard>) -> &'a Rules {
    match &*self_.as_super().any {
        Any::Gomoku(board) => board,
        _ => unreachable!("a board of another class"),
    }
}

#[pymethods]
impl GomokuBoard {
    #[new]
    #[pyo3(signature = (rows = 15, columns = 15, rule = "freestyle"))]
    fn new(
        #[pyo3(from_py_with = numbers::gomoku::rows)] rows: usize,
        #[pyo3(from_py_with = numbers::gomoku::columns)] columns: usize,
        rule: &str,
    ) -> PyResult<PyClassInitializer<GomokuBoard>> {
        let size = Size::new(rows, columns).map_err(value_error)?;
        let any = Any::Gomoku(Rules::with_size(size, rule.parse().map_err(value_error)?));
        Ok(PyClassInitializer::from(Board { any: Box::new(any) }).add_subclass(GomokuBoard))
    }

    /// The 15x15 freestyle board after random plies, or the end of the game where it comes first.
    #[staticmethod]
    fn random<'py>(
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::plies)] plies: u32,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        wrap(py, Any::Gomoku(Rules::random(plies, seed)))
    }

    /// Reads a board as `str` writes it: the size, the rule, the rows from the top, the side to
    /// move.
    #[staticmethod]
    fn parse<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        wrap(py, Any::read("gomoku", text)?)
    }

    /// The rule.
    #[getter]
    fn rule(self_: PyRef<'_, Self>) -> &'static str {
        rules(&self_).rule().name()
    }

    /// The points of the winner's runs that win, in order; empty while the game goes on, and when
    /// it is drawn.
    fn winning_line(self_: PyRef<'_, Self>) -> Vec<String> {
        rules(&self_).winning_line().iter().map(ToString::to_string).collect()
    }

    /// The empty points that renju forbids the side to move.
    fn forbidden(self_: PyRef<'_, Self>) -> Vec<String> {
        rules(&self_).forbidden().iter().map(|point| point.to_string()).collect()
    }

    /// Why renju forbids the side to move a point: "double three", "double four" or "overline";
    /// None when it does not.
    fn why_forbidden(self_: PyRef<'_, Self>, point: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
        let board = rules(&self_);
        Ok(board.why_forbidden(ply(board, point)?).map(|why| why.to_string()))
    }

    /// Who can force a win, and a line of it, on boards of up to 32 rows and columns.
    ///
    /// ``means`` is "fours", "threes", which takes fours too, or "threats", which takes all moves
    /// that threaten to win by fours. It stops at the first limit that it reaches, if there is one:
    /// ``time`` in seconds, ``nodes`` in positions. By nodes the result is the same on every
    /// machine. Ctrl-C raises `KeyboardInterrupt`.
    #[pyo3(signature = (*, means = "threats", time = None, nodes = None, table_bytes = 64 << 20))]
    fn solve<'py>(
        self_: PyRef<'py, Self>,
        means: &str,
        time: Option<f64>,
        nodes: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = numbers::table_bytes)] table_bytes: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let named = Means::ALL.into_iter().find(|known| known.name() == means);
        let means = named.ok_or_else(|| {
            PyValueError::new_err(format!("means='{}': expected fours, threes or threats", means.escape_debug()))
        })?;
        let most = nodes.map(numbers::nodes).transpose()?.unwrap_or(u64::MAX);
        let time = time.map(duration).transpose()?.flatten();
        let (py, board) = (self_.py(), rules(&self_).clone());
        drop(self_);
        let found = long::run(py, |stop| {
            let mut solver = Solver::new(table_bytes).map_err(|_| types::no_memory(table_bytes))?.by(means);
            let end = time.and_then(|time| Instant::now().checked_add(time));
            let is_over =
                |nodes| nodes >= most || stop.load(Ordering::Relaxed) || end.is_some_and(|end| Instant::now() >= end);
            let watch = |progress: stonemask::gomoku::Progress| {
                if is_over(progress.nodes) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            };
            match solver.solve_observed(&board, watch) {
                Ok(solution) => Ok((solution, true)),
                // Of Ctrl-C the exception is on its way.
                Err(SolveError::Stopped(stopped)) => {
                    let (means, nodes) = (stopped.0.means, stopped.0.nodes);
                    Ok((Solution { winner: None, means, line: Vec::new(), nodes }, false))
                }
                Err(error @ SolveError::TooLarge { .. }) => Err(value_error(error)),
            }
        })??;
        let (Solution { winner, means, line, nodes }, complete) = found;
        types::forced_win(py, winner, means.name(), line.iter().map(ToString::to_string).collect(), nodes, complete)
    }

    /// The worth of the board, at once, and better the longer it takes.
    ///
    /// It stops at the first limit that it reaches, of which there must be one: ``time`` in
    /// seconds, ``depth`` in plies, ``nodes`` in positions; or when it is proved who wins. ``top``
    /// moves get a score, the best ones. By nodes the result is the same on every machine. Ctrl-C
    /// raises `KeyboardInterrupt`.
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
        let (py, board) = (self_.py(), rules(&self_).clone());
        drop(self_);
        types::shares(py, table_bytes, |stop| {
            Ok(Search::new(table_bytes)?.best(top).run_until(&board, limits, |_| ControlFlow::Continue(()), stop))
        })
    }
}
