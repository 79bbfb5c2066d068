//! Searching a board until a limit is reached.

use super::field::{Field, Kind};
use super::patterns::Patterns;
use super::tree::{Ask, HOPED, Halted, INFINITE, PROVED, ROOT_WIDTH, Table, Tree, WIN};
use crate::game::search::{Analysis, Candidate, Certainty, Limits, Score};
use crate::game::{Clock, Colour, Outcome, stop};
use crate::gomoku::board::Board;
use crate::gomoku::point::Point;
use crate::gomoku::solver::force::{Force, Knowledge};
use std::collections::TryReserveError;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

/// How many fours are tried at the root, and at how many nodes.
const ROOT_FOURS: u32 = 24;
const ROOT_NODES: u64 = 4000;
const LEAST_NODES: u64 = 50;
/// Before each depth, this part of the nodes so far goes into a look for wins by threes.
const THREES_SHARE: u64 = 4;
/// Before a move becomes the best, this part of the nodes so far goes into a look for wins by fours
/// against it.
const ANSWER_SHARE: u64 = 8;
/// No game is searched deeper.
const MOST_DEPTH: u32 = 100;
/// The solver's share of the table, in bytes: an eighth, but no more than this.
const MOST_KNOWLEDGE: usize = 4 << 20;

/// Finds good moves under every rule, on boards of every size: alpha-beta over the points where
/// patterns promise most, with looks for wins by fours and threes, as
/// [`Solver`](crate::gomoku::Solver) finds them, on boards of up to 32 rows and columns. A five is
/// never missed, nor is a four left unblocked where a block is allowed.
///
/// Nodes are positions searched, those of the looks among them. By depth and by nodes, a board
/// gives the same analysis on every machine and tier. A win is exact when no answer was left out,
/// and then the line goes on to the end of the game; other scores are shares.
///
/// ```
/// use stonemask::game::search::{Certainty, Limits, Score};
/// use stonemask::gomoku::{Board, Colour, Search};
///
/// let mut search = Search::new(1 << 20)?;
/// let board: Board = "5x7 freestyle -------/-------/--XXX--/-------/---O--- X".parse()?;
/// let analysis = search.run(&board, Limits::default());
/// assert_eq!(analysis.score(), Score::Win { winner: Colour::Black, plies: 3 });
/// assert_eq!(analysis.certainty(), Certainty::Exact);
///
/// let analysis = search.run(&Board::start(), Limits::default().nodes(5000));
/// assert_eq!(analysis.moves[0].ply().to_string(), "h8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[doc(alias = "alpha-beta")]
pub struct Search {
    table: Table,
    knowledge: Knowledge,
    patterns: Option<[Patterns; 2]>,
    count: usize,
}

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Search");
        debug.field("table_bytes", &self.table_bytes()).field("count", &self.count).finish_non_exhaustive()
    }
}

/// A move from the root.
#[derive(Clone)]
struct Tried {
    point: Point,
    value: i32,
    depth: u32,
    line: Vec<Point>,
}

