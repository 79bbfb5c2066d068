//! Alpha-beta over the best moves by pattern, with a look for wins by fours at every position.

use super::field::{Field, Kind};
use super::patterns::Patterns;
use crate::game::Colour;
use crate::gomoku::point::Point;
use crate::gomoku::solver::force::Force;
use crate::gomoku::solver::fours::{self, Work};
use crate::kernel::memory;
use std::cmp::Reverse;
use std::collections::TryReserveError;
use std::ops::ControlFlow;

/// A value no position has.
pub(super) const INFINITE: i32 = 2_000_000;
/// A win, less the plies from the root to its end.
pub(super) const WIN: i32 = 1_000_000;
/// From here on a win is proved.
pub(super) const PROVED: i32 = WIN - 10_000;
/// The distance between a proved win and one against the moves that were looked at.
const DOUBT: i32 = 500_000;
/// From here on the winner wins against all moves that were looked at.
pub(super) const HOPED: i32 = PROVED - DOUBT;
/// Estimates are less.
const GREATEST_ESTIMATE: i32 = 100_000;

/// How many moves are tried at most where nothing forces a side: at the root, further on, and
/// before the leaves.
pub(super) const ROOT_WIDTH: usize = 20;
const WIDTH: usize = 14;
const LAST_WIDTH: usize = 10;
/// From this move on some are searched a ply less deep at first.
const LATE: usize = 3;
/// How much a look for fours costs at most, at the leaves less, and how many it finds.
const NODES_OF_FOURS: u64 = 60;
const LEAF_FOURS: u64 = 20;
const FOURS: u32 = 8;
/// From how many plies on wins by threes are looked for, and with how many nodes for a ply.
const THREES_DEPTH: i32 = 2;
const NODES_OF_THREES: u64 = 20;
/// How many positions whose fours do not win are remembered.
const FAILED: usize = 1 << 13;
/// By how much threats lengthen the search at most, in plies.
const EXTENSION: u32 = 6;
const NODES_PER_REPORT: u64 = 256;

/// The search was broken off. The field is not what it was.
#[derive(Debug)]
pub(super) struct Halted;

#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
enum Bound {
    Exact,
    Lower,
    Upper,
}

/// The facts known of a position.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    value: i32,
    point: Point,
    generation: u16,
    depth: i8,
    bound: Bound,
}

/// Positions that were searched.
pub(super) struct Table {
    entries: Vec<Entry>,
    generation: u16,
}

impl Table {
    pub(super) fn new(bytes: usize) -> Result<Table, TryReserveError> {
        let count = (bytes / size_of::<Entry>()).max(64);
        let point = Point::new(0, 0).expect("a point of every board");
        let entry = Entry { key: 0, value: 0, point, generation: 0, depth: 0, bound: Bound::Exact };
        Ok(Table { entries: memory::filled(entry, count)?, generation: 1 })
    }

    pub(super) fn bytes(&self) -> usize {
        self.entries.len() * size_of::<Entry>()
    }

    /// Forgets all positions.
    pub(super) fn clear(&mut self) {
        self.generation = self.generation.wrapping_add(1);
        if self.generation == 0 {
            self.entries.iter_mut().for_each(|entry| entry.generation = 0);
            self.generation = 1;
        }
    }

    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.entries.len() as u128) >> 64) as usize
    }

    fn get(&self, key: u64) -> Option<Entry> {
        let entry = self.entries[self.place(key)];
        (entry.key == key && entry.generation == self.generation).then_some(entry)
    }

    fn set(&mut self, key: u64, value: i32, depth: i32, bound: Bound, point: Point) {
        let (place, generation) = (self.place(key), self.generation);
        let depth = depth.clamp(0, 127) as i8;
        self.entries[place] = Entry { key, value, point, generation, depth, bound };
    }
}

/// A question asked while a search goes on: whether it is to end after so many nodes.
pub(super) type Ask<'a> = dyn FnMut(u64) -> bool + 'a;

/// A search of one board.
pub(super) struct Tree<'a> {
    pub(super) field: Field,
    patterns: &'a mut [Patterns; 2],
    table: &'a mut Table,
    /// The solver's board, unless that is too large.
    force: Option<Force<'a>>,
    failed: Vec<(u64, u32)>,
    pub(super) nodes: u64,
    /// The search ends when it has so many nodes.
    pub(super) most_nodes: u64,
    /// The first plies are searched in any case.
    pub(super) may_halt: bool,
    /// At how many nodes a look for fours ends.
    fours_end: u64,
    longest: u32,
}

