//! The founding document's rules of 6x6 Othello (`docs/FOUNDING.md`): its `outflank` and its
//! `move`, on its packed state.

use super::board::Board;
use super::kernels::Kernels;
use super::moves::Move;
use super::packed6::{Packed6, Packed6Error};
use super::position::Position;
use super::square::SquareSet;
use crate::game::Colour;
use std::fmt;

impl Packed6 {
    /// The document's number of a move.
    pub const fn cell_of_move(mv: Move<6>) -> u8 {
        match mv {
            Move::Place(square) => Packed6::cell_of(square),
            Move::Pass => Packed6::PASS,
        }
    }

    /// The document's `outflank`: whether a disc of `colour` on `cell` encloses at least one disc
    /// of the other colour along one of eight rays. A centre cell never can, being occupied; a pass
    /// always may. False for a number above 36.
    #[inline]
    pub fn outflank(&self, colour: Colour, cell: u8) -> bool {
        match cell {
            4..=35 => Kernels::in_use().packed6_outflank(self, colour, cell),
            _ => cell == Packed6::PASS,
        }
    }

    /// The document's `move`: puts a disc of `colour` on `cell` and turns those that it encloses; a
    /// pass changes nothing.
    ///
    /// # Errors
    /// If the number is not a cell, the cell is occupied, or the disc would enclose none; the state
    /// is as before. Whether a pass is in order depends on the side to move, which the state does
    /// not know: any is taken.
    #[inline]
    pub fn play(&mut self, colour: Colour, cell: u8) -> Result<(), IllegalCell> {
        let reason = match cell {
            Packed6::PASS => return Ok(()),
            37.. => CellReason::NoCell,
            0..=3 => CellReason::Occupied,
            _ if self.free() >> (cell - 4) & 1 == 1 => CellReason::Occupied,
            _ if !Kernels::in_use().packed6_move(self, colour, cell) => CellReason::FlipsNothing,
            _ => return Ok(()),
        };
        Err(IllegalCell { cell, colour, reason })
    }

    /// The board on which `to_move` has the move in this state.
    pub fn to_board(&self, to_move: Colour) -> Board<6> {
        let (mut own, mut opponent) = (SquareSet::EMPTY, SquareSet::EMPTY);
        for square in SquareSet::<6>::ALL {
            match self.colour_at(Packed6::cell_of(square)) {
                Some(colour) if colour == to_move => own |= square.set(),
                Some(_) => opponent |= square.set(),
                None => {}
            }
        }
        Board::new(Position::new(own, opponent).expect("a cell has one colour"), to_move)
    }

    /// The state of a board.
    ///
    /// # Errors
    /// When a centre square is empty, which the state cannot hold.
    pub fn from_board(board: &Board<6>) -> Result<Packed6, Packed6Error> {
        let mut cells = [[None; 6]; 6];
        for square in SquareSet::<6>::ALL {
            cells[square.row()][square.column()] = board.stone(square);
        }
        Packed6::from_cells(&cells)
    }
}

/// A cell on which a disc may not be placed, and why.
///
/// ```
/// use stonemask::founding::{CellReason, Packed6};
/// use stonemask::othello::Colour;
///
/// let illegal = Packed6::start().play(Colour::Black, 0).unwrap_err();
/// assert_eq!((illegal.cell(), illegal.reason()), (0, CellReason::Occupied));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IllegalCell {
    cell: u8,
    colour: Colour,
    reason: CellReason,
}

impl IllegalCell {
    /// The number of the cell.
    pub const fn cell(&self) -> u8 {
        self.cell
    }

    /// The colour of the disc.
    pub const fn colour(&self) -> Colour {
        self.colour
    }

    /// Why the disc may not be placed.
    pub const fn reason(&self) -> CellReason {
        self.reason
    }
}

impl fmt::Display for IllegalCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let IllegalCell { cell, colour, reason } = self;
        write!(f, "illegal cell {cell} for {colour}: {reason}")
    }
}

impl std::error::Error for IllegalCell {}

/// Why a disc may not be placed on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CellReason {
    /// The number is neither a cell nor the pass.
    NoCell,
    /// The cell is occupied.
    Occupied,
    /// The disc would enclose none.
    FlipsNothing,
}

impl fmt::Display for CellReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CellReason::NoCell => "expected 0 to 35, or 36 for a pass",
            CellReason::Occupied => "the cell is occupied",
            CellReason::FlipsNothing => "it flips nothing",
        })
    }
}
