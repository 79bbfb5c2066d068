//! `States`: games as rows of words, stepped without anything that is kept between calls.
//!
//! A state of a board with `points` points is `1 + 2 * W` words of 64 bits, `W = ceil(points / 64)`. Word 0: bit 0 is 1 when white
//! is to move; bits 1 and 2 are the outcome, 0 while the game goes on, 1 black won, 2 drawn, 3 white won; bit 3 is 1 when NoGo's
//! centre is forbidden to black's first move; the others are 0. Then W words of black's stones and W of white's: point
//! `row * columns + column` is bit `point % 64` of word `point / 64`.

use crate::actions::read_actions;
use crate::board::{Board, wrap};
use crate::game::{Any, Case, each, value_error};
use crate::observation::{Into, optional};
use crate::planes;
use crate::rows::{Part, Rows, Split, fork};
use crate::{arrays, long};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::ThreadPool;
use stonemask::game::{Colour, Outcome};
use stonemask::slab::{Actions, outcome_code};
use stonemask::{gomoku, nogo, othello};

/// The words of a state on the largest board, 64x64.
const MOST_WORDS: usize = 1 + 2 * 64;

/// What became of an action: it was played; it is illegal, or the game was over, and the state is as before; it was no state.
const PLAYED: u8 = 0;
const ILLEGAL: u8 = 1;
const OVER: u8 = 2;
const NO_STATE: u8 = 3;

/// A game whose boards are written as states and set up from them.
pub(crate) trait State: Case {
    /// The board with these stones, which are on the board and do not overlap, in a game that goes on; `None` when no game
    /// reaches it. `like` has its size and rule.
    fn set_up(like: &Self, stones: [&dyn Fn(usize) -> bool; 2], to_move: Colour, forbidden: bool) -> Option<Self>;

    /// Whether the centre is forbidden.
    fn forbidden(&self) -> bool {
        false
    }
}

impl<const N: usize> State for othello::Board<N>
where
    othello::Board<N>: Case,
{
    fn set_up(_: &Self, stones: [&dyn Fn(usize) -> bool; 2], to_move: Colour, _: bool) -> Option<Self> {
        let set = |colour: Colour| -> othello::SquareSet<N> {
            (0..N * N)
                .filter(|&point| stones[colour as usize](point))
                .filter_map(|point| othello::Square::new(point / N, point % N))
                .collect()
        };
        othello::Position::new(set(to_move), set(to_move.other()))
            .ok()
            .map(|position| othello::Board::new(position, to_move))
    }
}

impl State for gomoku::Board {
    fn set_up(like: &Self, stones: [&dyn Fn(usize) -> bool; 2], to_move: Colour, _: bool) -> Option<Self> {
        let mut board = gomoku::Board::new(like.size(), like.rule());
        board.set_to_move(to_move);
        for point in 0..like.cell_count() {
            let colour = Colour::ALL.into_iter().find(|&colour| stones[colour as usize](point));
            if colour.is_some() {
                board.set_stone(like.size().point(point), colour);
            }
        }
        Some(board)
    }
}

impl State for nogo::Board {
    fn set_up(like: &Self, stones: [&dyn Fn(usize) -> bool; 2], to_move: Colour, forbidden: bool) -> Option<Self> {
        let columns = like.shape().columns();
        let set = |colour: Colour| -> nogo::PointSet {
            (0..like.cell_count())
                .filter(|&point| stones[colour as usize](point))
                .filter_map(|point| nogo::Point::new(point / columns, point % columns))
                .collect()
        };
        let [black, white] = Colour::ALL.map(set);
        if forbidden {
            let empty = black.is_empty() && white.is_empty() && to_move == Colour::Black;
            return nogo::Board::with_centre_forbidden(like.shape()).ok().filter(|_| empty);
        }
        nogo::Board::from_stones(like.shape(), black, white, to_move).ok()
    }

