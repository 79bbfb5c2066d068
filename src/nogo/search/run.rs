//! Searching a board until a limit is reached.

use super::settings::{Powers, Settings, lead};
use super::tree::{ONE, Proof, ROOT, Tree};
use crate::game::search::{Analysis, Candidate, Certainty, Limits, Score};
use crate::game::{Clock, Colour, Tally, stop};
use crate::nogo::batch::{Batch, Ends};
use crate::nogo::point::Point;
use crate::nogo::solver::search::Solver;
use crate::nogo::state::Board;
use crate::random::Random;
use std::collections::TryReserveError;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// The memory of the solver for leaves, whose table is made anew for each of them where the board
/// is large.
const SMALL_TABLE: usize = 1 << 15;
/// The memory of the solver for boards with few points to play on.
const LARGE_TABLE: usize = 1 << 22;
/// Of as many points the solver has one table for the whole search.
const FEW_POINTS: usize = 39;
/// The moves are told after a number of batches that is a power of two, and from this number on
/// each time.
const BATCHES_PER_RESULT: u64 = 64;

/// Finds good moves on boards of every shape: a tree search that values positions by random games
/// and by how many points each side may play on. Near the end of the game the [`Solver`] proves who
/// wins.
///
/// Nodes are random games, and positions that the solver looked at. By nodes, a board and a seed
/// give the same analysis on every machine and tier. A limit of depth is reached when the most
/// searched line has as many plies.
///
/// ```
/// use stonemask::game::search::{Certainty, Limits, Score};
/// use stonemask::nogo::{Board, Colour, Search};
///
/// let mut search = Search::new(1 << 20)?;
/// let analysis = search.run(&"--/-- X".parse::<Board>()?, Limits::default());
/// assert_eq!(analysis.score(), Score::Win { winner: Colour::Black, plies: 3 });
/// assert_eq!(analysis.certainty(), Certainty::Exact);
///
/// let analysis = search.run(&Board::start(), Limits::default().nodes(5000));
/// assert!(matches!(analysis.score(), Score::Share(_)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "mcts")]
pub struct Search {
    settings: Settings,
    prior: Powers,
    odds: Powers,
    tree: Tree,
    solver: Solver,
    seed: u64,
    count: usize,
    ends: Ends,
}

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Search { settings, seed, count, .. } = self;
        let mut debug = f.debug_struct("Search");
        debug.field("settings", settings).field("seed", seed).field("count", count).finish_non_exhaustive()
    }
}

impl Search {
    /// A search whose tree takes at most `table_bytes`, but at least a few kilobytes. When it is
    /// full, the search goes on in the tree that it has: 16 MiB are full after about a second.
    ///
    /// # Errors
    /// If the allocation fails.
    pub fn new(table_bytes: usize) -> Result<Search, TryReserveError> {
        Search::with_settings(table_bytes, Settings::default())
    }

    pub(crate) fn with_settings(table_bytes: usize, settings: Settings) -> Result<Search, TryReserveError> {
        let (prior, odds) = (Powers::of(settings.prior), Powers::of(settings.odds));
        let (tree, solver) = (Tree::new(table_bytes)?, Solver::new(SMALL_TABLE)?);
        Ok(Search { settings, prior, odds, tree, solver, seed: 1, count: 1, ends: Ends::default() })
    }

    /// Searches for this number of best moves; at least one.
    #[must_use]
    pub fn best(mut self, count: usize) -> Search {
        self.set_best(count);
        self
    }

    /// From now on, the search is for this number of best moves; at least one.
    pub fn set_best(&mut self, count: usize) {
        self.count = count.max(1);
    }

