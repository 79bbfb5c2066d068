//! `States`: games as rows of words, stepped without anything that is kept between calls.
//!
//! A state of a board with `points` points is `1 + 2 * W` words of 64 bits, `W = ceil(points /
//! 64)`. Word 0: bit 0 is 1 when white is to move; bits 1 and 2 are the outcome, 0 while the game
//! goes on, 1 black won, 2 drawn, 3 white won; bit 3 is 1 when NoGo's centre is forbidden to
//! black's first move; the others are 0. Then W words of black's stones and W of white's: point
//! `row * columns + column` is bit `point % 64` of word `point / 64`.

use crate::actions::read_actions;
use crate::board::{Board, wrap};
use crate::game::{Any, Case, each, value_error};
use crate::long::Pool;
use crate::observation::{Into, Sizes, Wanted, all, optional};
use crate::planes;
use crate::rows::{Part, Rows, Split, share};
use crate::{arrays, numbers};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use stonemask::game::{Colour, Outcome};
use stonemask::slab::{Actions, outcome_code};
use stonemask::{gomoku, nogo, othello};

/// The words of a state on the largest board, 64x64.
const MOST_WORDS: usize = 1 + 2 * 64;

/// The status of an action: it was played; it is illegal, or the game was over, and the state is as
/// before; it was no state.
const PLAYED: u8 = 0;
const ILLEGAL: u8 = 1;
const OVER: u8 = 2;
const NO_STATE: u8 = 3;

/// A game whose boards are written as states and set up from them.
pub(crate) trait State: Case {
    /// The board with these stones, black's and white's, which are on the board and do not overlap,
    /// in a game that goes on; `None` when no game reaches it. `like` has its size and rule.
    fn set_up(like: &Self, stones: [&[u64]; 2], to_move: Colour, forbidden: bool) -> Option<Self>;

    /// Writes black's stones and white's.
    fn write_stones(&self, stones: [&mut [u64]; 2]);

    /// Whether the centre is forbidden.
    fn forbidden(&self) -> bool {
        false
    }

    /// Writes the legal actions with these stones, without a board where the game can do without;
    /// false where no game that goes on has them.
    fn legal(like: &Self, stones: [&[u64]; 2], to_move: Colour, forbidden: bool, legal: &mut [u64]) -> bool {
        let Some(board) = Self::set_up(like, stones, to_move, forbidden) else { return false };
        legal.fill(0);
        board.plies().map(|ply| board.action(ply)).for_each(|action| legal[action / 64] |= 1 << (action % 64));
        !stonemask::game::Game::is_over(&board)
    }

    /// Plays an action in a state that goes on, as [`step`] does.
    fn play(like: &Self, state: &mut [u64], action: u16) -> u8 {
        play_on_board(like, state, action)
    }
}