    fn forbidden(&self) -> bool {
        self.centre_is_forbidden()
    }
}

/// The words of a state of this board.
fn words<G: Actions>(like: &G) -> usize {
    1 + 2 * like.cell_count().div_ceil(64)
}

/// Writes a board as a state.
fn write<G: State>(board: &G, state: &mut [u64]) {
    let mut cells = [0; 64 * 64];
    let cells = &mut cells[..board.cell_count()];
    board.write_cells(cells);
    state.fill(0);
    let outcome = outcome_code(stonemask::game::Game::outcome(board));
    let white = stonemask::game::Game::to_move(board) == Colour::White;
    state[0] = u64::from(white) | u64::from(outcome) << 1 | u64::from(board.forbidden()) << 3;
    let (black, white) = state[1..].split_at_mut(cells.len().div_ceil(64));
    for (point, &cell) in cells.iter().enumerate() {
        black[point / 64] |= u64::from(cell == 1) << (point % 64);
        white[point / 64] |= u64::from(cell == 2) << (point % 64);
    }
}

/// A state that was read.
enum Read<G> {
    /// A game that goes on.
    Goes(G),
    /// A game that ended so.
    Over,
    /// No state.
    Wrong,
}

/// Reads a state. Stones of a game that is over are not looked at.
fn read<G: State>(like: &G, state: &[u64]) -> Read<G> {
    let points = like.cell_count();
    let (black, white) = state[1..].split_at(points.div_ceil(64));
    let beyond = if points.is_multiple_of(64) { 0 } else { u64::MAX << (points % 64) };
    let apart = black.iter().zip(white).all(|(black, white)| black & white == 0);
    let inside = [black, white].iter().all(|words| words.last().is_none_or(|word| word & beyond == 0));
    if state[0] >> 4 != 0 || !apart || !inside {
        return Read::Wrong;
    }
    if state[0] >> 1 & 3 != 0 {
        return Read::Over;
    }
    let to_move = if state[0] & 1 == 0 { Colour::Black } else { Colour::White };
    let bit = |words: &[u64], point: usize| words[point / 64] >> (point % 64) & 1 == 1;
    let stones: [&dyn Fn(usize) -> bool; 2] = [&|point| bit(black, point), &|point| bit(white, point)];
    match G::set_up(like, stones, to_move, state[0] >> 3 & 1 == 1) {
        Some(board) if !stonemask::game::Game::is_over(&board) => Read::Goes(board),
        // A game that is over says so in its first word.
        _ => Read::Wrong,
    }
}

/// Plays an action in a state.
fn step<G: State>(like: &G, state: &mut [u64], action: u16) -> u8 {
    match read(like, state) {
        Read::Wrong => NO_STATE,
        Read::Over => OVER,
        Read::Goes(mut board) => match board.ply(action.into()) {
            Some(ply) if board.try_play(ply).is_ok() => {
                write(&board, state);
                PLAYED
            }
            _ => ILLEGAL,
        },
    }
}

/// What one thread works on.
struct Chunk(usize);

impl Part for Chunk {
    fn games(&self) -> usize {
        self.0
    }
}

/// Games as rows of 64-bit words, stepped by functions that keep nothing: what tree searches and `jax.pure_callback` need.
///
/// ``board`` has the game, the size and the rule. A state is ``words`` = 1 + 2 * W words of uint64, where W is the number of words
/// that have a bit for each point. Word 0: bit 0 is 1 when white is to move, bits 1 and 2 are the outcome (0 while the game goes
/// on, 1 black won, 2 drawn, 3 white won), bit 3 is 1 when NoGo's centre is forbidden to black's first move. Then W words of
/// black's stones, and W of white's: point ``row * columns + column`` is bit ``point % 64`` of word ``point / 64``.
#[pyclass(module = "stonemask", frozen)]
pub(crate) struct States {
    start: Box<Any>,
    words: usize,
    threads: usize,
    pool: Option<ThreadPool>,
}

