//! NoGo's kernels by tier, 9x9: `cargo bench --bench nogo`.
//!
//! The positions are all those of random games, more than 2000; the moves are played along these
//! games.

#[path = "support/processor_time.rs"]
mod processor_time;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use processor_time::ProcessorTime;
use std::hint::black_box;
use stonemask::kernels::{NoGo as Kernels, with_tier};
use stonemask::nogo::{Board, Colour, Masks, Point, Position, Slab};
use stonemask::{Random, Tier};

const POSITIONS: usize = 2048;

/// Random games with at least `POSITIONS` moves, and the boards before each.
fn games() -> (Vec<Vec<Point>>, Vec<Board>) {
    let mut random = Random::new(1);
    let (mut games, mut boards) = (Vec::new(), Vec::new());
    while boards.len() < POSITIONS {
        let (mut board, mut game) = (Board::start(), Vec::new());
        while !board.is_over() {
            let moves = board.legal_moves();
            let point = moves.iter().nth(random.below(moves.len()) as usize).expect("fewer than the moves there are");
            boards.push(board);
            game.push(point);
            board.play(point);
        }
        games.push(game);
    }
    (games, boards)
}

fn tiers() -> impl Iterator<Item = (&'static str, &'static Kernels)> {
    Tier::available()
        .filter(|&tier| tier != Tier::Reference)
        .map(|tier| (tier.name(), Kernels::get(tier).expect("the tier is available")))
}

/// Does it on every tier but the reference, by name.
fn on_every_tier(mut work: impl FnMut(&'static str)) {
    for (name, kernels) in tiers() {
        with_tier(kernels.tier(), || work(name)).expect("the tier is available");
    }
}

fn benches(criterion: &mut Criterion<ProcessorTime>) {
    let (games, boards) = games();
    let moves: usize = games.iter().map(Vec::len).sum();
    let positions: Vec<Position> = boards.iter().map(Board::position).collect();

    let mut group = criterion.benchmark_group("nogo/move with both masks");
    group.throughput(Throughput::Elements(moves as u64));
    on_every_tier(|name| {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for game in &games {
                    let mut board = Board::start();
                    for (index, &point) in game.iter().enumerate() {
                        board.place(Colour::ALL[index % 2], point);
                    }
                    black_box(&board);
                }
            });
        });
    });
    group.finish();

    let mut group = criterion.benchmark_group("nogo/batch: both masks from scratch, eight boards at once");
    group.throughput(Throughput::Elements(positions.len() as u64));
    let mut masks = vec![Masks::default(); positions.len()];
    for (name, kernels) in tiers() {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for (positions, masks) in positions.chunks(8).zip(masks.chunks_mut(8)) {
                    kernels.masks_many(black_box(positions), masks);
                }
            });
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group("nogo/is a move legal");
    group.throughput(Throughput::Elements(positions.len() as u64));
    let asked: Vec<Point> =
        positions.iter().map(|position| position.empties().iter().next_back().expect("an empty point")).collect();
    for (name, kernels) in tiers() {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                positions
                    .iter()
                    .zip(&asked)
                    .filter(|(position, point)| kernels.is_legal(position, Colour::Black, **point))
                    .count()
            });
        });
    }
    group.finish();

    let mut group = criterion.benchmark_group("nogo/playout: random game, one at a time");
    group.throughput(Throughput::Elements(1));
    on_every_tier(|name| {
        let mut random = Random::new(1);
        group.bench_function(name, |bencher| {
            bencher.iter(|| Board::start().play_random_plies(&mut random, u32::MAX));
        });
    });
    group.finish();

    // Where a tier has no kernel for many games at once, these are played one at a time.
    let mut group = criterion.benchmark_group("nogo/playout: 16384 random games in one call");
    group.throughput(Throughput::Elements(16_384)).sample_size(20);
    on_every_tier(|name| {
        group.bench_function(name, |bencher| bencher.iter(|| Board::start().playouts(16_384, 1)));
    });
    group.finish();

    // Beside it, what a slab's kernel saves: the same plies through the interface of single boards.
    for games in [256, 512, 4096, 16_384, 65_536] {
        let mut group = criterion.benchmark_group(format!("nogo/slab: random ply of each of {games} games"));
        group.throughput(Throughput::Elements(games as u64));
        on_every_tier(|name| {
            let mut slab = Slab::new(&Board::start(), games).unwrap();
            let mut actions = vec![0; games];
            // Until the games are at all stages.
            (0..100).for_each(|_| slab.step_random(&mut actions));
            group.bench_function(name, |bencher| bencher.iter(|| slab.step_random(&mut actions)));
            if games > 512 {
                return;
            }
            let (mut boards, mut random) = (vec![Board::start(); games], Random::new(1));
            group.bench_function(format!("{name}, single boards"), |bencher| {
                bencher.iter(|| {
                    for board in &mut boards {
                        if board.play_random_plies(&mut random, 1) == 0 {
                            *board = Board::start();
                        }
                    }
                });
            });
        });
        group.finish();
    }

    let mut group = criterion.benchmark_group("nogo/perft: depth 3, last ply counted in bulk");
    group.throughput(Throughput::Elements(511_912));
    on_every_tier(|name| {
        group.bench_function(name, |bencher| bencher.iter(|| Board::start().perft(3)));
    });
    group.finish();
}

criterion_group! {
    name = nogo;
    config = Criterion::default().with_measurement(ProcessorTime).sample_size(20);
    targets = benches
}
criterion_main!(nogo);
