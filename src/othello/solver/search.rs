//! The search of one thread.

use super::crew::{Crew, Split};
use super::features::{Parity, evaluate, freedom};
use super::last::{LAST_PLIES, LastPlies, bound_by_stability};
use super::patterns::{self, Evaluation, Evaluations, Weights};
use super::table::{Known, NearTable, Table};
use super::{Interrupted, Options, Run, Scoring, Solution, Technique};
use crate::othello::{Children, Kernels, Line, Move, Position, Square, SquareSet, Symmetry};
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};

// Numbers of this kind were chosen by node counts and times on random openings, never on the start position; see docs/SOLVER.md.

/// Empty squares from which on positions are remembered, first in the thread's own table.
const NEAR_FROM: u32 = 9;
/// Empty squares from which on they are remembered in the table that all threads share. Below, a cache miss costs more than it
/// saves.
const TABLE_FROM: u32 = 11;
/// Empty squares from which on the table's positions are brought to one of their eight symmetric forms.
const SYMMETRY_FROM: u32 = 24;
/// Empty squares from which on children are looked up in the table before any is searched.
const CHILDREN_LOOKUP_FROM: u32 = TABLE_FROM + 1;
/// Empty squares from which on the patterns order the moves; below, mobility does.
const PATTERNS_FROM: u32 = 11;
/// Empty squares from which on the order is that of a search of one ply more.
const DEEPER_FROM: [u32; 4] = [16, 18, 20, 22];
/// What a reply of the opponent costs beyond what the evaluation says; the same where a search has looked further, and in the
/// order in which that is done; and what a move into an odd region is worth. In the evaluation's unit.
const MOBILITY: i32 = 3 * patterns::PER_DISC;
const MOBILITY_DEEP: i32 = 3 * patterns::PER_DISC / 2;
const MOBILITY_BEFORE: i32 = 2 * patterns::PER_DISC;
const ODD: i32 = patterns::PER_DISC / 2;
/// How far behind the best move another's place among the rest no longer matters.
const MARGIN: i32 = 4 * patterns::PER_DISC;
/// Empty squares from which on the moves of a position are shared among threads.
const SPLIT_FROM: u32 = 14;
/// How often an observer hears of the search, in nodes of the first thread.
const NODES_PER_REPORT: u64 = 1 << 22;
/// Beyond all values of the evaluation.
pub(super) const INFINITE: i32 = 1 << 24;
/// How much too well searches of an even number of plies think of the side to move, and those of an odd number too badly: with
/// 12 to 20 empty squares 1 and 2 discs on average.
const OPTIMISM: i32 = patterns::PER_DISC;
const PESSIMISM: i32 = 2 * patterns::PER_DISC;
/// By how selective a search is, how far from its window a shallow search's value of a position must lie for the position to count
/// as decided. Not at all is exact. With 12 to 20 empty squares such values are off by 4 to 5 discs (standard deviation).
const CERTAIN: [i32; 4] = [INFINITE, 9 * patterns::PER_DISC, 6 * patterns::PER_DISC, 3 * patterns::PER_DISC];
/// Empty squares from which on a position may count as decided.
const SELECTIVE_FROM: u32 = 12;
/// Empty squares from which on selective searches come before the exact ones.
const PRE_SEARCH_FROM: u32 = 18;
/// Plies of the search whose value is the first guess of the score.
const FIRST_GUESS_DEPTH: u32 = 8;

/// The search ended before it had a result: the observer broke off, or another thread made the result needless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// What the threads of one search share.
pub(super) struct Shared<'a, const N: usize> {
    kernels: &'static Kernels,
    table: &'a Table<N>,
    weights: &'a Weights,
    options: Options,
    stopped: AtomicBool,
    /// How selective the search is; changes only between searches, when nobody helps.
    selectivity: AtomicU8,
    /// Nodes that helpers have told of.
    nodes: AtomicU64,
    pub(super) crew: Crew<N>,
}

