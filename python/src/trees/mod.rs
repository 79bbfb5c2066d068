//! `Trees`: tree searches in many games at once, whose leaves are evaluated together.

mod tree;

use crate::actions::{action_given, read_actions};
use crate::arrays;
use crate::board::{Board, wrap};
use crate::errors::illegal_action;
use crate::game::{Any, each};
use crate::long::{Pool, hold, hold_mut};
use crate::numbers;
use crate::planes;
use crate::rows::{Part, Rows, Split, share};
use crate::states::{self, State};
use numpy::PyUntypedArrayMethods;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tree::{Leaf, Tree, legal, side};

/// The trees of one thread, whatever the game.
trait AnyGroup: Send + Sync {
    fn select(&mut self, leaves: usize, exploration: f32) -> usize;
    fn write(&self, leaves: &mut LeafRows<'_>);
    fn update(&mut self, logits: &[f32], values: &[f32]);
    fn mix(&mut self, noise: &[f32], fraction: f32);
    fn visits(&self, visits: &mut [u32]);
    fn values(&self, values: &mut [f32]);
    /// The first tree in which its action is illegal.
    fn refused(&self, actions: &[u16]) -> Option<usize>;
    fn advance(&mut self, actions: &[u16]);
    fn restart(&mut self, tree: usize, board: &Any) -> bool;
    fn board(&self, tree: usize) -> Any;
    fn another(&self) -> Box<dyn AnyGroup>;
    fn save(&self, tree: usize) -> Vec<u32>;
    /// Whether it was a tree that was saved.
    fn restore(&mut self, tree: usize, saved: &[u32]) -> bool;
}

/// The trees of one thread, and their leaves that wait.
#[derive(Clone)]
struct Group<G> {
    trees: Vec<Tree<G>>,
    /// The leaves, with the trees that they are of.
    waiting: Vec<Leaf<G>>,
    owners: Vec<usize>,
    size: (usize, usize),
}

impl<G: State> AnyGroup for Group<G> {
    fn select(&mut self, leaves: usize, exploration: f32) -> usize {
        for (owner, tree) in self.trees.iter_mut().enumerate() {
            let found = tree.select(leaves, exploration, &mut self.waiting);
            self.owners.extend(std::iter::repeat_n(owner, found));
        }
        self.waiting.len()
    }

    fn write(&self, leaves: &mut LeafRows<'_>) {
        let points = self.size.0 * self.size.1;
        let mut words = [0; 2 * 64];
        let words = &mut words[..2 * points.div_ceil(64)];
        let mut planes = leaves.planes.as_mut().map(|rows| planes::Rows::new(points, rows.items));
        let mut float_planes = leaves.float_planes.as_mut().map(|rows| planes::Rows::new(points, rows.items));
        for (row, Leaf { board, .. }) in self.waiting.iter().enumerate() {
            let (black, white) = words.split_at_mut(words.len() / 2);
            board.write_stones([&mut *black, &mut *white]);
            let stones = [&*black, &*white];
            planes.iter_mut().for_each(|planes| planes.push_board(stones, side(board)));
            float_planes.iter_mut().for_each(|planes| planes.push_board(stones, side(board)));
            let mask = &mut leaves.masks.items[row * leaves.masks.width..][..leaves.masks.width];
            mask.fill(0);
            legal(board).for_each(|action| mask[action] = 1);
        }
        planes.iter_mut().for_each(planes::Rows::expand);
        float_planes.iter_mut().for_each(planes::Rows::expand);
    }

    fn update(&mut self, logits: &[f32], values: &[f32]) {
        let width = logits.len() / values.len().max(1);
        for ((leaf, &owner), (logits, &value)) in
            self.waiting.iter().zip(&self.owners).zip(logits.chunks_exact(width.max(1)).zip(values))
        {
            self.trees[owner].update(leaf, logits, value);
        }
        self.waiting.clear();
        self.owners.clear();
    }

    fn mix(&mut self, noise: &[f32], fraction: f32) {
        let width = noise.len() / self.trees.len();
        self.trees.iter_mut().zip(noise.chunks_exact(width)).for_each(|(tree, noise)| tree.mix(noise, fraction));
    }

    fn visits(&self, visits: &mut [u32]) {
        let width = visits.len() / self.trees.len();
        self.trees.iter().zip(visits.chunks_exact_mut(width)).for_each(|(tree, visits)| tree.visits(visits));
    }

