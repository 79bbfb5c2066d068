//! `Slab`: many games advanced together by a ply, into arrays that the caller owns.

mod games;

use crate::actions::{action_given, read_actions};
use crate::board::{Board, wrap};
use crate::errors::illegal_in_slab;
use crate::game::{Any, each, value_error};
use crate::long::{Pool, hold, hold_mut};
use crate::observation::{Into, Sizes, Wanted, all};
use crate::planes::History;
use crate::rows::{First, Read, Rows, Split, share};
use crate::{arrays, errors, long, numbers};
use games::{Share, bytes_of, make, memory};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use stonemask::Random;
use stonemask::game::Colour;
use stonemask::playout::seed_of_share;
use stonemask::slab::{Choose, Ended, IllegalAction, SlabError};

/// The games that have a seed of their own, and that one thread plays: games 0 to 255 are the first
/// block, and so on. With a number of threads in its place, random plies would depend on that.
const BLOCK: usize = 256;

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

/// Many games advanced together by a ply, into arrays that the caller owns; nothing is allocated
/// once it is made.
///
/// ``start`` is a board, or a list of them, one a game. Games that are over start anew with the
/// next step where ``ended`` is "restart" and stay as they are where it is "freeze". Random plies
/// come from ``seed``, and are the same with any number of ``threads``. ``history`` is how many
/// boards ``observe(planes=)`` shows, the present one first.
///
/// A slab can be pickled and copied; a copy goes on with the same random plies. A process that is
/// forked off has threads of its own.
#[pyclass(module = "stonemask")]
pub(crate) struct Slab {
    start: Box<Any>,
    games: usize,
    actions: usize,
    size: (usize, usize),
    history: usize,
    ended: Ended,
    seed: u64,
    one_each: bool,
    /// The actions to play, read from the caller's array once.
    chosen: Vec<u16>,
    parts: Vec<Share>,
    pool: Pool,
}

/// The treatment of games that are over, by its name.
fn ended_of(name: &str) -> PyResult<Ended> {
    match name {
        "restart" => Ok(Ended::Restart),
        "freeze" => Ok(Ended::Freeze),
        other => {
            let other = other.escape_debug();
            Err(PyValueError::new_err(format!("ended='{other}': expected 'restart' or 'freeze'")))
        }
    }
}

/// How a slab is made.
struct Plan {
    starts: Vec<Any>,
    one_each: bool,
    games: usize,
    ended: Ended,
    seed: u64,
    history: usize,
    threads: usize,
}

impl Slab {
    fn make(plan: Plan) -> PyResult<Slab> {
        let Plan { starts, one_each, games, ended, seed: own_seed, history, threads } = plan;
        let first = starts.first().ok_or_else(|| value_error(SlabError::NoStart))?.clone();
        let size = first.size();
        let actions = each!(&first, board => stonemask::slab::Actions::action_count(board));
        // The system is asked for all of it at once: it would be too late block by block.
        let bytes = each!(&first, board => bytes_of(board, history)).saturating_mul(games);
        Vec::<u8>::new().try_reserve_exact(bytes).map_err(|error| memory(&error))?;
        let pool = Pool::new(threads)?;
        let mut parts = Vec::new();
        for (block, begin) in (0..games).step_by(BLOCK).enumerate() {
            let games = BLOCK.min(games - begin);
            let seed = if block == 0 { own_seed } else { seed_of_share(own_seed, block as u64) };
            let own = if one_each { &starts[begin..begin + games] } else { &starts[..] };
            if let Some(unlike) = own.iter().position(|start| !alike(&first, start)) {
                let unlike = SlabError::Unlike { board: begin + unlike };
                return Err(value_error(format!("start: boards of more than one game or size: {unlike}")));
            }
            let slab = each!(&first, board => make(board, own, one_each, games, ended, seed))?;
            let mut part = Share {
                games,
                slab,
                openings: Random::new(seed_of_share(!own_seed, block as u64)),
                to_move: vec![Colour::Black.cell(); games],
                outcomes: vec![0; games],
                plies: vec![0; games],
                masks: Vec::new(),
                history: History::new(history, games, size.0 * size.1),
            };
            part.look();
            parts.push(part);
        }
        let (start, chosen) = (Box::new(first), vec![0; games]);
        Ok(Slab { start, games, actions, size, history, ended, seed: own_seed, one_each, chosen, parts, pool })
    }