impl<'a, const N: usize> Shared<'a, N> {
    pub(super) fn new(
        kernels: &'static Kernels,
        table: &'a Table<N>,
        weights: &'a Weights,
        options: Options,
    ) -> Shared<'a, N> {
        let (stopped, selectivity, nodes) = (AtomicBool::new(false), AtomicU8::new(0), AtomicU64::new(0));
        Shared { kernels, table, weights, options, stopped, selectivity, nodes, crew: Crew::new() }
    }

    #[inline]
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }
}

/// What a search of moves found.
enum Found<const N: usize> {
    /// The position's value; nothing that the table should remember.
    Value(i32),
    /// The value of the best move searched, and that move.
    Best(i32, Option<Square<N>>),
}

/// Room for what a position's search needs until it is done, kept from one position to the next.
struct Ply<const N: usize> {
    children: Children<N>,
    /// What the patterns say of the children.
    evaluations: Evaluations,
    order: Order,
}

/// A thread's part of the search. Values are those of the side to move, as [`Scoring`] has them.
pub(super) struct Worker<'a, const N: usize> {
    pub(super) shared: &'a Shared<'a, N>,
    /// Searched by this thread, and those of them that the others know of.
    nodes: u64,
    told: u64,
    report_at: u64,
    /// By the number of empty squares.
    plies: Vec<Ply<N>>,
    /// By the depth of a shallow search.
    guesses: Vec<Ply<N>>,
    near: NearTable<N>,
    /// Room for an order.
    deep: Order,
    /// The split that this thread works for.
    pub(super) split: Option<Arc<Split<N>>>,
    /// What the first thread works for.
    run: Option<Run<'a>>,
}

/// The legal moves of a position and in which order they are searched.
#[derive(Default)]
struct Order {
    /// Of each move: what it promises (less is better), its square's bit, and the index of its child.
    entries: Vec<u64>,
}

impl Order {
    #[inline]
    fn clear(&mut self) {
        self.entries.clear();
    }

    #[inline]
    fn len(&self) -> usize {
        self.entries.len()
    }

    #[inline]
    fn push<const N: usize>(&mut self, promise: i32, square: Square<N>, index: usize) {
        let promise = u64::from(promise.wrapping_sub(i32::MIN) as u32);
        self.entries.push(promise << 16 | u64::from(square.bit()) << 8 | index as u64);
    }

    /// The square and the index of the child of the move at a place, when those at the places before were taken in turn.
    #[inline]
    fn take<const N: usize>(&mut self, place: usize) -> (Square<N>, usize) {
        let left = &mut self.entries[place..];
        let mut least = 0;
        for index in 1..left.len() {
            if left[index] < left[least] {
                least = index;
            }
        }
        left.swap(0, least);
        let entry = left[0];
        (Square::from_bit_on_board((entry >> 8 & 0xff) as u32), (entry & 0xff) as usize)
    }
}

impl<'a, const N: usize> Worker<'a, N> {
    pub(super) fn new(shared: &'a Shared<'a, N>, run: Option<Run<'a>>) -> Worker<'a, N> {
        let ply = || Ply { children: Children::new(), evaluations: Evaluation::NONE, order: Order::default() };
        let plies = |count: usize| (0..count).map(|_| ply()).collect();
        Worker {
            shared,
            nodes: 0,
            told: 0,
            report_at: NODES_PER_REPORT,
            plies: plies(N * N + 1),
            guesses: plies(FIRST_GUESS_DEPTH as usize + 1),
            near: NearTable::new(),
            deep: Order::default(),
            split: None,
            run,
        }
    }

    #[inline]
    fn uses(&self, technique: Technique) -> bool {
        self.shared.options.uses(technique)
    }

    #[inline]
    fn kernels(&self) -> &'static Kernels {
        self.shared.kernels
    }

    /// Nodes of this thread and those that others have told of.
    pub(super) fn all_nodes(&self) -> u64 {
        self.shared.nodes.load(Relaxed) + self.nodes - self.told
    }

    /// Tells the others of this thread's nodes.
    pub(super) fn tell_nodes(&mut self) {
        self.shared.nodes.fetch_add(self.nodes - self.told, Relaxed);
        self.told = self.nodes;
    }

