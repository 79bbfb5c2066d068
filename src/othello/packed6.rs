//! The 6x6 state of the founding document (`docs/FOUNDING.md`), in its own numbering of the cells.

use super::reference::Cells;
use super::square::{Square, SquareSet};
use crate::game::Colour;
use std::fmt;

/// The document's cell numbers, top row first: the four of the centre, which are never empty, come
/// first.
const NUMBERS: [[u8; 6]; 6] = [
    [4, 5, 6, 7, 8, 9],
    [10, 11, 12, 13, 14, 15],
    [16, 17, 0, 1, 18, 19],
    [20, 21, 2, 3, 22, 23],
    [24, 25, 26, 27, 28, 29],
    [30, 31, 32, 33, 34, 35],
];

/// A 6x6 state packed into the three numbers of the founding document.
///
/// ```text
///  4  5  6  7  8  9
/// 10 11 12 13 14 15
/// 16 17  0  1 18 19
/// 20 21  2  3 22 23
/// 24 25 26 27 28 29
/// 30 31 32 33 34 35      36 = pass
/// ```
///
/// The four centre cells 0..=3 are never empty: `t` holds their colours. For the others, bit
/// `cell - 4` of `free` says that the cell is occupied (the name is the document's, and inverted),
/// and bit `cell - 4` of `pos` that it is black. The state does not know whose turn it is.
///
/// ```
/// use stonemask::founding::Packed6;
/// use stonemask::othello::Colour;
///
/// let mut state = Packed6::start();
/// assert_eq!((state.t(), state.free(), state.pos()), (6, 0, 0));
/// assert!(state.outflank(Colour::Black, 12));
/// state.play(Colour::Black, 12)?;
/// assert_eq!((state.t(), state.free(), state.pos()), (7, 1 << 8, 1 << 8));
/// # Ok::<(), stonemask::founding::IllegalCell>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Packed6 {
    t: u8,
    free: u32,
    pos: u32,
}

impl Packed6 {
    /// The number that stands for a pass.
    pub const PASS: u8 = 36;

    /// The start position: cells 1 and 2 black, 0 and 3 white. Black moves first.
    pub const fn start() -> Packed6 {
        Packed6 { t: 6, free: 0, pos: 0 }
    }

    /// The state with these numbers.
    ///
    /// # Errors
    /// When `t` has a bit above the fourth, or `pos` one where `free` has none.
    pub const fn new(t: u8, free: u32, pos: u32) -> Result<Packed6, Packed6Error> {
        if t > 15 {
            Err(Packed6Error::Centre { t })
        } else if pos & !free != 0 {
            Err(Packed6Error::Unoccupied { pos, free })
        } else {
            Ok(Packed6 { t, free, pos })
        }
    }

    /// Bit c: centre cell c is black; c = 0..=3.
    pub const fn t(&self) -> u8 {
        self.t
    }

    /// Bit c - 4: cell c is occupied; c = 4..=35.
    pub const fn free(&self) -> u32 {
        self.free
    }

    /// Bit c - 4: cell c is black; c = 4..=35.
    pub const fn pos(&self) -> u32 {
        self.pos
    }

    /// The document's number of a square.
    pub const fn cell_of(square: Square<6>) -> u8 {
        NUMBERS[square.row()][square.column()]
    }

    /// The square with one of the document's numbers; `None` above 35.
    pub fn square_of(cell: u8) -> Option<Square<6>> {
        SquareSet::<6>::ALL.iter().find(|&square| Packed6::cell_of(square) == cell)
    }

    /// Black's discs minus white's.
    pub const fn value(&self) -> i32 {
        let black = self.t.count_ones() + self.pos.count_ones();
        let occupied = 4 + self.free.count_ones();
        2 * black as i32 - occupied as i32
    }

    /// The colour of the disc on a cell, 0..=35.
    pub(crate) fn colour_at(&self, cell: u8) -> Option<Colour> {
        let (occupied, black) = match cell {
            0..=3 => (true, self.t >> cell & 1 == 1),
            _ => (self.free >> (cell - 4) & 1 == 1, self.pos >> (cell - 4) & 1 == 1),
        };
        occupied.then_some(if black { Colour::Black } else { Colour::White })
    }

    /// The document's `set_color`: a disc of the colour on a cell, 0..=35, whatever stood there.
    pub(crate) fn set_colour(&mut self, cell: u8, colour: Colour) {
        let black = u32::from(colour == Colour::Black);
        match cell {
            0..=3 => self.t = self.t & !(1 << cell) | (black as u8) << cell,
            _ => {
                let bit = cell - 4;
                self.free |= 1 << bit;
                self.pos = self.pos & !(1 << bit) | black << bit;
            }
        }
    }

    /// The number of the cell in a row and column.
    pub(crate) const fn cell(row: usize, column: usize) -> u8 {
        NUMBERS[row][column]
    }

    /// The state of rows of cells.
    pub(crate) fn from_cells(cells: &Cells<6>) -> Result<Packed6, Packed6Error> {
        let mut state = Packed6 { t: 0, free: 0, pos: 0 };
        for (&cell, &disc) in NUMBERS.iter().flatten().zip(cells.iter().flatten()) {
            match disc {
                Some(colour) => state.set_colour(cell, colour),
                None if cell < 4 => return Err(Packed6Error::EmptyCentre { cell }),
                None => {}
            }
        }
        Ok(state)
    }
}

/// The start position.
impl Default for Packed6 {
    fn default() -> Packed6 {
        Packed6::start()
    }
}

/// Numbers or a board that make no [`Packed6`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Packed6Error {
    /// `t` has more bits than there are centre cells.
    Centre {
        /// The value given.
        t: u8,
    },
    /// `pos` has a black disc on a cell that `free` says is not occupied.
    Unoccupied {
        /// The black cells given.
        pos: u32,
        /// The occupied cells given.
        free: u32,
    },
    /// A centre cell is empty.
    EmptyCentre {
        /// Its number, 0..=3.
        cell: u8,
    },
}

impl fmt::Display for Packed6Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Packed6Error::Centre { t } => {
                write!(f, "t = {t} is not a state: the centre has four cells, so t is at most 15")
            }
            Packed6Error::Unoccupied { pos, free } => {
                write!(f, "pos = {pos:#x} with free = {free:#x} is not a state: black on a cell that is not occupied")
            }
            Packed6Error::EmptyCentre { cell } => {
                write!(f, "centre cell {cell} is empty, which a packed state cannot hold")
            }
        }
    }
}

impl std::error::Error for Packed6Error {}
