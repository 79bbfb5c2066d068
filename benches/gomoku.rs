//! Gomoku against the fastest crates on the same work in the same run: `cargo bench --bench
//! gomoku`.
//!
//! * `five`: the check of the last stone on 4096 clustered 15x15 positions; the founding document's
//!   walk over cells in Rust, and `figrid-board`, whose check stands alone as well.
//! * `place`: the 2048 games that led to half of these positions, move by move, each stone placed
//!   and checked; here `gamie` takes part, whose check comes with its placing.
//! * `any_five`, `winning_cells` of both colours, `threats` of one, on the same positions, by tier;
//!   no crate offers them. Into sets that are used again, and as new sets.
//! * `batch`: the same of slices of these boards; for comparison, the single kernels in a loop.
//! * `playout`: random freestyle games to the end: many at once (`games`, and `games exact` under
//!   the standard rule), one by one by kernel, by the founding document's walk and by both crates,
//!   these drawn in the same way. figrid-board keeps patterns up to date with each stone; fewer
//!   games tell.

#[path = "support/processor_time.rs"]
mod processor_time;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use processor_time::ProcessorTime;
use std::hint::black_box;
use stonemask::gomoku::{Board, Colour, Planes, Point, PointSet, Positions, Rule, Size, Slab, Threats};
use stonemask::internals::gomoku::RandomGames;
use stonemask::kernels::{Gomoku as Kernels, with_tier};
use stonemask::{Random, Tier};

const POSITIONS: usize = 4096;
const SIDE: usize = 15;

/// Games in clusters: each stone next to those that stand already, 10 to 65 of them.
fn games() -> Vec<Vec<Point>> {
    let size = Size::new(SIDE, SIDE).unwrap();
    let mut random = Random::new(1);
    let mut games = Vec::with_capacity(POSITIONS);
    while games.len() < POSITIONS {
        let mut board = Board::with_size(size, Rule::Freestyle);
        let mut moves = vec![size.centre()];
        board.play(size.centre());
        let stones = 10 + random.below(56) as usize;
        while board.stone_count() < stones && !board.is_over() {
            let near = size.point(random.below(size.points() as u32) as usize);
            let beside = moves
                .iter()
                .any(|point| point.row().abs_diff(near.row()) <= 1 && point.column().abs_diff(near.column()) <= 1);
            if beside && board.try_play(near).is_ok() {
                moves.push(near);
            }
        }
        games.push(moves);
    }
    games
}

fn board(moves: &[Point]) -> Board {
    let mut board = Board::with_size(Size::new(SIDE, SIDE).unwrap(), Rule::Freestyle);
    for &point in moves {
        board.play(point);
    }
    board
}

/// The source's walk in Rust: a flat vector of cells, both ways along four axes.
#[derive(Clone)]
struct Walk {
    cells: [u8; SIDE * SIDE],
    to_move: u8,
}

impl Walk {
    fn new() -> Walk {
        Walk { cells: [0; SIDE * SIDE], to_move: 1 }
    }

    /// Places the next stone; whether it wins.
    fn place(&mut self, cell: usize) -> bool {
        self.cells[cell] = self.to_move;
        self.to_move = 3 - self.to_move;
        self.five(cell)
    }

    fn five(&self, cell: usize) -> bool {
        let colour = self.cells[cell];
        let (row, column) = (cell / SIDE, cell % SIDE);
        let (up, down, left, right) = (row, SIDE - 1 - row, column, SIDE - 1 - column);
        let count = |step: isize, limit: usize| {
            let mut at = cell as isize;
            let mut stones = 0;
            while stones < limit {
                at += step;
                if self.cells[at as usize] != colour {
                    break;
                }
                stones += 1;
            }
            stones
        };
        let side = SIDE as isize;
        count(-1, left) + count(1, right) >= 4
            || count(-side, up) + count(side, down) >= 4
            || count(-side - 1, up.min(left)) + count(side + 1, down.min(right)) >= 4
            || count(1 - side, up.min(right)) + count(side - 1, down.min(left)) >= 4
    }
}

fn kernels() -> impl Iterator<Item = (Tier, &'static Kernels)> {
    Tier::available().filter(|&tier| tier != Tier::Reference).map(|tier| (tier, Kernels::get(tier).unwrap()))
}

fn cell(point: Point) -> usize {
    point.row() * SIDE + point.column()
}

