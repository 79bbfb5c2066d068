//! `stonemask.othello.Board`.

use crate::board::{Board, ply, texts, wrap};
use crate::game::Any;
use crate::limits::limits;
use crate::{long, numbers, types};
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use stonemask::game::Colour;
use stonemask::othello::{Analysis, Board as Rules, Limits, Options, Scoring, Search, Solution, Solver};

/// A board of 4x4, 6x6 or 8x8 Othello, at its start.
#[pyclass(module = "stonemask.othello", name = "Board", extends = Board, subclass)]
pub(crate) struct OthelloBoard;

fn sized<T>(
    any: &Any,
    four: impl Fn(&Rules<4>) -> T,
    six: impl Fn(&Rules<6>) -> T,
    eight: impl Fn(&Rules<8>) -> T,
) -> T {
    match any {
        Any::Othello4(board) => four(board),
        Any::Othello6(board) => six(board),
        Any::Othello8(board) => eight(board),
        Any::Gomoku(_) | Any::Nogo(_) => unreachable!("a board of another class"),
    }
}

/// One expression for each size.
macro_rules! each_size {
    ($any:expr, $board:ident => $body:expr) => {
        sized($any, |$board| $body, |$board| $body, |$board| $body)
    };
}

fn solve<const N: usize>(
    py: Python<'_>,
    board: &Rules<N>,
    table_bytes: usize,
    options: Options,
) -> PyResult<Solution<N>> {
    let solve = |stop: &AtomicBool| {
        let mut solver = Solver::<N>::with_options(table_bytes, options).map_err(|_| types::no_memory(table_bytes))?;
        let watch = |_| if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        // The exception that the signal raised is on its way.
        solver.solve_observed(board, watch).map_err(|stopped| PyKeyboardInterrupt::new_err(stopped.to_string()))
    };
    long::run(py, solve)?
}

fn analyse<const N: usize>(
    py: Python<'_>,
    board: &Rules<N>,
    table_bytes: usize,
    options: Options,
    limits: Limits,
    top: usize,
) -> PyResult<Analysis<N>> {
    let analyse = |stop: &AtomicBool| {
        let search = Search::<N>::with_options(table_bytes, options).map_err(|_| types::no_memory(table_bytes))?;
        Ok(search.best(top).run_until(board, limits, |_| ControlFlow::Continue(()), stop))
    };
    long::run(py, analyse)?
}

/// The options of a search.
fn options(threads: usize, scoring: &str) -> PyResult<Options> {
    let scoring = match scoring {
        "discs" => Scoring::Discs,
        "empties-to-winner" => Scoring::EmptiesToWinner,
        "fewest-discs" => Scoring::FewestDiscs,
        other => {
            let expected = "expected discs, empties-to-winner or fewest-discs";
            return Err(PyValueError::new_err(format!("scoring='{}': {expected}", other.escape_debug())));
        }
    };
    let threads = NonZeroUsize::new(threads).expect("at least one");
    Ok(Options::default().threads(threads).scoring(scoring))
}

#[pymethods]
impl OthelloBoard {
    #[new]
    #[pyo3(signature = (size = 8))]
    fn new(#[pyo3(from_py_with = numbers::size)] size: usize) -> PyClassInitializer<OthelloBoard> {
        let any = match size {
            4 => Any::Othello4(Rules::start()),
            6 => Any::Othello6(Rules::start()),
            _ => Any::Othello8(Rules::start()),
        };
        PyClassInitializer::from(Board { any: Box::new(any) }).add_subclass(OthelloBoard)
    }

