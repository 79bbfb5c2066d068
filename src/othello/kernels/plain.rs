//! Rust bodies of kernels that tier X64 has no assembly for, over the kernels that it has.

use crate::othello::kernels::Kernels;
use crate::othello::kernels::last_plies::LastPlies;
use crate::othello::kernels::last_table::{Places, Room};
use crate::othello::patterns::{Evaluation, Patterns, TABLES6, TABLES8, Tables, Tables6, Tables8, weights_per_stage};
use crate::othello::position::Position;
use crate::othello::scoring::Scoring;
use crate::othello::square::SquareSet;
use std::slice::{from_raw_parts, from_raw_parts_mut};

/// # Safety
/// `table` is valid for reads and writes and is not aliased.
pub(super) unsafe fn last_plies_8x8(
    kernels: &Kernels,
    own: u64,
    opponent: u64,
    alpha: i32,
    scoring: u32,
    _room: *mut Room,
    table: *mut Places,
) -> u64 {
    // SAFETY: the caller keeps the contract.
    unsafe { last_plies::<8>(kernels, own, opponent, alpha, scoring, table) }
}

/// # Safety
/// `table` is valid for reads and writes and is not aliased.
pub(super) unsafe fn last_plies_inner(
    kernels: &Kernels,
    own: u64,
    opponent: u64,
    alpha: i32,
    scoring: u32,
    _room: *mut Room,
    table: *mut Places,
) -> u64 {
    // SAFETY: the caller keeps the contract.
    unsafe {
        if (own | opponent) & !SquareSet::<4>::ALL.bits() != 0 {
            last_plies::<6>(kernels, own, opponent, alpha, scoring, table)
        } else {
            last_plies::<4>(kernels, own, opponent, alpha, scoring, table)
        }
    }
}

/// # Safety
/// `table` is valid for reads and writes and is not aliased.
unsafe fn last_plies<const N: usize>(
    kernels: &Kernels,
    own: u64,
    opponent: u64,
    alpha: i32,
    scoring: u32,
    table: *mut Places,
) -> u64 {
    // SAFETY: the caller lends a table.
    let table = unsafe { &mut *table };
    let search = LastPlies::new(kernels, Scoring::ALL[scoring as usize], table);
    let (value, nodes) = search.search(position::<N>(own, opponent), alpha);
    u64::from(value as u32) | nodes << 32
}

fn position<const N: usize>(own: u64, opponent: u64) -> Position<N> {
    Position::without_overlap(SquareSet::within(own), SquareSet::within(opponent))
}

/// Evaluates a position whose patterns have these indices by the weights of a stage: its value for
/// the side to move, in the weights' unit, and its mobility.
fn sum<const N: usize>(kernels: &Kernels, at: Position<N>, indices: &[u16], weights: &[u8]) -> Evaluation {
    let mobility = kernels.mobility(at);
    let moves = Patterns::of::<N>().moves_indices(mobility, kernels.mobility(at.pass()));
    let images = Patterns::image_offsets::<N>().zip(indices).map(|(from, &index)| from + usize::from(index));
    Evaluation { value: images.chain(moves).map(|index| i32::from(weights[index] as i8)).sum(), mobility }
}

/// Evaluates a 6x6 or 8x8 position by the weights of a stage.
pub(crate) fn evaluate<const N: usize>(kernels: &Kernels, at: Position<N>, weights: &[u8]) -> Evaluation {
    let (own, opponent) = (at.own().bits(), at.opponent().bits());
    if N == 6 {
        sum(kernels, at, &TABLES6.indices(own, opponent), weights)
    } else {
        sum(kernels, at, &TABLES8.indices(own, opponent), weights)
    }
}

/// The positions after each of some legal moves, evaluated.
fn evaluated<'a, const N: usize, const LANES: usize, const ROWS: usize, const SETS: usize>(
    kernels: &'a Kernels,
    at: Position<N>,
    moves: SquareSet<N>,
    weights: &'a [u8],
    tables: &'a Tables<LANES, ROWS, SETS>,
) -> impl Iterator<Item = (Position<N>, Evaluation)> {
    // The indices for the side to move in the children.
    let before = if moves.is_empty() { [0; LANES] } else { tables.indices(at.opponent().bits(), at.own().bits()) };
    moves.iter().map(move |square| {
        let flips = kernels.flips(at, square);
        let (child, indices) = (at.place(square, flips), tables.after_move(&before, square.bit(), flips.bits()));
        (child, sum(kernels, child, &indices, weights))
    })
}