fn five(c: &mut Criterion<ProcessorTime>) {
    let games = games();
    let mut group = c.benchmark_group("five");
    group.throughput(Throughput::Elements(games.len() as u64));
    let positions: Vec<(Planes, Colour, Point)> = games
        .iter()
        .map(|moves| {
            let board = board(moves);
            (board.planes().clone(), board.to_move().other(), *moves.last().unwrap())
        })
        .collect();
    for (tier, kernels) in kernels() {
        group.bench_function(tier.name(), |b| {
            b.iter(|| positions.iter().filter(|(planes, colour, point)| kernels.five(planes, *colour, *point)).count());
        });
    }
    let walks: Vec<(Walk, usize)> = games
        .iter()
        .map(|moves| {
            let mut walk = Walk::new();
            for &point in moves {
                walk.place(cell(point));
            }
            (walk, cell(*moves.last().unwrap()))
        })
        .collect();
    group.bench_function("source's walk", |b| b.iter(|| walks.iter().filter(|(walk, at)| walk.five(*at)).count()));
    let figrids: Vec<(figrid_board::Board, usize)> = games
        .iter()
        .map(|moves| {
            let mut board = figrid_board::Board::new();
            for &point in moves {
                board.make_move(cell(point));
            }
            (board, cell(*moves.last().unwrap()))
        })
        .collect();
    group.bench_function("figrid-board", |b| {
        b.iter(|| figrids.iter().filter(|(board, at)| board.check_win(*at)).count());
    });
    group.finish();
}

fn place(c: &mut Criterion<ProcessorTime>) {
    let mut games = games();
    games.truncate(POSITIONS / 2);
    let plies: usize = games.iter().map(Vec::len).sum();
    let mut group = c.benchmark_group("place");
    group.throughput(Throughput::Elements(plies as u64));
    let start = Board::with_size(Size::new(SIDE, SIDE).unwrap(), Rule::Freestyle);
    for (tier, _) in kernels() {
        with_tier(tier, || {
            group.bench_function(tier.name(), |b| {
                b.iter(|| {
                    for moves in &games {
                        let mut board = start.clone();
                        for &point in moves {
                            board.play_unchecked(point);
                        }
                        black_box(board.outcome());
                    }
                });
            });
        })
        .expect("the tier is available");
    }
    group.bench_function("source's walk", |b| {
        b.iter(|| {
            for moves in &games {
                let mut walk = Walk::new();
                for &point in moves {
                    black_box(walk.place(cell(point)));
                }
            }
        });
    });
    group.bench_function("gamie", |b| {
        b.iter(|| {
            for moves in &games {
                let mut game = gamie::gomoku::Game::new().unwrap();
                for point in moves {
                    let _ = black_box(game.put(point.row(), point.column()));
                }
                black_box(game.status());
            }
        });
    });
    let few = &games[..64];
    group.throughput(Throughput::Elements(few.iter().map(Vec::len).sum::<usize>() as u64));
    group.bench_function("figrid-board", |b| {
        // Its placing is thousands of times dearer, for its patterns; fewer games tell. A board is
        // emptied by taking back.
        b.iter_batched_ref(
            figrid_board::Board::new,
            |board| {
                for moves in few {
                    for &point in moves {
                        board.make_move(cell(point));
                        black_box(board.check_win(cell(point)));
                    }
                    for _ in moves {
                        board.undo_move();
                    }
                }
            },
            BatchSize::SmallInput,
        );
    });
    group.finish();
}

fn whole_boards(c: &mut Criterion<ProcessorTime>) {
    let planes: Vec<Planes> = games().iter().map(|moves| board(moves).planes().clone()).collect();
    let mut group = c.benchmark_group("any_five");
    group.throughput(Throughput::Elements(planes.len() as u64));
    for (tier, kernels) in kernels() {
        group.bench_function(tier.name(), |b| {
            b.iter(|| planes.iter().filter(|planes| kernels.any_five(planes) != [false; 2]).count());
        });
    }
    group.finish();
    let mut group = c.benchmark_group("winning_cells");
    group.throughput(Throughput::Elements(planes.len() as u64));
    for (tier, kernels) in kernels() {
        let mut sets = [0; 2].map(|_| PointSet::empty(planes[0].size()));
        group.bench_function(tier.name(), |b| {
            b.iter(|| {
                for planes in &planes {
                    kernels.winning_cells_into(planes, &mut sets);
                    black_box(&sets);
                }
            });
        });
        group.bench_function(format!("{tier}, new sets"), |b| {
            b.iter(|| {
                for planes in &planes {
                    let sets = kernels.winning_cells(planes);
                    black_box(&sets);
                }
            });
        });
    }
    group.finish();
    let mut group = c.benchmark_group("threats");
    group.throughput(Throughput::Elements(planes.len() as u64));
    for (tier, kernels) in kernels() {
        let mut threats = Threats::empty(planes[0].size());
        group.bench_function(tier.name(), |b| {
            b.iter(|| {
                for planes in &planes {
                    kernels.threats_into(planes, Colour::Black, &mut threats);
                    black_box(&threats);
                }
            });
        });
        group.bench_function(format!("{tier}, new sets"), |b| {
            b.iter(|| {
                for planes in &planes {
                    let threats = kernels.threats(planes, Colour::Black);
                    black_box(&threats);
                }
            });
        });
    }
    group.finish();
}

/// Plays points drawn from a list, as the kernel does, until `place` says that one wins; the plies.
fn draw(random: &mut Random, mut place: impl FnMut(usize) -> bool) -> usize {
    let mut list: [u8; SIDE * SIDE] = std::array::from_fn(|cell| cell as u8);
    for left in (1..=list.len()).rev() {
        let chosen = random.below(left as u32) as usize;
        let cell = list[chosen];
        list[chosen] = list[left - 1];
        if place(usize::from(cell)) {
            return list.len() - left + 1;
        }
    }
    list.len()
}