    /// From now on, random games come from this seed; 1 to begin with.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
    }

    /// The memory of the tree, in bytes.
    pub fn table_bytes(&self) -> usize {
        self.tree.bytes()
    }

    /// The stones at the end of the last search's random games: whose each point will be.
    pub fn ends(&self) -> &Ends {
        &self.ends
    }

    /// The worth of a board when a limit is reached; without limits, when it is proved who wins.
    pub fn run(&mut self, board: &Board, limits: Limits) -> Analysis<Vec<Point>> {
        self.run_until(board, limits, |_| ControlFlow::Continue(()), &stop::NEVER)
    }

    /// [`Search::run`], until `stop` is set or `observer` breaks off. The observer hears of the
    /// search after every few hundred random games. The first of these are played in any case.
    pub fn run_until(
        &mut self,
        board: &Board,
        limits: Limits,
        mut observer: impl FnMut(&Analysis<Vec<Point>>) -> ControlFlow<()>,
        stop: &AtomicBool,
    ) -> Analysis<Vec<Point>> {
        let clock = Clock::start();
        let [lower, upper] = [Colour::White, Colour::Black].map(|winner| Score::Win { winner, plies: 0 });
        let mut analysis = Analysis::new(lower, upper);
        self.ends = Ends::default();
        self.tree.clear();
        if let Some(winner) = board.winner() {
            let score = Score::Win { winner, plies: 0 };
            (analysis.lower, analysis.upper, analysis.complete) = (score, score, true);
            return analysis;
        }
        let points = board.allowed(Colour::Black) | board.allowed(Colour::White);
        let table = if points.len() as usize <= FEW_POINTS { LARGE_TABLE } else { SMALL_TABLE };
        // Nothing is left of searches before; what takes no memory takes time.
        match Solver::new(table) {
            Ok(solver) => self.solver = solver,
            Err(_) => self.solver.clear(),
        }

        let (mut batch, mut random) = (Batch::new(self.seed), Random::new(self.seed));
        for batches in 1.. {
            analysis.nodes += self.look(board, &mut batch, &mut random);
            analysis.time = clock.elapsed();
            let is_proved = self.tree.node(ROOT).proof != Proof::None;
            let depth = limits.depth.is_some_and(|most| self.tree_line(ROOT).len() >= most as usize);
            let due = batches % BATCHES_PER_RESULT == 0 || u64::is_power_of_two(batches);
            if due {
                self.tell(board, &mut analysis);
            }
            let over = is_proved
                || depth
                || limits.nodes.is_some_and(|most| analysis.nodes >= most)
                || clock.has_reached(limits.time)
                || stop::asked(stop);
            if observer(&analysis).is_break() || over {
                if !due {
                    self.tell(board, &mut analysis);
                }
                analysis.complete |= depth;
                break;
            }
        }
        analysis.time = clock.elapsed();
        analysis
    }

    /// Writes what is known now.
    fn tell(&mut self, board: &Board, analysis: &mut Analysis<Vec<Point>>) {
        let moves = self.moves(board);
        if self.tree.node(ROOT).proof != Proof::None {
            (analysis.lower, analysis.upper) = (moves[0].score, moves[0].score);
        }
        analysis.complete = moves.iter().all(|candidate| candidate.certainty == Certainty::Exact);
        if analysis.moves != moves {
            analysis.renew(moves);
        }
    }

    /// Looks at some leaves together; how many random games and nodes of the solver that took.
    fn look(&mut self, board: &Board, batch: &mut Batch, random: &mut Random) -> u64 {
        let (mut paths, mut boards, mut nodes) = (Vec::new(), Vec::new(), 0);
        for _ in 0..self.settings.leaves {
            let mut path = Vec::new();
            let proof = match self.tree.descend(board, &self.settings, &self.prior, &mut path) {
                None => Proof::Won,
                Some(leaf) => {
                    let is_new = self.tree.node(*path.last().expect("the root")).visits == 0;
                    let (proof, searched) = if is_new { self.solve(&leaf) } else { (Proof::None, 0) };
                    nodes += searched;
                    if proof == Proof::None {
                        paths.push(path);
                        boards.push(leaf);
                        continue;
                    }
                    self.tree.prove(&path, proof);
                    proof
                }
            };
            nodes += 1;
            self.tree.back_up(&path, if proof == Proof::Won { 0 } else { ONE });
            if self.tree.node(ROOT).proof != Proof::None {
                break;
            }
        }
        let tallies = self.play(&boards, batch, random);
        for ((path, board), tally) in paths.iter().zip(&boards).zip(tallies) {
            nodes += tally.games();
            self.tree.back_up(path, self.value(board, &tally));
        }
        nodes
    }

    /// Plays the random games of some leaves.
    fn play(&mut self, boards: &[Board], batch: &mut Batch, random: &mut Random) -> Vec<Tally> {
        let games = self.settings.games;
        if !self.settings.batched {
            let one_by_one = |board: &Board| {
                let mut tally = Tally::default();
                (0..games).for_each(|_| tally.count(board.playout(random)));
                tally
            };
            return boards.iter().map(one_by_one).collect();
        }
        batch.run_adding(boards, games, &mut self.ends)
    }

    /// The value of a leaf for the side that has moved there.
    fn value(&self, board: &Board, tally: &Tally) -> u64 {
        let games = tally.wins(board.to_move().other()) as f64 / tally.games() as f64;
        let mobility = self.odds.share(lead(board));
        ((games + self.settings.mobility * (mobility - games)) * ONE as f64) as u64
    }

    /// The solver's proof of a leaf, and its nodes.
    fn solve(&mut self, board: &Board) -> (Proof, u64) {
        let points = board.allowed(Colour::Black) | board.allowed(Colour::White);
        if board.is_over() {
            return (Proof::Lost, 0);
        }
        if points.len() > self.settings.solver_points {
            return (Proof::None, 0);
        }
        let (wins, nodes) = self.solver.wins_within(board, self.settings.solver_nodes);
        (wins.map_or(Proof::None, |wins| if wins { Proof::Won } else { Proof::Lost }), nodes)
    }

    /// The moves from a position that have a node, the best first: those that win, then those that
    /// are searched most, then those that lose.
    fn ranked(&self, at: u32) -> Vec<(Point, u32)> {
        let mut moves: Vec<(Point, u32)> = self.tree.opened(at).collect();
        moves.sort_by_key(|&(_, node)| {
            let node = self.tree.node(node);
            let rank = match node.proof {
                Proof::Lost => 0,
                Proof::None => 1,
                Proof::Won => 2,
            };
            (rank, std::cmp::Reverse((node.visits, node.value())))
        });
        moves
    }

    /// The line from a position that is searched most, as far as the tree goes.
    fn tree_line(&self, mut at: u32) -> Vec<Point> {
        let mut line = Vec::new();
        while let Some(&(point, node)) = self.ranked(at).first() {
            line.push(point);
            at = node;
        }
        line
    }

    /// The best moves of the board.
    fn moves(&mut self, board: &Board) -> Vec<Candidate<Vec<Point>>> {
        let mut moves: Vec<(Point, Option<u32>)> =
            self.ranked(ROOT).into_iter().map(|(point, node)| (point, Some(node))).collect();
        let lost = moves.iter().filter(|(_, node)| node.is_some_and(|node| self.tree.node(node).proof == Proof::Won));
        let untried = moves.len() - lost.count();
        moves.splice(untried..untried, self.tree.unopened(ROOT).map(|point| (point, None)));
        moves.truncate(self.count);
        moves.into_iter().map(|(point, node)| self.candidate(board, point, node)).collect()
    }

    fn candidate(&mut self, board: &Board, point: Point, node: Option<u32>) -> Candidate<Vec<Point>> {
        let mut line = vec![point];
        let colour = board.to_move();
        let Some(node) = node else {
            // Not tried: worth what the others are.
            let value = ONE - self.tree.node(ROOT).value();
            return Candidate { score: share(colour, value), certainty: UNPROVED, depth: 0, line };
        };
        line.extend(self.tree_line(node));
        let (score, certainty) = match self.tree.node(node).proof {
            Proof::None => (share(colour, self.tree.node(node).value()), UNPROVED),
            proof => {
                let mut end = *board;
                line.iter().for_each(|&point| end.play_unchecked(point));
                if !end.is_over() {
                    line.extend(self.solver.solve(&end).expect("few points to play").line);
                }
                let winner = if proof == Proof::Lost { colour } else { colour.other() };
                (Score::Win { winner, plies: line.len() as u32 }, Certainty::Exact)
            }
        };
        Candidate { score, certainty, depth: line.len() as u32, line }
    }
}

/// How sure an estimate is; it was not measured.
const UNPROVED: Certainty = Certainty::Estimate { confidence: 0 };

/// A value for a colour as a score.
fn share(colour: Colour, value: u64) -> Score {
    let share = (value * 10_000 / ONE) as u16;
    Score::Share(if colour == Colour::Black { share } else { 10_000 - share })
}