/// # Safety
/// `at` and `weights` are a position and a stage's weights of the board of this size; `tables` are
/// the board's. There is room for a child and a value for each of its legal moves.
unsafe fn evaluate_children<const N: usize, const LANES: usize, const ROWS: usize, const SETS: usize>(
    kernels: &Kernels,
    at: Position<N>,
    weights: *const u8,
    tables: *const Tables<LANES, ROWS, SETS>,
    children: *mut [u64; 2],
    values: *mut Evaluation,
) -> u64 {
    // SAFETY: the caller's promise.
    let (weights, tables) = unsafe { (stage::<N>(weights), &*tables) };
    let moves = kernels.legal_moves(at);
    for (index, (child, value)) in evaluated(kernels, at, moves, weights, tables).enumerate() {
        // SAFETY: the caller has room for one for each move.
        unsafe {
            children.add(index).write([child.own().bits(), child.opponent().bits()]);
            values.add(index).write(value);
        }
    }
    moves.bits()
}

/// # Safety
/// As for [`evaluate_children`].
unsafe fn best_reply<const N: usize, const LANES: usize, const ROWS: usize, const SETS: usize>(
    kernels: &Kernels,
    at: Position<N>,
    weights: *const u8,
    tables: *const Tables<LANES, ROWS, SETS>,
    beta: i32,
) -> i32 {
    // SAFETY: the caller's promise.
    let (weights, tables) = unsafe { (stage::<N>(weights), &*tables) };
    let mut best = i32::MIN;
    for (index, (_, found)) in evaluated(kernels, at, kernels.legal_moves(at), weights, tables).enumerate() {
        if index % 2 == 0 && best >= beta {
            break;
        }
        best = best.max(-found.value);
    }
    best
}

/// # Safety
/// They are the weights of a stage of the board of this size.
unsafe fn stage<'a, const N: usize>(weights: *const u8) -> &'a [u8] {
    // SAFETY: the caller's promise.
    unsafe { from_raw_parts(weights, weights_per_stage::<N>()) }
}

/// The kernels of either board.
macro_rules! evaluations {
    ($size:literal $tables:ident $evaluate_children:ident $best_reply:ident) => {
        /// # Safety
        /// As for [`evaluate_children`].
        pub(super) unsafe fn $evaluate_children(
            kernels: &Kernels,
            at: *const [u64; 2],
            weights: *const u8,
            tables: *const $tables,
            children: *mut [u64; 2],
            values: *mut Evaluation,
        ) -> u64 {
            // SAFETY: the caller's promise.
            unsafe {
                let [own, opponent] = at.read();
                evaluate_children(kernels, position::<$size>(own, opponent), weights, tables, children, values)
            }
        }

        /// # Safety
        /// As for [`evaluate_children`], without children.
        pub(super) unsafe fn $best_reply(
            kernels: &Kernels,
            at: *const [u64; 2],
            weights: *const u8,
            tables: *const $tables,
            beta: i32,
        ) -> i32 {
            // SAFETY: the caller's promise.
            unsafe {
                let [own, opponent] = at.read();
                best_reply(kernels, position::<$size>(own, opponent), weights, tables, beta)
            }
        }
    };
}

evaluations!(6 Tables6 evaluate_children_6x6 best_reply_6x6);
evaluations!(8 Tables8 evaluate_children_8x8 best_reply_8x8);

/// # Safety
/// `own`, `opponent` and `moves` are of that many boards, whose discs do not overlap.
pub(super) unsafe fn batch_moves_8x8(
    kernels: &Kernels,
    own: *const u64,
    opponent: *const u64,
    moves: *mut u64,
    boards: usize,
) {
    // SAFETY: the caller's arrays, and discs that do not overlap.
    unsafe { each(own, opponent, moves, boards, |own, opponent| (kernels.legal_moves_8x8)(own, opponent)) }
}

/// # Safety
/// As for [`batch_moves_8x8`]; the discs lie on `board`, a smaller one.
pub(super) unsafe fn batch_moves_inner(
    kernels: &Kernels,
    own: *const u64,
    opponent: *const u64,
    moves: *mut u64,
    boards: usize,
    board: u64,
) {
    // SAFETY: the caller's arrays, and discs that do not overlap and lie on the board.
    unsafe { each(own, opponent, moves, boards, |own, opponent| (kernels.legal_moves_inner)(own, opponent, board)) }
}

/// # Safety
/// `own`, `opponent` and `counts` are of that many boards, whose discs do not overlap.
pub(super) unsafe fn batch_mobility_8x8(
    kernels: &Kernels,
    own: *const u64,
    opponent: *const u64,
    counts: *mut u8,
    boards: usize,
) {
    // SAFETY: the caller's arrays, and discs that do not overlap.
    unsafe { each(own, opponent, counts, boards, |own, opponent| (kernels.mobility_8x8)(own, opponent) as u8) }
}

/// # Safety
/// As for [`batch_mobility_8x8`]; the discs lie on `board`, a smaller one.
pub(super) unsafe fn batch_mobility_inner(
    kernels: &Kernels,
    own: *const u64,
    opponent: *const u64,
    counts: *mut u8,
    boards: usize,
    board: u64,
) {
    // SAFETY: the caller's arrays, and discs that do not overlap and lie on the board.
    unsafe { each(own, opponent, counts, boards, |own, opponent| (kernels.mobility_inner)(own, opponent, board) as u8) }
}