impl States {
    /// Shares rows out among the threads.
    fn each<S: Split>(&self, py: Python<'_>, games: usize, rows: S, work: impl Fn(S) + Sync + Send) {
        py.detach(|| {
            let share = games.div_ceil(self.threads).max(1);
            let mut chunks: Vec<Chunk> =
                (0..games).step_by(share).map(|first| Chunk(share.min(games - first))).collect();
            let work = |_: &mut Chunk, rows: S| -> Result<(), ()> {
                work(rows);
                Ok(())
            };
            let done = match &self.pool {
                None => fork(&mut chunks, rows, &work),
                Some(pool) => pool.install(|| fork(&mut chunks, rows, &work)),
            };
            done.expect("nothing fails there");
        });
    }

    /// How many states an array holds.
    fn count(&self, states: &Bound<'_, PyAny>) -> PyResult<usize> {
        match numpy::PyUntypedArrayMethods::shape(arrays::untyped(states, "states")?) {
            &[games, _] => Ok(games),
            shape => Err(PyValueError::new_err(format!(
                "states: expected shape (games, {}), got {} axes",
                self.words,
                shape.len()
            ))),
        }
    }
}

#[pymethods]
impl States {
    #[new]
    #[pyo3(signature = (board, *, threads = 1))]
    fn new(board: &Board, threads: usize) -> PyResult<States> {
        let pool = if threads == 1 { None } else { Some(long::pool(threads)?) };
        let words = each!(&*board.any, board => words(board));
        Ok(States { start: board.any.clone(), words, threads, pool })
    }

    /// The words of a state.
    #[getter]
    fn words(&self) -> usize {
        self.words
    }

    /// How many actions there are, legal or not.
    #[getter]
    fn action_count(&self) -> usize {
        each!(&*self.start, board => board.action_count())
    }

