//! Renju's forbidden points, exactly: a three counts only when it can become a straight four by a move that is itself allowed.
//!
//! What a black stone makes along one axis depends on the eleven cells around it: two sets of bits, the black ones and the
//! empty ones, with the stone at bit 5. Only the recursion needs the board again.

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
const CENTRE: usize = 5;

/// The eleven cells around a black stone along an axis: bit 5 + i is the cell i steps on.
#[derive(Clone, Copy)]
struct Around {
    black: u32,
    empty: u32,
}

impl Around {
    /// How many stones the run through the centre has; 6 and more are as one.
    fn run(self) -> u32 {
        let after = (self.black >> CENTRE).trailing_ones();
        let before = (self.black << (31 - CENTRE)).leading_ones();
        before + after - 1
    }

    /// The fours that the centre belongs to. A straight four is found by both of its completions, one after the other,
    /// as the same four stones.
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

    /// The empty cells, as bits, that complete three stones with the centre among them to a straight four.
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

impl Trial {
    /// A trial on the cells of a board, which are not under a cursor.
    pub(super) fn new(cells: &CellVector) -> Trial {
        Trial { size: cells.size(), cells: cells.as_slice().to_vec() }
    }

    /// Why black may not play on the empty point; `None` when it may.
    pub(super) fn forbidden(&mut self, point: Point) -> Option<Forbidden> {
        self.cells[self.size.index(point)] = 1;
        let reason = self.reason(point);
        self.cells[self.size.index(point)] = 0;
        reason
    }

    /// What is wrong with the black stone just placed on `point`.
    fn reason(&mut self, point: Point) -> Option<Forbidden> {
        let around = AXES.map(|axis| self.around(point, axis));
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
            if self.may_complete(point, AXES[axis], completion) {
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
    fn may_complete(&mut self, point: Point, axis: (isize, isize), steps: isize) -> bool {
        let completion = point.offset(axis.0 * steps, axis.1 * steps).expect("an empty cell is on the board");
        let index = self.size.index(completion);
        self.cells[index] = 1;
        let five = AXES.into_iter().any(|axis| self.around(completion, axis).run() == 5);
        let allowed = !five && self.reason(completion).is_none();
        self.cells[index] = 0;
        allowed
    }

    fn around(&self, point: Point, axis: (isize, isize)) -> Around {
        let mut around = Around { black: 0, empty: 0 };
        for bit in 0..=2 * CENTRE {
            let steps = bit as isize - CENTRE as isize;
            let cell = point
                .offset(axis.0 * steps, axis.1 * steps)
                .filter(|&cell| self.size.contains(cell))
                .map(|cell| self.cells[self.size.index(cell)]);
            around.black |= u32::from(cell == Some(1)) << bit;
            around.empty |= u32::from(cell == Some(0)) << bit;
        }
        around
    }
}
