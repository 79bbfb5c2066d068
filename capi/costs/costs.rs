//! The costs of costs.c's calls from Rust, on the same positions.

use std::hint::black_box;
use std::time::Instant;
use stonemask::slab::Slab;
use stonemask::{gomoku, nogo, othello};

const POSITIONS: usize = 2048;
const GAMES: usize = 1024;
const ROUNDS: usize = 9;

struct Numbers(u64);

impl Numbers {
    fn next(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % u64::from(bound)) as u32
    }
}

/// Prints the median of some rounds, in ns a unit.
fn measure(name: &str, repeats: usize, units: usize, mut body: impl FnMut()) {
    let mut rounds = [0.0; ROUNDS];
    for round in &mut rounds {
        let begin = Instant::now();
        (0..repeats).for_each(|_| body());
        *round = begin.elapsed().as_nanos() as f64 / (repeats * units) as f64;
    }
    rounds.sort_by(f64::total_cmp);
    println!("{name} {:.2}", rounds[ROUNDS / 2]);
}

/// A number for each cell.
fn cells([black, white]: &[[u16; 16]; 2]) -> [[i32; 15]; 15] {
    std::array::from_fn(|row| {
        std::array::from_fn(|column| i32::from(black[row] >> column & 1) + 2 * i32::from(white[row] >> column & 1))
    })
}

/// The loop that programs have which keep a number for each cell: five or more of black through a
/// point?
fn five(cells: &[[i32; 15]; 15], row: usize, column: usize) -> bool {
    gomoku::AXES.into_iter().any(|(down, right)| {
        let line = |down: isize, right: isize| {
            let (mut row, mut column, mut length) = (row, column, 0);
            loop {
                (row, column) = (row.wrapping_add_signed(down), column.wrapping_add_signed(right));
                if row >= 15 || column >= 15 || cells[row][column] != 1 {
                    return length;
                }
                length += 1;
            }
        };
        1 + line(down, right) + line(-down, -right) >= 5
    })
}

fn main() {
    let mut numbers = Numbers(1);
    let start = othello::Board::<8>::start();
    let mut board = start;
    let mut positions = Vec::new();
    while positions.len() < POSITIONS {
        let legal = board.legal_moves();
        if legal.is_empty() {
            board =
                if board.must_pass() { othello::Board::new(board.position().pass(), board.to_move()) } else { start };
            continue;
        }
        let chosen = numbers.next(legal.len()) as usize;
        let square = legal.iter().nth(chosen).expect("fewer than there are");
        positions.push((board, square));
        board.play(square);
    }
    let own: Vec<u64> = positions.iter().map(|(board, _)| board.position().own().bits()).collect();
    let opponent: Vec<u64> = positions.iter().map(|(board, _)| board.position().opponent().bits()).collect();
    let mut moves = vec![0; POSITIONS];
    let boards: Vec<[[u16; 16]; 2]> = (0..POSITIONS)
        .map(|_| {
            let mut rows = [[0; 16]; 2];
            for stone in 0..100 {
                let (row, column) = (numbers.next(15) as usize, numbers.next(15));
                if (rows[0][row] | rows[1][row]) >> column & 1 == 0 {
                    rows[stone % 2][row] |= 1 << column;
                }
            }
            rows
        })
        .collect();

    measure("othello8-legal-moves", 300, POSITIONS, || {
        let all = positions.iter().map(|(board, _)| board.legal_moves().bits());
        black_box(all.fold(0, u64::wrapping_add));
    });
    measure("othello8-flips", 300, POSITIONS, || {
        let all = positions.iter().map(|&(board, square)| board.position().flips(square).bits());
        black_box(all.fold(0, u64::wrapping_add));
    });
    measure("othello8-play", 300, POSITIONS, || {
        let all = positions.iter().map(|&(mut board, square)| {
            board.try_play(square).expect("a legal move");
            board.position().own().bits()
        });
        black_box(all.fold(0, u64::wrapping_add));
    });
    measure("othello8-legal-moves-many", 3000, POSITIONS, || {
        let positions = othello::Positions::<8>::new(&own, &opponent).expect("positions");
        positions.legal_moves(&mut moves);
        black_box(moves[0]);
    });
    let size = gomoku::Size::new(15, 15).expect("a size");
    measure("gomoku15-any-five-of-rows", 100, POSITIONS, || {
        let all = boards.iter().map(|[black, white]| {
            let planes = gomoku::Planes::from_rows(size, &black[..15], &white[..15]).expect("a board");
            let [black, white] = planes.any_five();
            u64::from(black) + 2 * u64::from(white)
        });
        black_box(all.sum::<u64>());
    });
    measure("gomoku15-wins-of-rows", 100, POSITIONS, || {
        let all = boards.iter().enumerate().map(|(index, [black, white])| {
            let rows = gomoku::Rows::new(size, &black[..15], &white[..15]).expect("a board");
            let point = gomoku::Point::new(index % 15, index / 15 % 15).expect("a point");
            u64::from(rows.wins(gomoku::Rule::ALL[index % 5], gomoku::Colour::Black, point))
        });
        black_box(all.sum::<u64>());
    });
    let planes = |[black, white]: &[[u16; 16]; 2]| gomoku::Planes::from_rows(size, &black[..15], &white[..15]);
    let kept: Vec<gomoku::Planes> = boards.iter().map(|rows| planes(rows).expect("a board")).collect();
    measure("gomoku15-wins-unchecked", 100, POSITIONS, || {
        let all = kept.iter().enumerate().map(|(index, planes)| {
            let point = gomoku::Point::new(index % 15, index / 15 % 15).expect("a point");
            u64::from(planes.wins(gomoku::Rule::ALL[index % 5], gomoku::Colour::Black, point))
        });
        black_box(all.sum::<u64>());
    });
    let cells: Vec<[[i32; 15]; 15]> = boards.iter().map(cells).collect();
    measure("gomoku15-loop-over-cells", 100, POSITIONS, || {
        let all = cells.iter().enumerate().map(|(index, cells)| u64::from(five(cells, index % 15, index / 15 % 15)));
        black_box(all.sum::<u64>());
    });
    let mut board = nogo::Board::start();
    measure("nogo9-make-and-undo", 3000, 9, || {
        for bit in 0..9 {
            let point = nogo::Point::from_bit(bit).expect("a point");
            board.check(point).expect("a legal move");
            let undo = board.make(point);
            board.undo(undo);
        }
        black_box(&board);
    });
    let mut actions = vec![0; GAMES];
    let mut slab = Slab::new(&start, GAMES).expect("memory");
    measure("othello8-slab-random-step", 300, GAMES, || slab.step_random(&mut actions));
    let mut slab = Slab::new(&nogo::Board::start(), GAMES).expect("memory");
    measure("nogo9-slab-random-step", 100, GAMES, || slab.step_random(&mut actions));
}
