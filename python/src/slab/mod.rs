//! `Slab`: many games advanced together by a ply, into arrays that the caller owns.

mod games;

use crate::actions::{action_given, read_actions};
use crate::board::{Board, wrap};
use crate::errors::illegal_in_slab;
use crate::game::{Any, each, value_error};
use crate::observation::Into;
use crate::planes::History;
use crate::rows::{Rows, Split, fork};
use crate::{arrays, errors, long};
use games::{Share, make, observe};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use rayon::ThreadPool;
use stonemask::playout::seed_of_share;
use stonemask::slab::{Ended, IllegalAction, SlabError};

/// Actions that are to be found, and a seed for each.
struct Seeded<'a> {
    actions: &'a mut [u16],
    seeds: &'a [u64],
}

impl Split for Seeded<'_> {
    fn split(self, games: usize) -> (Self, Self) {
        let (actions, other_actions) = self.actions.split_at_mut(games);
        let (seeds, other_seeds) = self.seeds.split_at(games);
        (Seeded { actions, seeds }, Seeded { actions: other_actions, seeds: other_seeds })
    }
}

/// Many games advanced together by a ply, into arrays that the caller owns; nothing is allocated once it is made.
///
/// ``start`` is a board, or a list of them, one a game. Games that are over start anew with the next step where ``ended`` is
/// "restart" and stay as they are where it is "freeze". Random plies come from ``seed``: with one thread they are those of the
/// slabs of the Rust library. With more threads, games 0 to games/threads - 1 are the first thread's, and so on, and each thread
/// has a seed of its own; actions given lead to the same games whatever the threads. ``history`` is how many boards
/// ``observe(planes=)`` shows, the present one first.
#[pyclass(module = "stonemask")]
pub(crate) struct Slab {
    start: Box<Any>,
    games: usize,
    actions: usize,
    size: (usize, usize),
    history: usize,
    /// What is to be played, read from the caller's array once.
    chosen: Vec<u16>,
    parts: Vec<Share>,
    pool: Option<ThreadPool>,
}

impl Slab {
    /// Does something with all games, without the lock of the interpreter.
    fn each<S: Split, E: Send>(
        &mut self,
        py: Python<'_>,
        rows: S,
        work: impl Fn(&mut Share, S) -> Result<(), E> + Sync + Send,
    ) -> Result<(), E> {
        let (parts, pool) = (&mut self.parts, &self.pool);
        py.detach(|| match pool {
            None => fork(parts, rows, &work),
            Some(pool) => pool.install(|| fork(parts, rows, &work)),
        })
    }

    /// The part that holds a game, and the game's number there.
    fn part_of(&mut self, game: usize) -> PyResult<(&mut Share, usize)> {
        let games = self.games;
        let part = self.parts.iter_mut().find(|part| (part.first..part.first + part.games).contains(&game));
        let part = part.ok_or_else(|| PyIndexError::new_err(format!("game {game} of {games}")))?;
        let first = part.first;
        Ok((part, game - first))
    }
}

#[pymethods]
impl Slab {
    #[new]
    #[pyo3(signature = (start, games = None, *, ended = "restart", seed = 0, history = 1, threads = 1))]
    fn new(
        start: &Bound<'_, PyAny>,
        games: Option<usize>,
        ended: &str,
        seed: u64,
        history: usize,
        threads: usize,
    ) -> PyResult<Slab> {
        let ended = match ended {
            "restart" => Ended::Restart,
            "freeze" => Ended::Freeze,
            other => {
                let other = other.escape_debug();
                return Err(PyValueError::new_err(format!("ended='{other}': expected restart or freeze")));
            }
        };
        let starts: Vec<Any> = if let Ok(board) = start.cast::<Board>() {
            vec![(*board.borrow().any).clone()]
        } else {
            let boards: Vec<Bound<'_, Board>> =
                start.extract().map_err(|_| PyTypeError::new_err("start: expected a Board, or a list of them"))?;
            boards.iter().map(|board| (*board.borrow().any).clone()).collect()
        };
        let one_each = start.cast::<Board>().is_err();
        let first = starts.first().ok_or_else(|| value_error(SlabError::NoStart))?.clone();
        let games = match (games, one_each) {
            (None, true) => starts.len(),
            (Some(games), true) if games != starts.len() => {
                return Err(PyValueError::new_err(format!("games={games}: there are {} starts", starts.len())));
            }
            (Some(games @ 1..=0xffff_ffff), _) => games,
            (Some(games), _) => return Err(PyValueError::new_err(format!("games={games}: expected 1 or more"))),
            (None, false) => return Err(PyTypeError::new_err("games: expected how many there are")),
        };
        if !(1..=64).contains(&history) {
            return Err(PyValueError::new_err(format!("history={history}: expected 1 to 64")));
        }
        let pool = if threads == 1 { None } else { Some(long::pool(threads)?) };
        let size = first.size();
        let actions = each!(&first, board => stonemask::slab::Actions::action_count(board));
        let share = games.div_ceil(threads);
        let mut parts = Vec::new();
        for begin in (0..games).step_by(share) {
            let games = share.min(games - begin);
            let seed = if threads == 1 { seed } else { seed_of_share(seed, parts.len() as u64) };
            let own = if one_each { &starts[begin..begin + games] } else { &starts[..] };
            let slab = each!(&first, board => make(board, own, one_each, games, ended, seed))?;
            let mut part = Share {
                first: begin,
                games,
                slab,
                legal: vec![0; if threads == 1 { 0 } else { games * actions }],
                to_move: vec![0; games],
                outcomes: vec![0; games],
                plies: vec![0; games],
                history: History::new(history, games, size.0 * size.1),
            };
            part.look();
            parts.push(part);
        }
        Ok(Slab { start: Box::new(first), games, actions, size, history, chosen: vec![0; games], parts, pool })
    }

