//! The keys by which random games are played many at once, and the results, as
//! asm/gomoku/playouts.inc has them.

use super::point::Size;
use super::point_set::PointSet;
use super::rule::AXES;

/// Games played together.
pub(super) const GAMES: usize = 32;
/// Bytes from the keys of a cell to those of the next.
const ROW: u32 = 64;

/// A line of cells, as asm/gomoku/playouts.inc has it.
#[derive(Clone)]
#[repr(C)]
pub(super) struct KeyLine {
    /// The byte where the keys of its first cell are.
    pub(super) first: u32,
    /// Bytes from cell to cell.
    pub(super) step: u32,
    /// Windows of five cells that it has; 0 ends a list of lines.
    pub(super) windows: u32,
}

/// Of a result, the plies.
pub(super) const PLIES: u16 = (1 << 13) - 1;
/// Of a result, that black won.
pub(super) const BLACK_WON: u16 = 1 << 13;
/// Of a result, that white won.
pub(super) const WHITE_WON: u16 = 1 << 14;
/// Of a result, that the keys leave the game open.
pub(super) const OPEN: u16 = 1 << 15;

/// The kernels' results for 32 games, as asm/gomoku/playouts.inc has them.
#[derive(Clone)]
#[repr(C, align(64))]
pub(super) struct Results {
    /// [`PLIES`], and of [`BLACK_WON`], [`WHITE_WON`] and [`OPEN`] what holds.
    pub(super) games: [u16; GAMES],
    /// The key by which black has five.
    pub(super) black: [i16; GAMES],
    /// The key by which white has five.
    pub(super) white: [i16; GAMES],
}

/// The kernels' input: the keys of 32 games from one position.
///
/// Invariant: there is a row of keys for every point; lines and cells lie within them, and the
/// lines end as they must.
#[derive(Clone)]
pub(super) struct Keys {
    size: Size,
    /// From `start` on, eight words a point, and eight more from which open games are decided. Game
    /// g's key of a point is the 16 bits from 16g on, signed, lowest word first.
    words: Vec<u64>,
    start: usize,
    lines: Vec<KeyLine>,
    cells: Vec<u32>,
}

impl Results {
    /// Room for results.
    pub(super) const NONE: Results = Results { games: [0; GAMES], black: [0; GAMES], white: [0; GAMES] };
}

impl Keys {
    /// Keys for a board without empty points, none of them drawn.
    pub(super) fn new(size: Size) -> Keys {
        let words = vec![0; 8 * (size.points() + 2)];
        // A row is a cache line.
        let start = words.as_ptr().align_offset(64).min(8);
        Keys { size, words, start, lines: lines(size), cells: Vec::with_capacity(size.points()) }
    }

    /// The keys: a row for each point, and one more.
    #[inline]
    pub(super) fn rows(&self) -> &[[u64; 8]] {
        &self.words[self.start..].as_chunks().0[..=self.size.points()]
    }

    /// The keys, to be drawn and overwritten.
    pub(super) fn rows_mut(&mut self) -> &mut [[u64; 8]] {
        &mut self.words[self.start..].as_chunks_mut().0[..=self.size.points()]
    }

    /// The lines of five cells or more; the last one has no windows.
    #[inline]
    pub(super) fn lines(&self) -> &[KeyLine] {
        &self.lines
    }

    /// The size of the board.
    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// Says which points are empty.
    pub(super) fn set_empties(&mut self, empties: &PointSet) {
        let size = self.size;
        assert_eq!(empties.size(), size, "points of another board");
        self.cells.clear();
        self.cells.extend(empties.iter().map(|point| ROW * size.index(point) as u32));
    }

    /// The empty points by their places in the cell vector.
    pub(super) fn empties(&self) -> impl Iterator<Item = usize> {
        self.cells.iter().map(|&cell| (cell / ROW) as usize)
    }

    /// Where the keys of the empty points are.
    #[inline]
    pub(super) fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// The keys of a game, in the order of the empty points.
    pub(super) fn of_game(&self, game: usize) -> impl Iterator<Item = i16> {
        let rows = self.rows();
        self.empties().map(move |point| (rows[point][game / 4] >> (16 * (game % 4))) as i16)
    }
}

/// Every line of five cells or more, and the end of the list.
fn lines(size: Size) -> Vec<KeyLine> {
    let mut lines = Vec::new();
    for (down, right) in AXES {
        for first in size.all() {
            let on_board = |steps| first.offset(down * steps, right * steps).is_some_and(|point| size.contains(point));
            if !on_board(-1) && on_board(4) {
                let cells = (5..).find(|&steps| !on_board(steps)).expect("a board ends");
                let step = down * size.columns() as isize + right;
                lines.push(KeyLine {
                    first: ROW * size.index(first) as u32,
                    step: ROW * step as u32,
                    windows: cells as u32 - 4,
                });
            }
        }
    }
    lines.push(KeyLine { first: 0, step: 0, windows: 0 });
    lines
}
