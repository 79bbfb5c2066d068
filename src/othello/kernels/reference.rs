//! Tier Reference: the rules on cells, behind the kernels' signatures.

use crate::game::Colour;
use crate::othello::kernels::last_table::{Places, Room};
use crate::othello::kernels::{REFERENCE, plain};
use crate::othello::packed6::Packed6;
use crate::othello::packed6_walk::enclosed;
use crate::othello::patterns::{Evaluation, Tables6, Tables8};
use crate::othello::planes::{self, Bitslices};
use crate::othello::reference::{self, Cells};
use crate::othello::square::{Square, SquareSet};

pub(super) fn legal_moves_8x8(own: u64, opponent: u64) -> u64 {
    legal_moves::<8>(own, opponent)
}

pub(super) fn mobility_8x8(own: u64, opponent: u64) -> u32 {
    legal_moves::<8>(own, opponent).count_ones()
}

pub(super) fn legal_moves_inner(own: u64, opponent: u64, board: u64) -> u64 {
    if board == SquareSet::<6>::ALL.bits() { legal_moves::<6>(own, opponent) } else { legal_moves::<4>(own, opponent) }
}

pub(super) fn mobility_inner(own: u64, opponent: u64, board: u64) -> u32 {
    legal_moves_inner(own, opponent, board).count_ones()
}

fn legal_moves<const N: usize>(own: u64, opponent: u64) -> u64 {
    reference::legal_moves(&cells::<N>(own, opponent), Colour::Black).into_iter().map(bit::<N>).sum()
}

// A ray ends at an empty cell as it does at the edge, so that the cells of the whole frame serve
// every board.
pub(super) fn flips(own: u64, opponent: u64, square: u32) -> u64 {
    let (row, column) = (square as usize / 8, square as usize % 8);
    reference::flips(&cells::<8>(own, opponent), Colour::Black, row, column).into_iter().map(bit::<8>).sum()
}

pub(super) fn outflanks(own: u64, opponent: u64, square: u32) -> u32 {
    u32::from(flips(own, opponent, square) != 0)
}

/// # Safety
/// There is room for one child for each of `squares`.
pub(super) unsafe fn children(own: u64, opponent: u64, squares: u64, children: *mut [u64; 2]) {
    let chosen = (0..64).filter(|square| squares >> square & 1 == 1);
    for (index, square) in chosen.enumerate() {
        let flips = flips(own, opponent, square);
        // SAFETY: the caller has room for one child for each of the squares.
        unsafe { children.add(index).write([opponent & !flips, own | flips | 1 << square]) };
    }
}

