//! Random games in bit slices without wide registers: the slices become boards, games are played one after the other, and
//! the boards slices again. The random numbers are drawn for all games at once, as the assembly draws them.

use super::positions::{flips, legal_moves_8x8, legal_moves_inner};
use crate::othello::planes::{self, Bitslices};
use crate::othello::square::SquareSet;

/// Games at most.
const GAMES: usize = 512;

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
    let words = games.words();
    let mut sides = [0, 1].map(|side| boards(games, side));
    let mut moves = [0; GAMES];
    for _ in 0..plies {
        let turn = games.turn();
        let [first, second] = &mut sides;
        let (own, opponent) = if turn == 0 { (first, second) } else { (second, first) };
        for ((moves, &own), &opponent) in moves.iter_mut().zip(&*own).zip(&*opponent).take(64 * words) {
            // The moves column by column: the draw numbers them so.
            *moves = transposed(match N {
                8 => legal_moves_8x8(own, opponent),
                _ => legal_moves_inner(own, opponent, SquareSet::<N>::ALL.bits()),
            });
        }
        let moved = place_drawn::<N>(games, &moves, own, opponent);
        for (word, &moved) in moved.iter().enumerate().take(words) {
            let passed = games.plane(planes::PASSED)[word];
            games.plane_mut(planes::OVER)[word] = passed & !moved;
            games.plane_mut(planes::PASSED)[word] = !moved;
            // A move counts, and the pass before it with it.
            let mut carries = [moved, moved & passed];
            for bit in planes::AGE_PLANES {
                let age = &mut games.plane_mut(bit)[word];
                let [one, other] = carries;
                // The second number has a lowest bit alone.
                carries = [*age & one | *age & other | one & other, 0];
                *age ^= one ^ other;
            }
        }
        games.pass_turn();
        if games.count_over() >= enough {
            break;
        }
    }
    for (side, boards) in sides.iter().enumerate() {
        set_boards(games, side, boards);
    }
    games.count_over()
}

/// Plays one of each game's moves, which are given column by column; the games that had any.
///
/// Bits of numbers are drawn for all games at once, a plane for each bit, under the ones that the greatest number allowed smears
/// to; again and again, until each game has had a number that is low enough, which is the one it keeps.
fn place_drawn<const N: usize>(
    games: &mut Bitslices,
    moves: &[u64; GAMES],
    own: &mut [u64; GAMES],
    opponent: &mut [u64; GAMES],
) -> [u64; 8] {
    let words = games.words();
    let (mut moved, mut most) = ([0; 8], 0);
    for (game, moves) in moves.iter().enumerate().take(64 * words) {
        moved[game / 64] |= u64::from(*moves != 0) << (game % 64);
        most = most.max(moves.count_ones());
    }
    let bits = match N {
        4 => 4,
        _ if most > 32 => 6,
        _ => 5,
    };
    let (mut waiting, mut round) = (moved, 0);
    // A game without a move is served by its first number.
    while waiting != [0; 8] || round == 0 {
        // Planes of four words come from the first and the last four sequences in turn.
        let first = if words == 8 { 0 } else { 4 * (round % 2) };
        let mut numbers = [[0; 8]; 6];
        for numbers in &mut numbers[..bits] {
            games.random.step_some(first, &mut numbers[..words]);
        }
        for word in 0..words {
            let mut left = waiting[word];
            while left != 0 {
                let (bit, game) = (left.trailing_zeros(), 64 * word + left.trailing_zeros() as usize);
                let mut choices = moves[game];
                let last = choices.count_ones() - 1;
                let number = (0..6).fold(0, |number, plane| number | (numbers[plane][word] >> bit & 1) << plane) as u32;
                let number = number & ((last + 1).next_power_of_two() - 1);
                if number <= last {
                    for _ in 0..number {
                        choices &= choices - 1;
                    }
                    let square = transposed_square(choices.trailing_zeros());
                    let flips = flips(own[game], opponent[game], square);
                    own[game] |= flips | 1 << square;
                    opponent[game] &= !flips;
                    waiting[word] &= !(1 << bit);
                }
                left &= left - 1;
            }
        }
        round += 1;
    }
    moved
}

