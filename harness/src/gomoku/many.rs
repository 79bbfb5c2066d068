//! The kernels of many boards at once. Costs are of one board's share.

use super::calls;
use super::inputs::Stones;
use super::samples::{boards, square};
use crate::cost::{Cost, once, row};
use crate::{Exercise, trial};
use std::hint::black_box;
use stonemask::gomoku::{Colour, Positions, Size};
use stonemask::kernels::Gomoku as Kernels;
use stonemask::{Random, Tier};

pub(super) fn exercises() -> Vec<Exercise> {
    vec![
        Exercise {
            kernel: "batch_fives",
            trials: vec![trial("gomoku", |k: &Kernels, boards: &(Stones<16>, u64)| {
                let mut fives = [[false; 2]; BOARDS];
                k.any_five_many(&Rows::vary(boards).positions(), &mut fives);
                fives
            })],
            call: |_, random| calls::batch_fives(random),
            cost: Cost::Rows(vec![row("gomoku", "batch five", |k: &Kernels, clock| {
                let rows = Rows::measured(k);
                let (positions, mut fives) = (rows.positions(), vec![[false; 2]; rows.boards()]);
                clock(rows.boards(), &mut || k.any_five_many(&positions, black_box(&mut fives)));
            })]),
        },
        Exercise {
            kernel: "batch_exact_fives",
            trials: vec![trial("gomoku", |k: &Kernels, boards: &(Stones<16>, u64)| {
                let mut fives = [[false; 2]; BOARDS];
                k.any_exact_five_many(&Rows::vary(boards).positions(), &mut fives);
                fives
            })],
            call: |_, random| calls::batch_fives(random),
            cost: Cost::Rows(vec![row("gomoku", "batch exact", |k: &Kernels, clock| {
                let rows = Rows::measured(k);
                let (positions, mut fives) = (rows.positions(), vec![[false; 2]; rows.boards()]);
                clock(rows.boards(), &mut || k.any_exact_five_many(&positions, black_box(&mut fives)));
            })]),
        },
        Exercise {
            kernel: "batch_winning_cells",
            trials: vec![trial("gomoku", |k: &Kernels, boards: &(Stones<16>, u64)| {
                let rows = Rows::vary(boards);
                let [mut black, mut white] = [(); 2].map(|()| vec![0; rows.stones[0].len()]);
                k.winning_cells_many(&rows.positions(), &mut black, &mut white);
                [black, white]
            })],
            call: |_, random| calls::batch_winning_cells(random),
            cost: Cost::Rows(vec![row("gomoku", "batch wins", |k: &Kernels, clock| {
                let rows = Rows::measured(k);
                let (positions, [mut black, mut white]) = (rows.positions(), rows.stones.clone());
                clock(rows.boards(), &mut || {
                    k.winning_cells_many(&positions, black_box(&mut black), black_box(&mut white));
                });
            })]),
        },
    ]
}

/// Boards in a trial: more than a kernel takes in one call.
const BOARDS: usize = 33;

/// Boards as the kernels take them: black's rows and white's, row by row.
struct Rows {
    size: Size,
    stones: [Vec<u16>; 2],
}

impl Rows {
    /// A board, and others on which some of its stones are missing or of the other colour; with
    /// seed 0 they are the same.
    fn vary((Stones(board), seed): &(Stones<16>, u64)) -> Rows {
        let mut random = Random::new(*seed);
        let size = board.size();
        let mut stones = [(); 2].map(|()| vec![0u16; BOARDS * size.rows()]);
        for index in 0..BOARDS {
            let same = index == 0 || *seed == 0;
            let (missing, other) = if same { (0, 0) } else { (random.below(5), random.below(5)) };
            for point in size.all() {
                if let Some(colour) = board.stone(point)
                    && random.below(16) >= missing
                {
                    let colour = if random.below(16) < other { colour.other() } else { colour };
                    stones[colour as usize][point.row() * BOARDS + index] |= 1 << point.column();
                }
            }
        }
        Rows { size, stones }
    }

    /// The boards to measure on.
    fn measured(kernels: &Kernels) -> &'static Rows {
        // The reference takes milliseconds. The others' number is not a power of two: the rows of a
        // board would lie so far apart.
        if kernels.tier() == Tier::Reference { once(|| Rows::first(32)) } else { once(|| Rows::first(2000)) }
    }

    /// The first of the boards that there are to measure on.
    fn first(count: usize) -> Rows {
        let (size, boards) = (square(15), &boards(15)[..count]);
        let rows = |colour| {
            let row = |row| boards.iter().map(move |(board, ..)| board.planes().stones(colour, row) as u16);
            (0..size.rows()).flat_map(row).collect()
        };
        Rows { size, stones: Colour::ALL.map(rows) }
    }

    fn boards(&self) -> usize {
        self.stones[0].len() / self.size.rows()
    }

    fn positions(&self) -> Positions<'_> {
        let [black, white] = &self.stones;
        Positions::new(self.size, black, white).expect("one stone on a point")
    }
}