    fn values(&self, values: &mut [f32]) {
        self.trees.iter().zip(values).for_each(|(tree, value)| *value = tree.value());
    }

    fn refused(&self, actions: &[u16]) -> Option<usize> {
        self.trees.iter().zip(actions).position(|(tree, &action)| !tree.allows(action))
    }

    fn advance(&mut self, actions: &[u16]) {
        self.trees.iter_mut().zip(actions).for_each(|(tree, &action)| tree.advance(action));
    }

    fn restart(&mut self, tree: usize, board: &Any) -> bool {
        let Some(board) = G::of(board).filter(|board| board.fits(&self.trees[tree].root)) else { return false };
        self.trees[tree] = Tree::new(board.clone());
        true
    }

    fn board(&self, tree: usize) -> Any {
        self.trees[tree].root.clone().any()
    }

    fn another(&self) -> Box<dyn AnyGroup> {
        Box::new(self.clone())
    }

    fn save(&self, tree: usize) -> Vec<u32> {
        self.trees[tree].save()
    }

    fn restore(&mut self, tree: usize, saved: &[u32]) -> bool {
        self.trees[tree].restore(saved)
    }
}

/// The trees of one thread.
struct Share {
    first: usize,
    trees: usize,
    /// How many of its leaves wait.
    waiting: usize,
    group: Box<dyn AnyGroup>,
}

impl Clone for Share {
    fn clone(&self) -> Share {
        Share { group: self.group.another(), ..*self }
    }
}

impl Part for Share {
    fn games(&self) -> usize {
        self.trees
    }
}

/// A part by its leaves.
struct Leaves<'a>(&'a mut Share);

impl Part for Leaves<'_> {
    fn games(&self) -> usize {
        self.0.waiting
    }
}

/// Where leaves are written.
struct LeafRows<'a> {
    planes: Option<Rows<'a, u8>>,
    float_planes: Option<Rows<'a, f32>>,
    masks: Rows<'a, u8>,
}

impl Split for LeafRows<'_> {
    fn split(self, games: usize) -> (Self, Self) {
        let (planes, planes_) = self.planes.split(games);
        let (float_planes, float_planes_) = self.float_planes.split(games);
        let (masks, masks_) = self.masks.split(games);
        (
            LeafRows { planes, float_planes, masks },
            LeafRows { planes: planes_, float_planes: float_planes_, masks: masks_ },
        )
    }
}

/// The values that leaves are given.
struct Given<'a> {
    logits: &'a [f32],
    width: usize,
    values: &'a [f32],
}

impl Split for Given<'_> {
    fn split(self, games: usize) -> (Self, Self) {
        let (logits, logits_) = self.logits.split_at(games * self.width);
        let (values, values_) = self.values.split_at(games);
        (Given { logits, width: self.width, values }, Given { logits: logits_, width: self.width, values: values_ })
    }
}

/// Tree searches (PUCT) in many games at once.
///
/// In turns: ``select`` descends in every tree and writes up to ``leaves`` positions of each that
/// are to be evaluated; ``update`` takes their logits and values. Then ``visits`` says what the
/// searches found, and ``advance`` plays an action in each game and keeps what is known of the
/// positions after it. Games that are over have no leaves and stay as they are.
///
/// ``start`` is a board, or a list of them, one a tree. ``exploration``, 0 or more, is the factor
/// of the prior in PUCT. Trees can be copied, and pickled when no leaves wait.
#[pyclass(module = "stonemask")]
pub(crate) struct Trees {
    start: Box<Any>,
    trees: usize,
    leaves: usize,
    exploration: f32,
    actions: usize,
    size: (usize, usize),
    waiting: usize,
    chosen: Vec<u16>,
    parts: Vec<Share>,
    pool: Pool,
}

/// The trees of a part.
fn group<G: State>(like: &G, starts: &[Any], size: (usize, usize)) -> Option<Box<dyn AnyGroup>> {
    let trees: Option<Vec<Tree<G>>> =
        starts.iter().map(|start| G::of(start).filter(|start| like.fits(start)).cloned().map(Tree::new)).collect();
    Some(Box::new(Group { trees: trees?, waiting: Vec::new(), owners: Vec::new(), size }))
}