impl<'a> Tree<'a> {
    pub(super) fn new(
        field: Field,
        patterns: &'a mut [Patterns; 2],
        table: &'a mut Table,
        force: Option<Force<'a>>,
        most_nodes: u64,
    ) -> Tree<'a> {
        let failed = if force.is_some() { Vec::new() } else { vec![(0, 0); FAILED] };
        Tree { field, patterns, table, force, failed, nodes: 0, most_nodes, may_halt: false, fours_end: 0, longest: 0 }
    }

    pub(super) fn put(&mut self, point: Point, colour: Colour) {
        self.field.put(point, colour, self.patterns);
        if let Some(force) = &mut self.force {
            force.put(point, colour);
        }
    }

    pub(super) fn take(&mut self, point: Point) {
        self.field.take(point, self.patterns);
        if let Some(force) = &mut self.force {
            force.take();
        }
    }

    fn step(&mut self, ask: &mut Ask<'_>) -> Result<(), Halted> {
        self.nodes += 1;
        let asks = self.nodes.is_multiple_of(NODES_PER_REPORT) && ask(self.nodes);
        if self.may_halt && (asks || self.nodes >= self.most_nodes) { Err(Halted) } else { Ok(()) }
    }

    fn first(&self, colour: Colour, kind: Kind) -> Option<Point> {
        self.field.points(colour, kind).next()
    }

    /// Any move that a colour may make.
    fn any_move(&self, colour: Colour) -> Option<Point> {
        self.field.empty_points().find(|&point| self.field.allows(colour, point))
    }

    /// The moves after which the other colour cannot make this five.
    fn stops(&self, colour: Colour, five: Point) -> Vec<Point> {
        let mut stops = self.field.ends(colour.other(), five);
        stops.retain(|&point| self.field.allows(colour, point));
        stops
    }

    /// In how many plies the colour to move wins by fours. The line goes to the end if it is to be
    /// exact; else the plies are the most that it takes, and the line is its first move.
    pub(super) fn look_for_fours(
        &mut self,
        colour: Colour,
        fours: u32,
        nodes: u64,
        is_exact: bool,
        line: &mut Vec<Point>,
        ask: &mut Ask<'_>,
    ) -> Result<Option<usize>, Halted> {
        line.clear();
        if self.force.is_none() {
            self.fours_end = self.nodes.saturating_add(nodes);
            let wins = self.fours(colour, fours, line, ask)?;
            return Ok(wins.then_some(line.len()));
        }
        if self.field.count(colour, Kind::Five) == 0 && !self.has_fours(colour) {
            return Ok(None);
        }
        let found = self.solve(ask, |force, work| {
            let Some(count) = force.fours(colour, fours, nodes, work)? else { return Ok(None) };
            if is_exact {
                return force.line_of_fours(colour, count, work).map(|line| Some((line.len(), line)));
            }
            // The first move is enough; the five comes no later.
            let first = force.first_of_fours(colour, count, work)?;
            Ok(first.map(|first| (2 * count as usize + 1, vec![first])))
        })?;
        Ok(found.flatten().map(|(plies, found)| {
            *line = found;
            plies
        }))
    }

    fn has_fours(&self, colour: Colour) -> bool {
        [Kind::Four, Kind::FourThree, Kind::DoubleFour].into_iter().any(|kind| self.field.count(colour, kind) > 0)
    }

    /// Asks the solver, whose nodes are nodes of this search.
    fn solve<T>(
        &mut self,
        ask: &mut Ask<'_>,
        question: impl FnOnce(&mut Force<'_>, &mut Work<'_>) -> Result<T, fours::Halted>,
    ) -> Result<Option<T>, Halted> {
        let Some(force) = &mut self.force else { return Ok(None) };
        let may_halt = self.may_halt;
        let mut observer =
            |nodes| if ask(nodes) && may_halt { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let end = if may_halt { self.most_nodes } else { u64::MAX };
        let mut work = Work { nodes: self.nodes, end, observer: &mut observer };
        let answer = question(force, &mut work);
        self.nodes = work.nodes;
        answer.map(Some).map_err(|fours::Halted| Halted)
    }

    /// Whether the colour to move wins by fours and threes, and how.
    pub(super) fn look_for_threes(
        &mut self,
        colour: Colour,
        nodes: u64,
        line: &mut Vec<Point>,
        ask: &mut Ask<'_>,
    ) -> Result<bool, Halted> {
        line.clear();
        let found = self.solve(ask, |force, work| force.threes(colour, nodes, work))?.flatten();
        Ok(found.map(|found| *line = found).is_some())
    }

    /// The moves to look at, the best first, and whether no other matters; the solver tells what
    /// answers a threat.
    pub(super) fn choices(
        &mut self,
        colour: Colour,
        width: usize,
        ask: &mut Ask<'_>,
    ) -> Result<(Vec<Point>, bool), Halted> {
        let other = colour.other();
        if self.has_fours(other) || self.field.count(other, Kind::Five) > 0 {
            let answers = self.solve(ask, |force, work| force.answers(colour, work))?.flatten();
            if let Some(mut points) = answers {
                points.sort_by_cached_key(|&point| Reverse(self.field.promise(colour, point)));
                return Ok((points, true));
            }
        }
        Ok(self.moves(colour, width))
    }

    fn fours(&mut self, colour: Colour, left: u32, line: &mut Vec<Point>, ask: &mut Ask<'_>) -> Result<bool, Halted> {
        line.clear();
        if let Some(five) = self.first(colour, Kind::Five) {
            line.push(five);
            return Ok(true);
        }
        let is_over = |tree: &Tree<'_>| left == 0 || tree.nodes >= tree.fours_end;
        if is_over(self) {
            return Ok(false);
        }
        let mut moves: Vec<Point> = match self.first(colour.other(), Kind::Five) {
            Some(five) => self.field.ends(colour.other(), five),
            None => self.field.points(colour, Kind::Four).collect(),
        };
        moves.retain(|&point| self.field.kind(colour, point) >= Kind::Four);
        if moves.is_empty() {
            return Ok(false);
        }
        let key = self.key(colour);
        let place = key as usize % FAILED;
        if self.failed[place].0 == key && self.failed[place].1 >= left {
            return Ok(false);
        }
        moves.sort_by_key(|&point| Reverse((self.field.kind(colour, point), self.field.promise(colour, point))));
        for point in moves {
            if !self.field.allows(colour, point) {
                continue;
            }
            self.put(point, colour);
            self.step(ask)?;
            let wins = self.four_wins(colour, left, line, ask)?;
            self.take(point);
            if wins {
                line.insert(0, point);
                return Ok(true);
            }
            if is_over(self) {
                return Ok(false);
            }
        }
        self.failed[place] = (key, left);
        Ok(false)
    }

    /// Whether the four just made wins, against every answer; the longest line.
    fn four_wins(
        &mut self,
        colour: Colour,
        left: u32,
        line: &mut Vec<Point>,
        ask: &mut Ask<'_>,
    ) -> Result<bool, Halted> {
        let other = colour.other();
        line.clear();
        let five = self.first(colour, Kind::Five);
        let Some(five) = five.filter(|_| self.field.count(other, Kind::Five) == 0) else { return Ok(false) };
        let stops = self.stops(other, five);
        if stops.is_empty() {
            // Nothing helps, but there must be a move: else the game is drawn.
            let any = self.any_move(other);
            line.extend(any.into_iter().chain([five]));
            return Ok(any.is_some());
        }
        let mut longest = Vec::new();
        for stop in stops {
            self.put(stop, other);
            let wins = self.fours(colour, left - 1, line, ask)?;
            self.take(stop);
            if !wins {
                return Ok(false);
            }
            if line.len() >= longest.len() {
                longest.clear();
                longest.push(stop);
                longest.append(line);
            }
        }
        *line = longest;
        Ok(true)
    }

    fn key(&self, colour: Colour) -> u64 {
        self.field.key() ^ if colour == Colour::Black { 0 } else { 0x9e6c_63d0_876a_b0d5 }
    }

    /// The moves to look at, the best first, and whether no other matters.
    pub(super) fn moves(&self, colour: Colour, width: usize) -> (Vec<Point>, bool) {
        let (field, other) = (&self.field, colour.other());
        if let Some(five) = self.first(other, Kind::Five) {
            return (self.stops(colour, five), true);
        }
        let is_threatened = field.count(other, Kind::DoubleFour) > 0;
        let matters = |&point: &Point| {
            let forces = field.kind(colour, point) >= Kind::Four || field.kind(other, point) >= Kind::Four;
            forces || !is_threatened && field.is_near(point)
        };
        let mut moves: Vec<Point> = field.empty_points().filter(matters).collect();
        let mut is_complete = moves.len() == field.empties();
        moves.sort_by_cached_key(|&point| Reverse(field.promise(colour, point)));
        if moves.len() > width && !is_threatened {
            let rest = moves.split_off(width);
            is_complete = false;
            // A four is never left out.
            moves.extend(rest.into_iter().filter(|&point| field.kind(colour, point) >= Kind::FourThree));
        }
        moves.retain(|&point| field.allows(colour, point));
        if moves.is_empty() {
            let centre =
                Some(field.size().centre()).filter(|&point| field.is_empty(point) && field.allows(colour, point));
            moves.extend(centre.or_else(|| self.any_move(colour)));
        }
        (moves, is_complete)
    }

    /// The value of a position for the colour to move, and how it goes on.
    #[allow(clippy::too_many_arguments, reason = "what alpha-beta needs at every position")]
    pub(super) fn search(
        &mut self,
        colour: Colour,
        depth: i32,
        (mut alpha, beta): (i32, i32),
        ply: u32,
        line: &mut Vec<Point>,
        ask: &mut Ask<'_>,
    ) -> Result<i32, Halted> {
        self.step(ask)?;
        line.clear();
        let other = colour.other();
        let win_in = |plies: usize| WIN - (ply as i32 + plies as i32);
        if let Some(five) = self.first(colour, Kind::Five) {
            line.push(five);
            return Ok(win_in(1));
        }
        if self.field.empties() == 0 {
            return Ok(0);
        }
        let is_forced = self.field.count(other, Kind::Five) > 0;
        let is_main = beta - alpha > 1;
        let key = self.key(colour);
        let known = self.table.get(key);
        if let Some(entry) = known.filter(|entry| !is_main && i32::from(entry.depth) >= depth) {
            let value = from_table(entry.value, ply);
            let is_enough = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
            };
            if is_enough {
                return Ok(value);
            }
        }
        if let Some(plies) =
            self.look_for_fours(colour, FOURS, if depth > 0 { NODES_OF_FOURS } else { LEAF_FOURS }, is_main, line, ask)?
        {
            let value = win_in(plies);
            let bound = if is_main { Bound::Exact } else { Bound::Lower };
            self.table.set(key, to_table(value, ply), 127, bound, line[0]);
            return Ok(value);
        }
        line.clear();
        let is_threatened = self.field.count(other, Kind::DoubleFour) > 0;
        if depth <= 0 && !is_forced && !(is_threatened && ply < self.longest) {
            return Ok(self.estimate(colour));
        }
        if depth >= THREES_DEPTH
            && !is_forced
            && self.look_for_threes(colour, NODES_OF_THREES * depth as u64, line, ask)?
        {
            let value = win_in(line.len());
            self.table.set(key, to_table(value, ply), 127, Bound::Exact, line[0]);
            return Ok(value);
        }
        line.clear();
        let width = if depth > 1 { WIDTH } else { LAST_WIDTH };
        let (mut moves, is_complete) = self.choices(colour, width, ask)?;
        if moves.is_empty() {
            let Some(any) = self.any_move(colour) else { return Ok(0) };
            // The five cannot be stopped.
            if let Some(five) = self.first(other, Kind::Five) {
                line.extend([any, five]);
                return Ok(-win_in(2));
            }
            moves.push(any);
        }
        if let Some(entry) = known
            && let Some(at) = moves.iter().position(|&point| point == entry.point)
        {
            moves[..=at].rotate_right(1);
        }
        let (first_alpha, mut best, mut best_move) = (alpha, -INFINITE, moves[0]);
        let next = if is_forced { depth.max(0) } else { depth.max(1) - 1 };
        let mut below = Vec::new();
        for (index, &point) in moves.iter().enumerate() {
            let is_quiet =
                self.field.kind(colour, point) == Kind::Quiet && self.field.kind(other, point) == Kind::Quiet;
            self.put(point, colour);
            let mut value = alpha + 1;
            if index > 0 {
                let less = i32::from(index >= LATE && is_quiet && depth >= 2 && !is_complete);
                value = -self.search(other, next - less, (-alpha - 1, -alpha), ply + 1, &mut below, ask)?;
                if value > alpha && less > 0 {
                    value = -self.search(other, next, (-alpha - 1, -alpha), ply + 1, &mut below, ask)?;
                }
            }
            if index == 0 || value > alpha && value < beta {
                value = -self.search(other, next, (-beta, -alpha), ply + 1, &mut below, ask)?;
            }
            self.take(point);
            if value > best {
                (best, best_move) = (value, point);
                line.clear();
                line.push(point);
                line.append(&mut below);
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        if best <= -PROVED && !is_complete {
            // Another move might have helped.
            best += DOUBT;
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best <= first_alpha => Bound::Upper,
            _ => Bound::Exact,
        };
        self.table.set(key, to_table(best, ply), depth, bound, best_move);
        Ok(best)
    }

    /// From now on the search is this deep.
    pub(super) fn set_depth(&mut self, depth: u32) {
        self.longest = if depth > 1 { depth + EXTENSION } else { depth };
    }

    /// The worth of a position for the colour to move, by its patterns.
    pub(super) fn estimate(&self, colour: Colour) -> i32 {
        self.field.lead(colour).clamp(-GREATEST_ESTIMATE, GREATEST_ESTIMATE)
    }
}

/// Wins count from the root in the search, and from the position in the table.
fn to_table(value: i32, ply: u32) -> i32 {
    if value.abs() >= HOPED { value + value.signum() * ply as i32 } else { value }
}

fn from_table(value: i32, ply: u32) -> i32 {
    if value.abs() >= HOPED { value - value.signum() * ply as i32 } else { value }
}