    fn sizes(&self) -> Sizes {
        Sizes { games: self.games, history: self.history, size: self.size, actions: self.actions }
    }

    /// Does something with all games, without the lock of the interpreter; what failed first.
    fn each<S: Split, E: Send>(
        &mut self,
        py: Python<'_>,
        rows: S,
        work: impl Fn(&mut Share, S) -> Result<(), E> + Sync + Send,
    ) -> PyResult<Result<(), E>> {
        let pool = self.pool.get()?;
        let parts = &mut self.parts;
        Ok(py.detach(|| share(pool.as_deref(), parts, rows, &work)))
    }

    /// Does something that cannot fail with all games.
    fn all<S: Split>(&mut self, py: Python<'_>, rows: S, work: impl Fn(&mut Share, S) + Sync + Send) -> PyResult<()> {
        let done = self.each(py, rows, |part, rows| -> Result<(), ()> {
            work(part, rows);
            Ok(())
        });
        done.map(|done| done.expect("nothing fails there"))
    }

    /// The block that holds a game, and the game's number there.
    fn part_of(&mut self, game: &Bound<'_, PyAny>) -> PyResult<(&mut Share, usize)> {
        let game = numbers::index(game, "game", self.games)?;
        Ok((&mut self.parts[game / BLOCK], game % BLOCK))
    }

    /// Plays actions that were read, and writes what the games hold then.
    fn play(&mut self, py: Python<'_>, chosen: &[u16], into: Into<'_>) -> PyResult<Result<(), IllegalAction>> {
        if self.parts.len() > 1 {
            let check = |part: &mut Share, actions: &[u16]| part.slab.check(actions);
            if self.each(py, chosen, check)?.is_err() {
                // Which block refused it is not known there.
                let refused =
                    self.parts.iter().zip(chosen.chunks(BLOCK)).enumerate().find_map(|(block, (part, actions))| {
                        let IllegalAction { game, action } = part.slab.check(actions).err()?;
                        Some(IllegalAction { game: game + block * BLOCK, action })
                    });
                return Ok(refused.map_or(Ok(()), Err));
            }
        }
        self.each(py, (chosen, into), |part, (actions, into)| {
            part.slab.step(actions)?;
            part.remember();
            part.observe(into);
            Ok(())
        })
    }
}

/// Whether boards can stand in one slab.
fn alike(first: &Any, other: &Any) -> bool {
    each!(first, first => crate::game::Case::of(other).is_some_and(|other: &_| stonemask::slab::Actions::fits(first, other)))
}

#[pymethods]
impl Slab {
    #[new]
    #[pyo3(signature = (start, games = None, *, ended = "restart", seed = 0, history = 1, threads = 1))]
    fn new(
        start: &Bound<'_, PyAny>,
        games: Option<&Bound<'_, PyAny>>,
        ended: &str,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        #[pyo3(from_py_with = numbers::history)] history: usize,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
    ) -> PyResult<Slab> {
        let ended = ended_of(ended)?;
        let games = numbers::many(games, "games")?;
        let one_each = start.cast::<Board>().is_err();
        let starts: Vec<Any> = if let Ok(board) = start.cast::<Board>() {
            vec![(*board.borrow().any).clone()]
        } else {
            let boards: Vec<Bound<'_, Board>> =
                start.extract().map_err(|_| PyTypeError::new_err("start: expected a Board, or a list of them"))?;
            boards.iter().map(|board| (*board.borrow().any).clone()).collect()
        };
        let games = match (games, one_each) {
            (None, true) => starts.len(),
            (Some(games), true) if games != starts.len() => {
                return Err(PyValueError::new_err(format!("games={games}: there are {} starts", starts.len())));
            }
            (Some(games), _) => games,
            (None, false) => return Err(PyTypeError::new_err("games: expected how many there are")),
        };
        Slab::make(Plan { starts, one_each, games, ended, seed, history, threads })
    }

