//! The search of rows: positions as sums of segments. The small segments are added up to one value;
//! a position without others is decided by it. Of the long ones each may be cancelled by its
//! negative. The side to move is black: after a move the colours are exchanged.

use super::decide::{Decides, NODES_PER_REPORT, Stopped};
use super::result::Progress;
use super::segment::{self, BLACK, Segment};
use super::table::{Table, Wide};
use super::values::{Value, Values, ZERO};
use crate::game::key;
use crate::nogo::point::Point;
use crate::nogo::shape::Shape;
use crate::nogo::state::Board;
use std::ops::ControlFlow;

/// The most points of segments whose value is worked out.
const SMALL: u32 = 6;

/// The boards of a shape whose points lie in paths, and what is known of their segments.
pub(super) struct Rows {
    shape: Shape,
    paths: Vec<Vec<Point>>,
    values: Values,
    /// The small segments met so far, in ascending order, and their values.
    small: Vec<(Segment, Value)>,
}

impl Rows {
    /// None when the points of the shape do not lie in paths, or are too many.
    pub(super) fn of(shape: Shape) -> Option<Rows> {
        let paths = segment::paths(shape)?;
        let fit = shape.points().len() as usize <= segment::MOST;
        fit.then(|| Rows { shape, paths, values: Values::new(), small: Vec::new() })
    }

    pub(super) fn shape(&self) -> Shape {
        self.shape
    }

    fn place(&self, segment: &Segment) -> Result<usize, usize> {
        self.small.binary_search_by(|(other, _)| other.cmp(segment))
    }

    fn value(&mut self, segment: Segment) -> Value {
        if let Ok(at) = self.place(&segment) {
            return self.small[at].1;
        }
        let options = [BLACK, segment::other(BLACK)].map(|colour| {
            let allowed = (0..segment.points()).filter(|&point| segment.allows(point, colour));
            let after = |point| {
                let mut parts = Vec::new();
                segment.play(point, colour, &mut |part| parts.push(part));
                parts.into_iter().fold(ZERO, |sum, part| {
                    let value = self.value(part);
                    self.values.sum(sum, value)
                })
            };
            allowed.map(after).collect()
        });
        let value = self.values.of(options);
        // Its parts have come between.
        let at = self.place(&segment).unwrap_or_else(|at| at);
        self.small.insert(at, (segment, value));
        value
    }
}

/// A position, whose segments lie in the store of the search.
#[derive(Clone, Copy)]
struct Sum {
    begin: usize,
    end: usize,
    value: Value,
}

struct Child {
    standing: i32,
    key: Wide,
    sum: Sum,
}

/// Brings a few segments into ascending order.
fn sort(segments: &mut [Segment]) {
    for end in 1..segments.len() {
        let place = segments[..end].partition_point(|other| *other <= segments[end]);
        segments[place..=end].rotate_right(1);
    }
}