impl Trees {
    /// Does something with all trees, without the lock of the interpreter.
    fn each<S: Split>(&mut self, py: Python<'_>, rows: S, work: impl Fn(&mut Share, S) + Sync + Send) -> PyResult<()> {
        let pool = self.pool.get()?;
        let parts = &mut self.parts;
        let work = |part: &mut Share, rows: S| -> Result<(), ()> {
            work(part, rows);
            Ok(())
        };
        py.detach(|| share(pool.as_deref(), parts, rows, &work)).expect("nothing fails there");
        Ok(())
    }

    /// Does something with the leaves that wait.
    fn each_leaf<S: Split>(
        &mut self,
        py: Python<'_>,
        rows: S,
        work: impl Fn(&mut Share, S) + Sync + Send,
    ) -> PyResult<()> {
        let pool = self.pool.get()?;
        let parts = &mut self.parts;
        let work = |part: &mut Leaves<'_>, rows: S| -> Result<(), ()> {
            work(part.0, rows);
            Ok(())
        };
        py.detach(|| {
            let mut parts: Vec<Leaves<'_>> = parts.iter_mut().map(Leaves).collect();
            share(pool.as_deref(), &mut parts, rows, &work)
        })
        .expect("nothing fails there");
        Ok(())
    }

    fn make(starts: &[Any], leaves: usize, exploration: f32, threads: usize) -> PyResult<Trees> {
        let first = starts.first().ok_or_else(|| PyValueError::new_err("start: expected at least one board"))?;
        let size = first.size();
        let pool = Pool::new(threads)?;
        let mut parts = Vec::new();
        for starts in starts.chunks(starts.len().div_ceil(threads)) {
            let group = each!(first, board => group(board, starts, size));
            let group =
                group.ok_or_else(|| PyValueError::new_err("start: boards of more than one game, size or rule"))?;
            let before = parts.last().map_or(0, |part: &Share| part.first + part.trees);
            parts.push(Share { first: before, trees: starts.len(), waiting: 0, group });
        }
        let actions = each!(first, board => stonemask::slab::Actions::action_count(board));
        let start = Box::new(first.clone());
        let chosen = vec![0; starts.len()];
        Ok(Trees { start, trees: starts.len(), leaves, exploration, actions, size, waiting: 0, chosen, parts, pool })
    }

    fn none_waiting(&self, what: &str) -> PyResult<()> {
        if self.waiting == 0 {
            return Ok(());
        }
        Err(PyRuntimeError::new_err(format!("{what}: {} leaves wait for update", self.waiting)))
    }

    fn part_of(&mut self, tree: usize) -> (&mut Share, usize) {
        let part = self.parts.iter_mut().find(|part| (part.first..part.first + part.trees).contains(&tree));
        let part = part.expect("one of the trees");
        let first = part.first;
        (part, tree - first)
    }
}

