//! The cost of Gomoku's kernels.

use super::Costs;
use std::hint::black_box;
use std::sync::OnceLock;
use stonemask::game::Game;
use stonemask::gomoku::{Batch, Board, Colour, Kernels, Planes, Playouts, Point, PointSet, Rule, Size, Slab};
use stonemask::slab::{Ended, Observation, Slab as _};
use stonemask::{Random, Tier};

/// Positions measured on: more than a branch predictor learns, and no more than the second-level cache holds.
const POSITIONS: usize = 2048;

pub(crate) fn measure(tier: Tier, costs: &mut Costs) {
    let kernels = Kernels::get(tier).expect("the tier is available");
    slices(tier, kernels, costs);
    for (side, names) in [(15, NAMES_15), (19, NAMES_19)] {
        let size = Size::new(side, side).expect("a size");
        let Inputs { boards, planes } = inputs(size);
        // The reference takes milliseconds; a few positions tell.
        let count = if tier == Tier::Reference { 16 } else { POSITIONS };
        let (boards, inputs) = (&boards[..count], &planes[..count]);
        costs.measure(names[0], tier, count, || {
            black_box(
                inputs.iter().fold(false, |all, (planes, colour, point)| all ^ kernels.five(planes, *colour, *point)),
            );
        });
        costs.measure(names[1], tier, count, || {
            black_box(inputs.iter().fold(false, |all, (planes, ..)| all ^ kernels.any_five(planes)[0]));
        });
        costs.measure(names[2], tier, count, || {
            black_box(inputs.iter().fold(false, |all, (planes, ..)| all ^ kernels.any_exact_five(planes)[0]));
        });
        let mut sets = [PointSet::empty(size), PointSet::empty(size)];
        costs.measure(names[3], tier, count, || {
            for (planes, ..) in inputs {
                kernels.winning_cells_into(planes, &mut sets);
                black_box(&sets);
            }
        });
        costs.measure(names[4], tier, count, || {
            for (planes, colour, _) in inputs {
                black_box(kernels.threats(planes, *colour));
            }
        });
        costs.measure(names[5], tier, count, || {
            for (board, _, point) in boards {
                black_box(kernels.runs(board, *point));
            }
        });
        let start = Board::new(size, Rule::Freestyle);
        let mut random = Random::new(1);
        let games = if tier == Tier::Reference { 1 } else { 256 };
        costs.measure(names[6], tier, games, || {
            for _ in 0..games {
                black_box(start.clone().playout(kernels, &mut random));
            }
        });
    }
}

/// What takes many boards at once: the cost of one of them.
fn slices(tier: Tier, kernels: &'static Kernels, costs: &mut Costs) {
    let size = Size::new(15, 15).expect("a size");
    let boards = &inputs(size).boards;
    let boards = if tier == Tier::Reference { &boards[..32] } else { &boards[..2000] };
    let rows = |colour| -> Vec<u16> {
        let row = |row| boards.iter().map(move |(board, ..)| board.planes().stones(colour, row) as u16);
        (0..size.rows()).flat_map(row).collect()
    };
    let [black, white] = Colour::ALL.map(rows);
    let batch = Batch::new(size, &black, &white).expect("the boards are boards");
    let mut fives = vec![[false; 2]; boards.len()];
    let mut sets = [black.clone(), white.clone()];
    costs.measure("batch five", tier, boards.len(), || kernels.any_fives(&batch, black_box(&mut fives)));
    costs.measure("batch exact", tier, boards.len(), || kernels.any_exact_fives(&batch, black_box(&mut fives)));
    costs.measure("batch wins", tier, boards.len(), || {
        let [to_black, to_white] = &mut sets;
        kernels.winning_cells_of(&batch, black_box(to_black), black_box(to_white));
    });
    let games = if tier == Tier::Reference { 8 } else { 512 };
    let mut slab = Slab::new(&Board::new(size, Rule::Freestyle), games, Ended::Restart, kernels, 1);
    let mut actions = vec![0; games];
    // Games of all ages.
    (0..200).for_each(|_| slab.step_random(&mut actions));
    costs.measure("random step", tier, games, || slab.step_random(black_box(&mut actions)));
    let mut masks = vec![0; games * slab.mask_words()];
    costs.measure_alike("legal masks", tier, games, || slab.legal_masks(black_box(&mut masks)));
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
        let mut playouts = Playouts::new(&Board::new(size, rule), kernels, 1).expect("played by keys");
        costs.measure(name, tier, games, || {
            black_box(playouts.tally(games as u64));
        });
    }
}

const NAMES_15: [&str; 7] =
    ["five 15", "any_five 15", "any_exact 15", "winning 15", "threats 15", "runs 15", "playout 15"];
const NAMES_19: [&str; 7] =
    ["five 19", "any_five 19", "any_exact 19", "winning 19", "threats 19", "runs 19", "playout 19"];

/// Boards, each with the last stone, and their planes side by side.
struct Inputs {
    boards: Vec<(Board, Colour, Point)>,
    planes: Vec<(Planes, Colour, Point)>,
}

/// The inputs of a size. They are made once: tiers that are compared share their memory, as where it lies matters too.
fn inputs(size: Size) -> &'static Inputs {
    static INPUTS: [OnceLock<Inputs>; 2] = [OnceLock::new(), OnceLock::new()];
    INPUTS[usize::from(size.rows() == 19)].get_or_init(|| {
        let boards = boards(size);
        let planes = boards.iter().map(|(board, colour, point)| (board.planes().clone(), *colour, *point)).collect();
        Inputs { boards, planes }
    })
}

/// Clustered positions: each stone next to those that stand already, 10 to 65 of them; with the last stone.
fn boards(size: Size) -> Vec<(Board, Colour, Point)> {
    let mut random = Random::new(1);
    let mut boards = Vec::with_capacity(POSITIONS);
    while boards.len() < POSITIONS {
        let mut board = Board::new(size, Rule::Freestyle);
        let mut last = board.cursor();
        board.play(last);
        let stones = 10 + random.below(56) as usize;
        while board.stones() < stones && !board.is_over() {
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