pub(super) struct Search<'a> {
    nodes: u64,
    table: &'a Table,
    rows: &'a mut Rows,
    /// The long segments of the positions on the way to the present one, and of their children.
    segments: Vec<Segment>,
    children: Vec<Child>,
    observer: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        table: &'a Table,
        rows: &'a mut Rows,
        observer: &'a mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Search<'a> {
        let (segments, children) = (Vec::new(), Vec::new());
        Search { nodes: 0, table, rows, segments, children, observer }
    }

    /// A board's position, as if the centre were not forbidden, and its key.
    fn sum_of(&mut self, board: &Board) -> (Sum, Wide) {
        let mut found = Vec::new();
        for path in &self.rows.paths {
            segment::segments(board, path, &mut |segment| found.push(segment));
        }
        let sum = self.add(found.into_iter(), ZERO);
        (sum, self.key(sum))
    }

    /// The position of some segments and a value; the long ones go to the end of the store, without
    /// those that cancel each other, in ascending order.
    fn add(&mut self, segments: impl Iterator<Item = Segment>, mut value: Value) -> Sum {
        let begin = self.segments.len();
        for segment in segments {
            if segment.points() <= SMALL {
                let more = self.rows.value(segment);
                value = self.rows.values.sum(value, more);
                continue;
            }
            let negative = segment.negative();
            match self.segments[begin..].iter().position(|&other| other == negative) {
                Some(at) => drop(self.segments.swap_remove(begin + at)),
                None => self.segments.push(segment),
            }
        }
        sort(&mut self.segments[begin..]);
        Sum { begin, end: self.segments.len(), value }
    }

    /// A position's key: a hash of 127 bits.
    fn key(&self, sum: Sum) -> Wide {
        let words = |first: u64| {
            let segments = self.segments[sum.begin..sum.end].iter().flat_map(Segment::words);
            key::of([first, sum.value.into()].into_iter().chain(segments))
        };
        Wide([words(1), words(2)])
    }

    /// Whether the side to move wins, where that needs no search.
    fn known(&mut self, sum: Sum, key: Wide) -> Option<bool> {
        if sum.begin == sum.end {
            return Some(!self.rows.values.is_lost(sum.value));
        }
        self.table.look_up_wide(key)
    }

    /// How well the side to move stands, and less well where the segments are short.
    fn standing(&self, sum: Sum) -> i32 {
        let segments = &self.segments[sum.begin..sum.end];
        let longest = segments.iter().map(Segment::points).max().unwrap_or(0) as i32;
        let standing: i32 = segments.iter().map(Segment::standing).sum();
        standing + self.rows.values.standing(sum.value) + 7 * longest
    }

    /// Adds the position after a move as a child, unless it is known; whether it is lost for the
    /// other side, which has the move.
    fn push(&mut self, segments: impl Iterator<Item = Segment>, value: Value) -> bool {
        let sum = self.add(segments, value);
        let value = self.rows.values.negative(sum.value);
        for segment in &mut self.segments[sum.begin..] {
            *segment = segment.negative();
        }
        sort(&mut self.segments[sum.begin..]);
        let sum = Sum { value, ..sum };
        let key = self.key(sum);
        let known = self.known(sum, key);
        match known {
            Some(_) => self.segments.truncate(sum.begin),
            None => {
                let standing = self.standing(sum);
                self.children.push(Child { standing, key, sum });
            }
        }
        known == Some(false)
    }

    /// Whether the side to move wins.
    fn wins(&mut self, sum: Sum, key: Wide) -> Result<bool, Stopped> {
        self.nodes += 1;
        let report = self.nodes.is_multiple_of(NODES_PER_REPORT);
        if report && (self.observer)(Progress { nodes: self.nodes }).is_break() {
            return Err(Stopped);
        }
        let (children, segments) = (self.children.len(), self.segments.len());
        let wins = self.expand(sum) || self.searched_win(children)?;
        self.children.truncate(children);
        self.segments.truncate(segments);
        self.table.store_wide(key, wins);
        Ok(wins)
    }

    /// Tries moves, up to one that is known to win.
    fn expand(&mut self, sum: Sum) -> bool {
        for at in sum.begin..sum.end {
            let segment = self.segments[at];
            if at > sum.begin && self.segments[at - 1] == segment {
                continue;
            }
            for point in (0..segment.points()).filter(|&point| segment.allows(point, BLACK)) {
                let mut after: Vec<Segment> = Vec::with_capacity(sum.end - sum.begin + 1);
                segment.play(point, BLACK, &mut |part| after.push(part));
                after.extend(&self.segments[sum.begin..at]);
                after.extend(&self.segments[at + 1..sum.end]);
                if self.push(after.into_iter(), sum.value) {
                    return true;
                }
            }
        }
        (0..self.rows.values.options(sum.value, 0).len()).any(|at| {
            let option = self.rows.values.options(sum.value, 0)[at];
            let segments = self.segments[sum.begin..sum.end].to_vec();
            self.push(segments.into_iter(), option)
        })
    }

    /// Whether a child is lost for the other side; those are searched first after which it stands
    /// worst.
    fn searched_win(&mut self, first: usize) -> Result<bool, Stopped> {
        let count = self.children.len();
        for at in first..count {
            // Most positions need few of them, so none is sorted that is not searched.
            let least = (at..count).min_by_key(|&other| (self.children[other].standing, self.children[other].key));
            self.children.swap(at, least.expect("there is one at least"));
            let Child { sum, key, .. } = self.children[at];
            // It may have been met below another child.
            let wins = match self.table.look_up_wide(key) {
                Some(known) => known,
                None => self.wins(sum, key)?,
            };
            if !wins {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

impl Decides for Search<'_> {
    fn wins_on(&mut self, board: &Board) -> Result<bool, Stopped> {
        if board.centre_is_forbidden() {
            for (_, child) in board.children() {
                if !self.wins_on(&child)? {
                    return Ok(true);
                }
            }
            return Ok(false);
        }
        self.segments.clear();
        self.children.clear();
        let (sum, key) = self.sum_of(board);
        match self.known(sum, key) {
            Some(known) => Ok(known),
            None => self.wins(sum, key),
        }
    }

    fn outlook(&mut self, board: &Board) -> (bool, i32) {
        let (sum, key) = self.sum_of(board);
        (self.known(sum, key) == Some(false), self.standing(sum))
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}
