//! Random games in bit slices without wide registers: four words of games at a time, which
//! compilers make vectors of.
//!
//! The rules as logic on planes, as `asm/othello/bitslices.inc` has them, but that all lines of all
//! boards are looked at: a run of the opponent's discs is followed square by square in each of the
//! eight directions.

use crate::othello::planes::{self, Bitslices};
use crate::plane::{Plane, WORDS, add, any, smeared, subtract};
use std::array;

/// # Safety
/// The state is valid and not aliased.
pub(in crate::othello::kernels) unsafe fn bitslices_plies_8x8(games: *mut Bitslices, plies: u64, enough: u64) -> u64 {
    // SAFETY: the caller's promise.
    play::<8>(unsafe { &mut *games }, plies, enough)
}

/// # Safety
/// The state is valid and not aliased.
pub(in crate::othello::kernels) unsafe fn bitslices_plies_6x6(games: *mut Bitslices, plies: u64, enough: u64) -> u64 {
    // SAFETY: the caller's promise.
    play::<6>(unsafe { &mut *games }, plies, enough)
}

/// # Safety
/// The state is valid and not aliased.
pub(in crate::othello::kernels) unsafe fn bitslices_plies_4x4(games: *mut Bitslices, plies: u64, enough: u64) -> u64 {
    // SAFETY: the caller's promise.
    play::<4>(unsafe { &mut *games }, plies, enough)
}

fn play<const N: usize>(games: &mut Bitslices, plies: u64, enough: u64) -> u64 {
    for _ in 0..plies {
        ply::<N>(games);
        if games.count_over() >= enough {
            break;
        }
    }
    games.count_over()
}

/// One of the games' planes.
#[inline(always)]
fn plane(games: &Bitslices, plane: usize) -> Plane {
    Plane::of(games.plane(plane))
}

/// A plane for each square.
type Squares<const N: usize> = [[Plane; N]; N];

/// A square's bit in the 8x8 frame, in whose middle a smaller board lies.
const fn bit_of<const N: usize>(row: usize, column: usize) -> usize {
    (8 - N) / 2 * 9 + 8 * row + column
}

/// The discs of a side.
#[inline(always)]
fn discs<const N: usize>(games: &Bitslices, side: usize) -> Squares<N> {
    array::from_fn(|row| array::from_fn(|column| plane(games, planes::SIDES + 64 * side + bit_of::<N>(row, column))))
}

fn set_discs<const N: usize>(games: &mut Bitslices, side: usize, discs: &Squares<N>) {
    for (row, discs) in discs.iter().enumerate() {
        for (column, disc) in discs.iter().enumerate() {
            disc.store(games.plane_mut(planes::SIDES + 64 * side + bit_of::<N>(row, column)));
        }
    }
}

/// A ply of all games.
fn ply<const N: usize>(games: &mut Bitslices) {
    let turn = games.turn();
    let (mut own, mut opponent) = (discs::<N>(games, turn), discs::<N>(games, 1 - turn));
    let moves = legal_moves(&own, &opponent);
    let (chosen, moved) = choose_move(games, &moves);
    place(&chosen, &mut own, &mut opponent);
    set_discs(games, turn, &own);
    set_discs(games, 1 - turn, &opponent);
    let passed = plane(games, planes::PASSED);
    (passed & !moved).store(games.plane_mut(planes::OVER));
    (!moved).store(games.plane_mut(planes::PASSED));
    // A move counts, and the pass before it with it.
    let mut carries = [moved, moved & passed];
    for at in planes::AGE_PLANES {
        let age = plane(games, at);
        let [one, other] = carries;
        (age ^ one ^ other).store(games.plane_mut(at));
        // The second number has a lowest bit alone.
        carries = [age & one | age & other | one & other, Plane::NONE];
    }
    games.pass_turn();
}

/// Calls `step` with each square from which a direction leads to another one, and with that one, in
/// the order of the direction.
#[inline(always)]
fn along<const N: usize>((down, right): (isize, isize), mut step: impl FnMut([usize; 2], [usize; 2])) {
    let order = |at: usize, step: isize| if step < 0 { N - 1 - at } else { at };
    for row in (0..N).map(|at| order(at, down)) {
        let Some(next_row) = row.checked_add_signed(down).filter(|&row| row < N) else { continue };
        for column in (0..N).map(|at| order(at, right)) {
            let Some(next_column) = column.checked_add_signed(right).filter(|&column| column < N) else { continue };
            step([row, column], [next_row, next_column]);
        }
    }
}

/// The eight directions, down and to the right.
const DIRECTIONS: [(isize, isize); 8] = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)];

/// The empty squares to which a run of the opponent's discs leads from an own one.
fn legal_moves<const N: usize>(own: &Squares<N>, opponent: &Squares<N>) -> Squares<N> {
    let mut moves = [[Plane::NONE; N]; N];
    for direction in DIRECTIONS {
        let mut runs = [[Plane::NONE; N]; N];
        along::<N>(direction, |[row, column], [next_row, next_column]| {
            let run = runs[row][column];
            moves[next_row][next_column] |= run;
            runs[next_row][next_column] = opponent[next_row][next_column] & (own[row][column] | run);
        });
    }
    array::from_fn(|row| array::from_fn(|column| moves[row][column] & !(own[row][column] | opponent[row][column])))
}