/// Calls on slices of boards, and the single kernels beside them.
fn batch(c: &mut Criterion<ProcessorTime>) {
    let size = Size::new(SIDE, SIDE).unwrap();
    // No power of two: rows that lie a multiple of 4096 bytes apart would share a few lines of the
    // cache.
    let planes: Vec<Planes> = games().iter().take(4000).map(|moves| board(moves).planes().clone()).collect();
    let [black, white] = Colour::ALL.map(|colour| -> Vec<u16> {
        let row = |row| planes.iter().map(move |planes| planes.stones(colour, row) as u16);
        (0..SIDE).flat_map(row).collect()
    });
    let boards = Positions::new(size, &black, &white).unwrap();
    let mut fives = vec![[false; 2]; planes.len()];
    let mut sets = [black.clone(), white.clone()];
    let mut group = c.benchmark_group("batch");
    group.throughput(Throughput::Elements(planes.len() as u64));
    for (tier, kernels) in kernels() {
        group.bench_function(format!("any_five_many/{tier}"), |b| {
            b.iter(|| kernels.any_five_many(&boards, black_box(&mut fives)));
        });
        group.bench_function(format!("any_five, one by one/{tier}"), |b| {
            b.iter(|| {
                for (planes, fives) in planes.iter().zip(black_box(&mut fives)) {
                    *fives = kernels.any_five(planes);
                }
            });
        });
        group.bench_function(format!("any_exact_five_many/{tier}"), |b| {
            b.iter(|| kernels.any_exact_five_many(&boards, black_box(&mut fives)));
        });
        group.bench_function(format!("winning_cells_many/{tier}"), |b| {
            b.iter(|| {
                let [to_black, to_white] = &mut sets;
                kernels.winning_cells_many(&boards, black_box(to_black), black_box(to_white));
            });
        });
        let mut points = [0; 2].map(|_| PointSet::empty(size));
        group.bench_function(format!("winning_cells, one by one/{tier}"), |b| {
            b.iter(|| {
                for planes in &planes {
                    kernels.winning_cells_into(planes, &mut points);
                    black_box(&points);
                }
            });
        });
        let start = Board::with_size(size, Rule::Freestyle);
        let mut slab = with_tier(tier, || Slab::new(&start, 512)).unwrap().unwrap();
        let mut actions = vec![0; 512];
        (0..200).for_each(|_| slab.step_random(&mut actions));
        group.throughput(Throughput::Elements(512));
        group.bench_function(format!("slab, random step/{tier}"), |b| {
            b.iter(|| slab.step_random(black_box(&mut actions)));
        });
        group.throughput(Throughput::Elements(planes.len() as u64));
    }
    group.finish();
}

fn playouts(c: &mut Criterion<ProcessorTime>) {
    const GAMES: u64 = 2048;
    let mut group = c.benchmark_group("playout");
    group.throughput(Throughput::Elements(GAMES));
    let start = Board::with_size(Size::new(SIDE, SIDE).unwrap(), Rule::Freestyle);
    let mut random = Random::new(1);
    for (tier, kernels) in kernels() {
        for (name, rule) in [("games", Rule::Freestyle), ("games exact", Rule::Standard)] {
            let mut random_games = RandomGames::new(&Board::with_size(start.size(), rule), kernels, 1);
            group.bench_function(format!("{name}/{tier}"), |b| b.iter(|| random_games.tally(GAMES)));
        }
        with_tier(tier, || {
            group.bench_function(tier.name(), |b| {
                b.iter(|| (0..GAMES).map(|_| start.playout(&mut random).plies as usize).sum::<usize>());
            });
        })
        .expect("the tier is available");
    }
    group.bench_function("source's walk", |b| {
        b.iter(|| {
            let game = |_| {
                let mut walk = Walk::new();
                draw(&mut random, |cell| walk.place(cell))
            };
            (0..GAMES).map(game).sum::<usize>()
        });
    });
    group.bench_function("gamie", |b| {
        b.iter(|| {
            let game = |_| {
                let mut game = gamie::gomoku::Game::new().unwrap();
                draw(&mut random, |cell| {
                    game.put(cell / SIDE, cell % SIDE).unwrap();
                    *game.status() != gamie::gomoku::Status::Ongoing
                })
            };
            (0..GAMES).map(game).sum::<usize>()
        });
    });
    const FEW: u64 = 4;
    group.throughput(Throughput::Elements(FEW));
    group.bench_function("figrid-board", |b| {
        b.iter(|| {
            let game = |_| {
                let mut board = figrid_board::Board::new();
                draw(&mut random, |cell| {
                    board.make_move(cell);
                    board.check_win(cell)
                })
            };
            (0..FEW).map(game).sum::<usize>()
        });
    });
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(ProcessorTime).sample_size(20);
    targets = five, place, whole_boards, batch, playouts
}
criterion_main!(benches);