/// # Safety
/// The state is valid and not aliased.
pub(in crate::othello::kernels) unsafe fn bitslices_finish(games: *mut Bitslices) {
    // SAFETY: the caller's promise.
    let games = unsafe { &mut *games };
    let sides = [0, 1].map(|side| boards(games, side));
    for word in 0..games.words() {
        let (counted, first_is_black) = (games.plane(planes::MASK)[word], games.plane(planes::BLACK)[word]);
        let (mut more, mut even) = (0, 0);
        for bit in 0..64 {
            let [first, second] = [0, 1].map(|side: usize| sides[side][64 * word + bit].count_ones());
            more |= u64::from(first > second) << bit;
            even |= u64::from(first == second) << bit;
        }
        let (won, even) = (counted & !even & !(more ^ first_is_black), counted & even);
        games.plane_mut(planes::WON)[word] = won;
        games.plane_mut(planes::EVEN)[word] = even;
        for (count, games_of) in games.tally.iter_mut().zip([won, even, counted & !won & !even]) {
            *count += u64::from(games_of.count_ones());
        }
        for (bit, plane) in planes::AGE_PLANES.enumerate() {
            games.tally[3] += u64::from((games.plane(plane)[word] & counted).count_ones()) << bit;
        }
    }
}

/// # Safety
/// The state is valid and not aliased.
pub(in crate::othello::kernels) unsafe fn bitslices_launch(games: *mut Bitslices, own: u64, opponent: u64) {
    // SAFETY: the caller's promise.
    let games = unsafe { &mut *games };
    let turn = games.turn();
    for word in 0..games.words() {
        let mask = games.plane(planes::MASK)[word];
        for (side, discs) in [(turn, own), (1 - turn, opponent)] {
            for square in 0..64 {
                let plane = &mut games.plane_mut(planes::SIDES + 64 * side + square)[word];
                *plane = *plane & !mask | (discs >> square & 1).wrapping_neg() & mask;
            }
        }
        for plane in planes::AGE_PLANES.chain([planes::PASSED, planes::OVER]) {
            games.plane_mut(plane)[word] &= !mask;
        }
    }
}

/// A side's boards out of its slices.
fn boards(games: &Bitslices, side: usize) -> [u64; GAMES] {
    let mut boards = [0; GAMES];
    for (word, boards) in boards.as_chunks_mut().0.iter_mut().enumerate().take(games.words()) {
        *boards = std::array::from_fn(|square| games.plane(planes::SIDES + 64 * side + square)[word]);
        transpose(boards);
    }
    boards
}

/// A side's boards into its slices.
fn set_boards(games: &mut Bitslices, side: usize, boards: &[u64; GAMES]) {
    for (word, boards) in boards.as_chunks().0.iter().enumerate().take(games.words()) {
        let mut slices = *boards;
        transpose(&mut slices);
        for (square, slice) in slices.into_iter().enumerate() {
            games.plane_mut(planes::SIDES + 64 * side + square)[word] = slice;
        }
    }
}

/// Bit c of row r becomes bit r of row c: blocks of 32 by 32 change places, then those of 16 by 16 within them, and so on.
fn transpose(rows: &mut [u64; 64]) {
    let (mut width, mut mask) = (32, u64::MAX >> 32);
    while width > 0 {
        for pair in rows.chunks_exact_mut(2 * width) {
            let (above, below) = pair.split_at_mut(width);
            for (above, below) in above.iter_mut().zip(below) {
                let change = (*above >> width ^ *below) & mask;
                *above ^= change << width;
                *below ^= change;
            }
        }
        width /= 2;
        mask ^= mask << width;
    }
}

/// A board with rows for columns.
#[inline(always)]
fn transposed(board: u64) -> u64 {
    let change = (board ^ board >> 7) & 0x00aa_00aa_00aa_00aa;
    let board = board ^ change ^ change << 7;
    let change = (board ^ board >> 14) & 0x0000_cccc_0000_cccc;
    let board = board ^ change ^ change << 14;
    let change = (board ^ board >> 28) & 0x0000_0000_f0f0_f0f0;
    board ^ change ^ change << 28
}

/// Where a square goes on such a board.
fn transposed_square(square: u32) -> u32 {
    square % 8 * 8 + square / 8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn transposing_makes_rows_of_columns() {
        let mut random = Random::new(1);
        let rows: [u64; 64] = std::array::from_fn(|_| random.next_u64());
        let mut columns = rows;
        transpose(&mut columns);
        for (row, column) in (0..64).flat_map(|row| (0..64).map(move |column| (row, column))) {
            assert_eq!(columns[column] >> row & 1, rows[row] >> column & 1, "row {row}, column {column}");
        }
        for square in 0..64 {
            assert_eq!(transposed(1 << square), 1 << transposed_square(square));
            assert_eq!(transposed_square(square), 8 * (square % 8) + square / 8);
        }
        assert_eq!(
            transposed(rows[0]),
            (0..64).filter(|s| rows[0] >> s & 1 == 1).map(|s| 1 << transposed_square(s)).sum()
        );
    }
}