/// Writes the result of each board.
///
/// # Safety
/// The arrays have that many elements, and the results are not aliased.
#[inline]
pub(super) unsafe fn each<T>(
    own: *const u64,
    opponent: *const u64,
    results: *mut T,
    boards: usize,
    mut one: impl FnMut(u64, u64) -> T,
) {
    // SAFETY: the caller's promise.
    let (own, opponent) = unsafe { (from_raw_parts(own, boards), from_raw_parts(opponent, boards)) };
    for (index, (&own, &opponent)) in own.iter().zip(opponent).enumerate() {
        // SAFETY: there is room for the result of each board.
        unsafe { results.add(index).write(one(own, opponent)) };
    }
}

/// # Safety
/// The arrays have that many elements; discs do not overlap, squares are below 64, and the flips
/// are not aliased.
pub(super) unsafe fn batch_flips(
    kernels: &Kernels,
    own: *const u64,
    opponent: *const u64,
    squares: *const u8,
    flips: *mut u64,
    boards: usize,
) {
    for index in 0..boards {
        // SAFETY: the arrays have that many elements, and these are what the kernel takes.
        unsafe {
            let square = u32::from(*squares.add(index));
            flips.add(index).write((kernels.flips)(*own.add(index), *opponent.add(index), square));
        }
    }
}

/// # Safety
/// The first three arrays have that many elements; discs do not overlap, and the squares are empty.
/// There is room for a child for each of the squares, and it is not aliased.
pub(super) unsafe fn batch_children(
    kernels: &Kernels,
    own: *const u64,
    opponent: *const u64,
    squares: *const u64,
    boards: usize,
    child_own: *mut u64,
    child_opponent: *mut u64,
) -> usize {
    let mut count = 0;
    let mut children = [[0; 2]; 64];
    for index in 0..boards {
        // SAFETY: the arrays have that many elements, there is room for 64 children here, and for
        // each of them there.
        unsafe {
            let squares = *squares.add(index);
            (kernels.children)(*own.add(index), *opponent.add(index), squares, children.as_mut_ptr());
            let children = &children[..squares.count_ones() as usize];
            let own = from_raw_parts_mut(child_own.add(count), children.len());
            let opponent = from_raw_parts_mut(child_opponent.add(count), children.len());
            for ((own, opponent), child) in own.iter_mut().zip(opponent).zip(children) {
                [*own, *opponent] = *child;
            }
            count += children.len();
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::othello::position::Children;
    use crate::random::Random;
    use crate::tier::Tier;

    fn evaluates_alike<const N: usize>() {
        let mut random = Random::new(1);
        let weights: Vec<u8> = (0..weights_per_stage::<N>()).map(|_| random.next_u64() as u8).collect();
        let weights = &weights[..];
        for round in 0..600 {
            // Any discs: few, many, none.
            let (bits, own) = (random.next_u64() & random.next_u64() | random.next_u64(), random.next_u64());
            let bits = [bits, !bits, 0, bits & bits >> 8][round % 4] & SquareSet::<N>::ALL.bits();
            let set = |bits| SquareSet::<N>::from_bits(bits).unwrap();
            let position = Position::new(set(bits & own), set(bits & !own)).unwrap();
            let mut children = Children::new();
            Kernels::in_use().children(position, &mut children);
            let values: Vec<i32> =
                children.as_slice().iter().map(|&child| evaluate(Kernels::in_use(), child, weights).value).collect();
            let best = values.iter().map(|value| -value).max();
            for kernels in Tier::available().filter_map(Kernels::get) {
                let (mut found, mut evaluations) = (Children::new(), Evaluation::NONE);
                let moves = kernels.evaluate_children(position, weights, &mut found, &mut evaluations);
                assert_eq!(moves, kernels.legal_moves(position), "{}", kernels.tier());
                assert_eq!(found.as_slice(), children.as_slice(), "{}", kernels.tier());
                for ((evaluation, &value), &child) in evaluations.iter().zip(&values).zip(children.as_slice()) {
                    let mobility = kernels.mobility(child);
                    assert_eq!(*evaluation, Evaluation { value, mobility }, "{}", kernels.tier());
                }
                assert_eq!(kernels.best_reply(position, weights, i32::MAX), best, "{}", kernels.tier());
                // The best of the first two, four, and so on, when it is not below.
                let mut firsts = (1..=values.len()).filter(|count| count % 2 == 0 || *count == values.len());
                let enough = |count: usize| values[..count].iter().map(|value| -value).max();
                let expected = firsts.find_map(|count| enough(count).filter(|&value| value >= -20)).or(best);
                assert_eq!(kernels.best_reply(position, weights, -20), expected, "{}", kernels.tier());
            }
        }
    }

    #[test]
    fn every_tier_evaluates_alike() {
        evaluates_alike::<6>();
        evaluates_alike::<8>();
    }
}
