//! Othello: every kernel on every tier, and the crates magpie and rust_reversi_core on the same
//! work in the same run.
//!
//! `cargo bench --bench othello`; each figure is the time of 65 536 positions, and elements/s are
//! calls a second. The peers' builds are the ones a user gets: for any x86-64. docs/PERFORMANCE.md
//! has the figures.

#[path = "support/processor_time.rs"]
mod processor_time;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use magpie::othello::{Board as MagpieBoard, Position as MagpiePosition, Stone};
use processor_time::ProcessorTime;
use rust_reversi_core::board::{Board as ReversiBoard, Turn};
use std::hint::black_box;
use stonemask::kernels::{Othello as Kernels, with_tier};
use stonemask::othello::{Board, Children, Square};
use stonemask::{Random, Tier};

/// Distinct positions: more than a branch predictor learns by heart; with 4096 the peers' moves
/// seem twice as fast as they are.
const POSITIONS: usize = 1 << 16;

/// Boards of random games, each with one of its legal squares.
fn inputs<const N: usize>() -> Vec<(Board<N>, Square<N>)> {
    let mut random = Random::new(1);
    let mut inputs = Vec::with_capacity(POSITIONS);
    let mut board = Board::<N>::start();
    while inputs.len() < POSITIONS {
        let moves = board.legal_moves();
        // Positions from the start of one game to the end of another: one in four, so that they
        // differ.
        if !moves.is_empty() && random.below(4) == 0 {
            let chosen = random.below(moves.len()) as usize;
            inputs.push((board, moves.iter().nth(chosen).expect("fewer than the moves there are")));
        }
        if !board.play_random(&mut random) {
            board = Board::start();
        }
    }
    inputs
}

fn kernels(criterion: &mut Criterion<ProcessorTime>) {
    boards::<8>(criterion, "8x8");
    boards::<6>(criterion, "6x6");
}

fn boards<const N: usize>(criterion: &mut Criterion<ProcessorTime>, size: &str) {
    let inputs = inputs::<N>();
    let tiers: Vec<&'static Kernels> = Tier::available().filter_map(Kernels::get).collect();
    let name = |kernels: &'static Kernels| BenchmarkId::from_parameter(format!("stonemask {}", kernels.tier()));

    let mut group = criterion.benchmark_group(format!("legal moves {size}"));
    group.throughput(Throughput::Elements(POSITIONS as u64));
    for kernels in &tiers {
        group.bench_function(name(kernels), |bencher| {
            bencher
                .iter(|| inputs.iter().fold(0, |all, (board, _)| all ^ kernels.legal_moves(board.position()).bits()));
        });
    }
    if N == 8 {
        let magpie: Vec<MagpieBoard> = inputs.iter().map(|(board, _)| magpie_board(board)).collect();
        group.bench_function("magpie", |bencher| {
            bencher.iter(|| magpie.iter().fold(0, |all, board| all ^ board.moves_for(Stone::Black).raw()));
        });
        let reversi: Vec<ReversiBoard> = inputs.iter().map(|(board, _)| reversi_board(board)).collect();
        group.bench_function("rust_reversi_core", |bencher| {
            // A fresh copy each time: the board remembers its answer.
            bencher.iter(|| reversi.iter().fold(0, |all, board| all ^ board.clone().get_legal_moves()));
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group(format!("play {size}"));
    group.throughput(Throughput::Elements(POSITIONS as u64));
    for kernels in &tiers {
        with_tier(kernels.tier(), || {
            group.bench_function(name(kernels), |bencher| {
                bencher.iter(|| {
                    inputs.iter().fold(0, |all, (board, square)| {
                        let mut board = *board;
                        board.play_unchecked(*square);
                        all ^ board.position().own().bits()
                    })
                });
            });
        })
        .expect("the tier is available");
    }
    if N == 8 {
        let magpie: Vec<(MagpieBoard, MagpiePosition)> =
            inputs.iter().map(|(board, square)| (magpie_board(board), magpie_square(*square))).collect();
        group.bench_function("magpie", |bencher| {
            bencher.iter(|| {
                magpie.iter().fold(0, |all, (board, square)| {
                    let mut board = board.clone();
                    board.play(Stone::Black, *square);
                    all ^ board.bits_for(Stone::White).raw()
                })
            });
        });
        let reversi: Vec<(ReversiBoard, u64)> =
            inputs.iter().map(|(board, square)| (reversi_board(board), square.set().bits())).collect();
        group.bench_function("rust_reversi_core", |bencher| {
            bencher.iter(|| {
                reversi.iter().fold(0, |all, (board, square)| {
                    let mut board = board.clone();
                    board.reverse(*square);
                    all ^ board.get_board().1
                })
            });
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group(format!("flips {size}"));
    group.throughput(Throughput::Elements(POSITIONS as u64));
    for kernels in &tiers {
        group.bench_function(name(kernels), |bencher| {
            bencher.iter(|| {
                inputs.iter().fold(0, |all, (board, square)| all ^ kernels.flips(board.position(), *square).bits())
            });
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group(format!("outflanks {size}"));
    group.throughput(Throughput::Elements(POSITIONS as u64));
    for kernels in &tiers {
        group.bench_function(name(kernels), |bencher| {
            bencher.iter(|| {
                inputs.iter().fold(false, |all, (board, square)| all ^ kernels.outflanks(board.position(), *square))
            });
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group(format!("children {size}"));
    group.throughput(Throughput::Elements(POSITIONS as u64));
    for kernels in &tiers {
        let mut children = Children::new();
        group.bench_function(name(kernels), |bencher| {
            bencher.iter(|| {
                for (board, _) in &inputs {
                    black_box(kernels.children(board.position(), &mut children));
                }
            });
        });
    }
    group.finish();
}

/// Magpie's board, black being the side to move.
fn magpie_board<const N: usize>(board: &Board<N>) -> MagpieBoard {
    let mut magpie = MagpieBoard::empty();
    // Magpie counts squares from the highest bit; a mirror image has the same moves and flips.
    magpie.place_stone_unchecked(Stone::Black, board.position().own().bits().into());
    magpie.place_stone_unchecked(Stone::White, board.position().opponent().bits().into());
    magpie
}

fn magpie_square<const N: usize>(square: Square<N>) -> MagpiePosition {
    MagpiePosition::try_from(square.set().bits()).expect("one square")
}

fn reversi_board<const N: usize>(board: &Board<N>) -> ReversiBoard {
    let mut reversi = ReversiBoard::new();
    reversi.set_board(board.position().own().bits(), board.position().opponent().bits(), Turn::Black);
    reversi
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(ProcessorTime);
    targets = kernels
}
criterion_main!(benches);
