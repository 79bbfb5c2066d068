//! Raw calls of Gomoku's kernels, and what they find in memory.

use crate::call::{Kind, Value, bytes, values};
use crate::contract::{bytes_of_planes, layout};
use stonemask::Random;
use stonemask::founding::VectorBoard;
use stonemask::gomoku::{Board, Colour, Rule, Size};
use stonemask::slab::outcome_code;

pub(super) fn five(lane: usize, random: &mut Random) -> Vec<Value> {
    let (planes, rows) = Planes::draw(lane, random);
    let (row, column) = (random.below(rows as u32), random.below(lane as u32));
    // The point's lane, four before and four after it; the plane begins that many rows before.
    let first = planes.starts[random.below(2) as usize] + (row as usize * lane / 8) - 4 * lane / 8;
    let near = planes.bytes[first..first + 9 * lane / 8].to_vec();
    let plane = Value::Bytes(near).with(move |near| near.pointer_at((4 - row as isize) * lane as isize / 8));
    values![plane, row, column]
}

pub(super) fn any_five(lane: usize, random: &mut Random) -> Vec<Value> {
    let (planes, rows) = Planes::draw(lane, random);
    values![planes.bytes, rows]
}

pub(super) fn winning_cells(lane: usize, random: &mut Random) -> Vec<Value> {
    let (planes, rows) = Planes::draw(lane, random);
    // The bytes of a set.
    let set = rows * lane / 8;
    let len = set.next_multiple_of(64);
    let [black, white] = [len; 2].map(|len| Value::Elements(len).with(move |bytes| bytes.room(set..len)));
    values![planes.bytes, rows, black, white]
}

pub(super) fn threats(lane: usize, random: &mut Random) -> Vec<Value> {
    let (planes, rows) = Planes::draw(lane, random);
    let [own, empty] = [random.below(2) as usize, 2].map(|plane| {
        let [first, end] = planes.with_margins(plane);
        planes.bytes[first..end].to_vec()
    });
    // Three sets of 64 quadwords, 576 bytes apart; between them lie their sizes.
    let threats = Value::Elements(1).with(move |threats| {
        let threats = threats.kept(512..576).kept(576 + 512..2 * 576);
        (0..3).fold(threats, |threats, map| threats.room(576 * map + rows * lane / 8..576 * map + 512))
    });
    values![own, empty, rows, threats, Value::Elements(1)]
}

/// The planes of a board, as src/gomoku/planes.rs lays them out.
struct Planes {
    bytes: Vec<u8>,
    /// Where black's, white's and that of the empty points begin.
    starts: [usize; 3],
    /// The room of a plane.
    room: usize,
}

impl Planes {
    /// Those of any board whose lanes are so wide, and its number of rows.
    fn draw(lane: usize, random: &mut Random) -> (Planes, usize) {
        let board = board(lane, random);
        (Planes::of(&board, lane), board.size().rows())
    }

    fn of(board: &Board, lane: usize) -> Planes {
        let starts = match lane {
            16 => [64, 96, 192],
            32 => [64, 256, 448],
            _ => [64, 640, 1216],
        };
        let mut bytes = vec![0; bytes_of_planes(lane)];
        for row in 0..board.size().rows() {
            let planes = board.planes();
            let bits = [planes.stones(Colour::Black, row), planes.stones(Colour::White, row), planes.empty(row)];
            for (start, bits) in starts.into_iter().zip(bits) {
                let at = start + row * lane / 8;
                bytes[at..at + lane / 8].copy_from_slice(&bits.to_le_bytes()[..lane / 8]);
            }
        }
        Planes { bytes, starts, room: if lane == 16 { 32 } else { 8 * lane } }
    }

    /// From the cache line before a plane to the end of the one after it; after the last plane
    /// there may be less.
    fn with_margins(&self, plane: usize) -> [usize; 2] {
        [self.starts[plane] - 64, (self.starts[plane] + self.room + 64).min(self.bytes.len())]
    }
}

/// A size whose lanes are so wide.
fn size(lane: usize, random: &mut Random) -> Size {
    let (least, most) = match lane {
        16 => (1, 15),
        32 => (16, 32),
        _ => (33, 64),
    };
    // One side makes the lane, the other is any.
    let long = least + random.below(most - least + 1);
    let short = 1 + random.below(most);
    let (rows, columns) = if random.below(2) == 0 { (long, short) } else { (short, long) };
    Size::new(rows as usize, columns as usize).unwrap()
}

