//! Tier Reference: the rules on cells, behind the kernels' signatures.

use super::plain;
use crate::game::Colour;
use crate::nogo::planes::Planes;
use crate::nogo::point::{Point, PointSet};
use crate::nogo::position::{Masks, Position};
use crate::nogo::reference;
use crate::nogo::state::{Board, DRAWN, NOT_PLAYED};
use crate::random::Random;

/// # Safety
/// The board is valid and not aliased, and the point is allowed for the colour.
pub(super) unsafe fn play(state: *mut Board, colour: u32, point: u32) {
    // SAFETY: the caller's promise.
    let board = unsafe { &mut *state };
    board.place_by_the_rules(colour_of(colour), point_of(point));
}

/// # Safety
/// The board and the counter are valid and not aliased.
pub(super) unsafe fn random_plies(state: *mut Board, random: *mut u64, limit: u32) -> u32 {
    // SAFETY: the caller's promise.
    let (board, counter) = unsafe { (&mut *state, &mut *random) };
    let mut random = Random::new(*counter);
    let played = (0..limit).take_while(|_| play_random(board, &mut random).is_some()).count();
    *counter = *random.state();
    played as u32
}

/// Plays one of the allowed moves and returns it; `None` if no move is allowed.
fn play_random(board: &mut Board, random: &mut Random) -> Option<Point> {
    let moves = board.allowed(board.to_move());
    let last = moves.len().checked_sub(1)?;
    let point = moves.iter().nth(random.below(last + 1) as usize).expect("fewer than the moves there are");
    board.place_by_the_rules(board.to_move(), point);
    Some(point)
}

/// # Safety
/// `states` and `points` are valid for `count` elements, and `random` for one; no two of them
/// overlap, and nothing else accesses them. The boards are valid, and given points are legal for
/// the side to move.
pub(super) unsafe fn plays(states: *mut Board, points: *mut u8, count: usize, random: *mut u64) {
    // SAFETY: the caller's promise.
    let (boards, points, counter) = unsafe {
        (std::slice::from_raw_parts_mut(states, count), std::slice::from_raw_parts_mut(points, count), &mut *random)
    };
    let mut random = Random::new(*counter);
    for (board, point) in boards.iter_mut().zip(points) {
        match *point {
            NOT_PLAYED => {}
            DRAWN => *point = play_random(board, &mut random).map_or(NOT_PLAYED, |point| point.bit() as u8),
            bit => board.place_by_the_rules(board.to_move(), point_of(bit.into())),
        }
    }
    *counter = *random.state();
}

/// # Safety
/// Both pointers are valid for `count` elements, and nothing else accesses the masks.
pub(super) unsafe fn masks(positions: *const Position, masks: *mut Masks, count: usize) {
    // SAFETY: the caller's promise.
    let (positions, masks) =
        unsafe { (std::slice::from_raw_parts(positions, count), std::slice::from_raw_parts_mut(masks, count)) };
    for (position, masks) in positions.iter().zip(masks) {
        let cells = position.cells();
        let [black, white] = Colour::ALL.map(|colour| PointSet::of_cells(&reference::legal_moves(&cells, colour)));
        *masks = Masks { black, white };
    }
}

/// # Safety
/// The position is valid.
pub(super) unsafe fn is_legal(position: *const Position, colour: u32, point: u32) -> u32 {
    // SAFETY: the caller's promise.
    let cells = unsafe { (*position).cells() };
    let point = point_of(point);
    reference::check(&cells, colour_of(colour), point.row(), point.column()).is_ok().into()
}

/// # Safety
/// The planes are valid and not aliased.
pub(super) unsafe fn bitslices_plies(state: *mut Planes, least: u32, limit: u32) -> u32 {
    // SAFETY: the caller's promise.
    plain::bitslices_plies(unsafe { &mut *state }, least, limit)
}

/// # Safety
/// The boards are valid, and the moves are not aliased.
pub(super) unsafe fn four_boards_moves(state: *const [[i32; 3]; 4], colour: u32, moves: *mut [i32; 3]) {
    // SAFETY: the caller's promise.
    let ([black, white, allowed @ ..], moves) = unsafe { (&*state, &mut *moves) };
    *moves = std::array::from_fn(|word| black[word] & white[word] & allowed[colour as usize][word]);
}

/// # Safety
/// The boards are valid, and the points are not aliased.
pub(super) unsafe fn four_boards_surrounded(state: *const [[i32; 3]; 4], colour: u32, points: *mut [i32; 3]) {
    // SAFETY: the caller's promise.
    let ([black, white, ..], points) = unsafe { (&*state, &mut *points) };
    let opponent = if colour == 0 { white } else { black };
    let has = |words: &[i32; 3], bit: i32| (0..96).contains(&bit) && words[bit as usize / 32] >> (bit % 32) & 1 == 1;
    *points = [0; 3];
    for bit in 0..96 {
        let surrounded = [-10, -1, 1, 10].into_iter().all(|step| !has(opponent, bit + step));
        if has(black, bit) && has(white, bit) && surrounded {
            points[bit as usize / 32] |= 1 << (bit % 32);
        }
    }
}

fn colour_of(colour: u32) -> Colour {
    if colour == Colour::Black as u32 { Colour::Black } else { Colour::White }
}

fn point_of(bit: u32) -> Point {
    Point::from_bit(bit).expect("a point of the board")
}
