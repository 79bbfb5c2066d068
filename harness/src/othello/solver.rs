//! The solver's kernels.

use super::inputs::position;
use super::samples::{INNER, POSITIONS, draw, endings, positions};
use crate::call::{Value, bytes, values};
use crate::cost::{Clock, Cost, row};
use crate::{Exercise, trial};
use std::hint::black_box;
use stonemask::Random;
use stonemask::internals::othello::{evaluated_children, evaluated_reply, evaluation_tables, stage_bytes};
use stonemask::kernels::{LastTable, Othello as Kernels};
use stonemask::othello::{Position, Scoring, SquareSet};

pub(super) fn exercises() -> Vec<Exercise> {
    vec![
        Exercise {
            kernel: "last_plies_8x8",
            trials: on!([8], N, trial(last_plies::<N>)),
            call: |_, random| last_plies_call(u64::MAX, random),
            cost: Cost::Rows(on!([8], N, row("last plies", last_plies_cost::<N>))),
        },
        Exercise {
            kernel: "last_plies_inner",
            trials: on!([4, 6], N, trial(last_plies::<N>)),
            call: |_, random| {
                let board = if random.below(4) == 0 { SquareSet::<4>::ALL.bits() } else { INNER };
                last_plies_call(board, random)
            },
            cost: Cost::Rows(on!([4, 6], N, row("last plies", last_plies_cost::<N>))),
        },
        Exercise {
            kernel: "evaluate_children_6x6",
            trials: on!([6], N, trial(|k: &Kernels, p: &Position<N>| evaluated_children(k, *p))),
            call: |_, random| evaluate_children_call::<6>(random),
            cost: Cost::Rows(on!([6], N, row("evaluate", evaluate_children_cost::<N>))),
        },
        Exercise {
            kernel: "best_reply_6x6",
            trials: on!([6], N, trial(evaluated_replies::<N>)),
            call: |_, random| best_reply_call::<6>(random),
            cost: Cost::Rows(on!([6], N, row("best reply", best_reply_cost::<N>))),
        },
        Exercise {
            kernel: "evaluate_children_8x8",
            trials: on!([8], N, trial(|k: &Kernels, p: &Position<N>| evaluated_children(k, *p))),
            call: |_, random| evaluate_children_call::<8>(random),
            cost: Cost::Rows(on!([8], N, row("evaluate", evaluate_children_cost::<N>))),
        },
        Exercise {
            kernel: "best_reply_8x8",
            trials: on!([8], N, trial(evaluated_replies::<N>)),
            call: |_, random| best_reply_call::<8>(random),
            cost: Cost::Rows(on!([8], N, row("best reply", best_reply_cost::<N>))),
        },
    ]
}

/// The values and node counts of a position, once it has 5 to 10 empty squares, for every scoring
/// and some windows one after another: the later searches know what the earlier found.
fn last_plies<const N: usize>(kernels: &Kernels, given: &Position<N>) -> [[(i32, u64); 4]; 3] {
    // The first empty squares stay, or the first squares of all are emptied. How many, and the
    // window, follow from the discs.
    let (empties, own) = (given.empties(), given.own().len());
    let left: SquareSet<N> = empties.iter().chain((!empties).iter()).take(5 + own as usize % 6).collect();
    let own_left = given.own() - left;
    let position = position::<N>(own_left.bits(), (!left - own_left).bits());
    let alpha = own as i32 * 5 % 41 - 20;
    Scoring::ALL.map(|scoring| {
        let mut table = LastTable::new(scoring);
        [alpha, alpha, alpha - 8, alpha + 4].map(|alpha| kernels.last_plies(position, alpha, &mut table))
    })
}

fn last_plies_cost<const N: usize>(k: &Kernels, clock: Clock) {
    let endings = endings::<N>();
    clock(endings.len(), &mut || {
        let mut table = LastTable::new(Scoring::Discs);
        let value = |all, position: &Position<N>| all ^ k.last_plies(*position, 0, &mut table).0;
        black_box(endings.iter().fold(0, value));
    });
}

/// A full board of any discs, but for some squares; a window, a scoring, room, and a table that
/// knows nothing.
fn last_plies_call(board: u64, random: &mut Random) -> Vec<Value> {
    draw(random);
    let mut discs = board;
    let empties = 5 + random.below(6);
    while discs.count_ones() > board.count_ones() - empties {
        discs &= !(1 << random.below(64));
    }
    let own = random.next_u64() & discs;
    let (alpha, scoring) = (random.below(128).wrapping_sub(64), random.below(3));
    values![own, discs & !own, alpha, scoring, Value::Elements(1), vec![0u8; 24 << 12]]
}

/// With the list of what it found.
fn evaluate_children_cost<const N: usize>(k: &Kernels, clock: Clock) {
    let positions = positions::<N>();
    clock(POSITIONS, &mut || {
        for (position, _) in positions {
            black_box(evaluated_children(k, *position));
        }
    });
}

fn best_reply_cost<const N: usize>(k: &Kernels, clock: Clock) {
    let positions = positions::<N>();
    clock(POSITIONS, &mut || {
        for (position, _) in positions {
            black_box(evaluated_reply(k, *position, i32::MAX));
        }
    });
}

/// The values of the best reply for some windows.
fn evaluated_replies<const N: usize>(k: &Kernels, position: &Position<N>) -> [Option<i32>; 7] {
    [-200, -40, -1, 0, 1, 40, i32::MAX].map(|beta| evaluated_reply(k, *position, beta))
}

fn evaluate_children_call<const N: usize>(random: &mut Random) -> Vec<Value> {
    let (mut values, moves) = evaluation_values::<N>(random);
    let count = moves.next_multiple_of(2) as usize;
    values.extend([count, count].map(Value::Elements));
    values
}

fn best_reply_call<const N: usize>(random: &mut Random) -> Vec<Value> {
    let (mut values, _) = evaluation_values::<N>(random);
    values.push((random.next_u64() as u32).into());
    values
}

/// Any position, weights, and the board's tables; and the number of its moves.
fn evaluation_values<const N: usize>(random: &mut Random) -> (Vec<Value>, u32) {
    draw(random);
    let (discs, mine) = (random.next_u64() & SquareSet::<N>::ALL.bits(), random.next_u64());
    let [own, opponent] = [discs & mine, discs & !mine];
    let moves = position::<N>(own, opponent).legal_moves().len();
    let weights: Vec<u8> = (0..stage_bytes::<N>()).map(|_| random.next_u64() as u8).collect();
    (values![bytes(&[own, opponent]), weights, bytes(&evaluation_tables::<N>())], moves)
}
