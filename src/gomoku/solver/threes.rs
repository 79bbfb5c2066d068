//! Wins by fours and threes, by proof numbers in depth-first order (df-pn).
//!
//! A three threatens to make a four that no one stone stops. The answers to it are the cells that
//! have to do with all such fours, and the other colour's own fours; after any other reply the four
//! is made, and then the five. A stone is only ever added, so that no position comes twice in a
//! line.

use super::fours::{Fours, Halted, Look, Work};
use super::lines::{Cells, Lines, MOST, Map};
use super::table::{INFINITE, Numbers, Table};
use crate::game::Colour;
use crate::gomoku::point::Point;
use std::collections::HashMap;

/// The nodes of a look for a win by fours, in each new position.
const LOOK: u64 = 200;

/// How many fours a threat has at most, and in how many nodes they are found.
const THREAT_FOURS: u32 = 3;
const THREAT_LOOK: u64 = 60;

/// The answers of the colour that is attacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Replies {
    /// Something that ends the attack: it makes a five, or nothing is threatened.
    Free,
    /// Nothing that stops the next five.
    Lost,
    /// Only these stop it.
    These(Vec<Point>),
}

/// A move on the way of a proof, and how many follow it, itself included, until the five.
#[derive(Clone, Copy, Debug)]
struct Step {
    plies: u32,
    point: Point,
}

pub(super) struct Threes<'a> {
    pub(super) lines: &'a mut Lines,
    pub(super) attacker: Colour,
    /// Whether moves count that threaten to win by more than one four.
    pub(super) is_wide: bool,
    pub(super) table: &'a mut Table,
    pub(super) fours: &'a mut Fours,
}