    /// Reads a board in .obf form, as `str` writes it: the cells, top row first, X black, O white,
    /// - empty, then the side to move.
    #[staticmethod]
    fn parse<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
        let characters = text.chars().filter(|character| !character.is_whitespace()).count();
        let name = match characters.saturating_sub(1) {
            0..=16 => "othello4",
            17..=36 => "othello6",
            _ => "othello8",
        };
        wrap(py, Any::read(name, text)?)
    }

    /// The start of a board of this size after random plies, or the end of the game where it comes
    /// first.
    #[staticmethod]
    #[pyo3(signature = (plies, seed, size = 8))]
    fn random<'py>(
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::plies)] plies: u32,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        #[pyo3(from_py_with = numbers::size)] size: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let any = match size {
            4 => Any::Othello4(Rules::random(plies, seed)),
            6 => Any::Othello6(Rules::random(plies, seed)),
            _ => Any::Othello8(Rules::random(plies, seed)),
        };
        wrap(py, any)
    }

    /// The discs that a ply, a text or a number, turns over: none for a pass, or where it is
    /// illegal.
    fn flips(self_: PyRef<'_, Self>, ply: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        each_size!(&self_.as_super().any, board => Ok(texts(board.flips_of(self::ply(board, ply)?))))
    }

    /// `flips` by another name, which Rust's library has for plies.
    fn flips_of(self_: PyRef<'_, Self>, ply: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
        OthelloBoard::flips(self_, ply)
    }

    /// Black's discs minus white's.
    fn score(self_: PyRef<'_, Self>) -> i32 {
        each_size!(&self_.as_super().any, board => board.score())
    }

    /// Black's and white's discs as bits, ``8 * row + column`` in the 8x8 frame in whose middle
    /// smaller boards lie.
    fn discs(self_: PyRef<'_, Self>) -> (u64, u64) {
        each_size!(&self_.as_super().any, board => (board.stones(Colour::Black).bits(), board.stones(Colour::White).bits()))
    }

    /// Whether the side to move has no legal square while the other side has one.
    fn must_pass(self_: PyRef<'_, Self>) -> bool {
        each_size!(&self_.as_super().any, board => board.must_pass())
    }

    /// The exact score of the board and a line of best play, by search to the end.
    ///
    /// 4x4 at once, 6x6 within about a minute, 8x8 while about 24 squares or fewer are empty.
    /// ``scoring`` is "discs", "empties-to-winner" or "fewest-discs" (anti-Othello).
    #[pyo3(signature = (*, table_bytes = 64 << 20, threads = 1, scoring = "discs"))]
    fn solve<'py>(
        self_: PyRef<'py, Self>,
        #[pyo3(from_py_with = numbers::table_bytes)] table_bytes: usize,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
        scoring: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let options = options(threads, scoring)?;
        let py = self_.py();
        let any = self_.as_super().any.clone();
        drop(self_);
        let (score, line, nodes) = each_size!(&any, board => {
            solve(py, board, table_bytes, options)
                .map(|found| (found.score, found.line.0.iter().map(ToString::to_string).collect(), found.nodes))
        })?;
        types::solution(py, Some(score), None, line, nodes)
    }

    /// The worth of the board, at once, and better the longer it takes.
    ///
    /// It searches one ply deep, then two and so on; near enough to the end of the game selectively
    /// to the end and at last exactly. It stops at the first limit that it reaches, of which there
    /// must be one: ``time`` in seconds, ``depth`` in plies, ``nodes`` in positions; or with the
    /// exact score. ``time=float("inf")`` stops with nothing less than that. ``top`` moves get a
    /// score, the best ones. Ctrl-C raises `KeyboardInterrupt`.
    ///
    /// The result says how sure each score is: `Certainty.EXACT`, a proved bound, or an estimate
    /// with a confidence. There are no estimates on 4x4 and where fewest discs win.
    #[pyo3(signature = (*, time = None, depth = None, nodes = None, top = 1, table_bytes = 64 << 20, threads = 1, scoring = "discs"))]
    #[allow(clippy::too_many_arguments, reason = "they are Python's, each with its name")]
    fn analyse<'py>(
        self_: PyRef<'py, Self>,
        time: Option<f64>,
        depth: Option<&Bound<'py, PyAny>>,
        nodes: Option<&Bound<'py, PyAny>>,
        #[pyo3(from_py_with = numbers::top)] top: usize,
        #[pyo3(from_py_with = numbers::table_bytes)] table_bytes: usize,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
        scoring: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let limits = limits(time, depth, nodes)?;
        let options = options(threads, scoring)?;
        let py = self_.py();
        let any = self_.as_super().any.clone();
        drop(self_);
        each_size!(&any, board => {
            analyse(py, board, table_bytes, options, limits, top).and_then(|analysis| {
                types::analysis(py, &analysis, |discs| discs, |line| line.0.iter().map(ToString::to_string).collect())
            })
        })
    }
}