impl Search {
    /// A search whose table of positions takes at most `table_bytes`, but at least a few kilobytes.
    /// Two megabytes for patterns come to it.
    ///
    /// # Errors
    /// If the allocation fails.
    pub fn new(table_bytes: usize) -> Result<Search, TryReserveError> {
        let knowledge = Knowledge::new((table_bytes / 8).min(MOST_KNOWLEDGE))?;
        let table = Table::new(table_bytes.saturating_sub(knowledge.bytes()))?;
        Ok(Search { table, knowledge, patterns: None, count: 1 })
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

    /// Forgets all positions. Each search begins so.
    pub fn clear(&mut self) {
        self.table.clear();
        self.knowledge.clear();
    }

    /// The memory of the table, in bytes.
    pub fn table_bytes(&self) -> usize {
        self.table.bytes() + self.knowledge.bytes()
    }

    /// The worth of a board when a limit is reached; without limits, when the score is exact.
    pub fn run(&mut self, board: &Board, limits: Limits) -> Analysis<Vec<Point>> {
        self.run_until(board, limits, |_| ControlFlow::Continue(()), &stop::NEVER)
    }

    /// [`Search::run`], until `stop` is set or `observer` breaks off. The observer hears of the
    /// search after every few hundred nodes and after every depth. The first ply is searched in any
    /// case.
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
        self.clear();
        if let Some(outcome) = board.outcome() {
            let score = outcome.winner().map_or(Score::Draw, |winner| Score::Win { winner, plies: 0 });
            (analysis.lower, analysis.upper, analysis.complete) = (score, score, true);
            return analysis;
        }
        let rule = board.rule();
        if self.patterns.as_ref().is_none_or(|patterns| patterns[0].rule() != rule) {
            self.patterns = Some(Colour::ALL.map(|colour| Patterns::new(rule, colour)));
        }
        let patterns = self.patterns.as_mut().expect("made above");
        let (colour, count) = (board.to_move(), self.count);
        let field = Field::new(board, patterns);
        let force = Force::new(board, &mut self.knowledge);
        let mut tree = Tree::new(field, patterns, &mut self.table, force, limits.nodes.unwrap_or(u64::MAX));

        let mut roots = Roots::new(&tree, board, count);
        analysis.renew(roots.told(board));
        let most_depth = limits.depth.unwrap_or(u32::MAX).min(MOST_DEPTH).min(tree.field.empties() as u32).max(1);
        for depth in 1..=most_depth {
            let mut ask = |nodes: u64| {
                (analysis.nodes, analysis.time) = (nodes, clock.elapsed());
                observer(&analysis).is_break() || clock.has_reached(limits.time) || stop::asked(stop)
            };
            tree.set_depth(depth);
            let halted = roots.deepen(&mut tree, colour, depth, &mut ask).is_err();
            (analysis.nodes, analysis.time) = (tree.nodes, clock.elapsed());
            let moves = roots.told(board);
            if analysis.moves != moves {
                analysis.renew(moves);
            }
            if let Candidate { score, certainty: Certainty::Exact, .. } = analysis.moves[0] {
                (analysis.lower, analysis.upper) = (score, score);
            }
            let is_proved = analysis.moves.iter().all(|candidate| candidate.certainty == Certainty::Exact);
            analysis.complete = is_proved || !halted && limits.depth.is_some_and(|most| depth >= most);
            let is_over = limits.nodes.is_some_and(|most| tree.nodes >= most) || clock.has_reached(limits.time);
            if observer(&analysis).is_break() || halted || is_proved || is_over || stop::asked(stop) {
                break;
            }
            tree.may_halt = true;
        }
        analysis
    }
}

/// The moves from the root.
struct Roots {
    tried: Vec<Tried>,
    count: usize,
    /// Whether no other move matters.
    is_complete: bool,
}

impl Roots {
    fn new(tree: &Tree<'_>, board: &Board, count: usize) -> Roots {
        let colour = board.to_move();
        let tried = |point| Tried { point, value: 0, depth: 0, line: vec![point] };
        let fives = tree.field.points(colour, Kind::Five).collect::<Vec<_>>();
        let (mut moves, mut is_complete) = tree.moves(colour, ROOT_WIDTH);
        moves.retain(|point| !fives.contains(point));
        moves.splice(0..0, fives);
        let mut roots: Vec<Tried> = moves.into_iter().map(tried).collect();
        if roots.len() < count || roots.is_empty() {
            is_complete = true;
            add_others(&mut roots, tree, colour);
        }
        roots.iter_mut().for_each(|root| root.value = tree.estimate(colour));
        Roots { tried: roots, count, is_complete }
    }

