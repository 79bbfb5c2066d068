//! Memory for NoGo's kernels.

use crate::call::{Kind, bytes};
use crate::contract::layout;
use stonemask::nogo::{Board, Colour, Point, PointSet, Shape};
use stonemask::{Random, Tier};

/// Every call draws this first, so that a new kernel leaves the calls of the others, and their
/// counts of instructions, as they are: a board on which both colours have a move, and a colour.
pub(super) fn draw(random: &mut Random) -> (Board, u32) {
    (board(random), random.below(2))
}

pub(super) fn random_point(set: PointSet, random: &mut Random) -> Point {
    set.iter().nth(random.below(set.len()) as usize).unwrap()
}

/// A board of some game on which both colours have a move.
pub(super) fn board(random: &mut Random) -> Board {
    loop {
        let side = |random: &mut Random| if random.below(2) == 0 { 9 } else { 2 + random.below(8) as usize };
        let (rows, columns) = (side(random), side(random));
        let blocked = PointSet::ALL
            .iter()
            .filter(|point| random.below(16) == 0 && point.row() < rows && point.column() < columns)
            .collect();
        let mut board = Board::with_shape(Shape::new(rows, columns, blocked).unwrap());
        for _ in 0..random.below(60) {
            let before = board;
            board.play_random(random);
            if Colour::ALL.into_iter().any(|colour| board.allowed(colour).is_empty()) {
                board = before;
                break;
            }
        }
        if Colour::ALL.into_iter().all(|colour| !board.allowed(colour).is_empty()) {
            return board;
        }
    }
}

/// The stones of both colours and the empty points.
pub(super) fn position(board: &Board) -> Vec<u8> {
    let [black, white] = Colour::ALL.map(|colour| board.stones(colour).bits());
    bytes(&[black, white, board.empties().bits()])
}

/// A state of asm/nogo/state.inc, its groups in any slots.
pub(super) fn state(board: &Board, random: &mut Random) -> Vec<u8> {
    assert_eq!(size_of::<Board>(), 992);
    let windows = |set: PointSet| [set.bits() as u64, (set.bits() >> 32) as u64];
    let halves = |set: PointSet| [set.bits() as u64 & 0xffff_ffff_ffff, (set.bits() >> 32) as u64 & !0xffff];
    let (mut slots, mut ids, mut low, mut high) = ([0u64; 2], [0u8; 110], [0u64; 62], [0u32; 62]);
    let mut free: Vec<usize> = (1..62).collect();
    for point in board.shape().points() {
        let Some(group) = board.group(point) else { continue };
        if group.stones.iter().next() == Some(point) {
            let slot = free.swap_remove(random.below(free.len() as u32) as usize);
            slots[group.colour as usize] |= 1 << slot;
            (low[slot], high[slot]) = (group.stones.bits() as u64, (group.stones.bits() >> 64) as u32);
            for stone in group.stones {
                ids[10 + stone.bit() as usize] = slot as u8;
            }
        }
    }
    let mut state = Vec::new();
    for sets in [Colour::ALL.map(|colour| board.stones(colour)), Colour::ALL.map(|colour| board.safe(colour))] {
        state.extend(bytes(&sets.map(windows).concat()));
    }
    state.extend(bytes(&Colour::ALL.map(|colour| halves(board.allowed(colour))).concat()));
    state.extend(bytes(&slots));
    let shape = board.shape();
    state.extend([board.to_move() as u8, shape.rows() as u8, shape.columns() as u8, 0, 0, 0]);
    state.extend(ids);
    state.extend(bytes(&high));
    state.resize(480, 0);
    state.extend(bytes(&windows(board.empties())));
    state.extend(bytes(&low));
    assert_eq!(state.len(), 992);
    state
}

/// A state of asm/nogo/bitslices.inc: games on boards of some size, before their first ply.
pub(super) fn planes(kind: Kind, random: &mut Random) -> Vec<u8> {
    let plane = if kind.tier == Tier::Avx512 { 64 } else { 32 };
    let side = |random: &mut Random| if random.below(2) == 0 { 9 } else { 2 + random.below(8) as usize };
    let (rows, columns) = (side(random), side(random));
    let mut state = vec![0; layout("Planes", kind).0];
    let mut fill = |first: usize, point: usize| state[first + plane * point..][..plane].fill(0xff);
    for point in 0..81 {
        let (row, column) = (point / 9, point % 9);
        if row < rows && column < columns {
            fill(243 * plane, point);
            fill(324 * plane, point);
            fill(728 * plane + 320, point);
        } else {
            fill(0, point);
        }
        if row >= rows || column + 1 >= columns {
            fill(566 * plane + 320, point);
        }
        if row == 0 || row >= rows || column >= columns {
            fill(647 * plane + 320, point);
        }
    }
    let shaped = (rows, columns) != (9, 9);
    state[454 * plane..][..16].copy_from_slice(&bytes(&[random.below(2) as u64 * 18 * plane as u64, shaped.into()]));
    state[454 * plane + 64..][..256].fill_with(|| random.next_u64() as u8);
    state
}
