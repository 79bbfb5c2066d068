//! The kernels of many positions and of games in bit slices. Costs are of the share of one
//! position, child or game.

use super::samples::{INNER, POSITIONS, draw, positions};
use crate::call::{Value, bytes, values};
use crate::contract::layout;
use crate::cost::{Clock, Cost, once, row};
use crate::{Exercise, Kind, Table, trial};
use std::hint::black_box;
use stonemask::internals::othello::{PLANE_COUNT, bitslices_differ};
use stonemask::kernels::Othello as Kernels;
use stonemask::othello::{Board, Position, Positions, Square};
use stonemask::{Random, Tier};

pub(super) fn exercises() -> Vec<Exercise> {
    vec![
        Exercise {
            kernel: "batch_moves_8x8",
            trials: on!([8], N, trial(|k: &Kernels, p: &Vec<Position<N>>| legal_moves(k, p))),
            call: |_, random| {
                let Batch { boards, own, opponent } = batch(u64::MAX, random);
                values![bytes(&own), bytes(&opponent), Value::Elements(boards), boards]
            },
            cost: Cost::Rows(on!([8], N, row("moves, many", legal_moves_cost::<N>))),
        },
        Exercise {
            kernel: "batch_moves_inner",
            trials: on!([4, 6], N, trial(|k: &Kernels, p: &Vec<Position<N>>| legal_moves(k, p))),
            call: |_, random| {
                let Batch { boards, own, opponent } = batch(INNER, random);
                values![bytes(&own), bytes(&opponent), Value::Elements(boards), boards, INNER]
            },
            cost: Cost::Rows(on!([4, 6], N, row("moves, many", legal_moves_cost::<N>))),
        },
        Exercise {
            kernel: "batch_mobility_8x8",
            trials: on!([8], N, trial(|k: &Kernels, p: &Vec<Position<N>>| mobility(k, p))),
            call: |_, random| {
                let Batch { boards, own, opponent } = batch(u64::MAX, random);
                values![bytes(&own), bytes(&opponent), Value::Elements(boards), boards]
            },
            cost: Cost::Rows(on!([8], N, row("count, many", mobility_cost::<N>))),
        },
        Exercise {
            kernel: "batch_mobility_inner",
            trials: on!([4, 6], N, trial(|k: &Kernels, p: &Vec<Position<N>>| mobility(k, p))),
            call: |_, random| {
                let Batch { boards, own, opponent } = batch(INNER, random);
                values![bytes(&own), bytes(&opponent), Value::Elements(boards), boards, INNER]
            },
            cost: Cost::Rows(on!([4, 6], N, row("count, many", mobility_cost::<N>))),
        },
        Exercise {
            kernel: "batch_flips",
            trials: on!(
                [4, 6, 8],
                N,
                trial(|k: &Kernels, inputs: &Vec<(Position<N>, Square<N>)>| {
                    let (positions, squares): (Vec<_>, Vec<_>) = inputs.iter().copied().unzip();
                    let mut flips = vec![0; positions.len()];
                    k.flips_many(Arrays::of(&positions).positions(), &squares, &mut flips);
                    flips
                })
            ),
            call: |_, random| {
                let Batch { boards, own, opponent } = batch(u64::MAX, random);
                let squares: Vec<u8> = (0..boards).map(|_| random.below(64) as u8).collect();
                values![bytes(&own), bytes(&opponent), squares, Value::Elements(boards), boards]
            },
            cost: Cost::Rows(on!(
                [4, 6, 8],
                N,
                row("flips, many", |k: &Kernels, clock| {
                    let squares = once(|| positions::<N>().iter().map(|(_, square)| *square).collect::<Vec<_>>());
                    let (positions, mut flips) = (Arrays::measured::<N>().positions(), vec![0; POSITIONS]);
                    clock(POSITIONS, &mut || k.flips_many(positions, squares, black_box(&mut flips)));
                })
            )),
        },
        Exercise {
            kernel: "batch_children",
            trials: on!([4, 6, 8], N, trial(|k: &Kernels, p: &Vec<Position<N>>| children(k, p))),
            call: |_, random| {
                let Batch { boards, mut own, mut opponent } = batch(u64::MAX, random);
                let empties = own.iter().zip(&opponent).map(|(own, opponent)| !(own | opponent));
                let mut squares: Vec<u64> =
                    empties.map(|empties| empties & random.next_u64() & random.next_u64()).collect();
                if boards > 0 && random.below(2) == 0 {
                    // The most moves that a board can have, behind those of others.
                    (own[boards - 1], opponent[boards - 1], squares[boards - 1]) = (0, 0, u64::MAX);
                }
                let children = squares.iter().map(|set| set.count_ones() as usize).sum();
                let inputs = values![bytes(&own), bytes(&opponent), bytes(&squares), boards];
                inputs.into_iter().chain([children, children].map(Value::Elements)).collect()
            },
            cost: Cost::Rows(on!([4, 6, 8], N, row("child, many", children_cost::<N>))),
        },
        Exercise {
            kernel: "bitslices_plies_8x8",
            trials: on!([8], N, trial(|k: &'static Kernels, p: &Vec<Position<N>>| bitslices_differ(k, p, 3))),
            call: plies_call,
            cost: Cost::Rows(on!([8], N, row("random game", random_games_cost::<N>))),
        },
        Exercise {
            kernel: "bitslices_plies_6x6",
            trials: on!([6], N, trial(|k: &'static Kernels, p: &Vec<Position<N>>| bitslices_differ(k, p, 3))),
            call: plies_call,
            cost: Cost::Rows(on!([6], N, row("random game", random_games_cost::<N>))),
        },
        Exercise {
            kernel: "bitslices_plies_4x4",
            trials: on!([4], N, trial(|k: &'static Kernels, p: &Vec<Position<N>>| bitslices_differ(k, p, 3))),
            call: plies_call,
            cost: Cost::Rows(on!([4], N, row("random game", random_games_cost::<N>))),
        },
        Exercise {
            kernel: "bitslices_finish",
            trials: on!([4, 6, 8], N, trial(|k: &'static Kernels, p: &Vec<Position<N>>| bitslices_differ(k, p, 2))),
            call: |kind, random| {
                draw(random);
                values![bitslices(kind, random)]
            },
            cost: Cost::Within("random game"),
        },
        Exercise {
            kernel: "bitslices_launch",
            trials: on!([4, 6, 8], N, trial(|k: &'static Kernels, p: &Vec<Position<N>>| bitslices_differ(k, p, 0))),
            call: |kind, random| {
                draw(random);
                values![bitslices(kind, random), random.next_u64(), random.next_u64()]
            },
            cost: Cost::Within("random game"),
        },
    ]
}

/// Positions as the kernels take them.
struct Arrays {
    own: Vec<u64>,
    opponent: Vec<u64>,
}

impl Arrays {
    fn of<const N: usize>(positions: &[Position<N>]) -> Arrays {
        let bits = |position: &Position<N>| (position.own().bits(), position.opponent().bits());
        let (own, opponent) = positions.iter().map(bits).unzip();
        Arrays { own, opponent }
    }

    /// The positions that [`samples`](super::samples) has for measuring.
    fn measured<const N: usize>() -> &'static Arrays {
        once(|| Arrays::of(&positions::<N>().iter().map(|(position, _)| *position).collect::<Vec<_>>()))
    }

    fn positions<const N: usize>(&self) -> Positions<'_, N> {
        Positions::new(&self.own, &self.opponent).expect("discs do not overlap")
    }
}

fn legal_moves<const N: usize>(kernels: &Kernels, positions: &[Position<N>]) -> Vec<u64> {
    let mut moves = vec![0; positions.len()];
    kernels.legal_moves_many(Arrays::of(positions).positions::<N>(), &mut moves);
    moves
}

fn legal_moves_cost<const N: usize>(kernels: &Kernels, clock: Clock) {
    let (arrays, mut moves) = (Arrays::measured::<N>(), vec![0; POSITIONS]);
    let positions = arrays.positions::<N>();
    clock(POSITIONS, &mut || kernels.legal_moves_many(positions, black_box(&mut moves)));
}

fn mobility<const N: usize>(kernels: &Kernels, positions: &[Position<N>]) -> Vec<u8> {
    let mut counts = vec![0; positions.len()];
    kernels.mobility_many(Arrays::of(positions).positions::<N>(), &mut counts);
    counts
}

fn mobility_cost<const N: usize>(kernels: &Kernels, clock: Clock) {
    let (arrays, mut counts) = (Arrays::measured::<N>(), vec![0; POSITIONS]);
    let positions = arrays.positions::<N>();
    clock(POSITIONS, &mut || kernels.mobility_many(positions, black_box(&mut counts)));
}

fn children<const N: usize>(kernels: &Kernels, positions: &[Position<N>]) -> (Vec<u64>, Vec<u64>) {
    let moves = legal_moves(Kernels::of(Tier::Reference), positions);
    let count = moves.iter().map(|moves| moves.count_ones() as usize).sum();
    let (mut own, mut opponent) = (vec![0; count], vec![0; count]);
    kernels.children_many(Arrays::of(positions).positions::<N>(), &moves, &mut own, &mut opponent);
    (own, opponent)
}

fn children_cost<const N: usize>(kernels: &Kernels, clock: Clock) {
    // As perft does it: few positions at a time, so that their children stay in the first-level
    // cache.
    const TOGETHER: usize = 32;
    let (arrays, mut moves) = (Arrays::measured::<N>(), vec![0; POSITIONS]);
    kernels.legal_moves_many(arrays.positions::<N>(), &mut moves);
    let (mut child_own, mut child_opponent) = ([0; 64 * TOGETHER], [0; 64 * TOGETHER]);
    let children = moves.iter().map(|moves| moves.count_ones() as usize).sum();
    let parts: Vec<(Positions<'_, N>, &[u64])> = (0..POSITIONS)
        .step_by(TOGETHER)
        .map(|at| {
            let part = at..at + TOGETHER;
            let positions = Positions::new(&arrays.own[part.clone()], &arrays.opponent[part.clone()]);
            (positions.expect("discs do not overlap"), &moves[part])
        })
        .collect();
    clock(children, &mut || {
        for (positions, moves) in &parts {
            black_box(kernels.children_many(*positions, moves, &mut child_own, &mut child_opponent));
        }
    });
}

fn random_games_cost<const N: usize>(kernels: &'static Kernels, clock: Clock) {
    let games = match kernels.tier() {
        Tier::Reference => 4,
        Tier::Portable | Tier::X64 => 2000,
        _ => 30_000,
    };
    clock(games, &mut || {
        black_box(Board::<N>::start().playouts(games as u64, 1));
    });
}

/// Any discs on a few boards.
struct Batch {
    boards: usize,
    own: Vec<u64>,
    opponent: Vec<u64>,
}

fn batch(board: u64, random: &mut Random) -> Batch {
    draw(random);
    let boards = random.below(20) as usize;
    let discs = (0..boards).map(|_| {
        let (occupied, own) = (random.next_u64() & board, random.next_u64());
        (occupied & own, occupied & !own)
    });
    let (own, opponent) = discs.unzip();
    Batch { boards, own, opponent }
}

/// Any games in bit slices: the side to move, then what may be anything.
fn bitslices(kind: Kind, random: &mut Random) -> Vec<u8> {
    let mut words: Vec<u64> = (0..40 + 8 * PLANE_COUNT).map(|_| random.next_u64()).collect();
    words[0] &= 1;
    words.truncate(layout("Bitslices", kind).0 / 8);
    bytes(&words)
}

fn plies_call(kind: Kind, random: &mut Random) -> Vec<Value> {
    draw(random);
    let enough = random.below(700);
    let games = bitslices(kind, random);
    let words = 1 + u64::from(random.below(2));
    values![games, words, u64::from(enough)]
}
