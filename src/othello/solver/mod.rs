//! Exact scores of 4x4 and 6x6 boards by search to the end of the game.
//!
//! Null-window negamax with a transposition table. The score is found by a sequence of tests, each of which asks whether it
//! is above some number and narrows the bounds (MTD); then the line of best play is read off by tests along it.
//!
//! Moves are ordered by the table, then by what the move leaves to the opponent: near the root by a shallow search with a
//! simple evaluation, further down by mobility, in the last plies by the parity of empty regions. The weights were chosen by node
//! counts on random openings of 22 empty squares.

use super::{Board, Children, Colour, Kernels, Line, Move, Position, Square, SquareSet, Symmetry};
use std::collections::TryReserveError;
use std::fmt;
use std::ops::ControlFlow;

mod evaluation;
mod table;

use evaluation::{Parity, evaluate, freedom, stable};
use table::{Known, Table};

/// Empty squares from which on positions are looked up in the table and stored there. Below, a cache miss costs more than it
/// saves.
const TABLE_FROM: u32 = 9;
/// Empty squares from which on the table's positions are brought to one of their eight symmetric forms.
const SYMMETRY_FROM: u32 = 24;
/// Empty squares from which on children are looked up in the table before any is searched.
const CHILDREN_LOOKUP_FROM: u32 = 10;
/// How often an observer hears of the search, in nodes.
const NODES_PER_REPORT: u64 = 1 << 22;

/// What the search knows so far of the score, black's discs minus white's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
    /// Positions searched.
    pub nodes: u64,
}

/// The outcome of best play from a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<const N: usize> {
    /// Black's discs minus white's at the end.
    pub score: i32,
    /// One line of best play to the end.
    pub line: Line<N>,
    /// Positions searched.
    pub nodes: u64,
}

/// A search that its observer stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted(
    /// What was proved until then.
    pub Progress,
);

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Progress { lower, upper, nodes } = self.0;
        write!(f, "interrupted after {nodes} nodes: the score is between {lower} and {upper}")
    }
}

impl std::error::Error for Interrupted {}

/// Solves 4x4 and 6x6 boards; keeps its table from one board to the next.
///
/// ```
/// use stonemask::othello::{Board, Kernels, Solver};
///
/// let mut solver = Solver::<4>::new(Kernels::best(), 1 << 20)?;
/// let solution = solver.solve(&Board::start());
/// assert_eq!(solution.score, -8);
/// # Ok::<(), std::collections::TryReserveError>(())
/// ```
pub struct Solver<const N: usize> {
    kernels: &'static Kernels,
    table: Table<N>,
}

impl<const N: usize> Solver<N> {
    /// A solver over these kernels, with a table of at most `table_bytes`; at least one bucket of 64 bytes, and otherwise
    /// rounded down to a power of two.
    ///
    /// # Errors
    /// When that much memory is not to be had.
    pub fn new(kernels: &'static Kernels, table_bytes: usize) -> Result<Solver<N>, TryReserveError> {
        Ok(Solver { kernels, table: Table::new(table_bytes)? })
    }

    /// The score of a board and a line of best play.
    pub fn solve(&mut self, board: &Board<N>) -> Solution<N> {
        self.solve_observed(board, |_| ControlFlow::Continue(()))
            .unwrap_or_else(|Interrupted(progress)| unreachable!("nobody stopped the search: {progress:?}"))
    }

    /// The same, calling `observer` every few million nodes and whenever the bounds narrow.
    ///
    /// # Errors
    /// When the observer breaks off; with what was proved until then.
    pub fn solve_observed(
        &mut self,
        board: &Board<N>,
        mut observer: impl FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Solution<N>, Interrupted> {
        let sign = if board.to_move() == Colour::Black { 1 } else { -1 };
        let mut search = Search {
            kernels: self.kernels,
            table: &mut self.table,
            nodes: 0,
            report_at: NODES_PER_REPORT,
            children: vec![Children::new(); N * N + 1],
            bounds: (-((N * N) as i32), (N * N) as i32),
            sign,
            observer: &mut observer,
        };
        let result = search.solve(board);
        let progress = search.progress();
        result.map_err(|Stopped| Interrupted(progress))
    }
}

/// The observer broke off.
struct Stopped;

/// One run of the search. Scores are those of the side to move: own discs minus the opponent's at the end.
struct Search<'a, const N: usize> {
    kernels: &'static Kernels,
    table: &'a mut Table<N>,
    nodes: u64,
    report_at: u64,
    /// The positions after each move, on the way from the root, by the number of empty squares.
    children: Vec<Children<N>>,
    /// What is proved of the root's score, for its side to move.
    bounds: (i32, i32),
    /// 1 when black is to move at the root, else -1.
    sign: i32,
    observer: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
}

