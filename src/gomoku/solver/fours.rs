//! Wins by continuous fours: after each move the other colour has one answer, or two where blocked
//! ends count.

use super::lines::{Cells, Lines, Map};
use crate::game::Colour;
use crate::gomoku::point::Point;
use std::ops::ControlFlow;

/// How often an observer hears of a search, in nodes: several times in a millisecond.
const NODES_PER_REPORT: u64 = 1 << 7;

/// The observer broke off, or there are as many nodes as may be.
#[derive(Debug)]
pub(in crate::gomoku) struct Halted;

/// The nodes of a search, and who hears of them.
pub(in crate::gomoku) struct Work<'a> {
    pub(in crate::gomoku) nodes: u64,
    /// With so many nodes it ends, as if the observer broke off.
    pub(in crate::gomoku) end: u64,
    pub(in crate::gomoku) observer: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
}

impl Work<'_> {
    /// Counts a node.
    #[inline]
    pub(super) fn step(&mut self) -> Result<(), Halted> {
        self.nodes += 1;
        let breaks = self.nodes.is_multiple_of(NODES_PER_REPORT) && (self.observer)(self.nodes).is_break();
        if breaks || self.nodes >= self.end { Err(Halted) } else { Ok(()) }
    }
}

/// The answer of a look for a win by fours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// There is one of this many fours; 0 when the five can be made at once.
    Win(u32),
    /// There is none.
    NoWin,
    /// It was not found within the nodes.
    Unknown,
}

/// A position in which some fours do not win.
#[derive(Clone, Copy, Default)]
struct Failed {
    key: u64,
    fours: u32,
}

const ENTRIES: usize = 1 << 14;

pub(super) struct Fours {
    failed: Box<[Failed]>,
    /// Whether more fours might have won.
    is_cut: bool,
    /// At how many nodes a look ends.
    end: u64,
    /// The moves of all nodes on the way.
    moves: Vec<Point>,
}

impl Fours {
    pub(super) fn new() -> Fours {
        Fours { failed: vec![Failed::default(); ENTRIES].into(), is_cut: false, end: 0, moves: Vec::new() }
    }

    /// Forgets all positions.
    pub(super) fn clear(&mut self) {
        self.failed.fill(Failed::default());
    }

    /// Whether the colour, which is to move, wins by fours; gives up after some nodes.
    pub(super) fn look(
        &mut self,
        lines: &mut Lines,
        colour: Colour,
        nodes: u64,
        work: &mut Work<'_>,
    ) -> Result<Look, Halted> {
        self.look_short(lines, colour, u32::MAX, nodes, work)
    }

    /// [`Fours::look`] for a win with at most so many fours.
    pub(super) fn look_short(
        &mut self,
        lines: &mut Lines,
        colour: Colour,
        most: u32,
        nodes: u64,
        work: &mut Work<'_>,
    ) -> Result<Look, Halted> {
        self.end = work.nodes.saturating_add(nodes);
        self.moves.clear();
        let mut fours = 0;
        loop {
            self.is_cut = false;
            if self.wins(lines, colour, fours, work)? {
                return Ok(Look::Win(fours));
            }
            if !self.is_cut {
                return Ok(Look::NoWin);
            }
            if work.nodes >= self.end || fours >= most {
                return Ok(Look::Unknown);
            }
            fours = most.min(fours + 1 + fours / 4);
        }
    }

    /// The first move that wins with so many fours.
    pub(super) fn first_move(
        &mut self,
        lines: &mut Lines,
        colour: Colour,
        fours: u32,
        work: &mut Work<'_>,
    ) -> Result<Option<Point>, Halted> {
        if let Some(five) = lines.first_five(colour) {
            return Ok(Some(five));
        }
        self.end = u64::MAX;
        self.moves.clear();
        let end = self.collect(lines, colour, fours == 1);
        for at in 0..end {
            let point = self.moves[at];
            if fours > 0 && lines.allows(colour, point) && self.wins_by(lines, colour, point, fours, work)? {
                return Ok(Some(point));
            }
        }
        Ok(None)
    }