    /// Lets the observer know, if this is the first thread.
    pub(super) fn report(&mut self) -> Result<(), Stopped> {
        let nodes = self.all_nodes();
        if let Some(run) = &mut self.run
            && run.report(nodes).is_break()
        {
            self.shared.stopped.store(true, Relaxed);
        }
        if self.shared.is_stopped() { Err(Stopped) } else { Ok(()) }
    }

    /// The score of the root, and one line of best play.
    pub(super) fn solve(mut self, root: Position<N>) -> Result<Solution<N>, Interrupted> {
        let result = self.value(root).and_then(|value| Ok((value, self.line(root, value)?)));
        let nodes = self.all_nodes();
        let run = self.run.expect("the first thread works for a run");
        match result {
            Ok((value, line)) => Ok(Solution { score: run.score(value), line, nodes }),
            Err(Stopped) => Err(Interrupted(run.progress(nodes))),
        }
    }

    /// The value of the root.
    pub(super) fn value(&mut self, root: Position<N>) -> Result<i32, Stopped> {
        let mut guess = self.first_guess(root);
        if self.has_patterns() && self.uses(Technique::PreSearch) && root.empties().len() >= PRE_SEARCH_FROM {
            // Each leaves a better guess and better first moves to the next.
            for selectivity in (1..CERTAIN.len()).rev() {
                self.shared.selectivity.store(selectivity as u8, Relaxed);
                guess = self.converge(root, guess)?;
            }
        }
        self.shared.selectivity.store(0, Relaxed);
        self.converge(root, guess)
    }

    /// The value of the root as the search finds it, selective as it is now.
    fn converge(&mut self, root: Position<N>, mut guess: i32) -> Result<i32, Stopped> {
        let most = (N * N) as i32;
        let mut bounds = (-most, most);
        // The first test asks whether the side to move does better than the guess; each answer is the next question.
        while bounds.0 < bounds.1 {
            let alpha = guess.clamp(bounds.0, bounds.1 - 1);
            guess = self.test(root, alpha)?;
            if guess > alpha {
                bounds.0 = guess;
            } else {
                bounds.1 = guess;
                guess -= 1;
            }
            if let Some(run) = &mut self.run
                && self.shared.selectivity.load(Relaxed) == 0
            {
                run.bounds = bounds;
            }
            self.report()?;
        }
        Ok(bounds.0)
    }

    /// Where the tests begin: an even number, as all scores of full boards are.
    fn first_guess(&mut self, root: Position<N>) -> i32 {
        if !self.has_patterns() || !self.uses(Technique::FirstGuess) {
            return 0;
        }
        let depth = FIRST_GUESS_DEPTH.min(root.empties().len());
        let value = self.guess(root, depth, root.empties().len(), -INFINITE, INFINITE) - OPTIMISM;
        let unit = 2 * patterns::PER_DISC;
        let most = (N * N) as i32;
        (2 * (value + unit / 2).div_euclid(unit)).clamp(-most, most)
    }

    /// One line of best play from a position of this value.
    fn line(&mut self, mut position: Position<N>, mut value: i32) -> Result<Line<N>, Stopped> {
        let kernels = self.kernels();
        let mut line = Line::default();
        loop {
            let moves = kernels.legal_moves(position);
            if moves.is_empty() {
                if kernels.mobility(position.pass()) == 0 {
                    return Ok(line);
                }
                line.0.push(Move::Pass);
                position = position.pass();
                value = -value;
                continue;
            }
            // The move that the table calls best is tried first.
            let (known, ..) = self.look_up(position, position.empties().len());
            let first = known.and_then(|known| known.best);
            value = -value;
            let mut best = None;
            for square in first.into_iter().chain(moves.iter().filter(|&square| Some(square) != first)) {
                let child = position.place(square, kernels.flips(position, square));
                if self.test(child, value)? <= value {
                    best = Some((square, child));
                    break;
                }
            }
            let (square, child) = best.expect("some move reaches the value");
            line.0.push(Move::Place(square));
            position = child;
        }
    }

