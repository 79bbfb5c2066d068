//! The cost of Othello's kernels.

use super::Costs;
use std::hint::black_box;
use stonemask::game::Game;
use stonemask::othello::{Board, Children, Kernels, Position, Positions, Scoring, Square};
use stonemask::playout::playout_many;
use stonemask::{Random, Tier};

/// Positions measured on: more than a branch predictor learns, fewer than the first-level cache holds.
const POSITIONS: usize = 2048;

pub(crate) fn measure<const N: usize>(tier: Tier, costs: &mut Costs) {
    let kernels = Kernels::get(tier).expect("the tier is available");
    let inputs = inputs::<N>();
    costs.measure("legal_moves", tier, POSITIONS, || {
        black_box(inputs.iter().fold(0, |all, (position, _)| all ^ kernels.legal_moves(*position).bits()));
    });
    costs.measure("mobility", tier, POSITIONS, || {
        black_box(inputs.iter().fold(0, |all, (position, _)| all ^ kernels.mobility(*position)));
    });
    costs.measure("flips", tier, POSITIONS, || {
        black_box(inputs.iter().fold(0, |all, (position, square)| all ^ kernels.flips(*position, *square).bits()));
    });
    costs.measure("outflanks", tier, POSITIONS, || {
        black_box(inputs.iter().fold(false, |all, (position, square)| all ^ kernels.outflanks(*position, *square)));
    });
    let mut children = Children::new();
    costs.measure("children", tier, POSITIONS, || {
        for (position, _) in &inputs {
            black_box(kernels.children(*position, &mut children));
        }
    });
    let endings = endings::<N>();
    costs.measure("last plies", tier, endings.len(), || {
        let value = |position: &Position<N>| kernels.last_plies(*position, 0, Scoring::Discs).0;
        black_box(endings.iter().fold(0, |all, position| all ^ value(position)));
    });
    many(tier, kernels, &inputs, costs);
}

/// The kernels for many positions, a position or a child each, and random games.
fn many<const N: usize>(tier: Tier, kernels: &Kernels, inputs: &[(Position<N>, Square<N>)], costs: &mut Costs) {
    let own: Vec<u64> = inputs.iter().map(|(position, _)| position.own().bits()).collect();
    let opponent: Vec<u64> = inputs.iter().map(|(position, _)| position.opponent().bits()).collect();
    let squares: Vec<Square<N>> = inputs.iter().map(|(_, square)| *square).collect();
    let positions = Positions::<N>::new(&own, &opponent).expect("positions of games");
    let (mut moves, mut flips, mut counts) = (vec![0; POSITIONS], vec![0; POSITIONS], vec![0; POSITIONS]);
    kernels.legal_moves_many(positions, &mut moves);
    kernels.mobility_many(positions, &mut counts);
    costs.measure("moves, many", tier, POSITIONS, || kernels.legal_moves_many(positions, black_box(&mut moves)));
    costs.measure("count, many", tier, POSITIONS, || kernels.mobility_many(positions, black_box(&mut counts)));
    costs.measure("flips, many", tier, POSITIONS, || kernels.flips_many(positions, &squares, black_box(&mut flips)));
    // As perft does it: few positions at a time, so that their children stay in the first-level cache.
    const TOGETHER: usize = 32;
    let (mut child_own, mut child_opponent) = ([0; 64 * TOGETHER], [0; 64 * TOGETHER]);
    let children = counts.iter().map(|&count: &u8| usize::from(count)).sum();
    let parts: Vec<(Positions<'_, N>, &[u64])> = (0..POSITIONS)
        .step_by(TOGETHER)
        .map(|at| {
            let part = at..at + TOGETHER;
            let positions = Positions::new(&own[part.clone()], &opponent[part.clone()]).expect("positions of games");
            (positions, &moves[part])
        })
        .collect();
    costs.measure("child, many", tier, children, || {
        for (positions, moves) in &parts {
            black_box(kernels.children_many(*positions, moves, &mut child_own, &mut child_opponent));
        }
    });
    let games = match tier {
        Tier::Reference => 4,
        Tier::X64 => 2000,
        _ => 30_000,
    };
    costs.measure("random game", tier, games, || {
        black_box(playout_many(&[Board::<N>::start()], games as u64, kernels, 1));
    });
}

/// Positions of random games, each with a legal square.
fn inputs<const N: usize>() -> Vec<(Position<N>, Square<N>)> {
    let mut random = Random::new(1);
    let mut inputs = Vec::with_capacity(POSITIONS);
    let mut board = Board::<N>::start();
    while inputs.len() < POSITIONS {
        let moves = board.legal_moves();
        if !moves.is_empty() {
            let chosen = random.below(moves.len()) as usize;
            inputs.push((board.position(), moves.iter().nth(chosen).expect("fewer than the moves there are")));
        }
        if !board.play_random(Kernels::best(), &mut random) {
            board = Board::start();
        }
    }
    inputs
}

/// Positions of random games with 8 empty squares.
fn endings<const N: usize>() -> Vec<Position<N>> {
    let mut random = Random::new(2);
    let mut endings = Vec::with_capacity(POSITIONS);
    while endings.len() < POSITIONS {
        let mut board = Board::<N>::start();
        while board.empties().len() > 8 && board.play_random(Kernels::best(), &mut random) {}
        if board.empties().len() == 8 {
            endings.push(board.position());
        }
    }
    endings
}
