//! Promise: every way from safe Rust into a kernel is sound, and none leaves its buffers.
//!
//! Each method that makes an unsafe call is called here, with few inputs, so that tools that are a
//! thousand times slower than the processor can look on: Miri (Reference alone), AddressSanitizer,
//! valgrind's memcheck (all tiers up to Avx2). Buffers are on the heap and exactly as large as they
//! must be, where the interface lets the caller choose.

use stonemask::founding::FourBoards;
use stonemask::founding::Packed6;
use stonemask::gomoku::{self, Rule, Size};
use stonemask::internals::othello::{BitslicedGames, evaluated_children, evaluated_reply, reference_bitslices};
use stonemask::kernels::{self, with_tier};
use stonemask::nogo::{self, Masks};
use stonemask::othello::{self, Children, SquareSet};
use stonemask::playout::{Tally, playouts};
use stonemask::random::RandomLanes;
use stonemask::{Random, Tier};

/// Checks that all tiers, each while it is in use, make the same of one thing.
fn same<T: PartialEq + std::fmt::Debug>(of: impl Fn(Tier) -> T) {
    let on = |tier| with_tier(tier, || of(tier)).unwrap();
    let mut tiers = Tier::available();
    let reference = on(tiers.next().unwrap());
    for tier in tiers {
        assert_eq!(on(tier), reference, "{tier}");
    }
}

/// How far games go: an interpreter follows a few plies.
fn plies(many: usize) -> usize {
    if cfg!(miri) { many.min(3) } else { many }
}

fn othello_of_size<const N: usize>() {
    let mut random = Random::new(1);
    let mut board = Box::new(othello::Board::<N>::start());
    for _ in 0..plies(40) {
        let position = board.position();
        same(|tier| {
            let kernels = kernels::Othello::get(tier).unwrap();
            let mut children = Box::new(Children::new());
            let moves = kernels.children(position, &mut children);
            let squares: Vec<_> = SquareSet::<N>::ALL.iter().collect();
            let squares: Vec<_> = squares
                .into_iter()
                .map(|square| (kernels.flips(position, square), kernels.outflanks(position, square)))
                .collect();
            let children = children.as_slice().to_vec();
            (kernels.legal_moves(position), kernels.mobility(position), moves, children, squares)
        });
        if !board.play_random(&mut random) {
            break;
        }
    }
}

/// Calls every kernel by its trials, on the few small inputs that this many bytes make: also those
/// that nothing below calls.
#[test]
#[cfg_attr(miri, ignore = "an interpreter takes hours; the tests below draw less")]
fn every_trial() {
    let mut random = Random::new(3);
    for subject in stonemask_harness::subjects() {
        for length in [0, 16, 32] {
            let bytes: Vec<u8> = (0..length).map(|_| random.next_u64() as u8).collect();
            subject.try_all_tiers(&subject.input_of(&bytes)).unwrap_or_else(|problem| panic!("{problem}"));
        }
    }
}

#[test]
fn othello() {
    othello_of_size::<8>();
    othello_of_size::<6>();
    othello_of_size::<4>();
    same(|tier| {
        let kernels = kernels::Othello::get(tier).unwrap();
        let start = othello::Board::<6>::start().position();
        let empties = ["a1", "b2", "f6", "e6", "c1"].map(|square| square.parse::<othello::Square<6>>().unwrap());
        let discs = !empties.into_iter().collect::<SquareSet<6>>() - start.own();
        let full = othello::Position::new(discs, start.own()).unwrap();
        let value = kernels.last_plies(full, 0, &mut kernels::LastTable::new(othello::Scoring::Discs));
        let replies = [start, full]
            .map(|position| (evaluated_reply(kernels, position, 0), evaluated_reply(kernels, position, i32::MAX)));
        let eight = othello::Board::<8>::start().position();
        let on_eight = (evaluated_reply(kernels, eight, 0), evaluated_children(kernels, eight));
        (value, evaluated_children(kernels, start), evaluated_children(kernels, full), replies, on_eight)
    });
    same(|_| {
        let mut results = Vec::new();
        let mut state = Box::new(Packed6::new(5, 0x00ff_f0f0, 0x00a5_a050).unwrap());
        for cell in 0..=Packed6::PASS {
            for colour in [othello::Colour::Black, othello::Colour::White] {
                results.push((state.outflank(colour, cell), state.play(colour, cell), *state));
            }
        }
        results
    });
    same(|_| othello::Board::<6>::start().perft(plies(4) as u32 - 1).nodes);
}

