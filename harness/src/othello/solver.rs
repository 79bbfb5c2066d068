//! The solver's kernels.

use super::inputs::position;
use super::samples::{INNER, POSITIONS, draw, endings, positions};
use crate::call::{Argument, Call, Memory, bytes};
use crate::cost::{Clock, Cost, row};
use crate::{Exercise, trial};
use std::hint::black_box;
use stonemask::Random;
use stonemask::internals::othello::{STAGE_BYTES, evaluated_children, evaluated_reply};
use stonemask::kernels::Othello as Kernels;
use stonemask::othello::{Position, Scoring, SquareSet};

pub(super) fn exercises() -> Vec<Exercise> {
    use Argument::{Memory as At, Narrow, Wide};
    vec![
        Exercise {
            kernel: "last_plies_8x8",
            trials: on!([8], N, trial(last_plies::<N>)),
            call: |_, random| Call::new(last_plies_arguments(u64::MAX, random), 64),
            cost: Cost::Rows(on!([8], N, row("last plies", last_plies_cost::<N>))),
        },
        Exercise {
            kernel: "last_plies_inner",
            trials: on!([4, 6], N, trial(last_plies::<N>)),
            call: |_, random| {
                let mut arguments = last_plies_arguments(INNER, random);
                arguments.push(Wide(INNER));
                Call::new(arguments, 64)
            },
            cost: Cost::Rows(on!([4, 6], N, row("last plies", last_plies_cost::<N>))),
        },
        Exercise {
            kernel: "evaluate_children",
            trials: vec![trial("othello6", |k: &Kernels, p: &Position<6>| evaluated_children(k, *p))],
            call: |_, random| {
                let (mut arguments, moves) = evaluation_arguments(random);
                let count = moves.next_multiple_of(2) as usize;
                arguments.extend([At(Memory::output(16 * count, 8)), At(Memory::output(8 * count, 4))]);
                Call::new(arguments, 64)
            },
            // With the list of what it found.
            cost: Cost::Rows(vec![row("othello6", "evaluate", |k: &Kernels, clock| {
                let positions = positions::<6>();
                clock(POSITIONS, &mut || {
                    for (position, _) in positions {
                        black_box(evaluated_children(k, *position));
                    }
                });
            })]),
        },
        Exercise {
            kernel: "best_reply",
            trials: vec![trial("othello6", |k: &Kernels, p: &Position<6>| {
                [-200, -40, -1, 0, 1, 40, i32::MAX].map(|beta| evaluated_reply(k, *p, beta))
            })],
            call: |_, random| {
                let (mut arguments, _) = evaluation_arguments(random);
                arguments.push(Narrow(random.next_u64() as u32));
                Call::new(arguments, 32)
            },
            cost: Cost::Rows(vec![row("othello6", "best reply", |k: &Kernels, clock| {
                let positions = positions::<6>();
                clock(POSITIONS, &mut || {
                    for (position, _) in positions {
                        black_box(evaluated_reply(k, *position, i32::MAX));
                    }
                });
            })]),
        },
    ]
}

/// The values and node counts of a position, once it has 5 to 8 empty squares, for a window and every scoring.
fn last_plies<const N: usize>(kernels: &Kernels, given: &Position<N>) -> [(i32, u64); 3] {
    // The first empty squares stay, or the first squares of all are emptied. How many, and the window, follow from the discs.
    let (empties, own) = (given.empties(), given.own().len());
    let left: SquareSet<N> = empties.iter().chain((!empties).iter()).take(5 + own as usize % 4).collect();
    let own_left = given.own() - left;
    let position = position::<N>(own_left.bits(), (!left - own_left).bits());
    let alpha = own as i32 * 5 % 41 - 20;
    Scoring::ALL.map(|scoring| kernels.last_plies(position, alpha, scoring))
}

fn last_plies_cost<const N: usize>(k: &Kernels, clock: Clock) {
    let endings = endings::<N>();
    clock(endings.len(), &mut || {
        let value = |position: &Position<N>| k.last_plies(*position, 0, Scoring::Discs).0;
        black_box(endings.iter().fold(0, |all, position| all ^ value(position)));
    });
}

/// A full board of any discs, but for some squares; a window, a scoring and room.
fn last_plies_arguments(board: u64, random: &mut Random) -> Vec<Argument> {
    use Argument::{Memory as At, Narrow, Wide};
    draw(random);
    let mut discs = board;
    let empties = 5 + random.below(4);
    while discs.count_ones() > board.count_ones() - empties {
        discs &= !(1 << random.below(64));
    }
    let own = random.next_u64() & discs;
    let (alpha, scoring) = (random.below(128).wrapping_sub(64), random.below(3));
    let room = Memory::in_place(vec![0; 1280], 64).room(0..1280);
    vec![Wide(own), Wide(discs & !own), Narrow(alpha), Narrow(scoring), At(room)]
}

/// Any position of 6x6, weights and tables; and the number of its moves.
fn evaluation_arguments(random: &mut Random) -> (Vec<Argument>, u32) {
    draw(random);
    let (discs, mine) = (random.next_u64() & INNER, random.next_u64());
    let [own, opponent] = [discs & mine, discs & !mine];
    let moves = position::<6>(own, opponent).legal_moves().len();
    // Six rows of 64 entries, the empty board's, and the squares', of 32 numbers; 26 of the greatest stay within the weights.
    let tables: Vec<u16> = (0..(6 * 64 + 1 + 64) * 32).map(|_| random.below(1000) as u16).collect();
    let weights: Vec<u8> = (0..STAGE_BYTES).map(|_| random.next_u64() as u8).collect();
    let memory = [(bytes(&[own, opponent]), 8), (weights, 1), (bytes(&tables), 64)];
    (memory.map(|(bytes, align)| Argument::Memory(Memory::input(bytes, align))).into(), moves)
}
