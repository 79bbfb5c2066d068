//! Random games in bit slices without wide registers: step for step what the assembly of the other
//! tiers does.

use crate::nogo::planes::{
    BITS, CANDIDATES, COLOUR, DRAWN, DROPPED, INSIDE, OCCUPIED, OVER, PENDING, PLIES, POINTS, Planes, REFUSED, SIDE,
    UNREACHED,
};
use crate::plane::{Plane, WORDS, add, any, smeared, subtract};
use std::array;

/// Attempts to draw a number below the number of candidates in one step; a game that fails draws in
/// the next.
const ROUNDS: usize = 3;
/// Times that reached points spread over the board in a step: down, up, down.
const PASSES: usize = 3;

/// For each point, a bit for each game.
type Points = [Plane; POINTS];

/// Steps, at most `limit`, until at least `least` games are over; how many were made.
pub(crate) fn bitslices_plies(planes: &mut Planes, least: u32, limit: u32) -> u32 {
    let parts = (0..planes.words()).step_by(WORDS);
    for steps in 0.. {
        for first in parts.clone() {
            Games { planes: &mut *planes, first }.drop_candidates();
        }
        let over: u32 = planes.plane(OVER).iter().map(|word| word.count_ones()).sum();
        if over >= least || steps == limit {
            return steps;
        }
        for first in parts.clone() {
            Games { planes: &mut *planes, first }.step();
        }
        planes.swap_drawn();
    }
    unreachable!("steps end")
}

/// Games that take a step together.
struct Games<'a> {
    planes: &'a mut Planes,
    /// The first of their words.
    first: usize,
}