/// An upper bound of the score that is not above `alpha`, if the discs that the opponent can never lose give one.
#[inline]
fn bound_by_stability<const N: usize>(position: Position<N>, alpha: i32) -> Option<i32> {
    let most = |opponent: SquareSet<N>| (N * N) as i32 - 2 * opponent.len() as i32;
    if most(position.opponent()) > alpha {
        return None;
    }
    Some(most(stable(position.opponent()))).filter(|&most| most <= alpha)
}

/// The legal moves of a position in the order in which they are searched.
#[derive(Clone, Copy)]
struct Order {
    /// Of each move: what it promises (less is better), its square's bit, and the index of its child.
    entries: [u64; MOST_MOVES],
    len: usize,
}

/// No position of a 6x6 board has more legal moves: 36 squares less two discs, one of each side.
const MOST_MOVES: usize = 34;

impl Order {
    const NONE: Order = Order { entries: [0; MOST_MOVES], len: 0 };

    #[inline]
    fn push<const N: usize>(&mut self, promise: i32, square: Square<N>) {
        let promise = u64::from(promise.wrapping_sub(i32::MIN) as u32);
        self.entries[self.len] = promise << 16 | u64::from(square.bit()) << 8 | self.len as u64;
        self.len += 1;
    }

    #[inline]
    fn sort(&mut self) {
        self.entries[..self.len].sort_unstable();
    }

    /// The square and the index of the child of the move at a place.
    #[inline]
    fn at<const N: usize>(&self, place: usize) -> (Square<N>, usize) {
        let entry = self.entries[place];
        (Square::from_bit_on_board((entry >> 8 & 0xff) as u32), (entry & 0xff) as usize)
    }
}

