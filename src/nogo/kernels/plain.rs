//! Random games in bit slices without wide registers: step for step what the assembly of the other tiers does, for tiers
//! Reference and X64, which have none.

use crate::nogo::planes::{
    BITS, CANDIDATES, COLOUR, DRAWN, DROPPED, INSIDE, OCCUPIED, OVER, PENDING, PLIES, POINTS, Planes, REFUSED, SIDE,
    UNREACHED,
};

/// Attempts to draw a number below the number of candidates in one step; a game that fails draws in the next.
const ROUNDS: usize = 3;
/// Times that reached points spread over the board in a step: down, up, down.
const PASSES: usize = 3;

/// For each point, a bit for each of 64 games.
type Points = [u64; POINTS];

/// Steps, at most `limit`, until at least `least` games are over; how many were made.
pub(crate) fn bitslices_plies(planes: &mut Planes, least: u32, limit: u32) -> u32 {
    for steps in 0.. {
        for word in 0..planes.words() {
            let moves = drop_candidates(planes, word);
            planes.plane_mut(OVER)[word] = !moves;
        }
        let over: u32 = planes.plane(OVER).iter().map(|word| word.count_ones()).sum();
        if over >= least || steps == limit {
            return steps;
        }
        let numbers = random_numbers(planes);
        for word in 0..planes.words() {
            let bit = |bit: usize| numbers[bit * planes.words() + word];
            let random: [u64; ROUNDS * BITS] = std::array::from_fn(bit);
            step(planes, word, &random);
        }
        planes.swap_drawn();
    }
    unreachable!("steps end")
}

/// Drops the points last drawn from the candidates that they are none of any more; the games whose side to move has a candidate.
fn drop_candidates(planes: &mut Planes, word: usize) -> u64 {
    for index in 0..POINTS {
        let drawn = planes.is_drawn(planes.last(), word, index);
        for colour in 0..2 {
            let dropped = drawn & planes.plane(DROPPED + colour)[word];
            planes.plane_mut(CANDIDATES + POINTS * colour + index)[word] &= !dropped;
        }
    }
    (0..POINTS).fold(0, |any, index| any | candidates(planes, word, index))
}

/// The games whose side to move has a point as a candidate.
fn candidates(planes: &Planes, word: usize, index: usize) -> u64 {
    let [black, white] = [0, 1].map(|colour| planes.plane(CANDIDATES + POINTS * colour + index)[word]);
    let side = planes.plane(SIDE)[word];
    black & !side | white & side
}

/// The random bits of a step, plane by plane: successive numbers of the generators; what is left over of the last is lost.
fn random_numbers(planes: &mut Planes) -> Vec<u64> {
    let mut random = planes.random();
    let steps = (ROUNDS * BITS * planes.words()).div_ceil(8);
    let numbers = (0..steps).flat_map(|_| random.step()).collect();
    planes.set_random(&random);
    numbers
}

/// A step of 64 games.
fn step(planes: &mut Planes, word: usize, random: &[u64; ROUNDS * BITS]) {
    let pending = planes.plane(PENDING)[word];
    let (mut drawn, fresh) = draw(planes, word, random);
    for (index, drawn) in drawn.iter_mut().enumerate() {
        *drawn |= planes.is_drawn(planes.last(), word, index) & pending;
    }
    place(planes, word, &drawn);
    let inside =
        std::array::from_fn(|index| if planes.is_shaped() { planes.plane(INSIDE + index)[word] } else { u64::MAX });
    let (unreached, changed) = flood(planes, word, &inside);
    decide(planes, word, fresh | pending, &unreached, &inside, changed);
}

/// Draws a point in each game that has none pending; those points, and the games in which one was drawn.
fn draw(planes: &Planes, word: usize, random: &[u64; ROUNDS * BITS]) -> (Points, u64) {
    let idle = !planes.plane(PENDING)[word];
    let (mut drawn, mut fresh) = ([0; POINTS], 0);
    let all: Points = std::array::from_fn(|index| candidates(planes, word, index));
    for game in (0..64).filter(|game| idle >> game & 1 == 1) {
        let candidates: Vec<usize> = (0..POINTS).filter(|&index| all[index] >> game & 1 == 1).collect();
        let count = candidates.len() as u64;
        let mask = count.checked_ilog2().map_or(0, |top| (2 << top) - 1);
        let number = |round: usize| (0..BITS).fold(0, |k, b| k | (random[round * BITS + b] >> game & 1) << b) & mask;
        if let Some(number) = (0..ROUNDS).map(number).find(|&number| number < count) {
            drawn[candidates[number as usize]] |= 1 << game;
            fresh |= 1 << game;
        }
    }
    (drawn, fresh)
}