impl Games<'_> {
    #[inline(always)]
    fn plane(&self, plane: usize) -> Plane {
        Plane::of(&self.planes.plane(plane)[self.first..])
    }

    #[inline(always)]
    fn points(&self, first: usize) -> Points {
        array::from_fn(|index| self.plane(first + index))
    }

    #[inline(always)]
    fn set(&mut self, plane: usize, bits: Plane) {
        bits.store(&mut self.planes.plane_mut(plane)[self.first..]);
    }

    /// The games whose last drawn point this is.
    #[inline(always)]
    fn last_drawn(&self, index: usize) -> Plane {
        let first = DRAWN + 18 * self.planes.last();
        self.plane(first + index / 9) & self.plane(first + 9 + index % 9)
    }

    /// Drops the points last drawn from the candidates that they are none of any more; the games
    /// whose side to move has none left are over.
    fn drop_candidates(&mut self) {
        let mut moves = Plane::NONE;
        let dropped = [0, 1].map(|colour| self.plane(DROPPED + colour));
        for index in 0..POINTS {
            let drawn = self.last_drawn(index);
            for (colour, dropped) in dropped.into_iter().enumerate() {
                let plane = CANDIDATES + POINTS * colour + index;
                self.set(plane, self.plane(plane) & !(drawn & dropped));
            }
            moves |= self.candidates(index);
        }
        self.set(OVER, !moves);
    }

    /// The games whose side to move has a point as a candidate.
    #[inline(always)]
    fn candidates(&self, index: usize) -> Plane {
        let [black, white] = [0, 1].map(|colour| self.plane(CANDIDATES + POINTS * colour + index));
        let side = self.plane(SIDE);
        black & !side | white & side
    }

    fn step(&mut self) {
        let pending = self.plane(PENDING);
        let (mut drawn, fresh) = self.draw();
        for (index, drawn) in drawn.iter_mut().enumerate() {
            *drawn |= self.last_drawn(index) & pending;
        }
        self.place(&drawn);
        let inside = if self.planes.is_shaped() { self.points(INSIDE) } else { [Plane::ALL; POINTS] };
        let (unreached, changed) = self.flood(&inside);
        self.decide(fresh | pending, &unreached, &inside, changed);
    }

    /// Draws a point in each game that has none pending; those points, and the games in which one
    /// was drawn. Each word draws from its own sequence.
    fn draw(&mut self) -> (Points, Plane) {
        let candidates: Points = array::from_fn(|index| self.candidates(index));
        let mut count = [Plane::NONE; BITS];
        candidates.iter().for_each(|&candidate| add(&mut count, candidate));
        let mask = smeared(count);

        let mut random = self.planes.random();
        let (mut number, mut fresh, idle) = ([Plane::NONE; BITS], Plane::NONE, !self.plane(PENDING));
        for _ in 0..ROUNDS {
            let (mut drawn, mut less) = ([Plane::NONE; BITS], Plane::NONE);
            for ((drawn, mask), count) in drawn.iter_mut().zip(mask).zip(count) {
                *drawn = Plane(array::from_fn(|word| random.step_one(self.first + word))) & mask;
                less = count & !*drawn | less & !(count ^ *drawn);
            }
            let kept = less & idle & !fresh;
            number.iter_mut().zip(drawn).for_each(|(number, drawn)| *number |= drawn & kept);
            fresh |= kept;
        }
        self.planes.set_random(&random);

        let (mut chosen, mut left) = ([Plane::NONE; POINTS], fresh);
        for (chosen, candidate) in chosen.iter_mut().zip(candidates) {
            let (here, later) = (candidate & left, any(&number));
            *chosen = here & !later;
            left &= !*chosen;
            subtract(&mut number, here & later);
        }
        (chosen, fresh)
    }

    /// Takes refused stones off, puts stones of the side to move on the points drawn, and makes
    /// these the last.
    fn place(&mut self, drawn: &Points) {
        let (refused, side) = (self.plane(REFUSED), self.plane(SIDE));
        for (index, &drawn) in drawn.iter().enumerate() {
            let removed = self.last_drawn(index) & refused;
            self.set(OCCUPIED + index, self.plane(OCCUPIED + index) & !removed | drawn);
            self.set(COLOUR + index, self.plane(COLOUR + index) & !drawn | side & drawn);
        }
        let next = DRAWN + 18 * (1 - self.planes.last());
        for line in 0..9 {
            self.set(next + line, (0..9).fold(Plane::NONE, |all, column| all | drawn[9 * line + column]));
            self.set(next + 9 + line, (0..9).fold(Plane::NONE, |all, row| all | drawn[9 * row + line]));
        }
    }

    /// The stones from which no way to an empty point has been found after this step's passes, and
    /// the games in which the last pass found one more.
    fn flood(&self, inside: &Points) -> (Points, Plane) {
        let (occupied, colour, before) = (self.points(OCCUPIED), self.points(COLOUR), self.points(UNREACHED));
        let pending = self.plane(PENDING);
        let wall = |a: usize, b: usize| (colour[a] ^ colour[b]) | !(inside[a] & inside[b]);
        let mut unreached: Points = array::from_fn(|index| {
            let shut_in = neighbours(index).fold(Plane::ALL, |all, next| all & occupied[next]);
            occupied[index] & (shut_in | !inside[index]) & (before[index] | !pending)
        });
        let mut changed = Plane::NONE;
        for pass in 0..PASSES {
            let before = unreached;
            let mut spread = |to: usize, from: usize| unreached[to] &= unreached[from] | wall(to, from);
            for step in 0..9 {
                let row = if pass == 1 { 8 - step } else { step };
                if step > 0 {
                    let from = if pass == 1 { row + 1 } else { row - 1 };
                    (0..9).for_each(|column| spread(9 * row + column, 9 * from + column));
                }
                (1..9).for_each(|column| spread(9 * row + column, 9 * row + column - 1));
                (0..8).rev().for_each(|column| spread(9 * row + column, 9 * row + column + 1));
            }
            changed = before.into_iter().zip(unreached).fold(Plane::NONE, |all, (before, after)| all | before ^ after);
        }
        (unreached, changed)
    }

    /// Ends the trial of points: they are played, refused, or left pending.
    fn decide(&mut self, tried: Plane, unreached: &Points, inside: &Points, changed: Plane) {
        let side = self.plane(SIDE);
        let bad = unreached.iter().zip(inside).fold(Plane::NONE, |all, (&unreached, &inside)| all | unreached & inside);
        let (legal, refused) = (tried & !bad, tried & bad & !changed);
        self.set(REFUSED, refused);
        self.set(PENDING, tried & bad & changed);
        self.set(DROPPED, legal | refused & !side);
        self.set(DROPPED + 1, legal | refused & side);
        self.set(SIDE, side ^ legal);
        let mut plies: [Plane; BITS] = array::from_fn(|bit| self.plane(PLIES + bit));
        add(&mut plies, legal);
        plies.into_iter().enumerate().for_each(|(bit, plane)| self.set(PLIES + bit, plane));
        unreached.iter().enumerate().for_each(|(index, &plane)| self.set(UNREACHED + index, plane));
    }
}

/// The indices of a point's neighbours in the frame.
fn neighbours(index: usize) -> impl Iterator<Item = usize> {
    let (row, column) = (index / 9, index % 9);
    [
        (row > 0).then(|| index - 9),
        (row < 8).then(|| index + 9),
        (column > 0).then(|| index - 1),
        (column < 8).then(|| index + 1),
    ]
    .into_iter()
    .flatten()
}