    /// Writes boards as states: ``boards`` is one, for every row of ``out``, or a list of one a row. ``out`` is uint64 [games,
    /// words], and is returned.
    fn write<'py>(&self, boards: &Bound<'py, PyAny>, out: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let games = self.count(&out)?;
        let boards: Vec<Bound<'_, Board>> = match boards.cast::<Board>() {
            Ok(board) => vec![board.clone(); games],
            Err(_) => boards.extract()?,
        };
        if boards.len() != games {
            return Err(PyValueError::new_err(format!("boards: expected {games}, got {}", boards.len())));
        }
        let like = |board: &Any| {
            std::mem::discriminant(board) == std::mem::discriminant(&*self.start)
                && each!(board, board => Case::of(&self.start).is_some_and(|start: &_| Actions::fits(board, start)))
        };
        if let Some(index) = boards.iter().position(|board| !like(&board.borrow().any)) {
            return Err(value_error(format!("board {index} has another size or rule than these states")));
        }
        let mut lent = arrays::write::<u64>(&out, "out", &[games, self.words])?;
        for (state, board) in lent.as_slice_mut()?.chunks_exact_mut(self.words).zip(&boards) {
            each!(&*board.borrow().any, board => write(board, state));
        }
        drop(lent);
        Ok(out)
    }

    /// The board of a state, uint64 [words], in a game that goes on.
    fn board<'py>(&self, py: Python<'py>, state: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let state = arrays::read::<u64>(state, "state", &[self.words])?;
        let state = state.as_slice()?;
        let board = each!(&*self.start, start => match read(start, state) {
            Read::Goes(board) => board.any(),
            Read::Over => return Err(PyValueError::new_err("state: the game is over")),
            Read::Wrong => return Err(PyValueError::new_err("state: no game reaches it")),
        });
        wrap(py, board)
    }

    /// Plays an action in each state: ``states`` and ``out`` are uint64 [games, words], ``actions`` int64, int32 or uint16
    /// [games]. ``status``, uint8 [games], says what became of each: 0 played; 1 illegal, 2 the game was over, in both of which
    /// ``out`` is the state as before; 3 no state. Nothing is raised for these. ``out`` may be left out: the states themselves are
    /// stepped then.
    #[pyo3(signature = (states, actions, out = None, status = None))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        states: &Bound<'py, PyAny>,
        actions: &Bound<'py, PyAny>,
        out: Option<&Bound<'py, PyAny>>,
        status: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        let games = self.count(states)?;
        let shape = [games, self.words];
        let mut chosen = vec![0; games];
        read_actions(actions, &mut chosen)?;
        let mut status = optional::<u8>(status, "status", &[games])?;
        let mut lent =
            arrays::write::<u64>(out.unwrap_or(states), if out.is_some() { "out" } else { "states" }, &shape)?;
        let items = lent.as_slice_mut()?;
        if out.is_some() {
            items.copy_from_slice(arrays::read::<u64>(states, "states", &shape)?.as_slice()?);
        }
        let status = match &mut status {
            None => None,
            Some(status) => Some(Rows { items: status.as_slice_mut()?, width: 1 }),
        };
        let rows = Step { states: Rows { items, width: self.words }, actions: &chosen, status };
        self.each(py, games, rows, |rows| {
            let mut status = rows.status.map(|status| status.items.iter_mut());
            each!(&*self.start, start => {
                for (state, &action) in rows.states.items.chunks_exact_mut(self.words).zip(rows.actions) {
                    let became = step(start, state, action);
                    if let Some(to) = status.as_mut().and_then(Iterator::next) {
                        *to = became;
                    }
                }
            });
        });
        Ok(())
    }

    /// Writes which actions are legal in each state to ``out``, uint8, int8 or bool [games, action_count]. A game that is over,
    /// or a row that is not a state, has none where ``finished`` is "none", and all where it is "all".
    #[pyo3(signature = (states, out, *, finished = "none"))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        states: &Bound<'py, PyAny>,
        out: Bound<'py, PyAny>,
        finished: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let fill = match finished {
            "none" => 0,
            "all" => 1,
            other => {
                let other = other.escape_debug();
                return Err(PyValueError::new_err(format!("finished='{other}': expected none or all")));
            }
        };
        let (games, width) = (self.count(states)?, self.action_count());
        let bytes = arrays::as_bytes(&out, "out")?;
        let mut masks = arrays::write::<u8>(&bytes, "out", &[games, width])?;
        let states = arrays::read::<u64>(states, "states", &[games, self.words])?;
        let rows =
            Looks { states: states.as_slice()?, width: self.words, into: Rows { items: masks.as_slice_mut()?, width } };
        self.each(py, games, rows, |rows| {
            each!(&*self.start, start => {
                for (state, mask) in rows.states().zip(rows.into.items.chunks_exact_mut(width)) {
                    match read(start, &state[..self.words]) {
                        Read::Goes(board) => {
                            mask.fill(0);
                            let legal = stonemask::game::Game::plies(&board);
                            legal.for_each(|ply| mask[board.action(ply)] = 1);
                        }
                        _ => mask.fill(fill),
                    }
                }
            });
        });
        Ok(out)
    }

    /// Writes what the states hold, as `Slab.observe` does, with planes of one board. Of rows that are no states it writes what
    /// their bits say.
    #[pyo3(signature = (states, *, planes = None, cells = None, to_move = None, outcomes = None, rewards = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords, each of them optional")]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        states: &Bound<'py, PyAny>,
        planes: Option<&Bound<'py, PyAny>>,
        cells: Option<&Bound<'py, PyAny>>,
        to_move: Option<&Bound<'py, PyAny>>,
        outcomes: Option<&Bound<'py, PyAny>>,
        rewards: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        let (games, (rows, columns)) = (self.count(states)?, self.start.size());
        let states = arrays::read::<u64>(states, "states", &[games, self.words])?;
        Into::lend((games, 1, rows, columns), planes, cells, to_move, outcomes, None, rewards, |into| {
            let looks = Looks { states: states.as_slice()?, width: self.words, into };
            self.each(py, games, looks, |looks| observe(&self.start, looks));
            Ok(())
        })
    }

    fn __repr__(&self) -> String {
        format!("States(<{} of {}x{}>)", self.start.name(), self.start.size().0, self.start.size().1)
    }
}