    /// How many games there are.
    #[getter]
    fn games(self_: &Bound<'_, Self>) -> PyResult<usize> {
        let held = hold(self_)?;
        let this = &*held;
        Ok(this.games)
    }

    fn __len__(self_: &Bound<'_, Self>) -> PyResult<usize> {
        let held = hold(self_)?;
        let this = &*held;
        Ok(this.games)
    }

    /// How many actions there are in each game, legal or not.
    #[getter]
    fn action_count(self_: &Bound<'_, Self>) -> PyResult<usize> {
        let held = hold(self_)?;
        let this = &*held;
        Ok(this.actions)
    }

    /// The rows of the boards.
    #[getter]
    fn rows(self_: &Bound<'_, Self>) -> PyResult<usize> {
        let held = hold(self_)?;
        let this = &*held;
        Ok(this.size.0)
    }

    /// The columns of the boards.
    #[getter]
    fn columns(self_: &Bound<'_, Self>) -> PyResult<usize> {
        let held = hold(self_)?;
        let this = &*held;
        Ok(this.size.1)
    }

    /// How many boards of a game ``observe(planes=)`` shows.
    #[getter]
    fn history(self_: &Bound<'_, Self>) -> PyResult<usize> {
        let held = hold(self_)?;
        let this = &*held;
        Ok(this.history)
    }

