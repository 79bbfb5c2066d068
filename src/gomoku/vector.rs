//! The flat cell vector: the form in which a board is read cell by cell, and walked by the scan
//! from a stone.

use super::point::{Point, Size};
use crate::game::Colour;

/// The number that the founding document's cursor adds to its cell. It is a multiple of 4, so that
/// the cell's low two bits are the stone with and without it.
pub(super) const CURSOR: u8 = 20;

/// The stone that a cell says.
#[inline]
pub(super) const fn stone(cell: u8) -> Option<Colour> {
    match cell & 3 {
        0 => None,
        1 => Some(Colour::Black),
        _ => Some(Colour::White),
    }
}

/// The cells of a board, row after row from the top, each from the left: 0 empty, 1 black, 2 white;
/// in a [`VectorBoard`](crate::founding::VectorBoard) 20 more on the cell that the cursor is on.
///
/// ```
/// use stonemask::gomoku::{Board, Colour};
///
/// let board: Board = "2x3 freestyle -X-/O-- X".parse()?;
/// assert_eq!(board.cells().as_slice(), [0, 1, 0, 2, 0, 0]);
/// assert_eq!(board.cells().stone("b1".parse()?), Some(Colour::Black));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CellVector {
    size: Size,
    /// Invariant: one for each point, 0, 1 or 2, or 20 more.
    cells: Vec<u8>,
}

impl CellVector {
    /// The cells of a board without stones.
    pub(super) fn new(size: Size) -> CellVector {
        CellVector { size, cells: vec![0; size.points()] }
    }

    /// The size of the board.
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The cells; a point's stands at [`Size::index`].
    #[inline]
    pub fn as_slice(&self) -> &[u8] {
        &self.cells
    }

    /// The stone on a point; `None` when it is empty or off the board.
    #[inline]
    pub fn stone(&self, point: Point) -> Option<Colour> {
        if self.size.contains(point) { stone(self.cells[self.size.index(point)]) } else { None }
    }

    /// Puts a stone on an empty point.
    ///
    /// # Panics
    /// When the point is off the board or occupied.
    #[inline]
    pub(super) fn put(&mut self, point: Point, colour: Colour) {
        let cell = &mut self.cells[self.size.index(point)];
        assert!(stone(*cell).is_none(), "{point} is occupied");
        *cell += colour.cell();
    }

    /// Takes the stone away from a point, if there is one.
    ///
    /// # Panics
    /// When the point is off the board.
    #[inline]
    pub(super) fn take(&mut self, point: Point) -> Option<Colour> {
        let cell = &mut self.cells[self.size.index(point)];
        let colour = stone(*cell);
        *cell -= colour.map_or(0, Colour::cell);
        colour
    }

    /// Lays the cursor on the cell at a place in the vector, or lifts it from there.
    ///
    /// # Panics
    /// If the cell does not exist.
    pub(super) fn toggle_cursor(&mut self, place: usize) {
        let cell = &mut self.cells[place];
        *cell = if *cell < CURSOR { *cell + CURSOR } else { *cell - CURSOR };
    }
}
