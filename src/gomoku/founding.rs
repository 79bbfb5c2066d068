//! The board of the founding document: the flat cell vector with its cursor (docs/FOUNDING.md).

use super::board::{Board, Undo};
use super::illegal_move::IllegalMove;
use super::kernels::Kernels;
use super::point::{Point, Size};
use super::rule::{Rule, Run};
use super::vector::CellVector;

/// A step of the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To the row above: minus the number of columns.
    Up,
    /// To the row below: plus the number of columns.
    Down,
    /// Back by one: from the first column to the end of the row above.
    Left,
    /// On by one: from the last column to the start of the row below.
    Right,
}

impl Direction {
    /// All directions.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];
}

/// A game on the flat cell vector, with the cursor on it that a person moves: the founding
/// document's form of a board.
///
/// The cells stand row after row from the top: 0 empty, 1 black, 2 white, and 20 more on the cell
/// that the cursor is on. The cursor moves by addition on that vector and starts on the centre.
///
/// ```
/// use stonemask::founding::{Direction, VectorBoard};
/// use stonemask::gomoku::{Rule, Size};
///
/// let mut board = VectorBoard::new(Size::new(3, 4)?, Rule::Freestyle);
/// assert_eq!(board.cells().as_slice(), [0, 0, 0, 0, 0, 0, 20, 0, 0, 0, 0, 0]);
/// board.place()?;
/// board.move_cursor(Direction::Right);
/// board.move_cursor(Direction::Right);
/// board.place()?;
/// assert_eq!(board.cells().as_slice(), [0, 0, 0, 0, 0, 0, 1, 0, 22, 0, 0, 0]);
/// assert_eq!(board.board().to_string(), "3x4 freestyle ----/--X-/O--- X");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VectorBoard {
    board: Board,
    /// The board's cells with the cursor on them.
    cells: CellVector,
    /// The cursor's place in the vector.
    cursor: usize,
}

impl VectorBoard {
    /// A board without stones, black to move, the cursor on the centre.
    pub fn new(size: Size, rule: Rule) -> VectorBoard {
        VectorBoard::from(Board::with_size(size, rule))
    }

    /// The game as the rules have it.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The cell vector: 0 empty, 1 black, 2 white, and 20 more under the cursor.
    pub fn cells(&self) -> &CellVector {
        &self.cells
    }

    /// The point that the cursor is on.
    pub fn cursor(&self) -> Point {
        self.cells.size().point(self.cursor)
    }

    /// Moves the cursor as on a vector: right and left by 1, down and up by the number of columns.
    /// A step that would leave the vector is ignored, and false returned.
    pub fn move_cursor(&mut self, direction: Direction) -> bool {
        let size = self.cells.size();
        let columns = size.columns() as isize;
        let step = match direction {
            Direction::Up => -columns,
            Direction::Down => columns,
            Direction::Left => -1,
            Direction::Right => 1,
        };
        match self.cursor.checked_add_signed(step) {
            Some(next) if next < size.points() => {
                self.set_cursor(size.point(next));
                true
            }
            _ => false,
        }
    }

    /// Puts the cursor on a point.
    ///
    /// # Panics
    /// When the point is off the board.
    pub fn set_cursor(&mut self, point: Point) {
        let size = self.cells.size();
        assert!(size.contains(point), "{point} is off the board of {size}");
        self.cells.toggle_cursor(self.cursor);
        self.cursor = size.index(point);
        self.cells.toggle_cursor(self.cursor);
    }

    /// Plays on the cursor's cell, if that is legal, and returns what takes the ply back.
    ///
    /// # Errors
    /// When it is not; the board is as before.
    pub fn place(&mut self) -> Result<Undo, IllegalMove> {
        let (point, colour) = (self.cursor(), self.board.to_move());
        self.board.check(point)?;
        self.cells.put(point, colour);
        Ok(self.board.make(point))
    }

    /// Takes back the last ply, given what [`VectorBoard::place`] returned for it. The cursor stays
    /// where it is.
    ///
    /// # Panics
    /// When that was not the last ply.
    pub fn undo(&mut self, undo: Undo) {
        let point = undo.ply();
        self.board.undo(undo);
        self.cells.take(point);
    }

    /// The founding document's scan: the runs through the stone on `point`, by
    /// [`AXES`](super::AXES). The cursor does not matter. `None` if `point` is empty.
    #[inline]
    pub fn runs(&self, point: Point) -> Option<[Run; 4]> {
        Kernels::in_use().runs(&self.cells, point)
    }
}

/// The board with the cursor on its centre.
impl From<Board> for VectorBoard {
    fn from(board: Board) -> VectorBoard {
        let (mut cells, size) = (board.cells().clone(), board.size());
        let cursor = size.index(size.centre());
        cells.toggle_cursor(cursor);
        VectorBoard { board, cells, cursor }
    }
}