    /// The board that the first game begins with.
    #[getter]
    fn start<'py>(self_: &Bound<'_, Self>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let held = hold(self_)?;
        let this = &*held;
        wrap(py, (*this.start).clone())
    }

    /// Writes which actions are legal to ``out``, uint8, int8 or bool [games, action_count]: 1 for
    /// a legal one. A game that is over has none where ``finished`` is "none", and all where it is
    /// "all", so that a softmax over them is defined.
    #[pyo3(signature = (out, *, finished = "none"))]
    fn legal_mask<'py>(
        self_: &Bound<'_, Self>,
        py: Python<'py>,
        out: Bound<'py, PyAny>,
        finished: &str,
    ) -> PyResult<Bound<'py, PyAny>> {
        let mut held = hold_mut(self_)?;
        let this = &mut *held;
        let all = all(finished)?;
        let bytes = arrays::as_bytes(&out, "out")?;
        let mut mask = arrays::write::<u8>(&bytes, "out", &[this.games, this.actions])?;
        let mask = Some(Rows { items: mask.as_slice_mut()?, width: this.actions });
        this.all(py, Into { mask, all, ..Into::default() }, Share::observe)?;
        Ok(out)
    }

    /// Plays one action in each game: int64, int32 or uint16 [games]. A game that is over starts
    /// anew, or stays, whatever the action. Then it writes what the games hold, those parts of it
    /// that are asked for: ``mask`` and ``finished`` as ``legal_mask`` has them, ``ended``, bool
    /// [games], whether a game is over, and the others as ``observe`` has them.
    ///
    /// Raises `IllegalAction` when an action is illegal; nothing has been played in any game then,
    /// and nothing written.
    #[pyo3(signature = (
        actions, *, mask = None, finished = "none", planes = None, cells = None, to_move = None, outcomes = None, plies = None,
        rewards = None, ended = None
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords, each of them optional")]
    fn step<'py>(
        self_: &Bound<'_, Self>,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
        mask: Option<&Bound<'py, PyAny>>,
        finished: &str,
        planes: Option<&Bound<'py, PyAny>>,
        cells: Option<&Bound<'py, PyAny>>,
        to_move: Option<&Bound<'py, PyAny>>,
        outcomes: Option<&Bound<'py, PyAny>>,
        plies: Option<&Bound<'py, PyAny>>,
        rewards: Option<&Bound<'py, PyAny>>,
        ended: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        let mut held = hold_mut(self_)?;
        let this = &mut *held;
        let all = all(finished)?;
        let wanted = Wanted { mask, all, planes, cells, to_move, outcomes, plies, rewards, ended };
        read_actions(actions, &mut this.chosen)?;
        let chosen = std::mem::take(&mut this.chosen);
        let played = wanted.lend(this.sizes(), |into| this.play(py, &chosen, into));
        this.chosen = chosen;
        played?.map_err(|illegal| {
            let given = action_given(actions, illegal.game);
            if given == i64::from(illegal.action) {
                illegal_in_slab(py, 0, illegal)
            } else {
                let text = format!("game {}: action {given} is illegal", illegal.game);
                errors::illegal_action(py, illegal.game, given, text)
            }
        })
    }

    /// Plays one of the legal actions in each game, each as likely as any other, and writes which
    /// to ``actions``, uint16 [games]; 65535 for a game that was over. ``numbers``, uint64 [games],
    /// pick the actions where they are given, and the slab's seed where not: of n legal actions the
    /// one numbered ``(number >> 32) * n >> 32``. Then it writes what the games hold, as ``step``
    /// does.
    #[pyo3(signature = (
        actions, *, numbers = None, mask = None, finished = "none", planes = None, cells = None, to_move = None, outcomes = None, plies = None,
        rewards = None, ended = None
    ))]
    #[allow(clippy::too_many_arguments, reason = "keywords, each of them optional")]
    fn step_random<'py>(
        self_: &Bound<'_, Self>,
        py: Python<'py>,
        actions: &Bound<'py, PyAny>,
        numbers: Option<&Bound<'py, PyAny>>,
        mask: Option<&Bound<'py, PyAny>>,
        finished: &str,
        planes: Option<&Bound<'py, PyAny>>,
        cells: Option<&Bound<'py, PyAny>>,
        to_move: Option<&Bound<'py, PyAny>>,
        outcomes: Option<&Bound<'py, PyAny>>,
        plies: Option<&Bound<'py, PyAny>>,
        rewards: Option<&Bound<'py, PyAny>>,
        ended: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        let mut held = hold_mut(self_)?;
        let this = &mut *held;
        let all = all(finished)?;
        let wanted = Wanted { mask, all, planes, cells, to_move, outcomes, plies, rewards, ended };
        let mut actions = arrays::write::<u16>(actions, "actions", &[this.games])?;
        let numbers = numbers.map(|numbers| arrays::read::<u64>(numbers, "numbers", &[this.games])).transpose()?;
        let numbers = match &numbers {
            None => None,
            Some(numbers) => Some(numbers.as_slice()?),
        };
        let rows = Rows { items: actions.as_slice_mut()?, width: 1 };
        wanted.lend(this.sizes(), |into| {
            this.all(py, ((rows, numbers), into), |part, ((actions, numbers), into)| {
                match numbers {
                    None => part.slab.step_random(actions.items),
                    Some(numbers) => {
                        part.slab.pick(numbers, &mut part.masks, actions.items);
                        part.slab.step(actions.items).expect("legal actions");
                    }
                }
                part.remember();
                part.observe(into);
            })
        })
    }

    /// Chooses a legal action in each game by ``scores``, float32 [games, action_count], and writes
    /// it to ``actions``, uint16 [games], for ``step``; 65535 for a game that is over. Nothing is
    /// played. ``how`` is
    ///
    /// * "best": the highest score, of equal ones the lowest action;
    /// * "weights": drawn with a probability proportional to the score;
    /// * "logits": drawn with a probability proportional to its exponential, as the highest score
    ///   after Gumbel noise is.
    ///
    /// The draws follow from ``seed``, the game's number and its scores alone. Scores of illegal
    /// actions are not looked at. Raises `ValueError` when a legal action's score is NaN or, where
    /// one is drawn, negative or infinite, or when no legal action can be drawn.
    #[pyo3(signature = (actions, scores, *, how = "best", seed = 0))]
    fn choose(
        self_: &Bound<'_, Self>,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        scores: &Bound<'_, PyAny>,
        how: &str,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
    ) -> PyResult<()> {
        let choose = match how {
            "best" => Choose::best(),
            "weights" => Choose::by_weights(seed),
            "logits" => Choose::by_logits(seed),
            other => {
                let other = other.escape_debug();
                return Err(PyValueError::new_err(format!("how='{other}': expected 'best', 'weights' or 'logits'")));
            }
        };
        let mut held = hold_mut(self_)?;
        let this = &mut *held;
        let mut actions = arrays::write::<u16>(actions, "actions", &[this.games])?;
        let scores = arrays::read::<f32>(scores, "scores", &[this.games, this.actions])?;
        let actions = Rows { items: actions.as_slice_mut()?, width: 1 };
        let scores = Read { items: scores.as_slice()?, width: this.actions };
        let chosen = this.each(py, ((actions, scores), First(0)), |part, ((actions, scores), First(first))| {
            part.slab.choose(scores.items, choose.first_game(first), actions.items)
        })?;
        chosen.map_err(|error| PyValueError::new_err(format!("scores: {error}")))
    }

    /// Writes to ``actions``, uint16 [games], the action of each game after which the side to move
    /// does best in ``playouts`` random games from the game's seed, ``seeds`` uint64 [games]; 65535
    /// for a game that is over. Nothing is played. Ctrl-C ends it.
    fn search(
        self_: &Bound<'_, Self>,
        py: Python<'_>,
        actions: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = numbers::playouts)] playouts: u64,
        seeds: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let mut held = hold_mut(self_)?;
        let this = &mut *held;
        let mut actions = arrays::write::<u16>(actions, "actions", &[this.games])?;
        let seeds = arrays::read::<u64>(seeds, "seeds", &[this.games])?;
        let rows = Seeded { actions: actions.as_slice_mut()?, seeds: seeds.as_slice()? };
        let pool = this.pool.get()?;
        let parts = &mut this.parts;
        long::run(py, |stop| {
            let search = |part: &mut Share, rows: Seeded<'_>| -> Result<(), ()> {
                part.slab.search(rows.actions, playouts, rows.seeds, stop);
                Ok(())
            };
            share(pool.as_deref(), parts, rows, &search).expect("nothing fails there");
        })
    }

    /// Writes what the games hold, those parts of it that are asked for.
    ///
    /// * ``planes``: uint8 or float32 [games, 2 * history, rows, columns], the stones of the side
    ///   to move and of the other, 0 or 1; then those of the board a ply ago, still by the side
    ///   that is to move now, and so on.
    /// * ``cells``: uint8 [games, rows, columns], 0 empty, 1 black, 2 white, 3 blocked.
    /// * ``to_move``: uint8 [games], 1 black, 2 white, as `Colour` and ``cells`` number them.
    /// * ``outcomes``: uint8 [games], 0 while the game goes on, 1 black won, 2 drawn, 3 white won.
    /// * ``plies``: uint32 [games], played since the game's start, passes included.
    /// * ``rewards``: float32 [games, 2], black's and white's, 1, 0 or -1; zeros while the game
    ///   goes on.
    #[pyo3(signature = (*, planes = None, cells = None, to_move = None, outcomes = None, plies = None, rewards = None))]
    #[allow(clippy::too_many_arguments, reason = "keywords, each of them optional")]
    fn observe<'py>(
        self_: &Bound<'_, Self>,
        py: Python<'py>,
        planes: Option<&Bound<'py, PyAny>>,
        cells: Option<&Bound<'py, PyAny>>,
        to_move: Option<&Bound<'py, PyAny>>,
        outcomes: Option<&Bound<'py, PyAny>>,
        plies: Option<&Bound<'py, PyAny>>,
        rewards: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<()> {
        let mut held = hold_mut(self_)?;
        let this = &mut *held;
        let wanted = Wanted { planes, cells, to_move, outcomes, plies, rewards, ..Wanted::default() };
        wanted.lend(this.sizes(), |into| this.all(py, into, Share::observe))
    }

    /// Puts games back to their starts: all, or those where ``where``, bool [games], is true.
    /// ``random_plies``, a number or uint8 [games], is how many random plies are then played in
    /// each, from the slab's seed; one that would end a game is not played. They count as the
    /// beginning: no ply has been played after them.
    #[pyo3(signature = (r#where = None, *, random_plies = None))]
    fn reset(
        self_: &Bound<'_, Self>,
        py: Python<'_>,
        r#where: Option<&Bound<'_, PyAny>>,
        random_plies: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mut held = hold_mut(self_)?;
        let this = &mut *held;
        let chosen = match r#where {
            None => None,
            Some(array) => Some(arrays::read::<bool>(array, "where", &[this.games])?),
        };
        let chosen = match &chosen {
            None => None,
            Some(array) => Some(array.as_slice()?),
        };
        let (mut same, mut each) = (0, None);
        match random_plies {
            Some(plies) if arrays::untyped(plies, "random_plies").is_ok() => {
                each = Some(arrays::read::<u8>(plies, "random_plies", &[this.games])?);
            }
            Some(plies) => same = numbers::random_plies(plies)?,
            None => {}
        }
        let each = match &each {
            None => None,
            Some(array) => Some(array.as_slice()?),
        };
        this.all(py, (chosen, each), |part, (chosen, each)| {
            for game in 0..part.games {
                if chosen.is_none_or(|chosen| chosen[game]) {
                    let plies = each.map_or(same, |each| each[game]);
                    part.slab.open(game, plies, &mut part.openings);
                    part.begin(game);
                }
            }
        })
    }

    /// Lets a game go on from a board of the same size and rule, with no ply played. Its start
    /// stays what it is.
    fn load(self_: &Bound<'_, Self>, game: &Bound<'_, PyAny>, board: &Board) -> PyResult<()> {
        let mut held = hold_mut(self_)?;
        let this = &mut *held;
        let (part, index) = this.part_of(game)?;
        part.slab.load(index, &board.any)?;
        part.begin(index);
        Ok(())
    }

    /// The board of a game.
    fn board<'py>(self_: &Bound<'_, Self>, py: Python<'py>, game: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let mut held = hold_mut(self_)?;
        let this = &mut *held;
        let (part, index) = this.part_of(game)?;
        wrap(py, part.slab.board(index))
    }

    /// A copy, whose random plies are those of this slab.
    fn copy(self_: &Bound<'_, Self>) -> PyResult<Slab> {
        let held = hold(self_)?;
        let this = &*held;
        Ok(Slab {
            start: this.start.clone(),
            chosen: this.chosen.clone(),
            parts: this.parts.clone(),
            pool: Pool::new(this.pool.threads())?,
            ..*this
        })
    }

    fn __copy__(self_: &Bound<'_, Self>) -> PyResult<Slab> {
        Slab::copy(self_)
    }

    fn __deepcopy__(self_: &Bound<'_, Self>, _memo: &Bound<'_, PyAny>) -> PyResult<Slab> {
        Slab::copy(self_)
    }

    fn __reduce__<'py>(self_: &Bound<'_, Self>, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled<'py>)> {
        let mut held = hold_mut(self_)?;
        let this = &mut *held;
        let restore = py.import("stonemask._stonemask")?.getattr("restore_slab")?;
        let texts = |board: &dyn Fn(&Share, usize) -> Any| -> Vec<String> {
            let parts = this.parts.iter().flat_map(|part| (0..part.games).map(move |game| (part, game)));
            parts.map(|(part, game)| each!(board(part, game), board => board.to_string())).collect()
        };
        let starts = if this.one_each {
            texts(&|part, game| part.slab.start(game))
        } else {
            vec![each!(&*this.start, board => board.to_string())]
        };
        let boards = texts(&|part, game| part.slab.board(game));
        let ended = if this.ended == Ended::Restart { "restart" } else { "freeze" };
        let how = (this.start.name(), starts, this.one_each, ended, this.seed, this.history, this.pool.threads());
        let mut blocks = Vec::new();
        for part in &mut this.parts {
            part.slab.observe(stonemask::slab::Observation { plies: Some(&mut part.plies), ..Default::default() });
            let bytes = |words: &mut dyn Iterator<Item = u64>| {
                PyBytes::new(py, &words.flat_map(u64::to_le_bytes).collect::<Vec<u8>>())
            };
            let openings = part.openings.position();
            blocks.push((
                bytes(&mut part.plies.iter().map(|&plies| plies.into())),
                bytes(&mut part.slab.random_state().into_iter()),
                openings,
                bytes(&mut part.history.save()),
            ));
        }
        Ok((restore, (how, boards, blocks)))
    }

    fn __repr__(self_: &Bound<'_, Self>) -> PyResult<String> {
        let held = hold(self_)?;
        let this = &*held;
        Ok(format!("Slab({} games of {})", this.games, this.start.name()))
    }
}

