//! The kernels of one position.

use super::inputs::OnPacked;
use super::samples::{Drawn, INNER, POSITIONS, draw, positions};
use crate::call::{Value, bytes, values};
use crate::cost::{Clock, Cost, once, row};
use crate::{Exercise, trial};
use std::hint::black_box;
use stonemask::Random;
use stonemask::founding::Packed6;
use stonemask::kernels::Othello as Kernels;
use stonemask::othello::{Board, Children, Colour, Position, Square};

pub(super) fn exercises() -> Vec<Exercise> {
    vec![
        Exercise {
            kernel: "legal_moves_8x8",
            trials: on!([8], N, trial(|k: &Kernels, p: &Position<N>| k.legal_moves(*p))),
            call: |_, random| {
                let Drawn { own, opponent, .. } = draw(random);
                values![own, opponent]
            },
            cost: Cost::Rows(on!([8], N, row("legal_moves", legal_moves_cost::<N>))),
        },
        Exercise {
            kernel: "legal_moves_inner",
            trials: on!([4, 6], N, trial(|k: &Kernels, p: &Position<N>| k.legal_moves(*p))),
            call: |_, random| {
                let Drawn { own, opponent, .. } = draw(random);
                values![own & INNER, opponent & INNER, INNER]
            },
            cost: Cost::Rows(on!([4, 6], N, row("legal_moves", legal_moves_cost::<N>))),
        },
        Exercise {
            kernel: "mobility_8x8",
            trials: on!([8], N, trial(|k: &Kernels, p: &Position<N>| k.mobility(*p))),
            call: |_, random| {
                let Drawn { own, opponent, .. } = draw(random);
                values![own, opponent]
            },
            cost: Cost::Rows(on!([8], N, row("mobility", mobility_cost::<N>))),
        },
        Exercise {
            kernel: "mobility_inner",
            trials: on!([4, 6], N, trial(|k: &Kernels, p: &Position<N>| k.mobility(*p))),
            call: |_, random| {
                let Drawn { own, opponent, .. } = draw(random);
                values![own & INNER, opponent & INNER, INNER]
            },
            cost: Cost::Rows(on!([4, 6], N, row("mobility", mobility_cost::<N>))),
        },
        Exercise {
            kernel: "flips",
            trials: on!([4, 6, 8], N, trial(|k: &Kernels, (p, at): &(Position<N>, Square<N>)| k.flips(*p, *at))),
            call: |_, random| {
                let Drawn { own, opponent, square, .. } = draw(random);
                values![own, opponent, square]
            },
            cost: Cost::Rows(on!(
                [4, 6, 8],
                N,
                row("flips", |k: &Kernels, clock| {
                    let positions = positions::<N>();
                    clock(POSITIONS, &mut || {
                        black_box(positions.iter().fold(0, |all, (p, square)| all ^ k.flips(*p, *square).bits()));
                    });
                })
            )),
        },
        Exercise {
            kernel: "outflanks",
            trials: on!([4, 6, 8], N, trial(|k: &Kernels, (p, at): &(Position<N>, Square<N>)| k.outflanks(*p, *at))),
            call: |_, random| {
                let Drawn { own, opponent, square, .. } = draw(random);
                values![own, opponent, square]
            },
            cost: Cost::Rows(on!(
                [4, 6, 8],
                N,
                row("outflanks", |k: &Kernels, clock| {
                    let positions = positions::<N>();
                    clock(POSITIONS, &mut || {
                        black_box(positions.iter().fold(false, |all, (p, square)| all ^ k.outflanks(*p, *square)));
                    });
                })
            )),
        },
        Exercise {
            kernel: "children",
            trials: on!(
                [4, 6, 8],
                N,
                trial(|k: &Kernels, p: &Position<N>| {
                    let mut children = Children::new();
                    let moves = k.children(*p, &mut children);
                    (moves, children.as_slice().to_vec())
                })
            ),
            call: |_, random| {
                let Drawn { board, own, opponent, .. } = draw(random);
                // Without squares nothing may be written.
                let squares = if random.below(8) == 0 { 0 } else { board.legal_moves().bits() };
                values![own, opponent, squares, Value::Elements(squares.count_ones() as usize)]
            },
            cost: Cost::Rows(on!(
                [4, 6, 8],
                N,
                row("children", |k: &Kernels, clock| {
                    let (positions, mut children) = (positions::<N>(), Children::new());
                    clock(POSITIONS, &mut || {
                        for (position, _) in positions {
                            black_box(k.children(*position, &mut children));
                        }
                    });
                })
            )),
        },
        Exercise {
            kernel: "packed6_outflank",
            trials: vec![trial("othello6", |_: &Kernels, ((state, colour), cell): &OnPacked| {
                state.outflank(*colour, cell.0 as u8)
            })],
            call: |_, random| {
                let Drawn { colour, cell, .. } = draw(random);
                values![packed6(random), colour, cell]
            },
            cost: Cost::Rows(vec![row("othello6", "packed outflank", |k: &Kernels, clock| {
                let states = packed_positions();
                clock(POSITIONS, &mut || {
                    for (state, cell) in states {
                        black_box(k.packed6_outflank(state, Colour::Black, *cell));
                    }
                });
            })]),
        },
        Exercise {
            kernel: "packed6_move",
            trials: vec![trial("othello6", |_: &Kernels, ((state, colour), cell): &OnPacked| {
                let mut moved = *state;
                let result = moved.play(*colour, cell.0 as u8);
                (moved, result)
            })],
            call: |_, random| {
                let Drawn { colour, cell, .. } = draw(random);
                values![packed6(random), colour, cell]
            },
            cost: Cost::Rows(vec![row("othello6", "packed move", |k: &Kernels, clock| {
                let states = packed_positions();
                clock(POSITIONS, &mut || {
                    for (state, cell) in states {
                        let mut moved = *state;
                        let _ = black_box(k.packed6_move(&mut moved, Colour::Black, *cell));
                        black_box(&moved);
                    }
                });
            })]),
        },
    ]
}

fn legal_moves_cost<const N: usize>(k: &Kernels, clock: Clock) {
    let positions = positions::<N>();
    clock(POSITIONS, &mut || {
        black_box(positions.iter().fold(0, |all, (position, _)| all ^ k.legal_moves(*position).bits()));
    });
}

fn mobility_cost<const N: usize>(k: &Kernels, clock: Clock) {
    let positions = positions::<N>();
    clock(POSITIONS, &mut || {
        black_box(positions.iter().fold(0, |all, (position, _)| all ^ k.mobility(*position)));
    });
}

// The layout that the packed states here assume; their padding is not the kernels' to rely on.
const _: () = assert!(size_of::<Packed6>() == 12 && align_of::<Packed6>() == 4);

/// Any packed state: t among padding that the kernel must not care about, free, pos.
fn packed6(random: &mut Random) -> Vec<u8> {
    let [t, free, pos] = [(); 3].map(|()| random.next_u64() as u32);
    bytes(&[t & !0xf0, free, pos & free])
}

/// The positions of games as packed states in which black is to move, each with a legal cell.
fn packed_positions() -> &'static [(Packed6, u8)] {
    let packed = |&(position, square): &(Position<6>, Square<6>)| {
        let state = Packed6::from_board(&Board::new(position, Colour::Black)).expect("the centre is occupied");
        (state, Packed6::cell_of(square))
    };
    once(move || positions::<6>().iter().map(packed).collect::<Vec<_>>())
}