/// Any stones on a board whose lanes are so wide.
fn board(lane: usize, random: &mut Random) -> Board {
    let mut board = Board::with_size(size(lane, random), Rule::Freestyle);
    let stones = random.below(17);
    for point in board.size().all() {
        if random.below(16) < stones {
            board.set_stone(point, Some(Colour::ALL[random.below(2) as usize]));
        }
    }
    board
}

pub(super) fn runs(random: &mut Random) -> Vec<Value> {
    // Half of the boards have few rows or columns; half of the points are near an edge, many of
    // them in a corner.
    let mut sides = [1 + random.below(64), 1 + random.below(64)];
    if random.below(2) == 0 {
        sides[random.below(2) as usize] = 1 + random.below(12);
    }
    let size = Size::new(sides[0] as usize, sides[1] as usize).unwrap();
    let [row, column] = sides.map(|side| match random.below(4) {
        0 => random.below(side.min(5)),
        1 => side - 1 - random.below(side.min(5)),
        _ => random.below(side),
    });
    let on = size.point((row * sides[1] + column) as usize);
    let mut board = Board::with_size(size, Rule::Freestyle);
    // From none to all; where most are of one colour, runs are long.
    let (stones, black) = (random.below(17), random.below(17));
    for point in size.all() {
        if point == on || random.below(16) < stones {
            board.set_stone(point, Some(if random.below(16) < black { Colour::Black } else { Colour::White }));
        }
    }
    let mut board = VectorBoard::from(board);
    board.set_cursor(if random.below(4) == 0 { on } else { size.point(random.below(size.points() as u32) as usize) });
    values![board.cells().as_slice().to_vec(), size.rows(), size.columns(), size.index(on)]
}

/// Keys of 32 games, as src/gomoku/keys.rs lays them out.
pub(super) fn playouts(random: &mut Random) -> Vec<Value> {
    let board = loop {
        let board = board(16, random);
        if board.size().points() - board.stone_count() >= 2 {
            break board;
        }
    };
    let size = board.size();
    let (mut keys, mut cells) = (Vec::new(), Vec::new());
    for (index, point) in size.all().enumerate() {
        // Few keys, so that many are the same.
        let mask = [0xffff, 0xe000][index % 2];
        keys.extend((0..32).map(|_| match board.stone(point) {
            None => random.next_u64() as u16 & mask,
            Some(Colour::Black) => 0x8000,
            Some(Colour::White) => 0x7fff,
        }));
        if board.stone(point).is_none() {
            cells.push(64 * index as u32);
        }
    }
    let mut lines = Vec::new();
    let (rows, columns) = (size.rows(), size.columns());
    for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
        for point in size.all() {
            let length = |row: isize, column: isize, sign: isize| {
                let on = |steps: &isize| {
                    let (row, column) = (row + sign * steps * down, column + sign * steps * right);
                    (0..rows as isize).contains(&row) && (0..columns as isize).contains(&column)
                };
                (0..).take_while(on).count()
            };
            let (row, column) = (point.row() as isize, point.column() as isize);
            let cells = length(row, column, 1);
            if cells >= 5 && length(row, column, -1) == 1 {
                let step = 64 * (down * columns as isize + right) as u32;
                lines.extend([64 * size.index(point) as u32, step, cells as u32 - 4]);
            }
        }
    }
    lines.extend([0, 0, 0]);
    values![bytes(&keys), bytes(&lines), bytes(&cells), cells.len(), random.below(2), Value::Elements(1)]
}

pub(super) fn batch_fives(random: &mut Random) -> Vec<Value> {
    let (block, rows, _) = block(random);
    values![block, rows, Value::Elements(1)]
}

pub(super) fn batch_winning_cells(random: &mut Random) -> Vec<Value> {
    let (block, rows, columns) = block(random);
    let [black, white] = [rows as usize; 2].map(Value::Elements);
    values![block, rows, (1u32 << columns) - 1, black, white]
}

/// Any stones on 32 boards, as src/gomoku/block.rs lays them out; their rows and columns.
fn block(random: &mut Random) -> (Vec<u8>, u32, u32) {
    let (rows, columns) = (1 + random.below(15), 1 + random.below(15));
    let mut block = vec![0u16; 42 * 32];
    let density = random.below(17);
    for row in 0..rows as usize {
        for board in 0..32 {
            for column in 0..columns {
                if random.below(16) < density {
                    block[([4, 23][random.below(2) as usize] + row) * 32 + board] |= 1 << column;
                }
            }
        }
    }
    (bytes(&block), rows, columns)
}

pub(super) fn choose(random: &mut Random) -> Vec<Value> {
    let Games { games, actions, .. } = Games::draw(random);
    let count = actions.len();
    let numbers: Vec<u64> = (0..count).map(|_| random.next_u64()).collect();
    values![games, count, bytes(&numbers), Value::Elements(count)]
}