    /// Whether the value is above `alpha`: a result above it is a lower bound of the value, another an upper bound.
    fn test(&mut self, position: Position<N>, alpha: i32) -> Result<i32, Stopped> {
        let empties = position.empties();
        self.search(position, alpha, empties.len(), Parity::of(empties))
    }

    /// What is known of a position, and under which of its symmetric forms the table has it.
    fn look_up(&self, position: Position<N>, empties: u32) -> (Option<Known<N>>, Position<N>, Symmetry) {
        let table = self.shared.table;
        if empties < SYMMETRY_FROM || !self.uses(Technique::Symmetry) {
            return (table.get(position), position, Symmetry::ALL[0]);
        }
        let images = Symmetry::ALL.map(|symmetry| (position.transform(symmetry), symmetry));
        let (image, symmetry) = images
            .into_iter()
            .min_by_key(|(image, _)| (image.own().bits(), image.opponent().bits()))
            .expect("eight images");
        let known = table
            .get(image)
            .map(|known| Known { best: known.best.map(|square| symmetry.inverse().square(square)), ..known });
        (known, image, symmetry)
    }

    /// Whether positions with this many empty squares are kept in the thread's own table.
    #[inline]
    fn is_near(&self, empties: u32) -> bool {
        empties < TABLE_FROM && self.uses(Technique::NearTable)
    }

    /// The value of a finished game.
    #[inline]
    fn end(&self, position: Position<N>, empties: u32) -> i32 {
        self.shared.options.scoring.value(position.score(), empties)
    }

    /// [`Worker::test`] of a position with this many empty squares.
    pub(super) fn search(
        &mut self,
        position: Position<N>,
        alpha: i32,
        empties: u32,
        parity: Parity,
    ) -> Result<i32, Stopped> {
        if empties < NEAR_FROM {
            return Ok(self.finish(position, alpha, empties));
        }
        self.nodes += 1;
        if self.nodes >= self.report_at {
            self.report_at = self.nodes + NODES_PER_REPORT;
            self.tell_nodes();
            self.report()?;
        }
        if self.split.as_ref().is_some_and(|split| split.is_moot()) {
            return Err(Stopped);
        }

        if self.uses(Technique::Stability)
            && let Some(most) = bound_by_stability(position, alpha, self.shared.options.scoring)
        {
            return Ok(most);
        }

        let (known, image, symmetry) = if self.is_near(empties) {
            (self.near.get(position), position, Symmetry::ALL[0])
        } else {
            self.look_up(position, empties)
        };
        let (mut lower, mut upper, mut first) = (-((N * N) as i32), (N * N) as i32, None);
        let selectivity = self.selectivity(empties);
        if let Some(known) = known {
            first = known.best;
            if known.selectivity <= selectivity {
                (lower, upper) = (known.lower.into(), known.upper.into());
            }
            if lower > alpha {
                return Ok(lower);
            }
            if upper <= alpha {
                return Ok(upper);
            }
        }

        let (mut best, mut best_square) = (i32::MIN, None);
        // The move that the table knows is tried before the others are looked at; a selective search looks at all first.
        if selectivity == 0
            && let Some(square) = first
        {
            let child = position.place(square, self.kernels().flips(position, square));
            best = -self.search(child, -alpha - 1, empties - 1, parity.without(square))?;
            best_square = first;
        }
        if best <= alpha {
            let so_far = (best, best_square);
            match self.search_moves(position, alpha, empties, parity, first, so_far)? {
                Found::Value(value) => return Ok(value),
                Found::Best(value, square) => (best, best_square) = (value, square),
            }
        }
        if best > alpha {
            lower = best;
        } else {
            upper = best;
        }
        let best_square = best_square.map(|square| symmetry.square(square));
        let known = Known { lower: lower as i8, upper: upper as i8, best: best_square, selectivity };
        if self.is_near(empties) {
            self.near.put(position, known);
        } else {
            self.shared.table.put(image, empties, known);
        }
        Ok(best)
    }

    /// How selective the search is of positions with this many empty squares.
    #[inline]
    fn selectivity(&self, empties: u32) -> u8 {
        if empties >= SELECTIVE_FROM { self.shared.selectivity.load(Relaxed) } else { 0 }
    }