/// States that are stepped.
struct Step<'a> {
    states: Rows<'a, u64>,
    actions: &'a [u16],
    status: Option<Rows<'a, u8>>,
}

impl Split for Step<'_> {
    fn split(self, games: usize) -> (Self, Self) {
        let (states, other_states) = self.states.split(games);
        let (actions, other_actions) = self.actions.split_at(games);
        let (status, other_status) = self.status.split(games);
        (Step { states, actions, status }, Step { states: other_states, actions: other_actions, status: other_status })
    }
}

/// States to be read, and where the results go.
struct Looks<'a, S> {
    states: &'a [u64],
    width: usize,
    into: S,
}

impl<'a, S> Looks<'a, S> {
    /// Each state, read from the caller's array once.
    fn states(&self) -> impl Iterator<Item = [u64; MOST_WORDS]> + use<'a, S> {
        let (states, width) = (self.states, self.width);
        states.chunks_exact(width).map(move |state| {
            let mut copy = [0; MOST_WORDS];
            copy[..width].copy_from_slice(state);
            copy
        })
    }
}

impl<S: Split> Split for Looks<'_, S> {
    fn split(self, games: usize) -> (Self, Self) {
        let (states, other_states) = self.states.split_at(games * self.width);
        let (into, other_into) = self.into.split(games);
        (Looks { states, width: self.width, into }, Looks { states: other_states, width: self.width, into: other_into })
    }
}

/// Writes what states hold.
fn observe(start: &Any, mut looks: Looks<'_, Into<'_>>) {
    let (rows, columns) = start.size();
    let points = rows * columns;
    let mut blocked = [0; 64 * 64];
    each!(start, board => {
        board.write_cells(&mut blocked[..points]);
    });
    let mut cells = [0; 64 * 64];
    let cells = &mut cells[..points];
    for (game, state) in looks.states().enumerate() {
        let (black, white) = state[1..looks.width].split_at(points.div_ceil(64));
        for (point, cell) in cells.iter_mut().enumerate() {
            let bit = |words: &[u64]| (words[point / 64] >> (point % 64) & 1) as u8;
            *cell = if blocked[point] == 3 { 3 } else { bit(black) | bit(white) << 1 };
        }
        let (to_move, outcome) = (state[0] as u8 & 1, state[0] as u8 >> 1 & 3);
        let into = &mut looks.into;
        if let Some(rows) = &mut into.planes {
            planes::write(cells, to_move, &mut rows.items[game * rows.width..][..rows.width]);
        }
        if let Some(rows) = &mut into.float_planes {
            planes::write(cells, to_move, &mut rows.items[game * rows.width..][..rows.width]);
        }
        if let Some(rows) = &mut into.cells {
            rows.items[game * points..][..points].copy_from_slice(cells);
        }
        if let Some(rows) = &mut into.to_move {
            rows.items[game] = to_move;
        }
        if let Some(rows) = &mut into.outcomes {
            rows.items[game] = outcome;
        }
        if let Some(rows) = &mut into.rewards {
            rows.items[2 * game..][..2].copy_from_slice(&rewards(outcome));
        }
    }
}

/// Black's and white's rewards.
pub(crate) fn rewards(outcome: u8) -> [f32; 2] {
    let first = outcome_code(Some(Outcome::Win(Colour::Black)));
    let second = outcome_code(Some(Outcome::Win(Colour::White)));
    let black = f32::from(u8::from(outcome == first)) - f32::from(u8::from(outcome == second));
    [black, -black]
}