impl Threes<'_> {
    /// The position with the attacker to move, or after its move.
    fn key(&self, key: u64, is_attack: bool) -> u64 {
        let salt = 1 + self.attacker as u64 + 2 * u64::from(is_attack) + 4 * u64::from(self.is_wide);
        key ^ salt.wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// The answers of the attacked colour, which is to move.
    pub(super) fn replies(&mut self, work: &mut Work<'_>) -> Result<Replies, Halted> {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        if self.lines.any_five(defender) {
            return Ok(Replies::Free);
        }
        let mut replies = Vec::new();
        if let Some(stops) = self.lines.stops(attacker) {
            replies.extend_from_slice(stops.points());
        } else {
            let answers = match self.answers() {
                None if self.is_wide => self.answers_to_fours(work)?,
                answers => answers,
            };
            let Some(answers) = answers else { return Ok(Replies::Free) };
            let mut seen = answers;
            for (row, &cells) in answers.0.iter().enumerate() {
                let columns = (0..MOST).filter(|column| cells >> column & 1 != 0);
                replies.extend(columns.map(|column| Point::new(row, column).expect("a cell of the board")));
            }
            self.lines.add(defender, Map::Fours, &mut seen, &mut replies);
        }
        replies.retain(|&point| self.lines.allows(defender, point));
        Ok(if !replies.is_empty() {
            Replies::These(replies)
        } else if self.lines.can_move(defender) {
            Replies::Lost
        } else {
            Replies::Free
        })
    }

    /// The cells that have to do with every four by which the attacker could make sure of a five;
    /// `None` when there is none.
    fn answers(&mut self) -> Option<Cells> {
        let attacker = self.attacker;
        let mut strong = Vec::new();
        let mut seen = Cells::NONE;
        self.lines.add_strong_fours(attacker, &mut seen, &mut strong);
        let mut answers: Option<Cells> = None;
        for point in strong {
            if !self.lines.stays_allowed(attacker, point) {
                continue;
            }
            self.lines.put(point, attacker);
            let near = self.lines.is_sure_of_five(attacker).then(|| {
                let mut near = Cells::NONE;
                near.insert(point);
                self.answer_four(&mut near);
                near
            });
            self.lines.take();
            if let Some(near) = near {
                match &mut answers {
                    Some(answers) => answers.0.iter_mut().zip(near.0).for_each(|(answers, near)| *answers &= near),
                    None => answers = Some(near),
                }
            }
        }
        answers
    }

    /// Adds the cells on which a stone of the defender, placed before, might have kept the four
    /// just made from being sure of a five.
    fn answer_four(&mut self, near: &mut Cells) {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        self.lines.add_answers(attacker, near);
        if self.lines.forbids(defender) {
            let is_stopped = self.lines.stops(attacker).is_some_and(|stops| !stops.points().is_empty());
            if is_stopped || !self.lines.has_quiet_points() {
                // Another black stone may allow what is forbidden, or forbid the last move that is
                // left.
                let others: Vec<Point> = self.lines.empty_points().collect();
                for other in others {
                    if near.has(other) {
                        continue;
                    }
                    self.lines.put(other, defender);
                    if !self.lines.is_sure_of_five(attacker) {
                        near.insert(other);
                    }
                    self.lines.take();
                }
            }
        }
    }

    /// The cells that have to do with one win by fours, which the attacker would have if it were to
    /// move; `None` when none is found.
    fn answers_to_fours(&mut self, work: &mut Work<'_>) -> Result<Option<Cells>, Halted> {
        if !self.lines.any_four(self.attacker) {
            return Ok(None);
        }
        let look = self.fours.look_short(self.lines, self.attacker, THREAT_FOURS, THREAT_LOOK, work)?;
        let Look::Win(fours) = look else { return Ok(None) };
        let mut near = Cells::NONE;
        Ok(self.answer_fours(fours, &mut near, work)?.then_some(near))
    }

    /// Adds the cells that have to do with a win of so many fours; whether all of them are known.
    fn answer_fours(&mut self, fours: u32, near: &mut Cells, work: &mut Work<'_>) -> Result<bool, Halted> {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        if self.lines.any_five(attacker) {
            self.lines.add_answers(attacker, near);
            return Ok(true);
        }
        let point = self.fours.first_move(self.lines, attacker, fours, work)?.expect("fours that win");
        if !self.lines.stays_allowed(attacker, point) {
            return Ok(false);
        }
        near.insert(point);
        self.lines.put(point, attacker);
        let stops = self.lines.stops(attacker).map_or(Vec::new(), |stops| stops.points().to_vec());
        let allowed: Vec<Point> = stops.into_iter().filter(|&stop| self.lines.allows(defender, stop)).collect();
        let mut is_known = true;
        if allowed.is_empty() {
            self.answer_four(near);
        } else {
            self.lines.add_answers(attacker, near);
            is_known = !self.lines.forbids(defender) || self.lines.has_quiet_points();
        }
        for stop in allowed {
            if !is_known {
                break;
            }
            self.lines.put(stop, defender);
            // With a stone there, placed before, this answer would threaten a five.
            self.lines.each(defender, Map::Fours, |point| {
                near.insert(point);
            });
            is_known = self.answer_fours(fours - 1, near, work)?;
            self.lines.take();
        }
        self.lines.take();
        Ok(is_known)
    }

    /// Searches a position with the attacker to move until a number reaches its limit.
    pub(super) fn attack(&mut self, limits: Numbers, work: &mut Work<'_>) -> Result<Numbers, Halted> {
        let (attacker, key, before) = (self.attacker, self.key(self.lines.key(), true), work.nodes);
        work.step()?;
        if self.table.look_up(key).is_none() {
            let look = self.fours.look(self.lines, attacker, LOOK, work)?;
            if matches!(look, Look::Win(_)) {
                self.table.store(key, Numbers::WON, work.nodes - before);
                return Ok(Numbers::WON);
            }
        }
        let mut moves = self.attacks(work)?;
        loop {
            let (mut proof, mut second, mut disproof, mut best) = (INFINITE, INFINITE, 0, 0);
            for (at, &(_, child)) in moves.iter().enumerate() {
                disproof = INFINITE.min(disproof + child.disproof);
                if child.proof < proof {
                    (second, proof, best) = (proof, child.proof, at);
                } else {
                    second = second.min(child.proof);
                }
            }
            let numbers = if proof == 0 { Numbers::WON } else { Numbers { proof, disproof } };
            if proof == 0 || disproof == 0 || proof >= limits.proof || disproof >= limits.disproof {
                self.table.store(key, numbers, work.nodes - before);
                return Ok(numbers);
            }
            let (point, child) = moves[best];
            let child_limits = Numbers {
                proof: limits.proof.min(second.saturating_add(1 + second / 4)).min(INFINITE),
                disproof: INFINITE.min(limits.disproof - disproof + child.disproof),
            };
            self.lines.put(point, attacker);
            let child = self.defend(child_limits, work)?;
            self.lines.take();
            if child.disproof == 0 {
                moves.swap_remove(best);
            } else {
                moves[best].1 = child;
            }
        }
    }

    /// The attacker's moves that are not known to fail.
    fn attacks(&mut self, work: &mut Work<'_>) -> Result<Vec<(Point, Numbers)>, Halted> {
        let attacker = self.attacker;
        let mut points = Vec::new();
        if let Some(stops) = self.lines.stops(attacker.other()) {
            points.extend_from_slice(stops.points());
        } else {
            let mut seen = Cells::NONE;
            for map in [Map::Doubles, Map::Fours, Map::Threes] {
                self.lines.add(attacker, map, &mut seen, &mut points);
            }
            if self.is_wide {
                self.lines.add_closed_threes(attacker, &mut seen, &mut points);
            }
        }
        let mut moves = Vec::with_capacity(points.len());
        for point in points {
            let key = self.key(self.lines.key_after(point, attacker), false);
            let numbers = match self.table.look_up(key) {
                Some(numbers) => numbers,
                None => {
                    work.step()?;
                    let numbers = self.first_numbers(point, work)?;
                    self.table.store(key, numbers, 1);
                    numbers
                }
            };
            if numbers.disproof > 0 {
                moves.push((point, numbers));
            }
        }
        Ok(moves)
    }

    /// The numbers of the position after a move that was not searched.
    fn first_numbers(&mut self, point: Point, work: &mut Work<'_>) -> Result<Numbers, Halted> {
        if !self.lines.allows(self.attacker, point) {
            return Ok(Numbers::LOST);
        }
        self.lines.put(point, self.attacker);
        let replies = self.replies(work)?;
        self.lines.take();
        Ok(match replies {
            Replies::Free => Numbers::LOST,
            Replies::Lost => Numbers::WON,
            Replies::These(replies) => Numbers { proof: replies.len() as u32, disproof: 1 },
        })
    }

    /// Searches a position with the attacked colour to move until a number reaches its limit.
    pub(super) fn defend(&mut self, limits: Numbers, work: &mut Work<'_>) -> Result<Numbers, Halted> {
        let (defender, key, before) = (self.attacker.other(), self.key(self.lines.key(), false), work.nodes);
        let points = match self.replies(work)? {
            Replies::Free => return Ok(Numbers::LOST),
            Replies::Lost => return Ok(Numbers::WON),
            Replies::These(points) => points,
        };
        let mut moves: Vec<(Point, Numbers)> = points
            .into_iter()
            .map(|point| {
                let key = self.key(self.lines.key_after(point, defender), true);
                (point, self.table.look_up(key).unwrap_or(Numbers { proof: 1, disproof: 1 }))
            })
            .collect();
        loop {
            let (mut disproof, mut second, mut proof, mut best) = (INFINITE, INFINITE, 0, 0);
            for (at, &(_, child)) in moves.iter().enumerate() {
                proof = INFINITE.min(proof + child.proof);
                if child.disproof < disproof {
                    (second, disproof, best) = (disproof, child.disproof, at);
                } else {
                    second = second.min(child.disproof);
                }
            }
            let numbers = if disproof == 0 { Numbers::LOST } else { Numbers { proof, disproof } };
            if proof == 0 || disproof == 0 || proof >= limits.proof || disproof >= limits.disproof {
                self.table.store(key, numbers, work.nodes - before);
                return Ok(numbers);
            }
            let (point, child) = moves[best];
            let child_limits = Numbers {
                proof: INFINITE.min(limits.proof - proof + child.proof),
                disproof: limits.disproof.min(second.saturating_add(1 + second / 4)).min(INFINITE),
            };
            self.lines.put(point, defender);
            let child = self.attack(child_limits, work)?;
            self.lines.take();
            if child.proof == 0 {
                moves.swap_remove(best);
            } else {
                moves[best].1 = child;
            }
        }
    }

    /// A line of a win that is proved, up to the five; `is_attack` when the attacker is to move.
    pub(super) fn line(&mut self, is_attack: bool, work: &mut Work<'_>) -> Result<Vec<Point>, Halted> {
        let mut known = HashMap::new();
        let mut line = Vec::new();
        let mut is_attack = is_attack;
        loop {
            let step = if is_attack { self.win(&mut known, work)? } else { self.longest(&mut known, work)? };
            line.push(step.point);
            if step.plies == 1 {
                break;
            }
            self.lines.put(step.point, if is_attack { self.attacker } else { self.attacker.other() });
            is_attack = !is_attack;
        }
        for _ in 1..line.len() {
            self.lines.take();
        }
        Ok(line)
    }

    /// A move that wins for the attacker, in a position that is won.
    fn win(&mut self, known: &mut HashMap<u64, Step>, work: &mut Work<'_>) -> Result<Step, Halted> {
        let (attacker, key) = (self.attacker, self.key(self.lines.key(), true));
        if let Some(point) = self.lines.first_five(attacker) {
            return Ok(Step { plies: 1, point });
        }
        if let Some(&step) = known.get(&key) {
            return Ok(step);
        }
        let look = self.fours.look(self.lines, attacker, LOOK, work)?;
        let by_fours = match look {
            Look::Win(fours) => self.fours.first_move(self.lines, attacker, fours, work)?,
            _ => None,
        };
        let points = match by_fours {
            Some(point) => vec![point],
            None => self.proved(work)?,
        };
        let mut best: Option<Step> = None;
        for point in points {
            self.lines.put(point, attacker);
            let plies = 1 + self.longest(known, work)?.plies;
            self.lines.take();
            if best.is_none_or(|best| plies < best.plies) {
                best = Some(Step { plies, point });
            }
        }
        let step = best.expect("a position that is won has a move that wins");
        known.insert(key, step);
        Ok(step)
    }

    /// The attacker's moves that are proved, at least one.
    fn proved(&mut self, work: &mut Work<'_>) -> Result<Vec<Point>, Halted> {
        loop {
            let moves = self.attacks(work)?;
            let won: Vec<Point> =
                moves.iter().filter(|(_, numbers)| numbers.proof == 0).map(|&(point, _)| point).collect();
            if !won.is_empty() {
                return Ok(won);
            }
            // The proof is no longer in the table.
            for (point, _) in moves {
                self.lines.put(point, self.attacker);
                let numbers = self.defend(Numbers::KNOWN, work)?;
                self.lines.take();
                if numbers.proof == 0 {
                    return Ok(vec![point]);
                }
            }
        }
    }

    /// The reply that resists longest, in a position that is lost.
    fn longest(&mut self, known: &mut HashMap<u64, Step>, work: &mut Work<'_>) -> Result<Step, Halted> {
        let (defender, key) = (self.attacker.other(), self.key(self.lines.key(), false));
        if let Some(&step) = known.get(&key) {
            return Ok(step);
        }
        let points = match self.replies(work)? {
            Replies::These(points) => points,
            _ => vec![self.any_reply()],
        };
        let mut longest: Option<Step> = None;
        for point in points {
            self.lines.put(point, defender);
            let plies = 1 + self.win(known, work)?.plies;
            self.lines.take();
            if longest.is_none_or(|longest| plies > longest.plies) {
                longest = Some(Step { plies, point });
            }
        }
        let step = longest.expect("a reply");
        known.insert(key, step);
        Ok(step)
    }

    /// Some reply that the rule allows, where none helps: near what is threatened if possible.
    fn any_reply(&mut self) -> Point {
        let (attacker, defender) = (self.attacker, self.attacker.other());
        let mut near = Vec::new();
        let mut seen = Cells::NONE;
        for map in [Map::Fives, Map::Doubles] {
            self.lines.add(attacker, map, &mut seen, &mut near);
        }
        near.extend(self.lines.empty_points());
        near.into_iter().find(|&point| self.lines.allows(defender, point)).expect("the defender can move")
    }
}