#[test]
fn gomoku() {
    // One size for each lane, and the limits of a lane.
    for (rows, columns) in [(15, 15), (5, 6), (16, 9), (32, 32), (33, 3), (64, 64), (1, 64), (2, 3)] {
        let size = Size::new(rows, columns).unwrap();
        // The rules on cells take long on a large board, and as long for every board of a lane.
        let plies = match size.points() {
            points if cfg!(miri) => usize::from(points <= 6),
            0..=64 => 30,
            65..=256 => 12,
            _ => 3,
        };
        let mut random = Random::new(2);
        let mut board =
            Box::new(gomoku::Board::with_size(size, if cfg!(miri) { Rule::Freestyle } else { Rule::Renju }));
        for ply in 0..plies {
            same(|tier| {
                let (kernels, planes) = (kernels::Gomoku::get(tier).unwrap(), board.planes());
                let corners = [0, size.points() / 2, size.points() - 1].map(|index| {
                    let point = size.point(index);
                    let fives = gomoku::Colour::ALL.map(|colour| kernels.five(planes, colour, point));
                    (kernels.runs(board.cells(), point), fives)
                });
                let threats = gomoku::Colour::ALL.map(|colour| kernels.threats(planes, colour));
                (
                    kernels.any_five(planes),
                    kernels.any_exact_five(planes),
                    kernels.winning_cells(planes),
                    threats,
                    corners,
                )
            });
            if ply % 10 == 0 {
                same(|_| {
                    let (mut free, mut random) = (gomoku::Board::with_size(size, Rule::Freestyle), Random::new(3));
                    for point in size.all().filter(|&point| board.stone(point).is_some()) {
                        free.set_stone(point, board.stone(point));
                    }
                    free.playout(&mut random)
                });
            }
            if !board.play_random(&mut random) {
                break;
            }
        }
    }
}

#[test]
fn nogo() {
    let few: nogo::PointSet = nogo::Shape::FULL.points().iter().filter(|p| p.row() > 2 || p.column() > 3).collect();
    let small = nogo::Shape::new(9, 9, few).unwrap();
    // The rules on cells take an interpreter minutes on the whole board.
    for shape in [small, nogo::Shape::FULL].into_iter().take(if cfg!(miri) { 1 } else { 2 }) {
        same(|tier| {
            let kernels = kernels::NoGo::get(tier).unwrap();
            let (mut board, mut random) = (Box::new(nogo::Board::with_shape(shape)), Random::new(4));
            let mut positions = Vec::new();
            let mut results = Vec::new();
            while board.outcome().is_none() && positions.len() < plies(60) {
                let moves: Vec<_> = board.legal_moves().iter().collect();
                let point = moves[random.below(moves.len() as u32) as usize];
                results.push(nogo::Colour::ALL.map(|colour| kernels.is_legal(&board.position(), colour, point)));
                board.try_play(point).unwrap();
                positions.push(board.position());
                let state = Box::new(FourBoards::from(&*board));
                let four_boards = nogo::Colour::ALL.map(|colour| (state.moves(colour), state.surrounded(colour)));
                assert_eq!(board.masks(), kernels.masks(&board.position()));
                assert!(four_boards.iter().all(|(_, surrounded)| nogo::PointSet::from_words(*surrounded).is_some()));
            }
            let mut masks = vec![Masks::default(); positions.len()];
            for count in [1, 2, positions.len() - 1, positions.len()] {
                kernels.masks_many(&positions[..count], &mut masks[..count]);
            }
            let [black, white] = nogo::Colour::ALL.map(|colour| board.stones(colour));
            let again = nogo::Board::from_stones(shape, black, white, board.to_move()).unwrap();
            assert_eq!(again, *board);
            board.play_random_plies(&mut random, plies(100) as u32);
            (board, masks, results, random.next_u64())
        });
    }
}