    /// Searches all moves to a depth.
    fn deepen(&mut self, tree: &mut Tree<'_>, colour: Colour, depth: u32, ask: &mut Ask<'_>) -> Result<(), Halted> {
        if self.tried[0].value < PROVED && tree.field.count(colour, Kind::Five) == 0 {
            // The first look of all: wins by many fours; later, with a share of the nodes, by
            // threes.
            let mut line = Vec::new();
            let is_won = if depth == 1 {
                tree.look_for_fours(
                    colour,
                    ROOT_FOURS,
                    (tree.most_nodes / 2).clamp(LEAST_NODES, ROOT_NODES),
                    true,
                    &mut line,
                    ask,
                )?
                .is_some()
            } else {
                tree.look_for_threes(colour, (tree.nodes / THREES_SHARE).max(LEAST_NODES), &mut line, ask)?
            };
            if is_won {
                self.put_first(line);
                if self.count == 1 {
                    return Ok(());
                }
            }
            if depth == 1 {
                self.answer(tree, colour, ask)?;
            }
        }
        if tree.field.empties() == tree.field.size().points() {
            // All moves are worth nothing yet: the centre stays the first.
            return Ok(());
        }
        let before = self.tried.clone();
        let mut done: Vec<Tried> = Vec::new();
        let mut result = Ok(());
        let mut at = 0;
        while at < self.tried.len() {
            let Tried { point, value, ref line, .. } = self.tried[at];
            let is_settled = value >= PROVED || value == line.len() as i32 - WIN;
            let alpha = if done.len() < self.count { -INFINITE } else { done[self.count - 1].value };
            let found =
                if is_settled { Ok(self.tried[at].clone()) } else { one(tree, colour, point, depth, alpha, ask) };
            match found {
                Ok(tried) => {
                    let place = done.partition_point(|other| other.value >= tried.value);
                    done.insert(place, tried);
                }
                Err(halted) => {
                    result = Err(halted);
                    break;
                }
            }
            at += 1;
            if at == self.tried.len() && !self.is_complete && done[0].value <= -HOPED {
                // All of them lose: perhaps another move does not.
                self.is_complete = true;
                add_others(&mut self.tried, tree, colour);
            }
        }
        if result.is_err() {
            // A move that was not searched so deep keeps its place behind.
            let rest = self.tried.iter().filter(|old| !done.iter().any(|new| new.point == old.point)).cloned();
            let searched = done.len();
            let rest: Vec<Tried> = rest.collect();
            done.extend(rest);
            if searched == 0 {
                done = before;
            } else if done[0].value <= -HOPED {
                // Those that were searched lose.
                done.rotate_left(searched);
            }
        }
        self.tried = done;
        result
    }

    /// A win was found.
    fn put_first(&mut self, line: Vec<Point>) {
        let (point, value) = (line[0], WIN - line.len() as i32);
        self.tried.retain(|tried| tried.point != point);
        self.tried.insert(0, Tried { point, value, depth: line.len() as u32, line });
    }

    /// Leaves out what does not answer a threat.
    fn answer(&mut self, tree: &mut Tree<'_>, colour: Colour, ask: &mut Ask<'_>) -> Result<(), Halted> {
        let (points, is_complete) = tree.choices(colour, ROOT_WIDTH, ask)?;
        if !is_complete || points.is_empty() {
            return Ok(());
        }
        let tried = |point| Tried { point, value: tree.estimate(colour), depth: 0, line: vec![point] };
        let wins = self.tried.iter().take_while(|tried| tried.value >= PROVED).cloned();
        let mut roots: Vec<Tried> = wins.collect();
        let others = points.into_iter().filter(|&point| roots.iter().all(|root| root.point != point)).map(tried);
        let others: Vec<Tried> = others.collect();
        roots.extend(others);
        self.tried = roots;
        self.is_complete = true;
        if self.tried.len() < self.count {
            add_others(&mut self.tried, tree, colour);
        }
        Ok(())
    }

