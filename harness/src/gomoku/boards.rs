//! The kernels that look at one board.

use super::calls;
use super::inputs::{At, OnStone, Stones};
use super::samples::{STONES, planes, square, with_stones};
use crate::cost::{Cost, row};
use crate::{Exercise, trial};
use std::hint::black_box;
use stonemask::gomoku::{Colour, PointSet, Threats};
use stonemask::kernels::Gomoku as Kernels;

pub(super) fn exercises() -> Vec<Exercise> {
    vec![
        Exercise {
            kernel: "runs",
            trials: vec![trial("gomoku", |k: &Kernels, input: &OnStone| k.runs(input.vector().cells(), input.on))],
            call: |_, random| calls::runs(random),
            cost: Cost::Rows(by_side!("runs", SIDE, |k: &Kernels, clock| {
                let boards = with_stones(SIDE, k);
                clock(STONES * boards.len(), &mut || {
                    let stones = boards.iter().flat_map(|(board, stones)| stones.map(|(_, point)| (board, point)));
                    let runs = stones.filter_map(|(board, point)| k.runs(board.cells(), point));
                    black_box(runs.fold(0, |all, [a, b, c, d]| all ^ a.length ^ b.length ^ c.length ^ d.length));
                });
            })),
        },
        Exercise {
            kernel: "five",
            trials: by_lane!(LANE, |k: &Kernels, At { stones: Stones(board), colour, point }: &At<LANE>| {
                k.five(board.planes(), *colour, *point)
            }),
            call: |kind, random| calls::five(kind.lane, random),
            cost: Cost::Rows(by_side!("five", SIDE, |k: &Kernels, clock| {
                let boards = with_stones(SIDE, k);
                clock(STONES * boards.len(), &mut || {
                    let stones = boards.iter().flat_map(|(board, stones)| stones.map(|stone| (board, stone)));
                    let five = stones.map(|(board, (colour, point))| k.five(board.planes(), colour, point));
                    black_box(five.fold(false, |all, five| all ^ five));
                });
            })),
        },
        Exercise {
            kernel: "any_five",
            trials: by_lane!(LANE, |k: &Kernels, Stones(board): &Stones<LANE>| k.any_five(board.planes())),
            call: |kind, random| calls::any_five(kind.lane, random),
            cost: Cost::Rows(by_side!("any_five", SIDE, |k: &Kernels, clock| {
                let planes = planes(SIDE, k);
                clock(planes.len(), &mut || {
                    black_box(planes.iter().fold(false, |all, (planes, ..)| all ^ k.any_five(planes)[0]));
                });
            })),
        },
        Exercise {
            kernel: "any_exact_five",
            trials: by_lane!(LANE, |k: &Kernels, Stones(board): &Stones<LANE>| k.any_exact_five(board.planes())),
            call: |kind, random| calls::any_five(kind.lane, random),
            cost: Cost::Rows(by_side!("any_exact", SIDE, |k: &Kernels, clock| {
                let planes = planes(SIDE, k);
                clock(planes.len(), &mut || {
                    black_box(planes.iter().fold(false, |all, (planes, ..)| all ^ k.any_exact_five(planes)[0]));
                });
            })),
        },
        Exercise {
            kernel: "winning_cells",
            trials: by_lane!(LANE, |k: &Kernels, Stones(board): &Stones<LANE>| k.winning_cells(board.planes())),
            call: |kind, random| calls::winning_cells(kind.lane, random),
            cost: Cost::Rows(by_side!("winning", SIDE, |k: &Kernels, clock| {
                let (planes, size) = (planes(SIDE, k), square(SIDE));
                let mut sets = [PointSet::empty(size), PointSet::empty(size)];
                clock(planes.len(), &mut || {
                    for (planes, ..) in planes {
                        k.winning_cells_into(planes, &mut sets);
                        black_box(&sets);
                    }
                });
            })),
        },
        Exercise {
            kernel: "threats",
            trials: by_lane!(LANE, |k: &Kernels, (Stones(board), colour): &(Stones<LANE>, Colour)| {
                k.threats(board.planes(), *colour)
            }),
            call: |kind, random| calls::threats(kind.lane, random),
            cost: Cost::Rows(by_side!("threats", SIDE, |k: &Kernels, clock| {
                let (planes, mut threats) = (planes(SIDE, k), Threats::empty(square(SIDE)));
                clock(planes.len(), &mut || {
                    for (planes, colour) in planes {
                        k.threats_into(planes, *colour, &mut threats);
                        black_box(&threats);
                    }
                });
            })),
        },
    ]
}