fn othello_in_bulk<const N: usize>() {
    let mut random = Random::new(4);
    let mut board = othello::Board::<N>::start();
    let (mut own, mut opponent, mut squares) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..plies(13) {
        own.push(board.position().own().bits());
        opponent.push(board.position().opponent().bits());
        squares.push(board.empties().iter().next().unwrap());
        board.play_random(&mut random);
    }
    let len = own.len();
    same(|tier| {
        let kernels = kernels::Othello::get(tier).unwrap();
        let positions = othello::Positions::<N>::new(&own, &opponent).unwrap();
        let (mut moves, mut flips) = (vec![0; len].into_boxed_slice(), vec![0; len].into_boxed_slice());
        let mut counts = vec![0; len].into_boxed_slice();
        kernels.legal_moves_many(positions, &mut moves);
        kernels.mobility_many(positions, &mut counts);
        kernels.flips_many(positions, &squares, &mut flips);
        let children = counts.iter().map(|&count| usize::from(count)).sum();
        let (mut first, mut second) = (vec![0; children].into_boxed_slice(), vec![0; children].into_boxed_slice());
        assert_eq!(kernels.children_many(positions, &moves, &mut first, &mut second), children);
        (moves, counts, flips, first, second)
    });
    for tier in Tier::available() {
        let kernels = kernels::Othello::get(tier).unwrap();
        let (mut games, mut reference) = (BitslicedGames::<N>::new(kernels, 3), reference_bitslices::<N>(kernels, 3));
        if cfg!(miri) {
            games.launch(5, &board);
        } else {
            games.launch_all(&board);
            reference.launch_all(&board);
            games.play(6);
            reference.play(6);
            assert!((0..games.games()).all(|game| games.board(game) == reference.board(game)), "{tier}");
            assert_eq!(games.tally(), reference.tally(), "{tier}");
        }
    }
}

#[test]
fn many_positions_and_games_of_othello() {
    othello_in_bulk::<8>();
    othello_in_bulk::<6>();
    othello_in_bulk::<4>();
}

#[test]
fn games_to_the_end() {
    // Tiers that play many games at once play different ones; each must play all of them.
    let games = |tallies: Vec<Tally>| tallies.iter().map(Tally::games).collect::<Vec<_>>();
    same(|_| {
        let many = plies(8) as u64;
        let gomoku = gomoku::Board::with_size(Size::new(3, 5).unwrap(), Rule::Freestyle);
        let nogo = nogo::Board::with_shape(nogo::Shape::FULL);
        let of_nogo = if cfg!(miri) { 0 } else { many };
        [
            games(playouts(&[othello::Board::<4>::start(); 2], many, 1)),
            games(playouts(&[gomoku], many, 1)),
            games(playouts(&[nogo], of_nogo, 1)),
        ]
    });
}

#[test]
fn random_numbers() {
    for steps in [0, 1, 2, 7, 64] {
        same(|tier| {
            let mut lanes = Box::new(RandomLanes::new(9));
            let mut numbers = vec![[0; 8]; steps].into_boxed_slice();
            kernels::RandomNumbers::get(tier).unwrap().fill(&mut lanes, &mut numbers);
            (numbers, lanes.step())
        });
    }
    stonemask::measure::spin_cycles(100);
}

#[test]
fn solvers() {
    let mut board = othello::Board::<4>::start();
    let mut random = Random::new(6);
    for _ in 0..6 {
        board.play_random(&mut random);
    }
    let mut solver = othello::Solver::new(1 << 16).unwrap();
    assert_eq!(solver.solve(&board).score, solver.solve(&board).score);

    let corner = nogo::Shape::FULL.points().iter().filter(|point| point.row() > 1 || point.column() > 2).collect();
    let board = nogo::Board::with_shape(nogo::Shape::new(9, 9, corner).unwrap());
    assert_eq!(board.empties().len(), 6);
    let mut solver = nogo::Solver::new(1 << 16).unwrap();
    assert_eq!(solver.solve(&board).unwrap().line, solver.solve(&board).unwrap().line);
}
