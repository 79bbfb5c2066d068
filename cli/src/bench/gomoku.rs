//! The cost of Gomoku's kernels.

use super::Costs;
use std::hint::black_box;
use stonemask::game::Game;
use stonemask::gomoku::{Board, Colour, Kernels, Planes, Point, PointSet, Positions, RandomGames, Rule, Size, Slab};
use stonemask::slab::{Ended, Observation};
use stonemask::{Random, Tier};

/// Positions measured on: more than a branch predictor learns.
const POSITIONS: usize = 4096;

pub(crate) fn measure(tier: Tier, costs: &mut Costs) {
    let kernels = Kernels::get(tier).expect("the tier is available");
    slices(tier, kernels, costs);
    for side in [15, 19] {
        let name = |kernel: &str| format!("{kernel} {side}");
        let size = Size::new(side, side).expect("a size");
        let boards = boards(size);
        // The reference takes milliseconds; a few positions tell.
        let boards = if tier == Tier::Reference { &boards[..16] } else { &boards[..] };
        let inputs: Vec<(Planes, Colour, Point)> =
            boards.iter().map(|(board, colour, point)| (board.planes().clone(), *colour, *point)).collect();
        let count = inputs.len();
        costs.measure(name("five"), tier, count, || {
            black_box(
                inputs.iter().fold(false, |all, (planes, colour, point)| all ^ kernels.five(planes, *colour, *point)),
            );
        });
        costs.measure(name("any_five"), tier, count, || {
            black_box(inputs.iter().fold(false, |all, (planes, ..)| all ^ kernels.any_five(planes)[0]));
        });
        costs.measure(name("any_exact"), tier, count, || {
            black_box(inputs.iter().fold(false, |all, (planes, ..)| all ^ kernels.any_exact_five(planes)[0]));
        });
        let mut sets = [PointSet::empty(size), PointSet::empty(size)];
        costs.measure(name("winning"), tier, count, || {
            for (planes, ..) in &inputs {
                kernels.winning_cells_into(planes, &mut sets);
                black_box(&sets);
            }
        });
        costs.measure(name("threats"), tier, count, || {
            for (planes, colour, _) in &inputs {
                black_box(kernels.threats(planes, *colour));
            }
        });
        costs.measure(name("runs"), tier, count, || {
            for (board, _, point) in boards {
                black_box(kernels.runs(board.cells(), *point));
            }
        });
        let start = Board::new(size, Rule::Freestyle);
        let mut random = Random::new(1);
        let games = if tier == Tier::Reference { 1 } else { 256 };
        costs.measure(name("playout"), tier, games, || {
            for _ in 0..games {
                black_box(start.clone().playout(kernels, &mut random));
            }
        });
    }
}

/// What takes many boards at once: the cost of one of them.
fn slices(tier: Tier, kernels: &'static Kernels, costs: &mut Costs) {
    let size = Size::new(15, 15).expect("a size");
    let boards = boards(size);
    let boards = if tier == Tier::Reference { &boards[..32] } else { &boards[..4000] };
    let rows = |colour| -> Vec<u16> {
        let row = |row| boards.iter().map(move |(board, ..)| board.planes().stones(colour, row) as u16);
        (0..size.rows()).flat_map(row).collect()
    };
    let [black, white] = Colour::ALL.map(rows);
    let batch = Positions::new(size, &black, &white).expect("the boards are boards");
    let mut fives = vec![[false; 2]; boards.len()];
    let mut sets = [black.clone(), white.clone()];
    costs.measure("batch five", tier, boards.len(), || kernels.any_five_many(&batch, black_box(&mut fives)));
    costs.measure("batch exact", tier, boards.len(), || kernels.any_exact_five_many(&batch, black_box(&mut fives)));
    costs.measure("batch wins", tier, boards.len(), || {
        let [to_black, to_white] = &mut sets;
        kernels.winning_cells_many(&batch, black_box(to_black), black_box(to_white));
    });
    let games = if tier == Tier::Reference { 8 } else { 512 };
    let mut slab = Slab::new(&Board::new(size, Rule::Freestyle), games, Ended::Restart, kernels, 1);
    let mut actions = vec![0; games];
    // Games of all ages.
    (0..200).for_each(|_| slab.step_random(&mut actions));
    costs.measure("random step", tier, games, || slab.step_random(black_box(&mut actions)));
    let mut masks = vec![0; games * slab.mask_words()];
    costs.measure("legal masks", tier, games, || slab.legal_masks(black_box(&mut masks)));
    let mut cells = vec![0; games * size.points()];
    let (mut to_move, mut outcomes, mut plies) = (vec![0; games], vec![0; games], vec![0; games]);
    costs.measure("observe", tier, games, || {
        slab.observe(&mut Observation {
            cells: black_box(&mut cells),
            to_move: &mut to_move,
            outcomes: &mut outcomes,
            plies: &mut plies,
        });
    });
    for (name, rule) in [("games", Rule::Freestyle), ("games exact", Rule::Standard)] {
        let games = if tier == Tier::Reference { 32 } else { 4096 };
        let mut random_games = RandomGames::new(&Board::new(size, rule), kernels, 1);
        costs.measure(name, tier, games, || {
            black_box(random_games.tally(games as u64));
        });
    }
}

/// Clustered positions: each stone next to those that stand already, 10 to 65 of them; with the last stone.
fn boards(size: Size) -> Vec<(Board, Colour, Point)> {
    let mut random = Random::new(1);
    let mut boards = Vec::with_capacity(POSITIONS);
    while boards.len() < POSITIONS {
        let mut board = Board::new(size, Rule::Freestyle);
        let mut last = size.centre();
        board.play(last);
        let stones = 10 + random.below(56) as usize;
        while board.stone_count() < stones && !board.is_over() {
            let near = size.point(random.below(size.points() as u32) as usize);
            let touches = |a: usize, b: usize| a.abs_diff(b) <= 1;
            let beside = size.all().any(|point| {
                board.stone(point).is_some()
                    && touches(point.row(), near.row())
                    && touches(point.column(), near.column())
            });
            if beside && board.try_play(near).is_ok() {
                last = near;
            }
        }
        boards.push((board.clone(), board.to_move().other(), last));
    }
    boards
}