    /// The best moves.
    fn told(&self, board: &Board) -> Vec<Candidate<Vec<Point>>> {
        self.tried.iter().take(self.count).map(|tried| candidate(board, tried, self.is_complete)).collect()
    }
}

/// The legal moves that are not among the roots come to them.
fn add_others(roots: &mut Vec<Tried>, tree: &Tree<'_>, colour: Colour) {
    let others = tree.field.empty_points().filter(|&point| tree.field.allows(colour, point));
    let others: Vec<Point> = others.filter(|&point| !roots.iter().any(|root| root.point == point)).collect();
    let value = roots.last().map_or(0, |root| root.value);
    roots.extend(others.into_iter().map(|point| Tried { point, value, depth: 0, line: vec![point] }));
}

/// Searches one move; its value is right where it is greater than `alpha`.
fn one(
    tree: &mut Tree<'_>,
    colour: Colour,
    point: Point,
    depth: u32,
    alpha: i32,
    ask: &mut Ask<'_>,
) -> Result<Tried, Halted> {
    let mut line = Vec::new();
    if tree.field.kind(colour, point) == Kind::Five {
        return Ok(Tried { point, value: WIN - 1, depth: 1, line: vec![point] });
    }
    tree.put(point, colour);
    let (other, next) = (colour.other(), depth as i32 - 1);
    let mut value = alpha + 1;
    if alpha > -INFINITE {
        value = -tree.search(other, next, (-alpha - 1, -alpha), 1, &mut line, ask)?;
    }
    if value > alpha {
        value = -tree.search(other, next, (-INFINITE, -alpha.max(-INFINITE)), 1, &mut line, ask)?;
    }
    if value > alpha && value.abs() < HOPED {
        // A move that is about to be the best: a longer look at what it allows.
        let mut fours = Vec::new();
        let nodes = (tree.nodes / ANSWER_SHARE).clamp(LEAST_NODES, ROOT_NODES);
        if tree.look_for_fours(other, ROOT_FOURS, nodes, true, &mut fours, ask)?.is_some() {
            (value, line) = (fours.len() as i32 + 1 - WIN, fours);
        }
    }
    tree.take(point);
    line.insert(0, point);
    Ok(Tried { point, value, depth: depth.max(line.len() as u32), line })
}

/// How sure an estimate is; it was not measured.
const UNPROVED: Certainty = Certainty::Estimate { confidence: 0 };

fn candidate(board: &Board, tried: &Tried, is_complete: bool) -> Candidate<Vec<Point>> {
    let colour = board.to_move();
    let &Tried { value, depth, ref line, .. } = tried;
    let line = line.clone();
    let told = |score, certainty, line| Candidate { score, certainty, depth, line };
    if value >= PROVED || value <= -PROVED && is_complete || line.len() == 1 {
        let mut end = board.clone();
        let is_legal = line.iter().all(|&point| end.try_play(point).is_ok());
        let plies = line.len() as u32;
        match end.outcome() {
            Some(Outcome::Draw) if is_legal && board.mobility() == 1 => {
                return told(Score::Draw, Certainty::Exact, line);
            }
            Some(Outcome::Win(winner))
                if is_legal && (winner == colour) == (value > 0) && value.abs() == WIN - plies as i32 =>
            {
                return told(Score::Win { winner, plies }, Certainty::Exact, line);
            }
            _ => {}
        }
    }
    let share = share(value);
    told(Score::Share(if colour == Colour::Black { share } else { 10_000 - share }), UNPROVED, line)
}

/// A value as a share of the wins: the logistic function, by operations that are the same on every
/// machine.
fn share(value: i32) -> u16 {
    let share = match value.abs() {
        HOPED.. => 9999,
        value => {
            let odds = (0..value.min(800) / 2).fold(1.0, |odds, _| odds * 1.02);
            ((odds / (1.0 + odds) * 10_000.0) as u16).min(9990)
        }
    };
    if value < 0 { 10_000 - share } else { share }
}