    /// Searches the moves of a position, but for the table's move if `so_far`, the best of what was searched, has it.
    fn search_moves(
        &mut self,
        position: Position<N>,
        alpha: i32,
        empties: u32,
        parity: Parity,
        first: Option<Square<N>>,
        so_far: (i32, Option<Square<N>>),
    ) -> Result<Found<N>, Stopped> {
        let kernels = self.kernels();
        let selectivity = self.selectivity(empties);
        let looks_up = empties >= CHILDREN_LOOKUP_FROM && self.uses(Technique::ChildrenLookup);
        let evaluates = empties >= PATTERNS_FROM && self.has_patterns();
        let ply = &mut self.plies[empties as usize];
        let mut moves = SquareSet::EMPTY;
        if looks_up || !evaluates {
            moves = kernels.children(position, &mut ply.children);
        }
        if looks_up && empties <= SYMMETRY_FROM {
            // What the table knows of them is on its way while they are evaluated.
            ply.children.as_slice().iter().for_each(|&child| self.shared.table.prefetch(child));
        }
        if evaluates {
            moves = evaluate_children(self.shared, position, empties, ply);
        }
        if moves.is_empty() {
            return Ok(Found::Value(if kernels.mobility(position.pass()) == 0 {
                self.end(position, empties)
            } else {
                -self.search(position.pass(), -alpha - 1, empties, parity)?
            }));
        }

        // A child whose known upper bound is low enough answers at once.
        if looks_up {
            for index in 0..moves.len() as usize {
                if let (Some(known), ..) = self.look_up(self.child(empties, index), empties - 1)
                    && known.selectivity <= selectivity
                    && -i32::from(known.upper) > alpha
                {
                    return Ok(Found::Value((-known.upper).into()));
                }
            }
        }

        let expected = self.order(moves, first, empties, parity, selectivity > 0);
        if selectivity > 0 {
            // The window lies between alpha and alpha + 1.
            let above = expected - patterns::PER_DISC * alpha - patterns::PER_DISC / 2;
            if above.abs() > CERTAIN[usize::from(selectivity)] {
                return Ok(Found::Value(if above > 0 { alpha + 1 } else { alpha }));
            }
        }
        let (mut best, mut best_square) = so_far;
        let count = self.plies[empties as usize].order.len();
        for place in 0..count {
            let (square, index) = self.plies[empties as usize].order.take::<N>(place);
            if best_square.is_some() && place + 1 < count && empties >= SPLIT_FROM && self.shared.crew.is_idle() {
                let mut choices = vec![(square, self.child(empties, index))];
                for place in place + 1..count {
                    let (square, index) = self.plies[empties as usize].order.take::<N>(place);
                    choices.push((square, self.child(empties, index)));
                }
                let (shared, square) = self.share(choices, best, alpha, empties - 1, parity)?;
                best = shared;
                best_square = square.or(best_square);
                break;
            }
            let child = self.child(empties, index);
            let value = -self.search(child, -alpha - 1, empties - 1, parity.without(square))?;
            if value > best {
                (best, best_square) = (value, Some(square));
                if best > alpha {
                    break;
                }
            }
        }
        Ok(Found::Best(best, best_square))
    }

    /// The position after a move of the position at hand with this many empty squares.
    #[inline]
    fn child(&self, empties: u32, index: usize) -> Position<N> {
        self.plies[empties as usize].children.as_slice()[index]
    }

    /// Whether the evaluation of patterns serves: 6x6 boards on which many discs win.
    #[inline]
    fn has_patterns(&self) -> bool {
        N == 6 && self.uses(Technique::Patterns) && self.shared.options.scoring != Scoring::FewestDiscs
    }

