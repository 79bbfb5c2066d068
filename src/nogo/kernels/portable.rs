//! Tier Portable: sets of points as 128-bit words, in Rust for any processor.

use crate::bits::nth;
use crate::game::Colour;
use crate::nogo::point::{Point, PointSet, around, is_single};
use crate::nogo::position::{Masks, Position};
use crate::nogo::state::{Board, DRAWN, NOT_PLAYED};
use crate::random::Random;
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// # Safety
/// The board is valid and not aliased, and the point is allowed for the colour.
pub(super) unsafe fn play(state: *mut Board, colour: u32, point: u32) {
    // SAFETY: the caller's promise.
    unsafe { (*state).place_by_bits(colour_of(colour), point_of(point)) }
}

/// # Safety
/// The board and the counter are valid and not aliased.
pub(super) unsafe fn random_plies(state: *mut Board, random: *mut u64, limit: u32) -> u32 {
    // SAFETY: the caller's promise.
    let (board, counter) = unsafe { (&mut *state, &mut *random) };
    let mut random = Random::new(*counter);
    let mut played = 0;
    while played < limit && play_random(board, &mut random).is_some() {
        played += 1;
    }
    *counter = *random.state();
    played
}

/// Plays one of the allowed moves and returns it; `None` if no move is allowed.
#[inline(always)]
fn play_random(board: &mut Board, random: &mut Random) -> Option<Point> {
    let moves = board.allowed(board.to_move()).bits();
    let (low, high) = (moves as u64, (moves >> 64) as u64);
    let (in_low, in_high) = (low.count_ones(), high.count_ones());
    if in_low + in_high == 0 {
        return None;
    }
    let number = random.below(in_low + in_high);
    let bit = if number < in_low { nth(low, number) } else { 64 + nth(high, number - in_low) };
    let point = point_of(bit);
    board.place_by_bits(board.to_move(), point);
    Some(point)
}

/// # Safety
/// `states` and `points` are valid for `count` elements, and `random` for one; no two of them
/// overlap, and nothing else accesses them. The boards are valid, and given points are legal for
/// the side to move.
pub(super) unsafe fn plays(states: *mut Board, points: *mut u8, count: usize, random: *mut u64) {
    // SAFETY: the caller's promise.
    let (boards, points, counter) =
        unsafe { (from_raw_parts_mut(states, count), from_raw_parts_mut(points, count), &mut *random) };
    let mut random = Random::new(*counter);
    for (board, point) in boards.iter_mut().zip(points) {
        match *point {
            NOT_PLAYED => {}
            DRAWN => *point = play_random(board, &mut random).map_or(NOT_PLAYED, |point| point.bit() as u8),
            bit => board.place_by_bits(board.to_move(), point_of(bit.into())),
        }
    }
    *counter = *random.state();
}

/// # Safety
/// Both pointers are valid for `count` elements, and nothing else accesses the masks.
pub(super) unsafe fn masks(positions: *const Position, masks: *mut Masks, count: usize) {
    // SAFETY: the caller's promise.
    let (positions, masks) = unsafe { (from_raw_parts(positions, count), from_raw_parts_mut(masks, count)) };
    for (position, masks) in positions.iter().zip(masks) {
        *masks = masks_of(position);
    }
}

/// # Safety
/// The position is valid, and the point is an empty one of it.
pub(super) unsafe fn is_legal(position: *const Position, colour: u32, point: u32) -> u32 {
    // SAFETY: the caller's promise.
    let position = unsafe { &*position };
    let (colour, stone) = (colour_of(colour), point_of(point).set().bits());
    let own = position.stones(colour).bits() | stone;
    let opponents = position.stones(colour.other()).bits();
    let empty = position.empties().bits() & !stone;
    let stones = own | opponents;
    // The stone and those beside it, each of whose groups must have a liberty.
    let wanted = (stone | around(stone)) & stones;
    let mut alive = around(empty) & stones;
    if wanted & !alive == 0 {
        return 1;
    }
    let links = Links::of(own, opponents);
    loop {
        let before = alive;
        alive = links.grow(alive);
        if wanted & !alive == 0 {
            return 1;
        }
        if alive == before {
            return 0;
        }
    }
}

/// Between which points there are links: stones of one colour next to each other.
#[derive(Clone, Copy)]
struct Links {
    /// The points linked to the left neighbour, and to the upper one.
    left: u128,
    above: u128,
}

impl Links {
    #[inline(always)]
    fn of(own: u128, opponents: u128) -> Links {
        Links {
            left: own & own << 1 | opponents & opponents << 1,
            above: own & own << 10 | opponents & opponents << 10,
        }
    }

    /// The stones, and those reached over links by steps in each direction.
    #[inline(always)]
    fn grow(self, mut stones: u128) -> u128 {
        stones |= stones << 1 & self.left;
        stones |= (stones & self.left) >> 1;
        stones |= stones << 10 & self.above;
        stones | (stones & self.above) >> 10
    }

    /// All stones reached over links.
    #[inline(always)]
    fn groups(self, mut stones: u128) -> u128 {
        loop {
            let grown = self.grow(stones);
            if grown == stones {
                return stones;
            }
            stones = grown;
        }
    }
}

/// The legal moves of both colours: no stone may be placed where it takes the last liberty of a
/// group next to it, or has none itself, neither beside it nor as part of a group that has two.
#[inline(always)]
fn masks_of(position: &Position) -> Masks {
    let [black, white] = Colour::ALL.map(|colour| position.stones(colour).bits());
    let (empty, stones, links) = (position.empties().bits(), black | white, Links::of(black, white));

    // Groups with two liberties: they hold a stone with two, or two neighbours that each have one;
    // neighbours share none.
    let (right, left, below, above) = (empty << 1, empty >> 1, empty << 10, empty >> 10);
    let beside = (right | left | below | above) & stones;
    let two = (right & left | below & above | (right | left) & (below | above)) & stones;
    let (along, down) = (beside & beside << 1 & links.left, beside & beside << 10 & links.above);
    let mut safe = links.groups(two | along | along >> 1 | down | down >> 10);

    // The other groups one by one: their stones with a liberty do not touch each other.
    let mut left = beside & !safe;
    let mut last_liberties = [0; 2];
    while left != 0 {
        let group = links.groups(left & left.wrapping_neg());
        let liberties = around(group) & empty;
        if is_single(liberties) {
            last_liberties[usize::from(group & white != 0)] |= liberties;
        } else {
            safe |= group;
        }
        left &= !group;
    }
    let mask = |own: u128, taken: u128| PointSet::within_frame(empty & !taken & around(empty | own & safe));
    Masks { black: mask(black, last_liberties[1]), white: mask(white, last_liberties[0]) }
}

/// # Safety
/// The boards are valid, and the points are not aliased.
pub(super) unsafe fn four_boards_surrounded(state: *const [[i32; 3]; 4], colour: u32, points: *mut [i32; 3]) {
    // SAFETY: the caller's promise.
    let ([black, white, ..], points) = unsafe { (&*state, &mut *points) };
    let bits = |words: &[i32; 3]| words.iter().rev().fold(0, |bits, &word| bits << 32 | u128::from(word as u32));
    let (black, white) = (bits(black), bits(white));
    let opponent = if colour == 0 { white } else { black };
    let surrounded = black & white & !around(opponent);
    *points = [0, 32, 64].map(|first| (surrounded >> first) as i32);
}

fn colour_of(colour: u32) -> Colour {
    if colour == Colour::Black as u32 { Colour::Black } else { Colour::White }
}

#[inline(always)]
fn point_of(bit: u32) -> Point {
    Point::from_bit(bit).expect("a point of the board")
}