/// Kernels whose bodies over smaller kernels serve here too.
macro_rules! over_the_rules {
    ($(fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        $(
            /// # Safety
            /// The body's.
            #[allow(unused_unsafe, reason = "a body without preconditions is a safe function")]
            pub(super) unsafe fn $name($($argument: $type),*) $(-> $result)? {
                // SAFETY: the caller keeps the body's contract.
                unsafe { plain::$name(&REFERENCE, $($argument),*) }
            }
        )*
    };
}

over_the_rules! {
    fn last_plies_8x8(own: u64, opponent: u64, alpha: i32, scoring: u32, room: *mut Room, table: *mut Places) -> u64;
    fn last_plies_inner(own: u64, opponent: u64, alpha: i32, scoring: u32, room: *mut Room, table: *mut Places) -> u64;
    fn evaluate_children_6x6(
        position: *const [u64; 2], weights: *const u8, tables: *const Tables6, children: *mut [u64; 2], values: *mut Evaluation
    ) -> u64;
    fn evaluate_children_8x8(
        position: *const [u64; 2], weights: *const u8, tables: *const Tables8, children: *mut [u64; 2], values: *mut Evaluation
    ) -> u64;
    fn best_reply_6x6(position: *const [u64; 2], weights: *const u8, tables: *const Tables6, beta: i32) -> i32;
    fn best_reply_8x8(position: *const [u64; 2], weights: *const u8, tables: *const Tables8, beta: i32) -> i32;
    fn batch_moves_8x8(own: *const u64, opponent: *const u64, moves: *mut u64, boards: usize);
    fn batch_moves_inner(own: *const u64, opponent: *const u64, moves: *mut u64, boards: usize, board: u64);
    fn batch_mobility_8x8(own: *const u64, opponent: *const u64, counts: *mut u8, boards: usize);
    fn batch_mobility_inner(own: *const u64, opponent: *const u64, counts: *mut u8, boards: usize, board: u64);
    fn batch_flips(own: *const u64, opponent: *const u64, squares: *const u8, flips: *mut u64, boards: usize);
    fn batch_children(
        own: *const u64, opponent: *const u64, squares: *const u64, boards: usize, child_own: *mut u64, child_opponent: *mut u64
    ) -> usize;
}

/// # Safety
/// The state is valid.
pub(super) unsafe fn packed6_outflank(state: *const Packed6, colour: u32, cell: u32) -> u32 {
    // SAFETY: the caller's state is valid.
    let state = unsafe { &*state };
    u32::from(!enclosed(state, packed6_colour(colour), cell as u8).is_empty())
}

/// # Safety
/// The state is valid and not aliased.
pub(super) unsafe fn packed6_move(state: *mut Packed6, colour: u32, cell: u32) -> u64 {
    // SAFETY: the caller's state is valid and not aliased.
    let state = unsafe { &mut *state };
    let (colour, cell) = (packed6_colour(colour), cell as u8);
    let enclosed = enclosed(state, colour, cell);
    if enclosed.is_empty() {
        return 0;
    }
    for &cell in enclosed.iter().chain([&cell]) {
        state.set_colour(cell, colour);
    }
    enclosed.into_iter().map(|cell| 1 << cell).sum()
}

fn packed6_colour(colour: u32) -> Colour {
    if colour == 0 { Colour::White } else { Colour::Black }
}

/// # Safety
/// The state is valid and not aliased.
pub(super) unsafe fn bitslices_plies_8x8(games: *mut Bitslices, plies: u64, enough: u64) -> u64 {
    // SAFETY: the caller's promise.
    bitslices_plies::<8>(unsafe { &mut *games }, plies, enough)
}

/// # Safety
/// The state is valid and not aliased.
pub(super) unsafe fn bitslices_plies_6x6(games: *mut Bitslices, plies: u64, enough: u64) -> u64 {
    // SAFETY: the caller's promise.
    bitslices_plies::<6>(unsafe { &mut *games }, plies, enough)
}

/// # Safety
/// The state is valid and not aliased.
pub(super) unsafe fn bitslices_plies_4x4(games: *mut Bitslices, plies: u64, enough: u64) -> u64 {
    // SAFETY: the caller's promise.
    bitslices_plies::<4>(unsafe { &mut *games }, plies, enough)
}

/// Random plies of games in bit slices, one game after the other; the random numbers are drawn as
/// the assembly draws them.
fn bitslices_plies<const N: usize>(games: &mut Bitslices, plies: u64, enough: u64) -> u64 {
    for _ in 0..plies {
        let turn = games.turn();
        // Each game's moves, column by column.
        let moves: Vec<Vec<(usize, usize)>> = (0..games.games())
            .map(|game| {
                let cells = cells::<N>(games.side(turn, game), games.side(1 - turn, game));
                let mut moves = reference::legal_moves(&cells, Colour::Black);
                moves.sort_by_key(|&(row, column)| (column, row));
                moves
            })
            .collect();
        let chosen = draw::<N>(games, &moves);
        for (game, moves) in moves.iter().enumerate() {
            let passed = games.bit(planes::PASSED, game);
            games.set_bit(planes::OVER, game, passed && moves.is_empty());
            games.set_bit(planes::PASSED, game, moves.is_empty());
            if let Some(&(row, column)) = moves.get(chosen[game]) {
                let (own, opponent) = (games.side(turn, game), games.side(1 - turn, game));
                let flips = reference::flips(&cells::<N>(own, opponent), Colour::Black, row, column);
                let flips: u64 = flips.into_iter().map(bit::<N>).sum();
                games.set_side(turn, game, own | flips | bit::<N>((row, column)));
                games.set_side(1 - turn, game, opponent & !flips);
                games.set_age(game, games.age(game) + 1 + u32::from(passed));
            }
        }
        games.pass_turn();
        if games.count_over() >= enough {
            break;
        }
    }
    games.count_over()
}

/// A number below each game's number of moves; 0 where there are none. Sixty-four games draw from
/// one sequence, a plane for each bit, under the ones that the greatest number allowed smears to;
/// again and again, until each has had a number that is low enough, which is the one it keeps. On
/// boards of 36 and 64 squares a plane has a sixth bit where a game of the 64 needs one.
fn draw<const N: usize>(games: &mut Bitslices, moves: &[Vec<(usize, usize)>]) -> Vec<usize> {
    let mut chosen = Vec::new();
    for (word, moves) in moves.chunks(64).enumerate() {
        let last: Vec<usize> = moves.iter().map(|moves| moves.len().saturating_sub(1)).collect();
        let bits = match N {
            4 => 4,
            _ if last.iter().any(|&last| last >= 32) => 6,
            _ => 5,
        };
        let mut numbers = vec![None; moves.len()];
        while numbers.contains(&None) {
            let planes: Vec<u64> = (0..bits).map(|_| games.random.step_one(word)).collect();
            for (game, (number, &last)) in numbers.iter_mut().zip(&last).enumerate() {
                let smear = (last + 1).next_power_of_two() - 1;
                let drawn =
                    planes.iter().rev().fold(0, |drawn, plane| drawn << 1 | (plane >> game & 1) as usize) & smear;
                if drawn <= last && number.is_none() {
                    *number = Some(drawn);
                }
            }
        }
        chosen.extend(numbers.into_iter().flatten());
    }
    chosen
}

/// # Safety
/// The state is valid and not aliased.
pub(super) unsafe fn bitslices_finish(games: *mut Bitslices) {
    // SAFETY: the caller's promise.
    let games = unsafe { &mut *games };
    for game in 0..games.games() {
        let counted = games.bit(planes::MASK, game);
        let [first, second] = [0, 1].map(|side| games.side(side, game).count_ones() as i32);
        let black = if games.bit(planes::BLACK, game) { first - second } else { second - first };
        games.set_bit(planes::WON, game, counted && black > 0);
        games.set_bit(planes::EVEN, game, counted && black == 0);
        if counted {
            games.tally[(1 - black.signum()) as usize] += 1;
            games.tally[3] += u64::from(games.age(game));
        }
    }
}

/// # Safety
/// The state is valid and not aliased.
pub(super) unsafe fn bitslices_launch(games: *mut Bitslices, own: u64, opponent: u64) {
    // SAFETY: the caller's promise.
    let games = unsafe { &mut *games };
    let turn = games.turn();
    for game in 0..games.games() {
        if games.bit(planes::MASK, game) {
            games.set_side(turn, game, own);
            games.set_side(1 - turn, game, opponent);
            games.set_bit(planes::PASSED, game, false);
            games.set_bit(planes::OVER, game, false);
            games.set_age(game, 0);
        }
    }
}

/// The cells of an N x N board in the 8x8 frame, `own` as black.
fn cells<const N: usize>(own: u64, opponent: u64) -> Cells<N> {
    std::array::from_fn(|row| {
        std::array::from_fn(|column| {
            let bit = bit::<N>((row, column));
            if own & bit != 0 {
                Some(Colour::Black)
            } else if opponent & bit != 0 {
                Some(Colour::White)
            } else {
                None
            }
        })
    })
}

/// The bit of a cell of an N x N board in the 8x8 frame.
fn bit<const N: usize>((row, column): (usize, usize)) -> u64 {
    Square::<N>::new(row, column).expect("a cell of the board").set().bits()
}
