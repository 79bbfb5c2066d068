//! Iterative deepening: searches of limited depth, one ply deeper each time, then selective ones to
//! the end of the game, then the exact one. All are the search of the solver, with the horizon and
//! the selectivity that the threads share.

use super::analysis::{Analysis, Candidate};
use super::evaluation::Evaluate;
use super::search::SPLIT_FROM;
use super::worker::{Stopped, Worker};
use crate::game::search::Certainty;
use crate::othello::features::Parity;
use crate::othello::moves::{Line, Move};
use crate::othello::patterns::PER_DISC;
use crate::othello::position::Position;
use crate::othello::scoring::Scoring;
use std::cell::RefCell;
use std::sync::atomic::Ordering::Relaxed;

/// A search of the root: how many plies deep, and how selective.
#[derive(Clone, Copy)]
struct Iteration {
    depth: u32,
    selectivity: u8,
}

/// The iterations of a root with this many empty squares, none deeper than `most`; without
/// estimates, the exact search alone.
fn iterations(empties: u32, most: u32, estimates: bool) -> impl Iterator<Item = Iteration> {
    let (limited, levels) = match (estimates, most < empties) {
        (false, _) => (0, 1),
        (true, true) => (most, LEVELS),
        (true, false) => (before_the_end(empties), LEVELS),
    };
    let to_the_end = (0..levels).rev().filter(move |_| most >= empties);
    (1..=limited)
        .map(|depth| Iteration { depth, selectivity: LIMITED })
        .chain(to_the_end.map(move |selectivity| Iteration { depth: empties, selectivity }))
}

/// Levels of selectivity, the exact search among them.
const LEVELS: u8 = 4;
/// The level of searches of limited depth.
const LIMITED: u8 = 2;

/// Of 100 positions, how many have an exact score within two discs of an estimate: by plies of a
/// search of limited depth, the last for all deeper ones, and by the level of a search to the end.
/// The lower of those of random games with 16 to 20 empty squares and of tournament games with 24.
/// docs/SOLVER.md has the tables.
const CONFIDENCE: [u8; 9] = [0, 26, 25, 28, 33, 38, 38, 44, 47];
const CONFIDENCE_TO_THE_END: [u8; LEVELS as usize] = [100, 94, 79, 52];

/// Plies of the last search of limited depth: deeper ones take longer than those to the end.
const fn before_the_end(empties: u32) -> u32 {
    match empties {
        0..=12 => 1,
        13..=26 => empties / 2,
        _ => empties - 13,
    }
}

/// A legal move of the root, and the position after it with its number of empty squares.
#[derive(Clone, Copy)]
struct RootMove<const N: usize> {
    ply: Move<N>,
    child: Position<N>,
    empties: u32,
}

