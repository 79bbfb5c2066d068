//! Othello in bulk: batches of positions, perft and random games, on every tier that has kernels
//! for it, and the crates magpie and rust_reversi_core on the same work in the same run.
//!
//! `cargo bench --bench othello_throughput`; one core. Elements are positions, leaves and games.

#[path = "support/processor_time.rs"]
mod processor_time;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use magpie::othello::{Board as MagpieBoard, Position as MagpiePosition, Stone};
use processor_time::ProcessorTime;
use rust_reversi_core::board::{Board as ReversiBoard, Turn};
use std::hint::black_box;
use stonemask::kernels::{Othello as Kernels, with_tier};
use stonemask::othello::{Board, Positions, Square};
use stonemask::{Random, Tier};

const POSITIONS: usize = 1 << 16;

fn tiers() -> Vec<&'static Kernels> {
    Tier::available().filter(|&tier| tier != Tier::Reference).filter_map(Kernels::get).collect()
}

/// Does it on each of them, with its kernels in use.
fn on_every_tier(mut work: impl FnMut(&'static Kernels)) {
    for kernels in tiers() {
        with_tier(kernels.tier(), || work(kernels)).expect("the tier is available");
    }
}

fn name(kernels: &'static Kernels) -> BenchmarkId {
    BenchmarkId::from_parameter(format!("stonemask {}", kernels.tier()))
}

/// Positions of random games, one in four, each with one of its legal squares.
fn inputs<const N: usize>() -> (Vec<u64>, Vec<u64>, Vec<Square<N>>) {
    let mut random = Random::new(1);
    let (mut own, mut opponent, mut squares) = (Vec::new(), Vec::new(), Vec::new());
    let mut board = Board::<N>::start();
    while own.len() < POSITIONS {
        let moves = board.legal_moves();
        if !moves.is_empty() && random.below(4) == 0 {
            own.push(board.position().own().bits());
            opponent.push(board.position().opponent().bits());
            squares.push(moves.iter().nth(random.below(moves.len()) as usize).expect("fewer than the moves there are"));
        }
        if !board.play_random(&mut random) {
            board = Board::start();
        }
    }
    (own, opponent, squares)
}

fn batch<const N: usize>(criterion: &mut Criterion<ProcessorTime>) {
    let (own, opponent, squares) = inputs::<N>();
    let positions = Positions::<N>::new(&own, &opponent).expect("positions of games");
    let mut group = criterion.benchmark_group(format!("batch legal moves {N}x{N}"));
    group.throughput(Throughput::Elements(POSITIONS as u64));
    let mut results = vec![0; POSITIONS];
    for kernels in tiers() {
        group.bench_function(name(kernels), |bencher| {
            bencher.iter(|| kernels.legal_moves_many(positions, black_box(&mut results)));
        });
    }
    if N == 8 {
        group.bench_function("magpie", |bencher| {
            let boards: Vec<MagpieBoard> = own.iter().zip(&opponent).map(|(&own, &other)| magpie(own, other)).collect();
            bencher.iter(|| {
                for (board, result) in boards.iter().zip(black_box(&mut results)) {
                    *result = board.moves_for(Stone::Black).raw();
                }
            });
        });
        group.bench_function("rust_reversi_core", |bencher| {
            let boards: Vec<ReversiBoard> =
                own.iter().zip(&opponent).map(|(&own, &other)| reversi(own, other)).collect();
            bencher.iter(|| {
                for (board, result) in boards.iter().zip(black_box(&mut results)) {
                    // A fresh copy each time: the board remembers its answer.
                    *result = board.clone().get_legal_moves();
                }
            });
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group(format!("batch mobility {N}x{N}"));
    group.throughput(Throughput::Elements(POSITIONS as u64));
    let mut counts = vec![0; POSITIONS];
    for kernels in tiers() {
        group.bench_function(name(kernels), |bencher| {
            bencher.iter(|| kernels.mobility_many(positions, black_box(&mut counts)));
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group(format!("batch flips {N}x{N}"));
    group.throughput(Throughput::Elements(POSITIONS as u64));
    for kernels in tiers() {
        group.bench_function(name(kernels), |bencher| {
            bencher.iter(|| kernels.flips_many(positions, &squares, black_box(&mut results)));
        });
    }
    group.finish();
}

fn magpie(own: u64, opponent: u64) -> MagpieBoard {
    let mut board = MagpieBoard::empty();
    board.place_stone_unchecked(Stone::Black, own.into());
    board.place_stone_unchecked(Stone::White, opponent.into());
    board
}

fn reversi(own: u64, opponent: u64) -> ReversiBoard {
    let mut board = ReversiBoard::new();
    board.set_board(own, opponent, Turn::Black);
    board
}

/// A plain perft over magpie's boards, leaves counted by their moves.
fn magpie_perft(board: &MagpieBoard, stone: Stone, depth: u32) -> u64 {
    let moves = board.moves_for(stone);
    if moves.is_empty() {
        return match board.moves_for(stone.flip()).is_empty() {
            true => 1,
            false if depth == 1 => 1,
            false => magpie_perft(board, stone.flip(), depth - 1),
        };
    }
    if depth == 1 {
        return moves.count_set().into();
    }
    moves
        .hot_bits()
        .map(|square| {
            let mut child = board.clone();
            child.play(stone, square);
            magpie_perft(&child, stone.flip(), depth - 1)
        })
        .sum()
}

/// Perft over rust_reversi_core's boards.
fn reversi_perft(board: &mut ReversiBoard, depth: u32) -> u64 {
    let moves = board.get_legal_moves();
    if moves == 0 {
        if board.is_game_over() || depth == 1 {
            return 1;
        }
        board.do_pass().expect("a pass");
        return reversi_perft(board, depth - 1);
    }
    if depth == 1 {
        return moves.count_ones().into();
    }
    let children = board.get_child_boards().expect("moves");
    children.into_iter().map(|mut child| reversi_perft(&mut child, depth - 1)).sum()
}

fn perfts(criterion: &mut Criterion<ProcessorTime>) {
    const LEAVES: u64 = 3_005_288;
    let start = Board::<8>::start();
    let mut group = criterion.benchmark_group("perft 8x8, depth 9");
    group.throughput(Throughput::Elements(LEAVES)).sample_size(20);
    on_every_tier(|kernels| {
        group.bench_function(name(kernels), |bencher| {
            bencher.iter(|| assert_eq!(black_box(&start).perft(9).nodes, LEAVES));
        });
    });
    group.bench_function("magpie", |bencher| {
        bencher.iter(|| assert_eq!(magpie_perft(&black_box(MagpieBoard::standard()), Stone::Black, 9), LEAVES));
    });
    group.bench_function("rust_reversi_core", |bencher| {
        bencher.iter(|| assert_eq!(reversi_perft(&mut black_box(ReversiBoard::new()), 9), LEAVES));
    });
    group.finish();
    let start = Board::<6>::start();
    let mut group = criterion.benchmark_group("perft 6x6, depth 9");
    group.throughput(Throughput::Elements(2_114_912)).sample_size(20);
    on_every_tier(|kernels| {
        group.bench_function(name(kernels), |bencher| {
            bencher.iter(|| assert_eq!(black_box(&start).perft(9).nodes, 2_114_912));
        });
    });
    group.finish();
}

/// A random game over magpie's boards; black's discs minus white's.
fn magpie_game(random: &mut Random) -> i32 {
    let (mut board, mut stone, mut passed) = (MagpieBoard::standard(), Stone::Black, false);
    loop {
        let moves = board.moves_for(stone);
        if moves.is_empty() {
            if passed {
                let discs = |stone| i32::from(board.bits_for(stone).count_set());
                return discs(Stone::Black) - discs(Stone::White);
            }
            passed = true;
        } else {
            passed = false;
            let square: MagpiePosition =
                moves.hot_bits().nth(random.below(moves.count_set().into()) as usize).expect("fewer than there are");
            board.play(stone, square);
        }
        stone = stone.flip();
    }
}

/// Random games over rust_reversi_core's boards, by its set of legal moves and not by its list.
fn reversi_game(random: &mut Random) -> i32 {
    let mut board = ReversiBoard::new();
    loop {
        let mut moves = board.get_legal_moves();
        if moves != 0 {
            for _ in 0..random.below(moves.count_ones()) {
                moves &= moves - 1;
            }
            board.do_move(63 - moves.trailing_zeros() as usize).expect("a legal move");
        } else if board.do_pass().is_err() {
            return board.black_piece_num() - board.white_piece_num();
        }
    }
}

fn playouts(criterion: &mut Criterion<ProcessorTime>) {
    games::<8>(criterion);
    games::<6>(criterion);
}

fn games<const N: usize>(criterion: &mut Criterion<ProcessorTime>) {
    let mut group = criterion.benchmark_group(format!("playout {N}x{N}"));
    group.sample_size(20);
    on_every_tier(|kernels| {
        let games: u64 = if kernels.tier() <= Tier::X64 { 2000 } else { 1 << 16 };
        group.throughput(Throughput::Elements(games));
        group.bench_function(name(kernels), |bencher| {
            bencher.iter(|| Board::<N>::start().playouts(games, black_box(1)));
        });
    });
    if N == 8 {
        group.throughput(Throughput::Elements(2000));
        let mut random = Random::new(1);
        group.bench_function("magpie", |bencher| {
            bencher.iter(|| (0..2000).map(|_| magpie_game(&mut random)).sum::<i32>());
        });
        group.bench_function("rust_reversi_core", |bencher| {
            bencher.iter(|| (0..2000).map(|_| reversi_game(&mut random)).sum::<i32>());
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(ProcessorTime);
    targets = batch::<8>, batch::<6>, perfts, playouts
}
criterion_main!(benches);
