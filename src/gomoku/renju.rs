//! Renju's forbidden points, exactly: a three counts only when it can become a straight four by a
//! move that is itself allowed.
//!
//! The rows of a black stone along one axis depend on the eleven cells around it: two sets of bits,
//! the black ones and the empty ones, with the stone at bit 5. Only the recursion needs the board
//! again.

use super::point::{Point, Size};
use super::rule::{AXES, Forbidden};
use super::vector::CellVector;

/// A board to try black stones on.
pub(super) struct Trial {
    size: Size,
    /// 0 empty, 1 black, 2 white.
    cells: Vec<u8>,
}

/// The stone's own bit, and how far the cells around it reach.
pub(super) const CENTRE: usize = 5;

/// The eleven cells around a black stone along an axis: bit 5 + i is the cell i steps on.
#[derive(Clone, Copy)]
pub(super) struct Around {
    pub(super) black: u32,
    pub(super) empty: u32,
}

impl Around {
    /// How many stones the run through the centre has; 6 and more are as one.
    fn run(self) -> u32 {
        let after = (self.black >> CENTRE).trailing_ones();
        let before = (self.black << (31 - CENTRE)).leading_ones();
        before + after - 1
    }

    /// The fours that the centre belongs to. A straight four is found by both of its completions,
    /// one after the other, as the same four stones.
    fn fours(self) -> u32 {
        let mut fours = 0;
        let mut last = 0;
        for first in 1..=CENTRE {
            let window = 0x1f << first;
            let stones = self.black & window;
            let exact = self.black & (1 << (first - 1) | 1 << (first + 5)) == 0;
            if exact && stones.count_ones() == 4 && self.empty & window != 0 && stones != last {
                fours += 1;
                last = stones;
            }
        }
        fours
    }

    /// The empty cells, as bits, that complete three stones with the centre among them to a
    /// straight four.
    fn straight_fours(self) -> u32 {
        let mut completions = 0;
        for first in 2..=CENTRE {
            let window = 0xf << first;
            let ends = 1 << (first - 1) | 1 << (first + 4);
            let beyond = 1 << (first - 2) | 1 << (first + 5);
            let open = self.empty & ends == ends && self.black & beyond == 0;
            let completion = self.empty & window;
            if open && (self.black & window).count_ones() == 3 && completion != 0 {
                completions |= completion;
            }
        }
        completions
    }
}

/// A board on which black stones are tried.
pub(super) trait Tried {
    /// The eleven cells around a black stone along an axis of [`AXES`].
    fn around(&self, point: Point, axis: usize) -> Around;

    /// Puts a black stone on an empty point, and nothing else.
    fn put(&mut self, point: Point);

    /// Takes it away again.
    fn take(&mut self, point: Point);
}

/// Why black may not play on the empty point; `None` when it may.
pub(super) fn forbidden(board: &mut impl Tried, point: Point) -> Option<Forbidden> {
    board.put(point);
    let reason = reason(board, point);
    board.take(point);
    reason
}

/// Whether black may play on the empty point, and could whatever white stones were added elsewhere.
pub(super) fn stays_allowed(board: &mut impl Tried, point: Point) -> bool {
    board.put(point);
    let around: [Around; 4] = std::array::from_fn(|axis| board.around(point, axis));
    board.take(point);
    // White stones take fours and candidates for threes away, and add none. Runs stay as they are.
    around.into_iter().map(Around::fours).sum::<u32>() < 2
        && around.into_iter().filter(|around| around.straight_fours() != 0).count() < 2
        && around.into_iter().all(|around| around.run() < 6)
}

/// The fault of the black stone just placed on `point`.
fn reason(board: &mut impl Tried, point: Point) -> Option<Forbidden> {
    let around: [Around; 4] = std::array::from_fn(|axis| board.around(point, axis));
    let runs = around.map(Around::run);
    if runs.contains(&5) {
        return None;
    }
    if around.into_iter().map(Around::fours).sum::<u32>() >= 2 {
        return Some(Forbidden::DoubleFour);
    }
    let mut threes = 0;
    let mut candidates = around.map(Around::straight_fours);
    while let Some(axis) = candidates.iter().position(|&completions| completions != 0) {
        // Fewer than two axes are left that could bring the count to two.
        if threes + candidates.iter().filter(|&&completions| completions != 0).count() < 2 {
            break;
        }
        let completion = candidates[axis].trailing_zeros() as isize - CENTRE as isize;
        candidates[axis] &= candidates[axis] - 1;
        if may_complete(board, point, AXES[axis], completion) {
            threes += 1;
            candidates[axis] = 0;
        }
    }
    if threes >= 2 {
        return Some(Forbidden::DoubleThree);
    }
    runs.into_iter().any(|run| run >= 6).then_some(Forbidden::Overline)
}

/// Whether black may play some steps along the axis, and makes no five by it.
fn may_complete(board: &mut impl Tried, point: Point, axis: (isize, isize), steps: isize) -> bool {
    let completion = point.offset(axis.0 * steps, axis.1 * steps).expect("an empty cell is on the board");
    board.put(completion);
    let five = (0..AXES.len()).any(|axis| board.around(completion, axis).run() == 5);
    let allowed = !five && reason(board, completion).is_none();
    board.take(completion);
    allowed
}

impl Trial {
    /// A trial on the cells of a board, which are not under a cursor.
    pub(super) fn new(cells: &CellVector) -> Trial {
        Trial { size: cells.size(), cells: cells.as_slice().to_vec() }
    }

    /// Why black may not play on the empty point; `None` when it may.
    pub(super) fn forbidden(&mut self, point: Point) -> Option<Forbidden> {
        forbidden(self, point)
    }
}

impl Tried for Trial {
    fn put(&mut self, point: Point) {
        self.cells[self.size.index(point)] = 1;
    }

    fn take(&mut self, point: Point) {
        self.cells[self.size.index(point)] = 0;
    }

    fn around(&self, point: Point, axis: usize) -> Around {
        let (rows, columns) = AXES[axis];
        let mut around = Around { black: 0, empty: 0 };
        for bit in 0..=2 * CENTRE {
            let steps = bit as isize - CENTRE as isize;
            let cell = point
                .offset(rows * steps, columns * steps)
                .filter(|&cell| self.size.contains(cell))
                .map(|cell| self.cells[self.size.index(cell)]);
            around.black |= u32::from(cell == Some(1)) << bit;
            around.empty |= u32::from(cell == Some(0)) << bit;
        }
        around
    }
}