    /// Orders the moves of the position at hand: without the table's move, which was searched, or in a selective search with it
    /// in the first place. In a selective search, also what the moves' values say of the position's, in the evaluation's unit.
    fn order(
        &mut self,
        moves: SquareSet<N>,
        first: Option<Square<N>>,
        empties: u32,
        parity: Parity,
        selective: bool,
    ) -> i32 {
        let odd = if self.uses(Technique::Parity) { parity.odd() } else { SquareSet::EMPTY };
        let depth = match empties {
            ..PATTERNS_FROM => None,
            ..12 if !self.has_patterns() => None,
            _ if !self.uses(Technique::DeepOrdering) => Some(0),
            _ => Some(DEEPER_FROM.iter().filter(|&&from| empties >= from).count() as u32),
        };
        let kernels = self.kernels();
        let mut order = std::mem::take(&mut self.plies[empties as usize].order);
        order.clear();
        let mut expected = 0;
        if let Some(depth) = depth
            && self.has_patterns()
        {
            let each = if depth > 0 { MOBILITY_BEFORE } else { MOBILITY };
            for (index, (square, found)) in moves.iter().zip(&self.plies[empties as usize].evaluations).enumerate() {
                if !selective && Some(square) == first {
                    continue;
                }
                let promise = if Some(square) == first {
                    i32::MIN
                } else {
                    found.value + self.mobility_term(each, found.mobility) - ODD * i32::from(odd.contains(square))
                };
                order.push(promise, square, index);
            }
            let mut best = INFINITE;
            if depth > 0 {
                // The first order is that in which the moves are searched for the second. Of a move that is far behind the
                // best it is enough to know that it is.
                let mut shallow = std::mem::replace(&mut order, std::mem::take(&mut self.deep));
                order.clear();
                for place in 0..shallow.len() {
                    let (square, index) = shallow.take::<N>(place);
                    let child = self.child(empties, index);
                    let value = self.guess(child, depth, empties - 1, -INFINITE, (best + MARGIN).min(INFINITE));
                    best = best.min(value);
                    let promise = if Some(square) == first {
                        i32::MIN
                    } else {
                        let mobility = self.plies[empties as usize].evaluations[index].mobility;
                        value + self.mobility_term(MOBILITY_DEEP, mobility)
                    };
                    order.push(promise, square, index);
                }
                self.deep = shallow;
            } else if selective {
                let evaluations = &self.plies[empties as usize].evaluations[..moves.len() as usize];
                best = evaluations.iter().map(|found| found.value).min().expect("there are moves");
            }
            expected = -best + if depth % 2 == 0 { PESSIMISM } else { -OPTIMISM };
        } else {
            for (index, square) in moves.iter().enumerate() {
                if Some(square) == first {
                    continue;
                }
                let child = self.child(empties, index);
                let promise = if let Some(depth) = depth {
                    self.guess(child, depth, empties - 1, -INFINITE, INFINITE)
                } else {
                    freedom(kernels, child) - 4 * i32::from(odd.contains(square))
                };
                order.push(promise, square, index);
            }
        }
        self.plies[empties as usize].order = order;
        expected
    }

    /// What the opponent's replies add to the promise of a move.
    #[inline]
    fn mobility_term(&self, each: i32, mobility: u32) -> i32 {
        if self.uses(Technique::Mobility) { each * mobility as i32 } else { 0 }
    }

    /// The evaluation of a position for its side to move.
    fn evaluate(&self, position: Position<N>, empties: u32) -> i32 {
        let kernels = self.kernels();
        if !self.has_patterns() {
            let value = evaluate(kernels, position);
            return self.shared.options.scoring.difference(value);
        }
        patterns::evaluate(kernels, *of_6x6(&position), self.shared.weights.stage(patterns::stage(empties))).value
    }