#[pymethods]
impl Trees {
    #[new]
    #[pyo3(signature = (start, trees = None, *, leaves = 1, exploration = 1.25, threads = 1))]
    fn new(
        start: &Bound<'_, PyAny>,
        trees: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = numbers::leaves)] leaves: usize,
        #[pyo3(from_py_with = numbers::exploration)] exploration: f32,
        #[pyo3(from_py_with = numbers::threads)] threads: usize,
    ) -> PyResult<Trees> {
        let trees = numbers::many(trees, "trees")?;
        let starts: Vec<Any> = match (start.cast::<Board>(), trees) {
            (Ok(board), Some(trees)) => {
                let board = (*board.borrow().any).clone();
                let mut all = Vec::new();
                all.try_reserve_exact(trees.saturating_mul(4))
                    .map_err(|error| pyo3::exceptions::PyMemoryError::new_err(format!("trees: {error}")))?;
                all.resize(trees, board);
                all
            }
            (Ok(_), None) => return Err(PyValueError::new_err("trees: expected how many there are")),
            (Err(_), None) => {
                let expected = |_| PyTypeError::new_err("start: expected a Board, or a list of them");
                let boards: Vec<Bound<'_, Board>> = start.extract().map_err(expected)?;
                boards.iter().map(|board| (*board.borrow().any).clone()).collect()
            }
            (Err(_), Some(_)) => return Err(PyValueError::new_err("trees: there is one for each start given")),
        };
        Trees::make(&starts, leaves, exploration, threads)
    }

    /// How many trees there are.
    fn __len__(self_: &Bound<'_, Self>) -> PyResult<usize> {
        let held = hold(self_)?;
        let this = &*held;
        Ok(this.trees)
    }

    /// The leaves that a ``select`` finds in a tree at most.
    #[getter]
    fn leaves(self_: &Bound<'_, Self>) -> PyResult<usize> {
        let held = hold(self_)?;
        let this = &*held;
        Ok(this.leaves)
    }

    /// How many actions there are in each game, legal or not.
    #[getter]
    fn action_count(self_: &Bound<'_, Self>) -> PyResult<usize> {
        let held = hold(self_)?;
        let this = &*held;
        Ok(this.actions)
    }

    /// Writes positions that are to be evaluated, and returns how many: the first rows of
    /// ``planes``, uint8 or float32 [trees * leaves, 2, rows, columns], the stones of the side to
    /// move and of the other; and of ``mask``, uint8, int8 or bool [trees * leaves, action_count],
    /// their legal actions. The other rows stay as they are. 0 when every game is over.
    fn select(
        self_: &Bound<'_, Self>,
        py: Python<'_>,
        planes: &Bound<'_, PyAny>,
        mask: &Bound<'_, PyAny>,
    ) -> PyResult<usize> {
        let mut held = hold_mut(self_)?;
        let this = &mut *held;
        this.none_waiting("select")?;
        let (rows, (height, width)) = (this.trees * this.leaves, this.size);
        let shape = [rows, 2, height, width];
        let floats = arrays::are_floats(planes)?;
        let mut float_planes = if floats { Some(arrays::write::<f32>(planes, "planes", &shape)?) } else { None };
        let mut byte_planes = if floats { None } else { Some(arrays::write::<u8>(planes, "planes", &shape)?) };
        let bytes = arrays::as_bytes(mask, "mask")?;
        let mut masks = arrays::write::<u8>(&bytes, "mask", &[rows, this.actions])?;
        let (leaves, exploration) = (this.leaves, this.exploration);
        this.each(py, (), |part, ()| part.waiting = part.group.select(leaves, exploration))?;
        this.waiting = this.parts.iter().map(|part| part.waiting).sum();
        let into = LeafRows {
            planes: match &mut byte_planes {
                None => None,
                Some(planes) => Some(Rows { items: planes.as_slice_mut()?, width: 2 * height * width }),
            },
            float_planes: match &mut float_planes {
                None => None,
                Some(planes) => Some(Rows { items: planes.as_slice_mut()?, width: 2 * height * width }),
            },
            masks: Rows { items: masks.as_slice_mut()?, width: this.actions },
        };
        this.each_leaf(py, into, |part, mut into| part.group.write(&mut into))?;
        Ok(this.waiting)
    }

    /// Takes what the positions of the last ``select`` are worth, in their order: ``logits``,
    /// float32 [leaves that wait or trees * leaves, action_count], of which those of legal actions
    /// count, and ``values``, float32 [the same], for the side to move, 1 a win and -1 a loss.
    fn update(
        self_: &Bound<'_, Self>,
        py: Python<'_>,
        logits: &Bound<'_, PyAny>,
        values: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let mut held = hold_mut(self_)?;
        let this = &mut *held;
        let rows = match arrays::untyped(logits, "logits")?.shape() {
            &[rows, _] if rows == this.trees * this.leaves => rows,
            _ => this.waiting,
        };
        let logits = arrays::read::<f32>(logits, "logits", &[rows, this.actions])?;
        let values = arrays::read::<f32>(values, "values", &[rows])?;
        let (logits, values) =
            (&logits.as_slice()?[..this.waiting * this.actions], &values.as_slice()?[..this.waiting]);
        finite(logits, "logits", this.actions)?;
        finite(values, "values", 1)?;
        let given = Given { logits, width: this.actions, values };
        this.each_leaf(py, given, |part, given| {
            part.group.update(given.logits, given.values);
            part.waiting = 0;
        })?;
        this.waiting = 0;
        Ok(())
    }

    /// Mixes noise, float32 [trees, action_count], into the priors of the roots that are expanded:
    /// each becomes ``(1 - fraction) * prior + fraction * noise``, with a fraction of 0 to 1.
    fn mix(
        self_: &Bound<'_, Self>,
        py: Python<'_>,
        noise: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = numbers::fraction)] fraction: f32,
    ) -> PyResult<()> {
        let mut held = hold_mut(self_)?;
        let this = &mut *held;
        let noise = arrays::read::<f32>(noise, "noise", &[this.trees, this.actions])?;
        finite(noise.as_slice()?, "noise", this.actions)?;
        let given = Noise { noise: noise.as_slice()?, width: this.actions };
        this.each(py, given, |part, given| part.group.mix(given.noise, fraction))
    }

    /// Writes how often each action was visited from the roots to ``out``, uint32 [trees,
    /// action_count].
    fn visits<'py>(self_: &Bound<'_, Self>, py: Python<'py>, out: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let mut held = hold_mut(self_)?;
        let this = &mut *held;
        let mut lent = arrays::write::<u32>(&out, "out", &[this.trees, this.actions])?;
        let rows = Rows { items: lent.as_slice_mut()?, width: this.actions };
        this.each(py, rows, |part, rows| part.group.visits(rows.items))?;
        drop(lent);
        Ok(out)
    }

    /// Writes the mean values of the roots, for their sides to move, to ``out``, float32 [trees];
    /// the result of a game that is over.
    fn values<'py>(self_: &Bound<'_, Self>, py: Python<'py>, out: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let mut held = hold_mut(self_)?;
        let this = &mut *held;
        let mut lent = arrays::write::<f32>(&out, "out", &[this.trees])?;
        let rows = Rows { items: lent.as_slice_mut()?, width: 1 };
        this.each(py, rows, |part, rows| part.group.values(rows.items))?;
        drop(lent);
        Ok(out)
    }

    /// Plays an action in each game, int64, int32 or uint16 [trees], and keeps what is known of the
    /// positions after it. The actions of games that are over are not looked at.
    ///
    /// Raises `IllegalAction` when one is illegal; nothing has been played in any game then.
    fn advance(self_: &Bound<'_, Self>, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut held = hold_mut(self_)?;
        let this = &mut *held;
        this.none_waiting("advance")?;
        read_actions(actions, &mut this.chosen)?;
        let chosen = std::mem::take(&mut this.chosen);
        let refused = |part: &Share| {
            let own = &chosen[part.first..part.first + part.trees];
            part.group.refused(own).map(|tree| part.first + tree)
        };
        let illegal = this.parts.iter().find_map(refused);
        let mut played = Ok(());
        if illegal.is_none() {
            played = this.each(py, &chosen[..], |part, actions| part.group.advance(actions));
        }
        this.chosen = chosen;
        illegal.map_or(played, |tree| {
            let given = action_given(actions, tree);
            Err(illegal_action(py, tree, given, format!("game {tree}: action {given} is illegal")))
        })
    }

    /// Begins a tree anew, from its start or from a board like it.
    #[pyo3(signature = (tree, board = None))]
    fn restart(self_: &Bound<'_, Self>, tree: &Bound<'_, PyAny>, board: Option<&Board>) -> PyResult<()> {
        let mut held = hold_mut(self_)?;
        let this = &mut *held;
        let tree = numbers::index(tree, "tree", this.trees)?;
        this.none_waiting("restart")?;
        let start = board.map_or_else(|| this.start.clone(), |board| board.any.clone());
        let (part, index) = this.part_of(tree);
        if !part.group.restart(index, &start) {
            return Err(PyValueError::new_err("the board has another size or rule than the trees'"));
        }
        Ok(())
    }

    /// Begins trees anew from ``states``, uint64 [trees, words] as `States` has them, in games that
    /// go on: all, or those where ``where``, bool [trees], is true. When a row is wrong, no tree is
    /// changed.
    #[pyo3(signature = (states, r#where = None))]
    fn restart_many(
        self_: &Bound<'_, Self>,
        states: &Bound<'_, PyAny>,
        r#where: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let mut held = hold_mut(self_)?;
        let this = &mut *held;
        this.none_waiting("restart_many")?;
        let words = each!(&*this.start, board => states::words(board));
        let states = arrays::read::<u64>(states, "states", &[this.trees, words])?;
        let chosen = match r#where {
            None => None,
            Some(array) => Some(arrays::read::<bool>(array, "where", &[this.trees])?),
        };
        let chosen = match &chosen {
            None => None,
            Some(array) => Some(array.as_slice()?),
        };
        let mut boards = Vec::new();
        for (tree, state) in states.as_slice()?.chunks_exact(words).enumerate() {
            if chosen.is_none_or(|chosen| chosen[tree]) {
                let board = states::board_of(&this.start, state);
                boards.push((tree, board.map_err(|why| PyValueError::new_err(format!("states: row {tree}: {why}")))?));
            }
        }
        for (tree, board) in boards {
            let (part, index) = this.part_of(tree);
            part.group.restart(index, &board);
        }
        Ok(())
    }

    /// A copy.
    fn copy(self_: &Bound<'_, Self>) -> PyResult<Trees> {
        let held = hold(self_)?;
        let this = &*held;
        let (start, chosen, parts) = (this.start.clone(), this.chosen.clone(), this.parts.clone());
        Ok(Trees { start, chosen, parts, pool: Pool::new(this.pool.threads())?, ..*this })
    }

    fn __copy__(self_: &Bound<'_, Self>) -> PyResult<Trees> {
        Trees::copy(self_)
    }

    fn __deepcopy__(self_: &Bound<'_, Self>, _memo: &Bound<'_, PyAny>) -> PyResult<Trees> {
        Trees::copy(self_)
    }

    fn __reduce__<'py>(self_: &Bound<'_, Self>, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled<'py>)> {
        let held = hold(self_)?;
        let this = &*held;
        this.none_waiting("pickle")?;
        let restore = py.import("stonemask._stonemask")?.getattr("restore_trees")?;
        let text = |board: &Any| each!(board, board => board.to_string());
        let how = (this.start.name(), text(&this.start), this.leaves, this.exploration, this.pool.threads());
        let all = this.parts.iter().flat_map(|part| (0..part.trees).map(move |tree| (part, tree)));
        let trees = all.map(|(part, tree)| {
            let bytes: Vec<u8> = part.group.save(tree).into_iter().flat_map(u32::to_le_bytes).collect();
            (text(&part.group.board(tree)), PyBytes::new(py, &bytes))
        });
        Ok((restore, (how, trees.collect())))
    }

    /// The board at a tree's root.
    fn board<'py>(self_: &Bound<'_, Self>, py: Python<'py>, tree: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let mut held = hold_mut(self_)?;
        let this = &mut *held;
        let tree = numbers::index(tree, "tree", this.trees)?;
        let (part, index) = this.part_of(tree);
        wrap(py, part.group.board(index))
    }

    fn __repr__(self_: &Bound<'_, Self>) -> PyResult<String> {
        let held = hold(self_)?;
        let this = &*held;
        Ok(format!("Trees({} of {})", this.trees, this.start.name()))
    }
}