    /// How many games there are.
    #[getter]
    fn games(&self) -> usize {
        self.games
    }

    fn __len__(&self) -> usize {
        self.games
    }

    /// How many actions there are in each game, legal or not.
    #[getter]
    fn action_count(&self) -> usize {
        self.actions
    }

    /// The rows of the boards.
    #[getter]
    fn rows(&self) -> usize {
        self.size.0
    }

    /// The columns of the boards.
    #[getter]
    fn columns(&self) -> usize {
        self.size.1
    }

    /// How many boards of a game ``observe(planes=)`` shows.
    #[getter]
    fn history(&self) -> usize {
        self.history
    }

    /// The board that the first game begins with.
    #[getter]
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        wrap(py, (*self.start).clone())
    }

    /// Writes which actions are legal to ``out``, uint8, int8 or bool [games, action_count]: 1 for a legal one. A game that is
    /// over has none where ``finished`` is "none", and all where it is "all", so that a softmax over them is defined.
    #[pyo3(signature = (out, *, finished = "none"))]
    fn legal_mask<'py>(
        &mut self,
        py: Python<'py>,
        out: Bound<'py, PyAny>,
        finished: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let all = match finished {
            "none" => false,
            "all" => true,
            other => {
                let other = other.escape_debug();
                return Err(PyValueError::new_err(format!("finished='{other}': expected none or all")));
            }
        };
        let width = self.actions;
        let bytes = arrays::as_bytes(&out, "out")?;
        let mut masks = arrays::write::<u8>(&bytes, "out", &[self.games, width])?;
        let rows = Rows { items: masks.as_slice_mut()?, width };
        self.each(py, rows, |part, masks| -> Result<(), ()> {
            part.slab.legal_bytes(masks.items);
            if all {
                masks.items.chunks_exact_mut(width).filter(|mask| !mask.contains(&1)).for_each(|mask| mask.fill(1));
            }
            Ok(())
        })
        .expect("nothing fails there");
        Ok(out)
    }

    /// Plays one action in each game: int64, int32 or uint16 [games]. A game that is over starts anew, or stays, whatever the
    /// action.
    ///
    /// Raises `IllegalAction` when one is illegal; nothing has been played in any game then.
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        read_actions(actions, &mut self.chosen)?;
        let chosen = std::mem::take(&mut self.chosen);
        let in_slab = |part: &Share, IllegalAction { game, action }| IllegalAction { game: game + part.first, action };
        let checked = if self.parts.len() > 1 {
            self.each(py, &chosen[..], |part, actions| part.check(actions).map_err(|illegal| in_slab(part, illegal)))
        } else {
            Ok(())
        };
        let played = checked.and_then(|()| {
            self.each(py, &chosen[..], |part, actions| {
                part.slab.step(actions).map_err(|illegal| in_slab(part, illegal))?;
                part.remember();
                Ok(())
            })
        });
        self.chosen = chosen;
        played.map_err(|illegal| {
            let given = action_given(actions, illegal.game);
            if given == i64::from(illegal.action) {
                illegal_in_slab(py, 0, illegal)
            } else {
                let text = format!("game {}: action {given} is illegal", illegal.game);
                errors::illegal_action(py, illegal.game, given, text)
            }
        })
    }

    /// Plays one of the legal actions in each game, each as likely as any other, and writes which to ``actions``, uint16
    /// [games]; 65535 for a game that was over.
    fn step_random(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut actions = arrays::write::<u16>(actions, "actions", &[self.games])?;
        let rows = Rows { items: actions.as_slice_mut()?, width: 1 };
        self.each(py, rows, |part, actions| -> Result<(), ()> {
            part.slab.step_random(actions.items);
            part.remember();
            Ok(())
        })
        .expect("nothing fails there");
        Ok(())
    }

    /// Writes to ``actions``, uint16 [games], the action of each game after which the side to move does best in ``playouts``
    /// random games from the game's seed, ``seeds`` uint64 [games]; 65535 for a game that is over. Nothing is played.
    fn search(
        &mut self,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        playouts: u64,
        seeds: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let mut actions = arrays::write::<u16>(actions, "actions", &[self.games])?;
        let seeds = arrays::read::<u64>(seeds, "seeds", &[self.games])?;
        let rows = Seeded { actions: actions.as_slice_mut()?, seeds: seeds.as_slice()? };
        self.each(py, rows, |part, rows| part.slab.search(rows.actions, playouts, rows.seeds))
    }

    /// Writes what the games hold, those parts of it that are asked for.
    ///
    /// * ``planes``: uint8 or float32 [games, 2 * history, rows, columns], the stones of the side to move and of the other, 0 or
    ///   1; then those of the board a ply ago, still by the side that is to move now, and so on.
    /// * ``cells``: uint8 [games, rows, columns], 0 empty, 1 black, 2 white, 3 blocked.
    /// * ``to_move``: uint8 [games], 0 black, 1 white.
    /// * ``outcomes``: uint8 [games], 0 while the game goes on, 1 black won, 2 drawn, 3 white won.
    /// * ``plies``: uint32 [games], played since the game's start, passes included.
    /// * ``rewards``: float32 [games, 2], black's and white's, 1, 0 or -1; zeros while the game goes on.
    #[pyo3(signature = (*, planes = None, cells = None, to_move = None, outcomes = None, plies = None, rewards = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords, each of them optional")]
    fn observe<'py>(
        &mut self,
        py: Python<'py>,
        planes: Option<&Bound<'py, PyAny>>,
        cells: Option<&Bound<'py, PyAny>>,
        to_move: Option<&Bound<'py, PyAny>>,
        outcomes: Option<&Bound<'py, PyAny>>,
        plies: Option<&Bound<'py, PyAny>>,
        rewards: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        let (rows, columns) = self.size;
        let shape = (self.games, self.history, rows, columns);
        Into::lend(shape, planes, cells, to_move, outcomes, plies, rewards, |into| {
            self.each(py, into, |part, into| -> Result<(), ()> {
                observe(part, into);
                Ok(())
            })
            .expect("nothing fails there");
            Ok(())
        })
    }

    /// Puts games back to their starts: all, or those where ``where``, bool [games], is true.
    #[pyo3(signature = (r#where = None))]
    fn reset(&mut self, py: Python<'_>, r#where: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let chosen = match r#where {
            None => None,
            Some(array) => Some(arrays::read::<bool>(array, "where", &[self.games])?),
        };
        let chosen = match &chosen {
            None => None,
            Some(array) => Some(array.as_slice()?),
        };
        self.each(py, chosen, |part, chosen| -> Result<(), ()> {
            for game in 0..part.games {
                if chosen.is_none_or(|chosen| chosen[game]) {
                    part.slab.load_start(game);
                    part.history.forget(game);
                }
            }
            if part.history.length() > 1 {
                part.look();
            }
            Ok(())
        })
        .expect("nothing fails there");
        Ok(())
    }

    /// Lets a game go on from a board of the same size and rule, with no ply played. Its start stays what it is.
    fn load(&mut self, game: usize, board: &Board) -> PyResult<()> {
        let (part, index) = self.part_of(game)?;
        part.slab.load(index, &board.any)?;
        part.history.forget(index);
        part.look();
        Ok(())
    }

    /// The board of a game.
    fn board<'py>(&mut self, py: Python<'py>, game: usize) -> PyResult<Bound<'py, PyAny>> {
        let (part, index) = self.part_of(game)?;
        wrap(py, part.slab.board(index))
    }

    fn __repr__(&self) -> String {
        format!("Slab({} games of {})", self.games, self.start.name())
    }
}