impl<const N: usize> Search<'_, N> {
    fn progress(&self) -> Progress {
        let (lower, upper) = if self.sign == 1 { self.bounds } else { (-self.bounds.1, -self.bounds.0) };
        Progress { lower, upper, nodes: self.nodes }
    }

    fn solve(&mut self, board: &Board<N>) -> Result<Solution<N>, Stopped> {
        let root = board.position();
        // The first test asks whether the side to move does better than a draw; each answer is the next question.
        let mut guess = 0;
        while self.bounds.0 < self.bounds.1 {
            let alpha = guess.clamp(self.bounds.0, self.bounds.1 - 1);
            guess = self.test(root, alpha)?;
            if guess > alpha {
                self.bounds.0 = guess;
            } else {
                self.bounds.1 = guess;
                guess -= 1;
            }
            let progress = self.progress();
            if (self.observer)(progress).is_break() {
                return Err(Stopped);
            }
        }
        let score = self.bounds.0;
        let line = self.line(root, score)?;
        Ok(Solution { score: self.sign * score, line, nodes: self.nodes })
    }

    /// One line of best play from a position of this score.
    fn line(&mut self, mut position: Position<N>, mut score: i32) -> Result<Line<N>, Stopped> {
        let mut line = Line::default();
        loop {
            let moves = self.kernels.legal_moves(position);
            if moves.is_empty() {
                if self.kernels.mobility(position.pass()) == 0 {
                    return Ok(line);
                }
                line.0.push(Move::Pass);
                position = position.pass();
                score = -score;
                continue;
            }
            // The move that the table calls best is tried first.
            let (known, ..) = self.look_up(position, position.empties().len());
            let first = known.and_then(|known| known.best);
            score = -score;
            let mut best = None;
            for square in first.into_iter().chain(moves.iter().filter(|&square| Some(square) != first)) {
                let child = position.place(square, self.kernels.flips(position, square));
                if self.test(child, score)? <= score {
                    best = Some((square, child));
                    break;
                }
            }
            let (square, child) = best.expect("some move reaches the score");
            line.0.push(Move::Place(square));
            position = child;
        }
    }

    /// Whether the score is above `alpha`: a result above it is a lower bound of the score, another an upper bound.
    fn test(&mut self, position: Position<N>, alpha: i32) -> Result<i32, Stopped> {
        let empties = position.empties();
        self.search(position, alpha, empties.len(), Parity::of(empties))
    }

    /// What is known of a position, and under which of its symmetric forms the table has it.
    fn look_up(&self, position: Position<N>, empties: u32) -> (Option<Known<N>>, Position<N>, Symmetry) {
        if empties < SYMMETRY_FROM {
            return (self.table.get(position), position, Symmetry::ALL[0]);
        }
        let images = Symmetry::ALL.map(|symmetry| (position.transform(symmetry), symmetry));
        let (image, symmetry) = images
            .into_iter()
            .min_by_key(|(image, _)| (image.own().bits(), image.opponent().bits()))
            .expect("eight images");
        let known = self
            .table
            .get(image)
            .map(|known| Known { best: known.best.map(|square| symmetry.inverse().square(square)), ..known });
        (known, image, symmetry)
    }

    /// [`Search::test`] of a position with this many empty squares.
    fn search(&mut self, position: Position<N>, alpha: i32, empties: u32, parity: Parity) -> Result<i32, Stopped> {
        if empties < TABLE_FROM {
            return Ok(self.finish(position, alpha, empties, parity));
        }
        self.nodes += 1;
        if self.nodes >= self.report_at {
            self.report_at = self.nodes + NODES_PER_REPORT;
            let progress = self.progress();
            if (self.observer)(progress).is_break() {
                return Err(Stopped);
            }
        }

        if let Some(most) = bound_by_stability(position, alpha) {
            return Ok(most);
        }

        let (known, image, symmetry) = self.look_up(position, empties);
        let (mut lower, mut upper, mut first) = (-((N * N) as i32), (N * N) as i32, None);
        if let Some(known) = known {
            if known.lower > alpha {
                return Ok(known.lower);
            }
            if known.upper <= alpha {
                return Ok(known.upper);
            }
            (lower, upper, first) = (known.lower, known.upper, known.best);
        }

        let moves = self.kernels.children(position, &mut self.children[empties as usize]);
        if moves.is_empty() {
            return if self.kernels.mobility(position.pass()) == 0 {
                Ok(position.score())
            } else {
                Ok(-self.search(position.pass(), -alpha - 1, empties, parity)?)
            };
        }

        // A child whose known upper bound is low enough answers at once.
        if empties >= CHILDREN_LOOKUP_FROM {
            for index in 0..moves.len() as usize {
                if let (Some(known), ..) = self.look_up(self.child(empties, index), empties - 1)
                    && -known.upper > alpha
                {
                    return Ok(-known.upper);
                }
            }
        }

        let order = self.order(moves, first, empties, parity);
        let mut best = i32::MIN;
        let (mut best_square, _) = order.at::<N>(0);
        for place in 0..order.len {
            let (square, index) = order.at::<N>(place);
            let child = self.child(empties, index);
            let score = -self.search(child, -alpha - 1, empties - 1, parity.without(square))?;
            if score > best {
                (best, best_square) = (score, square);
                if best > alpha {
                    break;
                }
            }
        }
        if best > alpha {
            lower = best;
        } else {
            upper = best;
        }
        self.table.put(image, empties, Known { lower, upper, best: Some(symmetry.square(best_square)) });
        Ok(best)
    }

    /// The position after a move of the position at hand with this many empty squares.
    #[inline]
    fn child(&self, empties: u32, index: usize) -> Position<N> {
        self.children[empties as usize].as_slice()[index]
    }

    /// The moves of the position at hand, the most promising first.
    fn order(&mut self, moves: SquareSet<N>, first: Option<Square<N>>, empties: u32, parity: Parity) -> Order {
        let odd = parity.odd();
        let depth = match empties {
            0..=11 => None,
            12..=14 => Some(0),
            15..=17 => Some(1),
            18..=20 => Some(2),
            21..=23 => Some(3),
            _ => Some(4),
        };
        let mut order = Order::NONE;
        for (index, square) in moves.iter().enumerate() {
            let child = self.child(empties, index);
            let promise = if Some(square) == first {
                i32::MIN
            } else if let Some(depth) = depth {
                self.guess(child, depth, -100_000, 100_000)
            } else {
                freedom(self.kernels, child) - 4 * i32::from(odd.contains(square))
            };
            order.push(promise, square);
        }
        order.sort();
        order
    }

    /// The evaluation for the side to move after a shallow search.
    fn guess(&mut self, position: Position<N>, depth: u32, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        if depth == 0 {
            return evaluate(self.kernels, position);
        }
        let mut children = Children::new();
        let moves = self.kernels.children(position, &mut children);
        if moves.is_empty() {
            return if self.kernels.mobility(position.pass()) == 0 {
                1000 * position.score()
            } else {
                -self.guess(position.pass(), depth - 1, -beta, -alpha)
            };
        }
        let mut best = i32::MIN;
        for &child in children.as_slice() {
            best = best.max(-self.guess(child, depth - 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        best
    }

    /// The search of the last plies, without table.
    fn finish(&mut self, position: Position<N>, alpha: i32, empties: u32, parity: Parity) -> i32 {
        if empties <= 4 {
            return self.last(position, alpha, position.empties(), empties, parity, false);
        }
        self.nodes += 1;
        if let Some(most) = bound_by_stability(position, alpha) {
            return most;
        }
        let moves = self.kernels.children(position, &mut self.children[empties as usize]);
        if moves.is_empty() {
            return if self.kernels.mobility(position.pass()) == 0 {
                position.score()
            } else {
                -self.finish(position.pass(), -alpha - 1, empties, parity)
            };
        }
        let odd = parity.odd();
        let mut order = Order::NONE;
        for (index, square) in moves.iter().enumerate() {
            let mobility = self.kernels.mobility(self.child(empties, index)) as i32;
            order.push(2 * mobility - i32::from(odd.contains(square)), square);
        }
        order.sort();
        let mut best = i32::MIN;
        for place in 0..order.len {
            let (square, index) = order.at::<N>(place);
            let child = self.child(empties, index);
            best = best.max(-self.finish(child, -alpha - 1, empties - 1, parity.without(square)));
            if best > alpha {
                return best;
            }
        }
        best
    }

    /// The search of the last four plies.
    fn last(
        &mut self,
        position: Position<N>,
        alpha: i32,
        left: SquareSet<N>,
        empties: u32,
        parity: Parity,
        passed: bool,
    ) -> i32 {
        self.nodes += 1;
        if empties <= 1 {
            return self.last_one(position, left);
        }
        let mut best = i32::MIN;
        let odd = parity.odd();
        for squares in [left & odd, left - odd] {
            for square in squares {
                let flips = self.kernels.flips(position, square);
                if flips.is_empty() {
                    continue;
                }
                let child = position.place(square, flips);
                let rest = left - square.set();
                best = best.max(-self.last(child, -alpha - 1, rest, empties - 1, parity.without(square), false));
                if best > alpha {
                    return best;
                }
            }
        }
        if best != i32::MIN {
            best
        } else if passed {
            position.score()
        } else {
            -self.last(position.pass(), -alpha - 1, left, empties, parity, true)
        }
    }

    /// The score with at most one empty square.
    fn last_one(&self, position: Position<N>, left: SquareSet<N>) -> i32 {
        let score = position.score();
        let Some(square) = left.iter().next() else { return score };
        let gain = |flips: SquareSet<N>| 2 * flips.len() as i32 + 1;
        let flips = self.kernels.flips(position, square);
        if !flips.is_empty() {
            return score + gain(flips);
        }
        let flips = self.kernels.flips(position.pass(), square);
        if flips.is_empty() { score } else { score - gain(flips) }
    }
}
