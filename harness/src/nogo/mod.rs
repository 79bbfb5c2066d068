//! NoGo's kernels. Where many positions or games are done at once, what is measured is the share of
//! one.

mod calls;
mod inputs;
mod samples;

use crate::call::{Value, bytes, values};
use crate::cost::{Cost, Row, once, row};
use crate::input::UpTo;
use crate::{Exercise, Table, trial};
use calls::{board, draw, planes, position, random_point, state};
use inputs::{History, Play, Stones, Try, Words};
use samples::{POSITIONS, games, positions};
use std::hint::black_box;
use stonemask::founding::FourBoards;
use stonemask::game::Game;
use stonemask::internals::nogo::bitslices_differ;
use stonemask::kernels::NoGo as Kernels;
use stonemask::nogo::{Board, Colour, Group, Masks, Point, PointSet, Position, Slab};
use stonemask::slab::Options;
use stonemask::{Random, Tier};

impl Table for Kernels {
    fn of(tier: Tier) -> &'static Kernels {
        Kernels::get(tier).expect("the tier is available")
    }
}

/// A board's history, a seed and a number of plies.
type Start<const MOST: u32> = ((History, u64), UpTo<MOST>);

pub(crate) fn exercises() -> Vec<Exercise> {
    vec![
        Exercise {
            kernel: "play",
            trials: vec![trial("nogo", |_k: &Kernels, Play { before, colour, point }: &Play| {
                let mut board = before.board;
                board.place(*colour, *point);
                knowledge(&board)
            })],
            call: |_, random| {
                let (board, colour) = draw(random);
                let point = random_point(board.allowed(Colour::ALL[colour as usize]), random);
                values![state(&board, random), colour, point.bit()]
            },
            cost: Cost::Rows(vec![
                row("nogo", "play", |_k: &Kernels, clock| {
                    let (games, _) = games();
                    let moves = games.iter().map(Vec::len).sum();
                    clock(moves, &mut || {
                        for game in games {
                            let mut board = Board::start();
                            for (index, &point) in game.iter().enumerate() {
                                board.place(Colour::ALL[index % 2], point);
                            }
                            black_box(&board);
                        }
                    });
                }),
                row("nogo", "child", |_k: &'static Kernels, clock| {
                    // Boards of which all children are made; these stay in the first-level cache.
                    const PARENTS: usize = 16;
                    let parents = once(|| games().1.iter().copied().step_by(POSITIONS / PARENTS).collect::<Vec<_>>());
                    let children = parents.iter().map(|board| board.legal_moves().len() as usize).sum();
                    clock(children, &mut || {
                        for board in parents {
                            board.for_each_child(|_, child| _ = black_box(child));
                        }
                    });
                }),
            ]),
        },
        Exercise {
            kernel: "random_plies",
            trials: vec![trial("nogo", |_k: &'static Kernels, ((history, seed), UpTo(limit)): &Start<12>| {
                let (mut board, mut random) = (history.board, Random::new(*seed));
                let played = board.play_random_plies(&mut random, *limit);
                (played, knowledge(&board), random.next_u64())
            })],
            call: |_, random| {
                let (board, _) = draw(random);
                let (counter, limit) = (bytes(&[random.next_u64()]), random.below(90));
                values![state(&board, random), counter, limit]
            },
            cost: Cost::Rows(vec![row("nogo", "random_ply", |_k: &'static Kernels, clock| {
                let games = || -> u32 {
                    let mut random = Random::new(1);
                    (0..32).map(|_| Board::start().play_random_plies(&mut random, u32::MAX)).sum()
                };
                clock(games() as usize, &mut || _ = black_box(games()));
            })]),
        },
        Exercise {
            kernel: "plays",
            trials: vec![trial("nogo", |_k: &'static Kernels, ((history, seed), UpTo(plies)): &Start<12>| {
                let mut slab = Slab::with_options(&history.board, 3, Options::default().seed(*seed)).expect("memory");
                (0..*plies).for_each(|_| slab.step_random(&mut [0; 3]));
                (0..slab.games()).map(|game| knowledge(&slab.board(game))).collect::<Vec<_>>()
            })],
            call: |_, random| {
                draw(random);
                let count = random.below(5) as usize;
                let (mut states, mut points) = (Vec::new(), Vec::new());
                for _ in 0..count {
                    let board = board(random);
                    let given = random_point(board.allowed(board.to_move()), random).bit() as u8;
                    points.push([given, 0x80, 0xff][random.below(3) as usize]);
                    states.extend(state(&board, random));
                }
                values![states, points, count, bytes(&[random.next_u64()])]
            },
            cost: Cost::Rows(vec![row("nogo", "slab_random", |_k: &'static Kernels, clock| {
                let (mut slab, mut actions) = (slab(), vec![0; GAMES]);
                clock(GAMES, &mut || slab.step_random(&mut actions));
            })]),
        },
        Exercise {
            kernel: "masks",
            trials: vec![trial("nogo", |k: &Kernels, positions: &Vec<Stones>| {
                let positions: Vec<Position> = positions.iter().map(|Stones(position)| *position).collect();
                let mut masks = vec![Masks::default(); positions.len()];
                k.masks_many(&positions, &mut masks);
                masks
            })],
            call: |kind, random| {
                draw(random);
                // Avx512 takes four positions at once, and then single ones.
                let count = 1 + random.below(if kind.tier == Tier::Avx512 { 11 } else { 4 }) as usize;
                let positions: Vec<u8> = (0..count).flat_map(|_| position(&board(random))).collect();
                values![positions, Value::Elements(count), count]
            },
            cost: Cost::Rows(vec![
                row("nogo", "masks", |k: &Kernels, clock| {
                    let (positions, mut masks) = (positions(), vec![Masks::default(); POSITIONS]);
                    clock(POSITIONS, &mut || {
                        for (position, masks) in positions.iter().zip(&mut masks) {
                            *masks = k.masks(position);
                        }
                    });
                }),
                row("nogo", "masks_of_8", |k: &Kernels, clock| {
                    let (positions, mut masks) = (positions(), vec![Masks::default(); POSITIONS]);
                    clock(POSITIONS, &mut || {
                        for (positions, masks) in positions.chunks(8).zip(masks.chunks_mut(8)) {
                            k.masks_many(positions, masks);
                        }
                    });
                }),
            ]),
        },
        Exercise {
            kernel: "is_legal",
            trials: vec![trial("nogo", |k: &Kernels, Try { stones: Stones(position), colour, point }: &Try| {
                k.is_legal(position, *colour, *point)
            })],
            call: |_, random| {
                let (board, colour) = draw(random);
                let point = random_point(board.empties(), random);
                values![position(&board), colour, point.bit()]
            },
            cost: Cost::Rows(vec![row("nogo", "is_legal", |k: &Kernels, clock| {
                let asked: &Vec<(Position, Point)> = once(|| {
                    let mut random = Random::new(1);
                    let ask = |position: &Position| (*position, random_point(position.empties(), &mut random));
                    positions().iter().map(ask).collect()
                });
                clock(POSITIONS, &mut || {
                    for (position, point) in asked {
                        black_box(k.is_legal(position, Colour::Black, *point));
                    }
                });
            })]),
        },
        Exercise {
            kernel: "bitslices_plies",
            // The tiers differ in the number of games, so each is compared with the plain form of
            // the same number.
            trials: vec![trial("nogo", |k: &Kernels, ((history, seed), UpTo(steps)): &Start<3>| {
                bitslices_differ(k, &history.board, *seed, *steps)
            })],
            call: |kind, random| {
                draw(random);
                let games: u32 = if kind.tier == Tier::Avx512 { 512 } else { 256 };
                values![planes(kind, random), games / 2, 1 + random.below(120)]
            },
            cost: Cost::Rows(vec![row("nogo", "playouts", |k: &'static Kernels, clock| {
                // Enough games that launching the first and waiting for the last are a small part.
                let games = match k.tier() {
                    Tier::Reference => 1,
                    Tier::Portable | Tier::X64 => 16,
                    _ => 16_384,
                };
                clock(games, &mut || {
                    black_box(Board::start().playouts(games as u64, 1));
                });
            })]),
        },
        Exercise {
            kernel: "four_boards_moves",
            trials: vec![trial("nogo", |k: &Kernels, (words, colour): &(Words, Colour)| {
                k.four_boards_moves(&words.0.0, *colour)
            })],
            call: |_, random| four_boards_call(random),
            cost: Cost::Rows(vec![row("nogo", "four_moves", |k: &Kernels, clock| {
                let boards = four_boards();
                clock(POSITIONS, &mut || {
                    for boards in boards {
                        black_box(k.four_boards_moves(&boards.0, Colour::Black));
                    }
                });
            })]),
        },
        Exercise {
            kernel: "four_boards_surrounded",
            trials: vec![trial("nogo", |k: &Kernels, (words, colour): &(Words, Colour)| {
                k.four_boards_surrounded(&words.0.0, *colour)
            })],
            call: |_, random| four_boards_call(random),
            cost: Cost::Rows(vec![row("nogo", "four_surrounded", |k: &Kernels, clock| {
                let boards = four_boards();
                clock(POSITIONS, &mut || {
                    for boards in boards {
                        black_box(k.four_boards_surrounded(&boards.0, Colour::Black));
                    }
                });
            })]),
        },
    ]
}