/// Trees as they are pickled: the game's name, the start, the leaves, the exploration and the
/// threads; of each tree its root and what is known of it.
type Pickled<'py> = ((&'static str, String, usize, f32, usize), Vec<(String, Bound<'py, PyBytes>)>);

/// Trees from what pickle kept of them.
#[pyfunction]
pub(crate) fn restore_trees(
    how: (String, String, usize, f32, usize),
    trees: Vec<(String, Vec<u8>)>,
) -> PyResult<Trees> {
    let wrong = || PyValueError::new_err("this is not what trees were pickled as");
    let (name, start, leaves, exploration, threads) = how;
    if !(1..=1024).contains(&leaves) || !(1..=1024).contains(&threads) {
        return Err(wrong());
    }
    let roots = trees.iter().map(|(root, _)| Any::read(&name, root)).collect::<PyResult<Vec<Any>>>()?;
    let mut all = Trees::make(&roots, leaves, exploration, threads)?;
    for (tree, (_, saved)) in trees.iter().enumerate() {
        let saved: Vec<u32> = saved.as_chunks().0.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect();
        let (part, index) = all.part_of(tree);
        if !part.group.restore(index, &saved) {
            return Err(wrong());
        }
    }
    all.start = Box::new(Any::read(&name, &start)?);
    Ok(all)
}

/// Refuses rows that hold NaN or infinity.
fn finite(items: &[f32], name: &str, width: usize) -> PyResult<()> {
    match items.iter().position(|item| !item.is_finite()) {
        None => Ok(()),
        Some(item) => Err(PyValueError::new_err(format!("{name}: row {} holds {}", item / width, items[item]))),
    }
}

/// Noise for the roots.
struct Noise<'a> {
    noise: &'a [f32],
    width: usize,
}

impl Split for Noise<'_> {
    fn split(self, games: usize) -> (Self, Self) {
        let (noise, others) = self.noise.split_at(games * self.width);
        (Noise { noise, width: self.width }, Noise { noise: others, width: self.width })
    }
}