/// Plays an action on the board of a state.
fn play_on_board<G: State>(like: &G, state: &mut [u64], action: u16) -> u8 {
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

/// Who is to move in a state, and whether the centre is forbidden.
fn turn(state: &[u64]) -> (Colour, bool) {
    (if state[0] & 1 == 0 { Colour::Black } else { Colour::White }, state[0] >> 3 & 1 == 1)
}

/// The numbers of the bits that are set.
fn bits(words: &[u64]) -> impl Iterator<Item = usize> {
    words.iter().enumerate().flat_map(|(index, &word)| {
        let rest = |word: u64| (word != 0).then_some(word);
        let words = std::iter::successors(rest(word), move |&word| rest(word & (word - 1)));
        words.map(move |word| 64 * index + word.trailing_zeros() as usize)
    })
}

impl<const N: usize> State for othello::Board<N>
where
    othello::Board<N>: Case,
{
    fn legal(like: &Self, stones: [&[u64]; 2], to_move: Colour, _: bool, legal: &mut [u64]) -> bool {
        let Some(board) = Self::set_up(like, stones, to_move, false) else { return false };
        let moves = board.legal_moves().board_bits();
        legal.fill(0);
        legal[0] = moves;
        if moves == 0 && board.must_pass() {
            legal[N * N / 64] |= 1 << (N * N % 64);
        }
        moves != 0 || board.must_pass()
    }

    fn set_up(_: &Self, stones: [&[u64]; 2], to_move: Colour, _: bool) -> Option<Self> {
        let set = |colour: Colour| othello::SquareSet::<N>::from_board_bits(stones[colour as usize][0]);
        let position = othello::Position::new(set(to_move)?, set(to_move.other())?).ok()?;
        Some(othello::Board::new(position, to_move))
    }

    fn write_stones(&self, stones: [&mut [u64]; 2]) {
        for (colour, words) in Colour::ALL.into_iter().zip(stones) {
            words[0] = self.stones(colour).board_bits();
        }
    }
}

/// The rows of a colour's stones on a board up to 15x15.
fn rows(size: gomoku::Size, words: &[u64]) -> [u16; 15] {
    let mut rows = [0; 15];
    for (number, row) in rows.iter_mut().take(size.rows()).enumerate() {
        let at = number * size.columns();
        let here = u128::from(words[at / 64]) | u128::from(words.get(at / 64 + 1).copied().unwrap_or(0)) << 64;
        *row = (here >> (at % 64)) as u16 & ((1 << size.columns()) - 1);
    }
    rows
}

/// Whether a stone in this row and column stands in five or more of the stones in these rows.
fn makes_five(rows: &[u16; 15], row: usize, column: usize) -> bool {
    let has = |row: isize, column: isize| {
        let bits = usize::try_from(row).ok().and_then(|row| rows.get(row)).copied().unwrap_or(0);
        (0..15).contains(&column) && bits >> column & 1 == 1
    };
    let (row, column) = (row as isize, column as isize);
    [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(down, right)| {
        let run = |sign: isize| (1..5).take_while(|by| has(row + sign * by * down, column + sign * by * right)).count();
        run(1) + run(-1) >= 4
    })
}

impl State for gomoku::Board {
    fn play(like: &Self, state: &mut [u64], action: u16) -> u8 {
        let (size, half) = (like.size(), state.len() / 2);
        if like.rule() != gomoku::Rule::Freestyle || size.rows() > 15 || size.columns() > 15 {
            return play_on_board(like, state, action);
        }
        let (to_move, _) = turn(state);
        let (action, count) = (usize::from(action), like.cell_count());
        let (black, white) = state[1..].split_at(half);
        let stones = |words: &[u64]| words.iter().map(|word| word.count_ones() as usize).sum::<usize>();
        let left = count - stones(black) - stones(white);
        if left == 0 {
            // It is over, and does not say so.
            return NO_STATE;
        }
        if action >= count || (black[action / 64] | white[action / 64]) >> (action % 64) & 1 == 1 {
            return ILLEGAL;
        }
        let own = rows(size, if to_move == Colour::Black { black } else { white });
        let won = makes_five(&own, action / size.columns(), action % size.columns());
        let outcome = if won { Some(Outcome::Win(to_move)) } else { (left == 1).then_some(Outcome::Draw) };
        state[0] = u64::from(to_move == Colour::Black) | u64::from(outcome_code(outcome)) << 1;
        state[1 + half * to_move as usize + action / 64] |= 1 << (action % 64);
        PLAYED
    }

    fn legal(like: &Self, stones: [&[u64]; 2], to_move: Colour, forbidden: bool, legal: &mut [u64]) -> bool {
        if like.rule() == gomoku::Rule::Renju {
            // Black may not play everywhere.
            let Some(board) = Self::set_up(like, stones, to_move, forbidden) else { return false };
            legal.fill(0);
            board.legal_moves().iter().map(|point| board.action(point)).for_each(|at| legal[at / 64] |= 1 << (at % 64));
            return !stonemask::game::Game::is_over(&board);
        }
        let [black, white] = stones;
        for ((legal, black), white) in legal.iter_mut().zip(black).zip(white) {
            *legal = !(black | white);
        }
        if let Some(last) = legal.last_mut()
            && !like.cell_count().is_multiple_of(64)
        {
            *last &= (1 << (like.cell_count() % 64)) - 1;
        }
        legal.iter().any(|&word| word != 0)
    }

    fn set_up(like: &Self, stones: [&[u64]; 2], to_move: Colour, _: bool) -> Option<Self> {
        let mut board = gomoku::Board::with_size(like.size(), like.rule());
        board.set_to_move(to_move);
        for (colour, words) in Colour::ALL.into_iter().zip(stones) {
            bits(words).for_each(|point| board.set_stone(like.size().point(point), Some(colour)));
        }
        Some(board)
    }

    fn write_stones(&self, stones: [&mut [u64]; 2]) {
        let size = self.size();
        for (colour, words) in Colour::ALL.into_iter().zip(stones) {
            let (mut packed, mut filled, mut words) = (0u128, 0, words.iter_mut());
            for row in 0..size.rows() {
                packed |= u128::from(self.planes().stones(colour, row)) << filled;
                filled += size.columns();
                if filled >= 64 {
                    words.next().into_iter().for_each(|word| *word = packed as u64);
                    packed >>= 64;
                    filled -= 64;
                }
            }
            words.for_each(|word| *word = packed as u64);
        }
    }
}

/// The bits of a row of NoGo's sets.
const ROW: u128 = 0x1ff;

/// NoGo's points from the words of a state.
fn points(like: &nogo::Board, words: &[u64]) -> Option<nogo::PointSet> {
    let (rows, columns) = (like.shape().rows(), like.shape().columns());
    let all = u128::from(words[0]) | u128::from(words.get(1).copied().unwrap_or(0)) << 64;
    let row = |row: usize| (all >> (row * columns) & ROW >> (9 - columns)) << (10 * row);
    nogo::PointSet::from_bits((0..rows).fold(0, |bits, number| bits | row(number)))
}

/// Writes NoGo's points as a state has them.
fn pack(like: &nogo::Board, points: nogo::PointSet, words: &mut [u64]) {
    let (rows, columns, bits) = (like.shape().rows(), like.shape().columns(), points.bits());
    let all = (0..rows).fold(0, |all, row| all | (bits >> (10 * row) & ROW) << (columns * row));
    words.iter_mut().zip([all as u64, (all >> 64) as u64]).for_each(|(word, part)| *word = part);
}

/// Where the side to move may play; `None` where no game that goes on has these stones.
fn nogo_moves(
    like: &nogo::Board,
    stones: [&[u64]; 2],
    to_move: Colour,
) -> Option<(nogo::PointSet, [nogo::PointSet; 2])> {
    let [black, white] = [points(like, stones[0])?, points(like, stones[1])?];
    let position = nogo::Position::new(like.shape(), black, white).ok()?;
    let moves = position.masks().of(to_move);
    (position.dead_group().is_none() && !moves.is_empty()).then_some((moves, [black, white]))
}

impl State for nogo::Board {
    fn legal(like: &Self, stones: [&[u64]; 2], to_move: Colour, forbidden: bool, legal: &mut [u64]) -> bool {
        if forbidden {
            let Some(board) = Self::set_up(like, stones, to_move, forbidden) else { return false };
            pack(&board, board.legal_moves(), legal);
            return true;
        }
        match nogo_moves(like, stones, to_move) {
            Some((moves, _)) => pack(like, moves, legal),
            None => return false,
        }
        true
    }

    fn play(like: &Self, state: &mut [u64], action: u16) -> u8 {
        let (to_move, forbidden) = turn(state);
        let (black, white) = state[1..].split_at(state.len() / 2);
        if forbidden {
            return play_on_board(like, state, action);
        }
        let Some((moves, [black, white])) = nogo_moves(like, [black, white], to_move) else { return NO_STATE };
        let Some(point) = like.ply(action.into()).filter(|&point| moves.contains(point)) else { return ILLEGAL };
        let own = point.set();
        let (black, white) = if to_move == Colour::Black { (black | own, white) } else { (black, white | own) };
        let after = nogo::Position::new(like.shape(), black, white).expect("a legal move");
        let other = to_move.other();
        let outcome = after.masks().of(other).is_empty().then_some(Outcome::Win(to_move));
        state[0] = u64::from(other == Colour::White) | u64::from(outcome_code(outcome)) << 1;
        let half = usize::from(action) / 64 + if to_move == Colour::Black { 1 } else { 1 + state.len() / 2 };
        state[half] |= 1 << (action % 64);
        PLAYED
    }

    fn set_up(like: &Self, stones: [&[u64]; 2], to_move: Colour, forbidden: bool) -> Option<Self> {
        let [black, white] = [points(like, stones[0])?, points(like, stones[1])?];
        if forbidden {
            let empty = black.is_empty() && white.is_empty() && to_move == Colour::Black;
            return nogo::Board::with_centre_forbidden(like.shape()).ok().filter(|_| empty);
        }
        nogo::Board::from_stones(like.shape(), black, white, to_move).ok()
    }

    fn write_stones(&self, stones: [&mut [u64]; 2]) {
        for (colour, words) in Colour::ALL.into_iter().zip(stones) {
            pack(self, self.stones(colour), words);
        }
    }

    fn forbidden(&self) -> bool {
        self.centre_is_forbidden()
    }
}

/// The words of a state of this board.
pub(crate) fn words<G: Actions>(like: &G) -> usize {
    1 + 2 * like.cell_count().div_ceil(64)
}

/// Writes a board as a state.
fn write<G: State>(board: &G, state: &mut [u64]) {
    let outcome = outcome_code(stonemask::game::Game::outcome(board));
    let white = stonemask::game::Game::to_move(board) == Colour::White;
    state[0] = u64::from(white) | u64::from(outcome) << 1 | u64::from(board.forbidden()) << 3;
    let half = state.len() / 2;
    let (black, white) = state[1..].split_at_mut(half);
    board.write_stones([black, white]);
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

/// The status of a state before its stones are read as a game's: `PLAYED` where it may go on.
fn kind<G: State>(like: &G, state: &[u64]) -> u8 {
    let points = like.cell_count();
    let (black, white) = state[1..].split_at(points.div_ceil(64));
    let beyond = if points.is_multiple_of(64) { 0 } else { u64::MAX << (points % 64) };
    let apart = black.iter().zip(white).all(|(black, white)| black & white == 0);
    let inside = [black, white].iter().all(|words| words.last().is_none_or(|word| word & beyond == 0));
    match state[0] >> 1 & 3 {
        _ if state[0] >> 4 != 0 || !apart || !inside => NO_STATE,
        0 => PLAYED,
        _ => OVER,
    }
}

/// Reads a state. Stones of a game that is over are not looked at.
fn read<G: State>(like: &G, state: &[u64]) -> Read<G> {
    match kind(like, state) {
        NO_STATE => return Read::Wrong,
        OVER => return Read::Over,
        _ => {}
    }
    let (to_move, forbidden) = turn(state);
    let (black, white) = state[1..].split_at(state.len() / 2);
    match G::set_up(like, [black, white], to_move, forbidden) {
        Some(board) if !stonemask::game::Game::is_over(&board) => Read::Goes(board),
        // A game that is over says so in its first word.
        _ => Read::Wrong,
    }
}

/// The board of a state in a game that goes on, or what is wrong with it.
pub(crate) fn board_of(start: &Any, state: &[u64]) -> Result<Any, &'static str> {
    each!(start, start => match read(start, state) {
        Read::Goes(board) => Ok(board.any()),
        Read::Over => Err("the game is over"),
        Read::Wrong => Err("no game reaches it"),
    })
}

/// Plays an action in a state.
fn step<G: State>(like: &G, state: &mut [u64], action: u16) -> u8 {
    match kind(like, state) {
        PLAYED => State::play(like, state, action),
        kind => kind,
    }
}

/// The work of one thread.
struct Chunk(usize);

impl Part for Chunk {
    fn games(&self) -> usize {
        self.0
    }
}

/// Games as rows of 64-bit words, stepped by functions that keep nothing: what tree searches and
/// `jax.pure_callback` need.
///
/// ``board`` has the game, the size and the rule. A state is ``words`` = 1 + 2 * W words of uint64,
/// where W is the number of words that have a bit for each point. Word 0: bit 0 is 1 when white is
/// to move, bits 1 and 2 are the outcome (0 while the game goes on, 1 black won, 2 drawn, 3 white
/// won), bit 3 is 1 when NoGo's centre is forbidden to black's first move. Then W words of black's
/// stones, and W of white's: point ``row * columns + column`` is bit ``point % 64`` of word ``point
/// / 64``.
///
/// States can be pickled and copied.
#[pyclass(module = "stonemask", frozen)]
pub(crate) struct States {
    start: Box<Any>,
    words: usize,
    pool: Pool,
}

impl States {
    /// Shares rows out among the threads.
    fn each<S: Split>(&self, py: Python<'_>, games: usize, rows: S, work: impl Fn(S) + Sync + Send) -> PyResult<()> {
        let pool = self.pool.get()?;
        let each = games.div_ceil(self.pool.threads()).max(1);
        py.detach(|| {
            let mut chunks: Vec<Chunk> = (0..games).step_by(each).map(|first| Chunk(each.min(games - first))).collect();
            let work = |_: &mut Chunk, rows: S| -> Result<(), ()> {
                work(rows);
                Ok(())
            };
            share(pool.as_deref(), &mut chunks, rows, &work).expect("nothing fails there");
        });
        Ok(())
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
    fn new(board: &Board, #[pyo3(from_py_with = numbers::threads)] threads: usize) -> PyResult<States> {
        let words = each!(&*board.any, board => words(board));
        Ok(States { start: board.any.clone(), words, pool: Pool::new(threads)? })
    }

    #[allow(clippy::type_complexity, reason = "what __reduce__ returns")]
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>, usize))> {
        let restore = py.import("stonemask._stonemask")?.getattr("restore_states")?;
        Ok((restore, (wrap(py, (*self.start).clone())?, self.pool.threads())))
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

    /// Writes boards as states: ``boards`` is one, for every row of ``out``, or a list of one a
    /// row. ``out`` is uint64 [games, words], and is returned.
    fn write<'py>(&self, boards: &Bound<'py, PyAny>, out: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let games = self.count(&out)?;
        let boards: Vec<Bound<'_, Board>> = match boards.cast::<Board>() {
            Ok(board) => vec![board.clone(); games],
            Err(_) => {
                let expected = |_| PyTypeError::new_err("boards: expected a Board, or a list of them");
                boards.extract().map_err(expected)?
            }
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
        wrap(py, board_of(&self.start, state).map_err(|why| PyValueError::new_err(format!("state: {why}")))?)
    }

    /// Plays an action in each state: ``states`` and ``out`` are uint64 [games, words], ``actions``
    /// int64, int32 or uint16 [games]. ``status``, uint8 [games], says what became of each: 0
    /// played; 1 illegal, 2 the game was over, in both of which ``out`` is the state as before; 3
    /// no state. Nothing is raised for these. ``out`` may be left out: the states themselves are
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
        })
    }

    /// Writes which actions are legal in each state to ``out``, uint8, int8 or bool [games,
    /// action_count]. A game that is over, or a row that is not a state, has none where
    /// ``finished`` is "none", and all where it is "all".
    #[pyo3(signature = (states, out, *, finished = "none"))]
    fn legal_mask<'py>(
        &self,
        py: Python<'py>,
        states: &Bound<'py, PyAny>,
        out: Bound<'py, PyAny>,
        finished: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let over = [if all(finished)? { u64::MAX } else { 0 }; 64];
        let (games, width) = (self.count(states)?, self.action_count());
        let bytes = arrays::as_bytes(&out, "out")?;
        let mut masks = arrays::write::<u8>(&bytes, "out", &[games, width])?;
        let states = arrays::read::<u64>(states, "states", &[games, self.words])?;
        let rows =
            Looks { states: states.as_slice()?, width: self.words, into: Rows { items: masks.as_slice_mut()?, width } };
        self.each(py, games, rows, |rows| {
            let mut legal = [0; 64];
            let mut masks = planes::Rows::new(width, rows.into.items);
            each!(&*self.start, start => {
                each_state(rows.states, self.words, |_, state| {
                    let (to_move, forbidden) = turn(state);
                    let (black, white) = state[1..].split_at(self.words / 2);
                    let legal = &mut legal[..width.div_ceil(64)];
                    if kind(start, state) == PLAYED && State::legal(start, [black, white], to_move, forbidden, legal) {
                        masks.push(legal);
                    } else {
                        masks.push(&over[..width.div_ceil(64)]);
                    }
                });
            });
            masks.expand();
        })?;
        Ok(out)
    }

    /// Writes what the states hold, as `Slab.observe` does, with planes of one board. Of rows that
    /// are no states it writes what their bits say.
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
        let games = self.count(states)?;
        let states = arrays::read::<u64>(states, "states", &[games, self.words])?;
        let sizes = Sizes { games, history: 1, size: self.start.size(), actions: self.action_count() };
        let wanted = Wanted { planes, cells, to_move, outcomes, rewards, ..Wanted::default() };
        wanted.lend(sizes, |into| {
            let looks = Looks { states: states.as_slice()?, width: self.words, into };
            self.each(py, games, looks, |looks| observe(&self.start, looks))
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

/// Looks at each state, read from the caller's array once, with its number.
fn each_state(states: &[u64], width: usize, mut look: impl FnMut(usize, &[u64])) {
    let mut copy = [0; MOST_WORDS];
    let copy = &mut copy[..width];
    for (game, state) in states.chunks_exact(width).enumerate() {
        copy.copy_from_slice(state);
        look(game, copy);
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
fn observe(start: &Any, Looks { states, width, mut into }: Looks<'_, Into<'_>>) {
    let (rows, columns) = start.size();
    let points = rows * columns;
    let mut blocked = [0; 64 * 64];
    each!(start, board => {
        board.write_cells(&mut blocked[..points]);
    });
    let mut planes = into.planes.take().map(|rows| planes::Rows::new(points, rows.items));
    let mut float_planes = into.float_planes.take().map(|rows| planes::Rows::new(points, rows.items));
    each_state(states, width, |game, state| {
        let (black, white) = state[1..].split_at(points.div_ceil(64));
        let (to_move, outcome) = (Colour::Black.cell() + (state[0] as u8 & 1), state[0] as u8 >> 1 & 3);
        planes.iter_mut().for_each(|planes| planes.push_board([black, white], to_move));
        float_planes.iter_mut().for_each(|planes| planes.push_board([black, white], to_move));
        if let Some(rows) = &mut into.cells {
            for (point, cell) in rows.items[game * points..][..points].iter_mut().enumerate() {
                let bit = |words: &[u64]| (words[point / 64] >> (point % 64) & 1) as u8;
                *cell = if blocked[point] == 3 { 3 } else { bit(black) | bit(white) << 1 };
            }
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
    });
    planes.iter_mut().for_each(planes::Rows::expand);
    float_planes.iter_mut().for_each(planes::Rows::expand);
}

/// States from what pickle kept of them.
#[pyfunction]
pub(crate) fn restore_states(
    board: &Board,
    #[pyo3(from_py_with = numbers::threads)] threads: usize,
) -> PyResult<States> {
    States::new(board, threads)
}

/// Black's and white's rewards.
pub(crate) fn rewards(outcome: u8) -> [f32; 2] {
    let first = outcome_code(Some(Outcome::Win(Colour::Black)));
    let second = outcome_code(Some(Outcome::Win(Colour::White)));
    let black = f32::from(u8::from(outcome == first)) - f32::from(u8::from(outcome == second));
    [black, -black]
}