pub(super) fn observe(random: &mut Random) -> Vec<Value> {
    let Games { size, games, actions } = Games::draw(random);
    // Some of them several times: the cells of few games on a small board fit into a register.
    let times = 1 + random.below(30) as usize;
    let count = times * actions.len();
    values![games.repeat(times), count, size.rows(), size.columns(), Value::Elements(count * size.points())]
}

pub(super) fn step(random: &mut Random) -> Vec<Value> {
    let Games { size, games, actions } = Games::draw(random);
    let mut points = vec![0u8; 512];
    for (point, entry) in size.all().zip(points.chunks_mut(2)) {
        entry.copy_from_slice(&[point.row() as u8, point.column() as u8]);
    }
    let start = Value::Bytes(slab_game(&Board::with_size(size, Rule::Freestyle)));
    let start = if random.below(2) == 0 { start } else { Value::Number(0) };
    // The kernel may read zeros before the games.
    values![[vec![0; 8], games].concat(), actions.len(), bytes(&actions), points, start, random.below(2)]
}

/// Games of a slab, each with an action, which may be an illegal one.
struct Games {
    size: Size,
    games: Vec<u8>,
    actions: Vec<u16>,
}

impl Games {
    fn draw(random: &mut Random) -> Games {
        let size = size(16, random);
        let (mut games, mut actions) = (Vec::new(), Vec::new());
        for _ in 0..1 + random.below(9) {
            let mut board = Board::with_size(size, Rule::Freestyle);
            for _ in 0..random.below(90) {
                board.play_random(random);
            }
            let legal: Vec<_> = board.legal_moves().iter().collect();
            actions.push(if legal.is_empty() || random.below(40) == 0 {
                random.next_u64() as u16
            } else {
                size.index(legal[random.below(legal.len() as u32) as usize]) as u16
            });
            games.extend(slab_game(&board));
        }
        Games { size, games, actions }
    }
}

/// A game, as src/gomoku/slab_game.rs lays it out.
fn slab_game(board: &Board) -> Vec<u8> {
    let size = board.size();
    let mut game = vec![0u8; 128];
    let mut empty = [0u64; 4];
    for (action, point) in size.all().enumerate() {
        match board.stone(point) {
            None => empty[action / 64] |= 1 << (action % 64),
            Some(colour) => {
                let at = 32 * colour as usize + 2 * point.row() + point.column() / 8;
                game[at] |= 1 << (point.column() % 8);
            }
        }
    }
    game[64..96].copy_from_slice(&bytes(&empty));
    game[96..100].copy_from_slice(&bytes(&[board.stone_count() as u32]));
    game[100..102].copy_from_slice(&((size.points() - board.stone_count()) as u16).to_le_bytes());
    game[102] = board.to_move() as u8;
    game[103] = outcome_code(board.outcome());
    game
}

/// A game that is not over, as Playout16 and Playout64 of src/gomoku/single_game.rs lay it out.
pub(super) fn playout(kind: Kind, lane: usize, random: &mut Random) -> Vec<Value> {
    let (lines, middle, list) = if lane == 16 { (32, 15, 256) } else { (128, 64, 4096 + 64) };
    let mut board = Board::with_size(size(lane, random), Rule::Freestyle);
    for _ in 0..random.below(60) {
        let before = board.clone();
        board.play_random(random);
        if board.is_over() {
            board = before;
            break;
        }
    }
    let mut game = vec![0u64; 2 * 4 * lines];
    let mut empties = Vec::new();
    for point in board.size().all() {
        let (row, column) = (point.row(), point.column());
        match board.stone(point) {
            None => empties.push(256 * row as u16 + column as u16),
            Some(colour) => {
                let on = [(row, column), (column, row), (row + middle - column, column), (row + column, column)];
                for (axis, (line, bit)) in on.into_iter().enumerate() {
                    game[(4 * colour as usize + axis) * lines + line] |= 1 << bit;
                }
            }
        }
    }
    let count = empties.len() as u32;
    // Beyond the last point the list holds anything.
    empties.resize_with(list, || random.next_u64() as u16);
    let mut memory = bytes(&game).chunks(8).flat_map(|line| line[..lane / 8].to_vec()).collect::<Vec<_>>();
    memory.extend(bytes(&[random.next_u64()]));
    memory.extend(bytes(&[count, board.to_move() as u32]));
    memory.extend(bytes(&empties));
    memory.resize(layout(&format!("Playout{lane}"), kind).0, 0);
    values![memory]
}
