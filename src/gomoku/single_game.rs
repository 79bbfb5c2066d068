//! A random game that a kernel plays from a list of the empty points.

use super::planes::Planes;
use crate::game::Colour;
use std::ops::{BitOrAssign, Shl};

/// A random game. A line of cells is a word `W`; each axis has `LINES` lines, diagonals counted
/// from the `MIDDLE` one; the list of points has room for `LIST`.
#[repr(C, align(64))]
pub(super) struct SingleGame<W, const LINES: usize, const MIDDLE: usize, const LIST: usize> {
    /// Of each colour: the rows, the columns, the diagonals by row - column + `MIDDLE`, and those
    /// by row + column; in a column bit r is row r, in the others bit c is column c.
    lines: [[[W; LINES]; 4]; 2],
    /// The random numbers' counter.
    pub(super) random: u64,
    /// How many points the list holds.
    empties: u32,
    /// The side to move: 0 black, 1 white.
    to_move: u32,
    /// The empty points, 256*row + column.
    list: [u16; LIST],
}

/// A game on a board of 16-bit lanes. Bit 15 of a line is never set.
pub(super) type Playout16 = SingleGame<u16, 32, 15, 256>;

/// A game on a board of any size.
pub(super) type Playout64 = SingleGame<u64, 128, 64, { 4096 + 64 }>;

impl<W, const LINES: usize, const MIDDLE: usize, const LIST: usize> SingleGame<W, LINES, MIDDLE, LIST>
where
    W: Copy + From<u8> + Shl<usize, Output = W> + BitOrAssign,
{
    /// A game without stones or points, to be filled.
    #[inline(always)]
    pub(super) fn new(to_move: Colour, random: u64) -> Self {
        let lines = [[[W::from(0); LINES]; 4]; 2];
        SingleGame { lines, random, empties: 0, to_move: to_move as u32, list: [0; LIST] }
    }

    /// Fills a new game with the stones and empty points of a board; how many stones there are.
    #[inline]
    pub(super) fn fill(&mut self, planes: &Planes) -> usize {
        self.list_empties(planes);
        let stones = planes.size().points() - self.empties();
        if stones > 0 {
            self.set_lines(planes);
        }
        stones
    }

    /// Lists the empty points in order. Room beyond the last may be overwritten.
    #[inline]
    fn list_empties(&mut self, planes: &Planes) {
        let (columns, list) = (planes.size().columns(), &mut self.list);
        let mut length = 0;
        for row in 0..planes.size().rows() {
            let mut empty = planes.empty(row);
            let first = 256 * row as u16;
            if empty == u64::MAX >> (64 - columns) {
                // A row without stones: whole vectors at once.
                let room = list[length..].len();
                let width = if columns <= 16 { 16 } else { 64 };
                for (column, entry) in list[length..length + width.min(room)].iter_mut().enumerate() {
                    *entry = first + column as u16;
                }
                length += columns;
                continue;
            }
            while empty != 0 {
                list[length] = first + empty.trailing_zeros() as u16;
                length += 1;
                empty &= empty - 1;
            }
        }
        self.empties = length as u32;
    }

    /// Sets a stone of a colour, 0 black and 1 white, on its four lines, and returns these.
    #[inline(always)]
    pub(super) fn put(&mut self, colour: usize, row: usize, column: usize) -> [W; 4] {
        let bits = [(row, column), (column, row), (row + MIDDLE - column, column), (row + column, column)];
        let mut place = bits.iter();
        self.lines[colour].each_mut().map(|axis| {
            let &(line, bit) = place.next().expect("four axes");
            axis[line] |= W::from(1) << bit;
            axis[line]
        })
    }

    /// Sets each stone on its four lines.
    fn set_lines(&mut self, planes: &Planes) {
        for colour in Colour::ALL {
            for row in 0..planes.size().rows() {
                let stones = planes.stones(colour, row);
                for column in (0..planes.size().columns()).filter(|column| stones >> column & 1 == 1) {
                    self.put(colour as usize, row, column);
                }
            }
        }
    }
}

impl<W, const LINES: usize, const MIDDLE: usize, const LIST: usize> SingleGame<W, LINES, MIDDLE, LIST> {
    /// How many points are empty.
    #[inline]
    pub(super) fn empties(&self) -> usize {
        self.empties as usize
    }

    /// The rows of a colour's stones.
    pub(super) fn rows(&self, colour: Colour) -> &[W; LINES] {
        &self.lines[colour as usize][0]
    }

    /// The side to move.
    pub(super) fn to_move(&self) -> Colour {
        Colour::ALL[self.to_move as usize]
    }

    /// Takes a point out of the list, by its place; the last point of the list takes that.
    pub(super) fn take(&mut self, place: usize) -> (usize, usize) {
        let entry = usize::from(self.list[place]);
        self.empties -= 1;
        self.list[place] = self.list[self.empties()];
        (entry / 256, entry % 256)
    }
}
