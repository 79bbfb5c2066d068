//! The cost of NoGo's kernels on the 9x9 board.

use super::Costs;
use std::hint::black_box;
use stonemask::game::Game;
use stonemask::nogo::{Board, Colour, Kernels, Masks, Point, Position, Slab};
use stonemask::playout::playout_many;
use stonemask::slab::{Ended, Slab as _};
use stonemask::{Random, Tier};

/// Positions measured on: more than a branch predictor learns.
const POSITIONS: usize = 2048;
/// Boards of which all children are made; these stay in the first-level cache.
const PARENTS: usize = 16;

pub(crate) fn measure(tier: Tier, costs: &mut Costs) {
    let kernels = Kernels::get(tier).expect("the tier is available");
    let (games, boards) = games();
    let moves = games.iter().map(Vec::len).sum();
    costs.measure("play", tier, moves, || {
        for game in &games {
            let mut board = Board::start();
            for (index, &point) in game.iter().enumerate() {
                kernels.play(&mut board, Colour::ALL[index % 2], point);
            }
            black_box(&board);
        }
    });

    let parents: Vec<Board> = boards.iter().copied().step_by(POSITIONS / PARENTS).collect();
    let children = parents.iter().map(|board| board.legal_moves().len() as usize).sum();
    costs.measure("child", tier, children, || {
        for board in &parents {
            board.for_each_child(kernels, |_, child| _ = black_box(child));
        }
    });

    let mut board = Board::start();
    let mut random = Random::new(1);
    let plies: u32 = (0..32).map(|_| Board::start().play_random_plies(Kernels::best(), &mut random, u32::MAX)).sum();
    costs.measure("random_ply", tier, plies as usize, || {
        let mut random = Random::new(1);
        for _ in 0..32 {
            board = Board::start();
            board.play_random_plies(kernels, &mut random, u32::MAX);
        }
    });

    let positions: Vec<Position> = boards.iter().map(Board::position).collect();
    let mut masks = vec![Masks::default(); positions.len()];
    costs.measure("masks", tier, POSITIONS, || {
        for (position, masks) in positions.iter().zip(&mut masks) {
            *masks = kernels.masks(position);
        }
    });
    costs.measure("masks_of_8", tier, POSITIONS, || {
        for (positions, masks) in positions.chunks(8).zip(masks.chunks_mut(8)) {
            kernels.masks_of_all(positions, masks);
        }
    });

    // So many games that launching the first and waiting for the last are a small part.
    let many = if tier <= Tier::X64 { 16 } else { 16_384 };
    if tier > Tier::Reference {
        costs.measure("playout_many", tier, many, || {
            black_box(playout_many(&[Board::start()], many as u64, kernels, 1));
        });
    }
    const GAMES: usize = 512;
    let mut slab = Slab::new(&Board::start(), GAMES, Ended::Restart, kernels, 1);
    let mut actions = vec![0; GAMES];
    costs.measure("slab_random", tier, GAMES, || slab.step_random(&mut actions));
    let mut legal = vec![0; 2 * GAMES];
    costs.measure_alike("slab_masks", tier, GAMES, || slab.legal_masks(&mut legal));

    let asked: Vec<(Position, Point)> = positions
        .iter()
        .map(|&position| {
            let empties = position.empties();
            let chosen = random.below(empties.len()) as usize;
            (position, empties.iter().nth(chosen).expect("fewer than the points there are"))
        })
        .collect();
    costs.measure("is_legal", tier, POSITIONS, || {
        for (position, point) in &asked {
            black_box(kernels.is_legal(position, Colour::Black, *point));
        }
    });
}

/// Random games with `POSITIONS` positions before a move, and these.
fn games() -> (Vec<Vec<Point>>, Vec<Board>) {
    let mut random = Random::new(1);
    let (mut games, mut boards) = (vec![Vec::new()], Vec::new());
    let mut board = Board::start();
    while boards.len() < POSITIONS {
        let moves = board.legal_moves();
        if moves.is_empty() {
            board = Board::start();
            games.push(Vec::new());
            continue;
        }
        let point = moves.iter().nth(random.below(moves.len()) as usize).expect("fewer than the moves there are");
        boards.push(board);
        games.last_mut().expect("a game has begun").push(point);
        board.play(point);
    }
    (games, boards)
}