/// The work of slabs that needs no kernel.
pub(crate) fn operations() -> Vec<Row> {
    vec![row("nogo", "slab_masks", |_k: &'static Kernels, clock| {
        let (slab, mut masks) = (slab(), vec![0; 2 * GAMES]);
        clock(GAMES, &mut || slab.legal_masks(&mut masks));
    })]
}

/// Whatever a board knows.
fn knowledge(board: &Board) -> (Board, Masks, [PointSet; 2], Vec<Option<Group>>) {
    let groups = board.shape().points().iter().map(|point| board.group(point)).collect();
    (*board, board.masks(), Colour::ALL.map(|colour| board.safe(colour)), groups)
}

/// Games of the slab that is measured.
const GAMES: usize = 512;

/// Games that have begun together.
fn slab() -> Slab {
    Slab::new(&Board::start(), GAMES).expect("memory")
}

/// The boards of games in the founding document's form.
fn four_boards() -> &'static [FourBoards] {
    once(|| games().1.iter().map(FourBoards::from).collect::<Vec<_>>())
}

fn four_boards_call(random: &mut Random) -> Vec<Value> {
    let (board, colour) = draw(random);
    let FourBoards(words) = FourBoards::from(&board);
    values![bytes(&words.concat()), colour, Value::Elements(1)]
}
