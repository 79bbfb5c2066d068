//! `Board`: what the boards of all games have.

use crate::errors::IllegalMove;
use crate::game::{Any, Case, each, value_error};
use crate::long::{self, hold, hold_mut};
use crate::{arrays, count, gomoku, nogo, numbers, othello, symmetry, types};
use numpy::PyArrayDyn;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::hash::{DefaultHasher, Hash, Hasher};
use stonemask::Random;
use stonemask::game::Colour;
use stonemask::game::search::Level;
use stonemask::slab::{Actions, outcome_code};
use stonemask::svg::Drawing;

/// A board of any game: `stonemask.othello.Board`, `stonemask.gomoku.Board` or
/// `stonemask.nogo.Board`.
#[pyclass(module = "stonemask", subclass)]
#[derive(Clone)]
pub(crate) struct Board {
    /// Boxed, since Python's objects are not as aligned as boards must be.
    pub(crate) any: Box<Any>,
}

/// The token that takes a ply back: the board before it.
#[pyclass(module = "stonemask", frozen)]
pub(crate) struct Undo {
    before: Box<Any>,
    /// The board after the ply, to which alone it applies.
    after: Box<Any>,
}

/// A board of its game's class.
pub(crate) fn wrap(py: Python<'_>, any: Any) -> PyResult<Bound<'_, PyAny>> {
    let class = |any: &Any| match any {
        Any::Othello4(_) | Any::Othello6(_) | Any::Othello8(_) => 0,
        Any::Gomoku(_) => 1,
        Any::Nogo(_) => 2,
    };
    let which = class(&any);
    let base = PyClassInitializer::from(Board { any: Box::new(any) });
    Ok(match which {
        0 => Bound::new(py, base.add_subclass(othello::OthelloBoard))?.into_any(),
        1 => Bound::new(py, base.add_subclass(gomoku::GomokuBoard))?.into_any(),
        _ => Bound::new(py, base.add_subclass(nogo::NogoBoard))?.into_any(),
    })
}

/// Reads a ply: its number or its text.
pub(crate) fn ply<G: Case>(board: &G, value: &Bound<'_, PyAny>) -> PyResult<G::Move> {
    if let Ok(text) = value.cast::<PyString>() {
        return text.to_cow()?.parse().map_err(|error| IllegalMove::new_err(format!("{error}")));
    }
    value.extract().ok().and_then(|action| board.ply(action)).ok_or_else(|| match numbers::text(value, "ply") {
        Ok(action) => {
            let last = board.action_count() - 1;
            IllegalMove::new_err(format!("action {action} does not exist: expected 0 to {last}"))
        }
        Err(_) => PyTypeError::new_err("a ply is a text, such as 'd3', or the number of an action"),
    })
}

fn illegal(error: impl std::error::Error) -> PyErr {
    IllegalMove::new_err(error.to_string())
}

/// Points as text.
pub(crate) fn texts(points: impl IntoIterator<Item: ToString>) -> Vec<String> {
    points.into_iter().map(|point| point.to_string()).collect()
}

/// The legal plies in the order of their actions; the pass is the last.
fn plies<G: Case>(board: &G) -> PyResult<Vec<G::Move>> {
    let mut plies = Vec::new();
    board.for_each_child(|ply, _| plies.push(ply));
    Ok(plies)
}

impl Board {
    pub(crate) fn to_move(&self) -> Colour {
        each!(&*self.any, board => board.to_move())
    }

    /// Calls `visit` with each legal action, ascending.
    pub(crate) fn each_action(&self, mut visit: impl FnMut(usize)) {
        fn othello<const N: usize>(board: &stonemask::othello::Board<N>, mut visit: impl FnMut(usize)) {
            let moves = board.legal_moves();
            moves.iter().for_each(|square| visit(square.row() * N + square.column()));
            if moves.is_empty() && board.must_pass() {
                visit(N * N);
            }
        }
        match &*self.any {
            Any::Othello4(board) => othello(board, visit),
            Any::Othello6(board) => othello(board, visit),
            Any::Othello8(board) => othello(board, visit),
            Any::Gomoku(board) => {
                board.legal_moves().iter().for_each(|point| visit(board.action(point)));
            }
            Any::Nogo(board) => {
                board.legal_moves().iter().for_each(|point| visit(board.action(point)));
            }
        }
    }
}

#[pymethods]
impl Board {
    /// The game's name: "othello4", "othello6", "othello8", "gomoku" or "nogo".
    #[getter]
    fn game(&self) -> &'static str {
        self.any.name()
    }

    /// The rows of the board.
    #[getter]
    fn rows(&self) -> usize {
        self.any.size().0
    }

    /// The columns of the board.
    #[getter]
    fn columns(&self) -> usize {
        self.any.size().1
    }

    /// How many actions there are, legal or not: a point is ``row * columns + column`` from the top
    /// left; in Othello one more is the pass, the last.
    #[getter]
    fn action_count(&self) -> usize {
        each!(&*self.any, board => board.action_count())
    }

    /// The side to move.
    #[getter(to_move)]
    fn get_to_move<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        types::colour(py, self.to_move())
    }

    /// The legal plies as text, in the order of their actions; none when the game is over.
    fn legal_moves(&self) -> PyResult<Vec<String>> {
        each!(&*self.any, board => Ok(plies(board)?.iter().map(ToString::to_string).collect()))
    }

    /// The legal plies as text: `legal_moves` by another name.
    fn moves(&self) -> PyResult<Vec<String>> {
        self.legal_moves()
    }

    /// How many points the side to move may place a stone on.
    fn mobility(&self) -> u32 {
        each!(&*self.any, board => board.mobility())
    }

    /// The points with black's stones.
    fn black(&self) -> Vec<String> {
        each!(&*self.any, board => texts(board.black()))
    }

    /// The points with white's stones.
    fn white(&self) -> Vec<String> {
        each!(&*self.any, board => texts(board.white()))
    }

    /// The points with a colour's stones.
    fn stones(&self, #[pyo3(from_py_with = numbers::colour)] colour: Colour) -> Vec<String> {
        each!(&*self.any, board => texts(board.stones(colour)))
    }

    /// The points without a stone.
    fn empties(&self) -> Vec<String> {
        each!(&*self.any, board => texts(board.empties()))
    }

    /// The points without a stone: `empties` by another name.
    fn empty(&self) -> Vec<String> {
        self.empties()
    }

    /// The colour of the stone on a point, a text or a number; None on an empty point.
    fn stone<'py>(&self, py: Python<'py>, point: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let action = self.action(point)?;
        let cell = each!(&*self.any, board => {
            let mut cells = vec![0; board.cell_count()];
            board.write_cells(&mut cells);
            cells.get(action).copied()
        });
        cell.and_then(Colour::from_cell).map(|colour| types::colour(py, colour)).transpose()
    }

    /// How many stones a colour has.
    fn count(&self, #[pyo3(from_py_with = numbers::colour)] colour: Colour) -> u32 {
        each!(&*self.any, board => board.count(colour))
    }

    /// How many stones there are, of both colours.
    fn stone_count(&self) -> usize {
        each!(&*self.any, board => board.stone_count())
    }

    /// The legal plies as numbers, ascending; none when the game is over.
    fn legal_actions(&self) -> Vec<usize> {
        let mut actions = Vec::with_capacity(32);
        self.each_action(|action| actions.push(action));
        actions
    }

    /// Which actions are legal, as uint8 [action_count]; written to ``out``, if it is given.
    #[pyo3(signature = (out = None))]
    fn legal_mask<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        arrays::into(py, out, "out", &[self.action_count()], |mask: &mut [u8]| {
            mask.fill(0);
            self.each_action(|action| mask[action] = 1);
        })
    }

    /// The board as uint8 [rows, columns]: 0 empty, 1 black, 2 white, 3 blocked; written to
    /// ``out``, if it is given.
    #[pyo3(signature = (out = None))]
    fn cells<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let (rows, columns) = self.any.size();
        arrays::into(py, out, "out", &[rows, columns], |cells: &mut [u8]| {
            each!(&*self.any, board => board.write_cells(cells));
        })
    }

    /// The stones of the side to move, then its opponent's, as planes of uint8 [2, rows, columns],
    /// 1 for a stone; written to ``out``, if it is given. `Slab.observe` has planes of many games.
    #[pyo3(signature = (out = None))]
    fn observe<'py>(&self, py: Python<'py>, out: Option<&Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        let (rows, columns) = self.any.size();
        arrays::into(py, out, "out", &[2, rows, columns], |planes: &mut [u8]| {
            planes.copy_from_slice(&each!(&*self.any, board => board.observe()));
        })
    }

    /// The number of a ply.
    fn action(&self, ply: &Bound<'_, PyAny>) -> PyResult<usize> {
        each!(&*self.any, board => {
            let given = self::ply(board, ply)?;
            let action = (0..board.action_count()).find(|&action| board.ply(action) == Some(given));
            action.ok_or_else(|| IllegalMove::new_err(format!("{given} is off the board")))
        })
    }

    /// The text of an action.
    fn ply(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        each!(&*self.any, board => Ok(self::ply(board, action)?.to_string()))
    }

    /// Whether a ply, a text or a number, is legal.
    fn is_legal(&self, ply: &Bound<'_, PyAny>) -> PyResult<bool> {
        match self.check(ply) {
            Ok(()) => Ok(true),
            Err(error) if error.is_instance_of::<IllegalMove>(ply.py()) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Raises `IllegalMove`, with the reason, unless the ply is legal.
    fn check(&self, ply: &Bound<'_, PyAny>) -> PyResult<()> {
        each!(&*self.any, board => board.check(self::ply(board, ply)?).map_err(illegal))
    }

    /// Plays a ply, a text such as "d3" or the number of an action.
    ///
    /// Raises `IllegalMove`, with the reason, when it is illegal; the board is as before then.
    fn play(self_: &Bound<'_, Self>, ply: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut held = hold_mut(self_)?;
        let this = &mut *held;
        each!(&mut *this.any, board => {
            let ply = self::ply(board, ply)?;
            board.try_play(ply).map_err(illegal)
        })
    }

    /// The board after a ply; this one stays as it is.
    ///
    /// Raises `IllegalMove`, with the reason, when the ply is illegal.
    fn after<'py>(&self, py: Python<'py>, ply: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let mut after = (*self.any).clone();
        each!(&mut after, board => {
            let ply = self::ply(board, ply)?;
            board.try_play(ply).map_err(illegal)
        })?;
        wrap(py, after)
    }

    /// Plays a ply as `play` does and returns what `undo` needs to take it back.
    fn make(self_: &Bound<'_, Self>, ply: &Bound<'_, PyAny>) -> PyResult<Undo> {
        let before = hold(self_)?.any.clone();
        Board::play(self_, ply)?;
        Ok(Undo { before, after: hold(self_)?.any.clone() })
    }

    /// Takes the last ply back, given what `make` returned for it.
    fn undo(self_: &Bound<'_, Self>, undo: &Undo) -> PyResult<()> {
        let mut held = hold_mut(self_)?;
        let this = &mut *held;
        if this.any != undo.after {
            return Err(value_error("this is not the board after the ply that is to be taken back"));
        }
        this.any = undo.before.clone();
        Ok(())
    }

    /// Each legal ply and the board after it.
    fn children<'py>(&self, py: Python<'py>) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
        let mut children = Vec::new();
        each!(&*self.any, board => {
            fn all<G: Case>(board: &G, children: &mut Vec<(String, Any)>) -> PyResult<()> {
                board.for_each_child(|ply, child| children.push((ply.to_string(), child.clone().any())));
                Ok(())
            }
            all(board, &mut children)?;
        });
        children.into_iter().map(|(ply, child)| Ok((ply, wrap(py, child)?))).collect()
    }

    /// The board after each legal ply.
    fn child_boards<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        Ok(self.children(py)?.into_iter().map(|(_, board)| board).collect())
    }

    /// Whether the game is over.
    fn is_over(&self) -> bool {
        each!(&*self.any, board => board.is_over())
    }

    /// How the game went; None while it goes on.
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        types::outcome(py, each!(&*self.any, board => board.outcome()))
    }

    /// Who won; None while the game goes on, and when it is drawn.
    fn winner<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        each!(&*self.any, board => board.winner()).map(|winner| types::colour(py, winner)).transpose()
    }

    /// Black's and white's returns, (1.0, -1.0), (0.0, 0.0) or (-1.0, 1.0); zeros while the game
    /// goes on.
    fn returns(&self) -> (f64, f64) {
        match outcome_code(each!(&*self.any, board => board.outcome())) {
            1 => (1.0, -1.0),
            3 => (-1.0, 1.0),
            _ => (0.0, 0.0),
        }
    }

    /// Counts the positions ``depth`` plies below, 0 to 255: positions at the depth, and games that
    /// ended above it, each once.
    #[pyo3(signature = (depth, *, threads = 1))]
    fn perft<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::depth)] depth: u32,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        count::perft_of(py, &self.any, depth, threads)
    }

    /// `perft` apart for each first ply, as a list of pairs.
    #[pyo3(signature = (depth, *, threads = 1))]
    fn divide<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::depth)] depth: u32,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
    ) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
        count::divide(py, &self.any, depth, threads)
    }

    /// Plays random plies, each of the legal ones as likely as any other, and returns how many:
    /// fewer when the game ends before.
    #[pyo3(signature = (seed, plies = 1))]
    fn play_random(
        self_: &Bound<'_, Self>,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        #[pyo3(from_py_with = numbers::plies)] plies: u32,
    ) -> PyResult<u32> {
        let mut held = hold_mut(self_)?;
        let this = &mut *held;
        let mut random = Random::new(seed);
        let played = each!(&mut *this.any, board => (0..plies).take_while(|_| board.play_random(&mut random)).count());
        Ok(played as u32)
    }

    /// Plays one random game to the end, from a copy of this board.
    fn playout<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let playout = each!(&*self.any, board => board.playout(&mut Random::new(seed)));
        types::playout(py, playout)
    }

    /// The ply that an opponent of a level plays, 1, which a child beats, to 9; None when the game
    /// is over. It is the same on every machine: a level is a number of nodes, and on the lowest
    /// two a share of random moves by ``seed``. Ctrl-C raises `KeyboardInterrupt`.
    #[pyo3(signature = (level, seed = 0))]
    fn level_move(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = numbers::level)] level: u8,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
    ) -> PyResult<Option<String>> {
        let level = Level::new(level).expect("it was checked");
        let (any, no_memory) = (&*self.any, |_| types::no_memory(Level::TABLE_BYTES));
        long::run(py, |stop| {
            each!(any, board => board.level_move_until(level, seed, stop).map(|ply| ply.map(|ply| ply.to_string())))
        })?
        .map_err(no_memory)
    }

    /// Counts how random games from this board end: the same games as ``stonemask playout --seed``.
    /// A seed gives the same games with any number of threads, on every machine. ``shares``, a
    /// pair, picks the shares of 65 536 games from the first up to, not including, the second, so
    /// that several machines can play the games of one seed.
    #[pyo3(signature = (games, seed, *, shares = None, threads = 1))]
    fn playouts<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = numbers::games)] games: u64,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        #[pyo3(from_py_with = numbers::shares)] shares: Option<(u64, u64)>,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        count::playouts(py, &self.any, games, seed, shares, threads)
    }

    /// The images of the board under its symmetries, itself first.
    fn symmetries<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let images: Vec<Any> = each!(&*self.any, board => board.symmetries().map(Case::any).collect());
        images.into_iter().map(|image| wrap(py, image)).collect()
    }

    /// One of `symmetries`, the same for all of them.
    fn canonical<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        wrap(py, each!(&*self.any, board => board.canonical().any()))
    }

    /// A hash of the position and the side to move, 64 bits: equal boards have equal keys, on every
    /// machine and in Rust and C, too.
    fn key(&self) -> u64 {
        each!(&*self.any, board => board.key())
    }

    /// How many symmetries the board has: 8 for a square, 4 for another rectangle.
    #[getter]
    fn symmetry_count(&self) -> usize {
        symmetry::count(self.any.size())
    }

    /// Where the actions go under each symmetry: int64 [symmetry_count, action_count]; entry [s, a]
    /// is the image of action a. The first symmetry changes nothing. A policy p of this board is
    /// ``q`` with ``q[perm[s]] = p`` on the image.
    fn symmetry_actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArrayDyn<i64>> {
        symmetry::actions(py, self.any.size(), self.action_count())
    }

    /// A copy.
    fn copy<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        wrap(py, (*self.any).clone())
    }

    fn __copy__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        self.copy(py)
    }

    fn __deepcopy__<'py>(&self, py: Python<'py>, _memo: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.copy(py)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (&'static str, String))> {
        let read = py.import("stonemask._stonemask")?.getattr("read")?;
        Ok((read, (self.any.name(), self.__str__())))
    }

    /// A diagram for people.
    fn diagram(&self) -> String {
        each!(&*self.any, board => format!("{board:#}"))
    }

    /// The board as an SVG picture. ``last`` is the ply whose stone is marked, a text or a number;
    /// ``legal`` marks the legal moves; ``values``, numbers by action, are written on their points,
    /// those of them that are finite.
    #[pyo3(signature = (*, last = None, legal = false, values = None))]
    fn svg(&self, last: Option<&Bound<'_, PyAny>>, legal: bool, values: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let expected = |_| PyTypeError::new_err("values: expected a list of numbers");
        let values: Vec<f32> = values.map(|values| values.extract().map_err(expected)).transpose()?.unwrap_or_default();
        if !values.is_empty() && values.len() != self.action_count() {
            let (given, actions) = (values.len(), self.action_count());
            return Err(value_error(format!("values: expected one for each of {actions} actions, got {given}")));
        }
        each!(&*self.any, board => {
            let mut drawing = Drawing::of(board).values(&values);
            if let Some(last) = last {
                drawing = drawing.last(self::ply(board, last)?);
            }
            Ok(if legal { drawing.legal_moves() } else { drawing }.to_string())
        })
    }

    /// The picture that notebooks show.
    fn _repr_svg_(&self) -> String {
        each!(&*self.any, board => board.to_svg())
    }

    fn __str__(&self) -> String {
        each!(&*self.any, board => board.to_string())
    }

    fn __repr__(&self) -> String {
        let module = self.any.name().trim_end_matches(|c: char| c.is_ascii_digit());
        format!("{module}.Board.parse('{}')", self.__str__())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Board>().is_ok_and(|other| other.borrow().any == self.any)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.any.hash(&mut hasher);
        hasher.finish()
    }
}

/// The function that makes an undo from a pickle, and its arguments.
type Reduced<'py> = (Bound<'py, PyAny>, (&'static str, String, String));

#[pymethods]
impl Undo {
    fn __copy__(self_: Py<Undo>) -> Py<Undo> {
        self_
    }

    /// It never changes.
    fn __deepcopy__(self_: Py<Undo>, _memo: &Bound<'_, PyAny>) -> Py<Undo> {
        self_
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        let restore = py.import("stonemask._stonemask")?.getattr("restore_undo")?;
        let text = |any: &Any| each!(any, board => board.to_string());
        Ok((restore, (self.after.name(), text(&self.before), text(&self.after))))
    }
}

/// The undo of a ply between these boards, for pickles.
#[pyfunction]
pub(crate) fn restore_undo(game: &str, before: &str, after: &str) -> PyResult<Undo> {
    Ok(Undo { before: Any::read(game, before)?.into(), after: Any::read(game, after)?.into() })
}

/// Reads a board of the game with this name, as `str` writes it.
#[pyfunction]
pub(crate) fn read<'py>(py: Python<'py>, game: &str, text: &str) -> PyResult<Bound<'py, PyAny>> {
    wrap(py, Any::read(game, text)?)
}