/// The game's name, the starts, whether each game has one, what becomes of ended games, the seed,
/// the history, the threads.
type How = (String, Vec<String>, bool, String, u64, usize, usize);

/// A slab as it is pickled: how it was made, the boards, and of each block the plies, the state of
/// its random numbers, that of its openings, and the history.
type Pickled<'py> = (
    (&'static str, Vec<String>, bool, &'static str, u64, usize, usize),
    Vec<String>,
    Vec<(Bound<'py, PyBytes>, Bound<'py, PyBytes>, u64, Bound<'py, PyBytes>)>,
);

/// A block as it is pickled.
type Block = (Vec<u8>, Vec<u8>, u64, Vec<u8>);

/// A slab from what pickle kept of it.
#[pyfunction]
pub(crate) fn restore_slab(how: How, boards: Vec<String>, blocks: Vec<Block>) -> PyResult<Slab> {
    let wrong = || PyValueError::new_err("this is not what a slab was pickled as");
    let (name, starts, one_each, ended, seed, history, threads) = how;
    let read = |texts: &[String]| texts.iter().map(|text| Any::read(&name, text)).collect::<PyResult<Vec<Any>>>();
    let (starts, ended) = (read(&starts)?, ended_of(&ended)?);
    let games = boards.len();
    if games == 0
        || (one_each && starts.len() != games)
        || !(1..=64).contains(&history)
        || !(1..=1024).contains(&threads)
    {
        return Err(wrong());
    }
    let mut slab = Slab::make(Plan { starts, one_each, games, ended, seed, history, threads })?;
    if blocks.len() != slab.parts.len() {
        return Err(wrong());
    }
    for ((part, boards), (plies, random, openings, saved)) in
        slab.parts.iter_mut().zip(boards.chunks(BLOCK)).zip(blocks)
    {
        let words =
            |bytes: &[u8]| -> Vec<u64> { bytes.as_chunks().0.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect() };
        let plies: Vec<u32> = words(&plies).into_iter().map(|plies| plies as u32).collect();
        let kept = part.slab.restore(&read(boards)?, &plies, &words(&random))?;
        if !kept || !part.history.restore(words(&saved).into_iter()) {
            return Err(wrong());
        }
        part.openings = Random::new(openings);
    }
    Ok(slab)
}