    /// A line of a win with at most so many fours, up to the five.
    pub(super) fn line(
        &mut self,
        lines: &mut Lines,
        colour: Colour,
        fours: u32,
        work: &mut Work<'_>,
    ) -> Result<Vec<Point>, Halted> {
        if let Some(five) = lines.first_five(colour) {
            return Ok(vec![five]);
        }
        let point = self.first_move(lines, colour, fours, work)?.expect("fours that win");
        let mut longest = Vec::new();
        lines.put(point, colour);
        let is_allowed = |lines: &mut Lines, &point: &Point| lines.allows(colour.other(), point);
        let stops = lines.stops(colour).map_or(Vec::new(), |stops| stops.points().to_vec());
        let mut answers: Vec<Point> = stops.into_iter().filter(|point| is_allowed(lines, point)).collect();
        if answers.is_empty() {
            // None helps; the nearest comes first.
            let mut near = Vec::new();
            lines.add(colour, Map::Fives, &mut Cells::NONE.clone(), &mut near);
            near.extend(lines.empty_points());
            answers.extend(near.into_iter().find(|point| is_allowed(lines, point)));
        }
        for answer in answers {
            lines.put(answer, colour.other());
            let mut line = vec![answer];
            line.extend(self.line(lines, colour, fours - 1, work)?);
            lines.take();
            if line.len() > longest.len() {
                longest = line;
            }
        }
        lines.take();
        longest.insert(0, point);
        Ok(longest)
    }

    /// Whether the colour to move wins with at most so many fours before the five.
    fn wins(&mut self, lines: &mut Lines, colour: Colour, fours: u32, work: &mut Work<'_>) -> Result<bool, Halted> {
        if lines.any_five(colour) {
            return Ok(true);
        }
        if !lines.any_four(colour) {
            return Ok(false);
        }
        if fours == 0 || work.nodes >= self.end {
            self.is_cut = true;
            return Ok(false);
        }
        let key = lines.key() ^ (colour as u64 + 1);
        let place = key as usize >> 2 & (ENTRIES - 1);
        let failed = self.failed[place];
        if failed.key == key && failed.fours >= fours {
            self.is_cut |= failed.fours != u32::MAX;
            return Ok(false);
        }
        let was_cut = std::mem::replace(&mut self.is_cut, false);
        let begin = self.moves.len();
        let end = self.collect(lines, colour, fours == 1);
        let mut wins = false;
        for at in begin..end {
            let point = self.moves[at];
            if lines.allows(colour, point) && self.wins_by(lines, colour, point, fours, work)? {
                wins = true;
                break;
            }
        }
        self.moves.truncate(begin);
        if !wins && work.nodes < self.end {
            self.failed[place] = Failed { key, fours: if self.is_cut { fours } else { u32::MAX } };
        }
        self.is_cut |= was_cut;
        Ok(wins)
    }

    /// Puts the moves that make a four on the list; when the other colour threatens a five, those
    /// among them that stop it. The last four has to leave the other without an answer, so that
    /// most need not be tried.
    fn collect(&mut self, lines: &Lines, colour: Colour, is_last: bool) -> usize {
        if let Some(stops) = lines.stops(colour.other()) {
            let fours = stops.points().iter().filter(|&&point| lines.has(colour, Map::Fours, point));
            self.moves.extend(fours);
        } else {
            let mut seen = Cells::NONE;
            if is_last && !lines.forbids(colour.other()) {
                lines.add_strong_fours(colour, &mut seen, &mut self.moves);
                self.is_cut = true;
            } else {
                lines.add(colour, Map::Doubles, &mut seen, &mut self.moves);
                lines.add(colour, Map::Fours, &mut seen, &mut self.moves);
            }
        }
        self.moves.len()
    }

    /// Whether the four on a point, which the rule allows, wins.
    fn wins_by(
        &mut self,
        lines: &mut Lines,
        colour: Colour,
        point: Point,
        fours: u32,
        work: &mut Work<'_>,
    ) -> Result<bool, Halted> {
        work.step()?;
        let other = colour.other();
        lines.put(point, colour);
        let stops = lines.stops(colour).expect("a four threatens a five");
        let mut answers = 0;
        let mut wins = true;
        for &stop in stops.points() {
            if !lines.allows(other, stop) {
                continue;
            }
            answers += 1;
            lines.put(stop, other);
            wins = self.wins(lines, colour, fours - 1, work)?;
            lines.take();
            if !wins {
                break;
            }
        }
        // Where every point is forbidden, the game is drawn.
        wins &= answers > 0 || lines.can_move(other);
        lines.take();
        Ok(wins)
    }
}