impl<const N: usize, E: Evaluate<N>> Worker<'_, N, E> {
    /// The value of a position near the horizon against `alpha`, as [`Worker::search`] gives it:
    /// that of a shallow search, in whole discs.
    pub(super) fn estimate(&mut self, position: Position<N>, alpha: i32, empties: u32) -> Result<i32, Stopped> {
        let value = self.guess(position, self.height(empties), empties, least_above(alpha) - 1, least_above(alpha))?;
        let most = (N * N) as i32;
        Ok(discs(value).clamp(-most, most))
    }

    /// The [`Worker::bias`] of the search as it is now.
    pub(super) fn limited_bias(&self, empties: u32) -> i32 {
        let height = self.height(empties);
        if height == empties { 0 } else { self.bias(empties, height) }
    }

    /// Searches a root deeper and deeper, and keeps in `analysis` what is known of its `count` best
    /// moves.
    pub(super) fn deepen(
        &mut self,
        root: Position<N>,
        count: usize,
        depth: u32,
        analysis: &RefCell<Analysis<N>>,
    ) -> Result<(), Stopped> {
        let (empties, most) = (root.empties().len(), (N * N) as i32);
        let mut moves = self.root_moves(root);
        let count = count.min(moves.len());
        if moves.is_empty() {
            let (score, _) = self.bound(self.end(root, empties), true);
            let mut analysis = analysis.borrow_mut();
            (analysis.lower, analysis.upper) = (score, score);
        } else {
            // Nothing is known yet.
            let (score, certainty) = self.bound(-most, true);
            let unknown = |of: &RootMove<N>| Candidate { score, certainty, depth: 0, line: Line(vec![of.ply]) };
            analysis.borrow_mut().moves = moves[..count].iter().map(unknown).collect();
        }
        let mut values = vec![0; count];
        // How sure estimates are was not measured where fewest discs win.
        let estimates = E::PATTERNS && self.shared.options.scoring != Scoring::FewestDiscs;
        for iteration in iterations(empties, depth, estimates).take_while(|_| count > 0) {
            self.shared.horizon.store((empties - iteration.depth) as u8, Relaxed);
            self.shared.selectivity.store(iteration.selectivity, Relaxed);
            if iteration.depth == empties && iteration.selectivity == 0 {
                self.prove(root, &mut moves, &values, analysis)?;
            } else {
                let found = self.estimate_moves(root, &mut moves, &mut values, iteration)?;
                analysis.borrow_mut().renew(found);
            }
            self.report()?;
        }
        analysis.borrow_mut().complete = true;
        self.report()
    }

    /// Estimates of the best moves, as many as there are values of an earlier iteration.
    fn estimate_moves(
        &mut self,
        root: Position<N>,
        moves: &mut [RootMove<N>],
        values: &mut [i32],
        Iteration { depth, selectivity }: Iteration,
    ) -> Result<Vec<Candidate<N>>, Stopped> {
        let (empties, most) = (root.empties().len(), (N * N) as i32);
        let bias = self.limited_bias(empties) / PER_DISC;
        let mut found = Vec::new();
        for place in 0..values.len() {
            let guess = values[place] + bias;
            let value = self
                .converge(guess, (-most, most), |worker, alpha| worker.test_moves(root, &mut moves[place..], alpha))?;
            values[place] = (value - bias).clamp(-most, most);
            let (score, _) = self.bound(values[place], true);
            let confidence = if depth == empties {
                CONFIDENCE_TO_THE_END[usize::from(selectivity)]
            } else {
                CONFIDENCE[(depth as usize).min(CONFIDENCE.len() - 1)]
            };
            let certainty = Certainty::Estimate { confidence };
            found.push(Candidate { score, certainty, depth, line: self.remembered_line(&moves[place], depth) });
        }
        Ok(found)
    }

    /// Proves the scores of the best moves, as many as there are estimates.
    fn prove(
        &mut self,
        root: Position<N>,
        moves: &mut [RootMove<N>],
        estimates: &[i32],
        analysis: &RefCell<Analysis<N>>,
    ) -> Result<(), Stopped> {
        let (depth, mut most) = (root.empties().len(), (N * N) as i32);
        for (place, &guess) in estimates.iter().enumerate() {
            let value = self.converge(guess, (-((N * N) as i32), most), |worker, alpha| {
                let value = worker.test_moves(root, &mut moves[place..], alpha)?;
                let (score, certainty) = worker.bound(value, value > alpha);
                let line = worker.remembered_line(&moves[place], depth);
                analysis.borrow_mut().put(place, Candidate { score, certainty, depth, line });
                worker.report()?;
                Ok(value)
            })?;
            let RootMove { ply, child, .. } = moves[place];
            let (score, _) = self.bound(value, true);
            let line = self.remembered_line(&moves[place], depth);
            analysis.borrow_mut().put(place, Candidate { score, certainty: Certainty::Exact, depth, line });
            let rest = self.line(child, -value)?;
            analysis.borrow_mut().moves[place].line = [ply].into_iter().chain(rest).collect();
            most = value;
        }
        Ok(())
    }

    /// The legal moves of a root, first those that the evaluation likes.
    fn root_moves(&self, root: Position<N>) -> Vec<RootMove<N>> {
        let (kernels, empties) = (self.kernels(), root.empties().len());
        let squares = kernels.legal_moves(root);
        if squares.is_empty() && kernels.mobility(root.pass()) > 0 {
            return vec![RootMove { ply: Move::Pass, child: root.pass(), empties }];
        }
        let after = |square| root.place(square, kernels.flips(root, square));
        let place = |square| RootMove { ply: Move::Place(square), child: after(square), empties: empties - 1 };
        let mut moves: Vec<RootMove<N>> = squares.iter().map(place).collect();
        moves.sort_by_cached_key(|of| self.evaluation().value(kernels, of.child, of.empties));
        moves
    }

    /// Whether the best of some moves of a root is worth more than `alpha`: a result above it is a
    /// lower bound of that, and the move comes first; another is an upper bound.
    fn test_moves(&mut self, root: Position<N>, moves: &mut [RootMove<N>], alpha: i32) -> Result<i32, Stopped> {
        let (empties, parity) = (root.empties(), Parity::of(root.empties()));
        let shares = self.height(empties.len()) >= SPLIT_FROM;
        let (mut best, mut best_index) = (i32::MIN, 0);
        for (index, &RootMove { ply, child, empties }) in moves.iter().enumerate() {
            if shares && index > 0 && index + 1 < moves.len() && self.shared.crew.is_idle() {
                let square = |of: &RootMove<N>| match of.ply {
                    Move::Place(square) => (square, of.child),
                    Move::Pass => unreachable!("a pass is the only move"),
                };
                let choices = moves[index..].iter().map(square).collect();
                let (value, square) = self.share(choices, best, alpha, empties, parity)?;
                let found = square.and_then(|square| moves.iter().position(|of| of.ply == Move::Place(square)));
                (best, best_index) = (value, found.unwrap_or(best_index));
                break;
            }
            let parity = match ply {
                Move::Place(square) => parity.without(square),
                Move::Pass => parity,
            };
            let value = -self.search(child, -alpha - 1, empties, parity)?;
            if value > best {
                (best, best_index) = (value, index);
            }
            if best > alpha {
                break;
            }
        }
        if best > alpha {
            moves[..=best_index].rotate_right(1);
        }
        Ok(best)
    }

    /// Black's score when the side to move gets this value, and what a lower bound of the value, or
    /// an upper one, says of it.
    fn bound(&self, value: i32, is_lower: bool) -> (i32, Certainty) {
        let run = self.run.as_ref().expect("the first thread works for a run");
        let is_least = is_lower == (run.score(0) < run.score(1));
        (run.score(value), if is_least { Certainty::AtLeast } else { Certainty::AtMost })
    }

    /// A move and what the table has to follow it, as far as this many plies of squares.
    fn remembered_line(&self, first: &RootMove<N>, depth: u32) -> Line<N> {
        let kernels = self.kernels();
        let (mut line, mut position, mut empties) = (Line(vec![first.ply]), first.child, first.empties);
        let last = (first.empties + u32::from(first.ply != Move::Pass)).saturating_sub(depth);
        while empties > last {
            let moves = kernels.legal_moves(position);
            if moves.is_empty() {
                if kernels.mobility(position.pass()) == 0 {
                    break;
                }
                position = position.pass();
                line.0.push(Move::Pass);
                continue;
            }
            let best = self.look_up(position, empties).0.and_then(|known| known.best);
            let Some(square) = best.filter(|&square| moves.contains(square)) else { break };
            line.0.push(Move::Place(square));
            position = position.place(square, kernels.flips(position, square));
            empties -= 1;
        }
        line
    }
}

