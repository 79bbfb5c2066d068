//! The search of a root: the tests that close in on its value, and the line of best play.

use super::evaluation::{Evaluate, INFINITE};
use super::options::Technique;
use super::result::{Progress, Run, Solution, State};
use super::worker::{FIRST_GUESS_DEPTH, Stopped, Worker};
use crate::game;
use crate::othello::features::Parity;
use crate::othello::moves::{Line, Move};
use crate::othello::patterns::PER_DISC;
use crate::othello::position::Position;
use std::sync::atomic::Ordering::Relaxed;

/// Empty squares from which on selective searches come before the exact ones.
const PRE_SEARCH_FROM: u32 = 18;

impl<const N: usize, E: Evaluate<N>> Worker<'_, N, E> {
    /// The score of the root and, if that is wanted, one line of best play, or what is proved of
    /// it; and how far it has come.
    pub(super) fn solve(
        mut self,
        root: Position<N>,
        with_line: bool,
    ) -> (Result<Solution<N>, game::Stopped<Progress>>, State) {
        let result = self.value(root).and_then(|value| {
            let line = if with_line { self.line(root, value)? } else { Line::default() };
            Ok((value, line))
        });
        let nodes = self.all_nodes();
        let run = self.run.expect("the first thread works for a run");
        let result = match result {
            Ok((value, line)) => Ok(Solution { score: run.score(value), line, nodes }),
            Err(Stopped) => Err(game::Stopped(run.progress(nodes))),
        };
        (result, run.state)
    }

    /// The value of the root, between the bounds with which the run began.
    pub(super) fn value(&mut self, root: Position<N>) -> Result<i32, Stopped> {
        let before = self.run.as_ref().map_or(State::new::<N>(), |run| run.state);
        let mut guess = before.guess.unwrap_or(0);
        if before.guess.is_none() {
            let (lower, upper) = before.bounds;
            // One test needs none.
            guess = if upper - lower > 1 { self.first_guess(root)? } else { lower };
            if E::PATTERNS && self.uses(Technique::PreSearch) && root.empties().len() >= PRE_SEARCH_FROM {
                // Each leaves a better guess and better first moves to the next.
                for selectivity in (1..self.tuning.certain.len()).rev() {
                    self.shared.selectivity.store(selectivity as u8, Relaxed);
                    guess = self.converge(guess, before.bounds, |worker, alpha| worker.test(root, alpha))?;
                }
            }
            // The first test is `value >= guess`, the second `value > guess` (docs/SOLVER.md).
            guess -= 1;
        }
        self.shared.selectivity.store(0, Relaxed);
        self.converge(guess, before.bounds, |worker, alpha| {
            let value = worker.test(root, alpha)?;
            if let Some(Run { state, .. }) = &mut worker.run {
                let (bound, next) =
                    if value > alpha { (&mut state.bounds.0, value) } else { (&mut state.bounds.1, value - 1) };
                (*bound, state.guess) = (value, Some(next));
            }
            worker.report()?;
            Ok(value)
        })
    }

    /// The value between these bounds that tests close in on. Each asks whether the value is above
    /// a number; a result above it is a lower bound, another an upper bound.
    pub(super) fn converge(
        &mut self,
        mut guess: i32,
        (mut lower, mut upper): (i32, i32),
        mut test: impl FnMut(&mut Self, i32) -> Result<i32, Stopped>,
    ) -> Result<i32, Stopped> {
        // The first test asks whether the side to move does better than the guess; each answer is
        // the next question.
        while lower < upper {
            let alpha = guess.clamp(lower, upper - 1);
            guess = test(self, alpha)?;
            if guess > alpha {
                lower = guess;
            } else {
                upper = guess;
                guess -= 1;
            }
        }
        Ok(lower)
    }

    /// Where the tests begin: an even number, as all scores of full boards are.
    fn first_guess(&mut self, root: Position<N>) -> Result<i32, Stopped> {
        if !E::PATTERNS || !self.uses(Technique::FirstGuess) {
            return Ok(0);
        }
        let empties = root.empties().len();
        // An even number of plies, and few where the search itself is short.
        let depth = FIRST_GUESS_DEPTH.min(empties / 6 * 2);
        let value = self.guess(root, depth, empties, -INFINITE, INFINITE)? - self.tuning.optimism;
        let unit = 2 * PER_DISC;
        let most = (N * N) as i32;
        Ok((2 * (value + unit / 2).div_euclid(unit)).clamp(-most, most))
    }

    /// One line of best play from a position of this value.
    pub(super) fn line(&mut self, mut position: Position<N>, mut value: i32) -> Result<Line<N>, Stopped> {
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

    /// Whether the value is above `alpha`: a result above it is a lower bound of the value, another
    /// an upper bound.
    fn test(&mut self, position: Position<N>, alpha: i32) -> Result<i32, Stopped> {
        // Nothing is above the whole board, where a search would go through all moves to see it.
        let most = (N * N) as i32;
        if alpha >= most {
            return Ok(most);
        }
        let empties = position.empties();
        self.search(position, alpha, empties.len(), Parity::of(empties))
    }
}
