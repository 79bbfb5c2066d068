//! A checker of forced wins: cells and the reference rules, and nothing of what found them.

use std::collections::HashSet;
use stonemask::gomoku::reference::{self, Cells};
use stonemask::gomoku::{Colour, Point, Rule};

/// The claim does not hold, or there was too much to look at.
#[derive(Debug)]
pub(crate) enum Doubt {
    /// The winner has no move, an illegal one, or too slow a one.
    Refuted(String),
    /// More positions than were to be looked at.
    TooMany,
}

/// Plays a win against every reply there is. The winner's moves come from `next`, in positions in
/// which a five does not yet decide.
pub(crate) struct Checker<'a> {
    cells: Cells,
    rule: Rule,
    winner: Colour,
    next: &'a mut dyn FnMut(&Cells) -> Option<Point>,
    /// Positions with the winner to move that are won.
    won: HashSet<Vec<Option<Colour>>>,
    /// How many more moves `next` is asked for at most.
    left: u32,
}

/// Whether a stone of the colour wins on an empty point; forbidden points are not looked at, since
/// a five is never forbidden.
pub(crate) fn wins_at(cells: &mut Cells, rule: Rule, colour: Colour, point: Point) -> bool {
    cells.set(point, Some(colour));
    let wins = reference::runs(cells, point).into_iter().any(|run| rule.wins(colour, run));
    cells.set(point, None);
    wins
}

/// Whether the colour may play on an empty point.
pub(crate) fn is_allowed(cells: &Cells, rule: Rule, colour: Colour, point: Point) -> bool {
    rule != Rule::Renju || colour == Colour::White || reference::forbidden(cells, point).is_none()
}

pub(crate) fn empties(cells: &Cells) -> Vec<Point> {
    cells.size().all().filter(|&point| cells.get(point).is_none()).collect()
}

impl<'a> Checker<'a> {
    pub(crate) fn new(
        cells: &Cells,
        rule: Rule,
        winner: Colour,
        most: u32,
        next: &'a mut dyn FnMut(&Cells) -> Option<Point>,
    ) -> Checker<'a> {
        Checker { cells: cells.clone(), rule, winner, next, won: HashSet::new(), left: most }
    }

    /// The points on which the colour wins at once.
    fn fives(&mut self, colour: Colour) -> Vec<Point> {
        let points = empties(&self.cells);
        points.into_iter().filter(|&point| wins_at(&mut self.cells, self.rule, colour, point)).collect()
    }

    fn refuted(&self, what: &str) -> Doubt {
        let letter = |point| self.cells.get(point).map_or('-', Colour::letter);
        let text: Vec<String> = (0..self.cells.size().rows())
            .map(|row| {
                (0..self.cells.size().columns()).map(|column| letter(Point::new(row, column).unwrap())).collect()
            })
            .collect();
        Doubt::Refuted(format!("{what}: {} {} {}", self.cells.size(), self.rule, text.join("/")))
    }

    /// The winner is to move.
    pub(crate) fn attack(&mut self) -> Result<(), Doubt> {
        if !self.fives(self.winner).is_empty() {
            return Ok(());
        }
        let key: Vec<Option<Colour>> = self.cells.size().all().map(|point| self.cells.get(point)).collect();
        if self.won.contains(&key) {
            return Ok(());
        }
        if self.left == 0 {
            return Err(Doubt::TooMany);
        }
        self.left -= 1;
        let Some(point) = (self.next)(&self.cells) else { return Err(self.refuted("no move")) };
        if self.cells.get(point).is_some() || !is_allowed(&self.cells, self.rule, self.winner, point) {
            return Err(self.refuted(&format!("{point} is illegal")));
        }
        self.cells.set(point, Some(self.winner));
        self.defend()?;
        self.cells.set(point, None);
        self.won.insert(key);
        Ok(())
    }

    /// The other colour is to move.
    pub(crate) fn defend(&mut self) -> Result<(), Doubt> {
        let loser = self.winner.other();
        let fives = self.fives(self.winner);
        let mut killers: Vec<Point> = Vec::new();
        let mut has_moved = false;
        for reply in empties(&self.cells) {
            if wins_at(&mut self.cells, self.rule, loser, reply) {
                return Err(self.refuted(&format!("{reply} wins for the other")));
            }
            if !is_allowed(&self.cells, self.rule, loser, reply) {
                continue;
            }
            has_moved = true;
            self.cells.set(reply, Some(loser));
            let still = |&&five: &&Point| five != reply && wins_at(&mut self.cells, self.rule, self.winner, five);
            if fives.iter().find(still).is_none() && !killers.iter().any(|&killer| self.is_sure_by(killer)) {
                self.attack()?;
                // The move that won may win against the next reply as well.
                if let Some(point) = (self.next)(&self.cells).filter(|point| !killers.contains(point)) {
                    killers.push(point);
                }
            }
            self.cells.set(reply, None);
        }
        if has_moved { Ok(()) } else { Err(self.refuted("no reply is legal, and the game is drawn")) }
    }

    /// Whether the winner's move on a point, which may be occupied or forbidden, leaves the other
    /// colour no time: it has no five, and after every reply the winner has one.
    fn is_sure_by(&mut self, point: Point) -> bool {
        if self.cells.get(point).is_some() || !is_allowed(&self.cells, self.rule, self.winner, point) {
            return false;
        }
        let loser = self.winner.other();
        self.cells.set(point, Some(self.winner));
        let fives = self.fives(self.winner);
        let mut is_sure = !fives.is_empty() && self.fives(loser).is_empty();
        let mut has_moved = false;
        // A five stays one until its point is taken, except where stones at its ends count.
        let is_many = fives.len() > 1 && !matches!(self.rule, Rule::Caro | Rule::CaroExact);
        for reply in empties(&self.cells) {
            if !is_sure || has_moved && is_many {
                break;
            }
            if is_allowed(&self.cells, self.rule, loser, reply) {
                has_moved = true;
                self.cells.set(reply, Some(loser));
                let mut left = fives.iter().filter(|&&five| five != reply);
                is_sure = left.any(|&five| wins_at(&mut self.cells, self.rule, self.winner, five));
                self.cells.set(reply, None);
            }
        }
        self.cells.set(point, None);
        is_sure && has_moved
    }
}

/// Whether a line is legal, alternates, and ends with the first five of all, of the winner.
pub(crate) fn replays(cells: &Cells, rule: Rule, to_move: Colour, winner: Colour, line: &[Point]) -> bool {
    let (mut cells, mut colour) = (cells.clone(), to_move);
    for (at, &point) in line.iter().enumerate() {
        if cells.get(point).is_some() {
            return false;
        }
        let wins = wins_at(&mut cells, rule, colour, point);
        if !is_allowed(&cells, rule, colour, point) || wins != (at + 1 == line.len()) || wins && colour != winner {
            return false;
        }
        cells.set(point, Some(colour));
        colour = colour.other();
    }
    !line.is_empty()
}