/// Takes refused stones off, puts stones of the side to move on the points drawn, and makes these the last.
fn place(planes: &mut Planes, word: usize, drawn: &Points) {
    let (refused, side) = (planes.plane(REFUSED)[word], planes.plane(SIDE)[word]);
    for (index, &drawn) in drawn.iter().enumerate() {
        let removed = planes.is_drawn(planes.last(), word, index) & refused;
        let occupied = &mut planes.plane_mut(OCCUPIED + index)[word];
        *occupied = *occupied & !removed | drawn;
        let colour = &mut planes.plane_mut(COLOUR + index)[word];
        *colour = *colour & !drawn | side & drawn;
    }
    let next = DRAWN + 18 * (1 - planes.last());
    for line in 0..9 {
        planes.plane_mut(next + line)[word] = (0..9).fold(0, |all, column| all | drawn[9 * line + column]);
        planes.plane_mut(next + 9 + line)[word] = (0..9).fold(0, |all, row| all | drawn[9 * row + line]);
    }
}

/// The stones from which no way to an empty point has been found after this step's passes, and the games in which the last pass
/// found one more.
fn flood(planes: &Planes, word: usize, inside: &Points) -> (Points, u64) {
    let occupied: Points = std::array::from_fn(|index| planes.plane(OCCUPIED + index)[word]);
    let colour: Points = std::array::from_fn(|index| planes.plane(COLOUR + index)[word]);
    let pending = planes.plane(PENDING)[word];
    let link = |a: usize, b: usize| !(colour[a] ^ colour[b]) & inside[a] & inside[b];
    let mut unreached: Points = std::array::from_fn(|index| {
        let shut_in = neighbours(index).fold(u64::MAX, |all, next| all & occupied[next]);
        occupied[index] & (shut_in | !inside[index]) & (planes.plane(UNREACHED + index)[word] | !pending)
    });
    let mut changed = 0;
    for pass in 0..PASSES {
        let before = unreached;
        let mut spread = |to: usize, from: usize| unreached[to] &= unreached[from] | !link(to, from);
        for step in 0..9 {
            let row = if pass == 1 { 8 - step } else { step };
            if step > 0 {
                let from = if pass == 1 { row + 1 } else { row - 1 };
                (0..9).for_each(|column| spread(9 * row + column, 9 * from + column));
            }
            (1..9).for_each(|column| spread(9 * row + column, 9 * row + column - 1));
            (0..8).rev().for_each(|column| spread(9 * row + column, 9 * row + column + 1));
        }
        changed = (0..POINTS).fold(0, |all, index| all | before[index] ^ unreached[index]);
    }
    (unreached, changed)
}

/// Ends the trial of points: they are played, refused, or left pending.
fn decide(planes: &mut Planes, word: usize, tried: u64, unreached: &Points, inside: &Points, changed: u64) {
    let side = planes.plane(SIDE)[word];
    let bad = (0..POINTS).fold(0, |all, index| all | unreached[index] & inside[index]);
    let (legal, refused) = (tried & !bad, tried & bad & !changed);
    planes.plane_mut(REFUSED)[word] = refused;
    planes.plane_mut(PENDING)[word] = tried & bad & changed;
    planes.plane_mut(DROPPED)[word] = legal | refused & !side;
    planes.plane_mut(DROPPED + 1)[word] = legal | refused & side;
    planes.plane_mut(SIDE)[word] = side ^ legal;
    let mut carry = legal;
    for bit in 0..BITS {
        let plies = &mut planes.plane_mut(PLIES + bit)[word];
        (*plies, carry) = (*plies ^ carry, *plies & carry);
    }
    for (index, &unreached) in unreached.iter().enumerate() {
        planes.plane_mut(UNREACHED + index)[word] = unreached;
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