    /// The evaluation for the side to move after a shallow search of a position with this many empty squares.
    pub(super) fn guess(&mut self, position: Position<N>, depth: u32, empties: u32, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if depth == 0 {
            return self.evaluate(position, empties);
        }
        let kernels = self.kernels();
        let has_patterns = self.has_patterns();
        if depth == 1 && has_patterns {
            let weights = self.shared.weights.stage(patterns::stage(empties - 1));
            if let Some(best) = kernels.best_reply(*of_6x6(&position), weights, beta) {
                return best;
            }
        }
        let ply = depth as usize;
        let moves = if has_patterns {
            evaluate_children(self.shared, position, empties, &mut self.guesses[ply])
        } else {
            kernels.children(position, &mut self.guesses[ply].children)
        };
        if moves.is_empty() {
            return if kernels.mobility(position.pass()) == 0 {
                patterns::PER_DISC * self.end(position, empties)
            } else {
                -self.guess(position.pass(), depth, empties, -beta, -alpha)
            };
        }
        let mut order = std::mem::take(&mut self.guesses[ply].order);
        order.clear();
        for (index, square) in moves.iter().enumerate() {
            order.push(if has_patterns { self.guesses[ply].evaluations[index].value } else { 0 }, square, index);
        }
        let mut best = -INFINITE;
        for place in 0..order.len() {
            let (_, index) = order.take::<N>(place);
            let child = self.guesses[ply].children.as_slice()[index];
            best = best.max(-self.guess(child, depth - 1, empties - 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        self.guesses[ply].order = order;
        best
    }

    /// The search of the last plies, without table.
    fn finish(&mut self, position: Position<N>, alpha: i32, empties: u32) -> i32 {
        let options = self.shared.options;
        let as_kernel = [Technique::LeafKernel, Technique::Parity, Technique::Stability];
        let (value, nodes) = if LAST_PLIES.contains(&empties) && as_kernel.iter().all(|&name| options.uses(name)) {
            self.kernels().last_plies(position, alpha, options.scoring)
        } else {
            LastPlies::with_options(self.kernels(), options).search(position, alpha)
        };
        self.nodes += nodes;
        value
    }
}

/// Fills the ply's children and evaluations with those of a position of 6x6 with this many empty squares; returns its moves.
#[inline]
fn evaluate_children<const N: usize>(
    shared: &Shared<N>,
    position: Position<N>,
    empties: u32,
    ply: &mut Ply<N>,
) -> SquareSet<N> {
    let weights = shared.weights.stage(patterns::stage(empties - 1));
    let children = (&mut ply.children as &mut dyn Any).downcast_mut().expect("a 6x6 board");
    let moves = shared.kernels.evaluate_children(*of_6x6(&position), weights, children, &mut ply.evaluations);
    SquareSet::from_bits_on_board(moves.bits())
}

/// What is known to be of a 6x6 board, as such.
#[inline]
fn of_6x6<T: Any, U: Any>(value: &T) -> &U {
    (value as &dyn Any).downcast_ref().expect("a 6x6 board")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::othello::Board;
    use crate::random::Random;

    /// What selective searches left behind, at its worst: false bounds of all positions two plies deep.
    #[test]
    fn likely_bounds_prove_nothing() {
        let (kernels, weights) = (Kernels::best(), Weights::built_in());
        let mut random = Random::new(2);
        let mut board = Board::<6>::start();
        let mut positions = Vec::new();
        while positions.len() < 12 {
            if !board.play_random(kernels, &mut random) || board.empties().len() < 14 {
                board = Board::start();
            }
            if (14..17).contains(&board.empties().len()) {
                positions.push(board.position());
            }
        }
        for position in positions {
            let value = |lies: &dyn Fn(&Table<6>)| {
                let table = Table::new(1 << 20).unwrap();
                lies(&table);
                let shared = Shared::new(kernels, &table, &weights, Options::default());
                Worker::new(&shared, None).value(position).unwrap()
            };
            let expected = value(&|_| ());
            for (bound, selectivity) in [(-36, 1), (36, 1), (-36, 3), (36, 3)] {
                let lie = |table: &Table<6>, position: Position<6>| {
                    let known = Known { lower: bound, upper: bound, best: None, selectivity };
                    table.put(position, position.empties().len(), known);
                };
                let found = value(&|table| {
                    lie(table, position);
                    let (mut children, mut others) = (Children::new(), Children::new());
                    kernels.children(position, &mut children);
                    for &child in children.as_slice() {
                        lie(table, child);
                        kernels.children(child, &mut others);
                        others.as_slice().iter().for_each(|&other| lie(table, other));
                    }
                });
                assert_eq!(found, expected);
            }
        }
    }
}