/// Places the chosen discs and turns what they outflank.
fn place<const N: usize>(chosen: &Squares<N>, own: &mut Squares<N>, opponent: &mut Squares<N>) {
    let mut turned = *chosen;
    for (down, right) in DIRECTIONS {
        let mut runs = [[Plane::NONE; N]; N];
        along::<N>((down, right), |[row, column], [next_row, next_column]| {
            let run = chosen[row][column] | runs[row][column];
            runs[next_row][next_column] = opponent[next_row][next_column] & run;
        });
        // Back from the own discs behind the runs.
        let mut outflanked = [[Plane::NONE; N]; N];
        along::<N>((-down, -right), |[next_row, next_column], [row, column]| {
            let closed = own[next_row][next_column] | outflanked[next_row][next_column];
            let discs = runs[row][column] & closed;
            outflanked[row][column] = discs;
            turned[row][column] |= discs;
        });
    }
    for ((turned, own), opponent) in
        turned.as_flattened().iter().zip(own.as_flattened_mut()).zip(opponent.as_flattened_mut())
    {
        *own |= *turned;
        *opponent &= !*turned;
    }
}

/// Bits of a number of moves.
const BITS: usize = 6;

/// One of each game's moves, each as likely as any other, and the games that have one. Moves are
/// numbered column by column.
fn choose_move<const N: usize>(games: &mut Bitslices, moves: &Squares<N>) -> (Squares<N>, Plane) {
    let mut count = [Plane::NONE; BITS];
    moves.as_flattened().iter().for_each(|&moves| add(&mut count, moves));
    let moved = any(&count);
    // The greatest number.
    let mut last = count;
    subtract(&mut last, moved);

    let mut number = draw::<N>(games, &last, &smeared(last));
    let (mut chosen, mut left) = ([[Plane::NONE; N]; N], moved);
    for column in 0..N {
        for row in 0..N {
            let here = moves[row][column] & left;
            let later = any(&number);
            chosen[row][column] = here & !later;
            left &= !chosen[row][column];
            subtract(&mut number, here & later);
        }
    }
    (chosen, moved)
}

/// A number of at most `last` in each game, each as likely as any other. Each word draws from its
/// own sequence, again and again, until all of its games have had a number that is low enough.
fn draw<const N: usize>(games: &mut Bitslices, last: &[Plane; BITS], smear: &[Plane; BITS]) -> [Plane; BITS] {
    let mut numbers = [Plane::NONE; BITS];
    for word in 0..WORDS {
        let bits = match N {
            4 => 4,
            _ if smear[5].0[word] != 0 => 6,
            _ => 5,
        };
        let mut waiting = u64::MAX;
        while waiting != 0 {
            let (mut drawn, mut more) = ([0; BITS], 0);
            for (bit, drawn) in drawn.iter_mut().enumerate().take(bits) {
                *drawn = games.random.step_one(word) & smear[bit].0[word];
                let last = last[bit].0[word];
                more = *drawn & !last | more & !(*drawn ^ last);
            }
            for (number, drawn) in numbers.iter_mut().zip(drawn) {
                number.0[word] |= drawn & waiting & !more;
            }
            waiting &= more;
        }
    }
    numbers
}

/// # Safety
/// The state is valid and not aliased.
pub(in crate::othello::kernels) unsafe fn bitslices_finish(games: *mut Bitslices) {
    // SAFETY: the caller's promise.
    let games = unsafe { &mut *games };
    let [first, second] = [0, 1].map(|side| {
        let mut count = [Plane::NONE; 7];
        discs::<8>(games, side).as_flattened().iter().for_each(|&disc| add(&mut count, disc));
        count
    });
    let (mut more, mut uneven) = (Plane::NONE, Plane::NONE);
    for (first, second) in first.into_iter().zip(second) {
        let differ = first ^ second;
        more = first & differ | more & !differ;
        uneven |= differ;
    }
    let [mask, black] = [planes::MASK, planes::BLACK].map(|at| plane(games, at));
    let (won, even) = (mask & uneven & !(more ^ black), mask & !uneven);
    won.store(games.plane_mut(planes::WON));
    even.store(games.plane_mut(planes::EVEN));
    let count = |plane: Plane| plane.0.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
    for (tally, counted) in games.tally.iter_mut().zip([won, even, mask & !won & !even]) {
        *tally += count(counted);
    }
    for (bit, at) in planes::AGE_PLANES.enumerate() {
        games.tally[3] += count(plane(games, at) & mask) << bit;
    }
}

/// # Safety
/// The state is valid and not aliased.
pub(in crate::othello::kernels) unsafe fn bitslices_launch(games: *mut Bitslices, own: u64, opponent: u64) {
    // SAFETY: the caller's promise.
    let games = unsafe { &mut *games };
    let (turn, begun) = (games.turn(), plane(games, planes::MASK));
    for (side, discs) in [(turn, own), (1 - turn, opponent)] {
        for square in 0..64 {
            let at = planes::SIDES + 64 * side + square;
            let disc = if discs >> square & 1 == 1 { begun } else { Plane::NONE };
            (plane(games, at) & !begun | disc).store(games.plane_mut(at));
        }
    }
    for at in planes::AGE_PLANES.chain([planes::PASSED, planes::OVER]) {
        (plane(games, at) & !begun).store(games.plane_mut(at));
    }
}