/// A value in whole discs, the nearest; halves are rounded away from 0, so that it is the same for
/// both sides.
fn discs(value: i32) -> i32 {
    value.signum() * ((value.abs() + PER_DISC / 2) / PER_DISC)
}

/// The least value that rounds to more than this many discs.
fn least_above(alpha: i32) -> i32 {
    PER_DISC * (alpha + 1) - PER_DISC / 2 + i32::from(alpha < 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Colour, stop};
    use crate::othello::board::Board;
    use crate::othello::kernels::Kernels;
    use crate::othello::patterns::Weights;
    use crate::othello::solver::evaluation::PatternSums;
    use crate::othello::solver::exact::Solver;
    use crate::othello::solver::midgame::Midgame;
    use crate::othello::solver::options::{Options, Technique};
    use crate::othello::solver::result::{Run, State};
    use crate::othello::solver::selfplay::{Player, Record};
    use crate::othello::solver::table::Table;
    use crate::othello::solver::worker::Shared;
    use crate::othello::wthor;
    use crate::random::Random;
    use std::ops::ControlFlow;

    /// A position of a random game with this many empty squares: one move in four is random, the
    /// others leave the opponent few.
    fn random_position<const N: usize>(random: &mut Random, empties: u32) -> Position<N> {
        let mut board = Board::<N>::start();
        while board.empties().len() > empties || board.legal_moves().is_empty() {
            if board.is_over() || board.empties().len() <= empties {
                board = Board::start();
            } else if random.below(4) == 0 || board.legal_moves().is_empty() {
                board.play_random(random);
            } else {
                let promise = |square| {
                    let mut after = board;
                    after.play_unchecked(square);
                    (4 * after.mobility() + random.below(12), square)
                };
                let (_, square) = board.legal_moves().iter().map(promise).min().expect("there are moves");
                board.play_unchecked(square);
            }
        }
        board.position()
    }

    /// The values of a position by iterations one after the other, with a table of their own, and
    /// the nodes of each.
    fn values<const N: usize>(
        position: Position<N>,
        weights: &Weights<N>,
        options: Options,
        iterations: &[(u32, u8)],
    ) -> Vec<(i32, u64)> {
        let (kernels, table) = (Kernels::in_use(), Table::new(1 << 24).unwrap());
        let evaluation = Midgame::new(weights);
        let shared = Shared::new(kernels, &table, evaluation, options, &stop::NEVER);
        let mut observer = |_| ControlFlow::Continue(());
        let run =
            Run { depth: 0, scoring: Scoring::Discs, black: true, state: State::new::<N>(), observer: &mut observer };
        let mut worker = Worker::new(&shared, Some(run));
        let (mut moves, mut guess) = (worker.root_moves(position), vec![0]);
        let search = |&(depth, selectivity): &(u32, u8)| {
            shared.horizon.store((position.empties().len() - depth) as u8, Relaxed);
            shared.selectivity.store(selectivity, Relaxed);
            let before = worker.nodes;
            worker.estimate_moves(position, &mut moves, &mut guess, Iteration { depth, selectivity }).unwrap();
            (guess[0], worker.nodes - before)
        };
        iterations.iter().map(search).collect()
    }

    /// The value of a position by a search of limited depth, plainly: every move, no table, no
    /// bounds.
    fn plain<const N: usize>(position: Position<N>, depth: u32, evaluation: Midgame<'_, N>) -> i32 {
        let (kernels, moves) = (Kernels::in_use(), position.legal_moves());
        if depth == 0 {
            return evaluation.value(kernels, position, position.empties().len());
        }
        if moves.is_empty() {
            return if position.pass().legal_moves().is_empty() {
                PER_DISC * position.score()
            } else {
                -plain(position.pass(), depth, evaluation)
            };
        }
        let values = moves.iter().map(|square| {
            let child = position.place(square, kernels.flips(position, square));
            -plain(child, depth - 1, evaluation)
        });
        values.max().expect("there are moves")
    }

    fn limited_depth<const N: usize>(weights: &Weights<N>) {
        let mut random = Random::new(31);
        let evaluation = Midgame::new(weights);
        for round in 0..24 {
            let empties = [12, 20, 30, 45][round % 4].min((N * N) as u32 - 8);
            let (position, depth) = (random_position::<N>(&mut random, empties), 1 + round as u32 % 5);
            let leaf = empties - depth;
            let bias = match (evaluation.is_midgame(leaf), evaluation.is_trained(leaf), depth % 2) {
                (true, _, odd_depth) => 2 * odd_depth as i32 - 2 * (empties % 2) as i32,
                (_, false, _) => 0,
                (false, true, 0) => 1,
                (false, true, _) => -2,
            };
            let options = Options::default().without(Technique::Stability);
            let found = values(position, weights, options, &[(depth, 0)])[0].0;
            let most = (N * N) as i32;
            let value = discs(plain(position, depth, evaluation)).clamp(-most, most);
            assert_eq!(found, (value - bias).clamp(-most, most), "{position:?}, {depth} plies");
        }
    }

    #[test]
    fn limited_depth_is_a_plain_search_of_the_evaluation() {
        limited_depth(&Weights::<6>::of_search(Scoring::Discs));
        limited_depth(&Weights::<8>::of_search(Scoring::Discs));
        limited_depth(&Weights::<8>::built_in(Scoring::Discs));
    }

    /// Positions with this many empty squares of games that the search played against itself, and
    /// that no weights were fitted to.
    fn played_positions(empties: u32, count: u64) -> Vec<Position<8>> {
        let (kernels, weights) = (Kernels::in_use(), Weights::<8>::of_search(Scoring::Discs));
        let player = Player { kernels, weights: &weights, stop: &stop::NEVER };
        let games = player.games(0x6d70_6300, 0..count).unwrap().expect("nobody stops it");
        let of_game = |game: Record| game.positions(kernels).into_iter().find(|(at, _)| at.empties().len() == empties);
        games.into_iter().filter_map(of_game).map(|(position, _)| position).collect()
    }

    /// Prints the standard deviations of docs/notes/solver-trials.md, between values of searches of
    /// some plies and of more, without selectivity: `cargo test --release --lib pairs_measured --
    /// --ignored --nocapture`.
    #[test]
    #[ignore = "it measures, for minutes"]
    fn pairs_measured() {
        let (weights, plies) = (Weights::<8>::of_search(Scoring::Discs), 11);
        let iterations: Vec<_> = (1..=plies).map(|depth| (depth, 0)).collect();
        let searched = |position: Position<8>| values(position, &weights, Options::default(), &iterations);
        let found: Vec<_> =
            [20, 25, 30, 35, 40, 45].iter().flat_map(|&of| played_positions(of, 80)).map(searched).collect();
        for plies in 2..=9 {
            print!("{plies} plies");
            for deeper in (plies + 2..=11).step_by(2) {
                let apart: Vec<f64> = found.iter().map(|of| f64::from(of[deeper - 1].0 - of[plies - 1].0)).collect();
                let mean = apart.iter().sum::<f64>() / apart.len() as f64;
                let square = apart.iter().map(|each| (each - mean).powi(2)).sum::<f64>() / apart.len() as f64;
                print!(", {deeper}: {:.1}", square.sqrt());
            }
            println!();
        }
        println!("{} positions", found.len());
    }

    /// Prints the tables of docs/SOLVER.md: `cargo test --release --lib measured -- --ignored
    /// --nocapture`.
    #[test]
    #[ignore = "it measures, for minutes"]
    fn measured() {
        let (levels, weights) = ([3, 2, 1, 0], Weights::of_search(Scoring::Discs));
        let mut sums = vec![(0, 0, 0); 8 + levels.len()];
        for empties in [16, 18, 20] {
            let mut random = Random::new(7);
            let limited = (1..=8).map(|depth| (depth, LIMITED));
            let iterations: Vec<_> = limited.chain(levels.map(|level| (empties, level))).collect();
            for _ in 0..150 {
                let position = random_position::<8>(&mut random, empties);
                let found = values(position, &weights, Options::default(), &iterations);
                let exact = found.last().expect("the exact search").0;
                for ((value, nodes), (close, squares, sum)) in found.into_iter().zip(&mut sums) {
                    *close += u32::from((value - exact).abs() <= 2);
                    *squares += (value - exact).pow(2);
                    *sum += nodes;
                }
            }
        }
        for (index, (close, squares, nodes)) in sums.into_iter().enumerate() {
            let what = if index < 8 { format!("{} plies", index + 1) } else { format!("level {}", 11 - index) };
            let error = (f64::from(squares) / 450.0).sqrt();
            println!("{what}: within 2 discs {:.0} %, error {error:.1}, {nodes} nodes", f64::from(close) / 4.5);
        }
    }

    /// Prints the errors of the evaluation in docs/notes/solver-trials.md, against exact scores and
    /// against those that WTHOR gives with its games: `STONEMASK_DATA=FOLDER cargo test --release
    /// --lib errors_of_the -- --ignored --nocapture`, the folder of WTH_2018.wtb.
    #[test]
    #[ignore = "it measures, for minutes"]
    fn errors_of_the_evaluation() {
        let (kernels, weights) = (Kernels::in_use(), Weights::<8>::built_in(Scoring::Discs));
        let sums = PatternSums::new(&weights);
        let error = |position: Position<8>, score: i32| {
            let value = sums.value(kernels, position, position.empties().len());
            f64::from(value) / f64::from(PER_DISC) - f64::from(score)
        };
        let print = |what: &str, errors: &[f64]| {
            let mean =
                |each: &dyn Fn(f64) -> f64| errors.iter().map(|&error| each(error)).sum::<f64>() / errors.len() as f64;
            let (bias, absolute, square) = (mean(&|error| error), mean(&f64::abs), mean(&|error| error * error));
            println!(
                "{what}: {} positions, mean {bias:+.1}, absolute {absolute:.1}, root mean square {:.1}",
                errors.len(),
                square.sqrt()
            );
        };
        for (empties, count) in [(14, 400), (16, 400), (18, 400), (20, 200), (22, 100), (24, 40), (26, 12)] {
            let mut random = Random::new(7);
            let errors = (0..count).map(|_| {
                let position = random_position::<8>(&mut random, empties);
                let score = Solver::new(1 << 27).unwrap().solve(&Board::new(position, Colour::Black)).score;
                error(position, score)
            });
            print(&format!("{empties} empty squares"), &errors.collect::<Vec<_>>());
        }
        let (empties, scored) = wthor_scores();
        let errors: Vec<f64> = scored.into_iter().map(|(position, score)| error(position, score)).collect();
        print(&format!("WTHOR, {empties} empty squares"), &errors);
    }

    /// The positions of WTHOR's games with as many empty squares as the file says, also said here,
    /// and its scores of best play for the side to move.
    fn wthor_scores() -> (u32, Vec<(Position<8>, i32)>) {
        let folder = std::env::var_os("STONEMASK_DATA").expect("STONEMASK_DATA names the folder of WTH_2018.wtb");
        let file = std::fs::File::open(std::path::Path::new(&folder).join("WTH_2018.wtb")).unwrap();
        let games = wthor::read(file).unwrap();
        let scores = games.games.iter().filter_map(|game| {
            let mut board = Board::<8>::start();
            let mut squares = game.squares();
            while board.empties().len() > games.depth {
                if board.legal_moves().is_empty() {
                    board.try_play(Move::Pass).ok()?;
                }
                board.try_play(Move::Place(squares.next()?.unwrap())).unwrap();
            }
            if board.legal_moves().is_empty() {
                board.try_play(Move::Pass).ok()?;
            }
            let black = 2 * game.theoretical() as i32 - 64;
            Some((board.position(), if board.to_move() == Colour::Black { black } else { -black }))
        });
        (games.depth, scores.collect())
    }

    /// Prints the errors of searches of limited depth in docs/notes/solver-trials.md, with
    /// STONEMASK_DATA as above and the weights of this crate, or those of the file that
    /// STONEMASK_WEIGHTS names: `cargo test --release --lib wthor_measured -- --ignored
    /// --nocapture`.
    #[test]
    #[ignore = "it measures, for a minute"]
    fn wthor_measured() {
        let weights = match std::env::var_os("STONEMASK_WEIGHTS") {
            Some(path) => Weights::read(&std::fs::read(path).unwrap(), Scoring::Discs).unwrap(),
            None => Weights::of_search(Scoring::Discs),
        };
        let (_, scored) = wthor_scores();
        let iterations: Vec<_> = (1..=8).map(|depth| (depth, LIMITED)).collect();
        let found = scored[..400].iter().map(|&(position, score)| {
            let found = values(position, &weights, Options::default(), &iterations);
            found.into_iter().map(|(value, nodes)| (f64::from(value - score), nodes)).collect::<Vec<_>>()
        });
        let found: Vec<_> = found.collect();
        for depth in 1..=8 {
            let mean = |each: &dyn Fn(f64) -> f64| found.iter().map(|of| each(of[depth - 1].0)).sum::<f64>() / 400.0;
            let nodes = found.iter().map(|of| of[depth - 1].1).sum::<u64>() / 400;
            println!(
                "{depth} plies: mean {:+.1}, root mean square {:.1}, within two discs {:.0} %, {nodes} nodes",
                mean(&|error| error),
                mean(&|error| error * error).sqrt(),
                100.0 * mean(&|error| f64::from(u8::from(error.abs() <= 2.0)))
            );
        }
    }
}
